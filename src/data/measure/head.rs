//! The headers of a table: titles above them, two lines of them, what separates the cells.

use csv::{ReaderBuilder, StringRecord, Trim};

use super::header;
use super::lines::Lines;
use crate::error::{Error, cut};

/// Most lines above the headers.
const MOST_TITLES: usize = 40;

/// The headers, titles above them passed over and two lines of them made one, and what separates the cells; `named` are headers that the
/// case or the command line names.
pub(super) fn head(name: &str, lines: &mut Lines, named: &[&str]) -> Result<(Vec<String>, u8), Error> {
    let mut given = None;
    let mut titles = Vec::new();
    loop {
        let Some(line) = lines
            .next(name)?
            .map(|line| line.trim_start_matches('\u{feff}').trim_matches(['\r', '\n', ' ']).to_string())
        else {
            return Err(Error::wrong(format!("{name}: the file is empty; it begins with a line of headers")));
        };
        if let Some(separator) = line.strip_prefix("sep=").and_then(|rest| rest.bytes().next()) {
            given = Some(separator);
            continue;
        }
        let (next, ahead) = lines.peek(name)?.unwrap_or_default();
        let comment = line.starts_with('#') && !next.is_empty();
        if (line.trim_matches([',', ';', '\t', ' ']).is_empty() || comment) && titles.len() < MOST_TITLES {
            if next.is_empty() {
                return Err(Error::wrong(format!("{name}: the file is empty; it begins with a line of headers")));
            }
            titles.push(lines.number);
            continue;
        }
        let found = |text: &str| [b'\t', b';'].into_iter().find(|&s| text.as_bytes().contains(&s));
        // One column of decimal commas.
        let lone = !line.contains(',') && header::is_value(&next);
        let separator = given.or_else(|| found(&line)).unwrap_or(match lone {
            _ if columned(&line, &next) => b' ',
            true => b';',
            false => b',',
        });
        let below = given.or_else(|| found(&next)).unwrap_or(if separator == b' ' { b' ' } else { b',' });
        let parts = |text: &str, separator| cells(text, separator).map_err(|error| broken(name, lines.number, &error));
        let (above, under) = (parts(&line, separator)?, parts(&next, below)?);
        let (above, under): (Vec<&str>, Vec<&str>) = (above.iter().collect(), under.iter().collect());
        if titles.len() < MOST_TITLES && header::is_title(&above, &under) {
            titles.push(lines.number);
            continue;
        }
        let headed = header::heads(&above, &under, named) || header::joined(&above, &under).is_some();
        if titles.len() < MOST_TITLES && !headed && follow(&lines.look(name, MOST_TITLES)?, given, named) {
            titles.push(lines.number);
            continue;
        }
        let two = (separator == below && ahead == 1).then(|| header::joined(&above, &under)).flatten();
        let mut texts = match two {
            Some(texts) => {
                lines.next(name)?;
                lines.notes.push(format!(
                    "lines {} and {} are read as one line of headers",
                    lines.number - 1,
                    lines.number
                ));
                texts
            }
            None => above.iter().map(ToString::to_string).collect(),
        };
        let filled = texts.iter().rposition(|text| !text.is_empty()).map_or(1, |last| last + 1);
        texts.truncate(filled);
        if !titles.is_empty() {
            lines.notes.push(match titles[..] {
                [line] => format!("line {line} is above the headers and not read"),
                _ => format!("{} lines above the headers are not read", titles.len()),
            });
        }
        return Ok((texts, separator));
    }
}

/// Whether blanks separate the cells: numbers below as many words.
fn columned(line: &str, next: &str) -> bool {
    let numbers = next.split_whitespace().filter(|cell| header::is_value(cell)).count();
    let words = || line.split_whitespace();
    let texts = !line.contains(',') && !words().any(header::is_value);
    texts && numbers > 1 && numbers == next.split_whitespace().count() && numbers == words().count()
}

/// Whether headers follow, below lines of a title with at most one number each: `Operator;A. B.`, `Mass (g);46`.
fn follow(ahead: &[String], given: Option<u8>, named: &[&str]) -> bool {
    let found = |text: &str| [b'\t', b';'].into_iter().find(|&s| text.as_bytes().contains(&s)).unwrap_or(b',');
    let parts = |text: &String| cells(text, given.unwrap_or_else(|| found(text))).unwrap_or_default();
    let lines: Vec<StringRecord> = ahead.iter().map(parts).filter(|line| !line.iter().all(str::is_empty)).collect();
    for pair in lines.windows(2) {
        let [line, below] = [0, 1].map(|at| pair[at].iter().collect::<Vec<&str>>());
        if line.iter().filter(|cell| !cell.is_empty()).count() > 1 && header::heads(&line, &below, named) {
            return true;
        }
        if line.iter().filter(|cell| !cell.is_empty() && header::is_value(cell)).count() > 1 {
            return false;
        }
    }
    false
}

/// The cells of one line, quotes taken off.
pub(super) fn cells(line: &str, separator: u8) -> Result<StringRecord, csv::Error> {
    if separator == b' ' {
        return Ok(line.split_whitespace().collect());
    }
    // Building a reader costs more than a line of numbers.
    if !line.contains('"') {
        let line = line.trim_end_matches(['\r', '\n']);
        return Ok(line.split(char::from(separator)).map(str::trim).collect());
    }
    let mut builder = ReaderBuilder::new();
    builder.delimiter(separator).trim(Trim::All).has_headers(false).buffer_capacity(line.len().clamp(64, 4096));
    let mut record = StringRecord::new();
    builder.from_reader(line.as_bytes()).read_record(&mut record)?;
    Ok(record)
}

pub(super) fn broken(name: &str, line: u64, error: &csv::Error) -> Error {
    Error::wrong(format!("{name}: line {line}: {}", cut(&error.to_string(), 160)))
}
