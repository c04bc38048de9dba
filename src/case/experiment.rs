//! `[experiment.*]`: what was measured, and how.

use toml::Spanned;
use toml::de::DeValue;

use super::measurements::{
    COLUMNS, Excluded, FRAME_RATE, GROUP_BY, HEIGHT_SET, HeightSet, LEFT_OUT_KEYS, PIXEL_SIZE, ROWS, SHEET, UNITS,
    WIDE, crossed, groups, left_out, mapping,
};
use super::reader::{Node, Reader, Table, quoted, suggestion};
use super::values::{StatedQuantity, quantity};
use crate::data::measure::{Measurements, Ratios, Uncertain, gather};
use crate::error::{Origin, cut};
use crate::keys::{Key, Keys, Takes};
use crate::limits::{ANY, Limits, POSITIVE};
use crate::units::Dimension;
use crate::words::worded;

/// A height may be drawn in from a photograph: the scale is near 1.
const NEAR_ONE: Limits = ANY.above(0.5).below(2.0);

const PART: Limits = ANY.at_least(0.0).at_most(100.0);

const fn measured(name: &'static str, dimension: Dimension, limits: Limits, doc: &'static str) -> Key {
    Key::new(name, Takes::Measured(dimension, limits), doc)
}

const DATA: Key = Key::new(
    "data",
    Takes::Other(
        "a text, or a list of texts",
        r##"{"anyOf": [{"$ref": "#/$defs/line"}, {"type": "array", "items": {"$ref": "#/$defs/line"}, "minItems": 1}]}"##,
    ),
    "a folder with data.csv and source.toml, a table, a zip, or a list of tables of one experiment",
)
.required("\"reference-data/experiments/...\"      # a folder, a table or a zip");

const LEFT_OUT: Key =
    Key::new("left_out", Takes::List(&LEFT_OUT_KEYS), "measurements that are not used, each with its reason");

pub const GRAVITY: Key =
    measured("gravity", Dimension::Acceleration, POSITIVE, "where it was measured").required("\"9.81 m/s2\"");

pub const THROWN: Key =
    measured("thrown", Dimension::Speed, ANY, "release speed, positive downwards").unless("from rest");

pub const DROP_HEIGHT: Key = measured("drop_height", Dimension::Length, POSITIVE, "where the table does not give it");

pub const SCALE: Key = measured("scale", Dimension::Number, NEAR_ONE, "what heights and distances are multiplied by");

pub const CLOCK: Key = measured("clock", Dimension::Number, NEAR_ONE, "what times are multiplied by");

pub const HEIGHT_SIGMA: Key = Key::of("height_sigma", Takes::Measured(Dimension::Length, POSITIVE))
    .doc("one standard deviation of a height, where the table does not give it");

pub const REBOUND_SIGMA: Key = Key::of("rebound_sigma", Takes::Measured(Dimension::Length, POSITIVE))
    .doc("one standard deviation of a rebound height, where the table does not give it")
    .unless("that of a height");

pub const TIME_SIGMA: Key = Key::of("time_sigma", Takes::Measured(Dimension::Time, POSITIVE))
    .doc("one standard deviation of an interval, where the table does not give it")
    .example("\"1 ms\"      # one standard deviation of an interval; it cannot be estimated from the data");
pub const HEIGHT_OFFSET: Key =
    measured("height_offset", Dimension::Length, ANY, "what is added to all heights: the zero of the ruler");
pub const REBOUND_OFFSET: Key =
    measured("rebound_offset", Dimension::Length, ANY, "what is added to rebound heights only");
pub const SPEED: Key = measured("speed", Dimension::Speed, POSITIVE, "impact speed, where the table does not give it")
    .example("\"3.9 m/s\"      # impact speed; required because the table has no speed");
const HEIGHT_FORMS: &[Takes] = &[Takes::Word(HeightTo::WORDS), Takes::Table(&POINT_OF)];
const HEIGHT_TO: Key =
    Key::new("height_to", Takes::Either(HEIGHT_FORMS), "the point of the ball that heights are measured to")
        .example("\"bottom\"      # of the ball, or \"centre\", or { drop = \"centre\", rebound = \"bottom\" }");
const OF: Key = Key::new("of", Takes::Word(RatioOf::WORDS), "the column that is fitted, where there are several")
    .example("\"height_ratio\"      # the table has several: choose the one to fit");
pub const DENSITY: Key = measured("density", Dimension::Density, GAS_DENSITY, "of the air")
    .required("\"1.204 kg/m3\"      # at 20 degrees C and 101325 Pa");
pub const VISCOSITY: Key = measured("viscosity", Dimension::Viscosity, GAS_VISCOSITY, "of the air")
    .required("\"18.2 uPa s\"      # at 20 degrees C");
pub const DRAG_NUMBER: Key = measured("drag", Dimension::Number, PART, "a drag coefficient");
const DRAG: Key = Key::of("drag", Takes::Either(&[Takes::Word(&["sphere"]), DRAG_NUMBER.takes]))
    .doc("of a smooth sphere, or a drag coefficient")
    .example("\"sphere\"      # a smooth sphere; or a drag coefficient, 0.47")
    .with("air");
pub const DRAG_FACTOR: Key =
    measured("drag_factor", Dimension::Number, PART, "what the drag of a sphere is multiplied by").with("air");

const THE_AIR: Key = Key::new("air", Takes::Table(&AIR), "the air it flies through")
    .unless("without drag")
    .example("{ density = \"1.204 kg/m3\", viscosity = \"18.2 uPa s\" }")
    .with("drag");
const BUOYANCY: Key =
    Key::new("buoyancy", Takes::Flag, "whether the air also carries the ball").unless("true").with("air");
const GRAVITY_DURING_CONTACT: Key =
    Key::new("gravity_during_contact", Takes::Flag, "whether the weight acts during the contact").unless("false");
const CONTACT_DURATION: Key =
    Key::new("contact_duration", Takes::Flag, "whether it is taken off the intervals").unless("true");
const GROUPS: Key =
    Key::new("groups", Takes::Line, "the column whose rows share an effect: session, ball").example("\"session\"");

const IN_AIR: [Key; 2] = [DENSITY, VISCOSITY];

static POINT_OF: Keys = Keys::new("experiment.KIND.height_to", "the point of the ball that each height is measured to")
    .keys(&[
        Key::new("drop", Takes::Word(HeightTo::WORDS), "before the impact").required("\"bottom\""),
        Key::new("rebound", Takes::Word(HeightTo::WORDS), "after it").required("\"bottom\""),
    ]);

static AIR: Keys = Keys::new("experiment.KIND.air", "the air it flies through").keys(&IN_AIR);

/// A ball that flies between its impacts.
static FLIGHT: Keys = Keys::new(
    "[experiment.drop-height], [experiment.bounce-times], [experiment.phyphox]",
    "a ball that flies between its impacts",
)
.keys(&[
    DATA,
    COLUMNS,
    UNITS,
    ROWS,
    SHEET,
    GROUP_BY,
    WIDE,
    FRAME_RATE,
    PIXEL_SIZE,
    HEIGHT_TO,
    GRAVITY,
    THROWN,
    DROP_HEIGHT,
    THE_AIR,
    DRAG,
    DRAG_FACTOR,
    BUOYANCY,
    GRAVITY_DURING_CONTACT,
    CONTACT_DURATION,
    SCALE,
    CLOCK,
    HEIGHT_SIGMA,
    REBOUND_SIGMA,
    TIME_SIGMA,
    HEIGHT_OFFSET,
    REBOUND_OFFSET,
    HEIGHT_SET,
    GROUPS,
    LEFT_OUT,
]);

static MET_AT_A_SPEED: Keys = Keys::new("[experiment.oblique], [experiment.force-overlap]", "impacts at a known speed")
    .keys(&[DATA, COLUMNS, UNITS, ROWS, SHEET, GROUP_BY, FRAME_RATE, PIXEL_SIZE, SPEED, LEFT_OUT]);

static TIMED: Keys = Keys::new("[experiment.contact-time]", "durations of contacts, until the force is zero")
    .keys(&[DATA, COLUMNS, UNITS, ROWS, SHEET, GROUP_BY, FRAME_RATE, PIXEL_SIZE, CLOCK, LEFT_OUT]);

static ROLLING: Keys = Keys::new("[experiment.rolling]", "balls that roll on a level plate until they rest")
    .keys(&[DATA, COLUMNS, UNITS, ROWS, SHEET, GROUP_BY, GRAVITY, SCALE, CLOCK, LEFT_OUT]);

static RATIOS: Keys = Keys::new("[experiment.restitution]", "restitutions, or ratios of heights or velocities")
    .keys(&[DATA, COLUMNS, UNITS, ROWS, SHEET, GROUP_BY, FRAME_RATE, PIXEL_SIZE, OF, SPEED, LEFT_OUT]);

/// Up to sulphur hexafluoride at 15 bar. In a liquid the fluid that moves along adds mass, which no flight here has.
const GAS_DENSITY: Limits =
    POSITIVE.at_most(100.0).say("must be that of a gas, above 0 and at most 100 kg/m3 (air: 1.2 kg/m3)");

/// From hydrogen at 50 K to argon at 3000 K.
const GAS_VISCOSITY: Limits =
    ANY.at_least(1e-6).at_most(1e-3).say("must be that of a gas, 1e-6 to 1e-3 Pa s (air: 18.2 uPa s)");

worded! {
    /// Which point of the ball a height is measured to.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum HeightTo { Bottom = "bottom", Centre = "centre" }
}

worded! {
    /// Which column of a table of ratios is fitted.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RatioOf { Restitution = "restitution", HeightRatio = "height_ratio", VelocityRatio = "velocity_ratio" }
}

impl RatioOf {
    /// The value of this column in a row.
    pub fn reading(self, row: &Ratios) -> Option<Uncertain> {
        match self {
            Self::Restitution => row.restitution,
            Self::HeightRatio => row.height_ratio,
            Self::VelocityRatio => row.velocity_ratio,
        }
    }

    /// The columns that a table has.
    pub fn of(found: &Measurements) -> Vec<Self> {
        Self::ALL.into_iter().filter(|of| found.ratios.iter().any(|row| of.reading(row).is_some())).collect()
    }
}

worded! {
    /// The kind of an experiment.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ExperimentKind {
        DropHeight = "drop-height",
        BounceTimes = "bounce-times",
        Phyphox = "phyphox",
        Oblique = "oblique",
        ContactTime = "contact-time",
        ForceOverlap = "force-overlap",
        Restitution = "restitution",
        Rolling = "rolling",
    }
}

impl ExperimentKind {
    /// Whether a ball flies between its impacts.
    pub fn flies(self) -> bool {
        matches!(self, Self::DropHeight | Self::BounceTimes | Self::Phyphox)
    }

    /// The keys of its table, what a row or several are, and a shipped dataset.
    const fn about(self) -> (&'static Keys, &'static str, &'static str) {
        match self {
            Self::DropHeight => (&FLIGHT, "drops", "golf-on-marble-heights"),
            Self::BounceTimes => (&FLIGHT, "drops", "golf-on-marble-intervals"),
            Self::Phyphox => (&FLIGHT, "drops", "golf-on-marble-phyphox"),
            Self::Oblique => (&MET_AT_A_SPEED, "impacts", "kharaz-2001-spin-mfix"),
            Self::ContactTime => (&TIMED, "impacts", "synthetic-contact-times"),
            Self::ForceOverlap => (&MET_AT_A_SPEED, "rows", "golf-on-marble-heights"),
            Self::Restitution => (&RATIOS, "impacts", "synthetic-sticky-beads"),
            Self::Rolling => (&ROLLING, "rolls", "golf-on-marble-heights"),
        }
    }

    /// What its table has a row or several of.
    pub fn units(self) -> &'static str {
        self.about().1
    }

    pub fn keys(self) -> &'static Keys {
        self.about().0
    }

    /// Whether a table is of this kind.
    fn takes(self, found: &Measurements) -> bool {
        match self {
            Self::DropHeight => !found.drops.is_empty(),
            Self::BounceTimes | Self::Phyphox => !found.throws.is_empty(),
            Self::Oblique => !found.obliques.is_empty(),
            Self::ContactTime => !found.timed.is_empty(),
            Self::ForceOverlap => !found.points.is_empty(),
            Self::Restitution => !found.ratios.is_empty(),
            Self::Rolling => !found.rolled.is_empty(),
        }
    }
}

/// The experiments of a case, by the word of their kind.
pub(super) fn kinds() -> impl Iterator<Item = (&'static str, &'static Keys)> {
    ExperimentKind::ALL.into_iter().map(|kind| (kind.word(), kind.keys()))
}

/// One `[experiment.*]` with its measurements.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    pub kind: ExperimentKind,
    /// Number among the experiments of its kind, from 1; 0 if it is the only one.
    pub number: usize,
    /// The file `data` names.
    pub data: String,
    /// Of the word of the kind, or of its table among several.
    pub origin: Origin,
    pub measured: Measurements,
    /// Of the height of the drop, and of the rebound.
    pub height_to: Option<[HeightTo; 2]>,
    /// Its numbers under the words of their keys, `gravity` or `air.density`, in the order in which a calibration lists them.
    pub(super) numbers: Vec<(String, StatedQuantity)>,
    /// Whether the ball flies through air.
    pub air: bool,
    /// Whether the air also carries the ball.
    pub buoyancy: bool,
    /// Whether the weight acts during the contact.
    pub gravity_during_contact: bool,
    /// Whether the duration of the contact is taken off the intervals.
    pub contact_duration: bool,
    /// `None` where it is not stated.
    pub height_set: Option<HeightSet>,
    /// Index of the column named by `groups`, among the columns without another use.
    pub groups: Option<usize>,
    /// The fitted column of a table of ratios.
    pub of: Option<RatioOf>,
    pub left_out: Vec<Excluded>,
}

impl Experiment {
    /// A number of it, in SI, by its key; `None` where the case does not give it.
    pub fn number(&self, key: &Key) -> Option<f64> {
        self.quantity(key).map(|quantity| quantity.value)
    }

    /// The number of a key with its standard deviation.
    pub fn quantity(&self, key: &Key) -> Option<&StatedQuantity> {
        self.numbers.iter().find(|(name, _)| is_of(name, key)).map(|(_, quantity)| quantity)
    }

    pub fn quantity_mut(&mut self, key: &Key) -> Option<&mut StatedQuantity> {
        self.numbers.iter_mut().find(|(name, _)| is_of(name, key)).map(|(_, quantity)| quantity)
    }

    /// Replaces or adds the number of a key.
    pub fn set(&mut self, key: &Key, quantity: StatedQuantity) {
        self.numbers.retain(|(name, _)| !is_of(name, key));
        self.numbers.push((key.name.to_string(), quantity));
    }

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

/// Measured numbers that are read with the table, or with the air.
const APART: [&str; 3] = [FRAME_RATE.name, PIXEL_SIZE.name, DRAG_FACTOR.name];

/// Whether a name such as `air.density` belongs to a key such as `density`.
fn is_of(name: &str, key: &Key) -> bool {
    name.rsplit('.').next() == Some(key.name)
}

/// Reads the experiments of a case: one of a kind in a table, several in an array of tables. `None` where there are none, or one is
/// wrong, which is then reported.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Option<Vec<Experiment>> {
    let node = root.get("experiment")?;
    for other in ["impact", "path", "run"] {
        let help = match other {
            "run" => "remove it: the law of a fit is integrated exactly",
            _ => "keep one: the measurements define the impact",
        };
        root.bars(reader, other, format!("`[{other}]` cannot be combined with `[experiment]`"), &[help]);
    }
    let table = node.table(reader, "[experiment.drop-height]")?;
    let nodes = table.nodes();
    let words = ExperimentKind::WORDS;
    if nodes.is_empty() {
        return node.refuse_key(reader, "`experiment` is empty", &["write:  [experiment.drop-height]"]);
    }
    let each = |node: &Node| -> Vec<Option<Experiment>> {
        let Some(kind) = ExperimentKind::from_word(node.key) else {
            let message =
                format!("there is no experiment {}{}", quoted(node.key), suggestion(node.key, words.iter().copied()));
            reader.wrong(&node.key_span, message, &[&format!("use one of: {}", words.join(", "))]);
            return vec![None];
        };
        let DeValue::Array(several) = node.value.get_ref() else { return vec![experiment(reader, node, kind, 0)] };
        if several.is_empty() {
            let help = format!("write:  [[experiment.{}]]      # one for each table", kind.word());
            reader.wrong(&node.span(), format!("`{}` is empty", kind.word()), &[&help]);
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

fn experiment(reader: &mut Reader, node: &Node, kind: ExperimentKind, number: usize) -> Option<Experiment> {
    let table = node.table(reader, &format!("[experiment.{}]", kind.word()))?;
    let known = kind.keys().names();
    table.only(reader, &known);
    let data = table.needs(reader, &DATA);
    let measured = data.as_ref().and_then(|data| measurements(reader, &table, data, kind));
    let numbers =
        kind.keys().into_iter().filter(|key| matches!(key.takes, Takes::Measured(..)) && !APART.contains(&key.name));
    let numbers = numbers.filter_map(|key| Some((key.name.to_string(), quantity(reader, &table, &key)?)));
    let mut numbers: Vec<(String, StatedQuantity)> = numbers.collect();
    let height_to = table.get(HEIGHT_TO.name).and_then(|node| height_to(reader, &node));
    let air = air(reader, &table);
    let of = table.one_of(reader, &OF, RatioOf::from_word);
    let height_set = table.one_of(reader, &HEIGHT_SET, HeightSet::from_word);
    let mut measured = measured?;
    if let (Some(mean), Some(data)) = (measured.created(), &data) {
        let message =
            format!("the bounces create energy, with a restitution of {mean:.4} in the mean: no law of a contact does");
        return data.refuse(reader, message, &["`fit` of the table itself prints the restitution of each impact"]);
    }
    // Of a track without a scale one speed gives all.
    if let Some((_, fastest)) = numbers.iter().find(|(name, _)| is_of(name, &SPEED)) {
        for ratio in &mut measured.ratios {
            let of = |part: f64| Uncertain { value: part * fastest.value, sigma: None };
            ratio.speed = ratio.speed.or(ratio.relative_speed.map(of));
        }
    }
    let groups = table.get(GROUPS.name).and_then(|node| groups(reader, &node, &measured));
    crossed(reader, &table, &measured, (groups, height_set));
    let left_out = table.get("left_out").map(|node| left_out(reader, &node, &measured)).unwrap_or_default();
    let data = data.as_ref().and_then(|node| node.value.get_ref().as_str()).unwrap_or_default().to_string();
    let in_air = air.is_some();
    numbers.extend(air.into_iter().flatten());
    let found = Experiment {
        kind,
        number,
        data,
        origin: reader.origin(node.key_span.clone()),
        measured,
        height_to,
        numbers,
        air: in_air,
        buoyancy: table.flag(reader, &BUOYANCY),
        gravity_during_contact: table.flag(reader, &GRAVITY_DURING_CONTACT),
        contact_duration: table.flag(reader, &CONTACT_DURATION),
        height_set,
        groups,
        of,
        left_out,
    };
    complete(reader, &table, found)
}

/// Reads the keys that are required in addition for these measurements.
fn complete(reader: &mut Reader, table: &Table, found: Experiment) -> Option<Experiment> {
    let heights = !found.measured.drops.is_empty()
        || found.quantity(&DROP_HEIGHT).is_some()
        || found.measured.throws.iter().any(|throw| throw.drop.is_some());
    check_use(reader, table, &found.measured);
    let untimed = found.measured.throws.iter().any(|throw| throw.sigmas.iter().any(Option::is_none));
    let speedless = found.measured.obliques.iter().any(|o| o.speed.is_none()) || !found.measured.points.is_empty();
    for (asked, key) in [(heights, HEIGHT_TO), (untimed, TIME_SIGMA), (speedless, SPEED)] {
        if asked {
            table.needs(reader, &key)?;
        }
    }
    if found.kind != ExperimentKind::Restitution {
        return Some(found);
    }
    match (found.of, &RatioOf::of(&found.measured)[..]) {
        (None, [only]) => Some(Experiment { of: Some(*only), ..found }),
        (None, there) => {
            let words: Vec<String> = there.iter().map(|of| format!("\"{}\"", of.word())).collect();
            let example = format!("{}      # the table has {}: choose the one to fit", words[0], words.join(" and "));
            table.require(reader, OF.name, &example);
            None
        }
        (Some(of), there) if !there.contains(&of) => {
            let place = table.get("of").map_or(table.span.clone(), |node| node.span());
            let words: Vec<&str> = there.iter().map(|of| of.word()).collect();
            let help = format!("choose one it has, {}, or leave `of` out", words.join(" or "));
            reader.refuse(&place, "the table has no column for it", &[&help])
        }
        _ => Some(found),
    }
}

/// `"bottom"`, or `{ drop = "centre", rebound = "bottom" }`.
fn height_to(reader: &mut Reader, node: &Node) -> Option<[HeightTo; 2]> {
    let DeValue::Table(_) = node.value.get_ref() else {
        return node.one_of(reader, &HEIGHT_TO, HeightTo::from_word).map(|point| [point; 2]);
    };
    let table = node.inner(reader, &HEIGHT_TO)?;
    let [drop, rebound] = [0, 1].map(|at| table.one_of(reader, &POINT_OF.keys[at], HeightTo::from_word));
    Some([drop?, rebound?])
}

/// `air`, `drag` and `drag_factor`: the numbers of a flight through air.
fn air(reader: &mut Reader, table: &Table) -> Option<Vec<(String, StatedQuantity)>> {
    let Some(node) = table.get(THE_AIR.name) else {
        for node in table.without(THE_AIR.name, &FLIGHT) {
            let help = format!("add:  air = {}", THE_AIR.example);
            reader.wrong(&node.key_span, format!("`{}` requires `air`", node.key), &[&help]);
        }
        return None;
    };
    let inner = node.inner(reader, &THE_AIR)?;
    let of_air = IN_AIR.map(|key| Some((format!("air.{}", key.name), quantity(reader, &inner, &key)?)));
    let drag = table.needs(reader, &DRAG)?;
    let sphere = matches!(drag.value.get_ref(), DeValue::String(text) if text.trim() == "sphere");
    let constant = match drag.value.get_ref() {
        _ if sphere => None,
        DeValue::String(other) => {
            let message = format!("{} is not a drag law{}", quoted(&cut(other, 80)), suggestion(other, ["sphere"]));
            return drag.refuse(reader, message, &["write \"sphere\", or a drag coefficient, 0.47"]);
        }
        DeValue::Boolean(_) => {
            let help = "leave `air` out for a flight without drag";
            return drag.should_be(reader, "\"sphere\" or a number", &[help]);
        }
        _ => Some(quantity(reader, table, &DRAG_NUMBER)?),
    };
    if let (Some(node), false) = (table.get(DRAG_FACTOR.name), sphere) {
        return node.refuse_key(reader, "`drag_factor` is only valid with drag = \"sphere\"", &["remove it"]);
    }
    let mut found = of_air.into_iter().collect::<Option<Vec<_>>>()?;
    let drags = [(DRAG.name, constant), (DRAG_FACTOR.name, quantity(reader, table, &DRAG_FACTOR))];
    found.extend(drags.into_iter().filter_map(|(name, quantity)| Some((name.to_string(), quantity?))));
    Some(found)
}

/// Reads `data`: next to the case, or else in the current folder or among the built-in files.
fn measurements(reader: &mut Reader, table: &Table, node: &Node, kind: ExperimentKind) -> Option<Measurements> {
    let before = reader.count();
    let mut mapping = mapping(reader, table);
    if reader.count() > before {
        return None;
    }
    let example = format!("\"reference-data/experiments/{}\"", kind.about().2);
    let name = match node.value.get_ref() {
        DeValue::Array(several) if !several.is_empty() => {
            let each = several.iter().map(|value| {
                Node { key: node.key, key_span: node.key_span.clone(), value, path: node.path.clone() }
                    .text(reader, &example)
            });
            let mut names = each.collect::<Option<Vec<String>>>()?;
            mapping.files = names.split_off(1);
            names.concat()
        }
        _ => node.text(reader, &example)?,
    };
    let beside = reader.beside(&name).map(|(_, files)| files);
    match gather(beside.as_ref().unwrap_or(reader.files), &name, &mapping) {
        Ok(found) if kind.takes(&found) => Some(found),
        Ok(found) => {
            let fitting: Vec<&str> =
                ExperimentKind::ALL.into_iter().filter(|kind| kind.takes(&found)).map(ExperimentKind::word).collect();
            let message = format!("{} has {}, not the columns of `{}`", quoted(&name), found.kind(), kind.word());
            node.refuse(reader, message, &[&format!("write:  [experiment.{}]", fitting.join("] or [experiment."))])
        }
        Err(error) => {
            let help = "`data` names a table (.csv, .txt), a workbook, a zip of phyphox, a folder of tables, or one with data.csv and source.toml";
            let place = "the path is relative to the case file or to the current folder";
            reader.unread(error, node.span(), &format!("measurements {}", quoted(&name)), &[help, place]);
            None
        }
    }
}

/// Refuses keys that act on nothing in this table.
fn check_use(reader: &mut Reader, table: &Table, measured: &Measurements) {
    let Measurements { drops, throws, timed, rolled, besides, .. } = measured;
    let drop_height = table.has(DROP_HEIGHT.name);
    let (rebounds, times) = (!drops.is_empty(), !throws.is_empty());
    let thrown_from = |drop: Option<f64>| drop.is_some() || drop_height;
    let heights = rebounds || throws.iter().any(|throw| thrown_from(throw.drop));
    let at_rest = drops.iter().any(|drop| drop.release_speed.is_none())
        || throws.iter().any(|throw| throw.release_speed.is_none() && thrown_from(throw.drop));
    let rebound_sigma = table.has(REBOUND_SIGMA.name);
    let without_sigma = drops.iter().any(|drop| {
        let mut of_rebounds = drop.further.iter().map(|rebound| rebound.sigma).chain([drop.rebound_sigma]);
        drop.drop_sigma.is_none() || !rebound_sigma && of_rebounds.any(|sigma| sigma.is_none())
    });
    let untimed = throws.iter().any(|throw| throw.sigmas.iter().any(Option::is_none));
    let wide = drops.iter().any(|drop| !drop.further.is_empty())
        || drops.windows(2).any(|two| two[0].row == two[1].row)
        || throws.iter().any(|throw| throw.rows.len() == 1 && throw.intervals.len() > 1);
    let track = (besides.track.is_some(), "a track: a table of frames or times and positions");
    let of_rebounds = (rebounds, "a column of rebound heights");
    for (key, (acts, on)) in [
        (THROWN, (at_rest, "drop heights without a release speed of their own")),
        (DROP_HEIGHT, (throws.iter().any(|throw| throw.drop.is_none()), "throws without a drop height of their own")),
        (SCALE, (heights || !rolled.is_empty(), "heights or distances")),
        (CLOCK, (times || !timed.is_empty() || !rolled.is_empty(), "times between bounces")),
        (HEIGHT_SIGMA, (without_sigma || !rebounds && heights, "heights without a standard deviation of their own")),
        (REBOUND_SIGMA, of_rebounds),
        (TIME_SIGMA, (untimed, "times between bounces without a standard deviation of their own")),
        (HEIGHT_OFFSET, (heights, "drop heights")),
        (REBOUND_OFFSET, of_rebounds),
        (CONTACT_DURATION, (times, "times between bounces")),
        (HEIGHT_SET, (heights, "drop heights")),
        (WIDE, (wide, "several columns of rebounds or intervals")),
        (FRAME_RATE, track),
        (PIXEL_SIZE, track),
    ] {
        let help = match key {
            REBOUND_SIGMA => "leave it out, or write  height_sigma  for the height of the drop",
            REBOUND_OFFSET => "leave it out, or write  height_offset  for the height of the drop",
            _ => "leave it out",
        };
        if !acts {
            table.bars(reader, key.name, format!("`{}` requires {on}", key.name), &[help]);
        }
    }
}
