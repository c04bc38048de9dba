//! Observables of the motion along a contact.

use super::Observable;
use crate::collide::collision::Rebound;
use crate::collide::estimate::Estimate;
use crate::law::scene::Scene;

/// The observables; undefined ones (a ratio to a velocity that was zero) are absent.
pub(super) fn observables(scene: &Scene, rebound: &Rebound<Estimate>) -> [(Observable, Option<Estimate>); 8] {
    let Rebound { velocity: [away, along, _], spin, slip_before, slip, separation, impulse } = *rebound;
    let ([press, pull, _], slip, slip_before) = (impulse, slip[0], slip_before[0]);
    let before = scene.kinematics.tangential_speed;
    let psi = psi_of_slip(scene).map(|psi| psi / scene.speed);
    let known = Estimate::without;
    let all = [
        (Observable::TangentialRestitution, (before != 0.0).then(|| along.over(known(before)))),
        (Observable::TangentialRestitutionContact, (slip_before.value != 0.0).then(|| slip.over(-slip_before))),
        (Observable::ReboundAngle, along.angle(away)),
        (Observable::ReboundAngleContact, slip.angle(separation)),
        (Observable::ReboundSpin, Some(spin[0][2])),
        (Observable::TangentialImpulseRatio, (press.value != 0.0).then(|| (-pull).over(press))),
        (Observable::Psi1, psi.map(|unit| slip_before.scaled(unit))),
        (Observable::Psi2, psi.map(|unit| slip.scaled(unit))),
    ];
    // Of numbers without uncertainties none is known of these.
    let stated = separation.uncertainty > 0.0;
    all.map(|(observable, of)| (observable, of.map(|of| if stated { of } else { known(of.value) })))
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
