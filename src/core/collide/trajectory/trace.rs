//! The result of a solver for a loading path.

use super::{Estimate, Losses};

/// The contact at one point of its path. Energies are from the beginning of the path; where the normal force is a power of the
/// overlap, only those of the tangential and rotational part, because the normal force then does no net work in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PathState {
    /// m
    pub overlap: f64,
    /// N
    pub normal: f64,
    /// Relative tangential displacement of the surfaces, m.
    pub slide: f64,
    /// Tangential force that resists it, N.
    pub tangential: f64,
    /// Stick radius, m; absent for a law without partial slip.
    pub stick_radius: Option<f64>,
    pub energy: Ledger,
}

/// Energies of a path, J. A term that the law does not determine is absent, not 0.
///
/// `work = strain + slip + rolling + lost - created`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ledger {
    /// Work done by the drive of the path.
    pub work: f64,
    /// Elastic energy at present.
    pub strain: Option<f64>,
    /// Energy dissipated by friction.
    pub slip: Option<f64>,
    /// Energy dissipated by the rolling resistance, including the energy of its spring.
    pub rolling: f64,
    /// Lost by the normal law, to plasticity and to adhesion.
    pub lost: f64,
    /// Spurious energy of the law: negative where it destroys energy without a physical process.
    pub created: Option<f64>,
}

impl Ledger {
    /// The largest term, J.
    pub fn largest(&self) -> f64 {
        let known = [self.strain, self.slip, self.created].into_iter().flatten();
        known.chain([self.work, self.rolling, self.lost]).fold(0.0, |most, term| most.max(term.abs()))
    }

    /// The residual of the ledger, J; absent when a term is absent.
    pub fn unaccounted(&self) -> Option<f64> {
        Some(self.work - self.strain? - self.slip? - self.rolling - self.lost + self.created?)
    }
}

/// The result of one solver along a loading path.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// States along the path, at equal parts of every leg.
    pub states: Vec<PathState>,
    /// Index into `states` of the end of each leg.
    pub ends: Vec<usize>,
    /// Work done over each cycle, J.
    pub loops: Vec<Estimate>,
    /// The end of the path, with uncertainties.
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
    /// The residual of the ledger over its largest term along the path.
    pub residual: Option<Estimate>,
    /// Losses of a normal law with branches; `None` for a power of the overlap.
    pub losses: Option<Losses>,
}
