//! The normal motion of spheres at the ends of given steps: exact if elastic, integrated in small steps if damped.

use crate::contact::flow::{Scaled, States};
use crate::contact::{Ends, PowerForce};
use crate::solve::normal_march::{NormalMarch, TOUCH};

/// The Gauss-Legendre rule with three points on (-1, 1): outer node, then the weights of the middle and of an outer node
/// (DLMF 3.5.19). The error of the duration is 4e-12 with 100 steps, and rounding with 750.
const GAUSS: (f64, [f64; 2]) = (0.774_596_669_241_483_4, [8.0 / 9.0, 5.0 / 9.0]);

/// The normal law in a collision of spheres, `F = K delta^(3/2) + C delta^beta v`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Normal {
    /// `C L^beta v/(K L^(3/2))` with `K L^(5/2) = m* v^2`; 0 for an elastic collision.
    pub damping: f64,
    pub beta: f64,
    pub ends: Ends,
}

/// The normal motion of a collision, in units of its largest overlap and its speed at first touch.
///
/// Elastic, `delta'' = -(5/4) delta^(3/2)`: with `delta^(5/2) = sin^2 phi` the time is `t = (4/5) int sin^(-1/5) phi dphi`, an incomplete beta function. It is
/// taken in `sigma = phi^(4/5)`, in which first touch is a regular point: `dt = (phi/sin phi)^(1/5) dsigma`.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Duration of each step; in an elastic collision the second half mirrors the first.
    pub steps: Vec<f64>,
    /// Overlap at the end of each step; 1 at the turning point, 0 after the last step unless the contact ends at zero force.
    pub overlaps: Vec<f64>,
    /// `K delta_max^(5/2)/(m* v^2)`: 5/4 for an elastic collision.
    pub drive: f64,
}

impl Motion {
    /// The collision in `2 half` steps of nearly equal duration.
    pub fn new(half: usize) -> Self {
        let width = std::f64::consts::FRAC_PI_2.powf(0.8) / half as f64;
        let mut steps = Vec::with_capacity(2 * half);
        let mut overlaps = Vec::with_capacity(2 * half);
        for k in 0..half {
            let (mid, (node, [middle, outer])) = ((k as f64 + 0.5) * width, GAUSS);
            let off = 0.5 * width * node;
            steps.push(0.5 * width * (middle * rate(mid) + outer * (rate(mid - off) + rate(mid + off))));
            overlaps.push(if k + 1 == half { 1.0 } else { angle((k + 1) as f64 * width).sin().powf(0.8) });
        }
        for k in (0..half).rev() {
            steps.push(steps[k]);
            overlaps.push(if k == 0 { 0.0 } else { overlaps[k - 1] });
        }
        Self { steps, overlaps, drive: 1.25 }
    }

    /// The same motion in half as many steps, each made of two steps of this one.
    pub fn coarser(&self) -> Self {
        let steps = self.steps.chunks_exact(2).map(|two| two[0] + two[1]).collect();
        let overlaps = self.overlaps.iter().skip(1).step_by(2).copied().collect();
        Self { steps, overlaps, drive: self.drive }
    }

    /// The collision in `2 half` steps; `None` when the bodies never separate.
    ///
    /// A damped collision is integrated with the steps of `NormalMarch`.
    pub fn along(normal: &Normal, half: usize) -> Option<Self> {
        if normal.damping == 0.0 {
            return Some(Self::new(half));
        }
        let march = normal.march();
        let (length, deepest) = Normal::extent(&march)?;
        let count = 2 * half;
        let width = length / count as f64;
        let mut state = TOUCH;
        let (mut steps, mut overlaps) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for k in 1..=count {
            let next = march.step(state, width, |_| 0.0);
            steps.push((next[2] - state[2]) / deepest);
            let open = k == count && normal.ends != Ends::ZeroForce;
            overlaps.push(if open { 0.0 } else { march.flow.overlap(next[0]) / deepest });
            state = next;
        }
        Some(Self { steps, overlaps, drive: deepest.powf(2.5) })
    }
}

/// Length of the steps that locate turning point and end of a damped collision.
const LOOK: f64 = 0.01;

impl Normal {
    fn march(&self) -> NormalMarch {
        let Self { damping, beta, ends } = *self;
        let law = PowerForce { K: 1.0, alpha: 1.5, C: damping, beta, reference_gap: 0.0, ends };
        NormalMarch { flow: Scaled::new(&law, damping, States::All), ends }
    }

    /// Value of `s` at the end, and the largest overlap in units of `L`.
    fn extent(march: &NormalMarch) -> Option<(f64, f64)> {
        let (mut deepest, mut last) = (0.0, TOUCH);
        let steps = march.steps(LOOK, |from, to| {
            if from[1] > 0.0 && to[1] <= 0.0 {
                deepest = march.flow.overlap(march.until(from, LOOK, |_| 0.0, |y| y[1] <= 0.0).1[0]);
            }
            last = from;
        })?;
        let (part, _) = march.until(last, LOOK, |_| 0.0, |y| march.is_over(y));
        Some((f64::from(steps - 1) * LOOK + part, deepest))
    }
}

/// `phi = sigma^(5/4)`
fn angle(sigma: f64) -> f64 {
    sigma * sigma.sqrt().sqrt()
}

/// `dt/dsigma`.
fn rate(sigma: f64) -> f64 {
    let phi = angle(sigma);
    (phi / phi.sin()).powf(0.2)
}
