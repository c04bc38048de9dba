//! A modulus that the law brings itself, and damping that a dialect brings.

use collisionbench::codes::{self, Parameters, Reading};
use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::reference::solve;
use collisionbench::law::damping::{Damping, Strength, Tsuji};
use collisionbench::law::scene::{Body, Scene, SystemContact};
use collisionbench::law::{Contact, Ends, Normal, Pair};
use collisionbench::theory::{ORACLES, Prediction};

use super::scenes::{ask, damping, normal, scene, sphere, value};

/// `48 GPa` and `0.2` have `E* = 25 GPa`.
const GLASS: [f64; 2] = [48e9, 0.2];

fn balls([young_modulus, poisson_ratio]: [f64; 2]) -> [Body; 2] {
    let ball = sphere(0.01, 2500.0, young_modulus, poisson_ratio);
    [ball.clone(), ball]
}

fn modulus(E_star: f64) -> Normal {
    normal("hertz", &[("effective_modulus", E_star)])
}

/// A scene with its own pair and force, as a case makes it.
fn whole(bodies: [Body; 2], contact: Contact) -> Scene {
    let Contact { normal, damping, ends, .. } = contact;
    let mut scene = scene(bodies, 1.0, normal, damping, ends);
    scene.pair = Pair::new(&scene.bodies[0].side(), &scene.bodies[1].side());
    scene.force = Some(scene.contact.force(&scene.pair).unwrap());
    scene
}

/// The law's own modulus counts, whatever the bodies are made of, and every theory says what it says of bodies that have
/// that modulus.
#[test]
fn the_modulus_of_the_law_takes_the_place_of_the_bodies() {
    for damping in [damping("none", &[]), damping("tsuji", &[("restitution", 0.7)])] {
        let made = scene(balls(GLASS), 1.0, normal("hertz", &[]), damping.clone(), Ends::ForceClamped);
        let mut unknown = balls([1.0, 0.0]);
        for body in &mut unknown {
            if let Some(material) = &mut body.material {
                (material.young_modulus, material.poisson_ratio) = (None, None);
            }
        }
        for bodies in [balls([210e9, 0.3]), unknown] {
            let given = scene(bodies, 1.0, modulus(25e9), damping.clone(), Ends::ForceClamped);
            let mut compared = 0;
            for oracle in ORACLES {
                let name = oracle.card.name;
                let Ok(expected) = ask(name, &made) else { continue };
                for (observable, expected) in expected {
                    let got = value(name, &given, observable);
                    let off = (got.value - expected.value).abs();
                    assert!(off <= expected.uncertainty + got.uncertainty, "{name}: {}", observable.word());
                    compared += 1;
                }
            }
            assert!(compared > 15, "{compared}");
        }
    }
}

/// What the bench observes and what the theory says, each with the modulus of the law found on its own way.
#[test]
fn the_peak_pressure_is_that_of_the_modulus_of_the_law() {
    let contact = |normal| Contact { normal, damping: damping("none", &[]), ends: Ends::ForceClamped, friction: None };
    let pressure = |scene: &Scene| {
        let trajectory = solve(scene, 1e-13).unwrap();
        let seen = observe(scene, &trajectory.collision(scene));
        let of = |word| seen.iter().find(|(observable, _)| *observable == word).unwrap().1;
        for word in [Observable::PeakPressure, Observable::ContactRadius] {
            let theory = value("hertz-impact", scene, word);
            assert!((of(word).value / theory.value - 1.0).abs() < 1e-12, "{}", word.word());
        }
        of(Observable::PeakPressure).value
    };
    let soft = pressure(&whole(balls(GLASS), contact(modulus(2.5e9))));
    let hard = pressure(&whole(balls(GLASS), contact(normal("hertz", &[]))));
    // p0 goes as E*^(4/5) (Johnson 1985, section 11.4).
    assert!((hard / soft / 10f64.powf(0.8) - 1.0).abs() < 1e-12, "{}", hard / soft);
}

/// A dashpot that feeds energy is none of the theories' business; only the ledger and the request stay.
#[test]
fn a_dashpot_that_feeds_energy_is_not_covered() {
    let feeding = || Damping::Tsuji(Tsuji(Strength::Coefficient(-0.4)));
    for ends in Ends::ALL {
        for law in [normal("hertz", &[]), normal("hooke", &[("stiffness", 1e6)])] {
            let scene = scene(balls(GLASS), 1.0, law, feeding(), ends);
            for oracle in ORACLES.iter().filter(|oracle| oracle.card.name != "conserved") {
                let said = oracle.predict(&scene);
                assert!(matches!(said, Prediction::DoesNotCover(_)), "{}: {said:?}", oracle.card.name);
            }
        }
    }
    let reason = ask("antypov-elliott", &scene(balls(GLASS), 1.0, normal("hertz", &[]), feeding(), Ends::ForceClamped));
    assert_eq!(reason.unwrap_err(), "the dashpot feeds energy");
}

/// A dialect's request is its own number, whatever the law behind it achieves.
#[test]
fn the_request_of_a_dialect_is_what_it_is_given() {
    let woo = codes::find("woo").unwrap();
    let pair = Pair::new(&balls(GLASS)[0].side(), &balls(GLASS)[1].side());
    let parsed = woo.contact(&Parameters::numbers(&[("en", 0.5)]), Reading::AsDocumented, &pair).unwrap();
    let mut scene = whole(balls(GLASS), parsed.contact.clone());
    assert!(ask("requested-restitution", &scene).is_err(), "the law alone asks for nothing");
    scene.system = Some(Box::new(SystemContact { system: "woo", reading: Reading::AsDocumented, parsed }));
    assert_eq!(value("requested-restitution", &scene, Observable::Restitution).value, 0.5);
    // theory.md, section 2: 0.5 gives 0.550283.
    let achieved = value("antypov-elliott", &scene, Observable::Restitution).value;
    assert!((achieved - 0.550283).abs() < 1e-6, "{achieved}");
}
