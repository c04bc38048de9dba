#![allow(non_snake_case, reason = "a formula in code reads like the paper")]
//! Nanoseconds a step of the production stepper: one collision at a time, and a thousand side by side.
//!
//! Floors measured on one machine: 23 ns alone (two chained square roots), 5.4 and 3.0 ns in lanes of four and eight.
//! `cargo bench --bench stepper`: criterion's time over its throughput is the time a step, in a batch a step and
//! collision.

use collisionbench::collide::schemes::{Leapfrog, Scheme, VelocityVerlet, VelocityVerletImplicit};
use collisionbench::collide::stepper::{Encounter, Impact, onset_phases};
use collisionbench::law::{Dashpot, Elastic, Ends, PowerForce};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const SPEED: f64 = 1.0;

/// Spheres with Tsuji damping, restitution 0.5: both square roots of a step are needed.
fn tsuji(ends: Ends) -> Encounter {
    let (K, m_star) = (1.6e9f64, 2.0e-5f64);
    let alpha = 5f64.sqrt() * 0.215_453_761_966_246_8;
    let dashpot = Dashpot { C: alpha * (m_star * K).sqrt(), beta: 0.25 };
    Encounter { force: PowerForce::new(Elastic { K, alpha: 1.5, reference_gap: 0.0 }, dashpot, ends), m_star }
}

fn impacts(encounter: &Encounter, count: usize) -> Vec<Impact> {
    let dt = encounter.undamped_duration(SPEED) / 200.37;
    onset_phases(count).map(|phase| Impact { phase, speed: SPEED, dt }).collect()
}

/// Steps of all collisions together, free flight included.
fn steps(scheme: &dyn Scheme, encounter: &Encounter, impacts: &[Impact]) -> u64 {
    let counted =
        |impact: &Impact| scheme.collide(encounter, impact).measured.duration_counted.map_or(0.0, |t| t / impact.dt);
    impacts.iter().map(|impact| counted(impact).round() as u64 + 1).sum()
}

fn alone_and_side_by_side(criterion: &mut Criterion) {
    let schemes: [&dyn Scheme; 3] = [&VelocityVerlet, &Leapfrog, &VelocityVerletImplicit];
    for scheme in schemes {
        for ends in [Ends::ZeroOverlap, Ends::ForceClamped] {
            let encounter = tsuji(ends);
            let mut group = criterion.benchmark_group(format!("{}/{}", scheme.name(), ends.word()));
            let one = impacts(&encounter, 1);
            group.throughput(Throughput::Elements(steps(scheme, &encounter, &one)));
            group.bench_function("alone", |b| b.iter(|| scheme.collide(&encounter, &one[0])));
            let thousand = impacts(&encounter, 1000);
            group.throughput(Throughput::Elements(steps(scheme, &encounter, &thousand)));
            group.bench_function("a thousand", |b| b.iter(|| scheme.collide_many(&encounter, &thousand)));
            group.finish();
        }
    }
}

criterion_group!(benches, alone_and_side_by_side);
criterion_main!(benches);
