//! The design of an experiment: experiments of the proposed design are simulated and fitted, and the interval is as wide as
//! was said.

use collisionbench::fit::design::{Design, Errors, expected, fewest, spaced};
use collisionbench::fit::random::Stream;

use crate::common::fitted::{Depth, Drops, each, found, of_ball};

const E: f64 = 0.8;
const NONE: Errors = Errors { reading: 1e-3, drops: 0.005, heights: 0.0, zero: 0.0, rebound_zero: 0.0 };

/// Half of the interval of one experiment as it would be read.
fn half_width(design: &Design, errors: &Errors, stream: &mut Stream) -> f64 {
    let Errors { reading, drops, heights, zero, rebound_zero } = *errors;
    assert_eq!(zero, 0.0);
    let table = Drops {
        heights: design.heights.clone(),
        each: design.drops,
        e: E,
        between: heights,
        scatter: drops,
        set: reading,
        once: !design.anew,
        read: reading,
        zero: rebound_zero * stream.normal(),
    };
    let set = if design.anew { "each drop" } else { "once" };
    let mut keys = format!("height_sigma = \"{reading} m\"\nheight_set = \"{set}\"\n");
    if rebound_zero > 0.0 {
        keys.push_str(&format!("rebound_offset = {{ value = \"0 mm\", sigma = \"{rebound_zero} m\" }}\n"));
    }
    let found = found(&of_ball("drop-height", &keys), &table.table(stream), Depth::Quoted);
    let interval = found.parameters[0].interval.unwrap();
    0.5 * (interval.high - interval.low)
}

/// The median of simulated experiments.
fn median(design: &Design, errors: &Errors, experiments: u64) -> f64 {
    let mut widths = each(experiments, 20, |stream| half_width(design, errors, stream));
    widths.sort_by(f64::total_cmp);
    widths[widths.len() / 2]
}

fn near(found: f64, said: f64) -> bool {
    (found / said - 1.0).abs() < 0.15
}

/// The target is reached by the fewest drops, to 15 %, whichever error governs; a formula without the square root of the
/// number of drops, or without the shared zero, is caught.
#[test]
fn a_proposed_experiment_reaches_its_target() {
    let heights = |count| spaced(0.2, 1.2, count);
    let worlds: [(&str, Vec<f64>, bool, Errors, f64); 5] = [
        ("drops", heights(5), true, NONE, 0.0019),
        ("readings", heights(4), true, Errors { reading: 5e-3, ..NONE }, 0.003),
        ("a shared zero", heights(6), true, Errors { rebound_zero: 2e-3, ..NONE }, 0.0058),
        ("heights set once", heights(6), false, Errors { reading: 2e-3, drops: 0.01, ..NONE }, 0.0045),
        ("heights that differ", heights(8), false, Errors { heights: 0.004, ..NONE }, 0.0038),
    ];
    for (name, heights, anew, errors, within) in worlds {
        let design = fewest(&heights, anew, &errors, E, 0.95, within).unwrap_or_else(|| panic!("{name}"));
        let said = expected(&design, &errors, E, 0.95).half_width;
        let found = median(&design, &errors, 81);
        println!("{name}: {} x {}, wanted {within}, said {said:.5}, found {found:.5}", heights.len(), design.drops);
        assert!(said <= within && near(found, within), "{name}: {found} {within} {design:?}");
        if design.drops > 3 {
            let fewer = Design { drops: design.drops - 1, ..design.clone() };
            assert!(expected(&fewer, &errors, E, 0.95).half_width > within, "{name}");
        }
        // Twins: one drop instead of the mean of n, and no errors that readings share.
        let governed_by_drops = name == "drops" || name == "readings";
        let twin = expected(&Design { drops: 1, ..design.clone() }, &errors, E, 0.95).half_width;
        assert!(!governed_by_drops || !near(found, twin), "{name}: {found} {twin}");
        let twin = expected(&design, &Errors { rebound_zero: 0.0, ..errors }, E, 0.95).half_width;
        assert!(errors.rebound_zero == 0.0 || !near(found, twin), "{name}: {found} {twin}");
    }
}

/// Closed forms: with drops alone `t(N-1) s/sqrt(N)`, and with a zero of the rebounds alone `1.96 s_r/(2 e h)`.
#[test]
fn limits_of_the_design_are_closed_forms() {
    let design = Design { heights: vec![0.5; 5], drops: 200, anew: true };
    let drops = Errors { reading: 0.0, drops: 0.01, ..NONE };
    let found = expected(&design, &drops, E, 0.95).half_width;
    assert!((found / (1.962 * 0.01 / 1000f64.sqrt()) - 1.0).abs() < 1e-3, "{found}");
    let zero = Errors { reading: 0.0, drops: 1e-9, rebound_zero: 1e-3, ..NONE };
    let found = expected(&design, &zero, E, 0.95).half_width;
    assert!((found / (1.959_964 * 1e-3 / (2.0 * 0.8 * 0.5)) - 1.0).abs() < 1e-6, "{found}");
    // No number of drops averages a shared zero out.
    assert_eq!(fewest(&design.heights, true, &zero, E, 0.95, 0.002), None);
}

/// Heights are round numbers where that leaves them apart: as many heights as are asked for.
#[test]
fn heights_are_spaced_by_one_factor() {
    assert_eq!(spaced(0.2, 1.2, 3), [0.2, 0.49, 1.2]);
    assert_eq!(spaced(0.2, 0.22, 3), [0.2, 0.21, 0.22]);
    assert_eq!(spaced(0.02, 0.05, 3), [0.02, 0.032, 0.05]);
    for (low, high, count) in [(0.2, 0.203, 10), (0.001, 0.002, 8), (100.0, 1000.0, 10)] {
        let heights = spaced(low, high, count);
        assert!(heights.len() == count && heights.windows(2).all(|pair| pair[0] < pair[1]), "{heights:?}");
    }
}
