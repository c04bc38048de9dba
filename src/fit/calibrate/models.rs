//! Fits other laws to the same restitutions, for comparison.

use super::FittedLaw;
use super::result::{AlternativeLaw, UnknownOfLaw};
use crate::case::Calibration;
use crate::fit::models::{Formula, ModelScore, judge};
use crate::fit::observations::Target;
use crate::fit::problem::{Datum, Model, Unknown};
use crate::fit::units::collapsed;

/// Range of speeds, as a ratio, below which laws cannot be distinguished.
const APART: f64 = 1.05;
/// Largest number of a dashpot that may pull: beyond, the bodies hardly part.
const LARGEST: [f64; 2] = [1.2, 3.0];

/// Constant restitution, Kuwabara & Kono, a linear dashpot beside Hertz' spring, a quarter power and Thornton's
/// elastic-plastic curve, beside an undamped law with branches: fitted, with whole heights held out, the best first.
pub(super) fn others<'f>(
    calibration: &Calibration,
    found: &'f FittedLaw<'_>,
    notes: &mut Vec<String>,
) -> Vec<AlternativeLaw> {
    let data = &found.data;
    if data.targets != [Target::Restitution] {
        return Vec::new();
    }
    if data.measurements.iter().any(|measurement| measurement.speed.is_none()) {
        notes.push("the speeds are not known: no law can be preferred to another".to_string());
        return Vec::new();
    }
    let speeds = data.problem.data.iter().map(|datum| datum.speed);
    let (slow, fast) = speeds.fold((f64::INFINITY, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
    if fast < APART * slow {
        let of_table = calibration.experiment.measured.ratios.iter().any(|ratio| ratio.speed.is_none());
        let why =
            if of_table { "the table does not have the speeds of the impacts" } else { "all impacts have one speed" };
        notes.push(format!("{why}: no law can be preferred to another"));
        return Vec::new();
    }
    let middle = (slow * fast).sqrt();
    let ends = found.law.ends();
    let range = (0.4 * slow, 2.5 * fast);
    let mut problem = collapsed(&data.problem, &found.estimate);
    // Impacts of one drop differ by themselves. An offset of each drop takes up whatever level a wrong law has, and readings that
    // are exact beside how impacts differ would count against every law.
    if problem.drops().len() < problem.data.len() {
        problem.data.iter_mut().for_each(|datum| datum.apart = true);
        notes.push("other laws are compared as if the impacts of one drop scattered independently".to_string());
    }
    let named = |name: &str, title: String, model: Box<dyn Model + 'f>| {
        let mut tried = judge(name, &problem, &*model).ok()?;
        // At a bound the scatter is found as if the unknown could still follow the data: laws that predict the same would have
        // different criteria.
        if tried.estimate.at_bound.iter().any(|at| *at) {
            tried.aicc = None;
        }
        Some((tried, title, model))
    };
    let dashpot = |beta: f64| {
        let high = if ends.pulls() { LARGEST[0] } else { LARGEST[1] };
        let number = Unknown { name: "number".into(), unit: String::new(), start: 0.2, low: 1e-5, high };
        Box::new(Formula::dashpot((1.5, beta, ends), middle, number, range))
    };
    let word = ends.word();
    // A law with branches is none of these, but Thornton's.
    let own = found.law.branches().filter(|name| *name != "thornton");
    let tried = [
        own.and_then(|name| named(name, "the law of the case".into(), Box::new(found.law.clone()))),
        named(
            "constant",
            "the same e at every speed (tsuji; linear-dashpot beside hooke)".into(),
            Box::new(Formula::constant()),
        ),
        named("kuwabara-kono", format!("kuwabara-kono beside hertz, {word}"), dashpot(0.5)),
        named("linear-dashpot", format!("linear-dashpot beside hertz, {word}"), dashpot(0.0)),
        named("power-law", "e = c v^(-1/4): far beyond yield".into(), Box::new(Formula::power(middle, Some(0.25)))),
        named(
            "thornton",
            "elastic, perfectly plastic (Thornton 1997)".into(),
            Box::new(Formula::thornton(0.3 * slow, 1e-4 * slow, 10.0 * fast)),
        ),
    ];
    let mut tried: Vec<_> = tried.into_iter().flatten().collect();
    // The best first; those without a criterion come last.
    tried.sort_by(|(a, ..), (b, ..)| {
        let [a, b] = [a, b].map(|of| of.aicc.unwrap_or(f64::INFINITY));
        a.total_cmp(&b)
    });
    let best = tried.first().and_then(|(tried, ..)| tried.aicc);
    let grid = super::predictions::grid(found);
    let finish =
        |(ModelScore { name, estimate, aic, aicc, held_out, .. }, title, law): (ModelScore, String, Box<dyn Model>)| {
            let e =
                |speed: &f64| law.predict(&estimate.theta, &Datum::alone(0, 0, *speed, 0.0, 1.0)).unwrap_or(f64::NAN);
            let unknown = |(Unknown { name, unit, .. }, value): (&Unknown, &f64)| UnknownOfLaw {
                name: name.clone(),
                unit: if unit == "1" { String::new() } else { unit.clone() },
                value: *value,
            };
            AlternativeLaw {
                name,
                title,
                unknowns: estimate.unknowns.iter().zip(&estimate.theta).map(unknown).collect(),
                aic: Some(aic).filter(|aic| aic.is_finite()),
                aicc,
                behind: aicc.zip(best).map(|(own, best)| own - best),
                held_out_mean_square: held_out.map(|held| held.mean_square),
                at_bound: estimate.at_bound.iter().any(|at| *at),
                curve: grid.iter().map(e).collect(),
            }
        };
    tried.into_iter().map(finish).collect()
}
