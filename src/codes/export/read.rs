//! Reads parameters back from input lines, so that an export is checked by its text.

use crate::codes::Parameters;

/// The word that follows a mark, up to a blank or a closing mark.
pub(crate) fn after<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(mark)?;
    rest.split([' ', ',', ')', '\n', ';']).next()
}

/// The number that follows a mark.
pub(crate) fn number(text: &str, mark: &str) -> Option<f64> {
    after(text, mark)?.parse().ok()
}

/// The line that begins like this.
pub(crate) fn line<'a>(lines: &'a [String], begins: &str) -> Option<&'a str> {
    lines.iter().map(String::as_str).find(|line| line.starts_with(begins))
}

/// The numbers under keys, each behind its mark; a key whose mark is not there is left out.
pub(crate) fn numbers(text: &str, marks: &[(&'static str, &str)]) -> Vec<(&'static str, f64)> {
    marks.iter().filter_map(|(key, mark)| Some((*key, number(text, mark)?))).collect()
}

/// Removes the parameters that go with friction if the friction coefficient `with[0]` is 0.
pub(crate) fn frictional(mut found: Vec<(&'static str, f64)>, with: &[&str]) -> Vec<(&'static str, f64)> {
    let Some(coefficient) = with.first() else { return found };
    if !found.iter().any(|(key, value)| key == coefficient && *value != 0.0) {
        found.retain(|(key, _)| !with.contains(key));
    }
    found
}

/// The first key that is written and reads back otherwise: numbers to the last bit, words letter by letter. Defaults that
/// the lines spell out are judged by the contact they make.
pub(super) fn first_difference(
    written: &Parameters,
    read: &Parameters,
    keys: &[crate::codes::Key],
) -> Option<&'static str> {
    let same = |key: &str| {
        written.numbers.get(key).is_none_or(|number| read.numbers.get(key).unwrap_or(0.0) == number)
            && written.given(key).is_none_or(|word| read.given(key) == Some(word))
    };
    keys.iter().map(|key| key.name).find(|key| !same(key))
}
