//! The memory diagram along a straight piece of path: exact at every point.

use super::{Driven, Spent};
use crate::law::memory_diagram::MemoryDiagram;
use crate::numerics::{halved, smooth};

/// A point just after the beginning of a piece, where the ring of this piece exists.
const JUST_AFTER: f64 = 1e-13;

/// Halvings after which a position is exact to rounding.
const HALVINGS: usize = 60;

/// The law after a fraction `x` of the piece.
fn at(law: &MemoryDiagram, x: f64, delta: f64, du: f64) -> MemoryDiagram {
    let mut law = law.clone();
    let from = law.overlap();
    law.advance(from + (delta - from) * x, du * x);
    law
}

/// The positions at which a ring disappears: between two of them all results are smooth. Slip and separation only remove
/// rings, so their number decreases.
fn kinks(law: &MemoryDiagram, delta: f64, du: f64) -> Vec<f64> {
    let rings = |x: f64| at(law, x, delta, du).remembered();
    let (mut low, mut now) = (JUST_AFTER, rings(JUST_AFTER));
    let last = rings(1.0);
    let mut kinks = vec![0.0];
    while now > last {
        let [_, high] = halved([low, 1.0], HALVINGS, |x| rings(x) < now);
        kinks.push(high);
        (low, now) = (high, rings(high));
    }
    kinks.push(1.0);
    kinks
}

/// Work and slip are integrated separately, from the force and from the power of the ring that slips; the stored energy follows
/// from the rings. The residual of the ledger is therefore an independent check.
impl Driven for MemoryDiagram {
    fn advance(&mut self, delta: f64, du: f64) {
        Self::advance(self, delta, du);
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let delta = delta.max(0.0);
        let rise = delta - self.overlap();
        let power = |x: f64| {
            let law = at(self, x, delta, du);
            [Self::force(&law) * du, law.slip_power(rise, du)]
        };
        let mut spent = Spent::default();
        for ends in kinks(self, delta, du).windows(2) {
            let (from, width) = (ends[0], ends[1] - ends[0]);
            let [work, slip] = smooth(|x| power(from + width * x));
            spent += Spent { work: width * work, slip: width * slip, created: 0.0 };
        }
        Driven::advance(self, delta, du);
        spent
    }

    fn force(&self) -> f64 {
        Self::force(self)
    }

    fn strain(&self) -> f64 {
        self.energy()
    }

    fn stick_radius(&self) -> Option<f64> {
        Some(Self::stick_radius(self))
    }
}
