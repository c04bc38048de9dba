//! One head-on collision from touch to release.

use super::creep::creep;
use super::passage::{Course, FLIGHT_POINTS, Passage, Point};
use crate::contact::flow::{
    ALL, CollisionError, Ended, HeadOn, MAX_FORCE, SWITCHES, Segment, States, TURNING, ZERO_FORCE, follow,
};
use crate::contact::{Ends, PowerForce};
use crate::ode::{Control, Integration, Vector, locate};

/// A point at which a clamped force is zero, or the contact is deleted.
fn in_flight(law: &PowerForce, time: f64, overlap: f64, speed: f64, work: f64, impulse: f64) -> Point {
    Point { time, overlap, speed, force: 0.0, force_elastic: law.elastic(overlap), work, impulse }
}

/// A collision on its way, leg by leg.
struct Legs {
    law: PowerForce,
    course: Course,
    /// Where the last leg ended.
    here: Point,
    /// Largest difference between the force that was integrated and the law as written, N.
    mismatch: f64,
}

/// Integrates one impact with one method.
///
/// The scaled flow is what is integrated; its force is held against the law as written, in SI, at every sample.
///
/// # Errors
/// As [`restitution`](crate::contact::flow::restitution).
pub fn pass(law: &PowerForce, m_star: f64, speed: f64, control: &Control) -> Result<Passage, CollisionError> {
    let first = Segment::first(law, m_star, speed, States::All)?;
    if let Some(g) = first.creeps() {
        return creep(law, m_star, speed, g, control);
    }
    let mut legs = Legs::start(law, &first, speed);
    let (.., ended) = follow(first, control, |motion, run, end| legs.note(motion, run, end, control))?;
    match ended {
        Ended::ByForce => legs.leave_by_force(),
        Ended::ByOverlap => Ok(legs.leave_by_overlap()),
        Ended::Holds => Ok(legs.stay()),
    }
}

impl Legs {
    /// At first touch, or after the free flight of a clamped law that feeds energy.
    fn start(law: &PowerForce, leg: &Segment, speed: f64) -> Self {
        let flight = leg.flow.overlap(leg.q) * leg.scale.length;
        let at = |overlap: f64| in_flight(law, overlap / speed, overlap, speed, -law.energy(overlap), 0.0);
        let drawn = if flight > 0.0 { FLIGHT_POINTS } else { 0 };
        let points = (0..drawn).map(|k| at(flight * f64::from(k) / f64::from(FLIGHT_POINTS))).collect();
        Self { law: *law, course: Course { points, ..Course::default() }, here: at(flight), mismatch: 0.0 }
    }

    /// A state of a leg that starts where the last one ended.
    fn point(&self, leg: &Segment, y: &Vector<ALL>) -> Point {
        let Segment { flow, scale, .. } = leg;
        let (overlap, speed) = (flow.overlap(y[0]) * scale.length, y[1] * scale.speed);
        Point {
            time: self.here.time + y[3] * scale.time,
            overlap,
            speed,
            force: self.law.force(overlap, speed),
            force_elastic: self.law.elastic(overlap),
            work: self.here.work + y[2] * scale.energy,
            impulse: self.here.impulse + y[4] * scale.impulse,
        }
    }

    /// The samples of a leg up to its end, and the events in it.
    fn note(
        &mut self,
        motion: &HeadOn<'_>,
        run: &Integration<ALL, SWITCHES>,
        end: &Vector<ALL>,
        control: &Control,
    ) -> Result<(), CollisionError> {
        let leg = motion.0;
        // The last state lies beyond the end, or is the first one of the next leg.
        let kept = run.states.len() - 1;
        for y in &run.states[..kept] {
            let point = self.point(leg, y);
            let integrated = leg.flow.force(y[0], y[1])[0] * leg.scale.force;
            let integrated = if self.law.ends.pulls() { integrated } else { integrated.max(0.0) };
            self.mismatch = self.mismatch.max((integrated - point.force).abs());
            self.course.points.push(point);
        }
        for &crossing in &run.crossings {
            let found = || -> Result<Point, CollisionError> {
                let stopped = run.stopped == Some(crossing) && crossing.switch == ZERO_FORCE;
                let state = if stopped { *end } else { locate(motion, run, crossing, control)? };
                Ok(self.point(leg, &state))
            };
            match crossing.switch {
                TURNING if self.course.turning.is_none() => {
                    let found = found()?;
                    self.course.turning = Some(Point { speed: 0.0, force: found.force_elastic, ..found });
                }
                MAX_FORCE => self.course.peaks.push(found()?),
                ZERO_FORCE if leg.flow.force_ends_first() && self.course.zero_force.is_none() => {
                    self.course.zero_force = Some(Point { force: 0.0, ..found()? });
                }
                _ => {}
            }
        }
        self.here = self.point(leg, end);
        Ok(())
    }

    /// The force is zero: the contact is deleted, or its clamped force stays zero while the bodies fly apart.
    fn leave_by_force(mut self) -> Result<Passage, CollisionError> {
        let Some(gone) = self.course.zero_force else { return Err(CollisionError::NoEnd) };
        let law = self.law;
        let left = law.energy(gone.overlap);
        let (deleted, drained) = if law.ends == Ends::ZeroForce { (left, 0.0) } else { (0.0, left) };
        let flown = |overlap: f64| {
            let time = gone.time + (gone.overlap - overlap) / -gone.speed;
            let work = gone.work + drained - if drained > 0.0 { law.energy(overlap) } else { 0.0 };
            in_flight(&law, time, overlap, gone.speed, work, gone.impulse)
        };
        let apart = flown(0.0);
        if law.ends == Ends::ZeroForce {
            return Ok(self.leave(gone, Some(apart), deleted));
        }
        self.course.points.push(gone);
        for k in (1..FLIGHT_POINTS).rev() {
            self.course.points.push(flown(gone.overlap * f64::from(k) / f64::from(FLIGHT_POINTS)));
        }
        Ok(self.leave(apart, Some(apart), deleted))
    }

    /// The overlap is zero while the contact acts.
    fn leave_by_overlap(self) -> Passage {
        let end = self.here;
        self.leave(end, Some(end), 0.0)
    }

    /// The contact holds for good; where its force first fell to zero means nothing then.
    fn stay(mut self) -> Passage {
        let here = self.here;
        self.course.zero_force = None;
        self.leave(here, None, 0.0)
    }

    fn leave(self, end: Point, zero_overlap: Option<Point>, strain: f64) -> Passage {
        let passage = self.course.ended(end, zero_overlap);
        let mismatch = self.mismatch / passage.max_force.force;
        Passage { strain, mismatch, ..passage }
    }
}
