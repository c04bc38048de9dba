//! The JSON schema of case files: the form in `schema.json`, with every law, system, scheme and engine as the reader has them.

use serde_json::{Value, json};

use super::SCHEMES;
use super::mdr::MDR;
use super::recorded::RECORDED;
use crate::contact::card::Kind;
use crate::contact::{Key, damping, normal, rolling, tangential};
use crate::system::{self, Reading, SYSTEMS, System, Takes};
use crate::units::Dimension;

/// What is the same for all laws and systems.
const FORM: &str = include_str!("schema.json");

/// The JSON schema of a case file, for editors that check and complete TOML.
///
/// It knows the form of a case; what takes arithmetic (units, limits, which scenes a `where` selects) only the reader does.
pub fn schema() -> Value {
    let mut schema: Value = serde_json::from_str(FORM).unwrap_or_default();
    let contact = &mut schema["properties"]["contact"];
    for (axis, laws) in [
        ("normal", laws(normal::KINDS)),
        ("damping", laws(damping::KINDS)),
        ("tangential", laws(tangential::KINDS)),
        ("rolling", laws(rolling::KINDS)),
    ] {
        contact["properties"][axis]["properties"] = laws;
    }
    // Their damping leaves `ends` to the law.
    let own = normal::KINDS.iter().filter(|kind| kind.marked).map(|kind| json!({ "required": [kind.card.name] }));
    contact["allOf"][0]["if"]["properties"]["normal"]["not"]["anyOf"] = own.collect();
    for system in SYSTEMS {
        let name = system.card().name;
        contact["properties"][name] = parameters(*system);
        if let Some(one_of) = contact["oneOf"].as_array_mut() {
            one_of.push(json!({ "required": [name] }));
        }
    }
    let engines = || system::drivers().map(|(name, _)| name);
    let stepping: Vec<&str> = SCHEMES.iter().copied().chain(engines()).collect();
    let run = &mut schema["properties"]["run"]["properties"];
    for name in SCHEMES {
        run[*name] = json!({ "$ref": "#/$defs/stepper" });
    }
    for name in engines() {
        run[name] = json!({ "$ref": "#/$defs/engine" });
    }
    let with = |names: &[&'static str]| json!([names, &stepping[..]].concat());
    schema["properties"]["fit"]["properties"]["with"]["enum"] = with(&["reference"]);
    schema["$defs"]["that"]["enum"] = with(&["reference", MDR, RECORDED]);
    schema["$defs"]["converges"]["properties"]["that"]["enum"] = with(&[]);
    let systems: Vec<&str> = system::names().collect();
    schema["properties"]["export"]["properties"]["to"]["items"]["enum"] = json!(systems);
    schema
}

/// The name that a quantity of this dimension has among the definitions.
fn definition(dimension: Dimension) -> String {
    let name = if dimension == Dimension::Number { "number".into() } else { dimension.name().replace(' ', "_") };
    format!("#/$defs/{name}")
}

/// One of a few words, or a sweep over them.
fn choice(doc: &str, choices: impl IntoIterator<Item = Value>) -> Value {
    let choices: Vec<Value> = choices.into_iter().collect();
    json!({ "description": doc, "anyOf": [{ "enum": choices }, { "$ref": "#/$defs/sweep" }] })
}

fn quantity(doc: &str, dimension: Dimension) -> Value {
    json!({ "description": doc, "$ref": definition(dimension) })
}

fn table(title: &str, properties: Value) -> Value {
    json!({ "description": title, "type": "object", "additionalProperties": false, "properties": properties })
}

fn laws<L>(kinds: &[Kind<L>]) -> Value {
    let property = |key: &Key| match key.words {
        [] => quantity(key.doc, key.dimension),
        words => choice(key.doc, words.iter().map(|word| json!(word))),
    };
    let mut laws = json!({});
    for kind in kinds {
        let mut properties = json!({});
        for key in kind.keys {
            properties[key.name] = property(key);
        }
        laws[kind.card.name] = table(kind.card.title, properties);
    }
    laws
}

/// The parameters of a system.
fn parameters(system: &dyn System) -> Value {
    let mut properties = json!({});
    let mut required = Vec::new();
    if system.readings().len() > 1 {
        let readings = Reading::ALL.iter().map(|reading| json!(reading.word()));
        properties["reading"] = choice("how its documentation is read", readings);
        required.push("reading");
    }
    for key in system.keys() {
        properties[key.name] = match key.takes {
            Takes::Number { dimension, .. } => quantity(key.doc, dimension),
            Takes::Word { choices, default } => {
                if !default {
                    required.push(key.name);
                }
                // A word that looks like a number or a truth needs no quotes.
                let bare = choices.iter().filter_map(|word| serde_json::from_str::<Value>(word).ok());
                choice(key.doc, choices.iter().map(|word| json!(word)).chain(bare))
            }
        };
    }
    let mut table = table(system.card().title, properties);
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    table
}
