//! Experiments about laws with known numbers: drops that differ by a scatter of their own, and are read with errors.

use collisionbench::fit::models::Formula;
use collisionbench::fit::problem::{Datum, Model, Problem, Scatter, Unknown};
use collisionbench::fit::random::Stream;

/// What is read of a drop: its rebound height, three bounces, or a restitution and a duration. Two unknowns each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Heights,
    Bounces,
    Durations,
}

use Kind::{Bounces, Durations, Heights};

/// `e = exp(-a v^(1/5))`, and a duration that also depends on `a`.
struct Viscoelastic([Unknown; 2]);

impl Model for Viscoelastic {
    fn unknowns(&self) -> &[Unknown] {
        &self.0
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        let root = datum.speed.powf(0.2);
        Ok(if datum.quantity == 0 { (-theta[0] * root).exp() } else { theta[1] / root * (1.0 + 0.3 * theta[0] * root) })
    }
}

/// What is fitted, and the true values.
pub fn model(kind: Kind) -> (Box<dyn Model>, [f64; 2]) {
    let of = |name: &str, truth: f64| {
        let (name, unit) = (name.to_string(), "1".to_string());
        Unknown { name, unit, start: 0.5 * truth, low: 0.1 * truth, high: 10.0 * truth }
    };
    match kind {
        Durations => (Box::new(Viscoelastic([of("number", 0.2), of("time", 2e-5)])), [0.2, 2e-5]),
        _ => (Box::new(Formula::power(2.0, None)), [0.75, 0.25]),
    }
}

/// So many drops, whose speeds go up and down a ladder of five heights.
pub fn drawn(kind: Kind, drops: usize, stream: &mut Stream) -> Problem {
    let (model, truth) = model(kind);
    let mut data = Vec::new();
    for drop in 0..drops {
        let mut speed = 1.4 * (5.4f64 / 1.4).powf((drop % 5) as f64 / 4.0);
        let off = 0.005 * stream.normal();
        let exact = |quantity, speed| model.predict(&truth, &Datum::alone(drop, quantity, speed, 0.0, 1.0)).unwrap();
        match kind {
            Heights => {
                let height = speed * speed / (2.0 * 9.81);
                let rebound = (exact(0, speed) + off).powi(2) * height + 1e-3 * stream.normal();
                let value = (rebound / height).sqrt();
                let sigma = 1e-3 / (2.0 * value * height);
                data.push(Datum { follows: -1.0, ..Datum::alone(drop, 0, speed, value, sigma) });
            }
            Bounces => {
                for _ in 0..3 {
                    let value = exact(0, speed) + off;
                    data.push(Datum::alone(drop, 0, speed, value + 3e-3 * stream.normal(), 3e-3));
                    speed *= value;
                }
            }
            Durations => {
                let time = exact(1, speed) + 5e-7 * stream.normal() + 4e-7 * stream.normal();
                data.push(Datum::alone(drop, 1, speed, time, 4e-7));
                data.push(Datum::alone(drop, 0, speed, exact(0, speed) + off + 3e-3 * stream.normal(), 3e-3));
            }
        }
    }
    Problem { data, stuck: Vec::new(), scatter: Scatter::BetweenDrops }
}
