//! A normal collision as a flow: scaled, regularised, cut into legs, and integrated with as many of its
//! integrals as are asked for.
//!
//! The overlap is `delta = L q^p` and time runs as `dt = p q^(p-1) ds` (times `T`). With the right `p` touch, turning
//! point and end are regular points of the flow: the right side is a polynomial in `q`.

mod error;
mod impact;
mod leg;
mod motion;
pub mod scaled;

pub use error::CollisionError;
pub use impact::{Weighed, loss, restitution, weighed};
pub use leg::{LawUnits, MOST_LEGS, Segment, control, second};
pub use scaled::{Scaled, States};

pub(crate) use leg::{NEXT_LEG, STUCK};
pub(crate) use scaled::{Power, regular_power};
