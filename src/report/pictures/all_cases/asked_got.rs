//! Figure: restitution achieved against the one asked for, one line a code; codes that do the same share a line.

use std::collections::BTreeMap;

use crate::bench::record::{CaseRecord, Check, Record, SceneRecord};
use crate::codes;
use crate::distinct::{distinct, grouped};
use crate::number::{brief, rounded};
use crate::report::findings::code_title;

use super::super::entity::again;
use super::super::prelude::*;
use super::Cases;

/// What is asked for, as a theory.
const ASKED: &str = "requested-restitution";
const WORD: &str = "restitution";

/// End of the axis of what is achieved: what a code makes of it beyond is marked at the edge.
const MOST: f64 = 1.1;

/// Letters of a name that stands next to its line; a longer one, of several codes, is in the legend.
const SHORT: usize = 34;

/// Less is no deviation that can be seen, and no other line.
const SEEN: f64 = 0.02;
const SAME: f64 = 5e-3;

/// A code in one of its settings.
struct Code<'a> {
    system: &'a str,
    /// Its settings: key, and how a reader calls the value.
    settings: BTreeMap<&'a str, String>,
    /// Whether it is a reading of its documentation that the code itself does not follow.
    printed: bool,
    /// Whether it is known from its documentation as that is printed.
    documented: bool,
    /// Asked for and achieved, in order.
    points: Vec<(f64, f64)>,
}

impl Code<'_> {
    fn largest(&self) -> (f64, f64) {
        let off = |point: &(f64, f64)| (point.1 - point.0).abs();
        self.points.iter().copied().max_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or_default()
    }

    fn deviates(&self) -> bool {
        let (asked, got) = self.largest();
        (got - asked).abs() > SEEN
    }

    /// Whether it does the same as another wherever both were asked for the same.
    fn is_like(&self, other: &Self) -> bool {
        let both = self.points.iter().filter_map(|(asked, got)| {
            let own = other.points.iter().find(|point| (point.0 - asked).abs() < 1e-6)?;
            Some((got - own.1).abs())
        });
        let off: Vec<f64> = both.collect();
        off.len() > 1 && off.into_iter().all(|off| off < SAME)
    }

    /// Its title, with the settings in which the code's other lines differ.
    fn name(&self, all: &[Code<'_>]) -> String {
        let others = || all.iter().filter(|other| other.system == self.system);
        let differs = |key: &str| distinct(others().map(|other| other.settings.get(key))).len() > 1;
        let words = self.settings.iter().filter(|(key, word)| !word.is_empty() && differs(key));
        let switch = words.clone().find(|(key, word)| key == word);
        // What one switch makes of a code needs no other word.
        let alone = switch.filter(|own| others().filter(|other| other.settings.get(own.0) == Some(own.1)).count() == 1);
        let words: Vec<&str> = match alone {
            Some((_, word)) => vec![word],
            None => words.map(|(_, word)| word.as_str()).collect(),
        };
        [&[&*code_title(self.system)], &words[..]].concat().join(" ")
    }
}

/// How a setting is called: a switch by its key, a choice by its word, a number by both; one with a unit is none.
fn called(key: &str, parameter: &crate::bench::record::ParameterRecord) -> Option<String> {
    let text = parameter.word.as_deref().unwrap_or(&parameter.text);
    match (key, text) {
        ("reading", "as-documented") => Some("documented".to_string()),
        ("reading", _) | (_, "false" | "off") => Some(String::new()),
        (_, "true" | "on") => Some(key.to_string()),
        _ if parameter.word.is_some() => Some(text.to_string()),
        _ if parameter.unit.is_empty() => Some(format!("{key} {text}")),
        _ => None,
    }
}

fn settings<'a>(case: &CaseRecord, scene: &'a SceneRecord, system: &str) -> BTreeMap<&'a str, String> {
    let own = scene.parameters.iter().filter(|parameter| !case.swept.contains(&parameter.path));
    let own = own.filter_map(|parameter| {
        let key = parameter.path.strip_prefix("contact.")?.strip_prefix(system)?.strip_prefix('.')?;
        Some((key, called(key, parameter)?))
    });
    own.collect()
}

/// What of a case is held against the restitution asked for.
fn held(case: &CaseRecord) -> impl Iterator<Item = &Check> {
    case.checks.iter().filter(|check| &*check.against == ASKED && check.observable == WORD)
}

/// The codes of a record that were asked for several restitutions.
fn all_codes<'a>(record: &Cases<'a>) -> Vec<Code<'a>> {
    let mut all = Vec::new();
    for &case in &record.cases {
        let Some(scene) = case.scenes.first() else { continue };
        let Some(dialect) = &scene.dialect else { continue };
        let pairs = held(case).filter_map(|check| Some((&*check.who, (check.expected?, check.observed?))));
        for (_, pairs) in grouped(pairs) {
            let mut points: Vec<(f64, f64)> =
                grouped(pairs.into_iter().map(|(asked, got)| ((rounded(asked, 9).to_bits()), got)))
                    .into_iter()
                    .map(|(asked, got)| (f64::from_bits(asked), got.iter().sum::<f64>() / got.len() as f64))
                    .collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            if points.len() > 1 {
                let system = dialect.system.as_str();
                let printed = codes::find(system).is_some_and(|code| code.in_use.word() != dialect.reading);
                let (settings, documented) = (settings(case, scene, system), dialect.reading == "as-documented");
                all.push(Code { system, settings, printed, documented, points });
            }
        }
    }
    all
}

/// The line of several codes: that of the first.
type Group<'a, 'b> = Vec<&'b Code<'a>>;

fn groups<'a, 'b>(codes: &'b [Code<'a>]) -> Vec<Group<'a, 'b>> {
    let mut groups: Vec<Group<'a, 'b>> = Vec::new();
    for code in codes.iter().filter(|code| code.deviates()) {
        match groups.iter_mut().find(|group| group.iter().all(|other| code.is_like(other))) {
            Some(group) => group.push(code),
            None => groups.push(vec![code]),
        }
    }
    groups
}

/// What becomes of one half in the code that is furthest off, where it is the code itself and no formula as its page prints it.
fn finding(codes: &[Code<'_>]) -> Option<String> {
    let at_half = |code: &Code<'_>| {
        let near = |point: &(f64, f64)| (point.0 - 0.5).abs();
        code.points.iter().copied().min_by(|a, b| near(a).total_cmp(&near(b)))
    };
    let own =
        codes.iter().filter(|code| !code.printed && !code.documented).filter_map(|code| Some((code, at_half(code)?)));
    let off = |(_, (asked, got)): &(&Code<'_>, (f64, f64))| (got - asked).abs();
    let (worst, (asked, got)) = own.max_by(|a, b| off(a).total_cmp(&off(b)))?;
    if (got - asked).abs() < SAME {
        let count = distinct(codes.iter().map(|code| code.system)).len();
        return Some(format!("{count} codes give the restitution that they are asked for, within {}", brief(SAME)));
    }
    let [asked, got] = [asked, got].map(|value| format!("{}", rounded(value, 3)));
    // The release is in the figure.
    let words = worst.settings.iter().filter(|(key, word)| **key != "release" && !word.is_empty());
    let name: Vec<String> =
        std::iter::once(code_title(worst.system)).chain(words.map(|(_, word)| word.clone())).collect();
    Some(format!("{}: {asked} gives {got}", name.join(" ")))
}

/// Where two codes or more were asked for restitutions.
pub(super) fn draw(record: &Cases<'_>) -> Option<Drawn> {
    let all = all_codes(record);
    if distinct(all.iter().map(|code| code.system)).len() < 2 {
        return None;
    }
    let one = Stroke { colour: QUIET, width: 3.0, dash: SOLID };
    let mut layers = Layers::default();
    layers.items.push(Item::Line { points: vec![(0.0, 0.0), (1.0, 1.0)], stroke: one });
    let mut names = Vec::new();
    for group in groups(&all) {
        let first = group.iter().max_by_key(|code| code.points.len())?;
        let Look { colour, shape, .. } = look(first.system);
        let known = || layers.legend.iter().filter_map(|entry| entry.stroke);
        let dash = again().find(|dash| !known().any(|stroke| (stroke.colour, stroke.dash) == (colour, *dash)));
        let stroke = Stroke { colour, width: 5.0, dash: dash.unwrap_or(SOLID) };
        let dot = Dot { shape, colour, size: 8.0, filled: true };
        let name = distinct(group.iter().map(|code| code.name(&all))).join(", ");
        let beside = name.chars().count() < SHORT;
        layers.legend.push(Entry::new(name.as_str(), Some(stroke), Some(dot).filter(|_| beside)));
        layers.items.push(Item::Line { points: first.points.clone(), stroke });
        layers.items.push(Item::dots(first.points.iter().copied(), dot));
        let inside = first.points.iter().filter(|point| point.1 <= MOST && point.0 > 0.2);
        let off = |point: &&(f64, f64)| (point.1 - point.0).abs();
        let anchor = inside.max_by(|a, b| off(a).total_cmp(&off(b))).copied().unwrap_or((1.0, MOST));
        names.extend(beside.then_some((!group.iter().any(|code| !code.printed), anchor, name, colour)));
    }
    let as_asked: Vec<&Code<'_>> = all.iter().filter(|code| !code.deviates()).collect();
    let furthest = as_asked.iter().map(|code| code.largest()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    if !as_asked.is_empty() {
        let titles = distinct(as_asked.iter().map(|code| code_title(code.system))).join(", ");
        let within = brief(furthest.max(1e-9));
        layers.legend.push(Entry::line(format!("as asked, within {within}: {titles}"), one));
    }
    // What codes do stands next to its line; the longest names have least room.
    names.sort_by_key(|(printed, _, name, _)| (*printed, std::cmp::Reverse(name.chars().count())));
    let beside = |(_, (x, y), name, colour)| Item::Names { points: vec![(x, y, Label::text(name))], colour };
    layers.items.extend(names.into_iter().map(beside));
    let x = Axis::linear(Quantity::plain("restitution asked for", "e"), (0.0, 1.0));
    let y = Axis::linear(Quantity::plain("restitution achieved", "e"), (0.0, MOST));
    let mut drawn = layers.drawn("restitution asked for and achieved", [x, y], 1250, table(record));
    drawn.figure.style.named = true;
    drawn.figure.finding = finding(&all);
    Some(drawn)
}

/// Every number, one speed beside another.
fn table(record: &Cases<'_>) -> Table {
    let mut table = Table::new("case code settings by restitution_asked restitution_achieved");
    for &case in &record.cases {
        let of = |scene: &'_ SceneRecord| scene.dialect.as_ref().map(|dialect| dialect.system.clone());
        let Some((scene, system)) = case.scenes.first().and_then(|scene| Some((scene, of(scene)?))) else { continue };
        let settings = settings(case, scene, &system);
        let settings: Vec<&str> = settings.values().map(String::as_str).filter(|word| !word.is_empty()).collect();
        let settings = settings.join(" ");
        for check in held(case) {
            let numbers = cells![check.expected, check.observed];
            let own = cells![&case.name, &system, &settings, &*check.who];
            table.row(own.into_iter().chain(numbers));
        }
    }
    table
}

/// What becomes of one half in a code: `LAMMPS tsuji`, 0.5, 0.616.
pub struct OfOneHalf {
    /// The code in the bench's own words: `lammps`.
    pub system: String,
    pub name: String,
    pub asked: f64,
    pub got: f64,
}

/// What becomes of one half in each code of a record, the furthest off first, behind it those known as their documentation is printed;
/// formulas of a page that the code itself does not follow are left out.
pub fn of_one_half(record: &Record) -> Vec<OfOneHalf> {
    let all = all_codes(&Cases { cases: record.cases.iter().collect(), record });
    let near = |point: &(f64, f64)| (point.0 - 0.5).abs();
    let of = |code: &Code<'_>| {
        let (asked, got) = code.points.iter().copied().min_by(|a, b| near(a).total_cmp(&near(b)))?;
        Some((code.documented, OfOneHalf { system: code.system.to_string(), name: code.name(&all), asked, got }))
    };
    let mut found: Vec<(bool, OfOneHalf)> = all.iter().filter(|code| !code.printed).filter_map(of).collect();
    let off = |of: &OfOneHalf| (of.got - of.asked).abs();
    found.sort_by(|a, b| a.0.cmp(&b.0).then(off(&b.1).total_cmp(&off(&a.1))));
    found.into_iter().map(|(_, of)| of).collect()
}
