//! A verification and calibration test bench for DEM contact models.
//!
//! Two bodies collide; the collision is computed several ways and compared with theory and experiment.
//!
//! ```text
//!  cases/*.toml -- case --> scene --+--> solve::reference ----+
//!               (as written)        +--> solve::production ---+--> trajectory --> observe
//!            contact, system        |        (as meant)    |                       |
//!                                   +--> system::NAME ----+                       |
//!                                   +--> oracle ----------------> prediction --+   |
//!  reference-data --> data ------------------------------------> measurement --+   |
//!                                                                              +-- judge --> record --> findings --> report
//!
//!  a wanted restitution --- fit (contact + solve, free coefficient) --> the coefficient that reaches it
//!  an engine ----------- fingerprint (two-body runs, our solvers) --> the conventions it has
//!  broken twins ---------- mutants (bench) -------------------------> which case catches which
//!  a failing case -------- shrink (bench) --------------------------> the smallest that still fails
//!  a wrong restitution --- budget (solve) --------------------------> what it is made of
//!  a scene, or a fit ------ system::export -------------------------> the lines of an engine's input
//! ```
//!
//! The flow runs one way: a module imports only from groups above its own in this list, and from itself.
#![warn(clippy::too_many_lines)]
#![allow(non_snake_case, reason = "a formula in code reads like the paper: E_star, R_star, F_n")]

pub mod words;

pub mod halt;

pub mod memory;

pub mod distinct;
pub mod error;
pub mod limits;
pub mod number;
pub mod polyline;
pub mod units;

pub mod keys;

pub mod data;

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

pub mod budget;
pub mod mutants;
pub mod shrink;

pub mod report;

pub mod cli;
