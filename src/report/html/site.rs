//! Paths of the pages of a report, and the links between them.

use std::collections::BTreeSet;
use std::path::Path;

use minijinja::{Value, context};

use crate::bench::record::{CaseRecord, Comparison, Record};
use crate::error::cut;
pub(super) use crate::report::caption::bodies;
use crate::report::findings::{Agreement, CaseOutcome, Finding, Findings, Kind, Question, Subject, outcome_words};

use super::picture::encoded;
use crate::report::Pictures;
use crate::report::pictures::plan;

use super::PictureView;

/// Everything that pages are made from.
pub(super) struct Site<'a> {
    pub record: &'a Record,
    pub findings: Findings<'a>,
    pub pictures: Pictures,
    /// Folder of the pictures.
    pub folder: &'a Path,
    /// Every subject with its page.
    subjects: Vec<(Subject, String)>,
}

/// The page of a case, in its folder.
pub(super) const CASE_PAGE: &str = "index.html";
/// The page of one of its collisions.
pub(super) const COLLISION_PAGE: &str = "collision.html";

impl<'a> Site<'a> {
    pub(super) fn new(record: &'a Record, pictures: Pictures, folder: &'a Path) -> Self {
        let findings = Findings::of(record);
        let mut taken = BTreeSet::new();
        let mut subjects = Vec::new();
        for subject in Kind::ALL.into_iter().flat_map(|kind| findings.subjects(kind)) {
            let (place, slug) = (subject.kind.folder(), subject.slug());
            let mut page = format!("{place}/{slug}.html");
            let mut number = 2;
            while !taken.insert(page.to_lowercase()) {
                page = format!("{place}/{slug}-{number}.html");
                number += 1;
            }
            subjects.push((subject, page));
        }
        Self { record, findings, pictures, folder, subjects }
    }

    /// Every subject with the file of its page.
    pub(super) fn subjects(&self) -> &[(Subject, String)] {
        &self.subjects
    }

    /// The link to a subject's page; `None` where nothing was found about it.
    pub(super) fn link(&self, subject: &Subject) -> Option<String> {
        self.subjects.iter().find(|(known, _)| known == subject).map(|(_, page)| encoded(page))
    }

    /// What a check is compared with, in words, and its page.
    pub(super) fn against(&self, name: &str) -> (String, Option<String>) {
        let kind = if name.contains('/') { Kind::Experiment } else { Kind::Theory };
        let subject = Subject::new(kind, name);
        (subject.title(), self.link(&subject))
    }

    /// The pictures of a case that were drawn.
    pub(super) fn pictures_of(&self, case: &CaseRecord) -> std::io::Result<Vec<PictureView>> {
        let mut shown = Vec::new();
        for picture in plan(case, self.pictures) {
            let name = format!("{}/{}", case.name, picture.name);
            if let Some(mut view) = PictureView::new(&name, &picture.title, self.folder)? {
                view.figure = name;
                shown.push(view);
            }
        }
        Ok(shown)
    }

    /// One finding as a row of a table.
    pub(super) fn finding(&self, finding: &Finding<'_>) -> Value {
        let (against, against_link) = self.against(finding.against);
        let worst = finding.worst.as_ref();
        let case = worst.map(|worst| worst.case.name.as_str()).or(finding.cases.first().copied());
        let numbers = worst.map(|worst| worst.check).and_then(|check| {
            let scale = check.scale();
            let observed = scale.show(check.observed?, 4);
            Some(match finding.question {
                // Of a fit the question is how certain it is.
                Question::Fit => {
                    let measured = scale.show(check.expected?, 4);
                    let [fit, data] =
                        [check.observed_uncertainty, check.expected_uncertainty].map(|u| scale.plus_minus(u));
                    format!("{observed}{fit} by the fit, {measured}{data} expected")
                }
                _ => {
                    let shifted = check.shifted_text(4).map_or(String::new(), |text| format!(" ({text})"));
                    let at_least = if check.is_at_least() { "at least " } else { "" };
                    let expected = scale.shortest(check.expected?, 4);
                    let kind = if check.comparison == Comparison::Validation { "measured" } else { "expected" };
                    format!("{observed} computed{shifted}, {at_least}{expected} {kind}")
                }
            })
        });
        context! {
            computed => &finding.computed,
            sentence => finding.sentence(),
            against,
            against_link,
            // What kind of comparison it is.
            class => finding.agreement().class(),
            agreement => finding.agreement().word(),
            outcome => outcome_words(&finding.tally),
            // `observed 0.2527, expected 0.1`
            numbers => numbers.filter(|_| finding.deviates() || finding.question == Question::Fit).unwrap_or_default(),
            cause => finding.cause(),
            case,
            case_link => case.map(case_link),
            scene => worst.map(|worst| &*worst.check.scene).filter(|scene| *scene != "-"),
            more => finding.cases.len().saturating_sub(1),
        }
    }

    /// The title and source of a theory or dataset, where a case names it.
    pub(super) fn source(&self, name: &str) -> Option<(&'a str, &'a str)> {
        let sources = self.record.cases.iter().flat_map(|case| &case.sources);
        sources.into_iter().find(|source| source.name == name).map(|s| (s.title.as_str(), s.source.as_str()))
    }
}

/// The finding with the largest deviation, of equals the first.
pub(super) fn largest_of<'a, 'b: 'a>(found: impl Iterator<Item = &'a Finding<'b>>) -> Option<&'a Finding<'b>> {
    found.reduce(|best, next| if next.size() > best.size() { next } else { best })
}

/// The link to a case's page.
pub(super) fn case_link(name: &str) -> String {
    encoded(&format!("{name}/{CASE_PAGE}"))
}

/// A case as lists of cases show it: its outcome and its counts, and the agreement of its numbers.
pub(super) fn listed(case: &CaseRecord) -> Value {
    let tally = case.tally();
    let (recorded, agreement) = (CaseOutcome::of(&tally), Agreement::of(&tally));
    context! {
        name => &case.name,
        link => case_link(&case.name),
        title => cut(&case.title, 400),
        text => cut(&case.title, 160),
        class => recorded.class(),
        words => format!("{}: {}", recorded.word(), outcome_words(&tally)),
        agreement => [agreement.class(), agreement.word()],
        counts => outcome_words(&tally),
        scenes => if case.calibration.is_some() { "fit".to_string() } else { case.count().to_string() },
    }
}

/// The way from a page to the report's folder: `../../`.
pub(super) fn up(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

/// Sentences of a caption, those that are empty left out.
pub(super) fn caption(parts: [&str; 2]) -> String {
    let full = parts.iter().filter(|part| !part.is_empty());
    full.map(|part| format!("{}.", part.trim_end_matches('.'))).collect::<Vec<_>>().join(" ")
}

/// Heading of a kind of comparison.
pub(super) fn comparison(kind: Comparison) -> &'static str {
    match kind {
        Comparison::Verification => "verification: against theory",
        Comparison::Validation => "validation: against data",
        Comparison::Comparison => "comparison: with another solver",
        Comparison::Convergence => "convergence: order over the time step",
    }
}
