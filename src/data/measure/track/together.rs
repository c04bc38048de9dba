//! Neighbouring flights fitted together: they share one gravity as far as they agree on it, and meet at the impacts.

use nalgebra::{DMatrix, DVector};

use super::super::Uncertain;
use super::flight::{FallSample, Parabola};

/// Standard deviations from which the drag of air is fitted, and a flight has another acceleration.
const SEEN: f64 = 4.0;
/// Difference between the accelerations of flights, in parts of them, that is named.
const NAMED: f64 = 0.01;

/// The flights of a track in a row, with an impact between each and the next.
#[derive(Debug, Clone, PartialEq)]
pub struct Flights {
    pub flights: Vec<Parabola>,
    /// Depth, slope and own part of the acceleration of each flight, and the shared gravity.
    parameters: Vec<f64>,
    covariance: DMatrix<f64>,
    /// Whether the flights agree on one acceleration; where they do not, the speeds are those of each flight's own.
    pub agree: bool,
    /// Whether the last parameter is what the air takes: `k` in an acceleration `g - k t |t|`, t from the apex.
    pub drag: bool,
    /// Flights with another acceleration than the best one, which are not used: first and last sample, acceleration.
    pub strange: Vec<(usize, usize, f64)>,
}

/// Variance of the accelerations of flights beyond their errors (DerSimonian & Laird 1986, Control. Clin. Trials 7, 177).
fn excess(own: &[Uncertain]) -> f64 {
    let weights = || own.iter().map(|own| own.sigma.unwrap_or(1.0).max(1e-9 * own.value.abs()).powi(-2));
    let (sum, squares): (f64, f64) = (weights().sum(), weights().map(|w| w * w).sum());
    let mean = own.iter().zip(weights()).map(|(own, w)| w * own.value).sum::<f64>() / sum;
    let Q: f64 = own.iter().zip(weights()).map(|(own, w)| w * (own.value - mean).powi(2)).sum();
    if own.len() < 2 { 0.0 } else { ((Q - (own.len() - 1) as f64) / (sum - squares / sum)).max(0.0) }
}

/// Fits neighbouring flights with one gravity, from which each may be off by as much as their own ones are. What air takes is in the
/// own accelerations of a fall alone and a rise alone, so that those of whole flights count where it is fitted.
pub(super) fn together(samples: &[FallSample], flights: &[Parabola], floor: f64) -> Result<Flights, String> {
    let own: Vec<Uncertain> = flights.iter().filter_map(|flight| flight.own).collect();
    let whole: Vec<Uncertain> =
        flights.iter().filter(|flight| !flight.partial).filter_map(|flight| flight.own).collect();
    let plain = solved(samples, flights, (floor, &own), None)?;
    let apexes: Vec<f64> = (0..flights.len()).map(|k| plain.apex(k)[0].value).collect();
    let Ok(air) = solved(samples, flights, (floor, &whole), Some(&apexes)) else { return Ok(plain) };
    let k = air.spread(|p| p[p.len() - 1]);
    Ok(if k.value > SEEN * k.sigma.unwrap_or(f64::INFINITY) { air } else { plain })
}

/// Least squares of all flights; with the apexes of a first pass, with the drag of air too.
fn solved(
    samples: &[FallSample],
    flights: &[Parabola],
    (floor, own): (f64, &[Uncertain]),
    apexes: Option<&[f64]>,
) -> Result<Flights, String> {
    let last = 3 * flights.len();
    let around = flights.first().map_or(1.0, |flight| flight.g);
    let excess = excess(own);
    let size = last + 1 + usize::from(apexes.is_some());
    let mut normal = DMatrix::zeros(size, size);
    let mut right = DVector::zeros(size);
    for (k, flight) in flights.iter().enumerate() {
        let weight = 1.0 / (flight.noise.max(0.5 * floor).powi(2) * flight.runs);
        for &at in &flight.used {
            let t = samples[at].t - flight.t0;
            let apart = apexes.and_then(|apexes| apexes.get(k)).map_or(0.0, |apex| samples[at].t - apex);
            let air = -apart.powi(3) * apart.abs() / 12.0;
            let row = [(3 * k, 1.0), (3 * k + 1, t), (3 * k + 2, 0.5 * t * t), (last, 0.5 * t * t), (last + 1, air)];
            let row = row.get(..if apexes.is_some() { 5 } else { 4 }).unwrap_or(&row);
            for &(i, x) in row {
                right[i] += weight * x * samples[at].z;
                for &(j, y) in row {
                    normal[(i, j)] += weight * x * y;
                }
            }
        }
        normal[(3 * k + 2, 3 * k + 2)] += 1.0 / excess.max((1e-6 * around).powi(2));
    }
    let normal = normal.cholesky().ok_or("the flights do not determine a parabola")?;
    let solved = normal.solve(&right);
    let covariance = normal.inverse();
    let flights = flights.iter().enumerate().map(|(k, flight)| {
        let [a, b, g] = [solved[3 * k], solved[3 * k + 1], solved[last] + solved[3 * k + 2]];
        Parabola { a, b, g, ..flight.clone() }
    });
    let limit = NAMED * solved[last];
    let alike = |own: &Uncertain| {
        let off = (own.value - solved[last]).abs();
        off <= limit || off <= SEEN * own.sigma.unwrap_or(0.0)
    };
    Ok(Flights {
        flights: flights.collect(),
        parameters: solved.as_slice().to_vec(),
        covariance,
        agree: excess.sqrt() <= limit && own.iter().all(alike),
        strange: Vec::new(),
        drag: apexes.is_some(),
    })
}

impl Flights {
    /// Slopes of a function of the parameters.
    fn slopes(&self, value: impl Fn(&[f64]) -> f64) -> DVector<f64> {
        let at = &self.parameters;
        DVector::from_fn(at.len(), |k, _| {
            let step = 0.1 * self.covariance[(k, k)].sqrt();
            let ends = [step, -step].map(|step| {
                let mut moved = at.clone();
                moved[k] += step;
                value(&moved)
            });
            if step > 0.0 { (ends[0] - ends[1]) / (2.0 * step) } else { 0.0 }
        })
    }

    /// One standard deviation of a function of the parameters, first order: `value` of them.
    fn spread(&self, value: impl Fn(&[f64]) -> f64) -> Uncertain {
        let slopes = self.slopes(&value);
        let variance = slopes.dot(&(&self.covariance * &slopes));
        Uncertain { value: value(&self.parameters), sigma: Some(variance.max(0.0).sqrt()) }
    }

    /// Time and depth of the apex of a flight; that of the first may lie before the release.
    pub fn apex(&self, k: usize) -> [Uncertain; 2] {
        [self.spread(|p| self.parabola(p, k)[0]), self.spread(|p| self.parabola(p, k)[1])]
    }

    /// Apex in time and depth, and acceleration.
    fn parabola(&self, p: &[f64], k: usize) -> [f64; 3] {
        let [a, b, g] = [p[3 * k], p[3 * k + 1], p[self.shared()] + p[3 * k + 2]];
        [self.flights[k].t0 - b / g, a - 0.5 * b * b / g, g]
    }

    /// The shared gravity.
    pub fn gravity(&self) -> Uncertain {
        self.spread(|p| p[self.shared()])
    }

    /// The place of the shared gravity among the parameters.
    fn shared(&self) -> usize {
        3 * self.flights.len()
    }

    /// What the air takes, in position over time^4.
    fn air(&self, p: &[f64]) -> f64 {
        if self.drag { p[self.shared() + 1] } else { 0.0 }
    }

    /// Time, depth and speeds of the impact after flight `k`.
    fn met(&self, p: &[f64], k: usize) -> [f64; 4] {
        let [before, after] = [k, k + 1].map(|at| self.parabola(p, at));
        let g = if self.agree { [p[self.shared()]; 2] } else { [before[2], after[2]] };
        meet(before, after, g, self.air(p))
    }

    /// Correlation of the errors of two restitutions: neighbours share the flight between them, which is the rebound of one and
    /// the fall of the other.
    pub fn correlation(&self, k: usize, l: usize) -> f64 {
        let slopes = [k, l].map(|at| {
            self.slopes(|p| {
                let [.., before, after] = self.met(p, at);
                after / before
            })
        });
        let product = |a: usize, b: usize| slopes[a].dot(&(&self.covariance * &slopes[b]));
        product(0, 1) / (product(0, 0) * product(1, 1)).sqrt()
    }

    /// The impacts, where every one of them returns more speed than it took, beyond three standard deviations.
    pub fn gains(&self) -> Option<Vec<TrackImpact>> {
        let impacts: Vec<TrackImpact> = (0..self.flights.len() - 1).map(|k| self.impact(k)).collect();
        let gain = |impact: &TrackImpact| {
            let Uncertain { value, sigma } = impact.restitution;
            value - 3.0 * sigma.unwrap_or(0.0) >= 1.0
        };
        impacts.iter().all(gain).then_some(impacts)
    }

    /// When and how deep neighbouring parabolas meet, and the speeds there, of the impact after flight `k`.
    pub fn impact(&self, k: usize) -> TrackImpact {
        let met = |p: &[f64]| self.met(p, k);
        let each = |of: fn([f64; 4]) -> f64| self.spread(|p| of(met(p)));
        TrackImpact {
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
pub struct TrackImpact {
    pub time: Uncertain,
    pub depth: Uncertain,
    pub before: Uncertain,
    pub after: Uncertain,
    pub restitution: Uncertain,
}

impl TrackImpact {
    /// Whether the ball comes down, goes up, and has a restitution below a limit, as far as can be seen.
    pub(super) fn is_one(&self, limit: f64) -> bool {
        let e = self.restitution;
        let sigma = e.sigma.unwrap_or(f64::INFINITY);
        self.before.value > 0.0 && self.after.value > 0.0 && sigma < 0.3 && e.value - 3.0 * sigma < limit
    }
}

/// Time, depth and the speeds before and after, where two parabolas meet.
///
/// `t_c = (t1 + t2)/2 + (z2 - z1)/(g (t2 - t1))` of one gravity; Newton steps from there where the two differ. The speeds are
/// `g (t_c - t1)` and `g (t2 - t_c)` of the accelerations `g` before and after.
fn meet([t1, z1, g1]: [f64; 3], [t2, z2, g2]: [f64; 3], g: [f64; 2], air: f64) -> [f64; 4] {
    let depth = |z: f64, g: f64, t: f64| z + 0.5 * g * t * t - air * t.powi(3) * t.abs() / 12.0;
    let speed = |g: f64, t: f64| g * t - air * t * t * t.abs() / 3.0;
    let mut t = 0.5 * (t1 + t2) + (z2 - z1) / (0.5 * (g[0] + g[1]) * (t2 - t1));
    for _ in 0..6 {
        t -= (depth(z1, g1, t - t1) - depth(z2, g2, t - t2)) / (speed(g1, t - t1) - speed(g2, t - t2));
    }
    [t, depth(z1, g1, t - t1), speed(g[0], t - t1), -speed(g[1], t - t2)]
}
