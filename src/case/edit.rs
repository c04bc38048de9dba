//! The text of a case: its canonical form, another value in it, and example values, which the user has to replace.

use std::ops::Range;

use toml::Table;
use toml::de::{DeTable, DeValue};
use toml_edit::{DocumentMut, Item, TableLike, TomlError, Value};

use crate::units::split;

/// Keys that do not affect any number.
const ABOUT: [&str; 2] = ["title", "source"];

/// A case in one canonical form: without comments, title, source, the reasons of known gaps and what was seen of them, its keys in order
/// and its numbers as they are read. Two cases of the same form have the same physics and the same expectations.
///
/// A text that is no TOML is its own form.
///
/// ```
/// use collisionbench::case::canonical;
///
/// let one = "title = \"a\"\n[impact]\nspeed = 1e-3 # slow";
/// assert_eq!(canonical(one), canonical("title = \"b\"\nimpact = { speed = 0.001 }"));
/// assert_ne!(canonical(one), canonical("[impact]\nspeed = 2e-3"));
/// ```
pub fn canonical(text: &str) -> String {
    let Ok(mut case) = text.parse::<Table>() else { return text.to_string() };
    case.retain(|key, _| !ABOUT.contains(&key));
    for expect in case.get_mut("expect").and_then(toml::Value::as_array_mut).into_iter().flatten() {
        if let Some(gap) = expect.get_mut("known_gap") {
            // One that holds everywhere is the same however it is written.
            let engine = gap.get("engine").cloned();
            *gap = engine.map_or(toml::Value::Boolean(true), |engine| {
                toml::Value::Table(Table::from_iter([("engine".into(), engine)]))
            });
        }
    }
    toml::to_string(&case).unwrap_or_else(|_| text.to_string())
}

/// The text with another value at a path; `None` if the case has no such path.
///
/// # Errors
/// When the text is not TOML.
pub fn with_value(text: &str, path: &str, mut value: Value) -> Result<Option<String>, TomlError> {
    let mut document: DocumentMut = text.parse()?;
    let keys: Vec<&str> = path.split('.').collect();
    let Some(place) = value_at(document.as_table_mut(), &keys) else { return Ok(None) };
    if let Some(old) = place.as_value() {
        value.decor_mut().clone_from(old.decor());
    }
    *place = Item::Value(value);
    Ok(Some(document.to_string()))
}

/// Tables of a body whose names are left out of a path: `body.ball.radius`.
pub const SHAPES: [&str; 2] = ["sphere", "plate"];

/// The item at a path.
fn value_at<'t>(table: &'t mut dyn TableLike, path: &[&str]) -> Option<&'t mut Item> {
    let (first, rest) = path.split_first()?;
    if !rest.is_empty() {
        return value_at(table.get_mut(first)?.as_table_like_mut()?, rest);
    }
    if table.contains_key(first) {
        return table.get_mut(first);
    }
    let shape = SHAPES.into_iter().find(|shape| table.get(shape).is_some_and(|inner| inner.get(first).is_some()))?;
    table.get_mut(shape)?.get_mut(first)
}

/// Beginning of the comment that marks an example value.
const MARK: &str = "# example, not measured: ";

/// Factor by which an example is changed to see what depends on it.
const MOVED: f64 = 1.01;

/// A value of a case.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseValue {
    /// `body.ball.radius`: a key of a sphere is one of its body.
    pub path: String,
    /// The value as written.
    pub text: String,
    line: usize,
}

impl CaseValue {
    /// A number that differs from this one by a hundredth, in its unit; `None` for a word.
    pub fn moved(&self) -> Option<Value> {
        let text = self.text.trim();
        let Some(quoted) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
            return Some((MOVED * text.parse::<f64>().ok()?).into());
        };
        let (number, unit) = split(quoted);
        Some(format!("{:e} {unit}", MOVED * number.parse::<f64>().ok()?).into())
    }

    /// `radius = "20 mm"`
    fn assignment(&self) -> String {
        format!("{} = {}", self.path.rsplit('.').next().unwrap_or_default(), self.text)
    }
}

impl std::fmt::Display for CaseValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} = {}", self.path, self.text)
    }
}

/// The values of a case in the order of its text, without its unknowns; empty for a text that is no case.
pub fn values(text: &str) -> Vec<CaseValue> {
    let mut found = Vec::new();
    if let Ok(root) = DeTable::parse(text) {
        leaves(root.get_ref(), "", &mut found);
    }
    found.sort_by_key(|(_, span)| span.start);
    let of = |(path, span): (String, Range<usize>)| {
        let line = text.get(..span.start).unwrap_or_default().matches('\n').count();
        CaseValue { path, text: text.get(span).unwrap_or_default().to_string(), line }
    };
    found.into_iter().map(of).collect()
}

fn leaves(table: &DeTable<'_>, at: &str, found: &mut Vec<(String, Range<usize>)>) {
    for (key, value) in table {
        let name = key.get_ref();
        let path = if name == "sphere" { at.to_string() } else { format!("{at}.{name}") };
        match value.get_ref() {
            DeValue::Table(inner) if inner.contains_key("fit") => {}
            DeValue::Table(inner) if !inner.contains_key("value") => leaves(inner, &path, found),
            _ => found.push((path.trim_start_matches('.').to_string(), value.span())),
        }
    }
}

/// Marks the values whose paths satisfy a test as examples, by a comment.
pub fn mark_examples(text: &str, is_example: impl Fn(&str) -> bool) -> String {
    let examples: Vec<CaseValue> = values(text).into_iter().filter(|value| is_example(&value.path)).collect();
    let mut out = String::new();
    for (at, line) in text.lines().enumerate() {
        let here: Vec<String> = examples.iter().filter(|value| value.line == at).map(CaseValue::assignment).collect();
        out.push_str(line);
        if !here.is_empty() {
            out.push_str(&format!("    {MARK}{}", here.join("; ")));
        }
        out.push('\n');
    }
    out
}

/// The example values that a case still has. A value that was changed is not listed, even
/// if its comment is still there.
pub fn examples(text: &str) -> Vec<CaseValue> {
    if !text.contains(MARK) {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().collect();
    let is_left = |value: &CaseValue| {
        let marked = lines.get(value.line).and_then(|line| line.split_once(MARK));
        marked.is_some_and(|(_, marked)| marked.split("; ").any(|example| example == value.assignment()))
    };
    values(text).into_iter().filter(is_left).collect()
}
