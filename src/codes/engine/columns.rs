//! Files of numbers that an engine or a user leaves: their lines, their columns, and how many digits they print. Their contents are not
//! trusted.

use std::fs::File;
use std::path::Path;

use super::Cause;
use crate::collide::flight::BodyState;
use crate::data::lines::{Fault, FaultKind, Lines, Writer};
use crate::data::table::Row;
use crate::units::{Dimension, UnitError, in_unit};

/// A file that an engine left, and its name in messages.
#[derive(Debug, Clone, Copy)]
pub(super) struct OutputFile<'p> {
    pub path: &'p Path,
    pub name: &'static str,
}

impl OutputFile<'_> {
    pub(super) fn lines(self) -> Result<Lines<'static>, Cause> {
        let opened = File::open(self.path).map_err(Cause::file("failed to read", self.path))?;
        Lines::open(opened, Writer::Program).map_err(|fault| self.refused(fault))
    }

    /// An error in a line, counted from 1.
    pub(super) fn wrong(self, line: u64, what: String) -> Cause {
        Cause::Unreadable { file: self.name, line, what }
    }

    pub(super) fn truncated(self, what: impl Into<String>) -> Cause {
        Cause::Truncated { file: self.name, what: what.into() }
    }

    pub(super) fn refused(self, Fault { line, kind, .. }: Fault) -> Cause {
        match kind {
            FaultKind::Read(error) => Cause::file("failed to read", self.path)(error),
            FaultKind::TooLong(longest) => self.wrong(line, format!("longer than {longest} bytes")),
            FaultKind::Unended => self.truncated(format!("line {line} does not end")),
            FaultKind::NotText | FaultKind::Utf16(_) => Cause::NotUtf8 { file: self.name, line },
        }
    }
}

/// Columns of a body's state, without the body's number.
pub(super) const STATE: [&str; 9] = ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"];

/// Dimensions of the three vectors of a state: position, velocity, spin.
const GROUPS: [Dimension; 3] = [Dimension::Length, Dimension::Speed, Dimension::AngularSpeed];

/// Column index of each number of two bodies.
pub(super) struct Columns {
    pub names: Vec<String>,
    /// Units from the header; SI without one.
    units: Vec<Option<String>>,
    pub time: usize,
    /// Columns of each body; numbers without a column keep their start values.
    pub states: [[Option<usize>; 9]; 2],
    pub force: Option<usize>,
}

/// Error in a cell.
#[derive(Debug)]
pub(super) enum BadCell {
    /// NaN or infinite.
    NotFinite,
    /// No number at all.
    NotANumber,
}

impl Columns {
    /// The columns under these names, of bodies that `moves` says the state of is needed: without their spin where that
    /// may be left out.
    pub(super) fn new(
        names: Vec<String>,
        units: Vec<Option<String>>,
        moves: [bool; 2],
        spins: bool,
    ) -> Result<Self, String> {
        let find = |wanted: &str| names.iter().position(|name| name == wanted);
        let is_read = |name: &str| {
            dimension(name) != Dimension::Number || ["pair", "scene", "max_overlap", "max_force"].contains(&name)
        };
        let again = |(at, name): &(usize, &String)| is_read(name) && names[..*at].contains(*name);
        if let Some((_, name)) = names.iter().enumerate().find(again) {
            return Err(format!("there are two columns `{name}`: which of them is meant?"));
        }
        let states = [1, 2].map(|body| STATE.map(|name| find(&format!("{name}{body}"))));
        let needed = if spins { STATE.len() } else { 6 };
        // A body that cannot move need not be there, and its spin only where it matters.
        for body in [0, 1].into_iter().filter(|&body| moves[body]) {
            if let Some(lacking) = (0..needed).find(|&i| states[body][i].is_none()) {
                return Err(lacks(&format!("{}{}", STATE[lacking], body + 1)));
            }
        }
        let time = find("time").ok_or_else(|| lacks("time"))?;
        let force = find("force");
        Ok(Self { time, states, force, names, units })
    }

    /// The column of a name.
    pub(super) fn find(&self, wanted: &str) -> Option<usize> {
        self.names.iter().position(|name| name == wanted)
    }

    /// The number in a column of a line, SI.
    pub(super) fn number(&self, row: &Row, column: usize) -> Result<f64, BadCell> {
        let text = row.text(column);
        match self.units.get(column).and_then(Option::as_deref) {
            Some(unit) => in_unit(text, unit, dimension(&self.names[column])).map_err(|error| match error {
                UnitError::NotFinite { .. } => BadCell::NotFinite,
                _ => BadCell::NotANumber,
            }),
            None => match text.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(value),
                Ok(_) => Err(BadCell::NotFinite),
                Err(_) => Err(BadCell::NotANumber),
            },
        }
    }

    /// The states of a line; what has no column is as in `start`. `printed` takes how positions, velocities and spins are
    /// printed into account. A wrong cell comes with its column.
    pub(super) fn states(
        &self,
        row: &Row,
        start: &[BodyState; 2],
        printed: &mut [Digits; 3],
    ) -> Result<[BodyState; 2], (usize, BadCell)> {
        let mut states = *start;
        for (state, columns) in states.iter_mut().zip(&self.states) {
            let groups = [&mut state.position, &mut state.velocity, &mut state.spin];
            for (group, (values, columns)) in groups.into_iter().zip(columns.chunks(3)).enumerate() {
                for (value, column) in values.iter_mut().zip(columns) {
                    if let Some(column) = *column {
                        *value = self.number(row, column).map_err(|bad| (column, bad))?;
                        printed[group].see_in(row.text(column), self.factor(column));
                    }
                }
            }
        }
        Ok(states)
    }

    /// Factor from the unit of a column to SI.
    pub(super) fn factor(&self, column: usize) -> f64 {
        let unit = self.units.get(column).and_then(Option::as_deref);
        unit.and_then(|unit| in_unit("1", unit, dimension(&self.names[column])).ok()).unwrap_or(1.0)
    }
}

fn lacks(name: &str) -> String {
    format!("there is no column `{name}`")
}

/// Dimension of the column of that name.
pub(super) fn dimension(name: &str) -> Dimension {
    let state = name.strip_suffix(['1', '2']).and_then(|bare| STATE.iter().position(|known| *known == bare));
    match (state, name) {
        (Some(at), _) => GROUPS[at / 3],
        (None, "time") => Dimension::Time,
        (None, "force") => Dimension::Force,
        (None, _) => Dimension::Number,
    }
}

/// Digits of the most precise numbers of a file.
///
/// A format keeps either so many significant digits (`%.6g`, `%.17g`, the shortest text that reads back) or so many
/// decimals (`%.6f`); which one a file uses is not known, so that a number is trusted no further than the coarser of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Digits {
    /// Most significant digits.
    digits: i32,
    /// Most decimals, an exponent counted in.
    decimals: i32,
}

/// No double has more significant digits.
const MOST_DIGITS: i32 = 17;

impl Digits {
    /// Includes one number of the file; zeros have no digits to count.
    pub fn see(&mut self, text: &str) {
        self.take(text, 0, 0);
    }

    /// [`Self::see`] for a number in a unit of `factor` SI units; the result refers to SI.
    pub fn see_in(&mut self, text: &str, factor: f64) {
        if factor == 1.0 {
            return self.see(text);
        }
        let power = (libm::log10(factor) - 1e-9).ceil();
        // The leading digit of a number is another one in a unit that is no power of ten.
        let lost = i32::from((libm::exp10(power) / factor - 1.0).abs() > 1e-9);
        self.take(text, power as i32, lost);
    }

    /// Includes a number times ten to the `power`, of whose digits `lost` do not count.
    fn take(&mut self, text: &str, power: i32, lost: i32) {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let Ok(exponent) = exponent.parse::<i32>() else { return };
        let figures = whole.bytes().chain(decimals.bytes()).filter(u8::is_ascii_digit);
        let digits = figures.skip_while(|&figure| figure == b'0').count();
        if digits > 0 {
            let of = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
            self.digits = self.digits.max((of(digits) - lost).max(1)).min(MOST_DIGITS);
            self.decimals = self.decimals.max(of(decimals.len()).saturating_sub(exponent).saturating_sub(power));
        }
    }

    /// Half a unit in the last printed place of a number: its largest rounding error.
    pub fn half_unit(self, value: f64) -> f64 {
        if self.digits == 0 {
            return value.abs();
        }
        let significant =
            if value == 0.0 { 0.0 } else { 10f64.powi(libm::log10(value.abs()).floor() as i32 - self.digits + 1) };
        0.5 * significant.max(10f64.powi(-self.decimals))
    }
}
