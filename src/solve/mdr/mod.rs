//! The exact tangential reference: the method of dimensionality reduction.
//!
//! Two spheres that press and slide are the same, force for force, as a flat bed of independent springs pressed by the
//! profile `g(y) = y^2/R*` (Popov & Hess, Method of Dimensionality Reduction in Contact Mechanics and Friction, 2015;
//! equal to Jaeger's superposition, 1993). It follows any history of load, and it rests on one assumption, which
//! Cattaneo, Mindlin and Deresiewicz made too: pressure and shear do not act on each other. That is exact for
//! elastically similar bodies (Dundurs beta = 0) and an approximation otherwise.

mod impact;
mod motion;
mod spheres;
mod springs;

pub use impact::{Scaling, rebound, strike};
pub(super) use impact::{half, watched};
pub use motion::{Motion, Normal};
pub(super) use spheres::spheres;
pub use springs::Springs;
