//! Friction along one direction: a bed of springs, the closed forms, the laws and their errors.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

mod branched_paths;
mod closed_forms;
mod elata_berryman;
mod histories;
mod laws;
mod maw;
mod paths;
mod shipped;
mod split_paths;
mod springs;
mod table;
mod turns;
mod twins;
