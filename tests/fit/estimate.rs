//! The fit against what is known on paper.

use collisionbench::fit::estimate::{NoEstimate, fit};
use collisionbench::fit::models::{Formula, heights, judge, log_slope};
use collisionbench::fit::problem::{Datum, Model, Problem, Scatter, Unknown};
use collisionbench::fit::random::Stream;
use collisionbench::fit::spread::{covariance, next, profile, verdict};

/// `f(theta, v)` with unknowns that may take any value.
pub struct Plain<F> {
    pub unknowns: Vec<Unknown>,
    pub f: F,
}

impl<F: Fn(&[f64], f64) -> Result<f64, String> + Sync> Model for Plain<F> {
    fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        (self.f)(theta, datum.speed)
    }
}

pub fn plain<F: Fn(&[f64], f64) -> Result<f64, String> + Sync>(names: &[&str], f: F) -> Plain<F> {
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    let unknown = |name: &&str| Unknown { name: name.to_string(), unit: "1".into(), start: 0.5, low, high };
    Plain { unknowns: names.iter().map(unknown).collect(), f }
}

pub fn mean() -> Plain<impl Fn(&[f64], f64) -> Result<f64, String> + Sync> {
    plain(&["mean"], |theta, _| Ok(theta[0]))
}

pub fn problem(data: Vec<Datum>, scatter: Scatter) -> Problem {
    Problem { data, stuck: Vec::new(), scatter }
}

#[test]
fn a_weighted_mean_is_one() {
    let pairs = [(0.80, 0.01), (0.83, 0.02), (0.79, 0.005)];
    let data = pairs.iter().enumerate().map(|(at, (y, s))| Datum::alone(at, 0, 1.0, *y, *s)).collect();
    let problem = problem(data, Scatter::None);
    let found = fit(&problem, &mean()).unwrap();
    let weight: f64 = pairs.iter().map(|(_, s)| 1.0 / (s * s)).sum();
    let expected = pairs.iter().map(|(y, s)| y / (s * s)).sum::<f64>() / weight;
    assert!((found.theta[0] - expected).abs() < 1e-9, "{}", found.theta[0] - expected);
    let spread = covariance(&problem, &mean(), &found).unwrap();
    assert!((spread.sigmas[0] * weight.sqrt() - 1.0).abs() < 1e-8);
    let normal = spread.interval(0, 0.95).unwrap();
    assert!(((normal.high - normal.low) / spread.sigmas[0] - 2.0 * 1.959_964).abs() < 1e-5);
}

/// Two numbers with correlation rho: the variance of their mean is `sigma^2 (1 + rho)/2`.
#[test]
fn correlations_count_with_their_sign() {
    let with = |rho: f64| {
        let second = Datum { correlations: vec![rho], ..Datum::alone(0, 0, 1.0, 0.82, 0.01) };
        let problem = problem(vec![Datum::alone(0, 0, 1.0, 0.80, 0.01), second], Scatter::None);
        let found = fit(&problem, &mean()).unwrap();
        assert!((found.theta[0] - 0.81).abs() < 1e-9);
        covariance(&problem, &mean(), &found).unwrap().sigmas[0]
    };
    let expected = |rho: f64| 0.01 * ((1.0 + rho) / 2.0_f64).sqrt();
    assert!((with(-0.5) / expected(-0.5) - 1.0).abs() < 1e-8);
    // The broken twin has the wrong sign.
    assert!((with(0.5) / expected(-0.5) - 1.0).abs() > 0.5);
    let beyond = Datum { correlations: vec![1.2], ..Datum::alone(0, 0, 1.0, 0.82, 0.01) };
    let bad = problem(vec![Datum::alone(0, 0, 1.0, 0.8, 0.01), beyond], Scatter::None);
    assert!(matches!(fit(&bad, &mean()), Err(NoEstimate::Problem(why)) if why.contains("correlation")));
}

/// Errors that follow the value are those of the fit, not of what was measured: equal ones give the plain mean. Taken at
/// the measured values, `sum e^3/sum e^2` would come out, which leans upwards.
#[test]
fn errors_that_follow_the_value_do_not_lean() {
    let values = [0.8f64, 0.9, 1.0];
    let datum = |(drop, e): (usize, &f64)| Datum { follows: -1.0, ..Datum::alone(drop, 0, 1.0, *e, 0.01 / e) };
    let heights: Vec<Datum> = values.iter().enumerate().map(datum).collect();
    let found = fit(&problem(heights.clone(), Scatter::None), &mean()).unwrap();
    assert!((found.theta[0] - 0.9).abs() < 1e-9, "{}", found.theta[0]);
    let sigma = covariance(&problem(heights.clone(), Scatter::None), &mean(), &found).unwrap().sigmas[0];
    assert!((sigma / (0.01 / 0.9 / 3f64.sqrt()) - 1.0).abs() < 1e-6, "{sigma}");
    let twin: Vec<Datum> = heights.into_iter().map(|datum| Datum { follows: 0.0, ..datum }).collect();
    let leans = fit(&problem(twin, Scatter::None), &mean()).unwrap();
    let cubes = values.iter().map(|e| e.powi(3)).sum::<f64>() / values.iter().map(|e| e * e).sum::<f64>();
    assert!((leans.theta[0] - cubes).abs() < 1e-9 && cubes - 0.9 > 0.01, "{}", leans.theta[0]);
}

/// Balanced one-way classification with known errors: `s^2 = var(means) - sigma^2/n` (Searle et al. 1992, section 4.5).
#[test]
fn scatter_between_drops_is_that_of_analysis_of_variance() {
    let sigma = 0.004;
    let drops = [[0.80, 0.805, 0.81], [0.78, 0.785, 0.77], [0.83, 0.82, 0.825], [0.79, 0.80, 0.792]];
    let data = drops.iter().enumerate().flat_map(|(d, ys)| ys.map(|y| Datum::alone(d, 0, 1.0, y, sigma))).collect();
    let problem = problem(data, Scatter::BetweenDrops);
    let found = fit(&problem, &mean()).unwrap();
    let means = drops.map(|ys| ys.iter().sum::<f64>() / 3.0);
    let all = means.iter().sum::<f64>() / 4.0;
    let variance = means.iter().map(|m| (m - all).powi(2)).sum::<f64>() / 3.0;
    let s = (variance - sigma * sigma / 3.0).sqrt();
    assert!((found.scatter[0] / s - 1.0).abs() < 1e-3, "{} {s}", found.scatter[0]);
    assert!((found.theta[0] - all).abs() < 1e-9);
    // The standard error of the mean of four drops; without scatter it would be several times smaller.
    let spread = covariance(&problem, &mean(), &found).unwrap();
    assert!((spread.sigmas[0] / (variance / 4.0).sqrt() - 1.0).abs() < 1e-3);
    let ignored = Problem { scatter: Scatter::None, ..problem.clone() };
    let twin = covariance(&ignored, &mean(), &fit(&ignored, &mean()).unwrap()).unwrap();
    assert!(twin.sigmas[0] < 0.3 * spread.sigmas[0]);
    // A straight problem has Student's interval, whichever way it is found: t(3 dof, 95 %) = 3.182 (A&S 26.10).
    let straight = profile(&problem, &mean(), &found, 0, 0.95).unwrap().unwrap();
    for interval in [straight.interval, spread.interval(0, 0.95).unwrap()] {
        assert!(((interval.high - interval.low) / (2.0 * spread.sigmas[0]) - 3.182).abs() < 1e-3, "{interval:?}");
    }
}

/// Of a power of the speed, whatever the factor; of one speed there is none.
#[test]
fn the_slope_of_a_power_is_its_exponent() {
    let line = [0.6f64, 0.5, 0.42, 0.36].map(|v| (v, 0.8 * v.powf(-0.25)));
    assert!((log_slope(&line) + 0.25).abs() < 1e-12);
    assert_eq!(log_slope(&[(1.0, 0.8), (1.0, 0.9)]), 0.0);
}

#[test]
fn a_bound_is_kept_and_no_covariance_is_claimed_there() {
    let mut model = mean();
    model.unknowns[0] = Unknown { low: 0.4, high: 0.7, ..model.unknowns[0].clone() };
    let data = (0..5).map(|drop| Datum::alone(drop, 0, 1.0, 0.8, 0.01)).collect();
    let problem = problem(data, Scatter::None);
    let found = fit(&problem, &model).unwrap();
    assert!(found.theta[0] <= 0.7 && found.at_bound[0], "{found:?}");
    assert_eq!(covariance(&problem, &model, &found), None);
}

#[test]
fn a_failing_simulation_is_survived_and_a_hopeless_one_named() {
    // A first full step leads where nothing can be computed.
    let model = plain(&["x"], |theta, v| if theta[0] < 3.0 { Ok(theta[0].exp() * v) } else { Err("stuck".into()) });
    let data = [1.0, 2.0, 3.0].iter().enumerate().map(|(d, v)| Datum::alone(d, 0, *v, 2.0 * v, 0.1)).collect();
    let problem = problem(data, Scatter::None);
    let found = fit(&problem, &model).unwrap();
    assert!((found.theta[0] - 2f64.ln()).abs() < 1e-8);
    let hopeless = plain(&["x"], |_, _| Err::<f64, _>("stuck".into()));
    assert_eq!(fit(&problem, &hopeless), Err(NoEstimate::Start("stuck".into())));
    let mut zero = problem.clone();
    zero.data[1].sigma = 0.0;
    assert!(matches!(fit(&zero, &model), Err(NoEstimate::Problem(why)) if why.contains("datum 2")));
    let two = plain(&["x", "y", "z", "w"], |theta, _| Ok(theta[0]));
    assert!(matches!(fit(&problem, &two), Err(NoEstimate::Problem(_))));
}

#[test]
fn what_drops_alone_cannot_tell_is_said() {
    // A (K/m)^(2/5) is all a restitution knows.
    let data: Vec<Datum> = (1..7).map(|d| Datum::alone(d, 0, f64::from(d as u32), 0.8, 0.01)).collect();
    let drops = problem(data, Scatter::None);
    let both = plain(&["A", "K"], |theta, v| Ok((-(theta[0] * theta[1].powf(0.4) * v.powf(0.2))).exp()));
    let said = verdict(&drops, &both, &[0.1, 30.0]).unwrap();
    assert_eq!((said.rank, said.untold.len()), (1, 1));
    let [A, K] = said.untold[0][..] else { panic!("two unknowns") };
    assert!((A / K + 0.4).abs() < 1e-5, "{A} {K}");
    assert!(said.words.contains("1 of 2") && said.words.contains("A by -0.400 %"), "{}", said.words);
    let line = plain(&["a", "b"], |theta, v| Ok(theta[0] + theta[1] * v));
    let said = verdict(&drops, &line, &[0.1, 30.0]).unwrap();
    assert_eq!((said.rank, said.untold.len()), (2, 0));
}

/// A straight line: the variance of the slope is `sigma^2/sum (x - mean)^2`.
#[test]
fn the_next_height_is_the_one_that_shrinks_the_interval_most() {
    let at = |v: f64| Datum::alone(99, 0, v, 0.0, 0.01);
    let data: Vec<Datum> =
        [1.0, 2.0, 3.0].iter().enumerate().map(|(d, v)| Datum { drop: d, value: 0.9 - 0.02 * v, ..at(*v) }).collect();
    let problem = problem(data, Scatter::None);
    let line = plain(&["a", "b"], |theta, v| Ok(theta[0] + theta[1] * v));
    let found = fit(&problem, &line).unwrap();
    let ranked = next(&problem, &line, &found, 1, &[at(2.0), at(5.0), at(3.0), at(0.5)]).unwrap();
    assert_eq!(ranked.iter().map(|next| next.candidate).collect::<Vec<_>>(), [1, 3, 2, 0]);
    // sum (x - mean)^2 of 1, 2, 3 is 2; of 1, 2, 3, 5 it is 8.75; one more in the middle leaves it at 2.
    assert!((ranked[0].shrinks_to / (2.0 / 8.75_f64).sqrt() - 1.0).abs() < 1e-4, "{ranked:?}");
    assert!((ranked[3].shrinks_to - 1.0).abs() < 1e-6);
}

#[test]
fn the_law_that_made_the_data_is_chosen() {
    let mut data = Vec::new();
    for drop in 0..30 {
        let mut stream = Stream::new(11, drop as u64);
        let speed = 1.0 + (drop % 6) as f64;
        data.push(Datum::alone(drop, 0, speed, 0.7 * speed.powf(-0.25) + 0.004 * stream.normal(), 0.004));
    }
    let problem = problem(data, Scatter::BetweenDrops);
    let tried = [
        judge("constant", &problem, &Formula::constant()).unwrap(),
        judge("plastic", &problem, &Formula::power(1.0, Some(0.25))).unwrap(),
        judge("power", &problem, &Formula::power(1.0, None)).unwrap(),
    ];
    assert!(tried[1..].iter().all(|law| law.aicc < tried[0].aicc));
    assert!(tried[0].aic - tried[1].aic > 20.0);
    // One number too many costs two, less what it gains: about one, at random.
    assert!((tried[2].aic - tried[1].aic).abs() < 5.0);
    assert_eq!(heights(&problem)[..7], [0, 1, 2, 3, 4, 5, 0]);
    let unseen = tried[1].held_out.unwrap();
    assert!((unseen - 1.0).abs() < 4.0 * (2.0 / 30.0_f64).sqrt(), "{unseen}");
    // A single height cannot be left out.
    let mut one = problem.clone();
    one.data.iter_mut().for_each(|datum| datum.speed = 1.0);
    assert_eq!(judge("constant", &one, &Formula::constant()).unwrap().held_out, None);
}
