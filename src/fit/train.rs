//! The bounces of one drop or throw, with their readings.

use crate::case::experiment_keys::{
    CLOCK, DROP_HEIGHT, HEIGHT_OFFSET, HEIGHT_SIGMA, REBOUND_OFFSET, REBOUND_SIGMA, SCALE, THROWN, TIME_SIGMA,
};
use crate::case::{Excluded, ExcludedRows, Experiment};
use crate::data::measure::Doubt;

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
    pub rows: Vec<u64>,
    /// Name of the throw in the table.
    pub called: Option<String>,
}

/// Drops and throws as trains of flights, scale and clock applied.
pub(super) fn trains(experiment: &Experiment) -> Vec<Train> {
    let number = |key, default| experiment.number(key).unwrap_or(default);
    let (scale, clock, thrown) = (number(&SCALE, 1.0), number(&CLOCK, 1.0), number(&THROWN, 0.0));
    let given = |sigma: Option<f64>, otherwise| sigma.or(experiment.number(otherwise));
    let (zero, rebound) = (number(&HEIGHT_OFFSET, 0.0), number(&REBOUND_OFFSET, 0.0));
    let height = |value: f64, sigma: Option<f64>| {
        let sigma = given(sigma, &HEIGHT_SIGMA).map(|sigma| sigma * scale);
        Reading { value: value * scale + zero, sigma, power: 0.5 }
    };
    let up = |value: f64, sigma: Option<f64>| {
        let read = height(value, given(sigma, &REBOUND_SIGMA));
        Reading { value: read.value + rebound, ..read }
    };
    let drops = experiment.measured.drops.iter().map(|drop| {
        let first = up(drop.rebound, drop.rebound_sigma);
        let further = drop.further.iter().map(|reading| up(reading.value, reading.sigma));
        let mut flights: Vec<Reading> = std::iter::once(first).chain(further).collect();
        let last = drop.further.last().map_or(drop.rebound, |reading| reading.value);
        let (sticks, rows) = (last == 0.0, vec![drop.row; flights.len()]);
        flights.truncate(flights.len() - usize::from(sticks));
        Train {
            name: format!("{} m, row {}", drop.drop, drop.row),
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
            Some(from) => format!("{from} m, throw {}", throw.name),
            None => format!("throw {}", throw.name),
        };
        let flights: Vec<Reading> = throw
            .intervals
            .iter()
            .zip(&throw.sigmas)
            .map(|(&interval, &sigma)| {
                let sigma = given(sigma, &TIME_SIGMA).map(|sigma| sigma * clock);
                Reading { value: interval * clock, sigma, power: 1.0 }
            })
            .collect();
        Train {
            name,
            height: from.map(|from| height(from, sigma)),
            read_height: from,
            release: throw.release_speed.unwrap_or(thrown),
            rows: (0..flights.len()).map(|k| throw.row_of(k)).collect(),
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
    let touches = |row: u64| flights.clone().any(|flight| train.rows.get(flight) == Some(&row));
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
