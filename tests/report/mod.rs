//! What a run leaves behind, made from a record written by hand.

mod fixture;
mod laws;
mod pages;
mod pictures;
mod place;
mod sheets;
mod tables;
