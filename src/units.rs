//! `"2.5 mm"` in, metres out: the only place that knows prefixes.
//!
//! Inside the program every number is SI. Decimal prefixes are applied to the decimal text, not to
//! the binary number, so `"2.5 mm"` is the double nearest to 0.0025 and not one next to it.

use std::f64::consts::PI;

/// What kind of quantity a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimension {
    Number,
    Length,
    Mass,
    Time,
    Angle,
    Speed,
    AngularSpeed,
    Acceleration,
    Density,
    Pressure,
    Force,
    Energy,
    /// N/m
    Stiffness,
    /// N s/m: the coefficient of a force proportional to speed.
    Damping,
    /// s/m: Hunt and Crossley's lambda.
    InverseSpeed,
    /// N m/rad
    RollingStiffness,
    /// N m s/rad
    RollingDamping,
    /// Pa s
    Viscosity,
    /// J/m2
    SurfaceEnergy,
    /// J/m3
    EnergyDensity,
    /// 1/m
    InverseLength,
}

/// Every dimension that has units; those that are measured first.
pub const ALL: [Dimension; 20] = [
    Dimension::Length,
    Dimension::Mass,
    Dimension::Time,
    Dimension::Angle,
    Dimension::Speed,
    Dimension::AngularSpeed,
    Dimension::Acceleration,
    Dimension::Density,
    Dimension::Pressure,
    Dimension::Force,
    Dimension::Energy,
    Dimension::Stiffness,
    Dimension::Damping,
    Dimension::InverseSpeed,
    Dimension::RollingStiffness,
    Dimension::RollingDamping,
    Dimension::Viscosity,
    Dimension::SurfaceEnergy,
    Dimension::EnergyDensity,
    Dimension::InverseLength,
];

/// Every dimension an observable or a column of data may have, known by its unit: the first of [`ALL`].
pub const MEASURED: &[Dimension] = ALL.split_at(14).0;

/// How a unit turns into SI.
#[derive(Debug, Clone, Copy)]
enum Factor {
    /// A power of ten, applied to the decimal text: exact.
    Ten(i32),
    Times(f64),
}

type Unit = (&'static str, Factor);

use Factor::{Ten, Times};

const LENGTH: &[Unit] = &[
    ("m", Ten(0)),
    ("cm", Ten(-2)),
    ("mm", Ten(-3)),
    ("um", Ten(-6)),
    ("nm", Ten(-9)),
    ("km", Ten(3)),
    ("in", Times(0.0254)),
    ("ft", Times(0.3048)),
];
const MASS: &[Unit] = &[("kg", Ten(0)), ("g", Ten(-3)), ("mg", Ten(-6)), ("ug", Ten(-9)), ("t", Ten(3))];
const TIME: &[Unit] = &[("s", Ten(0)), ("ms", Ten(-3)), ("us", Ten(-6)), ("ns", Ten(-9)), ("min", Times(60.0))];
const ANGLE: &[Unit] = &[("deg", Times(PI / 180.0)), ("rad", Ten(0))];
const SPEED: &[Unit] = &[("m/s", Ten(0)), ("cm/s", Ten(-2)), ("mm/s", Ten(-3)), ("um/s", Ten(-6)), ("km/s", Ten(3))];
const ANGULAR_SPEED: &[Unit] = &[("rad/s", Ten(0)), ("deg/s", Times(PI / 180.0)), ("rpm", Times(PI / 30.0))];
const ACCELERATION: &[Unit] = &[("m/s2", Ten(0))];
const DENSITY: &[Unit] = &[("kg/m3", Ten(0)), ("g/cm3", Ten(3))];
const PRESSURE: &[Unit] = &[("Pa", Ten(0)), ("kPa", Ten(3)), ("MPa", Ten(6)), ("GPa", Ten(9))];
const FORCE: &[Unit] = &[("N", Ten(0)), ("mN", Ten(-3)), ("uN", Ten(-6)), ("kN", Ten(3)), ("MN", Ten(6))];
const ENERGY: &[Unit] = &[("J", Ten(0)), ("mJ", Ten(-3)), ("uJ", Ten(-6)), ("nJ", Ten(-9)), ("kJ", Ten(3))];
const STIFFNESS: &[Unit] = &[("N/m", Ten(0)), ("kN/m", Ten(3)), ("MN/m", Ten(6)), ("N/mm", Ten(3))];
const DAMPING: &[Unit] = &[("N s/m", Ten(0)), ("kg/s", Ten(0)), ("g/s", Ten(-3))];
const VISCOSITY: &[Unit] = &[("Pa s", Ten(0)), ("mPa s", Ten(-3)), ("uPa s", Ten(-6))];
const SURFACE_ENERGY: &[Unit] = &[("J/m2", Ten(0)), ("mJ/m2", Ten(-3)), ("N/m", Ten(0)), ("mN/m", Ten(-3))];
const ENERGY_DENSITY: &[Unit] = &[("J/m3", Ten(0)), ("kJ/m3", Ten(3))];
const INVERSE_LENGTH: &[Unit] = &[("1/m", Ten(0)), ("1/mm", Ten(3)), ("1/um", Ten(6))];
const INVERSE_SPEED: &[Unit] = &[("s/m", Ten(0)), ("s/mm", Ten(3))];
const ROLLING_STIFFNESS: &[Unit] = &[("N m/rad", Ten(0)), ("mN m/rad", Ten(-3)), ("kN m/rad", Ten(3))];
const ROLLING_DAMPING: &[Unit] = &[("N m s/rad", Ten(0)), ("mN m s/rad", Ten(-3)), ("uN m s/rad", Ten(-6))];

impl Dimension {
    fn units(self) -> &'static [Unit] {
        match self {
            Self::Number => &[],
            Self::Length => LENGTH,
            Self::Mass => MASS,
            Self::Time => TIME,
            Self::Angle => ANGLE,
            Self::Speed => SPEED,
            Self::AngularSpeed => ANGULAR_SPEED,
            Self::Acceleration => ACCELERATION,
            Self::Density => DENSITY,
            Self::Pressure => PRESSURE,
            Self::Force => FORCE,
            Self::Energy => ENERGY,
            Self::Stiffness => STIFFNESS,
            Self::Damping => DAMPING,
            Self::InverseSpeed => INVERSE_SPEED,
            Self::RollingStiffness => ROLLING_STIFFNESS,
            Self::RollingDamping => ROLLING_DAMPING,
            Self::Viscosity => VISCOSITY,
            Self::SurfaceEnergy => SURFACE_ENERGY,
            Self::EnergyDensity => ENERGY_DENSITY,
            Self::InverseLength => INVERSE_LENGTH,
        }
    }

    /// The SI unit values of this dimension are kept in; empty for a plain number.
    pub fn si(self) -> &'static str {
        match self {
            Self::Number => "",
            Self::Angle => "rad",
            other => other.units()[0].0,
        }
    }

    /// The dimension in words, as it stands in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "plain number",
            Self::Length => "length",
            Self::Mass => "mass",
            Self::Time => "time",
            Self::Angle => "angle",
            Self::Speed => "speed",
            Self::AngularSpeed => "angular speed",
            Self::Acceleration => "acceleration",
            Self::Density => "density",
            Self::Pressure => "pressure",
            Self::Force => "force",
            Self::Energy => "energy",
            Self::Stiffness => "stiffness",
            Self::Damping => "damping coefficient",
            Self::InverseSpeed => "inverse speed",
            Self::RollingStiffness => "rolling stiffness",
            Self::RollingDamping => "rolling damping",
            Self::Viscosity => "viscosity",
            Self::SurfaceEnergy => "surface energy",
            Self::EnergyDensity => "energy density",
            Self::InverseLength => "inverse length",
        }
    }

    /// What stands before [`Dimension::name`].
    fn article(self) -> &'static str {
        if self.name().starts_with(['a', 'e', 'i']) { "an" } else { "a" }
    }

    /// The units that are understood, as a list for a message: `m, cm, mm`.
    pub fn choices(self) -> String {
        let names: Vec<&str> = self.units().iter().map(|u| u.0).collect();
        names.join(", ")
    }

    /// A value that shows how a quantity of this dimension is written.
    pub fn example(self) -> &'static str {
        match self {
            Self::Number => "0.5",
            Self::Length => "\"2.5 mm\"",
            Self::Mass => "\"41.5 g\"",
            Self::Time => "\"1 us\"",
            Self::Angle => "\"20 deg\"",
            Self::Speed => "\"3.9 m/s\"",
            Self::AngularSpeed => "\"10 rad/s\"",
            Self::Acceleration => "\"9.81 m/s2\"",
            Self::Density => "\"2500 kg/m3\"",
            Self::Pressure => "\"70 GPa\"",
            Self::Force => "\"100 N\"",
            Self::Energy => "\"1 mJ\"",
            Self::Stiffness => "\"1000 N/m\"",
            Self::Damping => "\"0.1 N s/m\"",
            Self::InverseSpeed => "\"0.2 s/m\"",
            Self::RollingStiffness => "\"1 N m/rad\"",
            Self::RollingDamping => "\"0.001 N m s/rad\"",
            Self::Viscosity => "\"18.2 uPa s\"",
            Self::SurfaceEnergy => "\"0.05 J/m2\"",
            Self::EnergyDensity => "\"1e5 J/m3\"",
            Self::InverseLength => "\"1e6 1/m\"",
        }
    }
}

/// Why a text is not a quantity of the dimension asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    #[error("`{text}` has no unit; write {} {}, for example {}", .dimension.article(), .dimension.name(), .dimension.example())]
    Missing { text: String, dimension: Dimension },
    #[error("`{unit}` is not a unit of {}; use one of {}", .dimension.name(), .dimension.choices())]
    Unknown { unit: String, dimension: Dimension },
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
/// use collisionbench::units::{Dimension, parse};
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
            parse(&shown, dimension).map(|value| (value, shown))
        })
        .collect()
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
    let Some((_, factor)) = dimension.units().iter().find(|(name, _)| *name == ascii(unit)) else {
        return Err(UnitError::Unknown { unit: unit.to_string(), dimension });
    };
    let value = match *factor {
        Times(factor) => factor * decimal(number, &whole())?,
        Ten(shift) => {
            shifted(number, shift).map_or_else(|| decimal(number, &whole()), |moved| decimal(&moved, &whole()))?
        }
    };
    if value.is_finite() { Ok(value) } else { Err(UnitError::NotFinite { text: whole() }) }
}

/// A unit as it is printed, `µm` or `m/s²`, in the letters of the tables: `um`, `m/s2`.
fn ascii(unit: &str) -> String {
    unit.replace(['µ', 'μ'], "u").replace('²', "2").replace('³', "3")
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
