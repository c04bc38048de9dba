//! A table of the user's own in a figure: abscissa, ordinate and, where there is a third column, its standard uncertainty.

use std::sync::Arc;

use crate::case::Word;
use crate::data::Files;
use crate::data::lines::{Lines, Writer};
use crate::data::table::{Table, is_plain, name_and_unit};
use crate::error::{Diagnostic, Error};
use crate::units::{self, Dimension};

/// Largest table that is read, bytes.
const LARGEST: u64 = 64 << 20;

/// Columns in SI.
#[derive(Debug, Clone)]
pub struct OwnTable {
    /// As the figure file names it.
    pub file: String,
    columns: Vec<Column>,
    /// The columns that are named, and where.
    named: [Option<Word>; 2],
}

#[derive(Debug, Clone)]
struct Column {
    name: String,
    /// SI; empty for a plain number.
    unit: &'static str,
    values: Vec<Option<f64>>,
}

/// Abscissa, ordinate, standard uncertainty.
pub type Point = (f64, f64, Option<f64>);

impl OwnTable {
    /// Reads the table of that name beside the figure file.
    ///
    /// # Errors
    /// At the place of every cell that is no number.
    pub fn read(files: &Files, name: &Word, named: [Option<Word>; 2]) -> Result<Self, Error> {
        let file = Arc::new(files.text(&name.text, LARGEST)?);
        let lines = Lines::of(&file, Writer::Anybody)?;
        let opened = Table::open(lines, Some(&|_| false)).map_err(|fault| fault.at(&file))?;
        let Some(mut table) = opened else {
            return Err(Error::wrong(format!("{}: there are no headers above numbers", file.name)));
        };
        let mut columns = Vec::new();
        let mut dimensions = Vec::new();
        for header in &table.headers.cells {
            // A symbol with an index, `e_t`, is in no tonnes.
            let marked = header.contains(['(', '[', '/']) || header.contains(" in ");
            let (name, unit) = if marked { name_and_unit(header) } else { (header, None) };
            let of = unit.as_deref().filter(|unit| !is_plain(unit)).and_then(|unit| {
                let fits = |d: &&Dimension| units::in_unit("1", unit, **d).is_ok();
                units::MEASURED.iter().find(fits).map(|dimension| (unit.to_string(), *dimension))
            });
            columns.push(Column {
                name: name.trim().to_string(),
                unit: of.as_ref().map_or("", |(_, dimension)| dimension.si()),
                values: Vec::new(),
            });
            dimensions.push(of);
        }
        let mut wrong = Vec::new();
        while table.next().map_err(|fault| fault.at(&file))? {
            if let Some(message) = table.misfit() {
                wrong.push(Diagnostic::new(message).at(&table.row.place(&file, None)));
                continue;
            }
            for at in 0..columns.len() {
                let read = table.pointed(at).and_then(|text| {
                    let Some(text) = text else { return Ok(None) };
                    let value = match &dimensions[at] {
                        Some((unit, dimension)) => {
                            units::in_unit(&text, unit, *dimension).map_err(|e| e.to_string())?
                        }
                        // Words are a remark; a column of them is not drawn.
                        None => text.parse::<f64>().unwrap_or(f64::NAN),
                    };
                    Ok(Some(value))
                });
                match read {
                    Ok(value) => columns[at].values.push(value),
                    Err(message) => wrong.push(Diagnostic::new(message).at(&table.row.place(&file, Some(at)))),
                }
            }
        }
        if !wrong.is_empty() {
            return Err(Error::Wrong(wrong));
        }
        let table = Self { file: name.text.clone(), columns, named };
        table.points("", "").map_err(|message| Error::Wrong(vec![Diagnostic::new(message).at(&name.origin)]))?;
        Ok(table)
    }

    /// The column of the name of an axis: `angle` of `impact.angle`.
    fn place(&self, name: &str) -> Option<usize> {
        let plain = |name: &str| name.replace('_', " ").to_lowercase();
        let wanted = plain(name.rsplit('.').next().unwrap_or(name));
        self.columns.iter().position(|column| plain(&column.name) == wanted && !wanted.is_empty())
    }

    /// Whether a column has the name of an axis.
    pub fn has(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// Points and the SI units of both: the columns that the curve names, or that have the names of the figure's axes, or the
    /// first two.
    ///
    /// # Errors
    /// What is missing, and what there is.
    pub fn points(&self, x: &str, y: &str) -> Result<(Vec<Point>, [&'static str; 2]), String> {
        let known = || self.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ");
        let column = |which: usize, axis: &str| match &self.named[which] {
            Some(name) => {
                self.place(&name.text).ok_or_else(|| format!("the table has no column `{}`: {}", name.text, known()))
            }
            None => Ok(self.place(axis).unwrap_or(which)),
        };
        let (at_x, at_y) = (column(0, x)?, column(1, y)?);
        let [Some(across), Some(up)] = [at_x, at_y].map(|at| self.columns.get(at)) else {
            return Err(format!("a curve needs two columns of numbers: the table has {}", known()));
        };
        let uncertain = ["u", "sigma", "uncertainty", "std"];
        let beside = |column: &Column| uncertain.contains(&column.name.to_lowercase().as_str());
        let with = |column: &Column| column.name.to_lowercase() == format!("{} uncertainty", up.name.to_lowercase());
        let sigma = self.columns.iter().find(|c| beside(c) || with(c));
        let rows = across.values.iter().zip(&up.values).enumerate();
        let points: Vec<Point> = rows
            .filter_map(|(row, (x, y))| {
                let sigma = sigma.and_then(|sigma| sigma.values.get(row).copied().flatten());
                Some(((*x)?, (*y)?, sigma.filter(|sigma| sigma.is_finite())))
            })
            .filter(|(x, y, _)| x.is_finite() && y.is_finite())
            .collect();
        if points.is_empty() {
            return Err(format!("the columns `{}` and `{}` have no numbers in one row", across.name, up.name));
        }
        Ok((points, [across.unit, up.unit]))
    }
}
