//! What a run leaves behind, made from a record written by hand.

#[path = "report/findings.rs"]
mod findings;
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
#[path = "report/questions.rs"]
mod questions;
#[path = "report/sheets.rs"]
mod sheets;
#[path = "report/site.rs"]
mod site;
#[path = "report/tables.rs"]
mod tables;
