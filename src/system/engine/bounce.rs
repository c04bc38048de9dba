//! One pair of an engine's run, read off its free flight and, where it was asked for, its course.

use super::start::{BodyState, approach, parting, since_touch};
use super::{Batch, BatchPair, Cause, Printed};
use crate::contact::Damping;
use crate::scene::Scene;
use crate::trajectory::Sample;

/// What an engine made of one pair. What it did not say is absent.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounce {
    /// Whether the bodies parted before the run was over.
    pub separated: bool,
    /// Rate of separation, in the direction the normal has then, over rate of approach; 0 when they did not part.
    pub restitution: f64,
    /// From first touch until the overlap is zero, by extrapolating the free flight back, s.
    pub duration_to_zero_overlap: Option<f64>,
    /// Steps seen in contact times the step, s.
    pub duration_counted: Option<f64>,
    /// Largest sample, m.
    pub max_overlap: Option<f64>,
    /// Parabola through the largest sample and its neighbours, m.
    pub max_overlap_interpolated: Option<f64>,
    /// Largest total normal force the engine reported, N.
    pub max_force: Option<f64>,
    /// Both bodies at the end of the run, in the frame of the pair.
    pub end: [BodyState; 2],
    /// How well the numbers of each body's end are known.
    pub known: [Precision; 2],
    /// Steps that were asked for: each may round once.
    pub steps: u64,
    /// The course, where the engine reported its force as well; time counts from first touch.
    pub course: Vec<Sample>,
    /// Over the same time, the speed of the surface of body 1 by its spin in the plane of motion, m/s; empty head-on.
    pub turns: Vec<(f64, f64)>,
}

/// How far the vectors of one body may be from what was computed, by the digits they are printed with, SI.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Precision {
    pub position: f64,
    pub velocity: f64,
    pub spin: f64,
}

impl Precision {
    /// Half a unit in the last place of each component; `printed` is how positions, velocities and spins are printed.
    pub(super) fn to(printed: [Printed; 3], state: &BodyState) -> Self {
        let [x, v, w] = printed;
        let size = |of: Printed, vector: [f64; 3]| {
            let [a, b, c] = vector.map(|value| of.half_unit(value));
            (a * a + b * b + c * c).sqrt()
        };
        Self { position: size(x, state.position), velocity: size(v, state.velocity), spin: size(w, state.spin) }
    }
}

/// What an engine left of one pair.
#[derive(Debug, Clone, Default)]
pub(super) struct Left {
    /// The last state, s since the start of the run.
    pub last: Option<(f64, [BodyState; 2])>,
    pub max_overlap: Option<f64>,
    pub max_force: Option<f64>,
    /// How precisely the velocities of the last state are printed.
    pub printed: Printed,
    /// One a step.
    pub course: Vec<Seen>,
}

/// One step of a pair's course.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// s since the start of the run
    pub time: f64,
    pub overlap: f64,
    /// Rate of approach, m/s.
    pub speed: f64,
    /// N
    pub force: Option<f64>,
    /// Speed of the surface of body 1 by its spin along `b`, m/s.
    pub turning: f64,
}

impl Seen {
    /// What is seen of two bodies.
    pub(super) fn of(scene: &Scene, states: &[BodyState; 2], time: f64, force: Option<f64>) -> Self {
        let (overlap, speed) = approach(scene, states);
        let ([x, y, z], [_, _, b]) = (states[0].spin, scene.meeting.frame);
        let turning = scene.bodies[0].radius() * (x * b[0] + y * b[1] + z * b[2]);
        Self { time, overlap, speed, force, turning }
    }
}

/// Reads what an engine left of each pair of a batch.
pub(super) fn bounces(batch: &Batch<'_>, left: &[Left]) -> Result<Vec<Bounce>, Cause> {
    let pairs = batch.pairs.iter().zip(left).enumerate();
    pairs.map(|(index, (pair, left))| read(batch, index, pair, left)).collect()
}

fn read(batch: &Batch<'_>, index: usize, pair: &BatchPair<'_>, left: &Left) -> Result<Bounce, Cause> {
    let scene = pair.scene;
    let not = |what| Cause::NotACollision { pair: index, what };
    let Some((time, end)) = left.last else { return Err(not("before it began: no state was recorded")) };
    let (overlap, speed) = approach(scene, &end);
    if overlap <= 0.0 && speed > 0.0 {
        return Err(not("before its bodies touched: they still approach in the last state"));
    }
    let run = PairRun {
        touched: pair.onset_phase * batch.time_step,
        time_step: Some(batch.time_step),
        steps: batch.steps,
        known: end.each_ref().map(|state| Precision::to([left.printed; 3], state)),
    };
    let bounce = of(scene, &run, (time, end), left);
    if !bounce.separated && time < (batch.steps as f64 - 1.5) * batch.time_step {
        return Err(not("in contact, before the requested number of steps"));
    }
    Ok(bounce)
}

/// The run that a pair is part of.
pub(super) struct PairRun {
    /// When the bodies touch, s since the start.
    pub touched: f64,
    /// s; `None` where it is unknown, or not every step was kept.
    pub time_step: Option<f64>,
    pub steps: u64,
    pub known: [Precision; 2],
}

/// What becomes of a pair whose last state is `end`.
pub(super) fn of(scene: &Scene, run: &PairRun, (time, end): (f64, [BodyState; 2]), left: &Left) -> Bounce {
    let touched = run.touched;
    let (_, speed) = approach(scene, &end);
    let separated = speed < 0.0 && since_touch(scene, &end).is_some_and(|ago| ago >= 0.0 || left.force_is_over());
    let ago = since_touch(scene, &end).filter(|_| separated);
    // The line of centres turns while two spheres fly past each other: they part along the one at the end of contact.
    let turns = separated && !scene.meeting.is_head_on();
    let parted = if turns { parting(scene, &end).map_or(speed, |parted| approach(scene, &parted).1) } else { speed };
    let counted = left.course.iter().filter(|seen| seen.overlap > 0.0).count();
    let peak = peak(&left.course);
    let sample = |seen: &Seen| {
        let Seen { time, overlap, speed, force, .. } = *seen;
        let force = force?;
        // Of a law with branches the elastic part is known where there is no other.
        let undamped = matches!(scene.contact.damping, Damping::Undamped(_));
        let whole = if undamped { force } else { f64::NAN };
        let force_elastic = scene.force.map_or(whole, |force| force.elastic(overlap));
        Some(Sample { time: time - touched, overlap, speed, force, force_elastic })
    };
    let turns = if scene.meeting.is_head_on() { &[][..] } else { &left.course[..] };
    let largest = left.course.iter().filter_map(|seen| seen.force).reduce(f64::max);
    Bounce {
        separated,
        restitution: if separated { -parted / scene.speed } else { 0.0 },
        duration_to_zero_overlap: ago.map(|ago| time - ago - touched),
        duration_counted: run.time_step.filter(|_| separated && counted > 0).map(|dt| counted as f64 * dt),
        max_overlap: peak.map(|(largest, _)| largest).or(left.max_overlap),
        max_overlap_interpolated: peak.map(|(_, vertex)| vertex),
        max_force: largest.or(left.max_force),
        end,
        known: run.known,
        steps: run.steps,
        course: left.course.iter().map(sample).collect::<Option<_>>().unwrap_or_default(),
        turns: turns.iter().map(|seen| (seen.time - touched, seen.turning)).collect(),
    }
}

impl Left {
    /// Whether the engine itself says that no force acts any more, though the bodies overlap.
    fn force_is_over(&self) -> bool {
        self.course.last().is_some_and(|seen| seen.force == Some(0.0))
    }
}

/// The largest overlap, and the highest point of the parabola through it and its neighbours.
fn peak(course: &[Seen]) -> Option<(f64, f64)> {
    let at = (0..course.len()).max_by(|&a, &b| course[a].overlap.total_cmp(&course[b].overlap))?;
    let largest = course.get(at)?.overlap;
    let (Some(before), Some(after)) = (at.checked_sub(1).and_then(|i| course.get(i)), course.get(at + 1)) else {
        return Some((largest, largest));
    };
    let (before, after) = (before.overlap, after.overlap);
    Some((largest, vertex(before, largest, after)))
}

/// Highest point of the parabola through three equally spaced samples, the middle one the largest.
pub fn vertex(before: f64, peak: f64, after: f64) -> f64 {
    let bend = after - 2.0 * peak + before;
    if bend < 0.0 { peak - (after - before) * (after - before) / (8.0 * bend) } else { peak }
}
