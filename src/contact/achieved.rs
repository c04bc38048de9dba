//! From the restitution that is wanted to the coefficient that achieves it.

use super::Ends;
use super::card::LawError;

/// The damping ratio `z` of a linear dashpot that achieves restitution `e` (in (0, 1]) with the given end of contact.
pub fn damping_ratio(e: f64, ends: Ends) -> f64 {
    let _ = (e, ends);
    todo!()
}

/// `lambda v` of Hunt & Crossley that achieves restitution `e`.
pub fn hunt_crossley_number(e: f64) -> f64 {
    let _ = e;
    todo!()
}

/// `b = n A/T` of a viscoelastic contact `K delta^n` that achieves restitution `e`, found through the integrator.
pub fn viscous_number(e: f64, n: f64, ends: Ends) -> Result<f64, LawError> {
    let _ = (e, n, ends);
    todo!()
}
