//! A collision with the weight of the ball acting during the contact.

use crate::contact::PowerForce;
use crate::contact::flow::{CollisionError, control};
use crate::ode::{Flow, Method, State, integrate, locate};

/// What comes of one impact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighed {
    /// Rate of separation at zero overlap over rate of approach.
    pub restitution: f64,
    /// From first touch to zero overlap, s.
    pub duration: f64,
}

/// Relative tolerance and longest step, as of the reference.
const TOLERANCE: f64 = 1e-12;
const LONGEST_STEP: f64 = 0.05;
/// `overlap = q^P`: whole powers for linear and Hertzian contacts with quarter, half and whole dashpots.
const P: f64 = 4.0;

/// `d2 xi/d tau2 = gamma - (xi^alpha + g xi^beta w)` with `xi = q^4`, `d tau = 4 q^3 ds`: [`crate::contact::flow::Scaled`]
/// with a constant force.
struct Pressed {
    alpha: f64,
    beta: f64,
    g: f64,
    /// Weight in units of `m v/T`.
    gamma: f64,
    by_force: bool,
}

fn power(q: f64, exponent: f64) -> f64 {
    if exponent == 0.0 { 1.0 } else { q.max(0.0).powf(exponent) }
}

impl Flow<3, 1> for Pressed {
    fn derivative(&self, y: &State<3>, dy: &mut State<3>) {
        let (q, w) = (y[0], y[1]);
        let clock = P * power(q, P - 1.0);
        let force = power(q, P * self.alpha) + self.g * power(q, P * self.beta) * w;
        *dy = State::from([w, clock * (self.gamma - force), clock]);
    }

    fn switches(&self, y: &State<3>) -> [f64; 1] {
        let (q, w) = (y[0], y[1]);
        let common = self.alpha.min(self.beta);
        let divided = power(q, P * (self.alpha - common)) + self.g * power(q, P * (self.beta - common)) * w;
        [if self.by_force { divided } else { q }]
    }

    fn stops(&self, _: usize) -> bool {
        true
    }
}

/// The impact of an effective mass `m_star` (kg) at `speed` (m/s) that is pressed on by `acceleration` (m/s2) all the
/// while: `m* d2(delta)/dt2 = m* a - F`.
///
/// The overlap is followed to zero, in free flight under the weight once the force is clamped or the contact deleted.
/// Relative error of the order of 1e-11; with `acceleration` 0 the law's own restitution and duration.
///
/// # Errors
/// When a number does not make a collision, and when the ball comes to rest on the ground.
pub fn weighed(law: &PowerForce, m_star: f64, speed: f64, acceleration: f64) -> Result<Weighed, CollisionError> {
    for (name, value) in [("m_star", m_star), ("speed", speed), ("K", law.K)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(CollisionError::Number { name, value });
        }
    }
    let length = (m_star * speed * speed / law.K).powf(1.0 / (law.alpha + 1.0));
    let time = length / speed;
    let flow = Pressed {
        alpha: law.alpha,
        beta: law.beta,
        g: law.C * length.powf(law.beta) * time / m_star,
        gamma: acceleration * time / speed,
        by_force: !law.ends.pulls() && law.C > 0.0 && law.beta < law.alpha,
    };
    // A ball that comes to rest would be followed for ever.
    let control = crate::ode::Control { most_steps: 4000, ..control(Method::Dop853, TOLERANCE, LONGEST_STEP)? };
    let run = integrate(&flow, State::from([0.0, 1.0, 0.0]), &control)?;
    let Some(crossing) = run.stopped else { return Err(CollisionError::NoEnd) };
    let end = locate(&flow, &run, crossing, &control)?;
    let (overlap, parting) = (power(end[0], P), -end[1]);
    if !flow.by_force {
        return Ok(Weighed { restitution: parting, duration: end[2] * time });
    }
    // Free of the contact: u^2 falls by 2 gamma xi on the way out.
    let left = parting * parting - 2.0 * flow.gamma * overlap;
    if left.is_nan() || left <= 0.0 {
        return Err(CollisionError::NoEnd);
    }
    let free = 2.0 * overlap / (parting + left.sqrt());
    Ok(Weighed { restitution: left.sqrt(), duration: (end[2] + free) * time })
}
