//! The input of a fit: unknowns with bounds, data with errors, and a model that predicts the data.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

use nalgebra::{DMatrix, DVector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::Dimension;
use crate::words::worded;

/// A parameter to be fitted.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    pub name: String,
    pub unit: String,
    pub start: f64,
    /// The search never goes below; `-inf` for none.
    pub low: f64,
    /// The search never goes above; `inf` for none.
    pub high: f64,
}

/// Speeds that differ by less are one speed: those of a height that was read again.
const NEAR: f64 = 0.02;
/// Part of the way between the bounds that counts as being at one of them.
const AT_BOUND: f64 = 1e-4;

impl Unknown {
    /// Above zero where `low >= 0`: such an unknown is searched by its logarithm.
    fn positive(&self) -> bool {
        self.low >= 0.0
    }

    /// The scale on which the bounds are half a line, or a line: the logarithm of what is above zero.
    fn scale(&self, value: f64) -> f64 {
        if self.positive() { libm::log(value) } else { value }
    }

    fn unscale(&self, y: f64) -> f64 {
        if self.positive() { libm::exp(y) } else { y }
    }

    fn ends(&self) -> (f64, f64) {
        (self.scale(self.low), self.scale(self.high))
    }

    /// Transforms a value to an unbounded coordinate: `ln(p/(1-p))` of its relative position `p` between two bounds, or
    /// `ln` of the distance to one bound; positions are logarithmic if no bound is below zero.
    pub fn to_free(&self, value: f64) -> f64 {
        let y = self.scale(value);
        match self.ends() {
            (low, high) if low.is_finite() && high.is_finite() => libm::log((y - low) / (high - y)),
            (low, _) if low.is_finite() => libm::log(y - low),
            (_, high) if high.is_finite() => -libm::log(high - y),
            _ => y,
        }
    }

    /// The inverse of [`Self::to_free`], always within the bounds.
    pub fn from_free(&self, x: f64) -> f64 {
        let y = match self.ends() {
            (low, high) if low.is_finite() && high.is_finite() => low + (high - low) / (1.0 + libm::exp(-x)),
            (low, _) if low.is_finite() => low + libm::exp(x),
            (_, high) if high.is_finite() => high - libm::exp(-x),
            _ => x,
        };
        self.unscale(y).clamp(self.low, self.high)
    }

    /// Whether a value is at a bound: within 1e-4 of the distance between two bounds, or of the distance from the start
    /// to a single one.
    pub fn at_bound(&self, value: f64) -> bool {
        let y = self.scale(value);
        let (low, high) = self.ends();
        let way = if low.is_finite() && high.is_finite() {
            high - low
        } else {
            let start = self.scale(self.start);
            (start - low).abs().min((high - start).abs())
        };
        way.is_finite() && (y - low <= AT_BOUND * way || high - y <= AT_BOUND * way)
    }

    /// Why the bounds or the start are invalid, if they are.
    fn wrong(&self) -> Option<String> {
        let inside = self.low < self.start && self.start < self.high;
        (!inside).then(|| {
            format!(
                "{}: the start {:e} must lie between the bounds {:e} and {:e}",
                self.name, self.start, self.low, self.high
            )
        })
    }
}

/// One measured number of a fit, with its errors.
#[derive(Debug, Clone, PartialEq)]
pub struct Datum {
    /// Number of its drop: data of one drop are correlated.
    pub drop: usize,
    /// Number of its group of drops, such as a height that was set once; a group per drop if nothing is shared.
    pub group: usize,
    /// Number of its experiment in a joint fit; experiments share no drop, no group and no quantity.
    pub part: usize,
    /// Index of its quantity, defined by the caller; each quantity has its own scatter between drops.
    pub quantity: usize,
    /// Before the impact, m/s.
    pub speed: f64,
    /// Second abscissa: the angle of an oblique impact (rad), or the overlap of a point of a loading loop (m, negative
    /// on unloading); 0 if there is none.
    pub at: f64,
    /// As measured: a restitution, a duration in s, a rebound speed in m/s.
    pub value: f64,
    /// One standard deviation of what is known of its error, in the unit of the value; above zero.
    pub sigma: f64,
    /// One standard deviation of the speed, m/s; 0 where it is not known apart from that of the value.
    pub speed_sigma: f64,
    /// What of `sigma` comes from the height the ball was dropped from, which drops of one group from one height share; 0 of
    /// other data.
    pub setting: f64,
    /// Exponent of the value in the standard deviation: -1 for a restitution from heights, whose `sigma_h/(2 e h)` is
    /// smaller if `e` is too large by chance; 0 for a constant one.
    pub follows: f64,
    /// Factor on the scatter between drops: 1, or the distance for a roll, whose scatter is proportional to it.
    pub scatters: f64,
    /// Whether it scatters independently of its drop, if there are too few drops to estimate their scatter.
    pub apart: bool,
    /// Correlations with the data before it of the same drop and quantity, the nearest first: of two restitutions that
    /// share an interval it is about -1/2. Those that are not given are zero.
    pub correlations: Vec<f64>,
    /// Effect of one standard deviation of each shared input on the residual.
    pub shared: Vec<f64>,
}

impl Datum {
    /// A datum without shared errors.
    pub fn alone(drop: usize, quantity: usize, speed: f64, value: f64, sigma: f64) -> Self {
        Self {
            drop,
            group: drop,
            part: 0,
            quantity,
            speed,
            at: 0.0,
            value,
            sigma,
            speed_sigma: 0.0,
            setting: 0.0,
            follows: 0.0,
            scatters: 1.0,
            apart: false,
            correlations: Vec::new(),
            shared: Vec::new(),
        }
    }

    /// The standard deviation it has where this is the true value; never more than ten times off the stated one, so that
    /// a prediction on the way to the best fit cannot silence a datum.
    pub(super) fn sigma_at(&self, truth: f64) -> f64 {
        if self.follows == 0.0 {
            return self.sigma;
        }
        let ratio = libm::pow(truth / self.value, self.follows);
        self.sigma * if ratio.is_nan() { 1.0 } else { ratio.clamp(0.1, 10.0) }
    }
}

/// Predicts a datum, in its unit.
pub type Predictor<'m> = Box<dyn Fn(&Datum) -> Result<f64, String> + 'm>;

/// A model that predicts the data from the unknowns.
pub trait Model: Sync {
    fn unknowns(&self) -> &[Unknown];

    /// The value of the datum with unknowns `theta`, in the unit of the datum.
    ///
    /// # Errors
    /// A simulation that fails says why; the search goes elsewhere.
    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String>;

    /// Predictions with one set of unknowns: what all data share is prepared once.
    ///
    /// # Errors
    /// When nothing can be predicted with these unknowns.
    fn with<'m>(&'m self, theta: &'m [f64]) -> Result<Predictor<'m>, String> {
        Ok(Box::new(move |datum| self.predict(theta, datum)))
    }

    /// The largest speed at which bodies stick, m/s; 0 where they part at any.
    ///
    /// # Errors
    /// When the law has no meaning for these unknowns.
    fn sticking_speed(&self, _theta: &[f64]) -> Result<f64, String> {
        Ok(0.0)
    }

    /// Largest relative error of a prediction by the numerics behind it: an interpolation, a step.
    fn numerical_error(&self) -> f64 {
        0.0
    }
}

/// The scatter of data beyond their stated errors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scatter {
    /// No scatter beyond the stated errors.
    None,
    /// Each drop has a random offset, common to its data of one quantity; its standard deviation is estimated.
    BetweenDrops,
    /// Each group of drops has a random offset too; an interval has the degrees of freedom of the groups. For data of
    /// one quantity.
    BetweenGroups,
    /// Either of them for each of several experiments, estimated from its own data.
    BetweenExperiments,
}

/// The input of a fit without the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub data: Vec<Datum>,
    /// Drops whose ball did not rebound.
    pub stuck: Vec<StickingRow>,
    pub scatter: Scatter,
}

impl Problem {
    /// Drops, in the order of their numbers.
    pub fn drops(&self) -> Vec<usize> {
        self.distinct(|datum| datum.drop)
    }

    /// Number of independent units: drops, and data that scatter independently.
    pub fn scattering(&self) -> usize {
        let apart = self.data.iter().filter(|datum| datum.apart);
        apart.clone().count() + self.drops().len() - apart.map(|datum| datum.drop).collect::<BTreeSet<usize>>().len()
    }

    /// Whether the data of each group are of one speed, or of one height that was read again.
    pub fn units_have_one_speed(&self) -> bool {
        let mut first = BTreeMap::new();
        let same = |datum: &Datum| {
            let speed = *first.entry(datum.group).or_insert(datum.speed);
            (datum.speed / speed - 1.0).abs() < NEAR
        };
        self.data.iter().all(same)
    }

    /// Groups, in the order of their numbers.
    pub fn groups(&self) -> Vec<usize> {
        self.distinct(|datum| datum.group)
    }

    fn distinct(&self, of: fn(&Datum) -> usize) -> Vec<usize> {
        self.data.iter().map(of).collect::<BTreeSet<usize>>().into_iter().collect()
    }

    /// Why the problem is invalid, if it is.
    pub(super) fn wrong(&self, unknowns: &[Unknown]) -> Option<String> {
        if unknowns.is_empty() {
            return Some("nothing is unknown".to_string());
        }
        if let Some(why) = unknowns.iter().find_map(Unknown::wrong) {
            return Some(why);
        }
        if self.data.len() < unknowns.len() {
            return Some(format!("{} unknowns need as many data; there are {}", unknowns.len(), self.data.len()));
        }
        self.data.iter().enumerate().find_map(|(at, datum)| {
            let n = at + 1;
            if !(datum.sigma > 0.0 && datum.sigma.is_finite()) {
                Some(format!("datum {n}: its standard deviation must be above zero, not {:e}", datum.sigma))
            } else if !(datum.value.is_finite() && datum.speed.is_finite()) {
                Some(format!("datum {n} is not a number"))
            } else {
                let wrong = datum.correlations.iter().find(|rho| rho.is_nan() || rho.abs() >= 1.0);
                wrong.map(|rho| format!("datum {n}: a correlation lies between -1 and 1, not {rho:e}"))
            }
        })
    }
}

worded! {
    /// What a measurement is one of.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Target {
        Restitution = "restitution",
        Duration = "duration",
        TangentialRestitution = "tangential_restitution",
        ReboundSpin = "rebound_spin",
        ReboundAngle = "rebound_angle",
        /// From the start of rolling to rest.
        RollingDistance = "rolling_distance",
        RollingTime = "rolling_time",
        /// Force at an overlap.
        Force = "force",
    }
}

impl Target {
    /// What kind of quantity it is.
    pub fn dimension(self) -> Dimension {
        match self {
            Self::Restitution | Self::TangentialRestitution => Dimension::Number,
            Self::Duration | Self::RollingTime => Dimension::Time,
            Self::RollingDistance => Dimension::Length,
            Self::ReboundSpin => Dimension::AngularSpeed,
            Self::ReboundAngle => Dimension::Angle,
            Self::Force => Dimension::Force,
        }
    }
}

/// What was measured, and by which experiment where several measured it: `restitution of drop-height 2 (tuesday.csv)`.
pub fn measured_name(quantity: &str, experiment: Option<&str>) -> String {
    experiment.map_or(quantity.to_string(), |name| format!("{quantity} of {name}"))
}

/// Below this `Phi` is taken from its asymptotic series.
pub const FAR: f64 = -20.0;

/// A drop whose ball did not rebound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StickingRow {
    /// Number of its experiment.
    pub part: usize,
    /// Before the impact, m/s.
    pub speed: f64,
    /// One standard deviation of it, m/s; above zero.
    pub sigma: f64,
}

impl StickingRow {
    /// `(V_s - v)/s`
    pub fn distance(&self, sticking_speed: f64) -> f64 {
        (sticking_speed - self.speed) / self.sigma
    }

    /// Probability of a speed no larger than this one.
    pub fn probability(&self, sticking_speed: f64) -> f64 {
        libm::exp(ln_phi(self.distance(sticking_speed)))
    }
}

/// `ln Phi(z)`, `Phi` the distribution of a normal number; relative error below 1e-9.
pub fn ln_phi(z: f64) -> f64 {
    if z > FAR {
        return libm::log(0.5 * libm::erfc(-z * FRAC_1_SQRT_2));
    }
    let w = (z * z).recip();
    -0.5 * z * z - libm::log(-z * TAU.sqrt()) + libm::log1p(-w * (1.0 - w * (3.0 - 15.0 * w)))
}

/// `phi(z)/Phi(z)`, the slope of `ln Phi`.
pub fn mills(z: f64) -> f64 {
    libm::exp(-0.5 * z * z - ln_phi(z)) / TAU.sqrt()
}

/// Square root of twice the loss of a row: `sqrt(-2 ln Phi(z))`.
pub(super) fn root(z: f64) -> f64 {
    (-2.0 * ln_phi(z)).max(0.0).sqrt()
}

/// The likelihood of all such rows and its derivatives by the unknowns, in free coordinates.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StickingLikelihood {
    pub cost: f64,
    /// Slope of the likelihood, uphill.
    pub score: DVector<f64>,
    /// Observed information, `sum m (m + z) z' z'^T` with `m = phi/Phi`.
    pub information: DMatrix<f64>,
}

impl StickingLikelihood {
    /// Of rows at these distances from the sticking speed, with its slopes.
    pub fn of(stuck: &[StickingRow], distances: &[f64], slopes: &DVector<f64>) -> Self {
        let p = slopes.len();
        let mut all = Self { cost: 0.0, score: DVector::zeros(p), information: DMatrix::zeros(p, p) };
        for (row, &z) in stuck.iter().zip(distances) {
            let m = mills(z);
            all.cost -= ln_phi(z);
            all.score.axpy(m / row.sigma, slopes, 1.0);
            all.information.ger((m * (m + z)).max(0.0) / (row.sigma * row.sigma), slopes, slopes, 1.0);
        }
        all
    }
}
