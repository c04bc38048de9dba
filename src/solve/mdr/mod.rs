//! The exact tangential reference: the method of dimensionality reduction.
//!
//! Two spheres under normal load and slide have exactly the forces of a bed of independent springs that is indented by the
//! profile `g(y) = y^2/R*` (Popov & Hess, Method of Dimensionality Reduction in Contact Mechanics and Friction, 2015;
//! equal to Jaeger's superposition, 1993). It is valid for any load history, with one assumption, which Cattaneo, Mindlin
//! and Deresiewicz made too: pressure and shear do not affect each other. That is exact for elastically similar bodies
//! (Dundurs beta = 0) and an approximation otherwise.

mod impact;
mod motion;
mod spheres;
mod springs;

pub use impact::{Scaling, rebound, strike};
pub(super) use impact::{half, watched};
pub use motion::{Motion, Normal};
pub(super) use spheres::spheres;
pub use springs::Springs;
