//! The words that are read off a stepped collision, by what they mean.

use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::schemes::VelocityVerlet;
use collisionbench::collide::stepper::Oblique;
use collisionbench::law::damping::Undamped;
use collisionbench::law::normal::Hertz;
use collisionbench::law::scene::{Body, Scene, Shape};
use collisionbench::law::shear::Form;
use collisionbench::law::{Contact, Damping, Ends, Normal, Pair, Stiffness};

use crate::oblique_stepper::scenes::{ALUMINA, WALL, stepped};

const RADIUS: f64 = 0.0025;

fn body(name: &str, shape: Shape, mass: f64) -> Body {
    Body { name: name.into(), shape, mass, material: None, rigid: false, held: false }
}

/// The scene of these numbers, as a case would have it.
fn scene(oblique: &Oblique, speed: f64) -> Scene {
    let spheres = ALUMINA.spheres(RADIUS);
    let ball = Shape::Sphere { radius: RADIUS, inertia_factor: 0.4 };
    let wall = Shape::Wall { normal: [0.0, 0.0, 1.0] };
    Scene {
        before: None,
        name: "-".into(),
        parameters: Vec::new(),
        bodies: [body("ball", ball, oblique.mass[0]), body("plate", wall, f64::INFINITY)],
        speed,
        kinematics: oblique.kinematics,
        contact: Contact {
            normal: Normal::Hertz(Hertz { effective_modulus: None }),
            damping: Damping::Undamped(Undamped),
            ends: Ends::ForceClamped,
            friction: None,
        },
        pair: Pair {
            m_star: oblique.encounter.m_star,
            R_star: RADIUS,
            E_star: Some(spheres.E_star),
            G_star: Some(spheres.G_star),
            dundurs_beta: Some(0.0),
            wall: true,
            stiffness: [Stiffness::Unknown; 2],
            radii: [f64::INFINITY; 2],
        },
        force: Some(oblique.encounter.force),
        shear: Some(oblique.shear),
        path: None,
        rows: Vec::new(),
        system: None,
    }
}

/// Gross sliding with some back spin, all in closed form: `v_t' = v_t - 2 mu v_n`, `omega' = omega + 5 mu v_n/r`.
#[test]
fn words_of_a_sliding_impact_mean_what_they_say() {
    let (v_n, v_t, spin, mu) = (1.0, 4.0, -300.0, ALUMINA.mu);
    let mut oblique = ALUMINA.meet([RADIUS, WALL], Form::Incremental, v_t);
    oblique.kinematics.spin[0][2] = spin;
    let scene = scene(&oblique, v_n);
    assert_eq!(Oblique::of(&scene), Some(oblique), "a scene is stepped as the bodies it names");
    let run = stepped(&VelocityVerlet, &oblique, v_n, 2000.37, 0.4);
    let readings = observe(&scene, &run.estimates());
    let read = |word| readings.iter().find(|(o, _)| *o == word).map(|(_, estimate)| estimate.value).unwrap();

    let (after, turned) = (v_t - 2.0 * mu * v_n, spin + 5.0 * mu * v_n / RADIUS);
    let (slip, slip_after) = (v_t - RADIUS * spin, after - RADIUS * turned);
    let spheres = ALUMINA.spheres(RADIUS);
    let psi = 4.0 * spheres.G_star / (mu * spheres.E_star * v_n);
    let lost = 0.5 * scene.pair.m_star * (v_t * v_t - after * after)
        + 0.5 * oblique.bodies.inertia[0] * (spin * spin - turned * turned);
    // A restitution of 1 is met to 1e-7 at this step.
    for (word, expected) in [
        (Observable::TangentialRestitution, after / v_t),
        (Observable::TangentialRestitutionContact, -slip_after / slip),
        (Observable::ReboundAngle, (after / v_n).atan()),
        (Observable::ReboundAngleContact, (slip_after / v_n).atan()),
        (Observable::ReboundSpin, turned),
        (Observable::TangentialImpulseRatio, mu),
        (Observable::Psi1, psi * slip),
        (Observable::Psi2, psi * slip_after),
        (Observable::EnergyLost, lost),
        (Observable::EnergySlip, lost),
    ] {
        let found = read(word);
        let within = if word == Observable::EnergySlip { 1e-3 } else { 1e-6 };
        assert!((found / expected - 1.0).abs() < within, "{}: {found} {expected}", word.word());
    }
    assert!(read(Observable::MomentumResidual).abs() < 1e-12);
}

/// A ratio to a velocity that was zero is unknown, not 0.
#[test]
fn what_has_no_meaning_is_absent() {
    let oblique = ALUMINA.meet([RADIUS, WALL], Form::Total, 0.0);
    let run = stepped(&VelocityVerlet, &oblique, 1.0, 200.37, 0.4);
    let readings = observe(&scene(&oblique, 1.0), &run.estimates());
    for absent in [Observable::TangentialRestitution, Observable::TangentialRestitutionContact] {
        assert!(readings.iter().all(|(o, _)| *o != absent), "{}", absent.word());
    }
}
