//! Today's numbers against the accepted ones.

use std::collections::{BTreeMap, BTreeSet};

use super::{Baseline, CollisionId, Kept, KeptCurve, farthest};
use crate::judge::curve::CurveWord;
use crate::trajectory::Estimate;
use crate::words::worded;

/// Two stated uncertainties that differ by more than this factor are a change of its own: a large uncertainty would make
/// any value pass.
const BLURRED: f64 = 100.0;

/// Whether one of two uncertainties of a number is too large for the other to be of the same number; `rounding` is what
/// both may have anyway.
pub fn blurred(then: f64, now: f64, rounding: f64) -> bool {
    then.is_nan() || now.is_nan() || then.max(now) > BLURRED * then.min(now).max(rounding)
}

worded! {
    /// How a number stands to its accepted one.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Change {
        Moved = "moved",
        /// Accepted, and not there any more.
        Gone = "gone",
        /// Not accepted yet.
        New = "new",
        Unchanged = "unchanged",
    }
}

/// One number or curve of a case, then and now. SI.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub of: CollisionId,
    /// A word for what is observed, or `force_time` for a curve.
    pub observable: String,
    pub unit: String,
    pub accepted: Option<Estimate>,
    pub now: Option<Estimate>,
    /// What it is off by, never negative; of a curve in parts of its duration and its largest force.
    pub off: Option<f64>,
    /// What it may drift by.
    pub allowed: Option<f64>,
    /// Uncertainty of both together.
    pub noise: Option<f64>,
    pub change: Change,
    pub reason: Option<String>,
}

fn number_of(kept: &Kept) -> (&CollisionId, &str) {
    (&kept.of, &kept.observable)
}

/// What a part of a number is a part of: the largest number of its unit in the same collision, and at least 1 where it
/// has no unit. A residual of 1e-16 is not known to a billionth of itself.
pub fn scale(values: &[Kept]) -> BTreeMap<(&CollisionId, &str), f64> {
    let mut scales = BTreeMap::new();
    for kept in values {
        let least = if kept.unit.is_empty() { 1.0 } else { 0.0 };
        let largest = scales.entry((&kept.of, kept.unit.as_str())).or_insert(least);
        *largest = f64::max(*largest, kept.value.value.abs());
    }
    scales
}

/// Every accepted number and curve against today's, in the order they were accepted in, then what is new.
///
/// A number has moved when it is farther off than `drift` times its [`scale`] and than the uncertainties of both added
/// up: they are bounds, not deviations. It has also moved when one of the two is a hundred times larger than the other. A curve has
/// moved when it leaves the tube of radius `tube`.
pub fn compare(accepted: &Baseline, now: &Baseline, drift: f64, tube: f64) -> Vec<Row> {
    let scales = scale(&accepted.values);
    let todays: BTreeMap<_, _> = now.values.iter().map(|kept| (number_of(kept), kept)).collect();
    let known: BTreeSet<_> = accepted.values.iter().map(number_of).collect();
    let mut rows = Vec::new();
    for kept in &accepted.values {
        let scale = scales.get(&(&kept.of, kept.unit.as_str())).copied().unwrap_or(0.0);
        rows.push(match todays.get(&number_of(kept)) {
            Some(today) => number(kept, today, drift * scale),
            None => row(kept, Some(kept.value), None, Change::Gone),
        });
    }
    for kept in now.values.iter().filter(|kept| !known.contains(&number_of(kept))) {
        rows.push(row(kept, None, Some(kept.value), Change::New));
    }
    for curve in &accepted.curves {
        let today = now.curves.iter().find(|other| other.of == curve.of);
        rows.push(course(curve, today, tube));
    }
    for curve in now.curves.iter().filter(|curve| !accepted.curves.iter().any(|other| other.of == curve.of)) {
        rows.push(blank(&curve.of, CurveWord::ForceTime.word(), "", Change::New));
    }
    rows
}

fn blank(of: &CollisionId, observable: &str, unit: &str, change: Change) -> Row {
    let (of, observable, unit) = (of.clone(), observable.to_string(), unit.to_string());
    Row { of, observable, unit, accepted: None, now: None, off: None, allowed: None, noise: None, change, reason: None }
}

fn row(kept: &Kept, accepted: Option<Estimate>, now: Option<Estimate>, change: Change) -> Row {
    Row { accepted, now, ..blank(&kept.of, &kept.observable, &kept.unit, change) }
}

fn number(kept: &Kept, today: &Kept, allowed: f64) -> Row {
    let (then, now) = (kept.value, today.value);
    let off = (now.value - then.value).abs();
    let noise = then.uncertainty + now.uncertainty;
    let mut row = row(kept, Some(then), Some(now), Change::Unchanged);
    (row.off, row.allowed, row.noise) = (Some(off), Some(allowed), Some(noise));
    // A number that is none must not be lost in a comparison.
    let within = off <= allowed || off <= noise;
    if kept.unit != today.unit {
        row.change = Change::Moved;
        row.reason = Some(format!("its unit changed from `{}` to `{}`", kept.unit, today.unit));
    } else if blurred(then.uncertainty, now.uncertainty, allowed) {
        row.change = Change::Moved;
        row.reason = Some(format!("its uncertainty changed from {:.1e} to {:.1e}", then.uncertainty, now.uncertainty));
    } else if !within {
        row.change = Change::Moved;
    }
    row
}

fn course(curve: &KeptCurve, today: Option<&KeptCurve>, tube: f64) -> Row {
    let off = today.map(|today| farthest(&curve.points, &today.points));
    let change = match off {
        None => Change::Gone,
        Some(off) if off <= tube => Change::Unchanged,
        Some(_) => Change::Moved,
    };
    Row { off, allowed: Some(tube), ..blank(&curve.of, CurveWord::ForceTime.word(), "", change) }
}
