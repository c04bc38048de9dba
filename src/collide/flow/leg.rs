//! A collision in SI, divided into legs, each scaled to numbers of order one.

use super::{CollisionError, Scaled, States};
use crate::collide::ode::{Control, Method};
use crate::law::PowerForce;

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

    /// The units for a different length, m.
    pub(crate) fn of(length: f64, m_star: f64, speed: f64) -> Self {
        let energy = m_star * speed * speed;
        Self { length, speed, time: length / speed, force: energy / length, energy, impulse: m_star * speed }
    }
}

/// Fraction of the energy at the start of a leg at which the next leg begins.
///
/// A collision that has lost most of its energy continues in smaller units: the tolerance is relative to the remaining
/// motion, and a contact that creeps needs few steps.
pub(crate) const NEXT_LEG: f64 = 0.01;

/// Fraction of the initial energy below which a contact that may pull counts as stuck: restitution 1e-12.
pub(crate) const STUCK: f64 = 1e-24;

/// Largest `g` of a dashpot with the same exponent as the elastic force: beyond it the bodies creep apart at `1/g` of the speed of approach, and
/// an explicit method would need some `g/3` steps for a constant speed.
const CREEPS: f64 = 1e3;

/// Largest number of legs of a collision; each loses at least 99 % of the energy.
pub const MOST_LEGS: usize = 64;

/// One leg: its units, its scaled law and its initial state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// The law as written.
    pub law: PowerForce,
    /// Effective mass, kg.
    pub m_star: f64,
    /// Units of this leg.
    pub scale: LawUnits,
    /// The law in these units, as a flow.
    pub flow: Scaled,
    states: States,
    /// Value of `q` at the start of the leg: the overlap is `L q^p`.
    pub q: f64,
    /// Rate of approach at the start of the leg, in units of the scale's speed.
    pub w: f64,
    /// Constant force that presses the bodies together, in units of the scale's force.
    pub weight: f64,
    /// That force over the effective mass, m/s2.
    acceleration: f64,
    /// Kinetic energy at first touch, J.
    impact_energy: f64,
    /// Energy at the start of this leg, in units of the leg.
    energy: f64,
    /// Whether the bodies never separate, as known at the start of this leg.
    holds: bool,
}

impl Segment {
    /// The first leg of an impact at `speed` (m/s) of an effective mass (kg) under a constant `acceleration` (m/s2) towards each
    /// other, which needs [`States::All`].
    ///
    /// Starts at first touch; where a clamped law adds energy, at the overlap up to which its force is zero.
    ///
    /// # Errors
    /// When a parameter is invalid, the damping is so strong that the bodies creep apart, or the clamped force never pushes, or is zero on
    /// approach under an acceleration.
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
        // The unit of speed includes the speed gained under the weight, so that the tolerance is relative to the whole motion.
        let depth = ((law.alpha + 1.0) * m_star * acceleration.max(0.0) / law.K).powf(1.0 / law.alpha);
        let fastest = if depth > 0.0 { speed.hypot((2.0 * acceleration * depth).sqrt()) } else { speed };
        let mut leg = Self::new(law, m_star, fastest, states, acceleration, speed / fastest);
        let LawUnits { length, time, force, .. } = leg.scale;
        for value in [length, time, force] {
            check("the scale of the collision", value, value > 0.0)?;
        }
        // With equal exponents `g` is proportional to the speed. The speed that the message rounds to six digits is computed.
        let g = leg.flow.damping();
        if law.alpha == law.beta && g > CREEPS * (1.0 + 1e-5) {
            return Err(CollisionError::Creeps { fastest: fastest * CREEPS / g });
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

    /// Whether the contact ends, or goes over to free flight, where its force falls to zero.
    pub fn ends_by_force(&self) -> bool {
        !self.law.ends.pulls() && self.flow.force_ends_first()
    }

    /// Whether a force that falls to zero means that the bodies never reverse.
    pub fn may_never_turn(&self) -> bool {
        !self.law.ends.pulls() && self.flow.may_never_turn()
    }

    /// Positive while more energy remains than the fraction at which the next leg begins.
    pub fn spent(&self, q: f64, w: f64) -> f64 {
        self.energy_at(q, w) - NEXT_LEG * self.energy
    }

    /// Kinetic energy and energy of the spring, less the work against the weight for separation.
    fn energy_at(&self, q: f64, w: f64) -> f64 {
        let energy = self.flow.energy(q, w);
        if self.weight == 0.0 { energy } else { energy - self.weight * self.flow.overlap(q) }
    }

    /// The next leg, from a state of this one; `None` when the bodies stay in contact.
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

    /// Only without a weight: with one, the energy shows whether the bodies ever separate.
    fn trapped(&self, q: f64, w: f64) -> bool {
        self.law.ends.pulls() && self.weight == 0.0 && self.flow.trapped(q, w, self.least())
    }

    /// Energy below which the contact counts as stuck, in units of this leg.
    fn least(&self) -> f64 {
        STUCK * self.impact_energy / self.scale.energy
    }

    /// Whether the bodies never separate: the contact may pull, and its damping is too strong.
    pub fn holds(&self) -> bool {
        self.holds
    }
}

/// Settings for the integration of a leg.
///
/// # Errors
/// When the tolerance cannot be reached in double precision.
pub fn control(method: Method, tolerance: f64, longest_step: f64) -> Result<Control, CollisionError> {
    if !(1e-14..=1e-3).contains(&tolerance) {
        return Err(CollisionError::Tolerance(tolerance));
    }
    let first_step = longest_step;
    Ok(Control { method, tolerance, absolute: 1e-3, longest_step, first_step, length: 1e9, most_steps: 100_000 })
}

/// Settings for the second integration, which provides the uncertainty of a first one.
///
/// With a tenth of the tolerance: the difference is then the error of the first integration, and not that of two errors of equal
/// size, which sometimes cancel. Its steps may be long: its samples are not used.
pub fn second(first: &Control) -> Control {
    let tolerance = (0.1 * first.tolerance).max(1e-14);
    Control { method: Method::Extrapolation, tolerance, longest_step: 0.2, ..*first }
}
