//! `[impact]`: how the bodies meet.
//!
//! `speed` alone is head-on; with `angle` from the normal, or with `offset` of the lines of flight, it is oblique;
//! `normal_speed` and `tangential_speed` say the same in parts. `axis` turns the line of centres of two spheres,
//! `direction` the way body 1 travels along the contact, and `frame` is what the speeds are seen from.

use std::f64::consts::FRAC_PI_2;

use super::body::vector;
use super::reader::{Node, Reader, Table, quoted};
use super::value::{ANY, Limits, POSITIVE, Spec};
use super::{calibration, direction};
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

const KEYS: &[&str] =
    &["speed", "angle", "offset", "normal_speed", "tangential_speed", "axis", "direction", "frame", "again"];

const ANGLE: Limits = Limits {
    hold: |angle| (0.0..FRAC_PI_2).contains(&angle),
    say: "is measured from the normal and must be at least 0 and below 90 deg",
};

const NOT_NEGATIVE: Limits = Limits { hold: |x| x >= 0.0, say: "must be at least 0" };

/// Reads how the bodies meet.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Option<ImpactDraft> {
    let Some(node) = root.get("impact") else {
        // Measurements say how the bodies meet; a prescribed path is reported as a word of a later version.
        if root.has("experiment") {
            let oblique = root
                .get("experiment")
                .and_then(|node| node.value.get_ref().as_table().map(|t| t.contains_key("oblique")));
            return Some(calibration::any_impact(reader, oblique == Some(true)));
        }
        if !root.has("path") && !root.misspells("impact") {
            reader.absent(
                "`[impact]` is missing",
                &["add:  [impact]", "      speed = \"1 m/s\"      # relative speed of the two bodies"],
            );
        }
        return None;
    };
    let table = node.table(reader, "[impact]")?;
    table.only(reader, KEYS);
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
    let table = node.table(reader, AGAIN)?;
    table.only(reader, &["speed", "memory"]);
    table.require(reader, "speed", "\"2 m/s\"      # of the second impact");
    table.require(reader, "memory", "\"kept\"      # or \"lost\": whether the contact history is kept");
    let speed = table.get("speed")?;
    let speed = reader.value(&speed, speed.path.clone(), Spec::Quantity(Dimension::Speed, POSITIVE));
    let memory = table.get("memory")?;
    let memory = reader.value(&memory, memory.path.clone(), Spec::Words(MEMORY));
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
        reader.wrong(both[1].key_span.clone(), message, &help);
        return None;
    }
    let mut value = |node: Option<Node>, spec| node.and_then(|node| reader.value(&node, node.path.clone(), spec));
    let (positive, not_negative) =
        (Spec::Quantity(Dimension::Speed, POSITIVE), Spec::Quantity(Dimension::Speed, NOT_NEGATIVE));
    if parts.is_some() {
        let (normal, tangential) = (table.get("normal_speed"), table.get("tangential_speed"));
        let (n, t) = (value(normal, positive), value(tangential, not_negative));
        table.require(reader, "normal_speed", "\"1 m/s\"      # normal component, towards each other");
        table.require(reader, "tangential_speed", "\"1 m/s\"      # tangential component; it may be 0");
        return Some(Way::Parts { normal: n?, tangential: t? });
    }
    let (angle, offset) = (table.get("angle"), table.get("offset"));
    if let (Some(angle), Some(offset)) = (&angle, &offset) {
        let second = if angle.key_span.start < offset.key_span.start { offset } else { angle };
        let message = "`angle` and `offset` both set the direction of the impact";
        reader.wrong(second.key_span.clone(), message, &["keep one of them"]);
        return None;
    }
    let (tilted, shifted) = (angle.is_some(), offset.is_some());
    let mut value = |node: Option<Node>, spec| node.and_then(|node| reader.value(&node, node.path.clone(), spec));
    let speed = value(table.get("speed"), positive);
    let angle = value(angle, Spec::Quantity(Dimension::Angle, ANGLE));
    let offset = value(offset, Spec::Quantity(Dimension::Length, NOT_NEGATIVE));
    table.require(reader, "speed", "\"1 m/s\"      # relative speed of the two bodies");
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
