//! How the bodies meet: `[impact]`, or `[path]`, a quasi-static loading path in legs.
//!
//! `speed` alone is head-on; with `angle` from the normal, or with `offset` of the lines of flight, it is oblique;
//! `normal_speed` and `tangential_speed` say the same in parts. `axis` turns the line of centres of two spheres,
//! `direction` the way body 1 travels along the contact, and `frame` is what the speeds are seen from.
//!
//! Of a scene `n` is the wall's normal, or the `axis` of two spheres (+z unless given). `t` is the `direction` of travel,
//! projected on the plane of contact; without one it is +x (+y if the normal is closer than 45 degrees to x), with or
//! without a tangential velocity. `b = n x t`.
//!
//! A leg of `[[path.leg]]` is driven once; those of `[[path.cycle]]` follow, `cycles` times. What a leg does not name is
//! held. A leg is straight in overlap and displacement, so that where a force is named only its end has it exactly.

use std::f64::consts::FRAC_PI_2;

use super::bodies::BodyDraft;
use super::reader::{Node, Reader, Table, quoted};
use super::scalar::direction;
use super::values::{Built, SceneValues, TableValues, refusal, vector};
use crate::collide::flight::dot;
use crate::error::Origin;
use crate::keys::{Key, Keys, Spec, Takes};
use crate::law::scene::path::{Leg, LoadingPath, Press, Shear};
use crate::law::scene::{Body, ImpactKinematics, ParameterValue, Shape};
use crate::law::{Branched, Contact, Normal, normal};
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

const TILTED: Limits =
    Limits::NOT_NEGATIVE.below(FRAC_PI_2).say("is measured from the normal and must be at least 0 and below 90 deg");

pub(super) const SPEED: Key = Key::quantity("speed", Dimension::Speed, POSITIVE, "relative speed of the two bodies")
    .example("\"1 m/s\"      # relative speed of the two bodies");
pub(super) const ANGLE: Key = Key::quantity("angle", Dimension::Angle, TILTED, "from the normal, below 90 deg");
const OFFSET: Key = Key::of("offset", Takes::quantity(Dimension::Length, Limits::NOT_NEGATIVE))
    .doc("of the lines of flight of two spheres, instead of the angle");
const NORMAL_SPEED: Key = Key::of("normal_speed", Takes::quantity(Dimension::Speed, POSITIVE))
    .doc("normal component, towards each other, instead of speed and angle")
    .example("\"1 m/s\"      # normal component, towards each other");
const TANGENTIAL_SPEED: Key =
    Key::quantity("tangential_speed", Dimension::Speed, Limits::NOT_NEGATIVE, "tangential component; it may be 0")
        .example("\"1 m/s\"      # tangential component; it may be 0");
const PARTS: [Key; 2] = [NORMAL_SPEED, TANGENTIAL_SPEED];
const AXIS: Key =
    Key::new("axis", Takes::Direction, "line of centres of two spheres, from body 2 to body 1").unless("+z");
const DIRECTION: Key = Key::new("direction", Takes::Direction, "the way body 1 travels along the contact").unless("+x");
const FRAME: Key = Key::of("frame", Takes::Either(&[Takes::Value(FRAMES), Takes::Vector(VELOCITY)]))
    .doc("what the speeds are seen from, or the velocity of a moving frame")
    .unless("the wall, or the centre of mass of two spheres,");
const AGAIN: Key = Key::of("again", Takes::Table(&SECOND))
    .doc("a second impact of the same pair, whose numbers are observed, under a law that remembers")
    .example("{ speed = \"2 m/s\", memory = \"kept\" }");

const GRAVITY: Key = Key::of("gravity", Takes::quantity(Dimension::Acceleration, POSITIVE))
    .doc("presses the bodies together along the normal during the contact; none unless given; head-on, reference only");

pub(super) static IMPACT: Keys = Keys::new("[impact]", "how the bodies meet: head-on with `speed` alone")
    .keys(&[SPEED, ANGLE, OFFSET, NORMAL_SPEED, TANGENTIAL_SPEED, AXIS, DIRECTION, FRAME, GRAVITY, AGAIN])
    .rules(
        r#"{"oneOf": [
        {"required": ["speed"], "not": {"anyOf": [
            {"required": ["normal_speed"]}, {"required": ["tangential_speed"]}, {"required": ["angle", "offset"]}
        ]}},
        {"required": ["normal_speed", "tangential_speed"],
         "not": {"anyOf": [{"required": ["speed"]}, {"required": ["angle"]}, {"required": ["offset"]}]}}
    ]}"#,
    );

const SECOND_SPEED: Key = Key::quantity("speed", Dimension::Speed, POSITIVE, "of the second impact")
    .required("\"2 m/s\"      # of the second impact");
const MEMORY_KEPT: Key = Key::word("memory", &["kept", "lost"], "whether the law remembers the first impact")
    .required("\"kept\"      # or \"lost\": whether the contact history is kept");

static SECOND: Keys = Keys::new("impact.again", "a second impact").keys(&[SECOND_SPEED, MEMORY_KEPT]);

/// Reads `[impact]`.
pub(super) fn impact(reader: &mut Reader, root: &Table) -> Option<ImpactDraft> {
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
    let table = node.keyed(reader, "[impact]", &IMPACT)?;
    check_speeds(reader, &table);
    let given = table.values(reader, &IMPACT);
    let mut turned = |key: &Key| {
        let node = table.get(key.name)?;
        Some((direction(reader, &node, node.path.clone())?, reader.origin(node.span())))
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
fn check_speeds(reader: &mut Reader, table: &Table) {
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
fn any_impact(reader: &mut Reader, oblique: bool) -> ImpactDraft {
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

type Vector = [f64; 3];

/// Rounding error of the components of a vector, relative to its length: smaller components are zero.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// A direction of travel whose tangential part is smaller is parallel to the normal.
const PARALLEL: f64 = 1e-6;

/// Rate of approach, m/s, and the kinematics at first touch.
fn impact_kinematics(
    picked: &SceneValues,
    impact: &ImpactDraft,
    drafts: &[BodyDraft; 2],
    bodies: &[Body; 2],
) -> Built<(f64, ImpactKinematics)> {
    let (speed, tangential_speed) = speeds(picked, &impact.given, bodies)?;
    let n = normal(impact, bodies)?;
    let spin = [0, 1].map(|i| drafts[i].spin.map_or([0.0; 3], |ids: [usize; 3]| ids.map(|id| picked.number(id))));
    let t = match &impact.direction {
        Some((direction, place)) => projected(direction, &n).ok_or_else(|| {
            let message = "`direction` is parallel to the normal";
            refusal(place, message, "give the tangential direction of motion of body 1")
        })?,
        None => default_tangent(&n),
    };
    let frame = [n, t, cross(&n, &t)];
    let drift = drift(picked, &impact.frame, bodies)?;
    let spin = spin.map(|spin| components(&spin, &frame));
    let gravity = impact.given.number(picked, &GRAVITY).unwrap_or(0.0);
    Ok((speed, ImpactKinematics { frame, tangential_speed, spin, drift, across: false, gravity }))
}

/// Normal and tangential speed, m/s.
fn speeds(picked: &SceneValues, given: &TableValues, bodies: &[Body; 2]) -> Built<(f64, f64)> {
    let of = |key: &Key| given.number(picked, key);
    if let (Some(normal), Some(tangential)) = (of(&NORMAL_SPEED), of(&TANGENTIAL_SPEED)) {
        return Ok((normal, tangential));
    }
    let speed = of(&SPEED).unwrap_or(f64::NAN);
    if let Some(angle) = of(&ANGLE) {
        let (sin, cos) = libm::sincos(angle);
        return Ok((speed * cos, speed * sin));
    }
    let Some(offset) = given.find(OFFSET.name) else { return Ok((speed, 0.0)) };
    let place = &picked.choice(offset).origin;
    if bodies[1].is_wall() {
        return Err(refusal(place, "`offset` is not valid for a wall", "give the `angle` from the wall's normal"));
    }
    let reach = bodies[0].radius() + bodies[1].radius();
    let sin = picked.number(offset) / reach;
    if sin >= 1.0 {
        let message = format!("at an offset of {} the bodies do not touch", picked.choice(offset).text);
        return Err(refusal(place, message, format!("the sum of the radii is {reach} m")));
    }
    Ok((speed * ((1.0 - sin) * (1.0 + sin)).sqrt(), speed * sin))
}

/// Unit vector from body 2 to body 1.
fn normal(impact: &ImpactDraft, bodies: &[Body; 2]) -> Built<Vector> {
    match (bodies[1].shape, &impact.axis) {
        (Shape::Wall { .. }, Some((_, place))) => {
            let message = "`axis` has no effect at a wall: the wall's normal is used";
            let help = "remove `axis`; set the direction with `normal` of the wall";
            Err(refusal(place, message, help))
        }
        (Shape::Wall { normal }, None) => Ok(normal),
        (Shape::Sphere { .. }, axis) => Ok(axis.as_ref().map_or([0.0, 0.0, 1.0], |(axis, _)| *axis)),
    }
}

/// Velocity of the frame of reference, m/s.
fn drift(picked: &SceneValues, frame: &FrameDraft, bodies: &[Body; 2]) -> Built<Vector> {
    let (word, place) = match frame {
        FrameDraft::Usual => return Ok([0.0; 3]),
        FrameDraft::Moving(velocity) => return Ok(velocity.map(|id| picked.number(id))),
        FrameDraft::Word(id) => (picked.choice(*id).text.as_str(), &picked.choice(*id).origin),
    };
    let (message, help) = match (word, bodies[1].is_wall()) {
        ("wall", false) => ("there is no wall", "remove `frame`: speeds are relative to the centre of mass"),
        ("centre-of-mass", true) => (
            "`centre-of-mass` is not a valid `frame` here: a wall has no centre of mass",
            "remove `frame`: speeds are relative to the wall",
        ),
        _ => return Ok([0.0; 3]),
    };
    Err(refusal(place, message, help))
}

/// The unit vector of a direction projected on the plane normal to `n`.
fn projected(direction: &Vector, n: &Vector) -> Option<Vector> {
    let along = dot(*direction, *n);
    let flat: Vector = std::array::from_fn(|i| direction[i] - along * n[i]);
    let length = dot(flat, flat).sqrt();
    (length > PARALLEL).then(|| flat.map(|c| c / length))
}

fn default_tangent(n: &Vector) -> Vector {
    let axis = if n[0].abs() > std::f64::consts::FRAC_1_SQRT_2 { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
    projected(&axis, n).unwrap_or(axis)
}

/// The components of a vector in a frame; those within rounding error are zero.
fn components(vector: &Vector, frame: &[Vector; 3]) -> Vector {
    let size = dot(*vector, *vector).sqrt();
    let part = |axis: &Vector| {
        let part = dot(*vector, *axis);
        if part.abs() <= ROUNDING * size { 0.0 } else { part }
    };
    [part(&frame[0]), part(&frame[1]), part(&frame[2])]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The path of a file, with the indices of its values.
#[derive(Debug, Clone)]
pub(super) struct PathDraft {
    /// The table header.
    pub origin: Origin,
    legs: Vec<TableValues>,
    cycle: Vec<TableValues>,
    cycles: Option<usize>,
}

/// At `mu N` the whole contact slips, and the displacement is not determined by the force.
const LOADS: Limits = ANY.above(-1.0).below(1.0).say("is in units of mu N and must be between -1 and 1");

const OVERLAP: Key = Key::of("overlap", Takes::quantity(Dimension::Length, POSITIVE))
    .doc("to go to; above 0 unless the normal law acts beyond zero overlap");

const HOLD: Key = Key::of("hold", Takes::quantity(Dimension::Time, POSITIVE))
    .doc("for how long the tangential force is held; `regularised` friction creeps meanwhile");

/// Two keys for the normal load, three for shear and two for rotation.
static LEG: Keys = Keys::new("[[path.leg]]", "what is driven; the rest is held")
    .keys(&[
        OVERLAP,
        Key::quantity("normal_force", Dimension::Force, POSITIVE, "to go to, above 0"),
        Key::quantity("slide", Dimension::Length, ANY, "displacement along the contact to go to"),
        Key::quantity("tangential_force", Dimension::Force, ANY, "to go to, less than mu N"),
        Key::quantity("tangential_load", Dimension::Number, LOADS, "tangential force to go to, in units of mu N"),
        HOLD,
        Key::quantity("roll", Dimension::Angle, ANY, "of body 1 on body 2"),
        Key::quantity("twist", Dimension::Angle, ANY, "of both bodies about the contact normal"),
    ])
    .rules(
        r#"{"minProperties": 1, "not": {"anyOf": [
        {"required": ["overlap", "normal_force"]},
        {"required": ["slide", "tangential_force"]},
        {"required": ["slide", "tangential_load"]},
        {"required": ["slide", "hold"]},
        {"required": ["hold"], "not": {"anyOf": [{"required": ["tangential_force"]}, {"required": ["tangential_load"]}]}},
        {"required": ["tangential_force", "tangential_load"]},
        {"required": ["roll"], "minProperties": 2},
        {"required": ["twist"], "minProperties": 2}
    ]}}"#,
    );

const CYCLES: Key = Key::of("cycles", Takes::quantity(Dimension::Number, Limits::whole(1.0, 1000.0)))
    .doc("how often the legs of the cycle are driven")
    .or(1.0)
    .with("cycle");

pub(super) static PATH: Keys = Keys::new("[path]", "a contact driven slowly, instead of an impact")
    .keys(&[
        Key::new("leg", Takes::List(&LEG), "driven once"),
        Key::new("cycle", Takes::List(&LEG), "driven `cycles` times after the legs"),
        CYCLES,
    ])
    .rules(r#"{"anyOf": [{"required": ["leg"]}, {"required": ["cycle"]}]}"#);

const EXAMPLE: [&str; 5] = [
    "[[path.leg]]",
    "overlap = \"1 um\"                  # or normal_force = \"0.2 N\"",
    "[[path.leg]]",
    "slide = \"0.5 um\"                  # or tangential_force = \"0.1 N\", tangential_load = 0.9 (of mu N)",
    "[[path.cycle]] ...                 with cycles = 2 in [path], for legs that are repeated",
];

/// Reads the path; `None` when there is none, or it cannot be read.
pub(super) fn path(reader: &mut Reader, root: &Table, bodies: Option<&[BodyDraft; 2]>) -> Option<PathDraft> {
    let node = root.get("path")?;
    if let Some(impact) = root.get("impact") {
        let message = "[path] and [impact] cannot be combined";
        return impact.refuse_key(reader, message, &["keep one of them"]);
    }
    if bodies.into_iter().flatten().any(|body| body.spin.is_some()) {
        let message = "`spin` is not valid on a loading path";
        let help = "remove `spin`; to rotate the bodies use `roll` and `twist` in [[path.leg]]";
        reader.wrong(&node.key_span, message, &[help]);
    }
    let table = node.keyed(reader, "[path]", &PATH)?;
    let beyond = pulls(root);
    let before = reader.count();
    let legs = legs(reader, &table, "leg", beyond);
    let cycle = self::legs(reader, &table, "cycle", beyond);
    let cycles = table.value(reader, &CYCLES);
    if let (Some(cycles), true) = (table.get("cycles"), cycle.is_empty() && reader.count() == before) {
        let message = "`cycles` has no effect here: there is no [[path.cycle]]";
        reader.wrong(&cycles.key_span, message, &["add the legs of the cycle:  [[path.cycle]]"]);
    }
    let first = legs.first().or(cycle.first());
    if reader.count() == before {
        match first {
            None => reader.wrong(&node.key_span, "this path has no leg", &EXAMPLE),
            Some(leg) if leg.find(OVERLAP.name).or(leg.find("normal_force")).is_none() => reader.wrong(
                &node.key_span,
                "the first leg must apply a positive overlap or normal force",
                &["begin with:  [[path.leg]]", "             overlap = \"1 um\"      # or normal_force = \"0.2 N\""],
            ),
            Some(_) => {}
        }
    }
    Some(PathDraft { origin: reader.origin(node.key_span), legs, cycle, cycles })
}

/// Whether the normal law acts at negative overlap, so that a leg may go there.
fn pulls(root: &Table) -> bool {
    let laws =
        root.get("contact").and_then(|node| node.value.get_ref().as_table()?.get("normal")?.get_ref().as_table());
    laws.is_some_and(|laws| laws.keys().any(|law| normal::ends_by_itself(law.get_ref())))
}

/// Reads the legs under one key.
fn legs(reader: &mut Reader, path: &Table, key: &str, beyond: bool) -> Vec<TableValues> {
    let blocks = path.get(key).and_then(|node| node.tables(reader, &format!("[[path.{key}]]"))).unwrap_or_default();
    let one = |(number, table): (usize, Table)| {
        leg(reader, &Table { path: format!("{}.{}", table.path, number + 1), ..table }, beyond)
    };
    blocks.into_iter().enumerate().map(one).collect()
}

fn leg(reader: &mut Reader, table: &Table, beyond: bool) -> TableValues {
    let names = LEG.names();
    table.only(reader, &names);
    let said: Vec<Node> = table.nodes().into_iter().filter(|node| names.contains(&node.key)).collect();
    if table.nodes().is_empty() {
        let help = format!("give one of: {}", names.join(", "));
        reader.wrong(&table.span, "this leg has no driven quantity", &[&help]);
    }
    // A time is beside the force that it is held.
    let groups = [Some(0), Some(0), Some(1), Some(1), Some(1), None, Some(2), Some(3)];
    let group = |key: &str| names.iter().position(|known| *known == key).and_then(|at| groups[at]);
    if let Some(hold) = table.get(HOLD.name)
        && !["tangential_force", "tangential_load"].iter().any(|key| table.has(key))
    {
        hold.refuse_key::<()>(
            reader,
            "`hold` requires a tangential force that is held",
            &["add  tangential_force = \"0.1 N\"   or  tangential_load = 0.9"],
        );
    }
    for (i, node) in said.iter().enumerate() {
        for other in &said[..i] {
            let (one, two) = (group(other.key), group(node.key));
            let message = format!("{} and {} cannot be combined in one leg", quoted(node.key), quoted(other.key));
            if one == two {
                reader.wrong(&node.key_span, message, &["both set the same load or displacement; keep one of them"]);
            } else if one.max(two) >= Some(2) {
                reader.wrong(&node.key_span, message, &["write `roll` and `twist` in a leg of their own each"]);
            }
        }
    }
    let anywhere = Key { takes: Takes::quantity(Dimension::Length, ANY), ..OVERLAP };
    table.values(reader, LEG.into_iter().map(|key| if key.name == OVERLAP.name && beyond { anywhere } else { key }))
}

impl PathDraft {
    /// The path of one scene.
    pub fn path(&self, picked: &SceneValues) -> LoadingPath {
        let legs = |drafts: &[TableValues]| drafts.iter().map(|given| leg_of(picked, given)).collect();
        let cycles = self.cycles.map_or(CYCLES.default_number(), |id| picked.number(id)) as usize;
        LoadingPath { legs: legs(&self.legs), cycle: legs(&self.cycle), cycles }
    }
}

/// A leg of one scene.
fn leg_of(picked: &SceneValues, given: &TableValues) -> Leg {
    let number = |key: &str| given.find(key).map(|id| picked.number(id));
    if let Some(angle) = number("roll") {
        return Leg::Roll(angle);
    }
    if let Some(angle) = number("twist") {
        return Leg::Twist(angle);
    }
    let press = number(OVERLAP.name).map(Press::Overlap).or(number("normal_force").map(Press::Force));
    let shear = number("slide").map(Shear::Slide).or(number("tangential_force").map(Shear::Force));
    let shear = shear.or(number("tangential_load").map(Shear::Load));
    match (shear, number(HOLD.name)) {
        (Some(shear), Some(time)) => Leg::Hold { press, shear, time },
        _ => Leg::Drive { press, shear },
    }
}

/// The impact or loading path of a case file.
#[derive(Debug, Clone)]
pub(super) enum MotionDraft {
    Impact(ImpactDraft),
    Path(PathDraft),
}

/// Impact speed, speed of a remembered earlier impact, impact kinematics, and the path instead of an impact.
type Motion = (f64, Option<f64>, ImpactKinematics, Option<LoadingPath>);

/// Rate of approach, m/s, of an impact, which the damping may depend on; 0 on a loading path.
pub(super) fn approach_speed(picked: &SceneValues, motion: &MotionDraft, bodies: &[Body; 2]) -> Built<f64> {
    match motion {
        MotionDraft::Path(_) => Ok(0.0),
        MotionDraft::Impact(ImpactDraft { again: Some(again), .. }) => {
            Ok(again.number(picked, &SECOND_SPEED).unwrap_or(f64::NAN))
        }
        MotionDraft::Impact(impact) => Ok(speeds(picked, &impact.given, bodies)?.0),
    }
}

pub(super) fn motion(
    picked: &SceneValues,
    motion: &MotionDraft,
    (drafts, bodies): (&[BodyDraft; 2], &[Body; 2]),
    contact: &Contact,
    branches: Option<&Branched>,
) -> Built<Motion> {
    let impact = match motion {
        MotionDraft::Path(path) => return Ok((0.0, None, ImpactKinematics::HEAD_ON, Some(path.path(picked)))),
        MotionDraft::Impact(impact) => impact,
    };
    let (speed, kinematics) = impact_kinematics(picked, impact, drafts, bodies)?;
    let other = branches.is_some() || contact.normal.of_engine().is_some();
    if kinematics.gravity > 0.0 && (other || contact.on_plate() || !kinematics.is_head_on()) {
        let place = impact.given.place(picked, Some(GRAVITY.name));
        let message =
            "`gravity` is computed head-on, beside a normal law that is a power of the overlap with a dashpot";
        return Err(refusal(
            place,
            message,
            "leave `gravity` out: the weight matters where g times the duration is not small against the speed",
        ));
    }
    let Some(again) = &impact.again else { return Ok((speed, None, kinematics, None)) };
    if !branches.is_some_and(Branched::remembers) {
        let name = contact.normal.name();
        let message = format!("`again` has no effect here: `{name}` has no memory of earlier impacts");
        let help = match &contact.normal {
            Normal::Luding(_) | Normal::Eepa(_) => {
                "leave it out: what this law remembers falls to zero with the overlap, before the bodies part"
            }
            _ => "leave it out",
        };
        return Err(refusal(&again.origin, message, help));
    }
    let kept = again.one_of(picked, &MEMORY_KEPT, |word| (word == "kept").then_some(()));
    let before = kept.map(|()| speed);
    let (second, along) = (again.number(picked, &SECOND_SPEED).unwrap_or(f64::NAN), kinematics.tangential_speed);
    // At the angle of the first.
    let part = second / libm::hypot(speed, along);
    let second = if along == 0.0 { second } else { speed * part };
    Ok((second, before, ImpactKinematics { tangential_speed: along * part, ..kinematics }, None))
}

/// The place in the file of the tangential velocity or spin of a scene.
pub(super) fn sliding<'d>(
    picked: &'d SceneValues,
    motion: &MotionDraft,
    bodies: &'d [BodyDraft; 2],
    kinematics: &ImpactKinematics,
) -> &'d Origin {
    let slides = match motion {
        MotionDraft::Path(_) => None,
        MotionDraft::Impact(impact) => {
            [ANGLE, OFFSET, TANGENTIAL_SPEED].iter().find_map(|key| impact.given.find(key.name))
        }
    };
    let spins = bodies.iter().flat_map(|body| body.spin.into_iter().flatten());
    let spins = spins.into_iter().find(|&id| picked.number(id) != 0.0);
    let place = slides.filter(|_| kinematics.tangential_speed > 0.0).or(spins);
    place.map_or(&bodies[0].origin, |id| &picked.choice(id).origin)
}
