//! A scheme from outside goes through the same door: `examples/own_stepper.rs`.

use collisionbench::collide::schemes::{Scheme, VelocityVerlet};
use collisionbench::collide::stepper::ErrorMeasure;

use crate::stepper::own_stepper::{Beeman, main};
use crate::stepper::table::{Kind, Law, breaches};

#[test]
fn the_example_runs() {
    main().unwrap();
}

/// Beeman's positions are those of velocity Verlet with another start-up, so without damping the overlap agrees to the
/// order of the method, and the table still tells the two apart.
#[test]
fn a_scheme_from_outside_is_judged_like_any_other() {
    let scene = Law::Hertz.scene();
    let worst =
        |scheme: &dyn Scheme, steps| scene.phases(scheme, steps).errors(ErrorMeasure::MaxOverlap, &scene.exact).worst;
    let (coarse, fine) = (worst(&Beeman, 100.0), worst(&Beeman, 400.0));
    assert!(((coarse / fine).log2() / 2.0 - 2.0).abs() < 0.1);
    assert!((worst(&VelocityVerlet, 400.0) / fine - 1.0).abs() < 0.05);
    let scenes: Vec<_> = Law::ALL.into_iter().map(Law::scene).collect();
    assert!(!breaches(&Beeman, Kind::Lagged, &scenes).is_empty());
}
