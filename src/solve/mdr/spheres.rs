//! The spheres of a scene as input of the method of dimensionality reduction.

use crate::contact::history::Spheres;
use crate::scene::Scene;
use crate::solve::SolveError;

/// The spheres of a scene, whatever the form of its tangential law.
pub fn spheres(scene: &Scene) -> Result<Spheres, SolveError> {
    let refused = |why: &str| SolveError::Refused(why.to_string());
    let Some(shear) = &scene.shear else {
        return Err(refused("mdr needs a friction, [contact.tangential.*] with `friction`"));
    };
    if shear.friction <= 0.0 {
        return Err(refused("mdr needs a friction above 0: without it nothing happens along the contact"));
    }
    let (Some(E_star), Some(G_star)) = (scene.pair.E_star, scene.pair.G_star) else {
        return Err(refused("mdr needs the moduli of the bodies, `young_modulus` and `poisson_ratio`"));
    };
    let R_star = scene.pair.R_star;
    let hertz = 4.0 / 3.0 * E_star * R_star.sqrt();
    let force = scene.power()?;
    if force.alpha != 1.5 || (force.K / hertz - 1.0).abs() > 1e-9 || force.reference_gap != 0.0 {
        return Err(refused("mdr is the theory of the spheres of Hertz: the elastic normal force is not theirs"));
    }
    Ok(Spheres { E_star, G_star, R_star, friction: shear.friction })
}
