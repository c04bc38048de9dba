//! The set-up of a collision with its signs, and the motion of the body that moves.

use std::fmt::Write;

use crate::number::{exact, rounded};
use crate::record::{CaseRecord, SceneRecord};
use crate::report::markup::escaped;

use super::course::Course;

/// Overlap in the drawing where it is largest.
const EXAGGERATED: f64 = 22.0;

/// Times of the motion that are given.
const FRAMES: usize = 16;

/// Bodies of a scene: name, radius, and whether it is a wall.
fn bodies(scene: &SceneRecord) -> Vec<(String, f64, bool)> {
    let mut found: Vec<(String, f64, bool)> = Vec::new();
    for parameter in &scene.parameters {
        let Some((name, key)) = parameter.path.strip_prefix("body.").and_then(|rest| rest.split_once('.')) else {
            continue;
        };
        let at = found.iter().position(|(known, ..)| known == name).unwrap_or_else(|| {
            found.push((name.to_string(), 0.0, false));
            found.len() - 1
        });
        match key {
            "radius" => found[at].1 = parameter.value.unwrap_or(0.0),
            "normal" => found[at].2 = true,
            _ => {}
        }
    }
    found
}

/// The value, SI, and as it is written, with the digits there is room for.
fn value(scene: &SceneRecord, path: &str) -> Option<(f64, String)> {
    let parameter = scene.parameter(path)?;
    let (number, unit) = parameter.text.split_once(' ').unwrap_or((&parameter.text, ""));
    let text = match number.parse::<f64>() {
        Ok(number) => format!("{} {unit}", exact(rounded(number, 4))).trim_end().to_string(),
        Err(_) => parameter.text.clone(),
    };
    Some((parameter.value?, text))
}

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
    let r = size(moving.1);
    let (x, floor) = (150.0, if other.2 { 216.0 } else { 290.0 - 2.0 * size(other.1) });
    // At first touch.
    let y = floor - r;
    let mut out = format!(
        "<svg class=\"sketch\" viewBox=\"0 0 440 300\" role=\"img\" aria-label=\"set-up of {}\">",
        escaped(&case.name)
    );
    if other.2 {
        out.push_str("<path class=\"wall\" d=\"M30 216H270V236H30Z\"/>");
        let _ = write!(out, "<text x=\"40\" y=\"254\">{}</text>", escaped(&other.0));
    } else {
        let r2 = size(other.1);
        let _ = write!(out, "<circle class=\"body\" cx=\"{x}\" cy=\"{}\" r=\"{r2}\"/>", floor + r2);
        let _ = write!(
            out,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            floor + r2 + 4.0,
            escaped(&other.0)
        );
    }
    let angle = value(scene, "impact.angle").map_or(0.0, |(angle, _)| angle);
    let (dx, dy) = (angle.sin(), angle.cos());
    let _ = write!(
        out,
        "<g class=\"moving\"><circle class=\"body first\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>\
         <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        y + 4.0,
        escaped(&moving.0)
    );
    arrow(&mut out, "v", (x - 78.0 * dx, y - r - 8.0 - 62.0 * dy), (x - 16.0 * dx, y - r - 10.0));
    let speed = value(scene, "impact.speed").map(|(_, text)| text).unwrap_or_else(|| "v".to_string());
    let _ = write!(out, "<text x=\"{}\" y=\"{}\">speed {}</text></g>", x + 10.0, y - r - 40.0, escaped(&speed));
    arrow(&mut out, "n", (x + 92.0, floor), (x + 92.0, floor - 56.0));
    let _ = write!(out, "<text x=\"{}\" y=\"{}\">normal n, force F &gt; 0 repels</text>", x + 100.0, floor - 44.0);
    let _ = write!(out, "<text x=\"{}\" y=\"{}\">overlap &gt; 0 in contact</text>", x + 100.0, floor - 24.0);
    if let Some((_, text)) = value(scene, "impact.angle") {
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"{}\">angle to the normal {}</text>",
            x + 100.0,
            floor - 4.0,
            escaped(&text)
        );
    }
    out.push_str("</svg>");
    out
}

fn arrow(out: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let corner = |side: f64| (to.0 - 9.0 * ux + side * 4.0 * uy, to.1 - 9.0 * uy - side * 4.0 * ux);
    let (a, b) = (corner(1.0), corner(-1.0));
    let _ = write!(
        out,
        "<path class=\"arrow {class}\" d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}\"/>",
        from.0, from.1, to.0, to.1, a.0, a.1, to.0, to.1, b.0, b.1
    );
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
