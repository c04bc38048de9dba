//! Reads the table of a recording: a header, then one row per time. Its contents are not trusted.

use std::ops::Range;
use std::sync::Arc;

use super::super::columns::{BadCell, Columns, STATE, dimension};
use super::{Recording, TimedStates};
use crate::collide::flight::BodyState;
use crate::data::sha256;
use crate::error::{Diagnostic, Error, Origin, SourceFile, cut, nearest};
use crate::law::scene::Scene;
use crate::number::counted;
use crate::units::{Dimension, in_unit};

/// Most bytes that are read of a recording.
pub const LARGEST: u64 = 16 << 20;

/// Longest line of numbers, bytes.
const LONGEST_LINE: usize = 16 << 10;

/// Most rows, which are all held in memory.
const MOST_ROWS: usize = 100_000;

/// Most problems that are reported of one file.
const MOST_PROBLEMS: usize = 20;

const HEADER: &str = "the first line is a header: time,x1,y1,z1,vx1,vy1,vz1,wx1,wy1,wz1,x2,...,wz2 with force, scene and \
                      units, `time [us]`, where they are wanted";

/// The state of a body without columns: at rest at the origin, on the surface of a wall.
const AT_ORIGIN: BodyState = BodyState { position: [0.0; 3], velocity: [0.0; 3], spin: [0.0; 3] };

/// Reads a table with the scenes of one case.
///
/// # Errors
/// Whatever is wrong with it, with line and column and what to write instead.
pub fn parse(file: &Arc<SourceFile>, scenes: &[Scene]) -> Result<Recording, Error> {
    let mut lines = lines(file)?.into_iter();
    let Some((_, header)) = lines.next() else {
        return Err(Diagnostic::new(format!("{}: the table is empty", file.name)).help(HEADER).into());
    };
    let (columns, scene) = columns(file, header, scenes)?;
    let mut recording = Recording {
        file: file.name.clone(),
        sha256: sha256(&file.text),
        scenes: vec![Vec::new(); scenes.len()],
        ..Recording::default()
    };
    let mut wrong = Vec::new();
    for (rows, (line, span)) in lines.enumerate() {
        if rows == MOST_ROWS {
            let error =
                Diagnostic::new(format!("a recording has at most {MOST_ROWS} rows")).at(&Origin::new(file, span));
            return Err(error.help("leave rows of free flight out, or keep every tenth step").into());
        }
        let row = TableRow { file, columns: &columns, scene, line, cells: cells(&file.text, span.clone()), span };
        if let Err(problem) = row.read(scenes, &mut recording) {
            wrong.push(*problem);
            if wrong.len() == MOST_PROBLEMS {
                break;
            }
        }
    }
    for (rows, scene) in recording.scenes.iter().zip(scenes) {
        if let ([only], true) = (rows.as_slice(), wrong.is_empty()) {
            let whose = if scenes.len() > 1 { format!(" of scene `{}`", cut(&scene.name, 80)) } else { String::new() };
            let message = format!("{}, line {}: the only row{whose}", file.name, only.line);
            wrong
                .push(Diagnostic::new(message).help("record the impact from before first touch until the bodies part"));
        }
    }
    if wrong.is_empty() && recording.scenes.iter().all(Vec::is_empty) {
        wrong.push(Diagnostic::new(format!("{}: there is no row below the header", file.name)).help(HEADER));
    }
    if wrong.is_empty() { Ok(recording) } else { Err(Error::Wrong(wrong)) }
}

/// The lines that are neither blank nor comments, numbered from 1.
fn lines(file: &Arc<SourceFile>) -> Result<Vec<(usize, Range<usize>)>, Diagnostic> {
    let mut found = Vec::new();
    let mut start = 0;
    for (number, whole) in file.text.split_inclusive('\n').enumerate() {
        let text = whole.trim_end_matches(['\n', '\r']);
        let span = start..start + text.len();
        let first = text.trim_start_matches('\u{feff}').trim_start();
        start += whole.len();
        if first.is_empty() || first.starts_with('#') {
            continue;
        }
        let at = || Origin::new(file, span.start..span.start + 1);
        if text.len() > LONGEST_LINE {
            let message = format!("a line of {} bytes; {LONGEST_LINE} is the most that is read", text.len());
            return Err(Diagnostic::new(message).at(&at()));
        }
        if !whole.ends_with('\n') {
            let error = Diagnostic::new("the last line does not end: the table is cut off here").at(&at());
            return Err(error.help("export it again; if it is complete, end its last line with a line break"));
        }
        found.push((number + 1, span));
    }
    Ok(found)
}

/// Positions of the cells of a line, without surrounding blanks and quotes.
fn cells(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let (mut from, mut quoted) = (line.start, false);
    for (at, c) in text[line.clone()].char_indices().map(|(i, c)| (line.start + i, c)).chain([(line.end, ',')]) {
        quoted ^= c == '"';
        if at == line.end || (c == ',' && !quoted) {
            let cell = text[from..at].trim_start_matches('\u{feff}');
            let bare = cell.trim().trim_matches('"').trim();
            let blank = at - cell.len() + (bare.as_ptr() as usize - cell.as_ptr() as usize);
            cells.push(blank..blank + bare.len());
            from = at + 1;
        }
    }
    cells
}

/// The columns of the header, and that of the scene.
fn columns(file: &Arc<SourceFile>, header: Range<usize>, scenes: &[Scene]) -> Result<(Columns, Option<usize>), Error> {
    let whole = Origin::new(file, header.clone());
    let known: Vec<String> = [1, 2].iter().flat_map(|body| STATE.map(|name| format!("{name}{body}"))).collect();
    let known = || known.iter().map(String::as_str).chain(["time", "force", "scene"]);
    let (mut names, mut units, mut wrong) = (Vec::<String>::new(), Vec::new(), Vec::new());
    for cell in cells(&file.text, header) {
        let at = Origin::new(file, cell.clone());
        let text = &file.text[cell];
        let (name, unit) = match text.split_once('[') {
            Some((name, unit)) => (name.trim(), Some(unit.trim_end_matches(']').trim())),
            None => (text, None),
        };
        if !known().any(|word| word == name) {
            let error = Diagnostic::new(format!("`{}` is not a column of a recording", cut(name, 40))).at(&at);
            wrong.push(match nearest(name, known()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help("leave the column out").help(HEADER),
            });
        } else if names.iter().any(|other| other == name) {
            wrong.push(Diagnostic::new(format!("a second column `{name}`")).at(&at).help("keep one of them"));
        } else if let Some(Err(error)) = unit.map(|unit| in_unit("1", unit, dimension(name))) {
            wrong.push(Diagnostic::new(cut(&error.to_string(), 160)).at(&at));
        }
        names.push(name.to_string());
        units.push(unit.filter(|_| dimension(name) != Dimension::Number).map(String::from));
    }
    if !wrong.is_empty() {
        return Err(Error::Wrong(wrong));
    }
    let moves = [0, 1].map(|i| scenes.iter().any(|scene| !scene.bodies[i].held && !scene.bodies[i].is_wall()));
    let spins = scenes.iter().any(|scene| !scene.kinematics.is_head_on());
    let columns =
        Columns::new(names, units, moves, spins).map_err(|why| Diagnostic::new(why).at(&whole).help(HEADER))?;
    let scene = columns.find("scene");
    if let (None, true, Some(first)) = (scene, scenes.len() > 1, scenes.first()) {
        let message = format!("the case has {} scenes, and the table no column `scene`", scenes.len());
        let help =
            format!("add one that names the scene of each row, as `run` shows it:  \"{}\"", cut(&first.name, 80));
        return Err(Diagnostic::new(message).at(&whole).help(help).into());
    }
    Ok((columns, scene))
}

/// A row that is being read.
struct TableRow<'a> {
    file: &'a Arc<SourceFile>,
    columns: &'a Columns,
    scene: Option<usize>,
    line: usize,
    span: Range<usize>,
    cells: Vec<Range<usize>>,
}

impl TableRow<'_> {
    fn wrong(&self, column: Option<usize>, message: String) -> Box<Diagnostic> {
        let span = column.and_then(|column| self.cells.get(column)).unwrap_or(&self.span).clone();
        Box::new(Diagnostic::new(message).at(&Origin::new(self.file, span)))
    }

    fn read(&self, scenes: &[Scene], recording: &mut Recording) -> Result<(), Box<Diagnostic>> {
        let columns = self.columns;
        let fields: Vec<&str> = self.cells.iter().map(|cell| &self.file.text[cell.clone()]).collect();
        if fields.len() != columns.names.len() {
            let wrong = self.wrong(
                None,
                format!("{} under {}", counted(fields.len(), "cell"), counted(columns.names.len(), "header")),
            );
            return Err(Box::new(
                wrong.help("give each row one cell per column; write decimals with a point, not a comma"),
            ));
        }
        let bad = |(column, bad): (usize, BadCell)| {
            let (name, text) = (&columns.names[column], cut(fields[column], 40));
            let (what, help) = match bad {
                BadCell::NotFinite => {
                    ("not a finite number", "the code failed in this step, so there is no impact to check")
                }
                BadCell::NotANumber => ("not a number", "numbers are written like 1.25e-3, with a point"),
            };
            Box::new(self.wrong(Some(column), format!("`{name}` is `{text}`, {what}")).help(help))
        };
        let number = |column: usize| columns.number(&fields, column).map_err(|is| bad((column, is)));
        let scene = self.scene(scenes, &fields)?;
        let states = columns.states(&fields, &[AT_ORIGIN; 2], &mut recording.printed).map_err(bad)?;
        let time = number(columns.time)?;
        let force = columns.force.filter(|&column| !fields[column].is_empty()).map(number).transpose()?;
        let rows = &mut recording.scenes[scene];
        if let Some(before) = rows.last().filter(|before| time <= before.time) {
            let message = format!(
                "time does not advance: it is `{}` here and not earlier in line {}",
                fields[columns.time], before.line
            );
            return Err(Box::new(
                self.wrong(Some(columns.time), message).help("give every row of a scene a later time"),
            ));
        }
        rows.push(TimedStates { line: self.line, time, states, force });
        Ok(())
    }

    /// Index of the scene of the row.
    fn scene(&self, scenes: &[Scene], fields: &[&str]) -> Result<usize, Box<Diagnostic>> {
        let Some(column) = self.scene else { return Ok(0) };
        let name = fields[column];
        scenes.iter().position(|scene| scene.name == name).ok_or_else(|| {
            let wrong = self.wrong(Some(column), format!("the case has no scene `{}`", cut(name, 80)));
            let names = || scenes.iter().map(|scene| scene.name.as_str());
            let few: Vec<String> = names().take(5).map(|name| format!("`{}`", cut(name, 80))).collect();
            let more = if scenes.len() > 5 { format!(" and {} more", scenes.len() - 5) } else { String::new() };
            Box::new(match nearest(name, names()) {
                Some(near) => wrong.help(format!("did you mean `{}`?", cut(near, 80))),
                None => wrong.help(format!("its scenes are {}{more}", few.join(", "))),
            })
        })
    }
}
