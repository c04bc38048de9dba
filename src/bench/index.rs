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
        let found = match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) if scene < self.scenes => self.collisions.get(from..to).unwrap_or_default(),
            _ => &[],
        };
        #[cfg(test)]
        LOOKED.with(|looked| looked.set(looked.get() + 1 + found.len()));
        found
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

#[cfg(test)]
thread_local! {
    /// Collisions that were looked at, and searches for them.
    static LOOKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{Found, NoResult, Plan, judge};
    use crate::data::Files;
    use crate::error::SourceFile;

    fn collision(run: usize, scene: usize) -> Collision {
        Collision { run, scene, installation: String::new(), result: Err(NoResult::Failed("a test".to_string())) }
    }

    #[test]
    fn each_is_found_among_gaps_and_several_installations() {
        let all = [collision(0, 1), collision(0, 1), collision(0, 3), collision(2, 0)];
        let index = Index::new(&all, 3, 4);
        let counts = |run| [0, 1, 2, 3, 4].map(|scene| index.all(run, scene).len());
        assert_eq!([counts(0), counts(1), counts(2), counts(3)], [[0, 2, 0, 1, 0], [0; 5], [1, 0, 0, 0, 0], [0; 5]]);
        assert_eq!(index.first(2, 0).map(|c| (c.run, c.scene)), Some((2, 0)));
    }

    /// Every check looks at its own collision and at no other, however many there are.
    #[test]
    fn judging_looks_at_each_collision_once_a_check() {
        let text = |scenes: usize| {
            format!(
                "title = \"Two beads\"\n[material.glass]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"65 GPa\"\n\
                 poisson_ratio = 0.22\n[body.a]\nsphere = {{ radius = \"1 mm\" }}\nmaterial = \"glass\"\n[body.b]\n\
                 sphere = {{ radius = \"2 mm\" }}\nmaterial = \"glass\"\n[impact]\nspeed = {{ sweep = {{ from = \"1 m/s\", \
                 to = \"2 m/s\", steps = {scenes} }} }}\n[contact.normal.hertz]\n[run.reference]\ntolerance = 1e-13\n\
                 [[expect]]\nthat = \"reference\"\nagrees_with = \"hertz-impact\"\n\
                 max_overlap = {{ within = \"1e-9 relative\" }}\nduration = {{ within = \"1e-9 relative\" }}\n"
            )
        };
        for scenes in [100, 1000] {
            let file = SourceFile { name: "beads.toml".to_string(), text: text(scenes) };
            let cases = vec![("beads".to_string(), file)];
            let plan = Plan::new(Found { from: "a test".to_string(), cases, data: Files::Embedded }).unwrap();
            let collisions: Vec<Collision> = (0..scenes).map(|scene| collision(0, scene)).collect();
            LOOKED.set(0);
            assert_eq!(judge(&plan.cases[0], &collisions).len(), 2 * scenes);
            assert_eq!(LOOKED.get(), 2 * 2 * scenes);
        }
    }
}
