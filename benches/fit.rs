//! Fits of 30 drops, and of 5 heights of 50 drops each that share an effect.

#[path = "../tests/fit/synthetic/mod.rs"]
#[allow(dead_code, reason = "the tests fit more laws")]
mod synthetic;

use collisionbench::fit::estimate::fit;
use collisionbench::fit::problem::Scatter;
use collisionbench::fit::random::Stream;
use criterion::{Criterion, criterion_group, criterion_main};
use synthetic::{Combination, DataKind, TrueLaw};

fn drops(c: &mut Criterion) {
    for (kind, unknowns) in [(DataKind::Heights, 1), (DataKind::Intervals, 1), (DataKind::ContactTimes, 2)] {
        let what = Combination { law: TrueLaw::KuwabaraKono, kind, unknowns, drops: 30 };
        let (model, truth) = what.model();
        let Ok(problem) = what.experiment(&*model, &truth, &mut Stream::new(1, 0)) else { continue };
        let name = format!("{:?}, {kind:?}, 30 drops, {unknowns} unknowns", what.law);
        c.bench_function(&format!("{name}: fit"), |b| b.iter(|| fit(&problem, &*model)));
    }
}

/// Five heights, fifty drops from each.
fn hierarchical(c: &mut Criterion) {
    let what = Combination { law: TrueLaw::KuwabaraKono, kind: DataKind::Heights, unknowns: 1, drops: 250 };
    let (model, truth) = what.model();
    let Ok(mut problem) = what.experiment(&*model, &truth, &mut Stream::new(1, 0)) else { return };
    let mut order: Vec<usize> = (0..problem.data.len()).collect();
    order.sort_by(|&a, &b| problem.data[a].speed.total_cmp(&problem.data[b].speed));
    for (place, at) in order.into_iter().enumerate() {
        problem.data[at].group = place / 50;
    }
    problem.scatter = Scatter::BetweenGroups;
    c.bench_function("5 heights of 50 drops: fit", |b| b.iter(|| fit(&problem, &*model)));
}

criterion_group!(benches, drops, hierarchical);
criterion_main!(benches);
