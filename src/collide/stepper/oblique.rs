//! Oblique impacts as a production code steps them: two bodies in three dimensions, with velocities, spins and a
//! contact that rotates.
//!
//! A scheme is split into parts ([`Part`](crate::collide::schemes::Part)) and applied to translation and rotation alike.
//! The contact uses what a production code uses: the normal and the overlap of the positions, the slip of the
//! velocities the scheme has at that moment, and its memory. Two details differ, neither of which changes the scheme:
//! positions are counted from where each body is at first touch, so that the overlap (nanometres) keeps digits which
//! its difference of radii and distance (millimetres) would lose; and the end of contact is located on the straight
//! flight between two steps, in the directions the contact has there.

mod contact;
mod flight;
mod march;
mod normal;
mod read;
mod rolling;

pub use normal::{NormalContact, NormalLoad, NormalPair, StepOverlaps};

use nalgebra::Vector3;

use super::{Encounter, Impact, Stepped};
use crate::collide::schemes::Scheme;
use crate::collide::trajectory::Sample;
use crate::law::ShearForce;
use crate::law::history::{Along, SpringSlider, VectorMemory};
use crate::law::scene::{Bodies, ImpactKinematics, Scene};
use crate::law::shear::Form;

/// Two bodies that slide and spin, as input of a scheme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Oblique<N = Encounter> {
    /// The normal half: [`Encounter`], or [`BranchedBodies`](super::branched::BranchedBodies) under a law with branches.
    pub encounter: N,
    pub bodies: Bodies,
    /// kg; infinite for a body that does not move.
    pub mass: [f64; 2],
    pub kinematics: ImpactKinematics,
    pub shear: ShearForce,
}

/// Why an oblique collision cannot be stepped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsteppable {
    #[error("`{0}` is written for head-on collisions: it has no parts to make an oblique one of")]
    HeadOnOnly(&'static str),
    #[error(
        "this form of `mindlin-deresiewicz` knows one tangential direction, and here the direction turns: a body spins about another axis than across the plane of motion"
    )]
    OneDirection,
    #[error("`mindlin-deresiewicz` needs the moduli of the two bodies")]
    NoSpheres,
}

impl Oblique {
    /// The bodies of a scene; `None` where it is head-on without friction, for which eight are stepped side by side.
    pub fn of(scene: &Scene) -> Option<Self> {
        Self::with(Encounter::of(scene).ok()?, scene)
    }
}

impl<N> Oblique<N> {
    /// The bodies of a scene with this normal half; `None` as in [`Oblique::of`].
    pub fn with(encounter: N, scene: &Scene) -> Option<Self> {
        if scene.shear.is_none() && scene.kinematics.is_head_on() {
            return None;
        }
        let mass = scene.bodies.each_ref().map(|body| if body.held { f64::INFINITY } else { body.mass });
        Some(Self {
            encounter,
            bodies: Bodies::of(scene),
            mass,
            kinematics: scene.kinematics,
            shear: scene.shear.unwrap_or_else(|| ShearForce::new(Form::Frictionless, 0.0)),
        })
    }

    /// The directions `n`, `t`, `b` of first touch.
    fn frame(&self) -> [Vector3<f64>; 3] {
        self.kinematics.frame.map(Vector3::from)
    }
}

/// One collision.
///
/// # Errors
/// When the scheme or the law cannot be stepped in three dimensions: [`Unsteppable`].
pub fn strike<N: NormalPair>(
    scheme: &dyn Scheme,
    oblique: &Oblique<N>,
    impact: &Impact,
) -> Result<Stepped, Unsteppable> {
    Ok(watched(scheme, oblique, impact, |_| {})?.0)
}

/// One collision, the largest overlap the normal law remembers of it (m), and a sample per step for `watch`: the force
/// is that of the scheme's last evaluation.
///
/// # Errors
/// As [`strike`].
pub(in crate::collide) fn watched<N: NormalPair>(
    scheme: &dyn Scheme,
    oblique: &Oblique<N>,
    impact: &Impact,
    watch: impl FnMut(Sample),
) -> Result<(Stepped, f64), Unsteppable> {
    let form = oblique.shear.form;
    if !form.is_planar() {
        return march::march(scheme, oblique, impact, SpringSlider::<3>::new(form), watch);
    }
    if !oblique.kinematics.is_planar() {
        return Err(Unsteppable::OneDirection);
    }
    let spheres = oblique.shear.spheres.ok_or(Unsteppable::NoSpheres)?;
    let [_, t, _] = oblique.frame();
    march::march(scheme, oblique, impact, Along::new(spheres, t), watch)
}

/// One collision with any tangential law.
///
/// # Errors
/// When the scheme has no parts.
pub fn strike_with<N: NormalPair, M: VectorMemory>(
    scheme: &dyn Scheme,
    oblique: &Oblique<N>,
    impact: &Impact,
    law: M,
) -> Result<Stepped, Unsteppable> {
    Ok(march::march(scheme, oblique, impact, law, |_| {})?.0)
}
