//! Balls that roll to rest: what of their readings scatters, and the picture.

use std::fmt::Write as _;

use collisionbench::fit::random::Stream;
use collisionbench::report::Pictures;

use crate::common::fitted::{Depth, FLOOR, G, deviation, experiment, fit, found, put, read};

const MU: f64 = 0.012;
const DISTANCES: &str = "rolling speed (m/s),rolling distance (m),rolling distance sigma (m)\n";

/// A ball, with what is said of its inertia, whose rolling friction is unknown.
pub(super) fn lines(inertia: &str) -> String {
    format!(
        "[body.ball]\nsphere = {{ radius = \"10 mm\", mass = \"33 g\"{inertia} }}\n{FLOOR}[contact]\nends = \"force-clamped\"\n\
         friction_limit = \"total\"\n[contact.normal.hooke]\nstiffness = \"100 kN/m\"\n[contact.tangential.coulomb]\n\
         friction = 0.3\n[contact.rolling.constant]\nfriction = {{ fit = 0.03, between = [0.001, 0.2] }}\n{}",
        experiment("rolling", "gravity = \"9.81 m/s2\"")
    )
}

/// A solid ball.
fn distance(speed: f64) -> f64 {
    speed * speed / (2.0 * 5.0 / 7.0 * MU * G)
}

/// Readings of the speed count twice in a distance: `sigma_d = 2 d sigma_v/v`.
#[test]
fn the_error_of_the_speed_counts() {
    let row = |k: u32| 0.3 + 0.1 * f64::from(k % 4);
    let rows: String = (0..8).map(row).map(|v| format!("{v},0.01,{}\n", distance(v))).collect();
    let table = format!("rolling speed (m/s),rolling speed sigma (m/s),rolling distance (m)\n{rows}");
    for m in &found(&lines(""), &table, Depth::Quoted).measurements {
        assert!((m.sigma.unwrap() / (2.0 * m.value * 0.01 / m.speed.unwrap()) - 1.0).abs() < 1e-12, "{m:?}");
    }
    let lacks = read(&lines(""), &["rolling distance (m)\n0.3\n0.4\n"]).unwrap_err();
    assert!(lacks.contains("there is no column `rolling speed (m/s)`"), "{lacks}");
}

/// A friction that varies by a part from roll to roll moves a distance by that part. Where nothing else is uncertain, `1/mu` is the mean
/// of `d/v^2` times `(10/7) g`, with Student's interval of that mean: of eight, `t = 2.364624`. One scatter in metres for all rolls,
/// as it was, gives far rolls too much weight.
#[test]
fn rolls_scatter_in_proportion() {
    let mut stream = Stream::new(11, 0);
    for _ in 0..2 {
        let (mut table, mut inverse) = (DISTANCES.to_string(), Vec::new());
        for k in 0..8 {
            let speed = [0.1, 0.2, 0.4, 0.8][k % 4];
            let rolled = distance(speed) * (1.0 + 0.05 * stream.normal());
            writeln!(table, "{speed},{rolled},0.0000001").unwrap();
            inverse.push(rolled / (speed * speed) * 10.0 / 7.0 * G);
        }
        let (mean, sigma) = deviation(&inverse);
        let error = sigma / 8f64.sqrt();
        let of = found(&lines(""), &table, Depth::Quoted).parameters.remove(0);
        assert!(((1.0 / of.value - mean) / error).abs() < 0.01, "{} {mean} {error}", 1.0 / of.value);
        let interval = of.interval.unwrap();
        for (end, sign) in [(interval.low, 1.0), (interval.high, -1.0)] {
            let t = sign * (1.0 / end - mean) / error;
            assert!((t / 2.364624 - 1.0).abs() < 0.01, "{t}");
        }
    }
}

/// Readings that are less exact than stated scatter by the same length at every speed: the fit takes them to scatter in proportion,
/// and that this makes its interval too wide is noted.
#[test]
fn a_scatter_that_is_no_part_of_the_distance_is_noted() {
    let mut stream = Stream::new(11, 0);
    for (of_friction, read, noted) in [(0.03, 0.0, false), (0.0, 0.01, true)] {
        let mut table = DISTANCES.to_string();
        for k in 0..24 {
            let speed = [0.1, 0.2, 0.4, 0.8][k % 4];
            let rolled = distance(speed) * (1.0 + of_friction * stream.normal()) + read * stream.normal();
            writeln!(table, "{speed},{rolled},0.001").unwrap();
        }
        let notes = found(&lines(""), &table, Depth::Quoted).notes.join("\n");
        assert_eq!(notes.contains("the rolls scatter less than in proportion at higher speed"), noted, "{notes}");
    }
}

/// The picture has distances `d` over the speed of rolling: nothing hits.
#[test]
fn the_picture_is_of_rolling() {
    let table = format!("{DISTANCES}0.3,0.535,0.01\n0.4,0.951,0.01\n0.5,1.486,0.01\n0.6,2.140,0.01\n");
    let case = read(&lines(""), &[&table]).unwrap();
    let found = fit(&case, Depth::Quoted);
    let folder = tempfile::tempdir().unwrap();
    put(&case, &found, Pictures::Default, &folder.path().join("fit"));
    let drawn = std::fs::read_to_string(folder.path().join("fit/rolling-distance-speed.svg")).unwrap();
    let has = |text: &str| drawn.contains(&format!(">{text}<"));
    assert!(has("rolling speed") && has("rolling distance") && has("d") && has("v"), "{drawn}");
    assert!(!drawn.contains("impact") && !has("F"), "{drawn}");
}
