//! The canonical form of a case: the parts of its text that determine its numbers.

use toml::{Table, Value};

/// Keys that do not affect any number.
const ABOUT: [&str; 2] = ["title", "source"];

/// A case in one canonical form: without comments, title, source, the reasons of known gaps and what was seen of them, its keys in order
/// and its numbers as they are read. Two cases of the same form have the same physics and the same expectations.
///
/// A text that is no TOML is its own form.
///
/// ```
/// use collisionbench::case::canonical;
///
/// let one = "title = \"a\"\n[impact]\nspeed = 1e-3 # slow";
/// assert_eq!(canonical(one), canonical("title = \"b\"\nimpact = { speed = 0.001 }"));
/// assert_ne!(canonical(one), canonical("[impact]\nspeed = 2e-3"));
/// ```
pub fn canonical(text: &str) -> String {
    let Ok(mut case) = text.parse::<Table>() else { return text.to_string() };
    case.retain(|key, _| !ABOUT.contains(&key));
    for expect in case.get_mut("expect").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(gap) = expect.get_mut("known_gap") {
            // One that holds everywhere is the same however it is written.
            let engine = gap.get("engine").cloned();
            *gap = engine
                .map_or(Value::Boolean(true), |engine| Value::Table(Table::from_iter([("engine".into(), engine)])));
        }
    }
    toml::to_string(&case).unwrap_or_else(|_| text.to_string())
}
