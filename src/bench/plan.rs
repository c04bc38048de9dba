//! Plans a run: reads the cases, resolves their names and computes all predictions, before anything is integrated.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nalgebra::Vector3;

use crate::bench::CaseFiles;
use crate::bench::check::{Allowed, Comparison};
use crate::bench::curve::CurveWord;
use crate::bench::observed::OF_ITSELF;
use crate::case::{
    Calibration, Case, ENGINE_PHASES, Expect, KnownGap, ObservableTolerance, RESIDUALS, Relation, Run, Settings,
    Tolerance, Word,
};
use crate::codes::engine::{Engine, Engines, in_its_own};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::collide::{How, Rung, StepSize, Steps};
use crate::data::{Dataset, Files, RowKind, Spread, checked, sha256};
use crate::error::{Diagnostic, Error, Origin, nearest};
use crate::halt;
use crate::law::scene::Scene;
use crate::number::brief;
use crate::theory::{ORACLES, Oracle, Prediction, find as find_oracle};
use crate::units::Dimension;

/// A run, ready to be executed.
#[derive(Debug)]
pub struct Plan {
    /// Where the cases come from, in words.
    pub from: String,
    pub cases: Vec<PlannedCase>,
    /// SHA-256 of every file that was read, by name.
    pub inputs: BTreeMap<String, String>,
    /// The engines its cases may name.
    pub engines: Engines,
    /// Where their datasets are, and the engines that were added: what blocks of a large case are planned with.
    data: Files,
    also: ExtraEngines,
}

impl Plan {
    /// Reads and resolves the cases that were found.
    ///
    /// # Errors
    /// Everything that is wrong with any of them.
    pub fn new(found: CaseFiles) -> Result<Self, Error> {
        Self::with(found, Engines::default(), &ExtraEngines::default())
    }

    /// The same with a user's own engines, and with engines that no case names.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn with(found: CaseFiles, engines: Engines, also: &ExtraEngines) -> Result<Self, Error> {
        let CaseFiles { from, cases, data, judged } = found;
        let read = if judged { Case::read_with } else { Case::read_unjudged };
        let own = engines.own();
        let cases = Error::all(cases.into_iter().map(|(name, file)| {
            // A report has a folder of that name: what cannot be written is refused before anything is computed.
            checked(&name)?;
            let mut planned = plan_case(read(Arc::new(file), &name, &data, &own)?, &data)?;
            let beside = in_their_own(&planned, also, &engines);
            add_engines(&mut planned, also, &engines);
            Ok(std::iter::once(planned).chain(beside).collect::<Vec<_>>())
        }))?;
        let cases: Vec<PlannedCase> = cases.into_iter().flatten().collect();
        let inputs = cases.iter().flat_map(PlannedCase::read).collect();
        Ok(Self { from, inputs, cases, engines, data, also: also.clone() })
    }

    /// Removes the cases that run an engine, unless all of them do; returns their number and the engines' names.
    pub fn leave_engines_out(&mut self) -> (usize, Vec<String>) {
        let (with, without): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.cases).into_iter().partition(|planned| !planned.engines().is_empty());
        if without.is_empty() {
            self.cases = with;
            return (0, Vec::new());
        }
        self.inputs = without.iter().flat_map(PlannedCase::read).collect();
        self.cases = without;
        let names: BTreeSet<String> = with.iter().flat_map(PlannedCase::engines).collect();
        (with.len(), names.into_iter().collect())
    }

    /// Collisions to be computed.
    pub fn collisions(&self) -> usize {
        self.cases.iter().map(|c| c.case.count() * c.case.runs.len()).sum()
    }

    /// The engines that were added to those of the cases.
    pub fn also(&self) -> &ExtraEngines {
        &self.also
    }

    /// A large case with these of its scenes alone, planned as a small one is.
    ///
    /// # Errors
    /// What is wrong with one of the scenes, or with what is expected of it.
    pub fn part(&self, planned: &PlannedCase, numbers: impl Iterator<Item = usize>) -> Result<PlannedCase, Error> {
        let mut case = planned.case.part(numbers)?;
        case.runs.truncate(planned.own_runs);
        if let Some(name) = &planned.in_conventions_of {
            return Ok(PlannedCase { is_all: false, ..in_those_of(case, name, &self.also, &self.engines) });
        }
        let mut part = PlannedCase { datasets: planned.datasets.clone(), is_all: false, ..PlannedCase::of(case) };
        part.plan_expects(&self.data)?;
        add_engines(&mut part, &self.also, &self.engines);
        Ok(part)
    }

    /// Leaves every so many scenes of the large case in this place, counted from the first.
    ///
    /// # Errors
    /// More scenes than can be held at once, and what is wrong with one of them.
    pub fn thin(&mut self, place: usize, every: usize) -> Result<(), Error> {
        let planned = &self.cases[place];
        if planned.case.sweeps.is_none() {
            return Ok(());
        }
        let count = planned.case.count();
        if count.div_ceil(every) > MOST_COMPARED {
            let name = &planned.case.name;
            let least = count.div_ceil(MOST_COMPARED);
            let message = format!("`{name}` has {count} scenes, of which {MOST_COMPARED} can be compared at once");
            let help = format!("accept some of them, which `gate` then compares:  accept {name} --every {least}");
            return Err(Error::with_help(message, help));
        }
        let part = self.part(planned, (0..count).step_by(every))?;
        self.cases[place] = PlannedCase { thinned: Some([every, count]), ..part };
        Ok(())
    }

    /// Leaves one scene, counted from 0, of the case in this place, which becomes its scene 0.
    ///
    /// # Errors
    /// What is wrong with the scene.
    pub fn only(&mut self, place: usize, scene: usize) -> Result<(), Error> {
        if self.cases[place].case.sweeps.is_some() {
            self.cases[place] = self.part(&self.cases[place], scene..=scene)?;
        } else {
            self.cases[place].only(scene);
        }
        Ok(())
    }

    /// Frees the checks after they are judged: a record needs only the scenes that are compared with a published curve.
    pub fn forget_judged(&mut self) {
        for expect in self.cases.iter_mut().flat_map(|case| &mut case.expects) {
            expect.checks.retain(|check| matches!(check.asked, CheckedQuantity::Curve(_)));
            expect.checks.shrink_to_fit();
        }
    }
}

fn plan_case(case: Case, data: &Files) -> Result<PlannedCase, Error> {
    let mut planned = PlannedCase::of(case);
    if let Some(calibration) = &planned.case.calibration {
        planned.datasets = check_calibration(calibration, data)?;
    }
    planned.plan_expects(data)?;
    Ok(planned)
}

/// Most scenes of a case whose numbers are held at once to be accepted or compared: some 1 GB.
pub const MOST_COMPARED: usize = 100_000;

/// Engines that are run in addition to those of each case, and compared with its reference.
#[derive(Debug, Clone, Default)]
pub struct ExtraEngines {
    /// Names of engines.
    pub engines: Vec<String>,
    /// Relative tolerance of the comparison.
    pub within: f64,
}

#[derive(Debug)]
pub struct PlannedCase {
    pub case: Case,
    pub expects: Vec<PlannedExpect>,
    /// What the oracles of this case predict: scene, oracle, values, note.
    pub predictions: Vec<PlannedPrediction>,
    pub datasets: Vec<Arc<Dataset>>,
    /// Scenes whose curves are recorded besides those that stand for the sweep.
    pub drawn: Vec<usize>,
    /// Number of the runs that the case itself has.
    own_runs: usize,
    /// Whether its scenes are all of the case.
    is_all: bool,
    /// Where it has every so many scenes of a large case: how many, and of how many.
    pub thinned: Option<[usize; 2]>,
    /// The engine in whose conventions its scenes are, where they are not those of the case.
    pub in_conventions_of: Option<String>,
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
    pub known_gap: Option<KnownGap>,
    /// Line in the case file.
    pub line: usize,
    pub checks: Vec<PlannedCheck>,
}

#[derive(Debug)]
pub struct PlannedCheck {
    pub scene: usize,
    pub asked: CheckedQuantity,
    pub expected: Expected,
    pub allowed: Allowed,
    pub note: Option<String>,
    /// Whether the deviation of velocity Verlet at this time step is added to the tolerance.
    pub beside_steps: bool,
    /// The abscissa of a measured value, within whose uncertainty it is compared.
    pub abscissa: Option<Abscissa>,
}

impl PlannedCheck {
    /// A check without a note, of a value whose abscissa is exact.
    pub(super) fn new(scene: usize, asked: CheckedQuantity, expected: Expected, allowed: Allowed) -> Self {
        Self { scene, asked, expected, allowed, note: None, beside_steps: false, abscissa: None }
    }
}

/// A swept parameter at which a measurement was made, with the uncertainty of its value there.
#[derive(Debug, Clone, PartialEq)]
pub struct Abscissa {
    /// Path of the parameter, or its last word.
    pub parameter: String,
    /// Standard uncertainty, SI.
    pub uncertainty: f64,
    /// Whether it is stated to be as large as the value itself, so that the value is unknown.
    pub unknown: bool,
}

/// The quantity that a check compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckedQuantity {
    Number(Observable),
    Curve(CurveWord),
    /// The order at which a number converges.
    Order(Observable),
}

/// One point of a published curve, with the standard uncertainty of both coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedPoint {
    pub x: Estimate,
    pub y: Estimate,
}

/// The expected value of a check.
#[derive(Debug)]
pub enum Expected {
    Value(Estimate),
    Points(Vec<PublishedPoint>),
    /// The value from another run of the case for the same scene.
    Solver(usize),
    /// No value is expected for this scene, for this reason.
    Nothing(String),
}

impl PlannedCase {
    fn of(case: Case) -> Self {
        let (expects, predictions, datasets, drawn) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            own_runs: case.runs.len(),
            is_all: case.sweeps.is_none(),
            thinned: None,
            in_conventions_of: None,
            case,
            expects,
            predictions,
            datasets,
            drawn,
        }
    }

    /// Plans what is expected of its scenes.
    fn plan_expects(&mut self, data: &Files) -> Result<(), Error> {
        let expects = self.case.expects.clone();
        self.expects = Error::all(expects.iter().map(|expect| {
            let mut expect = plan_expect(expect, self, data)?;
            expect.checks.shrink_to_fit();
            Ok(expect)
        }))?;
        self.predictions.shrink_to_fit();
        Ok(())
    }

    /// Reduces the case to one scene, which becomes scene 0.
    fn only(&mut self, scene: usize) {
        self.case.scenes = self.case.scenes.drain(..).skip(scene).take(1).collect();
        self.predictions.retain(|prediction| prediction.scene == scene);
        self.predictions.iter_mut().for_each(|prediction| prediction.scene = 0);
        for expect in &mut self.expects {
            expect.checks.retain(|check| check.scene == scene);
            expect.checks.iter_mut().for_each(|check| check.scene = 0);
        }
    }

    /// Names of the engines that the case needs, with repetitions.
    pub fn engines(&self) -> Vec<String> {
        let runs =
            self.case.runs.iter().filter(|run| run.is_engine() && !matches!(run.settings, Settings::Recorded(_)));
        runs.map(|run| run.solver.text.clone()).collect()
    }

    /// Every file that was read for the case, with its SHA-256.
    pub(super) fn read(&self) -> Vec<(String, String)> {
        let file = &self.case.file;
        let mut all = vec![(file.name.clone(), sha256(&file.text))];
        all.extend(self.inputs());
        all
    }

    /// Every file that was read beside the case itself, with its SHA-256: measurements, recordings, datasets.
    pub fn inputs(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        if let Some(calibration) = &self.case.calibration {
            all.extend(calibration.experiments().flat_map(|experiment| experiment.measured.hashes.iter().cloned()));
        }
        for run in &self.case.runs {
            if let Settings::Recorded(recorded) = &run.settings {
                all.push((recorded.recording.file.clone(), recorded.recording.sha256.clone()));
            }
        }
        for dataset in &self.datasets {
            let [csv, source] = dataset.hashes.clone();
            all.push((format!("{}/data.csv", dataset.path), csv));
            all.push((format!("{}/source.toml", dataset.path), source));
        }
        all
    }

    /// The datasets it reads, with the SHA-256 of their numbers and of what these are.
    pub fn numbers(&self) -> impl Iterator<Item = (String, String)> {
        let experiments = self.case.calibration.iter().flat_map(|calibration| calibration.experiments());
        let measured = experiments.map(|experiment| &experiment.measured);
        let fitted = measured.filter_map(|measured| Some((measured.name.clone(), measured.physics.clone()?)));
        fitted.chain(self.datasets.iter().map(|dataset| (dataset.path.clone(), dataset.physics.clone())))
    }
}

impl CheckedQuantity {
    /// Dimension of the quantity; an order is a plain number.
    pub fn dimension(self) -> Dimension {
        match self {
            Self::Number(observable) | Self::Order(observable) => observable.dimension(),
            Self::Curve(curve) => curve.dimension(),
        }
    }

    /// The word in case files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Number(observable) | Self::Order(observable) => observable.word(),
            Self::Curve(curve) => curve.word(),
        }
    }
}

/// Name of the solver that integrates the law as written.
const REFERENCE: &str = "reference";

/// The word in `converges_to` for the limit of the numbers themselves.
pub(super) const ITSELF: &str = "itself";

/// Largest relative difference of two ratios of neighbouring time steps that count as one.
const ONE_RATIO: f64 = 1e-3;

pub(super) fn plan_expect(expect: &Expect, planned: &mut PlannedCase, data: &Files) -> Result<PlannedExpect, Error> {
    let run = planned.case.runs.iter().position(|r| r.solver.text == expect.that.text).unwrap_or_default();
    let against = expect.against.text.trim_end_matches('/').to_string();
    let other = planned.case.runs.iter().position(|r| r.solver.text == against);
    let (comparison, checks) = if expect.relation == Relation::ConvergesTo {
        (Comparison::Convergence, converges(expect, run, planned)?)
    } else if against.contains('/') {
        (Comparison::Validation, against_data(expect, &against, planned, data)?)
    } else if let Some(other) = other {
        (Comparison::Comparison, against_solver(expect, other, planned)?)
    } else {
        let oracle = find_oracle(&against).ok_or_else(|| unknown_oracle(&expect.against))?;
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
    let names: Vec<&str> = ORACLES.iter().map(|o| o.card.name).collect();
    let error = Diagnostic::new(format!("there is no theory `{}`", word.text)).at(&word.origin);
    match nearest(&word.text, names.iter().copied()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error
            .help(format!("theories: {}", names.join(", ")))
            .help("a dataset is named by its folder: \"reference-data/published/...\""),
    }
}

fn unknown_observable(word: &Word, among: &[&str]) -> Diagnostic {
    Diagnostic::new(format!("`{}` is not an observable", word.text)).at(&word.origin).meant(
        &word.text,
        among.iter().copied(),
        format!("use one of {}", among.join(", ")),
    )
}

fn number_words() -> Vec<&'static str> {
    Observable::ALL.iter().map(|o| o.word()).collect()
}

fn allowed(wanted: &ObservableTolerance, asked: CheckedQuantity) -> Result<Allowed, Diagnostic> {
    Allowed::new(&wanted.tolerance, asked.dimension()).map_err(|message| Diagnostic::new(message).at(&wanted.origin))
}

fn against_theory(
    expect: &Expect,
    oracle: &'static Oracle,
    planned: &mut PlannedCase,
) -> Result<Vec<PlannedCheck>, Error> {
    let name = oracle.card.name;
    let asked = numbers(expect)?;
    let foreign = asked.iter().zip(&expect.wanted).filter(|((observable, _), _)| !oracle.predicts.contains(observable));
    let wrong: Vec<Diagnostic> = foreign
        .map(|((observable, _), wanted)| {
            let predicted: Vec<&str> = oracle.predicts.iter().map(|o| o.word()).collect();
            Diagnostic::new(format!("theory `{name}` does not predict `{}`", observable.word()))
                .at(&wanted.observable.origin)
                .help(format!("it predicts {}", predicted.join(", ")))
        })
        .collect();
    if !wrong.is_empty() {
        return Err(Error::Wrong(wrong));
    }

    let mut checks = Vec::new();
    let mut seen = vec![false; planned.case.scenes.len()];
    for known in planned.predictions.iter().filter(|known| known.oracle == name) {
        seen[known.scene] = true;
    }
    for &scene in &expect.scenes {
        if halt::is_asked() {
            return Err(Error::Interrupted);
        }
        let prediction = match &planned.case.scenes[scene] {
            driven if driven.path.is_some() && !oracle.follows_paths => {
                Prediction::DoesNotCover("this theory is valid for impacts, and the case is a loading path".to_string())
            }
            scene => oracle.predict(scene),
        };
        for &(observable, allowed) in &asked {
            let (expected, note) = match &prediction {
                Prediction::DoesNotCover(why) => {
                    (Expected::Nothing(format!("{name} does not cover this scene: {why}")), None)
                }
                Prediction::Covers { values, note } => match values.iter().find(|(o, _)| *o == observable) {
                    Some((_, estimate)) => (Expected::Value(*estimate), note.clone()),
                    None => {
                        let why = oracle.lacks(&planned.case.scenes[scene], observable);
                        let why = why.unwrap_or_else(|| format!("{name} has no {} for this scene", observable.word()));
                        (Expected::Nothing(why), None)
                    }
                },
            };
            let asked = CheckedQuantity::Number(observable);
            checks.push(PlannedCheck { note, ..PlannedCheck::new(scene, asked, expected, allowed) });
        }
        if let (Prediction::Covers { mut values, note }, false) = (prediction, seen[scene]) {
            seen[scene] = true;
            values.shrink_to_fit();
            planned.predictions.push(PlannedPrediction { scene, oracle: name, values, note });
        }
    }
    Ok(checks)
}

/// Checks against another solver of the same case, scene by scene.
fn against_solver(expect: &Expect, other: usize, planned: &PlannedCase) -> Result<Vec<PlannedCheck>, Error> {
    if planned.case.runs[other].settings.steps().is_some() {
        let error = Diagnostic::new(format!(
            "`{}` is run at several time steps and onset phases, so it has no single value",
            expect.against.text
        ));
        return Err(error.at(&expect.against.origin).help("write:  agrees_with = \"reference\"").into());
    }
    let asked = numbers(expect)?;
    let check = |scene: usize| {
        let number = move |&(observable, allowed): &(Observable, Allowed)| {
            PlannedCheck::new(scene, CheckedQuantity::Number(observable), Expected::Solver(other), allowed)
        };
        asked.iter().map(number)
    };
    Ok(expect.scenes.iter().flat_map(|&scene| check(scene)).collect())
}

/// Checks of the order at which a production code converges to the exact solution.
fn converges(expect: &Expect, run: usize, planned: &PlannedCase) -> Result<Vec<PlannedCheck>, Error> {
    let rungs = planned.case.runs[run].settings.ladder().len();
    if rungs < 3 {
        let error = Diagnostic::new(format!(
            "`{}` runs at {rungs} time steps; an order of convergence needs at least three",
            expect.that.text
        ));
        let help = "sweep the time step in its table:  steps_per_contact = { sweep = [50.37, 100.37, 200.37, 400.37] }";
        return Err(error.at(&expect.that.origin).help(help).into());
    }
    match expect.against.text.as_str() {
        ITSELF => of_itself(expect, planned.case.runs[run].settings.ladder())?,
        REFERENCE => {}
        other => {
            let message = format!("`converges_to` takes \"reference\" or \"itself\", not `{other}`");
            let help = "write:  converges_to = \"reference\"";
            return Err(Diagnostic::new(message).at(&expect.against.origin).help(help).into());
        }
    }
    let checks = expect.wanted.iter().map(|wanted| {
        let observable = number(wanted)?;
        let (Tolerance::Order { order, .. } | Tolerance::OrderAtLeast(order)) = wanted.tolerance else {
            let error = Diagnostic::new("`converges_to` requires an order of convergence").at(&wanted.origin);
            let help = "write:  { order = 2.0, give_or_take = 0.1 }  or  { order_at_least = 1.0 }";
            return Err(error.help(help).into());
        };
        let allowed = allowed(wanted, CheckedQuantity::Number(observable))?;
        let expected = move || Expected::Value(Estimate::new(order, 0.0));
        let asked = CheckedQuantity::Order(observable);
        Ok(expect.scenes.iter().map(move |&scene| PlannedCheck::new(scene, asked, expected(), allowed)))
    });
    Ok(Error::all(checks)?.into_iter().flatten().collect())
}

/// Refuses time steps whose differences have no order: fewer than four, or of several ratios.
fn of_itself(expect: &Expect, ladder: &[Rung]) -> Result<(), Diagnostic> {
    let help = "sweep steps of one ratio:  steps_per_contact = { sweep = [50.37, 100.74, 201.48, 402.96] }";
    let wrong = |message: String| Err(Diagnostic::new(message).at(&expect.that.origin).help(help));
    let that = &expect.that.text;
    if ladder.len() < OF_ITSELF {
        return wrong(format!(
            "`{that}` runs at {} time steps; `converges_to = \"itself\"` needs at least {OF_ITSELF}, of one ratio",
            ladder.len()
        ));
    }
    // Of seconds as of counts: a duration cancels.
    let counts: Vec<f64> = ladder.iter().map(|rung| rung.step.count(1.0)).collect();
    let ratios: Vec<f64> = counts.windows(2).map(|pair| pair[1] / pair[0]).collect();
    let [least, most] = [f64::min, f64::max].map(|of| ratios.iter().copied().reduce(of).unwrap_or(f64::NAN));
    if most / least - 1.0 > ONE_RATIO {
        return wrong(format!(
            "the time steps of `{that}` are no ladder of one ratio: neighbours differ by {} to {} times",
            brief(least),
            brief(most)
        ));
    }
    Ok(())
}

fn number(wanted: &ObservableTolerance) -> Result<Observable, Diagnostic> {
    let unknown = || unknown_observable(&wanted.observable, &number_words());
    let observable = Observable::from_word(&wanted.observable.text).ok_or_else(unknown)?;
    if observable == Observable::RestitutionRequested {
        let error = Diagnostic::new("`restitution_requested` is what the case asks for: it is computed by no run");
        let help = "write:  agrees_with = \"requested-restitution\"  and  restitution = { within = \"1 %\" }";
        return Err(error.at(&wanted.observable.origin).help(help));
    }
    Ok(observable)
}

/// The observables an expectation asks for, each with its tolerance.
fn numbers(expect: &Expect) -> Result<Vec<(Observable, Allowed)>, Error> {
    Error::all(expect.wanted.iter().map(|wanted| {
        let observable = number(wanted)?;
        Ok((observable, allowed(wanted, CheckedQuantity::Number(observable))?))
    }))
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
            let read = Arc::new(Dataset::read(data, path).map_err(|error| place(error, &expect.against))?);
            planned.datasets.push(Arc::clone(&read));
            read
        }
    };
    let checks = expect.wanted.iter().map(|wanted| Ok(against_column(expect, wanted, &dataset, planned)?));
    Ok(Error::all(checks)?.into_iter().flatten().collect())
}

/// Moves the error of a missing dataset to the place where the case names it.
fn place(error: Error, word: &Word) -> Error {
    match error {
        Error::Read { path, source } => {
            let message = format!("failed to read {}: {source}", path.display());
            let help = "`agrees_with` names a theory, a run of this case, or the folder of a dataset";
            Diagnostic::new(message).at(&word.origin).help(help).into()
        }
        Error::Wrong(diagnostics) => Error::Wrong(
            diagnostics.into_iter().map(|d| if d.origin.is_none() { d.at(&word.origin) } else { d }).collect(),
        ),
        other => other,
    }
}

fn against_column(
    expect: &Expect,
    wanted: &ObservableTolerance,
    dataset: &Dataset,
    planned: &PlannedCase,
) -> Result<Vec<PlannedCheck>, Diagnostic> {
    let word = wanted.observable.text.as_str();
    let asked = match (CurveWord::from_word(word), Observable::from_word(word)) {
        (Some(curve), _) => CheckedQuantity::Curve(curve),
        (None, Some(observable)) => CheckedQuantity::Number(observable),
        (None, None) => {
            let mut words = number_words();
            words.extend(CurveWord::ALL.map(CurveWord::word));
            return Err(unknown_observable(&wanted.observable, &words));
        }
    };
    let lacking = || {
        let columns: Vec<&str> = dataset.columns.iter().map(|c| c.is.as_str()).collect();
        Diagnostic::new(format!("{} has no column for `{word}`", dataset.path))
            .at(&wanted.observable.origin)
            .help(format!("its columns are {}", columns.join(", ")))
    };
    let allowed = allowed(wanted, asked)?;
    let check = |scene, expected| PlannedCheck::new(scene, asked, expected, allowed);
    match (dataset.form, asked) {
        (RowKind::Curve, CheckedQuantity::Curve(curve)) => {
            let points = points(dataset, curve).ok_or_else(lacking)?;
            Ok(expect.scenes.iter().map(|&scene| check(scene, Expected::Points(points.clone()))).collect())
        }
        (RowKind::Curve, CheckedQuantity::Number(observable)) => {
            let value = read_off(dataset, observable).ok_or_else(lacking)?;
            Ok(expect.scenes.iter().map(|&scene| check(scene, Expected::Value(value))).collect())
        }
        (_, CheckedQuantity::Order(_)) | (RowKind::Table, CheckedQuantity::Curve(_)) => Err(lacking()),
        (RowKind::Table, CheckedQuantity::Number(_)) => {
            let column = dataset.column(word).ok_or_else(lacking)?;
            let mut checks = Vec::new();
            for &scene in &expect.scenes {
                for row in planned.case.scenes[scene].rows.iter().filter(|r| r.dataset == dataset.path) {
                    // An empty cell was not measured: there is nothing to compare.
                    let Some(value) = column.values.get(row.row).copied().flatten() else { continue };
                    let expected = Expected::Value(uncertain(dataset, word, value));
                    let abscissa = abscissa(dataset, &planned.case.scenes[scene], row.row);
                    checks.push(PlannedCheck { abscissa, ..check(scene, expected) });
                }
            }
            if checks.is_empty() && planned.is_all {
                return Err(Diagnostic::new(format!("no scene of this case matches a row of {}", dataset.path))
                    .at(&expect.against.origin)
                    .help(format!("sweep over the abscissae of the dataset:  {{ sweep = \"{}\" }}", dataset.path)));
            }
            Ok(checks)
        }
    }
}

/// The abscissa of a measurement: a swept parameter of the scene whose uncertainty the dataset states.
fn abscissa(dataset: &Dataset, scene: &Scene, row: usize) -> Option<Abscissa> {
    dataset.uncertainty.iter().find_map(|(word, spread)| {
        scene.parameter(word).filter(|parameter| parameter.swept)?;
        let value = dataset.column(word)?.values.get(row).copied().flatten()?;
        let unknown = matches!(spread, Spread::Relative(part) if *part >= 1.0);
        Some(Abscissa { parameter: word.clone(), uncertainty: spread.of(value), unknown })
    })
}

fn uncertain(dataset: &Dataset, word: &str, value: f64) -> Estimate {
    Estimate::new(value, dataset.uncertainty.get(word).map_or(0.0, |spread| spread.of(value)))
}

fn points(dataset: &Dataset, curve: CurveWord) -> Option<Vec<PublishedPoint>> {
    let (x, y) = (dataset.column(curve.abscissa())?, dataset.column(curve.ordinate())?);
    let rows = (0..dataset.rows()).filter(|&row| dataset.left_out(row).is_none());
    let points: Vec<PublishedPoint> = rows
        .filter_map(|row| {
            let x = uncertain(dataset, curve.abscissa(), x.values[row]?);
            Some(PublishedPoint { x, y: uncertain(dataset, curve.ordinate(), y.values[row]?) })
        })
        .collect();
    (!points.is_empty()).then_some(points)
}

/// An observable of a published curve: its largest force, or the abscissa of its last point.
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

/// Refuses an observable that no scene can check, and a tolerance that cannot be used for its expected value.
fn refuse(expect: &Expect, checks: &[PlannedCheck], planned: &PlannedCase) -> Option<Diagnostic> {
    for wanted in &expect.wanted {
        let word = wanted.observable.text.as_str();
        let mine: Vec<&PlannedCheck> = checks.iter().filter(|c| c.asked.word() == word).collect();
        // Other scenes of a large case may be covered.
        if let Some(PlannedCheck { expected: Expected::Nothing(why), .. }) = mine.first()
            && planned.is_all
            && mine.iter().all(|c| matches!(c.expected, Expected::Nothing(_)))
        {
            let error = Diagnostic::new(format!("`{word}` is never checked: {why}")).at(&wanted.observable.origin);
            return Some(error.help("remove this check, or choose a theory that covers the case"));
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

/// The word in `agrees_with` for the drops that are held out of the fit.
pub(super) const HOLD_OUT: &str = "hold-out";

/// The observables of `agrees_with = "residuals"`.
const OF_RESIDUALS: [&str; 2] = ["runs", "birge_ratio"];

/// Reads the datasets that a fit is compared with. Refuses unknown references and observables, and expectations that
/// no measurement could fail.
pub(super) fn check_calibration(calibration: &Calibration, data: &Files) -> Result<Vec<Arc<Dataset>>, Error> {
    let mut wrong = Vec::new();
    let mut datasets = Vec::new();
    for expect in &calibration.expects {
        let against = expect.against.text.trim_end_matches('/');
        if against.contains('/') {
            match Dataset::read(data, against) {
                Ok(dataset) => {
                    wrong.extend(vacuous(calibration, expect, &dataset));
                    datasets.push(Arc::new(dataset));
                }
                Err(Error::Wrong(problems)) => wrong.extend(problems),
                Err(error) => {
                    let message = format!("dataset `{against}` not found: {error}");
                    wrong.push(Diagnostic::new(message).at(&expect.against.origin));
                }
            }
        }
        wrong.extend(expect.wanted.iter().filter_map(|wanted| unobserved(calibration, expect, wanted)));
    }
    if wrong.is_empty() { Ok(datasets) } else { Err(Error::Wrong(wrong)) }
}

/// Refuses a dataset of the fitted numbers with no more rows than unknowns: a fit passes through each of them.
fn vacuous(calibration: &Calibration, expect: &Expect, dataset: &Dataset) -> Option<Diagnostic> {
    let own = dataset.hashes.first()?;
    let fitted = || calibration.experiments().map(|experiment| &experiment.measured);
    let same = fitted().any(|measured| measured.hashes.iter().any(|(_, hash)| hash == own));
    let (unknowns, rows) =
        (calibration.unknowns.len(), fitted().map(|measured| measured.tally.measured as usize).sum::<usize>());
    if !same || rows > unknowns {
        return None;
    }
    let message = format!(
        "vacuous: the fit is compared with the data it was fitted to, and a fit with as many unknowns as rows ({rows} row{}) always passes",
        if rows == 1 { "" } else { "s" }
    );
    let help = "compare with data that were not fitted (\"hold-out\" or another dataset), or measure more";
    Some(Diagnostic::new(message).at(&expect.against.origin).help(help))
}

fn unobserved(calibration: &Calibration, expect: &Expect, wanted: &ObservableTolerance) -> Option<Diagnostic> {
    let word = wanted.observable.text.as_str();
    if expect.against.text == RESIDUALS {
        let help =
            "write:  runs = { within_sigma = 3 }      along each abscissa, or  birge_ratio = { within_sigma = 3 }";
        let error = Diagnostic::new(format!("`{word}` is not valid for the residuals of a fit")).help(help);
        return (!OF_RESIDUALS.contains(&word)).then(|| error.at(&wanted.observable.origin));
    }
    let unknowns = || calibration.unknowns.iter().flat_map(|unknown| [unknown.name.as_str(), unknown.path.as_str()]);
    let observed = || Observable::ALL.iter().map(|observable| observable.word());
    if unknowns().chain(observed()).any(|known| known == word) {
        return None;
    }
    Some(
        Diagnostic::new(format!("`{word}` is neither a fitted parameter nor an observable"))
            .at(&wanted.observable.origin)
            .meant(
                word,
                unknowns().chain(observed()),
                format!("fitted here: {}", unknowns().collect::<Vec<_>>().join(", ")),
            ),
    )
}

/// Observables that every engine reports, compared relative to their value.
const ASKED: [Observable; 3] = [Observable::Restitution, Observable::DurationToZeroOverlap, Observable::MaxOverlap];

/// Steps per contact for a case without a time step.
const STEPS: f64 = 100.37;

/// The engine of that name that is asked for its conventions: of several installations the first.
fn asked<'a>(engines: &'a Engines, name: &str) -> Option<&'a dyn Engine> {
    engines.installations(name).into_iter().next()
}

/// The case once more for each added engine that does not compute some of its scenes as they are: these in the engine's own conventions.
fn in_their_own(planned: &PlannedCase, also: &ExtraEngines, engines: &Engines) -> Vec<PlannedCase> {
    let case = &planned.case;
    let added = also.engines.iter().filter(|name| !case.runs.iter().any(|run| run.solver.text == **name));
    let moves = |name: &&String| {
        let engine = asked(engines, name);
        engine.is_some_and(|engine| case.scenes.iter().any(|scene| in_its_own(scene, engine).is_some()))
    };
    let renamed = |name: &String| {
        let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' });
        let (own, title) = (letters.collect::<String>(), format!("{}, in the conventions of {name}", case.title));
        Case { name: format!("{}-as-{own}", case.name), title, runs: Vec::new(), expects: Vec::new(), ..case.clone() }
    };
    added.filter(moves).map(|name| in_those_of(renamed(name), name, also, engines)).collect()
}

/// The scenes of a case that an engine has in its own conventions only, with the reference of these conventions.
fn in_those_of(mut case: Case, name: &str, also: &ExtraEngines, engines: &Engines) -> PlannedCase {
    let own = |scene: &Scene| asked(engines, name).and_then(|engine| in_its_own(scene, engine));
    // Of a large case the places of its scenes stay what they are.
    case.scenes = if case.sweeps.is_some() {
        case.scenes.iter().map(|scene| own(scene).unwrap_or_else(|| scene.clone())).collect()
    } else {
        case.scenes.iter().filter_map(own).collect()
    };
    let mut planned = PlannedCase { in_conventions_of: Some(name.to_string()), ..PlannedCase::of(case) };
    let only = ExtraEngines { engines: vec![name.to_string()], within: also.within };
    add_engines(&mut planned, &only, engines);
    planned
}

/// Adds the engines, the reference they are compared with, and their expectations. What an engine has in its own conventions only is compared
/// there.
pub(super) fn add_engines(planned: &mut PlannedCase, also: &ExtraEngines, engines: &Engines) {
    let origin = Origin::new(&planned.case.file, 0..0);
    let word = |text: &str| Word { text: text.to_string(), origin: origin.clone() };
    let stepped = planned.case.runs.iter().map(|run| run.settings.ladder()).find(|ladder| !ladder.is_empty());
    let usual = || vec![Rung { text: format!("steps={STEPS}"), step: StepSize::PerContact(STEPS) }];
    let ladder = stepped.map_or_else(usual, <[Rung]>::to_vec);
    // There is nothing here to compare a law with that only its engine has.
    let of_engine = planned.case.scenes.iter().any(|scene| scene.contact.normal.of_engine().is_some());
    let runs = &mut planned.case.runs;
    for name in &also.engines {
        if runs.iter().any(|run| run.solver.text == *name) {
            continue;
        }
        if of_engine {
            let settings = Settings::Engine(Steps { ladder: ladder.clone(), onset_phases: ENGINE_PHASES });
            runs.push(Run { solver: word(name), settings, variant: None });
            continue;
        }
        let engine = asked(engines, name);
        let there = |scene: &Scene| engine.is_some_and(|engine| in_its_own(scene, engine).is_some());
        let scenes = planned.case.scenes.iter().enumerate();
        let here: Vec<usize> = scenes.filter(|(_, scene)| !there(scene)).map(|(index, _)| index).collect();
        if here.is_empty() && planned.is_all {
            continue;
        }
        let reference = runs.iter().position(|run| run.solver.text == "reference").unwrap_or_else(|| {
            let settings = Settings::Computed(How::Exact { tolerance: 1e-13 });
            runs.push(Run { solver: word("reference"), settings, variant: None });
            runs.len() - 1
        });
        let settings = Settings::Engine(Steps { ladder: ladder.clone(), onset_phases: ENGINE_PHASES });
        runs.push(Run { solver: word(name), settings, variant: None });
        let mut checks = Vec::new();
        for &index in &here {
            let scene = &planned.case.scenes[index];
            let relative = ASKED.map(|observable| (observable, Allowed::Relative(also.within)));
            let tangential =
                tangential(scene).map(|(observable, size)| (observable, Allowed::Absolute(also.within * size)));
            for (observable, allowed) in relative.into_iter().chain(tangential) {
                let (asked, expected) = (CheckedQuantity::Number(observable), Expected::Solver(reference));
                checks.push(PlannedCheck { beside_steps: true, ..PlannedCheck::new(index, asked, expected, allowed) });
            }
        }
        planned.expects.push(PlannedExpect {
            run: runs.len() - 1,
            against: "reference".to_string(),
            comparison: Comparison::Comparison,
            known_gap: None,
            line: origin.line(),
            checks,
        });
    }
}

/// The tangential observables, which may be near zero, with the size to which their tolerance is relative: their change where
/// the slip velocity changes by the speed of the fastest surface. None for a head-on impact.
fn tangential(scene: &Scene) -> impl Iterator<Item = (Observable, f64)> {
    let kinematics = &scene.kinematics;
    let spheres = scene.bodies.iter().zip(&kinematics.spin).filter(|(body, _)| !body.is_wall());
    let turning = spheres.map(|(body, spin)| body.radius() * Vector3::from(*spin).norm());
    let fastest = turning.fold(kinematics.tangential_speed, f64::max);
    let one = &scene.bodies[0];
    let arm = one.inertia() / (one.mass * one.radius());
    let units = [(Observable::TangentialRestitution, kinematics.tangential_speed), (Observable::ReboundSpin, arm)];
    let defined = move |&(_, unit): &(Observable, f64)| fastest > 0.0 && unit > 0.0;
    units.into_iter().filter(defined).map(move |(observable, unit)| (observable, fastest / unit))
}
