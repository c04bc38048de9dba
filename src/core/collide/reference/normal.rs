//! The normal half of the motion: the quantities that the tangential half requires.

use super::scaled::{Scaled, States};
use crate::law::shear::{Form, FrictionLimit};
use crate::law::{Ends, PowerForce};
use crate::numerics::{Power, regular_power};

/// `q` at which a ratio is evaluated whose terms both vanish at touch: its terms of higher order are smaller by this factor.
pub const LEAST: f64 = 1e-30;

/// Least tangential stiffness where such a ratio is evaluated, over `kappa`: far above the smallest numbers.
const SOFTEST: f64 = 1e-250;

/// Fraction of the energy at the start of a branch at which the motion continues in smaller units.
///
/// A collision that has lost most of its energy is integrated relative to the motion that remains, and a contact that creeps needs few steps.
pub const NEXT_UNITS: f64 = 0.01;

/// `q` below which separating bodies count as separated.
pub const TOUCH: f64 = 1e-9;

/// How a normal force ends, and where it may pull.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ForceEnd {
    /// An attractive force acts; otherwise it is clamped to zero.
    pub pulls: bool,
    /// The force may change its sign while the bodies touch.
    pub may_turn_to_pull: bool,
    /// The contact ends where its force is zero.
    pub deleted_by_force: bool,
    /// A clamped force may never reverse the approach.
    pub may_never_turn: bool,
    /// A clamped force that is zero during separation stays zero.
    pub stays_clamped: bool,
    /// The force reaches zero before the overlap does, during separation.
    pub force_ends_first: bool,
    /// Where the tangential stiffness goes to zero a force remains, or falls more slowly than the root of the stiffness.
    pub leaves_force: bool,
    /// If the friction limit follows the magnitude of the force, friction and spring cannot be separated at touch.
    pub mixes: bool,
}

/// A normal contact along the coordinate `q` of its chart, without units; `w` is the rate of approach, and `q' = w`.
///
/// Rates are by `s`; those called *over* have a common factor that keeps them finite at touch: [`over`](Self::over).
pub trait NormalMotion: Copy + std::fmt::Debug {
    /// Whether every turning point ends a piece, and the law is a sequence of branches.
    const PIECES: bool;

    /// The overlap.
    fn overlap(&self, q: f64) -> f64;
    /// `q`, or a place `least` beyond touch where the tangential stiffness is zero.
    fn off_touch(&self, q: f64, least: f64) -> f64;
    /// `d overlap/dq`
    fn clock(&self, q: f64) -> f64;
    /// Rate of `w` by `s`, of bodies on which no other force acts.
    fn pull(&self, q: f64, w: f64) -> f64 {
        -self.clock(q) * self.force(q, w)[0]
    }
    /// Work of the dashpot by `s`, over its coefficient where that is one number; of one that cancels the elastic force, if no force `acts`.
    fn drained(&self, q: f64, w: f64, acts: bool) -> f64 {
        let [total, drag] = self.force(q, w);
        self.clock(q) * if acts { drag } else { drag - total } * w
    }
    /// Normal force and its dissipative part.
    fn force(&self, q: f64, w: f64) -> [f64; 2];
    /// Falls through zero where the force does, and has no multiple root at touch.
    fn divided_force(&self, q: f64, w: f64) -> f64;
    /// Stiffness of the tangential spring over `kappa`.
    fn spring(&self, q: f64) -> f64;
    /// Coefficient of the tangential dashpot over `c`.
    fn dashpot(&self, q: f64) -> f64;

    /// Factor from a rate by `s` to the one called *over*.
    fn over(&self, q: f64) -> f64;
    /// Rate of the elastic force, over.
    fn elastic_rate(&self, q: f64, w: f64) -> f64;
    /// Rate of the normal dashpot's force at the acceleration `approach`, over.
    fn drag_rate(&self, q: f64, w: f64, approach: f64) -> f64;
    /// Rate of the force of a tangential spring of unit `kappa` at unit slip, over.
    fn spring_rate(&self, q: f64) -> f64;
    /// Rates of the tangential dashpot's force over `c`: at unit slip, and at unit rate of the slip; over.
    fn dashpot_rates(&self, q: f64, w: f64) -> [f64; 2];
    /// Relative rate of the spring stiffness, `d ln k_t/ds`, times a factor that `held` and `held_dashpot` are divided by.
    fn softens(&self, q: f64, w: f64) -> f64;
    /// The normal force in the friction limit, dashpot included if `total`, over that factor; over.
    fn held(&self, q: f64, w: f64, total: bool) -> f64;
    /// The force that Coulomb's limit adds to the elastic force, and its rate; over.
    #[inline]
    fn added_to_limit(&self, limit: FrictionLimit, q: f64, w: f64) -> [f64; 2] {
        let _ = (limit, q, w);
        [0.0; 2]
    }
    /// The force of the tangential dashpot at unit slip, over that factor; over.
    fn held_dashpot(&self, q: f64) -> f64;
    /// Rate, by `s`, of the energy of a spring due to the change of its stiffness; given as half the square of its force, and its stiffness.
    fn softened(&self, energy: [f64; 2], q: f64, w: f64) -> f64;
    /// Rates, by `s`, of the elastic force and of the dashpot's force; `forces` are their values.
    fn rates_by_s(&self, q: f64, w: f64, forces: [f64; 2], approach: f64) -> [f64; 2];

    /// How the force ends, and where it may attract; `straight` if only the force changes the rate of approach.
    fn ending(&self, straight: bool) -> ForceEnd;

    /// `q` at which the branch ends; `None` if it has no end.
    fn end(&self) -> Option<f64>;
    /// Falls through zero where the branch ends.
    fn left(&self, q: f64, w: f64) -> f64;
    /// Falls through zero where a quantity with this rate has an extremum.
    fn peak(&self, rate: f64) -> f64 {
        rate
    }
    /// Falls through zero where too little energy remains: `spent`, if the units have such a limit.
    fn unspent(&self, q: f64, w: f64, spent: f64) -> f64;
    /// Falls through zero where the overlap of separating bodies is zero while they still touch (a neck).
    fn necked(&self, q: f64) -> f64 {
        let _ = q;
        1.0
    }
    /// Energy below which the units are too large; 0 for no such limit.
    fn spent(&self, q: f64, w: f64) -> f64;

    /// Whether no force acts on this branch: the bodies are in free flight.
    fn coasts(&self, q: f64) -> bool {
        let _ = q;
        false
    }

    /// Whether the contact ends at `q`, reached during separation or, if `ended`, at the end of a branch.
    fn is_over(&mut self, q: &mut f64, w: f64, ended: bool) -> bool;
    /// Passes a turning point. `energies`, at first touch and the work of the dashpot since then (J), determine whether
    /// the bodies separate at all, if nothing else acts on the normal motion.
    fn turns(&mut self, q: &mut f64, energies: Option<[f64; 2]>) -> AfterTurn {
        let _ = (q, energies);
        AfterTurn::Goes
    }
}

/// Motion of the bodies after a turning point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterTurn {
    /// The motion continues.
    Goes,
    /// The bodies stay in contact.
    Stays,
    /// The contact ends there.
    Ends,
}

/// A force that is a power of the overlap, `delta = q^p`, with its dashpot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PowerMotion {
    pub law: PowerForce,
    /// The states that its chart is made for.
    pub states: States,
    pub flow: Scaled,
    /// Coefficient of the normal dashpot.
    pub g: f64,
    pub p: f64,
    /// Exponent of the tangential stiffness.
    gamma: f64,
    /// Exponent of the tangential dashpot; 0 without one.
    beta_t: f64,
    powers: Powers,
}

/// Powers of `q`. Rates are divided by `q^m`, the lowest power in them, so that they can be compared at touch too.
#[derive(Debug, Clone, Copy)]
struct Powers {
    spring: Power,
    dashpot: Power,
    /// Rates of the elastic force, and of the dashpot due to the overlap and due to the speed.
    elastic_rate: Power,
    drag_rate: Power,
    drag_speed_rate: Power,
    spring_rate: Power,
    dashpot_rate: Power,
    dashpot_speed_rate: Power,
}

impl Powers {
    fn new(p: f64, alpha: f64, beta: Option<f64>, gamma: f64, beta_t: Option<f64>, form: Form) -> Self {
        // The force of a spring that stores its stretch depends on the overlap directly.
        let stretch = gamma > 0.0 && matches!(form, Form::Total | Form::Rescaled);
        let lowest = |beta: f64| if beta > 0.0 || stretch { p * beta - 1.0 } else { p - 1.0 };
        let mut m = (p * alpha - 1.0).min(p * gamma + p - 1.0);
        for beta in [beta, beta_t].into_iter().flatten() {
            m = m.min(lowest(beta));
        }
        let power = |exponent: f64| Power::new(exponent - m);
        let (beta, beta_t) = (beta.unwrap_or(0.0), beta_t.unwrap_or(0.0));
        Self {
            spring: Power::new(p * gamma),
            dashpot: Power::new(p * beta_t),
            elastic_rate: power(p * alpha - 1.0),
            drag_rate: power(p * beta - 1.0),
            drag_speed_rate: power(p * beta + p - 1.0),
            spring_rate: power(p * gamma + p - 1.0),
            dashpot_rate: power(p * beta_t - 1.0),
            dashpot_speed_rate: power(p * beta_t + p - 1.0),
        }
    }
}

impl PowerMotion {
    /// A law whose dashpot is `g` in the units of the problem, beside a spring of stiffness `delta^gamma` and a tangential
    /// dashpot `delta^beta_t`.
    pub fn new(law: &PowerForce, g: f64, gamma: f64, beta_t: Option<f64>, form: Form, states: States) -> Self {
        let mut exponents = vec![law.alpha, gamma, beta_t.unwrap_or(0.0)];
        if g != 0.0 {
            exponents.push(law.beta);
        }
        let p = match states {
            States::Motion => states.power(law.alpha, (g != 0.0).then_some(law.beta)),
            States::All => regular_power(&exponents),
        };
        let powers = Powers::new(p, law.alpha, (g != 0.0).then_some(law.beta), gamma, beta_t, form);
        let flow = Scaled::with_power(law, g, p);
        Self { law: *law, states, flow, g, p, gamma, beta_t: beta_t.unwrap_or(0.0), powers }
    }
}

impl NormalMotion for PowerMotion {
    const PIECES: bool = false;

    #[inline(always)]
    fn overlap(&self, q: f64) -> f64 {
        if q > 0.0 { self.flow.overlap(q) } else { 0.0 }
    }

    fn off_touch(&self, q: f64, least: f64) -> f64 {
        q.max(least).max(libm::pow(SOFTEST, 1.0 / (self.p * self.gamma)))
    }

    #[inline(always)]
    fn clock(&self, q: f64) -> f64 {
        self.flow.clock(q)
    }

    #[inline(always)]
    fn pull(&self, q: f64, w: f64) -> f64 {
        self.flow.pull(q, w)
    }

    #[inline(always)]
    fn drained(&self, q: f64, w: f64, acts: bool) -> f64 {
        if acts { self.flow.drained(q, w) } else { self.flow.pull(q, 0.0) * w / self.g }
    }

    #[inline(always)]
    fn force(&self, q: f64, w: f64) -> [f64; 2] {
        self.flow.force(q, w)
    }

    #[inline(always)]
    fn divided_force(&self, q: f64, w: f64) -> f64 {
        self.flow.divided_force(q, w)
    }

    #[inline(always)]
    fn spring(&self, q: f64) -> f64 {
        self.powers.spring.of(q)
    }

    #[inline(always)]
    fn dashpot(&self, q: f64) -> f64 {
        self.powers.dashpot.of(q)
    }

    #[inline(always)]
    fn over(&self, q: f64) -> f64 {
        self.p * self.powers.spring_rate.of(q) / (self.clock(q) * self.powers.spring.of(q))
    }

    #[inline(always)]
    fn elastic_rate(&self, q: f64, w: f64) -> f64 {
        self.p * self.law.alpha * self.powers.elastic_rate.of(q.max(0.0)) * w
    }

    #[inline(always)]
    fn drag_rate(&self, q: f64, w: f64, approach: f64) -> f64 {
        if self.g == 0.0 {
            return 0.0;
        }
        let (q, Self { law, p, powers, .. }) = (q.max(0.0), self);
        let drag = if law.beta == 0.0 { 0.0 } else { p * law.beta * powers.drag_rate.of(q) * w * w };
        self.g * (drag + p * powers.drag_speed_rate.of(q) * approach)
    }

    #[inline(always)]
    fn spring_rate(&self, q: f64) -> f64 {
        self.p * self.powers.spring_rate.of(q)
    }

    #[inline(always)]
    fn dashpot_rates(&self, q: f64, w: f64) -> [f64; 2] {
        let Self { p, beta_t: beta, powers, .. } = self;
        let overlap = if *beta == 0.0 { 0.0 } else { p * beta * powers.dashpot_rate.of(q) * w };
        [overlap, p * powers.dashpot_speed_rate.of(q)]
    }

    #[inline(always)]
    fn softens(&self, _: f64, w: f64) -> f64 {
        self.gamma * self.p * w
    }

    #[inline(always)]
    fn held(&self, q: f64, w: f64, total: bool) -> f64 {
        let elastic = self.powers.elastic_rate.of(q);
        if total && self.g != 0.0 { elastic + self.g * self.powers.drag_rate.of(q) * w } else { elastic }
    }

    #[inline(always)]
    fn held_dashpot(&self, q: f64) -> f64 {
        self.powers.dashpot_rate.of(q)
    }

    #[inline(always)]
    fn softened(&self, [squared, stiffness]: [f64; 2], q: f64, w: f64) -> f64 {
        // One division, of numbers that are known before the forces are: nothing waits for it.
        if q > 0.0 { squared * (self.gamma * self.p * w / (stiffness * q)) } else { 0.0 }
    }

    fn rates_by_s(&self, q: f64, w: f64, [elastic, drag]: [f64; 2], approach: f64) -> [f64; 2] {
        let Self { law, p, .. } = self;
        if q <= 0.0 {
            return [0.0; 2];
        }
        let per_speed = if self.g == 0.0 {
            0.0
        } else if w == 0.0 {
            self.force(q, 1.0)[1]
        } else {
            drag / w
        };
        [p * law.alpha * elastic / q * w, p * law.beta * drag / q * w + per_speed * self.clock(q) * approach]
    }

    /// In a straight motion the force of a damped contact reaches zero before the end, or never.
    fn ending(&self, straight: bool) -> ForceEnd {
        let PowerForce { alpha, beta, ends, .. } = self.law;
        let mixes = ends.pulls() && self.g != 0.0;
        let may_turn_to_pull = self.g < 0.0 || self.flow.force_ends_first() || (self.g > 0.0 && !straight);
        ForceEnd {
            pulls: ends.pulls(),
            may_turn_to_pull,
            deleted_by_force: ends == Ends::ZeroForce,
            may_never_turn: self.flow.may_never_turn(),
            stays_clamped: beta < alpha,
            force_ends_first: self.flow.force_ends_first(),
            leaves_force: mixes && 2.0 * beta < self.gamma - 1e-12,
            mixes,
        }
    }

    fn end(&self) -> Option<f64> {
        Some(0.0)
    }

    #[inline(always)]
    fn left(&self, q: f64, _: f64) -> f64 {
        q
    }

    #[inline(always)]
    fn unspent(&self, q: f64, w: f64, spent: f64) -> f64 {
        if spent > 0.0 { self.flow.energy(q, w) - spent } else { 1.0 }
    }

    fn spent(&self, q: f64, w: f64) -> f64 {
        if self.g > 0.0 { NEXT_UNITS * self.flow.energy(q, w) } else { 0.0 }
    }

    fn is_over(&mut self, q: &mut f64, w: f64, ended: bool) -> bool {
        // Where `q` is not a root of the overlap the forces at `TOUCH` still count.
        let touch = if self.states == States::Motion { f64::EPSILON } else { TOUCH };
        let over = ended || (*q <= touch && w < 0.0);
        if over {
            *q = 0.0;
        }
        over
    }
}
