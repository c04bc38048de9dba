//! Motion of the contact as a flow, head-on, with one tangential direction or with two.
//!
//! With two the axes turn at the rate `Omega = (omega_n, -v_2/d, v_1/d)`, and every vector `x` obeys
//! `x' = (dx/dt) - Omega x x`. Written for surface velocities in place of the spins, this adds `omega_n J x` and, to a
//! spin, `-s_n J v/d`, with `J` a right angle about the normal; with one direction there is no `J`.

use super::normal::{LEAST, NormalMotion};
use super::problem::{Geometry, Problem, Rolling};
use super::state::{BARE, MotionState, axes, space};
use super::state::{ContactForces, RollingTorques};
use super::state::{ContactState, FRICTION, ROLLING, SliderState, Tangent, across, direction, size};
use crate::collide::ode::{Flow, Vector};
use crate::law::shear::{Form, FrictionRate, WhileSliding};

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

    /// Forces in a state of `N` numbers: in a state without spins with the geometry of bodies that do not spin.
    #[inline(always)]
    fn carried<const N: usize>(&self, m: &MotionState<D>, share: f64) -> ContactForces<D> {
        if N < MotionState::<D>::MOTION {
            let e = [self.pointing(m, FRICTION), Tangent::from([0.0; D])];
            return self.forces::<false>(m, e, share, Geometry::WITHOUT_SPINS);
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
    #[inline]
    pub fn is_dry(&self, which: usize) -> bool {
        match which {
            FRICTION => self.problem.shear.form == Form::Coulomb,
            _ => !matches!(self.problem.rolling, Rolling::Between { spring: true, .. }),
        }
    }

    /// Forces, if the springs at their limits have the directions `e`.
    #[inline(always)]
    pub fn towards(&self, m: &MotionState<D>, e: [Tangent<D>; 2], share: f64) -> ContactForces<D> {
        self.forces::<true>(m, e, share, self.problem.geometry(m.q))
    }

    /// Coulomb's limit, and the normal force in the limit of the rolling resistance, which never attracts.
    #[inline(always)]
    fn coulomb_limit(&self, m: &MotionState<D>, [elastic, normal]: [f64; 2], slip: &Tangent<D>) -> (f64, f64) {
        let Self { problem, branch, .. } = self;
        let mu = problem.coefficient(slip);
        if problem.shear.limit.is_elastic() {
            let bound = elastic + problem.normal.added_to_limit(problem.shear.limit, m.q, m.w)[0];
            return (mu * bound, bound);
        }
        (mu * branch.hold * normal, (branch.hold * normal).max(0.0))
    }

    /// The same in this geometry; without `SPINS` the bodies do not turn and have no rolling resistance. Inlined, as
    /// the derivative of the motion alone needs half of the values.
    #[inline(always)]
    fn forces<const SPINS: bool>(
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
        let slip = v - spin[0] * arms[0] - spin[1] * arms[1];
        let (limit, bound) = self.coulomb_limit(m, [elastic, normal], &slip);

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
            SliderState::Loose if problem.shear.form == Form::Regularised => (problem.smooth(&slip, limit), zero, zero),
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
        let approach = problem.weight - (normal + v.norm_squared() * near);
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
        if MotionState::<D>::is_full(N) {
            self.read(y, m, at, clock, dy);
        }
    }

    /// Rates of a head-on motion alone, with the work of the dashpot over its coefficient if there is a place for it.
    #[inline(always)]
    fn derive_bare<const N: usize>(&self, m: &MotionState<D>, dy: &mut Vector<N>) {
        let normal = &self.problem.normal;
        dy[0] = m.w;
        dy[1] = if self.branch.pushes { normal.pull(m.q, m.w) } else { 0.0 };
        if N > BARE {
            dy[BARE] = normal.drained(m.q, m.w, self.branch.pushes);
        }
    }

    /// Normal force, and that of the dashpot: of a clamped force it cancels the elastic one.
    #[inline(always)]
    pub fn pressing(&self, q: f64, w: f64) -> [f64; 2] {
        let [total, drag] = self.problem.normal.force(q, w);
        if self.branch.pushes { [total, drag] } else { [0.0, drag - total] }
    }

    /// Rates of a head-on motion with all quantities.
    #[inline(always)]
    fn derive_head_on<const N: usize>(&self, m: &MotionState<D>, dy: &mut Vector<N>) {
        let clock = self.problem.normal.clock(m.q);
        let [normal, drag] = self.pressing(m.q, m.w);
        dy[MotionState::<D>::Q] = m.w;
        dy[MotionState::<D>::W] = clock * (self.problem.weight - normal);
        dy[MotionState::<D>::TIME] = clock;
        dy[MotionState::<D>::PRESS] = clock * normal;
        dy[MotionState::<D>::WORK] = clock * drag * m.w;
    }

    /// The switches of a head-on motion.
    #[inline(always)]
    fn head_on_switches<const N: usize>(&self, m: &MotionState<D>) -> [f64; SWITCHES] {
        let Self { problem, branch, .. } = self;
        let (normal, q, w) = (&problem.normal, m.q, m.w);
        let divided = normal.divided_force(q, w);
        let rate = || {
            let elastic = normal.elastic_rate(q, w);
            if !branch.pushes {
                return elastic;
            }
            elastic + normal.drag_rate(q, w, problem.weight - normal.force(q, w)[0])
        };
        let mut all = [1.0; SWITCHES];
        all[TURNING] = normal.peak(w);
        if MotionState::<D>::is_full(N) {
            all[PEAK] = normal.peak(rate());
        }
        all[ZERO_FORCE] = if branch.pushes && branch.hold > 0.0 { divided } else { -divided };
        all[ZERO_OVERLAP] = normal.left(q, w);
        all[SPENT] = problem.unspent(m, self.spent);
        all[NECK] = normal.necked(q);
        all
    }

    /// Rates of a motion along the contact too.
    #[inline]
    fn derive_along<const N: usize>(&self, y: &Vector<N>, dy: &mut Vector<N>) {
        if let SliderState::Held(_) = self.branch.slide {
            return self.derive_held(y, dy);
        }
        let m = MotionState::of(y);
        self.derive(y, &m, &self.carried::<N>(&m, 0.0), dy);
    }

    /// The same for a held spring; a separate function, so that in all other states only the required forces are computed.
    #[cold]
    #[inline(never)]
    fn derive_held<const N: usize>(&self, y: &Vector<N>, dy: &mut Vector<N>) {
        let m = MotionState::of(y);
        self.derive(y, &m, &self.acting(&m), dy);
    }

    /// Rates of the quantities that follow from the motion: time, axes, impulses and works.
    #[inline(always)]
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
        let k = MotionState::<D>::AXES;
        if D == 1 {
            // At a wall the normal does not turn.
            let (sin, cos) = if at.near == 0.0 { (0.0, 1.0) } else { libm::sincos(y[k]) };
            dy[k] = clock * m.v[0] * at.near;
            dy[MotionState::<D>::IMPULSE] = clock * (cos * at.normal + sin * at.force[0]);
            dy[MotionState::<D>::IMPULSE + 1] = clock * (sin * at.normal - cos * at.force[0]);
            dy[MotionState::<D>::PATH] = clock * (cos * m.v[0] - sin * m.w);
            dy[MotionState::<D>::MOMENT] = clock * at.normal * y[MotionState::<D>::PATH];
        } else {
            let turned = axes::<D, N>(y);
            let rate = space(at.twist, &(across(&m.v) * -at.near)) * (0.5 * clock);
            let q = nalgebra::Quaternion::new(y[k], y[k + 1], y[k + 2], y[k + 3]);
            let turning = q * nalgebra::Quaternion::from_imag(rate);
            (dy[k], dy[k + 1], dy[k + 2], dy[k + 3]) = (turning.w, turning.i, turning.j, turning.k);
            let (force, velocity) = (turned * space(at.normal, &-at.force), turned * space(-m.w, &m.v));
            dy[MotionState::<D>::IMPULSE] = clock * force[0];
            for i in 0..D {
                dy[MotionState::<D>::IMPULSE + 1 + i] = clock * force[1 + i];
                dy[MotionState::<D>::PATH + i] = clock * velocity[1 + i];
                dy[MotionState::<D>::MOMENT + i] = clock * at.normal * y[MotionState::<D>::PATH + i];
            }
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
            problem.normal.softened([0.5 * self.spring_force(m, at).powi(2), stiffness], m.q, m.w)
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
        dy[work + 3] = match problem.rolling {
            Rolling::None => 0.0,
            _ => -clock * (at.rolling.torque[0].dot(&m.spin[0]) + at.rolling.torque[1].dot(&m.spin[1])),
        };
        dy[work + 4] = made + clock * at.force.dot(&lever);
    }
}

impl<M: NormalMotion, const D: usize, const N: usize> Flow<N, SWITCHES> for ImpactMotion<'_, M, D> {
    #[inline(always)]
    fn derivative(&self, y: &Vector<N>, dy: &mut Vector<N>) {
        if D == 0 {
            let m = MotionState::of(y);
            return if MotionState::<D>::is_full(N) { self.derive_head_on(&m, dy) } else { self.derive_bare(&m, dy) };
        }
        self.derive_along(y, dy);
    }

    fn switches(&self, y: &Vector<N>) -> [f64; SWITCHES] {
        let m = MotionState::of(y);
        if D == 0 {
            return self.head_on_switches::<N>(&m);
        }
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
            if MotionState::<D>::is_full(N) { self.problem.normal.peak(self.normal_rate(&m, &at)) } else { 1.0 },
            if self.branch.pushes && self.branch.hold > 0.0 { divided } else { -divided },
            self.problem.normal.left(m.q, m.w),
            self.problem.unspent(&m, self.spent),
            slide,
            rolls(0),
            rolls(1),
            self.problem.normal.necked(m.q),
        ]
    }

    const LEADS: usize = if N < MotionState::<D>::TIME { N } else { MotionState::<D>::TIME };

    // The motion alone takes what its steps show.
    const GRAZES: bool = D == 1 && MotionState::<D>::is_full(N);

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
    #[inline]
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
        self.problem.coefficient(&at.slip) * rate + self.weakening(m, at)
    }

    /// The part of that rate that is due to a coefficient which depends on the slip velocity; over.
    #[inline]
    fn weakening(&self, m: &MotionState<D>, at: &ContactForces<D>) -> f64 {
        let Problem { normal, shear, .. } = self.problem;
        let (speed, mu) = (size(&at.slip), self.problem.coefficient(&at.slip));
        // At touch the limit itself is less than its rate.
        if !matches!(shear.rate, FrictionRate::Decaying(_)) || speed == 0.0 || mu == 0.0 || m.q <= 0.0 {
            return 0.0;
        }
        let faster = at.slip.dot(&at.slips) / speed;
        let rate = self.problem.coefficient_slope(speed) * faster * at.limit / mu;
        rate * normal.clock(m.q) * normal.over(m.q)
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
            let mut spring = along * (self.problem.coefficient(&at.slip) * hold * held);
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

/// Step of the finite differences along the motion, over the distance `q` to touch.
const STEP: f64 = 1e-3;

/// Central difference of four values at a step of `h`; of fourth order.
fn difference(at: impl Fn(f64) -> f64, h: f64) -> f64 {
    (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
}

/// Decay rate of a deviation from the limit where the overlap is `q^p`: as the 30th power of `q`. Without decay, the
/// small deviation within the tolerance would become large relative to an ever softer spring.
fn decay(q: f64) -> f64 {
    30.0 / q.abs().max(1e-9)
}

/// Step of a finite difference where the overlap is `q^p`.
fn reach(q: f64) -> f64 {
    STEP * q.abs().clamp(1e-9, 1.0)
}

impl<M: NormalMotion, const D: usize> ImpactMotion<'_, M, D> {
    /// The share of the dashpot that keeps the spring at its limit; 0.5 where the dashpot has no effect, as at touch.
    pub fn share(&self, m: &MotionState<D>) -> f64 {
        let [without, with] = [0.0, 1.0].map(|share| self.excess_rate(m, share));
        if without == with { 0.5 } else { without / (without - with) }
    }

    /// Rate of [`slip_excess`](Self::slip_excess) along the motion, with this share of the dashpot, minus the rate of its decay.
    pub fn excess_rate(&self, m: &MotionState<D>, share: f64) -> f64 {
        let held = self.sliding(match self.branch.slide {
            SliderState::Slip(along) => SliderState::Held(along),
            other => other,
        });
        let rate = held.rates(m, &held.sharing(m, share), self.problem.normal.clock(m.q));
        let excess = |h: f64| {
            let there = m.after(&rate, h);
            held.slip_excess(&there, &held.sharing(&there, 0.0))
        };
        difference(excess, reach(m.q)) + decay(m.q) * excess(0.0)
    }

    /// Whether surfaces that stick at the limit would slip again at once: the spring is held then.
    pub fn returns(&self, m: &MotionState<D>) -> bool {
        self.problem.drops() && self.excess_rate(m, 1.0) > 0.0
    }
}
