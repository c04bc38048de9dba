//! The tangential force as a vector in the plane of contact, as a code in three dimensions steps it.
//!
//! The memory belongs to the contact: it turns with the normal (laid into the new plane with its length kept) and about
//! it by the mean spin of the two bodies. An angle per step is small, so the order of the two does not matter to the
//! second order.

use nalgebra::Vector3;

use super::{Memory, Pressed};
use crate::contact::shear::{Form, WhileSliding};

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

/// The tangential force after a slide, and what became of the work on the way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resistance {
    /// On the body that slides forwards acts the opposite, N.
    pub force: Vector3<f64>,
    /// Whether the surfaces slide as a whole.
    pub slides: bool,
    /// Work of friction, J.
    pub slip: f64,
    /// Work of the dashpot, J.
    pub dashpot: f64,
    /// What the law makes from nothing, J: the energy of the spring at the new stiffness less that at the old one,
    /// before anything slides.
    pub created: f64,
}

impl Resistance {
    const NONE: Self =
        Self { force: Vector3::new(0.0, 0.0, 0.0), slides: false, slip: 0.0, dashpot: 0.0, created: 0.0 };
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

/// Sliding friction alone, and the three springs with a slider.
///
/// `T` is trimmed to the limit along its own direction, and the spring with it, so that a slip keeps its direction.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorSpring {
    form: Form,
    /// The force of the spring, N; of a total spring its stretch, m.
    memory: Vector3<f64>,
    /// Stiffness at the last evaluation, N/m
    k_t: f64,
}

impl VectorSpring {
    /// Of a form that is no law of Mindlin & Deresiewicz: those know one direction only, [`Along`].
    pub fn new(form: Form) -> Self {
        Self { form, memory: Vector3::zeros(), k_t: 0.0 }
    }

    /// The force of the spring once the load has changed and nothing has slid yet, and what that made from nothing.
    fn reloaded(&self, k_t: f64) -> (Vector3<f64>, f64) {
        match self.form {
            Form::Total => (self.memory * k_t, 0.5 * (k_t - self.k_t) * self.memory.norm_squared()),
            Form::Rescaled if k_t < self.k_t => {
                let ratio = k_t / self.k_t;
                (self.memory * ratio, 0.5 * self.memory.norm_squared() / self.k_t * (ratio - 1.0))
            }
            Form::Incremental | Form::Rescaled if self.k_t > 0.0 => {
                (self.memory, 0.5 * self.memory.norm_squared() * (1.0 / k_t - 1.0 / self.k_t))
            }
            _ => (self.memory, 0.0),
        }
    }

    fn stored(&self) -> f64 {
        match self.form {
            Form::Total => 0.5 * self.k_t * self.memory.norm_squared(),
            _ if self.k_t > 0.0 => 0.5 * self.memory.norm_squared() / self.k_t,
            _ => 0.0,
        }
    }

    fn spring(&mut self, slide: &Slide) -> Resistance {
        let Pressed { k_t, limit, .. } = slide.to;
        let (before, created) = self.reloaded(k_t);
        let stuck = before + slide.du * k_t;
        let capped = slide.sliding == WhileSliding::Capped;
        let trial = if capped { stuck + slide.dashpot } else { stuck };
        let size = trial.norm_squared();
        let slides = size > limit * limit;
        let held = if slides { trial * (limit / size.sqrt()) } else { trial };
        let (spring, dashpot) = match (capped, slides, slide.sliding) {
            (true, ..) => (held - slide.dashpot, slide.dashpot),
            (false, true, WhileSliding::Dropped) => (held, Vector3::zeros()),
            (false, ..) => (held, slide.dashpot),
        };
        // Where it slides, what the spring did not take up.
        let slipped = if slides { (stuck - spring) / k_t } else { Vector3::zeros() };
        let slip = if slides { 0.5 * (before + spring).dot(&slipped) } else { 0.0 };
        self.memory = if self.form == Form::Total { spring / k_t } else { spring };
        self.k_t = k_t;
        Resistance { force: spring + dashpot, slides, slip, dashpot: dashpot.dot(&slide.du), created }
    }
}

impl VectorMemory for VectorSpring {
    fn turn(&mut self, n: &Vector3<f64>, twist: f64) {
        if self.form.is_spring() {
            self.memory = turned(&self.memory, n, twist);
        }
    }

    fn advance(&mut self, slide: &Slide) -> Resistance {
        if self.form.is_spring() && slide.to.k_t > 0.0 {
            return self.spring(slide);
        }
        if self.form != Form::Coulomb {
            return Resistance::NONE;
        }
        let du = slide.du.norm();
        if du == 0.0 {
            return Resistance::NONE;
        }
        let friction = slide.du * (slide.to.limit / du);
        let dashpot = if slide.sliding == WhileSliding::Added { slide.dashpot } else { Vector3::zeros() };
        let slip = slide.to.limit * du;
        Resistance { force: friction + dashpot, slides: true, slip, dashpot: dashpot.dot(&slide.du), created: 0.0 }
    }

    fn open(&mut self) -> f64 {
        let stored = self.stored();
        *self = Self::new(self.form);
        stored
    }

    fn keeps_accounts(&self) -> bool {
        true
    }
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
        Resistance { force: self.t * force, slides: full, slip: 0.0, dashpot, created: 0.0 }
    }

    fn open(&mut self) -> f64 {
        self.law = self.fresh.clone();
        0.0
    }

    fn keeps_accounts(&self) -> bool {
        false
    }
}
