//! What a contact is, and what happens when two bodies collide: contact laws in [`law`], the adaptive reference and the steppers of DEM codes
//! in [`collide`]; and what these and the rest of `collisionbench` are written with: errors, units, numbers, formulas.
#![deny(unsafe_code)]
#![warn(clippy::too_many_lines, clippy::disallowed_methods)]
#![allow(non_snake_case, reason = "a formula in code reads like the paper: E_star, R_star, F_n")]

pub mod words;

pub mod halt;

pub mod error;
pub mod limits;
pub mod number;
pub mod numerics;
pub mod units;

pub mod keys;

pub mod formula;

pub mod law;

pub mod collide;
