//! Converts measured drops and throws to impacts: speeds before and after, restitution, effects of corrections.

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::curve::Tabulated;
use super::flight;
use super::flight::{Drag, DropContact, Flight, NoFlight};
use crate::case::experiment::{
    CLOCK, DENSITY, DRAG_FACTOR, DRAG_NUMBER, DROP_HEIGHT, GRAVITY, HEIGHT_OFFSET, HEIGHT_SIGMA, REBOUND_OFFSET,
    REBOUND_SIGMA, SCALE, THROWN, TIME_SIGMA, VISCOSITY,
};
use crate::case::{Calibration, Excluded, ExcludedRows, Experiment, HeightTo, HoldOut};
use crate::data::measure::Doubt;
use crate::error::{Diagnostic, cut};
use crate::law::scene::Scene;

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
    /// Which drop or throw, counted from 0: the unit of the scatter between drops.
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

impl Reduction {
    /// What a fit needs.
    pub const PLAIN: Self = Self { effects: false, air: true };
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
    let trains = trains(&experiment, inputs.is_empty());
    // The readings of a train are counted on from those before it.
    let firsts = trains.iter().scan(0, |next, train| {
        let first = *next;
        *next += 1 + train.flights.len();
        Some(first)
    });
    let firsts: Vec<usize> = firsts.collect();
    let tables = Tables::of(&ground, &trains, &full);
    let there = Pass { points: other, ..full };
    let tables_there = asked.effects.then(|| Tables::of(&ground, &trains, &there));
    let of = |(index, (train, readings)): (usize, (&Train, &usize))| -> Result<Vec<DropImpact>, Diagnostic> {
        let readings = *readings;
        let mut found = Vec::new();
        let wrong = |error: NoFlight| at(error).help(format!("in {}", cut(&train.name, 80)));
        let speeds = speeds(&ground, train, &full, &tables).map_err(wrong)?;
        let without = |pass: Pass| if asked.effects { self::speeds(&ground, train, &pass, &tables).ok() } else { None };
        let no_air = if experiment.air && asked.air { without(Pass { flight: vacuum, ..full }) } else { None };
        let no_time =
            if train.timed && full.contact_duration { without(Pass { contact_duration: false, ..full }) } else { None };
        let elsewhere = train.height.zip(tables_there.as_ref());
        let elsewhere = elsewhere.and_then(|(_, tables)| self::speeds(&ground, train, &there, tables).ok());
        let first = usize::from(train.height.is_none());
        for (k, &[before, after]) in speeds.iter().enumerate() {
            let plain = after / before;
            let difference = |other: &Option<Vec<[f64; 2]>>| {
                other.as_ref().and_then(|speeds| speeds.get(k)).map(|[before, after]| plain - after / before)
            };
            let restitution = if experiment.gravity_during_contact { plain * tables.weight.at(before)? } else { plain };
            let (sigma, parts) = spread(train, k, first, readings, restitution);
            found.push(DropImpact {
                drop: index,
                name: train.name.clone(),
                number: k + 1 + first,
                row: train.row(k + first).unwrap_or_default(),
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
    // The law gives what a ball without weight would do.
    let up = |impact: &DropImpact, e: f64| (e - impact.effects.gravity_during_contact.unwrap_or(0.0)) * impact.before;
    let risen = impacts.iter().zip(restitutions).filter(|(impact, _)| !impact.timed);
    let risen = risen.filter_map(|(impact, e)| Some(up(impact, (*e)?)));
    let rise = Tabulated::new(risen, 2.0, |v| flight.rise_height(v));
    let read = |impact: &DropImpact, e: f64| {
        let up = up(impact, e);
        if impact.timed {
            let contact = if experiment.contact_duration { duration(&ground, impact.before) } else { 0.0 };
            Some(flight.hop(up).ok()?.time + contact)
        } else {
            let above = rise.at(up).ok()?;
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

/// What flights and contacts of all rows need, each computed once.
struct Tables<'a> {
    /// Speeds after a fall through a height, and at the start of a rise to it.
    fall: Tabulated<'a, NoFlight>,
    rise: Tabulated<'a, NoFlight>,
    /// Speeds at the start and at the end of a flight of a duration.
    up: Tabulated<'a, NoFlight>,
    down: Tabulated<'a, NoFlight>,
    /// Duration of the contact at a speed.
    duration: Tabulated<'a, NoFlight>,
    /// Restitution without the weight during the contact over that with it, at a speed.
    weight: Tabulated<'a, Diagnostic>,
}

impl<'a> Tables<'a> {
    fn of(ground: &'a Ground<'a>, trains: &[Train], pass: &'a Pass) -> Self {
        let flight = &pass.flight;
        let clear = |point: HeightTo, of: Option<&Reading>| point.clearance(of?.value, ground.radius).ok();
        let dropped = trains.iter().filter(|train| train.release == 0.0);
        let mut falls: Vec<f64> = dropped.filter_map(|train| clear(pass.points[0], train.height.as_ref())).collect();
        let risen = || trains.iter().filter(|train| !train.timed).flat_map(|train| &train.flights);
        let rises: Vec<f64> = risen().filter_map(|reading| clear(pass.points[1], Some(reading))).collect();
        let again = trains.iter().filter(|train| !train.timed).flat_map(|train| {
            let last = train.flights.len().saturating_sub(usize::from(!train.sticks));
            train.flights.get(..last).unwrap_or_default()
        });
        falls.extend(again.filter_map(|reading| clear(pass.points[1], Some(reading))));
        let times: Vec<f64> =
            trains.iter().filter(|train| train.timed).flat_map(|train| &train.flights).map(|of| of.value).collect();
        // Contacts are at speeds near those of flights without air.
        let g = ground.gravity;
        let speeds = times.iter().map(|t| 0.5 * g * t).chain(falls.iter().map(|h| (2.0 * g * h).sqrt()));
        let (low, high) = speeds.fold((f64::INFINITY, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
        let contacts = |asked: bool| (if asked { falls.len() + times.len() } else { 0 }, [0.5 * low, 1.5 * high]);
        let [timed, weighed] = [!times.is_empty(), ground.experiment.gravity_during_contact].map(contacts);
        // A flight is shorter than an interval by a contact.
        let times = times.iter().flat_map(|t| [0.8 * t, *t]);
        // What is in closed form, or not asked for, needs no table.
        let needed = |all: Vec<f64>, needed: bool| if needed { all } else { Vec::new() };
        let drag = !flight.without_drag();
        let times = needed(times.collect(), drag);
        Self {
            fall: Tabulated::new(needed(falls, drag), 0.5, |h| flight.fall_speed(h)),
            rise: Tabulated::new(needed(rises, drag), 0.5, |h| flight.rise_speed(h)),
            up: Tabulated::new(times.clone(), 1.0, |t| flight.hop_of_time(t).map(|hop| hop.up)),
            down: Tabulated::new(times, 1.0, |t| flight.hop_of_time(t).map(|hop| hop.down)),
            duration: Tabulated::between(timed, -0.2, |v| Ok(duration(ground, v))),
            weight: Tabulated::between(weighed, 0.0, |v| without_weight(ground, v)),
        }
    }

    /// Speeds at the start and at the end of a flight; this one may be without the air of the tables.
    fn hop(&self, flight: &Flight, time: f64) -> Result<[f64; 2], NoFlight> {
        match (self.up.read(time), self.down.read(time)) {
            (Some(up), Some(down)) if !flight.without_drag() => Ok([up, down]),
            _ => flight.hop_of_time(time).map(|hop| [hop.up, hop.down]),
        }
    }
}

/// Speed before and after each impact of a train.
fn speeds(ground: &Ground, train: &Train, pass: &Pass, tables: &Tables<'_>) -> Result<Vec<[f64; 2]>, NoFlight> {
    let flight = &pass.flight;
    let bare = flight.without_drag();
    let fall = |clear: f64| if bare { flight.fall_speed(clear) } else { tables.fall.at(clear) };
    let rise = |clear: f64| if bare { flight.rise_speed(clear) } else { tables.rise.at(clear) };
    let mut before = match train.height {
        Some(height) => {
            let clear = pass.points[0].clearance(height.value, ground.radius)?;
            Some(if train.release == 0.0 { fall(clear)? } else { flight.thrown_speed(clear, train.release)? })
        }
        None => None,
    };
    let mut found = Vec::with_capacity(train.flights.len() + 1);
    for (k, reading) in train.flights.iter().enumerate() {
        // Nothing is known of what follows the last flight, unless the ball stuck there.
        let met = train.sticks || k + 1 < train.flights.len();
        let (up, down) = if train.timed {
            let contact = if pass.contact_duration {
                // Where the speed before is not known, the one after is near enough: the duration hardly changes.
                let speed = before.map_or_else(|| tables.hop(flight, reading.value).map(|[up, _]| up), Ok)?;
                tables.duration.at(speed)?
            } else {
                0.0
            };
            let [up, down] = tables.hop(flight, Flight::between_impacts(reading.value, contact)?)?;
            (up, down)
        } else {
            let clear = pass.points[1].clearance(reading.value, ground.radius)?;
            (rise(clear)?, if met { fall(clear)? } else { f64::NAN })
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

/// What a measured restitution is multiplied by for the weight during contact: its effect on the law at this speed.
fn without_weight(ground: &Ground, speed: f64) -> Result<f64, Diagnostic> {
    let of = |acceleration| {
        let found = ground.contact.weighed(ground.m_star, speed, acceleration);
        found.map(|found| found.restitution).map_err(|error| Diagnostic::new(error).at(&ground.experiment.origin))
    };
    let (without, with) = (of(0.0)?, of(ground.gravity)?);
    // Whether bodies stick is decided without the weight.
    Ok(if without > 0.0 && with > 0.0 { without / with } else { 1.0 })
}

/// One reading of a height or a time: value and standard deviation, if known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    pub value: f64,
    pub sigma: Option<f64>,
    /// Exponent of the reading in the speed: 1/2 for a height, 1 for a time.
    pub power: f64,
}

/// One drop: its start, and the readings of the following flights.
pub(super) struct Train {
    pub name: String,
    pub height: Option<Reading>,
    /// The height as it was read, m.
    pub read_height: Option<f64>,
    pub release: f64,
    /// Heights of rebounds, or intervals.
    pub flights: Vec<Reading>,
    pub timed: bool,
    /// Whether the ball stuck at the impact after the last flight.
    pub sticks: bool,
    /// Row of each flight, or of all of a drop.
    pub rows: Rows,
    /// Name of the throw in the table.
    pub called: Option<String>,
}

/// The rows of a table that a train of flights stands in.
pub(super) enum Rows {
    One(u64),
    Each(Vec<u64>),
}

impl Train {
    /// The row of a flight.
    fn row(&self, flight: usize) -> Option<u64> {
        match &self.rows {
            Rows::One(row) => (flight < self.flights.len() + usize::from(self.sticks)).then_some(*row),
            Rows::Each(rows) => rows.get(flight).copied(),
        }
    }
}

/// Drops and throws as trains of flights, scale and clock applied; without names where inputs are moved, some forty times
/// in a fit.
fn trains(experiment: &Experiment, named: bool) -> Vec<Train> {
    let number = |key, default| experiment.number(key).unwrap_or(default);
    let (scale, clock, thrown) = (number(&SCALE, 1.0), number(&CLOCK, 1.0), number(&THROWN, 0.0));
    let [of_height, of_rebound, of_time] =
        [&HEIGHT_SIGMA, &REBOUND_SIGMA, &TIME_SIGMA].map(|key| experiment.number(key));
    let (zero, rebound) = (number(&HEIGHT_OFFSET, 0.0), number(&REBOUND_OFFSET, 0.0));
    let height = |value: f64, sigma: Option<f64>| {
        let sigma = sigma.or(of_height).map(|sigma| sigma * scale);
        Reading { value: value * scale + zero, sigma, power: 0.5 }
    };
    let up = |value: f64, sigma: Option<f64>| {
        let read = height(value, sigma.or(of_rebound));
        Reading { value: read.value + rebound, ..read }
    };
    let drops = experiment.measured.drops.iter().map(|drop| {
        let first = up(drop.rebound, drop.rebound_sigma);
        let further = drop.further.iter().map(|reading| up(reading.value, reading.sigma));
        let mut flights: Vec<Reading> = std::iter::once(first).chain(further).collect();
        let last = drop.further.last().map_or(drop.rebound, |reading| reading.value);
        let (sticks, rows) = (last == 0.0, Rows::One(drop.row));
        flights.truncate(flights.len() - usize::from(sticks));
        Train {
            name: if named { format!("{} m, row {}", drop.drop, drop.row) } else { String::new() },
            height: Some(height(drop.drop, drop.drop_sigma)),
            read_height: Some(drop.drop),
            release: drop.release_speed.unwrap_or(thrown),
            rows,
            flights,
            timed: false,
            sticks,
            called: None,
        }
    });
    let throws = experiment.measured.throws.iter().map(|throw| {
        let from = throw.drop.or(experiment.number(&DROP_HEIGHT));
        let sigma = experiment.quantity(&DROP_HEIGHT).and_then(|height| height.sigma);
        let name = match from {
            _ if !named => String::new(),
            Some(from) => format!("{from} m, throw {}", throw.name),
            None => format!("throw {}", throw.name),
        };
        let flights: Vec<Reading> = throw
            .intervals
            .iter()
            .zip(&throw.sigmas)
            .map(|(&interval, &sigma)| {
                let sigma = sigma.or(of_time).map(|sigma| sigma * clock);
                Reading { value: interval * clock, sigma, power: 1.0 }
            })
            .collect();
        Train {
            name,
            height: from.map(|from| height(from, sigma)),
            read_height: from,
            release: throw.release_speed.unwrap_or(thrown),
            rows: Rows::Each((0..flights.len()).map(|k| throw.row_of(k)).collect()),
            flights,
            timed: true,
            sticks: false,
            called: Some(throw.name.clone()),
        }
    });
    drops.chain(throws).collect()
}

/// Standard deviation of the k-th restitution, and its parts: `e ~ after^power/before^power`. Of a ball that did not come back that
/// of the speed before, over the speed.
pub(super) fn spread(
    train: &Train,
    k: usize,
    first: usize,
    readings: usize,
    e: f64,
) -> (Option<f64>, Vec<(usize, f64)>) {
    // Reading 0 of a train is its height, the others its flights.
    let read = |index: usize| if index == 0 { train.height } else { train.flights.get(index - 1).copied() };
    let after = k + 1 + first;
    if let Some(Reading { value, sigma: Some(sigma), power }) = read(after - 1).filter(|_| e == 0.0) {
        return (Some(power * sigma / value), Vec::new());
    }
    let mut parts = Vec::new();
    for (index, sign) in [(after - 1, -1.0), (after, 1.0)] {
        let Some(Reading { value, sigma: Some(sigma), power }) = read(index) else { return (None, Vec::new()) };
        parts.push((readings + index, sign * power * e * sigma / value));
    }
    (Some(parts.iter().map(|(_, part)| part * part).sum::<f64>().sqrt()), parts)
}

/// Why an impact is not used, if one of its flights is left out.
pub(super) fn left_out(experiment: &Experiment, train: &Train, k: usize, first: usize) -> Option<String> {
    let after = k + first;
    let flights = after.saturating_sub(usize::from(after > 0))..=after;
    let touches = |row: u64| flights.clone().any(|flight| train.row(flight) == Some(row));
    let by_case = experiment.left_out.iter().find(|Excluded { which, .. }| match which {
        ExcludedRows::Row(row) => touches(*row),
        ExcludedRows::Throw { name, drop, from_interval } => {
            train.called.as_ref() == Some(name)
                && drop.is_none_or(|drop| train.read_height == Some(drop))
                && after + 1 >= *from_interval
        }
    });
    let by_data = experiment.measured.left_out.iter().find(|left| touches(left.row as u64 + 1));
    by_case.map(|left| left.reason.clone()).or_else(|| by_data.map(|left| left.reason.clone()))
}

/// A suspicion about an impact, from one of its flights.
pub(super) fn doubt(doubts: &[Doubt], index: usize, train: &Train, k: usize, first: usize) -> Option<String> {
    let after = k + first;
    let concerns = |doubt: &&Doubt| match doubt.interval {
        Some(interval) => train.timed && (interval == after + 1 || interval == after),
        None => !train.timed && k == 0,
    };
    // They stand in the order of the trains.
    let begin = doubts.partition_point(|doubt| doubt.index < index);
    let own = doubts.iter().skip(begin).take_while(|doubt| doubt.index == index);
    let reasons: Vec<&str> = own.filter(concerns).map(|doubt| doubt.reason.as_str()).collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}
