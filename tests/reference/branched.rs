//! Laws that remember, yield or pull, against the tables of theory-2 and against laws that need no table.

use collisionbench::collide::collision::Outcome;
use collisionbench::collide::reference::{Approach, collide_branched};
use collisionbench::collide::trajectory::Trajectory;
use collisionbench::law::damping::{Damping, LinearDashpot, Undamped};
use collisionbench::law::normal::{BreaksAt, Dmt, Jkr, Normal, WaltonBraun};
use collisionbench::law::{Branched, Contact, Ends, Pair, Stiffness};

use super::{TOLERANCE, rows};

/// What is asked of each number: restitution absolute, overlap of the largest, duration relative.
const RESTITUTION: f64 = 1e-12;
pub const OVERLAP: f64 = 1e-12;
const DURATION: f64 = 1e-11;

pub fn pair(R_star: f64, E_star: f64) -> Pair {
    Pair {
        m_star: 1.0,
        R_star,
        E_star: Some(E_star),
        G_star: None,
        dundurs_beta: None,
        wall: false,
        stiffness: [Stiffness::Unknown; 2],
        radii: [f64::INFINITY; 2],
    }
}

pub fn contact(normal: Normal, c: f64, pair: &Pair) -> Branched {
    let damping = match c {
        0.0 => Damping::Undamped(Undamped),
        c => Damping::LinearDashpot(LinearDashpot::Coefficient(c)),
    };
    let contact = Contact { normal, damping, ends: Ends::ZeroOverlap, friction: None };
    contact.branches(pair).unwrap().expect("it has branches")
}

fn jkr(w: f64, breaks_at: BreaksAt) -> Normal {
    Normal::Jkr(Jkr { work_of_adhesion: w, breaks_at })
}

pub fn solved(contact: &Branched, m_star: f64, speed: f64) -> Trajectory {
    collide_branched(contact, None, &Approach::head_on(m_star, speed), TOLERANCE)
        .unwrap_or_else(|error| panic!("{contact:?}: {error}"))
}

/// A number of the table within `within`, and within what is said of it.
pub fn meets(what: &str, got: collisionbench::collide::estimate::Estimate, expected: f64, within: f64) {
    let off = (got.value - expected).abs();
    assert!(off <= within, "{what}: {:e}, not {expected:e}: off by {off:e}, {within:e} allowed", got.value);
    assert!(off <= got.uncertainty, "{what}: off by {off:e}, but said to be known to {:e}", got.uncertainty);
}

pub fn check(what: &str, t: &Trajectory, speed: f64, e: Option<f64>, overlap: f64, times: &[(&str, f64)]) {
    meets(&format!("{what}, largest overlap"), t.turning.unwrap().overlap, overlap, OVERLAP * overlap);
    match e {
        Some(e) => {
            let end = t.end.unwrap_or_else(|| panic!("{what}: it parts"));
            let mut got = end.speed;
            (got.value, got.uncertainty) = (-got.value / speed, got.uncertainty / speed);
            meets(&format!("{what}, restitution"), got, e, RESTITUTION);
        }
        None => assert_eq!(t.outcome, Outcome::Sticks, "{what}"),
    }
    for &(name, expected) in times {
        let got = if name == "turning" { t.turning.unwrap().time } else { t.end.unwrap().time };
        meets(&format!("{what}, {name}"), got, expected, DURATION * expected);
    }
}

#[test]
fn jkr_is_that_of_the_table() {
    let contact = contact(jkr(1.0, BreaksAt::Displacement), 0.0, &pair(1.0, 1.0));
    for row in rows("jkr_elastic", 8) {
        let v = row.number("v");
        let t = solved(&contact, 1.0, v);
        let times = [("turning", row.number("t_turning")), ("end", row.number("duration_to_pull_off"))];
        let what = format!("jkr at {} V_s", row.word("v_over_vs"));
        check(&what, &t, v, Some(row.number("restitution")), row.number("max_overlap"), &times);
        meets(&what, t.max_force.unwrap().force, row.number("max_force"), 1e-12 * row.number("max_force"));
    }
}

#[test]
fn damped_jkr_is_that_of_the_table() {
    let V_s = (2.0 * 7.092_195_971_863_959_f64).sqrt();
    for row in rows("jkr_dashpot", 4) {
        let contact = contact(jkr(1.0, BreaksAt::Displacement), row.number("c"), &pair(1.0, 1.0));
        let v = row.number("v_over_vs") * V_s;
        let e = row.word("restitution").parse().ok();
        let mut times = vec![("turning", row.number("t_turning"))];
        times.extend(row.word("duration_to_pull_off").parse().ok().map(|t| ("end", t)));
        let t = solved(&contact, 1.0, v);
        let what = format!("jkr, c = {}, {} V_s", row.word("c"), row.word("v_over_vs"));
        check(&what, &t, v, e, row.number("max_overlap"), &times);
    }
}

#[test]
fn jkr_in_si_is_that_of_the_table() {
    for row in rows("jkr_si", 6) {
        let pair = pair(row.number("R_star"), row.number("E_star"));
        let contact = contact(jkr(row.number("w"), BreaksAt::Displacement), 0.0, &pair);
        let (m_star, v) = (row.number("m_star"), row.number("V"));
        let t = solved(&contact, m_star, v);
        let what = format!("jkr, E* = {}, V = {v}", row.word("E_star"));
        // Twelve digits are printed.
        let near = |what: &str, got: f64, expected: f64| {
            assert!((got / expected - 1.0).abs() < 3e-12, "{what}: {got:e} {expected:e}")
        };
        near(&what, t.turning.unwrap().overlap.value, row.number("delta_max"));
        near(&what, t.turning.unwrap().time.value, row.number("t_load"));
        near(&what, t.max_force.unwrap().force.value, row.number("F_max"));
        match row.word("t_unload_to_pull_off").parse::<f64>() {
            Ok(unload) => {
                near(&what, t.end.unwrap().time.value - t.turning.unwrap().time.value, unload);
                near(&what, -t.end.unwrap().speed.value / v, row.number("e"));
                near(&what, t.end.unwrap().overlap.value, row.number("delta_c"));
            }
            Err(_) => assert_eq!(t.outcome, Outcome::Sticks, "{what}"),
        }
    }
}

#[test]
fn dmt_is_that_of_the_table() {
    for row in rows("dmt_elastic", 5) {
        let (f, v) = (row.number("f"), row.number("v"));
        if f == 0.0 {
            continue;
        }
        let normal = Normal::Dmt(Dmt { work_of_adhesion: f / (2.0 * std::f64::consts::PI) });
        let t = solved(&contact(normal, 0.0, &pair(1.0, 1.0)), 1.0, v);
        let times = [("end", row.number("duration"))];
        check(&format!("dmt, f = {f}, v = {v}"), &t, v, Some(1.0), row.number("max_overlap"), &times);
    }
}

fn walton_braun(k1: f64, k20: f64, S: f64) -> Branched {
    let normal = WaltonBraun { loading_stiffness: k1, unloading_stiffness: k20, stiffening: S };
    contact(Normal::WaltonBraun(normal), 0.0, &pair(1.0, 1.0))
}

#[test]
fn walton_braun_is_that_of_the_table() {
    for row in rows("walton_braun", 6) {
        let contact = walton_braun(row.number("k1"), row.number("k20"), row.number("S"));
        let (m_star, v) = (row.number("m_star"), row.number("V"));
        let t = solved(&contact, m_star, v);
        let times = [("turning", row.number("t_load")), ("end", row.number("duration"))];
        let what = format!("walton-braun, k1 = {}, S = {}", row.word("k1"), row.word("S"));
        check(&what, &t, v, Some(row.number("e")), row.number("delta_max"), &times);
        let residual = t.losses.unwrap().residual_overlap.unwrap();
        meets(&what, residual, row.number("delta_0"), OVERLAP * row.number("delta_max"));
    }
}

/// `e_2` of a second impact that remembers the first: reloading loses nothing up to the force of the first.
#[test]
fn a_second_impact_remembers_the_first() {
    let (k1, k2, m) = (1e4, 4e4, 1e-3);
    let contact = walton_braun(k1, k2, 0.0);
    let second = |v1: f64, v2: f64| {
        let t = collide_branched(&contact, None, &Approach { before: Some(v1), ..Approach::head_on(m, v2) }, TOLERANCE)
            .unwrap();
        (-t.end.unwrap().speed.value / v2, t.losses.unwrap().plastic.value)
    };
    // Not as hard as before: elastic.
    for v2 in [0.1, 0.3, 0.4999] {
        let (e, plastic) = second(1.0, v2);
        assert!((e - 1.0).abs() < 1e-12 && plastic.abs() < 1e-15, "{v2}: {e} {plastic:e}");
    }
    // Harder: 1/2 m V_2^2 = F_1^2/(2 k2) + (F_2^2 - F_1^2)/(2 k1), and F_2^2/(2 k2) comes back.
    for v2 in [0.6, 1.0, 3.0] {
        let F1 = k1 * m;
        let energy = 0.5 * m * v2 * v2;
        let F2 = F1 + 2.0 * k1 * (energy - F1 / (2.0 * k2));
        let expected = (F2 / (2.0 * k2) / energy).sqrt();
        let (e, plastic) = second(1.0, v2);
        assert!((e - expected).abs() < 1e-12, "{v2}: {e} {expected}");
        assert!((plastic / (energy * (1.0 - e * e)) - 1.0).abs() < 1e-9, "{v2}: {plastic:e}");
    }
}

/// W of the three places where a JKR contact can break, and what a twin makes of it.
#[test]
fn what_jkr_loses_depends_on_where_it_breaks() {
    let W = 7.092_195_971_863_958_6;
    for (breaks_at, part) in
        [(BreaksAt::Displacement, 1.0), (BreaksAt::Force, 0.493_867_059_755_645_6), (BreaksAt::ZeroOverlap, 0.0)]
    {
        let contact = contact(jkr(1.0, breaks_at), 0.0, &pair(1.0, 1.0));
        for v in [4.0, 10.0, 100.0] {
            let t = solved(&contact, 1.0, v);
            let e = -t.end.unwrap().speed.value / v;
            let expected = (1.0 - 2.0 * part * W / (v * v)).sqrt();
            assert!((e - expected).abs() < RESTITUTION, "{breaks_at:?} at {v}: {e} {expected}");
            let adhesive = t.losses.unwrap().adhesive.unwrap();
            assert!((adhesive.value - part * W).abs() < 1e-9 * 0.5 * v * v, "{breaks_at:?}: {adhesive:?}");
        }
        // Sticks at and below its own speed, and not just above.
        let V_s = (2.0 * part * W).sqrt();
        for (factor, outcome) in [(0.5, Outcome::Sticks), (0.999_999, Outcome::Sticks), (1.000_001, Outcome::Separated)]
        {
            let got = solved(&contact, 1.0, factor * V_s.max(1e-3)).outcome;
            assert_eq!(got, if part == 0.0 { Outcome::Separated } else { outcome }, "{breaks_at:?} at {factor} V_s");
        }
    }
}

/// A JKR contact with a dashpot, integrated here: Runge and Kutta's method of order 4 over the contact radius itself.
fn by_hand(w: f64, c: f64, speed: f64) -> Option<(f64, f64, f64)> {
    use std::f64::consts::PI;
    let rate = |[a, v, _]: [f64; 3]| {
        let slope = 2.0 * a - (2.0 * PI * w).sqrt() / (2.0 * a.sqrt());
        let force = 4.0 / 3.0 * a.powi(3) - (8.0 * PI * w * a.powi(3)).sqrt() + c * v;
        [v, -force * slope, slope]
    };
    let step = |y: [f64; 3], h: f64| {
        let on = |k: [f64; 3], part: f64| std::array::from_fn(|i| y[i] + part * h * k[i]);
        let k1 = rate(y);
        let k2 = rate(on(k1, 0.5));
        let k3 = rate(on(k2, 0.5));
        let k4 = rate(on(k3, 1.0));
        std::array::from_fn::<f64, 3, _>(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
    };
    let end = (PI * w / 8.0).cbrt();
    let mut y = [(2.0 * PI * w).cbrt(), speed, 0.0];
    let h = 2e-5 * y[0].max(1.0) / speed.max(1.0);
    let mut deepest = 0.0_f64;
    loop {
        let next = step(y, h);
        if y[1] > 0.0 && next[1] <= 0.0 {
            // Newton's method for v = 0.
            let mut at = 0.5 * h;
            for _ in 0..8 {
                let there = step(y, at);
                at -= there[1] / rate(there)[1];
            }
            let a = step(y, at)[0];
            deepest = a * a - (2.0 * PI * w * a).sqrt();
        }
        if y[1] <= 0.0 && next[1] > 0.0 {
            return None;
        }
        if next[0] < end {
            let mut at = 0.5 * h;
            for _ in 0..20 {
                let there = step(y, at);
                at -= (there[0] - end) / there[1];
            }
            let [_, v, t] = step(y, at);
            return Some((-v / speed, deepest, t));
        }
        y = next;
    }
}

#[test]
fn damped_jkr_is_that_of_another_integration() {
    let mut parted = 0;
    for (w, c, speed) in
        [(1.0, 0.1, 8.0), (0.2, 0.02, 2.5), (3.0, 0.2, 20.0), (0.05, 0.05, 3.0), (1.0, 0.5, 25.0), (2.0, 0.4, 4.0)]
    {
        let t = solved(&contact(jkr(w, BreaksAt::Displacement), c, &pair(1.0, 1.0)), 1.0, speed);
        let Some((e, deepest, duration)) = by_hand(w, c, speed) else {
            assert_eq!(t.outcome, Outcome::Sticks, "w = {w}, c = {c}, V = {speed}");
            continue;
        };
        parted += 1;
        let end = t.end.unwrap();
        let near = |what: &str, got: f64, expected: f64| {
            assert!(
                (got / expected - 1.0).abs() < 1e-10,
                "{what}, w = {w}, c = {c}, V = {speed}: {got:e} {expected:e}"
            );
        };
        near("restitution", -end.speed.value / speed, e);
        near("largest overlap", t.turning.unwrap().overlap.value, deepest);
        near("duration", end.time.value, duration);
    }
    assert!(parted >= 4, "{parted} part");
}

/// Loading and unloading are two damped oscillators.
#[test]
fn damped_walton_braun_is_two_damped_oscillators() {
    let (k1, k2, m, v) = (1e4_f64, 3e4_f64, 1e-3_f64, 0.7_f64);
    for c in [0.1, 1.0, 3.0] {
        let normal = WaltonBraun { loading_stiffness: k1, unloading_stiffness: k2, stiffening: 0.0 };
        let t = solved(&contact(Normal::WaltonBraun(normal), c, &pair(1.0, 1.0)), m, v);
        let g = c / (2.0 * m);
        let w = |k: f64| (k / m - g * g).sqrt();
        // x = v/w e^(-g t) sin(w t) until x' = 0; then from rest at k1 x/k2, until x = 0.
        let (w1, w2) = (w(k1), w(k2));
        let t1 = (w1 / g).atan() / w1;
        let deepest = v / w1 * (-g * t1).exp() * (w1 * t1).sin();
        let from = k1 / k2 * deepest;
        let t2 = (std::f64::consts::PI - (w2 / g).atan()) / w2;
        let e = from * (k2 / m) / w2 * (-g * t2).exp() * (w2 * t2).sin() / v;
        meets("largest overlap", t.turning.unwrap().overlap, deepest, 1e-12 * deepest);
        let end = t.end.unwrap();
        assert!((-end.speed.value / v - e).abs() < RESTITUTION, "{c}: {} {e}", -end.speed.value / v);
        meets("duration", end.time, t1 + t2, DURATION * (t1 + t2));
    }
}

/// Speeds over nine decades, adhesions over twelve, stiffnesses over six: closed forms, and what is said of them.
#[test]
fn slow_and_fast_soft_and_sticky() {
    let (m, R, E) = (5e-12, 5e-6, 5e10);
    let pair = pair(R, E);
    for w in [1e-9_f64, 0.05, 1e3] {
        let W = 7.092_195_971_863_958_6 * (w.powi(5) * R.powi(4) / (E * E)).cbrt();
        for v in [1e-6, 1e-3, 0.1, 10.0, 1e3] {
            for (breaks_at, part) in [
                (BreaksAt::Displacement, 1.0),
                (BreaksAt::Force, 0.493_867_059_755_645_6),
                (BreaksAt::ZeroOverlap, 0.0),
            ] {
                let what = format!("{breaks_at:?}, w = {w}, V = {v}");
                let t = solved(&contact(jkr(w, breaks_at), 0.0, &pair), m, v);
                let left = 1.0 - 2.0 * part * W / (m * v * v);
                match t.end {
                    Some(end) => {
                        let (e, sure) = (-end.speed.value / v, end.speed.uncertainty / v);
                        assert!((e - left.sqrt()).abs() <= sure.max(RESTITUTION), "{what}: {e}, {}", left.sqrt());
                    }
                    None => assert!(left <= 0.0, "{what}: sticks, with {left} of the energy"),
                }
            }
            let dmt = solved(&contact(Normal::Dmt(Dmt { work_of_adhesion: w }), 0.0, &pair), m, v);
            let end = dmt.end.unwrap_or_else(|| panic!("dmt, w = {w}, V = {v} sticks"));
            assert!(
                (-end.speed.value / v - 1.0).abs() < RESTITUTION,
                "dmt, w = {w}, V = {v}: {}",
                -end.speed.value / v
            );
        }
    }
    for (k2, S) in [(1.0, 0.0), (1.000_000_1, 0.0), (1e6, 0.0), (1.0, 1e9), (1e6, 1e9)] {
        for v in [1e-6, 1e-3, 1.0, 1e3] {
            let (k1, m) = (1e5_f64, 1e-4_f64);
            let w0 = (k1 / m).sqrt();
            let e = (w0 / (S * v + w0 * k2)).sqrt();
            let t = solved(&walton_braun(k1, k2 * k1, S), m, v);
            let got = -t.end.unwrap().speed.value / v;
            assert!((got / e - 1.0).abs() < 1e-11, "walton-braun, k2 = {k2} k1, S = {S}, V = {v}: {got} {e}");
        }
    }
}

/// Over-damped bodies stick: beside a spring that ends at its zero, and in the well of an adhesive contact.
#[test]
fn over_damped_bodies_stick() {
    let critical = 2.0 * (3e4_f64 * 1e-3).sqrt();
    let spring = |c: f64| {
        let normal = WaltonBraun { loading_stiffness: 1e4, unloading_stiffness: 3e4, stiffening: 0.0 };
        solved(&contact(Normal::WaltonBraun(normal), c, &pair(1.0, 1.0)), 1e-3, 0.7).outcome
    };
    assert_eq!(spring(0.99 * critical), Outcome::Separated);
    for c in [1.01, 3.0, 100.0] {
        assert_eq!(spring(c * critical), Outcome::Sticks, "{c}");
    }
    for c in [5.0, 50.0] {
        let t = solved(&contact(jkr(1.0, BreaksAt::Displacement), c, &pair(1.0, 1.0)), 1.0, 1.0);
        assert_eq!(t.outcome, Outcome::Sticks, "{c}");
    }
}
