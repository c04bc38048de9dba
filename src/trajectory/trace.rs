//! What a solver returns of a loading path.

use super::{Estimate, Losses};

/// The contact at one place of its path. Energies are from the beginning of the path; where the normal force is a power of
/// the overlap those of the tangential and rotational side alone, for the normal side gives back what it takes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PathState {
    /// m
    pub overlap: f64,
    /// N
    pub normal: f64,
    /// How far the surfaces have been moved along each other, m.
    pub slide: f64,
    /// Tangential force that resists it, N.
    pub tangential: f64,
    /// Radius of what sticks, m; absent for a law that knows no partial slip.
    pub stick_radius: Option<f64>,
    pub energy: Ledger,
}

/// Energies of a path, J. What a law does not determine is absent, not 0.
///
/// `work = strain + slip + rolling + lost - created`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ledger {
    /// Put in by what drives the path.
    pub work: f64,
    /// Elastic energy now.
    pub strain: Option<f64>,
    /// Taken by friction.
    pub slip: Option<f64>,
    /// Taken by the rolling resistance, its spring included.
    pub rolling: f64,
    /// Lost by the normal law, to plasticity and to adhesion.
    pub lost: f64,
    /// What the law makes from nothing: negative where it destroys energy without a process to do so.
    pub created: Option<f64>,
}

impl Ledger {
    /// The largest term, J.
    pub fn largest(&self) -> f64 {
        let known = [self.strain, self.slip, self.created].into_iter().flatten();
        known.chain([self.work, self.rolling, self.lost]).fold(0.0, |most, term| most.max(term.abs()))
    }

    /// What the ledger does not account for, J; absent when a term is.
    pub fn unaccounted(&self) -> Option<f64> {
        Some(self.work - self.strain? - self.slip? - self.rolling - self.lost + self.created?)
    }
}

/// A loading path as one solver followed it.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// Along the path, at even parts of every leg.
    pub states: Vec<PathState>,
    /// Index into `states` of the end of each leg.
    pub ends: Vec<usize>,
    /// Work put in over each cycle, J.
    pub loops: Vec<Estimate>,
    /// Where the path ends, with uncertainties.
    pub end: PathEnd,
}

/// The end of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathEnd {
    pub overlap: Estimate,
    pub normal: Estimate,
    pub slide: Estimate,
    pub tangential: Estimate,
    pub stick_radius: Option<Estimate>,
    pub work: Estimate,
    pub strain: Option<Estimate>,
    pub slip: Option<Estimate>,
    pub rolling: Estimate,
    pub created: Option<Estimate>,
    /// What the ledger does not account for over its largest term on the way.
    pub residual: Option<Estimate>,
    /// What a normal law with branches lost; `None` for a power of the overlap.
    pub losses: Option<Losses>,
}
