//! The laws against a bed of springs, closed forms and the tables of theory.

use collisionbench::law::memory_diagram::MemoryDiagram;
use collisionbench::law::shear::{Form, WhileSliding};
use collisionbench::law::shear::{Pressed, Spheres};
use collisionbench::law::spring_slider::SpringSlider;

use crate::tangential::closed_forms::{contact, unload};
use crate::tangential::histories::{History, random};
use crate::tangential::springs::{Motion, SCALED, Springs, rebound, strike};
use crate::tangential::table::rows;

/// A solid sphere, nu = 0.3.
pub const CHI: f64 = 1.441_176_470_588_235_3;

/// A law for the tangential force, with its memory.
pub trait Memory {
    /// Advances to the load `to` while the surfaces slide by `du` (m), both linearly; returns the new tangential force, N.
    fn step(&mut self, to: &Pressed, du: f64) -> f64;
}

impl Memory for MemoryDiagram {
    fn step(&mut self, to: &Pressed, du: f64) -> f64 {
        self.advance(to.delta, du)
    }
}

/// A spring with a slider in one direction, whose stiffness is that of Mindlin.
pub struct Slider(pub SpringSlider<1>, Form);

pub fn spring(form: Form) -> Slider {
    Slider(SpringSlider::new(form), form)
}

impl Memory for Slider {
    fn step(&mut self, to: &Pressed, du: f64) -> f64 {
        if to.limit <= 0.0 {
            *self = spring(self.1);
            return 0.0;
        }
        self.0.step([to.k_t, to.limit], &[du].into(), &[0.0].into(), WhileSliding::Added).force[0]
    }
}

/// The contact at an overlap (m; a negative one counts as 0): Hertz 1881 and Mindlin 1949.
pub trait Load {
    fn pressed(&self, delta: f64) -> Pressed;
}

impl Load for Spheres {
    fn pressed(&self, delta: f64) -> Pressed {
        let delta = delta.max(0.0);
        let a = (self.R_star * delta).sqrt();
        Pressed { delta, k_t: 8.0 * self.G_star * a, limit: self.friction * 4.0 / 3.0 * self.E_star * a * delta }
    }
}

/// `psi2` of a law.
pub fn psi2(law: &mut dyn Memory, psi1: f64, half: usize) -> f64 {
    strike(&Motion::new(half), psi1, CHI, |delta, dw| law.step(&SCALED.pressed(delta), dw))
}

/// Largest difference to the bed of springs over a history, in units of `mu N` at that moment.
pub fn worst(history: &History, law: &mut dyn Memory, count: usize) -> f64 {
    let mut springs = Springs::new(history.spheres, history.delta_max, count);
    let mut worst = 0.0_f64;
    for &(delta, du) in &history.steps {
        let pressed = history.spheres.pressed(delta);
        let difference = law.step(&pressed, du) - springs.advance(delta, du);
        worst = worst.max(difference.abs() / pressed.limit);
    }
    worst
}

#[test]
fn the_memory_diagram_is_exact_for_any_history() {
    let mut reversals = 0;
    for seed in 1..=100 {
        let history = random(seed);
        let mut law = MemoryDiagram::new(history.spheres);
        let off = worst(&history, &mut law, 4000);
        assert!(off < 1e-6, "seed {seed}: {off:e}");
        reversals += history.reversals();
    }
    assert!(reversals > 1000, "{reversals} reversals are too few to mean anything");
}

/// The bed of springs tends to the law, so the law is the limit and not just near it.
#[test]
fn the_springs_converge_to_the_memory_diagram() {
    for seed in [3, 17, 51] {
        let history = random(seed);
        let off = |count| worst(&history, &mut MemoryDiagram::new(history.spheres), count);
        let (coarse, fine) = (off(200), off(6400));
        assert!(fine < 1e-2 * coarse, "seed {seed}: {coarse:e} with 200 springs, {fine:e} with 6400");
    }
}

#[test]
fn a_straight_piece_of_path_is_one_step_or_many() {
    let history = random(7);
    let (mut whole, mut parts) = (MemoryDiagram::new(history.spheres), MemoryDiagram::new(history.spheres));
    let mut at = 0.0;
    for &(delta, du) in &history.steps {
        let limit = history.spheres.pressed(delta).limit;
        let once = whole.step(&history.spheres.pressed(delta), du);
        for k in 1..=5 {
            parts.step(&history.spheres.pressed(at + (delta - at) * f64::from(k) / 5.0), du / 5.0);
        }
        at = delta;
        assert!((once - parts.force()).abs() < 1e-11 * limit);
    }
}

#[test]
fn the_memory_diagram_gives_the_rebound_of_the_springs() {
    let motion = 2000;
    for k in 0..24 {
        let psi1 = 0.05 + 5.95 * f64::from(k) / 23.0;
        let found = psi2(&mut MemoryDiagram::new(SCALED), psi1, motion);
        let exact = rebound(psi1, CHI, 1000);
        assert!((found - exact).abs() < 1e-5, "psi1 = {psi1}: {:e}", found - exact);
    }
    for row in rows("mdr_oblique.csv") {
        let found = psi2(&mut MemoryDiagram::new(SCALED), row.number("psi1"), 8000);
        assert!((found - row.number("psi2")).abs() < 2e-7, "psi1 = {}", row.text("psi1"));
    }
}

/// `psi2` of the memory diagram, which errs by its steps alone, extrapolated.
fn exact(psi1: f64, chi: f64) -> f64 {
    let at = |half| {
        let mut law = MemoryDiagram::new(SCALED);
        strike(&Motion::new(half), psi1, chi, |delta, dw| law.step(&SCALED.pressed(delta), dw))
    };
    (4.0 * at(4000) - at(2000)) / 3.0
}

/// The rows theory.md section 5 prints and the file leaves out, nu = 0.3.
#[test]
fn the_other_printed_rows_come_out() {
    for (psi1, psi2) in
        [(0.5, 0.047_831_08), (1.5, -0.428_016_53), (3.0, -1.379_683_29), (4.5, -1.217_617_29), (6.0, 0.235_294_12)]
    {
        let found = exact(psi1, CHI);
        assert!((found - psi2).abs() < 1e-6, "{psi1}: {:e}", found - psi2);
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
        // A parabola through three points about the printed place: its own error is of fourth order.
        let h = 0.1;
        let (left, mid, right) = (exact(psi1 - h, chi), exact(psi1, chi), exact(psi1 + h, chi));
        let shift = 0.5 * h * (left - right) / (left - 2.0 * mid + right);
        assert!(shift.abs() < 0.006, "nu = {nu}: the minimum lies {shift:.4} off");
        let found = exact(psi1 + shift, chi);
        assert!((found - psi2).abs() < digit + 1e-6, "nu = {nu}: {found}");
    }
}

#[test]
fn the_memory_diagram_follows_the_closed_loops() {
    for row in rows("md_loop.csv") {
        let (exact, T1) = contact(&row);
        let spheres = Spheres {
            E_star: row.number("E_star"),
            G_star: row.number("G_star_dem"),
            R_star: row.number("R_star"),
            friction: row.number("mu"),
        };
        let delta = row.number("a").powi(2) / spheres.R_star;
        let pressed = spheres.pressed(delta);
        assert!((pressed.limit / exact.limit - 1.0).abs() < 1e-14);
        let mut law = MemoryDiagram::new(spheres);
        law.step(&pressed, 0.0);
        let mut at = 0.0;
        let mut to = |u: f64| {
            let T = law.step(&pressed, u - at);
            at = u;
            (T, law.stick_radius())
        };
        let u = row.number("delta_t");
        let found = match row.text("leg") {
            "load" => {
                let (T, c) = to(u);
                assert!((c / (spheres.R_star * delta).sqrt() - exact.stick_radius(T)).abs() < 1e-9);
                T
            }
            "unload" => {
                to(exact.load(T1));
                to(u).0
            }
            _ => {
                to(exact.load(T1));
                to(unload(&exact, T1, -T1));
                to(u).0
            }
        };
        assert!((found - row.number("T")).abs() < 1e-12 * exact.limit, "row {}: {found}", row.text("id"));
    }
}

/// theory.md section 5, printed to six digits.
#[test]
fn the_spring_laws_come_out_as_in_the_table() {
    for row in rows("oblique_dem_models_vs_mdr.csv") {
        let psi1 = row.number("psi1");
        // The incremental springs are of first order: extrapolated from two steps.
        let limit = |make: &dyn Fn() -> Box<dyn Memory>| {
            2.0 * psi2(&mut *make(), psi1, 20_000) - psi2(&mut *make(), psi1, 10_000)
        };
        for (column, found) in [
            ("psi2_mdr", psi2(&mut MemoryDiagram::new(SCALED), psi1, 4000)),
            ("psi2_total_spring", psi2(&mut spring(Form::Total), psi1, 20_000)),
            ("psi2_incremental_no_rescale", limit(&|| Box::new(spring(Form::Incremental)))),
            ("psi2_incremental_rescale_on_unloading", limit(&|| Box::new(spring(Form::Rescaled)))),
        ] {
            assert!((found - row.number(column)).abs() < 1e-5, "psi1 = {psi1}: {column} {found}");
        }
    }
}

/// A cruder law may be the closer one: at psi1 = 0.5 the rescaled spring beats the incremental one, at psi1 = 4 it is the reverse.
#[test]
fn which_spring_is_closer_depends_on_the_incidence() {
    let off =
        |form, psi1| (psi2(&mut spring(form), psi1, 2000) - psi2(&mut MemoryDiagram::new(SCALED), psi1, 2000)).abs();
    assert!(off(Form::Rescaled, 0.5) < off(Form::Incremental, 0.5));
    assert!(off(Form::Rescaled, 4.0) > off(Form::Incremental, 4.0));
}

/// The increments of Mindlin & Deresiewicz 1953 while load and slide change together, `dT = 8 G* a theta du +- mu dN (1 - theta)`:
/// `theta^3 = 1 - T/muN` on loading, `1 - (T1-T)/(2 muN)` on unloading from `T1`, `1 - (T-T2)/(2 muN)` on loading again from `T2`, and
/// `theta = 1` while the load rises by more than friction uses.
#[test]
fn every_increment_is_that_of_mindlin_and_deresiewicz() {
    let spheres = Spheres { E_star: 3.8e10, G_star: 8.3e9, R_star: 1e-3, friction: 0.5 };
    let delta: f64 = 1e-6;
    let k_t = 8.0 * spheres.G_star * (spheres.R_star * delta).sqrt();
    let limit = spheres.friction * 4.0 / 3.0 * spheres.E_star * spheres.R_star.sqrt() * delta.powf(1.5);
    let slide = spheres.slide_per_overlap() * delta;
    // The way there in slides, and the rise of the load (in parts of mu N) and the slide (in parts of eta delta).
    let step = 1e-8_f64;
    let mut seen = Vec::new();
    for (name, way, rise, on) in [
        ("loading, load rising", vec![0.6], 0.3, 1.0),
        ("loading, load falling", vec![0.6], -0.3, 1.0),
        ("load rising faster than friction uses", vec![0.6], 1.0, 0.3),
        ("unloading, load rising", vec![0.6, -0.4], 0.3, -1.0),
        ("unloading, load falling", vec![0.6, -0.4], -0.3, -1.0),
        ("reloading, load rising", vec![0.6, -0.8, 0.3], 0.3, 1.0),
        ("reloading, load falling", vec![0.6, -0.8, 0.3], -0.3, 1.0),
    ] {
        let mut law = MemoryDiagram::new(spheres);
        law.step(&spheres.pressed(delta), 0.0);
        let turns: Vec<f64> = way.iter().map(|part| law.step(&spheres.pressed(delta), part * slide)).collect();
        let (used, side) = match turns[..] {
            [T] => (T, 1.0),
            [T1, T] => (0.5 * (T1 - T), -1.0),
            [_, T2, T] => (0.5 * (T - T2), 1.0),
            _ => unreachable!(),
        };
        let theta = (1.0 - used / limit).cbrt();
        let (du, gained) = (on * step * slide, step * rise * limit);
        let stuck = k_t * du;
        let expected = if stuck.abs() < gained { stuck } else { theta * stuck + side * gained * (1.0 - theta) };
        let to = spheres.pressed(delta * (1.0 + step * rise).powf(2.0 / 3.0));
        let found = law.step(&to, du) - turns.last().unwrap();
        assert!((found / expected - 1.0).abs() < 1e-6, "{name}: {:e}", found / expected - 1.0);
        seen.push(expected / (step * limit));
    }
    // Seven different increments: no branch stands in for another.
    for (i, a) in seen.iter().enumerate() {
        assert!(seen[..i].iter().all(|b| (a - b).abs() > 1e-3), "{seen:?}");
    }
}

#[test]
fn a_law_keeps_to_its_limit_and_an_open_contact_forgets() {
    let spheres = Spheres { E_star: 3.8e10, G_star: 8.3e9, R_star: 1e-3, friction: 0.5 };
    let pressed = spheres.pressed(1e-6);
    let laws: [Box<dyn Memory>; 5] = [
        Box::new(spring(Form::Coulomb)),
        Box::new(spring(Form::Total)),
        Box::new(spring(Form::Incremental)),
        Box::new(spring(Form::Rescaled)),
        Box::new(MemoryDiagram::new(spheres)),
    ];
    for (i, mut law) in laws.into_iter().enumerate() {
        assert_eq!(law.step(&pressed, 0.0), 0.0, "{i}");
        let held = (0..2000).map(|_| law.step(&pressed, -1e-8)).last().unwrap();
        assert!((held / pressed.limit + 1.0).abs() < 1e-12, "{i}: {held}");
    }
    let mut law = MemoryDiagram::new(spheres);
    law.advance(1e-6, 0.0);
    assert!(law.advance(1e-6, 1e-8) > 0.0);
    assert_eq!([law.advance(-1e-7, 1e-8), law.advance(1e-6, 0.0)], [0.0; 2]);
    // Cundall & Strack: a constant stiffness makes the three springs one.
    let constant = Pressed { k_t: 1e6, ..pressed };
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        assert_eq!(spring(form).step(&constant, 1e-9), 1e-3);
    }
    let rubs = spring(Form::Coulomb).step(&pressed, 1e-12);
    assert!((rubs / pressed.limit - 1.0).abs() < 1e-15, "{rubs}");
}

/// A collision adds a ring a step at most while the load rises, and loses them all again.
#[test]
fn memory_ends_with_the_contact() {
    let mut law = MemoryDiagram::new(SCALED);
    let motion = Motion::new(500);
    let mut most = 0;
    strike(&motion, 0.5, CHI, |delta, dw| {
        let force = law.step(&SCALED.pressed(delta), dw);
        most = most.max(law.remembered());
        force
    });
    assert!((100..=502).contains(&most), "{most} rings");
    assert_eq!(law.remembered(), 0);
}
