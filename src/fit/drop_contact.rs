//! The contact of a drop test: its duration, and the effect of the weight of the ball.

use std::sync::Arc;

use crate::collide::reference::{Approach, collide_branched};
use crate::collide::{CollisionError, Weighed, weighed};
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::scene::Scene;
use crate::law::{Ends, PowerForce, undamped};

/// Tolerance of a damped contact with branches.
const TOLERANCE: f64 = 1e-11;

/// The normal law of a drop test.
#[derive(Debug, Clone)]
pub enum DropContact {
    Power(PowerForce),
    Branches(Branched),
}

impl DropContact {
    /// The law of a scene. A flight starts at zero overlap; after an earlier end of contact no force acts until then.
    ///
    /// # Errors
    /// When the law lacks what it needs.
    pub(super) fn of(scene: &Scene) -> Result<Self, String> {
        if let Some(contact) = scene.branches().map_err(|error| error.message)? {
            return Ok(Self::Branches(contact));
        }
        let mut force = scene.power()?;
        if force.ends == Ends::ZeroForce {
            force.ends = Ends::ForceClamped;
        }
        Ok(Self::Power(force))
    }

    /// The impact of a mass (kg) at a speed (m/s) under a constant `acceleration` (m/s2) towards the other body.
    /// Sticking bodies have a restitution of 0 and a duration of twice their approach.
    ///
    /// # Errors
    /// As [`weighed`], or when the integrator gives up.
    pub fn weighed(&self, m_star: f64, speed: f64, acceleration: f64) -> Result<Weighed, String> {
        let contact = match self {
            Self::Power(force) => {
                return weighed(force, m_star, speed, acceleration).map_err(|error| error.to_string());
            }
            Self::Branches(contact) => contact,
        };
        let law = Pressed { law: contact.law.clone(), weight: m_star * acceleration };
        if contact.dashpot.C == 0.0 {
            let course =
                undamped::collide(&law, m_star, speed, None).ok_or_else(|| CollisionError::NoEnd.to_string())?;
            let duration = course.duration().unwrap_or(2.0 * course.approach);
            return Ok(Weighed { restitution: course.restitution, duration });
        }
        let pressed = Branched { law: Arc::new(law), dashpot: contact.dashpot };
        let found = collide_branched(&pressed, None, &Approach::head_on(m_star, speed), TOLERANCE)
            .map_err(|error| error.to_string())?;
        let turning = found.turning.map_or(f64::NAN, |turning| 2.0 * turning.time.value);
        Ok(match found.end {
            Some(end) => Weighed { restitution: -end.speed.value / speed, duration: end.time.value },
            None => Weighed { restitution: 0.0, duration: turning },
        })
    }
}

/// A law with branches under a constant compressive force, N.
#[derive(Debug)]
struct Pressed {
    law: Arc<dyn Branches>,
    weight: f64,
}

impl Branches for Pressed {
    fn touch(&self, largest: f64) -> (Branch, f64) {
        self.law.touch(largest)
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let spot = self.law.spot(branch, q);
        Spot { force: spot.force - self.weight, ..spot }
    }

    fn place(&self, branch: &Branch, overlap: f64) -> f64 {
        self.law.place(branch, overlap)
    }

    fn hertz_overlap(&self, branch: &Branch, q: f64) -> [f64; 2] {
        self.law.hertz_overlap(branch, q)
    }

    fn below(&self, branch: &Branch) -> Exit {
        self.law.below(branch)
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        self.law.above(branch)
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        self.law.turned(branch, q)
    }

    fn turned_back(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        self.law.turned_back(branch, q)
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        self.law.energy(branch, q) - self.weight * self.law.spot(branch, q).overlap
    }

    /// Upper bound of the potential energy that the weight gains, down to the static overlap.
    fn well(&self) -> f64 {
        let (branch, q) = self.law.touch(0.0);
        let force = |depth: f64| self.law.spot(&branch, self.law.place(&branch, depth)).force;
        let touched = self.law.spot(&branch, q).overlap;
        let doubled = (0..200).map(|k| touched + 1e-15 * 2f64.powi(k)).find(|depth| force(*depth) > self.weight);
        self.law.well() + self.weight * doubled.unwrap_or(0.0)
    }
}
