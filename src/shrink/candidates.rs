//! What is tried, in this order. Each gives its candidates by number, until there is none left.

use super::tree::{Node, Step, Tree, quoted};
use crate::judge::Check;
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
    let Some(Node::Array(expects)) = tree.at(&path) else { return None };
    let Node::Table(entries) = expects.get(at)? else { return Some(tree.clone()) };
    let words = ["that", "agrees_with", "converges_to", before.observable.as_str()];
    let kept: Vec<(String, Node)> = entries.iter().filter(|(key, _)| words.contains(&key.as_str())).cloned().collect();
    let whole = expects.len() == 1 && kept.len() == entries.len();
    Some(if whole { tree.clone() } else { tree.with(&path, Node::Array(vec![Node::Table(kept)])) })
}

/// The paths of all sweeps, those of time steps or the others.
fn sweeps(tree: &Tree, of_runs: bool) -> Vec<Vec<Step>> {
    let swept = |path: &Vec<Step>| matches!(tree.at(path), Some(Node::Table(entries)) if entries.iter().any(|(k, _)| k == "sweep"));
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
        let Some(Node::Array(items)) = tree.at(&inner) else { continue };
        if let Some(item) = items.get(left) {
            return Some(tree.with(&path, item.clone()));
        }
        left -= items.len();
        if left == 0 {
            return Some(tree.with(&inner, Node::Array(items.iter().take(FEWEST_RUNGS).cloned().collect())));
        }
        left -= 1;
    }
    None
}

/// 1, 2, 4 ... onset phases. 64 are what is run when nothing is said, so that one is said before it is left out.
fn fewer_phases(tree: &Tree, _: &Check, at: usize) -> Option<Tree> {
    let runs = tree.paths().into_iter().filter(|path| {
        matches!(path.as_slice(), [Step::Key(run), Step::Key(who)] if run == "run" && who != "reference" && who != "mdr")
    });
    let path = runs.into_iter().nth(at / 4)?;
    let phases = 1usize << (at % 4);
    let inner: Vec<Step> = path.iter().cloned().chain([Step::Key("onset_phases".into())]).collect();
    let now = match tree.at(&inner) {
        Some(Node::Leaf(raw)) => raw.parse().unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    if phases >= now {
        return Some(tree.clone());
    }
    let mut fewer = tree.without(&inner);
    if let Some(Node::Table(entries)) = fewer.at_mut(&path) {
        entries.push(("onset_phases".to_string(), Node::Leaf(phases.to_string())));
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
    let Some(Node::Table(entries)) = tree.at(&materials) else { return None };
    let (first, _) = entries.get(at)?;
    if entries.len() == 1 {
        return None;
    }
    let only = entries.iter().filter(|(name, _)| name == first).cloned().collect();
    let one = tree.with(&materials, Node::Table(only));
    let uses = |path: &Vec<Step>| path.len() > 1 && path.last() == Some(&Step::Key("material".into()));
    let named = Node::Leaf(quoted(first));
    Some(one.paths().iter().filter(|path| uses(path)).fold(one.clone(), |tree, path| tree.with(path, named.clone())))
}

/// A number with fewer digits: a power of ten, one digit, two.
fn rounder(tree: &Tree, _: &Check, at: usize) -> Option<Tree> {
    let fixed = |path: &[Step]| matches!(path.first(), Some(Step::Key(key)) if key == "expect" || key == "title");
    let numbers = tree.paths().into_iter().filter(|path| !fixed(path)).filter_map(|path| {
        let Some(Node::Leaf(raw)) = tree.at(&path) else { return None };
        number(raw).map(|(value, unit)| (path, value, unit))
    });
    let (path, value, unit) = numbers.into_iter().nth(at / 3)?;
    let round = [power_of_ten(value), digits(value, 1), digits(value, 2)].into_iter().nth(at % 3)?;
    if round == value || !round.is_finite() {
        return Some(tree.clone());
    }
    let text = shown(round);
    let leaf = if unit.is_empty() { text } else { quoted(&format!("{text} {unit}")) };
    Some(tree.with(&path, Node::Leaf(leaf)))
}

/// `"2.5 mm"` or `0.22`: the number and its unit.
fn number(raw: &str) -> Option<(f64, String)> {
    let inside = raw.trim_matches(['"', '\'']);
    let (number, unit) = if inside.len() == raw.len() { (raw, "") } else { units::split(inside) };
    let value: f64 = number.parse().ok().filter(|value: &f64| value.is_finite() && *value != 0.0)?;
    (inside.len() == raw.len() || !unit.is_empty()).then(|| (value, unit.to_string()))
}

fn power_of_ten(value: f64) -> f64 {
    let exponent = value.abs().log10().round();
    // Through text, so that a power of ten is the nearest double to it.
    format!("1e{exponent}").parse::<f64>().unwrap_or(value).copysign(value)
}

fn digits(value: f64, count: usize) -> f64 {
    format!("{value:.*e}", count - 1).parse().unwrap_or(value)
}

fn shown(value: f64) -> String {
    if (1e-3..1e5).contains(&value.abs()) { format!("{value}") } else { format!("{value:e}") }
}

/// A value of a scene's name as a file has it.
fn spelled(value: &str) -> Node {
    let bare = value.parse::<f64>().is_ok() || value == "true" || value == "false";
    Node::Leaf(if bare { value.to_string() } else { quoted(value) })
}
