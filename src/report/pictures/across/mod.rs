//! Figures over all cases of a run: what one case cannot show.

use crate::record::{CaseRecord, Record};

use super::table::SEPARATOR;
use super::{Drawn, atlas};

pub mod adhesion;
pub mod codes;
pub mod cycles;
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
pub struct Shared {
    /// File name without ending; it stands beside the folders of the cases.
    pub name: String,
    /// For the page.
    pub title: String,
    pub drawn: Drawn,
}

/// What each looks for in a record, in the order the page shows them.
const FIGURES: &[fn(&Record) -> Vec<Shared>] = &[
    incidence::figures,
    glancing::figures,
    psi::figures,
    errors::figures,
    energy::figures,
    loops::figures,
    adhesion::figures,
    yielding::figures,
    second_impacts::figures,
    cycles::figures,
    plates::figures,
    orders,
    codes::figures,
];

/// Names of cases in one cell of a table.
fn named(cases: &[&CaseRecord]) -> String {
    cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>().join(SEPARATOR)
}

/// How the names of these figures begin.
const STEMS: [&str; 13] = [
    "incidence-",
    "near-normal-",
    "psi",
    "law-errors",
    "energy-created",
    "loops-",
    "adhesion-codes",
    "yielding",
    "second-impacts",
    "cycles",
    "plates-",
    atlas::NAME,
    "codes-by-",
];

/// Whether a figure over several cases could be called so.
pub fn is_name(name: &str) -> bool {
    STEMS.iter().any(|stem| name.starts_with(stem))
}

/// Every figure that the record has the numbers for.
pub fn figures(record: &Record) -> Vec<Shared> {
    FIGURES.iter().flat_map(|figures| figures(record)).collect()
}

fn orders(record: &Record) -> Vec<Shared> {
    let title = "Orders of convergence, observed and expected".to_string();
    atlas::draw(record).map(|drawn| Shared { name: atlas::NAME.to_string(), title, drawn }).into_iter().collect()
}
