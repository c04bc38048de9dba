//! Tangential observables of the reference collision.
//!
//! Velocities of the centre are those in the axes of first touch; the slip, and the rate of separation that
//! `restitution` and `rebound_angle_contact` use, are in the axes that have turned with the contact.

use super::Observable;
use crate::collide::trajectory::{Estimate, TangentialResult, Trajectory};
use crate::law::scene::{Bodies, Scene};

/// Motion of the bodies after the impact, `T` with an uncertainty for the reference and a plain number for other codes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Departure<T> {
    /// Velocity of body 1 relative to body 2, along `n` and `t` of first touch, m/s.
    pub velocity: [T; 2],
    /// Spin of body 1 along `b`, rad/s.
    pub spin: T,
    /// Slip along `t` at first touch, m/s.
    pub slip_before: f64,
    /// Slip along `t` and rate of separation along `n`, of the axes that have turned with the contact, m/s.
    pub slip: T,
    pub separation: T,
    /// On body 1, along `n` and `t`, in one unit.
    pub impulse: [T; 2],
}

impl Departure<Estimate> {
    /// The observables; undefined ones (a ratio to a velocity that was zero) are absent.
    pub fn observed(&self, scene: &Scene) -> Vec<(Observable, Option<Estimate>)> {
        let Self { velocity: [away, along], spin, slip_before, slip, separation, impulse: [press, pull] } = *self;
        let before = scene.kinematics.tangential_speed;
        let psi = psi_of_slip(scene).map(|psi| psi / scene.speed);
        let known = |value: f64| Estimate::new(value, 0.0);
        vec![
            (Observable::TangentialRestitution, (before != 0.0).then(|| ratio(along, known(before)))),
            (Observable::TangentialRestitutionContact, (slip_before != 0.0).then(|| ratio(slip, known(-slip_before)))),
            (Observable::ReboundAngle, angle(along, away)),
            (Observable::ReboundAngleContact, angle(slip, separation)),
            (Observable::ReboundSpin, Some(spin)),
            (Observable::TangentialImpulseRatio, (press.value != 0.0).then(|| ratio(negative(pull), press))),
            (Observable::Psi1, psi.map(|unit| scaled(known(slip_before), unit))),
            (Observable::Psi2, psi.map(|unit| scaled(slip, unit))),
        ]
    }
}

impl Departure<f64> {
    /// The observables without uncertainties, which a production code does not state.
    pub fn observed(&self, scene: &Scene) -> Vec<(Observable, Option<f64>)> {
        let known = |value: f64| Estimate::new(value, 0.0);
        let rebound = Departure {
            velocity: self.velocity.map(known),
            spin: known(self.spin),
            slip_before: self.slip_before,
            slip: known(self.slip),
            separation: known(self.separation),
            impulse: self.impulse.map(known),
        };
        rebound.observed(scene).into_iter().map(|(word, estimate)| (word, estimate.map(|e| e.value))).collect()
    }
}

/// The observables of an oblique collision that a head-on one lacks or defines otherwise; unknown ones are absent.
pub(super) fn observe_tangential(
    scene: &Scene,
    trajectory: &Trajectory,
    tangential: &TangentialResult,
) -> Vec<(Observable, Option<Estimate>)> {
    let TangentialResult { velocity: [away, along, _], impulse: [press, pull, _], separation, .. } = *tangential;
    let rebound = Departure {
        velocity: [away, along],
        spin: tangential.spin[0][2],
        slip_before: tangential.slip_before[0],
        slip: tangential.slip[0],
        separation,
        impulse: [press, pull],
    };
    let mut list = vec![(Observable::Restitution, Some(ratio(separation, Estimate::new(scene.speed, 0.0))))];
    list.extend(rebound.observed(scene));
    let [slip, created] = passive(tangential.energy_slip, tangential.energy_created);
    list.extend([
        (Observable::EnergyStrain, Some(sum(&[trajectory.energy_strain, tangential.energy_shear_strain]))),
        (Observable::EnergyDashpot, Some(sum(&[trajectory.energy_dashpot, tangential.energy_shear_dashpot]))),
        (Observable::EnergySlip, Some(slip)),
        (Observable::EnergyRolling, Some(tangential.energy_rolling)),
        (Observable::EnergyCreated, tangential.separable.then_some(created)),
        (Observable::EnergyLost, Some(lost(scene, tangential))),
        (Observable::MomentumResidual, Some(tangential.momentum_residual)),
        (Observable::AngularMomentumResidual, Some(tangential.angular_momentum_residual)),
        (Observable::EnergyResidual, Some(energy_residual(scene, trajectory, tangential))),
    ]);
    list
}

/// The works of friction and of the law: friction takes energy, and where it gives some (a spring that a dashpot beyond the limit has
/// turned round), that is energy created.
pub(super) fn passive(slip: Estimate, created: Estimate) -> [Estimate; 2] {
    if slip.value >= -slip.uncertainty {
        return [slip, created];
    }
    [Estimate::new(0.0, slip.uncertainty), sum(&[created, negative(slip)])]
}

/// `4 G*/(mu E*)`; absent without moduli or friction.
fn psi_of_slip(scene: &Scene) -> Option<f64> {
    let shear = scene.shear?;
    let (E_star, G_star) = match shear.spheres {
        Some(spheres) => (spheres.E_star, spheres.G_star),
        None => (scene.pair.E_star?, scene.pair.G_star?),
    };
    (shear.friction > 0.0).then(|| 4.0 * G_star / (shear.friction * E_star))
}

/// Kinetic energy of relative motion and spins at first touch minus that after the collision.
///
/// `m* (v^2 - v'^2)/2` and `I (omega^2 - omega'^2)/2`, factored: small differences of large squares stay exact.
fn lost(scene: &Scene, tangential: &TangentialResult) -> Estimate {
    let bodies = Bodies::of(scene);
    let before = [-scene.speed, scene.kinematics.tangential_speed, 0.0];
    let part = |inertia: f64, before: f64, after: Estimate| {
        let (less, more) = (before - after.value, before + after.value);
        let half = 0.5 * inertia;
        let uncertainty = half * after.uncertainty * (2.0 * after.value.abs() + after.uncertainty);
        Estimate::new(
            half * less * more,
            uncertainty + 4.0 * f64::EPSILON * half * (before * before + after.value * after.value),
        )
    };
    let mut parts: Vec<Estimate> = (0..3).map(|k| part(bodies.m_star, before[k], tangential.velocity[k])).collect();
    for i in 0..2 {
        if bodies.inertia[i].is_finite() {
            parts.extend((0..3).map(|k| part(bodies.inertia[i], scene.kinematics.spin[i][k], tangential.spin[i][k])));
        }
    }
    sum(&parts)
}

/// `(lost - strain - slip - dashpot - rolling - plastic - adhesive + created)/(kinetic energy before)`.
fn energy_residual(scene: &Scene, trajectory: &Trajectory, tangential: &TangentialResult) -> Estimate {
    let bodies = Bodies::of(scene);
    let mut energy = 0.5 * bodies.m_star * (scene.speed.powi(2) + scene.kinematics.tangential_speed.powi(2));
    for (inertia, spin) in bodies.inertia.iter().zip(&scene.kinematics.spin) {
        if inertia.is_finite() {
            energy += 0.5 * inertia * spin.iter().map(|s| s * s).sum::<f64>();
        }
    }
    let [plastic, adhesive] = match &trajectory.losses {
        Some(losses) => [Some(losses.plastic), losses.adhesive],
        None => [None; 2],
    };
    let mut parts = vec![
        lost(scene, tangential),
        negative(trajectory.energy_strain),
        negative(tangential.energy_shear_strain),
        negative(trajectory.energy_dashpot),
        negative(tangential.energy_shear_dashpot),
        negative(tangential.energy_slip),
        negative(tangential.energy_rolling),
        tangential.energy_created,
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
