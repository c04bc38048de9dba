//! Converts measured drops and throws to impacts: speeds before and after, restitution, effects of corrections.

use super::train::{Train, doubt, left_out, spread, trains};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::drop_contact::DropContact;
use super::flight::{self, Drag, Flight, NoFlight};
use crate::case::experiment_keys::{DENSITY, DRAG_FACTOR, DRAG_NUMBER, GRAVITY, VISCOSITY};
use crate::case::{Calibration, Experiment, HeightTo, HoldOut};
use crate::error::{Diagnostic, cut};
use crate::scene::Scene;

/// What each correction did: the restitution with it less that without. `None` where it does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Effects {
    /// Drag and lift of the air.
    pub air: Option<f64>,
    /// The duration of the contact taken off the intervals.
    pub contact_duration: Option<f64>,
    /// The weight during the contact.
    pub gravity_during_contact: Option<f64>,
    /// Heights to the stated point of the ball rather than to the other one.
    pub height_to: Option<f64>,
}

/// One impact between two flights.
#[derive(Debug, Clone, PartialEq)]
pub struct DropImpact {
    /// Which drop or throw, counted from 0: the unit of the bootstrap and of the scatter between drops.
    pub drop: usize,
    /// `0.8 m, throw 1`
    pub name: String,
    /// Which impact of that drop, counted from 1.
    pub number: usize,
    /// Row of the table below the headers, counted from 1: of the flight after the impact.
    pub row: u64,
    /// Height of the drop, scale and zero applied, m.
    pub height: Option<f64>,
    /// The same as it was read, m: what a case calls it.
    pub read_height: Option<f64>,
    /// Speed before, m/s.
    pub before: f64,
    /// Speed after, m/s.
    pub after: f64,
    /// The flight after it as it was read, scale and clock applied: an interval, s, where `timed`, or else a height, m.
    pub reading: f64,
    pub timed: bool,
    /// What is compared with the law: `after/before`, with the effect of the weight during the contact taken out.
    pub restitution: f64,
    /// One standard deviation from the readings, where they have one; first order, air left out. Of a ball that did not come back
    /// that of the speed before, over that speed.
    pub sigma: Option<f64>,
    /// Reading and what one standard deviation of it does to the restitution: impacts that share a reading are
    /// correlated, `cov = sum of products over common readings`.
    pub parts: Vec<(usize, f64)>,
    pub effects: Effects,
    /// Why the impact is not used.
    pub left_out: Option<String>,
    /// A suspicion about the reading, which is used nevertheless.
    pub doubt: Option<String>,
}

impl HeightTo {
    /// How far the ball is above the ground, m, from a measured height and its radius (both m).
    ///
    /// # Errors
    /// When the ball would touch the ground.
    pub fn clearance(self, height: f64, radius: f64) -> Result<f64, NoFlight> {
        let clear = match self {
            Self::Bottom => height,
            Self::Centre => height - radius,
        };
        if clear > 0.0 { Ok(clear) } else { Err(NoFlight::Number { name: "height", value: height }) }
    }
}

/// The corrections that one pass over the data applies.
#[derive(Debug, Clone, Copy)]
struct Pass {
    flight: Flight,
    /// Of the height of the drop, and of the rebound.
    points: [HeightTo; 2],
    contact_duration: bool,
}

/// Inputs of a pass that do not depend on the corrections.
struct Ground<'a> {
    experiment: &'a Experiment,
    radius: f64,
    m_star: f64,
    gravity: f64,
    contact: DropContact,
}

/// Options for converting measurements to impacts.
#[derive(Debug, Clone, Copy)]
pub struct Reduction {
    /// Whether to compute the effect of each correction, which takes several passes.
    pub effects: bool,
    /// Whether to include the air of the case.
    pub air: bool,
}

/// The impacts of the measurements, in their order, with the unknowns at `theta` and other values for some inputs, as
/// far as it is asked for.
///
/// Each flight gives the speed after one impact and before the next, in air where the case has it. The duration of the
/// contact that is taken off an interval is the law's own at that speed; so is the effect of the weight.
///
/// # Errors
/// When the law has no meaning for these values, or a measurement makes no flight.
pub fn impacts(
    calibration: &Calibration,
    theta: &[f64],
    inputs: &[(usize, f64)],
    asked: &Reduction,
) -> Result<Vec<DropImpact>, Diagnostic> {
    let scene = calibration.scene_at(theta, 1.0, 0.0, inputs)?;
    let experiment = calibration.experiment_with(inputs);
    let ground = ground(&experiment, &scene)?;
    let at = |error: NoFlight| Diagnostic::new(error.to_string()).at(&experiment.origin);
    let vacuum = Flight::in_vacuum(ground.gravity).map_err(at)?;
    let air = if asked.air { flight_of(&ground, &scene).map_err(at)? } else { vacuum };
    let points = experiment.height_to.unwrap_or([HeightTo::Bottom; 2]);
    let other = points.map(|point| if point == HeightTo::Bottom { HeightTo::Centre } else { HeightTo::Bottom });
    let full = Pass { flight: air, points, contact_duration: experiment.contact_duration };
    let trains = trains(&experiment);
    // The readings of a train are counted on from those before it.
    let firsts = trains.iter().scan(0, |next, train| {
        let first = *next;
        *next += 1 + train.flights.len();
        Some(first)
    });
    let firsts: Vec<usize> = firsts.collect();
    let of = |(index, (train, readings)): (usize, (&Train, &usize))| -> Result<Vec<DropImpact>, Diagnostic> {
        let readings = *readings;
        let mut found = Vec::new();
        let wrong = |error: NoFlight| at(error).help(format!("in {}", cut(&train.name, 80)));
        let speeds = speeds(&ground, train, &full).map_err(wrong)?;
        let without = |pass: Pass| if asked.effects { self::speeds(&ground, train, &pass).ok() } else { None };
        let no_air = if experiment.air && asked.air { without(Pass { flight: vacuum, ..full }) } else { None };
        let no_time =
            if train.timed && full.contact_duration { without(Pass { contact_duration: false, ..full }) } else { None };
        let elsewhere = train.height.and_then(|_| without(Pass { points: other, ..full }));
        let first = usize::from(train.height.is_none());
        for (k, &[before, after]) in speeds.iter().enumerate() {
            let plain = after / before;
            let difference = |other: &Option<Vec<[f64; 2]>>| {
                other.as_ref().and_then(|speeds| speeds.get(k)).map(|[before, after]| plain - after / before)
            };
            let restitution =
                if experiment.gravity_during_contact { without_weight(&ground, before, plain)? } else { plain };
            let (sigma, parts) = spread(train, k, first, readings, restitution);
            found.push(DropImpact {
                drop: index,
                name: train.name.clone(),
                number: k + 1 + first,
                row: train.rows.get(k + first).copied().unwrap_or_default(),
                height: train.height.map(|height| height.value),
                read_height: train.read_height,
                before,
                after,
                reading: train.flights.get(k + first).map_or(f64::NAN, |read| read.value),
                timed: train.timed,
                restitution,
                sigma,
                parts,
                effects: Effects {
                    air: difference(&no_air),
                    contact_duration: difference(&no_time),
                    gravity_during_contact: experiment.gravity_during_contact.then_some(restitution - plain),
                    height_to: difference(&elsewhere),
                },
                left_out: left_out(&experiment, train, k, first),
                doubt: doubt(&experiment.measured.doubts, index, train, k, first),
            });
        }
        Ok(found)
    };
    // In any order, and put together in that of the table: so is the first of several errors.
    let found: Vec<Result<Vec<DropImpact>, Diagnostic>> = trains.par_iter().zip(&firsts).enumerate().map(of).collect();
    let found: Result<Vec<Vec<DropImpact>>, Diagnostic> = found.into_iter().collect();
    Ok(found?.into_iter().flatten().collect())
}

/// The readings after these impacts that would follow from these restitutions; `None` without a possible flight.
///
/// # Errors
/// As `impacts`.
pub fn readings(
    calibration: &Calibration,
    theta: &[f64],
    impacts: &[DropImpact],
    restitutions: &[Option<f64>],
) -> Result<Vec<Option<f64>>, Diagnostic> {
    let scene = calibration.scene(theta, 1.0)?;
    let experiment = &calibration.experiment;
    let ground = ground(experiment, &scene)?;
    let at = |error: NoFlight| Diagnostic::new(error.to_string()).at(&experiment.origin);
    let flight = flight_of(&ground, &scene).map_err(at)?;
    let [_, point] = experiment.height_to.unwrap_or([HeightTo::Bottom; 2]);
    let read = |impact: &DropImpact, e: f64| {
        // The law gives what a ball without weight would do.
        let e = e - impact.effects.gravity_during_contact.unwrap_or(0.0);
        let up = e * impact.before;
        if impact.timed {
            let contact = if experiment.contact_duration { duration(&ground, impact.before) } else { 0.0 };
            Some(flight.hop(up).ok()?.time + contact)
        } else {
            let above = flight.rise_height(up).ok()?;
            Some(if point == HeightTo::Centre { above + ground.radius } else { above })
        }
    };
    Ok(impacts.iter().zip(restitutions).map(|(impact, e)| read(impact, (*e)?).filter(|r| r.is_finite())).collect())
}

/// The impacts that are held out of the fit, by whole drop heights.
///
/// `one height in n` takes the distinct heights in order and holds out the middle one of each n.
pub fn held_out(hold_out: &HoldOut, impacts: &[DropImpact]) -> Vec<bool> {
    let mut heights: Vec<f64> = match hold_out {
        HoldOut::Heights(heights) => heights.clone(),
        HoldOut::OneHeightIn(n) => {
            let mut all: Vec<f64> = impacts.iter().filter_map(|impact| impact.read_height).collect();
            all.sort_by(f64::total_cmp);
            all.dedup();
            all.into_iter().enumerate().filter(|(k, _)| k % n == n / 2).map(|(_, height)| height).collect()
        }
    };
    heights.sort_by(f64::total_cmp);
    let kept = |height: f64| heights.binary_search_by(|known| known.total_cmp(&height)).is_ok();
    impacts.iter().map(|impact| impact.read_height.is_some_and(kept)).collect()
}

fn ground<'a>(experiment: &'a Experiment, scene: &Scene) -> Result<Ground<'a>, Diagnostic> {
    let radius = scene.bodies[0].radius();
    let Some(gravity) = experiment.number(&GRAVITY) else {
        return Err(Diagnostic::new("a flight needs `gravity`").at(&experiment.origin));
    };
    let contact = DropContact::of(scene).map_err(|error| Diagnostic::new(error).at(&experiment.origin))?;
    Ok(Ground { experiment, radius, m_star: scene.pair.m_star, gravity, contact })
}

fn flight_of(ground: &Ground, scene: &Scene) -> Result<Flight, NoFlight> {
    let (gravity, experiment) = (ground.gravity, ground.experiment);
    let (Some(density), Some(viscosity)) = (experiment.number(&DENSITY), experiment.number(&VISCOSITY)) else {
        return Flight::in_vacuum(gravity);
    };
    let drag = match experiment.number(&DRAG_NUMBER) {
        Some(constant) => Drag::Constant(constant),
        None => Drag::CliftGauvin { factor: experiment.number(&DRAG_FACTOR).unwrap_or(1.0) },
    };
    let ball = flight::Ball { radius: scene.bodies[0].radius(), mass: scene.bodies[0].mass };
    let air = flight::Air { density, viscosity, drag, buoyancy: experiment.buoyancy };
    Flight::in_air(gravity, ball, air)
}

/// Speed before and after each impact of a train.
fn speeds(ground: &Ground, train: &Train, pass: &Pass) -> Result<Vec<[f64; 2]>, NoFlight> {
    let flight = &pass.flight;
    let mut before = match train.height {
        Some(height) => {
            let clear = pass.points[0].clearance(height.value, ground.radius)?;
            Some(flight.thrown_speed(clear, train.release)?)
        }
        None => None,
    };
    let mut found = Vec::with_capacity(train.flights.len() + 1);
    for reading in &train.flights {
        let (up, down) = if train.timed {
            let contact = if pass.contact_duration {
                // Where the speed before is not known, the one after is near enough: the duration hardly changes.
                let speed = before.map_or_else(|| flight.hop_of_time(reading.value).map(|hop| hop.up), Ok)?;
                duration(ground, speed)
            } else {
                0.0
            };
            let hop = flight.hop_between_impacts(reading.value, contact)?;
            (hop.up, hop.down)
        } else {
            let clear = pass.points[1].clearance(reading.value, ground.radius)?;
            (flight.rise_speed(clear)?, flight.fall_speed(clear)?)
        };
        found.extend(before.map(|before| [before, up]));
        before = Some(down);
    }
    found.extend(before.filter(|_| train.sticks).map(|before| [before, 0.0]));
    Ok(found)
}

/// Contact duration of the law at a speed, s; NaN if it has none, so that no flight is possible.
fn duration(ground: &Ground, speed: f64) -> f64 {
    let pressed = if ground.experiment.gravity_during_contact { ground.gravity } else { 0.0 };
    ground.contact.weighed(ground.m_star, speed, pressed).map_or(f64::NAN, |found| found.duration)
}

/// The measured restitution corrected for the weight during contact, by its effect on the law at this speed.
fn without_weight(ground: &Ground, speed: f64, measured: f64) -> Result<f64, Diagnostic> {
    let of = |acceleration| {
        let found = ground.contact.weighed(ground.m_star, speed, acceleration);
        found.map(|found| found.restitution).map_err(|error| Diagnostic::new(error).at(&ground.experiment.origin))
    };
    let (without, with) = (of(0.0)?, of(ground.gravity)?);
    // Whether bodies stick is decided without the weight.
    Ok(if without > 0.0 && with > 0.0 { measured * without / with } else { measured })
}
