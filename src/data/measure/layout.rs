//! Tables that people lay out otherwise than headers above columns: blocks beside each other, trials in columns, a table on its side.
//! Each is written as the long table that a reader knows; every row keeps the line it stood in.

use super::header::{Header, REPEATED, is_one, is_rebound};
use super::mapping::Mapping;
use crate::data::lines::{Lines, Writer};
use crate::data::table::{Table, is_value};
use crate::error::cut;
use crate::units::{self, Dimension};

/// Most rows of a table that is laid out anew.
const MOST_ROWS: usize = 100_000;
/// Words of what happens again and again to one ball.
const BOUNCES: &str =
    "bounce, rebound, impact, height, interval, bounce height, rebound height, bounce number, peak, flight";

/// A long table with the line of each of its rows in the file.
pub(super) struct Long {
    pub text: String,
    /// Of the headers, and then of each row.
    pub lines: Vec<u64>,
    pub notes: Vec<String>,
}

/// The cells of a table below its headers.
struct Grid {
    line: u64,
    headers: Vec<String>,
    rows: Vec<(u64, Vec<String>)>,
    notes: Vec<String>,
}

/// The table as a long one; `None` where it is one, or no table at all.
pub(super) fn long(bytes: &[u8], mapping: &Mapping) -> Option<Long> {
    let mut grid = Grid::read(bytes, mapping)?;
    let steps: [fn(&mut Grid, &Mapping) -> bool; 6] = [
        |grid, _| grid.upright(),
        |grid, _| grid.without_captions(),
        |grid, _| grid.without_runs(),
        |grid, _| grid.numbered(),
        |grid, _| grid.one_below_the_other(),
        Grid::trials,
    ];
    let changed = steps.map(|step| step(&mut grid, mapping));
    changed.contains(&true).then(|| grid.written())
}

/// Tables of equal headers one below the other, with a column that says which: the sheets of a workbook, or the files of a folder.
///
/// # Errors
/// With the name of the first that has no table, or other headers.
pub(super) fn stacked(word: &str, parts: &[(&str, &[u8])], mapping: &Mapping) -> Result<Long, String> {
    let mut whole = Grid { line: 1, headers: Vec::new(), rows: Vec::new(), notes: Vec::new() };
    for (name, bytes) in parts {
        let other = || cut(name, 80);
        let mut grid = Grid::read(bytes, mapping).ok_or_else(other)?;
        grid.headers.insert(0, word.to_string());
        if whole.headers.is_empty() {
            (whole.line, whole.headers) = (grid.line, grid.headers);
        } else if whole.headers != grid.headers {
            return Err(other());
        }
        let row = |(line, cells): (u64, Vec<String>)| (line, [name.to_string()].into_iter().chain(cells).collect());
        whole.rows.extend(grid.rows.into_iter().map(row));
    }
    let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
    whole.notes.push(format!(
        "{} {word}s are read one below the other, and the column `{word}` says which: {}; a line is that of its {word}",
        parts.len(),
        cut(&names.join(", "), 120)
    ));
    Ok(whole.written())
}

/// The columns that have the names of sheets and files.
pub(super) const SHEET: &str = "sheet";
pub(super) const FILE: &str = "file";

impl Grid {
    fn read(mut bytes: &[u8], mapping: &Mapping) -> Option<Self> {
        let named = |cell: &str| mapping.columns.iter().chain(&mapping.units).any(|(a, b)| a == cell || b == cell);
        let known = |cell: &str| named(cell) || Header::new(cell).is_known();
        let lines = Lines::open(&mut bytes, Writer::Anybody).ok()?;
        let mut table = Table::open(lines, Some(&known)).ok()??;
        let headers: Vec<String> = table.headers.cells.iter().map(str::to_string).collect();
        let mut grid = Self { line: table.line(), headers, rows: Vec::new(), notes: table.notes() };
        while table.next().ok()? {
            let cells: Vec<String> = table.row.cells.iter().map(str::to_string).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                grid.rows.push((table.line(), cells));
            }
            if grid.rows.len() > MOST_ROWS {
                return None;
            }
        }
        (!grid.rows.is_empty()).then_some(grid)
    }

    /// Names in the first column and numbers to their right: rows become columns.
    fn upright(&mut self) -> bool {
        let mut lines = vec![(self.line, self.headers.clone())];
        lines.extend(self.rows.iter().cloned());
        let named = |cells: &[String]| match cells {
            [name, numbers @ ..] => {
                let header = Header::new(name);
                let says = header.unit.is_some() || header.is_known() || is_one(&header.words, REPEATED);
                !is_value(name) && says && !numbers.is_empty() && numbers.iter().all(|cell| is_value(cell))
            }
            [] => false,
        };
        let width = self.headers.len();
        if !lines.iter().all(|(_, cells)| cells.len() == width && named(cells)) {
            return false;
        }
        self.headers = lines.iter().map(|(_, cells)| cells[0].clone()).collect();
        let column = |at: usize| (self.line, lines.iter().map(|(_, cells)| cells[at].clone()).collect());
        self.rows = (1..width).map(column).collect();
        self.notes.push("the names of columns are below one another: the table is read from left to right".to_string());
        true
    }

    /// Lines of one text between the headers and the numbers: `Tracks 1 to 1`.
    fn without_captions(&mut self) -> bool {
        let caption = |(_, cells): &&(u64, Vec<String>)| {
            let mut filled = cells.iter().filter(|cell| !cell.is_empty());
            filled.next().is_some_and(|cell| !is_value(cell)) && filled.next().is_none()
        };
        let count = self.rows.iter().take_while(caption).count();
        let found = self.headers.len() > 1 && count > 0 && count < self.rows.len();
        if found {
            let texts: Vec<String> = self.rows.drain(..count).map(|(_, cells)| cells.concat()).collect();
            self.notes.push(format!("below the headers and not read: {}", cut(&texts.join("; "), 80)));
            // The comma that ends each line of numbers there.
            let width = self.headers.len();
            let rest = |(_, cells): &(u64, Vec<String>)| cells.iter().skip(width).all(String::is_empty);
            if self.rows.iter().all(rest) {
                self.rows.iter_mut().for_each(|(_, cells)| cells.truncate(width));
            }
        }
        found
    }

    /// `Run 1: Time (s)`: what is before the colon is the name of a block.
    fn without_runs(&mut self) -> bool {
        let parts = |header: &String| {
            let (run, name) = header.split_once(':')?;
            let (run, name) = (run.trim(), name.trim());
            (!run.is_empty() && !name.is_empty()).then(|| (run.to_string(), name.to_string()))
        };
        let Some(parts): Option<Vec<_>> = self.headers.iter().map(parts).collect() else { return false };
        let runs = crate::distinct::distinct(parts.iter().map(|(run, _)| run.as_str()));
        let of = |run: &str| parts.iter().filter(|part| part.0 == run).map(|part| part.1.as_str()).collect::<Vec<_>>();
        if !runs.iter().all(|run| of(run) == of(runs[0])) {
            return false;
        }
        self.notes.push(format!("before a colon in the headers, and no part of them: {}", cut(&runs.join(", "), 80)));
        self.headers = parts.iter().map(|(_, name)| name.clone()).collect();
        true
    }

    /// `Frame, X1, Y1, Flag1, X2, ...`: positions that are numbered, a track each.
    fn numbered(&mut self) -> bool {
        let stem = |header: &String| {
            let stem = header.trim_end_matches(|c: char| c.is_ascii_digit());
            let number: usize = header[stem.len()..].parse().ok()?;
            Some((stem.trim_end().to_string(), number))
        };
        let shared = self.headers.iter().take_while(|header| stem(header).is_none()).count();
        let Some(parts): Option<Vec<_>> = self.headers[shared..].iter().map(stem).collect() else { return false };
        let is_y = |(stem, _): &(String, usize)| stem.eq_ignore_ascii_case("y");
        let width = parts.iter().take_while(|(_, number)| *number == 1).count();
        let regular = width > 0
            && parts.len().is_multiple_of(width)
            && parts.iter().enumerate().all(|(at, part)| *part == (parts[at % width].0.clone(), at / width + 1));
        if shared == 0 || !parts.iter().any(is_y) || !regular {
            return false;
        }
        self.headers.splice(shared.., parts.into_iter().map(|(stem, _)| stem));
        true
    }

    /// Whether every cell has a header above it or is in the first column: what has none would be lost.
    fn is_covered(&self) -> bool {
        let has_header = |at: usize| at == 0 || self.headers.get(at).is_some_and(|header| !header.is_empty());
        let mut cells = self.rows.iter().flat_map(|(_, cells)| cells.iter().enumerate());
        cells.all(|(at, cell)| cell.is_empty() || has_header(at))
    }

    /// Blocks of equal headers beside each other, behind columns that they share.
    fn one_below_the_other(&mut self) -> bool {
        let headers = &self.headers;
        let again = |at: &usize| !headers[*at].is_empty() && headers[at + 1..].contains(&headers[*at]);
        let Some(first) = (0..headers.len()).find(again).filter(|_| self.is_covered()) else { return false };
        let starts: Vec<usize> = (first..headers.len()).filter(|at| headers[*at] == headers[first]).collect();
        let width = starts[1] - starts[0];
        let block = |start: usize| {
            let mut names: Vec<&str> = headers[start..].iter().take(width).map(String::as_str).collect();
            while names.last() == Some(&"") {
                names.pop();
            }
            names
        };
        let names = block(first);
        // Rebounds of one row are repeated drops or successive bounces: the case says which.
        let rebounds = first > 0 && names.iter().all(|name| is_rebound(&Header::new(name).words));
        let regular = |(k, start): (usize, &usize)| *start == first + k * width && block(*start) == names;
        if rebounds || names.contains(&"") || !starts.iter().enumerate().all(regular) {
            return false;
        }
        let is_track = names.iter().any(|name| ["y", "position"].contains(&Header::new(name).words.as_str()));
        let counter = if is_track { "track" } else { "throw" };
        let has_own = headers[..first].iter().chain(&headers[first..first + names.len()]).any(|name| {
            let words = Header::new(name).words;
            words == counter || is_one(&words, REPEATED)
        });
        let mut rows = Vec::new();
        for (k, start) in starts.iter().enumerate() {
            for (line, cells) in &self.rows {
                let cell = |at: usize| cells.get(at).cloned().unwrap_or_default();
                let own: Vec<String> = (*start..start + names.len()).map(cell).collect();
                if own.iter().any(|cell| !cell.is_empty()) {
                    let number = (!has_own).then(|| (k + 1).to_string());
                    rows.push((*line, number.into_iter().chain((0..first).map(cell)).chain(own).collect()));
                }
            }
        }
        let number = (!has_own).then(|| counter.to_string());
        let shared = headers[..first].iter().cloned();
        let note = format!("{} blocks beside each other are read one below the other, a {counter} each", starts.len());
        let headers = number.into_iter().chain(shared).chain(names.iter().map(|name| name.to_string())).collect();
        (self.headers, self.rows) = (headers, rows);
        self.notes.push(note);
        true
    }

    /// Trials in columns and bounces in rows, or the other way round: a row a bounce.
    fn trials(&mut self, mapping: &Mapping) -> bool {
        let counted = |text: &str, words: &str| {
            let header = Header::new(text);
            let (word, number) = header.original.rsplit_once([' ', '#'])?;
            let number: u32 = number.trim_start_matches('#').parse().ok()?;
            is_one(word.trim_end_matches([' ', '#', '.']), words).then_some(number)
        };
        let all = |texts: &mut dyn Iterator<Item = &String>, words: &str| -> Option<Vec<u32>> {
            texts.map(|text| counted(text, words)).collect()
        };
        let across = |words: &str| all(&mut self.headers.iter().skip(1), words);
        let down = |words: &str| all(&mut self.rows.iter().filter_map(|(_, cells)| cells.first()), words);
        let sideways = across(BOUNCES).is_some();
        let found = match sideways {
            false => across(REPEATED).zip(down(BOUNCES)),
            true => down(REPEATED).zip(across(BOUNCES)),
        };
        let found = found.filter(|(trials, bounces)| !trials.is_empty() && bounces.len() > 1 && self.is_covered());
        let Some((trials, bounces)) = found else {
            return false;
        };
        let cell = |trial: usize, bounce: usize| {
            let (row, column) = if sideways { (trial, bounce + 1) } else { (bounce, trial + 1) };
            let (line, cells) = &self.rows[row];
            (*line, cells.get(column).cloned().unwrap_or_default())
        };
        let first: Vec<f64> =
            (0..bounces.len()).filter_map(|bounce| cell(0, bounce).1.replace(',', ".").parse().ok()).collect();
        let falls = first.windows(2).all(|pair| pair[1] < pair[0]);
        let unit = self.headers.iter().find_map(|header| Header::new(header).unit);
        let given = |name: &str| mapping.units.iter().find(|(column, _)| column == name).map(|(_, unit)| unit.clone());
        let unit = unit.or_else(|| ["height", "interval", "time"].into_iter().find_map(given));
        let is_time = unit.as_ref().is_some_and(|unit| units::in_unit("1", unit, Dimension::Time).is_ok())
            || down("interval").is_some()
            || across("interval").is_some();
        let name = match (is_time, falls) {
            (true, true) => "interval",
            (true, false) => "time",
            (false, _) => "height",
        };
        let mut rows = Vec::new();
        for (trial, number) in trials.iter().enumerate() {
            for (bounce, count) in bounces.iter().enumerate() {
                let (line, value) = cell(trial, bounce);
                let count = (name != "interval").then(|| count.to_string());
                rows.push((line, [number.to_string()].into_iter().chain(count).chain([value]).collect()));
            }
        }
        let value = unit.map_or(name.to_string(), |unit| format!("{name} ({unit})"));
        let count = (name != "interval").then(|| "bounce".to_string());
        (self.headers, self.rows) = (["throw".to_string()].into_iter().chain(count).chain([value]).collect(), rows);
        let (in_columns, in_rows) = if sideways { ("bounces", "trials") } else { ("trials", "bounces") };
        self.notes.push(format!(
            "{in_columns} in columns and {in_rows} in rows: {} throws of {} {name}s",
            trials.len(),
            bounces.len()
        ));
        true
    }

    /// The table as text; a cell has no quotes and no semicolons that would end it.
    fn written(self) -> Long {
        let plain = |cell: &String| cell.replace([';', '"'], " ");
        let mut lines = vec![self.line];
        let mut text = self.headers.iter().map(plain).collect::<Vec<_>>().join(";");
        for (line, cells) in &self.rows {
            let cells: Vec<String> = cells.iter().map(plain).collect();
            text += &format!("\n{}", cells.join(";"));
            lines.push(*line);
        }
        Long { text: text + "\n", lines, notes: self.notes }
    }
}
