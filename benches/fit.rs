//! Refits a second: 1000 bootstrap refits of 30 drops are to take less than a second on two cores.

use collisionbench::fit::coverage::{Combination, Kind, Law};
use collisionbench::fit::estimate::fit;
use collisionbench::fit::random::Stream;
use collisionbench::fit::spread::{Resampling, bootstrap};
use criterion::{Criterion, criterion_group, criterion_main};

fn refits(c: &mut Criterion) {
    for (law, kind, unknowns) in [
        (Law::KuwabaraKono, Kind::Heights, 1),
        (Law::KuwabaraKono, Kind::Intervals, 1),
        (Law::KuwabaraKono, Kind::ContactTimes, 2),
    ] {
        let what = Combination { law, kind, unknowns, drops: 30 };
        let Ok((model, truth)) = what.model() else { continue };
        let Ok(problem) = what.experiment(&*model, &truth, &mut Stream::new(1, 0)) else { continue };
        let Ok(found) = fit(&problem, &*model) else { continue };
        let name = format!("{}, {}, 30 drops, {unknowns} unknowns", law.word(), kind.word());
        c.bench_function(&format!("{name}: fit"), |b| b.iter(|| fit(&problem, &*model)));
        let resampling = Resampling { replicates: 1000, seed: 1 };
        c.bench_function(&format!("{name}: 1000 refits"), |b| {
            b.iter(|| bootstrap(&problem, &*model, &found, resampling, &|| true));
        });
    }
}

criterion_group!(benches, refits);
criterion_main!(benches);
