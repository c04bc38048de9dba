//! Calibration: the estimator, what it is worth, and `fit` from a table of readings to its report.

mod calibrating;
mod calibration;
mod common;
mod fit;
#[path = "common/random.rs"]
mod random;
mod worlds;
