//! A whole report: every reporter in turn, the manifest, and then all of it put in place at once.

use crate::error::Error;

use super::{Context, Place, Put, REPORTERS, manifest};

/// Builds the report beside its place and puts it there whole.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours;
/// [`Error::Interrupted`] when the user has asked to stop. Whatever was in the place is untouched then.
pub fn write(context: &Context<'_>, place: &Place) -> Result<Put, Error> {
    let building = place.begin()?;
    let mut names = Vec::new();
    for reporter in REPORTERS {
        context.go_on()?;
        names.extend(reporter.write(context, building.folder())?);
    }
    manifest::write(building.folder(), &names)?;
    names.push(manifest::NAME.to_string());
    context.go_on()?;
    building.put(names)
}
