use std::f64::consts::PI;

use collisionbench::collide::SolveError;
use collisionbench::collide::advise::*;
use collisionbench::collide::schemes::VelocityVerlet;
use collisionbench::collide::stepper::{Encounter, Exact, StepError};
use collisionbench::law::tangential::StiffnessRatio;
use collisionbench::law::{Dashpot, Elastic, Ends, Pair, PowerForce, Side, Stiffness};

/// Rayleigh's equation `(2 - x^2)^2 = 4 sqrt(1 - x^2) sqrt(1 - x^2 k)`, `x = c_R/c_S`, `k = (1-2nu)/(2(1-nu))`.
fn rayleigh_speed(nu: f64) -> f64 {
    let k = (1.0 - 2.0 * nu) / (2.0 * (1.0 - nu));
    let excess = |x: f64| (2.0 - x * x).powi(2) - 4.0 * ((1.0 - x * x) * (1.0 - x * x * k)).sqrt();
    let (mut low, mut high) = (0.5, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if excess(middle) < 0.0 { low = middle } else { high = middle }
    }
    low
}

#[test]
fn the_rayleigh_time_travels_at_the_speed_of_rayleigh_waves() {
    for nu in [0.0, 0.1, 0.2, 0.3, 0.4, 0.5] {
        let (radius, density, E) = (2e-3, 2500.0f64, 70e9f64);
        let shear_speed = (E / (2.0 * (1.0 + nu)) / density).sqrt();
        let exact = PI * radius / (rayleigh_speed(nu) * shear_speed);
        assert!((rayleigh_time(radius, density, E, nu) / exact - 1.0).abs() < 4e-3, "{nu}");
    }
}

/// theory.md section 1: r = 1 mm, E/(1-nu^2) = 7.36e10, rho = 2500, u = 1.
#[test]
fn the_three_readings_of_hybrid_have_the_numbers_of_theory() {
    let R_star: f64 = 0.5e-3;
    let time = |reading| hybird_collision_time(reading, 7.36e10, 2500.0, R_star, 1.0);
    assert!((time(TimeReading::AsDocumented) / 279.0 - 1.0).abs() < 2e-3);
    assert!((time(TimeReading::RatioCorrected) / 5.66e-7 - 1.0).abs() < 1e-3);
    // What it should be is the Hertz duration of the same spheres.
    let mass = 2500.0 * 4.0 / 3.0 * PI * 1e-9;
    let force = PowerForce::new(
        Elastic { K: 4.0 / 3.0 * 3.68e10 * R_star.sqrt(), alpha: 1.5, reference_gap: 0.0 },
        Dashpot { C: 0.0, beta: 0.0 },
        Ends::ZeroForce,
    );
    let encounter = Encounter { force, m_star: 0.5 * mass };
    let hertz = encounter.undamped_duration(1.0);
    assert!((hertz / 6.01e-6 - 1.0).abs() < 1e-3);
    // C (32 pi/3)^(2/5) in place of 1.1, with C = 2.86826569919533 of tau = C (m*^2/(R* E*^2 v))^(1/5).
    assert!((hertz / time(TimeReading::RatioCorrected) * 1.1 / 11.686_670_994_122_458 - 1.0).abs() < 1e-12);
    let overlap = collisionbench::collide::stepper::undamped_overlap(&force, encounter.m_star, 1.0);
    let exact = Exact {
        restitution: 1.0,
        duration_to_zero_overlap: hertz,
        max_overlap: overlap,
        max_force: force.elastic(overlap),
    };
    let judged = |time| judge_tenth(&VelocityVerlet, &encounter, 1.0, &exact, time);
    assert!((judged(hertz).unwrap().steps_per_contact - 10.0).abs() < 1e-9);
    let slow = judged(time(TimeReading::RatioCorrected)).unwrap();
    assert!((slow.steps_per_contact - 106.2).abs() < 0.1);
    // theory.md section 6 at 100 steps: 5.0e-6, 5.2e-5, 9.2e-5.
    for (error, wanted) in slow.errors.iter().zip([5.0e-6, 5.2e-5, 9.2e-5]) {
        assert!(error.worst < 1.15 * wanted, "{} {wanted}", error.worst);
    }
    assert!(matches!(judged(time(TimeReading::AsDocumented)), Err(SolveError::Step(StepError::TooCoarse { .. }))));
}

#[test]
fn softening_follows_the_power_law() {
    let force = PowerForce::new(
        Elastic { K: 2e9, alpha: 1.5, reference_gap: 0.0 },
        Dashpot { C: 0.0, beta: 0.0 },
        Ends::ZeroForce,
    );
    let encounter = Encounter { force, m_star: 1e-3 };
    let softened = soften(&encounter, 1.0, 1e-3, &[10.0, 100.0, 1000.0]);
    for (found, wanted) in softened.iter().zip([2.511_886_431_509_58, 6.309_573_444_801_93, 15.848_931_924_611_1]) {
        assert!((found.grows / wanted - 1.0).abs() < 1e-12);
        let soft = Encounter { force: PowerForce { K: 2e9 / found.factor, ..force }, ..encounter };
        assert!((soft.undamped_duration(1.0) / found.duration - 1.0).abs() < 1e-12);
    }
}

#[test]
fn the_tangential_ratio_is_that_of_equal_materials() {
    for E in [70e9, 70e6] {
        let side =
            Side { radius: 1e-3, mass: 1e-3, stiffness: Stiffness::Elastic { young_modulus: E, poisson_ratio: 0.3 } };
        let ratio = StiffnessRatio::of_mindlin(&Pair::new(&side, &side)).unwrap();
        assert!((ratio - 2.0 * 0.7 / 1.7).abs() < 1e-14);
    }
}
