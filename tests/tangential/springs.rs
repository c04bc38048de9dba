//! Partial slip by the method of dimensionality reduction: another way to what the program computes with its memory diagram.
//!
//! Two spheres under load and slide have exactly the forces of a bed of independent springs that is indented by the profile
//! `g(y) = y^2/R*` (Popov & Hess, Method of Dimensionality Reduction in Contact Mechanics and Friction, 2015). Pressure and shear do
//! not affect each other: exact for elastically similar bodies.

use collisionbench::bench::order::order;
use collisionbench::law::shear::Spheres;
use collisionbench::theory::partial_slip::ConstantLoad;

use crate::tangential::closed_forms::{reload, unload};
use crate::tangential::table::rows;

/// A scaled oblique impact (Maw, Barber & Fawcett 1976): lengths along the normal in units of the largest overlap, forces in units of the
/// largest normal force and, tangentially, `mu` times it. A displacement `w = 4 G* u/(mu E*)` causes slip where it exceeds `delta - y^2`.
pub const SCALED: Spheres = Spheres { E_star: 0.75, G_star: 0.1875, R_star: 1.0, friction: 1.0 };

/// Springs at `y_i = (i + 1/2) h` on one side of the contact; the other side mirrors it.
///
/// `q_z = E* (delta - g)`, and `q_x` grows by `4 G* du` while it stays within `mu q_z`; `N = 2 h sum q_z`, `T = 2 h sum q_x`. Both are of
/// second order in `h`.
pub struct Springs {
    spheres: Spheres,
    /// `h`, m
    spacing: f64,
    /// `g_i = y_i^2/R*`, m
    profile: Vec<f64>,
    /// `q_x/(4 G*)`, m
    shear: Vec<f64>,
    delta: f64,
}

impl Springs {
    /// `count` springs over the contact radius at `delta_max` (m), the largest overlap; none in contact yet.
    pub fn new(spheres: Spheres, delta_max: f64, count: usize) -> Self {
        let spacing = (spheres.R_star * delta_max).sqrt() / count as f64;
        let profile = (0..count).map(|i| ((i as f64 + 0.5) * spacing).powi(2) / spheres.R_star).collect();
        Self { spheres, spacing, profile, shear: vec![0.0; count], delta: 0.0 }
    }

    /// Advances to the overlap `delta` (m) while the surfaces slide by `du` (m), both linearly; returns the tangential force, N.
    pub fn advance(&mut self, delta: f64, du: f64) -> f64 {
        let (eta, from, rise) = (self.spheres.slide_per_overlap(), self.delta, delta - self.delta);
        let touching = self.profile.partition_point(|&g| g < from.max(delta));
        for (shear, &g) in self.shear[..touching].iter_mut().zip(&self.profile) {
            // A spring that comes into contact takes only the part of the slide that remains; one that leaves it is free.
            let slide = if g >= from { du * (delta - g) / rise } else { du };
            let limit = (eta * (delta - g)).max(0.0);
            *shear = (*shear + slide).max(-limit).min(limit);
        }
        self.delta = delta;
        self.force()
    }

    /// As [`Self::advance`]; returns the tangential work done on the springs and the energy lost to slip, J.
    ///
    /// Each spring sticks, then slips in one direction, and its force is linear in both phases: both integrals are exact.
    pub fn advance_counted(&mut self, delta: f64, du: f64) -> [f64; 2] {
        let (eta, from, rise) = (self.spheres.slide_per_overlap(), self.delta, delta - self.delta);
        let (mut work, mut slip) = (0.0, 0.0);
        for (shear, &g) in self.shear.iter().zip(&self.profile).filter(|(_, g)| **g < from.max(delta)) {
            // The fraction of the step in which this spring is in contact.
            let length = match (g >= from, g >= delta) {
                (true, _) => (delta - g) / rise,
                (_, true) => (g - from) / rise,
                _ => 1.0,
            };
            let (begin, hold) = if g >= from { (0.0, 0.0) } else { (*shear, eta * (from - g)) };
            let (end, left) = (begin + du * length, (hold + eta * rise * length).max(0.0));
            if end.abs() <= left {
                work += 0.5 * du * length * (begin + end);
                continue;
            }
            let side = end.signum();
            let sticks = ((hold - side * begin) / (side * du - eta * rise)).max(0.0).min(length);
            let slips = length - sticks;
            let turn = begin + du * sticks;
            let mean = 0.5 * (turn + side * left);
            work += 0.5 * du * sticks * (begin + turn) + du * slips * mean;
            slip += (du - side * eta * rise) * slips * mean;
        }
        self.advance(delta, du);
        [work, slip].map(|sum| 8.0 * self.spheres.G_star * self.spacing * sum)
    }

    /// Elastic energy of the shear, J.
    pub fn energy(&self) -> f64 {
        4.0 * self.spheres.G_star * self.spacing * self.shear.iter().map(|shear| shear * shear).sum::<f64>()
    }

    /// Tangential force, N.
    pub fn force(&self) -> f64 {
        8.0 * self.spheres.G_star * self.spacing * self.shear.iter().sum::<f64>()
    }

    /// Radius within which no spring slips at present, m; all slipping springs are outside it.
    fn stick_radius(&self) -> f64 {
        let eta = self.spheres.slide_per_overlap();
        let sticks = |(shear, g): &(&f64, &f64)| shear.abs() < eta * (self.delta - *g);
        self.shear.iter().zip(&self.profile).take_while(sticks).count() as f64 * self.spacing
    }
}

/// The elastic normal motion of a collision, in units of its largest overlap and its speed at first touch: `delta'' = -(5/4) delta^(3/2)`.
///
/// With `delta^(5/2) = sin^2 phi` the time is `t = (4/5) int sin^(-1/5) phi dphi`. It is taken in `sigma = phi^(4/5)`, in which first
/// touch is a regular point: `dt = (phi/sin phi)^(1/5) dsigma`.
pub struct Motion {
    /// Duration of each step; the second half mirrors the first.
    pub steps: Vec<f64>,
    /// Overlap at the end of each step; 1 at the turning point, 0 after the last step.
    pub overlaps: Vec<f64>,
}

impl Motion {
    /// The collision in `2 half` steps of nearly equal duration, each by the Gauss-Legendre rule with three points (DLMF 3.5.19).
    pub fn new(half: usize) -> Self {
        let width = std::f64::consts::FRAC_PI_2.powf(0.8) / half as f64;
        let rate = |sigma: f64| (sigma.powf(1.25) / sigma.powf(1.25).sin()).powf(0.2);
        let (mut steps, mut overlaps) = (Vec::new(), Vec::new());
        for k in 0..half {
            let (mid, off) = ((k as f64 + 0.5) * width, 0.5 * width * 0.6_f64.sqrt());
            steps.push(width * (8.0 * rate(mid) + 5.0 * (rate(mid - off) + rate(mid + off))) / 18.0);
            overlaps.push(if k + 1 == half { 1.0 } else { ((k + 1) as f64 * width).powf(1.25).sin().powf(0.8) });
        }
        for k in (0..half).rev() {
            steps.push(steps[k]);
            overlaps.push(if k == 0 { 0.0 } else { overlaps[k - 1] });
        }
        Self { steps, overlaps }
    }
}

/// `psi2` after an impact that starts with `psi1`, the tangential velocities of the contact point in units of `mu (2-nu)/(2(1-nu))` times
/// the normal speed, whose tangential force is `force(delta, dw)` in [`SCALED`]: `w'' = -2 chi (5/4) T/mu`.
///
/// Velocity Verlet, of second order in the steps of `motion`.
pub fn strike(motion: &Motion, psi1: f64, chi: f64, mut force: impl FnMut(f64, f64) -> f64) -> f64 {
    let (mut rate, mut pull) = (psi1, 0.0);
    for (&dt, &delta) in motion.steps.iter().zip(&motion.overlaps) {
        rate -= 1.25 * chi * dt * pull;
        pull = force(delta, dt * rate);
        rate -= 1.25 * chi * dt * pull;
    }
    rate
}

/// `psi2` of an elastic impact by a bed of springs, extrapolated from two numbers of steps. With a thousand springs the error is below
/// 1e-6 at every incidence.
pub fn rebound(psi1: f64, chi: f64, springs: usize) -> f64 {
    let at = |half| {
        let mut bed = Springs::new(SCALED, 1.0, springs);
        strike(&Motion::new(half), psi1, chi, |delta, dw| bed.advance(delta, dw))
    };
    let (coarse, fine) = (at(3 * springs / 4), at(3 * springs / 2));
    fine + (fine - coarse) / 3.0
}

const STEEL: Spheres = Spheres { E_star: 1.1e11, G_star: 2.4e10, R_star: 4e-3, friction: 0.3 };
const OVERLAP: f64 = 2e-6;

fn constant_load(spheres: Spheres, delta: f64) -> ConstantLoad {
    let a = (spheres.R_star * delta).sqrt();
    ConstantLoad::new(spheres.G_star, a, spheres.friction, 4.0 / 3.0 * spheres.E_star * a * delta)
}

/// Largest `|T - T_MD|/muN` over load, unload and reload between `+-q muN`.
fn error_of_a_loop(count: usize, q: f64, points: usize) -> f64 {
    let exact = constant_load(STEEL, OVERLAP);
    let T1 = q * exact.limit;
    let mut springs = Springs::new(STEEL, OVERLAP, count);
    springs.advance(OVERLAP, 0.0);
    let mut at = 0.0;
    let mut worst = 0.0_f64;
    let mut go = |u: f64, T: f64| {
        let found = springs.advance(OVERLAP, u - at);
        at = u;
        worst = worst.max((found - T).abs() / exact.limit);
    };
    for k in 1..=points {
        let T = T1 * k as f64 / points as f64;
        go(exact.load(T), T);
    }
    for k in 1..=2 * points {
        let T = T1 * (1.0 - k as f64 / points as f64);
        go(unload(&exact, T1, T), T);
    }
    for k in 1..=2 * points {
        let T = -T1 * (1.0 - k as f64 / points as f64);
        go(reload(&exact, T1, T), T);
    }
    worst
}

#[test]
fn loops_under_constant_load_are_of_second_order() {
    for q in [0.3, 0.6, 0.9] {
        let ladder: Vec<(f64, f64)> = [50, 100, 200, 400, 800, 1600, 3200]
            .iter()
            .map(|&count| (count as f64, error_of_a_loop(count, q, 97)))
            .collect();
        let fit = order(&ladder).unwrap();
        assert!((1.7..=2.3).contains(&fit.slope), "q = {q}: slope {:.3}, {ladder:?}", fit.slope);
        assert!(ladder[6].1 < 1e-7, "q = {q}: {:e}", ladder[6].1);
    }
}

#[test]
fn the_springs_carry_the_load_of_hertz_and_stick_within_the_circle() {
    let exact = constant_load(STEEL, OVERLAP);
    let mut springs = Springs::new(STEEL, OVERLAP, 2000);
    springs.advance(OVERLAP, 0.0);
    let [work, slip] = springs.advance_counted(OVERLAP, exact.load(0.7 * exact.limit));
    assert!((work - springs.energy() - slip).abs() < 1e-12 * work && slip > 0.0, "{work:e} {slip:e}");
    let a = (STEEL.R_star * OVERLAP).sqrt();
    assert!((springs.stick_radius() / a - exact.stick_radius(0.7 * exact.limit)).abs() < 1.0 / 2000.0);
    springs.advance(OVERLAP, 1.0);
    assert_eq!(springs.stick_radius(), 0.0);
    assert!((springs.force() / exact.limit - 1.0).abs() < 1e-7);
    springs.advance(-OVERLAP, 0.0);
    assert_eq!(springs.force(), 0.0);
}

/// Theory section 1: the duration is `2.94327518432470465... delta_max/v`.
#[test]
fn the_normal_motion_is_that_of_hertz() {
    let motion = Motion::new(50);
    let duration: f64 = motion.steps.iter().sum();
    assert!((duration / 2.943_275_184_324_704_7 - 1.0).abs() < 1e-11, "{duration}");
    // Energy: delta'^2 = 1 - delta^(5/2), by a central difference in time.
    let motion = Motion::new(2000);
    for k in [10, 400, 1500, 3000] {
        let speed = (motion.overlaps[k + 1] - motion.overlaps[k - 1]) / (motion.steps[k] + motion.steps[k + 1]);
        assert!((speed * speed - (1.0 - motion.overlaps[k].powf(2.5))).abs() < 1e-5, "{k}");
    }
}

#[test]
fn every_oblique_impact_of_the_table_comes_out() {
    for row in rows("mdr_oblique.csv") {
        let (psi1, chi) = (row.number("psi1"), row.number("chi"));
        let found = rebound(psi1, chi, 1000);
        assert!((found - row.number("psi2")).abs() < 1e-6, "psi1 = {psi1}: {found}");
        let ratio = row.number("tangential_impulse_over_mu_normal_impulse");
        assert!(((psi1 - found) / (4.0 * chi) - ratio).abs() < 3e-7);
    }
}
