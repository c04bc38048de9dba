//! Executes a plan: collisions in parallel, verdicts in the order of the plan.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::bench::check::{Check, Tally, UNFINISHED};
use crate::bench::divergences::PartingRecord;
use crate::bench::events::{Event, Listener};
use crate::bench::observed::{Collision, Convergence, NoResult, Observed};
use crate::bench::plan::{CheckedQuantity, Plan, PlannedCase};
use crate::bench::verdict::{Unchecked, unchecked};
use crate::bench::{divergences, engines, fitted, verdict};
use crate::case::Settings;
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

/// Computes every collision of a plan with `compute`, and judges the results.
///
/// The outcome does not depend on the number of threads: cases are computed in parallel, and reported in the order of the
/// plan. Where the listener or the process asks to end it, what is finished by then is judged, and [`ExecutedPlan::interrupted`] says
/// that the rest is not there.
///
/// # Errors
/// None today. A collision that cannot be computed is no error but an outcome.
pub fn execute(plan: &Plan, compute: &Collide, listener: &dyn Listener) -> Result<ExecutedPlan, Error> {
    listener.hear(Event::Planned { collisions: plan.collisions() });
    let waiting = Mutex::new(plan.cases.iter().zip(engine_collisions(plan, listener)).enumerate());
    let judged = Mutex::new(FinishedCases { runs: plan.cases.iter().map(|_| None).collect(), heard: 0 });
    let work = || {
        loop {
            let Some((index, (planned, collide_run))) = lock(&waiting).next() else { return };
            let run = case(planned, collide_run, compute, listener);
            lock(&judged).put(index, run, plan, listener);
        }
    };
    // Cases are begun in their order, as many as there are threads: one with a single long scene, or with a fit, leaves the
    // others to the next case.
    rayon::scope(|scope| (0..rayon::current_num_threads()).for_each(|_| scope.spawn(|_| work())));
    let cases: Vec<CaseRun> = lock(&judged).runs.drain(..).flatten().collect();
    let unfinished = |check: &Check| check.reason.as_deref() == Some(UNFINISHED);
    let whole = cases.iter().zip(&plan.cases).all(|(case, planned)| {
        case.finished() == case.collisions.len()
            && (planned.case.calibration.is_none() || !case.checks.iter().any(unfinished))
    });
    Ok(ExecutedPlan { cases, interrupted: !whole && ended(listener) })
}

/// Finished cases, and how many of them the listener has been told of.
struct FinishedCases {
    runs: Vec<Option<CaseRun>>,
    /// Number of cases reported to the listener, in the order of the plan.
    heard: usize,
}

impl FinishedCases {
    fn put(&mut self, index: usize, run: CaseRun, plan: &Plan, listener: &dyn Listener) {
        self.runs[index] = Some(run);
        while let (Some(Some(run)), Some(planned)) = (self.runs.get(self.heard), plan.cases.get(self.heard)) {
            listener.hear(Event::Judged { case: &planned.case.name, checks: &run.checks });
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

/// The collisions of each case that engines compute, all cases side by side. More threads than processors: half of the
/// time a program is only waited for, to start and to end. On one thread, one program at a time.
fn engine_collisions(plan: &Plan, listener: &dyn Listener) -> Vec<Vec<Collision>> {
    let of = |planned: &PlannedCase| -> Vec<Collision> {
        let runs = (0..planned.case.runs.len()).filter(|&run| planned.case.runs[run].is_engine()).collect::<Vec<_>>();
        let each = runs.par_iter().map(|&run| collide_run(planned, run, &plan.engines, listener));
        each.collect::<Vec<_>>().into_iter().flatten().collect()
    };
    let all = || plan.cases.par_iter().map(of).collect();
    if !plan.cases.iter().any(|planned| planned.case.runs.iter().any(|run| run.is_engine())) {
        return plan.cases.iter().map(|_| Vec::new()).collect();
    }
    let threads = rayon::current_num_threads();
    let own = halt::own();
    let builder = rayon::ThreadPoolBuilder::new().num_threads(if threads > 1 { 2 * threads } else { 1 });
    let pool = builder.start_handler(move |_| halt::heed(own.clone())).build();
    pool.map_or_else(|_| all(), |pool| pool.install(all))
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
