//! Verdicts, orders of convergence and divergence.

use std::f64::consts::PI;

use collisionbench::bench::check::*;
use collisionbench::bench::curve::*;
use collisionbench::bench::divergence::*;
use collisionbench::bench::order::*;
use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::trajectory::{Sample, ShearChange};
use collisionbench::error::Exit;
use collisionbench::units::Dimension;

// src/judge/abscissa_shift.rs
#[test]
fn a_point_moves_no_farther_than_its_reach() {
    let line = SweepCurve::new(vec![(2.0, 20.0), (0.0, 0.0), (1.0, 10.0)]);
    assert_eq!(line.nearest(1.0, 0.0, 12.0), Some(10.0));
    assert!((line.nearest(1.0, 0.1, 12.0).unwrap() - 11.0).abs() < 1e-12);
    assert_eq!(line.nearest(1.0, 0.5, 12.0), Some(12.0));
    // Beyond the ends the last side goes on.
    assert!((line.nearest(2.0, 0.5, 30.0).unwrap() - 25.0).abs() < 1e-12);
    assert!((line.nearest(0.0, 0.5, -9.0).unwrap() + 5.0).abs() < 1e-12);
}

#[test]
fn a_peak_between_the_ends_is_reached() {
    let roof = SweepCurve::new(vec![(0.0, 0.0), (1.0, 10.0), (2.0, 0.0)]);
    assert_eq!(roof.nearest(1.2, 0.5, 9.9), Some(9.9));
    assert_eq!(roof.nearest(1.2, 0.5, 11.0), Some(10.0));
}

#[test]
fn one_point_is_no_curve() {
    assert_eq!(SweepCurve::new(vec![(1.0, 1.0)]).nearest(1.0, 0.1, 1.0), None);
    assert_eq!(SweepCurve::new(vec![(1.0, f64::NAN), (2.0, 1.0)]).nearest(1.0, 0.1, 1.0), None);
}

// src/judge/compare.rs
const ONE: Estimate = Estimate { value: 1.0, uncertainty: 0.01 };

#[test]
fn each_tolerance_measures_in_its_own_unit() {
    let observed = Estimate::new(1.05, 0.0);
    let relative = compare(Estimate::new(2.0, 0.0), Estimate::new(2.1, 0.0), Allowed::Relative(0.1), Dimension::Force);
    assert!((relative.amount - 0.05).abs() < 1e-15 && relative.met() && relative.unit == "relative");
    let absolute = compare(ONE, observed, Allowed::Absolute(0.04), Dimension::Force);
    assert!(!absolute.met() && absolute.unit == "N");
    let sigma = compare(ONE, observed, Allowed::Sigma(4.9), Dimension::Force);
    assert!((sigma.amount - 5.0).abs() < 1e-12 && !sigma.met());
}

#[test]
fn what_is_not_a_number_never_passes() {
    for allowed in [Allowed::Relative(1.0), Allowed::Absolute(1e300), Allowed::Sigma(1e300)] {
        assert!(!compare(ONE, Estimate::new(f64::NAN, 0.0), allowed, Dimension::Force).met());
        assert!(!compare(ONE, Estimate::new(f64::INFINITY, 0.0), allowed, Dimension::Force).met());
    }
}

#[test]
fn a_tolerance_may_not_be_tighter_than_the_expectation() {
    assert!(Allowed::Relative(0.001).refusal(ONE).is_some());
    assert!(Allowed::Relative(0.02).refusal(ONE).is_none());
    assert!(Allowed::Relative(0.1).refusal(Estimate::new(0.0, 0.0)).is_some());
    assert!(Allowed::Sigma(1.0).refusal(Estimate::new(0.0, 0.0)).is_none());
}

// src/judge/curve.rs
#[test]
fn a_cubic_is_read_off_exactly() {
    let x: Vec<f64> = (0..9).map(|i| f64::from(i * i)).collect();
    let y: Vec<f64> = x.iter().map(|x| 1.0 + x * x * x).collect();
    let course = Interpolant { x, y, ends: (0.0, 513.0) };
    for at in [0.0, 0.5, 7.3, 30.0, 64.0] {
        assert!((course.at(at) / (1.0 + at * at * at) - 1.0).abs() < 1e-12);
    }
    assert_eq!((course.at(-1.0), course.at(65.0)), (0.0, 513.0));
}

#[test]
fn a_point_may_move_by_the_uncertainty_of_its_abscissa() {
    let x: Vec<f64> = (0..9).map(f64::from).collect();
    let course = Interpolant { y: x.iter().map(|x| 10.0 * x).collect(), x, ends: (0.0, 80.0) };
    assert_eq!(course.nearest(Estimate::new(4.0, 0.0), 42.0), 40.0);
    assert!((course.nearest(Estimate::new(4.0, 0.1), 42.0) - 41.0).abs() < 1e-12);
    assert_eq!(course.nearest(Estimate::new(4.0, 0.5), 42.0), 42.0);
    assert!(course.nearest(Estimate::new(f64::NAN, 0.5), 42.0).is_nan());
}

// src/judge/divergence.rs
/// A linear spring: overlap and force are sines.
fn spring(steps: usize, omega: f64, late: impl Fn(f64) -> f64) -> Vec<Sample> {
    let sample = |i: usize| {
        let time = i as f64 / steps as f64 * PI / omega;
        let overlap = (omega * time).sin() + late(time);
        Sample { time, overlap, speed: omega * (omega * time).cos(), force: overlap, force_elastic: overlap }
    };
    (0..=steps).map(sample).collect()
}

fn series(samples: &[Sample]) -> ComparedSeries<'_> {
    ComparedSeries { samples, turns: &[] }
}

#[test]
fn a_spin_that_parts_is_seen_at_the_slip_where_it_begins() {
    let exact = spring(200, 1.0, |_| 0.0);
    let turns = |late: f64| (0..=100).map(|i| (PI * f64::from(i) / 100.0, late)).collect::<Vec<_>>();
    let spin = |from: f64| turns(1.0).into_iter().map(|(t, w)| (t, if t < from { w } else { w + 0.1 })).collect();
    let (plain, changes) = (turns(1.0), [(0.8, ShearChange::Slips), (2.4, ShearChange::Sticks)]);
    let exact = ComparedSeries { samples: &exact, turns: &plain };
    for (from, event) in [(0.8, CollisionEvent::Slips), (2.4, CollisionEvent::Sticks), (1.2, CollisionEvent::Approach)]
    {
        let other: Vec<(f64, f64)> = spin(from);
        let found = Divergence::find(ComparedSeries { turns: &other, ..exact }, exact, &changes, 1e-2).unwrap();
        assert_eq!(found.event, event, "{from}");
        assert!((found.time - from).abs() < 0.04, "{from}: {}", found.time);
    }
    assert_eq!(Divergence::find(exact, exact, &changes, 1e-2), None);
}

#[test]
fn the_stage_is_where_the_difference_begins() {
    let exact = spring(200, 1.0, |_| 0.0);
    let find = |course: &[Sample]| Divergence::find(series(course), series(&exact), &[], 1e-3);
    assert_eq!(find(&spring(77, 1.0, |_| 0.0)), None);
    // Something is added from a known time on.
    for (from, event) in [
        (0.05, CollisionEvent::FirstTouch),
        (0.7, CollisionEvent::Approach),
        (PI / 2.0, CollisionEvent::TurningPoint),
        (2.2, CollisionEvent::Separation),
        (3.08, CollisionEvent::End),
    ] {
        let other = spring(401, 1.0, |t| if t >= from { 0.01 } else { 0.0 });
        let found = find(&other).unwrap();
        assert_eq!(found.event, event, "{from}");
        assert!(found.time >= from && found.time < from + PI / 400.0, "{from}: {}", found.time);
    }
    // A stiffer spring is off from the touch on.
    let stiff = find(&spring(200, 1.1, |_| 0.0)).unwrap();
    assert_eq!(stiff.event, CollisionEvent::FirstTouch);
    assert!(stiff.to_string().contains("at first touch"));
}

// src/judge.rs
#[test]
fn a_gap_holds_while_one_check_fails_and_closes_when_none_does() {
    let mut open = [Verdict::Pass, Verdict::Fail, Verdict::Skip];
    known_gap(&mut open, &[false; 3]);
    assert_eq!(open, [Verdict::Pass, Verdict::Gap, Verdict::Skip]);

    let mut closed = [Verdict::Pass, Verdict::Pass, Verdict::Skip];
    known_gap(&mut closed, &[false; 3]);
    assert_eq!(closed, [Verdict::Closed, Verdict::Closed, Verdict::Skip]);

    let mut broken = [Verdict::Error, Verdict::Skip];
    known_gap(&mut broken, &[false; 2]);
    assert_eq!(broken, [Verdict::Error, Verdict::Skip]);

    let mut worse = [Verdict::Pass, Verdict::Fail, Verdict::Fail];
    known_gap(&mut worse, &[false, false, true]);
    assert_eq!(worse, [Verdict::Pass, Verdict::Gap, Verdict::Fail]);
}

#[test]
fn the_most_serious_outcome_wins() {
    let met = Tally { pass: 3, skip: 1, gap: 1, ..Tally::default() };
    assert_eq!(met.exit(false), Exit::AsExpected);
    assert_eq!(met.exit(true), Exit::NoResult);
    assert_eq!(Tally { closed: 1, ..met }.exit(false), Exit::Failing);
    assert_eq!(Tally { fail: 1, ..met }.exit(false), Exit::Failing);
    assert_eq!(Tally { fail: 1, error: 1, ..met }.exit(false), Exit::NoResult);
}

#[test]
fn a_run_in_which_nothing_was_checked_is_no_pass() {
    assert_eq!(Tally { skip: 4, ..Tally::default() }.exit(false), Exit::NoResult);
    assert_eq!(Tally::default().exit(false), Exit::NoResult);
}

// src/judge/order.rs
fn ladder(error: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    [50.0, 100.0, 200.0, 400.0, 800.0, 1600.0].map(|n| (n, error(n))).to_vec()
}

#[test]
fn a_power_law_is_its_own_order() {
    let fit = order(&ladder(|n| 3.0 * n.powf(-1.25))).unwrap();
    assert!((fit.slope - 1.25).abs() < 1e-12 && fit.uncertainty < 1e-12 && (fit.constant - 3.0).abs() < 1e-9);
    assert_eq!(fit.asymptotic, Asymptotic::Yes);
    assert_eq!(fit.local.len(), 5);
}

#[test]
fn the_uncertainty_is_the_textbook_one() {
    // Residuals +d, -d, -d, +d about a line over x = 0, 1, 2, 3: s^2 = 4 d^2/2, sum (x - 1.5)^2 = 5.
    let d: f64 = 0.01;
    let points: Vec<(f64, f64)> =
        [d, -d, -d, d].iter().enumerate().map(|(i, r)| ((i as f64).exp(), (r - 2.0 * i as f64).exp())).collect();
    let fit = order(&points).unwrap();
    assert!((fit.slope - 2.0).abs() < 1e-12);
    assert!((fit.uncertainty - (2.0 * d * d / 5.0).sqrt()).abs() < 1e-12);
}

#[test]
fn a_ladder_that_is_not_asymptotic_says_why() {
    let bending = order(&ladder(|n| n.powi(-1) + 100.0 * n.powi(-2))).unwrap();
    assert!(matches!(bending.asymptotic, Asymptotic::Bending { coarse, fine } if coarse > fine), "{bending:?}");
    let rounding = order(&ladder(|n| 1e-10 * n.powi(-2) + 1e-16)).unwrap();
    assert!(matches!(rounding.asymptotic, Asymptotic::Rounding { .. }));
    let mut sign = 1.0;
    let scattered: Vec<(f64, f64)> = ladder(|n| n.powi(-2))
        .into_iter()
        .map(|(n, e)| {
            sign = -sign;
            (n, e * (1.0 + 0.3 * sign))
        })
        .collect();
    assert!(matches!(order(&scattered).unwrap().asymptotic, Asymptotic::Scattered { .. }));
}

#[test]
fn what_has_no_order_is_refused() {
    assert_eq!(order(&[(1.0, 1.0), (2.0, 0.5)]), Err(NoOrder::TooFew(2)));
    assert_eq!(order(&[(1.0, 1.0), (2.0, 0.0), (4.0, 0.1)]), Err(NoOrder::NotPositive(2.0, 0.0)));
    assert!(matches!(order(&[(1.0, 1.0), (2.0, f64::NAN), (4.0, 0.1)]), Err(NoOrder::NotPositive(..))));
    assert_eq!(order(&[(1.0, 1.0), (1.0, 0.5), (4.0, 0.1)]), Err(NoOrder::NotGrowing));
}
