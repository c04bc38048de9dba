//! Figures that combine several cases of a run.

use crate::bench::record::{CaseRecord, Record};

use super::{Drawn, atlas};
use crate::report::table::SEPARATOR;

pub mod adhesion;
pub mod asked_got;
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

impl CombinedFigure {
    fn new(name: impl Into<String>, title: impl Into<String>, drawn: Drawn) -> Self {
        Self { name: name.into(), title: title.into(), sentence: drawn.figure.finding.clone(), drawn }
    }
}

/// How many of them the front page shows at most; the others are on a page of their own.
pub const ON_FRONT: usize = 4;

/// Prefix of the names of some figures, and the function that draws them from a record.
type Figures = (&'static str, fn(&Record) -> Vec<CombinedFigure>);

/// In the order the page shows them.
const FIGURES: &[Figures] = &[
    ("asked-got", |record| one("asked-got", "Restitution achieved against the one asked for", asked_got::draw(record))),
    ("incidence-", incidence::figures),
    ("near-normal-", glancing::figures),
    ("psi", psi::figures),
    ("law-errors", |record| one("law-errors", "Model error by contact law", errors::draw(record))),
    ("energy-created", |record| {
        one("energy-created", "Spurious energy gained or lost per impact", energy::draw(record))
    }),
    ("loops-", loops::figures),
    ("adhesion-codes", |record| one("adhesion-codes", adhesion::TITLE, adhesion::draw(record))),
    ("yielding", |record| one("yielding", yielding::TITLE, yielding::draw(record))),
    ("second-impacts", |record| one("second-impacts", second_impacts::TITLE, second_impacts::draw(record))),
    ("cycles", |record| one("cycles", "Energy lost over cycles of loading and unloading", cycles::draw(record))),
    ("plates-", plates::figures),
    (atlas::NAME, |record| one(atlas::NAME, "Orders of convergence, observed and expected", atlas::draw(record))),
    ("codes-by-", codes::figures),
];

/// A figure of which there is one at most.
fn one(name: &str, title: &str, drawn: Option<Drawn>) -> Vec<CombinedFigure> {
    drawn.map(|drawn| CombinedFigure::new(name, title, drawn)).into_iter().collect()
}

/// Names of cases in one cell of a table.
fn named(cases: &[&CaseRecord]) -> String {
    cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>().join(SEPARATOR)
}

/// Whether a figure over several cases could be called so.
pub fn is_name(name: &str) -> bool {
    FIGURES.iter().any(|(stem, _)| name.starts_with(stem))
}

/// Every figure that the record has the numbers for.
pub fn figures(record: &Record) -> Vec<CombinedFigure> {
    FIGURES.iter().flat_map(|(_, figures)| figures(record)).collect()
}
