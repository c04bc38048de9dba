//! The first time at which two time series of one collision differ.

use std::fmt;

use crate::collide::trajectory::{Sample, ShearChange};
use crate::words::worded;

/// A divergence is assigned to an event that is nearer than this, relative to the duration.
const NEAR: f64 = 0.03;

worded! {
    /// Events and phases of a collision, by which a divergence is located.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum CollisionEvent {
        FirstTouch = "at first touch",
        Slips = "at the onset of slip",
        Sticks = "at the onset of sticking",
        Approach = "before the turning point",
        TurningPoint = "at the turning point",
        Separation = "after the turning point",
        End = "at the end",
    }
}

/// The time series of one collision that are compared with those of another solver.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ComparedSeries<'a> {
    pub samples: &'a [Sample],
    /// Time (s) and surface speed of body 1 due to its spin (m/s); empty when it was not computed.
    pub turns: &'a [(f64, f64)],
}

/// The first time at which two time series differ by more than a tolerance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Divergence {
    /// s since first touch
    pub time: f64,
    pub event: CollisionEvent,
}

impl Divergence {
    /// The first time at which `course` differs from `other` by more than `within` in overlap, force or spin, each
    /// relative to the largest value in `other`. `None` when they do not differ.
    ///
    /// Between samples the overlap is interpolated by the cubic through overlaps and speeds, force and spin linearly.
    /// `changes` are the times at which the contact starts to slide or to stick.
    pub fn find(
        course: ComparedSeries<'_>,
        other: ComparedSeries<'_>,
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
        let event = match (time, changed) {
            (_, Some((_, ShearChange::Slips))) => CollisionEvent::Slips,
            (_, Some((_, ShearChange::Sticks))) => CollisionEvent::Sticks,
            _ if near(deepest.time) => CollisionEvent::TurningPoint,
            _ if near(0.0) => CollisionEvent::FirstTouch,
            _ if near(last) => CollisionEvent::End,
            _ if time < deepest.time => CollisionEvent::Approach,
            _ => CollisionEvent::Separation,
        };
        Some(Self { time, event })
    }
}

/// Linear interpolation; `None` outside the points.
fn along(points: &[(f64, f64)], time: f64) -> Option<f64> {
    let after = points.partition_point(|(at, _)| *at <= time);
    let ((t0, a), (t1, b)) = (*points.get(after.checked_sub(1)?)?, *points.get(after)?);
    Some(a + (b - a) * (time - t0) / (t1 - t0))
}

/// Interpolated overlap and force at a time.
fn between(exact: &[Sample], time: f64) -> Option<(f64, f64)> {
    let after = exact.partition_point(|sample| sample.time <= time);
    let (a, b) = (exact.get(after.checked_sub(1)?)?, exact.get(after)?);
    let h = b.time - a.time;
    let s = (time - a.time) / h;
    let (rise, fall) = (s * s * (3.0 - 2.0 * s), 1.0 - s);
    let overlap = a.overlap + (b.overlap - a.overlap) * rise + h * s * fall * (a.speed * fall - b.speed * s);
    Some((overlap, a.force + (b.force - a.force) * s))
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3e} s after first touch, {}", self.time, self.event.word())
    }
}
