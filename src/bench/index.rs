//! Looks up collisions by run and scene.

use super::computed::{Collision, NoResult};

/// Finds the collisions of a run and a scene in constant time.
#[derive(Debug)]
pub struct CollisionIndex<'a> {
    collisions: &'a [Collision],
    /// Index of the first collision of each run and scene; the last entry is the number of collisions.
    starts: Vec<usize>,
    scenes: usize,
}

impl<'a> CollisionIndex<'a> {
    /// Indexes the collisions of a case, which are sorted by run and scene.
    pub fn new(collisions: &'a [Collision], runs: usize, scenes: usize) -> Self {
        let mut starts = Vec::with_capacity(runs * scenes + 1);
        for (at, collision) in collisions.iter().enumerate() {
            let place = collision.run * scenes + collision.scene;
            starts.resize(starts.len().max(place + 1), at);
        }
        starts.resize(starts.len().max(runs * scenes + 1), collisions.len());
        Self { collisions, starts, scenes }
    }

    /// All collisions of one run and one scene: several for several installations of an engine.
    pub fn all(&self, run: usize, scene: usize) -> &'a [Collision] {
        let at = run * self.scenes + scene;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) if scene < self.scenes => self.collisions.get(from..to).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The first collision of one run and one scene.
    pub fn first(&self, run: usize, scene: usize) -> Option<&'a Collision> {
        self.all(run, scene).first()
    }
}

/// For each scene of a case, whether any of its collisions is finished. Reports of a stopped run omit the other scenes.
pub fn begun(collisions: &[Collision], scenes: usize) -> Vec<bool> {
    let mut begun = vec![true; scenes];
    let unfinished = |collision: &&Collision| collision.result == Err(NoResult::Unfinished);
    collisions.iter().filter(unfinished).for_each(|collision| begun[collision.scene] = false);
    collisions.iter().filter(|collision| !unfinished(collision)).for_each(|collision| begun[collision.scene] = true);
    begun
}
