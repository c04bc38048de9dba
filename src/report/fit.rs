//! What a calibration leaves behind: files made from [`Calibrated`] and the case, put in place all at once.
//!
//! One part writes one kind of file; `PARTS` is the list that is walked, and `manifest.txt` comes after all of them.

pub mod case_text;
mod drawn;
mod draws;
pub mod drops_csv;
pub mod fit_toml;
pub mod material;
pub mod page;
mod section;
mod sections;
pub mod text;
mod through;

use std::path::Path;

use super::{OutputFolder, Pictures, Put};
use crate::case::Case;
use crate::error::Error;
use crate::fit::calibrate::Calibrated;

/// What the files of a calibration are made from.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    pub case: &'a Case,
    pub found: &'a Calibrated,
    /// As it was typed.
    pub command: &'a str,
    /// `collisionbench 0.1.0`, and the commit where it is known.
    pub program: &'a str,
    pub pictures: Pictures,
    /// Whether the user has asked to stop: looked at between parts and between pictures.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Writes one kind of file into a folder and returns the names of the files written, relative to it, with `/`:
/// [`Error::Write`] when a file cannot be written, [`Error::Interrupted`] when the user has asked to stop.
type Part = fn(&Told<'_>, &Path) -> Result<Vec<String>, Error>;

/// Every part, in the order they write.
const PARTS: [Part; 6] = [fit_toml::write, material::write, drops_csv::write, draws::write, drawn::write, page::write];

/// Builds the folder of a calibration beside its place and puts it there whole.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours;
/// [`Error::Interrupted`] when the user has asked to stop. Whatever was in the place is untouched then.
pub fn write(told: &Told<'_>, place: &OutputFolder) -> Result<Put, Error> {
    let go_on = || if (told.stop)() { Err(Error::Interrupted) } else { Ok(()) };
    let building = place.begin()?;
    let mut names = Vec::new();
    for part in PARTS {
        go_on()?;
        names.extend(part(told, building.folder())?);
    }
    go_on()?;
    building.put(names)
}
