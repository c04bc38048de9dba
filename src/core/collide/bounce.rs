//! What is left of a collision that a production code computed: its free flight after it and, if it reports it, its time series.

use super::collision::{Collision, Outcome};
use super::flight::BodyState;
use super::trajectory::Sample;

/// The result of one pair in the run of an engine; what the engine did not report is absent.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounce {
    /// What it shows of the collision; its restitution is 0 when the bodies did not part before the end of the run, times of its end are those
    /// at which the free flight, extrapolated back, begins.
    pub seen: Collision,
    /// Both bodies at the end of the run, in the frame of the pair.
    pub end: [BodyState; 2],
    /// Precision of the final state of each body.
    pub known: [Precision; 2],
    /// Number of requested steps, each with one rounding error.
    pub steps: u64,
    /// Relative rounding error of the numbers that the engine computes with.
    pub epsilon: f64,
    /// Time series, if the engine reported the force too; time counts from first touch.
    pub course: Vec<Sample>,
    /// Time (s) and surface speed of body 1 due to its spin in the plane of motion (m/s); empty for a head-on impact.
    pub turns: Vec<(f64, f64)>,
}

impl Bounce {
    /// Whether the bodies separated before the end of the run.
    pub fn separated(&self) -> bool {
        self.seen.outcome == Outcome::Separated
    }
}

/// Rounding error of a body's vectors, from the number of printed digits, SI.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Precision {
    pub position: f64,
    pub velocity: f64,
    pub spin: f64,
}

/// Highest point of the parabola through three equally spaced samples, the middle one the largest.
pub fn vertex(before: f64, peak: f64, after: f64) -> f64 {
    let bend = after - 2.0 * peak + before;
    if bend < 0.0 { peak - (after - before) * (after - before) / (8.0 * bend) } else { peak }
}
