//! What editors are given says the same as the reader.

use std::path::Path;
use std::sync::Arc;

use crate::src::case::*;
use serde_json::json;

/// Mistakes that take more than the form of the file to see: names, limits of quantities, arithmetic. A mistake that is
/// not in this list must be refused by the schema, and one that is must not be.
const BEYOND_THE_SCHEMA: &[&str] = &[
    "again-beside-hertz",
    "again-beside-luding",
    "agrees-with-a-ladder",
    "agrees-with-a-run-that-is-not-there",
    "agrees-with-an-engine",
    "agrees-with-itself",
    "air-is-water",
    "angle-negative",
    "angle-of-90-deg",
    "axis-at-a-wall",
    "both-rigid-with-hertz",
    "bounce-times-keys-without-effect",
    "column-of-no-header",
    "column-word-misspelt",
    "converges-without-its-reference",
    "damping-beside-a-plate",
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
    "drop-height-keys-without-effect",
    "eepa-hertz-with-a-stiffness",
    "eepa-plasticity-of-one",
    "eepa-without-slope",
    "ends-beside-jkr",
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
    "fit-without-measurements",
    "form-missing",
    "frame-of-a-wall-that-is-not-there",
    "frame-of-the-mass-of-a-wall",
    "friction-missing",
    "friction-negative",
    "friction-of-zero-for-partial-slip",
    "group-by-in-a-case",
    "groups-of-no-column",
    "height-set-for-each-of-no-group",
    "heights-to-nowhere",
    "held-out-height-of-no-drop",
    "hertz-with-pull-off-limit",
    "hertz-without-moduli",
    "hold-out-that-is-not-held-out",
    "jkr-oblique",
    "jkr-with-elastic-limit",
    "jkr-with-partial-slip",
    "jkr-without-its-end",
    "known-gap-of-an-engine",
    "ladder-too-long",
    "ladder-with-a-rung-twice",
    "lammps-gamma-without-adhesion",
    "law-lacks-a-number",
    "law-lacks-its-strength",
    "left-out-interval-that-is-not-there",
    "left-out-row-that-is-not-there",
    "list-with-a-wrong-word",
    "luding-depth-beside-a-constant",
    "luding-makes-energy",
    "luding-with-both-stiffnesses",
    "luding-without-depth",
    "mass-of-a-material-swept",
    "mass-overflows",
    "mass-unknown",
    "missing-material",
    "mixing-rule-beside-work-of-adhesion",
    "negative-radius",
    "negative-work-of-adhesion",
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
    "plate-without-density",
    "rebound-offset-without-a-unit",
    "rebound-sigma-without-rebounds",
    "recorded-data-outside-the-folder",
    "recorded-data-that-is-not-there",
    "recorded-gap-of-another-code",
    "recorded-wall-normal-without-a-wall",
    "recorded-with-a-wrong-table",
    "relative-to-zero",
    "restitution-above-one",
    "restitution-beside-walton-braun",
    "restitution-in-a-sweep",
    "restitution-negative",
    "restitution-without-its-speed",
    "rings-beside-a-dashpot",
    "rolling-friction-missing",
    "rolling-friction-negative",
    "sigma-of-zero",
    "sjkr-with-absolute-limit",
    "sjkr-with-pull-off-limit",
    "sliding-of-no-dashpot",
    "stiffness-of-a-tangential-spring-missing",
    "surface-energy-beside-work-of-adhesion",
    "surface-energy-negative",
    "surface-energy-of-one-material",
    "surface-energy-under-hertz",
    "surface-energy-without-a-mixing-rule",
    "sweep-in-a-calibration",
    "sweep-in-two-units",
    "sweep-multiplies-a-dataset",
    "sweep-on-a-log-scale-through-zero",
    "sweep-over-a-column-that-is-not-there",
    "sweep-over-a-missing-dataset",
    "sweep-repeats-a-value",
    "sweep-together-with-nothing",
    "sweep-twice-the-same",
    "sweep-with-commas",
    "sweeps-that-cannot-go-together",
    "tangential-law-missing",
    "tangential-law-missing-under-spin",
    "tangential-law-without-moduli",
    "tangential-speed-negative",
    "theory-that-covers-no-scene",
    "theory-unknown",
    "thornton-ning-yields-at-first-touch",
    "thornton-without-modulus",
    "thornton-without-pressure",
    "tighter-than-the-theory",
    "tolerance-in-the-unit-of-another",
    "too-many-scenes",
    "tsuji-beside-jkr",
    "two-walls",
    "two-ways-to-say-damping",
    "unused-material",
    "vacuous-where",
    "wall-before-sphere",
    "walton-braun-makes-energy",
    "where-equals",
    "where-of-no-row",
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

#[test]
fn the_schema_accepts_cases_and_refuses_what_a_schema_can_see() {
    let schema = jsonschema::validator_for(&schema()).unwrap();
    let json = |text: &str| serde_json::to_value(toml::from_str::<toml::Value>(text).ok()?).ok();
    let shipped = Files::Embedded.list("cases", ".toml").unwrap();
    let shipped = shipped.iter().map(|name| Files::Embedded.text(name, 1 << 20).unwrap().text);
    let own = [VALID.to_string(), template(Template::Impact, "x", ""), runs::steppers()];
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

#[test]
fn the_schema_knows_every_unit() {
    for dimension in collisionbench::units::MEASURED {
        let units = dimension.choices();
        let schema = schema();
        let definition = &schema["$defs"][dimension.word().replace(' ', "_")];
        let within = &schema["$defs"]["within"];
        for unit in units.split(", ") {
            let quantity = json!(format!("1.5e-3 {unit}"));
            assert!(jsonschema::is_valid(within, &quantity), "{quantity} as a tolerance");
            let printed = quantity.as_str().unwrap().replace(" u", " µ").replace("s2", "s²").replace("m3", "m³");
            assert!(jsonschema::is_valid(within, &json!(printed)), "{printed} as a tolerance");
            let typed = quantity.as_str().unwrap().replace("s2", "s^2").replace("m3", "m^3").replace("deg", "°");
            assert!(jsonschema::is_valid(within, &json!(typed)), "{typed} as a tolerance");
            // Some dimensions stand in tolerances only.
            if let Some(alternatives) = definition["anyOf"].as_array() {
                assert!(jsonschema::is_valid(&alternatives[0], &quantity), "{quantity}");
            }
        }
    }
}

/// Every key on one page, in Markdown.
fn keys_page() -> String {
    let mut page = String::from(
        "# Keys of a case file\n\n\
         Made from the keys that the reader knows. The keys of laws, systems and schemes are printed by\n\
         `collisionbench explain NAME`, one key by `collisionbench explain KEY`; `collisionbench new --schema` prints all\n\
         of them as a JSON schema for editors.\n\n\
         A *value* may be swept, `{ sweep = [...] }`, and in a calibration fitted, `{ fit = ..., between = [...] }`, or\n\
         uncertain, `{ value = ..., sigma = ... }`. A quantity is a text with its unit, `\"2.5 mm\"`.\n",
    );
    for keys in explained().chunk_by(|a, b| a.table == b.table) {
        let (header, doc) = (keys[0].table.header, keys[0].table.doc);
        let header = if header.is_empty() { "A case".to_string() } else { format!("`{header}`") };
        let (first, rest) = doc.split_at(1);
        let doc = format!("{}{}.", first.to_uppercase(), rest.trim_end_matches('.'));
        page += &format!("\n## {header}\n\n{doc}\n\n");
        page += "| key | written as | unless given | meaning |\n| --- | --- | --- | --- |\n";
        for explained in keys {
            let (key, written, default) = (explained.key, explained.written(), explained.default());
            let required = if key.required { " (required)" } else { "" };
            page += &format!("| `{}`{required} | {written} | {default} | {} |\n", key.name, key.doc);
        }
    }
    page
}

/// `UPDATE=1 cargo test --test units keys` writes the page.
#[test]
fn the_page_of_keys_is_that_of_the_reader() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/keys.md");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, keys_page()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), keys_page());
}

/// A key in the schema is read, and one that is read is in the schema: a case with a key nobody declared is refused by
/// both, at every table of a case that has all kinds of them.
#[test]
fn a_key_that_is_not_declared_is_refused_by_reader_and_schema() {
    let schema = jsonschema::validator_for(&schema()).unwrap();
    let shipped = ["cases/oblique/jkr-ball-on-wall.toml", "cases/normal/plastic/thornton-again.toml"];
    let mut tables = 0;
    for name in shipped {
        let text = Files::Embedded.text(name, 1 << 20).unwrap().text;
        let headers: Vec<&str> = text.lines().filter(|line| line.starts_with('[')).collect();
        for header in headers {
            let wrong = text.replacen(header, &format!("{header}\nnot_a_key = 1"), 1);
            let value = serde_json::to_value(toml::from_str::<toml::Value>(&wrong).unwrap()).unwrap();
            assert!(!schema.is_valid(&value), "{name}: {header}");
            let file = Arc::new(SourceFile { name: "a.toml".into(), text: wrong });
            let said = Case::read(file, "a", &Files::Embedded).unwrap_err().to_string();
            assert!(said.contains("not_a_key"), "{name}: {header}: {said}");
            tables += 1;
        }
    }
    assert!(tables > 10, "{tables}");
}
