//! Broken twins: the mistakes that were made on the pages and in the codes, put into every dialect at once. Each must be
//! seen by the checks the true ones pass.

use std::f64::consts::SQRT_2;

use collisionbench::codes::{Parameters, Reading};
use collisionbench::law::{Ends, PowerForce};

use super::restitution::{off_as_corrected, off_as_documented};
use super::{Bend, glass, speak};

fn damped(force: PowerForce, factor: f64) -> PowerForce {
    PowerForce { C: factor * force.C, ..force }
}

/// Both parts of a dialect whose spring is off: the dashpot follows as the root.
fn sprung(force: PowerForce, factor: f64) -> PowerForce {
    PowerForce { K: factor * force.K, C: factor.sqrt() * force.C, ..force }
}

const DASHPOTS: &[(&str, Bend)] = &[
    ("secant for tangent stiffness in the dashpot", |f, _| damped(f, (2.0f64 / 3.0).sqrt())),
    ("tangent for secant stiffness in the dashpot", |f, _| damped(f, 1.5f64.sqrt())),
    ("factor 2 lost", |f, _| damped(f, 0.5)),
    ("sqrt(5/6) lost", |f, _| damped(f, (6.0f64 / 5.0).sqrt())),
    ("sqrt(5) for 2 sqrt(5/6)", |f, _| damped(f, (3.0f64 / 2.0).sqrt())),
    ("whole-particle mass in the dashpot", |f, _| damped(f, SQRT_2)),
    ("sign of the dashpot", |f, _| damped(f, -1.0)),
    ("dashpot lost", |f, _| damped(f, 0.0)),
    ("mass lost from the root", |f, pair| damped(f, pair.m_star.sqrt().recip())),
    ("dashpot off by one part in a million", |f, _| damped(f, 1.0 + 1e-6)),
    ("end of contact swapped", |f, _| PowerForce {
        ends: if f.ends.pulls() { Ends::ForceClamped } else { Ends::ZeroOverlap },
        ..f
    }),
];

/// Restitution does not see these: the stiffness does.
const SPRINGS: &[(&str, Bend)] = &[
    ("4/3 lost from the stiffness", |f, _| sprung(f, 0.75)),
    ("R-bar for R*", |f, _| sprung(f, SQRT_2)),
    ("Young's modulus for the effective one", |f, _| sprung(f, 2.0 * (1.0 - 0.22 * 0.22))),
    ("tangent stiffness for the secant in the spring", |f, _| sprung(f, 1.5)),
    ("half of k_n, E/(1-nu^2) for E*", |f, _| sprung(f, 2.0)),
];

/// Systems whose spring is not `4/3 E* sqrt(R*)`, 70 GPa and 0.22.
fn off_in_stiffness(bend: Bend) -> Vec<&'static str> {
    let pair = glass();
    let radius: f64 = 2e-3 * 3e-3 / 5e-3;
    let hertz = 4.0 / 3.0 * 70e9 / (2.0 * (1.0 - 0.22 * 0.22)) * radius.sqrt();
    let asked = [
        ("woo", Parameters::numbers(&[("young", 70e9), ("poisson", 0.22)])),
        ("mercurydpm", Parameters::numbers(&[("effectiveElasticModulus", 70e9 / (2.0 * (1.0 - 0.22 * 0.22)))])),
        ("hybird", Parameters::new(vec![("youngMod", 70e9), ("poisson", 0.22)], &[("contactModel", "HERTZIAN")])),
        ("pfc", Parameters::numbers(&[("hz_shear", 70e9 / 2.44), ("hz_poiss", 0.22)])),
        ("musen", Parameters::numbers(&[("YoungModulus", 70e9), ("PoissonRatio", 0.22)])),
        ("lammps", Parameters::numbers(&[("E", 70e9), ("nu", 0.22), ("eta_n0", 0.0)])),
        ("yade", Parameters::numbers(&[("young", 70e9), ("poisson", 0.22)])),
        (
            "liggghts",
            Parameters::numbers(&[("youngsModulus", 70e9), ("poissonsRatio", 0.22), ("coefficientRestitution", 0.5)]),
        ),
        (
            "kratos",
            Parameters::numbers(&[
                ("YOUNG_MODULUS", 70e9),
                ("POISSON_RATIO", 0.22),
                ("COEFFICIENT_OF_RESTITUTION", 0.5),
            ]),
        ),
        (
            "edem",
            Parameters::numbers(&[("YoungsModulus", 70e9), ("PoissonsRatio", 0.22), ("CoefficientOfRestitution", 0.5)]),
        ),
    ];
    let off = asked.into_iter().filter(|(system, said)| {
        let force = speak(system, said, Reading::Corrected, &pair).contact.force(&pair).unwrap();
        (bend(force, &pair).K / hertz - 1.0).abs() > 1e-12
    });
    off.map(|(system, _)| system).collect()
}

#[test]
fn the_springs_are_those_of_hertz() {
    assert_eq!(off_in_stiffness(|force, _| force), Vec::<&str>::new());
}

#[test]
fn every_broken_dashpot_is_seen() {
    for &(what, bend) in DASHPOTS {
        let (documented, corrected) = (off_as_documented(bend), off_as_corrected(bend));
        println!("{what}\n    {} rows as documented, {} requests corrected", documented.len(), corrected.len());
        assert!(!corrected.is_empty(), "not seen: {what}");
        // One in a million is below what the tables are printed to.
        assert!(!documented.is_empty() || what.contains("million"), "not seen in the tables: {what}");
    }
}

#[test]
fn every_broken_spring_is_seen_in_every_system() {
    for &(what, bend) in SPRINGS {
        assert_eq!(off_in_stiffness(bend).len(), 10, "{what}");
    }
}
