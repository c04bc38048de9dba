//! Drops that lie too far from the others: they are named, with the reason, and kept.

use super::FittedLaw;
use super::rows::Data;
use crate::case::Calibration;
use crate::fit::problem::Target;
use crate::fit::statistics::student;
use crate::numerics::halved;

/// Level of the test: by it a drop is named in one of a hundred clean tables, whose errors are not quite as stated (simulated).
const CHANCE: f64 = 0.005;
/// And of fewer numbers than `FEW`: what is left of so few without their farthest scatters too little.
const CHANCE_OF_FEW: f64 = 0.0005;
const FEW: usize = 10;
/// Part of the numbers that are looked at as outliers at most, and how many.
const PART: usize = 4;
const MOST: usize = 100;
/// Drops of a group from which their own mean is what they are compared with.
const OWN: usize = 3;
/// Least standard deviation of a restitution of which nothing is stated: heights are read to a millimetre or so.
const LEAST: f64 = 0.002;
/// Readings are not rounded to less, m or of a restitution.
const FINEST: f64 = 1e-6;

/// A measurement that lies too far from the others.
#[derive(Clone, Copy)]
pub(super) struct Outlier {
    pub measurement: usize,
    /// In standard deviations of the others.
    pub z: f64,
}

/// A number of a quantity, with those it is compared with.
struct Compared {
    datum: usize,
    residual: f64,
    /// Of the readings, or of the ruler where that is coarser.
    sigma: f64,
    /// Its group, if that has drops enough; all others are compared with all.
    group: Option<usize>,
}

/// How far a number lies from the mean of the others that are kept.
#[derive(Clone, Copy)]
struct Distance {
    /// In its unit, and in standard deviations.
    off: f64,
    z: f64,
    /// Over the least distance that chance explains.
    over_limit: f64,
}

/// What is known of the scatter beside the numbers: its least size, that between groups, and the number of unknowns.
struct Known {
    least: f64,
    between: f64,
    unknowns: usize,
}

/// Takes down which restitutions of drops and ratios the others make improbable, and why; returns which measurements they are.
///
/// Residuals of drops of one group about the mean of their group, of others about the mean of all, in standard deviations of their stated
/// errors and the scatter of all. The farthest is set aside, and the next about the means and by the scatter of the rest, up to a quarter
/// of them: so that several outliers do not hide one another. All up to the last that is beyond the limit are named (Rosner 1983,
/// Technometrics 25, 165): Student's t of `N - k - 1` degrees of freedom, of N numbers that are left about k means, at a level of 0.5 % of
/// all of them together (Bonferroni), or 0.05 % of fewer than ten.
pub(super) fn name(calibration: &Calibration, found: &mut FittedLaw<'_>) -> Vec<Outlier> {
    let targets = found.data.targets.iter().enumerate().filter(|(_, target)| **target == Target::Restitution);
    let all: Vec<(usize, f64, String)> =
        targets.flat_map(|(quantity, _)| outliers(calibration, found, quantity)).collect();
    let of = |(datum, z, reason): (usize, f64, String)| {
        let measurement = found.data.used[datum];
        let doubt = &mut found.data.measurements[measurement].doubt;
        *doubt = Some(doubt.take().map_or(reason.clone(), |known| format!("{known}; {reason}")));
        Outlier { measurement, z }
    };
    all.into_iter().map(of).collect()
}

/// Those of one quantity: datum, standard deviations and reason.
fn outliers(calibration: &Calibration, found: &FittedLaw<'_>, quantity: usize) -> Vec<(usize, f64, String)> {
    let FittedLaw { data, estimate, .. } = found;
    let timed = |at: usize| data.measurements[data.used[at]].rebound.is_some_and(|rebound| rebound.timed);
    let group = |at: &usize| data.problem.data[*at].group;
    let of_it = |at: &usize| data.problem.data[*at].quantity == quantity && !timed(*at);
    let mut rows: Vec<usize> = (0..data.problem.data.len()).filter(of_it).collect();
    rows.sort_by_key(group);
    let rounded = step(data, &rows) / 12f64.sqrt();
    let mut all: Vec<Compared> = Vec::new();
    for of in rows.chunk_by(|a, b| group(a) == group(b)) {
        let own = (of.len() >= OWN).then(|| group(&of[0]));
        all.extend(of.iter().map(|at| {
            let stated = data.problem.data[*at].sigma_at(estimate.predicted[*at]);
            let sigma = stated.max(rounded * reading(data, *at).1);
            Compared { datum: *at, residual: estimate.residuals[*at], sigma, group: own }
        }));
    }
    let known = Known {
        least: if data.unread[quantity] { LEAST } else { 0.0 },
        between: estimate.between.as_ref().map_or(0.0, |between| between.sigma_of(data.part_of(quantity))),
        unknowns: estimate.theta.len(),
    };
    let mut kept = vec![true; all.len()];
    let (mut aside, mut named) = (Vec::new(), 0);
    while aside.len() < (all.len() / PART).clamp(1, MOST) {
        let Some(distances) = distances(&all, &kept, &known) else { break };
        let places = (0..all.len()).filter(|at| kept[*at]);
        let Some(far) = places.max_by(|a, b| distances[*a].over_limit.total_cmp(&distances[*b].over_limit)) else {
            break;
        };
        aside.push(far);
        kept[far] = false;
        if distances[far].over_limit > 1.0 {
            named = aside.len();
        }
    }
    let named = &aside[..named];
    let kept: Vec<bool> = (0..all.len()).map(|at| !named.contains(&at)).collect();
    let Some(distances) = distances(&all, &kept, &known) else { return Vec::new() };
    let kind = calibration.experiments().nth(data.part_of(quantity)).unwrap_or(&calibration.experiment).kind;
    let units = kind.units();
    let reason = |at: &usize| {
        let (of, Distance { off, z, .. }) = (&all[*at], distances[*at]);
        let others = match (of.group, &data.grouping) {
            (None, _) => format!("the law and the other {units}"),
            (_, grouping) => format!("the other {units} of this {}", grouping.as_ref().map_or("group", |of| &of.name)),
        };
        let value = data.problem.data[of.datum].value;
        let reason = format!(
            "the ball kept {value:.3} of its speed, {z:+.0} standard deviations from the {:.3} of {others}",
            value - off
        );
        (of.datum, z, reason)
    };
    let mut reasons: Vec<(usize, f64, String)> = named.iter().map(reason).collect();
    reasons.sort_by_key(|(datum, ..)| *datum);
    reasons
}

/// Of each number; `None` where too few are kept.
fn distances(all: &[Compared], kept: &[bool], known: &Known) -> Option<Vec<Distance>> {
    let mean = |of: &[usize]| of.iter().map(|at| all[*at].residual).sum::<f64>() / of.len() as f64;
    let everyone: Vec<usize> = (0..all.len()).filter(|at| kept[*at]).collect();
    let of_all = mean(&everyone);
    // Residual less the mean, and its variance over that of the residual.
    let mut off: Vec<(f64, f64)> = Vec::with_capacity(all.len());
    let (mut means, mut start, mut alone) = (0, 0, false);
    for of in all.chunk_by(|a, b| a.group.is_some() && a.group == b.group) {
        let own: Vec<usize> = (start..start + of.len()).filter(|at| kept[*at]).collect();
        let (middle, n) = match of[0].group {
            Some(_) if own.len() > 1 => (mean(&own), own.len() as f64),
            // The unknowns follow all of them.
            _ => (of_all, everyone.len() as f64 / known.unknowns as f64),
        };
        means += usize::from(of[0].group.is_some() && own.len() > 1);
        alone |= of[0].group.is_none();
        let part = |at: usize| 1.0 + if kept[at] { -1.0 } else { 1.0 } / n;
        off.extend(of.iter().enumerate().map(|(k, of)| (of.residual - middle, part(start + k))));
        start += of.len();
    }
    means += if alone { known.unknowns } else { 0 };
    let dof = everyone.len() as f64 - means as f64;
    if dof <= 1.0 {
        return None;
    }
    let kept_squares: Vec<[f64; 2]> = everyone.iter().map(|&at| [off[at].0.powi(2), all[at].sigma.powi(2)]).collect();
    let squares = |own: f64| kept_squares.iter().map(|[off, stated]| off / (stated + own * own)).sum::<f64>();
    let most = everyone.iter().map(|at| off[*at].0.abs()).fold(0.0, f64::max);
    let own = if squares(0.0) > dof {
        halved([0.0, most * (everyone.len() as f64 / dof).sqrt()], 40, |own| squares(own) <= dof)[1]
    } else {
        0.0
    };
    let own = own.max(known.least);
    let chance = if all.len() < FEW { CHANCE_OF_FEW } else { CHANCE };
    let limit = student::two_sided(1.0 - chance / everyone.len() as f64, dof - 1.0);
    let of = |(at, of): (usize, &Compared)| {
        let (off, part) = off[at];
        let apart = if of.group.is_some() { 0.0 } else { known.between };
        let z = off / (libm::hypot(libm::hypot(of.sigma, own), apart) * part.sqrt());
        // By the scatter of the others: what is its own of that of all is left out.
        let t = if kept[at] { z.abs() * ((dof - 1.0) / (dof - z * z).max(f64::MIN_POSITIVE)).sqrt() } else { z.abs() };
        Distance { off, z, over_limit: t / limit }
    };
    Some(all.iter().enumerate().map(of).collect())
}

/// What was read of a datum, a rebound height or the restitution itself, and the derivative of the restitution by it.
fn reading(data: &Data, datum: usize) -> (f64, f64) {
    let value = data.problem.data[datum].value;
    let rebound = data.measurements[data.used[datum]].rebound;
    rebound.map_or((value, 1.0), |rebound| (rebound.measured, value / (2.0 * rebound.measured)))
}

/// What all readings are multiples of: none is finer. They are of different heights, so that the least difference of two, of a few
/// readings, may be many of these steps.
fn step(data: &Data, rows: &[usize]) -> f64 {
    let common = |mut a: f64, mut b: f64| {
        while b > FINEST {
            let rest = a % b;
            (a, b) = (b, if b - rest > FINEST { rest } else { 0.0 });
        }
        a
    };
    rows.iter().map(|at| reading(data, *at).0).fold(0.0, common)
}
