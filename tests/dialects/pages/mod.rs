//! What the manuals print, as printed and as it is: formulas that no parameter stands for. The errata are shown by them; the
//! program computes nothing with them.

#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

pub mod hybird;
pub mod musen;
pub mod musen_step;
pub mod pfc;
pub mod pfc_inheritance;
pub mod pfc_model;
pub mod pfc_report;
pub mod woo;
