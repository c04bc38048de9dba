//! Recorded trajectories of a code that cannot be run here, read from a table and turned into the same [`Bounce`] as
//! the output of an engine.
//!
//! A recording has its own origin, orientation, drift and clock. They are found from its own free flight before first
//! touch (`frame`); only what no frame changes is held against the scene: the speeds and the spins it starts with.

mod frame;
mod table;

use frame::{PairFrame, shown};
pub use table::{LARGEST, parse};

use super::bounce::{self, Output, PairRun, TimeSample, precision};
use super::{Bounce, Digits};
use crate::collide::bounce::Precision;
use crate::collide::flight::{BodyState, approach};
use crate::law::scene::{Scene, Shape};

/// Assumed number of steps of a run with unknown time step, each with one rounding error.
const MOST_STEPS: u64 = 1_000_000;

/// Relative rounding error of a velocity in free flight.
const ROUNDING: f64 = 1e-12;

/// A table of two bodies over time, for the scenes of one case.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recording {
    /// Path of its file.
    pub file: String,
    pub sha256: String,
    /// The rows of each scene of the case, in its order; empty for a scene that was not recorded.
    pub scenes: Vec<Vec<TimedStates>>,
    /// Printed digits of positions, velocities and spins.
    printed: [Digits; 3],
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimedStates {
    /// In the file, counted from 1.
    pub line: usize,
    /// On the clock of the recording, s.
    pub time: f64,
    /// In the frame of the recording, SI.
    pub states: [BodyState; 2],
    /// N
    pub force: Option<f64>,
}

/// The settings in a case about its recording.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CodeSettings {
    /// The time step of the code, s.
    pub time_step: Option<f64>,
    /// Outward normal of the wall in the axes of the recording; default: the axes of the case.
    pub wall_normal: Option<[f64; 3]>,
}

impl Recording {
    /// The recorded result of the scene at `index` of its case, in the frame of the pair; time counts from first touch.
    ///
    /// # Errors
    /// When it is not a recording of this scene, or not of a complete impact.
    pub fn bounce(&self, index: usize, scene: &Scene, settings: &CodeSettings) -> Result<Bounce, String> {
        let rows = self.scenes.get(index).map(Vec::as_slice).unwrap_or_default();
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Err("it has no rows".to_string()) };
        // The scene, with the wall where the recording has it.
        let mut turned = scene.clone();
        if let (Shape::Wall { normal }, Some(given)) = (&mut turned.bodies[1].shape, settings.wall_normal) {
            *normal = given;
        }
        let before = self.before(&turned, rows)?;
        let start = &rows[before];
        self.flies(&rows[..=before], "before the bodies touch")?;
        let known = start.states.each_ref().map(|state| precision(self.printed, state));
        let frame =
            PairFrame::find(&turned, scene, start, known).map_err(|why| format!("line {}: {why}", start.line))?;
        let off = frame.starts(scene, start, known)?;
        let apart = rows.iter().rev().take_while(|row| self.is_apart(&turned, row)).count();
        self.flies(&rows[rows.len() - apart..], "after the bodies parted")?;

        let mut left = Output::default();
        for row in rows {
            let states = frame.states(scene, row);
            left.course.push(TimeSample::of(scene, &states, row.time - frame.touched, row.force));
        }
        let (every, steps) = steps(rows, settings.time_step, last.time - first.time)?;
        let end = frame.states(scene, last);
        let known = [0, 1].map(|i| {
            let radius = scene.bodies[i].radius();
            let seen = precision(self.printed, &last.states[i]);
            let BodyState { position, velocity, spin } = end[i];
            Precision {
                position: seen.position + known[0].position + known[1].position + frame.turns(position),
                velocity: seen.velocity + known[0].velocity + known[1].velocity + off + frame.turns(velocity),
                spin: seen.spin + known[i].spin + off / radius + frame.turns(spin),
            }
        });
        let run = PairRun { touched: 0.0, time_step: every, steps, known };
        Ok(bounce::of(scene, &run, (last.time - frame.touched, end), &left))
    }

    /// The last row before the bodies touch.
    fn before(&self, scene: &Scene, rows: &[TimedStates]) -> Result<usize, String> {
        let Some(first) = rows.first() else { return Err("it has no rows".to_string()) };
        let (overlap, rate) = approach(scene, &first.states);
        let line = first.line;
        if overlap > self.slack(scene, first) {
            return Err(format!(
                "line {line}: the bodies already overlap by {} m in the first row; record from before they touch",
                shown(overlap)
            ));
        }
        if rate <= 0.0 {
            return Err(format!("line {line}: the bodies do not approach each other in the first row{}", wall(scene)));
        }
        let flying = |row: &&TimedStates| {
            let (overlap, rate) = approach(scene, &row.states);
            overlap < -self.slack(scene, row) && rate > 0.0
        };
        let before = rows[1..].iter().take_while(flying).count();
        if before + 1 == rows.len() {
            return Err(format!(
                "line {}: the recording ends before the bodies touch; record until they have parted",
                rows[before].line
            ));
        }
        Ok(before)
    }

    /// Rounding error of an overlap from the printed digits, m.
    fn slack(&self, scene: &Scene, row: &TimedStates) -> f64 {
        let known: f64 = row.states.iter().map(|state| precision(self.printed, state).position).sum();
        known + ROUNDING * scene.bodies[0].radius()
    }

    /// Whether the bodies fly apart.
    fn is_apart(&self, scene: &Scene, row: &TimedStates) -> bool {
        let (overlap, rate) = approach(scene, &row.states);
        overlap < -self.slack(scene, row) && rate < 0.0
    }

    /// Whether a body in free flight goes as far as its velocity says, `x = v t`.
    fn advances(&self, body: usize, first: &TimedStates, row: &TimedStates) -> Result<(), String> {
        let passed = row.time - first.time;
        let (was, is) = (&first.states[body], &row.states[body]);
        for ((x, y), v) in was.position.into_iter().zip(is.position).zip(is.velocity) {
            let [places, speeds] = [self.printed[0], self.printed[1]];
            let known = places.half_unit(x) + places.half_unit(y) + speeds.half_unit(v) * passed;
            let (went, meant) = (y - x, v * passed);
            if (went - meant).abs() > 2.0 * known + INCONSISTENT * meant.abs() + ROUNDING * y.abs() {
                return Err(format!(
                    "line {}: body {} goes {} m in free flight, and its velocity over the time since line {} is {} m: times, \
                     positions and velocities do not belong together",
                    row.line,
                    body + 1,
                    shown(went),
                    first.line,
                    shown(meant)
                ));
            }
        }
        Ok(())
    }

    /// Whether no velocity changes over rows of free flight, and positions are those of the velocities, to the digits printed.
    fn flies(&self, rows: &[TimedStates], when: &str) -> Result<(), String> {
        let Some((first, others)) = rows.split_first() else { return Ok(()) };
        for row in others {
            for (body, (was, is)) in first.states.iter().zip(&row.states).enumerate() {
                for (v, w) in was.velocity.into_iter().zip(is.velocity) {
                    let known = self.printed[1].half_unit(v) + self.printed[1].half_unit(w);
                    if (v - w).abs() > known + ROUNDING * v.abs() {
                        return Err(format!(
                            "line {}: the velocity of body {} changes {when}, from {} to {} m/s: gravity or drag acts; \
                             record the impact without it",
                            row.line,
                            body + 1,
                            shown(v),
                            shown(w)
                        ));
                    }
                }
                self.advances(body, first, row)?;
            }
        }
        Ok(())
    }
}

/// Part of a way in free flight by which it may differ from the velocity times the time.
const INCONSISTENT: f64 = 1e-3;

/// The time step where every step was recorded, and how many steps there were at most.
fn steps(rows: &[TimedStates], time_step: Option<f64>, lasts: f64) -> Result<(Option<f64>, u64), String> {
    let Some(dt) = time_step else { return Ok((None, MOST_STEPS)) };
    let mut every = true;
    for pair in rows.windows(2) {
        let passed = pair[1].time - pair[0].time;
        if passed < 0.5 * dt {
            return Err(format!(
                "line {}: only {} s after the row before, and `time_step` is {} s; give the step of the code",
                pair[1].line,
                shown(passed),
                shown(dt)
            ));
        }
        every &= passed < 1.5 * dt;
    }
    Ok((every.then_some(dt), ((lasts / dt).ceil() as u64).min(MOST_STEPS)))
}

/// Hint for a wrong speed at a wall.
fn wall(scene: &Scene) -> String {
    match scene.bodies[1].shape {
        Shape::Wall { normal: [x, y, z] } => format!(
            "; the wall's normal is taken to be [{}, {}, {}], and `wall_normal` gives another",
            shown(x),
            shown(y),
            shown(z)
        ),
        Shape::Sphere { .. } => String::new(),
    }
}
