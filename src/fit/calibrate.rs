//! A calibration, from the case to everything that can be said about the result.

pub mod result;

pub use result::Calibrated;
