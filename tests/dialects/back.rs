//! From our laws, and from one system's words, into another's: what is held exactly, and what is refused.

use std::collections::BTreeSet;

use collisionbench::codes::{self, Code, Conversion, Parameters, Preserve, Reading, convert};
use collisionbench::law::damping::{Damping, HuntCrossley, LinearDashpot, Strength, Tsuji};
use collisionbench::law::normal::{Hertz, Hooke, Normal, PowerLaw};
use collisionbench::law::{Contact, Ends, LawError, Numbers, Pair, Side, Stiffness};

use super::{close, glass, measured, named, near, speak};

/// Sentences that cover every law a system has, with the name of the law.
fn sentences() -> Vec<(&'static str, &'static str, Parameters)> {
    let said =
        |numbers: &[(&'static str, f64)], words: &[(&'static str, &str)]| Parameters::new(numbers.to_vec(), words);
    vec![
        ("woo", "elastic", said(&[], &[])),
        ("woo", "constant, clamped", said(&[("en", 0.5)], &[])),
        (
            "woo",
            "constant, pulls",
            said(&[("en", 0.5), ("young", 1e9), ("poisson", 0.22)], &[("noAttraction", "false")]),
        ),
        ("mercurydpm", "elastic", said(&[("effectiveElasticModulus", 1e6)], &[])),
        ("mercurydpm", "constant, pulls", said(&[("dissipation", 0.6)], &[])),
        ("mercurydpm", "over-damped, pulls", said(&[("dissipation", 2.3)], &[])),
        ("hybird", "linear, elastic", said(&[("linearStiff", 2e5)], &[("contactModel", "LINEAR")])),
        (
            "hybird",
            "linear, clamped",
            said(&[("linearStiff", 2e5), ("restitution", 0.7)], &[("contactModel", "LINEAR")]),
        ),
        ("hybird", "constant, clamped", said(&[("restitution", 0.7)], &[("contactModel", "HERTZIAN")])),
        ("hybird", "over-damped, clamped", said(&[("restitution", 0.1)], &[("contactModel", "HERTZIAN")])),
        ("pfc", "elastic", said(&[("hz_shear", 1e9), ("hz_poiss", 0.22)], &[])),
        ("pfc", "constant, pulls", said(&[("dp_nratio", 0.3)], &[])),
        ("pfc", "constant, clamped", said(&[("dp_nratio", 0.3)], &[("dp_mode", "3")])),
        ("pfc", "viscoelastic, clamped", said(&[("dp_nratio", 0.4), ("dp_alpha", 0.25)], &[("dp_mode", "1")])),
        ("pfc", "exponent 5/4", said(&[("hz_alpha", 1.25), ("dp_nratio", 0.2)], &[])),
        ("pfc", "linear, clamped", said(&[("hz_alpha", 1.0), ("dp_nratio", 0.2)], &[("dp_mode", "1")])),
        ("pfc", "steep dashpot", said(&[("dp_nratio", 0.4), ("dp_alpha", 0.5)], &[("dp_mode", "1")])),
        ("musen", "elastic", said(&[("YoungModulus", 1e9), ("PoissonRatio", 0.22)], &[])),
        ("musen", "constant, pulls", said(&[("RestitutionCoefficient", 0.3)], &[("model", "Hertz-Mindlin")])),
        ("lammps", "constant, pulls", said(&[("e", 0.9)], &[("damping", "coeff_restitution")])),
        ("lammps", "constant, clamped", said(&[("e", 0.9)], &[("damping", "tsuji"), ("limit_damping", "true")])),
        ("lammps", "viscoelastic, clamped", said(&[("eta_n0", 3e8)], &[("limit_damping", "true")])),
        ("lammps", "velocity, pulls", said(&[("eta_n0", 2.0)], &[("damping", "velocity")])),
        (
            "lammps",
            "linear, pulls",
            said(&[("k_n", 1e5), ("e", 0.4)], &[("normal", "hooke"), ("damping", "coeff_restitution")]),
        ),
        (
            "lammps",
            "linear, over-damped",
            said(&[("k_n", 1e5), ("eta_n0", 10.0)], &[("normal", "hooke"), ("damping", "velocity")]),
        ),
        ("yade", "constant, clamped", said(&[("en", 0.5)], &[])),
        ("yade", "over-damped, clamped", said(&[("betan", 1.5)], &[])),
        ("liggghts", "elastic", said(&[("coefficientRestitution", 1.0)], &[])),
        ("liggghts", "constant, pulls", said(&[("coefficientRestitution", 0.5)], &[])),
        ("liggghts", "constant, clamped", said(&[("coefficientRestitution", 0.5)], &[("limitForce", "on")])),
        ("liggghts", "linear, pulls", said(&[("kn", 1e5), ("gamman_abs", 0.5)], &[("model", "hooke/stiffness")])),
        (
            "liggghts",
            "linear, clamped",
            said(&[("kn", 1e5), ("gamman_abs", 0.5)], &[("model", "hooke/stiffness"), ("limitForce", "on")]),
        ),
        ("kratos", "elastic", said(&[("COEFFICIENT_OF_RESTITUTION", 1.0)], &[])),
        ("kratos", "constant, clamped", said(&[("COEFFICIENT_OF_RESTITUTION", 0.5)], &[])),
        ("kratos", "over-damped, clamped", said(&[("COEFFICIENT_OF_RESTITUTION", 0.1)], &[])),
        ("edem", "elastic", said(&[("CoefficientOfRestitution", 1.0)], &[])),
        ("edem", "constant, pulls", said(&[("CoefficientOfRestitution", 0.5)], &[])),
    ]
}

/// Systems that hold a law, by its name; every other system with a sentence above must refuse it.
fn holders(law: &str) -> Vec<&'static str> {
    let some: &[&str] = match law {
        "elastic" => return sentences().into_iter().map(|(system, ..)| system).collect(),
        "constant, clamped" => &["woo", "hybird", "pfc", "lammps", "yade", "liggghts", "kratos"],
        "constant, pulls" => &["woo", "mercurydpm", "pfc", "musen", "lammps", "liggghts", "edem"],
        // z = 1.03: PFC's range of dp_nratio ends at z = 1.095.
        "over-damped, pulls" => &["mercurydpm", "pfc"],
        // z = 1.18, 1.64 and 1.24.
        "over-damped, clamped" => &["hybird", "yade", "kratos"],
        "linear, elastic" => &["hybird", "pfc", "lammps", "liggghts"],
        "linear, clamped" => &["hybird", "pfc", "lammps", "liggghts"],
        "linear, pulls" => &["pfc", "lammps", "liggghts"],
        "linear, over-damped" => &["lammps", "liggghts"],
        "viscoelastic, clamped" => &["pfc", "lammps"],
        "velocity, pulls" => &["lammps"],
        "exponent 5/4" | "steep dashpot" => &["pfc"],
        other => panic!("which systems hold `{other}`?"),
    };
    some.to_vec()
}

fn as_run(name: &str) -> (&'static Code, Reading) {
    (named(name), named(name).in_use)
}

fn force_law(from: &str, said: &Parameters, to: &str) -> Result<Conversion, LawError> {
    convert(as_run(from), said, as_run(to), &glass(), Preserve::ForceLaw)
}

/// Of a system without a sentence it is not known here which laws it holds: it has a law to the last digits and gives it back,
/// or says why not, and it has some of them.
#[test]
fn every_system_that_can_hold_a_law_holds_it_and_no_other() {
    let (mut held, mut returned, mut holding) = (0, 0, BTreeSet::new());
    for (from, law, said) in sentences() {
        for to in codes::names() {
            let what = format!("{law}: {from} to {to}");
            let known = sentences().iter().any(|(system, ..)| *system == to).then(|| holders(law).contains(&to));
            let there = match force_law(from, &said, to) {
                Ok(there) => there,
                Err(error) => {
                    assert_ne!(known, Some(true), "{what}: {}", error.message);
                    assert!(!error.message.is_empty(), "{what}");
                    continue;
                }
            };
            assert_ne!(known, Some(false), "{what} was not refused");
            holding.insert(to);
            assert!(there.deviation <= 1e-12, "{what}: {:e}", there.deviation);
            assert_eq!(there.from.restitution.is_some(), there.to.restitution.is_some());
            let back = force_law(to, &there.to.params, from).unwrap();
            let (start, end) = (there.from.force.unwrap(), back.to.force.unwrap());
            close(end.K, start.K, 1e-12, &what);
            near(end.C, start.C, 1e-12 * start.C.abs(), &what);
            assert_eq!(end.alpha, start.alpha, "{what}");
            // Without a dashpot its exponent and the end of contact mean nothing.
            if start.C != 0.0 {
                assert_eq!((end.beta, end.ends), (start.beta, start.ends), "{what}");
            }
            // The parameters come back too, unless another one was found for the same force.
            for key in named(from).keys {
                let (Some(was), Some(is)) = (said.numbers.get(key.name), back.to.params.numbers.get(key.name)) else {
                    continue;
                };
                if said.given("damping") == Some("tsuji") {
                    continue;
                }
                close(is, was, 1e-12, &format!("{what}: {}", key.name));
                returned += 1;
            }
            held += usize::from(known.is_some());
        }
    }
    assert_eq!(held, 210);
    assert!(codes::names().all(|name| holding.contains(name)), "these hold something: {holding:?}");
    assert!(returned > 80, "{returned} parameters");
}

#[test]
fn parameters_come_back_as_they_were() {
    for (system, said, key) in [
        ("woo", Parameters::numbers(&[("en", 0.37)]), "en"),
        ("mercurydpm", Parameters::numbers(&[("dissipation", 0.37)]), "dissipation"),
        ("hybird", Parameters::new(vec![("restitution", 0.37)], &[("contactModel", "HERTZIAN")]), "restitution"),
        ("pfc", Parameters::numbers(&[("dp_nratio", 0.37)]), "dp_nratio"),
        (
            "musen",
            Parameters::new(vec![("RestitutionCoefficient", 0.37)], &[("model", "Hertz-Mindlin")]),
            "RestitutionCoefficient",
        ),
        ("lammps", Parameters::new(vec![("e", 0.37)], &[("damping", "coeff_restitution")]), "e"),
        ("yade", Parameters::numbers(&[("betan", 0.37)]), "betan"),
        ("liggghts", Parameters::numbers(&[("coefficientRestitution", 0.37)]), "coefficientRestitution"),
        ("kratos", Parameters::numbers(&[("COEFFICIENT_OF_RESTITUTION", 0.37)]), "COEFFICIENT_OF_RESTITUTION"),
        ("edem", Parameters::numbers(&[("CoefficientOfRestitution", 0.37)]), "CoefficientOfRestitution"),
    ] {
        for &reading in named(system).readings {
            let contact = speak(system, &said, reading, &glass()).contact;
            let phrase = named(system).render(&contact, reading, &glass()).unwrap();
            close(phrase.params.numbers.get(key).unwrap(), 0.37, 1e-12, &format!("{system} {}", reading.word()));
        }
    }
}

#[test]
fn a_conversion_says_what_both_sides_give() {
    let there = force_law("yade", &Parameters::numbers(&[("en", 0.5)]), "woo").unwrap();
    // theory.md, section 3: Thornton's fit at 0.5; Woo has to be asked for what the full force would give.
    near(there.from.restitution.unwrap(), 0.500011, 1e-6, "YADE");
    near(there.to.restitution.unwrap(), 0.500011, 1e-6, "Woo");
    assert_eq!(there.from.restitution_requested, Some(0.5));
    // theory.md, section 2: z (clamped) of 0.5 is 0.255276; the full force with that z has exp(-pi z/sqrt(1-z^2)).
    let z: f64 = 0.255_275_637_648_651_8;
    let asked = (-std::f64::consts::PI * z / (1.0 - z * z).sqrt()).exp();
    near(there.to.params.numbers.get("en").unwrap(), asked, 2e-5, "en");
    assert!(there.from.formula.contains("betan") && there.to.formula.contains("alpha(en)"));
    assert!(there.differences.iter().any(|d| d.convention == "lever"));
    assert!(there.warnings.iter().any(|w| w.starts_with("W8")), "{:?}", there.warnings);
}

#[test]
fn a_restitution_can_be_kept_where_the_force_cannot() {
    let said = Parameters::numbers(&[("dissipation", 0.6)]);
    assert!(force_law("mercurydpm", &said, "yade").unwrap_err().message.contains("has no attractive force"));
    let keep = Preserve::Restitution { at_speed: None };
    let there = convert(as_run("mercurydpm"), &said, as_run("yade"), &glass(), keep).unwrap();
    let e = there.from.restitution.unwrap();
    near(there.to.restitution.unwrap(), e, 1e-12, "kept");
    let [from, to] = [&there.from, &there.to].map(|spot| spot.force.unwrap());
    assert_eq!((from.ends, to.ends), (Ends::ZeroOverlap, Ends::ForceClamped));
    assert!(to.C > from.C, "without attraction the dashpot has to be stronger");
    assert!(there.warnings.iter().any(|w| w.contains("end of contact changes")));
    let pair = glass();
    let contact = speak("yade", &there.to.params, Reading::Corrected, &pair).contact;
    near(measured(&contact, &pair, 3.0), e, 1e-11, "measured");
}

#[test]
fn a_restitution_that_depends_on_speed_is_kept_at_one_speed_and_says_where_it_holds() {
    let said = Parameters::numbers(&[("eta_n0", 3e8)]);
    let pair = glass();
    let refused =
        convert(as_run("lammps"), &said, as_run("mercurydpm"), &pair, Preserve::Restitution { at_speed: None })
            .unwrap_err();
    assert!(refused.message.contains("depends on speed"), "{}", refused.message);
    let keep = Preserve::Restitution { at_speed: Some(0.5) };
    let there = convert(as_run("lammps"), &said, as_run("mercurydpm"), &pair, keep).unwrap();
    let viscoelastic = speak("lammps", &said, Reading::Corrected, &pair).contact;
    let constant = there.to.restitution.unwrap();
    assert_eq!(there.from.restitution, None);
    near(measured(&viscoelastic, &pair, 0.5), constant, 1e-11, "at 0.5 m/s");
    let [low, high] = there.holds_between.unwrap();
    assert!(low < 0.5 && high > 0.5);
    near(measured(&viscoelastic, &pair, low) / constant, 1.01, 1e-8, "slowest");
    near(measured(&viscoelastic, &pair, high) / constant, 0.99, 1e-8, "fastest");
    assert_eq!(there.deviation, f64::INFINITY, "another shape");
}

/// Why a conversion that keeps the force law is refused.
fn refusal(from: &str, said: &Parameters, to: &str) -> String {
    force_law(from, said, to).unwrap_err().message
}

#[test]
fn every_refusal_says_why() {
    let linear = Parameters::new(vec![("linearStiff", 2e5), ("restitution", 0.7)], &[("contactModel", "LINEAR")]);
    let pulls = Parameters::numbers(&[("dissipation", 0.6)]);
    let betan = |value| Parameters::numbers(&[("betan", value)]);
    let gains = |to| {
        let said = Parameters::new(vec![("restitutionCoefficient", 0.5)], &[("v_n", "approach")]);
        let from = (named("mercurydpm"), Reading::AsDocumented);
        convert(from, &said, as_run(to), &glass(), Preserve::ForceLaw).unwrap_err().message
    };
    for system in ["woo", "mercurydpm", "musen", "yade", "kratos", "edem"] {
        assert!(refusal("hybird", &linear, system).contains("no spring with exponent 1"), "{system}");
    }
    for system in ["hybird", "yade", "kratos"] {
        assert!(refusal("mercurydpm", &pulls, system).contains("has no attractive force"), "{system}");
    }
    for system in ["mercurydpm", "musen", "edem"] {
        assert!(
            refusal("yade", &betan(0.2), system).contains("has an attractive force before the contact ends"),
            "{system}"
        );
    }
    let viscoelastic = Parameters::new(vec![("eta_n0", 3e8)], &[("limit_damping", "true")]);
    for system in ["woo", "hybird", "mercurydpm", "musen", "yade", "liggghts", "kratos", "edem"] {
        assert!(
            refusal("lammps", &viscoelastic, system)
                .contains("no dashpot that grows with the overlap to the power 0.5"),
            "{system}"
        );
    }
    for system in ["woo", "hybird", "lammps", "liggghts"] {
        assert!(refusal("yade", &betan(2.0), system).contains("cannot give a damping ratio of"), "{system}");
    }
    assert!(
        refusal("mercurydpm", &Parameters::numbers(&[("dissipation", 2.3)]), "musen")
            .contains("cannot give a damping ratio of")
    );
    assert!(refusal("yade", &betan(1.5), "pfc").contains("allows a `dp_nratio` from 0 to 1"));
    let velocity = Parameters::new(vec![("eta_n0", 2.0)], &[("damping", "velocity")]);
    assert!(refusal("lammps", &velocity, "pfc").contains("no dashpot that grows with the overlap to the power 0 here"));
    for system in codes::names() {
        assert!(gains(system).contains("adds energy"), "{system}");
    }
    // Below what LIGGGHTS reads, and where Thornton's fit has no request left: z = sqrt(6/5) 0.001.
    let low = refusal("lammps", &Parameters::new(vec![("e", 0.05)], &[("damping", "coeff_restitution")]), "liggghts");
    assert!(low.contains("refuses a `coefficientRestitution` of 0.05 and less"), "{low}");
    assert!(refusal("yade", &betan(0.001), "kratos").contains("this law has 0.00110"));
    // A ratio so small that its restitution rounds.
    assert!(refusal("pfc", &Parameters::numbers(&[("dp_nratio", 1e-12)]), "woo").contains("too few digits"));
    let weak = force_law("pfc", &Parameters::numbers(&[("dp_nratio", 1e-8)]), "woo").unwrap();
    assert!(
        weak.deviation > 1e-12 && weak.warnings.iter().any(|w| w.contains("reproduces the force to")),
        "{:?}",
        weak.warnings
    );
}

#[test]
fn a_reference_gap_stays_with_pfc() {
    let said = Parameters::numbers(&[("rgap", 1e-6)]);
    for to in codes::names().filter(|name| *name != "pfc") {
        let error =
            convert((named("pfc"), Reading::Corrected), &said, as_run(to), &glass(), Preserve::ForceLaw).unwrap_err();
        assert!(error.message.contains("no reference gap"), "{to}: {}", error.message);
    }
    let error =
        convert((named("pfc"), Reading::Corrected), &said, as_run("pfc"), &glass(), Preserve::ForceLaw).unwrap_err();
    assert!(error.message.contains("PFC as documented has no reference gap"), "{}", error.message);
}

#[test]
fn an_effective_modulus_needs_a_poisson_ratio_to_become_a_material() {
    let side = |radius: f64, stiffness| Side { radius, mass: 1e-4, stiffness };
    let unknown = Pair::new(&side(2e-3, Stiffness::Unknown), &side(3e-3, Stiffness::Unknown));
    let said = Parameters::numbers(&[("effectiveElasticModulus", 1e9)]);
    for to in ["woo", "hybird", "musen", "lammps", "yade", "liggghts", "kratos", "edem"] {
        let error = convert(as_run("mercurydpm"), &said, as_run(to), &unknown, Preserve::ForceLaw).unwrap_err();
        assert!(error.message.contains("only together with a Poisson's ratio"), "{to}: {}", error.message);
    }
    let there = convert(as_run("mercurydpm"), &said, as_run("pfc"), &unknown, Preserve::ForceLaw).unwrap();
    assert!(there.deviation <= 1e-15, "PFC takes G and nu at the contact");
}

#[test]
fn there_must_be_a_restitution_to_keep() {
    let keep = Preserve::Restitution { at_speed: None };
    let sticks = Parameters::numbers(&[("dissipation", 3.0)]);
    let error = convert(as_run("mercurydpm"), &sticks, as_run("yade"), &glass(), keep).unwrap_err();
    assert!(error.message.contains("never separate"), "{}", error.message);
    let gains = Parameters::new(vec![("restitutionCoefficient", 0.5)], &[("v_n", "approach")]);
    let error =
        convert((named("mercurydpm"), Reading::AsDocumented), &gains, as_run("yade"), &glass(), keep).unwrap_err();
    assert!(error.message.contains("adds energy"), "{}", error.message);
}

#[test]
fn our_own_laws_find_their_words() {
    let pair = glass();
    let hertz = Normal::Hertz(Hertz::default());
    let tsuji = Damping::Tsuji(Tsuji(Strength::Restitution(0.5)));
    let clamped = Contact { normal: hertz.clone(), damping: tsuji, ends: Ends::ForceClamped, friction: None };
    // theory.md, section 2: z (clamped) of 0.5, and alpha = sqrt(5) z.
    let z = 0.255_275_637_648_651_8;
    let yade = named("yade").render(&clamped, Reading::Corrected, &pair).unwrap();
    close(yade.params.numbers.get("betan").unwrap(), (5.0f64 / 6.0).sqrt() * z, 1e-14, "betan");
    let pfc = named("pfc").render(&clamped, Reading::AsDocumented, &pair).unwrap();
    close(pfc.params.numbers.get("dp_nratio").unwrap(), (5.0f64 / 6.0).sqrt() * z, 1e-14, "dp_nratio");
    assert_eq!(pfc.params.given("dp_mode"), Some("1"));
    let woo = named("woo").render(&clamped, Reading::Corrected, &pair).unwrap();
    close(woo.params.numbers.get("en").unwrap(), 0.5, 1e-14, "en");

    let deleted = Contact { ends: Ends::ZeroForce, ..clamped.clone() };
    let yade = named("yade").render(&deleted, Reading::Corrected, &pair).unwrap();
    assert!(yade.notes[0].contains("later end"), "{:?}", yade.notes);

    let lambda = HuntCrossley::build(&Numbers::new(vec![("lambda", 1e-7)])).unwrap();
    let hunt = Contact { damping: Damping::HuntCrossley(lambda), ..clamped.clone() };
    let pfc = named("pfc").render(&hunt, Reading::AsDocumented, &pair).unwrap();
    assert_eq!(pfc.params.numbers.get("dp_alpha"), Some(1.25), "C delta^(3/2) v");
    assert!(named("lammps").render(&hunt, Reading::Corrected, &pair).is_err());

    let spring = Normal::PowerLaw(PowerLaw { exponent: 2.0, force: 1.0, at_overlap: 1e-5, reference_gap: 0.0 });
    let cone = Contact { normal: spring, ..clamped.clone() };
    for (name, ..) in sentences() {
        let said = named(name).render(&cone, named(name).in_use, &pair);
        assert_eq!(said.is_ok(), name == "pfc", "{name}");
    }
    let linear = Contact {
        normal: Normal::Hooke(Hooke { stiffness: 1e5 }),
        damping: Damping::LinearDashpot(LinearDashpot::Ratio(0.1)),
        ends: Ends::ForceClamped,
        friction: None,
    };
    let hybird = named("hybird").render(&linear, Reading::AsDocumented, &pair).unwrap();
    assert_eq!(
        (hybird.params.given("contactModel"), hybird.params.numbers.get("linearStiff")),
        (Some("LINEAR"), Some(1e5))
    );
}
