//! Extrapolation of the modified midpoint rule: Gragg, Bulirsch & Stoer. Hairer, Norsett & Wanner 1993, section II.9.
//!
//! A step `H` is taken with 2, 4, 6, ... substeps of the midpoint rule, whose error is a series in `(H/n)^2`, and
//! extrapolated to `n = infinity` by Aitken and Neville. The numbers of substeps are its only coefficients.

use ode_solvers::dop_shared::System;

use super::{Control, Vector};

/// Rows of the table, with `2 j` substeps each: order `2 ROWS`.
pub(super) const ROWS: usize = 6;

/// A step of length `h` from `y`: the new state, and its error divided by the tolerance, estimated with order `2 ROWS - 1` for
/// the component with the largest error.
pub(super) fn step<F: System<f64, Vector<N>>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    rate: &Vector<N>,
    h: f64,
    control: &Control,
) -> (Vector<N>, f64) {
    let [best, lower] = increments(system, y, rate, h);
    let next = y + best;
    let scale = |i: usize| control.tolerance * (control.absolute + f64::max(y[i].abs(), next[i].abs()));
    // Not a number counts as the largest error.
    let worst = |a: f64, b: f64| if a.is_nan() || a >= b { a } else { b };
    let error = (0..N).map(|i| (best[i] - lower[i]).abs() / scale(i)).fold(0.0, worst);
    (next, error)
}

/// The increment over a step, with all columns of the table and with one column less.
fn increments<F: System<f64, Vector<N>>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    rate: &Vector<N>,
    step: f64,
) -> [Vector<N>; 2] {
    let mut table = [Vector::<N>::zeros(); ROWS];
    let mut lower = Vector::<N>::zeros();
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

/// The increment over a step by the midpoint rule. Increments, not states, are summed: rounding is relative to an increment.
fn midpoint<F: System<f64, Vector<N>>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    rate: &Vector<N>,
    step: f64,
    substeps: usize,
) -> Vector<N> {
    let h = step / substeps as f64;
    let (mut before, mut now, mut here) = (Vector::<N>::zeros(), rate * h, Vector::<N>::zeros());
    for _ in 1..substeps {
        system.system(0.0, &(y + now), &mut here);
        (before, now) = (now, before + here * (2.0 * h));
    }
    now
}
