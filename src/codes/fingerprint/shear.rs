//! The tangential spring: history, stiffness and levers.
//!
//! Every combination is computed by our own solver with the same two time steps.

use super::measured::{ANGLES, FRICTION, HISTORY, LEVER, Measured};
use super::{Inference, Place, choose, grouped, largest};
use crate::law::contract::Convention;
use crate::law::shear::{Arm, Form, Levers, RollingForce, ShearForce};

/// Possible levers of slip velocity and torque.
pub(super) const ARMS: [(Arm, Arm); 7] = [
    (Arm::Radius, Arm::Radius),
    (Arm::HalfOverlap, Arm::HalfOverlap),
    (Arm::Overlap, Arm::Overlap),
    (Arm::Radius, Arm::HalfOverlap),
    (Arm::Radius, Arm::Overlap),
    (Arm::Overlap, Arm::Radius),
    (Arm::HalfOverlap, Arm::Radius),
];

/// More of them between spheres; at a wall they are among the others.
const BETWEEN_SPHERES: [(Arm, Arm); 3] =
    [(Arm::Proportional, Arm::Radius), (Arm::Proportional, Arm::Proportional), (Arm::Plane, Arm::Plane)];

/// Infers the history rule and the levers from three impacts. `stiffness` is the relative normal stiffness, whose
/// deviation may or may not apply to the tangential spring.
pub(super) fn spring(measured: &[Measured], place: Place, stiffness: f64) -> Vec<Inference> {
    let unknown = || [HISTORY, LEVER].map(|line| Inference::unknown(line, place, "the impacts were not run")).to_vec();
    let Some(pair) = measured.first().map(|one| one.scene.pair) else { return unknown() };
    let Some(G_star) = pair.G_star else { return unknown() };
    let odd = (stiffness - 1.0).abs() > 1e-3;
    let scales: &[f64] = if odd { &[1.0, stiffness] } else { &[1.0] };
    let springs = [Form::Total, Form::Incremental, Form::Rescaled];
    let springs = springs.into_iter().flat_map(|form| [8.0, 16.0 / 3.0].map(|factor| (form, factor)));
    let springs = springs.flat_map(|(form, factor)| scales.iter().map(move |scale| (form, factor, *scale)));
    let more: &[(Arm, Arm)] = if place == Place::Pairs { &BETWEEN_SPHERES } else { &[] };
    let mut all: Vec<(String, String, f64)> = Vec::new();
    for (form, factor, scale) in springs.chain([(Form::Coulomb, 0.0, 1.0), (Form::Frictionless, 0.0, 1.0)]) {
        let history = match form {
            Form::Frictionless => "no tangential force".to_string(),
            Form::Coulomb => "none: friction without a spring".to_string(),
            _ => format!("{}, k_t = {} G* a", form.meaning(), if factor == 8.0 { "8" } else { "16/3" }),
        };
        for &(slip, torque) in ARMS.iter().chain(more) {
            let levers = Levers { slip, torque };
            let shear = ShearForce {
                S: scale * factor * G_star * pair.R_star.sqrt(),
                gamma: 0.5,
                levers,
                rolling: RollingForce::None,
                ..ShearForce::new(form, FRICTION)
            };
            let off = largest(measured.iter().map(|one| one.distance(shear)));
            all.push((history.clone(), Convention::from(levers).to_string(), off));
        }
    }
    let said: Vec<String> =
        measured.iter().zip(ANGLES).map(|(one, angle)| format!("{angle} deg {:.5}", one.fine[0])).collect();
    let evidence = format!("tangential velocity after over before, elastic, mu = {FRICTION}: {}", said.join(", "));
    let spins: Vec<String> = measured.iter().map(|one| format!("{:.5} {:.5}", one.fine[1], one.fine[2])).collect();
    let with_spin = format!("{evidence}; surface speeds by spin {}", spins.join(", "));
    vec![
        choose(HISTORY, place, &grouped(all.iter().map(|one| (one.0.as_str(), one.2))), &evidence),
        choose(LEVER, place, &grouped(all.iter().map(|one| (one.1.as_str(), one.2))), &with_spin),
    ]
}
