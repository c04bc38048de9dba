//! Fits: of a wanted restitution, and of what is measured.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

mod birge;
mod design;
mod estimate;
mod flight;
mod groups;
mod measurements;
mod other_laws;
mod people;
pub mod readings;
mod sound;
mod spread;
mod synthetic;
mod tables;
mod target;
mod tracks;
mod verdicts;
mod workbooks;
