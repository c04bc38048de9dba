//! One value of a case: a number with its unit, a word, a sweep over either, or what a calibration looks for.

use std::ops::Range;

use toml::de::DeValue;

use super::Word;
use super::reader::{Node, Reader, kind, quoted, shown, suggestion};
use super::sweep::{self, compact};
use super::unknown::{self, Free};
use crate::error::Origin;
use crate::scene::ParameterValue;
use crate::units::{self, Dimension, UnitError};

/// Longest text of one value, in characters: it becomes part of the name of a scene.
const LONGEST_TEXT: usize = 64;

/// A value of the case under its path, with everything it may be.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub path: String,
    /// Of the value.
    pub origin: Origin,
    /// One for each value of a sweep; just one when nothing is swept.
    pub choices: Vec<Choice>,
    pub sweep: Option<Sweep>,
    /// What a calibration may do with it; the choice is its start or its best value then.
    pub free: Option<Free>,
}

/// How the choices of an entry advance.
#[derive(Debug, Clone, Default)]
pub(super) struct Sweep {
    /// Sweeps of one name advance together.
    pub together: Option<Word>,
    /// The dataset the values come from.
    pub dataset: Option<String>,
}

/// One value.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub value: ParameterValue,
    /// As written.
    pub text: String,
    pub origin: Origin,
    /// Row of the dataset it stands in, counted from 0.
    pub row: Option<usize>,
}

impl Choice {
    pub fn number(&self) -> Option<f64> {
        match self.value {
            ParameterValue::Number(value, _) => Some(value),
            ParameterValue::Word(_) => None,
        }
    }
}

/// What may stand at a place.
#[derive(Debug, Clone, Copy)]
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
}

impl Spec {
    /// How a value of this kind is written.
    pub fn example(self) -> String {
        match self {
            Self::Quantity(dimension, _) => dimension.example().to_string(),
            Self::Words(words) | Self::Choice(words) => format!("\"{}\"", words.first().copied().unwrap_or_default()),
            Self::Name => "\"glass\"".to_string(),
            Self::Inertia => "\"solid\"".to_string(),
        }
    }
}

/// Which numbers make sense at a place.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub low: Bound,
    pub high: Bound,
    pub whole: bool,
    /// What is said in place of the bounds, or empty.
    say: &'static str,
    /// Why, in words, or empty.
    because: &'static str,
}

/// One end of a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    None,
    /// Itself a part of the range.
    At(f64),
    Beyond(f64),
}

/// Anything finite; a law says itself what it can work with.
pub(super) const ANY: Limits = Limits { low: Bound::None, high: Bound::None, whole: false, say: "", because: "" };
pub(super) const POSITIVE: Limits = ANY.above(0.0);

impl Limits {
    pub const fn above(self, low: f64) -> Self {
        Self { low: Bound::Beyond(low), ..self }
    }

    pub const fn at_least(self, low: f64) -> Self {
        Self { low: Bound::At(low), ..self }
    }

    pub const fn below(self, high: f64) -> Self {
        Self { high: Bound::Beyond(high), ..self }
    }

    pub const fn at_most(self, high: f64) -> Self {
        Self { high: Bound::At(high), ..self }
    }

    /// A whole number from `low` to `high`.
    pub const fn whole(low: f64, high: f64) -> Self {
        Self { whole: true, ..ANY.at_least(low).at_most(high) }
    }

    pub const fn say(self, say: &'static str) -> Self {
        Self { say, ..self }
    }

    pub const fn because(self, because: &'static str) -> Self {
        Self { because, ..self }
    }

    pub fn hold(&self, x: f64) -> bool {
        let low = match self.low {
            Bound::None => true,
            Bound::At(low) => x >= low,
            Bound::Beyond(low) => x > low,
        };
        let high = match self.high {
            Bound::None => true,
            Bound::At(high) => x <= high,
            Bound::Beyond(high) => x < high,
        };
        low && high && (!self.whole || x.fract() == 0.0)
    }

    /// `above 0 and at most 0.5`; empty where anything goes.
    pub fn range(&self) -> String {
        let low = match self.low {
            Bound::None => None,
            Bound::At(low) => Some(format!("at least {}", compact(low))),
            Bound::Beyond(low) => Some(format!("above {}", compact(low))),
        };
        let high = match self.high {
            Bound::None => None,
            Bound::At(high) => Some(format!("at most {}", compact(high))),
            Bound::Beyond(high) => Some(format!("below {}", compact(high))),
        };
        match (self.whole, self.low, self.high) {
            (true, Bound::At(low), Bound::At(high)) => {
                format!("a whole number from {} to {}", compact(low), compact(high))
            }
            _ => [low, high].into_iter().flatten().collect::<Vec<_>>().join(" and "),
        }
    }

    /// `must be greater than zero`
    fn demand(&self) -> String {
        let because = if self.because.is_empty() { String::new() } else { format!(" ({})", self.because) };
        match (self.say, self.low, self.high) {
            ("", Bound::Beyond(0.0), Bound::None) => format!("must be greater than zero{because}"),
            ("", ..) => format!("must be {}{because}", self.range()),
            (say, ..) => say.to_string(),
        }
    }
}

/// Moment of inertia over `m r^2`: any number up to the 1 of a ring.
const INERTIA: Limits = POSITIVE.at_most(1.0).because("a solid sphere has 0.4");

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

/// Reads one value; what is wrong with it is reported.
pub(super) fn single(
    reader: &mut Reader,
    key: &str,
    span: Range<usize>,
    value: &DeValue,
    spec: Spec,
) -> Option<Choice> {
    let raw = reader.raw(span.clone());
    let long = if let DeValue::String(text) = value { text.trim() } else { raw };
    if long.chars().count() > LONGEST_TEXT
        && matches!(value, DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_))
    {
        let message = format!("the value of {} is longer than {LONGEST_TEXT} characters", quoted(key));
        reader.wrong(span, message, &[&format!("write it shorter, for example {}", spec.example())]);
        return None;
    }
    let (value, text) = match (spec, value) {
        (Spec::Quantity(Dimension::Number, limits), _) => (plain(reader, key, &span, value, limits)?, raw.to_string()),
        (Spec::Quantity(dimension, limits), DeValue::String(text)) => {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if units::split(&text).0.parse::<f64>().is_ok_and(|number| !number.is_finite()) {
                return refused(reader, &span, key, &UnitError::NotFinite { text });
            }
            match units::parse(&text, dimension) {
                Ok(number) => (within(reader, key, &span, number, &text, dimension, limits)?, text),
                Err(error) => return refused(reader, &span, key, &error),
            }
        }
        (Spec::Quantity(dimension, _), DeValue::Integer(_) | DeValue::Float(_)) => {
            let finite = raw.replace('_', "").parse::<f64>().is_ok_and(f64::is_finite);
            let text = raw.to_string();
            let error = if finite { UnitError::Missing { text, dimension } } else { UnitError::NotFinite { text } };
            return refused(reader, &span, key, &error);
        }
        (Spec::Words(words) | Spec::Choice(words), DeValue::String(text)) => {
            chosen(reader, key, &span, text.trim(), words)?
        }
        (Spec::Choice(words), DeValue::Boolean(_) | DeValue::Integer(_) | DeValue::Float(_)) => {
            chosen(reader, key, &span, raw, words)?
        }
        (Spec::Name, DeValue::String(text)) => (ParameterValue::Word(text.to_string()), text.to_string()),
        (Spec::Inertia, DeValue::String(text)) => {
            let factor = match text.trim() {
                "solid" => 0.4,
                "thin-shell" => 2.0 / 3.0,
                other => {
                    let guess = suggestion(other, ["solid", "thin-shell"]);
                    let help = "write \"solid\", \"thin-shell\", or the number I/(m r^2), 0.4 for a solid sphere";
                    reader.wrong(span, format!("{} is not a kind of inertia{guess}", quoted(other)), &[help]);
                    return None;
                }
            };
            (ParameterValue::Number(factor, Dimension::Number), text.trim().to_string())
        }
        (Spec::Inertia, DeValue::Integer(_) | DeValue::Float(_)) => {
            (plain(reader, key, &span, value, INERTIA)?, raw.to_string())
        }
        (spec, other) => {
            let message = format!("{} should be {}, not {}", quoted(key), meant(spec), kind(other));
            reader.wrong(span, message, &[&format!("write, for example:  {} = {}", shown(key), spec.example())]);
            return None;
        }
    };
    Some(Choice { value, text, origin: reader.origin(span), row: None })
}

/// One of a few words.
fn chosen(
    reader: &mut Reader,
    key: &str,
    span: &Range<usize>,
    text: &str,
    words: &[&str],
) -> Option<(ParameterValue, String)> {
    if words.contains(&text) {
        return Some((ParameterValue::Word(text.to_string()), text.to_string()));
    }
    // Every digit is near every other.
    let guess = if text.len() < 2 { String::new() } else { suggestion(text, words.iter().copied()) };
    let message = format!("{} is not a choice of {}{guess}", quoted(text), quoted(key));
    reader.wrong(span.clone(), message, &[&format!("choose one of: {}", words.join(", "))]);
    None
}

/// Reports why a quantity cannot be read.
fn refused<T>(reader: &mut Reader, span: &Range<usize>, key: &str, error: &UnitError) -> Option<T> {
    let help = match error {
        UnitError::NotANumber { .. } => Some("write a number and its unit, for example \"2.5 mm\""),
        UnitError::NotFinite { .. } => Some("a case needs finite numbers"),
        _ => None,
    };
    let help: Vec<&str> = help.into_iter().collect();
    reader.wrong(span.clone(), format!("{}: {error}", quoted(key)), &help);
    None
}

/// A bare number.
fn plain(
    reader: &mut Reader,
    key: &str,
    span: &Range<usize>,
    value: &DeValue,
    limits: Limits,
) -> Option<ParameterValue> {
    let raw = reader.raw(span.clone());
    let digits = match value {
        DeValue::Float(float) => float.as_str(),
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
        DeValue::Integer(_) => {
            reader.wrong(span.clone(), format!("{} should be a decimal number", quoted(key)), &[]);
            return None;
        }
        DeValue::String(text) => {
            in_quotes(reader, key, span, text);
            return None;
        }
        other => {
            let message = format!("{} should be a plain number, not {}", quoted(key), kind(other));
            reader.wrong(span.clone(), message, &[&format!("write, for example:  {} = 0.5", shown(key))]);
            return None;
        }
    };
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => within(reader, key, span, number, raw, Dimension::Number, limits),
        _ => refused(reader, span, key, &UnitError::NotFinite { text: raw.to_string() }),
    }
}

/// Reports a text where a bare number should stand.
fn in_quotes(reader: &mut Reader, key: &str, span: &Range<usize>, text: &str) {
    let (number, unit) = units::split(text);
    let (name, key) = (quoted(key), shown(key));
    let (message, advice) = match (number.parse::<f64>(), unit) {
        (Err(_), _) => (format!("{name} should be a plain number, not {}", quoted(text)), format!("{key} = 0.5")),
        (Ok(_), "") => (
            format!("{name} should be a plain number, not a text"),
            format!("{key} = {}      without quotes", shown(number)),
        ),
        (Ok(percent), "%") => (
            format!("{name} should be a plain number, not a percentage"),
            format!("{key} = {}", compact(percent / 100.0)),
        ),
        (Ok(_), _) => (format!("{name} should be a plain number without a unit"), format!("{key} = {}", shown(number))),
    };
    reader.wrong(span.clone(), message, &[&format!("write:  {advice}")]);
}

/// A bare number that is not part of the physics, such as a tolerance.
pub(super) fn setting(reader: &mut Reader, node: &Node, limits: Limits) -> Option<f64> {
    match plain(reader, node.key, &node.span(), node.value.get_ref(), limits)? {
        ParameterValue::Number(value, _) => Some(value),
        ParameterValue::Word(_) => None,
    }
}

/// A number, if it makes sense where it stands.
pub(super) fn within(
    reader: &mut Reader,
    key: &str,
    span: &Range<usize>,
    number: f64,
    text: &str,
    dimension: Dimension,
    limits: Limits,
) -> Option<ParameterValue> {
    if limits.hold(number) {
        return Some(ParameterValue::Number(number, dimension));
    }
    reader.wrong(span.clone(), format!("{} {}, not {}", quoted(key), limits.demand(), shown(text)), &[]);
    None
}

fn meant(spec: Spec) -> &'static str {
    match spec {
        Spec::Quantity(Dimension::Number, _) => "a plain number",
        Spec::Quantity(..) => "a number with its unit",
        Spec::Words(_) | Spec::Choice(_) => "one of its keywords",
        Spec::Name => "a name in quotes",
        Spec::Inertia => "\"solid\", \"thin-shell\" or a number",
    }
}
