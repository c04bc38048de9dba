//! Small diagrams inside a page: lines with their values on hover, drawn in the colours of the page.

use std::fmt::Write;

use crate::number::{brief, significant};
use crate::report::markup::escaped;
use crate::report::quantity::Scale;

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

/// Points of a line that are drawn, and those that show their values.
const DRAWN: usize = 80;
const SHOWN: usize = 8;

/// As many of the points as are drawn, both ends among them.
fn thinned(points: &[[f64; 2]], most: usize) -> Vec<[f64; 2]> {
    if points.len() <= most {
        return points.to_vec();
    }
    (0..most).map(|i| points[i * (points.len() - 1) / (most - 1)]).collect()
}

/// A coordinate with a tenth of a unit.
fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_string)
}

/// One axis: its scale, its ends in shown units, and its ticks.
struct Axis {
    scale: Scale,
    ends: [f64; 2],
    ticks: Vec<f64>,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64> + Clone, unit: &str) -> Self {
        let low = values.clone().filter(|v| v.is_finite()).fold(f64::INFINITY, f64::min).min(0.0);
        let high = values.filter(|v| v.is_finite()).fold(f64::NEG_INFINITY, f64::max).max(0.0);
        let (low, high) = if high > low { (low, high) } else { (0.0, 1.0) };
        // What is left of a step before first touch needs no tick of its own.
        let low = if -low < 0.02 * high { 0.0 } else { low };
        let high = if high < -0.02 * low { 0.0 } else { high };
        let scale = Scale::of(unit, low.abs().max(high.abs()));
        let ends = [low * scale.factor, high * scale.factor];
        let step = step((ends[1] - ends[0]) / 5.0);
        let [first, last] = [(ends[0] / step).floor(), (ends[1] / step - 1e-9).ceil()];
        let ticks: Vec<f64> =
            (0..=(last - first).clamp(1.0, 12.0) as i32).map(|i| (first + f64::from(i)) * step).collect();
        let ends = [first * step, ticks.last().copied().unwrap_or(ends[1])];
        Self { scale, ends, ticks }
    }

    /// Where an SI value is between the two edges.
    fn at(&self, value: f64, from: f64, to: f64) -> f64 {
        from + (value * self.scale.factor - self.ends[0]) / (self.ends[1] - self.ends[0]) * (to - from)
    }
}

/// The nearest of 1, 2 and 5 times a power of ten that is not smaller.
fn step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= least * (1.0 - 1e-9)).unwrap_or(power)
}

impl Plot<'_> {
    /// The diagram as SVG.
    pub(super) fn svg(&self) -> String {
        let all = || self.lines.iter().flat_map(|line| &line.points);
        let (x, y) = (Axis::new(all().map(|p| p[0]), self.x.1), Axis::new(all().map(|p| p[1]), self.y.1));
        let [left, right, top, bottom] = FRAME;
        let place = |p: &[f64; 2]| [x.at(p[0], left, right), y.at(p[1], bottom, top)];
        let mut out = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
            SIZE[0],
            SIZE[1],
            escaped(self.title)
        );
        self.frame(&mut out, &x, &y);
        for (class, corners) in &self.areas {
            let corners = thinned(corners, 2 * DRAWN);
            let _ = write!(out, "<path class=\"area {class}\" d=\"{}z\"/>", course(corners.iter().map(place)));
        }
        for line in &self.lines {
            let points = thinned(&line.points, DRAWN);
            let _ = write!(out, "<path class=\"line {}\" d=\"{}\"/>", line.class, course(points.iter().map(place)));
        }
        for line in &self.lines {
            for point in thinned(&line.points, SHOWN) {
                let [h, v] = place(&point).map(short);
                let value = |axis: &Axis, value: f64| axis.scale.show(value, 4);
                let _ = write!(
                    out,
                    "<circle class=\"dot {}\" cx=\"{h}\" cy=\"{v}\" r=\"4\"><title>{}: {} {}, {} {}</title></circle>",
                    line.class,
                    escaped(line.name),
                    escaped(self.x.0),
                    value(&x, point[0]),
                    escaped(self.y.0),
                    value(&y, point[1]),
                );
            }
        }
        out.push_str("</svg>");
        out
    }

    fn frame(&self, out: &mut String, x: &Axis, y: &Axis) {
        let [left, right, top, bottom] = FRAME;
        let _ = write!(out, "<path class=\"frame\" d=\"M{left} {top}V{bottom}H{right}\"/>");
        for tick in &x.ticks {
            let at = short(x.at(tick / x.scale.factor, left, right));
            let _ = write!(out, "<path class=\"grid\" d=\"M{at} {top}V{bottom}\"/>");
            let _ = write!(out, "<text x=\"{at}\" y=\"266\" text-anchor=\"middle\">{}</text>", number(*tick));
        }
        for tick in &y.ticks {
            let at = y.at(tick / y.scale.factor, bottom, top);
            let _ = write!(out, "<path class=\"grid\" d=\"M{left} {}H{right}\"/>", short(at));
            let _ =
                write!(out, "<text x=\"60\" y=\"{}\" text-anchor=\"end\">{}</text>", short(at + 4.0), number(*tick));
        }
        let named = |(name, _): (&str, &str), axis: &Axis| match axis.scale.unit.as_str() {
            "" => escaped(name),
            unit => escaped(&format!("{name} ({unit})")),
        };
        let _ = write!(out, "<text x=\"247\" y=\"290\" text-anchor=\"middle\">{}</text>", named(self.x, x));
        let _ = write!(
            out,
            "<text transform=\"translate(14 132) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            named(self.y, y)
        );
    }
}

/// A number on an axis.
fn number(value: f64) -> String {
    if value.abs() < 1e-12 { "0".to_string() } else { brief(significant(value, 4).parse().unwrap_or(value)) }
}

/// `M10 20L30 40`
fn course(points: impl Iterator<Item = [f64; 2]>) -> String {
    let mut text = String::new();
    for (i, [x, y]) in points.filter(|p| p[0].is_finite() && p[1].is_finite()).enumerate() {
        let _ = write!(text, "{}{} {}", if i == 0 { 'M' } else { 'L' }, short(x), short(y));
    }
    text
}
