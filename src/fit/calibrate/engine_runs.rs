//! Runs an engine for many values of the unknown and many speeds at once, and returns the restitutions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::Watch;
use crate::case::Calibration;
use crate::error::Error;
use crate::scene::Scene;
use crate::solve::reference::collide;
use crate::solve::stepper::{self, onset_phases};
use crate::system::engine::{Batch, BatchPair, Cause, Engine, Engines, Failure, called};

/// Length of a run over the duration of the law's collision: the law of an engine may differ from the declared one.
const PATIENCE: f64 = 2.0;
/// Length of a run over the undamped duration when the law's collision never ends.
const STUCK: f64 = 20.0;
/// Tolerance of the law's collision, of which only the duration is used.
const TOLERANCE: f64 = 1e-9;
/// Most pairs of one run: files stay of a size that can be read.
const MOST_PAIRS: usize = 4096;

/// A value of the unknown, SI, and a speed, m/s.
pub(super) type RunPoint = (f64, f64);

/// The runs of one engine for one fit, with a cache of the results.
pub(super) struct EngineRuns<'a> {
    pub(super) engine: &'a dyn Engine,
    calibration: &'a Calibration,
    case: &'a str,
    engines: &'a Engines,
    watch: &'a dyn Watch,
    /// s, the same for every pair, as in a production run.
    pub(super) time_step: f64,
    phases: usize,
    /// Cache by the bit patterns of unknown and speed.
    known: BTreeMap<(u64, u64), Option<f64>>,
    /// Runs so far.
    pub(super) count: usize,
    /// Pairs in these runs.
    pub(super) pairs: usize,
}

impl<'a> EngineRuns<'a> {
    pub(super) fn new(
        engine: &'a dyn Engine,
        (calibration, case): (&'a Calibration, &'a str),
        engines: &'a Engines,
        watch: &'a dyn Watch,
        (time_step, phases): (f64, usize),
    ) -> Self {
        Self {
            engine,
            calibration,
            case,
            engines,
            watch,
            time_step,
            phases,
            known: BTreeMap::new(),
            count: 0,
            pairs: 0,
        }
    }

    /// The mean restitution over the onset phases at each point, in order; `None` if the engine refuses the value. One
    /// run, unless there are too many pairs.
    ///
    /// # Errors
    /// When a scene cannot be built, the engine fails, or the work was stopped.
    pub(super) fn restitutions(&mut self, places: &[RunPoint]) -> Result<Vec<Option<f64>>, Error> {
        let mut wanted: Vec<((u64, u64), Scene)> = Vec::new();
        for &(theta, speed) in places {
            let key = key((theta, speed));
            if self.known.contains_key(&key) || wanted.iter().any(|(other, _)| *other == key) {
                continue;
            }
            let scene = self.calibration.scene(&[theta], speed)?;
            if self.engine.covers(&scene).is_ok() {
                wanted.push((key, scene));
            } else {
                self.known.insert(key, None);
            }
        }
        for part in wanted.chunks((MOST_PAIRS / self.phases).max(1)) {
            self.run(part)?;
        }
        Ok(places.iter().map(|place| self.known.get(&key(*place)).copied().flatten()).collect())
    }

    fn run(&mut self, scenes: &[((u64, u64), Scene)]) -> Result<(), Error> {
        let lasts = scenes.iter().map(|(_, scene)| lasts(scene)).fold(0.0, f64::max);
        let pairs: Vec<BatchPair<'_>> = scenes
            .iter()
            .flat_map(|(_, scene)| onset_phases(self.phases).map(move |onset_phase| BatchPair { scene, onset_phase }))
            .collect();
        self.count += 1;
        self.pairs += pairs.len();
        let steps = (lasts / self.time_step).ceil() as u64 + 5;
        let batch = Batch { case: self.case, time_step: self.time_step, steps, trajectory: false, pairs };
        let name = called(self.engine);
        let failed = |folder: PathBuf, cause: Cause| match cause {
            Cause::Stopped => Error::Interrupted,
            cause => {
                self.engines.folders.keep();
                Error::Engine(Failure::new(name.clone(), self.case, folder, cause).to_string())
            }
        };
        let place = format!("run-{}", self.count);
        let folder = self.engines.folders.fresh(&[self.case, &name, &place]);
        let folder = folder.map_err(|cause| failed(PathBuf::new(), cause))?;
        let bounces = self.engine.run(&batch, &folder, &|| self.watch.stop()).map_err(|cause| failed(folder, cause))?;
        self.watch.piece();
        for ((key, _), of) in scenes.iter().zip(bounces.chunks(self.phases)) {
            // In the order of the phases: the same sum on every machine.
            let mean = of.iter().map(|bounce| bounce.restitution).sum::<f64>() / of.len() as f64;
            self.known.insert(*key, Some(mean));
        }
        Ok(())
    }
}

fn key((theta, speed): RunPoint) -> (u64, u64) {
    (theta.to_bits(), speed.to_bits())
}

/// How long a scene is run, s.
fn lasts(scene: &Scene) -> f64 {
    let own = scene.force.and_then(|force| collide(&force, scene.pair.m_star, scene.speed, TOLERANCE).ok());
    let own = own.and_then(|exact| exact.zero_overlap).map(|end| PATIENCE * end.time.value);
    let undamped = || stepper::Encounter::of(scene).map_or(f64::NAN, |own| own.undamped_duration(scene.speed));
    own.unwrap_or_else(|| STUCK * undamped())
}
