//! The oblique reference against theory: tables, closed forms, conservation, and a second way of integrating.

#![allow(non_snake_case, reason = "as in the library: a formula reads like the paper")]

mod branched;
mod brute;
mod conserved;
mod dashpots;
mod dry;
mod engines;
mod fading;
mod honest;
mod judge;
mod lean;
pub mod narrow;
mod random;
mod rings;
mod rolls;
mod scenes;
mod short_steps;
mod space;
mod space_random;
mod steppers;
mod table;
mod thresholds;
mod turning;
mod twins;
mod twirl;

use collisionbench::collide::reference::solve;
use collisionbench::collide::trajectory::{TangentialResult, Trajectory};
use collisionbench::law::scene::Scene;

/// The tolerance the reference is judged at.
const TOLERANCE: f64 = 1e-12;

fn solved(scene: &Scene) -> Trajectory {
    solve(scene, TOLERANCE).unwrap_or_else(|error| panic!("{:?}: {error}", scene.shear))
}

/// The same in three dimensions: where its motion is planar, with a spin about the normal that is too small to turn anything.
fn spatial(scene: &Scene) -> Scene {
    let mut spatial = scene.clone();
    if spatial.kinematics.is_planar() {
        spatial.kinematics.spin[0][0] = f64::MIN_POSITIVE;
    }
    assert!(!spatial.kinematics.is_planar());
    spatial
}

fn tangential(scene: &Scene) -> TangentialResult {
    solved(scene).tangential.expect("it separates")
}
