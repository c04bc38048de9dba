//! Text in a picture: upright words, oblique symbols, lowered indices, raised powers.

/// How a piece of text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    Upright,
    /// Symbols of quantities.
    Oblique,
    /// Indices of symbols: upright, smaller, lower.
    Index,
    /// Exponents: upright, smaller, higher.
    Power,
}

/// What an exponent is made of, as a letter of its own and as it is set: those of the font are too small to read in print.
const RAISED: [(char, char); 12] = [
    ('⁰', '0'),
    ('¹', '1'),
    ('²', '2'),
    ('³', '3'),
    ('⁴', '4'),
    ('⁵', '5'),
    ('⁶', '6'),
    ('⁷', '7'),
    ('⁸', '8'),
    ('⁹', '9'),
    ('⁻', '−'),
    ('⁺', '+'),
];

/// A line of text in pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label(pub Vec<(String, Face)>);

impl<T: Into<String>> From<T> for Label {
    fn from(text: T) -> Self {
        Self::text(text)
    }
}

impl Label {
    /// Plain text; the exponents in it are set as such.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        let mut pieces: Vec<(String, Face)> = Vec::new();
        for letter in text.chars() {
            let raised = RAISED.iter().find(|(raised, _)| *raised == letter);
            let (letter, face) = raised.map_or((letter, Face::Upright), |(_, plain)| (*plain, Face::Power));
            match pieces.last_mut() {
                Some((text, last)) if *last == face => text.push(letter),
                _ => pieces.push((letter.to_string(), face)),
            }
        }
        if pieces.is_empty() {
            pieces.push((text, Face::Upright));
        }
        Self(pieces)
    }

    /// A word of the bench as plain text: `max_force` becomes `max force`.
    pub fn word(word: &str) -> Self {
        Self::text(word.replace(['_', '-'], " "))
    }

    /// Name, symbol and unit: `overlap δ (µm)`. What stands behind `_` in a symbol is its index.
    pub fn axis(name: &str, symbol: &str, unit: &str) -> Self {
        let mut label = if name.is_empty() { Self::default() } else { Self::word(name) };
        if !symbol.is_empty() && !name.is_empty() {
            label.0.push((" ".to_string(), Face::Upright));
        }
        label = label.symbol(symbol);
        if !unit.is_empty() {
            label.0.extend(Self::text(format!(" ({})", product(unit))).0);
        }
        label
    }

    /// Adds a symbol; a ratio of two symbols is written `a/b`.
    pub fn symbol(mut self, symbol: &str) -> Self {
        for (i, part) in symbol.split('/').enumerate() {
            if i > 0 {
                self.0.push(("/".to_string(), Face::Upright));
            }
            let (base, index) = part.split_once('_').unwrap_or((part, ""));
            // Operators are upright, quantities oblique: |Δe|.
            for letter in base.replace('\'', "′").chars() {
                let face = if matches!(letter, '|' | 'Δ' | '(' | ')') { Face::Upright } else { Face::Oblique };
                match self.0.last_mut() {
                    Some((text, last)) if *last == face => text.push(letter),
                    _ => self.0.push((letter.to_string(), face)),
                }
            }
            let (index, bar) = index.split_at(index.trim_end_matches(['|', ')']).len());
            if !index.is_empty() {
                self.0.push((index.replace('\'', "′"), Face::Index));
            }
            if !bar.is_empty() {
                self.0.push((bar.to_string(), Face::Upright));
            }
        }
        self
    }

    /// Adds plain text.
    #[must_use]
    pub fn and(mut self, text: impl Into<String>) -> Self {
        self.0.extend(Self::text(text).0);
        self
    }

    /// The words without their faces; an exponent is made of raised letters.
    pub fn plain(&self) -> String {
        let raised = |letter: char| RAISED.iter().find(|(_, plain)| *plain == letter).map_or(letter, |row| row.0);
        let piece = |(text, face): &(String, Face)| match face {
            Face::Power => text.chars().map(raised).collect(),
            _ => text.clone(),
        };
        self.0.iter().map(piece).collect()
    }

    /// At most `width` characters, with an ellipsis.
    pub fn cut(self, width: usize) -> Self {
        Self(self.0.into_iter().map(|(text, face)| (crate::error::cut(&text, width), face)).collect())
    }
}

/// A unit as a product of powers: `kg/m³` is `kg m⁻³`.
fn product(unit: &str) -> String {
    let mut factors = unit.split('/');
    let mut product = factors.next().unwrap_or_default().to_string();
    for factor in factors {
        let base = factor.trim_end_matches(|letter| RAISED.iter().any(|(raised, _)| *raised == letter));
        let power = &factor[base.len()..];
        product.push_str(&format!(" {base}⁻{}", if power.is_empty() { "¹" } else { power }));
    }
    product.trim_start().to_string()
}
