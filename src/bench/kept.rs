//! What is kept of a collision: its numbers, and its course where something reads that later.

use super::observed::Observed;
use super::planned::{Asked, PlannedCase};
use crate::scene::Scene;

/// Collisions, and loading paths, of a case whose courses are kept for its curves, spread over the sweep.
const MOST_CURVES: usize = 3;
const MOST_PATHS: usize = 5;

/// Which courses of a case are read later.
#[derive(Debug)]
pub struct KeptCourses {
    /// One a scene.
    courses: Vec<bool>,
    /// Engines are held against the others at every time.
    engines: bool,
}

impl KeptCourses {
    /// Of a case: the scenes whose curves go into the record, those that are held against a published curve, and all of them
    /// beside an engine.
    pub fn of(planned: &PlannedCase) -> Self {
        let case = &planned.case;
        let engines = case.runs.iter().any(|run| run.engine);
        let mut courses = vec![engines; case.scenes.len()];
        for scene in drawn(&case.scenes) {
            courses[scene] = true;
        }
        let checks = planned.expects.iter().flat_map(|expect| &expect.checks);
        for check in checks.filter(|check| matches!(check.asked, Asked::Curve(_))) {
            courses[check.scene] = true;
        }
        Self { courses, engines }
    }

    /// A collision of a scene without what nobody reads.
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

/// The scenes of a case whose courses are kept.
pub fn drawn(scenes: &[Scene]) -> Vec<usize> {
    let paths = scenes.iter().any(|scene| scene.path.is_some());
    spread(scenes.len(), if paths { MOST_PATHS } else { MOST_CURVES })
}

/// At most `most` indices below `count`, the first and the last among them.
fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most { (0..count).collect() } else { (0..most).map(|i| i * (count - 1) / (most - 1)).collect() }
}
