//! The table of other laws: throws of several bounces, and drops that have no influence on the fit.

use collisionbench::fit::calibrate::result::AlternativeLaw;
use collisionbench::fit::random::Stream;
use std::fmt::Write as _;

use crate::common::fitted::{Calibrated, Depth, found};

const STEEL: &str = "density = \"7800 kg/m3\", young_modulus = \"210 GPa\", poisson_ratio = 0.3";
const ACETAL: &str = "density = \"1410 kg/m3\", young_modulus = \"2.9 GPa\", poisson_ratio = 0.35";

fn fitted(table: &str, material: &str, experiment: &str) -> Calibrated {
    let lines = format!(
        "material.m = {{ {material} }}\nbody.ball = {{ sphere.radius = \"12.7 mm\", material = \"m\" }}\n\
         body.plate = {{ wall.normal = \"+z\", rigid = true }}\n\
         contact = {{ ends = \"force-clamped\", normal.hertz = {{}}, damping.tsuji.restitution = {{ fit = 0.8, between = [0.1, 1] }} }}\n\
         experiment.{experiment}\n"
    );
    found(&lines, table, Depth::Full)
}

fn law<'c>(found: &'c Calibrated, name: &str) -> &'c AlternativeLaw {
    found.models.iter().find(|model| model.name == name).unwrap()
}

/// Throws of five impacts of `e = 0.8`, which scatters by `between`, intervals `2 v/g` read to `read` s.
fn throws(count: usize, between: f64, read: f64) -> Calibrated {
    let mut table = String::from("throw,interval (s)\n");
    for throw in 0..count {
        let mut stream = Stream::new(77, throw as u64);
        let mut speed = 2.2 - 0.05 * throw as f64;
        for _ in 0..6 {
            writeln!(table, "{throw},{:?}", 2.0 * speed / 9.81 + read * stream.normal()).unwrap();
            speed *= 0.8 + between * stream.normal();
        }
    }
    let experiment =
        format!("bounce-times = {{ data = \"0.csv\", gravity = \"9.81 m/s2\", time_sigma = \"{read} s\" }}");
    fitted(&table, STEEL, &experiment)
}

/// One ball, in one throw or several: laws that can have this restitution have it, and the true one is not far behind.
#[test]
fn laws_of_several_throws_keep_the_restitution_of_the_ball() {
    for (count, between, read) in [(1, 0.0, 1e-3), (2, 0.0, 1e-3), (4, 0.0, 1e-3), (3, 0.01, 1e-5), (4, 0.01, 1e-4)] {
        let found = throws(count, between, read);
        for name in ["constant", "kuwabara-kono", "linear-dashpot"] {
            let curve = &law(&found, name).curve;
            let mean = curve.iter().sum::<f64>() / curve.len() as f64;
            assert!((mean - 0.8).abs() < 0.015, "{count} throws, {between}: {name} has {mean}");
        }
        let constant = law(&found, "constant");
        assert!(constant.behind.unwrap() < 4.0, "{count} throws, {between}: {:?}", constant.behind);
        let held_out = constant.held_out_mean_square.map_or(1.0, f64::sqrt);
        assert!((0.5..1.6).contains(&held_out), "{count} throws, {between}: {held_out}");
    }
}

/// Drops of a viscoelastic ball, `e = 1 - 0.17 v^(1/5) + 0.02 v^(2/5)`, eight from each of four heights (mm). The third is bad: it is named, and
/// the value without it is that of the table without it, from which the laws can be told apart.
#[test]
fn a_bad_drop_is_named_and_its_value_given_without_it() {
    let drops = [
        (100, ["70.3", "70.9", "45.0", "72.2", "68.6", "71.7", "72.8", "70.4"]),
        (250, ["175.5", "169.0", "171.8", "170.8", "172.6", "173.5", "169.2", "169.0"]),
        (600, ["393.0", "395.9", "411.7", "400.7", "398.3", "398.7", "398.1", "400.1"]),
        (1400, ["916.9", "906.7", "908.5", "909.4", "912.5", "901.0", "907.9", "915.0"]),
    ];
    let rows =
        drops.iter().flat_map(|(height, rebounds)| rebounds.iter().map(move |rebound| format!("{height},{rebound}\n")));
    let rows: Vec<String> = rows.collect();
    let table = |rows: &[String]| format!("drop height (mm),rebound height (mm)\n{}", rows.concat());
    let experiment = "drop-height = { data = \"0.csv\", height_to = \"bottom\", gravity = \"9.81 m/s2\", height_sigma = \"1 mm\", \
                      height_set = \"each drop\", drag = \"sphere\", air = { density = \"1.2 kg/m3\", viscosity = \"18.2 uPa s\" } }";
    let with = fitted(&table(&rows), ACETAL, experiment);
    let without = fitted(&table(&[&rows[..2], &rows[3..]].concat()), ACETAL, experiment);
    let behind = law(&without, "constant").behind.unwrap();
    assert!(behind > 5.0, "{behind}");
    let left_out = with.without.as_ref().unwrap();
    assert!(left_out.named.len() == 1 && left_out.named[0].0.contains("row 3"), "{:?}", left_out.named);
    let (value, rest) = (left_out.parameters[0].value, without.parameters[0].value);
    assert!((value - rest).abs() < 1e-9 && (with.parameters[0].value - rest).abs() > 1e-3, "{value} {rest}");
    assert!(without.without.is_none(), "{:?}", without.without);
}
