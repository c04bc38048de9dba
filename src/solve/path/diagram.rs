//! The memory diagram along a straight piece of path: exact wherever it is asked.

use super::quadrature::smooth;
use super::{Driven, Spent};
use crate::contact::history::{Memory, MemoryDiagram, Spheres};

/// Just after the beginning of a piece: there its own ring is there already.
const JUST_AFTER: f64 = 1e-13;

/// Work and slip are integrated apart, over the force and over the power of the ring that slips; what is stored is read
/// off the rings. The ledger therefore says something.
#[derive(Debug, Clone)]
pub(super) struct Diagram {
    law: MemoryDiagram,
    spheres: Spheres,
    delta: f64,
}

impl Diagram {
    pub fn new(spheres: Spheres) -> Self {
        Self { law: MemoryDiagram::new(spheres), spheres, delta: 0.0 }
    }

    /// The law a part `x` of the way along.
    fn at(&self, x: f64, delta: f64, du: f64) -> MemoryDiagram {
        let mut law = self.law.clone();
        law.advance(&self.spheres.pressed(self.delta + (delta - self.delta) * x), du * x);
        law
    }

    /// Where on the way a ring is gone: between two such places nothing has a kink. Slip and separation only ever take
    /// rings away, so their number falls.
    fn kinks(&self, delta: f64, du: f64) -> Vec<f64> {
        let rings = |x: f64| self.at(x, delta, du).remembered();
        let (mut low, mut now) = (JUST_AFTER, rings(JUST_AFTER));
        let last = rings(1.0);
        let mut kinks = vec![0.0];
        while now > last {
            let mut high = 1.0;
            while high - low > f64::EPSILON * high {
                let mid = 0.5 * (low + high);
                if mid <= low || mid >= high {
                    break;
                }
                if rings(mid) < now { high = mid } else { low = mid }
            }
            kinks.push(high);
            (low, now) = (high, rings(high));
        }
        kinks.push(1.0);
        kinks
    }
}

impl Driven for Diagram {
    fn advance(&mut self, delta: f64, du: f64) {
        self.law.advance(&self.spheres.pressed(delta), du);
        self.delta = delta.max(0.0);
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let delta = delta.max(0.0);
        let rise = delta - self.delta;
        let power = |x: f64| {
            let law = self.at(x, delta, du);
            [Memory::force(&law) * du, law.slip_power(rise, du)]
        };
        let (mut work, mut slip) = (0.0, 0.0);
        for ends in self.kinks(delta, du).windows(2) {
            let (from, width) = (ends[0], ends[1] - ends[0]);
            let [w, s] = smooth(|x| power(from + width * x));
            work += width * w;
            slip += width * s;
        }
        self.advance(delta, du);
        Spent { work, slip: Some(slip), created: Some(0.0) }
    }

    fn force(&self) -> f64 {
        Memory::force(&self.law)
    }

    fn strain(&self) -> Option<f64> {
        Some(self.law.energy())
    }

    fn stick_radius(&self) -> Option<f64> {
        Some(self.law.stick_radius())
    }
}
