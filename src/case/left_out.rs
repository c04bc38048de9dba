//! `left_out = [{ row = 3, reason = "..." }]`: what a calibration does not use, and why.

use toml::de::DeValue;

use super::reader::{Node, Reader, Table, kind, quoted};
use super::unknown::quantity;
use super::value::{Limits, POSITIVE, setting};
use crate::data::measure::Measurements;
use crate::error::Origin;
use crate::units::Dimension;

/// Measurements that are not used.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftOut {
    pub which: Which,
    pub reason: String,
    pub origin: Origin,
}

/// Which they are.
#[derive(Debug, Clone, PartialEq)]
pub enum Which {
    /// A row below the headers, counted from 1.
    Row(u64),
    /// The throws of a name, from an interval on (counted from 1); of one height, m, where it is given.
    Throw { name: String, drop: Option<f64>, from_interval: usize },
}

const COUNT: Limits =
    Limits { hold: |n| n.fract() == 0.0 && (1.0..=1e9).contains(&n), say: "must be a whole number from 1" };
const EXAMPLE: &str = "write:  left_out = [{ row = 3, reason = \"the ball hit the edge\" }]";

/// Reads the list; what names nothing is reported.
pub(super) fn read(reader: &mut Reader, node: &Node, measured: &Measurements) -> Vec<LeftOut> {
    let DeValue::Array(items) = node.value.get_ref() else {
        let message = format!("`left_out` should be a list, not {}", kind(node.value.get_ref()));
        reader.wrong(node.span(), message, &[EXAMPLE]);
        return Vec::new();
    };
    let mut found = Vec::new();
    for value in items {
        let item = Node { key: node.key, key_span: node.key_span.clone(), value, path: node.path.clone() };
        if let Some(table) = item.table(reader, "{ row = 3, reason = \"the ball hit the edge\" }") {
            found.extend(one(reader, &table, &item, measured));
        }
    }
    found
}

fn one(reader: &mut Reader, table: &Table, node: &Node, measured: &Measurements) -> Option<LeftOut> {
    table.only(reader, &["row", "throw", "drop_height", "from_interval", "reason"]);
    let reason = table.get("reason").and_then(|node| node.text(reader, "\"the ball hit the edge\""));
    if !table.has("reason") {
        reader.wrong(node.span(), "a measurement that is left out needs a reason", &["add:  reason = \"...\""]);
    }
    let which = match (table.get("row"), table.get("throw")) {
        (Some(row), None) => Which::Row(setting(reader, &row, COUNT)? as u64),
        (None, Some(throw)) => Which::Throw {
            name: throw.text(reader, "\"1\"")?,
            drop: quantity(reader, table, "drop_height", Dimension::Length, POSITIVE).map(|height| height.value),
            from_interval: match table.get("from_interval") {
                Some(node) => setting(reader, &node, COUNT)? as usize,
                None => 1,
            },
        },
        _ => {
            reader.wrong(node.span(), "no measurement selected", &[EXAMPLE]);
            return None;
        }
    };
    let there = match &which {
        Which::Row(row) => (1..=last_row(measured)).contains(row),
        Which::Throw { name, drop, from_interval } => measured.throws.iter().any(|throw| {
            throw.name == *name
                && drop.is_none_or(|drop| throw.drop == Some(drop))
                && *from_interval <= throw.intervals.len()
        }),
    };
    if !there {
        let (message, help) = match &which {
            Which::Row(row) => (
                format!("there is no row {row}"),
                format!("rows are counted from 1, the first below the headers, to {}", last_row(measured)),
            ),
            Which::Throw { name, .. } => (
                format!("there is no such throw {}", quoted(name)),
                "use the names of the table; add `drop_height` where several throws have the same name".to_string(),
            ),
        };
        reader.wrong(node.span(), message, &[&help]);
        return None;
    }
    Some(LeftOut { which, reason: reason?, origin: reader.origin(node.span()) })
}

/// The last row that holds a measurement.
fn last_row(measured: &Measurements) -> u64 {
    let rows = measured.drops.iter().map(|m| m.row);
    let throws = measured.throws.iter().map(|m| m.row_of(m.intervals.len().saturating_sub(1)));
    let obliques = measured.obliques.iter().map(|m| m.row);
    let timed = measured.timed.iter().map(|m| m.row);
    let points = measured.points.iter().map(|m| m.row);
    let ratios = measured.ratios.iter().map(|m| m.row);
    rows.chain(throws).chain(obliques).chain(timed).chain(points).chain(ratios).max().unwrap_or_default()
}
