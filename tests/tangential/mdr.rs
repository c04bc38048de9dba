//! The bed of springs against closed forms and against the table of oblique impacts.

use collisionbench::contact::history::{Memory, MemoryDiagram, Spheres};
use collisionbench::judge::order::order;
use collisionbench::oracle::mindlin_deresiewicz::ConstantLoad;
use collisionbench::solve::mdr::{Motion, Scaling, Springs, strike};

use crate::tangential::closed_forms::{reload, unload};
use crate::tangential::laws::{CHI, elastic, psi2};
use crate::tangential::table::rows;

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
    springs.advance(OVERLAP, exact.load(0.7 * exact.limit));
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
        let found = elastic(row.number("psi1"), row.number("chi"), SPRINGS);
        let off = found.value - row.number("psi2");
        assert!(off.abs() < 1e-6, "psi1 = {}: {off:e}", row.text("psi1"));
        assert!(off.abs() < found.uncertainty + 1e-7, "psi1 = {}: {off:e}", row.text("psi1"));
        let ratio = row.number("tangential_impulse_over_mu_normal_impulse");
        assert!(((row.number("psi1") - found.value) / (4.0 * row.number("chi")) - ratio).abs() < 3e-7);
    }
}

/// As many as the benchmark is timed with.
const SPRINGS: usize = 1000;

/// The rows theory.md section 5 prints and the file leaves out, nu = 0.3.
#[test]
fn the_other_printed_rows_come_out() {
    let chi = 1.441_176_470_588_235_3;
    for (psi1, psi2) in
        [(0.5, 0.047_831_08), (1.5, -0.428_016_53), (3.0, -1.379_683_29), (4.5, -1.217_617_29), (6.0, 0.235_294_12)]
    {
        let found = elastic(psi1, chi, SPRINGS);
        assert!((found.value - psi2).abs() < 1e-6, "{psi1}: {:e}", found.value - psi2);
        assert!((found.value - psi2).abs() < found.uncertainty + 1e-7, "{psi1}: {:e} {found:?}", found.value - psi2);
    }
}

/// Minima of psi2, theory.md section 5: (nu, psi1, psi2, half a unit in the last printed digit of psi2).
#[test]
fn the_minimum_is_where_theory_has_it() {
    for (nu, psi1, psi2, digit) in [
        (0.0, 4.64, -1.5545, 5e-5),
        (0.2, 3.99, -1.5107, 5e-5),
        (0.3, 3.62, -1.481_16, 5e-6),
        (0.5, 2.75, -1.3952, 5e-5),
    ] {
        let chi = 3.5 * (1.0 - nu) / (2.0 - nu);
        let at = |psi1: f64| elastic(psi1, chi, 1000).value;
        // A parabola through three points about the printed place: its own error is of fourth order.
        let h = 0.1;
        let (left, mid, right) = (at(psi1 - h), at(psi1), at(psi1 + h));
        let shift = 0.5 * h * (left - right) / (left - 2.0 * mid + right);
        assert!(shift.abs() < 0.006, "nu = {nu}: the minimum lies {shift:.4} off");
        assert!((at(psi1 + shift) - psi2).abs() < digit + 1e-6, "nu = {nu}: {}", at(psi1 + shift));
    }
}

/// Against the other exact method, whose steps alone err, and evenly.
#[test]
fn a_stated_uncertainty_covers_the_error() {
    for k in 1..=60 {
        let psi1 = 0.1 * f64::from(k) - 0.05;
        let other = |half| psi2(&mut MemoryDiagram::new(Spheres::SCALED), psi1, half);
        let exact = (4.0 * other(8000) - other(4000)) / 3.0;
        for springs in [200, 400, 1000] {
            let found = elastic(psi1, CHI, springs);
            let off = (found.value - exact).abs();
            assert!(off <= found.uncertainty, "{psi1}, {springs} springs: {off:e}, {:e}", found.uncertainty);
            assert!(springs < 1000 || off < 1e-6, "{psi1}: {off:e}");
        }
    }
}

/// A glass sphere on a wall of glass, nu = 0.3, by the equations of motion in SI and by the scaled problem.
#[test]
fn the_scaled_problem_is_the_one_in_si() {
    let (E, nu, R, density, friction) = (48e9, 0.3, 2e-3, 2800.0, 0.4);
    let G = E / (2.0 * (1.0 + nu));
    let spheres = Spheres { E_star: E / (2.0 * (1.0 - nu * nu)), G_star: G / (2.0 * (2.0 - nu)), R_star: R, friction };
    let scaling = Scaling::new(&spheres, 3.5);
    assert!((scaling.chi - CHI).abs() < 1e-14);
    let (v_n, v_s) = (1.7, 0.9);
    let psi1 = scaling.psi(v_s, v_n);
    assert!((psi1 - 2.0 * (1.0 - nu) / (friction * (2.0 - nu)) * v_s / v_n).abs() < 1e-14);
    let found = elastic(psi1, scaling.chi, 1000);
    // m* v' = -3.5 T, with the overlap of Hertz at the same moments.
    let m = 4.0 / 3.0 * std::f64::consts::PI * R * R * R * density;
    let delta_max = (15.0 * m * v_n * v_n / (16.0 * spheres.E_star * R.sqrt())).powf(0.4);
    let mut law = MemoryDiagram::new(spheres);
    let motion = Motion::new(4000);
    let (mut v, mut T) = (v_s, 0.0);
    for (step, overlap) in motion.steps.iter().zip(&motion.overlaps) {
        let dt = step * delta_max / v_n;
        v -= 0.5 * dt * 3.5 * T / m;
        T = law.advance(&spheres.pressed(delta_max * overlap), dt * v);
        v -= 0.5 * dt * 3.5 * T / m;
    }
    let back = scaling.slip_velocity(found, v_n);
    assert!((v - back.value).abs() < 1e-6 * v_n, "{v}, {back:?}");
    assert!(back.value < 0.0 && back.uncertainty > 0.0);
}

/// A whole collision of two glass spheres, as `[run.mdr]` has it, against the table.
#[test]
fn the_solver_is_the_scaled_problem_in_full() {
    use collisionbench::case::Settings;
    use collisionbench::contact::shear::Form;
    use collisionbench::solve::{SOLVERS, Solution};

    use crate::tangential::paths::{MU, mindlin, scene};

    let solver = SOLVERS.iter().find(|s| s.name() == "mdr").unwrap();
    let mut scene = scene(mindlin(Form::Incremental), None);
    let (G_star, E_star) = (scene.pair.G_star.unwrap(), scene.pair.E_star.unwrap());
    let (v_n, psi1) = (0.8, 1.3);
    let v_s = psi1 * v_n * MU * E_star / (4.0 * G_star);
    scene.speed = v_n;
    let chi = 3.5 * 2.0 * G_star / E_star;
    let expected = elastic(psi1, chi, 1000);
    let [coarse, fine] = [1500, 3000].map(|half| {
        let mut bed = Springs::new(Spheres::SCALED, 1.0, 1000);
        strike(&Motion::new(half), psi1, chi, |delta, dw| bed.advance(delta, dw))
    });
    // Half of the slip by travel, half by spin; and all of it turned round.
    for sign in [1.0, -1.0] {
        scene.kinematics.tangential_speed = 0.5 * v_s;
        let left = sign * v_s - 0.5 * v_s;
        scene.kinematics.spin = [[0.0, 0.0, -0.5 * left / 2e-3]; 2];
        let Solution::Exact(found) = solver.solve(&scene, &Settings::Mdr { springs: 1000 }).unwrap() else { panic!() };
        let tangential = found.tangential.unwrap();
        assert!((tangential.slip_before[0] - sign * v_s).abs() < 1e-12 * v_s);
        let psi2 = sign * tangential.slip[0].value * 4.0 * G_star / (MU * E_star * v_n);
        assert!((psi2 - expected.value).abs() < expected.uncertainty, "{psi2} {expected:?}");
        // To rounding the same springs in the same steps, extrapolated.
        assert!((psi2 - (fine + (fine - coarse) / 3.0)).abs() < 1e-12, "{psi2} {coarse} {fine}");
        // omega' = omega + R J/I of both, v' = v - J/m*; the slip that is left follows.
        let J = -tangential.impulse[1].value;
        assert!((tangential.velocity[1].value - (0.5 * v_s - J / scene.pair.m_star)).abs() < 1e-12 * v_s);
        let slip = tangential.velocity[1].value - 2e-3 * (tangential.spin[0][2].value + tangential.spin[1][2].value);
        assert!((slip - tangential.slip[0].value).abs() < 1e-12 * v_s);
        // What the motion lost (m_t = m*/3.5) the springs have slipped, each counted apart.
        let lost = 0.5 * scene.pair.m_star / 3.5 * (v_s * v_s - slip * slip);
        let left = |slip: f64| (slip - lost).abs() / (0.5 * scene.pair.m_star * v_n * v_n);
        assert!(left(tangential.energy_slip.value) < 1e-9, "{:e}", left(tangential.energy_slip.value));
        // A ledger that takes its slip from the balance would be exact; one that forgets a hundred-thousandth is seen.
        assert!(left(tangential.energy_slip.value) > 0.0 && left((1.0 - 1e-5) * tangential.energy_slip.value) > 1e-8);
        let last = tangential.samples.last().unwrap();
        assert!((last.spin[0] - tangential.spin[0][2].value).abs() * 2e-3 < 1e-5 * v_s && last.force == [0.0; 2]);
    }
}

/// A dashpot too weak to feel leaves the elastic rebound, by another integration of the normal motion; a strong one is
/// within what it states.
#[test]
fn the_normal_side_may_be_damped() {
    use collisionbench::contact::Ends;
    use collisionbench::solve::mdr::{Normal, rebound};
    let weak = Normal { damping: 1e-12, beta: 0.25, ends: Ends::ForceClamped };
    for psi1 in [0.3, 1.0, 2.5, 4.0, 6.0] {
        let (found, exact) = (rebound(&weak, psi1, CHI, 1000).unwrap(), elastic(psi1, CHI, 1000));
        let off = (found.value - exact.value).abs();
        assert!(off <= found.uncertainty + exact.uncertainty, "{psi1}: {off:e} {found:?}");
    }
    for ends in [Ends::ZeroOverlap, Ends::ForceClamped, Ends::ZeroForce] {
        let normal = Normal { damping: 0.5, beta: 0.25, ends };
        let at = |springs| rebound(&normal, 1.5, CHI, springs).unwrap();
        let (few, many) = (at(400), at(3000));
        assert!((few.value - many.value).abs() <= few.uncertainty + many.uncertainty, "{ends:?} {few:?} {many:?}");
        assert!(many.uncertainty < 1e-5, "{ends:?} {many:?}");
    }
    assert!(rebound(&Normal { damping: 5.0, beta: 0.25, ends: Ends::ZeroOverlap }, 1.0, CHI, 400).is_none());
}

/// Under a constant load the work put in is what the springs store and what slips, to rounding and for any slide; and the two
/// ways to count the slip agree to second order in the steps.
#[test]
fn what_slips_is_what_is_not_stored() {
    use collisionbench::solve::mdr::Springs;
    let spheres = collisionbench::contact::history::Spheres::SCALED;
    let mut dice = crate::random::Random(5);
    let mut bed = Springs::new(spheres, 1.0, 333);
    bed.advance(1.0, 0.3);
    for _ in 0..200 {
        let (du, T, stored) = (3.0 * (dice.next() - 0.5), bed.force(), bed.energy());
        let slip = bed.advance_slipping(1.0, du);
        let work = 0.5 * (T + bed.force()) * du;
        assert!((work - (bed.energy() - stored) - slip).abs() < 1e-13, "{work} {slip}");
        assert!(slip >= 0.0);
    }
    // Load and slide together, out and home.
    let both = |steps: usize| {
        let (mut fast, mut exact) = (Springs::new(spheres, 1.0, 333), Springs::new(spheres, 1.0, 333));
        let (mut a, mut b, mut at) = (0.0, 0.0, 0.0);
        for k in 1..=2 * steps {
            let x = k as f64 / steps as f64;
            let (delta, u) = (x * (2.0 - x), 1.5 * (2.0 * x).sin());
            a += fast.advance_slipping(delta.max(0.0), u - at);
            b += exact.advance_counted(delta.max(0.0), u - at).1;
            assert!((fast.force() - exact.force()).abs() < 1e-14);
            at = u;
        }
        (a - b).abs() / b
    };
    let (coarse, fine) = (both(300), both(1200));
    assert!(fine < 1e-5 && fine < coarse / 8.0, "{coarse:e} {fine:e}");
}
