//! A sphere that spins about the normal while it sticks to a wall: linear springs, in closed form.

use std::f64::consts::PI;

use collisionbench::collide::schemes::VelocityVerlet;
use collisionbench::collide::stepper::{Impact, Oblique, strike};
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::{Form, SpringRotation};

use crate::oblique::scenes::{SOFT, change, on_wall};
use crate::oblique::tangential;

const STIFFNESS: f64 = 2e3;
/// Of the tangential spring over that of the normal one.
const RATIO: f64 = 0.7;
const SPEED: f64 = 0.4;
const TANGENTIAL: f64 = 0.3;

fn spinning(spin: f64, rotation: SpringRotation) -> Scene {
    // It sticks to the end: what friction holds falls to zero there.
    let mut scene = on_wall(&SOFT, Form::Total, 1e13, [SPEED, TANGENTIAL]);
    scene.kinematics.spin[0] = [spin, 0.0, 0.0];
    if let Some(force) = &mut scene.force {
        (force.K, force.alpha, force.C) = (STIFFNESS, 1.0, 0.0);
    }
    change(scene, |shear| {
        (shear.S, shear.gamma, shear.rotation) = (RATIO * STIFFNESS, 0.0, rotation);
    })
}

/// Change of the velocity along the wall, m/s. The stretch `x` and the slip `s` as complex numbers: `x' = s + i W x`,
/// `s' = -(7/2) k/m x`, with `W` the spin at which the spring is carried round; over the half period of the normal spring.
fn theory(mass: f64, carried: f64) -> [f64; 2] {
    let duration = PI * (mass / STIFFNESS).sqrt();
    let free = (3.5 * RATIO * STIFFNESS / mass).sqrt();
    let half = 0.5 * carried;
    let root = (free * free + half * half).sqrt();
    // x = s0/root sin(root t) e^(i half t), and s = x' - i W x.
    let (sin, cos) = (root * duration).sin_cos();
    let (turn, along) = (half * duration).sin_cos();
    let (real, imaginary) = (cos, -half / root * sin);
    let slip = [along * real - turn * imaginary, turn * real + along * imaginary];
    [(slip[0] - 1.0) * TANGENTIAL * 2.0 / 7.0, slip[1] * TANGENTIAL * 2.0 / 7.0]
}

#[test]
fn the_spring_is_carried_by_half_the_spin_at_a_wall_or_stays() {
    for spin in [700.0, -2500.0] {
        for rotation in SpringRotation::ALL {
            let scene = spinning(spin, rotation);
            let mass = scene.bodies[0].mass;
            let [as_said, other] = match rotation {
                SpringRotation::NormalAndSpin => [0.5 * spin, 0.0],
                SpringRotation::Normal => [0.0, 0.5 * spin],
            }
            .map(|carried| theory(mass, carried));
            let found = tangential(&scene);
            let oblique = Oblique::of(&scene).unwrap();
            let dt = oblique.encounter.undamped_duration(scene.speed) / 2000.37;
            let stepped = strike(&VelocityVerlet, &oblique, &Impact { phase: 0.3, speed: scene.speed, dt });
            let stepped = stepped.unwrap().rebound.unwrap();
            for k in [1, 2] {
                let before = if k == 1 { TANGENTIAL } else { 0.0 };
                let off = (found.velocity[k].value - before - as_said[k - 1]).abs();
                assert!(off < 1e-10 * TANGENTIAL, "{rotation:?} {spin}, reference, {k}: {off:e}");
                let off = (stepped.velocity[k] - before - as_said[k - 1]).abs();
                assert!(off < 2e-3 * TANGENTIAL, "{rotation:?} {spin}, stepper, {k}: {off:e}");
            }
            // The other rule is seen.
            let off = (found.velocity[2].value - other[1]).abs();
            assert!(off > 1e-2 * TANGENTIAL, "{rotation:?} {spin}: the other rule is off by {off:e} only");
        }
    }
}
