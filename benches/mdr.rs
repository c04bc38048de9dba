//! An oblique impact to 1e-6 by the exact tangential reference: the ceiling is 10 ms on one thread.

use std::hint::black_box;

use collisionbench::solve::mdr::rebound;
use criterion::{Criterion, criterion_group, criterion_main};

/// A solid sphere, nu = 0.3.
const CHI: f64 = 1.441_176_470_588_235_3;
const SPRINGS: usize = 1000;

fn impacts(c: &mut Criterion) {
    let mut group = c.benchmark_group("mdr");
    // psi2 from theory.md section 5.
    for (psi1, psi2) in [(0.5, 0.047_831_08), (2.0, -0.837_210_01), (4.0, -1.436_512_23)] {
        let found = rebound(psi1, CHI, SPRINGS).psi2.value;
        assert!((found - psi2).abs() < 1e-6, "what is timed must be right: {psi1}: {found}");
        group.bench_function(format!("psi1 = {psi1}: psi2 to 1e-6 with uncertainty"), |b| {
            b.iter(|| rebound(black_box(psi1), CHI, SPRINGS));
        });
    }
    group.finish();
}

criterion_group!(benches, impacts);
criterion_main!(benches);
