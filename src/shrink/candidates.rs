//! What is tried, in this order. Each gives its candidates by number, until there is none left.

use toml_edit::Value;

use super::tree::{Step, Tree, quoted};
use crate::bench::Check;
use crate::number::{exact, rounded};
use crate::units;

/// The candidate of that number; `None` when there are no more.
type Candidate = fn(&Tree, &Check, usize) -> Option<Tree>;

pub(super) const STEPS: &[Candidate] =
    &[one_expectation, one_scene, one_rung, fewer_phases, less, one_material, rounder];

/// Tolerances of the ladder that an order takes at least.
const FEWEST_RUNGS: usize = 3;

/// One `[[expect]]` about one observable, with nothing beside.
fn one_expectation(tree: &Tree, before: &Check, at: usize) -> Option<Tree> {
    let path = [Step::Key("expect".into())];
    let expects = tree.at(&path)?.as_array()?;
    let Value::InlineTable(mut kept) = expects.get(at)?.clone() else { return Some(tree.clone()) };
    let words = ["that", "agrees_with", "converges_to", &*before.observable];
    kept.retain(|key, _| words.contains(&key));
    Some(tree.with(&path, Value::from_iter([kept])))
}

/// The paths of all sweeps, those of time steps or the others.
fn sweeps(tree: &Tree, of_runs: bool) -> Vec<Vec<Step>> {
    let swept =
        |path: &Vec<Step>| matches!(tree.at(path), Some(Value::InlineTable(table)) if table.contains_key("sweep"));
    let run = Step::Key("run".into());
    tree.paths().into_iter().filter(swept).filter(|path| (path.first() == Some(&run)) == of_runs).collect()
}

/// `speed=1 m/s, restitution=0.5` as keys and values.
fn scene(before: &Check) -> Vec<(&str, &str)> {
    before.scene.split(", ").filter_map(|part| part.split_once('=')).collect()
}

/// The value of the failing scene in place of every sweep at once, then of each alone.
fn one_scene(tree: &Tree, before: &Check, at: usize) -> Option<Tree> {
    let (sweeps, values) = (sweeps(tree, false), scene(before));
    let named = |path: &[Step]| {
        let Some(Step::Key(key)) = path.last() else { return None };
        values.iter().find(|(name, _)| name.rsplit('.').next() == Some(key)).map(|(_, value)| spelled(value))
    };
    if at == 0 {
        let all = sweeps.iter().try_fold(tree.clone(), |tree, path| Some(tree.with(path, named(path)?)));
        return Some(all.unwrap_or_else(|| tree.clone()));
    }
    let path = sweeps.get((at - 1) / values.len().max(1))?;
    let (_, value) = values.get((at - 1) % values.len().max(1))?;
    Some(tree.with(path, spelled(value)))
}

/// One time step of a ladder, or the three coarsest.
fn one_rung(tree: &Tree, _: &Check, at: usize) -> Option<Tree> {
    let mut left = at;
    for path in sweeps(tree, true) {
        let inner: Vec<Step> = path.iter().cloned().chain([Step::Key("sweep".into())]).collect();
        let Some(Value::Array(items)) = tree.at(&inner) else { continue };
        if let Some(item) = items.get(left) {
            return Some(tree.with(&path, item.clone()));
        }
        left -= items.len();
        if left == 0 {
            return Some(tree.with(&inner, items.iter().take(FEWEST_RUNGS).collect()));
        }
        left -= 1;
    }
    None
}

/// 1, 2, 4 ... onset phases. 64 are what is run when nothing is said, so that one is said before it is left out.
fn fewer_phases(tree: &Tree, _: &Check, at: usize) -> Option<Tree> {
    let runs = tree.paths().into_iter().filter(
        |path| matches!(path.as_slice(), [Step::Key(run), Step::Key(who)] if run == "run" && who != "reference"),
    );
    let path = runs.into_iter().nth(at / 4)?;
    let phases = 1i64 << (at % 4);
    let inner: Vec<Step> = path.iter().cloned().chain([Step::Key("onset_phases".into())]).collect();
    let now = tree.at(&inner).and_then(Value::as_integer).unwrap_or(i64::MAX);
    if phases >= now {
        return Some(tree.clone());
    }
    let mut fewer = tree.without(&inner);
    if let Some(Value::InlineTable(table)) = fewer.at_mut(&path) {
        table.insert("onset_phases", phases.into());
    }
    Some(fewer)
}

/// Anything left out: a table, a law, a value.
fn less(tree: &Tree, _: &Check, at: usize) -> Option<Tree> {
    let kept = |path: &[Step]| {
        let key = |word: &str| path.first() == Some(&Step::Key(word.into()));
        // Phases that are not said are many.
        key("title") || path.last() == Some(&Step::Key("onset_phases".into()))
    };
    let path = tree.paths().into_iter().filter(|path| !kept(path)).nth(at)?;
    Some(tree.without(&path))
}

/// The first material for every body.
fn one_material(tree: &Tree, _: &Check, at: usize) -> Option<Tree> {
    let materials = [Step::Key("material".into())];
    let mut only = tree.at(&materials)?.as_inline_table()?.clone();
    let first = only.iter().nth(at)?.0.to_string();
    if only.len() == 1 {
        return None;
    }
    only.retain(|name, _| name == first);
    let one = tree.with(&materials, only.into());
    let uses = |path: &Vec<Step>| path.len() > 1 && path.last() == Some(&Step::Key("material".into()));
    let named = quoted(&first);
    Some(one.paths().iter().filter(|path| uses(path)).fold(one.clone(), |tree, path| tree.with(path, named.clone())))
}

/// A number with fewer digits: a power of ten, one digit, two.
fn rounder(tree: &Tree, _: &Check, at: usize) -> Option<Tree> {
    // Step sizes that are swept keep their digits: with a whole number of steps the errors of both ends of the contact may cancel.
    let step_sizes = sweeps(tree, true);
    let fixed = |path: &[Step]| {
        matches!(path.first(), Some(Step::Key(key)) if key == "expect" || key == "title")
            || step_sizes.iter().any(|sizes| path.starts_with(sizes))
    };
    let numbers = tree
        .paths()
        .into_iter()
        .filter(|path| !fixed(path))
        .filter_map(|path| number(tree.at(&path)?).map(|(value, unit)| (path, value, unit)));
    let (path, value, unit) = numbers.into_iter().nth(at / 3)?;
    let round = [power_of_ten(value), rounded(value, 1), rounded(value, 2)].into_iter().nth(at % 3)?;
    if round == value || !round.is_finite() {
        return Some(tree.clone());
    }
    let text = exact(round);
    Some(tree.with(&path, if unit.is_empty() { spelled(&text) } else { quoted(&format!("{text} {unit}")) }))
}

/// `"2.5 mm"` or `0.22`: the number and its unit.
fn number(value: &Value) -> Option<(f64, String)> {
    let (number, unit) = match value {
        Value::Integer(number) => (*number.value() as f64, ""),
        Value::Float(number) => (*number.value(), ""),
        Value::String(text) => match units::split(text.value()) {
            (_, "") => return None,
            (number, unit) => (number.parse().ok()?, unit),
        },
        _ => return None,
    };
    (number.is_finite() && number != 0.0).then(|| (number, unit.to_string()))
}

fn power_of_ten(value: f64) -> f64 {
    let exponent = libm::log10(value.abs()).round();
    // Through text, so that a power of ten is the nearest double to it.
    format!("1e{exponent}").parse::<f64>().unwrap_or(value).copysign(value)
}

/// A number, a switch or a text as a file has it.
fn spelled(value: &str) -> Value {
    value.parse().unwrap_or_else(|_| quoted(value))
}
