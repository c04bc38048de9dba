//! Numbers as text: exact for machines, short for people; texts for cells.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number under a name, SI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NamedNumber {
    /// `peak pressure`; of a system its own name or symbol.
    pub name: Cow<'static, str>,
    pub value: f64,
    /// Empty for a plain number.
    pub unit: Cow<'static, str>,
}

impl NamedNumber {
    pub const fn new(name: &'static str, value: f64, unit: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), value, unit: Cow::Borrowed(unit) }
    }
}

/// The shortest decimal text that reads back to the same bits; empty for NaN, which is an unknown.
///
/// Very small and very large values are written with an exponent: `1e-12`, `4.8e10`.
pub fn exact(value: f64) -> String {
    if value.is_nan() {
        return String::new();
    }
    let size = value.abs();
    if size == 0.0 || (1e-3..1e7).contains(&size) || value.is_infinite() {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

/// A number to so many significant digits.
///
/// ```
/// assert_eq!(collisionbench_core::number::rounded(0.0123456, 3), 0.0123);
/// ```
pub fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits.max(1) - 1).parse().unwrap_or(value)
}

/// The bounds of a range to so many digits, neither outside of it.
///
/// ```
/// assert_eq!(collisionbench_core::number::inward([1.5336, 1.8762], 3), [1.54, 1.87]);
/// assert_eq!(collisionbench_core::number::inward([0.0, f64::INFINITY], 3), [0.0, f64::INFINITY]);
/// ```
pub fn inward([low, high]: [f64; 2], digits: usize) -> [f64; 2] {
    let within = |bound: f64, sign: f64| {
        let near = rounded(bound, digits);
        // Also of 0 and of infinity, which are themselves.
        if sign * near <= sign * bound {
            return near;
        }
        let unit = 10f64.powi(libm::log10(near.abs()).floor() as i32 + 1 - digits.max(1) as i32);
        rounded(near - sign * unit, digits)
    };
    [within(low, -1.0), within(high, 1.0)]
}

/// A value as a case writes it, to so many digits: one that a sweep computed has sixteen.
pub fn shortened(text: &str, digits: usize) -> String {
    let (number, unit) = text.split_at(text.find(' ').unwrap_or(text.len()));
    number.parse().map_or(text.to_string(), |value| exact(rounded(value, digits)) + unit)
}

/// The difference of two numbers over the larger; 0 of equal ones, infinite where one alone is infinite or one is not a number.
///
/// ```
/// use collisionbench_core::number::relative_difference;
///
/// assert_eq!(relative_difference(2.0, 1.0), 0.5);
/// assert_eq!(relative_difference(1.0, f64::INFINITY), f64::INFINITY);
/// ```
pub fn relative_difference(a: f64, b: f64) -> f64 {
    let part = if a == b { 0.0 } else { (a - b).abs() / a.abs().max(b.abs()) };
    if part.is_nan() { f64::INFINITY } else { part }
}

/// The middle of the values in their order, the upper one of two; 0 of none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// `digits` significant digits; trailing zeros stay, so that a column of them lines up.
pub fn significant(value: f64, digits: usize) -> String {
    let digits = digits.max(1);
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    // The exponent after rounding: 9.9996 to four digits is 10.00.
    let scientific = format!("{value:.*e}", digits - 1);
    let exponent: i32 = scientific.rsplit('e').next().and_then(|e| e.parse().ok()).unwrap_or(0);
    if (-4..8).contains(&exponent) {
        let decimals = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
        format!("{value:.decimals$}")
    } else {
        scientific
    }
}

/// Two significant digits without trailing zeros, for deviations and tolerances: `4e-13`, `0.25`, `12`.
pub fn brief(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let text = format!("{value:.1e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    match exponent.parse::<i32>() {
        Ok(e) if (-2..3).contains(&e) => {
            let decimals = usize::try_from(if mantissa.contains('.') { 1 - e } else { -e }).unwrap_or(0);
            format!("{value:.decimals$}")
        }
        _ => format!("{mantissa}e{exponent}"),
    }
}

/// A confidence level with all its digits; one below 1 is not `100 %`.
///
/// ```
/// assert_eq!(collisionbench_core::number::percent(0.95), "95 %");
/// assert_eq!(collisionbench_core::number::percent(0.999_999), "99.9999 %");
/// ```
pub fn percent(level: f64) -> String {
    format!("{} %", rounded(100.0 * level, 14))
}

/// `10⁻¹³`
pub fn power_of_ten(exponent: i32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| c.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
    format!("10{}", exponent.to_string().chars().map(raised).collect::<String>())
}

/// A text for a cell of a CSV file. A spreadsheet takes one that begins with `=`, `+`, `-` or `@` for a formula: `'` is put
/// before it. A number, and `-` alone, are left as they are.
///
/// ```
/// use collisionbench_core::number::label;
/// assert_eq!(label("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
/// assert_eq!([label("-"), label("-5e-3"), label("speed=1 m/s")], ["-", "-5e-3", "speed=1 m/s"]);
/// ```
pub fn label(text: &str) -> Cow<'_, str> {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text != "-" && text.parse::<f64>().is_err();
    if formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// `1 case`, `2 cases`
pub fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Numbers in JSON, where one that is not finite is null, and null is NaN.
pub mod or_null {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(numbers: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(numbers.iter().map(|number| Some(*number).filter(|number| number.is_finite())))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
        let numbers: Vec<Option<f64>> = Vec::deserialize(deserializer)?;
        Ok(numbers.into_iter().map(|number| number.unwrap_or(f64::NAN)).collect())
    }
}
