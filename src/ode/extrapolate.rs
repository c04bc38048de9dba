//! Extrapolation of the modified midpoint rule: Gragg, Bulirsch & Stoer. Hairer, Norsett & Wanner 1993, section II.9.
//!
//! A step `H` is taken with 2, 4, 6, ... substeps of the midpoint rule, whose error is a series in `(H/n)^2`, and
//! extrapolated to `n = infinity` by Aitken and Neville. There are no coefficients but the numbers of substeps.

use ode_solvers::dop_shared::System;

use super::march::Steps;
use super::{Control, OdeError, State};

/// Rows of the table, with `2 j` substeps each: order `2 ROWS`.
const ROWS: usize = 6;

/// Safety, smallest and largest factor between two steps, as in `ode_solvers`.
const SAFETY: f64 = 0.9;
const FACTORS: [f64; 2] = [0.2, 6.0];

/// Integrates until `solout` says stop or the length is over.
///
/// # Errors
/// When no step is small enough, or more than `most_steps` would be needed.
pub(super) fn extrapolate<F: System<f64, State<N>>, const N: usize>(
    mut system: F,
    start: State<N>,
    control: &Control,
) -> Result<Steps<N>, OdeError> {
    let Control { tolerance, longest_step, length, most_steps, .. } = *control;
    let mut steps = Steps { at: vec![0.0], states: vec![start] };
    let (mut x, mut y, mut h) = (0.0, start, longest_step.min(length));
    let mut rate = State::<N>::zeros();
    system.system(x, &y, &mut rate);
    for _ in 0..most_steps {
        if 0.1 * h <= f64::EPSILON * x {
            return Err(OdeError::StepUnderflow { at: x });
        }
        let last = x + 1.01 * h >= length;
        let step = if last { length - x } else { h };
        let [best, lower] = increments(&system, &y, &rate, step);
        let next = y + best;
        let scale = |i: usize| tolerance * (control.absolute + f64::max(y[i].abs(), next[i].abs()));
        let error = (0..N).map(|i| (best[i] - lower[i]).abs() / scale(i)).fold(0.0, |a, b| if a >= b { a } else { b });
        // Not a number: a state or a rate that is not finite.
        let factor = if error.is_finite() { SAFETY * error.powf(-1.0 / (2 * ROWS - 1) as f64) } else { 0.0 };
        h = (step * factor.clamp(FACTORS[0], FACTORS[1])).min(longest_step);
        if error > 1.0 || !error.is_finite() {
            h = h.min(step);
            continue;
        }
        x += step;
        y = next;
        system.system(x, &y, &mut rate);
        steps.at.push(x);
        steps.states.push(y);
        if system.solout(x, &y, &rate) || last {
            return Ok(steps);
        }
    }
    Err(OdeError::TooManySteps { at: x, steps: most_steps })
}

/// The change over a step, by the whole table and by one column less.
fn increments<F: System<f64, State<N>>, const N: usize>(
    system: &F,
    y: &State<N>,
    rate: &State<N>,
    step: f64,
) -> [State<N>; 2] {
    let mut table = [State::<N>::zeros(); ROWS];
    let mut lower = State::<N>::zeros();
    for row in 0..ROWS {
        let mut column = midpoint(system, y, rate, step, 2 * (row + 1));
        for k in 1..=row {
            let ratio = (row + 1) as f64 / (row + 1 - k) as f64;
            let better = column + (column - table[k - 1]) / (ratio * ratio - 1.0);
            table[k - 1] = column;
            lower = column;
            column = better;
        }
        table[row] = column;
    }
    [table[ROWS - 1], lower]
}

/// The change over a step by the midpoint rule. Changes, not states, are added up: rounding stays that of a change.
fn midpoint<F: System<f64, State<N>>, const N: usize>(
    system: &F,
    y: &State<N>,
    rate: &State<N>,
    step: f64,
    substeps: usize,
) -> State<N> {
    let h = step / substeps as f64;
    let (mut before, mut now, mut here) = (State::<N>::zeros(), rate * h, State::<N>::zeros());
    for _ in 1..substeps {
        system.system(0.0, &(y + now), &mut here);
        (before, now) = (now, before + here * (2.0 * h));
    }
    now
}
