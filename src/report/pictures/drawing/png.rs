//! A drawing as PNG: everything is drawn three times too large and averaged down, which smooths every edge.
//!
//! Thick lines are drawn stretch by stretch with round joints: a thick line that retraces itself comes out hollow
//! otherwise, and dense ones ragged.

use std::sync::OnceLock;

use plotters::coord::Shift;
use plotters::prelude::{BitMapBackend, Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon};
use plotters::style::{Color, FontStyle, FontTransform, IntoFont, RGBColor, register_font};

use super::super::label::{Face, Label};
use super::super::style::{Dash, Marker, Stroke};
use super::{Align, DrawError, Drawing, MILLIMETRES, Mark, corners, font, pieces, rings, shift};

/// Pixels of the canvas to one of the picture, each way.
const OVERSAMPLING: usize = 3;

/// Height of a line of DejaVu Sans over its size in pixels to the em: (1901 + 483)/2048 font units.
const LINE_HEIGHT: f64 = 2384.0 / 2048.0;

/// Of every channel of [`PAPER`].
const WHITE: u8 = 255;

/// The file: one pixel a unit of the drawing.
///
/// # Errors
/// When drawing or encoding fails.
pub fn png(drawing: &Drawing) -> Result<Vec<u8>, DrawError> {
    register()?;
    let (width, height) = (drawing.width.ceil() as u32, drawing.height.ceil() as u32);
    let (w, h) = (width as usize * OVERSAMPLING, height as usize * OVERSAMPLING);
    let mut large = vec![WHITE; w * h * 3];
    {
        let backend = BitMapBackend::with_buffer(&mut large, (w as u32, h as u32));
        let pen = Pen { area: backend.into_drawing_area() };
        drawing.marks.iter().try_for_each(|mark| pen.mark(mark))?;
        pen.area.present().map_err(DrawError::new)?;
    }
    encode(&averaged(&large, w), width, height)
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
    let row = width * 3;
    let mut small = Vec::with_capacity(large.len() / (OVERSAMPLING * OVERSAMPLING));
    for rows in large.chunks_exact(row * OVERSAMPLING) {
        for place in (0..row).step_by(3 * OVERSAMPLING) {
            for channel in place..place + 3 {
                let across = (0..OVERSAMPLING).map(|i| channel + 3 * i);
                let sum: usize =
                    across.map(|x| rows.iter().skip(x).step_by(row).map(|v| usize::from(*v)).sum::<usize>()).sum();
                let count = OVERSAMPLING * OVERSAMPLING;
                small.push(((sum + count / 2) / count) as u8);
            }
        }
    }
    small
}

fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, DrawError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let pitch = (1000.0 / MILLIMETRES).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: pitch, yppu: pitch, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header().map_err(DrawError::new)?;
    writer.write_image_data(pixels).map_err(DrawError::new)?;
    writer.finish().map_err(DrawError::new)?;
    Ok(bytes)
}

/// Draws in pixels of the finished picture; y points down.
struct Pen<'a> {
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
    fn area(&self, outline: &[(f64, f64)], colour: RGBColor) -> Result<(), DrawError> {
        let outline: Vec<(i32, i32)> = outline.iter().map(|&p| Self::at(p)).collect();
        self.put(&Polygon::new(outline, colour.filled()))
    }

    fn disc(&self, centre: (f64, f64), radius: f64, colour: RGBColor) -> Result<(), DrawError> {
        let radius = (radius * OVERSAMPLING as f64).round() as i32;
        self.put(&Circle::new(Self::at(centre), radius, colour.filled()))
    }

    /// A line through points, with round joints.
    fn line(&self, points: &[(f64, f64)], Stroke { colour, width, dash }: Stroke) -> Result<(), DrawError> {
        for stretch in dashes(points, dash) {
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
            let font = (font::FAMILY, piece.size * LINE_HEIGHT * OVERSAMPLING as f64, slant).into_font();
            let style = font.color(&colour);
            // The library puts the baseline half a line below the point.
            let rise = piece.size * LINE_HEIGHT / 2.0;
            let along = begins + piece.along;
            let (style, place) = match align {
                Align::Upwards => (style.transform(FontTransform::Rotate270), (at.0 + piece.drop - rise, at.1 - along)),
                _ => (style, (at.0 + along, at.1 + piece.drop - rise)),
            };
            self.area.draw_text(piece.text, &style, Self::at(place)).map_err(DrawError::new)?;
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
