//! Measured drops and bounces, as they come from a spreadsheet or a phone.
//!
//! One table a file, under one line of headers that carry the units: `Rebound height (cm)`, `time [ms]`,
//! `drop_height_m`. Cells are separated by commas (then decimals have points), tabs or semicolons (points or commas); a
//! byte order mark is passed over; an empty cell and `NaN` are gaps. What a table is follows from its headers:
//!
//! - heights: `drop height`, `rebound height`, and where it is known `rebound sigma`;
//! - intervals: `interval` (a time), and where they are known `throw`, `interval index` and `drop height`;
//! - phyphox "(In)elastic collision": `Bounce 0 (s)`, `Height 0 (m)`, `Bounce 1 (s)`, ..., also inside its zip;
//! - phyphox acoustic stopwatch: one column of growing times.
//!
//! Rows are handed on one by one: a table of any length is read in bounded memory.

mod export;
mod sheet;
mod suspect;
mod table;

pub use export::{read, read_path};
pub use suspect::{Suspicion, suspicious};

/// One drop from rest, or thrown, and how high the ball came back. Heights as measured, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drop {
    /// Line of the file, counted from 1.
    pub line: u64,
    pub drop: f64,
    pub rebound: f64,
    /// One standard deviation of the rebound height, where it is given, m.
    pub rebound_sigma: Option<f64>,
}

/// The intervals between the impacts of one throw.
#[derive(Debug, Clone, PartialEq)]
pub struct Throw {
    /// Line of its first interval, counted from 1.
    pub line: u64,
    /// As the file calls it, or its number.
    pub name: String,
    /// m, where it is given.
    pub drop: Option<f64>,
    /// s; at least two.
    pub intervals: Vec<f64>,
}

/// One measurement of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    Drop(Drop),
    Throw(Throw),
}

/// What a whole table was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Drops or throws handed on.
    pub measured: u64,
    /// Rows, or cells of a throw, left out because of a gap.
    pub gaps: u64,
}
