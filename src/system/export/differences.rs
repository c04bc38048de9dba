//! What an exported input does along the contact, and what of the scene it does not keep.

use crate::contact::shear::{Arm, Form, FrictionLimit, Levers, RollingForce};
use crate::contact::{PowerForce, ShearForce};
use crate::scene::Scene;
use crate::system::tangential::lost;

/// Every difference between the tangential and rolling law of `scene` and what the code does with the exported lines, one
/// line each: friction, stiffness, history, dashpot, limit, levers, rolling.
///
/// `code` is `None` where the lines leave the contact frictionless.
pub(super) fn of(scene: &Scene, code: Option<&ShearForce>, system: &str) -> Vec<String> {
    let Some(scene_law) = scene.shear.as_ref() else { return Vec::new() };
    if scene_law.form == Form::Frictionless {
        return if rolls(scene_law) { vec![rolling(system)] } else { Vec::new() };
    }
    let Some(code_law) = code else {
        let mut lines = vec![format!("friction: {} becomes 0, and so does the tangential force", scene_law.friction)];
        lines.extend(rolls(scene_law).then(|| rolling(system)));
        return lines;
    };
    let mut lines = lost(Some(scene_law), Some(code_law), system);
    if !same_limit(scene_law.limit, code_law.limit, &scene.force) {
        lines.push(format!(
            "friction limit: {system} has `{}` ({}), not `{}`",
            code_law.limit.word(),
            code_law.limit.meaning(),
            scene_law.limit.word()
        ));
    }
    let wall = scene.bodies[1].is_wall();
    if at(scene_law.levers, wall) != at(code_law.levers, wall) {
        let of = |levers: Levers| {
            format!("`{}` for the slip, `{}` for the torque", levers.slip.word(), levers.torque.word())
        };
        lines.push(format!("lever: {system} has {}, not {}", of(code_law.levers), of(scene_law.levers)));
    }
    lines
}

fn rolls(law: &ShearForce) -> bool {
    law.rolling != RollingForce::None
}

fn rolling(system: &str) -> String {
    format!("rolling resistance: the lines for {system} have none")
}

/// Whether two limits bound the same force: undamped all are one, and a force that never pulls is its own magnitude.
fn same_limit(one: FrictionLimit, two: FrictionLimit, force: &PowerForce) -> bool {
    let elastic = [one, two].contains(&FrictionLimit::Elastic);
    one == two || force.C == 0.0 || (!force.ends.pulls() && !elastic)
}

/// The arms as they are beside a wall, where some of them coincide.
fn at(levers: Levers, wall: bool) -> Levers {
    let arm = |arm: Arm| match arm {
        Arm::Proportional if wall => Arm::Radius,
        Arm::Plane if wall => Arm::Overlap,
        other => other,
    };
    Levers { slip: arm(levers.slip), torque: arm(levers.torque) }
}
