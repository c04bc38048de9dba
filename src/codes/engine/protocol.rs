//! What an engine is handed, `scene.json`, and the files it leaves: `trajectory.csv`, `ends.csv`, or both. Described in
//! `docs/engine-protocol.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::bounce::{Output, TimeSample, bounces};
use super::columns::{BadCell, Columns, Digits, OutputFile};
use super::process::{self, Job, Quota};
use super::{Batch, BatchPair, Bounce, Cause, Engine};
use crate::codes;
use crate::codes::differences::spring;
use crate::collide::flight::{self, BodyState};
use crate::data::table::{Row, Table};
use crate::error::cut;
use crate::law::normal::OfEngine;
use crate::law::scene::{Body, Material, ParameterValue, Scene};
use crate::law::shear::ShearDashpot;
use crate::law::{Card, Friction, Numbers, Pair, PowerForce, normal};

/// The version of the protocol; raised when a field changes its meaning. New fields may come without.
pub const VERSION: u32 = 1;

/// What an engine reads.
pub const SCENE: &str = "scene.json";
/// The course of every pair, a row a step.
pub const TRAJECTORY: &str = "trajectory.csv";
/// The last state of every pair.
pub const ENDS: &str = "ends.csv";

/// `scene.json`: many separate pairs, one time step. All numbers are SI.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Request {
    /// Version of the protocol.
    pub protocol: u32,
    /// Name of the case the pairs come from.
    pub case: String,
    /// s
    pub time_step: f64,
    /// Steps after which every pair should be over. A pair may be ended earlier, in free flight.
    pub steps: u64,
    /// Whether `trajectory.csv` is wanted; otherwise `ends.csv` is enough.
    pub trajectory: bool,
    /// What the pairs are.
    pub scenes: Vec<SceneHanded>,
    /// The pairs to be run. They do not touch each other.
    pub pairs: Vec<PairHanded>,
}

/// Two bodies and their contact.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SceneHanded {
    /// What was swept: `speed=1 m/s`; `-` when nothing is.
    pub name: String,
    /// Body 2 may be a wall.
    pub bodies: [BodyHanded; 2],
    /// From body 2 to body 1 at first touch; out of the solid of a wall.
    pub normal: [f64; 3],
    /// Rate of approach at first touch, m/s.
    pub normal_speed: f64,
    /// Speed along the contact at first touch, m/s.
    pub tangential_speed: f64,
    pub contact: ContactHanded,
}

/// A sphere or a wall.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BodyHanded {
    pub name: String,
    /// `sphere` or `wall`
    pub shape: &'static str,
    /// m; null for a wall.
    pub radius: Option<f64>,
    /// kg; null for a wall.
    pub mass: Option<f64>,
    /// About the centre, kg m2; null for a wall.
    pub inertia: Option<f64>,
    /// Null for a rigid body.
    pub material: Option<Material>,
    /// Does not deform.
    pub rigid: bool,
    /// Does not move.
    pub held: bool,
}

/// What the bodies do to each other.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ContactHanded {
    pub normal: LawHanded,
    pub damping: LawHanded,
    /// Null without friction.
    pub tangential: Option<LawHanded>,
    /// When it is over: `zero-overlap`, `force-clamped` or `zero-force`; all are the same without damping.
    pub ends: &'static str,
    /// What friction is limited by: `total`, `elastic` or `absolute`; null without friction.
    pub friction_limit: Option<&'static str>,
    /// Where the tangential force acts, as a distance from each centre: `radius`, `half-overlap` (r - delta/2), `overlap`
    /// (r - delta), `proportional`, `plane`; null without friction.
    pub lever: Option<&'static str>,
    /// The same distance in the velocity of slip; null without friction.
    pub lever_of_slip: Option<&'static str>,
    /// How the springs turn with the contact: `normal-and-spin` (also about the normal, by the mean spin of the bodies) or
    /// `normal`; null without friction.
    pub spring_rotation: Option<&'static str>,
    /// The tangential law as a force; null without friction.
    pub shear: Option<ShearHanded>,
    /// What resists rolling; null where nothing does.
    pub rolling: Option<RollingHanded>,
    /// The normal law as a force; null for one that is no power of the overlap, which only an engine that declares it by name is handed.
    pub force: Option<ForceHanded>,
    /// Effective mass (kg), radius (m) and moduli (Pa); null is unknown.
    pub effective: Pair,
    /// The same contact in the words of the system whose words the engine takes, if it takes any.
    pub said: Option<SaidHanded>,
}

/// A law by its name in a case file, with its numbers and words; of a law that only its engine has, the name that the engine declares.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LawHanded {
    pub name: String,
    pub numbers: BTreeMap<String, f64>,
    pub words: BTreeMap<String, String>,
}

/// `F = K (delta + reference_gap)^alpha + C (delta + reference_gap)^beta v`, `v` the rate of approach, before its end.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ForceHanded {
    /// N/m^alpha
    pub K: f64,
    pub alpha: f64,
    /// N s/m^(1+beta)
    pub C: f64,
    pub beta: f64,
    /// m
    pub reference_gap: f64,
}

/// `T = k_t s` against the sliding, within `friction` times the normal force, `k_t = S delta^gamma`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShearHanded {
    /// `total` (the whole stretch at today's stiffness), `incremental`, `rescaled`, `coulomb`, `frictionless`
    /// or `memory-diagram`.
    pub form: &'static str,
    /// N/m^(1+gamma)
    pub S: f64,
    pub gamma: f64,
    pub friction: f64,
    /// Beside the spring; null without one.
    pub dashpot: Option<ShearDashpot>,
}

/// A torque against rolling, in the numbers of its law.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RollingHanded {
    /// `own-spin`, `constant` or `spring-dashpot`.
    pub name: &'static str,
    /// `mu_r`
    pub friction: f64,
    /// N m/rad; null where the law has none.
    pub stiffness: Option<f64>,
    /// N m s/rad; null where the law has none.
    pub damping: Option<f64>,
}

/// A contact in a system's own words, SI.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SaidHanded {
    /// `lammps`
    pub system: String,
    pub numbers: BTreeMap<&'static str, f64>,
    pub words: BTreeMap<&'static str, String>,
    /// Where the words hold the law only in part.
    pub notes: Vec<String>,
}

/// One pair to be run.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PairHanded {
    /// Counted from 0; what the files call `pair`.
    pub pair: usize,
    /// Place in `scenes`, counted from 0.
    pub scene: usize,
    /// Part of the first step that passes before the bodies touch, in [0, 1).
    pub onset_phase: f64,
    /// At the start of the run, in a frame of the pair's own: it may be moved, not turned.
    pub bodies: [BodyState; 2],
}

impl Request {
    /// A batch, with its contacts also in the words of `system` where one is given.
    ///
    /// # Errors
    /// Why the system has no words for a contact.
    pub fn new(batch: &Batch<'_>, system: Option<&str>) -> Result<Self, String> {
        let scenes = batch.scenes();
        let handed_pair = |(index, pair): (usize, &BatchPair<'_>)| {
            let scene = scenes.iter().position(|scene| std::ptr::eq(*scene, pair.scene)).unwrap_or_default();
            PairHanded { pair: index, scene, onset_phase: pair.onset_phase, bodies: pair.start(batch.time_step) }
        };
        let pairs = batch.pairs.iter().enumerate().map(handed_pair).collect();
        Ok(Self {
            protocol: VERSION,
            case: batch.case.to_string(),
            time_step: batch.time_step,
            steps: batch.steps,
            trajectory: batch.trajectory,
            scenes: scenes.into_iter().map(|scene| handed(scene, system)).collect::<Result<_, _>>()?,
            pairs,
        })
    }

    /// Writes `scene.json`.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Cause> {
        let path = folder.join(SCENE);
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        fs::write(&path, text + "\n").map_err(Cause::file("failed to write", &path))
    }
}

fn handed(scene: &Scene, system: Option<&str>) -> Result<SceneHanded, String> {
    let own = normal::ends_by_itself(scene.contact.normal.card().name);
    let force = if own { None } else { Some(spring(scene)?) };
    let force = force.map(|PowerForce { K, alpha, C, beta, reference_gap, .. }| ForceHanded {
        K,
        alpha,
        C,
        beta,
        reference_gap,
    });
    let (contact, shear) = (&scene.contact, scene.shear.as_ref());
    Ok(SceneHanded {
        name: scene.name.clone(),
        bodies: [body(&scene.bodies[0]), body(&scene.bodies[1])],
        normal: flight::normal(scene),
        normal_speed: scene.speed,
        tangential_speed: scene.kinematics.tangential_speed,
        contact: ContactHanded {
            normal: contact
                .normal
                .of_engine()
                .map_or_else(|| law(scene, "normal", contact.normal.card(), &contact.normal.numbers()), of_engine),
            damping: law(scene, "damping", contact.damping.card(), &contact.damping.numbers()),
            tangential: contact
                .friction
                .as_ref()
                .map(|Friction { tangential, .. }| law(scene, "tangential", tangential.card(), &tangential.numbers())),
            ends: contact.ends.word(),
            friction_limit: shear.map(|shear| shear.limit.word()),
            lever: shear.map(|shear| shear.levers.torque.word()),
            lever_of_slip: shear.map(|shear| shear.levers.slip.word()),
            spring_rotation: shear.map(|shear| shear.rotation.word()),
            shear: shear.map(|shear| ShearHanded {
                form: shear.form.word(),
                S: shear.S,
                gamma: shear.gamma,
                friction: shear.friction,
                dashpot: Some(shear.dashpot).filter(|dashpot| dashpot.C != 0.0),
            }),
            rolling: shear
                .and_then(|shear| shear.rolling.numbers())
                .map(|(name, friction, [stiffness, damping])| RollingHanded { name, friction, stiffness, damping }),
            force,
            effective: scene.pair,
            said: system
                .filter(|_| contact.normal.of_engine().is_none())
                .map(|system| said(scene, system))
                .transpose()?,
        },
    })
}

fn body(body: &Body) -> BodyHanded {
    BodyHanded {
        name: body.name.clone(),
        shape: if body.is_wall() { "wall" } else { "sphere" },
        radius: Some(body.radius()).filter(|r| r.is_finite()),
        mass: Some(body.mass).filter(|m| m.is_finite()),
        inertia: Some(body.inertia()).filter(|i| i.is_finite()),
        material: body.material.clone(),
        rigid: body.rigid,
        held: body.held || body.is_wall(),
    }
}

/// A law with what its table in the case gives, and with all numbers of the law, which a case may give otherwise: by a mixing rule, or
/// in the parameters of a system.
fn law(scene: &Scene, axis: &str, card: &Card, own: &Numbers) -> LawHanded {
    let (mut numbers, mut words) = (BTreeMap::new(), BTreeMap::new());
    let table = format!("contact.{axis}.");
    for parameter in &scene.parameters {
        let Some(inside) = parameter.path.strip_prefix(&table) else { continue };
        let key = inside.rsplit('.').next().unwrap_or(inside).to_string();
        match &parameter.value {
            ParameterValue::Number(value, _) => drop(numbers.insert(key, *value)),
            ParameterValue::Word(word) => drop(words.insert(key, word.clone())),
        }
    }
    numbers.extend(own.numbers().iter().map(|&(key, value)| (key.to_string(), value)));
    words.extend(own.words().iter().map(|(key, word)| ((*key).to_string(), word.clone())));
    LawHanded { name: card.name.to_string(), numbers, words }
}

/// A law of an engine under its own name, with its parameters.
fn of_engine(law: &OfEngine) -> LawHanded {
    let numbers = law.parameters.iter().map(|&(key, value, _)| (key.to_string(), value)).collect();
    LawHanded { name: law.law.to_string(), numbers, words: BTreeMap::new() }
}

/// The contact in a system's own words, as the system itself takes them when it runs.
fn said(scene: &Scene, system: &str) -> Result<SaidHanded, String> {
    let dialect = codes::find(system).ok_or_else(|| format!("there is no dialect `{system}`"))?;
    let rendered = dialect.rendered(scene)?;
    let keys = || dialect.keys.iter().map(|key| key.name);
    let numbers = keys().filter_map(|name| Some((name, rendered.params.numbers.get(name)?))).collect();
    let words = keys().filter_map(|name| Some((name, rendered.params.given(name)?.to_string()))).collect();
    Ok(SaidHanded { system: system.to_string(), numbers, words, notes: rendered.notes })
}

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
struct OutputRow {
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
    fn new(header: &Row, batch: &Batch<'_>) -> Result<Self, String> {
        let names: Vec<String> = header.cells.iter().map(String::from).collect();
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
    mut take: impl FnMut(OutputRow) -> Result<(), String>,
) -> Result<Digits, Cause> {
    let output = OutputFile { path, name: file };
    let refused = |fault| output.refused(fault);
    let Some(mut table) = Table::open(output.lines()?, None).map_err(refused)? else {
        return Err(output.truncated("it is empty"));
    };
    let columns = OutputColumns::new(&table.headers, batch).map_err(|what| output.wrong(table.line(), what))?;
    let starts: Vec<[BodyState; 2]> = batch.pairs.iter().map(|pair| pair.start(batch.time_step)).collect();
    let mut printed = Digits::default();
    while table.next().map_err(refused)? {
        if let Some(what) = table.misfit() {
            return Err(output.wrong(table.line(), what));
        }
        let row = row(&columns, &table.row, &starts, file, &mut printed)?;
        take(row).map_err(|what| output.wrong(table.line(), what))?;
    }
    Ok(printed)
}

fn row(
    places: &OutputColumns,
    cells: &Row,
    starts: &[[BodyState; 2]],
    file: &'static str,
    printed: &mut Digits,
) -> Result<OutputRow, Cause> {
    let (columns, line) = (&places.columns, cells.line);
    let text = |column: usize| cells.text(column);
    let wrong = |what: String| Cause::Unreadable { file, line, what };
    let said = text(places.pair);
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
            text: cut(text(column), 40),
        },
        BadCell::NotANumber => {
            wrong(format!("`{}` is `{}`, not a number", cut(&columns.names[column], 40), cut(text(column), 40)))
        }
    };
    let number = |column: usize| columns.number(cells, column).map_err(|is| bad((column, is)));
    // An empty cell is unknown.
    let maybe = |column: Option<usize>| match column {
        Some(column) if !text(column).is_empty() => number(column).map(Some),
        _ => Ok(None),
    };
    let mut seen = [Digits::default(), *printed, Digits::default()];
    let states = columns.states(cells, start, &mut seen).map_err(bad)?;
    *printed = seen[1];
    Ok(OutputRow {
        pair,
        time: number(columns.time)?,
        states,
        force: maybe(columns.force)?,
        max_overlap: maybe(places.max_overlap)?,
        max_force: maybe(places.max_force)?,
    })
}
