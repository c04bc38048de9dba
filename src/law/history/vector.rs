//! The tangential force as a vector in the contact plane, advanced in steps as by a three-dimensional code.
//!
//! The memory rotates with the contact: with the normal (projected onto the new plane, its length kept) and about the normal by
//! the mean spin of the two bodies. The angle per step is small, so the order of the two rotations has no effect to second
//! order.

use nalgebra::Vector3;

use super::{MemoryDiagram, Pressed, Resistance, Spheres};
use crate::law::shear::WhileSliding;

/// The changes of a contact during one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide {
    /// The new normal load; `limit` is the friction limit under this load.
    pub to: Pressed,
    /// Slide of the surfaces during the step, m; a vector in the contact plane.
    pub du: Vector3<f64>,
    /// The force of the dashpot, `C delta^beta v_s`, N.
    pub dashpot: Vector3<f64>,
    pub sliding: WhileSliding,
}

/// A tangential law in the contact plane.
pub trait VectorMemory {
    /// Rotates the memory with the contact: `n` is the new normal, `twist` the angle about it, rad.
    fn turn(&mut self, n: &Vector3<f64>, twist: f64);

    /// Advances by one step and returns the force. The contact is closed, `to.delta > 0`.
    fn advance(&mut self, slide: &Slide) -> Resistance;

    /// Resets the memory, because the contact has opened; returns the elastic energy that is deleted, J.
    fn open(&mut self) -> f64;

    /// Whether the law determines `slip`, `created` and the stored energy.
    fn keeps_accounts(&self) -> bool;
}

/// A vector projected onto the plane normal to `n` with its length kept, then rotated about `n` by an angle, rad.
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

/// The memory diagram, which has one tangential direction, along a direction `t` that rotates with the contact.
///
/// Only for plane motion. The friction limit of the total force bounds the force as well, because a normal dashpot may leave
/// a smaller limit than the theory of elastic spheres assumes; the memory does not take this into account.
#[derive(Debug, Clone, PartialEq)]
pub struct Along {
    law: MemoryDiagram,
    t: Vector3<f64>,
}

impl Along {
    /// The law with an empty memory, along the unit vector `t`.
    pub fn new(spheres: Spheres, t: Vector3<f64>) -> Self {
        Self { law: MemoryDiagram::new(spheres), t }
    }
}

impl VectorMemory for Along {
    fn turn(&mut self, n: &Vector3<f64>, _: f64) {
        self.t = turned(&self.t, n, 0.0);
    }

    fn advance(&mut self, slide: &Slide) -> Resistance {
        let limit = slide.to.limit;
        let along = |v: &Vector3<f64>| v.dot(&self.t);
        let (du, dashpot) = (along(&slide.du), along(&slide.dashpot));
        let spring = self.law.advance(slide.to.delta, du);
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
        self.law = MemoryDiagram::new(self.law.spheres());
        0.0
    }

    fn keeps_accounts(&self) -> bool {
        false
    }
}
