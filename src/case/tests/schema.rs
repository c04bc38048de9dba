//! What editors are given says the same as the reader.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use crate::contact::card::Kind;
use crate::contact::{damping, normal, rolling, tangential};
use crate::system::{Reading, SYSTEMS, System, Takes};

fn schema() -> Value {
    serde_json::from_str(SCHEMA).unwrap()
}

/// Mistakes that take more than the form of the file to see: names, limits of quantities, arithmetic. A mistake that is
/// not in this list must be refused by the schema, and one that is must not be.
const BEYOND_THE_SCHEMA: &[&str] = &[
    "agrees-with-a-ladder",
    "agrees-with-a-run-that-is-not-there",
    "agrees-with-an-engine",
    "agrees-with-itself",
    "agrees-with-mdr-that-is-not-run",
    "air-is-water",
    "angle-negative",
    "angle-of-90-deg",
    "axis-at-a-wall",
    "both-rigid-with-hertz",
    "converges-without-its-reference",
    "dashpot-in-two-ways",
    "dashpot-negative",
    "dashpot-without-its-sliding",
    "dataset-that-is-not-there",
    "dialect-gap-as-documented",
    "dialect-half-a-modulus",
    "dialect-lacks-a-number",
    "dialect-number-out-of-range",
    "dialect-that-says-nothing-along-the-contact",
    "dialect-without-moduli",
    "direction-along-the-normal",
    "experiment-of-another-kind",
    "experiment-of-missing-data",
    "experiment-of-wrong-data",
    "fit-against-an-unknown-theory",
    "fit-bound-without-its-unit",
    "fit-bounds-exchanged",
    "fit-expected-of-the-reference",
    "fit-expected-somewhere",
    "fit-of-a-word",
    "fit-of-an-unknown-observable",
    "fit-of-nothing",
    "fit-start-outside-its-bounds",
    "fit-through-an-engine-without-its-step",
    "fit-with-a-scheme-without-its-step",
    "fit-with-a-variant-of-a-scheme",
    "fit-without-measurements",
    "form-missing",
    "frame-of-a-wall-that-is-not-there",
    "frame-of-the-mass-of-a-wall",
    "friction-missing",
    "friction-negative",
    "friction-of-zero-for-partial-slip",
    "heights-to-nowhere",
    "hertz-without-moduli",
    "hold-out-that-is-not-held-out",
    "known-gap-of-an-engine",
    "ladder-too-long",
    "ladder-with-a-rung-twice",
    "law-lacks-a-number",
    "law-lacks-its-strength",
    "left-out-row-that-is-not-there",
    "list-with-a-wrong-word",
    "mass-of-a-material-swept",
    "mass-overflows",
    "mass-unknown",
    "mdr-without-friction",
    "mdr-without-hertz",
    "missing-material",
    "negative-radius",
    "normal-speed-zero",
    "nothing-can-move",
    "observable-not-predicted",
    "observable-unknown",
    "offset-at-a-wall",
    "offset-negative",
    "offset-that-misses",
    "one-step-per-contact-in-a-ladder",
    "order-of-an-unknown-observable",
    "order-over-two-rungs",
    "partial-slip-on-a-linear-spring",
    "partial-slip-out-of-the-plane",
    "path-begins-without-a-press",
    "path-of-a-spinning-body",
    "path-without-friction",
    "relative-to-zero",
    "restitution-above-one",
    "restitution-in-a-sweep",
    "restitution-negative",
    "restitution-without-its-speed",
    "rings-beside-a-dashpot",
    "rolling-friction-missing",
    "rolling-friction-negative",
    "sigma-of-zero",
    "sliding-of-no-dashpot",
    "stiffness-of-a-tangential-spring-missing",
    "sweep-in-a-calibration",
    "sweep-in-two-units",
    "sweep-multiplies-a-dataset",
    "sweep-on-a-log-scale-through-zero",
    "sweep-over-a-column-that-is-not-there",
    "sweep-over-a-missing-dataset",
    "sweep-repeats-a-value",
    "sweep-together-with-nothing",
    "sweep-twice-the-same",
    "sweeps-that-cannot-go-together",
    "tangential-law-missing",
    "tangential-law-missing-under-spin",
    "tangential-law-without-moduli",
    "tangential-speed-negative",
    "theory-that-covers-no-scene",
    "theory-unknown",
    "tighter-than-the-theory",
    "tolerance-in-the-unit-of-another",
    "too-many-scenes",
    "two-walls",
    "two-ways-to-say-damping",
    "unused-material",
    "vacuous-where",
    "wall-before-sphere",
    "where-on-a-word",
    "where-on-an-ambiguous-material",
    "where-on-an-angle-of-no-scene",
    "where-on-an-angle-without-a-unit",
    "where-on-an-unknown-value",
    "where-that-contradicts-itself",
    "where-that-is-ambiguous",
    "where-without-a-unit",
    "yield-stress-negative",
    "zero-speed",
];

fn engines() -> impl Iterator<Item = &'static str> {
    crate::system::drivers().map(|(name, _)| name)
}

#[test]
fn the_schema_accepts_cases_and_refuses_what_a_schema_can_see() {
    let schema = jsonschema::validator_for(&schema()).unwrap();
    let json = |text: &str| serde_json::to_value(toml::from_str::<toml::Value>(text).ok()?).ok();
    let shipped = Files::Embedded.list("cases", ".toml").unwrap();
    let shipped = shipped.iter().map(|name| Files::Embedded.text(name, 1 << 20).unwrap().text);
    let own = [VALID.to_string(), template("x"), runs::steppers()];
    for text in own.into_iter().chain(dialects::told()).chain(oblique::every_form()).chain(shipped) {
        let case = json(&text).unwrap();
        let errors: Vec<String> = schema.iter_errors(&case).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?} in\n{text}");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut unseen = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "toml") {
            let text = std::fs::read_to_string(&path).unwrap();
            if json(&text).is_some_and(|case| schema.is_valid(&case)) {
                unseen.push(path.file_stem().unwrap().to_str().unwrap().to_string());
            }
        }
    }
    unseen.sort();
    assert_eq!(unseen, BEYOND_THE_SCHEMA);
}

/// The definition of a value of this dimension.
fn kind(dimension: Dimension) -> String {
    let name = if dimension == Dimension::Number { "number".into() } else { dimension.name().replace(' ', "_") };
    format!("#/$defs/{name}")
}

/// The fragment of the schema a law needs, for whoever adds one.
fn law(title: &str, keys: &[crate::contact::Key]) -> Value {
    let mut properties = json!({});
    for key in keys {
        properties[key.name] = if key.words.is_empty() {
            json!({ "description": key.doc, "$ref": kind(key.dimension) })
        } else {
            json!({ "description": key.doc, "anyOf": [{ "enum": key.words }, { "$ref": "#/$defs/sweep" }] })
        };
    }
    json!({ "description": title, "type": "object", "additionalProperties": false, "properties": properties })
}

fn fragments<L>(kinds: &[Kind<L>]) -> Vec<(&'static str, Value)> {
    kinds.iter().map(|kind| (kind.card.name, law(kind.card.title, kind.keys))).collect()
}

#[test]
fn the_schema_knows_every_law() {
    let schema = schema();
    let laws = |axis: &str| schema["properties"]["contact"]["properties"][axis]["properties"].clone();
    let axes = [
        ("normal", fragments(normal::KINDS)),
        ("damping", fragments(damping::KINDS)),
        ("tangential", fragments(tangential::KINDS)),
        ("rolling", fragments(rolling::KINDS)),
    ];
    for (axis, wanted) in axes {
        let written = laws(axis);
        assert_eq!(written.as_object().unwrap().len(), wanted.len(), "a {axis} law too many in schema.json");
        for (name, fragment) in wanted {
            assert_eq!(written[name], fragment, "schema.json should have, for {axis} {name}:\n{fragment:#}");
        }
    }
}

/// The fragment of the schema a system's own words need.
fn words(dialect: &dyn System) -> Value {
    let two = dialect.readings().len() > 1;
    let mut properties = json!({});
    let mut required = Vec::new();
    if two {
        let choices: Vec<&str> = Reading::ALL.iter().map(|reading| reading.word()).collect();
        properties["reading"] = json!({
            "description": "how its page is taken",
            "anyOf": [{ "enum": choices }, { "$ref": "#/$defs/sweep" }],
        });
        required.push("reading");
    }
    for key in dialect.keys() {
        properties[key.name] = match key.takes {
            Takes::Number { dimension, .. } => json!({ "description": key.doc, "$ref": kind(dimension) }),
            Takes::Word { choices, default } => {
                if !default {
                    required.push(key.name);
                }
                // A word that looks like a number or a truth needs no quotes.
                let bare = choices.iter().filter_map(|word| serde_json::from_str::<Value>(word).ok());
                let choices: Vec<Value> = choices.iter().map(|word| json!(word)).chain(bare).collect();
                json!({ "description": key.doc, "anyOf": [{ "enum": choices }, { "$ref": "#/$defs/sweep" }] })
            }
        };
    }
    let title = dialect.card().title;
    let mut fragment =
        json!({ "description": title, "type": "object", "additionalProperties": false, "properties": properties });
    if !required.is_empty() {
        fragment["required"] = json!(required);
    }
    fragment
}

#[test]
fn the_schema_knows_every_system() {
    let schema = schema();
    let contact = &schema["properties"]["contact"];
    for dialect in SYSTEMS {
        let (name, fragment) = (dialect.card().name, words(*dialect));
        let written = &contact["properties"][name];
        assert_eq!(*written, fragment, "schema.json should have, for {name}:\n{fragment:#}");
    }
    assert_eq!(contact["properties"].as_object().unwrap().len(), 7 + SYSTEMS.len(), "a system too many");
    let alternatives: Vec<&str> =
        contact["oneOf"].as_array().unwrap().iter().map(|one| one["required"][0].as_str().unwrap()).collect();
    let names: Vec<&str> = std::iter::once("normal").chain(SYSTEMS.iter().map(|d| d.card().name)).collect();
    assert_eq!(alternatives, names);
}

#[test]
fn the_schema_knows_every_scheme() {
    let schema = schema();
    let runs = schema["properties"]["run"]["properties"].as_object().unwrap();
    let known: BTreeSet<&str> =
        ["reference", "mdr"].into_iter().chain(SCHEMES.iter().copied().chain(engines())).collect();
    assert_eq!(runs.keys().map(String::as_str).collect::<BTreeSet<_>>(), known);
    let that = schema["$defs"]["that"]["enum"].as_array().unwrap();
    assert_eq!(that.iter().filter_map(Value::as_str).collect::<BTreeSet<_>>(), known);
    let converging = schema["$defs"]["converges"]["properties"]["that"]["enum"].as_array().unwrap();
    assert_eq!(
        converging.iter().filter_map(Value::as_str).collect::<Vec<_>>(),
        SCHEMES.iter().copied().chain(engines()).collect::<Vec<_>>()
    );
}

#[test]
fn the_schema_knows_every_unit() {
    for dimension in crate::units::MEASURED {
        let units = dimension.choices();
        let schema = schema();
        let definition = &schema["$defs"][dimension.name().replace(' ', "_")];
        let within = &schema["$defs"]["tolerance"]["properties"]["within"];
        for unit in units.split(", ") {
            let quantity = json!(format!("1.5e-3 {unit}"));
            assert!(jsonschema::is_valid(within, &quantity), "{quantity} as a tolerance");
            // Some dimensions stand in tolerances only.
            if let Some(alternatives) = definition["anyOf"].as_array() {
                assert!(jsonschema::is_valid(&alternatives[0], &quantity), "{quantity}");
            }
        }
    }
}
