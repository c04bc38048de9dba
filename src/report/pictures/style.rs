//! Colours and shapes that stand for no solver, law or dataset; those are in [`super::entity`].

use plotters::style::RGBColor;

/// Text and frames.
pub const INK: RGBColor = RGBColor(0, 0, 0);
/// Minor text.
pub const QUIET: RGBColor = RGBColor(95, 95, 95);
/// Lines behind the data.
pub const GRID: RGBColor = RGBColor(226, 226, 226);
/// What everything is drawn on.
pub const PAPER: RGBColor = RGBColor(255, 255, 255);

/// The `index`-th of `count` shades from black to grey: one maker, several scenes.
pub fn shade(index: usize, count: usize) -> RGBColor {
    let level = if count < 2 { 0.0 } else { 140.0 * index as f64 / (count - 1) as f64 };
    let level = level.round() as u8;
    RGBColor(level, level, level)
}

/// A pale version, for areas behind data.
pub fn tint(colour: RGBColor) -> RGBColor {
    faded(colour, 0.18)
}

/// So much of a colour, the rest paper.
pub fn faded(colour: RGBColor, part: f64) -> RGBColor {
    let mix = |c: u8| ((1.0 - part) * 255.0 + part * f64::from(c)).round() as u8;
    RGBColor(mix(colour.0), mix(colour.1), mix(colour.2))
}

/// A colour as dark as text has to be on paper: 4.5 to 1.
pub fn legible(colour: RGBColor) -> RGBColor {
    let darker = |k: i32| {
        let part = 1.0 - 0.02 * f64::from(k);
        let dim = |c: u8| (part * f64::from(c)).round() as u8;
        RGBColor(dim(colour.0), dim(colour.1), dim(colour.2))
    };
    (0..50).map(darker).find(|darker| contrast(*darker) >= 4.5).unwrap_or(INK)
}

/// Contrast of a colour with the paper, from 1 to 21, as the Web Content Accessibility Guidelines define it.
pub fn contrast(RGBColor(r, g, b): RGBColor) -> f64 {
    let linear = |c: u8| match f64::from(c) / 255.0 {
        c if c <= 0.04045 => c / 12.92,
        c => ((c + 0.055) / 1.055).powf(2.4),
    };
    1.05 / (0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05)
}

/// Measurements of a calibration.
pub const MEASURED: RGBColor = RGBColor(0x00, 0x72, 0xB2);
/// What looks wrong, and limits.
pub const DOUBTFUL: RGBColor = RGBColor(0xD5, 0x5E, 0x00);

/// The shape of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    Circle,
    Square,
    Up,
    Diamond,
    Down,
}

impl Marker {
    pub const ALL: [Self; 5] = [Self::Circle, Self::Square, Self::Up, Self::Diamond, Self::Down];

    /// The shape of the `index`-th of several scenes or groups.
    pub fn nth(index: usize) -> Self {
        Self::ALL[index % Self::ALL.len()]
    }
}

/// How a line is broken: lengths drawn and left out, in pixels.
pub type Dash = &'static [f64];

/// A whole line: solvers that lead.
pub const SOLID: Dash = &[];
/// A broken line: other solvers.
pub const DASHED: Dash = &[26.0, 16.0];
/// A dotted line.
pub const DOTTED: Dash = &[8.0, 12.0];
