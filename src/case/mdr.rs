//! `[run.mdr]`: the exact tangential reference.
//!
//! It takes the friction of the tangential law and not its form, and valid for Hertzian spheres only.

use super::reader::{Node, Reader};
use super::{Run, Settings};
use crate::contact::Normal;
use crate::keys::{Key, Keys, Takes};
use crate::limits::Limits;
use crate::scene::Scene;

/// The word after `run.`.
pub(super) const MDR: &str = "mdr";

/// With fewer springs the uncertainty is not reliable; more take time and do not improve the result.
const COUNT: Key =
    Key::new("springs", Takes::Setting(Limits::whole(200.0, 100_000.0)), "over the contact radius").or(1000.0);

pub(super) static KEYS: Keys = Keys {
    header: "[run.mdr]",
    doc: "the exact tangential reference; it takes the friction of the tangential law",
    keys: &[COUNT],
    rules: "",
};

/// Reads the settings.
pub(super) fn read(reader: &mut Reader, node: &Node) -> Settings {
    let table = node.keyed(reader, KEYS.header, &KEYS).unwrap_or_default();
    Settings::Mdr { springs: table.setting(reader, &COUNT) as usize }
}

/// Reports the first scene that the solver does not cover.
pub(super) fn check(reader: &mut Reader, runs: &[Run], scenes: &[Scene]) {
    let Some(run) = runs.iter().find(|run| run.solver.text == MDR) else { return };
    if let Some((why, help)) = scenes.iter().find_map(lacks) {
        reader.wrong(&run.solver.origin.span, why, &[help]);
    }
}

/// The requirement that a scene does not meet, and the help for it.
fn lacks(scene: &Scene) -> Option<(&'static str, &'static str)> {
    let pair = &scene.pair;
    let hertz = pair.E_star.map_or(f64::NAN, |E_star| 4.0 / 3.0 * E_star * pair.R_star.sqrt());
    let own = scene.force.is_some_and(|force| (force.K / hertz - 1.0).abs() < 1e-9);
    let spheres = matches!(scene.contact.normal, Normal::Hertz(_)) && own;
    if !spheres {
        return Some((
            "`mdr` requires the normal law `hertz`",
            "use [contact.normal.hertz] without its own modulus, or remove [run.mdr]",
        ));
    }
    if !scene.contact.friction.as_ref().is_some_and(|friction| friction.tangential.friction() > 0.0) {
        return Some((
            "`mdr` requires a friction coefficient above 0",
            "add a tangential law with friction:  [contact.tangential.mindlin-deresiewicz]",
        ));
    }
    None
}
