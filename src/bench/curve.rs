//! A whole curve against another: the worst point decides.

use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Sample;
use crate::units::Dimension;
use crate::words::worded;

worded! {
    /// A curve that can be compared point by point with a published one.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum CurveWord {
        /// Force over overlap, while the bodies approach.
        ForceOverlap = "force_overlap":
            "force at each overlap of a published curve, while the bodies approach; the largest deviation is reported",
        /// Force over time.
        ForceTime = "force_time": "force at each time of a published curve; the largest deviation is reported",
    }
}

impl CurveWord {
    /// The word of the column it runs over.
    pub fn abscissa(self) -> &'static str {
        match self {
            Self::ForceOverlap => "overlap",
            Self::ForceTime => "time",
        }
    }

    /// The word of the column it compares.
    pub fn ordinate(self) -> &'static str {
        "force"
    }

    pub fn dimension(self) -> Dimension {
        Observable::MaxForce.dimension()
    }
}

/// A computed curve that is interpolated at any abscissa.
#[derive(Debug, Clone)]
pub struct Interpolant {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    /// Ordinates used before the first and after the last point.
    pub ends: (f64, f64),
}

impl Interpolant {
    /// The curve of a collision given by its samples.
    pub fn new(samples: &[Sample], word: CurveWord) -> Self {
        let taken: Vec<&Sample> = match word {
            CurveWord::ForceTime => samples.iter().collect(),
            CurveWord::ForceOverlap => samples.iter().take_while(|s| s.speed >= 0.0).collect(),
        };
        let mut course =
            Self { x: Vec::with_capacity(taken.len()), y: Vec::with_capacity(taken.len()), ends: (0.0, 0.0) };
        for sample in taken {
            let x = if word == CurveWord::ForceTime { sample.time } else { sample.overlap };
            if course.x.last().is_none_or(|&last| x > last) {
                course.x.push(x);
                course.y.push(sample.force);
            }
        }
        if word == CurveWord::ForceOverlap {
            // A digitised point may lie beyond the largest overlap: it is held against the turning point.
            course.ends.1 = course.y.last().copied().unwrap_or(0.0);
        }
        course
    }

    /// The ordinate at `x`, through the four nearest points.
    pub fn at(&self, x: f64) -> f64 {
        let n = self.x.len();
        match (self.x.first(), self.x.last()) {
            (Some(&first), _) if x < first => self.ends.0,
            (_, Some(&last)) if x > last => self.ends.1,
            _ if n < 4 => f64::NAN,
            _ => {
                let right = self.x.partition_point(|&known| known < x);
                let from = right.saturating_sub(2).min(n - 4);
                lagrange(&self.x[from..from + 4], &self.y[from..from + 4], x)
            }
        }
    }

    /// The ordinate nearest to `y` within the uncertainty of `x`.
    pub fn nearest(&self, x: Estimate, y: f64) -> f64 {
        let [low, middle, high] = [x.value - x.uncertainty, x.value, x.value + x.uncertainty].map(|x| self.at(x));
        let (least, most) = (low.min(middle).min(high), low.max(middle).max(high));
        if middle.is_nan() { middle } else { y.clamp(least, most) }
    }
}

fn lagrange(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let weight =
        |i: usize| -> f64 { (0..xs.len()).filter(|&j| j != i).map(|j| (x - xs[j]) / (xs[i] - xs[j])).product() };
    ys.iter().enumerate().map(|(i, y)| y * weight(i)).sum()
}

/// An observable as a function of a swept parameter, computed at one point for each scene.
#[derive(Debug, Clone, Default)]
pub struct SweepCurve {
    /// Sorted by abscissa.
    points: Vec<(f64, f64)>,
}

impl SweepCurve {
    /// From pairs `(abscissa, value)` in any order; points that are not finite are dropped.
    pub fn new(mut points: Vec<(f64, f64)>) -> Self {
        points.retain(|(x, y)| x.is_finite() && y.is_finite());
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points.dedup_by(|a, b| a.0 == b.0);
        Self { points }
    }

    /// The value closest to `y` that the polyline through the points has between `x - reach` and `x + reach`; `None`
    /// for fewer than two points. The outermost segments are extrapolated.
    pub fn nearest(&self, x: f64, reach: f64, y: f64) -> Option<f64> {
        let mut least = f64::INFINITY;
        let mut most = f64::NEG_INFINITY;
        let inner = self.points.iter().map(|(known, _)| *known).filter(|known| (known - x).abs() < reach);
        for at in [x - reach, x, x + reach].into_iter().chain(inner) {
            let value = self.at(at)?;
            least = least.min(value);
            most = most.max(value);
        }
        Some(y.clamp(least, most))
    }

    fn at(&self, x: f64) -> Option<f64> {
        let right = self.points.partition_point(|(known, _)| *known < x).clamp(1, self.points.len().max(2) - 1);
        let ((x1, y1), (x2, y2)) = (*self.points.get(right - 1)?, *self.points.get(right)?);
        Some(y1 + (y2 - y1) * ((x - x1) / (x2 - x1)))
    }
}
