//! The pictures of a calibration.

use super::Told;
use crate::error::Error;
use crate::report::pictures::fit::plan;
use crate::report::pictures::put;
use rayon::prelude::*;
use std::path::Path;

/// Writes `<picture>.svg` and `.csv`.
pub(super) fn write(told: &Told<'_>, folder: &Path) -> Result<Vec<String>, Error> {
    // Each picture is drawn by one thread on its own canvas: the bytes do not depend on how many there are.
    let written: Result<Vec<Vec<String>>, Error> = plan(told.found, told.pictures)
        .par_iter()
        .map(|picture| {
            if (told.stop)() {
                return Err(Error::Interrupted);
            }
            match picture.draw(told.found) {
                Some(drawn) => put(&drawn, &picture.name, folder, false),
                None => Ok(Vec::new()),
            }
        })
        .collect();
    Ok(written?.concat())
}
