//! Every key of a case in words, for `explain` and the page `docs/keys.md`.

use std::ops::Bound;

use super::{experiment_keys, read, recorded, run, sweep, tolerance, unknown};
use crate::keys::{Default, Key, Keys, Spec, Takes};
use crate::limits::Limits;
use crate::units::Dimension;

/// Every table of a case, a table within another after it.
fn tables() -> Vec<&'static Keys> {
    let mut found: Vec<&'static Keys> = Vec::new();
    within(&read::KEYS, &mut found);
    experiment_keys::kinds().for_each(|(_, keys)| within(keys, &mut found));
    for keys in [&run::REFERENCE, &recorded::KEYS, &run::STEPPER, &run::ENGINE] {
        within(keys, &mut found);
    }
    found.extend([&tolerance::NEAR, &tolerance::FALLS, &unknown::UNKNOWN, &unknown::UNCERTAIN]);
    within(&sweep::SWEPT, &mut found);
    found
}

fn within(keys: &'static Keys, found: &mut Vec<&'static Keys>) {
    if found.iter().any(|known| std::ptr::eq(*known, keys)) {
        return;
    }
    found.push(keys);
    keys.keys.iter().for_each(|key| inside(key.takes, found));
}

fn inside(takes: Takes, found: &mut Vec<&'static Keys>) {
    match takes {
        Takes::Table(keys) | Takes::Named(keys) | Takes::List(keys) => within(keys, found),
        Takes::Either(several) => several.iter().for_each(|one| inside(*one, found)),
        _ => {}
    }
}

/// A key of a case, as it is explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedKey {
    /// Of its table: `[impact]`, and what that is.
    pub table: [&'static str; 2],
    pub name: &'static str,
    pub doc: &'static str,
    /// What is written under it, in words.
    pub written: String,
    /// What holds where it is not given; empty for nothing.
    pub default: String,
    pub required: bool,
}

impl ExplainedKey {
    /// The table as `explain` names it.
    pub fn kind(&self) -> &'static str {
        let header = self.table[0].trim_start_matches('[').split(']').next();
        header.filter(|header| !header.is_empty()).unwrap_or("case")
    }

    /// What `explain` says of it.
    pub fn lines(&self) -> Vec<String> {
        let default = if self.default.is_empty() { "".into() } else { format!("; {} unless given", self.default) };
        let required = if self.required { "; required" } else { "" };
        vec![self.doc.to_string(), format!("written as {}{default}{required}", self.written)]
    }
}

/// Every key of a case, table by table.
pub fn explained() -> Vec<ExplainedKey> {
    let all = tables().into_iter().flat_map(|keys| keys.keys.iter().map(move |key| ([keys.header, keys.doc], key)));
    let of = |(table, key): ([&'static str; 2], &Key)| {
        let (written, default) = (written(key.takes), default(key));
        ExplainedKey { table, name: key.name, doc: key.doc, written, default, required: key.required }
    };
    all.map(of).collect()
}

fn default(key: &Key) -> String {
    match key.default {
        Default::None => String::new(),
        Default::Number(number) => format!("{number:?}").trim_end_matches(".0").to_string(),
        Default::Word(word) => word.trim_end_matches(',').to_string(),
    }
}

/// What is written under a key, in words.
fn written(takes: Takes) -> String {
    match takes {
        Takes::Value(spec) => format!("value: {}", self::spec(spec)),
        Takes::Single(dimension, limits) => quantity(dimension, limits),
        Takes::Steps(dimension, limits) => format!("{}; a sweep runs every step", quantity(dimension, limits)),
        Takes::Vector(spec) => format!("three values along x, y and z: {}", self::spec(spec)),
        Takes::Measured(dimension, limits) => format!("{}, with or without its `sigma`", quantity(dimension, limits)),
        Takes::Setting(limits) => quantity(Dimension::Number, limits),
        Takes::Word(words) => one_of(words),
        Takes::Line => "one line of text".to_string(),
        Takes::Short(most) => format!("one line of at most {most} characters"),
        Takes::Flag => "`true` or `false`".to_string(),
        Takes::Direction => "`\"+z\"`, `\"-x\"`, ... or three numbers".to_string(),
        Takes::Table(keys) => format!("table, `{}`", keys.header),
        Takes::Named(keys) => format!("tables under names of your own, `{}`", keys.header),
        Takes::List(keys) => format!("list of tables, `{}`", keys.header),
        Takes::Either(several) => several.iter().map(|one| written(*one)).collect::<Vec<_>>().join("; or "),
        Takes::Other(words, _) => words.to_string(),
    }
}

fn spec(spec: Spec) -> String {
    match spec {
        Spec::Quantity(dimension, limits) => quantity(dimension, limits),
        Spec::Words(words) | Spec::Choice(words) => one_of(words),
        Spec::Name => "a name in quotes".to_string(),
        Spec::Inertia => "`\"solid\"`, `\"thin-shell\"` or a number above 0 and at most 1".to_string(),
    }
}

fn quantity(dimension: Dimension, limits: Limits) -> String {
    let range = limits.range();
    let units = || format!("{} ({})", dimension.word(), dimension.choices());
    match (dimension, limits.low, limits.high) {
        (Dimension::Number, ..) if limits.whole => range,
        (Dimension::Number, ..) => format!("plain number {range}").trim_end().to_string(),
        // Zero is zero in every unit.
        (_, Bound::Included(0.0) | Bound::Excluded(0.0), Bound::Unbounded) => format!("{} {range}", units()),
        _ => units(),
    }
}

fn one_of(words: &[&str]) -> String {
    words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", ")
}
