//! What single files of src/ compute, folder by folder as they lie there.

#![allow(non_snake_case, reason = "a formula in code reads like the paper: E_star, R_star, F_n")]

#[path = "units/mod.rs"]
mod src;
