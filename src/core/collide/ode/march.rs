//! Integration from an initial state until a switch stops it.

use ode_solvers::Dopri5;
use ode_solvers::dop_shared::{OutputType, System};

use super::cubic::Cubic;
use super::extrapolate::{self, BULIRSCH, HARMONIC, Leaps};
use super::{Flow, OdeError, Vector, dop853};
use crate::halt;
use crate::numerics::{exp2, log2};

/// A one-step method. No two share coefficients, so the difference of their results is an estimate of the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Runge-Kutta pair of Dormand & Prince of order 8(5,3): Hairer, Norsett & Wanner 1993, section II.5.
    Dop853,
    /// Runge-Kutta pair of order 5(4): Dormand & Prince 1980.
    Dopri5,
    /// Extrapolated midpoint rule of order 12: Hairer, Norsett & Wanner 1993, section II.9.
    Extrapolation,
    /// The same with Bulirsch's sequence of substeps.
    Bulirsch,
}

/// Settings of an integration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Control {
    /// The one-step method.
    pub method: Method,
    /// Relative tolerance, for states of order 1.
    pub tolerance: f64,
    /// The absolute tolerance as a fraction of the relative one: the size of a state, below 1, down to which its error is
    /// relative.
    pub absolute: f64,
    /// Longest step, also of the first one. The error estimate is too small for a flow that starts as a high power.
    pub longest_step: f64,
    /// The first step size to be tried.
    pub first_step: f64,
    /// Length after which integration ends when no switch stops it.
    pub length: f64,
    /// Largest number of steps.
    pub most_steps: u32,
}

/// A switch function changed from positive to zero or below between two accepted steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// Index of the switch in the flow.
    pub switch: usize,
    /// Index of the last accepted state before it.
    pub before: usize,
}

/// An integration: all accepted steps, and the switches that fired.
#[derive(Debug, Clone)]
pub struct Integration<const N: usize, const S: usize> {
    /// The independent variable; starts at 0.
    pub at: Vec<f64>,
    /// The state there.
    pub states: Vec<Vector<N>>,
    /// In the order in which they occurred; several in one step in the order of the switches.
    pub crossings: Vec<Crossing>,
    /// The switch that stopped the integration; `None` when the full length was integrated.
    pub stopped: Option<Crossing>,
}

impl<const N: usize, const S: usize> Integration<N, S> {
    /// The last accepted state: the one after the switch, when a switch stopped the integration.
    pub fn last(&self) -> Option<&Vector<N>> {
        self.states.last()
    }

    /// Index of the first accepted state at which a switch that did not start above zero is below zero: the flow was invalid from
    /// its start, even if the switch is above zero later. A value within `nothing` of zero counts as zero, at the start too.
    pub fn starts_below<F: Flow<N, S>>(&self, flow: &F, switch: usize, nothing: f64) -> Option<usize> {
        let value = |y: &Vector<N>| flow.switches(y)[switch];
        if self.states.first().is_none_or(|y| value(y) > nothing) {
            return None;
        }
        let last = self.stopped.map_or(self.states.len(), |stop| stop.before.max(1) + 1);
        let mut kept = self.states.iter().enumerate().take(last).skip(1);
        kept.find(|(_, y)| value(y).abs() > nothing).filter(|(_, y)| value(y) < 0.0).map(|(place, _)| place)
    }

    /// The first crossing of one switch.
    pub fn first(&self, switch: usize) -> Option<Crossing> {
        self.crossings.iter().copied().find(|c| c.switch == switch)
    }
}

/// Number of accepted steps between two checks for a request to stop.
const ASK: usize = 256;

/// A flow in the interface of `ode_solvers`; its switches are evaluated after every accepted step.
struct Watch<'a, F, const S: usize> {
    flow: &'a F,
    before: [f64; S],
    /// The switches at the end of the step that was searched last, until it is accepted.
    after: Option<[f64; S]>,
    accepted: usize,
    crossings: Vec<Crossing>,
    stopped: Option<Crossing>,
}

impl<F: Flow<N, S>, const N: usize, const S: usize> System<f64, Vector<N>> for &mut Watch<'_, F, S> {
    #[inline(always)]
    fn system(&self, _: f64, y: &Vector<N>, dy: &mut Vector<N>) {
        self.flow.derivative(y, dy);
    }

    fn solout(&mut self, _: f64, y: &Vector<N>, _: &Vector<N>) -> bool {
        let now = self.after.take().unwrap_or_else(|| self.flow.switches(y));
        for (switch, &value) in now.iter().enumerate() {
            let fell = self.before[switch] > 0.0 && value <= 0.0;
            if fell {
                let crossing = Crossing { switch, before: self.accepted };
                self.crossings.push(crossing);
                if self.flow.stops(switch) && self.stopped.is_none() {
                    self.stopped = Some(crossing);
                }
            }
        }
        self.before = now;
        self.accepted += 1;
        // An interrupted run has no switch that stopped it; its result is discarded.
        self.stopped.is_some() || (self.accepted.is_multiple_of(ASK) && halt::is_asked())
    }
}

impl<F: Flow<N, S>, const N: usize, const S: usize> Leaps<N> for &mut Watch<'_, F, S> {
    const RELAXES: bool = F::RELAXES;

    const LEADS: usize = F::LEADS;

    const GRAZES: bool = F::GRAZES;

    fn leap(&self, from: &Vector<N>, at: &Vector<N>, h: f64) -> Vector<N> {
        self.flow.leap(from, at, h)
    }

    fn weights(&self, y: &Vector<N>) -> Vector<N> {
        self.flow.weights(y)
    }

    fn swings(&self, from: &Vector<N>, to: &Vector<N>) -> bool {
        self.flow.swings(from, to)
    }

    fn passes_over(&self, inside: &[Vector<N>], next: &Vector<N>) -> Option<usize> {
        let after = self.flow.switches(next);
        inside.iter().position(|y| {
            let between = self.flow.switches(y);
            let falls = |k: usize| self.before[k] > 0.0 && between[k] < -PASSED && after[k] > 0.0;
            (0..S).any(|k| falls(k) && self.flow.stops(k))
        })
    }

    fn hides(&mut self, ends: [&Vector<N>; 2], [begun, ended]: [&Vector<N>; 2], h: f64) -> Option<f64> {
        let cubic = Cubic::of(ends, [*begun, *ended], h);
        let at = |part: f64| self.flow.switches(&cubic.at(part, F::LEADS));
        let (before, after, [a, b, c]) = (self.before, self.flow.switches(ends[1]), INSIDE.map(at));
        let values = |k: usize| [before[k], a[k], b[k], c[k], after[k]];
        // Beyond the first event the branch is not valid.
        let mut end = 1.0f64;
        for k in (0..S).filter(|k| before[*k] > 0.0 && after[*k] <= 0.0 && self.flow.stops(*k)) {
            end = end.min(last_positive(values(k)) - BEFORE_END);
        }
        let place = |k: usize| hidden(values(k), |part| at(part)[k]);
        let first = (0..S).filter_map(place).filter(|part| *part < end).min_by(f64::total_cmp);
        self.after = first.is_none().then_some(after);
        first
    }
}

/// Part of a step before its first event in which nothing is searched for: a switch may touch zero where the contact ends.
const BEFORE_END: f64 = 0.1;

/// About the part of a step at which a switch falls through zero, from its values at equal distances.
fn last_positive(values: [f64; 5]) -> f64 {
    let place = values.iter().position(|value| *value <= 0.0).unwrap_or(4).max(1);
    let [before, after] = [values[place - 1], values[place]];
    0.25 * ((place - 1) as f64 + before / (before - after))
}

/// A switch at a minimum within a step below this part of its larger value at the ends may fall below zero: the error of a cubic.
const NEARLY: f64 = 1e-5;

/// The least part of a step between such a minimum and its ends.
const OFF_ENDS: f64 = 0.02;

/// A switch within this of zero is neither above nor below it within a step: the error of a state there.
const PASSED: f64 = 1e-9;

/// Places inside a step at which its switches are evaluated.
const INSIDE: [f64; 3] = [0.25, 0.5, 0.75];

/// The part of a step after which a switch changes its sign more often than its values at both ends show, from its values at equal distances:
/// at the first of them with another sign, or at a minimum between them that may be below zero. There the parabola through three of them
/// lies below what the next ones deviate from it.
fn hidden(values: [f64; 5], at: impl Fn(f64) -> f64) -> Option<f64> {
    let [first, .., last] = values;
    if values.iter().all(|value| *value < -PASSED) {
        return None;
    }
    if !values.iter().all(|value| *value > PASSED)
        && let Some(place) = changed(values)
    {
        return Some(0.25 * place as f64);
    }
    if !values.iter().all(|value| *value > 0.0) {
        return None;
    }
    for k in 1..4 {
        let [before, here, next] = [values[k - 1], values[k], values[k + 1]];
        let (steep, bend) = (0.5 * (next - before), before - 2.0 * here + next);
        let part = 0.25 * (k as f64 - steep / bend);
        if !(bend > 0.0 && steep.abs() <= bend && part > OFF_ENDS && part < 1.0 - OFF_ENDS) {
            continue;
        }
        let third = |k: usize| values[k - 1] - 3.0 * values[k] + 3.0 * values[k + 1] - values[k + 2];
        let (off, largest) = (third(1).abs() + third(2).abs(), first.max(last));
        let lowest = here - 0.5 * steep * steep / bend;
        if largest > PASSED && lowest <= off + NEARLY * largest && at(part) <= NEARLY * largest {
            return Some(part);
        }
    }
    None
}

/// The first of some values at equal distances with another sign than the one before, if there are more falls through zero than the ends show.
fn changed(values: [f64; 5]) -> Option<usize> {
    let [first, .., last] = values;
    let (begun, ended) = (first > 0.0, last > 0.0);
    let (mut sign, mut falls, mut changed) = (begun, 0, None);
    for (place, value) in values.iter().enumerate().skip(1) {
        let next = match place {
            4 => ended,
            _ if value.abs() <= PASSED || value.is_nan() => sign,
            _ => *value > 0.0,
        };
        falls += usize::from(sign && !next);
        if next != sign && changed.is_none() {
            changed = Some(place);
        }
        sign = next;
    }
    changed.filter(|_| falls > usize::from(begun && !ended))
}

/// Integrates `flow` from `start` until a switch stops it.
///
/// # Errors
/// When the state is not finite, no step is small enough, or more than `most_steps` steps would be needed. Never hangs.
pub fn integrate<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    start: Vector<N>,
    control: &Control,
) -> Result<Integration<N, S>, OdeError> {
    let mut rate = Vector::<N>::zeros();
    flow.derivative(&start, &mut rate);
    if !start.iter().chain(rate.iter()).all(|x| x.is_finite()) {
        return Err(OdeError::NotFinite);
    }
    let before = flow.switches(&start);
    let mut watch = Watch { flow, before, after: None, accepted: 0, crossings: Vec::new(), stopped: None };
    let Steps { at, states } = march(&mut watch, start, control)?;
    let Watch { crossings, stopped, .. } = watch;
    Ok(Integration { at, states, crossings, stopped })
}

/// Shortest time within which a rise is searched for.
const SHORTEST: f64 = 1e-10;

/// As [`integrate`], for a switch that starts at zero and may rise and fall again within the first steps: where it is
/// below zero, see [`Integration::starts_below`], shorter steps search for the fall.
///
/// # Errors
/// As [`integrate`].
pub fn integrate_from_zero<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    start: Vector<N>,
    control: &Control,
    switch: usize,
    nothing: f64,
) -> Result<Integration<N, S>, OdeError> {
    let below =
        |run: &Integration<N, S>| run.starts_below(flow, switch, nothing).and_then(|place| run.at.get(place)).copied();
    let run = match integrate(flow, start, control) {
        // A flow that is wrong from its first steps on may lead to where it has no meaning.
        Err(error) => {
            let begun = integrate(flow, start, &Control { length: control.longest_step, ..*control });
            begun.ok().filter(|run| below(run).is_some()).ok_or(error)?
        }
        Ok(run) => run,
    };
    let mut until = below(&run);
    while let Some(length) = until.filter(|length| *length > SHORTEST) {
        let short = Control { length, longest_step: length / 16.0, first_step: length / 16.0, ..*control };
        let next = integrate(flow, start, &short)?;
        // No fall in the first half: the switch is zero to rounding for most of the time, and the search ends.
        until = below(&next).filter(|earlier| *earlier < 0.5 * length);
        if next.stopped.is_some() && next.starts_below(flow, switch, nothing).is_none() {
            return Ok(next);
        }
    }
    Ok(run)
}

/// Accepted steps, the start included.
pub(super) struct Steps<const N: usize> {
    pub at: Vec<f64>,
    pub states: Vec<Vector<N>>,
}

/// Integrates and keeps every accepted step.
pub(super) fn march<F: Leaps<N>, const N: usize>(
    system: F,
    start: Vector<N>,
    control: &Control,
) -> Result<Steps<N>, OdeError> {
    let order = 2 * extrapolate::ROWS as i32 - 1;
    let halves = if control.method == Method::Bulirsch { &BULIRSCH } else { &HARMONIC };
    let extrapolated = |system| {
        adaptive(system, start, control, order, |system, y, rate, h, control, inside| {
            extrapolate::step(system, y, rate, h, control, halves, inside)
        })
    };
    // No other method is compiled for a flow that relaxes.
    if F::RELAXES {
        return extrapolated(system);
    }
    match control.method {
        Method::Dop853 => adaptive(system, start, control, 8, |system, y, rate, h, control, _| {
            dop853::step(system, y, rate, h, control)
        }),
        Method::Dopri5 => dormand_prince(system, start, control),
        Method::Extrapolation | Method::Bulirsch => extrapolated(system),
    }
}

/// Integration by `ode_solvers`. Stiffness is tested only after half of the steps: it is cheaper to integrate a short stiff part
/// than to refuse it.
fn dormand_prince<F: System<f64, Vector<N>>, const N: usize>(
    system: F,
    start: Vector<N>,
    control: &Control,
) -> Result<Steps<N>, OdeError> {
    let Control { tolerance, absolute, longest_step, first_step, length, most_steps, .. } = *control;
    #[rustfmt::skip]
    let mut stepper = Dopri5::from_param(
        system, 0.0, length, 0.0, start, tolerance, absolute * tolerance, SAFETY, 0.04, 0.2, 10.0, longest_step,
        first_step.min(length), most_steps, (most_steps / 2).max(1), OutputType::Sparse,
    );
    stepper.integrate()?;
    Ok(Steps { at: stepper.x_out().clone(), states: stepper.y_out().clone() })
}

/// Safety factor, then the limits of the ratio of a step to the one before.
const SAFETY: f64 = 0.9;
const FACTORS: [f64; 2] = [0.333, 6.0];

/// A component that relaxes may swing in a step of this length, however far it goes.
const SHORTEST_SWING: f64 = 1e-6;

/// Number of steps for which memory is allocated at the start.
const MANY: usize = 72;

/// Adaptive steps, the longest within the tolerance, until `solout` stops them or the length is integrated. `order`: order of
/// the error of `step` in the length of the step.
fn adaptive<F: Leaps<N>, const N: usize>(
    mut system: F,
    start: Vector<N>,
    control: &Control,
    order: i32,
    step: impl Fn(&F, &Vector<N>, &Vector<N>, f64, &Control, &mut Vec<Vector<N>>) -> (Vector<N>, f64),
) -> Result<Steps<N>, OdeError> {
    let Control { longest_step, first_step, length, most_steps, .. } = *control;
    let mut steps = Steps { at: Vec::with_capacity(MANY), states: Vec::with_capacity(MANY) };
    steps.at.push(0.0);
    steps.states.push(start);
    let (mut x, mut y, mut h, mut longest) = (0.0, start, first_step.min(length), longest_step);
    let (mut rate, mut inside) = (Vector::<N>::zeros(), Vec::new());
    // With an error of no more than this the next step is not shorter.
    let small = SAFETY.powi(order);
    system.system(x, &y, &mut rate);
    for _ in 0..most_steps {
        if 0.1 * h <= f64::EPSILON * x {
            return Err(OdeError::StepUnderflow { at: x });
        }
        let last = x + 1.01 * h > length;
        let tried = if last { length - x } else { h };
        let (next, error) = step(&system, &y, &rate, tried, control, &mut inside);
        // An error that is not a number, from a state or a rate that is not finite, counts as the largest error.
        h = if tried == longest && error <= small {
            longest
        } else {
            let root = if order == 8 { error.sqrt().sqrt().sqrt() } else { exp2(log2(error) / f64::from(order)) };
            #[allow(clippy::manual_clamp, reason = "what is not a number shortens the step: `clamp` would pass it on")]
            let longer = (SAFETY / root).max(FACTORS[0]).min(FACTORS[1]);
            (tried * longer).min(longest)
        };
        if error > 1.0 || error.is_nan() {
            // The step after a rejected step is not longer than the rejected one.
            longest = h;
            continue;
        }
        longest = longest_step;
        if F::RELAXES && tried > SHORTEST_SWING && system.swings(&y, &next) {
            h = 0.25 * tried;
            continue;
        }
        // A short branch may hide within the step, which then ends there.
        if F::RELAXES
            && let Some(place) = system.passes_over(&inside, &next)
        {
            h = tried * (place + 1) as f64 / (inside.len() + 1) as f64;
            continue;
        }
        let mut after = Vector::zeros();
        system.system(x + tried, &next, &mut after);
        if F::GRAZES
            && tried > SHORTEST_SWING
            && let Some(part) = system.hides([&y, &next], [&rate, &after], tried)
        {
            h = part * tried;
            continue;
        }
        x += tried;
        (y, rate) = (next, after);
        steps.at.push(x);
        steps.states.push(y);
        if system.solout(x, &y, &rate) || last {
            return Ok(steps);
        }
    }
    Err(OdeError::TooManySteps { at: x, steps: most_steps })
}
