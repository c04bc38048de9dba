//! Plans an export: keeps the force law of a scene if the code has it, or else its restitution.

use super::material;
use super::read::first_difference;
use super::{Export, InputData};
use crate::codes::convert::{speeds_within, with_restitution};
use crate::codes::differences::{self, has_force, largest_difference};
use crate::codes::material::{complete, of_pair};
use crate::codes::restitution::{achieved, ratio};
use crate::codes::{Contract, Parameters, Rendered, System, render};
use crate::collide::{self, CollisionError};
use crate::law::normal;
use crate::law::scene::{Body, Scene};
use crate::law::{Contact, LawError, Pair, PowerForce};
use crate::number::{brief, exact, significant};

/// Tolerance of the reference.
const TIGHT: f64 = 1e-13;

/// The parameters chosen for an export.
struct Choice {
    params: Parameters,
    notes: Vec<String>,
    why_not: Vec<String>,
}

/// Exports the contact of `scene` to a DEM code.
///
/// The force law is kept where the engine has it. Where it has not, the restitution is, at the speed of the scene; the
/// export then says why it is not faithful, and between which speeds the restitutions differ by no more than
/// `tolerance`, relative.
///
/// # Errors
/// When the engine can hold neither; the message says why.
pub fn export(scene: &Scene, system: &dyn System, tolerance: f64) -> Result<Export, LawError> {
    export_for(scene, system, "", tolerance)
}

/// [`export`] for one version of the code; an empty one means any.
///
/// # Errors
/// When the engine can hold neither; the message says why.
pub fn export_for(scene: &Scene, system: &dyn System, version: &str, tolerance: f64) -> Result<Export, LawError> {
    let reading = system.in_use();
    let pair = &scene.pair;
    // A law with branches is kept whole or not at all: its restitution is not that of a coefficient.
    let branched = normal::ends_by_itself(scene.contact.normal.card().name);
    let force = if branched { None } else { Some(scene.contact.force(pair)?) };
    let restitution = |force: &PowerForce| at(force, pair, scene.speed);
    let e = force.as_ref().map(restitution).transpose()?;
    let mut choice = match force.as_ref().zip(e) {
        Some((force, e)) => choose(scene, system, force, e)?,
        None => {
            let Rendered { params, notes } = render(system, &scene.contact, reading, pair)?;
            Choice { params, notes, why_not: Vec::new() }
        }
    };
    let exchanged = system.for_version(choice.params.clone(), scene, version)?;
    if exchanged != choice.params {
        let lines = |parameters: &Parameters| parameters.lines(system.keys()).join(", ");
        choice.notes.push(format!("{} {version} is given {}", system.card().name, lines(&exchanged)));
        choice.notes.push(format!("in place of {}, which it does not have", lines(&choice.params)));
    }
    let material = of_pair(system, &scene.pair, differences::spring(scene).map_err(LawError::table)?.alpha, &exchanged);
    let params = complete(exchanged, system, material.as_ref());
    let density = material::density(&scene.bodies[0])
        .or_else(|| material::density(&scene.bodies[1]))
        .ok_or_else(|| LawError::table("two walls cannot collide: there is nothing to export"))?;
    let data = InputData { scene, params: &params, material, density, version };
    let lines = system.lines(&data)?;
    // What the lines say is judged, not what they were made from.
    let name = system.card().name;
    let read =
        system.read(&lines).ok_or_else(|| LawError::table(format!("the lines for {name} could not be read back")))?;
    if let Some(key) = first_difference(&params, &read, system.keys()) {
        choice.why_not.push(format!("the lines for {name} read back with another `{key}`"));
    }
    let read_back = system.contact(&read, reading, pair)?;
    let as_run = || system.contact(&system.as_run(&read, &data), reading, pair)?.contact.force(pair);
    let there = if branched { None } else { Some(as_run()?) };
    let e_there = there.as_ref().map(restitution).transpose()?;
    if let Some(off) = e_there.zip(e).map(|(there, here)| there - here).filter(|off| off.abs() > 1e-9) {
        choice.why_not.push(format!("{name} reproduces the restitution to {} only", brief(off)));
    }
    let kept = differences::normal(scene, system, &read, &read_back)?;
    let one_law = kept.is_none();
    // Where there is a reason already it is why the force is another.
    let unexplained = choice.why_not.is_empty();
    choice.why_not.extend(kept.filter(|_| unexplained));
    choice.why_not.extend(differences::others(scene, &read_back)?);
    // A case in a code's own words means what the code does with them.
    if !scene.system.as_ref().is_some_and(|given| given.is_of(name, system.in_use())) {
        choice.why_not.extend(system.approximations(&data));
    }
    choice.why_not.extend(hollow(scene, system));
    choice.why_not.extend(differences::held(scene, system));
    let defects = if version.is_empty() { &mut choice.notes } else { &mut choice.why_not };
    defects.extend(system.defects(&data));
    let holds_between = match force.as_ref().zip(there.as_ref()).filter(|_| !one_law) {
        None => None,
        Some((here, there)) => {
            range(here, there, pair, scene.speed, tolerance).map_err(|error| unknown(scene.speed, &error))?
        }
    };
    let mut notes = choice.notes;
    if system.material_keys(data.params).is_some() {
        notes.extend(data.material.as_ref().and_then(|material| material.note.clone()));
    }
    notes.extend(system.notes(&data));
    notes.extend(differences::spring_rotation(scene, &read_back)?);
    notes.extend(of_bodies(scene, system));
    Ok(Export {
        engine: system.card().name,
        comment: system.facts().comment,
        conversion: conversion(&data, system, &read_back.contract, there.as_ref().zip(e_there)),
        lines,
        restitution: e,
        restitution_exported: e_there,
        why_not: choice.why_not,
        holds_between,
        tolerance,
        known: Vec::new(),
        examples: Vec::new(),
        notes,
        contract: read_back.contract,
        params,
    })
}

/// What becomes of a hollow sphere that friction turns: a code has solid ones only, or is not told in these lines.
fn hollow(scene: &Scene, system: &dyn System) -> Option<String> {
    let code = system.card().name;
    scene.turns_hollow().then(|| match system.facts().solid_spheres {
        true => format!("moment of inertia: {code} has solid spheres only"),
        false => format!("moment of inertia: a sphere of the case is not solid, which these lines do not tell {code}"),
    })
}

/// The contact if the code has it; the contact without friction if the code lacks only that; or else a normal law of
/// the code with the same restitution.
fn choose(scene: &Scene, system: &dyn System, force: &PowerForce, e: f64) -> Result<Choice, LawError> {
    let (contact, pair) = (&scene.contact, &scene.pair);
    let frictionless = Contact { friction: None, ..contact.clone() };
    match system.render(contact, system.in_use(), pair) {
        // `tangential::differences` then names what is lost.
        Err(refusal) if contact.friction.is_some() && system.render(&frictionless, system.in_use(), pair).is_ok() => {
            let mut choice = normal(&frictionless, pair, system, force, e)?;
            choice.why_not.push(refusal.message);
            Ok(choice)
        }
        _ => normal(contact, pair, system, force, e),
    }
}

/// The force law if the code has it, or else a law of the code with the same restitution.
fn normal(contact: &Contact, pair: &Pair, system: &dyn System, force: &PowerForce, e: f64) -> Result<Choice, LawError> {
    let reading = system.in_use();
    let mut refusal = match system.render(contact, reading, pair) {
        Ok(rendered) => {
            let back = system.contact(&rendered.params, reading, pair)?.contact.force(pair)?;
            if has_force(force, system, &rendered.params, pair)? {
                return Ok(Choice { params: rendered.params, notes: rendered.notes, why_not: Vec::new() });
            }
            LawError::table(format!(
                "{} reproduces this law to {} only",
                system.card().name,
                brief(largest_difference(force, &back))
            ))
        }
        Err(refusal) => refusal,
    };
    if e <= 0.0 || e > 1.0 {
        return Err(refusal);
    }
    match with_restitution(contact, e, (system, reading), pair) {
        Ok((_, rendered, other_end)) => {
            let why_not = std::iter::once(refusal.message).chain(other_end).collect();
            return Ok(Choice { params: rendered.params, notes: rendered.notes, why_not });
        }
        Err(last) if last.message != refusal.message => {
            refusal.help = vec![format!("nor can its restitution be kept: {}", last.message)];
        }
        Err(_) => {}
    }
    Err(refusal)
}

fn at(force: &PowerForce, pair: &Pair, v: f64) -> Result<f64, LawError> {
    match achieved(force, pair.m_star) {
        Some(e) => Ok(e),
        None => collide::restitution(force, pair.m_star, v, TIGHT).map_err(|error| unknown(v, &error)),
    }
}

fn unknown(v: f64, error: &CollisionError) -> LawError {
    LawError::table(format!("no restitution found at {v} m/s: {error}"))
}

/// Speeds between which the two restitutions agree; `None` if neither depends on speed.
fn range(
    law: &PowerForce,
    engine: &PowerForce,
    pair: &Pair,
    v: f64,
    tolerance: f64,
) -> Result<Option<[f64; 2]>, CollisionError> {
    match (achieved(law, pair.m_star), achieved(engine, pair.m_star)) {
        (Some(_), Some(_)) => Ok(None),
        // Their restitutions are equal at v, and only one of them moves away from it.
        (None, _) => speeds_within(law, pair, v, tolerance).map(Some),
        (Some(_), None) => speeds_within(engine, pair, v, tolerance).map(Some),
    }
}

/// `there`: the force of the engine, with the restitution it achieves; `None` for a law with branches.
fn conversion(
    data: &InputData,
    system: &dyn System,
    contract: &Contract,
    there: Option<(&PowerForce, f64)>,
) -> Vec<String> {
    let mut lines = vec![contract.damping.to_string()];
    if let Some(z) = there.and_then(|(force, _)| ratio(force, data.scene.pair.m_star)) {
        lines.push(format!("z = {}, the damping ratio", significant(z, 7)));
    }
    lines.extend(data.params.lines(system.keys()));
    if let Some((_, e)) = there {
        let speed = exact(data.scene.speed);
        lines.push(format!("achieves a restitution of {} at {speed} m/s", significant(e, 6)));
    }
    lines
}

/// Properties of the bodies that the lines do not contain.
fn of_bodies(scene: &Scene, system: &dyn System) -> Vec<String> {
    let mut notes: Vec<String> = differences::slanted(scene, system).into_iter().collect();
    let densities: Vec<f64> = scene.bodies.iter().filter_map(material::density).collect();
    if let [one, two] = densities[..]
        && one != two
    {
        notes.push(format!("the density is that of the first body; the second has {} kg/m3", exact(two)));
    }
    if scene.bodies.iter().any(Body::is_hollow) && !scene.turns_hollow() {
        notes.push("the case has a sphere that is not solid: its moment of inertia is not in these lines".into());
    }
    if scene.bodies.iter().any(|body| body.held && !body.is_wall()) {
        notes.push("one sphere of the case is held: fix it in the engine too".into());
    }
    if scene.shear.is_none() {
        notes.push("the case has no friction: it is 0 here".into());
    }
    notes
}
