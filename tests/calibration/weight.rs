//! A contact under the weight of the ball, against closed forms.

use collisionbench::collide::{restitution, weighed};
use collisionbench::law::{Ends, PowerForce};

fn linear(z: f64, ends: Ends) -> PowerForce {
    // m = 1 kg and k = 1e4 N/m: w0 = 100 rad/s.
    PowerForce { K: 1e4, alpha: 1.0, C: 2.0 * z * 100.0, beta: 0.0, reference_gap: 0.0, ends }
}

/// `x'' + 2 z w0 x' + w0^2 x = g`, `x(0) = 0`, `x'(0) = v`, to the first return to zero: closed form and bisection.
fn closed_form(z: f64, v: f64, g: f64) -> (f64, f64) {
    let (w0, sag) = (100.0, g / 1e4);
    let wd = w0 * (1.0 - z * z).sqrt();
    let b = (v - z * w0 * sag) / wd;
    let x = |t: f64| sag + (-z * w0 * t).exp() * (-sag * (wd * t).cos() + b * (wd * t).sin());
    let rate = |t: f64| {
        let (s, c) = (wd * t).sin_cos();
        (-z * w0 * t).exp() * ((z * w0 * sag + b * wd) * c + (wd * sag - z * w0 * b) * s)
    };
    let (mut low, mut high) = (2.0 / w0, 4.4 / w0);
    assert!(x(low) > 0.0 && x(high) < 0.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if x(middle) > 0.0 { low = middle } else { high = middle }
    }
    (-rate(low) / v, low)
}

#[test]
fn a_linear_dashpot_under_its_weight_has_a_closed_form() {
    for z in [0.0, 0.02, 0.1, 0.3] {
        for (v, g) in [(1.0, 9.81), (0.7, 9.81), (1.0, 0.0)] {
            let (e, t) = closed_form(z, v, g);
            let found = weighed(&linear(z, Ends::ZeroOverlap), 1.0, v, g).unwrap();
            assert!((found.restitution / e - 1.0).abs() < 1e-9, "z {z} v {v} g {g}: {} {e}", found.restitution);
            assert!((found.duration / t - 1.0).abs() < 1e-9, "z {z} v {v} g {g}: {} {t}", found.duration);
            // The twin without the weight is caught where there is one.
            let twin = weighed(&linear(z, Ends::ZeroOverlap), 1.0, v, 0.0).unwrap();
            assert_eq!((twin.duration / t - 1.0).abs() > 1e-3, g > 0.0);
        }
    }
}

/// Without damping the weight changes the duration and never the restitution: energy is kept.
#[test]
fn without_weight_it_is_the_law() {
    for ends in Ends::ALL {
        for (alpha, beta, C) in [(1.5, 0.25, 30.0), (1.5, 0.5, 900.0), (1.0, 0.0, 4.0), (1.5, 0.25, 0.0)] {
            let law = PowerForce { K: 1e6, alpha, C, beta, reference_gap: 0.0, ends };
            let e = restitution(&law, 0.01, 2.0, 1e-13).unwrap();
            let found = weighed(&law, 0.01, 2.0, 0.0).unwrap();
            assert!((found.restitution / e - 1.0).abs() < 1e-10, "{law:?}: {} {e}", found.restitution);
            let pressed = weighed(&law, 0.01, 2.0, 9.81).unwrap();
            assert_eq!((pressed.restitution / e - 1.0).abs() < 1e-9, C == 0.0, "{law:?}");
            assert!(pressed.duration > found.duration);
        }
    }
    // A ball too slow to leave the ground is no bounce.
    let stuck = PowerForce { K: 1e6, alpha: 1.5, C: 300.0, beta: 0.25, reference_gap: 0.0, ends: Ends::ForceClamped };
    assert!(weighed(&stuck, 0.01, 1e-3, 9.81).is_err());
}

/// The motion in plain time by Runge-Kutta, `m w' = m g - F`: nothing is shared with what is tested. Returns `-w` at the end.
fn plain(force: &PowerForce, m: f64, speed: f64, g: f64, dt: f64) -> f64 {
    let push = |x: f64, w: f64| {
        let x = x.max(0.0);
        force.K * x.powf(force.alpha) + force.C * x.powf(force.beta) * w
    };
    let slope = |x: f64, w: f64| (w, g - push(x, w) / m);
    let (mut x, mut w) = (0.0, speed);
    loop {
        let (a, b) = slope(x, w);
        let (c, d) = slope(x + 0.5 * dt * a, w + 0.5 * dt * b);
        let (e, f) = slope(x + 0.5 * dt * c, w + 0.5 * dt * d);
        let (h, i) = slope(x + dt * e, w + dt * f);
        let next = (x + dt / 6.0 * (a + 2.0 * c + 2.0 * e + h), w + dt / 6.0 * (b + 2.0 * d + 2.0 * f + i));
        if next.0 <= 0.0 && next.1 < 0.0 {
            return -(w + (next.1 - w) * x / (x - next.0));
        }
        (x, w) = next;
    }
}

/// A damped Hertz contact has no closed form under a weight.
#[test]
fn a_damped_hertz_contact_under_its_weight_is_integrated_right() {
    let law = PowerForce { K: 1e6, alpha: 1.5, C: 30.0, beta: 0.25, reference_gap: 0.0, ends: Ends::ZeroOverlap };
    for g in [0.0, 9.81, 1e3] {
        let found = weighed(&law, 0.01, 2.0, g).unwrap().restitution;
        let slow = plain(&law, 0.01, 2.0, g, 1e-8) / 2.0;
        assert!((found / slow - 1.0).abs() < 1e-6, "g {g}: {found} {slow}");
    }
}
