//! `[run.*]`: the solvers of a case.
//!
//! The reference integrates the law as written; a scheme steps through it as a production code does. A sweep over the
//! time step of a scheme makes no scenes: it is a ladder, and every scene is computed at each of its rungs. An engine, a
//! production code outside this program, is set like a scheme; where there are several versions, `variant` names one.
//! What a code left that cannot be run here is read from a table beside the case, `[run.recorded]`; that table is about the
//! scenes of the case, so that it is read when these are known.

use std::ops::Range;
use std::sync::Arc;

use super::Word;
use super::reader::{Node, Reader, Table, not_yet, quoted, suggestion};
use super::scalar::unit_direction;
use super::scenes::MOST_AT_ONCE;
use crate::codes;
use crate::codes::engine::recorded::{CodeSettings, LARGEST, Recording, parse};
use crate::collide::schemes;
use crate::collide::{How, REFERENCE as EXACT, Rung, StepSize, Steps};
use crate::error::SourceFile;
use crate::keys::{Key, Keys, Takes};
use crate::law::normal;
use crate::law::scene::Scene;
use crate::limits::{ANY, Limits, POSITIVE};
use crate::units::Dimension;

/// One solver to run.
#[derive(Debug, Clone)]
pub struct Run {
    /// `reference`
    pub solver: Word,
    pub settings: Settings,
    /// The version of an engine to run; every installation when absent.
    pub variant: Option<String>,
}

impl Run {
    /// Whether the numbers are those of a code outside this program, run or recorded.
    pub fn is_engine(&self) -> bool {
        !matches!(self.settings, Settings::Computed(_))
    }
}

/// How the numbers of a run come about.
#[derive(Debug, Clone, PartialEq)]
pub enum Settings {
    /// They are computed here.
    Computed(How),
    /// An engine computes them.
    Engine(Steps),
    /// Nothing is run: the trajectories of a code outside this program are read from a file.
    Recorded(Arc<RecordedRun>),
}

impl Settings {
    /// How they are computed here; `None` of an engine and of a recording.
    pub fn how(&self) -> Option<&How> {
        if let Self::Computed(how) = self { Some(how) } else { None }
    }

    /// The time steps and onset phases of a production code, ours or an engine; `None` of others.
    pub fn steps(&self) -> Option<&Steps> {
        match self {
            Self::Computed(How::Stepped { steps, .. }) | Self::Engine(steps) => Some(steps),
            Self::Computed(How::Exact { .. }) | Self::Recorded(_) => None,
        }
    }

    /// The time steps of a production code; empty for others.
    pub fn ladder(&self) -> &[Rung] {
        self.steps().map_or(&[], |steps| &steps.ladder)
    }
}

/// A recorded trajectory, as a case names it.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedRun {
    /// Path of the table, from the folder of the case.
    pub data: Word,
    /// Name and version of the code that computed it: `hybird 3.1`.
    pub code: String,
    pub settings: CodeSettings,
    pub recording: Recording,
}

/// Onset phases of an engine when a case gives none.
pub const ENGINE_PHASES: usize = 16;

/// Most time steps of one run.
const MOST_RUNGS: usize = 100;

/// Below the range double precision gains nothing; above it the solver is too inaccurate for a reference.
const TOLERANCE: Key =
    Key::new("tolerance", Takes::Setting(ANY.above(1e-15).at_most(1e-3)), "relative tolerance of the integrator")
        .or(1e-13);

pub(super) static REFERENCE: Keys =
    Keys::new("[run.reference]", "the laws as written, integrated exactly").keys(&[TOLERANCE]);

/// One step or less does not resolve the contact; the upper limit bounds the computing time.
const COUNTS: Limits = ANY.above(1.0).at_most(1e6).because("one step would miss the contact");

const STEPS: Key = Key::of("steps_per_contact", Takes::Steps(Dimension::Number, COUNTS))
    .doc("steps within the duration of the undamped collision; a sweep runs every step");
const OF: Key = Key::new("of", Takes::Word(&["own"]), "count steps in the duration of this collision, to zero overlap")
    .with(STEPS.name)
    .example("\"own\"")
    .meanings(&[
        "of = \"own\"      # steps within the duration of this collision, to zero overlap",
        "without `of`    steps within the duration of the undamped collision at the same speed",
    ]);
const TIME_STEP: Key = Key::of("time_step", Takes::Steps(Dimension::Time, POSITIVE))
    .doc("instead of steps_per_contact; a sweep runs every step");
const ONSETS: Key = Key::of("onset_phases", Takes::Setting(Limits::whole(1.0, 4096.0)))
    .doc("number of positions of first touch within a step")
    .or(64.0);
const VARIANT: Key =
    Key::new("variant", Takes::Line, "version of the engine, as 29Sep2021 (default: every installed one)")
        .example("\"29Sep2021\"      # as `collisionbench doctor` shows it");

/// A scheme and an engine have one step size.
const SIZES: &[&str] = &[STEPS.name, TIME_STEP.name];

pub(super) static STEPPER: Keys =
    Keys::new("[run.SCHEME]", "a fixed-step scheme of production codes, at every onset phase")
        .keys(&[STEPS, OF, TIME_STEP, ONSETS])
        .one_of(SIZES);

pub(super) static ENGINE: Keys =
    Keys::new("[run.ENGINE]", "a production code outside this program: fixed time steps, every onset phase")
        .keys(&[STEPS, OF, TIME_STEP, ONSETS.or(ENGINE_PHASES as f64), VARIANT])
        .one_of(SIZES);

/// Reads the solvers of a case.
///
/// A solver with wrong settings is kept without them, so that its expectations are still read. Where no check is required, none need be
/// named: then it is the reference.
pub(super) fn read(reader: &mut Reader, root: &Table, engines: &[String], judged: bool) -> Vec<Run> {
    let mut runs = Vec::new();
    if root.has("experiment") {
        return vec![exact(reader, "fit")];
    }
    let Some(node) = root.get("run") else {
        if !judged {
            return vec![exact(reader, EXACT.0)];
        }
        if !root.misspells("run") {
            reader.absent("no solver configured: add a [run.*] table", &["add:  [run.reference]"]);
        }
        return runs;
    };
    let Some(table) = node.table(reader, "[run.reference]") else { return runs };
    for node in table.nodes() {
        let solver = Word { text: node.key.to_string(), origin: reader.origin(node.key_span.clone()) };
        let engine = codes::driver(node.key).is_some() || engines.iter().any(|own| own == node.key);
        let (settings, variant) = match (node.key, schemes::find(node.key)) {
            (name, _) if name == EXACT.0 => {
                let table = node.keyed(reader, REFERENCE.header, &REFERENCE).unwrap_or_default();
                (Settings::Computed(How::Exact { tolerance: table.setting(reader, &TOLERANCE) }), None)
            }
            (RECORDED, _) => (recorded(reader, &node), None),
            _ if engine => {
                let (steps, variant) = steps(reader, &node, &ENGINE);
                (Settings::Engine(steps), variant)
            }
            (_, Some(scheme)) => {
                let (steps, _) = steps(reader, &node, &STEPPER);
                (Settings::Computed(How::Stepped { scheme, steps }), None)
            }
            (name, None) => {
                if !not_yet(reader, ("run", name), node.key_span.clone(), &node.path) {
                    unknown(reader, name, &node.key_span, engines);
                }
                continue;
            }
        };
        runs.push(Run { solver, settings, variant });
    }
    if table.nodes().is_empty() {
        reader.wrong(&node.key_span, "no solver configured: [run] has no table", &["write:  [run.reference]"]);
    }
    runs
}

/// Refuses every solver that is no engine beside a law that only an engine has, and steps that are counted in what no engine knows.
pub(super) fn only_engines(reader: &mut Reader, runs: &[Run], law: &Word) {
    for run in runs {
        // What a case runs without naming it is refused at the law.
        let named = &run.solver.origin.span;
        let place = if named.is_empty() { &law.origin.span } else { named }.clone();
        if !matches!(run.settings, Settings::Engine(_)) {
            let help = "run it by that engine:  [run.my-code]      # declared in the file of --engines";
            reader.wrong(&place, normal::alone(&law.text), &[help]);
        } else if run.settings.ladder().iter().any(|rung| matches!(rung.step, StepSize::PerOwnContact(_))) {
            let message = format!("`of = \"own\"` has no effect here: {}", normal::alone(&law.text));
            reader.wrong(
                &place,
                message,
                &["leave it out: steps are counted in `contact_time`, of an impulse in the approach by R*"],
            );
        }
    }
}

/// Reports the name of a solver that is neither built in nor one of the user's own.
fn unknown(reader: &mut Reader, name: &str, span: &Range<usize>, own: &[String]) {
    let known: Vec<&str> = built_in().map(|name| -> &str { name }).chain(own.iter().map(String::as_str)).collect();
    let message = format!("there is no solver {}{}", quoted(name), suggestion(name, known.iter().copied()));
    let help = format!("use one of: {}", known.join(", "));
    let own = "a program of your own is declared in a file of engines; name that file:  --engines engines.toml";
    reader.wrong(span, message, &[&help, own]);
}

/// The names after `run.` that do not depend on the user's configuration.
pub(super) fn built_in() -> impl Iterator<Item = &'static str> {
    [EXACT.0, RECORDED].into_iter().chain(stepping())
}

/// The names of all schemes and built-in engines.
pub(super) fn stepping() -> impl Iterator<Item = &'static str> {
    schemes::names().into_iter().chain(codes::drivers().map(|(name, _)| name))
}

/// The reference where nothing is asked for; or the fit of a calibration, which is judged like a run: `that = "fit"`.
fn exact(reader: &Reader, name: &str) -> Run {
    let solver = Word { text: name.to_string(), origin: reader.origin(0..0) };
    let settings = Settings::Computed(How::Exact { tolerance: TOLERANCE.default_number() });
    Run { solver, settings, variant: None }
}

/// The time steps of a scheme or an engine, and the version of an engine.
fn steps(reader: &mut Reader, node: &Node, keys: &Keys) -> (Steps, Option<String>) {
    let onsets = keys.key(ONSETS.name).unwrap_or(&ONSETS);
    let Some(table) = node.keyed(reader, &format!("[run.{}]", node.key), keys) else {
        return (Steps { ladder: Vec::new(), onset_phases: onsets.default_number() as usize }, None);
    };
    let variant = if keys.names().contains(&VARIANT.name) { table.line(reader, &VARIANT) } else { None };
    let ladder = ladder(reader, &table, node).unwrap_or_default();
    let onset_phases = table.setting(reader, onsets) as usize;
    (Steps { ladder, onset_phases }, variant)
}

/// The time steps of a scheme, coarse first.
fn ladder(reader: &mut Reader, table: &Table, run: &Node) -> Option<Vec<Rung>> {
    let own = table.one_of(reader, &OF, |word| (word == "own").then_some(())).is_some();
    let node = match &table.alternatives(&STEPPER)[..] {
        [node] => node.clone(),
        [first, second, ..] => return second.set_twice(reader, first.key, "the time step"),
        [] => {
            if !SIZES.iter().any(|size| table.misspells(size)) {
                let help = [
                    "add:  steps_per_contact = 100.37      # steps within the duration of the undamped collision",
                    "or:   time_step = \"1 us\"",
                ];
                reader.wrong(&run.key_span, format!("{} has no time step", quoted(run.key)), &help);
            }
            return None;
        }
    };
    let timed = node.key == TIME_STEP.name;
    if let (Some(of), true) = (table.get(OF.name), timed) {
        let help = "remove it, or give the step as `steps_per_contact`";
        let message = "`of` has no effect with `time_step`: it selects the duration that `steps_per_contact` divides";
        return of.refuse_key(reader, message, &[help]);
    }
    let (choices, sweep) = reader.choices(&node, STEPPER.key(node.key)?.spec()?)?;
    if let Some(word) = sweep.as_ref().and_then(|sweep| sweep.together.as_ref()) {
        let help = "remove `together`: every scene is computed at each time step";
        return reader.refuse(&word.origin.span, "time steps cannot be swept together with another parameter", &[help]);
    }
    if sweep.is_some_and(|sweep| sweep.dataset.is_some()) {
        let help = "give the steps themselves:  { sweep = [50.37, 100.37, 200.37, 400.37] }";
        return node.refuse(reader, "time steps cannot be swept over a dataset", &[help]);
    }
    if choices.len() > MOST_RUNGS {
        let message = format!("{} time steps given, and at most {MOST_RUNGS} are allowed", choices.len());
        return node.refuse(reader, message, &["three to ten are enough for an order of convergence"]);
    }
    let mut rungs: Vec<(f64, Rung)> = Vec::new();
    for choice in choices {
        let number = choice.number()?;
        if rungs.iter().any(|(other, _)| *other == number) {
            let message = format!("duplicate time step {} in {}", quoted(&choice.text), quoted(node.key));
            return reader.refuse(&choice.origin.span, message, &["leave one of them out"]);
        }
        let (what, step) = match (timed, own) {
            (true, _) => ("dt", StepSize::Time(number)),
            (false, true) => ("steps", StepSize::PerOwnContact(number)),
            (false, false) => ("steps", StepSize::PerContact(number)),
        };
        rungs.push((number, Rung { text: format!("{what}={}", choice.text), step }));
    }
    rungs.sort_by(|(a, _), (b, _)| if timed { b.total_cmp(a) } else { a.total_cmp(b) });
    Some(rungs.into_iter().map(|(_, rung)| rung).collect())
}

/// The word after `run.`.
pub const RECORDED: &str = "recorded";

/// Description in `list`, one line.
pub const RECORDED_TITLE: &str =
    "the recorded output of a code that cannot be run here, read from a table next to the case";

/// Longest name of a code, in characters: it stands in every line about it.
const LONGEST_CODE: usize = 60;

const DATA: Key = Key::of("data", Takes::Line)
    .doc("a table (.csv) beside the case file, or from the folder where the program is started")
    .required("\"oblique.csv\"      # a table beside the case");
const PLACE: &str = "`data` is the path of a .csv table, relative to the case file or to the current folder";
const CODE: Key = Key::new("code", Takes::Short(LONGEST_CODE), "name and version of the code: hybird 3.1")
    .required("\"hybird 3.1\"      # name and version of the code");
const RECORDED_STEP: Key = Key::of("time_step", Takes::Single(Dimension::Time, POSITIVE))
    .doc("of the code; needed for the bound of the energy error");
const WALL_NORMAL: Key = Key::new("wall_normal", Takes::Direction, "out of the wall, in the axes of the recording")
    .unless("that of the case");

pub(super) static RECORDING: Keys = Keys::new(
    "[run.recorded]",
    "what a code that cannot be run here left of the scenes: a table of times, positions, velocities and spins",
)
.keys(&[DATA, CODE, RECORDED_STEP, WALL_NORMAL]);

/// Reads the settings; the table is read by [`tables`].
pub(super) fn recorded(reader: &mut Reader, node: &Node) -> Settings {
    let data = Word { text: String::new(), origin: reader.origin(node.key_span.clone()) };
    let (code, settings, recording) = (String::new(), CodeSettings::default(), Recording::default());
    let mut recorded = RecordedRun { data, code, settings, recording };
    if let Some(table) = node.keyed(reader, "[run.recorded]", &RECORDING) {
        recorded.data = table.word(reader, &DATA).unwrap_or(recorded.data);
        if let Some(code) = table.word(reader, &CODE) {
            if code.text.chars().count() > LONGEST_CODE {
                let message = format!("`code` is longer than {LONGEST_CODE} characters");
                let help = format!("write name and version:  code = {}", CODE.example);
                reader.wrong(&code.origin.span, message, &[&help]);
            }
            recorded.code = code.text;
        }
        recorded.settings = CodeSettings {
            time_step: table.get("time_step").and_then(|node| recorded_step(reader, &node)),
            wall_normal: table.get("wall_normal").and_then(|node| unit_direction(reader, &node)),
        };
    }
    Settings::Recorded(Arc::new(recorded))
}

fn recorded_step(reader: &mut Reader, node: &Node) -> Option<f64> {
    let (choices, sweep) = reader.choices(node, RECORDED_STEP.spec()?)?;
    if sweep.is_some() {
        reader.wrong(&node.span(), "a recording has one time step", &["give the step it was computed with"]);
    }
    choices.first()?.number()
}

/// Reads the table of a recording, for the scenes of the case; of a large case a recording is refused.
pub(super) fn tables(reader: &mut Reader, runs: &mut [Run], scenes: &[Scene], is_large: bool) {
    for run in runs {
        let Settings::Recorded(recorded) = &mut run.settings else { continue };
        if is_large {
            let message =
                format!("a recording has no more than {MOST_AT_ONCE} collisions, and the case has more scenes");
            reader.wrong(&run.solver.origin.span.clone(), message, &["sweep over the values that were recorded"]);
            continue;
        }
        let Word { text: name, origin } = recorded.data.clone();
        if name.is_empty() {
            continue;
        }
        let at = origin.span.clone();
        if recorded.settings.wall_normal.is_some() && scenes.iter().any(|scene| !scene.bodies[1].is_wall()) {
            let header = run.solver.origin.span.clone();
            reader.wrong(&header, "`wall_normal` is only valid with a wall", &["leave it out"]);
        }
        let text = match reader.beside(&name) {
            Some((folder, files)) => files
                .text(&name, LARGEST)
                .map(|file| SourceFile { name: folder.join(&name).display().to_string(), ..file }),
            None => reader.files.text(&name, LARGEST),
        };
        match text.and_then(|file| parse(&Arc::new(file), scenes)) {
            Ok(recording) => *recorded = Arc::new(RecordedRun { recording, ..RecordedRun::clone(recorded) }),
            Err(error) => reader.unread(error, at, &format!("recording {}", quoted(&name)), &[PLACE]),
        }
    }
}
