//! Conservation laws: momentum, angular momentum and the energy balance.

use super::{Oracle, Prediction};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::Card;
use crate::law::scene::Scene;
use crate::law::shear::{Arm, Form};

/// Momentum, angular momentum and the energy balance.
pub static CONSERVED: Oracle = Oracle {
    lacks,
    ..Oracle::of_paths(
        Card {
            name: "conserved",
            title: "Momentum, angular momentum and the energy balance",
            formula: "(change of relative momentum - integral of F dt)/(m* v) = 0\n\
                      (change of angular momentum - torque from outside)/(m* v d) = 0\n\
                      (kinetic energy lost - strain deleted - slip - dashpot - rolling + created)/(m* v^2/2) = 0\n\
                      energy created = 0 with a tangential law\n\
                      on a path with a tangential law:  (work in - strain - slip - rolling + created)/(the largest of them) = 0",
            symbols: &[
                ("m*", "effective mass", "kg"),
                ("v", "speed at first touch", "m/s"),
                ("F", "total force, as it acted", "N"),
                ("d", "distance of the centres, a wall: the radius", "m"),
            ],
            holds: "every law, every end of contact; angular momentum where the arms of the torque add up to the distance of the centres (a wall: of the centre and the wall): elsewhere the lever gives a residual",
            source: "Newton's second and third law",
            known_as: &[],
        },
        &[
            Observable::MomentumResidual,
            Observable::AngularMomentumResidual,
            Observable::EnergyResidual,
            Observable::EnergyCreated,
        ],
        predict,
    )
};

fn predict(scene: &Scene) -> Prediction {
    let zero = Estimate::new(0.0, 0.0);
    let mut values = vec![(Observable::MomentumResidual, zero), (Observable::EnergyResidual, zero)];
    let lever = lever_of_its_own(scene);
    if lever.is_none() && (scene.contact.friction.is_some() || !scene.kinematics.is_head_on()) {
        values.push((Observable::AngularMomentumResidual, zero));
    }
    if scene.contact.friction.is_some() {
        // Laws that create or destroy energy exist; the world does not.
        values.push((Observable::EnergyCreated, zero));
    }
    Prediction::Covers { values, note: None }
}

fn lacks(scene: &Scene, observable: Observable) -> Option<String> {
    let lever = lever_of_its_own(scene).filter(|_| observable == Observable::AngularMomentumResidual)?;
    Some(format!(
        "the residual is that of the declared lever, `{}`: its arms do not add up to the distance of the centres",
        lever.word()
    ))
}

/// The lever of the torque, if the sum of its arms is not the distance of the centres.
fn lever_of_its_own(scene: &Scene) -> Option<Arm> {
    let shear = scene.shear.filter(|shear| shear.form != Form::Frictionless && shear.friction > 0.0)?;
    let closes = match shear.levers.torque {
        Arm::Plane => true,
        Arm::HalfOverlap | Arm::Proportional => !scene.bodies[1].is_wall(),
        Arm::Overlap => scene.bodies[1].is_wall(),
        Arm::Radius => false,
    };
    (!closes).then_some(shear.levers.torque)
}
