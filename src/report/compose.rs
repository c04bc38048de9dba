//! A whole report: every reporter, the manifest, and then all of it put in place at once.

use std::io;

use rayon::prelude::*;

use crate::error::Error;
use crate::halt::StopCause;

use super::{Context, OutputFolder, Put, REPORTERS, Reporter, files};

/// The files of a report for which there is no room, or no time: the record, and what says how it came out.
const ESSENTIAL: [&str; 4] = ["run.json", "summary.md", "environment.toml", "index.html"];

/// What is written after all tables, in this order.
const PAGES: [&str; 3] = [super::pictures::PICTURES.name, super::html::FRONT.name, super::html::PAGES.name];

/// Of these one at least is in a report.
const LEAST: [&str; 2] = ["run.json", "index.html"];

/// Builds the report beside its place and puts it there whole.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours;
/// [`Error::Interrupted`] when the user has asked to stop. Whatever was in the place is untouched then.
pub fn write(context: &Context<'_>, place: &OutputFolder) -> Result<Put, Error> {
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

/// Why a report could not be written whole, where a smaller one may do: the disk is full, or the work was ended.
pub fn why_not_whole(error: &Error) -> Option<String> {
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

/// Puts what fits of a report in its place: the record and the pages that say how it came out, without pictures.
///
/// # Errors
/// As [`write()`] when neither the record nor the page fits; whatever was in the place is untouched then.
pub fn write_what_fits(context: &Context<'_>, place: &OutputFolder) -> Result<Put, Error> {
    let building = place.begin()?;
    let mut names = Vec::new();
    let mut refused = None;
    for reporter in REPORTERS.iter().filter(|reporter| ESSENTIAL.contains(&reporter.name)) {
        match (reporter.write)(context, building.folder()) {
            Ok(written) => names.extend(written),
            Err(error) if why_not_whole(&error).is_some() => refused = Some(error),
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
