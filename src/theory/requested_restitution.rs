//! The restitution a case asks for.

use super::{Oracle, Prediction};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::Card;
use crate::law::scene::Scene;

/// The achieved restitution equals the requested one.
pub static REQUESTED_RESTITUTION: Oracle = Oracle::of_impacts(
    Card {
        name: "requested-restitution",
        title: "The requested restitution",
        formula: "e = e_req",
        symbols: &[(
            "e_req",
            "`restitution` of the damping law, with the given end of contact; of a code, its restitution parameter",
            "-",
        )],
        holds: "damping given by its restitution; parameters of a code, only where its formula achieves it; a law whose restitution depends on speed, at its `at_speed` only",
        source: "definition; Chung & Ooi 2011, Granular Matter 13, 643, test 3",
        known_as: &[],
    },
    &[Observable::Restitution],
    predict,
);

/// Speeds that differ by less are the same speed: a few roundings of a unit's conversion.
const SAME_SPEED: f64 = 8.0 * f64::EPSILON;

fn predict(scene: &Scene) -> Prediction {
    let Some(e) = scene.restitution_requested() else {
        return Prediction::DoesNotCover("the case has no requested restitution".into());
    };
    match scene.contact.damping.at_speed() {
        Some(speed) if (speed - scene.speed).abs() > SAME_SPEED * speed => Prediction::DoesNotCover(format!(
            "the restitution is requested at {speed} m/s, and the impact speed is {} m/s",
            scene.speed
        )),
        _ => Prediction::from(Ok(vec![(Observable::Restitution, Estimate::new(e, 0.0))])),
    }
}
