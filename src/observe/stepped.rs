//! The oblique words, read off a stepped collision.

use super::Observable;
use super::oblique::psi_per_speed;
use crate::scene::Scene;
use crate::solve::stepper::SteppedGlance;

/// What happened along the contact; what is unknown or has no meaning (a ratio to a velocity that was zero) is `None`.
pub(super) fn along(scene: &Scene, glance: &SteppedGlance) -> Vec<(Observable, Option<f64>)> {
    let ratio = |after: f64, before: f64| (before != 0.0).then(|| after / before);
    let [v_n, v_t, _] = glance.velocity;
    let (slip_before, slip) = (glance.slip_before[0], glance.slip[0]);
    let unit = psi_per_speed(scene, 1.0).map(|psi| psi / scene.speed);
    vec![
        (Observable::TangentialRestitution, ratio(v_t, scene.meeting.tangential_speed)),
        (Observable::TangentialRestitutionContact, ratio(-slip, slip_before)),
        (Observable::ReboundAngle, Some(v_t.atan2(v_n))),
        (Observable::ReboundAngleContact, Some(slip.atan2(glance.separation))),
        (Observable::ReboundSpin, Some(glance.spin[0][2])),
        (Observable::TangentialImpulseRatio, ratio(-glance.impulse[1], glance.impulse[0])),
        (Observable::Psi1, unit.map(|unit| unit * slip_before)),
        (Observable::Psi2, unit.map(|unit| unit * slip)),
        (Observable::EnergyStrain, glance.energy_strain),
        (Observable::EnergyDashpot, Some(glance.energy_dashpot)),
        (Observable::EnergySlip, glance.energy_slip),
        (Observable::EnergyRolling, Some(glance.energy_rolling)),
        (Observable::EnergyCreated, glance.energy_created),
        (Observable::EnergyLost, Some(glance.energy_lost)),
        (Observable::MomentumResidual, Some(glance.momentum_residual)),
        (Observable::AngularMomentumResidual, Some(glance.angular_momentum_residual)),
    ]
}
