//! Positions of the pairs of a batch in one simulation box: on a grid in a plane, each pair touching along x.
//!
//! The frame of a pair is turned to `n`, `t`, `b` = x, y, z and moved along y and z only, so that x, along which the
//! surfaces overlap by a millionth of a radius, keeps its digits. A wall is the plane x = 0.

use super::{Batch, BatchPair};
use crate::collide::flight::{BodyState, axes};

/// Distance between neighbouring pairs, relative to the reach of a pair.
const ROOM: f64 = 2.5;

/// Safety factor on the distance a pair can move: bodies do not gain speed, but energy moves between directions.
const REACH: f64 = 1.5;

/// Positions of pairs, m.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grid {
    /// Distance from one pair to the next.
    pitch: f64,
    /// Number of pairs in a row.
    columns: usize,
    /// Lower bounds of the box in x, y, z.
    pub low: [f64; 3],
    pub high: [f64; 3],
    /// Smallest radius.
    pub smallest: f64,
}

impl Grid {
    /// A grid for some pairs of a batch.
    pub(crate) fn new(batch: &Batch<'_>, pairs: &[usize]) -> Self {
        let lasts = batch.steps as f64 * batch.time_step;
        let (mut reach, mut smallest) = (0.0_f64, f64::INFINITY);
        for pair in pairs.iter().filter_map(|&index| batch.pairs.get(index)) {
            let radii = pair.scene.bodies.iter().map(|body| body.radius()).filter(|radius| radius.is_finite());
            let (most, least) = radii.fold((0.0_f64, f64::INFINITY), |(most, least), r| (most.max(r), least.min(r)));
            let speed = pair.scene.speed.hypot(pair.scene.kinematics.tangential_speed);
            reach = reach.max(2.0 * most + REACH * speed * lasts);
            smallest = smallest.min(least);
        }
        let columns = (pairs.len() as f64).sqrt().ceil().max(1.0);
        let rows = (pairs.len() as f64 / columns).ceil();
        let pitch = ROOM * reach;
        Self {
            pitch,
            columns: columns as usize,
            low: [-2.0 * reach, -pitch, -pitch],
            high: [2.0 * reach, columns * pitch, rows * pitch],
            smallest,
        }
    }

    /// Origin of the pair at a grid place, m.
    fn origin(&self, place: usize) -> [f64; 3] {
        let (row, column) = (place / self.columns, place % self.columns);
        [0.0, column as f64 * self.pitch, row as f64 * self.pitch]
    }

    /// Transforms a state from the pair's own frame to its grid place.
    pub(crate) fn put(&self, place: usize, pair: &BatchPair<'_>, state: &BodyState) -> BodyState {
        let origin = self.origin(place);
        let axes = axes(pair.scene);
        let turned = |v: [f64; 3]| axes.map(|axis| axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]);
        let position = turned(state.position);
        BodyState {
            position: std::array::from_fn(|i| position[i] + origin[i]),
            velocity: turned(state.velocity),
            spin: turned(state.spin),
        }
    }

    /// Transforms a state from its grid place to the pair's own frame.
    pub(crate) fn back(&self, place: usize, pair: &BatchPair<'_>, state: &BodyState) -> BodyState {
        let origin = self.origin(place);
        let [x, y, z] = axes(pair.scene);
        let turned = |v: [f64; 3]| std::array::from_fn(|i| x[i] * v[0] + y[i] * v[1] + z[i] * v[2]);
        BodyState {
            position: turned(std::array::from_fn(|i| state.position[i] - origin[i])),
            velocity: turned(state.velocity),
            spin: turned(state.spin),
        }
    }
}
