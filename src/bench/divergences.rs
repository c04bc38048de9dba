//! First divergence of every engine from the reference and from the other engines.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::observed::Collision;
use super::observed::CollisionIndex;
use super::observed::Variant;
use super::planned::PlannedCase;
use crate::bench::divergence::Divergence;

/// Largest relative difference of two time series that is no divergence: coarse time steps cause as much.
const WITHIN: f64 = 1e-2;

/// Two courses of one scene that part by more than a hundredth of the largest overlap, force or spin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PartingRecord {
    pub scene: String,
    /// `lammps 29Sep2021`
    pub who: String,
    /// Another installation, or `reference`.
    pub from: String,
    /// s since first touch
    pub time: f64,
    /// At which event: `at the turning point`
    pub at: String,
}

/// The divergences of each scene, at the finest step of each engine: from the reference first, then between engines.
pub(super) fn divergences(planned: &PlannedCase, collisions: &[Collision]) -> Vec<PartingRecord> {
    let case = &planned.case;
    let found = CollisionIndex::new(collisions, case.runs.len(), case.scenes.len());
    let engine_runs: Vec<usize> = (0..case.runs.len()).filter(|&run| case.runs[run].is_engine()).collect();
    let reference = case.runs.iter().position(|run| run.solver.text == "reference");
    let mut all = Vec::new();
    for scene in 0..case.scenes.len() {
        let engines: Vec<(&str, &Variant)> = engine_runs
            .iter()
            .flat_map(|&run| found.all(run, scene))
            .filter_map(|collision| Some((collision.installation.as_str(), course(collision)?)))
            .collect();
        if engines.is_empty() {
            continue;
        }
        let exact = reference.and_then(|run| course(found.first(run, scene)?));
        let changes = exact.map(|exact| exact.changes.as_slice()).unwrap_or_default();
        let mut add = |(one, a): &(&str, &Variant), other: &str, b: &Variant| {
            if let Some(Divergence { time, event }) = Divergence::find(a.series(), b.series(), changes, WITHIN) {
                let [scene, who, from, at] = [&case.scenes[scene].name, *one, other, event.word()].map(str::to_string);
                all.push(PartingRecord { scene, who, from, time, at });
            }
        };
        for engine in &engines {
            if let Some(exact) = exact {
                add(engine, "reference", exact);
            }
        }
        for (i, engine) in engines.iter().enumerate() {
            for (name, other) in &engines[i + 1..] {
                add(engine, name, other);
            }
        }
    }
    all
}

/// The result with the finest time step, if it has a time series.
fn course(collision: &Collision) -> Option<&Variant> {
    collision.result.as_ref().ok()?.variants.last().filter(|finest| !finest.course.is_empty())
}
