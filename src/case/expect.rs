//! `[[expect]]`: what a case expects of its runs, with the tolerances: `{ within = "1 %" }` for two values,
//! `{ order = 2.0, give_or_take = 0.1 }` for an order of convergence.

use toml::de::DeValue;

use super::Word;
use super::condition::{self, Selection};
use super::reader::{Node, Reader, Table, not_yet, quoted, shown, suggestion};
use super::run::{RECORDED, Run, Settings, built_in};
use crate::collide::schemes;
use crate::error::Origin;
use crate::keys::{Key, Keys, Takes};
use crate::law::normal::{self, OfEngine};
use crate::law::scene::Scene;
use crate::limits::{Limits, POSITIVE};
use crate::units;

/// What an `[[expect]]` claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `agrees_with`: the numbers are the same within a tolerance.
    AgreesWith,
    /// `converges_to`: the error falls with the time step at some order.
    ConvergesTo,
}

/// One `[[expect]]`.
#[derive(Debug, Clone)]
pub struct Expect {
    /// The table header.
    pub origin: Origin,
    /// The solver of this case that is judged.
    pub that: Word,
    pub relation: Relation,
    /// An oracle, the folder of a dataset, or another solver of this case.
    pub against: Word,
    /// What `where` asks for.
    pub selection: Selection,
    /// Indices of the scenes that it selects.
    pub scenes: Vec<usize>,
    pub wanted: Vec<ObservableTolerance>,
    /// Declares that the expectation is known to fail, with the reason.
    pub known_gap: Option<KnownGap>,
}

/// The reason of a known failure, what was seen of it, and the installation it is restricted to.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownGap {
    pub reason: String,
    pub seen: Vec<Seen>,
    /// The only installation that fails, `lammps 29Sep2021`; every one when absent.
    pub engine: Option<String>,
}

/// How far off an observable was when its gap was noted: `max_force = "3.2 %"`.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub observable: String,
    /// As written.
    pub text: String,
    /// In the unit of its tolerance; absent where there was no value.
    pub off: Option<f64>,
}

/// `max_force = { within = "1 %" }`
#[derive(Debug, Clone, PartialEq)]
pub struct ObservableTolerance {
    pub observable: Word,
    pub tolerance: Tolerance,
    /// Of the tolerance.
    pub origin: Origin,
}

/// How far two values may be apart.
#[derive(Debug, Clone, PartialEq)]
pub enum Tolerance {
    /// Part of the expected value: `"1 %"`, `"1e-12 relative"`.
    Relative(f64),
    /// A number and its unit, `"10 rad/s"`; plain numbers say `"1e-12 absolute"` and have an empty unit.
    Absolute { number: String, unit: String },
    /// Multiples of the uncertainty of both together.
    Sigma(f64),
    /// `{ order = 2.0, give_or_take = 0.1 }`, with `converges_to`.
    Order { order: f64, give_or_take: f64 },
    /// `{ order_at_least = 1.0 }`, with `converges_to`.
    OrderAtLeast(f64),
}

const THAT: Key = Key::of("that", Takes::Other("the name of a run", r##"{"$ref": "#/$defs/that"}"##))
    .doc("one of the runs of this case, or \"fit\" in a calibration")
    .required("\"reference\"      # one of the runs of this case");
const AGREES_WITH: Key =
    Key::new("agrees_with", Takes::Line, "a theory, the folder of a dataset, or another run of this case")
        .example("\"hertz-impact\"      # a theory, a dataset (\"reference-data/...\") or another run of this case");
const CONVERGES_TO: Key = Key::of("converges_to", Takes::Word(&["reference", "itself"]))
    .doc("the law it steps through, integrated exactly, or the limit of its own numbers; instead of agrees_with")
    .example("\"reference\"");
const WHERE: Key = Key::of("where", Takes::Other("a table of conditions", r#"{"type": "object", "minProperties": 1}"#))
    .doc("which scenes: { speed = \">= 1 m/s\" }")
    .unless("all");
const KNOWN_GAP: Key =
    Key::new("known_gap", Takes::Table(&GAP), "a known disagreement: why, and how far off it was seen to be");

/// The keys of `[[expect]]` that are not observables.
pub(super) static KEYS: Keys =
    Keys::new("[[expect]]", "what is expected of the runs: observables, each with a tolerance").keys(&[
        THAT,
        AGREES_WITH,
        CONVERGES_TO,
        WHERE,
        KNOWN_GAP,
    ]);

const REASON: Key =
    Key::new("reason", Takes::Line, "reason of the known disagreement").required("\"why the check fails\"");
const SEEN: Key = Key::of(
    "seen",
    Takes::Other(
        "a table of observables",
        r#"{"type": "object", "additionalProperties": {"type": ["string", "number"]}}"#,
    ),
)
.doc("how far off each observable is, in the unit of its tolerance, or \"no value\": a tenth more fails")
.required("{ restitution = \"12 %\" }      # as a run states it");
const ENGINE: Key = Key::new("engine", Takes::Line, "the one installation it is known of: lammps 29Sep2021")
    .example("\"lammps 29Sep2021\"");

static GAP: Keys = Keys::new("expect.known_gap", "a known disagreement").keys(&[REASON, SEEN, ENGINE]);

/// The scenes that a `where` selects from, and whether these are all of the case.
pub(super) type Selectable<'a> = (&'a [Scene], bool);

/// Reads every `[[expect]]`. Without `scenes` only the form is checked.
pub(super) fn expects(reader: &mut Reader, root: &Table, runs: &[Run], scenes: Option<Selectable>) -> Vec<Expect> {
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
    format!("{observable} = {}", tolerance_example(relation, observable))
}

fn expect(reader: &mut Reader, table: &Table, runs: &[Run], scenes: Option<Selectable>) -> Option<Expect> {
    let that = table.require(reader, THAT.name, &format!("{}      # one of the runs of this case", example_run(runs)));
    let that = that.and_then(|node| who(reader, &node, runs));
    let claim = claim(reader, table, example_reference(that.as_ref(), runs));
    if let (Some(that), Some((relation, against))) = (&that, &claim) {
        let of_engine = scenes.and_then(|(scenes, _)| scenes.first()?.contact.normal.of_engine());
        check_claim(reader, that, (*relation, against), runs, of_engine);
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
    let selection = match (table.get("where"), scenes) {
        (Some(node), _) if fitted => node.refuse_key(
            reader,
            "`where` has no effect here: a calibration has exactly one scene",
            &["leave `where` out"],
        ),
        (Some(node), Some((scenes, all))) => condition::select(reader, &node, scenes, all),
        (None, Some(_)) => Some(Selection::default()),
        (_, None) => None,
    };
    let origin = reader.origin(table.span.clone());
    let (relation, against) = claim?;
    let (selection, (scenes, _)) = (selection?, scenes?);
    let scenes = selection.of(scenes);
    Some(Expect { origin, that: that?, relation, against, selection, scenes, wanted, known_gap })
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
fn check_claim(
    reader: &mut Reader,
    that: &Word,
    (relation, against): (Relation, &Word),
    runs: &[Run],
    of_engine: Option<&OfEngine>,
) {
    let place = against.origin.span.clone();
    let stepped = schemes::find(&that.text).is_some() || is_engine(&that.text, runs) && that.text != RECORDED;
    if relation == Relation::ConvergesTo && !stepped {
        let message = format!("{} has no time step to refine", quoted(&that.text));
        let help = format!("`converges_to` is only valid for a scheme or an engine: {}", schemes::names().join(", "));
        reader.wrong(&that.origin.span, message, &[&help]);
    } else if let (Some(law), "reference") = (of_engine, against.text.as_str()) {
        let itself = if law.is_impulse() { "agrees_with = \"rigid-impulse\"" } else { "converges_to = \"itself\"" };
        let help = [format!("write:  {itself}"), "or:     agrees_with = \"reference-data/...\"".to_string()];
        let help = help.each_ref().map(String::as_str);
        reader.wrong(&place, normal::alone(law.law), &help);
    } else if against.text == that.text {
        let message = format!("{} is compared with itself", quoted(&that.text));
        reader.wrong(&place, message, &["name a theory, a dataset or another run of this case"]);
    } else if not_yet(reader, ("run", &against.text), place.clone(), &against.text) {
        // A solver that is not supported.
    } else if built_in().any(|name| name == against.text) && !runs.iter().any(|run| run.solver.text == against.text) {
        let message = format!("{} is not run by this case", quoted(&against.text));
        reader.wrong(&place, message, &[&format!("add:  [run.{}]", against.text)]);
    }
}

fn is_engine(word: &str, runs: &[Run]) -> bool {
    runs.iter().any(|run| run.is_engine() && run.solver.text == word)
}

/// Reads `that`, the run that is judged.
fn who(reader: &mut Reader, node: &Node, runs: &[Run]) -> Option<Word> {
    let that = node.word(reader, &example_run(runs))?;
    let names = || runs.iter().map(|run| run.solver.text.as_str());
    if names().any(|name| name == that.text) {
        return Some(that);
    }
    if not_yet(reader, ("run", &that.text), node.span(), &that.text) {
        // A solver that is not supported.
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
        let example = wanted.first().map_or("\"12 %\"".to_string(), |wanted| deviation_example(&wanted.tolerance));
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
    let (text, off) = deviation(reader, node, &of.tolerance)?;
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
    if not_yet(reader, (&table.path, node.key), node.key_span.clone(), node.key) {
        return None;
    }
    let forgotten = matches!(node.value.get_ref(), DeValue::String(_) | DeValue::Table(_));
    let guess = suggestion(node.key, KEYS.names());
    match node.value.get_ref() {
        DeValue::Table(map) if guess.is_empty() || tolerance_keys().into_iter().any(|key| map.contains_key(key)) => {
            let tolerance = tolerance(reader, node, relation)?;
            let observable = Word { text: node.key.to_string(), origin: reader.origin(node.key_span.clone()) };
            Some(ObservableTolerance { observable, tolerance, origin: reader.origin(node.span()) })
        }
        _ if forgotten && !guess.is_empty() => {
            node.refuse_key(reader, format!("unknown key {}{guess}", quoted(node.key)), &[])
        }
        DeValue::Integer(_) | DeValue::Float(_) => {
            without_unit(reader, node, &format!("{} = {{ ", shown(node.key)), " }")
        }
        _ => {
            let help = format!("write:  {} = {}", shown(node.key), tolerance_example(relation, node.key));
            node.should_be(reader, "a tolerance", &[&help])
        }
    }
}

/// An error that does not decrease has no order; no scheme here has an order near ten.
const ORDERS: Limits = POSITIVE.at_most(10.0);

const WITHIN: Key =
    Key::of("within", Takes::Other("a number and %, relative, absolute or a unit", r##"{"$ref": "#/$defs/within"}"##))
        .doc("\"1 %\", \"1e-12 relative\", \"10 rad/s\", or \"1e-12 absolute\" of a plain number");
const WITHIN_SIGMA: Key =
    Key::new("within_sigma", Takes::Setting(POSITIVE), "multiples of the uncertainty of both together");
const ORDER: Key = Key::new("order", Takes::Setting(ORDERS), "fitted to the worst errors");
const GIVE_OR_TAKE: Key = Key::new("give_or_take", Takes::Setting(POSITIVE), "beside order");
const ORDER_AT_LEAST: Key = Key::new("order_at_least", Takes::Setting(ORDERS), "instead of order");

pub(super) static NEAR: Keys =
    Keys::new("expect.OBSERVABLE, with agrees_with", "how far observed and expected may be apart")
        .keys(&[WITHIN, WITHIN_SIGMA])
        .rules(r#"{"minProperties": 1, "maxProperties": 1}"#);

pub(super) static FALLS: Keys =
    Keys::new("expect.OBSERVABLE, with converges_to", "how fast the error falls with the time step")
        .keys(&[ORDER, GIVE_OR_TAKE, ORDER_AT_LEAST])
        .rules(
            r#"{"oneOf": [{"required": ["order", "give_or_take"]}, {"required": ["order_at_least"]}],
               "if": {"required": ["order_at_least"]}, "then": {"maxProperties": 1}}"#,
        );

/// The forms of `within`, for messages.
const HOW: &str =
    "write \"1 %\", \"1e-12 relative\", \"1e-12 absolute\" (of a plain number), or a value with its unit, \"10 rad/s\"";

/// The keys of a tolerance.
fn tolerance_keys() -> Vec<&'static str> {
    [NEAR.names(), FALLS.names()].concat()
}

/// How a tolerance of an observable is written, for messages. A residual is zero: no fraction of it is allowed.
fn tolerance_example(relation: Option<Relation>, observable: &str) -> &'static str {
    match relation {
        None | Some(Relation::AgreesWith) if observable.ends_with("_residual") => "{ within = \"1e-9 absolute\" }",
        None | Some(Relation::AgreesWith) => "{ within = \"1 %\" }",
        Some(Relation::ConvergesTo) => "{ order = 2.0, give_or_take = 0.1 }",
    }
}

/// Reads `{ within = ... }`, or `{ order = ... }` beside `converges_to`; `None` when it is wrong, which is then
/// reported. Where nothing is claimed, which is reported elsewhere, either will do.
pub(super) fn tolerance(reader: &mut Reader, node: &Node, claimed: Option<Relation>) -> Option<Tolerance> {
    let table = node.table(reader, tolerance_example(claimed, node.key))?;
    let first = |keys: &Keys| keys.into_iter().find_map(|key| table.get(key.name));
    let ordered = first(&FALLS).is_some();
    let relation = claimed.unwrap_or(if ordered { Relation::ConvergesTo } else { Relation::AgreesWith });
    let before = reader.count();
    table.only(reader, &tolerance_keys());
    let or_within = tolerance_example(claimed, node.key);
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
            let help = format!("write:  {} = {}", shown(node.key), tolerance_example(Some(relation), node.key));
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
    match (table.get(WITHIN.name), table.get(WITHIN_SIGMA.name)) {
        (Some(within), None) => self::within(reader, &within),
        (None, Some(_)) => table.stated(reader, &WITHIN_SIGMA).map(Tolerance::Sigma),
        (_, sigma) => sigma?.set_twice(reader, WITHIN.name, "the tolerance"),
    }
}

/// `{ order = 2.0, give_or_take = 0.1 }`, `{ order_at_least = 1.0 }`
fn order(reader: &mut Reader, table: &Table) -> Option<Tolerance> {
    match (table.get(ORDER.name), table.get(GIVE_OR_TAKE.name), table.get(ORDER_AT_LEAST.name)) {
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
        (_, _, least) => least?.set_twice(reader, ORDER.name, "the order"),
    }
}

/// Reports a tolerance that is a bare number, with what to write between two pieces of text.
fn without_unit<T>(reader: &mut Reader, node: &Node, before: &str, after: &str) -> Option<T> {
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
        DeValue::Integer(_) | DeValue::Float(_) => return without_unit(reader, node, "", ""),
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
fn deviation_example(tolerance: &Tolerance) -> String {
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
pub(super) fn deviation(reader: &mut Reader, node: &Node, tolerance: &Tolerance) -> Option<(String, Option<f64>)> {
    let text = match node.value.get_ref() {
        DeValue::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        DeValue::Integer(_) | DeValue::Float(_) => reader.raw(node.span()).to_string(),
        _ => return node.should_be(reader, "a deviation", &[&format!("write:  {}", deviation_example(tolerance))]),
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
        let help =
            format!("write it as its tolerance:  {} = {}   or  {NO_VALUE:?}", node.key, deviation_example(tolerance));
        return node.refuse(reader, format!("{} is not a deviation of {}", quoted(&text), quoted(node.key)), &[&help]);
    }
    Some((text, off))
}

/// One per cent of a decimal text: `0.7` gives the double nearest to 0.007.
pub fn percent(number: &str, value: f64) -> f64 {
    format!("{number}e-2").parse().unwrap_or(value / 100.0)
}
