//! Tangential observables of a collision computed with a fixed time step.

use super::Observable;
use super::oblique::{Departure, passive};
use crate::collide::stepper::SteppedTangential;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;

/// Part of the energy lost up to which a negative work of friction is an error of the time step.
const STEP_ERROR: f64 = 1e-2;

/// The tangential observables; unknown or undefined ones are `None`.
pub(super) fn tangential_observables(scene: &Scene, tangential: &SteppedTangential) -> Vec<(Observable, Option<f64>)> {
    let SteppedTangential { velocity: [v_n, v_t, _], impulse: [press, pull, _], separation, .. } = *tangential;
    let (slip_before, slip) = (tangential.slip_before[0], tangential.slip[0]);
    let (spin, velocity, impulse) = (tangential.spin[0][2], [v_n, v_t], [press, pull]);
    let mut list = Departure { velocity, spin, slip_before, slip, separation, impulse }.observed(scene);
    let mut works = [tangential.energy_slip, tangential.energy_created];
    if let [Some(slip), Some(created)] = works {
        let doubt = STEP_ERROR * tangential.energy_lost.abs();
        works = passive(Estimate::new(slip, doubt), Estimate::new(created, 0.0)).map(|work| Some(work.value));
    }
    list.extend([
        (Observable::EnergyStrain, tangential.energy_strain),
        (Observable::EnergyDashpot, Some(tangential.energy_dashpot)),
        (Observable::EnergySlip, works[0]),
        (Observable::EnergyRolling, Some(tangential.energy_rolling)),
        (Observable::EnergyCreated, works[1]),
        (Observable::EnergyLost, Some(tangential.energy_lost)),
        (Observable::MomentumResidual, Some(tangential.momentum_residual)),
        (Observable::AngularMomentumResidual, Some(tangential.angular_momentum_residual)),
    ]);
    list
}
