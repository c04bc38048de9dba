//! The cycle of Elata & Berryman 1996 that shows a spring making energy; numbers from theory.md section 5.

use collisionbench::law::memory_diagram::MemoryDiagram;
use collisionbench::law::shear::Form;
use collisionbench::law::shear::{Pressed, Spheres};

use crate::tangential::laws::{Load, Memory, spring};

/// Identical spheres of nu = 0.22.
const E_STAR: f64 = 3.8e10;
const SPHERES: Spheres =
    Spheres { E_star: E_STAR, G_star: E_STAR * (1.0 - 0.22) / (2.0 * (2.0 - 0.22)), R_star: 1e-3, friction: 0.5 };
const HIGH: f64 = 1e-6;
const LOW: f64 = 0.25e-6;
/// 0.99 mu N at the low load, N; theory.md prints 0.09913740462786928, which is 1.9e-10 off what its energies are for.
const SHEAR: f64 = 0.099_137_404_646_278_67;
/// Steps of a slide; a spring is linear in each, so it needs one.
const STEPS: usize = 20_000;

/// What a cycle showed.
struct Cycle {
    /// Tangential work of the sliding out, J
    paid: f64,
    /// Force when the load has fallen, N
    kept: f64,
    /// Tangential work over the cycle, J: negative when the contact has given more than it got.
    net: f64,
}

/// A contact driven by force: load, shear to [`SHEAR`], unload with the slide held, unshear to 0, load again.
struct Driven<'a> {
    law: &'a mut dyn Memory,
    delta: f64,
    force: f64,
    work: f64,
}

impl Driven<'_> {
    fn advance(&mut self, to: &Pressed, du: f64) -> f64 {
        self.force = self.law.step(to, du);
        self.force
    }

    fn press(&mut self, delta: f64, steps: usize) {
        let from = self.delta;
        for k in 1..=steps {
            self.advance(&SPHERES.pressed(from + (delta - from) * k as f64 / steps as f64), 0.0);
        }
        self.delta = delta;
    }

    /// Slides until the force is `T`; the last step is cut to meet it, by the slope of that step.
    fn shear(&mut self, T: f64, steps: usize) {
        let pressed = SPHERES.pressed(self.delta);
        let step = (T - self.force) / pressed.k_t / steps as f64;
        loop {
            let before = self.force;
            let ahead = self.advance(&pressed, step);
            self.work += 0.5 * (before + ahead) * step;
            // A step gains less than the one before it, so this never goes past `T`, where a law would see a reversal.
            let left = (T - ahead) / (ahead - before);
            if left <= 1.0 {
                let du = left * step;
                let end = self.advance(&pressed, du);
                self.work += 0.5 * (ahead + end) * du;
                return;
            }
        }
    }

    fn cycle(&mut self, steps: usize) -> Cycle {
        let start = self.work;
        self.press(HIGH, 1);
        self.shear(SHEAR, steps);
        let paid = self.work - start;
        self.press(LOW, steps);
        let kept = self.force;
        self.shear(0.0, steps);
        self.press(HIGH, 1);
        Cycle { paid, kept, net: self.work - start }
    }
}

fn driven(law: &mut dyn Memory) -> Driven<'_> {
    Driven { law, delta: 0.0, force: 0.0, work: 0.0 }
}

fn close(found: f64, expected: f64, within: f64) {
    assert!((found / expected - 1.0).abs() < within, "{found:e}, not {expected:e}");
}

#[test]
fn a_spring_that_is_not_rescaled_makes_energy() {
    let mut law = spring(Form::Incremental);
    let cycle = driven(&mut law).cycle(1);
    close(cycle.paid, 2.333_065_364_151_6e-9, 1e-12);
    close(-cycle.net, 2.333_065_364_151_6e-9, 1e-12);
    close(cycle.kept, SHEAR, 1e-14);
}

/// A spring that loses half its force with half its stiffness gives back half of what it got, and the rest of the half
/// is gone: `T^2/2 (1/k1) (1 - k2/k1)`.
#[test]
fn a_rescaled_spring_loses_energy() {
    for law in [&mut spring(Form::Rescaled), &mut spring(Form::Total)] {
        let cycle = driven(law).cycle(1);
        close(cycle.net, 0.5 * 2.333_065_364_151_6e-9, 1e-12);
        close(cycle.net, 1.1665e-9, 5e-5);
        close(cycle.kept, 0.5 * SHEAR, 1e-12);
    }
}

#[test]
fn the_memory_diagram_pays_what_partial_slip_does() {
    let mut law = MemoryDiagram::new(SPHERES);
    let mut contact = driven(&mut law);
    let first = contact.cycle(STEPS);
    close(first.paid, 2.401_529e-9, 5e-7);
    close(first.kept, 0.046_104_9, 2e-6);
    close(first.net, 1.364_293e-9, 5e-7);
    let second = contact.cycle(STEPS);
    close(second.paid, 2.401_529e-9, 5e-7);
    close(second.kept, 0.048_182, 2e-5);
    close(second.net, 1.267_21e-9, 5e-6);
}
