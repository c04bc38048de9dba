//! The result of one pair in an engine run, from its free flight and, if requested, its time series.

use super::{Batch, BatchPair, Cause, Digits};
use crate::collide::bounce::{Bounce, Precision, vertex};
use crate::collide::collision::{Collision, Measured, Outcome};
use crate::collide::flight::{BodyState, approach, dot, parting, since_touch, sub};
use crate::collide::trajectory::Sample;
use crate::law::Damping;
use crate::law::normal::OfEngine;
use crate::law::scene::Scene;
use crate::number::brief;

/// Half a unit in the last place of each component; `printed` has the digits of positions, velocities and spins.
pub(super) fn precision(printed: [Digits; 3], state: &BodyState) -> Precision {
    let [x, v, w] = printed;
    let size = |of: Digits, vector: [f64; 3]| {
        let [a, b, c] = vector.map(|value| of.half_unit(value));
        (a * a + b * b + c * c).sqrt()
    };
    Precision { position: size(x, state.position), velocity: size(v, state.velocity), spin: size(w, state.spin) }
}

/// The output of an engine for one pair.
#[derive(Debug, Clone, Default)]
pub(super) struct Output {
    /// The last state, s since the start of the run.
    pub last: Option<(f64, [BodyState; 2])>,
    pub max_overlap: Option<f64>,
    pub max_force: Option<f64>,
    /// Printed digits of the velocities in the last state.
    pub printed: Digits,
    /// One sample per step.
    pub course: Vec<TimeSample>,
}

/// One step in the time series of a pair.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimeSample {
    /// s since the start of the run
    pub time: f64,
    pub overlap: f64,
    /// Rate of approach, m/s.
    pub speed: f64,
    /// N
    pub force: Option<f64>,
    /// Surface speed of body 1 due to its spin along `b`, m/s.
    pub turning: f64,
}

impl TimeSample {
    /// Overlap, speeds and force from the states of two bodies.
    pub(super) fn of(scene: &Scene, states: &[BodyState; 2], time: f64, force: Option<f64>) -> Self {
        let (overlap, speed) = approach(scene, states);
        let ([x, y, z], [_, _, b]) = (states[0].spin, scene.kinematics.frame);
        let turning = scene.bodies[0].radius() * (x * b[0] + y * b[1] + z * b[2]);
        Self { time, overlap, speed, force, turning }
    }
}

/// Evaluates the output of an engine for each pair of a batch.
pub(super) fn bounces(batch: &Batch<'_>, left: &[Output]) -> Result<Vec<Bounce>, Cause> {
    let pairs = batch.pairs.iter().zip(left).enumerate();
    let bounces = pairs.map(|(index, (pair, left))| read(batch, index, pair, left)).collect::<Result<Vec<_>, _>>()?;
    match copied(batch, left, &bounces) {
        Some(cause) => Err(cause),
        None => Ok(bounces),
    }
}

/// Two pairs of one scene that start at different places and end at the same: one of them was not computed.
fn copied(batch: &Batch<'_>, left: &[Output], bounces: &[Bounce]) -> Option<Cause> {
    let neighbours =
        (1..batch.pairs.len()).filter(|&at| std::ptr::eq(batch.pairs[at].scene, batch.pairs[at - 1].scene));
    let same = |&at: &usize| {
        // Where an impulse takes a body to the very place of contact, all phases end alike.
        if batch.pairs[at].scene.contact.normal.of_engine().is_some_and(OfEngine::is_impulse) {
            return false;
        }
        let apart = (batch.pairs[at].onset_phase - batch.pairs[at - 1].onset_phase).abs() * batch.time_step;
        let known: f64 = bounces[at].known.iter().map(|known| known.position).sum();
        left[at].last == left[at - 1].last && apart * batch.pairs[at].scene.speed > 10.0 * known
    };
    let at = neighbours.into_iter().find(same)?;
    let what = format!("it ends exactly as pair {} does, and starts at another place: it was not computed", at - 1);
    Some(Cause::Impossible { pair: at, what })
}

fn read(batch: &Batch<'_>, index: usize, pair: &BatchPair<'_>, left: &Output) -> Result<Bounce, Cause> {
    let scene = pair.scene;
    let not = |what| Cause::NotACollision { pair: index, what };
    let Some((time, end)) = left.last else { return Err(not("before it began: no state was recorded")) };
    let (overlap, speed) = approach(scene, &end);
    if overlap <= 0.0 && speed > 0.0 && !may_hang(scene, left, time > pair.onset_phase * batch.time_step) {
        return Err(not("before its bodies touched: they still approach in the last state"));
    }
    let run = PairRun {
        touched: pair.onset_phase * batch.time_step,
        time_step: Some(batch.time_step),
        steps: batch.steps,
        known: end.each_ref().map(|state| precision([left.printed; 3], state)),
    };
    let bounce = of(scene, &run, (time, end), left);
    if !bounce.separated() && time < (batch.steps as f64 - 1.5) * batch.time_step {
        return Err(not("in contact, before the requested number of steps"));
    }
    match impossible(pair, batch.time_step, &bounce).or_else(|| out_of_time(&left.course, &bounce)) {
        Some(what) => Err(Cause::Impossible { pair: index, what }),
        None => Ok(bounce),
    }
}

/// Whether bodies that approach across a gap may have met: under a law with a pull they may hang together at a neck.
fn may_hang(scene: &Scene, left: &Output, later: bool) -> bool {
    let met = left.course.iter().any(|seen| seen.overlap > 0.0) || (left.course.is_empty() && later);
    scene.force.is_none() && met
}

/// Speed of a body that is held, in parts of the impact speed, which counts as rest.
const AT_REST: f64 = 1e-6;

/// What no collision of the pair could end in.
fn impossible(pair: &BatchPair<'_>, time_step: f64, bounce: &Bounce) -> Option<String> {
    let (scene, speed) = (pair.scene, pair.scene.speed);
    for i in (0..2).filter(|&i| scene.bodies[i].held || scene.bodies[i].is_wall()) {
        let moves = norm(bounce.end[i].velocity);
        if moves > AT_REST * speed {
            return Some(format!("body {} is held, and moves at {} m/s in the last state", i + 1, brief(moves)));
        }
    }
    if !bounce.separated() {
        return None;
    }
    if let (false, Some([one, two])) = (scene.bodies[1].is_wall(), parting(scene, &bounce.end)) {
        let [first, second] = pair.start(time_step);
        let turned = dot(sub(first.position, second.position), sub(one.position, two.position));
        if turned <= 0.0 {
            return Some("the bodies part on the other side: they have passed through each other".to_string());
        }
    }
    // An impulse may act up to a step before the bodies would touch.
    if scene.contact.normal.of_engine().is_some_and(OfEngine::is_impulse) {
        return None;
    }
    let known: f64 = bounce.known.iter().map(|known| known.position).sum();
    let rounding = 1e-6 * time_step + 10.0 * known / (bounce.seen.restitution * speed);
    let lasts = bounce.seen.measured.duration_to_zero_overlap?;
    (lasts < -rounding).then(|| format!("the bodies part {} s before they touch", brief(-lasts)))
}

/// Whether a number is what one of single precision is read back as: written with all its digits, with nine, or with as few as tell it
/// from its neighbours.
pub(crate) fn is_single(x: f64) -> bool {
    let near = x as f32;
    let read = |text: String| text.parse::<f64>().ok();
    f64::from(near) == x || read(format!("{near}")) == Some(x) || read(format!("{near:.8e}")) == Some(x)
}

/// Part of the way between two bodies by which positions, velocities and times may be inconsistent.
const INCONSISTENT: f64 = 0.02;

/// Whether the way along the normal is not the integral of the velocity over the time. A step in which the velocity changes may
/// take either of its values.
fn out_of_time(course: &[TimeSample], bounce: &Bounce) -> Option<String> {
    let known: f64 = bounce.known.iter().map(|known| known.position).sum();
    // Positions of single precision, of an engine that does not declare it, are rounded in each step.
    let numbers = bounce.end.iter().flat_map(|body| [body.position, body.velocity]).flatten();
    let farthest = bounce.end.iter().map(|body| norm(body.position)).fold(0.0, f64::max);
    let single = numbers.into_iter().all(is_single);
    let rounding = if single { farthest * f64::from(f32::EPSILON) } else { 0.0 };
    let (mut way, mut path, mut room) = (0.0, 0.0, 4.0 * known);
    let first = course.first()?.overlap;
    for pair in course.windows(2) {
        let (dt, mean) = (pair[1].time - pair[0].time, 0.5 * (pair[0].speed + pair[1].speed));
        way += mean * dt;
        path += mean.abs() * dt;
        room += (pair[1].speed - pair[0].speed).abs() * dt + rounding;
        let went = pair[1].overlap - first;
        if (went - way).abs() > room + INCONSISTENT * path.max(went.abs()) {
            return Some(format!(
                "at {} s the bodies have approached by {} m, and by their velocities over the time by {} m: times, positions \
                 and velocities do not belong together",
                brief(pair[1].time),
                brief(went),
                brief(way)
            ));
        }
    }
    None
}

fn norm(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// Timing of the run of a pair.
pub(super) struct PairRun {
    /// When the bodies touch, s since the start.
    pub touched: f64,
    /// s; `None` where it is unknown, or not every step was kept.
    pub time_step: Option<f64>,
    pub steps: u64,
    pub known: [Precision; 2],
}

/// The result of a pair whose last state is `end`.
pub(super) fn of(scene: &Scene, run: &PairRun, (time, end): (f64, [BodyState; 2]), left: &Output) -> Bounce {
    let touched = run.touched;
    let (_, speed) = approach(scene, &end);
    let apart = speed < 0.0 && since_touch(scene, &end).is_some_and(|ago| ago >= 0.0 || left.force_is_over());
    let separated = apart && !(scene.force.is_none() && left.force_acts());
    let ago = since_touch(scene, &end).filter(|_| separated);
    // The line of centres turns while two spheres fly past each other: they part along the one at the end of contact.
    let turns = separated && !scene.kinematics.is_head_on();
    let parted = if turns { parting(scene, &end).map_or(speed, |parted| approach(scene, &parted).1) } else { speed };
    let counted = left.course.iter().filter(|seen| seen.overlap > 0.0).count();
    let peak = peak(&left.course);
    let sample = |seen: &TimeSample| {
        let TimeSample { time, overlap, speed, force, .. } = *seen;
        let force = force?;
        // Of a law with branches the elastic part is known where there is no other.
        let undamped = matches!(scene.contact.damping, Damping::Undamped(_));
        let whole = if undamped { force } else { f64::NAN };
        let force_elastic = scene.force.map_or(whole, |force| force.elastic(overlap));
        Some(Sample { time: time - touched, overlap, speed, force, force_elastic })
    };
    let turns = if scene.kinematics.is_head_on() { &[][..] } else { &left.course[..] };
    let largest = left.course.iter().filter_map(|seen| seen.force).reduce(f64::max);
    Bounce {
        seen: Collision {
            outcome: if separated { Outcome::Separated } else { Outcome::StaysInContact },
            restitution: if separated { -parted / scene.speed } else { 0.0 },
            measured: Measured {
                duration_to_zero_overlap: ago.map(|ago| time - ago - touched),
                duration_counted: run.time_step.filter(|_| separated && counted > 0).map(|dt| counted as f64 * dt),
                max_overlap: peak.map(|(largest, _)| largest).or(left.max_overlap),
                max_overlap_interpolated: peak.map(|(_, vertex)| vertex),
                max_force: largest.or(left.max_force),
                ..Measured::default()
            },
            ..Collision::default()
        },
        end,
        known: run.known,
        steps: run.steps,
        epsilon: f64::EPSILON,
        course: left.course.iter().map(sample).collect::<Option<_>>().unwrap_or_default(),
        turns: turns.iter().map(|seen| (seen.time - touched, seen.turning)).collect(),
    }
}

impl Output {
    /// Whether the engine reports a force at the end: bodies that do not overlap hang together at a neck.
    fn force_acts(&self) -> bool {
        self.course.last().is_some_and(|seen| seen.force.is_some_and(|force| force != 0.0))
    }

    /// Whether the engine reports zero force at the end although the bodies overlap.
    fn force_is_over(&self) -> bool {
        self.course.last().is_some_and(|seen| seen.force == Some(0.0))
    }
}

/// The largest overlap, and the highest point of the parabola through it and its neighbours.
fn peak(course: &[TimeSample]) -> Option<(f64, f64)> {
    let at = (0..course.len()).max_by(|&a, &b| course[a].overlap.total_cmp(&course[b].overlap))?;
    let largest = course.get(at)?.overlap;
    let (Some(before), Some(after)) = (at.checked_sub(1).and_then(|i| course.get(i)), course.get(at + 1)) else {
        return Some((largest, largest));
    };
    let (before, after) = (before.overlap, after.overlap);
    Some((largest, vertex(before, largest, after)))
}
