//! Where the contact that a code has with given parameters departs from the contact of a scene.

use crate::contact::shear::{Arm, Form, FrictionLimit, Levers, RollingForce};
use crate::contact::{LawError, Pair, PowerForce, ShearForce};
use crate::number::brief;
use crate::scene::Scene;
use crate::system::tangential::lost;
use crate::system::{Parameters, Parsed, System};

/// Above this relative difference of stiffness or coefficient a force law does not count as kept, unless the parameters
/// themselves cannot say it better.
const KEPT: f64 = 1e-13;

/// [`KEPT`], or sixteen times what the last bit of a parameter does to the force: a fit such as Thornton's near a
/// restitution of 0 or 1 turns one bit of the restitution into 1e-13 of the coefficient.
pub(super) fn kept(
    system: &dyn System,
    parameters: &Parameters,
    here: &PowerForce,
    pair: &Pair,
) -> Result<f64, LawError> {
    let mut kept = KEPT;
    for key in system.keys() {
        let Some(number) = parameters.numbers.get(key.name) else { continue };
        for next in [number.next_up(), number.next_down()] {
            let nudged = parameters.clone().with(key.name, next);
            let Ok(there) = system.contact(&nudged, system.in_use(), pair) else { continue };
            let off = apart(here, &there.contact.force(pair)?);
            kept = if off.is_finite() { kept.max(16.0 * off) } else { kept };
        }
    }
    Ok(kept)
}

/// Every departure of the contact of a code from that of `scene`, one line each; empty where both are one.
///
/// # Errors
/// When a law lacks what it needs.
pub(super) fn all(
    scene: &Scene,
    system: &dyn System,
    parameters: &Parameters,
    code: &Parsed,
) -> Result<Vec<String>, LawError> {
    let there = code.contact.force(&scene.pair)?;
    let kept = kept(system, parameters, &there, &scene.pair)?;
    let system = code.contract.system;
    let mut lines = Vec::new();
    let apart = apart(&scene.force, &there);
    if apart > kept {
        lines.push(match apart.is_finite() {
            true => format!("normal force: {system} holds it to {} only", brief(apart)),
            false => format!("normal force: that of {system} has another shape or another end of contact"),
        });
    }
    lines.extend(code.beyond.iter().cloned());
    lines.extend(tangential(scene, code.contact.shear(&scene.pair)?.as_ref(), system));
    Ok(lines)
}

/// Worst relative difference of stiffness and coefficient; infinite for another shape or end.
pub(super) fn apart(one: &PowerForce, two: &PowerForce) -> f64 {
    let damped = one.C != 0.0 || two.C != 0.0;
    let gap = |force: &PowerForce| force.reference_gap;
    if one.alpha != two.alpha
        || gap(one) != gap(two)
        || (damped && (one.beta != two.beta || one.ends.pulls() != two.ends.pulls()))
    {
        return f64::INFINITY;
    }
    let off = |a: f64, b: f64| if a == b { 0.0 } else { (a - b).abs() / a.abs().max(b.abs()) };
    off(one.K, two.K).max(off(one.C, two.C))
}

/// Every difference between the tangential and rolling law of `scene` and that of the code, one line each: friction, stiffness, history, dashpot, limit, levers, rolling.
///
/// `code` is `None` where the lines leave the contact frictionless.
pub(super) fn tangential(scene: &Scene, code: Option<&ShearForce>, system: &str) -> Vec<String> {
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
    if as_they_act(scene_law.levers, wall) != as_they_act(code_law.levers, wall) {
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
pub(super) fn as_they_act(levers: Levers, wall: bool) -> Levers {
    let arm = |arm: Arm| match arm {
        Arm::Proportional if wall => Arm::Radius,
        Arm::Plane if wall => Arm::Overlap,
        other => other,
    };
    Levers { slip: arm(levers.slip), torque: arm(levers.torque) }
}
