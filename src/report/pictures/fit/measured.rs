//! Figure: a measured quantity with the fit, its bands and residuals, such as restitution against speed.

use super::framing::{Point, framing};
use super::marks::{self, Along, fan_entry, fanned, fate, marked};
use super::plot_data::PlotData;
use crate::collide::observe::Observable;
use crate::fit::calibrate::result::{CurvePoint, Measurement};
use crate::fit::problem::Target;
use crate::fit::spread::Interval;
use crate::number::percent;
use crate::quantity::shown;
use crate::report::pictures::prelude::*;

/// The fitted curve.
pub(super) const FIT: Stroke = Stroke { colour: INK, width: 4.5, dash: SOLID };
/// Between places where the fit was computed.
const JOINED: Stroke = Stroke { colour: QUIET, width: 3.0, dash: SOLID };
const COMPUTED: Dot = Dot { shape: Marker::Square, colour: INK, size: 7.0, filled: true };
/// Bands that are wider than this many times what was measured run out of the frame.
const WIDEST: f64 = 1.5;
/// So much ink in the bands: of the mean, and of one more drop.
const BANDS: [f64; 2] = [0.32, 0.11];

/// The band around the curve at a point.
type Around = fn(&CurvePoint) -> Option<Interval>;

/// Symbol and unit of what is measured.
pub(super) fn quantity(target: Target) -> Quantity<'static> {
    let symbol = match target {
        Target::RollingDistance => "d",
        Target::RollingTime => "t",
        _ => Observable::from_word(target.word()).map_or("F", Observable::symbol),
    };
    Quantity { name: target.word(), symbol, unit: target.dimension().si() }
}

/// Bars are one standard deviation of the readings, below as above: how far drops scatter is the wider band.
pub(super) fn draw(found: &PlotData<'_>, target: Target) -> Option<Drawn> {
    let members = found.members(target);
    let along = Along::of(&members);
    let curve: &[CurvePoint] =
        if target == Target::Restitution && along == Along::SPEED { found.curve } else { Default::default() };
    let line = if curve.is_empty() {
        predicted(&members, along)
    } else {
        curve.iter().map(|p| (p.speed, p.restitution)).collect()
    };
    let points: Vec<Point<'_>> =
        members.iter().filter_map(|&m| Some(((along.value)(m)?, m.value, m.sigma, m))).collect();
    let (points, moved) = fanned(&points, along.decades);
    let level = found.level;
    let ends = ends(&line, target, along);
    let Layers { items: bands, legend: bands_legend } = bands(curve, level, |_, end| end);
    let marks = marked(found, &points, "error bars: reading uncertainty (1σ)");
    let mut items = bands.clone();
    let entry = if curve.is_empty() {
        // Computed where something was measured, and joined up to lead the eye.
        items.push(Item::dots(line.iter().copied(), COMPUTED));
        items.push(Item::Line { points: line, stroke: JOINED });
        Entry::new("model at the data points", Some(JOINED), Some(COMPUTED))
    } else {
        items.push(Item::Line { points: line, stroke: FIT });
        Entry::line("fit", FIT)
    };
    let mut legend = [vec![entry], bands_legend, marks.legend].concat();
    legend.extend(moved.then(fan_entry));
    let mut framed = items.clone();
    framed.extend(marked(found, &framing(&points), "").items);
    items.extend(marks.items);
    let ((x_range, _), (_, y_range)) = (ranges(&items)?, ranges(&framed)?);
    let y_range = with_bands(y_range, &bands);
    let y = Axis::fitting(quantity(target), y_range, 1.5);
    let mut panels = vec![Panel { y, weight: 1.0, items }];
    panels.extend(under(found, target, &points, curve, level));
    let x = along.axis(x_range);
    let height = if panels.len() > 1 { 1300 } else { 1000 };
    let figure = Figure::new(found.case, legend, x, panels, height);
    Some(Drawn { figure: figure.finding(ends), table: table(target, along, &members, curve) })
}

/// What the fit has at both ends of its line.
fn ends(line: &[(f64, f64)], target: Target, along: Along) -> Option<String> {
    let (from, to) = (line.first()?, line.last()?);
    let unit = quantity(target).unit;
    let at = |point: &(f64, f64)| format!("{} at {}", shown(point.1, unit, 3), shown(point.0, along.unit(), 2));
    (along != Along::ROW && from.0 < to.0).then(|| format!("By the fit it is {} and {}.", at(from), at(to)))
}

/// The predictions of the measurements as a line; of a loading loop in the order of the table.
fn predicted(members: &[&Measurement], along: Along) -> Vec<(f64, f64)> {
    let mut line: Vec<(f64, f64)> = members.iter().filter_map(|m| Some(((along.value)(m)?, m.predicted?))).collect();
    if along != Along::OVERLAP {
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    line
}

/// Residuals in the unit of the measurement, with the bands.
fn under(found: &PlotData<'_>, target: Target, above: &[Point<'_>], curve: &[CurvePoint], level: f64) -> Option<Panel> {
    let points: Vec<Point<'_>> = above.iter().filter_map(|&(x, _, bar, m)| Some((x, m.residual()?, bar, m))).collect();
    let bands = bands(curve, level, |at, end| end - at).items;
    let Quantity { symbol, unit, .. } = quantity(target);
    let symbol = format!("Δ{symbol}");
    marks::under(found, &points, bands, Quantity { name: "", symbol: &symbol, unit }, with_bands)
}

/// The band of one more drop behind that of the mean.
fn bands(curve: &[CurvePoint], level: f64, shown: impl Fn(f64, f64) -> f64) -> Layers {
    let level = percent(level);
    let kinds: [(Around, String); 2] = [
        (|point| point.next_drop, format!("{level} of single drops")),
        (|point| point.band, format!("{level} band of the fit")),
    ];
    let mut layers = Layers::default();
    for ((of, name), part) in kinds.into_iter().zip([BANDS[1], BANDS[0]]) {
        let points: Vec<(f64, f64, f64)> = curve
            .iter()
            .filter_map(|point| {
                let Interval { low, high } = of(point)?;
                Some((point.speed, shown(point.restitution, low), shown(point.restitution, high)))
            })
            .collect();
        // Without scatter between drops the two are one.
        let one = |&(x, low, high): &(f64, f64, f64)| {
            let band =
                curve.iter().find(|point| point.speed == x).and_then(|point| Some((point.restitution, point.band?)));
            band.is_some_and(|(at, band)| (shown(at, band.low), shown(at, band.high)) == (low, high))
        };
        if points.len() > 1 && (part == BANDS[0] || !points.iter().all(one)) {
            let colour = faded(QUIET, part * 1.5);
            layers.put(Entry::area(name, colour), Item::Band { points, colour });
        }
    }
    layers.legend.reverse();
    layers
}

fn with_bands((low, high): (f64, f64), bands: &[Item]) -> (f64, f64) {
    let ends = bands.iter().flat_map(|item| match item {
        Item::Band { points, .. } => points.iter().flat_map(|p| [p.1, p.2]).collect::<Vec<f64>>(),
        _ => Vec::new(),
    });
    let (least, most) = extent(ends.chain([low, high])).unwrap_or((low, high));
    let room = WIDEST * (high - low);
    (least.max(low - room), most.min(high + room))
}

fn table(target: Target, along: Along, members: &[&Measurement], curve: &[CurvePoint]) -> Table {
    let mut table = Table::new(&format!(
        "what name impact {} {} sigma sigma_used predicted residual band_low band_high next_drop_low next_drop_high \
         fate doubt",
        along.word,
        target.word()
    ));
    for m in members {
        table.row(cells![
            "measured",
            &m.name,
            m.number as f64,
            (along.value)(m),
            m.value,
            m.sigma,
            m.sigma_used,
            m.predicted,
            m.residual(),
            "",
            "",
            "",
            "",
            fate(m),
            m.doubt.as_deref().unwrap_or_default(),
        ]);
    }
    for point in curve {
        table.row(cells![
            "fit",
            "",
            "",
            point.speed,
            "",
            "",
            "",
            point.restitution,
            "",
            point.band.map(|band| band.low),
            point.band.map(|band| band.high),
            point.next_drop.map(|band| band.low),
            point.next_drop.map(|band| band.high),
            "",
            "",
        ]);
    }
    table
}
