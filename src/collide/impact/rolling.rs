//! The rolling resistance within an oblique motion.

use super::contact_forces::{ContactForces, RollingTorques};
use super::contact_state::{ROLLING, SliderState, Tangent, size};
use super::motion::ImpactMotion;
use super::normal::LEAST;
use super::normal::NormalMotion;
use super::problem::Rolling;
use super::state::MotionState;

impl<M: NormalMotion, const D: usize> ImpactMotion<'_, M, D> {
    /// Effect of the rolling resistance on the spins, before the tangential force is known.
    #[inline(always)]
    pub fn rolling_torques(
        &self,
        m: &MotionState<D>,
        e: Tangent<D>,
        bound: f64,
        torque_arms: [f64; 2],
        drift: [Tangent<D>; 2],
    ) -> RollingTorques<D> {
        let (problem, roll, c) = (self.problem, self.branch.roll, self.problem.inertia_ratio);
        let per_force = [c[0] * torque_arms[0], c[1] * torque_arms[1]];
        let mut r = RollingTorques { fixed: drift, per_force, ..RollingTorques::none() };
        match problem.rolling {
            Rolling::None => {}
            Rolling::Own { friction } => {
                r.limit = friction * bound;
                r.rolls = m.spin;
                for i in 0..2 {
                    match roll[i] {
                        SliderState::Slip(begun) => {
                            r.torque[i] = begun * -r.limit;
                            r.fixed[i] += r.torque[i] * c[i];
                        }
                        SliderState::Stick => r.per_force[i] = 0.0,
                        _ => {}
                    }
                }
            }
            Rolling::Between { friction, stiffness, damping, spring } => {
                r.limit = friction * bound;
                let part = problem.radius_ratio;
                r.rolls[0] = m.spin[0] * part[0] - m.spin[1] * part[1];
                if roll[0] == SliderState::Stick && !spring {
                    let weight = c[0] * part[0] * part[0] + c[1] * part[1] * part[1];
                    let per = (part[0] * per_force[0] - part[1] * per_force[1]) / weight;
                    r.per_force[0] -= c[0] * part[0] * per;
                    r.per_force[1] += c[1] * part[1] * per;
                    let apart = (drift[0] * part[0] - drift[1] * part[1]) / weight;
                    r.fixed[0] -= apart * (c[0] * part[0]);
                    r.fixed[1] += apart * (c[1] * part[1]);
                } else {
                    r.required[0] = match roll[0] {
                        SliderState::Slip(_) => e * r.limit,
                        SliderState::Stick => m.roll * stiffness + r.rolls[0] * damping,
                        _ => Tangent::from([0.0; D]),
                    };
                    r.fixed[0] -= r.required[0] * (c[0] * part[0]);
                    r.fixed[1] += r.required[0] * (c[1] * part[1]);
                }
            }
        }
        r
    }

    /// The torques of the rolling resistance once the tangential force is known.
    #[inline(always)]
    pub fn answer(
        &self,
        r: &mut RollingTorques<D>,
        force: &Tangent<D>,
        torque_arms: [f64; 2],
        drift: &[Tangent<D>; 2],
    ) {
        let (problem, roll, c) = (self.problem, self.branch.roll, self.problem.inertia_ratio);
        match problem.rolling {
            Rolling::None => {}
            Rolling::Own { .. } => {
                for i in 0..2 {
                    r.required[i] = *force * torque_arms[i];
                    if roll[i] == SliderState::Stick {
                        r.torque[i] = -r.required[i];
                    }
                }
            }
            Rolling::Between { spring, .. } => {
                let part = problem.radius_ratio;
                if roll[0] == SliderState::Stick && !spring {
                    let weight = c[0] * part[0] * part[0] + c[1] * part[1] * part[1];
                    let turn = part[0] * c[0] * torque_arms[0] - part[1] * c[1] * torque_arms[1];
                    r.required[0] = *force * (turn / weight);
                    if D > 1 {
                        r.required[0] += (drift[0] * part[0] - drift[1] * part[1]) / weight;
                    }
                }
                r.torque = [r.required[0] * -part[0], r.required[0] * part[1]];
            }
        }
    }

    /// The rate of the torque of a rolling spring if it stuck.
    pub fn roll_rate(&self, at: &ContactForces<D>) -> Tangent<D> {
        let Rolling::Between { stiffness, damping, .. } = self.problem.rolling else { return Tangent::from([0.0; D]) };
        let part = self.problem.radius_ratio;
        let turns = at.spins[0] * part[0] - at.spins[1] * part[1];
        at.rolling.rolls[0] * stiffness + turns * damping
    }

    /// Rate of the torque of a rolling spring minus rate of its limit, if it stuck; at touch the limit of that.
    pub fn roll_excess(&self, m: &MotionState<D>, at: &ContactForces<D>) -> f64 {
        let Rolling::Between { friction, .. } = self.problem.rolling else { return 0.0 };
        let q = self.problem.normal.off_touch(m.q, LEAST);
        if q > m.q {
            let near = MotionState { q, ..*m };
            return self.roll_excess(&near, &self.acting(&near));
        }
        let limit = friction * self.bound_by_s(m, at) / self.problem.normal.clock(m.q);
        self.roll_rate(at).dot(&self.pointing(m, ROLLING)) - limit
    }

    /// Switch of a rolling slider: positive while its state is valid; for sticking, the limit minus the required torque.
    pub fn roll_switch(&self, m: &MotionState<D>, at: &ContactForces<D>, i: usize) -> f64 {
        let rolling = &at.rolling;
        match self.branch.roll[i] {
            SliderState::Stick => rolling.limit - size(&rolling.required[i]),
            SliderState::Slip(begun) if self.is_dry(ROLLING) => {
                rolling.rolls[i].dot(&if D < 2 { begun } else { self.pointing(m, ROLLING) })
            }
            SliderState::Slip(_) => self.roll_excess(m, at),
            SliderState::Held(_) | SliderState::Loose => 1.0,
        }
    }
}
