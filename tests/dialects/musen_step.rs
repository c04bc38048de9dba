//! MUSEN's page step by step: X1 to X5 by number.

#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::f64::consts::PI;

use super::pages::musen::Geometry;
use super::pages::musen_step::{
    Contact, carried, equivalent_shear_modulus, harmonic_shear_modulus, projected, rolling, rolling_as_printed, step,
};
use collisionbench::codes::Reading;
use nalgebra::{Rotation3, Vector3};

use super::{close, near};

const MADE: Contact = Contact { young: [1e6; 2], poisson: [0.3; 2], sliding: 0.5, rolling: 0.01 };

/// r = 1 and 1, d = 1.9, turning as one body about its centre of mass.
fn turning(w: Vector3<f64>) -> Geometry {
    let centres = [Vector3::new(-0.95, 0.0, 0.0), Vector3::new(0.95, 0.0, 0.0)];
    Geometry { centres, radii: [1.0, 1.0], velocities: centres.map(|c| w.cross(&c)), spins: [w, w] }
}

/// k_t = 8 G* sqrt(R* xi), G* = G/(2(2-nu)), R* = 1/2, xi = 0.1; F = 4/3 E* sqrt(R*) xi^1.5.
fn stiffness() -> f64 {
    8.0 * 1e6 / (2.0 * 1.3) / (2.0 * 1.7) * (0.5f64 * 0.1).sqrt()
}

#[test]
fn x1_a_pair_that_turns_as_one_body_gets_no_force() {
    let pair = turning(Vector3::new(0.0, 0.0, 3.0));
    let none = (Vector3::zeros(), pair.normal());
    let dt = 1e-6;
    let right = step(&MADE, &pair, none, dt, Reading::Corrected);
    near(right.tangential.norm(), 0.0, 1e-12, "corrected");
    let printed = step(&MADE, &pair, none, dt, Reading::AsDocumented);
    close(printed.tangential.norm(), 11.4 * stiffness() * dt, 1e-12, "X1");
    let hertz = 4.0 / 3.0 * 1e6 / (2.0 * 0.91) * 0.5f64.sqrt() * 0.1f64.powf(1.5);
    close(right.normal.norm(), hertz, 1e-12, "F_n");
    assert_eq!(right.forces()[0], -right.forces()[1]);
}

/// Per unit of the tangential force dL/dt is -1.9 as printed and 0 corrected, with everything of a step together.
#[test]
fn x2_a_step_keeps_the_angular_momentum() {
    let mut pair = turning(Vector3::zeros());
    pair.velocities = [Vector3::zeros(), Vector3::new(0.0, 0.3, 0.0)];
    let smooth = Contact { rolling: 0.0, ..MADE };
    let none = (Vector3::zeros(), pair.normal());
    let rate = |reading| {
        // Without spin the printed rolling moment is 0/0, so the moments of the page are taken alone.
        let acting = step(&smooth, &pair, none, 1e-6, reading);
        let moments = match reading {
            Reading::AsDocumented => pair.moments_as_printed(acting.tangential),
            Reading::Corrected => acting.moments,
        };
        let along = pair.normal().cross(&acting.tangential) / acting.tangential.norm();
        pair.angular_momentum_rate(acting.tangential, moments).dot(&along) / acting.tangential.norm()
    };
    near(rate(Reading::AsDocumented), -1.9, 1e-12, "X2");
    near(rate(Reading::Corrected), 0.0, 1e-12, "corrected");
}

/// X3: what turns as one body does not roll. As printed both spins are braked: 2 mu_ro F r is taken from L.
#[test]
fn x3_rolling_is_relative_and_a_pair() {
    let pair = turning(Vector3::new(0.0, 0.0, 3.0));
    let [one, two] = rolling_as_printed(0.01, 100.0, &pair);
    near((one + two).z, -2.0, 1e-12, "X3: 2 x 0.01 x 100 N x 1 m");
    assert_eq!(rolling(0.01, 100.0, &pair), [Vector3::zeros(); 2]);
    let still = turning(Vector3::zeros());
    assert!(rolling_as_printed(0.01, 100.0, &still)[0].x.is_nan(), "X3: 0/0 without spin");
    // Not objective: the same roll seen from a frame that turns with body 2.
    let mut rolls = turning(Vector3::zeros());
    rolls.spins = [Vector3::new(0.0, 0.0, 5.0), Vector3::new(0.0, 0.0, 3.0)];
    let mut seen = rolls;
    seen.spins = rolls.spins.map(|w| w - Vector3::new(0.0, 0.0, 3.0));
    assert_eq!(rolling(0.01, 100.0, &rolls), rolling(0.01, 100.0, &seen));
    assert_ne!(rolling_as_printed(0.01, 100.0, &rolls)[1].z, rolling_as_printed(0.01, 100.0, &seen)[1].z);
    let [one, two] = rolling(0.01, 100.0, &rolls);
    near(one.z, -0.5, 1e-14, "mu_ro F R*");
    assert_eq!(one, -two);
    // Twist about the normal is no roll.
    rolls.spins = [Vector3::new(5.0, 0.0, 0.0), Vector3::zeros()];
    assert_eq!(rolling(0.01, 100.0, &rolls), [Vector3::zeros(); 2]);
}

/// X4: G* as its E* suggests is 2 - nu times that of Mindlin: 1.7 at 0.3.
#[test]
fn x4_which_shear_modulus() {
    close(harmonic_shear_modulus(&MADE) / equivalent_shear_modulus(&MADE), 1.7, 1e-14, "X4");
    let G = 1e6 / 2.6;
    close(equivalent_shear_modulus(&MADE), G / (2.0 * 1.7), 1e-14, "(2-nu)/G twice");
}

/// How a force is taken from one step to the next.
type Carry = fn(Vector3<f64>, Vector3<f64>, &Geometry, f64) -> Vector3<f64>;

/// X5: the force has to turn with the bodies. A twist by 60 deg leaves the projected one off by its own size.
#[test]
fn x5_the_history_forgets_the_twist() {
    let old = Vector3::new(0.0, 2.0, 0.0);
    let from = Vector3::x();
    let twisting = turning(Vector3::new(PI / 3.0, 0.0, 0.0));
    let turned = Rotation3::from_scaled_axis(Vector3::new(PI / 3.0, 0.0, 0.0)) * old;
    near((carried(old, from, &twisting, 1.0) - turned).norm(), 0.0, 1e-14, "corrected");
    near((projected(old, twisting.normal()) - turned).norm(), 2.0, 1e-14, "X5: 2 x 2 sin(30 deg)");
    // A tilt alone: both follow it, and keep the magnitude.
    let tilt = Rotation3::from_scaled_axis(Vector3::new(0.0, 0.0, 0.3));
    let mut tilted = turning(Vector3::new(0.0, 0.0, 0.3));
    tilted.centres = tilted.centres.map(|c| tilt * c);
    for found in [projected(old, tilted.normal()), carried(old, from, &tilted, 1.0)] {
        near((found - tilt * old).norm(), 0.0, 1e-14, "tilt");
    }
    // Any turn, in small steps: exact as the steps get small, which the projection is not.
    let spin = Vector3::new(0.4, -0.3, 0.5);
    let missed = |carry: Carry, steps: u32| {
        let dt = 1.0 / f64::from(steps);
        let (mut force, mut normal) = (old, from);
        for i in 1..=steps {
            let turn = Rotation3::from_scaled_axis(spin * dt * f64::from(i));
            let mut now = turning(spin);
            now.centres = now.centres.map(|c| turn * c);
            force = carry(force, normal, &now, dt);
            normal = now.normal();
        }
        (force - Rotation3::from_scaled_axis(spin) * old).norm()
    };
    let printed: Carry = |old, _, geometry, _| projected(old, geometry.normal());
    assert!(missed(carried, 1000) < 1e-3, "{}", missed(carried, 1000));
    assert!(missed(printed, 1000) > 0.3, "{}", missed(printed, 1000));
}
