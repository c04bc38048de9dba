//! Every shipped scene and every DEM code: exported faithfully, with a part lost, or refused, and why. `table.csv` is what
//! stands; `UPDATE=1` writes it anew, to be read as a difference.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use collisionbench::bench;
use collisionbench::case::Case;
use collisionbench::codes::CODES;
use collisionbench::codes::export::export;

/// A reason without its numbers.
fn kind(reason: &str) -> String {
    let number = |word: &str| word.chars().any(|c| c.is_ascii_digit()) && !word.contains('*');
    let words = reason.split(' ').map(|word| if number(word) { "#" } else { word });
    words.collect::<Vec<_>>().join(" ").replace(',', ";")
}

fn rows() -> Vec<String> {
    let mut rows = vec!["case,system,faithful,part lost,refused,why".to_string()];
    let found = bench::find(&[], Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    for (name, file) in found.cases {
        let case = Case::read_with(Arc::new(file), &name, &found.data, &[]).unwrap();
        for system in CODES {
            let mut counts = [0; 3];
            let mut why: BTreeSet<String> = BTreeSet::new();
            for scene in case.scenes.iter().filter(|scene| scene.path.is_none()) {
                let (place, reasons) = match export(scene, system, 0.01) {
                    Ok(found) if found.faithful() => (0, Vec::new()),
                    Ok(found) => (1, found.why_not),
                    Err(error) => (2, vec![error.message]),
                };
                counts[place] += 1;
                why.extend(reasons.iter().map(|reason| kind(reason)));
            }
            let why: Vec<String> = why.into_iter().collect();
            let [faithful, lost, refused] = counts;
            rows.push(format!("{name},{},{faithful},{lost},{refused},{}", system.name(), why.join(" | ")));
        }
    }
    rows
}

#[test]
#[ignore = "slow"]
fn every_shipped_scene_and_every_system() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export/table.csv");
    let text = rows().join("\n") + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let stands = std::fs::read_to_string(&path).unwrap_or_default();
    let differ = text.lines().zip(stands.lines()).filter(|(now, then)| now != then).take(10);
    let differ: Vec<String> = differ.map(|(now, then)| format!("{now}\n  was {then}")).collect();
    assert!(differ.is_empty() && text.len() == stands.len(), "{} lines\n{}", text.lines().count(), differ.join("\n"));
}

/// The reasons of this table are those of the code, numbers left out.
#[test]
fn a_reason_is_kept_without_its_numbers() {
    assert_eq!(kind("friction: 0.3 becomes 0, and so"), "friction: # becomes # and so");
    assert_eq!(kind("E* and R* of 2 bodies"), "E* and R* of # bodies");
}
