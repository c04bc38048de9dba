//! The thirty scenes that every code is asked for: the same in all their files.

use std::collections::BTreeMap;
use std::fs;

use toml::{Table, Value};

/// The scenes, version 1: what is published of them is of these.
const SPEEDS: &str = "1 1 1 1 1 0.1 5 1 1 1 1 1 1 0.1 5 m/s";
const ANGLES: &str = "0 0 0 0 0 0 0 20 45 60 80 45 80 45 45 deg";
const RESTITUTIONS: [f64; 15] = [0.3, 0.5, 0.7, 0.9, 0.98, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.9, 0.9, 0.5, 0.5];

fn sweep<'a>(table: &'a Value, key: &str) -> &'a Value {
    &table[key]["sweep"]
}

/// Every list of numbers from 0 to 1 that is swept in a contact: its restitutions.
fn restitutions(contact: &Value, found: &mut Vec<Vec<f64>>) {
    let Some(table) = contact.as_table() else { return };
    for (key, value) in table {
        match value.get("sweep").and_then(Value::as_array) {
            Some(list) if key != "dashpot_ratio" => {
                found.push(list.iter().map(|v| v.as_float().or(v.as_integer().map(|i| i as f64)).unwrap()).collect());
            }
            _ => restitutions(value, found),
        }
    }
}

#[test]
fn every_code_is_asked_for_the_same_thirty() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/engines/thirty");
    let mut codes: BTreeMap<String, usize> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let case: Table = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        let (code, kind) = name.rsplit_once('-').unwrap();
        let scenes = if code.starts_with("kratos") { kratos(&name, &case) } else { whole(&name, &case) };
        *codes.entry(code.trim_end_matches("-oblique").to_string()).or_default() += scenes;
        let material = &case["material"]["plastic"];
        assert_eq!(
            material.to_string(),
            "{ density = \"2500 kg/m3\", poisson_ratio = 0.3, young_modulus = \"1 GPa\" }",
            "{name}"
        );
        let other = if kind == "pair" { "right" } else { "plate" };
        let first = if kind == "pair" { "left" } else { "ball" };
        assert_eq!(case["body"][first]["sphere"]["radius"].as_str(), Some("50 mm"), "{name}");
        match kind {
            "pair" => assert_eq!(case["body"][other]["sphere"]["radius"].as_str(), Some("80 mm"), "{name}"),
            _ => assert_eq!(case["body"][other]["wall"]["normal"].as_str(), Some("+z"), "{name}"),
        }
        assert!(case["run"].as_table().unwrap().contains_key(code.trim_end_matches("-oblique")), "{name}");
    }
    assert!(codes.len() >= 8, "{codes:?}");
    assert!(codes.iter().all(|(code, scenes)| *scenes == if code == "kratos" { 14 } else { 30 }), "{codes:?}");
}

/// Fifteen scenes of a file that has them all.
fn whole(name: &str, case: &Table) -> usize {
    assert_eq!(sweep(&case["impact"], "speed").as_str(), Some(SPEEDS), "{name}");
    assert_eq!(sweep(&case["impact"], "angle").as_str(), Some(ANGLES), "{name}");
    let mut found = Vec::new();
    restitutions(&case["contact"], &mut found);
    assert_eq!(found, [RESTITUTIONS.to_vec()], "{name}");
    RESTITUTIONS.len()
}

/// Kratos damps the tangential spring too, in a form that this program has not: it is asked for the head-on scenes, and for the oblique ones
/// without damping, which are others.
fn kratos(name: &str, case: &Table) -> usize {
    let numbers = |text: &str| -> Vec<String> {
        let (all, _) = text.rsplit_once(' ').unwrap();
        all.split(' ').map(String::from).collect()
    };
    let speed = numbers(sweep(&case["impact"], "speed").as_str().unwrap());
    let mut found = Vec::new();
    restitutions(&case["contact"], &mut found);
    if !name.contains("oblique") {
        assert_eq!(speed, numbers(SPEEDS)[..7], "{name}");
        assert_eq!(found, [RESTITUTIONS[..7].to_vec()], "{name}");
        return 7;
    }
    let angle = numbers(sweep(&case["impact"], "angle").as_str().unwrap());
    let (speeds, angles) = (numbers(SPEEDS), numbers(ANGLES));
    let known: Vec<(&String, &String)> = speeds.iter().zip(&angles).collect();
    assert!(speed.iter().zip(&angle).all(|impact| known.contains(&impact)), "{name}");
    assert_eq!(case["contact"]["kratos"]["COEFFICIENT_OF_RESTITUTION"].as_integer(), Some(1), "{name}");
    0
}
