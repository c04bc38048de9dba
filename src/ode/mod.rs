//! Initial value problems: one wrapper round `ode_solvers`, shaped by what that crate does well and badly, and a method of
//! order 12 beside it that shares no coefficients with it.
//!
//! - Autonomous systems only: the node `c_12` of its `Dop853` is wrong, so time is a state like any other.
//! - Sparse output only: in dense mode `Dop853` hands out states that belong to another time.
//! - Non-dimensional systems only: it has one absolute tolerance for all components.
//! - Events are located here: by re-integrating from the last accepted state, not by interpolation.
//!
//! `canary` holds a test for each of these defects; it fails on the day upstream mends one. This module knows no contact.

mod bracket;
mod error;
mod extrapolate;
mod locate;
mod march;

#[cfg(test)]
mod canary;

pub use bracket::{Bracket, root};
pub use error::OdeError;
pub use locate::{advance, locate, onto_plane, place};
pub use march::{Control, Crossing, Method, Run, integrate, integrate_from_zero};

/// A state of `N` numbers.
pub type State<const N: usize> = nalgebra::SVector<f64, N>;

/// An autonomous system `dy/ds = f(y)`, watched by `S` switch functions.
///
/// A switch fires when its function falls from above zero to zero or below between two accepted steps. One that has
/// never been above zero is not armed and cannot fire: a function that starts at zero, or on the wrong side of it, says
/// nothing about an event. Whoever needs to know reads [`Run::armed`], or [`Run::sunk`] for the start.
pub trait Flow<const N: usize, const S: usize> {
    /// Writes `f(y)` into `dy`.
    fn derivative(&self, y: &State<N>, dy: &mut State<N>);

    /// The switch functions at `y`.
    fn switches(&self, y: &State<N>) -> [f64; S];

    /// Whether integration stops when this switch fires; otherwise the crossing is only noted.
    fn stops(&self, switch: usize) -> bool;
}
