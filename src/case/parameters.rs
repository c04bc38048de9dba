//! The parameters of a law or a system: what a table gives of its keys.

use super::picked::Picked;
use super::reader::{Node, Reader, Table};
use super::spec::{ANY, Spec};
use crate::contact::LawKey;
use crate::error::Origin;
use crate::system::{Domain, Param};

/// What a table gives of the keys of a law or a system: where each value is kept.
#[derive(Debug, Clone)]
pub(super) struct ParametersDraft {
    /// The word in the table header.
    pub origin: Origin,
    values: Vec<(&'static str, usize)>,
}

impl ParametersDraft {
    /// Reads the values under these keys of a table with the header `name`.
    pub fn read(reader: &mut Reader, name: &Node, table: &Table, keys: impl Iterator<Item = ParameterKey>) -> Self {
        let value = |ParameterKey { name, spec, .. }| {
            let node = table.get(name)?;
            Some((name, reader.value(&node, node.path.clone(), spec)?))
        };
        let values = keys.filter_map(value).collect();
        Self { origin: reader.origin(name.key_span.clone()), values }
    }

    /// Where the value of a key is kept.
    pub fn find(&self, key: &str) -> Option<usize> {
        self.values.iter().find(|(known, _)| *known == key).map(|&(_, id)| id)
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

/// A key of a law or a system; the range of a number is theirs to check.
pub(super) struct ParameterKey {
    pub name: &'static str,
    pub spec: Spec,
    pub doc: String,
}

impl From<&LawKey> for ParameterKey {
    fn from(key: &LawKey) -> Self {
        let spec = if key.words.is_empty() { Spec::Quantity(key.dimension, ANY) } else { Spec::Words(key.words) };
        Self { name: key.name, spec, doc: key.about() }
    }
}

impl From<&Param> for ParameterKey {
    fn from(key: &Param) -> Self {
        let spec = match key.takes {
            Domain::Number { dimension, .. } => Spec::Quantity(dimension, ANY),
            Domain::Word { choices, .. } => Spec::Choice(choices),
        };
        Self { name: key.name, spec, doc: key.doc.to_string() }
    }
}

/// Keys as they are written, one a line, each with its meaning.
pub(super) fn written(keys: impl Iterator<Item = ParameterKey>) -> Vec<String> {
    let keys: Vec<_> = keys.map(|key| (format!("{} = {}", key.name, key.spec.example()), key.doc)).collect();
    let width = keys.iter().map(|(written, _)| written.len()).max().unwrap_or_default();
    keys.iter().map(|(written, doc)| format!("{written:<width$}   # {doc}")).collect()
}
