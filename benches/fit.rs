//! Refits a second. On two cores 1000 bootstrap refits of 30 drop heights with one unknown are to take less than 20 ms, and a
//! fit of 5 heights of 50 drops each, the heights sharing an effect, with 2000 refits, less than 2 s. Measured: 5 ms and 40 ms.

#[path = "../tests/fit/synthetic/mod.rs"]
#[allow(dead_code, reason = "the tests fit more laws")]
mod synthetic;

use collisionbench::fit::estimate::fit;
use collisionbench::fit::problem::Scatter;
use collisionbench::fit::random::Stream;
use collisionbench::fit::spread::{Resampling, bootstrap};
use criterion::{Criterion, criterion_group, criterion_main};
use synthetic::{Combination, DataKind, TrueLaw};

fn refits(c: &mut Criterion) {
    for (kind, unknowns) in [(DataKind::Heights, 1), (DataKind::Intervals, 1), (DataKind::ContactTimes, 2)] {
        let what = Combination { law: TrueLaw::KuwabaraKono, kind, unknowns, drops: 30 };
        let (model, truth) = what.model();
        let Ok(problem) = what.experiment(&*model, &truth, &mut Stream::new(1, 0)) else { continue };
        let Ok(found) = fit(&problem, &*model) else { continue };
        let name = format!("{:?}, {kind:?}, 30 drops, {unknowns} unknowns", what.law);
        c.bench_function(&format!("{name}: fit"), |b| b.iter(|| fit(&problem, &*model)));
        let resampling = Resampling { replicates: 1000, seed: 1 };
        c.bench_function(&format!("{name}: 1000 refits"), |b| {
            b.iter(|| bootstrap(&problem, &*model, &found, resampling, &|| true));
        });
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
    let resampling = Resampling { replicates: 2000, seed: 1 };
    c.bench_function("5 heights of 50 drops: fit and 2000 refits", |b| {
        b.iter(|| fit(&problem, &*model).map(|found| bootstrap(&problem, &*model, &found, resampling, &|| true)));
    });
}

criterion_group!(benches, refits, hierarchical);
criterion_main!(benches);
