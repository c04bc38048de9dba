//! From measurements, or from a wanted restitution, to the parameters of a law.

pub mod bounces;
pub mod file;
pub mod flight;
pub mod search;
pub mod target;
