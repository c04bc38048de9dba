//! The lines of an engine's input: what they say, that they say the same, and that nothing in a case becomes code.
#![allow(non_snake_case, clippy::excessive_precision, reason = "formulas and numbers stand as they are printed")]

mod back;
mod fits;
mod lines;
mod read;
mod safe;
mod table;
mod tangential;
mod texts;

use collisionbench::case::Case;
use collisionbench::codes::export::{Export, export};
use collisionbench::codes::{CODES, Code};
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::law::scene::Scene;

/// Two like spheres.
pub const SPHERES: &str = r#"
[body.left]
sphere   = { radius = "2 mm" }
material = "glass"

[body.right]
sphere   = { radius = "3 mm" }
material = "glass"
"#;

/// A ball and a rigid wall.
pub const WALL: &str = r#"
[body.ball]
sphere   = { radius = "5 mm" }
material = "glass"

[body.plate]
wall  = { normal = "+z" }
rigid = true
"#;

/// A case of these bodies and this contact, at 1 m/s.
pub fn case_text(bodies: &str, contact: &str) -> String {
    format!(
        r#"title = "Two bodies meet"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "70 GPa"
poisson_ratio = 0.22
{bodies}
[impact]
speed = "1 m/s"

{contact}

[run.reference]

[[expect]]
that              = "reference"
agrees_with       = "conserved"
momentum_residual = {{ within = "1e-11 absolute" }}
"#
    )
}

pub fn scene_of(text: &str) -> Scene {
    let file = SourceFile { name: "two.toml".into(), text: text.to_string() };
    let case = Case::read(file.into(), "two", &Files::Embedded).unwrap_or_else(|error| panic!("{error}\n{text}"));
    case.scenes.into_iter().next().unwrap()
}

pub fn scene(bodies: &str, contact: &str) -> Scene {
    scene_of(&case_text(bodies, contact))
}

pub fn tsuji(e: f64, ends: &str) -> String {
    format!("[contact]\nends = \"{ends}\"\n\n[contact.normal.hertz]\n\n[contact.damping.tsuji]\nrestitution = {e}\n")
}

/// Codes without the dashpot of Tsuji beside Hertz' spring, and the contact that each has.
pub const NO_TSUJI: [(&str, &str); 3] = [
    (
        "drake",
        "[contact.normal.hooke]\nstiffness = \"200 kN/m\"\n\n[contact.damping.hunt-crossley]\nlambda = \"0.3 s/m\"\n",
    ),
    ("simbody", "[contact.normal.hertz]\n\n[contact.damping.hunt-crossley]\nlambda = \"0.3 s/m\"\n"),
    (
        "mujoco",
        "[contact.normal.hooke]\nstiffness = \"200 kN/m\"\n\n[contact.damping.linear-dashpot]\nrestitution = 0.5\n",
    ),
];

/// The contact of the table above whose force is clamped; that of Tsuji with `e` and `ends` for every other code.
pub fn own_contact(engine: &str, e: f64, ends: &str) -> String {
    let other = NO_TSUJI.iter().find(|(name, _)| *name == engine);
    other.map_or_else(|| tsuji(e, ends), |(_, contact)| format!("[contact]\nends = \"force-clamped\"\n\n{contact}"))
}

pub fn name(writer: &Code) -> &'static str {
    writer.name()
}

/// The export of a scene to the engine of that name, which must be possible.
pub fn good(scene: &Scene, engine: &str) -> Export {
    let writer = CODES.iter().copied().find(|writer| name(writer) == engine).unwrap();
    export(scene, writer, 0.01).unwrap_or_else(|error| panic!("{engine}: {}", error.message))
}
