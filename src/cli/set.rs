//! `new --set KEY=VALUE`: another value in the text of a case, its comments kept.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::error::{Diagnostic, Error, cut, nearest};

/// The text with each value put in the place of the one it has. A key of a sphere needs no `sphere`: `body.ball.radius`.
///
/// # Errors
/// When an assignment has no `=`, or the case has no such key.
pub(super) fn set(text: &str, assignments: &[String]) -> Result<String, Error> {
    let mut text = text.to_string();
    for assignment in assignments {
        let Some((path, value)) = assignment.split_once('=') else {
            let message = format!("--set: `{}` has no `=`", cut(assignment, 80));
            return Err(Error::with_help(message, "for example --set body.ball.radius=\"20 mm\""));
        };
        let root = DeTable::parse(&text).map_err(|error| Error::wrong(cut(error.message(), 200)))?;
        let span = place(root.get_ref(), path.trim(), path.trim())?;
        text.replace_range(span, &written(value.trim()));
    }
    Ok(text)
}

/// A number, a table or a list as it is typed; everything else is a text.
fn written(value: &str) -> String {
    let parsed = format!("x = {value}").parse::<toml::Table>();
    match parsed.as_ref().ok().and_then(|table| table.get("x")) {
        Some(_) => value.to_string(),
        None => toml::Value::String(value.to_string()).to_string(),
    }
}

/// Where the value of a key stands.
fn place(table: &DeTable<'_>, path: &str, whole: &str) -> Result<Range<usize>, Error> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let found = table.iter().find(|(key, _)| key.get_ref() == first).map(|(_, value)| value);
    match (found.map(|value| (value.get_ref(), value.span())), rest) {
        (Some((_, span)), None) => return Ok(span),
        (Some((DeValue::Table(inner), _)), Some(rest)) => return place(inner, rest, whole),
        _ => {}
    }
    let sphere = table.iter().find(|(key, _)| key.get_ref() == "sphere").map(|(_, value)| value.get_ref());
    if let (Some(DeValue::Table(inner)), None) = (sphere, rest)
        && let Some((_, value)) = inner.iter().find(|(key, _)| key.get_ref() == first)
    {
        return Ok(value.span());
    }
    let mut keys: Vec<String> = table.iter().map(|(key, _)| key.get_ref().to_string()).collect();
    if let (Some(DeValue::Table(inner)), None) = (sphere, rest) {
        keys.extend(inner.iter().map(|(key, _)| key.get_ref().to_string()));
    }
    let problem = Diagnostic::new(format!("--set: the case has no `{}`", cut(whole, 80)));
    if path == whole {
        let mut elsewhere = Vec::new();
        paths_to(table, first, "", &mut elsewhere);
        if !elsewhere.is_empty() {
            return Err(problem.help(format!("give its table too: {}", elsewhere.join(", "))).into());
        }
    }
    Err(match nearest(first, keys.iter().map(String::as_str)) {
        Some(near) => problem.help(format!("did you mean `{near}` in place of `{first}`?")),
        None => problem.help(match path == whole {
            true => format!("known at the top of the case: {}", keys.join(", ")),
            false => format!("known in `{}`: {}", &whole[..whole.len() - path.len() - 1], keys.join(", ")),
        }),
    }
    .into())
}

/// The places of a key in tables below this one: `experiment.drop-height.gravity`.
fn paths_to(table: &DeTable<'_>, wanted: &str, at: &str, found: &mut Vec<String>) {
    for (key, value) in table {
        let path = format!("{at}{}", key.get_ref());
        if key.get_ref() == wanted {
            found.push(format!("`{path}`"));
        } else if let DeValue::Table(inner) = value.get_ref() {
            paths_to(inner, wanted, &format!("{path}."), found);
        }
    }
}
