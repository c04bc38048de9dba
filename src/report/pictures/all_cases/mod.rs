//! Figures that combine several cases of a run: what each shows is computed here, how it looks and which cases are meant are
//! in its file, `reports/figures/NAME.toml`.

use std::sync::{Arc, OnceLock};

use crate::bench::record::{CaseRecord, Record};
use crate::data::Files;
use crate::error::SourceFile;

use super::Drawn;
use super::figure_file::{self, FigureFile, Select, SeriesName, Source};
use crate::report::table::SEPARATOR;

pub mod adhesion;
pub mod asked_got;
pub mod atlas;
pub mod codes;
pub mod cycles;
pub mod deviations;
pub mod energy;
pub mod errors;
pub mod glancing;
pub mod incidence;
pub mod laws;
pub mod loops;
pub mod plates;
pub mod psi;
pub mod second_impacts;
pub mod yielding;

/// A figure that is made from several cases.
#[derive(Debug, Clone, PartialEq)]
pub struct CombinedFigure {
    /// File name without ending; it stands beside the folders of the cases.
    pub name: String,
    /// For the page.
    pub title: String,
    /// What it shows, of the numbers that are drawn.
    pub sentence: Option<String>,
    pub drawn: Drawn,
}

/// How many of them the front page shows at most; the others are on a page of their own.
pub const ON_FRONT: usize = 4;

/// The cases of a record that a figure means.
pub struct Cases<'a> {
    pub cases: Vec<&'a CaseRecord>,
    /// All of them, with what holds for the run.
    pub record: &'a Record,
}

/// One of the figures of a series: what its name and its title have of it, where there are several.
pub struct Part {
    name: String,
    title: String,
    drawn: Drawn,
}

impl Part {
    fn new(name: impl Into<String>, title: impl Into<String>, drawn: Drawn) -> Self {
        Self { name: name.into(), title: title.into(), drawn }
    }
}

/// What can be computed from several cases, and the file that says how it is shown.
struct Series {
    name: SeriesName,
    file: &'static str,
    draw: fn(&Cases<'_>) -> Vec<Part>,
}

/// Its name is that of its file. One that is drawn from `each` group of bodies has a figure of each.
macro_rules! series {
    ($name:literal, $kind:literal, $draw:expr) => {
        series!($name, $kind, each |cases: &Cases<'_>| {
            $draw(cases).map(|drawn| Part::new("", "", drawn)).into_iter().collect()
        })
    };
    ($name:literal, $kind:literal, each $draw:expr) => {
        Series {
            name: SeriesName { name: $name, kind: $kind },
            file: include_str!(concat!("../../../../reports/figures/", $name, ".toml")),
            draw: $draw,
        }
    };
}

/// In the order a page shows their figures.
static SERIES: &[Series] = &[
    series!("asked-got", "line", asked_got::draw),
    series!("incidence", "line", each incidence::figures),
    series!("near-normal", "sweep", each glancing::figures),
    series!("psi", "sweep", each psi::figures),
    series!("psi-poisson-ratio", "line", psi::ratios),
    series!("law-errors", "strip", errors::draw),
    series!("energy-created", "strip", energy::draw),
    series!("loops", "loop", each loops::figures),
    series!("adhesion-codes", "line", adhesion::draw),
    series!("yielding", "line", yielding::draw),
    series!("second-impacts", "line", second_impacts::draw),
    series!("cycles", "line", cycles::draw),
    series!("plates", "line", each plates::figures),
    series!("order-atlas", "order", atlas::draw),
    series!("codes-by-program", "matrix", codes::by_program),
    series!("codes-by-documentation", "matrix", codes::by_documentation),
];

/// The series by their names and kinds.
pub fn series() -> Vec<SeriesName> {
    SERIES.iter().map(|series| series.name).collect()
}

/// The figure files that ship, by the names of their series.
pub fn shipped() -> &'static [(&'static str, FigureFile)] {
    static READ: OnceLock<Vec<(&str, FigureFile)>> = OnceLock::new();
    READ.get_or_init(|| {
        let read = |series: &Series| {
            let (name, text) = (series.name.name, series.file.to_string());
            let file = SourceFile { name: format!("reports/figures/{name}.toml"), text };
            Some((name, figure_file::read(&Arc::new(file), &Files::Embedded, &self::series()).ok()?))
        };
        SERIES.iter().filter_map(read).collect()
    })
}

/// The text of the file of a figure over several cases: of `incidence` for `incidence-kharaz-2001-kratos`.
pub fn file_of(name: &str) -> Option<&'static str> {
    let is = |stem: &str| name.strip_prefix(stem).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    let found = SERIES.iter().filter(|series| is(series.name.name)).max_by_key(|series| series.name.name.len())?;
    Some(found.file)
}

/// Names of cases in one cell of a table.
fn named(cases: &[&CaseRecord]) -> String {
    cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>().join(SEPARATOR)
}

/// Whether a figure over several cases could be called so.
pub fn is_name(name: &str) -> bool {
    file_of(name).is_some()
}

/// What a series makes of the cases that are meant.
pub fn drawn(record: &Record, series: &str, select: &Select) -> Vec<Part> {
    let cases = Cases { cases: record.cases.iter().filter(|case| means(select, case)).collect(), record };
    SERIES.iter().find(|known| known.name.name == series).map(|series| (series.draw)(&cases)).unwrap_or_default()
}

/// The figure of a part.
impl From<Part> for Drawn {
    fn from(part: Part) -> Self {
        part.drawn
    }
}

/// Whether a case is one of those that are meant.
fn means(select: &Select, case: &CaseRecord) -> bool {
    let Select { swept, observable, against, column } = select;
    swept.as_ref().is_none_or(|path| case.swept.contains(path))
        && observable.as_ref().is_none_or(|word| case.observations().any(|seen| seen.observable == *word))
        && against.as_ref().is_none_or(|name| {
            let is = |full: &str| full == name || full.rsplit('/').next() == Some(name);
            case.checks.iter().any(|check| is(&check.against))
        })
        && column.as_ref().is_none_or(|word| case.curves.iter().any(|curve| curve.columns.contains(word)))
}

/// Every figure that the record has the numbers for.
pub fn figures(record: &Record) -> Vec<CombinedFigure> {
    let of_file = |(name, file): &(&str, FigureFile)| {
        let Source::Series { name: series, select } = &file.source else { return Vec::new() };
        let parts = drawn(record, &series.text, select).into_iter().map(|part| {
            let dash = if part.name.is_empty() { "" } else { "-" };
            let title = file.title.clone().unwrap_or_default().replace("{}", &part.title);
            let Drawn { figure, table } = part.drawn;
            let drawn = Drawn { figure: file.styled(figure), table };
            let sentence = drawn.figure.finding.clone();
            CombinedFigure { name: format!("{name}{dash}{}", part.name), title, sentence, drawn }
        });
        parts.collect::<Vec<_>>()
    };
    shipped().iter().flat_map(of_file).collect()
}
