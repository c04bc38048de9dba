//! Oblique impacts as production codes step them, against theory, against a second integration, and against engines.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

mod energy;
mod engines;
pub mod independent;
mod invariance;
pub mod laws;
mod observed;
mod orders;
mod scenes;
mod turning;
mod twins;
