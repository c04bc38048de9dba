//! Lethe, MFiX, Chrono, Drake, Simbody and MuJoCo: their numbers from closed forms, what they refuse, and mistakes that the same checks see.

#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::f64::consts::PI;

use collisionbench::codes::{Parameters, Preserve, Reading, convert};
use collisionbench::law::shear::{Arm, Form, FrictionLimit, Levers, WhileSliding};
use collisionbench::law::{Ends, LawError, Pair, PowerForce, Side, Stiffness};

use super::{Bend, close, glass, measured, named, near, spheres};

fn parameters(numbers: &[(&'static str, f64)], words: &[(&'static str, &str)]) -> Parameters {
    Parameters::new(numbers.to_vec(), words)
}

fn force(system: &str, params: &Parameters, pair: &Pair) -> PowerForce {
    let parsed = named(system).contact(params, Reading::Corrected, pair).unwrap_or_else(|e| panic!("{system}: {e:?}"));
    parsed.contact.force(pair).unwrap()
}

fn refusal(system: &str, params: &Parameters) -> LawError {
    named(system).contact(params, Reading::Corrected, &glass()).unwrap_err()
}

/// Rubber, 1 MPa and 0.49, on steel, 200 GPa and 0.3: plane-strain moduli, Pa.
const RUBBER: f64 = 1e6 / (1.0 - 0.49 * 0.49);
const STEEL: f64 = 200e9 / (1.0 - 0.3 * 0.3);

/// `[code, parameters, K, C, exponents of both, end]`, from the formulas of the codes written out for the pair.
fn forces(pair: &Pair) -> Vec<(&'static str, Parameters, [f64; 4], Ends)> {
    let (m, R) = (pair.m_star, pair.R_star);
    let (E, nu) = (70e9, 0.22);
    let E_star = E / (2.0 * (1.0 - nu * nu));
    let hertz = 4.0 / 3.0 * E_star * R.sqrt();
    let z = 2f64.ln() / 2f64.ln().hypot(PI);
    // Both compress as deep at V: K delta^(5/2) 2/5 = m V^2/2 = k delta^2/2.
    let spring = |V: f64| {
        let deep = (1.25 * m * V * V / hertz).powf(0.4);
        m * V * V / (deep * deep)
    };
    // 2 sqrt(5/6) z sqrt(m S_n) with S_n = 2 E* sqrt(R delta).
    let tangent = 2.0 * (5.0f64 / 6.0).sqrt() * z * (m * 2.0 * E_star * R.sqrt()).sqrt();
    let moduli = |young, poisson| [(young, E), (poisson, nu)];
    let lethe = |model| {
        let numbers = [
            &moduli("young_modulus_particles", "poisson_ratio_particles")[..],
            &[("restitution_coefficient_particles", 0.5)],
        ];
        parameters(&numbers.concat(), &[("particle_particle_contact_force_method", model)])
    };
    let chrono = |more: &[(&'static str, f64)], model| {
        parameters(
            &[&moduli("young_modulus", "poisson_ratio")[..], &[("restitution", 0.5)], more].concat(),
            &[("contact_force_model", model)],
        )
    };
    let mfix = parameters(
        &[&moduli("E_YOUNG", "V_POISSON")[..], &[("DES_EN_INPUT", 0.5)]].concat(),
        &[("DES_COLL_MODEL", "HERTZIAN")],
    );
    let (clamped, pulls) = (Ends::ForceClamped, Ends::ZeroOverlap);
    // Two springs in a row, each K_i x^(3/2): x goes with (F/K_i)^(2/3).
    let row = (RUBBER.powf(-2.0 / 3.0) + STEEL.powf(-2.0 / 3.0)).powf(-1.5);
    let share = RUBBER.powf(-2.0 / 3.0) / (RUBBER.powf(-2.0 / 3.0) + STEEL.powf(-2.0 / 3.0));
    let simbody = 4.0 / 3.0 * row * R.sqrt();
    let drake = 1.0 / (1.0 / 3e4 + 1.0 / 6e4);
    vec![
        ("lethe", lethe("hertz_mindlin_limit_overlap"), [hertz, tangent, 1.5, 0.25], pulls),
        ("lethe", lethe("linear"), [spring(1.0), 2.0 * z * (m * spring(1.0)).sqrt(), 1.0, 0.0], pulls),
        ("mfix", mfix, [hertz, 2.0 * z * (m * hertz).sqrt(), 1.5, 0.25], pulls),
        (
            "mfix",
            parameters(&[("KN", 1e5), ("DES_EN_INPUT", 0.5)], &[("DES_COLL_MODEL", "LSD")]),
            [1e5, 2.0 * z * (m * 1e5).sqrt(), 1.0, 0.0],
            pulls,
        ),
        ("chrono", chrono(&[], "Hertz"), [hertz, tangent, 1.5, 0.25], clamped),
        (
            "chrono",
            chrono(&[("characteristic_impact_velocity", 3.0)], "Hooke"),
            [spring(3.0), 2.0 * z * (m * spring(3.0)).sqrt(), 1.0, 0.0],
            clamped,
        ),
        (
            "chrono",
            parameters(&[("kn", 2e5), ("gn", 40.0)], &[("contact_force_model", "Hooke")]),
            [2e5, 40.0 * m, 1.0, 0.0],
            clamped,
        ),
        (
            "drake",
            parameters(
                &[
                    ("point_contact_stiffness", 3e4),
                    ("hunt_crossley_dissipation", 0.6),
                    ("point_contact_stiffness_B", 6e4),
                    ("hunt_crossley_dissipation_B", 0.3),
                ],
                &[],
            ),
            // Two thirds of the deformation are of the softer one.
            [drake, drake * 0.5, 1.0, 1.0],
            clamped,
        ),
        (
            "simbody",
            parameters(
                &[("stiffness", RUBBER), ("dissipation", 0.6), ("stiffness_2", STEEL), ("dissipation_2", 0.0)],
                &[],
            ),
            [simbody, simbody * 1.5 * 0.6 * share, 1.5, 1.5],
            clamped,
        ),
        (
            "mujoco",
            parameters(&[("timeconst", 0.02), ("dampratio", 0.1)], &[]),
            [m * 250_000.0, m * 100.0, 1.0, 0.0],
            clamped,
        ),
        ("mujoco", parameters(&[("stiffness", 2e5), ("damping", 30.0)], &[]), [m * 2e5, m * 30.0, 1.0, 0.0], clamped),
    ]
}

/// What is off when every force is bent as given.
fn off(bend: Bend) -> Vec<String> {
    let pair = glass();
    let differs = |(system, params, [K, C, alpha, beta], ends): (&'static str, Parameters, [f64; 4], Ends)| {
        let got = bend(force(system, &params, &pair), &pair);
        let far = |a: f64, b: f64| (a / b - 1.0).abs() > 1e-12;
        let other = [alpha, beta] != [got.alpha, got.beta] || got.ends != ends;
        (far(got.K, K) || far(got.C, C) || other).then(|| format!("{system}: {got:?}, not {K} and {C}"))
    };
    forces(&pair).into_iter().filter_map(differs).collect()
}

#[test]
fn each_force_is_that_of_the_code() {
    assert_eq!(off(|force, _| force), Vec::<String>::new());
}

#[test]
fn every_mistake_in_a_force_is_seen_in_every_code() {
    let all = forces(&glass()).len();
    let mistakes: [(&str, Bend); 6] = [
        ("half the dashpot", |f, _| PowerForce { C: 0.5 * f.C, ..f }),
        ("secant for tangent stiffness", |f, _| PowerForce { C: (2.0f64 / 3.0).sqrt() * f.C, ..f }),
        ("the mass of one body for m*", |f, pair| PowerForce { C: f.C * 8.38e-5 / pair.m_star, ..f }),
        ("2 R* for R*", |f, _| PowerForce { K: 2f64.sqrt() * f.K, ..f }),
        ("one part in a million", |f, _| PowerForce { C: (1.0 + 1e-6) * f.C, ..f }),
        ("the other end", |f, _| PowerForce {
            ends: if f.ends.pulls() { Ends::ForceClamped } else { Ends::ZeroOverlap },
            ..f
        }),
    ];
    for (what, bend) in mistakes {
        assert_eq!(off(bend).len(), all, "{what}");
    }
}

/// Closed forms at 30 digits: a linear spring whose force is clamped has `e = exp(-(pi - 2p) tan p)`, `sin p = z`, and `exp(-2)` at `z = 1`.
#[test]
fn solref_is_a_restitution() {
    let e = |time: f64, ratio: f64| {
        let pair = glass();
        let contact = named("mujoco").contact(
            &parameters(&[("timeconst", time), ("dampratio", ratio)], &[]),
            Reading::Corrected,
            &pair,
        );
        measured(&contact.unwrap().contact, &pair, 1.0)
    };
    near(e(0.02, 0.1), 0.744_079_397_721_779_7, 1e-11, "solref 0.02 0.1");
    near(e(0.02, 1.0), (-2f64).exp(), 1e-10, "solref 0.02 1");
    // Taken for a period and a ratio, k = 1/t^2 and c = 2 z/t, it has the same restitution, and is 1/z softer.
    let pair = glass();
    let contact = force("mujoco", &parameters(&[("timeconst", 0.02), ("dampratio", 0.1)], &[]), &pair);
    close(contact.K / (pair.m_star / (0.02 * 0.02)), 100.0, 1e-12, "k");
    // Elastic bodies have no time constant.
    let elastic = convert(
        (named("hybird"), Reading::AsDocumented),
        &parameters(&[("linearStiff", 2e5)], &[("contactModel", "LINEAR")]),
        (named("mujoco"), Reading::Corrected),
        &pair,
        Preserve::ForceLaw,
    );
    let params = elastic.unwrap().to.params;
    close(params.numbers.get("stiffness").unwrap(), 2e5 / pair.m_star, 1e-14, "stiffness");
    assert!(params.numbers.get("damping").is_none() && params.numbers.get("timeconst").is_none());
}

/// Hunt & Crossley at `lambda v`: `x - ln(1 + x) = -e x - ln(1 - e x)`, at 30 digits. The weights of Drake are the shares of Hertz' bodies in the
/// deformation, those of Simbody go with the power 2/3 of the moduli.
#[test]
fn a_dissipation_is_weighed_by_the_other_body() {
    let ball = Side { radius: 5e-3, mass: 1e-3, stiffness: Stiffness::Unknown };
    let pair = Pair::new(&ball, &Side { radius: f64::INFINITY, mass: f64::INFINITY, stiffness: Stiffness::Unknown });
    let found = |system: &str, params: &Parameters| {
        let contact = named(system).contact(params, Reading::Corrected, &pair).unwrap().contact;
        let force = contact.force(&pair).unwrap();
        (force.C / force.K, measured(&contact, &pair, 0.5))
    };
    let drake = |[k_A, k_B]: [f64; 2]| {
        parameters(
            &[
                ("point_contact_stiffness", k_A),
                ("hunt_crossley_dissipation", 0.9),
                ("point_contact_stiffness_B", k_B),
                ("hunt_crossley_dissipation_B", 0.0),
            ],
            &[],
        )
    };
    let (lambda, e) = found("drake", &drake([RUBBER, STEEL]));
    near(lambda, 0.899_994_611_165_310_2, 1e-14, "lambda");
    near(e, 0.768_000_868_977_598_6, 1e-11, "e");
    let simbody = |c: [f64; 2]| {
        parameters(
            &[("stiffness", RUBBER), ("dissipation", c[0]), ("stiffness_2", STEEL), ("dissipation_2", c[1])],
            &[],
        )
    };
    let (lambda, e) = found("simbody", &simbody([0.6, 0.0]));
    near(lambda, 0.899_703_332_960_699_6, 1e-14, "lambda");
    near(e, 0.768_059_244_075_450_7, 1e-11, "e");
    // Weighed by its own stiffness the rubber would have next to no dissipation.
    let (lambda, e) = found("drake", &drake([STEEL, RUBBER]));
    near(lambda, 5.388_834_689_830_453e-6, 1e-15, "its own weight");
    near(e, 0.999_998_203_724_996_7, 1e-11, "its own weight");
    let (_, e) = found("simbody", &simbody([0.0, 0.6]));
    assert!(e > 0.9999, "{e}");
}

/// S1: like surfaces in a row have `E/2^(3/2)`, like bodies of Hertz `E/2`.
#[test]
fn simbody_s_like_bodies_are_softer_than_hertz() {
    let pair = glass();
    let plane = 70e9 / (1.0 - 0.22 * 0.22);
    let got = force("simbody", &parameters(&[("stiffness", plane)], &[]), &pair);
    let hertz = 4.0 / 3.0 * 0.5 * plane * pair.R_star.sqrt();
    close(got.K / hertz, 0.5f64.sqrt(), 1e-14, "over Hertz");
}

/// F1: `2 z` beside the secant stiffness of Hertz is `z' = 2 z/sqrt(5)` of a linear spring. Chrono clamps what its formula takes for a full force.
#[test]
fn what_is_asked_for_and_what_is_achieved() {
    let pair = glass();
    let got = |system: &str, numbers: &[(&'static str, f64)], word: (&'static str, &str)| {
        let contact = named(system).contact(&parameters(numbers, &[word]), Reading::Corrected, &pair).unwrap().contact;
        measured(&contact, &pair, 1.0)
    };
    near(got("mfix", &[("DES_EN_INPUT", 0.5)], ("DES_COLL_MODEL", "HERTZIAN")), 0.539_574_976_813_675_3, 1e-10, "F1");
    near(got("mfix", &[("DES_EN_INPUT", 0.5), ("KN", 1e5)], ("DES_COLL_MODEL", "LSD")), 0.5, 1e-10, "LSD");
    let lethe = [("restitution_coefficient_particles", 0.5)];
    near(
        got("lethe", &lethe, ("particle_particle_contact_force_method", "hertz_mindlin_limit_overlap")),
        0.5,
        1e-10,
        "Lethe",
    );
    near(got("lethe", &lethe, ("particle_particle_contact_force_method", "linear")), 0.5, 1e-10, "Lethe");
    near(
        got("chrono", &[("restitution", 0.5)], ("contact_force_model", "Hertz")),
        0.550_283_169_627_115_7,
        1e-10,
        "Chrono",
    );
    near(
        got("chrono", &[("restitution", 0.5)], ("contact_force_model", "Hooke")),
        0.550_283_169_627_115_7,
        1e-10,
        "Chrono",
    );
}

/// Stiffness, dashpot, limit and arms along the contact.
#[test]
fn friction_is_that_of_the_code() {
    let pair = glass();
    let along = |system: &str, params: &Parameters| {
        let contact = named(system).contact(params, Reading::Corrected, &pair).unwrap().contact;
        (contact.force(&pair).unwrap(), contact.shear(&pair).unwrap().unwrap())
    };
    let linear = [("KN", 1e5), ("DES_EN_INPUT", 0.5), ("MEW", 0.3), ("KT_FAC", 0.4), ("DES_ETAT_FAC", 0.25)];
    let (normal, shear) = along("mfix", &parameters(&linear, &[("DES_COLL_MODEL", "LSD")]));
    assert_eq!((shear.S, shear.gamma, shear.limit), (4e4, 0.0, FrictionLimit::Absolute));
    close(shear.dashpot.C, 0.25 * normal.C, 1e-15, "eta_t");
    assert_eq!((shear.levers, shear.dashpot.sliding), (Levers::both(Arm::Plane), WhileSliding::Capped));
    let hertzian = [("DES_EN_INPUT", 0.5), ("DES_ET_INPUT", 0.5), ("MEW", 0.3)];
    let (_, shear) = along("mfix", &parameters(&hertzian, &[("DES_COLL_MODEL", "HERTZIAN")]));
    let stiffness = 16.0 / 3.0 * pair.G_star.unwrap() * pair.R_star.sqrt();
    close(shear.S, stiffness, 1e-14, "16/3 G* a");
    let z = 2f64.ln() / 2f64.ln().hypot(PI);
    close(shear.dashpot.C, 2.0 * z * (2.0 / 7.0 * pair.m_star * stiffness).sqrt(), 1e-13, "of 2/7 m*");
    // At a wall G/(2 - nu) of the particle, whatever the wall is made of.
    let elastic = Stiffness::Elastic { young_modulus: 70e9, poisson_ratio: 0.22 };
    let ball = Side { radius: 2e-3, mass: 8e-5, stiffness: elastic };
    for stiffness in [elastic, Stiffness::Rigid] {
        let plane = Pair::new(&ball, &Side { radius: f64::INFINITY, mass: f64::INFINITY, stiffness });
        let contact = named("mfix").contact(
            &parameters(&hertzian, &[("DES_COLL_MODEL", "HERTZIAN")]),
            Reading::Corrected,
            &plane,
        );
        let shear = contact.unwrap().contact.shear(&plane).unwrap().unwrap();
        close(shear.S, 16.0 / 3.0 * 70e9 / (2.44 * 1.78) * 2e-3f64.sqrt(), 1e-13, "16/3 G/(2 - nu) a");
    }
    let lethe = |model: &str| {
        parameters(
            &[("restitution_coefficient_particles", 0.5), ("friction_coefficient_particles", 0.3)],
            &[("particle_particle_contact_force_method", model)],
        )
    };
    let (normal, shear) = along("lethe", &lethe("linear"));
    close(shear.S, 0.4 * normal.K, 1e-15, "0.4 k_n");
    close(shear.dashpot.C, 0.4f64.sqrt() * normal.C, 1e-15, "sqrt(0.4)");
    let (_, shear) = along("lethe", &lethe("hertz_mindlin_limit_overlap"));
    close(shear.S, 1.5 * stiffness, 1e-14, "8 G* a");
    assert_eq!((shear.form, shear.limit, shear.levers), (Form::Total, FrictionLimit::Total, Levers::both(Arm::Radius)));
    close(shear.dashpot.C, 2.0 * (5.0f64 / 6.0).sqrt() * z * (pair.m_star * shear.S).sqrt(), 1e-13, "eta_t");
    for (system, keys) in [
        ("drake", ["point_contact_stiffness", "static_friction", "dynamic_friction"]),
        ("simbody", ["stiffness", "staticFriction", "dynamicFriction"]),
    ] {
        let (_, shear) = along(system, &parameters(&[(keys[0], 1e6), (keys[1], 0.4), (keys[2], 0.3)], &[]));
        assert_eq!(
            (shear.form, shear.friction, shear.limit),
            (Form::Regularised, 0.4, FrictionLimit::Total),
            "{system}"
        );
    }
}

#[test]
fn what_a_code_cannot_say_is_refused() {
    let rows: [(&str, Parameters, &str); 9] = [
        ("mujoco", parameters(&[("timeconst", 0.02)], &[]), "needs `dampratio`"),
        ("mujoco", parameters(&[("timeconst", 0.02), ("stiffness", 1e5)], &[]), "are alternatives"),
        ("mujoco", parameters(&[("stiffness", 1e5), ("dampratio", 1.0)], &[]), "it belongs to timeconst"),
        (
            "drake",
            parameters(&[("point_contact_stiffness", 1e4), ("point_contact_stiffness_B", 1e4)], &[]),
            "requires `hunt_crossley_dissipation_B`",
        ),
        ("simbody", parameters(&[("stiffness", 1e9), ("transitionVelocity", 0.1)], &[]), "there is no friction"),
        (
            "mfix",
            parameters(&[("KN", 1e5), ("E_YOUNG", 1e9)], &[("DES_COLL_MODEL", "LSD")]),
            "LSD has a stiffness of its own",
        ),
        (
            "mfix",
            parameters(&[("KN", 1e5)], &[("DES_COLL_MODEL", "HERTZIAN")]),
            "takes its stiffness from the material",
        ),
        (
            "lethe",
            parameters(
                &[("surface_energy_particles", 0.1), ("restitution_coefficient_particles", 0.5)],
                &[("particle_particle_contact_force_method", "hertz_JKR")],
            ),
            "damping beside hertz_JKR is not supported",
        ),
        ("chrono", parameters(&[("gn", 40.0)], &[("contact_force_model", "Hooke")]), "it belongs to `kn`"),
    ];
    for (system, params, words) in rows {
        let error = refusal(system, &params);
        assert!(error.message.contains(words), "{system}: {}", error.message);
    }
    // Another law goes over in none of their words.
    let pair = spheres(70e9, 0.22, 2500.0, [2e-3, 2e-3]);
    let to = |system: &str| {
        let from = (named("yade"), Reading::Corrected);
        convert(from, &parameters(&[("en", 0.5)], &[]), (named(system), Reading::Corrected), &pair, Preserve::ForceLaw)
            .unwrap_err()
            .message
    };
    assert!(
        to("mujoco").contains("no spring with exponent 1.5") && to("drake").contains("no spring with exponent 1.5")
    );
    assert!(to("simbody").contains("no dashpot but Hunt and Crossley's"));
    assert!(to("mfix").contains("has an attractive force before the contact ends"));
}
