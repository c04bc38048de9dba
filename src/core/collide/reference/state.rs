//! The state of a collision as named quantities: its motion, the branch of the equations that is valid, and the forces in it.

use crate::collide::ode::Vector;
use nalgebra::{Matrix3, Quaternion, SVector, UnitQuaternion, Vector3};

/// The motion, without units; head-on there is no tangential direction. With two the axes move with the contact: `n` along the
/// line of centres, the others turning about it with the mean spin, so that the spring's memory keeps its components.
#[derive(Debug, Clone, Copy)]
pub struct MotionState<const D: usize> {
    /// The overlap is `q^p`.
    pub q: f64,
    /// Rate of approach.
    pub w: f64,
    /// Tangential velocity.
    pub v: Tangent<D>,
    /// Surface velocity of each body by its spin, at unit arm: the slip is `v - a1 spin1 - a2 spin2`.
    pub spin: [Tangent<D>; 2],
    /// Stretch or force of the spring; with two directions, during slip, the first number is the angle of its direction.
    pub memory: Tangent<D>,
    /// Angle of the rolling spring, as a vector; while it slips, the angle of its direction as above.
    pub roll: Tangent<D>,
    /// Spin about the normal.
    pub twist: [f64; 2],
}

/// Indices in the state. The first `MOTION` are the fields of [`MotionState`], the others are integrated along with it.
impl<const D: usize> MotionState<D> {
    pub const Q: usize = 0;
    pub const W: usize = 1;
    pub const V: usize = 2;
    pub const MEMORY: usize = 2 + D;
    pub const SPIN: usize = 2 + 2 * D;
    pub const ROLL: usize = 2 + 4 * D;
    const TWIST: usize = 2 + 5 * D;
    /// An even number: states are added two at a time, and with one direction the last place is empty.
    pub const MOTION: usize = Self::TWIST + [0, 1, 2][D];
    /// Orientation of the axes: no number head-on, else the angle by which the normal has turned, or a quaternion.
    pub const AXES: usize = Self::MOTION;
    /// Path along the surfaces, in the axes of first touch.
    pub const PATH: usize = Self::AXES + [0, 1, 4][D];
    /// From here on the numbers are integrals, on which nothing depends.
    pub const TIME: usize = Self::PATH + D;
    /// Integral of the normal force.
    pub const PRESS: usize = Self::TIME + 1;
    /// Works: normal dashpot, and unless head-on: slip, tangential dashpot, rolling, created.
    pub const WORK: usize = Self::TIME + 2;
    pub const WORKS: usize = [1, 5, 5][D];
    /// Moment of the normal force on the path.
    pub const MOMENT: usize = Self::WORK + Self::WORKS;
    /// Integral of the force in the axes of first touch; head-on it is that of the normal force.
    pub const IMPULSE: usize = Self::MOMENT + D;
    pub const IMPULSES: usize = [0, 2, 3][D];
    /// Length of a state with all quantities.
    const ALL: usize = Self::IMPULSE + Self::IMPULSES;

    /// Whether a state of `n` numbers has all quantities.
    #[inline]
    pub const fn is_full(n: usize) -> bool {
        n >= Self::ALL
    }

    /// The motion in a state; quantities that the state does not contain are zero.
    #[inline(always)]
    pub fn of<const N: usize>(y: &Vector<N>) -> Self {
        let at = |k: usize| {
            let mut part = Tangent::from([0.0; D]);
            for i in 0..if k < N { D } else { 0 } {
                part[i] = y[k + i];
            }
            part
        };
        Self {
            q: y[Self::Q],
            w: y[Self::W],
            v: at(Self::V),
            spin: [at(Self::SPIN), at(Self::SPIN + D)],
            memory: at(Self::MEMORY),
            roll: at(Self::ROLL),
            twist: if D < 2 { [0.0; 2] } else { [y[Self::TWIST], y[Self::TWIST + 1]] },
        }
    }

    #[inline(always)]
    pub fn put<const N: usize>(&self, y: &mut Vector<N>) {
        (y[Self::Q], y[Self::W]) = (self.q, self.w);
        let mut at = |k: usize, vector: &Tangent<D>| {
            for i in (0..D).filter(|_| k < N) {
                y[k + i] = vector[i];
            }
        };
        at(Self::V, &self.v);
        at(Self::MEMORY, &self.memory);
        at(Self::SPIN, &self.spin[0]);
        at(Self::SPIN + D, &self.spin[1]);
        at(Self::ROLL, &self.roll);
        for i in Self::TWIST..Self::MOTION.min(N) {
            y[i] = self.twist[i - Self::TWIST];
        }
    }

    /// No motion, and nothing remembered.
    pub fn zero() -> Self {
        let nothing = Tangent::zeros();
        let [v, memory, roll] = [nothing; 3];
        Self { q: 0.0, w: 0.0, v, spin: [nothing; 2], memory, roll, twist: [0.0; 2] }
    }

    /// The angle of the direction of friction, or of the rolling spring, while it slips.
    pub fn angle(&self, which: usize) -> f64 {
        if which == 0 { self.memory[0] } else { self.roll[0] }
    }

    /// Sets the direction of a slider, if there are two tangential directions.
    pub fn point(&mut self, which: usize, along: &Tangent<D>) {
        if D > 1 {
            let angle = libm::atan2(along[1], along[0]);
            if which == 0 { self.memory[0] = angle } else { self.roll[0] = angle }
        }
    }

    /// The motion after a length `h` at these rates.
    pub fn after(&self, rate: &Self, h: f64) -> Self {
        Self {
            q: self.q + rate.q * h,
            w: self.w + rate.w * h,
            v: self.v + rate.v * h,
            spin: [0, 1].map(|i| self.spin[i] + rate.spin[i] * h),
            memory: self.memory + rate.memory * h,
            roll: self.roll + rate.roll * h,
            twist: [0, 1].map(|i| self.twist[i] + rate.twist[i] * h),
        }
    }
}

/// The state at first touch: nothing has been integrated yet.
pub fn begun<const D: usize, const N: usize>(m: &MotionState<D>) -> Vector<N> {
    let mut y = replaced(Vector::zeros(), m);
    if D > 1 && MotionState::<D>::is_full(N) {
        y[MotionState::<D>::AXES] = 1.0;
    }
    y
}

/// Lengths of states with all quantities: head-on, with one tangential direction and with two.
pub const HEAD_ON: usize = 5;
pub const PLANAR: usize = 20;
pub const SPATIAL: usize = 32;

/// Lengths of states of the motion alone: head-on, and with the work of the dashpot over its coefficient; in a plane; and of bodies that do
/// not turn, with a spring.
pub const BARE: usize = 2;
pub const DRAINED: usize = 3;
pub const LEAN: usize = 8;
pub const SPINLESS: usize = MotionState::<1>::SPIN;

/// A state with its motion replaced.
pub fn replaced<const D: usize, const N: usize>(mut y: Vector<N>, m: &MotionState<D>) -> Vector<N> {
    m.put(&mut y);
    y
}

/// The axes of the contact, as columns, in those of first touch.
pub fn axes<const D: usize, const N: usize>(y: &Vector<N>) -> Matrix3<f64> {
    let k = MotionState::<D>::AXES;
    if D == 0 {
        return Matrix3::identity();
    }
    if D == 1 {
        let (sin, cos) = libm::sincos(y[k]);
        return Matrix3::new(cos, -sin, 0.0, sin, cos, 0.0, 0.0, 0.0, 1.0);
    }
    let turned = Quaternion::new(y[k], y[k + 1], y[k + 2], y[k + 3]);
    UnitQuaternion::from_quaternion(turned).to_rotation_matrix().into_inner()
}

/// A vector in space from its normal and tangential parts.
pub fn space<const D: usize>(n: f64, t: &Tangent<D>) -> Vector3<f64> {
    let along = |i: usize| if i < D { t[i] } else { 0.0 };
    Vector3::new(n, along(0), along(1))
}

/// A spin vector from its part about the normal and its surface velocity.
pub fn turning<const D: usize>(twist: f64, spin: &Tangent<D>) -> Vector3<f64> {
    let along = |i: usize| if i < D { spin[i] } else { 0.0 };
    Vector3::new(twist, 0.0 - along(1), along(0))
}

const _: () = assert!(
    MotionState::<1>::MOTION == LEAN
        && MotionState::<0>::ALL == HEAD_ON
        && MotionState::<1>::ALL == PLANAR
        && MotionState::<2>::ALL == SPATIAL
);

/// A vector in the plane of contact: along `t`, or along two axes that move with the contact.
pub type Tangent<const D: usize> = SVector<f64, D>;

/// State of a slider, of friction or of the rolling resistance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum SliderState<const D: usize> {
    /// The surfaces stick.
    Stick,
    /// The surfaces slip; with the direction at the start of the branch.
    Slip(Tangent<D>),
    /// The spring force follows its limit without slip: slipping surfaces, without the dashpot, would stick at once, and sticking
    /// ones, with it, would slip at once. A share of the dashpot keeps them between the two. With the initial direction.
    Held(Tangent<D>),
    /// No force: the limit is zero.
    Loose,
}

impl<const D: usize> SliderState<D> {
    /// Slip along a vector; `None` for a zero vector.
    pub fn along(x: Tangent<D>) -> Option<Self> {
        unit(x).map(Self::Slip)
    }

    /// Whether the surfaces slip, with the force at its limit.
    #[inline]
    pub fn slips(self) -> bool {
        matches!(self, Self::Slip(_))
    }

    /// Whether the force has a direction of its own, and with two directions an angle for its memory.
    #[inline]
    pub fn points(self) -> bool {
        matches!(self, Self::Slip(_) | Self::Held(_))
    }
}

/// Indices of the sliders whose force has a direction of its own, for [`ContactState::slider`].
pub const FRICTION: usize = 0;
pub const ROLLING: usize = 1;

/// Which equations hold between two events: the discrete state of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ContactState<const D: usize> {
    /// Whether the normal force acts; a clamped one is zero while it would pull.
    pub pushes: bool,
    /// The friction limit over `mu N`: 1; for an attractive force 0 if it gives no friction, -1 if its magnitude counts.
    pub hold: f64,
    pub slide: SliderState<D>,
    /// Whether the spring stores its stretch; otherwise it stores its force.
    pub stretch: bool,
    /// Rolling resistance: of the pair, or of each body.
    pub roll: [SliderState<D>; 2],
}

impl<const D: usize> ContactState<D> {
    /// The slider with this index: friction, then the two rolling sliders.
    #[inline]
    pub fn slider(&self, which: usize) -> SliderState<D> {
        match which {
            0 => self.slide,
            1 => self.roll[0],
            _ => self.roll[1],
        }
    }

    /// The same with one slider changed.
    pub fn with(mut self, which: usize, slide: SliderState<D>) -> Self {
        match which {
            0 => self.slide = slide,
            1 => self.roll[0] = slide,
            _ => self.roll[1] = slide,
        }
        self
    }
}

/// The direction of a vector, also if its square underflows; `None` for a zero vector.
pub fn unit<const D: usize>(x: Tangent<D>) -> Option<Tangent<D>> {
    let size = x.amax();
    (size > 0.0).then(|| (x / size).normalize())
}

/// A vector turned by a right angle, from the second axis to the first; zero in one dimension.
pub fn across<const D: usize>(x: &Tangent<D>) -> Tangent<D> {
    let mut turned = Tangent::zeros();
    if D == 2 {
        (turned[0], turned[1]) = (x[1], -x[0]);
    }
    turned
}

/// The direction at an angle from the first of two axes.
pub fn direction<const D: usize>(angle: f64) -> Tangent<D> {
    let (sin, cos) = libm::sincos(angle);
    Tangent::from_fn(|i, _| if i == 0 { cos } else { sin })
}

/// Length of a vector; in one dimension without a square root.
#[inline(always)]
pub fn size<const D: usize>(x: &Tangent<D>) -> f64 {
    if D == 1 { x[0].abs() } else { x.norm() }
}

/// Forces and accelerations in one state, without units.
#[derive(Debug, Clone, Copy)]
pub struct ContactForces<const D: usize> {
    pub xi: f64,
    /// Normal force, its elastic part and that of the dashpot.
    pub normal: f64,
    pub elastic: f64,
    pub drag: f64,
    /// Coulomb's limit.
    pub limit: f64,
    pub slip: Tangent<D>,
    /// Tangential force, the part the spring carries, and that of the dashpot.
    pub force: Tangent<D>,
    pub spring: Tangent<D>,
    pub dashpot: Tangent<D>,
    /// Spin of the axes about the normal, and the inverse distance of the centres.
    pub twist: f64,
    pub near: f64,
    /// Accelerations of the approach, of the tangential velocity, of the spins, of the slip.
    pub approach: f64,
    pub along: Tangent<D>,
    pub spins: [Tangent<D>; 2],
    pub slips: Tangent<D>,
    pub rolling: RollingTorques<D>,
    pub torque_arms: [f64; 2],
}

/// Torques of the rolling resistance in one state, over `F r_i`.
#[derive(Debug, Clone, Copy)]
pub struct RollingTorques<const D: usize> {
    /// On each body.
    pub torque: [Tangent<D>; 2],
    /// For each slider: the torque required for sticking, the spin that it resists, and its limit.
    pub required: [Tangent<D>; 2],
    pub rolls: [Tangent<D>; 2],
    pub limit: f64,
    /// Rates of the spins: `o_i' = fixed_i + per_force_i T`, with the tangential force `T`.
    pub fixed: [Tangent<D>; 2],
    pub per_force: [f64; 2],
}

impl<const D: usize> RollingTorques<D> {
    /// No torques: for bodies that do not turn.
    #[inline]
    pub fn none() -> Self {
        let zero = [Tangent::from([0.0; D]); 2];
        Self { torque: zero, required: zero, rolls: zero, limit: 0.0, fixed: zero, per_force: [0.0; 2] }
    }
}
