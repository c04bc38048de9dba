//! The letters of every picture: DejaVu Sans, upright and oblique.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, GlyphId};

use super::super::label::{Face, Label};

/// Name of the family.
pub const FAMILY: &str = "DejaVu Sans";

pub(super) static UPRIGHT: &[u8] = include_bytes!("../../font/DejaVuSans-subset.ttf");
pub(super) static OBLIQUE: &[u8] = include_bytes!("../../font/DejaVuSans-Oblique-subset.ttf");

/// Width of a letter that the font cannot give, in em.
const UNKNOWN: f64 = 0.6;

/// The font of a face; `None` where the built-in file is damaged.
pub(super) fn font(face: Face) -> Option<&'static FontRef<'static>> {
    static FONTS: OnceLock<[Option<FontRef<'static>>; 2]> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| [UPRIGHT, OBLIQUE].map(|bytes| FontRef::try_from_slice(bytes).ok()));
    fonts[usize::from(face == Face::Oblique)].as_ref()
}

/// Number and width of a letter, the width in em.
pub(super) fn glyph(font: &FontRef<'_>, letter: char) -> (GlyphId, f64) {
    let id = font.glyph_id(letter);
    let em = font.units_per_em().unwrap_or(2048.0);
    (id, f64::from(font.h_advance_unscaled(id)) / f64::from(em))
}

/// Width of a piece of text, `size` the height of an em. Pairs of letters are not drawn closer together.
pub fn advance(text: &str, face: Face, size: f64) -> f64 {
    let width = |letter| font(face).map_or(UNKNOWN, |font| glyph(font, letter).1);
    size * text.chars().map(width).sum::<f64>()
}

/// Width of a line of text.
pub fn width(label: &Label, size: f64) -> f64 {
    super::pieces(label, size).last().map_or(0.0, |last| last.along + advance(last.text, last.face, last.size))
}

/// The text, shortened with an ellipsis until it is no wider than `room`.
pub fn fitted(label: &Label, size: f64, room: f64) -> Label {
    if width(label, size) <= room {
        return label.clone();
    }
    let letters: Vec<char> = label.plain().chars().collect();
    let cut = |kept: usize| Label::text(format!("{}…", letters[..kept].iter().collect::<String>().trim_end()));
    (1..letters.len()).rev().map(cut).find(|cut| width(cut, size) <= room).unwrap_or_default()
}

/// The text in lines that are no wider than `room`, broken between words; a word that is wider alone is shortened.
pub fn wrapped(label: &Label, size: f64, room: f64) -> Vec<Label> {
    let mut lines: Vec<Label> = Vec::new();
    let mut word = Label::default();
    let parts = label.0.iter().flat_map(|(text, face)| text.split_inclusive(' ').map(|part| (part, *face)));
    for (part, face) in parts.chain([(" ", Face::Upright)]) {
        word.0.push((part.to_string(), face));
        if !part.ends_with(' ') {
            continue;
        }
        let longer = lines.last().map(|line| Label([line.0.clone(), word.0.clone()].concat()));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) if width(&trimmed(&longer), size) <= room => *line = longer,
            _ => lines.push(std::mem::take(&mut word)),
        }
        word.0.clear();
    }
    lines.iter().map(|line| fitted(&trimmed(line), size, room)).filter(|line| !line.0.is_empty()).collect()
}

/// Without the spaces at its end, pieces put together again.
pub fn trimmed(line: &Label) -> Label {
    let mut trimmed = Label::default();
    for (text, face) in &line.0 {
        match trimmed.0.last_mut() {
            Some((before, last)) if last == face => before.push_str(text),
            _ => trimmed.0.push((text.clone(), *face)),
        }
    }
    while let Some((text, _)) = trimmed.0.last_mut() {
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            break;
        }
        trimmed.0.pop();
    }
    trimmed
}
