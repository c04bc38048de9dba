//! What codes of solid spheres need of a scene, or say they cannot run.

use crate::contact::shear::{FrictionLimit, Levers, RollingForce};
use crate::contact::{Ends, ShearForce};
use crate::scene::{Scene, Shape};
use crate::system::Parameters;

/// Relative difference below which two stiffnesses are the same number, worked out twice.
const SAME: f64 = 1e-12;

/// Spheres that fly freely and, where that matters, are solid.
///
/// # Errors
/// What the scene has instead.
pub(crate) fn free(scene: &Scene) -> Result<(), String> {
    for body in &scene.bodies {
        let Shape::Sphere { inertia_factor, .. } = body.shape else { continue };
        if body.held {
            return Err("it runs no spheres that are held".to_string());
        }
        if !scene.meeting.is_head_on() && (inertia_factor - 0.4).abs() > 1e-9 {
            return Err("its spheres are solid".to_string());
        }
    }
    Ok(())
}

/// Young's modulus (Pa) and Poisson's ratio of one material that gives the Hertzian force and, where something acts along
/// the contact, its tangential stiffness; as said, or else of the pair.
pub(crate) fn material(scene: &Scene, said: &Parameters, keys: [&'static str; 2]) -> Result<(f64, f64), String> {
    let [young, poisson] = keys;
    if let (Some(E), Some(nu)) = (said.numbers.get(young), said.numbers.get(poisson)) {
        return Ok((E, nu));
    }
    let E_star = scene.pair.E_star.ok_or("its Hertzian force is that of a modulus, and there is none")?;
    // nu = (4 G* - E*)/(2 G* - E*) of two like bodies; without G* any will do.
    let nu = scene.pair.G_star.map(|G_star| (4.0 * G_star - E_star) / (2.0 * G_star - E_star)).unwrap_or_default();
    Ok((2.0 * (1.0 - nu * nu) * E_star, nu))
}

/// What acts along the contact, if it is `mu |F_n|` at most, without dashpot or rolling resistance, on the arms the code
/// has.
///
/// # Errors
/// What it has instead.
pub(crate) fn shear(scene: &Scene, levers: Levers) -> Result<Option<ShearForce>, String> {
    let Some(shear) = scene.shear else { return Ok(None) };
    let damped = scene.force.C != 0.0;
    // Undamped all limits are one; a force that never pulls is its own magnitude.
    let limit = match shear.limit {
        _ if !damped => true,
        FrictionLimit::Absolute => true,
        FrictionLimit::Total => scene.force.ends == Ends::ForceClamped,
        FrictionLimit::Elastic => false,
    };
    if !limit {
        return Err(format!(
            "its friction is limited by the magnitude of the normal force, not by {}",
            shear.limit.word()
        ));
    }
    if shear.rolling != RollingForce::None {
        return Err("it is run without rolling resistance".to_string());
    }
    if shear.dashpot.C != 0.0 {
        return Err("it is run without a tangential dashpot".to_string());
    }
    if shear.levers != levers {
        let [slip, torque] = [levers.slip.word(), levers.torque.word()];
        return Err(format!("its levers are `{slip}` for the slip and `{torque}` for the torque"));
    }
    Ok(Some(shear))
}

/// Whether a stiffness is `8 G* sqrt(R* delta)` of these two spheres.
pub(crate) fn is_mindlin(scene: &Scene, shear: &ShearForce) -> bool {
    let of_pair = scene.pair.G_star.map(|G_star| 8.0 * G_star * scene.pair.R_star.sqrt());
    shear.gamma == 0.5 && of_pair.is_some_and(|S| (shear.S / S - 1.0).abs() < SAME)
}
