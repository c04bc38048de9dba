//! Reads the output of an engine: `trajectory.csv`, `ends.csv`, or both. Their contents are not trusted.

use std::path::Path;
use std::time::Duration;

use super::bounce::{Output, TimeSample, bounces};
use super::columns::{BadCell, Columns};
use super::lines::Lines;
use super::process::{self, Job};
use super::protocol::{ENDS, SCENE, TRAJECTORY};
use super::{Batch, Bounce, Cause, Digits, Engine, Quota};
use crate::collide::flight::BodyState;
use crate::error::cut;

/// Writes a batch for an engine, runs it with an environment and a time limit, and reads its output.
pub(super) fn run(
    engine: &dyn Engine,
    batch: &Batch<'_>,
    folder: &Path,
    (environment, time_limit): (&[(String, String)], Duration),
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Bounce>, Cause> {
    let command = engine.write(batch, folder)?;
    let (program, arguments) = command.split_first().ok_or(Cause::NoOutput("command"))?;
    let quota = Quota::of(batch);
    process::run(&Job { program, arguments, folder, environment, time_limit, quota, stop })?;
    read(batch, folder)
}

/// The result of each pair of a batch, in order.
///
/// At most a row a pair and step is kept, and one after the last step; a course that nobody asked for is read for its end.
///
/// # Errors
/// Whatever is not as the batch asks for.
pub fn read(batch: &Batch<'_>, folder: &Path) -> Result<Vec<Bounce>, Cause> {
    let mut left = vec![Output::default(); batch.pairs.len()];
    let (course, ends) = (folder.join(TRAJECTORY), folder.join(ENDS));
    if !course.is_file() && !ends.is_file() {
        return Err(Cause::NoOutput("trajectory.csv and no ends.csv"));
    }
    for (name, path) in [(TRAJECTORY, &course), (ENDS, &ends)] {
        if is_older(path, &folder.join(SCENE)) {
            return Err(Cause::Older(name));
        }
    }
    if course.is_file() {
        let mut seen = vec![0; left.len()];
        let most = batch.steps.saturating_add(2);
        let printed = rows(batch, TRAJECTORY, &course, |row| {
            let known = &mut left[row.pair];
            seen[row.pair] += 1;
            if seen[row.pair] > most {
                return Err(format!(
                    "pair {} has more rows than its start and the {} requested steps",
                    row.pair, batch.steps
                ));
            }
            if known.last.is_some_and(|(time, _)| row.time <= time) {
                return Err(format!("time does not advance in pair {}", row.pair));
            }
            if batch.trajectory {
                known.course.push(TimeSample::of(batch.pairs[row.pair].scene, &row.states, row.time, row.force));
            }
            known.last = Some((row.time, row.states));
            Ok(())
        })?;
        complete(TRAJECTORY, &left, |known| known.last.is_some())?;
        left.iter_mut().for_each(|known| known.printed = printed);
    }
    if ends.is_file() {
        let mut seen = vec![false; left.len()];
        let printed = rows(batch, ENDS, &ends, |row| {
            if std::mem::replace(&mut seen[row.pair], true) {
                return Err(format!("duplicate pair {}", row.pair));
            }
            let known = &mut left[row.pair];
            known.last = Some((row.time, row.states));
            (known.max_overlap, known.max_force) = (row.max_overlap, row.max_force);
            Ok(())
        })?;
        complete(ENDS, &seen, |seen| *seen)?;
        left.iter_mut().for_each(|known| known.printed = printed);
    }
    bounces(batch, &left)
}

/// Difference of two times of change that may be one of file systems, s.
const CLOCKS: u64 = 2;

/// Whether a file, or what a link leads to, was written before the input of the run was.
fn is_older(path: &Path, input: &Path) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|known| known.modified()).ok();
    let (Some(file), Some(input)) = (changed(path), changed(input)) else { return false };
    input.duration_since(file).is_ok_and(|before| before > Duration::from_secs(CLOCKS))
}

fn complete<T>(file: &'static str, pairs: &[T], there: impl Fn(&T) -> bool) -> Result<(), Cause> {
    let got = pairs.iter().filter(|pair| there(pair)).count();
    match pairs.iter().position(|pair| !there(pair)) {
        Some(first) => {
            Err(Cause::WrongPairs { file, wanted: pairs.len(), got, what: format!(": pair {first} is missing") })
        }
        None => Ok(()),
    }
}

/// One row of either file.
struct Row {
    pair: usize,
    /// s
    time: f64,
    states: [BodyState; 2],
    force: Option<f64>,
    max_overlap: Option<f64>,
    max_force: Option<f64>,
}

/// Column index of each number.
struct OutputColumns {
    columns: Columns,
    pair: usize,
    max_overlap: Option<usize>,
    max_force: Option<usize>,
}

impl OutputColumns {
    fn new(header: &str, batch: &Batch<'_>) -> Result<Self, String> {
        let names: Vec<String> = header.split(',').map(|name| name.trim().to_string()).collect();
        let moves =
            |body: usize| batch.pairs.iter().any(|p| !p.scene.bodies[body].held && !p.scene.bodies[body].is_wall());
        // Beside friction a spin that is not there would be read as that of the start.
        let turns = batch.pairs.iter().any(|p| p.scene.shear.is_some() && !p.scene.kinematics.is_head_on());
        let columns = Columns::new(names, Vec::new(), [moves(0), moves(1)], turns)?;
        let pair = columns.find("pair").ok_or("there is no column `pair`")?;
        let (max_overlap, max_force) = (columns.find("max_overlap"), columns.find("max_force"));
        Ok(Self { columns, pair, max_overlap, max_force })
    }
}

/// Calls `take` with every row of a file; gives how precisely it prints velocities.
fn rows(
    batch: &Batch<'_>,
    file: &'static str,
    path: &Path,
    mut take: impl FnMut(Row) -> Result<(), String>,
) -> Result<Digits, Cause> {
    let mut lines = Lines::open(path, file)?;
    let starts: Vec<[BodyState; 2]> = batch.pairs.iter().map(|pair| pair.start(batch.time_step)).collect();
    let (mut columns, mut printed) = (None, Digits::default());
    while lines.next()? {
        let text = lines.text()?;
        let Some(columns) = &columns else {
            let header = OutputColumns::new(text.trim_start_matches('\u{feff}'), batch);
            columns = Some(header.map_err(|what| lines.wrong(what))?);
            continue;
        };
        let row = self::row(columns, text, &starts, file, lines.line, &mut printed)?;
        take(row).map_err(|what| lines.wrong(what))?;
    }
    if columns.is_none() {
        return Err(Cause::Truncated { file, what: "it is empty".to_string() });
    }
    Ok(printed)
}

fn row(
    places: &OutputColumns,
    text: &str,
    starts: &[[BodyState; 2]],
    file: &'static str,
    line: u64,
    printed: &mut Digits,
) -> Result<Row, Cause> {
    let columns = &places.columns;
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    let wrong = |what: String| Cause::Unreadable { file, line, what };
    if fields.len() != columns.names.len() {
        return Err(wrong(format!("{} fields where the header has {}", fields.len(), columns.names.len())));
    }
    let said = fields[places.pair];
    let pair: usize = said.parse().map_err(|_| wrong(format!("`{}` is not a pair number", cut(said, 40))))?;
    let Some(start) = starts.get(pair) else {
        let what = format!(": line {line} is about pair {pair}, and they are counted from 0");
        return Err(Cause::WrongPairs { file, wanted: starts.len(), got: pair + 1, what });
    };
    let bad = |(column, bad): (usize, BadCell)| match bad {
        BadCell::NotFinite => Cause::NotANumber {
            file,
            line,
            column: columns.names[column].clone(),
            pair: pair.to_string(),
            text: cut(fields[column], 40),
        },
        BadCell::NotANumber => {
            wrong(format!("`{}` is `{}`, not a number", cut(&columns.names[column], 40), cut(fields[column], 40)))
        }
    };
    let number = |column: usize| columns.number(&fields, column).map_err(|is| bad((column, is)));
    // An empty cell is unknown.
    let maybe = |column: Option<usize>| match column {
        Some(column) if !fields[column].is_empty() => number(column).map(Some),
        _ => Ok(None),
    };
    let mut seen = [Digits::default(), *printed, Digits::default()];
    let states = columns.states(&fields, start, &mut seen).map_err(bad)?;
    *printed = seen[1];
    Ok(Row {
        pair,
        time: number(columns.time)?,
        states,
        force: maybe(columns.force)?,
        max_overlap: maybe(places.max_overlap)?,
        max_force: maybe(places.max_force)?,
    })
}
