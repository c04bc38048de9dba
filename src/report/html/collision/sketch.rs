//! The set-up of a collision with its signs, and the motion of the body that moves.

use std::fmt::Write;
use std::io;

use minijinja::context;

use super::super::render;
use super::course::Course;
use crate::bench::record::{CaseRecord, SceneRecord};
use crate::distinct::grouped;
use crate::error::cut;
use crate::number::shortened;

const TEMPLATE: &str = include_str!("sketch.html");

/// Overlap in the drawing where it is largest.
const EXAGGERATED: f64 = 22.0;

/// Times of the motion that are given.
const FRAMES: usize = 16;

/// Bodies of a scene: name, radius, and whether it is a wall.
fn bodies(scene: &SceneRecord) -> Vec<(String, f64, bool)> {
    let keys = scene.parameters.iter().filter_map(|parameter| {
        let (name, key) = parameter.path.strip_prefix("body.")?.split_once('.')?;
        Some((name, (key, parameter.value)))
    });
    let body = |(name, keys): (&str, Vec<(&str, Option<f64>)>)| {
        let radius = keys.iter().find(|(key, _)| *key == "radius").and_then(|(_, value)| *value);
        (name.to_string(), radius.unwrap_or(0.0), keys.iter().any(|(key, _)| *key == "normal"))
    };
    grouped(keys).into_iter().map(body).collect()
}

/// The value, SI, and as it is written, with the digits there is room for.
fn value(scene: &SceneRecord, path: &str) -> Option<(f64, String)> {
    let parameter = scene.parameter(path)?;
    Some((parameter.value?, shortened(&parameter.text, 4)))
}

/// Across, of the moving body.
const X: f64 = 150.0;

/// The first body comes down on the second: a wall, or a sphere below it.
///
/// # Errors
/// None that a scene can cause; the template's own type asks for one.
pub(super) fn svg(case: &CaseRecord, scene: &SceneRecord) -> io::Result<String> {
    let bodies = bodies(scene);
    let (moving, other) = match &bodies[..] {
        [a, b, ..] if a.2 => (b, a),
        [a, b, ..] => (a, b),
        _ => return Ok(String::new()),
    };
    let largest = moving.1.max(if other.2 { 0.0 } else { other.1 }).max(f64::MIN_POSITIVE);
    let most = if other.2 { 54.0 } else { 44.0 };
    let size = |radius: f64| (most * radius / largest).clamp(16.0, most);
    let (r, r2) = (size(moving.1), size(other.1));
    let floor = if other.2 { 216.0 } else { 290.0 - 2.0 * r2 };
    // At first touch.
    let y = floor - r;
    let (dx, dy) = value(scene, "impact.angle").map_or((0.0, 1.0), |(angle, _)| (angle.sin(), angle.cos()));
    let at = |value: f64| value.to_string();
    // A name is no wider than its circle.
    let fitted = |name: &str, radius: f64| cut(name, ((2.0 * radius - 10.0) / 7.0) as usize);
    let with = context! {
        case => &case.name,
        wall => other.2,
        other => if other.2 { other.0.clone() } else { fitted(&other.0, r2) },
        moving => fitted(&moving.0, r),
        x => at(X),
        y => at(y),
        radius => at(r),
        name => at(y + 4.0),
        below => at(floor + r2),
        radius_below => at(r2),
        name_below => at(floor + r2 + 4.0),
        velocity => arrow((X - 78.0 * dx, y - r - 8.0 - 62.0 * dy), (X - 16.0 * dx, y - r - 10.0)),
        normal => arrow((X + 92.0, floor), (X + 92.0, floor - 56.0)),
        speed => value(scene, "impact.speed").map_or("v".to_string(), |(_, text)| text),
        speed_at => at(y - r - 40.0),
        angle => value(scene, "impact.angle").map(|(_, text)| text),
        lines => [44.0, 24.0, 4.0].map(|above| at(floor - above)),
    };
    Ok(render(TEMPLATE, with)?.trim().to_string())
}

/// A line with a head at its end.
fn arrow(from: (f64, f64), to: (f64, f64)) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let corner = |side: f64| (to.0 - 9.0 * ux + side * 4.0 * uy, to.1 - 9.0 * uy - side * 4.0 * ux);
    let points = [('M', from), ('L', to), ('M', corner(1.0)), ('L', to), ('L', corner(-1.0))];
    points.iter().map(|(command, (x, y))| format!("{command}{x:.1} {y:.1}")).collect()
}

/// The overlap of a course as the motion of the moving body, exaggerated; one period is the contact with as much flight.
pub(super) fn keyframes(course: &Course) -> String {
    let largest = course.largest(&course.overlap);
    if largest <= 0.0 || course.time.len() < 3 {
        return String::new();
    }
    let mut text = String::from("@keyframes contact{0%{transform:translateY(-30px)}");
    for frame in 0..=FRAMES {
        let at = frame * (course.overlap.len() - 1) / FRAMES;
        let part = 30.0 + 40.0 * course.time[at] / course.duration().max(f64::MIN_POSITIVE);
        let _ = write!(text, "{part:.1}%{{transform:translateY({:.1}px)}}", EXAGGERATED * course.overlap[at] / largest);
    }
    text.push_str("100%{transform:translateY(-30px)}}");
    text
}
