//! `[run.recorded]`: what a code left is judged like a run of it, whatever frame, clock and units it was written in, and what
//! is no recording of the case is refused.

use crate::common;
mod refusals;
mod schemes;
mod table;
mod twins;
mod walls;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use collisionbench::bench::{Check, Verdict};
use collisionbench::bench::{NoResult, Observed, Plan, Silent, execute, find};
use collisionbench::case::Case;
use collisionbench::codes::engine::{Batch, BatchPair, read_dump};
use collisionbench::collide::collide;
use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::{Observable, observe};
use collisionbench::data::Files;
use collisionbench::error::{Error, SourceFile};
use collisionbench::law::scene::Scene;
use collisionbench::units::Dimension;

use table::Table;

/// The shipped case, about the table `t.csv` beside it.
pub fn shipped_case() -> String {
    let text = fs::read_to_string(root().join("cases/recorded/lammps-glancing-spheres.toml")).unwrap();
    text.replace("reference-data/recordings/lammps-glancing-spheres.csv", "t.csv")
}

/// Its recording.
pub fn shipped_table() -> Table {
    let name = "reference-data/recordings/lammps-glancing-spheres.csv";
    Table::read(&fs::read_to_string(root().join(name)).unwrap())
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What came of a case with its recording.
pub struct Judged {
    /// Of each scene.
    pub results: Vec<Result<Observed, NoResult>>,
    /// Those of the recording.
    pub checks: Vec<Check>,
    /// Those of others that are held against the recording.
    pub against: Vec<Check>,
}

impl Judged {
    /// All numbers of one scene.
    pub fn readings(&self, scene: usize) -> Vec<(Observable, Estimate)> {
        self.results[scene].as_ref().unwrap().variants[0].phases[0].to_vec()
    }

    /// One of them.
    pub fn number(&self, observable: Observable) -> Option<f64> {
        self.readings(0).iter().find(|(word, _)| *word == observable).map(|(_, estimate)| estimate.value)
    }

    /// Whether everything is met.
    pub fn passes(&self) -> bool {
        self.checks.iter().all(|check| check.outcome == Verdict::Pass)
    }

    /// Observables of the checks that fail.
    pub fn failing(&self) -> Vec<&str> {
        let failing = self.checks.iter().filter(|check| check.outcome == Verdict::Fail);
        failing.map(|check| &*check.observable).collect()
    }

    /// Why there is no collision.
    pub fn refused(&self) -> String {
        match &self.results[0] {
            Err(NoResult::Failed(why) | NoResult::Skipped(why)) => why.clone(),
            other => panic!("{other:?}"),
        }
    }
}

/// Runs a case whose recording is `t.csv`.
pub fn judge(case: &str, table: &str) -> Result<Judged, Error> {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("case.toml");
    fs::write(&path, case).unwrap();
    fs::write(place.path().join("t.csv"), table).unwrap();
    let plan = Plan::new(find(&[path], place.path())?)?;
    let mut run = execute(&plan, &collide, &Silent)?;
    let case = run.cases.remove(0);
    let recorded = plan.cases[0].case.runs.iter().position(|run| run.solver.text == "recorded").unwrap();
    let results = case.collisions.into_iter().filter(|collision| collision.run == recorded);
    let against = case.checks.iter().filter(|check| &*check.against == "recorded").cloned().collect();
    let checks = case.checks.into_iter().filter(|check| &*check.who == "recorded").collect();
    Ok(Judged { results: results.map(|collision| collision.result).collect(), checks, against })
}

/// What is said of a table that is refused as a whole.
pub fn message(case: &str, table: &str) -> String {
    judge(case, table).map(|_| panic!("it was read")).unwrap_err().to_string()
}

/// What rounding may do to a number: coordinates as large as `far`, of bodies that meet at `reach` from centre to centre.
#[derive(Clone, Copy)]
pub struct Rounding {
    pub far: f64,
    pub reach: f64,
    pub speed: f64,
    /// Last time on the clock, s.
    pub late: f64,
}

impl Rounding {
    /// Of an observable. A coordinate is rounded a few times, and turns the line of centres by its part of the reach.
    fn of(self, observable: Observable, scale: f64) -> f64 {
        let place = 16.0 * f64::EPSILON * self.far;
        let turned = place / self.reach;
        match observable.dimension() {
            Dimension::Length => place,
            Dimension::Time => 4.0 * place / self.speed + 8.0 * f64::EPSILON * self.late,
            Dimension::Force => 4.0 * f64::EPSILON * scale,
            _ => 64.0 * turned * scale.max(1.0),
        }
    }
}

/// Every number of one is that of the other; residuals are nothing to the digits printed.
pub fn alike(one: &[(Observable, Estimate)], other: &[(Observable, Estimate)], rounding: Rounding) {
    let words = |all: &[(Observable, Estimate)]| all.iter().map(|(word, _)| word.word()).collect::<Vec<_>>();
    assert_eq!(words(one), words(other));
    assert!(one.len() >= 9, "{:?}", words(one));
    for ((word, a), (_, b)) in one.iter().zip(other) {
        let allowed = a.uncertainty + b.uncertainty + rounding.of(*word, a.value.abs());
        let off = (a.value - b.value).abs();
        assert!(off <= allowed, "{}: {:?} and {:?}, {off:e} of {allowed:e}", word.word(), a.value, b.value);
    }
}

#[test]
fn the_shipped_recording_passes_from_what_is_built_in() {
    let found = find(&["shipped:recorded".into()], Path::new("/")).unwrap();
    let plan = Plan::new(found).unwrap();
    let hash = &plan.inputs["reference-data/recordings/lammps-glancing-spheres.csv"];
    assert_eq!(hash.len(), 64);
    let run = execute(&plan, &collide, &Silent).unwrap();
    let checks = &run.cases[0].checks;
    assert!(checks.len() == 10 && checks.iter().all(|check| check.outcome == Verdict::Pass), "{checks:?}");
    let collision = &run.cases[0].collisions[1];
    assert_eq!(collision.installation, "lammps 29Sep2021");
    let variant = &collision.result.as_ref().unwrap().variants[0];
    assert!(variant.course.len() > 150 && variant.turns.len() > 150, "its course is kept for curves");
}

/// The dump of a head-on impact of LAMMPS, read as an engine's output and as a recording: two pairs in one box.
#[test]
fn what_lammps_left_has_the_same_numbers_both_ways() {
    let folder = root().join("tests/engines/recorded/lammps-2021");
    let case = fs::read_to_string(root().join("tests/engines/recorded/case.toml")).unwrap();
    let input = fs::read_to_string(folder.join("input.txt")).unwrap();
    let word = |key: &str| input.lines().find_map(|line| line.strip_prefix(key)).unwrap().trim().to_string();
    let time_step: f64 = word("timestep").parse().unwrap();
    let steps: u64 = word("run ").parse().unwrap();
    let file = SourceFile { name: "case.toml".to_string(), text: case.clone() };
    let scene: Scene = Case::read(Arc::new(file), "case", &Files::Embedded).unwrap().scenes.remove(0);
    let pairs = [0.25, 0.75].map(|onset_phase| BatchPair { scene: &scene, onset_phase });
    let batch = Batch { case: "case", time_step, steps, trajectory: true, pairs: pairs.to_vec() };
    let bounces = read_dump(&batch, &folder).unwrap();
    let dump = fs::read_to_string(folder.join("dump.txt")).unwrap();
    let start = case.find("[run.lammps]").unwrap();
    let recorded = format!(
        "{}[run.recorded]\ndata = \"t.csv\"\ncode = \"lammps\"\ntime_step = \"{time_step} s\"\n\
         [[expect]]\nthat = \"recorded\"\nagrees_with = \"hertz-impact\"\nduration = {{ within = \"1 %\" }}\n",
        &case[..start]
    );
    for (pair, bounce) in bounces.iter().enumerate() {
        let table = Table::of_dump(&dump, time_step, pair);
        let judged = judge(&recorded, &table.text()).unwrap();
        let rounding = Rounding { far: table.farthest(), reach: 5e-3, speed: 1.0, late: table.last_time() };
        alike(&observe(&scene, &bounce.collision(&scene)), &judged.readings(0), rounding);
        assert!(judged.number(Observable::DurationCounted).is_some());
    }
}

/// Other values would not be computed anew: what fails in a recording is not shrunk, wherever its case is.
#[test]
fn a_recording_is_not_shrunk() {
    let place = tempfile::tempdir().unwrap();
    let case = shipped_case().replace("5e-5 relative", "1e-12 relative");
    fs::create_dir(place.path().join("inner")).unwrap();
    fs::write(place.path().join("inner/case.toml"), case).unwrap();
    fs::write(place.path().join("inner/t.csv"), shipped_table().text()).unwrap();
    let ended = common::run(place.path(), &["shrink", "inner/case.toml"]);
    assert_eq!(ended.code, 2, "{}", ended.text());
    assert!(ended.err.contains("is of a recording, which cannot be computed with other values"), "{}", ended.err);
}
