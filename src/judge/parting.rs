//! When two courses of one collision part.

use std::fmt;

use crate::trajectory::{Sample, ShearChange};
use crate::words::worded;

/// How near to an event a parting counts as being at it, in parts of the duration.
const NEAR: f64 = 0.03;

worded! {
    /// Where in a collision something happens.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Stage {
        FirstTouch = "at first touch",
        Slips = "at the onset of slip",
        Sticks = "at the onset of sticking",
        Approach = "before the turning point",
        TurningPoint = "at the turning point",
        Separation = "after the turning point",
        End = "at the end",
    }
}

/// The course of one collision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Followed<'a> {
    pub samples: &'a [Sample],
    /// The speed of a surface by its spin over time, s and m/s; empty where it is not followed.
    pub turns: &'a [(f64, f64)],
}

/// The first moment at which two courses differ by more than is allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parting {
    /// s since first touch
    pub time: f64,
    pub stage: Stage,
}

impl Parting {
    /// The first moment at which a course is off another by more than `within`: in overlap, force or spin, each in parts of
    /// the largest of the other. `None` when there is none.
    ///
    /// Between samples the overlap is the cubic through overlaps and speeds; force and spin are straight lines. `changes`
    /// are the times when the contact begins to slide and when it sticks.
    pub fn find(
        course: Followed<'_>,
        other: Followed<'_>,
        changes: &[(f64, ShearChange)],
        within: f64,
    ) -> Option<Self> {
        let exact = other.samples;
        let touching = |sample: &&Sample| sample.overlap > 0.0;
        let last = exact.iter().rev().find(touching).map_or(exact.last()?.time, |sample| sample.time);
        let deepest = exact.iter().max_by(|a, b| a.overlap.total_cmp(&b.overlap))?;
        let strongest = exact.iter().map(|sample| sample.force.abs()).fold(0.0, f64::max);
        let off = |sample: &&Sample| {
            let Some((overlap, force)) = between(exact, sample.time) else { return false };
            (sample.overlap - overlap).abs() > within * deepest.overlap
                || (sample.force - force).abs() > within * strongest
        };
        // A force that is switched on inside a step is seen at the next one: the first sample and the last say nothing.
        let inside = course.samples.iter().filter(touching).filter(|sample| sample.time > 0.0 && sample.time < last);
        let normal = inside.into_iter().find(off).map(|sample| sample.time);
        let fastest = other.turns.iter().map(|(_, turn)| turn.abs()).fold(0.0, f64::max);
        let turned = course.turns.iter().find(|(time, turn)| {
            let there = along(other.turns, *time);
            fastest > 0.0 && there.is_some_and(|there| (turn - there).abs() > within * fastest)
        });
        let time = normal.into_iter().chain(turned.map(|(time, _)| *time)).reduce(f64::min)?;
        let near = |event: f64| (time - event).abs() < NEAR * last;
        let changed = changes.iter().find(|(event, change)| near(*event) && *change != ShearChange::Unloaded);
        let stage = match (time, changed) {
            (_, Some((_, ShearChange::Slips))) => Stage::Slips,
            (_, Some((_, ShearChange::Sticks))) => Stage::Sticks,
            _ if near(deepest.time) => Stage::TurningPoint,
            _ if near(0.0) => Stage::FirstTouch,
            _ if near(last) => Stage::End,
            _ if time < deepest.time => Stage::Approach,
            _ => Stage::Separation,
        };
        Some(Self { time, stage })
    }
}

/// A value on the straight line between two points.
fn along(points: &[(f64, f64)], time: f64) -> Option<f64> {
    let after = points.partition_point(|(at, _)| *at <= time);
    let ((t0, a), (t1, b)) = (*points.get(after.checked_sub(1)?)?, *points.get(after)?);
    Some(a + (b - a) * (time - t0) / (t1 - t0))
}

/// Overlap and force at a time.
fn between(exact: &[Sample], time: f64) -> Option<(f64, f64)> {
    let after = exact.partition_point(|sample| sample.time <= time);
    let (a, b) = (exact.get(after.checked_sub(1)?)?, exact.get(after)?);
    let h = b.time - a.time;
    let s = (time - a.time) / h;
    let (rise, fall) = (s * s * (3.0 - 2.0 * s), 1.0 - s);
    let overlap = a.overlap + (b.overlap - a.overlap) * rise + h * s * fall * (a.speed * fall - b.speed * s);
    Some((overlap, a.force + (b.force - a.force) * s))
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3e} s after first touch, {}", self.time, self.stage.word())
    }
}
