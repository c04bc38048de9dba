//! Codes by questions, the largest deviation in each cell.

use serde::Serialize;

use crate::findings::{Basis, Finding, Kind, Question, Subject, code_title, outcome_words};
use crate::record::Tally;
use crate::system;

use super::super::site::Site;

#[derive(Serialize)]
pub(super) struct Matrix {
    columns: Vec<[&'static str; 2]>,
    rows: Vec<Row>,
    /// Codes of which the run has no case at all.
    without: String,
}

#[derive(Serialize)]
struct Row {
    name: String,
    version: String,
    link: String,
    cells: Vec<Cell>,
}

/// A deviation, or why there is none.
#[derive(Serialize)]
struct Cell {
    class: &'static str,
    text: String,
    small: String,
    /// The finding in words.
    title: String,
    link: Option<String>,
}

impl Matrix {
    pub(super) fn new(site: &Site<'_>) -> Self {
        let mut codes = site.findings.subjects(Kind::Code);
        // Programs that were run come first.
        let ran = |code: &Subject| site.findings.about(code).any(|f| f.basis == Basis::Program && f.worst.is_some());
        codes.sort_by_key(|code| !ran(code));
        let findings: Vec<&Finding<'_>> = codes.iter().flat_map(|code| site.findings.about(code)).collect();
        let asked = |question: &Question| findings.iter().any(|finding| finding.question == *question);
        let questions: Vec<Question> = Question::ALL.into_iter().filter(asked).collect();
        let mut rows = Vec::new();
        for code in &codes {
            let mut versions: Vec<&str> = Vec::new();
            for finding in site.findings.about(code) {
                if !versions.contains(&finding.version.as_str()) {
                    versions.push(&finding.version);
                }
            }
            versions.sort_by_key(|version| !is_run(site, code, version));
            // What the documentation says belongs to the program that was run, where one was.
            let program = versions.iter().filter(|version| is_run(site, code, version)).count();
            if program == 1 {
                versions.retain(|version| !version.is_empty() || is_run(site, code, ""));
            }
            rows.extend(versions.iter().map(|version| Row::new(site, code, version, program == 1, &questions)));
        }
        let known = |name: &&str| !codes.iter().any(|code| code.name == **name);
        let without: Vec<String> =
            system::SYSTEMS.iter().map(|system| system.card().name).filter(known).map(code_title).collect();
        Self { columns: questions.iter().map(|q| [q.title(), q.about()]).collect(), rows, without: without.join(", ") }
    }
}

/// Whether anything of this version of the program was computed.
fn is_run(site: &Site<'_>, code: &Subject, version: &str) -> bool {
    let ran = |f: &Finding<'_>| f.basis == Basis::Program && f.version == version && f.worst.is_some();
    site.findings.about(code).any(ran)
}

impl Row {
    /// With `all`, what the documentation alone says stands in the row of the program.
    fn new(site: &Site<'_>, code: &Subject, version: &str, all: bool, questions: &[Question]) -> Self {
        let link = site.link(code).unwrap_or_default();
        let run = is_run(site, code, version);
        let cells = questions.iter().map(|question| {
            let own = |f: &&Finding<'_>| {
                f.question == *question && (f.version == version || (all && run && f.version.is_empty()))
            };
            let found: Vec<&Finding<'_>> = site.findings.about(code).filter(own).collect();
            Cell::new(&found, &format!("{link}#{}", question_id(*question)))
        });
        let cells = cells.collect();
        let version = match (version, run) {
            ("", true) => "program run".to_string(),
            ("", false) => "documentation".to_string(),
            (version, true) => version.to_string(),
            (version, false) => format!("{version}, documentation"),
        };
        Self { name: code_title(&code.name), version, link, cells }
    }
}

/// Where a question stands on the page of a subject.
pub(in crate::report::html) fn question_id(question: Question) -> String {
    question.title().to_lowercase().replace(' ', "-")
}

impl Cell {
    /// Of the strongest basis that something was computed on: the program itself, then its documentation.
    fn new(found: &[&Finding<'_>], link: &str) -> Self {
        let bases = [Basis::Program, Basis::Documented, Basis::Corrected];
        let on = |basis: Basis| found.iter().copied().filter(move |f| f.basis == basis);
        let Some(basis) = bases.into_iter().find(|basis| on(*basis).any(|f| f.worst.is_some())) else {
            let reason = found.iter().find_map(|finding| finding.cause());
            let (text, title) = match reason {
                Some(reason) => ("not run", format!("not run: {reason}")),
                None => ("no case", "no case of this run asks it".to_string()),
            };
            let small =
                if reason.is_some_and(|reason| reason.contains("not installed")) { "not installed" } else { "" };
            let link = reason.map(|_| link.to_string());
            return Self { class: "no", text: text.to_string(), small: small.to_string(), title, link };
        };
        let mut tally = Tally::default();
        on(basis).for_each(|finding| tally.add(&finding.tally));
        // A deviation that has no natural size is shown where nothing else deviates.
        let rank = |f: &&Finding<'_>| (f.size(), f.deviates());
        let worst = on(basis).filter(|f| f.worst.is_some()).max_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
        });
        let text = worst.and_then(|f| f.worst.as_ref().map(|w| w.deviation.text(f.unit))).unwrap_or_default();
        let class = worst.map_or("no", |finding| shade(finding));
        let source = if basis == Basis::Program { "" } else { ", by documentation" };
        let title = worst.map(|f| format!("{}: {}", f.computed, f.sentence())).unwrap_or_default();
        let small = format!("{}{source}", outcome_words(&tally));
        Self { class, text, small, title, link: Some(link.to_string()) }
    }
}

/// The shade of a deviation.
fn shade(finding: &Finding<'_>) -> &'static str {
    match finding.size() {
        size if size == 0.0 && finding.deviates() => "d",
        size if size < 1e-5 => "a",
        size if size < 1e-3 => "b",
        size if size < 0.02 => "c",
        size if size < 0.1 => "d",
        _ => "e",
    }
}
