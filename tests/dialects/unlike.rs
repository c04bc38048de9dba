//! Conversions for unlike bodies, and of what a code does not have at all.

use collisionbench::codes::convert::ConvertedSide;
use collisionbench::codes::{Code, Parameters, Preserve, Reading, convert};
use collisionbench::law::{Pair, Side, Stiffness};

use super::{close, glass, named};

fn as_run(name: &str) -> (&'static Code, Reading) {
    (named(name), named(name).in_use)
}

/// HYBIRD has one modulus, and LAMMPS gives a wall that of the sphere: beside unlike bodies the parameters have the modulus with
/// which their own formulas, `4/3 E/(2 (1 - nu^2)) sqrt(R*)`, have the stiffness of the pair.
#[test]
fn a_code_with_one_modulus_is_given_that_of_the_pair() {
    let elastic = |young_modulus, poisson_ratio| Stiffness::Elastic { young_modulus, poisson_ratio };
    let ball = |stiffness| Side { radius: 2e-3, mass: 8e-5, stiffness };
    let wall = Side { radius: f64::INFINITY, mass: f64::INFINITY, stiffness: Stiffness::Rigid };
    let on_wall = Pair::new(&ball(elastic(5e9, 0.3)), &wall);
    let unlike = Pair::new(&ball(elastic(70e9, 0.22)), &ball(elastic(1e9, 0.22)));
    let hybird = Parameters::new(vec![("restitution", 0.5)], &[("contactModel", "HERTZIAN")]);
    let woo = Parameters::numbers(&[("en", 0.5)]);
    let of = |side: &ConvertedSide, radius: f64| {
        let keys = if side.system == "hybird" { ["youngMod", "poisson"] } else { ["E", "nu"] };
        let [young, nu] =
            keys.map(|key| side.params.numbers.get(key).unwrap_or_else(|| panic!("{}: {key}", side.system)));
        4.0 / 3.0 * young / (2.0 * (1.0 - nu * nu)) * radius.sqrt()
    };
    let held = |from: &str, said: &Parameters, to: &str, pair: &Pair| {
        convert(as_run(from), said, as_run(to), pair, Preserve::ForceLaw).unwrap()
    };
    let there = held("hybird", &hybird, "lammps", &on_wall);
    let wanted = 4.0 / 3.0 * 5e9 / (1.0 - 0.09) * 2e-3f64.sqrt();
    for side in [&there.from, &there.to] {
        close(of(side, 2e-3), wanted, 1e-12, side.system);
    }
    assert!(there.warnings.iter().any(|line| line.starts_with("lammps: one body is rigid")), "{:?}", there.warnings);
    let there = held("woo", &woo, "hybird", &unlike);
    let wanted = 4.0 / 3.0 / ((1.0 - 0.0484) / 70e9 + (1.0 - 0.0484) / 1e9) * 1e-3f64.sqrt();
    close(of(&there.to, 1e-3), wanted, 1e-12, "unlike spheres");
    // A material of its own for each body, and like bodies, need none.
    assert_eq!(held("hybird", &hybird, "yade", &on_wall).to.params.numbers.get("young"), None);
    let like = Pair::new(&ball(elastic(5e9, 0.3)), &ball(elastic(5e9, 0.3)));
    assert_eq!(held("woo", &woo, "hybird", &like).to.params.numbers.get("youngMod"), None);
}

/// What fails when the restitution is to be kept is not the end of contact, which changes then.
#[test]
fn a_restitution_that_cannot_be_kept_is_refused_for_its_own_reason() {
    let refused = |from: &str, said: &Parameters, to: &str| {
        let keep = Preserve::Restitution { at_speed: Some(1.0) };
        convert(as_run(from), said, as_run(to), &glass(), keep).unwrap_err()
    };
    // Restitutions of 0.048 and of nearly 1 are beyond the formulas of HYBIRD and of Kratos (K2).
    let strong = Parameters::numbers(&[("dissipation", 1.8802)]);
    let steep = Parameters::numbers(&[("dp_nratio", 0.5417), ("hz_alpha", 1.25)]);
    let weak = Parameters::numbers(&[("eta_n0", 1e5)]);
    for (from, said, to, reason) in [
        ("mercurydpm", &strong, "hybird", "cannot give a damping ratio"),
        ("pfc", &steep, "hybird", "no spring with exponent 1.25"),
        ("lammps", &weak, "kratos", "Thornton's fit goes from"),
    ] {
        let error = refused(from, said, to);
        assert!(error.message.contains(reason), "{from} to {to}: {}", error.message);
        assert!(
            !error.help.iter().any(|help| help.contains("keep the restitution")),
            "{from} to {to}: {:?}",
            error.help
        );
    }
}
