//! Every word resolved, every prediction made, before anything is integrated.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::Found;
use crate::case::{Case, Expect, Wanted, Word};
use crate::data::{Dataset, Files, Form};
use crate::error::{Diagnostic, Error, nearest};
use crate::judge::{Allowed, Comparison, CurveWord};
use crate::observe::Observable;
use crate::oracle::{ORACLES, Oracle, Prediction, find as find_oracle};
use crate::trajectory::Estimate;

/// A run, ready to be executed.
#[derive(Debug)]
pub struct Plan {
    /// Where the cases come from, in words.
    pub from: String,
    pub cases: Vec<PlannedCase>,
    /// SHA-256 of every file that was read, by name.
    pub inputs: BTreeMap<String, String>,
}

#[derive(Debug)]
pub struct PlannedCase {
    pub case: Case,
    pub expects: Vec<PlannedExpect>,
    /// What the oracles of this case predict: scene, oracle, values, note.
    pub predictions: Vec<PlannedPrediction>,
    pub datasets: Vec<Arc<Dataset>>,
}

#[derive(Debug)]
pub struct PlannedPrediction {
    pub scene: usize,
    pub oracle: &'static str,
    pub values: Vec<(Observable, Estimate)>,
    pub note: Option<String>,
}

/// One `[[expect]]`, resolved.
#[derive(Debug)]
pub struct PlannedExpect {
    /// Index into the runs of the case.
    pub run: usize,
    pub against: String,
    pub comparison: Comparison,
    pub known_gap: Option<String>,
    /// Line in the case file.
    pub line: usize,
    pub checks: Vec<PlannedCheck>,
}

#[derive(Debug)]
pub struct PlannedCheck {
    pub scene: usize,
    pub asked: Asked,
    pub expected: Expected,
    pub allowed: Allowed,
    pub note: Option<String>,
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    Number(Observable),
    Curve(CurveWord),
}

/// One point of a published curve, with the standard uncertainty of both coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: Estimate,
    pub y: Estimate,
}

/// What it is compared with.
#[derive(Debug)]
pub enum Expected {
    Value(Estimate),
    Points(Vec<Point>),
    /// Nothing is expected of this scene, and why.
    Nothing(String),
}

impl Plan {
    /// Reads and resolves the cases that were found.
    ///
    /// # Errors
    /// Everything that is wrong with any of them.
    pub fn new(found: Found) -> Result<Self, Error> {
        let Found { from, cases, data } = found;
        let mut plan = Self { from, cases: Vec::new(), inputs: BTreeMap::new() };
        let mut wrong = Vec::new();
        for (name, file) in cases {
            plan.inputs.insert(file.name.clone(), format!("{:x}", Sha256::digest(&file.text)));
            match Case::read(Arc::new(file), &name, &data).and_then(|case| plan_case(case, &data)) {
                Ok(planned) => {
                    for dataset in &planned.datasets {
                        let [csv, source] = dataset.hashes.clone();
                        plan.inputs.insert(format!("{}/data.csv", dataset.path), csv);
                        plan.inputs.insert(format!("{}/source.toml", dataset.path), source);
                    }
                    plan.cases.push(planned);
                }
                Err(Error::Wrong(diagnostics)) => wrong.extend(diagnostics),
                Err(other) => return Err(other),
            }
        }
        if wrong.is_empty() { Ok(plan) } else { Err(Error::Wrong(wrong)) }
    }

    /// Collisions to be computed.
    pub fn collisions(&self) -> usize {
        self.cases.iter().map(|c| c.case.scenes.len() * c.case.runs.len()).sum()
    }

    /// Checks to be judged.
    pub fn checks(&self) -> usize {
        self.cases.iter().flat_map(|c| &c.expects).map(|e| e.checks.len()).sum()
    }
}

fn plan_case(case: Case, data: &Files) -> Result<PlannedCase, Error> {
    let mut planned = PlannedCase { case, expects: Vec::new(), predictions: Vec::new(), datasets: Vec::new() };
    let mut wrong = Vec::new();
    let expects = planned.case.expects.clone();
    for expect in &expects {
        match plan_expect(expect, &mut planned, data) {
            Ok(expect) => planned.expects.push(expect),
            Err(Error::Wrong(diagnostics)) => wrong.extend(diagnostics),
            Err(other) => return Err(other),
        }
    }
    if wrong.is_empty() { Ok(planned) } else { Err(Error::Wrong(wrong)) }
}

fn plan_expect(expect: &Expect, planned: &mut PlannedCase, data: &Files) -> Result<PlannedExpect, Error> {
    let run = planned.case.runs.iter().position(|r| r.solver.text == expect.that.text).unwrap_or_default();
    let against = expect.agrees_with.text.trim_end_matches('/').to_string();
    let (comparison, checks) = if against.contains('/') {
        (Comparison::Validation, against_data(expect, &against, planned, data)?)
    } else {
        let oracle = find_oracle(&against).ok_or_else(|| unknown_oracle(&expect.agrees_with))?;
        (Comparison::Verification, against_theory(expect, oracle, planned)?)
    };
    if let Some(refused) = refuse(expect, &checks, planned) {
        return Err(refused.into());
    }
    Ok(PlannedExpect {
        run,
        against,
        comparison,
        known_gap: expect.known_gap.clone(),
        line: expect.origin.line(),
        checks,
    })
}

fn unknown_oracle(word: &Word) -> Diagnostic {
    let names: Vec<&str> = ORACLES.iter().map(|o| o.card().name).collect();
    let error = Diagnostic::new(format!("there is no theory `{}`", word.text)).at(&word.origin);
    match nearest(&word.text, names.iter().copied()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error
            .help(format!("theories: {}", names.join(", ")))
            .help("a dataset is named by its folder: \"reference-data/published/...\""),
    }
}

fn unknown_observable(word: &Word, among: &[&str]) -> Diagnostic {
    let error = Diagnostic::new(format!("`{}` is not something that is observed", word.text)).at(&word.origin);
    match nearest(&word.text, among.iter().copied()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("use one of {}", among.join(", "))),
    }
}

fn number_words() -> Vec<&'static str> {
    Observable::ALL.iter().map(|o| o.word()).collect()
}

fn allowed(wanted: &Wanted, asked: Asked) -> Result<Allowed, Diagnostic> {
    let dimension = match asked {
        Asked::Number(observable) => observable.dimension(),
        Asked::Curve(curve) => curve.dimension(),
    };
    Allowed::new(&wanted.tolerance, dimension).map_err(|message| Diagnostic::new(message).at(&wanted.origin))
}

fn against_theory(
    expect: &Expect,
    oracle: &'static dyn Oracle,
    planned: &mut PlannedCase,
) -> Result<Vec<PlannedCheck>, Error> {
    let name = oracle.card().name;
    let mut asked = Vec::new();
    let mut wrong = Vec::new();
    for wanted in &expect.wanted {
        let Some(observable) = Observable::from_word(&wanted.observable.text) else {
            wrong.push(unknown_observable(&wanted.observable, &number_words()));
            continue;
        };
        if !oracle.predicts().contains(&observable) {
            let predicted: Vec<&str> = oracle.predicts().iter().map(|o| o.word()).collect();
            wrong.push(
                Diagnostic::new(format!("`{name}` does not predict `{}`", observable.word()))
                    .at(&wanted.observable.origin)
                    .help(format!("it predicts {}", predicted.join(", "))),
            );
            continue;
        }
        match allowed(wanted, Asked::Number(observable)) {
            Ok(allowed) => asked.push((observable, allowed)),
            Err(error) => wrong.push(error),
        }
    }
    if !wrong.is_empty() {
        return Err(Error::Wrong(wrong));
    }

    let mut checks = Vec::new();
    for &scene in &expect.scenes {
        let prediction = oracle.predict(&planned.case.scenes[scene]);
        for &(observable, allowed) in &asked {
            let (expected, note) = match &prediction {
                Prediction::DoesNotCover(why) => {
                    (Expected::Nothing(format!("{name} does not cover this scene: {why}")), None)
                }
                Prediction::Covers { values, note } => match values.iter().find(|(o, _)| *o == observable) {
                    Some((_, estimate)) => (Expected::Value(*estimate), note.clone()),
                    None => (Expected::Nothing(format!("{name} has no {} for this scene", observable.word())), None),
                },
            };
            checks.push(PlannedCheck { scene, asked: Asked::Number(observable), expected, allowed, note });
        }
        let seen = planned.predictions.iter().any(|p| p.scene == scene && p.oracle == name);
        if let (Prediction::Covers { values, note }, false) = (prediction, seen) {
            planned.predictions.push(PlannedPrediction { scene, oracle: name, values, note });
        }
    }
    Ok(checks)
}

fn against_data(
    expect: &Expect,
    path: &str,
    planned: &mut PlannedCase,
    data: &Files,
) -> Result<Vec<PlannedCheck>, Error> {
    let dataset = match planned.datasets.iter().find(|d| d.path == path) {
        Some(known) => Arc::clone(known),
        None => {
            let read = Arc::new(Dataset::read(data, path).map_err(|error| place(error, &expect.agrees_with))?);
            planned.datasets.push(Arc::clone(&read));
            read
        }
    };
    let mut checks = Vec::new();
    let mut wrong = Vec::new();
    for wanted in &expect.wanted {
        match against_column(expect, wanted, &dataset, planned) {
            Ok(more) => checks.extend(more),
            Err(error) => wrong.push(error),
        }
    }
    if wrong.is_empty() { Ok(checks) } else { Err(Error::Wrong(wrong)) }
}

/// A dataset that is not there is reported where the case names it.
fn place(error: Error, word: &Word) -> Error {
    match error {
        Error::Read { path, source } => {
            Diagnostic::new(format!("failed to read {}: {source}", path.display())).at(&word.origin).into()
        }
        Error::Wrong(diagnostics) => Error::Wrong(
            diagnostics.into_iter().map(|d| if d.origin.is_none() { d.at(&word.origin) } else { d }).collect(),
        ),
        other => other,
    }
}

fn against_column(
    expect: &Expect,
    wanted: &Wanted,
    dataset: &Dataset,
    planned: &PlannedCase,
) -> Result<Vec<PlannedCheck>, Diagnostic> {
    let word = wanted.observable.text.as_str();
    let asked = match (CurveWord::from_word(word), Observable::from_word(word)) {
        (Some(curve), _) => Asked::Curve(curve),
        (None, Some(observable)) => Asked::Number(observable),
        (None, None) => {
            let mut words = number_words();
            words.extend(CurveWord::ALL.map(CurveWord::word));
            return Err(unknown_observable(&wanted.observable, &words));
        }
    };
    let lacking = || {
        let columns: Vec<&str> = dataset.columns.iter().map(|c| c.is.as_str()).collect();
        Diagnostic::new(format!("{} says nothing about `{word}`", dataset.path))
            .at(&wanted.observable.origin)
            .help(format!("its columns are {}", columns.join(", ")))
    };
    let allowed = allowed(wanted, asked)?;
    let check = |scene, expected| PlannedCheck { scene, asked, expected, allowed, note: None };
    match (dataset.form, asked) {
        (Form::Curve, Asked::Curve(curve)) => {
            let points = points(dataset, curve).ok_or_else(lacking)?;
            Ok(expect.scenes.iter().map(|&scene| check(scene, Expected::Points(points.clone()))).collect())
        }
        (Form::Curve, Asked::Number(observable)) => {
            let value = read_off(dataset, observable).ok_or_else(lacking)?;
            Ok(expect.scenes.iter().map(|&scene| check(scene, Expected::Value(value))).collect())
        }
        (Form::Table, Asked::Curve(_)) => Err(lacking()),
        (Form::Table, Asked::Number(_)) => {
            let column = dataset.column(word).ok_or_else(lacking)?;
            let mut checks = Vec::new();
            for &scene in &expect.scenes {
                for row in planned.case.scenes[scene].rows.iter().filter(|r| r.dataset == dataset.path) {
                    let expected = match column.values.get(row.row).copied().flatten() {
                        Some(value) => Expected::Value(uncertain(dataset, word, value)),
                        None => Expected::Nothing(format!("row {} has no {word}", row.row + 1)),
                    };
                    checks.push(check(scene, expected));
                }
            }
            if checks.is_empty() {
                return Err(Diagnostic::new(format!("no scene of this case is a row of {}", dataset.path))
                    .at(&expect.agrees_with.origin)
                    .help(format!("sweep over the dataset's own abscissae:  {{ sweep = \"{}\" }}", dataset.path)));
            }
            Ok(checks)
        }
    }
}

fn uncertain(dataset: &Dataset, word: &str, value: f64) -> Estimate {
    Estimate::new(value, dataset.uncertainty.get(word).map_or(0.0, |spread| spread.of(value)))
}

fn points(dataset: &Dataset, curve: CurveWord) -> Option<Vec<Point>> {
    let (x, y) = (dataset.column(curve.abscissa())?, dataset.column(curve.ordinate())?);
    let rows = (0..dataset.rows()).filter(|&row| dataset.left_out(row).is_none());
    let points: Vec<Point> = rows
        .filter_map(|row| {
            let x = uncertain(dataset, curve.abscissa(), x.values[row]?);
            Some(Point { x, y: uncertain(dataset, curve.ordinate(), y.values[row]?) })
        })
        .collect();
    (!points.is_empty()).then_some(points)
}

/// A number read off a published curve: its largest force, and the abscissa of its last point.
fn read_off(dataset: &Dataset, observable: Observable) -> Option<Estimate> {
    let known = |column: &str| {
        let values = &dataset.column(column)?.values;
        let rows = (0..dataset.rows()).filter(|&row| dataset.left_out(row).is_none());
        Some(rows.filter_map(|row| values[row]).collect::<Vec<f64>>())
    };
    let value = match observable {
        Observable::MaxForce => known("force")?.into_iter().reduce(f64::max)?,
        Observable::Duration => known("time")?.pop()?,
        _ => return None,
    };
    Some(uncertain(dataset, observable.word(), value))
}

/// Refuses checks that could not say anything.
fn refuse(expect: &Expect, checks: &[PlannedCheck], planned: &PlannedCase) -> Option<Diagnostic> {
    for wanted in &expect.wanted {
        let word = wanted.observable.text.as_str();
        let mine: Vec<&PlannedCheck> = checks.iter().filter(|c| c.asked.word() == word).collect();
        if let Some(PlannedCheck { expected: Expected::Nothing(why), .. }) = mine.first()
            && mine.iter().all(|c| matches!(c.expected, Expected::Nothing(_)))
        {
            let error =
                Diagnostic::new(format!("`{word}` is checked for no scene: {why}")).at(&wanted.observable.origin);
            return Some(error.help(
                "a check that is never made proves nothing: leave it out, or choose a theory that covers the case",
            ));
        }
        for check in mine {
            if let Expected::Value(expected) = check.expected
                && let Some(why) = check.allowed.refusal(expected)
            {
                let scene = &planned.case.scenes[check.scene].name;
                let at = if scene == "-" { String::new() } else { format!(" (scene {scene})") };
                return Some(Diagnostic::new(format!("`{word}`{at}: {why}")).at(&wanted.origin));
            }
        }
    }
    None
}

impl Asked {
    /// The word in case files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Number(observable) => observable.word(),
            Self::Curve(curve) => curve.word(),
        }
    }
}
