//! What was observed of one collision: once by the reference, at every step and onset phase by a production code.

use std::sync::Arc;

use crate::judge::Followed;
use crate::observe::{Observable, observe, observe_path, observe_stepped};
use crate::scene::Scene;
use crate::solve::Solution;
use crate::trajectory::{Estimate, PathState, Regime, Sample, ShearChange, ShearSample};

/// Numbers read off one collision.
pub type Readings = Vec<(Observable, Estimate)>;

/// What one solver made of one scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    /// Of the same law integrated exactly.
    pub exact: Arc<Readings>,
    /// One for the reference, one a time step for a production code.
    pub variants: Vec<Variant>,
}

/// One run of a solver; what it does not tell is empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Variant {
    /// `steps=100.37`; empty for the reference.
    pub name: String,
    /// Steps in the duration the case counts them in; absent for the reference.
    pub count: Option<f64>,
    /// One set of readings an onset phase; a single one for the reference.
    pub phases: Vec<Arc<Readings>>,
    /// The course of the collision, of a production code at its worst onset phase.
    pub course: Vec<Sample>,
    /// The course of a loading path; empty for an impact.
    pub path: Vec<PathState>,
    /// When the surfaces stick and when they slide, each with when it begins, s; empty where that is not known.
    pub regimes: Vec<(f64, Regime)>,
    /// Over the same time, the speed of the surface of body 1 by its spin in the plane of motion, m/s; empty where it is
    /// not followed.
    pub turns: Vec<(f64, f64)>,
    /// Of the reference: when the surfaces begin to slide and when they stick, s since first touch.
    pub changes: Vec<(f64, ShearChange)>,
}

impl Observed {
    pub fn new(scene: &Scene, solution: Solution) -> Self {
        match solution {
            Solution::Exact(trajectory) => {
                let exact = readings(observe(scene, &trajectory));
                let glance = trajectory.glance.as_ref();
                let radius = scene.bodies[0].radius();
                let turn = |sample: &ShearSample| (sample.time, radius * sample.spin[0]);
                let variant = Variant {
                    phases: vec![Arc::clone(&exact)],
                    regimes: glance.map(|glance| glance.regimes()).unwrap_or_default(),
                    turns: glance.map(|glance| glance.samples.iter().map(turn).collect()).unwrap_or_default(),
                    changes: glance
                        .map(|glance| glance.events.iter().map(|event| (event.time.value, event.change)).collect())
                        .unwrap_or_default(),
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
                    let energies = rung.energy_in_contact.unwrap_or_default();
                    let phases = rung.phases.runs.iter().enumerate();
                    let phases = phases.map(|(i, run)| readings(observe_stepped(scene, run, energies.get(i).copied())));
                    Variant {
                        name: rung.text,
                        count: Some(rung.count),
                        phases: phases.collect(),
                        course: rung.course,
                        ..Variant::default()
                    }
                });
                Self { variants: variants.collect(), exact: readings(observe(scene, &stepping.exact)) }
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

/// Without room for more: there is one a collision.
fn readings(mut of: Readings) -> Arc<Readings> {
    of.shrink_to_fit();
    Arc::new(of)
}

/// One number of a set of readings.
pub fn reading(readings: &Readings, observable: Observable) -> Option<Estimate> {
    readings.iter().find(|(o, _)| *o == observable).map(|&(_, estimate)| estimate)
}

impl Variant {
    /// Its course, to be held against another.
    pub fn followed(&self) -> Followed<'_> {
        Followed { samples: &self.course, turns: &self.turns }
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

    /// Mean over the onset phases; `None` when a phase lacks it.
    pub fn mean(&self, observable: Observable) -> Option<f64> {
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

    /// What reports call it; `which` tells worst from mean where there are several onset phases.
    pub fn called(&self, which: &str) -> String {
        match self.phases.len() {
            0 | 1 => self.name.clone(),
            count => format!("{}, {which} of {count} phases", self.name),
        }
    }
}
