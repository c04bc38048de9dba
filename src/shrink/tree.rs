//! A case file as a tree whose keys keep their order and whose values keep their spelling.

use std::fmt::Write;

use toml_edit::{DocumentMut, Key, Value};

use crate::error::{Error, cut};

/// The file: tables in tables, without comments and line ends.
#[derive(Debug, Clone)]
pub(super) struct Tree(Value);

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Tree {
    /// # Errors
    /// When the text is not TOML.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let file: DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| Error::wrong(cut(error.message(), 200)))?;
        let mut root = Value::from(file.into_table().into_inline_table());
        strip(&mut root);
        Ok(Self(root))
    }

    /// Replaces the title, and drops the source: the smallest case has no other than the larger one.
    pub fn retitle(&mut self, title: &str) {
        let rest = entries(&self.0).filter(|(key, _)| !["title", "source"].contains(key));
        let title = ("title", quoted(title));
        self.0 = std::iter::once(title).chain(rest.map(|(key, value)| (key, value.clone()))).collect();
    }

    /// The value under a path of keys and places.
    pub fn at(&self, path: &[Step]) -> Option<&Value> {
        path.iter().try_fold(&self.0, |value, step| match step {
            Step::Key(key) => value.as_inline_table()?.get(key),
            Step::Item(at) => value.as_array()?.get(*at),
        })
    }

    pub fn at_mut(&mut self, path: &[Step]) -> Option<&mut Value> {
        path.iter().try_fold(&mut self.0, |value, step| match step {
            Step::Key(key) => value.as_inline_table_mut()?.get_mut(key),
            Step::Item(at) => value.as_array_mut()?.get_mut(*at),
        })
    }

    /// The same without the value under a path.
    pub fn without(&self, path: &[Step]) -> Self {
        let mut smaller = self.clone();
        if let Some((last, parent)) = path.split_last() {
            match (smaller.at_mut(parent), last) {
                (Some(Value::InlineTable(table)), Step::Key(key)) => drop(table.remove(key)),
                (Some(Value::Array(items)), Step::Item(at)) if *at < items.len() => drop(items.remove(*at)),
                _ => {}
            }
        }
        smaller
    }

    /// The same with another value under a path.
    pub fn with(&self, path: &[Step], value: Value) -> Self {
        let mut changed = self.clone();
        if let Some(place) = changed.at_mut(path) {
            *place = value;
        }
        changed
    }

    /// Every path, parents before what they hold, in the order of the file.
    pub fn paths(&self) -> Vec<Vec<Step>> {
        let mut found = Vec::new();
        gather(&self.0, &mut Vec::new(), &mut found);
        found
    }

    /// The text of a case file: a line a value of the second level, expectations last.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let line = |text: &mut String, key: &str, value: &Value| {
            let _ = writeln!(text, "{} = {value}", Key::new(key));
        };
        for (key, value) in entries(&self.0).filter(|(key, _)| *key != "expect") {
            match value {
                Value::InlineTable(table) if NESTED.contains(&key) => table.iter().for_each(|(inner, value)| {
                    let _ = write!(text, "{}.", Key::new(key));
                    line(&mut text, inner, value);
                }),
                value => line(&mut text, key, value),
            }
        }
        for expect in self.at(&[Step::Key("expect".into())]).and_then(Value::as_array).into_iter().flatten() {
            text.push_str("\n[[expect]]\n");
            entries(expect).for_each(|(key, value)| line(&mut text, key, value));
        }
        text
    }
}

/// Tables whose entries have a line each.
const NESTED: &[&str] = &["material", "body", "contact", "run", "experiment"];

/// One step into a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Item(usize),
}

/// Takes comments and line ends away, and spells keys and texts in one way.
fn strip(value: &mut Value) {
    match value {
        Value::InlineTable(table) => {
            table.set_dotted(false);
            table.set_trailing("");
            table.iter_mut().for_each(|(mut key, inner)| {
                key.fmt();
                strip(inner);
            });
        }
        Value::Array(items) => {
            items.set_trailing("");
            items.set_trailing_comma(false);
            items.iter_mut().for_each(strip);
        }
        Value::String(text) => *value = quoted(text.value()),
        _ => {}
    }
    value.decor_mut().clear();
}

fn entries(table: &Value) -> impl Iterator<Item = (&str, &Value)> {
    table.as_inline_table().into_iter().flatten()
}

fn gather(value: &Value, here: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    let mut enter = |step: Step, inner: &Value| {
        here.push(step);
        found.push(here.clone());
        gather(inner, here, found);
        here.pop();
    };
    match value {
        Value::InlineTable(table) => table.iter().for_each(|(key, inner)| enter(Step::Key(key.into()), inner)),
        Value::Array(items) => items.iter().enumerate().for_each(|(at, inner)| enter(Step::Item(at), inner)),
        _ => {}
    }
}

/// A text on one line.
pub(super) fn quoted(text: &str) -> Value {
    text.replace(['\n', '\r'], " ").into()
}
