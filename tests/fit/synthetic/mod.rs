//! Synthetic experiments: a law with known numbers, dropped, thrown or timed, with errors drawn by their seed.

pub mod clock;
pub mod dashpots;

use collisionbench::fit::models::{Formula, log_slope};
use collisionbench::fit::problem::{Datum, Model, Problem, Scatter, Unknown};
use collisionbench::fit::random::Stream;
use collisionbench::law::Ends;

use clock::Clock;
use dashpots::{Dashpots, Given, Measurand};

/// Which law is true, and fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrueLaw {
    Tsuji,
    KuwabaraKono,
    LinearDashpot,
    Power,
}

/// Which kind of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataKind {
    /// One rebound height a drop.
    Heights,
    /// Four intervals a throw, three restitutions.
    Intervals,
    /// A duration a drop, and with two unknowns the restitution as well.
    ContactTimes,
}

/// Experiments of one kind, and how many drops each has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Combination {
    pub law: TrueLaw,
    pub kind: DataKind,
    pub unknowns: usize,
    pub drops: usize,
}

const GRAVITY: f64 = 9.81;
/// Speed of reference, m/s.
const REFERENCE: f64 = 2.0;
/// `T` at the speed of reference, s.
const TIME: f64 = 2e-5;
/// Between drops, of the restitution.
const BETWEEN: f64 = 0.005;
/// Between drops, of the duration, s.
const BETWEEN_TIMES: f64 = 5e-7;
/// Of a rebound height, m.
const HEIGHT: f64 = 1e-3;
/// Of a timed contact, s.
const TIMED: f64 = 4e-7;
/// Of a restitution beside a timed contact.
const BESIDE: f64 = 3e-3;
/// Of a phone's clock, s.
const CLOCK: Clock = Clock { interval: 3e-4, impact: 2e-4 };
/// Restitutions of one throw.
const BOUNCES: usize = 3;

impl Combination {
    /// What is fitted, and the true values of its unknowns.
    pub fn model(&self) -> (Box<dyn Model>, Vec<f64>) {
        let (law, g) = match self.law {
            TrueLaw::Tsuji => ((1.5, 0.25, Ends::ForceClamped), 0.16),
            TrueLaw::KuwabaraKono => ((1.5, 0.5, Ends::ForceClamped), 0.2),
            TrueLaw::LinearDashpot => ((1.0, 0.0, Ends::ForceClamped), 0.15),
            TrueLaw::Power => {
                let truth = [0.75, 0.25];
                let model = Formula::power(REFERENCE, (self.unknowns == 1).then_some(truth[1]));
                return (Box::new(model), truth[..self.unknowns.min(2)].to_vec());
            }
        };
        let unknown = |name: &str, unit: &str, start: f64, low: f64, high: f64| {
            Given::Unknown(Unknown { name: name.to_string(), unit: unit.to_string(), start, low, high })
        };
        let timed = self.kind == DataKind::ContactTimes;
        let damping = || unknown("number", "1", 0.4 * g, 0.02 * g, 6.0 * g);
        let time = || unknown("time", "s", 2.0 * TIME, 0.1 * TIME, 10.0 * TIME);
        let (number, time, truth) = match (timed, self.unknowns) {
            (false, _) => (damping(), Given::Held(TIME), vec![g]),
            (true, 1) => (Given::Held(g), time(), vec![TIME]),
            (true, _) => (damping(), time(), vec![g, TIME]),
        };
        (Box::new(Dashpots::new(law, REFERENCE, number, time, (0.3, 8.0), timed)), truth)
    }

    /// One experiment. Speeds go up and down a ladder of five heights.
    ///
    /// # Errors
    /// When the true law cannot be computed at a speed.
    pub fn experiment(&self, model: &dyn Model, truth: &[f64], stream: &mut Stream) -> Result<Problem, String> {
        let mut data = Vec::new();
        let (slowest, fastest): (f64, f64) = if self.kind == DataKind::Intervals { (2.0, 5.4) } else { (1.4, 5.4) };
        let mut throws: Vec<Vec<f64>> = Vec::new();
        for drop in 0..self.drops {
            let speed = slowest * (fastest / slowest).powf((drop % 5) as f64 / 4.0);
            let off = BETWEEN * stream.normal();
            let exact = |measure: Measurand, speed: f64| {
                model.predict(truth, &Datum::alone(drop, measure.quantity(), speed, 0.0, 1.0))
            };
            let e = Measurand::Restitution.quantity();
            match self.kind {
                DataKind::Heights => {
                    let height = speed * speed / (2.0 * GRAVITY);
                    let rebound =
                        (exact(Measurand::Restitution, speed)? + off).powi(2) * height + HEIGHT * stream.normal();
                    let value = (rebound / height).sqrt();
                    let sigma = HEIGHT / (2.0 * value * height);
                    data.push(Datum { follows: -1.0, ..Datum::alone(drop, e, speed, value, sigma) });
                }
                DataKind::Intervals => {
                    let mut true_speed = speed;
                    let mut intervals = vec![2.0 * speed / GRAVITY];
                    for _ in 0..BOUNCES {
                        true_speed *= exact(Measurand::Restitution, true_speed)? + off;
                        intervals.push(2.0 * true_speed / GRAVITY);
                    }
                    let mut before = CLOCK.impact * stream.normal();
                    for interval in &mut intervals {
                        let after = CLOCK.impact * stream.normal();
                        *interval += after - before + CLOCK.interval * stream.normal();
                        before = after;
                    }
                    throws.push(intervals);
                }
                DataKind::ContactTimes => {
                    let time = exact(Measurand::ContactTime, speed)?;
                    let value = time + BETWEEN_TIMES * stream.normal() + TIMED * stream.normal();
                    data.push(Datum::alone(drop, Measurand::ContactTime.quantity(), speed, value, TIMED));
                    if self.unknowns == 2 {
                        let value = exact(Measurand::Restitution, speed)? + off + BESIDE * stream.normal();
                        data.push(Datum::alone(drop, e, speed, value, BESIDE));
                    }
                }
            }
        }
        let pairs = throws.iter().flat_map(|intervals| intervals.windows(2));
        let measured: Vec<(f64, f64)> =
            pairs.filter_map(|pair| Some((*pair.first()?, pair.last()? / pair.first()?))).collect();
        let slope = log_slope(&measured);
        for (drop, intervals) in throws.iter().enumerate() {
            for (shared, interval) in CLOCK.misfits(intervals, slope).into_iter().zip(intervals) {
                data.push(Datum {
                    correlations: shared.correlations,
                    ..Datum::alone(
                        drop,
                        Measurand::Restitution.quantity(),
                        0.5 * GRAVITY * interval,
                        shared.restitution,
                        shared.sigma,
                    )
                });
            }
        }
        Ok(Problem { data, stuck: Vec::new(), scatter: Scatter::BetweenDrops })
    }
}
