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
    let column = columns(system, y, rate, h, halves, inside);
    // The last column has one row: with it, and with one column less.
    let (coarser, finer) = (&column[ROWS - 2], &column[ROWS - 1]);
    let weight = weight(halves, ROWS - 1, ROWS - 1);
    let (mut next, mut off) = (*y, Vector::<N>::zeros());
    for i in 0..N {
        let best = finer[i] + (finer[i] - coarser[i]) * weight;
        next[i] = y[i] + best;
        off[i] = (best - finer[i]).abs();
    }
    if F::RELAXES {
        off.component_mul_assign(&system.weights(y).sup(&system.weights(&next)));
    }
    let mut error = 0.0;
    for i in 0..N {
        let scale = control.tolerance * (control.absolute + f64::max(y[i].abs(), next[i].abs()));
        let part = off[i] / scale;
        // Not a number counts as the largest error.
        error = if f64::is_nan(error) || error >= part { error } else { part };
    }
    (next, error)
}

/// The increments over a step in the last column but one of the table.
#[inline(always)]
fn columns<F: Leaps<N>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    rate: &Vector<N>,
    step: f64,
    halves: &[u8; ROWS],
    inside: &mut Vec<Vector<N>>,
) -> [Vector<N>; ROWS] {
    let substeps = halves.map(|half| 2 * usize::from(half));
    let mut column = [Vector::<N>::zeros(); ROWS];
    if F::RELAXES {
        for (increment, substeps) in column.iter_mut().zip(substeps) {
            *increment = exponential_midpoint(system, y, step, substeps, inside);
        }
    } else {
        midpoints(system, y, rate, step, substeps, &mut column);
    }
    (1..ROWS - 1).for_each(|k| refine(&mut column, halves, k));
    column
}

/// That of a row's difference from the one before it, in column `k`.
#[inline(always)]
fn weight(halves: &[u8; ROWS], row: usize, k: usize) -> f64 {
    let ratio = f64::from(halves[row]) / f64::from(halves[row - k]);
    1.0 / (ratio * ratio - 1.0)
}

/// Column `k` of the table from the one before it, in its place.
#[inline(always)]
fn refine<const N: usize>(column: &mut [Vector<N>; ROWS], halves: &[u8; ROWS], k: usize) {
    for row in (k..ROWS).rev() {
        let weight = weight(halves, row, k);
        let (coarser, finer) = column.split_at_mut(row);
        let (coarser, finer) = (&coarser[row - 1], &mut finer[0]);
        // By places: the iterators of a vector are not computed two at a time.
        for i in 0..N {
            finer[i] += (finer[i] - coarser[i]) * weight;
        }
    }
}

/// The increments over a step by the midpoint rule, `now`, with each of these numbers of substeps, in ascending order. A substep waits for the
/// one before it: those of all rows in turn keep the processor busy where a state is small. Increments, not states, are summed: rounding is
/// relative to an increment.
fn midpoints<F: Leaps<N>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    rate: &Vector<N>,
    step: f64,
    substeps: [usize; ROWS],
    now: &mut [Vector<N>; ROWS],
) {
    let h = substeps.map(|substeps| step / substeps as f64);
    for (now, h) in now.iter_mut().zip(h) {
        (0..N).for_each(|i| now[i] = rate[i] * h);
    }
    let mut before = [Vector::<N>::zeros(); ROWS];
    // Rates need the leading numbers of a state only.
    let (mut at, mut k) = (*y, Vector::<N>::zeros());
    let together = if N <= SMALL { ROWS } else { 1 };
    for first in (0..ROWS).step_by(together) {
        let last = first + together - 1;
        for substep in 1..substeps[last] {
            for row in (first..=last).rev().take_while(|row| substep < substeps[*row]) {
                for i in 0..F::LEADS {
                    at[i] = y[i] + now[row][i];
                }
                system.system(0.0, &at, &mut k);
                for i in 0..N {
                    (before[row][i], now[row][i]) = (now[row][i], before[row][i] + k[i] * (2.0 * h[row]));
                }
            }
        }
    }
}

/// Length up to which the rows are computed in turn: a rate of such states takes no longer than the processor looks ahead.
const SMALL: usize = 8;

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
