use std::f64::consts::PI;

use collisionbench::record::tube::*;

/// A half sine of `steps` steps that begins at `start`: the contact of a linear spring.
fn spring(steps: usize, start: f64, duration: f64, force: f64) -> Vec<[f64; 2]> {
    let at = |i: usize| i as f64 / steps as f64;
    (0..=steps).map(|i| [start + duration * at(i), force * (PI * at(i)).sin()]).collect()
}

#[test]
fn the_same_contact_at_other_steps_stays_inside() {
    let (then, now) = (spring(200, 0.0, 1e-5, 1e4), spring(317, 0.0, 1e-5, 1e4));
    // The sag of a chord of pi/200 is its square over 8.
    assert!(farthest(&then, &now) <= (PI / 200.0_f64).powi(2) / 8.0);
    assert!(farthest(&then, &thinned(&then, 5e-4)) <= 5e-4);
    // A chord is cut near its middle when its sag, (pi h)^2/8 at most, is more: no piece is shorter than half of that h.
    assert!((thinned(&then, 5e-4).len() as f64) < 2.0 * PI / (8.0 * 5e-4_f64).sqrt() + 2.0);
}

#[test]
fn a_contact_longer_or_stronger_by_a_percent_leaves_it() {
    let then = spring(200, 0.0, 1e-5, 1e4);
    assert!((farthest(&then, &spring(200, 0.0, 1e-5, 1.01e4)) - 0.01).abs() < 1e-3);
    assert!(farthest(&then, &spring(200, 0.0, 1.01e-5, 1e4)) > 2e-3);
    // A spike of one step between accepted points is seen from its own side.
    let mut spike = spring(200, 0.0, 1e-5, 1e4);
    spike[77][1] *= 1.05;
    assert!(farthest(&then, &spike) > 5e-3);
    assert_eq!(farthest(&then, &[]), f64::INFINITY);
}

#[test]
fn clocks_are_aligned_at_first_touch() {
    let mut late = vec![[0.0, 0.0], [1e-6, 0.0]];
    late.extend(spring(200, 2e-6, 1e-5, 1e4));
    let then = spring(200, 0.0, 1e-5, 1e4);
    assert!(farthest(&then, &late) > 0.1, "unaligned they are far apart");
    assert!(farthest(&from_first_touch(then), &from_first_touch(late)) < 1e-9);
}
