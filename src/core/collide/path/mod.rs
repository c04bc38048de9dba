//! Loading paths: a contact driven quasi-statically through prescribed overlaps, loads and displacements.
//!
//! A leg is linear in overlap and displacement. On such a piece the springs have closed forms between the points at which slip
//! begins and ends, and the memory diagram is exact. For a prescribed force the displacement is searched for with the law itself.
//!
//! The normal force is the elastic part of the normal law; there is no rate dependence, so dashpots do no work. A law with
//! branches is followed branch by branch, with a spring with a slider for the tangential force.

mod diagram;
mod drive;
mod load;
mod normal;
mod springs;
mod tension;

use drive::{Course, drive};
use load::Power;
pub use normal::follow;
use springs::SpringPath;

use super::SolveError;
use crate::collide::trajectory::Trace;
use crate::law::memory_diagram::MemoryDiagram;
use crate::law::scene::{LoadingPath, Scene};
use crate::law::shear::Spheres;
use crate::law::shear::{Form, ShearForce};

/// A tangential law on a straight piece of path, with its energies.
trait Driven: Clone {
    /// Advances to the overlap `delta` (m) while the surfaces slide by `du` (m), both linearly.
    fn advance(&mut self, delta: f64, du: f64) {
        self.straight(delta, du);
    }

    /// As `advance`; returns the energies.
    fn straight(&mut self, delta: f64, du: f64) -> Spent;

    /// Tangential force, N
    fn force(&self) -> f64;

    /// Elastic energy, J.
    fn strain(&self) -> f64;

    /// Stick radius, m; `None` for a law without partial slip.
    fn stick_radius(&self) -> Option<f64>;
}

/// Energies of one piece of path, J.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Spent {
    work: f64,
    slip: f64,
    created: f64,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.work += other.work;
        self.slip += other.slip;
        self.created += other.created;
    }
}

/// The path of a scene under its own tangential law.
///
/// Every law is exact to rounding, and its uncertainty is the rounding error.
///
/// # Errors
/// When friction cannot hold a requested force, a leg separates the bodies, or the law does not support paths.
pub fn reference(scene: &Scene, path: &LoadingPath) -> Result<Trace, SolveError> {
    if let Some(contact) = scene.branches()? {
        return follow(scene, path, &contact);
    }
    let Some(shear) = &scene.shear else { return Err(lacks("a path needs a tangential law, [contact.tangential.*]")) };
    let force = scene.power()?;
    let normal = |shear: &ShearForce| Power::new(shear, &force);
    let (course, form) = (Course::new(scene, path, normal), shear.form);
    let (followed, _) = match form {
        Form::MemoryDiagram => drive(&course, normal, &MemoryDiagram::new(spheres(shear)?))?,
        _ => drive(&course, normal, &SpringPath::new(form, normal(shear)))?,
    };
    Ok(followed.trace())
}

fn spheres(shear: &ShearForce) -> Result<Spheres, SolveError> {
    shear.spheres.ok_or_else(|| lacks("this law is that of Hertz's spheres and needs [contact.normal.hertz]"))
}

fn lacks(why: &str) -> SolveError {
    SolveError::Refused(why.to_string())
}
