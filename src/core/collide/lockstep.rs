//! Restitution at many speeds: Taylor series of the motion, eight collisions in lockstep.
//!
//! In the chart `xi = q^p` of the motion, see [`Scaled`](super::reference::scaled::Scaled), the flow of a memoryless law with
//! `a = p (alpha - beta)` and `m = p - 1 + p beta` whole is polynomial:
//!
//! `dq/ds = w`, `dw/ds = -p q^m (q^a + g w)`.
//!
//! The coefficients of its series follow from products of series (Moore 1979, Methods and Applications of Interval Analysis, section 3.4), the
//! length of a step from the last of them (Jorba & Zou 2005, Experimental Mathematics 14, 99), and the end of contact is a zero of the
//! polynomial. It shares no coefficients with the Runge-Kutta pairs and the extrapolation of [`reference`](super::reference).

use pulp::{Arch, Simd, WithSimd};

use super::error::CollisionError;
use super::reference::restitution;
use super::reference::scaled::{LawUnits, States};
use crate::law::{Ends, PowerForce};
use crate::numerics::{exp2, log2, raised};

/// Collisions side by side.
const LANES: usize = 8;

/// Order of the series.
const ORDER: usize = 22;

/// Coefficients, the last ones, from which the length of a step follows: at touch series are sparse.
const LAST: usize = 5;

/// Part of the tolerance that the last coefficient of a step may be.
const LOCAL: f64 = 1e-2;

/// Longest step; a collision is about 3 long.
const LONGEST: f64 = 0.8;

/// Steps of a collision, of which some 15 are needed.
const MOST_STEPS: usize = 200;

/// Largest power of `q` in a product.
const MOST: usize = 6;

/// Restitution below which a collision is integrated alone: the error is relative to the speed of approach.
const LEAST: f64 = 0.1;

type Lanes = [f64; LANES];
type Series = [Lanes; ORDER + 1];

/// The restitution of a law at each of these speeds (m/s), of an effective mass `m_star` (kg): as [`restitution`], to its tolerance, several
/// times as fast, in the order of the speeds. The collisions that the series do not serve are integrated alone: without damping, with a dashpot `beta > alpha` or with
/// exponents that no chart makes whole, and those with a restitution below 0.1.
///
/// ```
/// use collisionbench_core::collide::restitutions;
/// use collisionbench_core::law::{Ends, PowerForce};
///
/// // A linear dashpot of ratio 0.1 that may pull: e = exp(-pi z/sqrt(1-z^2)) at every speed.
/// let law = PowerForce { K: 1e5, alpha: 1.0, C: 0.2 * (1e5f64 * 1e-3).sqrt(), beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroOverlap };
/// for e in restitutions(&law, 1e-3, &[0.5, 1.0, 2.0], 1e-12) {
///     assert!((e? - (-std::f64::consts::PI * 0.1 / 0.99f64.sqrt()).exp()).abs() < 1e-12);
/// }
/// # Ok::<(), collisionbench_core::collide::CollisionError>(())
/// ```
///
/// # Errors
/// As [`restitution`], for each speed.
pub fn restitutions(law: &PowerForce, m_star: f64, speeds: &[f64], tolerance: f64) -> Vec<Result<f64, CollisionError>> {
    let alone = |speed: f64| restitution(law, m_star, speed, tolerance);
    let chart = Chart::of(law).filter(|_| alone(1.0).is_ok());
    let Some(chart) = chart else { return speeds.iter().map(|speed| alone(*speed)).collect() };
    let mut all = Vec::with_capacity(speeds.len());
    for chunk in speeds.chunks(LANES) {
        // A short last chunk repeats its last collision.
        let damping = std::array::from_fn(|i| damping(law, m_star, chunk[i.min(chunk.len() - 1)]));
        let lanes = Arch::new().dispatch(Together { chart, damping, tolerance });
        all.extend(lanes.into_iter().take(chunk.len()));
    }
    let served = |e: f64, speed: f64| speed > 0.0 && (LEAST..=1.0).contains(&e);
    all.iter().zip(speeds).map(|(e, speed)| if served(*e, *speed) { Ok(*e) } else { alone(*speed) }).collect()
}

/// The coefficient `g` of the dashpot, without units.
fn damping(law: &PowerForce, m_star: f64, speed: f64) -> f64 {
    let LawUnits { length, time, .. } = LawUnits::new(law, m_star, speed);
    law.C * raised(length, law.beta) * time / m_star
}

/// Collisions of one law side by side, compiled for the instructions of each kind of processor. None fuses a multiplication with an addition.
struct Together {
    chart: Chart,
    damping: Lanes,
    tolerance: f64,
}

impl WithSimd for Together {
    type Output = Lanes;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Lanes {
        self.chart.parting(&self.damping, self.tolerance)
    }
}

/// A law in whole powers of `q`.
#[derive(Debug, Clone, Copy)]
struct Chart {
    p: f64,
    a: usize,
    m: usize,
    ends: Ends,
}

impl Chart {
    fn of(law: &PowerForce) -> Option<Self> {
        let PowerForce { alpha, beta, C, ends, .. } = *law;
        if !(C > 0.0 && alpha > 0.0 && (0.0..=alpha).contains(&beta)) {
            return None;
        }
        let p = States::Motion.power(alpha, Some(beta));
        let whole = |x: f64| {
            ((x - x.round()).abs() < 1e-12 && (-0.5..MOST as f64 + 0.5).contains(&x)).then(|| x.round() as usize)
        };
        Some(Self { p, a: whole(p * (alpha - beta))?, m: whole(p - 1.0 + p * beta)?, ends })
    }

    /// Rate of separation over that of approach, of each lane; NaN where it was not reached.
    #[inline(always)]
    fn parting(self, g: &Lanes, tolerance: f64) -> Lanes {
        let (mut q, mut w): (Series, Series) = ([[0.0; LANES]; ORDER + 1], [[0.0; LANES]; ORDER + 1]);
        w[0] = [1.0; LANES];
        let mut work = [[[0.0; LANES]; ORDER + 1]; MOST + 2];
        let mut over = [false; LANES];
        for _ in 0..MOST_STEPS {
            self.expand(&mut q, &mut w, g, &mut work);
            let length = steps(&q, &w, tolerance);
            let [x, v] = [value(&q, &length), value(&w, &length)];
            let left = self.left(&x, &v, g);
            for i in 0..LANES {
                // A lane that is over keeps its last step.
                over[i] |= v[i] < 0.0 && left[i] <= 0.0;
                q[0][i] = if over[i] { q[0][i] } else { x[i] };
                w[0][i] = if over[i] { w[0][i] } else { v[i] };
            }
            if over.iter().all(|over| *over) {
                return self.end(&q, &w, g, &length);
            }
        }
        [f64::NAN; LANES]
    }

    /// The force over `xi^beta`, or the overlap: positive until the contact ends.
    #[inline(always)]
    fn left(self, q: &Lanes, w: &Lanes, g: &Lanes) -> Lanes {
        match self.ends {
            Ends::ZeroOverlap => *q,
            Ends::ForceClamped | Ends::ZeroForce => {
                let elastic = power(q, self.a);
                std::array::from_fn(|i| elastic[i] + g[i] * w[i])
            }
        }
    }

    /// The series of the motion from its first coefficients. `work` has room for those of the powers of `q`, and of the force over the one that
    /// both its parts have.
    #[inline(always)]
    fn expand(self, q: &mut Series, w: &mut Series, g: &Lanes, [push, powers @ ..]: &mut [Series; MOST + 2]) {
        let Self { p, a, m, .. } = self;
        let wanted = wanted([a, m]);
        for k in 0..ORDER {
            powers[0][k] = [if k == 0 { 1.0 } else { 0.0 }; LANES];
            powers[1][k] = q[k];
            for n in (2..=MOST).filter(|n| wanted[*n]) {
                powers[n][k] = match n % 2 {
                    0 => square(&powers[n / 2], k),
                    _ => product(&powers[n / 2], &powers[n - n / 2], k),
                };
            }
            push[k] = std::array::from_fn(|i| powers[a][k][i] + g[i] * w[k][i]);
            let force = if m == 0 { push[k] } else { product(&powers[m], push, k) };
            let next = (k + 1) as f64;
            q[k + 1] = std::array::from_fn(|i| w[k][i] / next);
            w[k + 1] = std::array::from_fn(|i| -p * force[i] / next);
        }
    }

    /// The rate of separation where the contact ends within the last step of each lane: Newton's method on the polynomial, within a bracket.
    #[inline(always)]
    fn end(self, q: &Series, w: &Series, g: &Lanes, length: &Lanes) -> Lanes {
        let (mut low, mut high, mut at) = ([0.0; LANES], *length, *length);
        let mut speed = [f64::NAN; LANES];
        for _ in 0..MOST_STEPS {
            let [x, v] = [value(q, &at), value(w, &at)];
            let left = self.left(&x, &v, g);
            let slope = self.slope(&x, &v, g);
            let mut moved = 0.0f64;
            for i in 0..LANES {
                let is_low = left[i] > 0.0;
                low[i] = if is_low { at[i] } else { low[i] };
                high[i] = if is_low { high[i] } else { at[i] };
                let newton = at[i] - left[i] / slope[i];
                let inside = low[i] <= newton && newton <= high[i];
                let next = if inside { newton } else { 0.5 * (low[i] + high[i]) };
                moved = moved.max((next - at[i]).abs() / length[i]);
                at[i] = next;
                speed[i] = -v[i];
            }
            if moved <= 4.0 * f64::EPSILON {
                break;
            }
        }
        speed
    }

    /// Rate of [`left`](Self::left).
    #[inline(always)]
    fn slope(self, q: &Lanes, w: &Lanes, g: &Lanes) -> Lanes {
        let Self { p, a, m, ends } = self;
        if ends == Ends::ZeroOverlap {
            return *w;
        }
        let (common, elastic) = (power(q, m), power(q, a));
        let below = if a == 0 { [0.0; LANES] } else { power(q, a - 1) };
        std::array::from_fn(|i| {
            let pull = -p * common[i] * (elastic[i] + g[i] * w[i]);
            a as f64 * below[i] * w[i] + g[i] * pull
        })
    }
}

/// The powers on the way to these two: each is the product of its halves.
#[inline(always)]
fn wanted(powers: [usize; 2]) -> [bool; MOST + 1] {
    let mut wanted: [bool; MOST + 1] = std::array::from_fn(|n| powers.contains(&n));
    for n in (2..=MOST).rev() {
        if wanted[n] {
            wanted[n / 2] = true;
            wanted[n - n / 2] = true;
        }
    }
    wanted
}

#[inline(always)]
fn power(q: &Lanes, n: usize) -> Lanes {
    let mut all = [1.0; LANES];
    for _ in 0..n {
        all.iter_mut().zip(q).for_each(|(all, q)| *all *= q);
    }
    all
}

/// Coefficient `k` of the product of two series.
#[inline(always)]
fn product(a: &Series, b: &Series, k: usize) -> Lanes {
    let mut sum = [0.0; LANES];
    for j in 0..=k {
        for i in 0..LANES {
            sum[i] += a[j][i] * b[k - j][i];
        }
    }
    sum
}

/// Coefficient `k` of the square of a series.
#[inline(always)]
fn square(a: &Series, k: usize) -> Lanes {
    let mut sum = [0.0; LANES];
    for j in 0..k.div_ceil(2) {
        for i in 0..LANES {
            sum[i] += a[j][i] * a[k - j][i];
        }
    }
    let middle = if k.is_multiple_of(2) { a[k / 2] } else { [0.0; LANES] };
    std::array::from_fn(|i| 2.0 * sum[i] + middle[i] * middle[i])
}

/// The value of a series after a step.
#[inline(always)]
fn value(series: &Series, step: &Lanes) -> Lanes {
    let mut sum = series[ORDER];
    for k in (0..ORDER).rev() {
        for i in 0..LANES {
            sum[i] = sum[i] * step[i] + series[k][i];
        }
    }
    sum
}

/// The steps after which each of the last coefficients is a small part of the tolerance.
#[inline(always)]
fn steps(q: &Series, w: &Series, tolerance: f64) -> Lanes {
    let allowed = log2(tolerance * LOCAL);
    let mut rate = [-log2(LONGEST); LANES];
    for k in ORDER + 1 - LAST..=ORDER {
        for i in 0..LANES {
            let size = q[k][i].abs().max(w[k][i].abs());
            rate[i] = rate[i].max((log2(size) - allowed) / k as f64);
        }
    }
    rate.map(|rate| exp2(-rate))
}
