//! The reference against theory: tables of forty digits, closed forms, and laws that need no number at all.

#![allow(non_snake_case, reason = "as in the library: a formula reads like the paper")]

mod branched;
mod branched_dashpot;
mod branched_slide;
mod closed_forms;
mod documented;
mod edges;
mod eepa;
mod energy;
mod formulas;
mod further_laws;
mod jkr_dashpot;
mod lens;
mod local_damping;
mod luding_slide;
mod near_zero;
mod observed;
mod plastic;
mod plates;
mod properties;
mod questions;
mod tables;
mod thornton_ning;

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use collisionbench::bench::{Plan, find};
use collisionbench::collide::SolveError;
use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::reference::{Approach, collide, solve};
use collisionbench::collide::trajectory::{Moment, Trajectory};
use collisionbench::law::scene::Scene;
use collisionbench::law::{Ends, PowerForce};

/// The tolerance the reference is judged at.
const TOLERANCE: f64 = 1e-13;

fn law(alpha: f64, K: f64, beta: f64, C: f64, ends: Ends) -> PowerForce {
    PowerForce { K, alpha, C, beta, reference_gap: 0.0, ends }
}

fn head_on(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<Trajectory, SolveError> {
    collide(law, None, &Approach::head_on(m_star, speed), tolerance)
}

fn solved(law: &PowerForce, m_star: f64, speed: f64) -> Trajectory {
    head_on(law, m_star, speed, TOLERANCE).unwrap_or_else(|error| panic!("{law:?}: {error}"))
}

fn restitution(trajectory: &Trajectory, speed: f64) -> Estimate {
    let Moment { speed: Estimate { value, uncertainty }, .. } = trajectory.end.expect("it separates");
    Estimate::new(-value / speed, uncertainty / speed)
}

/// Within a relative tolerance, and covered by a stated uncertainty that is itself below 1e-11.
fn assert_meets(what: &str, got: Estimate, expected: f64, within: f64) {
    let Estimate { value, uncertainty } = got;
    let off = (value - expected).abs();
    assert!(off <= within * expected.abs(), "{what}: {value:e}, not {expected:e}: off by {:e}", off / expected);
    assert!(off <= uncertainty, "{what}: off by {off:e}, but said to be known to {uncertainty:e}");
    assert!(uncertainty < 1e-11 * expected.abs(), "{what}: known to {:e} only", uncertainty / expected);
}

/// The scenes of a case of a ball on a wall or plate, beside what its bodies, its impact and its contact are.
fn scenes(text: &str) -> Result<Vec<Scene>, String> {
    let folder = tempfile::TempDir::new().unwrap();
    let expect = "[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nenergy_residual = { within = \"1e-9 absolute\" }\n";
    std::fs::write(folder.path().join("one.toml"), format!("title = \"One\"\n{text}\n[run.reference]\n{expect}"))
        .unwrap();
    let plan = find(&["one.toml".into()], folder.path()).and_then(Plan::new).map_err(|error| error.to_string())?;
    Ok(plan.cases[0].case.scenes.clone())
}

/// An observable of a scene.
fn seen(scene: &Scene, wanted: Observable) -> Option<Estimate> {
    let trajectory = solve(scene, TOLERANCE).unwrap_or_else(|error| panic!("{}: {error}", scene.name));
    observe(scene, &trajectory.collision(scene))
        .into_iter()
        .find(|(observable, _)| *observable == wanted)
        .map(|(_, estimate)| estimate)
}

/// A row of a theory table: cells by column.
struct Row {
    table: &'static str,
    cells: HashMap<String, String>,
}

impl Row {
    fn number(&self, column: &str) -> f64 {
        let cell = self.word(column);
        cell.parse().unwrap_or_else(|_| panic!("{}: {column} = {cell}", self.table))
    }

    fn word(&self, column: &str) -> &str {
        self.cells.get(column).unwrap_or_else(|| panic!("{}: no column {column}", self.table))
    }
}

fn rows(table: &'static str, count: usize) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/theory-tables").join(format!("{table}.csv"));
    let mut reader = csv::Reader::from_reader(File::open(&path).unwrap());
    let rows: Vec<Row> = reader.deserialize().map(|cells| Row { table, cells: cells.unwrap() }).collect();
    assert_eq!(rows.len(), count, "{table} has been changed");
    rows
}
