//! Reads a value of a case: a number with its unit, a word, a sweep over either, or a fitted value.

use std::ops::Range;

use toml::de::DeValue;

use super::Word;
use super::entry::{Choice, Entry, Sweep};
use super::reader::{Node, Reader, Table, quoted, suggestion};
use super::scalar::{scalar, setting};
use super::{sweep, unknown};
use crate::keys::{Default, Key, Keys, Spec, Takes};
use crate::law::scene::ParameterValue;

impl Reader<'_> {
    /// Reads the value of `node`, or all values of its sweep.
    pub(super) fn choices(&mut self, node: &Node, spec: Spec) -> Option<(Vec<Choice>, Option<Sweep>)> {
        if let DeValue::Table(_) = node.value.get_ref() {
            let (choices, sweep) = sweep::read(self, node, spec)?;
            return Some((choices, Some(sweep)));
        }
        Some((vec![scalar(self, node, spec)?], None))
    }

    /// Reads the value of `node` and stores it; returns its index.
    pub(super) fn value(&mut self, node: &Node, spec: Spec) -> Option<usize> {
        let (choices, sweep, free) = match unknown::read(self, node, spec) {
            Some(read) => {
                let (choice, free) = read?;
                (vec![choice], None, Some(free))
            }
            None => {
                let (choices, sweep) = self.choices(node, spec)?;
                (choices, sweep, None)
            }
        };
        let (path, origin) = (node.path.clone(), self.origin(node.span()));
        self.entries.push(Entry { path, origin, choices, sweep, free });
        Some(self.entries.len() - 1)
    }

    /// Stores a word that is not a value in the file, such as the name of a law.
    pub fn word(&mut self, path: String, word: &str, span: Range<usize>) {
        self.keep(path, ParameterValue::Word(word.to_string()), word, span);
    }

    /// Stores a value that is not read from a value in the file; returns its index.
    pub(super) fn keep(&mut self, path: String, value: ParameterValue, text: &str, span: Range<usize>) -> usize {
        let origin = self.origin(span);
        let choice = Choice { value, text: text.to_string(), origin: origin.clone(), row: None };
        self.entries.push(Entry { path, origin, choices: vec![choice], sweep: None, free: None });
        self.entries.len() - 1
    }
}

impl<'a> Node<'_, 'a> {
    /// The value as a table with these keys. Reports unknown keys and values that are no table, with the example `how`.
    pub(super) fn keyed(&self, reader: &mut Reader, how: &str, keys: &Keys) -> Option<Table<'a>> {
        let table = self.table(reader, how)?;
        table.only(reader, &keys.names());
        Some(table)
    }

    /// The value as the table that a key takes. Reports anything else with an example.
    pub(super) fn inner(&self, reader: &mut Reader, key: &Key) -> Option<Table<'a>> {
        self.keyed(reader, &format!("{} = {}", key.name, key.example), key.table()?)
    }

    /// The value of a key with a list of words, converted by `from`; reports any other word.
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
    /// A required key; reports it if it is missing.
    pub(super) fn needs<'t>(&'t self, reader: &mut Reader, key: &Key) -> Option<Node<'t, 'a>> {
        self.require(reader, key.name, key.example)
    }

    /// The entry of a key; reports a missing required key.
    pub(super) fn asked<'t>(&'t self, reader: &mut Reader, key: &Key) -> Option<Node<'t, 'a>> {
        if key.required { self.needs(reader, key) } else { self.get(key.name) }
    }

    /// Reads the value under a key, sweep included; returns its index.
    pub(super) fn value(&self, reader: &mut Reader, key: &Key) -> Option<usize> {
        let node = self.asked(reader, key)?;
        reader.value(&node, key.spec()?)
    }

    /// The value of a key with a list of words, converted by `from`, or its default.
    pub(super) fn one_of<T>(&self, reader: &mut Reader, key: &Key, from: fn(&str) -> Option<T>) -> Option<T> {
        match (self.asked(reader, key), key.default) {
            (Some(node), _) => node.one_of(reader, key, from),
            (None, Default::Word(word)) => from(word),
            (None, _) => None,
        }
    }

    /// The value of a flag, or its default.
    pub(super) fn flag(&self, reader: &mut Reader, key: &Key) -> bool {
        let default = matches!(key.default, Default::Word("true"));
        self.get(key.name).map_or(default, |node| node.boolean(reader))
    }

    /// A number that is not part of the physics, or its default.
    pub(super) fn setting(&self, reader: &mut Reader, key: &Key) -> f64 {
        self.stated(reader, key).unwrap_or(key.default_number())
    }

    /// A number that is not part of the physics, if it is given.
    pub(super) fn stated(&self, reader: &mut Reader, key: &Key) -> Option<f64> {
        let Takes::Setting(limits) = key.takes else { return None };
        let node = self.asked(reader, key)?;
        setting(reader, &node, limits)
    }

    /// One line of text.
    pub(super) fn line(&self, reader: &mut Reader, key: &Key) -> Option<String> {
        self.asked(reader, key)?.text(reader, key.example)
    }

    /// One line of text with its place.
    pub(super) fn word(&self, reader: &mut Reader, key: &Key) -> Option<Word> {
        self.asked(reader, key)?.word(reader, key.example)
    }
}
