//! A drawing as PDF of one page. Texts stay texts: both fonts are embedded, with what their glyphs mean.

use std::collections::BTreeMap;
use std::io::Write;

use ab_glyph::Font;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use plotters::style::RGBColor;

use super::super::label::{Face, Label};
use super::super::style::Stroke;
use super::{Align, DrawError, Drawing, Mark, POINTS, corners, font, pieces, rings, shift};

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const INFO: Ref = Ref::new(5);
/// First object of each font; every font has [`OBJECTS`].
const FONTS: [i32; 2] = [6, 11];
const OBJECTS: usize = 5;
/// What the page calls its fonts, and what each file calls itself: a tag of a subset, and the name.
const NAMES: [(&[u8], &[u8]); 2] = [(b"F0", b"CBENCH+DejaVuSans"), (b"F1", b"CBENCI+DejaVuSans-Oblique")];

const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Distance of the handles of a curve that makes a quarter of a circle, over its radius.
const QUARTER: f64 = 0.552_284_75;

/// Letters that were drawn, by the number of their glyph: what is copied from the page.
type Used = BTreeMap<u16, char>;

/// The file.
///
/// # Errors
/// When a font is damaged.
pub fn pdf(drawing: &Drawing, title: &str) -> Result<Vec<u8>, DrawError> {
    let mut used = [Used::new(), Used::new()];
    let content = content(drawing, &mut used)?;
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    pdf.document_info(INFO).title(TextStr(title)).producer(TextStr("collisionbench"));
    let mut page = pdf.page(PAGE);
    page.media_box(Rect::new(0.0, 0.0, points(drawing.width), points(drawing.height))).parent(PAGES).contents(CONTENT);
    let mut resources = page.resources();
    let mut fonts = resources.fonts();
    for ((name, _), first) in NAMES.iter().zip(FONTS) {
        fonts.pair(Name(name), Ref::new(first));
    }
    fonts.finish();
    resources.finish();
    page.finish();
    pdf.stream(CONTENT, &packed(&content)?).filter(Filter::FlateDecode);
    for (i, face) in [Face::Upright, Face::Oblique].into_iter().enumerate() {
        embed(&mut pdf, face, FONTS[i], NAMES[i].1, &used[i])?;
    }
    Ok(pdf.finish())
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>, DrawError> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).and_then(|()| packer.finish()).map_err(DrawError::new)
}

/// Units of the drawing as points.
fn points(units: f64) -> f32 {
    (units * POINTS) as f32
}

/// A coordinate of the drawing, a hundredth of a unit.
fn short(value: f64) -> f32 {
    ((value * 100.0).round() / 100.0) as f32
}

/// The marks, in units of the drawing, y pointing down.
fn content(drawing: &Drawing, used: &mut [Used; 2]) -> Result<Vec<u8>, DrawError> {
    let mut out = Content::new();
    let scale = POINTS as f32;
    out.transform([scale, 0.0, 0.0, -scale, 0.0, points(drawing.height)]);
    out.set_line_join(LineJoinStyle::RoundJoin).set_line_cap(LineCapStyle::ButtCap);
    for mark in &drawing.marks {
        match mark {
            Mark::Area { outline, colour } => {
                fill(&mut out, *colour);
                course(&mut out, outline);
                out.close_path().fill_nonzero();
            }
            Mark::Line { points, stroke: Stroke { colour, width, dash } } => {
                let [r, g, b] = shares(*colour);
                out.set_stroke_rgb(r, g, b).set_line_width(short(*width));
                out.set_dash_pattern(dash.iter().map(|length| short(*length)), 0.0);
                course(&mut out, points);
                out.stroke();
            }
            Mark::Marker { centre, dot } => {
                for (size, colour) in rings(*dot) {
                    fill(&mut out, colour);
                    let corners = corners(dot.shape, *centre, size);
                    if corners.is_empty() {
                        disc(&mut out, *centre, size);
                    } else {
                        course(&mut out, &corners);
                    }
                    out.close_path().fill_nonzero();
                }
            }
            Mark::Text { label, at, size, colour, align } => {
                fill(&mut out, *colour);
                text(&mut out, label, *at, *size, *align, used)?;
            }
        }
    }
    Ok(out.finish().into_vec())
}

fn shares(RGBColor(r, g, b): RGBColor) -> [f32; 3] {
    [r, g, b].map(|part| (f32::from(part) * 1000.0 / 255.0).round() / 1000.0)
}

fn fill(out: &mut Content, colour: RGBColor) {
    let [r, g, b] = shares(colour);
    out.set_fill_rgb(r, g, b);
}

fn course(out: &mut Content, points: &[(f64, f64)]) {
    for (i, &(x, y)) in points.iter().enumerate() {
        let (x, y) = (short(x), short(y));
        if i == 0 {
            out.move_to(x, y)
        } else {
            out.line_to(x, y)
        };
    }
}

fn disc(out: &mut Content, (x, y): (f64, f64), r: f64) {
    let k = QUARTER * r;
    out.move_to(short(x + r), short(y));
    let mut curve = |a: [f64; 6]| {
        let [x1, y1, x2, y2, x3, y3] = a.map(short);
        out.cubic_to(x1, y1, x2, y2, x3, y3);
    };
    curve([x + r, y + k, x + k, y + r, x, y + r]);
    curve([x - k, y + r, x - r, y + k, x - r, y]);
    curve([x - r, y - k, x - k, y - r, x, y - r]);
    curve([x + k, y - r, x + r, y - k, x + r, y]);
}

fn text(
    out: &mut Content,
    label: &Label,
    (x, y): (f64, f64),
    size: f64,
    align: Align,
    used: &mut [Used; 2],
) -> Result<(), DrawError> {
    let begins = -shift(align, font::width(label, size));
    out.begin_text();
    for piece in pieces(label, size) {
        let face = usize::from(piece.face == Face::Oblique);
        let font = font::font(piece.face).ok_or_else(|| DrawError::new("the font is damaged"))?;
        let along = begins + piece.along;
        let matrix = match align {
            Align::Upwards => [0.0, -1.0, -1.0, 0.0, short(x + piece.drop), short(y - along)],
            _ => [1.0, 0.0, 0.0, -1.0, short(x + along), short(y + piece.drop)],
        };
        let mut codes = Vec::with_capacity(2 * piece.text.len());
        for letter in piece.text.chars() {
            let (id, _) = font::glyph(font, letter);
            used[face].entry(id.0).or_insert(letter);
            codes.extend(id.0.to_be_bytes());
        }
        out.set_font(Name(NAMES[face].0), short(piece.size)).set_text_matrix(matrix).show(Str(&codes));
    }
    out.end_text();
    Ok(())
}

/// The five objects of a font: the font, its glyphs, its measures, its file, and the letters of its glyphs.
fn embed(pdf: &mut Pdf, face: Face, first: i32, name: &[u8], used: &Used) -> Result<(), DrawError> {
    let damaged = || DrawError::new("the font is damaged");
    let font = font::font(face).ok_or_else(damaged)?;
    let [whole, glyphs, measures, file, letters]: [Ref; OBJECTS] = std::array::from_fn(|i| Ref::new(first + i as i32));
    let name = Name(name);
    let em = font.units_per_em().ok_or_else(damaged)?;
    let thousandths = |value: f32| (1000.0 * value / em).round();
    pdf.type0_font(whole)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(glyphs)
        .to_unicode(letters);
    let mut cid = pdf.cid_font(glyphs);
    cid.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(measures);
    cid.cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid.widths();
    for id in used.keys() {
        widths.consecutive(*id, [thousandths(font.h_advance_unscaled(ab_glyph::GlyphId(*id)))]);
    }
    widths.finish();
    cid.finish();
    let oblique = face == Face::Oblique;
    // The box of all glyphs of DejaVu Sans, in thousandths of an em.
    pdf.font_descriptor(measures)
        .name(name)
        .flags(FontFlags::SYMBOLIC | if oblique { FontFlags::ITALIC } else { FontFlags::empty() })
        .bbox(Rect::new(-1021.0, -463.0, 1793.0, 1232.0))
        .italic_angle(if oblique { -11.0 } else { 0.0 })
        .ascent(thousandths(font.ascent_unscaled()))
        .descent(thousandths(font.descent_unscaled()))
        .cap_height(729.0)
        .stem_v(80.0)
        .font_file2(file);
    let bytes = if oblique { font::OBLIQUE } else { font::UPRIGHT };
    pdf.stream(file, &packed(bytes)?)
        .filter(Filter::FlateDecode)
        .pair(Name(b"Length1"), i32::try_from(bytes.len()).map_err(DrawError::new)?);
    let mut map = UnicodeCmap::new(Name(b"Letters"), SYSTEM);
    for (id, letter) in used {
        map.pair(*id, *letter);
    }
    pdf.cmap(letters, &map.finish().into_vec()).name(Name(b"Letters")).system_info(SYSTEM);
    Ok(())
}
