//! Fits the parameters of a contact law to measurements, or to a required restitution.
//!
//! A table of drops becomes impacts (`flight`, `drop_impacts`), impacts become data with their errors and correlations
//! (`calibrate/rows`), a [`problem`]; [`estimate`] finds the best fit of the law (`calibrate/law`), [`units`] and [`spread`] what it is
//! known to, and [`mod@file`] holds all of it as a value, the contact included.

pub mod best_fit;
pub mod calibrate;
pub mod curve;
pub mod design;
pub mod drop_impacts;
pub mod estimate;
pub mod file;
pub mod flight;
pub mod models;
pub mod problem;
pub mod random;
pub mod search;
pub mod spread;
pub mod statistics;
pub mod target;
pub mod units;
mod weights;
