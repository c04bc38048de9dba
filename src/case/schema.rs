//! What the rows of the keys say: as JSON schema for editors, with every law, system, scheme and engine, and in words for
//! `explain` and the page `docs/keys.md`.

use std::ops::Bound;

use serde_json::{Map, Value, json};

use super::contact::READING;
use super::rebound::CURVE;
use super::run::{self, RECORDED, RECORDING};
use super::scalar::LONGEST_TEXT;
use super::{KEYS, expect, experiment, sample, sweep, values};
use crate::codes::{self, CODES, Code};
use crate::collide::schemes;
use crate::keys::{Default, Key, Keys, Spec, Takes};
use crate::law::card::LawKind;
use crate::law::damping::LocalDamping;
use crate::law::{damping, normal, rolling, tangential};
use crate::limits::{ANY, Limits};
use crate::units::{self, Dimension};

/// The JSON schema of a case file, for editors that check and complete TOML.
///
/// It checks the form of a case; what takes arithmetic (units, limits, the scenes of a `where`) is left to the reader.
pub fn schema() -> Value {
    let mut schema = object(&KEYS);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("A case of collisionbench");
    schema["$defs"] = definitions();
    let properties = &mut schema["properties"];
    merge(&mut properties["body"], json!({ "minProperties": 2, "maxProperties": 2 }));
    contact(&mut properties["contact"]);
    let kinds = experiment::kinds().map(|(kind, keys)| (kind.to_string(), one_or_several(&object(keys)))).collect();
    merge(&mut properties["experiment"], one_of_a_kind(kinds));
    let mut runs: Map<String, Value> = [("reference", &run::REFERENCE), (RECORDED, &RECORDING)]
        .map(|(name, keys)| (name.to_string(), object(keys)))
        .into_iter()
        .collect();
    runs.extend(schemes::names().into_iter().map(|name| (name.to_string(), json!({ "$ref": "#/$defs/stepper" }))));
    runs.extend(codes::drivers().map(|(name, _)| (name.to_string(), json!({ "$ref": "#/$defs/engine" }))));
    merge(&mut properties["run"], one_of_a_kind(runs));
    properties["expect"] = json!({
        "description": expect::KEYS.doc,
        "type": "array",
        "minItems": 1,
        "items": {
            "if": { "required": ["converges_to"] },
            "then": claims("converges_to", "agrees_with", &expect::FALLS),
            "else": claims("agrees_with", "converges_to", &expect::NEAR),
        },
    });
    properties["expect"]["items"]["then"]["properties"]["that"] =
        json!({ "enum": run::stepping().collect::<Vec<_>>() });
    schema
}

/// Tables of one kind each, at least one.
fn one_of_a_kind(kinds: Map<String, Value>) -> Value {
    json!({ "additionalProperties": false, "minProperties": 1, "properties": kinds })
}

/// A table, or an array of such tables.
fn one_or_several(table: &Value) -> Value {
    json!({ "if": { "type": "array" }, "then": { "minItems": 1, "items": table }, "else": table })
}

/// An `expect` block with the key `one` and without `other`, whose tolerances have this form.
fn claims(one: &str, other: &str, tolerance: &Keys) -> Value {
    let mut block = object(&expect::KEYS);
    let known: Vec<&str> = expect::KEYS.names().into_iter().filter(|name| *name != other).collect();
    if let Some(properties) = block["properties"].as_object_mut() {
        properties.remove(other);
    }
    block["required"] = json!(["that", one]);
    block["additionalProperties"] = object(tolerance);
    block["not"] = json!({ "description": "at least one observable is named", "propertyNames": { "enum": known } });
    block
}

fn contact(contact: &mut Value) {
    for (axis, laws) in [
        ("normal", laws(normal::KINDS)),
        ("damping", laws(damping::KINDS)),
        ("tangential", laws(tangential::KINDS)),
        ("rolling", laws(rolling::KINDS)),
    ] {
        merge(&mut contact["properties"][axis], one_of_a_kind(laws));
        merge(&mut contact["properties"][axis], json!({ "maxProperties": 1 }));
    }
    // Local damping is of the motion, and may stand beside a dashpot.
    let damping = &mut contact["properties"]["damping"];
    if let Some(damping) = damping.as_object_mut() {
        damping.remove("maxProperties");
    }
    let local = LocalDamping::CARD.name;
    let both = json!({ "anyOf": [{ "maxProperties": 1 }, { "required": [local], "maxProperties": 2 }] });
    merge(damping, both);
    // In place of a number a restitution may be a function of the speed.
    let laws = contact["properties"]["damping"]["properties"].as_object_mut();
    for law in laws.into_iter().flat_map(|laws| laws.values_mut()) {
        if let Some(restitution) = law.pointer_mut("/properties/restitution") {
            *restitution = json!({ "anyOf": [restitution.take(), object(&CURVE)] });
        }
    }
    // Their damping leaves `ends` to the law.
    let own = normal::KINDS.iter().filter(|kind| kind.marked).map(|kind| json!({ "required": [kind.card.name] }));
    let own: Vec<Value> = own.collect();
    let damped = json!({ "required": ["damping"], "properties": { "damping": { "not": { "required": ["none"] } } } });
    let free = damping::KINDS.iter().filter(|kind| kind.marked || kind.card.name == "none");
    let free: Vec<Value> = free.map(|kind| json!({ "required": [kind.card.name], "maxProperties": 1 })).collect();
    let mut ends = damped.clone();
    ends["properties"]["damping"] = json!({ "not": { "anyOf": free } });
    ends["properties"]["normal"] = json!({ "not": { "anyOf": own } });
    let rough =
        json!({ "required": ["tangential"], "properties": { "tangential": { "not": { "required": ["none"] } } } });
    contact["allOf"] = json!([
        { "if": ends, "then": { "required": ["ends"] } },
        { "if": { "allOf": [damped, rough] }, "then": { "required": ["friction_limit"] } },
    ]);
    for system in CODES {
        let name = system.name();
        contact["properties"][name] = parameters(system);
        if let Some(one_of) = contact["oneOf"].as_array_mut() {
            one_of.push(json!({ "required": [name] }));
        }
    }
}

/// The keys of one table.
fn object(keys: &Keys) -> Value {
    let mut object = table(keys.doc, properties(keys));
    let required: Vec<&str> = keys.keys.iter().filter(|key| key.required).map(|key| key.name).collect();
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    if !keys.one_of.is_empty() {
        object["oneOf"] = keys.one_of.iter().map(|name| json!({ "required": [name] })).collect();
    }
    let with = keys.into_iter().filter(|key| !key.with.is_empty());
    let with: Map<String, Value> = with.map(|key| (key.name.to_string(), json!([key.with]))).collect();
    if !with.is_empty() {
        object["dependentRequired"] = with.into();
    }
    merge(&mut object, text(keys.rules));
    object
}

fn properties(keys: impl IntoIterator<Item = Key>) -> Map<String, Value> {
    keys.into_iter().map(|key| (key.name.to_string(), property(&key))).collect()
}

fn property(key: &Key) -> Value {
    let mut property = written(key.takes);
    let unless = match key.default {
        Default::None => String::new(),
        Default::Number(number) => format!("; {number} unless given"),
        Default::Word(word) => format!("; {word} unless given"),
    };
    property["description"] = json!(format!("{}{unless}", key.doc));
    property
}

/// The schema of a key's value.
fn written(takes: Takes) -> Value {
    match takes {
        Takes::Value(spec) => value(spec),
        Takes::Single(dimension, limits) => scalar(dimension, limits),
        Takes::Steps(dimension, limits) => {
            json!({ "anyOf": [scalar(dimension, limits), { "$ref": "#/$defs/step_sizes" }] })
        }
        Takes::Vector(spec) => json!({ "type": "array", "minItems": 3, "maxItems": 3, "items": value(spec) }),
        Takes::Measured(dimension, limits) => {
            json!({ "anyOf": [scalar(dimension, limits), { "$ref": "#/$defs/uncertain" }] })
        }
        Takes::Setting(limits) => bounded(limits),
        Takes::Word(words) => json!({ "enum": words }),
        Takes::Line => json!({ "$ref": "#/$defs/line" }),
        Takes::Short(most) => json!({ "type": "string", "minLength": 1, "maxLength": most }),
        Takes::Flag => json!({ "type": "boolean" }),
        Takes::Direction => json!({ "$ref": "#/$defs/direction" }),
        Takes::Table(keys) => object(keys),
        Takes::Named(keys) => json!({
            "type": "object",
            "propertyNames": { "pattern": "^[\\p{L}\\p{N}_-]{1,40}$" },
            "additionalProperties": object(keys),
        }),
        Takes::List(keys) => json!({ "type": "array", "items": object(keys) }),
        Takes::Either(several) => json!({ "anyOf": several.iter().map(|one| written(*one)).collect::<Vec<_>>() }),
        Takes::Other(_, schema) => text(schema),
    }
}

/// A value of the physics, or a sweep over it.
fn value(spec: Spec) -> Value {
    let sweep = json!({ "$ref": "#/$defs/sweep" });
    match spec {
        Spec::Quantity(Dimension::Number, limits) if !limits.range().is_empty() => {
            json!({ "anyOf": [bounded(limits), sweep] })
        }
        Spec::Quantity(dimension, _) => json!({ "$ref": definition(dimension) }),
        Spec::Words(words) => json!({ "anyOf": [{ "enum": words }, sweep] }),
        Spec::Choice(words) => json!({ "anyOf": [{ "enum": with_bare(words) }, sweep] }),
        Spec::Name | Spec::Text(_) => json!({ "anyOf": [{ "type": "string" }, sweep] }),
        Spec::Inertia => json!({ "anyOf": [
            { "enum": ["solid", "thin-shell"] },
            { "type": "number", "exclusiveMinimum": 0, "maximum": 1 },
            sweep,
        ] }),
    }
}

/// One value of a dimension, without a sweep.
fn scalar(dimension: Dimension, limits: Limits) -> Value {
    match dimension {
        Dimension::Number => bounded(limits),
        dimension => json!({ "type": "string", "maxLength": LONGEST_TEXT, "pattern": pattern(&dimension.choices()) }),
    }
}

/// A plain number within limits.
fn bounded(limits: Limits) -> Value {
    let mut number = json!({ "type": if limits.whole { "integer" } else { "number" } });
    let mut bound = |bound, at: &str, beyond: &str| match bound {
        Bound::Unbounded => {}
        Bound::Included(end) => number[at] = json!(end),
        Bound::Excluded(end) => number[beyond] = json!(end),
    };
    bound(limits.low, "minimum", "exclusiveMinimum");
    bound(limits.high, "maximum", "exclusiveMaximum");
    number
}

/// A number with one of these units, or with one as it is printed: `µm`, `m/s²`, `m/s^2`, `°`.
fn pattern(units: &str) -> String {
    let printed = |unit: &str| match unit.strip_prefix('u') {
        Some(rest) => format!("[uµμ]{rest}"),
        None => unit.replace('2', r"\^?[2²]").replace('3', r"\^?[3³]").replace("deg", "(deg|°)"),
    };
    let units: Vec<String> = units.split(", ").map(printed).collect();
    format!(r"^\s*[-+]?\.?[0-9][-+0-9.eE]*\s*({})\s*$", units.join("|"))
}

/// The definitions that several keys refer to.
fn definitions() -> Value {
    let mut definitions = text(SHARED);
    for &dimension in units::ALL {
        let (name, units) = (dimension.word(), dimension.choices());
        definitions[name.replace(' ', "_")] = json!({
            "description": format!("{name} with its unit ({units}), or a sweep"),
            "anyOf": [scalar(dimension, ANY), { "$ref": "#/$defs/sweep" }],
        });
    }
    let units: Vec<String> = units::MEASURED.iter().map(|dimension| dimension.choices()).collect();
    let within = format!("%, relative, absolute, {}", units.join(", "));
    definitions["within"] = json!({ "type": "string", "pattern": pattern(&within).replacen("[-+]", r"\+", 1) });
    let forms = [
        ("swept", &sweep::SWEPT),
        ("sampled", &sample::SAMPLED),
        ("unknown", &values::UNKNOWN),
        ("uncertain", &values::UNCERTAIN),
    ];
    for (name, keys) in forms {
        definitions[name] = object(keys);
    }
    definitions["stepper"] = object(&run::STEPPER);
    definitions["engine"] = object(&run::ENGINE);
    let that = ["reference", RECORDED, "fit"].into_iter().chain(run::stepping()).collect::<Vec<_>>();
    definitions["that"] = json!({ "enum": that });
    definitions["system"] = json!({ "enum": codes::names().collect::<Vec<_>>() });
    definitions
}

/// What is no table of keys: lines, directions, and the forms of a value.
const SHARED: &str = r##"{
    "line": {"type": "string", "minLength": 1, "maxLength": 500, "pattern": "\\S"},
    "number": {"anyOf": [{"type": "number"}, {"$ref": "#/$defs/sweep"}]},
    "quantity": {
        "description": "a number with a unit composed of SI units, or a sweep",
        "anyOf": [{"type": "string", "pattern": "^\\s*[-+]?\\.?[0-9][-+0-9.eE]*(\\s+\\S|[^-+0-9.eE\\s])"}, {"$ref": "#/$defs/sweep"}]
    },
    "direction": {"anyOf": [
        {"enum": ["+x", "-x", "+y", "-y", "+z", "-z"]},
        {"type": "array", "minItems": 3, "maxItems": 3, "items": {"type": "number"},
         "contains": {"type": "number", "not": {"const": 0}}}
    ]},
    "sweep": {
        "description": "a sweep, or a distribution; in a calibration an unknown, or a value with its deviation",
        "anyOf": [{"$ref": "#/$defs/swept"}, {"$ref": "#/$defs/sampled"}, {"$ref": "#/$defs/unknown"}, {"$ref": "#/$defs/uncertain"}]
    },
    "step_sizes": {"description": "time steps, one run each", "$ref": "#/$defs/sweep", "not": {"required": ["together"]}}
}"##;

/// A piece of the schema from its text; empty where there is none.
fn text(schema: &str) -> Value {
    serde_json::from_str(schema).unwrap_or_else(|_| json!({}))
}

/// Adds the members of one object to another.
fn merge(into: &mut Value, from: Value) {
    if let (Some(into), Value::Object(from)) = (into.as_object_mut(), from) {
        into.extend(from);
    }
}

/// The name that a quantity of this dimension has among the definitions.
fn definition(dimension: Dimension) -> String {
    let name = if dimension == Dimension::Number { "number".into() } else { dimension.word().replace(' ', "_") };
    format!("#/$defs/{name}")
}

/// Words as strings, and those that look like a number or a boolean also without quotes.
fn with_bare(words: &[&str]) -> Vec<Value> {
    let bare = words.iter().filter_map(|word| serde_json::from_str::<Value>(word).ok());
    words.iter().map(|word| json!(word)).chain(bare).collect()
}

fn table(title: &str, properties: Map<String, Value>) -> Value {
    json!({ "description": title, "type": "object", "additionalProperties": false, "properties": properties })
}

fn laws<L>(kinds: &[LawKind<L>]) -> Map<String, Value> {
    let keys = |kind: &LawKind<L>| properties(kind.keys.iter().copied());
    let open = |kind: &LawKind<L>| kind.keys.iter().filter_map(Key::spec).any(Spec::leaves_open);
    let law = |kind: &LawKind<L>| {
        let mut law = table(kind.card.title, keys(kind));
        // The parameters of a formula, and of a law of an engine, have names of their own.
        law["additionalProperties"] = json!(open(kind));
        (kind.card.name.to_string(), law)
    };
    kinds.iter().map(law).collect()
}

/// The parameters of a system.
fn parameters(system: &Code) -> Value {
    let reading = Some(READING).filter(|_| system.readings.len() > 1);
    let asked = system.keys.iter().filter(|key| key.dimension().is_none() && matches!(key.default, Default::None));
    let required: Vec<&str> = reading.iter().map(|key| key.name).chain(asked.map(|key| key.name)).collect();
    let keys = reading.into_iter().chain(super::contact::parameters(system));
    let mut table = table(system.card.title, properties(keys));
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    table
}

/// Every table of a case, a table within another after it.
fn tables() -> Vec<&'static Keys> {
    let mut found: Vec<&'static Keys> = Vec::new();
    within(&KEYS, &mut found);
    experiment::kinds().for_each(|(_, keys)| within(keys, &mut found));
    within(&CURVE, &mut found);
    for keys in [&run::REFERENCE, &RECORDING, &run::STEPPER, &run::ENGINE] {
        within(keys, &mut found);
    }
    found.extend([&expect::NEAR, &expect::FALLS, &values::UNKNOWN, &values::UNCERTAIN]);
    within(&sweep::SWEPT, &mut found);
    found.push(&sample::SAMPLED);
    found
}

fn within(keys: &'static Keys, found: &mut Vec<&'static Keys>) {
    if found.iter().any(|known| std::ptr::eq(*known, keys)) {
        return;
    }
    found.push(keys);
    keys.keys.iter().for_each(|key| inside(key.takes, found));
}

fn inside(takes: Takes, found: &mut Vec<&'static Keys>) {
    match takes {
        Takes::Table(keys) | Takes::Named(keys) | Takes::List(keys) => within(keys, found),
        Takes::Either(several) => several.iter().for_each(|one| inside(*one, found)),
        _ => {}
    }
}

/// A key of a case with its table, as both are explained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExplainedKey {
    pub table: &'static Keys,
    pub key: &'static Key,
}

impl ExplainedKey {
    /// The table as `explain` names it.
    pub fn kind(&self) -> &'static str {
        let header = self.table.header.trim_start_matches('[').split(']').next();
        header.filter(|header| !header.is_empty()).unwrap_or("case")
    }

    /// What is written under it, in words.
    pub fn written(&self) -> String {
        in_words(self.key.takes)
    }

    /// What holds where it is not given; empty for nothing.
    pub fn default(&self) -> String {
        match self.key.default {
            Default::None => String::new(),
            Default::Number(number) => format!("{number:?}").trim_end_matches(".0").to_string(),
            Default::Word(word) => word.trim_end_matches(',').to_string(),
        }
    }

    /// What `explain` says of it.
    pub fn lines(&self) -> Vec<String> {
        let default = Some(self.default()).filter(|default| !default.is_empty());
        let default = default.map(|default| format!("; {default} unless given")).unwrap_or_default();
        let required = if self.key.required { "; required" } else { "" };
        vec![self.key.doc.to_string(), format!("written as {}{default}{required}", self.written())]
    }
}

/// Every key of a case, table by table.
pub fn explained() -> Vec<ExplainedKey> {
    explained_of(&tables())
}

/// Every key of some tables.
pub fn explained_of(tables: &[&'static Keys]) -> Vec<ExplainedKey> {
    tables.iter().flat_map(|table| table.keys.iter().map(|key| ExplainedKey { table, key })).collect()
}

/// What is written under a key, in words.
fn in_words(takes: Takes) -> String {
    match takes {
        Takes::Value(spec) => format!("value: {}", self::spec(spec)),
        Takes::Single(dimension, limits) => quantity_in_words(dimension, limits),
        Takes::Steps(dimension, limits) => format!("{}; a sweep runs every step", quantity_in_words(dimension, limits)),
        Takes::Vector(spec) => format!("three values along x, y and z: {}", self::spec(spec)),
        Takes::Measured(dimension, limits) => {
            format!("{}, with or without its `sigma`", quantity_in_words(dimension, limits))
        }
        Takes::Setting(limits) => quantity_in_words(Dimension::Number, limits),
        Takes::Word(words) => one_of(words),
        Takes::Line => "one line of text".to_string(),
        Takes::Short(most) => format!("one line of at most {most} characters"),
        Takes::Flag => "`true` or `false`".to_string(),
        Takes::Direction => "`\"+z\"`, `\"-x\"`, ... or three numbers".to_string(),
        Takes::Table(keys) => format!("table, `{}`", keys.header),
        Takes::Named(keys) => format!("tables under names of your own, `{}`", keys.header),
        Takes::List(keys) => format!("list of tables, `{}`", keys.header),
        Takes::Either(several) => several.iter().map(|one| in_words(*one)).collect::<Vec<_>>().join("; or "),
        Takes::Other(words, _) => words.to_string(),
    }
}

fn spec(spec: Spec) -> String {
    match spec {
        Spec::Quantity(dimension, limits) => quantity_in_words(dimension, limits),
        Spec::Words(words) | Spec::Choice(words) => one_of(words),
        Spec::Name => "a name in quotes".to_string(),
        Spec::Text(example) => format!("a formula in quotes, `{example}`"),
        Spec::Inertia => "`\"solid\"`, `\"thin-shell\"` or a number above 0 and at most 1".to_string(),
    }
}

fn quantity_in_words(dimension: Dimension, limits: Limits) -> String {
    let range = limits.range();
    let units = || format!("{} ({})", dimension.word(), dimension.choices());
    match (dimension, limits.low, limits.high) {
        (Dimension::Number, ..) if limits.whole => range,
        (Dimension::Number, ..) => format!("plain number {range}").trim_end().to_string(),
        // Zero is zero in every unit.
        (_, Bound::Included(0.0) | Bound::Excluded(0.0), Bound::Unbounded) => format!("{} {range}", units()),
        _ => units(),
    }
}

fn one_of(words: &[&str]) -> String {
    words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", ")
}
