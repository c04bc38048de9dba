//! Pictures: each an SVG beside the CSV of its numbers.

use std::path::Path;

use rayon::prelude::*;

use crate::error::Error;
use crate::record::CaseRecord;

use super::table::Table;
use super::{Reporter, files};

pub mod all_cases;
pub mod atlas;
pub mod axis;
pub mod comparison;
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
pub mod loops;
pub mod map;
pub mod names;
pub mod order;
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
    /// Two key figures per case, four where a check fails
    #[default]
    Default,
    All,
    None,
}

/// A figure and the numbers in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    pub figure: figure::Figure,
    pub table: Table,
}

/// Writes `<case>/<picture>.svg` and `.csv`.
pub const PICTURES: Reporter = Reporter {
    name: "<picture>.svg",
    about: "one folder per case: up to two pictures, four where a check fails, with their data as CSV; figures over several cases next to the folders",
    write: |context, folder| {
        let planned = |case| plan(case, context.pictures).into_iter().map(move |picture| (case, picture));
        let jobs: Vec<(&CaseRecord, Picture)> = context.record.cases.iter().flat_map(planned).collect();
        let packed = files::are_packed(context.record);
        // Each picture is drawn by one thread on its own canvas: the bytes do not depend on how many there are.
        let written: Result<Vec<Vec<String>>, Error> = jobs
            .par_iter()
            .map(|(case, picture)| context.go_on().and_then(|()| write(case, picture, folder, packed)))
            .collect();
        let mut written = written?.concat();
        if context.pictures != Pictures::None {
            let put = |shared: &all_cases::CombinedFigure| {
                context.go_on().and_then(|()| put(&shared.drawn, &shared.name, folder, packed))
            };
            let shared: Result<Vec<Vec<String>>, Error> =
                all_cases::figures(context.record).par_iter().map(put).collect();
            written.extend(shared?.concat());
        }
        Ok(written)
    },
};

fn write(case: &CaseRecord, picture: &Picture, folder: &Path, packed: bool) -> Result<Vec<String>, Error> {
    let Some(drawn) = picture.draw(case) else { return Ok(Vec::new()) };
    let stem = format!("{}/{}", case.name, picture.name);
    if picture.kind.draws_trajectories() { svg(&drawn, &stem, folder) } else { put(&drawn, &stem, folder, packed) }
}

/// Writes a picture and its numbers, compressed where `packed`.
pub(super) fn put(drawn: &Drawn, stem: &str, folder: &Path, packed: bool) -> Result<Vec<String>, Error> {
    let csv = drawn.table.write(folder, &format!("{stem}.csv"), packed)?;
    Ok([vec![csv], svg(drawn, stem, folder)?].concat())
}

fn svg(drawn: &Drawn, stem: &str, folder: &Path) -> Result<Vec<String>, Error> {
    Ok(vec![files::write(folder, &format!("{stem}.svg"), drawn.figure.page_svg().as_bytes())?])
}
