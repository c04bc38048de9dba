//! Tolerances: `{ within = "1 %" }` for two values, `{ order = 2.0, give_or_take = 0.1 }` for an order of convergence.

use toml::de::DeValue;

use super::reader::{Node, Reader, Table, quoted, shown};
use super::{Relation, Tolerance};
use crate::keys::{Key, Keys, Takes};
use crate::limits::{Limits, POSITIVE};
use crate::units;

/// An error that does not decrease has no order; no scheme here has an order near ten.
const ORDERS: Limits = POSITIVE.at_most(10.0);

const WITHIN: Key = Key::new(
    "within",
    Takes::Other("a number and %, relative, absolute or a unit", r##"{"$ref": "#/$defs/within"}"##),
    "\"1 %\", \"1e-12 relative\", \"10 rad/s\", or \"1e-12 absolute\" of a plain number",
);
const WITHIN_SIGMA: Key =
    Key::new("within_sigma", Takes::Setting(POSITIVE), "multiples of the uncertainty of both together");
const ORDER: Key = Key::new("order", Takes::Setting(ORDERS), "fitted to the worst errors");
const GIVE_OR_TAKE: Key = Key::new("give_or_take", Takes::Setting(POSITIVE), "beside order");
const ORDER_AT_LEAST: Key = Key::new("order_at_least", Takes::Setting(ORDERS), "instead of order");

pub(super) static NEAR: Keys = Keys {
    header: "expect.OBSERVABLE, with agrees_with",
    doc: "how far observed and expected may be apart",
    keys: &[WITHIN, WITHIN_SIGMA],
    rules: r#"{"minProperties": 1, "maxProperties": 1}"#,
};

pub(super) static FALLS: Keys = Keys {
    header: "expect.OBSERVABLE, with converges_to",
    doc: "how fast the error falls with the time step",
    keys: &[ORDER, GIVE_OR_TAKE, ORDER_AT_LEAST],
    rules: r#"{"oneOf": [{"required": ["order", "give_or_take"]}, {"required": ["order_at_least"]}],
               "if": {"required": ["order_at_least"]}, "then": {"maxProperties": 1}}"#,
};

/// The forms of `within`, for messages.
const HOW: &str =
    "write \"1 %\", \"1e-12 relative\", \"1e-12 absolute\" (of a plain number), or a value with its unit, \"10 rad/s\"";

/// The keys of a tolerance.
pub(super) fn keys() -> Vec<&'static str> {
    [NEAR.names(), FALLS.names()].concat()
}

/// How a tolerance of an observable is written, for messages. A residual is zero: no fraction of it is allowed.
pub(super) fn example(relation: Option<Relation>, observable: &str) -> &'static str {
    match relation {
        None | Some(Relation::AgreesWith) if observable.ends_with("_residual") => "{ within = \"1e-9 absolute\" }",
        None | Some(Relation::AgreesWith) => "{ within = \"1 %\" }",
        Some(Relation::ConvergesTo) => "{ order = 2.0, give_or_take = 0.1 }",
    }
}

/// Reads `{ within = ... }`, or `{ order = ... }` beside `converges_to`; `None` when it is wrong, which is then
/// reported. Where nothing is claimed, which is reported elsewhere, either will do.
pub(super) fn read(reader: &mut Reader, node: &Node, claimed: Option<Relation>) -> Option<Tolerance> {
    let table = node.table(reader, example(claimed, node.key))?;
    let first = |keys: &Keys| keys.into_iter().find_map(|key| table.get(key.name));
    let ordered = first(&FALLS).is_some();
    let relation = claimed.unwrap_or(if ordered { Relation::ConvergesTo } else { Relation::AgreesWith });
    let before = reader.count();
    table.only(reader, &keys());
    let or_within = example(claimed, node.key);
    let or_within = format!("replace `agrees_with` by `converges_to = \"reference\"`, or write {or_within}");
    let (own, foreign, what, message, help) = match relation {
        Relation::AgreesWith => {
            (&NEAR, &FALLS, "tolerance", "`order` is only valid with `converges_to`", or_within.as_str())
        }
        Relation::ConvergesTo => (
            &FALLS,
            &NEAR,
            "order",
            "`within` and `within_sigma` are only valid with `agrees_with`",
            "write:  { order = 2.0, give_or_take = 0.1 }   or   { order_at_least = 1.0 }",
        ),
    };
    if let Some(node) = first(foreign) {
        return node.refuse_key(reader, message, &[help]);
    }
    if first(own).is_none() {
        if reader.count() == before {
            let help = format!("write:  {} = {}", shown(node.key), example(Some(relation), node.key));
            reader.wrong(&node.span(), format!("{} has no {what}", quoted(node.key)), &[&help]);
        }
        return None;
    }
    match relation {
        Relation::AgreesWith => near(reader, &table),
        Relation::ConvergesTo => order(reader, &table),
    }
}

/// `{ within = "1 %" }`, `{ within_sigma = 2 }`
fn near(reader: &mut Reader, table: &Table) -> Option<Tolerance> {
    match (table.get("within"), table.get("within_sigma")) {
        (Some(within), None) => self::within(reader, &within),
        (None, Some(_)) => table.stated(reader, &WITHIN_SIGMA).map(Tolerance::Sigma),
        (_, sigma) => {
            let message = "`within` and `within_sigma` both set the tolerance";
            reader.refuse(&sigma?.key_span, message, &["keep one of them"])
        }
    }
}

/// `{ order = 2.0, give_or_take = 0.1 }`, `{ order_at_least = 1.0 }`
fn order(reader: &mut Reader, table: &Table) -> Option<Tolerance> {
    match (table.get("order"), table.get("give_or_take"), table.get("order_at_least")) {
        (Some(_), Some(_), None) => {
            let (order, spread) = (table.stated(reader, &ORDER), table.stated(reader, &GIVE_OR_TAKE));
            Some(Tolerance::Order { order: order?, give_or_take: spread? })
        }
        (None, None, Some(_)) => table.stated(reader, &ORDER_AT_LEAST).map(Tolerance::OrderAtLeast),
        (Some(order), None, None) => {
            let raw = shown(reader.raw(order.span()));
            let help = [
                format!("write:  {{ order = {raw}, give_or_take = 0.1 }}"),
                format!("or:     {{ order_at_least = {raw} }}"),
            ];
            let message = "`order` requires `give_or_take`: a fitted order never equals the theoretical one exactly";
            order.refuse_key(reader, message, &[&help[0], &help[1]])
        }
        (None, Some(spread), _) => {
            let help = "write:  { order = 2.0, give_or_take = 0.1 }";
            spread.refuse_key(reader, "`give_or_take` is only valid with `order`", &[help])
        }
        (_, _, least) => {
            let message = "`order` and `order_at_least` both set the order";
            reader.refuse(&least?.key_span, message, &["keep one of them"])
        }
    }
}

/// Reports a tolerance that is a bare number, with what to write between two pieces of text.
pub(super) fn without_unit<T>(reader: &mut Reader, node: &Node, before: &str, after: &str) -> Option<T> {
    let raw = shown(reader.raw(node.span()));
    let help = [
        format!("write:  {before}within = \"{raw} relative\"{after}      # a fraction of the expected value"),
        format!("or:     {before}within = \"{raw} <unit>\"{after}        # in the unit of the observable"),
    ];
    node.refuse(reader, format!("the tolerance {raw} has no unit"), &[&help[0], &help[1]])
}

fn within(reader: &mut Reader, node: &Node) -> Option<Tolerance> {
    let span = node.span();
    let text = match node.value.get_ref() {
        DeValue::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        DeValue::Integer(_) | DeValue::Float(_) => {
            return without_unit(reader, node, "", "");
        }
        _ => return node.should_be(reader, "a text", &[HOW]),
    };
    let (number, unit) = units::split(&text);
    let Some(value) = number.parse::<f64>().ok().filter(|value| value.is_finite()) else {
        return reader.refuse(&span, format!("{} is not a tolerance", quoted(&text)), &[HOW]);
    };
    if value <= 0.0 {
        let help = "computed numbers are never exactly equal: give the allowed deviation";
        return reader.refuse(&span, format!("a tolerance must be greater than zero, not {}", shown(&text)), &[help]);
    }
    match unit {
        "" => reader.refuse(&span, format!("the tolerance {} has no unit", shown(number)), &[HOW]),
        "%" => Some(Tolerance::Relative(percent(number, value))),
        "relative" => Some(Tolerance::Relative(value)),
        "absolute" => Some(Tolerance::Absolute { number: number.to_string(), unit: String::new() }),
        unit if units::MEASURED.iter().any(|&dimension| units::in_unit("1", unit, dimension).is_ok()) => {
            Some(Tolerance::Absolute { number: number.to_string(), unit: unit.to_string() })
        }
        unit => reader.refuse(&span, format!("{} is not a unit", quoted(unit)), &[HOW]),
    }
}

/// What is written of an observable that has no value.
const NO_VALUE: &str = "no value";

/// How a deviation is written beside such a tolerance.
pub(super) fn seen_example(tolerance: &Tolerance) -> String {
    match tolerance {
        Tolerance::Relative(_) => "\"12 %\"".to_string(),
        Tolerance::Sigma(_) => "\"4.1 sigma\"".to_string(),
        Tolerance::Order { .. } | Tolerance::OrderAtLeast(_) => "0.31".to_string(),
        Tolerance::Absolute { unit, .. } if unit.is_empty() => "\"1e-3 absolute\"".to_string(),
        Tolerance::Absolute { unit, .. } => format!("\"12 {}\"", shown(unit)),
    }
}

/// A deviation beside this tolerance, as written and in the unit in which both are compared: `"12 %"`, `"4.1 sigma"`, `0.31` of an order, or
/// `"no value"`.
pub(super) fn seen(reader: &mut Reader, node: &Node, tolerance: &Tolerance) -> Option<(String, Option<f64>)> {
    let text = match node.value.get_ref() {
        DeValue::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        DeValue::Integer(_) | DeValue::Float(_) => reader.raw(node.span()).to_string(),
        _ => return node.should_be(reader, "a deviation", &[&format!("write:  {}", seen_example(tolerance))]),
    };
    if text == NO_VALUE {
        return Some((text, None));
    }
    let (number, unit) = units::split(&text);
    let value = number.parse::<f64>().ok().filter(|value| value.is_finite() && *value > 0.0);
    let in_units_of = |tolerated: &str| {
        let of = units::MEASURED.iter().filter(|of| units::in_unit("1", tolerated, **of).is_ok());
        of.filter_map(|of| units::in_unit(number, unit, *of).ok()).next()
    };
    let off = value.and_then(|value| match (tolerance, unit) {
        (Tolerance::Relative(_), "%") => Some(percent(number, value)),
        (Tolerance::Relative(_), "relative") | (Tolerance::Sigma(_), "sigma" | "σ") => Some(value),
        (Tolerance::Order { .. } | Tolerance::OrderAtLeast(_), "") => Some(value),
        (Tolerance::Absolute { unit: tolerated, .. }, "absolute") if tolerated.is_empty() => Some(value),
        (Tolerance::Absolute { unit: tolerated, .. }, _) => in_units_of(tolerated),
        _ => None,
    });
    if off.is_none() {
        let help = format!("write it as its tolerance:  {} = {}   or  {NO_VALUE:?}", node.key, seen_example(tolerance));
        return node.refuse(reader, format!("{} is not a deviation of {}", quoted(&text), quoted(node.key)), &[&help]);
    }
    Some((text, off))
}

/// One per cent of a decimal text: `0.7` gives the double nearest to 0.007.
pub fn percent(number: &str, value: f64) -> f64 {
    format!("{number}e-2").parse().unwrap_or(value / 100.0)
}
