//! Popov's fit of JKR against a plain integration of its equation of motion, and broken twins of it.

use std::f64::consts::PI;

use collisionbench::collide::observe::Observable;
use collisionbench::law::Ends;
use collisionbench::law::damping::{Damping, Undamped};
use collisionbench::law::normal::{Normal, PopovJkr};

use super::scenes::{ask, glass};

const W: f64 = 0.05;

/// Largest overlap and the time to it of `m* delta'' = -F`, in `steps` steps of `sqrt(m* s/F_a)`; `a`, `b`, `n` are the constants of
/// `F_a (a (delta/s + 1)^n - 1)`, `s^3 = b (w/E*)^2 R*`.
fn plain([a, b, n]: [f64; 3], [m, R, E, v]: [f64; 4], steps: f64) -> [f64; 2] {
    let (F_a, s) = (1.5 * PI * W * R, (b * (W / E).powi(2) * R).cbrt());
    let pull = |d: f64| -F_a * (a * (d / s + 1.0).powf(n) - 1.0) / m;
    let dt = (m * s / F_a).sqrt() / steps;
    let (mut d, mut u, mut t) = (0.0, v, 0.0);
    loop {
        // Runge and Kutta's fourth order.
        let k1 = [u, pull(d)];
        let k2 = [u + 0.5 * dt * k1[1], pull(d + 0.5 * dt * k1[0])];
        let k3 = [u + 0.5 * dt * k2[1], pull(d + 0.5 * dt * k2[0])];
        let k4 = [u + dt * k3[1], pull(d + dt * k3[0])];
        let step = |i: usize| dt / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        let (next_d, next_u) = (d + step(0), u + step(1));
        if next_u <= 0.0 {
            // To rest, to third order.
            let (g, slope) = (pull(d), (pull(d + 1e-6 * s) - pull(d)) / (1e-6 * s));
            let rest = -u / g * (1.0 - 0.5 * slope * u * u / (g * g));
            return [d + u * rest + 0.5 * g * rest * rest + slope * u * rest.powi(3) / 6.0, t + rest];
        }
        (d, u, t) = (next_d, next_u, t + dt);
    }
}

#[test]
fn the_fit_is_that_of_a_plain_integration() {
    let normal = Normal::PopovJkr(PopovJkr { work_of_adhesion: W });
    let scene = glass(normal, Damping::Undamped(Undamped), Ends::ZeroOverlap);
    let says = ask("popov-jkr-impact", &scene).unwrap();
    let value = |what: Observable| says.iter().find(|(observable, _)| *observable == what).unwrap().1.value;
    // Two glass balls of 10 mm, 2500 kg/m3, 48 GPa, 0.2, at 1 m/s.
    let R_star = 5e-3;
    let bodies = [2500.0 * 2.0 / 3.0 * PI * 1e-6, R_star, 25e9, 1.0];
    let off = |constants: [f64; 3]| {
        let [deepest, time] = plain(constants, bodies, 4000.0);
        [deepest / value(Observable::MaxOverlap) - 1.0, time / value(Observable::TimeOfMaxOverlap) - 1.0]
    };
    for part in off([0.12, 0.4626, 5.0 / 3.0]) {
        assert!(part.abs() < 1e-8, "{part:e}");
    }
    // Hertz's power, another length, a rounded constant.
    for broken in [[0.12, 0.4626, 1.5], [0.12, 1.6, 5.0 / 3.0], [0.125, 0.4626, 5.0 / 3.0]] {
        assert!(off(broken).iter().all(|part| part.abs() > 1e-4), "{broken:?} passes");
    }
    // 1.32 pi w R*, against 3/2 of JKR.
    assert!((value(Observable::PullOffForce) / (1.32 * PI * W * R_star) - 1.0).abs() < 1e-14);
}
