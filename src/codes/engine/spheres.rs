//! Checks that a code of solid spheres can run a scene.

use crate::law::scene::Scene;

/// Requires that all bodies move freely and, if it matters, are homogeneous spheres.
///
/// # Errors
/// The property of the scene that is not supported.
pub(crate) fn free(scene: &Scene) -> Result<(), String> {
    if scene.bodies.iter().any(|body| body.held && !body.is_wall()) {
        return Err("the engine has no held spheres".to_string());
    }
    if scene.turns_hollow() { Err("the engine has solid spheres only".to_string()) } else { Ok(()) }
}
