//! How fast forces and limits change along the motion: what decides whether surfaces slip or stick.
//!
//! Rates are taken over `q^m`, the lowest power of `q` in them, so that they say something at touch too.

use super::branch::{Slide, Tangent, across, direction};
use super::led::FRICTION;
use super::motion::{Acting, FREEZE, ObliqueMotion};
use super::problem::Problem;
use super::state::MotionState;
use crate::contact::shear::{Form, FrictionLimit, WhileSliding};

/// `q` at which a ratio is read off whose parts both vanish at touch: what else is in it is smaller there by as much.
pub const LEAST: f64 = 1e-30;

impl<const D: usize> ObliqueMotion<'_, D> {
    /// The force that friction would have to hold.
    #[inline(always)]
    pub fn asked(&self, at: &Acting<D>) -> Tangent<D> {
        let whole = self.problem.shear.dashpot.sliding == WhileSliding::Capped;
        if whole || self.problem.shear.form == Form::Coulomb { at.force } else { at.spring }
    }

    /// `d/ds` of the elastic normal force, over `q^m`.
    fn elastic_rate(&self, m: &MotionState<D>) -> f64 {
        let Problem { powers, p, law, .. } = self.problem;
        p * law.alpha * powers.elastic_rate.of(m.q.max(0.0)) * m.w
    }

    /// `d/ds` of the total normal force, over `q^m`.
    pub fn normal_rate(&self, m: &MotionState<D>, at: &Acting<D>) -> f64 {
        let Problem { powers, g, p, law, .. } = self.problem;
        let (q, w) = (m.q.max(0.0), m.w);
        let elastic = self.elastic_rate(m);
        if *g == 0.0 || !self.branch.pushes {
            return elastic;
        }
        let drag = if law.beta == 0.0 { 0.0 } else { p * law.beta * powers.drag_rate.of(q) * w * w };
        elastic + g * (drag + p * powers.drag_speed_rate.of(q) * at.approach)
    }

    /// `d/ds` of what friction can hold, over `q^m`.
    #[inline(always)]
    pub fn limit_rate(&self, m: &MotionState<D>, at: &Acting<D>) -> f64 {
        let rate = match self.problem.shear.limit {
            FrictionLimit::Elastic => self.elastic_rate(m),
            _ if !self.branch.pushes => 0.0,
            _ => self.branch.hold * self.normal_rate(m, at),
        };
        self.problem.shear.friction * rate
    }

    /// The rate at which the force would grow if the surfaces stuck, over `q^m`; `along` the direction of the force.
    #[inline(always)]
    pub fn stuck_rate(&self, m: &MotionState<D>, at: &Acting<D>, along: Tangent<D>) -> Tangent<D> {
        let Problem { powers, g, p, shear, kappa, gamma, c, .. } = self.problem;
        let (q, w) = (m.q.max(0.0), m.w);
        let capped = *c > 0.0 && shear.dashpot.sliding == WhileSliding::Capped;
        let mut rate = at.slip * (kappa * p * powers.spring_rate.of(q));
        if self.branch.stretch && *gamma > 0.0 {
            // T over q^(m+1).
            let mut held = powers.elastic_rate.of(q);
            if *g != 0.0 && self.branch.pushes && shear.limit != FrictionLimit::Elastic {
                held += g * powers.drag_rate.of(q) * w;
            }
            let hold = if shear.limit == FrictionLimit::Elastic { 1.0 } else { self.branch.hold };
            let mut spring = along * (shear.friction * hold * held);
            if capped {
                spring -= at.slip * (c * powers.dashpot_rate.of(q));
            }
            rate += spring * (gamma * p * w);
        }
        if capped {
            let beta = shear.dashpot.beta;
            let overlap = if beta == 0.0 { 0.0 } else { p * beta * powers.dashpot_rate.of(q) * w };
            rate += (at.slip * overlap + at.slips * (p * powers.dashpot_speed_rate.of(q))) * *c;
        }
        rate
    }

    /// How much faster the force would grow than its limit if the surfaces stuck, over `q^m`. The law's own rate: positive
    /// while they go on slipping.
    #[inline(always)]
    pub fn slip_excess(&self, m: &MotionState<D>, at: &Acting<D>) -> f64 {
        let along = self.pointing(m, FRICTION);
        self.stuck_rate(m, at, along).dot(&along) - self.limit_rate(m, at)
    }

    /// How fast the angle of a slipping spring changes by `s`.
    pub fn turns(&self, m: &MotionState<D>, at: &Acting<D>, clock: f64) -> Tangent<D> {
        let Problem { powers, p, shear, .. } = self.problem;
        let mut rate = Tangent::zeros();
        if shear.form != Form::Coulomb && m.q > FREEZE && at.limit > 0.0 {
            let along = direction(m.memory[0]);
            // Rates over q^m: that of the spring alone says what q^m is.
            let over = p * powers.spring_rate.of(m.q) / (clock * powers.spring.of(m.q));
            rate[0] = -self.stuck_rate(m, at, along).dot(&across(&along)) / (over * at.limit);
        }
        rate
    }

    /// What friction can hold over the factor between rates by `s` and rates over `q^m`.
    pub fn limit_over(&self, m: &MotionState<D>, at: &Acting<D>) -> f64 {
        let Problem { powers, p, .. } = self.problem;
        let (q, clock) = (m.q.max(1e-9), self.problem.normal.clock(m.q.max(1e-9)));
        at.limit.max(0.0) * p * powers.spring_rate.of(q) / (clock * powers.spring.of(q))
    }

    /// Energy in the spring; at touch what is left of `T^2/(2 k_t)` as the overlap goes to nothing.
    pub fn stored(&self, m: &MotionState<D>) -> f64 {
        let problem = self.problem;
        if problem.kappa == 0.0 || problem.unbounded() {
            return 0.0;
        }
        if self.branch.slide == Slide::Stick && self.branch.stretch {
            return 0.5 * problem.kappa * problem.powers.spring.of(m.q) * m.memory.norm_squared();
        }
        let near = MotionState { q: m.q.max(LEAST), ..*m };
        0.5 * self.acting(&near).spring.norm_squared() / (problem.kappa * problem.powers.spring.of(near.q))
    }

    /// What the spring remembers when it begins to stick. At touch it is what is left as the overlap goes to nothing.
    pub fn remembered(&self, m: &MotionState<D>) -> Tangent<D> {
        let near = MotionState { q: m.q.max(LEAST), ..*m };
        let spring = self.acting(&near).spring;
        let stiffness = self.problem.kappa * self.problem.powers.spring.of(near.q);
        match self.branch.stretch {
            true if stiffness > 0.0 => spring / stiffness,
            true => Tangent::zeros(),
            false => spring,
        }
    }

    /// `d/ds` of the normal force that bounds friction and rolling.
    pub fn bound_by_s(&self, m: &MotionState<D>, at: &Acting<D>) -> f64 {
        let Problem { law, p, g, shear, .. } = self.problem;
        let (q, w) = (m.q, m.w);
        if q <= 0.0 {
            return 0.0;
        }
        let elastic = p * law.alpha * at.elastic / q * w;
        match shear.limit {
            FrictionLimit::Elastic => elastic,
            _ if !self.branch.pushes => 0.0,
            _ if *g == 0.0 => self.branch.hold * elastic,
            _ => {
                let per_speed = if w == 0.0 { self.problem.normal.force(q, 1.0)[1] } else { at.drag / w };
                let clock = self.problem.normal.clock(q);
                self.branch.hold * (elastic + p * law.beta * at.drag / q * w + per_speed * clock * at.approach)
            }
        }
    }
}
