//! The normal half of an oblique collision for the loop of a scheme: a power of the overlap, or a law with branches.

use crate::collide::schemes::Touch;
use crate::collide::schemes::march::{Marks, most_steps};
use crate::collide::stepper::{Encounter, Impact, Stepped};
use crate::law::shear::FrictionLimit;

/// The normal load at one force evaluation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalLoad {
    /// With its dashpot, N.
    pub total: f64,
    /// N
    pub elastic: f64,
    /// The normal load `N` in the friction limit `mu N`, N.
    pub bound: f64,
    /// Overlap at which spheres of Hertz have this contact radius, m: tangential stiffness and dashpot depend on it.
    pub width: f64,
}

/// One step of the loop: its number, the last three overlaps (m), and their changes in the previous step and in this one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepOverlaps {
    pub number: u64,
    pub older: f64,
    pub now: f64,
    pub next: f64,
    pub rose: f64,
    pub rise: f64,
}

/// A normal law with an effective mass, for any number of collisions.
pub trait NormalPair {
    type Contact<'c>: NormalContact
    where
        Self: 'c;

    /// kg
    fn m_star(&self) -> f64;

    /// The overlap at which bodies touch, m.
    fn touch(&self) -> f64 {
        0.0
    }

    /// The contact of bodies before first touch, at an overlap (m).
    fn begin(&self, impact: &Impact, overlap: f64) -> Self::Contact<'_>;

    /// Largest number of steps of a collision.
    fn most_steps(&self, impact: &Impact) -> u64;
}

/// The normal contact of one collision.
pub trait NormalContact {
    /// The force at an overlap (m) and a rate of approach (m/s); `None` while no force acts. `kick` (s) as in
    /// [`Part::ImplicitForce`](crate::collide::schemes::Part).
    fn press(&mut self, overlap: f64, approach: f64, kick: Option<f64>, limit: FrictionLimit) -> Option<NormalLoad>;

    /// Elastic energy that was deleted with the contact where the last force was taken, J.
    fn deleted(&self) -> f64 {
        0.0
    }

    /// Where between the last two force evaluations the contact ended, as a part, for a law that ends it itself; else `None`.
    fn ended(&self) -> Option<f64> {
        None
    }

    /// Total and elastic force of a sample at an overlap (m), N.
    fn forces(&self, overlap: f64) -> [f64; 2];

    /// The largest overlap that the law remembers, m.
    fn largest(&self) -> f64 {
        0.0
    }

    /// Records the quantities of a step.
    fn saw(&mut self, step: &StepOverlaps, impact: &Impact, force_at: f64);

    /// Whether the bodies have not separated yet at this overlap and rate of approach.
    fn goes_on(&self, overlap: f64, approach: f64) -> bool;

    /// The result of the collision, evaluated as in a production code.
    fn read(&mut self, overlap: f64, approach: f64, impact: &Impact, force_at: f64) -> Stepped;
}

/// The contact of a force that is a power of the overlap.
pub struct PowerContact<'a> {
    encounter: &'a Encounter,
    touch: Touch<f64>,
    marks: Marks<f64>,
    /// The law's own acceleration, not clamped, a step ago, m/s2.
    push: f64,
    deleted: f64,
    ended: Option<f64>,
}

impl NormalPair for Encounter {
    type Contact<'c> = PowerContact<'c>;

    fn m_star(&self) -> f64 {
        self.m_star
    }

    fn begin(&self, impact: &Impact, overlap: f64) -> PowerContact<'_> {
        let (touch, marks) = (Touch::new(&self.force, self.m_star), Marks::new(impact.speed, overlap));
        PowerContact { encounter: self, touch, marks, push: 0.0, deleted: 0.0, ended: None }
    }

    fn most_steps(&self, impact: &Impact) -> u64 {
        most_steps(self, impact)
    }
}

impl NormalContact for PowerContact<'_> {
    #[inline(always)]
    fn press(&mut self, overlap: f64, approach: f64, kick: Option<f64>, limit: FrictionLimit) -> Option<NormalLoad> {
        let alive = self.touch.alive();
        let push = match kick {
            Some(kick) => self.touch.push_implicit(overlap, approach, kick),
            None => self.touch.push(overlap, approach),
        };
        let force = &self.encounter.force;
        if overlap <= 0.0 || self.touch.alive() == 0.0 {
            let deleted = alive > 0.0 && overlap > 0.0;
            self.deleted = if deleted { force.energy(overlap) } else { 0.0 };
            self.ended = deleted.then(|| self.push / (self.push - self.touch.unclamped()));
            return None;
        }
        let total = push * self.encounter.m_star;
        let elastic = if force.C == 0.0 {
            total
        } else if limit.is_elastic() || push != self.touch.unclamped() {
            force.elastic(overlap)
        } else {
            total - force.C * power(overlap, force.beta) * approach
        };
        Some(NormalLoad { total, elastic, bound: limit.normal(total, elastic), width: overlap })
    }

    fn deleted(&self) -> f64 {
        self.deleted
    }

    /// The zero of the force at which the contact is deleted.
    fn ended(&self) -> Option<f64> {
        self.ended
    }

    fn forces(&self, overlap: f64) -> [f64; 2] {
        [self.touch.latest() * self.encounter.m_star, self.encounter.force.elastic(overlap)]
    }

    #[inline(always)]
    fn saw(&mut self, step: &StepOverlaps, _: &Impact, _: f64) {
        let StepOverlaps { number, older, now, next, rose, rise } = *step;
        self.marks.turn(rose > 0.0 && rise <= 0.0, [older, now, next]);
        self.marks.enter(now <= 0.0 && next > 0.0, number);
        if now > 0.0 && next <= 0.0 {
            self.marks.leave(true, number, now, next);
        }
        if self.touch.damped() {
            let (push, after) = (self.push, self.touch.unclamped());
            self.marks.ease(push > 0.0 && after <= 0.0 && next > 0.0 && rise < 0.0, number, push, after);
            self.push = after;
        }
    }

    fn goes_on(&self, overlap: f64, approach: f64) -> bool {
        overlap > 0.0 || approach > 0.0
    }

    fn read(&mut self, overlap: f64, approach: f64, impact: &Impact, force_at: f64) -> Stepped {
        self.marks.end(approach, overlap, self.touch.largest());
        self.marks.read(0, self.encounter, impact, force_at)
    }
}

/// A power, by square roots where the exponent is 1/2 or 1/4.
#[inline(always)]
pub(super) fn power(delta: f64, exponent: f64) -> f64 {
    if exponent == 0.5 {
        delta.sqrt()
    } else if exponent == 0.0 {
        1.0
    } else if exponent == 0.25 {
        delta.sqrt().sqrt()
    } else {
        delta.powf(exponent)
    }
}
