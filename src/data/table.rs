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
/// Most lines of names and units, and most cells of a title.
const MOST_NAMES: usize = 4;
/// What is before and after, and not one thing beside another.
const MOMENTS: [&str; 10] =
    ["drop", "rebound", "before", "after", "in", "out", "impact", "incidence", "initial", "final"];

/// Names of columns that are known, by which their line is told from titles.
pub(crate) type Known<'k> = &'k dyn Fn(&str) -> bool;

/// A table that is read row by row.
pub(crate) struct Table<'r> {
    lines: Lines<'r>,
    pub separator: u8,
    /// `.` or `,`, once a cell has shown it.
    decimal: Option<char>,
    pub headers: Row,
    /// Whether the table has none, and its columns are numbered.
    pub numbered: bool,
    /// The first cells of the lines above the headers that hold something, with the number of each line.
    pub titles: Vec<(u64, Vec<String>)>,
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
                headers.next(&mut lines, b',')?.then_some(Head { headers, separator: b',', ..Head::default() })
            }
        };
        let Some(Head { headers, separator, numbered, titles }) = found else { return Ok(None) };
        let first = lines.peek()?.map_or_else(Row::default, |(line, _)| Row::of(line, separator));
        Ok(Some(Self { lines, separator, decimal: None, headers, numbered, titles, first, row: Row::default() }))
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
        let mut notes = std::mem::take(&mut self.lines.notes);
        match &std::mem::take(&mut self.titles)[..] {
            [] => {}
            [(line, _)] => notes.push(format!("line {line} is above the headers and not read")),
            titles => notes.push(format!("{} lines above the headers are not read", titles.len())),
        }
        notes
    }

    /// What is wrong with a row that has another number of cells than there are headers.
    pub fn misfit(&self) -> Option<String> {
        let (cells, headers) = (self.row.cells.len(), self.headers.cells.len());
        (cells != headers).then(|| format!("{} under {}", counted(cells, "cell"), counted(headers, "header")))
    }

    /// [`Self::point`] of a cell of the present row.
    pub fn pointed(&mut self, cell: usize) -> Result<Option<String>, String> {
        let cell = self.row.text(cell).to_string();
        self.point(&cell)
    }

    /// A number of a cell with a decimal point, and what is wrong with it; `None` where the cell marks that it is missing. The
    /// first cell that has a point or a comma shows which one all of them have.
    pub fn point(&mut self, cell: &str) -> Result<Option<String>, String> {
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

/// What stands above the rows.
#[derive(Debug, Default)]
struct Head {
    headers: Row,
    separator: u8,
    numbered: bool,
    titles: Vec<(u64, Vec<String>)>,
}

/// The headers, titles above them passed over and two lines of them made one, and what separates the cells.
fn head(lines: &mut Lines, known: Known) -> Result<Option<Head>, Fault> {
    let (mut given, mut titles) = (None, Vec::new());
    let cells = |line: &Line, separator: u8| -> (u64, Vec<String>) {
        let row = Row::of(&line.text, separator);
        let filled = row.cells.iter().filter(|cell| !cell.is_empty());
        (line.number, filled.take(MOST_NAMES).map(str::to_string).collect())
    };
    loop {
        let Some(mut line) = lines.next()?.cloned() else { return Ok(None) };
        let text = line.text.trim_matches(['\r', ' ']);
        if let Some(separator) = text.strip_prefix("sep=").and_then(|rest| rest.bytes().next()) {
            given = Some(separator);
            continue;
        }
        let (next, ahead) = lines.peek()?.unwrap_or_default();
        let comment = text.strip_prefix('#').filter(|_| !next.is_empty());
        if (is_blank(text) || comment.is_some_and(|names| !names_of(names, next))) && titles.len() < MOST_TITLES {
            if next.is_empty() {
                return Ok(None);
            }
            titles.push(cells(&line, self::separator(text).unwrap_or(b',')));
            continue;
        }
        if let Some((headers, separator)) = headerless(text, next, given) {
            let headers = Row { line: line.number, cells: headers.into(), ..Row::default() };
            lines.back();
            return Ok(Some(Head { headers, separator, numbered: true, titles }));
        }
        if let Some(names) = comment.map(|names| names.trim().to_string()) {
            line.text = names;
        }
        let text = line.text.trim_matches(['\r', ' ']);
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
        // Names stand above numbers.
        let beyond = lines.look(ahead + MOST_NAMES)?.skip(ahead).find(|line| !is_blank(line));
        let numbers = beyond.is_none_or(|line| Row::of(line, below).cells.iter().any(is_number));
        let joined = joined(&upper, &lower, known).filter(|_| numbers);
        let headed = joined.is_some() || heads(&upper, &lower, known);
        let title = is_title(&upper, &lower, known, numbers);
        if titles.len() < MOST_TITLES && (title || !headed && follow(lines, given, known)?) {
            titles.push(cells(&line, separator));
            continue;
        }
        if joined.is_none()
            && let Some((count, texts)) = with_units(lines, &headers, separator)?
        {
            for _ in 0..count {
                lines.next()?;
            }
            let note = format!("lines {} to {} are read as one line of headers", line.number, line.number + count);
            lines.notes.push(note);
            headers.cells = texts.into();
            return Ok(Some(Head { headers, separator, numbered: false, titles }));
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
        return Ok(Some(Head { headers, separator, numbered: false, titles }));
    }
}

/// Whether a cell holds a number.
fn is_number(cell: &str) -> bool {
    is_value(cell) && !is_gap(cell)
}

/// Whether a comment has the names of the columns of numbers below it.
fn names_of(comment: &str, next: &str) -> bool {
    let separator = separator(next).unwrap_or(b',');
    let [names, numbers] = [comment, next].map(|line| Row::of(line, separator));
    let paired = names.cells.len() > 1 && names.cells.len() == numbers.cells.len();
    let named = || names.cells.iter().all(|cell| !is_value(cell)) && numbers.cells.iter().all(is_number);
    columned(comment, next) || paired && named()
}

/// The headers of a table that has none, and what separates its cells: `1`, `2`, ... above two lines of numbers. Two times and a text are a label
/// of Audacity, whose times are in seconds.
fn headerless(line: &str, next: &str, given: Option<u8>) -> Option<(Vec<String>, u8)> {
    let blanks = || {
        let cells: Vec<&str> = line.split_whitespace().collect();
        (cells.len() > 1 && cells.iter().all(|cell| is_value(cell) && !cell.ends_with(','))).then_some(b' ')
    };
    // `30,13` may be one number or two.
    if given.is_none() && line.contains(',') && is_value(line.trim()) {
        return None;
    }
    let comma = if line.contains(',') { b',' } else { b';' };
    let separator = given.or_else(|| separator(line)).or_else(blanks).unwrap_or(comma);
    let [first, second] = [line, next].map(|line| Row::of(line, separator));
    let [numbers, others] = [&first, &second].map(|row| row.cells.iter().map(is_value).collect::<Vec<bool>>());
    if numbers != others || !first.cells.get(0).is_some_and(is_number) {
        return None;
    }
    let [from, to] = [0, 1].map(|at| first.text(at).replace(',', ".").parse::<f64>().unwrap_or(f64::NAN));
    match numbers[..] {
        [true, true, false] if from <= to => {
            Some((["impact time (s)", "end of the label", "label"].map(str::to_string).to_vec(), separator))
        }
        _ if numbers.iter().all(|number| *number) => {
            Some(((1..=numbers.len()).map(|number| number.to_string()).collect(), separator))
        }
        _ => None,
    }
}

/// Lines of names in other words below the headers, and a line of units in brackets: how many lines these are, and the names with their units.
fn with_units(lines: &mut Lines, headers: &Row, separator: u8) -> Result<Option<(u64, Vec<String>)>, Fault> {
    let names: Vec<&str> = headers.cells.iter().collect();
    for (count, line) in (1..).zip(lines.look(MOST_NAMES)?) {
        let row = Row::of(line, separator);
        let cells: Vec<&str> = row.cells.iter().collect();
        if cells.len() != names.len() || cells.iter().copied().any(is_number) {
            break;
        }
        let inner = |cell: &str| Some(symbol(cell.strip_prefix(['(', '['])?.strip_suffix([')', ']'])?.trim()));
        let units: Vec<Option<String>> = cells.iter().map(|cell| inner(cell)).collect();
        let whole = cells.iter().zip(&units).all(|(cell, unit)| cell.is_empty() || unit.is_some());
        if whole && units.iter().flatten().any(|unit| is_unit(unit)) {
            let with = |(name, unit): (&&str, &Option<String>)| match unit {
                Some(unit) if is_unit(unit) || is_plain(unit) => format!("{name} ({unit})"),
                _ => (*name).to_string(),
            };
            return Ok(Some((count, names.iter().zip(&units).map(with).collect())));
        }
    }
    Ok(None)
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
fn is_title(line: &[&str], next: &[&str], known: Known, numbers: bool) -> bool {
    let filled = |cells: &[&str]| cells.iter().filter(|cell| !cell.is_empty()).count();
    let unit = |cells: &[&str]| cells.iter().any(|cell| has_unit(cell));
    // A name with a unit, above names without, spans them.
    let at = line.iter().position(|cell| has_unit(cell));
    let spans = at.is_some_and(|at| next.len() == line.len() && !unit(&next[at..])) || unit(line) && !unit(next);
    let different = || next.iter().enumerate().all(|(at, cell)| !cell.is_empty() && !next[..at].contains(cell));
    let complete = filled(line) < filled(next) && !unit(line) && different();
    let title = filled(line) <= 1 && !spans || complete && next.iter().any(|cell| known(cell));
    // Titles may be several lines of one cell.
    let again = || filled(next) == 1 && filled(line) == 1 && !unit(line) && !line.iter().any(|cell| known(cell));
    title
        && (filled(next) > 1 || again() && !(numbers && joined(line, next, known).is_some()))
        && next.iter().all(|cell| cell.is_empty() || !is_value(cell))
}

/// Whether a line has names of columns, known or with a unit, above numbers or above a line of units.
fn heads(line: &[&str], below: &[&str], known: Known) -> bool {
    let column = |cell: &&str| {
        let (name, unit) = name_and_unit(cell);
        !name.is_empty() && (known(cell) || unit.is_some_and(|unit| !is_plain(&unit)))
    };
    let number = |cell: &&str| !cell.is_empty() && is_value(cell);
    let units = || joined(line, below, known).is_some();
    line.iter().any(column) && !line.iter().any(number) && (below.iter().any(number) || units())
}

/// One line of headers of two: units below names, or names or counts below names that span several columns.
/// Names that stand above equal ones, a block each, are written before a colon.
fn joined(upper: &[&str], lower: &[&str], known: Known) -> Option<Vec<String>> {
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
    if let Some(named) = named(upper, lower, known) {
        return Some(named);
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

/// `golf: Rebound` of a name that stands above several columns, and others above columns of equal names.
fn named(upper: &[&str], lower: &[&str], known: Known) -> Option<Vec<String>> {
    let mut blocks: Vec<(&str, Vec<String>)> = Vec::new();
    let mut names = Vec::new();
    for (above, below) in upper.iter().zip(lower) {
        if !above.is_empty() {
            blocks.push((above, Vec::new()));
        }
        let (span, columns) = blocks.last_mut()?;
        columns.push((*below).to_string());
        let name = format!("{span} {}", name_and_unit(below).0);
        if known(&name) || MOMENTS.contains(&span.to_lowercase().as_str()) {
            return None;
        }
        names.push(if below.is_empty() { String::new() } else { format!("{span}: {below}") });
    }
    for (_, columns) in &mut blocks {
        while columns.last().is_some_and(String::is_empty) {
            columns.pop();
        }
    }
    let ((_, first), others) = blocks.split_first()?;
    let equal = !others.is_empty() && first.len() > 1 && others.iter().all(|(_, columns)| columns == first);
    equal.then_some(names)
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
    is_gap(cell) || cell.replace(',', ".").replace('\u{2212}', "-").parse::<f64>().is_ok() || clock(cell).is_some()
}

/// The seconds of a time of the clock: `0:01:02.5`, `1:02,5`, and with hundredths or thousandths behind a third colon `0:00:01:04`.
pub(crate) fn clock(cell: &str) -> Option<f64> {
    let parts: Vec<&str> = cell.split(':').collect();
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, last) = match parts[..] {
        [_, _] | [_, _, _] => (&parts[..parts.len() - 1], parts[parts.len() - 1].replace(',', ".")),
        [_, _, s, part] if digits(&part) => (&parts[..2], format!("{s}.{part}")),
        _ => return None,
    };
    let seconds: f64 = last.starts_with(|c: char| c.is_ascii_digit()).then(|| last.parse().ok())??;
    let whole = whole.iter().all(digits).then_some(whole)?;
    let minutes = whole.iter().try_fold(0.0, |sum, part| Some(60.0 * sum + part.parse::<f64>().ok()?))?;
    Some(60.0 * minutes + seconds)
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

/// A number with its unit, `64 cm`.
pub(crate) fn with_unit(cell: &str) -> Option<(&str, String)> {
    let end = cell.find(|c: char| c.is_alphabetic() || c == '\u{b5}').unwrap_or(0);
    let (number, unit) = cell.split_at(end);
    let is_both = number.trim().replace(',', ".").parse::<f64>().is_ok() && is_unit(unit);
    is_both.then(|| (number.trim(), symbol(unit.trim())))
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
        "sec" | "secs" | "second" | "seconds" | "Sekunden" => "s".to_string(),
        "msec" => "ms".to_string(),
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
