//! The report of a calibration: files made from [`Calibrated`] and the case, moved to their place in one step.
//!
//! One part writes one kind of file; `PARTS` is the list that is walked, and `manifest.txt` comes after all of them.

mod draws;
pub mod drops_csv;
pub mod page;
mod section;
mod sections;
pub mod text;

use std::path::Path;

use rayon::prelude::*;

use super::pictures::{fit::plan, put};
use super::{OutputFolder, Pictures, files};
use crate::case::Case;
use crate::error::Error;
use crate::fit::calibrate::Calibrated;
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
    |context, folder| Ok(vec![drops_csv::table(context.found).write(folder, "drops.csv")?]),
    draws::write,
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
