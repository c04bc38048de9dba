//! One pass through a collision by one integrator, in SI, without uncertainty.

use crate::trajectory::Sample;

/// The contact at one time, with what it has done so far. SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub time: f64,
    pub overlap: f64,
    pub speed: f64,
    pub force: f64,
    pub force_elastic: f64,
    /// Work of the dashpot, J.
    pub work: f64,
    /// Integral of the total force, N s.
    pub impulse: f64,
}

impl Point {
    pub fn sample(&self) -> Sample {
        let Self { time, overlap, speed, force, force_elastic, .. } = *self;
        Sample { time, overlap, speed, force, force_elastic }
    }
}

/// A collision from first touch to its end.
#[derive(Debug, Clone)]
pub struct Passage {
    pub points: Vec<Point>,
    pub turning: Option<Point>,
    pub max_force: Point,
    pub zero_force: Option<Point>,
    /// `None` when the contact never lets go.
    pub zero_overlap: Option<Point>,
    /// Where `ends` puts the end; the last point when the contact never lets go.
    pub end: Point,
    /// Elastic energy deleted with the contact, J.
    pub strain: f64,
    /// What a law with branches lost on the way; `None` for a power of the overlap.
    pub losses: Option<Losses>,
    /// Largest difference at a sample between the force that was integrated and the law as written, over the largest force.
    pub mismatch: f64,
}

/// Samples and events of a collision on its way.
#[derive(Debug, Clone, Default)]
pub(crate) struct Course {
    pub points: Vec<Point>,
    pub turning: Option<Point>,
    /// Local maxima of the force.
    pub peaks: Vec<Point>,
    pub zero_force: Option<Point>,
}

impl Course {
    /// The collision that ends here.
    pub fn ended(self, end: Point, zero_overlap: Option<Point>) -> Passage {
        let Self { mut points, turning, peaks, zero_force } = self;
        points.push(end);
        // A jump at touch or at the end may stand above every smooth maximum; of equals the earliest.
        let first = points.first().copied().unwrap_or(end);
        let max_force =
            peaks.into_iter().chain([end]).fold(first, |best, p| if p.force > best.force { p } else { best });
        Passage { points, turning, max_force, zero_force, zero_overlap, end, strain: 0.0, losses: None, mismatch: 0.0 }
    }
}

/// What a law with branches lost, and what it keeps. SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Losses {
    /// J
    pub plastic: f64,
    /// J
    pub adhesive: f64,
    /// Largest attraction as the bodies part, N.
    pub pull: f64,
    /// m
    pub residual: Option<f64>,
    /// How far the speed of separation is from another reading of it, m/s.
    pub doubt: f64,
}

/// Points drawn along a free flight.
pub const FLIGHT_POINTS: u32 = 8;
