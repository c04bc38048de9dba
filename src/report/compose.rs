//! Writes a whole report: every reporter, then the manifest, and moves it to its place in one step.

use rayon::prelude::*;

use crate::error::Error;
use crate::output::OutputFolder;

use super::{Context, REPORTERS, Reporter};

/// The reporters that run after all tables, in this order.
const PAGES: [&str; 3] = [super::pictures::PICTURES.name, super::html::FRONT.name, super::html::PAGES.name];

/// Builds the report next to its place and moves it there as a whole; returns its files.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours;
/// [`Error::Interrupted`] when the user has asked to stop. Whatever was in the place is untouched then.
pub fn write(context: &Context<'_>, place: &OutputFolder) -> Result<Vec<String>, Error> {
    let building = place.begin()?;
    let folder = building.folder();
    let mut names = Vec::new();
    let write = |reporter: &Reporter| {
        context.go_on()?;
        (reporter.write)(context, &folder)
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
