//! Measurements that need no flight: oblique impacts, contact times, rolling balls, loading loops, ratios.

use std::collections::HashMap;

use super::result::{Fate, Measurement};
use super::rows::Row;
use crate::case::experiment_keys::{CLOCK, SCALE, SPEED};
use crate::case::{Calibration, ExcludedRows, Experiment, ExperimentKind, RatioOf};
use crate::data::measure::{ObliqueImpact, Uncertain};
use crate::fit::drop_impacts::Effects;
use crate::fit::observations::Target;

/// Largest tangential speed of the contact point, relative to the impact speed, that counts as rolling.
const ROLLS: f64 = 1e-3;
/// Number of loops from which whole loops are the unit of scatter.
const LOOPS: usize = 5;

/// The measured numbers of a calibration without flights, in the order of the table; `inputs` as in
/// [`Calibration::experiment_with`].
///
/// A height ratio is read as the square of a restitution.
pub(super) fn observed(calibration: &Calibration, inputs: &[(usize, f64)]) -> Vec<Row> {
    let experiment = calibration.experiment_with(inputs);
    let (speed, clock) = (experiment.number(&SPEED), experiment.number(&CLOCK).unwrap_or(1.0));
    let measured = &experiment.measured;
    let make = |quantity, row, reading| measurement(&experiment, quantity, row, reading);
    let mut found: Vec<Row> = Vec::new();
    // A track has ratios of its impacts as well.
    let radius = calibration.nominal.bodies[0].radius();
    for oblique in measured.obliques.iter().filter(|_| experiment.kind == ExperimentKind::Oblique) {
        let speed = oblique.speed.or(speed);
        let (oblique, why) = match (speed, oblique.spin) {
            (Some(speed), Some(spin)) => without_spin(oblique, speed, spin, radius),
            _ => (ObliqueImpact { speed, ..oblique.clone() }, None),
        };
        let readings = [
            (Target::TangentialRestitution, oblique.tangential_restitution),
            (Target::ReboundSpin, oblique.rebound_spin),
            (Target::ReboundAngle, oblique.rebound_angle),
        ];
        found.extend(readings.into_iter().filter_map(|(target, reading)| {
            let made = make(target, oblique.row, reading?);
            let fate = match (&made.fate, why) {
                (Fate::Used, Some(why)) => Fate::LeftOut(why.to_string()),
                (fate, _) => fate.clone(),
            };
            Some(Row::from(Measurement { speed: oblique.speed, angle: Some(oblique.angle.value), fate, ..made }))
        }));
    }
    found.extend(measured.timed.iter().map(|timed| {
        let value = timed.duration.value * clock;
        let reading = Uncertain { value, sigma: timed.duration.sigma.map(|s| s * clock) };
        Measurement { speed: Some(timed.speed.value), ..make(Target::Duration, timed.row, reading) }.into()
    }));
    let scale = experiment.number(&SCALE).unwrap_or(1.0);
    for rolled in &measured.rolled {
        let readings =
            [(Target::RollingDistance, rolled.distance, 2.0, scale), (Target::RollingTime, rolled.time, 1.0, clock)];
        found.extend(readings.into_iter().filter_map(|(target, reading, power, factor)| {
            let Uncertain { value, sigma } = reading?;
            // The prediction goes with a power of the speed, which is read as well.
            let of_speed = rolled.speed.sigma.map(|sigma| power * value * sigma / rolled.speed.value);
            let sigma = sigma.or(of_speed).map(|_| sigma.unwrap_or(0.0).hypot(of_speed.unwrap_or(0.0)) * factor);
            let speed = Some(rolled.speed.value * scale / clock);
            let made = make(target, rolled.row, Uncertain { value: value * factor, sigma });
            Some(Row::from(Measurement { speed, ..made }))
        }));
    }
    let mut loops: HashMap<&str, usize> = HashMap::new();
    for point in &measured.points {
        let next = loops.len();
        loops.entry(&point.name).or_insert(next);
    }
    found.extend(measured.points.iter().map(|point| {
        let name = format!("loop {}, row {}", point.name, point.row);
        // Few loops do not show how loops scatter: their points stand for themselves.
        let whole = loops.get(point.name.as_str()).filter(|_| loops.len() >= LOOPS);
        let drop = whole.copied().unwrap_or(drop_of(point.row));
        let made = make(Target::Force, point.row, point.force);
        Measurement { name, drop, overlap: Some(point.overlap.value), ..made }.into()
    }));
    found.extend(measured.ratios.iter().filter_map(|ratio| {
        let of = experiment.of?;
        let mut reading = of.reading(ratio)?;
        if of == RatioOf::HeightRatio {
            let e = reading.value.sqrt();
            let sigma = reading.sigma.filter(|_| e > 0.0).map(|sigma| sigma / (2.0 * e));
            reading = Uncertain { value: e, sigma };
        }
        let made = make(Target::Restitution, ratio.row, reading);
        let measurement = Measurement { speed: ratio.speed.map(|speed| speed.value).or(speed), ..made };
        Some(Row { speed_sigma: ratio.speed.and_then(|speed| speed.sigma), ..measurement.into() })
    }));
    found
}

/// A measurement from one row, independent of the others.
fn measurement(
    experiment: &Experiment,
    quantity: Target,
    row: u64,
    Uncertain { value, sigma }: Uncertain,
) -> Measurement {
    Measurement {
        name: format!("row {row}"),
        drop: drop_of(row),
        number: 1,
        row,
        quantity,
        height: None,
        speed: experiment.number(&SPEED),
        angle: None,
        overlap: None,
        value,
        sigma,
        sigma_used: None,
        predicted: None,
        rebound: None,
        effects: Effects::default(),
        fate: match left_out(experiment, row) {
            Some(reason) => Fate::LeftOut(reason),
            None if quantity == Target::Restitution && value == 0.0 => Fate::Stuck,
            None => Fate::Used,
        },
        doubt: None,
    }
}

/// The number of a drop for an independent row.
fn drop_of(row: u64) -> usize {
    usize::try_from(row).unwrap_or(usize::MAX).saturating_sub(1)
}

/// The impact without spin whose contact point moves as this one's, `v_t - r omega`: what friction does to speed and spin is the
/// same, as long as nothing resists rolling. And why it is none, if it is none.
///
/// `e_t' = 1 + v_t (e_t - 1)/(v_t - r omega)`, and the spin that is gained. The angle of a rebound has no such form.
fn without_spin(
    oblique: &ObliqueImpact,
    speed: f64,
    spin: Uncertain,
    radius: f64,
) -> (ObliqueImpact, Option<&'static str>) {
    let (v_t, v_n) = (speed * oblique.angle.value.sin(), speed * oblique.angle.value.cos());
    let slides = v_t - radius * spin.value;
    let off = spin.sigma.map_or(0.0, |sigma| radius * sigma / slides.abs());
    let ratio = |of: Uncertain| Uncertain {
        value: 1.0 + v_t * (of.value - 1.0) / slides,
        sigma: of.sigma.map(|sigma| (sigma * v_t / slides).hypot(off)),
    };
    let gained = |of: Uncertain| Uncertain {
        value: (of.value - spin.value) * slides.signum(),
        sigma: of.sigma.map(|sigma| sigma.hypot(spin.sigma.unwrap_or(0.0))),
    };
    let why = match () {
        () if slides.abs() < ROLLS * v_n => {
            Some("the ball comes rolling: its contact point hardly moves along the wall")
        }
        () if oblique.rebound_angle.is_some() => Some("the rebound angle of a ball that comes with spin is not fitted"),
        () => None,
    };
    let like = ObliqueImpact {
        angle: Uncertain { value: slides.abs().atan2(v_n), ..oblique.angle },
        speed: Some(slides.hypot(v_n)),
        tangential_restitution: oblique.tangential_restitution.map(ratio),
        rebound_spin: oblique.rebound_spin.map(gained),
        ..oblique.clone()
    };
    (like, why)
}

fn left_out(experiment: &Experiment, row: u64) -> Option<String> {
    let by_case = experiment.left_out.iter().find(|left| left.which == ExcludedRows::Row(row)).map(|left| &left.reason);
    let by_data = experiment.measured.left_out.iter().find(|left| left.row as u64 + 1 == row).map(|left| &left.reason);
    by_case.or(by_data).cloned()
}
