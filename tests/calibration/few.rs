//! Few drops that lie close together by chance: the standard uncertainty is not below that of the readings.

use collisionbench::fit::calibrate::predictions::draws;
use collisionbench::fit::calibrate::{Depth, Unwatched, calibrate};
use collisionbench::fit::random::Stream;

use super::shared::{found, read};

/// Heights, and one standard deviation of each reading, m.
const HEIGHTS: [f64; 3] = [0.5, 0.5, 0.8];
const READ: f64 = 2e-3;

/// Rebounds of 360, 362 and 577 mm, by chance as if they were read to 0.3 mm. Each restitution has `u = e/2 sqrt((s/h)^2 + (s/h')^2)`;
/// of two drops from one height that was set once the part of `h` is one number.
#[test]
fn readings_bound_the_standard_uncertainty() {
    let table = "drop height (mm),rebound height (mm)\n500,360\n500,362\n800,577\n";
    let part = |h: f64| (0.8518 / 2.0 * READ / h).powi(2);
    let singles = [part(0.5) + part(0.361), part(0.8) + part(0.577)];
    let once = ((part(0.5) + part(0.361) / 2.0 + singles[1]) / 4.0).sqrt();
    let each = ((2.0 * singles[0] + singles[1]) / 9.0).sqrt();
    for (set, closed) in [("", once), ("height_set = \"each drop\"\n", each)] {
        let zero = "height_offset = { value = \"0 mm\", sigma = \"0.1 mm\" }\n";
        let right = found(table, &format!("drop-height\nheight_sigma = \"2 mm\"\n{set}{zero}"), "");
        let parameter = &right.parameters[0];
        assert!((parameter.sigma_data.unwrap() / closed - 1.0).abs() < 0.03, "{parameter:?} {closed}");
        assert!(parameter.sigma.unwrap() >= parameter.sigma_data.unwrap());
        let readings = &right.budget.as_ref().unwrap().lines[0];
        assert!(readings.source.name.starts_with("readings") && (readings.contribution[0] / closed - 1.0).abs() < 0.03);
        // More errors make no shorter interval.
        let [whole, of_data] = [parameter.interval, parameter.interval_data].map(Option::unwrap);
        assert!(whole.low <= of_data.low && of_data.high <= whole.high, "{whole:?} {of_data:?}");
    }
}

/// Tables of three such drops: no stated uncertainty is below the closed form, and the interval of the data holds 95 %.
#[test]
fn few_drops_keep_their_coverage() {
    const TABLES: u64 = 400;
    let once = |index: u64| {
        let mut stream = Stream::new(41, index);
        let mut table = "drop height (m),rebound height (m)\n".to_string();
        for h in HEIGHTS {
            let (fallen, read) = (h + READ * stream.normal(), READ * stream.normal());
            table.push_str(&format!("{h},{:?}\n", 0.7225 * fallen + read));
        }
        let case = read(&table, "drop-height\nheight_sigma = \"2 mm\"\nheight_set = \"each drop\"\n", "").unwrap();
        let how = Depth::Quoted;
        let found = calibrate(&case, how, &Unwatched).unwrap();
        (found.parameters[0].sigma.unwrap(), found.parameters[0].interval.unwrap().covers(0.85))
    };
    let all: Vec<(f64, bool)> = (0..TABLES).map(once).collect();
    let least = all.iter().map(|(sigma, _)| *sigma).fold(f64::INFINITY, f64::min);
    let held = all.iter().filter(|(_, held)| *held).count() as f64 / TABLES as f64;
    // 0.0015, give or take what the heights differ by; and four binomial standard deviations.
    assert!(least > 0.00135 && (held - 0.95).abs() < 4.0 * 0.0109, "{least} {held}");
}

/// Two heights whose means are equal, of drops that scatter: by the heights alone the mean would be exact. Its standard uncertainty is
/// not below the scatter of the six drops over `sqrt(6)`, and its interval not narrower than Student's of them, `t = 2.776445` of four.
#[test]
fn drops_bound_the_standard_uncertainty() {
    let restitutions = [0.55, 0.60, 0.65];
    let mut table = "drop height (m),rebound height (m)\n".to_string();
    for h in [0.5, 1.0] {
        restitutions.iter().for_each(|e| table.push_str(&format!("{h},{:.9}\n", e * e * h)));
    }
    let right = found(&table, "drop-height\nheight_sigma = \"0.01 mm\"\n", "");
    let parameter = &right.parameters[0];
    let closed = (4.0 * 0.05f64.powi(2) / 4.0).sqrt() / 6f64.sqrt();
    assert!((parameter.sigma_data.unwrap() / closed - 1.0).abs() < 1e-3, "{:?} {closed}", parameter.sigma_data);
    let interval = parameter.interval_data.unwrap();
    let half = 0.5 * (interval.high - interval.low);
    assert!((half / (2.776445 * closed) - 1.0).abs() < 1e-2, "{half} {closed}");
}

/// What is printed of a table in the level 95 %: half of the interval over the standard uncertainty, and whether it holds `e`.
fn printed(table: &str, own: &str, e: f64) -> (f64, f64, bool) {
    let how = Depth::Quoted;
    let found = calibrate(&read(table, &format!("drop-height\n{own}"), "").unwrap(), how, &Unwatched).unwrap();
    let parameter = &found.parameters[0];
    let (sigma, interval) = (parameter.sigma.unwrap(), parameter.interval.unwrap());
    (sigma, 0.5 * (interval.high - interval.low) / sigma, interval.covers(e))
}

/// Four heights of four drops, each rebound exactly `0.64 h`: drops and heights show no error at all, and what is left are the readings
/// of 5 mm. Of a height that was set once the part of `h` is one number, `u^2 = sum (e/2)^2 s^2 (1/h^2 + 1/(4 h'^2))/16`; the interval is
/// `1.959964 u` on each side.
#[test]
fn readings_bound_the_interval_too() {
    let heights = [0.3, 0.5, 0.9, 1.4];
    let mut table = "drop height (m),rebound height (m)\n".to_string();
    heights.iter().for_each(|h| (0..4).for_each(|_| table.push_str(&format!("{h},{:.9}\n", 0.64 * h))));
    let of = |h: f64| (0.4 * 5e-3 / h).powi(2) + (0.4 * 5e-3 / (0.64 * h)).powi(2) / 4.0;
    let closed = (heights.map(of).iter().sum::<f64>() / 16.0).sqrt();
    for set in ["", "height_set = \"once\"\n"] {
        let (sigma, half, holds) = printed(&table, &format!("height_sigma = \"5 mm\"\n{set}"), 0.8);
        assert!(holds && (sigma / closed - 1.0).abs() < 0.03, "{sigma} {closed}");
        assert!((half / 1.959964 - 1.0).abs() < 0.01, "{half}");
    }
}

/// Tables of four heights of four drops whose readings are as exact as stated: no interval of 95 % is narrower than 1.96 of its
/// standard uncertainty, and together they hold no less than 95 %.
#[test]
fn no_interval_is_narrower_than_its_standard_uncertainty_allows() {
    const TABLES: u64 = 300;
    for set in ["once", "each drop"] {
        let once = |index: u64| {
            let mut stream = Stream::new(43, index);
            let mut table = "drop height (m),rebound height (m)\n".to_string();
            for h in [0.3, 0.5, 0.9, 1.4] {
                let setting = 5e-3 * stream.normal();
                for _ in 0..4 {
                    let off = if set == "once" { setting } else { 5e-3 * stream.normal() };
                    table.push_str(&format!("{h},{:?}\n", 0.64 * (h + off) + 5e-3 * stream.normal()));
                }
            }
            printed(&table, &format!("height_sigma = \"5 mm\"\nheight_set = \"{set}\"\n"), 0.8)
        };
        let all: Vec<_> = (0..TABLES).map(once).collect();
        let narrowest = all.iter().map(|(_, half, _)| *half).fold(f64::INFINITY, f64::min);
        let held = all.iter().filter(|(.., held)| *held).count() as f64 / TABLES as f64;
        // Three binomial standard deviations of 95 %.
        assert!(narrowest > 1.955 && held > 0.95 - 3.0 * 0.0126, "{set}: {narrowest} {held}");
    }
}

/// Draws of few heights lie in their interval.
#[test]
fn few_heights_are_drawn_as_their_interval_is() {
    let table = "drop height (m),rebound height (m)\n0.5,0.36\n0.5,0.362\n0.8,0.577\n0.8,0.581\n1.1,0.8\n1.1,0.796\n";
    let found = found(table, "drop-height\nheight_sigma = \"1 mm\"\n", "");
    let (rows, interval) = (draws(&found).unwrap(), found.parameters[0].interval.unwrap());
    let inside = rows.iter().filter(|row| interval.covers(row[0])).count();
    // 95 % of 2000.
    assert!(rows.len() == 2000 && (1890..=1910).contains(&inside), "{inside}");
    // Beyond twice the interval are 1.3 % of Student's of two degrees of freedom, 26.6 of 2000 give or take five, and 0.009 % of normal ones
    // that were stretched to it.
    let (middle, half) = (found.parameters[0].value, 0.5 * (interval.high - interval.low));
    let far = |values: &[f64]| values.iter().filter(|value| (*value - middle).abs() > 2.0 * half).count();
    let mut stream = Stream::new(1, 0);
    let twin: Vec<f64> = (0..2000).map(|_| middle + half / 1.959_964 * stream.normal()).collect();
    let drawn: Vec<f64> = rows.iter().map(|row| row[0]).collect();
    assert!((7..=47).contains(&far(&drawn)) && far(&twin) <= 2, "{} {}", far(&drawn), far(&twin));
}

/// A height is called as it was read, also where the ruler has a scale and a zero; one that no drop is from is refused.
#[test]
fn heights_are_held_out_and_left_out_as_they_were_read() {
    let table = "drop height (m),rebound height (m)\n0.5,0.36\n0.5,0.362\n0.8,0.577\n0.8,0.581\n1.1,0.8\n1.1,0.796\n";
    let own = "drop-height\nheight_sigma = \"1 mm\"\nscale = 1.01\nheight_offset = \"2 mm\"\n";
    for hold_out in ["[\"80 cm\"]", "\"one height in three\""] {
        let found = found(table, own, &format!("hold_out = {hold_out}"));
        let held: Vec<f64> = found.held_out.iter().map(|of| of.height).collect();
        assert!(held.len() == 1 && (held[0] - (0.8 * 1.01 + 0.002)).abs() < 1e-12, "{held:?}");
    }
    let refused = read(table, own, "hold_out = [\"80 cm\", \"81 cm\"]").unwrap_err();
    assert!(refused.contains("no drop is from 0.81 m") && refused.contains("0.5 m, 0.8 m, 1.1 m"), "{refused}");
}
