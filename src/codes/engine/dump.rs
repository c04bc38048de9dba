//! `dump.txt`: the dump of LAMMPS and LIGGGHTS, `dump custom` sorted by id. Nothing in it is trusted.

use std::path::Path;

use super::lines::Lines;
use super::{Cause, Digits};
use crate::error::cut;

/// The name of the file.
pub const DUMP: &str = "dump.txt";

/// Columns of an atom that are read after its id, in this order.
pub(crate) const COLUMNS: [&str; 12] =
    ["x", "y", "z", "vx", "vy", "vz", "fx", "fy", "fz", "omegax", "omegay", "omegaz"];

/// Indices of the velocities in [`COLUMNS`].
const VELOCITY: std::ops::Range<usize> = 3..6;

/// The columns for head-on impacts without spin.
pub const HEAD_ON: [&str; 3] = ["x", "vx", "fx"];

/// The numbers of one atom in the order of `COLUMNS`; 0 if the file does not have them.
pub type Atom = [f64; 12];

/// Calls `take` with the step and the atoms, 1 to `atoms`, of every snapshot; gives how many there are, which are `most`
/// or fewer, and how precisely velocities are printed.
pub fn read(
    path: &Path,
    atoms: usize,
    columns: &[&str],
    most: u64,
    mut take: impl FnMut(u64, &[Atom]) -> Result<(), Cause>,
) -> Result<(u64, Digits), Cause> {
    if !path.is_file() {
        return Err(Cause::NoOutput(DUMP));
    }
    let mut lines = Lines::open(path, DUMP)?;
    let wanted: Vec<usize> = columns.iter().filter_map(|name| COLUMNS.iter().position(|known| known == name)).collect();
    let header = format!("id {}", columns.join(" "));
    let mut snapshot = vec![[0.0; 12]; atoms];
    let (mut count, mut printed) = (0, Digits::default());
    while lines.next()? {
        if count == most {
            return Err(lines.wrong(format!("there are more than the {most} requested snapshots")));
        }
        lines.is("ITEM: TIMESTEP")?;
        lines.more()?;
        let step = lines.number()?;
        lines.more()?;
        lines.is("ITEM: NUMBER OF ATOMS")?;
        lines.more()?;
        let got = lines.number()?;
        if got != atoms as u64 {
            return Err(lines.wrong(format!("{got} bodies, but {atoms} were in the input")));
        }
        lines.more()?;
        lines.is("ITEM: BOX BOUNDS")?;
        for _ in 0..4 {
            lines.more()?;
        }
        lines.is(&format!("ITEM: ATOMS {header}"))?;
        for (index, atom) in snapshot.iter_mut().enumerate() {
            lines.more()?;
            lines.atom(index + 1, &wanted, atom, &mut printed)?;
        }
        take(step, &snapshot)?;
        count += 1;
    }
    if count == 0 {
        return Err(Cause::Truncated { file: DUMP, what: "it is empty".to_string() });
    }
    Ok((count, printed))
}

impl Lines {
    /// Reads the next line, which must exist.
    fn more(&mut self) -> Result<(), Cause> {
        if self.next()? {
            return Ok(());
        }
        Err(Cause::Truncated { file: DUMP, what: format!("a snapshot ends at line {}", self.line - 1) })
    }

    /// Requires that the line begins with `wanted`.
    fn is(&self, wanted: &str) -> Result<(), Cause> {
        let text = self.text()?;
        if text.starts_with(wanted) {
            return Ok(());
        }
        Err(self.wrong(format!("`{}` where `{wanted}` was expected", cut(text, 60))))
    }

    fn number(&self) -> Result<u64, Cause> {
        let text = self.text()?;
        text.trim().parse().map_err(|_| self.wrong(format!("`{}` is not a count", cut(text, 60))))
    }

    /// Reads the numbers of the atom with that id.
    fn atom(&self, id: usize, places: &[usize], atom: &mut Atom, printed: &mut Digits) -> Result<(), Cause> {
        let mut fields = self.text()?.split_ascii_whitespace();
        if fields.next().and_then(|field| field.parse().ok()) != Some(id) {
            return Err(self.wrong(format!("this is not body {id}")));
        }
        for &place in places {
            let Some(field) = fields.next() else { return Err(self.wrong("a number is missing".to_string())) };
            let value = field.parse::<f64>().ok();
            let column = || COLUMNS.get(place).copied().unwrap_or_default().to_string();
            let value = match value {
                Some(value) if value.is_finite() => value,
                Some(_) => {
                    return Err(Cause::NotANumber {
                        file: DUMP,
                        line: self.line,
                        column: column(),
                        pair: format!("body {id}"),
                        text: cut(field, 40),
                    });
                }
                None => return Err(self.wrong(format!("`{}` is `{}`, not a number", column(), cut(field, 40)))),
            };
            if VELOCITY.contains(&place) {
                printed.see(field);
            }
            if let Some(slot) = atom.get_mut(place) {
                *slot = value;
            }
        }
        match fields.next() {
            None => Ok(()),
            Some(_) => Err(self.wrong("there are more numbers than columns".to_string())),
        }
    }
}
