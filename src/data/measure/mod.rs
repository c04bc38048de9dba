//! Measured drops and bounces, as they come from a spreadsheet or a phone.
//!
//! One table a file, under one or two lines of headers that carry the units: `Rebound height (cm)`, `time [ms]`,
//! `drop_height_m`; or a workbook (.xlsx, .ods, .xls) or a recording ([`sound`]). Cells are separated by commas (then decimals have points),
//! tabs or semicolons (points or commas); UTF-8, UTF-16 and Windows-1252 are read; an empty cell and `NaN` are gaps. What a table is follows from its headers:
//!
//! - heights: `drop height`, `rebound height` (of several columns the headers say whether they are repeated drops or the rebounds of
//!   one drop, or the case does), and where they are known `drop sigma`, `rebound sigma` and `release speed`;
//! - intervals: `interval` (a time), and where they are known `throw`, `interval index`, `drop height`, `interval sigma`
//!   and `release speed`;
//! - bounces, a row each: `bounce` (its number), `height` or `time` (of the impact), and where there are several `throw`;
//! - phyphox "(In)elastic collision": `Bounce 0 (s)`, `Height 0 (m)`, `Bounce 1 (s)`, ..., the times of the impacts, also
//!   inside its zip;
//! - phyphox acoustic stopwatch: `Start (s)`, `Stop 1 (s)`, ..., or one column of growing times;
//! - oblique impacts: `impact angle`, and `tangential restitution`, `rebound spin`, `rebound angle`; `impact spin`;
//! - contact times: `speed` and `contact time`;
//! - balls that roll to rest: `rolling speed`, and `rolling distance` or `rolling time`;
//! - a force against time: `time` and `force`, a pulse for each impact;
//! - loops: `overlap` and `force`, and where there are several `loop`;
//! - tracks: `frame` or `time` and `y`, `position` or `height`: a position a frame ([`track`]);
//! - ratios: `restitution`, `height ratio` or `velocity ratio`, and where it is known `speed`; or `speed` and `rebound speed`, also by component
//!   (`vy_in`, `vy_out`), with angles, or of two bodies (`u1`, `u2`, `v1`, `v2`).
//!
//! `h0`, `h1`, `h2` or `dt1`, `dt2` side by side are those of one throw. Blocks beside each other, trials in columns, a table on its side, a quantity
//! above the headers and sheets of equal headers are laid out as one long table first. A project of Tracker is made a table.
//!
//! A column `X sigma` beside a column `X` is one standard deviation of it. Of a ball that did not come back the rebound height, the
//! restitution or the ratio is `sticks`, or 0, or a column `sticks` has `yes`.
//!
//! Rows are handed on one by one: a table of any length is read in bounded memory.

mod besides;
mod gather;
mod header;
mod heights;
mod layout;
mod mapping;
mod old_workbook;
mod plain;
mod pulses;
mod read;
mod sheet;
pub mod sound;
mod throws;
pub mod track;
mod tracker;
mod workbook;

pub use besides::{Besides, Film, Gap, Impossible, OfBall, Unread, Values};
pub use gather::{Doubt, Measurements, gather, suspicious};
pub use header::is_rebound;
pub use layout::BLOCK;
pub use mapping::{Mapping, Wide};
pub use read::{read, unread};

use crate::error::Error;

/// A number with one standard deviation, where it is given. SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Uncertain {
    pub value: f64,
    pub sigma: Option<f64>,
}

/// One drop from rest, or thrown, and how high the ball came back. Heights as measured, m.
#[derive(Debug, Clone, PartialEq)]
pub struct Drop {
    /// Row below the headers, counted from 1.
    pub row: u64,
    pub drop: f64,
    pub drop_sigma: Option<f64>,
    /// 0 of a ball that did not come back, which no rebound follows; the last of `further` likewise.
    pub rebound: f64,
    /// One standard deviation of the rebound height, where it is given, m.
    pub rebound_sigma: Option<f64>,
    /// The rebounds after the first one.
    pub further: Vec<Uncertain>,
    /// m/s, positive downwards, where it is given.
    pub release_speed: Option<f64>,
}

/// The intervals between the impacts of one throw.
#[derive(Debug, Clone, PartialEq)]
pub struct Throw {
    /// Row of each interval below the headers, counted from 1; one for all where they share it.
    pub rows: Vec<u64>,
    /// As the file calls it, or its number.
    pub name: String,
    /// m, where it is given.
    pub drop: Option<f64>,
    /// s; at least two, or one where the height of the drop is given.
    pub intervals: Vec<f64>,
    /// One standard deviation of each interval, where it is given, s.
    pub sigmas: Vec<Option<f64>>,
    /// m/s, positive downwards, where it is given.
    pub release_speed: Option<f64>,
}

impl Throw {
    /// From the times of its impacts; `rows` are those of the second and later ones, each of which ends an interval.
    pub(super) fn of_impacts(rows: Vec<u64>, name: String, impacts: &[Uncertain]) -> Self {
        let pairs = || impacts.iter().zip(impacts.iter().skip(1));
        Self {
            rows,
            name,
            drop: None,
            intervals: pairs().map(|(early, late)| late.value - early.value).collect(),
            sigmas: pairs().map(|(early, late)| Some(libm::hypot(early.sigma?, late.sigma?))).collect(),
            release_speed: None,
        }
    }

    /// The row of an interval, counted from 0.
    pub fn row_of(&self, interval: usize) -> u64 {
        self.rows.get(interval).or(self.rows.last()).copied().unwrap_or_default()
    }
}

/// One oblique impact on a wall.
#[derive(Debug, Clone, PartialEq)]
pub struct ObliqueImpact {
    pub row: u64,
    /// From the normal of the wall, rad.
    pub angle: Uncertain,
    /// m/s, where it is given.
    pub speed: Option<f64>,
    /// Before the impact, in the sense of a ball that rolls the way it moves, rad/s; none unless given.
    pub spin: Option<Uncertain>,
    /// Of the centre.
    pub tangential_restitution: Option<Uncertain>,
    /// rad/s
    pub rebound_spin: Option<Uncertain>,
    /// Of the centre, from the normal, rad.
    pub rebound_angle: Option<Uncertain>,
}

/// How long one contact lasted.
#[derive(Debug, Clone, PartialEq)]
pub struct Timed {
    pub row: u64,
    /// m/s
    pub speed: Uncertain,
    /// s
    pub duration: Uncertain,
}

/// One ball that was set rolling and came to rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Rolled {
    pub row: u64,
    /// At the start, m/s.
    pub speed: Uncertain,
    /// To rest, m.
    pub distance: Option<Uncertain>,
    /// To rest, s.
    pub time: Option<Uncertain>,
}

/// One point of a loop of force against overlap.
#[derive(Debug, Clone, PartialEq)]
pub struct LoopPoint {
    pub row: u64,
    /// Which loop, as the file calls it.
    pub name: String,
    /// m
    pub overlap: Uncertain,
    /// N
    pub force: Uncertain,
}

/// What one bounce kept, where neither heights nor speeds are known.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratios {
    pub row: u64,
    /// m/s, where it is given.
    pub speed: Option<Uncertain>,
    /// In that of the fastest impact, of a track without a scale and a frame rate.
    pub relative_speed: Option<f64>,
    /// `v_out/v_in`; 0 of bodies that stick, and so in the other two.
    pub restitution: Option<Uncertain>,
    /// Rebound over drop height: the square of a restitution.
    pub height_ratio: Option<Uncertain>,
    /// `v_out/v_in` as measured from speeds.
    pub velocity_ratio: Option<Uncertain>,
}

/// One measurement of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    Drop(Drop),
    Throw(Throw),
    Oblique(ObliqueImpact),
    Timed(Timed),
    Rolled(Rolled),
    LoopPoint(LoopPoint),
    Ratio(Ratios),
}

/// Takes one measurement of a table after the other.
pub type Visit<'v> = dyn FnMut(Measured) -> Result<(), Error> + 'v;

/// What a whole table was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Measurements handed on.
    pub measured: u64,
    /// Rows, or cells of a throw, left out because of a gap.
    pub gaps: u64,
}
