//! The normal half of a collision in three dimensions: a power of the overlap, or a law with branches.

use crate::collide::schemes::Touch;
use crate::collide::schemes::march::most_steps;
use crate::collide::stepper::{Encounter, Impact};
use crate::law::Ends;
use crate::law::branches::{Branched, History};
use crate::law::scene::Scene;
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

/// The end of a contact at a force evaluation, after which no force acts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Released {
    /// Where between the last two force evaluations a law ended the contact itself, as a part.
    pub ended: Option<f64>,
    /// Elastic energy that was deleted with the contact, J.
    pub deleted: f64,
}

/// A normal law with an effective mass, for any number of collisions.
pub trait NormalPair: Copy + Sync {
    type Contact<'c>: NormalContact
    where
        Self: 'c;

    /// kg
    fn m_star(&self) -> f64;

    /// Duration of the collision without the dashpot, s.
    fn natural(&self, speed: f64) -> f64;

    /// Largest number of steps of a collision.
    fn most_steps(&self, impact: &Impact) -> u64;

    /// The end of contact of a power of the overlap; a law with branches ends its contact itself.
    fn ends(&self) -> Option<Ends> {
        None
    }

    /// The overlap at which bodies touch, m.
    fn touch(&self) -> f64 {
        0.0
    }

    /// The contact of bodies before first touch, at an overlap (m).
    fn begin(&self, overlap: f64) -> Self::Contact<'_>;

    /// Speed of an earlier impact that the law remembers, m/s.
    fn before(&self) -> Option<f64> {
        None
    }

    /// The pair after that impact, with the largest overlap of it, m.
    fn remembering(self, largest: f64) -> Self {
        let _ = largest;
        self
    }
}

/// The normal contact of one collision.
pub trait NormalContact {
    /// The force at an overlap (m) and a rate of approach (m/s), or none. `kick` (s) as in
    /// [`Part::ImplicitForce`](crate::collide::schemes::Part).
    ///
    /// # Errors
    /// While no force acts.
    fn press(
        &mut self,
        overlap: f64,
        approach: f64,
        kick: Option<f64>,
        limit: FrictionLimit,
    ) -> Result<NormalLoad, Released>;

    /// Whether the bodies are in contact at an overlap, m.
    fn acts(&self, overlap: f64) -> bool;

    /// Total and elastic force of a sample at an overlap (m), N.
    fn forces(&self, overlap: f64) -> [f64; 2];

    /// The law's own acceleration of separation at the last force evaluation, where the scheme may take another one, m/s2.
    fn unclamped(&self) -> f64 {
        0.0
    }

    /// The largest overlap that the law remembers, m.
    fn largest(&self) -> f64 {
        0.0
    }
}

/// The contact of a force that is a power of the overlap.
pub struct PowerContact<'a> {
    encounter: &'a Encounter,
    touch: Touch<f64>,
}

impl NormalPair for Encounter {
    type Contact<'c> = PowerContact<'c>;

    fn m_star(&self) -> f64 {
        self.m_star
    }

    fn natural(&self, speed: f64) -> f64 {
        self.undamped_duration(speed)
    }

    fn most_steps(&self, impact: &Impact) -> u64 {
        most_steps(self, impact)
    }

    fn ends(&self) -> Option<Ends> {
        Some(self.force.ends)
    }

    fn begin(&self, _: f64) -> PowerContact<'_> {
        PowerContact { encounter: self, touch: Touch::new(&self.force, self.m_star) }
    }
}

impl NormalContact for PowerContact<'_> {
    #[inline(always)]
    fn press(
        &mut self,
        overlap: f64,
        approach: f64,
        kick: Option<f64>,
        limit: FrictionLimit,
    ) -> Result<NormalLoad, Released> {
        let (alive, before) = (self.touch.alive, self.touch.unclamped);
        let push = self.touch.push_before(overlap, approach, kick);
        let force = &self.encounter.force;
        if overlap <= 0.0 || self.touch.alive == 0.0 {
            if alive == 0.0 || overlap <= 0.0 {
                return Err(Released { ended: None, deleted: 0.0 });
            }
            let ended = Some(before / (before - self.touch.unclamped));
            return Err(Released { ended, deleted: force.energy(overlap) });
        }
        let total = push * self.encounter.m_star;
        let elastic = if force.C == 0.0 {
            total
        } else if limit.is_elastic() || push != self.touch.unclamped {
            force.elastic(overlap)
        } else {
            total - force.C * power(overlap, force.beta) * approach
        };
        Ok(NormalLoad { total, elastic, bound: limit.normal(total, elastic), width: overlap })
    }

    fn acts(&self, overlap: f64) -> bool {
        overlap > 0.0
    }

    fn forces(&self, overlap: f64) -> [f64; 2] {
        [self.touch.latest * self.encounter.m_star, self.encounter.force.elastic(overlap)]
    }

    fn unclamped(&self) -> f64 {
        self.touch.unclamped
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
        libm::pow(delta, exponent)
    }
}

/// Natural durations after which bodies that have not separated count as sticking. The number is a choice.
const PATIENCE: f64 = 30.0;

/// Bodies under a law with branches, as input of a scheme.
#[derive(Debug, Clone, Copy)]
pub struct BranchedBodies<'a> {
    pub contact: &'a Branched,
    /// kg
    pub m_star: f64,
    /// Speed of an earlier impact that the law remembers, m/s: it is stepped first.
    pub before: Option<f64>,
    /// Largest overlap remembered of an impact, m.
    pub largest: f64,
    /// Duration without the dashpot, s.
    pub natural: f64,
}

impl<'a> BranchedBodies<'a> {
    /// The bodies of a scene; `natural`: the duration of its collision without the dashpot, s.
    pub fn of(scene: &Scene, contact: &'a Branched, natural: f64) -> Self {
        Self { contact, m_star: scene.pair.m_star, before: scene.before, largest: 0.0, natural }
    }
}

/// A contact with branches: its branch is updated at every force evaluation.
///
/// The law receives overlaps at the steps only: unloading starts at the largest of them, and the contact forms and
/// breaks at the first step that detects it, as in a production code.
pub struct SteppedContact<'a> {
    contact: &'a Branched,
    m_star: f64,
    history: History,
    /// Last total and elastic force, N.
    forces: [f64; 2],
}

impl NormalPair for BranchedBodies<'_> {
    type Contact<'c>
        = SteppedContact<'c>
    where
        Self: 'c;

    fn m_star(&self) -> f64 {
        self.m_star
    }

    fn natural(&self, _: f64) -> f64 {
        self.natural
    }

    fn most_steps(&self, impact: &Impact) -> u64 {
        (PATIENCE * self.natural / impact.dt) as u64 + 1
    }

    fn touch(&self) -> f64 {
        let (branch, q) = self.contact.law.touch(self.largest);
        self.contact.law.spot(&branch, q).overlap
    }

    fn begin(&self, overlap: f64) -> SteppedContact<'_> {
        let (contact, history) = (self.contact, History::new(self.largest, overlap));
        SteppedContact { contact, m_star: self.m_star, history, forces: [0.0; 2] }
    }

    fn before(&self) -> Option<f64> {
        self.before
    }

    fn remembering(self, largest: f64) -> Self {
        Self { before: None, largest, ..self }
    }
}

impl NormalContact for SteppedContact<'_> {
    fn press(
        &mut self,
        overlap: f64,
        approach: f64,
        kick: Option<f64>,
        limit: FrictionLimit,
    ) -> Result<NormalLoad, Released> {
        let law = &self.contact.law;
        self.history.advance(&**law, overlap);
        let Some((branch, q)) = self.history.place() else {
            self.forces = [0.0; 2];
            return Err(Released { ended: self.history.ended, deleted: 0.0 });
        };
        let [drag, _, c] = self.contact.drag(&branch, q, approach);
        let elastic = self.history.force(&**law);
        let total = (elastic + drag) / (1.0 + c * kick.unwrap_or(0.0) / self.m_star);
        let total = if law.never_pulls() { total.max(0.0) } else { total };
        self.forces = [total, elastic];
        let bound = limit.normal(total, elastic) + law.added_to_limit(limit, &branch, q)[0];
        Ok(NormalLoad { total, elastic, bound, width: law.hertz_overlap(&branch, q)[0].max(0.0) })
    }

    fn acts(&self, _: f64) -> bool {
        self.history.branch.is_some()
    }

    fn forces(&self, _: f64) -> [f64; 2] {
        self.forces
    }

    fn largest(&self) -> f64 {
        self.history.largest
    }
}
