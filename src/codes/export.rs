//! Exports the contact of a scene as input lines of a DEM code, and checks that they describe the same contact.
//!
//! A code computes the parameters; here they become the text that a user pastes into an input. Names and titles of a
//! case are reduced to plain words ([`words`], [`identifier`]), so that they never become code.

use std::f64::consts::PI;

use super::convert::{speeds_within, with_restitution};
use super::differences::{self, has_force, largest_difference};
pub use super::normal::SharedModuli;
use super::normal::{complete, of_pair};
use super::restitution::{achieved, ratio};
use super::script::{self, Line};
use super::{Code, Key, Parameters, Rendered};
use crate::collide::{self, CollisionError};
use crate::law::scene::{Body, Scene, Shape};
use crate::law::{Contact, Contract, LawError, Pair, PowerForce};
use crate::number::{brief, exact, inward, percent, significant};

/// Texts for places of line templates that are not parameters, or that the case does not give.
pub type Values = Vec<(&'static str, String)>;

/// How the input of a code is written, and the parameters read back from its lines.
pub enum Input {
    /// By templates.
    Script {
        lines: &'static [Line],
        /// What goes with friction, its coefficient first.
        friction: &'static [&'static str],
        /// Texts beside the parameters and those of the case: `name`, `density`, and `wall` where the second body is one.
        values: fn(&InputData) -> Result<Values, LawError>,
    },
    /// What templates cannot hold.
    Own {
        /// The text for one contact, a line each; an error when the engine needs a number that the case does not give.
        write: fn(&InputData) -> Result<Vec<String>, LawError>,
        /// The parameters in lines that `write` wrote, comments left out; `None` where they cannot be read.
        read: fn(&[String]) -> Option<Parameters>,
    },
}

impl Input {
    /// Templates, and what goes with friction in them, its coefficient first.
    pub(super) const fn script(lines: &'static [Line], friction: &'static [&'static str]) -> Self {
        Self::Script { lines, friction, values: |_| Ok(Vec::new()) }
    }
}

/// Notes for the user of input lines, one line each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Remarks {
    pub notes: Vec<String>,
    /// Approximations in the lines; such an export is not faithful.
    pub approximations: Vec<String>,
    /// Known defects of the release that the input is written for, or of all releases if none is named.
    pub defects: Vec<String>,
}

impl Remarks {
    /// One note.
    pub(super) fn note(text: impl Into<String>) -> Self {
        Self { notes: vec![text.into()], ..Self::default() }
    }
}

impl Code {
    /// Known defects of a version that change the contact of a scene that is written in the code's own parameters, one line each.
    pub fn defects(&self, scene: &Scene, version: &str) -> Vec<String> {
        let (Some(params), Ok(spring)) = (self.case_parameters(scene), differences::spring(scene)) else {
            return Vec::new();
        };
        let material = of_pair(self, &scene.pair, spring.alpha, &params);
        let density = scene.bodies.iter().find_map(density).unwrap_or(f64::NAN);
        (self.remarks)(&InputData { scene, params: &params, material, density, version }).defects
    }

    /// The input lines of one contact.
    ///
    /// # Errors
    /// When the code needs a number that the case does not give.
    pub fn write(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        match self.input {
            Input::Own { write, .. } => write(data),
            Input::Script { lines, values, .. } => {
                let mut values = values(data)?;
                values.extend([("name", data.material_name()), ("density", data.density())]);
                values.extend(data.wall().then(|| ("wall", String::new())));
                script::write(lines, data.params, &values)
            }
        }
    }

    /// The parameters in lines that [`write`](Self::write) wrote, comments left out; `None` where they cannot be read.
    pub fn read(&self, text: &[String]) -> Option<Parameters> {
        match self.input {
            Input::Own { read, .. } => read(text),
            Input::Script { lines, friction, .. } => script::read(lines, self.keys, friction, text),
        }
    }

    /// The first key that is written and reads back otherwise: numbers to the last bit, words letter by letter. Defaults that
    /// the lines spell out are judged by the contact they make.
    fn first_difference(&self, written: &Parameters, read: &Parameters) -> Option<&'static str> {
        let spelt = |key: &Key| match self.input {
            Input::Script { lines, .. } => script::default(lines, key.name),
            Input::Own { .. } => None,
        };
        let own = |key: &Key| if let crate::keys::Default::Word(word) = key.default { Some(word) } else { None };
        let same = |key: &&Key| {
            let number = || read.numbers.get(key.name).or_else(|| spelt(key)?.parse().ok()).unwrap_or(0.0);
            let word = || read.given(key.name).or_else(|| spelt(key)).or_else(|| own(key));
            written.numbers.get(key.name).is_none_or(|written| number() == written)
                && written.given(key.name).is_none_or(|written| word() == Some(written))
        };
        self.keys.iter().find(|key| !same(key)).map(|key| key.name)
    }
}

/// Comments that say where the lines stand in an input of LAMMPS or LIGGGHTS.
pub(super) const BEFORE_THE_BOX: &str = "# before create_box or read_data, after atom_style sphere";
pub(super) const AFTER_THE_BOX: &str = "# after it";

/// A material as a code is given it.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyMaterial {
    /// Safe in every language.
    pub name: String,
    /// Pa
    pub young: f64,
    pub poisson: f64,
    /// kg/m3
    pub density: f64,
}

/// kg/m3: that of the material where the mass comes from it, else mass over volume; `None` for a wall.
pub(super) fn density(body: &Body) -> Option<f64> {
    let Shape::Sphere { radius, .. } = body.shape else { return None };
    let mean = body.mass / (4.0 / 3.0 * PI * radius.powi(3));
    match body.material.as_ref().and_then(|material| material.density) {
        Some(density) if (mean / density - 1.0).abs() < 1e-12 => Some(density),
        _ => Some(mean),
    }
}

/// The data for the input lines of one contact.
#[derive(Debug)]
pub struct InputData<'a> {
    /// The scene the contact is of.
    pub scene: &'a Scene,
    /// The parameters, those of the material included.
    pub params: &'a Parameters,
    /// One material for both bodies with which the pair's effective moduli are met; `None` when the law needs none.
    pub material: Option<SharedModuli>,
    /// kg/m3, of the first body.
    pub density: f64,
    /// Version of the code; empty for any.
    pub version: &'a str,
}

impl InputData<'_> {
    /// The density as text.
    pub fn density(&self) -> String {
        exact(self.density)
    }

    /// Whether the second body is a wall.
    pub fn wall(&self) -> bool {
        self.scene.bodies[1].is_wall()
    }

    /// The common material of both bodies, with its moduli under these keys.
    ///
    /// # Errors
    /// When the case gives no moduli.
    pub fn one_material(&self, moduli: [&'static str; 2]) -> Result<BodyMaterial, LawError> {
        let [young, poisson] = moduli.map(|key| self.params.needed(key));
        Ok(BodyMaterial { name: self.material_name(), young: young?, poisson: poisson?, density: self.density })
    }

    /// A name for the material, safe in every language.
    pub fn material_name(&self) -> String {
        let body = &self.scene.bodies[0];
        identifier(body.material.as_ref().map_or(&body.name, |material| &material.name))
    }
}

/// End of a line about a number that depends on an example.
const OF_EXAMPLES: &str = "    (of example values, not measured)";

/// The contact of a scene as input lines of a DEM code.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// `lammps`
    pub engine: &'static str,
    /// Beginning of a comment in its input.
    pub comment: &'static str,
    /// The parameters, those of the material included.
    pub params: Parameters,
    /// The input lines.
    pub lines: Vec<String>,
    /// How the numbers were computed, one line each.
    pub conversion: Vec<String>,
    /// Restitution of the case's law at the speed of the scene; `None` for a law with adhesion or memory.
    pub restitution: Option<f64>,
    /// Restitution of the code's law with these parameters at that speed, integrated exactly.
    pub restitution_exported: Option<f64>,
    /// Differences between the contact of the code and that of the case, one line each; empty for a faithful export.
    pub why_not: Vec<String>,
    /// Speeds, m/s, between which the two restitutions differ by no more than the tolerance; `None` where they never
    /// part.
    pub holds_between: Option<[f64; 2]>,
    /// The relative difference that [`holds_between`](Self::holds_between) allows.
    pub tolerance: f64,
    /// Uncertainty of the numbers, one line each; empty unless they come from a fit.
    pub known: Vec<String>,
    /// Values of the case that are examples, not measured, with the lines that depend on each.
    pub examples: Vec<(String, Vec<usize>)>,
    /// Notes for the user of the lines, one line each.
    pub notes: Vec<String>,
    /// The conventions behind the parameters.
    pub contract: Contract,
}

impl Export {
    /// Whether the code has the contact of the case, normal and tangential.
    pub fn faithful(&self) -> bool {
        self.why_not.is_empty()
    }

    /// Whether nothing is lost of a contact that was measured.
    pub fn strictly(&self) -> bool {
        self.faithful() && self.examples.is_empty()
    }

    /// Takes down which lines depend on an example value of the case, from the export of the case with another one; all of them where there
    /// is none.
    pub fn depends_on(&mut self, example: String, other: Option<&Self>) {
        let others = other.filter(|other| other.lines.len() == self.lines.len());
        let differs = |at: &usize| others.is_none_or(|other| other.lines[*at] != self.lines[*at]);
        let lines: Vec<usize> = (0..self.lines.len()).filter(differs).collect();
        for (line, other) in self.conversion.iter_mut().zip(others.iter().flat_map(|other| &other.conversion)) {
            if !line.starts_with(other) && !line.ends_with(OF_EXAMPLES) {
                line.push_str(OF_EXAMPLES);
            }
        }
        if !lines.is_empty() {
            self.examples.push((example, lines));
        }
    }

    /// The whole of it: what it is, whether it is faithful, how the numbers were found, and the lines.
    ///
    /// `title` is what it was made from; `contract` adds the conventions as a paragraph.
    pub fn text(&self, title: &str, contract: bool) -> String {
        let mut said = vec![format!("{}: {}", self.engine, words(title))];
        if self.faithful() {
            said.push("faithful: the force law is kept".into());
        }
        said.extend(self.of_examples());
        said.extend(self.departures());
        said.extend(self.conversion.iter().map(|line| format!("  {line}")));
        said.extend(self.known.iter().map(|line| format!("fitted: {line}")));
        said.extend(self.notes.iter().map(|note| format!("note: {note}")));
        if contract {
            said.push(self.contract.paragraph());
        }
        let mut text = String::new();
        for line in said {
            text.push_str(self.comment);
            text.push(' ');
            text.push_str(&line);
            text.push('\n');
        }
        for (at, line) in self.lines.iter().enumerate() {
            text.push_str(line);
            let here = self.examples.iter().filter(|(_, lines)| lines.contains(&at));
            let names: Vec<String> = here.map(|(example, _)| words(example)).collect();
            if !names.is_empty() {
                text.push_str(&format!("    {} example, not measured: {}", self.comment, names.join(", ")));
            }
            text.push('\n');
        }
        text
    }

    /// That values of the case are examples, one line each.
    pub fn of_examples(&self) -> Vec<String> {
        let line = |(example, _): &(String, Vec<usize>)| format!("an example, not measured: {}", words(example));
        self.examples.iter().map(line).collect()
    }

    /// Why it is not faithful, and where the restitution is kept.
    pub fn departures(&self) -> Vec<String> {
        let why = self.why_not.iter().map(|why| format!("NOT faithful: {why}"));
        why.chain([self.speeds()]).collect()
    }

    /// Where the restitution of the lines is that of the case.
    pub fn speeds(&self) -> String {
        let both = self.restitution_exported.zip(self.restitution);
        if let Some((there, here)) = both.filter(|(there, here)| (there - here).abs() > 1e-9) {
            let [there, here] = [there, here].map(|e| significant(e, 6));
            return format!("the restitution is {there} and not {here}");
        }
        match self.holds_between {
            None if self.restitution.is_none() && self.faithful() => {
                "the whole law is kept, and with it the restitution at every speed".into()
            }
            None => "the restitution is that of the case at every speed".into(),
            Some(bounds) => {
                let [low, high] = inward(bounds, 3);
                let from = if low > 0.0 { format!("from {} ", significant(low, 3)) } else { String::new() };
                let to = if high.is_finite() { format!("to {} m/s", significant(high, 3)) } else { "upwards".into() };
                format!("the restitution holds within {} % {from}{to}", brief(100.0 * self.tolerance))
            }
        }
    }
}

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
pub fn export(scene: &Scene, system: &Code, tolerance: f64) -> Result<Export, LawError> {
    export_for(scene, system, "", tolerance)
}

/// The parameters that this version of the code has, with a note where they are not those chosen.
fn exchanged(choice: &mut Choice, system: &Code, scene: &Scene, version: &str) -> Result<Parameters, LawError> {
    let exchanged = system.for_version(choice.params.clone(), scene, version)?;
    if exchanged != choice.params {
        let lines = |parameters: &Parameters| parameters.lines(system.keys).join(", ");
        choice.notes.push(format!("{} {version} is given {}", system.name(), lines(&exchanged)));
        choice.notes.push(format!("in place of {}, which it does not have", lines(&choice.params)));
    }
    Ok(exchanged)
}

/// [`export`] for one version of the code; an empty one means any.
///
/// # Errors
/// When the engine can hold neither; the message says why.
pub fn export_for(scene: &Scene, system: &Code, version: &str, tolerance: f64) -> Result<Export, LawError> {
    let reading = system.in_use;
    let pair = &scene.pair;
    // A law with branches is kept whole or not at all: its restitution is not that of a coefficient.
    let branched = scene.contact.branched_by().is_some();
    let force = if branched { None } else { Some(scene.contact.force(pair)?) };
    let restitution = |force: &PowerForce| at(force, pair, scene.speed);
    let e = force.as_ref().map(restitution).transpose()?;
    let mut choice = match force.as_ref().zip(e) {
        Some((force, e)) => choose(scene, system, force, e)?,
        None => {
            let Rendered { params, notes } = system.render(&scene.contact, reading, pair)?;
            Choice { params, notes, why_not: Vec::new() }
        }
    };
    let exchanged = exchanged(&mut choice, system, scene, version)?;
    let material = of_pair(system, &scene.pair, differences::spring(scene).map_err(LawError::table)?.alpha, &exchanged);
    let params = complete(exchanged, system, material.as_ref());
    let density = scene
        .bodies
        .iter()
        .find_map(density)
        .ok_or_else(|| LawError::table("two walls cannot collide: there is nothing to export"))?;
    let data = InputData { scene, params: &params, material, density, version };
    let lines = system.write(&data)?;
    // What the lines say is judged, not what they were made from.
    let name = system.name();
    let read =
        system.read(&lines).ok_or_else(|| LawError::table(format!("the lines for {name} could not be read back")))?;
    if let Some(key) = system.first_difference(&params, &read) {
        choice.why_not.push(format!("the lines for {name} read back with another `{key}`"));
    }
    let read_back = system.contact(&read, reading, pair)?;
    let as_run = || system.contact(&(system.as_run)(read.clone(), &data), reading, pair)?.contact.force(pair);
    let there = if branched { None } else { Some(as_run()?) };
    let remarks = (system.remarks)(&data);
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
    if !scene.system.as_ref().is_some_and(|given| given.is_of(name, system.in_use)) {
        choice.why_not.extend(remarks.approximations);
    }
    choice.why_not.extend(hollow(scene, system));
    choice.why_not.extend(differences::held(scene, system));
    let defects = if version.is_empty() { &mut choice.notes } else { &mut choice.why_not };
    defects.extend(remarks.defects);
    let holds_between = match force.as_ref().zip(there.as_ref()).filter(|_| !one_law) {
        None => None,
        Some((here, there)) => {
            range(here, there, pair, scene.speed, tolerance).map_err(|error| unknown(scene.speed, &error))?
        }
    };
    let mut notes = choice.notes;
    if (system.material)(data.params).is_some() {
        notes.extend(data.material.as_ref().and_then(|material| material.note.clone()));
    }
    notes.extend(remarks.notes);
    notes.extend(differences::spring_rotation(scene, &read_back)?);
    notes.extend(of_bodies(scene, system));
    Ok(Export {
        engine: system.name(),
        comment: system.comment,
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

/// Why the spin of a hollow sphere with friction is not exported: the code has solid ones only, or these lines have no inertia.
fn hollow(scene: &Scene, system: &Code) -> Option<String> {
    let code = system.name();
    scene.turns_hollow().then(|| match system.solid_spheres {
        true => format!("moment of inertia: {code} has solid spheres only"),
        false => format!("moment of inertia: a sphere of the case is not solid, which these lines do not tell {code}"),
    })
}

/// The contact if the code has it; the contact without friction if the code lacks only that; or else a normal law of
/// the code with the same restitution.
fn choose(scene: &Scene, system: &Code, force: &PowerForce, e: f64) -> Result<Choice, LawError> {
    let (contact, pair) = (&scene.contact, &scene.pair);
    let frictionless = Contact { friction: None, ..contact.clone() };
    match system.render(contact, system.in_use, pair) {
        // `tangential::differences` then names what is lost.
        Err(refusal) if contact.friction.is_some() && system.render(&frictionless, system.in_use, pair).is_ok() => {
            let mut choice = normal(&frictionless, pair, system, force, e)?;
            choice.why_not.push(refusal.message);
            Ok(choice)
        }
        _ => normal(contact, pair, system, force, e),
    }
}

/// The force law if the code has it, or else a law of the code with the same restitution.
fn normal(contact: &Contact, pair: &Pair, system: &Code, force: &PowerForce, e: f64) -> Result<Choice, LawError> {
    let reading = system.in_use;
    let mut refusal = match system.render(contact, reading, pair) {
        Ok(rendered) => {
            let back = system.contact(&rendered.params, reading, pair)?.contact.force(pair)?;
            if has_force(force, system, &rendered.params, pair)? {
                return Ok(Choice { params: rendered.params, notes: rendered.notes, why_not: Vec::new() });
            }
            LawError::table(format!(
                "{} reproduces this law to {} only",
                system.name(),
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
fn conversion(data: &InputData, system: &Code, contract: &Contract, there: Option<(&PowerForce, f64)>) -> Vec<String> {
    let mut lines = vec![contract.damping.to_string()];
    if let Some(z) = there.and_then(|(force, _)| ratio(force, data.scene.pair.m_star)) {
        lines.push(format!("z = {}, the damping ratio", significant(z, 7)));
    }
    lines.extend(data.params.lines(system.keys));
    if let Some((_, e)) = there {
        let speed = exact(data.scene.speed);
        lines.push(format!("achieves a restitution of {} at {speed} m/s", significant(e, 6)));
    }
    lines
}

/// Properties of the bodies that the lines do not contain.
fn of_bodies(scene: &Scene, system: &Code) -> Vec<String> {
    let mut notes: Vec<String> = differences::slanted(scene, system).into_iter().collect();
    let densities: Vec<f64> = scene.bodies.iter().filter_map(density).collect();
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

/// A fitted value with the ends of its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Known<'a> {
    /// Its path in the case.
    pub path: &'a str,
    /// Low and high end, in its unit.
    pub interval: [f64; 2],
    /// Probability of the interval, where it is stated.
    pub level: Option<f64>,
}

/// Every number of the export that depends on one fitted value, with its values at both ends of the interval: `e = 0.436, 0.420
/// to 0.453 at 95 %`. `ends` are exports of the same scene there, or why there is none. The other fitted values stay.
pub fn known(middle: &Export, ends: &[Result<Export, String>; 2], keys: &[Key], fitted: &Known<'_>) -> Vec<String> {
    let [from, to] = fitted.interval;
    let level = fitted.level.map(|level| format!(" at {}", percent(level))).unwrap_or_default();
    let because = format!("{} from {} to {}", words(fitted.path), significant(from, 4), significant(to, 4));
    let [low, high] = match ends {
        [Ok(low), Ok(high)] => [low, high],
        [low, high] => {
            let why = low.as_ref().err().or(high.as_ref().err()).map_or("", String::as_str);
            return vec![format!("no interval with {because}{level}: {}", words(why))];
        }
    };
    let numbers = keys.iter().filter(|key| key.dimension().is_some());
    let line = |key: &Key| {
        let [value, a, b] = [middle, low, high].map(|export| export.params.numbers.get(key.name));
        let (value, a, b) = (value?, a?, b?);
        let (least, most) = (a.min(b), a.max(b));
        // Two digits of the width.
        let digits = |number: f64| {
            let places = libm::log10(number.abs()).floor() - libm::log10(most - least).floor() + 2.0;
            significant(number, places.clamp(1.0, 17.0) as usize)
        };
        (most > least)
            .then(|| format!("{} = {}, {} to {}{level}", key.name, digits(value), digits(least), digits(most)))
    };
    let lines: Vec<String> = numbers.filter_map(line).map(|line| format!("{line} (with {because})")).collect();
    if lines.is_empty() { vec![format!("no number here depends on {}", words(fitted.path))] } else { lines }
}

/// Longest name that is written.
const LONGEST_NAME: usize = 40;
/// Longest comment that is made from a case.
const LONGEST_TEXT: usize = 120;

/// A name made of ASCII letters, digits and `_`, beginning with a letter: one token, unquoted, in every input language.
///
/// Any other character of `name` becomes `_`.
pub fn identifier(name: &str) -> String {
    let kept = name.chars().take(LONGEST_NAME).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    let text: String = kept.collect();
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) { text } else { format!("m_{text}") }
}

/// A text for a comment: ASCII letters, digits and a few marks; another letter or digit becomes `_`, whatever else stands in it a
/// blank.
///
/// A line break would end the comment, and `\` and `&` at the end of a line continue it in C++ and in LAMMPS.
pub fn words(text: &str) -> String {
    let kept = text.chars().take(LONGEST_TEXT).map(|c| match c {
        c if c.is_ascii_alphanumeric() || " .,:;()[]+-_=/%".contains(c) => c,
        c if c.is_alphanumeric() => '_',
        _ => ' ',
    });
    let kept: String = kept.collect();
    kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
