//! `[experiment.*]`: what was measured, and how.

use super::experiment_keys::{
    BUOYANCY, CONTACT_DURATION, DATA, DRAG, DRAG_FACTOR, DRAG_NUMBER, DROP_HEIGHT, GRAVITY_DURING_CONTACT, GROUPS,
    HEIGHT_TO, IN_AIR, NUMBERS, OF, POINT_OF, SPEED, THE_AIR, TIME_SIGMA,
};
pub use super::experiment_keys::{ExperimentKind, HeightTo, RatioOf};
use toml::Spanned;
use toml::de::DeValue;

use super::acts_on;
use super::drop_groups::{self, HEIGHT_SET, HeightSet};
use super::left_out::{self, Excluded};
use super::measurement_table::measurements;
use super::reader::{Node, Reader, Table, quoted, suggestion};
use super::unknown::{StatedQuantity, quantity};
use crate::data::measure::{Measurements, Uncertain};
use crate::error::{Origin, cut};
use crate::keys::Key;

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
    let numbers = NUMBERS.iter().filter(|key| known.contains(&key.name));
    let numbers = numbers.filter_map(|key| Some((key.name.to_string(), quantity(reader, &table, key)?)));
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
    let groups = table.get(GROUPS.name).and_then(|node| drop_groups::groups(reader, &node, &measured));
    drop_groups::crossed(reader, &table, &measured, (groups, height_set));
    let left_out = table.get("left_out").map(|node| left_out::read(reader, &node, &measured)).unwrap_or_default();
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
    acts_on::check(reader, table, &found.measured);
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
        for key in [DRAG, DRAG_FACTOR, BUOYANCY].map(|key| key.name) {
            let help = format!("add:  air = {}", THE_AIR.example);
            table.bars(reader, key, format!("`{key}` requires `air`"), &[&help]);
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
