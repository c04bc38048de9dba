//! Drawing: everything is drawn three times too large and averaged down, which smooths every edge.
//!
//! Thick lines are drawn stretch by stretch with round joints: a thick line that retraces itself comes out hollow
//! otherwise, and dense ones ragged.

use std::cell::Cell;
use std::f64::consts::PI;
use std::sync::OnceLock;

use plotters::coord::Shift;
use plotters::prelude::{BitMapBackend, Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon};
use plotters::style::{Color, FontStyle, FontTransform, IntoFont, RGBColor, TextStyle, register_font};

use super::label::{Face, Label};
use super::palette;
use super::style::{Dash, Marker, PAPER};

/// Pixels of the canvas to one of the picture, each way.
const OVERSAMPLING: usize = 3;

/// Height of a line of DejaVu Sans over its size in pixels to the em: (1901 + 483)/2048 font units.
const LINE_HEIGHT: f64 = 2384.0 / 2048.0;

const FAMILY: &str = "DejaVu Sans";

static UPRIGHT: &[u8] = include_bytes!("../font/DejaVuSans-subset.ttf");
static OBLIQUE: &[u8] = include_bytes!("../font/DejaVuSans-Oblique-subset.ttf");

thread_local! {
    /// The canvas of the last picture, to be drawn over.
    static LARGE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Bytes of a row that are looked at together.
const STRETCH: usize = 3 * 16;

/// Of every channel of [`PAPER`].
const WHITE: u8 = 255;

/// A picture could not be drawn: a fault of the bench, not of its input.
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

/// Draws on a white canvas of the size given, in pixels of the finished picture, and returns the PNG.
///
/// # Errors
/// When drawing or encoding fails.
pub fn png(
    width: u32,
    height: u32,
    draw: impl FnOnce(&Pen<'_>) -> Result<(), DrawError>,
) -> Result<Vec<u8>, DrawError> {
    register()?;
    let (w, h) = (width as usize * OVERSAMPLING, height as usize * OVERSAMPLING);
    // Fifty megabytes that every picture of a thread is drawn in: fresh from the system they cost as much as the drawing.
    let mut large = LARGE.take();
    large.clear();
    large.resize(w * h * 3, WHITE);
    {
        let backend = BitMapBackend::with_buffer(&mut large, (w as u32, h as u32));
        let pen = Pen { area: backend.into_drawing_area() };
        draw(&pen)?;
        pen.area.present().map_err(DrawError::new)?;
    }
    let small = averaged(&large, w);
    LARGE.set(large);
    encode(&small, width, height)
}

fn register() -> Result<(), DrawError> {
    static DONE: OnceLock<bool> = OnceLock::new();
    let done = DONE.get_or_init(|| {
        register_font(FAMILY, FontStyle::Normal, UPRIGHT).is_ok()
            && register_font(FAMILY, FontStyle::Oblique, OBLIQUE).is_ok()
    });
    if *done { Ok(()) } else { Err(DrawError::new("the font is damaged")) }
}

/// The mean of every square of [`OVERSAMPLING`] by [`OVERSAMPLING`] pixels.
fn averaged(large: &[u8], width: usize) -> Vec<u8> {
    let row = width * 3;
    let count = (OVERSAMPLING * OVERSAMPLING) as u16;
    let mut small = vec![WHITE; large.len() / (OVERSAMPLING * OVERSAMPLING)];
    let mut sums = vec![0_u16; row];
    for (rows, means) in large.chunks_exact(row * OVERSAMPLING).zip(small.chunks_exact_mut(width)) {
        sums.fill(0);
        for line in rows.chunks_exact(row) {
            for (sum, &value) in sums.iter_mut().zip(line) {
                *sum += u16::from(value);
            }
        }
        // Most of a picture is paper: what is white already is passed over.
        let blank = OVERSAMPLING as u16 * u16::from(WHITE);
        for (sums, means) in sums.chunks(STRETCH * OVERSAMPLING).zip(means.chunks_mut(STRETCH)) {
            let mut ink = 0;
            for sum in sums {
                ink |= sum ^ blank;
            }
            if ink == 0 {
                continue;
            }
            for x in (0..means.len()).step_by(3) {
                for channel in 0..3 {
                    let mut sum = count / 2;
                    for i in 0..OVERSAMPLING {
                        sum += sums[OVERSAMPLING * x + 3 * i + channel];
                    }
                    means[x + channel] = (sum / count) as u8;
                }
            }
        }
    }
    small
}

fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, DrawError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    let indexed = palette::indexed(pixels);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(indexed.palette);
    encoder.set_compression(png::Compression::Balanced);
    // Lines and letters repeat as they are: predicting a pixel from its neighbours makes indices worse.
    encoder.set_filter(png::Filter::NoFilter);
    // 478 dots an inch: 1600 pixels across a paper column of 85 mm.
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: 18_824, yppu: 18_824, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header().map_err(DrawError::new)?;
    writer.write_image_data(&indexed.pixels).map_err(DrawError::new)?;
    writer.finish().map_err(DrawError::new)?;
    Ok(bytes)
}

/// Draws in pixels of the finished picture; y points down.
pub struct Pen<'a> {
    area: DrawingArea<BitMapBackend<'a>, Shift>,
}

impl Pen<'_> {
    fn at(point: (f64, f64)) -> (i32, i32) {
        let scaled = |x: f64| (x * OVERSAMPLING as f64).round() as i32;
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
    pub fn area(&self, outline: &[(f64, f64)], colour: RGBColor) -> Result<(), DrawError> {
        let outline: Vec<(i32, i32)> = outline.iter().map(|&p| Self::at(p)).collect();
        self.put(&Polygon::new(outline, colour.filled()))
    }

    fn disc(&self, centre: (f64, f64), radius: f64, colour: RGBColor) -> Result<(), DrawError> {
        let radius = (radius * OVERSAMPLING as f64).round() as i32;
        self.put(&Circle::new(Self::at(centre), radius, colour.filled()))
    }

    /// A line through points, with round joints. Points nearer than a pixel to the last one are left out.
    pub fn line(&self, points: &[(f64, f64)], width: f64, colour: RGBColor, dash: Dash) -> Result<(), DrawError> {
        for stretch in dashes(&thinned(points), dash) {
            for pair in stretch.windows(2) {
                self.stretch(pair[0], pair[1], width, colour)?;
            }
            if width > 2.5 {
                for &joint in &stretch {
                    self.disc(joint, width / 2.0, colour)?;
                }
            }
        }
        Ok(())
    }

    /// One straight stretch of a line, as the rectangle it is.
    fn stretch(&self, from: (f64, f64), to: (f64, f64), width: f64, colour: RGBColor) -> Result<(), DrawError> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length == 0.0 {
            return Ok(());
        }
        if width <= 1.0 || dx == 0.0 || dy == 0.0 {
            let style = colour.stroke_width((width * OVERSAMPLING as f64).round().max(1.0) as u32);
            return self.put(&PathElement::new([Self::at(from), Self::at(to)], style));
        }
        let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
        self.area(
            &[(from.0 + nx, from.1 + ny), (to.0 + nx, to.1 + ny), (to.0 - nx, to.1 - ny), (from.0 - nx, from.1 - ny)],
            colour,
        )
    }

    /// A point. An open one is white inside.
    pub fn marker(
        &self,
        shape: Marker,
        centre: (f64, f64),
        size: f64,
        colour: RGBColor,
        filled: bool,
    ) -> Result<(), DrawError> {
        self.shape(shape, centre, size, colour)?;
        if filled { Ok(()) } else { self.shape(shape, centre, size - 3.2, PAPER) }
    }

    fn shape(&self, shape: Marker, (x, y): (f64, f64), size: f64, colour: RGBColor) -> Result<(), DrawError> {
        let corners = |count: usize, radius: f64, turn: f64| -> Vec<(f64, f64)> {
            let angle = |i: usize| turn + 2.0 * PI * i as f64 / count as f64;
            (0..count).map(|i| (x + radius * angle(i).sin(), y - radius * angle(i).cos())).collect()
        };
        // Sizes that look equal rather than are.
        match shape {
            Marker::Circle => self.disc((x, y), size, colour),
            Marker::Square => self.area(&corners(4, 1.25 * size, PI / 4.0), colour),
            Marker::Up => self.area(&corners(3, 1.35 * size, 0.0), colour),
            Marker::Diamond => self.area(&corners(4, 1.3 * size, 0.0), colour),
            Marker::Down => self.area(&corners(3, 1.35 * size, PI), colour),
        }
    }

    /// A line of text on its baseline. `size` is in pixels to the em.
    pub fn text(
        &self,
        label: &Label,
        at: (f64, f64),
        size: f64,
        colour: RGBColor,
        align: Align,
    ) -> Result<(), DrawError> {
        let width = width(label, size)?;
        let shift = match align {
            Align::Left => 0.0,
            Align::Centre | Align::Upwards => width / 2.0,
            Align::Right => width,
        };
        let mut along = -shift;
        for (text, face) in &label.0 {
            let (style, size, drop) = style(*face, size, colour);
            // The library puts the baseline half a line below the point.
            let rise = size * LINE_HEIGHT / 2.0;
            let (style, place) = match align {
                Align::Upwards => (style.transform(FontTransform::Rotate270), (at.0 + drop - rise, at.1 - along)),
                _ => (style, (at.0 + along, at.1 + drop - rise)),
            };
            self.area.draw_text(text, &style, Self::at(place)).map_err(DrawError::new)?;
            along += advance(text, &style)?;
        }
        Ok(())
    }
}

/// The width of a line of text, `size` in pixels to the em.
///
/// # Errors
/// When the font cannot be read.
pub fn width(label: &Label, size: f64) -> Result<f64, DrawError> {
    register()?;
    label.0.iter().map(|(text, face)| advance(text, &style(*face, size, PAPER).0)).sum()
}

fn advance(text: &str, style: &TextStyle<'_>) -> Result<f64, DrawError> {
    let ((left, _), (right, _)) = style.font.layout_box(text).map_err(DrawError::new)?;
    Ok(f64::from(right - left) / OVERSAMPLING as f64)
}

/// Font, size in pixels to the em, and how far below the baseline.
fn style(face: Face, size: f64, colour: RGBColor) -> (TextStyle<'static>, f64, f64) {
    let (size, drop) = if face == Face::Index { (0.7 * size, 0.18 * size) } else { (size, 0.0) };
    let slant = if face == Face::Oblique { FontStyle::Oblique } else { FontStyle::Normal };
    let font = (FAMILY, size * LINE_HEIGHT * OVERSAMPLING as f64, slant).into_font();
    (font.color(&colour), size, drop)
}

/// Without points nearer than a pixel to the one before; the last one stays.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::with_capacity(points.len());
    for (i, &point) in points.iter().enumerate() {
        let far = kept.last().is_none_or(|last| (point.0 - last.0).hypot(point.1 - last.1) >= 1.0);
        if far || i + 1 == points.len() {
            kept.push(point);
        }
    }
    kept
}

/// The pieces of a line that are drawn.
fn dashes(points: &[(f64, f64)], dash: Dash) -> Vec<Vec<(f64, f64)>> {
    if dash.is_empty() || points.len() < 2 {
        return vec![points.to_vec()];
    }
    let mut pieces = Vec::new();
    let mut piece = vec![points[0]];
    let (mut index, mut left) = (0, dash[0]);
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let length = (to.0 - from.0).hypot(to.1 - from.1);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dashed_line_covers_its_share() {
        let pieces = dashes(&[(0.0, 0.0), (50.0, 0.0), (100.0, 0.0)], &[20.0, 20.0]);
        let ends: Vec<(f64, f64)> = pieces.iter().map(|p| (p[0].0, p[p.len() - 1].0)).collect();
        assert_eq!(ends, [(0.0, 20.0), (40.0, 60.0), (80.0, 100.0)]);
    }

    #[test]
    fn averaging_takes_the_mean() {
        let mut large = vec![255_u8; 3 * 3 * 3];
        large[..9].fill(0); // one of three lines is black
        assert_eq!(averaged(&large, 3), [170, 170, 170]);
    }
}
