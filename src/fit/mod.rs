//! From measurements, or from a wanted restitution, to the parameters of a law.

pub mod birge;
pub mod budget;
pub mod calibrate;
pub mod chi2;
pub mod choice;
pub mod coverage;
pub mod curve;
pub mod design;
pub mod estimate;
pub mod estimated;
pub mod experiment;
pub mod file;
pub mod fisher;
pub mod flight;
pub mod groups;
pub mod identify;
pub mod loss;
pub mod models;
pub mod observations;
pub mod parts;
pub mod plain_mean;
pub mod problem;
pub mod random;
pub mod root;
pub mod runs_test;
pub mod search;
pub mod spread;
pub mod stuck;
pub mod student;
pub mod target;

mod fitting;
pub mod held;
pub mod scaled;
pub mod sums;
mod train;
mod weights;
