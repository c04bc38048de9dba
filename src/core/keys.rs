//! The keys of a case, of a law and of a DEM code, each declared once: name, what is written under it, range, default and
//! meaning.
//!
//! A table of a case is a [`Keys`], in the file that reads it. The reader takes its known keys, ranges and examples from
//! there; the JSON schema, the page `docs/keys.md` and `explain KEY` are made of the same lines. The parameters of a law and
//! of a code are lists of [`Key`].

use crate::limits::{ANY, Limits, compact};
use crate::units::Dimension;

/// What a value may be: a number of a dimension within limits, or words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spec {
    Quantity(Dimension, Limits),
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of these words, which may look like a number or a truth and need no quotes then.
    Choice(&'static [&'static str]),
    /// The name of something that is looked up later.
    Name,
    /// `"solid"`, `"thin-shell"` or a number.
    Inertia,
    /// A formula, with an example.
    Text(&'static str),
}

impl Spec {
    /// Whether, in the table of a law, every other key is a parameter of it: of a formula, and of a law of an engine.
    pub fn leaves_open(self) -> bool {
        matches!(self, Self::Text(_) | Self::Name)
    }

    /// How a value of this kind is written.
    pub fn example(self) -> String {
        match self {
            Self::Quantity(Dimension::Number, limits) => compact(limits.example()),
            Self::Quantity(dimension, _) => dimension.example().to_string(),
            Self::Words(words) | Self::Choice(words) => format!("\"{}\"", words.first().copied().unwrap_or_default()),
            Self::Name => "\"glass\"".to_string(),
            Self::Inertia => "\"solid\"".to_string(),
            Self::Text(example) => example.to_string(),
        }
    }
}

/// What is written under a key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Takes {
    /// A value of the physics: it may be swept, and fitted in a calibration.
    Value(Spec),
    /// One value that is not part of the physics.
    Single(Dimension, Limits),
    /// The same, or a sweep that runs every one.
    Steps(Dimension, Limits),
    /// Three values of the physics, along x, y and z.
    Vector(Spec),
    /// A measured quantity, with or without its standard deviation.
    Measured(Dimension, Limits),
    /// A plain number that is not part of the physics.
    Setting(Limits),
    /// One of these words.
    Word(&'static [&'static str]),
    /// One line of text.
    Line,
    /// One line of at most so many characters.
    Short(usize),
    Flag,
    /// `"+z"` or three numbers.
    Direction,
    Table(&'static Keys),
    /// Tables of one form under names of your own.
    Named(&'static Keys),
    /// Blocks of one form, in double brackets or in a list.
    List(&'static Keys),
    /// Any of these.
    Either(&'static [Takes]),
    /// Something else: in words, and as JSON schema.
    Other(&'static str, &'static str),
}

impl Takes {
    pub const fn quantity(dimension: Dimension, limits: Limits) -> Self {
        Self::Value(Spec::Quantity(dimension, limits))
    }

    pub const fn words(words: &'static [&'static str]) -> Self {
        Self::Value(Spec::Words(words))
    }
}

/// One key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    pub name: &'static str,
    pub takes: Takes,
    /// What it means, in one line.
    pub doc: &'static str,
    pub required: bool,
    /// How it is written, for messages.
    pub example: &'static str,
    /// Its words with their meanings, for messages; empty where the words say it.
    pub meanings: &'static [&'static str],
    pub default: Default,
    /// The key of its table that it needs beside it; empty for none.
    pub with: &'static str,
}

/// What holds where a key is not given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Default {
    None,
    Number(f64),
    /// In words.
    Word(&'static str),
}

/// The keys of one table.
#[derive(Debug, PartialEq)]
pub struct Keys {
    /// `[impact]`
    pub header: &'static str,
    pub doc: &'static str,
    pub keys: &'static [Key],
    /// Keys of which a table has exactly one; empty for none.
    pub one_of: &'static [&'static str],
    /// What else holds of keys that are combined, as JSON schema; the reader checks the same.
    pub rules: &'static str,
}

impl Key {
    pub const fn new(name: &'static str, takes: Takes, doc: &'static str) -> Self {
        Self::of(name, takes).doc(doc)
    }

    /// The same, with what it means to follow.
    pub const fn of(name: &'static str, takes: Takes) -> Self {
        Self { name, takes, doc: "", required: false, example: "", meanings: &[], default: Default::None, with: "" }
    }

    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// A value of a dimension, within limits.
    pub const fn quantity(name: &'static str, dimension: Dimension, limits: Limits, doc: &'static str) -> Self {
        Self::new(name, Takes::quantity(dimension, limits), doc)
    }

    /// A parameter of a law that leaves its names to the case: a formula, a law of an engine.
    pub const fn parameter(name: &'static str, dimension: Dimension) -> Self {
        Self::number(name, dimension, "a parameter of the law")
    }

    /// Any number of a dimension.
    pub const fn number(name: &'static str, dimension: Dimension, doc: &'static str) -> Self {
        Self::quantity(name, dimension, ANY, doc)
    }

    /// One of these words.
    pub const fn word(name: &'static str, words: &'static [&'static str], doc: &'static str) -> Self {
        Self::new(name, Takes::words(words), doc)
    }

    /// One of these words, which may look like a number or a truth; the first where it is not given.
    pub const fn choice(name: &'static str, words: &'static [&'static str], doc: &'static str) -> Self {
        let default = if let [first, ..] = words { Default::Word(first) } else { Default::None };
        Self { default, ..Self::new(name, Takes::Value(Spec::Choice(words)), doc) }
    }

    /// The same without a default: it must be said.
    pub const fn needed(self) -> Self {
        Self { default: Default::None, ..self }
    }

    pub const fn required(self, example: &'static str) -> Self {
        Self { required: true, example, ..self }
    }

    /// How it is written, where something else asks for it.
    pub const fn example(self, example: &'static str) -> Self {
        Self { example, ..self }
    }

    pub const fn meanings(self, meanings: &'static [&'static str]) -> Self {
        Self { meanings, ..self }
    }

    pub const fn with(self, with: &'static str) -> Self {
        Self { with, ..self }
    }

    pub const fn unless(self, default: &'static str) -> Self {
        Self { default: Default::Word(default), ..self }
    }

    pub const fn or(self, default: f64) -> Self {
        Self { default: Default::Number(default), ..self }
    }

    /// The number that holds where it is not given; NaN where there is none.
    pub fn default_number(&self) -> f64 {
        if let Default::Number(number) = self.default { number } else { f64::NAN }
    }

    /// The dimension of a number; `None` of anything else.
    pub fn dimension(&self) -> Option<Dimension> {
        if let Some(Spec::Quantity(dimension, _)) = self.spec() { Some(dimension) } else { None }
    }

    /// The SI unit of a number; empty of anything else.
    pub fn unit(&self) -> &'static str {
        self.dimension().map_or("", Dimension::si)
    }

    /// What it means, with the words of a law that it may be.
    pub fn about(&self) -> String {
        match self.spec() {
            Some(Spec::Words(words)) => format!("{}: {}", self.doc, words.join(", ")),
            _ => self.doc.to_string(),
        }
    }

    /// The range or the choices of a value, as text: `(0, 1]`, `true | false`.
    pub fn range(&self) -> String {
        match self.spec() {
            Some(Spec::Quantity(_, limits)) => limits.to_string(),
            Some(Spec::Words(words) | Spec::Choice(words)) => words.join(" | "),
            _ => String::new(),
        }
    }

    /// The default as text; `-` where there is none.
    pub fn default_text(&self) -> String {
        match self.default {
            Default::Number(number) => number.to_string(),
            Default::Word(word) => word.to_string(),
            Default::None => "-".to_string(),
        }
    }

    /// The words that may be written, alone or among other forms.
    pub fn words(&self) -> &'static [&'static str] {
        self.form(|takes| if let Takes::Word(words) = takes { Some(*words) } else { None }).unwrap_or_default()
    }

    /// The keys of the table that may be written, alone or among other forms.
    pub fn table(&self) -> Option<&'static Keys> {
        self.form(|takes| if let Takes::Table(keys) = takes { Some(*keys) } else { None })
    }

    /// What a single value of it may be.
    pub fn spec(&self) -> Option<Spec> {
        match self.takes {
            Takes::Value(spec) => Some(spec),
            Takes::Single(dimension, limits) | Takes::Steps(dimension, limits) | Takes::Measured(dimension, limits) => {
                Some(Spec::Quantity(dimension, limits))
            }
            _ => None,
        }
    }

    fn form<T>(&self, of: fn(&Takes) -> Option<T>) -> Option<T> {
        match self.takes {
            Takes::Either(forms) => forms.iter().find_map(of),
            takes => of(&takes),
        }
    }
}

impl Keys {
    pub const fn new(header: &'static str, doc: &'static str) -> Self {
        Self { header, doc, keys: &[], one_of: &[], rules: "" }
    }

    pub const fn keys(self, keys: &'static [Key]) -> Self {
        Self { keys, ..self }
    }

    pub const fn one_of(self, one_of: &'static [&'static str]) -> Self {
        Self { one_of, ..self }
    }

    pub const fn rules(self, rules: &'static str) -> Self {
        Self { rules, ..self }
    }

    /// The key of a name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }
}

impl<'k> IntoIterator for &'k Keys {
    type Item = Key;
    type IntoIter = std::iter::Copied<std::slice::Iter<'k, Key>>;

    fn into_iter(self) -> Self::IntoIter {
        self.keys.iter().copied()
    }
}
