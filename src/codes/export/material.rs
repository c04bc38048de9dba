//! The material of a body in an export.

use std::f64::consts::PI;

use crate::law::scene::{Body, Shape};

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

/// kg/m3: that of the material where the mass comes from it, else mass over volume; `None` for a wall.
pub(in crate::codes) fn density(body: &Body) -> Option<f64> {
    let Shape::Sphere { radius, .. } = body.shape else { return None };
    let mean = body.mass / (4.0 / 3.0 * PI * radius.powi(3));
    match body.material.as_ref().and_then(|material| material.density) {
        Some(density) if (mean / density - 1.0).abs() < 1e-12 => Some(density),
        _ => Some(mean),
    }
}
