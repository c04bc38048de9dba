//! Recorded trajectories of a code that cannot be run here, read from a table and turned into the same [`Bounce`] as
//! the output of an engine.
//!
//! A recording has its own origin, orientation, drift and clock. They are found from its own free flight before first
//! touch (`PairFrame`); only what no frame changes is held against the scene: the speeds and the spins it starts with.

use std::sync::Arc;

use nalgebra::Vector3;

use super::Bounce;
use super::bounce::{self, Output, PairRun, TimeSample, precision};
use super::columns::{BadCell, Columns, Digits, STATE, dimension};
use crate::collide::bounce::Precision;
use crate::collide::flight::{BodyState, approach, axes, since_touch};
use crate::data::lines::{Lines, Writer};
use crate::data::sha256;
use crate::data::table::{Row, Table, name_and_unit};
use crate::error::{Diagnostic, Error, SourceFile, cut, nearest};
use crate::law::scene::{Body, Scene, Shape};
use crate::number::{exact, rounded};
use crate::units::{Dimension, in_unit};

/// Assumed number of steps of a run with unknown time step, each with one rounding error.
const MOST_STEPS: u64 = 1_000_000;

/// Relative rounding error of a velocity in free flight.
const ROUNDING: f64 = 1e-12;

/// A table of two bodies over time, for the scenes of one case.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recording {
    /// Path of its file.
    pub file: String,
    pub sha256: String,
    /// The rows of each scene of the case, in its order; empty for a scene that was not recorded.
    pub scenes: Vec<Vec<TimedStates>>,
    /// Printed digits of positions, velocities and spins.
    printed: [Digits; 3],
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimedStates {
    /// In the file, counted from 1.
    pub line: usize,
    /// On the clock of the recording, s.
    pub time: f64,
    /// In the frame of the recording, SI.
    pub states: [BodyState; 2],
    /// N
    pub force: Option<f64>,
}

/// The settings in a case about its recording.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CodeSettings {
    /// The time step of the code, s.
    pub time_step: Option<f64>,
    /// Outward normal of the wall in the axes of the recording; default: the axes of the case.
    pub wall_normal: Option<[f64; 3]>,
}

impl Recording {
    /// The recorded result of the scene at `index` of its case, in the frame of the pair; time counts from first touch.
    ///
    /// # Errors
    /// When it is not a recording of this scene, or not of a complete impact.
    pub fn bounce(&self, index: usize, scene: &Scene, settings: &CodeSettings) -> Result<Bounce, String> {
        let rows = self.scenes.get(index).map(Vec::as_slice).unwrap_or_default();
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Err("it has no rows".to_string()) };
        // The scene, with the wall where the recording has it.
        let mut turned = scene.clone();
        if let (Shape::Wall { normal }, Some(given)) = (&mut turned.bodies[1].shape, settings.wall_normal) {
            *normal = given;
        }
        let before = self.before(&turned, rows)?;
        let start = &rows[before];
        self.flies(&rows[..=before], "before the bodies touch")?;
        let known = start.states.each_ref().map(|state| precision(self.printed, state));
        let frame =
            PairFrame::find(&turned, scene, start, known).map_err(|why| format!("line {}: {why}", start.line))?;
        let off = frame.starts(scene, start, known)?;
        let apart = rows.iter().rev().take_while(|row| self.is_apart(&turned, row)).count();
        self.flies(&rows[rows.len() - apart..], "after the bodies parted")?;

        let mut left = Output::default();
        for row in rows {
            let states = frame.states(scene, row);
            left.course.push(TimeSample::of(scene, &states, row.time - frame.touched, row.force));
        }
        let (every, steps) = steps(rows, settings.time_step, last.time - first.time)?;
        let end = frame.states(scene, last);
        let known = [0, 1].map(|i| {
            let radius = scene.bodies[i].radius();
            let seen = precision(self.printed, &last.states[i]);
            let BodyState { position, velocity, spin } = end[i];
            Precision {
                position: seen.position + known[0].position + known[1].position + frame.turns(position),
                velocity: seen.velocity + known[0].velocity + known[1].velocity + off + frame.turns(velocity),
                spin: seen.spin + known[i].spin + off / radius + frame.turns(spin),
            }
        });
        let run = PairRun { touched: 0.0, time_step: every, steps, known };
        Ok(bounce::of(scene, &run, (last.time - frame.touched, end), &left))
    }

    /// The last row before the bodies touch.
    fn before(&self, scene: &Scene, rows: &[TimedStates]) -> Result<usize, String> {
        let Some(first) = rows.first() else { return Err("it has no rows".to_string()) };
        let (overlap, rate) = approach(scene, &first.states);
        let line = first.line;
        if overlap > self.slack(scene, first) {
            return Err(format!(
                "line {line}: the bodies already overlap by {} m in the first row; record from before they touch",
                shown(overlap)
            ));
        }
        if rate <= 0.0 {
            return Err(format!("line {line}: the bodies do not approach each other in the first row{}", wall(scene)));
        }
        let flying = |row: &&TimedStates| {
            let (overlap, rate) = approach(scene, &row.states);
            overlap < -self.slack(scene, row) && rate > 0.0
        };
        let before = rows[1..].iter().take_while(flying).count();
        if before + 1 == rows.len() {
            return Err(format!(
                "line {}: the recording ends before the bodies touch; record until they have parted",
                rows[before].line
            ));
        }
        Ok(before)
    }

    /// Rounding error of an overlap from the printed digits, m.
    fn slack(&self, scene: &Scene, row: &TimedStates) -> f64 {
        let known: f64 = row.states.iter().map(|state| precision(self.printed, state).position).sum();
        known + ROUNDING * scene.bodies[0].radius()
    }

    /// Whether the bodies fly apart.
    fn is_apart(&self, scene: &Scene, row: &TimedStates) -> bool {
        let (overlap, rate) = approach(scene, &row.states);
        overlap < -self.slack(scene, row) && rate < 0.0
    }

    /// Whether a body in free flight goes as far as its velocity says, `x = v t`.
    fn advances(&self, body: usize, first: &TimedStates, row: &TimedStates) -> Result<(), String> {
        let passed = row.time - first.time;
        let (was, is) = (&first.states[body], &row.states[body]);
        for ((x, y), v) in was.position.into_iter().zip(is.position).zip(is.velocity) {
            let [places, speeds] = [self.printed[0], self.printed[1]];
            let known = places.half_unit(x) + places.half_unit(y) + speeds.half_unit(v) * passed;
            let (went, meant) = (y - x, v * passed);
            if (went - meant).abs() > 2.0 * known + INCONSISTENT * meant.abs() + ROUNDING * y.abs() {
                return Err(format!(
                    "line {}: body {} goes {} m in free flight, and its velocity over the time since line {} is {} m: times, \
                     positions and velocities do not belong together",
                    row.line,
                    body + 1,
                    shown(went),
                    first.line,
                    shown(meant)
                ));
            }
        }
        Ok(())
    }

    /// Whether no velocity changes over rows of free flight, and positions are those of the velocities, to the digits printed.
    fn flies(&self, rows: &[TimedStates], when: &str) -> Result<(), String> {
        let Some((first, others)) = rows.split_first() else { return Ok(()) };
        for row in others {
            for (body, (was, is)) in first.states.iter().zip(&row.states).enumerate() {
                for (v, w) in was.velocity.into_iter().zip(is.velocity) {
                    let known = self.printed[1].half_unit(v) + self.printed[1].half_unit(w);
                    if (v - w).abs() > known + ROUNDING * v.abs() {
                        return Err(format!(
                            "line {}: the velocity of body {} changes {when}, from {} to {} m/s: gravity or drag acts; \
                             record the impact without it",
                            row.line,
                            body + 1,
                            shown(v),
                            shown(w)
                        ));
                    }
                }
                self.advances(body, first, row)?;
            }
        }
        Ok(())
    }
}

/// Part of a way in free flight by which it may differ from the velocity times the time.
const INCONSISTENT: f64 = 1e-3;

/// The time step where every step was recorded, and how many steps there were at most.
fn steps(rows: &[TimedStates], time_step: Option<f64>, lasts: f64) -> Result<(Option<f64>, u64), String> {
    let Some(dt) = time_step else { return Ok((None, MOST_STEPS)) };
    let mut every = true;
    for pair in rows.windows(2) {
        let passed = pair[1].time - pair[0].time;
        if passed < 0.5 * dt {
            return Err(format!(
                "line {}: only {} s after the row before, and `time_step` is {} s; give the step of the code",
                pair[1].line,
                shown(passed),
                shown(dt)
            ));
        }
        every &= passed < 1.5 * dt;
    }
    Ok((every.then_some(dt), ((lasts / dt).ceil() as u64).min(MOST_STEPS)))
}

/// Hint for a wrong speed at a wall.
fn wall(scene: &Scene) -> String {
    match scene.bodies[1].shape {
        Shape::Wall { normal: [x, y, z] } => format!(
            "; the wall's normal is taken to be [{}, {}, {}], and `wall_normal` gives another",
            shown(x),
            shown(y),
            shown(z)
        ),
        Shape::Sphere { .. } => String::new(),
    }
}

type Vector = Vector3<f64>;

/// Largest difference of start velocities, relative to the impact speed.
const SAME: f64 = 1e-6;

/// Transformation from the frame of a recording to the pair's own frame.
struct PairFrame {
    /// When the bodies touch, on the clock of the recording, s.
    touched: f64,
    /// Position of first touch, and its drift velocity.
    origin: Vector,
    drift: Vector,
    /// The normal and two directions perpendicular to it, in the axes of the recording and of the pair.
    from: [Vector; 3],
    to: [Vector; 3],
    /// Uncertainty of the directions from the printed digits, rad.
    turned: f64,
    /// The scene in the axes of the recording, for messages.
    wall: String,
}

impl PairFrame {
    /// From the last row before first touch. `turned` is the scene with the wall where the recording has it; `known` is how
    /// well the row is printed.
    ///
    /// The normal is the line of centres at the end of free flight; `t` is the direction of sliding, or, where nothing
    /// slides, the one that puts the first spin where the scene has it.
    fn find(turned: &Scene, scene: &Scene, row: &TimedStates, known: [Precision; 2]) -> Result<Self, String> {
        let [one, two] = &row.states;
        let (x, v) = (between(one.position, two.position), between(one.velocity, two.velocity));
        let reach = scene.bodies.iter().map(Body::radius).filter(|radius| radius.is_finite()).sum::<f64>();
        // Played backwards the bodies fly apart.
        let backwards = row.states.map(|state| BodyState { velocity: state.velocity.map(|v| -v), ..state });
        let flight = since_touch(turned, &backwards)
            .ok_or("the bodies pass each other without contact; check radii and units")?;
        let n = match turned.bodies[1].shape {
            Shape::Wall { normal } => Vector::from(normal),
            Shape::Sphere { .. } => (x + v * flight).normalize(),
        };
        let first = &scene.bodies[0];
        let share = if first.held { 0.0 } else { scene.pair.m_star / first.mass };
        // Where body 1 is touched.
        let origin = Vector::from(one.position) + Vector::from(one.velocity) * flight - n * first.radius();
        let (t, across) = tangent(scene, row, n, v, known);
        let normal_known = if turned.bodies[1].is_wall() { 0.0 } else { known[0].position + known[1].position };
        Ok(Self {
            touched: row.time + flight,
            origin,
            drift: Vector::from(one.velocity) - v * share,
            from: [n, t, n.cross(&t)],
            to: axes(scene).map(Vector::from),
            turned: normal_known / reach + across + 8.0 * f64::EPSILON,
            wall: wall(turned),
        })
    }

    /// A vector of the recording in the axes of the pair.
    fn turn(&self, vector: Vector) -> [f64; 3] {
        let parts = self.from.map(|axis| axis.dot(&vector));
        std::array::from_fn(|i| (0..3).map(|k| parts[k] * self.to[k][i]).sum())
    }

    /// Error of a vector from the uncertainty of the directions.
    fn turns(&self, vector: [f64; 3]) -> f64 {
        self.turned * Vector::from(vector).norm()
    }

    /// Both bodies of a row in the frame of the pair.
    fn states(&self, scene: &Scene, row: &TimedStates) -> [BodyState; 2] {
        let origin = self.origin + self.drift * (row.time - self.touched);
        let mut states = row.states.map(|state| BodyState {
            position: self.turn(Vector::from(state.position) - origin),
            velocity: self.turn(Vector::from(state.velocity) - self.drift),
            spin: self.turn(state.spin.into()),
        });
        if scene.bodies[1].is_wall() {
            // Any point of its surface is as good.
            let n = self.to[0];
            states[1].position = (n * Vector::from(states[1].position).dot(&n)).into();
        }
        states
    }

    /// Checks that the recording has the start velocities of the scene; returns the allowed difference, m/s.
    fn starts(&self, scene: &Scene, row: &TimedStates, known: [Precision; 2]) -> Result<f64, String> {
        let [one, two] = &row.states;
        let v = between(one.velocity, two.velocity);
        let n = self.from[0];
        let (along_n, along_t) = (-v.dot(&n), across(v, n).norm());
        let kinematics = &scene.kinematics;
        let place = if kinematics.is_head_on() { "" } else { " along the normal" };
        let velocity = known[0].velocity + known[1].velocity + self.turns(v.into());
        let mut pairs = vec![
            (format!("at {} m/s{place}", shown(along_n)), along_n, scene.speed, "m/s", 1.0, velocity),
            (
                format!("at {} m/s along the contact", shown(along_t)),
                along_t,
                kinematics.tangential_speed,
                "m/s",
                1.0,
                velocity,
            ),
        ];
        for (i, (body, state)) in scene.bodies.iter().zip(&row.states).enumerate().filter(|(_, (b, _))| !b.is_wall()) {
            for (k, name) in ["normal", "direction of sliding", "third direction"].into_iter().enumerate() {
                let spin = self.from[k].dot(&Vector::from(state.spin));
                let what = format!("with body {} turning at {} rad/s about the {name}", i + 1, shown(spin));
                let known = known[i].spin + self.turns(state.spin);
                pairs.push((what, spin, kinematics.spin[i][k], "rad/s", body.radius(), body.radius() * known));
            }
        }
        let whole = libm::hypot(scene.speed, kinematics.tangential_speed);
        let limit = SAME * whole;
        // The line of centres of two spheres turns while they fly towards each other.
        let turned = !scene.bodies[1].is_wall() && (libm::hypot(along_n, along_t) - whole).abs() <= limit;
        let touch = format!(
            ": the speed is the same, but not the angle at first touch; spheres that start apart turn their line of \
             centres. Give the case the speeds at first touch:  normal_speed = \"{} m/s\", tangential_speed = \"{} m/s\"",
            shown(along_n),
            shown(along_t)
        );
        let mut most: f64 = 0.0;
        for (what, seen, meant, unit, arm, known) in pairs {
            let off = (seen - meant).abs() * arm;
            if off > limit || off.is_nan() {
                let few = if off <= known { "; it is printed with too few digits: print nine or more" } else { "" };
                let cause = match (few.is_empty(), turned && unit == "m/s") {
                    (false, _) => few,
                    (true, true) => &touch,
                    (true, false) => &self.wall,
                };
                return Err(format!("the recording starts {what}, the case at {} {unit}{cause}", shown(meant)));
            }
            most = most.max(off);
        }
        Ok(most)
    }
}

/// The direction `t` with its uncertainty, rad.
fn tangent(scene: &Scene, row: &TimedStates, n: Vector, v: Vector, known: [Precision; 2]) -> (Vector, f64) {
    let sliding = across(v, n);
    if scene.kinematics.tangential_speed > 0.0 && sliding.norm() > 0.0 {
        return (sliding.normalize(), (known[0].velocity + known[1].velocity) / sliding.norm());
    }
    for (i, [_, along_t, along_b]) in scene.kinematics.spin.into_iter().enumerate() {
        let flat = across(row.states[i].spin.into(), n);
        let meant = libm::hypot(along_t, along_b);
        if meant > 0.0 && flat.norm() > 0.0 {
            // The spin lies at the angle from t to b that it has in the scene.
            let u = flat.normalize();
            let t = (u * along_t - n.cross(&u) * along_b) / meant;
            return (t.normalize(), known[i].spin / flat.norm());
        }
    }
    // Any direction across the normal: no result depends on it.
    (across(Vector::ith(n.iamin(), 1.0), n).normalize(), 0.0)
}

/// Vector from the second point to the first.
fn between(one: [f64; 3], two: [f64; 3]) -> Vector {
    Vector::from(one) - Vector::from(two)
}

/// The component of a vector perpendicular to a direction.
fn across(vector: Vector, n: Vector) -> Vector {
    vector - n * vector.dot(&n)
}

/// Nine significant digits.
fn shown(value: f64) -> String {
    exact(rounded(value, 9))
}

/// Most bytes that are read of a recording.
pub const LARGEST: u64 = 16 << 20;

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
    let lines = Lines::of(file, Writer::Annotated)?;
    let Some(mut table) = Table::open(lines, None).map_err(|fault| fault.at(file))? else {
        return Err(Diagnostic::new(format!("{}: the table is empty", file.name)).help(HEADER).into());
    };
    let (columns, scene) = columns(file, &table.headers, scenes)?;
    let reader = TableReader { file, columns, scene, scenes };
    let mut recording = Recording {
        file: file.name.clone(),
        sha256: sha256(&file.text),
        scenes: vec![Vec::new(); scenes.len()],
        ..Recording::default()
    };
    let mut wrong = Vec::new();
    let mut rows = 0;
    while wrong.len() < MOST_PROBLEMS && table.next().map_err(|fault| fault.at(file))? {
        if rows == MOST_ROWS {
            let error = Diagnostic::new(format!("a recording has at most {MOST_ROWS} rows"));
            let error = error.at(&table.row.place(file, None));
            return Err(error.help("leave rows of free flight out, or keep every tenth step").into());
        }
        rows += 1;
        wrong.extend(reader.read(&table, &mut recording).err().map(|problem| *problem));
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

/// The columns of the header, and that of the scene.
fn columns(file: &Arc<SourceFile>, header: &Row, scenes: &[Scene]) -> Result<(Columns, Option<usize>), Error> {
    let whole = header.place(file, None);
    let known: Vec<String> = [1, 2].iter().flat_map(|body| STATE.map(|name| format!("{name}{body}"))).collect();
    let known = || known.iter().map(String::as_str).chain(["time", "force", "scene"]);
    let (mut names, mut units, mut wrong) = (Vec::<String>::new(), Vec::new(), Vec::new());
    for (column, text) in header.cells.iter().enumerate() {
        let at = header.place(file, Some(column));
        let (name, unit) = name_and_unit(text);
        if !known().any(|word| word == name) {
            let error = Diagnostic::new(format!("`{}` is not a column of a recording", cut(name, 40))).at(&at);
            wrong.push(match nearest(name, known()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help("leave the column out").help(HEADER),
            });
        } else if names.iter().any(|other| other == name) {
            wrong.push(Diagnostic::new(format!("a second column `{name}`")).at(&at).help("keep one of them"));
        } else if let Some(Err(error)) = unit.as_deref().map(|unit| in_unit("1", unit, dimension(name))) {
            wrong.push(Diagnostic::new(cut(&error.to_string(), 160)).at(&at));
        }
        names.push(name.to_string());
        units.push(unit.filter(|_| dimension(name) != Dimension::Number));
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

/// Reads the rows below the header.
struct TableReader<'a> {
    file: &'a Arc<SourceFile>,
    columns: Columns,
    /// The column that names the scene of a row.
    scene: Option<usize>,
    scenes: &'a [Scene],
}

impl TableReader<'_> {
    fn wrong(&self, row: &Row, column: Option<usize>, message: String) -> Box<Diagnostic> {
        Box::new(Diagnostic::new(message).at(&row.place(self.file, column)))
    }

    fn read(&self, table: &Table, recording: &mut Recording) -> Result<(), Box<Diagnostic>> {
        let (row, columns) = (&table.row, &self.columns);
        if let Some(message) = table.misfit() {
            let help = "give each row one cell per column; write decimals with a point, not a comma";
            return Err(Box::new(self.wrong(row, None, message).help(help)));
        }
        let text = |column: usize| row.text(column);
        let bad = |(column, bad): (usize, BadCell)| {
            let (name, text) = (&columns.names[column], cut(text(column), 40));
            let (what, help) = match bad {
                BadCell::NotFinite => {
                    ("not a finite number", "the code failed in this step, so there is no impact to check")
                }
                BadCell::NotANumber => ("not a number", "numbers are written like 1.25e-3, with a point"),
            };
            Box::new(self.wrong(row, Some(column), format!("`{name}` is `{text}`, {what}")).help(help))
        };
        let number = |column: usize| columns.number(row, column).map_err(|is| bad((column, is)));
        let scene = self.scene(row)?;
        let states = columns.states(row, &[AT_ORIGIN; 2], &mut recording.printed).map_err(bad)?;
        let time = number(columns.time)?;
        let force = columns.force.filter(|&column| !text(column).is_empty()).map(number).transpose()?;
        let rows = &mut recording.scenes[scene];
        if let Some(before) = rows.last().filter(|before| time <= before.time) {
            let message = format!(
                "time does not advance: it is `{}` here and not earlier in line {}",
                text(columns.time),
                before.line
            );
            return Err(Box::new(
                self.wrong(row, Some(columns.time), message).help("give every row of a scene a later time"),
            ));
        }
        rows.push(TimedStates { line: row.line as usize, time, states, force });
        Ok(())
    }

    /// Index of the scene of the row.
    fn scene(&self, row: &Row) -> Result<usize, Box<Diagnostic>> {
        let Some(column) = self.scene else { return Ok(0) };
        let (name, scenes) = (row.text(column), self.scenes);
        scenes.iter().position(|scene| scene.name == name).ok_or_else(|| {
            let wrong = self.wrong(row, Some(column), format!("the case has no scene `{}`", cut(name, 80)));
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
