//! `"2.5 mm"` in, metres out: the only place that knows prefixes.
//!
//! Inside the program every number is SI. Decimal prefixes are applied to the decimal text, not to
//! the binary number, so `"2.5 mm"` is the double nearest to 0.0025 and not one next to it.

use std::f64::consts::PI;

use crate::words::{kept, worded};

worded! {
    /// What kind of quantity a number is: its word stands in messages, its meaning is a value of it as it is written. Those that
    /// are measured come first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Dimension {
        Number = "plain number": "0.5",
        Length = "length": "\"2.5 mm\"",
        Mass = "mass": "\"41.5 g\"",
        Time = "time": "\"1 us\"",
        Angle = "angle": "\"20 deg\"",
        Speed = "speed": "\"3.9 m/s\"",
        AngularSpeed = "angular speed": "\"10 rad/s\"",
        Acceleration = "acceleration": "\"9.81 m/s2\"",
        Density = "density": "\"2500 kg/m3\"",
        Pressure = "pressure": "\"70 GPa\"",
        Force = "force": "\"100 N\"",
        Energy = "energy": "\"1 mJ\"",
        /// N/m
        Stiffness = "stiffness": "\"1000 N/m\"",
        /// N s/m: the coefficient of a force proportional to speed.
        Damping = "damping coefficient": "\"0.1 N s/m\"",
        /// s/m: Hunt and Crossley's lambda.
        InverseSpeed = "inverse speed": "\"0.2 s/m\"",
        /// N m/rad
        RollingStiffness = "rolling stiffness": "\"1 N m/rad\"",
        /// N m s/rad
        RollingDamping = "rolling damping": "\"0.001 N m s/rad\"",
        /// Pa s
        Viscosity = "viscosity": "\"18.2 uPa s\"",
        /// J/m2
        SurfaceEnergy = "surface energy": "\"0.05 J/m2\"",
        /// J/m3
        EnergyDensity = "energy density": "\"1e5 J/m3\"",
        /// 1/m
        InverseLength = "inverse length": "\"1e6 1/m\"";
        /// Any other, by its SI unit: of a parameter of a formula.
        Composed(&'static str) = "quantity": "\"1e9 N/m^1.5\""
    }
}

/// Every dimension that has units; those that are measured first.
pub const ALL: &[Dimension] = Dimension::ALL.split_at(1).1;

/// Every dimension an observable or a column of data may have, known by its unit: the first of [`ALL`].
pub const MEASURED: &[Dimension] = ALL.split_at(14).0;

/// How a unit turns into SI.
#[derive(Debug, Clone, Copy)]
enum Factor {
    /// A power of ten, applied to the decimal text: exact.
    Ten(i32),
    Times(f64),
    /// Divides: 36 km/h are 10 m/s to the last bit.
    Over(f64),
}

type Unit = (&'static str, Factor);

use Factor::{Over, Ten, Times};

impl Dimension {
    /// The units of a dimension, the SI unit first but of angles.
    fn units(self) -> &'static [Unit] {
        match self {
            Self::Number => &[],
            Self::Length => &[
                ("m", Ten(0)),
                ("cm", Ten(-2)),
                ("mm", Ten(-3)),
                ("um", Ten(-6)),
                ("nm", Ten(-9)),
                ("km", Ten(3)),
                ("in", Times(0.0254)),
                ("ft", Times(0.3048)),
            ],
            Self::Mass => &[("kg", Ten(0)), ("g", Ten(-3)), ("mg", Ten(-6)), ("ug", Ten(-9)), ("t", Ten(3))],
            Self::Time => &[
                ("s", Ten(0)),
                ("ms", Ten(-3)),
                ("us", Ten(-6)),
                ("ns", Ten(-9)),
                ("min", Times(60.0)),
                ("h", Times(3600.0)),
            ],
            Self::Angle => &[("deg", Times(PI / 180.0)), ("rad", Ten(0))],
            Self::Speed => &[
                ("m/s", Ten(0)),
                ("cm/s", Ten(-2)),
                ("mm/s", Ten(-3)),
                ("um/s", Ten(-6)),
                ("km/s", Ten(3)),
                ("km/h", Over(3.6)),
            ],
            Self::AngularSpeed => &[("rad/s", Ten(0)), ("deg/s", Times(PI / 180.0)), ("rpm", Times(PI / 30.0))],
            Self::Acceleration => &[("m/s2", Ten(0)), ("cm/s2", Ten(-2)), ("mm/s2", Ten(-3))],
            Self::Density => &[("kg/m3", Ten(0)), ("g/cm3", Ten(3))],
            Self::Pressure => &[
                ("Pa", Ten(0)),
                ("kPa", Ten(3)),
                ("MPa", Ten(6)),
                ("GPa", Ten(9)),
                ("TPa", Ten(12)),
                ("N/m2", Ten(0)),
                ("N/mm2", Ten(6)),
            ],
            Self::Force => &[("N", Ten(0)), ("mN", Ten(-3)), ("uN", Ten(-6)), ("kN", Ten(3)), ("MN", Ten(6))],
            Self::Energy => &[("J", Ten(0)), ("mJ", Ten(-3)), ("uJ", Ten(-6)), ("nJ", Ten(-9)), ("kJ", Ten(3))],
            Self::Stiffness => &[("N/m", Ten(0)), ("kN/m", Ten(3)), ("MN/m", Ten(6)), ("N/mm", Ten(3))],
            Self::Damping => &[("N s/m", Ten(0)), ("kg/s", Ten(0)), ("g/s", Ten(-3))],
            Self::InverseSpeed => &[("s/m", Ten(0)), ("s/mm", Ten(3))],
            Self::RollingStiffness => &[("N m/rad", Ten(0)), ("mN m/rad", Ten(-3)), ("kN m/rad", Ten(3))],
            Self::RollingDamping => &[("N m s/rad", Ten(0)), ("mN m s/rad", Ten(-3)), ("uN m s/rad", Ten(-6))],
            Self::Viscosity => &[("Pa s", Ten(0)), ("mPa s", Ten(-3)), ("uPa s", Ten(-6))],
            Self::SurfaceEnergy => &[("J/m2", Ten(0)), ("mJ/m2", Ten(-3)), ("N/m", Ten(0)), ("mN/m", Ten(-3))],
            Self::EnergyDensity => &[("J/m3", Ten(0)), ("kJ/m3", Ten(3))],
            Self::InverseLength => &[("1/m", Ten(0)), ("1/mm", Ten(3)), ("1/um", Ten(6))],
            Self::Composed(_) => &[],
        }
    }

    /// The SI unit values of this dimension are kept in; empty for a plain number.
    pub fn si(self) -> &'static str {
        match self {
            Self::Number => "",
            Self::Angle => "rad",
            Self::Composed(unit) => unit,
            other => other.units()[0].0,
        }
    }

    /// The dimension of a quantity as it is written, by its unit: `"2.5 mm"`, `"1e9 N/m^1.5"`; a plain number without one.
    pub fn of_text(text: &str) -> Self {
        Self::of_unit(split(text).1)
    }

    /// The dimension of a unit; a plain number for none.
    pub fn of_unit(unit: &str) -> Self {
        let known = |of: &&Self| of.units().iter().any(|(name, _)| *name == ascii(unit));
        match ALL.iter().find(known) {
            _ if unit.is_empty() => Self::Number,
            Some(of) => *of,
            None => Self::Composed(kept(&powers(unit).map_or(unit.to_string(), unit_of))),
        }
    }

    /// A value that shows how a quantity of this dimension is written: `"2.5 mm"`.
    pub fn example(self) -> &'static str {
        self.meaning()
    }

    /// The article before [`Dimension::word`].
    fn article(self) -> &'static str {
        if self.word().starts_with(['a', 'e', 'i']) { "an" } else { "a" }
    }

    /// The units that are understood, as a list for a message: `m, cm, mm`.
    pub fn choices(self) -> String {
        if let Self::Composed(unit) = self {
            return unit.to_string();
        }
        let names: Vec<&str> = self.units().iter().map(|u| u.0).collect();
        names.join(", ")
    }
}

/// Why a text is not a quantity of the dimension asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    #[error("`{text}` has no unit; write {} {}, for example {}", .dimension.article(), .dimension.word(), .dimension.example())]
    Missing { text: String, dimension: Dimension },
    #[error("`{unit}` is not a unit of {}; use one of {}", .dimension.word(), .dimension.choices())]
    Unknown { unit: String, dimension: Dimension },
    /// A unit that is none.
    #[error("{why}")]
    Odd { why: String },
    #[error("`{unit}` is not valid here: a plain number has no unit")]
    NotWanted { unit: String },
    #[error("`{text}` is not a number")]
    NotANumber { text: String },
    #[error("`{text}` is not a finite number")]
    NotFinite { text: String },
}

/// Reads `"2.5 mm"` into SI.
///
/// ```
/// use collisionbench_core::units::{Dimension, parse};
/// assert_eq!(parse("2.5 mm", Dimension::Length), Ok(0.0025));
/// assert!(parse("2.5 GPa", Dimension::Length).is_err());
/// ```
pub fn parse(text: &str, dimension: Dimension) -> Result<f64, UnitError> {
    let text = text.trim();
    let (number, unit) = split(text);
    if number.is_empty() {
        return Err(UnitError::NotANumber { text: text.to_string() });
    }
    if unit.is_empty() && dimension != Dimension::Number {
        decimal(number, text)?;
        return Err(UnitError::Missing { text: text.to_string(), dimension });
    }
    in_unit(number, unit, dimension)
}

/// Reads a list that shares one unit, `"5 10 15 deg"`, into SI values with their texts `5 deg`, ...
pub fn parse_list(text: &str, dimension: Dimension) -> Result<Vec<(f64, String)>, UnitError> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let mut unit = String::new();
    while words.last().is_some_and(|w| w.parse::<f64>().is_err()) {
        let last = words.pop().unwrap_or_default();
        unit = if unit.is_empty() { last.to_string() } else { format!("{last} {unit}") };
    }
    if words.is_empty() {
        return Err(UnitError::NotANumber { text: text.trim().to_string() });
    }
    words
        .into_iter()
        .map(|word| {
            let shown = format!("{word} {unit}").trim_end().to_string();
            // The unit is that of the last number: the word alone is what the text has.
            decimal(word, word)?;
            parse(&shown, dimension).map(|value| (value, shown))
        })
        .collect()
}

/// The powers of kg, m and s of an SI unit such as `N s/m^1.5`, `Pa`, `J/m2`, `1/m`: factors of base and derived units, those after the
/// `/` in the denominator. Radians count as 1.
///
/// # Errors
/// With the factor that is not one.
pub fn powers(unit: &str) -> Result<[f64; 3], String> {
    let mut powers = [0.0; 3];
    for (at, side) in unit.trim().splitn(2, '/').enumerate() {
        for factor in side.split([' ', '*', '/']).filter(|factor| !matches!(*factor, "" | "1" | "-")) {
            let end = factor.find(|c: char| !c.is_alphabetic()).unwrap_or(factor.len());
            let (name, power) = factor.split_at(end);
            let power = power.trim_start_matches('^');
            let power: f64 = if power.is_empty() { Ok(1.0) } else { power.parse() }
                .map_err(|_| format!("`{power}` in `{unit}` is not a power"))?;
            let base = match name {
                "kg" => [1.0, 0.0, 0.0],
                "m" => [0.0, 1.0, 0.0],
                "s" => [0.0, 0.0, 1.0],
                "rad" => [0.0; 3],
                "N" => [1.0, 1.0, -2.0],
                "Pa" => [1.0, -1.0, -2.0],
                "J" => [1.0, 2.0, -2.0],
                _ => return Err(format!("`{name}` in `{unit}` is none of kg, m, s, rad, N, Pa, J")),
            };
            let sign = if at == 0 { power } else { -power };
            for (sum, part) in powers.iter_mut().zip(base) {
                *sum += sign * part;
            }
        }
    }
    Ok(powers)
}

/// A unit with these powers of kg, m and s: `N s/m^1.25`; empty for a plain number.
pub fn unit_of([kg, m, s]: [f64; 3]) -> String {
    // A force stands for the mass: kg^a m^b s^c = N^a m^(b-a) s^(c+2a).
    let factors = match [kg, m, s] {
        [1.0, 0.0, 0.0] => [("kg", 1.0), ("m", 0.0), ("s", 0.0)],
        [0.0, ..] => [("kg", 0.0), ("m", m), ("s", s)],
        _ => [("N", kg), ("m", m - kg), ("s", s + 2.0 * kg)],
    };
    let side = |sign: f64, between: &str| {
        let part = |&(name, power): &(&str, f64)| {
            let power = (sign * power * 1e9).round() / 1e9;
            let raised = if power == 1.0 { name.to_string() } else { format!("{name}^{power}") };
            (power > 0.0).then_some(raised)
        };
        factors.iter().filter_map(part).collect::<Vec<_>>().join(between)
    };
    match (side(1.0, " "), side(-1.0, "/")) {
        (above, below) if below.is_empty() => above,
        (above, below) => format!("{}/{below}", if above.is_empty() { "1" } else { &above }),
    }
}

/// The unit behind a number, `1e-12 relative` -> `("1e-12", "relative")`.
pub fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = match text.find(char::is_whitespace) {
        Some(i) => i,
        // No blank: the number ends where its longest readable prefix does ("2.5mm").
        None => (0..=text.len())
            .rev()
            .find(|&i| text.is_char_boundary(i) && text[..i].parse::<f64>().is_ok())
            .unwrap_or(text.len()),
    };
    (&text[..end], text[end..].trim())
}

/// `number` in `unit`, in SI. Also the door through which data files with units in headers come in.
pub fn in_unit(number: &str, unit: &str, dimension: Dimension) -> Result<f64, UnitError> {
    let whole = || format!("{number} {unit}").trim().to_string();
    if dimension == Dimension::Number {
        if !unit.is_empty() {
            return Err(UnitError::NotWanted { unit: unit.to_string() });
        }
        return decimal(number, &whole());
    }
    // What is no number has no unit either: in "= 2 m/s" the rest is not one.
    decimal(number, &whole())?;
    if let Dimension::Composed(si) = dimension {
        return match (powers(unit), powers(si)) {
            (Ok(given), Ok(wanted)) if given == wanted => decimal(number, &whole()),
            (Ok(_), _) => Err(UnitError::Unknown { unit: unit.to_string(), dimension }),
            (Err(why), _) => Err(UnitError::Odd { why: format!("{why}: write a unit without prefixes, `N/m^1.5`") }),
        };
    }
    let Some((_, factor)) = dimension.units().iter().find(|(name, _)| *name == ascii(unit)) else {
        return Err(UnitError::Unknown { unit: unit.to_string(), dimension });
    };
    let value = match *factor {
        Times(factor) => factor * decimal(number, &whole())?,
        Over(factor) => decimal(number, &whole())? / factor,
        Ten(shift) => {
            shifted(number, shift).map_or_else(|| decimal(number, &whole()), |moved| decimal(&moved, &whole()))?
        }
    };
    if value.is_finite() { Ok(value) } else { Err(UnitError::NotFinite { text: whole() }) }
}

/// A unit as it is printed, `µm`, `m/s²`, `m/s^2` or `°`, in the letters of the tables: `um`, `m/s2`, `deg`.
fn ascii(unit: &str) -> String {
    unit.replace(['µ', 'μ'], "u").replace('²', "2").replace('³', "3").replace('^', "").replace('°', "deg")
}

/// The same decimal number with its exponent moved: `("2.5", -3)` -> `"2.5e-3"`.
fn shifted(number: &str, shift: i32) -> Option<String> {
    let (mantissa, exponent) = match number.find(['e', 'E']) {
        Some(i) => (&number[..i], number[i + 1..].parse::<i32>().ok()?),
        None => (number, 0),
    };
    Some(format!("{mantissa}e{}", exponent.checked_add(shift)?))
}

fn decimal(number: &str, whole: &str) -> Result<f64, UnitError> {
    // `nan` and `inf` with an exponent behind them ("nane-3") are no numbers at all, but are meant as these.
    let bare = number.trim_start_matches(['+', '-']).to_ascii_lowercase();
    if bare.starts_with("nan") || bare.starts_with("inf") {
        return Err(UnitError::NotFinite { text: whole.to_string() });
    }
    let value: f64 = number.parse().map_err(|_| UnitError::NotANumber { text: whole.to_string() })?;
    if value.is_finite() { Ok(value) } else { Err(UnitError::NotFinite { text: whole.to_string() }) }
}
