//! The values that a table of a case gives for its keys.

use super::reader::{Node, Reader, Table};
use super::scene_values::SceneValues;
use crate::error::Origin;
use crate::keys::Key;

/// The keys that a table gives, each with the index of its entry.
#[derive(Debug, Clone)]
pub(super) struct TableValues {
    /// Place of the table, or of the word in its header.
    pub origin: Origin,
    values: Vec<(&'static str, usize)>,
}

impl TableValues {
    pub fn new(origin: Origin, values: Vec<(&'static str, usize)>) -> Self {
        Self { origin, values }
    }

    /// The same values with another origin.
    pub fn at(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// Index of the entry of a key.
    pub fn find(&self, key: &str) -> Option<usize> {
        self.values.iter().find(|(known, _)| *known == key).map(|&(_, id)| id)
    }

    /// The number under a key in one scene.
    pub fn number(&self, picked: &SceneValues, key: &Key) -> Option<f64> {
        self.find(key.name).map(|id| picked.number(id))
    }

    /// The word under a key in one scene, converted by `from`.
    pub fn one_of<T>(&self, picked: &SceneValues, key: &Key, from: fn(&str) -> Option<T>) -> Option<T> {
        from(&picked.choice(self.find(key.name)?).text)
    }

    /// The place of a key's value in the file; that of the table if the key is not given.
    pub fn place<'r>(&'r self, picked: &'r SceneValues, key: Option<&str>) -> &'r Origin {
        key.and_then(|key| self.find(key)).map_or(&self.origin, |id| &picked.choice(id).origin)
    }

    /// The numbers of one scene.
    pub fn numbers(&self, picked: &SceneValues) -> Vec<(&'static str, f64)> {
        let number = |&(key, id): &(&'static str, usize)| picked.choice(id).number().map(|_| (key, picked.number(id)));
        self.values.iter().filter_map(number).collect()
    }

    /// The words of one scene.
    pub fn words<'r>(&self, picked: &'r SceneValues) -> Vec<(&'static str, &'r str)> {
        let words = self.values.iter().map(|&(key, id)| (key, picked.choice(id)));
        words.filter(|(_, choice)| choice.number().is_none()).map(|(key, choice)| (key, choice.text.as_str())).collect()
    }
}

impl Table<'_> {
    /// Reads the values of these keys, sweeps included, and reports a missing required key. Keys without a value are
    /// skipped.
    pub(super) fn values(&self, reader: &mut Reader, keys: impl IntoIterator<Item = Key>) -> TableValues {
        self.values_of(reader, &self.path, keys)
    }

    /// [`Self::values`] for a table whose keys have their parameters under `path`.
    pub(super) fn values_of(
        &self,
        reader: &mut Reader,
        path: &str,
        keys: impl IntoIterator<Item = Key>,
    ) -> TableValues {
        let value = |key: Key| {
            let spec = key.spec()?;
            let node = Node { path: format!("{path}.{}", key.name), ..self.asked(reader, &key)? };
            Some((key.name, reader.value(&node, spec)?))
        };
        let values = keys.into_iter().filter_map(value).collect();
        TableValues { origin: reader.origin(self.span.clone()), values }
    }
}

/// Keys as they are written, one a line, each with its meaning.
pub(super) fn key_lines(keys: impl Iterator<Item = Key>) -> Vec<String> {
    let example =
        |key: Key| if key.example.is_empty() { Some(key.spec()?.example()) } else { Some(key.example.into()) };
    let line = |key: Key| Some((format!("{} = {}", key.name, example(key)?), key.about()));
    let lines: Vec<_> = keys.filter_map(line).collect();
    let width = lines.iter().map(|(written, _)| written.len()).max().unwrap_or_default();
    lines.iter().map(|(written, doc)| format!("{written:<width$}   # {doc}")).collect()
}
