//! Turns of the load: what a history remembers of them, and what it forgets.

use super::paths::{HIGH, LOW, MU, close, of, partial_slip, press, reference, scene, shear};
use crate::random::Random;
use crate::tangential::closed_forms::loop_energy;
use collisionbench::contact::shear::Form;
use collisionbench::observe::Observable;
use collisionbench::oracle::{self, Prediction};
use collisionbench::scene::path::{Leg, LoadingPath, Shear};

/// Closed forms at constant load, whatever the turns; `f` is checked against md_loop.csv in `closed_forms`.
#[test]
fn the_oracle_follows_nested_turns() {
    let theory = oracle::find("mindlin-deresiewicz").unwrap();
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
        let scene = scene(partial_slip(Form::MemoryDiagram), Some(LoadingPath { legs, cycle, cycles: 2 }));
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
        let exact = collisionbench::oracle::mindlin_deresiewicz::ConstantLoad::new(
            scene.pair.G_star.unwrap(),
            (scene.pair.R_star * HIGH).sqrt(),
            MU,
            trace.end.normal.value,
        );
        close(trace.loops[1].value, loop_energy(&exact, 0.9 * exact.limit), 1e-10);
    }
}

/// One loop under a constant load is partial slip itself: all energies are those of the memory diagram, and none is made.
#[test]
fn the_seven_branches_are_partial_slip_on_one_loop() {
    let cycle = vec![shear(Shear::Load(0.6)), shear(Shear::Load(-0.6))];
    let path = LoadingPath { legs: vec![press(HIGH), shear(Shear::Load(-0.6))], cycle, cycles: 2 };
    let exact = reference(&scene(partial_slip(Form::MemoryDiagram), Some(path.clone())));
    let trace = reference(&scene(partial_slip(Form::SevenBranches), Some(path)));
    // Forth and back it comes through 0, where rounding of the largest slide is left.
    let far = exact.states.iter().map(|state| state.slide.abs()).fold(0.0, f64::max);
    for (found, exact) in trace.states.iter().zip(&exact.states) {
        let same = |found: f64, exact: f64| assert!((found - exact).abs() < 1e-11 * trace.end.work.value, "{found:e}");
        assert!((found.slide - exact.slide).abs() < 1e-12 * far, "{:e} {exact:?}", found.slide);
        same(found.energy.strain.unwrap(), exact.energy.strain.unwrap());
        same(found.energy.slip.unwrap(), exact.energy.slip.unwrap());
        same(found.energy.created.unwrap(), 0.0);
    }
    close(trace.loops[1].value, exact.loops[1].value, 1e-11);
}

/// Where the load rises by more than friction uses, the law forgets the rim that stuck; and a third reversal makes it
/// forget the loop outside. Both are seen in the ledger as energy made, the second as what two memories differ by.
#[test]
fn what_the_seven_branches_forget_is_in_their_ledger() {
    let of = |form: Form, legs: Vec<Leg>| {
        let path = LoadingPath { legs, cycle: Vec::new(), cycles: 0 };
        reference(&scene(partial_slip(form), Some(path)))
    };
    let rim = |form: Form| of(form, vec![press(LOW), shear(Shear::Load(0.5)), press(HIGH), shear(Shear::Load(0.0))]);
    let (law, exact) = (rim(Form::SevenBranches), rim(Form::MemoryDiagram));
    let made = law.end.created.unwrap().value;
    assert!(made.abs() > 1e-3 * law.states[law.ends[1]].energy.work, "{made:e}");
    assert!(law.end.residual.unwrap().value.abs() < 1e-12);
    // Until the slide comes back nothing but the books differs.
    let (a, b) = (law.states[law.ends[2]], exact.states[exact.ends[2]]);
    close(a.tangential, b.tangential, 1e-12);
    close(a.energy.work, b.energy.work, 1e-12);
    close(a.energy.strain.unwrap() - law.states[law.ends[2]].energy.created.unwrap(), b.energy.strain.unwrap(), 1e-11);

    let loads = [0.95, -0.6, 0.5, -0.2];
    let nested = |form: Form| of(form, [press(HIGH)].into_iter().chain(loads.map(|T| shear(Shear::Load(T)))).collect());
    let (law, exact) = (nested(Form::SevenBranches), nested(Form::MemoryDiagram));
    assert!(law.end.residual.unwrap().value.abs() < 1e-12);
    let before = law.ends[3];
    close(law.states[before].energy.strain.unwrap(), exact.states[before].energy.strain.unwrap(), 1e-11);
    assert_eq!(law.states[before].energy.created.unwrap(), 0.0);
    // The next state has the loop of 0.5 mu N alone, loaded from nothing.
    let fresh = of(Form::MemoryDiagram, vec![press(HIGH), shear(Shear::Load(0.5))]);
    let jump = fresh.end.strain.unwrap().value - law.states[before].energy.strain.unwrap();
    close(law.end.created.unwrap().value, jump, 1e-10);
    assert!(jump.abs() > 1e-3 * law.end.work.value, "{jump:e}");
}
