//! Fitted values, `{ fit = "1 us", between = ["1 ns", "1 ms"] }`, and uncertain ones, `{ value = .., sigma = .. }`.

use super::entry::FitRole;
use toml::de::DeValue;

use super::entry::Choice;
use super::reader::{Node, Reader, Table, quoted};
use super::scalar::scalar;
use crate::error::Origin;
use crate::keys::{Key, Keys, Spec, Takes};
use crate::limits::POSITIVE;
use crate::units::Dimension;

const A_VALUE: Takes = Takes::Other("a value, with its unit", r#"{"type": ["number", "string"]}"#);
const BOUNDS: Takes = Takes::Other(
    "a list of two values",
    r#"{"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": ["number", "string"]}}"#,
);

pub(super) static UNKNOWN: Keys = Keys {
    header: "{ fit = ... }",
    doc: "a value that a calibration looks for",
    keys: &[
        Key::new("fit", A_VALUE, "where the search starts").required(""),
        Key::new("between", BOUNDS, "the lowest and the highest value that are possible")
            .required("[lowest, highest]      # the physically possible range, in the unit of `fit`"),
    ],
    rules: "",
};

pub(super) static UNCERTAIN: Keys = Keys {
    header: "{ sigma = ... }",
    doc: "a value that is known to a standard deviation",
    keys: &[
        Key::new("value", A_VALUE, "the value").required(""),
        Key::new("sigma", A_VALUE, "one standard deviation").required(""),
    ],
    rules: "",
};

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
pub(super) fn read(reader: &mut Reader, node: &Node, spec: Spec) -> Option<Option<(Choice, FitRole)>> {
    let DeValue::Table(map) = node.value.get_ref() else { return None };
    let has = |key: &str| map.contains_key(key);
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
        Spec::Words(_) | Spec::Choice(_) | Spec::Name => {
            let message =
                format!("{} is a keyword, not a number: it cannot be fitted or have a `sigma`", quoted(node.key));
            node.refuse(reader, message, &["choose one, and write one case for each"])
        }
    }
}

fn unknown(reader: &mut Reader, node: &Node, spec: Spec) -> Option<(Choice, FitRole)> {
    let dimension = dimension(reader, node, spec)?;
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
    Some((start, FitRole::Unknown { low, high, dimension }))
}

fn uncertain(reader: &mut Reader, node: &Node, spec: Spec) -> Option<(Choice, FitRole)> {
    let dimension = dimension(reader, node, spec)?;
    let table = node.table(reader, "")?;
    table.only(reader, &UNCERTAIN.names());
    let example = spec.example();
    let (value, sigma) = (table.require(reader, "value", &example), table.require(reader, "sigma", &example));
    let value = scalar(reader, &value?, spec);
    let sigma = scalar(reader, &sigma?, Spec::Quantity(dimension, POSITIVE));
    Some((value?, FitRole::Sigma { sigma: sigma?, dimension }))
}

/// A number of an experiment: a value, or a value with its deviation.
pub(super) fn quantity(reader: &mut Reader, table: &Table, key: &Key) -> Option<StatedQuantity> {
    let (node, spec) = (table.asked(reader, key)?, key.spec()?);
    let dimension = dimension(reader, &node, spec)?;
    let origin = reader.origin(node.span());
    let (choice, sigma) = match read(reader, &node, spec) {
        Some(None) => return None,
        Some(Some((choice, FitRole::Sigma { sigma, .. }))) => (choice, sigma.number()),
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
