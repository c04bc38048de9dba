//! What a run leaves behind, made from a record written by hand.

#[path = "report/fixture.rs"]
mod fixture;
#[path = "report/laws.rs"]
mod laws;
#[path = "report/pages.rs"]
mod pages;
#[path = "report/pictures.rs"]
mod pictures;
#[path = "report/place.rs"]
mod place;
#[path = "report/sheets.rs"]
mod sheets;
#[path = "report/tables.rs"]
mod tables;
