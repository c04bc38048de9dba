//! Builds a panel from items with their legend entries.

use super::Drawn;
use super::axis::{Axis, Quantity};
use super::figure::{Dot, Entry, Figure, Item, Panel, Stroke, ranges};
use super::label::Label;
use crate::distinct::enter;
use crate::report::table::Table;

/// Lines are drawn behind points, whichever comes first here; what looks the same has one line of the legend.
#[derive(Default)]
pub(super) struct Layers {
    pub items: Vec<Item>,
    pub legend: Vec<Entry>,
}

impl Layers {
    /// A line.
    pub fn line(&mut self, name: impl Into<Label>, points: Vec<(f64, f64)>, stroke: Stroke) {
        self.put(Entry::line(name, stroke), Item::Line { points, stroke });
    }

    /// Points without error bars.
    pub fn dots(&mut self, name: impl Into<Label>, points: impl IntoIterator<Item = (f64, f64)>, dot: Dot) {
        self.put(Entry::dot(name, dot), Item::dots(points, dot));
    }

    /// Anything, with its line of the legend.
    pub fn put(&mut self, entry: Entry, item: Item) {
        enter(&mut self.legend, entry);
        self.items.push(item);
    }

    /// A figure of this panel, both axes as long as what is drawn; `None` of nothing.
    pub fn spanned(self, title: &str, [x, y]: [Quantity<'_>; 2], height: u32, table: Table) -> Option<Drawn> {
        let (x_range, y_range) = ranges(&self.items)?;
        Some(self.drawn(title, [Axis::linear(x, x_range), Axis::linear(y, y_range)], height, table))
    }

    /// A figure of this panel.
    pub fn drawn(self, title: &str, [x, y]: [Axis; 2], height: u32, table: Table) -> Drawn {
        let panels = vec![Panel { y, weight: 1.0, items: self.items }];
        Drawn { figure: Figure::new(title, self.legend, x, panels, height), table }
    }
}
