//! A table as text: headers with units, rows of cells with the place of each, gaps, decimals.
//!
//! The one reader behind data sets, measurements, recorded trajectories and the output of engines. What a header means, and how a mistake
//! is reported, is up to each of them.

use std::ops::Range;
use std::sync::Arc;

use csv::StringRecord;

use super::lines::{Fault, Line, Lines, Writer, is_blank};
use crate::error::{Origin, SourceFile, cut};
use crate::number::counted;
use crate::units::{self, Dimension};

/// Most lines above the headers.
const MOST_TITLES: usize = 40;

/// Names of columns that are known, by which their line is told from titles.
pub(crate) type Known<'k> = &'k dyn Fn(&str) -> bool;

/// A table that is read row by row.
pub(crate) struct Table<'r> {
    lines: Lines<'r>,
    pub separator: u8,
    /// `.` or `,`, once a cell has shown it.
    decimal: Option<char>,
    pub headers: Row,
    /// The row below the headers as long as it is not read.
    pub first: Row,
    /// The present row.
    pub row: Row,
}

impl<'r> Table<'r> {
    /// Reads the headers; `None` where there are none. The first line has them, between commas; or, in a table that people wrote, whatever
    /// line and separator the names of columns that are `known` and units tell.
    pub fn open(mut lines: Lines<'r>, known: Option<Known>) -> Result<Option<Self>, Fault> {
        let found = match known {
            Some(known) => head(&mut lines, known)?,
            None => {
                let mut headers = Row::default();
                headers.next(&mut lines, b',')?.then_some((headers, b','))
            }
        };
        let Some((headers, separator)) = found else { return Ok(None) };
        let first = lines.peek()?.map_or_else(Row::default, |(line, _)| Row::of(line, separator));
        Ok(Some(Self { lines, separator, decimal: None, headers, first, row: Row::default() }))
    }

    /// Goes to the next row that is no empty line; false at the end.
    pub fn next(&mut self) -> Result<bool, Fault> {
        self.row.next(&mut self.lines, self.separator)
    }

    /// Line of the present row, or of the headers, counted from 1.
    pub fn line(&self) -> u64 {
        self.lines.line.number
    }

    /// How the text was read, as far as it was.
    pub fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines.notes)
    }

    /// What is wrong with a row that has another number of cells than there are headers.
    pub fn misfit(&self) -> Option<String> {
        let (cells, headers) = (self.row.cells.len(), self.headers.cells.len());
        (cells != headers).then(|| format!("{} under {}", counted(cells, "cell"), counted(headers, "header")))
    }

    /// A number of the present row with a decimal point, and what is wrong with it; `None` where the cell marks that it is missing. The
    /// first cell that has a point or a comma shows which one all of them have.
    pub fn pointed(&mut self, cell: usize) -> Result<Option<String>, String> {
        let cell = self.row.text(cell);
        if is_gap(cell) {
            return Ok(None);
        }
        let shown = cut(cell, 40);
        let mark = match (cell.contains('.'), cell.contains(',')) {
            (true, true) => {
                return Err(format!(
                    "`{shown}` has a point and a comma: write numbers without separators of thousands"
                ));
            }
            (true, false) => Some('.'),
            (false, true) => Some(','),
            (false, false) => None,
        };
        let last = cell.rsplit(',').next().map_or(0, str::len);
        match (self.decimal, mark) {
            (Some(known), Some(mark)) if known != mark => {
                let [here, before] =
                    [mark, known].map(|m| if m == ',' { "a decimal comma" } else { "a decimal point" });
                return Err(format!("`{shown}` has {here}, the cells before it have {before}"));
            }
            // `1,234` for 1234: of a quoted cell, where commas separate cells.
            (None, Some(',')) if self.separator == b',' && cell.len() > 4 && !cell.starts_with('0') && last == 3 => {
                return Err(format!(
                    "`{shown}` has a comma before three digits: write numbers without separators of thousands"
                ));
            }
            (None, Some(_)) => self.decimal = mark,
            _ => {}
        }
        let pointed = if mark == Some(',') { cell.replace(',', ".") } else { cell.to_string() };
        Ok(Some(pointed.replace('\u{2212}', "-")))
    }
}

/// The headers, titles above them passed over and two lines of them made one, and what separates the cells.
fn head(lines: &mut Lines, known: Known) -> Result<Option<(Row, u8)>, Fault> {
    let (mut given, mut titles) = (None, Vec::new());
    loop {
        let Some(line) = lines.next()?.cloned() else { return Ok(None) };
        let text = line.text.trim_matches(['\r', ' ']);
        if let Some(separator) = text.strip_prefix("sep=").and_then(|rest| rest.bytes().next()) {
            given = Some(separator);
            continue;
        }
        let (next, ahead) = lines.peek()?.unwrap_or_default();
        let comment = text.starts_with('#') && !next.is_empty();
        if (is_blank(text) || comment) && titles.len() < MOST_TITLES {
            if next.is_empty() {
                return Ok(None);
            }
            titles.push(line.number);
            continue;
        }
        // One column of decimal commas.
        let lone = !text.contains(',') && is_value(next);
        let separator = given.or_else(|| separator(text)).unwrap_or(match lone {
            _ if columned(text, next) => b' ',
            true => b';',
            false => b',',
        });
        let below = given.or_else(|| self::separator(next)).unwrap_or(if separator == b' ' { b' ' } else { b',' });
        let (mut headers, under) = (Row::default(), Row::of(next, below));
        headers.split(&line, separator);
        let (upper, lower): (Vec<&str>, Vec<&str>) = (headers.cells.iter().collect(), under.cells.iter().collect());
        let joined = joined(&upper, &lower);
        let headed = joined.is_some() || heads(&upper, &lower, known);
        let title = is_title(&upper, &lower, known);
        if titles.len() < MOST_TITLES && (title || !headed && follow(lines, given, known)?) {
            titles.push(line.number);
            continue;
        }
        if let Some(texts) = joined.filter(|_| separator == below && ahead == 1) {
            lines.next()?;
            let note = format!("lines {} and {} are read as one line of headers", line.number, line.number + 1);
            lines.notes.push(note);
            headers.cells = texts.into();
        }
        while headers.cells.len() > 1 && headers.cells.iter().next_back() == Some("") {
            headers.cells.truncate(headers.cells.len() - 1);
        }
        if !titles.is_empty() {
            lines.notes.push(match titles[..] {
                [line] => format!("line {line} is above the headers and not read"),
                _ => format!("{} lines above the headers are not read", titles.len()),
            });
        }
        return Ok(Some((headers, separator)));
    }
}

/// What separates the cells of a line, where it is no comma.
fn separator(line: &str) -> Option<u8> {
    [b'\t', b';'].into_iter().find(|separator| line.as_bytes().contains(separator))
}

/// Whether blanks separate the cells: numbers below as many words.
fn columned(line: &str, next: &str) -> bool {
    let numbers = next.split_whitespace().filter(|cell| is_value(cell)).count();
    let words = || line.split_whitespace();
    let texts = !line.contains(',') && !words().any(is_value);
    texts && numbers > 1 && numbers == next.split_whitespace().count() && numbers == words().count()
}

/// Whether headers follow, below lines of a title with at most one number each: `Operator;A. B.`, `Mass (g);46`.
fn follow(lines: &mut Lines, given: Option<u8>, known: Known) -> Result<bool, Fault> {
    let parts = |text: &str| Row::of(text, given.or_else(|| separator(text)).unwrap_or(b','));
    let lines: Vec<Row> =
        lines.look(MOST_TITLES)?.map(parts).filter(|line| !line.cells.iter().all(str::is_empty)).collect();
    for pair in lines.windows(2) {
        let [line, below] = [0, 1].map(|at| pair[at].cells.iter().collect::<Vec<&str>>());
        let filled = || line.iter().filter(|cell| !cell.is_empty());
        if filled().count() > 1 && heads(&line, &below, known) {
            return Ok(true);
        }
        if filled().filter(|cell| is_value(cell)).count() > 1 {
            return Ok(false);
        }
    }
    Ok(false)
}

/// Whether a header has a unit.
fn has_unit(header: &str) -> bool {
    name_and_unit(header).1.is_some_and(|unit| is_unit(&unit))
}

/// Whether a line is a title above the headers: one cell above a line of several texts, or fewer cells than columns above names that
/// are different, and known, without it.
fn is_title(line: &[&str], next: &[&str], known: Known) -> bool {
    let filled = |cells: &[&str]| cells.iter().filter(|cell| !cell.is_empty()).count();
    let unit = |cells: &[&str]| cells.iter().any(|cell| has_unit(cell));
    // A name with a unit, above names without, spans them.
    let spans = unit(line) && !unit(next);
    let different = || next.iter().enumerate().all(|(at, cell)| !cell.is_empty() && !next[..at].contains(cell));
    let complete = filled(line) < filled(next) && !unit(line) && different();
    let title = filled(line) <= 1 && !spans || complete && next.iter().any(|cell| known(cell));
    // Titles may be several lines of one cell.
    let again = || filled(next) == 1 && filled(line) == 1 && !unit(line) && !line.iter().any(|cell| known(cell));
    title
        && (filled(next) > 1 || again() && joined(line, next).is_none())
        && next.iter().all(|cell| cell.is_empty() || !is_value(cell))
}

/// Whether a line has names of columns, known or with a unit, above numbers or above a line of units.
fn heads(line: &[&str], below: &[&str], known: Known) -> bool {
    let column = |cell: &&str| {
        let (name, unit) = name_and_unit(cell);
        !name.is_empty() && (known(cell) || unit.is_some_and(|unit| !is_plain(&unit)))
    };
    let number = |cell: &&str| !cell.is_empty() && is_value(cell);
    line.iter().any(column) && !line.iter().any(number) && (below.iter().any(number) || joined(line, below).is_some())
}

/// One line of headers of two: units below names, or names or counts below names that span several columns.
fn joined(upper: &[&str], lower: &[&str]) -> Option<Vec<String>> {
    let texts = || lower.iter().filter(|cell| !cell.is_empty());
    let counts = texts().filter(|cell| is_value(cell)).zip(1..).all(|(cell, count)| *cell == count.to_string());
    if upper.len() != lower.len() || texts().count() == 0 || !counts {
        return None;
    }
    let unit = |cell: &str| {
        let inner = cell.trim_start_matches(['(', '[']).trim_end_matches([')', ']']).trim();
        (is_unit(inner) || matches!(inner, "-" | "1" | "px")).then(|| inner.to_string())
    };
    let numbered = texts().any(|cell| is_value(cell));
    if !numbered && lower.iter().all(|cell| cell.is_empty() || unit(cell).is_some()) {
        let with = |(name, cell): (&&str, &&str)| match unit(cell) {
            Some(unit) => format!("{name} ({unit})"),
            None => (*name).to_string(),
        };
        return Some(upper.iter().zip(lower).map(with).collect());
    }
    let spanned =
        |(above, below): (&&str, &&str)| above.is_empty() && !below.is_empty() && (!numbered || is_value(below));
    if !upper.iter().zip(lower).any(spanned) || upper.iter().any(|cell| is_value(cell) && !cell.is_empty()) {
        return None;
    }
    let mut span = "";
    let names = upper.iter().zip(lower).map(|(above, below)| {
        span = if above.is_empty() { span } else { above };
        match span
            .rfind(['(', '['])
            .filter(|_| span.ends_with([')', ']']) && unit(below).is_none_or(|unit| unit == "1"))
        {
            _ if above.is_empty() && below.is_empty() => String::new(),
            // The unit of all columns below a name stands with it.
            Some(at) => format!("{} {below} {}", span[..at].trim(), &span[at..]),
            None => format!("{span} {below}").trim().to_string(),
        }
    });
    Some(names.collect())
}

/// The cells of a line, without blanks and quotes around them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Row {
    /// Of its first line, counted from 1.
    pub line: u64,
    pub cells: StringRecord,
    /// Bytes of the row in its file, and of each cell.
    whole: Range<usize>,
    places: Vec<Range<usize>>,
}

impl Row {
    /// Takes the cells of the next line that is not empty; false at the end.
    fn next(&mut self, lines: &mut Lines, separator: u8) -> Result<bool, Fault> {
        loop {
            match lines.next()? {
                None => return Ok(false),
                Some(line) if line.text.is_empty() => {}
                Some(_) => break,
            }
        }
        while self.split(&lines.line, separator) && lines.writer == Writer::Csv {
            let first = lines.line.clone();
            let Some(next) = lines.next()? else { break };
            let (text, end) = (first.text + first.end + &next.text, next.end);
            lines.line = Line { text, end, ..first };
        }
        Ok(true)
    }

    /// The cells of a text that is no line of a file.
    fn of(text: &str, separator: u8) -> Self {
        let mut row = Self::default();
        row.split(&Line { text: text.to_string(), ..Line::default() }, separator);
        row
    }

    /// Takes the cells of a line; whether the last one is in quotes that do not close.
    fn split(&mut self, line: &Line, separator: u8) -> bool {
        let (text, separator) = (line.text.as_str(), char::from(separator));
        (self.line, self.whole) = (line.number, line.start..line.start + text.len());
        self.places.clear();
        self.cells.clear();
        if separator == ' ' {
            text.split_whitespace().for_each(|cell| self.push(line, cell));
            return false;
        }
        let (mut from, mut begun, mut open) = (0, false, false);
        for (at, c) in text.char_indices() {
            if c == separator && !open {
                self.push(line, &text[from..at]);
                (from, begun) = (at + c.len_utf8(), false);
            } else if c == '"' && (begun || text[from..at].trim().is_empty()) {
                // One that is doubled opens them again.
                (begun, open) = (true, !open);
            }
        }
        self.push(line, &text[from..]);
        open
    }

    fn push(&mut self, line: &Line, cell: &str) {
        let cell = cell.trim();
        let inner = cell.strip_prefix('"').map(|rest| rest.strip_suffix('"').unwrap_or(rest).trim());
        let bare = inner.unwrap_or(cell);
        let start = line.start + (bare.as_ptr() as usize - line.text.as_ptr() as usize);
        self.places.push(start..start + bare.len());
        match inner {
            Some(inner) if inner.contains("\"\"") => self.cells.push_field(&inner.replace("\"\"", "\"")),
            _ => self.cells.push_field(bare),
        }
    }

    /// The text of a cell, empty where there is none.
    pub fn text(&self, cell: usize) -> &str {
        self.cells.get(cell).unwrap_or_default()
    }

    /// Where a cell, or else the whole row, stands in its file.
    pub fn place(&self, file: &Arc<SourceFile>, cell: Option<usize>) -> Origin {
        Origin::new(file, cell.and_then(|cell| self.places.get(cell)).unwrap_or(&self.whole).clone())
    }
}

/// What a header may have the unit of behind a stroke.
const IN_HEADERS: &[Dimension] = &[
    Dimension::Length,
    Dimension::Time,
    Dimension::Speed,
    Dimension::Angle,
    Dimension::AngularSpeed,
    Dimension::Force,
    Dimension::Mass,
];

/// Whether a header may state this unit.
fn is_unit(text: &str) -> bool {
    let unit = symbol(text.trim());
    IN_HEADERS.iter().any(|&dimension| units::in_unit("1", &unit, dimension).is_ok())
}

/// Whether a cell is a number, or marks a missing one.
pub(crate) fn is_value(cell: &str) -> bool {
    is_gap(cell) || cell.replace(',', ".").replace('\u{2212}', "-").parse::<f64>().is_ok()
}

/// Whether a cell marks a missing number.
pub(crate) fn is_gap(cell: &str) -> bool {
    // Of six languages, without their points and blanks: not measured, keine Angabe, sans donnée.
    const GAPS: [&str; 22] = [
        "nan", "na", "n/a", "#n/a", "#nv", "null", "none", "missing", "nm", "n/m", "nd", "n/d", "ka", "k/a", "sd",
        "ns", "fehlt", "-", "--", "\u{2013}", "\u{2014}", "?",
    ];
    // `#DIV/0!`, `#WERT!` of a spreadsheet.
    let failed = cell.starts_with('#') && (cell.ends_with('!') || cell.ends_with('?'));
    if cell.is_empty() || failed {
        return true;
    }
    // Most cells are numbers.
    if cell.len() > 16 || cell.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let bare: String = cell.chars().filter(|c| *c != '.' && !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    GAPS.contains(&bare.as_str())
}

/// Whether a cell is a number with its unit, `64 cm`.
pub(crate) fn is_with_unit(cell: &str) -> bool {
    let end = cell.find(|c: char| c.is_alphabetic() || c == '\u{b5}').unwrap_or(0);
    let (number, unit) = cell.split_at(end);
    number.trim().replace(',', ".").parse::<f64>().is_ok() && is_unit(unit)
}

/// The name in a header, and the unit behind it: `Height (cm)`, `Height [cm]`, `Height / cm`, `Height/(cm)`, `Height in cm` and
/// `Height_cm` are the same.
pub(crate) fn name_and_unit(header: &str) -> (&str, Option<String>) {
    let text = header.trim();
    let bracketed = |open, close| {
        let inner = text.strip_suffix(close)?;
        let at = inner.rfind(open)?;
        Some((inner.get(..at)?, inner.get(at + 1..)?.trim()))
    };
    // `v_in` is a speed, and in no inches; of the strokes of `speed / m/s` the second is in the unit.
    let behind_blank = text.rsplit_once('_').filter(|(_, unit)| *unit != "in");
    // `v_m_per_s`
    let per = text.rsplit_once("_per_").and_then(|(head, below)| {
        let (name, above) = head.rsplit_once('_')?;
        Some((name, format!("{above}/{below}"))).filter(|(_, unit)| is_unit(unit))
    });
    if let Some((name, unit)) = per {
        return (name, Some(unit));
    }
    let comma = text.rsplit_once(',');
    let tails = [text.rsplit_once(" in "), behind_blank, comma, text.split_once('/'), text.rsplit_once('/')];
    let mut tails =
        tails.into_iter().flatten().filter(|(_, unit)| is_unit(unit)).map(|(name, unit)| (name, unit.trim()));
    let split = bracketed('(', ')').or_else(|| bracketed('[', ']')).or_else(|| tails.next());
    let (name, unit) = split.map_or((text, None), |(name, unit)| (name, Some(symbol(unit))));
    (name.trim_end().trim_end_matches('/').trim_end(), unit)
}

/// Whether a unit is that of a count: of a plain number, pixels or frames.
pub(crate) fn is_plain(unit: &str) -> bool {
    ["-", "1", "px", "pixel", "pixels", "frame", "frames"].contains(&unit.to_lowercase().as_str())
}

/// `m/s2` of `m/s^2`, `m/s²` and `m s⁻²`, `in` of `inches`.
fn symbol(unit: &str) -> String {
    match unit {
        "inch" | "inches" | "\"" => "in".to_string(),
        "foot" | "feet" | "'" => "ft".to_string(),
        _ => {
            let plain = unit.replace('^', "").replace('²', "2").replace('³', "3");
            let plain = plain.replace(['\u{207b}', '\u{2212}'], "-").replace('\u{b9}', "1");
            // `m s-1`, `m·s⁻¹`, `ms-1`: m/s.
            match plain.strip_suffix("s-1").or_else(|| plain.strip_suffix("s-2")) {
                Some(above) if !above.trim().is_empty() => {
                    let above = above.trim_end_matches(|c: char| c.is_whitespace() || ".·⋅*".contains(c));
                    format!("{above}/s{}", if plain.ends_with('2') { "2" } else { "" })
                }
                _ => plain,
            }
        }
    }
}
