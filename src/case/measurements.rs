//! The table of an experiment: how it is read (`columns`, `units`, `where`, `sheet`, `group_by`, `wide`, `frame_rate`, `pixel_size`),
//! which of its measurements are excluded, `left_out = [{ row = 3, reason = "..." }]`, and which of its drops share an effect
//! or a height setting (`groups`, `height_set`).

use std::collections::HashMap;

use toml::Spanned;
use toml::de::DeValue;

use super::reader::{Node, Reader, Table, quoted, suggestion};
use super::values::quantity;
use crate::data::measure::Wide;
use crate::data::measure::{Mapping, Measurements, Values};
use crate::error::{Origin, cut};
use crate::keys::{Key, Keys, Takes};
use crate::limits::{Limits, POSITIVE};
use crate::units::Dimension;
use crate::words::worded;

pub(super) const COLUMNS: Key = Key::of(
    "columns",
    Takes::Other("a table of texts", r##"{"type": "object", "additionalProperties": {"$ref": "#/$defs/line"}}"##),
)
.doc("what a column of the table is, and its header")
.example("columns = { drop = \"Fallhöhe (mm)\", rebound = \"Rückprall (mm)\" }");
pub(super) const UNITS: Key = Key::new("units", COLUMNS.takes, "a header, and the unit of its column")
    .example("units = { \"Fallhöhe\" = \"mm\" }");
pub(super) const ROWS: Key = Key::of(
    "where",
    Takes::Other(
        "a table of texts or numbers",
        r#"{"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}"#,
    ),
)
.doc("a header, and the text that rows have there which are read")
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
pub(super) const SHEET: Key = Key::new(
    "sheet",
    Takes::Line,
    "the one sheet of a workbook that is read; without it sheets of equal headers are read one below the other",
)
.example("\"110 cm\"");
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
    let sheet = table.line(reader, &SHEET);
    let left_out = table.get("left_out").map(|node| left_out_rows(&node)).unwrap_or_default();
    let found = Mapping { columns, units, rows, sheet, frame_rate, pixel_size, wide, left_out, files: Vec::new() };
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

pub(super) static LEFT_OUT_KEYS: Keys =
    Keys::new("experiment.KIND.left_out", "measurements that are not used, each with its reason")
        .keys(&[ROW, THROW, DROP_HEIGHT, FROM_INTERVAL, REASON])
        .one_of(&["row", "throw"]);
const EXAMPLE: &str = "left_out = [{ row = 3, reason = \"the ball hit the edge\" }]";

/// Reads the list; what names nothing is reported.
pub(super) fn left_out(reader: &mut Reader, node: &Node, measured: &Measurements) -> Vec<Excluded> {
    let items = node.tables(reader, EXAMPLE).unwrap_or_default();
    items.iter().filter_map(|table| one(reader, table, measured)).collect()
}

/// The rows that a list names, before the table is read; what is wrong with it is reported by [`left_out`].
fn left_out_rows(node: &Node) -> Vec<u64> {
    let DeValue::Array(items) = node.value.get_ref() else { return Vec::new() };
    let row = |item: &Spanned<DeValue>| match item.get_ref().as_table()?.get(ROW.name)?.get_ref() {
        DeValue::Integer(row) => row.as_str().parse().ok(),
        _ => None,
    };
    items.iter().filter_map(row).collect()
}

fn one(reader: &mut Reader, table: &Table, measured: &Measurements) -> Option<Excluded> {
    let span = || table.span.clone();
    table.only(reader, &LEFT_OUT_KEYS.names());
    let reason = match table.get(REASON.name) {
        Some(reason) => reason.text(reader, REASON.example),
        None => {
            let message = "a measurement that is left out needs a reason";
            reader.refuse(&span(), message, &["add:  reason = \"...\""])
        }
    };
    let before = reader.count();
    let which = match &table.alternatives(&LEFT_OUT_KEYS)[..] {
        [node] if node.key == ROW.name => ExcludedRows::Row(table.setting(reader, &ROW) as u64),
        [_] => ExcludedRows::Throw {
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

worded! {
    /// How often the height of the drops was set; where it is not stated, all drops of a height may share what its setting was
    /// off by.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum HeightSet {
        /// Once for all drops of a height.
        Once = "once",
        /// Anew for each group of drops: what a setting was off by belongs to the group.
        EachGroup = "each group",
        /// Anew before every drop: drops of one height are independent.
        EachDrop = "each drop",
    }
}

pub(super) const HEIGHT_SET: Key =
    Key::new("height_set", Takes::Word(HeightSet::WORDS), "how often the height was set")
        .example("\"each drop\"")
        .meanings(&[
            "write:  height_set = \"each drop\"      # the height was set anew before every drop",
            "or:     height_set = \"each group\"     # anew for each value of `groups`",
            "or:     height_set = \"once\"           # all drops of a height share one setting",
        ]);

/// Reads `groups`: the index of a column among the columns without another use.
pub(super) fn groups(reader: &mut Reader, node: &Node, measured: &Measurements) -> Option<usize> {
    let word = node.text(reader, "\"session\"")?;
    let columns = &measured.besides.columns;
    let names: Vec<&str> = columns.iter().map(|column| column.header.as_str()).collect();
    let Some(at) = names.iter().position(|name| *name == word) else {
        let message = format!(
            "the table has no column {} for `groups`{}",
            quoted(&word),
            suggestion(&word, names.iter().copied())
        );
        let help = match names.is_empty() {
            true => "add a column to the table, one value a row:  session".to_string(),
            false => format!("choose one of: {}", names.join(", ")),
        };
        return node.refuse(reader, message, &[&help]);
    };
    if columns.get(at).is_some_and(|column| column.values == Values::Many) {
        let message = format!("the column {} has more than 64 different texts: these are no groups", quoted(&word));
        return node.refuse(reader, message, &["name a column whose rows share values: session, ball, day"]);
    }
    Some(at)
}

/// Refuses crossed effects: drops that share a group, and share a height that was set once with drops of other groups.
pub(super) fn crossed(
    reader: &mut Reader,
    table: &Table,
    measured: &Measurements,
    (groups, set): (Option<usize>, Option<HeightSet>),
) {
    let column = groups.and_then(|at| measured.besides.columns.get(at));
    let Some((node, column)) = table.get("groups").zip(column) else {
        if let (Some(node), Some(HeightSet::EachGroup)) = (table.get("height_set"), set) {
            let help = "name the column:  groups = \"session\"";
            reader.wrong(&node.span(), "height_set = \"each group\" requires `groups`", &[help]);
        }
        return;
    };
    let drops = measured.drops.iter().map(|drop| (Some(drop.drop), drop.row));
    let throws = measured.throws.iter().map(|throw| (throw.drop, throw.row_of(0)));
    let mut of_heights: HashMap<u64, u64> = HashMap::new();
    let mut all = drops.chain(throws).filter_map(|(height, row)| Some((height?, column.key(row)?)));
    let twice = all.find(|(height, group)| *of_heights.entry(height.to_bits()).or_insert(*group) != *group);
    let (Some((height, _)), None | Some(HeightSet::Once)) = (twice, set) else { return };
    let name = quoted(&column.header);
    let message = format!(
        "drops of {} m are in several groups of {name}, and what a height is off by is shared by all its drops: a fit has one \
         kind of shared effect",
        height
    );
    let help = [
        "write:  height_set = \"each drop\"      # the height was set anew before every drop".to_string(),
        format!("or:     height_set = \"each group\"     # the heights were set anew for each value of {name}"),
        "or:     leave `groups` out            where only the heights share something".to_string(),
    ];
    reader.wrong(&node.span(), message, &help.each_ref().map(String::as_str));
}
