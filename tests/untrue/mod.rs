//! Ways to make the bench say something untrue (`ways.toml`), each refused, red or named.

mod engine;
mod export;
mod fingerprint;
mod fit;
mod gate;
mod record;
mod statistics;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

#[derive(serde::Deserialize)]
struct Ways {
    way: Vec<Way>,
}

#[derive(serde::Deserialize)]
struct Way {
    number: u32,
    part: String,
    how: String,
    untrue: String,
    must: String,
}

/// Each way of the list has a test, in the file of its part, and no test is without its line in the list.
#[test]
fn every_way_of_the_list_has_its_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/untrue");
    let list: Ways = toml::from_str(&fs::read_to_string(folder.join("ways.toml")).unwrap()).unwrap();
    let mut tests: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(part) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".rs")) else { continue };
        let text = fs::read_to_string(&path).unwrap();
        // A test of its own, or a row of a table.
        for start in ["\n#[test]\nfn way_", "\n    ("] {
            for (at, _) in text.match_indices(start) {
                let rest = &text[at + start.len()..];
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                if let Ok(number) = digits.parse() {
                    tests.entry(number).or_default().insert(part.to_string());
                }
            }
        }
    }
    let mut numbers = Vec::new();
    for way in &list.way {
        assert!(["refused", "red", "named"].contains(&way.must.as_str()), "{}: {}", way.number, way.must);
        assert!(!way.how.is_empty() && !way.untrue.is_empty(), "{}", way.number);
        assert_eq!(
            tests.get(&way.number),
            Some(&BTreeSet::from([way.part.clone()])),
            "way {}: {}",
            way.number,
            way.how
        );
        numbers.push(way.number);
    }
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    assert_eq!(tests.len(), numbers.len());
}
