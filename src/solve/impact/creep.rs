//! Hunt & Crossley's contact where it is damped so strongly that the bodies creep apart.
//!
//! Under `F = K delta^n (1 + lambda v)` the logarithm `l = ln(1 + lambda v)` obeys `dl/dt = -(lambda/m*) K delta^n`, which
//! is not stiff however large `lambda` is. With lengths in units of `L g^(-1/(n+1))`, `g = lambda v_0` and `delta = q^p`:
//!
//! `dq/ds = w = (e^l - 1)/g`, `dl/ds = -p q^(p-1+pn)`, from `q = 0`, `l = ln(1 + g)`.
//!
//! Once `e^l` is below rounding, spring and dashpot balance: the bodies separate at the constant speed `v_0/g`.

use super::event_loop::TimeSeries;
use super::pass::{FLIGHT_POINTS, Pass};
use super::point::Point;
use crate::contact::PowerForce;
use crate::contact::flow::{CollisionError, LawUnits, STUCK, regular_power};
use crate::ode::{Control, Flow, Vector, integrate, locate};

/// `-l` from which on `e^l` is below rounding of 1.
const BALANCED: f64 = 40.0;

const TURNING: usize = 0;
const PEAK: usize = 1;
const BALANCE: usize = 2;

/// `q`, `l`, time, work of the dashpot, impulse.
struct Creep {
    p: f64,
    n: f64,
    g: f64,
}

impl Creep {
    fn speed(&self, l: f64) -> f64 {
        l.exp_m1() / self.g
    }

    /// Elastic force, over `m* v_0^2` and the unit of length.
    fn elastic(&self, q: f64) -> f64 {
        q.max(0.0).powf(self.p * self.n) / self.g
    }
}

impl Flow<5, 3> for Creep {
    fn derivative(&self, y: &Vector<5>, dy: &mut Vector<5>) {
        let (q, l) = (y[0], y[1]);
        let (w, clock, elastic) = (self.speed(l), self.p * q.max(0.0).powf(self.p - 1.0), self.elastic(q));
        let drag = l.exp_m1() * elastic;
        *dy = Vector::from([w, -clock * self.g * elastic, clock, clock * drag * w, clock * l.exp() * elastic]);
    }

    fn switches(&self, y: &Vector<5>) -> [f64; 3] {
        let (q, l) = (y[0], y[1]);
        [l, self.n * self.speed(l) - q.max(0.0).powf(self.p * (self.n + 1.0)), l + BALANCED]
    }

    fn stops(&self, switch: usize) -> bool {
        switch == BALANCE
    }
}

/// Integrates one impact whose dashpot is `g`, far above 1, in the units of the undamped law.
///
/// # Errors
/// When the integrator fails.
pub fn creep(law: &PowerForce, m_star: f64, speed: f64, g: f64, control: &Control) -> Result<Pass, CollisionError> {
    let n = law.alpha;
    let flow = Creep { p: regular_power(&[n]), n, g };
    let LawUnits { length, energy, impulse, .. } = LawUnits::new(law, m_star, speed);
    let length = length * g.powf(-1.0 / (n + 1.0));
    let point = |y: &Vector<5>| {
        let elastic = flow.elastic(y[0]) * energy / length;
        Point {
            time: y[2] * length / speed,
            overlap: y[0].max(0.0).powf(flow.p) * length,
            speed: flow.speed(y[1]) * speed,
            force: y[1].exp() * elastic,
            force_elastic: elastic,
            work: y[3] * energy,
            press: y[4] * impulse,
            ..Point::default()
        }
    };
    let run = integrate(&flow, Vector::from([0.0, g.ln_1p(), 0.0, 0.0, 0.0]), control)?;
    let at = |switch| -> Result<Point, CollisionError> {
        let crossing = run.first(switch).ok_or(CollisionError::NoEnd)?;
        Ok(point(&locate(&flow, &run, crossing, control)?))
    };
    let (turning, max_force, balance) = (at(TURNING)?, at(PEAK)?, at(BALANCE)?);
    let turning = Some(Point { speed: 0.0, force: turning.force_elastic, ..turning });
    let kept = run.states.len() - 1;
    let mut points: Vec<Point> = run.states[..kept].iter().map(point).collect();
    let away = speed / g;
    let crept = |part: f64| {
        let overlap = balance.overlap * part;
        let drained = law.energy(balance.overlap) - law.energy(overlap);
        Point {
            time: balance.time + (balance.overlap - overlap) / away,
            overlap,
            speed: -away,
            force: 0.0,
            force_elastic: law.elastic(overlap),
            work: balance.work + drained,
            ..balance
        }
    };
    let stays = g * g * STUCK > 1.0;
    if !stays {
        points.push(balance);
        points.extend((1..FLIGHT_POINTS).rev().map(|k| crept(f64::from(k) / f64::from(FLIGHT_POINTS))));
    }
    let end = if stays { balance } else { crept(0.0) };
    let zero_overlap = (!stays).then_some(end);
    Ok(TimeSeries { points, turning, peaks: vec![max_force], ..TimeSeries::default() }.ended(end, zero_overlap))
}
