//! Drops that lie too far from the others: they are named, with the reason, and kept.

use std::collections::BTreeSet;

use super::FittedLaw;
use super::rows::Data;
use crate::fit::observations::Target;
use crate::fit::student;
use crate::number::median;
use crate::ode::halved;

/// Tables of normal errors in which a drop is named by chance; half of it for each of two tests.
const CHANCE: f64 = 0.01;
/// What a number is worth for a scatter by the median of deviations, over what it is worth for a root of squares.
const WORTH: f64 = 0.37;
/// Median of `|x|` where `x` is normal with variance 1.
const MEDIAN: f64 = 0.674_489_750_196_081_7;
/// Drops of a group from which their own middle is what they are compared with.
const OWN: usize = 3;
/// Least standard deviation of a restitution of which nothing is stated: heights are read to a millimetre or so.
const LEAST: f64 = 0.002;
/// Readings are not rounded to less, m or of a restitution.
const FINEST: f64 = 1e-6;

/// A number of a quantity, with those it is compared with.
struct Compared {
    datum: usize,
    residual: f64,
    /// Of the readings, or of the ruler where that is coarser.
    sigma: f64,
    /// Its group, if that has drops enough; all others are compared with all.
    group: Option<usize>,
}

/// Takes down which restitutions of drops and ratios the others make improbable, and why.
///
/// Residuals of drops of one group about the middle of their group, of others about the middle of all. First the middle is the median, and
/// the scatter is found from the median of the sizes, so that an outlier does not make it larger: beside the stated errors, or as a
/// multiple of them, whichever is larger. One number of each group is as good as its median, and is not counted among these sizes.
/// Then it is the mean, and the scatter that of all that are not named, until no more are. Student's t, of N numbers about k middles with
/// `0.37 (N - k)` degrees of freedom and then with `N - k - 1`, each at a level of 0.5 % of all numbers together (Bonferroni).
pub(super) fn name(found: &mut FittedLaw<'_>) -> Vec<usize> {
    let targets = found.data.targets.iter().enumerate().filter(|(_, target)| **target == Target::Restitution);
    let all: Vec<(usize, String)> = targets.flat_map(|(quantity, _)| outliers(found, quantity)).collect();
    let of = |(datum, reason): (usize, String)| {
        let measurement = found.data.used[datum];
        let doubt = &mut found.data.measurements[measurement].doubt;
        *doubt = Some(doubt.take().map_or(reason.clone(), |known| format!("{known}; {reason}")));
        measurement
    };
    all.into_iter().map(of).collect()
}

/// Those of one quantity: datum and reason.
fn outliers(found: &FittedLaw<'_>, quantity: usize) -> Vec<(usize, String)> {
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
    let least = if data.unread[quantity] { LEAST } else { 0.0 };
    let between = estimate.between.as_ref().map_or(0.0, |between| between.sigma_of(data.part_of(quantity)));
    let unknowns = estimate.theta.len();
    let mut named = by_medians(&all, (least, between, unknowns));
    let mut judged = by_means(&all, &named, (least, between, unknowns));
    loop {
        let before = named.len();
        named.extend(judged.iter().filter(|(.., far)| *far).map(|(at, ..)| *at));
        if named.len() == before {
            break;
        }
        judged = by_means(&all, &named, (least, between, unknowns));
    }
    let reason = |at: usize| {
        let (_, off, z, _) = judged.iter().find(|(of, ..)| *of == at)?;
        let of = &all[at];
        let others = match (of.group, &data.grouping) {
            (None, _) => "the law and the other drops".to_string(),
            (_, grouping) => format!("the other drops of this {}", grouping.as_ref().map_or("group", |of| &of.name)),
        };
        let value = data.problem.data[of.datum].value;
        let far = if z.is_finite() { format!("{z:+.0} standard deviations") } else { "far".to_string() };
        let reason = format!("the ball kept {value:.3} of its speed, {far} from the {:.3} of {others}", value - off);
        Some((of.datum, reason))
    };
    named.into_iter().filter_map(reason).collect()
}

/// Those that lie too far by medians.
fn by_medians(all: &[Compared], (least, between, unknowns): (f64, f64, usize)) -> BTreeSet<usize> {
    let middle_of_all = median(all.iter().map(|of| of.residual).collect());
    let (mut off, mut nearest, mut middles) = (vec![0.0; all.len()], BTreeSet::new(), unknowns);
    let mut start = 0;
    for of in all.chunk_by(|a, b| a.group.is_some() && a.group == b.group) {
        let (n, among) = (of.len() as f64, of[0].group.is_some());
        let middle = if among { median(of.iter().map(|of| of.residual).collect()) } else { middle_of_all };
        let grow = if among { (n / (n - 1.0)).sqrt() } else { 1.0 };
        for (place, of) in off.iter_mut().skip(start).zip(of) {
            *place = grow * (of.residual - middle);
        }
        if among {
            middles += 1;
            nearest.extend((start..start + of.len()).min_by(|a, b| off[*a].abs().total_cmp(&off[*b].abs())));
        }
        start += of.len();
    }
    let count = all.len();
    if count <= middles {
        return BTreeSet::new();
    }
    let counted = || off.iter().zip(all).enumerate().filter(|(at, _)| !nearest.contains(at)).map(|(_, of)| of);
    let times = median(counted().map(|(off, of)| off.abs() / of.sigma).collect()) / MEDIAN;
    let too_far = |own: f64| median(counted().map(|(off, of)| off.abs() / of.sigma.hypot(own)).collect()) > MEDIAN;
    let most = off.iter().map(|off| off.abs()).fold(0.0, f64::max) / MEDIAN;
    let own = if too_far(0.0) { halved([0.0, most], 40, |own| !too_far(own))[1] } else { 0.0 };
    let own = own.max(least);
    let limit = student::two_sided(1.0 - 0.5 * CHANCE / count as f64, (WORTH * (count - middles) as f64).max(1.0));
    let far = |(off, of): (&f64, &Compared)| {
        let apart = if of.group.is_some() { 0.0 } else { between };
        off.abs() > limit * of.sigma.hypot(own).max(times * of.sigma).hypot(apart)
    };
    off.iter().zip(all).enumerate().filter(|(_, of)| far(*of)).map(|(at, _)| at).collect()
}

/// Of each: its place, how far it lies from the mean of the others that are not named, in its unit and in standard deviations, and whether
/// that is too far.
fn by_means(
    all: &[Compared],
    named: &BTreeSet<usize>,
    (least, between, unknowns): (f64, f64, usize),
) -> Vec<(usize, f64, f64, bool)> {
    let kept = |at: &usize| !named.contains(at);
    let mean = |of: &[usize]| of.iter().map(|at| all[*at].residual).sum::<f64>() / of.len() as f64;
    let everyone: Vec<usize> = (0..all.len()).filter(kept).collect();
    // Place, residual less the mean, and its variance over that of the residual.
    let mut off: Vec<(usize, f64, f64)> = Vec::new();
    let (mut middles, mut start) = (unknowns, 0);
    for of in all.chunk_by(|a, b| a.group.is_some() && a.group == b.group) {
        let places: Vec<usize> = (start..start + of.len()).collect();
        start += of.len();
        let own: Vec<usize> = places.iter().copied().filter(kept).collect();
        let (middle, n) = match of[0].group {
            Some(_) if !own.is_empty() => (mean(&own), own.len() as f64),
            _ => (mean(&everyone), f64::INFINITY),
        };
        middles += usize::from(n.is_finite());
        off.extend(
            places.iter().map(|at| (*at, all[*at].residual - middle, 1.0 + if kept(at) { -1.0 } else { 1.0 } / n)),
        );
    }
    let dof = everyone.len() as f64 - middles as f64;
    if dof <= 1.0 {
        return off.into_iter().map(|(at, off, _)| (at, off, f64::NAN, false)).collect();
    }
    let squares = |own: f64| {
        let of = off.iter().filter(|(at, ..)| kept(at));
        of.map(|(at, off, _)| (off / all[*at].sigma.hypot(own)).powi(2)).sum::<f64>()
    };
    let most = off.iter().filter(|(at, ..)| kept(at)).map(|(_, off, _)| off.abs()).fold(0.0, f64::max);
    let own = if squares(0.0) > dof {
        halved([0.0, most * (everyone.len() as f64 / dof).sqrt()], 40, |own| squares(own) <= dof)[1]
    } else {
        0.0
    };
    let own = own.max(least);
    let limit = student::two_sided(1.0 - 0.5 * CHANCE / all.len() as f64, dof - 1.0);
    let of = |(at, off, part): (usize, f64, f64)| {
        let apart = if all[at].group.is_some() { 0.0 } else { between };
        let z = off / (all[at].sigma.hypot(own).hypot(apart) * part.max(f64::MIN_POSITIVE).sqrt());
        // By the scatter of the others: its own part is in that of all.
        let t = if kept(&at) { z * ((dof - 1.0) / (dof - z * z).max(f64::MIN_POSITIVE)).sqrt() } else { z };
        (at, off, z, t.abs() > limit)
    };
    off.into_iter().map(of).collect()
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
