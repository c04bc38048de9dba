//! Where a collision has no ordinary end, or no answer at all: clear outcomes, never a hang.

use std::f64::consts::PI;
use std::time::{Duration, Instant};

use collisionbench::collide::collision::Outcome;
use collisionbench::collide::{self, CollisionError, SolveError};
use collisionbench::law::{Ends, PowerForce, achieved};

use crate::reference::{assert_meets, head_on, law, restitution, solved};

const K: f64 = 2e8;
const M: f64 = 3e-3;
const V: f64 = 1.3;

fn tsuji(z: f64, ends: Ends) -> PowerForce {
    law(1.5, K, 0.25, z * (5.0 * M * K).sqrt(), ends)
}

/// The dashpot that is `g` in scaled units.
fn scaled(alpha: f64, beta: f64, g: f64, ends: Ends) -> PowerForce {
    let length = (M * V * V / K).powf(1.0 / (alpha + 1.0));
    law(alpha, K, beta, g * M * V / length / (length.powf(beta) * V), ends)
}

fn alone(law: &PowerForce) -> f64 {
    collide::restitution(law, M, V, 1e-13).unwrap()
}

#[test]
fn an_over_damped_contact_that_may_pull_stays() {
    for z in [1.0, 1.001, 1.5, 30.0, 1e3, 1e6] {
        for law in [tsuji(z, Ends::ZeroOverlap), law(1.0, K, 0.0, 2.0 * z * (M * K).sqrt(), Ends::ZeroOverlap)] {
            let got = solved(&law, M, V);
            assert_eq!(got.outcome, Outcome::StaysInContact, "{z}");
            assert_eq!((got.end, got.zero_overlap), (None, None));
            assert!(got.turning.is_some() && got.samples.len() > 3);
            assert!((got.energy_dashpot.value / (0.5 * M * V * V) - 1.0).abs() < 1e-12);
            assert_eq!(alone(&law), 0.0);
        }
    }
    // Viscoelastic spheres always part in the end; with less than 1e-24 of the energy that is called staying.
    let stuck = scaled(1.5, 0.5, 1e4, Ends::ZeroOverlap);
    assert_eq!(solved(&stuck, M, V).outcome, Outcome::StaysInContact);
    assert_eq!(solved(&scaled(1.5, 0.5, 10.0, Ends::ZeroOverlap), M, V).outcome, Outcome::Separated);
}

#[test]
fn just_below_critical_damping_it_parts() {
    for z in [0.9, 0.97, 0.99] {
        let law = tsuji(z, Ends::ZeroOverlap);
        let e = (-PI * z / ((1.0 - z) * (1.0 + z)).sqrt()).exp();
        let got = restitution(&solved(&law, M, V), V);
        assert!((got.value - e).abs() <= got.uncertainty, "{z}: {got:?} against {e:e}");
        assert!((alone(&law) / e - 1.0).abs() < 1e-11, "{z}: {:e} against {e:e}", alone(&law));
    }
}

#[test]
fn clamped_contacts_reach_every_restitution() {
    for e in [1.0 - 1e-12, 1.0 - 1e-9, 0.999, 0.5, 1e-3, 1e-4, 1e-6, 1e-9] {
        for ends in [Ends::ForceClamped, Ends::ZeroForce] {
            let law = tsuji(achieved::damping_ratio(e, ends), ends);
            let got = restitution(&solved(&law, M, V), V);
            assert!((got.value / e - 1.0).abs() < 1e-11, "{e:e}: {got:?}");
            assert!((got.value - e).abs() <= got.uncertainty, "{e:e}: {got:?}");
            assert!((alone(&law) / e - 1.0).abs() < 1e-11, "{e:e}: {:e} alone", alone(&law));
        }
    }
}

/// Hunt & Crossley at any restitution: `lambda v - ln(1+lambda v) = -lambda e v - ln(1 - lambda e v)`, and with `x = lambda v`
/// the overlap is deepest where `K lambda^2 delta^(n+1)/((n+1) m) = x - ln(1+x)`.
#[test]
fn hunt_crossley_comes_out_at_every_end() {
    for e in [0.1, 1e-2, 1.001e-3] {
        for n in [1.0, 1.5, 2.0] {
            for ends in Ends::ALL {
                let x = achieved::hunt_crossley_number(e);
                let lambda = x / V;
                let law = law(n, K, n, lambda * K, ends);
                let got = solved(&law, M, V);
                let said = restitution(&got, V);
                assert!((said.value - e).abs() <= said.uncertainty, "{e:e} {n} {ends:?}: {said:?}");
                assert!((said.value / e - 1.0).abs() < 1e-11, "{e:e} {n} {ends:?}: {said:?}");
                assert!((alone(&law) / e - 1.0).abs() < 1e-11, "{e:e}: {:e} alone", alone(&law));
                let depth = ((n + 1.0) * M * (x - x.ln_1p()) / (K * lambda * lambda)).powf(1.0 / (n + 1.0));
                assert_meets("depth", got.turning.unwrap().overlap, depth, 1e-12);
                assert_meets("work", got.energy_dashpot, 0.5 * M * V * V * (1.0 - e * e), 1e-12);
                assert_meets("impulse", got.impulse, M * V * (1.0 + e), 1e-12);
                // The force is largest where d/dt (delta^n (1 + lambda v)) = 0: n v = lambda K delta^(n+1)/m.
                let peak = got.max_force.unwrap();
                let balance = n * peak.speed.value - lambda * K * peak.overlap.value.powf(n + 1.0) / M;
                assert!(balance.abs() < 1e-8 * n * V, "{e:e}: {peak:?}");
                assert!(got.samples.is_sorted_by(|a, b| a.time <= b.time));
            }
        }
    }
}

/// `F = K delta^n (1 + lambda v)` is computed up to `lambda v = 1000`; beyond it the bodies would creep apart at `1/lambda`.
#[test]
fn beyond_a_thousandth_of_the_speed_the_refusal_says_at_which_speed_it_begins() {
    for n in [1.0, 1.5, 2.0] {
        for ends in Ends::ALL {
            let lambda = 400.0;
            let law = law(n, K, n, lambda * K, ends);
            assert!((restitution(&head_on(&law, M, 2.499, 1e-12).unwrap(), 2.499).value * 999.6 - 1.0).abs() < 1e-9);
            for speed in [2.501, 1e3, 1e9] {
                let refused = head_on(&law, M, speed, 1e-12).unwrap_err();
                assert_eq!(collide::restitution(&law, M, speed, 1e-12).map_err(SolveError::from).unwrap_err(), refused);
                let SolveError::Collision(CollisionError::Creeps { fastest }) = refused else { panic!("{refused}") };
                assert!((fastest / (1000.0 / lambda) - 1.0).abs() < 1e-12, "{n} {ends:?}: {fastest}");
                assert!(refused.to_string().contains("computed up to 2.5 m/s"), "{refused}");
            }
        }
    }
}

#[test]
fn a_dashpot_that_jumps_at_touch_may_push_hardest_there() {
    for z in [0.3, 0.45, 0.499, 0.5, 0.501, 0.8, 2.0] {
        let c: f64 = 2.0 * z * (M * K).sqrt();
        let got = solved(&law(1.0, K, 0.0, c, Ends::ForceClamped), M, V).max_force.unwrap();
        if z >= 0.5 {
            assert_eq!(got.time.value, 0.0, "{z}");
            assert_meets(&format!("z = {z}"), got.force, c * V, 1e-14);
        } else {
            // x'/x = 2z/(1-4z^2), in units of w0: the maximum is inside.
            let w = (1.0 - z * z).sqrt();
            let time = (w / (z + 2.0 * z / (1.0 - 4.0 * z * z))).atan() / w * (M / K).sqrt();
            assert!((got.time.value / time - 1.0).abs() < 1e-10, "{z}: {:?} {time:e}", got.time);
            assert!(got.force.value > c * V);
        }
    }
}

#[test]
fn a_constant_dashpot_on_a_sphere_parts_or_stays() {
    // No closed form: the ledger closes, and a strong one holds.
    let weak = solved(&scaled(1.5, 0.0, 0.3, Ends::ZeroOverlap), M, V);
    let lost = 0.5 * M * V * V * (1.0 - restitution(&weak, V).value.powi(2));
    assert_meets("energy", weak.energy_dashpot, lost, 1e-12);
    assert_eq!(solved(&scaled(1.5, 0.0, 5.0, Ends::ZeroOverlap), M, V).outcome, Outcome::StaysInContact);
    assert_eq!(solved(&scaled(1.5, 0.0, 5.0, Ends::ForceClamped), M, V).outcome, Outcome::Separated);
}

#[test]
fn a_force_that_never_turns_the_bodies_round_is_told() {
    let never = SolveError::Collision(CollisionError::NeverTurns);
    for law in [scaled(1.5, 1.5, -1.5, Ends::ForceClamped), scaled(1.5, 2.5, -3.0, Ends::ForceClamped)] {
        assert_eq!(head_on(&law, M, V, 1e-12).unwrap_err(), never);
        assert_eq!(collide::restitution(&law, M, V, 1e-12).unwrap_err(), CollisionError::NeverTurns);
    }
    // Below that a source as steep as the spring is an ordinary collision.
    assert!(alone(&scaled(1.5, 1.5, -0.5, Ends::ForceClamped)) > 1.0);
}

#[test]
fn numbers_that_make_no_collision_are_refused() {
    let good = tsuji(0.1, Ends::ForceClamped);
    let spoilt = [
        PowerForce { K: -1.0, ..good },
        PowerForce { K: f64::NAN, ..good },
        PowerForce { K: 0.0, ..good },
        PowerForce { C: f64::INFINITY, ..good },
        PowerForce { alpha: 0.0, ..good },
        PowerForce { beta: -0.5, ..good },
        PowerForce { C: 1e308, ..good },
    ];
    for law in spoilt {
        assert!(head_on(&law, M, V, 1e-12).is_err(), "{law:?}");
    }
    for (m_star, speed) in
        [(0.0, 1.0), (1.0, 0.0), (f64::INFINITY, 1.0), (1.0, -2.0), (1.0, f64::NAN), (1e-300, 1e-300)]
    {
        assert!(matches!(
            head_on(&good, m_star, speed, 1e-12),
            Err(SolveError::Collision(CollisionError::Number { .. }))
        ));
    }
    for tolerance in [0.0, 1e-16, 0.5, -1.0, f64::NAN] {
        assert!(matches!(head_on(&good, M, V, tolerance), Err(SolveError::Collision(CollisionError::Tolerance(_)))));
    }
}

#[test]
#[ignore = "slow"]
fn nothing_takes_for_ever() {
    let mut extremes = Vec::new();
    for ends in Ends::ALL {
        for (alpha, beta) in
            [(1.5, 1.5), (1.5, 0.5), (1.5, 0.25), (1.0, 0.0), (1.5, 0.0), (1.5, 3.0), (1.1, 0.05), (4.0, 0.0)]
        {
            for g in [1e-300, 1e-30, 1e-9, 1e3, 1e6, 1e12, -1e-12, -1.0, -30.0, -1e6] {
                extremes.push(scaled(alpha, beta, g, ends));
            }
        }
    }
    for law in extremes {
        let start = Instant::now();
        let outcome = head_on(&law, M, V, 1e-10);
        let lean = collide::restitution(&law, M, V, 1e-10);
        assert!(start.elapsed() < Duration::from_secs(5), "{law:?} took {:?}", start.elapsed());
        if let Ok(got) = &outcome {
            let finite = got
                .samples
                .iter()
                .all(|s| s.time.is_finite() && s.overlap.is_finite() && s.speed.is_finite() && s.force.is_finite());
            assert!(finite && got.samples.is_sorted_by(|a, b| a.time <= b.time), "{law:?}");
            if let (Some(end), Ok(e)) = (got.end, lean) {
                let full = -end.speed.value / V;
                assert!((full - e).abs() <= 1e-8 * e + 3e-10, "{law:?}: {full:e} with all, {e:e} alone");
            }
        }
    }
}

/// The flow takes an exponent this near to a whole power for that power; what it changes is in the uncertainty.
#[test]
fn an_exponent_that_is_rounded_widens_the_uncertainty() {
    for (off, widened) in [(0.0, false), (1e-12, true)] {
        let alpha = 1.5 + off;
        let deepest =
            head_on(&law(alpha, K, 0.0, 0.0, Ends::ZeroOverlap), M, V, 1e-14).unwrap().turning.unwrap().overlap;
        let exact = (0.5 * (alpha + 1.0) * M * V * V / K).powf(1.0 / (alpha + 1.0));
        assert!((deepest.value - exact).abs() <= deepest.uncertainty, "{off:e}");
        assert_eq!(deepest.uncertainty > 1e-13 * exact, widened, "{:e}", deepest.uncertainty / exact);
    }
}

/// Where a strong dashpot lets the force fall to zero is badly conditioned: both integrators are off by as much, and the same
/// way, if they are asked for the same tolerance.
#[test]
fn a_loose_tolerance_covers_a_tight_one() {
    for (beta, g) in [(0.0, 24.426), (0.0, 16.05), (0.25, 25.63), (0.5, 25.92)] {
        let law = scaled(1.5, beta, g, Ends::ZeroForce);
        let end = |tolerance| head_on(&law, M, V, tolerance).unwrap().end.unwrap().time;
        let exact = end(1e-14);
        for tolerance in [1e-6, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12] {
            let loose = end(tolerance);
            let off = (loose.value - exact.value).abs();
            assert!(off <= loose.uncertainty + exact.uncertainty, "{beta} {g} {tolerance:e}: {off:e} {loose:?}");
        }
    }
}

/// Where a dashpot makes energy, a clamped force is zero at first: the work of the dashpot begins with the force.
#[test]
fn the_energy_that_a_clamped_dashpot_makes_is_that_of_the_speeds() {
    for (alpha, beta, C) in [(1.5, 0.25, -0.2), (1.0, 0.0, -0.1), (1.5, 0.5, -0.3)] {
        let law = PowerForce { K: 1.0, alpha, C, beta, reference_gap: 0.0, ends: Ends::ForceClamped };
        let e = collide::restitution(&law, 1.0, 1.0, 1e-13).unwrap();
        let lost = collide::loss(&law, 1.0, 1.0, 1e-13).unwrap();
        assert!(e > 1.01 && (lost - (1.0 - e) * (1.0 + e)).abs() < 1e-11, "{alpha} {beta}: {e} {lost}");
    }
}

/// The integration changes its units at the end of the contact where the restitution is 0.1, 0.01 or 0.001. The coefficient is that of the
/// closed form of Tsuji's dashpot.
#[test]
fn a_change_of_units_at_the_end_of_the_contact_costs_nothing() {
    for wanted in [0.1f64, 0.01, 0.001] {
        for off in (-40..=40).map(|k| f64::from(k) * 2.5e-12) {
            let L = -wanted.ln() * (1.0 + off);
            let C = L / L.hypot(PI) * 5f64.sqrt();
            let law = PowerForce { K: 1.0, alpha: 1.5, C, beta: 0.25, reference_gap: 0.0, ends: Ends::ZeroOverlap };
            let e = collide::restitution(&law, 1.0, 1.0, 1e-14).unwrap();
            assert!((e / (-L).exp() - 1.0).abs() < 1e-13, "{wanted} {off}: {e}");
        }
    }
}
