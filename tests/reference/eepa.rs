//! EEPA against small steps of the fourth order, the closed form of its linear slope, and Luding's law.
//!
//! The integrator has the force by itself, as its paper states it, and what it remembers. `E* = R* = m* = 1`.

use collisionbench::collide::collision::Outcome;
use collisionbench::law::Branched;
use collisionbench::law::branches::History;
use collisionbench::law::normal::{Eepa, Luding, Normal, Unloading};

use super::branched::{contact, pair, solved};

#[derive(Clone, Copy)]
struct ByHand {
    n: f64,
    k1: f64,
    /// `1 - k1/k2`
    lambda: f64,
    /// `k_adh/k1`
    adhesion: f64,
    f0: f64,
    largest: f64,
}

impl ByHand {
    fn new(n: f64, lambda: f64, adhesion: f64, f0: f64) -> Self {
        Self { n, k1: if n == 1.0 { 2.0 } else { 4.0 / 3.0 }, lambda, adhesion, f0, largest: 0.0 }
    }

    fn law(&self) -> Branched {
        let law = Eepa {
            loading_stiffness: (self.n == 1.0).then_some(self.k1),
            plasticity_ratio: self.lambda,
            adhesion_ratio: self.adhesion,
            pull_off_force: self.f0,
        };
        contact(Normal::Eepa(law), 0.0, &pair(1.0, 1.0))
    }

    fn force(&mut self, d: f64) -> f64 {
        let Self { n, k1, .. } = *self;
        let (k2, k_adh, x) = (k1 / (1.0 - self.lambda), self.adhesion * k1, d.max(0.0).powf(n));
        self.largest = self.largest.max(d);
        let spring = k2 * (x - self.lambda * self.largest.powf(n));
        if spring < -k_adh * x {
            self.largest = (x * (k2 + k_adh) / (k2 - k1)).powf(1.0 / n);
        }
        spring.max(-k_adh * x) - self.f0
    }

    fn step(&self, [d, v]: [f64; 2], h: f64) -> [f64; 2] {
        let a = |d: f64| -self.clone().force(d);
        let (k1d, k1v) = (v, a(d));
        let (k2d, k2v) = (v + 0.5 * h * k1v, a(d + 0.5 * h * k1d));
        let (k3d, k3v) = (v + 0.5 * h * k2v, a(d + 0.5 * h * k2d));
        let (k4d, k4v) = (v + h * k3v, a(d + h * k3d));
        [d + h / 6.0 * (k1d + 2.0 * (k2d + k3d) + k4d), v + h / 6.0 * (k1v + 2.0 * (k2v + k3v) + k4v)]
    }

    /// Restitution (0: sticks), largest overlap, time.
    fn impact(mut self, speed: f64, h: f64) -> [f64; 3] {
        let (mut y, mut deepest, mut time) = ([0.0, speed], 0.0, 0.0);
        loop {
            let next = self.step(y, h);
            let ends = |y: [f64; 2]| y[1] < 0.0 && y[0] <= 0.0;
            if y[1] > 0.0 && next[1] <= 0.0 {
                // Newton's method for the time of rest.
                let mut part = 0.0;
                for _ in 0..20 {
                    let [d, v] = self.step(y, part);
                    part += v / self.clone().force(d);
                }
                deepest = self.step(y, part)[0];
                self.force(deepest);
                (y, time) = ([deepest, 0.0], time + part);
                y = self.step(y, h);
                time += h;
                self.force(y[0]);
                continue;
            }
            if y[1] < 0.0 && next[1] >= 0.0 {
                return [0.0, deepest, time];
            }
            if ends(next) {
                let (mut low, mut high) = (0.0, h);
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if ends(self.step(y, middle)) { high = middle } else { low = middle }
                }
                return [-self.step(y, high)[1] / speed, deepest, time + high];
            }
            (y, time) = (next, time + h);
            self.force(y[0]);
        }
    }
}

const HANDS: [[f64; 4]; 5] =
    [[1.5, 0.6, 0.1, 0.0], [1.5, 0.6, 0.1, 0.02], [1.5, 0.3, 0.0, 0.01], [1.0, 0.5, 0.2, 0.03], [1.5, 0.9, 0.6, 0.0]];

#[test]
fn an_impact_is_that_of_small_steps() {
    for [n, lambda, adhesion, f0] in HANDS {
        let hand = ByHand::new(n, lambda, adhesion, f0);
        let law = hand.law();
        for speed in [0.05, 0.3, 2.0] {
            let what = format!("n {n}, {lambda}, {adhesion}, f0 {f0}, at {speed}");
            // Richardson: the halved step and a sixteenth of the difference.
            let [e, deepest, time] = {
                let [a, b] = [2e-4, 1e-4].map(|h| hand.impact(speed, h));
                std::array::from_fn(|i| b[i] + (b[i] - a[i]) / 15.0)
            };
            let t = solved(&law, 1.0, speed);
            let got = t.turning.unwrap().overlap.value;
            assert!((got / deepest - 1.0).abs() < 1e-8, "{what}: overlap {got} {deepest}");
            if e == 0.0 {
                assert_eq!(t.outcome, Outcome::Sticks, "{what}");
                continue;
            }
            let end = t.end.unwrap_or_else(|| panic!("{what}: it parts, {e}"));
            assert!((-end.speed.value / speed - e).abs() < 1e-8, "{what}: {} {e}", -end.speed.value / speed);
            assert!((end.time.value / time - 1.0).abs() < 1e-8, "{what}: time {} {time}", end.time.value);
        }
    }
}

/// With the linear slope and without f0 it is Luding's law, and `e^2 = k1/k2 - k_c (k2 - k1)^2/(k1 k2 (k2 + k_c))`.
#[test]
fn with_a_linear_slope_it_is_luding() {
    let hand = ByHand::new(1.0, 0.5, 0.2, 0.0);
    let (k1, k2, k_c) = (2.0, 4.0, 0.4);
    let luding = Luding { loading_stiffness: k1, adhesion_stiffness: k_c, unloading: Unloading::Constant(k2) };
    let luding = contact(Normal::Luding(luding), 0.0, &pair(1.0, 1.0));
    let expected = (k1 / k2 - k_c * (k2 - k1).powi(2) / (k1 * k2 * (k2 + k_c))).sqrt();
    for speed in [1e-3, 1.0] {
        let [one, two] = [&hand.law(), &luding].map(|law| solved(law, 1.0, speed));
        let (one_end, two_end) = (one.end.unwrap(), two.end.unwrap());
        assert!((-one_end.speed.value / speed - expected).abs() < 1e-12);
        assert!((one_end.time.value / two_end.time.value - 1.0).abs() < 1e-11);
        let [a, b] = [one, two].map(|t| t.losses.unwrap());
        assert!((a.residual_overlap.unwrap().value / b.residual_overlap.unwrap().value - 1.0).abs() < 1e-12);
    }
}

/// Half unloading, and reversals while the spring pulls: the memory falls along the floor.
#[test]
fn a_path_with_reversals_is_that_of_the_force() {
    for [n, lambda, adhesion, f0] in HANDS {
        let mut hand = ByHand::new(n, lambda, adhesion, f0);
        let law = hand.law();
        let mut history = History::new(0.0, 0.0);
        let mut last = 0.0;
        for turn in [1.0, 0.8, 0.9, 0.1, 0.7, 0.05, 1.3, 0.02] {
            for step in 1..=400 {
                let d = last + (turn - last) * f64::from(step) / 400.0;
                history.advance(&*law.law, d);
                let (got, expected) = (history.force(&*law.law), hand.force(d));
                assert!((got - expected).abs() < 1e-12, "n {n}, {lambda}, {adhesion} at {d}: {got} {expected}");
            }
            last = turn;
        }
        assert!(history.plastic > 0.0);
    }
    // A twin whose memory stays on the floor is off.
    let mut hand = ByHand::new(1.5, 0.6, 0.1, 0.0);
    for d in [1.0, 0.1] {
        hand.force(d);
    }
    let forgetful = ByHand { largest: 1.0, ..hand }.force(0.4);
    assert!((hand.force(0.4) - forgetful).abs() > 0.1);
}
