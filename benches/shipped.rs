//! What the whole shipped run costs without pictures: read, plan, compute, judge, record; and a collision whose spins are not in one plane.

use std::path::Path;

use collisionbench::bench::record::Record;
use collisionbench::bench::{Plan, Silent, execute, find};
use collisionbench::collide::{How, collide};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn shipped(criterion: &mut Criterion) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut group = criterion.benchmark_group("shipped");
    group.sample_size(10);
    group.bench_function("plan", |b| b.iter(|| Plan::new(find(&[], here).unwrap()).unwrap()));
    let plan = Plan::new(find(&[], here).unwrap()).unwrap();
    group.bench_function("run", |b| b.iter(|| execute(&plan, &collide, &Silent).unwrap()));
    let run = || execute(&plan, &collide, &Silent).unwrap();
    group.bench_function("record", |b| {
        b.iter_batched_ref(run, |run| Record::new(&plan, run), BatchSize::PerIteration);
    });
    group.finish();
}

/// The shipped scenes in space, each exactly and with an uncertainty: time over throughput is that of one.
fn in_space(criterion: &mut Criterion) {
    let plan = Plan::new(find(&[], Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()).unwrap();
    let how = How::Exact { tolerance: 1e-12 };
    let scenes = plan.cases.iter().flat_map(|planned| &planned.case.scenes);
    let scenes: Vec<_> = scenes.filter(|scene| !scene.kinematics.is_planar() && collide(scene, &how).is_ok()).collect();
    let mut group = criterion.benchmark_group("in space");
    group.throughput(Throughput::Elements(scenes.len() as u64)).sample_size(10);
    group.bench_function(format!("{} scenes", scenes.len()), |b| {
        b.iter(|| scenes.iter().map(|scene| collide(scene, &how)).collect::<Vec<_>>());
    });
    group.finish();
}

criterion_group!(benches, shipped, in_space);
criterion_main!(benches);
