//! Many collisions side by side, eight at a time.

use super::{Kernel, Lane, Touch, march};
use crate::collide::stepped::{Encounter, Impact, Stepped};

/// Collisions of the same bodies, each with the same bits as in a run of its own.
///
/// Eight neighbours advance together until the longest is over: group impacts with about the same number of steps.
pub(in crate::collide) fn collide_many<K: Kernel, T: Lane>(encounter: &Encounter, impacts: &[Impact]) -> Vec<Stepped> {
    let mut results = Vec::with_capacity(impacts.len());
    for chunk in impacts.chunks(T::WIDTH) {
        // A short last chunk repeats its last collision.
        let of = |i: usize| &chunk[i.min(chunk.len() - 1)];
        let limit = chunk.iter().map(|impact| march::most_steps(encounter, impact)).max().unwrap_or(0);
        let marks = march::march::<T>(
            Touch::new(&encounter.force, encounter.m_star),
            [T::each(|i| of(i).phase), T::each(|i| of(i).speed), T::each(|i| of(i).dt)],
            limit,
            |state, dt| K::start(state, dt),
            |touch, state, dt| K::step(touch, state, dt),
            |_, _, _| {},
        );
        results.extend(chunk.iter().enumerate().map(|(i, impact)| marks.read(i, encounter, impact, K::FORCE_AT)));
    }
    results
}
