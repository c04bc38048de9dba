//! Several experiments of one ball in one fit: what they share, and whether they agree.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::calibrate::result::Describes;
use collisionbench::fit::calibrate::{Calibrated, Depth, Unwatched, calibrate};
use collisionbench::fit::random::Stream;
use rayon::prelude::*;

const G: f64 = 9.81;
const READ: f64 = 1e-3;

/// A ball of steel on a rigid floor with a restitution that is the same at every speed.
fn case(tables: &[(&str, &str)], experiments: &str, law: &str) -> Result<Case, String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, table) in tables {
        fs::write(folder.path().join(name), table).unwrap();
    }
    let text = format!(
        "title = \"T\"\n[body.ball]\nsphere = {{ radius = \"20 mm\", mass = \"30 g\" }}\n[body.floor]\n\
         wall = {{ normal = \"+z\" }}\nrigid = true\n[contact]\n{law}\n{experiments}\n[fit]\n\
         [[expect]]\nthat = \"fit\"\n\
         agrees_with = \"residuals\"\nbirge_ratio = {{ within_sigma = 4 }}\n"
    );
    let file = SourceFile { name: "case.toml".into(), text };
    Case::read(Arc::new(file), "case", &Files::Folder(folder.path().into())).map_err(|error| error.to_string())
}

fn fitted(case: &Case, depth: Depth) -> Calibrated {
    calibrate(case, depth, &Unwatched).unwrap_or_else(|error| panic!("{error}"))
}

const DASHPOT: &str = "ends = \"force-clamped\"\n[contact.normal.hooke]\nstiffness = \"50 kN/m\"\n[contact.damping.linear-dashpot]\n\
                       restitution = { fit = 0.7, between = [0.1, 1.5] }";

/// What distinguishes two experiments of one ball.
#[derive(Clone, Copy)]
struct Apart {
    /// Restitution of the drops, and of the throws.
    e: [f64; 2],
    /// Added to all rebounds, m.
    zero: f64,
    /// Standard deviation that the case states of it, m.
    stated: f64,
    /// Standard deviation between heights.
    height: f64,
    heights: usize,
}

const SAME: Apart = Apart { e: [0.8; 2], zero: 0.0, stated: 0.0, height: 0.0, heights: 5 };

/// Drops from heights, six each, and ten throws of four intervals; drops of a height may share an effect.
fn two(apart: Apart, stream: &mut Stream) -> Case {
    let mut drops = "drop height (m),rebound height (m)\n".to_string();
    for k in 0..apart.heights {
        let h = ((0.2 + 0.25 * k as f64) * 1e3).round() / 1e3;
        let shared = apart.height * stream.normal();
        for _ in 0..6 {
            let e = apart.e[0] + shared + 0.004 * stream.normal();
            let fallen = h + READ * stream.normal();
            writeln!(drops, "{h},{:?}", e * e * fallen + apart.zero + READ * stream.normal()).unwrap();
        }
    }
    let mut throws = "throw,drop height (m),interval (s)\n".to_string();
    for throw in 1..=10 {
        let h = 0.15 + 0.1 * f64::from(throw);
        let e = apart.e[1] + 0.004 * stream.normal();
        let before = (2.0 * G * (h + READ * stream.normal())).sqrt();
        for k in 1..=4 {
            writeln!(throws, "{throw},{h:?},{:?}", 2.0 * before * e.powi(k) / G + READ * stream.normal()).unwrap();
        }
    }
    let zero = if apart.stated > 0.0 {
        format!("rebound_offset = {{ value = \"0 m\", sigma = \"{} m\" }}\n", apart.stated)
    } else {
        String::new()
    };
    let experiments = format!(
        "[experiment.drop-height]\ndata = \"drops.csv\"\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\n\
         height_sigma = \"1 mm\"\n{zero}[experiment.bounce-times]\ndata = \"throws.csv\"\nheight_to = \"bottom\"\n\
         gravity = \"9.81 m/s2\"\nheight_sigma = \"1 mm\"\ntime_sigma = \"1 ms\"\ncontact_duration = false"
    );
    case(&[("drops.csv", &drops), ("throws.csv", &throws)], &experiments, DASHPOT).unwrap()
}

fn agree(found: &Calibrated) -> bool {
    found.agreement.as_ref().unwrap().describes == Describes::NoMisfitDetected
}

/// Of experiments of one ball nineteen in twenty agree, whatever heights share, and of those 95 % of the intervals hold the truth;
/// they are narrower than those of each alone. Of two balls that differ by 0.015 nearly none agree, and then there is no interval.
/// A zero of 8 mm that is not stated is seen in half of them, since it sets heights apart as well (as 1/h); one that is stated is no
/// disagreement.
#[test]
fn experiments_of_one_ball_agree_and_others_do_not() {
    let experiments = 100;
    let study = |apart: Apart, zero: bool| {
        let once = |index: u64| {
            let mut stream = Stream::new(4711, index);
            let zero = if zero { apart.stated * stream.normal() } else { apart.zero };
            let found = fitted(&two(Apart { zero, ..apart }, &mut stream), Depth::Quoted);
            let interval = found.parameters[0].interval;
            assert_eq!(interval.is_some(), agree(&found));
            interval.map(|interval| (interval.covers(0.8), interval.high - interval.low))
        };
        let all: Vec<_> = (0..experiments).into_par_iter().map(once).collect();
        let agreed: Vec<_> = all.iter().flatten().collect();
        let held = agreed.iter().filter(|(held, _)| *held).count() as f64 / agreed.len().max(1) as f64;
        let width = agreed.iter().map(|(_, width)| width).sum::<f64>() / agreed.len().max(1) as f64;
        (agreed.len() as f64 / experiments as f64, held, width)
    };
    // Four binomial standard deviations of 100 experiments.
    let four = 4.0 * 0.0218;
    let of_heights = Apart { height: 0.008, ..SAME };
    let few = Apart { heights: 3, ..of_heights };
    let stated = Apart { stated: 0.008, ..SAME };
    for (apart, zero) in [(SAME, false), (of_heights, false), (few, false), (stated, true)] {
        let (agreed, held, width) = study(apart, zero);
        assert!((agreed - 0.95).abs() < four && held > 0.95 - four, "{agreed} {held}");
        // Ten throws know the restitution to 0.004/sqrt(10).
        assert!(width < 0.0127, "{width}");
    }
    let (two_balls, ..) = study(Apart { e: [0.8, 0.815], ..SAME }, false);
    let (hidden, ..) = study(Apart { zero: 0.008, ..SAME }, false);
    assert!(two_balls < 0.05 && (0.3..0.7).contains(&hidden), "{two_balls} {hidden}");
}

/// The sentence names the test, what each gives alone, and what to do; one value is one parameter.
#[test]
fn the_finding_is_a_sentence() {
    let found = fitted(&two(SAME, &mut Stream::new(1, 0)), Depth::Full);
    let words = &found.agreement.as_ref().unwrap().words;
    assert!(words.starts_with("no disagreement detected between drop-height and bounce-times: F(1, "), "{words}");
    assert!(words.contains("; drop-height alone gives restitution = 0.80"), "{words}");
    assert!(words.contains("; bounce-times alone gives restitution = 0.80"), "{words}");
    let orders: Vec<_> = found.orders.iter().map(|order| (order.experiment.as_deref(), &*order.abscissa)).collect();
    assert_eq!(orders, [(Some("drop-height"), "speed"), (Some("bounce-times"), "speed")]);
    assert!(
        found.orders[1].words().starts_with("the residuals of the restitution of bounce-times in the order of speed")
    );
    assert_eq!((found.parameters.len(), found.measurements.len(), found.kinds.len()), (1, 70, 2));
    assert!(found.measurements[0].name.starts_with("drop-height: "), "{}", found.measurements[0].name);
    assert!(
        found.measurements.iter().all(|m| m.rebound.as_ref().unwrap().predicted.is_some() && m.sigma_used.is_some())
    );
    let found = fitted(&two(Apart { e: [0.8, 0.83], ..SAME }, &mut Stream::new(1, 0)), Depth::Full);
    let words = &found.agreement.as_ref().unwrap().words;
    assert!(words.starts_with("the experiments disagree: ") && words.contains("No interval is given"), "{words}");
    assert!(words.contains("drop-height alone gives restitution = 0.80"), "{words}");
    assert!(words.contains("bounce-times alone gives restitution = 0.83"), "{words}");
}

/// Contact times tell the stiffness, drops the damping: `t = pi/(w0 sqrt(1 - z^2))` with `z = -ln e/sqrt(pi^2 + ln^2 e)` where the
/// contact ends at zero overlap.
#[test]
fn experiments_of_different_unknowns_are_one_fit() {
    let (e, k, m) = (0.8f64, 50e3f64, 0.03f64);
    let zeta = -e.ln() / std::f64::consts::PI.hypot(e.ln());
    let time = std::f64::consts::PI / ((k / m).sqrt() * (1.0 - zeta * zeta).sqrt());
    let mut stream = Stream::new(3, 0);
    let (mut drops, mut times) =
        ("drop height (m),rebound height (m)\n".to_string(), "speed (m/s),contact time (us)\n".to_string());
    for h in [0.2, 0.4, 0.6, 0.8, 1.0, 1.2] {
        for _ in 0..4 {
            writeln!(drops, "{h},{:?}", (e + 0.002 * stream.normal()).powi(2) * h).unwrap();
            writeln!(times, "{:?},{:?}", (2.0 * G * h).sqrt(), 1e6 * time * (1.0 + 0.01 * stream.normal())).unwrap();
        }
    }
    let law = "ends = \"zero-overlap\"\n[contact.normal.hooke]\nstiffness = { fit = \"30 kN/m\", between = [\"5 kN/m\", \"500 kN/m\"] }\n\
               [contact.damping.linear-dashpot]\nrestitution = { fit = 0.7, between = [0.1, 0.99] }";
    let experiments = "[experiment.drop-height]\ndata = \"drops.csv\"\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\n\
                       height_sigma = \"0.5 mm\"\n[experiment.contact-time]\ndata = \"times.csv\"";
    let tables = [("drops.csv", drops.as_str()), ("times.csv", times.as_str())];
    let whole = case(&tables, experiments, law).unwrap();
    let found = fitted(&whole, Depth::Full);
    let of = |name: &str| found.parameters.iter().find(|parameter| parameter.name == name).unwrap();
    let (stiffness, restitution) = (of("stiffness"), of("restitution"));
    let near = |value: f64, sigma: Option<f64>, truth: f64| (value - truth).abs() < 4.0 * sigma.unwrap();
    assert!(near(restitution.value, restitution.sigma, e), "{restitution:?}");
    assert!(near(stiffness.value, stiffness.sigma, k), "{stiffness:?}");
    assert!(restitution.sigma.unwrap() < 0.002 && stiffness.sigma.unwrap() < 0.02 * k, "{stiffness:?}");
    let words = &found.agreement.as_ref().unwrap().words;
    assert!(words.contains("drop-height alone gives restitution = "), "{words}");
    assert!(words.contains("contact-time alone gives stiffness = "), "{words}");
}
