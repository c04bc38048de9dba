//! Balls that did not come back, as bounds of the sticking speed: against a likelihood of its own, and in drawn worlds.

use std::f64::consts::PI;

use crate::common::fitted::{Calibrated, DASHPOT, Depth, G, each, experiment, fitted, read};

/// A bead on a rigid floor.
pub(super) const BEAD: &str = "[material.ball]\ndensity = \"1050 kg/m3\"\nyoung_modulus = \"5 GPa\"\npoisson_ratio = 0.35\n\
                               [body.ball]\nsphere = { radius = \"10 um\" }\nmaterial = \"ball\"\n[body.floor]\n\
                               wall = { normal = \"+z\" }\nrigid = true\n";
pub(super) const JKR: &str = "[contact.normal.jkr]\nbreaks_at = \"displacement\"\n\
                              work_of_adhesion = { fit = \"0.05 J/m2\", between = [\"1 mJ/m2\", \"2 J/m2\"] }\n";

/// Sticking speed of the bead, `W = 7.09220 (w^5 R^4/E*^2)^(1/3)`.
pub(super) fn sticking_speed(w: f64) -> f64 {
    let (R, E) = (10e-6_f64, 5e9 / (1.0 - 0.35 * 0.35));
    let m = 1050.0 * 4.0 / 3.0 * PI * R.powi(3);
    (2.0 * 7.092_195_971_863_958_8 * (w.powi(5) * R.powi(4) / (E * E)).cbrt() / m).sqrt()
}

pub(super) fn jkr(w: f64, v: f64) -> f64 {
    (1.0 - (sticking_speed(w) / v).powi(2)).max(0.0).sqrt()
}

const HEAD: &str = "restitution,restitution sigma,speed (m/s),speed sigma (m/s)\n";

/// What a fit of the bead finds, under the law, in rows of these columns.
fn of(law: &str, columns: &str, rows: &str) -> Result<Calibrated, String> {
    let lines = format!("{BEAD}{law}{}", experiment("restitution", ""));
    read(&lines, &[&format!("{columns}{rows}")]).and_then(|case| fitted(&case, Depth::Full))
}

fn theta(rows: &str) -> f64 {
    of(JKR, HEAD, rows).unwrap().estimate.theta[0]
}

/// `ln Phi(z)` by Simpson's rule, from where nothing is left.
fn ln_phi(z: f64) -> f64 {
    let density = |x: f64| (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
    let (low, n) = (z.min(0.0) - 12.0, 4000);
    let h = (z - low) / f64::from(n);
    let term = |k: i32| {
        let weight = if k == 0 || k == n { 1.0 } else { f64::from(2 + 2 * (k % 2)) };
        weight * density(low + h * f64::from(k))
    };
    ((0..=n).map(term).sum::<f64>() * h / 3.0).ln()
}

/// Least of a function with one minimum between two places, by thirds.
fn least(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..150 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) < f(b) { high = b } else { low = a }
    }
    0.5 * (low + high)
}

/// Of `(e, v)` of balls that bounced and `(v, s)` of those that did not. A row that sticks at a speed at which the others say it bounces moves
/// the fit.
#[test]
fn the_estimate_is_that_of_a_censored_likelihood() {
    let V = sticking_speed(0.1);
    let bounced =
        [(1.3, 0.01), (1.6, -0.012), (2.0, 0.005), (2.5, -0.003)].map(|(x, off)| (jkr(0.1, x * V) + off, x * V));
    let stuck = [(0.97 * V, 0.03 * V), (1.02 * V, 0.03 * V), (1.01 * V, 0.04 * V)];
    let likeliest = |stuck: &[(f64, f64)]| {
        let cost = |w: f64| {
            let squares: f64 = bounced.iter().map(|(e, v)| 0.5 * ((e - jkr(w, *v)) / 0.02).powi(2)).sum();
            squares - stuck.iter().map(|(v, s)| ln_phi((sticking_speed(w) - v) / s)).sum::<f64>()
        };
        least(cost, 0.085, 0.12)
    };
    let rows = bounced.map(|(e, v)| format!("{e:?},0.02,{v:?},\n")).concat();
    let without = theta(&rows);
    let with = of(JKR, HEAD, &(rows + &stuck.map(|(v, s)| format!("0,,{v:?},{s:?}\n")).concat())).unwrap();
    let own = [likeliest(&[]), likeliest(&stuck)];
    assert!((without / own[0] - 1.0).abs() < 1e-6 && (with.estimate.theta[0] / own[1] - 1.0).abs() < 1e-6, "{own:?}");
    assert!((own[1] / own[0] - 1.0).abs() > 1e-3, "{own:?}");
    // They are no numbers among those that scatter, and no drops that could be drawn again.
    assert_eq!((with.estimate.predicted.len(), with.estimate.drops), (4, 4));
    let note = with.notes.iter().find(|note| note.starts_with("3 rows stick")).unwrap();
    assert!(!note.contains("rare"), "{note}");

    let rows = [1.05, 1.5, 2.0].map(|x| format!("{:?},0.02,{:?},\n", jkr(0.1, x * V), x * V)).concat();
    let stuck = |x: f64| format!("{rows}sticks,,{:?},{:?}\n", x * V, 0.002 * V);
    assert!(theta(&stuck(1.2)) > 0.105, "{}", theta(&stuck(1.2)));
    // Under a law that never sticks such a row is refused.
    let tsuji = DASHPOT
        .replace("hooke]\nstiffness = \"50 kN/m\"", "hertz]")
        .replace("linear-dashpot", "tsuji")
        .replace("1.5]", "1]");
    let problem = of(&tsuji, HEAD, &stuck(0.8)).map(|found| found.parameters).unwrap_err();
    assert!(problem.contains("nothing sticks"), "{problem}");
}

/// Heights: the speed and its error are those of the drop.
#[test]
fn a_drop_without_a_rebound_is_a_bound_too() {
    let V = sticking_speed(0.1);
    let height = |v: f64| 0.5 * v * v / G * 1e3;
    let (bounced, stuck) = ([1.4, 1.7, 2.2, 2.6], [0.95, 1.03, 1.04]);
    let mut table = "drop height (mm),rebound height (mm),sticks\n".to_string();
    for x in bounced {
        table.push_str(&format!("{:?},{:?},no\n", height(x * V), height(jkr(0.1, x * V) * x * V)));
    }
    for (x, cell) in stuck.iter().zip(["0,", "sticks,", ",yes"]) {
        table.push_str(&format!("{:?},{cell}\n", height(x * V)));
    }
    let keys = "height_to = \"bottom\"\ngravity = \"9.81 m/s2\"\nheight_sigma = \"10 um\"";
    let lines = format!("{BEAD}{JKR}{}", experiment("drop-height", keys));
    let found = crate::common::fitted::found(&lines, &table, Depth::Full);
    // `s_v = v s_h/(2 h)`; the rebounds are exact, so that the bounds alone lead away from the truth.
    let moved = found.estimate.theta[0];
    let bounds: Vec<(f64, f64)> = stuck.iter().map(|x| (x * V, x * V * 1e-2 / (2.0 * height(x * V)))).collect();
    let cost = |w: f64| -bounds.iter().map(|(v, s)| ln_phi((sticking_speed(w) - v) / s)).sum::<f64>();
    let pull = (cost(0.1001) - cost(0.0999)) / 2e-4;
    assert!(pull < 0.0 && moved > 0.1 && moved < 0.11, "{pull} {moved}");
    assert_eq!(found.estimate.predicted.len(), 4);
}

/// Experiments about the sticking speed: speeds that were set, and differ from the true ones by 2 %, and restitutions with an error of 0.01.
/// Bounced and stuck rows together cover what they promise. With the latter left out only those are left that were faster than they were set,
/// and the work of adhesion comes out too small.
#[test]
#[ignore = "slow"]
fn intervals_cover_the_work_of_adhesion_in_drawn_worlds() {
    let V = sticking_speed(0.1);
    let count = std::env::var("WORLDS").map_or(30, |n| n.parse().unwrap());
    let held = |sticks: bool| {
        let all = each(count, 7, |stream| {
            let mut rows = String::new();
            for k in 0..12 {
                let set = V * (0.96 + 0.01 * f64::from(k));
                let truth = set + 0.02 * V * stream.normal();
                let e = (jkr(0.1, truth) + 0.01 * stream.normal()).max(1e-3);
                let e = if truth > V { format!("{e:?},0.01") } else { "sticks,".into() };
                if sticks || truth > V {
                    rows.push_str(&format!("{e},{set:?},{:?}\n", 0.02 * V));
                }
            }
            let parameter = of(JKR, HEAD, &rows).unwrap().parameters.remove(0);
            (f64::from(u8::from(parameter.interval.is_some_and(|of| of.covers(0.1)))), parameter.value / 0.1)
        });
        let mean = |of: fn(&(f64, f64)) -> f64| all.iter().map(of).sum::<f64>() / count as f64;
        (mean(|of| of.0), mean(|of| of.1))
    };
    let (whole, without) = (held(true), held(false));
    println!("{whole:?} {without:?}");
    assert!(whole.0 >= 0.88 && (whole.1 - 1.0).abs() < 0.006, "{whole:?}");
    assert!(without.0 < whole.0 && without.1 < 0.996, "{without:?}");
}

/// Speed after the impact of a sphere under JKR beside a dashpot `c = 2 A E* a`, in units `w = E* = R* = m* = 1`: `a' = v`, `v' = -(F +
/// c v) d delta/da` by steps of the fourth order, from contact at `a^3 = 2 pi` to the largest tension, `a^3 = 9 pi/8`. `None` where it
/// turns round before.
fn parts_with(A: f64, speed: f64) -> Option<f64> {
    let rates = |[a, v]: [f64; 2]| {
        let rate = 2.0 * a - (0.5 * PI / a).sqrt();
        let force = 4.0 * a.powi(3) / 3.0 - (8.0 * PI * a.powi(3)).sqrt();
        [v, -(force + 2.0 * A * a * v) * rate]
    };
    let step = |y: [f64; 2], h: f64| {
        let along = |k: [f64; 2], h: f64| [y[0] + h * k[0], y[1] + h * k[1]];
        let a = rates(y);
        let b = rates(along(a, 0.5 * h));
        let c = rates(along(b, 0.5 * h));
        let d = rates(along(c, h));
        [0, 1].map(|i| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
    };
    let end = (9.0 * PI / 8.0).cbrt();
    let (mut y, mut turned) = ([(2.0 * PI).cbrt(), speed], false);
    loop {
        let next = step(y, 1e-4);
        turned |= next[1] < 0.0;
        if turned && next[0] <= end {
            let part = (y[0] - end) / (y[0] - next[0]);
            return Some(-(y[1] + part * (next[1] - y[1])));
        }
        if turned && next[1] >= 0.0 {
            return None;
        }
        y = next;
    }
}

/// The sticking speed of a damped law, which bounds are held against, is that of an integration of our own. Without the dashpot it
/// would be `0.70275675717537296` of that of JKR broken at the smallest overlap.
#[test]
fn a_dashpot_moves_the_sticking_speed_as_an_independent_integration_has_it() {
    let (w, R, E) = (0.1_f64, 10e-6_f64, 5e9 / (1.0 - 0.35 * 0.35));
    let m = 1050.0 * 4.0 / 3.0 * PI * R.powi(3);
    let (length, energy) = ((w * w * R / (E * E)).cbrt(), (w.powi(5) * R.powi(4) / (E * E)).cbrt());
    let unit = (energy / m).sqrt();
    let undamped = 0.702_756_757_175_373 * sticking_speed(w);
    for A in [0.02, 0.1] {
        let (mut low, mut high) = (undamped / unit, 8.0 * undamped / unit);
        for _ in 0..24 {
            let middle = 0.5 * (low + high);
            if parts_with(A, middle).is_some() { high = middle } else { low = middle }
        }
        let V = high * unit;
        let mut rows = String::new();
        for x in [1.5, 2.0, 3.0, 4.0] {
            let e = parts_with(A, x * high).unwrap() / (x * high);
            rows.push_str(&format!("{e:?},0.01,{:?},\n", x * V));
        }
        rows.push_str(&format!("0,,{:?},{:?}\n", 0.5 * V, 0.01 * V));
        let law = JKR.replace("displacement", "force");
        let law = format!("{law}[contact.damping.kuwabara-kono]\nrelaxation_time = \"{:e} s\"\n", A * length / unit);
        let found = of(&law, HEAD, &rows).unwrap();
        assert!((found.estimate.theta[0] / w - 1.0).abs() < 1e-5, "{A}: {}", found.estimate.theta[0]);
        let shown = found.notes.iter().find_map(|note| note.split("the sticking speed, ").nth(1)).unwrap();
        let shown = 1e-3 * shown.split(' ').next().unwrap().parse::<f64>().unwrap();
        assert!((shown / V - 1.0).abs() < 6e-4, "{A}: {shown} {V}");
        assert!(V / undamped > 1.02, "{A}: the twin without the dashpot: {V} {undamped}");
    }
}

/// Restitutions whose speeds were read with errors, some near sticking: the estimate has the least sum of squared distances from the
/// law, each the least over the true speed. Without the errors of the speeds it is another.
#[test]
fn errors_of_speeds_are_distances_from_the_law() {
    let V = sticking_speed(0.1);
    let rows = [(1.06, 0.012), (1.15, -0.01), (1.4, 0.01), (2.0, -0.006), (3.0, 0.003)]
        .map(|(x, off): (f64, f64)| (jkr(0.1, x * V) + off, x * V));
    let (sigma, s) = (0.02, 0.04 * V);
    let distance = |w: f64, e: f64, v: f64| {
        let square = |at: f64| ((v - at) / s).powi(2) + ((e - jkr(w, at)) / sigma).powi(2);
        let low = sticking_speed(w) * (1.0 + 1e-9);
        let best = (0..4000).map(|k| low + 6.0 * s * f64::from(k) / 4000.0 + (v - low - 3.0 * s).max(0.0));
        let near = best.min_by(|a, b| square(*a).total_cmp(&square(*b))).unwrap();
        square(least(square, (near - 0.01 * s).max(low), near + 0.01 * s))
    };
    let own = least(|w| rows.iter().map(|(e, v)| distance(w, *e, *v)).sum(), 0.08, 0.12);
    let fit = |s: &str| theta(&rows.map(|(e, v)| format!("{e:?},{sigma},{v:?},{s}\n")).concat());
    let with = fit(&format!("{s:?}"));
    assert!((with / own - 1.0).abs() < 1e-5, "{with} {own}");
    assert!((fit("") / own - 1.0).abs() > 3e-4, "{} {own}", fit(""));
}

/// Without an error of the restitutions those of the speeds explain whatever they scatter: four rows that each give the sticking speed,
/// `v sqrt(1 - e^2)`, as 66 to 74 mm/s had an interval of 0.014 %. Of rows that stick the error of the speed is needed, and enough.
#[test]
fn errors_of_speeds_alone_are_refused() {
    let head = "speed (m/s),restitution,speed sigma (m/s)\n";
    let rows = "0.04,sticks,0.001\n0.07,0.35,#\n0.08,0.55,#\n0.1,0.72,#\n0.2,0.93,#\n";
    let refused = of(JKR, head, &rows.replace('#', "0.001")).map(|found| found.parameters).unwrap_err();
    for words in ["the speeds have a standard deviation", "add a column `restitution sigma`"] {
        assert!(refused.contains(words), "{refused}");
    }
    assert!(of(JKR, head, &rows.replace('#', "")).is_ok());
}
