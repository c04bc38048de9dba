//! Laws as cards, branches and closed forms.

use std::f64::consts::{FRAC_PI_2, PI};

use collisionbench::collide::viscous::viscous_number;
use collisionbench::law::achieved::*;
use collisionbench::law::card::{LawKind, Numbers};
use collisionbench::law::normal::KINDS;
use collisionbench::law::shear::{Form, WhileSliding};
use collisionbench::law::tangential::*;
use collisionbench::law::{Elastic, Ends, Key, Pair, Side, Stiffness, damping, normal, rolling, tangential};
use collisionbench::units::Dimension;

// src/core/law/achieved.rs
/// e, z (zero overlap), z (clamped), from the closed forms at 40 digits.
#[allow(clippy::excessive_precision, reason = "digits as they were computed")]
const RATIOS: [[f64; 3]; 7] = [
    [0.99, 3.1991048912562849e-3, 3.2056468495432236e-3],
    [0.9, 0.033518449105676372, 0.034265204126232761],
    [0.7, 0.11280845069358129, 0.12221474778772474],
    [0.5, 0.21545376196624678, 0.25527563764865181],
    [0.3, 0.35785713050331665, 0.49723939469929436],
    [0.1, 0.59115503379889751, 1.2431878510137803],
    [0.01, 0.82608505461395710, 4.8069418017796574],
];

fn near(a: f64, b: f64, within: f64) {
    assert!((a / b - 1.0).abs() <= within, "{a:e} against {b:e}: {:e}", a / b - 1.0);
}

#[test]
fn ratios_are_those_of_forty_digits() {
    for [e, full, clamped] in RATIOS {
        near(damping_ratio(e, Ends::ZeroOverlap), full, 4e-15);
        near(damping_ratio(e, Ends::ForceClamped), clamped, 4e-15);
        near(damping_ratio(e, Ends::ZeroForce), clamped, 4e-15);
    }
}

#[test]
fn the_clamped_ratio_has_its_marks() {
    near(damping_ratio((-2f64).exp(), Ends::ForceClamped), 1.0, 1e-15);
    near(damping_ratio((-FRAC_PI_2).exp(), Ends::ForceClamped), 0.5f64.sqrt(), 1e-15);
    assert_eq!(damping_ratio(1.0, Ends::ForceClamped), 0.0);
    // Towards e = 1 both go as -ln e/pi, the clamped one 2/pi^2 of that more: p = l + 2 l^2/pi, l = -ln e/pi.
    let l = -(1.0f64 - 1e-7).ln() / PI;
    near(damping_ratio(1.0 - 1e-7, Ends::ForceClamped), l + 2.0 * l * l / PI, 1e-14);
}

#[test]
fn ratio_and_restitution_are_inverse_of_each_other() {
    for ends in Ends::ALL {
        for k in 0..600 {
            // From 1e-12 up, crowded towards 1.
            let e = (-27.6 * (f64::from(k) / 600.0).powi(3)).exp();
            let z = damping_ratio(e, ends);
            let back = restitution_of_ratio(z, ends);
            // An error of z is magnified by dL/dz.
            let within = 1e-14 * (1.0 + e.ln().powi(2) * if ends.pulls() { e.ln().abs() } else { 1.0 });
            near(back, e, within);
            near(restitution_of_ratio(-z, ends), 1.0 / back, 1e-15);
        }
    }
}

/// e (the double, not the decimal) and lambda v, by bisection at 60 digits.
#[allow(clippy::excessive_precision, reason = "digits as they were computed")]
const HUNT_CROSSLEY: [[f64; 2]; 7] = [
    [0.999999, 1.5000015000444836e-6],
    [0.999, 0.0015015013512010866],
    [0.9, 0.16648195068530806],
    [0.85, 0.26400940608340982],
    [0.5, 1.432750533271375],
    [0.1, 9.9981593974956673],
    [0.01, 99.999999999999998],
];

#[test]
fn hunt_crossley_numbers_are_those_of_sixty_digits() {
    for [e, x] in HUNT_CROSSLEY {
        near(hunt_crossley_number(e), x, 1e-14);
    }
    assert_eq!(hunt_crossley_number(1.0), 0.0);
    // Both branches where they meet.
    near(gentle_hunt_crossley(0.85), hunt_crossley_number(0.85), 1e-13);
}

#[test]
fn viscous_numbers_are_those_of_the_linear_dashpot() {
    // n = 1: b = 2z.
    for ends in [Ends::ZeroOverlap, Ends::ForceClamped] {
        for e in [0.999, 0.9, 0.5, 0.1] {
            let b = viscous_number(e, 1.0, ends).unwrap();
            near(b, 2.0 * damping_ratio(e, ends), 2e-14 / (1.0 - e) + 2e-14);
        }
    }
}

#[test]
fn viscous_numbers_are_those_of_the_series() {
    // e = 1 - 1.15344885809529 b + 0.798266560944795 b^2 + ...
    let e = 1.0 - 1e-4;
    let b = viscous_number(e, 1.5, Ends::ZeroForce).unwrap();
    let h2 = 1.153_448_858_095_288_8;
    let series = 1.0 - h2 * b + 0.6 * h2 * h2 * b * b + 4.0 / 15.0 * b.powf(2.5);
    assert!((series - e).abs() < 1e-12, "{}", series - e);
}

// src/core/law/branches.rs
/// A law with branches is no power of the overlap for one of two reasons, and says which.
#[test]
fn a_law_with_branches_says_why_its_force_is_no_power_of_the_overlap() {
    let glass = Stiffness::Elastic { young_modulus: 48e9, poisson_ratio: 0.2 };
    let ball = Side { radius: 1e-4, mass: 1e-8, stiffness: glass };
    let pair = Pair::new(&ball, &ball);
    let [plastic, attractive] = ["it depends on the largest overlap", "it is attractive"];
    let laws = [
        ("dmt", attractive),
        ("jkr", attractive),
        ("jkr-hertz-radius", attractive),
        ("popov-jkr", attractive),
        ("sjkr", attractive),
        ("walton-braun", plastic),
        ("luding", plastic),
        ("thornton", plastic),
        ("thornton-ning", plastic),
        ("eepa", plastic),
    ];
    let numbers = Numbers::new(vec![
        ("work_of_adhesion", 0.01),
        ("cohesion_energy_density", 1e3),
        ("loading_stiffness", 1e4),
        ("unloading_stiffness", 2e4),
        ("adhesion_stiffness", 1e3),
        ("yield_pressure", 1e9),
        ("plasticity_ratio", 0.5),
        ("adhesion_ratio", 0.1),
    ])
    .with_words(vec![("breaks_at", "force".to_string()), ("slope", "linear".to_string())]);
    // A formula, and a law of an engine, have no table in common with them.
    let apart = ["formula", "of-engine"];
    let branched: Vec<_> = KINDS.iter().filter(|kind| kind.marked && !apart.contains(&kind.card.name)).collect();
    assert_eq!(branched.len(), laws.len());
    for (kind, (name, why)) in branched.into_iter().zip(laws) {
        let error = (kind.build)(&numbers).unwrap().elastic(&pair).unwrap_err().message;
        assert_eq!(error, format!("the force of the normal law `{name}` is not a power of the overlap: {why}"));
    }
}

// src/core/law/card.rs
/// A law of an axis with the numbers and words of its table.
type Table = (&'static str, &'static [(&'static str, f64)], &'static [(&'static str, &'static str)]);

const NORMAL: &[Table] = &[
    ("hertz", &[], &[]),
    ("hertz", &[("effective_modulus", 2e9)], &[]),
    ("hooke", &[("stiffness", 1e5)], &[]),
    ("power-law", &[("exponent", 1.3), ("force", 2.0), ("at_overlap", 1e-5)], &[]),
    ("power-law", &[("exponent", 1.3), ("force", 2.0), ("at_overlap", 1e-5), ("reference_gap", -1e-6)], &[]),
    ("dmt", &[("work_of_adhesion", 0.05)], &[]),
    ("jkr", &[("work_of_adhesion", 0.05)], &[("breaks_at", "force")]),
    ("jkr-hertz-radius", &[("work_of_adhesion", 0.05)], &[]),
    ("popov-jkr", &[("work_of_adhesion", 0.05)], &[]),
    ("sjkr", &[("cohesion_energy_density", 1e4)], &[]),
    ("walton-braun", &[("loading_stiffness", 1e5), ("unloading_stiffness", 2e5)], &[]),
    ("walton-braun", &[("loading_stiffness", 1e5), ("unloading_stiffness", 2e5), ("stiffening", 3.0)], &[]),
    ("luding", &[("loading_stiffness", 1e5), ("unloading_stiffness", 2e5), ("adhesion_stiffness", 1e3)], &[]),
    (
        "luding",
        &[
            ("loading_stiffness", 1e5),
            ("max_unloading_stiffness", 2e5),
            ("plasticity_depth", 0.05),
            ("adhesion_stiffness", 0.0),
        ],
        &[("reload_stiffness", "by-overlap")],
    ),
    ("formula", &[("k", 1e9), ("l", 0.3)], &[("force", "k*d^1.5*(1 + l*v)")]),
    ("of-engine", &[("contact_time", 1e-4), ("k", 1e9), ("l", 0.3)], &[("law", "my-law")]),
    ("thornton", &[("yield_pressure", 1e8)], &[]),
    ("thornton-ning", &[("work_of_adhesion", 0.05), ("yield_pressure", 1e8)], &[("breaks_at", "displacement")]),
    ("eepa", &[("plasticity_ratio", 0.5), ("adhesion_ratio", 0.0)], &[("slope", "hertz")]),
    (
        "eepa",
        &[("loading_stiffness", 1e5), ("plasticity_ratio", 0.5), ("adhesion_ratio", 0.1), ("pull_off_force", 1e-3)],
        &[("slope", "linear")],
    ),
];

const DAMPING: &[Table] = &[
    ("none", &[], &[]),
    ("linear-dashpot", &[("coefficient", 2.0)], &[]),
    ("linear-dashpot", &[("ratio", 0.1)], &[]),
    ("linear-dashpot", &[("restitution", 0.8)], &[]),
    ("tsuji", &[("alpha", 0.2)], &[]),
    ("tsuji", &[("restitution", 0.8)], &[]),
    ("kuwabara-kono", &[("relaxation_time", 1e-6)], &[]),
    ("kuwabara-kono", &[("restitution", 0.8), ("at_speed", 2.0)], &[]),
    ("hunt-crossley", &[("lambda", 0.3)], &[]),
    ("hunt-crossley", &[("restitution", 0.8), ("at_speed", 2.0)], &[]),
    ("step-dashpot", &[("coefficient", 50.0), ("depth", 1e-4)], &[]),
    ("local-damping", &[("alpha", 0.2)], &[]),
    ("local-damping", &[("restitution", 0.5)], &[]),
    ("local-damping", &[("alpha", 0.2)], &[("along", "axes")]),
    ("local-damping", &[("alpha", 0.2)], &[("along", "velocity")]),
    ("stiffness-dashpot", &[("ratio", 0.1)], &[]),
    ("stiffness-dashpot", &[("ratio", 0.1), ("exponent", 0.5), ("reference_length", 1.0)], &[]),
    (
        "zener-plate",
        &[
            ("thickness", 0.01),
            ("young_modulus", 7e10),
            ("poisson_ratio", -0.1),
            ("density", 2500.0),
            ("edge_distance", 0.2),
        ],
        &[],
    ),
];

const TANGENTIAL: &[Table] = &[
    ("none", &[], &[]),
    ("coulomb", &[("friction", 0.3)], &[]),
    ("coulomb", &[("friction", 0.3), ("dynamic_friction", 0.2), ("friction_decay", 500.0)], &[]),
    ("regularised", &[("friction", 0.3), ("slip_speed", 0.1)], &[("function", "tanh"), ("of", "slip")]),
    ("regularised", &[("friction", 0.3), ("slip_speed", 0.1)], &[("function", "root"), ("of", "direction")]),
    (
        "regularised",
        &[("friction", 0.3), ("slip_speed", 0.1), ("dynamic_friction", 0.1), ("dynamic_speed", 1.0)],
        &[("function", "adams"), ("of", "slip")],
    ),
    (
        "regularised",
        &[("friction", 0.3), ("slip_speed", 0.1), ("dynamic_friction", 0.1)],
        &[("function", "drake"), ("of", "slip")],
    ),
    ("cundall-strack", &[("stiffness", 1e5), ("friction", 0.3)], &[]),
    (
        "cundall-strack",
        &[("stiffness", 1e5), ("friction", 0.3), ("dashpot_coefficient", 2.0)],
        &[("while_sliding", "added")],
    ),
    ("mindlin", &[("friction", 0.3)], &[("form", "total-spring")]),
    ("mindlin", &[("friction", 0.3), ("dashpot_beta", 0.2)], &[("form", "rescaled"), ("while_sliding", "dropped")]),
    ("stiffness-ratio", &[("friction", 0.3)], &[("form", "incremental")]),
    (
        "stiffness-ratio",
        &[("ratio", 0.8), ("friction", 0.3), ("dashpot_ratio", 0.2)],
        &[("form", "incremental"), ("while_sliding", "capped")],
    ),
    ("mindlin-deresiewicz", &[("friction", 0.3)], &[]),
    ("formula", &[("kt", 1e5), ("mu", 0.3)], &[("stiffness", "kt"), ("limit", "mu*N"), ("form", "incremental")]),
];

const ROLLING: &[Table] = &[
    ("none", &[], &[]),
    ("own-spin", &[("friction", 0.01)], &[]),
    ("constant", &[("friction", 0.01)], &[]),
    ("spring-dashpot", &[("stiffness", 0.1), ("friction", 0.01)], &[]),
    ("spring-dashpot", &[("stiffness", 0.1), ("damping", 1e-4), ("friction", 0.01)], &[]),
];

/// Every law of an axis is in the tables, and writes back what it was read from, under keys that it has.
fn there_and_back<L>(kinds: &[LawKind<L>], tables: &[Table], numbers: impl Fn(&L) -> (Numbers, Vec<Key>)) {
    for kind in kinds {
        let own: Vec<&Table> = tables.iter().filter(|(name, ..)| *name == kind.card.name).collect();
        assert!(!own.is_empty(), "{}", kind.card.name);
        for (name, given, words) in own {
            let words = words.iter().map(|(key, word)| (*key, word.to_string())).collect();
            // The parameters of a formula, and of a law of an engine, have dimensions of their own.
            let open = ["formula", "of-engine"].contains(name);
            let own =
                given.iter().filter(|(key, _)| open && *key != "contact_time").map(|(key, _)| (*key, dimension(key)));
            let table = Numbers::new(given.to_vec()).with_words(words).with_dimensions(own.collect());
            let (back, keys) = numbers(&(kind.build)(&table).unwrap());
            assert_eq!(back, table, "{name}");
            let known = |key: &str| keys.iter().any(|known| known.name == key);
            assert!(back.numbers().iter().all(|(key, _)| known(key)) && back.words().iter().all(|(key, _)| known(key)));
        }
    }
}

/// Of a parameter of the formulas in the tables.
fn dimension(key: &str) -> Dimension {
    match key {
        "k" => Dimension::of_text("1 N/m^1.5"),
        "l" => Dimension::InverseSpeed,
        "kt" => Dimension::Stiffness,
        _ => Dimension::Number,
    }
}

#[test]
fn a_law_writes_back_what_it_was_read_from() {
    there_and_back(normal::KINDS, NORMAL, |law| (law.numbers(), law.keys()));
    there_and_back(damping::KINDS, DAMPING, |law| (law.numbers(), law.keys()));
    there_and_back(tangential::KINDS, TANGENTIAL, |law| (law.numbers(), law.keys()));
    there_and_back(rolling::KINDS, ROLLING, |law| (law.numbers(), law.keys()));
}

// src/core/law/pair.rs
#[test]
fn a_wall_leaves_radius_and_mass_of_the_sphere() {
    let steel = Stiffness::Elastic { young_modulus: 210e9, poisson_ratio: 0.3 };
    let ball = Side { radius: 0.01, mass: 0.1, stiffness: steel };
    let wall = Side { radius: f64::INFINITY, mass: f64::INFINITY, stiffness: Stiffness::Rigid };
    let pair = Pair::new(&ball, &wall);
    assert_eq!((pair.m_star, pair.R_star), (0.1, 0.01));
    assert_eq!(pair.E_star, Some(1.0 / ((1.0 - 0.3 * 0.3) / 210e9)));
    // Rigid wall: beta = (1-2nu)/(2(1-nu)).
    assert!((pair.dundurs_beta.unwrap() - 0.4 / 1.4).abs() < 1e-15);
}

#[test]
fn equal_spheres_have_no_dundurs_mismatch() {
    let glass = Stiffness::Elastic { young_modulus: 48e9, poisson_ratio: 0.2 };
    let ball = Side { radius: 0.01, mass: 0.1, stiffness: glass };
    let pair = Pair::new(&ball, &ball);
    assert_eq!(pair.dundurs_beta, Some(0.0));
    assert!((pair.E_star.unwrap() / 25e9 - 1.0).abs() < 1e-15);
}

// src/core/law/tangential/mod.rs
/// 1 kg against a wall, 10 mm.
fn pair() -> Pair {
    let ball = Side { radius: 0.01, mass: 1.0, stiffness: Stiffness::Unknown };
    let wall = Side { radius: f64::INFINITY, mass: f64::INFINITY, stiffness: Stiffness::Rigid };
    Pair::new(&ball, &wall)
}

fn damping(key: &'static str, value: f64) -> ShearDamping {
    let numbers = Numbers::new(vec![(key, value)]).with_words(vec![("while_sliding", "added".into())]);
    ShearDamping::build(&numbers, "mindlin").unwrap().unwrap()
}

/// A mass on a spring is critically damped at 2 sqrt(m k): 2 sqrt(1 x 400) = 40.
#[test]
fn ratio_one_is_critical() {
    let dashpot = damping("dashpot_ratio", 1.0).force(400.0, 0.0, &pair());
    assert_eq!((dashpot.C, dashpot.beta, dashpot.sliding), (40.0, 0.0, WhileSliding::Added));
}

/// k_t = S sqrt(delta): the coefficient goes with its root, delta^(1/4). 2 sqrt(5/6) x 0.5 x 20 = 18.2574...
#[test]
fn the_coefficient_follows_the_stiffness() {
    let dashpot = damping("dashpot_beta", 0.5).force(400.0, 0.5, &pair());
    assert_eq!(dashpot.beta, 0.25);
    assert!((dashpot.C - 18.257_418_583_505_537).abs() < 1e-14, "{}", dashpot.C);
    // Broken twin: sqrt(5/6) left out.
    assert!((damping("dashpot_ratio", 0.5).force(400.0, 0.5, &pair()).C - dashpot.C).abs() > 1.0);
}

#[test]
fn what_it_does_while_sliding_is_asked_for() {
    let alone = Numbers::new(vec![("dashpot_ratio", 0.1)]);
    assert_eq!(ShearDamping::build(&alone, "mindlin").unwrap_err().key, Some("dashpot_ratio"));
    let twice = Numbers::new(vec![("dashpot_ratio", 0.1), ("dashpot_coefficient", 1.0)]);
    assert_eq!(ShearDamping::build(&twice, "mindlin").unwrap_err().key, Some("dashpot_coefficient"));
    let nothing = Numbers::default().with_words(vec![("while_sliding", "added".into())]);
    assert_eq!(ShearDamping::build(&nothing, "mindlin").unwrap_err().key, Some("while_sliding"));
    assert_eq!(ShearDamping::build(&Numbers::default(), "mindlin"), Ok(None));
}

/// Two equal spheres, 10 mm.
fn spheres(nu: f64) -> Pair {
    let ball =
        Side { radius: 0.01, mass: 1.0, stiffness: Stiffness::Elastic { young_modulus: 70e9, poisson_ratio: nu } };
    Pair::new(&ball, &ball)
}

/// 8 G* sqrt(R*) delta^(1/2) beside 4/3 E* sqrt(R*) delta^(3/2).
#[test]
fn beside_hertz_it_is_mindlin() {
    let pair = spheres(0.3);
    let (E_star, G_star) = (pair.E_star.unwrap(), pair.G_star.unwrap());
    let hertz = Elastic { K: 4.0 / 3.0 * E_star * pair.R_star.sqrt(), alpha: 1.5, reference_gap: 0.0 };
    let law = StiffnessRatio { form: Form::Total, ratio: None, friction: 0.3, dashpot: None, dynamic: None };
    let shear = law.spring(Some(&hertz), &pair).unwrap();
    let mindlin = 8.0 * G_star * pair.R_star.sqrt();
    assert!((shear.S / mindlin - 1.0).abs() < 1e-14 && shear.gamma == 0.5, "{shear:?}");
    assert!((StiffnessRatio::of_poisson(0.3) / StiffnessRatio::of_mindlin(&pair).unwrap() - 1.0).abs() < 1e-14);
    // Broken twin: the secant for the tangent stiffness.
    assert!((shear.S / 1.5 / mindlin - 1.0).abs() > 0.3);
}

#[test]
fn beside_a_linear_spring_it_is_constant() {
    let hooke = Elastic { K: 7e5, alpha: 1.0, reference_gap: 0.0 };
    let law =
        StiffnessRatio { form: Form::Incremental, ratio: Some(2.0 / 7.0), friction: 0.3, dashpot: None, dynamic: None };
    let shear = law.spring(Some(&hooke), &spheres(0.2)).unwrap();
    assert!((shear.stiffness(1e-9) - 2e5).abs() < 1e-9 && shear.gamma == 0.0);
}
