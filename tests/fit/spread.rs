//! Intervals: what they cover, and mistakes that are easily made with them.

use std::f64::consts::PI;
use std::fs;

use collisionbench::fit::estimate::fit;
use collisionbench::fit::problem::{Datum, Model, Problem, Scatter, StickingRow, Unknown};
use collisionbench::fit::random::Stream;
use collisionbench::fit::spread::{ErrorSource, Evaluation, budget, covariance, profile};
use collisionbench::law::Ends;
use rayon::prelude::*;

use crate::fit::estimate::{mean, problem};
use crate::fit::synthetic::dashpots::{Dashpots, Given, Measurand};
use crate::fit::synthetic::{Combination, DataKind, TrueLaw};

/// Experiments of a study, and four binomial standard deviations of a share of 95 % of them.
const EXPERIMENTS: u64 = 400;
const FOUR: f64 = 4.0 * 0.010_897;

const COMBINATIONS: [Combination; 3] = [
    Combination { law: TrueLaw::KuwabaraKono, kind: DataKind::Intervals, unknowns: 1, drops: 30 },
    Combination { law: TrueLaw::Tsuji, kind: DataKind::ContactTimes, unknowns: 2, drops: 30 },
    Combination { law: TrueLaw::Power, kind: DataKind::Heights, unknowns: 2, drops: 30 },
];

/// In 400 experiments, each with random numbers of its own: covariance and profile.
#[test]
fn intervals_of_95_percent_cover_95_percent() {
    for what in COMBINATIONS {
        let (model, truth) = what.model();
        let once = |index: u64| {
            let problem = what.experiment(&*model, &truth, &mut Stream::new(5, index)).unwrap();
            let found = fit(&problem, &*model).unwrap();
            let claimed = covariance(&problem, &*model, &found).unwrap();
            for (at, row) in claimed.correlations.iter().enumerate() {
                assert!((row[at] - 1.0).abs() < 1e-12 && row.iter().all(|rho| rho.abs() < 1.0 + 1e-12), "{row:?}");
            }
            let of = |(at, truth): (usize, &f64)| {
                let by_profile = profile(&problem, &*model, &found, at, 0.95).unwrap().unwrap().interval;
                [by_profile, claimed.interval(at, 0.95).unwrap()].map(|interval| interval.covers(*truth))
            };
            truth.iter().enumerate().map(of).collect::<Vec<_>>()
        };
        let seen: Vec<Vec<[bool; 2]>> = (0..EXPERIMENTS).into_par_iter().map(once).collect();
        for at in 0..truth.len() {
            for method in 0..2 {
                let share = seen.iter().filter(|one| one[at][method]).count() as f64 / EXPERIMENTS as f64;
                assert!((share - 0.95).abs() < FOUR, "{what:?} {at} {method}: {share}");
            }
        }
    }
}

/// Each mistake, on the same experiments: the share of intervals by covariance that hold the truth.
#[test]
fn mistakes_are_seen_in_the_coverage() {
    let combination = COMBINATIONS[0];
    let (model, truth) = combination.model();
    let share = |twin: &dyn Fn(&mut Problem)| {
        let mut held = 0;
        for index in 0..EXPERIMENTS {
            let mut problem = combination.experiment(&*model, &truth, &mut Stream::new(5, index)).unwrap();
            twin(&mut problem);
            let found = fit(&problem, &*model).unwrap();
            let spread = covariance(&problem, &*model, &found).unwrap();
            held += usize::from(spread.interval(0, 0.95).unwrap().covers(truth[0]));
        }
        held as f64 / EXPERIMENTS as f64
    };
    let right = share(&|_| {});
    assert!((right - 0.95).abs() < FOUR, "{right}");
    let ignored = share(&|problem| problem.scatter = Scatter::None);
    assert!(ignored < 0.95 - FOUR, "scatter ignored: {ignored}");
    let single = share(&|problem| problem.data.iter_mut().zip(0..).for_each(|(datum, at)| datum.drop = at));
    assert!(single < 0.95 - FOUR, "every bounce a drop of its own: {single}");
}

/// Twelve impacts, each with two numbers that an effect of the impact moves together, as friction moves restitution and spin: one
/// observation each. Counted as two, the interval holds some 84 % (`P(|z| < 1.96/sqrt 2)`).
#[test]
fn numbers_of_one_impact_that_move_together_are_one_observation() {
    let held = |split: bool| {
        let once = |index: u64| {
            let mut stream = Stream::new(17, index);
            let mut data = Vec::new();
            for drop in 0..12 {
                let effect = 0.02 * stream.normal();
                for quantity in 0..2 {
                    let drop = if split { 2 * drop + quantity } else { drop };
                    data.push(Datum::alone(drop, quantity, 1.0, 0.8 + effect + 0.002 * stream.normal(), 0.002));
                }
            }
            let problem = problem(data, Scatter::BetweenDrops);
            let found = fit(&problem, &mean()).unwrap();
            covariance(&problem, &mean(), &found).unwrap().interval(0, 0.95).unwrap().covers(0.8)
        };
        (0..EXPERIMENTS).filter(|index| once(*index)).count() as f64 / EXPERIMENTS as f64
    };
    let (one, two) = (held(false), held(true));
    assert!((one - 0.95).abs() < FOUR && two < 0.95 - FOUR, "{one} {two}");
}

#[test]
fn a_fit_of_thirty_drops_takes_a_thousand_collisions_at_most() {
    for combination in COMBINATIONS.iter().filter(|combination| combination.unknowns == 2) {
        let (model, truth) = combination.model();
        let mut most = 0;
        for index in 0..50 {
            let problem = combination.experiment(&*model, &truth, &mut Stream::new(2, index)).unwrap();
            let data = problem.data.len();
            let found = fit(&problem, &*model).unwrap();
            assert!(found.converged);
            // A drop that is timed as well is one collision for two numbers.
            most = most.max(found.evaluations * combination.drops / data);
        }
        println!("{combination:?}: {most}");
        assert!(most <= 1000, "{combination:?}: {most}");
    }
}

fn cell(row: &str, at: usize) -> f64 {
    row.split(',').nth(at).unwrap().parse().unwrap()
}

fn rows(table: &str) -> (Vec<String>, Vec<String>) {
    let text = fs::read_to_string(format!("{}/tests/theory-tables/{table}.csv", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut lines = text.lines().map(str::to_string);
    let names = lines.next().unwrap().split(',').map(str::to_string).collect();
    (names, lines.collect())
}

/// Curves against the tables of theory: restitution and duration of the force, to the error they state.
#[test]
fn curves_are_the_tables_of_theory() {
    let held = |value: f64| Given::Held(value);
    let (names, rows) = rows("tsuji_clipped");
    let at = |name: &str| names.iter().position(|n| n == name).unwrap_or_else(|| panic!("{name}: {names:?}"));
    for row in &rows {
        let get = |name: &str| cell(row, at(name));
        let (e, alpha) = (cell(row, 5), cell(row, 6));
        let K = 4.0 / 3.0 * cell(row, 1) * cell(row, 2).sqrt();
        let (m, v) = (cell(row, 3), cell(row, 4));
        let T = (m * v * v / K).powf(0.4) / v;
        let law = (1.5, 0.25, Ends::ForceClamped);
        let model = Dashpots::new(law, v, held(alpha), held(T), (v, v), true);
        let got = model.predict(&[], &Datum::alone(0, Measurand::Restitution.quantity(), v, 0.0, 1.0)).unwrap();
        assert!((got - e).abs() <= model.numerical_error(), "{e} {got}");
        let time = model.predict(&[], &Datum::alone(0, Measurand::ContactTime.quantity(), v, 0.0, 1.0)).unwrap();
        let end = get("t_force_zero");
        assert!((time / end - 1.0).abs() < 1e-8, "{e}: {time} {end}");
    }
    // A clamped linear dashpot: e = exp(-(pi - 2p) tan p), z = sin p, whatever the speed; one curve for all.
    let number = Unknown { name: "g".into(), unit: "1".into(), start: 0.1, low: 0.01, high: 1.2 };
    let law = (1.0, 0.0, Ends::ForceClamped);
    let model = Dashpots::new(law, 1.0, Given::Unknown(number), held(1.0), (0.1, 10.0), false);
    for (p, speed) in [(0.01_f64, 0.1), (0.1, 1.0), (0.3, 7.0), (0.5, 10.0)] {
        let datum = Datum::alone(0, Measurand::Restitution.quantity(), speed, 0.0, 1.0);
        let got = model.predict(&[2.0 * p.sin()], &datum).unwrap();
        let exact = (-(PI - 2.0 * p) * p.tan()).exp();
        assert!((got - exact).abs() <= model.numerical_error(), "{p}");
    }
    // Viscoelastic spheres: b goes with the fifth root of the speed.
    let number = Unknown { name: "b".into(), unit: "1".into(), start: 0.1, low: 1e-3, high: 10.0 };
    let law = (1.5, 0.5, Ends::ForceClamped);
    let model = Dashpots::new(law, 2.0, Given::Unknown(number), held(1.0), (2.0, 64.0), false);
    let e = |b: f64, v: f64| model.predict(&[b], &Datum::alone(0, 0, v, 0.0, 1.0)).unwrap();
    let slow = e(0.6, 2.0);
    assert!((slow - e(0.3, 64.0)).abs() < 1e-8, "32 = 2^5");
    // The twin without the root of the speed is caught.
    assert!((slow - e(0.6, 64.0)).abs() > 0.01);
}

/// `e = sqrt(h'/h)`: a relative error of the scale cancels, one of the rebound height counts half.
#[test]
fn a_budget_is_the_law_of_propagation() {
    let (drop, rebound) = (1.0_f64, 0.64_f64);
    let source = |name: &str, value: f64, sigma: f64, kind| ErrorSource {
        name: name.into(),
        unit: "m".into(),
        kind,
        value,
        sigma,
        example: false,
    };
    let sources = [
        source("scale", 1.0, 0.01, Evaluation::B),
        source("rebound", rebound, 0.002, Evaluation::B),
        source("unused", 1.0, 0.0, Evaluation::B),
    ];
    let refit = |source: &ErrorSource, by: f64| match source.name.as_str() {
        "scale" => Ok(vec![((rebound * (1.0 + by)) / (drop * (1.0 + by))).sqrt()]),
        _ => Ok(vec![((rebound + by) / drop).sqrt()]),
    };
    let of_data = (source("scatter", 0.0, 0.001, Evaluation::A), vec![0.001]);
    let drawn = budget(&[0.8], of_data.clone(), &sources, refit).unwrap();
    assert!(drawn.lines[1].contribution[0] < 1e-15);
    assert!((drawn.lines[2].sensitivity[0] - 0.5 / 0.8).abs() < 1e-5);
    let u = 0.002 * 0.5 / 0.8;
    assert!((drawn.combined[0] - f64::hypot(u, 0.001)).abs() < 1e-8);
    assert!((drawn.lines.iter().map(|line| line.share[0]).sum::<f64>() - 1.0).abs() < 1e-12);
    // A twin that moves only one height is caught.
    assert!(
        budget(&[0.8], of_data.clone(), &sources[..1], |_, by| Ok(vec![(rebound * (1.0 + by) / drop).sqrt()]))
            .unwrap()
            .lines[1]
            .contribution[0]
            > 1e-3
    );
    let failed = budget(&[0.8], of_data, &sources, |_, _| Err("stuck".into()));
    assert_eq!(failed, Err("scale: stuck".into()));
}

/// One unknown: what is measured, and the largest speed at which bodies stick.
struct Sticks([Unknown; 1]);

impl Model for Sticks {
    fn unknowns(&self) -> &[Unknown] {
        &self.0
    }

    fn predict(&self, theta: &[f64], _: &Datum) -> Result<f64, String> {
        Ok(theta[0])
    }

    fn sticking_speed(&self, theta: &[f64]) -> Result<f64, String> {
        Ok(theta[0])
    }
}

/// A row that sticks adds its own information: `1/sigma^2 = sum 1/s^2 + m (m + z)/s^2`, `m = phi(z)/Phi(z)`, at the likeliest value.
#[test]
fn a_row_that_sticks_narrows_the_error_by_its_information() {
    let (readings, s, speed, t) = ([0.99, 1.01], 0.05, 1.02, 0.03);
    let unknown =
        Unknown { name: "V".into(), unit: "m/s".into(), start: 0.9, low: f64::NEG_INFINITY, high: f64::INFINITY };
    let data = readings.iter().enumerate().map(|(drop, value)| Datum::alone(drop, 0, 1.0, *value, s)).collect();
    let stuck = vec![StickingRow { part: 0, speed, sigma: t }];
    let (problem, model) = (Problem { data, stuck, scatter: Scatter::None }, Sticks([unknown]));
    let found = fit(&problem, &model).unwrap();
    let mills = |z: f64| (-0.5 * z * z).exp() / (2.0 * PI).sqrt() / (0.5 * libm::erfc(-z / 2f64.sqrt()));
    let uphill = |V: f64| readings.iter().map(|x| (x - V) / (s * s)).sum::<f64>() + mills((V - speed) / t) / t;
    let (mut low, mut high) = (0.5, 1.5);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if uphill(middle) > 0.0 { low = middle } else { high = middle }
    }
    assert!((found.theta[0] - low).abs() < 1e-5 * s, "{} {low}", found.theta[0]);
    let z = (low - speed) / t;
    let expected = (2.0 / (s * s) + mills(z) * (mills(z) + z) / (t * t)).sqrt().recip();
    let sigma = covariance(&problem, &model, &found).unwrap().sigmas[0];
    assert!((sigma / expected - 1.0).abs() < 1e-5 && expected < 0.9 * s / 2f64.sqrt(), "{sigma} {expected}");
}
