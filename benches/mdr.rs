//! An oblique impact to 1e-6 by the exact tangential reference (the ceiling is 10 ms on one thread), and what a step
//! of a law costs: the memory diagram less than ten springs, with many steps in a collision as with few.

use std::hint::black_box;

use collisionbench::contact::Ends;
use collisionbench::contact::history::{Memory, MemoryDiagram, Spheres, SpringSlider};
use collisionbench::contact::shear::Form;
use collisionbench::solve::mdr::{Motion, Normal, rebound, strike};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// A solid sphere, nu = 0.3.
const CHI: f64 = 1.441_176_470_588_235_3;
const SPRINGS: usize = 1000;
const ELASTIC: Normal = Normal { damping: 0.0, beta: 0.0, ends: Ends::ZeroOverlap };

fn impacts(c: &mut Criterion) {
    let mut group = c.benchmark_group("mdr");
    // psi2 from theory.md section 5.
    for (psi1, psi2) in [(0.5, 0.047_831_08), (2.0, -0.837_210_01), (4.0, -1.436_512_23)] {
        let found = rebound(&ELASTIC, psi1, CHI, SPRINGS).expect("it parts").value;
        assert!((found - psi2).abs() < 1e-6, "what is timed must be right: {psi1}: {found}");
        group.bench_function(format!("psi1 = {psi1}: psi2 to 1e-6 with uncertainty"), |b| {
            b.iter(|| rebound(&ELASTIC, black_box(psi1), CHI, SPRINGS));
        });
    }
    group.finish();
}

type Make = fn() -> Box<dyn Memory>;

/// A collision that sticks first: the memory grows a ring a step until the turning point.
fn laws(c: &mut Criterion) {
    let mut group = c.benchmark_group("tangential law, a step");
    for half in [100, 1000, 10_000] {
        let motion = Motion::new(half);
        group.throughput(Throughput::Elements(2 * half as u64));
        let makes: [(&str, Make); 3] = [
            ("total spring", || Box::new(SpringSlider::<1>::new(Form::Total))),
            ("incremental spring", || Box::new(SpringSlider::<1>::new(Form::Incremental))),
            ("memory diagram", || Box::new(MemoryDiagram::new(Spheres::SCALED))),
        ];
        for (name, make) in makes {
            group.bench_function(format!("{name}, {} steps", 2 * half), |b| {
                b.iter(|| {
                    let mut law = make();
                    strike(&motion, black_box(0.5), CHI, |delta, dw| law.advance(&Spheres::SCALED.pressed(delta), dw))
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, impacts, laws);
criterion_main!(benches);
