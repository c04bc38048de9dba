//! What the whole shipped run costs without pictures: read, plan, compute, judge, record.

use std::path::Path;

use collisionbench::bench::{Plan, Silent, execute, find};
use collisionbench::collide::collide;
use collisionbench::record::Record;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

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

criterion_group!(benches, shipped);
criterion_main!(benches);
