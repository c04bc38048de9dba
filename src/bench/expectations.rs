//! What a case expects of its collisions: each expectation becomes checks, scene by scene, against a theory, another run, measurements or an
//! order of convergence.

use std::sync::Arc;

use super::check::{Allowed, Comparison};
use super::curve::CurveWord;
use super::observed::OF_ITSELF;
use super::planned::{
    Abscissa, CheckedQuantity, Expected, PlannedCase, PlannedCheck, PlannedExpect, PlannedPrediction, PublishedPoint,
};
use crate::case::{Expect, ObservableTolerance, Relation, Tolerance, Word};
use crate::collide::Rung;
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::data::{Dataset, Files, RowKind, Spread};
use crate::error::{Diagnostic, Error, nearest};
use crate::halt;
use crate::law::scene::Scene;
use crate::number::brief;
use crate::theory::{ORACLES, Oracle, Prediction, find as find_oracle};

/// Name of the solver that integrates the law as written.
const REFERENCE: &str = "reference";

/// The word in `converges_to` for the limit of the numbers themselves.
pub(super) const ITSELF: &str = "itself";

/// Largest relative difference of two ratios of neighbouring time steps that count as one.
const ONE_RATIO: f64 = 1e-3;

/// Plans what is expected of the scenes of a case.
///
/// # Errors
/// Everything that is wrong with its expectations.
pub(super) fn plan_expects(planned: &mut PlannedCase, data: &Files) -> Result<(), Error> {
    let expects = planned.case.expects.clone();
    planned.expects = Error::all(expects.iter().map(|expect| {
        let mut expect = plan_expect(expect, planned, data)?;
        expect.checks.shrink_to_fit();
        Ok(expect)
    }))?;
    planned.predictions.shrink_to_fit();
    Ok(())
}

fn plan_expect(expect: &Expect, planned: &mut PlannedCase, data: &Files) -> Result<PlannedExpect, Error> {
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
