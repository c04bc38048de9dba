//! `[path]`: a quasi-static loading path in legs, instead of an impact.
//!
//! A leg of `[[path.leg]]` is driven once; those of `[[path.cycle]]` follow, `cycles` times. What a leg does not name is
//! held. A leg is straight in overlap and displacement, so that where a force is named only its end has it exactly.

use super::body::BodyDraft;
use super::reader::{Node, Reader, Table, quoted};
use super::scene_values::SceneValues;
use crate::error::Origin;
use crate::keys::{Key, Keys, Spec, Takes};
use crate::law::normal;
use crate::law::scene::path::{Leg, LoadingPath, Press, Shear};
use crate::limits::{ANY, Limits, POSITIVE};
use crate::units::Dimension;

/// The path of a file, with the indices of its values.
#[derive(Debug, Clone)]
pub(super) struct PathDraft {
    /// The table header.
    pub origin: Origin,
    legs: Vec<LegDraft>,
    cycle: Vec<LegDraft>,
    cycles: Option<usize>,
}

/// Indices of the values of one leg, in the order of [`LEG`].
#[derive(Debug, Clone)]
struct LegDraft([Option<usize>; 7]);

/// At `mu N` the whole contact slips, and the displacement is not determined by the force.
const LOADS: Limits = ANY.above(-1.0).below(1.0).say("is in units of mu N and must be between -1 and 1");

const OVERLAP: Key = Key::quantity(
    "overlap",
    Dimension::Length,
    POSITIVE,
    "to go to; above 0 unless the normal law acts beyond zero overlap",
);

/// Two keys for the normal load, three for shear and two for rotation.
static LEG: Keys = Keys {
    header: "[[path.leg]]",
    doc: "what is driven; the rest is held",
    keys: &[
        OVERLAP,
        Key::quantity("normal_force", Dimension::Force, POSITIVE, "to go to, above 0"),
        Key::quantity("slide", Dimension::Length, ANY, "displacement along the contact to go to"),
        Key::quantity("tangential_force", Dimension::Force, ANY, "to go to, less than mu N"),
        Key::quantity("tangential_load", Dimension::Number, LOADS, "tangential force to go to, in units of mu N"),
        Key::quantity("roll", Dimension::Angle, ANY, "of body 1 on body 2"),
        Key::quantity("twist", Dimension::Angle, ANY, "of both bodies about the contact normal"),
    ],
    rules: r#"{"minProperties": 1, "not": {"anyOf": [
        {"required": ["overlap", "normal_force"]},
        {"required": ["slide", "tangential_force"]},
        {"required": ["slide", "tangential_load"]},
        {"required": ["tangential_force", "tangential_load"]},
        {"required": ["roll"], "minProperties": 2},
        {"required": ["twist"], "minProperties": 2}
    ]}}"#,
};

const CYCLES: Key = Key::quantity(
    "cycles",
    Dimension::Number,
    Limits::whole(1.0, 1000.0),
    "how often the legs of the cycle are driven",
)
.or(1.0);

pub(super) static KEYS: Keys = Keys {
    header: "[path]",
    doc: "a contact driven slowly, instead of an impact",
    keys: &[
        Key::new("leg", Takes::List(&LEG), "driven once"),
        Key::new("cycle", Takes::List(&LEG), "driven `cycles` times after the legs"),
        CYCLES,
    ],
    rules: r#"{"anyOf": [{"required": ["leg"]}, {"required": ["cycle"]}], "dependentRequired": {"cycles": ["cycle"]}}"#,
};

const EXAMPLE: [&str; 5] = [
    "[[path.leg]]",
    "overlap = \"1 um\"                  # or normal_force = \"0.2 N\"",
    "[[path.leg]]",
    "slide = \"0.5 um\"                  # or tangential_force = \"0.1 N\", tangential_load = 0.9 (of mu N)",
    "[[path.cycle]] ...                 with cycles = 2 in [path], for legs that are repeated",
];

/// Reads the path; `None` when there is none, or it cannot be read.
pub(super) fn read(reader: &mut Reader, root: &Table, bodies: Option<&[BodyDraft; 2]>) -> Option<PathDraft> {
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
    let table = node.keyed(reader, "[path]", &KEYS)?;
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
            Some(LegDraft([None, None, ..])) => reader.wrong(
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
fn legs(reader: &mut Reader, path: &Table, key: &str, beyond: bool) -> Vec<LegDraft> {
    let blocks = path.get(key).and_then(|node| node.tables(reader, &format!("[[path.{key}]]"))).unwrap_or_default();
    let one = |(number, table): (usize, Table)| {
        leg(reader, &Table { path: format!("{}.{}", table.path, number + 1), ..table }, beyond)
    };
    blocks.into_iter().enumerate().map(one).collect()
}

fn leg(reader: &mut Reader, table: &Table, beyond: bool) -> LegDraft {
    let names = LEG.names();
    table.only(reader, &names);
    let said: Vec<Node> = table.nodes().into_iter().filter(|node| names.contains(&node.key)).collect();
    if table.nodes().is_empty() {
        let help = format!("give one of: {}", names.join(", "));
        reader.wrong(&table.span, "this leg has no driven quantity", &[&help]);
    }
    let group = |key: &str| names.iter().position(|known| *known == key).map(|at| [0, 0, 1, 1, 1, 2, 3][at]);
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
    let mut ids = [None; 7];
    let anywhere = Takes::Value(Spec::Quantity(Dimension::Length, ANY));
    for (id, key) in ids.iter_mut().zip(LEG.keys) {
        let takes = if key.name == OVERLAP.name && beyond { anywhere } else { key.takes };
        *id = table.value(reader, &Key { takes, ..*key });
    }
    LegDraft(ids)
}

impl PathDraft {
    /// The path of one scene.
    pub fn path(&self, picked: &SceneValues) -> LoadingPath {
        let legs = |drafts: &[LegDraft]| drafts.iter().map(|draft| draft.leg(picked)).collect();
        let cycles = self.cycles.map_or(CYCLES.default_number(), |id| picked.number(id)) as usize;
        LoadingPath { legs: legs(&self.legs), cycle: legs(&self.cycle), cycles }
    }
}

impl LegDraft {
    fn leg(&self, picked: &SceneValues) -> Leg {
        let [overlap, normal, slide, force, load, roll, twist] = self.0.map(|id| id.map(|id| picked.number(id)));
        if let Some(angle) = roll {
            return Leg::Roll(angle);
        }
        if let Some(angle) = twist {
            return Leg::Twist(angle);
        }
        let press = overlap.map(Press::Overlap).or(normal.map(Press::Force));
        let shear = slide.map(Shear::Slide).or(force.map(Shear::Force)).or(load.map(Shear::Load));
        Leg::Drive { press, shear }
    }
}
