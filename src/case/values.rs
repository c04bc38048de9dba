//! What is written under the keys of a table, read by their rows: a value, a word, a flag, a line, a setting.
//!
//! A value of the physics may be swept, fitted (`{ fit = "1 us", between = ["1 ns", "1 ms"] }`) or uncertain
//! (`{ value = .., sigma = .. }`), and is one value in a scene.

use toml::de::DeValue;

use super::Word;
use super::distribution::Sampled;
use super::reader::{Choice, Entry, FitRole, Node, Reader, Sweep, Table, quoted, suggestion};
use super::scalar::{scalar, setting};
use super::sweep::{self, A_VALUE};
use crate::error::{Diagnostic, Origin};
use crate::keys::{Default, Key, Keys, Spec, Takes};
use crate::law::LawError;
use crate::law::scene::{Body, ParameterValue};
use crate::limits::POSITIVE;
use crate::units::Dimension;

impl Reader<'_> {
    /// Reads the value of `node`, or all values of its sweep.
    pub(super) fn choices(&mut self, node: &Node, spec: Spec) -> Option<(Vec<Choice>, Option<Sweep>)> {
        if let DeValue::Table(_) = node.value.get_ref() {
            let (choices, sweep) = sweep::read(self, node, spec)?;
            return Some((choices, Some(sweep)));
        }
        Some((vec![scalar(self, node, spec)?], None))
    }

    /// Reads the value of `node`, which may also be drawn from a distribution, and stores it; returns its index.
    pub(super) fn value(&mut self, node: &Node, spec: Spec) -> Option<usize> {
        let is_sampled = matches!(node.value.get_ref(), DeValue::Table(map) if map.contains_key("sample"));
        let (choices, sweep, free) = match fitted(self, node, spec) {
            Some(read) => {
                let (choice, free) = read?;
                (vec![choice], None, Some(free))
            }
            None if is_sampled => {
                let (choice, sampled) = Sampled::read(self, node, spec)?;
                (vec![choice], Some(Sweep { sampled: Some(sampled), ..Sweep::default() }), None)
            }
            None => {
                let (choices, sweep) = self.choices(node, spec)?;
                (choices, sweep, None)
            }
        };
        let (path, origin) = (node.path.clone(), self.origin(node.span()));
        self.entries.push(Entry { path, origin, spec: Some(spec), choices, sweep, free });
        Some(self.entries.len() - 1)
    }
}

impl<'a> Node<'_, 'a> {
    /// The value as a table with these keys. Reports unknown keys and values that are no table, with the example `how`.
    pub(crate) fn keyed(&self, reader: &mut Reader, how: &str, keys: &Keys) -> Option<Table<'a>> {
        let table = self.table(reader, how)?;
        table.only(reader, &keys.names());
        Some(table)
    }

    /// The value as the table that a key takes. Reports anything else with an example.
    pub(super) fn inner(&self, reader: &mut Reader, key: &Key) -> Option<Table<'a>> {
        self.keyed(reader, &format!("{} = {}", key.name, key.example), key.table()?)
    }

    /// Reports a key that sets the same as another.
    pub(super) fn set_twice<T>(&self, reader: &mut Reader, other: &str, what: &str) -> Option<T> {
        let message = format!("`{other}` and `{}` both set {what}", self.key);
        self.refuse_key(reader, message, &["keep one of them"])
    }

    /// The value of a key with a list of words, converted by `from`; reports any other word.
    pub(crate) fn one_of<T>(&self, reader: &mut Reader, key: &Key, from: fn(&str) -> Option<T>) -> Option<T> {
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
    pub(crate) fn needs<'t>(&'t self, reader: &mut Reader, key: &Key) -> Option<Node<'t, 'a>> {
        self.require(reader, key.name, key.example)
    }

    /// The entry of a key; reports a missing required key.
    pub(super) fn asked<'t>(&'t self, reader: &mut Reader, key: &Key) -> Option<Node<'t, 'a>> {
        if key.required { self.needs(reader, key) } else { self.get(key.name) }
    }

    /// The keys that are given of those of which the table has exactly one.
    pub(super) fn alternatives<'t>(&'t self, keys: &Keys) -> Vec<Node<'t, 'a>> {
        keys.one_of.iter().filter_map(|name| self.get(name)).collect()
    }

    /// The keys that are given without the other that they need.
    pub(super) fn without<'t>(&'t self, other: &str, keys: &Keys) -> Vec<Node<'t, 'a>> {
        let without = keys.into_iter().filter(|key| key.with == other && !self.has(other));
        without.filter_map(|key| self.get(key.name)).collect()
    }

    /// Reads the value under a key, sweep included; returns its index.
    pub(super) fn value(&self, reader: &mut Reader, key: &Key) -> Option<usize> {
        let node = self.asked(reader, key)?;
        reader.value(&node, key.spec()?)
    }

    /// The value of a key with a list of words, converted by `from`, or its default.
    pub(crate) fn one_of<T>(&self, reader: &mut Reader, key: &Key, from: fn(&str) -> Option<T>) -> Option<T> {
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
    pub(crate) fn stated(&self, reader: &mut Reader, key: &Key) -> Option<f64> {
        let Takes::Setting(limits) = key.takes else { return None };
        let node = self.asked(reader, key)?;
        setting(reader, &node, limits)
    }

    /// One line of text.
    pub(crate) fn line(&self, reader: &mut Reader, key: &Key) -> Option<String> {
        self.asked(reader, key)?.text(reader, key.example)
    }

    /// One line of text with its place.
    pub(crate) fn word(&self, reader: &mut Reader, key: &Key) -> Option<Word> {
        self.asked(reader, key)?.word(reader, key.example)
    }
}

const BOUNDS: Takes = Takes::Other(
    "a list of two values",
    r#"{"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": ["number", "string"]}}"#,
);

pub(super) static UNKNOWN: Keys = Keys::new("{ fit = ... }", "a value that a calibration looks for").keys(&[
    Key::new("fit", A_VALUE, "where the search starts").required(""),
    Key::new("between", BOUNDS, "the lowest and the highest value that are possible")
        .required("[lowest, highest]      # the physically possible range, in the unit of `fit`"),
]);

pub(super) static UNCERTAIN: Keys =
    Keys::new("{ sigma = ... }", "a value that is known to a standard deviation").keys(&[
        Key::new("value", A_VALUE, "the value").required(""),
        Key::new("sigma", A_VALUE, "one standard deviation").required(""),
    ]);

/// A number of an experiment with its standard deviation.
#[derive(Debug, Clone, PartialEq)]
pub struct StatedQuantity {
    /// SI
    pub value: f64,
    /// One standard deviation, where the case gives it.
    pub sigma: Option<f64>,
    /// As written.
    pub text: String,
    pub dimension: Dimension,
    pub origin: Origin,
}

/// Reads a value that is fitted or uncertain; `None` for any other value, `Some(None)` for a wrong one.
pub(super) fn fitted(reader: &mut Reader, node: &Node, spec: Spec) -> Option<Option<(Choice, FitRole)>> {
    let DeValue::Table(map) = node.value.get_ref() else { return None };
    let has = |key: &str| map.contains_key(key);
    // A distribution has a `sigma` too.
    if has("sample") {
        return None;
    }
    if has("fit") || has("between") {
        return Some(unknown(reader, node, spec));
    }
    has("sigma").then(|| uncertain(reader, node, spec))
}

/// The dimension of what can be fitted.
fn dimension(reader: &mut Reader, node: &Node, spec: Spec) -> Option<Dimension> {
    match spec {
        Spec::Quantity(dimension, _) => Some(dimension),
        Spec::Inertia => Some(Dimension::Number),
        Spec::Words(_) | Spec::Choice(_) | Spec::Name | Spec::Text(_) => {
            let message =
                format!("{} is a keyword, not a number: it cannot be fitted or have a `sigma`", quoted(node.key));
            node.refuse(reader, message, &["choose one, and write one case for each"])
        }
    }
}

fn unknown(reader: &mut Reader, node: &Node, spec: Spec) -> Option<(Choice, FitRole)> {
    dimension(reader, node, spec)?;
    let table = node.table(reader, "")?;
    table.only(reader, &UNKNOWN.names());
    let example = UNKNOWN.keys[1].example;
    let (fit, between) = (table.require(reader, "fit", &spec.example()), table.require(reader, "between", example));
    let start = scalar(reader, &fit?, spec);
    let between = between?;
    let DeValue::Array(items) = between.value.get_ref() else {
        return between.should_be(reader, "a list of two values", &[&format!("write:  between = {example}")]);
    };
    let [low, high] = &items[..] else {
        let count = items.len();
        let message = format!("`between` needs two values, not {count}");
        return between.refuse(reader, message, &[&format!("write:  between = {example}")]);
    };
    let bounds = [low, high].map(|item| scalar(reader, &node.item(item), spec));
    let [Some(low), Some(high)] = bounds else { return None };
    let start = start?;
    let (Some(from), Some(at), Some(to)) = (low.number(), start.number(), high.number()) else { return None };
    if from >= to {
        let message =
            format!("the lower bound {} is not below the upper bound {}", quoted(&low.text), quoted(&high.text));
        return between.refuse(reader, message, &["write the lower bound first"]);
    }
    if !(from..=to).contains(&at) {
        let message =
            format!("the initial value {} is not between {} and {}", quoted(&start.text), low.text, high.text);
        let help = "choose an initial value inside the bounds, or widen them";
        return reader.refuse(&start.origin.span, message, &[help]);
    }
    Some((start, FitRole::Unknown { low: from, high: to }))
}

fn uncertain(reader: &mut Reader, node: &Node, spec: Spec) -> Option<(Choice, FitRole)> {
    let dimension = dimension(reader, node, spec)?;
    let table = node.table(reader, "")?;
    table.only(reader, &UNCERTAIN.names());
    let example = spec.example();
    let (value, sigma) = (table.require(reader, "value", &example), table.require(reader, "sigma", &example));
    let value = scalar(reader, &value?, spec);
    let sigma = scalar(reader, &sigma?, Spec::Quantity(dimension, POSITIVE));
    Some((value?, FitRole::Sigma(sigma?.number()?)))
}

/// A number of an experiment: a value, or a value with its deviation.
pub(super) fn quantity(reader: &mut Reader, table: &Table, key: &Key) -> Option<StatedQuantity> {
    let (node, spec) = (table.asked(reader, key)?, key.spec()?);
    let dimension = dimension(reader, &node, spec)?;
    let origin = reader.origin(node.span());
    let (choice, sigma) = match fitted(reader, &node, spec) {
        Some(None) => return None,
        Some(Some((choice, FitRole::Sigma(sigma)))) => (choice, Some(sigma)),
        Some(Some((_, FitRole::Unknown { .. }))) => {
            let help =
                "fit parameters of the bodies or the contact; give the uncertainty of a measured quantity as `sigma`";
            let message = format!("{} belongs to the measurement and cannot be fitted", quoted(key.name));
            return node.refuse(reader, message, &[help]);
        }
        None => (scalar(reader, &node, spec)?, None),
    };
    Some(StatedQuantity { value: choice.number()?, sigma, text: choice.text, dimension, origin })
}

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

    /// The dimensions of the numbers of one scene.
    pub fn dimensions(&self, picked: &SceneValues) -> Vec<(&'static str, Dimension)> {
        let dimension = |&(key, id): &(&'static str, usize)| match picked.choice(id).value {
            ParameterValue::Number(_, dimension) => Some((key, dimension)),
            ParameterValue::Word(_) => None,
        };
        self.values.iter().filter_map(dimension).collect()
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

/// A part of a scene, or why it cannot be.
pub(super) type Built<T> = Result<T, Box<Diagnostic>>;

/// Selects the value of every entry for one scene.
pub(super) struct SceneValues<'r> {
    pub entries: &'r [Entry],
    /// Index of the choice of each entry; the first choice for an entry beyond the list.
    pub pick: &'r [usize],
    /// Numbers (SI) that replace those of the file, by index of the entry.
    pub given: &'r [(usize, f64)],
}

impl SceneValues<'_> {
    pub fn choice(&self, id: usize) -> &Choice {
        &self.entries[id].choices[self.pick.get(id).copied().unwrap_or_default()]
    }

    pub fn number(&self, id: usize) -> f64 {
        let given = self.given.iter().find(|(other, _)| *other == id);
        given.map_or_else(|| self.choice(id).number().unwrap_or(f64::NAN), |(_, number)| *number)
    }
}

/// Why a scene cannot be built, with the place in the file and what to write instead.
pub(super) fn refusal(place: &Origin, message: impl Into<String>, help: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(message).at(place).help(help))
}

/// The same of the error of a law.
pub(super) fn placed(error: LawError, origin: &Origin) -> Box<Diagnostic> {
    // A text as it stands in the file, without escapes, has its own places.
    let written = origin.file.text.get(origin.span.clone()).unwrap_or_default();
    let inside = error.within.filter(|_| written.starts_with(['"', '\'']) && !written.contains('\\'));
    let place = inside.map_or(origin.clone(), |within| {
        let start = origin.span.start + 1;
        let end = (start + within.end).min(origin.span.end);
        Origin {
            span: (start + within.start).min(end)..end.max(start + within.start + 1).min(origin.span.end),
            ..origin.clone()
        }
    });
    let mut problem = Diagnostic::new(error.message).at(&place);
    problem.help = error.help;
    Box::new(problem)
}

/// Adds the missing moduli of each body to the message of a law that needs them.
pub(super) fn lacking(mut problem: Box<Diagnostic>, bodies: &[Body; 2]) -> Box<Diagnostic> {
    for body in bodies {
        let name = quoted(&body.name);
        let line = match &body.material {
            _ if body.rigid => format!("{name} is rigid"),
            None => format!("{name} has no material; give it one, or make it rigid"),
            Some(m) if m.young_modulus.is_none() => format!("material {} has no `young_modulus`", quoted(&m.name)),
            Some(m) if m.poisson_ratio.is_none() => format!("material {} has no `poisson_ratio`", quoted(&m.name)),
            Some(_) => continue,
        };
        if !problem.help.contains(&line) {
            problem.help.push(line);
        }
    }
    problem
}

/// Three values along the axes of the case, each of which may be swept: `spin_x`, `spin_y`, `spin_z`.
pub(super) fn vector(reader: &mut Reader, node: &Node, spec: Spec) -> Option<[usize; 3]> {
    let (none, some) = match spec {
        Spec::Quantity(dimension, _) => (format!("\"0 {}\"", dimension.si()), dimension.example()),
        _ => (String::new(), ""),
    };
    let help = [
        format!("write three, along x, y and z:  {} = [{none}, {some}, {none}]", node.key),
        format!("each may be swept:  {} = [{none}, {{ sweep = [{none}, {some}] }}, {none}]", node.key),
    ];
    let help = [help[0].as_str(), help[1].as_str()];
    let DeValue::Array(items) = node.value.get_ref() else {
        return node.should_be(reader, "three values", &help);
    };
    if items.len() != 3 {
        let message = format!("{} should be three values, not {}", quoted(node.key), items.len());
        return node.refuse(reader, message, &help);
    }
    let mut ids = Vec::new();
    for (item, letter) in items.iter().zip(["x", "y", "z"]) {
        let key = format!("{}_{letter}", node.key);
        let path = format!("{}_{letter}", node.path);
        ids.extend(reader.value(&Node { key: &key, path, ..node.item(item) }, spec));
    }
    ids.try_into().ok()
}
