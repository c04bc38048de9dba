//! `[impact]`: speed, direction and repetition of the impact.
//!
//! `speed` alone is head-on; with `angle` from the normal, or with `offset` of the lines of flight, it is oblique;
//! `normal_speed` and `tangential_speed` say the same in parts. `axis` turns the line of centres of two spheres,
//! `direction` the way body 1 travels along the contact, and `frame` is what the speeds are seen from.

use std::f64::consts::FRAC_PI_2;

use super::body::vector;
use super::direction;
use super::reader::{Node, Reader, Table, quoted};
use super::table_values::TableValues;
use crate::error::Origin;
use crate::keys::{Key, Keys, Spec, Takes};
use crate::law::scene::ParameterValue;
use crate::limits::{ANY, Limits, POSITIVE};
use crate::units::Dimension;

/// The impact of a file, with the indices of its values.
#[derive(Debug, Clone)]
pub(super) struct ImpactDraft {
    /// Speeds, angle and offset.
    pub given: TableValues,
    /// The line of centres, from body 2 to body 1, and its place in the file.
    pub axis: Option<([f64; 3], Origin)>,
    /// The tangential direction of motion of body 1, and its place in the file.
    pub direction: Option<([f64; 3], Origin)>,
    pub frame: FrameDraft,
    /// A second impact of the same pair.
    pub again: Option<TableValues>,
}

/// The frame of reference of the speeds.
#[derive(Debug, Clone)]
pub(super) enum FrameDraft {
    /// The wall, or the centre of mass of two spheres.
    Usual,
    Word(usize),
    /// A frame that moves at this velocity.
    Moving([usize; 3]),
}

/// The words for `frame`.
const FRAMES: Spec = Spec::Words(&["centre-of-mass", "wall"]);

/// The velocity of a frame that moves.
const VELOCITY: Spec = Spec::Quantity(Dimension::Speed, ANY);

const NOT_NEGATIVE: Limits = ANY.at_least(0.0);
const TILTED: Limits =
    NOT_NEGATIVE.below(FRAC_PI_2).say("is measured from the normal and must be at least 0 and below 90 deg");

pub(super) const SPEED: Key = Key::quantity("speed", Dimension::Speed, POSITIVE, "relative speed of the two bodies")
    .example("\"1 m/s\"      # relative speed of the two bodies");
pub(super) const ANGLE: Key = Key::quantity("angle", Dimension::Angle, TILTED, "from the normal, below 90 deg");
pub(super) const OFFSET: Key = Key::quantity(
    "offset",
    Dimension::Length,
    NOT_NEGATIVE,
    "of the lines of flight of two spheres, instead of the angle",
);
pub(super) const NORMAL_SPEED: Key = Key::quantity(
    "normal_speed",
    Dimension::Speed,
    POSITIVE,
    "normal component, towards each other, instead of speed and angle",
)
.example("\"1 m/s\"      # normal component, towards each other");
pub(super) const TANGENTIAL_SPEED: Key =
    Key::quantity("tangential_speed", Dimension::Speed, NOT_NEGATIVE, "tangential component; it may be 0")
        .example("\"1 m/s\"      # tangential component; it may be 0");
const PARTS: [Key; 2] = [NORMAL_SPEED, TANGENTIAL_SPEED];
const AXIS: Key =
    Key::new("axis", Takes::Direction, "line of centres of two spheres, from body 2 to body 1").unless("+z");
const DIRECTION: Key = Key::new("direction", Takes::Direction, "the way body 1 travels along the contact").unless("+x");
const FRAME: Key = Key::new(
    "frame",
    Takes::Either(&[Takes::Value(FRAMES), Takes::Vector(VELOCITY)]),
    "what the speeds are seen from, or the velocity of a moving frame",
)
.unless("the wall, or the centre of mass of two spheres,");
const AGAIN: Key = Key::new(
    "again",
    Takes::Table(&SECOND),
    "a second impact of the same pair, whose numbers are observed, under a law that remembers",
)
.example("{ speed = \"2 m/s\", memory = \"kept\" }");

pub(super) static KEYS: Keys = Keys {
    header: "[impact]",
    doc: "how the bodies meet: head-on with `speed` alone",
    keys: &[SPEED, ANGLE, OFFSET, NORMAL_SPEED, TANGENTIAL_SPEED, AXIS, DIRECTION, FRAME, AGAIN],
    rules: r#"{"oneOf": [
        {"required": ["speed"], "not": {"anyOf": [
            {"required": ["normal_speed"]}, {"required": ["tangential_speed"]}, {"required": ["angle", "offset"]}
        ]}},
        {"required": ["normal_speed", "tangential_speed"],
         "not": {"anyOf": [{"required": ["speed"]}, {"required": ["angle"]}, {"required": ["offset"]}]}}
    ]}"#,
};

pub(super) const SECOND_SPEED: Key = Key::quantity("speed", Dimension::Speed, POSITIVE, "of the second impact")
    .required("\"2 m/s\"      # of the second impact");
pub(super) const MEMORY_KEPT: Key =
    Key::word("memory", &["kept", "lost"], "whether the law remembers the first impact")
        .required("\"kept\"      # or \"lost\": whether the contact history is kept");

static SECOND: Keys =
    Keys { header: "impact.again", doc: "a second impact", keys: &[SECOND_SPEED, MEMORY_KEPT], rules: "" };

/// Reads `[impact]`.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Option<ImpactDraft> {
    let Some(node) = root.get("impact") else {
        // Measurements say how the bodies meet; a prescribed path is reported as a word of a later version.
        if root.has("experiment") {
            let oblique = |node: Node| Some(node.value.get_ref().as_table()?.contains_key("oblique"));
            return Some(any_impact(reader, root.get("experiment").and_then(oblique) == Some(true)));
        }
        if !root.has("path") && !root.misspells("impact") {
            reader.absent(
                "`[impact]` is missing",
                &["add:  [impact]", "      speed = \"1 m/s\"      # relative speed of the two bodies"],
            );
        }
        return None;
    };
    let table = node.keyed(reader, "[impact]", &KEYS)?;
    speeds(reader, &table);
    let given = table.values(reader, &KEYS);
    let mut turned = |key: &Key| {
        let node = table.get(key.name)?;
        Some((direction::read(reader, &node, node.path.clone())?, reader.origin(node.span())))
    };
    let (axis, direction) = (turned(&AXIS), turned(&DIRECTION));
    let frame = table.get(FRAME.name).map_or(Some(FrameDraft::Usual), |node| frame(reader, &node))?;
    let again = table.get(AGAIN.name).map(|node| again(reader, &node));
    Some(ImpactDraft { given, axis, direction, frame, again: again.flatten() })
}

fn again(reader: &mut Reader, node: &Node) -> Option<TableValues> {
    let table = node.inner(reader, &AGAIN)?;
    Some(table.values(reader, &SECOND).at(reader.origin(node.key_span.clone())))
}

/// Reports speeds that are set twice or not at all.
fn speeds(reader: &mut Reader, table: &Table) {
    let first = |keys: &[Key]| keys.iter().find_map(|key| table.get(key.name));
    let (parts, whole) = (first(&PARTS), first(&[SPEED, ANGLE, OFFSET]));
    let asked = if parts.is_some() { &PARTS[..] } else { &[SPEED] };
    if let (Some(part), Some(whole)) = (parts, whole) {
        let [first, second] = in_order(part, whole);
        let message = format!("{} and {} both set the speed", quoted(second.key), quoted(first.key));
        let help = ["write `speed` with `angle` or `offset`, or `normal_speed` with `tangential_speed`"];
        reader.wrong(&second.key_span, message, &help);
    } else if let (Some(angle), Some(offset)) = (table.get(ANGLE.name), table.get(OFFSET.name)) {
        let message = "`angle` and `offset` both set the direction of the impact";
        reader.wrong(&in_order(angle, offset)[1].key_span, message, &["keep one of them"]);
    } else {
        asked.iter().for_each(|key| drop(table.needs(reader, key)));
    }
}

/// Two keys in the order of the file.
fn in_order<'t, 'a>(one: Node<'t, 'a>, other: Node<'t, 'a>) -> [Node<'t, 'a>; 2] {
    if one.key_span.start < other.key_span.start { [one, other] } else { [other, one] }
}

fn frame(reader: &mut Reader, node: &Node) -> Option<FrameDraft> {
    if node.value.get_ref().is_array() {
        return vector(reader, node, VELOCITY).map(FrameDraft::Moving);
    }
    reader.value(node, FRAMES).map(FrameDraft::Word)
}

/// Speed and angle of a calibration, which has no `[impact]`: every scene sets its own.
pub(super) fn any_impact(reader: &mut Reader, oblique: bool) -> ImpactDraft {
    let mut unset = |key: &Key, number: f64, dimension: Dimension, text: &str| {
        let value = ParameterValue::Number(number, dimension);
        (key.name, reader.keep(format!("impact.{}", key.name), value, text, 0..0))
    };
    let mut values = vec![unset(&SPEED, 1.0, Dimension::Speed, "1 m/s")];
    if oblique {
        values.push(unset(&ANGLE, 0.5, Dimension::Angle, "0.5 rad"));
    }
    let given = TableValues::new(reader.origin(0..0), values);
    ImpactDraft { given, axis: None, direction: None, frame: FrameDraft::Usual, again: None }
}
