//! What a plate that takes energy away by bending assumes.

use std::f64::consts::PI;

use super::scales::{elastic_duration, elastic_overlap};
use super::{Bad, Criterion, Detail, Found, Limits};
use crate::contact::Damping;
use crate::contact::damping::ZenerPlate;
use crate::scene::Scene;

pub(super) const PLATE_THICKNESS: Criterion = Criterion {
    word: "plate-thickness",
    assumes: "the contact is small against the plate, which bends as a whole under it",
    formula: "a/h,  a = sqrt(R* delta) at the largest elastic overlap",
    limits: Some(Limits { bad: Bad::Above, amber: Some(0.1), red: Some(0.5) }),
    source: "Zener 1941, Phys. Rev. 59, 669: a force at a point; limits chosen in collisionbench",
    find: plate_thickness,
};

pub(super) const BENDING_WAVE: Criterion = Criterion {
    word: "bending-wave",
    assumes: "the plate is thin: bending waves of the collision are long against its thickness",
    formula: "lambda/h,  lambda = 2 pi (D/(rho h omega^2))^(1/4),  omega = pi/t_c of the elastic collision",
    limits: Some(Limits { bad: Bad::Below, amber: Some(10.0), red: Some(6.0) }),
    source: "Zener 1941 with Kirchhoff's plate; below 6 shear and rotation of the plate matter, amber is this bench's",
    find: bending_wave,
};

fn plate(scene: &Scene) -> Option<&ZenerPlate> {
    if let Damping::ZenerPlate(plate) = &scene.contact.damping { Some(plate) } else { None }
}

fn plate_thickness(scene: &Scene) -> Option<Found> {
    let plate = plate(scene)?;
    let radius = (scene.pair.R_star * elastic_overlap(scene)?).sqrt();
    let details = vec![Detail { name: "contact radius", value: radius, unit: "m" }];
    Some(Found { value: Some(radius / plate.thickness), details, ..Found::default() })
}

fn bending_wave(scene: &Scene) -> Option<Found> {
    let plate = plate(scene)?;
    let (h, omega) = (plate.thickness, PI / elastic_duration(scene)?);
    let (D, mass) = (plate.bending_stiffness(), plate.density * h);
    let length = 2.0 * PI * (D / (mass * omega * omega)).powf(0.25);
    // An edge nearer than this sends an echo while the bodies still touch: group speed 2 sqrt(omega) (D/(rho h))^(1/4).
    let reach = 2.0 * (omega * omega * D / mass).powf(0.25) * PI / omega;
    let details = vec![
        Detail { name: "wavelength", value: length, unit: "m" },
        Detail { name: "smallest distance to an edge", value: reach, unit: "m" },
    ];
    Some(Found { value: Some(length / h), details, ..Found::default() })
}
