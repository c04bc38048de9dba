//! Parameters as they are written: ranges, defaults, and what is wrong.

use collisionbench::codes::{self, CODES, Parameters, Reading};
use collisionbench::keys::{Default, Spec};
use collisionbench::law::LawError;

use super::{glass, named, speak};

fn wrong(system: &str, said: &Parameters) -> LawError {
    let dialect = named(system);
    dialect.contact(said, dialect.in_use, &glass()).unwrap_err()
}

#[test]
fn every_dialect_has_its_card_and_its_keys() {
    let mut names: Vec<&str> = codes::names().collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), CODES.len(), "one name, one system");
    for dialect in CODES {
        let keys = dialect.keys;
        for (i, key) in keys.iter().enumerate() {
            assert!(keys[..i].iter().all(|other| other.name != key.name), "{} twice", key.name);
            assert!(!key.doc.is_empty());
            if let (Some(Spec::Quantity(_, range)), Default::Number(default)) = (key.spec(), key.default) {
                assert!(range.hold(default), "{}: default outside its range", key.name);
            }
        }
        assert!(dialect.readings.contains(&dialect.in_use));
    }
}

#[test]
fn ranges_and_defaults_can_be_shown() {
    let shown = |system: &str, name: &str| {
        let key = named(system).keys.iter().find(|k| k.name == name).unwrap();
        (key.range(), key.default_text())
    };
    let text = |range: &str, default: &str| (range.to_string(), default.to_string());
    assert_eq!(shown("pfc", "dp_nratio"), text("[0, 1]", "0"));
    assert_eq!(shown("pfc", "hz_poiss"), text("(-1, 0.5]", "-"));
    assert_eq!(shown("pfc", "rgap"), text("(-inf, inf)", "0"));
    assert_eq!(shown("pfc", "hz_alpha"), text("[0, inf)", "1.5"));
    assert_eq!(shown("woo", "en"), text("(0, 1]", "-"));
    assert_eq!(shown("woo", "noAttraction"), text("true | false", "true"));
    assert_eq!(shown("hybird", "contactModel"), text("LINEAR | HERTZIAN", "-"));
}

#[test]
fn a_number_outside_its_range_is_refused() {
    for (system, key, value) in [
        ("woo", "en", 0.0),
        ("woo", "en", 1.2),
        ("woo", "en", f64::NAN),
        ("woo", "young", -1.0),
        ("mercurydpm", "dissipation", -0.1),
        ("mercurydpm", "effectiveElasticModulus", 0.0),
        ("pfc", "dp_nratio", 1.01),
        ("pfc", "dp_alpha", -0.25),
        ("pfc", "hz_alpha", 0.5),
        ("pfc", "rgap", f64::INFINITY),
        ("yade", "betan", -0.1),
        ("yade", "en", 0.0),
        ("musen", "PoissonRatio", 0.6),
        ("liggghts", "coefficientRestitution", 0.05),
        ("kratos", "COEFFICIENT_OF_RESTITUTION", 0.0),
        ("edem", "CoefficientOfRestitution", 1.5),
    ] {
        let error = wrong(system, &Parameters::numbers(&[(key, value)]));
        assert_eq!(error.key, Some(key), "{system} {key} = {value}: {}", error.message);
    }
    assert_eq!(
        wrong("woo", &Parameters::numbers(&[("en", 1.2)])).message,
        "`en` must be above 0 and at most 1, not 1.2"
    );
}

#[test]
fn a_word_that_is_no_choice_names_the_choices() {
    let error = wrong("pfc", &Parameters::new(vec![], &[("dp_mode", "4")]));
    assert_eq!((error.key, error.message.as_str()), (Some("dp_mode"), "`dp_mode` is not `4`"));
    assert_eq!(error.help, ["use one of 0, 1, 2, 3"]);
    let error = wrong("hybird", &Parameters::numbers(&[("restitution", 0.5)]));
    assert_eq!((error.key, error.message.as_str()), (None, "`contactModel` is missing"));
}

#[test]
fn two_ways_to_say_one_thing_are_refused() {
    assert_eq!(wrong("yade", &Parameters::numbers(&[("en", 0.5), ("betan", 0.2)])).key, Some("betan"));
    let both = Parameters::numbers(&[("dissipation", 0.2), ("restitutionCoefficient", 0.5)]);
    assert_eq!(wrong("mercurydpm", &both).key, Some("restitutionCoefficient"));
}

#[test]
fn what_would_be_ignored_is_refused() {
    let words = |words: &[(&'static str, &'static str)], numbers: &[(&'static str, f64)]| {
        Parameters::new(numbers.to_vec(), words)
    };
    for (system, said, key) in [
        ("hybird", words(&[("contactModel", "LINEAR")], &[("linearStiff", 1e6), ("youngMod", 1e9)]), "youngMod"),
        ("hybird", words(&[("contactModel", "HERTZIAN")], &[("linearStiff", 1e6)]), "linearStiff"),
        ("lammps", words(&[("damping", "coeff_restitution")], &[("e", 0.5), ("eta_n0", 1.0)]), "eta_n0"),
        ("lammps", words(&[("damping", "velocity")], &[("e", 0.5), ("eta_n0", 1.0)]), "e"),
        ("lammps", words(&[("release", "develop")], &[("eta_n0", 1.0)]), "release"),
        ("lammps", words(&[("normal", "hooke")], &[("k_n", 1e6), ("eta_n0", 1.0), ("E", 1e9)]), "E"),
        ("lammps", words(&[], &[("k_n", 1e6), ("eta_n0", 1.0)]), "k_n"),
        ("musen", words(&[("model", "Hertz")], &[("RestitutionCoefficient", 0.5)]), "RestitutionCoefficient"),
        ("yade", words(&[("release", "earlier")], &[("betan", 0.2)]), "release"),
        ("mercurydpm", words(&[("v_n", "approach")], &[("dissipation", 0.2)]), "v_n"),
    ] {
        assert_eq!(wrong(system, &said).key, Some(key), "{system} {said:?}");
    }
    assert_eq!(wrong("woo", &Parameters::numbers(&[("young", 1e9)])).key, Some("young"), "half a material");
}

/// `eta a m* v`, `a = sqrt(R* delta)`, beside a linear spring as beside Hertz (LAMMPS documentation, pair_style granular).
#[test]
fn the_default_damping_of_lammps_beside_a_linear_spring() {
    let pair = glass();
    let said =
        Parameters::new(vec![("k_n", 1e6), ("eta_n0", 3e7)], &[("normal", "hooke"), ("damping", "viscoelastic")]);
    let force = speak("lammps", &said, Reading::AsDocumented, &pair).contact.force(&pair).unwrap();
    assert_eq!((force.K, force.alpha, force.beta), (1e6, 1.0, 0.5));
    assert!((force.C / (3e7 * pair.m_star * pair.R_star.sqrt()) - 1.0).abs() < 1e-14, "{force:?}");
}

/// `k_t a` of a number, total and incremental: `S = k_t sqrt(R*)`; the same number beside linear_history is another one.
#[test]
fn the_tangential_stiffness_of_lammps_in_numbers() {
    let pair = glass();
    let of = |normal: &'static str, model: &'static str| {
        let energy = if normal == "jkr" { vec![("gamma", 0.01)] } else { Vec::new() };
        let numbers = [vec![("eta_n0", 0.0), ("mu_t", 0.3), ("k_t_per_radius", 2e9)], energy].concat();
        let said = Parameters::new(numbers, &[("normal", normal), ("tangential", model)]);
        speak("lammps", &said, Reading::AsDocumented, &pair).contact.shear(&pair).unwrap().unwrap()
    };
    for normal in ["hertz/material", "jkr"] {
        for model in ["mindlin", "mindlin/force", "mindlin_rescale/force"] {
            let shear = of(normal, model);
            assert!((shear.S / (2e9 * pair.R_star.sqrt()) - 1.0).abs() < 1e-14, "{normal} {model}");
            assert_eq!(shear.gamma, 0.5);
        }
    }
    let other = Parameters::new(
        vec![("k_n", 1e6), ("eta_n0", 0.0), ("mu_t", 0.3), ("k_t_per_radius", 2e9)],
        &[("normal", "hooke"), ("damping", "velocity"), ("tangential", "linear_history")],
    );
    assert_eq!(wrong("lammps", &other).key, Some("k_t_per_radius"));
}

#[test]
fn what_is_said_can_be_shown() {
    let said = Parameters::new(vec![("dp_nratio", 0.2), ("hz_shear", 1e9)], &[("dp_mode", "3")]);
    assert_eq!(said.lines(named("pfc").keys), ["hz_shear = 1000000000 Pa", "dp_nratio = 0.2", "dp_mode = 3"]);
}

#[test]
fn the_names_a_system_keeps_its_numbers_under() {
    let pair = glass();
    let spoken = speak("woo", &Parameters::numbers(&[("en", 0.5)]), Reading::AsDocumented, &pair);
    let force = spoken.contact.force(&pair).unwrap();
    let derived: Vec<(&str, f64)> = spoken.derived.iter().map(|d| (&*d.name, d.value)).collect();
    assert_eq!(derived, [("kn0", force.K), ("alpha_sqrtMK", force.C)]);
    // theory.md, section 2: alpha = sqrt(5) z of 0.5.
    super::close(force.C / (pair.m_star * force.K).sqrt(), 5f64.sqrt() * 0.21545376196624678, 1e-14, "alpha");
    assert_eq!(spoken.notes.len(), 1, "W8 is said");
}
