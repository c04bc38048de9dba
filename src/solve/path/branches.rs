//! The seven branches along a straight piece of path, marched.

use super::drive::PIECES;
use super::{Driven, Spent};
use crate::contact::history::{Memory, SevenBranches, Spheres};

/// Mindlin & Deresiewicz by increments. The law says what force a slide meets, and nothing of what is stored meanwhile:
/// only the work put in is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branches {
    law: SevenBranches,
    spheres: Spheres,
    delta: f64,
    /// Of each call.
    steps: usize,
}

impl Branches {
    /// In so many steps a leg.
    pub fn new(spheres: Spheres, steps: usize) -> Self {
        Self { law: SevenBranches::default(), spheres, delta: 0.0, steps: steps.div_ceil(PIECES) }
    }
}

impl Driven for Branches {
    fn advance(&mut self, delta: f64, du: f64) {
        self.straight(delta, du);
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let (from, part) = (self.delta, 1.0 / self.steps as f64);
        let mut work = 0.0;
        for k in 1..=self.steps {
            let at = if k == self.steps { delta } else { from + (delta - from) * k as f64 * part };
            let before = self.law.force();
            let after = self.law.advance(&self.spheres.pressed(at), du * part);
            work += 0.5 * (before + after) * du * part;
        }
        self.delta = delta;
        Spent { work, slip: None, created: None }
    }

    fn force(&self) -> f64 {
        self.law.force()
    }

    fn strain(&self) -> Option<f64> {
        None
    }

    fn stick_radius(&self) -> Option<f64> {
        None
    }
}
