//! Small diagrams inside a page: lines with their values on hover, drawn in the colours of the page.

use std::fmt::Write;

use crate::report::markup::escaped;
use crate::report::pictures::axis::{Axis, Quantity, extent};
use crate::report::pictures::drawing::{
    simplified,
    svg::{self, short},
};
use crate::report::pictures::series::spread;
use crate::report::quantity::shown;

/// A diagram.
pub(super) struct Plot<'a> {
    pub title: &'a str,
    /// Name and SI unit.
    pub x: (&'a str, &'a str),
    pub y: (&'a str, &'a str),
    pub lines: Vec<Line<'a>>,
    /// Filled below the lines: style, and the corners.
    pub areas: Vec<(&'a str, Vec<[f64; 2]>)>,
}

/// A curve of a diagram, SI.
pub(super) struct Line<'a> {
    pub name: &'a str,
    /// The name of its style.
    pub class: &'a str,
    pub points: Vec<[f64; 2]>,
}

/// Width and height in units of the drawing, and the edges of the frame.
const SIZE: [f64; 2] = [440.0, 300.0];
const FRAME: [f64; 4] = [66.0, 428.0, 14.0, 250.0];

/// Points of a line that show their values.
const SHOWN: usize = 5;

/// Below this part of the largest value a point is at zero.
const ROUNDING: f64 = 1e-9;

/// From zero on, or through it.
fn axis((name, unit): (&str, &str), values: impl Iterator<Item = f64>) -> Axis {
    let (low, high) = extent(values.chain([0.0])).unwrap_or((0.0, 1.0));
    // What is left of a step before first touch needs no tick of its own.
    let low = if -low < 0.02 * high { 0.0 } else { low };
    let high = if high < -0.02 * low { 0.0 } else { high };
    Axis::linear(Quantity { name, symbol: "", unit }, (low, high))
}

impl Plot<'_> {
    /// The diagram as SVG.
    pub(super) fn svg(&self) -> String {
        let all = || self.lines.iter().flat_map(|line| &line.points);
        let (x, y) = (axis(self.x, all().map(|p| p[0])), axis(self.y, all().map(|p| p[1])));
        let [left, right, top, bottom] = FRAME;
        let place =
            |p: &[f64; 2]| [left + x.position(p[0]) * (right - left), bottom - y.position(p[1]) * (bottom - top)];
        let mut out = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
            SIZE[0],
            SIZE[1],
            escaped(self.title)
        );
        self.frame(&mut out, &x, &y);
        for (class, corners) in &self.areas {
            let _ = write!(out, "<path class=\"area {class}\" d=\"{}z\"/>", course(corners.iter().map(place)));
        }
        for line in &self.lines {
            let points = line.points.iter().map(place);
            let _ = write!(out, "<path class=\"line {}\" d=\"{}\"/>", line.class, course(points));
        }
        for line in &self.lines {
            let _ = write!(out, "<g class=\"dot {}\"><title>{}</title>", line.class, escaped(line.name));
            for point in spread(&line.points, SHOWN) {
                let [h, v] = place(&point).map(short);
                let [along, up] = [(0, self.x.1), (1, self.y.1)].map(|(i, unit)| {
                    let largest = line.points.iter().fold(0.0f64, |most, p| most.max(p[i].abs()));
                    shown(if point[i].abs() < ROUNDING * largest { 0.0 } else { point[i] }, unit, 4)
                });
                let _ = write!(out, "<circle cx=\"{h}\" cy=\"{v}\"><title>{along}, {up}</title></circle>");
            }
            out.push_str("</g>");
        }
        out.push_str("</svg>");
        out
    }

    fn frame(&self, out: &mut String, x: &Axis, y: &Axis) {
        let [left, right, top, bottom] = FRAME;
        let _ = write!(out, "<path class=\"frame\" d=\"M{left} {top}V{bottom}H{right}\"/>");
        let (mut grid, mut along, mut up) = (String::new(), String::new(), String::new());
        for (at, text) in &x.ticks {
            let at = short(left + at * (right - left));
            let _ = write!(grid, "M{at} {top}V{bottom}");
            let _ = write!(along, "<text x=\"{at}\" y=\"266\">{text}</text>");
        }
        for (at, text) in &y.ticks {
            let at = bottom - at * (bottom - top);
            let _ = write!(grid, "M{left} {}H{right}", short(at));
            let _ = write!(up, "<text x=\"60\" y=\"{}\">{text}</text>", short(at + 4.0));
        }
        let _ = write!(out, "<path class=\"grid\" d=\"{grid}\"/><g text-anchor=\"end\">{up}</g>");
        let named = |axis: &Axis| escaped(&axis.label.plain());
        let _ = write!(
            out,
            "<g text-anchor=\"middle\">{along}<text x=\"247\" y=\"290\">{}</text>\
             <text transform=\"translate(14 132) rotate(-90)\">{}</text></g>",
            named(x),
            named(y)
        );
    }
}

/// The points that make a difference at the size of the diagram.
fn course(points: impl Iterator<Item = [f64; 2]>) -> String {
    let points: Vec<(f64, f64)> = points.map(|[x, y]| (x, y)).filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
    svg::course(&simplified(&points, 0.2))
}
