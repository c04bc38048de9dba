//! Laws and a reference with one mistake each: every one must be caught by the checks its sound twin passes.

use collisionbench::law::memory_diagram::MemoryDiagram;
use collisionbench::law::shear::Form;
use collisionbench::law::shear::{Pressed, Spheres};

use crate::tangential::histories::random;
use crate::tangential::laws::{CHI, Load, Memory, spring, worst};
use crate::tangential::springs::{Motion, SCALED, strike};
use crate::tangential::table::rows;

/// A law made for given spheres.
type Make = fn(Spheres) -> Box<dyn Memory>;

/// What an exact law does otherwise than the reference.
fn breaches_of_exactness(make: Make) -> Vec<String> {
    let mut breaches = Vec::new();
    for seed in 1..=10 {
        let history = random(seed);
        let off = worst(&history, &mut *make(history.spheres), 4000);
        if off.is_nan() || off >= 1e-6 {
            breaches.push(format!("history {seed}: {off:.1e} of mu N"));
        }
    }
    for row in rows("mdr_oblique.csv") {
        let off = rebound(make, row.number("psi1"), CHI) - row.number("psi2");
        if off.is_nan() || off.abs() >= 1e-5 {
            breaches.push(format!("psi1 = {}: {off:.1e}", row.text("psi1")));
        }
    }
    breaches
}

fn rebound(make: Make, psi1: f64, chi: f64) -> f64 {
    let mut law = make(SCALED);
    let at = |law: &mut dyn Memory, half| {
        strike(&Motion::new(half), psi1, chi, |delta, dw| law.step(&SCALED.pressed(delta), dw))
    };
    at(&mut *law, 2000)
}

/// What a spring does otherwise than its column of the table.
fn breaches_of_the_table(column: &str, make: Make, chi: f64) -> Vec<String> {
    let mut breaches = Vec::new();
    for row in rows("oblique_dem_models_vs_mdr.csv") {
        let off = rebound(make, row.number("psi1"), chi) - row.number(column);
        // First order with two thousand steps to the turning point.
        if off.is_nan() || off.abs() >= 1e-3 {
            breaches.push(format!("psi1 = {}: {off:.1e}", row.text("psi1")));
        }
    }
    breaches
}

/// A law that is told something else than what happens.
struct Told<L>(L, fn(&mut L, &Pressed, f64, Before) -> f64, Before);

/// The step before.
#[derive(Clone, Copy, Default)]
struct Before {
    delta: f64,
    limit: f64,
    k_t: f64,
}

impl<L: Memory> Memory for Told<L> {
    fn step(&mut self, to: &Pressed, du: f64) -> f64 {
        let force = (self.1)(&mut self.0, to, du, self.2);
        self.2 = Before { delta: to.delta, limit: to.limit, k_t: to.k_t };
        force
    }
}

fn told<L: Memory + 'static>(law: L, how: fn(&mut L, &Pressed, f64, Before) -> f64) -> Box<dyn Memory> {
    Box::new(Told(law, how, Before::default()))
}

#[test]
fn the_sound_laws_pass() {
    assert_eq!(breaches_of_exactness(|spheres| Box::new(MemoryDiagram::new(spheres))), Vec::<String>::new());
    for (column, make) in SPRINGS {
        assert_eq!(breaches_of_the_table(column, make, CHI), Vec::<String>::new(), "{column}");
    }
}

const SPRINGS: [(&str, Make); 3] = [
    ("psi2_total_spring", |_| Box::new(spring(Form::Total))),
    ("psi2_incremental_no_rescale", |_| Box::new(spring(Form::Incremental))),
    ("psi2_incremental_rescale_on_unloading", |_| Box::new(spring(Form::Rescaled))),
];

#[test]
fn every_broken_twin_of_the_exact_law_is_caught() {
    let twins: [(&str, Make); 9] = [
        ("the modulus G for G*", |s| Box::new(MemoryDiagram::new(Spheres { G_star: 1.7 * s.G_star, ..s }))),
        ("16/3 G* a instead of 8 G* a", |s| Box::new(MemoryDiagram::new(Spheres { G_star: s.G_star / 1.5, ..s }))),
        ("friction a thousandth too large", |s| {
            Box::new(MemoryDiagram::new(Spheres { friction: 1.001 * s.friction, ..s }))
        }),
        ("a contact radius of sqrt(2 R* delta)", |s| {
            Box::new(MemoryDiagram::new(Spheres { R_star: 2.0 * s.R_star, ..s }))
        }),
        ("new points take the whole slide", |s| {
            told(MemoryDiagram::new(s), |law, to, du, _| {
                law.step(to, 0.0);
                law.step(to, du)
            })
        }),
        ("the load changes after the slide", |s| {
            told(MemoryDiagram::new(s), |law, to, du, before| {
                let held = Pressed { delta: before.delta, ..*to };
                law.step(&held, du);
                law.step(to, 0.0)
            })
        }),
        ("the wrong direction", |s| told(MemoryDiagram::new(s), |law, to, du, _| law.step(to, -du))),
        ("the load never falls", |s| {
            told(MemoryDiagram::new(s), |law, to, du, before| {
                law.step(&Pressed { delta: to.delta.max(before.delta), ..*to }, du)
            })
        }),
        ("reversals are forgotten: a fresh load to the same force", |s| {
            told(MemoryDiagram::new(s), |law, to, du, before| {
                let (force, held) = (law.force(), law.spheres().pressed(before.delta));
                *law = MemoryDiagram::new(law.spheres());
                law.step(&held, 0.0);
                if force != 0.0 {
                    let slipped = 1.0 - (1.0 - force.abs() / before.limit).max(0.0).powf(2.0 / 3.0);
                    law.step(&held, force.signum() * 1.5 * before.limit / before.k_t * slipped);
                }
                law.step(to, du)
            })
        }),
    ];
    for (what, make) in twins {
        assert!(!breaches_of_exactness(make).is_empty(), "{what} is not caught");
    }
}

#[test]
fn every_broken_spring_is_caught() {
    let twins: [(&str, &str, Make, f64); 8] = [
        ("spin turns nothing: the mass alone", SPRINGS[1].0, SPRINGS[1].1, CHI / 3.5),
        ("spin of the wrong sign", SPRINGS[0].0, SPRINGS[0].1, -CHI * 1.5 / 3.5),
        ("a lever one per cent short", SPRINGS[0].0, SPRINGS[0].1, CHI * (1.0 + 2.5 * 0.99 * 0.99) / 3.5),
        ("total for incremental", SPRINGS[1].0, SPRINGS[0].1, CHI),
        ("not rescaled", SPRINGS[2].0, SPRINGS[1].1, CHI),
        (
            "rescaled on loading",
            SPRINGS[2].0,
            |_| {
                told(spring(Form::Incremental), |law, to, du, before| {
                    let grown = if to.k_t > before.k_t && before.k_t > 0.0 { to.k_t / before.k_t } else { 1.0 };
                    // A spring of that force, had by sliding as far as it takes.
                    let more = law.0.held()[0] * (grown - 1.0) / to.k_t;
                    law.step(to, du + more)
                })
            },
            CHI,
        ),
        (
            "held by the largest load there was",
            SPRINGS[1].0,
            |_| {
                told(spring(Form::Incremental), |law, to, du, before| {
                    law.step(&Pressed { limit: to.limit.max(before.limit), ..*to }, du)
                })
            },
            CHI,
        ),
        (
            "stretched on while it slips",
            SPRINGS[0].0,
            |_| {
                told(spring(Form::Total), |law, to, du, _| {
                    let free = Pressed { limit: if to.limit > 0.0 { f64::MAX } else { 0.0 }, ..*to };
                    law.step(&free, du).max(-to.limit).min(to.limit)
                })
            },
            CHI,
        ),
    ];
    for (what, column, make, chi) in twins {
        assert!(!breaches_of_the_table(column, make, chi).is_empty(), "{what} is not caught");
    }
}
