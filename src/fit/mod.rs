//! From measurements, or from a wanted restitution, to the parameters of a law.

pub mod bounces;
pub mod experiment;
pub mod flight;
pub mod observations;
pub mod search;
pub mod target;
pub mod weight;
