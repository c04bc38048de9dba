//! Summarises a run: the largest deviation of every code, law, scheme, theory and experiment, by question.
//!
//! A finding is made only from the checks of a [`Record`]: one for each subject, question and observable, with counts,
//! the largest deviation and its case. Nothing is judged again, and checks that were not computed count as not run.

mod collect;
mod measure;
mod overview;
mod question;
mod setup;
mod steps;
mod subject;
mod verdict;
mod words;

use crate::bench::record::{CaseRecord, Check, Record, Tally};
use crate::distinct::distinct;

pub use measure::{Deviation, Measure};
pub use overview::{Answer, CodeRow, Overview, Size};
pub use question::{Question, observable_words};
pub use setup::code_title;
pub use steps::{StepsFor, steps_for};
pub use subject::{Basis, Kind, Subject};
pub use verdict::{Agreement, CaseOutcome, FitAgreement, outcome_words};

/// All findings of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings<'a> {
    /// In the order of kinds, then of the record.
    pub all: Vec<Finding<'a>>,
}

/// The deviation of one observable of one subject from one theory, dataset or solver.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding<'a> {
    pub subject: Subject,
    /// Of a code: its version. Empty otherwise.
    pub version: String,
    pub basis: Basis,
    /// What was computed: `LAMMPS 29Sep2021`, `Hertz + Tsuji`, `velocity-verlet`.
    pub computed: String,
    /// The theory, dataset or solver it is compared with, as the checks name it.
    pub against: &'a str,
    pub question: Question,
    pub observable: &'a str,
    pub unit: &'a str,
    pub tally: Tally,
    /// The check that deviates most; absent where nothing was compared.
    pub worst: Option<Worst<'a>>,
    /// Reasons of known gaps and failures, with how many checks give each.
    pub causes: Vec<(&'a str, usize)>,
    /// Why checks were not made.
    pub not_run: Vec<(&'a str, usize)>,
    /// The cases of its checks.
    pub cases: Vec<&'a str>,
    /// The cases in which every check that was made agrees.
    pub agreeing: Vec<&'a str>,
}

/// The check of a finding that deviates most.
#[derive(Debug, Clone, PartialEq)]
pub struct Worst<'a> {
    pub case: &'a CaseRecord,
    pub check: &'a Check,
    pub deviation: Deviation,
    /// Least and largest deviation of the case's scenes that deviate more than it allows, or of all where none does.
    pub range: [f64; 2],
    /// Range of the swept values in these scenes: `poisson ratio = 0.1 to 0.45`; empty for a single scene.
    pub over: String,
}

impl<'a> Findings<'a> {
    /// The findings of a run.
    pub fn of(record: &'a Record) -> Self {
        Self { all: collect::findings(record) }
    }

    /// The findings of one subject.
    pub fn about(&self, subject: &Subject) -> impl Iterator<Item = &Finding<'a>> {
        self.all.iter().filter(move |finding| finding.subject == *subject)
    }

    /// Every subject of a kind, in the order of the findings.
    pub fn subjects(&self, kind: Kind) -> Vec<Subject> {
        let found = self.all.iter().map(|finding| &finding.subject).filter(|subject| subject.kind == kind);
        distinct(found).into_iter().cloned().collect()
    }
}

impl Finding<'_> {
    /// For a comparison: the size of the largest deviation, 0 where nothing was compared.
    pub fn size(&self) -> f64 {
        self.worst.as_ref().map_or(0.0, |worst| worst.deviation.size())
    }

    /// Whether any of its checks deviates by more than its case allows.
    pub fn deviates(&self) -> bool {
        self.tally.gap + self.tally.fail > 0
    }

    /// `contact duration 3.7 to 14 % too short, poisson ratio = 0.1 to 0.45`
    pub fn sentence(&self) -> String {
        words::sentence(self)
    }

    /// The reason of the worst known gap or failure, or why nothing was run.
    pub fn cause(&self) -> Option<&str> {
        self.causes.iter().chain(&self.not_run).map(|(reason, _)| *reason).next()
    }

    /// Whether its checks agree with what they are compared with.
    pub fn agreement(&self) -> Agreement {
        Agreement::of(&self.tally)
    }
}
