//! Series and Pade form against integrated restitutions: off by no more than they state, and by not much less.

use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::Observable;
use collisionbench::law::Ends;
use collisionbench::theory::scales::SpringImpact;
use collisionbench::theory::viscous::{
    ONE_PERCENT, PADE_LIMIT, SERIES_LIMIT, number, pade, series_clipped, series_full,
};

use super::scenes::{ask, damping, glass, normal, note, scene, sphere, value, wall};
use super::table::{Row, read, theory};

fn hertz(row: &Row) -> SpringImpact {
    SpringImpact::hertz(row.get("E_star"), row.get("R_star"), row.get("m_star"), row.get("v0"))
}

/// Stated and met, and the statement is not a way out: it is within `room` of what is needed.
fn honest(what: &str, b: f64, found: Option<Estimate>, exact: f64, room: f64) {
    let Estimate { value, uncertainty } = found.unwrap_or_else(|| panic!("{what}: nothing at b = {b}"));
    let off = (value - exact).abs();
    println!("{what} b = {b}: off {off:.2e}, states {uncertainty:.2e}");
    assert!(off <= uncertainty, "{what} b = {b}: off {off:e}, states {uncertainty:e}");
    assert!(uncertainty <= room * off + 4e-7 * b, "{what} b = {b}: states {uncertainty:e}, off {off:e} only");
}

#[test]
fn every_row_of_the_theory_table() {
    let (mut by_series, mut by_pade) = (0, 0);
    for row in theory("viscoelastic") {
        let b = number(&hertz(&row), row.get("A"));
        assert!((b / row.get("b_dimless") - 1.0).abs() < 1e-14, "{}", row.name());
        if b <= SERIES_LIMIT {
            honest("series", b, series_clipped(b), row.get("e_clipped"), 2.5);
            honest("series, may pull", b, series_full(b), row.get("e_full_attractive"), 2.5);
            by_series += 1;
        } else {
            assert_eq!((series_clipped(b), series_full(b)), (None, None));
        }
        honest("pade", b, pade(b), row.get("e_clipped"), 6.0);
        by_pade += 1;
    }
    assert!(by_series >= 3 && by_pade >= 5, "{by_series} and {by_pade} rows");
}

/// 50 values of b, integrated by Taylor series of order 40 in `delta = q^2` at 40 digits.
#[test]
fn a_dense_scan() {
    let rows = read("oracles/viscous_restitution.csv");
    assert!(rows.len() > 40);
    for row in &rows {
        let (b, clipped, full) = (row.get("b"), row.get("e_clipped"), row.get("e_full_attractive"));
        if b <= SERIES_LIMIT {
            honest("series", b, series_clipped(b), clipped, 2.5);
            honest("series, may pull", b, series_full(b), full, 2.5);
        }
        if b <= PADE_LIMIT {
            let e = pade(b).unwrap();
            assert!((e.value - clipped).abs() <= e.uncertainty, "pade at b = {b}");
            assert!(b.sqrt() > ONE_PERCENT || (e.value / clipped - 1.0).abs() < 0.0105, "{b}");
        }
    }
    // The scan and the theory table agree where they share b.
    for known in theory("viscoelastic") {
        let row = rows.iter().find(|row| row.get("b") == known.get("b_dimless"));
        let row = row.unwrap_or_else(|| panic!("b = {} is not in the scan", known.get("b_dimless")));
        assert!((row.get("e_clipped") - known.get("e_clipped")).abs() < 1e-15);
    }
}

/// Between the rows of the scan the statement may not dip: it grows with b.
#[test]
fn uncertainty_grows_with_b() {
    let mut last = [0.0; 3];
    for step in 1..=4000 {
        let b = 1e-4 * f64::from(step);
        let now = [series_clipped(b), series_full(b), pade(b)].map(|e| e.unwrap().uncertainty);
        for (now, last) in now.iter().zip(&mut last) {
            assert!(*now >= *last * (1.0 - 1e-12), "b = {b}");
            *last = *now;
        }
    }
}

/// The error of the Pade form as printed with the theory: b, error.
#[test]
fn pade_is_off_by_what_is_printed() {
    let rows = read("oracles/viscous_restitution.csv");
    for (b, error) in [(0.1, 4.7e-5), (0.3, 6.6e-4), (1.0, 4.8e-3), (3.0, 8.6e-3), (10.0, 5.1e-3)] {
        let exact = rows.iter().find(|row| row.get("b") == b).unwrap().get("e_clipped");
        let off = pade(b).unwrap().value - exact;
        assert!((off / error - 1.0).abs() < 0.011, "b = {b}: {off:e}");
    }
}

/// `h2 = -1.1534488580952887991...` and `h4 = 0.798266560944795406250`, read off the series itself.
#[test]
fn first_coefficients() {
    let b = 1e-6;
    let e = series_full(b).unwrap().value;
    assert!(((e - 1.0) / b + 1.1534488580952888 - 0.79826656094479541 * b).abs() < 2e-10);
    let cube = (series_full(0.2).unwrap().value - 1.0 + 1.1534488580952888 * 0.2 - 0.79826656094479541 * 0.04) / 0.008;
    assert!((cube - (-0.5228825717 + 0.34874 * 0.2)).abs() < 1e-12);
}

/// The rows of the theory table as scenes: a ball on a wall that has the table's moduli between them.
#[test]
fn scenes_reach_the_same_numbers() {
    for row in theory("viscoelastic") {
        let density = row.get("m_star") / (4.0 / 3.0 * std::f64::consts::PI * row.get("R_star").powi(3));
        let bodies =
            [sphere(row.get("R_star"), density, 2.0 * row.get("E_star"), 0.0), wall(2.0 * row.get("E_star"), 0.0)];
        let law = || damping("kuwabara-kono", &[("relaxation_time", row.get("A"))]);
        let meet = |ends| scene(bodies.clone(), row.get("v0"), normal("hertz", &[]), law(), ends);
        let clamped = meet(Ends::ForceClamped);
        let e = value("kuwabara-kono-pade", &clamped, Observable::Restitution);
        assert!((e.value - row.get("e_clipped")).abs() <= e.uncertainty);
        assert_eq!(note("kuwabara-kono-pade", &clamped).is_some(), row.get("b_dimless") > 0.9025);
        assert!(ask("kuwabara-kono-pade", &meet(Ends::ZeroOverlap)).unwrap_err().contains("without attraction"));
        if row.get("b_dimless") <= SERIES_LIMIT {
            let e = value("kuwabara-kono-series", &meet(Ends::ZeroForce), Observable::Restitution);
            assert!((e.value - row.get("e_clipped")).abs() <= e.uncertainty);
            let e = value("kuwabara-kono-series", &meet(Ends::ZeroOverlap), Observable::Restitution);
            assert!((e.value - row.get("e_full_attractive")).abs() <= e.uncertainty);
        } else {
            assert!(ask("kuwabara-kono-series", &clamped).unwrap_err().contains("out of its range"));
        }
    }
}

/// A restitution given at one speed and met at another: `b` goes as `v^(1/5)`.
#[test]
fn a_restitution_at_a_speed() {
    let rows = read("oracles/viscous_restitution.csv");
    let at = |b: f64| rows.iter().find(|row| row.get("b") == b).unwrap();
    for (given, met) in [(0.1, 0.2), (0.3, 0.1), (0.05, 0.05)] {
        let speed = f64::powi(met / given, 5);
        for (ends, column) in [(Ends::ForceClamped, "e_clipped"), (Ends::ZeroOverlap, "e_full_attractive")] {
            let law = damping("kuwabara-kono", &[("restitution", at(given).get(column)), ("at_speed", 1.0)]);
            let mut meet = glass(normal("hertz", &[]), law, ends);
            meet.speed = speed;
            for oracle in ["kuwabara-kono-series", "kuwabara-kono-pade"] {
                if oracle == "kuwabara-kono-pade" && ends.pulls() {
                    continue;
                }
                let e = value(oracle, &meet, Observable::Restitution);
                let off = (e.value - at(met).get(column)).abs();
                assert!(off <= e.uncertainty, "{oracle} {given} {met}: off {off:e}, states {:e}", e.uncertainty);
                assert!(e.uncertainty < 4e-3, "{oracle} states {:e}", e.uncertainty);
            }
        }
    }
    let low = damping("kuwabara-kono", &[("restitution", 0.2), ("at_speed", 1.0)]);
    assert!(ask("kuwabara-kono-series", &glass(normal("hertz", &[]), low, Ends::ForceClamped)).is_err());
}
