//! Joins several experiments of one case into one fit, and tests whether they agree.

use super::FittedLaw;
use super::law::Law;
use super::result::{Describes, GoodnessOfFit, brief};
use crate::case::{Calibration, Experiment};
use crate::fit::estimate::BestFit;
use crate::fit::estimate::{NoEstimate, fit};
use crate::fit::joint_fit::{Disagreement, alone, disagreement, places};
use crate::fit::problem::{Datum, Model, Problem, Unknown};
use crate::fit::spread::covariance;
use crate::fit::weights::Weights;
use crate::number::significant;

/// Significance level of a difference between experiments, below which no interval is quoted for their common unknowns.
const LEVEL: f64 = 0.05;
/// Smallest share of the information on an unknown for which an experiment is named.
const TELLS: f64 = 1e-3;

/// Tests whether the experiments of a case agree; `None` for one experiment.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn disagree(found: &FittedLaw<'_>) -> Result<Option<Disagreement>, String> {
    if found.data.spans.len() < 2 { Ok(None) } else { disagreement(&found.data.problem, &found.estimate) }
}

/// Whether chance does not explain how experiments differ.
pub(super) fn significant_difference(test: Option<&Disagreement>) -> bool {
    test.is_some_and(|test| test.chance < LEVEL)
}

/// The result of the test in words, with the values from each experiment alone.
pub(super) fn agree(calibration: &Calibration, found: &FittedLaw<'_>, test: Option<&Disagreement>) -> GoodnessOfFit {
    let each: Vec<String> = calibration.experiments().map(Experiment::name).collect();
    let names = each.join(" and ");
    let (describes, mut words) = match test {
        None => {
            let words = format!("{names} determine different unknowns: no disagreement between them can be seen");
            (Describes::NotTested, words)
        }
        Some(test) => {
            let shown = format!(
                "F({:.0}, {}) = {}, p = {}",
                test.dof[0],
                significant(test.dof[1], 2),
                significant(test.F, 3),
                brief(test.chance)
            );
            if significant_difference(Some(test)) {
                let words = format!(
                    "the experiments disagree: {names} do not have one value of what they share, {shown}. No interval is given: \
                     the value is that of a fit of all, and is not valid for any of them. Look for an error that one of them has and \
                     the case does not state, such as a zero of the ruler, a clock, drag or a second ball, or fit each alone"
                );
                (Describes::No, words)
            } else {
                (Describes::NoMisfitDetected, format!("no disagreement detected between {names}: {shown}"))
            }
        }
    };
    for (part, name) in each.iter().enumerate() {
        match values(found, part) {
            Ok(values) if values.is_empty() => {}
            Ok(values) => words.push_str(&format!("; {name} alone gives {}", values.join(", "))),
            Err(why) => words.push_str(&format!("; {name} alone cannot be fitted: {why}")),
        }
    }
    let lacks = found.estimate.between.iter().flat_map(|between| &between.parts).zip(&each);
    for (lack, name) in lacks.filter_map(|(part, name)| Some((part.lack.filter(|lack| lack.significant())?, name))) {
        words.push_str(&format!(
            "; in {name} the groups of drops differ by {} beyond the scatter of their drops (p = {}), which the interval holds",
            significant(lack.between, 2),
            brief(lack.rarest())
        ));
    }
    let tolerance = calibration.fit.misfit_tolerance;
    GoodnessOfFit { describes, groups: "experiments".to_string(), lack: None, tolerance, words }
}

/// Values and standard uncertainties, inputs included, of the unknowns that one experiment determines, with the other
/// unknowns fixed.
fn values(found: &FittedLaw<'_>, part: usize) -> Result<Vec<String>, NoEstimate> {
    let FittedLaw { data, law, estimate, .. } = found;
    let places = places(&data.problem);
    let Some(own) = places.get(part) else { return Ok(Vec::new()) };
    let problem = alone(&data.problem, own);
    // How much of the information on each unknown is from here.
    let weights = Weights::of(&data.problem, estimate).map_err(NoEstimate::Problem)?;
    let told = |k: &usize| {
        let white = weights.whitened(estimate.state.jacobian.column(*k).clone_owned().as_slice());
        let here: f64 = own.iter().filter_map(|at| white.get(*at)).map(|slope| slope * slope).sum();
        here > TELLS * white.iter().map(|slope| slope * slope).sum::<f64>()
    };
    let free: Vec<usize> = (0..estimate.theta.len()).filter(told).collect();
    let held = FixedUnknowns::new(law, estimate, free);
    let fitted = fit(&problem, &held)?;
    let Some(by_data) = covariance(&problem, &held, &fitted) else { return Ok(Vec::new()) };
    let inputs = problem.data.first().map_or(0, |datum| datum.shared.len());
    let mut moved = vec![0.0; held.free.len()];
    for input in 0..inputs {
        let by = |datum: &Datum| datum.value + datum.shared.get(input).copied().unwrap_or(0.0);
        let data = problem.data.iter().map(|datum| Datum { value: by(datum), ..datum.clone() });
        let there = fit(&Problem { data: data.collect(), ..problem.clone() }, &held)?;
        for (sum, (there, here)) in moved.iter_mut().zip(there.theta.iter().zip(&fitted.theta)) {
            *sum += (there - here).powi(2);
        }
    }
    let numbers = fitted.unknowns.iter().zip(&fitted.theta).zip(by_data.sigmas.iter().zip(&moved));
    Ok(numbers
        .map(|((unknown, value), (sigma, inputs))| {
            let unit = if unknown.unit.is_empty() || unknown.unit == "1" {
                String::new()
            } else {
                format!(" {}", unknown.unit)
            };
            let sigma = sigma.hypot(inputs.sqrt()) * fitted.scale();
            format!("{} = {} ± {}{unit}", unknown.name, significant(*value, 5), significant(sigma, 2))
        })
        .collect())
}

/// A law with some unknowns fixed at the values of a fit.
struct FixedUnknowns<'l, 'a> {
    law: &'l Law<'a>,
    theta: Vec<f64>,
    free: Vec<usize>,
    unknowns: Vec<Unknown>,
}

impl<'l, 'a> FixedUnknowns<'l, 'a> {
    fn new(law: &'l Law<'a>, estimate: &BestFit, free: Vec<usize>) -> Self {
        let start = |&k: &usize| {
            let unknown = estimate.unknowns.get(k)?;
            let best = estimate.theta.get(k).copied().filter(|best| unknown.low < *best && *best < unknown.high);
            Some(Unknown { start: best.unwrap_or(unknown.start), ..unknown.clone() })
        };
        let unknowns = free.iter().filter_map(start).collect();
        Self { law, theta: estimate.theta.clone(), free, unknowns }
    }

    fn whole(&self, theta: &[f64]) -> Vec<f64> {
        let mut whole = self.theta.clone();
        self.free.iter().zip(theta).for_each(|(&k, value)| whole[k] = *value);
        whole
    }
}

impl Model for FixedUnknowns<'_, '_> {
    fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        self.law.predict(&self.whole(theta), datum)
    }

    fn sticking_speed(&self, theta: &[f64]) -> Result<f64, String> {
        self.law.sticking_speed(&self.whole(theta))
    }

    fn numerical_error(&self) -> f64 {
        self.law.numerical_error()
    }
}
