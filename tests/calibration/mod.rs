//! Calibration cases: from measurements to impacts.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

mod bound;
mod branched;
mod card;
mod few;
mod impacts;
mod kinds;
mod oblique;
mod oblique_tracks;
mod outliers;
mod pipeline;
mod rolling;
mod rounded;
mod rows;
mod scatter;
mod sessions;
mod shared;
mod shipped;
mod stuck;
mod together;
mod weight;
