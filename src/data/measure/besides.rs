//! What a table holds besides what is read of it: columns that nothing reads, and cells that are empty.

use std::collections::HashMap;
use std::f64::consts::PI;

use super::header::{Header, is_one};
use crate::data::table::is_gap;
use crate::units::{
    self,
    Dimension::{self, Length, Mass},
};

/// Most rows of a column, most columns, and most different texts of one that are kept.
const MOST_ROWS: usize = 100_000;
const MOST_COLUMNS: usize = 16;
const MOST_TEXTS: usize = 64;
/// Most rows with an empty cell that are kept by their line.
const MOST_GAPS: usize = 1000;

/// What was passed over in a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Besides {
    /// Columns that nothing reads, in the order of the table; the first 16.
    pub columns: Vec<Unread>,
    /// Rows in which a cell that is read was empty, in their order; the first 1000.
    pub gaps: Vec<Gap>,
    /// All such rows.
    pub gapped: usize,
    /// Rows whose reading no experiment gives, and which the case leaves out.
    pub misread: Vec<u64>,
    /// Columns that are read: header, what it is read as, unit.
    pub read: Vec<(String, String, Option<String>)>,
    /// What was found in the table and what was passed over, in sentences.
    pub notes: Vec<String>,
    pub track: Option<Film>,
    /// Whether the times between bounces are those of the flights, without the contacts.
    pub without_contact: bool,
}

/// A track as it is drawn: time and position, in the units of the file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Film {
    /// Frames, and whether each is used.
    pub frames: Vec<(f64, f64, bool)>,
    /// Points of the parabola of each flight.
    pub flights: Vec<Vec<(f64, f64)>>,
    pub impacts: Vec<(f64, f64)>,
}

/// A column that has the size or the mass of a ball.
#[derive(Debug, Clone, PartialEq)]
pub struct OfBall {
    pub header: String,
    /// `radius` or `mass`.
    pub key: &'static str,
    /// Its different numbers in the unit of the column, a diameter halved, in the order of the rows.
    pub values: Vec<f64>,
    pub unit: String,
}

impl Besides {
    /// Columns without another use that have a radius, a diameter or a mass, with a unit.
    pub fn of_ball(&self) -> Vec<OfBall> {
        let of = |column: &Unread| {
            let header = column.headed();
            let (Values::Numbers(numbers), Some((key, factor))) = (&column.values, size_of_ball(&header)) else {
                return None;
            };
            let unit = header.unit?;
            let mut values: Vec<f64> = Vec::new();
            for number in numbers.iter().filter(|number| **number > 0.0).map(|number| factor * number) {
                if !values.contains(&number) {
                    values.push(number);
                }
            }
            Some(OfBall { header: column.header.clone(), key, values, unit })
        };
        self.columns.iter().filter_map(of).collect()
    }

    /// The first row whose mass makes a ball of no material, where the table has the masses and the sizes of balls.
    pub fn impossible(&self) -> Option<Impossible> {
        let [(radius, of_radius, factor), (mass, of_mass, _)] = ["radius", "mass"]
            .map(|wanted| {
                let of = |column: &Unread| {
                    let header = column.headed();
                    let (key, factor) = size_of_ball(&header).filter(|(key, _)| *key == wanted)?;
                    let Values::Numbers(numbers) = &column.values else { return None };
                    let unit = header.unit?;
                    let dimension = if key == "mass" { Mass } else { Length };
                    let si = units::in_unit("1", &unit, dimension).ok()?;
                    Some(((header.text, unit), numbers.iter().map(|number| si * number).collect::<Vec<f64>>(), factor))
                };
                self.columns.iter().find_map(of)
            })
            .into_iter()
            .collect::<Option<Vec<_>>>()?
            .try_into()
            .ok()?;
        let density = |kg: f64, m: f64| kg / (4.0 / 3.0 * PI * (factor * m).powi(3));
        let (row, (&kg, &m)) = (1..).zip(of_mass.iter().zip(&of_radius)).find(|(_, (kg, m))| {
            let density = density(**kg, **m);
            density.is_finite() && !MATERIALS.contains(&density)
        })?;
        let number = kg / units::in_unit("1", &mass.1, Mass).ok()?;
        let of_unit = |unit: &&&str| {
            let read = units::in_unit("1", unit, Mass).is_ok_and(|si| MATERIALS.contains(&density(si * number, m)));
            **unit != mass.1 && read
        };
        let likely = ["g", "kg", "mg"].iter().find(of_unit).copied();
        Some(Impossible { row, mass: mass.0, size: radius.0, number, unit: mass.1, density: density(kg, m), likely })
    }
}

/// A mass of a ball that no material has.
#[derive(Debug, Clone, PartialEq)]
pub struct Impossible {
    /// Row below the headers, counted from 1.
    pub row: u64,
    /// Header of the masses, and of the sizes.
    pub mass: String,
    pub size: String,
    /// The mass, in the unit of its column.
    pub number: f64,
    pub unit: String,
    /// kg/m3
    pub density: f64,
    /// The unit in which it would be one of a material.
    pub likely: Option<&'static str>,
}

/// Densities of balls, kg/m3: from a balloon to osmium.
const MATERIALS: std::ops::RangeInclusive<f64> = 1.0..=23e3;

/// `radius` or `mass`, and the factor to it, of a column that has the size or the mass of a ball, with its unit.
pub(super) fn size_of_ball(header: &Header) -> Option<(&'static str, f64)> {
    const WORDS: [(&str, f64, Dimension, &str); 3] = [
        ("radius", 1.0, Length, "radius, kugelradius, rayon, radio, raggio, straal"),
        (
            "radius",
            0.5,
            Length,
            "diameter, dia, ø, ⌀, durchmesser, kugeldurchmesser, diamètre, diametre, diámetro, diametro",
        ),
        ("mass", 1.0, Mass, "mass, weight, masse, kugelmasse, gewicht, poids, masa, peso, massa"),
    ];
    let Header { words, unit, .. } = header;
    let unit = unit.as_ref().filter(|_| !words.contains("sigma"))?;
    let known = |(_, _, dimension, names): &&(_, _, Dimension, &str)| {
        units::in_unit("1", unit, *dimension).is_ok() && words.split(' ').any(|word| is_one(word, names))
    };
    WORDS.iter().find(known).map(|&(key, factor, ..)| (key, factor))
}

/// A column that nothing reads.
#[derive(Debug, Clone, PartialEq)]
pub struct Unread {
    /// As in the file.
    pub header: String,
    /// Its unit.
    pub unit: Option<String>,
    /// Of the rows in the order of the table; the first 100 000.
    pub values: Values,
}

impl Unread {
    /// Its header, with the unit that the case gives it.
    fn headed(&self) -> Header {
        Header { unit: self.unit.clone(), ..Header::new(&self.header) }
    }

    /// What tells the cell of a row (counted from 1) from other cells.
    pub fn key(&self, row: u64) -> Option<u64> {
        let row = usize::try_from(row).ok()?.checked_sub(1)?;
        match &self.values {
            Values::Numbers(numbers) => numbers.get(row).map(|number| number.to_bits()),
            Values::Texts { of, .. } => of.get(row).filter(|text| **text != usize::MAX).map(|text| *text as u64),
            Values::Many => None,
        }
    }
}

/// The cells of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Not a number where a cell is empty or a row not chosen.
    Numbers(Vec<f64>),
    /// The different texts in the order of their first rows, and which of them each row has; none of a row that is not chosen.
    Texts { texts: Vec<String>, of: Vec<usize> },
    /// More than 64 different texts: remarks or times, no groups.
    Many,
}

/// A row with an empty cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Line of the file, counted from 1.
    pub line: u64,
    /// The columns that are empty, as in the file; none where the row has lost its neighbour to a gap before it.
    pub columns: Vec<String>,
    /// Whether something of the row was not used.
    pub skipped: bool,
}

/// Takes down one column.
#[derive(Debug, Default)]
struct Column {
    texts: Vec<String>,
    known: HashMap<String, usize>,
    of: Vec<usize>,
    numbers: Vec<f64>,
    /// Whether all cells so far are numbers or empty.
    numeric: bool,
    many: bool,
    /// Line and text of the first row with a word below numbers that rise, if no number follows.
    foot: Option<(u64, String)>,
}

impl Column {
    fn new() -> Self {
        Self { numeric: true, ..Self::default() }
    }

    /// `line` of a row that is a measurement.
    fn take(&mut self, row: u64, cell: &str, line: Option<u64>) {
        let before = usize::try_from(row).map_or(MOST_ROWS, |row| row.saturating_sub(1));
        if before >= MOST_ROWS {
            return;
        }
        // Rows that are not chosen stay without a cell.
        self.numbers.resize(before, f64::NAN);
        self.of.resize(before, usize::MAX);
        let gap = cell.is_empty() || cell.eq_ignore_ascii_case("nan");
        let number = cell.replace(',', ".").parse::<f64>().ok().filter(|number| number.is_finite());
        let rising = self.numbers.len() > 1 && self.numbers.windows(2).all(|pair| pair[0] < pair[1]);
        let word = !is_gap(cell) && cell.chars().all(|c| c.is_alphabetic() || " .:".contains(c));
        match (number, line) {
            (Some(_), _) => self.foot = None,
            (None, Some(line)) if rising && word => self.foot = Some((line, crate::error::cut(cell, 40))),
            _ => {}
        }
        self.numeric &= gap || number.is_some();
        self.numbers.push(number.unwrap_or(f64::NAN));
        if self.many {
            return;
        }
        let at = match self.known.get(cell) {
            Some(at) => *at,
            None => {
                let at = self.texts.len();
                self.texts.push(crate::error::cut(cell, 40));
                self.known.insert(cell.to_string(), at);
                at
            }
        };
        self.of.push(at);
        self.many = self.texts.len() > MOST_TEXTS;
    }

    fn values(self) -> Values {
        match (self.numeric, self.many) {
            (true, _) => Values::Numbers(self.numbers),
            (false, true) => Values::Many,
            (false, false) => Values::Texts { texts: self.texts, of: self.of },
        }
    }
}

/// Takes down what is passed over while a table is read.
#[derive(Debug, Default)]
pub(super) struct Collector {
    /// Of the first columns.
    columns: Vec<Column>,
    /// All but the columns.
    pub found: Besides,
}

impl Collector {
    /// A row that has been read: its number, its cells, which columns are read, and which of those were empty in a way that counts.
    pub fn row<'c>(&mut self, row: u64, cells: impl Iterator<Item = &'c str>, read: &[bool], line: Option<u64>) {
        let unread = cells.zip(read).filter(|(_, read)| !**read).map(|(cell, _)| cell);
        for (unread, cell) in unread.take(MOST_COLUMNS).enumerate() {
            if unread == self.columns.len() {
                self.columns.push(Column::new());
            }
            if let Some(column) = self.columns.get_mut(unread) {
                column.take(row, cell, line);
            }
        }
    }

    pub fn gap(&mut self, gap: Gap) {
        self.found.gapped += 1;
        if self.found.gaps.len() < MOST_GAPS {
            self.found.gaps.push(gap);
        }
    }

    /// The column, by its place among those that nothing reads, line and text of a row with a word below the numbers of rows: a mean.
    pub fn foot(&self) -> Option<(usize, &(u64, String))> {
        self.columns.iter().enumerate().find_map(|(at, column)| Some((at, column.foot.as_ref()?)))
    }

    /// `headers` are those of the columns that nothing reads.
    pub fn done(self, headers: impl Iterator<Item = (String, Option<String>)>) -> Besides {
        let unread = |((header, unit), column): (_, Column)| Unread { header, unit, values: column.values() };
        let columns = headers.zip(self.columns).map(unread);
        Besides { columns: columns.collect(), ..self.found }
    }
}
