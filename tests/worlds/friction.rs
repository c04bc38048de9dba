//! Oblique impacts whose friction differs from one to the next: how often the interval of friction holds its mean.

use std::fmt::Write as _;

use collisionbench::fit::random::Stream;

use crate::common::fitted::{Depth, each, found};

const FRICTION: f64 = 0.21;
/// Between impacts.
const BETWEEN: f64 = 0.006;
const RESTITUTION: f64 = 0.88;
const SPEED: f64 = 2.0;
const RADIUS: f64 = 0.01;

const CASE: &str = r#"
body.ball = { sphere = { radius = "10 mm", mass = "20 g" } }
body.plate = { wall = { normal = "+z" }, rigid = true }
contact = { ends = "force-clamped", friction_limit = "total", normal.hooke.stiffness = "100 kN/m", damping.linear-dashpot.restitution = 0.88, tangential.coulomb.friction = { fit = 0.3, between = [0.01, 1] } }
experiment.oblique = { data = "0.csv", speed = "2 m/s" }
"#;

/// Four impacts at each of ten angles, read to 0.005 and 1 rad/s. A rigid sphere slides throughout where `tan theta > 3.5 mu (1 + e)`:
/// `e_t = 1 - mu (1 + e)/tan theta` and `w = 2.5 mu (1 + e) v cos theta/r`; it leaves rolling where it is well below: `e_t = 5/7`
/// and `w = e_t v sin theta/r`, whatever the friction.
fn drawn(stream: &mut Stream) -> String {
    let mut table = String::from(
        "impact angle (deg),tangential restitution,tangential restitution sigma,rebound spin (rad/s),rebound spin sigma (rad/s)\n",
    );
    for angle in [10.0f64, 15.0, 20.0, 25.0, 60.0, 64.0, 68.0, 72.0, 76.0, 80.0] {
        for _ in 0..4 {
            let impulse = (FRICTION + BETWEEN * stream.normal()) * (1.0 + RESTITUTION);
            let (sin, cos) = angle.to_radians().sin_cos();
            let tangential = if angle > 45.0 { 1.0 - impulse * cos / sin } else { 5.0 / 7.0 };
            let spin = 2.5 * (1.0 - tangential) * sin * SPEED / RADIUS + stream.normal();
            let e_t = tangential + 0.005 * stream.normal();
            writeln!(table, "{angle},{e_t:?},0.005,{spin:?},1").unwrap();
        }
    }
    table
}

fn held(experiments: u64) -> usize {
    let held = |stream: &mut Stream| {
        found(CASE, &drawn(stream), Depth::Quoted).parameters[0].interval.unwrap().covers(FRICTION)
    };
    let held = each(experiments, 2611, held).into_iter().filter(|held| *held).count();
    println!("of {experiments}: {held}");
    held
}

/// 94 % less four binomial standard deviations. Counted as two observations, with sticking impacts among those that scatter, 76 % hold it.
#[test]
#[ignore = "slow"]
fn friction_that_differs_between_impacts_is_held() {
    let quoted = held(40);
    assert!(quoted as f64 > 0.94 * 40.0 - 4.0 * 1.5, "{quoted}");
}

#[test]
#[ignore = "nightly: 4000 experiments"]
fn nightly_friction_that_differs_between_impacts_is_held() {
    let quoted = held(4000);
    assert!(quoted >= 3740, "{quoted}");
}
