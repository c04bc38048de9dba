//! Builds the record of a case from what was planned and computed.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bench::record::curves::curves;
use crate::bench::record::{
    CaseRecord, CollisionRecord, ContractRecord, ConvergenceRecord, CriterionRecord, DialectRecord, ForceRecord,
    LeftOutRecord, Maker, Number, PHYSICS, ParameterRecord, RegimeRecord, SceneRecord, Setting, SourceRecord, shared,
};
use crate::bench::{CaseRun, Collision, Convergence, ErrorAt, PlannedCase, PlannedPrediction, begun};
use crate::case::{Settings, canonical};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::collide::{How, StepSize, Steps};
use crate::data::{Dataset, RowKind, sha256};
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{
    Consistency, Count, CurvePoint, DropScatter, HeldOutHeight, Measurement, Parameter,
};
use crate::law::scene::validity::CRITERIA;
use crate::law::scene::{ParameterValue, Scene, SceneParameter, SystemContact, validity};
use crate::law::shear::RollingForce;
use crate::law::{Contract, ShearForce};
use crate::number::rounded;
use crate::theory;
use crate::units::Dimension;

/// The record of a case. Results are moved out of the run, which keeps the collisions without a result.
pub(in crate::bench) fn case(planned: &PlannedCase, run: &mut CaseRun) -> CaseRecord {
    let case = &planned.case;
    let begun = begun(&run.collisions, case.scenes.len());
    let collisions = observations(planned, &run.collisions, &begun);
    let curves = curves(planned, &run.collisions, &begun);
    let regimes = regimes(planned, &run.collisions);
    // Of a hundred thousand scenes it would not all fit beside what follows.
    run.collisions.retain(|collision| collision.result.is_err());
    run.collisions.shrink_to_fit();
    let kept: Vec<&Scene> =
        case.scenes.iter().zip(&begun).filter(|(_, begun)| **begun).map(|(scene, _)| scene).collect();
    let (contracts, places) = contracts(&kept);
    CaseRecord {
        name: case.name.clone(),
        accepted: None,
        inputs: inputs(planned),
        file: case.file.name.clone(),
        text: case.file.text.clone(),
        title: case.title.clone(),
        source: case.source.clone(),
        swept: case.swept.clone(),
        settings: case.runs.iter().flat_map(|run| settings(&run.solver.text, &run.settings)).collect(),
        scenes: scenes(&kept, &places),
        collisions,
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
        calibration: run.fit.as_deref().map(calibration_record),
        large: None,
    }
}

/// The case and the datasets by their physics, every other file by its text.
fn inputs(planned: &PlannedCase) -> BTreeMap<String, String> {
    let mut inputs: BTreeMap<String, String> = planned.numbers().collect();
    let dataset = |file: &str| file.strip_suffix("/data.csv").or(file.strip_suffix("/source.toml")).map(str::to_string);
    let other = |(file, _): &(String, String)| dataset(file).is_none_or(|name| !inputs.contains_key(&name));
    let others: Vec<_> = planned.inputs().into_iter().filter(other).collect();
    inputs.extend(others);
    inputs.insert(PHYSICS.to_string(), sha256(canonical(&planned.case.file.text)));
    inputs
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
            article: dataset.and_then(|dataset| dataset.article.clone()),
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
        parameters: shared(scene.parameters.iter().map(|own| parameter(own)), parameters),
        force: ForceRecord {
            power: scene.force,
            m_star: scene.pair.m_star,
            R_star: scene.pair.R_star,
            E_star: scene.pair.E_star,
            shear: scene.shear.as_ref().map(|law| Box::new(shear_record(law))),
        },
        validity: shared(validity::sheet(scene).into_iter(), validity),
        dialect: scene.system.as_ref().map(|given| Box::new(dialect(given))),
        contract,
    }
}

/// What solvers, theories and datasets say of the scenes that were begun.
fn observations(planned: &PlannedCase, collisions: &[Collision], begun: &[bool]) -> Vec<CollisionRecord> {
    let case = &planned.case;
    let scenes: Vec<Arc<str>> = case.scenes.iter().map(|scene| scene.name.as_str().into()).collect();
    let solvers: Vec<Arc<str>> = case.runs.iter().map(|run| run.solver.text.as_str().into()).collect();
    let mut all: Vec<CollisionRecord> = Vec::new();
    let mut add = |scene: usize, by: &Arc<str>, maker, variant: String, note: Option<&str>, numbers: Vec<Number>| {
        if !begun[scene] || numbers.is_empty() {
            return;
        }
        // They come in the same order scene after scene.
        let variant = match all.last() {
            Some(last) if *last.variant == *variant => Arc::clone(&last.variant),
            _ => variant.into(),
        };
        let (scene, by) = (Arc::clone(&scenes[scene]), Arc::clone(by));
        all.push(CollisionRecord { scene, by, maker, variant, note: note.map(Arc::from), numbers });
    };
    for collision in collisions {
        let Ok(observed) = &collision.result else { continue };
        for variant in &observed.variants {
            let seen = variant.observables();
            let worst = seen.iter().filter_map(|&observable| {
                // Of a law that only its engine has the farthest from their mean.
                let mean = || variant.mean(observable).filter(|_| observed.exact.is_empty());
                let exact = observed.exactly(observable).map(|e| e.value).or_else(mean).unwrap_or(f64::NAN);
                Some(number(observable, variant.worst(observable, exact)?))
            });
            let by = &solvers[collision.run];
            add(collision.scene, by, Maker::Solver, variant.called("worst"), None, worst.collect());
            if variant.phases.len() > 1 {
                let mean =
                    |&observable: &Observable| Some(number(observable, Estimate::new(variant.mean(observable)?, 0.0)));
                let mean = seen.iter().filter_map(mean).collect();
                add(collision.scene, by, Maker::Solver, variant.called("mean"), None, mean);
            }
        }
    }
    for PlannedPrediction { scene, oracle, values, note } in &planned.predictions {
        let numbers = values.iter().map(|&(observable, estimate)| number(observable, estimate)).collect();
        add(*scene, &Arc::from(*oracle), Maker::Oracle, String::new(), note.as_deref(), numbers);
    }
    for dataset in planned.datasets.iter().filter(|d| d.form == RowKind::Table) {
        let by = Arc::from(dataset.path.as_str());
        for (scene, row) in rows(planned, dataset) {
            let measured = dataset.columns.iter().filter_map(|column| {
                let (observable, value) =
                    (Observable::from_word(&column.is)?, column.values.get(row).copied().flatten()?);
                let sigma = dataset.uncertainty.get(&column.is).map_or(0.0, |spread| spread.of(value));
                Some(number(observable, Estimate::new(value, sigma)))
            });
            add(scene, &by, Maker::Data, String::new(), None, measured.collect());
        }
    }
    all
}

/// Significant digits of an uncertainty.
const UNCERTAIN: usize = 3;

/// A number as it is on record: one that is not finite is unknown.
fn number(observable: Observable, estimate: Estimate) -> Number {
    let known = |value: f64| Some(value).filter(|value| value.is_finite());
    Number {
        observable: observable.word().into(),
        value: known(estimate.value),
        uncertainty: known(estimate.uncertainty).map(|u| rounded(u, UNCERTAIN)),
        unit: observable.dimension().si().into(),
    }
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

/// Most measured numbers in a record; of more, an evenly spaced subset is kept.
const MOST_NUMBERS: usize = 2000;

/// What was fitted, from what, and how well it holds. SI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CalibrationRecord {
    /// Probability of the intervals.
    pub level: f64,
    #[serde(flatten)]
    pub count: Count,
    /// As the data determine them: uncertain inputs are for `collisionbench fit`.
    pub parameters: Vec<Parameter>,
    /// Of each kind of number of each experiment, where it was estimated.
    pub scatter: Vec<DropScatter>,
    /// Whether the readings scatter by what is stated of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consistency: Option<Consistency>,
    /// What the data determine, in words.
    pub verdict: String,
    pub notes: Vec<String>,
    /// The heights that were kept from the fit.
    pub heights: Vec<HeldOutHeight>,
    /// The first file they were read from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub data: String,
    /// The measured numbers, or 2000 of them.
    pub measurements: Vec<Measurement>,
    /// Restitution against speed of the best fit.
    pub curve: Vec<CurvePoint>,
}

/// The record of a calibration.
pub(super) fn calibration_record(found: &Calibrated) -> CalibrationRecord {
    let every = found.measurements.len().div_ceil(MOST_NUMBERS).max(1);
    CalibrationRecord {
        level: found.parameters.first().map_or(0.95, |parameter| parameter.level),
        count: Count::of(found),
        parameters: found.parameters.clone(),
        scatter: found.scatter.clone(),
        consistency: found.consistency.clone(),
        verdict: found.verdict.words.clone(),
        notes: found.notes.clone(),
        heights: found.held_out.clone(),
        data: found.hashes.first().map_or(String::new(), |file| file.name.clone()),
        measurements: found.measurements.iter().step_by(every).cloned().collect(),
        curve: found.curve.clone(),
    }
}

/// `k_t = S delta^gamma` within `friction` times the normal force of `friction_limit`, a dashpot `C delta^beta v_s`, and
/// what resists rolling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShearRecord {
    /// `incremental`
    pub form: String,
    /// N/m^(1+gamma)
    pub S: f64,
    pub gamma: f64,
    pub friction: f64,
    pub friction_limit: String,
    /// N s/m^(1+beta); 0 for no dashpot.
    pub C: f64,
    pub beta: f64,
    /// What the dashpot does while the surfaces slide; absent where there is none.
    pub while_sliding: Option<String>,
    /// Arm of the slip velocity.
    pub lever_slip: String,
    /// Arm of the torque.
    pub lever_torque: String,
    /// How the springs turn with the contact.
    pub spring_rotation: String,
    /// Absent where nothing resists rolling.
    pub rolling: Option<RollingRecord>,
}

/// What resists rolling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RollingRecord {
    /// `spring-dashpot`
    pub law: String,
    /// N m/rad; absent for a law without a spring.
    pub stiffness: Option<f64>,
    /// N m s/rad
    pub damping: Option<f64>,
    pub friction: f64,
}

pub(super) fn shear_record(shear: &ShearForce) -> ShearRecord {
    ShearRecord {
        form: shear.form.word().to_string(),
        S: shear.S,
        gamma: shear.gamma,
        friction: shear.friction,
        friction_limit: shear.limit.word().to_string(),
        C: shear.dashpot.C,
        beta: shear.dashpot.beta,
        while_sliding: (shear.dashpot.C != 0.0).then(|| shear.dashpot.sliding.word().to_string()),
        lever_slip: shear.levers.slip.word().to_string(),
        lever_torque: shear.levers.torque.word().to_string(),
        spring_rotation: shear.rotation.word().to_string(),
        rolling: rolling(shear.rolling),
    }
}

fn rolling(force: RollingForce) -> Option<RollingRecord> {
    let (law, friction, [stiffness, damping]) = force.numbers()?;
    Some(RollingRecord { law: law.to_string(), stiffness, damping, friction })
}

pub(super) fn criteria() -> Vec<CriterionRecord> {
    let record = CRITERIA.iter().map(|criterion| CriterionRecord {
        word: criterion.word.to_string(),
        assumes: criterion.assumes.to_string(),
        formula: criterion.formula.to_string(),
        limits: criterion.limits,
        source: criterion.source.to_string(),
    });
    record.collect()
}

/// The distinct contracts of some scenes, and the index of the contract of each scene.
pub(super) fn contracts(scenes: &[&Scene]) -> (Vec<ContractRecord>, Vec<usize>) {
    let mut distinct: Vec<Contract> = Vec::new();
    let places = scenes.iter().map(|scene| scene.contract()).map(|contract| {
        distinct.iter().position(|known| *known == contract).unwrap_or_else(|| {
            distinct.push(contract);
            distinct.len() - 1
        })
    });
    let places = places.collect();
    let record = |contract: &Contract| ContractRecord {
        system: contract.system.to_string(),
        lines: contract.lines().into_iter().map(|(title, text)| [title.into(), text]).collect(),
        paragraph: contract.paragraph(),
    };
    (distinct.iter().map(record).collect(), places)
}

pub(super) fn dialect(given: &SystemContact) -> DialectRecord {
    DialectRecord {
        system: given.system.to_string(),
        reading: given.reading.word().to_string(),
        derived: given.parsed.derived.clone(),
        notes: given.parsed.notes.iter().chain(&given.parsed.beyond).cloned().collect(),
    }
}
