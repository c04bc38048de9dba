//! Small diagrams inside a page: lines with their values on hover, drawn in the colours of the page.

use std::io;

use minijinja::{Value, context};

use super::render;
use crate::report::pictures::axis::{Axis, Quantity, extent};
use crate::report::pictures::drawing::{
    simplified,
    svg::{self, short},
};
use crate::report::pictures::selection::spread;
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

const TEMPLATE: &str = include_str!("plot.html");

/// The edges of the frame, in units of the drawing.
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
    ///
    /// # Errors
    /// None that a plot can cause; the template's own type asks for one.
    pub(super) fn svg(&self) -> io::Result<String> {
        let all = || self.lines.iter().flat_map(|line| &line.points);
        let (x, y) = (axis(self.x, all().map(|p| p[0])), axis(self.y, all().map(|p| p[1])));
        let [left, right, top, bottom] = FRAME;
        let across = |position: f64| left + position * (right - left);
        let upwards = |position: f64| bottom - position * (bottom - top);
        let place = |p: &[f64; 2]| [across(x.position(p[0])), upwards(y.position(p[1]))];
        let verticals = x.ticks.iter().map(|(at, _)| format!("M{} {top}V{bottom}", short(across(*at))));
        let horizontals = y.ticks.iter().map(|(at, _)| format!("M{left} {}H{right}", short(upwards(*at))));
        let values = |line: &Line<'_>, point: [f64; 2]| {
            let [along, up] = [(0, self.x.1), (1, self.y.1)].map(|(i, unit)| {
                let largest = line.points.iter().fold(0.0f64, |most, p| most.max(p[i].abs()));
                shown(if point[i].abs() < ROUNDING * largest { 0.0 } else { point[i] }, unit, 4)
            });
            let [h, v] = place(&point).map(short);
            [h, v, format!("{along}, {up}")]
        };
        let dots = self.lines.iter().map(|line| {
            let marked = spread(&line.points, SHOWN).into_iter().map(|point| values(line, point));
            context! { class => line.class, name => line.name, values => marked.collect::<Value>() }
        });
        let lines = self.lines.iter().map(|line| [line.class.to_string(), course(line.points.iter().map(place))]);
        let areas = self.areas.iter().map(|(class, at)| [class.to_string(), course(at.iter().map(place))]);
        let with = context! {
            title => self.title,
            grid => verticals.chain(horizontals).collect::<String>(),
            along => x.ticks.iter().map(|(at, text)| [short(across(*at)), text.clone()]).collect::<Value>(),
            up => y.ticks.iter().map(|(at, text)| [short(upwards(*at) + 4.0), text.clone()]).collect::<Value>(),
            x => x.label.plain(),
            y => y.label.plain(),
            areas => areas.collect::<Value>(),
            lines => lines.collect::<Value>(),
            dots => dots.collect::<Value>(),
        };
        Ok(render(TEMPLATE, with)?.trim_end().to_string())
    }
}

/// The points that make a difference at the size of the diagram.
fn course(points: impl Iterator<Item = [f64; 2]>) -> String {
    let points: Vec<(f64, f64)> = points.map(|[x, y]| (x, y)).filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
    svg::course(&simplified(&points, 0.2))
}
