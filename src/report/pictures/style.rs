//! Colours and shapes: the reference is black, every maker keeps one colour, colour is never the only difference.

use plotters::style::RGBColor;

use crate::record::{CaseRecord, Maker};

/// Text and frames.
pub const INK: RGBColor = RGBColor(0, 0, 0);
/// Minor text.
pub const QUIET: RGBColor = RGBColor(95, 95, 95);
/// Lines behind the data.
pub const GRID: RGBColor = RGBColor(226, 226, 226);
/// What everything is drawn on.
pub const PAPER: RGBColor = RGBColor(255, 255, 255);

/// Okabe and Ito's colours for readers with any colour vision, without black and without yellow (too pale on white).
const PALETTE: [RGBColor; 6] = [
    RGBColor(0xD5, 0x5E, 0x00), // vermilion
    RGBColor(0x00, 0x72, 0xB2), // blue
    RGBColor(0x00, 0x9E, 0x73), // bluish green
    RGBColor(0xCC, 0x79, 0xA7), // reddish purple
    RGBColor(0xE6, 0x9F, 0x00), // orange
    RGBColor(0x56, 0xB4, 0xE9), // sky blue
];

/// Makers whose colour is fixed for good.
const FIXED: [(&str, usize); 12] = [
    ("velocity-verlet", 1),
    ("leapfrog", 4),
    ("velocity-verlet-implicit", 2),
    ("position-verlet", 3),
    ("forward-euler", 0),
    ("requested-restitution", 4),
    ("hertz-impact", 5),
    ("landau-lifshitz", 3),
    ("antypov-elliott", 2),
    ("linear-dashpot", 2),
    ("kuwabara-kono-series", 3),
    ("kuwabara-kono-pade", 2),
];

/// The colour of a maker in the pictures of one case.
pub fn colour(case: &CaseRecord, by: &str) -> RGBColor {
    if by == "reference" {
        return INK;
    }
    makers(case).iter().find(|(name, _)| *name == by).map_or(PALETTE[0], |&(_, index)| PALETTE[index])
}

/// The colour of a scheme where no case is at hand.
pub fn scheme(name: &str) -> RGBColor {
    let fixed = FIXED.iter().find(|(known, _)| *known == name).map(|f| f.1);
    PALETTE[fixed.unwrap_or_else(|| start(name))]
}

/// Every maker of a case but the reference, with its place in the palette. Fixed ones first; the others start at a
/// place that follows from their name, and step on while it is taken.
fn makers(case: &CaseRecord) -> Vec<(&str, usize)> {
    let mut names: Vec<(&str, Maker)> = Vec::new();
    let seen = case.observations.iter().map(|o| (o.by, o.maker));
    for (by, maker) in seen.chain(case.curves.iter().map(|c| (c.by.as_str(), c.maker))) {
        if by != "reference" && !names.iter().any(|(known, _)| *known == by) {
            names.push((by, maker));
        }
    }
    names.sort_by_key(|&(by, maker)| (maker != Maker::Data, by));
    let mut given: Vec<(&str, usize)> = Vec::new();
    for &(by, maker) in &names {
        let fixed = FIXED.iter().find(|(name, _)| *name == by).map(|f| f.1);
        // Measurements begin at the two strongest colours.
        let first = fixed.unwrap_or_else(|| if maker == Maker::Data { 0 } else { start(by) });
        let free = (0..PALETTE.len()).map(|i| (first + i) % PALETTE.len());
        let index = free.clone().find(|i| !given.iter().any(|(_, taken)| taken == i)).unwrap_or(first);
        given.push((by, index));
    }
    given
}

/// FNV-1a: the same on every machine.
fn start(name: &str) -> usize {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash as usize % PALETTE.len()
}

/// The `index`-th of `count` shades from black to grey: one maker, several scenes.
pub fn shade(index: usize, count: usize) -> RGBColor {
    let level = if count < 2 { 0.0 } else { 165.0 * index as f64 / (count - 1) as f64 };
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
pub const MEASURED: RGBColor = PALETTE[1];
/// What looks wrong, and limits.
pub const DOUBTFUL: RGBColor = PALETTE[0];

/// The colour of the `index`-th of several laws.
pub fn law(index: usize) -> RGBColor {
    PALETTE[[0, 2, 3, 4, 5, 1][index % 6]]
}

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
    const ALL: [Self; 5] = [Self::Circle, Self::Square, Self::Up, Self::Diamond, Self::Down];

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

/// The dash of the `index`-th line of a kind.
pub fn dash(index: usize) -> Dash {
    const DASHES: [Dash; 4] = [&[26.0, 16.0], &[8.0, 12.0], &[30.0, 12.0, 8.0, 12.0], &[44.0, 16.0]];
    DASHES[index % DASHES.len()]
}
