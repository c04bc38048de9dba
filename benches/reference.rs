//! Collisions a second on one thread. The floor for restitution to 1e-12 is 55 thousand (Tsuji, e = 0.5), for everything with
//! uncertainty 4 thousand.

use std::hint::black_box;

use collisionbench::collide::reference::{Approach, collide};
use collisionbench::collide::restitution;
use collisionbench::collide::viscous::viscous_number;
use collisionbench::law::{Ends, PowerForce, achieved};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const M_STAR: f64 = 1e-3;
const SPEED: f64 = 1.0;
const STIFFNESS: f64 = 1e9;

fn law(beta: f64, coefficient: f64, ends: Ends) -> PowerForce {
    PowerForce { K: STIFFNESS, alpha: 1.5, C: coefficient, beta, reference_gap: 0.0, ends }
}

/// Tsuji damping that achieves restitution 0.5.
fn tsuji(ends: Ends) -> PowerForce {
    let alpha = 5f64.sqrt() * achieved::damping_ratio(0.5, ends);
    law(0.25, alpha * (M_STAR * STIFFNESS).sqrt(), ends)
}

/// Viscoelastic spheres that achieve it at this speed.
fn viscoelastic(ends: Ends) -> PowerForce {
    let time = (M_STAR * SPEED * SPEED / STIFFNESS).powf(0.4) / SPEED;
    law(0.5, viscous_number(0.5, 1.5, ends).unwrap_or(f64::NAN) * time * STIFFNESS, ends)
}

fn collisions(c: &mut Criterion) {
    let mut group = c.benchmark_group("collision");
    group.throughput(Throughput::Elements(1));
    for (name, ends, make) in [
        ("tsuji", Ends::ZeroOverlap, tsuji as fn(Ends) -> PowerForce),
        ("tsuji", Ends::ForceClamped, tsuji),
        ("kuwabara-kono", Ends::ForceClamped, viscoelastic),
    ] {
        let law = make(ends);
        let e = restitution(&law, M_STAR, SPEED, 1e-12).unwrap_or(f64::NAN);
        assert!((e / 0.5 - 1.0).abs() < 1e-12, "what is timed must be right: {name}, {}: {e}", ends.word());
        group.bench_function(format!("{name}, {}: restitution to 1e-12", ends.word()), |b| {
            b.iter(|| restitution(black_box(&law), M_STAR, SPEED, 1e-12));
        });
        group.bench_function(format!("{name}, {}: everything with uncertainty", ends.word()), |b| {
            b.iter(|| collide(black_box(&law), None, &Approach::head_on(M_STAR, SPEED), 1e-13));
        });
    }
    group.finish();
}

criterion_group!(benches, collisions);
criterion_main!(benches);
