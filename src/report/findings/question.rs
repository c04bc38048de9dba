//! The questions of checks, which are the columns of the overview.

use crate::bench::record::{Check, Comparison};
use crate::theory::printed_formulas::PRINTED_FORMULAS;

use super::setup::Setup;
use crate::words::worded;

worded! {
    /// The question that a check answers.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Question {
        /// Duration, overlap and force of a normal contact of two spheres.
        Spheres = "Two spheres": "duration, overlap, force",
        /// The same of a sphere on a wall.
        Wall = "Sphere on a wall": "duration, overlap, force",
        Restitution = "Restitution": "achieved minus expected",
        /// Tangential restitution, impulse, slip and spin.
        Oblique = "Oblique impact": "tangential restitution, slip, spin",
        /// The spin where a law resists rolling.
        Rolling = "Rolling": "spin after the impact",
        /// Forces and energies along a prescribed loading path.
        Path = "Loading path": "force and energy over a cycle",
        /// Energy that a law creates or loses.
        Energy = "Energy": "energy created or lost",
        /// Momentum, angular momentum and the energy balance.
        Conservation = "Conservation": "momentum, energy balance",
        /// Formulas that a code's documentation prints.
        Printed = "Printed formulas": "documentation against theory",
        /// The order of convergence over the time step.
        Order = "Order of convergence": "over the time step",
        /// A fit to measurements.
        Fit = "Fit to measurements": "residuals, held-out data",
    }
}

impl Question {
    /// The question of a check in a scene.
    pub(super) fn of(check: &Check, setup: &Setup) -> Self {
        match () {
            () if check.comparison == Comparison::Convergence => return Self::Order,
            () if &*check.who == "fit" => return Self::Fit,
            () if is_printed(&check.against) => return Self::Printed,
            () => {}
        }
        match &*check.observable {
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
    PRINTED_FORMULAS.iter().any(|page| page.card.name == against)
}

/// Name of an observable for readers: `contact duration`, `largest overlap`.
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
