//! Theory against the theory tables, the numbers printed with the theory, and broken twins of itself.
#![allow(clippy::excessive_precision, reason = "numbers stand as they are printed")]
#![allow(non_snake_case)]

pub mod scenes;
pub mod table;

mod closed_forms;
mod coverage;
mod glancing;
mod modulus;
mod popov;
mod printed;
mod range;
mod twins;
mod viscous;
