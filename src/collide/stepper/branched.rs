//! A law with branches under a fixed-step scheme: its branch is updated at every force evaluation.
//!
//! The law receives overlaps at the steps only: unloading starts at the largest of them, and the contact forms and
//! breaks at the first step that detects it, as in a production code.

use super::oblique::{NormalContact, NormalLoad, NormalPair, StepOverlaps, watched};
use super::{Ending, Impact, Oblique, Phases, Stepped, Unsteppable, onset_phases, strike};
use crate::collide::bounce::vertex;
use crate::collide::schemes::Scheme;
use crate::law::branches::{Branched, History};
use crate::law::scene::{self, ImpactKinematics};
use crate::law::shear::{Form, FrictionLimit, ShearForce};

/// Natural durations after which bodies that have not separated count as sticking. The number is a choice.
const PATIENCE: f64 = 30.0;

/// The contact at one step, and the quantities recorded of the collision.
pub struct SteppedContact<'a> {
    contact: &'a Branched,
    m_star: f64,
    history: History,
    /// Last elastic and total force, N, and the largest total force.
    elastic: f64,
    force: f64,
    most: f64,
    /// Overlaps before, at and after the largest one, m.
    peak: [f64; 3],
    /// Steps in contact.
    counted: u64,
    /// Times of the end of contact and of the last zero overlap, s.
    end: Option<f64>,
    zero: Option<f64>,
}

impl NormalContact for SteppedContact<'_> {
    fn press(&mut self, overlap: f64, approach: f64, kick: Option<f64>, limit: FrictionLimit) -> Option<NormalLoad> {
        let law = &self.contact.law;
        self.history.advance(&**law, overlap);
        let damped = self.history.place().filter(|_| self.contact.dashpot.C != 0.0);
        let c = damped.map_or(0.0, |(branch, q)| self.contact.damping(&branch, q)[0]);
        self.elastic = self.history.force(&**law);
        self.force = (self.elastic + c * approach) / (1.0 + c * kick.unwrap_or(0.0) / self.m_star);
        self.most = self.most.max(self.force);
        let (branch, q) = self.history.place()?;
        let (total, elastic) = (self.force, self.elastic);
        let bound = limit.normal(total, elastic) + law.added_to_limit(limit, &branch, q)[0];
        Some(NormalLoad { total, elastic, bound, width: law.hertz_overlap(&branch, q)[0].max(0.0) })
    }

    fn ended(&self) -> Option<f64> {
        self.history.ended
    }

    fn largest(&self) -> f64 {
        self.history.largest
    }

    fn forces(&self, _: f64) -> [f64; 2] {
        [self.force, self.elastic]
    }

    fn saw(&mut self, step: &StepOverlaps, impact: &Impact, force_at: f64) {
        let StepOverlaps { number, older, now, next, rose, rise } = *step;
        let at = number as f64 - impact.phase;
        if rose > 0.0 && rise <= 0.0 && now > self.peak[1] {
            self.peak = [older, now, next];
        }
        if now > 0.0 && next <= 0.0 {
            self.zero = Some((at + now / (now - next)) * impact.dt);
        }
        self.counted += u64::from(self.history.branch.is_some());
        if let Some(part) = self.history.ended {
            self.end = Some((at - 1.0 + force_at + part) * impact.dt);
        }
    }

    fn goes_on(&self, overlap: f64, approach: f64) -> bool {
        overlap.is_finite() && !(self.history.branch.is_none() && approach < 0.0 && overlap <= 0.0)
    }

    fn read(&mut self, overlap: f64, approach: f64, impact: &Impact, _: f64) -> Stepped {
        let finite = overlap.is_finite() && approach.is_finite();
        let ending = match (finite, self.history.branch.is_none() && approach < 0.0) {
            (false, _) => Ending::Diverged,
            (true, true) => Ending::Separated,
            (true, false) => Ending::StaysInContact,
        };
        let over = ending == Ending::Separated;
        let [before, peak, after] = self.peak;
        Stepped {
            ending,
            restitution: match ending {
                Ending::Separated => -approach / impact.speed,
                Ending::StaysInContact => 0.0,
                Ending::Diverged => f64::NAN,
            },
            duration_to_end: self.end.filter(|_| over),
            duration_to_zero_overlap: self.zero.filter(|_| over),
            duration_to_zero_force: None,
            duration_counted: over.then_some(self.counted as f64 * impact.dt),
            max_overlap: peak,
            max_overlap_interpolated: vertex(before, peak, after),
            max_force: self.most,
            tangential: None,
        }
    }
}

impl NormalPair for BranchedBodies<'_> {
    type Contact<'c>
        = SteppedContact<'c>
    where
        Self: 'c;

    fn m_star(&self) -> f64 {
        self.m_star
    }

    fn touch(&self) -> f64 {
        let (branch, q) = self.contact.law.touch(self.largest);
        self.contact.law.spot(&branch, q).overlap
    }

    fn begin(&self, _: &Impact, overlap: f64) -> SteppedContact<'_> {
        SteppedContact {
            contact: self.contact,
            m_star: self.m_star,
            history: History::new(self.largest, overlap),
            elastic: 0.0,
            force: 0.0,
            most: 0.0,
            peak: [0.0, f64::NEG_INFINITY, 0.0],
            counted: 0,
            end: None,
            zero: None,
        }
    }

    fn most_steps(&self, impact: &Impact) -> u64 {
        (PATIENCE * self.natural / impact.dt) as u64 + 1
    }
}

/// Bodies under a law with branches, as input of a scheme.
#[derive(Debug, Clone, Copy)]
pub struct BranchedBodies<'a> {
    pub contact: &'a Branched,
    /// kg
    pub m_star: f64,
    /// Speed of an earlier impact that the law remembers, m/s.
    pub before: Option<f64>,
    /// Largest overlap remembered of that impact, m: 0 until it has been stepped.
    pub largest: f64,
    /// Duration without the dashpot, s.
    pub natural: f64,
}

impl<'a> Oblique<BranchedBodies<'a>> {
    /// A head-on impact without friction: the effective mass against a wall.
    pub fn head_on(bodies: BranchedBodies<'a>) -> Self {
        let (radius, inertia) = ([1.0, f64::INFINITY], [f64::INFINITY; 2]);
        Self {
            encounter: bodies,
            bodies: scene::Bodies { m_star: bodies.m_star, radius, inertia },
            mass: [bodies.m_star, f64::INFINITY],
            kinematics: ImpactKinematics::HEAD_ON,
            shear: ShearForce::new(Form::Frictionless, 0.0),
        }
    }

    /// The pair with its memory of the earlier impact, which has the angle and the spins of this one.
    ///
    /// # Errors
    /// As [`strike`].
    pub fn remembering(&self, scheme: &dyn Scheme, impact: &Impact) -> Result<Self, Unsteppable> {
        let Some(speed) = self.encounter.before else { return Ok(*self) };
        let mut first = *self;
        first.kinematics.tangential_speed *= speed / impact.speed;
        let (_, largest) = watched(scheme, &first, &Impact { speed, ..*impact }, |_| {})?;
        Ok(Self { encounter: BranchedBodies { largest, ..self.encounter }, ..*self })
    }
}

/// Steps one collision of a speed (m/s) with steps of `dt` (s) at each of `phases` onset phases.
///
/// # Errors
/// When the scheme has no parts.
pub fn collide_many(
    scheme: &dyn Scheme,
    oblique: &Oblique<BranchedBodies>,
    speed: f64,
    dt: f64,
    phases: usize,
) -> Result<Phases, Unsteppable> {
    let impacts: Vec<Impact> = onset_phases(phases).map(|phase| Impact { phase, speed, dt }).collect();
    // A head-on collision without friction has no tangential result.
    let along = oblique.shear.form != Form::Frictionless || !oblique.kinematics.is_head_on();
    let run = |impact| {
        let stepped = strike(scheme, &oblique.remembering(scheme, impact)?, impact)?;
        Ok(Stepped { tangential: stepped.tangential.filter(|_| along), ..stepped })
    };
    let runs = impacts.iter().map(run).collect::<Result<_, _>>()?;
    Ok(Phases { dt, steps_per_contact: oblique.encounter.natural / dt, impacts, runs })
}
