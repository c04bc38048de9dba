//! Checks that a code of solid spheres can run a scene.

use crate::contact::ShearForce;
use crate::contact::shear::{Form, RollingForce};
use crate::scene::{Body, Scene, Shape};

/// Requires that all bodies move freely and, if it matters, are homogeneous spheres.
///
/// # Errors
/// The property of the scene that is not supported.
pub(crate) fn free(scene: &Scene) -> Result<(), String> {
    if scene.bodies.iter().any(|body| body.held && !body.is_wall()) {
        return Err("the engine has no held spheres".to_string());
    }
    if turns_hollow(scene) { Err("the engine has solid spheres only".to_string()) } else { Ok(()) }
}

/// Whether friction or rolling resistance may turn a sphere that is not solid.
pub(crate) fn turns_hollow(scene: &Scene) -> bool {
    let turns = |law: ShearForce| law.form != Form::Frictionless || law.rolling != RollingForce::None;
    scene.shear.is_some_and(turns) && !scene.kinematics.is_head_on() && scene.bodies.iter().any(is_hollow)
}

/// Whether it is a sphere with a moment of inertia other than `2/5 m r^2`.
pub(crate) fn is_hollow(body: &Body) -> bool {
    matches!(body.shape, Shape::Sphere { inertia_factor, .. } if (inertia_factor - 0.4).abs() > 1e-9)
}
