//! Drops that lie too far from the others: they are named, with the reason, and kept.

use super::FittedLaw;
use super::rows::Data;
use crate::fit::observations::Target;
use crate::fit::student;
use crate::fit::weights::MEDIAN;
use crate::number::median;
use crate::ode::halved;

/// Tables of normal errors in which a drop is named by chance.
const CHANCE: f64 = 0.01;
/// What a number is worth for a scatter by the median of deviations, over what it is worth for a root of squares.
const WORTH: f64 = 0.37;
/// Drops of a group from which their own middle is what they are compared with.
const OWN: usize = 3;
/// Least standard deviation of a restitution of which nothing is stated: heights are read to a millimetre or so.
const LEAST: f64 = 0.002;

/// Readings are not rounded to less, m or of a restitution.
const FINEST: f64 = 1e-6;

/// A number less the middle of those it is compared with.
struct Compared {
    datum: usize,
    off: f64,
    sigma: f64,
    /// Whether these are of its group.
    among: bool,
    /// Whether it is the nearest to the middle of its group.
    nearest: bool,
}

/// Takes down which restitutions of drops and ratios the others make improbable, and why.
///
/// Residuals of drops of one group about their median, of others about the median of all. Their scatter is found from the median of
/// its sizes, so that an outlier does not make it larger: beside the stated errors, or as a multiple of them, whichever is
/// larger. One number of each group is as good as its median, and is not counted among these sizes. Student's t with `0.37 (N - k)` degrees of freedom, of N numbers about k medians, at a level of 1 % of all numbers
/// together (Bonferroni).
pub(super) fn name(found: &mut FittedLaw<'_>) {
    let targets = found.data.targets.iter().enumerate().filter(|(_, target)| **target == Target::Restitution);
    let all: Vec<(usize, String)> = targets.flat_map(|(quantity, _)| outliers(found, quantity)).collect();
    for (datum, reason) in all {
        let doubt = &mut found.data.measurements[found.data.used[datum]].doubt;
        *doubt = Some(doubt.take().map_or(reason.clone(), |known| format!("{known}; {reason}")));
    }
}

/// Those of one quantity: datum and reason.
fn outliers(found: &FittedLaw<'_>, quantity: usize) -> Vec<(usize, String)> {
    let FittedLaw { data, estimate, .. } = found;
    let timed = |at: usize| data.measurements[data.used[at]].rebound.is_some_and(|rebound| rebound.timed);
    let group = |at: &usize| data.problem.data[*at].group;
    let residual = |at: &usize| estimate.residuals[*at];
    let of_it = |at: &usize| data.problem.data[*at].quantity == quantity && !timed(*at);
    let mut rows: Vec<usize> = (0..data.problem.data.len()).filter(of_it).collect();
    rows.sort_by_key(group);
    let rounded = step(data, &rows) / 12f64.sqrt();
    let all = median(rows.iter().map(residual).collect());
    let (mut compared, mut medians): (Vec<Compared>, _) = (Vec::new(), estimate.theta.len());
    for of in rows.chunk_by(|a, b| group(a) == group(b)) {
        let (n, among) = (of.len() as f64, of.len() >= OWN);
        medians += usize::from(among);
        let (middle, grow) =
            if among { (median(of.iter().map(residual).collect()), (n / (n - 1.0)).sqrt()) } else { (all, 1.0) };
        let nearest = of.iter().filter(|_| among).min_by(|a, b| {
            let off = |at: &usize| (residual(at) - middle).abs();
            off(a).total_cmp(&off(b))
        });
        compared.extend(of.iter().map(|at| {
            let stated = data.problem.data[*at].sigma_at(estimate.predicted[*at]);
            let sigma = stated.max(rounded * reading(data, *at).1);
            Compared { datum: *at, off: grow * (residual(at) - middle), sigma, among, nearest: nearest == Some(at) }
        }));
    }
    let count = compared.len();
    if count <= medians {
        return Vec::new();
    }
    let middle = |of: &dyn Fn(&Compared) -> f64| median(compared.iter().filter(|of| !of.nearest).map(of).collect());
    let times = middle(&|of| of.off.abs() / of.sigma) / MEDIAN;
    let too_far = |own: f64| middle(&|of| of.off.abs() / of.sigma.hypot(own)) > MEDIAN;
    let most = compared.iter().map(|of| of.off.abs()).fold(0.0, f64::max) / MEDIAN;
    let own = if too_far(0.0) { halved([0.0, most], 40, |own| !too_far(own))[1] } else { 0.0 };
    let own = own.max(if data.unread[quantity] { LEAST } else { 0.0 });
    let between = estimate.between.as_ref().map_or(0.0, |between| between.sigma_of(data.part_of(quantity)));
    let limit = student::two_sided(1.0 - CHANCE / count as f64, (WORTH * (count - medians) as f64).max(1.0));
    let far = |of: &Compared| {
        let (apart, others) = match &data.grouping {
            _ if !of.among => (between, "the law and the other drops".to_string()),
            grouping => (0.0, format!("the other drops of this {}", grouping.as_ref().map_or("group", |of| &of.name))),
        };
        let z = of.off / of.sigma.hypot(own).max(times * of.sigma).hypot(apart);
        let value = data.problem.data[of.datum].value;
        let reason = format!(
            "the ball kept {value:.3} of its speed, {z:+.0} standard deviations from the {:.3} of {others}",
            value - of.off
        );
        (z.abs() > limit).then_some((of.datum, reason))
    };
    compared.iter().filter_map(far).collect()
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
