//! Several columns of rebounds in one row: drops that were repeated, or successive rebounds of one drop. The headers say, or the
//! case does.

use super::header::{Header, REPEATED};
pub use super::mapping::Wide;
use super::sheet::Sheet;
use crate::error::{Diagnostic, Error, cut};

/// Words of bounces that follow one another.
const SUCCESSIVE: [&str; 12] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "1st", "2nd", "3rd", "4th", "5th", "6th"];

/// Whether a header is of a rebound height.
pub fn is_rebound(words: &str) -> bool {
    const OTHERS: [&str; 10] =
        ["sigma", "spin", "angle", "speed", "velocity", "note", "remark", "comment", "date", "number"];
    let bounced = words.contains("bounce") && words.contains("height") && !words.contains("drop");
    (bounced || words.contains("rebound")) && !OTHERS.iter().any(|other| words.contains(other))
}

/// Columns that are headed as repeated measurements, beside a drop height: `trial 1`, `trial 2`.
pub(super) fn trials(sheet: &Sheet) -> Vec<usize> {
    sheet.columns(|words| {
        words.rsplit_once(' ').is_some_and(|(word, number)| REPEATED.contains(&word) && number.parse::<u16>().is_ok())
    })
}

/// What these columns are.
///
/// # Errors
/// Where neither the headers nor the case say so.
pub(super) fn meaning(sheet: &mut Sheet, columns: &[usize]) -> Result<Wide, Error> {
    let headers: Vec<Header> = columns.iter().filter_map(|&at| sheet.headers.get(at).cloned()).collect();
    let any = |known: &[&str]| headers.iter().all(|h| h.words.split(' ').any(|word| known.contains(&word)));
    let numbered = |h: &Header| (1..=9).any(|k| format!("{} ", h.words).contains(&format!("bounce {k} ")));
    let names: Vec<String> = headers.iter().map(|header| format!("`{}`", cut(&header.text, 40))).collect();
    let by_headers = match (any(&REPEATED), any(&SUCCESSIVE) || headers.iter().all(numbered)) {
        _ if headers.iter().all(|header| header.mapped) => Some(Wide::Bounces),
        (true, false) => Some(Wide::Repeats),
        (false, true) => Some(Wide::Bounces),
        _ => None,
    };
    let (shown, more) = (names.iter().take(3).cloned().collect::<Vec<_>>().join(", "), names.len().saturating_sub(3));
    let shown = if more > 0 { format!("{shown} and {more} more") } else { shown };
    let Some(wide) = sheet.mapping().wide.or(by_headers) else {
        let first = headers.first().map_or(String::new(), |header| cut(&header.text, 40));
        let message = format!(
            "{}: {shown} are columns of rebounds, and the headers do not say whether they are repeated drops, \
             successive bounces or several balls",
            sheet.place()
        );
        return Err(Diagnostic::new(message)
            .help("drops from one height:     wide = \"repeats\", --wide repeats for `fit`")
            .help("rebounds of one drop:      wide = \"bounces\", --wide bounces for `fit`")
            .help(format!(
                "a ball each:               columns = {{ rebound = \"{first}\" }}, --wide balls for `fit` (a case each)"
            ))
            .into());
    };
    sheet.note(match wide {
        Wide::Repeats => format!("{shown} are read as repeated drops from the height of their row"),
        Wide::Bounces => format!("{shown} are read as successive rebounds of one drop"),
    });
    Ok(wide)
}
