//! A drawing as SVG: texts stay texts, and every line is one path.

use std::fmt::Write;

use plotters::style::RGBColor;

use super::super::label::{Face, Label};
use super::super::style::PAPER;
use super::{Align, Drawing, MILLIMETRES, Mark, corners, font, pieces, rings, shift};
use crate::report::markup::escaped;

/// The file.
pub fn svg(drawing: &Drawing, title: &str) -> String {
    let Drawing { width, height, marks } = drawing;
    let mm = |units: f64| short(units * MILLIMETRES);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {} {}\" \
         font-family=\"{}, Verdana, sans-serif\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        mm(*width),
        mm(*height),
        short(*width),
        short(*height),
        font::FAMILY,
        escaped(title),
        hex(PAPER),
    );
    for mark in marks {
        match mark {
            Mark::Area { outline, colour } => {
                let _ = writeln!(out, "<path d=\"{}Z\" fill=\"{}\"/>", course(outline), hex(*colour));
            }
            Mark::Line { points, width, colour, dash } => {
                let dashes: Vec<String> = dash.iter().map(|length| short(*length)).collect();
                let broken = match dashes.is_empty() {
                    true => String::new(),
                    false => format!(" stroke-dasharray=\"{}\"", dashes.join(" ")),
                };
                let (colour, width) = (hex(*colour), short(*width));
                let d = course(points);
                let _ = writeln!(
                    out,
                    "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                     stroke-linejoin=\"round\"{broken}/>"
                );
            }
            Mark::Marker { shape, centre, size, colour, filled } => {
                for (size, colour) in rings(*size, *colour, *filled) {
                    let corners = corners(*shape, *centre, size);
                    let colour = hex(colour);
                    let _ = match corners.is_empty() {
                        false => writeln!(out, "<path d=\"{}Z\" fill=\"{colour}\"/>", course(&corners)),
                        true => {
                            let [x, y, r] = [centre.0, centre.1, size].map(short);
                            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{colour}\"/>")
                        }
                    };
                }
            }
            Mark::Text { label, at, size, colour, align } => text(&mut out, label, *at, *size, *colour, *align),
        }
    }
    out.push_str("</svg>\n");
    out
}

/// A line of text. Where the family is not installed, `textLength` keeps its width.
fn text(out: &mut String, label: &Label, at: (f64, f64), size: f64, colour: RGBColor, align: Align) {
    let width = font::width(label, size);
    let begins = -shift(align, width);
    let turned = if align == Align::Upwards { " rotate(-90)" } else { "" };
    let place = format!("translate({} {}){turned}", short(at.0), short(at.1));
    let _ = write!(out, "<text transform=\"{place}\" font-size=\"{}\" fill=\"{}\">", short(size), hex(colour));
    for piece in pieces(label, size) {
        let slant = if piece.face == Face::Oblique { " font-style=\"oblique\"" } else { "" };
        let smaller = match piece.face {
            Face::Index => format!(" font-size=\"{}\"", short(piece.size)),
            _ => String::new(),
        };
        let length = font::advance(piece.text, piece.face, piece.size);
        let _ = write!(
            out,
            "<tspan x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"\
             {slant}{smaller}>{}</tspan>",
            short(begins + piece.along),
            short(piece.drop),
            short(length),
            escaped(piece.text),
        );
    }
    out.push_str("</text>\n");
}

/// `M10 20L30 40`
fn course(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    for (i, (x, y)) in points.iter().enumerate() {
        let _ = write!(text, "{}{} {}", if i == 0 { 'M' } else { 'L' }, short(*x), short(*y));
    }
    text
}

/// Two decimals at most: 0.0015 mm.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

fn hex(RGBColor(r, g, b): RGBColor) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::super::super::style::{DASHED, INK};
    use super::*;

    #[test]
    fn lines_are_single_paths_and_texts_are_escaped() {
        let mut drawing = Drawing::new(100.0, 80.0);
        drawing.line(&[(0.0, 0.0), (50.0, 1.0 / 3.0), (100.0, 0.0)], 5.0, INK, DASHED);
        drawing.text(&Label::text("<script>&"), (50.0, 40.0), 35.0, INK, Align::Centre);
        let file = svg(&drawing, "a < b");
        assert_eq!(file.matches("<path").count(), 1);
        assert!(file.contains("d=\"M0 0L50 0.33L100 0\"") && file.contains("stroke-dasharray=\"26 16\""), "{file}");
        assert!(file.contains("&lt;script&gt;&amp;</tspan>") && file.contains("<title>a &lt; b</title>"), "{file}");
        assert!(file.contains("width=\"7.5mm\""), "{file}");
    }
}
