//! Where everything of a figure goes on paper of a given width.

use plotters::style::RGBColor;

use super::drawing::font::{fitted, width};
use super::drawing::{Align, DrawError, Drawing, MILLIMETRES, pdf, png, svg};
use super::figure::{Dot, Entry, Figure, Item, Panel, Stroke};
use super::label::Label;
use super::legend::{Above, Ends, Inside, LINE};
use super::names::Rectangle;
use super::place::{LABEL, NOTE, PanelPlace, TICK, inside, notes};
use super::style::{GRID, INK, QUIET, SOLID, faded};

/// Width of the pictures of a report, in units: 120 mm.
pub const WIDTH: f64 = 1600.0;

const RIGHT: f64 = 44.0;
/// Above the first frame where nothing stands there: half a number.
const BARE: f64 = 28.0;
/// Of a figure: what stands beside text on a page, 200 mm.
const TALLEST: f64 = 200.0 / MILLIMETRES;
const GAP: f64 = 34.0;
const FRAME: Stroke = Stroke { colour: INK, width: 3.0, dash: SOLID };
const GRID_LINE: Stroke = Stroke { colour: GRID, width: 1.6, dash: SOLID };
/// Of the numbers and the label of the abscissa.
const BELOW: f64 = 2.0 * LABEL + TICK + 16.0;
/// Between the numbers of an axis, at least.
const APART: f64 = 14.0;
/// Error bars of a panel beyond which they are paler.
const CROWD: usize = 60;

impl Figure {
    /// The picture of a report as PNG of 1000 pixels width, with its name in the corner.
    ///
    /// # Errors
    /// When drawing or encoding fails.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        png::png(&self.drawing(WIDTH, true), 1000.0 / WIDTH)
    }

    /// The figure as SVG, so many units wide.
    pub fn svg(&self, width: f64) -> String {
        svg::svg(&self.drawing(width, false), &self.title, false)
    }

    /// The picture of a report as SVG, with its name in the corner, for light and dark screens.
    pub fn page_svg(&self) -> String {
        svg::svg(&self.drawing(WIDTH, true), &self.title, true)
    }

    /// The figure as PDF, so many units wide.
    ///
    /// # Errors
    /// When a font is damaged.
    pub fn pdf(&self, width: f64) -> Result<Vec<u8>, DrawError> {
        pdf::pdf(&self.drawing(width, false), &self.title)
    }

    /// Everything that is drawn, on paper of this width in units of [`MILLIMETRES`]. Texts and lines have one size
    /// whatever the width. `titled` writes the name of the figure into the corner.
    pub fn drawing(&self, paper: f64, titled: bool) -> Drawing {
        match self.style.scale {
            1.0 => self.laid_out(paper, titled),
            scale => self.laid_out(paper / scale, titled).scaled(scale),
        }
    }

    fn laid_out(&self, paper: f64, titled: bool) -> Drawing {
        let ends = Ends::of(self, paper);
        let (left, right) = (self.left(), paper - self.right().max(ends.margin()));
        let head = if titled { 44.0 } else { 0.0 };
        let below = if self.x.ticks.is_empty() && self.x.label == Label::default() { 12.0 } else { BELOW };
        let beside = |entry: &Entry| self.style.named && entry.stroke.is_some() && entry.dot.is_some();
        let others = self.legend.iter().filter(|entry| !ends.has(entry) && !beside(entry));
        let others: Vec<&Entry> = others.collect();
        let tallest = self.style.height.map_or(TALLEST, |height| height / self.style.scale);
        let others_inside: &[&Entry] = if self.style.above { &[] } else { &others };
        let inside = Inside::of(
            others_inside,
            self,
            &self.frames([left, right], head + BARE, below, tallest - head - BARE - below),
        );
        // Behind long names of rows there is too little room for a legend.
        let begin = if left > 0.25 * paper { 20.0 } else { left };
        let above = Above::of(if inside.is_some() { &[] } else { &others }, paper - begin - 20.0);
        let top = head + if above.height() > 0.0 { above.height() + 32.0 } else { BARE };
        let frames = self.frames([left, right], top, below, tallest - top - below);
        let mut pen = Drawing::new(paper, frames.last().map_or(top, |frame| frame.bottom) + below);
        pen.description = self.finding.clone().unwrap_or_default();
        if titled {
            let title = fitted(&Label::text(&self.title), NOTE, right);
            pen.text(&title, (right, 44.0), NOTE, QUIET, Align::Right);
        }
        above.draw(&mut pen, begin, head);
        for (at, (panel, frame)) in self.panels.iter().zip(&frames).enumerate() {
            let legend = inside.as_ref().filter(|inside| inside.panel == at);
            self.panel(&mut pen, panel, *frame, at + 1 == self.panels.len(), legend);
            ends.draw(&mut pen, at, &PanelPlace { x: &self.x, y: &panel.y, frame: *frame });
        }
        let label = fitted(&self.x.label, LABEL, paper - 20.0);
        let half = width(&label, LABEL) / 2.0;
        let middle = ((left + right) / 2.0).clamp(half + 10.0, (paper - half - 10.0).max(half + 10.0));
        let base = pen.height - 30.0;
        pen.text(&label, (middle, base), LABEL, INK, Align::Centre);
        pen
    }

    /// The frames from `top` on, side to side, together no higher than `most`.
    fn frames(&self, [left, right]: [f64; 2], top: f64, below: f64, most: f64) -> Vec<Rectangle> {
        let gaps = GAP * (self.panels.len().max(1) - 1) as f64;
        let share: f64 = self.panels.iter().map(|panel| panel.weight).sum();
        // One line of legend is part of the height; and no label is longer than its panel.
        let room = f64::from(self.height) - 44.0 - LINE - 32.0 - below - gaps;
        let needed = |panel: &Panel| width(&panel.y.label, LABEL) * share / panel.weight;
        let room = self.panels.iter().map(needed).fold(room.max(100.0), f64::max).min(most - gaps);
        let room = if self.style.height.is_some() { most - gaps } else { room }.max(100.0);
        let mut y = top;
        let frame = |panel: &Panel| {
            let size = room * panel.weight / share;
            let frame = Rectangle { left, right, top: y, bottom: y + size };
            y += size + GAP;
            frame
        };
        self.panels.iter().map(frame).collect()
    }

    /// Where the frames begin: behind the widest number and the turned label.
    fn left(&self) -> f64 {
        let texts = self.panels.iter().flat_map(|panel| &panel.y.ticks);
        let bare = self.panels.iter().all(|panel| panel.y.label == Label::default());
        let label = if bare { 0.0 } else { LABEL + 44.0 };
        texts.map(|(_, text)| width(&Label::text(text), TICK)).fold(0.0, f64::max) + label + 30.0
    }

    /// From the frames to the edge of the paper: half the last number fits.
    fn right(&self) -> f64 {
        let last = self.x.ticks.iter().filter(|(at, _)| *at > 0.9);
        last.map(|(_, text)| width(&Label::text(text), TICK) / 2.0 + 8.0).fold(RIGHT, f64::max)
    }

    fn panel(&self, pen: &mut Drawing, panel: &Panel, frame: Rectangle, last: bool, legend: Option<&Inside<'_>>) {
        let place = PanelPlace { x: &self.x, y: &panel.y, frame };
        for item in &panel.items {
            match item {
                Item::Band { points, colour } => place.band(pen, points, *colour),
                Item::Area { outline, colour } => {
                    pen.area(outline.iter().map(|&(x, y)| (place.x(x), place.y(y))).collect(), *colour);
                }
                Item::Cells(cells) => {
                    for cell in cells {
                        let ((left, right), (low, high)) = (cell.x, cell.y);
                        place.band(pen, &[(left, low, high), (right, low, high)], cell.colour);
                    }
                }
                _ => {}
            }
        }
        if !panel.is_table() {
            place.grid(pen);
        }
        for item in &panel.items {
            match item {
                Item::Level { value, colour } if (0.0..=1.0).contains(&panel.y.position(*value)) => {
                    let y = place.y(*value);
                    let stroke = Stroke { colour: *colour, width: 2.0, dash: SOLID };
                    pen.line(&[(frame.left, y), (frame.right, y)], stroke);
                }
                Item::Line { points, stroke } => {
                    let at = |&(x, y): &(f64, f64)| (self.x.position(x), panel.y.position(y));
                    for piece in inside(points.iter().map(at)) {
                        let piece: Vec<(f64, f64)> = piece.iter().map(|&(x, y)| (frame.x(x), frame.y(y))).collect();
                        pen.line(&piece, *stroke);
                    }
                }
                _ => {}
            }
        }
        if !panel.is_table() {
            place.frame(pen, last);
        }
        let crowded = panel.items.iter().map(Item::bars).sum::<usize>() > CROWD;
        for item in &panel.items {
            if let Item::Points { points, dot } = item {
                // Many bars would hide the points.
                let colour = if crowded { faded(dot.colour, 0.5) } else { dot.colour };
                place.bars(pen, points, Dot { colour, ..*dot });
            }
        }
        if let Some(legend) = legend {
            legend.draw(pen);
        }
        for item in &panel.items {
            match item {
                Item::Points { points, dot } => place.points(pen, points, *dot),
                Item::Notes { title, lines } => notes(pen, frame, title, lines),
                Item::Tips(tips) => {
                    pen.tips.extend(tips.iter().map(|(x, y, text)| ((place.x(*x), place.y(*y)), text.clone())));
                }
                Item::Names { points, colour } => place.names(pen, &panel.items, points, *colour),
                Item::Texts(texts) => texts.iter().for_each(|text| place.cell_text(pen, text)),
                _ => {}
            }
        }
    }
}

impl PanelPlace<'_> {
    fn band(&self, pen: &mut Drawing, points: &[(f64, f64, f64)], colour: RGBColor) {
        let cut = |value: f64| self.frame.y(self.y.position(value).clamp(0.0, 1.0));
        let x = |value: f64| self.frame.x(self.x.position(value).clamp(0.0, 1.0));
        let lower = points.iter().map(|p| (x(p.0), cut(p.1)));
        let upper = points.iter().rev().map(|p| (x(p.0), cut(p.2)));
        pen.area(lower.chain(upper).collect(), colour);
    }

    fn grid(&self, pen: &mut Drawing) {
        let frame = self.frame;
        for (position, _) in &self.x.ticks {
            let x = frame.x(*position);
            pen.line(&[(x, frame.top), (x, frame.bottom)], GRID_LINE);
        }
        for (position, _) in &self.y.ticks {
            let y = frame.y(*position);
            pen.line(&[(frame.left, y), (frame.right, y)], GRID_LINE);
        }
    }

    fn frame(&self, pen: &mut Drawing, last: bool) {
        let frame = self.frame;
        let Rectangle { left, top, right, bottom } = frame;
        for pair in [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)].windows(2) {
            pen.line(pair, FRAME);
        }
        let ticks = |ticks: &[(f64, String)], minor: &[f64], room: f64| -> Vec<(f64, f64)> {
            let major = ticks.iter().map(|(p, _)| (*p, 14.0));
            // Small ticks that stand closer than this run together.
            let minor = if room > 12.0 * minor.len() as f64 { minor } else { &[] };
            minor.iter().map(|p| (*p, 7.0)).chain(major).collect()
        };
        for (position, length) in ticks(&self.x.ticks, &self.x.minor, right - left) {
            let x = frame.x(position);
            pen.line(&[(x, bottom), (x, bottom - length)], FRAME);
        }
        for (position, length) in ticks(&self.y.ticks, &self.y.minor, bottom - top) {
            let y = frame.y(position);
            pen.line(&[(left, y), (left + length, y)], FRAME);
        }
        for (position, text) in spaced(&self.y.ticks, bottom - top, |_| TICK) {
            let base = frame.y(*position) + 0.36 * TICK;
            pen.text(&Label::text(text), (left - 16.0, base), TICK, INK, Align::Right);
        }
        if last {
            for (position, text) in spaced(&self.x.ticks, right - left, |text| width(&Label::text(text), TICK)) {
                pen.text(&Label::text(text), (frame.x(*position), bottom + TICK + 12.0), TICK, INK, Align::Centre);
            }
        }
        let label = fitted(&self.y.label, LABEL, bottom - top + 2.0 * GAP);
        pen.text(&label, (LABEL + 4.0, (top + bottom) / 2.0), LABEL, INK, Align::Upwards);
    }
}

/// The numbers of an axis that are written: all, or every second, third, ... until none covers another.
pub fn spaced(ticks: &[(f64, String)], room: f64, size: impl Fn(&str) -> f64) -> Vec<&(f64, String)> {
    let every = |step: usize| -> Vec<&(f64, String)> {
        // Zero is among them.
        let zero = ticks.iter().position(|(_, text)| text.trim_matches(['0', '.']).is_empty()).unwrap_or(0);
        ticks.iter().skip(zero % step).step_by(step).collect()
    };
    let free = |shown: &[&(f64, String)]| {
        shown
            .windows(2)
            .all(|pair| (pair[1].0 - pair[0].0).abs() * room >= (size(&pair[0].1) + size(&pair[1].1)) / 2.0 + APART)
    };
    (1..=ticks.len()).map(every).find(|shown| free(shown)).unwrap_or_default()
}

/// Units of a width in millimetres.
pub fn units(millimetres: f64) -> f64 {
    millimetres / MILLIMETRES
}
