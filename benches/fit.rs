//! Fits of 30 drops, and of 5 heights of 50 drops each that share an effect.

#[path = "../tests/fit/synthetic.rs"]
mod synthetic;

use collisionbench::fit::estimate::fit;
use collisionbench::fit::problem::Scatter;
use collisionbench::fit::random::Stream;
use criterion::{Criterion, criterion_group, criterion_main};
use synthetic::Kind::{Bounces, Durations, Heights};
use synthetic::{drawn, model};

fn drops(c: &mut Criterion) {
    for kind in [Heights, Bounces, Durations] {
        let (model, _) = model(kind);
        let problem = drawn(kind, 30, &mut Stream::new(1, 0));
        c.bench_function(&format!("{kind:?}, 30 drops: fit"), |b| b.iter(|| fit(&problem, &*model)));
    }
}

/// Five heights, fifty drops from each.
fn hierarchical(c: &mut Criterion) {
    let (model, _) = model(Heights);
    let mut problem = drawn(Heights, 250, &mut Stream::new(1, 0));
    for datum in &mut problem.data {
        datum.group = datum.drop % 5;
    }
    problem.scatter = Scatter::BetweenGroups;
    c.bench_function("5 heights of 50 drops: fit", |b| b.iter(|| fit(&problem, &*model)));
}

criterion_group!(benches, drops, hierarchical);
criterion_main!(benches);
