//! Drives LAMMPS and LIGGGHTS: a box of spheres read from `pairs.txt`, one process per part of a batch, `dump.txt`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::bounce::{Output, TimeSample, bounces};
use super::columns::{Digits, OutputFile};
use super::process::{self, Job, Quota};
use super::{Batch, BatchPair, Bounce, Cause, Engine, Installation};
use crate::collide::flight::{BodyState, axes};
use crate::data::lines::Lines;
use crate::error::cut;
use crate::law::scene::Scene;

/// Longest time for one part of a batch.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Most walls with a law of their own in one part: each takes one of the 32 groups a simulation has.
const MOST_WALLS: usize = 30;

/// File from which the code reads the bodies.
const PAIRS: &str = "pairs.txt";

/// Name of the input script.
const INPUT: &str = "input.txt";

/// A contact as one line of a code's input, with the settings that all contacts of one simulation share.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ContactLine<L> {
    pub law: L,
    pub style: String,
}

/// One type of sphere, with the contact of two of them, or of one with a wall of its own.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SphereType<L> {
    pub law: L,
    pub wall: bool,
}

/// The pairs of a batch that one process runs.
#[derive(Debug)]
pub(crate) struct Part<L> {
    pub style: String,
    /// The types of spheres, numbered from 1.
    pub kinds: Vec<SphereType<L>>,
    /// Index of each pair in the batch, and of its type.
    pairs: Vec<(usize, usize)>,
}

/// The values that are filled into an input template.
pub(crate) struct TemplateValues<'a, L> {
    pub part: &'a Part<L>,
    /// s
    pub time_step: f64,
    pub steps: u64,
    /// Steps from one snapshot to the next.
    pub every: u64,
    /// Skin distance of the neighbour list, m.
    pub skin: f64,
    pub columns: &'static [&'static str],
}

impl<L> TemplateValues<'_, L> {
    /// Replaces `{name}` in a template.
    pub(crate) fn template(&self, template: &str, more: &[(&str, String)]) -> String {
        let mut text = template.to_string();
        let usual = [
            ("{pairs}", PAIRS.to_string()),
            ("{skin}", self.skin.to_string()),
            ("{time_step}", self.time_step.to_string()),
            ("{every}", self.every.to_string()),
            ("{dump}", DUMP.to_string()),
            ("{columns}", format!("id {}", self.columns.join(" "))),
            ("{steps}", self.steps.to_string()),
        ];
        for (name, value) in usual.iter().map(|(name, value)| (*name, value)).chain(more.iter().map(|(n, v)| (*n, v))) {
            text = text.replace(name, value);
        }
        text
    }
}

/// An installation of LAMMPS or LIGGGHTS.
pub(crate) struct BoxEngine<L> {
    pub installation: Installation,
    /// Command-line arguments after the name of the input.
    pub arguments: [&'static str; 4],
    /// Most types of spheres in one part.
    pub most_kinds: usize,
    /// Renders the contact of a scene for a version, or says why it cannot.
    pub contact: fn(&Scene, &str) -> Result<ContactLine<L>, String>,
    /// Why a version does not run a scene as it is written, though it has an equivalent of it.
    pub too_old: fn(&Scene, &str) -> Option<&'static str>,
    pub input: fn(&TemplateValues<'_, L>) -> String,
}

impl<L: Clone + PartialEq + 'static> Engine for BoxEngine<L> {
    fn installation(&self) -> &Installation {
        &self.installation
    }

    fn covers(&self, scene: &Scene) -> Result<(), String> {
        let old = (self.too_old)(scene, self.version()).map(String::from);
        old.map_or_else(|| (self.contact)(scene, self.version()).map(drop), Err)
    }

    fn too_old(&self, scene: &Scene) -> Option<String> {
        (self.too_old)(scene, self.version()).map(String::from)
    }

    fn write(&self, batch: &Batch<'_>, folder: &Path) -> Result<Vec<String>, Cause> {
        if let Some(part) = self.parts(batch)?.first() {
            self.write_part(batch, part, folder)?;
        }
        Ok(std::iter::once(self.installation.place.clone()).chain(self.all_arguments()).collect())
    }

    fn run(&self, batch: &Batch<'_>, folder: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause> {
        let mut left = vec![Output::default(); batch.pairs.len()];
        for (index, part) in self.parts(batch)?.iter().enumerate() {
            let inside = if index == 0 { folder.to_path_buf() } else { folder.join(format!("part-{}", index + 1)) };
            fs::create_dir_all(&inside).map_err(Cause::file("failed to make", &inside))?;
            self.part(batch, part, &inside, stop, &mut left)?;
        }
        bounces(batch, &left)
    }
}

impl<L: Clone + PartialEq + 'static> BoxEngine<L> {
    /// Splits the pairs into parts that can share one simulation.
    fn parts(&self, batch: &Batch<'_>) -> Result<Vec<Part<L>>, Cause> {
        let refused = |what| Cause::Unreadable { file: INPUT, line: 0, what };
        let mut said: Vec<(*const Scene, ContactLine<L>)> = Vec::new();
        let mut parts: Vec<Part<L>> = Vec::new();
        for (index, pair) in batch.pairs.iter().enumerate() {
            let here: *const Scene = pair.scene;
            // The pairs of one scene stand together.
            if said.last().is_none_or(|(scene, _)| *scene != here) {
                said.push((here, (self.contact)(pair.scene, self.version()).map_err(refused)?));
            }
            let Some((_, parsed)) = said.last() else { continue };
            let kind = SphereType { law: parsed.law.clone(), wall: pair.scene.bodies[1].is_wall() };
            let open = |part: &Part<L>| {
                let walls = part.kinds.iter().filter(|kind| kind.wall).count();
                let room = part.kinds.len() < self.most_kinds && !(kind.wall && walls >= MOST_WALLS);
                part.style == parsed.style && (room || part.kinds.contains(&kind))
            };
            let place = parts.iter().position(open).unwrap_or_else(|| {
                parts.push(Part { style: parsed.style.clone(), kinds: Vec::new(), pairs: Vec::new() });
                parts.len() - 1
            });
            let Some(part) = parts.get_mut(place) else { continue };
            let of = part.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                part.kinds.push(kind);
                part.kinds.len() - 1
            });
            part.pairs.push((index, of));
        }
        Ok(parts)
    }

    /// Writes the input and the bodies of one part; returns their positions.
    fn write_part(&self, batch: &Batch<'_>, part: &Part<L>, folder: &Path) -> Result<Grid, Cause> {
        let indices: Vec<usize> = part.pairs.iter().map(|(index, _)| *index).collect();
        let grid = Grid::new(batch, &indices);
        let fill = TemplateValues {
            part,
            time_step: batch.time_step,
            steps: batch.steps,
            every: every(batch),
            skin: 0.2 * grid.smallest,
            columns: columns(batch, part),
        };
        write(&folder.join(PAIRS), &bodies(batch, part, &grid))?;
        write(&folder.join(INPUT), &(self.input)(&fill))?;
        Ok(grid)
    }

    /// All arguments after the program.
    fn all_arguments(&self) -> Vec<String> {
        ["-in", INPUT].iter().chain(&self.arguments).map(|argument| (*argument).to_string()).collect()
    }

    fn part(
        &self,
        batch: &Batch<'_>,
        part: &Part<L>,
        folder: &Path,
        stop: &dyn Fn() -> bool,
        left: &mut [Output],
    ) -> Result<(), Cause> {
        let grid = self.write_part(batch, part, folder)?;
        process::run(&Job {
            program: &self.installation.place,
            arguments: &self.all_arguments(),
            folder,
            environment: &[],
            time_limit: TIME_LIMIT,
            quota: Quota::of(batch),
            stop,
        })?;
        gather(batch, part, &grid, folder, left)
    }
}

/// Reads the `dump.txt` of LAMMPS or LIGGGHTS in a folder, of a batch that one simulation holds, without running it.
///
/// # Errors
/// Whatever is not as the batch asks for.
pub fn read(batch: &Batch<'_>, folder: &Path) -> Result<Vec<Bounce>, Cause> {
    let indices: Vec<usize> = (0..batch.pairs.len()).collect();
    let pairs = indices.iter().map(|&index| (index, 0)).collect();
    let part = Part::<()> { style: String::new(), kinds: Vec::new(), pairs };
    let mut left = vec![Output::default(); batch.pairs.len()];
    gather(batch, &part, &Grid::new(batch, &indices), folder, &mut left)?;
    bounces(batch, &left)
}

/// Steps from one snapshot to the next.
fn every(batch: &Batch<'_>) -> u64 {
    if batch.trajectory { 1 } else { batch.steps.max(1) }
}

/// The columns of the dump for each sphere.
fn columns<L>(batch: &Batch<'_>, part: &Part<L>) -> &'static [&'static str] {
    let head_on = part.pairs.iter().all(|(index, _)| batch.pairs[*index].scene.kinematics.is_head_on());
    if head_on { &HEAD_ON } else { &COLUMNS }
}

/// Reads `dump.txt` of one part of a batch.
fn gather<L>(batch: &Batch<'_>, part: &Part<L>, grid: &Grid, folder: &Path, left: &mut [Output]) -> Result<(), Cause> {
    let wanted = batch.steps / every(batch) + 1;
    let bodies = atoms(batch, part).map(|(.., two)| if two { 2 } else { 1 }).sum();
    let (steps, printed) = snapshots(&folder.join(DUMP), bodies, columns(batch, part), wanted, |step, atoms| {
        take(batch, part, grid, step, atoms, left);
        Ok(())
    })?;
    for (index, _) in &part.pairs {
        left[*index].printed = printed;
    }
    if steps != wanted {
        let what = format!("{steps} snapshots where {wanted} were expected");
        return Err(Cause::Truncated { file: DUMP, what });
    }
    Ok(())
}

/// The atoms of each pair: the index of the first, from 0, and whether there is a second.
fn atoms<'a, L>(batch: &'a Batch<'_>, part: &'a Part<L>) -> impl Iterator<Item = (usize, usize, usize, bool)> + 'a {
    let mut next = 0;
    part.pairs.iter().map(move |&(index, kind)| {
        let first = next;
        let two = !batch.pairs[index].scene.bodies[1].is_wall();
        next += if two { 2 } else { 1 };
        (index, kind, first, two)
    })
}

/// `pairs.txt`
fn bodies<L>(batch: &Batch<'_>, part: &Part<L>, grid: &Grid) -> String {
    let (mut places, mut moves) = (String::new(), String::new());
    let mut count = 0;
    for (place, (index, kind, first, two)) in atoms(batch, part).enumerate() {
        let pair = &batch.pairs[index];
        let states = pair.start(batch.time_step);
        for (i, state) in states.iter().enumerate().take(if two { 2 } else { 1 }) {
            let body = &pair.scene.bodies[i];
            let radius = body.radius();
            let density = body.mass / (4.0 / 3.0 * std::f64::consts::PI * radius * radius * radius);
            let BodyState { position: [x, y, z], velocity: [vx, vy, vz], spin: [wx, wy, wz] } =
                grid.put(place, pair, state);
            let id = first + i + 1;
            // Writing to a text does not fail.
            let _ = writeln!(places, "{id} {} {} {density} {x} {y} {z}", kind + 1, 2.0 * radius);
            let _ = writeln!(moves, "{id} {vx} {vy} {vz} {wx} {wy} {wz}");
            count += 1;
        }
    }
    let mut text = format!("{}: many separate pairs\n\n{count} atoms\n{} atom types\n\n", batch.case, part.kinds.len());
    for (axis, (low, high)) in ["x", "y", "z"].into_iter().zip(grid.low.iter().zip(&grid.high)) {
        let _ = writeln!(text, "{low} {high} {axis}lo {axis}hi");
    }
    let _ = write!(text, "\nAtoms\n\n{places}\nVelocities\n\n{moves}");
    text
}

/// One snapshot.
fn take<L>(batch: &Batch<'_>, part: &Part<L>, grid: &Grid, step: u64, snapshot: &[Atom], left: &mut [Output]) {
    let time = step as f64 * batch.time_step;
    for (place, (index, _, first, two)) in atoms(batch, part).enumerate() {
        let (pair, Some(one)) = (&batch.pairs[index], snapshot.get(first)) else { continue };
        let known = &mut left[index];
        // The wall stands still; spheres are where the snapshot has them.
        let mut states = pair.start(batch.time_step);
        let head_on = pair.scene.kinematics.is_head_on();
        let seen = |atom: &Atom, start: &BodyState| {
            let there = grid.put(place, pair, start);
            let [x, y, z, vx, vy, vz, _, _, _, wx, wy, wz] = *atom;
            let state = if head_on {
                BodyState {
                    position: [x, there.position[1], there.position[2]],
                    velocity: [vx, 0.0, 0.0],
                    spin: [0.0; 3],
                }
            } else {
                BodyState { position: [x, y, z], velocity: [vx, vy, vz], spin: [wx, wy, wz] }
            };
            (grid.back(place, pair, &state), state)
        };
        let (first_state, in_box) = seen(one, &states[0]);
        states[0] = first_state;
        let mut n = [1.0, 0.0, 0.0];
        if two && let Some(other) = snapshot.get(first + 1) {
            let (second, other) = seen(other, &states[1]);
            states[1] = second;
            let apart: [f64; 3] = std::array::from_fn(|i| in_box.position[i] - other.position[i]);
            let distance = apart.iter().map(|x| x * x).sum::<f64>().sqrt();
            n = apart.map(|x| x / distance);
        }
        let force = one[6] * n[0] + one[7] * n[1] + one[8] * n[2];
        if batch.trajectory {
            known.course.push(TimeSample::of(pair.scene, &states, time, Some(force)));
        }
        known.last = Some((time, states));
    }
}

fn write(path: &Path, text: &str) -> Result<(), Cause> {
    fs::write(path, text).map_err(Cause::file("failed to write", path))
}

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
pub fn snapshots(
    path: &Path,
    atoms: usize,
    columns: &[&str],
    most: u64,
    mut take: impl FnMut(u64, &[Atom]) -> Result<(), Cause>,
) -> Result<(u64, Digits), Cause> {
    if !path.is_file() {
        return Err(Cause::NoOutput(DUMP));
    }
    let output = OutputFile { path, name: DUMP };
    let mut lines = Dump { output, lines: output.lines()? };
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
        return Err(output.truncated("it is empty"));
    }
    Ok((count, printed))
}

/// A dump that is read line by line.
struct Dump<'p> {
    output: OutputFile<'p>,
    lines: Lines<'static>,
}

impl Dump<'_> {
    /// Reads the next line; whether there is one.
    fn next(&mut self) -> Result<bool, Cause> {
        self.lines.next().map(|line| line.is_some()).map_err(|fault| self.output.refused(fault))
    }

    fn text(&self) -> &str {
        &self.lines.line.text
    }

    /// An error at the current line.
    fn wrong(&self, what: String) -> Cause {
        self.output.wrong(self.lines.line.number, what)
    }

    /// Reads the next line, which must exist.
    fn more(&mut self) -> Result<(), Cause> {
        if self.next()? {
            return Ok(());
        }
        Err(self.output.truncated(format!("a snapshot ends at line {}", self.lines.line.number)))
    }

    /// Requires that the line begins with `wanted`.
    fn is(&self, wanted: &str) -> Result<(), Cause> {
        let text = self.text();
        if text.starts_with(wanted) {
            return Ok(());
        }
        Err(self.wrong(format!("`{}` where `{wanted}` was expected", cut(text, 60))))
    }

    fn number(&self) -> Result<u64, Cause> {
        let text = self.text();
        text.trim().parse().map_err(|_| self.wrong(format!("`{}` is not a count", cut(text, 60))))
    }

    /// Reads the numbers of the atom with that id.
    fn atom(&self, id: usize, places: &[usize], atom: &mut Atom, printed: &mut Digits) -> Result<(), Cause> {
        let mut fields = self.text().split_ascii_whitespace();
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
                        line: self.lines.line.number,
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

/// Distance between neighbouring pairs, relative to the reach of a pair.
const ROOM: f64 = 2.5;

/// Safety factor on the distance a pair can move: bodies do not gain speed, but energy moves between directions.
const REACH: f64 = 1.5;

/// Positions of the pairs of a batch in one simulation box, m: on a grid in a plane, each pair touching along x.
///
/// The frame of a pair is turned to `n`, `t`, `b` = x, y, z and moved along y and z only, so that x, along which the
/// surfaces overlap by a millionth of a radius, keeps its digits. A wall is the plane x = 0.
#[derive(Debug, Clone, PartialEq)]
struct Grid {
    /// Distance from one pair to the next.
    pitch: f64,
    /// Number of pairs in a row.
    columns: usize,
    /// Lower bounds of the box in x, y, z.
    low: [f64; 3],
    high: [f64; 3],
    /// Smallest radius.
    smallest: f64,
}

impl Grid {
    /// A grid for some pairs of a batch.
    fn new(batch: &Batch<'_>, pairs: &[usize]) -> Self {
        let lasts = batch.steps as f64 * batch.time_step;
        let (mut reach, mut smallest) = (0.0_f64, f64::INFINITY);
        for pair in pairs.iter().filter_map(|&index| batch.pairs.get(index)) {
            let radii = pair.scene.bodies.iter().map(|body| body.radius()).filter(|radius| radius.is_finite());
            let (most, least) = radii.fold((0.0_f64, f64::INFINITY), |(most, least), r| (most.max(r), least.min(r)));
            let speed = libm::hypot(pair.scene.speed, pair.scene.kinematics.tangential_speed);
            reach = reach.max(2.0 * most + REACH * speed * lasts);
            smallest = smallest.min(least);
        }
        let columns = (pairs.len() as f64).sqrt().ceil().max(1.0);
        let rows = (pairs.len() as f64 / columns).ceil();
        let pitch = ROOM * reach;
        Self {
            pitch,
            columns: columns as usize,
            low: [-2.0 * reach, -pitch, -pitch],
            high: [2.0 * reach, columns * pitch, rows * pitch],
            smallest,
        }
    }

    /// Origin of the pair at a grid place, m.
    fn origin(&self, place: usize) -> [f64; 3] {
        let (row, column) = (place / self.columns, place % self.columns);
        [0.0, column as f64 * self.pitch, row as f64 * self.pitch]
    }

    /// Transforms a state from the pair's own frame to its grid place.
    fn put(&self, place: usize, pair: &BatchPair<'_>, state: &BodyState) -> BodyState {
        let origin = self.origin(place);
        let axes = axes(pair.scene);
        let turned = |v: [f64; 3]| axes.map(|axis| axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]);
        let position = turned(state.position);
        BodyState {
            position: std::array::from_fn(|i| position[i] + origin[i]),
            velocity: turned(state.velocity),
            spin: turned(state.spin),
        }
    }

    /// Transforms a state from its grid place to the pair's own frame.
    fn back(&self, place: usize, pair: &BatchPair<'_>, state: &BodyState) -> BodyState {
        let origin = self.origin(place);
        let [x, y, z] = axes(pair.scene);
        let turned = |v: [f64; 3]| std::array::from_fn(|i| x[i] * v[0] + y[i] * v[1] + z[i] * v[2]);
        BodyState {
            position: turned(std::array::from_fn(|i| state.position[i] - origin[i])),
            velocity: turned(state.velocity),
            spin: turned(state.spin),
        }
    }
}
