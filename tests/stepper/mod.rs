//! The production stepper against theory.md section 6, and against what it must never do.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

mod advise;
mod batch;
mod energy;
mod exact;
mod loops;
mod orders;
mod own;
#[path = "../../examples/own_stepper.rs"]
mod own_stepper;
mod table;
mod twins;
