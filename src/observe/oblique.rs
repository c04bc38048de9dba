//! What is read off the tangential half of a collision.
//!
//! Velocities of the centre are those in the axes of first touch; the slip, and the rate of separation that
//! `restitution` and `rebound_angle_contact` use, are in the axes that have turned with the contact.

use super::Observable;
use crate::scene::{Bodies, Scene};
use crate::trajectory::{Estimate, Glance, Trajectory};

/// Everything an oblique collision adds to a head-on one, or says in its place; what is unknown is absent.
pub(super) fn observe_glance(
    scene: &Scene,
    trajectory: &Trajectory,
    glance: &Glance,
) -> Vec<(Observable, Option<Estimate>)> {
    let before = scene.meeting.tangential_speed;
    let slipped = glance.slip_before[0];
    let psi = psi_per_speed(scene, scene.speed);
    let speed = Estimate::new(scene.speed, 0.0);
    let [_, along, _] = glance.velocity;
    let [slip, _] = glance.slip;
    let [press, pull, _] = glance.impulse;
    vec![
        (Observable::Restitution, Some(ratio(glance.separation, speed))),
        (Observable::TangentialRestitution, (before != 0.0).then(|| ratio(along, Estimate::new(before, 0.0)))),
        (Observable::TangentialRestitutionContact, (slipped != 0.0).then(|| ratio(slip, Estimate::new(-slipped, 0.0)))),
        (Observable::ReboundAngle, angle(along, glance.velocity[0])),
        (Observable::ReboundAngleContact, angle(slip, glance.separation)),
        (Observable::ReboundSpin, Some(glance.spin[0][2])),
        (Observable::TangentialImpulseRatio, (press.value != 0.0).then(|| ratio(negative(pull), press))),
        (Observable::Psi1, psi.map(|unit| scaled(Estimate::new(slipped, 0.0), unit))),
        (Observable::Psi2, psi.map(|unit| scaled(slip, unit))),
        (Observable::EnergyStrain, Some(sum(&[trajectory.energy_strain, glance.energy_shear_strain]))),
        (Observable::EnergyDashpot, Some(sum(&[trajectory.energy_dashpot, glance.energy_shear_dashpot]))),
        (Observable::EnergySlip, Some(glance.energy_slip)),
        (Observable::EnergyRolling, Some(glance.energy_rolling)),
        (Observable::EnergyCreated, Some(glance.energy_created)),
        (Observable::EnergyLost, Some(lost(scene, glance))),
        (Observable::MomentumResidual, Some(glance.momentum_residual)),
        (Observable::AngularMomentumResidual, Some(glance.angular_momentum_residual)),
        (Observable::EnergyResidual, Some(energy_residual(scene, trajectory, glance))),
    ]
}

/// `4 G*/(mu E* v)` at a speed (m/s); absent without moduli or friction.
pub(super) fn psi_per_speed(scene: &Scene, speed: f64) -> Option<f64> {
    let shear = scene.shear?;
    let (E_star, G_star) = match shear.spheres {
        Some(spheres) => (spheres.E_star, spheres.G_star),
        None => (scene.pair.E_star?, scene.pair.G_star?),
    };
    (shear.friction > 0.0).then(|| 4.0 * G_star / (shear.friction * E_star * speed))
}

/// Kinetic energy of the relative motion and of the spins at first touch that is gone after the collision.
///
/// `m* (v^2 - v'^2)/2` and `I (omega^2 - omega'^2)/2`, factored: small differences of large squares stay exact.
fn lost(scene: &Scene, glance: &Glance) -> Estimate {
    let bodies = Bodies::of(scene);
    let before = [-scene.speed, scene.meeting.tangential_speed, 0.0];
    let part = |inertia: f64, before: f64, after: Estimate| {
        let (less, more) = (before - after.value, before + after.value);
        let half = 0.5 * inertia;
        let uncertainty = half * after.uncertainty * (2.0 * after.value.abs() + after.uncertainty);
        Estimate::new(
            half * less * more,
            uncertainty + 4.0 * f64::EPSILON * half * (before * before + after.value * after.value),
        )
    };
    let mut parts: Vec<Estimate> = (0..3).map(|k| part(bodies.m_star, before[k], glance.velocity[k])).collect();
    for i in 0..2 {
        if bodies.inertia[i].is_finite() {
            parts.extend((0..3).map(|k| part(bodies.inertia[i], scene.meeting.spin[i][k], glance.spin[i][k])));
        }
    }
    sum(&parts)
}

/// `(lost - strain - slip - dashpot - rolling - plastic - adhesive + created)/(kinetic energy before)`.
fn energy_residual(scene: &Scene, trajectory: &Trajectory, glance: &Glance) -> Estimate {
    let bodies = Bodies::of(scene);
    let mut energy = 0.5 * bodies.m_star * (scene.speed.powi(2) + scene.meeting.tangential_speed.powi(2));
    for (inertia, spin) in bodies.inertia.iter().zip(&scene.meeting.spin) {
        if inertia.is_finite() {
            energy += 0.5 * inertia * spin.iter().map(|s| s * s).sum::<f64>();
        }
    }
    let [plastic, adhesive] = match &trajectory.losses {
        Some(losses) => [Some(losses.plastic), losses.adhesive],
        None => [None; 2],
    };
    let mut parts = vec![
        lost(scene, glance),
        negative(trajectory.energy_strain),
        negative(glance.energy_shear_strain),
        negative(trajectory.energy_dashpot),
        negative(glance.energy_shear_dashpot),
        negative(glance.energy_slip),
        negative(glance.energy_rolling),
        glance.energy_created,
    ];
    parts.extend([plastic, adhesive].into_iter().flatten().map(negative));
    scaled(sum(&parts), 1.0 / energy)
}

/// From the normal, rad; `away` is the rate of separation.
fn angle(along: Estimate, away: Estimate) -> Option<Estimate> {
    let square = along.value * along.value + away.value * away.value;
    let value = along.value.atan2(away.value);
    let uncertainty = (along.uncertainty * away.value.abs() + away.uncertainty * along.value.abs()) / square;
    (square > 0.0).then(|| Estimate::new(value, uncertainty + 4.0 * f64::EPSILON * value.abs()))
}

fn ratio(a: Estimate, b: Estimate) -> Estimate {
    let value = a.value / b.value;
    let uncertainty = (a.uncertainty + b.uncertainty * value.abs()) / b.value.abs();
    Estimate::new(value, uncertainty + 4.0 * f64::EPSILON * value.abs())
}

fn scaled(a: Estimate, factor: f64) -> Estimate {
    let value = a.value * factor;
    Estimate::new(value, a.uncertainty * factor.abs() + 4.0 * f64::EPSILON * value.abs())
}

fn negative(a: Estimate) -> Estimate {
    Estimate::new(-a.value, a.uncertainty)
}

fn sum(parts: &[Estimate]) -> Estimate {
    let value = parts.iter().map(|e| e.value).sum();
    let rounding = 4.0 * f64::EPSILON * parts.iter().map(|e| e.value.abs()).sum::<f64>();
    Estimate::new(value, parts.iter().map(|e| e.uncertainty).sum::<f64>() + rounding)
}
