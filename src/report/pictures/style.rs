//! General colours, markers and lines; those of solvers, laws and datasets are in [`super::entity`].

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

/// What a colour becomes on a dark screen: the hue stays, and light and dark change places between the paper and the ink
/// of dark pages. What stands out from white paper stands out there as text has to, 4.5 to 1.
pub fn dark(colour: RGBColor) -> RGBColor {
    let turned = turned(colour);
    let lighter = |k: i32| {
        let lift = |c: u8| (f64::from(c) + 0.02 * f64::from(k) * (255.0 - f64::from(c))).round() as u8;
        RGBColor(lift(turned.0), lift(turned.1), lift(turned.2))
    };
    let least = if contrast(colour) < 3.0 { 1.0 } else { 4.5 };
    (0..50).map(lighter).find(|lighter| between(*lighter, self::turned(PAPER)) >= least).unwrap_or(turned)
}

fn turned(RGBColor(r, g, b): RGBColor) -> RGBColor {
    const DARK: [[f64; 2]; 3] = [[20.0, 230.0], [23.0, 232.0], [27.0, 235.0]];
    let turn = 255.0 - f64::from(r.max(g).max(b)) - f64::from(r.min(g).min(b));
    let within = |c: u8, [paper, ink]: [f64; 2]| (paper + (f64::from(c) + turn) / 255.0 * (ink - paper)).round() as u8;
    RGBColor(within(r, DARK[0]), within(g, DARK[1]), within(b, DARK[2]))
}

/// Contrast of a colour with the paper, from 1 to 21, as the Web Content Accessibility Guidelines define it.
pub fn contrast(colour: RGBColor) -> f64 {
    between(colour, PAPER)
}

/// The same of a colour and its paper, both as they are on a dark screen.
pub fn contrast_in_the_dark(colour: RGBColor) -> f64 {
    between(dark(colour), dark(PAPER))
}

fn between(one: RGBColor, other: RGBColor) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(RGBColor(r, g, b): RGBColor) -> f64 {
    let linear = |c: u8| match f64::from(c) / 255.0 {
        c if c <= 0.04045 => c / 12.92,
        c => libm::pow((c + 0.055) / 1.055, 2.4),
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// Colour of suspicious points and limits.
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

/// Colours by their names: those of the palette, black and grey.
pub const COLOURS: [(&str, RGBColor); 11] = [
    ("vermilion", RGBColor(0xD5, 0x5E, 0x00)),
    ("blue", RGBColor(0x00, 0x72, 0xB2)),
    ("green", RGBColor(0x00, 0x92, 0x6B)),
    ("purple", RGBColor(0xB8, 0x60, 0x8F)),
    ("ochre", RGBColor(0xB0, 0x7A, 0x00)),
    ("sky", RGBColor(0x2B, 0x8F, 0xC6)),
    ("brown", RGBColor(0x7A, 0x4A, 0x1E)),
    ("violet", RGBColor(0x6A, 0x3D, 0x9A)),
    ("crimson", RGBColor(0xA5, 0x00, 0x26)),
    ("black", INK),
    ("grey", QUIET),
];

/// The colour of a name, or of `#d55e00`.
pub fn named_colour(text: &str) -> Option<RGBColor> {
    if let Some((_, colour)) = COLOURS.iter().find(|(name, _)| *name == text) {
        return Some(*colour);
    }
    let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
    Some(RGBColor(part(0)?, part(2)?, part(4)?))
}

/// What was measured, in every figure of one dataset.
pub const MEASURED: Marker = Marker::Circle;

/// How a line is broken: lengths drawn and left out, in pixels.
pub type Dash = &'static [f64];

/// A whole line: solvers that lead.
pub const SOLID: Dash = &[];
/// A broken line: other solvers.
pub const DASHED: Dash = &[26.0, 16.0];
/// A dotted line.
pub const DOTTED: Dash = &[8.0, 12.0];

/// How a line looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    pub colour: RGBColor,
    pub width: f64,
    pub dash: Dash,
}

/// How a point looks. An open one is white inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dot {
    pub shape: Marker,
    pub colour: RGBColor,
    pub size: f64,
    pub filled: bool,
}
