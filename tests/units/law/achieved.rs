use std::f64::consts::{FRAC_PI_2, PI};

use collisionbench::collide::viscous::viscous_number;
use collisionbench::law::Ends;
use collisionbench::law::achieved::*;

/// e, z (zero overlap), z (clamped), from the closed forms at 40 digits.
#[allow(clippy::excessive_precision, reason = "digits as they were computed")]
const RATIOS: [[f64; 3]; 7] = [
    [0.99, 3.1991048912562849e-3, 3.2056468495432236e-3],
    [0.9, 0.033518449105676372, 0.034265204126232761],
    [0.7, 0.11280845069358129, 0.12221474778772474],
    [0.5, 0.21545376196624678, 0.25527563764865181],
    [0.3, 0.35785713050331665, 0.49723939469929436],
    [0.1, 0.59115503379889751, 1.2431878510137803],
    [0.01, 0.82608505461395710, 4.8069418017796574],
];

fn near(a: f64, b: f64, within: f64) {
    assert!((a / b - 1.0).abs() <= within, "{a:e} against {b:e}: {:e}", a / b - 1.0);
}

#[test]
fn ratios_are_those_of_forty_digits() {
    for [e, full, clamped] in RATIOS {
        near(damping_ratio(e, Ends::ZeroOverlap), full, 4e-15);
        near(damping_ratio(e, Ends::ForceClamped), clamped, 4e-15);
        near(damping_ratio(e, Ends::ZeroForce), clamped, 4e-15);
    }
}

#[test]
fn the_clamped_ratio_has_its_marks() {
    near(damping_ratio((-2f64).exp(), Ends::ForceClamped), 1.0, 1e-15);
    near(damping_ratio((-FRAC_PI_2).exp(), Ends::ForceClamped), 0.5f64.sqrt(), 1e-15);
    assert_eq!(damping_ratio(1.0, Ends::ForceClamped), 0.0);
    // Towards e = 1 both go as -ln e/pi, the clamped one 2/pi^2 of that more: p = l + 2 l^2/pi, l = -ln e/pi.
    let l = -(1.0f64 - 1e-7).ln() / PI;
    near(damping_ratio(1.0 - 1e-7, Ends::ForceClamped), l + 2.0 * l * l / PI, 1e-14);
}

#[test]
fn ratio_and_restitution_are_inverse_of_each_other() {
    for ends in Ends::ALL {
        for k in 0..600 {
            // From 1e-12 up, crowded towards 1.
            let e = (-27.6 * (f64::from(k) / 600.0).powi(3)).exp();
            let z = damping_ratio(e, ends);
            let back = restitution_of_ratio(z, ends);
            // An error of z is magnified by dL/dz.
            let within = 1e-14 * (1.0 + e.ln().powi(2) * if ends.pulls() { e.ln().abs() } else { 1.0 });
            near(back, e, within);
            near(restitution_of_ratio(-z, ends), 1.0 / back, 1e-15);
        }
    }
}

/// e (the double, not the decimal) and lambda v, by bisection at 60 digits.
#[allow(clippy::excessive_precision, reason = "digits as they were computed")]
const HUNT_CROSSLEY: [[f64; 2]; 7] = [
    [0.999999, 1.5000015000444836e-6],
    [0.999, 0.0015015013512010866],
    [0.9, 0.16648195068530806],
    [0.85, 0.26400940608340982],
    [0.5, 1.432750533271375],
    [0.1, 9.9981593974956673],
    [0.01, 99.999999999999998],
];

#[test]
fn hunt_crossley_numbers_are_those_of_sixty_digits() {
    for [e, x] in HUNT_CROSSLEY {
        near(hunt_crossley_number(e), x, 1e-14);
    }
    assert_eq!(hunt_crossley_number(1.0), 0.0);
    // Both branches where they meet.
    near(gentle_hunt_crossley(0.85), hunt_crossley_number(0.85), 1e-13);
}

#[test]
fn viscous_numbers_are_those_of_the_linear_dashpot() {
    // n = 1: b = 2z.
    for ends in [Ends::ZeroOverlap, Ends::ForceClamped] {
        for e in [0.999, 0.9, 0.5, 0.1] {
            let b = viscous_number(e, 1.0, ends).unwrap();
            near(b, 2.0 * damping_ratio(e, ends), 2e-14 / (1.0 - e) + 2e-14);
        }
    }
}

#[test]
fn viscous_numbers_are_those_of_the_series() {
    // e = 1 - 1.15344885809529 b + 0.798266560944795 b^2 + ...
    let e = 1.0 - 1e-4;
    let b = viscous_number(e, 1.5, Ends::ZeroForce).unwrap();
    let h2 = 1.153_448_858_095_288_8;
    let series = 1.0 - h2 * b + 0.6 * h2 * h2 * b * b + 4.0 / 15.0 * b.powf(2.5);
    assert!((series - e).abs() < 1e-12, "{}", series - e);
}
