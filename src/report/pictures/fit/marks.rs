//! Measured numbers as points: used, held out, left out, and named if suspicious.

use super::framing::{Point, framing};
use super::plot_data::PlotData;
use crate::distinct::grouped;
use crate::fit::calibrate::result::{DropScatter, Fate, Measurement};
use crate::fit::problem::Target;
use crate::report::pictures::prelude::*;

/// Points one over another, at most, and the part of the axis over which more of them are fanned out.
const STACKED: usize = 2;
const FAN: f64 = 0.05;

/// Suspicious points that are named in one picture; all of them are ringed.
const NAMED: usize = 8;

/// A condition on a measurement.
type Of = fn(&Fate) -> bool;

/// The abscissa of measurements.
#[derive(Clone, Copy)]
pub(crate) struct Along {
    /// As a column and part of a file name.
    pub word: &'static str,
    quantity: Quantity<'static>,
    /// Whether more than a decade of it is shown on a logarithmic scale.
    pub decades: bool,
    /// SI
    pub value: fn(&Measurement) -> Option<f64>,
}

impl PartialEq for Along {
    fn eq(&self, other: &Self) -> bool {
        self.quantity == other.quantity
    }
}

impl Along {
    const fn new(
        (word, decades): (&'static str, bool),
        [name, symbol, unit]: [&'static str; 3],
        value: fn(&Measurement) -> Option<f64>,
    ) -> Self {
        Self { word, quantity: Quantity { name, symbol, unit }, decades, value }
    }

    pub const SPEED: Self = Self::new(("speed", true), ["impact speed", "v", "m/s"], |m| m.speed);
    /// Of a ball that rolls: nothing hits.
    const ROLLING_SPEED: Self = Self::new(("speed", true), ["rolling speed", "v", "m/s"], |m| m.speed);
    const ANGLE: Self = Self::new(("angle", false), ["impact angle", "α", "rad"], |m| m.angle);
    pub const OVERLAP: Self = Self::new(("overlap", true), ["overlap", "δ", "m"], |m| m.overlap.map(f64::abs));
    /// The row of the table, if no other abscissa is known.
    pub const ROW: Self = Self::new(("row", false), ["row of the table", "", ""], |m| Some(m.row as f64));

    /// The abscissa that all of these measurements have.
    pub fn of(members: &[&Measurement]) -> Self {
        let wanted = match members.first().map(|m| m.quantity) {
            Some(Target::Restitution | Target::Duration) => Self::SPEED,
            Some(Target::RollingDistance | Target::RollingTime) => Self::ROLLING_SPEED,
            Some(Target::Force) => Self::OVERLAP,
            Some(Target::TangentialRestitution | Target::ReboundSpin | Target::ReboundAngle) => Self::ANGLE,
            None => Self::ROW,
        };
        if members.iter().all(|m| (wanted.value)(m).is_some()) { wanted } else { Self::ROW }
    }

    /// As a reader calls it.
    pub fn name(&self) -> &'static str {
        self.quantity.name
    }

    /// SI
    pub fn unit(&self) -> &'static str {
        self.quantity.unit
    }

    pub fn axis(&self, range: (f64, f64)) -> Axis {
        if self.decades { Axis::fitting(self.quantity, range, 1.0) } else { Axis::linear(self.quantity, range) }
    }
}

/// Points that were measured at one abscissa side by side, where they are many; whether some were moved.
pub(super) fn fanned<'a>(points: &[Point<'a>], decades: bool) -> (Vec<Point<'a>>, bool) {
    let mut fanned = points.to_vec();
    let Some((low, high)) = extent(points.iter().map(|point| point.0)) else { return (fanned, false) };
    let log = decades && low > 0.0 && high > 10.0 * low;
    let moved = |x: f64, by: f64| if log { x * libm::pow(high / low, by) } else { x + by * (high - low) };
    let stacks = grouped(points.iter().enumerate().map(|(i, point)| (point.0.to_bits(), i)));
    let mut any = false;
    for (_, stack) in stacks.iter().filter(|(_, stack)| stack.len() > STACKED) {
        for (k, i) in stack.iter().enumerate() {
            let part = k as f64 / (stack.len() - 1) as f64 - 0.5;
            fanned[*i].0 = moved(fanned[*i].0, FAN * part);
            any = high > low;
        }
    }
    if high > low { (fanned, any) } else { (points.to_vec(), false) }
}

/// What the legend says of points that were moved.
pub(super) fn fan_entry() -> Entry {
    Entry::new("readings of one abscissa stand side by side", None, None)
}

/// Points in the order they are drawn, and what the legend says of them.
pub fn marked(found: &PlotData<'_>, points: &[Point<'_>], bar: &str) -> Layers {
    let size = match points.len() {
        0..=40 => 12.0,
        41..=120 => 9.0,
        _ => 7.0,
    };
    // An experiment is open symbols; what the fit did not use has others than what it did.
    let dot = |shape, colour, more| Dot { shape, colour, size: size + more, filled: false };
    let (colour, name) = (found.look.colour, found.look.name.as_str());
    let kinds: [(Of, &str, Dot); 4] = [
        (|fate| matches!(fate, Fate::LeftOut(_)), "left out", dot(Marker::Diamond, QUIET, 1.0)),
        (|fate| *fate == Fate::HeldOut, "held out, then used", dot(Marker::Square, colour, 0.0)),
        (|fate| *fate == Fate::Stuck, "sticks", dot(Marker::Down, colour, 0.0)),
        (|fate| *fate == Fate::Used, name, dot(MEASURED, colour, 0.0)),
    ];
    let Layers { mut items, mut legend } = Layers::default();
    let doubtful: Vec<&Point<'_>> = points.iter().filter(|(.., m)| m.doubt.is_some()).collect();
    let ring = dot(Marker::Circle, DOUBTFUL, 8.0);
    if !doubtful.is_empty() {
        items.push(Item::dots(doubtful.iter().map(|p| (p.0, p.1)), ring));
    }
    for (fits, kind, dot) in kinds {
        let these: Vec<(f64, f64, Option<f64>)> =
            points.iter().filter(|(.., m)| fits(&m.fate)).map(|p| (p.0, p.1, p.2)).collect();
        if these.is_empty() {
            continue;
        }
        let bars = these.iter().any(|p| p.2.is_some_and(|bar| bar > 0.0));
        let text = if kind == name && bars && !bar.is_empty() { format!("{name}, {bar}") } else { kind.to_string() };
        legend.insert(0, Entry::dot(text, dot));
        items.push(Item::Points { points: these, dot });
    }
    if !doubtful.is_empty() {
        legend.push(Entry::dot("suspicious", ring));
        let names = doubtful.iter().take(NAMED).map(|p| (p.0, p.1, Label::text(impact(found, p.3)).cut(40)));
        items.push(Item::Names { points: names.collect(), colour: DOUBTFUL });
    }
    Layers { items, legend }
}

/// The panel of residuals under the points, in front of the bands around the curve.
pub fn under(
    found: &PlotData<'_>,
    points: &[Point<'_>],
    bands: Vec<Item>,
    quantity: Quantity<'_>,
    widened: impl Fn((f64, f64), &[Item]) -> (f64, f64),
) -> Option<Panel> {
    let near = framing(points);
    let mut marks = marked(found, points, "").items;
    // The panel above has the names.
    marks.retain(|item| !matches!(item, Item::Names { .. }));
    let (_, range) = ranges(&marked(found, &near, "").items)?;
    let reach = reach(&near, widened(range, &bands));
    let mut items = bands;
    items.push(Item::Level { value: 0.0, colour: INK });
    items.extend(marks);
    Some(Panel { y: Axis::linear(quantity, (-reach, reach)), weight: 0.5, items })
}

/// The range of residuals either way: bars that are longer than the residuals several times run out of the frame.
fn reach(points: &[Point<'_>], (low, high): (f64, f64)) -> f64 {
    let whole = low.abs().max(high.abs());
    let largest = points.iter().fold(0.0, |far: f64, point| far.max(point.1.abs()));
    let reach = if largest > 0.0 { whole.min(4.0 * largest) } else { whole };
    reach.max(f64::EPSILON)
}

/// `0.8 m, throw 1`, with the number of the impact where there are several.
fn impact(found: &PlotData<'_>, m: &Measurement) -> String {
    let several = found.measurements.iter().any(|other| other.drop == m.drop && other.number > 1);
    if several && m.rebound.is_some() { format!("{}, impact {}", m.name, m.number) } else { m.name.clone() }
}

/// One standard deviation of a measurement, the scatter between drops included; of what was kept from the fit as it
/// would have been used.
pub fn spread(found: &PlotData<'_>, m: &Measurement) -> Option<f64> {
    let of_it = |of: &&DropScatter| {
        of.quantity == m.quantity && of.experiment.as_ref().is_none_or(|name| m.name.starts_with(name))
    };
    let scatter = found.scatter.iter().find(of_it).map(|of| of.sigma);
    let all = m.sigma_used.or(match (m.sigma, scatter) {
        (None, scatter) => scatter,
        (Some(sigma), scatter) => Some(libm::hypot(sigma, scatter.unwrap_or(0.0))),
    });
    all.filter(|sigma| *sigma > 0.0)
}

/// Whether a measurement was used, and why not.
pub fn fate(m: &Measurement) -> &str {
    match &m.fate {
        Fate::Used => "used",
        Fate::Stuck => "sticks",
        Fate::HeldOut => "held out, then used",
        Fate::LeftOut(reason) => reason,
    }
}
