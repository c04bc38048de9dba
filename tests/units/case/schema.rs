//! What editors are given says the same as the reader.

use std::path::Path;
use std::sync::Arc;

use crate::src::case::*;
use collisionbench::report::pictures::figure_file;
use serde_json::json;

#[path = "../../mistakes/rows.rs"]
mod rows;

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
    // A mistake that takes more than the form of the file to see must be accepted, and no other.
    for row in rows::rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes")) {
        let accepted = json(&row.text).is_some_and(|case| schema.is_valid(&case));
        assert_eq!(accepted, row.well_formed || row.right, "{}", row.name);
    }
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
        "# Keys of a case file, and of the file of a figure\n\n\
         Made from the keys that the reader knows. The keys of laws, systems and schemes are printed by\n\
         `collisionbench explain NAME`, one key by `collisionbench explain KEY`; `collisionbench new --schema` prints all\n\
         of them as a JSON schema for editors.\n\n\
         A *value* may be swept, `{ sweep = [...] }`, and in a calibration fitted, `{ fit = ..., between = [...] }`, or\n\
         uncertain, `{ value = ..., sigma = ... }`. A quantity is a text with its unit, `\"2.5 mm\"`.\n",
    );
    let all = [explained(), explained_of(&figure_file::TABLES)].concat();
    for keys in all.chunk_by(|a, b| a.table == b.table) {
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
