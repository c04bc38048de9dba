//! The validity sheet: what a scene assumes of the world, and whether it may.
//!
//! A law can be solved right and still be the wrong law for two bodies at a speed. Every line is a closed form of the
//! undamped collision, or its energies: no motion is integrated, and no line says that a result is true, only that an assumption behind it
//! is known to hold, to be near its end, or to be broken. What the case does not tell is unknown, and stays so.

use std::borrow::Cow;

use crate::number::NamedNumber;
use crate::words::worded;

mod adhesion;
mod criteria;
mod plate;
mod scales;
mod yielding;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Scene;

pub use criteria::{CRITERIA, elastic_duration, elastic_overlap, first_yield_speed, thornton_restitution};

worded! {
    /// How far an assumption is from its end.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Light {
        /// The assumption holds.
        Green = "green",
        /// Near its end, or it cannot be said that it holds.
        Amber = "amber",
        /// Broken.
        Red = "red",
    }
}

/// Which values of a number are bad ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bad {
    /// The large ones.
    Above,
    /// The small ones.
    Below,
}

/// Where a number changes its light. A value on a limit is still on the better side of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thresholds {
    pub bad: Bad,
    /// The end of green; absent where there is no amber.
    pub amber: Option<f64>,
    /// The beginning of red; absent where nothing is known to break.
    pub red: Option<f64>,
}

impl Thresholds {
    /// The light of a value; none for what is not a number.
    pub fn light(&self, value: f64) -> Option<Light> {
        let beyond = |limit: Option<f64>| {
            limit.is_some_and(|limit| match self.bad {
                Bad::Above => value > limit,
                Bad::Below => value < limit,
            })
        };
        match value {
            value if value.is_nan() => None,
            _ if beyond(self.red) => Some(Light::Red),
            _ if beyond(self.amber) => Some(Light::Amber),
            _ => Some(Light::Green),
        }
    }
}

/// One assumption, and how it is judged.
#[derive(Debug)]
pub struct Criterion {
    /// `peak-pressure`
    pub word: &'static str,
    /// What is assumed, one line.
    pub assumes: &'static str,
    /// The number that is judged, a ratio.
    pub formula: &'static str,
    /// `None` when the assumption is judged by no number.
    pub limits: Option<Thresholds>,
    /// Where formula and limits come from; a limit that is the bench's own choice says so.
    pub source: &'static str,
    /// Absent when the assumption is not made by a scene.
    find: fn(&Scene) -> Option<Found>,
}

/// The result of a criterion for a scene.
#[derive(Debug, Clone, Default, PartialEq)]
struct Found {
    value: Option<f64>,
    /// Whether an unknown input prevents green for a good value.
    doubt: bool,
    details: Vec<NamedNumber>,
    note: String,
}

impl Found {
    /// No number, for this reason.
    fn unknown(why: impl Into<String>) -> Self {
        Self { note: why.into(), ..Self::default() }
    }
}

/// One line of a scene's validity sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValidityRecord {
    /// Word of its criterion.
    pub word: Cow<'static, str>,
    /// The number that is judged; unknown is absent.
    pub value: Option<f64>,
    /// Absent when nothing is known.
    pub light: Option<Light>,
    pub details: Vec<NamedNumber>,
    /// What keeps the number from being known, or what it means.
    pub note: Option<String>,
}

/// The criterion of this word; `None` where there is none.
pub fn criterion(word: &str) -> Option<&'static Criterion> {
    CRITERIA.iter().copied().find(|criterion| criterion.word == word)
}

/// The sheet of a scene: one line an assumption that it makes, in the order of [`CRITERIA`].
pub fn sheet(scene: &Scene) -> Vec<ValidityRecord> {
    // Every line is about a collision, and a loading path is none.
    if scene.path.is_some() {
        return Vec::new();
    }
    let lines = CRITERIA.iter().copied().filter_map(|criterion| {
        let Found { value, doubt, details, note } = (criterion.find)(scene)?;
        let value = value.filter(|value| value.is_finite());
        let light = value.and_then(|value| criterion.limits?.light(value));
        let light = if doubt { Some(light.unwrap_or(Light::Amber).max(Light::Amber)) } else { light };
        let note = Some(note).filter(|note| !note.is_empty());
        Some(ValidityRecord { word: criterion.word.into(), value, light, details, note })
    });
    lines.collect()
}
