//! Collisions a second on one thread. The floor for restitution to 1e-12 is 55 thousand.

use std::hint::black_box;

use collisionbench::contact::{Ends, PowerForce, achieved};
use collisionbench::solve::reference::{collide, restitution};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const M_STAR: f64 = 1e-3;
const SPEED: f64 = 1.0;

/// Tsuji damping of spheres that achieves restitution `e`.
fn tsuji(e: f64, ends: Ends) -> PowerForce {
    let stiffness = 1e9;
    let alpha = 5f64.sqrt() * achieved::damping_ratio(e, ends);
    PowerForce {
        K: stiffness,
        alpha: 1.5,
        C: alpha * (M_STAR * stiffness).sqrt(),
        beta: 0.25,
        reference_gap: 0.0,
        ends,
    }
}

fn collisions(c: &mut Criterion) {
    let mut group = c.benchmark_group("collision");
    group.throughput(Throughput::Elements(1));
    for ends in [Ends::ZeroOverlap, Ends::ZeroForce] {
        let law = tsuji(0.5, ends);
        let e = restitution(&law, M_STAR, SPEED, 1e-12).unwrap_or(f64::NAN);
        assert!((e / 0.5 - 1.0).abs() < 1e-12, "{}: what is timed must be right: {e}", ends.word());
        group.bench_function(format!("restitution to 1e-12, {}", ends.word()), |b| {
            b.iter(|| restitution(black_box(&law), M_STAR, SPEED, 1e-12));
        });
        group.bench_function(format!("all with uncertainty, {}", ends.word()), |b| {
            b.iter(|| collide(black_box(&law), M_STAR, SPEED, 1e-13));
        });
    }
    group.finish();
}

criterion_group!(benches, collisions);
criterion_main!(benches);
