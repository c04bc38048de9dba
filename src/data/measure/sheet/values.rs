//! Numbers of a table: their units, their decimals and their gaps.

use super::Sheet;
use crate::data::measure::header::{Header, UNITS_IN_CELLS, alone, has_unit, is_gap};
use crate::error::{Diagnostic, Error, cut};
use crate::units::{self, Dimension};

impl Sheet<'_> {
    /// [`Self::check_unit`] of several columns.
    pub fn check_units(&self, columns: impl IntoIterator<Item = usize>, dimension: Dimension) -> Result<(), Error> {
        columns.into_iter().try_for_each(|column| self.check_unit(column, dimension))
    }

    /// The unit of a column, which must have the dimension it is read in.
    pub fn check_unit(&self, column: usize, dimension: Dimension) -> Result<(), Error> {
        let Header { text, unit, .. } = &self.headers[column];
        let shown = cut(text, 80);
        if dimension == Dimension::Number && unit.is_none() {
            return Ok(());
        }
        let Some(unit) = unit else {
            let error = Diagnostic::new(format!("{}: column `{shown}` has no unit", self.place()));
            let error = if self.first.get(column).is_some_and(has_unit) { error.help(UNITS_IN_CELLS) } else { error };
            // As another column has it.
            let known = self.headers.iter().filter_map(|header| header.unit.as_deref());
            let unit = known.into_iter().find(|unit| units::in_unit("1", unit, dimension).is_ok());
            // Nothing in a laboratory takes ten seconds to come down.
            let first = self.first.get(column).and_then(|cell| cell.replace(',', ".").parse::<f64>().ok());
            let long = dimension == Dimension::Time && first.is_some_and(|first| first >= 10.0);
            let unit = unit.unwrap_or(if long { "ms" } else { dimension.si() });
            let help = format!("write `{shown} ({unit})`");
            let other =
                format!("or give it:  units = {{ \"{shown}\" = \"{unit}\" }}, --units '{shown}={unit}' for `fit`");
            let error = if dimension == Dimension::Number { error.help(help) } else { error.help(help).help(other) };
            return Err(error.into());
        };
        match units::in_unit("1", unit, dimension) {
            Ok(_) => Ok(()),
            Err(error) => Err(Error::wrong(format!("{}: column `{shown}`: {error}", self.place()))),
        }
    }

    /// A number of the present row in SI; `None` for a gap.
    pub fn number(&mut self, column: usize, dimension: Dimension) -> Result<Option<f64>, Error> {
        self.reads(column);
        let cell = self.record.get(column).unwrap_or_default();
        if is_gap(cell) {
            if !self.empty.contains(&column) {
                self.empty.push(column);
            }
            return Ok(None);
        }
        let shown = cut(cell, 40);
        let mark = match (cell.contains('.'), cell.contains(',')) {
            (true, true) => {
                let message =
                    format!("`{shown}` has a point and a comma: write numbers without separators of thousands");
                return Err(self.wrong(column, &message).into());
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
                return Err(self
                    .wrong(column, &format!("`{shown}` has {here}, the cells before it have {before}"))
                    .into());
            }
            // `1,234` for 1234: of a quoted cell, where commas separate cells.
            (None, Some(',')) if self.separator == b',' && cell.len() > 4 && !cell.starts_with('0') && last == 3 => {
                let message =
                    format!("`{shown}` has a comma before three digits: write numbers without separators of thousands");
                return Err(self.wrong(column, &message).into());
            }
            (None, Some(_)) => self.decimal = mark,
            _ => {}
        }
        let unit = self.headers[column].unit.as_deref().unwrap_or_default();
        let pointed = if mark == Some(',') { cell.replace(',', ".") } else { cell.to_string() };
        let pointed = pointed.replace('\u{2212}', "-");
        match units::in_unit(&pointed, unit, dimension) {
            Ok(value) => Ok(Some(value)),
            Err(_) if pointed.trim_start_matches(['+', '-']).to_ascii_lowercase().starts_with("inf") => {
                Err(self.wrong(column, &format!("`{shown}` is not finite")).into())
            }
            Err(_) => {
                let problem = self.wrong(column, &format!("`{shown}` is not a number"));
                let word = cell.chars().all(char::is_alphabetic);
                let remark = word.then(|| {
                    "if the number is missing: leave the cell empty; if this line is no measurement, such as a mean: remove it"
                        .to_string()
                });
                let helps = alone(cell, &self.headers[column].words).or(remark);
                Err(helps.into_iter().fold(problem, Diagnostic::help).into())
            }
        }
    }

    /// A number above zero; `None` for a gap.
    pub fn positive(&mut self, column: usize, dimension: Dimension) -> Result<Option<f64>, Error> {
        match self.number(column, dimension)? {
            Some(value) if value <= 0.0 => {
                let message = format!("`{}` is not above zero", cut(self.text(column), 40));
                Err(self.wrong(column, &message).into())
            }
            other => Ok(other),
        }
    }

    /// A number above zero of a column that may not be there.
    pub fn optional(&mut self, column: Option<usize>, dimension: Dimension) -> Result<Option<f64>, Error> {
        let found = column.map_or(Ok(None), |column| self.positive(column, dimension))?;
        self.wanting |= column.is_some() && found.is_none();
        Ok(found)
    }

    /// A number of either sign of a column that may not be there.
    pub fn finite(&mut self, column: Option<usize>, dimension: Dimension) -> Result<Option<f64>, Error> {
        column.map_or(Ok(None), |column| self.number(column, dimension))
    }
}
