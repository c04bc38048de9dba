//! Codes by questions: the largest deviation of each code for each question.

use crate::bench::record::Tally;
use crate::case::RECORDED;
use crate::codes;
use crate::distinct::distinct;
use crate::words::worded;

use super::{Basis, Finding, Findings, Kind, Question, Subject, code_title};

/// The matrix of codes and questions on the front page.
#[derive(Debug, Clone, PartialEq)]
pub struct Overview<'f> {
    /// The questions with an answer for at least one code.
    pub questions: Vec<Question>,
    /// Programs that were run first.
    pub rows: Vec<CodeRow<'f>>,
    /// Codes without a case in the run.
    pub without: Vec<String>,
}

/// A row of the matrix: a code in one version, by its program or its documentation.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeRow<'f> {
    pub code: Subject,
    pub version: String,
    /// Whether the program computed anything.
    pub run: bool,
    /// Question by question.
    pub answers: Vec<Answer<'f>>,
}

/// A cell of the matrix: the answer to one question.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer<'f> {
    /// Computed, on the strongest available basis: the program itself, then its documentation.
    Computed {
        basis: Basis,
        /// The finding that deviates most.
        worst: &'f Finding<'f>,
        /// Counts of all checks on that basis.
        tally: Tally,
    },
    /// A case with this question was not run, for this reason.
    NotRun(&'f str),
    /// No case of the run has this question.
    NoCase,
}

worded! {
    /// Classes of deviations, from small to large.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Size {
        /// Below 1e-5.
        Tiny = "below 1e-5",
        /// Below 1e-3.
        Small = "below 1e-3",
        /// Below 2 %.
        Visible = "below 2 %",
        /// Below 10 %.
        Large = "below 10 %",
        /// 10 % and more.
        Huge = "10 % and more",
        /// Of no natural size, such as an energy or an order; every check is as its case allows.
        Allowed = "not relative, all allowed",
        /// The same, and some checks deviate by more than their case allows.
        Deviating = "not relative, some deviate",
    }
}

impl Size {
    fn of(finding: &Finding<'_>) -> Self {
        let relative = finding.worst.as_ref().is_some_and(|worst| worst.deviation.is_relative());
        match finding.size() {
            _ if !relative && finding.deviates() => Self::Deviating,
            _ if !relative => Self::Allowed,
            size if size < 1e-5 => Self::Tiny,
            size if size < 1e-3 => Self::Small,
            size if size < 0.02 => Self::Visible,
            size if size < 0.1 => Self::Large,
            _ => Self::Huge,
        }
    }
}

impl<'f> Overview<'f> {
    /// Of the findings of a run.
    pub fn of(findings: &'f Findings<'f>) -> Self {
        let mut codes = findings.subjects(Kind::Code);
        // Trajectories that somebody recorded are no code.
        codes.retain(|code| code.name != RECORDED);
        codes.sort_by_key(|code| !findings.about(code).any(|f| f.basis == Basis::Program && f.worst.is_some()));
        let all: Vec<&Finding<'_>> = codes.iter().flat_map(|code| findings.about(code)).collect();
        let asked = |question: &Question| all.iter().any(|finding| finding.question == *question);
        let questions: Vec<Question> = Question::ALL.into_iter().filter(asked).collect();
        let rows = codes.iter().flat_map(|code| CodeRow::versions(findings, code, &questions)).collect();
        let known = |name: &&str| !codes.iter().any(|code| code.name == **name);
        let without = codes::CODES.iter().map(|system| system.name()).filter(known).map(code_title).collect();
        Self { questions, rows, without }
    }
}

impl<'f> CodeRow<'f> {
    /// A row for each version of a code. Results from the documentation are added to the row of the program if it was
    /// run.
    fn versions(findings: &'f Findings<'f>, code: &Subject, questions: &[Question]) -> Vec<Self> {
        let own: Vec<&'f Finding<'f>> = findings.about(code).collect();
        let ran =
            |version: &str| own.iter().any(|f| f.basis == Basis::Program && f.version == version && f.worst.is_some());
        let mut versions = distinct(own.iter().map(|finding| finding.version.as_str()));
        versions.sort_by_key(|version| !ran(version));
        let one_program = versions.iter().filter(|version| ran(version)).count() == 1;
        if one_program {
            versions.retain(|version| !version.is_empty() || ran(version));
        }
        let row = |version: &str| {
            let run = ran(version);
            let of = |f: &Finding<'_>| f.version == version || (one_program && run && f.version.is_empty());
            let answer = |question: &Question| {
                Answer::of(own.iter().copied().filter(|f| f.question == *question && of(f)).collect())
            };
            Self {
                code: code.clone(),
                version: version.to_string(),
                run,
                answers: questions.iter().map(answer).collect(),
            }
        };
        versions.into_iter().map(row).collect()
    }

    /// `29Sep2021`, `documentation`, `not installed`
    pub fn version_words(&self) -> String {
        let computed = self.answers.iter().any(|answer| answer.size().is_some());
        match (self.version.as_str(), self.run) {
            ("", false) if self.answers.iter().any(Answer::not_installed) && !computed => "not installed".to_string(),
            ("", false) if !computed => "not run".to_string(),
            ("", true) => "program run".to_string(),
            ("", false) => "documentation".to_string(),
            (version, true) => version.to_string(),
            (version, false) => format!("{version}, documentation"),
        }
    }
}

impl<'f> Answer<'f> {
    fn of(found: Vec<&'f Finding<'f>>) -> Self {
        let on = |basis: Basis| found.iter().copied().filter(move |f| f.basis == basis);
        // A deviation that has no natural size is shown where nothing else deviates.
        let rank = |f: &Finding<'_>| (f.size(), f.deviates());
        let worst = |basis: Basis| {
            on(basis).filter(|f| f.worst.is_some()).max_by(|a, b| {
                let (a, b) = (rank(a), rank(b));
                a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
            })
        };
        let bases = [Basis::Program, Basis::Documented, Basis::Corrected];
        if let Some((basis, worst)) = bases.into_iter().find_map(|basis| Some((basis, worst(basis)?))) {
            let mut tally = Tally::default();
            on(basis).for_each(|finding| tally.add(&finding.tally));
            return Self::Computed { basis, worst, tally };
        }
        found.iter().find_map(|finding| finding.cause()).map_or(Self::NoCase, Self::NotRun)
    }

    /// Class of the largest deviation, if something was computed.
    pub fn size(&self) -> Option<Size> {
        match self {
            Self::Computed { worst, .. } => Some(Size::of(worst)),
            _ => None,
        }
    }

    /// `14 %`, `7e-6`, `not run`, `no case`
    pub fn text(&self) -> String {
        match self {
            Self::Computed { worst, .. } => {
                worst.worst.as_ref().map(|w| w.deviation.text(worst.unit)).unwrap_or_default()
            }
            Self::NotRun(_) => "not run".to_string(),
            Self::NoCase => "no case".to_string(),
        }
    }

    /// Whether the required program is not installed.
    pub fn not_installed(&self) -> bool {
        matches!(self, Self::NotRun(reason) if reason.contains("not installed"))
    }
}
