//! What codes of solid spheres need of a scene, or say they cannot run.

use crate::scene::{Scene, Shape};

/// Spheres that fly freely and, where that matters, are solid.
///
/// # Errors
/// What the scene has instead.
pub(crate) fn free(scene: &Scene) -> Result<(), String> {
    for body in &scene.bodies {
        let Shape::Sphere { inertia_factor, .. } = body.shape else { continue };
        if body.held {
            return Err("the engine has no held spheres".to_string());
        }
        if !scene.meeting.is_head_on() && (inertia_factor - 0.4).abs() > 1e-9 {
            return Err("the engine has solid spheres only".to_string());
        }
    }
    Ok(())
}
