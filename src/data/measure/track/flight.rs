//! The parabola of one free flight.

use super::super::Uncertain;
use crate::number::median;
use nalgebra::{DMatrix, DVector};

/// A time and a depth: positions that grow in the direction of gravity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FallSample {
    pub t: f64,
    pub z: f64,
}

/// Depth `a + b (t - t0) + g/2 (t - t0)^2` over the samples of one flight.
#[derive(Debug, Clone, PartialEq)]
pub struct Parabola {
    /// Index into the samples, in their order.
    pub used: Vec<usize>,
    /// Samples between the first and the last that were passed over as outliers.
    pub lost: usize,
    pub(super) t0: f64,
    pub(super) a: f64,
    pub(super) b: f64,
    /// Acceleration of this flight alone, where its samples determine it.
    pub own: Option<Uncertain>,
    /// Whether only one of its ends is an impact.
    pub partial: bool,
    /// Standard deviation of a sample about the parabola.
    pub noise: f64,
    /// `(1 + rho)/(1 - rho)` of neighbouring residuals: how many samples count as one.
    pub(super) runs: f64,
    pub(super) g: f64,
}

impl Parabola {
    pub(super) fn depth(&self, t: f64) -> f64 {
        let t = t - self.t0;
        self.a + self.b * t + 0.5 * self.g * t * t
    }

    /// Drops what is far from the parabola, worst first, and fits again.
    pub(super) fn trimmed(mut self, samples: &[FallSample], floor: f64, g: Option<f64>) -> Option<Self> {
        let all = self.used.len();
        loop {
            let off = |at: usize| (samples[at].z - self.depth(samples[at].t)).abs();
            let spread = 1.4826 * median(self.used.iter().map(|&at| off(at)).collect());
            let limit = FAR * spread.max(floor);
            let worst = self.used.iter().copied().max_by(|&a, &b| off(a).total_cmp(&off(b)))?;
            if off(worst) <= limit {
                self.lost = all - self.used.len();
                return Some(self);
            }
            let kept: Vec<usize> = self.used.iter().copied().filter(|&at| at != worst).collect();
            if kept.len() < LEAST || (all - kept.len()) as f64 > (LOST * all as f64).max(2.0) {
                return None;
            }
            self = parabola(samples, &kept, g)?;
        }
    }

    /// How far the ball came down, or rose, on the samples of the flight.
    pub(super) fn height(&self, samples: &[FallSample]) -> f64 {
        let depths = || self.used.iter().map(|&at| samples[at].z);
        depths().fold(f64::NEG_INFINITY, f64::max) - depths().fold(f64::INFINITY, f64::min)
    }

    pub(super) fn is_parabola(&self, samples: &[FallSample], floor: f64) -> bool {
        self.g > 0.0 && self.noise <= (4.0 * floor).max(CROOKED * self.height(samples))
    }

    /// The flight that begins, or ends, with the first sample of `order` and has no impact at its other end: with the acceleration of the
    /// others, or with its own where that reaches further or leaves much less.
    pub(super) fn ending(samples: &[FallSample], order: &[usize], floor: f64, g: f64) -> Option<Self> {
        let own = half(samples, order, floor).map(|own| own.value);
        let own = own.filter(|own| (own - g).abs() < OTHER_GRAVITY * g);
        let grown = |g| Self::grown(samples, order, floor, g);
        // What a wrong acceleration leaves is noise that hides it.
        let mut flight = match (own.and_then(grown), grown(g)) {
            (Some(own), Some(shared)) if shared.used.len() >= own.used.len() && shared.noise < 2.0 * own.noise => {
                shared
            }
            (own, shared) => own.or(shared)?,
        };
        let free = Some(&flight.used).filter(|used| used.len() > LEAST).and_then(|used| parabola(samples, used, None));
        if let Some(free) = &free
            && flight.g != g
        {
            (flight.noise, flight.runs) = (free.noise, free.runs);
        }
        (flight.own, flight.partial) = (free.and_then(|free| free.own), true);
        Some(flight)
    }

    /// Grows a flight of known gravity from its end near the impact, sample by sample, until two in a row are off it.
    pub(super) fn grown(samples: &[FallSample], order: &[usize], floor: f64, g: f64) -> Option<Self> {
        let seed = order.get(..LEAST.min(order.len()))?;
        let mut flight = parabola(samples, seed, Some(g))?.trimmed(samples, floor, Some(g))?;
        let mut missed = 0;
        for &at in order.get(seed.len()..)? {
            let off = (samples[at].z - flight.depth(samples[at].t)).abs();
            if off > FAR * flight.noise.max(1.5 * floor) {
                missed += 1;
                if missed == 2 {
                    break;
                }
                continue;
            }
            flight.lost += missed;
            missed = 0;
            let mut used = flight.used.clone();
            used.push(at);
            flight = Self { lost: flight.lost, ..parabola(samples, &used, Some(g))? };
        }
        // At its far end a ball at rest, or in a hand, leaves the parabola by less than can be seen.
        let end = flight.used.last().map(|&at| samples[at].t)?;
        let unseen = (2.0 * FAR * flight.noise.max(floor) / g).sqrt();
        let kept = flight.used.iter().copied().filter(|&at| (samples[at].t - end).abs() > unseen);
        let kept: Vec<usize> = kept.collect();
        if kept.len() >= LEAST && flight.used.len() < order.len() {
            flight = Self { lost: flight.lost, ..parabola(samples, &kept, Some(g))? };
        }
        flight.used.sort_unstable();
        (flight.used.len() >= LEAST && flight.is_parabola(samples, floor)).then_some(flight)
    }
}

/// Points that a flight needs: three numbers are fitted to it, and what is left shows whether it is one.
pub const LEAST: usize = 5;

/// Residual of a point beyond which it is no point of the flight, in standard deviations.
pub(super) const FAR: f64 = 4.0;

/// Acceleration of a flight against that of the best one beyond which it is no free flight.
pub(super) const OTHER_GRAVITY: f64 = 0.25;

/// Part of its points that a flight may lose as outliers.
pub(super) const LOST: f64 = 0.34;

/// Least squares of a parabola through some samples; `g` where it is known.
pub(super) fn parabola(samples: &[FallSample], used: &[usize], g: Option<f64>) -> Option<Parabola> {
    let count = used.len();
    if count < if g.is_some() { 2 } else { 4 } {
        return None;
    }
    let t0 = used.iter().map(|&at| samples[at].t).sum::<f64>() / count as f64;
    let width = if g.is_some() { 2 } else { 3 };
    let design = DMatrix::from_fn(count, width, |row, column| {
        let t = samples[used[row]].t - t0;
        [1.0, t, 0.5 * t * t][column]
    });
    let fixed = |t: f64| g.map_or(0.0, |g| 0.5 * g * t * t);
    let depths = DVector::from_fn(count, |row, _| samples[used[row]].z - fixed(samples[used[row]].t - t0));
    let normal = (design.transpose() * &design).cholesky()?;
    let found = normal.solve(&(design.transpose() * &depths));
    let residuals = &depths - &design * &found;
    let spare = count.saturating_sub(width).max(1) as f64;
    let noise = (residuals.norm_squared() / spare).sqrt();
    let pairs: f64 = residuals.as_slice().windows(2).map(|pair| pair[0] * pair[1]).sum();
    let rho = (pairs / residuals.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 0.9);
    let runs = (1.0 + rho) / (1.0 - rho);
    let own = g.is_none().then(|| {
        let sigma = noise * (runs * normal.inverse()[(2, 2)]).sqrt();
        Uncertain { value: found[2], sigma: Some(sigma) }
    });
    let g = g.unwrap_or_else(|| found[2]);
    Some(Parabola { used: used.to_vec(), lost: 0, t0, a: found[0], b: found[1], own, partial: false, noise, runs, g })
}

/// Acceleration of the half of a flight beside an impact, from its lower 70 %.
pub(super) fn half(samples: &[FallSample], order: &[usize], floor: f64) -> Option<Uncertain> {
    let low = order.iter().map(|&at| samples[at].z).fold(f64::NEG_INFINITY, f64::max);
    let high = order.iter().map(|&at| samples[at].z).fold(f64::INFINITY, f64::min);
    let near = order.iter().copied().take_while(|&at| samples[at].z > high + 0.3 * (low - high));
    let near: Vec<usize> = near.collect();
    let flight = parabola(samples, &near, None).filter(|_| near.len() >= LEAST)?;
    flight.trimmed(samples, floor, None).filter(|flight| flight.is_parabola(samples, floor))?.own
}

/// Residual over the height of a flight, or over the noise, beyond which it is no parabola.
pub(super) const CROOKED: f64 = 0.005;
