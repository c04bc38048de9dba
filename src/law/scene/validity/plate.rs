//! Assumptions of Zener's model, in which a plate dissipates energy by bending waves.

use std::f64::consts::PI;

use super::scales::{elastic_duration, elastic_overlap};
use super::{Bad, Criterion, Found, Thresholds};
use crate::law::Damping;
use crate::law::damping::ZenerPlate;
use crate::law::scene::Scene;
use crate::number::NamedNumber;

pub(super) const PLATE_THICKNESS: Criterion = Criterion {
    word: "plate-thickness",
    assumes: "the contact is small against the plate, which bends as a whole under it",
    formula: "a/h,  a = sqrt(R* delta) at the largest elastic overlap",
    limits: Some(Thresholds { bad: Bad::Above, amber: Some(0.1), red: Some(0.5) }),
    source: "Zener 1941, Phys. Rev. 59, 669: a force at a point; limits chosen in collisionbench",
    find: plate_thickness,
};

pub(super) const BENDING_WAVE: Criterion = Criterion {
    word: "bending-wave",
    assumes: "the plate is thin: bending waves of the collision are long against its thickness",
    formula: "lambda/h,  lambda = 2 pi (D/(rho h omega^2))^(1/4),  omega = pi/t_c of the elastic collision",
    limits: Some(Thresholds { bad: Bad::Below, amber: Some(10.0), red: Some(6.0) }),
    source: "Zener 1941 with Kirchhoff's plate; below 6 shear and rotation of the plate matter, amber is this bench's",
    find: bending_wave,
};

pub(super) const PLATE_WIDTH: Criterion = Criterion {
    word: "plate-width",
    assumes: "no wave comes back from the edge of the plate while the bodies touch",
    formula: "L/(c_g t_c),  L from the contact to the nearest edge,  c_g = 2 sqrt(omega) (D/(rho h))^(1/4),  omega = pi/t_c",
    limits: Some(Thresholds { bad: Bad::Below, amber: Some(1.0), red: Some(0.5) }),
    source: "group speed of bending waves in Kirchhoff's plate; fast components arrive early, which amber allows for: below 0.5 \
             the wave of omega itself is back",
    find: plate_width,
};

fn plate(scene: &Scene) -> Option<&ZenerPlate> {
    if let Damping::ZenerPlate(plate) = &scene.contact.damping { Some(plate) } else { None }
}

fn plate_thickness(scene: &Scene) -> Option<Found> {
    let plate = plate(scene)?;
    let radius = (scene.pair.R_star * elastic_overlap(scene)?).sqrt();
    let details = vec![NamedNumber::new("contact radius", radius, "m")];
    Some(Found { value: Some(radius / plate.thickness), details, ..Found::default() })
}

fn bending_wave(scene: &Scene) -> Option<Found> {
    let plate = plate(scene)?;
    let (h, omega) = (plate.thickness, PI / elastic_duration(scene)?);
    let (D, mass) = (plate.bending_stiffness(), plate.density * h);
    let length = 2.0 * PI * (D / (mass * omega * omega)).powf(0.25);
    let details = vec![NamedNumber::new("wavelength", length, "m")];
    Some(Found { value: Some(length / h), details, ..Found::default() })
}

fn plate_width(scene: &Scene) -> Option<Found> {
    let plate = plate(scene)?;
    let duration = elastic_duration(scene)?;
    let omega = PI / duration;
    let reach =
        2.0 * (omega * omega * plate.bending_stiffness() / (plate.density * plate.thickness)).powf(0.25) * duration;
    let details = vec![NamedNumber::new("smallest distance to an edge", reach, "m")];
    let note = match plate.edge_distance {
        Some(_) => String::new(),
        None => "no `edge_distance` of the plate is given".to_string(),
    };
    Some(Found { value: plate.edge_distance.map(|distance| distance / reach), details, note, doubt: false })
}
