//! The page of a case: what it expects, what came out, its pictures, and what it was computed with.

use std::io;

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::picture::encoded;
use super::site::{COLLISION_PAGE, Site, comparison};
use super::{PictureView, collision, fitted, page, sheets};
use crate::distinct::distinct;
use crate::error::cut;
use crate::findings::{Agreement, Described, Recorded, outcome_words};
use crate::judge::Verdict;
use crate::number::exact;
use crate::record::{CaseRecord, Check, Comparison, ContractRecord, SourceRecord, Tally};
use crate::report::expectation::{Expectation, expectations, reasons, used, worst};
use crate::report::quantity::{deviation, scale_for, shown};
use crate::report::{curves, files, sheet};

const TEMPLATE: &str = include_str!("case.html");

/// Rows of one expectation on the page that do not agree; all others are in `summary.csv`.
const ROWS: usize = 24;

/// The page of a case; `name` is its file.
pub(super) fn text(site: &Site<'_>, case: &CaseRecord, name: &str) -> io::Result<String> {
    let view = CaseView::new(site, case)?;
    let title = format!("{}: {}", case.name, cut(&case.title, 400));
    page(site, name, TEMPLATE, &title, context! { case => Value::from(Serde(&view)) })
}

#[derive(Serialize)]
struct CaseView<'a> {
    name: &'a str,
    title: String,
    source: Option<&'a str>,
    file: &'a str,
    text: &'a str,
    recorded: Mark,
    agreement: Mark,
    /// Of a calibration: what it came to.
    described: Option<Mark>,
    counts: String,
    checks: usize,
    scenes: usize,
    notes: Vec<Note>,
    /// Its page of one collision: link, scene and why it is shown.
    collision: Option<[String; 3]>,
    settings: Vec<[String; 3]>,
    parameters: Vec<[String; 2]>,
    expectations: Vec<ExpectationView<'a>>,
    /// Of a calibration.
    fitted: Option<fitted::Fitted>,
    pictures: Vec<PictureView>,
    files: Vec<[String; 2]>,
    validity: sheets::Validity<'a>,
    conventions: Vec<&'a ContractRecord>,
    dialects: Vec<sheets::SystemSheet<'a>>,
    /// Measurements that are not compared.
    not_judged: Option<String>,
    left_out: Vec<String>,
    /// Where engines part: scene, two of them, when and at which event.
    partings: Vec<[String; 4]>,
}

/// A word with the name of its style.
#[derive(Serialize)]
struct Mark {
    class: &'static str,
    words: &'static str,
}

impl Mark {
    fn recorded(recorded: Recorded) -> Self {
        Self { class: recorded.class(), words: recorded.words() }
    }

    fn agreement(agreement: Agreement) -> Self {
        Self { class: agreement.class(), words: agreement.words() }
    }
}

/// A known gap, a closed one, or a skip.
#[derive(Serialize)]
struct Note {
    mark: Mark,
    text: String,
    count: usize,
}

/// What is held against one theory, dataset or solver: of several codes one table, so that they are read side by side.
#[derive(Serialize)]
struct ExpectationView<'a> {
    /// `lammps, yade`
    who: String,
    against: &'a str,
    /// Who published what it is held against.
    source: Option<&'a SourceRecord>,
    /// The page of what it is held against.
    link: Option<String>,
    kind: &'static str,
    /// `agrees with`, `converges to`
    relation: &'static str,
    /// Of the case file: `39, 47`
    lines: String,
    mark: Mark,
    counts: String,
    /// The check nearest to its limit, and the known gap furthest beyond it, of each observable.
    tightest: Vec<Row>,
    /// Those that do not agree.
    rows: Vec<Row>,
    /// How many of them are left out.
    left: usize,
    all: usize,
}

#[derive(Serialize)]
struct Row {
    class: &'static str,
    verdict: &'static str,
    observable: String,
    /// Scene, who computed it where there are several, and how.
    place: String,
    expected: Number,
    observed: Number,
    off: String,
    allowed: String,
    /// Per cent of what is allowed, 100 at most, for the bar; nothing when it cannot be said.
    bar: Option<f64>,
    /// The same in words.
    used: String,
    reason: Option<String>,
}

/// A number as shown.
#[derive(Serialize, Default)]
struct Number {
    /// Empty for an unknown.
    value: String,
    /// Its uncertainty, where that is known and not zero.
    give_or_take: Option<String>,
}

impl<'a> CaseView<'a> {
    fn new(site: &Site<'a>, case: &'a CaseRecord) -> io::Result<Self> {
        let tally = Tally::of(&case.checks);
        let mut notes = Vec::new();
        for outcome in [Verdict::Closed, Verdict::Gap, Verdict::Skip] {
            let fitting: Vec<&Check> = case.checks.iter().filter(|c| c.outcome == outcome).collect();
            let agreement = Agreement::of(&Tally::of(fitting.iter().copied()));
            notes.extend(reasons(fitting).into_iter().map(|(reason, count)| Note {
                mark: Mark::agreement(agreement),
                text: reason.to_string(),
                count,
            }));
        }
        let files = curves::by_maker(case)
            .into_iter()
            .map(|(name, _)| files::trajectory(&name, files::are_packed(site.record)))
            .map(|name| [encoded(&name), name])
            .collect();
        Ok(Self {
            name: &case.name,
            // Control characters would be drawn as boxes.
            title: cut(&case.title, 400),
            source: case.source.as_deref(),
            file: &case.file,
            text: &case.text,
            recorded: Mark::recorded(Recorded::of(&tally)),
            agreement: Mark::agreement(Agreement::of(&tally)),
            described: Described::of(case).map(|d| Mark { class: d.class(), words: d.words() }),
            counts: outcome_words(&tally),
            checks: tally.total(),
            scenes: case.scenes.len(),
            notes,
            collision: collision::choice(case)
                .map(|shown| [COLLISION_PAGE.to_string(), shown.curve.scene.clone(), shown.why.words().to_string()]),
            settings: case
                .settings
                .iter()
                .map(|s| {
                    [s.who.clone(), s.key.clone(), format!("{} {}", exact(s.value), s.unit).trim_end().to_string()]
                })
                .collect(),
            // The page of the collision has its own.
            parameters: if collision::choice(case).is_some() { Vec::new() } else { parameters(case) },
            expectations: beside(expectations(case)).iter().map(|e| ExpectationView::new(site, e, case)).collect(),
            fitted: case.calibration.as_ref().map(fitted::Fitted::new),
            pictures: site.pictures_of(case)?.into_iter().map(PictureView::beside).collect(),
            files,
            validity: sheets::Validity::new(site.record, case),
            conventions: sheets::conventions(case),
            dialects: sheets::dialects(case),
            not_judged: sheet::not_judged(case),
            left_out: sheet::left_out(case),
            partings: sheets::partings(case),
        })
    }
}

/// What all scenes share, as written, and how many values the swept ones take.
fn parameters(case: &CaseRecord) -> Vec<[String; 2]> {
    let Some(first) = case.scenes.first() else { return Vec::new() };
    let mut listed: Vec<[String; 2]> = Vec::new();
    for parameter in &first.parameters {
        let mut texts: Vec<&str> =
            case.scenes.iter().filter_map(|scene| scene.parameter(&parameter.path)).map(|p| p.text.as_str()).collect();
        texts.dedup();
        let value = match texts[..] {
            [] => continue,
            [only] => only.to_string(),
            [a, .., z] => format!("{a} … {z}"),
        };
        listed.push([parameter.path.clone(), value]);
    }
    listed.extend(first.force.ends.iter().map(|ends| ["ends".to_string(), ends.clone()]));
    listed
}

/// Expectations of different solvers that are held against the same, side by side.
fn beside(expectations: Vec<Expectation<'_>>) -> Vec<Vec<Expectation<'_>>> {
    let mut groups: Vec<Vec<Expectation<'_>>> = Vec::new();
    for next in expectations {
        let fits = |group: &&mut Vec<Expectation<'_>>| {
            let same = |e: &Expectation<'_>| (e.against, e.comparison) == (next.against, next.comparison);
            same(&group[0]) && group.iter().all(|e| e.who != next.who)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(next),
            None => groups.push(vec![next]),
        }
    }
    groups
}

impl<'a> ExpectationView<'a> {
    /// One of a group from [`beside`]; it is not empty.
    fn new(site: &Site<'a>, group: &[Expectation<'a>], case: &'a CaseRecord) -> Self {
        let (first, several) = (&group[0], group.len() > 1);
        let checks: Vec<&Check> = group.iter().flat_map(|e| e.checks.iter().copied()).collect();
        let tally = Tally::of(checks.iter().copied());
        let observables = distinct(group.iter().flat_map(Expectation::observables));
        let mut tightest: Vec<Row> = Vec::new();
        for word in observables {
            for expectation in group {
                let of = |gap: bool| {
                    let own = expectation.checks.iter().copied().filter(move |c| c.observable == word);
                    worst(own.filter(move |c| (c.outcome == Verdict::Gap) == gap))
                };
                tightest.extend([of(false), of(true)].into_iter().flatten().map(|check| Row::new(check, several)));
            }
        }
        let off: Vec<&Check> =
            checks.iter().copied().filter(|c| !matches!(c.outcome, Verdict::Pass | Verdict::Skip)).collect();
        let texts = |of: fn(&Expectation<'_>) -> String| group.iter().map(of).collect::<Vec<_>>().join(", ");
        Self {
            who: texts(|e| e.who.to_string()),
            against: first.against,
            source: case.sources.iter().find(|source| source.name == first.against),
            link: site.against(first.against).1,
            kind: comparison(first.comparison),
            relation: match (first.comparison, several) {
                (Comparison::Convergence, false) => "converges to",
                (Comparison::Convergence, true) => "converge to",
                (_, false) => "agrees with",
                (_, true) => "agree with",
            },
            lines: texts(|e| e.line.to_string()),
            mark: Mark::agreement(Agreement::of(&tally)),
            counts: outcome_words(&tally),
            tightest,
            rows: off.iter().take(ROWS).map(|check| Row::new(check, several)).collect(),
            left: off.len().saturating_sub(ROWS),
            all: checks.len(),
        }
    }
}

/// `angle=3 deg, lammps 22Jul2025, steps=400`; of the only scene nothing is said.
fn place(check: &Check, several: bool) -> String {
    let who = if several { check.who.as_str() } else { "" };
    let made = format!("{who} {}", check.variant);
    let scene = if &*check.scene == "-" { "" } else { &*check.scene };
    let parts: Vec<&str> = [scene, made.trim()].into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "the only scene".to_string() } else { parts.join(", ") }
}

impl Row {
    /// With the name of the solver, where the table has `several`.
    fn new(check: &Check, several: bool) -> Self {
        let scale = scale_for(check.expected.or(check.observed).unwrap_or(0.0), &check.unit);
        let value = |value: Option<f64>, uncertainty: Option<f64>| match value {
            None => Number::default(),
            Some(v) => Number {
                // Digits below the uncertainty say nothing.
                value: scale.show(v, if uncertainty.is_some_and(|u| u > 1e-7 * v.abs()) { 7 } else { 8 }),
                give_or_take: uncertainty.filter(|u| *u > 0.0).map(|u| scale.show_brief(u)),
            },
        };
        let off = |v: Option<f64>| v.map_or(String::new(), |v| deviation(v, &check.deviation_unit));
        let part = used(check);
        let agreement = Agreement::of(&Tally::of([check]));
        Self {
            class: agreement.class(),
            verdict: agreement.words(),
            observable: match check.comparison {
                Comparison::Convergence => format!("order of {}", check.observable.replace('_', " ")),
                _ => check.observable.replace('_', " "),
            },
            place: place(check, several),
            expected: value(check.expected, check.expected_uncertainty),
            observed: value(check.observed, check.observed_uncertainty),
            off: off(check.deviation),
            allowed: off(check.allowed),
            bar: part.is_finite().then(|| (part * 1000.0).round().min(1000.0) / 10.0),
            used: if part.is_finite() { format!("{} of what is allowed", percent(part)) } else { String::new() },
            reason: check.reason.as_deref().map(String::from),
        }
    }
}

fn percent(part: f64) -> String {
    if part > 0.0 && part < 1e-4 { "under 0.01 %".to_string() } else { shown_percent(part) }
}

fn shown_percent(part: f64) -> String {
    shown(part * 100.0, "", 2) + " %"
}
