//! Closed forms: power laws, constant restitution at any exponent, Hunt & Crossley.

use std::f64::consts::PI;

use collisionbench::collide;
use collisionbench::collide::trajectory::Trajectory;
use collisionbench::collide::viscous::viscous_number;
use collisionbench::law::{Ends, PowerForce, achieved};

use crate::reference::{assert_meets, law, restitution, solved};

const EXPONENTS: [f64; 6] = [1.0, 1.1, 1.3, 1.5, 1.7, 2.0];
const K: f64 = 2.3e6;
const M: f64 = 4.1e-3;
const V: f64 = 0.7;

#[test]
fn elastic_power_laws() {
    for n in EXPONENTS {
        let got = solved(&law(n, K, 0.0, 0.0, Ends::ForceClamped), M, V);
        let deepest = ((n + 1.0) * M * V * V / (2.0 * K)).powf(1.0 / (n + 1.0));
        let i = 1.0 / (n + 1.0);
        let duration = 2.0 * PI.sqrt() * i * libm::tgamma(i) / libm::tgamma(0.5 + i) * deepest / V;
        assert_meets(&format!("n = {n}: restitution"), restitution(&got, V), 1.0, 1e-12);
        assert_meets(&format!("n = {n}: max overlap"), got.turning.unwrap().overlap, deepest, 1e-12);
        assert_meets(&format!("n = {n}: time of max overlap"), got.turning.unwrap().time, 0.5 * duration, 1e-12);
        assert_meets(&format!("n = {n}: duration"), got.end.unwrap().time, duration, 1e-12);
        assert_meets(&format!("n = {n}: max force"), got.max_force.unwrap().force, K * deepest.powf(n), 1e-12);
    }
}

/// Damping `C delta^((n-1)/2) v` of ratio z.
fn constant(n: f64, z: f64, ends: Ends) -> PowerForce {
    law(n, K, 0.5 * (n - 1.0), z * (2.0 * (n + 1.0) * M * K).sqrt(), ends)
}

fn alone(law: &PowerForce) -> f64 {
    collide::restitution(law, M, V, 1e-13).unwrap()
}

#[test]
fn restitution_is_that_of_the_linear_dashpot_at_every_exponent() {
    for n in EXPONENTS {
        for z in [0.01f64, 0.2, 0.6, 0.9] {
            let root = ((1.0 - z) * (1.0 + z)).sqrt();
            for (ends, e) in [
                (Ends::ZeroOverlap, (-PI * z / root).exp()),
                (Ends::ForceClamped, (-2.0 * z.acos() * z / root).exp()),
                (Ends::ZeroForce, (-2.0 * z.acos() * z / root).exp()),
            ] {
                let law = constant(n, z, ends);
                let what = format!("n = {n}, z = {z}, {}", ends.word());
                assert_meets(&what, restitution(&solved(&law, M, V), V), e, 1e-12);
                assert!((alone(&law) / e - 1.0).abs() < 1e-12, "{what}: {} alone", alone(&law));
            }
        }
        for z in [1.0, 1.5, 4.0] {
            // z = cosh u: e = exp(-2 u coth u), which is exp(-2) for z = 1.
            let u: f64 = f64::acosh(z);
            let e = if u == 0.0 { (-2f64).exp() } else { (-2.0 * u / u.tanh()).exp() };
            for ends in [Ends::ForceClamped, Ends::ZeroForce] {
                let law = constant(n, z, ends);
                assert_meets(
                    &format!("n = {n}, z = {z}, {}", ends.word()),
                    restitution(&solved(&law, M, V), V),
                    e,
                    1e-12,
                );
                assert!((alone(&law) / e - 1.0).abs() < 1e-12, "n = {n}, z = {z}: {} alone", alone(&law));
            }
        }
    }
}

#[test]
fn a_law_that_feeds_energy_is_the_damped_one_run_backwards() {
    for n in EXPONENTS {
        for z in [0.01, 0.2, 0.6] {
            for ends in Ends::ALL {
                let (taken, given) = (constant(n, z, ends), constant(n, -z, ends));
                let e = restitution(&solved(&taken, M, V), V);
                let fed = restitution(&solved(&given, M, V), V);
                assert_meets(&format!("n = {n}, z = -{z}, {}", ends.word()), fed, 1.0 / e.value, 1e-12);
                assert!((alone(&given) * alone(&taken) - 1.0).abs() < 1e-12);
            }
        }
    }
    // The whole course, mirrored in time: start at the speed the damped one ends with.
    let damped = solved(&constant(1.5, 0.3, Ends::ForceClamped), M, V);
    let e = restitution(&damped, V).value;
    let fed = solved(&constant(1.5, -0.3, Ends::ForceClamped), M, e * V);
    assert_meets("speed", restitution(&fed, V), 1.0, 1e-12);
    assert_meets("overlap", fed.turning.unwrap().overlap, damped.turning.unwrap().overlap.value, 1e-12);
    assert_meets("force", fed.max_force.unwrap().force, damped.max_force.unwrap().force.value, 1e-12);
    assert_meets("duration", fed.end.unwrap().time, damped.end.unwrap().time.value, 1e-12);
    assert_meets("dashpot", fed.energy_dashpot, -damped.energy_dashpot.value, 1e-12);
}

/// Restitution of Hunt & Crossley: `x - ln(1+x) = -e x - ln(1 - e x)`, by bisection.
fn hunt_crossley(x: f64) -> f64 {
    let wanted = x - x.ln_1p();
    let (mut low, mut high) = (0.0, x.min(1.0));
    for _ in 0..200 {
        let y = 0.5 * (low + high);
        if -y - (-y).ln_1p() < wanted { low = y } else { high = y }
    }
    low / x
}

#[test]
fn hunt_and_crossley() {
    for n in [1.0, 1.1, 1.5, 2.0] {
        for x in [0.1, 0.5, 1.0, 3.0, 10.0] {
            let e = hunt_crossley(x);
            for ends in Ends::ALL {
                let law = law(n, K, n, K * x / V, ends);
                let got: Trajectory = solved(&law, M, V);
                assert_meets(&format!("n = {n}, lambda v = {x}, {}", ends.word()), restitution(&got, V), e, 1e-12);
                assert!((alone(&law) / e - 1.0).abs() < 1e-12);
                assert_eq!(got.zero_force, None, "the force is zero only where the overlap is");
                assert_eq!(got.end, got.zero_overlap);
            }
            let back = achieved::hunt_crossley_number(e);
            assert!((back / x - 1.0).abs() < 1e-13 / (1.0 - e), "{back} for {x}");
        }
    }
}

#[test]
fn viscous_numbers_achieve_what_they_are_asked_for() {
    for n in [1.3, 1.5, 2.0] {
        for ends in Ends::ALL {
            for e in [0.999, 0.9, 0.5, 0.1, 0.01] {
                let b = viscous_number(e, n, ends).unwrap();
                let T = (M * V * V / K).powf(1.0 / (n + 1.0)) / V;
                let law = law(n, K, n - 1.0, b * T * K, ends);
                assert_meets(
                    &format!("n = {n}, e = {e}, {}", ends.word()),
                    restitution(&solved(&law, M, V), V),
                    e,
                    1e-12,
                );
            }
        }
    }
}
