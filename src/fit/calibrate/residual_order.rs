//! Tests for trends of the residuals along each abscissa.

use super::goodness_of_fit::{LEVEL, Order};

use super::FittedLaw;
use super::result::Measurement;
use super::rows::Data;
use crate::case::{Calibration, ExperimentKind};
use crate::fit::estimate::BestFit;
use crate::fit::runs_test::Runs;
use crate::fit::weights::Weights;

/// Fewest different abscissae for which the numbers of equal abscissae are averaged.
const DIFFERENT: usize = 10;
/// Standard normal deviate that is exceeded on either side by chance in one of a hundred experiments.
const FANS: f64 = 2.576;

/// The runs test for each abscissa and each kind of number, if it can reject.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn orders(calibration: &Calibration, found: &FittedLaw<'_>) -> Result<Vec<Order>, String> {
    let white = whitened(&found.data, &found.estimate)?;
    let mut orders = Vec::new();
    for (abscissa, values) in abscissae(&found.data) {
        for (quantity, target) in found.data.targets.iter().enumerate() {
            let of = found.data.problem.data.iter().zip(values.iter().zip(&white));
            let of = of.filter(|(datum, _)| datum.quantity == quantity);
            // What a height shares goes up or down for all its drops: it is one number of the order.
            let runs = if found.data.grouping.is_some() && abscissa == "speed" {
                in_order(by_groups(of.map(|(datum, (x, r))| (datum.group, *x, *r)).collect()))
            } else {
                in_order(of.map(|(_, (x, r))| (*x, *r)).collect())
            };
            if runs.tells(LEVEL) {
                let experiment = found.experiment(calibration, quantity);
                let (abscissa, quantity) = (abscissa.to_string(), target.word().to_string());
                orders.push(Order { abscissa, quantity, experiment, runs, chance: runs.chance() });
            }
        }
    }
    Ok(orders)
}

/// A note if the scatter of rolling distances is not proportional to the distance: the rank correlation between speeds
/// and magnitudes of residuals (Spearman 1904), nearly normal with variance `1/(n - 1)`.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn fans(calibration: &Calibration, found: &FittedLaw<'_>) -> Result<Option<String>, String> {
    if calibration.experiment.kind != ExperimentKind::Rolling || found.data.targets.len() != 1 {
        return Ok(None);
    }
    let white = whitened(&found.data, &found.estimate)?;
    let speeds = ranks(&found.data.problem.data.iter().map(|datum| datum.speed).collect::<Vec<_>>());
    let sizes = ranks(&white.iter().map(|r| r.abs()).collect::<Vec<_>>());
    let n = speeds.len() as f64;
    let middle = 0.5 * (n - 1.0);
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum::<f64>();
    let rho = product(&speeds, &sizes) / (product(&speeds, &speeds) * product(&sizes, &sizes)).sqrt();
    let ways = if rho < 0.0 { ["less", "wide"] } else { ["more", "narrow"] };
    Ok((rho.abs() * (n - 1.0).sqrt() > FANS).then(|| {
        format!(
            "the rolls scatter {} than in proportion at higher speed (rank correlation {rho:.2}, by chance in less than 1 % of \
             experiments), as the fit takes it: the interval is too {}. Give each row the standard deviation of its reading",
            ways[0], ways[1]
        )
    }))
}

/// The rank of each value, from 0; equal values have the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let (mut ranks, mut below) = (vec![0.0; values.len()], 0.0);
    for alike in order.chunk_by(|a, b| values[*a] == values[*b]) {
        for &at in alike {
            ranks[at] = below + 0.5 * (alike.len() as f64 - 1.0);
        }
        below += alike.len() as f64;
    }
    ranks
}

/// Whitened residuals: uncorrelated and in standard deviations, one per datum.
pub(super) fn whitened(data: &Data, estimate: &BestFit) -> Result<Vec<f64>, String> {
    Ok(Weights::of(&data.problem, estimate)?.whitened(&estimate.residuals))
}

/// Runs of residuals in the order of an abscissa. Residuals of equal abscissa are averaged if enough different ones are
/// left, and otherwise kept in the order of the table.
fn in_order(mut pairs: Vec<(f64, f64)>) -> Runs {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let groups = || pairs.chunk_by(|a, b| a.0 == b.0);
    if groups().count() >= DIFFERENT {
        return Runs::of(groups().map(|group| group.iter().map(|(_, r)| r).sum()));
    }
    Runs::of(pairs.iter().map(|(_, r)| *r))
}

/// The mean place and the sum of the residuals of each group.
fn by_groups(mut of: Vec<(usize, f64, f64)>) -> Vec<(f64, f64)> {
    of.sort_by_key(|(group, ..)| *group);
    let mean = |group: &[(usize, f64, f64)]| {
        let n = group.len() as f64;
        (group.iter().map(|(_, x, _)| x).sum::<f64>() / n, group.iter().map(|(_, _, r)| r).sum())
    };
    of.chunk_by(|a, b| a.0 == b.0).map(mean).collect()
}

/// Name and value of each datum, of those that take several values.
fn abscissae(data: &Data) -> Vec<(&'static str, Vec<f64>)> {
    let known = |of: fn(&Measurement) -> Option<f64>| -> Option<Vec<f64>> {
        data.used.iter().map(|at| data.measurements.get(*at).and_then(of)).collect()
    };
    // A point on the way out of a loop comes after those on the way in, the deepest first.
    let place = |datum: &crate::fit::problem::Datum| if datum.at < 0.0 { 2.0 + datum.at } else { datum.at };
    let overlaps = known(|m| m.overlap).map(|_| data.problem.data.iter().map(place).collect());
    let own = [("angle", known(|m| m.angle)), ("overlap", overlaps), ("speed", known(|m| m.speed))];
    let several = |values: &Vec<f64>| values.iter().any(|value| Some(value) != values.first());
    own.into_iter().filter_map(|(name, values)| Some((name, values.filter(several)?))).collect()
}
