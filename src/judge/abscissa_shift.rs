//! Compares a measured point with a computed curve within the uncertainty of the point's abscissa.

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
