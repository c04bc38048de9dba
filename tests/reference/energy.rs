//! The energy that a law states is not the force it has.

use super::branched::solved;
use collisionbench::law::branches::{Branch, Branches, Exit, Spot};
use collisionbench::law::{Branched, Dashpot};
use std::sync::Arc;

/// A bond that breaks at a gap and says a wrong energy.
#[derive(Debug)]
struct Liar(f64);

impl Branches for Liar {
    fn touch(&self, _: f64) -> (Branch, f64) {
        (Branch::ONLY, 0.0)
    }

    fn spot(&self, _: &Branch, q: f64) -> Spot {
        Spot { overlap: q, rate: 1.0, force: q, slope: 1.0 }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        overlap
    }

    fn below(&self, _: &Branch) -> Exit {
        Exit { at: -1.0, next: None }
    }

    fn energy(&self, _: &Branch, q: f64) -> f64 {
        self.0 * 0.5 * q * q
    }
}

/// Near sticking the speed is read from the energy, but only one that belongs to the force.
#[test]
fn a_wrong_energy_does_not_speak_for_the_force() {
    let e = 0.05_f64;
    let speed = (1.0 / (1.0 - e * e)).sqrt();
    let law = |factor| Branched { law: Arc::new(Liar(factor)), dashpot: Dashpot { C: 0.0, beta: 0.0 } };
    for factor in [1.0, 1.0 - 1e-6] {
        let end = solved(&law(factor), 1.0, speed).end.unwrap();
        let off = (-end.speed.value / speed - e).abs();
        assert!(off < 1e-12, "{factor}: off by {off:e}");
        assert_eq!(end.speed.uncertainty < 1e-10, factor == 1.0, "{factor}: {:e}", end.speed.uncertainty);
    }
}
