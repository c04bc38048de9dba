//! `[fit]` and `[export]`: the settings of a calibration, and the codes its result is written for.

use toml::de::DeValue;

use super::Word;
use super::experiment::{Experiment, ExperimentKind};
use super::experiment_keys::DROP_HEIGHT;
use super::reader::{Node, Reader, Table, kind, quoted, shown, suggestion};
use crate::codes;
use crate::data::measure::Measurements;
use crate::error::cut;
use crate::keys::{Key, Keys, Takes};
use crate::limits::{ANY, POSITIVE};
use crate::units::{self, Dimension};

/// The data that are held out of the fit to test its predictions.
#[derive(Debug, Clone, PartialEq)]
pub enum HoldOut {
    /// One drop height in this many, with all its drops.
    OneHeightIn(usize),
    /// These drop heights, m.
    Heights(Vec<f64>),
}

/// The keys of `[fit]`.
#[derive(Debug, Clone, PartialEq)]
pub struct FitSettings {
    pub hold_out: Option<HoldOut>,
    /// Probability of the intervals: 0.95.
    pub level: f64,
    /// Largest misfit of the law, a standard deviation of the restitution, below which it describes the data.
    pub misfit_tolerance: Option<f64>,
}

const HOLD_OUT: Key = Key::new(
    "hold_out",
    Takes::Other(
        "\"one height in five\", or a list of heights",
        r#"{"anyOf": [
            {"type": "string",
             "pattern": "^\\s*one\\s+height\\s+in\\s+([0-9]+|two|three|four|five|six|seven|eight|nine|ten)\\s*$"},
            {"type": "array", "items": {"type": "string"}}
        ]}"#,
    ),
    "drop heights, whole, that judge a fit of the others; the value comes from all",
);
const MISFIT_TOLERANCE: Key = Key::new(
    "misfit_tolerance",
    Takes::Setting(POSITIVE.below(1.0).because("a restitution")),
    "largest difference of restitution at which the law still describes the data",
);

pub(super) static KEYS: Keys = Keys {
    header: "[fit]",
    doc: "how the parameters are found",
    keys: &[HOLD_OUT, LEVEL, MISFIT_TOLERANCE],
    rules: "",
};

const LEVEL: Key =
    Key::new("level", Takes::Setting(ANY.at_least(0.5).below(1.0)), "probability of the intervals").or(0.95);

const TO: Key = Key::new(
    "to",
    Takes::Other("a list of codes", r##"{"type": "array", "uniqueItems": true, "items": {"$ref": "#/$defs/system"}}"##),
    "the codes the result is written for",
)
.required("[\"lammps\", \"yade\"]");

pub(super) static EXPORT: Keys =
    Keys { header: "[export]", doc: "codes the result is written for", keys: &[TO], rules: "" };

const NUMBERS: &[&str] = &["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Reads `[fit]`.
pub(super) fn read(
    reader: &mut Reader,
    root: &Table,
    kinds: &[ExperimentKind],
    experiments: Option<&[Experiment]>,
) -> FitSettings {
    let table = root.get("fit").and_then(|node| node.keyed(reader, KEYS.header, &KEYS)).unwrap_or_default();
    if !kinds.is_empty() && !kinds.iter().any(|kind| kind.flies()) {
        let message = "`hold_out` is only valid with drop heights, and these measurements have none";
        table.bars(reader, HOLD_OUT.name, message, &["leave it out: only drops have heights"]);
    }
    FitSettings {
        hold_out: table.get(HOLD_OUT.name).and_then(|node| hold_out(reader, &node, experiments)),
        level: table.setting(reader, &LEVEL),
        misfit_tolerance: table.stated(reader, &MISFIT_TOLERANCE),
    }
}

/// `"one height in five"`, or the heights themselves.
fn hold_out(reader: &mut Reader, node: &Node, experiments: Option<&[Experiment]>) -> Option<HoldOut> {
    let example = "\"one height in five\"";
    let list = "or the heights:  hold_out = [\"0.65 m\", \"0.80 m\"]";
    match node.value.get_ref() {
        DeValue::String(text) => {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let count = text.strip_prefix("one height in ").and_then(|word| {
                NUMBERS.iter().position(|number| *number == word).map(|at| at + 2).or_else(|| word.parse().ok())
            });
            let found = count.filter(|count| (2..=1000).contains(count)).map(HoldOut::OneHeightIn);
            if found.is_none() {
                let message = format!("{} is not a hold-out rule", quoted(&text));
                reader.wrong(&node.span(), message, &[&format!("write:  hold_out = {example}"), list]);
            }
            found
        }
        DeValue::Array(items) => {
            let there = experiments.map(heights_of);
            let mut heights = Vec::new();
            for item in items {
                let height = item.get_ref().as_str().map(|text| units::parse(text, Dimension::Length));
                match height {
                    Some(Ok(height)) if height > 0.0 => {
                        let known = |there: &Vec<f64>| there.contains(&height);
                        if let Some(there) = there.as_ref().filter(|there| !known(there)) {
                            let all: Vec<String> = there.iter().map(|height| format!("{height} m")).collect();
                            let help = format!("the heights are:  {}", cut(&all.join(", "), 160));
                            reader.wrong(&item.span(), format!("no drop is from {height} m"), &[&help]);
                        }
                        heights.push(height);
                    }
                    Some(Err(error)) => reader.wrong(&item.span(), format!("`hold_out`: {error}"), &[]),
                    _ => reader.wrong(&item.span(), "`hold_out` must list heights above zero", &[list]),
                }
            }
            Some(HoldOut::Heights(heights))
        }
        _ => node.should_be(reader, "a text or a list", &[&format!("write:  hold_out = {example}"), list]),
    }
}

/// The drop heights of the tables, as they were read, in their order.
fn heights_of(experiments: &[Experiment]) -> Vec<f64> {
    let of = |experiment: &Experiment| {
        let Measurements { drops, throws, .. } = &experiment.measured;
        let for_all = experiment.number(&DROP_HEIGHT);
        let thrown = throws.iter().filter_map(|throw| throw.drop.or(for_all));
        drops.iter().map(|drop| drop.drop).chain(thrown).collect::<Vec<f64>>()
    };
    let mut heights: Vec<f64> = experiments.iter().flat_map(of).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    heights
}

/// Reads `[export]`.
pub(super) fn export(reader: &mut Reader, root: &Table) -> Vec<Word> {
    let table = root.get("export").and_then(|node| node.keyed(reader, "[export]", &EXPORT));
    let Some(table) = table else { return Vec::new() };
    let Some(node) = table.needs(reader, &TO) else { return Vec::new() };
    let DeValue::Array(items) = node.value.get_ref() else {
        let how = format!("write:  to = {}", TO.example);
        return node.should_be(reader, "a list", &[&how]).unwrap_or_default();
    };
    let mut found: Vec<Word> = Vec::new();
    for item in items {
        let Some(text) = item.get_ref().as_str() else {
            reader.wrong(&item.span(), format!("a system is named by a text, not {}", kind(item.get_ref())), &[]);
            continue;
        };
        if codes::find(text).is_none() {
            let message = format!("there is no input writer for {}{}", quoted(text), suggestion(text, codes::names()));
            let help = format!("use some of: {}", codes::names().collect::<Vec<_>>().join(", "));
            reader.wrong(&item.span(), message, &[&help]);
        } else if found.iter().any(|other| other.text == text) {
            reader.wrong(&item.span(), format!("duplicate key {}", shown(text)), &["leave one out"]);
        } else {
            found.push(Word { text: text.to_string(), origin: reader.origin(item.span()) });
        }
    }
    found
}

/// Refuses `[fit]` and `[export]` in a case without an experiment.
pub(super) fn refuse_without_experiment(reader: &mut Reader, root: &Table) {
    for key in ["fit", "export"] {
        let help = "add:  [experiment.drop-height]      # or another kind of experiment";
        let message = format!("`[{key}]` is only valid in a calibration: this case has no [experiment.*]");
        root.bars(reader, key, message, &[help]);
    }
}
