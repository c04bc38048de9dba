//! `fit.toml`: the values with their intervals, covariance, budget and other laws, the hashes of the data and the command.

use std::collections::BTreeMap;

use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use toml::Value;

use super::FitContext;
use super::case_text::case_text;
use crate::error::Error;
use crate::fit::budget::{BudgetLine, Evaluation};
use crate::fit::calibrate::result::{self, AlternativeLaw, Consistency, Count, DropScatter, Restated};
use crate::fit::file::{FileParameter, FitFile};
use crate::fit::observations::measured_name;
use crate::fit::spread::Interval;
use crate::report::fit_text;

/// The keys of a table in the order of writing; unknown ones are left out.
#[derive(Default)]
struct Keys(Vec<(&'static str, Result<Value, toml::ser::Error>)>);

impl Keys {
    fn put(mut self, key: &'static str, value: impl Serialize) -> Self {
        self.0.push((key, Value::try_from(value)));
        self
    }

    fn maybe(self, key: &'static str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.put(key, value),
            None => self,
        }
    }
}

impl Serialize for Keys {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value.as_ref().map_err(S::Error::custom)?)?;
        }
        map.end()
    }
}

/// The tables below the parameters, for people and other programs; `export` does not read them.
#[derive(Serialize)]
struct Details {
    fit: Keys,
    combination: Option<Keys>,
    birge: Option<Keys>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    uncertainty: Vec<Keys>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    budget: Vec<Keys>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    models: Vec<Keys>,
    slope: Option<Keys>,
}

fn ends(interval: &Option<Interval>) -> Option<[f64; 2]> {
    interval.map(|Interval { low, high }| [low, high])
}

/// The file as text.
///
/// # Errors
/// When TOML cannot hold it.
pub fn text(context: &FitContext<'_>) -> Result<String, Error> {
    let found = context.found;
    let parameter = |p: &result::Parameter| FileParameter {
        path: p.path.clone(),
        name: p.name.clone(),
        unit: p.unit.clone(),
        value: p.value,
        interval: ends(&p.interval),
        level: p.interval.map(|_| p.level),
        method: p.method.filter(|_| p.interval.is_some()).map(|method| method.word().to_string()),
    };
    let file = FitFile {
        command: context.command.to_string(),
        case: found.case.clone(),
        data: found.hashes.clone(),
        case_text: case_text(&context.case.file.text, found)?,
        parameters: found.parameters.iter().map(parameter).collect(),
        uncertainty: Vec::new(),
    };
    let details = toml::to_string_pretty(&details(context))
        .map_err(|error| Error::wrong(format!("the fit cannot be written: {error}")))?;
    Ok(format!("{}\n{details}", file.text()?))
}

fn fit(context: &FitContext<'_>) -> Keys {
    let found = context.found;
    let Count { used, held_out, left_out, .. } = Count::of(found);
    let estimate = &found.estimate;
    let name = |of: &DropScatter| measured_name(of.quantity.word(), of.experiment.as_deref());
    let scatter: BTreeMap<String, f64> = found.scatter.iter().map(|of| (name(of), of.sigma)).collect();
    let between = estimate.between.as_ref().map(|between| between.sigma).filter(|sigma| *sigma > 0.0);
    Keys::default()
        .put("program", context.program)
        .put("numbers_used", used)
        .put("judged_on", held_out)
        .put("numbers_left_out", left_out)
        .put("drops", estimate.drops)
        .put("chi2", estimate.chi2)
        .put("degrees_of_freedom", estimate.dof)
        .put("level", found.settings.level)
        .put("converged", estimate.converged)
        .put("collisions", estimate.evaluations)
        .put("verdict", &found.verdict.words)
        // Whether the law describes the data.
        .maybe("law_and_data", found.agreement.as_ref().map(|agreement| &agreement.words))
        .put("notes", fit_text::notes(found.consistency.as_ref(), &found.notes))
        .put("scatter_between_drops", scatter)
        // What an interval counts: drops, or heights and other groups of them.
        .put("independent", estimate.units())
        .maybe("scatter_between_groups", between)
        .maybe("covariance", found.covariance.as_ref().map(|covariance| &covariance.matrix))
        .maybe("correlations", found.covariance.as_ref().map(|covariance| &covariance.correlations))
}

/// The Birge ratio.
fn birge(Consistency { birge, restated }: &Consistency) -> Keys {
    let keys = Keys::default()
        .put("ratio", birge.ratio)
        .put("of", fit_text::birge_of(birge))
        .put("degrees_of_freedom", birge.dof)
        .put("limit_by_chance", birge.limit);
    // The standard deviation of the case that would make it one.
    match restated {
        Some(Restated { name, unit, stated, wanted }) => {
            keys.put("name", name).put("unit", unit).put("stated", stated).put("wanted", wanted)
        }
        None => keys,
    }
}

fn uncertainty((p, without): (&result::Parameter, Option<&result::Parameter>)) -> Keys {
    Keys::default()
        .put("name", &p.name)
        .maybe("standard", p.sigma)
        .maybe("standard_of_data", p.sigma_data)
        .maybe("interval_of_data", ends(&p.interval_data))
        .maybe("by_covariance", ends(&p.by_covariance))
        .maybe("by_profile", ends(&p.by_profile))
        .put("at_bound", p.at_bound)
        // Without the numbers that lie too far from the others.
        .maybe("without_suspicious", without.map(|without| without.value))
        .maybe("interval_without_suspicious", without.and_then(|without| ends(&without.interval)))
}

fn source(line: &BudgetLine) -> Keys {
    let input = !line.sensitivity.is_empty();
    Keys::default()
        .put("source", &line.source.name)
        .put("kind", if line.source.kind == Evaluation::A { "A" } else { "B" })
        .maybe("value", input.then_some(line.source.value))
        .maybe("sigma", input.then_some(line.source.sigma))
        .put("unit", &line.source.unit)
        .maybe("example", line.source.example.then_some(true))
        .put("sensitivity", &line.sensitivity)
        .put("contribution", &line.contribution)
        .put("share", &line.share)
}

fn model(model: &AlternativeLaw) -> Keys {
    let names: Vec<&str> = model.tried.estimate.unknowns.iter().map(|unknown| unknown.name.as_str()).collect();
    Keys::default()
        .put("name", &model.tried.name)
        .put("title", &model.title)
        .put("aic", model.tried.aic)
        .maybe("aicc", model.tried.aicc)
        .maybe("behind", model.behind)
        .maybe("held_out_mean_square", model.tried.held_out.as_ref().map(|held| held.mean_square))
        .put("names", names)
        .put("values", &model.tried.estimate.theta)
}

fn details(context: &FitContext<'_>) -> Details {
    let found = context.found;
    let combination = found.combination.as_ref().map(|c| {
        let keys = Keys::default().put("formula", &c.formula).put("unit", &c.unit).put("value", c.value);
        keys.maybe("interval", ends(&c.interval)).put("given", &c.given)
    });
    let slope = found.slope.as_ref().map(|study| {
        Keys::default()
            .put("per_speed", study.corrected.value)
            .put("standard", study.corrected.sigma)
            .put("interval", [study.corrected.interval.low, study.corrected.interval.high])
            .maybe(
                "without_air",
                study.without_air.as_ref().map(|bare| [bare.value, bare.interval.low, bare.interval.high]),
            )
            .put("words", &study.words)
    });
    let lines = found.budget.iter().flat_map(|budget| &budget.lines);
    Details {
        fit: fit(context),
        combination,
        birge: found.consistency.as_ref().map(birge),
        uncertainty: found.with_and_without().map(uncertainty).collect(),
        budget: lines.map(source).collect(),
        models: found.models.iter().map(model).collect(),
        slope,
    }
}
