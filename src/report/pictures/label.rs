//! Text in a picture: upright words, oblique symbols, lowered indices.

/// How a piece of text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    Upright,
    /// Symbols of quantities.
    Oblique,
    /// Indices of symbols: upright, smaller, lower.
    Index,
}

/// A line of text in pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label(pub Vec<(String, Face)>);

impl<T: Into<String>> From<T> for Label {
    fn from(text: T) -> Self {
        Self::text(text)
    }
}

impl Label {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self(vec![(text.into(), Face::Upright)])
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
            label.0.push((format!(" ({unit})"), Face::Upright));
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

    /// The words without their faces.
    pub fn plain(&self) -> String {
        self.0.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// At most `width` characters, with an ellipsis.
    pub fn cut(self, width: usize) -> Self {
        Self(self.0.into_iter().map(|(text, face)| (crate::error::cut(&text, width), face)).collect())
    }
}
