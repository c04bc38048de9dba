use collisionbench::codes::differences::*;
use collisionbench::codes::{Parameters, find};
use collisionbench::law::{Pair, PowerForce, Side, Stiffness};

/// No parameter opens the door for another: not an undamped contact, whose coefficient is 0, and not a switch.
#[test]
fn a_force_that_is_a_little_off_is_not_kept() {
    let glass = Stiffness::Elastic { young_modulus: 70e9, poisson_ratio: 0.22 };
    let ball = Side { radius: 2e-3, mass: 8.4e-5, stiffness: glass };
    let pair = Pair::new(&ball, &ball);
    let one = |key: &'static str, value: f64| Parameters::numbers(&[(key, value)]);
    for (system, parameters) in [
        ("lammps", one("eta_n0", 0.0).with_word("damping", "velocity")),
        ("lammps", one("e", 0.1).with_word("damping", "tsuji")),
        ("liggghts", one("coefficientRestitution", 1.0)),
        ("liggghts", one("coefficientRestitution", 0.5)),
        ("kratos", one("COEFFICIENT_OF_RESTITUTION", 0.999)),
        ("kratos", one("COEFFICIENT_OF_RESTITUTION", 0.1)),
        ("yade", one("betan", 0.0)),
    ] {
        let system = find(system).unwrap();
        let there = system.contact(&parameters, system.in_use, &pair).unwrap().contact.force(&pair).unwrap();
        let held = |force: PowerForce| has_force(&force, system, &parameters, &pair).unwrap();
        let name = system.name();
        assert!(held(there), "{name} {parameters:?}");
        for by in [1e-11, 1e-6, 0.5] {
            assert!(!held(PowerForce { K: there.K * (1.0 + by), ..there }), "{name} {parameters:?}: K off by {by}");
            let C = if there.C == 0.0 { by } else { there.C * (1.0 + by) };
            assert!(!held(PowerForce { C, ..there }), "{name} {parameters:?}: C off by {by}");
        }
    }
}
