//! The observables of one collision, for a production code one set per time step and onset phase.

use std::sync::Arc;

use crate::bench::check::{UNFINISHED, Verdict};
use crate::bench::divergence::ComparedSeries;
use crate::bench::order;
use crate::bench::order::{ConvergenceOrder, NoOrder};
use crate::collide::Solution;
use crate::collide::estimate::Estimate;
use crate::collide::observe::{Observable, observe, observe_path};
use crate::collide::trajectory::{PathState, Regime, Sample, ShearChange, ShearSample};
use crate::law::scene::Scene;

/// The observables of one computed collision, each with its uncertainty.
pub type Readings = Vec<(Observable, Estimate)>;

/// The results of one solver for one scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    /// The exact values for the same law.
    pub exact: Arc<Readings>,
    /// One variant for the reference, one for each time step of a production code.
    pub variants: Vec<Variant>,
}

/// The result at one time step; what the solver does not report is empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Variant {
    /// `steps=100.37`; empty for the reference.
    pub name: String,
    /// Steps in the duration the case counts them in; absent for the reference.
    pub count: Option<f64>,
    /// Why there are no observables at this time step.
    pub lost: Option<String>,
    /// One set of observables for each onset phase; a single one for the reference.
    pub phases: Vec<Arc<Readings>>,
    /// Time series of the collision; of a production code at its worst onset phase.
    pub course: Vec<Sample>,
    /// The tangential part at the times of `course`; empty head-on and for everyone but the reference.
    pub shear: Vec<ShearSample>,
    /// States along a loading path; empty for an impact.
    pub path: Vec<PathState>,
    /// Start time (s) of each period of sticking or sliding; empty when unknown.
    pub regimes: Vec<(f64, Regime)>,
    /// Time (s) and surface speed of body 1 due to its spin in the plane of motion (m/s); empty when it was not
    /// computed.
    pub turns: Vec<(f64, f64)>,
    /// Largest uncertainty of the balances if an engine that computes in double precision did in single.
    pub in_single: Vec<(Observable, f64)>,
    /// Largest change of the velocity along a frictionless wall over the approach speed, of an engine.
    pub along_wall: Option<Estimate>,
    /// Changes between sticking and sliding in the reference, with the time since first touch, s.
    pub changes: Vec<(f64, ShearChange)>,
}

impl Observed {
    pub fn new(scene: &Scene, solution: Solution) -> Self {
        match solution {
            Solution::Exact(trajectory) => {
                let exact = readings(observe(scene, &trajectory.collision(scene)));
                let tangential = trajectory.tangential.as_ref();
                let radius = scene.bodies[0].radius();
                let turn = |sample: &ShearSample| (sample.time, radius * sample.spin[0]);
                let variant = Variant {
                    phases: vec![Arc::clone(&exact)],
                    regimes: tangential.map(|tangential| tangential.regimes()).unwrap_or_default(),
                    turns: tangential
                        .map(|tangential| tangential.samples.iter().map(turn).collect())
                        .unwrap_or_default(),
                    changes: tangential
                        .map(|tangential| {
                            tangential.events.iter().map(|event| (event.time.value, event.change)).collect()
                        })
                        .unwrap_or_default(),
                    shear: tangential.map(|tangential| tangential.samples.clone()).unwrap_or_default(),
                    course: trajectory.samples,
                    ..Variant::default()
                };
                Self { exact, variants: vec![variant] }
            }
            Solution::Path(trace) => {
                let exact = readings(observe_path(scene, &trace));
                let phases = vec![Arc::clone(&exact)];
                let variant = Variant { phases, path: trace.states, ..Variant::default() };
                Self { exact, variants: vec![variant] }
            }
            Solution::Stepped(stepping) => {
                let variants = stepping.rungs.into_iter().map(|rung| {
                    let phases = rung.phases.runs.iter();
                    let phases = phases.map(|run| readings(observe(scene, &run.estimates())));
                    Variant {
                        name: rung.text,
                        count: Some(rung.count),
                        phases: phases.collect(),
                        course: rung.course,
                        lost: rung.lost,
                        ..Variant::default()
                    }
                });
                Self { variants: variants.collect(), exact: readings(observe(scene, &stepping.exact.collision(scene))) }
            }
        }
    }

    /// The exact value of an observable. The energy of an undamped collision does not change while the bodies touch.
    pub fn exactly(&self, observable: Observable) -> Option<Estimate> {
        let same_as = match observable {
            Observable::EnergyInContact => return Some(Estimate::new(0.0, 0.0)),
            Observable::MaxOverlapInterpolated => Observable::MaxOverlap,
            Observable::DurationCounted => Observable::DurationToZeroOverlap,
            other => other,
        };
        reading(&self.exact, same_as)
    }
}

/// Shrinks the allocation: a run holds one per collision.
fn readings(mut of: Readings) -> Arc<Readings> {
    of.shrink_to_fit();
    Arc::new(of)
}

/// One number of a set of readings.
pub fn reading(readings: &Readings, observable: Observable) -> Option<Estimate> {
    readings.iter().find(|(o, _)| *o == observable).map(|&(_, estimate)| estimate)
}

impl Variant {
    /// Its time series, for [`Divergence::find`](crate::bench::Divergence::find).
    pub fn series(&self) -> ComparedSeries<'_> {
        ComparedSeries { samples: &self.course, turns: &self.turns }
    }

    /// The number at the onset phase where it is farthest from what is expected; `None` when a phase lacks it.
    pub fn worst(&self, observable: Observable, expected: f64) -> Option<Estimate> {
        let off = |estimate: &Estimate| {
            let off = (estimate.value - expected).abs();
            if off.is_nan() { f64::INFINITY } else { off }
        };
        // Without a list of them: this is also asked when memory is refused.
        let mut worst: Option<Estimate> = None;
        for phase in &self.phases {
            let here = reading(phase, observable)?;
            // Of several that are as far off, the last.
            if worst.is_none_or(|worst| off(&here).total_cmp(&off(&worst)).is_ge()) {
                worst = Some(here);
            }
        }
        worst
    }

    /// Whether the bodies stick at some onset phase: what comes after an impact is then no number.
    pub fn sticks(&self) -> bool {
        let restitution = |phase: &Arc<Readings>| reading(phase, Observable::Restitution);
        self.phases.iter().any(|phase| restitution(phase).is_some_and(|e| e.value == 0.0))
    }

    /// Whether there is no number of some onset phase: a scheme that diverges has none.
    pub fn diverges(&self) -> bool {
        self.phases.iter().any(|phase| phase.is_empty())
    }

    /// Mean over the onset phases; `None` when a phase lacks it, or where there is none.
    pub fn mean(&self, observable: Observable) -> Option<f64> {
        self.phases.first()?;
        let mut sum = -0.0;
        for phase in &self.phases {
            sum += reading(phase, observable)?.value;
        }
        Some(sum / self.phases.len() as f64)
    }

    /// Every observable that is read at some phase, in the order of the words.
    pub fn observables(&self) -> Vec<Observable> {
        let seen = |o: &&Observable| self.phases.iter().any(|phase| reading(phase, **o).is_some());
        Observable::ALL.iter().filter(seen).copied().collect()
    }

    /// Name in reports; `which` is appended (worst or mean) when there are several onset phases.
    pub fn called(&self, which: &str) -> String {
        match self.phases.len() {
            0 | 1 => self.name.clone(),
            count => format!("{}, {which} of {count} phases", self.name),
        }
    }
}

/// The errors of one observable over a sequence of time steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Convergence {
    /// Index into the runs of the case.
    pub run: usize,
    /// Index into its scenes.
    pub scene: usize,
    pub observable: Observable,
    /// The installation of an engine, `lammps 29Sep2021`; empty for a scheme of this program.
    pub installation: String,
    /// One entry per time step, the largest step first.
    pub rungs: Vec<ErrorAt>,
    /// Order of convergence, fitted to [`ErrorAt::worst`].
    pub order: Result<ConvergenceOrder, NoOrder>,
}

/// Errors at one time step: relative to the exact value, or absolute when that is zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorAt {
    /// Steps per contact.
    pub count: f64,
    /// Largest magnitude over the onset phases; infinite when a phase lacks the observable.
    pub worst: f64,
    /// Mean magnitude.
    pub mean: f64,
}

impl Convergence {
    /// The version of its installation, of an engine of this name; empty for a scheme of this program.
    pub fn version(&self, engine: &str) -> &str {
        self.installation.strip_prefix(engine).unwrap_or_default().trim()
    }

    /// The errors of one observable; `None` when its exact value is unknown.
    pub fn new(run: usize, scene: usize, observed: &Observed, observable: Observable) -> Option<Self> {
        let exact = observed.exactly(observable)?.value;
        let scale = if exact == 0.0 { 1.0 } else { exact.abs() };
        let mut rungs: Vec<ErrorAt> = Vec::new();
        for variant in &observed.variants {
            let errors = variant.phases.iter().map(|phase| {
                let off = reading(phase, observable).map_or(f64::INFINITY, |e| (e.value - exact).abs() / scale);
                if off.is_nan() { f64::INFINITY } else { off }
            });
            let mut errors: Vec<f64> = errors.collect();
            if errors.is_empty() {
                // A step that cannot be run has no error: an order over it is refused, not fitted to the others.
                errors.push(f64::INFINITY);
            }
            rungs.push(ErrorAt {
                count: variant.count?,
                worst: errors.iter().copied().fold(0.0, f64::max),
                mean: errors.iter().sum::<f64>() / errors.len() as f64,
            });
        }
        rungs.sort_by(|a, b| a.count.total_cmp(&b.count));
        let ladder: Vec<(f64, f64)> = rungs.iter().map(|rung| (rung.count, rung.worst)).collect();
        Some(Self { run, scene, observable, installation: String::new(), order: order::order(&ladder), rungs })
    }
}

/// Least time steps of a ladder that is compared with itself: three differences.
pub const OF_ITSELF: usize = 4;

impl Convergence {
    /// The errors of one observable against its own limit, over a ladder of time steps of one ratio `r`: neighbouring values differ by
    /// `e (1 - r^-p)`, with the error `e = c n^-p` of the coarser one. `None` when no step has the observable.
    pub fn of_itself(run: usize, scene: usize, observed: &Observed, observable: Observable) -> Option<Self> {
        let mut steps: Vec<(f64, &Variant)> =
            observed.variants.iter().map(|variant| Some((variant.count?, variant))).collect::<Option<_>>()?;
        steps.sort_by(|a, b| a.0.total_cmp(&b.0));
        let means: Vec<Option<f64>> = steps.iter().map(|(_, variant)| variant.mean(observable)).collect();
        let size = means.iter().rev().flatten().next()?.abs();
        let scale = if size == 0.0 { 1.0 } else { size };
        let neighbours = steps.windows(2).zip(means.windows(2));
        let mut rungs: Vec<ErrorAt> = neighbours
            .map(|(pair, means)| {
                let (count, coarse) = pair[0];
                let [Some(mean), Some(next)] = [means[0], means[1]] else {
                    return ErrorAt { count, worst: f64::INFINITY, mean: f64::INFINITY };
                };
                // Of the phases the one farthest from the mean of the finer step: both errors fall alike.
                let worst = coarse.worst(observable, next).map_or(f64::INFINITY, |worst| (worst.value - next).abs());
                ErrorAt { count, worst: worst / scale, mean: (mean - next).abs() / scale }
            })
            .collect();
        let ladder: Vec<(f64, f64)> = rungs.iter().map(|rung| (rung.count, rung.worst)).collect();
        let mut order = order::order(&ladder);
        if let (Ok(order), Some((first, _)), Some((last, _))) = (&mut order, steps.first(), steps.last()) {
            let ratio = libm::pow(last / first, 1.0 / (steps.len() - 1) as f64);
            let part = 1.0 - libm::pow(ratio, -order.slope);
            // Differences that do not fall lead to no limit.
            if part > 0.0 {
                order.constant /= part;
                rungs.iter_mut().for_each(|rung| (rung.worst, rung.mean) = (rung.worst / part, rung.mean / part));
            }
        }
        Some(Self { run, scene, observable, installation: String::new(), rungs, order })
    }
}

/// The observables of one collision, computed by one solver.
#[derive(Debug, Clone)]
pub struct Collision {
    /// Index into the runs of the case.
    pub run: usize,
    /// Index into its scenes.
    pub scene: usize,
    /// The installation of an engine, `lammps 29Sep2021`; empty for a solver of this program.
    pub installation: String,
    /// The observables, or why there are none.
    pub result: Result<Observed, NoResult>,
}

/// Why a collision has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoResult {
    /// The engine is not installed, or does not cover the scene.
    Skipped(String),
    /// It could not be computed.
    Failed(String),
    /// The run ended before it was computed.
    Unfinished,
}

impl NoResult {
    /// Verdict and reason of a check of a collision without a result.
    pub fn verdict(&self) -> (Verdict, &str) {
        match self {
            Self::Skipped(why) => (Verdict::Skip, why),
            Self::Failed(why) => (Verdict::Error, why),
            Self::Unfinished => (Verdict::Skip, UNFINISHED),
        }
    }
}

/// Finds the collisions of a run and a scene in constant time.
#[derive(Debug)]
pub struct CollisionIndex<'a> {
    collisions: &'a [Collision],
    /// Index of the first collision of each run and scene; the last entry is the number of collisions.
    starts: Vec<usize>,
    scenes: usize,
}

impl<'a> CollisionIndex<'a> {
    /// Indexes the collisions of a case, which are sorted by run and scene.
    pub fn new(collisions: &'a [Collision], runs: usize, scenes: usize) -> Self {
        let mut starts = Vec::with_capacity(runs * scenes + 1);
        for (at, collision) in collisions.iter().enumerate() {
            let place = collision.run * scenes + collision.scene;
            starts.resize(starts.len().max(place + 1), at);
        }
        starts.resize(starts.len().max(runs * scenes + 1), collisions.len());
        Self { collisions, starts, scenes }
    }

    /// All collisions of one run and one scene: several for several installations of an engine.
    pub fn all(&self, run: usize, scene: usize) -> &'a [Collision] {
        let at = run * self.scenes + scene;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) if scene < self.scenes => self.collisions.get(from..to).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The first collision of one run and one scene.
    pub fn first(&self, run: usize, scene: usize) -> Option<&'a Collision> {
        self.all(run, scene).first()
    }
}

/// For each scene of a case, whether any of its collisions is finished. Reports of a stopped run omit the other scenes.
pub fn begun(collisions: &[Collision], scenes: usize) -> Vec<bool> {
    let mut begun = vec![true; scenes];
    let unfinished = |collision: &&Collision| collision.result == Err(NoResult::Unfinished);
    collisions.iter().filter(unfinished).for_each(|collision| begun[collision.scene] = false);
    collisions.iter().filter(|collision| !unfinished(collision)).for_each(|collision| begun[collision.scene] = true);
    begun
}
