//! Interpolates the difference between an engine and the law in the unknown and the speed.
//!
//! The law carries the shape; what is left (the engine's own formula, its defects, its step) is small or smooth. Over the
//! speed it is not as smooth: at a coarse step the number of steps in a contact shows.

use std::f64::consts::PI;

use crate::fit::problem::Unknown;

/// `e_engine - e_law` at nodes of the unknown, in its free coordinate, and of the logarithm of the speed: Lagrange's
/// polynomial over the unknown, straight lines over the speed, and beyond the outermost nodes what is there.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineDifference {
    unknown: Unknown,
    /// Nodes of the unknown, ascending.
    x: Vec<f64>,
    /// Logarithms of the speeds (m/s), ascending.
    ln_speed: Vec<f64>,
    /// Differences: a row for each node of the unknown, a column for each speed.
    off: Vec<Vec<f64>>,
}

impl EngineDifference {
    /// From `off` at every node; rows and columns are those of `x` and `ln_speed`.
    pub fn new(unknown: Unknown, x: Vec<f64>, ln_speed: Vec<f64>, off: Vec<Vec<f64>>) -> Self {
        Self { unknown, x, ln_speed, off }
    }

    /// The correction of the law's restitution at a value of the unknown (SI), as a function of the speed (m/s).
    pub fn at(&self, theta: f64) -> impl Fn(f64) -> f64 + '_ {
        let x = self.unknown.to_free(theta);
        let column =
            |k: usize| self.off.iter().map(|row| row.get(k).copied().unwrap_or(f64::NAN)).collect::<Vec<f64>>();
        let over_speed: Vec<f64> = (0..self.ln_speed.len()).map(|k| through(&self.x, &column(k), x)).collect();
        move |speed| between(&self.ln_speed, &over_speed, speed.ln())
    }
}

/// Chebyshev extrema between two ends, ends included: a polynomial through them does not oscillate.
pub fn nodes(low: f64, high: f64, count: usize) -> Vec<f64> {
    let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
    match count.checked_sub(1) {
        None | Some(0) => vec![middle],
        Some(last) => (0..count).map(|k| middle - half * (PI * k as f64 / last as f64).cos()).collect(),
    }
}

/// Lagrange's polynomial; beyond the nodes the value of the nearest.
pub fn through(nodes: &[f64], values: &[f64], at: f64) -> f64 {
    let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else { return 0.0 };
    let at = if at.is_nan() { first } else { at.clamp(first, last) };
    let mut sum = 0.0;
    for (i, value) in values.iter().enumerate() {
        let others = nodes.iter().enumerate().filter(|(j, _)| *j != i);
        sum += value * others.map(|(_, x)| (at - x) / (nodes[i] - x)).product::<f64>();
    }
    sum
}

/// A straight line from node to node; beyond the nodes the value of the nearest.
pub fn between(nodes: &[f64], values: &[f64], at: f64) -> f64 {
    let above = nodes.partition_point(|node| *node < at);
    let point = |k: usize| Some((*nodes.get(k)?, *values.get(k)?));
    match (above.checked_sub(1).and_then(point), point(above)) {
        (Some((x, a)), Some((y, b))) => a + (b - a) * (at - x) / (y - x),
        (Some((_, only)), None) | (None, Some((_, only))) => only,
        (None, None) => 0.0,
    }
}
