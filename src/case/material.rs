//! `[material.NAME]`: density, moduli, yield stress and surface energy, each of them optional.

use std::ops::Range;

use super::reader::{Reader, Table, quoted, shown};
use super::table_values::TableValues;
use crate::keys::{Key, Keys};
use crate::limits::{Limits, POSITIVE};
use crate::units::Dimension;

/// A material of a file, with the indices of its values.
#[derive(Debug, Clone)]
pub(super) struct MaterialDraft {
    pub name: String,
    /// Place of the name in the file.
    pub span: Range<usize>,
    pub given: TableValues,
}

pub(super) const DENSITY: Key = Key::quantity("density", Dimension::Density, POSITIVE, "mass over volume");
pub(super) const YOUNG_MODULUS: Key =
    Key::quantity("young_modulus", Dimension::Pressure, POSITIVE, "Young's modulus E");
pub(super) const POISSON_RATIO: Key =
    Key::quantity("poisson_ratio", Dimension::Number, Limits::POISSON, "Poisson's ratio nu");
pub(super) const YIELD_STRESS: Key = Key::quantity(
    "yield_stress",
    Dimension::Pressure,
    POSITIVE,
    "in uniaxial tension; only the validity of the contact law asks for it",
);

pub(super) const SURFACE_ENERGY: Key = Key::quantity(
    "surface_energy",
    Dimension::SurfaceEnergy,
    POSITIVE,
    "gamma of one surface; the adhesive law says with mixing_rule how the work of adhesion follows from two",
);

pub(super) static KEYS: Keys = Keys {
    header: "[material.NAME]",
    doc: "materials by name",
    keys: &[DENSITY, YOUNG_MODULUS, POISSON_RATIO, YIELD_STRESS, SURFACE_ENERGY],
    rules: "",
};

/// Reads every material of the file.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Vec<MaterialDraft> {
    let mut materials = Vec::new();
    let Some(table) = root.get("material").and_then(|node| node.table(reader, "[material.glass]")) else {
        return materials;
    };
    for node in table.nodes() {
        if !plain_name(reader, "material", node.key, node.key_span.clone()) {
            continue;
        }
        let Some(table) = node.keyed(reader, &format!("[material.{}]", node.key), &KEYS) else { continue };
        materials.push(MaterialDraft {
            name: node.key.to_string(),
            span: node.key_span.clone(),
            given: table.values(reader, &KEYS),
        });
    }
    materials
}

/// Whether a name is allowed in a path and in the name of a scene; reports one that is not.
pub(super) fn plain_name(reader: &mut Reader, what: &str, name: &str, span: Range<usize>) -> bool {
    let fits = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let good = !name.is_empty() && name.chars().all(fits) && name.chars().count() <= 40;
    if !good {
        let message = format!("{} is not a valid {what} name", quoted(name));
        reader.wrong(&span, message, &["use letters, digits, - and _, at most 40 of them"]);
    }
    good
}

/// `use one of: glass, steel`
pub(super) fn known_names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().map(shown).collect();
    if names.is_empty() {
        "there is no [material.*] in this file".to_string()
    } else {
        format!("use one of: {}", names.join(", "))
    }
}
