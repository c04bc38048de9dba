//! A test collision that shows whether an engine works.

use super::observed::{Observed, reading};
use crate::case::Case;
use crate::codes::engine::{Batch, BatchPair, Cause, Engine, Failure, Folders, called};
use crate::collide::observe::Observable;
use crate::collide::production::natural_duration;
use crate::collide::schemes::VelocityVerlet;
use crate::collide::{How, Rung, SolveError, StepSize, Steps, collide};
use crate::data::Files;
use crate::error::SourceFile;
use crate::keys::Key;
use crate::law::card::LawKind;
use crate::law::scene::Scene;
use crate::law::{damping, normal};

/// A head-on impact of two bodies.
const BODIES: &str = r#"title = "A trial"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "60 GPa"
poisson_ratio = 0.25

[body.ball]
sphere   = { radius = "5 mm" }
material = "glass"

[impact]
speed = "1 m/s"

[run.reference]

[[expect]]
that        = "reference"
agrees_with = "conserved"
restitution = { within = "1 %" }
"#;

const SPHERE: &str = "[body.other]\nsphere = { radius = \"5 mm\" }\nmaterial = \"glass\"\n";
const WALL: &str = "[body.plate]\nwall = { normal = \"+z\" }\nmaterial = \"glass\"\n";

/// Normal laws with numbers, in the order they are tried; [`with_examples`] has those that are not here.
const NORMAL: &[&str] = &[
    "[contact.normal.hertz]\n",
    "[contact.normal.hooke]\nstiffness = \"1e6 N/m\"\n",
    "[contact.normal.power-law]\nexponent = 1.5\nforce = \"20 N\"\nat_overlap = \"10 um\"\n",
];

/// Dampings with numbers; [`with_examples`] has those that are not here.
const DAMPING: &[&str] = &[
    "[contact.damping.tsuji]\nrestitution = 0.8\n",
    "[contact.damping.linear-dashpot]\nratio = 0.1\n",
    "[contact.damping.hunt-crossley]\nlambda = \"0.2 s/m\"\n",
    "[contact.damping.kuwabara-kono]\nrelaxation_time = \"1 us\"\n",
    "[contact.damping.stiffness-dashpot]\nratio = 0.1\n",
];

const ENDS: [&str; 3] = ["zero-overlap", "force-clamped", "zero-force"];

/// Steps in the undamped duration, and how many durations are run.
const STEPS: f64 = 100.37;
const DURATIONS: f64 = 4.0;

/// Tables of the laws of an axis that are in none of `known`, with the examples of their keys: of all of them, and of each alone,
/// since many laws take one of several.
pub fn with_examples<Law>(axis: &str, kinds: &[LawKind<Law>], known: &[&str]) -> Vec<String> {
    let header = |name: &str| format!("[contact.{axis}.{name}]\n");
    let line = |key: &Key| key.spec().map_or(String::new(), |spec| format!("{} = {}\n", key.name, spec.example()));
    let new = kinds.iter().filter(|kind| !known.iter().any(|table| table.starts_with(&header(kind.card.name))));
    new.flat_map(|kind| {
        let each = kind.keys.iter().map(line);
        let all = each.clone().collect::<String>();
        std::iter::once(all).chain(each).map(move |keys| header(kind.card.name) + &keys)
    })
    .collect()
}

/// The first test scene that the engine covers; undamped scenes are tried first.
///
/// # Errors
/// Why the last scene was refused.
pub fn scene(covers: impl Fn(&Scene) -> Result<(), String>) -> Result<Scene, String> {
    let tables = |known: &[&str], more: Vec<String>| known.iter().map(|table| table.to_string()).chain(more).collect();
    let normals: Vec<String> = tables(NORMAL, with_examples("normal", normal::KINDS, NORMAL));
    let dampings: Vec<String> = tables(DAMPING, with_examples("damping", damping::KINDS, DAMPING));
    let undamped = std::iter::once(String::new());
    let damped = dampings.iter().flat_map(|law| ENDS.map(|ends| format!("[contact]\nends = \"{ends}\"\n{law}")));
    let mut why = "it covers none of the test contacts".to_string();
    for damping in undamped.chain(damped) {
        for normal in &normals {
            for body in [SPHERE, WALL] {
                let text = format!("{BODIES}{body}{damping}{normal}");
                let file = SourceFile { name: "trial".to_string(), text };
                // A damping is not for every normal law.
                let Ok(case) = Case::read(file.into(), "trial", &Files::Embedded) else { continue };
                let Some(scene) = case.scenes.into_iter().next() else { continue };
                match covers(&scene) {
                    Ok(()) => return Ok(scene),
                    Err(because) => why = because,
                }
            }
        }
    }
    Err(why)
}

/// Why a test collision has no result.
#[derive(Debug)]
pub enum NoTrial {
    /// The engine covers none of the test scenes.
    NotCovered(String),
    /// The engine failed.
    Failed(Box<Failure>),
}

/// A batch of one pair with its time series, run for several undamped durations.
///
/// # Errors
/// When the duration without the dashpot is not known.
pub fn two_bodies(scene: &Scene) -> Result<Batch<'_>, SolveError> {
    let natural = natural_duration(scene)?;
    let steps = (DURATIONS * STEPS) as u64;
    let pairs = vec![BatchPair { scene, onset_phase: 0.5 }];
    Ok(Batch { case: "two-bodies", time_step: natural / STEPS, steps, trajectory: true, pairs })
}

/// A number that a code reports of [`two_bodies`]: by velocity Verlet with the time step of that batch, and in the limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expectable {
    /// `restitution`
    pub word: &'static str,
    pub stepped: f64,
    pub limit: f64,
}

/// Restitution, and tangential restitution of an oblique impact, that come of [`two_bodies`]; nothing where the scheme or the
/// reference has none.
pub fn expected_of_two_bodies(scene: &Scene) -> Vec<Expectable> {
    let ladder = vec![Rung { text: String::new(), step: StepSize::PerContact(STEPS) }];
    let how = How::Stepped { scheme: &VelocityVerlet, steps: Steps { ladder, onset_phases: 1 } };
    let Ok(solution) = collide(scene, &how) else { return Vec::new() };
    let observed = Observed::new(scene, solution);
    let Some(stepped) = observed.variants.first().and_then(|variant| variant.phases.first()) else { return Vec::new() };
    let of = |observable: Observable| {
        let [stepped, limit] = [reading(stepped, observable)?.value, reading(&observed.exact, observable)?.value];
        Some(Expectable { word: observable.word(), stepped, limit })
    };
    [Observable::Restitution, Observable::TangentialRestitution].into_iter().filter_map(of).collect()
}

/// Runs one collision; its restitution.
///
/// # Errors
/// When the engine does not cover the test scenes, or fails.
pub fn trial(engine: &dyn Engine, folders: &Folders, stop: &dyn Fn() -> bool) -> Result<f64, NoTrial> {
    let scene = scene(|scene| engine.covers(scene)).map_err(NoTrial::NotCovered)?;
    let bodies = two_bodies(&scene).map_err(|error| NoTrial::NotCovered(error.to_string()))?;
    let batch = Batch { case: "trial", trajectory: false, ..bodies };
    let name = called(engine);
    let failed = |folder, cause| NoTrial::Failed(Box::new(Failure::new(name.clone(), "a trial", folder, cause)));
    let folder = folders.fresh(&["trial", &name]).map_err(|cause| failed(std::path::PathBuf::new(), cause))?;
    let bounces = engine.run(&batch, &folder, stop).map_err(|cause| {
        folders.keep();
        failed(folder.clone(), cause)
    })?;
    bounces.first().map(|bounce| bounce.seen.restitution).ok_or_else(|| failed(folder, Cause::NoOutput("collision")))
}
