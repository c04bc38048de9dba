//! Which of its equations a contact obeys at the moment.

use nalgebra::SVector;

/// A vector in the plane of contact: along `t`, or along two axes that move with the contact.
pub type Tangent<const D: usize> = SVector<f64, D>;

/// Part of a slip by which its event may be located beside it.
const LOCATED: f64 = 1e-6;

/// How fast a slider slips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// So fast that its direction is that of the motion.
    Free,
    /// From rest on, or past it: nearly at rest it goes the way it began.
    Leaves,
    /// It comes to rest, straight.
    Stops,
}

/// State of a slider, of friction or of the rolling resistance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum SliderState<const D: usize> {
    /// The surfaces stick.
    Stick,
    /// They slip; with the direction at the beginning of the branch.
    Slip(Tangent<D>, Pace),
    /// They slip, and the force points along its rate: see [`super::led`].
    Led,
    /// The spring force follows its limit without slip: slipping, without the dashpot, the surfaces would stick at once, and
    /// sticking, with it, slip at once. A part of the dashpot keeps them between the two. With the direction at the beginning.
    Held(Tangent<D>),
    /// No force: the limit is zero.
    Loose,
}

impl<const D: usize> SliderState<D> {
    /// Slip along a vector; `None` of no vector. With one direction it keeps it throughout.
    pub fn along(x: Tangent<D>, nearly: f64) -> Option<Self> {
        let near = D == 1 || x.norm() <= nearly * (1.0 + LOCATED);
        unit(x).map(|along| Self::Slip(along, if near { Pace::Leaves } else { Pace::Free }))
    }

    /// As [`along`](Self::along) for a slip beside what would hold it and what can at most, whose excess slows it down. Nearly at rest
    /// it is held in the direction `e` that takes it to rest along a straight line, `required - e limit = -k slip`, where there is one: a
    /// part aside would be left of it when it sticks, and slip for ever.
    pub fn held_back(slip: Tangent<D>, required: Tangent<D>, limit: f64, nearly: f64) -> Option<Self> {
        let slide = Self::along(slip, nearly)?;
        let Self::Slip(along, Pace::Leaves) = slide else { return Some(slide) };
        let ahead = required.dot(&along);
        let aside = required - along * ahead;
        let k = (limit * limit - aside.norm_squared()).sqrt() - ahead;
        Some(if D > 1 && k > 0.0 { Self::Slip((required + along * k) / limit, Pace::Stops) } else { slide })
    }

    /// A held spring begins to slip along a direction.
    pub fn let_go(along: Tangent<D>) -> Self {
        Self::Slip(along, if D == 1 { Pace::Leaves } else { Pace::Free })
    }

    /// Whether it keeps the direction in which it began.
    pub fn is_near(self) -> bool {
        matches!(self, Self::Slip(_, Pace::Leaves | Pace::Stops))
    }

    /// Whether the surfaces move at the limit.
    pub fn slips(self) -> bool {
        matches!(self, Self::Slip(..) | Self::Led)
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
    /// The friction limit over `mu N`: 1; under an attraction 0 where it gives no friction, -1 where its magnitude counts.
    pub hold: f64,
    pub slide: SliderState<D>,
    /// Whether the spring remembers its stretch; otherwise its force.
    pub stretch: bool,
    /// Rolling resistance: of the pair, or of each body.
    pub roll: [SliderState<D>; 2],
}

impl<const D: usize> ContactState<D> {
    /// The slider of a switch.
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

/// The direction of a vector, also of one whose square is too small for a number; `None` of no vector.
pub fn unit<const D: usize>(x: Tangent<D>) -> Option<Tangent<D>> {
    let size = x.amax();
    (size > 0.0).then(|| (x / size).normalize())
}

/// A vector turned by a right angle, from the second axis to the first; nothing where there is one direction.
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

/// Length of a vector, of one direction without a root.
#[inline(always)]
pub fn size<const D: usize>(x: &Tangent<D>) -> f64 {
    if D == 1 { x[0].abs() } else { x.norm() }
}

/// Against which direction a slider without a spring holds what moves like this: that of the motion, and nearly at rest the one with
/// which it began. One goes over into the other, and what comes to rest by itself is held in proportion there: a jump would keep
/// a step on one side of it.
#[inline(always)]
pub fn against<const D: usize>(moves: &Tangent<D>, slide: SliderState<D>, nearly: f64) -> Tangent<D> {
    let SliderState::Slip(begun, pace) = slide else { return Tangent::zeros() };
    if D == 1 {
        return begun;
    }
    let part = moves.norm() / nearly;
    match pace {
        Pace::Stops if part <= 2.0 => begun,
        Pace::Leaves if part < 1.0 => (begun * (1.0 - part) + moves / nearly).try_normalize(0.0).unwrap_or(begun),
        _ => moves / (nearly * part.max(1.0)),
    }
}
