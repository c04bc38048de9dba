//! Extrapolation of the modified midpoint rule: Gragg, Bulirsch & Stoer. Hairer, Norsett & Wanner 1993, section II.9.
//!
//! A step `H` is taken with 2, 4, 6, ... substeps of the midpoint rule, whose error is a series in `(H/n)^2`, and
//! extrapolated to `n = infinity` by Aitken and Neville. The numbers of substeps are its only coefficients.
//!
//! The midpoint rule moves two copies of the state in turn, each at the rates of the other. Components that relax are moved by the
//! exact solution at the frozen coefficients of the other copy, an exponential midpoint rule: it is a flow in `h` too, so that the
//! error remains a series in `(H/n)^2` (Stoffer 1995, Numer. Math. 70, 381), and it is stable at any rate.

use ode_solvers::dop_shared::System;

use super::{Control, Vector};

/// Rows of the table: order `2 ROWS`.
pub(super) const ROWS: usize = 6;

/// Half the number of substeps of each row: the harmonic sequence, and Bulirsch's.
pub(super) const HARMONIC: [u8; ROWS] = [1, 2, 3, 4, 5, 6];
pub(super) const BULIRSCH: [u8; ROWS] = [1, 2, 3, 4, 6, 8];

/// A system as [`Flow`](super::Flow) without its switches.
pub(super) trait Leaps<const N: usize>: System<f64, Vector<N>> {
    const RELAXES: bool;

    const LEADS: usize;

    const GRAZES: bool;

    fn leap(&self, from: &Vector<N>, at: &Vector<N>, h: f64) -> Vector<N>;

    fn weights(&self, y: &Vector<N>) -> Vector<N>;

    fn swings(&self, from: &Vector<N>, to: &Vector<N>) -> bool;

    /// The first of some states within a step to `next` where a switch is below zero that is positive at both its ends.
    fn passes_over(&self, inside: &[Vector<N>], next: &Vector<N>) -> Option<usize> {
        let _ = (inside, next);
        None
    }

    /// The part of a step of length `h` after which a switch changes its sign there and back, between the states and the rates at its ends.
    fn hides(&mut self, ends: [&Vector<N>; 2], rates: [&Vector<N>; 2], h: f64) -> Option<f64> {
        let _ = (ends, rates, h);
        None
    }
}

/// A step of length `h` from `y`: the new state, and its error divided by the tolerance, estimated with order `2 ROWS - 1` for
/// the component with the largest error. `inside` takes states at equal distances within it, of a flow that relaxes.
pub(super) fn step<F: Leaps<N>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    rate: &Vector<N>,
    h: f64,
    control: &Control,
    halves: &[u8; ROWS],
    inside: &mut Vec<Vector<N>>,
) -> (Vector<N>, f64) {
    let [best, lower] = increments(system, y, rate, h, halves, inside);
    let next = y + best;
    let weights = if F::RELAXES { system.weights(y).sup(&system.weights(&next)) } else { Vector::repeat(1.0) };
    let mut error = 0.0;
    for i in 0..N {
        let scale = control.tolerance * (control.absolute + f64::max(y[i].abs(), next[i].abs()));
        let part = weights[i] * (best[i] - lower[i]).abs() / scale;
        // Not a number counts as the largest error.
        error = if f64::is_nan(error) || error >= part { error } else { part };
    }
    (next, error)
}

/// The increment over a step, with all columns of the table and with one column less.
fn increments<F: Leaps<N>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    rate: &Vector<N>,
    step: f64,
    halves: &[u8; ROWS],
    inside: &mut Vec<Vector<N>>,
) -> [Vector<N>; 2] {
    let mut table = [Vector::<N>::zeros(); ROWS];
    let substeps = halves.map(|half| 2 * usize::from(half));
    let mut columns = [Vector::<N>::zeros(); ROWS];
    for row in (0..ROWS).step_by(2) {
        let pair = [substeps[row], substeps[row + 1]];
        let done = match F::RELAXES {
            true => pair.map(|substeps| exponential_midpoint(system, y, step, substeps, inside)),
            false => midpoints(system, y, rate, step, pair),
        };
        columns[row..row + 2].copy_from_slice(&done);
    }
    for (row, mut column) in columns.into_iter().enumerate() {
        for k in 1..=row {
            let ratio = f64::from(halves[row]) / f64::from(halves[row - k]);
            let part = ratio * ratio - 1.0;
            let coarser = &mut table[k - 1];
            for i in 0..N {
                let better = column[i] + (column[i] - coarser[i]) / part;
                (coarser[i], column[i]) = (column[i], better);
            }
        }
        table[row] = column;
    }
    [table[ROWS - 1], table[ROWS - 2]]
}

/// The increments over a step by the midpoint rule, with two numbers of substeps, the second the larger one. A substep waits for the one before
/// it: those of two rows in turn keep the processor busy. Increments, not states, are summed: rounding is relative to an increment.
fn midpoints<F: Leaps<N>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    rate: &Vector<N>,
    step: f64,
    substeps: [usize; 2],
) -> [Vector<N>; 2] {
    let h = substeps.map(|substeps| step / substeps as f64);
    let (mut before, mut now) = ([Vector::<N>::zeros(); 2], h.map(|h| rate * h));
    // Rates need the leading numbers of a state only.
    let (mut at, mut k) = ([*y; 2], [Vector::<N>::zeros(); 2]);
    for substep in 1..substeps[1] {
        for row in 0..2 {
            if substep >= substeps[row] {
                continue;
            }
            for i in 0..F::LEADS {
                at[row][i] = y[i] + now[row][i];
            }
            system.system(0.0, &at[row], &mut k[row]);
            for i in 0..N {
                (before[row][i], now[row][i]) = (now[row][i], before[row][i] + k[row][i] * (2.0 * h[row]));
            }
        }
    }
    now
}

/// The same by the exponential midpoint rule. `inside` takes the states within the step.
fn exponential_midpoint<F: Leaps<N>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    step: f64,
    substeps: usize,
    inside: &mut Vec<Vector<N>>,
) -> Vector<N> {
    let h = step / substeps as f64;
    let (mut before, mut now) = (Vector::<N>::zeros(), system.leap(y, y, h));
    inside.clear();
    for _ in 1..substeps {
        inside.push(y + now);
        let change = system.leap(&(y + before), &(y + now), 2.0 * h);
        (before, now) = (now, before + change);
    }
    now
}
