//! Conventions, line by line.

use collisionbench::contact::Contract;
use collisionbench::contact::damping::{Damping, Undamped};
use collisionbench::contact::normal::{Hertz, Normal};
use collisionbench::contact::{Contact, Ends};
use collisionbench::system::{Parameters, Reading, SYSTEMS};

use super::{glass, named, speak};

#[test]
fn every_system_fills_every_line() {
    for dialect in SYSTEMS {
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
        ["lever", "modulus at walls", "damping normalisation", "adhesion", "signs"],
        "both pull, both have a total spring"
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
        |system: &str, said: Parameters| speak(system, &said, Reading::AsDocumented, &pair).contract.ends.into_owned();
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
