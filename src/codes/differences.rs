//! Compares the contact that a code computes with given parameters with the contact of a scene.

use crate::codes::tangential::lost;
use crate::codes::{Code, Parameters, Parsed};
use crate::law::damping::DampedAlong;
use crate::law::normal::{Hertz, NormalLaw};
use crate::law::scene::Scene;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, RollingForce};
use crate::law::{Contact, Damping, Dashpot, Elastic, LawError, Normal, Pair, PowerForce, ShearForce};
use crate::number::{brief, relative_difference};

/// Largest relative difference of stiffness or damping coefficient at which two forces count as equal.
const KEPT: f64 = 1e-13;

/// A larger change of the coefficient by one bit of a parameter is a switch of the code and no rounding (chosen, not derived): Kratos has no damping
/// above a restitution of 0.999.
const SWITCH: f64 = 1e-9;

/// Bits of a parameter that the inversion of a fit may be off by: its evaluation rounds as well. Chosen, not derived.
const BITS: f64 = 16.0;

/// Whether the force of a code with `parameters` is `wanted`: shape and end of contact exactly, stiffness to 1e-13, and the
/// coefficient of damping to 1e-13 or to what sixteen bits of one parameter do to it (Thornton's fit near a restitution of 0
/// or 1 and LAMMPS' tsuji turn one bit into 1e-14, or 1e-12 where there is next to no damping).
///
/// # Errors
/// When a law lacks what it needs.
pub fn has_force(wanted: &PowerForce, system: &Code, parameters: &Parameters, pair: &Pair) -> Result<bool, LawError> {
    let of = |parameters: &Parameters| system.contact(parameters, system.in_use, pair)?.contact.force(pair);
    let there = of(parameters)?;
    if !same_shape(wanted, &there) || relative_difference(wanted.K, there.K) > KEPT {
        return Ok(false);
    }
    let mut allowed = KEPT;
    for key in system.keys {
        let Some(number) = parameters.numbers.get(key.name).filter(|number| *number != 0.0) else { continue };
        for next in [number.next_up(), number.next_down()] {
            let Ok(nudged) = of(&parameters.clone().with(key.name, next)) else { continue };
            let bit = relative_difference(there.C, nudged.C);
            allowed = if bit < SWITCH { allowed.max(BITS * bit) } else { allowed };
        }
    }
    Ok(relative_difference(wanted.C, there.C) <= allowed)
}

/// Whether two forces have the same exponents, reference gap and end of contact.
fn same_shape(one: &PowerForce, two: &PowerForce) -> bool {
    let damped = one.C != 0.0 || two.C != 0.0;
    one.alpha == two.alpha
        && one.reference_gap == two.reference_gap
        && (!damped || (one.beta == two.beta && one.ends.pulls() == two.ends.pulls()))
}

/// Largest relative difference of stiffness and damping coefficient; infinite for another shape or end of contact.
pub(super) fn largest_difference(one: &PowerForce, two: &PowerForce) -> f64 {
    if same_shape(one, two) {
        relative_difference(one.K, two.K).max(relative_difference(one.C, two.C))
    } else {
        f64::INFINITY
    }
}

/// The difference between the normal force of a code and that of `scene`, in words; `None` if they are equal.
///
/// # Errors
/// When a law lacks what it needs.
pub(super) fn normal(
    scene: &Scene,
    system: &Code,
    parameters: &Parameters,
    code: &Parsed,
) -> Result<Option<String>, LawError> {
    let Ok(force) = scene.power() else { return branched(&scene.contact, code, &scene.pair) };
    if has_force(&force, system, parameters, &scene.pair)? {
        return Ok(None);
    }
    let name = code.contract.system;
    let apart = largest_difference(&force, &code.contact.force(&scene.pair)?);
    Ok(Some(match apart.is_finite() {
        true => format!("normal force: {name} reproduces it to {} only", brief(apart)),
        false => format!("normal force: that of {name} has another shape or another end of contact"),
    }))
}

/// The spring whose modulus is that of the bodies: the force itself, or of a law with branches that of first loading, without
/// its pull.
///
/// # Errors
/// When the bodies lack a modulus.
pub(in crate::codes) fn spring(scene: &Scene) -> Result<PowerForce, String> {
    scene.power().or_else(|none| {
        let linear = |K: f64| Elastic { K, alpha: 1.0, reference_gap: 0.0 };
        let loading = match &scene.contact.normal {
            Normal::OfEngine(_) => return Err(none.to_string()),
            Normal::WaltonBraun(law) => linear(law.loading_stiffness),
            Normal::Luding(law) => linear(law.loading_stiffness),
            Normal::Eepa(law) => law.loading(&scene.pair).map_err(|error| error.message)?,
            _ => Hertz::default().elastic(&scene.pair).map_err(|error| error.message)?,
        };
        Ok(PowerForce::new(loading, Dashpot { C: 0.0, beta: 0.0 }, scene.contact.ends))
    })
}

/// How the law with branches of `code` or its dashpot differs from `here`; `None` if numbers agree to 1e-13.
///
/// # Errors
/// When a law lacks what it needs.
pub(in crate::codes) fn branched(here: &Contact, code: &Parsed, pair: &Pair) -> Result<Option<String>, LawError> {
    let (name, there) = (code.contract.system, &code.contact);
    if here.normal.card().name != there.normal.card().name {
        return Ok(Some(format!("normal force: {name} has `{}`", there.normal.card().name)));
    }
    let (a, b) = (here.normal.numbers(), there.normal.numbers());
    let far = a
        .numbers()
        .iter()
        .find(|(key, value)| b.get(key).is_none_or(|other| relative_difference(*value, other) > KEPT));
    let other = a.words().iter().find(|(key, word)| b.word(key) != Some(word));
    if let Some(key) = far.map(|(key, _)| key).or(other.map(|(key, _)| key)) {
        return Ok(Some(format!("normal force: {name} has another `{key}`")));
    }
    let local = |contact: &Contact| match &contact.damping {
        // A code that damps each component does so head-on too.
        Damping::LocalDamping(law) => Some((law.alpha(), law.along == Some(DampedAlong::Velocity))),
        _ => None,
    };
    let same = match (local(here), local(there)) {
        (Some((a, along)), Some((b, other))) => relative_difference(a, b) <= KEPT && along == other,
        (None, None) => true,
        _ => false,
    };
    if !same {
        return Ok(Some(format!("local damping: that of {name} is another one")));
    }
    let damping = |contact: &Contact| contact.branches(pair).map(|law| law.map(|law| law.dashpot));
    let (a, b) = (damping(here)?, damping(there)?);
    let same = a.zip(b).is_some_and(|(a, b)| relative_difference(a.C, b.C) <= KEPT && (a.C == 0.0 || a.beta == b.beta));
    Ok((!same).then(|| format!("normal force: {name} has another dashpot")))
}

/// Largest relative difference of the numbers of two laws with branches of one name.
pub(super) fn branch_difference(one: &Normal, other: &Normal) -> f64 {
    let there = other.numbers();
    let apart =
        |(key, value): &(&str, f64)| there.get(key).map_or(f64::INFINITY, |other| relative_difference(*value, other));
    one.numbers().numbers().iter().map(apart).fold(0.0, f64::max)
}

/// The other differences, one line each: effects of the code that have no parameter, and the tangential force.
///
/// # Errors
/// When a law lacks what it needs.
pub(super) fn others(scene: &Scene, code: &Parsed) -> Result<Vec<String>, LawError> {
    let along = code.contact.shear(&scene.pair)?;
    let along = tangential(scene, along.as_ref(), code.contract.system);
    Ok(code.departures().cloned().chain(along).collect())
}

/// Every difference between the tangential and rolling law of `scene` and that of the code, one line each: friction,
/// stiffness, history, dashpot, limit, levers, rolling.
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
    if !same_limit(scene_law.limit, code_law.limit, scene.force.as_ref()) {
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
    if spring_turns(scene) && scene_law.rotation != code_law.rotation {
        lines.push(rotation(code_law, scene_law, system));
    }
    lines
}

/// A difference in the rotation of the tangential spring that does not affect this scene; `None` if there is none.
///
/// # Errors
/// When a law lacks what it needs.
pub(super) fn spring_rotation(scene: &Scene, code: &Parsed) -> Result<Option<String>, LawError> {
    let there = code.contact.shear(&scene.pair)?;
    let both = scene.shear.as_ref().zip(there.as_ref());
    let planar = |law: &ShearForce| scene.kinematics.is_planar() && has_spring(law);
    let other = both.filter(|(here, there)| planar(here) && here.rotation != there.rotation);
    let line = |(here, there)| rotation(there, here, code.contract.system);
    Ok(other.map(|both| line(both) + "; the same here, where nothing spins about the normal"))
}

/// Whether the rotation of the spring matters: a body may spin about the normal, which an impact in one plane excludes.
pub(super) fn spring_turns(scene: &Scene) -> bool {
    !scene.kinematics.is_planar() && scene.shear.as_ref().is_some_and(has_spring)
}

fn has_spring(law: &ShearForce) -> bool {
    !matches!(law.form, Form::Coulomb | Form::Frictionless)
}

fn rotation(code: &ShearForce, scene: &ShearForce, system: &str) -> String {
    format!("rotation of the spring: {system} has `{}`, not `{}`", code.rotation.word(), scene.rotation.word())
}

fn rolls(law: &ShearForce) -> bool {
    law.rolling != RollingForce::None
}

fn rolling(system: &str) -> String {
    format!("rolling resistance: the lines for {system} have none")
}

/// The wall that a code does not have, because its planes are perpendicular to an axis.
pub fn slanted(scene: &Scene, system: &Code) -> Option<String> {
    let (wall, name) = (&scene.bodies[1], system.name());
    let slanted = system.planes_on_axes && wall.is_wall() && wall.axis().is_none();
    slanted.then(|| format!("the wall of the case is perpendicular to no axis, as planes of {name} are: turn the case"))
}

/// The held sphere whose mass a code counts in its dashpot.
pub fn held(scene: &Scene, system: &Code) -> Option<String> {
    let name = system.name();
    let damped = scene.force.is_some_and(|force| force.C != 0.0);
    let held = damped && scene.bodies.iter().any(|body| body.held && !body.is_wall());
    let counts = held && system.held_keeps_mass;
    counts.then(|| format!("a held sphere keeps its mass in the dashpot of {name}: m* = m1 m2/(m1 + m2)"))
}

/// Whether two friction limits are equal: all are without damping, and total equals absolute for a repulsive force.
fn same_limit(one: FrictionLimit, two: FrictionLimit, force: Option<&PowerForce>) -> bool {
    let elastic = [one, two].contains(&FrictionLimit::Elastic);
    one == two || force.is_some_and(|force| force.C == 0.0 || (!force.ends.pulls() && !elastic))
}

/// Replaces arms that are equal at a wall by one of them.
pub(super) fn as_they_act(levers: Levers, wall: bool) -> Levers {
    let arm = |arm: Arm| match arm {
        Arm::Proportional if wall => Arm::Radius,
        Arm::Plane if wall => Arm::Overlap,
        other => other,
    };
    Levers { slip: arm(levers.slip), torque: arm(levers.torque) }
}
