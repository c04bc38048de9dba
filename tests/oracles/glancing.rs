//! Oblique impacts: rigid bodies and Maw's curve, against closed forms worked out here and tables of others.

use std::f64::consts::PI;

use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::Observable;
use collisionbench::law::normal::OfEngine;
use collisionbench::law::rolling;
use collisionbench::law::scene::{Body, ImpactKinematics, Scene};
use collisionbench::law::shear::{
    Arm, DynamicFriction, Form, FrictionLimit, Levers, SmoothOf, SmoothStep, SpringRotation,
};
use collisionbench::law::tangential::{Coulomb, Frictionless, Mindlin, Regularised, Tangential};
use collisionbench::law::{Damping, Ends, Friction, Normal, Rolling};
use collisionbench::theory::partial_slip::psi2;
use collisionbench::units::Dimension;
use collisionbench::words::kept;

use super::scenes::{ask, damping, normal, rigid_wall, scene, sphere, wall};

const NU: f64 = 0.3;

fn oblique(bodies: [Body; 2], tangential: Tangential, v_n: f64, v_t: f64, e: f64, ends: Ends) -> Scene {
    let damping = damping("tsuji", &[("restitution", e)]);
    let mut scene = scene(bodies, v_n, normal("hertz", &[]), damping, ends);
    let free = (rolling::KINDS[0].build)(&Default::default()).unwrap();
    assert!(matches!(free, Rolling::Free(_)));
    let limit = FrictionLimit::Total;
    scene.contact.friction = Some(Friction {
        tangential,
        rolling: free,
        limit,
        levers: Levers::both(Arm::Radius),
        rotation: SpringRotation::Normal,
    });
    scene.kinematics = ImpactKinematics { tangential_speed: v_t, ..ImpactKinematics::HEAD_ON };
    scene
}

fn ball() -> Body {
    sphere(0.01, 2500.0, 70e9, NU)
}

fn on_wall(tangential: Tangential, v_t: f64, e: f64) -> Scene {
    oblique([ball(), wall(70e9, NU)], tangential, 1.0, v_t, e, Ends::ForceClamped)
}

/// Scenes that slide, stick and slip in part, on a wall and on each other.
pub fn every() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for v_t in [0.05, 0.3, 3.0] {
        for e in [0.4, 1.0] {
            for ends in Ends::ALL {
                let springs = [mindlin(Form::Total, 0.1), mindlin(Form::Incremental, 0.1)];
                for law in [coulomb(0.1), decaying(0.1), smooth(0.1), stepped(0.1)].into_iter().chain(springs) {
                    scenes.push(oblique([ball(), wall(70e9, NU)], law.clone(), 1.0, v_t, e, ends));
                    scenes.push(oblique([ball(), ball()], law, 1.0, v_t, e, ends));
                }
            }
        }
    }
    scenes
}

/// Without friction, on a wall and on each other, under this damping.
pub fn frictionless(law: &Damping) -> Vec<Scene> {
    let pairs = [[ball(), wall(70e9, NU)], [ball(), ball()]];
    let scenes =
        pairs.map(|bodies| oblique(bodies, Tangential::Frictionless(Frictionless), 1.0, 0.7, 1.0, Ends::ForceClamped));
    let damped = |mut scene: Scene| {
        scene.contact.damping = law.clone();
        scene
    };
    scenes.map(damped).into()
}

fn coulomb(friction: f64) -> Tangential {
    Tangential::Coulomb(Coulomb { friction, dynamic: None })
}

/// Static friction that falls to a half.
fn decaying(friction: f64) -> Tangential {
    let dynamic = Some(DynamicFriction { friction: 0.5 * friction, decay: 2.0 });
    Tangential::Coulomb(Coulomb { friction, dynamic })
}

fn smooth(friction: f64) -> Tangential {
    Tangential::Regularised(Regularised {
        friction,
        slip_speed: 0.1,
        step: SmoothStep::Tanh,
        of: SmoothOf::Slip,
        dynamic: None,
        dynamic_speed: None,
    })
}

/// Static friction that falls to a half by the steps of Drake.
fn stepped(friction: f64) -> Tangential {
    Tangential::Regularised(Regularised {
        friction,
        slip_speed: 0.1,
        step: SmoothStep::Drake,
        of: SmoothOf::Slip,
        dynamic: Some(0.5 * friction),
        dynamic_speed: None,
    })
}

fn mindlin(form: Form, friction: f64) -> Tangential {
    Tangential::Mindlin(Mindlin { form, friction, dashpot: None, dynamic: None, effective_shear_modulus: None })
}

fn get(values: &[(Observable, Estimate)], observable: Observable) -> Estimate {
    values.iter().find(|(o, _)| *o == observable).unwrap().1
}

fn near(found: Estimate, expected: f64, relative: f64) {
    assert!((found.value - expected).abs() <= relative * expected.abs(), "{found:?} for {expected}");
}

/// Walton 1993: `e_t = 1 - mu (1+e) v_n/v_t`, `r omega' = 5/2 mu (1+e) v_n`, `v_s' = v_s - 7/2 mu (1+e) v_n`.
#[test]
fn a_solid_sphere_slides_on_a_wall() {
    let (mu, e, v_t) = (0.2, 0.7, 3.0);
    let values = ask("rigid-body-sliding", &on_wall(coulomb(mu), v_t, e)).unwrap();
    let taken = mu * (1.0 + e);
    near(get(&values, Observable::TangentialRestitution), 1.0 - taken / v_t, 1e-13);
    near(get(&values, Observable::ReboundSpin), 2.5 * taken / 0.01, 1e-13);
    near(get(&values, Observable::TangentialRestitutionContact), -(1.0 - 3.5 * taken / v_t), 1e-13);
    near(get(&values, Observable::TangentialImpulseRatio), mu, 1e-13);
    near(get(&values, Observable::ReboundAngle), ((v_t - taken) / e).atan(), 1e-13);
    near(get(&values, Observable::ReboundAngleContact), ((v_t - 3.5 * taken) / e).atan(), 1e-13);
    // Broken twins: the friction of the approach alone, the spin of a shell, the angle of the other point.
    let spin = get(&values, Observable::ReboundSpin);
    for wrong in [2.5 * mu / 0.01, 1.5 * taken / 0.01, -2.5 * taken / 0.01] {
        assert!((spin.value - wrong).abs() > 1e3 * spin.uncertainty);
    }
    let angle = get(&values, Observable::ReboundAngle);
    assert!((angle.value - ((v_t - 3.5 * taken) / e).atan()).abs() > 1e3 * angle.uncertainty);
}

#[test]
fn a_sphere_without_slip_at_the_end_has_five_sevenths() {
    let values = ask("rigid-body-sticking", &on_wall(coulomb(0.5), 1.0, 0.7)).unwrap();
    near(get(&values, Observable::TangentialRestitution), 5.0 / 7.0, 1e-14);
    near(get(&values, Observable::ReboundSpin), 5.0 / 7.0 / 0.01, 1e-13);
    assert!(get(&values, Observable::TangentialRestitutionContact).value.abs() < 1e-15);
    // Where one theory ends the other begins: 7/2 mu (1+e) v_n = v_t.
    let border = 3.5 * 0.5 * 1.7;
    for (v_t, slides) in [(border * 1.001, true), (border * 0.999, false)] {
        let scene = on_wall(coulomb(0.5), v_t, 0.7);
        assert_eq!(ask("rigid-body-sliding", &scene).is_ok(), slides);
        assert_eq!(ask("rigid-body-sticking", &scene).is_ok(), !slides);
    }
}

/// Topspin that runs ahead of the ball is driven the other way.
#[test]
fn friction_acts_against_the_slip_not_the_travel() {
    let mut scene = on_wall(coulomb(0.1), 1.0, 1.0);
    scene.kinematics.spin[0][2] = 500.0;
    let values = ask("rigid-body-sliding", &scene).unwrap();
    near(get(&values, Observable::TangentialRestitution), 1.0 + 0.1 * 2.0, 1e-13);
    near(get(&values, Observable::ReboundSpin), 500.0 - 2.5 * 0.2 / 0.01, 1e-13);
    near(get(&values, Observable::TangentialImpulseRatio), -0.1, 1e-13);
}

/// Two equal balls: each takes half of the impulse ratio a wall would, and they keep their total angular momentum.
#[test]
fn two_spheres_share_what_friction_takes() {
    let mut scene = oblique([ball(), ball()], coulomb(0.1), 1.0, 0.0, 1.0, Ends::ForceClamped);
    scene.kinematics.spin = [[0.0, 0.0, -200.0], [0.0, 0.0, -200.0]];
    let values = ask("rigid-body-sliding", &scene).unwrap();
    let m = 2500.0 * 4.0 / 3.0 * PI * 1e-6;
    let J = 0.1 * 2.0 * 0.5 * m;
    let spin = get(&values, Observable::ReboundSpin);
    assert!((spin.value - (-200.0 + 2.5 * J / (m * 0.01))).abs() < 1e-11);
    assert!(spin.uncertainty > 0.0 && spin.uncertainty < 1.0, "the contact turns a little: {spin:?}");
}

/// Thresholds of Maw, Barber & Fawcett: `4 chi - 1` for the incremental spring, `4 chi - 2/3` for the total one.
#[test]
fn springs_slide_from_their_own_thresholds_on() {
    let chi = 3.5 * (1.0 - NU) / (2.0 - NU);
    let mu = 0.1;
    let unit = mu * (2.0 - NU) / (2.0 * (1.0 - NU));
    let cases = [
        (Form::Incremental, 4.0 * chi - 1.0),
        (Form::Total, 4.0 * chi - 2.0 / 3.0),
        (Form::Rescaled, 4.0 * chi - 2.0 / 3.0),
    ];
    for (form, threshold) in cases {
        for (psi1, slides) in [(threshold + 1e-9, true), (threshold - 1e-9, false)] {
            let scene = on_wall(mindlin(form, mu), psi1 * unit, 1.0);
            assert_eq!(ask("rigid-body-sliding", &scene).is_ok(), slides, "{form:?} at {psi1}");
        }
        let values = ask("rigid-body-sliding", &on_wall(mindlin(form, mu), 8.0 * unit, 1.0)).unwrap();
        near(get(&values, Observable::Psi1), 8.0, 1e-13);
        near(get(&values, Observable::Psi2), 8.0 - 4.0 * chi, 1e-13);
        // A rigid plate leaves G*/E* as it is, and so psi.
        let plate = oblique([ball(), rigid_wall()], mindlin(form, mu), 1.0, 8.0 * unit, 1.0, Ends::ForceClamped);
        near(get(&ask("rigid-body-sliding", &plate).unwrap(), Observable::Psi1), 8.0, 1e-13);
    }
}

#[test]
fn damping_leads_the_spring_and_that_is_said() {
    let uncertainty = |tangential, e| {
        let values = ask("rigid-body-sliding", &on_wall(tangential, 3.0, e)).unwrap();
        get(&values, Observable::TangentialImpulseRatio).uncertainty
    };
    assert!(uncertainty(coulomb(0.1), 0.5) < 1e-13);
    assert!(uncertainty(mindlin(Form::Total, 0.1), 1.0) < 1e-13);
    let (weak, strong) = (uncertainty(mindlin(Form::Total, 0.1), 0.98), uncertainty(mindlin(Form::Total, 0.1), 0.5));
    assert!(1e-9 < weak && weak < strong && strong < 0.02, "{weak} {strong}");
}

/// What bounds friction where the contact pulls at its end, in speeds of the collision: 1 + e_c and 1 + 2 e_c - e.
#[test]
fn each_limit_has_its_own_integral() {
    let mut scene = on_wall(coulomb(0.1), 3.0, 0.5);
    scene.contact.ends = Ends::ZeroOverlap;
    // z of e = 0.5 with the full force, and the restitution of the clamped force with it (theory: section 2).
    let clamped = 0.550_283_2;
    for (limit, integral) in [
        (FrictionLimit::Total, 1.0 + clamped),
        (FrictionLimit::Elastic, 1.5),
        (FrictionLimit::Absolute, 1.0 + 2.0 * clamped - 0.5),
    ] {
        scene.contact.friction.as_mut().unwrap().limit = limit;
        let values = ask("rigid-body-sliding", &scene).unwrap();
        near(get(&values, Observable::TangentialRestitution), 1.0 - 0.1 * integral / 3.0, 1e-8);
        near(get(&values, Observable::TangentialImpulseRatio), 0.1 * integral / 1.5, 1e-7);
    }
}

fn table(name: &str) -> Vec<Vec<f64>> {
    let text = std::fs::read_to_string(format!("tests/theory-tables/{name}.csv")).unwrap();
    let cells = |line: &str| line.split(',').map(|cell| cell.trim().parse().unwrap_or(f64::NAN)).collect();
    text.lines().skip(1).map(cells).collect()
}

/// Maw's table is within its uncertainty of the reference values, and its features are where theory has them.
#[test]
fn maw_is_the_curve_of_theory() {
    let text = std::fs::read_to_string("tests/theory-tables/mdr_oblique.csv").unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').map(str::trim).collect();
    let at = |name: &str| header.iter().position(|h| *h == name).unwrap_or_else(|| panic!("{name} in {header:?}"));
    let (one, two) = (at("psi1"), at("psi2"));
    let chi = 3.5 * (1.0 - NU) / (2.0 - NU);
    for row in table("mdr_oblique") {
        let found = psi2(row[one], chi).unwrap();
        assert!((found.value - row[two]).abs() <= found.uncertainty + 1e-7, "{row:?} {found:?}");
        assert!(found.uncertainty < 4e-4, "{row:?} {found:?}");
    }
    for (nu, psi1, least) in [(0.3, 3.62, -1.48116), (0.0, 4.64, -1.5545), (0.2, 3.99, -1.5107), (0.5, 2.75, -1.3952)] {
        let chi = 3.5 * (1.0 - nu) / (2.0 - nu);
        let scan = (5..900).map(|i| f64::from(i) * 0.01).filter_map(|psi| Some((psi, psi2(psi, chi)?.value)));
        let (place, value) = scan.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert!((place - psi1).abs() < 0.03, "nu {nu}: minimum at {place}");
        assert!((value - least).abs() < 1e-4, "nu {nu}: minimum {value}");
        let end = psi2(4.0 * chi - 1.0, chi).unwrap().value;
        assert!((end + 1.0).abs() < 1e-12 && psi2(4.0 * chi, chi).unwrap().value.abs() < 1e-12);
    }
    assert!(psi2(1.0, 1.3).is_none(), "a chi that is not in the table");
    // Broken twins: no slip at all, and sliding throughout, are far outside what is stated at psi1 = 2.
    let found = psi2(2.0, chi).unwrap();
    for wrong in [2.0 - 4.0 * chi, -2.0, -0.51610, -0.48059] {
        assert!((found.value - wrong).abs() > 1e3 * found.uncertainty);
    }
}

#[test]
fn maw_is_said_of_elastic_spheres_on_a_wall_only() {
    let scene = on_wall(mindlin(Form::Total, 0.1), 0.2, 1.0);
    let chi = 3.5 * (1.0 - NU) / (2.0 - NU);
    let psi1 = 0.2 * 2.0 * (1.0 - NU) / (2.0 - NU) / 0.1;
    let values = ask("maw-barber-fawcett", &scene).unwrap();
    near(get(&values, Observable::Psi1), psi1, 1e-13);
    let expected = psi2(psi1, chi).unwrap();
    near(get(&values, Observable::Psi2), expected.value, 1e-12);
    // J_t = m_t (v_s - v_s'), and the centre loses 2/7 of the slip that is taken.
    let taken = 0.2 * (1.0 - expected.value / psi1);
    near(get(&values, Observable::TangentialRestitution), 1.0 - taken * 2.0 / 7.0 / 0.2, 1e-12);
    near(get(&values, Observable::ReboundSpin), taken * 5.0 / 7.0 / 0.01, 1e-12);
    assert!(ask("maw-barber-fawcett", &on_wall(mindlin(Form::Total, 0.1), 0.2, 0.9)).is_err());
    let pair = oblique([ball(), ball()], mindlin(Form::Total, 0.1), 1.0, 0.2, 1.0, Ends::ForceClamped);
    assert!(ask("maw-barber-fawcett", &pair).is_err());
}

/// Impulses on a wall and on each other.
pub fn impulses() -> Vec<Scene> {
    [[ball(), wall(70e9, NU)], [ball(), ball()]].map(|bodies| impulsive(bodies, "impulse", 2.0, 0.5, 0.3)).into()
}

/// The law of an engine of impulses, on these bodies.
fn impulsive(bodies: [Body; 2], law: &str, v_t: f64, e: f64, mu: f64) -> Scene {
    let mut scene = oblique(bodies, coulomb(mu), 1.0, v_t, e, Ends::ForceClamped);
    let parameters = vec![("restitution", e, Dimension::Number)];
    scene.contact.normal = Normal::OfEngine(OfEngine { law: kept(law), contact_time: None, parameters });
    scene.contact.damping = damping("none", &[]);
    scene.force = None;
    scene
}

/// Walton 1993 for a solid sphere on a wall, `e_t = max(1 - mu (1+e) v_n/v_t, 5/7)`, `r omega' = 5/2 (1 - e_t) v_t`; for two solid spheres of
/// any sizes `1/m_t = 7/2 1/m*`, so that the slip is the same.
#[test]
fn rigid_bodies_exchange_an_impulse() {
    let (mu, e) = (0.3, 0.5);
    let unequal = [ball(), sphere(0.02, 7800.0, 210e9, NU)];
    for bodies in [[ball(), wall(70e9, NU)], unequal] {
        for v_t in [0.2, 1.0, 1.57, 1.58, 4.0] {
            let values = ask("rigid-impulse", &impulsive(bodies.clone(), "impulse", v_t, e, mu)).unwrap();
            let e_t = (1.0 - mu * (1.0 + e) / v_t).max(5.0 / 7.0);
            near(get(&values, Observable::Restitution), e, 1e-14);
            near(get(&values, Observable::TangentialRestitution), e_t, 1e-13);
            let slip = (1.0 - 3.5 * (1.0 - e_t)) * v_t;
            let found = get(&values, Observable::TangentialRestitutionContact).value;
            assert!((found + slip / v_t).abs() < 1e-13, "{found} for {slip}");
            // Broken twins: friction of the approach alone, and sticking without a spin.
            let found = get(&values, Observable::TangentialRestitution);
            for wrong in [(1.0 - mu / v_t).max(5.0 / 7.0), (1.0 - mu * (1.0 + e) / v_t).max(0.0)] {
                let same = (wrong - e_t).abs() < 1e-12;
                assert!(same || (found.value - wrong).abs() > 1e3 * found.uncertainty, "{v_t}");
            }
        }
    }
    let values = ask("rigid-impulse", &impulsive([ball(), wall(70e9, NU)], "impulse", 4.0, e, mu)).unwrap();
    near(get(&values, Observable::ReboundSpin), 2.5 * mu * (1.0 + e) / 0.01, 1e-13);
    // Of another law of an engine, and of a law of this program, nothing is known in this way.
    assert!(ask("rigid-impulse", &impulsive([ball(), wall(70e9, NU)], "other", 4.0, e, mu)).is_err());
    assert!(ask("rigid-impulse", &on_wall(coulomb(mu), 4.0, e)).is_err());
    // And no other theory speaks of it.
    assert!(ask("rigid-body-sliding", &impulsive([ball(), wall(70e9, NU)], "impulse", 4.0, e, mu)).is_err());
}
