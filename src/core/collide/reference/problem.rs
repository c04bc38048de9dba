//! A collision without units, head-on or oblique.

use super::chart::Chart;
use super::normal::{ForceEnd, NormalMotion, PowerMotion};
use super::scaled::{LawUnits, STUCK, States};
use super::state::{MotionState, Tangent, size};
use crate::collide::error::CollisionError;
use crate::law::scene::{Bodies, ImpactKinematics, Scene};
use crate::law::shear::{Arm, Form, FrictionLimit, FrictionRate, Levers, RollingForce, ShearForce, WhileSliding};
use crate::law::{Branched, PowerForce};
use crate::numerics::raised;

/// Largest `g` of a dashpot with the same exponent as the elastic force: beyond it the bodies creep apart at `1/g` of the speed of approach, and
/// an explicit method would need some `g/3` steps for a constant speed.
const CREEPS: f64 = 1e3;

/// [`Problem::nearly`] at the speed of approach.
const NEARLY: f64 = 1e-8;

/// Two bodies that meet.
#[derive(Debug, Clone)]
pub struct Approach {
    pub bodies: Bodies,
    /// Rate of approach, m/s.
    pub speed: f64,
    pub kinematics: ImpactKinematics,
    /// Rate of approach of an earlier impact of the pair, which a law may remember, m/s.
    pub before: Option<f64>,
}

impl Approach {
    /// The bodies of a scene.
    pub fn of(scene: &Scene) -> Self {
        let Scene { speed, kinematics, before, .. } = *scene;
        Self { bodies: Bodies::of(scene), speed, kinematics, before }
    }

    /// Only the motion along the normal of a scene.
    pub fn normal(scene: &Scene) -> Self {
        let kinematics = ImpactKinematics { gravity: scene.kinematics.gravity, ..ImpactKinematics::HEAD_ON };
        Self { before: scene.before, kinematics, ..Self::head_on(scene.pair.m_star, scene.speed) }
    }

    /// An effective mass (kg) at a speed (m/s), without any motion along the contact.
    pub fn head_on(m_star: f64, speed: f64) -> Self {
        Self { bodies: Bodies::head_on(m_star), speed, kinematics: ImpactKinematics::HEAD_ON, before: None }
    }

    /// The earlier impact: at the same angle.
    pub fn earlier(&self) -> Option<Self> {
        let speed = self.before?;
        let tangential_speed = self.kinematics.tangential_speed * speed / self.speed;
        let kinematics = ImpactKinematics { tangential_speed, ..self.kinematics };
        Some(Self { bodies: self.bodies, speed, kinematics, before: None })
    }
}

/// Rolling resistance in the units of the problem.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rolling {
    None,
    /// On each body, against its own spin.
    Own {
        friction: f64,
    },
    /// Between the bodies, against their relative spin; without `spring` a slider alone.
    Between {
        friction: f64,
        stiffness: f64,
        damping: f64,
        spring: bool,
    },
}

/// The laws and the bodies, in the units of the normal motion.
///
/// Lengths are in units of `L`, velocities of the speed of approach, forces of `m* v/T`; spins are given as surface
/// speeds `omega_i r_i`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Problem<M = PowerMotion> {
    pub shear: ShearForce,
    pub bodies: Bodies,
    pub scale: LawUnits,
    pub normal: M,
    /// `q` at first touch.
    pub touch: f64,
    pub ending: ForceEnd,
    /// `S` without units; 0 without a spring.
    pub kappa: f64,
    pub gamma: f64,
    /// Tangential dashpot without units.
    pub c: f64,
    pub rolling: Rolling,
    /// `m* r_i^2/I_i`; 0 for a wall and for a body that cannot turn.
    pub inertia_ratio: [f64; 2],
    /// `L/(r1+r2)`; 0 at a wall.
    pub nearness: f64,
    /// Slip speed, in units, below which a slider without a spring that has stopped is at rest.
    pub nearly: f64,
    /// `R*/r_i`; 0 for a wall.
    pub radius_ratio: [f64; 2],
    /// Energy of the approach at first touch over the unit of energy.
    pub least: f64,
    /// Whether it is known that the bodies never separate: the contact may attract, and its damping is too strong.
    pub holds: bool,
    /// Constant force that presses the bodies together, in units: the acceleration.
    pub weight: f64,
}

/// Geometry of the bodies at an overlap.
#[derive(Debug, Clone, Copy)]
pub struct Geometry {
    /// The overlap, in units.
    pub xi: f64,
    /// Inverse distance of the centres.
    pub near: f64,
    /// Arms of the slip and of the torque over the radii, and the derivatives of the former by the overlap.
    pub arms: [f64; 2],
    pub torque_arms: [f64; 2],
    pub slopes: [f64; 2],
}

impl Geometry {
    /// For bodies that do not turn: spins cause no slip.
    pub const WITHOUT_SPINS: Self =
        Self { xi: 0.0, near: 0.0, arms: [0.0; 2], torque_arms: [0.0; 2], slopes: [0.0; 2] };
}

impl Problem {
    /// The collision of two bodies.
    ///
    /// # Errors
    /// When a number is not valid for a collision, or the clamped force never acts.
    pub fn new(law: &PowerForce, shear: &ShearForce, approach: &Approach) -> Result<Self, CollisionError> {
        Self::pressed(law, shear, approach.bodies, States::All, [approach.speed, approach.kinematics.gravity])
    }

    /// The collision of an effective mass (kg) at a speed (m/s) under a constant acceleration (m/s2) towards each other, with a chart for
    /// these states.
    ///
    /// # Errors
    /// As [`new`](Self::new); when a clamped force is zero on approach under an acceleration.
    pub fn head_on(
        law: &PowerForce,
        m_star: f64,
        states: States,
        [speed, acceleration]: [f64; 2],
    ) -> Result<Self, CollisionError> {
        Self::pressed(law, &nothing_along(), Bodies::head_on(m_star), states, [speed, acceleration])
    }

    fn pressed(
        law: &PowerForce,
        shear: &ShearForce,
        bodies: Bodies,
        states: States,
        [speed, acceleration]: [f64; 2],
    ) -> Result<Self, CollisionError> {
        let m_star = bodies.m_star;
        let check = |name, value: f64, good: bool| match good && value.is_finite() {
            true => Ok(()),
            false => Err(CollisionError::Number { name, value }),
        };
        check("m*", m_star, m_star > 0.0)?;
        check("speed", speed, speed > 0.0)?;
        check("K", law.K, law.K > 0.0)?;
        check("alpha", law.alpha, law.alpha > 0.0)?;
        check("beta", law.beta, law.beta >= 0.0)?;
        check("C", law.C, true)?;
        check("acceleration", acceleration, true)?;
        sound(shear)?;
        // The unit of speed includes the speed gained under the weight, so that the tolerance is relative to the whole motion.
        let depth = libm::pow((law.alpha + 1.0) * m_star * acceleration.max(0.0) / law.K, 1.0 / law.alpha);
        let fastest = if depth > 0.0 { libm::hypot(speed, (2.0 * acceleration * depth).sqrt()) } else { speed };
        let scale = LawUnits::new(law, m_star, fastest);
        for value in [scale.length, scale.time, scale.force] {
            check("the scale of the collision", value, value > 0.0)?;
        }
        let normal = Self::normal(law, shear, &scale, m_star, states);
        // With equal exponents `g` is proportional to the speed. The speed that the message rounds to six digits is computed.
        if law.alpha == law.beta && normal.g > CREEPS * (1.0 + 1e-5) {
            return Err(CollisionError::Creeps { fastest: fastest * CREEPS / normal.g });
        }
        let (flow, pulls) = (&normal.flow, law.ends.pulls());
        if !pulls {
            if flow.may_never_turn() && flow.divided_force(0.0, 1.0) <= 0.0 {
                return Err(CollisionError::NeverTurns);
            }
            let free = flow.q(flow.free_approach());
            check("C", law.C, free.is_finite() && (free == 0.0 || acceleration == 0.0))?;
        }
        let least = 0.5 * (speed / fastest).powi(2);
        let alone = acceleration == 0.0 && bodies.distance(0.0).is_infinite();
        let holds = pulls && alone && flow.trapped(0.0, speed / fastest, STUCK * least);
        let weight = acceleration * scale.time / scale.speed;
        Ok(Self { weight, ..Self::at((normal, 0.0), shear, bodies, scale, holds, least) })
    }

    /// The normal law in these units.
    fn normal(law: &PowerForce, shear: &ShearForce, scale: &LawUnits, m_star: f64, states: States) -> PowerMotion {
        let g = law.C * raised(scale.length, law.beta) * scale.time / m_star;
        let [gamma, beta_t] = exponents(shear);
        PowerMotion::new(law, g, gamma, damped(shear).then_some(beta_t), shear.form, states)
    }

    /// The same in units of another speed.
    pub fn rescaled(&self, speed: f64) -> Self {
        let PowerMotion { law, states, .. } = &self.normal;
        let least = self.least * self.scale.energy / (self.bodies.m_star * speed * speed);
        let scale = LawUnits::new(law, self.bodies.m_star, speed);
        let normal = Self::normal(law, &self.shear, &scale, self.bodies.m_star, *states);
        let nearly = self.nearly * self.scale.speed / speed;
        Self { nearly, ..Self::at((normal, 0.0), &self.shear, self.bodies, scale, self.holds, least) }
    }

    /// The equivalent impact of bodies that do not turn, and the factor on its tangential forces: with constant arms at a wall
    /// spins change in proportion to the slip. `None` if they do not, with other torques, or for a law without a spring.
    pub fn without_spins(&self) -> Option<(Self, f64)> {
        let Levers { slip, torque } = self.shear.levers;
        let rigid = [slip, torque].iter().all(|arm| self.arm_slopes(*arm, 0.0) == [0.0; 2]) && self.nearness == 0.0;
        if !(rigid && self.rolling == Rolling::None && self.shear.form.is_spring()) {
            return None;
        }
        let (arms, torque_arms) = (self.arms(slip, 0.0), self.arms(torque, 0.0));
        let compliance = 1.0 + (0..2).map(|i| self.inertia_ratio[i] * arms[i] * torque_arms[i]).sum::<f64>();
        let mut still = Self { inertia_ratio: [0.0; 2], ..*self };
        still.bodies.inertia = [f64::INFINITY; 2];
        let ShearForce { friction, rate, S, dashpot, .. } = &mut still.shear;
        if let FrictionRate::Decaying(dynamic) = rate {
            dynamic.friction *= compliance;
        }
        for force in [friction, S, &mut dashpot.C, &mut still.kappa, &mut still.c] {
            *force *= compliance;
        }
        Some((still, compliance))
    }
}

impl<'a> Problem<Chart<'a>> {
    /// The collision of two bodies under a law with branches that remembers the overlap `largest`, m.
    ///
    /// # Errors
    /// When a number is not valid for a collision.
    pub fn branched(
        contact: &'a Branched,
        shear: &ShearForce,
        approach: &Approach,
        largest: f64,
    ) -> Result<Self, CollisionError> {
        sound(shear)?;
        let Approach { bodies, speed, .. } = *approach;
        let (normal, touch) = Chart::new(contact, largest, &bodies, speed, exponents(shear))?;
        let least = 0.5 * (speed / normal.scale.speed).powi(2);
        Ok(Self::at((normal, touch), shear, bodies, normal.scale, false, least))
    }
}

/// No tangential law: frictionless.
pub fn nothing_along() -> ShearForce {
    ShearForce { limit: FrictionLimit::Elastic, ..ShearForce::new(Form::Frictionless, 0.0) }
}

/// Powers of the overlap in the tangential stiffness and in the tangential dashpot.
fn exponents(shear: &ShearForce) -> [f64; 2] {
    let gamma = if shear.form.is_spring() { shear.gamma } else { 0.0 };
    [gamma, if damped(shear) { shear.dashpot.beta } else { 0.0 }]
}

fn damped(shear: &ShearForce) -> bool {
    shear.form.is_spring() && shear.dashpot.C > 0.0
}

fn sound(shear: &ShearForce) -> Result<(), CollisionError> {
    let numbers = [("friction", shear.friction), ("S", shear.S), ("C", shear.dashpot.C)];
    match numbers.into_iter().find(|(_, value)| !(*value >= 0.0 && value.is_finite())) {
        Some((name, value)) => Err(CollisionError::Number { name, value }),
        None => Ok(()),
    }
}

impl<M: NormalMotion> Problem<M> {
    fn at(
        (normal, touch): (M, f64),
        shear: &ShearForce,
        bodies: Bodies,
        scale: LawUnits,
        holds: bool,
        least: f64,
    ) -> Self {
        let (m_star, [one, two]) = (bodies.m_star, bodies.radius);
        let r_star = if two.is_infinite() { one } else { one * two / (one + two) };
        let LawUnits { length, force, speed, .. } = scale;
        let [gamma, beta_t] = exponents(shear);
        let kappa = if shear.form.is_spring() { shear.S * raised(length, shear.gamma) * length / force } else { 0.0 };
        let c = if damped(shear) { shear.dashpot.C * raised(length, beta_t) * speed / force } else { 0.0 };
        let inertia_ratio = [0, 1].map(|i| {
            let (r, inertia) = (bodies.radius[i], bodies.inertia[i]);
            if inertia.is_infinite() || r.is_infinite() { 0.0 } else { m_star * r * r / inertia }
        });
        let radius_ratio = bodies.radius.map(|r| if r.is_infinite() { 0.0 } else { r_star / r });
        let torque = force * r_star;
        let rolling = match shear.rolling {
            RollingForce::None => Rolling::None,
            RollingForce::OwnSpin { friction } => Rolling::Own { friction },
            RollingForce::Constant { friction } => {
                Rolling::Between { friction, stiffness: 0.0, damping: 0.0, spring: false }
            }
            RollingForce::SpringDashpot { stiffness, damping, friction } => Rolling::Between {
                friction,
                stiffness: stiffness * length / (torque * r_star),
                damping: damping * speed / (torque * r_star),
                spring: true,
            },
        };
        let nearness = length / (bodies.radius[0] + bodies.radius[1]);
        Self {
            shear: *shear,
            bodies,
            scale,
            normal,
            touch,
            ending: normal.ending(nearness == 0.0),
            kappa,
            gamma,
            c,
            rolling,
            inertia_ratio,
            nearness,
            nearly: NEARLY,
            radius_ratio,
            least,
            holds,
            weight: 0.0,
        }
    }

    /// The motion at first touch.
    pub fn at_touch<const D: usize>(&self, approach: &Approach) -> MotionState<D> {
        let Approach { speed, kinematics, .. } = approach;
        let mut m = MotionState::<D>::zero();
        (m.q, m.w) = (self.touch, speed / self.scale.speed);
        if D > 0 {
            m.v[0] = kinematics.tangential_speed / self.scale.speed;
        }
        for i in (0..2).filter(|_| D > 0) {
            let r = self.bodies.radius[i];
            if r.is_finite() {
                let [n, t, b] = kinematics.spin[i].map(|spin| spin * r / self.scale.speed);
                m.spin[i][0] = b;
                if D > 1 {
                    (m.twist[i], m.spin[i][1]) = (n, -t);
                }
            }
        }
        m
    }

    /// Falls through zero where too little energy remains: `spent`, if the units have such a limit. On a curved path
    /// tangential motion may separate bodies that a law with branches holds together.
    #[inline]
    pub fn unspent<const D: usize>(&self, m: &MotionState<D>, spent: f64) -> f64 {
        let along =
            |i: usize| if self.inertia_ratio[i] > 0.0 { m.spin[i].norm_squared() / self.inertia_ratio[i] } else { 0.0 };
        let helps = M::PIECES && self.nearness != 0.0;
        let w = if helps { (m.w * m.w + m.v.norm_squared() + along(0) + along(1)).sqrt() } else { m.w };
        let unspent = self.normal.unspent(m.q, w, spent);
        if self.weight == 0.0 { unspent } else { unspent - self.weight * self.normal.overlap(m.q) }
    }

    /// Energy of the motion below which its units are too large; 0 for no such limit. Under a weight there is no motion in smaller units: what
    /// counts is whether the bodies separate, and the energy that separation takes is not part of it.
    pub fn spent(&self, q: f64, w: f64) -> f64 {
        if self.weight == 0.0 { self.normal.spent(q, w) } else { f64::MIN_POSITIVE }
    }

    /// Whether the energy balance cannot separate friction and spring while the surfaces slip: the spring's part is
    /// unbounded at touch. Then all work of the slip that is not stored in the spring is work of friction.
    #[inline]
    pub fn lumps(&self) -> bool {
        self.capped() || (self.keeps_pull() && self.ending.mixes)
    }

    /// Whether a dashpot is within the limit of friction.
    #[inline]
    pub fn capped(&self) -> bool {
        self.c > 0.0 && self.shear.dashpot.sliding == WhileSliding::Capped
    }

    /// Whether an attraction at the end of the contact gives a friction limit.
    #[inline]
    fn keeps_pull(&self) -> bool {
        matches!(self.shear.limit, FrictionLimit::Absolute | FrictionLimit::PullOff)
    }

    /// Whether the force jumps where the surfaces begin to slip.
    pub fn drops(&self) -> bool {
        self.c > 0.0 && self.shear.dashpot.sliding == WhileSliding::Dropped
    }

    /// Whether the energy of the spring is unbounded as the overlap goes to zero: the force there falls more slowly
    /// than the root of the stiffness. The energy balance then adds all energy to and from the spring to friction.
    #[inline]
    pub fn unbounded(&self) -> bool {
        self.kappa > 0.0 && self.shear.winds_up() || self.pulls_spring()
    }

    /// Whether an attraction holds a loaded spring down to zero stiffness: how much of its work is friction's, and how much the law
    /// creates, is then a convention.
    #[inline]
    pub fn pulls_spring(&self) -> bool {
        self.kappa > 0.0 && self.keeps_pull() && self.ending.leaves_force
    }

    /// Whether a normal force that becomes attractive changes the friction limit.
    pub fn limit_bends(&self) -> bool {
        !self.shear.limit.is_elastic()
    }

    /// The coefficient of friction at a slip velocity in units.
    #[inline(always)]
    pub fn coefficient<const D: usize>(&self, slip: &Tangent<D>) -> f64 {
        match self.shear.rate {
            FrictionRate::Decaying(_) => self.shear.coefficient(size(slip) * self.scale.speed),
            FrictionRate::Constant | FrictionRate::Regularised(_) => self.shear.friction,
        }
    }

    /// Its derivative by the slip speed, in units.
    pub fn coefficient_slope(&self, speed: f64) -> f64 {
        self.shear.coefficient_slope(speed * self.scale.speed) * self.scale.speed
    }

    /// The force of a smooth friction with this limit, at a slip velocity in units.
    pub fn smooth<const D: usize>(&self, slip: &Tangent<D>, limit: f64) -> Tangent<D> {
        match self.shear.rate {
            FrictionRate::Regularised(smooth) => smooth.along(&(slip * self.scale.speed)) * limit,
            FrictionRate::Constant | FrictionRate::Decaying(_) => Tangent::zeros(),
        }
    }

    /// The acceleration that presses the bodies together, m/s2.
    pub fn gravity(&self) -> f64 {
        self.weight * self.scale.speed / self.scale.time
    }

    /// Geometry of the bodies where the overlap is `q^p`.
    #[inline(always)]
    pub fn geometry(&self, q: f64) -> Geometry {
        let xi = self.normal.overlap(q);
        let Levers { slip, torque } = self.shear.levers;
        let arms = self.arms(slip, xi);
        let torque_arms = if torque == slip { arms } else { self.arms(torque, xi) };
        Geometry { xi, near: self.curvature(xi), arms, torque_arms, slopes: self.arm_slopes(slip, xi) }
    }

    /// Arms over the radius, at an overlap in units; 0 for a wall.
    #[inline]
    pub fn arms(&self, arm: Arm, xi: f64) -> [f64; 2] {
        let [one, two] = self.bodies.radius;
        if arm == Arm::Radius {
            return [if one.is_infinite() { 0.0 } else { 1.0 }, if two.is_infinite() { 0.0 } else { 1.0 }];
        }
        let delta = xi * self.scale.length;
        let part = |r: f64, other: f64| if r.is_infinite() { 0.0 } else { arm.length(r, other, delta) / r };
        [part(one, two), part(two, one)]
    }

    /// Derivatives of these arms by the overlap in units.
    #[inline]
    pub fn arm_slopes(&self, arm: Arm, xi: f64) -> [f64; 2] {
        if arm == Arm::Radius {
            return [0.0; 2];
        }
        let (delta, length) = (xi * self.scale.length, self.scale.length);
        let [one, two] = self.bodies.radius;
        let part = |r: f64, other: f64| {
            if r.is_infinite() {
                return 0.0;
            }
            let d = r + other - delta;
            let slope = match arm {
                Arm::Radius => 0.0,
                Arm::HalfOverlap => 0.5,
                Arm::Overlap => 1.0,
                Arm::Proportional if other.is_infinite() => 0.0,
                Arm::Plane if other.is_infinite() => 1.0,
                Arm::Proportional => r / (r + other),
                Arm::Plane => 0.5 - 0.5 * (r * r - other * other) / (d * d),
            };
            -slope * length / r
        };
        [part(one, two), part(two, one)]
    }

    /// Inverse distance of the centres.
    #[inline]
    pub fn curvature(&self, xi: f64) -> f64 {
        if self.nearness == 0.0 { 0.0 } else { self.nearness / (1.0 - self.nearness * xi) }
    }
}
