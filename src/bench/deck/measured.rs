//! The contacts of a script, run by the code itself: the same bodies, at the time step of the script, in its own parameters.

use rayon::prelude::*;
use serde::Serialize;

use super::CheckedSize;
use super::impacts::Impact;
use crate::codes;
use crate::codes::deck::Deck;
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
struct Wanted<'a> {
    scene: &'a Scene,
    /// To the end of contact, s; `None` of bodies that stick.
    duration: Option<f64>,
}

/// What became of an impact, or why the code did not run it.
type Answer = Result<Measured, String>;

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
fn installation<'a>(engines: &'a Engines, code: &str) -> Option<&'a dyn Engine> {
    engines.installations(code).into_iter().max_by_key(|engine| release(engine.version()))
}

/// Runs impacts, the short ones first, until `stop` says that it is enough. Those that the code does not have are left out with its
/// reason, and where a run fails its impacts are run one by one.
fn measured(
    engine: &dyn Engine,
    engines: &Engines,
    wanted: &[Wanted],
    time_step: f64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Answer> {
    let lasts = |one: &Wanted| match one.duration {
        Some(duration) => PATIENCE * duration,
        None => STUCK * natural_duration(one.scene).unwrap_or(f64::NAN),
    };
    let mut answers: Vec<Option<Answer>> = vec![None; wanted.len()];
    let mut open: Vec<(usize, f64)> = Vec::new();
    for (place, one) in wanted.iter().enumerate() {
        match (engine.covers(one.scene), lasts(one)) {
            (Err(why), _) => answers[place] = Some(Err(why)),
            (Ok(()), time) if time.is_finite() => open.push((place, time)),
            (Ok(()), _) => answers[place] = Some(Err("the duration of the contact is not known".to_string())),
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
        answers[place] = Some(answer);
    }
    answers.into_iter().flatten().collect()
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
const OUT_OF_TIME: &str = "the runs take longer: give them more time, --measure \"60 s\"";

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

/// The index of a computed impact.
#[derive(Debug, Clone, Copy)]
struct ImpactIndex {
    size: usize,
    oblique: bool,
    number: usize,
}

/// Has the code run every impact that was computed, all sizes together.
pub(super) fn run_by_the_code(
    sizes: &mut [&mut CheckedSize],
    deck: &Deck,
    engines: &Engines,
    stop: &(dyn Fn() -> bool + Sync),
) {
    let (engine, time_step) = match (installation(engines, deck.parameters_of), deck.time_step) {
        (Some(engine), Some(time_step)) => (engine, time_step),
        (engine, _) => {
            let refused = match engine {
                Some(_) => "there is no time step".to_string(),
                None => format!("{} is not installed here", deck.parameters_of),
            };
            return sizes.iter_mut().for_each(|size| size.not_measured = Some(refused.clone()));
        }
    };
    let each = sizes.iter().enumerate().flat_map(|(at, size)| size.wanted(at));
    let (indices, wanted): (Vec<ImpactIndex>, Vec<Wanted<'_>>) = each.unzip();
    let answers = measured(engine, engines, &wanted, time_step, stop);
    for size in sizes.iter_mut() {
        let scene = size.scenes[0].first().zip(codes::find(deck.parameters_of));
        let defects = scene.map_or_else(Vec::new, |(scene, code)| code.defects(scene, engine.version()));
        size.notes.extend(defects);
    }
    for (index, answer) in indices.into_iter().zip(answers) {
        sizes[index.size].take(index, answer, &called(engine));
    }
}

impl CheckedSize {
    /// The impacts with a restitution.
    fn wanted(&self, size: usize) -> impl Iterator<Item = (ImpactIndex, Wanted<'_>)> {
        let separated = |impact: &Impact| impact.duration.filter(|_| !impact.sticks);
        // An oblique impact is as long as a head-on one, but for its slower approach.
        let longest = self.impacts.iter().filter_map(separated).max_by(f64::total_cmp);
        let head_on = self.scenes[0].iter().zip(&self.impacts).enumerate();
        let head_on = head_on.filter(|(_, (_, impact))| impact.restitution.is_some());
        let oblique = self.scenes[1].iter().zip(&self.oblique).enumerate();
        let oblique = oblique.filter(|(_, (_, impact))| impact.tangential_restitution.is_some());
        head_on
            .map(move |(number, (scene, impact))| {
                (ImpactIndex { size, oblique: false, number }, Wanted { scene, duration: separated(impact) })
            })
            .chain(oblique.map(move |(number, (scene, _))| {
                (ImpactIndex { size, oblique: true, number }, Wanted { scene, duration: longest })
            }))
    }

    /// Enters what the code made of an impact.
    fn take(&mut self, index: ImpactIndex, answer: Answer, by: &str) {
        match answer {
            Ok(found) if index.oblique => self.oblique[index.number].measured = Some(found),
            Ok(found) => self.impacts[index.number].measured = Some(found),
            Err(why) => {
                self.not_measured.get_or_insert(why);
                return;
            }
        }
        self.measured_by = Some(by.to_string());
    }
}
