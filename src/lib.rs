//! A verification and calibration test bench for DEM contact models.
//!
//! Two bodies collide; the collision is computed several ways and compared with theory and experiment.
//!
//! An arrow leads from a module to one that imports it:
//!
//! ```text
//!  ode --> contact --> scene --> system --> case --> solve --> observe   laws, bodies, codes, a case file, its collisions
//!  data --> system                                                       measurements
//!  trajectory --> system                                                 what a collision leaves
//!  observe --> judge --> bench                                           a comparison; all cases of a plan
//!  observe --> oracle --> fit --> bench                                  theory; coefficients from a restitution or from data
//!  bench --> record --> findings --> report --> cli                      results, conclusions, pages, commands
//!  data --> output --> report                                            files and folders, written whole or not at all
//!  bench --> shrink --> cli                                              the smallest collision that still fails
//!  solve --> fingerprint --> cli                                         the conventions of an engine
//!
//!  for all: words, halt, distinct, error, limits, number, polyline, units, keys
//! ```
//!
//! The flow runs one way: a module imports only from groups above its own in this list, and from itself.
#![warn(clippy::too_many_lines)]
#![allow(non_snake_case, reason = "a formula in code reads like the paper: E_star, R_star, F_n")]

pub mod words;

pub mod halt;

pub mod distinct;
pub mod error;
pub mod limits;
pub mod number;
pub mod polyline;
pub mod units;

pub mod keys;

pub mod data;

pub mod output;

pub mod ode;

pub mod contact;

pub mod scene;
pub mod trajectory;

pub mod system;

pub mod case;

pub mod solve;

pub mod observe;

pub mod oracle;

pub mod judge;

pub mod fit;

pub mod bench;

pub mod fingerprint;

pub mod record;

pub mod findings;

pub mod shrink;

pub mod report;

pub mod cli;
