//! Predicts how accurately a planned drop experiment will determine a restitution.
//!
//! The errors are those that a fit of drop heights knows (`[experiment.drop-height]`), and they reach the interval in the
//! same way: a law with one restitution, `e = sqrt(h2/h1)`, no air.

use super::statistics::{chi2, student};
use super::units::WEIGHED;

/// Standard deviations of the errors of a planned experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errors {
    /// Of one reading of a height, m (`height_sigma`).
    pub reading: f64,
    /// Of the restitution between drops.
    pub drops: f64,
    /// Of the restitution between heights: the misfit of a law.
    pub heights: f64,
    /// Of the zero of the ruler, added to all heights, m (`height_offset`).
    pub zero: f64,
    /// Of what is added to rebound heights only, m (`rebound_offset`).
    pub rebound_zero: f64,
}

/// A plan of drops from several heights.
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    /// m
    pub heights: Vec<f64>,
    /// From each height.
    pub drops: usize,
    /// Whether a height is set anew before every drop.
    pub anew: bool,
}

/// The expected interval of a planned experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// Half the width of the interval: the median of such experiments.
    pub half_width: f64,
    /// Its part from the scatter of drops, readings and heights, and that from the errors that all readings share: the sum
    /// of their squares is the square of the whole.
    pub from_data: f64,
    pub from_shared: f64,
    /// Degrees of freedom of the interval.
    pub dof: f64,
}

/// The interval of the restitution `e` at a level, 0.95.
///
/// One drop from the height h has the variance `s_drops^2 + (s/(2 e h))^2 + (e s/(2 h))^2`, with s the error of a reading:
/// that of the rebound `e^2 h` and that of the drop height. The mean of n drops has the n-th part of it; of a height that
/// is set once the error of the drop height and the misfit stay whole. What is independent, heights or else drops, counts
/// alike, but ten drops or more by their variance; k of them have k - 1 degrees of freedom (Student's t), and the
/// median of their estimated standard error is `sqrt(median(chi2)/(k - 1))` of the true one. Shared zeros shift every
/// restitution by `s0 (1 - e^2)/(2 e h)` and `s_r/(2 e h)`; the degrees of freedom of the sum are Welch and Satterthwaite's.
pub fn expected(design: &Design, errors: &Errors, e: f64, level: f64) -> Forecast {
    let n = design.drops as f64;
    let independent = design.anew && errors.heights == 0.0;
    let variance = |height: &f64| {
        let (rebound, drop) = (errors.reading / (2.0 * e * height), e * errors.reading / (2.0 * height));
        let single = errors.drops.powi(2) + rebound * rebound;
        if design.anew {
            (single + drop * drop) / n + errors.heights.powi(2)
        } else {
            single / n + drop * drop + errors.heights.powi(2)
        }
    };
    let variances: Vec<f64> = design.heights.iter().map(variance).collect();
    let units = if independent { design.heights.len() * design.drops } else { design.heights.len() };
    let weighed = independent && units >= WEIGHED;
    let weigh = |variance: &f64| if weighed { 1.0 / variance.max(f64::MIN_POSITIVE) } else { 1.0 };
    let weights: Vec<f64> = variances.iter().map(weigh).collect();
    let whole: f64 = weights.iter().sum();
    let mean = |of: &dyn Fn(f64) -> f64| {
        design.heights.iter().zip(&weights).map(|(height, weight)| weight * of(*height)).sum::<f64>() / whole
    };
    let squares: f64 = weights.iter().zip(&variances).map(|(weight, variance)| weight * weight * variance).sum();
    let data = squares.sqrt() / whole;
    let zero = errors.zero * mean(&|height| (1.0 - e * e) / (2.0 * e * height));
    let rebound_zero = errors.rebound_zero * mean(&|height| 1.0 / (2.0 * e * height));
    let shared = libm::hypot(zero, rebound_zero);
    let dof = units.saturating_sub(1) as f64;
    let median = (chi2::quantile(0.5, dof) / dof).sqrt();
    let data = data * median;
    let half_width = student::combined(level, (data, dof), shared);
    let part = half_width / libm::hypot(data, shared);
    Forecast { half_width, from_data: part * data, from_shared: part * shared, dof }
}

/// Fewest drops from a height: without repeats a misfit of the law cannot be seen.
pub const FEWEST_DROPS: usize = 3;

/// So many drops at most.
pub const MOST_DROPS: usize = 2000;

/// The fewest drops from each of these heights with which the interval is at most `within` wide on each side; `None` where
/// [`MOST_DROPS`] in all do not reach it.
pub fn fewest(heights: &[f64], anew: bool, errors: &Errors, e: f64, level: f64, within: f64) -> Option<Design> {
    let of = |drops| Design { heights: heights.to_vec(), drops, anew };
    let reaches = |drops: &usize| expected(&of(*drops), errors, e, level).half_width <= within;
    let most = MOST_DROPS.checked_div(heights.len())?;
    // More drops are never worse, so that the fewest are found by halving.
    let mut range = (FEWEST_DROPS, most);
    if most < FEWEST_DROPS || !reaches(&most) {
        return None;
    }
    while range.0 < range.1 {
        let middle = usize::midpoint(range.0, range.1);
        range = if reaches(&middle) { (range.0, middle) } else { (middle + 1, range.1) };
    }
    Some(of(range.0))
}

/// `count` heights from `low` to `high`, each the same factor above the one before; rounded to a centimetre, or else a
/// millimetre, where they stay different and within a twentieth of themselves.
pub fn spaced(low: f64, high: f64, count: usize) -> Vec<f64> {
    let ratio = high / low;
    let exact: Vec<f64> = (0..count).map(|at| low * libm::pow(ratio, at as f64 / (count.max(2) - 1) as f64)).collect();
    let rounded = [1e2, 1e3].map(|unit: f64| exact.iter().map(|height| (height * unit).round() / unit).collect());
    let fine = |heights: &Vec<f64>| {
        let different = heights.windows(2).all(|pair| matches!(pair, [one, next] if one < next));
        different && heights.iter().zip(&exact).all(|(near, height)| (near / height - 1.0).abs() < 0.05)
    };
    rounded.into_iter().find(fine).unwrap_or(exact)
}
