//! `[experiment.*]`: what was measured, and how.

pub use super::experiment_keys::Measuring;
use super::experiment_keys::{
    AIR, CLOCK, DATA, DENSITY, DRAG, DRAG_FACTOR, DRAG_NUMBER, DROP_HEIGHT, GRAVITY, HEIGHT_OFFSET, HEIGHT_SIGMA,
    HEIGHT_TO, OF, POINT_OF, REBOUND_OFFSET, REBOUND_SIGMA, SCALE, SPEED, THROWN, TIME_SIGMA, VISCOSITY,
};
use toml::Spanned;
use toml::de::DeValue;

use super::left_out::{self, LeftOut};
use super::mapping;
use super::measured::measurements;
use super::reader::{Node, Reader, Table, kind, quoted, suggestion};
use super::shared::{self, HeightSet};
use super::unknown::{Quantity, quantity};
use crate::data::measure::Measurements;
use crate::error::{Origin, cut};

/// Which point of the ball a height is measured to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    Bottom,
    Centre,
}

/// Which column of a table of ratios is fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RatioOf {
    Restitution,
    HeightRatio,
    VelocityRatio,
}

/// The air a ball flies through.
#[derive(Debug, Clone, PartialEq)]
pub struct Air {
    /// kg/m3
    pub density: Quantity,
    /// Pa s
    pub viscosity: Quantity,
    /// A constant drag coefficient; that of a smooth sphere unless given.
    pub drag: Option<Quantity>,
    /// What the coefficient of a sphere is multiplied by.
    pub drag_factor: Option<Quantity>,
    /// Whether the air also carries the ball.
    pub buoyancy: bool,
}

/// One `[experiment.*]` with its measurements.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    pub kind: Measuring,
    /// Which of its kind it is, from 1 on; 0 where it is the only one.
    pub number: usize,
    /// The file `data` names.
    pub data: String,
    /// Of the word of the kind, or of its table among several.
    pub origin: Origin,
    pub measured: Measurements,
    /// Of the height of the drop, and of the rebound.
    pub height_to: Option<[Point; 2]>,
    /// m/s2
    pub gravity: Option<Quantity>,
    /// Release speed, positive downwards, m/s; from rest unless given.
    pub thrown: Option<Quantity>,
    /// Height of every drop, m, where the table does not say it.
    pub drop_height: Option<Quantity>,
    pub air: Option<Air>,
    /// Whether the weight acts during the contact.
    pub gravity_during_contact: bool,
    /// Whether the duration of the contact is taken off the intervals.
    pub contact_duration: bool,
    /// What heights are multiplied by.
    pub scale: Option<Quantity>,
    /// What times are multiplied by.
    pub clock: Option<Quantity>,
    /// One standard deviation of a height, m, where the table does not say it.
    pub height_sigma: Option<Quantity>,
    /// The same of a rebound height; that of a height unless given.
    pub rebound_sigma: Option<Quantity>,
    /// One standard deviation of an interval, s, where the table does not say it.
    pub time_sigma: Option<Quantity>,
    /// What is added to all heights, m: the zero of the ruler.
    pub height_offset: Option<Quantity>,
    /// What is added to rebound heights only, m.
    pub rebound_offset: Option<Quantity>,
    pub height_set: HeightSet,
    /// The column whose rows share an effect, among those that nothing else reads.
    pub groups: Option<usize>,
    /// Speed of the impacts, m/s, where the table does not say it.
    pub speed: Option<Quantity>,
    /// Of a table of ratios.
    pub of: Option<RatioOf>,
    pub left_out: Vec<LeftOut>,
}

impl Experiment {
    /// `drop-height`; of several of the kind `drop-height 2 (tuesday.csv)`.
    pub fn name(&self) -> String {
        let kind = self.kind.word();
        if self.number == 0 { kind.to_string() } else { format!("{kind} {} ({})", self.number, self.data) }
    }

    /// The table of the case: `drop-height`, or `drop-height.2` of several.
    pub fn place(&self) -> String {
        let kind = self.kind.word();
        if self.number == 0 { kind.to_string() } else { format!("{kind}.{}", self.number) }
    }
}

/// Reads the experiments of a case: one of a kind in a table, several in an array of tables. `None` where there are none, or one is
/// wrong, which is then reported.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Option<Vec<Experiment>> {
    let node = root.get("experiment")?;
    for other in ["impact", "path", "run"] {
        if let Some(second) = root.get(other) {
            let message = format!("`[{other}]` cannot be combined with `[experiment]`");
            let help = match other {
                "run" => "remove it; [fit] sets the solver,  with = \"velocity-verlet\"",
                _ => "keep one: the measurements define the impact",
            };
            reader.wrong(second.key_span, message, &[help]);
        }
    }
    let table = node.table(reader, "[experiment.drop-height]")?;
    let nodes = table.nodes();
    let words = Measuring::ALL.map(Measuring::word);
    if nodes.is_empty() {
        reader.wrong(node.key_span.clone(), "`experiment` is empty", &["write:  [experiment.drop-height]"]);
        return None;
    }
    let each = |node: &Node| -> Vec<Option<Experiment>> {
        let Some(kind) = Measuring::ALL.into_iter().find(|kind| kind.word() == node.key) else {
            let message = format!("there is no experiment {}{}", quoted(node.key), suggestion(node.key, words));
            reader.wrong(node.key_span.clone(), message, &[&format!("use one of: {}", words.join(", "))]);
            return vec![None];
        };
        let DeValue::Array(several) = node.value.get_ref() else { return vec![experiment(reader, node, kind, 0)] };
        if several.is_empty() {
            let help = format!("write:  [[experiment.{}]]      # one for each table", kind.word());
            reader.wrong(node.span(), format!("`{}` is empty", kind.word()), &[&help]);
            return vec![None];
        }
        let number = |at: usize| if several.len() == 1 { 0 } else { at + 1 };
        let one = |(at, value)| {
            let path = format!("{}.{}", node.path, at + 1);
            experiment(reader, &Node { path, value, key_span: Spanned::span(value), ..node.clone() }, kind, number(at))
        };
        several.iter().enumerate().map(one).collect()
    };
    // All are read, so that each mistake is reported.
    let found: Vec<Option<Experiment>> = nodes.iter().flat_map(each).collect();
    found.into_iter().collect()
}

fn experiment(reader: &mut Reader, node: &Node, kind: Measuring, number: usize) -> Option<Experiment> {
    let table = node.table(reader, &format!("[experiment.{}]", kind.word()))?;
    // `group_by` gets a message of its own: a case is one fit.
    table.only(reader, &[&kind.keys().names()[..], &[mapping::GROUP_BY]].concat());
    let data = table.needs(reader, &DATA);
    let measured = data.as_ref().and_then(|data| measurements(reader, &table, data, kind));
    let mut read = |key| quantity(reader, &table, key);
    let (gravity, thrown, drop_height) = (read(&GRAVITY), read(&THROWN), read(&DROP_HEIGHT));
    let (scale, clock) = (read(&SCALE), read(&CLOCK));
    let (height_sigma, rebound_sigma) = (read(&HEIGHT_SIGMA), read(&REBOUND_SIGMA));
    let time_sigma = read(&TIME_SIGMA);
    let (height_offset, rebound_offset) = (read(&HEIGHT_OFFSET), read(&REBOUND_OFFSET));
    let speed = read(&SPEED);
    let height_to = table.get("height_to").and_then(|node| height_to(reader, &node));
    let air = air(reader, &table);
    let of = table.get("of").and_then(|node| of(reader, &node));
    let flag = |reader: &mut Reader, key, default| table.get(key).map_or(default, |node| node.boolean(reader));
    let gravity_during_contact = flag(reader, "gravity_during_contact", false);
    let contact_duration = flag(reader, "contact_duration", true);
    if kind.flies() || kind == Measuring::Rolling {
        table.needs(reader, &GRAVITY);
    }
    let height_set = table.get("height_set").map(|node| shared::height_set(reader, &node)).unwrap_or_default();
    let measured = measured?;
    let groups = table.get("groups").and_then(|node| shared::groups(reader, &node, &measured));
    shared::crossed(reader, &table, &measured, (groups, height_set));
    let left_out = table.get("left_out").map(|node| left_out::read(reader, &node, &measured)).unwrap_or_default();
    let data = data.as_ref().and_then(|node| node.value.get_ref().as_str()).unwrap_or_default().to_string();
    let found = Experiment {
        kind,
        number,
        data,
        origin: reader.origin(node.key_span.clone()),
        measured,
        height_to,
        gravity,
        thrown,
        drop_height,
        air,
        gravity_during_contact,
        contact_duration,
        scale,
        clock,
        height_sigma,
        rebound_sigma,
        time_sigma,
        height_offset,
        rebound_offset,
        height_set,
        groups,
        speed,
        of,
        left_out,
    };
    complete(reader, &table, found)
}

/// Asks for what these measurements need besides.
fn complete(reader: &mut Reader, table: &Table, found: Experiment) -> Option<Experiment> {
    let heights = !found.measured.drops.is_empty()
        || found.drop_height.is_some()
        || found.measured.throws.iter().any(|throw| throw.drop.is_some());
    if heights && !table.has("height_to") {
        table.needs(reader, &HEIGHT_TO);
        return None;
    }
    shared::check(reader, table, &found.measured);
    let untimed = found.measured.throws.iter().any(|throw| throw.sigmas.iter().any(Option::is_none));
    if untimed && !table.has("time_sigma") {
        table.needs(reader, &TIME_SIGMA);
        return None;
    }
    let speedless = found.measured.obliques.iter().any(|o| o.speed.is_none()) || !found.measured.points.is_empty();
    if speedless && !table.has("speed") {
        table.needs(reader, &SPEED);
        return None;
    }
    if found.kind != Measuring::Restitution {
        return Some(found);
    }
    let columns = [
        (RatioOf::Restitution, found.measured.ratios.iter().any(|r| r.restitution.is_some())),
        (RatioOf::HeightRatio, found.measured.ratios.iter().any(|r| r.height_ratio.is_some())),
        (RatioOf::VelocityRatio, found.measured.ratios.iter().any(|r| r.velocity_ratio.is_some())),
    ];
    let there: Vec<RatioOf> = columns.into_iter().filter(|(_, there)| *there).map(|(of, _)| of).collect();
    match (found.of, &there[..]) {
        (None, [only]) => Some(Experiment { of: Some(*only), ..found }),
        (None, _) => {
            table.needs(reader, &OF);
            None
        }
        (Some(of), there) if !there.contains(&of) => {
            let place = table.get("of").map_or(table.span.clone(), |node| node.span());
            reader.wrong(place, "the table has no column for it", &["choose one it has, or leave `of` out"]);
            None
        }
        _ => Some(found),
    }
}

fn point(reader: &mut Reader, node: &Node) -> Option<Point> {
    let text = node.text(reader, "\"bottom\"")?;
    match text.as_str() {
        "bottom" => Some(Point::Bottom),
        "centre" => Some(Point::Centre),
        other => {
            let guess = if other == "center" {
                ", did you mean `centre`?".into()
            } else {
                suggestion(other, ["bottom", "centre"])
            };
            let message = format!("{} is not a reference point of a ball{guess}", quoted(other));
            reader.wrong(node.span(), message, &["choose one of: bottom, centre"]);
            None
        }
    }
}

/// `"bottom"`, or `{ drop = "centre", rebound = "bottom" }`.
fn height_to(reader: &mut Reader, node: &Node) -> Option<[Point; 2]> {
    let DeValue::Table(_) = node.value.get_ref() else { return point(reader, node).map(|point| [point; 2]) };
    let table = node.table(reader, "")?;
    table.only(reader, &POINT_OF.names());
    let mut each = |key| table.needs(reader, key).and_then(|node| point(reader, &node));
    let (drop, rebound) = (each(&POINT_OF.keys[0]), each(&POINT_OF.keys[1]));
    Some([drop?, rebound?])
}

fn of(reader: &mut Reader, node: &Node) -> Option<RatioOf> {
    match node.text(reader, "\"height_ratio\"")?.as_str() {
        "restitution" => Some(RatioOf::Restitution),
        "height_ratio" => Some(RatioOf::HeightRatio),
        "velocity_ratio" => Some(RatioOf::VelocityRatio),
        other => {
            let words = ["restitution", "height_ratio", "velocity_ratio"];
            let message = format!("{} is not a choice of `of`{}", quoted(other), suggestion(other, words));
            reader.wrong(node.span(), message, &[&format!("choose one of: {}", words.join(", "))]);
            None
        }
    }
}

/// `air`, `drag`, `drag_factor` and `buoyancy`.
fn air(reader: &mut Reader, table: &Table) -> Option<Air> {
    let Some(node) = table.get("air") else {
        for key in ["drag", "drag_factor", "buoyancy"] {
            if let Some(lone) = table.get(key) {
                let help = "add:  air = { density = \"1.204 kg/m3\", viscosity = \"18.2 uPa s\" }";
                reader.wrong(lone.key_span, format!("`{key}` requires `air`"), &[help]);
            }
        }
        return None;
    };
    let inner = node.table(reader, "air = { density = \"1.204 kg/m3\", viscosity = \"18.2 uPa s\" }")?;
    inner.only(reader, &AIR.names());
    inner.needs(reader, &DENSITY);
    inner.needs(reader, &VISCOSITY);
    let (density, viscosity) = (quantity(reader, &inner, &DENSITY), quantity(reader, &inner, &VISCOSITY));
    let drag = table.needs(reader, &DRAG)?;
    let sphere = matches!(drag.value.get_ref(), DeValue::String(text) if text.trim() == "sphere");
    let constant = match drag.value.get_ref() {
        _ if sphere => None,
        DeValue::String(other) => {
            let message = format!("{} is not a drag law{}", quoted(&cut(other, 80)), suggestion(other, ["sphere"]));
            reader.wrong(drag.span(), message, &["write \"sphere\", or a drag coefficient, 0.47"]);
            return None;
        }
        DeValue::Boolean(_) => {
            let message = format!("`drag` should be \"sphere\" or a number, not {}", kind(drag.value.get_ref()));
            reader.wrong(drag.span(), message, &["leave `air` out for a flight without drag"]);
            return None;
        }
        _ => Some(quantity(reader, table, &DRAG_NUMBER)?),
    };
    if let (Some(node), false) = (table.get("drag_factor"), sphere) {
        reader.wrong(node.key_span, "`drag_factor` is only valid with drag = \"sphere\"", &["remove it"]);
        return None;
    }
    let drag_factor = quantity(reader, table, &DRAG_FACTOR);
    let buoyancy = table.get("buoyancy").is_none_or(|node| node.boolean(reader));
    Some(Air { density: density?, viscosity: viscosity?, drag: constant, drag_factor, buoyancy })
}
