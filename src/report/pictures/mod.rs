//! Pictures: each an SVG beside the CSV of its numbers, and those that are shown first as PNG too.

use std::io;
use std::path::Path;

use rayon::prelude::*;

use crate::bench::record::CaseRecord;
use crate::error::Error;

use super::table::Table;
use super::{Reporter, files};

pub mod all_cases;
pub mod axis;
pub mod compared;
pub mod comparison;
pub mod deck;
pub mod drawing;
pub mod entity;
pub mod figure;
pub mod figure_file;
pub mod fit;
pub mod force_overlap;
mod from_file;
pub mod history;
pub mod label;
mod layers;
pub mod layout;
pub mod legend;
pub mod loops;
pub mod map;
pub mod names;
pub mod order;
pub mod own_data;
pub mod place;
pub mod plan;
mod points;
mod prelude;
pub mod publication;
pub mod regimes;
pub mod residual;
pub mod selection;
pub mod series;
pub mod sound;
pub mod style;
pub mod sweep;
pub mod track;

pub use plan::{Picture, PictureKind, plan};

/// How many pictures a case gets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Pictures {
    /// Two figures of each case, four where a check fails, the first as PNG too, and those over several cases
    #[default]
    Default,
    /// Every figure of each case
    All,
    /// No figures; every table
    None,
}

/// A figure and the numbers in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    pub figure: figure::Figure,
    pub table: Table,
}

/// Writes `<case>/<picture>.svg` and `.csv`; `.png` of the first picture of a case and of the figures on the front page.
pub const PICTURES: Reporter = Reporter {
    name: "<picture>.svg",
    about: "one folder per case: up to two pictures, four where a check fails, with their data as CSV, the first as PNG too; figures over several cases next to the folders",
    write: |context, folder| {
        // Each picture is drawn by one thread on its own canvas: the bytes do not depend on how many there are.
        let of_case = |case: &CaseRecord| {
            let mut written = Vec::new();
            for picture in plan(case, context.pictures) {
                context.go_on()?;
                let Some(drawn) = picture.draw(case) else { continue };
                let stem = format!("{}/{}", case.name, picture.name);
                let is_first = written.is_empty();
                written.extend(match picture.kind.draws_trajectories() {
                    true => vec![svg(&drawn, &stem, folder)?],
                    false => put(&drawn, &stem, folder)?,
                });
                if is_first {
                    written.push(png(&drawn, &stem, folder)?);
                }
            }
            Ok(written)
        };
        let written = context.record.cases.par_iter().map(of_case).collect::<Result<Vec<_>, Error>>()?;
        let over_several = |(place, shared): (usize, &all_cases::CombinedFigure)| {
            context.go_on()?;
            let mut written = put(&shared.drawn, &shared.name, folder)?;
            if place < all_cases::ON_FRONT {
                written.push(png(&shared.drawn, &shared.name, folder)?);
            }
            Ok(written)
        };
        let drawn = context.pictures != Pictures::None;
        let shared = if drawn { all_cases::figures(context.record) } else { Vec::new() };
        let shared = shared.par_iter().enumerate().map(over_several).collect::<Result<Vec<_>, Error>>()?;
        Ok([written.concat(), shared.concat()].concat())
    },
};

/// Writes a picture and its numbers.
pub(super) fn put(drawn: &Drawn, stem: &str, folder: &Path) -> Result<Vec<String>, Error> {
    Ok(vec![drawn.table.write(folder, &format!("{stem}.csv"))?, svg(drawn, stem, folder)?])
}

fn svg(drawn: &Drawn, stem: &str, folder: &Path) -> Result<String, Error> {
    files::write(folder, &format!("{stem}.svg"), drawn.figure.page_svg().as_bytes())
}

/// Writes a picture as SVG and PNG, and its numbers.
pub(super) fn put_with_png(drawn: &Drawn, stem: &str, folder: &Path) -> Result<Vec<String>, Error> {
    let mut written = put(drawn, stem, folder)?;
    written.push(png(drawn, stem, folder)?);
    Ok(written)
}

fn png(drawn: &Drawn, stem: &str, folder: &Path) -> Result<String, Error> {
    let name = format!("{stem}.png");
    let bytes = drawn.figure.png().map_err(|error| Error::write(&folder.join(&name), io::Error::other(error)))?;
    files::write(folder, &name, &bytes)
}
