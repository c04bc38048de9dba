//! What is measured one by one: oblique impacts, contact times, balls that roll, loops, ratios.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::case::experiment_keys::{CLOCK, SCALE, SPEED};
use crate::case::{Calibration, Experiment, Measuring, RatioOf, Which};
use crate::data::measure::{ObliqueImpact, Uncertain};
use crate::units::Dimension;
use crate::words::worded;

/// A contact point that moves along the wall by less than this part of the speed towards it does not slide.
const ROLLS: f64 = 1e-3;

worded! {
    /// What a measurement is one of.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Target {
        Restitution = "restitution",
        Duration = "duration",
        TangentialRestitution = "tangential_restitution",
        ReboundSpin = "rebound_spin",
        ReboundAngle = "rebound_angle",
        /// From the start of rolling to rest.
        RollingDistance = "rolling_distance",
        RollingTime = "rolling_time",
        /// Force at an overlap.
        Force = "force",
    }
}

impl Target {
    /// What kind of quantity it is.
    pub fn dimension(self) -> Dimension {
        match self {
            Self::Restitution | Self::TangentialRestitution => Dimension::Number,
            Self::Duration | Self::RollingTime => Dimension::Time,
            Self::RollingDistance => Dimension::Length,
            Self::ReboundSpin => Dimension::AngularSpeed,
            Self::ReboundAngle => Dimension::Angle,
            Self::Force => Dimension::Force,
        }
    }
}

/// One measured number and where it was measured. SI.
#[derive(Debug, Clone, PartialEq)]
pub struct TableDatum {
    pub target: Target,
    /// Row of the table below the headers, counted from 1: numbers of one row are of one impact.
    pub row: u64,
    /// Speed of the impact, m/s, where it is known.
    pub speed: Option<f64>,
    /// One standard deviation of it, where the table has one beside that of the value.
    pub speed_sigma: Option<f64>,
    /// From the normal, rad.
    pub angle: Option<f64>,
    /// m, of a point of a loop.
    pub overlap: Option<f64>,
    /// Which loop a point belongs to.
    pub name: Option<String>,
    pub value: f64,
    /// One standard deviation, where it is given.
    pub sigma: Option<f64>,
    /// Why it is not used.
    pub left_out: Option<String>,
}

/// The measured numbers of a calibration whose bodies do not fly, in the order of the table; `inputs` as in
/// [`Calibration::experiment_with`].
///
/// A height ratio is read as the square of a restitution.
pub fn observations(calibration: &Calibration, inputs: &[(usize, f64)]) -> Vec<TableDatum> {
    let experiment = calibration.experiment_with(inputs);
    let (speed, clock) = (experiment.number(&SPEED), experiment.number(&CLOCK).unwrap_or(1.0));
    let (measured, mistakes) = (&experiment.measured, calibration.mistakes);
    let make = |target, row, Uncertain { value, sigma }: Uncertain| TableDatum {
        target,
        row,
        speed,
        speed_sigma: None,
        angle: None,
        overlap: None,
        name: None,
        value,
        sigma,
        left_out: left_out(&experiment, row),
    };
    let mut found = Vec::new();
    // A track has ratios of its impacts as well.
    let radius = calibration.nominal.bodies[0].radius();
    for oblique in measured.obliques.iter().filter(|_| experiment.kind == Measuring::Oblique) {
        let speed = oblique.speed.or(speed);
        let (oblique, why) = match (speed, oblique.spin) {
            (Some(speed), Some(spin)) => {
                without_spin(oblique, speed, (mistakes.impact_spin)(radius * spin.value), spin, radius)
            }
            _ => (ObliqueImpact { speed, ..oblique.clone() }, None),
        };
        let readings = [
            (Target::TangentialRestitution, oblique.tangential_restitution),
            (Target::ReboundSpin, oblique.rebound_spin),
            (Target::ReboundAngle, oblique.rebound_angle),
        ];
        found.extend(readings.into_iter().filter_map(|(target, reading)| {
            let (speed, angle) = (oblique.speed, Some(oblique.angle.value));
            let made = make(target, oblique.row, reading?);
            let left_out = made.left_out.clone().or(why.map(str::to_string));
            Some(TableDatum { speed, angle, left_out, ..made })
        }));
    }
    found.extend(measured.timed.iter().map(|timed| {
        let value = (mistakes.time)(timed.duration.value * clock);
        let reading = Uncertain { value, sigma: timed.duration.sigma.map(|s| s * clock) };
        TableDatum { speed: Some(timed.speed.value), ..make(Target::Duration, timed.row, reading) }
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
            Some(TableDatum { speed, ..make(target, rolled.row, Uncertain { value: value * factor, sigma }) })
        }));
    }
    found.extend(measured.points.iter().map(|point| {
        let (overlap, name) = (Some(point.overlap.value), Some(point.name.clone()));
        TableDatum { overlap, name, ..make(Target::Force, point.row, point.force) }
    }));
    found.extend(measured.ratios.iter().filter_map(|ratio| {
        let reading = match experiment.of? {
            RatioOf::Restitution => ratio.restitution?,
            RatioOf::VelocityRatio => ratio.velocity_ratio?,
            RatioOf::HeightRatio => {
                let Uncertain { value, sigma } = ratio.height_ratio?;
                let e = (mistakes.height_ratio)(value.sqrt());
                Uncertain { value: e, sigma: sigma.filter(|_| e > 0.0).map(|sigma| sigma / (2.0 * e)) }
            }
        };
        let speed_sigma = ratio.speed.and_then(|speed| speed.sigma);
        let speed = ratio.speed.map(|speed| speed.value).or(speed);
        Some(TableDatum { speed, speed_sigma, ..make(Target::Restitution, ratio.row, reading) })
    }));
    found
}

/// The impact without spin whose contact point moves as this one's, `v_t - r omega`, `surface` being `r omega`: what friction does to
/// speed and spin is the same, as long as nothing resists rolling. And why it is none, if it is none.
///
/// `e_t' = 1 + v_t (e_t - 1)/(v_t - r omega)`, and the spin that is gained. The angle of a rebound has no such form.
fn without_spin(
    oblique: &ObliqueImpact,
    speed: f64,
    surface: f64,
    spin: Uncertain,
    radius: f64,
) -> (ObliqueImpact, Option<&'static str>) {
    let (v_t, v_n) = (speed * oblique.angle.value.sin(), speed * oblique.angle.value.cos());
    let slides = v_t - surface;
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
    let by_case = experiment.left_out.iter().find(|left| left.which == Which::Row(row)).map(|left| &left.reason);
    let by_data = experiment.measured.left_out.iter().find(|left| left.row as u64 + 1 == row).map(|left| &left.reason);
    by_case.or(by_data).cloned()
}
