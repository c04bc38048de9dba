//! What a fit is given: unknowns with bounds, data with their errors, and a model that predicts the data.

use std::collections::BTreeSet;

use super::loss::Loss;
use super::stuck::Stuck;
use crate::case::Mistakes;

/// A number that is to be found.
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

/// Part of the way between the bounds that counts as being at one of them.
const AT_BOUND: f64 = 1e-4;

impl Unknown {
    /// Above zero where `low >= 0`: such an unknown is searched by its logarithm.
    fn positive(&self) -> bool {
        self.low >= 0.0
    }

    /// The scale on which the bounds are half a line, or a line: the logarithm of what is above zero.
    fn scale(&self, value: f64) -> f64 {
        if self.positive() { value.ln() } else { value }
    }

    fn unscale(&self, y: f64) -> f64 {
        if self.positive() { y.exp() } else { y }
    }

    fn ends(&self) -> (f64, f64) {
        (self.scale(self.low), self.scale(self.high))
    }

    /// To a number that may be anything: `ln(p/(1-p))` of the part `p` of the way between two bounds, `ln` of the
    /// distance to one; the way is measured by the logarithm where nothing is below zero.
    pub fn to_free(&self, value: f64) -> f64 {
        let y = self.scale(value);
        match self.ends() {
            (low, high) if low.is_finite() && high.is_finite() => ((y - low) / (high - y)).ln(),
            (low, _) if low.is_finite() => (y - low).ln(),
            (_, high) if high.is_finite() => -(high - y).ln(),
            _ => y,
        }
    }

    /// Back; the inverse of [`Self::to_free`], always within the bounds.
    pub fn from_free(&self, x: f64) -> f64 {
        let y = match self.ends() {
            (low, high) if low.is_finite() && high.is_finite() => low + (high - low) / (1.0 + (-x).exp()),
            (low, _) if low.is_finite() => low + x.exp(),
            (_, high) if high.is_finite() => high - (-x).exp(),
            _ => x,
        };
        self.unscale(y).clamp(self.low, self.high)
    }

    /// Whether a value is so close to a bound that the data would rather have it beyond: within 1e-4 of the way between
    /// two bounds, or of the distance of the start to a single one.
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

    /// Why this cannot be searched, if it cannot.
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

/// One measured number.
#[derive(Debug, Clone, PartialEq)]
pub struct Datum {
    /// Which drop it belongs to: data of one drop are correlated, and are resampled together.
    pub drop: usize,
    /// Which group of drops it belongs to, such as a height that was set once; that of the drop itself where nothing is shared.
    pub group: usize,
    /// Which experiment it is of, where several are fitted together; they share no drop, no group and no quantity.
    pub part: usize,
    /// Which quantity it is, by the caller's own count; each quantity has its own between-drop scatter.
    pub quantity: usize,
    /// Before the impact, m/s.
    pub speed: f64,
    /// Where else it was measured: the angle of an oblique impact (rad), the overlap of a point of a loop (m, below zero on
    /// the way out); 0 where there is nothing else.
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
    /// The exponent with which the standard deviation follows the value: -1 for a restitution from heights, whose
    /// `sigma_h/(2 e h)` is smaller where `e` came out large by chance; 0 where it does not follow.
    pub follows: f64,
    /// How many times the scatter between drops of its quantity it scatters: 1, but of rolls, which scatter by a part of their way.
    pub scatters: f64,
    /// Whether it scatters by itself and not with its drop: where there are too few drops to see how drops scatter.
    pub apart: bool,
    /// Correlations with the data before it of the same drop and quantity, the nearest first: of two restitutions that
    /// share an interval it is about -1/2. Those that are not given are zero.
    pub correlations: Vec<f64>,
    /// What one standard deviation of each input that all readings share does to the value less its prediction.
    pub shared: Vec<f64>,
}

impl Datum {
    /// A datum that shares nothing with its neighbours.
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
        let ratio = (truth / self.value).powf(self.follows);
        self.sigma * if ratio.is_nan() { 1.0 } else { ratio.clamp(0.1, 10.0) }
    }
}

/// Predicts a datum, in its unit.
pub type Predictor<'m> = Box<dyn Fn(&Datum) -> Result<f64, String> + 'm>;

/// What predicts the data from the unknowns.
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

/// How data of one drop scatter beyond their stated errors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scatter {
    /// They do not: the stated errors are all there is.
    None,
    /// Each drop is off by an amount of its own, in all its data of one quantity; how much is estimated from the data.
    BetweenDrops,
    /// And each group of drops by an amount of its own besides: an interval has the degrees of freedom of the groups. Of data of
    /// one quantity.
    BetweenGroups,
    /// One or the other in each of several experiments, found from its own data alone.
    BetweenExperiments,
}

/// Everything a fit needs but the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub data: Vec<Datum>,
    /// Drops whose ball did not come back.
    pub stuck: Vec<Stuck>,
    pub scatter: Scatter,
    pub loss: Loss,
    /// What is done wrong on purpose.
    pub mistakes: &'static Mistakes,
}

impl Problem {
    /// Drops, in the order of their numbers.
    pub fn drops(&self) -> Vec<usize> {
        self.distinct(|datum| datum.drop)
    }

    /// How many there are of what scatters: drops, and data that do so by themselves.
    pub fn scattering(&self) -> usize {
        let apart = self.data.iter().filter(|datum| datum.apart);
        apart.clone().count() + self.drops().len() - apart.map(|datum| datum.drop).collect::<BTreeSet<usize>>().len()
    }

    /// Groups, in the order of their numbers.
    pub fn groups(&self) -> Vec<usize> {
        self.distinct(|datum| datum.group)
    }

    fn distinct(&self, of: fn(&Datum) -> usize) -> Vec<usize> {
        self.data.iter().map(of).collect::<BTreeSet<usize>>().into_iter().collect()
    }

    /// Why nothing can be fitted, if nothing can.
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
