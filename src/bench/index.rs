//! Collisions by run and scene.

use super::computed::{Collision, NoResult};

/// Where the collisions of each run and scene are: each is found without looking at the others.
#[derive(Debug)]
pub struct Index<'a> {
    collisions: &'a [Collision],
    /// Where those of a run and a scene begin; the last entry is where all of them end.
    starts: Vec<usize>,
    scenes: usize,
}

impl<'a> Index<'a> {
    /// Of the collisions of a case with so many runs and scenes, sorted by run and scene.
    pub fn new(collisions: &'a [Collision], runs: usize, scenes: usize) -> Self {
        let mut starts = Vec::with_capacity(runs * scenes + 1);
        for (at, collision) in collisions.iter().enumerate() {
            let place = collision.run * scenes + collision.scene;
            starts.resize(starts.len().max(place + 1), at);
        }
        starts.resize(starts.len().max(runs * scenes + 1), collisions.len());
        Self { collisions, starts, scenes }
    }

    /// All of one run and one scene: several installations of an engine, or one collision.
    pub fn all(&self, run: usize, scene: usize) -> &'a [Collision] {
        let at = run * self.scenes + scene;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) if scene < self.scenes => self.collisions.get(from..to).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The first of them.
    pub fn first(&self, run: usize, scene: usize) -> Option<&'a Collision> {
        self.all(run, scene).first()
    }
}

/// Of which scenes of a case anything is finished: of a run that ended early, the others are left out.
pub fn begun(collisions: &[Collision], scenes: usize) -> Vec<bool> {
    let mut begun = vec![true; scenes];
    let unfinished = |collision: &&Collision| collision.result == Err(NoResult::Unfinished);
    collisions.iter().filter(unfinished).for_each(|collision| begun[collision.scene] = false);
    collisions.iter().filter(|collision| !unfinished(collision)).for_each(|collision| begun[collision.scene] = true);
    begun
}
