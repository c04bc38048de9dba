//! What single files of src/ compute, a file for each of its rooms, for `case` and `fit` a folder; `base` has the files beside them.

#![allow(non_snake_case, reason = "a formula in code reads like the paper: E_star, R_star, F_n")]

#[path = "units/mod.rs"]
mod src;
