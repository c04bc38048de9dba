//! The report of a calibration: files made from [`Calibrated`] and the case, moved to their place in one step.
//!
//! One part writes one kind of file; `PARTS` is the list that is walked, and `manifest.txt` comes after all of them.

pub mod page;
mod sections;
pub mod text;

use std::fmt::Write;
use std::path::Path;

use rayon::prelude::*;
use serde_json::json;

use super::pictures::fit::plan;
use super::pictures::put;
use super::table::{Cell, Table, cells};
use super::{OutputFolder, Pictures, files};
use crate::case::Case;
use crate::error::Error;
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{Fate, Measurement};
use crate::fit::file::FitResult;

/// The input of the files of a calibration.
#[derive(Clone, Copy)]
pub struct FitContext<'a> {
    pub case: &'a Case,
    pub found: &'a Calibrated,
    /// What `fit.json` has of it.
    pub result: &'a FitResult,
    pub pictures: Pictures,
    /// Whether the user has asked to stop: looked at between parts and between pictures.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Writes one kind of file into a folder and returns the names of the files written, relative to it, with `/`:
/// [`Error::Write`] when a file cannot be written, [`Error::Interrupted`] when the user has asked to stop.
type Part = fn(&FitContext<'_>, &Path) -> Result<Vec<String>, Error>;

/// Every part, in the order they write.
const PARTS: [Part; 5] = [
    |context, folder| Ok(vec![files::write(folder, "fit.json", context.result.text()?.as_bytes())?]),
    |context, folder| Ok(vec![drops(context.found).write(folder, "drops.csv")?]),
    priors,
    |context, folder| {
        // Each picture is drawn by one thread on its own canvas: the bytes do not depend on how many there are.
        let planned = plan(context.found, context.pictures);
        let written = planned.par_iter().map(|picture| {
            context.go_on()?;
            picture.draw(context.found).map_or(Ok(Vec::new()), |drawn| put(&drawn, &picture.name, folder))
        });
        Ok(written.collect::<Result<Vec<_>, Error>>()?.concat())
    },
    page::write,
];

impl FitContext<'_> {
    fn go_on(&self) -> Result<(), Error> {
        if (self.stop)() { Err(Error::Interrupted) } else { Ok(()) }
    }
}

/// Builds the folder of a calibration beside its place and puts it there whole; returns its files.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours;
/// [`Error::Interrupted`] when the user has asked to stop. Whatever was in the place is untouched then.
pub fn write(context: &FitContext<'_>, place: &OutputFolder) -> Result<Vec<String>, Error> {
    let building = place.begin()?;
    let folder = building.folder();
    let mut names = Vec::new();
    for part in PARTS {
        context.go_on()?;
        names.extend(part(context, &folder)?);
    }
    context.go_on()?;
    building.put(names)
}

/// The columns of `drops.csv`, in order. Heights, speeds, readings and angles are in m, m/s, m or s, and rad; an unknown is an empty
/// cell. The four `effect` columns are the restitution with a correction less that without; the last one holds what looks
/// wrong about a number, used or not.
const COLUMNS: &str = "drop impact row height speed angle overlap quantity unit value sigma sigma_used predicted \
                           residual standardised reading reading_measured reading_predicted effect_of_air \
                           effect_of_contact_duration effect_of_gravity_during_contact effect_of_height_to used \
                           why_not doubt";

/// Every measured number of a calibration.
fn drops(found: &Calibrated) -> Table {
    let mut table = Table::new(COLUMNS);
    found.measurements.iter().for_each(|measurement| table.row(row(measurement)));
    table
}

fn row(m: &Measurement) -> [Cell<'_>; 25] {
    let (used, why_not) = match &m.fate {
        Fate::Used => ("yes", ""),
        Fate::Stuck => ("yes", "the ball did not come back: a bound of the sticking speed"),
        Fate::HeldOut => ("yes", "judges a fit of the others"),
        Fate::LeftOut(reason) => ("no", reason.as_str()),
    };
    let reading = match m.rebound {
        Some(rebound) if rebound.timed => "interval, s",
        Some(_) => "rebound height, m",
        None => "",
    };
    cells![
        &m.name,
        m.number,
        m.row as usize,
        m.height,
        m.speed,
        m.angle,
        m.overlap,
        m.quantity.word(),
        m.quantity.dimension().si(),
        m.value,
        m.sigma,
        m.sigma_used,
        m.predicted,
        m.residual(),
        m.standardised(),
        reading,
        m.rebound.map(|rebound| rebound.measured),
        m.rebound.and_then(|rebound| rebound.predicted),
        m.effects.air,
        m.effects.contact_duration,
        m.effects.gravity_during_contact,
        m.effects.height_to,
        used,
        why_not,
        m.doubt.as_deref(),
    ]
}

/// Rows of the prior: each is a simulation of GrainLearning's first iteration.
const SAMPLES: usize = 100;

/// Writes `draws.csv`, `grainlearning.txt` and `grainlearning.json`; nothing where nothing is drawn.
fn priors(context: &FitContext<'_>, folder: &Path) -> Result<Vec<String>, Error> {
    let Some(rows) = context.result.draws.as_ref().map(|draws| &draws.parameters) else { return Ok(Vec::new()) };
    // A parameter's own word, which is its path in the case where two parameters share the word.
    let names: Vec<String> = context.found.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let mut table = Table::of(&names);
    rows.iter().for_each(|row| table.row(row.iter().map(|value| Cell::from(*value))));
    let mut written = vec![table.write(folder, "draws.csv")?];
    let samples = rows.get(..SAMPLES.min(rows.len())).unwrap_or_default();
    written.push(files::write(folder, "grainlearning.txt", samples_text(&names, samples).as_bytes())?);
    written.push(files::write(folder, "grainlearning.json", config(&names, samples).as_bytes())?);
    Ok(written)
}

/// The table that GrainLearning's `IODynamicSystem` reads as `param_data_file`: one line of headers after `!`, then one
/// sample a line, its parameters in the last columns.
fn samples_text(names: &[String], samples: &[Vec<f64>]) -> String {
    let mut text = format!("!OMP_NUM_THREADS description key {}\n", names.join(" "));
    for (at, sample) in samples.iter().enumerate() {
        let values: Vec<String> = sample.iter().map(|value| format!("{value:.17e}")).collect();
        let _ = writeln!(text, "1 prior_Iter0_Sample{at:02} {at} {}", values.join(" "));
    }
    text
}

/// The keys of GrainLearning's `system` that a prior determines. The bounds hold every sample.
fn config(names: &[String], samples: &[Vec<f64>]) -> String {
    let bound = |pick: fn(f64, f64) -> f64| -> Vec<f64> {
        let of = |k: usize| samples.iter().filter_map(|row| row.get(k).copied()).reduce(pick);
        (0..names.len()).filter_map(of).collect()
    };
    let config = json!({
        "param_names": names,
        "param_min": bound(f64::min),
        "param_max": bound(f64::max),
        "num_samples": samples.len(),
        "param_data_file": "grainlearning.txt",
    });
    format!("{config:#}\n")
}
