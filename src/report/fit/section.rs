//! A section of a fit report: heading, paragraphs and table.

use serde::Serialize;

/// A heading, paragraphs, and a table below them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    pub title: String,
    pub text: Vec<String>,
    /// The first row is the head; lines of a cell after its first are details. Empty where there is no table.
    pub rows: Vec<Vec<String>>,
}

impl Section {
    pub(super) fn text(title: &str, text: Vec<String>) -> Option<Self> {
        (!text.is_empty()).then(|| Self { title: title.to_string(), text, rows: Vec::new() })
    }

    pub(super) fn table(title: &str, about: &str, rows: Vec<Vec<String>>) -> Option<Self> {
        let text = Some(about).filter(|about| !about.is_empty()).map(str::to_string);
        (rows.len() > 1).then(|| Self { title: title.to_string(), text: text.into_iter().collect(), rows })
    }
}
