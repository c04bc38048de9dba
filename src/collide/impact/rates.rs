//! Rates of forces and limits along the motion: they determine whether the surfaces slip or stick.
//!
//! Rates are divided by `q^m`, the lowest power of `q` in them, so that they can be compared at touch too.

use super::contact_forces::ContactForces;
use super::contact_state::{FRICTION, SliderState, Tangent, size};
use super::motion::ImpactMotion;
use super::normal::LEAST;
use super::normal::NormalMotion;
use super::problem::Problem;
use super::state::MotionState;
use crate::law::shear::{Form, WhileSliding};

/// Tangential stiffness over `kappa` below which a stored force counts up to its limit.
const SOFT: f64 = 1e-3;

impl<M: NormalMotion, const D: usize> ImpactMotion<'_, M, D> {
    /// The force that is compared with the friction limit.
    #[inline(always)]
    pub fn required(&self, at: &ContactForces<D>) -> Tangent<D> {
        let whole = self.problem.shear.dashpot.sliding == WhileSliding::Capped;
        if whole || self.problem.shear.form == Form::Coulomb { at.force } else { at.spring }
    }

    /// `d/ds` of the total normal force, over `q^m`.
    pub fn normal_rate(&self, m: &MotionState<D>, at: &ContactForces<D>) -> f64 {
        let normal = &self.problem.normal;
        let elastic = normal.elastic_rate(m.q, m.w);
        if self.branch.pushes { elastic + normal.drag_rate(m.q, m.w, at.approach) } else { elastic }
    }

    /// `d/ds` of the friction limit, over `q^m`.
    #[inline(always)]
    pub fn limit_rate(&self, m: &MotionState<D>, at: &ContactForces<D>) -> f64 {
        let Problem { normal, shear, .. } = self.problem;
        let rate = if shear.limit.is_elastic() {
            normal.elastic_rate(m.q, m.w) + normal.added_to_limit(shear.limit, m.q, m.w)[1]
        } else if self.branch.pushes {
            self.branch.hold * self.normal_rate(m, at)
        } else {
            0.0
        };
        self.problem.shear.friction * rate
    }

    /// The rate of the force if the surfaces stuck, over `q^m`; `along` is the direction of the force.
    #[inline(always)]
    pub fn stuck_rate(&self, m: &MotionState<D>, at: &ContactForces<D>, along: Tangent<D>) -> Tangent<D> {
        let Problem { normal, shear, kappa, gamma, c, .. } = self.problem;
        let (q, w) = (if M::PIECES { m.q } else { m.q.max(0.0) }, m.w);
        let capped = self.problem.capped();
        let mut rate = at.slip * (kappa * normal.spring_rate(q));
        if self.branch.stretch && *gamma > 0.0 {
            let elastic = shear.limit.is_elastic();
            let held = normal.held(q, w, self.branch.pushes && !elastic) + normal.added_to_limit(shear.limit, q, w)[0];
            let hold = if elastic { 1.0 } else { self.branch.hold };
            let mut spring = along * (shear.friction * hold * held);
            if capped {
                spring -= at.slip * (c * normal.held_dashpot(q));
            }
            rate += spring * normal.softens(q, w);
        }
        if capped {
            let [overlap, speed] = normal.dashpot_rates(q, w);
            rate += (at.slip * overlap + at.slips * speed) * *c;
        }
        rate
    }

    /// Rate of the force minus rate of its limit, if the surfaces stuck, over `q^m`. By the law's own rates: positive
    /// while the surfaces continue to slip.
    #[inline(always)]
    pub fn slip_excess(&self, m: &MotionState<D>, at: &ContactForces<D>) -> f64 {
        let along = self.pointing(m, FRICTION);
        self.stuck_rate(m, at, along).dot(&along) - self.limit_rate(m, at)
    }

    /// Energy in the spring; at touch the limit of `T^2/(2 k_t)` as the overlap goes to zero.
    pub fn stored(&self, m: &MotionState<D>) -> f64 {
        let problem = self.problem;
        if problem.kappa == 0.0 || problem.unbounded() {
            return 0.0;
        }
        if self.branch.slide == SliderState::Stick && self.branch.stretch {
            return 0.5 * problem.kappa * problem.normal.spring(m.q) * m.memory.norm_squared();
        }
        let near = MotionState { q: self.problem.normal.off_touch(m.q, LEAST), ..*m };
        0.5 * self.spring_force(&near, &self.acting(&near)).powi(2) / (problem.kappa * problem.normal.spring(near.q))
    }

    /// Magnitude of the force of the spring in its energy. Sticking surfaces hold no more than the limit: where limit and
    /// stiffness go to zero a rounding error of a stored force would be an energy without bound.
    #[inline(always)]
    pub fn spring_force(&self, m: &MotionState<D>, at: &ContactForces<D>) -> f64 {
        let force = size(&at.spring);
        // Elsewhere a step beyond the start of sliding would meet a kink.
        let stiff = self.problem.normal.spring(m.q) > SOFT;
        if stiff || self.branch.slide != SliderState::Stick || self.branch.stretch {
            return force;
        }
        let capped = if self.problem.capped() { size(&at.dashpot) } else { 0.0 };
        force.min(at.limit.max(0.0) + capped)
    }

    /// Stretch or force of the spring when it starts to stick. At touch, its limit as the overlap goes to zero.
    pub fn remembered(&self, m: &MotionState<D>) -> Tangent<D> {
        let near = MotionState { q: self.problem.normal.off_touch(m.q, LEAST), ..*m };
        let spring = self.acting(&near).spring;
        let stiffness = self.problem.kappa * self.problem.normal.spring(near.q);
        match self.branch.stretch {
            true if stiffness > 0.0 => spring / stiffness,
            true => Tangent::zeros(),
            false => spring,
        }
    }

    /// `d/ds` of the normal force that bounds friction and rolling.
    pub fn bound_by_s(&self, m: &MotionState<D>, at: &ContactForces<D>) -> f64 {
        let Problem { normal, shear, .. } = self.problem;
        let [elastic, drag] = normal.rates_by_s(m.q, m.w, [at.elastic, at.drag], at.approach);
        if shear.limit.is_elastic() {
            elastic + normal.added_to_limit(shear.limit, m.q, m.w)[1]
        } else if self.branch.pushes {
            self.branch.hold * (elastic + drag)
        } else {
            0.0
        }
    }
}
