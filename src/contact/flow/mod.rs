//! A normal collision as a flow: scaled, regularised, cut into legs, and integrated for its restitution alone.
//!
//! The overlap is `delta = L q^p` and time runs as `dt = p q^(p-1) ds` (times `T`). With the right `p` touch, turning
//! point and end are regular points of the flow: the right side is a polynomial in `q`.

mod error;
mod lean;
mod leg;
mod scaled;

pub use error::CollisionError;
pub use lean::{loss, restitution};
pub use leg::{Leg, MOST_LEGS, Scale, control};
pub use scaled::{Scaled, States};

pub(crate) use leg::{NEXT_LEG, STUCK};
pub(crate) use scaled::{Power, regular_power};
