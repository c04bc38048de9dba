//! `[[expect]]`: what a case expects of its runs.

use toml::de::DeValue;

use super::condition;
use super::reader::{Node, Reader, Table, not_yet, quoted, shown, suggestion};
use super::recorded::RECORDED;
use super::tolerance;
use super::words;
use super::{Expect, KnownGap, ObservableTolerance, Relation, Run, Seen, Settings, Word, run};
use crate::collide::schemes;
use crate::keys::{Key, Keys, Takes};
use crate::law::scene::Scene;

const THAT: Key = Key::new(
    "that",
    Takes::Other("the name of a run", r##"{"$ref": "#/$defs/that"}"##),
    "one of the runs of this case, or \"fit\" in a calibration",
)
.required("\"reference\"      # one of the runs of this case");
const AGREES_WITH: Key =
    Key::new("agrees_with", Takes::Line, "a theory, the folder of a dataset, or another run of this case")
        .example("\"hertz-impact\"      # a theory, a dataset (\"reference-data/...\") or another run of this case");
const CONVERGES_TO: Key = Key::new(
    "converges_to",
    Takes::Word(&["reference"]),
    "the law it steps through, integrated exactly; instead of agrees_with",
)
.example("\"reference\"");
const WHERE: Key = Key::new(
    "where",
    Takes::Other("a table of conditions", r#"{"type": "object", "minProperties": 1}"#),
    "which scenes: { speed = \">= 1 m/s\" }",
)
.unless("all");
const KNOWN_GAP: Key =
    Key::new("known_gap", Takes::Table(&GAP), "a known disagreement: why, and how far off it was seen to be");

/// The keys of `[[expect]]` that are not observables.
pub(super) static KEYS: Keys = Keys {
    header: "[[expect]]",
    doc: "what is expected of the runs: observables, each with a tolerance",
    keys: &[THAT, AGREES_WITH, CONVERGES_TO, WHERE, KNOWN_GAP],
    rules: "",
};

const REASON: Key =
    Key::new("reason", Takes::Line, "reason of the known disagreement").required("\"why the check fails\"");
const SEEN: Key = Key::new(
    "seen",
    Takes::Other(
        "a table of observables",
        r#"{"type": "object", "additionalProperties": {"type": ["string", "number"]}}"#,
    ),
    "how far off each observable is, in the unit of its tolerance, or \"no value\": a tenth more fails",
)
.required("{ restitution = \"12 %\" }      # as a run states it");
const ENGINE: Key = Key::new("engine", Takes::Line, "the one installation it is known of: lammps 29Sep2021")
    .example("\"lammps 29Sep2021\"");

static GAP: Keys =
    Keys { header: "expect.known_gap", doc: "a known disagreement", keys: &[REASON, SEEN, ENGINE], rules: "" };

/// Reads every `[[expect]]`. Without `scenes` only the form is checked.
pub(super) fn read(reader: &mut Reader, root: &Table, runs: &[Run], scenes: Option<&[Scene]>) -> Vec<Expect> {
    // What every impact and every calibration may expect, whatever its laws; which theory a loading path has depends on them.
    let (against, observable) = match (is_calibration(runs), root.has("path")) {
        (true, _) => ("residuals", "runs = { within_sigma = 3 }"),
        (_, true) => ("<theory>", "work_in = { within = \"1 %\" }"),
        _ => ("conserved", "energy_residual = { within = \"1e-9 absolute\" }"),
    };
    let example = [
        "add:  [[expect]]".to_string(),
        format!("      that = {}", example_run(runs)),
        format!("      agrees_with = \"{against}\""),
        format!("      {observable}"),
    ];
    let example = example.each_ref().map(String::as_str);
    let Some(node) = root.get("expect") else {
        if !root.misspells("expect") {
            reader.absent("no [[expect]] given: the case has no check", &example);
        }
        return Vec::new();
    };
    if node.value.get_ref().as_array().is_some_and(|blocks| blocks.is_empty()) {
        reader.wrong(&node.span(), "`expect` is empty: the case has no check", &example);
    }
    let blocks = node.tables(reader, "[[expect]]").unwrap_or_default();
    blocks.iter().filter_map(|table| expect(reader, table, runs, scenes)).collect()
}

fn is_calibration(runs: &[Run]) -> bool {
    runs.first().is_some_and(|run| run.solver.text == "fit")
}

/// The first run of the case, in quotes.
fn example_run(runs: &[Run]) -> String {
    format!("\"{}\"", runs.first().map_or("reference", |run| run.solver.text.as_str()))
}

/// What the run may agree with, in quotes: a theory depends on the laws, and is left open.
fn example_reference(that: Option<&Word>, runs: &[Run]) -> &'static str {
    let has_reference = runs.iter().any(|run| run.solver.text == "reference");
    match that {
        _ if is_calibration(runs) => "\"residuals\"      # or \"hold-out\", or a dataset (\"reference-data/...\")",
        Some(that) if that.text != "reference" && has_reference => {
            "\"reference\"      # or a theory, or a dataset (\"reference-data/...\")"
        }
        _ => {
            "\"<theory>\"      # of `collisionbench list theories`; or a dataset (\"reference-data/...\"), or another run"
        }
    }
}

/// An observable with its tolerance that such a block may name.
fn example_observable(relation: Option<Relation>, against: &str, runs: &[Run]) -> String {
    let observable = match against {
        _ if is_calibration(runs) => return "runs = { within_sigma = 3 }".to_string(),
        "conserved" => "energy_residual",
        theory if theory.contains("restitution") => "restitution",
        _ => "max_force",
    };
    format!("{observable} = {}", tolerance::example(relation, observable))
}

fn expect(reader: &mut Reader, table: &Table, runs: &[Run], scenes: Option<&[Scene]>) -> Option<Expect> {
    let that = table.require(reader, THAT.name, &format!("{}      # one of the runs of this case", example_run(runs)));
    let that = that.and_then(|node| who(reader, &node, runs));
    let claim = claim(reader, table, example_reference(that.as_ref(), runs));
    if let (Some(that), Some((relation, against))) = (&that, &claim) {
        check_claim(reader, that, *relation, against, runs);
    }
    let relation = claim.as_ref().map(|(relation, _)| *relation);
    let before = reader.count();
    let mut wanted = Vec::new();
    for node in table.nodes() {
        if !KEYS.names().contains(&node.key) {
            wanted.extend(self::wanted(reader, table, &node, relation));
        }
    }
    if wanted.is_empty() && reader.count() == before {
        let against = claim.as_ref().map_or("", |(_, against)| against.text.as_str());
        let help = format!("add, for example:  {}", example_observable(relation, against, runs));
        reader.wrong(&table.span, "this [[expect]] names no observable", &[&help]);
    }
    let known_gap = table.get("known_gap").and_then(|node| known_gap(reader, &node, that.as_ref(), runs, &wanted));
    let fitted = is_calibration(runs);
    let selected = match (table.get("where"), scenes) {
        (Some(node), _) if fitted => node.refuse_key(
            reader,
            "`where` has no effect here: a calibration has exactly one scene",
            &["leave `where` out"],
        ),
        (Some(node), Some(scenes)) => condition::select(reader, &node, scenes),
        (None, Some(scenes)) => Some((0..scenes.len()).collect()),
        (_, None) => None,
    };
    let origin = reader.origin(table.span.clone());
    let (relation, against) = claim?;
    Some(Expect { origin, that: that?, relation, against, scenes: selected?, wanted, known_gap })
}

/// The relation of the block, `agrees_with` or `converges_to`, and its reference.
fn claim(reader: &mut Reader, table: &Table, example: &str) -> Option<(Relation, Word)> {
    if let (Some(_), Some(second)) = (table.get("agrees_with"), table.get("converges_to")) {
        let message = "`agrees_with` and `converges_to` cannot be combined in one [[expect]]";
        return second.refuse_key(reader, message, &["write one [[expect]] for each"]);
    }
    if let Some(node) = table.get("converges_to") {
        return Some((Relation::ConvergesTo, node.word(reader, CONVERGES_TO.example)?));
    }
    let node = match table.misspells("converges_to") {
        true => table.get("agrees_with"),
        false => table.require(reader, AGREES_WITH.name, example),
    };
    Some((Relation::AgreesWith, node?.word(reader, example)?))
}

/// Refuses expectations that always or never hold, such as of a solver against itself.
fn check_claim(reader: &mut Reader, that: &Word, relation: Relation, against: &Word, runs: &[Run]) {
    let place = against.origin.span.clone();
    if relation == Relation::ConvergesTo && schemes::find(&that.text).is_none() && !is_stepped(&that.text, runs) {
        let message = format!("{} has no time step to refine", quoted(&that.text));
        let help = format!("`converges_to` is only valid for a scheme or an engine: {}", schemes::names().join(", "));
        reader.wrong(&that.origin.span, message, &[&help]);
    } else if against.text == that.text {
        let message = format!("{} is compared with itself", quoted(&that.text));
        reader.wrong(&place, message, &["name a theory, a dataset or another run of this case"]);
    } else if let Some(later) = words::later_solver(&against.text) {
        not_yet(reader, place, &against.text, later);
    } else if is_solver(&against.text) && !runs.iter().any(|run| run.solver.text == against.text) {
        let message = format!("{} is not run by this case", quoted(&against.text));
        reader.wrong(&place, message, &[&format!("add:  [run.{}]", against.text)]);
    }
}

fn is_solver(word: &str) -> bool {
    run::built_in().any(|name| name == word)
}

fn is_engine(word: &str, runs: &[Run]) -> bool {
    runs.iter().any(|run| run.is_engine() && run.solver.text == word)
}

/// Whether the run has time steps.
fn is_stepped(word: &str, runs: &[Run]) -> bool {
    is_engine(word, runs) && word != RECORDED
}

/// Reads `that`, the run that is judged.
fn who(reader: &mut Reader, node: &Node, runs: &[Run]) -> Option<Word> {
    let that = node.word(reader, &example_run(runs))?;
    let names = || runs.iter().map(|run| run.solver.text.as_str());
    if names().any(|name| name == that.text) {
        return Some(that);
    }
    if let Some(later) = words::later_solver(&that.text) {
        not_yet(reader, node.span(), &that.text, later);
    } else if runs.is_empty() || reader.has_reported(&format!("there is no solver {}", quoted(&that.text))) {
        // The run itself is reported already.
    } else {
        let message = format!("{} is not run by this case{}", quoted(&that.text), suggestion(&that.text, names()));
        let known: Vec<&str> = names().collect();
        reader.wrong(&node.span(), message, &[&format!("its runs are: {}", known.join(", "))]);
    }
    None
}

fn known_gap(
    reader: &mut Reader,
    node: &Node,
    that: Option<&Word>,
    runs: &[Run],
    wanted: &[ObservableTolerance],
) -> Option<KnownGap> {
    if let DeValue::String(reason) = node.value.get_ref() {
        let observable = wanted.first().map_or("restitution", |wanted| wanted.observable.text.as_str());
        let example =
            wanted.first().map_or("\"12 %\"".to_string(), |wanted| tolerance::seen_example(&wanted.tolerance));
        let reason = shown(reason.trim());
        let help = [
            format!("write:  known_gap = {{ reason = {reason:?}, seen = {{ {observable} = {example} }} }}"),
            "with `seen = {}` a run says how far off each observable is".to_string(),
        ];
        return node.refuse(reader, "a known gap states what was seen of it", &[&help[0], &help[1]]);
    }
    let table = node.inner(reader, &KNOWN_GAP)?;
    let engine = table.get("engine").and_then(|node| installation(reader, &node, that, runs));
    let reason = table.needs(reader, &REASON).and_then(|node| node.text(reader, REASON.example));
    let seen = table.needs(reader, &SEEN).and_then(|node| node.table(reader, SEEN.example))?;
    let seen = seen.nodes().iter().filter_map(|node| self::seen(reader, node, wanted)).collect();
    Some(KnownGap { reason: reason?, seen, engine })
}

/// How far off one observable of the block was.
fn seen(reader: &mut Reader, node: &Node, wanted: &[ObservableTolerance]) -> Option<Seen> {
    let Some(of) = wanted.iter().find(|wanted| wanted.observable.text == node.key) else {
        let names = || wanted.iter().map(|wanted| wanted.observable.text.as_str());
        let message = format!("this [[expect]] has no {}{}", quoted(node.key), suggestion(node.key, names()));
        return node.refuse_key(reader, message, &[&format!("it has {}", names().collect::<Vec<_>>().join(", "))]);
    };
    let (text, off) = tolerance::seen(reader, node, &of.tolerance)?;
    Some(Seen { observable: node.key.to_string(), text, off })
}

/// Reads the installation that a known gap is restricted to: the judged engine and its version.
fn installation(reader: &mut Reader, node: &Node, that: Option<&Word>, runs: &[Run]) -> Option<String> {
    let text = node.text(reader, ENGINE.example)?;
    let that = that?;
    let recorded = runs.iter().find_map(|run| match &run.settings {
        Settings::Recorded(recorded) if run.solver.text == that.text => Some(recorded.code.as_str()),
        _ => None,
    });
    if let Some(code) = recorded {
        if text != code {
            let message = format!("{} does not match `code` of the recording", quoted(&text));
            reader.wrong(&node.span(), message, &[&format!("write:  engine = \"{}\"", shown(code))]);
        }
    } else if !is_engine(&that.text, runs) {
        let message = format!("`engine` is only valid where `that` is an engine; {} is a solver", quoted(&that.text));
        reader.wrong(&node.span(), message, &["leave `engine` out"]);
    } else if text.split_once(' ').map(|(name, _)| name) != Some(that.text.as_str()) {
        let message = format!("{} is not an installation of {}", quoted(&text), quoted(&that.text));
        let help = format!("write its name and version, as `doctor` shows them:  engine = \"{} 29Sep2021\"", that.text);
        reader.wrong(&node.span(), message, &[&help]);
    }
    Some(text)
}

/// One observable with its tolerance.
fn wanted(reader: &mut Reader, table: &Table, node: &Node, relation: Option<Relation>) -> Option<ObservableTolerance> {
    if let Some(later) = words::later(&table.path, node.key) {
        not_yet(reader, node.key_span.clone(), node.key, later);
        return None;
    }
    let forgotten = matches!(node.value.get_ref(), DeValue::String(_) | DeValue::Table(_));
    let guess = suggestion(node.key, KEYS.names());
    match node.value.get_ref() {
        DeValue::Table(map) if guess.is_empty() || tolerance::keys().into_iter().any(|key| map.contains_key(key)) => {
            let tolerance = tolerance::read(reader, node, relation)?;
            let observable = Word { text: node.key.to_string(), origin: reader.origin(node.key_span.clone()) };
            Some(ObservableTolerance { observable, tolerance, origin: reader.origin(node.span()) })
        }
        _ if forgotten && !guess.is_empty() => {
            node.refuse_key(reader, format!("unknown key {}{guess}", quoted(node.key)), &[])
        }
        DeValue::Integer(_) | DeValue::Float(_) => {
            tolerance::without_unit(reader, node, &format!("{} = {{ ", shown(node.key)), " }")
        }
        _ => {
            let help = format!("write:  {} = {}", shown(node.key), tolerance::example(relation, node.key));
            node.should_be(reader, "a tolerance", &[&help])
        }
    }
}
