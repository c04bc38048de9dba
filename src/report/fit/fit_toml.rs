//! `fit.toml`: the values with their intervals, covariance, budget and other laws, the hashes of the data and the command.

use std::path::Path;

use serde::Serialize;

use super::case_text::case_text;
use super::{Part, Told};
use crate::error::Error;
use crate::fit::budget::Type;
use crate::fit::file::{DataHash, FitFile, Parameter};
use crate::report::files;
use crate::report::fit_words::{self, Count};

/// Writes `fit.toml`.
pub struct FitToml;

impl Part for FitToml {
    fn name(&self) -> &'static str {
        "fit.toml"
    }

    fn write(&self, told: &Told<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        Ok(vec![files::write(folder, self.name(), text(told)?.as_bytes())?])
    }
}

/// What stands below the parameters, for people and other programs; `export` does not read it.
#[derive(Serialize)]
struct More {
    fit: Fit,
    #[serde(skip_serializing_if = "Option::is_none")]
    combination: Option<Combined>,
    #[serde(skip_serializing_if = "Option::is_none")]
    birge: Option<Birge>,
    uncertainty: Vec<Uncertain>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    budget: Vec<Line>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    models: Vec<Model>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slope: Option<Slope>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stepper: Option<Stepper>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<Engine>,
}

/// What it was fitted through.
#[derive(Serialize)]
struct Engine {
    engine: String,
    time_step: f64,
    steps_per_contact: f64,
    onset_phases: usize,
    speed: f64,
    exact_law: f64,
    runs: usize,
    pairs: usize,
    table_off: f64,
    closed: Vec<Closed>,
}

/// What it leaves at the fitted value beside what was measured.
#[derive(Serialize)]
struct Closed {
    speed: f64,
    numbers: usize,
    measured: f64,
    measured_sigma: f64,
    engine: f64,
}

#[derive(Serialize)]
struct Fit {
    program: String,
    with: String,
    loss: String,
    numbers_used: usize,
    numbers_held_out: usize,
    numbers_left_out: usize,
    drops: usize,
    chi2: f64,
    degrees_of_freedom: usize,
    level: f64,
    refits: usize,
    seed: u64,
    converged: bool,
    collisions: usize,
    verdict: String,
    /// Whether the law describes the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    law_and_data: Option<String>,
    notes: Vec<String>,
    scatter_between_drops: std::collections::BTreeMap<String, f64>,
    /// What an interval counts: drops, or heights and other groups of them.
    independent: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    scatter_between_groups: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    covariance: Option<Vec<Vec<f64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correlations: Option<Vec<Vec<f64>>>,
}

/// How far the numbers scatter, over how far their stated errors let them.
#[derive(Serialize)]
struct Birge {
    ratio: f64,
    /// `within drops`, `of all data`
    of: String,
    degrees_of_freedom: f64,
    limit_by_chance: f64,
    /// The standard deviation of the case that would make it one, in `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stated: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wanted: Option<f64>,
}

#[derive(Serialize)]
struct Combined {
    formula: String,
    unit: String,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
    given: String,
}

#[derive(Serialize)]
struct Uncertain {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_of_data: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval_of_data: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_covariance: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_profile: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_bootstrap: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured_coverage: Option<f64>,
    at_bound: bool,
    /// What was taken off the best fit.
    #[serde(skip_serializing_if = "is_zero")]
    lean: f64,
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

#[derive(Serialize)]
struct Line {
    source: String,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sigma: Option<f64>,
    unit: String,
    sensitivity: Vec<f64>,
    contribution: Vec<f64>,
    share: Vec<f64>,
}

#[derive(Serialize)]
struct Model {
    name: String,
    title: String,
    aic: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    aicc: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out_mean_square: Option<f64>,
    names: Vec<String>,
    values: Vec<f64>,
}

#[derive(Serialize)]
struct Slope {
    per_speed: f64,
    standard: f64,
    interval: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    without_air: Option<[f64; 3]>,
    words: String,
}

#[derive(Serialize)]
struct Stepper {
    scheme: String,
    steps_per_contact: f64,
    onset_phases: usize,
    speed: f64,
    wanted: f64,
    exact_law: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jump: Option<[[f64; 2]; 2]>,
}

/// The file as text.
///
/// # Errors
/// When TOML cannot hold it.
pub fn text(told: &Told<'_>) -> Result<String, Error> {
    use crate::fit::spread::Interval;
    let found = told.found;
    let Some(calibration) = &told.case.calibration else {
        return Err(Error::wrong("this case has nothing to fit"));
    };
    let ends = |interval: &Option<Interval>| interval.map(|Interval { low, high }| [low, high]);
    let parameter = |p: &crate::fit::calibrate::result::Parameter| Parameter {
        path: p.path.clone(),
        name: p.name.clone(),
        unit: p.unit.clone(),
        value: p.value,
        interval: ends(&p.interval),
        level: p.interval.map(|_| p.level),
        method: p.method.filter(|_| p.interval.is_some()).map(|method| method.word().to_string()),
    };
    let hash = |(name, sha256): &(String, String)| DataHash { name: name.clone(), sha256: sha256.clone() };
    let file = FitFile {
        command: told.command.to_string(),
        case: found.case.clone(),
        data: found.hashes.iter().map(hash).collect(),
        case_text: case_text(&told.case.file.text, calibration, found)?,
        parameters: found.parameters.iter().map(parameter).collect(),
    };
    let more = more(told);
    let more =
        toml::to_string_pretty(&more).map_err(|error| Error::wrong(format!("the fit cannot be written: {error}")))?;
    Ok(format!("{}\n{more}", file.text()?))
}

fn whole(told: &Told<'_>) -> Fit {
    let found = told.found;
    let Count { used, held_out, left_out, .. } = Count::of(found);
    let (estimate, uncertainty) = (&found.estimate, &found.settings.uncertainty);
    Fit {
        program: told.program.to_string(),
        with: fit_words::with(&found.settings.with),
        loss: fit_words::loss(found.settings.loss).to_string(),
        numbers_used: used,
        numbers_held_out: held_out,
        numbers_left_out: left_out,
        drops: estimate.drops,
        chi2: estimate.chi2,
        degrees_of_freedom: estimate.dof,
        level: uncertainty.level,
        refits: uncertainty.bootstrap,
        seed: uncertainty.seed,
        converged: estimate.converged,
        collisions: estimate.evaluations,
        verdict: found.verdict.words.clone(),
        law_and_data: found.agreement.as_ref().map(|agreement| agreement.words.clone()),
        notes: fit_words::notes(found.consistency.as_ref(), &found.notes),
        scatter_between_drops: found.scatter.iter().map(|(target, s)| (target.word().to_string(), *s)).collect(),
        independent: estimate.units(),
        scatter_between_groups: estimate.between.as_ref().map(|between| between.sigma).filter(|sigma| *sigma > 0.0),
        covariance: found.covariance.as_ref().map(|covariance| covariance.matrix.clone()),
        correlations: found.correlations.clone(),
    }
}

fn through(told: &Told<'_>) -> (Option<Stepper>, Option<Engine>) {
    use crate::fit::calibrate::result::StepOutcome;
    let found = told.found;
    let stepper = found.stepped.as_ref().map(|stepped| Stepper {
        scheme: stepped.scheme.clone(),
        steps_per_contact: stepped.steps_per_contact,
        onset_phases: stepped.onset_phases,
        speed: stepped.speed,
        wanted: stepped.wanted,
        exact_law: stepped.exact,
        reached: match stepped.outcome {
            StepOutcome::Reached { restitution, .. } => Some(restitution),
            _ => None,
        },
        jump: match stepped.outcome {
            StepOutcome::Jump { below, above } => Some([below, above]),
            _ => None,
        },
    });
    let closed = |row: &crate::fit::calibrate::result::Closed| Closed {
        speed: row.speed,
        numbers: row.numbers,
        measured: row.measured,
        measured_sigma: row.measured_sigma,
        engine: row.engine,
    };
    let engine = found.engine.as_ref().map(|through| Engine {
        engine: through.engine.clone(),
        time_step: through.time_step,
        steps_per_contact: through.steps_per_contact,
        onset_phases: through.onset_phases,
        speed: through.speed,
        exact_law: through.exact,
        runs: through.runs,
        pairs: through.pairs,
        table_off: through.table_off,
        closed: through.closed.iter().map(closed).collect(),
    });
    (stepper, engine)
}

fn more(told: &Told<'_>) -> More {
    use crate::fit::spread::Interval;
    let found = told.found;
    let ends = |interval: &Option<Interval>| interval.map(|Interval { low, high }| [low, high]);
    let fit = whole(told);
    let combination = found.combination.as_ref().map(|c| Combined {
        formula: c.formula.clone(),
        unit: c.unit.clone(),
        value: c.value,
        interval: ends(&c.interval),
        given: c.given.clone(),
    });
    let birge = found.consistency.as_ref().map(|found| {
        let restated = found.restated.as_ref();
        Birge {
            ratio: found.birge.ratio,
            of: fit_words::birge_of(&found.birge).to_string(),
            degrees_of_freedom: found.birge.dof,
            limit_by_chance: found.birge.limit,
            name: restated.map(|restated| restated.name.clone()),
            unit: restated.map(|restated| restated.unit.clone()),
            stated: restated.map(|restated| restated.stated),
            wanted: restated.map(|restated| restated.wanted),
        }
    });
    let uncertain = |p: &crate::fit::calibrate::result::Parameter| Uncertain {
        name: p.name.clone(),
        standard: p.sigma,
        standard_of_data: p.sigma_data,
        interval_of_data: ends(&p.interval_data),
        by_covariance: ends(&p.by_covariance),
        by_profile: ends(&p.by_profile),
        by_bootstrap: ends(&p.by_bootstrap),
        measured_coverage: p.coverage.as_ref().and_then(|coverage| coverage.measured).map(|(_, share)| share),
        at_bound: p.at_bound,
        lean: p.lean,
    };
    let line = |line: &crate::fit::budget::Line| {
        let input = !line.sensitivity.is_empty();
        Line {
            source: line.source.name.clone(),
            kind: if line.source.kind == Type::A { "A" } else { "B" }.to_string(),
            value: input.then_some(line.source.value),
            sigma: input.then_some(line.source.sigma),
            unit: line.source.unit.clone(),
            sensitivity: line.sensitivity.clone(),
            contribution: line.contribution.clone(),
            share: line.share.clone(),
        }
    };
    let model = |model: &crate::fit::calibrate::result::Model| Model {
        name: model.tried.name.clone(),
        title: model.title.clone(),
        aic: model.tried.aic,
        aicc: model.tried.aicc,
        behind: model.behind,
        held_out_mean_square: model.tried.held_out.as_ref().map(|held| held.mean_square),
        names: model.tried.estimate.unknowns.iter().map(|unknown| unknown.name.clone()).collect(),
        values: model.tried.estimate.theta.clone(),
    };
    let slope = found.slope.as_ref().map(|study| Slope {
        per_speed: study.corrected.value,
        standard: study.corrected.sigma,
        interval: [study.corrected.interval.low, study.corrected.interval.high],
        without_air: study.without_air.as_ref().map(|bare| [bare.value, bare.interval.low, bare.interval.high]),
        words: study.words.clone(),
    });
    let budget = found.budget.as_ref().map_or_else(Vec::new, |budget| budget.lines.iter().map(line).collect());
    let uncertainty = found.parameters.iter().map(uncertain).collect();
    let (stepper, engine) = through(told);
    let models = found.models.iter().map(model).collect();
    More { fit, combination, birge, uncertainty, budget, models, slope, stepper, engine }
}
