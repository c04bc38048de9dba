//! Laws that pull, yield or remember, in the words of the codes: who has which, what its number means, how it reloads.

#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::collections::BTreeSet;
use std::f64::consts::PI;

use collisionbench::codes::{self, Conversion, Parameters, Preserve, convert};
use collisionbench::law::branches::{Branches, History};
use collisionbench::law::damping::{Damping, Undamped};
use collisionbench::law::normal::{Normal, ThorntonNing, ends_by_itself};
use collisionbench::law::{Contact, Ends, Numbers, Pair};

use super::{close, glass, named, near, speak, spheres};

const GAMMA: f64 = 0.05;

/// A sentence of each law a code has; the law in words, with what tells it from others of its name.
fn sentences() -> Vec<(&'static str, &'static str, Parameters)> {
    let said =
        |numbers: &[(&'static str, f64)], words: &[(&'static str, &str)]| Parameters::new(numbers.to_vec(), words);
    let lammps = |normal| said(&[("gamma", GAMMA), ("eta_n0", 0.0)], &[("normal", normal), ("damping", "velocity")]);
    let kratos = |law| {
        said(
            &[("PARTICLE_COHESION", GAMMA), ("COEFFICIENT_OF_RESTITUTION", 1.0)],
            &[("DEM_DISCONTINUUM_CONSTITUTIVE_LAW_NAME", law)],
        )
    };
    let ratios = [("coefficientAdhesionStiffness", 0.5), ("coefficientPlasticityDepth", 0.05)];
    let e = [("coefficientRestitution", 0.9)];
    let luding = [("LoadingStiffness", 1e3), ("UnloadingStiffness", 5.0)];
    let hysteresis = [("coefficientMaxElasticStiffness", 5.0), ("characteristicVelocity", 1e-6)];
    let mercury = [
        ("loadingStiffness", 1e3),
        ("unloadingStiffnessMax", 5e3),
        ("cohesionStiffness", 5e2),
        ("penetrationDepthMax", 0.05),
    ];
    let yade = [("k1", 1e3), ("kp", 5e3), ("kc", 5e2), ("PhiF", 0.05)];
    vec![
        ("lammps", "dmt", lammps("dmt")),
        ("lammps", "jkr force", lammps("jkr")),
        ("kratos", "dmt", kratos("DEM_D_Hertz_viscous_Coulomb_DMT")),
        ("kratos", "jkr-hertz-radius", kratos("DEM_D_Hertz_viscous_Coulomb_JKR")),
        ("yade", "dmt", said(&[("gamma", GAMMA)], &[])),
        ("woo", "dmt", said(&[("surfEnergy", GAMMA)], &[])),
        ("woo", "jkr displacement", said(&[("surfEnergy", GAMMA), ("alpha", 1.0)], &[])),
        ("musen", "jkr-hertz-radius", said(&[("SurfaceEnergy", GAMMA)], &[("model", "JKR")])),
        ("musen", "popov-jkr", said(&[("SurfaceTension", GAMMA)], &[("model", "Popov-JKR")])),
        (
            "edem",
            "jkr displacement",
            said(
                &[("SurfaceEnergy", GAMMA), ("CoefficientOfRestitution", 1.0)],
                &[("Physics", "Hertz-Mindlin with JKR")],
            ),
        ),
        (
            "lethe",
            "jkr zero-overlap",
            said(
                &[("surface_energy_particles", GAMMA), ("restitution_coefficient_particles", 1.0)],
                &[("particle_particle_contact_force_method", "hertz_JKR")],
            ),
        ),
        (
            "edem",
            "luding without a pull",
            said(&[("YieldStrength", 1e6), ("CoefficientOfRestitution", 0.5)], &[("Physics", "Hysteretic Spring")]),
        ),
        (
            "musen",
            "jkr-hertz-radius damped",
            said(&[("SurfaceEnergy", GAMMA), ("RestitutionCoefficient", 0.5)], &[("model", "JKR")]),
        ),
        (
            "liggghts",
            "sjkr",
            said(&[("cohesionEnergyDensity", 1e6), ("coefficientRestitution", 1.0)], &[("cohesion", "sjkr")]),
        ),
        ("liggghts", "luding", said(&[&luding[..], &ratios, &e].concat(), &[("model", "luding")])),
        ("liggghts", "luding", said(&[&hysteresis[..], &ratios, &e].concat(), &[("model", "hooke/hysteresis")])),
        (
            "mercurydpm",
            "luding",
            said(&[&mercury[..], &[("dissipation", 1e-3)]].concat(), &[("species", "LinearPlasticViscoelastic")]),
        ),
        ("yade", "luding", said(&[&yade[..], &[("G0", 1e-3)]].concat(), &[("law", "Luding")])),
    ]
}

fn holders(law: &str) -> &'static [&'static str] {
    match law {
        "dmt" => &["lammps", "kratos", "yade", "woo"],
        "jkr force" => &["lammps"],
        "jkr displacement" => &["woo", "edem"],
        "jkr zero-overlap" => &["lethe"],
        "popov-jkr" => &["musen"],
        "luding without a pull" => &["edem"],
        "jkr-hertz-radius" => &["kratos", "musen"],
        "jkr-hertz-radius damped" => &["musen"],
        "sjkr" => &["liggghts"],
        "luding" => &["liggghts", "mercurydpm", "yade"],
        other => panic!("who holds `{other}`?"),
    }
}

/// Both codes as they run, on two spheres.
fn from_to(from: &str, said: &Parameters, to: &str, keep: Preserve) -> Result<Conversion, String> {
    let spot = |name: &str| (named(name), named(name).in_use);
    convert(spot(from), said, spot(to), &glass(), keep).map_err(|error| error.message)
}

fn contact(system: &str, said: &Parameters, pair: &Pair) -> Contact {
    speak(system, said, named(system).in_use, pair).contact
}

#[test]
fn a_law_with_branches_goes_over_whole_or_not_at_all() {
    let mut held = 0;
    for (from, law, said) in sentences() {
        for to in codes::names() {
            let what = format!("{law}: {from} to {to}");
            let there = match from_to(from, &said, to, Preserve::ForceLaw) {
                Ok(there) => there,
                Err(message) => {
                    assert!(!holders(law).contains(&to) && !message.is_empty(), "{what}: {message}");
                    continue;
                }
            };
            assert!(holders(law).contains(&to), "{what} was not refused");
            assert!(there.deviation <= 1e-13, "{what}: {:e}", there.deviation);
            assert!(there.from.force.is_none() && there.to.restitution.is_none(), "{what}");
            let back = from_to(to, &there.to.params, from, Preserve::ForceLaw).unwrap();
            assert_eq!(back.to.contact.normal.card().name, there.from.contact.normal.card().name, "{what}");
            for key in named(from).keys {
                let both = said.numbers.get(key.name).zip(back.to.params.numbers.get(key.name));
                if let Some((was, is)) = both.filter(|(was, _)| *was != 0.0) {
                    close(is, was, 1e-12, &format!("{what}: {}", key.name));
                }
            }
            held += 1;
        }
    }
    // dmt, jkr to its three ends, the form without a neck and damped, its fit, sjkr, luding with a pull and without.
    assert_eq!(held, 4 * 4 + 1 + 2 * 2 + 1 + 2 * 2 + 1 + 1 + 1 + 4 * 3 + 1);
}

#[test]
fn the_factor_before_the_surface_energy_is_carried_over() {
    let said = |from: &str, law: &str| {
        sentences().into_iter().find(|(system, name, _)| (*system, *name) == (from, law)).unwrap().2
    };
    let number = |there: &Conversion, key: &str| there.to.params.numbers.get(key).unwrap();
    let kratos = from_to("lammps", &said("lammps", "dmt"), "kratos", Preserve::ForceLaw).unwrap();
    near(number(&kratos, "PARTICLE_COHESION"), 2.0 * GAMMA, 0.0, "w = 2 gamma");
    let woo = from_to("kratos", &said("kratos", "dmt"), "woo", Preserve::ForceLaw).unwrap();
    near(number(&woo, "surfEnergy"), 0.5 * GAMMA, 0.0, "gamma = w/2");
    let adhesion = kratos.differences.iter().find(|line| line.convention == "adhesion").unwrap();
    assert!(adhesion.one.contains("w = 2 gamma") && adhesion.other.contains("w of the pair"), "{adhesion:?}");
    // The two that say JKR and hold the contact to different ends.
    let refused = from_to("lammps", &said("lammps", "jkr force"), "woo", Preserve::ForceLaw).unwrap_err();
    assert_eq!(refused, "Woo breaks a contact at the smallest overlap, not at `breaks_at = \"force\"`");
    let refused = from_to("woo", &said("woo", "jkr displacement"), "lammps", Preserve::ForceLaw).unwrap_err();
    assert_eq!(refused, "LAMMPS breaks a `jkr` contact at the largest tension, not at `breaks_at = \"displacement\"`");
    let refused =
        from_to("lammps", &said("lammps", "dmt"), "kratos", Preserve::Restitution { at_speed: Some(1.0) }).unwrap_err();
    assert_eq!(refused, "the restitution of `dmt` is not that of a coefficient: it is kept whole or not at all");
}

/// Largest pull over `pi gamma R*`, with the number each code is given for `gamma`: 4 R* pi gamma of DMT (Woo's `Hertz.cpp`, YADE's
/// `HertzMindlin.cpp`), 3 of LAMMPS' jkr, 3/2 where the number is `w`.
#[test]
fn the_pull_is_what_the_sources_compute() {
    for (system, law, over) in [
        ("lammps", "dmt", 4.0),
        ("lammps", "jkr force", 3.0),
        ("kratos", "dmt", 2.0),
        ("yade", "dmt", 4.0),
        ("woo", "dmt", 4.0),
        ("woo", "jkr displacement", 1.5),
        // The page prints 3/2 for it (E1).
        ("edem", "jkr displacement", 3.0),
        ("musen", "popov-jkr", 1.32),
    ] {
        let (.., said) = sentences().into_iter().find(|(name, known, _)| (*name, *known) == (system, law)).unwrap();
        let pair = glass();
        let branched = contact(system, &said, &pair).branches(&pair).unwrap().unwrap();
        close(branched.law.pull_off().unwrap(), over * PI * GAMMA * pair.R_star, 1e-14, &format!("{system} {law}"));
    }
    // `jkr-hertz-radius`: the least of 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3) is -3/2 pi w R*, at a^3 = 9 pi w R*^2/(8 E*).
    for system in ["kratos", "musen"] {
        let (.., said) =
            sentences().into_iter().find(|(name, law, _)| (*name, *law) == (system, "jkr-hertz-radius")).unwrap();
        let pair = glass();
        let law = contact(system, &said, &pair).branches(&pair).unwrap().unwrap().law;
        let a = (9.0 * PI * GAMMA * pair.R_star.powi(2) / (8.0 * pair.E_star.unwrap())).cbrt();
        let force = on_path(&*law, &[a * a / pair.R_star]);
        close(force[0], -1.5 * PI * GAMMA * pair.R_star, 1e-12, system);
    }
}

/// The force at the end of each of some straight ways, from first touch.
fn on_path(law: &dyn Branches, ends: &[f64]) -> Vec<f64> {
    let mut history = History::new(0.0, 0.0);
    ends.iter()
        .map(|&overlap| {
            history.advance(law, overlap);
            history.force(law)
        })
        .collect()
}

/// Luding's spring as LIGGGHTS, MercuryDPM and YADE step along it: the stiffness of each step is that of the largest overlap left by
/// the step before, and along the pull that overlap becomes `delta (k2 + k_c)/(k2 - k1)`. Force at the end of each way.
fn stepped([k1, k_p, k_c, limit]: [f64; 4], ends: &[f64], steps: usize) -> Vec<f64> {
    let (mut largest, mut at, mut force) = (0.0f64, 0.0, 0.0);
    let mut found = Vec::new();
    for &end in ends {
        for step in 1..=steps {
            let overlap = at + (end - at) * step as f64 / steps as f64;
            largest = largest.max(overlap.min(limit));
            let k2 = k1 + (k_p - k1) * largest / limit;
            force = k2 * overlap - (k2 - k1) * largest;
            if force < -k_c * overlap {
                force = -k_c * overlap;
                largest = overlap * (k2 + k_c) / (k2 - k1);
            }
        }
        at = end;
        found.push(force);
    }
    found
}

#[test]
fn three_codes_reload_with_the_stiffness_of_the_overlap_they_remember() {
    let pair = spheres(70e9, 0.22, 2500.0, [1e-3, 1e-3]);
    let [k1, k_p, k_c, depth] = [1e3, 5e3, 5e2, 0.05];
    let limit = k_p / (k_p - k1) * depth * 2.0 * pair.R_star;
    for deepest in [0.6 * limit, 1.3 * limit] {
        let k2 = k1 + (k_p - k1) * deepest.min(limit) / limit;
        let floor = 0.4 * (k2 - k1) / (k2 + k_c) * deepest.min(limit);
        let ways = [deepest, floor, 1.05 * floor, deepest];
        let coarse = stepped([k1, k_p, k_c, limit], &ways, 20_000);
        let fine = stepped([k1, k_p, k_c, limit], &ways, 40_000);
        for (system, law, said) in sentences().into_iter().filter(|(_, law, _)| *law == "luding") {
            // The stiffnesses of `hooke/hysteresis` follow from a speed.
            if said.given("model") == Some("hooke/hysteresis") {
                continue;
            }
            let mut contact = contact(system, &said, &pair);
            let ours = on_path(&*contact.branches(&pair).unwrap().unwrap().law, &ways);
            for (i, force) in ours.iter().enumerate() {
                // First order in the step, without it.
                let limit_of_steps = 2.0 * fine[i] - coarse[i];
                near(*force, limit_of_steps, 2e-5 * k1 * deepest, &format!("{system} {law}, way {i}"));
            }
            // The stiffness of the unloading before is another contact.
            if let collisionbench::law::Normal::Luding(law) = &mut contact.normal
                && let collisionbench::law::normal::Unloading::Grows { reload, .. } = &mut law.unloading
            {
                *reload = collisionbench::law::normal::Reload::Kept;
            }
            let kept = on_path(&*contact.branches(&pair).unwrap().unwrap().law, &ways);
            assert!(
                (kept[2] - fine[2]).abs() > 1e-3 * k1 * deepest,
                "{system}: `kept` gives {} for {}",
                kept[2],
                fine[2]
            );
        }
    }
}

/// With `y = a/a_c` of JKR: `delta ~ y^2 - 4 sqrt(y)`, `U ~ y^5/5 - 2 y^(7/2) + 3 y^2`, made at `y^(3/2) = 4`. EDEM's page ends at
/// `y^3 = 18 (3/4 - 1/sqrt(2))`, the smaller radius with that overlap; on the way out it is met at the larger one.
#[test]
fn e2_edem_ends_the_contact_a_little_before_the_smallest_overlap() {
    let (overlap, energy) =
        (|y: f64| y * y - 4.0 * y.sqrt(), |y: f64| y.powi(5) / 5.0 - 2.0 * y.powf(3.5) + 3.0 * y * y);
    let ends = overlap((18.0 * (0.75 - 0.5f64.sqrt())).cbrt());
    near(ends / overlap(1.0), 0.9965, 5e-5, "of the smallest overlap");
    let (mut low, mut high) = (1.0, 2.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if overlap(middle) < ends { low = middle } else { high = middle }
    }
    let made = energy(16.0f64.cbrt());
    near((energy(low) - made) / (energy(1.0) - made), 0.998, 5e-4, "of the loss");
}

/// `kn = 16/15 sqrt(R*) E* (15 m* V^2/(16 sqrt(R*) E*))^(1/5)` is the linear spring with the largest overlap of Hertz at the speed V.
#[test]
fn hooke_hysteresis_takes_its_stiffness_from_a_speed() {
    let pair = glass();
    let V = 0.7;
    let numbers = [
        ("coefficientMaxElasticStiffness", 5.0),
        ("coefficientAdhesionStiffness", 0.5),
        ("coefficientPlasticityDepth", 0.05),
        ("characteristicVelocity", V),
        ("coefficientRestitution", 1.0),
    ];
    let contact = contact("liggghts", &Parameters::new(numbers.to_vec(), &[("model", "hooke/hysteresis")]), &pair);
    let K = 4.0 / 3.0 * pair.E_star.unwrap() * pair.R_star.sqrt();
    let deepest = (1.25 * pair.m_star * V * V / K).powf(0.4);
    // d^2 k1 = m* V^2 at d = (15 m* V^2/(16 sqrt(R*) E*))^(2/5), Hertz's largest overlap.
    close(
        contact.normal.numbers().get("loading_stiffness").unwrap(),
        pair.m_star * V * V / deepest.powi(2),
        1e-13,
        "k1",
    );
}

#[test]
fn what_a_code_does_not_have_beside_these_laws_is_refused() {
    let error = |system: &str, pair: &Pair, numbers: &[(&'static str, f64)], words: &[(&'static str, &str)]| {
        let said = Parameters::new(numbers.to_vec(), words);
        named(system).contact(&said, named(system).in_use, pair).unwrap_err().message
    };
    let (pair, mut wall) = (glass(), glass());
    wall.wall = true;
    let spring = [("k1", 1e3), ("kp", 5e3), ("kc", 0.0), ("PhiF", 0.05)];
    assert!(error("yade", &wall, &spring, &[("law", "Luding")]).starts_with("Y2"));
    assert_eq!(error("yade", &pair, &[("k1", 1e3)], &[]), "`k1` would be ignored: only `law = \"Luding\"` has it");
    assert_eq!(
        error("yade", &pair, &[("k1", 5e3), ("kp", 1e3), ("kc", 0.0), ("PhiF", 0.05)], &[("law", "Luding")]),
        "`kp` must give a stiffness above that of loading, 5000 N/m, not 1000 N/m"
    );
    assert!(error("yade", &pair, &[("gamma", 0.05), ("en", 0.5)], &[]).contains("damping beside gamma"));
    assert!(
        error("woo", &pair, &[("surfEnergy", 0.05), ("alpha", 0.5)], &[]).contains("its ends, 0 (dmt) and 1 (jkr)")
    );
    assert!(error("woo", &pair, &[("alpha", 1.0)], &[]).contains("there is no surfEnergy"));
    assert!(error("musen", &pair, &[("SurfaceEnergy", 0.05)], &[]).contains("only JKR and Popov-JKR have it"));
    assert!(error("liggghts", &pair, &[("pullOffForce", 1.0)], &[("model", "luding")]).contains("only 0 is"));
    assert!(error("mercurydpm", &pair, &[("adhesionForceMax", 1e-9)], &[]).contains("only 0 is"));
    assert!(
        error("mercurydpm", &pair, &[("cohesionStiffness", 1.0)], &[])
            .contains("only LinearPlasticViscoelastic has it")
    );
}

/// A system that has such a law says in its contract what it is given and what the contact remembers; the others say none.
#[test]
fn the_contract_has_the_axes_of_adhesion() {
    for system in codes::CODES {
        let contract = system.contract();
        let name = system.name();
        let mine: Vec<_> = sentences().into_iter().filter(|(known, ..)| *known == name).collect();
        assert_eq!(mine.is_empty(), contract.adhesion == "none".into(), "{name}: {}", contract.adhesion);
        assert_eq!(
            mine.iter().any(|(_, law, _)| law.starts_with("luding")),
            contract.memory != "none".into(),
            "{name}: {}",
            contract.memory
        );
        for (_, law, said) in mine {
            let parsed = speak(name, &said, system.in_use, &glass());
            assert!(ends_by_itself(parsed.contact.normal.card().name), "{name} {law}");
            assert!(
                parsed.contract.ends.to_string().starts_with("defined by"),
                "{name} {law}: {}",
                parsed.contract.ends
            );
            assert_eq!(parsed.contract.adhesion == "none".into(), law == "luding without a pull", "{name} {law}");
        }
        // A plain contact has nothing of it, whatever else the system can do.
        let plain = Parameters::default();
        if let Ok(parsed) = system.contact(&plain, system.in_use, &glass()) {
            assert_eq!((parsed.contract.adhesion, parsed.contract.memory), ("none".into(), "none".into()), "{name}");
        }
    }
}

/// What a refusal offers is what goes over, and what is refused is not in it.
#[test]
fn the_laws_that_a_refusal_offers_are_those_that_are_held() {
    for system in codes::CODES {
        let name = system.name();
        let held: BTreeSet<&str> = sentences()
            .iter()
            .filter(|(code, ..)| *code == name)
            .map(|(.., law, _)| law.split(' ').next().unwrap())
            .collect();
        assert_eq!(system.branched.iter().copied().collect::<BTreeSet<_>>(), held, "{name}");
    }
    let case = "work_of_adhesion = 0.05, yield_pressure = 3e9";
    let numbers = Numbers::new(vec![("work_of_adhesion", 0.05), ("yield_pressure", 3e9)])
        .with_words(vec![("breaks_at", "displacement".to_string())]);
    let contact = Contact {
        normal: Normal::ThorntonNing(ThorntonNing::build(&numbers).expect(case)),
        damping: Damping::Undamped(Undamped),
        ends: Ends::ZeroOverlap,
        friction: None,
    };
    let liggghts = named("liggghts");
    let refused = liggghts.render(&contact, liggghts.in_use, &glass()).unwrap_err();
    assert!(refused.message.contains("thornton_ning") && refused.message.ends_with("is not supported"), "{refused:?}");
    assert_eq!(refused.help, ["supported of its kind: sjkr, luding"]);
    let pfc = named("pfc").render(&contact, named("pfc").in_use, &glass()).unwrap_err();
    assert_eq!(pfc.message, "pfc has no contact law with the force of `thornton-ning`");
}
