//! Small diagrams inside a page: figures with their values on hover.

use std::io;

use plotters::style::RGBColor;

use crate::report::pictures::axis::{Axis, Quantity, extent};
use crate::report::pictures::drawing::svg;
use crate::report::pictures::figure::{Figure, Item, Panel};
use crate::report::pictures::selection::spread;
use crate::report::pictures::style::{DASHED, DOTTED, Dash, SOLID, Stroke};
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

/// The styles of lines and areas, as the page has them in its legends.
const LINES: [(&str, RGBColor, f64, Dash); 4] = [
    ("one", RGBColor(0x0B, 0x5C, 0xAD), 5.0, SOLID),
    ("two", RGBColor(0xB3, 0x47, 0x00), 5.0, DASHED),
    ("three", RGBColor(0x00, 0x71, 0x4F), 5.0, DOTTED),
    ("four", RGBColor(0x5D, 0x65, 0x70), 3.0, SOLID),
];
const AREAS: [(&str, RGBColor); 2] = [("recovered", RGBColor(0xCF, 0xEA, 0xDB)), ("lost", RGBColor(0xF9, 0xD3, 0xAE))];

/// Of the drawing, in units.
const WIDTH: f64 = 1130.0;
const HEIGHT: u32 = 860;

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
    /// None that a plot can cause.
    pub(super) fn svg(&self) -> io::Result<String> {
        let all = || self.lines.iter().flat_map(|line| &line.points);
        let (x, y) = (axis(self.x, all().map(|p| p[0])), axis(self.y, all().map(|p| p[1])));
        let pairs = |points: &[[f64; 2]]| points.iter().map(|p| (p[0], p[1])).collect::<Vec<_>>();
        let mut items = Vec::new();
        for (class, corners) in &self.areas {
            let known = AREAS.iter().find(|(name, _)| name == class);
            items.extend(known.map(|(_, colour)| Item::Area { outline: pairs(corners), colour: *colour }));
        }
        for line in &self.lines {
            let known = LINES.iter().find(|(name, ..)| *name == line.class).unwrap_or(&LINES[3]);
            let stroke = Stroke { colour: known.1, width: known.2, dash: known.3 };
            items.push(Item::Line { points: pairs(&line.points), stroke });
            let tips = spread(&line.points, SHOWN).into_iter().map(|point| self.tip(line, point));
            items.push(Item::Tips(tips.collect()));
        }
        let panels = vec![Panel { y, weight: 1.0, items }];
        let drawing = Figure::new(self.title, Vec::new(), x, panels, HEIGHT).drawing(WIDTH, false);
        Ok(svg::inline(&[("", &drawing)], "plot", self.title))
    }

    /// What a point of a line says on hover.
    fn tip(&self, line: &Line<'_>, point: [f64; 2]) -> (f64, f64, String) {
        let [along, up] = [(0, self.x.1), (1, self.y.1)].map(|(i, unit)| {
            let largest = line.points.iter().fold(0.0f64, |most, p| most.max(p[i].abs()));
            shown(if point[i].abs() < ROUNDING * largest { 0.0 } else { point[i] }, unit, 4)
        });
        (point[0], point[1], format!("{}: {along}, {up}", line.name))
    }
}
