//! `{ sweep = ... }`: a list, a list with one unit, a range, or the abscissae of a dataset.

use toml::de::DeValue;

use super::Word;
use super::reader::{Choice, Node, Reader, Sweep, Table, kind, quoted, shown};
use super::scalar::{scalar, setting, within};
use crate::data::{Dataset, RowKind};
use crate::error::Error;
use crate::keys::{Key, Keys, Spec, Takes};
use crate::law::scene::ParameterValue;
use crate::limits::{Limits, compact};
use crate::number;
use crate::units::{self, Dimension};

/// Whether a text names a folder: a list of numbers begins with a number, and may have a `/` in its unit.
fn is_folder(text: &str) -> bool {
    text.contains('/') && (text.starts_with(char::is_alphabetic) || text.starts_with("./"))
}

const STEPS: Limits = Limits::whole(2.0, 10_000.0);

const VALUES: Takes = Takes::Either(&[
    Takes::Other(
        "a list of values",
        r#"{"type": "array", "minItems": 1, "items": {"type": ["number", "string", "boolean"]}}"#,
    ),
    Takes::Other(
        "numbers with one unit, `\"5 10 15 deg\"`, or the folder of a dataset",
        r#"{"type": "string", "minLength": 1}"#,
    ),
    Takes::Table(&RANGE),
]);
const SWEEP: Key = Key::new("sweep", VALUES, "the values").required("[...]");
const TOGETHER: Key =
    Key::new("together", Takes::Line, "sweeps of the same name advance together; others multiply").example("\"sizes\"");

pub(super) static SWEPT: Keys =
    Keys::new("{ sweep = ... }", "a value that is swept: a scene for each").keys(&[SWEEP, TOGETHER]);

/// One value, such as an end of a range.
pub(super) const A_VALUE: Takes = Takes::Other("a value, with its unit", r#"{"type": ["number", "string"]}"#);
const SCALE: Key = Key::new("scale", Takes::Word(&["linear", "log"]), "how the values are spaced").unless("linear");

static RANGE: Keys = Keys::new("{ from = ..., to = ... }", "evenly spaced values, both ends included").keys(&[
    Key::new("from", A_VALUE, "the first value").required(""),
    Key::new("to", A_VALUE, "the last value").required(""),
    Key::new("steps", Takes::Setting(STEPS), "how many values").required("11"),
    SCALE,
]);

/// Reads `{ sweep = ..., together = "name" }`.
pub(super) fn read(reader: &mut Reader, node: &Node, spec: Spec) -> Option<(Vec<Choice>, Sweep)> {
    let table = node.table(reader, "")?;
    if let Some(fit) = table.get("fit") {
        let message = format!("{} is not a physical parameter and cannot be fitted", quoted(node.key));
        return fit.refuse_key(reader, message, &["give it a value, or a sweep"]);
    }
    let misspelt = table.misspells("sweep");
    if table.has("sweep") || misspelt {
        table.only(reader, &SWEPT.names());
    }
    let Some(sweep) = table.get("sweep") else {
        if !misspelt {
            let message = format!("{} should be a value or a sweep", quoted(node.key));
            let value = format!("write:  {} = {}", shown(node.key), spec.example());
            reader.wrong(&node.span(), message, &[&value, &how(node.key)]);
        }
        return None;
    };
    let mut advance = Sweep::default();
    if let Some(node) = table.get("together") {
        let text = node.text(reader, TOGETHER.example)?;
        advance.together = Some(Word { text, origin: reader.origin(node.span()) });
    }
    let here = node.item(sweep.value);
    let choices = match (sweep.value.get_ref(), spec) {
        (DeValue::Array(items), _) => {
            let before = reader.count();
            let choices: Vec<Choice> = items.iter().filter_map(|item| scalar(reader, &node.item(item), spec)).collect();
            (reader.count() == before).then_some(choices)?
        }
        (DeValue::String(text), Spec::Quantity(dimension, limits)) if is_folder(text) => {
            advance.dataset = Some(text.to_string());
            from_dataset(reader, &here, text, dimension, limits)?
        }
        (DeValue::String(text), Spec::Quantity(dimension, limits)) => list(reader, &here, text, dimension, limits)?,
        (DeValue::Table(_), Spec::Quantity(dimension, _)) => {
            let range = sweep.table(reader, "")?;
            steps(reader, node.key, &range, dimension, spec)?
        }
        (other, _) => {
            let message = format!("a sweep over {} should be a list, not {}", quoted(node.key), kind(other));
            return sweep.refuse(reader, message, &[&how(node.key)]);
        }
    };
    if choices.is_empty() {
        let message = format!("the sweep over {} is empty", quoted(node.key));
        return sweep.refuse(reader, message, &["give it at least one value"]);
    }
    Some((choices, advance))
}

fn how(key: &str) -> String {
    format!("or:     {} = {{ sweep = [...] }}", shown(key))
}

/// `"5 10 15 deg"`
fn list(reader: &mut Reader, node: &Node, text: &str, dimension: Dimension, limits: Limits) -> Option<Vec<Choice>> {
    let values = match units::parse_list(text, dimension) {
        Ok(values) => values,
        Err(error) => {
            let help =
                "write the numbers, then their unit, for example \"5 10 15 deg\"; or a list, [\"5 deg\", \"10 deg\"]";
            return node.refuse(reader, format!("{}: {error}", quoted(node.key)), &[help]);
        }
    };
    let mut choices = Vec::with_capacity(values.len());
    for (number, text) in values {
        let value = within(reader, node, number, &text, dimension, limits)?;
        choices.push(Choice { value, text, origin: reader.origin(node.span()), row: None });
    }
    Some(choices)
}

/// `{ from = "1 mm", to = "10 mm", steps = 5, scale = "log" }`, both ends included.
///
/// What is computed between the ends is rounded to a short decimal text and read back from it, so that the name of a
/// scene says exactly which value it has.
fn steps(reader: &mut Reader, key: &str, range: &Table, dimension: Dimension, spec: Spec) -> Option<Vec<Choice>> {
    range.only(reader, &RANGE.names());
    let from = range.require(reader, "from", dimension.example());
    let to = range.require(reader, "to", dimension.example());
    let count = range.require(reader, "steps", "11");
    let scale = range.get(SCALE.name);
    let (from, to, count) = (from?, to?, count?);
    let (first, last) = (scalar(reader, &from, spec), scalar(reader, &to, spec));
    let count = setting(reader, &count, STEPS);
    let logarithmic = match scale {
        None => false,
        Some(node) => scalar(reader, &node, Spec::Words(SCALE.words()))?.text == "log",
    };
    let (first, last, count) = (first?, last?, count?);
    let (from, to) = (first.text.clone(), last.text.clone());
    let ((a, unit), (b, other)) = (units::split(&from), units::split(&to));
    if unit != other {
        let message = format!("`from` and `to` have different units, {} and {}", shown(unit), shown(other));
        return reader.refuse(&range.span, message, &["write both ends in the same unit"]);
    }
    let (a, b) = (a.replace('_', "").parse::<f64>().ok()?, b.replace('_', "").parse::<f64>().ok()?);
    if a == b {
        let message = format!("`from` and `to` of the sweep over {} are equal", quoted(key));
        return reader.refuse(&range.span, message, &["give two different ends"]);
    }
    if logarithmic && !(a > 0.0 && b > 0.0) {
        let message = format!("a sweep over {} on a log scale needs ends greater than zero", quoted(key));
        return reader.refuse(&range.span, message, &["or leave `scale` out: the values are then evenly spaced"]);
    }
    let mut choices = Vec::new();
    choices.push(first);
    for number in between(a, b, count as usize, logarithmic) {
        let text = format!("{} {unit}", compact(number)).trim_end().to_string();
        match units::parse(&text, dimension) {
            Ok(value) => choices.push(Choice { value: ParameterValue::Number(value, dimension), text, ..last.clone() }),
            Err(error) => {
                return reader.refuse(&range.span, format!("{}: {error}", quoted(key)), &[]);
            }
        }
    }
    choices.push(last);
    Some(choices)
}

/// The `count - 2` numbers strictly between `a` and `b`, to as few digits as leave them evenly spaced.
pub fn between(a: f64, b: f64, count: usize, logarithmic: bool) -> Vec<f64> {
    let exact: Vec<f64> = (0..count)
        .map(|i| {
            let part = i as f64 / (count - 1) as f64;
            if logarithmic {
                libm::exp10(libm::log10(a) * (1.0 - part) + libm::log10(b) * part)
            } else {
                a * (1.0 - part) + b * part
            }
        })
        .collect();
    let rounded = |digits: usize| -> Vec<f64> { exact.iter().map(|x| number::rounded(*x, digits)).collect() };
    // A rounding that moves no value by more than a thousandth of the way to the next is not seen.
    let fine = |values: &[f64]| {
        (1..count - 1).all(|i| {
            let gap = (exact[i + 1] - exact[i]).abs().min((exact[i] - exact[i - 1]).abs());
            (values[i] - exact[i]).abs() <= 1e-3 * gap
        })
    };
    let values = (4..=16).map(rounded).find(|values| fine(values)).unwrap_or(exact.clone());
    values[1..count - 1].to_vec()
}

/// A value of a dataset as a scene is named by it: angles in degrees, to the digits a figure has.
fn text(number: f64, dimension: Dimension) -> String {
    if dimension == Dimension::Angle {
        return format!("{} deg", (number.to_degrees() * 1e6).round() / 1e6);
    }
    format!("{} {}", compact(number), dimension.si()).trim_end().to_string()
}

/// The dataset's own values of the swept parameter, row by row; rows left out and empty cells are passed over.
fn from_dataset(
    reader: &mut Reader,
    node: &Node,
    name: &str,
    dimension: Dimension,
    limits: Limits,
) -> Option<Vec<Choice>> {
    let (key, name) = (node.key, name.trim_end_matches('/'));
    let data = match Dataset::read(reader.files, name) {
        Ok(data) => data,
        Err(Error::Wrong(problems)) => {
            let refused = node.refuse(reader, format!("{} cannot be swept over", quoted(name)), &["the errors follow"]);
            problems.into_iter().for_each(|problem| reader.report(problem));
            return refused;
        }
        Err(error) => {
            let help = "`sweep` names the folder of a dataset, with data.csv and source.toml in it, seen from the current folder";
            reader.unread(error, node.span(), &format!("dataset {}", quoted(name)), &[help]);
            return None;
        }
    };
    if data.form == RowKind::Curve {
        let message =
            format!("{} is the curve of one collision and cannot be swept over {}", quoted(name), quoted(key));
        let help = "give the one value it was measured at, and name the dataset in `agrees_with`";
        return node.refuse(reader, message, &[help]);
    }
    let requested = format!("{key}_requested");
    let Some(column) = [node.path.as_str(), key, &requested].into_iter().find_map(|word| data.column(word)) else {
        let columns: Vec<&str> = data.columns.iter().map(|c| c.is.as_str()).collect();
        let message = format!("{} has no column for {}", quoted(name), quoted(key));
        return node.refuse(reader, message, &[&format!("its columns are: {}", columns.join(", "))]);
    };
    if column.dimension != dimension {
        let message = format!(
            "{} of {} is a {}, and {} a {}",
            quoted(&column.header),
            quoted(name),
            column.dimension.word(),
            quoted(key),
            dimension.word()
        );
        return node.refuse(reader, message, &[]);
    }
    let mut choices = Vec::new();
    for (row, value) in column.values.iter().enumerate() {
        let Some(number) = *value else { continue };
        if data.left_out(row).is_some() {
            continue;
        }
        let text = text(number, dimension);
        let value = within(reader, node, number, &format!("{text} (row {})", row + 1), dimension, limits)?;
        choices.push(Choice { value, text, origin: reader.origin(node.span()), row: Some(row) });
    }
    Some(choices)
}
