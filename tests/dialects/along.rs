//! What the systems pair along the contact: engines' own numbers, words, conventions, and what a mistake in them does.

#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::f64::consts::PI;

use collisionbench::codes::{Parameters, Preserve, Reading, convert, mercurydpm};
use collisionbench::collide::reference::solve;
use collisionbench::law::contract::{Convention, lever};
use collisionbench::law::scene::{Body, ImpactKinematics, Material, Scene, Shape};
use collisionbench::law::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, ShearForce, WhileSliding};
use collisionbench::law::{Ends, Pair};

use super::pages::pfc_model::Event;
use super::{close, glass, named, near, pages, speak};

/// The set-up of the engines: 2.5 mm, 4000 kg/m3, 380 GPa, 0.23 on a wall of the same, 3.9 m/s; or a pair.
fn scene(system: &str, said: &Parameters, reading: Reading, degrees: f64, pair_of_balls: bool) -> Scene {
    let material = Material {
        name: "alumina".into(),
        density: Some(4000.0),
        young_modulus: Some(380e9),
        poisson_ratio: Some(0.23),
        yield_stress: None,
    };
    let radius: f64 = 2.5e-3;
    let ball = Body {
        name: "ball".into(),
        shape: Shape::Sphere { radius, inertia_factor: 0.4 },
        mass: 4000.0 * 4.0 / 3.0 * PI * radius.powi(3),
        material: Some(material),
        rigid: false,
        held: false,
    };
    let wall = Body { shape: Shape::Wall { normal: [0.0, 0.0, 1.0] }, mass: f64::INFINITY, held: true, ..ball.clone() };
    let bodies = [ball.clone(), if pair_of_balls { ball } else { wall }];
    let pair = Pair::new(&bodies[0].side(), &bodies[1].side());
    let contact = speak(system, said, reading, &pair).contact;
    let (sin, cos) = degrees.to_radians().sin_cos();
    Scene {
        before: None,
        name: "-".into(),
        parameters: Vec::new(),
        bodies,
        speed: 3.9 * cos,
        kinematics: ImpactKinematics { tangential_speed: 3.9 * sin, ..ImpactKinematics::HEAD_ON },
        force: Some(contact.force(&pair).unwrap()),
        shear: contact.shear(&pair).unwrap(),
        contact,
        pair,
        path: None,
        rows: Vec::new(),
        system: None,
    }
}

fn e_t(scene: &Scene) -> f64 {
    solve(scene, 1e-10).unwrap().tangential.unwrap().velocity[1].value / scene.kinematics.tangential_speed
}

/// e_t at 5, 10, 20, 30, 45 deg of the codes themselves (read off runs of MercuryDPM 2024-09, MUSEN 1.74.2, Woo 2026-01).
const MEASURED: &[(&str, &str, [f64; 5])] = &[
    ("mercurydpm", "slidingFrictionCoefficient", [0.689_159, 0.576_159, 0.576_477, 0.681_303, 0.816]),
    ("musen", "SlidingFriction", [0.955_776, 0.700_769, 0.619_799, 0.681_303, 0.816]),
    ("woo", "tanPhi", [0.893_840, 0.710_950, 0.606_332, 0.681_303, 0.816]),
];
const ANGLES: [f64; 5] = [5.0, 10.0, 20.0, 30.0, 45.0];

fn words(system: &str, friction: &'static str) -> Parameters {
    let model: &[_] = if system == "musen" { &[("model", "Hertz-Mindlin")] } else { &[] };
    Parameters::new(vec![(friction, 0.092)], model)
}

/// A mistake in a tangential force.
type Mistake = fn(&mut ShearForce);

/// The worst distance to what the code itself gave, with a mistake in the tangential force.
fn worst(system: &str, mistake: Mistake) -> f64 {
    let (_, key, measured) = MEASURED.iter().find(|(name, ..)| *name == system).unwrap();
    let off = ANGLES.iter().zip(measured).map(|(&angle, expected)| {
        let mut scene = scene(system, &words(system, key), Reading::Corrected, angle, false);
        mistake(scene.shear.as_mut().unwrap());
        (e_t(&scene) - expected).abs()
    });
    off.fold(0.0, f64::max)
}

#[test]
fn the_codes_are_met_in_their_own_words() {
    for (system, within) in [("mercurydpm", 2e-6), ("musen", 2e-6), ("woo", 1e-3)] {
        let off = worst(system, |_| {});
        println!("{system}: {off:.1e}");
        assert!(off < within, "{system}: {off:e}");
    }
}

/// Woo alone is met to 1e-3 only: its wall has R* = r/2, which no scene of this bench has.
#[test]
fn every_mistake_along_the_contact_is_seen() {
    let mistakes: &[(&str, &str, Mistake)] = &[
        ("mercurydpm", "2/3 lost from the stiffness", |shear| shear.S *= 1.5),
        ("mercurydpm", "incremental for total", |shear| shear.form = Form::Incremental),
        ("mercurydpm", "radius for half-overlap", |shear| shear.levers = Levers::both(Arm::Radius)),
        ("musen", "incremental for total", |shear| shear.form = Form::Incremental),
        ("musen", "r - delta for r at a wall", |shear| shear.levers.slip = Arm::Overlap),
        ("musen", "E* for 4 G*", |shear| shear.S *= (2.0 - 0.23) / (2.0 * 0.77)),
        ("woo", "total for incremental", |shear| shear.form = Form::Total),
        ("woo", "radius for r - delta", |shear| shear.levers = Levers::both(Arm::Radius)),
        ("woo", "G for G*", |shear| shear.S *= 2.0 - 0.23),
        ("woo", "friction of the other body", |shear| shear.friction = 0.1),
    ];
    for &(system, what, mistake) in mistakes {
        let off = worst(system, mistake);
        println!("{system}, {what}: {off:.1e}");
        assert!(off > 1e-3, "{system}, {what}: only {off:e}");
    }
}

/// `r d/(r1+r2)` tends to `r` as the other radius grows.
#[test]
fn an_arm_at_a_wall_is_the_limit_of_that_at_a_large_sphere() {
    for arm in Arm::ALL {
        let (wall, large) = (arm.length(1.0, f64::INFINITY, 0.1), arm.length(1.0, 1e7, 0.1));
        near(wall, large, 1e-6, arm.word());
    }
}

fn shear(system: &str, said: &Parameters, reading: Reading, pair: &Pair) -> ShearForce {
    speak(system, said, reading, pair).contact.shear(pair).unwrap().unwrap()
}

fn said(numbers: &[(&'static str, f64)], words: &[(&'static str, &str)]) -> Parameters {
    Parameters::new(numbers.to_vec(), words)
}

/// theory.md, section 0: Mindlin, 8 G* a.
#[test]
fn stiffness_limit_and_levers_are_those_of_the_codes() {
    let pair = glass();
    let mindlin = 8.0 * pair.G_star.unwrap() * pair.R_star.sqrt();
    use FrictionLimit::{Absolute, Elastic, Total};
    let same = Levers::both;
    let musen = Levers { slip: Arm::Proportional, torque: Arm::Radius };
    let yade = Levers { slip: Arm::Radius, torque: Arm::HalfOverlap };
    let rows: [(&str, Parameters, f64, Form, FrictionLimit, Levers); 6] = [
        ("woo", said(&[("tanPhi", 0.3)], &[]), 1.0, Form::Incremental, Total, same(Arm::HalfOverlap)),
        (
            "mercurydpm",
            said(&[("slidingFrictionCoefficient", 0.3)], &[]),
            2.0 / 3.0,
            Form::Total,
            Absolute,
            same(Arm::HalfOverlap),
        ),
        ("pfc", said(&[("fric", 0.3)], &[]), 1.0, Form::Incremental, Elastic, same(Arm::HalfOverlap)),
        ("musen", said(&[("SlidingFriction", 0.3)], &[("model", "Hertz-Mindlin")]), 1.0, Form::Total, Absolute, musen),
        ("lammps", said(&[("mu_t", 0.3), ("eta_n0", 0.0)], &[]), 1.0, Form::Total, Absolute, yade),
        ("yade", said(&[("frictionAngle", 0.3f64.atan())], &[]), 1.0, Form::Incremental, Total, yade),
    ];
    for (system, said, factor, form, limit, levers) in rows {
        let shear = shear(system, &said, Reading::Corrected, &pair);
        close(shear.S / mindlin, factor, 1e-13, system);
        assert_eq!((shear.gamma, shear.form, shear.limit, shear.levers), (0.5, form, limit, levers), "{system}");
        close(shear.friction, 0.3, 1e-15, system);
        assert_eq!(shear.dashpot.C, 0.0, "{system}");
        let contract = speak(system, &said, Reading::Corrected, &pair).contract;
        assert_eq!(contract.friction_limit, Convention::Limit(limit), "{system}");
        assert!(contract.history.to_string().starts_with(form.meaning()), "{system}: {}", contract.history);
        assert_eq!(contract.lever.to_string(), lever(levers), "{system}");
    }
    let hybird = said(
        &[
            ("linearStiff", 2e5),
            ("frictionCoefPart", 0.3),
            ("tangStiff", 1e5),
            ("viscTang", 0.2),
            ("rollingCoefPart", 0.1),
        ],
        &[("contactModel", "LINEAR")],
    );
    let shear = shear("hybird", &hybird, Reading::Corrected, &pair);
    assert_eq!((shear.S, shear.gamma, shear.dashpot.sliding), (1e5, 0.0, WhileSliding::Capped));
    close(shear.dashpot.C, 0.4 * (pair.m_star * 1e5).sqrt(), 1e-14, "2 viscTang sqrt(m k_s)");
    assert_eq!(shear.rolling, RollingForce::Constant { friction: 0.1 });
    let without = Parameters::new(vec![("linearStiff", 2e5), ("frictionCoefPart", 0.3)], &[("contactModel", "LINEAR")]);
    let refused = named("hybird").contact(&without, Reading::Corrected, &pair).unwrap_err();
    assert!(refused.message.contains("capped tangential dashpot"), "{}", refused.message);
}

/// PFC, Hertz model, eq. (8), at every exponent; 8 G* a for spheres.
#[test]
fn k_s_of_pfc_holds_for_any_exponent() {
    let pair = glass();
    for alpha in [1.0, 1.25, 1.5, 2.0] {
        let numbers = [("fric", 0.3), ("hz_alpha", alpha), ("hz_shear", 28.7e9), ("hz_poiss", 0.3)];
        let words = said(&numbers, &[]);
        let spoken = speak("pfc", &words, Reading::Corrected, &pair);
        let h_n = spoken.derived.iter().find(|d| d.name == "h_n").unwrap().value;
        let shear = shear("pfc", &words, Reading::Corrected, &pair);
        for delta in [1e-7f64, 1e-6, 1e-5] {
            let k_s = pages::pfc::shear_stiffness(0.3, alpha, h_n, h_n * delta.powf(alpha));
            close(shear.stiffness(delta), k_s, 1e-12, &format!("alpha_h = {alpha}"));
            // Broken twin: the exponent of the sphere at every alpha_h.
            let twin = pages::pfc::shear_stiffness(0.3, 1.5, h_n, h_n * delta.powf(alpha));
            assert_eq!((twin / k_s - 1.0).abs() > 1e-3, alpha != 1.5);
        }
    }
    let sphere = pages::pfc::shear_stiffness(0.22, 1.5, 4.0 / 3.0 * pair.E_star.unwrap() * pair.R_star.sqrt(), 2.5);
    let a = (0.75 * 2.5 * pair.R_star / pair.E_star.unwrap()).cbrt();
    close(sphere, 8.0 * pair.G_star.unwrap() * a, 1e-13, "8 G* a");
}

#[test]
fn the_modes_of_pfc() {
    let pair = glass();
    let of = |mode: &str, reading, alpha_d: f64| {
        let numbers = [("fric", 0.3), ("dp_sratio", 0.2), ("dp_alpha", alpha_d)];
        let words = said(&numbers, &[("dp_mode", mode)]);
        let contact = speak("pfc", &words, reading, &pair).contact;
        (contact.ends, contact.shear(&pair).unwrap().unwrap())
    };
    for (mode, ends, sliding) in [
        ("0", Ends::ZeroOverlap, WhileSliding::Added),
        ("1", Ends::ForceClamped, WhileSliding::Added),
        ("2", Ends::ZeroOverlap, WhileSliding::Dropped),
        ("3", Ends::ForceClamped, WhileSliding::Dropped),
    ] {
        let (found, shear) = of(mode, Reading::Corrected, 0.0);
        assert_eq!((found, shear.dashpot.sliding), (ends, sliding), "dp_mode {mode}");
        // 2 beta_s sqrt(m k_s).
        let delta = 1e-6f64;
        let expected = 0.4 * (pair.m_star * shear.stiffness(delta)).sqrt();
        close(shear.dashpot.C * delta.powf(shear.dashpot.beta), expected, 1e-13, "dp_sratio");
    }
    assert_eq!(of("0", Reading::AsDocumented, 0.25).1.dashpot.beta, 0.5, "P1: the overlap once more");
    assert_eq!(of("0", Reading::Corrected, 0.25).1.dashpot.beta, 0.25);
    let scaled = said(&[("fric", 0.3)], &[("hz_mode", "1")]);
    assert_eq!(shear("pfc", &scaled, Reading::Corrected, &pair).form, Form::Rescaled);
    assert_eq!(named("pfc").contact(&scaled, Reading::AsDocumented, &pair).unwrap_err().key, Some("hz_mode"), "P2");
}

#[test]
fn tangential_dashpots_and_rolling() {
    let pair = glass();
    let z = 0.215_453_761_966_246_78; // theory.md, section 2, e = 0.5
    let musen = said(
        &[("SlidingFriction", 0.3), ("RollingFriction", 0.01), ("RestitutionCoefficient", 0.5)],
        &[("model", "Hertz-Mindlin")],
    );
    let shear_of = |system: &str, words: &Parameters| shear(system, words, Reading::Corrected, &pair);
    let found = shear_of("musen", &musen);
    let mindlin = 8.0 * pair.G_star.unwrap() * pair.R_star.sqrt();
    close(found.dashpot.C, 2.0 * (5.0f64 / 6.0).sqrt() * z * (pair.m_star * mindlin).sqrt(), 1e-12, "MUSEN");
    assert_eq!(found.rolling, RollingForce::OwnSpin { friction: 0.01 });
    assert_eq!(found.dashpot.sliding, WhileSliding::Dropped);
    let yade = shear_of("yade", &said(&[("frictionAngle", 0.3), ("betan", 0.2)], &[]));
    close(yade.dashpot.C, 0.4 * (pair.m_star * mindlin).sqrt(), 1e-12, "YADE: betas is betan unless given");
    let lammps = said(&[("mu_t", 0.3), ("e", 0.5), ("x_gammat", 0.5)], &[("damping", "coeff_restitution")]);
    let found = shear_of("lammps", &lammps);
    let K = 4.0 / 3.0 * pair.E_star.unwrap() * pair.R_star.sqrt();
    close(found.dashpot.C, 0.5 * 5f64.sqrt() * z * (pair.m_star * K).sqrt(), 1e-12, "LAMMPS");
    assert_eq!((found.dashpot.beta, found.dashpot.sliding), (0.25, WhileSliding::Capped));
    let mercury = said(&[("slidingFrictionCoefficient", 0.3), ("slidingDissipation", 0.4)], &[]);
    close(shear_of("mercurydpm", &mercury).dashpot.C, 0.4 * (pair.m_star * mindlin).sqrt(), 1e-12, "8 G* a, not 16/3");
}

/// engines.md: 6.5e8 instead of 2.06e8 at 1 GPa and 0.3.
#[test]
fn the_setter_of_mercurydpm() {
    close(mercurydpm::shear_modulus_of_the_setter(1e9, 0.3), 6.5e8, 1e-14, "the setter");
    close(1e9 * 0.7 / (2.0 * 1.7), 2.06e8, 1e-3, "that of the material");
    let pair = glass();
    let words =
        said(&[("slidingFrictionCoefficient", 0.3), ("effectiveElasticModulus", 1e9), ("poissonRatio", 0.3)], &[]);
    let found = shear("mercurydpm", &words, Reading::Corrected, &pair);
    close(found.S, 16.0 / 3.0 * 6.5e8 * pair.R_star.sqrt(), 1e-13, "16/3 G* a");
}

#[test]
fn a_conversion_keeps_the_friction_or_says_what_it_loses() {
    let pair = glass();
    let go = |from: &str, words: &Parameters, to: &str| {
        let spot = |name: &str| (named(name), named(name).in_use);
        convert(spot(from), words, spot(to), &pair, Preserve::ForceLaw)
    };
    let yade = said(&[("frictionAngle", 0.3f64.atan()), ("betan", 0.2), ("betas", 0.1)], &[]);
    let pfc = go("yade", &yade, "pfc").unwrap();
    close(pfc.to.params.numbers.get("fric").unwrap(), 0.3, 1e-15, "fric");
    close(pfc.to.params.numbers.get("dp_sratio").unwrap(), 0.1, 1e-12, "dp_sratio");
    assert_eq!(pfc.to.params.given("dp_mode"), Some("3"), "no dashpot while it slides");
    assert!(!pfc.warnings.iter().any(|w| w.starts_with("tangential")), "{:?}", pfc.warnings);
    let back = go("pfc", &pfc.to.params, "yade").unwrap();
    close(back.to.params.numbers.get("betas").unwrap(), 0.1, 1e-12, "and back");
    let woo = go("yade", &yade, "woo").unwrap();
    close(woo.to.params.numbers.get("tanPhi").unwrap(), 0.3, 1e-15, "tanPhi");
    assert!(woo.warnings.iter().any(|w| w == "tangential dashpot: Woo does not have it"), "{:?}", woo.warnings);
    let plain = said(&[("tanPhi", 0.3)], &[("noAttraction", "false")]);
    let mercury = go("woo", &plain, "mercurydpm").unwrap();
    // 3/2 of the modulus makes 8 G* a of 16/3 G* a.
    close(mercury.to.params.numbers.get("effectiveShearModulus").unwrap(), 1.5 * pair.G_star.unwrap(), 1e-12, "G*");
    assert!(mercury.warnings.iter().any(|w| w.contains("`total`, not `incremental`")), "{:?}", mercury.warnings);
    let hybird = go("woo", &said(&[("tanPhi", 0.3)], &[]), "hybird").unwrap_err();
    assert!(hybird.message.contains("constant"), "{}", hybird.message);
    let head_on = go("woo", &Parameters::default(), "musen").unwrap();
    assert!(head_on.to.params.numbers.get("SlidingFriction").is_none());
}

/// What PFC would report: events in order, and partitions that end where the reference has them.
#[test]
fn a_collision_as_pfc_reports_it() {
    let words = said(&[("fric", 0.092), ("dp_nratio", 0.1), ("dp_sratio", 0.1)], &[("dp_mode", "3")]);
    let scene = scene("pfc", &words, Reading::Corrected, 20.0, true);
    let trajectory = solve(&scene, 1e-10).unwrap();
    let events = pages::pfc_report::events(&trajectory);
    assert_eq!(events[0], (0.0, Event::ContactActivated));
    assert!(events.len() > 1 && events.windows(2).all(|two| two[0].0 <= two[1].0), "{events:?}");
    let tangential = trajectory.tangential.as_ref().unwrap();
    let energies = pages::pfc_report::energies(&scene, &trajectory);
    let (_, last) = energies.last().unwrap();
    println!("{} samples, {} with shear, {events:?}, {last:?}", energies.len(), tangential.samples.len());
    let dashpot = trajectory.energy_dashpot.value + tangential.energy_shear_dashpot.value;
    close(last.slip, tangential.energy_slip.value, 0.02, "slip");
    close(last.dashpot, dashpot, 0.02, "dashpot");
    let slip: Vec<f64> = energies.iter().map(|(_, energies)| energies.slip).collect();
    assert!(slip.windows(2).all(|two| two[1] >= two[0] - 1e-18), "slip accumulates");
    let peak = energies.iter().map(|(_, energies)| energies.strain).fold(0.0, f64::max);
    assert!(last.strain < 1e-2 * peak, "strain is a state");
}

/// MUSEN's `Hertz` has an incremental spring; an undamped total spring is its `Hertz-Mindlin` with a restitution of 1.
#[test]
fn musen_keeps_a_total_spring_without_damping() {
    let pair = glass();
    let musen = collisionbench::codes::find("musen").unwrap();
    for (model, form) in [("Hertz-Mindlin", Form::Total), ("Hertz", Form::Incremental)] {
        let numbers = [("SlidingFriction", 0.3), ("RestitutionCoefficient", 1.0)];
        let given = said(&numbers[..if form == Form::Total { 2 } else { 1 }], &[("model", model)]);
        let contact = speak("musen", &given, Reading::Corrected, &pair).contact;
        let again = musen.render(&contact, Reading::Corrected, &pair).unwrap().params;
        assert_eq!(again.given("model"), Some(model));
        assert_eq!(shear("musen", &again, Reading::Corrected, &pair).form, form);
    }
}
