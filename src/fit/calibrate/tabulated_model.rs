//! Tabulates a costly model around its best fit, for thousands of predictions.

use std::collections::HashMap;

use crate::fit::problem::{Datum, Model, Problem, Unknown};

/// Relative positions of the points in a panel.
const NODES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Largest interpolation error of a panel, in standard deviations.
const CLOSE: f64 = 1e-3;
/// Most bisections of a panel.
const HALVINGS: usize = 12;

/// A model of one unknown whose predictions are tabulated between two values of it and computed elsewhere.
pub struct TabulatedModel<'a> {
    model: &'a dyn Model,
    /// Panels by the bit patterns of what distinguishes the data.
    panels: HashMap<[u64; 4], Vec<Panel>>,
}

/// A polynomial through points of one panel.
#[derive(Debug, Clone)]
struct Panel {
    low: f64,
    high: f64,
    values: [f64; NODES.len()],
}

fn key(datum: &Datum) -> [u64; 4] {
    // What is known of a speed makes a prediction one of its value too.
    let value = if datum.speed_sigma > 0.0 { datum.value.to_bits() } else { 0 };
    [datum.quantity as u64, datum.speed.to_bits(), datum.at.to_bits(), value]
}

impl<'a> TabulatedModel<'a> {
    /// Tabulates between `low` and `high` of the only unknown; `None` if a prediction there fails.
    pub fn new(model: &'a dyn Model, problem: &Problem, low: f64, high: f64) -> Option<Self> {
        let mut panels = HashMap::new();
        for datum in &problem.data {
            if panels.contains_key(&key(datum)) {
                continue;
            }
            let f = |x: f64| model.predict(&[x], datum).ok().filter(|value| value.is_finite());
            let at = |part: f64| f(low + (high - low) * part);
            let [a, b, c, d, e] = NODES.map(at);
            let mut done = Vec::new();
            divide(&f, Panel { low, high, values: [a?, b?, c?, d?, e?] }, CLOSE * datum.sigma, HALVINGS, &mut done)?;
            panels.insert(key(datum), done);
        }
        Some(Self { model, panels })
    }
}

/// Bisects a panel until its polynomial fits the intermediate points, or the limit is reached at a kink.
fn divide(
    f: &impl Fn(f64) -> Option<f64>,
    panel: Panel,
    close: f64,
    halvings: usize,
    done: &mut Vec<Panel>,
) -> Option<()> {
    let Panel { low, high, values } = panel.clone();
    let at = |part: f64| f(low + (high - low) * part);
    let between = [at(0.125)?, at(0.375)?, at(0.625)?, at(0.875)?];
    let off = |(k, exact): (usize, &f64)| (polynomial(&NODES, &values, 0.125 + 0.25 * k as f64) - exact).abs();
    if halvings == 0 || between.iter().enumerate().map(off).fold(0.0, f64::max) <= close {
        done.push(panel);
        return Some(());
    }
    let [a, b, c, d, e] = values;
    let [ab, bc, cd, de] = between;
    let middle = 0.5 * (low + high);
    divide(f, Panel { low, high: middle, values: [a, ab, b, bc, c] }, close, halvings - 1, done)?;
    divide(f, Panel { low: middle, high, values: [c, cd, d, de, e] }, close, halvings - 1, done)
}

impl Model for TabulatedModel<'_> {
    fn unknowns(&self) -> &[Unknown] {
        self.model.unknowns()
    }

    fn sticking_speed(&self, theta: &[f64]) -> Result<f64, String> {
        self.model.sticking_speed(theta)
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        let (&[x], Some(panels)) = (theta, self.panels.get(&key(datum))) else {
            return self.model.predict(theta, datum);
        };
        let at = panels.partition_point(|panel| panel.high < x);
        match panels.get(at) {
            Some(panel) if panel.low <= x => {
                Ok(polynomial(&NODES, &panel.values, (x - panel.low) / (panel.high - panel.low)))
            }
            _ => self.model.predict(theta, datum),
        }
    }

    fn numerical_error(&self) -> f64 {
        self.model.numerical_error()
    }
}

/// Lagrange's polynomial through values at nodes.
fn polynomial(nodes: &[f64], values: &[f64], at: f64) -> f64 {
    let mut sum = 0.0;
    for (i, value) in values.iter().enumerate() {
        let others = nodes.iter().enumerate().filter(|(j, _)| *j != i);
        sum += value * others.map(|(_, x)| (at - x) / (nodes[i] - x)).product::<f64>();
    }
    sum
}
