//! The contacts of a script, run by the code itself: the same bodies, at the time step of the script, in its own parameters.

use rayon::prelude::*;
use serde::Serialize;

use crate::codes::engine::{Batch, BatchPair, Bounce, Engine, Engines, called};
use crate::codes::lammps::releases::release;
use crate::collide::observe::{Observable, observe};
use crate::collide::production::natural_duration;
use crate::collide::stepper::onset_phases;
use crate::law::scene::Scene;

/// What the code itself made of an impact: means over onset phases.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measured {
    /// 0 of bodies that are together when the run ends.
    pub restitution: f64,
    /// The smallest and the largest of the phases.
    pub range: [f64; 2],
    pub sticks: bool,
    /// To the end of contact, s; absent where the free flight does not show it.
    pub duration: Option<f64>,
    pub tangential_restitution: Option<f64>,
    pub onset_phases: usize,
}

/// An impact to be run.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub scene: &'a Scene,
    /// To the end of contact, s; `None` of bodies that stick.
    pub duration: Option<f64>,
}

/// What became of an impact, or why the code did not run it.
pub type Answer = Result<Measured, String>;

/// A run lasts so many contacts.
const PATIENCE: f64 = 1.3;
/// Of bodies that stick, so many durations without the dashpot.
const STUCK: f64 = 6.0;
/// Largest ratio of the durations of two impacts in one run, which lasts as long as its longest.
const TOGETHER: f64 = 4.0;
/// Onset phases of one impact at most, and the steps of one contact over all of them.
const PHASES: f64 = 8.0;
const WORK: f64 = 2e4;

/// The installation that is run: the latest release where there are several.
pub fn installation<'a>(engines: &'a Engines, code: &str) -> Option<&'a dyn Engine> {
    engines.installations(code).into_iter().max_by_key(|engine| release(engine.version()))
}

/// Runs impacts, the short ones first, until `stop` says that it is enough. Those that the code does not have are left out with its
/// reason, and where a run fails its impacts are run one by one.
pub fn measured(
    engine: &dyn Engine,
    engines: &Engines,
    wanted: &[Wanted],
    time_step: f64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Answer> {
    let mut answers: Vec<Answer> = wanted.iter().map(|one| engine.covers(one.scene).and(Err(String::new()))).collect();
    let lasts = |one: &Wanted| match one.duration {
        Some(duration) => PATIENCE * duration,
        None => STUCK * natural_duration(one.scene).unwrap_or(f64::NAN),
    };
    let mut open: Vec<(usize, f64)> = Vec::new();
    for (place, (one, answer)) in wanted.iter().zip(&mut answers).enumerate() {
        match lasts(one) {
            _ if *answer != Err(String::new()) => {}
            time if time.is_finite() => open.push((place, time)),
            _ => *answer = Err("the duration of the contact is not known".to_string()),
        }
    }
    open.sort_by(|a, b| a.1.total_cmp(&b.1));
    let runs: Vec<&[(usize, f64)]> = {
        let mut runs = Vec::new();
        let mut rest = &open[..];
        while let Some((_, shortest)) = rest.first() {
            let count = rest.iter().take_while(|(_, time)| *time <= TOGETHER * shortest).count();
            let (run, after) = rest.split_at(count);
            runs.push(run);
            rest = after;
        }
        runs
    };
    let run = |group: &[(usize, f64)]| {
        let scenes: Vec<&Scene> = group.iter().map(|(place, _)| wanted[*place].scene).collect();
        let longest = group.iter().map(|(_, time)| *time).fold(0.0, f64::max);
        // A folder of its own: runs are side by side.
        let place = format!("impact-{}-and-{}", group[0].0 + 1, group.len() - 1);
        together((engine, engines, &place), &scenes, (time_step, longest), stop)
    };
    let all = runs.par_iter().flat_map_iter(|group| match run(group) {
        Ok(found) => group.iter().zip(found).map(|((place, _), one)| (*place, Ok(one))).collect::<Vec<_>>(),
        Err(why) if group.len() == 1 || stop() => group.iter().map(|(place, _)| (*place, Err(why.clone()))).collect(),
        Err(_) => {
            let alone = |one: &(usize, f64)| (one.0, run(std::slice::from_ref(one)).map(|found| found[0]));
            group.iter().map(alone).collect()
        }
    });
    for (place, answer) in all.collect::<Vec<_>>() {
        answers[place] = answer;
    }
    answers
}

/// Impacts in one run.
fn together(
    (engine, engines, place): (&dyn Engine, &Engines, &str),
    scenes: &[&Scene],
    (time_step, lasts): (f64, f64),
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Measured>, String> {
    if stop() {
        return Err(OUT_OF_TIME.to_string());
    }
    let steps = (lasts / time_step).ceil() as u64 + 4;
    let count = (WORK / steps as f64).clamp(1.0, PHASES) as usize;
    let pair = |scene| onset_phases(count).map(move |onset_phase| BatchPair { scene, onset_phase });
    let pairs: Vec<BatchPair<'_>> = scenes.iter().flat_map(|&scene| pair(scene)).collect();
    let batch = Batch { case: "check", time_step, steps, trajectory: false, pairs };
    let name = called(engine);
    let failed = |why: String| if stop() { OUT_OF_TIME.to_string() } else { format!("{name}: {why}") };
    let folder = engines.folders.fresh(&["check", &name, place]).map_err(|cause| failed(cause.to_string()))?;
    let bounces = engine.run(&batch, &folder, stop).map_err(|cause| failed(cause.to_string()))?;
    Ok(scenes.iter().zip(bounces.chunks(count)).map(|(scene, bounces)| mean(scene, bounces)).collect())
}

/// Why an impact was not run in time.
pub const OUT_OF_TIME: &str = "the runs take longer: give them more time, --measure \"60 s\"";

fn mean(scene: &Scene, bounces: &[Bounce]) -> Measured {
    let of = |each: &dyn Fn(&Bounce) -> Option<f64>| {
        let all: Option<Vec<f64>> = bounces.iter().map(each).collect();
        all.map(|all| all.iter().sum::<f64>() / all.len() as f64)
    };
    let along = |bounce: &Bounce| {
        let found = observe(scene, &bounce.collision(scene)).into_iter();
        let mut along = found.filter(|(known, _)| *known == Observable::TangentialRestitution);
        along.next().map(|(_, estimate)| estimate.value)
    };
    let each = || bounces.iter().map(|bounce| bounce.seen.restitution);
    Measured {
        restitution: of(&|bounce| Some(bounce.seen.restitution)).unwrap_or(0.0),
        range: [each().fold(f64::INFINITY, f64::min), each().fold(f64::NEG_INFINITY, f64::max)],
        sticks: bounces.iter().any(|bounce| !bounce.separated()),
        duration: of(&|bounce| bounce.collision(scene).measured.duration.map(|time| time.value)),
        tangential_restitution: of(&along),
        onset_phases: bounces.len(),
    }
}
