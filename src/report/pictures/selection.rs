//! Which of many series a picture draws: what it leaves out is counted in its legend, and is in its table.

use super::figure::Entry;
use crate::report::table::Cell;

/// Those that are drawn, by their places among all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    pub places: Vec<usize>,
    pub all: usize,
}

impl Selection {
    /// `most` of them at most: the first, the last, and some spread between.
    pub fn spread(all: usize, most: usize) -> Self {
        Self { places: spread(&(0..all).collect::<Vec<_>>(), most), all }
    }

    /// How many are drawn before this one, if it is drawn.
    pub fn place(&self, at: usize) -> Option<usize> {
        self.places.iter().position(|shown| *shown == at)
    }

    /// Header of the column that tells what is drawn, where not everything is.
    pub fn column(&self) -> Option<&'static str> {
        (self.places.len() < self.all).then_some("drawn")
    }

    /// The cell in that column.
    pub fn cell(&self, at: usize) -> Option<Cell<'static>> {
        self.column().map(|_| if self.place(at).is_some() { "yes" } else { "no" }.into())
    }

    /// The line of the legend that counts them, where not everything is drawn.
    pub fn entry(&self) -> Option<Entry> {
        some_of(self.places.len(), self.all, "series")
    }
}

/// The line of a legend that counts what is drawn of so many, where not everything is.
pub fn some_of(drawn: usize, all: usize, what: &str) -> Option<Entry> {
    (drawn < all).then(|| Entry::new(format!("drawn: {drawn} of {all} {what}"), None, None))
}

/// `count` of `items` at most: the first, the last, and some spread between.
pub fn spread<T: Copy>(items: &[T], count: usize) -> Vec<T> {
    if items.len() <= count || count < 2 {
        return items.iter().copied().take(count.max(1)).collect();
    }
    (0..count).map(|i| items[i * (items.len() - 1) / (count - 1)]).collect()
}
