//! The front page: summary, four key numbers, and the matrix of codes.

use std::collections::BTreeMap;
use std::io;

use minijinja::value::Serde;
use minijinja::{Value, context};

use super::site::{Site, case_link, listed};
use super::{PictureView, page};
use crate::bench::record::{CaseRecord, PartialRecord, Record, Tally, Verdict};
use crate::error::cut;
use crate::number::counted;
use crate::report::expectation::failures;
use crate::report::findings::{Agreement, Finding, FitAgreement, Kind, Subject, outcome_words};

mod advice;
mod headline_figures;
mod matrix;
mod statements;

pub(super) use headline_figures::shared;
pub(super) use matrix::question_id;

const TEMPLATE: &str = include_str!("front.html");
const FIGURES: &str = include_str!("figures.html");
/// The page of the figures over several cases.
pub(super) const FIGURES_PAGE: &str = "figures.html";

/// Cases that are listed on the front page itself; of more there is a page.
const MOST_CASES: usize = 30;

/// Failures that are named.
const MOST_LINES: usize = 20;

/// The front page.
pub(super) fn text(site: &Site<'_>) -> io::Result<String> {
    let record = site.record;
    let tally = record.tally();
    let headline = headline(&tally);
    let title = match record.partial.as_ref().map(PartialRecord::line) {
        Some(partial) => format!("{partial}: {}", record.program),
        None => format!("{}: {headline}", record.program),
    };
    let (heroes, several): (Vec<PictureView>, bool) = headline_figures::pictures(site)?;
    let few = record.cases.len() <= MOST_CASES;
    let (attention, left) = attention(record);
    let with = context! {
        partial => record.partial.as_ref().map(PartialRecord::line),
        headline,
        computed => computed(site),
        not_run => not_run(record, &tally),
        statements => statements::statements(site),
        first => Value::from(Serde(heroes.first())),
        matrix => matrix::view(site),
        advice => advice::advice(site),
        heroes => Value::from(Serde(heroes.get(1..).unwrap_or_default())),
        several,
        lists => Kind::ALL.into_iter().map(|kind| list(site, kind)).collect::<Value>(),
        cases => record.cases.iter().filter(|_| few).map(listed).collect::<Value>(),
        count => record.cases.len(),
        // As it lies in the folder: a large one is compressed.
        record_file => if site.folder.join("run.jsonl").is_file() { "run.jsonl" } else { "run.jsonl.gz" },
        checks => tally.total(),
        attention,
        left,
    };
    page(site, "index.html", TEMPLATE, &title, with)
}

/// `figures.html`: every figure over several cases.
pub(super) fn figures(site: &Site<'_>, shown: &[PictureView]) -> io::Result<String> {
    let title = format!("{}: figures", site.record.program);
    page(site, FIGURES_PAGE, FIGURES, &title, context! { pictures => Value::from(Serde(shown)) })
}

/// The run in one sentence.
fn headline(tally: &Tally) -> String {
    let made = tally.total() - tally.skip;
    let deviate = match tally.gap {
        0 => String::new(),
        1 => format!(" 1 of {made} deviates from theory, documentation or data; its reason is recorded."),
        n => format!(" {n} of {made} deviate from theory, documentation or data; the reason of each is recorded."),
    };
    match tally.fail + tally.error + tally.closed {
        _ if made == 0 => "No check was made.".to_string(),
        0 if tally.gap == 0 && made == 1 => "The one check agrees.".to_string(),
        0 if tally.gap == 0 => format!("All {made} checks agree."),
        0 => format!("No check failed.{deviate}"),
        bad => format!("{bad} of {made} checks fail or have changed.{deviate}"),
    }
}

/// `227 cases, 3338 scenes: LAMMPS 29Sep2021, ... run; 10 codes by their documentation`
fn computed(site: &Site<'_>) -> String {
    let record = site.record;
    let scenes = record.cases.iter().map(CaseRecord::count).sum();
    let mut text = format!(
        "Two bodies collide; {} in {} and {}",
        counted(record.tally().total(), "check"),
        counted(record.cases.len(), "case"),
        counted(scenes, "scene")
    );
    let engines: Vec<String> = record
        .engines
        .iter()
        .map(|engine| format!("{} {}", Subject::new(Kind::Code, &*engine.name).title(), engine.version))
        .collect();
    text.push_str(&match engines.is_empty() {
        true => ". No DEM code was started: statements about a code follow from its documentation.".to_string(),
        false => format!(". Programs that were started: {}.", engines.join(", ")),
    });
    text
}

/// What was not run, and why.
fn not_run(record: &Record, tally: &Tally) -> Option<String> {
    let mut parts = Vec::new();
    if tally.skip > 0 {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (reason, count) in record.cases.iter().flat_map(|case| case.reasons(Verdict::Skip)) {
            *counts.entry(reason).or_default() += count;
        }
        let mut given: Vec<(&str, usize)> = counts.into_iter().collect();
        given.sort_by_key(|reason| std::cmp::Reverse(reason.1));
        let why: Vec<String> =
            given.iter().take(3).map(|(reason, count)| format!("{} ({count})", cut(reason, 160))).collect();
        let more =
            if given.len() > 3 { format!(" and {}", counted(given.len() - 3, "other reason")) } else { String::new() };
        let count = if tally.skip == 1 { "1 check was".to_string() } else { format!("{} checks were", tally.skip) };
        parts.push(format!("{count} not run: {}{more}.", why.join("; ")));
    }
    if let Some(left) = &record.not_run {
        let names: Vec<String> = left.engines.iter().map(|name| Subject::new(Kind::Code, &**name).title()).collect();
        parts.push(format!("{} cases that start {} were not run; run --all runs them.", left.cases, names.join(", ")));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// A list of pages.
fn list(site: &Site<'_>, kind: Kind) -> Value {
    let about = match kind {
        Kind::Code => "What each code does, by running it and by its documentation.",
        Kind::Law => "Each law, integrated exactly, against theory and data.",
        Kind::Scheme => "Each time-stepping scheme: its order, and the steps that an error of 1 % needs.",
        Kind::Theory => "Results of the comparison with each closed form.",
        Kind::Experiment => "Experiments, published results and calibrations.",
    };
    let pages = site.subjects().iter().filter(|(subject, _)| subject.kind == kind);
    let entries = pages.map(|(subject, _)| entry(site, subject)).collect::<Value>();
    context! { id => kind.folder(), title => kind.meaning(), about, entries }
}

/// One page in a list.
fn entry(site: &Site<'_>, subject: &Subject) -> Value {
    let mut tally = Tally::default();
    let found: Vec<&Finding<'_>> = site.findings.about(subject).collect();
    found.iter().for_each(|finding| tally.add(&finding.tally));
    let deviating = found.iter().filter(|finding| finding.deviates());
    let worst = deviating.max_by(|a, b| a.size().total_cmp(&b.size()));
    let (class, words) = match described(site, subject) {
        Some(described) => (described.class(), described.word().to_string()),
        None => (Agreement::of(&tally).class(), outcome_words(&tally)),
    };
    context! {
        name => subject.title(),
        link => site.link(subject).unwrap_or_default(),
        class,
        words,
        text => worst.map(|finding| cut(&finding.sentence(), 160)).unwrap_or_default(),
    }
}

/// The verdict on the calibration of this name.
pub(super) fn described(site: &Site<'_>, subject: &Subject) -> Option<FitAgreement> {
    let case = site.record.cases.iter().find(|case| subject.kind == Kind::Experiment && case.name == subject.name)?;
    FitAgreement::of(case)
}

/// The first failures, each with its worst check, and the number of the other checks.
fn attention(record: &Record) -> (Value, usize) {
    let mut all = record.cases.iter().flat_map(|case| failures(case).into_iter().map(move |checks| (case, checks)));
    let lines = all.by_ref().take(MOST_LINES).map(|(case, checks)| {
        let check = checks[0];
        let agreement = Agreement::of(&Tally::of([check]));
        let place = Some(check.place()).filter(|place| place != "-");
        let place = place.map_or(String::new(), |place| format!(" at {place}"));
        let worst = if checks.len() > 1 { format!(", {} checks, worst", checks.len()) } else { String::new() };
        let observable = crate::report::findings::observable_words(&check.observable);
        let (who, against, sentence) = (&check.who, &check.against, check.to_string());
        context! {
            class => agreement.class(),
            verdict => agreement.word(),
            link => case_link(&case.name),
            case => &case.name,
            text => cut(&format!("{observable} of {who} against {against}{worst}{place}: {sentence}"), 400),
        }
    });
    let lines = lines.collect();
    (lines, all.map(|(_, checks)| checks.len()).sum())
}
