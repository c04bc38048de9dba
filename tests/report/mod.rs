//! What a run leaves behind, made from a record written by hand.

mod drawn;
mod figures;
mod findings;
mod fixture;
mod laws;
mod pages;
mod pictures;
mod place;
mod questions;
mod sheets;
mod shown;
mod site;
mod tables;
