//! The tangential force as a vector in the plane of contact, as a code in three dimensions steps it.
//!
//! The memory belongs to the contact: it turns with the normal (laid into the new plane with its length kept) and about
//! it by the mean spin of the two bodies. An angle per step is small, so the order of the two does not matter to the
//! second order.

use nalgebra::Vector3;

use super::{Memory, Pressed, Resistance};
use crate::contact::shear::WhileSliding;

/// What happens to a contact on the way to its next evaluation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide {
    /// Where the normal load has gone; `limit` is what friction can hold then.
    pub to: Pressed,
    /// How far the surfaces have slid past each other on the way, m; a vector in the plane of contact.
    pub du: Vector3<f64>,
    /// What the dashpot would add, `C delta^beta v_s`, N.
    pub dashpot: Vector3<f64>,
    pub sliding: WhileSliding,
}

/// A tangential law in the plane of contact.
pub trait VectorMemory {
    /// Turns what is remembered with the contact: `n` is the new normal, `twist` the angle about it, rad.
    fn turn(&mut self, n: &Vector3<f64>, twist: f64);

    /// The force after a slide. The contact is closed, `to.delta > 0`.
    fn advance(&mut self, slide: &Slide) -> Resistance;

    /// The contact has opened: everything is forgotten. The energy that was stored, J.
    fn open(&mut self) -> f64;

    /// Whether `slip`, `created` and the stored energy are known.
    fn keeps_accounts(&self) -> bool;
}

/// A vector laid into the plane across `n` with its length kept, then turned about `n` by an angle, rad.
pub fn turned(v: &Vector3<f64>, n: &Vector3<f64>, angle: f64) -> Vector3<f64> {
    let length = v.norm_squared();
    let flat = v - n * n.dot(v);
    let left = flat.norm_squared();
    if left == 0.0 {
        return Vector3::zeros();
    }
    let flat = flat * (length / left).sqrt();
    if angle == 0.0 {
        return flat;
    }
    let (sin, cos) = angle.sin_cos();
    flat * cos + n.cross(&flat) * sin
}

/// A law for one tangential direction, followed along the direction `t` that turns with the contact.
///
/// Only for motion that stays in a plane. Friction as a whole bounds the force besides, since a dashpot along the normal
/// may leave less than the theory of elastic spheres takes for granted; the memory does not know of that.
#[derive(Debug, Clone, PartialEq)]
pub struct Along<M> {
    law: M,
    fresh: M,
    t: Vector3<f64>,
}

impl<M: Memory + Clone> Along<M> {
    /// A law that remembers nothing yet, along the unit vector `t`.
    pub fn new(law: M, t: Vector3<f64>) -> Self {
        Self { fresh: law.clone(), law, t }
    }
}

impl<M: Memory + Clone> VectorMemory for Along<M> {
    fn turn(&mut self, n: &Vector3<f64>, _: f64) {
        self.t = turned(&self.t, n, 0.0);
    }

    fn advance(&mut self, slide: &Slide) -> Resistance {
        let limit = slide.to.limit;
        let along = |v: &Vector3<f64>| v.dot(&self.t);
        let (du, dashpot) = (along(&slide.du), along(&slide.dashpot));
        let spring = self.law.advance(&slide.to, du);
        let full = spring.abs() >= limit;
        let spring = spring.max(-limit).min(limit);
        let force = match slide.sliding {
            WhileSliding::Capped => (spring + dashpot).max(-limit).min(limit),
            WhileSliding::Added => spring + dashpot,
            WhileSliding::Dropped if full => spring,
            WhileSliding::Dropped => spring + dashpot,
        };
        let dashpot = (force - spring) * du;
        Resistance { force: self.t * force, slip: 0.0, dashpot, created: 0.0 }
    }

    fn open(&mut self) -> f64 {
        self.law = self.fresh.clone();
        0.0
    }

    fn keeps_accounts(&self) -> bool {
        false
    }
}
