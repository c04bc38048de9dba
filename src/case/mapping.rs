//! `columns`, `units`, `where`, `frame_rate` and `pixel_size`: how the table of an experiment is read.

use toml::de::DeValue;

use super::reader::{Node, Reader, Table, kind, quoted};
use super::unknown::quantity;
use super::value::POSITIVE;
use crate::data::measure::Mapping;
use crate::units::Dimension;

/// The keys of any experiment for the reading of its table.
pub(super) const KEYS: [&str; 6] = ["columns", "units", "where", "group_by", "frame_rate", "pixel_size"];

/// Reads them; what is not given is left to the headers.
pub(super) fn mapping(reader: &mut Reader, table: &Table) -> Mapping {
    let mut pairs = |key: &str, example: &str| {
        let Some(node) = table.get(key) else { return Vec::new() };
        let Some(inner) = node.table(reader, example) else { return Vec::new() };
        inner.nodes().iter().filter_map(|node| Some((node.key.to_string(), text(reader, node)?))).collect()
    };
    let columns: Vec<(String, String)> =
        pairs("columns", "columns = { drop = \"Fallhöhe (mm)\", rebound = \"Rückprall (mm)\" }");
    let units = pairs("units", "units = { \"Fallhöhe\" = \"mm\" }");
    let rows = pairs("where", "where = { ball = \"golf\" }");
    let mut number = |key, dimension| quantity(reader, table, key, dimension, POSITIVE).map(|quantity| quantity.value);
    let frame_rate = number("frame_rate", Dimension::Number);
    let pixel_size = number("pixel_size", Dimension::Length);
    if let Some(node) = table.get("group_by") {
        let help = [
            "write:  where = { ball = \"golf\" }      the rows of one group",
            "or:     collisionbench fit TABLE --group-by ball      writes a case for each group",
        ];
        reader.wrong(node.key_span.clone(), "`group_by` makes several fits, and a case is one", &help);
    }
    let found = Mapping { columns, units, rows, frame_rate, pixel_size };
    if let (Err(problem), Some(node)) = (found.check(), table.get("columns")) {
        let problem = problem.at(&reader.origin(node.span()));
        reader.report(problem);
        return Mapping { columns: Vec::new(), ..found };
    }
    found
}

/// A text, or a number as it is written.
fn text(reader: &mut Reader, node: &Node) -> Option<String> {
    match node.value.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) => {
            Some(reader.raw(node.span()).trim().to_string())
        }
        DeValue::String(_) => node.text(reader, "\"...\""),
        other => {
            let message = format!("{} should be a text, not {}", quoted(node.key), kind(other));
            reader.wrong(node.span(), message, &[]);
            None
        }
    }
}
