//! How often the intervals hold what they promise, measured on synthetic experiments.

mod experiment;
mod synthetic;
mod table;
mod worlds;

pub use experiment::{CoverageRow, measure};
pub use synthetic::{Combination, DROPS, DataKind, TrueLaw, all};
pub use table::{HEADER, line, table};
pub use worlds::{WORLDS_HEADER, Worlds, worlds};
