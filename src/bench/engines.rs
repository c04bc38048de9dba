//! Runs of engines: scenes and onset phases are gathered into batches of one time step, a process each.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::bench::events::{Event, Listener};
use crate::bench::observed::{Collision, NoResult};
use crate::bench::observed::{Observed, Readings, Variant, reading};
use crate::bench::planned::{CheckedQuantity, PlannedCase};
use crate::case::{RecordedRun, Run};
use crate::codes::engine::{Batch, BatchPair, Bounce, Engine, Engines, Failure, called, limit};
use crate::collide::collision::Outcome;
use crate::collide::estimate::Estimate;
use crate::collide::observe::{Observable, along_wall, in_single_precision, observe};
use crate::collide::production::natural_duration;
use crate::collide::reference::{Approach, collide, solve};
use crate::collide::stepper::{Encounter, onset_phases};
use crate::collide::trajectory::Trajectory;
use crate::collide::{Rung, SolveError, Steps};
use crate::law::scene::Scene;
use crate::number::exact as digits;

/// Relative tolerance of the reference collision that engine runs are compared with.
const TOLERANCE: f64 = 1e-13;

/// The same for an oblique collision.
const TOLERANCE_OBLIQUE: f64 = 1e-12;

/// Length of a run over the duration of the exact collision: the law of an engine may differ from the declared one.
const PATIENCE: f64 = 2.0;

/// Length of a run over the undamped duration when the exact collision never ends.
const STUCK: f64 = 20.0;

/// Length of a run over the contact time that a case states of a law that only its engine has: it is a rough number.
const ROUGHLY: f64 = 10.0;

/// Length of a run of impulses over the time in which the bodies approach by `R*`: bodies that have not parted by then stick.
const OF_IMPULSE: f64 = 1.0;

/// Largest ratio of the durations of two pairs in one batch, which lasts as long as its longest pair.
const TOGETHER: f64 = 5.0;

/// Most rows of time series that are requested from a batch; a larger batch reports only the final states.
const MOST_ROWS: u64 = 2_000_000;

/// Most pairs of a batch: files stay of a size that can be read.
const MOST_PAIRS: usize = 4096;

/// The collisions of one run of a case, if it is one of an engine.
pub(super) fn collide_all(
    planned: &PlannedCase,
    run: usize,
    engines: &Engines,
    listener: &dyn Listener,
) -> Vec<Collision> {
    let case = &planned.case;
    let wanted = &case.runs[run];
    let name = wanted.solver.text.as_str();
    let meant = |engine: &&dyn Engine| wanted.variant.as_deref().is_none_or(|variant| engine.version() == variant);
    let found = engines.installations(name);
    // A variant is a version, or else a way to run that every installation may know.
    let ways: Vec<Box<dyn Engine>> = match &wanted.variant {
        Some(variant) => found.iter().filter_map(|engine| engine.variant(variant)).collect(),
        None => Vec::new(),
    };
    let installations: Vec<&dyn Engine> = found.into_iter().filter(meant).chain(ways.iter().map(Box::as_ref)).collect();
    let mut collisions = Vec::new();
    // One that does not answer may be the version that is meant, unless that one is there.
    let silent = if wanted.variant.is_none() || installations.is_empty() { engines.silent(name) } else { Vec::new() };
    let mut lost: Vec<NoResult> = silent.into_iter().map(NoResult::Failed).collect();
    if installations.is_empty() && lost.is_empty() {
        lost.push(NoResult::Skipped(match (&wanted.variant, engines.installations(name).is_empty()) {
            (Some(variant), false) => format!("{name} {variant} is not installed, though another version is"),
            _ => engines.absent(name),
        }));
    }
    for why in lost {
        let absent = |scene| Collision { run, scene, installation: String::new(), result: Err(why.clone()) };
        collisions.extend((0..case.scenes.len()).map(absent));
    }
    let courses = needs_courses(planned, run);
    // Starting a program is mostly waiting: installations run side by side.
    let computed = installations.par_iter().flat_map_iter(|&engine| {
        let campaign = Campaign { case: &case.name, scenes: &case.scenes, wanted, engine, engines, listener, courses };
        let installation = called(engine);
        let results = campaign.run().into_iter().enumerate();
        results.map(move |(scene, result)| Collision { run, scene, installation: installation.clone(), result })
    });
    collisions.extend(computed.collect::<Vec<_>>());
    for _ in &case.scenes {
        listener.hear(Event::Collision);
    }
    collisions.sort_by_key(|collision| collision.scene);
    collisions
}

/// Whether a run needs time series: an observable is requested that free flight does not determine.
fn needs_courses(planned: &PlannedCase, run: usize) -> bool {
    let asked = planned.expects.iter().filter(|expect| expect.run == run).flat_map(|expect| &expect.checks);
    asked.into_iter().any(|check| match check.asked {
        CheckedQuantity::Number(observable) | CheckedQuantity::Order(observable) => matches!(
            observable,
            Observable::MaxOverlap
                | Observable::MaxOverlapInterpolated
                | Observable::MaxForce
                | Observable::DurationCounted
        ),
        CheckedQuantity::Curve(_) => true,
    })
}

/// One installation of an engine and everything it has to run for a case.
struct Campaign<'a> {
    case: &'a str,
    scenes: &'a [Scene],
    wanted: &'a Run,
    engine: &'a dyn Engine,
    engines: &'a Engines,
    listener: &'a dyn Listener,
    /// Whether time series are needed, as in [`needs_courses`].
    courses: bool,
}

/// One scene at one time step.
struct Part<'a> {
    scene: usize,
    rung: &'a Rung,
    dt: f64,
    /// Steps per contact, in the duration that the case uses (undamped or own).
    count: f64,
    /// How long a run has to last, s.
    lasts: f64,
}

/// The exact collision of a scene, where the law is known here, and its time steps; one that cannot be run with its steps per contact and
/// the reason.
struct Prepared<'a> {
    exact: Option<Trajectory>,
    parts: Vec<Result<Part<'a>, (&'a Rung, f64, String)>>,
}

impl<'a> Campaign<'a> {
    /// Runs all scenes; the result of each.
    fn run(&self) -> Vec<Result<Observed, NoResult>> {
        let name = called(self.engine);
        let Some(Steps { ladder, onset_phases }) = self.wanted.settings.steps() else {
            let wrong = || Err(NoResult::Failed("the settings of this run are not those of an engine".to_string()));
            return self.scenes.iter().map(|_| wrong()).collect();
        };
        let prepared: Vec<Result<Prepared<'a>, NoResult>> = self
            .scenes
            .par_iter()
            .enumerate()
            .map(|(index, scene)| {
                if scene.path.is_some() {
                    return Err(NoResult::Skipped(format!(
                        "{name}: an engine computes impacts, and this case is a loading path"
                    )));
                }
                if scene.kinematics.gravity != 0.0 {
                    return Err(NoResult::Skipped(format!(
                        "{name}: a weight during the contact, `gravity`, is computed by the reference only"
                    )));
                }
                self.engine.covers(scene).map_err(|why| match self.engine.too_old(scene) {
                    Some(why) => NoResult::Failed(format!("{name}: {why}")),
                    None => NoResult::Skipped(format!("{name}: {}", limit(scene, self.engine, why))),
                })?;
                prepare(index, scene, ladder).map_err(|error| NoResult::Failed(error.to_string()))
            })
            .collect();

        // Equal steps are equal bits: they come of the same arithmetic, or are not the same.
        let mut groups: BTreeMap<u64, Vec<&Part<'a>>> = BTreeMap::new();
        for part in prepared.iter().flatten().flat_map(|prepared| prepared.parts.iter().flatten()) {
            groups.entry(part.dt.to_bits()).or_default().push(part);
        }
        let share = (MOST_PAIRS / onset_phases).max(1);
        let batches: Vec<Vec<&Part<'a>>> = groups.into_values().flat_map(|group| split(group, share)).collect();
        let done: Vec<Result<Vec<Bounce>, String>> =
            batches.par_iter().enumerate().map(|(i, parts)| self.batch(i, parts, *onset_phases)).collect();

        // Where each part was run: its batch, and its place there.
        let key = |scene: usize, rung: &Rung| (scene, std::ptr::from_ref(rung));
        let numbered = batches.iter().enumerate().flat_map(|(batch, parts)| {
            parts.iter().enumerate().map(move |(place, part)| (key(part.scene, part.rung), (batch, place)))
        });
        let places: BTreeMap<_, (usize, usize)> = numbered.collect();
        let of = |scene: usize, rung: &Rung| -> Result<&[Bounce], String> {
            let Some(&(batch, place)) = places.get(&key(scene, rung)) else {
                return Err("the engine was not run".to_string());
            };
            let all = done[batch].as_ref().map_err(Clone::clone)?;
            all.get(place * onset_phases..(place + 1) * onset_phases)
                .ok_or("the engine lost pairs of bodies".to_string())
        };
        let judged = prepared.iter().zip(self.scenes).map(|(prepared, scene)| {
            let Prepared { exact, parts } = prepared.as_ref().map_err(Clone::clone)?;
            let exact = exact.as_ref().map(|exact| observe(scene, &exact.collision(scene))).unwrap_or_default();
            let version = self.engine.version();
            let called = |rung: &Rung| match version {
                "" => rung.text.clone(),
                version => format!("{version}, {}", rung.text),
            };
            let variants = parts.iter().map(|part| {
                let part = match part {
                    Ok(part) => part,
                    Err((rung, count, why)) => {
                        let (count, lost) = (Some(*count), Some(why.clone()));
                        return Ok(Variant { name: called(rung), count, lost, ..Variant::default() });
                    }
                };
                let (bounces, name) = (of(part.scene, part.rung).map_err(NoResult::Failed)?, called(part.rung));
                finite(variant(scene, name, Some(part.count), bounces, &exact))
            });
            Ok(Observed { variants: variants.collect::<Result<_, _>>()?, exact: exact.into() })
        });
        let judged = judged.collect::<Vec<_>>();
        if !self.listener.stop() {
            return judged;
        }
        // What was ended did not fail.
        let unfinished = |result| match result {
            Err(NoResult::Failed(_)) => Err(NoResult::Unfinished),
            other => other,
        };
        judged.into_iter().map(unfinished).collect()
    }

    /// Runs one batch in a folder of its own.
    fn batch(&self, index: usize, parts: &[&Part<'a>], phases: usize) -> Result<Vec<Bounce>, String> {
        let pairs: Vec<BatchPair<'_>> = parts
            .iter()
            .flat_map(|part| {
                let scene = &self.scenes[part.scene];
                onset_phases(phases).map(move |onset_phase| BatchPair { scene, onset_phase })
            })
            .collect();
        let dt = parts.first().map_or(f64::NAN, |part| part.dt);
        let steps = parts.iter().map(|part| (part.lasts / dt).ceil()).fold(0.0, f64::max) as u64 + 4;
        let most = if self.courses { MOST_ROWS } else { self.engine.spare_rows().min(MOST_ROWS) };
        let trajectory = steps.saturating_mul(pairs.len() as u64) <= most;
        let batch = Batch { case: self.case, time_step: dt, steps, trajectory, pairs };
        let name = called(self.engine);
        let failed = |folder, cause| Failure::new(name.clone(), self.case, folder, cause).to_string();
        let place = format!("run-{}", index + 1);
        let folder = self.engines.folders.fresh(&[self.case, &name, &place]);
        let folder = folder.map_err(|cause| failed(std::path::PathBuf::new(), cause))?;
        let bounces = self.engine.run(&batch, &folder, &|| self.listener.stop()).map_err(|cause| {
            self.engines.folders.keep();
            failed(folder, cause)
        })?;
        let epsilon = self.engine.epsilon();
        Ok(bounces.into_iter().map(|bounce| Bounce { epsilon, ..bounce }).collect())
    }
}

/// Splits parts of one time step into batches of at most `share`. Parts that last much longer than others get batches
/// of their own, so that short ones are not simulated for that long.
fn split<'a, 'b>(mut group: Vec<&'b Part<'a>>, share: usize) -> Vec<Vec<&'b Part<'a>>> {
    group.sort_by(|a, b| a.lasts.total_cmp(&b.lasts));
    let mut batches: Vec<Vec<&Part<'a>>> = Vec::new();
    for part in group {
        match batches.last_mut() {
            Some(batch) if batch.len() < share && part.lasts <= TOGETHER * batch[0].lasts => batch.push(part),
            _ => batches.push(vec![part]),
        }
    }
    batches
}

/// The exact collision of a scene.
pub(super) fn exact(scene: &Scene) -> Result<Trajectory, SolveError> {
    if scene.branches()?.is_some() {
        return solve(scene, TOLERANCE);
    }
    let alone = || collide(&scene.power()?, None, &Approach::normal(scene), TOLERANCE);
    if scene.shear.is_none() && scene.kinematics.is_head_on() {
        return alone();
    }
    // Where the reference has no tangential law like it, the normal half is known all the same.
    solve(scene, TOLERANCE_OBLIQUE).or_else(|_| alone())
}

/// The exact collision of a scene, and its steps; of several, those that cannot be run with the reason.
fn prepare<'a>(index: usize, scene: &Scene, ladder: &'a [Rung]) -> Result<Prepared<'a>, SolveError> {
    let of_engine = scene.contact.normal.of_engine();
    let exact = if of_engine.is_some() { None } else { Some(exact(scene)?) };
    let own = exact.as_ref().and_then(|exact| exact.zero_overlap.as_ref()).map(|end| end.time.value);
    let undamped = match of_engine {
        // An impulse has no duration. What a step changes is how far the bodies move in it, against their size.
        Some(law) => law.contact_time.unwrap_or(scene.pair.R_star / scene.speed),
        None => natural_duration(scene)?,
    };
    let longest = match of_engine {
        Some(law) if law.is_impulse() => OF_IMPULSE,
        Some(_) => ROUGHLY,
        None => STUCK,
    };
    let parts = ladder.iter().map(|rung| {
        let count = rung.step.count(undamped);
        let dt = match rung.step.dt(undamped, own) {
            Err(why) if ladder.len() > 1 => return Ok(Err((rung, count, why.to_string()))),
            dt => dt?,
        };
        let lasts = own.map_or(longest * undamped, |own| PATIENCE * own) + dt;
        Ok(Ok(Part { scene: index, rung, dt, count, lasts }))
    });
    let parts = parts.collect::<Result<_, SolveError>>()?;
    Ok(Prepared { exact, parts })
}

/// A variant whose numbers are all finite.
pub(super) fn finite(variant: Variant) -> Result<Variant, NoResult> {
    let numbers = variant.phases.iter().flat_map(|phase| phase.iter());
    let infinite = |(_, seen): &&(Observable, Estimate)| !seen.value.is_finite() || !seen.uncertainty.is_finite();
    match numbers.into_iter().find(infinite) {
        Some((observable, seen)) => {
            let Variant { name, .. } = &variant;
            let why = format!("{name}: {} is {}, which is not a finite number", observable.word(), seen.value);
            Err(NoResult::Failed(why))
        }
        None => Ok(variant),
    }
}

/// The observables of one scene at one time step, for each onset phase.
pub(super) fn variant(
    scene: &Scene,
    name: String,
    count: Option<f64>,
    bounces: &[Bounce],
    exact: &Readings,
) -> Variant {
    let phases: Vec<Readings> = bounces.iter().map(|bounce| observe(scene, &bounce.collision(scene))).collect();
    // Of a law that only its engine has the farthest from their mean.
    let mean = bounces.iter().map(|bounce| bounce.seen.restitution).sum::<f64>() / bounces.len() as f64;
    let unknown = if exact.is_empty() { mean } else { f64::NAN };
    let expected = reading(exact, Observable::Restitution).map_or(unknown, |e| e.value);
    let off = |bounce: &Bounce| (bounce.seen.restitution - expected).abs();
    let worst = bounces.iter().max_by(|a, b| off(a).total_cmp(&off(b)));
    Variant {
        name,
        count,
        phases: phases.into_iter().map(Arc::new).collect(),
        course: worst.map(|bounce| bounce.course.clone()).unwrap_or_default(),
        turns: worst.map(|bounce| bounce.turns.clone()).unwrap_or_default(),
        in_single: in_single(scene, bounces),
        along_wall: bounces
            .iter()
            .filter_map(|bounce| along_wall(scene, bounce))
            .max_by(|a, b| (a.value - a.uncertainty).total_cmp(&(b.value - b.uncertainty))),
        ..Variant::default()
    }
}

/// Of each balance the largest uncertainty in single precision; none of an engine that states it.
fn in_single(scene: &Scene, bounces: &[Bounce]) -> Vec<(Observable, f64)> {
    let mut all: Vec<(Observable, f64)> = Vec::new();
    for bounce in bounces.iter().filter(|bounce| bounce.epsilon == f64::EPSILON) {
        for (observable, unsure) in in_single_precision(scene, bounce) {
            match all.iter_mut().find(|(known, _)| *known == observable) {
                Some((_, most)) => *most = most.max(unsure),
                None => all.push((observable, unsure)),
            }
        }
    }
    all
}

/// The recorded collision of every scene of a case.
pub(super) fn read_all(
    planned: &PlannedCase,
    run: usize,
    recorded: &RecordedRun,
    listener: &dyn Listener,
) -> Vec<Collision> {
    let each = planned.case.scenes.par_iter().enumerate().map(|(index, scene)| {
        let result = if listener.stop() { Err(NoResult::Unfinished) } else { observed(index, scene, recorded) };
        listener.hear(Event::Collision);
        Collision { run, scene: index, installation: recorded.code.clone(), result }
    });
    each.collect()
}

fn observed(index: usize, scene: &Scene, recorded: &RecordedRun) -> Result<Observed, NoResult> {
    let RecordedRun { code, settings, recording, .. } = recorded;
    let file = &recording.file;
    if scene.path.is_some() {
        return Err(NoResult::Skipped(format!("{code}: a recording has an impact, and this case is a loading path")));
    }
    if recording.scenes.get(index).is_none_or(Vec::is_empty) {
        return Err(NoResult::Skipped(format!("{code}: {file} has no row of this scene")));
    }
    let force = scene.power().map_err(|error| NoResult::Skipped(format!("{code}: {error}")))?;
    if force.reference_gap != 0.0 {
        return Err(NoResult::Skipped(format!("{code}: first touch is not known where the force begins across a gap")));
    }
    let failed = |why: String| NoResult::Failed(format!("{code}, {file}: {why}"));
    let trajectory = exact(scene).map_err(|error| NoResult::Failed(error.to_string()))?;
    let bounce = recording.bounce(index, scene, settings).map_err(failed)?;
    if !bounce.separated() && trajectory.outcome == Outcome::Separated {
        let has_force = recording.scenes[index].iter().any(|row| row.force.is_some());
        let or = ", or add the column `force` where the contact is deleted while they overlap";
        return Err(failed(format!(
            "the bodies still touch in the last row, and the reference parts; record until they have parted{}",
            if has_force { "" } else { or }
        )));
    }
    let exact = observe(scene, &trajectory.collision(scene));
    let undamped = Encounter::of(scene).ok().map(|encounter| encounter.undamped_duration(scene.speed));
    let count = settings.time_step.zip(undamped).map(|(dt, undamped)| undamped / dt);
    let name = match settings.time_step {
        Some(dt) => format!("{code}, dt={} s", digits(dt)),
        None => code.clone(),
    };
    Ok(Observed { variants: vec![finite(variant(scene, name, count, &[bounce], &exact))?], exact: exact.into() })
}
