//! Calibration cases: from measurements to impacts.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

mod card;
mod films;
mod heights;
mod impacts;
mod kinds;
mod outliers;
mod pipeline;
mod recover;
mod rolling;
mod rows;
mod scatter;
mod sticky;
mod together;
mod weight;
