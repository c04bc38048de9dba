//! A figure: panels one under another over a common abscissa, with the legend above them, where it covers nothing.

use plotters::style::RGBColor;

use super::axis::Axis;
use super::canvas::{Align, DrawError, Pen, png, width};
use super::label::Label;
use super::names::{self, Rectangle};
use super::style::{Dash, GRID, INK, Marker, QUIET, SOLID, faded};

/// Width of every picture, in pixels.
pub const WIDTH: u32 = 1600;

/// Sizes of text, in pixels to the em: 40 are 6 points when the picture is printed 85 mm wide.
const LABEL: f64 = 42.0;
const TICK: f64 = 38.0;
const LEGEND: f64 = 36.0;
const TITLE: f64 = 30.0;
const NOTE: f64 = 30.0;

const RIGHT: f64 = 44.0;
/// Of a legend line's sample.
const SAMPLE: f64 = 84.0;
const LEGEND_LINE: f64 = 54.0;
const GAP: f64 = 34.0;
const FRAME: f64 = 3.0;
/// From the frame to the mark of what is beyond it.
const EDGE: f64 = 13.0;
/// Error bars of a panel beyond which they are paler.
const CROWD: usize = 60;

/// What is drawn, in SI values; the axes know the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Small, in the corner: says what this is when the file is found alone.
    pub title: String,
    pub legend: Vec<Entry>,
    pub x: Axis,
    pub panels: Vec<Panel>,
    /// Pixels, with one line of legend; more lines make the picture higher, not the panels lower.
    pub height: u32,
}

/// One frame of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    pub y: Axis,
    /// Share of the height.
    pub weight: f64,
    pub items: Vec<Item>,
}

/// What stands in a panel, from back to front.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// An area between two lines: abscissa, lower, upper. Cut at the frame.
    Band {
        points: Vec<(f64, f64, f64)>,
        colour: RGBColor,
    },
    /// A thin line across at one value, where it is inside.
    Level {
        value: f64,
        colour: RGBColor,
    },
    Line {
        points: Vec<(f64, f64)>,
        stroke: Stroke,
    },
    /// Points with error bars. Points above or below the frame are marked at its edge.
    Points {
        points: Vec<(f64, f64, Option<f64>)>,
        dot: Dot,
    },
    /// Filled rectangles, each from a lower to an upper abscissa and ordinate. Cut at the frame.
    Cells(Vec<FilledCell>),
    /// What the panel is, in its upper right corner, and coloured lines in the lower left one.
    Notes {
        title: Label,
        lines: Vec<(Label, RGBColor)>,
    },
    /// Names beside points, where they cover neither points nor one another.
    Names {
        points: Vec<(f64, f64, Label)>,
        colour: RGBColor,
    },
}

impl Item {
    /// How many error bars it has.
    fn bars(&self) -> usize {
        match self {
            Self::Points { points, .. } => points.iter().filter(|point| point.2.is_some()).count(),
            _ => 0,
        }
    }
}

/// A rectangle of a map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilledCell {
    pub x: (f64, f64),
    pub y: (f64, f64),
    pub colour: RGBColor,
}

/// How a line looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    pub colour: RGBColor,
    pub width: f64,
    pub dash: Dash,
}

/// How a point looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dot {
    pub shape: Marker,
    pub colour: RGBColor,
    pub size: f64,
    pub filled: bool,
}

/// One line of the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub stroke: Option<Stroke>,
    pub dot: Option<Dot>,
    /// A patch of colour, for areas.
    pub area: Option<RGBColor>,
    pub label: Label,
}

impl Entry {
    /// A sample of a line, a point, or both.
    pub fn new(label: Label, stroke: Option<Stroke>, dot: Option<Dot>) -> Self {
        Self { stroke, dot, area: None, label }
    }

    /// A patch of colour.
    pub fn area(label: Label, colour: RGBColor) -> Self {
        Self { stroke: None, dot: None, area: Some(colour), label }
    }
}

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy)]
struct Frame {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Frame {
    fn x(&self, position: f64) -> f64 {
        self.left + position * (self.right - self.left)
    }

    fn y(&self, position: f64) -> f64 {
        self.bottom - position * (self.bottom - self.top)
    }
}

impl Figure {
    /// The picture as PNG.
    ///
    /// # Errors
    /// When drawing or encoding fails.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let left = self.left()?;
        let right = f64::from(WIDTH) - RIGHT;
        let rows = self.legend_rows(right - left)?;
        let height = f64::from(self.height) + LEGEND_LINE * (rows.len().max(1) - 1) as f64;
        png(WIDTH, height as u32, |pen| self.draw(pen, &rows, (left, right), height))
    }

    fn draw(
        &self,
        pen: &Pen<'_>,
        rows: &[Vec<(f64, &Entry)>],
        (left, right): (f64, f64),
        height: f64,
    ) -> Result<(), DrawError> {
        pen.text(&Label::text(&self.title), (right, 44.0), TITLE, QUIET, Align::Right)?;
        for (row, entries) in rows.iter().enumerate() {
            self.legend_row(pen, entries, left, 44.0 + LEGEND_LINE * (row as f64 + 1.0))?;
        }
        let top = 44.0 + LEGEND_LINE * rows.len() as f64 + 32.0;
        let bottom = height - 2.0 * LABEL - TICK - 16.0;
        let share: f64 = self.panels.iter().map(|panel| panel.weight).sum();
        let room = bottom - top - GAP * (self.panels.len().max(1) - 1) as f64;
        let mut y = top;
        for (i, panel) in self.panels.iter().enumerate() {
            let size = room * panel.weight / share;
            let frame = Frame { left, right, top: y, bottom: y + size };
            self.panel(pen, panel, frame, i + 1 == self.panels.len())?;
            y += size + GAP;
        }
        pen.text(&self.x.label, ((left + right) / 2.0, height - 30.0), LABEL, INK, Align::Centre)
    }

    /// Where the frames begin: behind the widest number and the turned label.
    fn left(&self) -> Result<f64, DrawError> {
        let mut widest: f64 = 0.0;
        for (_, text) in self.panels.iter().flat_map(|panel| &panel.y.ticks) {
            widest = widest.max(width(&Label::text(text), TICK)?);
        }
        Ok(widest + LABEL + 74.0)
    }

    /// The legend broken into rows of columns: entry and where it begins.
    fn legend_rows(&self, room: f64) -> Result<Vec<Vec<(f64, &Entry)>>, DrawError> {
        let mut rows: Vec<Vec<(f64, &Entry)>> = Vec::new();
        let mut x = f64::INFINITY;
        for entry in &self.legend {
            let needed = SAMPLE + 16.0 + width(&entry.label, LEGEND)?;
            if x + needed > room {
                rows.push(Vec::new());
                x = 0.0;
            }
            if let Some(row) = rows.last_mut() {
                row.push((x, entry));
            }
            x += needed + 44.0;
        }
        Ok(rows)
    }

    fn legend_row(&self, pen: &Pen<'_>, row: &[(f64, &Entry)], left: f64, base: f64) -> Result<(), DrawError> {
        let middle = base - 0.32 * LEGEND;
        for &(x, entry) in row {
            let (from, to) = (left + x, left + x + SAMPLE);
            if let Some(colour) = entry.area {
                let (top, foot) = (middle - 16.0, middle + 16.0);
                pen.area(&[(from, top), (to, top), (to, foot), (from, foot)], colour)?;
            }
            if let Some(stroke) = entry.stroke {
                pen.line(&[(from, middle), (to, middle)], stroke.width, stroke.colour, stroke.dash)?;
            }
            if let Some(dot) = entry.dot {
                pen.marker(dot.shape, ((from + to) / 2.0, middle), dot.size, dot.colour, dot.filled)?;
            }
            pen.text(&entry.label, (to + 16.0, base), LEGEND, INK, Align::Left)?;
        }
        Ok(())
    }

    fn panel(&self, pen: &Pen<'_>, panel: &Panel, frame: Frame, last: bool) -> Result<(), DrawError> {
        for item in &panel.items {
            match item {
                Item::Band { points, colour } => self.band(pen, panel, frame, points, *colour)?,
                Item::Cells(cells) => {
                    for cell in cells {
                        let ((left, right), (low, high)) = (cell.x, cell.y);
                        let edges = [(left, low, high), (right, low, high)];
                        self.band(pen, panel, frame, &edges, cell.colour)?;
                    }
                }
                _ => {}
            }
        }
        self.grid(pen, panel, frame)?;
        for item in &panel.items {
            match item {
                Item::Band { .. } | Item::Cells(_) => {}
                Item::Level { value, colour } => {
                    let at = panel.y.position(*value);
                    if !(0.0..=1.0).contains(&at) {
                        continue;
                    }
                    let y = frame.y(at);
                    pen.line(&[(frame.left, y), (frame.right, y)], 2.0, *colour, SOLID)?;
                }
                Item::Line { points, stroke } => {
                    let at = |&(x, y): &(f64, f64)| (self.x.position(x), panel.y.position(y));
                    for piece in inside(points.iter().map(at)) {
                        let piece: Vec<(f64, f64)> = piece.iter().map(|&(x, y)| (frame.x(x), frame.y(y))).collect();
                        pen.line(&piece, stroke.width, stroke.colour, stroke.dash)?;
                    }
                }
                Item::Points { .. } | Item::Notes { .. } | Item::Names { .. } => {}
            }
        }
        self.frame(pen, panel, frame, last)?;
        let crowded = panel.items.iter().map(Item::bars).sum::<usize>() > CROWD;
        for item in &panel.items {
            if let Item::Points { points, dot } = item {
                // Many bars would hide the points.
                let colour = if crowded { faded(dot.colour, 0.5) } else { dot.colour };
                self.bars(pen, panel, frame, points, Dot { colour, ..*dot })?;
            }
        }
        for item in &panel.items {
            match item {
                Item::Points { points, dot } => self.points(pen, panel, frame, points, *dot)?,
                Item::Notes { title, lines } => notes(pen, frame, title, lines)?,
                Item::Names { points, colour } => self.names(pen, panel, frame, points, *colour)?,
                Item::Band { .. } | Item::Cells(_) | Item::Level { .. } | Item::Line { .. } => {}
            }
        }
        Ok(())
    }

    fn band(
        &self,
        pen: &Pen<'_>,
        panel: &Panel,
        frame: Frame,
        points: &[(f64, f64, f64)],
        colour: RGBColor,
    ) -> Result<(), DrawError> {
        let cut = |value: f64| frame.y(panel.y.position(value).clamp(0.0, 1.0));
        let x = |value: f64| frame.x(self.x.position(value).clamp(0.0, 1.0));
        let lower = points.iter().map(|p| (x(p.0), cut(p.1)));
        let upper = points.iter().rev().map(|p| (x(p.0), cut(p.2)));
        pen.area(&lower.chain(upper).collect::<Vec<_>>(), colour)
    }

    fn grid(&self, pen: &Pen<'_>, panel: &Panel, frame: Frame) -> Result<(), DrawError> {
        for (position, _) in &self.x.ticks {
            let x = frame.x(*position);
            pen.line(&[(x, frame.top), (x, frame.bottom)], 1.6, GRID, SOLID)?;
        }
        for (position, _) in &panel.y.ticks {
            let y = frame.y(*position);
            pen.line(&[(frame.left, y), (frame.right, y)], 1.6, GRID, SOLID)?;
        }
        Ok(())
    }

    fn points(
        &self,
        pen: &Pen<'_>,
        panel: &Panel,
        frame: Frame,
        points: &[(f64, f64, Option<f64>)],
        dot: Dot,
    ) -> Result<(), DrawError> {
        for &(px, py, _) in points {
            let (at, height) = (self.x.position(px), panel.y.position(py));
            if !(-0.01..=1.01).contains(&at) || !height.is_finite() {
                continue;
            }
            let x = frame.x(at);
            if !(-0.01..=1.01).contains(&height) {
                // Outside, such as zero on a logarithmic axis: an arrow on the side where it is.
                let (y, shape) =
                    if height < 0.0 { (frame.bottom - EDGE, Marker::Down) } else { (frame.top + EDGE, Marker::Up) };
                pen.marker(shape, (x, y), dot.size, dot.colour, false)?;
                continue;
            }
            pen.marker(dot.shape, (x, frame.y(height)), dot.size, dot.colour, dot.filled)?;
        }
        Ok(())
    }

    /// Error bars, before any point: no bar crosses one.
    fn bars(
        &self,
        pen: &Pen<'_>,
        panel: &Panel,
        frame: Frame,
        points: &[(f64, f64, Option<f64>)],
        dot: Dot,
    ) -> Result<(), DrawError> {
        const CAP: f64 = 9.0;
        let inside = |at: f64| (-0.01..=1.01).contains(&at);
        for &(px, py, error) in points {
            let (at, height) = (self.x.position(px), panel.y.position(py));
            let Some(error) = error.filter(|e| *e > 0.0 && inside(at) && inside(height)) else { continue };
            let x = frame.x(at);
            let end = |value: f64| frame.y(panel.y.position(value).clamp(0.0, 1.0));
            let (foot, head) = (end(py - error), end(py + error));
            if foot - head > 2.0 * dot.size {
                pen.line(&[(x, foot), (x, head)], 3.0, dot.colour, SOLID)?;
                for y in [foot, head] {
                    pen.line(&[(x - CAP, y), (x + CAP, y)], 3.0, dot.colour, SOLID)?;
                }
            }
        }
        Ok(())
    }

    fn names(
        &self,
        pen: &Pen<'_>,
        panel: &Panel,
        frame: Frame,
        points: &[(f64, f64, Label)],
        colour: RGBColor,
    ) -> Result<(), DrawError> {
        // What is outside is marked at the edge, and named there.
        let place = |x: f64, y: f64| {
            let y = frame.y(panel.y.position(y));
            (frame.x(self.x.position(x)), y.clamp(frame.top + EDGE, frame.bottom - EDGE))
        };
        let mut taken = Vec::new();
        for item in &panel.items {
            match item {
                Item::Points { points, dot } => {
                    for &(x, y, error) in points {
                        taken.push((Rectangle::round(place(x, y), 1.4 * dot.size), names::POINT));
                        if let Some(error) = error {
                            let ((left, foot), (_, top)) = (place(x, y - error), place(x, y + error));
                            let bar = Rectangle { left: left - 9.0, right: left + 9.0, top, bottom: foot };
                            taken.push((bar, names::LINE));
                        }
                    }
                }
                Item::Line { points, .. } => {
                    taken.extend(points.iter().map(|&(x, y)| (Rectangle::round(place(x, y), 6.0), names::LINE)));
                }
                Item::Band { .. } | Item::Cells(_) | Item::Level { .. } | Item::Notes { .. } | Item::Names { .. } => {}
            }
        }
        let room = Rectangle {
            left: frame.left + 18.0,
            right: frame.right - 18.0,
            top: frame.top + 18.0,
            bottom: frame.bottom - 18.0,
        };
        let inside =
            |at: &(f64, f64)| (frame.left..=frame.right).contains(&at.0) && (frame.top..=frame.bottom).contains(&at.1);
        let at: Vec<((f64, f64), &Label)> =
            points.iter().map(|(x, y, label)| (place(*x, *y), label)).filter(|(at, _)| inside(at)).collect();
        names::write(pen, room, &at, taken, NOTE, colour)
    }

    fn frame(&self, pen: &Pen<'_>, panel: &Panel, frame: Frame, last: bool) -> Result<(), DrawError> {
        let Frame { left, top, right, bottom } = frame;
        for pair in [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)].windows(2) {
            pen.line(pair, FRAME, INK, SOLID)?;
        }
        let ticks = |ticks: &[(f64, String)], minor: &[f64], room: f64| -> Vec<(f64, f64)> {
            let major = ticks.iter().map(|(p, _)| (*p, 14.0));
            // Small ticks that stand closer than this run together.
            let minor = if room > 12.0 * minor.len() as f64 { minor } else { &[] };
            minor.iter().map(|p| (*p, 7.0)).chain(major).collect()
        };
        for (position, length) in ticks(&self.x.ticks, &self.x.minor, right - left) {
            let x = frame.x(position);
            pen.line(&[(x, bottom), (x, bottom - length)], FRAME, INK, SOLID)?;
            pen.line(&[(x, top), (x, top + length)], FRAME, INK, SOLID)?;
        }
        for (position, length) in ticks(&panel.y.ticks, &panel.y.minor, bottom - top) {
            let y = frame.y(position);
            pen.line(&[(left, y), (left + length, y)], FRAME, INK, SOLID)?;
            pen.line(&[(right, y), (right - length, y)], FRAME, INK, SOLID)?;
        }
        for (position, text) in &panel.y.ticks {
            let base = frame.y(*position) + 0.36 * TICK;
            pen.text(&Label::text(text), (left - 16.0, base), TICK, INK, Align::Right)?;
        }
        if last {
            for (position, text) in &self.x.ticks {
                pen.text(&Label::text(text), (frame.x(*position), bottom + TICK + 12.0), TICK, INK, Align::Centre)?;
            }
        }
        pen.text(&panel.y.label, (LABEL + 4.0, (top + bottom) / 2.0), LABEL, INK, Align::Upwards)
    }
}

fn notes(pen: &Pen<'_>, frame: Frame, title: &Label, lines: &[(Label, RGBColor)]) -> Result<(), DrawError> {
    pen.text(title, (frame.right - 24.0, frame.top + LEGEND + 12.0), LEGEND, INK, Align::Right)?;
    for (i, (label, colour)) in lines.iter().rev().enumerate() {
        let base = frame.bottom - 24.0 - 1.25 * NOTE * i as f64;
        pen.text(label, (frame.left + 26.0, base), NOTE, *colour, Align::Left)?;
    }
    Ok(())
}

/// The pieces of a line inside the unit square; a stretch that leaves it is left out.
fn inside(points: impl Iterator<Item = (f64, f64)>) -> Vec<Vec<(f64, f64)>> {
    let is_in = |(x, y): (f64, f64)| (-0.01..=1.01).contains(&x) && (-0.01..=1.01).contains(&y);
    let mut pieces: Vec<Vec<(f64, f64)>> = vec![Vec::new()];
    for point in points {
        match pieces.last_mut() {
            Some(piece) if is_in(point) => piece.push(point),
            _ => pieces.push(Vec::new()),
        }
    }
    pieces.retain(|piece| piece.len() > 1);
    pieces
}
