//! Datasets and files: reading only, knows no physics.
//!
//! A dataset is a folder with `data.csv` and a `source.toml` that says what each column is, in which unit,
//! where it was published, how it was read and how sure it is.

mod dataset;
mod files;

pub use dataset::{Column, Dataset, Form, LeftOut, Spread};
pub use files::Files;
