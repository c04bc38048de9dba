//! A calibration as tests make it: bodies, laws and experiments as text, tables beside it, and what the fit finds. Tests of `fits` read and
//! fit here and nowhere else.
#![allow(dead_code, reason = "no program of tests needs all of it")]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
pub use collisionbench::fit::calibrate::{Calibrated, Depth};
use collisionbench::fit::calibrate::{Unwatched, calibrate};
use collisionbench::fit::file::FitResult;
use collisionbench::fit::random::Stream;
use collisionbench::report::fit::{FitContext, text, write};
use collisionbench::report::{OutputFolder, Pictures};
use rayon::prelude::*;

pub const G: f64 = 9.81;

pub const FLOOR: &str = "[body.floor]\nwall = { normal = \"+z\" }\nrigid = true\n";
/// On the floor.
pub const BALL: &str = "[body.ball]\nsphere = { radius = \"20 mm\", mass = \"30 g\" }\n[body.floor]\nwall = { normal = \"+z\" }\n\
                        rigid = true\n";
/// A restitution that is the same at every speed.
pub const DASHPOT: &str = "[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\nstiffness = \"50 kN/m\"\n\
                           [contact.damping.linear-dashpot]\nrestitution = { fit = 0.7, between = [0.1, 1.5] }\n";
pub const HEIGHTS: &str = "drop height (m),rebound height (m)\n";

/// An experiment whose data are the first table.
pub fn experiment(kind: &str, keys: &str) -> String {
    format!("[experiment.{kind}]\ndata = \"0.csv\"\n{keys}\n")
}

/// Drops, or throws, of the ball on its floor.
pub fn of_ball(kind: &str, keys: &str) -> String {
    format!("{BALL}{DASHPOT}{}", experiment(kind, &format!("height_to = \"bottom\"\ngravity = \"9.81 m/s2\"\n{keys}")))
}

/// A case of these lines with its tables, `0.csv`, `1.csv` and so on.
pub fn read(lines: &str, tables: &[&str]) -> Result<Case, String> {
    let folder = tempfile::tempdir().unwrap();
    for (at, table) in tables.iter().enumerate() {
        std::fs::write(folder.path().join(format!("{at}.csv")), table).unwrap();
    }
    read_from(lines, &Files::Folder(folder.path().into()))
}

/// The same, whose tables are elsewhere.
pub fn read_from(lines: &str, files: &Files) -> Result<Case, String> {
    let text = format!(
        "title = \"T\"\nsource = \"my laboratory\"\n{lines}\n[[expect]]\nthat = \"fit\"\nagrees_with = \"residuals\"\n\
         birge_ratio = {{ within_sigma = 50 }}\n"
    );
    let file = SourceFile { name: "case.toml".into(), text };
    Case::read(Arc::new(file), "case", files).map_err(|error| error.to_string())
}

pub fn shipped_case(name: &str) -> Case {
    let file = Files::Embedded.text(&format!("cases/calibration/{name}.toml"), 1 << 20).unwrap();
    Case::read(Arc::new(file), name, &Files::Embedded).unwrap_or_else(|error| panic!("{error}"))
}

pub fn fitted(case: &Case, depth: Depth) -> Result<Calibrated, String> {
    calibrate(case, depth, &Unwatched).map_err(|error| error.to_string())
}

pub fn fit(case: &Case, depth: Depth) -> Calibrated {
    fitted(case, depth).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

/// What the fit of a case of these lines finds.
pub fn found(lines: &str, table: &str, depth: Depth) -> Calibrated {
    fit(&read(lines, &[table]).unwrap_or_else(|error| panic!("{error}")), depth)
}

pub fn shipped(name: &str, depth: Depth) -> Calibrated {
    fit(&shipped_case(name), depth)
}

/// What is printed of a fit, with single blanks.
pub fn printed(found: &Calibrated) -> String {
    crate::common::single_spaced(&text::text(found, 100))
}

/// What `fit.json` has of it.
pub fn result(case: &Case, found: &Calibrated) -> FitResult {
    FitResult::of(case, found, "collisionbench 0", "collisionbench fit").unwrap()
}

/// Writes the files of a fit.
pub fn put(case: &Case, found: &Calibrated, pictures: Pictures, folder: &Path) {
    let context = FitContext { case, found, result: &result(case, found), pictures, stop: &|| false };
    write(&context, &OutputFolder::new(folder).unwrap()).unwrap();
}

/// Share of so many experiments, each with random numbers of its own, of which this holds.
pub fn share(experiments: u64, seed: u64, holds: impl Fn(&mut Stream) -> bool + Sync) -> f64 {
    let all = each(experiments, seed, holds);
    all.iter().filter(|holds| **holds).count() as f64 / experiments as f64
}

/// What is found in so many experiments, side by side.
pub fn each<T: Send>(experiments: u64, seed: u64, one: impl Fn(&mut Stream) -> T + Sync) -> Vec<T> {
    (0..experiments).into_par_iter().map(|index| one(&mut Stream::new(seed, index))).collect()
}

/// Mean, and standard deviation.
pub fn deviation(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt())
}

/// Zero of a function that is above it at the low end and below it at the high end.
pub fn bisect(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        *(if f(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    0.5 * (low + high)
}

/// `(pi - 2 p) tan p = -ln e`: the angle of a linear dashpot that never pulls; its ratio is `sin p`.
pub fn clamped(e: f64) -> f64 {
    bisect(|p| -e.ln() - (std::f64::consts::PI - 2.0 * p) * p.tan(), 0.0, 1.5)
}

/// Drops from heights, as they are read; all scatters are standard deviations.
#[derive(Clone)]
pub struct Drops {
    pub heights: Vec<f64>,
    /// From each height.
    pub each: usize,
    pub e: f64,
    /// Of the restitution between heights, and between drops.
    pub between: f64,
    pub scatter: f64,
    /// By how much a height is missed, m, for all of its drops or for each anew.
    pub set: f64,
    pub once: bool,
    /// Of a reading of a rebound, m, and what is added to all of them.
    pub read: f64,
    pub zero: f64,
}

pub const DROPS: Drops = Drops {
    heights: Vec::new(),
    each: 1,
    e: 0.8,
    between: 0.0,
    scatter: 0.004,
    set: 1e-3,
    once: false,
    read: 1e-3,
    zero: 0.0,
};

impl Drops {
    pub fn table(&self, stream: &mut Stream) -> String {
        let mut table = HEIGHTS.to_string();
        for h in &self.heights {
            let of_height = self.between * stream.normal();
            let mut off = self.set * stream.normal();
            for drop in 0..self.each {
                if drop > 0 && !self.once {
                    off = self.set * stream.normal();
                }
                let e = self.e + of_height + self.scatter * stream.normal();
                let rebound = e * e * (h + off) + self.zero + self.read * stream.normal();
                writeln!(table, "{h:?},{rebound:?}").unwrap();
            }
        }
        table
    }
}
