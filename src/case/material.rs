//! `[material.NAME]`: density, moduli and yield stress, each of them optional.

use std::ops::Range;

use super::reader::{Reader, Table, quoted, shown};
use super::value::{Limits, POSITIVE, Spec};
use crate::units::Dimension;

/// A material as written: where its values are kept.
#[derive(Debug, Clone)]
pub(super) struct MaterialDraft {
    pub name: String,
    /// Of the name.
    pub span: Range<usize>,
    pub density: Option<usize>,
    pub young_modulus: Option<usize>,
    pub poisson_ratio: Option<usize>,
    pub yield_stress: Option<usize>,
}

/// An isotropic solid is stable for nothing else (Landau & Lifshitz, Theory of Elasticity, section 5).
const POISSON: Limits = Limits { hold: |nu| nu > -1.0 && nu <= 0.5, say: "must be above -1 and at most 0.5" };

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
        let Some(table) = node.table(reader, &format!("[material.{}]", node.key)) else { continue };
        table.only(reader, &["density", "young_modulus", "poisson_ratio", "yield_stress"]);
        let mut value = |key: &str, dimension, limits| {
            let node = table.get(key)?;
            reader.value(&node, node.path.clone(), Spec::Quantity(dimension, limits))
        };
        materials.push(MaterialDraft {
            name: node.key.to_string(),
            span: node.key_span.clone(),
            density: value("density", Dimension::Density, POSITIVE),
            young_modulus: value("young_modulus", Dimension::Pressure, POSITIVE),
            poisson_ratio: value("poisson_ratio", Dimension::Number, POISSON),
            yield_stress: value("yield_stress", Dimension::Pressure, POSITIVE),
        });
    }
    materials
}

/// Whether a name can stand in a path and in the name of a scene; if not, that is reported.
pub(super) fn plain_name(reader: &mut Reader, what: &str, name: &str, span: Range<usize>) -> bool {
    let fits = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let good = !name.is_empty() && name.chars().all(fits) && name.chars().count() <= 40;
    if !good {
        let message = format!("{} is not a valid {what} name", quoted(name));
        reader.wrong(span, message, &["use letters, digits, - and _, at most 40 of them"]);
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
