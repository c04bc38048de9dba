//! Plastic laws against the tables of theory-2, and against a small-step integration where there is no table.

use std::f64::consts::PI;

use collisionbench::collide::collision::Outcome;
use collisionbench::collide::reference::{Approach, collide_branched};
use collisionbench::law::branches::History;
use collisionbench::law::damping::ZenerPlate;
use collisionbench::law::normal::{Luding, Normal, Reload, Thornton, Unloading};
use collisionbench::law::{Branched, Damping, Elastic, Ends, Pair, PowerForce};

use super::branched::{OVERLAP, check, contact, meets, pair, solved};
use super::{TOLERANCE, law, restitution, rows, solved as solved_power};

fn luding(k1: f64, k2: f64, k_c: f64) -> Normal {
    let unloading = Unloading::Constant(k2);
    Normal::Luding(Luding { loading_stiffness: k1, adhesion_stiffness: k_c, unloading })
}

fn thornton(yield_pressure: f64) -> Normal {
    Normal::Thornton(Thornton { yield_pressure })
}

#[test]
fn luding_is_that_of_the_table() {
    for row in rows("luding", 7) {
        let (k1, k2, k_c) = (row.number("k1"), row.number("k2"), row.number("kc"));
        let t = solved(&contact(luding(k1, k2, k_c), 0.0, &pair(1.0, 1.0)), 1.0, 1.0);
        let what = format!("luding, k1 = {k1}, k2 = {k2}, k_c = {k_c}");
        let e = row.number("restitution");
        let deepest = row.number("max_overlap");
        let times: Vec<_> = row.word("duration_to_zero_overlap").parse().ok().map(|t| ("end", t)).into_iter().collect();
        check(&what, &t, 1.0, (e > 0.0).then_some(e), deepest, &times);
        meets(&what, t.max_force.unwrap().force, row.number("max_force"), 1e-12 * row.number("max_force"));
        if e > 0.0 {
            let residual = t.losses.unwrap().residual_overlap.unwrap();
            meets(&what, residual, row.number("residual_overlap"), OVERLAP * deepest);
        }
    }
}

#[test]
fn luding_in_si_is_that_of_the_table() {
    for row in rows("luding_si", 6) {
        let unloading = Unloading::Grows { limit: row.number("k_p"), depth: row.number("phi_f"), reload: Reload::Kept };
        let law = Luding { loading_stiffness: row.number("k1"), adhesion_stiffness: row.number("k_c"), unloading };
        let (m_star, v) = (row.number("m_star"), row.number("V"));
        let t = solved(&contact(Normal::Luding(law), 0.0, &pair(row.number("R_star"), 1.0)), m_star, v);
        let what = format!("luding, k1 = {}, V = {v}", row.word("k1"));
        near(&what, t.turning.unwrap().overlap.value, row.number("delta_max"));
        near(&what, t.turning.unwrap().time.value, row.number("t_load"));
        near(&what, t.end.unwrap().time.value, row.number("duration"));
        near(&what, -t.end.unwrap().speed.value / v, row.number("e"));
        near(&what, t.losses.unwrap().residual_overlap.unwrap().value, row.number("delta_0"));
        let k2 = row.number("k2");
        let zero = row.number("t_load") + std::f64::consts::FRAC_PI_2 * (m_star / k2).sqrt();
        if row.number("delta_max") < row.number("delta_0") * k2 / (k2 - row.number("k1")) * (1.0 + 1e-9) {
            near(&what, t.zero_force.unwrap().time.value, zero);
        }
    }
}

/// Twelve digits and more are printed.
fn near(what: &str, got: f64, expected: f64) {
    assert!((got / expected - 1.0).abs() < 3e-12, "{what}: {got:e} {expected:e}");
}

#[test]
fn thornton_is_that_of_the_table() {
    for row in rows("thornton_plastic", 7) {
        let v = row.number("v");
        let t = solved(&contact(thornton(row.number("p_y")), 0.0, &pair(1.0, 1.0)), 1.0, v);
        let what = format!("thornton, p_y = {}, {} V_y", row.word("p_y"), row.word("v_over_vy"));
        let deepest = row.number("max_overlap");
        let times = [("turning", row.number("t_turning")), ("end", row.number("duration"))];
        check(&what, &t, v, Some(row.number("restitution")), deepest, &times);
        meets(&what, t.max_force.unwrap().force, row.number("max_force"), 1e-12 * row.number("max_force"));
        let residual = t.losses.unwrap().residual_overlap.unwrap();
        meets(&what, residual, row.number("residual_overlap"), OVERLAP * deepest);
    }
}

#[test]
fn thornton_in_si_is_that_of_the_table() {
    for row in rows("thornton_si", 6) {
        let pair = pair(row.number("R_star"), row.number("E_star"));
        let (m_star, v) = (row.number("m_star"), row.number("V"));
        let t = solved(&contact(thornton(row.number("p_y")), 0.0, &pair), m_star, v);
        let what = format!("thornton, p_y = {}, V = {v}", row.word("p_y"));
        assert_eq!(t.outcome, Outcome::Separated, "{what}");
        near(&what, t.turning.unwrap().overlap.value, row.number("delta_max"));
        near(&what, t.max_force.unwrap().force.value, row.number("F_max"));
        near(&what, t.turning.unwrap().time.value, row.number("t_load"));
        near(&what, t.end.unwrap().time.value, row.number("duration"));
        near(&what, -t.end.unwrap().speed.value / v, row.number("e"));
        let residual = t.losses.unwrap().residual_overlap.unwrap();
        assert!((residual.value - row.number("delta_p")).abs() < 1e-12 * row.number("delta_max"), "{what}");
    }
}

/// A law by its force alone, as its paper states it, with what it remembers.
trait Force: Clone {
    fn force(&mut self, overlap: f64) -> f64;

    /// Restitution and largest overlap of an impact from zero overlap: Runge and Kutta's method of order 4 with a constant step,
    /// the turning point inside a step.
    fn impact(&mut self, m: f64, speed: f64, dt: f64) -> [f64; 2] {
        let (mut d, mut v, mut deepest) = (0.0, speed, 0.0);
        while v > 0.0 || d > 0.0 {
            let a = |law: &Self, d: f64| -law.clone().force(d) / m;
            let (k1v, k1d) = (a(self, d), v);
            let (k2v, k2d) = (a(self, d + 0.5 * dt * k1d), v + 0.5 * dt * k1v);
            let (k3v, k3d) = (a(self, d + 0.5 * dt * k2d), v + 0.5 * dt * k2v);
            let (k4v, k4d) = (a(self, d + dt * k3d), v + dt * k3v);
            let then = v + dt / 6.0 * (k1v + 2.0 * (k2v + k3v) + k4v);
            if v > 0.0 && then <= 0.0 {
                deepest = d + 0.5 * v * v / -a(self, d);
                self.force(deepest);
            }
            d += dt / 6.0 * (k1d + 2.0 * (k2d + k3d) + k4d);
            v = then;
            self.force(d);
        }
        [-v / speed, deepest]
    }
}

/// Luding: the larger of two lines; the memory falls along the lower one.
#[derive(Clone)]
struct LudingByHand {
    k: [f64; 3],
    largest: f64,
}

impl Force for LudingByHand {
    fn force(&mut self, d: f64) -> f64 {
        let [k1, k2, k_c] = self.k;
        self.largest = self.largest.max(d);
        let line = k2 * d - (k2 - k1) * self.largest;
        if line < -k_c * d {
            self.largest = d * (k2 + k_c) / (k2 - k1);
        }
        line.max(-k_c * d)
    }
}

#[derive(Clone)]
struct ThorntonByHand {
    p: f64,
    largest: f64,
}

/// `E* = R* = 1`.
impl Force for ThorntonByHand {
    fn force(&mut self, d: f64) -> f64 {
        self.largest = self.largest.max(d);
        let p = self.p;
        let d_y = PI * PI * p * p / 4.0;
        let F_y = 4.0 / 3.0 * d_y.powf(1.5);
        if self.largest <= d_y {
            return 4.0 / 3.0 * d.max(0.0).powf(1.5);
        }
        let F = F_y + PI * p * (self.largest - d_y);
        let R_p = 4.0 / (3.0 * F) * ((2.0 * F + F_y) / (2.0 * PI * p)).powf(1.5);
        let d_p = self.largest - (3.0 * F / (4.0 * R_p.sqrt())).powf(2.0 / 3.0);
        4.0 / 3.0 * R_p.sqrt() * (d - d_p).max(0.0).powf(1.5)
    }
}

fn by_reference(contact: &Branched, v: f64, before: Option<f64>) -> [f64; 2] {
    let t = collide_branched(contact, None, &Approach { before, ..Approach::head_on(1.0, v) }, TOLERANCE).unwrap();
    [-t.end.unwrap().speed.value / v, t.turning.unwrap().overlap.value]
}

fn agree(what: &str, got: [f64; 2], expected: [f64; 2]) {
    assert!((got[0] - expected[0]).abs() < 1e-8, "{what}: restitution {} {}", got[0], expected[0]);
    assert!((got[1] / expected[1] - 1.0).abs() < 1e-8, "{what}: overlap {} {}", got[1], expected[1]);
}

#[test]
fn a_second_impact_on_a_flattened_sphere_is_that_of_small_steps() {
    let (p, V_y) = (0.01, 3.193_846_928_022_806e-5);
    let law = contact(thornton(p), 0.0, &pair(1.0, 1.0));
    let forgetful = |v: f64| by_reference(&law, v, None);
    for (first, second) in [(10.0, 3.0), (10.0, 10.0), (5.0, 20.0), (0.5, 4.0)] {
        let mut hand = ThorntonByHand { p, largest: 0.0 };
        agree("the first", forgetful(first * V_y), hand.impact(1.0, first * V_y, 1e-4));
        let got = by_reference(&law, second * V_y, Some(first * V_y));
        agree(&format!("{second} V_y after {first}"), got, hand.impact(1.0, second * V_y, 1e-4));
        // The twin that forgets is off.
        assert!(first < 1.0 || (got[0] - forgetful(second * V_y)[0]).abs() > 1e-3, "{second} V_y after {first}");
    }
}

#[test]
fn a_second_impact_of_a_spring_that_adheres_is_as_the_first() {
    for k in [[1.0, 5.0, 0.1], [1.0, 1.2, 0.3], [1.0, 2.0, 0.0]] {
        let law = contact(luding(k[0], k[1], k[2]), 0.0, &pair(1.0, 1.0));
        let mut hand = LudingByHand { k, largest: 0.0 };
        for before in [None, Some(2.0)] {
            agree(&format!("{k:?}"), by_reference(&law, 1.0, before), hand.impact(1.0, 1.0, 2e-5));
        }
    }
}

/// Pressed, let go by half, pressed again, unloaded until the spring pulls, turned round there, beyond, and let go for good.
#[test]
fn unloading_by_half_and_a_reversal_while_the_spring_pulls() {
    let k = [1.0, 5.0, 0.5];
    let law = contact(luding(k[0], k[1], k[2]), 0.0, &pair(1.0, 1.0));
    let (mut hand, mut path) = (LudingByHand { k, largest: 0.0 }, History::new(0.0, 0.0));
    let (mut old, mut work, mut net) = ([0.0; 2], 0.0, 0.0);
    let turns = [1.0, 0.9, 0.95, 0.4, 0.6, 0.45, 1.2, 0.3, 0.0];
    let mut from = 0.0;
    for to in turns {
        let steps = 20_000;
        for i in 1..=steps {
            let d = from + (to - from) * f64::from(i) / f64::from(steps);
            let force = hand.force(d);
            path.advance(&*law.law, d);
            let got = path.force(&*law.law);
            assert!((got - force).abs() < 1e-12, "at {d} towards {to}: {got} {force}");
            work += 0.5 * (force + old[1]) * (d - old[0]);
            old = [d, force];
        }
        let [strain, plastic] = path.energies(&*law.law);
        let lost = plastic + strain + path.adhesive;
        assert!((lost - work).abs() < 1e-8, "towards {to}: {lost} {work}");
        (from, net) = (to, lost);
    }
    assert!(path.branch.is_none() && net > 0.5);
    // What a twin that keeps its memory there would say: the reversal at 0.4 reloads along the line from 1.
    let kept = k[1] * 0.45 - (k[1] - k[0]);
    let mut fresh = History::new(0.0, 0.0);
    for d in [1.0, 0.4, 0.45] {
        fresh.advance(&*law.law, d);
    }
    assert!((fresh.force(&*law.law) - kept.max(-k[2] * 0.45)).abs() > 0.1);
}

/// With a stiffness that grows codes differ: the line of the unloading before, or that of the overlap whose unloading leads here.
#[test]
fn a_reversal_where_the_stiffness_grows_keeps_it_or_solves_for_it() {
    let (k1, k_p, k_c) = (1.0, 5.0, 0.5);
    let of = |reload| {
        let unloading = Unloading::Grows { limit: k_p, depth: 0.5, reload };
        let law = Luding { loading_stiffness: k1, adhesion_stiffness: k_c, unloading };
        contact(Normal::Luding(law), 0.0, &pair(1.0, 1.0))
    };
    // d_p = 5/4 * 0.5 * 2 = 1.25: k2 = 1 + 4 * 1/1.25 from an overlap of 1.
    let reload = |reload, d: f64| {
        let (law, mut path) = (of(reload), History::new(0.0, 0.0));
        for d in [1.0, 0.2, d] {
            path.advance(&*law.law, d);
        }
        path.force(&*law.law)
    };
    let k2 = 1.0 + 4.0 / 1.25;
    assert!((reload(Reload::Kept, 0.25) - (-0.5 * 0.2 + k2 * 0.05)).abs() < 1e-14);
    // (k - k1) D = (k + k_c) 0.2 with k = k1 + 3.2 D: bisection.
    let (mut low, mut high) = (0.0, 1.25);
    for _ in 0..60 {
        let D = 0.5 * (low + high);
        let k = k1 + 3.2 * D;
        if (k - k1) * D > (k + k_c) * 0.2 { high = D } else { low = D }
    }
    let k = k1 + 3.2 * low;
    assert!((reload(Reload::ByOverlap, 0.25) - (-0.5 * 0.2 + k * 0.05)).abs() < 1e-12);
}

/// `K = m* = V = 1` and a relaxation time `lambda`: the coordinate of a contact with a plate.
#[test]
fn a_plate_that_bends_is_that_of_the_tables() {
    for row in rows("zener_scaled", 6) {
        let lambda = row.number("lambda");
        let force = law(1.5, 1.0, 0.5, 1.5 * lambda, Ends::ZeroOverlap);
        let t = solved_power(&force, 1.0, 1.0);
        let near = |what: &str, got: f64, expected: f64| {
            assert!((got / expected - 1.0).abs() < 1e-11, "lambda = {lambda}, {what}: {got:e} {expected:e}")
        };
        near("restitution", restitution(&t, 1.0).value, row.number("e"));
        near("overlap", t.turning.unwrap().overlap.value, row.number("d_max/L"));
        near("turning", t.turning.unwrap().time.value, row.number("t_max/T"));
        near("duration", t.end.unwrap().time.value, row.number("t_c/T"));
        near("force", t.turning.unwrap().force_elastic.value, row.number("F_max/(m*V/T)"));
    }
    // Steel on glass: the numbers of a plate give the relaxation time, and the stiffness is that of the printed lambda.
    for row in rows("zener_plate", 6) {
        let (r, h, v) = (row.number("r"), row.number("h"), row.number("V"));
        let m = 7850.0 * 4.0 / 3.0 * PI * r.powi(3);
        let plate =
            ZenerPlate { thickness: h, young_modulus: 70e9, poisson_ratio: 0.22, density: 2500.0, edge_distance: None };
        let A = m * plate.mobility();
        assert!((A / row.number("A") - 1.0).abs() < 1e-12, "r = {r}, h = {h}: {A:e}");
        let K = m * (row.number("lambda") / (A * v.powf(0.2))).powf(2.5);
        let pair = Pair { m_star: m, ..pair(r, 1.0) };
        let elastic = Elastic { K, alpha: 1.5, reference_gap: 0.0 };
        let dashpot = Damping::ZenerPlate(plate).dashpot(&elastic, &pair, Ends::ZeroOverlap).unwrap();
        let t = solved_power(&PowerForce::new(elastic, dashpot, Ends::ZeroOverlap), m, v);
        let e = restitution(&t, v).value;
        assert!((e - row.number("e")).abs() < 1e-12, "r = {r}, h = {h}: {e}");
        let near = |what: &str, got: f64, expected: f64| {
            assert!((got / expected - 1.0).abs() < 1e-11, "r = {r}, h = {h}, {what}: {got:e} {expected:e}")
        };
        near("overlap", t.turning.unwrap().overlap.value, row.number("delta_max"));
        near("duration", t.end.unwrap().time.value, row.number("duration"));
        near("force", t.turning.unwrap().force_elastic.value, row.number("F_max_contact"));
        near("energy", t.energy_dashpot.value, row.number("energy_into_plate"));
    }
}

/// Numbers between 0 and 1, the same every time.
fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1u64 << 53) as f64
}

/// Restitution against the closed forms, wherever the numbers are: within what is asked, and within what is stated.
#[test]
fn restitution_is_that_of_the_closed_forms_for_any_numbers() {
    let mut seed = 17;
    for _ in 0..300 {
        let mut draw = |low: f64, high: f64| low * (high / low).powf(random(&mut seed));
        let (k1, m, v) = (draw(1e-3, 1e9), draw(1e-12, 1e3), draw(1e-6, 1e2));
        let (k2, k_c) = (k1 * (1.0 + draw(1e-4, 1e2)), k1 * draw(1e-4, 10.0));
        let square = k1 / k2 - k_c * (k2 - k1).powi(2) / (k1 * k2 * (k2 + k_c));
        let t = solved(&contact(luding(k1, k2, k_c), 0.0, &pair(1e-3, 1.0)), m, v);
        let what = format!("k1 = {k1:e}, k2 = {k2:e}, k_c = {k_c:e}, m = {m:e}, V = {v:e}");
        assert_eq!(
            t.outcome,
            if square > 0.0 { Outcome::Separated } else { Outcome::Sticks },
            "{what}: e^2 = {square}"
        );
        if square > 1e-8 {
            let e = restitution(&t, v);
            let condition = (1.0 / square.sqrt()).max(1.0);
            assert!((e.value - square.sqrt()).abs() < 1e-12 * condition, "{what}: {} {}", e.value, square.sqrt());
            assert!((e.value - square.sqrt()).abs() < e.uncertainty + 1e-15 * condition, "{what}: {e:?}");
        }
    }
    for _ in 0..300 {
        let mut draw = |low: f64, high: f64| low * (high / low).powf(random(&mut seed));
        let (E, R, m, p) = (draw(1e6, 1e12), draw(1e-6, 1.0), draw(1e-15, 1e3), draw(1e-4, 0.2));
        let p = p * E;
        let d_y = PI * PI * p * p * R / (4.0 * E * E);
        let F_y = 4.0 / 3.0 * E * R.sqrt() * d_y.powf(1.5);
        let V_y = (0.8 * F_y * d_y / m).sqrt();
        let v = V_y * draw(0.1, 1e3);
        let x = V_y / v;
        let e = match x < 1.0 {
            true => {
                (1.2 * 3.0_f64.sqrt()).sqrt()
                    * (1.0 - x * x / 6.0).sqrt()
                    * (x / (x + 2.0 * (1.2 - x * x / 5.0).sqrt())).powf(0.25)
            }
            false => 1.0,
        };
        let t = solved(&contact(thornton(p), 0.0, &pair(R, E)), m, v);
        let got = restitution(&t, v);
        assert!((got.value - e).abs() < 1e-12, "E* = {E:e}, p = {p:e}, {} V_y: {} {e}", 1.0 / x, got.value);
        assert!((got.value - e).abs() < got.uncertainty, "E* = {E:e}, p = {p:e}, {} V_y: {got:?} {e}", 1.0 / x);
    }
}
