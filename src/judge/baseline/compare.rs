//! Compares the numbers of a run with the accepted ones.

use std::collections::BTreeMap;

use super::{BaseCurve, BaseValue, Baseline, CollisionId, farthest};
use crate::collide::estimate::Estimate;
use crate::distinct::paired;
use crate::words::worded;

/// Two stated uncertainties that differ by more than this factor are a change of its own: a large uncertainty would
/// make any value pass.
const BLURRED: f64 = 100.0;

/// Whether one of two uncertainties of a number is too large for the other to be of the same number; `rounding` is what
/// both may have anyway.
fn blurred(then: f64, now: f64, rounding: f64) -> bool {
    then.is_nan() || now.is_nan() || then.max(now) > BLURRED * then.min(now).max(rounding)
}

/// Whether two values of one number are the same: not farther apart than `rounding`, or than the uncertainties of both
/// added up. These are bounds, not deviations, and of one size: neither is a hundred times the other.
pub fn agree(then: Estimate, now: Estimate, rounding: f64) -> bool {
    let off = (now.value - then.value).abs();
    // A number that is none must not be lost in a comparison.
    let within = off <= rounding || off <= then.uncertainty + now.uncertainty;
    within && !blurred(then.uncertainty, now.uncertainty, rounding)
}

worded! {
    /// Result of comparing a number with the accepted one.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Change {
        Moved = "moved",
        /// Accepted, and missing from the run.
        Gone = "gone",
        /// Not accepted yet.
        New = "new",
        Unchanged = "unchanged",
    }
}

/// A number or curve of a case, as accepted and as computed now. SI.
#[derive(Debug, Clone, PartialEq)]
pub struct DiffRow {
    pub of: CollisionId,
    /// A word for what is observed, or `force_time` for a curve.
    pub observable: String,
    pub unit: String,
    pub accepted: Option<Estimate>,
    pub now: Option<Estimate>,
    /// Magnitude of the difference; of a curve relative to its duration and its largest force.
    pub off: Option<f64>,
    /// Allowed drift, in the unit of the number.
    pub allowed: Option<f64>,
    /// Sum of both uncertainties, in the unit of the number.
    pub noise: Option<f64>,
    pub change: Change,
    pub reason: Option<String>,
}

/// What a part of a number is a part of: the largest number of its unit in the same collision, and at least 1 where it
/// has no unit. A residual of 1e-16 is not known to a billionth of itself.
pub fn scale(values: &[BaseValue]) -> BTreeMap<(&CollisionId, &str), f64> {
    let mut scales = BTreeMap::new();
    for kept in values {
        let least = if kept.unit.is_empty() { 1.0 } else { 0.0 };
        let largest = scales.entry((&kept.of, kept.unit.as_str())).or_insert(least);
        *largest = f64::max(*largest, kept.value.value.abs());
    }
    scales
}

/// Compares every accepted number and curve with the current one, in the order of the baseline; new ones follow.
///
/// A number has moved when it is farther off than `drift` times its [`scale`] and than the uncertainties of both added
/// up: they are bounds, not deviations. It has also moved when one of the two is a hundred times larger than the other.
/// A curve has moved when it leaves the tube of radius `tube`.
pub fn compare(accepted: &Baseline, now: &Baseline, drift: f64, tube: f64) -> Vec<DiffRow> {
    let scales = scale(&accepted.values);
    let allowed = |kept: &BaseValue| drift * scales.get(&(&kept.of, kept.unit.as_str())).copied().unwrap_or(0.0);
    let mut rows = Vec::new();
    paired(accepted.values.iter().map(of_number), now.values.iter().map(of_number), |then, today| {
        rows.extend(number(then, today, &allowed))
    });
    paired(accepted.curves.iter().map(of_curve), now.curves.iter().map(of_curve), |then, today| {
        rows.extend(course(then, today, tube))
    });
    rows
}

fn of_number(kept: &BaseValue) -> ((&CollisionId, &str), &BaseValue) {
    ((&kept.of, &kept.observable), kept)
}

fn of_curve(curve: &BaseCurve) -> (&CollisionId, &BaseCurve) {
    (&curve.of, curve)
}

fn number(then: Option<&BaseValue>, today: Option<&BaseValue>, allowed: &dyn Fn(&BaseValue) -> f64) -> Option<DiffRow> {
    let kept = then.or(today)?;
    let (of, observable, unit) = (kept.of.clone(), kept.observable.clone(), kept.unit.clone());
    let [accepted, now] = [then, today].map(|kept| kept.map(|kept| kept.value));
    let change = presence(then, today);
    let mut row =
        DiffRow { of, observable, unit, accepted, now, off: None, allowed: None, noise: None, change, reason: None };
    if let (Some(then), Some(today)) = (then, today) {
        let (was, is, allowed) = (then.value, today.value, allowed(then));
        row.off = Some((is.value - was.value).abs());
        row.allowed = Some(allowed);
        row.noise = Some(was.uncertainty + is.uncertainty);
        row.reason = if then.unit != today.unit {
            Some(format!("its unit changed from `{}` to `{}`", then.unit, today.unit))
        } else if blurred(was.uncertainty, is.uncertainty, allowed) {
            Some(format!("its uncertainty changed from {:.1e} to {:.1e}", was.uncertainty, is.uncertainty))
        } else {
            None
        };
        if row.reason.is_some() || !agree(was, is, allowed) {
            row.change = Change::Moved;
        }
    }
    Some(row)
}

fn course(then: Option<&BaseCurve>, today: Option<&BaseCurve>, tube: f64) -> Option<DiffRow> {
    let off = then.zip(today).map(|(then, today)| farthest(&then.points, &today.points));
    let moved = off.is_some_and(|off| off > tube);
    Some(DiffRow {
        of: then.or(today)?.of.clone(),
        observable: "force_time".to_string(),
        unit: String::new(),
        accepted: None,
        now: None,
        off,
        allowed: then.map(|_| tube),
        noise: None,
        change: if moved { Change::Moved } else { presence(then, today) },
        reason: None,
    })
}

fn presence<T>(then: Option<T>, today: Option<T>) -> Change {
    match (then, today) {
        (_, None) => Change::Gone,
        (None, _) => Change::New,
        (Some(_), Some(_)) => Change::Unchanged,
    }
}
