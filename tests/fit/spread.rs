//! Intervals: what they cover, and mistakes that are easily made with them.

use std::f64::consts::PI;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use collisionbench::contact::Ends;
use collisionbench::fit::budget::{ErrorSource, Evaluation, budget};
use collisionbench::fit::estimate::{NoEstimate, fit};
use collisionbench::fit::problem::{Datum, Model, Problem, Scatter, Unknown};
use collisionbench::fit::random::Stream;
use collisionbench::fit::spread::{Resampling, bias, bootstrap, covariance, profile};
use rayon::prelude::*;

use crate::fit::estimate::{mean, plain, problem};
use crate::fit::synthetic::dashpots::{Dashpots, Given, Measurand};
use crate::fit::synthetic::{Combination, DataKind, TrueLaw};

/// Four binomial standard deviations of a share of 95 % of 200.
const FOUR: f64 = 4.0 * 0.015_411;

const COMBINATIONS: [Combination; 3] = [
    Combination { law: TrueLaw::KuwabaraKono, kind: DataKind::Intervals, unknowns: 1, drops: 30 },
    Combination { law: TrueLaw::Tsuji, kind: DataKind::ContactTimes, unknowns: 2, drops: 30 },
    Combination { law: TrueLaw::Power, kind: DataKind::Heights, unknowns: 2, drops: 30 },
];

/// In 200 experiments, each with random numbers of its own: profile and bootstrap-t, and the mean of the estimates.
#[test]
fn intervals_of_95_percent_cover_95_percent() {
    for what in COMBINATIONS {
        let (model, truth) = what.model();
        let once = |index: u64| {
            let problem = what.experiment(&*model, &truth, &mut Stream::new(5, index)).unwrap();
            let found = fit(&problem, &*model).unwrap();
            let bias = bias(&problem, &*model, &found).unwrap();
            let resampling = Resampling { replicates: 199, seed: 5 ^ index.wrapping_mul(0x9e37_79b9) };
            let refits = bootstrap(&problem, &*model, &found, resampling, &|| true).unwrap();
            let of = |(at, truth): (usize, &f64)| {
                let by_profile = profile(&problem, &*model, &found, at, 0.95).unwrap().unwrap().interval;
                let held = [by_profile, refits.interval(at, 0.95).unwrap()].map(|interval| interval.covers(*truth));
                (found.theta[at] - bias[at] - truth, held)
            };
            truth.iter().enumerate().map(of).collect::<Vec<_>>()
        };
        let seen: Vec<Vec<(f64, [bool; 2])>> = (0..200).into_par_iter().map(once).collect();
        for at in 0..truth.len() {
            let of = || seen.iter().map(|one| one[at]);
            let mean = of().map(|(off, _)| off).sum::<f64>() / 200.0;
            let variance = of().map(|(off, _)| (off - mean).powi(2)).sum::<f64>() / 199.0;
            assert!(mean.abs() < 4.0 * (variance / 200.0).sqrt(), "{what:?} {at}: {mean:e} {variance:e}");
            for method in 0..2 {
                let share = of().filter(|(_, held)| held[method]).count() as f64 / 200.0;
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
        for index in 0..200 {
            let mut problem = combination.experiment(&*model, &truth, &mut Stream::new(5, index)).unwrap();
            twin(&mut problem);
            let found = fit(&problem, &*model).unwrap();
            let spread = covariance(&problem, &*model, &found).unwrap();
            held += usize::from(spread.interval(0, 0.95).unwrap().covers(truth[0]));
        }
        held as f64 / 200.0
    };
    let right = share(&|_| {});
    assert!((right - 0.95).abs() < FOUR, "{right}");
    let ignored = share(&|problem| problem.scatter = Scatter::None);
    assert!(ignored < 0.95 - FOUR, "scatter ignored: {ignored}");
    let single = share(&|problem| problem.data.iter_mut().zip(0..).for_each(|(datum, at)| datum.drop = at));
    assert!(single < 0.95 - FOUR, "every bounce a drop of its own: {single}");
}

/// Drops that agree with themselves: the bootstrap of the mean has variance `(G-1)/G s^2/G`, that over single bounces
/// `1/n` of it.
#[test]
fn whole_drops_are_drawn() {
    let off = |d: usize| 0.01 * ((d * 7 % 20) as f64 - 9.5);
    let data = (0..20).flat_map(|d| [0; 4].map(|_| Datum::alone(d, 0, 1.0, 0.8 + off(d), 0.02))).collect();
    let problem = problem(data, Scatter::None);
    let resampling = Resampling { replicates: 2000, seed: 1 };
    let refit = |problem: &Problem| {
        let found = fit(problem, &mean()).unwrap();
        bootstrap(problem, &mean(), &found, resampling, &|| true).unwrap()
    };
    let drawn = refit(&problem);
    let variance = (0..20).map(|d| off(d).powi(2)).sum::<f64>() / 20.0 / 20.0;
    let close = 4.0 * (2.0 / 2000.0_f64).sqrt();
    assert!((drawn.covariance()[0][0] / variance - 1.0).abs() < close);
    assert_eq!((drawn.thetas.len(), drawn.failed), (2000, 0));
    let mut single = problem;
    single.data.iter_mut().zip(0..).for_each(|(datum, at)| datum.drop = at);
    assert!((refit(&single).covariance()[0][0] / (variance / 4.0) - 1.0).abs() < close);
}

#[test]
fn the_same_bytes_on_any_number_of_threads_and_an_end_when_asked() {
    let combination = COMBINATIONS[2];
    let (model, truth) = combination.model();
    let problem = combination.experiment(&*model, &truth, &mut Stream::new(1, 0)).unwrap();
    let found = fit(&problem, &*model).unwrap();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let resampling = Resampling { replicates: 300, seed: 9 };
        pool.install(|| bootstrap(&problem, &*model, &found, resampling, &|| true).unwrap())
    };
    assert_eq!(with(1), with(4));
    let done = AtomicUsize::new(0);
    let ended = bootstrap(&problem, &*model, &found, Resampling { replicates: 100_000, seed: 9 }, &|| {
        done.fetch_add(1, Ordering::Relaxed) < 100
    });
    assert_eq!(ended, Err(NoEstimate::Interrupted));
    // Drops in another order are the same drops.
    let mut turned = problem.clone();
    turned.data.reverse();
    let other = fit(&turned, &*model).unwrap();
    assert!(other.theta.iter().zip(&found.theta).all(|(a, b)| (a / b - 1.0).abs() < 1e-7));
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

/// `n` readings of `exp(theta)`: the best fit is the logarithm of their mean, and leans by `-1/2 C`, `C = sigma^2/(n e^(2
/// theta))`, to second order; that of a straight law does not lean.
#[test]
fn the_lean_of_a_curved_law_is_known_on_paper() {
    let data: Vec<Datum> =
        (0..8).map(|at| Datum::alone(at, 0, 1.0, 1.5 + 0.1 * f64::from(at as u32 % 3), 0.4)).collect();
    let curved = plain(&["log"], |theta, _| Ok(theta[0].exp()));
    let problem = problem(data, Scatter::None);
    let found = fit(&problem, &curved).unwrap();
    let c = 0.4_f64.powi(2) / (8.0 * (2.0 * found.theta[0]).exp());
    let b = bias(&problem, &curved, &found).unwrap()[0];
    assert!((b / (-0.5 * c) - 1.0).abs() < 1e-2, "{b} {c}");
    // What is linear in the errors is taken off: it is zero in the mean, and hides the rest. The twin with the other sign
    // doubles the bias.
    let (mut plainly, mut less, mut twin) = (0.0, 0.0, 0.0);
    let experiments = 2000;
    for index in 0..experiments {
        let mut stream = Stream::new(3, index);
        let mut drawn = problem.clone();
        drawn.data.iter_mut().for_each(|datum| datum.value = 1.6 + 0.4 * stream.normal());
        let u = drawn.data.iter().map(|datum| datum.value / 1.6 - 1.0).sum::<f64>() / 8.0;
        let found = fit(&drawn, &curved).unwrap();
        let b = bias(&drawn, &curved, &found).unwrap()[0];
        let off = found.theta[0] - 1.6_f64.ln() - u;
        plainly += off / experiments as f64;
        less += (off - b) / experiments as f64;
        twin += (off + b) / experiments as f64;
    }
    let exact = -0.5 * (0.4_f64 / 1.6).powi(2) / 8.0;
    assert!((plainly / exact - 1.0).abs() < 0.1 && (twin / exact - 2.0).abs() < 0.15, "{plainly} {twin} {exact}");
    assert!(less.abs() < 0.1 * exact.abs(), "{less} {exact}");
    let straight = fit(&problem, &mean()).unwrap();
    assert_eq!(bias(&problem, &mean(), &straight).unwrap(), [0.0]);
}
