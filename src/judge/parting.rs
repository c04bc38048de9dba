//! When two courses of one collision part.

use std::fmt;

use crate::trajectory::Sample;

/// How near to an event a parting counts as being at it, in parts of the duration.
const NEAR: f64 = 0.03;

/// Where in a collision something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    FirstTouch,
    Approach,
    TurningPoint,
    Separation,
    End,
}

/// The first moment at which two courses differ by more than is allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parting {
    /// s since first touch
    pub time: f64,
    pub stage: Stage,
}

impl Parting {
    /// The first sample of `course` whose overlap, in parts of the largest, or force, in parts of the largest, is off the
    /// exact one by more than `within`; `None` when there is none.
    ///
    /// Between samples the exact overlap is the cubic through overlaps and speeds, the exact force a straight line.
    pub fn find(course: &[Sample], exact: &[Sample], within: f64) -> Option<Self> {
        let last = exact.last()?.time;
        let deepest = exact.iter().max_by(|a, b| a.overlap.total_cmp(&b.overlap))?;
        let strongest = exact.iter().map(|sample| sample.force.abs()).fold(0.0, f64::max);
        let off = |sample: &&Sample| {
            let (overlap, force) = between(exact, sample.time).unwrap_or_default();
            (sample.overlap - overlap).abs() > within * deepest.overlap
                || (sample.force - force).abs() > within * strongest
        };
        // A force that is switched on inside a step is seen at the next one: the first sample and the last say nothing.
        let inside = course.iter().filter(|sample| sample.overlap > 0.0 && sample.time > 0.0 && sample.time < last);
        let time = inside.into_iter().find(off)?.time;
        let near = |event: f64| (time - event).abs() < NEAR * last;
        let stage = match time {
            _ if near(deepest.time) => Stage::TurningPoint,
            _ if near(0.0) => Stage::FirstTouch,
            _ if near(last) => Stage::End,
            _ if time < deepest.time => Stage::Approach,
            _ => Stage::Separation,
        };
        Some(Self { time, stage })
    }
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
        let stage = match self.stage {
            Stage::FirstTouch => "at first touch",
            Stage::Approach => "before the turning point",
            Stage::TurningPoint => "at the turning point",
            Stage::Separation => "after the turning point",
            Stage::End => "at the end",
        };
        write!(f, "it parts from the reference {:.3e} s after first touch, {stage}", self.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// A linear spring: overlap and force are sines.
    fn spring(steps: usize, omega: f64, late: impl Fn(f64) -> f64) -> Vec<Sample> {
        let sample = |i: usize| {
            let time = i as f64 / steps as f64 * PI / omega;
            let overlap = (omega * time).sin() + late(time);
            Sample { time, overlap, speed: omega * (omega * time).cos(), force: overlap, force_elastic: overlap }
        };
        (0..=steps).map(sample).collect()
    }

    #[test]
    fn the_stage_is_where_the_difference_begins() {
        let exact = spring(200, 1.0, |_| 0.0);
        assert_eq!(Parting::find(&spring(77, 1.0, |_| 0.0), &exact, 1e-3), None);
        // Something is added from a known time on.
        for (from, stage) in [
            (0.05, Stage::FirstTouch),
            (0.7, Stage::Approach),
            (PI / 2.0, Stage::TurningPoint),
            (2.2, Stage::Separation),
            (3.08, Stage::End),
        ] {
            let other = spring(401, 1.0, |t| if t >= from { 0.01 } else { 0.0 });
            let found = Parting::find(&other, &exact, 1e-3).unwrap();
            assert_eq!(found.stage, stage, "{from}");
            assert!(found.time >= from && found.time < from + PI / 400.0, "{from}: {}", found.time);
        }
        // A stiffer spring is off from the touch on.
        let stiff = Parting::find(&spring(200, 1.1, |_| 0.0), &exact, 1e-3).unwrap();
        assert_eq!(stiff.stage, Stage::FirstTouch);
        assert!(stiff.to_string().contains("at first touch"));
    }
}
