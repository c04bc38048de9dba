//! What a table gives of its keys: where each value is kept, and what it is in one scene.

use super::picked::Picked;
use super::reader::{Node, Reader, Table};
use crate::error::Origin;
use crate::keys::Key;

/// What a table gives of its keys: where each value is kept.
#[derive(Debug, Clone)]
pub(super) struct Given {
    /// The table, or the word in its header.
    pub origin: Origin,
    values: Vec<(&'static str, usize)>,
}

impl Given {
    pub fn new(origin: Origin, values: Vec<(&'static str, usize)>) -> Self {
        Self { origin, values }
    }

    /// The same of a table with its origin elsewhere.
    pub fn at(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// Where the value of a key is kept.
    pub fn find(&self, key: &str) -> Option<usize> {
        self.values.iter().find(|(known, _)| *known == key).map(|&(_, id)| id)
    }

    /// The number under a key in one scene.
    pub fn number(&self, picked: &Picked, key: &Key) -> Option<f64> {
        self.find(key.name).map(|id| picked.number(id))
    }

    /// What the word under a key stands for in one scene.
    pub fn one_of<T>(&self, picked: &Picked, key: &Key, from: fn(&str) -> Option<T>) -> Option<T> {
        from(&picked.choice(self.find(key.name)?).text)
    }

    /// The place of a key in one scene; that of the table where the key is not given.
    pub fn place<'r>(&'r self, picked: &'r Picked, key: Option<&str>) -> &'r Origin {
        key.and_then(|key| self.find(key)).map_or(&self.origin, |id| &picked.choice(id).origin)
    }

    /// The numbers of one scene.
    pub fn numbers(&self, picked: &Picked) -> Vec<(&'static str, f64)> {
        let number = |&(key, id): &(&'static str, usize)| picked.choice(id).number().map(|_| (key, picked.number(id)));
        self.values.iter().filter_map(number).collect()
    }

    /// The words of one scene.
    pub fn words<'r>(&self, picked: &'r Picked) -> Vec<(&'static str, &'r str)> {
        let words = self.values.iter().map(|&(key, id)| (key, picked.choice(id)));
        words.filter(|(_, choice)| choice.number().is_none()).map(|(key, choice)| (key, choice.text.as_str())).collect()
    }
}

impl Table<'_> {
    /// The values of these keys, and whatever each is swept over; one that must be there is missed. Keys that take no value are
    /// passed over.
    pub(super) fn values(&self, reader: &mut Reader, keys: impl IntoIterator<Item = Key>) -> Given {
        self.values_of(reader, &self.path, keys)
    }

    /// The same for a table whose keys are parameters of what is at `path`.
    pub(super) fn values_of(&self, reader: &mut Reader, path: &str, keys: impl IntoIterator<Item = Key>) -> Given {
        let value = |key: Key| {
            let spec = key.spec()?;
            let node = Node { path: format!("{path}.{}", key.name), ..self.asked(reader, &key)? };
            Some((key.name, reader.value(&node, spec)?))
        };
        let values = keys.into_iter().filter_map(value).collect();
        Given { origin: reader.origin(self.span.clone()), values }
    }
}

/// Keys as they are written, one a line, each with its meaning.
pub(super) fn written(keys: impl Iterator<Item = Key>) -> Vec<String> {
    let line = |key: Key| Some((format!("{} = {}", key.name, key.spec()?.example()), key.about()));
    let lines: Vec<_> = keys.filter_map(line).collect();
    let width = lines.iter().map(|(written, _)| written.len()).max().unwrap_or_default();
    lines.iter().map(|(written, doc)| format!("{written:<width$}   # {doc}")).collect()
}
