//! A drawing: filled areas, lines, markers and texts on paper, before it becomes a file. PNG, SVG and PDF are written from
//! the same marks.

use std::f64::consts::PI;

use plotters::style::RGBColor;

use super::label::{Face, Label};
use super::style::{Dot, Marker, PAPER, Stroke};
use crate::polyline;

pub mod font;
pub mod pdf;
pub mod png;
pub mod svg;

/// Size of one unit of a drawing, in millimetres: one pixel of a picture that is 1600 pixels and 120 mm wide.
pub const MILLIMETRES: f64 = 0.075;
/// The same in points of 1/72 inch.
pub const POINTS: f64 = MILLIMETRES * 72.0 / 25.4;

/// Height of an em that can be read in print, 6 points, in units.
pub const SMALLEST: f64 = 6.0 / POINTS;

/// The picture could not be drawn: a fault of the bench, not of its input.
#[derive(Debug, thiserror::Error)]
#[error("the picture could not be drawn: {0}")]
pub struct DrawError(String);

impl DrawError {
    fn new(reason: impl ToString) -> Self {
        Self(reason.to_string())
    }
}

/// Where a text stands to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
    Right,
    /// Centred, and turned to read upwards.
    Upwards,
}

/// One thing that is drawn. Lengths are in units of the drawing; y points down.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    Area {
        outline: Vec<(f64, f64)>,
        colour: RGBColor,
    },
    Line {
        points: Vec<(f64, f64)>,
        stroke: Stroke,
    },
    Marker {
        centre: (f64, f64),
        dot: Dot,
    },
    /// A line of text on its baseline. `size` is the height of an em.
    Text {
        label: Label,
        at: (f64, f64),
        size: f64,
        colour: RGBColor,
        align: Align,
    },
}

/// Marks from back to front on white paper.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    pub width: f64,
    pub height: f64,
    pub marks: Vec<Mark>,
    /// What it shows, for who cannot see it.
    pub description: String,
    /// Places that show a text on hover, where a screen can.
    pub tips: Vec<((f64, f64), String)>,
}

/// A piece of a line of text: its words, face, size of an em, and where it begins along the line and below the baseline.
pub struct Piece<'a> {
    pub text: &'a str,
    pub face: Face,
    pub size: f64,
    pub along: f64,
    pub drop: f64,
}

impl Drawing {
    /// Empty paper.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, ..Self::default() }
    }

    /// A filled area.
    pub fn area(&mut self, outline: Vec<(f64, f64)>, colour: RGBColor) {
        self.marks.push(Mark::Area { outline: simplified(&outline, OFF), colour });
    }

    /// A line through points, with round joints. Points that it passes anyway are left out.
    pub fn line(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        self.marks.push(Mark::Line { points: simplified(points, OFF), stroke });
    }

    /// A point.
    pub fn marker(&mut self, centre: (f64, f64), dot: Dot) {
        self.marks.push(Mark::Marker { centre, dot });
    }

    /// A line of text.
    pub fn text(&mut self, label: &Label, at: (f64, f64), size: f64, colour: RGBColor, align: Align) {
        if label.0.iter().any(|(text, _)| !text.trim().is_empty()) {
            self.marks.push(Mark::Text { label: label.clone(), at, size, colour, align });
        }
    }

    /// The same drawing, everything so many times as large.
    #[must_use]
    pub fn scaled(mut self, by: f64) -> Self {
        let at = |(x, y): (f64, f64)| (by * x, by * y);
        for mark in &mut self.marks {
            match mark {
                Mark::Area { outline: points, .. } => points.iter_mut().for_each(|point| *point = at(*point)),
                Mark::Line { points, stroke } => {
                    points.iter_mut().for_each(|point| *point = at(*point));
                    stroke.width *= by;
                }
                Mark::Marker { centre, dot } => (*centre, dot.size) = (at(*centre), by * dot.size),
                Mark::Text { at: place, size, .. } => (*place, *size) = (at(*place), by * *size),
            }
        }
        self.tips.iter_mut().for_each(|(place, _)| *place = at(*place));
        Self { width: by * self.width, height: by * self.height, ..self }
    }

    /// The rectangle of every text: left, top, right, bottom, and the words.
    pub fn text_boxes(&self) -> Vec<([f64; 4], String)> {
        let boxed = |mark: &Mark| {
            let Mark::Text { label, at: (x, y), size, align, .. } = mark else { return None };
            let (width, rise, fall) = (font::width(label, *size), 0.76 * size, 0.24 * size);
            let left = x - shift(*align, width);
            let corners = match align {
                Align::Upwards => [x - rise, y - width / 2.0, x + fall, y + width / 2.0],
                _ => [left, y - rise, left + width, y + fall],
            };
            Some((corners, label.plain()))
        };
        self.marks.iter().filter_map(boxed).collect()
    }
}

/// How far before its point a text of this width begins.
pub(super) fn shift(align: Align, width: f64) -> f64 {
    match align {
        Align::Left => 0.0,
        Align::Centre | Align::Upwards => width / 2.0,
        Align::Right => width,
    }
}

/// The pieces of a line of text, each with its place.
pub fn pieces(label: &Label, size: f64) -> Vec<Piece<'_>> {
    let mut along = 0.0;
    let mut pieces = Vec::with_capacity(label.0.len());
    for (text, face) in &label.0 {
        let small = (0.7 * size).max(SMALLEST).min(size);
        let (size, drop) = match face {
            Face::Index => (small, 0.18 * size),
            Face::Power => (small, -0.36 * size),
            Face::Upright | Face::Oblique => (size, 0.0),
        };
        pieces.push(Piece { text, face: *face, size, along, drop });
        along += font::advance(text, *face, size);
    }
    pieces
}

/// The corners of a marker; none for a circle. Sizes look equal rather than are.
pub(super) fn corners(shape: Marker, (x, y): (f64, f64), size: f64) -> Vec<(f64, f64)> {
    let (count, radius, turn) = match shape {
        Marker::Circle => return Vec::new(),
        Marker::Square => (4, 1.25 * size, PI / 4.0),
        Marker::Up => (3, 1.35 * size, 0.0),
        Marker::Diamond => (4, 1.3 * size, 0.0),
        Marker::Down => (3, 1.35 * size, PI),
    };
    let angle = |i: i32| turn + 2.0 * PI * f64::from(i) / f64::from(count);
    (0..count).map(|i| (x + radius * libm::sin(angle(i)), y - radius * libm::cos(angle(i)))).collect()
}

/// Width of the ring of an open marker.
pub(super) const RING: f64 = 3.2;

/// The rings of a marker from back to front: the whole, and the white inside of an open one.
pub(super) fn rings(Dot { size, colour, filled, .. }: Dot) -> Vec<(f64, RGBColor)> {
    let inside = (size - RING).max(0.0);
    if filled { vec![(size, colour)] } else { vec![(size, colour), (inside, PAPER)] }
}

/// How far a line may be from the points that it leaves out, in units: a twentieth of its width.
const OFF: f64 = 0.25;

/// As few of some points as the line through them passes within `off` of the others.
pub(in crate::report) fn simplified(points: &[(f64, f64)], off: f64) -> Vec<(f64, f64)> {
    let corners: Vec<[f64; 2]> = points.iter().map(|&(x, y)| [x, y]).collect();
    polyline::thinned(&corners, off).into_iter().map(|i| points[i]).collect()
}
