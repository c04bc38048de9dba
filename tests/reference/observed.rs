//! Observables of a scene: the words of a report, with uncertainties that cover the truth.

use std::f64::consts::PI;

use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::{How, Solution, collide};
use collisionbench::law::damping::{Strength, Tsuji, Undamped};
use collisionbench::law::normal::Hertz;
use collisionbench::law::scene::{Body, Material, Scene, Shape};
use collisionbench::law::{Contact, Damping, Ends, Normal, Pair};

use super::{scenes, seen};

/// Two glass spheres of 10 mm at 20 m/s.
fn scene(damping: Damping, ends: Ends) -> Scene {
    let radius: f64 = 0.01;
    let glass = Material {
        name: "glass".into(),
        density: Some(2800.0),
        young_modulus: Some(48e9),
        poisson_ratio: Some(0.2),
        yield_stress: None,
    };
    let ball = Body {
        name: "ball".into(),
        shape: Shape::Sphere { radius, inertia_factor: 0.4 },
        mass: 2800.0 * 4.0 / 3.0 * PI * radius.powi(3),
        material: Some(glass),
        rigid: false,
        held: false,
    };
    let pair = Pair::new(&ball.side(), &ball.side());
    let contact = Contact { normal: Normal::Hertz(Hertz::default()), damping, ends, friction: None };
    let force = contact.force(&pair).unwrap();
    let bodies = [ball.clone(), ball];
    Scene {
        name: "-".into(),
        parameters: Vec::new(),
        bodies,
        speed: 20.0,
        contact,
        pair,
        before: None,
        force: Some(force),
        kinematics: collisionbench::law::scene::ImpactKinematics::HEAD_ON,
        path: None,
        shear: None,
        rows: Vec::new(),
        system: None,
    }
}

fn observed(scene: &Scene) -> Vec<(Observable, Estimate)> {
    let Solution::Exact(trajectory) = collide(scene, &How::Exact { tolerance: 1e-13 }).unwrap() else {
        unreachable!("the reference is exact")
    };
    observe(scene, &trajectory.collision(scene))
}

fn of(list: &[(Observable, Estimate)], wanted: Observable) -> Option<Estimate> {
    list.iter().find(|(observable, _)| *observable == wanted).map(|&(_, estimate)| estimate)
}

#[track_caller]
fn meets(list: &[(Observable, Estimate)], observable: Observable, expected: f64) {
    let Estimate { value, uncertainty } = of(list, observable).unwrap_or_else(|| panic!("no {}", observable.word()));
    assert!(
        (value - expected).abs() <= uncertainty,
        "{}: {value:e} +- {uncertainty:e}, not {expected:e}",
        observable.word()
    );
    assert!(expected == 0.0 || uncertainty <= 1e-11 * expected.abs(), "{}: +- {uncertainty:e}", observable.word());
}

/// Zero, and known to 1e-11 of a unit.
#[track_caller]
fn vanishes(list: &[(Observable, Estimate)], observable: Observable, unit: f64) {
    meets(list, observable, 0.0);
    let said = of(list, observable).unwrap().uncertainty;
    assert!(said <= 1e-11 * unit, "{}: +- {said:e}", observable.word());
}

/// An angle from the normal is atan2: where a body still approaches, the arc tangent of the ratio would be 180 degrees off.
#[test]
fn angles_are_described_as_they_are_read() {
    use collisionbench::collide::observe::Observable::{ReboundAngle, ReboundAngleContact};
    for observable in [ReboundAngle, ReboundAngleContact] {
        let doc = observable.doc();
        assert!(doc.contains("atan2(v_") && !doc.contains("atan(v_"), "{doc}");
    }
}

#[test]
fn an_elastic_impact_of_spheres() {
    let scene = scene(Damping::Undamped(Undamped), Ends::ForceClamped);
    let list = observed(&scene);
    let (m, R, E) = (0.5 * scene.bodies[0].mass, 5e-3, 25e9);
    let deepest = (15.0 * m * 400.0 / (16.0 * E * f64::sqrt(R))).powf(0.4);
    let duration = 2.943_275_184_324_704_6 * deepest / 20.0;
    meets(&list, Observable::Restitution, 1.0);
    meets(&list, Observable::MaxOverlap, deepest);
    meets(&list, Observable::TimeOfMaxOverlap, 0.5 * duration);
    for word in [Observable::Duration, Observable::DurationToZeroForce, Observable::DurationToZeroOverlap] {
        meets(&list, word, duration);
    }
    let force = 4.0 / 3.0 * E * R.sqrt() * deepest.powf(1.5);
    meets(&list, Observable::MaxForce, force);
    meets(&list, Observable::MaxForceElastic, force);
    let radius = (R * deepest).sqrt();
    meets(&list, Observable::ContactRadius, radius);
    // Johnson 1985, eq. 4.24, from the force: p0 = 3 F/(2 pi a^2).
    meets(&list, Observable::PeakPressure, 1.5 * force / (PI * radius * radius));
    for word in [Observable::EnergyLost, Observable::EnergyDashpot, Observable::EnergyStrain] {
        vanishes(&list, word, scene.impact_energy());
    }
    vanishes(&list, Observable::MomentumResidual, 1.0);
    vanishes(&list, Observable::EnergyResidual, 1.0);
    assert_eq!(of(&list, Observable::RestitutionRequested), None);
}

#[test]
fn a_requested_restitution_is_achieved_with_each_end() {
    for ends in Ends::ALL {
        let list = observed(&scene(Damping::Tsuji(Tsuji(Strength::Restitution(0.3))), ends));
        meets(&list, Observable::Restitution, 0.3);
        assert_eq!(of(&list, Observable::RestitutionRequested), Some(Estimate::new(0.3, 0.0)));
        vanishes(&list, Observable::MomentumResidual, 1.0);
        vanishes(&list, Observable::EnergyResidual, 1.0);
        let time = |word| of(&list, word).unwrap().value;
        let (named, force, overlap) = (
            time(Observable::Duration),
            time(Observable::DurationToZeroForce),
            time(Observable::DurationToZeroOverlap),
        );
        assert!(force < overlap);
        assert_eq!(named, if ends == Ends::ZeroForce { force } else { overlap });
        assert_eq!(of(&list, Observable::EnergyStrain).unwrap().value > 0.0, ends == Ends::ZeroForce);
    }
}

#[test]
fn bodies_that_stay_have_no_durations() {
    let scene = scene(Damping::Tsuji(Tsuji(Strength::Coefficient(3.0))), Ends::ZeroOverlap);
    let list = observed(&scene);
    assert_eq!(of(&list, Observable::Restitution).unwrap().value, 0.0);
    for word in [Observable::Duration, Observable::DurationToZeroForce, Observable::DurationToZeroOverlap] {
        assert_eq!(of(&list, word), None, "{}", word.word());
    }
    vanishes(&list, Observable::EnergyResidual, 1.0);
    vanishes(&list, Observable::MomentumResidual, 1.0);
    assert!(of(&list, Observable::MaxOverlap).is_some());
}

/// A spring that a dashpot beyond the limit has turned round drives the bodies: they leave with fifteen times their energy, which is
/// energy created, and no negative work of friction.
#[test]
fn energy_from_nothing_is_named() {
    let text = "material.a = { young_modulus = \"1e8 Pa\", poisson_ratio = 0.5 }\n\
                body.one = { sphere = { radius = \"0.001 m\", mass = \"1e-4 kg\" }, material = \"a\" }\n\
                body.two = { wall = { normal = \"+z\" }, rigid = true }\n\
                impact = { speed = \"0.01 m/s\", angle = \"5 deg\" }\n\
                contact.ends = \"force-clamped\"\n\
                contact.friction_limit = \"absolute\"\n\
                contact.normal.hertz = {}\n\
                contact.damping.tsuji.alpha = 1\n\
                contact.tangential.mindlin = { form = \"total-spring\", friction = 10, dashpot_coefficient = \"0.1 N s/m\", while_sliding = \"capped\" }";
    let scene = &scenes(text).unwrap()[0];
    let of = |wanted| seen(scene, wanted).unwrap().value;
    let [lost, created, taken] = [Observable::EnergyLost, Observable::EnergyCreated, Observable::EnergyDashpot].map(of);
    assert!(lost < 0.0 && of(Observable::EnergySlip) == 0.0, "{lost:e}");
    assert!((created + lost - taken).abs() < 1e-9 * created, "{created:e} {lost:e} {taken:e}");
}
