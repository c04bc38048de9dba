//! One pass through a collision by one integrator, in SI, without uncertainty.

use super::creep::creep;
use crate::contact::flow::{CollisionError, Leg, MOST_LEGS, States};
use crate::contact::{Ends, PowerForce};
use crate::ode::{Control, Crossing, Flow, Run, State, integrate, locate, onto_plane};
use crate::trajectory::Sample;

/// The contact at one time, with what it has done so far. SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub time: f64,
    pub overlap: f64,
    pub speed: f64,
    pub force: f64,
    pub force_elastic: f64,
    /// Work of the dashpot, J.
    pub work: f64,
    /// Integral of the total force, N s.
    pub impulse: f64,
}

impl Point {
    pub fn sample(&self) -> Sample {
        let Self { time, overlap, speed, force, force_elastic, .. } = *self;
        Sample { time, overlap, speed, force, force_elastic }
    }
}

/// A collision from first touch to its end.
#[derive(Debug, Clone)]
pub struct Passage {
    pub points: Vec<Point>,
    pub turning: Option<Point>,
    pub max_force: Point,
    pub zero_force: Option<Point>,
    /// `None` when the contact never lets go.
    pub zero_overlap: Option<Point>,
    /// Where `ends` puts the end; the last point when the contact never lets go.
    pub end: Point,
    /// Elastic energy deleted with the contact, J.
    pub strain: f64,
    /// What a law with branches lost on the way; `None` for a power of the overlap.
    pub losses: Option<Losses>,
}

/// What a law with branches lost, and what it keeps. SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Losses {
    /// J
    pub plastic: f64,
    /// J
    pub adhesive: f64,
    /// m
    pub residual: Option<f64>,
    /// How far the speed of separation is from another reading of it, m/s.
    pub doubt: f64,
}

/// A leg with its time and its quadratures: `q`, `w`, time, work, impulse, each in units of the leg.
///
/// The quadratures use the law as written, in SI, and the motion its scaled form: the ledger checks one against the other.
struct Full<'a>(&'a Leg);

const TURNING: usize = 0;
const MAX_FORCE: usize = 1;
const ZERO_FORCE: usize = 2;
const ZERO_OVERLAP: usize = 3;
const SPENT: usize = 4;

impl Flow<5, 5> for Full<'_> {
    fn derivative(&self, y: &State<5>, dy: &mut State<5>) {
        let Leg { flow, scale, law, .. } = self.0;
        let (q, w) = (y[0], y[1]);
        let clock = flow.clock(q);
        let [force, drag] = if q > 0.0 {
            let (delta, v) = (flow.overlap(q) * scale.length, w * scale.speed);
            let drag = law.C * delta.powf(law.beta) * v / scale.force;
            [law.elastic(delta) / scale.force + drag, drag]
        } else {
            // Beyond the end, where the law says nothing: only the step that passes it comes here.
            flow.force(q, w)
        };
        *dy = State::from([w, flow.pull(q, w), clock, clock * drag * w, clock * force]);
    }

    fn switches(&self, y: &State<5>) -> [f64; 5] {
        let Leg { flow, .. } = self.0;
        let (q, w) = (y[0], y[1]);
        [w, flow.force_rate(q, w), flow.divided_force(q, w), q, self.0.spent(q, w)]
    }

    fn stops(&self, switch: usize) -> bool {
        match switch {
            // What never parts is followed to its turning point.
            TURNING => self.0.holds(),
            ZERO_FORCE => self.0.ends_by_force() || self.0.may_never_turn(),
            ZERO_OVERLAP | SPENT => true,
            _ => false,
        }
    }
}

/// Points drawn along a free flight.
pub const FLIGHT_POINTS: u32 = 8;

/// A point at which a clamped force is zero, or the contact is deleted.
fn in_flight(law: &PowerForce, time: f64, overlap: f64, speed: f64, work: f64, impulse: f64) -> Point {
    Point { time, overlap, speed, force: 0.0, force_elastic: law.elastic(overlap), work, impulse }
}

/// What is gathered on the way.
struct Course<'a> {
    control: &'a Control,
    law: PowerForce,
    points: Vec<Point>,
    turning: Option<Point>,
    /// Local maxima of the force.
    peaks: Vec<Point>,
    zero_force: Option<Point>,
    /// Time, work and impulse at the start of the leg.
    before: [f64; 3],
}

/// Integrates one impact with one method.
///
/// # Errors
/// As [`restitution`](crate::contact::flow::restitution).
pub fn pass(law: &PowerForce, m_star: f64, speed: f64, control: &Control) -> Result<Passage, CollisionError> {
    let mut leg = Leg::first(law, m_star, speed, States::All)?;
    if let Some(g) = leg.creeps() {
        return creep(law, m_star, speed, g, control);
    }
    let mut course = Course::start(law, &leg, speed, control);
    for _ in 0..MOST_LEGS {
        let flow = Full(&leg);
        let run = integrate(&flow, State::from([leg.q, leg.w, 0.0, 0.0, 0.0]), control)?;
        let Some(stop) = run.stopped else { return Err(CollisionError::NoEnd) };
        course.note(&flow, &run)?;
        match stop.switch {
            ZERO_FORCE => return course.leave_by_force(),
            ZERO_OVERLAP => {
                let end = course.point(&leg, &onto_plane(&flow, run.states[stop.before], 0, 0.0, control)?);
                return Ok(course.leave_by_overlap(end));
            }
            _ => {
                let Some(last) = run.last() else { return Err(CollisionError::NoEnd) };
                let here = course.point(&leg, last);
                course.before = [here.time, here.work, here.impulse];
                match leg.next(last[0], last[1]) {
                    Some(next) => leg = next,
                    None => return Ok(course.stay(here)),
                }
            }
        }
    }
    Err(CollisionError::NoEnd)
}

impl<'a> Course<'a> {
    /// At first touch, or after the free flight of a clamped law that feeds energy.
    fn start(law: &PowerForce, leg: &Leg, speed: f64, control: &'a Control) -> Self {
        let flight = leg.flow.overlap(leg.q) * leg.scale.length;
        let before = [flight / speed, -law.energy(flight), 0.0];
        let mut course =
            Self { control, law: *law, points: Vec::new(), turning: None, peaks: Vec::new(), zero_force: None, before };
        if flight > 0.0 {
            for k in 0..FLIGHT_POINTS {
                let overlap = flight * f64::from(k) / f64::from(FLIGHT_POINTS);
                course.points.push(in_flight(law, overlap / speed, overlap, speed, -law.energy(overlap), 0.0));
            }
        }
        course
    }

    fn point(&self, leg: &Leg, y: &State<5>) -> Point {
        let Leg { flow, scale, .. } = leg;
        let [time, work, impulse] = self.before;
        let (overlap, speed) = (flow.overlap(y[0]) * scale.length, y[1] * scale.speed);
        Point {
            time: time + y[2] * scale.time,
            overlap,
            speed,
            force: self.law.force(overlap, speed),
            force_elastic: self.law.elastic(overlap),
            work: work + y[3] * scale.energy,
            impulse: impulse + y[4] * scale.impulse,
        }
    }

    /// The samples of a leg up to its stop, and the events in it.
    fn note(&mut self, flow: &Full, run: &Run<5, 5>) -> Result<(), CollisionError> {
        let leg = flow.0;
        // The last state lies beyond the end, or is the first one of the next leg.
        let kept = run.states.len() - 1;
        for y in &run.states[..kept] {
            self.points.push(self.point(leg, y));
        }
        for &crossing in &run.crossings {
            match crossing.switch {
                TURNING if self.turning.is_none() => {
                    let found = self.located(flow, run, crossing)?;
                    self.turning = Some(Point { speed: 0.0, force: found.force_elastic, ..found });
                }
                MAX_FORCE => self.peaks.push(self.located(flow, run, crossing)?),
                ZERO_FORCE if leg.flow.force_ends_first() && self.zero_force.is_none() => {
                    self.zero_force = Some(Point { force: 0.0, ..self.located(flow, run, crossing)? });
                }
                ZERO_FORCE if leg.may_never_turn() => return Err(CollisionError::NeverTurns),
                _ => {}
            }
        }
        Ok(())
    }

    fn located(&self, flow: &Full, run: &Run<5, 5>, crossing: Crossing) -> Result<Point, CollisionError> {
        Ok(self.point(flow.0, &locate(flow, run, crossing, self.control)?))
    }

    /// The force is zero: the contact is deleted, or its clamped force stays zero while the bodies fly apart.
    fn leave_by_force(mut self) -> Result<Passage, CollisionError> {
        let Some(gone) = self.zero_force else { return Err(CollisionError::NoEnd) };
        let law = self.law;
        let left = law.energy(gone.overlap);
        let (deleted, drained) = if law.ends == Ends::ZeroForce { (left, 0.0) } else { (0.0, left) };
        let flown = |overlap: f64| {
            let time = gone.time + (gone.overlap - overlap) / -gone.speed;
            let work = gone.work + drained - if drained > 0.0 { law.energy(overlap) } else { 0.0 };
            in_flight(&law, time, overlap, gone.speed, work, gone.impulse)
        };
        let apart = flown(0.0);
        self.points.push(gone);
        if law.ends == Ends::ZeroForce {
            return Ok(self.leave(gone, Some(apart), deleted));
        }
        for k in (1..FLIGHT_POINTS).rev() {
            self.points.push(flown(gone.overlap * f64::from(k) / f64::from(FLIGHT_POINTS)));
        }
        self.points.push(apart);
        Ok(self.leave(apart, Some(apart), deleted))
    }

    /// The overlap is zero while the contact acts.
    fn leave_by_overlap(mut self, end: Point) -> Passage {
        self.points.push(end);
        self.leave(end, Some(end), 0.0)
    }

    /// The contact holds for good; where its force first fell to zero means nothing then.
    fn stay(mut self, here: Point) -> Passage {
        self.points.push(here);
        self.zero_force = None;
        self.leave(here, None, 0.0)
    }

    fn leave(self, end: Point, zero_overlap: Option<Point>, strain: f64) -> Passage {
        let Self { points, turning, peaks, zero_force, .. } = self;
        // A jump at touch or at the end may stand above every smooth maximum; of equals the earliest.
        let first = points.first().copied().unwrap_or(end);
        let max_force =
            peaks.into_iter().chain([end]).fold(first, |best, p| if p.force > best.force { p } else { best });
        Passage { points, turning, max_force, zero_force, zero_overlap, end, strain, losses: None }
    }
}
