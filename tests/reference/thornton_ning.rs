//! Thornton and Ning's law against small steps of the fourth order, and in its limits: Thornton without adhesion, JKR without
//! yield.
//!
//! The integrator shares nothing with the library: the law is written in the contact radius, as in the paper. `E* = R* = m* = 1`.

use std::f64::consts::PI;

use collisionbench::collide::collision::Outcome;
use collisionbench::collide::reference::{Approach, collide_branched};
use collisionbench::law::normal::{BreaksAt, Jkr, Normal, Thornton, ThorntonNing};
use collisionbench::law::{Branched, Damping, Pair, damping::Undamped};

use super::TOLERANCE;
use super::branched::{contact, pair, solved};

const STEPS: f64 = 4000.0;

fn law(w: f64, p: f64, breaks_at: BreaksAt) -> Branched {
    let law = ThorntonNing { work_of_adhesion: w, yield_pressure: p, breaks_at };
    contact(Normal::ThorntonNing(law), 0.0, &pair(1.0, 1.0))
}

/// A JKR contact of radius `R` at the contact radius `a`: `d delta/da` and force.
fn jkr(w: f64, R: f64, a: f64) -> [f64; 2] {
    [2.0 * a / R - (0.5 * PI * w / a).sqrt(), 4.0 * a.powi(3) / (3.0 * R) - (8.0 * PI * w * a.powi(3)).sqrt()]
}

#[derive(Clone, Copy)]
struct ByHand {
    w: f64,
    p: f64,
    /// Of first yield.
    a_y: f64,
    /// Radius of the curve on which the contact unloads, and the largest contact radius.
    flat: Option<[f64; 2]>,
    yields: bool,
}

impl ByHand {
    fn new(w: f64, p: f64) -> Self {
        let pressure = |a: f64| 2.0 * a / PI - (2.0 * w / (PI * a)).sqrt();
        let (mut low, mut high) = (1e-9, 10.0);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if pressure(middle) < p { low = middle } else { high = middle }
        }
        Self { w, p, a_y: low, flat: None, yields: false }
    }

    fn at(&self, a: f64) -> [f64; 2] {
        match self.flat {
            _ if self.yields => {
                let first = jkr(self.w, 1.0, self.a_y)[1];
                let grown = PI * self.p * (a * a - self.a_y * self.a_y);
                let pull = 2.0 * self.a_y * (2.0 * PI * self.w).sqrt() * (a.sqrt() - self.a_y.sqrt());
                [jkr(self.w, 1.0, a)[0], first + grown - pull]
            }
            Some([R, _]) => jkr(self.w, R, a),
            None => jkr(self.w, 1.0, a),
        }
    }

    /// Contact radius, rate of approach and time after a step; `a' = v`.
    fn step(&self, y: [f64; 3], h: f64) -> [f64; 3] {
        let rates = |y: [f64; 3]| {
            let [rate, force] = self.at(y[0]);
            [y[1], -force * rate, rate]
        };
        let along = |k: [f64; 3], h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
        let a = rates(y);
        let b = rates(along(a, 0.5 * h));
        let c = rates(along(b, 0.5 * h));
        let d = rates(along(c, h));
        std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
    }

    /// Restitution (0: sticks), largest overlap from first touch of the spheres, and time until the contact ends.
    fn impact(&mut self, speed: f64) -> [f64; 3] {
        let radius = |part: f64, R: f64| (part * PI * self.w * R * R).cbrt();
        let mut y = [radius(2.0, self.flat.map_or(1.0, |flat| flat[0])), speed, 0.0];
        self.yields = false;
        // The contact radius goes through about sqrt(delta) in about a time of one.
        let h = (speed * speed).powf(0.2) / speed / STEPS;
        let mut deepest = 0.0;
        let mut parts = false;
        for _ in 0..10_000_000 {
            let next = self.step(y, h);
            let bound = self.flat.map_or(self.a_y, |flat| flat[1]);
            let end = radius(1.0 / 8.0, self.flat.map_or(1.0, |flat| flat[0]));
            let event = |y: [f64; 3]| {
                if parts { (y[0] - end).min(-y[1]) } else { y[1].min(if self.yields { 1.0 } else { bound - y[0] }) }
            };
            if event(next) > 0.0 || event(y) <= 0.0 {
                y = next;
                continue;
            }
            let (mut low, mut high) = (0.0, h);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if event(self.step(y, middle)) > 0.0 { low = middle } else { high = middle }
            }
            let here = self.step(y, high);
            y = here;
            if parts {
                let left = (y[0] - end).abs() < 1e-9;
                return [if left { -y[1] / speed } else { 0.0 }, deepest, y[2]];
            }
            if y[1] > 1e-9 * speed {
                self.yields = true;
                continue;
            }
            parts = true;
            let a = y[0];
            if self.yields {
                let F = self.at(a)[1];
                self.flat = Some([4.0 * a.powi(3) / (3.0 * (F + (8.0 * PI * self.w * a.powi(3)).sqrt())), a]);
                self.yields = false;
            }
            let zero = self.flat.map_or(0.0, |[R, largest]| largest * largest * (1.0 - 1.0 / R));
            let R = self.flat.map_or(1.0, |flat| flat[0]);
            deepest = zero + a * a / R - (2.0 * PI * self.w * a).sqrt();
            // Off the turning point, so that the switch of the next piece has a sign.
            y = self.step([y[0], -1e-15 * speed, y[2]], 1e-3 * h);
        }
        panic!("no end");
    }
}

fn agrees(what: &str, contact: &Branched, speed: f64, before: Option<f64>, [e, deepest, time]: [f64; 3]) {
    let t = collide_branched(contact, None, &Approach { before, ..Approach::head_on(1.0, speed) }, TOLERANCE)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    let got = t.turning.unwrap().overlap.value;
    assert!((got / deepest - 1.0).abs() < 1e-8, "{what}: overlap {got} {deepest}");
    if e == 0.0 {
        assert_eq!(t.outcome, Outcome::Sticks, "{what}");
        return;
    }
    let end = t.end.unwrap_or_else(|| panic!("{what}: it parts"));
    assert!((-end.speed.value / speed - e).abs() < 1e-8, "{what}: restitution {} {e}", -end.speed.value / speed);
    assert!((end.time.value / time - 1.0).abs() < 1e-8, "{what}: duration {} {time}", end.time.value);
}

#[test]
fn an_impact_and_the_next_are_those_of_small_steps() {
    let (w, p) = (0.01, 0.3);
    let law = law(w, p, BreaksAt::Displacement);
    for (first, second) in [(0.1, 0.5), (0.3, 0.2), (1.0, 0.5), (1.0, 2.0), (0.06, 0.1)] {
        let mut hand = ByHand::new(w, p);
        agrees(&format!("{first}"), &law, first, None, hand.impact(first));
        if first > 0.09 {
            agrees(&format!("{second} after {first}"), &law, second, Some(first), hand.impact(second));
        }
    }
}

/// What is printed, `e^2 = e_plastic^2 - (V_s/V)^2`, is far off: the flattened contact pulls harder.
#[test]
fn the_printed_rule_of_its_loss_is_caught() {
    let (w, p, V) = (0.01, 0.3, 2.0);
    let e = ByHand::new(w, p).impact(V)[0];
    let plastic = solved(&contact(Normal::Thornton(Thornton { yield_pressure: p }), 0.0, &pair(1.0, 1.0)), 1.0, V);
    let lost = 2.0 * 7.092_195_971_863_958_8 * w.powf(5.0 / 3.0) / (V * V);
    let printed = ((plastic.end.unwrap().speed.value / V).powi(2) - lost).sqrt();
    assert!((printed - e).abs() > 1e-4, "{printed} {e}");
}

#[test]
fn without_adhesion_it_is_thornton_and_without_yield_it_is_jkr() {
    let thornton = contact(Normal::Thornton(Thornton { yield_pressure: 0.1 }), 0.0, &pair(1.0, 1.0));
    let jkr = Jkr { work_of_adhesion: 0.01, breaks_at: BreaksAt::Force };
    let jkr = contact(Normal::Jkr(jkr), 0.0, &pair(1.0, 1.0));
    for speed in [1e-3, 0.1, 1.0] {
        let limits = [(law(1e-40, 0.1, BreaksAt::Force), &thornton), (law(0.01, 1e3, BreaksAt::Force), &jkr)];
        for (got, expected) in limits {
            let [got, expected] = [&got, expected].map(|contact| solved(contact, 1.0, speed));
            assert_eq!(got.outcome, expected.outcome);
            let off = |a: f64, b: f64| (a / b - 1.0).abs();
            let deepest = [&got, &expected].map(|t| t.turning.unwrap().overlap.value);
            assert!(off(deepest[0], deepest[1]) < 1e-13, "{deepest:?}");
            let (Some(one), Some(two)) = (got.end, expected.end) else { continue };
            assert!(off(one.speed.value, two.speed.value) < 1e-12, "{} {}", one.speed.value, two.speed.value);
            assert!(off(one.time.value, two.time.value) < 1e-11, "{} {}", one.time.value, two.time.value);
        }
    }
}

/// A contact that yields as it is made is refused, at the pressure of first touch, `(2 w E*^2/(pi^2 R*))^(1/3)`.
#[test]
fn a_contact_that_yields_at_first_touch_is_refused() {
    let refused = |p: f64| {
        let law = ThorntonNing { work_of_adhesion: 0.01, yield_pressure: p, breaks_at: BreaksAt::Force };
        let pair: Pair = pair(1.0, 1.0);
        collisionbench::law::normal::NormalLaw::branches(&law, &pair, &Damping::Undamped(Undamped)).is_err()
    };
    let least = (2.0 * 0.01 / (PI * PI)).cbrt();
    assert!(refused(least * (1.0 - 1e-9)) && !refused(least * (1.0 + 1e-9)));
}
