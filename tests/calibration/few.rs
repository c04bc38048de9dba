//! Few drops that lie close together by chance: the standard uncertainty is not below that of the readings.

use collisionbench::fit::calibrate::{Depth, FitOptions, Unwatched, calibrate};
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
        let how = FitOptions { depth: Depth::Quoted, resamples: Some(0) };
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
