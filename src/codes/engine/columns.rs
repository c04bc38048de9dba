//! The columns of a table of two bodies over time: engine output ([`super::read`]) and recorded trajectories
//! ([`super::recorded`]).

use super::Digits;
use crate::collide::flight::BodyState;
use crate::units::{Dimension, UnitError, in_unit};

/// Columns of a body's state, without the body's number.
pub(super) const STATE: [&str; 9] = ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"];

/// Every column that is read, of engine output and of recordings.
const READ_COLUMNS: [&str; 24] = [
    "pair",
    "scene",
    "time",
    "force",
    "max_overlap",
    "max_force",
    "x1",
    "y1",
    "z1",
    "vx1",
    "vy1",
    "vz1",
    "wx1",
    "wy1",
    "wz1",
    "x2",
    "y2",
    "z2",
    "vx2",
    "vy2",
    "vz2",
    "wx2",
    "wy2",
    "wz2",
];

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
        if let Some(name) = READ_COLUMNS.iter().find(|known| names.iter().filter(|name| name == *known).count() > 1) {
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
    pub(super) fn number(&self, fields: &[&str], column: usize) -> Result<f64, BadCell> {
        let text = fields[column];
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
        fields: &[&str],
        start: &[BodyState; 2],
        printed: &mut [Digits; 3],
    ) -> Result<[BodyState; 2], (usize, BadCell)> {
        let mut states = *start;
        for (state, columns) in states.iter_mut().zip(&self.states) {
            let groups = [&mut state.position, &mut state.velocity, &mut state.spin];
            for (group, (values, columns)) in groups.into_iter().zip(columns.chunks(3)).enumerate() {
                for (value, column) in values.iter_mut().zip(columns) {
                    if let Some(column) = *column {
                        *value = self.number(fields, column).map_err(|bad| (column, bad))?;
                        printed[group].see_in(fields[column], self.factor(column));
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
