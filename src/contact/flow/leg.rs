//! A collision in SI, cut into legs that each look like a collision of order one.

use super::{CollisionError, Scaled, States};
use crate::contact::PowerForce;
use crate::ode::{Control, Method};

/// Units in which the undamped law reads `xi'' = -xi^alpha` and the speed is 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LawUnits {
    /// `L = (m v^2/K)^(1/(alpha+1))`, m
    pub length: f64,
    /// `v`, m/s
    pub speed: f64,
    /// `T = L/v`, s
    pub time: f64,
    /// `m v/T`, N
    pub force: f64,
    /// `m v^2`, J
    pub energy: f64,
    /// `m v`, N s
    pub impulse: f64,
}

impl LawUnits {
    pub(crate) fn new(law: &PowerForce, m_star: f64, speed: f64) -> Self {
        Self::of((m_star * speed * speed / law.K).powf(1.0 / (law.alpha + 1.0)), m_star, speed)
    }

    /// Those of another length, m.
    pub(crate) fn of(length: f64, m_star: f64, speed: f64) -> Self {
        let energy = m_star * speed * speed;
        Self { length, speed, time: length / speed, force: energy / length, energy, impulse: m_star * speed }
    }
}

/// Part of the energy at the start of a leg at which the next one begins.
///
/// A collision that has lost most of its energy goes on in smaller units: the tolerance is relative to the motion
/// that is left, and a creeping contact takes few steps.
pub(crate) const NEXT_LEG: f64 = 0.01;

/// Part of the first energy below which a contact that may pull counts as stuck: restitution 1e-12.
pub(crate) const STUCK: f64 = 1e-24;

/// Damping beside which the bodies part at a rate at which dashpot and spring balance, to rounding: `exp(-g) = 0`.
const CREEPS: f64 = 1e3;

/// Legs after which a collision is given up; each loses at least 99 % of the energy.
pub const MOST_LEGS: usize = 64;

/// One leg: its units, its flow and the state it starts from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// The law as written.
    pub law: PowerForce,
    /// Effective mass, kg.
    pub m_star: f64,
    /// Units of this leg.
    pub scale: LawUnits,
    /// The law in these units.
    pub flow: Scaled,
    states: States,
    /// Where it starts: the overlap is `L q^p`.
    pub q: f64,
    /// Rate of approach at its start, in units of the scale's speed.
    pub w: f64,
    /// Constant force that presses the bodies on each other, in units of the scale's force.
    pub weight: f64,
    /// That force over the effective mass, m/s2.
    acceleration: f64,
    /// Energy of the impact, J.
    impact_energy: f64,
    /// Energy at the start of this leg, in its units.
    energy: f64,
    /// Whether the bodies, from the start of this leg on, never part.
    holds: bool,
}

impl Segment {
    /// The first leg of an impact at `speed` (m/s) of an effective mass (kg), pressed on by a constant `acceleration` (m/s2),
    /// which needs [`States::All`].
    ///
    /// Starts at touch; where a clamped law feeds energy, at the overlap up to which its force is zero.
    ///
    /// # Errors
    /// When a number does not make a collision, the clamped force never pushes, or is zero on approach under an acceleration.
    pub fn first(
        law: &PowerForce,
        m_star: f64,
        speed: f64,
        states: States,
        acceleration: f64,
    ) -> Result<Self, CollisionError> {
        let check = |name, value: f64, good: bool| match good && value.is_finite() {
            true => Ok(()),
            false => Err(CollisionError::Number { name, value }),
        };
        check("m*", m_star, m_star > 0.0)?;
        check("speed", speed, speed > 0.0)?;
        check("K", law.K, law.K > 0.0)?;
        check("alpha", law.alpha, law.alpha > 0.0)?;
        check("beta", law.beta, law.beta >= 0.0)?;
        check("C", law.C, true)?;
        check("acceleration", acceleration, true)?;
        // The scale has the speed that the weight adds at most, so that the tolerance is one of the whole motion.
        let depth = ((law.alpha + 1.0) * m_star * acceleration.max(0.0) / law.K).powf(1.0 / law.alpha);
        let fastest = if depth > 0.0 { speed.hypot((2.0 * acceleration * depth).sqrt()) } else { speed };
        let mut leg = Self::new(law, m_star, fastest, states, acceleration, speed / fastest);
        let LawUnits { length, time, force, .. } = leg.scale;
        for value in [length, time, force] {
            check("the scale of the collision", value, value > 0.0)?;
        }
        if !law.ends.pulls() {
            if leg.flow.may_never_turn() && leg.flow.divided_force(0.0, 1.0) <= 0.0 {
                return Err(CollisionError::NeverTurns);
            }
            leg.q = leg.flow.q(leg.flow.free_approach());
            check("C", law.C, leg.q.is_finite() && (leg.q == 0.0 || acceleration == 0.0))?;
            leg.energy = leg.energy_at(leg.q, leg.w);
        }
        leg.impact_energy = 0.5 * m_star * speed * speed;
        leg.holds = leg.trapped(leg.q, leg.w);
        Ok(leg)
    }

    fn new(law: &PowerForce, m_star: f64, speed: f64, states: States, acceleration: f64, w: f64) -> Self {
        let scale = LawUnits::new(law, m_star, speed);
        let g = law.C * scale.length.powf(law.beta) * scale.time / m_star;
        let flow = Scaled::new(law, g, states);
        Self {
            law: *law,
            m_star,
            scale,
            flow,
            states,
            q: 0.0,
            w,
            weight: acceleration * scale.time / scale.speed,
            acceleration,
            impact_energy: 0.5 * scale.energy,
            energy: flow.energy(0.0, w),
            holds: false,
        }
    }

    /// `g` of a dashpot that vanishes with the elastic force, as steeply, and is so strong that the bodies creep apart at
    /// `1/g` of the speed of approach: an explicit method needs some `g/3` steps for what is a constant speed.
    pub fn creeps(&self) -> Option<f64> {
        let g = self.flow.damping();
        (self.law.alpha == self.law.beta && g > CREEPS).then_some(g)
    }

    /// Whether this collision is over, or goes into free flight, where its force falls to zero.
    pub fn ends_by_force(&self) -> bool {
        !self.law.ends.pulls() && self.flow.force_ends_first()
    }

    /// Whether a force that falls to zero means that the bodies never turn round.
    pub fn may_never_turn(&self) -> bool {
        !self.law.ends.pulls() && self.flow.may_never_turn()
    }

    /// Positive while most of the energy this leg started with is there.
    pub fn spent(&self, q: f64, w: f64) -> f64 {
        self.energy_at(q, w) - NEXT_LEG * self.energy
    }

    /// Energy of motion and spring, less what the weight takes to lift the bodies off each other.
    fn energy_at(&self, q: f64, w: f64) -> f64 {
        let energy = self.flow.energy(q, w);
        if self.weight == 0.0 { energy } else { energy - self.weight * self.flow.overlap(q) }
    }

    /// The leg that goes on from a state of this one; `None` when the contact holds for good.
    pub fn next(&self, q: f64, w: f64) -> Option<Self> {
        let energy = self.energy_at(q, w);
        let held = w <= 0.0 && (self.holds || self.trapped(q, w));
        if energy <= 0.0 || held || (self.law.ends.pulls() && energy < self.least()) {
            return None;
        }
        let speed = self.scale.speed * (2.0 * energy).sqrt();
        let w = w * self.scale.speed / speed;
        let mut leg = Self::new(&self.law, self.m_star, speed, self.states, self.acceleration, w);
        leg.q = leg.flow.q(self.flow.overlap(q) * self.scale.length / leg.scale.length);
        leg.energy = leg.energy_at(leg.q, leg.w);
        leg.impact_energy = self.impact_energy;
        leg.holds = self.holds || leg.trapped(leg.q, leg.w);
        Some(leg)
    }

    /// Under its weight what never parts is known by its energy.
    fn trapped(&self, q: f64, w: f64) -> bool {
        self.law.ends.pulls() && self.weight == 0.0 && self.flow.trapped(q, w, self.least())
    }

    /// Energy that counts as none, in units of this leg.
    fn least(&self) -> f64 {
        STUCK * self.impact_energy / self.scale.energy
    }

    /// Whether the bodies never part: the contact may pull, and its damping is too strong.
    pub fn holds(&self) -> bool {
        self.holds
    }
}

/// How legs are integrated.
///
/// # Errors
/// When double precision cannot keep the tolerance.
pub fn control(method: Method, tolerance: f64, longest_step: f64) -> Result<Control, CollisionError> {
    if !(1e-14..=1e-3).contains(&tolerance) {
        return Err(CollisionError::Tolerance(tolerance));
    }
    let first_step = longest_step;
    Ok(Control { method, tolerance, absolute: 1e-3, longest_step, first_step, length: 1e9, most_steps: 100_000 })
}

/// How the second opinion is integrated beside a first one.
///
/// To a tenth of the tolerance: the difference is then the error of the first, and not that of two errors of one size, which
/// now and then are the same. Its steps may be long: nothing is drawn from them.
pub fn second(first: &Control) -> Control {
    let tolerance = (0.1 * first.tolerance).max(1e-14);
    Control { method: Method::Extrapolation, tolerance, longest_step: 0.2, ..*first }
}
