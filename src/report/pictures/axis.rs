//! Axes: ranges, ticks and labels. Data come in SI and are shown with a prefix that makes them readable.

use super::super::quantity::Scale;
use super::label::Label;
use crate::number::power_of_ten;

/// The quantity of an axis: name, symbol and unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quantity<'a> {
    pub name: &'a str,
    pub symbol: &'a str,
    /// SI
    pub unit: &'a str,
}

impl<'a> Quantity<'a> {
    fn owned(&self) -> [String; 3] {
        [self.name, self.symbol, self.unit].map(str::to_string)
    }

    /// One without a unit.
    pub fn plain(name: &'a str, symbol: &'a str) -> Self {
        Self { name, symbol, unit: "" }
    }
}

/// One axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    pub label: Label,
    /// Position from 0 to 1 and text.
    pub ticks: Vec<(f64, String)>,
    /// Positions of the small ticks.
    pub minor: Vec<f64>,
    log: bool,
    /// In SI, or its decadic logarithm.
    from: f64,
    to: f64,
    /// Name, symbol and unit; none of named rows.
    quantity: Option<[String; 3]>,
}

/// What a figure file asks of an axis; the rest is as it would be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AxisStyle {
    pub label: Option<String>,
    /// SI
    pub limits: Option<(f64, f64)>,
    pub log: Option<bool>,
}

/// The smallest and the largest finite value.
pub fn extent(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values.into_iter().filter(|v| v.is_finite()).fold(None, |range, v| {
        let (low, high) = range.unwrap_or((v, v));
        Some((low.min(v), high.max(v)))
    })
}

impl Axis {
    /// An even axis with some room at its ends; one that begins at zero begins there exactly.
    pub fn linear(quantity: Quantity<'_>, range: (f64, f64)) -> Self {
        Self::even(quantity, padded((tame(range.0), tame(range.1))))
    }

    fn even(quantity: Quantity<'_>, (from, to): (f64, f64)) -> Self {
        let scale = Scale::of(quantity.unit, from.abs().max(to.abs()));
        let (low, high) = (from * scale.factor, to * scale.factor);
        let step = step(high - low);
        // What no prefix could bring near one gets a power of ten: `(10⁻¹³)`.
        let largest = low.abs().max(high.abs());
        let exponent = if !(0.01..1e5).contains(&largest) { libm::log10(largest).floor() as i32 } else { 0 };
        let decimals = usize::try_from(exponent - (libm::log10(step) + 1e-9).floor() as i32).unwrap_or(0);
        let shift = 10f64.powi(-exponent);
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let position = |value: f64| (value - low) / (high - low);
        let ticks = (first..=last)
            .map(|i| (position(i as f64 * step), format!("{:.decimals$}", i as f64 * step * shift).replace('-', "−")))
            .collect();
        let unit = match (exponent, scale.unit.as_str()) {
            (0, unit) => unit.to_string(),
            (_, "") => power_of_ten(exponent),
            (_, unit) => format!("{} {unit}", power_of_ten(exponent)),
        };
        let label = Label::axis(quantity.name, quantity.symbol, &unit);
        // Small ticks halve or fifth a step into round numbers: 0.2 of 1, 0.5 of 2, 1 of 5.
        let parts = if (step / libm::exp10((libm::log10(step) + 1e-9).floor())).round() == 2.0 { 4 } else { 5 };
        let small = step / f64::from(parts);
        let (first, last) = ((low / small - 1e-9).ceil() as i64, (high / small + 1e-9).floor() as i64);
        let between = (first..=last).filter(|i| i.rem_euclid(i64::from(parts)) != 0);
        let minor = between.map(|i| position(i as f64 * small)).collect();
        Self { label, ticks, minor, log: false, from, to, quantity: Some(quantity.owned()) }
    }

    /// A logarithmic axis. Both ends must be positive.
    pub fn log(quantity: Quantity<'_>, range: (f64, f64)) -> Self {
        let (low, high) = (range.0.clamp(1e-290, 1e290), range.1.clamp(1e-290, 1e290));
        let room = (0.03 * (libm::log10(high) - libm::log10(low))).max(0.02);
        Self::decades(quantity, (low, high), room)
    }

    /// With so much room at both ends, in decades.
    fn decades(quantity: Quantity<'_>, (low, high): (f64, f64), room: f64) -> Self {
        // A range around one needs no prefix: 0.01 to 10 m/s.
        let middle = if (low..=high).contains(&1.0) { 1.0 } else { (low * high).sqrt() };
        let scale = Scale::of(quantity.unit, middle);
        let shift = libm::log10(scale.factor);
        let (from, to) = (libm::log10(low) - room, libm::log10(high) + room);
        // One in `every` decades is named, so that there are eight names at most.
        let (first, last) = ((from + shift).floor() as i32, (to + shift).ceil() as i32);
        let every = ((to - from) / 8.0).ceil().max(1.0) as i32;
        let plain = low * scale.factor >= 0.0099 && high * scale.factor <= 10_100.0;
        let position = |exponent: f64| (exponent - shift - from) / (to - from);
        let inside = |p: &f64| (-1e-9..=1.0 + 1e-9).contains(p);
        let name = |factor: f64, n: i32| {
            if plain {
                let decimals = usize::try_from(-n).unwrap_or(0);
                format!("{:.decimals$}", factor * 10f64.powi(n))
            } else {
                power_of_ten(n)
            }
        };
        let mut ticks: Vec<(f64, String)> = (first..=last)
            .filter(|n| n.rem_euclid(every) == 0)
            .map(|n| (position(f64::from(n)), name(1.0, n)))
            .filter(|(p, _)| inside(p))
            .collect();
        if plain && to - from < 2.2 {
            // Less than two decades: two and five have names as well.
            let extra = (first..=last).flat_map(|n| [2.0, 5.0].map(|f: f64| (f, n)));
            ticks.extend(
                extra.map(|(f, n)| (position(f64::from(n) + libm::log10(f)), name(f, n))).filter(|(p, _)| inside(p)),
            );
            ticks.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let fine = (first..=last).flat_map(|n| (1..=9).map(move |f| f64::from(n) + libm::log10(f64::from(f))));
        let minor = match every {
            1 => fine.map(position).filter(inside).collect(),
            _ => (first..=last).map(|n| position(f64::from(n))).filter(inside).collect(),
        };
        let label = Label::axis(quantity.name, quantity.symbol, &scale.unit);
        Self { label, ticks, minor, log: true, from, to, quantity: Some(quantity.owned()) }
    }

    /// Logarithmic when all values are positive and span more than `decades`; angles are even.
    pub fn fitting(quantity: Quantity<'_>, range: (f64, f64), decades: f64) -> Self {
        if quantity.unit != "rad" && range.0 > 0.0 && libm::log10(range.1) - libm::log10(range.0) > decades {
            Self::log(quantity, range)
        } else {
            Self::linear(quantity, range)
        }
    }

    /// An axis of named rows, without a label.
    pub fn rows(names: Vec<(f64, String)>, (from, to): (f64, f64)) -> Self {
        let ticks = names.into_iter().map(|(at, name)| ((at - from) / (to - from), name)).collect();
        Self { label: Label::default(), ticks, minor: Vec::new(), log: false, from, to, quantity: None }
    }

    /// As a figure file wants it, exactly from one limit to the other. Named rows stay as they are.
    #[must_use]
    pub fn styled(self, style: &AxisStyle) -> Self {
        let Some([name, symbol, unit]) = &self.quantity else { return self };
        let own = if self.log { (libm::exp10(self.from), libm::exp10(self.to)) } else { (self.from, self.to) };
        let (name, symbol) = match &style.label {
            Some(label) => (label.as_str(), ""),
            None => (name.as_str(), symbol.as_str()),
        };
        let quantity = Quantity { name, symbol, unit };
        let (low, high) = style.limits.unwrap_or(own);
        // Down to zero is no decade: a thousandth of the other end is as far as an axis of decades goes then.
        let positive = (if low > 0.0 { low } else { 1e-3 * high }, high);
        match style.log.unwrap_or(self.log) {
            true if high > 0.0 => Self::decades(quantity, positive, 0.0),
            _ => Self::even(quantity, if low < high { (low, high) } else { own }),
        }
    }

    /// Where a value lies, from 0 to 1; a value that is outside, or not positive on a logarithmic axis, is outside 0 to 1.
    pub fn position(&self, value: f64) -> f64 {
        let value = if self.log { if value > 0.0 { libm::log10(value) } else { return -1.0 } } else { value };
        (value - self.from) / (self.to - self.from)
    }
}

/// Within what arithmetic on ranges can bear: sums neither overflow nor vanish.
fn tame(value: f64) -> f64 {
    if value.abs() < 1e-290 || value.is_nan() { 0.0 } else { value.clamp(-1e290, 1e290) }
}

/// Some room at both ends, unless that end is zero.
fn padded((low, high): (f64, f64)) -> (f64, f64) {
    let width = high - low;
    if width <= 1e-6 * low.abs().max(high.abs()) {
        // Constant but for rounding: shown as the constant it is.
        let room = if high == 0.0 { 1.0 } else { 0.1 * high.abs() };
        return (low - room, high + room);
    }
    let room = 0.05 * width;
    (if low == 0.0 { 0.0 } else { low - room }, if high == 0.0 { 0.0 } else { high + room })
}

/// The distance of ticks: 1, 2 or 5 times a power of ten, for four to eight of them.
fn step(width: f64) -> f64 {
    let rough = width / 5.0;
    let power = libm::exp10(libm::log10(rough).floor());
    let factor = match rough / power {
        r if r < 1.5 => 1.0,
        r if r < 3.5 => 2.0,
        r if r < 7.5 => 5.0,
        _ => 10.0,
    };
    factor * power
}
