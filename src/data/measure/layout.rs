//! Tables that people lay out otherwise than headers above columns: blocks beside each other, trials in columns, a table on its side, a
//! quantity above the headers, times of the clock. Each is written as the long table that a reader knows; every row keeps the line it stood in.

use super::besides::size_of_ball;
use super::header::{Header, REPEATED, is_one, is_rebound};
use super::mapping::Mapping;
use crate::data::lines::{Lines, Writer};
use crate::data::table::{Table, clock, is_value, with_unit};
use crate::distinct::distinct;
use crate::error::cut;
use crate::units::{self, Dimension};

/// The name of a block in a header, and the header without it.
type Named = (String, String);
/// How headers name their block.
type Naming = fn(&str) -> Option<Named>;

/// `Run 1: Time (s)`, `Time (s) Run #1`, `X1` and `ball_X`.
const NAMING: [Naming; 4] = [
    |header| pair(header.split_once(':')?),
    |header| {
        let at = header.find([')', ']'])? + 1;
        let (header, name) = header.split_at_checked(at)?;
        pair((name, header)).filter(|(name, _)| !name.contains(['(', '[']))
    },
    |header| {
        let stem = header.trim_end_matches(|c: char| c.is_ascii_digit());
        pair((&header[stem.len()..], stem))
    },
    |header| {
        let (name, unit) = header.find(['(', '[']).map_or((header, ""), |at| header.split_at(at));
        let (name, axis) = name.trim().rsplit_once(['_', ' '])?;
        let axis = ["x", "y", "z"].contains(&axis.to_lowercase().as_str()).then(|| format!("{axis} {unit}"))?;
        pair((name, &axis))
    },
];

fn pair((name, header): (&str, &str)) -> Option<(String, String)> {
    let (name, header) = (name.trim(), header.trim());
    (!name.is_empty() && !header.is_empty()).then(|| (name.to_string(), header.to_string()))
}

/// Whether names differ by numbers alone: runs of one ball, and no balls.
pub(super) fn is_counted(names: &[String]) -> bool {
    let word = |name: &String| name.replace(|c: char| c.is_ascii_digit(), "");
    names.iter().all(|name| word(name) == word(&names[0]))
}

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
#[derive(Default)]
struct Grid {
    line: u64,
    headers: Vec<String>,
    rows: Vec<(u64, Vec<String>)>,
    /// Names of the blocks beside each other, where they have some.
    blocks: Vec<String>,
    /// Lines above the headers that state a quantity.
    stated: Vec<(u64, Vec<String>)>,
    notes: Vec<String>,
}

/// The table as a long one; `None` where it is one, or no table at all.
pub(super) fn long(bytes: &[u8], mapping: &Mapping) -> Option<Long> {
    let mut grid = Grid::read(bytes, mapping)?;
    let steps: [fn(&mut Grid, &Mapping) -> bool; 7] = [
        |grid, _| grid.upright(),
        |grid, _| grid.stated(),
        |grid, _| grid.seconds(),
        |grid, _| grid.without_captions(),
        Grid::named_blocks,
        |grid, _| grid.one_below_the_other(),
        Grid::trials,
    ];
    let changed = steps.map(|step| step(&mut grid, mapping));
    changed.contains(&true).then(|| grid.written())
}

/// A quantity that is stated above the headers: its header, and its number.
fn quantity(cells: &[String]) -> Option<(String, String)> {
    let (name, number, unit) = match cells {
        [name, number] => (name, number.as_str(), None),
        [name, number, unit] => (name, number.as_str(), Some(unit)),
        _ => return None,
    };
    let (number, own) = with_unit(number).map_or((number, None), |(number, unit)| (number, Some(unit)));
    let name = name.trim_end_matches([':', '=']).trim();
    let text = match own.or(unit.cloned()) {
        Some(unit) => format!("{name} ({})", unit.trim_matches(['(', ')', '[', ']'])),
        None => name.to_string(),
    };
    let header = Header::new(&text);
    let length = header.unit.as_ref().is_some_and(|unit| units::in_unit("1", unit, Dimension::Length).is_ok());
    let known = length && ["drop height", "drop"].contains(&header.words.as_str()) || size_of_ball(&header).is_some();
    let is_number = number.replace(',', ".").parse::<f64>().is_ok_and(|number| number > 0.0);
    (known && is_number).then(|| (text, number.to_string()))
}

/// Tables of equal headers one below the other, with a column that says which: the sheets of a workbook, or the files of a folder.
///
/// # Errors
/// With the name of the first that has no table, or other headers.
pub(super) fn stacked(word: &str, parts: &[(&str, &[u8])], mapping: &Mapping) -> Result<Long, String> {
    let mut whole = Grid::default();
    for (name, bytes) in parts {
        let other = || cut(name, 80);
        let mut grid = Grid::read(bytes, mapping).ok_or_else(other)?;
        if grid.stated() && whole.headers.is_empty() {
            whole.notes.append(&mut grid.notes);
        }
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
/// The column that has the names of blocks beside each other.
pub const BLOCK: &str = "block";

impl Grid {
    fn read(mut bytes: &[u8], mapping: &Mapping) -> Option<Self> {
        let named = |cell: &str| mapping.columns.iter().chain(&mapping.units).any(|(a, b)| a == cell || b == cell);
        let known = |cell: &str| named(cell) || Header::new(cell).is_known();
        let lines = Lines::open(&mut bytes, Writer::Anybody).ok()?;
        let mut table = Table::open(lines, Some(&known)).ok()??;
        let headers: Vec<String> = table.headers.cells.iter().map(str::to_string).collect();
        let (stated, titles) =
            std::mem::take(&mut table.titles).into_iter().partition(|(_, cells)| quantity(cells).is_some());
        table.titles = titles;
        let mut grid = Self { line: table.line(), headers, stated, notes: table.notes(), ..Self::default() };
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

    /// `Drop height;30;cm` above the headers is a column.
    fn stated(&mut self) -> bool {
        let mut columns: Vec<(String, String)> = Vec::new();
        let beyond =
            |(_, cells): &(u64, Vec<String>)| cells.iter().skip(self.headers.len()).any(|cell| !cell.is_empty());
        if self.rows.iter().any(beyond) {
            return false;
        }
        for (line, cells) in std::mem::take(&mut self.stated) {
            let Some((header, number)) = quantity(&cells) else { continue };
            let words = Header::new(&header).words;
            let taken = |other: &String| Header::new(other).words == words;
            match self.headers.iter().chain(columns.iter().map(|(header, _)| header)).any(taken) {
                true => self.notes.push(format!("line {line} is above the headers and not read: a column has {words}")),
                false => columns.push((header, number)),
            }
        }
        for (header, number) in &columns {
            self.notes.push(format!("above the headers and read as a column: {} {}", cut(header, 40), cut(number, 20)));
            let width = self.headers.len();
            self.headers.push(header.clone());
            for (_, cells) in &mut self.rows {
                cells.resize(width, String::new());
                cells.push(number.clone());
            }
        }
        !columns.is_empty()
    }

    /// Times of the clock are seconds.
    fn seconds(&mut self) -> bool {
        let is_clock = |at: usize| {
            let mut cells = self.rows.iter().filter_map(|(_, cells)| cells.get(at)).filter(|cell| !cell.is_empty());
            let header = Header::new(&self.headers[at]);
            let time = header.unit.is_none() && ["t", "time"].contains(&header.words.as_str());
            time && cells.clone().next().is_some() && cells.all(|cell| clock(cell).is_some())
        };
        let Some(at) = (0..self.headers.len()).find(|at| is_clock(*at)) else { return false };
        self.headers[at] += " (s)";
        let comma = self.rows.iter().flat_map(|(_, cells)| cells).any(|cell| !cell.contains(':') && cell.contains(','));
        for (_, cells) in &mut self.rows {
            if let Some((cell, seconds)) = cells.get_mut(at).and_then(|cell| clock(cell).map(|seconds| (cell, seconds)))
            {
                *cell = seconds.to_string().replace('.', if comma { "," } else { "." });
            }
        }
        self.notes.push(format!("times of the clock under `{}` are read as seconds", cut(&self.headers[at], 40)));
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

    /// Headers that name the block they are of, as one table of each would have them.
    fn named_blocks(&mut self, mapping: &Mapping) -> bool {
        let mut names =
            mapping.columns.iter().map(|(_, header)| header).chain(mapping.units.iter().map(|(header, _)| header));
        if names.any(|name| self.headers.contains(name)) {
            return false;
        }
        let Some((shared, parts)) = (0..NAMING.len()).find_map(|kind| self.parts(kind)) else { return false };
        self.blocks =
            distinct(parts.iter().flatten().map(|(name, _)| name.as_str())).into_iter().map(str::to_string).collect();
        self.notes.push(format!("in the headers, and no part of them: {}", cut(&self.blocks.join(", "), 80)));
        self.headers.truncate(shared);
        self.headers.extend(parts.into_iter().map(|part| part.map_or(String::new(), |(_, rest)| rest)));
        true
    }

    /// How many columns are before the blocks, and name and header of the others, if all of them are named in this way, and equal in
    /// every block.
    fn parts(&self, kind: usize) -> Option<(usize, Vec<Option<Named>>)> {
        let naming = NAMING[kind];
        let shared = self.headers.iter().take_while(|header| naming(header).is_none()).count();
        let rest = || self.headers[shared..].iter();
        let parts: Vec<Option<Named>> = rest().map(|header| naming(header)).collect();
        if parts.is_empty() || rest().zip(&parts).any(|(header, part)| part.is_none() && !header.is_empty()) {
            return None;
        }
        let named = || parts.iter().flatten();
        let names = distinct(named().map(|(name, _)| name.as_str()));
        let of = |name: &str| named().filter(|part| part.0 == name).map(|part| part.1.as_str()).collect::<Vec<_>>();
        let first = of(names[0]);
        let is_track = first.iter().map(|header| Header::new(header)).any(|header| {
            let is_length = |unit: &String| units::in_unit("1", unit, Dimension::Length).is_ok();
            header.words == "y" && header.unit.as_ref().is_none_or(is_length)
        });
        // One after the other, and not mixed; rebounds of one row are no blocks.
        let together = named().map(|(name, _)| name).collect::<Vec<_>>().chunk_by(|a, b| a == b).count() == names.len();
        let rebounds = shared > 0 && first.iter().all(|header| is_rebound(&Header::new(header).words));
        let enough = match kind {
            0 | 1 => names.len() > 1 || shared == 0,
            2 => is_track && shared > 0,
            _ => is_track && names.len() > 1,
        };
        let regular = together && !rebounds && enough && names.iter().all(|name| of(name) == first);
        regular.then_some((shared, parts))
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
        // Names that are no numbers are of balls, a part of the table each.
        let named = self.blocks.len() == starts.len();
        let balls = named && !is_counted(&self.blocks);
        let counter = match is_track {
            _ if balls => BLOCK,
            true => "track",
            false => "throw",
        };
        let has_own = !balls
            && headers[..first].iter().chain(&headers[first..first + names.len()]).any(|name| {
                let words = Header::new(name).words;
                words == counter || is_one(&words, REPEATED)
            });
        let mut rows = Vec::new();
        for (k, start) in starts.iter().enumerate() {
            for (line, cells) in &self.rows {
                let cell = |at: usize| cells.get(at).cloned().unwrap_or_default();
                let own: Vec<String> = (*start..start + names.len()).map(cell).collect();
                if own.iter().any(|cell| !cell.is_empty()) {
                    let name = if named { self.blocks[k].clone() } else { (k + 1).to_string() };
                    let number = (!has_own).then_some(name);
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
