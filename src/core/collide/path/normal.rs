//! The loading path of a normal law with branches: loading, unloading and tension, with or without friction.
//!
//! On a branch the elastic energy is the integral of the force, so that the work between two overlaps is exact; the energy
//! missing after a change of branch is plastic work, the energy remaining where the contact breaks is lost to adhesion.

use super::drive::{Course, NORMAL, OVERLAP, WORK, drive};
use super::lacks;
use super::load::OnBranches;
use super::springs::SpringPath;
use crate::collide::SolveError;
use crate::collide::estimate::Estimate;
use crate::collide::trajectory::{Losses, PathEnd, Trace};
use crate::law::Branched;
use crate::law::scene::Scene;
use crate::law::scene::path::{Leg, LoadingPath};
use crate::law::shear::ShearForce;

/// Drives a law, out of contact at first, along the path of a scene.
///
/// # Errors
/// When no overlap or displacement gives the requested force, or a leg slides without a tangential law.
pub fn follow(scene: &Scene, path: &LoadingPath, contact: &Branched) -> Result<Trace, SolveError> {
    let slides = |(leg, _): (Leg, bool)| !matches!(leg, Leg::Drive { press: Some(_), shear: None });
    if let (None, Some(number)) = (&scene.shear, path.driven().position(slides)) {
        let why = "a path without a tangential law drives `overlap` or `normal_force` only";
        return Err(lacks(&format!("leg {}: {why}", number + 1)));
    }
    let beside = |shear: &ShearForce| OnBranches::new(contact, shear);
    let course = Course::new(scene, path, beside);
    let (followed, normal) = drive(&course, beside, &SpringPath::new(course.shear.form, beside(&course.shear)))?;
    let [length, energy, force] = [OVERLAP, WORK, NORMAL].map(|number| followed.rounding(number));
    let history = &normal.history;
    let losses = Losses {
        plastic: Estimate::new(history.energies(&*contact.law)[1], energy),
        adhesive: Some(Estimate::new(history.adhesive, energy)),
        pull_off: (normal.tension > 0.0).then(|| Estimate::new(normal.tension, force)),
        residual_overlap: normal.residual().map(|overlap| Estimate::new(overlap, length)),
    };
    let trace = followed.trace();
    Ok(Trace { end: PathEnd { losses: Some(losses), ..trace.end }, ..trace })
}
