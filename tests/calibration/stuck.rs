//! Balls that did not come back, as bounds of the sticking speed: against a likelihood of its own, and in drawn worlds.

use collisionbench::fit::random::Stream;

use super::branched::{BEAD, G, JKR, found, jkr, sticking_speed};

/// `ln Phi(z)` by Simpson's rule, from where nothing is left.
fn ln_phi(z: f64) -> f64 {
    let density = |x: f64| (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
    let (low, n) = (z.min(0.0) - 12.0, 4000);
    let h = (z - low) / f64::from(n);
    let sum: f64 = (0..=n)
        .map(|k| {
            let weight = if k == 0 || k == n { 1.0 } else { f64::from(2 + 2 * (k % 2)) };
            weight * density(low + h * f64::from(k))
        })
        .sum();
    (sum * h / 3.0).ln()
}

/// Least of a function with one minimum between two places, by thirds.
fn least(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..150 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) < f(b) { high = b } else { low = a }
    }
    0.5 * (low + high)
}

const HEAD: &str = "restitution,restitution sigma,speed (m/s),speed sigma (m/s)\n";

/// `(e, v)` of balls that bounced and `(v, s)` of those that did not.
fn likeliest(bounced: &[(f64, f64)], stuck: &[(f64, f64)], sigma: f64) -> f64 {
    let cost = |w: f64| {
        let squares: f64 = bounced.iter().map(|(e, v)| 0.5 * ((e - jkr(w, *v)) / sigma).powi(2)).sum();
        squares - stuck.iter().map(|(v, s)| ln_phi((sticking_speed(w) - v) / s)).sum::<f64>()
    };
    least(cost, 0.085, 0.12)
}

#[test]
fn the_estimate_is_that_of_a_censored_likelihood() {
    let V = sticking_speed(0.1);
    let bounced: Vec<(f64, f64)> = [(1.3, 0.01), (1.6, -0.012), (2.0, 0.005), (2.5, -0.003)]
        .map(|(x, off)| (jkr(0.1, x * V) + off, x * V))
        .to_vec();
    let stuck = [(0.97 * V, 0.03 * V), (1.02 * V, 0.03 * V), (1.01 * V, 0.04 * V)];
    let mut table = HEAD.to_string();
    bounced.iter().for_each(|(e, v)| table.push_str(&format!("{e:?},0.02,{v:?},\n")));
    let without = found(BEAD, JKR, "restitution]", &table).unwrap().estimate.theta[0];
    stuck.iter().for_each(|(v, s)| table.push_str(&format!("0,,{v:?},{s:?}\n")));
    let with = found(BEAD, JKR, "restitution]", &table).unwrap();
    let own = [likeliest(&bounced, &[], 0.02), likeliest(&bounced, &stuck, 0.02)];
    assert!((without / own[0] - 1.0).abs() < 1e-6 && (with.estimate.theta[0] / own[1] - 1.0).abs() < 1e-6, "{own:?}");
    assert!((own[1] / own[0] - 1.0).abs() > 1e-3, "{own:?}");
    // They are no numbers among those that scatter, and no drops that could be drawn again.
    assert_eq!((with.estimate.predicted.len(), with.estimate.drops, with.bootstrap), (4, 4, None));
    let note = with.notes.iter().find(|note| note.starts_with("3 rows stick")).unwrap();
    assert!(!note.contains("rare"), "{note}");
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
    let drops = "drop-height]\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\nheight_sigma = \"10 um\"";
    let found = found(BEAD, JKR, drops, &table).unwrap();
    // `s_v = v s_h/(2 h)`; the rebounds are exact, so that the bounds alone lead away from the truth.
    let moved = found.estimate.theta[0];
    let bounds: Vec<(f64, f64)> = stuck.iter().map(|x| (x * V, x * V * 1e-2 / (2.0 * height(x * V)))).collect();
    let pull: f64 = {
        let cost = |w: f64| -bounds.iter().map(|(v, s)| ln_phi((sticking_speed(w) - v) / s)).sum::<f64>();
        (cost(0.1001) - cost(0.0999)) / 2e-4
    };
    assert!(pull < 0.0 && moved > 0.1 && moved < 0.11, "{pull} {moved}");
    assert_eq!(found.estimate.predicted.len(), 4);
}

/// What an experiment about the sticking speed reads: speeds that were set, and differ from the true ones by 2 %, and restitutions
/// with an error of 0.01.
fn world(index: u64) -> Vec<(Option<f64>, f64)> {
    let (V, mut stream) = (sticking_speed(0.1), Stream::new(7, index));
    let row = |k: usize| {
        let set = V * (0.96 + 0.01 * k as f64);
        let truth = set + 0.02 * V * stream.normal();
        let e = jkr(0.1, truth) + 0.01 * stream.normal();
        (Some(e.max(1e-3)).filter(|_| truth > V), set)
    };
    (0..12).map(row).collect()
}

/// Share of the worlds whose interval covers the truth, and the mean estimate over the truth.
fn held(count: u64, row: impl Fn(&(Option<f64>, f64)) -> Option<String>) -> (f64, f64) {
    let (mut covered, mut sum) = (0.0, 0.0);
    for index in 0..count {
        let rows: String = world(index).iter().filter_map(&row).collect();
        let found = found(BEAD, JKR, "restitution]", &format!("{HEAD}{rows}")).unwrap();
        let parameter = &found.parameters[0];
        covered += f64::from(u8::from(parameter.interval.is_some_and(|interval| interval.covers(0.1))));
        sum += parameter.value / 0.1;
    }
    (covered / count as f64, sum / count as f64)
}

/// Bounced and stuck rows together cover what they promise. With the latter left out only those are left that were faster than they
/// were set, and the work of adhesion comes out too small.
#[test]
fn intervals_cover_the_work_of_adhesion_in_drawn_worlds() {
    let s = 0.02 * sticking_speed(0.1);
    let count = std::env::var("WORLDS").map_or(30, |n| n.parse().unwrap());
    let whole = held(count, |(e, v)| {
        let e = e.map_or("sticks,".to_string(), |e| format!("{e:?},0.01"));
        Some(format!("{e},{v:?},{s:?}\n"))
    });
    let without = held(count, |(e, v)| e.map(|e| format!("{e:?},0.01,{v:?},{s:?}\n")));
    println!("{whole:?} {without:?}");
    assert!(whole.0 >= 0.88 && (whole.1 - 1.0).abs() < 0.006, "{whole:?}");
    assert!(without.0 < whole.0 && without.1 < 0.996, "{without:?}");
}
