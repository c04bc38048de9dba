//! `index.html` of a calibration: one file that opens anywhere, with its pictures inside.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::{Part, Told, page_tables, text, through};
use crate::error::{Error, cut};
use crate::fit::budget::Line;
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{Fate, Parameter, StepOutcome};
use crate::number::significant;
use crate::report::files;
use crate::report::fit_words::{
    capital, coarse, counts, interval, lean, loss, method, plus_minus, sentence, suspicious, with,
};
use crate::report::html::{PictureView, STYLE, render};
use crate::report::pictures::fit::plan;
use crate::report::quantity::Scale;

/// Sources with a smaller share of the variance are not worth a warning.
const COUNTS: f64 = 1e-3;

const TEMPLATE: &str = include_str!("page.html");

/// Writes `index.html`.
pub struct FitPage;

impl Part for FitPage {
    fn name(&self) -> &'static str {
        "index.html"
    }

    fn write(&self, told: &Told<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        let text = page(told, folder).map_err(|e| Error::write(&folder.join(self.name()), e))?;
        Ok(vec![files::write(folder, self.name(), text.as_bytes())?])
    }
}

#[derive(Serialize)]
struct EstimateView {
    name: String,
    value: String,
    interval: Option<String>,
    data: Option<String>,
    method: Option<String>,
    at_bound: bool,
    lean: Option<String>,
}

#[derive(Serialize)]
struct CombinationView {
    formula: String,
    value: String,
    interval: Option<String>,
    given: String,
}

#[derive(Serialize)]
struct Doubtful {
    name: String,
    reason: String,
    used: bool,
}

#[derive(Serialize)]
struct BudgetView {
    name: String,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct AssumptionView {
    light: &'static str,
    assumes: String,
    formula: String,
    source: String,
    value: String,
    details: Vec<String>,
}

#[derive(Serialize)]
struct SlopeView {
    words: String,
    rows: Vec<Vec<String>>,
}

/// The page's text. Pictures are read from where they have been put.
///
/// # Errors
/// When a picture that was just written cannot be read.
pub fn page(told: &Told<'_>, folder: &Path) -> io::Result<String> {
    let found = told.found;
    let mut pictures = Vec::new();
    for picture in plan(found, told.pictures) {
        pictures.extend(PictureView::new(&picture.name, &picture.title, folder)?);
    }
    let level = found.parameters.first().map_or(0.95, |parameter| parameter.level);
    let slope =
        found.slope.as_ref().map(|slope| SlopeView { words: sentence(&slope.words), rows: page_tables::slope(slope) });
    render(
        TEMPLATE,
        context! {
            style => Value::from_safe_string(STYLE.to_string()),
            program => told.program,
            command => told.command,
            case => &found.case,
            // Control characters would be drawn as boxes.
            title => cut(&found.title, 400),
            source => cut(&found.source, 400),
            counts => counts(found),
            how => how(found),
            level => format!("{:.0} %", 100.0 * level),
            estimates => Value::from(Serde(found.parameters.iter().map(estimate).collect::<Vec<_>>())),
            combination => Value::from(Serde(combination(found))),
            agreement => found.agreement.as_ref().map(|agreement| capital(&agreement.words)),
            verdict => capital(&found.verdict.words),
            next => next(found),
            slope => Value::from(Serde(slope)),
            stepped => stepped(found),
            engine => through::sentences(found).iter().map(|line| sentence(line)).collect::<Vec<_>>(),
            closed => through::rows(found),
            closed_title => capital(through::TITLE),
            suspicious => Value::from(Serde(doubts(found))),
            left_out => left_out(found),
            notes => coarse(found.consistency.as_ref()).iter().chain(&found.notes).map(|note| capital(note)).collect::<Vec<_>>(),
            pictures => Value::from(Serde(pictures)),
            budgets => Value::from(Serde(budgets(found))),
            parts => Value::from(Serde(page_tables::parts(found))),
            validity => Value::from(Serde(validity(found))),
            hashes => found.hashes.iter().map(|(file, hash)| vec![file.clone(), hash.clone()]).collect::<Vec<_>>(),
            file => &told.case.file.name,
            text => &told.case.file.text,
        },
    )
}

/// Loss, refits, and what was simulated.
fn how(found: &Calibrated) -> String {
    let refits = found.bootstrap.as_ref().map_or(String::new(), |bootstrap| {
        format!(", {} bootstrap refits over drops, seed {}", bootstrap.thetas.len(), bootstrap.resampling.seed)
    });
    format!("loss: {}{refits}; simulated by {}", loss(found.settings.loss), with(&found.settings.with))
}

fn estimate(parameter: &Parameter) -> EstimateView {
    let unit = parameter.unit.as_str();
    EstimateView {
        name: parameter.name.clone(),
        value: plus_minus(parameter.value, parameter.sigma, unit),
        interval: parameter.interval.as_ref().map(|ends| interval(ends, unit)),
        data: parameter.interval_data.as_ref().filter(|_| parameter.method.is_some()).map(|own| interval(own, unit)),
        method: method(parameter),
        at_bound: parameter.at_bound,
        lean: lean(parameter).map(|lean| sentence(&lean)),
    }
}

fn combination(found: &Calibrated) -> Option<CombinationView> {
    let told = found.combination.as_ref()?;
    Some(CombinationView {
        formula: told.formula.clone(),
        value: Scale { factor: 1.0, unit: told.unit.clone() }.show(told.value, 6),
        interval: told.interval.map(|ends| interval(&ends, "")),
        given: sentence(&told.given),
    })
}

fn next(found: &Calibrated) -> Option<String> {
    let best = found.next.first()?;
    let place = best.height.map_or(format!("{} m/s", significant(best.speed, 3)), |height| {
        format!("{} m ({} m/s)", significant(height, 3), significant(best.speed, 3))
    });
    Some(format!(
        "Best next drop: from {place}; one more would reduce the standard error to {:.1} % of the present one.",
        100.0 * best.shrinks_to
    ))
}

/// What a production code needs.
fn stepped(found: &Calibrated) -> Vec<String> {
    let (Some(stepped), Some(parameter)) = (&found.stepped, found.parameters.first()) else { return Vec::new() };
    let (name, unit) = (&parameter.name, parameter.unit.as_str());
    let show = |value: f64| Scale::of(unit, value).show(value, 12);
    let mut lines = vec![format!(
        "The exact law needs {name} = {} for e = {:.9} at {:.4} m/s.",
        show(stepped.exact),
        stepped.wanted,
        stepped.speed
    )];
    match &stepped.outcome {
        StepOutcome::Reached { value, restitution } => lines.push(format!(
            "{} at {} steps per undamped contact needs {name} = {} and reaches e = {restitution:.12} in the mean over {} onset phases.",
            stepped.scheme,
            stepped.steps_per_contact,
            show(*value),
            stepped.onset_phases
        )),
        StepOutcome::Jump { below, above } => {
            for (word, [value, e]) in [("below", below), ("above", above)] {
                lines.push(format!(
                    "Just {word} the jump of {}: {name} = {} gives e = {e:.12}.",
                    stepped.scheme,
                    show(*value)
                ));
            }
        }
        StepOutcome::None(why) => lines.push(sentence(why)),
    }
    lines
}

fn doubts(found: &Calibrated) -> Vec<Doubtful> {
    suspicious(found).into_iter().map(|(name, reason, used)| Doubtful { name, reason, used }).collect()
}

fn left_out(found: &Calibrated) -> Vec<[String; 2]> {
    let reason = |fate: &Fate| match fate {
        Fate::LeftOut(reason) => Some(reason.clone()),
        Fate::Used | Fate::HeldOut => None,
    };
    let mut lines: Vec<[String; 2]> = Vec::new();
    let mut known: HashSet<[String; 2]> = HashSet::new();
    for m in &found.measurements {
        if let Some(reason) = reason(&m.fate) {
            let line = [format!("{}, {} {}", m.name, m.quantity.word(), m.number), reason];
            if known.insert(line.clone()) {
                lines.push(line);
            }
        }
    }
    lines
}

fn budgets(found: &Calibrated) -> Vec<BudgetView> {
    let Some(budget) = &found.budget else { return Vec::new() };
    let of = |(k, parameter): (usize, &Parameter)| {
        let counts = |line: &&Line| line.share.get(k).is_some_and(|share| *share > COUNTS);
        let crooked = |line: &&Line| line.asymmetry.get(k).is_some_and(|crooked| *crooked > 0.2);
        let crooked = budget.lines.iter().filter(counts).filter(crooked);
        let note = |line: &Line| {
            format!(
                "A change of {} up or down has unequal effects: its sensitivity is a poor summary.",
                line.source.name
            )
        };
        BudgetView {
            name: parameter.name.clone(),
            rows: text::rows(budget, parameter, k),
            notes: crooked.map(note).collect(),
        }
    };
    found.parameters.iter().enumerate().map(of).collect()
}

fn validity(found: &Calibrated) -> Vec<AssumptionView> {
    found
        .validity
        .iter()
        .map(|line| AssumptionView {
            light: line.light.map_or("", |light| light.word()),
            assumes: line.criterion.assumes.to_string(),
            formula: line.criterion.formula.to_string(),
            source: line.criterion.source.to_string(),
            value: line.value.map_or(String::new(), |value| significant(value, 3)),
            details: line
                .details
                .iter()
                .map(|detail| format!("{} {}", detail.name, Scale::of(detail.unit, detail.value).show(detail.value, 4)))
                .collect(),
        })
        .collect()
}
