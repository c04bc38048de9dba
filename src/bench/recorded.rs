//! Reads recorded trajectories as collisions, which are judged like those of an engine.

use rayon::prelude::*;

use super::computed::{Collision, NoResult};
use super::engines::{exact, finite, variant};
use super::events::{Event, Listener};
use super::observed::Observed;
use super::planned::PlannedCase;
use crate::case::RecordedRun;
use crate::collide::collision::Outcome;
use crate::collide::observe::observe;
use crate::collide::stepper::Encounter;
use crate::law::scene::Scene;
use crate::number::exact as digits;

/// The recorded collision of every scene of a case.
pub(super) fn collide_all(
    planned: &PlannedCase,
    run: usize,
    recorded: &RecordedRun,
    listener: &dyn Listener,
) -> Vec<Collision> {
    let each = planned.case.scenes.par_iter().enumerate().map(|(index, scene)| {
        let result = if listener.stop() { Err(NoResult::Unfinished) } else { observed(index, scene, recorded) };
        listener.hear(Event::Collision);
        Collision { run, scene: index, installation: recorded.code.clone(), result }
    });
    each.collect()
}

fn observed(index: usize, scene: &Scene, recorded: &RecordedRun) -> Result<Observed, NoResult> {
    let RecordedRun { code, settings, recording, .. } = recorded;
    let file = &recording.file;
    if scene.path.is_some() {
        return Err(NoResult::Skipped(format!("{code}: a recording has an impact, and this case is a loading path")));
    }
    if recording.scenes.get(index).is_none_or(Vec::is_empty) {
        return Err(NoResult::Skipped(format!("{code}: {file} has no row of this scene")));
    }
    let force = scene.power().map_err(|error| NoResult::Skipped(format!("{code}: {error}")))?;
    if force.reference_gap != 0.0 {
        return Err(NoResult::Skipped(format!("{code}: first touch is not known where the force begins across a gap")));
    }
    let failed = |why: String| NoResult::Failed(format!("{code}, {file}: {why}"));
    let trajectory = exact(scene).map_err(|error| NoResult::Failed(error.to_string()))?;
    let bounce = recording.bounce(index, scene, settings).map_err(failed)?;
    if !bounce.separated() && trajectory.outcome == Outcome::Separated {
        let has_force = recording.scenes[index].iter().any(|row| row.force.is_some());
        let or = ", or add the column `force` where the contact is deleted while they overlap";
        return Err(failed(format!(
            "the bodies still touch in the last row, and the reference parts; record until they have parted{}",
            if has_force { "" } else { or }
        )));
    }
    let exact = observe(scene, &trajectory.collision(scene));
    let undamped = Encounter::of(scene).ok().map(|encounter| encounter.undamped_duration(scene.speed));
    let count = settings.time_step.zip(undamped).map(|(dt, undamped)| undamped / dt);
    let name = match settings.time_step {
        Some(dt) => format!("{code}, dt={} s", digits(dt)),
        None => code.clone(),
    };
    Ok(Observed { variants: vec![finite(variant(scene, name, count, &[bounce], &exact))?], exact: exact.into() })
}
