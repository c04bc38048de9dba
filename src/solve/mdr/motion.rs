//! The elastic normal motion of spheres, exactly, at chosen moments.

/// Nodes and weights of the Gauss-Legendre rule with five points on (-1, 1), positive half (DLMF table 3.5.1).
const GAUSS: [(f64, f64); 3] = [
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.906_179_845_938_664, 0.236_926_885_056_189_1),
];

/// An elastic collision in units of its largest overlap and its speed: `delta'' = -(5/4) delta^(3/2)`.
///
/// With `delta^(5/2) = sin^2 phi` the time is `t = (4/5) int sin^(-1/5) phi dphi`, an incomplete beta function. It is
/// taken in `sigma = phi^(4/5)`, in which first touch is a regular point: `dt = (phi/sin phi)^(1/5) dsigma`.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Duration of each step; the second half mirrors the first.
    pub steps: Vec<f64>,
    /// Overlap at the end of each step; 1 at the turning point, 0 at the last.
    pub overlaps: Vec<f64>,
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
        Self { steps, overlaps }
    }
}

/// `dt/dsigma`.
fn rate(sigma: f64) -> f64 {
    let phi = sigma.powf(1.25);
    (phi / phi.sin()).powf(0.2)
}
