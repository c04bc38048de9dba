//! The normal half of the motion: what the tangential half asks of it.

use crate::contact::flow::{NEXT_LEG, Power, Scaled, regular_power};
use crate::contact::shear::{Form, FrictionLimit};
use crate::contact::{Ends, PowerForce};

/// `q` at which a ratio is read off whose parts both vanish at touch: what else is in it is smaller there by as much.
pub const LEAST: f64 = 1e-30;

/// `q` from which on a body that parts counts as parted.
pub const TOUCH: f64 = 1e-9;

/// How a normal force ends, and where it may pull.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ForceEnd {
    /// A force that would pull does so; otherwise it is zero then.
    pub pulls: bool,
    /// The force may change its sign while the bodies touch.
    pub may_turn_to_pull: bool,
    /// It does so at an overlap that is more than rounding of the largest one.
    pub fades: bool,
    /// The contact ends where its force is zero.
    pub deleted_by_force: bool,
    /// A clamped force may never turn the bodies round.
    pub may_never_turn: bool,
    /// A clamped force that has vanished as the bodies part does not come back.
    pub stays_clamped: bool,
    /// The force falls to zero before the overlap does, as the bodies part.
    pub force_ends_first: bool,
    /// A force is left where the tangential stiffness goes to nothing, that falls slower than its root.
    pub leaves_force: bool,
    /// Friction that follows the magnitude of the force cannot be told from the spring at touch.
    pub mixes: bool,
}

/// A normal contact along its chart `q`, without units; `w` is the rate of approach, and `q' = w`.
///
/// Rates are by `s`, those called *over* a common factor that keeps them finite at touch: [`over`](Self::over).
pub trait NormalMotion: Copy + std::fmt::Debug {
    /// Whether every turning point ends a piece, and branches follow one another.
    const PIECES: bool;

    /// The overlap.
    fn overlap(&self, q: f64) -> f64;
    /// The place, or one `least` beyond touch where the tangential stiffness has gone to nothing.
    fn off_touch(&self, q: f64, least: f64) -> f64;
    /// `d overlap/dq`
    fn clock(&self, q: f64) -> f64;
    /// Force and its dissipative part.
    fn force(&self, q: f64, w: f64) -> [f64; 2];
    /// Falls through zero where the force does, and has no multiple root at touch.
    fn divided_force(&self, q: f64, w: f64) -> f64;
    /// Stiffness of the tangential spring over `kappa`.
    fn spring(&self, q: f64) -> f64;
    /// Coefficient of the tangential dashpot over `c`.
    fn dashpot(&self, q: f64) -> f64;

    /// What divides the rates called *over*, times the rate of one by `s`.
    fn over(&self, q: f64) -> f64;
    /// Of the elastic force, over.
    fn elastic_rate(&self, q: f64, w: f64) -> f64;
    /// Of the dashpot's force while the approach changes at this rate, over.
    fn drag_rate(&self, q: f64, w: f64, approach: f64) -> f64;
    /// Of a spring's force at unit slip, over.
    fn spring_rate(&self, q: f64) -> f64;
    /// Of the tangential dashpot's force over `c`: at unit slip, and at unit rate of the slip; over.
    fn dashpot_rates(&self, q: f64, w: f64) -> [f64; 2];
    /// How fast the stiffness of the spring rises, as a part of it, times the factor that the next two lack.
    fn softens(&self, q: f64, w: f64) -> f64;
    /// The force that bounds friction, its dashpot included where `total`; over.
    fn held(&self, q: f64, w: f64, total: bool) -> f64;
    /// What Coulomb's limit adds to the elastic force, and how fast it rises; over.
    fn added_to_limit(&self, limit: FrictionLimit, q: f64, w: f64) -> [f64; 2] {
        let _ = (limit, q, w);
        [0.0; 2]
    }
    /// The force of the tangential dashpot at unit slip; over.
    fn held_dashpot(&self, q: f64) -> f64;
    /// How fast this energy of the spring rises with its stiffness, by `s`.
    fn softened(&self, energy: f64, q: f64, w: f64) -> f64;
    /// Of the elastic force and of the dashpot's, which have these values, by `s`.
    fn rates_by_s(&self, q: f64, w: f64, forces: [f64; 2], approach: f64) -> [f64; 2];

    /// How it ends, and where it may pull; `straight` where nothing but the force changes the rate of approach.
    fn ending(&self, straight: bool) -> ForceEnd;

    /// Where the branch ends.
    fn end(&self) -> Option<f64>;
    /// Falls through zero where the branch ends.
    fn left(&self, q: f64) -> f64;
    /// Falls through zero where a force of this rate is extreme.
    fn peak(&self, rate: f64) -> f64 {
        rate
    }
    /// Falls through zero where too little energy is left; `spent` belongs to the units.
    fn unspent(&self, q: f64, w: f64, spent: f64) -> f64;
    /// Falls through zero where bodies that part have no overlap any more, and still touch.
    fn necked(&self, q: f64) -> f64 {
        let _ = q;
        1.0
    }
    /// Energy at which the units become too large; 0 where they do not.
    fn spent(&self, q: f64, w: f64) -> f64;

    /// Whether bodies fly on a branch on which nothing acts.
    fn coasts(&self, q: f64) -> bool {
        let _ = q;
        false
    }

    /// Whether a place that was reached as the bodies part, or the end of a branch, is the end of the contact.
    fn is_over(&mut self, q: &mut f64, w: f64, ended: bool) -> bool;
    /// Goes past a turning point. The energy (J) at first touch and the work of the dashpot (J) since then say whether the
    /// bodies part at all, where nothing else acts on the normal motion.
    fn turns(&mut self, q: &mut f64, energies: Option<[f64; 2]>) -> AfterTurn {
        let _ = (q, energies);
        AfterTurn::Goes
    }
}

/// What becomes of bodies at a turning point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterTurn {
    /// They go on.
    Goes,
    /// They stay together.
    Stays,
    /// The contact ends there.
    Ends,
}

/// A force that is a power of the overlap, `delta = q^p`, with its dashpot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PowerMotion {
    pub law: PowerForce,
    pub flow: Scaled,
    /// Of the normal dashpot.
    pub g: f64,
    pub p: f64,
    /// Of the tangential stiffness.
    gamma: f64,
    /// Of the tangential dashpot; 0 without one.
    beta_t: f64,
    powers: Powers,
}

/// Powers of `q`. Rates are taken over `q^m`, the lowest power in them, so that they say something at touch too.
#[derive(Debug, Clone, Copy)]
struct Powers {
    spring: Power,
    dashpot: Power,
    /// Rates of the elastic force; of the dashpot with the overlap and with the speed.
    elastic_rate: Power,
    drag_rate: Power,
    drag_speed_rate: Power,
    spring_rate: Power,
    dashpot_rate: Power,
    dashpot_speed_rate: Power,
}

impl Powers {
    fn new(p: f64, alpha: f64, beta: Option<f64>, gamma: f64, beta_t: Option<f64>, form: Form) -> Self {
        // A spring that remembers its stretch feels the overlap through the force itself.
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
    pub fn new(law: &PowerForce, g: f64, gamma: f64, beta_t: Option<f64>, form: Form) -> Self {
        let mut exponents = vec![law.alpha, gamma, beta_t.unwrap_or(0.0)];
        if g != 0.0 {
            exponents.push(law.beta);
        }
        let p = regular_power(&exponents);
        let powers = Powers::new(p, law.alpha, (g != 0.0).then_some(law.beta), gamma, beta_t, form);
        let flow = Scaled::with_power(law, g, p);
        Self { law: *law, flow, g, p, gamma, beta_t: beta_t.unwrap_or(0.0), powers }
    }
}

impl NormalMotion for PowerMotion {
    const PIECES: bool = false;

    #[inline(always)]
    fn overlap(&self, q: f64) -> f64 {
        if q > 0.0 { self.flow.overlap(q) } else { 0.0 }
    }

    fn off_touch(&self, q: f64, least: f64) -> f64 {
        q.max(least)
    }

    #[inline(always)]
    fn clock(&self, q: f64) -> f64 {
        self.flow.clock(q)
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
    fn softened(&self, energy: f64, q: f64, w: f64) -> f64 {
        if q > 0.0 { energy * self.gamma * self.p * w / q } else { 0.0 }
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

    /// Along a straight line the force of a damped contact falls to zero before the end, or never.
    fn ending(&self, straight: bool) -> ForceEnd {
        let PowerForce { alpha, beta, ends, .. } = self.law;
        let mixes = ends.pulls() && self.g != 0.0;
        let may_turn_to_pull = self.g < 0.0 || self.flow.force_ends_first() || (self.g > 0.0 && !straight);
        ForceEnd {
            pulls: ends.pulls(),
            may_turn_to_pull,
            fades: may_turn_to_pull && self.g.abs() > TOUCH,
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
    fn left(&self, q: f64) -> f64 {
        q
    }

    #[inline(always)]
    fn unspent(&self, q: f64, w: f64, spent: f64) -> f64 {
        if spent > 0.0 { self.flow.energy(q, w) - spent } else { 1.0 }
    }

    fn spent(&self, q: f64, w: f64) -> f64 {
        if self.g > 0.0 { NEXT_LEG * self.flow.energy(q, w) } else { 0.0 }
    }

    fn is_over(&mut self, q: &mut f64, w: f64, ended: bool) -> bool {
        let over = ended || (*q <= TOUCH && w < 0.0);
        if over {
            *q = 0.0;
        }
        over
    }
}
