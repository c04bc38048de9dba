//! Broken twins: formulas wrong in ways that have been seen in print or in codes. The comparison the tables are held
//! to must reject each, or it shows nothing about the right one.

use std::f64::consts::PI;

use collisionbench::law::Ends;
use collisionbench::theory::constant_restitution::{Ratio, collide};
use collisionbench::theory::elastic::{
    ElasticImpact, landau_lifshitz_coefficient, landau_lifshitz_duration, power_law_impact,
};
use collisionbench::theory::numerics::gamma;
use collisionbench::theory::scales::{SpringImpact, rounded};

use super::table::{Row, miss, theory};

const TOLERANCE: f64 = 1e-13;

/// What is computed from a row.
type Formula = fn(&Row) -> f64;

/// The right formula passes and every broken one is rejected, whatever uncertainty it states.
fn told_apart(table: &str, column: &str, right: Formula, broken: &[(&str, Formula)]) {
    told_apart_among(&theory(table), column, right, broken);
}

fn told_apart_among(rows: &[Row], column: &str, right: Formula, broken: &[(&str, Formula)]) {
    assert_eq!(miss(rows, column, TOLERANCE, |row| rounded(right(row), 200.0)), None);
    for (what, formula) in broken {
        let found = miss(rows, column, TOLERANCE, |row| rounded(formula(row), 200.0));
        println!("{what}: {}", found.as_deref().unwrap_or("passed"));
        assert!(found.is_some(), "{what} passes for {column}");
    }
}

fn impact(E_star: f64, R_star: f64, m_star: f64, speed: f64) -> ElasticImpact {
    power_law_impact(&SpringImpact::hertz(E_star, R_star, m_star, speed))
}

fn spheres(row: &Row) -> ElasticImpact {
    power_law_impact(&hertz(row))
}

/// The effective modulus from the columns of the bodies, with `part` for what stands over each Young's modulus.
fn modulus(row: &Row, part: fn(f64) -> f64) -> f64 {
    1.0 / (part(row.get("nu1")) / row.get("E1") + part(row.get("nu2")) / row.get("E2"))
}

fn z(row: &Row) -> f64 {
    row.get("zeta")
}

fn hertz(row: &Row) -> SpringImpact {
    SpringImpact::hertz(row.get("E_star"), row.get("R_star"), row.get("m_star"), row.get("v0"))
}

#[test]
fn elastic_overlap() {
    told_apart(
        "elastic",
        "delta_max",
        |row| spheres(row).max_overlap,
        &[
            ("exponent 1/2 for 2/5", |row| (1.25 * row.get("m_star") * row.get("v0").powi(2) / hertz(row).K).sqrt()),
            ("K = 3/4 E* sqrt(R*)", |row| {
                (1.25 * row.get("m_star") * row.get("v0").powi(2)
                    / (0.75 * row.get("E_star") * row.get("R_star").sqrt()))
                .powf(0.4)
            }),
            ("R* halved", |row| {
                impact(row.get("E_star"), 0.5 * row.get("R_star"), row.get("m_star"), row.get("v0")).max_overlap
            }),
            ("R* is the mean of the radii", |row| {
                impact(row.get("E_star"), 4.0 * row.get("R_star"), row.get("m_star"), row.get("v0")).max_overlap
            }),
            ("energy of the whole mass", |row| {
                impact(row.get("E_star"), row.get("R_star"), 2.0 * row.get("m_star"), row.get("v0")).max_overlap
            }),
            ("nu not squared", |row| {
                impact(modulus(row, |nu| 1.0 - nu), row.get("R_star"), row.get("m_star"), row.get("v0")).max_overlap
            }),
            ("a second body that is rigid", |row| {
                let rigid = row.get("E1") / (1.0 - row.get("nu1").powi(2));
                impact(rigid, row.get("R_star"), row.get("m_star"), row.get("v0")).max_overlap
            }),
        ],
    );
}

#[test]
fn elastic_duration() {
    told_apart(
        "elastic",
        "tau",
        |row| spheres(row).duration,
        &[
            ("pi for sqrt(pi)", |row| 0.8 * PI * gamma(0.4) / gamma(0.9) * spheres(row).max_overlap / row.get("v0")),
            ("2.94 with its digits lost", |row| 2.94 * spheres(row).max_overlap / row.get("v0")),
            ("half of it", |row| 0.5 * spheres(row).duration),
            ("of a linear spring, pi sqrt(m/k) at the secant", |row| {
                PI * row.get("delta_max") * (row.get("m_star") / (row.get("F_max") * row.get("delta_max"))).sqrt()
            }),
            ("speed^(-1/4)", |row| spheres(row).duration * row.get("v0").powf(-0.05)),
        ],
    );
}

#[test]
fn elastic_force() {
    told_apart(
        "elastic",
        "F_max",
        |row| spheres(row).max_force,
        &[
            ("tangent for secant", |row| 1.5 * spheres(row).max_force),
            ("2/3 E* for 4/3 E*", |row| 0.5 * spheres(row).max_force),
            ("linear in overlap", |row| hertz(row).K * spheres(row).max_overlap),
        ],
    );
}

/// Equal spheres: the form is exact there, so a wrong coefficient cannot hide behind its range.
#[test]
fn landau_lifshitz_form() {
    let equal: Vec<Row> = theory("elastic")
        .into_iter()
        .filter(|row| row.get("r1") == row.get("r2") && row.get("nu1") == row.get("nu2"))
        .collect();
    told_apart_among(
        &equal,
        "tau",
        |row| landau_lifshitz_duration(row.get("rho1"), row.get("E_star"), 2.0 * row.get("r1"), row.get("v0")),
        &[
            ("HYBIRD's 1.1 with the reduced radius", |row| {
                1.1 * (row.get("rho1") / (2.0 * row.get("E_star"))).powf(0.4) * 0.5 * row.get("r1")
                    / row.get("v0").powf(0.2)
            }),
            ("Young's modulus for E*", |row| {
                landau_lifshitz_duration(row.get("rho1"), row.get("E1"), 2.0 * row.get("r1"), row.get("v0"))
            }),
            ("one radius for the sum", |row| {
                landau_lifshitz_duration(row.get("rho1"), row.get("E_star"), row.get("r1"), row.get("v0"))
            }),
            ("E* over rho", |row| {
                landau_lifshitz_coefficient() * (row.get("E_star") / row.get("rho1")).powf(0.4) * 2.0 * row.get("r1")
                    / row.get("v0").powf(0.2)
            }),
        ],
    );
}

#[test]
fn restitution_of_a_contact_that_may_pull() {
    told_apart(
        "tsuji_full",
        "e",
        |row| Ratio::new(z(row)).restitution(true),
        &[
            ("pi/2 for pi", |row| (-0.5 * PI * z(row) / (1.0 - z(row).powi(2)).sqrt()).exp()),
            ("no square root", |row| (-PI * z(row) / (1.0 - z(row).powi(2))).exp()),
            ("the clipped formula", |row| Ratio::new(z(row)).restitution(false)),
            ("sqrt(5/6) lost: z = 2 sqrt(5/6) alpha/sqrt(5)", |row| {
                Ratio::new((5.0_f64 / 6.0).sqrt() * row.get("alpha") / 5.0_f64.sqrt()).restitution(true)
            }),
            ("factor 2 with the secant: z = 2 alpha/sqrt(5)", |row| {
                Ratio::new((2.0 * z(row)).min(0.999)).restitution(true)
            }),
            ("linear spring's z = alpha/2", |row| Ratio::new(0.5 * row.get("alpha")).restitution(true)),
        ],
    );
}

#[test]
fn restitution_of_a_contact_that_never_pulls() {
    told_apart(
        "tsuji_clipped",
        "e",
        |row| Ratio::new(z(row)).restitution(false),
        &[
            ("the full formula", |row| Ratio::new(z(row).min(0.999)).restitution(true)),
            ("clipped at the largest overlap", |row| Ratio::new(z(row)).restitution(false).sqrt()),
            ("pi - p for pi - 2p", |row| {
                let p = z(row).min(1.0).asin();
                (-(PI - p) * p.tan()).exp()
            }),
            ("under-damped branch above z = 1", |row| {
                let p = z(row).min(1.0 - 1e-12).asin();
                (-(PI - 2.0 * p) * p.tan()).exp()
            }),
        ],
    );
}

#[test]
fn damped_times_overlaps_and_forces() {
    told_apart(
        "tsuji_full",
        "t_contact",
        |row| collide(&hertz(row), &Ratio::new(z(row)), Ends::ZeroOverlap).to_zero_overlap.unwrap().value,
        &[
            ("the elastic duration", |row| power_law_impact(&hertz(row)).duration),
            ("stretched as a linear spring", |row| {
                power_law_impact(&hertz(row)).duration / (1.0 - z(row).powi(2)).sqrt()
            }),
            ("to zero force", |row| collide(&hertz(row), &Ratio::new(z(row)), Ends::ZeroForce).to_zero_force.value),
        ],
    );
    told_apart(
        "tsuji_clipped",
        "delta_max",
        |row| collide(&hertz(row), &Ratio::new(z(row)), Ends::ForceClamped).max_overlap.value,
        &[
            ("the elastic overlap", |row| power_law_impact(&hertz(row)).max_overlap),
            ("e^(1/2) for e^(2/5)", |row| power_law_impact(&hertz(row)).max_overlap * row.get("e").sqrt()),
        ],
    );
    told_apart(
        "linear_clipped",
        "F_max",
        |row| {
            let impact = SpringImpact { m: row.get("m_star"), K: row.get("k"), n: 1.0, v: row.get("v0") };
            collide(&impact, &Ratio::new(z(row)), Ends::ForceClamped).max_force.value
        },
        &[
            ("the force at the largest overlap", |row| row.get("k") * row.get("delta_max")),
            ("the jump at first touch, always", |row| row.get("c") * row.get("v0")),
        ],
    );
}
