//! Intervals: what they cover, and mistakes that are easily made with them.

use std::f64::consts::PI;
use std::fmt::Write as _;
use std::fs;

use collisionbench::collide::restitution;
use collisionbench::fit::curve::{CollisionCurves, power};
use collisionbench::fit::estimate::fit;
use collisionbench::fit::problem::StickingRow;
use collisionbench::fit::problem::{Datum, Model, Problem, Scatter, Unknown};
use collisionbench::fit::spread::{ErrorSource, Evaluation, budget};
use collisionbench::fit::spread::{covariance, profile};
use collisionbench::law::{Ends, PowerForce};

use crate::common::fitted::{DASHPOT, Depth, FLOOR, G, bisect, each, experiment, found, share};
use crate::fit::estimate::{mean, problem};
use crate::fit::synthetic::Kind::{Bounces, Durations, Heights};
use crate::fit::synthetic::{drawn, model};

/// Experiments of a study, and four binomial standard deviations of a share of 95 % of them.
const EXPERIMENTS: u64 = 400;
const FOUR: f64 = 4.0 * 0.010_897;

/// In 400 experiments, each with random numbers of its own: covariance and profile. A fit takes a thousand collisions at most, by counting.
#[test]
fn intervals_of_95_percent_cover_95_percent() {
    for kind in [Heights, Bounces, Durations] {
        let (model, truth) = model(kind);
        let seen: Vec<[[bool; 2]; 2]> = each(EXPERIMENTS, 5, |stream| {
            let problem = drawn(kind, 30, stream);
            let found = fit(&problem, &*model).unwrap();
            assert!(found.converged && found.evaluations * 30 / problem.data.len() <= 1000, "{kind:?}: {found:?}");
            let claimed = covariance(&problem, &*model, &found).unwrap();
            for (at, row) in claimed.correlations.iter().enumerate() {
                assert!((row[at] - 1.0).abs() < 1e-12 && row.iter().all(|rho| rho.abs() < 1.0 + 1e-12), "{row:?}");
            }
            [0, 1].map(|at| {
                let by_profile = profile(&problem, &*model, &found, at, 0.95).unwrap().unwrap().interval;
                [by_profile, claimed.interval(at, 0.95).unwrap()].map(|interval| interval.covers(truth[at]))
            })
        });
        for (at, method) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let share = seen.iter().filter(|one| one[at][method]).count() as f64 / EXPERIMENTS as f64;
            assert!((share - 0.95).abs() < FOUR, "{kind:?} {at} {method}: {share}");
        }
    }
}

/// Thirty throws of a viscoelastic ball, four intervals each, of which every bounce is read off two: the restitution is that of the integrator,
/// and the interval of the relaxation time holds what it promises.
#[test]
#[ignore = "slow"]
fn throws_of_a_viscoelastic_ball_tell_its_relaxation_time() {
    let (time, K) = (2e-5, 4.0 / 3.0 * 5e6 / (1.0 - 0.45 * 0.45) * 0.02f64.sqrt());
    let force =
        PowerForce { K, alpha: 1.5, C: 1.5 * time * K, beta: 0.5, reference_gap: 0.0, ends: Ends::ForceClamped };
    // Next to linear in the fifth root of the speed.
    let (first, step) = (0.6, 0.02);
    let of = |k: i32| restitution(&force, 0.03, (first + step * f64::from(k)).powi(5), 1e-12).unwrap();
    let curve: Vec<f64> = (0..50).map(of).collect();
    let e = |speed: f64| {
        let at = (speed.powf(0.2) - first) / step;
        curve[at as usize] + at.fract() * (curve[at as usize + 1] - curve[at as usize])
    };
    let law = DASHPOT.replace("hooke]\nstiffness = \"50 kN/m\"", "hertz]").replace("linear-dashpot", "kuwabara-kono");
    let unknown = "relaxation_time = { fit = \"10 us\", between = [\"1 us\", \"100 us\"] }";
    let law = law.replace("restitution = { fit = 0.7, between = [0.1, 1.5] }", unknown);
    let lines = format!(
        "[material.rubber]\nyoung_modulus = \"5 MPa\"\npoisson_ratio = 0.45\n[body.ball]\n\
         sphere = {{ radius = \"20 mm\", mass = \"30 g\" }}\nmaterial = \"rubber\"\n{FLOOR}{law}{}",
        experiment("bounce-times", "gravity = \"9.81 m/s2\"\ntime_sigma = \"0.3 ms\"\ncontact_duration = false")
    );
    let held = share(200, 5, |stream| {
        let mut table = "throw,interval (s)\n".to_string();
        for throw in 0..30 {
            let mut speed = 2.0 * 2.7f64.powf(f64::from(throw % 5) / 4.0);
            let off = 0.005 * stream.normal();
            for _ in 0..4 {
                writeln!(table, "{throw},{:?}", 2.0 * speed / G + 3e-4 * stream.normal()).unwrap();
                speed *= e(speed) + off;
            }
        }
        found(&lines, &table, Depth::Quoted).parameters[0].interval.is_some_and(|interval| interval.covers(time))
    });
    // Three binomial standard deviations, and one table in a hundred whose law is said not to describe it.
    assert!((0.90..0.995).contains(&held), "{held}");
}

/// Each mistake, on the same experiments: the share of intervals by covariance that hold the truth.
#[test]
fn mistakes_are_seen_in_the_coverage() {
    let (model, truth) = model(Bounces);
    let share = |twin: &(dyn Fn(&mut Problem) + Sync)| {
        share(EXPERIMENTS, 5, |stream| {
            let mut problem = drawn(Bounces, 30, stream);
            twin(&mut problem);
            let found = fit(&problem, &*model).unwrap();
            covariance(&problem, &*model, &found).unwrap().interval(0, 0.95).unwrap().covers(truth[0])
        })
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
#[ignore = "slow"]
fn numbers_of_one_impact_that_move_together_are_one_observation() {
    let held = |split: bool| {
        share(EXPERIMENTS, 17, |stream| {
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
        })
    };
    let (one, two) = (held(false), held(true));
    assert!((one - 0.95).abs() < FOUR && two < 0.95 - FOUR, "{one} {two}");
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
    let force = |alpha, beta| PowerForce { K: 1.0, alpha, C: 1.0, beta, reference_gap: 0.0, ends: Ends::ForceClamped };
    let (names, rows) = rows("tsuji_clipped");
    let end = names.iter().position(|name| name == "t_force_zero").unwrap();
    for row in &rows {
        let (K, m, v) = (4.0 / 3.0 * cell(row, 1) * cell(row, 2).sqrt(), cell(row, 3), cell(row, 4));
        let (e, alpha, end) = (cell(row, 5), cell(row, 6), cell(row, end));
        let curves = CollisionCurves::cached(&force(1.5, 0.25), 0.999 * alpha, 1.001 * alpha, true);
        assert!((curves.restitution(alpha).unwrap() - e).abs() <= curves.error(), "{e}");
        let time = (m * v * v / K).powf(0.4) / v * curves.duration(alpha).unwrap();
        assert!((time / end - 1.0).abs() < 1e-8, "{e}: {time} {end}");
    }
    // A clamped linear dashpot: e = exp(-(pi - 2p) tan p), z = sin p, whatever the speed; one curve for all.
    let curves = CollisionCurves::cached(&force(1.0, 0.0), 0.01, 1.2, false);
    for p in [0.01_f64, 0.1, 0.3, 0.5] {
        let exact = (-(PI - 2.0 * p) * p.tan()).exp();
        assert!((curves.restitution(2.0 * p.sin()).unwrap() - exact).abs() <= curves.error(), "{p}");
    }
    // Of viscoelastic spheres the number goes with the fifth root of the speed, of a linear dashpot with none.
    for (alpha, beta, root) in [(1.5, 0.5, 0.2), (1.0, 0.0, 0.0), (1.5, 0.25, 0.0)] {
        assert!((power(&force(alpha, beta)) - root).abs() < 1e-15, "{alpha} {beta}");
    }
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
    let low = bisect(uphill, 0.5, 1.5);
    assert!((found.theta[0] - low).abs() < 1e-5 * s, "{} {low}", found.theta[0]);
    let z = (low - speed) / t;
    let expected = (2.0 / (s * s) + mills(z) * (mills(z) + z) / (t * t)).sqrt().recip();
    let sigma = covariance(&problem, &model, &found).unwrap().sigmas[0];
    assert!((sigma / expected - 1.0).abs() < 1e-5 && expected < 0.9 * s / 2f64.sqrt(), "{sigma} {expected}");
}
