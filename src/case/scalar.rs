//! A single value: a number with its unit, a word, a direction.

use toml::de::DeValue;

use super::reader::{Choice, Node, Reader, kind, quoted, shown, suggestion};
use crate::keys::Spec;
use crate::law::scene::ParameterValue;
use crate::limits::{Limits, POSITIVE, compact};
use crate::units::{self, Dimension, UnitError};

/// Moment of inertia over `m r^2` of a homogeneous sphere.
pub(super) const SOLID: f64 = 0.4;

/// Moment of inertia over `m r^2`: any number up to the 1 of a ring.
const INERTIA: Limits = POSITIVE.at_most(1.0).because("a solid sphere has 0.4");

/// Longest text of one value, in characters: it becomes part of the name of a scene.
pub(super) const LONGEST_TEXT: usize = 64;

/// Reads one value; what is wrong with it is reported.
pub(super) fn scalar(reader: &mut Reader, node: &Node, spec: Spec) -> Option<Choice> {
    let (raw, value) = (reader.raw(node.span()), node.value.get_ref());
    let long = if let DeValue::String(text) = value { text.trim() } else { raw };
    if !matches!(spec, Spec::Text(_))
        && long.chars().count() > LONGEST_TEXT
        && matches!(value, DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_))
    {
        let message = format!("the value of {} is longer than {LONGEST_TEXT} characters", quoted(node.key));
        return node.refuse(reader, message, &[&format!("write it shorter, for example {}", spec.example())]);
    }
    let (value, text) = match (spec, value) {
        (Spec::Quantity(Dimension::Number, limits), _) => (plain(reader, node, limits)?, raw.to_string()),
        (Spec::Quantity(dimension, limits), DeValue::String(text)) => {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if units::split(&text).0.parse::<f64>().is_ok_and(|number| !number.is_finite()) {
                return refused(reader, node, &UnitError::NotFinite { text });
            }
            match units::parse(&text, dimension) {
                Ok(number) => (within(reader, node, number, &text, dimension, limits)?, text),
                Err(error) => return refused(reader, node, &error),
            }
        }
        (Spec::Quantity(dimension, _), DeValue::Integer(_) | DeValue::Float(_)) => {
            let finite = raw.replace('_', "").parse::<f64>().is_ok_and(f64::is_finite);
            let text = raw.to_string();
            let error = if finite { UnitError::Missing { text, dimension } } else { UnitError::NotFinite { text } };
            return refused(reader, node, &error);
        }
        (Spec::Words(words) | Spec::Choice(words), DeValue::String(text)) => chosen(reader, node, text.trim(), words)?,
        (Spec::Choice(words), DeValue::Boolean(_) | DeValue::Integer(_) | DeValue::Float(_)) => {
            chosen(reader, node, raw, words)?
        }
        (Spec::Text(example), DeValue::String(_)) => {
            let text = node.text(reader, example)?;
            (ParameterValue::Word(text.clone()), text)
        }
        (Spec::Name, DeValue::String(text)) => (ParameterValue::Word(text.to_string()), text.to_string()),
        (Spec::Inertia, DeValue::String(text)) => {
            let factor = match text.trim() {
                "solid" => SOLID,
                "thin-shell" => 2.0 / 3.0,
                other => {
                    let guess = suggestion(other, ["solid", "thin-shell"]);
                    let help = "write \"solid\", \"thin-shell\", or the number I/(m r^2), 0.4 for a solid sphere";
                    return node.refuse(reader, format!("{} is not a kind of inertia{guess}", quoted(other)), &[help]);
                }
            };
            (ParameterValue::Number(factor, Dimension::Number), text.trim().to_string())
        }
        (Spec::Inertia, DeValue::Integer(_) | DeValue::Float(_)) => (plain(reader, node, INERTIA)?, raw.to_string()),
        (spec, _) => {
            let help = format!("write, for example:  {} = {}", shown(node.key), spec.example());
            return node.should_be(reader, meant(spec), &[&help]);
        }
    };
    Some(Choice { value, text, origin: reader.origin(node.span()), row: None })
}

/// One of a few words.
fn chosen(reader: &mut Reader, node: &Node, text: &str, words: &[&str]) -> Option<(ParameterValue, String)> {
    if words.contains(&text) {
        return Some((ParameterValue::Word(text.to_string()), text.to_string()));
    }
    // Every digit is near every other.
    let guess = if text.len() < 2 { String::new() } else { suggestion(text, words.iter().copied()) };
    let message = format!("{} is not a choice of {}{guess}", quoted(text), quoted(node.key));
    node.refuse(reader, message, &[&format!("choose one of: {}", words.join(", "))])
}

/// Reports why a quantity cannot be read.
fn refused<T>(reader: &mut Reader, node: &Node, error: &UnitError) -> Option<T> {
    let help = match error {
        UnitError::NotANumber { .. } => Some("write a number and its unit, for example \"2.5 mm\""),
        UnitError::NotFinite { .. } => Some("a case needs finite numbers"),
        _ => None,
    };
    let help: Vec<&str> = help.into_iter().collect();
    node.refuse(reader, format!("{}: {error}", quoted(node.key)), &help)
}

/// A number without a unit.
fn plain(reader: &mut Reader, node: &Node, limits: Limits) -> Option<ParameterValue> {
    let raw = reader.raw(node.span());
    let digits = match node.value.get_ref() {
        DeValue::Float(float) => float.as_str(),
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
        DeValue::Integer(_) => {
            return node.refuse(reader, format!("{} should be a decimal number", quoted(node.key)), &[]);
        }
        DeValue::String(text) => return in_quotes(reader, node, text, limits),
        _ => {
            let help = format!("write, for example:  {} = {}", shown(node.key), compact(limits.example()));
            return node.should_be(reader, "a plain number", &[&help]);
        }
    };
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => within(reader, node, number, raw, Dimension::Number, limits),
        _ => refused(reader, node, &UnitError::NotFinite { text: raw.to_string() }),
    }
}

/// Reports a text in place of a number without a unit.
fn in_quotes<T>(reader: &mut Reader, node: &Node, text: &str, limits: Limits) -> Option<T> {
    let (number, unit) = units::split(text);
    let (name, key) = (quoted(node.key), shown(node.key));
    let (message, advice) = match (number.parse::<f64>(), unit) {
        (Err(_), _) => (
            format!("{name} should be a plain number, not {}", quoted(text)),
            format!("{key} = {}", compact(limits.example())),
        ),
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
    node.refuse(reader, message, &[&format!("write:  {advice}")])
}

/// A number without a unit that is not part of the physics, such as a tolerance.
pub(super) fn setting(reader: &mut Reader, node: &Node, limits: Limits) -> Option<f64> {
    match plain(reader, node, limits)? {
        ParameterValue::Number(value, _) => Some(value),
        ParameterValue::Word(_) => None,
    }
}

/// Checks a number against its limits.
pub(super) fn within(
    reader: &mut Reader,
    node: &Node,
    number: f64,
    text: &str,
    dimension: Dimension,
    limits: Limits,
) -> Option<ParameterValue> {
    if limits.hold(number) {
        return Some(ParameterValue::Number(number, dimension));
    }
    node.refuse(reader, format!("{} {}, not {}", quoted(node.key), limits.demand(), shown(text)), &[])
}

fn meant(spec: Spec) -> &'static str {
    match spec {
        Spec::Quantity(Dimension::Number, _) => "a plain number",
        Spec::Quantity(..) => "a number with its unit",
        Spec::Words(_) | Spec::Choice(_) => "one of its keywords",
        Spec::Name => "a name in quotes",
        Spec::Inertia => "\"solid\", \"thin-shell\" or a number",
        Spec::Text(_) => "a formula in quotes",
    }
}

/// Reads a direction at length one and keeps it as written under `path`.
pub(super) fn direction(reader: &mut Reader, node: &Node, path: String) -> Option<[f64; 3]> {
    let direction = unit_direction(reader, node)?;
    let text = reader.raw(node.span()).trim_matches(['"', '\'']).split_whitespace().collect::<Vec<_>>().join(" ");
    reader.word(path, &shown(&text), node.span());
    Some(direction)
}

/// Reads a direction at length one.
pub(super) fn unit_direction(reader: &mut Reader, node: &Node) -> Option<[f64; 3]> {
    let direction = match node.value.get_ref() {
        DeValue::String(text) => axis(text.trim()),
        DeValue::Array(items) => {
            let numbers: Vec<f64> = items.iter().filter_map(|item| number(item.get_ref())).collect();
            <[f64; 3]>::try_from(numbers).ok().filter(|_| items.len() == 3).and_then(unit)
        }
        _ => None,
    };
    if direction.is_none() {
        let what = match node.value.get_ref() {
            DeValue::String(text) => quoted(text),
            DeValue::Array(_) => "this".to_string(),
            other => kind(other).to_string(),
        };
        let help = "write \"+z\", \"-x\", ..., or three numbers that are not all zero, [0, 0, 1]";
        reader.wrong(&node.span(), format!("{what} is not a direction"), &[help]);
    }
    direction
}

/// `+z`, `-x`
pub fn axis(text: &str) -> Option<[f64; 3]> {
    let (sign, letter) = match text.as_bytes() {
        [b'+', letter] => (1.0, letter),
        [b'-', letter] => (-1.0, letter),
        _ => return None,
    };
    let at = b"xyz".iter().position(|axis| axis == letter)?;
    let mut normal = [0.0; 3];
    normal[at] = sign;
    Some(normal)
}

/// A finite number, of decimal digits.
pub(super) fn number(value: &DeValue) -> Option<f64> {
    let number: f64 = match value {
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse().ok()?,
        DeValue::Float(float) => float.as_str().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// The direction at length one; scaled first, so that neither tiny nor huge components are lost.
pub fn unit(components: [f64; 3]) -> Option<[f64; 3]> {
    let largest = components.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
    if largest == 0.0 {
        return None;
    }
    let scaled = components.map(|c| c / largest);
    let length = scaled.iter().map(|c| c * c).sum::<f64>().sqrt();
    Some(scaled.map(|c| c / length))
}
