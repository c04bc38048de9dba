//! The numbers of a calibration that can be accepted.

use rayon::prelude::*;

use crate::bench::{NoResult, Plan, fit_to};
use crate::distinct::distinct;
use crate::fit::calibrate::result::{Count, DropScatter, Measurement};
use crate::fit::calibrate::{Calibrated, Depth, Unwatched};
use crate::fit::drop_impacts::Effects;
use crate::fit::problem::measured_name;
use crate::units::Dimension;

use super::{CaseRecord, CollisionRecord, Maker, Observation};

/// Solver name of the numbers of a fit.
pub const FIT: &str = "fit";

/// Relative drift that is allowed of a fit's numbers: a search ends within some 1e-10 of the least, wherever it began.
pub const FIT_DRIFT: f64 = 1e-9;

/// The calibrations of a plan, with their intervals and corrections, in its order; `None` for the other cases.
pub(super) fn fits(plan: &Plan) -> Vec<Option<Result<Calibrated, NoResult>>> {
    let fit = |case| fit_to(Depth::Accepted, case, &Unwatched);
    plan.cases.par_iter().map(|planned| planned.case.calibration.is_some().then(|| fit(&planned.case))).collect()
}

/// The numbers of a fit that can be accepted: estimates with their intervals, what they rest on, held-out heights, and the
/// corrections. Their uncertainty here is that of the numerics, which the drift allows for: a fit of the same
/// measurements gives the same numbers.
pub(super) fn fit_values(found: &Calibrated) -> Vec<CollisionRecord> {
    let mut kept = Values(CaseRecord::default());
    for parameter in &found.parameters {
        let (name, unit) = (parameter.name.as_str(), parameter.unit.as_str());
        kept.put("-", "", name, unit, Some(parameter.value));
        kept.put("-", "", &format!("{name}_standard_error"), unit, parameter.sigma_data);
        let interval = parameter.interval_data;
        kept.put("-", "", &format!("{name}_low"), unit, interval.map(|interval| interval.low));
        kept.put("-", "", &format!("{name}_high"), unit, interval.map(|interval| interval.high));
    }
    for DropScatter { quantity, experiment, sigma } in &found.scatter {
        let name = measured_name(&format!("{}_between_drops", quantity.word()), experiment.as_deref());
        kept.put("-", "scatter", &name, quantity.dimension().si(), Some(*sigma));
    }
    if let Some(between) = &found.estimate.between {
        kept.put("-", "scatter", "between_groups", "", Some(between.sigma));
        kept.put("-", "counts", "independent", "", Some(between.groups as f64));
    }
    let level = found.parameters.first().map_or(0.95, |parameter| parameter.level);
    kept.put("-", "scatter", "student_t", "", Some(found.estimate.quantile(level)));
    if let Some(consistency) = &found.consistency {
        kept.put("-", "scatter", "birge_ratio", "", Some(consistency.birge.ratio));
        kept.put("-", "scatter", "birge_limit", "", Some(consistency.birge.limit));
    }
    let Count { used, held_out, left_out, .. } = Count::of(found);
    kept.put("-", "counts", "drops", "", Some(found.estimate.drops as f64));
    kept.put("-", "counts", "used", "", Some(used as f64));
    kept.put("-", "counts", "held_out", "", Some(held_out as f64));
    kept.put("-", "counts", "left_out", "", Some(left_out as f64));
    kept.put("-", "counts", "chi_square", "", Some(found.estimate.chi2));
    for height in &found.held_out {
        let scene = format!("height={:.4} m", height.height);
        kept.put(&scene, "", "speed", "m/s", Some(height.speed));
        kept.put(&scene, "", "measured", "", Some(height.measured));
        kept.put(&scene, "", "measured_standard_error", "", Some(height.measured_sigma));
        kept.put(&scene, "", "predicted", "", Some(height.predicted));
        kept.put(&scene, "", "predicted_standard_error", "", Some(height.predicted_sigma));
    }
    measured(found, &mut kept);
    corrections(&found.measurements, &mut kept);
    kept.0.collisions
}

/// Mean values and errors of the measurements of each kind that were not left out.
fn measured(found: &Calibrated, kept: &mut Values) {
    for target in distinct(found.measurements.iter().map(|measurement| measurement.quantity)) {
        let of = |number: fn(&Measurement) -> Option<f64>| {
            let all = found.measurements.iter().filter(|m| m.quantity == target && m.sigma_used.is_some());
            mean(all.filter_map(number))
        };
        let unit = target.dimension().si();
        kept.put("measurements", target.word(), "mean", unit, of(|m| Some(m.value)));
        kept.put("measurements", target.word(), "mean_standard_error", unit, of(|m| m.sigma_used));
        kept.put("measurements", target.word(), "mean_predicted", unit, of(|m| m.predicted));
        kept.put("measurements", target.word(), "mean_speed", Dimension::Speed.si(), of(|m| m.speed));
    }
}

/// The effect of one correction.
type Effect = fn(&Effects) -> Option<f64>;

/// Mean and largest effect of each correction on the restitutions.
fn corrections(measurements: &[Measurement], kept: &mut Values) {
    let all: [(&str, Effect); 4] = [
        ("air", |effects| effects.air),
        ("contact_duration", |effects| effects.contact_duration),
        ("gravity_during_contact", |effects| effects.gravity_during_contact),
        ("height_to", |effects| effects.height_to),
    ];
    for (word, of) in all {
        let effects = || measurements.iter().filter_map(|measurement| of(&measurement.effects));
        kept.put("corrections", word, "mean", "", mean(effects()));
        kept.put("corrections", word, "largest", "", effects().max_by(|a, b| a.abs().total_cmp(&b.abs())));
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let all: Vec<f64> = numbers.collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

struct Values(CaseRecord);

impl Values {
    fn put(&mut self, scene: &str, variant: &str, observable: &str, unit: &str, value: Option<f64>) {
        let Some(value) = value.filter(|value| value.is_finite()) else { return };
        let (by, maker, uncertainty, note) = (FIT, Maker::Solver, Some(0.0), None);
        self.0.observe(Observation {
            scene,
            by,
            maker,
            variant,
            observable,
            value: Some(value),
            unit,
            uncertainty,
            note,
        });
    }
}
