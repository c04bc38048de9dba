//! `columns`, `units`, `where`, `group_by`, `wide`, `frame_rate` and `pixel_size`: how the table of an experiment is read.

use toml::de::DeValue;

use super::left_out;
use super::reader::{Node, Reader, Table};
use super::unknown::quantity;
use crate::data::measure::{Mapping, Wide};
use crate::keys::{Key, Takes};
use crate::limits::POSITIVE;
use crate::units::Dimension;

pub(super) const COLUMNS: Key = Key::new(
    "columns",
    Takes::Other("a table of texts", r##"{"type": "object", "additionalProperties": {"$ref": "#/$defs/line"}}"##),
    "what a column of the table is, and its header",
)
.example("columns = { drop = \"Fallhöhe (mm)\", rebound = \"Rückprall (mm)\" }");
pub(super) const UNITS: Key = Key::new("units", COLUMNS.takes, "a header, and the unit of its column")
    .example("units = { \"Fallhöhe\" = \"mm\" }");
pub(super) const ROWS: Key = Key::new(
    "where",
    Takes::Other(
        "a table of texts or numbers",
        r#"{"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}"#,
    ),
    "a header, and the text that rows have there which are read",
)
.example("where = { ball = \"golf\" }")
.unless("all rows");
pub(super) const WIDE: Key =
    Key::new("wide", Takes::Word(Wide::WORDS), "what several columns of rebounds in one row are")
        .example("\"repeats\"")
        .meanings(&[
            "write:  wide = \"repeats\"      # several drops from the height of the row",
            "or:     wide = \"bounces\"      # successive rebounds of one drop",
            "of several balls a case reads one:  columns = { rebound = \"Rebound golf\" }",
        ]);
pub(super) const FRAME_RATE: Key =
    Key::new("frame_rate", Takes::Measured(Dimension::Number, POSITIVE), "frames in a second, of a track");
pub(super) const PIXEL_SIZE: Key =
    Key::new("pixel_size", Takes::Measured(Dimension::Length, POSITIVE), "length of a pixel, of a track");
pub(super) const GROUP_BY: Key =
    Key::new("group_by", Takes::Line, "a column: `fit` makes a fit of the rows of each of its texts")
        .example("\"ball\"");

/// Reads these keys; what they do not give follows from the headers.
pub(super) fn mapping(reader: &mut Reader, table: &Table) -> Mapping {
    let mut pairs = |key: &Key| {
        let Some(node) = table.get(key.name) else { return Vec::new() };
        let Some(inner) = node.table(reader, key.example) else { return Vec::new() };
        inner.nodes().iter().filter_map(|node| Some((node.key.to_string(), text(reader, node)?))).collect()
    };
    let columns: Vec<(String, String)> = pairs(&COLUMNS);
    let (units, rows) = (pairs(&UNITS), pairs(&ROWS));
    let mut number = |key| quantity(reader, table, key).map(|quantity| quantity.value);
    let (frame_rate, pixel_size) = (number(&FRAME_RATE), number(&PIXEL_SIZE));
    let help = [
        "for a fit of each group:  collisionbench fit CASE",
        "for the rows of one group:  where = { ball = \"golf\" }",
    ];
    table.bars(reader, GROUP_BY.name, "`group_by` asks for a fit of each group, but one case is one fit", &help);
    let wide = table.one_of(reader, &WIDE, Wide::from_word);
    let left_out = table.get("left_out").map(|node| left_out::rows_of(&node)).unwrap_or_default();
    let found = Mapping { columns, units, rows, frame_rate, pixel_size, wide, left_out };
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
        _ => node.should_be(reader, "a text", &[]),
    }
}
