//! Fitting through an engine: what the measurements are compared with is what the engine leaves.
//!
//! Three runs of it, as a rule. One looks where it reaches what was measured, over a factor of four in what is lost on
//! either side of the law's own value. One tabulates it there, over the unknown and the speeds; the fit, its intervals and
//! its refits read that table. One runs the fitted value at the measured speeds and says how far the table was off.

use std::sync::Arc;

use super::intervals::by_squares;
use super::law::Law;
use super::response::{Response, nodes};
use super::result::ThroughEngine;
use super::runs::{Place, Runs};
use super::stepped::middle;
use super::{Fitted, Known, Watch, closed, fitted, go_on};
use crate::case::{Calibration, Case, Simulator};
use crate::error::{Diagnostic, Error, Origin};
use crate::fit::observations::Target;
use crate::fit::problem::{Datum, Model, Unknown};
use crate::solve::stepper::Encounter;
use crate::system::engine::{Engine, Engines, called};

/// What is lost, `-ln e`, over what the measurements ask for, where the engine is looked at first.
const FACTORS: [f64; 9] = [0.25, 0.35, 0.5, 0.71, 1.0, 1.41, 2.0, 2.83, 4.0];
/// Nodes of the unknown in the table.
const NODES: usize = 7;
/// Fewest that make a table, where the engine does not take all values.
const FEWEST: usize = 3;
/// Standard errors on each side of the fitted value that the table reaches over.
const SIGMAS: f64 = 10.0;
/// The least and the most it reaches over on each side, in intervals of [`FACTORS`].
const REACH: [f64; 2] = [0.2, 1.5];
/// The fitted value lies in the inner part of the table, or the table is made again around it.
const INNER: f64 = 0.5;
/// Tables that are made at most.
const TABLES: usize = 4;
/// Speeds nearer than this part are one.
const APART: f64 = 1.001;
/// More than these are not run each: as many over their range stand for them.
const MOST_SPEEDS: usize = 9;
/// A loss below this is none.
const LOST: f64 = 1e-6;
/// Places between the bounds, in the free coordinate, where the law is asked for its restitution.
const FARTHEST: f64 = 30.0;
const STRIDE: f64 = 0.25;
const HALVINGS: usize = 60;

/// A fit through an engine.
pub(super) struct Through<'a> {
    runs: Runs<'a>,
    engine: ThroughEngine,
    /// What the reader has to know besides.
    pub(super) notes: Vec<String>,
}

impl<'a> Through<'a> {
    /// Fits a case through an engine, from the fit of its exact law.
    ///
    /// # Errors
    /// When more is asked for than one unknown and head-on restitutions, the engine does not reach what was measured or
    /// gives nothing, or the work was ended.
    pub(super) fn fit(
        (case, calibration): (&'a Case, &'a Calibration),
        exact: Fitted<'a>,
        engine: &'a dyn Engine,
        engines: &'a Engines,
        watch: &'a dyn Watch,
    ) -> Result<(Fitted<'a>, Self), Error> {
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
        let mut runs = Runs::new(engine, (calibration, &case.name), engines, watch, (time_step, *onset_phases));
        watch.begins("runs of the engine", 0);
        let search = Search { calibration, unknown: unknown.clone(), law: exact.law.clone(), theta, speed };
        let (start, width) = search.look(&mut runs, &exact)?;
        let mut notes = Vec::new();
        let (found, nodes) = search.settle(&mut runs, &exact, (start, width), &mut notes)?;
        let engine = ThroughEngine {
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
            closed: Vec::new(),
        };
        go_on(watch)?;
        Ok((found, Self { runs, engine, notes }))
    }

    /// Runs the engine at the fitted value, and puts what it leaves beside what was measured.
    ///
    /// # Errors
    /// When the engine gives nothing, or the work was ended.
    pub(super) fn close(mut self, found: &Fitted<'_>) -> Result<ThroughEngine, Error> {
        let theta = found.estimate.theta.first().copied().unwrap_or(f64::NAN);
        let mut rows = closed::gather(&found.data.measurements);
        let places: Vec<Place> = rows.iter().map(|row| (theta, row.speed)).collect();
        let left = self.runs.restitutions(&places)?;
        let mut off = 0.0f64;
        for (row, left) in rows.iter_mut().zip(left) {
            row.engine = left.unwrap_or(f64::NAN);
            let read = found.law.predict(&[theta], &at(row.speed)).map_err(Error::wrong)?;
            off = off.max((row.engine - read).abs());
        }
        let (runs, pairs) = (self.runs.count, self.runs.pairs);
        Ok(ThroughEngine { runs, pairs, table_off: off, closed: rows, ..self.engine })
    }
}

/// The search for the value with which the engine reaches what was measured.
struct Search<'a> {
    calibration: &'a Calibration,
    unknown: Unknown,
    /// The exact law.
    law: Law<'a>,
    /// The unknown as the exact law has it.
    theta: f64,
    /// The middle of the data, m/s.
    speed: f64,
}

impl<'a> Search<'a> {
    /// Where the engine reaches the measurements at their middle speed, and how far around it a table has to reach; both in
    /// the free coordinate of the unknown.
    fn look(&self, runs: &mut Runs<'_>, exact: &Fitted<'_>) -> Result<(f64, f64), Error> {
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
        let places: Vec<Place> = x.iter().map(|x| (self.unknown.from_free(*x), self.speed)).collect();
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

    /// The fit, read off a table that holds it well inside; and the nodes of the table.
    fn settle(
        &self,
        runs: &mut Runs<'_>,
        exact: &Fitted<'a>,
        (mut middle, width): (f64, f64),
        notes: &mut Vec<String>,
    ) -> Result<(Fitted<'a>, [usize; 2]), Error> {
        let mut table = 0;
        loop {
            table += 1;
            let (response, nodes) = self.table(runs, exact, middle, width)?;
            let law = exact.law.with_response(Arc::new(response));
            let start = [self.unknown.from_free(middle)];
            let found = fitted(self.calibration, Known::Law(&law), &start, &[], true)?;
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

    /// The engine less the law at nodes around a value and over the speeds of the data.
    fn table(
        &self,
        runs: &mut Runs<'_>,
        exact: &Fitted<'_>,
        middle: f64,
        width: f64,
    ) -> Result<(Response, [usize; 2]), Error> {
        let speeds = speeds(exact);
        let count = speeds.len();
        let x = nodes(middle - width, middle + width, NODES);
        let theta = |x: f64| self.unknown.from_free(x);
        let of = |x: &f64| speeds.iter().map(|speed| (theta(*x), *speed)).collect::<Vec<Place>>();
        let places: Vec<Place> = x.iter().flat_map(of).collect();
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
        Ok((Response::new(self.unknown.clone(), kept, ln_speed, off), size))
    }

    /// Values, in the free coordinate and rising, with which the law loses the [`FACTORS`] of what is wanted.
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

    fn out_of_reach(&self, runs: &Runs<'_>, wanted: f64, seen: &[(f64, f64)]) -> Error {
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
fn speeds(exact: &Fitted<'_>) -> Vec<f64> {
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
