//! The regularised equation of motion, without units.

use crate::law::PowerForce;
use crate::numerics::{Power, ROUGH, WHOLE, regular_power};

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
        Self::of(libm::pow(m_star * speed * speed / law.K, 1.0 / (law.alpha + 1.0)), m_star, speed)
    }

    /// The units for a different length, m.
    pub(crate) fn of(length: f64, m_star: f64, speed: f64) -> Self {
        let energy = m_star * speed * speed;
        Self { length, speed, time: length / speed, force: energy / length, energy, impulse: m_star * speed }
    }
}

/// Fraction of the energy of approach below which a contact that may pull counts as stuck: restitution 1e-12.
pub(crate) const STUCK: f64 = 1e-24;

/// `d2 xi/d tau2 = -(xi^alpha + g xi^beta w)` with `xi = q^p`, `d tau = p q^(p-1) ds`:
///
/// `dq/ds = w`, `dw/ds = -p q^(p-1) (q^(p alpha) + g q^(p beta) w)`, `d tau/ds = p q^(p-1)`.
///
/// `w` is the rate of approach over the speed of the scale. Valid for `alpha > 0`, `beta >= 0` and any `g`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scaled {
    alpha: f64,
    beta: f64,
    g: f64,
    /// The exponent `p` in `xi = q^p`.
    pub p: f64,
    depth: Power,
    clock: Power,
    push: Power,
    drag: Power,
    /// Powers of `q` in the elastic force, the dissipative force and the elastic energy.
    elastic: Power,
    dashpot: Power,
    energy: Power,
    /// Powers of `q` in the force divided by `xi^min(alpha, beta)`.
    divided: [Power; 2],
}

/// The states that a flow integrates; they determine which powers of `q` must be whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum States {
    /// `q` and `w` only: `p (alpha + 1)` and `p (beta + 1)` must be whole.
    Motion,
    /// Time and quadratures too: `p`, `p alpha` and `p beta` must be whole.
    All,
}

impl States {
    /// The smallest `p` that makes the powers whole: the lower the powers, the longer the steps.
    ///
    /// With all states 1 for a linear spring, 2 for halves, 4 for quarters. For the motion alone `1/(alpha+1)` without
    /// a dashpot and `2/(alpha+1)` for `beta = (alpha-1)/2`, which is the damped harmonic oscillator of Antypov &
    /// Elliott 2011.
    pub fn power(self, alpha: f64, beta: Option<f64>) -> f64 {
        let whole = |x: f64| matches!(Power::new(x), Power::Whole(_));
        let found = match (self, beta) {
            (Self::All, _) => Some(regular_power(&[alpha, beta.unwrap_or(0.0)])),
            (Self::Motion, None) => Some(1.0 / (alpha + 1.0)),
            (Self::Motion, Some(beta)) => {
                (1..=12).map(|j| f64::from(j) / (beta + 1.0)).find(|p| whole(p * (alpha + 1.0)))
            }
        };
        found.unwrap_or(ROUGH)
    }
}

impl Scaled {
    /// The flow of a law whose dashpot coefficient is `g` in the units of the scale.
    pub fn new(law: &PowerForce, g: f64, states: States) -> Self {
        let PowerForce { alpha, beta, .. } = *law;
        Self::with_power(law, g, states.power(alpha, (g != 0.0).then_some(beta)))
    }

    /// As [`Self::new`], with a given `p`.
    pub(crate) fn with_power(law: &PowerForce, g: f64, p: f64) -> Self {
        let PowerForce { alpha, beta, .. } = *law;
        let common = alpha.min(beta);
        Self {
            alpha,
            beta,
            g,
            p,
            depth: Power::new(p),
            clock: Power::new(p - 1.0),
            push: Power::new(p - 1.0 + p * alpha),
            drag: Power::new(p - 1.0 + p * beta),
            elastic: Power::new(p * alpha),
            dashpot: Power::new(p * beta),
            energy: Power::new(p * (alpha + 1.0)),
            divided: [Power::new(p * (alpha - common)), Power::new(p * (beta - common))],
        }
    }

    /// `dw/ds`.
    #[inline(always)]
    pub fn pull(&self, q: f64, w: f64) -> f64 {
        let push = self.push.of(q);
        let drag = if self.g == 0.0 { 0.0 } else { self.g * self.drag.of(q) * w };
        -self.p * (push + drag)
    }

    /// Power of the dashpot per `s`, divided by `g`.
    #[inline(always)]
    pub(crate) fn drained(&self, q: f64, w: f64) -> f64 {
        self.p * self.drag.of(q) * w * w
    }

    /// The dimensionless coefficient `g` of the dashpot.
    pub(crate) fn damping(&self) -> f64 {
        self.g
    }

    /// `d tau/ds`.
    #[inline(always)]
    pub fn clock(&self, q: f64) -> f64 {
        self.p * self.clock.of(q)
    }

    /// Overlap in units of the scale's length.
    #[inline]
    pub fn overlap(&self, q: f64) -> f64 {
        self.depth.of(q.max(0.0))
    }

    /// `q` of an overlap.
    pub fn q(&self, overlap: f64) -> f64 {
        libm::pow(overlap, 1.0 / self.p)
    }

    /// Total force and its dissipative part, with the same continuation to `q < 0` as the flow.
    #[inline(always)]
    pub fn force(&self, q: f64, w: f64) -> [f64; 2] {
        let drag = if self.g == 0.0 { 0.0 } else { self.g * self.dashpot.of(q) * w };
        [self.elastic.of(q) + drag, drag]
    }

    /// Energy of the relative motion and of the spring: `w^2/2 + xi^(alpha+1)/(alpha+1)`.
    #[inline]
    pub fn energy(&self, q: f64, w: f64) -> f64 {
        0.5 * w * w + self.energy.of(q) / (self.alpha + 1.0)
    }

    /// The force over `xi^min(alpha, beta)`: it changes sign with the force, and has no multiple root at `q = 0`.
    #[inline]
    pub fn divided_force(&self, q: f64, w: f64) -> f64 {
        let q = q.max(0.0);
        self.divided[0].of(q) + self.g * self.divided[1].of(q) * w
    }

    /// Whether the force of a damped contact falls to zero before the overlap does, on separation.
    ///
    /// With `beta >= alpha` it never does: at zero force the rate of separation would have to increase with decreasing overlap,
    /// and no force increases it.
    pub fn force_ends_first(&self) -> bool {
        self.g > 0.0 && self.beta < self.alpha
    }

    /// Whether a clamped force may stay zero on approach: negative damping that grows at least as fast as the spring force.
    pub fn may_never_turn(&self) -> bool {
        self.g < 0.0 && self.beta >= self.alpha
    }

    /// Overlap up to which a clamped force with negative damping is zero on approach at unit speed.
    pub fn free_approach(&self) -> f64 {
        if self.g < 0.0 && self.beta < self.alpha { libm::pow(-self.g, 1.0 / (self.alpha - self.beta)) } else { 0.0 }
    }

    /// Whether a contact that may pull never separates, or only with less energy than `least`.
    ///
    /// Below the curve `u = c xi^(beta+1)`, with the rate of separation `u` and `c = g/(2(beta+1))`, a state stays below it as
    /// long as `xi^(alpha-2beta-1) <= g^2/(4(beta+1))`: insert the curve into the equation of motion, and choose the best
    /// `c`. For `alpha = 2 beta + 1` that is exactly the over-damped range `z >= 1`. For larger `beta` it holds down to
    /// one overlap only, and the energy there bounds the energy at separation. Bodies that still approach will reverse from
    /// rest, at an overlap no larger than their energy allows.
    pub fn trapped(&self, q: f64, w: f64, least: f64) -> bool {
        let Self { alpha, beta, g, .. } = *self;
        let (xi, c) = (self.overlap(q), g / (2.0 * (beta + 1.0)));
        let bound = g * g / (4.0 * (beta + 1.0));
        if g <= 0.0 || (w < 0.0 && -w >= c * libm::pow(xi, beta + 1.0)) {
            return false;
        }
        let excess = alpha - 2.0 * beta - 1.0;
        if excess >= -WHOLE {
            let deepest = libm::pow((alpha + 1.0) * self.energy(q, w), 1.0 / (alpha + 1.0));
            return libm::pow(deepest, excess.max(0.0)) <= bound;
        }
        let lowest = libm::pow(bound, 1.0 / excess);
        let speed = c * libm::pow(lowest, beta + 1.0);
        xi >= lowest && 0.5 * speed * speed + libm::pow(lowest, alpha + 1.0) / (alpha + 1.0) < least
    }
}
