//! A contact of a script as a case file.

use std::fmt::Write;

use super::sizes::Mass;
use super::touching::{Body, DeckContact, DeckLaw, Size, Value};
use crate::codes;
use crate::number::exact;

/// How the bodies of a case meet, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Motion<'a> {
    /// Head-on at these speeds, m/s.
    HeadOn(&'a [f64]),
    /// At one speed, m/s, under these angles from the normal, degrees.
    Oblique { speed: f64, degrees: &'a [f64] },
}

/// What is expected of a case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expected {
    /// Whether the law asks for a restitution.
    pub asks: bool,
    /// Whether the bodies stick at some speed.
    pub sticks: bool,
    /// Relative tolerance; of restitutions that may be 0 an absolute one.
    pub within: f64,
}

/// The case of a contact for one size: both bodies, the contact in the parameters of the code, the reference, and velocity Verlet at
/// the time step (s). What it expects are the restitution that is asked for, and the reference at that step.
pub fn case_text(
    (code, contact, size, law): (&str, &DeckContact, &Size, &DeckLaw),
    motion: Motion,
    time_step: Option<f64>,
    (from, expected): (&str, Expected),
) -> String {
    let mut text = String::new();
    let angle = if matches!(motion, Motion::Oblique { .. }) { ", oblique" } else { "" };
    let _ = writeln!(text, "title  = {}", quoted(&format!("{from}: {}{angle}", contact.name)));
    let lines: Vec<String> =
        contact.origins.iter().map(|origin| format!("{}:{}", origin.file.name, origin.line())).collect();
    let _ = writeln!(text, "source = {}\n", quoted(&lines.join(", ")));
    for (place, body) in size.bodies.iter().enumerate() {
        material(&mut text, place, body, contact.moduli[place]);
    }
    for (place, body) in size.bodies.iter().enumerate() {
        sphere_or_wall(&mut text, place, body, contact.moduli[place].is_some());
    }
    impact(&mut text, motion);
    parameters(&mut text, code, law);
    let _ = writeln!(text, "[run.reference]\n");
    if let Some(step) = time_step {
        let _ = writeln!(text, "[run.velocity-verlet]\ntime_step = \"{} s\"\n", exact(step));
    }
    expectations(&mut text, motion, time_step.is_some(), expected);
    text
}

fn quoted(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(400).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

const NAMES: [&str; 2] = ["one", "two"];

fn material(text: &mut String, place: usize, body: &Body, moduli: Option<[f64; 2]>) {
    let density = match body {
        Body::Sphere { mass: Mass::Density(density), .. } => Some(density),
        _ => None,
    };
    if density.is_none() && moduli.is_none() {
        return;
    }
    let _ = writeln!(text, "[material.{}]", NAMES[place]);
    if let Some(density) = density {
        let _ = writeln!(text, "density       = \"{} kg/m3\"", exact(*density));
    }
    if let Some([young, poisson]) = moduli {
        let _ = writeln!(text, "young_modulus = \"{} Pa\"\npoisson_ratio = {}", exact(young), exact(poisson));
    }
    text.push('\n');
}

fn sphere_or_wall(text: &mut String, place: usize, body: &Body, moduli: bool) {
    let Body::Sphere { radius, mass, .. } = body else {
        let material = if moduli { format!("\nmaterial = \"{}\"", NAMES[place]) } else { "\nrigid = true".to_string() };
        let _ = writeln!(text, "[body.wall]\nwall     = {{ normal = \"+z\" }}{material}\n");
        return;
    };
    let own = match mass {
        Mass::Mass(mass) => format!(", mass = \"{} kg\"", exact(*mass)),
        Mass::Density(_) => String::new(),
    };
    let _ = writeln!(text, "[body.{}]\nsphere   = {{ radius = \"{} m\"{own} }}", NAMES[place], exact(*radius));
    if moduli || matches!(mass, Mass::Density(_)) {
        let _ = writeln!(text, "material = \"{}\"", NAMES[place]);
    }
    text.push('\n');
}

fn impact(text: &mut String, motion: Motion) {
    let list = |values: &[f64], unit: &str| {
        let each: Vec<String> = values.iter().map(|value| format!("\"{} {unit}\"", exact(*value))).collect();
        if each.len() == 1 { each[0].clone() } else { format!("{{ sweep = [{}] }}", each.join(", ")) }
    };
    let _ = match motion {
        Motion::HeadOn(speeds) => writeln!(text, "[impact]\nspeed = {}\n", list(speeds, "m/s")),
        Motion::Oblique { speed, degrees } => {
            writeln!(text, "[impact]\nspeed = \"{} m/s\"\nangle = {}\n", exact(speed), list(degrees, "deg"))
        }
    };
}

/// `[contact.CODE]`
fn parameters(text: &mut String, code: &str, law: &DeckLaw) {
    let keys = codes::find(code).map_or(&[][..], |code| code.keys);
    let _ = writeln!(text, "[contact.{code}]");
    for (name, value) in &law.parameters {
        let unit = keys.iter().find(|key| key.name == *name).and_then(|key| key.dimension()).map_or("", |of| of.si());
        let _ = match value {
            Value::Word(word) => writeln!(text, "{name} = {}", quoted(word)),
            Value::Number(number) if unit.is_empty() => writeln!(text, "{name} = {}", exact(*number)),
            Value::Number(number) => writeln!(text, "{name} = \"{} {unit}\"", exact(*number)),
        };
    }
    text.push('\n');
}

fn expectations(text: &mut String, motion: Motion, stepped: bool, expected: Expected) {
    let Expected { asks, sticks, within } = expected;
    let observable = match motion {
        Motion::HeadOn(_) => "restitution",
        Motion::Oblique { .. } => "tangential_restitution",
    };
    let tolerance = |of: &str| format!("{{ within = \"{} {of}\" }}", exact(within));
    let part = tolerance("relative");
    // Of bodies that stick the restitution is 0.
    let stepped_part = tolerance(if sticks { "absolute" } else { "relative" });
    if asks && matches!(motion, Motion::HeadOn(_)) {
        let _ = writeln!(
            text,
            "[[expect]]\nthat        = \"reference\"\nagrees_with = \"requested-restitution\"\nrestitution = {part}\n"
        );
    }
    if stepped {
        let _ = writeln!(
            text,
            "[[expect]]\nthat        = \"velocity-verlet\"\nagrees_with = \"reference\"\n{observable} = {stepped_part}\n"
        );
    }
    let _ = writeln!(
        text,
        "[[expect]]\nthat            = \"reference\"\nagrees_with     = \"conserved\"\nenergy_residual = {{ within = \"1e-6 absolute\" }}"
    );
}
