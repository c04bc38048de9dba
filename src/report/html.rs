//! `index.html`: the page of a run. No script, nothing from elsewhere; its pictures are the files beside it.

use std::io;
use std::path::Path;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Value, context};
use serde::Serialize;

use crate::error::{Error, cut};
use crate::judge::Verdict;
use crate::record::{CaseRecord, Check, Comparison, ContractRecord, PartialRecord, Record, SourceRecord, Tally};

use super::expectation::{Expectation, counts, expectations, reasons, used, verdict, worst};
use super::pictures::{across, plan};
use super::quantity::{deviation, scale_for, shown};
use super::{Context, Pictures, Reporter, curves, files, sheet};
use crate::number::exact;

mod fitted;
mod overview;
mod picture;
mod sheets;

pub(super) use picture::PictureView;
use picture::encoded;

const TEMPLATE: &str = include_str!("html/page.html");
/// How every page shows a table: `{{ table(rows) }}`, the first row being its head.
const TABLE: &str = include_str!("html/table.html");
/// What every page looks like.
pub(super) const STYLE: &str = include_str!("html/style.css");

/// Rows of one expectation on the page; the others are in `summary.csv`.
const ROWS: usize = 200;

/// Writes `index.html`.
pub struct Page;

impl Reporter for Page {
    fn name(&self) -> &'static str {
        "index.html"
    }

    fn about(&self) -> &'static str {
        "the report page: overview, then one section per case, with its pictures"
    }

    fn write(&self, context: &Context<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        let text =
            text(context.record, context.pictures, folder).map_err(|e| Error::write(&folder.join(self.name()), e))?;
        Ok(vec![files::write(folder, self.name(), text.as_bytes())?])
    }
}

/// The page's text. Pictures are read from where the picture reporter has put them.
///
/// # Errors
/// When a picture that was just written cannot be read.
pub fn text(record: &Record, pictures: Pictures, folder: &Path) -> io::Result<String> {
    let cases: io::Result<Vec<CaseView>> =
        record.cases.iter().enumerate().map(|(i, case)| CaseView::new(i, record, case, pictures, folder)).collect();
    let cases = cases?;
    let tally = record.tally();
    let overview = overview::Overview::new(record, case_id);
    let mut shared = Vec::new();
    if pictures != Pictures::None {
        for (at, figure) in across::figures(record).into_iter().enumerate() {
            shared.extend(PictureView::new(format!("shared-{at}"), &figure.name, &figure.title, folder)?);
        }
    }
    let page = context! {
        style => Value::from_safe_string(format!("{STYLE}{}", overview.rules)),
        overview => Value::from(Serde(&overview)),
        program => &record.program,
        partial => record.partial.as_ref().map(PartialRecord::line),
        cases_from => &record.cases_from,
        counts => counts(&tally),
        verdict => verdict(&tally).word(),
        checks => tally.total(),
        scenes => record.cases.iter().map(|case| case.scenes.len()).sum::<usize>(),
        cases => Value::from(Serde(&cases)),
        shared => Value::from(Serde(&shared)),
    };
    render("page.html", TEMPLATE, page)
}

/// A template filled in; whatever it is handed is escaped.
pub(super) fn render(name: &str, template: &str, with: Value) -> io::Result<String> {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().map_err(io::Error::other)?;
    environment.set_syntax(syntax);
    // The name's ending turns escaping on.
    environment.add_template("picture.html", picture::TEMPLATE).map_err(io::Error::other)?;
    environment.add_template("table.html", TABLE).map_err(io::Error::other)?;
    environment.add_template(name, template).map_err(io::Error::other)?;
    let template = environment.get_template(name).map_err(io::Error::other)?;
    let mut text = template.render(with).map_err(io::Error::other)?;
    text.push('\n');
    Ok(text)
}

#[derive(Serialize)]
struct CaseView<'a> {
    id: String,
    /// What it can be chosen by.
    classes: String,
    name: &'a str,
    title: String,
    source: Option<&'a str>,
    file: &'a str,
    text: &'a str,
    verdict: &'static str,
    counts: String,
    checks: usize,
    scenes: usize,
    notes: Vec<Note>,
    settings: Vec<[String; 3]>,
    parameters: Vec<[String; 2]>,
    scene_names: Vec<&'a str>,
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

/// Where a case stands on the page.
fn case_id(index: usize) -> String {
    format!("case-{index}")
}

/// A known gap, a closed one, or a skip.
#[derive(Serialize)]
struct Note {
    verdict: &'static str,
    text: String,
    count: usize,
}

#[derive(Serialize)]
struct ExpectationView<'a> {
    classes: String,
    who: &'a str,
    against: &'a str,
    /// Who published what it is held against.
    source: Option<&'a SourceRecord>,
    kind: &'static str,
    /// `agrees with`, `converges to`
    relation: &'static str,
    line: usize,
    verdict: &'static str,
    counts: String,
    /// The check nearest to its limit, an observable.
    tightest: Vec<Row>,
    rows: Vec<Row>,
    left: usize,
}

#[derive(Serialize)]
struct Row {
    verdict: &'static str,
    observable: String,
    scene: String,
    variant: String,
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
    fn new(
        index: usize,
        record: &'a Record,
        case: &'a CaseRecord,
        pictures: Pictures,
        folder: &Path,
    ) -> io::Result<Self> {
        let tally = Tally::of(&case.checks);
        let engines = overview::engines(record);
        let mut notes = Vec::new();
        for outcome in [Verdict::Closed, Verdict::Gap, Verdict::Skip] {
            let fitting = case.checks.iter().filter(|c| c.outcome == outcome);
            notes.extend(reasons(fitting).into_iter().map(|(reason, count)| Note {
                verdict: outcome.word(),
                text: reason.to_string(),
                count,
            }));
        }
        let mut shown_pictures = Vec::new();
        for picture in plan(case, pictures) {
            let stem = format!("{}/{}", case.name, picture.name);
            let id = format!("{}-p{}", case_id(index), shown_pictures.len());
            if let Some(view) = PictureView::new(id, &stem, &picture.title, folder)? {
                shown_pictures.push(view);
            }
        }
        let files = curves::by_maker(case)
            .into_iter()
            .map(|(name, _)| [encoded(&format!("{}/{name}", case.name)), name])
            .collect();
        Ok(Self {
            id: case_id(index),
            classes: overview::classes(&case.checks, &engines),
            name: &case.name,
            // Control characters would be drawn as boxes.
            title: cut(&case.title, 400),
            source: case.source.as_deref(),
            file: &case.file,
            text: &case.text,
            verdict: verdict(&tally).word(),
            counts: counts(&tally),
            checks: tally.total(),
            scenes: case.scenes.len(),
            notes,
            settings: case
                .settings
                .iter()
                .map(|s| {
                    [s.who.clone(), s.key.clone(), format!("{} {}", exact(s.value), s.unit).trim_end().to_string()]
                })
                .collect(),
            parameters: parameters(case),
            scene_names: case.scenes.iter().map(|scene| scene.name.as_str()).collect(),
            expectations: expectations(case).iter().map(|e| ExpectationView::new(e, case, &engines)).collect(),
            fitted: case.calibration.as_ref().map(fitted::Fitted::new),
            pictures: shown_pictures,
            files,
            validity: sheets::Validity::new(record, case),
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
        let mut texts: Vec<&str> = case
            .scenes
            .iter()
            .filter_map(|scene| scene.parameters.iter().find(|p| p.path == parameter.path))
            .map(|p| p.text.as_str())
            .collect();
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

impl<'a> ExpectationView<'a> {
    fn new(expectation: &Expectation<'a>, case: &'a CaseRecord, engines: &[&str]) -> Self {
        let tally = Tally::of(expectation.checks.iter().copied());
        let tightest = expectation
            .observables()
            .into_iter()
            .filter_map(|word| worst(expectation.checks.iter().copied().filter(|c| c.observable == word)))
            .map(Row::new);
        Self {
            classes: overview::classes(expectation.checks.iter().copied(), engines),
            who: expectation.who,
            against: expectation.against,
            source: case.sources.iter().find(|source| source.name == expectation.against),
            kind: match expectation.comparison {
                Comparison::Verification => "verification: against theory",
                Comparison::Validation => "validation: against data",
                Comparison::Comparison => "comparison: with another solver",
                Comparison::Convergence => "convergence: order over the time step",
            },
            relation: match expectation.comparison {
                Comparison::Convergence => "converges to",
                _ => "agrees with",
            },
            line: expectation.line,
            verdict: verdict(&tally).word(),
            counts: counts(&tally),
            tightest: tightest.collect(),
            rows: expectation.checks.iter().take(ROWS).map(|check| Row::new(check)).collect(),
            left: expectation.checks.len().saturating_sub(ROWS),
        }
    }
}

impl Row {
    fn new(check: &Check) -> Self {
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
        Self {
            verdict: check.outcome.word(),
            observable: match check.comparison {
                Comparison::Convergence => format!("order of {}", check.observable.replace('_', " ")),
                _ => check.observable.replace('_', " "),
            },
            scene: check.scene.to_string(),
            variant: check.variant.clone(),
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
