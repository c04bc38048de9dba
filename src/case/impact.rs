//! `[impact]`: how the bodies meet.
//!
//! `speed` alone is head-on; with `angle` from the normal, or with `offset` of the lines of flight, it is oblique;
//! `normal_speed` and `tangential_speed` say the same in parts. `axis` turns the line of centres of two spheres,
//! `direction` the way body 1 travels along the contact, and `frame` is what the speeds are seen from.

use super::entry::{Choice, Entry};
use crate::scene::ParameterValue;
use std::f64::consts::FRAC_PI_2;

use super::body::vector;
use super::direction;
use super::keys::{Key, Keys, Takes};
use super::reader::{Node, Reader, Table, quoted};
use super::spec::{ANY, Limits, POSITIVE, Spec};
use crate::error::Origin;
use crate::units::Dimension;

/// How the bodies meet, as written: where its values are kept.
#[derive(Debug, Clone)]
pub(super) struct ImpactDraft {
    pub way: Way,
    /// The line of centres, from body 2 to body 1, and the place where it is said.
    pub axis: Option<([f64; 3], Origin)>,
    /// The way body 1 travels along the contact, and the place where it is said.
    pub direction: Option<([f64; 3], Origin)>,
    pub frame: FrameDraft,
    /// A second impact of the same pair.
    pub again: Option<AgainDraft>,
}

/// A second impact of the same pair, as written.
#[derive(Debug, Clone)]
pub(super) struct AgainDraft {
    /// Of the second impact.
    pub speed: usize,
    /// One of [`MEMORY`].
    pub memory: usize,
    pub origin: Origin,
}

/// What a law keeps of a contact that is over.
pub(super) const MEMORY: &[&str] = &["kept", "lost"];

/// How a second impact is written.
const AGAIN: &str = "again = { speed = \"2 m/s\", memory = \"kept\" }";

/// How the speeds are said.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    HeadOn { speed: usize },
    Angle { speed: usize, angle: usize },
    Offset { speed: usize, offset: usize },
    Parts { normal: usize, tangential: usize },
}

/// What the speeds are seen from.
#[derive(Debug, Clone)]
pub(super) enum FrameDraft {
    /// The wall, or the centre of mass of two spheres.
    Usual,
    Word(usize),
    /// A frame that moves at this velocity.
    Moving([usize; 3]),
}

/// The words for `frame`.
pub(super) const FRAMES: &[&str] = &["centre-of-mass", "wall"];

const NOT_NEGATIVE: Limits = ANY.at_least(0.0);
const TILTED: Limits =
    NOT_NEGATIVE.below(FRAC_PI_2).say("is measured from the normal and must be at least 0 and below 90 deg");

const SPEED: Key = Key::quantity("speed", Dimension::Speed, POSITIVE, "relative speed of the two bodies")
    .example("\"1 m/s\"      # relative speed of the two bodies");
const ANGLE: Key = Key::quantity("angle", Dimension::Angle, TILTED, "from the normal, below 90 deg");
const OFFSET: Key = Key::quantity(
    "offset",
    Dimension::Length,
    NOT_NEGATIVE,
    "of the lines of flight of two spheres, instead of the angle",
);
const NORMAL_SPEED: Key = Key::quantity(
    "normal_speed",
    Dimension::Speed,
    POSITIVE,
    "normal component, towards each other, instead of speed and angle",
)
.example("\"1 m/s\"      # normal component, towards each other");
const TANGENTIAL_SPEED: Key =
    Key::quantity("tangential_speed", Dimension::Speed, NOT_NEGATIVE, "tangential component; it may be 0")
        .example("\"1 m/s\"      # tangential component; it may be 0");
const AXIS: Key =
    Key::new("axis", Takes::Direction, "line of centres of two spheres, from body 2 to body 1").unless("+z");
const DIRECTION: Key = Key::new("direction", Takes::Direction, "the way body 1 travels along the contact").unless("+x");
const FRAME: Key = Key::new(
    "frame",
    Takes::Either(&[Takes::Value(Spec::Words(FRAMES)), Takes::Vector(Spec::Quantity(Dimension::Speed, ANY))]),
    "what the speeds are seen from, or the velocity of a moving frame",
)
.unless("the wall, or the centre of mass of two spheres,");
const AGAIN_KEY: Key = Key::new(
    "again",
    Takes::Table(&SECOND),
    "a second impact of the same pair, whose numbers are observed, under a law that remembers",
);

pub(super) static KEYS: Keys = Keys {
    header: "[impact]",
    doc: "how the bodies meet: head-on with `speed` alone",
    keys: &[SPEED, ANGLE, OFFSET, NORMAL_SPEED, TANGENTIAL_SPEED, AXIS, DIRECTION, FRAME, AGAIN_KEY],
    rules: r#"{"oneOf": [
        {"required": ["speed"], "not": {"anyOf": [
            {"required": ["normal_speed"]}, {"required": ["tangential_speed"]}, {"required": ["angle", "offset"]}
        ]}},
        {"required": ["normal_speed", "tangential_speed"],
         "not": {"anyOf": [{"required": ["speed"]}, {"required": ["angle"]}, {"required": ["offset"]}]}}
    ]}"#,
};

const SECOND_SPEED: Key = Key::quantity("speed", Dimension::Speed, POSITIVE, "of the second impact")
    .required("\"2 m/s\"      # of the second impact");
const MEMORY_KEPT: Key =
    Key::new("memory", Takes::Value(Spec::Words(MEMORY)), "whether the law remembers the first impact")
        .required("\"kept\"      # or \"lost\": whether the contact history is kept");

static SECOND: Keys =
    Keys { header: "impact.again", doc: "a second impact", keys: &[SECOND_SPEED, MEMORY_KEPT], rules: "" };

/// Reads how the bodies meet.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Option<ImpactDraft> {
    let Some(node) = root.get("impact") else {
        // Measurements say how the bodies meet; a prescribed path is reported as a word of a later version.
        if root.has("experiment") {
            let oblique = root
                .get("experiment")
                .and_then(|node| node.value.get_ref().as_table().map(|t| t.contains_key("oblique")));
            return Some(any_impact(reader, oblique == Some(true)));
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
    let way = way(reader, &table);
    let mut turned = |key: &str| {
        let node = table.get(key)?;
        Some((direction::read(reader, &node, node.path.clone())?, reader.origin(node.span())))
    };
    let (axis, direction) = (turned("axis"), turned("direction"));
    let frame = match table.get("frame") {
        Some(node) => frame(reader, &node)?,
        None => FrameDraft::Usual,
    };
    let again = match table.get("again") {
        Some(node) => Some(again(reader, &node)?),
        None => None,
    };
    Some(ImpactDraft { way: way?, axis, direction, frame, again })
}

fn again(reader: &mut Reader, node: &Node) -> Option<AgainDraft> {
    let table = node.keyed(reader, AGAIN, &SECOND)?;
    let speed = table.value(reader, &SECOND_SPEED);
    let memory = table.value(reader, &MEMORY_KEPT);
    Some(AgainDraft { speed: speed?, memory: memory?, origin: reader.origin(node.key_span.clone()) })
}

fn way(reader: &mut Reader, table: &Table) -> Option<Way> {
    let parts = ["normal_speed", "tangential_speed"].into_iter().find_map(|key| table.get(key));
    let whole = ["speed", "angle", "offset"].into_iter().find_map(|key| table.get(key));
    if let (Some(part), Some(whole)) = (&parts, &whole) {
        let mut both = [part, whole];
        both.sort_by_key(|node| node.key_span.start);
        let [first, second] = both.map(|node| quoted(node.key));
        let message = format!("{second} and {first} both set the speed");
        let help = ["write `speed` with `angle` or `offset`, or `normal_speed` with `tangential_speed`"];
        return reader.refuse(&both[1].key_span, message, &help);
    }
    if parts.is_some() {
        let (n, t) = (table.value(reader, &NORMAL_SPEED), table.value(reader, &TANGENTIAL_SPEED));
        table.needs(reader, &NORMAL_SPEED);
        table.needs(reader, &TANGENTIAL_SPEED);
        return Some(Way::Parts { normal: n?, tangential: t? });
    }
    let (angle, offset) = (table.get("angle"), table.get("offset"));
    if let (Some(angle), Some(offset)) = (&angle, &offset) {
        let second = if angle.key_span.start < offset.key_span.start { offset } else { angle };
        let message = "`angle` and `offset` both set the direction of the impact";
        return reader.refuse(&second.key_span, message, &["keep one of them"]);
    }
    let (tilted, shifted) = (angle.is_some(), offset.is_some());
    let speed = table.value(reader, &SPEED);
    let angle = table.value(reader, &ANGLE);
    let offset = table.value(reader, &OFFSET);
    table.needs(reader, &SPEED);
    let speed = speed?;
    Some(match (tilted, shifted) {
        (true, _) => Way::Angle { speed, angle: angle? },
        (_, true) => Way::Offset { speed, offset: offset? },
        _ => Way::HeadOn { speed },
    })
}

fn frame(reader: &mut Reader, node: &Node) -> Option<FrameDraft> {
    if node.value.get_ref().is_array() {
        return vector(reader, node, Spec::Quantity(Dimension::Speed, ANY)).map(FrameDraft::Moving);
    }
    reader.value(node, node.path.clone(), Spec::Words(FRAMES)).map(FrameDraft::Word)
}

/// The place of speed and angle of impact in a case that has none: every scene gets its own.
pub(super) fn any_impact(reader: &mut Reader, oblique: bool) -> ImpactDraft {
    let mut unset = |path: &str, value: f64, dimension: Dimension, text: &str| {
        let origin = reader.origin(0..0);
        let value = ParameterValue::Number(value, dimension);
        let choice = Choice { value, text: text.to_string(), origin: origin.clone(), row: None };
        let path = format!("impact.{path}");
        reader.entries.push(Entry { path, origin, choices: vec![choice], sweep: None, free: None });
        reader.entries.len() - 1
    };
    let speed = unset("speed", 1.0, Dimension::Speed, "1 m/s");
    let way = if oblique {
        Way::Angle { speed, angle: unset("angle", 0.5, Dimension::Angle, "0.5 rad") }
    } else {
        Way::HeadOn { speed }
    };
    ImpactDraft { way, axis: None, direction: None, frame: FrameDraft::Usual, again: None }
}
