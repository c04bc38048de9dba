//! What the bench adds to an engine's own time: 1000 pairs in one LAMMPS run, through the bench and as the same input by
//! itself. The first is to take less than 1.5 times as long as the second.
//!
//! Nothing is measured where there is no LAMMPS; `COLLISIONBENCH_ENGINES` names a file as `--engines` does.

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::case::engines_toml;
use collisionbench::codes::engine::{Batch, BatchPair, Engine, Engines, Folders, called};
use collisionbench::collide::stepper::{onset_phases, undamped_duration};
use collisionbench::data::Files;
use criterion::{Criterion, criterion_group, criterion_main};

const CASE: &str = "cases/normal/elastic/glass-head-on.toml";
const PAIRS: usize = 1000;
/// In the undamped duration; the run lasts twice as long.
const STEPS: f64 = 300.37;

/// Seconds of one program in a folder that holds its input.
fn alone(program: &str, folder: &Path) {
    let mut command = Command::new(program);
    command.args(["-in", "input.txt", "-log", "log.lammps", "-screen", "none"]).current_dir(folder);
    black_box(command.stdout(Stdio::null()).stderr(Stdio::null()).status().ok());
}

fn measure(c: &mut Criterion, engine: &dyn Engine) -> Option<()> {
    let text = Files::Embedded.text(CASE, 1 << 20).ok()?;
    let case = Case::read(Arc::new(text), CASE, &Files::Embedded).ok()?;
    let scene = case.scenes.first()?;
    let time_step = undamped_duration(&scene.power().unwrap(), scene.pair.m_star, scene.speed) / STEPS;
    let pairs = onset_phases(PAIRS).map(|onset_phase| BatchPair { scene, onset_phase }).collect();
    let batch = Batch { case: CASE, time_step, steps: (2.0 * STEPS) as u64, trajectory: false, pairs };
    let folders = Folders::temporary();
    let folder = folders.fresh(&["kept"]).ok()?;
    let run = || engine.run(&batch, &folder, &|| false);
    run().ok()?;
    let mut group = c.benchmark_group(format!("{}, {PAIRS} pairs", called(engine)));
    group.sample_size(10);
    group.bench_function("alone", |b| b.iter(|| alone(&engine.installation().place, &folder)));
    group.bench_function("through the bench", |b| b.iter(run));
    group.finish();
    Some(())
}

fn overhead(c: &mut Criterion) {
    let file = std::env::var("COLLISIONBENCH_ENGINES").unwrap_or_default();
    let engines = Engines::new(engines_toml::file(Path::new(&file)).unwrap_or_default(), Folders::temporary());
    let found = engines.installations("lammps");
    if found.is_empty() {
        println!("NOT MEASURED: lammps is not installed here");
    }
    for engine in found {
        measure(c, engine);
    }
}

criterion_group!(benches, overhead);
criterion_main!(benches);
