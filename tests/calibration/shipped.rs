//! The shipped calibrations: what may be said of real balls, and what may not.

use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::fit::calibrate::result::Fate;
use collisionbench::fit::calibrate::{Calibrated, Depth, Unwatched, calibrate};
use collisionbench::report::fit::text;
use collisionbench::report::fit_text::suspicious;

fn shipped(name: &str) -> Calibrated {
    let file = Files::Embedded.text(&format!("cases/calibration/{name}.toml"), 1 << 20).unwrap();
    let case = Case::read(Arc::new(file), name, &Files::Embedded).unwrap_or_else(|error| panic!("{error}"));
    let how = Depth::Full;
    calibrate(&case, how, &Unwatched).unwrap_or_else(|error| panic!("{error}"))
}

/// Nobody claims that a table-tennis ball keeps less when it is faster unless the interval, with drag coefficient, size
/// and air in it, leaves zero out.
#[test]
fn the_slope_of_the_ping_pong_ball_is_claimed_only_if_it_survives() {
    let found = shipped("ping-pong-on-parquet");
    let slope = found.slope.as_ref().unwrap();
    for input in ["experiment.drag_factor", "body.ball.radius", "body.ball.mass", "experiment.air.density"] {
        let line = slope.corrected.budget.lines.iter().find(|line| line.source.name == input);
        assert!(line.unwrap_or_else(|| panic!("{input}")).contribution[1] > 0.0, "{input}");
    }
    // Faster balls lose more to the air: without it the slope is lower.
    let bare = slope.without_air.as_ref().unwrap();
    assert!(bare.value < slope.corrected.value, "{} {}", bare.value, slope.corrected.value);
    let survives = !slope.corrected.interval.covers(0.0);
    let claims = slope.words.starts_with("the restitution falls") || slope.words.starts_with("the restitution rises");
    assert_eq!(claims, survives, "{}", slope.words);
    let wide = slope.corrected.interval.high - slope.corrected.interval.low;
    assert!(slope.corrected.sigma >= slope.corrected.sigma_data && wide > 3.0 * slope.corrected.sigma);
    assert!(text::text(&found).contains("Restitution and speed"));
}

#[test]
fn suspicious_throws_are_named_with_the_reason() {
    let golf = shipped("golf-on-marble-bounces");
    let named = suspicious(&golf);
    for throw in ["0.8 m, throw 1", "0.9 m, throw 1"] {
        let (_, reason, used) = named
            .iter()
            .find(|(name, reason, _)| name == throw && reason.contains("first bounce is probably missing"))
            .unwrap_or_else(|| panic!("{throw}: {named:?}"));
        assert!(!used, "{throw} {reason}");
        let of: Vec<_> = golf.measurements.iter().filter(|m| m.name == throw).collect();
        assert!(!of.is_empty() && of.iter().all(|m| matches!(&m.fate, Fate::LeftOut(why) if why.contains("missing"))));
    }
    let blue = shipped("rubber-ball");
    let named = suspicious(&blue);
    assert!(
        named.iter().any(|(name, reason, _)| name == "0.65 m, throw 5" && reason.contains("does not gain energy")),
        "{named:?}"
    );
    assert!(text::text(&blue).contains("0.65 m, throw 5: interval"));
}
