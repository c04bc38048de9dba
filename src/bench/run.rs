//! Executes a plan: collisions in parallel, verdicts in the order of the plan.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::bench::check::{Check, Tally, UNFINISHED};
use crate::bench::divergences::PartingRecord;
use crate::bench::events::{Event, Listener};
use crate::bench::observed::{Collision, Convergence, NoResult, Observed};
use crate::bench::plan::Plan;
use crate::bench::planned::{CheckedQuantity, PlannedCase};
use crate::bench::verdict::{Unchecked, unchecked};
use crate::bench::{divergences, engines, fitted, verdict};
use crate::case::{BLOCK, Case, Settings, Sweeps};
use crate::codes::engine::Engines;
use crate::collide::Collide;
use crate::error::Error;
use crate::fit::calibrate::Calibrated;
use crate::halt;

/// The results of a plan.
#[derive(Debug)]
pub struct ExecutedPlan {
    /// In the order of the plan.
    pub cases: Vec<CaseRun>,
    /// Whether the run was interrupted before all was computed.
    pub interrupted: bool,
}

/// One case, computed and judged.
#[derive(Debug)]
pub struct CaseRun {
    pub collisions: Vec<Collision>,
    pub checks: Vec<Check>,
    /// Errors and orders over the time step, of the checks with `converges_to`.
    pub convergences: Vec<Convergence>,
    /// First divergence of each engine from the reference and from the other engines.
    pub partings: Vec<PartingRecord>,
    /// The fit of a case with measurements, to the depth that its verdict needs.
    pub fit: Option<Box<Calibrated>>,
    /// Of the checks that the case asks for.
    pub own: Tally,
    /// What no check of the case looks at.
    pub unchecked: Unchecked,
}

impl CaseRun {
    /// Number of collisions that were computed, failures included.
    pub fn finished(&self) -> usize {
        self.collisions.iter().filter(|collision| collision.result != Err(NoResult::Unfinished)).count()
    }

    /// Whether any collision or fit of the case is finished.
    pub fn is_begun(&self) -> bool {
        self.fit.is_some() || self.finished() > 0
    }
}

/// A case, or a block of the scenes of a large one, as it is computed and judged at once.
#[derive(Debug)]
pub struct Part<'a> {
    /// With these scenes alone.
    pub planned: &'a PlannedCase,
    /// The sweeps of a large case, of which it is a block.
    pub sweeps: Option<&'a Sweeps>,
    /// Numbers of its scenes in the case.
    pub scenes: Range<usize>,
    /// Whether all of it was computed.
    pub is_whole: bool,
}

/// Looks for what was made of the scenes of a case in an earlier run, with the verdicts on its checks.
type Search<'a, T> = dyn Fn(&PlannedCase, &Range<usize>) -> Result<Option<(T, Tally)>, Error> + Sync + 'a;

/// What is made of each part of a plan.
pub struct Work<'a, T> {
    /// Whether a part is to be computed at all.
    pub has: &'a (dyn Fn(&PlannedCase, &Range<usize>) -> bool + Sync),
    /// What was made of a part in an earlier run, with the verdicts on its checks; it is not computed again then.
    pub found: &'a Search<'a, T>,
    /// Given each part as soon as it is judged, in no order. What it returns is all that is kept.
    pub make: &'a (dyn Fn(&Part<'_>, CaseRun) -> Result<T, Error> + Sync),
}

/// What was made of the parts of a plan.
#[derive(Debug)]
pub struct Executed<T> {
    /// In the order of the plan, and of the scenes of each case.
    pub cases: Vec<Vec<T>>,
    /// Collisions that were computed, and that were asked for.
    pub computed: usize,
    pub planned: usize,
    /// Whether the run was interrupted before all was computed.
    pub interrupted: bool,
}

/// Computes every collision of a plan with `compute`, and judges the results; of plans without large cases.
///
/// # Errors
/// A case with more scenes than are kept at once. A collision that cannot be computed is no error but an outcome.
pub fn execute(plan: &Plan, compute: &Collide, listener: &dyn Listener) -> Result<ExecutedPlan, Error> {
    if let Some(large) = plan.cases.iter().find(|planned| planned.case.sweeps.is_some()) {
        let (name, count) = (&large.case.name, large.case.count());
        return Err(Error::with_help(format!("`{name}` has {count} scenes"), "sweep fewer values"));
    }
    let work = Work { has: &|_, _| true, found: &|_, _| Ok(None), make: &|_, run| Ok(run) };
    let Executed { cases, interrupted, .. } = execute_parts(plan, compute, listener, &work)?;
    Ok(ExecutedPlan { cases: cases.into_iter().flatten().collect(), interrupted })
}

/// Computes a plan part by part: a case at a time, of large ones a block.
///
/// The outcome does not depend on the number of threads: parts are computed side by side, and returned in the order of the
/// plan. Where the listener or the process asks to end it, what is finished by then is judged, and [`Executed::interrupted`] says
/// that the rest is not there.
///
/// # Errors
/// Those of [`Work::found`], before anything is computed, and of [`Work::make`], and what is wrong with a scene of a large case, which is built when it is needed.
pub fn execute_parts<T: Send>(
    plan: &Plan,
    compute: &Collide,
    listener: &dyn Listener,
    work: &Work<'_, T>,
) -> Result<Executed<T>, Error> {
    let parts: Vec<_> = parts(plan).filter(|(place, scenes)| (work.has)(&plan.cases[*place], scenes)).collect();
    let planned = parts.iter().map(|(place, scenes)| scenes.len() * plan.cases[*place].case.runs.len()).sum();
    listener.hear(Event::Planned { collisions: planned });
    let mut finished = Finished { parts: Vec::new(), tallies: Tallies::new(plan, &parts) };
    for (place, scenes) in parts.iter().cloned() {
        let found = (work.found)(&plan.cases[place], &scenes)?;
        finished.parts.push(None);
        if let Some((made, tally)) = found {
            let collisions = scenes.len() * plan.cases[place].case.runs.len();
            listener.hear(Event::Found { collisions });
            let done = Done { case: place, made, tally, computed: collisions, is_whole: true };
            finished.put(finished.parts.len() - 1, place, Ok(done), listener);
        }
    }
    let is_found: Vec<bool> = finished.parts.iter().map(Option::is_some).collect();
    let waits = |case: usize| parts.iter().zip(&is_found).any(|((place, _), found)| *place == case && !found);
    let known: Vec<bool> = (0..plan.cases.len()).map(|case| !waits(case)).collect();
    let engines = Mutex::new(engine_collisions(plan, &known, listener));
    let waiting = Mutex::new(parts.iter().cloned().enumerate().filter(|(index, _)| !is_found[*index]));
    let finished = Mutex::new(finished);
    let each = || {
        // The lock is given up before a part is computed.
        loop {
            let Some((index, (place, scenes))) = lock(&waiting).next() else { return };
            let planned = &plan.cases[place];
            let of_engines = std::mem::take(&mut lock(&engines)[place]);
            // Of a large case no part is begun that could not be finished.
            if planned.case.sweeps.is_some() && (ended(listener) || lock(&finished).has_failed()) {
                continue;
            }
            let done = part(plan, (place, scenes), of_engines, (compute, listener), work.make);
            lock(&finished).put(index, place, done, listener);
        }
    };
    // Parts are begun in their order, as many as there are threads: one with a single long scene, or with a fit, leaves the
    // others to the next part.
    rayon::scope(|scope| (0..rayon::current_num_threads()).for_each(|_| scope.spawn(|_| each())));
    let Finished { parts, .. } = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    let cases = plan.cases.iter().map(|_| Vec::new()).collect();
    let mut executed = Executed { cases, computed: 0, planned, interrupted: false };
    let mut whole = true;
    for done in parts {
        let Some(done) = done else {
            whole = false;
            continue;
        };
        let done = done?;
        executed.computed += done.computed;
        whole &= done.is_whole;
        executed.cases[done.case].push(done.made);
    }
    executed.interrupted = !whole && ended(listener);
    Ok(executed)
}

/// The parts of a plan: the place of their case, and the numbers of their scenes.
pub fn parts(plan: &Plan) -> impl Iterator<Item = (usize, Range<usize>)> {
    let of = |(place, planned): (usize, &PlannedCase)| blocks(&planned.case).map(move |scenes| (place, scenes));
    plan.cases.iter().enumerate().flat_map(of)
}

/// Numbers of the scenes of each part of a case.
fn blocks(case: &Case) -> impl Iterator<Item = Range<usize>> + use<> {
    let (count, block) = (case.count(), if case.sweeps.is_some() { BLOCK } else { usize::MAX });
    // A calibration has no scenes of its own, and is one part.
    let parts = count.div_ceil(block).max(1);
    (0..parts).map(move |part| part.saturating_mul(block)..(part + 1).saturating_mul(block).min(count))
}

/// A part that was computed, and what was made of it.
struct Done<T> {
    case: usize,
    made: T,
    tally: Tally,
    computed: usize,
    is_whole: bool,
}

fn part<T>(
    plan: &Plan,
    (place, scenes): (usize, Range<usize>),
    of_engines: Vec<Collision>,
    (compute, listener): (&Collide, &dyn Listener),
    make: &(dyn Fn(&Part<'_>, CaseRun) -> Result<T, Error> + Sync),
) -> Result<Done<T>, Error> {
    let planned = &plan.cases[place];
    let mut block = planned.case.sweeps.is_some().then(|| plan.part(planned, scenes.clone())).transpose()?;
    if let Some(block) = &mut block {
        let recorded = spread(planned.case.count(), MOST_CURVES).into_iter();
        block.drawn = recorded.filter(|number| scenes.contains(number)).map(|number| number - scenes.start).collect();
    }
    let of_engines = match &block {
        Some(block) => engines_of(block, &plan.engines, listener),
        None => of_engines,
    };
    let planned = block.as_ref().unwrap_or(planned);
    let run = case(planned, of_engines, compute, listener);
    let unfinished = |check: &Check| check.reason.as_deref() == Some(UNFINISHED);
    let fitted = planned.case.calibration.is_none() || !run.checks.iter().any(unfinished);
    let is_whole = run.finished() == run.collisions.len() && fitted;
    // Of a block that was not finished nothing is kept.
    let computed = if is_whole || block.is_none() { run.finished() } else { 0 };
    let tally = Tally::of(&run.checks);
    let sweeps = plan.cases[place].case.sweeps.as_deref();
    let made = make(&Part { planned, sweeps, scenes, is_whole }, run)?;
    Ok(Done { case: place, made, tally, computed, is_whole })
}

/// Finished parts, and the counts that the listener hears.
struct Finished<'a, T> {
    parts: Vec<Option<Result<Done<T>, Error>>>,
    tallies: Tallies<'a>,
}

impl<T> Finished<'_, T> {
    fn put(&mut self, index: usize, place: usize, done: Result<Done<T>, Error>, listener: &dyn Listener) {
        if let Ok(done) = &done {
            self.tallies.add(place, &done.tally, listener);
        }
        self.parts[index] = Some(done);
    }

    fn has_failed(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Some(Err(_))))
    }
}

/// Counts of the cases that are not complete, and how many of the complete ones the listener heard, in the order of the plan.
struct Tallies<'a> {
    /// Name, parts that are not finished, and checks of those that are.
    cases: Vec<(&'a str, usize, Tally)>,
    heard: usize,
}

impl<'a> Tallies<'a> {
    fn new(plan: &'a Plan, parts: &[(usize, Range<usize>)]) -> Self {
        let mut cases: Vec<_> =
            plan.cases.iter().map(|planned| (planned.case.name.as_str(), 0, Tally::default())).collect();
        parts.iter().for_each(|(place, _)| cases[*place].1 += 1);
        Self { cases, heard: 0 }
    }

    fn add(&mut self, place: usize, tally: &Tally, listener: &dyn Listener) {
        let (_, left, sum) = &mut self.cases[place];
        *left -= 1;
        sum.add(tally);
        while let Some((case, 0, tally)) = self.cases.get(self.heard) {
            listener.hear(Event::Judged { case, tally: *tally });
            self.heard += 1;
        }
    }
}

/// Locks a mutex even if poisoned: a panic in another case leaves its data intact, and goes on at the join.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Computes one case, adds the collisions of its engines, and judges it.
fn case(planned: &PlannedCase, collide_run: Vec<Collision>, compute: &Collide, listener: &dyn Listener) -> CaseRun {
    let mut collisions = collide(planned, compute, listener);
    collisions.extend(collide_run);
    // Several installations of an engine stay in their order.
    collisions.sort_by_key(|collision| (collision.run, collision.scene));
    let mut fit = fit(planned, listener);
    if ended(listener) && !matches!(fit, None | Some(Ok(_))) {
        fit = Some(Err(NoResult::Unfinished));
    }
    let (checks, convergences, asked) = verdict::case(planned, &collisions, fit.as_ref());
    let asked = &checks[..asked];
    let own = Tally::of(asked);
    let unchecked = unchecked(planned, &collisions, asked);
    let partings = divergences::divergences(planned, &collisions);
    let fit = fit.and_then(Result::ok).map(Box::new);
    CaseRun { collisions, checks, convergences, partings, fit, own, unchecked }
}

/// Whether the run has to stop now.
fn ended(listener: &dyn Listener) -> bool {
    halt::is_asked() || listener.stop()
}

/// The collisions of each case that engines compute, all cases side by side; none of those that are `known`. More threads than processors: half of the
/// time a program is only waited for, to start and to end. On one thread, one program at a time.
fn engine_collisions(plan: &Plan, known: &[bool], listener: &dyn Listener) -> Vec<Vec<Collision>> {
    // Of a large case they are computed block by block.
    let is_run = |(planned, known): (&PlannedCase, &bool)| {
        !known && planned.case.sweeps.is_none() && planned.case.runs.iter().any(|run| run.is_engine())
    };
    let of = |(planned, known): (&PlannedCase, &bool)| match is_run((planned, known)) {
        true => engines_of(planned, &plan.engines, listener),
        false => Vec::new(),
    };
    let all = || plan.cases.par_iter().zip(known).map(of).collect();
    if !plan.cases.iter().zip(known).any(is_run) {
        return plan.cases.iter().map(|_| Vec::new()).collect();
    }
    let threads = rayon::current_num_threads();
    let own = halt::own();
    let builder = rayon::ThreadPoolBuilder::new().num_threads(if threads > 1 { 2 * threads } else { 1 });
    let pool = builder.start_handler(move |_| halt::heed(own.clone())).build();
    pool.map_or_else(|_| all(), |pool| pool.install(all))
}

/// The collisions of a case that engines compute.
fn engines_of(planned: &PlannedCase, engines: &Engines, listener: &dyn Listener) -> Vec<Collision> {
    let runs = (0..planned.case.runs.len()).filter(|&run| planned.case.runs[run].is_engine()).collect::<Vec<_>>();
    let each = runs.par_iter().map(|&run| collide_run(planned, run, engines, listener));
    each.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// The collisions of one run by an engine, or from its recorded output.
fn collide_run(planned: &PlannedCase, run: usize, engines: &Engines, listener: &dyn Listener) -> Vec<Collision> {
    match &planned.case.runs[run].settings {
        Settings::Recorded(recorded) => engines::read_all(planned, run, recorded, listener),
        _ => engines::collide_all(planned, run, engines, listener),
    }
}

/// The fit of a calibration.
fn fit(planned: &PlannedCase, listener: &dyn Listener) -> Option<Result<Calibrated, NoResult>> {
    planned.case.calibration.is_some().then(|| fitted::fit(planned, listener))
}

fn collide(planned: &PlannedCase, compute: &Collide, listener: &dyn Listener) -> Vec<Collision> {
    let case = &planned.case;
    let own = (0..case.runs.len()).filter(|&run| !case.runs[run].is_engine());
    let jobs: Vec<(usize, usize)> = own.flat_map(|run| (0..case.scenes.len()).map(move |scene| (run, scene))).collect();
    let kept = StoredCourses::of(planned);
    jobs.into_par_iter()
        .map(|(run, scene)| {
            let wanted = &case.runs[run];
            let solved = match wanted.settings.how() {
                Some(how) if !ended(listener) => {
                    compute(&case.scenes[scene], how).map_err(|error| NoResult::Failed(error.to_string()))
                }
                _ => Err(NoResult::Unfinished),
            };
            // A collision breaks off when the process is to end: what it returned then is incomplete.
            let result = match solved {
                _ if halt::is_asked() => Err(NoResult::Unfinished),
                solved => solved.map(|solution| kept.trimmed(scene, Observed::new(&case.scenes[scene], solution))),
            };
            listener.hear(Event::Collision);
            Collision { run, scene, installation: String::new(), result }
        })
        .collect()
}

/// Number of collisions, and of loading paths, of a case whose curves are recorded, spread over the sweep.
const MOST_CURVES: usize = 3;
const MOST_PATHS: usize = 5;

/// The scenes of a case whose time series are kept.
#[derive(Debug)]
pub struct StoredCourses {
    /// For each scene, whether its time series is kept.
    courses: Vec<bool>,
    /// Whether the case runs engines, which are compared with the others at every time.
    engines: bool,
}

impl StoredCourses {
    /// Keeps the scenes with recorded curves and those that are compared with a published curve; all scenes of a case
    /// that runs an engine.
    pub fn of(planned: &PlannedCase) -> Self {
        let case = &planned.case;
        let engines = case.runs.iter().any(|run| run.is_engine());
        let mut courses = vec![engines; case.scenes.len()];
        for scene in curve_scenes(planned) {
            courses[scene] = true;
        }
        let checks = planned.expects.iter().flat_map(|expect| &expect.checks);
        for check in checks.filter(|check| matches!(check.asked, CheckedQuantity::Curve(_))) {
            courses[check.scene] = true;
        }
        Self { courses, engines }
    }

    /// Removes the time series of a collision that nothing reads later.
    pub fn trimmed(&self, scene: usize, mut observed: Observed) -> Observed {
        let course = self.courses.get(scene).copied().unwrap_or(true);
        for variant in &mut observed.variants {
            if !course {
                variant.course = Vec::new();
                variant.shear = Vec::new();
                variant.path = Vec::new();
            }
            if !self.engines {
                variant.turns = Vec::new();
                variant.changes = Vec::new();
            }
        }
        observed
    }
}

/// The scenes of a case whose curves are recorded.
pub fn curve_scenes(planned: &PlannedCase) -> Vec<usize> {
    let scenes = &planned.case.scenes;
    let paths = scenes.iter().any(|scene| scene.path.is_some());
    let mut recorded = spread(scenes.len(), if paths { MOST_PATHS } else { MOST_CURVES });
    recorded.extend(&planned.drawn);
    recorded
}

/// At most `most` indices below `count`, the first and the last among them.
fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most { (0..count).collect() } else { (0..most).map(|i| i * (count - 1) / (most - 1)).collect() }
}
