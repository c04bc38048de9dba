//! A collision that goes on falling while it lasts.

use crate::contact::{Ends, PowerForce};

/// Steps over the undamped collision; its length in `s` is about 3.
const STEP: f64 = 2e-4;

/// Longest collision in `s`: far beyond it the bodies stay in contact.
const LONGEST: f64 = 60.0;

/// Rate of separation over rate of approach under `m* w' = -F + m* g`, `g` (m/s2) towards the other body; `None` when the
/// bodies do not part.
///
/// In `delta = L q^4`, `dt = 4 q^3 T ds`, where first touch and end are regular points, with Runge-Kutta of fourth order
/// and the end by the secant; the restitution is good to some 1e-9 (1e-7 where the force is clamped on the way).
pub fn restitution_under_gravity(force: &PowerForce, m_star: f64, speed: f64, g: f64) -> Option<f64> {
    let length = (m_star * speed * speed / force.K).powf(1.0 / (force.alpha + 1.0));
    let time = length / speed;
    let fall = g * time / speed;
    let damping = force.C * length.powf(force.beta) / (force.K * length.powf(force.alpha)) * speed;
    let pulls = force.ends.pulls();
    let law = |q: f64, w: f64| {
        let q = q.max(0.0);
        q.powf(4.0 * force.alpha) + damping * q.powf(4.0 * force.beta) * w
    };
    let slope = |q: f64, w: f64| {
        let push = if pulls { law(q, w) } else { law(q, w).max(0.0) };
        (w, 4.0 * q.max(0.0).powi(3) * (fall - push))
    };
    let (mut q, mut w) = (0.0, 1.0);
    for _ in 0..(LONGEST / STEP) as usize {
        let (q1, w1) = step(slope, q, w);
        if w1 < 0.0 && (q1 <= 0.0 || (force.ends == Ends::ZeroForce && law(q1, w1) <= 0.0)) {
            // The part of the step that is still in contact, by what passes through zero at the end.
            let (before, after) =
                if force.ends == Ends::ZeroForce && q1 > 0.0 { (law(q, w), law(q1, w1)) } else { (q, q1) };
            let part = if before == after { 1.0 } else { before / (before - after) };
            return Some(-(w + part * (w1 - w))).filter(|e| e.is_finite());
        }
        (q, w) = (q1, w1);
    }
    None
}

fn step(slope: impl Fn(f64, f64) -> (f64, f64), q: f64, w: f64) -> (f64, f64) {
    let h = STEP;
    let (a, b) = slope(q, w);
    let (c, d) = slope(q + 0.5 * h * a, w + 0.5 * h * b);
    let (e, f) = slope(q + 0.5 * h * c, w + 0.5 * h * d);
    let (i, j) = slope(q + h * e, w + h * f);
    (q + h / 6.0 * (a + 2.0 * c + 2.0 * e + i), w + h / 6.0 * (b + 2.0 * d + 2.0 * f + j))
}
