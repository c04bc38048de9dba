//! Parses a file as TOML and reports every syntax error.

use std::ops::Range;

use toml::de::DeTable;

use super::reader::{Reader, Table, quoted, shown};
use crate::error::Diagnostic;

/// Longest table header that is recognised as one, in bytes.
const LONGEST_HEADER: usize = 200;

/// The tables of the file.
///
/// `None` when it is not TOML; every syntax error is reported then, and nothing else is looked for: what a broken line
/// was meant to say is a guess.
pub(crate) fn parse<'a>(reader: &mut Reader<'a>) -> Option<Table<'a>> {
    let (root, errors) = DeTable::parse_recoverable(&reader.file.text);
    // Only message and span: the library's own rendering repeats the whole line, however long it is.
    let mut errors: Vec<(Range<usize>, &str)> =
        errors.iter().map(|error| (error.span().unwrap_or_default(), error.message())).collect();
    errors.sort_by_key(|(span, _)| span.start);
    let mut doubled_header: Option<usize> = None;
    for (place, (span, message)) in errors.iter().enumerate() {
        if reader.is_full() {
            reader.count_only(errors.len() - place);
            break;
        }
        let problem = if *message == "duplicate key" {
            // Under a header that is there twice the keys are there twice too: the header says it all.
            if let Some(end) = doubled_header
                && !reader.raw(end..span.start).contains("\n[")
            {
                doubled_header = Some(span.end);
                continue;
            }
            doubled_header = in_header(reader, span).then_some(span.end);
            let key = reader.raw(span.clone());
            // A key that is not there at all is reported as that.
            if key.is_empty() {
                continue;
            }
            Diagnostic::new(format!("duplicate key {}", quoted(key))).help("remove one of them, or rename the second")
        } else {
            let problem = Diagnostic::new(format!("this is not TOML: {}", shown(message)));
            match decimal_comma(&reader.file.text, span.start) {
                Some(number) => problem.help(format!("write the number with a point:  {number}")),
                None => problem,
            }
        };
        let origin = reader.origin(span.clone());
        reader.report(problem.at(&origin));
    }
    errors.is_empty().then(|| Table { path: String::new(), span: root.span(), map: root.into_inner() })
}

/// `0.5` where the file has `0,5` at this place.
fn decimal_comma(text: &str, at: usize) -> Option<String> {
    let (before, after) = (text.get(..at)?, text.get(at..)?.strip_prefix(',')?);
    let whole = &before[before.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
    let part = &after[..after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len())];
    (!whole.is_empty() && !part.is_empty()).then(|| format!("{whole}.{part}"))
}

/// Whether a key stands in a table header.
fn in_header(reader: &Reader, span: &Range<usize>) -> bool {
    let before = &reader.file.text.as_bytes()[..span.start];
    let near = &before[before.len().saturating_sub(LONGEST_HEADER)..];
    let line = near.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    line.trim_ascii_start().starts_with(b"[")
}
