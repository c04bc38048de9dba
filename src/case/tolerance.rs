//! `{ within = "1 %" }`: how far two values may be apart.

use toml::de::DeValue;

use super::Tolerance;
use super::reader::{Node, Reader, kind, quoted, shown};
use super::value::{POSITIVE, setting};
use crate::units::{self, Dimension};

/// Every dimension an absolute tolerance can have.
pub(super) const DIMENSIONS: [Dimension; 14] = [
    Dimension::Length,
    Dimension::Mass,
    Dimension::Time,
    Dimension::Angle,
    Dimension::Speed,
    Dimension::AngularSpeed,
    Dimension::Acceleration,
    Dimension::Density,
    Dimension::Pressure,
    Dimension::Force,
    Dimension::Energy,
    Dimension::Stiffness,
    Dimension::Damping,
    Dimension::InverseSpeed,
];

/// What may stand in `within`, for messages.
const HOW: &str =
    "write \"1 %\", \"1e-12 relative\", \"1e-12 absolute\" (of a plain number), or a value with its unit, \"10 rad/s\"";

/// Reads `{ within = ... }` or `{ within_sigma = ... }`; `None` when it is wrong, which is then reported.
pub(super) fn read(reader: &mut Reader, node: &Node) -> Option<Tolerance> {
    let table = node.table(reader, "{ within = \"1 %\" }")?;
    let before = reader.count();
    table.only(reader, &["within", "within_sigma"]);
    match (table.get("within"), table.get("within_sigma")) {
        (Some(within), None) => self::within(reader, &within),
        (None, Some(sigma)) => setting(reader, &sigma, POSITIVE).map(Tolerance::Sigma),
        (Some(_), Some(sigma)) => {
            reader.wrong(
                sigma.key_span,
                "`within` and `within_sigma` are two ways to say how near",
                &["keep one of them"],
            );
            None
        }
        (None, None) => {
            if reader.count() == before {
                let help = format!("write:  {} = {{ within = \"1 %\" }}", shown(node.key));
                reader.wrong(node.span(), format!("{} does not say how near", quoted(node.key)), &[&help]);
            }
            None
        }
    }
}

fn within(reader: &mut Reader, node: &Node) -> Option<Tolerance> {
    let span = node.span();
    let text = match node.value.get_ref() {
        DeValue::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        DeValue::Integer(_) | DeValue::Float(_) => {
            let raw = shown(reader.raw(span.clone()));
            let help = [
                format!("write:  within = \"{raw} relative\"      part of the expected value"),
                format!("or:     within = \"{raw} <unit>\"        in the unit of the observable"),
            ];
            reader.wrong(span, format!("a bare tolerance: {raw} of what?"), &[&help[0], &help[1]]);
            return None;
        }
        other => {
            reader.wrong(span, format!("`within` should be a text, not {}", kind(other)), &[HOW]);
            return None;
        }
    };
    let (number, unit) = units::split(&text);
    let Some(value) = number.parse::<f64>().ok().filter(|value| value.is_finite()) else {
        reader.wrong(span, format!("{} is not a tolerance", quoted(&text)), &[HOW]);
        return None;
    };
    if value <= 0.0 {
        let help = "two computed numbers are never exactly equal: give the deviation that is allowed";
        reader.wrong(span, format!("a tolerance must be greater than zero, not {}", shown(&text)), &[help]);
        return None;
    }
    match unit {
        "" => {
            reader.wrong(span, format!("a bare tolerance: {} of what?", shown(number)), &[HOW]);
            None
        }
        "%" => Some(Tolerance::Relative(hundredth(number, value))),
        "relative" => Some(Tolerance::Relative(value)),
        "absolute" => Some(Tolerance::Absolute { number: number.to_string(), unit: String::new() }),
        unit if DIMENSIONS.iter().any(|&dimension| units::in_unit("1", unit, dimension).is_ok()) => {
            Some(Tolerance::Absolute { number: number.to_string(), unit: unit.to_string() })
        }
        unit => {
            reader.wrong(span, format!("{} is not a unit", quoted(unit)), &[HOW]);
            None
        }
    }
}

/// A per cent of a decimal text: `0.7` is the double nearest to 0.007.
fn hundredth(number: &str, value: f64) -> f64 {
    format!("{number}e-2").parse().unwrap_or(value / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_per_cent_is_exact() {
        assert_eq!(hundredth("0.7", 0.7), 0.007);
        assert_eq!(hundredth("1e-3", 1e-3), 1e-5);
    }
}
