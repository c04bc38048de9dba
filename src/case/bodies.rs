//! `[material.NAME]` and `[body.NAME]`: two spheres, or a sphere and a wall.
//!
//! The mass of a sphere is what it gives, or else 4/3 pi r^3 times the density of its material; a hollow or layered ball
//! gives its mass. A rigid body has no material, so a rigid sphere gives its mass. A sphere may spin, `spin`, along the
//! axes of the case.

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::ops::Range;

use super::reader::{Node, Reader, Table, quoted, shown, suggestion};
use super::scalar::{SOLID, direction};
use super::values::{Built, SceneValues, TableValues, refusal, vector};
use crate::error::{Diagnostic, Origin};
use crate::keys::{Key, Keys, Spec, Takes};
use crate::law::damping::ZenerPlate;
use crate::law::scene::{Body, Material, Shape};
use crate::limits::{ANY, Limits, POSITIVE};
use crate::units::Dimension;

/// A material of a file, with the indices of its values.
#[derive(Debug, Clone)]
pub(super) struct MaterialDraft {
    pub name: String,
    /// Place of the name in the file.
    pub span: Range<usize>,
    pub given: TableValues,
}

const DENSITY: Key = Key::quantity("density", Dimension::Density, POSITIVE, "mass over volume");
const YOUNG_MODULUS: Key = Key::quantity("young_modulus", Dimension::Pressure, POSITIVE, "Young's modulus E");
const POISSON_RATIO: Key = Key::quantity("poisson_ratio", Dimension::Number, Limits::POISSON, "Poisson's ratio nu");
const YIELD_STRESS: Key = Key::of("yield_stress", Takes::quantity(Dimension::Pressure, POSITIVE))
    .doc("in uniaxial tension; only the validity of the contact law asks for it");

pub(super) const SURFACE_ENERGY: Key = Key::of("surface_energy", Takes::quantity(Dimension::SurfaceEnergy, POSITIVE))
    .doc("gamma of one surface; the adhesive law says with mixing_rule how the work of adhesion follows from two");

pub(super) const DISSIPATION: Key = Key::of("dissipation", Takes::quantity(Dimension::InverseSpeed, Limits::NOT_NEGATIVE))
    .doc("c in F = k delta^(3/2) (1 + 3/2 c v) of one material; hunt-crossley says with mixing_rule how that of the pair follows");
pub(super) const RESTITUTION: Key = Key::of("restitution", Takes::quantity(Dimension::Number, Limits::RESTITUTION))
    .doc("of one material; the damping law says with mixing_rule how that of the pair follows");

pub(super) const FRICTION: Key = Key::of("friction", Takes::quantity(Dimension::Number, Limits::NOT_NEGATIVE))
    .doc("of one material; the tangential law says with mixing_rule how that of the pair follows");

pub(super) static MATERIALS: Keys = Keys::new("[material.NAME]", "materials by name").keys(&[
    DENSITY,
    YOUNG_MODULUS,
    POISSON_RATIO,
    YIELD_STRESS,
    SURFACE_ENERGY,
    DISSIPATION,
    RESTITUTION,
    FRICTION,
]);

/// Reads every material of the file.
pub(super) fn materials(reader: &mut Reader, root: &Table) -> Vec<MaterialDraft> {
    let mut materials = Vec::new();
    let Some(table) = root.get("material").and_then(|node| node.table(reader, "[material.glass]")) else {
        return materials;
    };
    for node in table.nodes() {
        if !plain_name(reader, "material", node.key, node.key_span.clone()) {
            continue;
        }
        let Some(table) = node.keyed(reader, &format!("[material.{}]", node.key), &MATERIALS) else { continue };
        materials.push(MaterialDraft {
            name: node.key.to_string(),
            span: node.key_span.clone(),
            given: table.values(reader, &MATERIALS),
        });
    }
    materials
}

/// Whether a name is allowed in a path and in the name of a scene; reports one that is not.
fn plain_name(reader: &mut Reader, what: &str, name: &str, span: Range<usize>) -> bool {
    let fits = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let good = !name.is_empty() && name.chars().all(fits) && name.chars().count() <= 40;
    if !good {
        let message = format!("{} is not a valid {what} name", quoted(name));
        reader.wrong(&span, message, &["use letters, digits, - and _, at most 40 of them"]);
    }
    good
}

/// `use one of: glass, steel`
fn known_names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().map(shown).collect();
    if names.is_empty() {
        "there is no [material.*] in this file".to_string()
    } else {
        format!("use one of: {}", names.join(", "))
    }
}

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

pub(super) static BODY: Keys = Keys::new("[body.NAME]", "two spheres, or a sphere and, second, a wall or a plate")
    .keys(&[A_SPHERE, A_WALL, A_PLATE, MATERIAL, RIGID, HELD, SPIN])
    .one_of(&["sphere", "wall", "plate"])
    .rules(
        r#"{"allOf": [
        {"if": {"required": ["rigid"], "properties": {"rigid": {"const": true}}},
         "then": {"not": {"required": ["material"]}}},
        {"if": {"anyOf": [{"required": ["wall"]}, {"required": ["held"], "properties": {"held": {"const": true}}}]},
         "then": {"not": {"required": ["spin"]}}}
    ]}"#,
    );

const RADIUS: Key = Key::quantity("radius", Dimension::Length, POSITIVE, "of the sphere").required("\"2.5 mm\"");
const MASS: Key = Key::quantity("mass", Dimension::Mass, POSITIVE, "instead of the density of the material");
const INERTIA: Key =
    Key::new("inertia", Takes::Value(Spec::Inertia), "moment of inertia over m r^2").unless("\"solid\"");

pub(super) static SPHERE: Keys = Keys::new("body.NAME.sphere", "a sphere").keys(&[RADIUS, MASS, INERTIA]);

const NORMAL: Key = Key::new("normal", Takes::Direction, "out of the solid, towards the sphere")
    .required("\"+z\"      # out of the solid, towards the sphere");
pub(super) const THICKNESS: Key =
    Key::quantity("thickness", Dimension::Length, POSITIVE, "of the plate").required("\"10 mm\"");

const EDGE_DISTANCE: Key = Key::of("edge_distance", Takes::quantity(Dimension::Length, POSITIVE))
    .doc("from the contact to the nearest edge; only the validity of the contact law asks for it");

static WALL: Keys = Keys::new("body.NAME.wall", "a half space that never moves").keys(&[NORMAL]);

pub(super) static PLATE: Keys = Keys::new("body.NAME.plate", "a thin plate, which loses energy to bending waves")
    .keys(&[NORMAL, THICKNESS, EDGE_DISTANCE]);

/// Reads the two bodies of a case; `None` when there are not two spheres, or a sphere and a wall.
pub(super) fn bodies(reader: &mut Reader, root: &Table, materials: &[MaterialDraft]) -> Option<[BodyDraft; 2]> {
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
    let read: Vec<Option<BodyDraft>> = nodes.iter().map(|node| one_body(reader, node, materials)).collect();
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

fn one_body(reader: &mut Reader, node: &Node, materials: &[MaterialDraft]) -> Option<BodyDraft> {
    if !plain_name(reader, "body", node.key, node.key_span.clone()) {
        return None;
    }
    let table = node.keyed(reader, &format!("[body.{}]", node.key), &BODY)?;
    let shape = shape(reader, &table, node);
    let (rigid, held) = (table.flag(reader, &RIGID), table.flag(reader, &HELD));
    let never_moves = table.has(A_WALL.name) || table.has(A_PLATE.name);
    let material = table.get(MATERIAL.name).and_then(|node| material_of(reader, &node, rigid, materials));
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

fn material_of(reader: &mut Reader, node: &Node, rigid: bool, materials: &[MaterialDraft]) -> Option<usize> {
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

fn shape(reader: &mut Reader, table: &Table, node: &Node) -> Option<ShapeDraft> {
    match &table.alternatives(&BODY)[..] {
        [shape] => of_shape(reader, shape, &table.path),
        [one, other, ..] => {
            let message = format!("{} is both a {} and a {}", quoted(node.key), one.key, other.key);
            other.refuse_key(reader, message, &["keep one of them"])
        }
        [] => {
            let help = ["add:  sphere = { radius = \"2.5 mm\" }", "or:   wall = { normal = \"+z\" }"];
            node.refuse_key(reader, format!("{} has no shape", quoted(node.key)), &help)
        }
    }
}

fn of_shape(reader: &mut Reader, node: &Node, body: &str) -> Option<ShapeDraft> {
    let shape = BODY.key(node.key)?;
    let table = node.inner(reader, shape)?;
    // The shape is not part of the path: `body.ball.radius`, as the parameter of the body it is.
    let given = table.values_of(reader, body, shape.table()?);
    if shape.name == A_SPHERE.name {
        return Some(ShapeDraft::Sphere(given));
    }
    let normal = table.needs(reader, &NORMAL)?;
    let normal = direction(reader, &normal, format!("{body}.normal"))?;
    let plate = table.get(THICKNESS.name).map(|node| reader.origin(node.key_span));
    Some(ShapeDraft::Wall { normal, given, plate })
}

/// The loss to bending waves of a plate, and the place of its thickness in the file.
pub(super) fn plate<'d>(
    picked: &SceneValues,
    draft: &'d BodyDraft,
    body: &Body,
) -> Built<Option<(ZenerPlate, &'d Origin)>> {
    let ShapeDraft::Wall { given, plate: Some(place), .. } = &draft.shape else { return Ok(None) };
    let of = |key: &str, value: Option<f64>| {
        value.ok_or_else(|| {
            let message = format!("the plate {} requires a material with `{key}`", quoted(&body.name));
            let help = "a plate needs `young_modulus`, `poisson_ratio` and `density`: it bends and is accelerated";
            refusal(place, message, help)
        })
    };
    let material = body.material.as_ref();
    let law = ZenerPlate {
        thickness: given.number(picked, &THICKNESS).unwrap_or(f64::NAN),
        young_modulus: of("young_modulus", material.and_then(|m| m.young_modulus))?,
        poisson_ratio: of("poisson_ratio", material.and_then(|m| m.poisson_ratio))?,
        density: of("density", material.and_then(|m| m.density))?,
        edge_distance: given.number(picked, &EDGE_DISTANCE),
    };
    Ok(Some((law, place)))
}

/// The body of one scene.
pub(super) fn body(picked: &SceneValues, draft: &BodyDraft, materials: &[MaterialDraft]) -> Built<Body> {
    let named = draft.material.map(|id| picked.choice(id).text.as_str());
    let material = materials.iter().find(|m| Some(m.name.as_str()) == named).map(|m| Material {
        name: m.name.clone(),
        density: m.given.number(picked, &DENSITY),
        young_modulus: m.given.number(picked, &YOUNG_MODULUS),
        poisson_ratio: m.given.number(picked, &POISSON_RATIO),
        yield_stress: m.given.number(picked, &YIELD_STRESS),
    });
    let (shape, mass) = match &draft.shape {
        ShapeDraft::Wall { normal, .. } => (Shape::Wall { normal: *normal }, f64::INFINITY),
        ShapeDraft::Sphere(given) => {
            let origin = &given.origin;
            let radius = given.number(picked, &RADIUS).unwrap_or(f64::NAN);
            let density = material.as_ref().and_then(|m| m.density);
            let mass = match (given.number(picked, &MASS), density) {
                (Some(mass), _) => mass,
                (None, Some(density)) => density * (4.0 / 3.0 * PI * radius.powi(3)),
                (None, None) => return Err(no_mass(draft, origin, material.as_ref())),
            };
            if !(mass.is_finite() && mass > 0.0) {
                let message = format!("the mass of {} is not finite: {mass} kg", quoted(&draft.name));
                return Err(refusal(origin, message, "check radius and density"));
            }
            (Shape::Sphere { radius, inertia_factor: given.number(picked, &INERTIA).unwrap_or(SOLID) }, mass)
        }
    };
    Ok(Body { name: draft.name.clone(), shape, mass, material, rigid: draft.rigid, held: draft.held })
}

fn no_mass(draft: &BodyDraft, origin: &Origin, material: Option<&Material>) -> Box<Diagnostic> {
    let message = format!("the mass of {} is missing", quoted(&draft.name));
    let density = match material {
        Some(material) => format!(",   or  density = \"2500 kg/m3\"  in [material.{}]", material.name),
        None => String::new(),
    };
    refusal(origin, message, format!("add  mass = \"41.5 g\"  to the sphere{density}"))
}
