//! Turns of the load under a constant normal force: the closed forms of Mindlin & Deresiewicz.

use super::paths::{HIGH, MU, close, of, partial_slip, press, reference, scene, shear};
use crate::random::Random;
use crate::tangential::closed_forms::loop_energy;
use collisionbench::collide::observe::Observable;
use collisionbench::law::scene::path::{LoadingPath, Shear};
use collisionbench::theory::{self, Prediction};

/// Closed forms at constant load, whatever the turns; `f` is checked against md_loop.csv in `closed_forms`.
#[test]
fn the_oracle_follows_nested_turns() {
    let theory = theory::find("mindlin-deresiewicz").unwrap();
    for seed in 1..=20 {
        let mut dice = Random(seed);
        let mut legs = vec![press(HIGH)];
        for _ in 0..10 {
            legs.push(shear(if dice.next() < 0.7 {
                Shear::Load(1.9 * (dice.next() - 0.5))
            } else {
                Shear::Slide(4e-6 * (dice.next() - 0.5))
            }));
        }
        // Not to end where a loop closes: there the stick radius jumps.
        let cycle = vec![shear(Shear::Load(0.9)), shear(Shear::Load(-0.9)), shear(Shear::Load(0.3))];
        let scene = scene(partial_slip(), Some(LoadingPath { legs, cycle, cycles: 2 }));
        let Prediction::Covers { values, .. } = theory.predict(&scene) else { panic!() };
        let trace = reference(&scene);
        let largest = trace.states.iter().map(|s| s.energy.largest()).fold(0.0, f64::max);
        let unit = MU * trace.end.normal.value;
        for (observable, expected) in values {
            let found = of(&scene, &trace, observable).unwrap();
            let within = match observable {
                Observable::TangentialForce => 1e-12 * unit,
                Observable::Slide => 1e-12 * HIGH,
                Observable::StickRadius => 1e-8,
                _ => 1e-11 * largest,
            };
            assert!((found.value - expected.value).abs() < within, "{seed} {observable:?} {found:?} {expected:?}");
        }
        let exact = collisionbench::theory::partial_slip::ConstantLoad::new(
            scene.pair.G_star.unwrap(),
            (scene.pair.R_star * HIGH).sqrt(),
            MU,
            trace.end.normal.value,
        );
        close(trace.loops[1].value, loop_energy(&exact, 0.9 * exact.limit), 1e-10);
    }
}
