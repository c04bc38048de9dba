#![allow(non_snake_case, reason = "a formula in code reads like the paper")]
//! Nanoseconds a step of an oblique collision in three dimensions, law by law.
//!
//! The memory diagram is to cost less than ten springs a step, and no more a step in long collisions than in short ones.
//! `cargo bench --bench oblique_stepper`: criterion's time over its throughput is the time a step.

use collisionbench::collide::schemes::VelocityVerlet;
use collisionbench::collide::stepper::{Encounter, Impact, Oblique, strike};
use collisionbench::law::scene::{Bodies, ImpactKinematics};
use collisionbench::law::shear::Spheres;
use collisionbench::law::shear::{Form, ShearForce};
use collisionbench::law::{Dashpot, Elastic, Ends, PowerForce};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const RADIUS: f64 = 0.0025;
const SPEED: f64 = 1.0;

/// Alumina on alumina, elastic, at `psi1 = 0.5`: it sticks first, so that the memory of the diagram grows.
fn sphere_on_wall(form: Form) -> Oblique {
    let (E, nu, mu): (f64, f64, f64) = (380e9, 0.23, 0.092);
    let (E_star, G_star) = (E / (2.0 * (1.0 - nu * nu)), E / (4.0 * (1.0 + nu) * (2.0 - nu)));
    let m_star = 4000.0 * 4.0 / 3.0 * std::f64::consts::PI * RADIUS.powi(3);
    let elastic = Elastic { K: 4.0 / 3.0 * E_star * RADIUS.sqrt(), alpha: 1.5, reference_gap: 0.0 };
    let force = PowerForce::new(elastic, Dashpot { C: 0.0, beta: 0.0 }, Ends::ForceClamped);
    Oblique {
        encounter: Encounter { force, m_star },
        bodies: Bodies {
            m_star,
            radius: [RADIUS, f64::INFINITY],
            inertia: [0.4 * m_star * RADIUS * RADIUS, f64::INFINITY],
        },
        mass: [m_star, f64::INFINITY],
        kinematics: ImpactKinematics {
            tangential_speed: 0.5 * mu * E_star / (4.0 * G_star) * SPEED,
            ..ImpactKinematics::HEAD_ON
        },
        shear: ShearForce {
            S: 8.0 * G_star * RADIUS.sqrt(),
            gamma: 0.5,
            spheres: Some(Spheres { E_star, G_star, R_star: RADIUS, friction: mu }),
            ..ShearForce::new(form, mu)
        },
        motion: None,
    }
}

fn laws(criterion: &mut Criterion) {
    for steps in [200.37, 2_000.37, 20_000.37] {
        let mut group = criterion.benchmark_group(format!("oblique, a step of {}", steps as u64));
        group.throughput(Throughput::Elements(steps as u64 + 1));
        for form in Form::ALL {
            let scene = sphere_on_wall(form);
            let impact = Impact { phase: 0.5, speed: SPEED, dt: scene.encounter.undamped_duration(SPEED) / steps };
            group.bench_function(format!("{form:?}"), |b| b.iter(|| strike(&VelocityVerlet, &scene, &impact)));
        }
        group.finish();
    }
}

criterion_group!(benches, laws);
criterion_main!(benches);
