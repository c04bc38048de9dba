//! A normal collision as a system of differential equations: scaled, regularised, divided into legs, and integrated together with
//! the integrals that are requested.
//!
//! The overlap is `delta = L q^p`, the independent variable `s` follows from `dt = p q^(p-1) ds` (times `T`). With the right `p`
//! touch, turning point and end are regular points: the right side is a polynomial in `q`.

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
