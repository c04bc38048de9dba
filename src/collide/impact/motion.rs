//! Motion of the contact as a flow, head-on, with one tangential direction or with two.
//!
//! With two the axes turn at the rate `Omega = (omega_n, -v_2/d, v_1/d)`, and every vector `x` obeys
//! `x' = (dx/dt) - Omega x x`. Written for surface velocities in place of the spins, this adds `omega_n J x` and, to a
//! spin, `-s_n J v/d`, with `J` a right angle about the normal; with one direction there is no `J`.

use super::contact_forces::{ContactForces, RollingTorques};
use super::contact_state::{ContactState, FRICTION, ROLLING, SliderState, Tangent, across, direction, size};
use super::normal::NormalMotion;
use super::problem::{Geometry, Problem, Rolling};
use super::state::{MotionState, axes, space};
use crate::collide::ode::{Flow, Vector};
use crate::law::shear::{Form, WhileSliding};

/// Switches. Those of the sliders come last, in the order of [`ContactState::slider`].
pub const TURNING: usize = 0;
pub const PEAK: usize = 1;
pub const ZERO_FORCE: usize = 2;
pub const ZERO_OVERLAP: usize = 3;
pub const SPENT: usize = 4;
pub const SLIDE: usize = 5;
/// Separating bodies that attract each other across a gap.
pub const NECK: usize = 8;
pub const SWITCHES: usize = 9;

/// The equations of one branch, without units.
#[derive(Clone, Copy)]
pub struct ImpactMotion<'a, M, const D: usize> {
    pub problem: &'a Problem<M>,
    pub branch: ContactState<D>,
    /// Energy of the normal motion at which the units become too large.
    pub spent: f64,
}

impl<'a, M: NormalMotion, const D: usize> ImpactMotion<'a, M, D> {
    pub fn new(problem: &'a Problem<M>, branch: ContactState<D>) -> Self {
        Self { problem, branch, spent: 0.0 }
    }

    /// The same with the slider of friction changed.
    pub fn sliding(&self, slide: SliderState<D>) -> Self {
        Self { branch: self.branch.with(0, slide), ..*self }
    }

    pub fn acting(&self, m: &MotionState<D>) -> ContactForces<D> {
        let share = if let SliderState::Held(_) = self.branch.slide { self.share(m) } else { 0.0 };
        self.sharing(m, share)
    }

    /// Forces in a state of `N` numbers: head-on, and in a state without spins, with the geometry of bodies that do not spin.
    #[inline(always)]
    fn carried<const N: usize>(&self, m: &MotionState<D>, share: f64) -> ContactForces<D> {
        if D == 0 || N < MotionState::<D>::MOTION {
            let e = [self.pointing(m, FRICTION), Tangent::from([0.0; D])];
            return self.between::<false>(m, e, share, Geometry::WITHOUT_SPINS);
        }
        self.towards(m, self.along(m), share)
    }

    /// Forces, if a held spring has this share of the dashpot.
    pub fn sharing(&self, m: &MotionState<D>, share: f64) -> ContactForces<D> {
        self.towards(m, self.along(m), share)
    }

    /// The directions of friction and of the rolling spring at their limits.
    #[inline(always)]
    pub fn along(&self, m: &MotionState<D>) -> [Tangent<D>; 2] {
        [self.pointing(m, FRICTION), self.pointing(m, ROLLING)]
    }

    /// The direction of one of these forces.
    #[inline(always)]
    pub fn pointing(&self, m: &MotionState<D>, which: usize) -> Tangent<D> {
        match self.branch.slider(which) {
            SliderState::Slip(begun) | SliderState::Held(begun) if D < 2 => begun,
            SliderState::Slip(_) | SliderState::Held(_) => direction(m.angle(which)),
            SliderState::Stick | SliderState::Loose => Tangent::from([0.0; D]),
        }
    }

    /// Whether a slider has no spring.
    pub fn is_dry(&self, which: usize) -> bool {
        match which {
            FRICTION => self.problem.shear.form == Form::Coulomb,
            _ => !matches!(self.problem.rolling, Rolling::Between { spring: true, .. }),
        }
    }

    /// Forces, if the springs at their limits have the directions `e`.
    #[inline(always)]
    pub fn towards(&self, m: &MotionState<D>, e: [Tangent<D>; 2], share: f64) -> ContactForces<D> {
        self.between::<true>(m, e, share, self.problem.geometry(m.q))
    }

    /// The same in this geometry; without `SPINS` the bodies do not turn and have no rolling resistance. Inlined, as
    /// the derivative of the motion alone needs half of the values.
    #[inline(always)]
    fn between<const SPINS: bool>(
        &self,
        m: &MotionState<D>,
        e: [Tangent<D>; 2],
        share: f64,
        geometry: Geometry,
    ) -> ContactForces<D> {
        let Self { problem, branch, .. } = self;
        let (q, w, v, spin) = (m.q, m.w, m.v, &m.spin);
        let Geometry { xi, near, arms, torque_arms, slopes } = geometry;
        let [total, drag] = problem.normal.force(q, w);
        let elastic = total - drag;
        let normal = if branch.pushes { total } else { 0.0 };
        let drag = if branch.pushes { drag } else { -elastic };
        let mu = problem.shear.friction;
        let (limit, bound) = if problem.shear.limit.is_elastic() {
            let bound = elastic + problem.normal.added_to_limit(problem.shear.limit, q, w)[0];
            (mu * bound, bound)
        } else {
            (mu * branch.hold * normal, (branch.hold * normal).max(0.0))
        };
        let slip = v - spin[0] * arms[0] - spin[1] * arms[1];

        // The state has omega_i r_i in place of omega_i: times L/r_i it is the spin in units.
        let about = |i: usize| m.twist[i] * problem.scale.length / problem.bodies.radius[i];
        let twist = if D < 2 { 0.0 } else { problem.shear.rotation.spin(about(0), about(1)) };
        let mut turned = v * (w * near);
        let mut drift = [Tangent::from([0.0; D]); 2];
        if D > 1 {
            turned += across(&v) * twist;
            drift = [0, 1].map(|i| across(&spin[i]) * twist - across(&v) * (m.twist[i] * near));
        }
        let mut rolling =
            if SPINS { self.rolling_torques(m, e[1], bound, torque_arms, drift) } else { RollingTorques::none() };
        let (fixed, per_force) = (&rolling.fixed, &rolling.per_force);

        // Slip: v_s' = free - compliance T.
        let compliance = 1.0 + arms[0] * per_force[0] + arms[1] * per_force[1];
        let free = turned - fixed[0] * arms[0] - fixed[1] * arms[1] - (spin[0] * slopes[0] + spin[1] * slopes[1]) * w;
        let zero = Tangent::from([0.0; D]);
        let damp = if problem.c == 0.0 { zero } else { slip * (problem.c * problem.normal.dashpot(q)) };
        let sliding = problem.shear.dashpot.sliding;
        let (force, spring, dashpot) = match branch.slide {
            SliderState::Loose => match sliding {
                WhileSliding::Capped => (zero, -damp, zero),
                WhileSliding::Added => (damp, zero, damp),
                WhileSliding::Dropped => (zero, zero, zero),
            },
            SliderState::Held(_) => (e[0] * limit + damp * share, e[0] * limit, damp * share),
            SliderState::Slip(_) => {
                let held = e[0] * limit;
                match sliding {
                    WhileSliding::Capped => (held, held - damp, damp),
                    WhileSliding::Added => (held + damp, held, damp),
                    WhileSliding::Dropped => (held, held, zero),
                }
            }
            SliderState::Stick if problem.shear.form == Form::Coulomb => (free / compliance, zero, zero),
            SliderState::Stick => {
                let spring =
                    if branch.stretch { m.memory * (problem.kappa * problem.normal.spring(q)) } else { m.memory };
                (spring + damp, spring, damp)
            }
        };
        let spins = [fixed[0] + force * per_force[0], fixed[1] + force * per_force[1]];
        let (along, slips) = (turned - force, free - force * compliance);
        if SPINS {
            self.answer(&mut rolling, &force, torque_arms, &drift);
        }
        let approach = -(normal + v.norm_squared() * near);
        ContactForces {
            xi,
            normal,
            elastic,
            drag,
            limit,
            slip,
            force,
            spring,
            dashpot,
            twist,
            near,
            approach,
            along,
            spins,
            slips,
            rolling,
            torque_arms,
        }
    }

    /// Rates of the motion by `s`.
    #[inline(always)]
    pub fn rates(&self, m: &MotionState<D>, at: &ContactForces<D>, clock: f64) -> MotionState<D> {
        let (problem, branch) = (self.problem, &self.branch);
        let memory = match branch.slide {
            SliderState::Stick if branch.stretch => at.slip * clock,
            SliderState::Stick => at.slip * (clock * problem.kappa * problem.normal.spring(m.q)),
            SliderState::Held(_) if D > 1 => self.turns(m),
            _ => Tangent::from([0.0; D]),
        };
        let roll = match (branch.roll[0], problem.rolling) {
            (SliderState::Stick, Rolling::Between { spring: true, .. }) => at.rolling.rolls[0] * clock,
            _ => Tangent::from([0.0; D]),
        };
        let mut twist = [0.0; 2];
        if D > 1 {
            twist = m.spin.map(|spin| clock * at.near * across(&m.v).dot(&spin));
        }
        MotionState {
            q: m.w,
            w: clock * at.approach,
            v: at.along * clock,
            spin: [at.spins[0] * clock, at.spins[1] * clock],
            memory,
            roll,
            twist,
        }
    }

    /// Rates of all states.
    #[inline(always)]
    pub fn derive<const N: usize>(&self, y: &Vector<N>, m: &MotionState<D>, at: &ContactForces<D>, dy: &mut Vector<N>) {
        let clock = self.problem.normal.clock(m.q);
        self.rates(m, at, clock).put(dy);
        if N > MotionState::<D>::MOTION {
            self.read(y, m, at, clock, dy);
        }
    }

    /// The same for a held spring; a separate function, so that in all other states only the required forces are computed.
    #[cold]
    #[inline(never)]
    fn derive_held<const N: usize>(&self, y: &Vector<N>, dy: &mut Vector<N>) {
        let m = MotionState::of(y);
        self.derive(y, &m, &self.acting(&m), dy);
    }

    /// Rates of the quantities that follow from the motion: time, axes, impulses and works.
    fn read<const N: usize>(
        &self,
        y: &Vector<N>,
        m: &MotionState<D>,
        at: &ContactForces<D>,
        clock: f64,
        dy: &mut Vector<N>,
    ) {
        let problem = self.problem;
        let work = MotionState::<D>::WORK;
        dy[MotionState::<D>::TIME] = clock;
        dy[MotionState::<D>::PRESS] = clock * at.normal;
        dy[work] = clock * at.drag * m.w;
        if D == 0 {
            return;
        }
        let turned = axes::<D, N>(y);
        let k = MotionState::<D>::AXES;
        if D == 1 {
            dy[k] = clock * m.v[0] * at.near;
        } else {
            let rate = space(at.twist, &(across(&m.v) * -at.near)) * (0.5 * clock);
            let q = nalgebra::Quaternion::new(y[k], y[k + 1], y[k + 2], y[k + 3]);
            let turning = q * nalgebra::Quaternion::from_imag(rate);
            (dy[k], dy[k + 1], dy[k + 2], dy[k + 3]) = (turning.w, turning.i, turning.j, turning.k);
        }
        let (force, velocity) = (turned * space(at.normal, &-at.force), turned * space(-m.w, &m.v));
        dy[MotionState::<D>::IMPULSE] = clock * force[0];
        for i in 0..D {
            dy[MotionState::<D>::IMPULSE + 1 + i] = clock * force[1 + i];
            dy[MotionState::<D>::PATH + i] = clock * velocity[1 + i];
            dy[MotionState::<D>::MOMENT + i] = clock * at.normal * y[MotionState::<D>::PATH + i];
        }

        let [arm1, arm2] = at.torque_arms;
        let lever = at.slip - (m.v - m.spin[0] * arm1 - m.spin[1] * arm2);
        // Works of spring and dashpot; friction takes the work that does not become energy of the spring.
        let unbounded = problem.unbounded();
        let dashes = matches!(self.branch.slide, SliderState::Stick | SliderState::Held(_))
            || problem.shear.dashpot.sliding == WhileSliding::Added;
        let damped = if dashes { at.dashpot.dot(&at.slip) } else { 0.0 };
        let stiffness = problem.kappa * problem.normal.spring(m.q);
        let slides = self.branch.slide != SliderState::Stick;
        // A step may go beyond the zero of the friction limit: a spring at its limit carries no force there.
        let holds = !slides || at.limit > 0.0;
        let softens = if holds && stiffness > 0.0 && problem.gamma > 0.0 {
            problem.normal.softened(0.5 * self.spring_force(m, at).powi(2) / stiffness, m.q, m.w)
        } else {
            0.0
        };
        let kept = unbounded || (slides && problem.lumps());
        let made = if kept {
            0.0
        } else if self.branch.stretch {
            softens
        } else {
            -softens
        };
        dy[work + 1] = 0.0;
        if slides || unbounded {
            dy[work + 1] = clock * (at.force.dot(&at.slip) - damped) + made;
        }
        dy[work + 2] = clock * damped;
        dy[work + 3] = -clock * (at.rolling.torque[0].dot(&m.spin[0]) + at.rolling.torque[1].dot(&m.spin[1]));
        dy[work + 4] = made + clock * at.force.dot(&lever);
    }
}

impl<M: NormalMotion, const D: usize, const N: usize> Flow<N, SWITCHES> for ImpactMotion<'_, M, D> {
    #[inline]
    fn derivative(&self, y: &Vector<N>, dy: &mut Vector<N>) {
        let m = MotionState::of(y);
        if let SliderState::Held(_) = self.branch.slide {
            return self.derive_held(y, dy);
        }
        self.derive(y, &m, &self.carried::<N>(&m, 0.0), dy);
    }

    fn switches(&self, y: &Vector<N>) -> [f64; SWITCHES] {
        let m = MotionState::of(y);
        let share = if let SliderState::Held(_) = self.branch.slide { self.share(&m) } else { 0.0 };
        let at = self.carried::<N>(&m, share);
        let rolls = |i: usize| if N < MotionState::<D>::MOTION { 1.0 } else { self.roll_switch(&m, &at, i) };
        let divided = self.problem.normal.divided_force(m.q, m.w);
        let form = self.problem.shear.form;
        let slide = match self.branch.slide {
            SliderState::Loose => 1.0,
            SliderState::Stick => at.limit - size(&self.required(&at)),
            // A slider without a spring comes to rest.
            SliderState::Slip(_) if form == Form::Coulomb => at.slip.dot(&self.pointing(&m, FRICTION)),
            SliderState::Slip(_) => self.slip_excess(&m, &at),
            SliderState::Held(_) => within(share),
        };
        [
            self.problem.normal.peak(m.w),
            if N > MotionState::<D>::MOTION { self.problem.normal.peak(self.normal_rate(&m, &at)) } else { 1.0 },
            if self.branch.pushes && self.branch.hold > 0.0 { divided } else { -divided },
            self.problem.normal.left(m.q),
            self.problem.unspent(&m, self.spent),
            slide,
            rolls(0),
            rolls(1),
            self.problem.normal.necked(m.q),
        ]
    }

    const RELAXES: bool = D > 1;

    #[inline]
    fn leap(&self, from: &Vector<N>, at: &Vector<N>, h: f64) -> Vector<N> {
        if D > 1 {
            return self.relaxed(from, at, h);
        }
        let mut rate = Vector::zeros();
        self.derivative(at, &mut rate);
        rate * h
    }

    fn weights(&self, y: &Vector<N>) -> Vector<N> {
        self.felt(y)
    }

    fn swings(&self, from: &Vector<N>, to: &Vector<N>) -> bool {
        self.reverses(from, to)
    }

    fn stops(&self, switch: usize) -> bool {
        match switch {
            TURNING => {
                M::PIECES || self.problem.holds || (self.problem.shear.form == Form::Rescaled && !self.branch.stretch)
            }
            PEAK | NECK => false,
            ZERO_FORCE => {
                let ending = &self.problem.ending;
                ending.may_turn_to_pull && (!ending.pulls || self.problem.limit_bends())
            }
            _ => true,
        }
    }
}

/// Rounding error of a share: towards the end of a contact a vanishing part of the dashpot is enough.
const ROUNDING: f64 = 1e-7;

/// Positive while a share of the dashpot is between 0 and 1.
fn within(share: f64) -> f64 {
    (share + ROUNDING) * (1.0 - share + ROUNDING)
}
