//! `where = { restitution = ">= 0.5" }`: selects the scenes of an expectation.

use std::collections::BTreeSet;

use toml::de::DeValue;

use super::reader::{Node, Reader, kind, quoted, shown, suggestion};
pub use crate::law::scene::Condition;
use crate::law::scene::{ParameterValue, Scene};
use crate::units::{self, Dimension, UnitError};

/// Most values that are listed in a message.
const LISTED: usize = 12;

/// The conditions of a `where`, each on the value under a path; none selects every scene.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Selection(Vec<(String, Condition)>);

impl Selection {
    /// Indices of the scenes that meet every condition.
    pub fn of(&self, scenes: &[Scene]) -> Vec<usize> {
        let meets = |scene: &Scene| self.0.iter().all(|(path, condition)| holds(condition, scene, path));
        (0..scenes.len()).filter(|&index| meets(&scenes[index])).collect()
    }
}

fn holds(condition: &Condition, scene: &Scene, path: &str) -> bool {
    value(scene, path).is_some_and(|(value, _)| condition.holds(value))
}

/// The conditions of a `where`; `None` when something is wrong with it.
///
/// A `where` that selects no scene is wrong: its expectation would never be checked. `all`: these are all scenes of the case, and not
/// only some in which every value occurs.
pub(super) fn select(reader: &mut Reader, node: &Node, scenes: &[Scene], all: bool) -> Option<Selection> {
    let table = node.table(reader, "where = { speed = \">= 1 m/s\" }")?;
    let mut keys = Vec::new();
    for node in table.nodes() {
        flatten(Node { path: node.key.to_string(), ..node }, &mut keys);
    }
    if keys.is_empty() {
        let help = "name a value, as in where = { speed = \">= 1 m/s\" }; or leave it out";
        return node.refuse(reader, "`where` is empty", &[help]);
    }
    let before = reader.count();
    let mut selection = Selection::default();
    for key in &keys {
        let Some(path) = resolve(reader, key) else { continue };
        let Some(condition) = condition(reader, key, &sample(reader, &path)?) else { continue };
        if !scenes.iter().any(|scene| holds(&condition, scene, &path)) {
            nothing(reader, key, &path, scenes);
        }
        selection.0.push((path, condition));
    }
    if reader.count() > before {
        return None;
    }
    if all && selection.of(scenes).is_empty() {
        let help = "each condition alone matches at least one scene";
        return node.refuse(reader, "no scene matches all conditions of this `where`", &[help]);
    }
    Some(selection)
}

/// `body.ball.radius = "> 1 mm"` is a chain of tables in TOML: one key here, whose path is what is written of it.
fn flatten<'t, 'a>(node: Node<'t, 'a>, keys: &mut Vec<Node<'t, 'a>>) {
    let DeValue::Table(map) = node.value.get_ref() else { return keys.push(node) };
    let mut inner: Vec<_> = map.iter().collect();
    inner.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in inner {
        let (path, key_span) = (format!("{}.{}", node.path, key.get_ref()), node.key_span.start..key.span().end);
        flatten(Node { key: key.get_ref(), key_span, value, path }, keys);
    }
}

/// A value that the case has under a path.
fn sample(reader: &Reader, path: &str) -> Option<ParameterValue> {
    Some(reader.entries.iter().find(|entry| entry.path == path)?.choices.first()?.value.clone())
}

fn value<'s>(scene: &'s Scene, path: &str) -> Option<(&'s ParameterValue, &'s str)> {
    scene.parameters.iter().find(|p| p.path == path).map(|p| (&p.value, p.text.as_str()))
}

/// The full path of a key.
fn resolve(reader: &mut Reader, key: &Node) -> Option<String> {
    let paths: Vec<String> = reader.entries.iter().map(|entry| entry.path.clone()).collect();
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_string();
    if paths.contains(&key.path) {
        return Some(key.path.clone());
    }
    let matching: Vec<&String> = paths.iter().filter(|path| last(path) == key.path).collect();
    match &matching[..] {
        [path] => return Some(path.to_string()),
        [] => {
            let mut known: Vec<String> = paths.iter().map(|path| last(path)).collect();
            known.sort();
            known.dedup();
            let guess = suggestion(&key.path, known.iter().chain(&paths).map(String::as_str));
            let message = format!("this case has no value {}{guess}", quoted(&key.path));
            reader.wrong(&key.key_span, message, &[&format!("it has: {}", known.join(", "))]);
        }
        several => {
            let several: Vec<String> = several.iter().map(|path| quoted(path)).collect();
            let message = format!("{} is ambiguous: it could be {}", quoted(&key.path), several.join(", "));
            reader.wrong(&key.key_span, message, &["write its full name"]);
        }
    }
    None
}

fn nothing(reader: &mut Reader, key: &Node, path: &str, scenes: &[Scene]) {
    let mut values: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    for (_, text) in scenes.iter().filter_map(|scene| value(scene, path)) {
        if seen.insert(text) {
            values.push(text.to_string());
        }
    }
    let word = |(value, _): (&ParameterValue, &str)| matches!(value, ParameterValue::Word(_));
    let guess = match scenes.iter().find_map(|scene| value(scene, path)).is_some_and(word) {
        true => suggestion(key.value.get_ref().as_str().unwrap_or_default(), values.iter().map(String::as_str)),
        false => String::new(),
    };
    let more = values.len().saturating_sub(LISTED);
    values.truncate(LISTED);
    let mut listed = format!("{} is {}", quoted(&key.path), values.join(", "));
    if more > 0 {
        listed.push_str(&format!(" and {more} more"));
    }
    let help = [listed.as_str(), "an [[expect]] without scenes makes no check"];
    reader.wrong(&key.value.span(), format!("no scene matches this `where`{guess}"), &help);
}

/// What is written of a value such as `sample`: a value, a comparison, or a list of which any holds.
fn condition(reader: &mut Reader, node: &Node, sample: &ParameterValue) -> Option<Condition> {
    let (key, written) = (quoted(&node.path), node.value.get_ref());
    if let DeValue::Array(items) = written {
        if items.is_empty() {
            return node.refuse(reader, format!("the list for {key} is empty"), &["give it at least one value"]);
        }
        let conditions: Vec<Condition> =
            items.iter().filter_map(|item| condition(reader, &node.item(item), sample)).collect();
        return (conditions.len() == items.len()).then_some(Condition::AnyOf(conditions));
    }
    let read = match (sample, written) {
        (ParameterValue::Word(_), DeValue::String(text)) => Ok(Condition::Word(text.to_string())),
        (ParameterValue::Word(_), DeValue::Boolean(value)) => Ok(Condition::Word(value.to_string())),
        // Words that look like numbers: `dp_mode = 1`.
        (ParameterValue::Word(_), DeValue::Integer(_) | DeValue::Float(_)) => {
            Ok(Condition::Word(reader.raw(node.span()).to_string()))
        }
        (ParameterValue::Number(_, dimension), DeValue::String(text)) => compare(text, *dimension),
        (ParameterValue::Number(_, dimension), DeValue::Integer(_) | DeValue::Float(_)) => {
            let text = reader.raw(node.span()).replace('_', "");
            units::parse(&text, *dimension).map(Condition::Equal)
        }
        (sample, other) => {
            let what = if matches!(sample, ParameterValue::Word(_)) { "a word" } else { "a value or a comparison" };
            return node.refuse(reader, format!("{key} should be {what}, not {}", kind(other)), &[]);
        }
    };
    match read {
        Ok(Condition::Between(from, to)) if from > to => node.refuse(
            reader,
            "the lower end of this range is above the upper end",
            &["write the smaller value first"],
        ),
        Ok(condition) => Some(condition),
        Err(error) => {
            let help = "write a value, \"10 deg\", or a comparison: \"< 10 deg\", \"<= 0.5\", \"> 1 m/s\", \">= 2\" or \"10 deg .. 40 deg\"";
            node.refuse(reader, format!("{key}: {}", shown(&error.to_string())), &[help])
        }
    }
}

/// `"< 10 deg"`, `"10 .. 40 deg"`, `"10 deg"`
pub fn compare(text: &str, dimension: Dimension) -> Result<Condition, UnitError> {
    let text = text.trim();
    type Make = fn(f64) -> Condition;
    let operators: [(&str, Make); 4] =
        [("<=", Condition::AtMost), (">=", Condition::AtLeast), ("<", Condition::Below), (">", Condition::Above)];
    for (sign, make) in operators {
        if let Some(rest) = text.strip_prefix(sign) {
            return units::parse(rest, dimension).map(make);
        }
    }
    let Some((from, to)) = text.split_once("..") else {
        return units::parse(text, dimension).map(Condition::Equal);
    };
    let (from, to) = (from.trim(), to.trim());
    let (_, unit) = units::split(to);
    let shared = if units::split(from).1.is_empty() { format!("{from} {unit}") } else { from.to_string() };
    Ok(Condition::Between(units::parse(&shared, dimension)?, units::parse(to, dimension)?))
}
