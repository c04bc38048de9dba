//! Location of the events that switches detect.

use ode_solvers::dop_shared::System;

use super::cubic::Cubic;
use super::extrapolate::Leaps;
use super::march::march;
use super::{Control, Crossing, Flow, Integration, OdeError, Vector};
use crate::numerics::{Bracket, root};

/// A flow without its switches, with `s` or one of its own components as independent variable.
struct Plain<'a, F, const S: usize> {
    flow: &'a F,
    /// The component that is the independent variable, and its direction.
    along: Option<(usize, f64)>,
}

impl<F: Flow<N, S>, const N: usize, const S: usize> System<f64, Vector<N>> for Plain<'_, F, S> {
    fn system(&self, _: f64, y: &Vector<N>, dy: &mut Vector<N>) {
        self.flow.derivative(y, dy);
        if let Some((component, direction)) = self.along {
            *dy *= direction / dy[component];
        }
    }
}

impl<F: Flow<N, S>, const N: usize, const S: usize> Leaps<N> for Plain<'_, F, S> {
    const RELAXES: bool = F::RELAXES;

    const LEADS: usize = F::LEADS;

    const GRAZES: bool = false;

    fn leap(&self, from: &Vector<N>, at: &Vector<N>, h: f64) -> Vector<N> {
        let Some((component, direction)) = self.along else { return self.flow.leap(from, at, h) };
        let mut rate = Vector::zeros();
        self.flow.derivative(at, &mut rate);
        self.flow.leap(from, at, h * direction / rate[component])
    }

    fn weights(&self, y: &Vector<N>) -> Vector<N> {
        self.flow.weights(y)
    }

    fn swings(&self, from: &Vector<N>, to: &Vector<N>) -> bool {
        self.flow.swings(from, to)
    }
}

/// Largest number of steps of one integration between two accepted states: one in practice.
const MOST_STEPS: u32 = 1000;

fn leg<F: Flow<N, S>, const N: usize, const S: usize>(
    system: Plain<'_, F, S>,
    from: Vector<N>,
    length: f64,
    control: &Control,
) -> Result<Vector<N>, OdeError> {
    if length == 0.0 {
        return Ok(from);
    }
    // The longest step is a length in `s`: along a component, several steps may replace it.
    let longest_step = control.longest_step.max(length / 16.0).min(length);
    let control = Control { length, longest_step, first_step: longest_step, most_steps: MOST_STEPS, ..*control };
    Ok(march(system, from, &control)?.states.last().copied().unwrap_or(from))
}

/// The state after `from` by a given length of the independent variable.
///
/// # Errors
/// As [`integrate`](super::integrate).
pub fn advance<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    from: Vector<N>,
    length: f64,
    control: &Control,
) -> Result<Vector<N>, OdeError> {
    leg(Plain { flow, along: None }, from, length, control)
}

/// The state at which a switch is zero, found by varying the length of a repeated step from the last state before the zero.
///
/// Requires only the switch function, and is as exact as the integrator.
///
/// # Errors
/// As [`integrate`](super::integrate).
pub fn locate<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    run: &Integration<N, S>,
    crossing: Crossing,
    control: &Control,
) -> Result<Vector<N>, OdeError> {
    Ok(place(flow, run, crossing, control)?.1)
}

/// As [`locate`], with the length of the step to the event: of several events in one step the first has the shortest length.
///
/// The first guess is the zero of the switch along the cubic through both ends of the step, with their rates; Newton's method along the
/// motion refines it. Where it does not converge inside the step, a bracketing method is used.
///
/// # Errors
/// As [`integrate`](super::integrate).
pub fn place<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    run: &Integration<N, S>,
    crossing: Crossing,
    control: &Control,
) -> Result<(f64, Vector<N>), OdeError> {
    let Crossing { switch, before } = crossing;
    let (from, to) = (run.states[before], run.states[before + 1]);
    let length = run.at[before + 1] - run.at[before];
    let bracket = Bracket { a: 0.0, fa: flow.switches(&from)[switch], b: length, fb: flow.switches(&to)[switch] };
    let guess = Cubic::new(flow, [&from, &to], length).zero(flow, switch, bracket);
    if let Some(found) = newton(flow, from, switch, bracket, guess, control)? {
        return Ok(found);
    }
    let mut found = (length, to);
    let at = root::<OdeError>(
        |length| {
            let y = within(flow, from, length, bracket.b, control)?;
            found = (length, y);
            Ok(flow.switches(&y)[switch])
        },
        bracket,
        f64::EPSILON * length,
    )?;
    if found.0 == at { Ok(found) } else { Ok((at, within(flow, from, at, length, control)?)) }
}

/// Fraction of a step that one step of order 4 may cover: order 8 resolves the whole step to the tolerance, so order 4
/// resolves a thousandth of it to rounding.
const NEAR: f64 = 1e-3;

/// The state after `from` by a part of an accepted step. The integrator cannot take a step of almost zero length.
fn within<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    from: Vector<N>,
    part: f64,
    step: f64,
    control: &Control,
) -> Result<Vector<N>, OdeError> {
    if part <= NEAR * step && !F::RELAXES {
        Ok(runge_kutta(flow, &from, part))
    } else {
        advance(flow, from, part, control)
    }
}

/// Largest number of corrections of Newton's method.
const MOST_TURNS: usize = 10;

/// Fraction of a step for finite differences along the motion: their error, some 1e-10 of the slope, causes no extra correction.
const DIFFERENCE: f64 = 1e-5;

/// Newton's method from a guess of the length, until the switch is zero to rounding or no correction reduces it;
/// `None` when it leaves the step or does not converge. The slope is that at the guess while the corrections are short.
fn newton<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    from: Vector<N>,
    switch: usize,
    bracket: Bracket,
    guess: f64,
    control: &Control,
) -> Result<Option<(f64, Vector<N>)>, OdeError> {
    let length = bracket.b;
    let enough = 2.0 * f64::EPSILON * bracket.fa.abs().min(bracket.fb.abs());
    let (mut at, mut y) = (guess, within(flow, from, guess, length, control)?);
    let mut value = flow.switches(&y)[switch];
    let mut steep = None;
    for _ in 0..MOST_TURNS {
        if value.abs() <= enough {
            return Ok(Some((at, y)));
        }
        let correction = -value / steep.unwrap_or_else(|| slope(flow, &y, switch, length));
        let next = at + correction;
        if !(next >= -ROUNDING * length && next <= length) {
            return Ok(None);
        }
        let next = next.max(0.0);
        let near = correction.abs() <= NEAR * length && !F::RELAXES;
        let better = match near {
            true => short_step(flow, &y, next - at, length),
            false => within(flow, from, next, length, control)?,
        };
        let left = flow.switches(&better)[switch];
        if left.abs() >= value.abs() {
            // Converged, if the last correction was no larger than the rounding of the switch causes.
            return Ok((correction.abs() <= ROUNDING_OF_SWITCH * length).then_some((at, y)));
        }
        // What is left of a switch that is all but straight gives the slope at the guess.
        steep = (near && left.abs() < STRAIGHT * value.abs()).then_some(-value / correction);
        (at, y, value) = (next, better, left);
    }
    Ok(None)
}

/// Part of a switch that a correction may leave of it while its slope stays the same to rounding, after one more.
const STRAIGHT: f64 = 1e-4;

/// Rounding error of a root, as a fraction of a step.
const ROUNDING: f64 = 1e-14;

/// Fraction of a step by which the rounding of a switch moves its zero, at most: a switch is a difference of forces that may be hundreds
/// of times as large as its change over the step. A bracketing search stops at the same rounding, somewhere within it.
const ROUNDING_OF_SWITCH: f64 = 1e-12;

/// Rate of change of a switch function along the motion.
fn slope<F: Flow<N, S>, const N: usize, const S: usize>(flow: &F, y: &Vector<N>, switch: usize, length: f64) -> f64 {
    let h = DIFFERENCE * length;
    let moved = flow.leap(y, y, h);
    let [before, after] = [y - moved, y + moved].map(|y| flow.switches(&y)[switch]);
    (after - before) / (2.0 * h)
}

/// A part of a step that one of the midpoint rule may cover, as [`NEAR`].
const NEAREST: f64 = 3e-6;

/// A step within a part [`NEAR`] of an accepted one of this length.
fn short_step<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    y: &Vector<N>,
    h: f64,
    length: f64,
) -> Vector<N> {
    if h.abs() > NEAREST * length {
        return runge_kutta(flow, y, h);
    }
    let mut rate = Vector::zeros();
    flow.derivative(y, &mut rate);
    let middle = y + rate * (0.5 * h);
    flow.derivative(&middle, &mut rate);
    y + rate * h
}

/// A step of the classical method of order 4.
fn runge_kutta<F: Flow<N, S>, const N: usize, const S: usize>(flow: &F, y: &Vector<N>, h: f64) -> Vector<N> {
    let mut rates = [Vector::<N>::zeros(); 4];
    flow.derivative(y, &mut rates[0]);
    for (k, part) in [(1, 0.5), (2, 0.5), (3, 1.0)] {
        let between = y + rates[k - 1] * (part * h);
        flow.derivative(&between, &mut rates[k]);
    }
    y + (rates[0] + (rates[1] + rates[2]) * 2.0 + rates[3]) * (h / 6.0)
}

/// The state at which one component has a given value, by integrating along that component: `dy/dy_i = f/f_i`.
///
/// One step, for an event with a rate other than zero. Henon 1982, Physica D 5, 412.
///
/// # Errors
/// As [`integrate`](super::integrate); a component whose rate becomes zero before the value is reached results in
/// [`OdeError::StepUnderflow`].
pub fn onto_plane<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    from: Vector<N>,
    component: usize,
    value: f64,
    control: &Control,
) -> Result<Vector<N>, OdeError> {
    let length = value - from[component];
    let system = Plain { flow, along: Some((component, length.signum())) };
    let mut y = leg(system, from, length.abs(), control)?;
    y[component] = value;
    Ok(y)
}
