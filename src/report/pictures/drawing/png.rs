//! A drawing as PNG of indexed colours: everything is drawn three times too large and averaged down, which smooths every
//! edge.
//!
//! Thick lines are drawn stretch by stretch with round joints: a thick line that retraces itself comes out hollow
//! otherwise, and dense ones ragged. Lines and dashes end flat, as in SVG and PDF.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::iter::repeat_n;
use std::sync::OnceLock;

use plotters::coord::Shift;
use plotters::prelude::{BitMapBackend, Circle, DrawingArea, IntoDrawingArea, Polygon, Rectangle};
use plotters::style::{Color, FontStyle, FontTransform, IntoFont, RGBColor, register_font};

use super::super::label::{Face, Label};
use super::super::style::{Dash, Marker, Stroke};
use super::{Align, DrawError, Drawing, MILLIMETRES, Mark, corners, font, pieces, rings, shift};

/// Pixels of the canvas to one of the picture, each way.
const OVERSAMPLING: usize = 3;

/// Height of a line of DejaVu Sans over its size in pixels to the em: (1901 + 483)/2048 font units.
const LINE_HEIGHT: f64 = 2384.0 / 2048.0;

/// Colours of a file at most, and how far apart they are at least where they fill less than 1/300 of the picture.
const COLOURS: usize = 256;
const APART: i32 = 64 * 64;

/// Of every channel of [`PAPER`].
const WHITE: u8 = 255;

/// The file, so many pixels a unit of the drawing.
///
/// # Errors
/// When drawing or encoding fails.
pub fn png(drawing: &Drawing, resolution: f64) -> Result<Vec<u8>, DrawError> {
    register()?;
    let [width, height] = [drawing.width, drawing.height].map(|units| (units * resolution).ceil() as u32);
    let (w, h) = (width as usize * OVERSAMPLING, height as usize * OVERSAMPLING);
    let mut large = vec![WHITE; w * h * 3];
    {
        let backend = BitMapBackend::with_buffer(&mut large, (w as u32, h as u32));
        let pen = Pen { area: backend.into_drawing_area(), scale: resolution * OVERSAMPLING as f64 };
        drawing.marks.iter().try_for_each(|mark| pen.mark(mark))?;
        pen.area.present().map_err(DrawError::new)?;
    }
    encode(&averaged(&large, w), [width, height], resolution)
}

fn register() -> Result<(), DrawError> {
    static DONE: OnceLock<bool> = OnceLock::new();
    let done = DONE.get_or_init(|| {
        register_font(font::FAMILY, FontStyle::Normal, font::UPRIGHT).is_ok()
            && register_font(font::FAMILY, FontStyle::Oblique, font::OBLIQUE).is_ok()
    });
    if *done { Ok(()) } else { Err(DrawError::new("the font is damaged")) }
}

/// The mean of every square of `OVERSAMPLING` by `OVERSAMPLING` pixels.
pub fn averaged(large: &[u8], width: usize) -> Vec<u8> {
    const COUNT: u16 = (OVERSAMPLING * OVERSAMPLING) as u16;
    let row = width * 3;
    let mut small = Vec::with_capacity(large.len() / usize::from(COUNT));
    let mut sums = vec![0u16; row];
    for rows in large.chunks_exact(row * OVERSAMPLING) {
        sums.fill(0);
        for line in rows.chunks_exact(row) {
            sums.iter_mut().zip(line).for_each(|(sum, value)| *sum += u16::from(*value));
        }
        for pixels in sums.chunks_exact(3 * OVERSAMPLING) {
            let mut square = [COUNT / 2; 3];
            for pixel in pixels.as_chunks::<3>().0 {
                (0..3).for_each(|channel| square[channel] += pixel[channel]);
            }
            small.extend_from_slice(&square.map(|sum| (sum / COUNT) as u8));
        }
    }
    small
}

fn encode(pixels: &[u8], [width, height]: [u32; 2], resolution: f64) -> Result<Vec<u8>, DrawError> {
    let (palette, indices) = indexed(pixels);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    // Neighbours in a palette are no neighbours in colour: differences of their numbers are no smaller.
    encoder.set_filter(png::Filter::NoFilter);
    let pitch = (1000.0 / MILLIMETRES * resolution).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: pitch, yppu: pitch, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header().map_err(DrawError::new)?;
    writer.write_image_data(&indices).map_err(DrawError::new)?;
    writer.finish().map_err(DrawError::new)?;
    Ok(bytes)
}

/// The most frequent colours of a picture that differ to the eye, and for each pixel the nearest of them. Those of marks and
/// paper are among them; what is replaced are shades at the edges of letters and lines, of which some are enough.
pub fn indexed(pixels: &[u8]) -> (Vec<[u8; 3]>, Vec<u8>) {
    let colours = pixels.as_chunks::<3>().0;
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    // By runs: most neighbours are alike.
    let runs = || colours.chunk_by(|a, b| a == b);
    runs().for_each(|run| *counts.entry(run[0]).or_default() += run.len());
    let mut all: Vec<[u8; 3]> = counts.keys().copied().collect();
    // Equally frequent ones by their numbers: a map has no order.
    all.sort_unstable_by_key(|colour| (Reverse(counts[colour]), *colour));
    // The hue counts more than the light: the edge of something grey is grey.
    let off = |a: &[u8; 3], b: &[u8; 3]| -> i32 {
        let [r, g, b] = [0, 1, 2].map(|i| i32::from(a[i]) - i32::from(b[i]));
        [r, g, b, 2 * (r - g), 2 * (g - b)].iter().map(|part| part * part).sum()
    };
    let mut palette: Vec<[u8; 3]> = Vec::new();
    for colour in &all {
        let fills = counts[colour] * 300 > colours.len();
        if palette.len() < COLOURS && (fills || palette.iter().all(|known| off(known, colour) >= APART)) {
            palette.push(*colour);
        }
    }
    let nearest = |colour: &[u8; 3]| (0..palette.len()).min_by_key(|&at| off(&palette[at], colour)).unwrap_or(0) as u8;
    let places: HashMap<[u8; 3], u8> = all.iter().map(|colour| (*colour, nearest(colour))).collect();
    (palette, runs().flat_map(|run| repeat_n(places[&run[0]], run.len())).collect())
}

/// Draws in units of the drawing; y points down.
struct Pen<'a> {
    area: DrawingArea<BitMapBackend<'a>, Shift>,
    /// Pixels of the canvas a unit.
    scale: f64,
}

impl Pen<'_> {
    fn at(&self, point: (f64, f64)) -> (i32, i32) {
        let scaled = |x: f64| (x * self.scale).round() as i32;
        (scaled(point.0), scaled(point.1))
    }

    fn put<E>(&self, element: &E) -> Result<(), DrawError>
    where
        for<'b> &'b E: plotters::element::PointCollection<'b, (i32, i32)>,
        E: for<'c> plotters::element::Drawable<BitMapBackend<'c>>,
    {
        self.area.draw(element).map_err(DrawError::new)
    }

    /// A filled area.
    fn area(&self, outline: &[(f64, f64)], colour: RGBColor) -> Result<(), DrawError> {
        let outline: Vec<(i32, i32)> = outline.iter().map(|&p| self.at(p)).collect();
        self.put(&Polygon::new(outline, colour.filled()))
    }

    fn disc(&self, centre: (f64, f64), radius: f64, colour: RGBColor) -> Result<(), DrawError> {
        let radius = (radius * self.scale).round() as i32;
        self.put(&Circle::new(self.at(centre), radius, colour.filled()))
    }

    /// A line through points, with round joints and flat ends.
    fn line(&self, points: &[(f64, f64)], Stroke { colour, width, dash }: Stroke) -> Result<(), DrawError> {
        for stretch in dashes(points, dash) {
            for pair in stretch.windows(2) {
                self.stretch(pair[0], pair[1], width, colour)?;
            }
            if width > 2.5 {
                for &joint in stretch.iter().skip(1).rev().skip(1) {
                    self.disc(joint, width / 2.0, colour)?;
                }
            }
        }
        Ok(())
    }

    /// One straight stretch of a line, as the rectangle it is.
    fn stretch(&self, from: (f64, f64), to: (f64, f64), width: f64, colour: RGBColor) -> Result<(), DrawError> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = libm::hypot(dx, dy);
        if length == 0.0 {
            return Ok(());
        }
        let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
        if dx == 0.0 || dy == 0.0 {
            // The library fills the pixel of the last corner too.
            let (left, top) = self.at((from.0.min(to.0) - nx.abs(), from.1.min(to.1) - ny.abs()));
            let (right, bottom) = self.at((from.0.max(to.0) + nx.abs(), from.1.max(to.1) + ny.abs()));
            let last = ((right - 1).max(left), (bottom - 1).max(top));
            return self.put(&Rectangle::new([(left, top), last], colour.filled()));
        }
        self.area(
            &[(from.0 + nx, from.1 + ny), (to.0 + nx, to.1 + ny), (to.0 - nx, to.1 - ny), (from.0 - nx, from.1 - ny)],
            colour,
        )
    }

    fn mark(&self, mark: &Mark) -> Result<(), DrawError> {
        match mark {
            Mark::Area { outline, colour } => self.area(outline, *colour),
            Mark::Line { points, stroke } => self.line(points, *stroke),
            Mark::Marker { centre, dot } => rings(*dot).into_iter().try_for_each(|(size, colour)| match dot.shape {
                Marker::Circle => self.disc(*centre, size, colour),
                shape => self.area(&corners(shape, *centre, size), colour),
            }),
            Mark::Text { label, at, size, colour, align } => self.text(label, *at, *size, *colour, *align),
        }
    }

    fn text(&self, label: &Label, at: (f64, f64), size: f64, colour: RGBColor, align: Align) -> Result<(), DrawError> {
        let begins = -shift(align, font::width(label, size));
        for piece in pieces(label, size) {
            let slant = if piece.face == Face::Oblique { FontStyle::Oblique } else { FontStyle::Normal };
            let font = (font::FAMILY, piece.size * LINE_HEIGHT * self.scale, slant).into_font();
            let style = font.color(&colour);
            // The library puts the baseline half a line below the point.
            let rise = piece.size * LINE_HEIGHT / 2.0;
            let along = begins + piece.along;
            let (style, place) = match align {
                Align::Upwards => (style.transform(FontTransform::Rotate270), (at.0 + piece.drop - rise, at.1 - along)),
                _ => (style, (at.0 + along, at.1 + piece.drop - rise)),
            };
            self.area.draw_text(piece.text, &style, self.at(place)).map_err(DrawError::new)?;
        }
        Ok(())
    }
}

/// The pieces of a line that are drawn.
pub fn dashes(points: &[(f64, f64)], dash: Dash) -> Vec<Vec<(f64, f64)>> {
    if dash.is_empty() || points.len() < 2 {
        return vec![points.to_vec()];
    }
    let mut pieces = Vec::new();
    let mut piece = vec![points[0]];
    let (mut index, mut left) = (0, dash[0]);
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let length = libm::hypot(to.0 - from.0, to.1 - from.1);
            if length <= left {
                left -= length;
                piece.push(to);
                break;
            }
            let part = left / length;
            from = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
            piece.push(from);
            if index % 2 == 0 {
                pieces.push(std::mem::take(&mut piece));
            }
            piece = vec![from];
            index += 1;
            left = dash[index % dash.len()];
        }
    }
    if index % 2 == 0 {
        pieces.push(piece);
    }
    pieces
}
