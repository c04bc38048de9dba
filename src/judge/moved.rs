//! A measured point that may be moved along its abscissa.

/// What a solver makes of a swept parameter, one point a scene.
#[derive(Debug, Clone, Default)]
pub struct Swept {
    /// Sorted by abscissa.
    points: Vec<(f64, f64)>,
}

impl Swept {
    /// From `(abscissa, value)` in any order; what is not finite is left out.
    pub fn new(mut points: Vec<(f64, f64)>) -> Self {
        points.retain(|(x, y)| x.is_finite() && y.is_finite());
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points.dedup_by(|a, b| a.0 == b.0);
        Self { points }
    }

    /// The value nearest to `y` on the polygon through the points, within `reach` of `x`; `None` with fewer than two
    /// points. Beyond the outermost points the last side goes on.
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
