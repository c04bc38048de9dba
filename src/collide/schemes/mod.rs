//! Fixed-step schemes of production codes, one per file.
//!
//! A scheme takes one step of one head-on collision. It detects contact and release only at its own steps. A scheme of
//! your own implements [`Scheme`] (or [`Kernel`], to run eight collisions side by side) and goes through the same
//! tests: `examples/own_stepper.rs`.

mod batch;
mod forward_euler;
mod lane;
mod leapfrog;
pub(in crate::collide) mod march;
mod parts;
mod position_verlet;
pub mod touch;
mod velocity_verlet;
mod velocity_verlet_implicit;

pub use forward_euler::ForwardEuler;
pub use lane::Lane;
pub use leapfrog::Leapfrog;
pub use parts::Part;
pub use position_verlet::PositionVerlet;
pub use touch::Touch;
pub use velocity_verlet::VelocityVerlet;
pub use velocity_verlet_implicit::VelocityVerletImplicit;

use wide::f64x8;

use super::stepped::{Encounter, Impact, Stepped};
use crate::law::Card;

/// The state of a collision between two steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct State<T> {
    /// m; negative before first touch and after the end.
    pub overlap: T,
    /// Rate of approach at the time of `overlap`, m/s.
    pub speed: T,
    /// Values that the scheme carries from step to step, such as a half-step velocity or the last push. Initialised by
    /// the scheme's [`start`](Scheme::start).
    pub memory: [T; 4],
}

/// A fixed-step scheme.
pub trait Scheme: Sync {
    /// Name, formula of one step, who uses it, order.
    fn card(&self) -> &'static Card;

    /// The name in a case file.
    fn name(&self) -> &'static str {
        self.card().name
    }

    /// Where in a step the force is evaluated last, as a fraction: 1 at its end.
    fn force_at(&self) -> f64 {
        1.0
    }

    /// The same step as parts, which are used for bodies that turn and slide; empty for a scheme for head-on collisions only.
    fn parts(&self) -> &'static [Part] {
        &[]
    }

    /// Fills the memory before the first step, in free flight. All zeros unless the scheme overrides it.
    fn start(&self, state: &mut State<f64>, dt: f64) {
        let _ = (state, dt);
    }

    /// One step of `dt` seconds. The force comes from `touch`, per unit of mass.
    fn step(&self, touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64);

    /// One collision.
    fn collide(&self, encounter: &Encounter, impact: &Impact) -> Stepped {
        march::one(self, encounter, impact, |_, _, _| {})
    }

    /// Many collisions of the same bodies, each with the same bits as by [`collide`](Scheme::collide).
    fn collide_many(&self, encounter: &Encounter, impacts: &[Impact]) -> Vec<Stepped> {
        impacts.iter().map(|impact| self.collide(encounter, impact)).collect()
    }
}

impl std::fmt::Debug for dyn Scheme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Scheme {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

/// A scheme written for one collision and for eight side by side at once.
pub trait Kernel: Sync {
    const CARD: Card;
    /// As [`Scheme::force_at`].
    const FORCE_AT: f64 = 1.0;

    /// As [`Scheme::parts`].
    const PARTS: &'static [Part] = &[];

    /// As [`Scheme::start`].
    #[inline(always)]
    fn start<T: Lane>(state: &mut State<T>, dt: T) {
        let _ = (state, dt);
    }

    /// As [`Scheme::step`].
    fn step<T: Lane>(touch: &mut Touch<T>, state: &mut State<T>, dt: T);
}

impl<K: Kernel> Scheme for K {
    fn card(&self) -> &'static Card {
        &K::CARD
    }

    fn force_at(&self) -> f64 {
        K::FORCE_AT
    }

    fn parts(&self) -> &'static [Part] {
        K::PARTS
    }

    #[inline(always)]
    fn start(&self, state: &mut State<f64>, dt: f64) {
        K::start(state, dt);
    }

    #[inline(always)]
    fn step(&self, touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
        K::step(touch, state, dt);
    }

    fn collide_many(&self, encounter: &Encounter, impacts: &[Impact]) -> Vec<Stepped> {
        batch::collide_many::<K, f64x8>(encounter, impacts)
    }
}

/// Every scheme, in the order they are shown.
pub const SCHEMES: &[&dyn Scheme] =
    &[&VelocityVerlet, &Leapfrog, &VelocityVerletImplicit, &PositionVerlet, &ForwardEuler];

/// Their names in a case file.
pub fn names() -> Vec<&'static str> {
    SCHEMES.iter().map(|scheme| scheme.name()).collect()
}

/// The scheme of that name.
pub fn find(name: &str) -> Option<&'static dyn Scheme> {
    SCHEMES.iter().copied().find(|scheme| scheme.name() == name)
}
