//! Neighbouring flights fitted together: they share one gravity as far as they agree on it, and meet at the impacts.

use nalgebra::{DMatrix, DVector};

use super::super::Reading;
use super::flights::{Flight, Sample};

/// The flights of a track in a row, with an impact between each and the next.
#[derive(Debug, Clone, PartialEq)]
pub struct Flights {
    pub flights: Vec<Flight>,
    /// Depth, slope and own part of the acceleration of each flight, and the shared gravity.
    parameters: Vec<f64>,
    covariance: DMatrix<f64>,
    /// Standard deviation of the accelerations of the flights about the shared one, beyond their errors.
    pub excess: f64,
    /// Flights with another acceleration than the best one, which are not used: first and last sample, acceleration.
    pub strange: Vec<(usize, usize, f64)>,
}

/// Variance of the accelerations of flights beyond their errors (DerSimonian & Laird 1986, Control. Clin. Trials 7, 177).
fn excess(own: &[Reading]) -> f64 {
    let weights = || own.iter().map(|own| own.sigma.unwrap_or(1.0).max(1e-9 * own.value.abs()).powi(-2));
    let (sum, squares): (f64, f64) = (weights().sum(), weights().map(|w| w * w).sum());
    let mean = own.iter().zip(weights()).map(|(own, w)| w * own.value).sum::<f64>() / sum;
    let Q: f64 = own.iter().zip(weights()).map(|(own, w)| w * (own.value - mean).powi(2)).sum();
    if own.len() < 2 { 0.0 } else { ((Q - (own.len() - 1) as f64) / (sum - squares / sum)).max(0.0) }
}

/// Fits neighbouring flights with one gravity, from which each may be off by as much as those between two impacts are.
pub(super) fn together(samples: &[Sample], flights: Vec<Flight>, floor: f64) -> Result<Flights, String> {
    let last = 3 * flights.len();
    let own: Vec<Reading> = flights.iter().filter_map(|flight| flight.own).collect();
    let around = flights.first().map_or(1.0, |flight| flight.g);
    let excess = excess(&own);
    let mut normal = DMatrix::zeros(last + 1, last + 1);
    let mut right = DVector::zeros(last + 1);
    for (k, flight) in flights.iter().enumerate() {
        let weight = 1.0 / (flight.noise.max(0.5 * floor).powi(2) * flight.runs);
        for &at in &flight.used {
            let t = samples[at].t - flight.t0;
            let row = [(3 * k, 1.0), (3 * k + 1, t), (3 * k + 2, 0.5 * t * t), (last, 0.5 * t * t)];
            for (i, x) in row {
                right[i] += weight * x * samples[at].z;
                for (j, y) in row {
                    normal[(i, j)] += weight * x * y;
                }
            }
        }
        normal[(3 * k + 2, 3 * k + 2)] += 1.0 / excess.max((1e-6 * around).powi(2));
    }
    let normal = normal.cholesky().ok_or("the flights do not determine a parabola")?;
    let solved = normal.solve(&right);
    let covariance = normal.inverse();
    let flights = flights.into_iter().enumerate().map(|(k, flight)| {
        let [a, b, g] = [solved[3 * k], solved[3 * k + 1], solved[last] + solved[3 * k + 2]];
        Flight { a, b, g, ..flight }
    });
    Ok(Flights {
        flights: flights.collect(),
        parameters: solved.as_slice().to_vec(),
        covariance,
        excess: excess.sqrt(),
        strange: Vec::new(),
    })
}

impl Flights {
    /// One standard deviation of a function of the parameters, first order: `value` of them.
    fn spread(&self, value: impl Fn(&[f64]) -> f64) -> Reading {
        let at = &self.parameters;
        let slopes = DVector::from_fn(at.len(), |k, _| {
            let step = 0.1 * self.covariance[(k, k)].sqrt();
            let ends = [step, -step].map(|step| {
                let mut moved = at.clone();
                moved[k] += step;
                value(&moved)
            });
            if step > 0.0 { (ends[0] - ends[1]) / (2.0 * step) } else { 0.0 }
        });
        let variance = (slopes.transpose() * &self.covariance * &slopes)[(0, 0)];
        Reading { value: value(at), sigma: Some(variance.max(0.0).sqrt()) }
    }

    /// Time and depth of the apex of a flight; that of the first may lie before the release.
    pub fn apex(&self, k: usize) -> [Reading; 2] {
        [self.spread(|p| self.parabola(p, k)[0]), self.spread(|p| self.parabola(p, k)[1])]
    }

    /// Apex in time and depth, and acceleration.
    fn parabola(&self, p: &[f64], k: usize) -> [f64; 3] {
        let [a, b, g] = [p[3 * k], p[3 * k + 1], p[p.len() - 1] + p[3 * k + 2]];
        [self.flights[k].t0 - b / g, a - 0.5 * b * b / g, g]
    }

    /// The shared gravity.
    pub fn gravity(&self) -> Reading {
        self.spread(|p| p[p.len() - 1])
    }

    /// When and how deep neighbouring parabolas meet, and the speeds there, of the impact after flight `k`.
    pub fn impact(&self, k: usize) -> Impact {
        let each = |of: fn([f64; 4]) -> f64| {
            self.spread(|p| of(meet(self.parabola(p, k), self.parabola(p, k + 1), p[p.len() - 1])))
        };
        Impact {
            time: each(|m| m[0]),
            depth: each(|m| m[1]),
            before: each(|m| m[2]),
            after: each(|m| m[3]),
            restitution: each(|m| m[3] / m[2]),
        }
    }
}

/// One impact in the units of the track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Impact {
    pub time: Reading,
    pub depth: Reading,
    pub before: Reading,
    pub after: Reading,
    pub restitution: Reading,
}

impl Impact {
    /// Whether the ball comes down, goes up, and does not gain speed.
    pub(super) fn is_one(&self) -> bool {
        let e = self.restitution;
        let sigma = e.sigma.unwrap_or(f64::INFINITY);
        self.before.value > 0.0 && self.after.value > 0.0 && sigma < 0.3 && e.value - 3.0 * sigma < 1.0
    }
}

/// Time, depth and the speeds before and after, where two parabolas meet.
///
/// `t_c = (t1 + t2)/2 + (z2 - z1)/(g (t2 - t1))` of one gravity; Newton steps from there where the two differ. The speeds are
/// `g (t_c - t1)` and `g (t2 - t_c)` of the shared gravity: a scale that changes with the distance to the camera drops out.
fn meet([t1, z1, g1]: [f64; 3], [t2, z2, g2]: [f64; 3], g: f64) -> [f64; 4] {
    let mut t = 0.5 * (t1 + t2) + (z2 - z1) / (g * (t2 - t1));
    for _ in 0..4 {
        let off = z1 + 0.5 * g1 * (t - t1).powi(2) - z2 - 0.5 * g2 * (t - t2).powi(2);
        t -= off / (g1 * (t - t1) - g2 * (t - t2));
    }
    [t, z1 + 0.5 * g1 * (t - t1).powi(2), g * (t - t1), g * (t2 - t)]
}
