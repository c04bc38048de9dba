//! `[body.NAME]`: two spheres, or a sphere and a wall.
//!
//! The mass of a sphere is what it gives, or else 4/3 pi r^3 times the density of its material; a hollow or layered ball
//! gives its mass. A rigid body has no material, so a rigid sphere gives its mass. A sphere may spin, `spin`, along the
//! axes of the case.

use std::collections::BTreeSet;

use toml::de::DeValue;

use super::direction;
use super::material::{MaterialDraft, known_names, plain_name};
use super::reader::{Node, Reader, Table, quoted, suggestion};
use super::table_values::TableValues;
use crate::error::Origin;
use crate::keys::{Key, Keys, Spec, Takes};
use crate::limits::{ANY, POSITIVE};
use crate::units::Dimension;

/// A body of the file, with the indices of its values.
#[derive(Debug, Clone)]
pub(super) struct BodyDraft {
    pub name: String,
    pub origin: Origin,
    pub shape: ShapeDraft,
    pub material: Option<usize>,
    pub rigid: bool,
    pub held: bool,
    /// Indices of the spin components along the axes of the case.
    pub spin: Option<[usize; 3]>,
}

#[derive(Debug, Clone)]
pub(super) enum ShapeDraft {
    Sphere(TableValues),
    Wall {
        normal: [f64; 3],
        given: TableValues,
        /// Place of the thickness of a plate in the file.
        plate: Option<Origin>,
    },
}

impl BodyDraft {
    fn is_wall(&self) -> bool {
        matches!(self.shape, ShapeDraft::Wall { .. })
    }
}

const A_SPHERE: Key = Key::new("sphere", Takes::Table(&SPHERE), "a sphere").example("{ radius = \"2.5 mm\" }");
const A_WALL: Key =
    Key::new("wall", Takes::Table(&WALL), "a half space that never moves").example("{ normal = \"+z\" }");
const A_PLATE: Key = Key::new("plate", Takes::Table(&PLATE), "a thin plate, which loses energy to bending waves")
    .example("{ normal = \"+z\", thickness = \"10 mm\" }");
const RIGID: Key = Key::new("rigid", Takes::Flag, "does not deform; has no material then");
const HELD: Key = Key::new("held", Takes::Flag, "does not move");
const MATERIAL: Key =
    Key::new("material", Takes::Value(Spec::Name), "the name of a [material.*], or a sweep over names");
const ABOUT_AXES: Spec = Spec::Quantity(Dimension::AngularSpeed, ANY);
const SPIN: Key = Key::new("spin", Takes::Vector(ABOUT_AXES), "along the axes x, y, z of the case");

pub(super) static KEYS: Keys = Keys {
    header: "[body.NAME]",
    doc: "two spheres, or a sphere and, second, a wall or a plate",
    keys: &[A_SPHERE, A_WALL, A_PLATE, MATERIAL, RIGID, HELD, SPIN],
    rules: r#"{"oneOf": [{"required": ["sphere"]}, {"required": ["wall"]}, {"required": ["plate"]}], "allOf": [
        {"if": {"required": ["rigid"], "properties": {"rigid": {"const": true}}},
         "then": {"not": {"required": ["material"]}}},
        {"if": {"anyOf": [{"required": ["wall"]}, {"required": ["held"], "properties": {"held": {"const": true}}}]},
         "then": {"not": {"required": ["spin"]}}}
    ]}"#,
};

pub(super) const RADIUS: Key =
    Key::quantity("radius", Dimension::Length, POSITIVE, "of the sphere").required("\"2.5 mm\"");
pub(super) const MASS: Key = Key::quantity("mass", Dimension::Mass, POSITIVE, "instead of the density of the material");
pub(super) const INERTIA: Key =
    Key::new("inertia", Takes::Value(Spec::Inertia), "moment of inertia over m r^2").unless("\"solid\"");

pub(super) static SPHERE: Keys =
    Keys { header: "body.NAME.sphere", doc: "a sphere", keys: &[RADIUS, MASS, INERTIA], rules: "" };

const NORMAL: Key = Key::new("normal", Takes::Direction, "out of the solid, towards the sphere")
    .required("\"+z\"      # out of the solid, towards the sphere");
pub(super) const THICKNESS: Key =
    Key::quantity("thickness", Dimension::Length, POSITIVE, "of the plate").required("\"10 mm\"");

pub(super) const EDGE_DISTANCE: Key = Key::quantity(
    "edge_distance",
    Dimension::Length,
    POSITIVE,
    "from the contact to the nearest edge; only the validity of the contact law asks for it",
);

static WALL: Keys = Keys { header: "body.NAME.wall", doc: "a half space that never moves", keys: &[NORMAL], rules: "" };

pub(super) static PLATE: Keys = Keys {
    header: "body.NAME.plate",
    doc: "a thin plate, which loses energy to bending waves",
    keys: &[NORMAL, THICKNESS, EDGE_DISTANCE],
    rules: "",
};

/// Reads the two bodies of a case; `None` when there are not two spheres, or a sphere and a wall.
pub(super) fn read(reader: &mut Reader, root: &Table, materials: &[MaterialDraft]) -> Option<[BodyDraft; 2]> {
    let Some(node) = root.get("body") else {
        if !root.misspells("body") {
            reader.absent(
                "there are no bodies",
                &["add two:  [body.left] and [body.right], or [body.ball] and [body.plate]"],
            );
        }
        return None;
    };
    let table = node.table(reader, "[body.ball]")?;
    let nodes = table.nodes();
    let read: Vec<Option<BodyDraft>> = nodes.iter().map(|node| body(reader, node, materials)).collect();
    if let Some(third) = nodes.get(2) {
        let message = format!("{} is a third body; a case has exactly two", quoted(third.key));
        return third.refuse_key(reader, message, &["write one case for each pair"]);
    }
    if let [only] = &nodes[..] {
        let message = format!("only one body given, {}: a case needs two", quoted(only.key));
        return only.refuse_key(reader, message, &["add a second [body.*]"]);
    }
    let mut bodies = read.into_iter().flatten();
    let (one, two) = (bodies.next()?, bodies.next()?);
    if one.is_wall() && two.is_wall() {
        return reader.refuse(&two.origin.span, "two walls cannot collide", &["make one of the bodies a sphere"]);
    }
    if one.is_wall() {
        let message = format!("the wall {} must come after the sphere {}", quoted(&one.name), quoted(&two.name));
        let help = "the wall is always body 2 (the normal points from body 2 to body 1): write it second";
        return reader.refuse(&one.origin.span, message, &[help]);
    }
    if one.held && (two.held || two.is_wall()) {
        let message = format!("both {} and {} are fixed: they cannot collide", quoted(&one.name), quoted(&two.name));
        return reader.refuse(&two.origin.span, message, &["leave `held` out of one of them; a wall never moves"]);
    }
    let mut used = BTreeSet::new();
    for id in [&one, &two].into_iter().filter_map(|body| body.material) {
        used.extend(reader.entries[id].choices.iter().map(|choice| choice.text.clone()));
    }
    for material in materials.iter().filter(|material| !used.contains(&material.name)) {
        let message = format!("unused material {}", quoted(&material.name));
        reader.wrong(&material.span, message, &["use it in a body, or remove it"]);
    }
    Some([one, two])
}

fn body(reader: &mut Reader, node: &Node, materials: &[MaterialDraft]) -> Option<BodyDraft> {
    if !plain_name(reader, "body", node.key, node.key_span.clone()) {
        return None;
    }
    let table = node.keyed(reader, &format!("[body.{}]", node.key), &KEYS)?;
    let shape = shape(reader, &table, node);
    let (rigid, held) = (table.flag(reader, &RIGID), table.flag(reader, &HELD));
    let never_moves = table.has(A_WALL.name) || table.has(A_PLATE.name);
    let material = table.get(MATERIAL.name).and_then(|node| material(reader, &node, rigid, materials));
    let spin = table.get(SPIN.name).and_then(|node| spin(reader, &node, never_moves, held));
    for (key, set) in [(RIGID, rigid), (HELD, held)] {
        match table.get(key.name) {
            Some(node) if set => reader.word(node.path.clone(), "true", node.span()),
            Some(node) if key.name == HELD.name && never_moves => {
                reader.wrong(&node.span(), "a wall never moves", &["leave `held` out"]);
            }
            _ => {}
        }
    }
    Some(BodyDraft {
        name: node.key.to_string(),
        origin: reader.origin(node.key_span.clone()),
        shape: shape?,
        material,
        rigid,
        held,
        spin,
    })
}

fn material(reader: &mut Reader, node: &Node, rigid: bool, materials: &[MaterialDraft]) -> Option<usize> {
    if rigid {
        let help = "remove `rigid` or `material`; give the `mass` of a rigid sphere in `sphere`";
        reader.wrong(&node.key_span, "`material` has no effect here: the body is rigid", &[help]);
    }
    let id = reader.value(node, MATERIAL.spec()?)?;
    for choice in reader.entries[id].choices.clone() {
        let names = || materials.iter().map(|m| m.name.as_str());
        if !names().any(|name| name == choice.text) {
            let message = format!("there is no material {}{}", quoted(&choice.text), suggestion(&choice.text, names()));
            reader.wrong(&choice.origin.span, message, &[&known_names(names())]);
        }
    }
    Some(id)
}

/// `spin = ["0 rad/s", "10 rad/s", "0 rad/s"]`, along the axes of the case.
fn spin(reader: &mut Reader, node: &Node, wall: bool, held: bool) -> Option<[usize; 3]> {
    let still = if wall {
        Some("`spin` is not valid for a wall: it does not rotate")
    } else {
        held.then_some("`spin` is not valid for a held body: it does not rotate")
    };
    if let Some(message) = still {
        return node.refuse_key(reader, message, &["leave `spin` out"]);
    }
    vector(reader, node, ABOUT_AXES)
}

/// Three values along the axes of the case, each of which may be swept: `spin_x`, `spin_y`, `spin_z`.
pub(super) fn vector(reader: &mut Reader, node: &Node, spec: Spec) -> Option<[usize; 3]> {
    let (none, some) = match spec {
        Spec::Quantity(dimension, _) => (format!("\"0 {}\"", dimension.si()), dimension.example()),
        _ => (String::new(), ""),
    };
    let help = [
        format!("write three, along x, y and z:  {} = [{none}, {some}, {none}]", node.key),
        format!("each may be swept:  {} = [{none}, {{ sweep = [{none}, {some}] }}, {none}]", node.key),
    ];
    let help = [help[0].as_str(), help[1].as_str()];
    let DeValue::Array(items) = node.value.get_ref() else {
        return node.should_be(reader, "three values", &help);
    };
    if items.len() != 3 {
        let message = format!("{} should be three values, not {}", quoted(node.key), items.len());
        return node.refuse(reader, message, &help);
    }
    let mut ids = Vec::new();
    for (item, letter) in items.iter().zip(["x", "y", "z"]) {
        let key = format!("{}_{letter}", node.key);
        let path = format!("{}_{letter}", node.path);
        ids.extend(reader.value(&Node { key: &key, path, ..node.item(item) }, spec));
    }
    ids.try_into().ok()
}

fn shape(reader: &mut Reader, table: &Table, node: &Node) -> Option<ShapeDraft> {
    let shapes = [A_SPHERE, A_WALL, A_PLATE];
    let mut stated = shapes.iter().filter_map(|key| Some((key, table.get(key.name)?)));
    match (stated.next(), stated.next()) {
        (Some((key, shape)), None) => of_shape(reader, key, &shape, &table.path),
        (Some((one, _)), Some((other, shape))) => {
            let message = format!("{} is both a {} and a {}", quoted(node.key), one.name, other.name);
            shape.refuse_key(reader, message, &["keep one of them"])
        }
        (None, _) => {
            let help = ["add:  sphere = { radius = \"2.5 mm\" }", "or:   wall = { normal = \"+z\" }"];
            node.refuse_key(reader, format!("{} has no shape", quoted(node.key)), &help)
        }
    }
}

fn of_shape(reader: &mut Reader, shape: &Key, node: &Node, body: &str) -> Option<ShapeDraft> {
    let table = node.inner(reader, shape)?;
    // The shape is not part of the path: `body.ball.radius`, as the parameter of the body it is.
    let given = table.values_of(reader, body, shape.table()?);
    if shape.name == A_SPHERE.name {
        return Some(ShapeDraft::Sphere(given));
    }
    let normal = table.needs(reader, &NORMAL)?;
    let normal = direction::read(reader, &normal, format!("{body}.normal"))?;
    let plate = table.get(THICKNESS.name).map(|node| reader.origin(node.key_span));
    Some(ShapeDraft::Wall { normal, given, plate })
}
