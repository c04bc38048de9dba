//! Which time series of a run are kept in memory for checks, curves and comparisons of engines.

use super::observed::Observed;
use super::planned::{CheckedQuantity, PlannedCase};

/// Number of collisions, and of loading paths, of a case whose curves are recorded, spread over the sweep.
const MOST_CURVES: usize = 3;
const MOST_PATHS: usize = 5;

/// The scenes of a case whose time series are kept.
#[derive(Debug)]
pub struct StoredCourses {
    /// For each scene, whether its time series is kept.
    courses: Vec<bool>,
    /// Whether the case runs engines, which are compared with the others at every time.
    engines: bool,
}

impl StoredCourses {
    /// Keeps the scenes with recorded curves and those that are compared with a published curve; all scenes of a case
    /// that runs an engine.
    pub fn of(planned: &PlannedCase) -> Self {
        let case = &planned.case;
        let engines = case.runs.iter().any(|run| run.is_engine());
        let mut courses = vec![engines; case.scenes.len()];
        for scene in curve_scenes(planned) {
            courses[scene] = true;
        }
        let checks = planned.expects.iter().flat_map(|expect| &expect.checks);
        for check in checks.filter(|check| matches!(check.asked, CheckedQuantity::Curve(_))) {
            courses[check.scene] = true;
        }
        Self { courses, engines }
    }

    /// Removes the time series of a collision that nothing reads later.
    pub fn trimmed(&self, scene: usize, mut observed: Observed) -> Observed {
        let course = self.courses.get(scene).copied().unwrap_or(true);
        for variant in &mut observed.variants {
            if !course {
                variant.course = Vec::new();
                variant.path = Vec::new();
            }
            if !self.engines {
                variant.turns = Vec::new();
                variant.changes = Vec::new();
            }
        }
        observed
    }
}

/// The scenes of a case whose curves are recorded.
pub fn curve_scenes(planned: &PlannedCase) -> Vec<usize> {
    let scenes = &planned.case.scenes;
    let paths = scenes.iter().any(|scene| scene.path.is_some());
    let mut recorded = spread(scenes.len(), if paths { MOST_PATHS } else { MOST_CURVES });
    recorded.extend(&planned.drawn);
    recorded
}

/// At most `most` indices below `count`, the first and the last among them.
fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most { (0..count).collect() } else { (0..most).map(|i| i * (count - 1) / (most - 1)).collect() }
}
