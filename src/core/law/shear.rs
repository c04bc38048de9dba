//! The tangential force to which every friction law reduces.
//!
//! `u` is the relative tangential displacement of the surfaces, `v_s` its rate; the force on the body that slides forwards is
//! `-T`. During sticking a spring carries `T`, with the stiffness without slip `k_t = S delta^gamma`: the 8 G* a of spheres
//! is `S = 8 G* sqrt(R*)`, `gamma = 1/2`; a constant stiffness is `gamma = 0`.

use nalgebra::SVector;
use schemars::JsonSchema;
use serde::Serialize;

use super::LawError;

use crate::words::worded;

worded! {
    /// The memory of the tangential spring. The texts are those of contracts, where `F_t` is `T` and `s` the total displacement.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Form {
        /// No tangential force at all.
        Frictionless = "frictionless": "none",
        /// `T = mu N` against the sliding, without a spring.
        Coulomb = "coulomb": "none",
        /// `T = mu N f(v_s/v_0)` against the sliding: a smooth function of the slip velocity, which never sticks.
        Regularised = "regularised": "none: friction is a smooth function of the slip velocity",
        /// `T = k_t(delta) s` with the total displacement `s`.
        Total = "total": "total spring: F_t = k_t(delta) s",
        /// `T` grows by `k_t(delta) du`.
        Incremental = "incremental": "incremental: F_t changes by k_t(delta) ds",
        /// As incremental; in addition `T` decreases in proportion to `k_t` while the contact unloads.
        Rescaled = "rescaled": "rescaled: as incremental, and F_t falls with k_t while the contact unloads",
        /// Mindlin & Deresiewicz for any history. One tangential direction.
        MemoryDiagram = "memory-diagram": "Mindlin-Deresiewicz for any history: memory diagram over the contact radius",
    }
}

impl Form {
    /// Whether the form is a spring with a slider: its rate and its switches are known, and it can be integrated from event to
    /// event.
    #[inline]
    pub fn is_spring(self) -> bool {
        matches!(self, Self::Total | Self::Incremental | Self::Rescaled)
    }

    /// Whether the form is valid for one tangential direction only.
    pub fn is_planar(self) -> bool {
        self == Self::MemoryDiagram
    }
}

worded! {
    /// Which normal force bounds friction: `|T| <= mu N`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FrictionLimit {
        /// The total normal force, dashpot included; 0 while it is attractive.
        Total = "total": "mu times the total normal force, never negative",
        /// The elastic part of the normal force.
        Elastic = "elastic": "mu times the elastic part of the normal force",
        /// The magnitude of the total normal force, also while it is attractive.
        Absolute = "absolute": "mu times the magnitude of the total normal force, also while it pulls",
        /// The elastic force plus twice the pull-off force of an adhesive law: Thornton 1991, J. Phys. D 24, 1942.
        PullOff = "pull-off": "mu times the sum of the elastic normal force and twice the pull-off force",
        /// The elastic force without its attractive part.
        Repulsive = "repulsive": "mu times the repulsive part of the elastic normal force",
    }
}

impl FrictionLimit {
    /// The limits valid for every law; the others require an attraction.
    pub const PLAIN: [Self; 3] = [Self::Total, Self::Elastic, Self::Absolute];

    /// Whether the limit follows from the elastic force alone: independent of a dashpot and of the sign of the total force.
    #[inline]
    pub fn is_elastic(self) -> bool {
        matches!(self, Self::Elastic | Self::PullOff | Self::Repulsive)
    }

    /// Whether the limit is valid only for a normal law with attraction.
    pub fn is_adhesive(self) -> bool {
        !Self::PLAIN.contains(&self)
    }

    /// `N` in `mu N`, N, for a law without attraction.
    pub fn normal(self, total: f64, elastic: f64) -> f64 {
        match self {
            Self::Total => total.max(0.0),
            Self::Elastic | Self::PullOff | Self::Repulsive => elastic,
            Self::Absolute => total.abs(),
        }
    }
}

/// The coefficient of friction as a function of the slip velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FrictionRate {
    /// `mu` at every speed.
    Constant,
    /// `mu_d + (mu - mu_d) exp(-d |v_s|)`: static friction falls to dynamic friction.
    Decaying(DynamicFriction),
    /// [`Form::Regularised`].
    Regularised(SmoothFriction),
}

/// Dynamic friction beside the static one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DynamicFriction {
    /// `mu_d`
    pub friction: f64,
    /// `d`, s/m
    pub decay: f64,
}

worded! {
    /// The function of a smooth friction, `f(x)`: odd, and 1 at its largest.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SmoothStep {
        /// `tanh x`
        Tanh = "tanh": "tanh(v_s/v_0)",
        /// `x/sqrt(x^2+1)`
        Root = "root": "v_s/sqrt(v_s^2 + v_0^2)",
        /// A cubic step from -1 at `x = -1` to 1 at 1, and another to the dynamic friction at `v_d`.
        Adams = "adams": "a cubic step up to v_0, and another down to the dynamic friction at v_d",
        /// `min(x, 1) (r + 2(1-r)/(1+x^2))`, `r = mu_d/mu`
        Simbody = "simbody": "min(x, 1) (r + 2(1-r)/(1+x^2)), x = v_s/v_0, r = mu_d/mu",
        /// A quintic step up to `x = 1`, and another down to the dynamic friction at 3.
        Drake = "drake": "a quintic step up to v_0, and another down to the dynamic friction at 3 v_0",
    }
}

/// A function of the slip velocity over `v_0`, with what it falls to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlipCurve {
    pub step: SmoothStep,
    /// `mu_d/mu`; 1 without dynamic friction.
    pub dynamic: f64,
    /// `v_d/v_0` of the cubic steps; above 1.
    pub until: f64,
}

impl SlipCurve {
    /// Its value.
    pub fn at(&self, x: f64) -> f64 {
        let size = x.abs();
        let fallen = |part: f64| 1.0 - (1.0 - self.dynamic) * part;
        let cubic = |p: f64| p * p * (3.0 - 2.0 * p);
        let quintic = |p: f64| p * p * p * (10.0 - p * (15.0 - 6.0 * p));
        let value = match self.step {
            SmoothStep::Tanh => libm::tanh(size),
            SmoothStep::Root => size / libm::hypot(size, 1.0),
            SmoothStep::Adams if size <= 1.0 => 0.5 * size * (3.0 - size * size),
            SmoothStep::Adams => fallen(cubic(((size - 1.0) / (self.until - 1.0)).min(1.0))),
            SmoothStep::Simbody => size.min(1.0) * (self.dynamic + 2.0 * (1.0 - self.dynamic) / (1.0 + size * size)),
            SmoothStep::Drake if size <= 1.0 => quintic(size),
            SmoothStep::Drake => fallen(quintic((0.5 * (size - 1.0)).min(1.0))),
        };
        value.copysign(x)
    }

    /// The `x` on the rising part of a value between -1 and 1.
    pub fn inverse(&self, value: f64) -> f64 {
        match self.step {
            SmoothStep::Tanh => libm::atanh(value),
            SmoothStep::Root => value / ((1.0 - value) * (1.0 + value)).sqrt(),
            SmoothStep::Adams | SmoothStep::Simbody | SmoothStep::Drake => {
                let (mut low, mut high) = (0.0_f64, 1.0_f64);
                loop {
                    let middle = 0.5 * (low + high);
                    if middle <= low || middle >= high {
                        return high.copysign(value);
                    }
                    if self.at(middle) < value.abs() { low = middle } else { high = middle }
                }
            }
        }
    }
}

worded! {
    /// What a smooth friction is a function of.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SmoothOf {
        /// The slip velocity: the force is opposite to it.
        Slip = "slip": "of the slip velocity",
        /// Each of its components along the axes of the case: the force is not opposite to the slip, and up to sqrt(2) mu N.
        Components = "each-component": "of each component of the slip velocity, along the axes of the case",
        /// Each component of the direction of the slip times the function of that component of the velocity: `mu N f(|v_i|/v_0) v_i/|v|`. CabanaPD.
        Direction = "direction": "of each component of the slip velocity, times that of its direction, along the axes of the case",
    }
}

/// Friction as a smooth function of the slip velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SmoothFriction {
    pub curve: SlipCurve,
    /// `v_0`, m/s
    pub speed: f64,
    pub of: SmoothOf,
    /// The axes of the components, in the tangential axes of the contact, `t` and `b`.
    pub axes: [[f64; 2]; 2],
}

impl SmoothFriction {
    /// The direction of the force, with its length over `mu N`, at a slip velocity (m/s) along `t` and `b`.
    pub fn along<const D: usize>(&self, slip: &SVector<f64, D>) -> SVector<f64, D> {
        let size = slip.norm();
        let f = |v: f64| {
            let part = self.curve.at(v / self.speed);
            if self.of == SmoothOf::Direction { part.abs() * v / size } else { part }
        };
        match self.of {
            _ if size == 0.0 => SVector::zeros(),
            SmoothOf::Components | SmoothOf::Direction if D == 2 => {
                self.axes.iter().fold(SVector::zeros(), |sum, axis| {
                    let part = f(slip[0] * axis[0] + slip[1] * axis[1]);
                    let mut force = sum;
                    force[0] += axis[0] * part;
                    force[1] += axis[1] * part;
                    force
                })
            }
            // Of three the axes are those of the case; of one it is along one of them.
            SmoothOf::Components | SmoothOf::Direction => slip.map(f),
            SmoothOf::Slip => slip * (f(size) / size),
        }
    }
}

worded! {
    /// The distance from the centre of a body of radius `r` to the point where a tangential quantity acts, at overlap `delta`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Arm {
        /// `r`
        Radius = "radius": "r",
        /// `r - delta/2`; at a wall the same.
        HalfOverlap = "half-overlap": "r - delta/2",
        /// `r - delta`
        Overlap = "overlap": "r - delta",
        /// `r d/(r1+r2)`, `d` the distance of the centres; at a wall its limit, `r`. MUSEN.
        Proportional = "proportional": "r d/(r1+r2); at a wall r",
        /// To the plane of intersection of the spheres, `(d^2 + r^2 - r_other^2)/(2 d)`; `r - delta` at a wall. MUSEN manual.
        Plane = "plane": "to the plane of intersection of the spheres; at a wall r - delta",
    }
}

impl Arm {
    /// Length of the arm, m; `other` is the radius of the other body, infinite for a wall.
    pub fn length(self, r: f64, other: f64, delta: f64) -> f64 {
        if r.is_infinite() {
            return 0.0;
        }
        let d = r + other - delta;
        match self {
            Self::Radius => r,
            Self::HalfOverlap => r - 0.5 * delta,
            Self::Overlap => r - delta,
            Self::Proportional if other.is_infinite() => r,
            Self::Plane if other.is_infinite() => r - delta,
            Self::Proportional => r * d / (r + other),
            Self::Plane => (d * d + r * r - other * other) / (2.0 * d),
        }
    }
}

/// Lever arms of a contact: one for the slip velocity, one for the torque. Codes differ in both.
///
/// The angular momentum of a pair is conserved exactly where the two torque arms add up to the distance of the centres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levers {
    pub slip: Arm,
    pub torque: Arm,
}

impl Levers {
    /// The same arm in both.
    pub fn both(arm: Arm) -> Self {
        Self { slip: arm, torque: arm }
    }
}

worded! {
    /// The rotation of a tangential or rolling spring with the contact: with the normal, and about it, which is called twirl
    /// (Kuhn et al. 2020, Linear-frictional contact model for 3D discrete element simulations of granular systems).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SpringRotation {
        /// The spring rotates with two bodies that spin as one: objective.
        NormalAndSpin = "normal-and-spin": "turned with the normal, and about it by the mean spin of the bodies",
        /// The spring does not rotate while the bodies spin about the normal: the force then depends on the observer.
        Normal = "normal": "turned with the normal, and not about it",
    }
}

impl SpringRotation {
    /// Angular velocity of the spring about the normal, rad/s, from the spins of the two bodies about it.
    #[inline(always)]
    pub fn spin(self, one: f64, other: f64) -> f64 {
        if self == Self::Normal { 0.0 } else { 0.5 * (one + other) }
    }
}

worded! {
    /// What a tangential dashpot does while the surfaces slide.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum WhileSliding {
        /// Spring and dashpot together stay within `mu N`. While they slide the spring carries `mu N` less the dashpot: so
        /// LAMMPS and LIGGGHTS shorten it (`(f_n/f_s)(s + gamma v/k) - gamma v/k`). Beside a spring that remembers its stretch
        /// a dashpot that is more than friction holds at touch turns the force round there: the stiffness grows, and with it
        /// what the spring holds against the dashpot. That is the law in the limit of short steps: a hundred of them in a contact, but
        /// a hundred thousand beside a dashpot whose coefficient is constant.
        Capped = "capped",
        /// The spring alone stays within `mu N`; the dashpot is added to it.
        Added = "added",
        /// The spring alone stays within `mu N`; there is no dashpot while it slides (PFC `dp_mode` 2 and 3,
        /// MercuryDPM, MUSEN, YADE). The force jumps where sliding begins. Where sliding leads back to sticking at once and
        /// sticking to sliding, as a contact unloads, the law in the limit of short steps is the mean: the spring goes with
        /// its limit, and a share of the dashpot keeps it there (Filippov 1988).
        Dropped = "dropped",
    }
}

/// `C delta^beta v_s`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct ShearDashpot {
    /// N s/m^(1+beta); 0 for none.
    pub C: f64,
    pub beta: f64,
    #[serde(rename = "while_sliding")]
    pub sliding: WhileSliding,
}

impl ShearDashpot {
    /// No dashpot.
    pub const NONE: Self = Self { C: 0.0, beta: 0.0, sliding: WhileSliding::Capped };
}

/// Rolling resistance: a torque on body 1, and the opposite torque on body 2 where the law is objective.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RollingForce {
    None,
    /// `mu_r N r_i` against the body's own spin: not objective, torques not equal and opposite (MUSEN manual).
    OwnSpin {
        friction: f64,
    },
    /// `mu_r N R*` against the relative spin, in the plane of contact.
    Constant {
        friction: f64,
    },
    /// `k_r theta_r + c_r d(theta_r)/dt` within `mu_r N R*`, `theta_r` the relative rolling angle.
    SpringDashpot {
        /// `k_r`, N m/rad
        stiffness: f64,
        /// `c_r`, N m s/rad
        damping: f64,
        /// `mu_r`
        friction: f64,
    },
}

impl RollingForce {
    /// Name of the law, `mu_r`, `k_r` and `c_r`; `None` without rolling resistance.
    pub fn numbers(self) -> Option<(&'static str, f64, [Option<f64>; 2])> {
        match self {
            Self::None => None,
            Self::OwnSpin { friction } => Some(("own-spin", friction, [None; 2])),
            Self::Constant { friction } => Some(("constant", friction, [None; 2])),
            Self::SpringDashpot { stiffness, damping, friction } => {
                Some(("spring-dashpot", friction, [stiffness, damping].map(Some)))
            }
        }
    }
}

/// Two elastic spheres (or a sphere and a wall) that touch with friction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spheres {
    /// `1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2`, Pa
    pub E_star: f64,
    /// `1/G* = (2-nu1)/G1 + (2-nu2)/G2`, Pa: a quarter of the tangential modulus of the method of dimensionality reduction.
    pub G_star: f64,
    /// `1/R* = 1/R1 + 1/R2`, m
    pub R_star: f64,
    /// Coulomb coefficient
    pub friction: f64,
}

/// The contact at one normal load, Hertz 1881 and Mindlin 1949.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pressed {
    /// Overlap, m; 0 when the bodies do not touch.
    pub delta: f64,
    /// Stiffness against tangential displacement without any slip, `8 G* a` with the contact radius `a = sqrt(R* delta)`, N/m
    pub k_t: f64,
    /// Friction limit, `mu N` with `N = 4/3 E* a delta`, N
    pub limit: f64,
}

impl Spheres {
    /// `eta = mu E*/(4 G*)`: a point with the gap `g` at first touch sticks up to a displacement of `eta (delta - g)`.
    pub fn slide_per_overlap(&self) -> f64 {
        self.friction * self.E_star / (4.0 * self.G_star)
    }
}

/// The tangential force of a contact, in numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShearForce {
    pub form: Form,
    /// N/m^(1+gamma)
    pub S: f64,
    pub gamma: f64,
    /// `mu`; with dynamic friction the static one.
    pub friction: f64,
    pub rate: FrictionRate,
    pub limit: FrictionLimit,
    pub dashpot: ShearDashpot,
    pub levers: Levers,
    pub rotation: SpringRotation,
    pub rolling: RollingForce,
    /// Input of the Mindlin & Deresiewicz forms besides the stiffness; `None` where the contact is not a Hertz contact.
    pub spheres: Option<Spheres>,
}

impl ShearForce {
    /// A form with a friction coefficient only: no stiffness, no dashpot, no rolling; total limit, nominal radii.
    pub fn new(form: Form, friction: f64) -> Self {
        Self {
            form,
            S: 0.0,
            gamma: 0.0,
            friction,
            rate: FrictionRate::Constant,
            limit: FrictionLimit::Total,
            dashpot: ShearDashpot::NONE,
            levers: Levers::both(Arm::Radius),
            rotation: SpringRotation::NormalAndSpin,
            rolling: RollingForce::None,
            spheres: None,
        }
    }

    /// `k_t = S delta^gamma`, N/m.
    pub fn stiffness(&self, delta: f64) -> f64 {
        if delta <= 0.0 { 0.0 } else { self.S * libm::pow(delta, self.gamma) }
    }

    /// Whether a dashpot within the friction limit leaves a spring whose energy has no bound where the overlap goes to zero:
    /// its force there falls more slowly than the root of the stiffness. Friction then takes all work but the dashpot's.
    #[inline]
    pub fn winds_up(&self) -> bool {
        let ShearDashpot { C, beta, sliding } = self.dashpot;
        C > 0.0 && sliding == WhileSliding::Capped && 2.0 * beta < self.gamma - 1e-12
    }

    /// Whether the spring has one stiffness, at which the whole stretch, its increments and their rescaling are one law.
    pub fn is_constant(&self) -> bool {
        self.gamma == 0.0 && self.form.is_spring()
    }

    /// The coefficient of friction at a slip speed (m/s).
    #[inline(always)]
    pub fn coefficient(&self, speed: f64) -> f64 {
        match self.rate {
            FrictionRate::Decaying(DynamicFriction { friction, decay }) => {
                friction + (self.friction - friction) * libm::exp(-decay * speed)
            }
            FrictionRate::Constant | FrictionRate::Regularised(_) => self.friction,
        }
    }

    /// The coefficient of friction at a slip velocity, m/s.
    #[inline(always)]
    pub fn coefficient_of<const D: usize>(&self, slip: &SVector<f64, D>) -> f64 {
        if let FrictionRate::Decaying(_) = self.rate { self.coefficient(slip.norm()) } else { self.friction }
    }

    /// The largest coefficient of friction at any slip speed.
    pub fn largest_coefficient(&self) -> f64 {
        match self.rate {
            FrictionRate::Decaying(dynamic) => self.friction.max(dynamic.friction),
            FrictionRate::Constant | FrictionRate::Regularised(_) => self.friction,
        }
    }

    /// Its derivative by the slip speed, s/m.
    #[inline(always)]
    pub fn coefficient_slope(&self, speed: f64) -> f64 {
        match self.rate {
            FrictionRate::Decaying(DynamicFriction { friction, decay }) => {
                -decay * (self.friction - friction) * libm::exp(-decay * speed)
            }
            FrictionRate::Constant | FrictionRate::Regularised(_) => 0.0,
        }
    }

    /// Whether friction is a function of each component of the slip.
    pub fn is_of_components(&self) -> bool {
        matches!(self.rate, FrictionRate::Regularised(law) if law.of != SmoothOf::Slip)
    }

    /// Whether friction drives the slip out of the plane of `n` and `t`.
    pub fn leaves_plane(&self) -> bool {
        match self.rate {
            FrictionRate::Regularised(law) => law.of != SmoothOf::Slip && law.axes.iter().all(|axis| axis[0] != 0.0),
            FrictionRate::Constant | FrictionRate::Decaying(_) => false,
        }
    }

    /// The same in the frame of an impact, `n`, `t`, `b` in the axes of the case.
    ///
    /// # Errors
    /// When friction is of each component and the normal is along none of the axes.
    pub fn in_frame(self, [n, t, b]: &[[f64; 3]; 3]) -> Result<Self, LawError> {
        let FrictionRate::Regularised(smooth) = self.rate else { return Ok(self) };
        if smooth.of == SmoothOf::Slip {
            return Ok(self);
        }
        let Some(normal) = n.iter().position(|part| part.abs() == 1.0) else {
            let message = "friction of each component requires a normal along an axis of the case: elsewhere the force would not be tangential";
            return Err(LawError::key("of", message).help("write  wall = { normal = \"+z\" }"));
        };
        let [one, two] = [(normal + 1) % 3, (normal + 2) % 3];
        let axes = [[t[one], b[one]], [t[two], b[two]]];
        Ok(Self { rate: FrictionRate::Regularised(SmoothFriction { axes, ..smooth }), ..self })
    }

    /// Coulomb's limit, N, from the total normal force and its elastic part (N).
    pub fn coulomb_limit(&self, total: f64, elastic: f64) -> f64 {
        self.friction * self.limit.normal(total, elastic)
    }
}
