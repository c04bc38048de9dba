//! One value of a case: a number with its unit, a word, a sweep over either, or what a calibration looks for.

use super::entry::{Choice, Entry, Sweep};
use super::keys::{Default, Key, Keys, Takes};
use super::reader::{Table, quoted, suggestion};
use super::single::{setting, single};
use super::spec::Spec;
use std::ops::Range;

use toml::de::DeValue;

use super::reader::{Node, Reader};
use super::sweep::{self};
use super::unknown::{self};
use crate::scene::ParameterValue;

impl Reader<'_> {
    /// Reads the value of `node`, or everything it is swept over.
    pub(super) fn choices(&mut self, node: &Node, path: &str, spec: Spec) -> Option<(Vec<Choice>, Option<Sweep>)> {
        if let DeValue::Table(_) = node.value.get_ref() {
            let (choices, sweep) = sweep::read(self, node, path, spec)?;
            return Some((choices, Some(sweep)));
        }
        Some((vec![single(self, node.key, node.span(), node.value.get_ref(), spec)?], None))
    }

    /// Reads the value of `node` and keeps it; returns where.
    pub(super) fn value(&mut self, node: &Node, path: String, spec: Spec) -> Option<usize> {
        let (choices, sweep, free) = match unknown::read(self, node, spec) {
            Some(read) => {
                let (choice, free) = read?;
                (vec![choice], None, Some(free))
            }
            None => {
                let (choices, sweep) = self.choices(node, &path, spec)?;
                (choices, sweep, None)
            }
        };
        self.entries.push(Entry { path, origin: self.origin(node.span()), choices, sweep, free });
        Some(self.entries.len() - 1)
    }

    /// Keeps a word that is not read from a value of its own, such as the name of a law.
    pub fn word(&mut self, path: String, word: &str, span: Range<usize>) {
        let origin = self.origin(span);
        let value = ParameterValue::Word(word.to_string());
        let choice = Choice { value, text: word.to_string(), origin: origin.clone(), row: None };
        self.entries.push(Entry { path, origin, choices: vec![choice], sweep: None, free: None });
    }
}

impl<'a> Node<'_, 'a> {
    /// The value as a table of these keys; others are reported, as is anything that is no table, with how it is written.
    pub(super) fn keyed(&self, reader: &mut Reader, how: &str, keys: &Keys) -> Option<Table<'a>> {
        let table = self.table(reader, how)?;
        table.only(reader, &keys.names());
        Some(table)
    }

    /// One of the words of a key, as what it stands for; anything else is reported.
    pub(super) fn one_of<T>(&self, reader: &mut Reader, key: &Key, from: fn(&str) -> Option<T>) -> Option<T> {
        let (text, words) = (self.text(reader, key.example)?, key.words());
        let found = from(&text);
        if found.is_none() {
            let guess = suggestion(&text, words.iter().copied());
            let message = format!("{} is not a choice of {}{guess}", quoted(&text), quoted(key.name));
            match key.meanings {
                [] => reader.wrong(&self.span(), message, &[&format!("choose one of: {}", words.join(", "))]),
                meanings => reader.wrong(&self.span(), message, meanings),
            }
        }
        found
    }
}

impl<'a> Table<'a> {
    /// One of the words of a key, as what it stands for.
    pub(super) fn one_of<T>(&self, reader: &mut Reader, key: &Key, from: fn(&str) -> Option<T>) -> Option<T> {
        self.get(key.name)?.one_of(reader, key, from)
    }

    /// Whether a flag is set, or else its default.
    pub(super) fn flag(&self, reader: &mut Reader, key: &Key) -> bool {
        let default = matches!(key.default, Default::Word("true"));
        self.get(key.name).map_or(default, |node| node.boolean(reader))
    }

    /// The value under a key, and whatever it is swept over; returns where it is kept. One that must be there is missed.
    pub(super) fn value(&self, reader: &mut Reader, key: &Key) -> Option<usize> {
        let node = if key.required { self.needs(reader, key) } else { self.get(key.name) }?;
        reader.value(&node, node.path.clone(), key.spec()?)
    }

    /// A plain number that is not part of the physics, or else its default.
    pub(super) fn setting(&self, reader: &mut Reader, key: &Key) -> f64 {
        let (Takes::Setting(limits), Some(node)) = (key.takes, self.get(key.name)) else { return key.number() };
        setting(reader, &node, limits).unwrap_or(key.number())
    }

    /// One line of text.
    pub(super) fn line(&self, reader: &mut Reader, key: &Key) -> Option<String> {
        self.get(key.name)?.text(reader, key.example)
    }

    /// A key that must be there.
    pub(super) fn needs<'t>(&'t self, reader: &mut Reader, key: &Key) -> Option<Node<'t, 'a>> {
        self.require(reader, key.name, key.example)
    }
}
