//! A track with the parabolas of its flights: the frames that are used, those that are not, and the impacts.

use super::Drawn;
use super::axis::{Axis, Quantity};
use super::figure::{Dot, Entry, Figure, Item, Panel, Stroke};
use super::label::Label;
use super::style::{DOUBTFUL, INK, Marker, QUIET, SOLID};
use super::table::{Cell, Table};
use crate::data::measure::track::Track;
use crate::data::measure::track::flight::Sample;

/// Points of a parabola.
const POINTS: usize = 60;
const USED: Dot = Dot { shape: Marker::Circle, colour: QUIET, size: 7.0, filled: false };
const OTHER: Dot = Dot { shape: Marker::Diamond, colour: DOUBTFUL, size: 7.0, filled: false };
const IMPACT: Dot = Dot { shape: Marker::Circle, colour: INK, size: 12.0, filled: false };
const FLIGHT: Stroke = Stroke { colour: INK, width: 1.6, dash: SOLID };

/// Position over time, as the file has them.
pub fn draw(samples: &[Sample], track: &Track, title: &str) -> Drawn {
    let flights = &track.flights.flights;
    let used: std::collections::HashSet<usize> =
        flights.iter().flat_map(|flight| flight.used.iter().copied()).collect();
    let mut table = Table::new(["time", "position", "used"]);
    let (mut dots, mut others) = (Vec::new(), Vec::new());
    for (at, sample) in samples.iter().enumerate() {
        let is_used = used.contains(&at);
        (if is_used { &mut dots } else { &mut others }).push((sample.t, sample.z, None));
        table.row(&[Cell::Number(sample.t), Cell::Number(sample.z), Cell::Text(if is_used { "yes" } else { "no" })]);
    }
    let impacts: Vec<_> = (0..flights.len().saturating_sub(1)).map(|k| track.flights.impact(k)).collect();
    // A parabola reaches from impact to impact, or to its last frame.
    let ends = |k: usize| {
        let frame = |at: Option<&usize>| at.and_then(|at| samples.get(*at)).map_or(f64::NAN, |sample| sample.t);
        let from = k.checked_sub(1).and_then(|k| impacts.get(k)).map(|impact| impact.time.value);
        let until = impacts.get(k).map(|impact| impact.time.value);
        (from.unwrap_or(frame(flights[k].used.first())), until.unwrap_or(frame(flights[k].used.last())))
    };
    let lines = flights.iter().enumerate().map(|(k, flight)| {
        let (from, until) = ends(k);
        let at = |j: usize| from + (until - from) * j as f64 / (POINTS - 1) as f64;
        let points = (0..POINTS).map(|j| (at(j), track.way * flight.depth(at(j)))).collect();
        Item::Line { points, stroke: FLIGHT }
    });
    let mut items: Vec<Item> =
        vec![Item::Points { points: others, dot: OTHER }, Item::Points { points: dots, dot: USED }];
    items.extend(lines);
    let hits = impacts.iter().map(|impact| (impact.time.value, track.way * impact.depth.value, None)).collect();
    items.push(Item::Points { points: hits, dot: IMPACT });
    let legend = vec![
        Entry::new(Label::text("frame"), None, Some(USED)),
        Entry::new(Label::text("frame that is not used"), None, Some(OTHER)),
        Entry::new(Label::text("parabola of a flight"), Some(FLIGHT), None),
        Entry::new(Label::text("impact"), None, Some(IMPACT)),
    ];
    let range = |of: fn(&Sample) -> f64| {
        let all = || samples.iter().map(of);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let x = Axis::linear(Quantity { name: "time", symbol: "t", unit: "" }, range(|sample| sample.t));
    let y = Axis::linear(Quantity { name: "position", symbol: "z", unit: "" }, range(|sample| sample.z));
    let panels = vec![Panel { y, weight: 1.0, items }];
    Drawn { figure: Figure { title: title.to_string(), legend, x, panels, height: 800 }, table }
}
