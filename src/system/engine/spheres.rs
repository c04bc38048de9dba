//! Checks that a code of solid spheres can run a scene.

use crate::scene::{Scene, Shape};

/// Requires that all bodies move freely and, if it matters, are homogeneous spheres.
///
/// # Errors
/// The property of the scene that is not supported.
pub(crate) fn free(scene: &Scene) -> Result<(), String> {
    for body in &scene.bodies {
        let Shape::Sphere { inertia_factor, .. } = body.shape else { continue };
        if body.held {
            return Err("the engine has no held spheres".to_string());
        }
        if !scene.kinematics.is_head_on() && (inertia_factor - 0.4).abs() > 1e-9 {
            return Err("the engine has solid spheres only".to_string());
        }
    }
    Ok(())
}
