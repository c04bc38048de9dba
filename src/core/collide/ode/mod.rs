//! Initial value problems: the Runge-Kutta pair of order 8(5,3) for the result, and two other methods with no coefficients in
//! common with it: a pair of order 5(4), by `ode_solvers`, and an extrapolation of order 12, with two sequences of substeps. The
//! extrapolation also integrates components that relax at a rate without bound: see [`Flow::leap`].
//!
//! - Autonomous systems: time is one of the states.
//! - Non-dimensional systems: one absolute tolerance for all components.
//! - Events are located by re-integrating from the last accepted state; interpolation only guesses where.
//! - A switch that changes its sign there and back within a step is searched for inside it: see [`Flow::GRAZES`].
//!
//! `tests/units/collide.rs` tests the methods, and shows where their error estimates are too small. This module
//! is independent of contact mechanics.

mod cubic;
mod dop853;
mod error;
mod extrapolate;
mod locate;
mod march;

pub use error::OdeError;
pub use locate::{advance, locate, onto_plane, place};
pub use march::{Control, Crossing, Integration, Method, integrate, integrate_from_zero};

/// A state of `N` numbers.
pub type Vector<const N: usize> = nalgebra::SVector<f64, N>;

/// An autonomous system `dy/ds = f(y)`, watched by `S` switch functions.
///
/// A switch fires when its function changes from positive to zero or below between two accepted steps. A function that has
/// never been positive cannot fire: a start at zero, or below it, is not an event.
/// [`Integration::starts_below`] detects a start below zero.
pub trait Flow<const N: usize, const S: usize> {
    /// Writes `f(y)` into `dy`.
    fn derivative(&self, y: &Vector<N>, dy: &mut Vector<N>);

    /// The switch functions at `y`.
    fn switches(&self, y: &Vector<N>) -> [f64; S];

    /// Whether integration stops when this switch fires; otherwise the crossing is only noted.
    fn stops(&self, switch: usize) -> bool;

    /// Number of components, the first ones, that rates and switches depend on; the others are integrals along the motion.
    const LEADS: usize = N;

    /// Whether a switch may change its sign and change it back within a step: places inside every step are searched for it, except by Dopri5,
    /// whose steps are short.
    const GRAZES: bool = false;

    /// Whether some components relax at a rate that has no bound: [`leap`](Self::leap) solves them, `derivative` has them at rest,
    /// and only the extrapolations may integrate the flow.
    const RELAXES: bool = false;

    /// The change of `from` in `h` with the coefficients of `at`: the solution of the system that these coefficients freeze, and
    /// `h f(at)` for components that do not relax.
    fn leap(&self, from: &Vector<N>, at: &Vector<N>, h: f64) -> Vector<N> {
        let _ = from;
        let mut rate = Vector::zeros();
        self.derivative(at, &mut rate);
        rate * h
    }

    /// Whether a component that relaxes moves so far in a step that events within it would be missed.
    fn swings(&self, from: &Vector<N>, to: &Vector<N>) -> bool {
        let _ = (from, to);
        false
    }

    /// The effect on the other components of an error of each component at `y`.
    fn weights(&self, y: &Vector<N>) -> Vector<N> {
        let _ = y;
        Vector::repeat(1.0)
    }
}
