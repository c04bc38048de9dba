//! Prints numbers with units and uncertainties for people: `40.341 µs`, not `4.0341e-5 s`.

use crate::number::{brief, significant};

/// How SI values of one unit are shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    /// Shown value = SI value times this.
    pub factor: f64,
    /// `µs`; empty for a plain number.
    pub unit: String,
}

/// Prefixes from 1e-18 on, a thousand apart.
const PREFIXES: [&str; 11] = ["a", "f", "p", "n", "µ", "m", "", "k", "M", "G", "T"];

/// The powers of ten an SI unit is shown with; a unit that is not here stays as it is.
fn allowed(unit: &str) -> std::ops::RangeInclusive<i32> {
    match unit {
        "m" => -12..=3,
        "s" => -12..=0,
        "m/s" => -9..=3,
        "N" | "Pa" | "N/m" => -12..=12,
        "J" => -18..=12,
        _ => 0..=0,
    }
}

impl Scale {
    /// The scale that shows `largest` as a number from 1 to 1000, as far as there is a prefix.
    pub fn of(unit: &str, largest: f64) -> Self {
        if unit == "rad" {
            return Self { factor: 180.0 / std::f64::consts::PI, unit: "°".to_string() };
        }
        let size = largest.abs();
        let power =
            if size > 0.0 && size.is_finite() { (libm::log10(size) / 3.0 + 1e-9).floor() as i32 * 3 } else { 0 };
        // The kilogram carries a prefix already.
        let (own, range, base) = if unit == "kg" { (3, -9..=3, "g") } else { (0, allowed(unit), unit) };
        let power = (power + own).clamp(*range.start(), *range.end());
        let prefix = usize::try_from(power / 3 + 6).ok().and_then(|at| PREFIXES.get(at)).unwrap_or(&"");
        Self { factor: 10f64.powi(own - power), unit: format!("{prefix}{}", pretty(base)) }
    }

    /// The SI value in this scale with its unit, `digits` significant digits.
    pub fn show(&self, value: f64, digits: usize) -> String {
        self.join(significant(value * self.factor, digits))
    }

    /// The SI value in this scale with its unit, as short as possible.
    pub fn show_brief(&self, value: f64) -> String {
        self.join(brief(value * self.factor))
    }

    /// The SI value in this scale with its unit, as short as it can be without another value, `digits` significant digits at
    /// most.
    pub fn shortest(&self, value: f64, digits: usize) -> String {
        let text = brief(value * self.factor);
        let is_same = text.parse::<f64>().is_ok_and(|short| (short - value * self.factor).abs() <= 1e-12 * short.abs());
        if is_same { self.join(text) } else { self.show(value, digits) }
    }

    /// ` ± 0.05 µs` to two digits; empty for an unknown uncertainty.
    pub fn plus_minus(&self, uncertainty: Option<f64>) -> String {
        uncertainty.map(|u| format!(" ± {}", self.show(u, 2))).unwrap_or_default()
    }

    /// A number in this scale, or several, with the unit.
    pub fn join(&self, number: String) -> String {
        if self.unit.is_empty() { number } else { format!("{number} {}", self.unit) }
    }
}

/// A value with its uncertainty, `12.34 ± 0.05 µs`: two digits of the uncertainty, both rounded to the same place.
pub fn with_uncertainty(value: f64, sigma: Option<f64>, unit: &str) -> String {
    let scale = Scale::of(unit, value);
    match sigma.filter(|sigma| *sigma > 0.0 && sigma.is_finite()) {
        Some(sigma) => {
            let (value, sigma) = (value * scale.factor, sigma * scale.factor);
            let places = (1 - libm::log10(sigma.abs()).floor() as i32).max(0) as usize;
            scale.join(format!("{value:.places$} ± {sigma:.places$}"))
        }
        None => scale.show(value, 6),
    }
}

/// An interval, `12.2 .. 12.5 µs`, to a hundredth of its width.
pub fn interval(ends: impl Into<[f64; 2]>, unit: &str) -> String {
    let [low, high] = ends.into();
    let scale = Scale::of(unit, low.abs().max(high.abs()));
    let (low, high) = (low * scale.factor, high * scale.factor);
    let width = (high - low).abs();
    scale.join(if width > 0.0 && width.is_finite() {
        let places = (2 - libm::log10(width).floor() as i32).clamp(0, 17) as usize;
        format!("{low:.places$} .. {high:.places$}")
    } else {
        format!("{} .. {}", significant(low, 6), significant(high, 6))
    })
}

/// The unit as printed: `kg/m³`, `N·s/m`.
fn pretty(unit: &str) -> String {
    unit.replace("m2", "m²").replace("m3", "m³").replace("s2", "s²").replace("N s", "N·s")
}

/// One value in its own best scale. Values that read well in SI stay in SI: `10696.889 N`.
pub fn shown(value: f64, unit: &str, digits: usize) -> String {
    scale_for(value, unit).show(value, digits)
}

/// The scale [`shown`] takes.
pub fn scale_for(value: f64, unit: &str) -> Scale {
    let plain = unit != "rad" && ((0.01..1e6).contains(&value.abs()) || value == 0.0);
    Scale::of(unit, if plain { 1.0 } else { value })
}

/// The scale in which two values read well beside each other: that of the larger one.
pub fn scale_of_both(one: Option<f64>, other: Option<f64>, unit: &str) -> Scale {
    let [one, other] = [one, other].map(|value| value.filter(|v| v.is_finite()).unwrap_or(0.0));
    scale_for(if other.abs() > one.abs() { other } else { one }, unit)
}

/// A deviation or a tolerance in its unit: `relative`, `sigma`, or an SI unit.
pub fn deviation(value: f64, unit: &str) -> String {
    match unit {
        "relative" if value >= 1e-4 => format!("{} %", brief(value * 100.0)),
        "relative" => brief(value),
        "sigma" => format!("{} σ", brief(value)),
        "order" => brief(value),
        _ => scale_for(value, unit).show_brief(value),
    }
}
