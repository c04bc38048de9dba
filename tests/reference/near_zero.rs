//! Numbers that are small against those they come from: pull-off forces, times and losses near a limit.

use std::f64::consts::PI;

use collisionbench::collide::observe::Observable;
use collisionbench::theory::{self, Prediction};

use super::{scenes, seen};

/// The attraction of `sjkr` acts for `delta < (B/k)^2` alone, a part of the last step: `4/27 B^3/k^2` (closed form).
#[test]
fn a_short_attraction_has_its_largest_pull() {
    let text = "material.a = { density = \"2500 kg/m3\", young_modulus = \"5 MPa\", poisson_ratio = 0.25 }\n\
                body.one = { sphere = { radius = \"1 mm\" }, material = \"a\" }\n\
                body.two = { wall = { normal = \"+z\" }, material = \"a\" }\n\
                impact = { speed = \"1 m/s\" }\n\
                contact.normal.sjkr.cohesion_energy_density = { sweep = \"10 30 100 200 300 1000 10000 J/m3\" }";
    for (scene, density) in scenes(text).unwrap().iter().zip([10.0, 30.0, 100.0, 200.0, 300.0, 1e3, 1e4]) {
        let (R, E) = (1e-3, 5e6 / (2.0 * (1.0 - 0.0625)));
        let (B, k) = (2.0 * PI * R * density, 4.0 / 3.0 * E * f64::sqrt(R));
        let pull = 4.0 / 27.0 * B.powi(3) / (k * k);
        let found = seen(scene, Observable::PullOffForce).unwrap();
        let off = (found.value - pull).abs();
        assert!(off <= found.uncertainty && off <= 1e-6 * pull, "{density}: {found:?} {pull:e}");
        assert!(found.uncertainty < 1e-10 * seen(scene, Observable::MaxForce).unwrap().value, "{found:?}");
    }
}

/// Attraction and elastic energy that nearly cancel at the largest overlap: half the duration by quadrature in forty digits.
#[test]
fn theory_knows_how_far_its_times_are_known() {
    let text = "material.a = { density = \"2742.8928809404847 kg/m3\", young_modulus = \"15375410488.520325 Pa\", poisson_ratio = 0.3 }\n\
                material.b = { density = \"596.8459543870229 kg/m3\", young_modulus = \"8635681.101775492 Pa\", poisson_ratio = 0.27792262286998265 }\n\
                body.one = { sphere = { radius = \"1.7547023950756725e-06 m\", mass = \"6.207373291062785e-14 kg\" }, material = \"a\" }\n\
                body.two = { wall = { normal = \"-y\" }, material = \"b\" }\n\
                impact = { speed = \"0.16006522841784468 m/s\" }\n\
                contact.normal.sjkr.cohesion_energy_density = \"4893067.457074507 J/m3\"";
    let scene = &scenes(text).unwrap()[0];
    let theory = theory::find("attracted-hertz-impact").unwrap();
    let Prediction::Covers { values, .. } = theory.predict(scene) else { panic!("it covers the scene") };
    let time = values.iter().find(|(observable, _)| *observable == Observable::TimeOfMaxOverlap).unwrap().1;
    let exact = 3.891_270_662_411_269e-7;
    assert!((time.value - exact).abs() <= time.uncertainty && time.uncertainty < 1e-8 * exact, "{time:?}");
    let found = seen(scene, Observable::TimeOfMaxOverlap).unwrap();
    assert!((found.value - exact).abs() <= found.uncertainty, "{found:?}");
}

/// A contact of JKR that the bodies just leave, at 1.3e-5 of their speed: the time by quadrature in forty digits.
#[test]
fn the_time_of_bodies_that_just_part_is_covered() {
    let text = "material.a = { density = \"403.173484504891 kg/m3\", young_modulus = \"246535.81292466677 Pa\", poisson_ratio = 0.3 }\n\
                material.b = { density = \"3131.142371501603 kg/m3\", young_modulus = \"60918676.4360841 Pa\", poisson_ratio = 0.07092849304991083 }\n\
                body.one = { sphere = { radius = \"0.009604793904333725 m\", mass = \"0.001496389742819282 kg\" }, material = \"a\" }\n\
                body.two = { wall = { normal = \"-y\" }, material = \"b\" }\n\
                impact = { speed = \"0.00011962352438462276 m/s\" }\n\
                contact.normal.jkr = { work_of_adhesion = \"0.0007542795036866786 J/m2\", breaks_at = \"force\" }";
    let scene = &scenes(text).unwrap()[0];
    let time = seen(scene, Observable::Duration).unwrap();
    let exact = 0.031_466_337_465_747_5;
    assert!((time.value - exact).abs() <= time.uncertainty && time.uncertainty < 1e-7 * exact, "{time:?}");
    let residual = seen(scene, Observable::MomentumResidual).unwrap();
    assert!(residual.value.abs() <= residual.uncertainty, "{residual:?}");
}

/// A contact that breaks where it was made loses nothing.
#[test]
fn a_loss_of_nothing_is_covered() {
    let text = "material.a = { density = \"3513.51515811264 kg/m3\", young_modulus = \"47671032142.474846 Pa\", poisson_ratio = 0.3 }\n\
                material.b = { density = \"1657.8353268724622 kg/m3\", young_modulus = \"448671.53010483866 Pa\", poisson_ratio = 0.12870615692798926 }\n\
                body.one = { sphere = { radius = \"0.018208010066749568 m\", mass = \"0.08884191173644343 kg\" }, material = \"a\" }\n\
                body.two = { sphere = { radius = \"0.002388922994567379 m\", mass = \"9.467524799437987e-05 kg\" }, material = \"b\" }\n\
                impact = { speed = \"0.005325837042212545 m/s\" }\n\
                contact.normal.jkr = { work_of_adhesion = \"0.11499412510610926 J/m2\", breaks_at = \"zero-overlap\" }";
    let scene = &scenes(text).unwrap()[0];
    for wanted in [Observable::StickingSpeed, Observable::EnergyAdhesive] {
        let found = seen(scene, wanted).unwrap();
        assert!(found.value.abs() <= found.uncertainty, "{wanted:?}: {found:?}");
    }
}

/// A second impact of a flattened contact starts at a residual overlap, where force and time scaling are zero: a spin about `t`, which
/// leaves the plane, does what one about `b` does in it.
#[test]
fn a_rolling_spring_starts_at_a_residual_overlap_in_space_too() {
    let with = |spin: &str, law: &str| {
        let text = format!(
            "material.a = {{ young_modulus = \"1e9 Pa\", poisson_ratio = 0.001 }}\n\
             body.one = {{ sphere = {{ radius = \"0.1 m\", mass = \"1 kg\" }}, material = \"a\", spin = [{spin}] }}\n\
             body.two = {{ wall = {{ normal = \"+z\" }}, rigid = true }}\n\
             impact = {{ speed = \"10 m/s\", again = {{ speed = \"1 m/s\", memory = \"kept\" }} }}\n\
             contact.normal = {{ {law} }}\n\
             contact.tangential.cundall-strack = {{ stiffness = \"1e6 N/m\", friction = 1 }}\n\
             contact.rolling.spring-dashpot = {{ stiffness = \"1e4 N m/rad\", friction = 0.1 }}"
        );
        let scene = &scenes(&text).unwrap()[0];
        [Observable::Restitution, Observable::EnergyLost, Observable::EnergyRolling, Observable::EnergySlip]
            .map(|wanted| seen(scene, wanted).unwrap())
    };
    for law in [
        "thornton = { yield_pressure = \"1e7 Pa\" }",
        "walton-braun = { loading_stiffness = \"1e6 N/m\", unloading_stiffness = \"2e6 N/m\" }",
    ] {
        let aside = with("\"1 rad/s\", \"0 rad/s\", \"0 rad/s\"", law);
        let along = with("\"0 rad/s\", \"1 rad/s\", \"0 rad/s\"", law);
        for (aside, along) in aside.iter().zip(&along) {
            let off = (aside.value - along.value).abs();
            assert!(off <= 1e-9 * along.value.abs() + 1e-13, "{law}: {aside:?} {along:?}");
        }
    }
}
