//! Conventions, line by line.

use collisionbench::codes::{CODES, Parameters, Reading};
use collisionbench::law::Contract;
use collisionbench::law::damping::{Damping, Undamped};
use collisionbench::law::normal::{Hertz, Normal};
use collisionbench::law::{Contact, Ends, Pair, Side, Stiffness};

use super::{close, glass, named, speak};

#[test]
fn every_system_fills_every_line() {
    for dialect in CODES {
        let contract = dialect.contract();
        assert_eq!(contract.lines().len(), 12);
        for (title, text) in contract.lines() {
            assert!(!text.is_empty() && !text.ends_with('.'), "{}: {title}: `{text}`", contract.system);
        }
        assert_eq!(contract.differences(&contract), Vec::new(), "a contract agrees with itself");
    }
}

#[test]
fn two_contracts_are_told_apart_line_by_line() {
    let names = |one: &str, two: &str| {
        let differences = named(one).contract().differences(&named(two).contract());
        differences.into_iter().map(|d| d.convention).collect::<Vec<_>>()
    };
    assert_eq!(
        names("lammps", "musen"),
        ["Coulomb limit", "lever", "modulus at walls", "damping normalisation", "adhesion", "signs"],
        "both pull, both have a total spring; dmt and jkr of LAMMPS have a limit of their own"
    );
    assert!(names("pfc", "yade").contains(&"Coulomb limit"));
    let difference = &named("lammps").contract().differences(&named("yade").contract())[0];
    assert_eq!(difference.convention, "end of contact");
    assert!(difference.one.starts_with("zero-overlap") && difference.other.starts_with("force-clamped"));
}

#[test]
fn the_contract_follows_the_parameters() {
    let pair = glass();
    let ends =
        |system: &str, said: Parameters| speak(system, &said, Reading::AsDocumented, &pair).contract.ends.to_string();
    assert!(ends("woo", Parameters::default()).starts_with("force-clamped"));
    assert!(ends("woo", Parameters::new(vec![], &[("noAttraction", "false")])).starts_with("zero-overlap"));
    assert!(ends("pfc", Parameters::new(vec![], &[("dp_mode", "3")])).starts_with("force-clamped"));
    assert!(ends("pfc", Parameters::new(vec![], &[("dp_mode", "2")])).starts_with("zero-overlap"));
    let lammps = Parameters::new(vec![("eta_n0", 0.0)], &[("limit_damping", "true")]);
    assert!(ends("lammps", lammps).starts_with("force-clamped"));
}

#[test]
fn a_contract_can_be_printed_as_a_paragraph() {
    let contact = Contact {
        normal: Normal::Hertz(Hertz::default()),
        damping: Damping::Undamped(Undamped),
        ends: Ends::ForceClamped,
        friction: None,
    };
    assert_eq!(
        Contract::ours(&contact).paragraph(),
        "Conventions of collisionbench. end of contact: force-clamped: never pulls; tangential spring and history remain until zero overlap; Coulomb limit: normal contact only; lever: normal contact only; effective radius: 1/R* = 1/R1 + 1/R2; \
         at a wall R* = R; mass at walls: m* is the free mass; modulus at walls: the wall has its own modulus; a rigid \
         one gives E* = E/(1 - nu^2); damping normalisation: F_d = 0; history rule: none; rotation of the spring: normal contact only; adhesion: none; memory: none; signs: repulsive force positive; \
         overlap and its rate positive on approach."
    );
}

/// A sphere on a wall of the same material.
fn on_wall() -> Pair {
    let stiffness = Stiffness::Elastic { young_modulus: 70e9, poisson_ratio: 0.22 };
    let ball = Side { radius: 2e-3, mass: 8.4e-5, stiffness };
    Pair::new(&ball, &Side { radius: f64::INFINITY, mass: f64::INFINITY, stiffness })
}

/// LAMMPS `granular_model.cpp`: `radi - 0.5 delta` of a pair, `radi` of a wall. YADE `ScGeom.cpp`: the contact point, in the middle of the overlap,
/// at a wall on it. Kratos `ComputeMoments` and Woo `Sphere.cpp`, `Wall.cpp` alike, for slip and torque. LIGGGHTS: half the overlap in both.
#[test]
fn the_lever_is_stated_for_spheres_and_for_walls() {
    let everywhere = |system: &str| named(system).contract().lever.to_string();
    assert_eq!(
        everywhere("lammps"),
        "r for the slip velocity; for the torque r - delta/2 between spheres, r at a wall"
    );
    assert_eq!(
        everywhere("yade"),
        "r for the slip velocity; for the torque r - delta/2 between spheres, r - delta at a wall"
    );
    let both = "r - delta/2 between spheres, r - delta at a wall, for slip velocity and torque";
    assert_eq!(everywhere("woo"), both);
    assert!(everywhere("kratos").starts_with(both));
    assert_eq!(everywhere("liggghts"), "r - delta/2 for slip velocity and torque");
    let rows = [
        (
            "lammps",
            vec![("eta_n0", 0.0)],
            vec![],
            "r for the slip velocity, r - delta/2 for the torque",
            "r for slip velocity and torque",
        ),
        (
            "lammps",
            vec![("K_n", 1e9), ("gamma_n", 0.0)],
            vec![("style", "gran/hertz/history")],
            "r for slip velocity and torque",
            "r for slip velocity and torque",
        ),
        (
            "yade",
            vec![],
            vec![],
            "r for the slip velocity, r - delta/2 for the torque",
            "r for the slip velocity, r - delta for the torque",
        ),
        (
            "yade",
            vec![("gamma", 0.05)],
            vec![],
            "r for the slip velocity, r - delta/2 for the torque",
            "r for the slip velocity, r - delta for the torque",
        ),
        ("woo", vec![], vec![], "r - delta/2 for slip velocity and torque", "r - delta for slip velocity and torque"),
        (
            "woo",
            vec![("surfEnergy", 0.05)],
            vec![],
            "r - delta/2 for slip velocity and torque",
            "r - delta for slip velocity and torque",
        ),
        (
            "kratos",
            vec![("COEFFICIENT_OF_RESTITUTION", 1.0)],
            vec![],
            "r - delta/2 for slip velocity and torque",
            "r - delta for slip velocity and torque",
        ),
    ];
    for (system, numbers, words, spheres, wall) in rows {
        let said = Parameters::new(numbers, &words);
        let lever = |pair: &Pair| speak(system, &said, named(system).in_use, pair).contract.lever.to_string();
        assert_eq!((lever(&glass()).as_str(), lever(&on_wall()).as_str()), (spheres, wall), "{system} {said:?}");
    }
}

/// LAMMPS `gran_sub_mod_normal.cpp`, `set_fncrit`: `|F + 2 F_po|` of jkr and dmt. YADE `HertzMindlin.cpp`: the normal force and the adhesion force.
#[test]
fn the_coulomb_limit_beside_an_attraction_is_that_of_the_code() {
    let limit = |system: &str, numbers: &[(&'static str, f64)], words: &[(&'static str, &str)]| {
        let said = Parameters::new(numbers.to_vec(), words);
        speak(system, &said, named(system).in_use, &glass()).contract.friction_limit.to_string()
    };
    let pull_off = "mu times the sum of the elastic normal force and twice the pull-off force";
    for normal in ["dmt", "jkr"] {
        let words = [("normal", normal), ("damping", "velocity")];
        assert_eq!(limit("lammps", &[("gamma", 0.05), ("eta_n0", 0.0)], &words), pull_off);
        assert_eq!(limit("lammps", &[("gamma", 0.05), ("eta_n0", 0.0), ("mu_t", 0.3)], &words), pull_off);
    }
    assert!(limit("lammps", &[("eta_n0", 0.0)], &[]).contains("magnitude of the total normal force"));
    let yade = "mu (|F| + 4 pi R* gamma), F the total normal force";
    assert_eq!(limit("yade", &[("gamma", 0.05)], &[]), yade);
    assert_eq!(limit("yade", &[], &[]), "mu times the total normal force, never negative");
    let luding = [("k1", 1e3), ("kp", 5e3), ("kc", 5e2), ("PhiF", 0.05)];
    assert!(limit("yade", &luding, &[("law", "Luding")]).contains("magnitude"), "LudingPM.cpp takes the norm");
    // Run: LIGGGHTS 3.8.0 holds two sliding spheres by mu times the force of Hertz, whatever sjkr pulls; by that of both with tangential_reduce on.
    let sjkr = [("cohesionEnergyDensity", 1e5), ("coefficientRestitution", 1.0)];
    let without = "mu times the magnitude of the normal force without its attraction (tangential_reduce off)";
    assert_eq!(limit("liggghts", &sjkr, &[("cohesion", "sjkr")]), without);
    assert_eq!(
        limit("liggghts", &[("coefficientRestitution", 1.0)], &[]),
        "mu times the magnitude of the total normal force, also while it pulls"
    );
    assert!(named("liggghts").contract().friction_limit.to_string().ends_with(without));
    assert!(named("lammps").contract().friction_limit.to_string().ends_with(pull_off));
    assert!(named("yade").contract().friction_limit.to_string().ends_with(yade));
}

/// Each formula with its own numbers, at an overlap of 1 um and a rate of 1 m/s, is the force of the contact. LAMMPS documentation, pair_style granular
/// and gran/hooke.
#[test]
fn the_damping_normalisation_is_that_of_the_damping_model() {
    let pair = glass();
    let (m, delta) = (pair.m_star, 1e-6f64);
    let a = (pair.R_star * delta).sqrt();
    let secant = 4.0 / 3.0 * pair.E_star.unwrap() * a;
    let z = 0.21545376196624678; // of 0.5, full force
    type Numbers<'a> = &'a [(&'static str, f64)];
    type Words<'a> = &'a [(&'static str, &'a str)];
    let rows: [(Numbers<'_>, Words<'_>, &str, f64); 8] = [
        (&[("eta_n0", 3e8)], &[], "F_d = eta_n0 m* a v, a = sqrt(R* delta)", 3e8 * m * a),
        (&[("eta_n0", 3.0)], &[("damping", "velocity")], "F_d = eta_n0 v", 3.0),
        (&[("eta_n0", 3e4)], &[("damping", "mass_velocity")], "F_d = eta_n0 m* v", 3e4 * m),
        (
            &[("e", 0.5)],
            &[("damping", "coeff_restitution")],
            "F_d = sqrt(5) z sqrt(m* k_secant) v of the full force (coeff_restitution)",
            5f64.sqrt() * z * (m * secant).sqrt(),
        ),
        (
            &[("k_n", 1e5), ("e", 0.5)],
            &[("normal", "hooke"), ("damping", "coeff_restitution")],
            "F_d = 2 z sqrt(m* k_n) v of the full force (coeff_restitution)",
            2.0 * z * (m * 1e5).sqrt(),
        ),
        (
            &[("K_n", 1e9), ("gamma_n", 3e8)],
            &[("style", "gran/hertz/history")],
            "F_d = gamma_n sqrt(R* delta) m* v",
            3e8 * a * m,
        ),
        (&[("K_n", 1e5), ("gamma_n", 3e4)], &[("style", "gran/hooke/history")], "F_d = gamma_n m* v", 3e4 * m),
        (&[("K_n", 1e9), ("gamma_n", 0.0)], &[("style", "gran/hertz/history")], "F_d = 0", 0.0),
    ];
    for (numbers, words, formula, expected) in rows {
        let parsed = speak("lammps", &Parameters::new(numbers.to_vec(), words), named("lammps").in_use, &pair);
        let force = parsed.contact.force(&pair).unwrap();
        assert_eq!(parsed.contract.damping.to_string(), formula);
        if expected == 0.0 {
            assert_eq!(force.C, 0.0, "{formula}");
        } else {
            close(force.C * delta.powf(force.beta), expected, 1e-12, formula);
        }
    }
    let linear = Parameters::new(vec![("kn", 1e5), ("gamman_abs", 0.5)], &[("model", "hooke/stiffness")]);
    let parsed = speak("liggghts", &linear, named("liggghts").in_use, &pair);
    assert_eq!(
        (parsed.contract.damping.to_string().as_str(), parsed.contact.force(&pair).unwrap().C),
        ("F_d = gamman_abs v", 0.5)
    );
}
