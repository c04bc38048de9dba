//! `new --set KEY=VALUE`: replaces values in the text of a case and keeps its comments.

use toml_edit::{DocumentMut, Item, TableLike, TomlError, Value};

use crate::case::ExperimentKind;
use crate::case::edit::{SHAPES, with_value};
use crate::error::{Diagnostic, Error, cut, nearest};

/// The text with each value put in the place of the one it has. A key of a sphere needs no `sphere`: `body.ball.radius`. A key that an
/// experiment may have is added to it.
///
/// # Errors
/// When an assignment has no `=`, the case has no such key, or it is a table.
pub(super) fn set(text: &str, assignments: &[String]) -> Result<String, Error> {
    let mut text = text.to_string();
    for assignment in assignments {
        let Some((path, value)) = assignment.split_once('=') else {
            let message = format!("--set: `{}` has no `=`", cut(assignment, 80));
            return Err(Error::with_help(message, "for example --set body.ball.radius=\"20 mm\""));
        };
        let (path, value) = (path.trim(), value.trim());
        // A number, a table or a list as it is typed; everything else is a text.
        let value = value.parse().unwrap_or_else(|_| Value::from(value));
        let no_toml = |error: TomlError| Error::wrong(cut(error.message(), 200));
        let mut case = text.parse::<DocumentMut>().map_err(no_toml)?;
        let keys: Vec<&str> = path.split('.').collect();
        let place = keys.iter().try_fold(case.as_item(), |item, key| item.as_table_like()?.get(key));
        if let Some(table) = place.and_then(Item::as_table) {
            let known: Vec<String> = table.iter().map(|(key, _)| format!("`{path}.{key}`")).collect();
            let message = format!("--set: `{}` is a table of the case, not a value", cut(path, 80));
            return Err(Error::with_help(message, format!("it has {}", known.join(", "))));
        }
        text = match with_value(&text, path, value.clone()).map_err(no_toml)? {
            Some(text) => text,
            None => match keys[..] {
                ["experiment", word, key] if allowed(&case, word).contains(&key) => {
                    case["experiment"][word][key] = toml_edit::value(value);
                    case.to_string()
                }
                _ => return Err(unknown(&case, path).into()),
            },
        };
    }
    Ok(text)
}

/// The keys that an experiment of the case may have.
fn allowed(case: &DocumentMut, word: &str) -> Vec<&'static str> {
    let is_there = case.get("experiment").and_then(|all| all.get(word)).is_some_and(Item::is_table);
    let kind = ExperimentKind::from_word(word).filter(|_| is_there);
    kind.map(|kind| kind.keys().names()).unwrap_or_default()
}

/// The error for an unknown key, with a suggestion.
fn unknown(case: &DocumentMut, whole: &str) -> Diagnostic {
    // The innermost table that it has.
    let (mut table, mut path): (&dyn TableLike, &str) = (case.as_table(), whole);
    let mut first = path;
    while let Some((key, rest)) = path.split_once('.') {
        first = key;
        let Some(inner) = table.get(key).and_then(Item::as_table_like) else { break };
        (table, path, first) = (inner, rest, rest);
    }
    let mut keys: Vec<&str> = table.iter().map(|(key, _)| key).collect();
    if let Some((word, _)) = whole.strip_prefix("experiment.").and_then(|rest| rest.split_once('.')) {
        let more: Vec<&str> = allowed(case, word).into_iter().filter(|key| !keys.contains(key)).collect();
        keys.extend(more);
    }
    if first == path {
        let shapes = SHAPES.iter().filter_map(|shape| table.get(shape)?.as_table_like());
        keys.extend(shapes.flat_map(|shape| shape.iter().map(|(key, _)| key)));
    }
    let problem = Diagnostic::new(format!("--set: the case has no `{}`", cut(whole, 80)));
    if path == whole {
        let mut elsewhere = Vec::new();
        paths_to(table, first, "", &mut elsewhere);
        if !elsewhere.is_empty() {
            return problem.help(format!("give its table too: {}", elsewhere.join(", ")));
        }
    }
    match nearest(first, keys.iter().copied()) {
        Some(near) => problem.help(format!("did you mean `{near}` in place of `{first}`?")),
        None => problem.help(match path == whole {
            true => format!("known at the top of the case: {}", keys.join(", ")),
            false => format!("known in `{}`: {}", &whole[..whole.len() - path.len() - 1], keys.join(", ")),
        }),
    }
}

/// The places of a key in tables below this one: `experiment.drop-height.gravity`.
fn paths_to(table: &dyn TableLike, wanted: &str, at: &str, found: &mut Vec<String>) {
    for (key, value) in table.iter() {
        let path = format!("{at}{key}");
        if key == wanted {
            found.push(format!("`{path}`"));
        } else if let Some(inner) = value.as_table_like() {
            paths_to(inner, wanted, &format!("{path}."), found);
        }
    }
}
