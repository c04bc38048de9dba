//! The size of a deviation, in a measure that is comparable between checks.

use crate::bench::Check;
use crate::bench::record::{Comparison, SceneRecord};
use crate::number::brief;
use crate::words::worded;

worded! {
    /// The quantity to which a deviation is relative.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Measure {
        /// Of the expected value.
        Relative = "relative",
        /// Of a plain number: a restitution, a ratio.
        Absolute = "absolute",
        /// Of an angle, rad.
        Angle = "rad",
        /// Of the kinetic energy before the impact.
        Energy = "share of kinetic energy",
        /// Between an order found and an order expected.
        Order = "order",
        /// Standard uncertainties of both.
        Sigma = "sigma",
        /// Absolute, in the unit of the observable.
        Unit = "unit",
    }
}

/// Observed minus expected, where the sign is known; of a measured point with an uncertain abscissa the observed value is
/// the one closest to it within that uncertainty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deviation {
    pub value: f64,
    pub measure: Measure,
}

impl Deviation {
    /// The deviation of a check; `None` if nothing was compared. For a printed formula, the formula deviates from the
    /// computed value and not the other way round.
    pub(super) fn of(check: &Check, scene: Option<&SceneRecord>, printed: bool) -> Option<Self> {
        let judged = check.deviation?;
        let new = |value: f64, measure| value.is_finite().then_some(Self { value, measure });
        if check.comparison == Comparison::Convergence {
            // More than a least order is no deviation.
            let sign = if check.observed < check.expected { -1.0 } else { 1.0 };
            return new(sign * judged, Measure::Order);
        }
        let (Some(observed), Some(expected)) = (check.compared(), check.expected) else {
            return new(judged, if check.deviation_unit == "relative" { Measure::Relative } else { Measure::Unit });
        };
        let (observed, expected) = if printed { (expected, observed) } else { (observed, expected) };
        // A check of one side only does not deviate on the other.
        let difference = if judged == 0.0 { 0.0 } else { observed - expected };
        match (&*check.deviation_unit, &*check.unit) {
            ("relative", _) if expected != 0.0 => new(difference / expected.abs(), Measure::Relative),
            (_, "") => new(difference, Measure::Absolute),
            (_, "rad") => new(difference, Measure::Angle),
            (_, "J") if expected.abs() < 1e-300 => {
                let share = scene.and_then(kinetic_energy).map(|energy| difference / energy);
                share.map_or_else(|| new(difference, Measure::Unit), |share| new(share, Measure::Energy))
            }
            ("sigma", _) => new(judged.copysign(difference), Measure::Sigma),
            _ => new(difference, Measure::Unit),
        }
    }

    /// Whether it has a natural size: a fraction, or a number between 0 and about 1.
    pub fn is_relative(&self) -> bool {
        !matches!(self.measure, Measure::Unit | Measure::Sigma | Measure::Order)
    }

    /// Size for comparing checks: a fraction; 0 for a measure without a natural size.
    pub fn size(&self) -> f64 {
        match self.measure {
            Measure::Unit | Measure::Sigma | Measure::Order => 0.0,
            _ => self.value.abs(),
        }
    }

    /// `14 %`, `7e-6`, `0.43`, `2.3°`, without its sign.
    pub fn text(&self, unit: &str) -> String {
        let size = self.value.abs();
        match self.measure {
            Measure::Relative | Measure::Energy if size >= 10.0 => format!("a factor of {}", brief(1.0 + size)),
            Measure::Relative | Measure::Energy if size >= 1e-4 => format!("{} %", brief(size * 100.0)),
            Measure::Angle => format!("{}°", brief(size.to_degrees())),
            Measure::Sigma => format!("{} sigma", brief(size)),
            Measure::Unit if !unit.is_empty() => format!("{} {unit}", brief(size)),
            _ => brief(size),
        }
    }
}

/// `m* v^2/2` of an impact: what the bodies have of each other.
fn kinetic_energy(scene: &SceneRecord) -> Option<f64> {
    let speed = scene.number("impact.speed")?;
    let energy = 0.5 * scene.force.m_star * speed * speed;
    (energy > 0.0).then_some(energy)
}
