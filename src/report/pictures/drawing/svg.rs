//! A drawing as SVG: texts stay texts, and every line is one path.

use std::collections::BTreeSet;
use std::fmt::Write;

use plotters::style::RGBColor;

use super::super::label::{Face, Label};
use super::super::style::{Dot, Marker, PAPER, Stroke, dark};
use super::{Align, Drawing, MILLIMETRES, Mark, RING, corners, font, pieces, shift};
use crate::report::markup::escaped;

/// The file. One `for_screens` has dark colours where the reader's screen has, and its lines are true to a pixel of a wide
/// one; on paper a tenth of that shows.
pub fn svg(drawing: &Drawing, title: &str, for_screens: bool) -> String {
    let Drawing { width, height, .. } = drawing;
    let [w, h, mm_w, mm_h] = [*width, *height, width * MILLIMETRES, height * MILLIMETRES].map(short);
    let dark = if for_screens { in_the_dark([drawing]) } else { String::new() };
    let description = match drawing.description.as_str() {
        "" => String::new(),
        text => format!("<desc>{}</desc>\n", escaped(text)),
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{mm_w}mm\" height=\"{mm_h}mm\" viewBox=\"0 0 {w} {h}\" {LOOK}>\n\
         <title>{}</title>\n{description}{dark}<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        escaped(title),
        hex(PAPER),
    );
    marks(&mut out, &drawing.marks, if for_screens { 1.0 } else { TENTHS });
    out.push_str("</svg>\n");
    out
}

/// What every drawing has.
const LOOK: &str = "font-family=\"DejaVu Sans, Verdana, sans-serif\" fill=\"none\" stroke-linejoin=\"round\" role=\"img\" \
                    xml:space=\"preserve\"";

/// Drawings one over another inside a page, each a group of its class; places with a text show it on hover.
pub fn inline(parts: &[(&str, &Drawing)], class: &str, label: &str) -> String {
    let (width, height) = parts.first().map_or((0.0, 0.0), |(_, drawing)| (drawing.width, drawing.height));
    let mut out = format!(
        "<svg class=\"{}\" viewBox=\"0 0 {} {}\" aria-label=\"{}\" {LOOK}>{}",
        escaped(class),
        short(width),
        short(height),
        escaped(label),
        in_the_dark(parts.iter().map(|(_, drawing)| *drawing)),
    );
    for (class, drawing) in parts {
        let _ = write!(out, "<g class=\"{}\">", escaped(class));
        marks(&mut out, &drawing.marks, 1.0);
        for ((x, y), text) in &drawing.tips {
            let [x, y] = [*x, *y].map(short);
            let _ = write!(
                out,
                "<circle class=\"tip\" cx=\"{x}\" cy=\"{y}\" r=\"12\"><title>{}</title></circle>",
                escaped(text)
            );
        }
        out.push_str("</g>");
    }
    out.push_str("</svg>");
    out
}

/// Each group of marks as a path, or as texts, to `scale` steps a unit.
fn marks(out: &mut String, marks: &[Mark], scale: f64) {
    // Marks that look the same share their attributes: half the bytes.
    for alike in marks.chunk_by(same_look) {
        match &alike[0] {
            Mark::Area { outline, colour } => {
                let _ = writeln!(out, "<path d=\"{}Z\" fill=\"{}\"/>", courses([&outline[..]], scale), hex(*colour));
            }
            Mark::Line { stroke: Stroke { colour, width, dash }, .. } => {
                let lines = alike.iter().filter_map(|mark| match mark {
                    Mark::Line { points, .. } => Some(&points[..]),
                    _ => None,
                });
                let d = courses(lines, scale);
                let dashes: Vec<String> = dash.iter().map(|length| short(*length)).collect();
                let broken = match dashes.is_empty() {
                    true => String::new(),
                    false => format!(" stroke-dasharray=\"{}\"", dashes.join(" ")),
                };
                let (colour, width) = (hex(*colour), short(*width));
                let _ = writeln!(out, "<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"{width}\"{broken}/>");
            }
            Mark::Marker { dot: Dot { shape: Marker::Circle, size, colour, filled: true }, .. } => {
                let centres: Vec<[(f64, f64); 2]> = alike.iter().filter_map(centre).map(|at| [at; 2]).collect();
                let d = courses(centres.iter().map(|at| &at[..]), scale);
                let (colour, width) = (hex(*colour), short(2.0 * size));
                let _ = writeln!(
                    out,
                    "<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
                );
            }
            Mark::Marker { dot: Dot { shape, size, colour, filled }, .. } => {
                let colour = hex(*colour);
                // The ring of an open one lies inside its size.
                let (size, look) = match filled {
                    true => (*size, format!("fill=\"{colour}\"")),
                    false => (
                        (size - RING / 2.0).max(0.0),
                        format!("fill=\"{}\" stroke=\"{colour}\" stroke-width=\"{}\"", hex(PAPER), short(RING)),
                    ),
                };
                let centres = alike.iter().filter_map(centre);
                if *shape == Marker::Circle {
                    let _ = writeln!(out, "<g {look}>");
                    for (x, y) in centres {
                        let [x, y] = [x, y].map(|at| short((at * scale).round() / scale));
                        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", short(size));
                    }
                    out.push_str("</g>\n");
                } else {
                    let d: String = centres.map(|at| course(&corners(*shape, at, size)) + "Z").collect();
                    let _ = writeln!(out, "<path d=\"{d}\" {look}/>");
                }
            }
            Mark::Text { size, colour, .. } => {
                let _ = writeln!(out, "<g font-size=\"{}\" fill=\"{}\">", short(*size), hex(*colour));
                for mark in alike {
                    let Mark::Text { label, at, align, .. } = mark else { continue };
                    text(out, label, *at, *size, *align, scale);
                }
                out.push_str("</g>\n");
            }
        }
    }
}

/// Whether two marks differ in their place, or in their words, alone; each area has a path of its own.
fn same_look(one: &Mark, other: &Mark) -> bool {
    match (one, other) {
        (Mark::Line { stroke, .. }, Mark::Line { stroke: same, .. }) => stroke == same,
        (Mark::Marker { dot, .. }, Mark::Marker { dot: same, .. }) => dot == same,
        (Mark::Text { size, colour, .. }, Mark::Text { size: s, colour: c, .. }) => (size, colour) == (s, c),
        _ => false,
    }
}

fn centre(mark: &Mark) -> Option<(f64, f64)> {
    if let Mark::Marker { centre, .. } = mark { Some(*centre) } else { None }
}

/// What each colour of a drawing becomes on a dark screen; rules of a style come before attributes.
fn in_the_dark<'a>(drawings: impl IntoIterator<Item = &'a Drawing>) -> String {
    let looks = drawings.into_iter().flat_map(|drawing| &drawing.marks).map(|mark| match mark {
        Mark::Line { stroke: Stroke { colour, .. }, .. }
        | Mark::Marker { dot: Dot { colour, filled: false, .. } | Dot { colour, shape: Marker::Circle, .. }, .. } => {
            ("stroke", *colour)
        }
        Mark::Area { colour, .. } | Mark::Marker { dot: Dot { colour, .. }, .. } | Mark::Text { colour, .. } => {
            ("fill", *colour)
        }
    });
    let rule = |(what, colour)| format!("[{what}=\"{}\"]{{{what}:{}}}", hex(colour), hex(dark(colour)));
    let rules: BTreeSet<String> = looks.chain([("fill", PAPER)]).map(rule).collect();
    let rules: String = rules.into_iter().collect();
    format!("<style>@media screen and (prefers-color-scheme:dark){{{rules}}}</style>\n")
}

/// A line of text, placed to `scale` steps a unit. Where the family is not installed, `textLength` keeps its width; a number
/// is short enough without.
fn text(out: &mut String, label: &Label, at: (f64, f64), size: f64, align: Align, scale: f64) {
    let width = font::width(label, size);
    let begins = -shift(align, width);
    if let ([(words, Face::Upright)], true) = (label.0.as_slice(), align != Align::Upwards) {
        let [x, y, length] = [at.0 + begins, at.1, width].map(|value| short((value * scale).round() / scale));
        let number = scale == 1.0 && words.chars().all(|c| c.is_ascii_digit() || "−.".contains(c));
        let length = if number { String::new() } else { format!(" textLength=\"{length}\"") };
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\"{length}>{}</text>", escaped(words));
        return;
    }
    let turned = if align == Align::Upwards { " rotate(-90)" } else { "" };
    let _ = write!(out, "<text transform=\"translate({} {}){turned}\">", short(at.0), short(at.1));
    for piece in pieces(label, size) {
        let slant = if piece.face == Face::Oblique { " font-style=\"oblique\"" } else { "" };
        let smaller = match piece.face {
            Face::Index | Face::Power => format!(" font-size=\"{}\"", short(piece.size)),
            _ => String::new(),
        };
        let length = font::advance(piece.text, piece.face, piece.size);
        let _ = write!(
            out,
            "<tspan x=\"{}\" y=\"{}\" textLength=\"{}\"{slant}{smaller}>{}</tspan>",
            short(begins + piece.along),
            short(piece.drop),
            short(length),
            escaped(piece.text),
        );
    }
    out.push_str("</text>\n");
}

/// `M10 20l30-40`: from the first point on in steps of whole tenths, so that what is rounded does not add up.
pub fn course(points: &[(f64, f64)]) -> String {
    courses([points], TENTHS)
}

/// Steps of a path in a unit.
pub const TENTHS: f64 = 10.0;

/// Several lines in one path: `M10 20h30m5-5v40`, in so many steps a unit.
pub fn courses<'a>(lines: impl IntoIterator<Item = &'a [(f64, f64)]>, scale: f64) -> String {
    let steps = |value: f64| (value * scale).round();
    let (mut text, mut at, mut last) = (String::new(), (0.0, 0.0), ' ');
    for line in lines {
        for (i, (x, y)) in line.iter().enumerate() {
            let to = (steps(*x), steps(*y));
            let [dx, dy] = [to.0 - at.0, to.1 - at.1];
            let (command, numbers) = match (i, dx == 0.0, dy == 0.0) {
                (0, ..) if text.is_empty() => ('M', vec![dx, dy]),
                (0, ..) => ('m', vec![dx, dy]),
                (_, true, false) => ('v', vec![dy]),
                (_, _, true) => ('h', vec![dx]),
                _ => ('l', vec![dx, dy]),
            };
            // What follows `m` is `l`, and what follows `l` too.
            let implied = command == 'l' && ['l', 'm'].contains(&last);
            if !implied {
                text.push(command);
            }
            for (n, number) in numbers.iter().enumerate() {
                let number = plain(&short(number / scale));
                let space = if (n > 0 || implied) && !number.starts_with('-') { " " } else { "" };
                let _ = write!(text, "{space}{number}");
            }
            (at, last) = (to, command);
        }
    }
    text
}

/// `.3` for `0.3`
fn plain(number: &str) -> String {
    match (number.strip_prefix("0."), number.strip_prefix("-0.")) {
        (Some(tenths), _) => format!(".{tenths}"),
        (_, Some(tenths)) => format!("-.{tenths}"),
        _ => number.to_string(),
    }
}

/// One decimal at most: 0.0075 mm. Drawings of many points have tens of thousands of them; between two of the last decimal the formatter
/// decides.
pub(in crate::report) fn short(value: f64) -> String {
    let tenths = 10.0 * value;
    if tenths.abs() < 1e9 && (tenths - tenths.floor() - 0.5).abs() > 1e-6 {
        let whole = tenths.round() as i64;
        let (sign, ones, rest) = (if whole < 0 { "-" } else { "" }, whole.abs() / 10, whole.abs() % 10);
        return if rest == 0 { format!("{sign}{ones}") } else { format!("{sign}{ones}.{rest}") };
    }
    let text = format!("{value:.1}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

fn hex(RGBColor(r, g, b): RGBColor) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
