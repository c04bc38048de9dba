//! Where codes part: from the reference, and from each other.

use super::computed::Collision;
use super::index::Index;
use super::observed::Variant;
use super::planned::PlannedCase;
use crate::judge::Parting;

/// Courses that stay nearer than this, in parts of the largest value, have not parted: a coarse step is off by as much.
const WITHIN: f64 = 1e-2;

/// Two courses of one scene that part.
#[derive(Debug, Clone, PartialEq)]
pub struct Parted {
    /// Index into the scenes of the case.
    pub scene: usize,
    /// `lammps 29Sep2021`
    pub one: String,
    /// Another installation, or `reference`.
    pub other: String,
    pub parting: Parting,
}

/// Every two courses of a scene that part, at the finest step of each: engines from the reference first, then from each
/// other.
pub(super) fn partings(planned: &PlannedCase, collisions: &[Collision]) -> Vec<Parted> {
    let case = &planned.case;
    let found = Index::new(collisions, case.runs.len(), case.scenes.len());
    let engine_runs: Vec<usize> = (0..case.runs.len()).filter(|&run| case.runs[run].engine).collect();
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
            if let Some(parting) = Parting::find(a.followed(), b.followed(), changes, WITHIN) {
                all.push(Parted { scene, one: (*one).to_string(), other: other.to_string(), parting });
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

/// The course at the finest step; `None` where there is none.
fn course(collision: &Collision) -> Option<&Variant> {
    collision.result.as_ref().ok()?.variants.last().filter(|finest| !finest.course.is_empty())
}
