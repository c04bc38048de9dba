//! Tangential observables of a collision computed with a fixed time step.

use super::Observable;
use super::oblique::Departure;
use crate::scene::Scene;
use crate::solve::stepper::SteppedGlance;

/// The tangential observables; unknown or undefined ones are `None`.
pub(super) fn tangential_observables(scene: &Scene, glance: &SteppedGlance) -> Vec<(Observable, Option<f64>)> {
    let SteppedGlance { velocity: [v_n, v_t, _], impulse: [press, pull, _], separation, .. } = *glance;
    let (slip_before, slip) = (glance.slip_before[0], glance.slip[0]);
    let (spin, velocity, impulse) = (glance.spin[0][2], [v_n, v_t], [press, pull]);
    let mut list = Departure { velocity, spin, slip_before, slip, separation, impulse }.observed(scene);
    list.extend([
        (Observable::EnergyStrain, glance.energy_strain),
        (Observable::EnergyDashpot, Some(glance.energy_dashpot)),
        (Observable::EnergySlip, glance.energy_slip),
        (Observable::EnergyRolling, Some(glance.energy_rolling)),
        (Observable::EnergyCreated, glance.energy_created),
        (Observable::EnergyLost, Some(glance.energy_lost)),
        (Observable::MomentumResidual, Some(glance.momentum_residual)),
        (Observable::AngularMomentumResidual, Some(glance.angular_momentum_residual)),
    ]);
    list
}
