//! How often a slope of the restitution over speed is claimed where there is none: throws whose impacts, or whose readings, scatter by
//! more than the case states of a reading.

use std::fmt::Write as _;

use collisionbench::fit::random::Stream;
use collisionbench::fit::statistics::student;
use rayon::prelude::*;

use crate::common::fitted::{Calibrated, Depth, G, deviation, each, found, of_ball};

const RESTITUTION: f64 = 0.76;
/// What the case states of an interval, s.
const STATED: f64 = 1e-3;
const HEIGHTS: [f64; 5] = [0.2, 0.525, 0.85, 1.175, 1.5];
const THROWS: usize = 5;
const INTERVALS: usize = 4;

/// How impacts and readings scatter.
#[derive(Debug, Clone, Copy)]
struct World {
    /// Of the restitution, from impact to impact.
    impacts: f64,
    /// Of an interval, s.
    readings: f64,
    /// Of the restitution, from throw to throw.
    drops: f64,
    /// Of the restitution, s/m.
    slope: f64,
    set: &'static str,
}

const IMPACTS: World = World { impacts: 0.015, readings: STATED, drops: 0.0, slope: 0.0, set: "" };
const READINGS: World = World { impacts: 0.0, readings: 6e-3, drops: 0.0, slope: 0.0, set: "" };
const ANEW: &str = "height_set = \"each drop\"\n";

/// A height and the speeds after its impacts, m and m/s.
type Throw = (f64, Vec<f64>);

/// Throws as they are read: the height, and speeds after it as intervals have them.
fn drawn(world: &World, stream: &mut Stream) -> Vec<Throw> {
    let throw = |height: &f64, stream: &mut Stream| {
        let mut speed = (2.0 * G * height).sqrt();
        let own = RESTITUTION + if world.drops > 0.0 { world.drops * stream.normal() } else { 0.0 };
        let mut one = || {
            speed *= own + world.slope * (speed - 3.0) + world.impacts * stream.normal();
            speed + 0.5 * G * world.readings * stream.normal()
        };
        (*height, (0..INTERVALS).map(|_| one()).collect())
    };
    HEIGHTS.iter().flat_map(|height| (0..THROWS).map(|_| throw(height, stream)).collect::<Vec<_>>()).collect()
}

fn fitted(world: &World, throws: &[Throw]) -> Calibrated {
    let mut table = String::from("throw,drop height (m),interval (s)\n");
    for (throw, (height, speeds)) in throws.iter().enumerate() {
        speeds.iter().for_each(|speed| writeln!(table, "{throw},{height},{:?}", 2.0 * speed / G).unwrap());
    }
    let keys = format!("height_sigma = \"1 mm\"\ntime_sigma = \"1 ms\"\ncontact_duration = false\n{}", world.set);
    found(&of_ball("bounce-times", &keys), &table, Depth::Full)
}

/// Whether an interval of the mean slope by the errors that are stated of the readings alone excludes zero.
fn by_stated_errors(throws: &[Throw]) -> bool {
    let (mut mean, mut variance) = (0.0, 0.0);
    for (height, after) in throws {
        let speeds: Vec<f64> = std::iter::once((2.0 * G * height).sqrt()).chain(after.iter().copied()).collect();
        let v = speeds[..INTERVALS].iter().sum::<f64>() / INTERVALS as f64;
        let along: f64 = speeds[..INTERVALS].iter().map(|speed| (speed - v).powi(2)).sum();
        for pair in speeds.windows(2) {
            let (part, e) = ((pair[0] - v) / along, pair[1] / pair[0]);
            mean += part * e / throws.len() as f64;
            let sigma = 0.5 * G * STATED * (1.0 + e * e).sqrt() / pair[0];
            variance += (part * sigma / throws.len() as f64).powi(2);
        }
    }
    mean.abs() > student::two_sided(0.95, f64::INFINITY) * variance.sqrt()
}

/// In how many of so many experiments the interval of 95 % excludes zero, that of the program and that by stated errors; and the true
/// standard error of the slope of the program, the standard deviation between the experiments.
fn claimed(world: &World, experiments: u64) -> ([usize; 2], f64) {
    let once = |stream: &mut Stream| {
        let throws = drawn(world, stream);
        let study = fitted(world, &throws).slope.unwrap();
        let claims = !study.corrected.interval.covers(0.0);
        assert_eq!(claims, study.words.contains("excludes zero"), "{}", study.words);
        ([claims, by_stated_errors(&throws)].map(usize::from), study.corrected.value)
    };
    let all = each(experiments, 2711, once);
    let claimed = [0, 1].map(|of| all.iter().map(|(claimed, _)| claimed[of]).sum());
    let (mean, error) = deviation(&all.iter().map(|(_, slope)| *slope).collect::<Vec<_>>());
    println!("{world:?}: of {experiments} {claimed:?}, slope {mean:.5} +- {error:.5}");
    (claimed, error)
}

/// Slope of a line through restitutions at the speeds as they were read, every impact alike.
fn as_read(throws: &[Throw]) -> f64 {
    let speeds = |(height, after): &Throw| -> Vec<f64> {
        std::iter::once((2.0 * G * height).sqrt()).chain(after.iter().copied()).collect()
    };
    let pairs: Vec<[f64; 2]> = throws
        .iter()
        .flat_map(|throw| speeds(throw).windows(2).map(|pair| [pair[0], pair[1] / pair[0]]).collect::<Vec<_>>())
        .collect();
    let middle = pairs.iter().map(|[v, _]| v).sum::<f64>() / pairs.len() as f64;
    pairs.iter().map(|[v, e]| (v - middle) * e).sum::<f64>()
        / pairs.iter().map(|[v, _]| (v - middle).powi(2)).sum::<f64>()
}

/// An interval that is misread by 12 ms, once too long and once too short, tilts a line through speeds as they were read, on average; that of
/// the program less than a fifth as much.
#[test]
fn a_misread_interval_tilts_no_line() {
    let mut stream = Stream::new(1511, 0);
    let clean = drawn(&World { set: ANEW, impacts: 0.0, readings: 1e-6, drops: 0.0, slope: 0.0 }, &mut stream);
    let places = (0..HEIGHTS.len()).flat_map(|height| (0..INTERVALS).map(move |at| (height * THROWS, at)));
    let misread = |(throw, at): (usize, usize), by: f64| {
        let mut there = clean.clone();
        there[throw].1[at] += by;
        there
    };
    let slope = |throws: &[Throw]| {
        let world = World { set: ANEW, ..READINGS };
        fitted(&world, throws).slope.unwrap().corrected.value
    };
    let by = 0.5 * G * 12e-3;
    let tilts = |of: &(dyn Fn(&[Throw]) -> f64 + Sync)| -> f64 {
        let each: Vec<(usize, usize)> = places.clone().collect();
        let tilt = |place| 0.5 * (of(&misread(place, by)) + of(&misread(place, -by))) - of(&clean);
        let all: Vec<f64> = each.into_par_iter().map(tilt).collect();
        all.iter().sum()
    };
    let (of_read, of_program) = (tilts(&as_read), tilts(&slope));
    assert!(of_read < -1e-4 && of_program.abs() < -0.2 * of_read, "{of_read:e} {of_program:e}");
}

/// 5 % and four binomial standard deviations of 50: eight. By the stated errors a slope is claimed in a third and more.
#[test]
#[ignore = "slow"]
fn no_slope_is_claimed_where_impacts_scatter() {
    for world in [IMPACTS, READINGS] {
        let ([claimed, stated], _) = claimed(&world, 50);
        assert!(claimed <= 8 && stated >= 17, "{world:?}: {claimed} {stated}");
    }
    // One that is there is seen.
    let ([seen, _], _) = claimed(&World { slope: -0.02, ..IMPACTS }, 20);
    assert!(seen >= 18, "{seen}");
}

/// 5 % of 4000 and two binomial standard deviations: 228.
#[test]
#[ignore = "nightly: 4000 experiments of a world"]
fn nightly_no_slope_is_claimed_where_impacts_scatter() {
    for world in [IMPACTS, READINGS, World { set: ANEW, ..IMPACTS }, World { set: ANEW, ..READINGS }] {
        let ([claimed, stated], _) = claimed(&world, 4000);
        assert!(claimed <= 228 && stated > 1000, "{world:?}: {claimed} {stated}");
    }
}

/// A slope of four of its true standard errors is seen in nine of ten tables of 25 independent throws, and one that is not there in one of
/// twenty: of 200 that is 10, and two binomial standard deviations more are 16.
#[test]
#[ignore = "nightly: 1200 experiments"]
fn nightly_a_slope_of_four_standard_errors_is_seen() {
    for world in [IMPACTS, READINGS, World { drops: 0.01, ..IMPACTS }].map(|world| World { set: ANEW, ..world }) {
        let ([without, _], error) = claimed(&world, 200);
        assert!(without <= 16, "{world:?}: {without}");
        let ([seen, _], _) = claimed(&World { slope: -4.0 * error, ..world }, 200);
        assert!(seen >= 180, "{world:?}: {seen} {error}");
    }
}
