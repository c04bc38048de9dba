//! What is left of a collision that a production code computed: its free flight after it and, if it reports it, its time series.

use super::flight::BodyState;
use super::trajectory::Sample;

/// The result of one pair in the run of an engine; what the engine did not report is absent.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounce {
    /// Whether the bodies separated before the end of the run.
    pub separated: bool,
    /// Rate of separation, in the direction the normal has then, over rate of approach; 0 when they did not part.
    pub restitution: f64,
    /// From first touch until the overlap is zero, by extrapolating the free flight back, s.
    pub duration_to_zero_overlap: Option<f64>,
    /// Number of steps with contact times the time step, s.
    pub duration_counted: Option<f64>,
    /// Largest sample, m.
    pub max_overlap: Option<f64>,
    /// Parabola through the largest sample and its neighbours, m.
    pub max_overlap_interpolated: Option<f64>,
    /// Largest total normal force the engine reported, N.
    pub max_force: Option<f64>,
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
