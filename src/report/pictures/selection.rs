//! Which of many series a picture and its table have; the legend counts them where some are left out.

use super::figure::Entry;

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

    /// Those of `items`, in order.
    pub fn of<'a, T>(&'a self, items: &'a [T]) -> impl Iterator<Item = &'a T> {
        self.places.iter().filter_map(|at| items.get(*at))
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
