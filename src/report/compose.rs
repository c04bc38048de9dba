//! Writes a whole report: every reporter, then the manifest, and moves it to its place in one step.

use std::io;

use rayon::prelude::*;

use crate::error::Error;
use crate::halt::StopCause;

use super::{Context, OutputFolder, PlacedReport, REPORTERS, Reporter, files};

/// The files of a reduced report, for a full disk or an interrupted run.
const ESSENTIAL: [&str; 4] = ["run.json", "summary.md", "environment.toml", "index.html"];

/// The reporters that run after all tables, in this order.
const PAGES: [&str; 3] = [super::pictures::PICTURES.name, super::html::FRONT.name, super::html::PAGES.name];

/// Files of which a report has at least one.
const LEAST: [&str; 2] = ["run.json", "index.html"];

/// Builds the report next to its place and moves it there as a whole.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours;
/// [`Error::Interrupted`] when the user has asked to stop. Whatever was in the place is untouched then.
pub fn write(context: &Context<'_>, place: &OutputFolder) -> Result<PlacedReport, Error> {
    let building = place.begin()?;
    let mut names = Vec::new();
    let write = |reporter: &Reporter| {
        context.go_on()?;
        (reporter.write)(context, building.folder())
    };
    // Tables side by side; pages show pictures, and each of these two divides its own work.
    let (pages, tables): (Vec<&Reporter>, Vec<&Reporter>) =
        REPORTERS.iter().partition(|reporter| PAGES.contains(&reporter.name));
    let tables: Vec<Result<Vec<String>, Error>> = tables.into_par_iter().map(write).collect();
    for written in tables.into_iter().chain(pages.into_iter().map(write)) {
        names.extend(written?);
    }
    context.go_on()?;
    building.put(names)
}

/// Why only a reduced report can be written: the disk is full, or the run was interrupted. `None` for other errors.
pub fn partial_reason(error: &Error) -> Option<String> {
    let why = match error {
        Error::Interrupted => StopCause::Interrupted.word(),
        Error::Memory => StopCause::Memory.word(),
        Error::Write { source, .. } => match source.kind() {
            io::ErrorKind::StorageFull => "the disk is full",
            io::ErrorKind::QuotaExceeded => "the disk quota is used up",
            io::ErrorKind::FileTooLarge => "a file-size limit was reached",
            _ => return None,
        },
        _ => return None,
    };
    Some(format!("{why}, only {} were written as far as they fit", ESSENTIAL.join(", ")))
}

/// Writes a reduced report: the record and the main pages, without pictures.
///
/// # Errors
/// As [`write()`] when neither the record nor the page fits; whatever was in the place is untouched then.
pub fn write_what_fits(context: &Context<'_>, place: &OutputFolder) -> Result<PlacedReport, Error> {
    let building = place.begin()?;
    let mut names = Vec::new();
    let mut refused = None;
    for reporter in REPORTERS.iter().filter(|reporter| ESSENTIAL.contains(&reporter.name)) {
        match (reporter.write)(context, building.folder()) {
            Ok(written) => names.extend(written),
            Err(error) if partial_reason(&error).is_some() => refused = Some(error),
            Err(error) => return Err(error),
        }
    }
    if let Some(error) = refused
        && !names.iter().any(|name| LEAST.contains(&name.trim_end_matches(files::COMPRESSED)))
    {
        return Err(error);
    }
    building.put(names)
}
