//! The lines of an input: templates that one matcher writes and reads.
//!
//! `{e}` is the parameter `e`. `{mu=0}` is `0` where `mu` is not given, and a `0` there reads as not given. `{gap? rgap }` is the
//! parameter behind its mark ` rgap `, or nothing where it is not given; behind a bracket the mark is without its comma.
//! `{limit:off=|on= limit}` is the text for a word, the first where none is given.

use super::Parameters;
use super::keys::Key;
use crate::law::LawError;
use crate::number::exact;

/// One line, and when it is written.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    when: When,
    text: &'static str,
}

#[derive(Debug, Clone, Copy)]
enum When {
    Always,
    Given(&'static str),
    Missing(&'static str),
}

/// A line of every input.
pub const fn always(text: &'static str) -> Line {
    Line { when: When::Always, text }
}

/// A line beside a parameter.
pub const fn given(key: &'static str, text: &'static str) -> Line {
    Line { when: When::Given(key), text }
}

/// A line without a parameter.
pub const fn missing(key: &'static str, text: &'static str) -> Line {
    Line { when: When::Missing(key), text }
}

enum Piece {
    Text(&'static str),
    /// A value: its mark, where it is written with it only, and the text of one that is not given.
    Value {
        key: &'static str,
        mark: Option<&'static str>,
        default: Option<&'static str>,
    },
    /// A word by its texts.
    Word {
        key: &'static str,
        texts: Vec<(&'static str, &'static str)>,
    },
}

impl Line {
    fn pieces(self) -> Vec<Piece> {
        let (first, rest) = self.text.split_once('{').unwrap_or((self.text, ""));
        let places = rest.split('{').filter_map(|part| part.split_once('}'));
        let pieces = places.flat_map(|(place, text)| [piece(place), Piece::Text(text)]);
        std::iter::once(Piece::Text(first)).chain(pieces).collect()
    }
}

fn piece(place: &'static str) -> Piece {
    let value = |key, mark, default| Piece::Value { key, mark, default };
    if let Some((key, mark)) = place.split_once('?') {
        value(key, Some(mark), None)
    } else if let Some((key, texts)) = place.split_once(':') {
        Piece::Word { key, texts: texts.split('|').filter_map(|text| text.split_once('=')).collect() }
    } else if let Some((key, default)) = place.split_once('=') {
        value(key, None, Some(default))
    } else {
        value(place, None, None)
    }
}

/// A mark after the text `before`.
fn mark_behind(mark: &'static str, before: Option<char>) -> &'static str {
    if before == Some('(') { mark.trim_start_matches(", ") } else { mark }
}

/// The lines for parameters and for what else has a place in them, which comes first.
///
/// # Errors
/// When a parameter that a line needs is not given.
pub fn write(lines: &[Line], params: &Parameters, more: &[(&str, String)]) -> Result<Vec<String>, LawError> {
    let value = |key: &str| {
        let own = || params.numbers.get(key).map(exact).or_else(|| params.given(key).map(String::from));
        more.iter().find(|(name, _)| *name == key).map(|(_, text)| text.clone()).or_else(own)
    };
    let is_written = |line: &&Line| match line.when {
        When::Always => true,
        When::Given(key) => value(key).is_some(),
        When::Missing(key) => value(key).is_none(),
    };
    let written = |line: &Line| {
        let mut text = String::new();
        for piece in line.pieces() {
            match piece {
                Piece::Text(own) => text.push_str(own),
                Piece::Value { key, mark, default } => match (value(key), default) {
                    (Some(value), _) => {
                        text.push_str(mark_behind(mark.unwrap_or_default(), text.chars().last()));
                        text.push_str(&value);
                    }
                    (None, Some(default)) => text.push_str(default),
                    (None, None) if mark.is_some() => {}
                    (None, None) => return Err(LawError::key(key, format!("there is no `{key}` to export"))),
                },
                Piece::Word { key, texts } => {
                    let word = value(key);
                    let known = texts.iter().find(|(name, _)| word.as_deref() == Some(name)).or(texts.first());
                    text.push_str(known.map_or("", |(_, text)| text));
                }
            }
        }
        Ok(text)
    };
    lines.iter().filter(is_written).map(written).collect()
}

/// The parameters in lines that [`write()`] wrote; those that go with friction, its coefficient `friction[0]` first, only where that is not
/// 0. `None` where a line is of no template, or two say different things.
pub fn read(lines: &[Line], keys: &[Key], friction: &[&str], text: &[String]) -> Option<Parameters> {
    Some(frictional(parameters(keys, &places(lines, text)?)?, friction))
}

/// The texts at the places of lines that [`write()`] wrote, but for those of what is not given.
pub fn places<'t>(lines: &[Line], text: &'t [String]) -> Option<Vec<(&'static str, &'t str)>> {
    let mut found: Vec<(&'static str, &str)> = Vec::new();
    for own in text {
        for (key, value) in lines.iter().find_map(|line| take(&line.pieces(), own, None))? {
            match found.iter().find(|(known, _)| *known == key) {
                Some((_, before)) if *before != value => return None,
                Some(_) => {}
                None => found.push((key, value)),
            }
        }
    }
    Some(found)
}

/// The parameters among the texts at places; `None` where one is no number.
pub fn parameters(keys: &[Key], places: &[(&str, &str)]) -> Option<Parameters> {
    let mut params = Parameters::default();
    for (place, text) in places {
        let Some(key) = keys.iter().find(|known| known.name == *place) else { continue };
        params = match key.dimension() {
            Some(_) => params.with(key.name, text.parse().ok()?),
            None => params.with_word(key.name, text),
        };
    }
    Some(params)
}

/// Without the parameters that go with friction if its coefficient `with[0]` is 0 or not given.
pub fn frictional(params: Parameters, with: &[&str]) -> Parameters {
    let slides = with.first().is_none_or(|key| params.numbers.get(key).is_some_and(|value| value != 0.0));
    if slides { params } else { params.without(with) }
}

/// The values at the places of a line, without those that stand for a parameter that is not given; `None` where it is another line.
fn take<'t>(pieces: &[Piece], text: &'t str, before: Option<char>) -> Option<Vec<(&'static str, &'t str)>> {
    let Some((piece, others)) = pieces.split_first() else { return text.is_empty().then(Vec::new) };
    let with = |at: &'static str, value: &'t str, rest: &'t str| {
        let mut found = take(others, rest, value.chars().last())?;
        found.push((at, value));
        Some(found)
    };
    match piece {
        Piece::Text(own) => take(others, text.strip_prefix(own)?, own.chars().last().or(before)),
        Piece::Value { key, mark, default } => {
            let given = text.strip_prefix(mark_behind(mark.unwrap_or_default(), before)).and_then(|rest| {
                let ends = rest.char_indices().skip(1).map(|(at, _)| at).chain([rest.len()]);
                ends.filter(|&end| end > 0).find_map(|end| with(key, &rest[..end], &rest[end..]))
            });
            let absent = |found: &mut Vec<(&'static str, &str)>| {
                found.retain(|(at, value)| at != key || Some(*value) != *default)
            };
            match given {
                Some(mut found) => {
                    absent(&mut found);
                    Some(found)
                }
                None => mark.and_then(|_| take(others, text, before)),
            }
        }
        Piece::Word { key, texts } => {
            let mut by_length: Vec<_> = texts.iter().enumerate().collect();
            by_length.sort_by_key(|(_, (_, own))| std::cmp::Reverse(own.len()));
            by_length.into_iter().find_map(|(at, (word, own))| {
                let mut found = take(others, text.strip_prefix(own)?, own.chars().last().or(before))?;
                if at > 0 {
                    found.push((key, *word));
                }
                Some(found)
            })
        }
    }
}

/// The text in the lines for a parameter that is not given.
pub fn default(lines: &[Line], wanted: &str) -> Option<&'static str> {
    lines.iter().flat_map(|line| line.pieces()).find_map(|piece| match piece {
        Piece::Value { key, default, .. } if key == wanted => default,
        Piece::Word { key, texts } if key == wanted => texts.first().map(|(word, _)| *word),
        _ => None,
    })
}

/// The word that follows a mark, up to a blank.
pub fn after<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    text.split_once(mark)?.1.split(' ').next()
}

/// The line that begins like this.
pub fn line_of<'a>(lines: &'a [String], begins: &str) -> Option<&'a str> {
    lines.iter().map(String::as_str).find(|line| line.starts_with(begins))
}
