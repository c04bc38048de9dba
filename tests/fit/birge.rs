//! The Birge ratio: one where errors are as stated, and no other number.

use collisionbench::fit::estimate::fit;
use collisionbench::fit::models::Formula;
use collisionbench::fit::problem::{Datum, Problem, Scatter};
use collisionbench::fit::random::Stream;
use collisionbench::fit::spread::{Birge, between_impacts, birge};

use crate::common::fitted::{deviation, each};

/// What was done `experiments` times.
#[derive(Clone, Copy)]
struct Study {
    drops: usize,
    /// True errors over stated ones.
    times: f64,
    /// Of whole drops.
    between: f64,
    scatter: Scatter,
}

const STUDY: Study = Study { drops: 5, times: 1.0, between: 0.02, scatter: Scatter::BetweenDrops };
const EXPERIMENTS: u64 = 1500;
/// Of the restitution, as stated.
const SIGMA: f64 = 0.01;

/// Bounces of a ball whose restitution falls with a power of the speed; three a drop.
fn experiment(study: &Study, stream: &mut Stream) -> (Problem, Birge) {
    let mut data = Vec::new();
    for drop in 0..study.drops {
        let off = study.between * stream.normal();
        for bounce in 0..3 {
            let speed = 5.0 * 0.6f64.powi(bounce);
            let value = 0.8 * (speed / 2.0).powf(-0.25) + off + study.times * SIGMA * stream.normal();
            data.push(Datum::alone(drop, 0, speed, value, SIGMA));
        }
    }
    let problem = Problem { data, stuck: Vec::new(), scatter: study.scatter };
    let found = fit(&problem, &Formula::power(2.0, None)).unwrap();
    let birge = birge(&problem, &found).unwrap().unwrap();
    (problem, birge)
}

/// Mean over experiments, and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let (mean, sigma) = deviation(values);
    (mean, sigma / (values.len() as f64).sqrt())
}

fn ratios(study: &Study) -> Vec<Birge> {
    each(EXPERIMENTS, 11, |stream| experiment(study, stream).1)
}

/// `E chi2 = dof`, and the twins that do not count the unknowns, or nothing at all, are seen.
#[test]
fn its_square_is_one_in_the_mean_and_twins_are_not() {
    for scatter in [Scatter::BetweenDrops, Scatter::None] {
        let between = if scatter == Scatter::None { 0.0 } else { STUDY.between };
        let all = ratios(&Study { scatter, between, ..STUDY });
        assert!(all.iter().all(|birge| birge.within_drops == (scatter == Scatter::BetweenDrops)));
        let (square, error) = mean(&all.iter().map(|birge| birge.ratio.powi(2)).collect::<Vec<_>>());
        assert!((square - 1.0).abs() < 4.0 * error, "{scatter:?}: {square} ± {error}");
        let data = 3.0 * STUDY.drops as f64;
        let inside = data - if scatter == Scatter::None { 0.0 } else { STUDY.drops as f64 };
        for counted in [data, inside] {
            let twin: Vec<f64> = all.iter().map(|birge| birge.ratio.powi(2) * birge.dof / counted).collect();
            let (square, error) = mean(&twin);
            assert!((square - 1.0).abs() > 4.0 * error, "{scatter:?}: of {counted}, {square} ± {error}");
        }
        // Chance goes beyond its 99 % point once in a hundred.
        let beyond = all.iter().filter(|birge| birge.too_large()).count() as f64 / EXPERIMENTS as f64;
        assert!((beyond - 0.01).abs() < 4.0 * (0.01 * 0.99 / EXPERIMENTS as f64).sqrt(), "{scatter:?}: {beyond}");
    }
}

/// A known factor comes back, whatever the drops do as a whole; where all data are one drop's worth, they do count.
#[test]
fn errors_that_are_too_small_by_a_factor_give_the_factor() {
    for between in [0.0, 0.1] {
        let all = ratios(&Study { times: 2.0, drops: 20, between, ..STUDY });
        let (ratio, _) = mean(&all.iter().map(|birge| birge.ratio).collect::<Vec<_>>());
        assert!((ratio - 2.0).abs() < 0.04, "{between}: {ratio}");
        let seen = all.iter().filter(|birge| birge.too_large()).count();
        assert!(seen as u64 > EXPERIMENTS * 99 / 100, "{between}: {seen}");
    }
    // The twin that leaves the offsets in takes the scatter between drops for coarse readings.
    let (mut problem, within) = experiment(&Study { drops: 20, between: 0.1, ..STUDY }, &mut Stream::new(11, 0));
    assert!(!within.too_large(), "{within:?}");
    problem.scatter = Scatter::None;
    let found = fit(&problem, &Formula::power(2.0, None)).unwrap();
    assert!(birge(&problem, &found).unwrap().unwrap().ratio > 5.0);
}

/// Impacts that scatter by 0.02 where 0.01 is stated have `sqrt(0.02^2 - 0.01^2)` of their own, whatever whole drops do; and as exact as
/// stated they have next to nothing.
#[test]
fn the_scatter_between_impacts_is_what_is_not_stated() {
    let of = |times: f64| {
        let all = each(100, 11, |stream| {
            let (problem, _) = experiment(&Study { times, drops: 40, between: 0.05, ..STUDY }, stream);
            between_impacts(&problem, &fit(&problem, &Formula::power(2.0, None)).unwrap()).unwrap()
        });
        deviation(&all).0
    };
    assert!((of(2.0) / 3e-4f64.sqrt() - 1.0).abs() < 0.05 && of(1.0) < 0.004, "{} {}", of(2.0), of(1.0));
}

#[test]
fn one_number_a_drop_says_nothing() {
    let (mut problem, _) = experiment(&STUDY, &mut Stream::new(11, 0));
    problem.data.iter_mut().zip(0..).for_each(|(datum, at)| datum.drop = at);
    let found = fit(&problem, &Formula::power(2.0, None)).unwrap();
    assert_eq!(birge(&problem, &found), Ok(None));
}
