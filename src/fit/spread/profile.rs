//! Profile-likelihood intervals: one unknown is varied and the others are refitted.

use super::Interval;
use crate::fit::estimate::{BestFit, NoEstimate};
use crate::fit::fitting::Fit;
use crate::fit::loss::Loss;
use crate::fit::problem::{Model, Problem};
use crate::fit::search::least_squares;

/// The profile of one unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    pub unknown: usize,
    pub interval: Interval,
    /// Whether an end is the bound of the unknown because the data do not limit the interval there.
    pub open: [bool; 2],
    /// Values of the unknown, and `sqrt(2 (cost - least))` there with the sign of the side, in order.
    pub curve: Vec<(f64, f64)>,
}

/// Beyond this a free coordinate is a bound.
const FARTHEST: f64 = 36.0;
/// How close to the quantile a crossing is found, in standard errors.
const CLOSE: f64 = 1e-4;
/// Places on the way to each end of an interval where a curve is computed as well.
const PARTS: [f64; 6] = [0.17, 0.33, 0.5, 0.67, 0.83, 1.15];

/// The interval of one unknown: `2 (cost(x) - least) <= t^2`, the other unknowns at their best for each `x`.
///
/// With `t` of Student, of drops less unknowns, where the scatter between drops was estimated, which is kept as it was
/// found (Bates & Watts 1988, chapter 6). Follows the likelihood where it is not a parabola, and does not depend on how
/// the unknown is written. `None` under Huber's loss, whose cost is no likelihood, and without degrees of freedom.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn profile(
    problem: &Problem,
    model: &dyn Model,
    estimate: &BestFit,
    unknown: usize,
    confidence: f64,
) -> Result<Option<Profile>, NoEstimate> {
    let t = estimate.quantile(confidence) * estimate.scale();
    if estimate.loss != Loss::Squares || !t.is_finite() || unknown >= estimate.theta.len() {
        return Ok(None);
    }
    let fit = Fit::of(problem, model, estimate)?;
    let best = &estimate.state.free;
    let Some(&x0) = best.get(unknown) else { return Ok(None) };
    let normal = fit.normal(&estimate.state.jacobian) + &estimate.state.stuck.information;
    let guess = normal.cholesky().map_or(1.0, |factor| factor.inverse()[(unknown, unknown)].sqrt());
    let guess = if guess.is_finite() && guess > 0.0 { guess.min(2.0) } else { 1.0 };
    let mut curve = vec![(estimate.theta.get(unknown).copied().unwrap_or(f64::NAN), 0.0)];
    let mut ends = [x0; 2];
    let mut open = [false; 2];
    for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
        let mut others = best.clone();
        let mut height = |x: f64| {
            let height = climb(&fit, &mut others, unknown, x, estimate.cost);
            if height.is_finite() {
                curve.push((value(estimate, unknown, x), sign * height));
            }
            height
        };
        // Nearly a straight line of slope 1/guess: secants, inside a bracket.
        let (mut low, mut f_low) = (x0, -t);
        let mut x = x0 + sign * guess * t;
        let mut high: Option<(f64, f64)> = None;
        let mut end = None;
        for _ in 0..60 {
            if x.abs() > FARTHEST {
                break;
            }
            let f = height(x) - t;
            if f.abs() <= CLOSE {
                end = Some(x);
                break;
            }
            // What cannot be computed is beyond.
            if f < 0.0 {
                (low, f_low) = (x, f)
            } else {
                high = Some((x, f))
            }
            x = match high {
                None => low + (low - x0) * (-f_low / (f_low + t)).clamp(0.05, 2.0) * 1.02,
                Some((high, f_high)) if f_high.is_finite() => {
                    let part = (-f_low / (f_high - f_low)).clamp(0.02, 0.98);
                    low + (high - low) * part
                }
                Some((high, _)) => 0.5 * (low + high),
            };
            if high.is_some_and(|(high, _)| (high - low).abs() < 1e-12 * high.abs().max(1.0)) {
                end = Some(low);
                break;
            }
        }
        (ends[side], open[side]) = (end.unwrap_or(f64::INFINITY * sign), end.is_none());
    }
    curve.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [low, high] = ends.map(|x| value(estimate, unknown, x));
    Ok(Some(Profile { unknown, interval: Interval { low, high }, open, curve }))
}

/// The profile with more points on its curve, spread evenly over each side and a little beyond the interval: what a picture
/// of it needs.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn filled(
    problem: &Problem,
    model: &dyn Model,
    estimate: &BestFit,
    mut profile: Profile,
) -> Result<Profile, NoEstimate> {
    let fit = Fit::of(problem, model, estimate)?;
    let of = profile.unknown;
    let (Some(unknown), Some(&best)) = (estimate.unknowns.get(of), estimate.state.free.get(of)) else {
        return Ok(profile);
    };
    for (sign, end) in [(-1.0, profile.interval.low), (1.0, profile.interval.high)] {
        let way = unknown.to_free(end) - best;
        if !way.is_finite() {
            continue;
        }
        let mut others = estimate.state.free.clone();
        for part in PARTS {
            let x = best + part * way;
            let height = climb(&fit, &mut others, of, x, estimate.cost);
            if height.is_finite() {
                profile.curve.push((value(estimate, of, x), sign * height));
            }
        }
    }
    profile.curve.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(profile)
}

fn value(estimate: &BestFit, unknown: usize, x: f64) -> f64 {
    estimate.unknowns.get(unknown).map_or(f64::NAN, |unknown| {
        if x.is_infinite() { if x > 0.0 { unknown.high } else { unknown.low } } else { unknown.from_free(x) }
    })
}

/// `sqrt(2 (cost - least))` with one unknown fixed at `x`; the others are refitted from their previous values.
fn climb(fit: &Fit<'_>, others: &mut [f64], held: usize, x: f64, least: f64) -> f64 {
    let place = |rest: &[f64]| {
        let mut all = rest.to_vec();
        all.insert(held, x);
        all
    };
    let mut rest = others.to_vec();
    rest.remove(held);
    let cost = if rest.is_empty() {
        fit.roots(&[x]).map(|roots| 0.5 * roots.iter().map(|r| r * r).sum::<f64>())
    } else {
        least_squares(&|rest| fit.roots(&place(rest)), &rest, 1e-7).map(|found| {
            others.copy_from_slice(&place(&found.x));
            found.cost
        })
    };
    cost.map_or(f64::INFINITY, |cost| (2.0 * (cost - least).max(0.0)).sqrt())
}
