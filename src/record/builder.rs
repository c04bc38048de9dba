//! Builds the record of a case from what was planned and computed.

use super::curves::curves;
use super::{
    CaseRecord, ConvergenceRecord, ForceRecord, LeftOutRecord, Maker, Observation, Observations, ParameterRecord,
    RegimeRecord, SceneRecord, Setting, SourceRecord, calibration, shear, sheet,
};
use crate::bench::{CaseRun, Collision, Convergence, ErrorAt, PlannedCase, begun};
use crate::case::Settings;
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::collide::{How, StepSize, Steps};
use crate::data::{Dataset, RowKind};
use crate::law::scene::{ParameterValue, Scene, SceneParameter, validity};
use crate::theory;
use crate::units::Dimension;

/// The record of a case. Results are moved out of the run, which keeps the collisions without a result.
pub(super) fn case(planned: &PlannedCase, run: &mut CaseRun) -> CaseRecord {
    let case = &planned.case;
    let begun = begun(&run.collisions, case.scenes.len());
    let observations = observations(planned, &run.collisions, &begun);
    let curves = curves(planned, &run.collisions, &begun);
    let regimes = regimes(planned, &run.collisions);
    // Of a hundred thousand scenes it would not all fit beside what follows.
    run.collisions.retain(|collision| collision.result.is_err());
    run.collisions.shrink_to_fit();
    let kept: Vec<&Scene> =
        case.scenes.iter().zip(&begun).filter(|(_, begun)| **begun).map(|(scene, _)| scene).collect();
    let (contracts, places) = sheet::contracts(&kept);
    CaseRecord {
        name: case.name.clone(),
        file: case.file.name.clone(),
        text: case.file.text.clone(),
        title: case.title.clone(),
        source: case.source.clone(),
        swept: case.swept.clone(),
        settings: case.runs.iter().flat_map(|run| settings(&run.solver.text, &run.settings)).collect(),
        scenes: scenes(&kept, &places),
        observations,
        checks: std::mem::take(&mut run.checks),
        convergences: run.convergences.iter().map(|c| convergence(planned, c)).collect(),
        left_out: left_out(planned),
        curves,
        regimes,
        contracts,
        sources: sources(planned),
        partings: std::mem::take(&mut run.partings),
        unchecked: std::mem::take(&mut run.unchecked.notes),
        nothing_checked: run.unchecked.nothing,
        calibration: run.fit.as_deref().map(calibration::record),
    }
}

/// The theories and datasets of a case, each once.
fn sources(planned: &PlannedCase) -> Vec<SourceRecord> {
    let mut found: Vec<SourceRecord> = Vec::new();
    for expect in &planned.expects {
        let name = expect.against.as_str();
        if found.iter().any(|known| known.name == name) {
            continue;
        }
        let theory = theory::find(name).map(|oracle| &oracle.card);
        let dataset = planned.datasets.iter().find(|dataset| dataset.path == name);
        let card = theory
            .map(|card| (card.title.to_string(), card.source.to_string()))
            .or_else(|| dataset.map(|dataset| (dataset.title.clone(), dataset.cite.clone())));
        found.extend(card.map(|(title, source)| SourceRecord {
            name: name.to_string(),
            title,
            source,
            experiment: dataset.is_some_and(|dataset| dataset.experiment),
        }));
    }
    found
}

fn settings(who: &str, settings: &Settings) -> Vec<Setting> {
    let setting = |key: &str, value: f64, unit: &str| Setting {
        who: who.to_string(),
        key: key.to_string(),
        value,
        unit: unit.to_string(),
    };
    match settings {
        Settings::Computed(How::Exact { tolerance }) => vec![setting("tolerance", *tolerance, "")],
        Settings::Recorded(recorded) => {
            let step = recorded.settings.time_step.map(|dt| setting("time_step", dt, Dimension::Time.si()));
            step.into_iter().collect()
        }
        Settings::Computed(How::Stepped { steps: Steps { ladder, onset_phases }, .. })
        | Settings::Engine(Steps { ladder, onset_phases }) => {
            let mut rows: Vec<Setting> = ladder
                .iter()
                .map(|rung| match rung.step {
                    StepSize::PerContact(count) => setting("steps_per_contact", count, ""),
                    StepSize::PerOwnContact(count) => setting("steps_per_contact of its own", count, ""),
                    StepSize::Time(dt) => setting("time_step", dt, Dimension::Time.si()),
                })
                .collect();
            rows.push(setting("onset_phases", *onset_phases as f64, ""));
            rows
        }
    }
}

fn convergence(planned: &PlannedCase, convergence: &Convergence) -> ConvergenceRecord {
    // JSON has no infinity, and an error without bounds is no number.
    let column = |of: fn(&ErrorAt) -> f64| {
        convergence.rungs.iter().map(|rung| Some(of(rung)).filter(|error| error.is_finite())).collect()
    };
    let order = convergence.order.as_ref().ok();
    let who = planned.case.runs[convergence.run].solver.text.clone();
    ConvergenceRecord {
        scene: planned.case.scenes[convergence.scene].name.clone(),
        variant: convergence.version(&who).to_string(),
        who,
        observable: convergence.observable.word().to_string(),
        steps: convergence.rungs.iter().map(|rung| rung.count).collect(),
        worst: column(|rung| rung.worst),
        mean: column(|rung| rung.mean),
        order: order.map(|o| o.slope),
        order_uncertainty: order.map(|o| o.uncertainty),
        constant: order.map(|o| o.constant),
    }
}

/// All scenes; unchanged parameters are shared with the previous scene.
fn scenes(scenes: &[&Scene], contracts: &[usize]) -> Vec<SceneRecord> {
    let mut all: Vec<SceneRecord> = Vec::with_capacity(scenes.len());
    for (scene, &contract) in scenes.iter().zip(contracts) {
        let record = self::scene(scene, contract, all.last());
        all.push(record);
    }
    all
}

fn parameter(parameter: &SceneParameter) -> ParameterRecord {
    let (value, word, unit) = match &parameter.value {
        ParameterValue::Number(value, dimension) => (Some(*value), None, dimension.si()),
        ParameterValue::Word(word) => (None, Some(word.clone()), ""),
    };
    ParameterRecord { path: parameter.path.clone(), value, word, unit: unit.to_string(), text: parameter.text.clone() }
}

fn scene(scene: &Scene, contract: usize, before: Option<&SceneRecord>) -> SceneRecord {
    let parameters = before.map_or(&[][..], |before| &before.parameters);
    let validity = before.map_or(&[][..], |before| &before.validity);
    SceneRecord {
        name: scene.name.clone(),
        parameters: sheet::shared(scene.parameters.iter().map(|own| parameter(own)), parameters),
        force: ForceRecord {
            power: scene.force,
            m_star: scene.pair.m_star,
            R_star: scene.pair.R_star,
            E_star: scene.pair.E_star,
            shear: scene.shear.as_ref().map(|law| Box::new(shear::record(law))),
        },
        validity: sheet::shared(validity::sheet(scene).into_iter(), validity),
        dialect: scene.system.as_ref().map(|given| Box::new(sheet::dialect(given))),
        contract,
    }
}

fn observations(planned: &PlannedCase, collisions: &[Collision], begun: &[bool]) -> Observations {
    let case = &planned.case;
    let kept = case.scenes.iter().zip(begun).filter(|(_, begun)| **begun);
    // A table that doubles as it grows holds twice its rows, beside everything they are made from.
    let solved = collisions.iter().filter_map(|collision| collision.result.as_ref().ok()).flat_map(|o| &o.variants);
    let solved = solved.map(|variant| variant.observables().len() * variant.phases.len().min(2)).sum::<usize>();
    let predicted = planned.predictions.iter().map(|prediction| prediction.values.len()).sum::<usize>();
    let mut all = Observations::of(kept.map(|(scene, _)| scene.name.clone()));
    all.reserve(solved + predicted);
    // Places among those that are kept.
    let places = begun.iter().scan(0, |next, &begun| {
        let place = *next;
        *next += usize::from(begun);
        Some(place)
    });
    let places: Vec<usize> = places.collect();
    let mut add = |scene: usize,
                   by: &str,
                   maker,
                   variant: &str,
                   observable: Observable,
                   estimate: Estimate,
                   note: Option<&String>| {
        let seen = Observation {
            scene: &case.scenes[scene].name,
            by,
            maker,
            variant,
            observable: observable.word(),
            value: Some(estimate.value),
            unit: observable.dimension().si(),
            uncertainty: Some(estimate.uncertainty),
            note: note.map(String::as_str),
        };
        if begun[scene] {
            all.push_at(places[scene], seen);
        }
    };
    for collision in collisions {
        let who = &case.runs[collision.run].solver.text;
        let Ok(observed) = &collision.result else { continue };
        for variant in &observed.variants {
            for observable in variant.observables() {
                let exact = observed.exactly(observable).map_or(f64::NAN, |e| e.value);
                if let Some(worst) = variant.worst(observable, exact) {
                    add(collision.scene, who, Maker::Solver, &variant.called("worst"), observable, worst, None);
                }
                if let (true, Some(mean)) = (variant.phases.len() > 1, variant.mean(observable)) {
                    let mean = Estimate::new(mean, 0.0);
                    add(collision.scene, who, Maker::Solver, &variant.called("mean"), observable, mean, None);
                }
            }
        }
    }
    for prediction in &planned.predictions {
        for &(observable, estimate) in &prediction.values {
            add(prediction.scene, prediction.oracle, Maker::Oracle, "", observable, estimate, prediction.note.as_ref());
        }
    }
    for dataset in planned.datasets.iter().filter(|d| d.form == RowKind::Table) {
        for (scene, row) in rows(planned, dataset) {
            for column in &dataset.columns {
                if let (Some(observable), Some(value)) =
                    (Observable::from_word(&column.is), column.values.get(row).copied().flatten())
                {
                    let sigma = dataset.uncertainty.get(&column.is).map_or(0.0, |spread| spread.of(value));
                    add(scene, &dataset.path, Maker::Data, "", observable, Estimate::new(value, sigma), None);
                }
            }
        }
    }
    all.shrink_to_fit();
    all
}

/// Scenes that reproduce a row of the dataset, with the row.
fn rows<'a>(planned: &'a PlannedCase, dataset: &'a Dataset) -> impl Iterator<Item = (usize, usize)> + 'a {
    planned.case.scenes.iter().enumerate().flat_map(move |(index, scene)| {
        scene.rows.iter().filter(move |row| row.dataset == dataset.path).map(move |row| (index, row.row))
    })
}

/// Periods of sticking and sliding, of every solver that reports them.
fn regimes(planned: &PlannedCase, collisions: &[Collision]) -> Vec<RegimeRecord> {
    let case = &planned.case;
    let known = collisions.iter().filter_map(|collision| {
        let variant = collision.result.as_ref().ok()?.variants.first().filter(|v| !v.regimes.is_empty())?;
        Some(RegimeRecord {
            scene: case.scenes[collision.scene].name.clone(),
            by: case.runs[collision.run].solver.text.clone(),
            duration: variant.worst(Observable::Duration, 0.0)?.value,
            begins: variant.regimes.iter().map(|(begins, _)| *begins).collect(),
            regimes: variant.regimes.iter().map(|(_, regime)| regime.word().to_string()).collect(),
        })
    });
    known.collect()
}

/// Rows of the datasets that are not compared, each with its reason: no measurement is dropped silently.
fn left_out(planned: &PlannedCase) -> Vec<LeftOutRecord> {
    let rows = planned.datasets.iter().flat_map(|dataset| {
        dataset.left_out.iter().map(|left| LeftOutRecord {
            dataset: dataset.path.clone(),
            row: left.row + 1,
            reason: left.reason.clone(),
        })
    });
    rows.collect()
}
