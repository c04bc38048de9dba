//! Loading paths: a contact driven slowly through prescribed overlaps, loads and displacements.
//!
//! A leg is straight in overlap and displacement. On such a piece the springs have closed forms between the moments at
//! which they begin and cease to slip, the memory diagram and each spring of the method of dimensionality reduction are
//! exact, and the seven branches are marched. Where a force is asked for, the displacement is found on the law itself.
//!
//! The normal side is the elastic part of the normal law; nothing depends on the rate, so dashpots do no work.

mod bed;
mod branches;
mod diagram;
mod drive;
mod quadrature;
mod sliders;
mod springs;

use bed::Bed;
use branches::Branches;
use diagram::Diagram;
use drive::{Course, drive, exact, from_three, from_two};
use sliders::Slider;
use springs::SpringSlider;

use super::SolveError;
use crate::contact::shear::{Form, ShearForce};
use crate::scene::{LoadingPath, Scene};
use crate::trajectory::Trace;

/// Steps a leg in which the seven branches are marched, and again with twice as many.
const STEPS: usize = 4800;

/// A tangential law on a straight piece of path, with the energies of it.
trait Driven: Clone {
    /// Goes to the overlap `delta` (m) while the surfaces slide by `du` (m), both evenly.
    fn advance(&mut self, delta: f64, du: f64);

    /// As `advance`; where the work went.
    fn straight(&mut self, delta: f64, du: f64) -> Spent;

    /// N
    fn force(&self) -> f64;

    /// Elastic energy, J.
    fn strain(&self) -> Option<f64>;

    /// m
    fn stick_radius(&self) -> Option<f64>;
}

/// Energies of one piece of path, J.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Spent {
    work: f64,
    slip: Option<f64>,
    created: Option<f64>,
}

/// The path of a scene under its own tangential law.
///
/// Springs and the memory diagram are exact to rounding, which is what their uncertainty says. The seven branches are
/// extrapolated from two marches and uncertain by all of their difference; of their energies only the work put in is
/// determined by the law.
///
/// # Errors
/// When a force is asked for that friction cannot hold, a leg parts the bodies, or the law does not follow paths.
pub fn reference(scene: &Scene, path: &LoadingPath, by: &str) -> Result<Trace, SolveError> {
    let Some(shear) = &scene.shear else { return Err(lacks("a path needs a tangential law, [contact.tangential.*]")) };
    let (course, form) = (Course::new(scene, path, shear), shear.form);
    let trace = match form {
        Form::Frictionless | Form::Coulomb => exact(drive(&course, &Slider::new(shear, &scene.force))?),
        Form::Total | Form::Incremental | Form::Rescaled => {
            exact(drive(&course, &SpringSlider::new(shear, &scene.force))?)
        }
        Form::MemoryDiagram => exact(drive(&course, &Diagram::new(spheres(shear)?))?),
        Form::SevenBranches => {
            let spheres = spheres(shear)?;
            let march = |steps| drive(&course, &Branches::new(spheres, steps));
            from_two(march(STEPS)?, &march(2 * STEPS)?)
        }
    };
    Ok(Trace { by: by.to_string(), ..trace })
}

/// The path of a scene by the method of dimensionality reduction, with the friction of its tangential law.
///
/// The uncertainty is four times the largest difference to the same with half and with two thirds of the springs.
///
/// # Errors
/// When the normal law is not that of Hertz's spheres, friction is 0, or as [`reference()`].
pub fn mdr(scene: &Scene, path: &LoadingPath, springs: usize, by: &str) -> Result<Trace, SolveError> {
    let spheres = super::mdr::spheres(scene)?;
    let Some(shear) = &scene.shear else { return Err(lacks("a path needs a tangential law, [contact.tangential.*]")) };
    let course = Course::new(scene, path, shear);
    let deepest = course.deepest();
    let bed = |count: usize| drive(&course, &Bed::new(spheres, deepest, count));
    let trace = from_three(bed(springs)?, &bed(2 * springs / 3)?, &bed(springs / 2)?, springs);
    Ok(Trace { by: by.to_string(), ..trace })
}

fn spheres(shear: &ShearForce) -> Result<crate::contact::history::Spheres, SolveError> {
    shear.spheres.ok_or_else(|| lacks("this law is that of Hertz's spheres and needs [contact.normal.hertz]"))
}

fn lacks(why: &str) -> SolveError {
    SolveError::Refused(why.to_string())
}
