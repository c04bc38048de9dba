//! Fits the parameters of a contact law to measurements, or to a required restitution.

pub mod best_fit;
pub mod birge;
pub mod budget;
pub mod calibrate;
pub mod chi2;
pub mod curve;
pub mod design;
pub mod drop_impacts;
pub mod estimate;
pub mod file;
pub mod fisher;
pub mod flight;
pub mod identify;
pub mod joint_fit;
pub mod models;
pub mod observations;
pub mod problem;
pub mod random;
pub mod runs_test;
pub mod search;
pub mod spread;
pub mod sticking;
pub mod student;
pub mod target;

pub mod drop_contact;
pub mod scaled;
pub mod units;
mod weights;
