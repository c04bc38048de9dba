//! The discrete state of a contact: which branch of its equations is valid.

use nalgebra::SVector;

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
    pub fn slips(self) -> bool {
        matches!(self, Self::Slip(_))
    }

    /// Whether the force has a direction of its own, and with two directions an angle for its memory.
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
    let (sin, cos) = angle.sin_cos();
    Tangent::from_fn(|i, _| if i == 0 { cos } else { sin })
}

/// Length of a vector; in one dimension without a square root.
#[inline(always)]
pub fn size<const D: usize>(x: &Tangent<D>) -> f64 {
    if D == 1 { x[0].abs() } else { x.norm() }
}
