//! The normal motion of spheres at chosen moments: exact where it is elastic, finely integrated where it is damped.

use crate::contact::Ends;

/// Nodes and weights of the Gauss-Legendre rule with five points on (-1, 1), positive half (DLMF table 3.5.1).
const GAUSS: [(f64, f64); 3] = [
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.906_179_845_938_664, 0.236_926_885_056_189_1),
];

/// The normal side of a collision of spheres, `F = K delta^(3/2) + C delta^beta v`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Normal {
    /// `C L^beta v/(K L^(3/2))` with `K L^(5/2) = m* v^2`; 0 for an elastic one.
    pub damping: f64,
    pub beta: f64,
    pub ends: Ends,
}

impl Normal {
    pub const ELASTIC: Self = Self { damping: 0.0, beta: 0.0, ends: Ends::ZeroOverlap };
}

/// A collision in units of its largest overlap and its speed at first touch.
///
/// Elastic, `delta'' = -(5/4) delta^(3/2)`: with `delta^(5/2) = sin^2 phi` the time is `t = (4/5) int sin^(-1/5) phi dphi`, an incomplete beta function. It is
/// taken in `sigma = phi^(4/5)`, in which first touch is a regular point: `dt = (phi/sin phi)^(1/5) dsigma`.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Duration of each step; the second half mirrors the first.
    pub steps: Vec<f64>,
    /// Overlap at the end of each step; 1 at the turning point, 0 at the last.
    pub overlaps: Vec<f64>,
    /// `K delta_max^(5/2)/(m* v^2)`: 5/4 of an elastic collision.
    pub drive: f64,
}

impl Motion {
    /// The collision in `2 half` steps of nearly equal duration.
    pub fn new(half: usize) -> Self {
        let width = std::f64::consts::FRAC_PI_2.powf(0.8) / half as f64;
        let mut steps = Vec::with_capacity(2 * half);
        let mut overlaps = Vec::with_capacity(2 * half);
        for k in 0..half {
            let mid = (k as f64 + 0.5) * width;
            let mut sum = GAUSS[0].1 * rate(mid);
            for (node, weight) in &GAUSS[1..] {
                let off = 0.5 * width * node;
                sum += weight * (rate(mid - off) + rate(mid + off));
            }
            steps.push(0.5 * width * sum);
            let end = (k + 1) as f64 * width;
            overlaps.push(if k + 1 == half { 1.0 } else { end.powf(1.25).sin().powf(0.8) });
        }
        for k in (0..half).rev() {
            steps.push(steps[k]);
            overlaps.push(if k == 0 { 0.0 } else { overlaps[k - 1] });
        }
        Self { steps, overlaps, drive: 1.25 }
    }

    /// The collision in `2 half` steps; `None` when the bodies never part.
    ///
    /// Damped ones by Runge-Kutta of the fourth order in `s`, `delta = L q^4` and `dt = 4 q^3 ds`, in which first touch
    /// is a regular point.
    pub fn along(normal: &Normal, half: usize) -> Option<Self> {
        if normal.damping == 0.0 {
            return Some(Self::new(half));
        }
        let (length, deepest) = normal.extent()?;
        let count = 2 * half;
        let width = length / count as f64;
        let mut state = State::TOUCH;
        let (mut steps, mut overlaps) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for k in 1..=count {
            let next = normal.step(state, width);
            steps.push((next.t - state.t) / deepest);
            let open = k == count && normal.ends != Ends::ZeroForce;
            overlaps.push(if open { 0.0 } else { next.q.max(0.0).powi(4) / deepest });
            state = next;
        }
        Some(Self { steps, overlaps, drive: deepest.powf(2.5) })
    }
}

/// Steps of the pass that finds where a damped collision ends, and most of them.
const LOOK: f64 = 0.01;
const MOST_LOOKS: usize = 100_000;

#[derive(Debug, Clone, Copy)]
struct State {
    q: f64,
    /// Rate of approach
    w: f64,
    t: f64,
}

impl State {
    const TOUCH: Self = Self { q: 0.0, w: 1.0, t: 0.0 };

    fn moved(self, rate: [f64; 3], by: f64) -> Self {
        Self { q: self.q + by * rate[0], w: self.w + by * rate[1], t: self.t + by * rate[2] }
    }
}

impl Normal {
    /// Total force as it acts.
    fn force(&self, q: f64, w: f64) -> f64 {
        let q = q.max(0.0);
        let force = q.powi(6) + self.damping * q.powf(4.0 * self.beta) * w;
        if self.ends.pulls() { force } else { force.max(0.0) }
    }

    fn rate(&self, state: State) -> [f64; 3] {
        let slow = 4.0 * state.q.powi(3);
        [state.w, -slow * self.force(state.q, state.w), slow]
    }

    fn step(&self, at: State, by: f64) -> State {
        let a = self.rate(at);
        let b = self.rate(at.moved(a, 0.5 * by));
        let c = self.rate(at.moved(b, 0.5 * by));
        let d = self.rate(at.moved(c, by));
        at.moved([0, 1, 2].map(|i| (a[i] + 2.0 * (b[i] + c[i]) + d[i]) / 6.0), by)
    }

    /// Where it ends in `s`, and its largest overlap in `L`.
    fn extent(&self) -> Option<(f64, f64)> {
        let mut state = State::TOUCH;
        let mut deepest = 0.0;
        let over = |state: State| match self.ends {
            Ends::ZeroForce => state.w < 0.0 && (state.q <= 0.0 || self.force(state.q, state.w) <= 0.0),
            _ => state.q <= 0.0 && state.w < 0.0,
        };
        for k in 0..MOST_LOOKS {
            let next = self.step(state, LOOK);
            if state.w > 0.0 && next.w <= 0.0 {
                deepest = self.step(state, self.until(state, |state| state.w <= 0.0)).q.powi(4);
            }
            if over(next) {
                return Some((k as f64 * LOOK + self.until(state, over), deepest));
            }
            state = next;
        }
        None
    }

    /// How far into the next step something begins to hold.
    fn until(&self, from: State, holds: impl Fn(State) -> bool) -> f64 {
        let (mut low, mut high) = (0.0, LOOK);
        while high - low > f64::EPSILON * LOOK {
            let mid = 0.5 * (low + high);
            if holds(self.step(from, mid)) { high = mid } else { low = mid }
        }
        high
    }
}

/// `dt/dsigma`.
fn rate(sigma: f64) -> f64 {
    let phi = sigma.powf(1.25);
    (phi / phi.sin()).powf(0.2)
}
