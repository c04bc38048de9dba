//! Every row of the theory tables: closed forms within 1e-13, quadratures within 1e-12, all within what they state.

use collisionbench::collide::observe::Observable;
use collisionbench::law::Ends;
use collisionbench::theory::constant_restitution::{DampedCollision, Ratio, collide};
use collisionbench::theory::elastic::power_law_impact;
use collisionbench::theory::scales::{SpringImpact, rounded};

use super::scenes::{damping, glass, normal, scene, sphere, value, wall};
use super::table::{Row, meets, theory};

const CLOSED: f64 = 1e-13;
const QUADRATURE: f64 = 1e-12;

/// The damping ratio of a row, for a contact that may pull or may not.
type RatioOf = fn(&Row, bool) -> Ratio;

fn hertz(row: &Row) -> SpringImpact {
    SpringImpact::hertz(row.get("E_star"), row.get("R_star"), row.get("m_star"), row.get("v0"))
}

fn hooke(row: &Row) -> SpringImpact {
    SpringImpact { m: row.get("m_star"), K: row.get("k"), n: 1.0, v: row.get("v0") }
}

#[test]
fn elastic_spheres() {
    let rows = theory("elastic");
    let spheres = |row: &Row| power_law_impact(&hertz(row));
    meets(&rows, "tau", CLOSED, |row| rounded(spheres(row).duration, 0.0));
    meets(&rows, "delta_max", CLOSED, |row| rounded(spheres(row).max_overlap, 0.0));
    meets(&rows, "F_max", CLOSED, |row| rounded(spheres(row).max_force, 0.0));
}

#[test]
fn elastic_spheres_as_scenes() {
    let rows = theory("elastic");
    let meet = |row: &Row| {
        let first = sphere(row.get("r1"), row.get("rho1"), row.get("E1"), row.get("nu1"));
        let second = if row.get("r2").is_infinite() {
            wall(row.get("E2"), row.get("nu2"))
        } else {
            sphere(row.get("r2"), row.get("rho2"), row.get("E2"), row.get("nu2"))
        };
        scene([first, second], row.get("v0"), normal("hertz", &[]), damping("none", &[]), Ends::ForceClamped)
    };
    assert!(rows.iter().any(|row| row.get("r2").is_infinite()), "no wall among the rows");
    for (column, observable) in
        [("tau", Observable::Duration), ("delta_max", Observable::MaxOverlap), ("F_max", Observable::MaxForce)]
    {
        meets(&rows, column, CLOSED, |row| value("hertz-impact", &meet(row), observable));
    }
    for row in &rows {
        let scene = meet(row);
        let radius = (row.get("R_star") * row.get("delta_max")).sqrt();
        let pressure = 1.5 * row.get("F_max") / (std::f64::consts::PI * radius * radius);
        assert!((value("hertz-impact", &scene, Observable::ContactRadius).value / radius - 1.0).abs() < CLOSED);
        // Mean pressure times 3/2: not the formula of the oracle.
        assert!((value("hertz-impact", &scene, Observable::PeakPressure).value / pressure - 1.0).abs() < CLOSED);
        assert_eq!(value("hertz-impact", &scene, Observable::Restitution).value, 1.0);
        let half = value("hertz-impact", &scene, Observable::TimeOfMaxOverlap).value;
        assert!((2.0 * half / row.get("tau") - 1.0).abs() < CLOSED);
    }
}

/// The columns the two definitions of the end share; the ratio both from the restitution and as printed.
fn damped(table: &str, ends: Ends, impact: fn(&Row) -> SpringImpact, times: f64) {
    let rows = theory(table);
    let pulls = ends.pulls();
    let ratios: [(&str, RatioOf); 2] = [
        ("from the restitution", |row, pulls| Ratio::achieving(row.get("e_target"), pulls)),
        ("as printed", |row, _| Ratio::new(row.get("zeta"))),
    ];
    for (origin, ratio) in ratios {
        println!("{table}, ratio {origin}");
        let collision = |row: &Row| -> DampedCollision { collide(&impact(row), &ratio(row, pulls), ends) };
        meets(&rows, "zeta", CLOSED, |row| rounded(ratio(row, pulls).z, 200.0));
        meets(&rows, "e", CLOSED, |row| collision(row).restitution);
        meets(&rows, "delta_max", CLOSED, |row| collision(row).max_overlap);
        meets(&rows, "F_max", CLOSED, |row| collision(row).max_force);
        meets(&rows, "t_delta_max", times, |row| collision(row).time_of_max_overlap);
        if pulls {
            meets(&rows, "t_contact", CLOSED, |row| collision(row).to_zero_overlap.unwrap());
        } else {
            meets(&rows, "t_contact", times, |row| collision(row).to_zero_overlap.unwrap());
            meets(&rows, "t_force_zero", times, |row| collision(row).to_zero_force);
            meets(&rows, "delta_at_force_zero", CLOSED, |row| collision(row).overlap_at_zero_force);
        }
    }
}

#[test]
fn tsuji_that_may_pull() {
    damped("tsuji_full", Ends::ZeroOverlap, hertz, QUADRATURE);
}

#[test]
fn tsuji_that_never_pulls() {
    damped("tsuji_clipped", Ends::ForceClamped, hertz, QUADRATURE);
}

#[test]
fn linear_dashpot_that_may_pull() {
    damped("linear_full", Ends::ZeroOverlap, hooke, CLOSED);
}

#[test]
fn linear_dashpot_that_never_pulls() {
    damped("linear_clipped", Ends::ZeroForce, hooke, CLOSED);
}

/// The energy left in the spring is that of the overlap left: `K delta^(n+1)/(n+1)`.
#[test]
fn energy_deleted_with_the_contact() {
    for row in theory("tsuji_clipped") {
        let impact = hertz(&row);
        let ratio = Ratio::clipped(row.get("e_target"));
        let collision = collide(&impact, &ratio, Ends::ZeroForce);
        let strain = 0.4 * impact.K * row.get("delta_at_force_zero").powf(2.5);
        let e = row.get("e");
        let lost = 0.5 * impact.m * impact.v * impact.v * (1.0 - e * e);
        assert!((collision.energy_strain.value / strain - 1.0).abs() < CLOSED, "{}", row.name());
        assert!((collision.energy_lost.value / lost - 1.0).abs() < CLOSED, "{}", row.name());
        assert!((collision.energy_dashpot.value - (lost - strain)).abs() < CLOSED * lost, "{}", row.name());
        let clamped = collide(&impact, &ratio, Ends::ForceClamped);
        assert_eq!(clamped.energy_strain.value, 0.0);
        assert!((clamped.energy_dashpot.value / lost - 1.0).abs() < CLOSED);
    }
}

/// The three ends name three durations; the two that never pull agree in everything else.
#[test]
fn duration_follows_the_end() {
    let scene = |ends| glass(normal("hertz", &[]), damping("tsuji", &[("alpha", 0.5)]), ends);
    let time = |ends, observable| value("antypov-elliott", &scene(ends), observable).value;
    let (clamped, deleted, pulls) = (Ends::ForceClamped, Ends::ZeroForce, Ends::ZeroOverlap);
    assert_eq!(time(clamped, Observable::Duration), time(clamped, Observable::DurationToZeroOverlap));
    assert_eq!(time(deleted, Observable::Duration), time(deleted, Observable::DurationToZeroForce));
    assert_eq!(time(pulls, Observable::Duration), time(pulls, Observable::DurationToZeroOverlap));
    assert_eq!(time(deleted, Observable::DurationToZeroOverlap), time(clamped, Observable::Duration));
    assert!(time(deleted, Observable::Duration) < time(clamped, Observable::Duration));
    assert!(time(pulls, Observable::Restitution) < time(clamped, Observable::Restitution));
}
