//! Motion in the plane of `n` and `t` as a flow.

use super::branch::{Branch, Slide};
use super::drive::LEAST;
use super::held::within;
use super::problem::{Problem, Rolling};
use crate::contact::shear::{Form, FrictionLimit, WhileSliding};
use crate::ode::{Flow, State};

/// Components of the state. The first `LEAN` are the motion, the others what is read off it.
pub const Q: usize = 0;
pub const W: usize = 1;
pub const V: usize = 2;
pub const SPIN: usize = 3;
/// Stretch or force of the spring.
pub const MEMORY: usize = 5;
/// Angle of the rolling spring.
pub const ROLL: usize = 6;
pub const LEAN: usize = 7;
pub const TIME: usize = 7;
/// Angle by which the normal has turned.
pub const TURN: usize = 8;
/// Path along `t`.
pub const PATH: usize = 9;
/// Integral of the normal force; of the force along `n` and `t` of first touch; moment of the normal force on the path.
pub const PRESS: usize = 10;
pub const IMPULSE: usize = 11;
pub const MOMENT: usize = 13;
/// Works: normal dashpot, slip, tangential dashpot, rolling, created.
pub const WORK: usize = 14;
pub const FULL: usize = 19;

/// Switches. Those of the sliders come last, in the order of [`Branch::slider`].
pub const TURNING: usize = 0;
pub const PEAK: usize = 1;
pub const ZERO_FORCE: usize = 2;
pub const ZERO_OVERLAP: usize = 3;
pub const SPENT: usize = 4;
pub const SLIDE: usize = 5;
pub const SWITCHES: usize = 8;

/// The equations of one branch, without units.
pub struct Planar<'a> {
    pub problem: &'a Problem,
    pub branch: Branch,
    /// Energy of the normal motion at which the units become too large.
    pub spent: f64,
}

/// What acts at a state.
#[derive(Debug, Clone, Copy)]
pub struct Acting {
    /// Normal force, its elastic part and that of the dashpot.
    pub normal: f64,
    pub elastic: f64,
    pub drag: f64,
    /// What friction can hold.
    pub limit: f64,
    pub slip: f64,
    /// Tangential force, the part the spring carries, and what the spring would carry with its dashpot.
    pub force: f64,
    pub spring: f64,
    pub dashpot: f64,
    /// Accelerations of the approach, along `t`, of the spins, of the slip.
    pub approach: f64,
    pub along: f64,
    pub spins: [f64; 2],
    pub slips: f64,
    /// Torque of the rolling resistance on each body, over `F r_i`.
    pub rolling: [f64; 2],
    /// What the rolling slider would have to carry, and what it can.
    pub asked: [f64; 2],
    pub rolls: [f64; 2],
    pub roll_limit: f64,
    pub torque_arms: [f64; 2],
}

impl Planar<'_> {
    #[inline]
    pub fn acting<const N: usize>(&self, y: &State<N>) -> Acting {
        match self.branch.slide {
            Slide::Held(sign) => self.sharing(y, self.share(y, sign)),
            _ => self.sharing(y, 0.0),
        }
    }

    /// What acts when a held spring has this share of the dashpot.
    pub fn sharing<const N: usize>(&self, y: &State<N>, share: f64) -> Acting {
        self.summed(y, share)
    }

    /// [`sharing`](Self::sharing) where it is called: the derivative of a lean pass needs half of it.
    #[inline(always)]
    fn summed<const N: usize>(&self, y: &State<N>, share: f64) -> Acting {
        let Self { problem, branch, .. } = self;
        let (q, w, v, spin) = (y[Q], y[W], y[V], [y[SPIN], y[SPIN + 1]]);
        let xi = if q > 0.0 { problem.normal.overlap(q) } else { 0.0 };
        let [total, drag] = problem.normal.force(q, w);
        let elastic = total - drag;
        let normal = if branch.pushes { total } else { 0.0 };
        let drag = if branch.pushes { drag } else { -elastic };
        let mu = problem.shear.friction;
        let elastic_limit = problem.shear.limit == FrictionLimit::Elastic;
        let limit = if elastic_limit { mu * elastic } else { mu * branch.hold * normal };
        let bound = if elastic_limit { elastic } else { (branch.hold * normal).max(0.0) };
        let near = problem.curvature(xi);
        let levers = problem.levers();
        let arms = problem.arms(levers.slip, xi);
        let torque_arms = if levers.torque == levers.slip { arms } else { problem.arms(levers.torque, xi) };
        let slip = v - arms[0] * spin[0] - arms[1] * spin[1];
        let c = problem.agility;

        // Spins: o_i' = fixed_i + per_force_i T.
        let mut fixed = [0.0; 2];
        let mut per_force = [c[0] * torque_arms[0], c[1] * torque_arms[1]];
        let (mut rolls, mut own) = ([0.0; 2], [0.0; 2]);
        let mut roll_limit = 0.0;
        let mut carried = 0.0;
        match problem.rolling {
            Rolling::None => {}
            Rolling::Own { friction } => {
                roll_limit = friction * bound;
                rolls = spin;
                for i in 0..2 {
                    match branch.roll[i] {
                        Slide::Slip(sign) => {
                            own[i] = -roll_limit * sign;
                            fixed[i] = c[i] * own[i];
                        }
                        Slide::Stick => per_force[i] = 0.0,
                        Slide::Held(_) | Slide::Loose => {}
                    }
                }
            }
            Rolling::Between { friction, stiffness, damping, spring } => {
                roll_limit = friction * bound;
                let part = problem.slight;
                let relative = part[0] * spin[0] - part[1] * spin[1];
                rolls[0] = relative;
                carried = match branch.roll[0] {
                    Slide::Slip(sign) => roll_limit * sign,
                    Slide::Stick if spring => stiffness * y[ROLL] + damping * relative,
                    _ => 0.0,
                };
                if branch.roll[0] == Slide::Stick && !spring {
                    let weight = c[0] * part[0] * part[0] + c[1] * part[1] * part[1];
                    let per = (part[0] * per_force[0] - part[1] * per_force[1]) / weight;
                    per_force[0] -= c[0] * part[0] * per;
                    per_force[1] += c[1] * part[1] * per;
                } else {
                    fixed[0] -= c[0] * part[0] * carried;
                    fixed[1] += c[1] * part[1] * carried;
                }
            }
        }

        // Slip: v_s' = free - give T.
        let slopes = problem.arm_slopes(levers.slip, xi);
        let give = 1.0 + arms[0] * per_force[0] + arms[1] * per_force[1];
        let free =
            w * v * near - arms[0] * fixed[0] - arms[1] * fixed[1] - w * (slopes[0] * spin[0] + slopes[1] * spin[1]);
        let damp = if problem.c == 0.0 { 0.0 } else { problem.c * problem.powers.dashpot.of(q) * slip };
        let sliding = problem.shear.dashpot.sliding;
        let (force, spring, dashpot) = match (branch.slide, problem.shear.form) {
            (Slide::Loose, _) => match sliding {
                WhileSliding::Capped => (0.0, -damp, 0.0),
                WhileSliding::Added => (damp, 0.0, damp),
                WhileSliding::Dropped => (0.0, 0.0, 0.0),
            },
            (Slide::Held(sign), _) => (sign * limit + share * damp, sign * limit, share * damp),
            (Slide::Slip(sign), _) => {
                let held = sign * limit;
                match sliding {
                    WhileSliding::Capped => (held, held - damp, damp),
                    WhileSliding::Added => (held + damp, held, damp),
                    WhileSliding::Dropped => (held, held, 0.0),
                }
            }
            (Slide::Stick, Form::Coulomb) => (free / give, 0.0, 0.0),
            (Slide::Stick, _) => {
                let spring =
                    if branch.stretch { problem.kappa * problem.powers.spring.of(q) * y[MEMORY] } else { y[MEMORY] };
                (spring + damp, spring, damp)
            }
        };
        let spins = [fixed[0] + per_force[0] * force, fixed[1] + per_force[1] * force];
        let (mut rolling, mut asked) = (own, [0.0; 2]);
        match problem.rolling {
            Rolling::None => {}
            Rolling::Own { .. } => {
                for i in 0..2 {
                    asked[i] = torque_arms[i] * force;
                    if branch.roll[i] == Slide::Stick {
                        rolling[i] = -asked[i];
                    }
                }
            }
            Rolling::Between { spring, .. } => {
                let part = problem.slight;
                if branch.roll[0] == Slide::Stick && !spring {
                    let weight = c[0] * part[0] * part[0] + c[1] * part[1] * part[1];
                    let turn = part[0] * c[0] * torque_arms[0] - part[1] * c[1] * torque_arms[1];
                    carried = turn * force / weight;
                }
                asked[0] = carried;
                rolling = [-part[0] * carried, part[1] * carried];
            }
        }
        Acting {
            normal,
            elastic,
            drag,
            limit,
            slip,
            force,
            spring,
            dashpot,
            approach: -(normal + v * v * near),
            along: w * v * near - force,
            spins,
            slips: free - give * force,
            rolling,
            asked,
            rolls,
            roll_limit,
            torque_arms,
        }
    }

    /// `d/ds` of the total normal force, over `q^m`.
    pub fn normal_rate<const N: usize>(&self, y: &State<N>, at: &Acting) -> f64 {
        let Problem { powers, g, p, law, .. } = self.problem;
        let (q, w) = (y[Q].max(0.0), y[W]);
        let elastic = p * law.alpha * powers.elastic_rate.of(q) * w;
        if *g == 0.0 || !self.branch.pushes {
            return elastic;
        }
        let drag = if law.beta == 0.0 { 0.0 } else { p * law.beta * powers.drag_rate.of(q) * w * w };
        elastic + g * (drag + p * powers.drag_speed_rate.of(q) * at.approach)
    }

    /// `d/ds` of what friction can hold, over `q^m`.
    fn limit_rate<const N: usize>(&self, y: &State<N>, at: &Acting) -> f64 {
        let Problem { powers, p, law, shear, .. } = self.problem;
        match shear.limit {
            FrictionLimit::Elastic => shear.friction * p * law.alpha * powers.elastic_rate.of(y[Q].max(0.0)) * y[W],
            _ if !self.branch.pushes => 0.0,
            _ => shear.friction * self.branch.hold * self.normal_rate(y, at),
        }
    }

    /// How much faster the force would grow than its limit if the surfaces stuck, over `q^m`; `sign` the direction of
    /// slip. The law's own rate: positive while they go on slipping.
    pub fn slip_excess<const N: usize>(&self, y: &State<N>, at: &Acting, sign: f64) -> f64 {
        let Problem { powers, g, p, shear, kappa, gamma, c, .. } = self.problem;
        let (q, w) = (y[Q].max(0.0), y[W]);
        let capped = *c > 0.0 && shear.dashpot.sliding == WhileSliding::Capped;
        let mut rate = kappa * p * powers.spring_rate.of(q) * at.slip;
        if self.branch.stretch && *gamma > 0.0 {
            // T over q^(m+1).
            let mut held = powers.elastic_rate.of(q);
            if *g != 0.0 && self.branch.pushes && shear.limit != FrictionLimit::Elastic {
                held += g * powers.drag_rate.of(q) * w;
            }
            let hold = if shear.limit == FrictionLimit::Elastic { 1.0 } else { self.branch.hold };
            let mut spring = sign * shear.friction * hold * held;
            if capped {
                spring -= c * powers.dashpot_rate.of(q) * at.slip;
            }
            rate += gamma * p * w * spring;
        }
        if capped {
            let beta = shear.dashpot.beta;
            let overlap = if beta == 0.0 { 0.0 } else { p * beta * powers.dashpot_rate.of(q) * w * at.slip };
            rate += c * (overlap + p * powers.dashpot_speed_rate.of(q) * at.slips);
        }
        sign * rate - self.limit_rate(y, at)
    }

    /// Rates of overlap, velocities and spins.
    #[inline]
    pub fn motion<const N: usize>(&self, y: &State<N>, at: &Acting, clock: f64, dy: &mut State<N>) {
        dy[Q] = y[W];
        dy[W] = clock * at.approach;
        dy[V] = clock * at.along;
        dy[SPIN] = clock * at.spins[0];
        dy[SPIN + 1] = clock * at.spins[1];
    }

    /// Energy in the spring; `q > 0`, or nothing is left.
    pub fn spring_energy<const N: usize>(&self, y: &State<N>) -> f64 {
        let problem = self.problem;
        let q = y[Q];
        if problem.kappa == 0.0 || problem.unbounded() {
            return 0.0;
        }
        if self.branch.slide == Slide::Stick && self.branch.stretch {
            return 0.5 * problem.kappa * problem.powers.spring.of(q) * y[MEMORY] * y[MEMORY];
        }
        let stiffness = problem.kappa * problem.powers.spring.of(q);
        let force = self.acting(y).spring;
        if stiffness > 0.0 {
            return 0.5 * force * force / stiffness;
        }
        // At touch: what is left of T^2/(2 k_t) as the overlap goes to nothing.
        let tiny = LEAST;
        let mut near = *y;
        near[Q] = tiny;
        let force = self.acting(&near).spring;
        0.5 * force * force / (problem.kappa * problem.powers.spring.of(tiny))
    }

    /// Rates of what is read off the motion.
    fn read<const N: usize>(&self, y: &State<N>, at: &Acting, clock: f64, dy: &mut State<N>) {
        let Self { problem, branch, .. } = self;
        let (q, w, v) = (y[Q], y[W], y[V]);
        let xi = if q > 0.0 { problem.normal.overlap(q) } else { 0.0 };
        let (sin, cos) = y[TURN].sin_cos();
        dy[TIME] = clock;
        dy[TURN] = clock * v * problem.curvature(xi);
        dy[PATH] = clock * v;
        dy[PRESS] = clock * at.normal;
        dy[IMPULSE] = clock * (at.normal * cos + at.force * sin);
        dy[IMPULSE + 1] = clock * (at.normal * sin - at.force * cos);
        dy[MOMENT] = clock * at.normal * y[PATH];
        dy[WORK] = clock * at.drag * w;
        let [arm1, arm2] = at.torque_arms;
        let lever = at.slip - (v - arm1 * y[SPIN] - arm2 * y[SPIN + 1]);
        let mut created = at.force * lever;
        let power = at.spring * at.slip;
        let (mut slip, mut damped) = (0.0, at.dashpot * at.slip);
        // T^2 k_t'/(2 k_t^2), and T T'/k_t while slipping, by s.
        let stiffness = problem.kappa * problem.powers.spring.of(q);
        let softens = if stiffness > 0.0 && problem.gamma > 0.0 && q > 0.0 {
            0.5 * at.spring * at.spring / stiffness * problem.gamma * problem.p * w / q
        } else {
            0.0
        };
        let mut made = 0.0;
        match branch.slide {
            Slide::Stick | Slide::Slip(_) | Slide::Held(_) if problem.unbounded() => slip = power,
            Slide::Stick => made = if branch.stretch { softens } else { -softens },
            Slide::Slip(_) | Slide::Held(_) if problem.lumps() => {
                slip = at.force * at.slip;
                damped = 0.0;
                if problem.shear.dashpot.sliding == WhileSliding::Added {
                    damped = at.dashpot * at.slip;
                    slip = power;
                }
            }
            Slide::Slip(sign) | Slide::Held(sign) => {
                slip = power;
                if stiffness > 0.0 && q > 0.0 {
                    let taken = at.spring * sign * self.limit_by_s(y, at) / stiffness;
                    if branch.stretch {
                        slip += (2.0 * softens - taken) / clock;
                        made = softens;
                    } else {
                        slip -= taken / clock;
                        made = -softens;
                    }
                }
            }
            Slide::Loose => {
                if problem.shear.dashpot.sliding != WhileSliding::Added {
                    (damped, slip) = (0.0, 0.0);
                }
            }
        }
        if clock > 0.0 {
            created += made / clock;
        }
        dy[WORK + 1] = clock * slip;
        dy[WORK + 2] = clock * damped;
        dy[WORK + 3] = -clock * (at.rolling[0] * y[SPIN] + at.rolling[1] * y[SPIN + 1]);
        dy[WORK + 4] = clock * created;
    }

    /// `d/ds` of what friction can hold; `q > 0`.
    fn limit_by_s<const N: usize>(&self, y: &State<N>, at: &Acting) -> f64 {
        self.problem.shear.friction * self.bound_by_s(y, at)
    }

    /// `d/ds` of the normal force that bounds friction and rolling; `q > 0`.
    fn bound_by_s<const N: usize>(&self, y: &State<N>, at: &Acting) -> f64 {
        let Problem { law, p, g, shear, .. } = self.problem;
        let (q, w) = (y[Q], y[W]);
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

    /// `asked` less what the rolling slider can carry, with the sign that a switch has.
    fn roll_switch<const N: usize>(&self, y: &State<N>, at: &Acting, i: usize) -> f64 {
        let spring = matches!(self.problem.rolling, Rolling::Between { spring: true, .. });
        match self.branch.roll[i] {
            Slide::Loose => 1.0,
            Slide::Stick => at.roll_limit - at.asked[i].abs(),
            Slide::Slip(sign) if !spring => sign * at.rolls[i],
            Slide::Slip(sign) | Slide::Held(sign) => {
                let Rolling::Between { friction, stiffness, damping, .. } = self.problem.rolling else { return 1.0 };
                let clock = self.problem.normal.clock(y[Q]);
                let part = self.problem.slight;
                let turns = part[0] * at.spins[0] - part[1] * at.spins[1];
                let limit = if y[Q] > 0.0 { friction * self.bound_by_s(y, at) } else { 0.0 };
                sign * clock * (stiffness * at.rolls[0] + damping * turns) - limit
            }
        }
    }
}

impl<const N: usize> Flow<N, SWITCHES> for Planar<'_> {
    #[inline]
    fn derivative(&self, y: &State<N>, dy: &mut State<N>) {
        let at = match self.branch.slide {
            Slide::Held(_) => self.acting(y),
            _ => self.summed(y, 0.0),
        };
        let clock = self.problem.normal.clock(y[Q]);
        self.motion(y, &at, clock, dy);
        dy[MEMORY] = match self.branch.slide {
            Slide::Stick if self.branch.stretch => clock * at.slip,
            Slide::Stick => clock * self.problem.kappa * self.problem.powers.spring.of(y[Q]) * at.slip,
            _ => 0.0,
        };
        dy[ROLL] = match (self.branch.roll[0], self.problem.rolling) {
            (Slide::Stick, Rolling::Between { spring: true, .. }) => clock * at.rolls[0],
            _ => 0.0,
        };
        if N == FULL {
            self.read(y, &at, clock, dy);
        }
    }

    fn switches(&self, y: &State<N>) -> [f64; SWITCHES] {
        let at = self.acting(y);
        let (q, w) = (y[Q], y[W]);
        let divided = self.problem.normal.divided_force(q, w);
        let slide = match (self.branch.slide, self.problem.shear.form) {
            (Slide::Loose, _) => 1.0,
            (Slide::Stick, _) => {
                let capped = self.problem.shear.dashpot.sliding == WhileSliding::Capped;
                let asked = if capped || self.problem.shear.form == Form::Coulomb { at.force } else { at.spring };
                at.limit - asked.abs()
            }
            (Slide::Held(sign), _) => within(self.share(y, sign)),
            (Slide::Slip(sign), Form::Coulomb) => sign * at.slip,
            (Slide::Slip(sign), _) => self.slip_excess(y, &at, sign),
        };
        [
            w,
            if N == FULL { self.normal_rate(y, &at) } else { 1.0 },
            if self.branch.pushes && self.branch.hold > 0.0 { divided } else { -divided },
            q,
            if self.spent > 0.0 { self.problem.normal.energy(q, w) - self.spent } else { 1.0 },
            slide,
            self.roll_switch(y, &at, 0),
            self.roll_switch(y, &at, 1),
        ]
    }

    fn stops(&self, switch: usize) -> bool {
        match switch {
            TURNING => self.problem.holds || (self.problem.shear.form == Form::Rescaled && !self.branch.stretch),
            PEAK => false,
            ZERO_FORCE => {
                let damped = self.problem.g != 0.0;
                damped && (!self.problem.law.ends.pulls() || self.problem.limit_bends())
            }
            _ => true,
        }
    }
}
