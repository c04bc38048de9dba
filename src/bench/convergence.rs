//! Convergence of a production code: its error at each time step, and the fitted order.

use super::observed::{Observed, reading};
use crate::collide::observe::Observable;
use crate::judge::{ConvergenceOrder, NoOrder, order};

/// The errors of one observable over a sequence of time steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Convergence {
    /// Index into the runs of the case.
    pub run: usize,
    /// Index into its scenes.
    pub scene: usize,
    pub observable: Observable,
    /// The installation of an engine, `lammps 29Sep2021`; empty for a scheme of this program.
    pub installation: String,
    /// One entry per time step, the largest step first.
    pub rungs: Vec<ErrorAt>,
    /// Order of convergence, fitted to [`ErrorAt::worst`].
    pub order: Result<ConvergenceOrder, NoOrder>,
}

/// Errors at one time step: relative to the exact value, or absolute when that is zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorAt {
    /// Steps per contact.
    pub count: f64,
    /// Largest magnitude over the onset phases; infinite when a phase lacks the observable.
    pub worst: f64,
    /// Mean magnitude.
    pub mean: f64,
}

impl Convergence {
    /// The version of its installation, of an engine of this name; empty for a scheme of this program.
    pub fn version(&self, engine: &str) -> &str {
        self.installation.strip_prefix(engine).unwrap_or_default().trim()
    }

    /// The errors of one observable; `None` when its exact value is unknown.
    pub fn new(run: usize, scene: usize, observed: &Observed, observable: Observable) -> Option<Self> {
        let exact = observed.exactly(observable)?.value;
        let scale = if exact == 0.0 { 1.0 } else { exact.abs() };
        let mut rungs: Vec<ErrorAt> = Vec::new();
        for variant in &observed.variants {
            let errors = variant.phases.iter().map(|phase| {
                let off = reading(phase, observable).map_or(f64::INFINITY, |e| (e.value - exact).abs() / scale);
                if off.is_nan() { f64::INFINITY } else { off }
            });
            let mut errors: Vec<f64> = errors.collect();
            if errors.is_empty() {
                // A step that cannot be run has no error: an order over it is refused, not fitted to the others.
                errors.push(f64::INFINITY);
            }
            rungs.push(ErrorAt {
                count: variant.count?,
                worst: errors.iter().copied().fold(0.0, f64::max),
                mean: errors.iter().sum::<f64>() / errors.len() as f64,
            });
        }
        rungs.sort_by(|a, b| a.count.total_cmp(&b.count));
        let ladder: Vec<(f64, f64)> = rungs.iter().map(|rung| (rung.count, rung.worst)).collect();
        Some(Self { run, scene, observable, installation: String::new(), order: order::order(&ladder), rungs })
    }
}
