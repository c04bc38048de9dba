//! A verification and calibration test bench for DEM contact models.
//!
//! Two bodies collide; the collision is computed several ways and compared with theory and experiment.
//!
//! An arrow leads from a module to one that imports it:
//!
//! ```text
//!  law --> collide --> codes --> case --> bench      contact laws, collisions, DEM codes, a case file, what comes of it
//!  collide --> theory --> fit --> bench               what should come out; coefficients from a restitution or from data
//!  data --> codes                                     measurements
//!  case --> fit
//!  bench --> report --> cli                           results, conclusions, pages, commands
//!  data --> output --> report                         files and folders, written whole or not at all
//!  bench --> shrink --> cli                           the smallest collision that still fails
//!
//!  for all: words, halt, distinct, error, limits, number, numerics, polyline, quantity, units, keys, formula
//! ```
//!
//! The flow runs one way: a module imports only from groups above its own in this list, and from itself. Laws, collisions and what they
//! are written with are a crate of their own, `collisionbench-core`, which knows nothing of the rest: it is compiled while the rest is being read.
#![deny(unsafe_code)]
#![warn(clippy::too_many_lines, clippy::disallowed_methods)]
#![allow(non_snake_case, reason = "a formula in code reads like the paper: E_star, R_star, F_n")]

#[doc(inline)]
pub use collisionbench_core::{collide, error, formula, halt, keys, law, limits, number, numerics, units, words};

pub mod distinct;
pub mod polyline;

pub mod quantity;

pub mod data;

pub mod output;

pub mod codes;
pub mod theory;

pub mod case;

pub mod fit;

pub mod bench;

pub mod shrink;

pub mod report;

pub mod cli;
