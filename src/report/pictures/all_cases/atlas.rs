//! The order atlas: every observed and expected order of convergence, a strip a scheme.

use crate::bench::record::{CaseRecord, Comparison, ConvergenceRecord};
use crate::distinct::distinct;

use super::super::prelude::*;
use super::Cases;

/// Height of a strip's lane, and of all that stands around the panel, in units.
const LANE: f64 = 50.0;
const AROUND: f64 = 330.0;
/// Lanes between two schemes.
const APART: f64 = 0.4;

/// One order of a scheme, and what is expected of it: the value and how far off it may be, 0 where it may only be higher.
struct Order<'a> {
    case: &'a CaseRecord,
    ladder: &'a ConvergenceRecord,
    expected: Option<(f64, f64)>,
}

impl Order<'_> {
    /// Whether it is outside what is expected.
    fn is_off(&self) -> bool {
        let (Some(order), Some((expected, allowed))) = (self.ladder.order, self.expected) else { return false };
        if allowed > 0.0 { (order - expected).abs() > allowed } else { order < expected }
    }
}

/// A strip a scheme with a lane an observable, a mark an order of a case; `None` when no order was measured.
pub(super) fn draw(record: &Cases<'_>) -> Option<Drawn> {
    let all: Vec<Order<'_>> = record
        .cases
        .iter()
        .copied()
        .filter(|case| case.convergences.iter().any(|ladder| ladder.order.is_some()))
        .flat_map(|case| case.convergences.iter().map(move |ladder| (case, ladder)))
        .map(|(case, ladder)| Order { case, ladder, expected: expected_of(case, ladder) })
        .collect();
    let orders = all.iter().flat_map(|order| [order.ladder.order, order.expected.map(|(value, _)| value)]);
    let (low, high) = extent(orders.flatten())?;
    let x = Axis::linear(Quantity::plain("order of convergence", "p"), (low.min(0.0), high + 0.2));
    let schemes = distinct(all.iter().map(|order| order.ladder.who.as_str()));
    let mut layers = Layers::default();
    let (mut names, mut y) = (Vec::new(), 0.0);
    for who in schemes.iter().rev() {
        let own: Vec<&Order<'_>> = all.iter().filter(|order| order.ladder.who == *who).collect();
        let words = distinct(own.iter().map(|order| order.ladder.observable.as_str()));
        let ink = colour(who);
        y += APART;
        for word in words.iter().rev() {
            y += 1.0;
            let of_word: Vec<&&Order<'_>> = own.iter().filter(|order| order.ladder.observable == *word).collect();
            expected(&mut layers, &of_word, y, high + 0.2);
            let found = |off: bool| {
                let these = of_word.iter().filter(move |order| order.is_off() == off);
                these.filter_map(|order| order.ladder.order).map(|order| (order, y)).collect::<Vec<(f64, f64)>>()
            };
            let dot = |colour| Dot { shape: Marker::Circle, colour, size: 8.0, filled: false };
            layers.items.push(Item::dots(found(false), dot(ink)));
            layers.items.push(Item::dots(found(true), Dot { filled: true, ..dot(ink) }));
            names.push((y, word.replace('_', " ")));
        }
        // The name of the scheme over its lanes.
        y += 1.0;
        names.push((y, look(who).name));
    }
    let dot = |filled| Dot { shape: Marker::Circle, colour: INK, size: 8.0, filled };
    layers.legend.push(Entry::dot("observed", dot(false)));
    if all.iter().any(Order::is_off) {
        layers.legend.push(Entry::dot("other than expected", dot(true)));
    }
    layers.legend.push(Entry::area("expected", faded(QUIET, 0.3)));
    let axis = Axis::rows(names, (0.9, y + 0.8));
    let mut drawn = layers.drawn("orders of convergence", [x, axis], (AROUND + LANE * (y + 0.8)) as u32, table(&all));
    drawn.figure.finding = finding(&all);
    Some(drawn)
}

/// How many orders are as they should be.
fn finding(all: &[Order<'_>]) -> Option<String> {
    let held: Vec<&Order<'_>> = all.iter().filter(|order| order.expected.is_some()).collect();
    let off = held.iter().filter(|order| order.is_off() || order.ladder.order.is_none()).count();
    (!held.is_empty()).then(|| format!("{} of {} orders of convergence are as expected.", held.len() - off, held.len()))
}

/// What a case expects of one order.
fn expected_of(case: &CaseRecord, ladder: &ConvergenceRecord) -> Option<(f64, f64)> {
    let mut orders = case.checks.iter().filter(|check| check.comparison == Comparison::Convergence);
    let own = (ladder.scene.as_str(), ladder.who.as_str(), ladder.observable.as_str());
    let check = orders.find(|check| (&*check.scene, &*check.who, &*check.observable) == own)?;
    Some((check.expected?, check.allowed.unwrap_or(0.0)))
}

/// The ranges that are allowed in a lane, each once.
fn expected(layers: &mut Layers, orders: &[&&Order<'_>], y: f64, end: f64) {
    let ranges = orders.iter().filter_map(|order| order.expected);
    let ranges = ranges.map(|(value, allowed)| match allowed > 0.0 {
        true => (value - allowed, value + allowed),
        false => (value, end),
    });
    let cell = |x| FilledCell { x, y: (y - 0.32, y + 0.32), colour: faded(QUIET, 0.3) };
    layers.items.push(Item::Cells(distinct(ranges).into_iter().map(cell).collect()));
}

fn table(all: &[Order<'_>]) -> Table {
    let mut table = Table::new("case scene who observable order order_uncertainty expected allowed");
    for Order { case, ladder, expected } in all {
        table.row(cells![
            &case.name,
            &ladder.scene,
            &ladder.who,
            &ladder.observable,
            ladder.order,
            ladder.order_uncertainty,
            expected.map(|expected| expected.0),
            expected.map(|expected| expected.1),
        ]);
    }
    table
}
