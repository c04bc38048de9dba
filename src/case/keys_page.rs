//! Every key of a case on one page, `docs/keys.md`, and one by one for `explain`.

use std::fmt::Write;

use super::keys::{Default, Key, Keys, Takes};
use super::spec::{Bound, Limits, Spec};
use super::{experiment_keys, mdr, read, recorded, run, tolerance};
use crate::units::Dimension;

/// Every table of a case, a table within another after it.
fn tables() -> Vec<&'static Keys> {
    let mut found: Vec<&'static Keys> = Vec::new();
    within(&read::KEYS, &mut found);
    experiment_keys::kinds().for_each(|(_, keys)| within(keys, &mut found));
    for keys in [&run::REFERENCE, &mdr::KEYS, &recorded::KEYS, &run::STEPPER, &run::ENGINE] {
        within(keys, &mut found);
    }
    found.extend([&tolerance::NEAR, &tolerance::FALLS]);
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

/// Every key of a case: its table, its name, and what `explain` says of it.
pub fn explained() -> Vec<(&'static str, &'static str, String)> {
    let tables = tables().into_iter().flat_map(|keys| keys.keys.iter().map(move |key| (keys, key)));
    let line = |key: &Key| {
        let (how, default) = (written(key.takes), default(key));
        let default = if default.is_empty() { default } else { format!("; {default} unless given") };
        let required = if key.required { "; required" } else { "" };
        format!("{}\nwritten as {how}{default}{required}", key.doc)
    };
    let kind = |keys: &'static Keys| match keys.header.trim_start_matches('[').split(']').next() {
        Some("") | None => "case",
        Some(header) => header,
    };
    tables.map(|(keys, key)| (kind(keys), key.name, line(key))).collect()
}

/// The page of every key, in Markdown.
pub fn keys_page() -> String {
    let mut page = String::from(
        "# Keys of a case file\n\n\
         Made from the keys that the reader knows. The keys of laws, systems and schemes are printed by\n\
         `collisionbench explain NAME`, one key by `collisionbench explain KEY`; `collisionbench new --schema` prints all\n\
         of them as a JSON schema for editors.\n\n\
         A *value* may be swept, `{ sweep = [...] }`, and in a calibration fitted, `{ fit = ..., between = [...] }`, or\n\
         uncertain, `{ value = ..., sigma = ... }`. A quantity is a text with its unit, `\"2.5 mm\"`.\n",
    );
    for keys in tables() {
        let header = if keys.header.is_empty() { "A case".to_string() } else { format!("`{}`", keys.header) };
        let _ = writeln!(
            page,
            "\n## {header}\n\n{}\n\n| key | written as | unless given | meaning |\n| --- | --- | --- | --- |",
            sentence(keys.doc)
        );
        for key in keys.keys {
            let required = if key.required { " (required)" } else { "" };
            let _ = writeln!(
                page,
                "| `{}`{required} | {} | {} | {} |",
                key.name,
                written(key.takes),
                default(key),
                key.doc
            );
        }
    }
    page
}

fn sentence(doc: &str) -> String {
    let mut letters = doc.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
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
        Takes::Vector(spec) => format!("three values along x, y and z: {}", self::spec(spec)),
        Takes::Measured(dimension, limits) => format!("{}, with or without its `sigma`", quantity(dimension, limits)),
        Takes::Setting(limits) => quantity(Dimension::Number, limits),
        Takes::Word(words) => one_of(words),
        Takes::Line => "one line of text".to_string(),
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
    let units = || format!("{} ({})", dimension.name(), dimension.choices());
    match (dimension, limits.low, limits.high) {
        (Dimension::Number, ..) if limits.whole => range,
        (Dimension::Number, ..) => format!("plain number {range}").trim_end().to_string(),
        // Zero is zero in every unit.
        (_, Bound::At(0.0) | Bound::Beyond(0.0), Bound::None) => format!("{} {range}", units()),
        _ => units(),
    }
}

fn one_of(words: &[&str]) -> String {
    words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", ")
}
