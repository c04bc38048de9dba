//! Fits a case with an engine: the measurements are compared with the engine's restitutions.
//!
//! Three runs of it, as a rule. One looks where it reaches what was measured, over a factor of four in what is lost on
//! either side of the law's own value. One tabulates it there, over the unknown and the speeds; the fit, its intervals and
//! its refits read that table. One runs the fitted value at the measured speeds and says how far the table was off.

use std::sync::Arc;

use super::engine_difference::{EngineDifference, nodes};
use super::engine_runs::{EngineRuns, RunPoint};
use super::intervals::by_squares;
use super::law::Law;
use super::result::EngineFit;
use super::scheme_fit::middle;
use super::{FitStart, FittedLaw, Watch, fit_law, go_on, speed_groups};
use crate::case::{Calibration, Case, Simulator};
use crate::error::{Diagnostic, Error, Origin};
use crate::fit::observations::Target;
use crate::fit::problem::{Datum, Model, Unknown};
use crate::solve::stepper::Encounter;
use crate::system::engine::{Engine, Engines, called};

/// Losses, `-ln e`, relative to the measured one, at which the engine is run first.
const FACTORS: [f64; 9] = [0.25, 0.35, 0.5, 0.71, 1.0, 1.41, 2.0, 2.83, 4.0];
/// Nodes of the unknown in the table.
const NODES: usize = 7;
/// Fewest nodes of a table, if the engine refuses some values.
const FEWEST: usize = 3;
/// Standard errors on each side of the fitted value that the table reaches over.
const SIGMAS: f64 = 10.0;
/// Smallest and largest range of the table on each side, in intervals of [`FACTORS`].
const REACH: [f64; 2] = [0.2, 1.5];
/// The fitted value has to be in this inner part of the table; otherwise a new table is made around it.
const INNER: f64 = 0.5;
/// Most tables.
const TABLES: usize = 4;
/// Speeds within this factor count as equal.
const APART: f64 = 1.001;
/// Most speeds that are run individually; more are replaced by as many over their range.
const MOST_SPEEDS: usize = 9;
/// Smallest loss.
const LOST: f64 = 1e-6;
/// Range and step of the search for a restitution of the law, in the free coordinate.
const FARTHEST: f64 = 30.0;
const STRIDE: f64 = 0.25;
const HALVINGS: usize = 60;

/// State of a fit with an engine.
pub(super) struct EngineFitter<'a> {
    runs: EngineRuns<'a>,
    engine: EngineFit,
    /// Notes for the reader.
    pub(super) notes: Vec<String>,
}

impl<'a> EngineFitter<'a> {
    /// Fits a case with an engine, starting from the fit of its exact law.
    ///
    /// # Errors
    /// When there is more than one unknown or other data than head-on restitutions, the engine does not reach the
    /// measured restitution or fails, or the work was stopped.
    pub(super) fn fit(
        (case, calibration): (&'a Case, &'a Calibration),
        exact: FittedLaw<'a>,
        engine: &'a dyn Engine,
        engines: &'a Engines,
        watch: &'a dyn Watch,
    ) -> Result<(FittedLaw<'a>, Self), Error> {
        let Simulator::Engine { name, steps_per_contact, onset_phases, .. } = &calibration.fit.with else {
            return Err(Error::wrong("the case is not fitted through an engine"));
        };
        let (&[theta], [unknown]) = (exact.estimate.theta.as_slice(), exact.estimate.unknowns.as_slice()) else {
            return Err(refused("more than one number is unknown", &name.origin));
        };
        if exact.data.targets != [Target::Restitution] {
            return Err(refused("what was measured is something else", &name.origin));
        }
        let speed = middle(&exact);
        let encounter = Encounter::of(&calibration.scene(&[theta], speed)?).map_err(Error::wrong)?;
        let undamped = encounter.undamped_duration(speed);
        let time_step = undamped / steps_per_contact;
        let mut runs = EngineRuns::new(engine, (calibration, &case.name), engines, watch, (time_step, *onset_phases));
        watch.begins("runs of the engine", 0);
        let search = Search { calibration, unknown: unknown.clone(), law: exact.law.clone(), theta, speed };
        let (start, width) = search.look(&mut runs, &exact)?;
        let mut notes = Vec::new();
        let (found, nodes) = search.settle(&mut runs, &exact, (start, width), &mut notes)?;
        let engine = EngineFit {
            engine: called(engine),
            name: engine.name().to_string(),
            place: engine.installation().place.clone(),
            time_step,
            steps_per_contact: *steps_per_contact,
            onset_phases: *onset_phases,
            speed,
            exact: theta,
            nodes,
            runs: 0,
            pairs: 0,
            table_off: f64::NAN,
            speed_groups: Vec::new(),
        };
        go_on(watch)?;
        Ok((found, Self { runs, engine, notes }))
    }

    /// Runs the engine at the fitted value and compares its results with the measurements.
    ///
    /// # Errors
    /// When the engine fails, or the work was stopped.
    pub(super) fn close(mut self, found: &FittedLaw<'_>) -> Result<EngineFit, Error> {
        let theta = found.estimate.theta.first().copied().unwrap_or(f64::NAN);
        let mut rows = speed_groups::gather(&found.data.measurements);
        let places: Vec<RunPoint> = rows.iter().map(|row| (theta, row.speed)).collect();
        let left = self.runs.restitutions(&places)?;
        let mut off = 0.0f64;
        for (row, left) in rows.iter_mut().zip(left) {
            row.engine = left.unwrap_or(f64::NAN);
            let read = found.law.predict(&[theta], &at(row.speed)).map_err(Error::wrong)?;
            off = off.max((row.engine - read).abs());
        }
        let (runs, pairs) = (self.runs.count, self.runs.pairs);
        Ok(EngineFit { runs, pairs, table_off: off, speed_groups: rows, ..self.engine })
    }
}

/// The search for the value with which the engine reaches the measured restitution.
struct Search<'a> {
    calibration: &'a Calibration,
    unknown: Unknown,
    /// The exact law.
    law: Law<'a>,
    /// The value of the unknown with the exact law.
    theta: f64,
    /// The middle of the data, m/s.
    speed: f64,
}

impl<'a> Search<'a> {
    /// The value with which the engine reaches the measurements at their middle speed, and the half-width of the table
    /// around it, both in the free coordinate of the unknown.
    fn look(&self, runs: &mut EngineRuns<'_>, exact: &FittedLaw<'_>) -> Result<(f64, f64), Error> {
        let wanted = self.exact(self.theta, self.speed)?;
        let here = self.unknown.to_free(self.theta);
        if !here.is_finite() || -wanted.ln() < LOST {
            return Err(Error::wrong(format!(
                "the measurements ask for a restitution of {wanted:.6}, at a bound of {} or without any loss: there is \
                 nothing to fit an engine by",
                self.unknown.name
            )));
        }
        let x = self.with_losses(wanted);
        let places: Vec<RunPoint> = x.iter().map(|x| (self.unknown.from_free(*x), self.speed)).collect();
        let left = runs.restitutions(&places)?;
        let seen: Vec<(f64, f64)> = x.into_iter().zip(left).filter_map(|(x, left)| Some((x, left?))).collect();
        let around = seen.windows(2).filter(|pair| (pair[0].1 - wanted) * (pair[1].1 - wanted) <= 0.0);
        let distance = |pair: &&[(f64, f64)]| (0.5 * (pair[0].0 + pair[1].0) - here).abs();
        let Some([one, two]) = around.min_by(|a, b| distance(a).total_cmp(&distance(b))) else {
            return Err(self.out_of_reach(runs, wanted, &seen));
        };
        let part = if two.1 == one.1 { 0.5 } else { (wanted - one.1) / (two.1 - one.1) };
        let interval = two.0 - one.0;
        let sigma = by_squares(exact).and_then(|covariance| covariance.sigmas.first().copied()).unwrap_or(0.0);
        let ends = [self.theta - sigma, self.theta + sigma].map(|end| (self.unknown.to_free(end) - here).abs());
        let sigma = ends.into_iter().filter(|end| end.is_finite()).fold(0.0, f64::max);
        let [least, most] = REACH;
        Ok((one.0 + part * interval, (SIGMAS * sigma).clamp(least * interval, most * interval)))
    }

    /// The fit from a table that contains it in its inner part, and the nodes of the table.
    fn settle(
        &self,
        runs: &mut EngineRuns<'_>,
        exact: &FittedLaw<'a>,
        (mut middle, width): (f64, f64),
        notes: &mut Vec<String>,
    ) -> Result<(FittedLaw<'a>, [usize; 2]), Error> {
        let mut table = 0;
        loop {
            table += 1;
            let (response, nodes) = self.table(runs, exact, middle, width)?;
            let law = exact.law.with_difference(Arc::new(response));
            let start = [self.unknown.from_free(middle)];
            let found = fit_law(self.calibration, FitStart::Law(&law), &start, &[], true)?;
            let x = found.estimate.theta.first().map_or(f64::NAN, |theta| self.unknown.to_free(*theta));
            let inside = (x - middle).abs() <= INNER * width;
            if inside || !x.is_finite() || table == TABLES {
                if !inside {
                    notes.push(format!(
                        "the fitted value lies at the edge of what was tabulated of {}: it is not settled",
                        called(runs.engine)
                    ));
                }
                return Ok((found, nodes));
            }
            middle = x;
        }
    }

    /// The difference between engine and law at nodes around a value and over the speeds of the data.
    fn table(
        &self,
        runs: &mut EngineRuns<'_>,
        exact: &FittedLaw<'_>,
        middle: f64,
        width: f64,
    ) -> Result<(EngineDifference, [usize; 2]), Error> {
        let speeds = speeds(exact);
        let count = speeds.len();
        let x = nodes(middle - width, middle + width, NODES);
        let theta = |x: f64| self.unknown.from_free(x);
        let of = |x: &f64| speeds.iter().map(|speed| (theta(*x), *speed)).collect::<Vec<RunPoint>>();
        let places: Vec<RunPoint> = x.iter().flat_map(of).collect();
        let left = runs.restitutions(&places)?;
        let (mut kept, mut off) = (Vec::new(), Vec::new());
        for ((x, places), left) in x.iter().zip(places.chunks(count)).zip(left.chunks(count)) {
            let mut row = Vec::new();
            for (&(theta, speed), left) in places.iter().zip(left) {
                let own = self.exact(theta, speed)?;
                row.extend(left.map(|left| left - own));
            }
            // Where the engine does not take the value, the table has a node less.
            if row.len() == count {
                kept.push(*x);
                off.push(row);
            }
        }
        if kept.len() < FEWEST {
            return Err(Error::Engine(format!(
                "{} takes too few values of {} around {:.6}, where it would reach the measurements",
                called(runs.engine),
                self.unknown.name,
                theta(middle)
            )));
        }
        let size = [kept.len(), count];
        let ln_speed = speeds.iter().map(|speed| speed.ln()).collect();
        Ok((EngineDifference::new(self.unknown.clone(), kept, ln_speed, off), size))
    }

    /// Values (free coordinate, ascending) at which the loss of the law is [`FACTORS`] times the measured one.
    fn with_losses(&self, wanted: f64) -> Vec<f64> {
        let lost = |x: f64| {
            let e = self.exact(self.unknown.from_free(x), self.speed).ok()?;
            Some(if e > 0.0 { -e.ln() } else { f64::INFINITY })
        };
        let steps = (2.0 * FARTHEST / STRIDE) as usize;
        let grid = (0..=steps).map(|k| k as f64 * STRIDE - FARTHEST);
        let seen: Vec<(f64, f64)> = grid.filter_map(|x| Some((x, lost(x)?))).collect();
        let mut found: Vec<f64> = FACTORS
            .iter()
            .filter_map(|factor| {
                let aim = -wanted.ln() * factor;
                let pair = seen.windows(2).find(|pair| (pair[0].1 > aim) != (pair[1].1 > aim))?;
                let ((mut a, above), mut b) = ((pair[0].0, pair[0].1 > aim), pair[1].0);
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (a + b);
                    if (lost(middle)? > aim) == above { a = middle } else { b = middle }
                }
                Some(0.5 * (a + b))
            })
            .collect();
        found.sort_by(f64::total_cmp);
        found
    }

    /// Restitution of the exact law.
    fn exact(&self, theta: f64, speed: f64) -> Result<f64, Error> {
        self.law.predict(&[theta], &at(speed)).map_err(Error::wrong)
    }

    fn out_of_reach(&self, runs: &EngineRuns<'_>, wanted: f64, seen: &[(f64, f64)]) -> Error {
        let (engine, name) = (called(runs.engine), &self.unknown.name);
        match (seen.first(), seen.last()) {
            (Some(one), Some(two)) => Error::Engine(format!(
                "{engine} leaves {:.4} to {:.4} of the speed where {name} goes from {:.6e} to {:.6e}, and never the {wanted:.4} \
                 that was measured",
                one.1,
                two.1,
                self.unknown.from_free(one.0),
                self.unknown.from_free(two.0)
            )),
            _ => Error::Engine(format!("{engine} takes no value of {name} near {:.6e}", self.theta)),
        }
    }
}

/// The speeds of the data, rising.
fn speeds(exact: &FittedLaw<'_>) -> Vec<f64> {
    let data = exact.data.problem.data.iter().chain(exact.data.kept.iter().map(|(datum, _)| datum));
    let mut all: Vec<f64> = data.map(|datum| datum.speed).collect();
    all.sort_by(f64::total_cmp);
    all.dedup_by(|next, before| *next <= APART * *before);
    match (all.first(), all.last()) {
        (Some(&low), Some(&high)) if all.len() > MOST_SPEEDS => {
            let part = |k: usize| k as f64 / (MOST_SPEEDS - 1) as f64;
            (0..MOST_SPEEDS).map(|k| low * (high / low).powf(part(k))).collect()
        }
        _ => all,
    }
}

fn at(speed: f64) -> Datum {
    Datum::alone(0, 0, speed, 0.0, 1.0)
}

fn refused(why: &str, origin: &Origin) -> Error {
    let problem =
        Diagnostic::new(format!("an engine is fitted by one number and head-on restitutions, and {why}")).at(origin);
    problem.help("leave `with` out to fit the exact law").into()
}
