//! What a check asks: the columns of the overview.

use serde::Serialize;

use crate::oracle::pages::PAGES;
use crate::record::{Check, Comparison};

use super::setup::Setup;

/// What was asked of a collision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Duration, overlap and force of a normal contact of two spheres.
    Spheres,
    /// The same of a sphere on a wall.
    Wall,
    Restitution,
    /// Tangential restitution, impulse, slip and spin.
    Oblique,
    /// The spin where a law resists rolling.
    Rolling,
    /// Forces and energies along a prescribed loading path.
    Path,
    /// Energy that a law creates or loses.
    Energy,
    /// Momentum, angular momentum and the energy balance.
    Conservation,
    /// Formulas that a code's documentation prints.
    Printed,
    /// The order of convergence over the time step.
    Order,
    /// A fit to measurements.
    Fit,
}

impl Question {
    /// All of them, in the order they are shown.
    pub const ALL: [Self; 11] = [
        Self::Spheres,
        Self::Wall,
        Self::Restitution,
        Self::Oblique,
        Self::Rolling,
        Self::Path,
        Self::Energy,
        Self::Conservation,
        Self::Printed,
        Self::Order,
        Self::Fit,
    ];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Spheres => "Two spheres",
            Self::Wall => "Sphere on a wall",
            Self::Restitution => "Restitution",
            Self::Oblique => "Oblique impact",
            Self::Rolling => "Rolling",
            Self::Path => "Loading path",
            Self::Energy => "Energy",
            Self::Conservation => "Conservation",
            Self::Printed => "Printed formulas",
            Self::Order => "Order of convergence",
            Self::Fit => "Fit to measurements",
        }
    }

    /// What is compared, one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Spheres | Self::Wall => "duration, overlap, force",
            Self::Restitution => "achieved minus expected",
            Self::Oblique => "tangential restitution, slip, spin",
            Self::Rolling => "spin after the impact",
            Self::Path => "force and energy over a cycle",
            Self::Energy => "energy created or lost",
            Self::Conservation => "momentum, energy balance",
            Self::Printed => "documentation against theory",
            Self::Order => "over the time step",
            Self::Fit => "residuals, held-out data",
        }
    }

    /// What a judged observable of a scene asks.
    pub(super) fn of(check: &Check, setup: &Setup) -> Self {
        match () {
            () if check.comparison == Comparison::Convergence => return Self::Order,
            () if check.who == "fit" => return Self::Fit,
            () if is_printed(&check.against) => return Self::Printed,
            () => {}
        }
        match check.observable.as_str() {
            "momentum_residual" | "angular_momentum_residual" | "energy_residual" => Self::Conservation,
            word if word.starts_with("energy_") => Self::Energy,
            _ if setup.path => Self::Path,
            "restitution" => Self::Restitution,
            "psi1" | "psi2" | "sticks" | "slide" | "stick_radius" => Self::Oblique,
            word if word.starts_with("tangential_") || word.starts_with("rebound_") => {
                if setup.laws.rolling.is_some() {
                    Self::Rolling
                } else {
                    Self::Oblique
                }
            }
            _ if setup.wall => Self::Wall,
            _ => Self::Spheres,
        }
    }
}

/// Whether a check compares with a formula that a code's documentation prints.
fn is_printed(against: &str) -> bool {
    PAGES.iter().any(|page| page.card.name == against)
}

/// An observable in words: `contact duration`, `largest overlap`.
pub fn observable_words(word: &str) -> String {
    match word {
        "duration" => "contact duration".to_string(),
        "duration_to_zero_overlap" => "contact duration to zero overlap".to_string(),
        "duration_counted" => "contact duration in whole steps".to_string(),
        "max_overlap" => "largest overlap".to_string(),
        "max_overlap_interpolated" => "largest overlap, interpolated".to_string(),
        "max_force" => "largest force".to_string(),
        "psi2" => "slip after the impact, psi2".to_string(),
        "psi1" => "slip before the impact, psi1".to_string(),
        "birge_ratio" => "scatter of the residuals (Birge ratio)".to_string(),
        "runs" => "trend of the residuals (number of runs)".to_string(),
        other => other.replace('_', " "),
    }
}
