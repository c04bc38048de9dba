//! SJKR with the area of the lens: closed forms, an integration of its own, and the area of the first order, which is told apart.

use std::f64::consts::PI;

use collisionbench::collide::observe::Observable;
use collisionbench::theory::{self, Prediction};

use super::{scenes, seen};

const DENSITY: f64 = 2000.0;
const E: f64 = 6e6;
const NU: f64 = 0.4;
/// J/m3
const COHESION: f64 = 3e5;

/// A pair of soft bodies; the radius of a wall is infinite.
fn text(radii: [f64; 2], area: &str, speed: f64) -> String {
    let body = |name: &str, radius: f64| match radius.is_finite() {
        true => format!("body.{name} = {{ sphere = {{ radius = \"{radius} m\" }}, material = \"a\" }}\n"),
        false => format!("body.{name} = {{ wall = {{ normal = \"+z\" }}, material = \"a\" }}\n"),
    };
    format!(
        "material.a = {{ density = \"{DENSITY} kg/m3\", young_modulus = \"{E} Pa\", poisson_ratio = {NU} }}\n{}{}\
         impact = {{ speed = \"{speed} m/s\" }}\n\
         contact.normal.sjkr = {{ cohesion_energy_density = \"{COHESION} J/m3\", area = \"{area}\" }}\n",
        body("one", radii[0]),
        body("two", radii[1])
    )
}

/// The area of the circle in which two spheres meet whose centres are `r1 + r2 - delta` apart, from the right triangles over it.
fn lens([r1, r2]: [f64; 2], delta: f64) -> f64 {
    if r2.is_infinite() {
        let plane = r1 - delta;
        return PI * (r1 * r1 - plane * plane);
    }
    let d = r1 + r2 - delta;
    let along = (d * d + r1 * r1 - r2 * r2) / (2.0 * d);
    PI * (r1 * r1 - along * along)
}

/// Largest overlap (m) and duration (s) by Runge-Kutta steps of fourth order, the last one cut where the overlap is zero.
fn integrated(radii: [f64; 2], speed: f64, area: &dyn Fn(f64) -> f64) -> [f64; 2] {
    let mass = |r: f64| DENSITY * 4.0 / 3.0 * PI * r.powi(3);
    let inverse = |a: f64, b: f64| 1.0 / (1.0 / a + 1.0 / b);
    let (m, R) = (inverse(mass(radii[0]), mass(radii[1])), inverse(radii[0], radii[1]));
    let K = 4.0 / 3.0 * E / (2.0 * (1.0 - NU * NU)) * R.sqrt();
    let rate = |x: f64, v: f64| [v, -(K * x.max(0.0).powf(1.5) - COHESION * area(x.max(0.0))) / m];
    let (mut x, mut v, mut t, mut deepest) = (0.0, speed, 0.0, 0.0_f64);
    let dt = 2e-8;
    loop {
        let a = rate(x, v);
        let b = rate(x + 0.5 * dt * a[0], v + 0.5 * dt * a[1]);
        let c = rate(x + 0.5 * dt * b[0], v + 0.5 * dt * b[1]);
        let d = rate(x + dt * c[0], v + dt * c[1]);
        let step = |k: usize| dt / 6.0 * (a[k] + 2.0 * b[k] + 2.0 * c[k] + d[k]);
        let (next, speed) = (x + step(0), v + step(1));
        if next <= 0.0 {
            return [deepest, t + dt * x / (x - next)];
        }
        // The top of a parabola through the turning point.
        deepest = deepest.max(next).max(if speed < 0.0 && v > 0.0 { x + 0.5 * v * v * dt / (v - speed) } else { 0.0 });
        (x, v, t) = (next, speed, t + dt);
    }
}

/// Like spheres, unlike spheres and a wall, at overlaps up to a fifth of the radius.
#[test]
fn the_area_of_the_lens() {
    for radii in [[2e-3, 2e-3], [1.5e-3, 4e-3], [2e-3, f64::INFINITY]] {
        for speed in [0.1, 1.0, 3.0] {
            let scene = scenes(&text(radii, "lens", speed)).unwrap().remove(0);
            let of = |observable| seen(&scene, observable).unwrap();
            assert!((of(Observable::Restitution).value - 1.0).abs() < 1e-10, "{radii:?} {speed}");
            let [overlap, duration] = integrated(radii, speed, &|delta| lens(radii, delta));
            let off =
                [of(Observable::MaxOverlap).value / overlap - 1.0, of(Observable::Duration).value / duration - 1.0];
            assert!(off.iter().all(|off| off.abs() < 2e-6), "{radii:?} {speed}: {off:?}");
            // The area of the first order is another law, and is caught.
            let first = scenes(&text(radii, "first-order", speed)).unwrap().remove(0);
            let wrong = seen(&first, Observable::MaxOverlap).unwrap().value / overlap - 1.0;
            assert!(wrong > 1e-3, "{radii:?} {speed}: {wrong}");
            // The largest attraction, by the smallest force on a fine grid.
            let R = 1.0 / (1.0 / radii[0] + 1.0 / radii[1]);
            let K = 4.0 / 3.0 * E / (2.0 * (1.0 - NU * NU)) * R.sqrt();
            let pull = |delta: f64| COHESION * lens(radii, delta) - K * delta.powf(1.5);
            let largest = (1..40_000).map(|i| pull(f64::from(i) * 1e-4 * radii[0] * 0.1)).fold(0.0, f64::max);
            let found = of(Observable::PullOffForce).value;
            assert!((found / largest - 1.0).abs() < 1e-6, "{radii:?} {found} {largest}");
        }
    }
}

/// The theory covers like spheres and walls, whose areas are polynomials, and says why it does not cover others.
#[test]
fn the_theory_of_the_lens() {
    let theory = theory::find("attracted-hertz-impact").unwrap();
    for radii in [[2e-3, 2e-3], [2e-3, f64::INFINITY]] {
        let scene = scenes(&text(radii, "lens", 0.7)).unwrap().remove(0);
        let Prediction::Covers { values, .. } = theory.predict(&scene) else { panic!("it covers the scene") };
        for observable in [Observable::MaxOverlap, Observable::MaxForce, Observable::Duration, Observable::PullOffForce]
        {
            let value = values.iter().find(|(known, _)| *known == observable).unwrap().1;
            let found = seen(&scene, observable).unwrap();
            assert!((found.value / value.value - 1.0).abs() < 1e-10, "{radii:?} {observable:?} {found:?} {value:?}");
        }
    }
    let scene = scenes(&text([1.5e-3, 4e-3], "lens", 0.7)).unwrap().remove(0);
    assert!(!matches!(theory.predict(&scene), Prediction::Covers { .. }));
}
