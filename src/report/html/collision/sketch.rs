//! The set-up of a collision with its signs, and the motion of the body that moves.

use std::fmt::Write;

use plotters::style::RGBColor;

use super::course::Course;
use crate::bench::record::{CaseRecord, SceneRecord};
use crate::distinct::grouped;
use crate::error::cut;
use crate::number::shortened;
use crate::report::pictures::drawing::{Align, Drawing, svg};
use crate::report::pictures::label::Label;
use crate::report::pictures::style::{Dot, GRID, INK, Marker, QUIET, SOLID, Stroke};

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

/// Across, of the moving body, and size of the drawing and of its letters.
const X: f64 = 150.0;
const SIZE: (f64, f64) = (440.0, 300.0);
const TEXT: f64 = 12.0;

const LINE: Stroke = Stroke { colour: INK, width: 1.0, dash: SOLID };
const VELOCITY: Stroke = Stroke { colour: RGBColor(0x0B, 0x5C, 0xAD), width: 2.0, dash: SOLID };
const NORMAL: Stroke = Stroke { colour: QUIET, width: 2.0, dash: SOLID };
const FIRST: RGBColor = RGBColor(0xFD, 0xF0, 0xD5);
const OTHER: RGBColor = RGBColor(0xE6, 0xF3, 0xEA);

/// The first body comes down on the second: a wall, or a sphere below it.
pub(super) fn svg(case: &CaseRecord, scene: &SceneRecord) -> String {
    let bodies = bodies(scene);
    let (moving, other) = match &bodies[..] {
        [a, b, ..] if a.2 => (b, a),
        [a, b, ..] => (a, b),
        _ => return String::new(),
    };
    let largest = moving.1.max(if other.2 { 0.0 } else { other.1 }).max(f64::MIN_POSITIVE);
    let most = if other.2 { 54.0 } else { 44.0 };
    let size = |radius: f64| (most * radius / largest).clamp(16.0, most);
    let (r, r2) = (size(moving.1), size(other.1));
    let floor = if other.2 { 216.0 } else { 290.0 - 2.0 * r2 };
    // At first touch.
    let y = floor - r;
    let (dx, dy) = value(scene, "impact.angle").map_or((0.0, 1.0), |(angle, _)| (libm::sin(angle), libm::cos(angle)));
    let [mut still, mut moves] = [0, 1].map(|_| Drawing::new(SIZE.0, SIZE.1));
    let text = |pen: &mut Drawing, words: &str, at, align| pen.text(&Label::text(words), at, TEXT, INK, align);
    // A name is no wider than its circle.
    let named = |pen: &mut Drawing, name: &str, radius: f64, y: f64| {
        text(pen, &cut(name, ((2.0 * radius - 10.0) / 7.0) as usize), (X, y + 4.0), Align::Centre);
    };
    if other.2 {
        let corners = vec![(30.0, 216.0), (270.0, 216.0), (270.0, 236.0), (30.0, 236.0)];
        still.area(corners.clone(), GRID);
        still.line(&[&corners[..], &corners[..1]].concat(), LINE);
        text(&mut still, &other.0, (40.0, 254.0), Align::Left);
    } else {
        sphere(&mut still, (X, floor + r2), r2, OTHER);
        named(&mut still, &other.0, r2, floor + r2);
    }
    sphere(&mut moves, (X, y), r, FIRST);
    named(&mut moves, &moving.0, r, y);
    arrow(&mut moves, (X - 78.0 * dx, y - r - 8.0 - 62.0 * dy), (X - 16.0 * dx, y - r - 10.0), VELOCITY);
    let speed = value(scene, "impact.speed").map_or("v".to_string(), |(_, text)| text);
    text(&mut moves, &format!("speed {speed}"), (160.0, y - r - 40.0), Align::Left);
    arrow(&mut still, (X + 92.0, floor), (X + 92.0, floor - 56.0), NORMAL);
    let angle = value(scene, "impact.angle").map(|(_, text)| format!("angle to the normal {text}"));
    let notes = [Some("normal n, force F > 0 repels".to_string()), Some("overlap > 0 in contact".to_string()), angle];
    for (note, above) in notes.iter().zip([44.0, 24.0, 4.0]) {
        text(&mut still, note.as_deref().unwrap_or_default(), (250.0, floor - above), Align::Left);
    }
    svg::inline(&[("", &still), ("moving", &moves)], "sketch", &format!("set-up of {}", case.name))
}

/// A filled circle with its outline.
fn sphere(pen: &mut Drawing, centre: (f64, f64), radius: f64, colour: RGBColor) {
    let dot = |size, colour| Dot { shape: Marker::Circle, colour, size, filled: true };
    pen.marker(centre, dot(radius, INK));
    pen.marker(centre, dot(radius - 1.0, colour));
}

/// A line with a head at its end.
fn arrow(pen: &mut Drawing, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = libm::hypot(dx, dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let corner = |side: f64| (to.0 - 9.0 * ux + side * 4.0 * uy, to.1 - 9.0 * uy - side * 4.0 * ux);
    pen.line(&[from, to], stroke);
    pen.line(&[corner(1.0), to, corner(-1.0)], stroke);
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
