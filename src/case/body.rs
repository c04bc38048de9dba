//! `[body.NAME]`: two spheres, or a sphere and a wall.
//!
//! The mass of a sphere is what it gives, or else 4/3 pi r^3 times the density of its material; a hollow or layered ball
//! gives its mass. A rigid body has no material, so a rigid sphere gives its mass.

use std::collections::BTreeSet;

use toml::de::DeValue;

use super::material::{MaterialDraft, known_names, plain_name};
use super::reader::{Node, Reader, Table, kind, quoted, shown, suggestion};
use super::value::{POSITIVE, Spec};
use crate::error::Origin;
use crate::units::Dimension;

/// A body as written: where its values are kept.
#[derive(Debug, Clone)]
pub(super) struct BodyDraft {
    pub name: String,
    pub origin: Origin,
    pub shape: ShapeDraft,
    pub material: Option<usize>,
    pub rigid: bool,
    pub held: bool,
}

#[derive(Debug, Clone)]
pub(super) enum ShapeDraft {
    Sphere {
        /// Of the table that gives radius and mass.
        origin: Origin,
        radius: usize,
        mass: Option<usize>,
        inertia: Option<usize>,
    },
    Wall {
        normal: [f64; 3],
    },
}

impl BodyDraft {
    fn is_wall(&self) -> bool {
        matches!(self.shape, ShapeDraft::Wall { .. })
    }
}

const KEYS: &[&str] = &["sphere", "wall", "material", "rigid", "held"];

/// Reads the two bodies of a case; `None` when they are not two that can meet.
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
        let message = format!("{} is a third body: a case is about two", quoted(third.key));
        reader.wrong(third.key_span.clone(), message, &["write one case for each pair"]);
        return None;
    }
    if let [only] = &nodes[..] {
        let message = format!("{} has nothing to meet: a case is about two bodies", quoted(only.key));
        reader.wrong(only.key_span.clone(), message, &["add a second [body.*]"]);
        return None;
    }
    let mut bodies = read.into_iter().flatten();
    let (one, two) = (bodies.next()?, bodies.next()?);
    if one.is_wall() && two.is_wall() {
        reader.wrong(two.origin.span.clone(), "two walls cannot meet", &["make one of the bodies a sphere"]);
        return None;
    }
    if one.is_wall() {
        let message = format!("the wall {} stands before the sphere {}", quoted(&one.name), quoted(&two.name));
        let help = "a wall is always body 2, because the normal points from body 2 to body 1: write it second";
        reader.wrong(one.origin.span.clone(), message, &[help]);
        return None;
    }
    if one.held && (two.held || two.is_wall()) {
        let message = format!("neither {} nor {} can move", quoted(&one.name), quoted(&two.name));
        reader.wrong(two.origin.span.clone(), message, &["leave `held` out of one of them; a wall never moves"]);
        return None;
    }
    let mut used = BTreeSet::new();
    for id in [&one, &two].into_iter().filter_map(|body| body.material) {
        used.extend(reader.entries[id].choices.iter().map(|choice| choice.text.clone()));
    }
    for material in materials.iter().filter(|material| !used.contains(&material.name)) {
        let message = format!("no body is made of {}", quoted(&material.name));
        reader.wrong(material.span.clone(), message, &["name it in a body, or leave it out"]);
    }
    Some([one, two])
}

fn body(reader: &mut Reader, node: &Node, materials: &[MaterialDraft]) -> Option<BodyDraft> {
    if !plain_name(reader, "body", node.key, node.key_span.clone()) {
        return None;
    }
    let table = node.table(reader, &format!("[body.{}]", node.key))?;
    table.only(reader, KEYS);
    let shape = shape(reader, &table, node);
    let rigid = table.get("rigid").is_some_and(|node| node.boolean(reader));
    let material = table.get("material").and_then(|node| material(reader, &node, rigid, materials));
    let held = match table.get("held") {
        Some(held) => {
            let value = held.boolean(reader);
            if !value && table.has("wall") {
                reader.wrong(held.span(), "a wall never moves", &["leave `held` out"]);
            }
            value
        }
        None => false,
    };
    for key in ["rigid", "held"] {
        if let Some(node) = table.get(key).filter(|node| matches!(node.value.get_ref(), DeValue::Boolean(true))) {
            reader.word(node.path.clone(), "true", node.span());
        }
    }
    Some(BodyDraft {
        name: node.key.to_string(),
        origin: reader.origin(node.key_span.clone()),
        shape: shape?,
        material,
        rigid,
        held,
    })
}

fn material(reader: &mut Reader, node: &Node, rigid: bool, materials: &[MaterialDraft]) -> Option<usize> {
    if rigid {
        let help = "leave out `rigid` or `material`; a rigid sphere gives its `mass` in the sphere";
        reader.wrong(node.key_span.clone(), "a rigid body has no use for a material", &[help]);
    }
    let id = reader.value(node, node.path.clone(), Spec::Name)?;
    for choice in reader.entries[id].choices.clone() {
        let names = || materials.iter().map(|m| m.name.as_str());
        if !names().any(|name| name == choice.text) {
            let message = format!("there is no material {}{}", quoted(&choice.text), suggestion(&choice.text, names()));
            reader.wrong(choice.origin.span, message, &[&known_names(names())]);
        }
    }
    Some(id)
}

fn shape(reader: &mut Reader, table: &Table, node: &Node) -> Option<ShapeDraft> {
    match (table.get("sphere"), table.get("wall")) {
        (Some(sphere), None) => self::sphere(reader, &sphere, &table.path),
        (None, Some(wall)) => self::wall(reader, &wall, &table.path),
        (Some(_), Some(wall)) => {
            let message = format!("{} is a sphere and a wall at once", quoted(node.key));
            reader.wrong(wall.key_span, message, &["keep one of them"]);
            None
        }
        (None, None) => {
            let help = "add:  sphere = { radius = \"2.5 mm\" }   or   wall = { normal = \"+z\" }";
            reader.wrong(node.key_span.clone(), format!("{} has no shape", quoted(node.key)), &[help]);
            None
        }
    }
}

fn sphere(reader: &mut Reader, node: &Node, body: &str) -> Option<ShapeDraft> {
    let table = node.table(reader, "sphere = { radius = \"2.5 mm\" }")?;
    table.only(reader, &["radius", "mass", "inertia"]);
    let radius = table.require(reader, "radius", "\"2.5 mm\"");
    // The shape is not part of the path: `body.ball.radius`, as the parameter of the body it is.
    let mut value = |key: &str, node: Option<Node>, spec| reader.value(&node?, format!("{body}.{key}"), spec);
    let radius = value("radius", radius, Spec::Quantity(Dimension::Length, POSITIVE));
    let mass = value("mass", table.get("mass"), Spec::Quantity(Dimension::Mass, POSITIVE));
    let inertia = value("inertia", table.get("inertia"), Spec::Inertia);
    Some(ShapeDraft::Sphere { origin: reader.origin(node.span()), radius: radius?, mass, inertia })
}

fn wall(reader: &mut Reader, node: &Node, body: &str) -> Option<ShapeDraft> {
    let table = node.table(reader, "wall = { normal = \"+z\" }")?;
    table.only(reader, &["normal"]);
    let node = table.require(reader, "normal", "\"+z\"      # out of the solid, towards the sphere")?;
    let normal = match node.value.get_ref() {
        DeValue::String(text) => axis(text.trim()),
        DeValue::Array(items) => {
            let numbers: Vec<f64> = items.iter().filter_map(|item| number(item.get_ref())).collect();
            <[f64; 3]>::try_from(numbers).ok().filter(|_| items.len() == 3).and_then(unit)
        }
        _ => None,
    };
    let Some(normal) = normal else {
        let what = match node.value.get_ref() {
            DeValue::String(text) => quoted(text),
            DeValue::Array(_) => "this".to_string(),
            other => kind(other).to_string(),
        };
        let help = "write \"+z\", \"-x\", ..., or three numbers that are not all zero, [0, 0, 1]";
        reader.wrong(node.span(), format!("{what} is not a direction"), &[help]);
        return None;
    };
    let text = reader.raw(node.span()).trim_matches(['"', '\'']).split_whitespace().collect::<Vec<_>>().join(" ");
    reader.word(format!("{body}.normal"), &shown(&text), node.span());
    Some(ShapeDraft::Wall { normal })
}

/// `+z`, `-x`
fn axis(text: &str) -> Option<[f64; 3]> {
    let (sign, letter) = match text.as_bytes() {
        [b'+', letter] => (1.0, letter),
        [b'-', letter] => (-1.0, letter),
        _ => return None,
    };
    let at = b"xyz".iter().position(|axis| axis == letter)?;
    let mut normal = [0.0; 3];
    normal[at] = sign;
    Some(normal)
}

fn number(value: &DeValue) -> Option<f64> {
    let number: f64 = match value {
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse().ok()?,
        DeValue::Float(float) => float.as_str().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// The direction at length one; scaled first, so that neither tiny nor huge components are lost.
fn unit(components: [f64; 3]) -> Option<[f64; 3]> {
    let largest = components.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
    if largest == 0.0 {
        return None;
    }
    let scaled = components.map(|c| c / largest);
    let length = scaled.iter().map(|c| c * c).sum::<f64>().sqrt();
    Some(scaled.map(|c| c / length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_has_length_one() {
        assert_eq!(unit([0.0, 3.0, 4.0]), Some([0.0, 0.6, 0.8]));
        assert_eq!(unit([0.0, 0.0, 1e-300]), Some([0.0, 0.0, 1.0]));
        assert_eq!(unit([0.0, 0.0, 1e300]), Some([0.0, 0.0, 1.0]));
        assert_eq!(unit([0.0; 3]), None);
    }

    #[test]
    fn an_axis_has_a_sign() {
        assert_eq!(axis("-x"), Some([-1.0, 0.0, 0.0]));
        assert_eq!(axis("z"), None);
        assert_eq!(axis("+w"), None);
    }
}
