//! One material for both bodies of a pair.

use std::f64::consts::PI;

use crate::contact::{PowerForce, Stiffness};
use crate::scene::{Body, Scene, Shape};
use crate::system::material::poisson_of;
use crate::system::{Parameters, System};

/// Moduli that both bodies are given.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedModuli {
    /// Pa
    pub young: f64,
    pub poisson: f64,
    /// Why it is not the one in the case.
    pub note: Option<String>,
}

/// A material as a code is given it.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyMaterial {
    /// Safe in every language.
    pub name: String,
    /// Pa
    pub young: f64,
    pub poisson: f64,
    /// kg/m3
    pub density: f64,
}

/// The material with which two like bodies have the effective moduli of the pair.
///
/// Bodies of one material keep it. Otherwise `nu = (4G* - E*)/(2G* - E*)` and `E = 2(1 - nu^2) E*`, which meet `E*` and
/// `G*` both; beside a rigid body that is twice the modulus of the other. `None` when the case gives no moduli, or when
/// the force is no Hertzian one.
pub(in crate::system) fn of_pair(
    system: &dyn System,
    scene: &Scene,
    force: &PowerForce,
    params: &Parameters,
) -> Option<SharedModuli> {
    if force.alpha != 1.5 {
        return None;
    }
    if let Some([young, poisson]) = system.material_keys(params)
        && let (Some(young), Some(poisson)) = (params.numbers.get(young), params.numbers.get(poisson))
    {
        let note = "the modulus is that of the contact law, not that of the materials".to_string();
        return Some(SharedModuli { young, poisson, note: Some(note) });
    }
    let [one, two] = scene.bodies.each_ref().map(|body| body.side().stiffness);
    if let Stiffness::Elastic { young_modulus: young, poisson_ratio: poisson } = one
        && one == two
    {
        return Some(SharedModuli { young, poisson, note: None });
    }
    let rigid = |side| matches!(side, Stiffness::Rigid);
    match (one, two) {
        (Stiffness::Elastic { young_modulus, poisson_ratio: poisson }, other)
        | (other, Stiffness::Elastic { young_modulus, poisson_ratio: poisson })
            if rigid(other) =>
        {
            let note = "one body is rigid: twice the modulus of the other, for both, gives the same E* and G*; contacts between two spheres of this material are then twice as stiff as they should be"
                .into();
            Some(SharedModuli { young: 2.0 * young_modulus, poisson, note: Some(note) })
        }
        _ => {
            let poisson = poisson_of(&scene.pair)?;
            let young = 2.0 * (1.0 - poisson * poisson) * scene.pair.E_star?;
            let note =
                "the two materials are written as one with the E* and G* of this pair; do not use it for other pairs";
            Some(SharedModuli { young, poisson, note: Some(note.to_string()) })
        }
    }
}

/// kg/m3: that of the material where the mass comes from it, else mass over volume; `None` for a wall.
pub(in crate::system) fn density(body: &Body) -> Option<f64> {
    let Shape::Sphere { radius, .. } = body.shape else { return None };
    let mean = body.mass / (4.0 / 3.0 * PI * radius.powi(3));
    match body.material.as_ref().and_then(|material| material.density) {
        Some(density) if (mean / density - 1.0).abs() < 1e-12 => Some(density),
        _ => Some(mean),
    }
}
