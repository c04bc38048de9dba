//! One value: a number with its unit, or a word.

use super::entry::Choice;
use super::reader::{Node, Reader, kind, quoted, shown, suggestion};
use super::spec::{INERTIA, Limits, Spec, compact};
use crate::scene::ParameterValue;
use crate::units::{self, Dimension, UnitError};
use std::ops::Range;
use toml::de::DeValue;

/// Longest text of one value, in characters: it becomes part of the name of a scene.
const LONGEST_TEXT: usize = 64;

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
        return reader.refuse(&span, message, &[&format!("write it shorter, for example {}", spec.example())]);
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
                    return reader.refuse(&span, format!("{} is not a kind of inertia{guess}", quoted(other)), &[help]);
                }
            };
            (ParameterValue::Number(factor, Dimension::Number), text.trim().to_string())
        }
        (Spec::Inertia, DeValue::Integer(_) | DeValue::Float(_)) => {
            (plain(reader, key, &span, value, INERTIA)?, raw.to_string())
        }
        (spec, other) => {
            let message = format!("{} should be {}, not {}", quoted(key), meant(spec), kind(other));
            return reader.refuse(
                &span,
                message,
                &[&format!("write, for example:  {} = {}", shown(key), spec.example())],
            );
        }
    };
    Some(Choice { value, text, origin: reader.origin(span), row: None })
}

/// One of a few words.
pub(super) fn chosen(
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
    reader.refuse(span, message, &[&format!("choose one of: {}", words.join(", "))])
}

/// Reports why a quantity cannot be read.
pub(super) fn refused<T>(reader: &mut Reader, span: &Range<usize>, key: &str, error: &UnitError) -> Option<T> {
    let help = match error {
        UnitError::NotANumber { .. } => Some("write a number and its unit, for example \"2.5 mm\""),
        UnitError::NotFinite { .. } => Some("a case needs finite numbers"),
        _ => None,
    };
    let help: Vec<&str> = help.into_iter().collect();
    reader.refuse(span, format!("{}: {error}", quoted(key)), &help)
}

/// A bare number.
pub(super) fn plain(
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
            return reader.refuse(span, format!("{} should be a decimal number", quoted(key)), &[]);
        }
        DeValue::String(text) => {
            in_quotes(reader, key, span, text);
            return None;
        }
        other => {
            let message = format!("{} should be a plain number, not {}", quoted(key), kind(other));
            return reader.refuse(span, message, &[&format!("write, for example:  {} = 0.5", shown(key))]);
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
            format!("{key} = {}      # without quotes", shown(number)),
        ),
        (Ok(percent), "%") => (
            format!("{name} should be a plain number, not a percentage"),
            format!("{key} = {}", compact(percent / 100.0)),
        ),
        (Ok(_), _) => (format!("{name} should be a plain number without a unit"), format!("{key} = {}", shown(number))),
    };
    reader.wrong(span, message, &[&format!("write:  {advice}")]);
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
    reader.refuse(span, format!("{} {}, not {}", quoted(key), limits.demand(), shown(text)), &[])
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
