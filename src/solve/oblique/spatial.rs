//! Motion in three dimensions as a flow: for spins out of the plane of incidence.
//!
//! Vectors stand in axes `n`, `e1`, `e2` that move with the contact: `n` along the line of centres, the other two
//! turning about it with the mean spin of the bodies, so that what the spring remembers keeps its components.
//! `Omega = (omega_n, -v_2/d, v_1/d)` is the rate of these axes, and every vector `x` obeys `x' = (dx/dt) - Omega x x`.

use nalgebra::{Quaternion, UnitQuaternion, Vector2, Vector3};

use super::drive::LEAST;
use super::held::{decay, difference, reach, within};
use super::problem::Problem;
use crate::contact::shear::{Form, FrictionLimit, WhileSliding};
use crate::ode::{Flow, State};

pub const Q: usize = 0;
pub const W: usize = 1;
/// Velocity along `e1` and `e2`; spin of body 1 and of body 2, each along `n`, `e1`, `e2`.
pub const V: usize = 2;
pub const SPIN: usize = 4;
/// Stretch or force of the spring; while it slips the first is the direction of slip.
pub const MEMORY: usize = 10;
/// Orientation of the axes.
pub const AXES: usize = 12;
pub const TIME: usize = 16;
pub const PRESS: usize = 17;
pub const IMPULSE: usize = 18;
/// Path of body 1 relative to body 2, in the axes of first touch, and the moment of the wall's reaction.
pub const PATH: usize = 21;
pub const MOMENT: usize = 24;
/// Works: normal dashpot, slip, tangential dashpot, created.
pub const WORK: usize = 27;
pub const ALL: usize = 31;

pub const TURNING: usize = 0;
pub const PEAK: usize = 1;
pub const ZERO_FORCE: usize = 2;
pub const ZERO_OVERLAP: usize = 3;
pub const SLIDE: usize = 4;
pub const SWITCHES: usize = 5;

/// Below it the direction of slip is kept: its rate has no bound at touch, and what friction does there is about `q^10`.
pub const FREEZE: f64 = 0.02;

/// Part of the speeds below which the surfaces are at rest.
pub const REST: f64 = 1e-11;

/// Slip over the speed of approach below which Coulomb friction keeps its direction: at rest it has none.
pub const NEARLY: f64 = 1e-6;

pub const MOST_EVENTS: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Slide {
    Stick,
    /// From the direction of slip at the beginning of the branch on; whether the surfaces are nearly at rest.
    Slip([f64; 2], bool),
    /// It slips in the direction of the rate: see [`super::led`].
    Led,
    /// See [`super::branch::Slide::Held`].
    Held,
    Loose,
}

#[derive(Debug, Clone, Copy)]
pub struct Branch {
    pub pushes: bool,
    pub hold: f64,
    pub slide: Slide,
    pub stretch: bool,
}

pub struct Spatial<'a> {
    pub problem: &'a Problem,
    pub branch: Branch,
}

pub struct Acting {
    pub xi: f64,
    pub normal: f64,
    pub elastic: f64,
    pub drag: f64,
    pub limit: f64,
    pub slip: Vector2<f64>,
    pub force: Vector2<f64>,
    pub spring: Vector2<f64>,
    pub dashpot: Vector2<f64>,
    pub axes: Vector3<f64>,
    pub approach: f64,
    pub along: Vector2<f64>,
    pub spins: [Vector3<f64>; 2],
    pub slips: Vector2<f64>,
    pub torque_arms: [f64; 2],
}

pub type Y = State<ALL>;

pub fn pair(y: &Y, k: usize) -> Vector2<f64> {
    Vector2::new(y[k], y[k + 1])
}

pub fn triple(y: &Y, k: usize) -> Vector3<f64> {
    Vector3::new(y[k], y[k + 1], y[k + 2])
}

/// The direction of a vector, also of one whose square is too small for a number; `None` of no vector.
pub fn unit(x: Vector2<f64>) -> Option<Vector2<f64>> {
    let size = x.amax();
    (size > 0.0).then(|| (x / size).normalize())
}

pub fn direction(angle: f64) -> Vector2<f64> {
    Vector2::new(angle.cos(), angle.sin())
}

impl Spatial<'_> {
    pub fn acting(&self, y: &Y) -> Acting {
        let share = if self.branch.slide == Slide::Held { self.share(y) } else { 0.0 };
        self.sharing(y, share)
    }

    /// The direction of a spring at its limit.
    fn along(&self, y: &Y) -> Vector2<f64> {
        if self.branch.slide == Slide::Led { self.led(y) } else { direction(y[MEMORY]) }
    }

    /// What acts when a held spring has this share of the dashpot.
    fn sharing(&self, y: &Y, share: f64) -> Acting {
        let held = matches!(self.branch.slide, Slide::Slip(..) | Slide::Held | Slide::Led);
        let along = if held && self.problem.shear.form != Form::Coulomb { self.along(y) } else { Vector2::zeros() };
        self.towards(y, along, share)
    }

    /// What acts when a spring at its limit points along `e`.
    pub fn towards(&self, y: &Y, e: Vector2<f64>, share: f64) -> Acting {
        let Self { problem, branch } = self;
        let (q, w, v) = (y[Q], y[W], pair(y, V));
        let spin = [triple(y, SPIN), triple(y, SPIN + 3)];
        let xi = if q > 0.0 { problem.normal.overlap(q) } else { 0.0 };
        let [total, drag] = problem.normal.force(q, w);
        let elastic = total - drag;
        let normal = if branch.pushes { total } else { 0.0 };
        let drag = if branch.pushes { drag } else { -elastic };
        let mu = problem.shear.friction;
        let limit =
            if problem.shear.limit == FrictionLimit::Elastic { mu * elastic } else { mu * branch.hold * normal };
        let near = problem.curvature(xi);
        let levers = problem.levers();
        let (arms, slopes) = (problem.arms(levers.slip, xi), problem.arm_slopes(levers.slip, xi));
        let torque_arms = problem.arms(levers.torque, xi);
        // omega_i stands for omega_i r_i: over L the rate is that over r_i.
        let rate = |i: usize| spin[i][0] * problem.scale.length / problem.bodies.radius[i];
        let axes = Vector3::new(0.5 * (rate(0) + rate(1)), -v[1] * near, v[0] * near);
        let surface = |s: &Vector3<f64>| Vector2::new(-s[2], s[1]);
        let slip = v + surface(&spin[0]) * arms[0] + surface(&spin[1]) * arms[1];

        let velocity = Vector3::new(-w, v[0], v[1]);
        let turned = axes.cross(&velocity);
        let spin_turned = [0, 1].map(|i| axes.cross(&spin[i]));
        let c = problem.agility;
        let give = 1.0 + arms[0] * c[0] * torque_arms[0] + arms[1] * c[1] * torque_arms[1];
        let mut free = -Vector2::new(turned[1], turned[2]);
        for i in 0..2 {
            free += surface(&spin[i]) * (slopes[i] * w) - surface(&spin_turned[i]) * arms[i];
        }
        let damp = if problem.c == 0.0 { Vector2::zeros() } else { slip * (problem.c * problem.powers.dashpot.of(q)) };
        let zero = Vector2::zeros();
        let sliding = problem.shear.dashpot.sliding;
        let (force, spring, dashpot) = match branch.slide {
            Slide::Loose => match sliding {
                WhileSliding::Capped => (zero, -damp, zero),
                WhileSliding::Added => (damp, zero, damp),
                WhileSliding::Dropped => (zero, zero, zero),
            },
            Slide::Slip(begun, _) => {
                let along = match problem.shear.form {
                    Form::Coulomb => slip.try_normalize(NEARLY).unwrap_or(Vector2::from(begun)),
                    _ => e,
                };
                let held = along * limit;
                match sliding {
                    WhileSliding::Capped => (held, held - damp, damp),
                    WhileSliding::Added => (held + damp, held, damp),
                    WhileSliding::Dropped => (held, held, zero),
                }
            }
            Slide::Held => (e * limit + damp * share, e * limit, damp * share),
            Slide::Led => (e * limit, e * limit - damp, damp),
            Slide::Stick if problem.shear.form == Form::Coulomb => (free / give, zero, zero),
            Slide::Stick => {
                let memory = pair(y, MEMORY);
                let spring =
                    if branch.stretch { memory * (problem.kappa * problem.powers.spring.of(q)) } else { memory };
                (spring + damp, spring, damp)
            }
        };
        let spins = [0, 1].map(|i| {
            let torque = Vector3::new(0.0, -force[1], force[0]) * (c[i] * torque_arms[i]);
            torque - spin_turned[i]
        });
        Acting {
            xi,
            normal,
            elastic,
            drag,
            limit,
            slip,
            force,
            spring,
            dashpot,
            axes,
            approach: -(normal + v.norm_squared() * near),
            along: -force - Vector2::new(turned[1], turned[2]),
            spins,
            slips: free - force * give,
            torque_arms,
        }
    }

    /// `d/ds` of the normal force and of what friction can hold, over `q^m`.
    pub fn rates(&self, y: &Y, at: &Acting) -> [f64; 2] {
        let Problem { powers, g, p, law, shear, .. } = self.problem;
        let (q, w) = (y[Q].max(0.0), y[W]);
        let elastic = p * law.alpha * powers.elastic_rate.of(q) * w;
        let mut total = elastic;
        if *g != 0.0 && self.branch.pushes {
            let drag = if law.beta == 0.0 { 0.0 } else { p * law.beta * powers.drag_rate.of(q) * w * w };
            total += g * (drag + p * powers.drag_speed_rate.of(q) * at.approach);
        }
        let limit = match shear.limit {
            FrictionLimit::Elastic => elastic,
            _ if !self.branch.pushes => 0.0,
            _ => self.branch.hold * total,
        };
        [total, shear.friction * limit]
    }

    /// The rate at which the force would grow if the surfaces stuck, over `q^m`.
    pub fn stuck_rate(&self, y: &Y, at: &Acting, along: Vector2<f64>) -> Vector2<f64> {
        let Problem { powers, g, p, shear, kappa, gamma, c, .. } = self.problem;
        let (q, w) = (y[Q].max(0.0), y[W]);
        let capped = *c > 0.0 && shear.dashpot.sliding == WhileSliding::Capped;
        let mut rate = at.slip * (kappa * p * powers.spring_rate.of(q));
        if self.branch.stretch && *gamma > 0.0 {
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

    /// Energy in the spring.
    pub fn stored(&self, y: &Y) -> f64 {
        let problem = self.problem;
        if problem.kappa == 0.0 || problem.unbounded() {
            return 0.0;
        }
        let stiffness = problem.kappa * problem.powers.spring.of(y[Q]);
        if self.branch.slide == Slide::Stick && self.branch.stretch {
            return 0.5 * stiffness * pair(y, MEMORY).norm_squared();
        }
        let mut near = *y;
        near[Q] = y[Q].max(LEAST);
        let stiffness = problem.kappa * problem.powers.spring.of(near[Q]);
        0.5 * self.acting(&near).spring.norm_squared() / stiffness
    }

    pub fn asked(&self, at: &Acting) -> Vector2<f64> {
        let whole = self.problem.shear.dashpot.sliding == WhileSliding::Capped;
        if whole || self.problem.shear.form == Form::Coulomb { at.force } else { at.spring }
    }
}

impl Spatial<'_> {
    /// The share of the dashpot that keeps the spring at its limit.
    pub fn share(&self, y: &Y) -> f64 {
        let [without, with] = [0.0, 1.0].map(|share| self.excess_rate(y, share));
        without / (without - with)
    }

    /// As [`super::planar::Planar::excess_rate`].
    pub fn excess_rate(&self, y: &Y, share: f64) -> f64 {
        let held = Self { branch: Branch { slide: Slide::Held, ..self.branch }, ..*self };
        let mut rate = Y::zeros();
        held.rate(y, &held.sharing(y, share), &mut rate);
        let excess = |h: f64| {
            let z = y + rate * h;
            held.slip_excess(&z, &held.sharing(&z, 0.0))
        };
        difference(excess, reach(y[Q])) + decay(y[Q]) * excess(0.0)
    }

    /// How much faster the force would grow than its limit if the surfaces stuck, over `q^m`.
    pub fn slip_excess(&self, y: &Y, at: &Acting) -> f64 {
        let along = self.along(y);
        self.stuck_rate(y, at, along).dot(&along) - self.rates(y, at)[1]
    }

    /// What friction can hold over the factor between rates by `s` and rates over `q^m`.
    pub fn limit_over(&self, y: &Y, at: &Acting) -> f64 {
        let Problem { powers, p, .. } = self.problem;
        let (q, clock) = (y[Q].max(1e-9), self.problem.normal.clock(y[Q].max(1e-9)));
        at.limit.max(0.0) * p * powers.spring_rate.of(q) / (clock * powers.spring.of(q))
    }

    pub fn rate(&self, y: &Y, at: &Acting, dy: &mut Y) {
        let Self { problem, branch } = self;
        let (q, w) = (y[Q], y[W]);
        let clock = problem.normal.clock(q);
        dy.fill(0.0);
        dy[Q] = w;
        dy[W] = clock * at.approach;
        for k in 0..2 {
            dy[V + k] = clock * at.along[k];
        }
        for (i, spin) in at.spins.iter().enumerate() {
            for k in 0..3 {
                dy[SPIN + 3 * i + k] = clock * spin[k];
            }
        }
        let stiffness = problem.kappa * problem.powers.spring.of(q);
        match branch.slide {
            Slide::Stick => {
                let factor = if branch.stretch { clock } else { clock * stiffness };
                dy[MEMORY] = factor * at.slip[0];
                dy[MEMORY + 1] = factor * at.slip[1];
            }
            Slide::Slip(..) | Slide::Held if problem.shear.form != Form::Coulomb && q > FREEZE && at.limit > 0.0 => {
                let along = direction(y[MEMORY]);
                let across = Vector2::new(-along[1], along[0]);
                // Rates over q^m: that of the spring alone says what q^m is.
                let over = problem.p * problem.powers.spring_rate.of(q) * problem.kappa / (clock * stiffness);
                dy[MEMORY] = clock * self.stuck_rate(y, at, along).dot(&across) / (over * clock * at.limit);
            }
            _ => {}
        }
        let axes = Quaternion::new(y[AXES], y[AXES + 1], y[AXES + 2], y[AXES + 3]);
        let turning = axes * Quaternion::from_imag(at.axes * 0.5);
        for (k, rate) in [turning.w, turning.i, turning.j, turning.k].into_iter().enumerate() {
            dy[AXES + k] = clock * rate;
        }
        let turned = UnitQuaternion::from_quaternion(axes);
        let force = turned * Vector3::new(at.normal, -at.force[0], -at.force[1]);
        let velocity = turned * Vector3::new(-w, y[V], y[V + 1]);
        let moment = triple(y, PATH).cross(&(turned * Vector3::new(at.normal, 0.0, 0.0)));
        dy[TIME] = clock;
        dy[PRESS] = clock * at.normal;
        for k in 0..3 {
            dy[IMPULSE + k] = clock * force[k];
            dy[PATH + k] = clock * velocity[k];
            dy[MOMENT + k] = clock * moment[k];
        }
        dy[WORK] = clock * at.drag * w;
        let through = {
            let arms = at.torque_arms;
            let s = |i: usize| Vector2::new(-y[SPIN + 3 * i + 2], y[SPIN + 3 * i + 1]) * arms[i];
            pair(y, V) + s(0) + s(1)
        };
        // What spring and dashpot do; friction takes what the spring does not, by the energy in it.
        let dashes = matches!(
            (branch.slide, problem.shear.dashpot.sliding),
            (Slide::Stick | Slide::Held, _) | (_, WhileSliding::Added)
        );
        let damped = if dashes { at.dashpot.dot(&at.slip) } else { 0.0 };
        let softens = if stiffness > 0.0 && problem.gamma > 0.0 && q > 0.0 {
            0.5 * at.spring.norm_squared() / stiffness * problem.gamma * problem.p * w / q
        } else {
            0.0
        };
        let made = if branch.stretch { softens } else { -softens };
        let slides = branch.slide != Slide::Stick;
        let made = if problem.unbounded() || (slides && problem.lumps()) { 0.0 } else { made };
        if slides || problem.unbounded() {
            dy[WORK + 1] = clock * (at.force.dot(&at.slip) - damped) + made;
        }
        dy[WORK + 2] = clock * damped;
        dy[WORK + 3] = made + clock * at.force.dot(&(at.slip - through));
    }
}

impl Flow<ALL, SWITCHES> for Spatial<'_> {
    fn derivative(&self, y: &Y, dy: &mut Y) {
        self.rate(y, &self.acting(y), dy);
    }

    fn switches(&self, y: &Y) -> [f64; SWITCHES] {
        let at = self.acting(y);
        let divided = self.problem.normal.divided_force(y[Q], y[W]);
        let [rises, _] = self.rates(y, &at);
        let slide = match self.branch.slide {
            Slide::Loose => 1.0,
            Slide::Stick => at.limit - self.asked(&at).norm(),
            Slide::Slip(begun, near) if self.problem.shear.form == Form::Coulomb => {
                if near {
                    at.slip.dot(&Vector2::from(begun))
                } else {
                    at.slip.norm() - NEARLY
                }
            }
            Slide::Slip(..) if self.may_be_led() => self.slip_excess(y, &at).min(-self.swiftness(y)),
            Slide::Led => self.slip_excess(y, &at).min(self.swiftness(y)),
            Slide::Slip(..) => self.slip_excess(y, &at),
            Slide::Held => within(self.share(y)),
        };
        let forward = self.branch.pushes && self.branch.hold > 0.0;
        [y[W], rises, if forward { divided } else { -divided }, y[Q], slide]
    }

    fn stops(&self, switch: usize) -> bool {
        let problem = self.problem;
        match switch {
            TURNING => problem.holds || (problem.shear.form == Form::Rescaled && !self.branch.stretch),
            PEAK => false,
            ZERO_FORCE => problem.g != 0.0 && (!problem.law.ends.pulls() || problem.limit_bends()),
            _ => true,
        }
    }
}
