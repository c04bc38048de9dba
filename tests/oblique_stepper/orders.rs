//! How fast a stepper comes to its own law.

use collisionbench::bench::order::{Asymptotic, order};
use collisionbench::collide::schemes::{ForwardEuler, Leapfrog, PositionVerlet, Scheme, VelocityVerlet};
use collisionbench::collide::stepper::{Oblique, onset_phases};
use collisionbench::law::shear::Form;

use crate::oblique_stepper::independent;
use crate::oblique_stepper::scenes::{ALUMINA, WALL, stepped};

/// Scenes, each with the exact tangential restitution of the centre.
type Set = Vec<(Oblique, f64)>;

/// Worst error in the tangential restitution of the centre over 32 onset phases of every scene.
fn worst(scheme: &dyn Scheme, set: &Set, steps: f64) -> f64 {
    let errors = set.iter().flat_map(|(scene, exact)| {
        onset_phases(32).map(move |phase| {
            let velocity = stepped(scheme, scene, 1.0, steps, phase).rebound.unwrap().velocity[1];
            (velocity / scene.kinematics.tangential_speed - exact).abs()
        })
    });
    errors.fold(0.0, f64::max)
}

fn slope(scheme: &dyn Scheme, set: &Set) -> f64 {
    let ladder: Vec<(f64, f64)> = [50.0, 100.0, 200.0, 400.0, 800.0, 1600.0]
        .into_iter()
        .map(|n| (n + 0.37, worst(scheme, set, n + 0.37)))
        .collect();
    let fit = order(&ladder).unwrap();
    println!("{} {:?}: {:.3} {ladder:?}", scheme.name(), set[0].0.shear.form, fit.slope);
    assert_eq!(fit.asymptotic, Asymptotic::Yes, "{ladder:?}");
    fit.slope
}

/// Alumina on alumina at these `psi1`. A kink inside a step makes the error of one scene scatter: several do not.
fn scenes(form: Form, psi1: &[f64]) -> Set {
    let spheres = ALUMINA.spheres(0.0025);
    let unit = spheres.friction * spheres.E_star / (4.0 * spheres.G_star);
    let of = |psi1: &f64| {
        let scene = ALUMINA.meet([0.0025, WALL], form, psi1 * unit);
        let exact = independent::collide(&scene, 1.0, 100_000).velocity[1] / scene.kinematics.tangential_speed;
        (scene, exact)
    };
    psi1.iter().map(of).collect()
}

/// Slide, stick, are turned round and slide again.
const STICKING: [f64; 5] = [1.4, 1.9, 2.5, 3.1, 3.7];

#[test]
fn a_total_spring_is_of_order_two_where_it_slides_first() {
    for scheme in [&VelocityVerlet as &dyn Scheme, &Leapfrog, &PositionVerlet] {
        let slope = slope(scheme, &scenes(Form::Total, &STICKING));
        assert!((slope - 2.0).abs() < 0.1, "{}: {slope}", scheme.name());
    }
}

/// What slides before the contact is first seen to be closed is put into the spring whole, and a total spring that never
/// reaches its limit keeps that: `k_t(delta) v_s dt (phase)`.
#[test]
fn a_total_spring_is_of_order_one_where_it_sticks_first() {
    let slope = slope(&VelocityVerlet, &scenes(Form::Total, &[0.2, 0.4, 0.6]));
    assert!((slope - 1.0).abs() < 0.1, "{slope}");
}

#[test]
fn incremental_springs_are_of_order_one() {
    // A rescaled spring that slides first has little of the first order to show: more where it sticks first.
    for (form, psi1) in [(Form::Incremental, STICKING.as_slice()), (Form::Rescaled, &[0.3, 0.4, 0.5, 0.6])] {
        for scheme in [&VelocityVerlet as &dyn Scheme, &Leapfrog, &PositionVerlet] {
            let slope = slope(scheme, &scenes(form, psi1));
            assert!((slope - 1.0).abs() < 0.1, "{form:?} {}: {slope}", scheme.name());
        }
    }
}

#[test]
fn forward_euler_is_of_order_one_here_too() {
    for form in [Form::Total, Form::Incremental] {
        let slope = slope(&ForwardEuler, &scenes(form, &STICKING));
        assert!((slope - 1.0).abs() < 0.1, "{form:?}: {slope}");
    }
}

#[test]
fn leapfrog_and_velocity_verlet_are_the_same_collision() {
    for form in Form::ALL {
        let (scene, _) = scenes(form, &[2.0])[0];
        let [a, b] =
            [&VelocityVerlet as &dyn Scheme, &Leapfrog].map(|scheme| stepped(scheme, &scene, 1.0, 200.37, 0.4));
        let (a, b) = (a.rebound.unwrap(), b.rebound.unwrap());
        for (a, b) in a.velocity.iter().chain(&a.spin[0]).zip(b.velocity.iter().chain(&b.spin[0])) {
            assert!((a - b).abs() <= 1e-11 * a.abs().max(1.0), "{form:?}: {a} {b}");
        }
    }
}
