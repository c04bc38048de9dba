//! `left_out = [{ row = 3, reason = "..." }]`: measurements that a calibration excludes, with the reason.

use toml::Spanned;
use toml::de::DeValue;

use super::reader::{Node, Reader, Table, quoted};
use super::unknown::quantity;
use crate::data::measure::Measurements;
use crate::error::{Origin, cut};
use crate::keys::{Key, Keys, Takes};
use crate::limits::{Limits, POSITIVE};
use crate::units::Dimension;

/// Measurements that are excluded, with the reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Excluded {
    pub which: ExcludedRows,
    pub reason: String,
    pub origin: Origin,
}

/// The rows that are excluded.
#[derive(Debug, Clone, PartialEq)]
pub enum ExcludedRows {
    /// A row below the headers, counted from 1.
    Row(u64),
    /// The throws of a name from an interval on (counted from 1), only those of one height (m) if it is given.
    Throw { name: String, drop: Option<f64>, from_interval: usize },
}

const COUNT: Takes = Takes::Setting(Limits::whole(1.0, 1e9));
const ROW: Key = Key::new("row", COUNT, "counted from 1 below the headers, with the rows that `where` does not choose");
const THROW: Key = Key::new("throw", Takes::Line, "as the table calls it").example("\"1\"");
const DROP_HEIGHT: Key =
    Key::new("drop_height", Takes::Measured(Dimension::Length, POSITIVE), "tells throws of one name apart");
const FROM_INTERVAL: Key = Key::new("from_interval", COUNT, "the first interval that is left out").or(1.0);
const REASON: Key = Key::new("reason", Takes::Line, "why").required("\"the ball hit the edge\"");

pub(super) static KEYS: Keys = Keys {
    header: "experiment.KIND.left_out",
    doc: "measurements that are not used, each with its reason",
    keys: &[ROW, THROW, DROP_HEIGHT, FROM_INTERVAL, REASON],
    rules: r#"{"oneOf": [{"required": ["row"]}, {"required": ["throw"]}]}"#,
};
const EXAMPLE: &str = "left_out = [{ row = 3, reason = \"the ball hit the edge\" }]";

/// Reads the list; what names nothing is reported.
pub(super) fn read(reader: &mut Reader, node: &Node, measured: &Measurements) -> Vec<Excluded> {
    let items = node.tables(reader, EXAMPLE).unwrap_or_default();
    items.iter().filter_map(|table| one(reader, table, measured)).collect()
}

/// The rows that a list names, before the table is read; what is wrong with it is reported by [`read`].
pub(super) fn rows_of(node: &Node) -> Vec<u64> {
    let DeValue::Array(items) = node.value.get_ref() else { return Vec::new() };
    let row = |item: &Spanned<DeValue>| match item.get_ref().as_table()?.get(ROW.name)?.get_ref() {
        DeValue::Integer(row) => row.as_str().parse().ok(),
        _ => None,
    };
    items.iter().filter_map(row).collect()
}

fn one(reader: &mut Reader, table: &Table, measured: &Measurements) -> Option<Excluded> {
    let span = || table.span.clone();
    table.only(reader, &KEYS.names());
    let reason = match table.get(REASON.name) {
        Some(reason) => reason.text(reader, REASON.example),
        None => {
            let message = "a measurement that is left out needs a reason";
            reader.refuse(&span(), message, &["add:  reason = \"...\""])
        }
    };
    let before = reader.count();
    let which = match (table.has("row"), table.has("throw")) {
        (true, false) => ExcludedRows::Row(table.setting(reader, &ROW) as u64),
        (false, true) => ExcludedRows::Throw {
            name: throw(reader, table)?,
            drop: quantity(reader, table, &DROP_HEIGHT).map(|height| height.value),
            from_interval: table.setting(reader, &FROM_INTERVAL) as usize,
        },
        _ => {
            return reader.refuse(&span(), "no measurement selected", &[&format!("write:  {EXAMPLE}")]);
        }
    };
    if reader.count() > before {
        return None;
    }
    let there = match &which {
        ExcludedRows::Row(row) => rows(measured).contains(row) || measured.besides.misread.contains(row),
        ExcludedRows::Throw { name, drop, from_interval } => measured.throws.iter().any(|throw| {
            throw.name == *name
                && drop.is_none_or(|drop| throw.drop == Some(drop))
                && *from_interval <= throw.intervals.len()
        }),
    };
    if !there {
        let (message, help) = match &which {
            ExcludedRows::Row(row) => (
                format!("there is no measurement in row {row}"),
                format!(
                    "row 1 is the first below the headers, chosen by `where` or not; the last measurement is in row {}",
                    rows(measured).iter().max().unwrap_or(&0)
                ),
            ),
            ExcludedRows::Throw { name, drop, from_interval } => no_throw(measured, name, *drop, *from_interval),
        };
        return reader.refuse(&span(), message, &[&help]);
    }
    Some(Excluded { which, reason: reason?, origin: reader.origin(span()) })
}

/// The name of a throw; one that is written as a number is shown as the text it should be.
fn throw(reader: &mut Reader, table: &Table) -> Option<String> {
    match table.get(THROW.name) {
        Some(node) if matches!(node.value.get_ref(), DeValue::Integer(_)) => {
            let help = format!("write:  throw = \"{}\"", reader.raw(node.span()).trim());
            node.should_be(reader, "a text", &[&help])
        }
        _ => table.line(reader, &THROW),
    }
}

/// What is missing of a throw: itself, at that height, or the interval.
fn no_throw(measured: &Measurements, name: &str, drop: Option<f64>, from_interval: usize) -> (String, String) {
    let named: Vec<_> = measured.throws.iter().filter(|throw| throw.name == name).collect();
    let there = named.iter().filter(|throw| drop.is_none_or(|drop| throw.drop == Some(drop)));
    let name = quoted(name);
    if named.is_empty() {
        let help = "use the names of the table; add `drop_height` where several throws have the same name";
        return (format!("there is no such throw {name}"), help.to_string());
    }
    match (there.map(|throw| throw.intervals.len()).max(), drop) {
        (Some(last), _) => {
            (format!("the throw {name} has no interval {from_interval}"), format!("its last interval is number {last}"))
        }
        (None, drop) => {
            let mut heights: Vec<f64> = named.iter().filter_map(|throw| throw.drop).collect();
            heights.sort_by(f64::total_cmp);
            heights.dedup();
            let heights: Vec<String> = heights.iter().map(|height| format!("{height} m")).collect();
            let help = match heights.is_empty() {
                true => "leave `drop_height` out: the table has no drop heights".to_string(),
                false => format!("throws of this name are from {}", cut(&heights.join(", "), 160)),
            };
            (format!("there is no throw {name} from {} m", drop.unwrap_or(f64::NAN)), help)
        }
    }
}

/// The rows that hold a measurement.
fn rows(measured: &Measurements) -> Vec<u64> {
    let rows = measured.drops.iter().map(|m| m.row);
    let throws = measured.throws.iter().flat_map(|m| m.rows.iter().copied());
    let obliques = measured.obliques.iter().map(|m| m.row);
    let timed = measured.timed.iter().map(|m| m.row);
    let rolled = measured.rolled.iter().map(|m| m.row);
    let points = measured.points.iter().map(|m| m.row);
    let ratios = measured.ratios.iter().map(|m| m.row);
    rows.chain(throws).chain(obliques).chain(timed).chain(rolled).chain(points).chain(ratios).collect()
}
