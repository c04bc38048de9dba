//! LIGGGHTS: `pair_style gran` and `fix wall/gran`, many separate pairs in one box.

use std::path::Path;

use super::Liggghts;
use super::hysteretic::HYSTERESIS;
use super::input::{properties, style};
use crate::codes::Parameters;
use crate::codes::engine::box_of_spheres::{BoxEngine, ContactLine, TemplateValues};
use crate::codes::engine::installed::{PROBE, printed};
use crate::codes::engine::spheres::free;
use crate::codes::engine::{Driver, DriverAnswer, Engine, Installation, NoAnswer};
use crate::codes::scene_parameters::scene_parameters;
use crate::law::scene::Scene;

/// LIGGGHTS-PUBLIC.
pub(super) static DRIVER: Driver =
    Driver { title: "LIGGGHTS-PUBLIC", get: "Debian: liggghts", programs: &["liggghts"], ask, written: engine };

fn ask(place: &Path) -> DriverAnswer {
    let text = printed(&[place.display().to_string(), "-h".to_string()], &[], PROBE, &[1])?;
    let version = version(&text).ok_or_else(|| NoAnswer::because("its help names no version"))?;
    Ok(Some(engine(Installation::built_in("liggghts", &version, &version, place))))
}

fn engine(installation: Installation) -> Box<dyn Engine> {
    let arguments = ["-log", "log.liggghts", "-screen", "none"];
    let too_old = |_: &Scene, _: &str| None;
    Box::new(BoxEngine { installation, arguments, most_kinds: MOST_KINDS, contact, too_old, input })
}

/// The input, but for its contacts.
const TEMPLATE: &str = include_str!("liggghts.in");

/// Most kinds of spheres in one simulation: their contacts stand in matrices.
const MOST_KINDS: usize = 60;

fn input(fill: &TemplateValues<'_, Contact>) -> String {
    let kinds = &fill.part.kinds;
    let types: Vec<&Parameters> = kinds.iter().map(|kind| &kind.law.parameters).collect();
    let mut walls = Vec::new();
    for (index, kind) in kinds.iter().enumerate().filter(|(_, kind)| kind.wall) {
        let (number, [model, options]) = (index + 1, &kind.law.style);
        walls.push(format!("group         ball{number} type {number}"));
        walls.push(format!(
            "fix           wall{number} ball{number} wall/gran {model} primitive type {number} xplane 0.0{options}"
        ));
    }
    fill.template(
        TEMPLATE,
        &[
            // Each was written alone when the scene was accepted.
            ("{properties}", properties(&types).unwrap_or_default().join("\n")),
            ("{style}", fill.part.style.clone()),
            ("{walls}", walls.join("\n")),
            ("{format}", format!("%d{}", " %.17g".repeat(fill.columns.len()))),
        ],
    )
}

/// A contact as export writes it.
#[derive(Debug, Clone, PartialEq)]
struct Contact {
    parameters: Parameters,
    /// Model and options.
    style: [String; 2],
}

/// The parameters that give the force of the scene.
fn contact(scene: &Scene, _: &str) -> Result<ContactLine<Contact>, String> {
    free(scene)?;
    let parameters = scene_parameters(scene, &Liggghts, "")?;
    if parameters.given("model") == Some(HYSTERESIS) {
        return Err(format!(
            "`{HYSTERESIS}` is exported and not run: its characteristic velocity is that of a whole run"
        ));
    }
    let style = style(&parameters).map_err(|error| error.message)?;
    properties(&[&parameters]).map_err(|error| error.message)?;
    Ok(ContactLine { style: style.concat(), law: Contact { parameters, style } })
}

/// `3.8.0` of `LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled ...)`.
pub fn version(help: &str) -> Option<String> {
    let (_, after) = help.split_once("LIGGGHTS-PUBLIC ")?;
    let version: String = after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
    (!version.is_empty()).then_some(version)
}
