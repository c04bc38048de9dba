//! The order atlas: every observed and expected order of convergence, by scheme, law and quantity.

use crate::bench::record::{CaseRecord, Comparison, ConvergenceRecord, Record};
use crate::distinct::distinct;

use super::prelude::*;

/// File name without ending.
pub const NAME: &str = "order-atlas";

/// Height of one row, and of all that stands around the panels, in pixels.
const ROW: f64 = 66.0;
const AROUND: f64 = 250.0;

/// One panel a case, one row an observable, one colour a scheme; `None` when no order was measured.
pub fn draw(record: &Record) -> Option<Drawn> {
    let cases: Vec<&CaseRecord> =
        record.cases.iter().filter(|case| case.convergences.iter().any(|c| c.order.is_some())).collect();
    let schemes = distinct(cases.iter().flat_map(|case| &case.convergences).map(|ladder| ladder.who.as_str()));
    let orders = cases.iter().flat_map(|case| &case.convergences).filter_map(|c| c.order);
    let expected = cases.iter().flat_map(|case| &case.checks).filter(|c| c.comparison == Comparison::Convergence);
    let (low, high) = extent(orders.chain(expected.filter_map(|c| c.expected)))?;
    let range = (low.min(0.0), high + 0.2);
    let x = Axis::linear(Quantity { name: "order of convergence", symbol: "p", unit: "" }, range);
    let mut table = Table::new("case scene who observable order order_uncertainty expected allowed");
    let mut panels = Vec::new();
    let mut rows = 0.0;
    for case in cases {
        let words = distinct(case.convergences.iter().map(|ladder| ladder.observable.as_str()));
        let count = words.len() as f64;
        let mut items = Vec::new();
        for (r, word) in words.iter().enumerate() {
            let place = count - r as f64;
            for ladder in case.convergences.iter().filter(|c| c.observable == *word) {
                let expected = expected_of(case, ladder);
                table.row(cells![
                    &case.name,
                    &ladder.scene,
                    &ladder.who,
                    word,
                    ladder.order,
                    ladder.order_uncertainty,
                    expected.map(|e| e.0),
                    expected.map(|e| e.1),
                ]);
                let s = schemes.iter().position(|who| *who == ladder.who).unwrap_or(0);
                items.extend(marks(ladder, expected, lane(place, s, schemes.len()), range.1));
            }
        }
        items.push(Item::note(Label::text(&case.name).cut(70)));
        let names = words.iter().enumerate().map(|(r, word)| (count - r as f64, word.replace('_', " ")));
        // The topmost row is the name's.
        let y = Axis::rows(names.collect(), (0.4, count + 1.4));
        panels.push(Panel { y, weight: count + 1.0, items });
        rows += count + 1.0;
    }
    let height = AROUND + ROW * rows + 34.0 * panels.len() as f64;
    let dot = |who: &str| Dot { shape: Marker::Circle, colour: colour(who), size: 11.0, filled: true };
    let entries = schemes.iter().map(|who| Entry::dot(look(who).name, dot(who)));
    let legend = entries.chain([Entry::area("expected", tint(QUIET))]).collect();
    let figure = Figure { title: "orders of convergence".to_string(), legend, x, panels, height: height as u32 };
    Some(Drawn { figure, table })
}

/// The schemes of a row stand under one another.
fn lane(place: f64, scheme: usize, schemes: usize) -> f64 {
    place + 0.36 - 0.72 * (scheme as f64 + 0.5) / schemes.max(1) as f64
}

/// What a case expects of one order, and how far off it may be either way: 0 where it may only be higher.
fn expected_of(case: &CaseRecord, ladder: &ConvergenceRecord) -> Option<(f64, f64)> {
    let mut orders = case.checks.iter().filter(|check| check.comparison == Comparison::Convergence);
    let own = (ladder.scene.as_str(), ladder.who.as_str(), ladder.observable.as_str());
    let check = orders.find(|check| (&*check.scene, &*check.who, &*check.observable) == own)?;
    Some((check.expected?, check.allowed.unwrap_or(0.0)))
}

/// The allowed range, the order with its uncertainty.
fn marks(ladder: &ConvergenceRecord, expected: Option<(f64, f64)>, y: f64, end: f64) -> Vec<Item> {
    let ink = colour(&ladder.who);
    let mut items = Vec::new();
    if let Some((value, allowed)) = expected {
        let (from, to) = if allowed > 0.0 { (value - allowed, value + allowed) } else { (value, end) };
        items.push(Item::Band {
            points: vec![(from, y - 0.08, y + 0.08), (to, y - 0.08, y + 0.08)],
            colour: tint(QUIET),
        });
    }
    if let Some(order) = ladder.order {
        let spread = ladder.order_uncertainty.unwrap_or(0.0);
        let stroke = Stroke { colour: ink, width: 4.0, dash: SOLID };
        items.push(Item::Line { points: vec![(order - spread, y), (order + spread, y)], stroke });
        let dot = Dot { shape: Marker::Circle, colour: ink, size: 8.0, filled: true };
        items.push(Item::dots([(order, y)], dot));
    }
    items
}
