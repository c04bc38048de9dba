use std::f64::consts::PI;

use collisionbench::collide::trajectory::{Sample, ShearChange};
use collisionbench::judge::divergence::*;

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
