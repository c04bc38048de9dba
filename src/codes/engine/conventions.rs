//! A scene in the conventions of an engine: the bodies, the impact and the moduli of a case under the contact that the engine computes, so
//! that a case which is written in others can be run by it.

use super::Engine;
use crate::codes;
use crate::codes::differences::as_they_act;
use crate::codes::restitution::ratio;
use crate::law::contract::{Contract, Convention};
use crate::law::scene::Scene;
use crate::law::shear::{Form, FrictionLimit, Levers, SpringRotation, WhileSliding};
use crate::law::tangential::{CundallStrack, Mindlin, ShearDamping, ShearStrength, StiffnessRatio};
use crate::law::{Ends, Friction, LawError, Tangential};

/// The conventions in which an engine computes a contact, the usual one first; an empty list where it takes any.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conventions {
    pub ends: Vec<Ends>,
    pub limits: Vec<FrictionLimit>,
    pub levers: Vec<Levers>,
    pub forms: Vec<Form>,
    pub rotations: Vec<SpringRotation>,
    /// Of the tangential dashpot.
    pub sliding: Vec<WhileSliding>,
    /// The damping ratio of the tangential dashpot over that of the normal one, where the engine has no other.
    pub dashpot_of_normal: Option<f64>,
}

impl Conventions {
    /// Those of a contract, between spheres or at a wall.
    pub fn of(contract: &Contract, wall: bool) -> Self {
        let mut all = Self::default();
        for (_, convention) in contract.conventions() {
            match convention.meaning() {
                Some(&Convention::Ends(ends)) => all.ends.push(ends),
                Some(&Convention::Limit(limit)) => all.limits.push(limit),
                Some(&Convention::Levers { spheres, wall: plane }) => {
                    all.levers.push(if wall { plane } else { spheres });
                }
                Some(&Convention::Spring { form, .. }) => all.forms.push(form),
                Some(&Convention::Rotation(rotation)) => all.rotations.push(rotation),
                _ => {}
            }
        }
        all
    }

    /// These, and where nothing is listed the `others`.
    pub fn or(self, others: Self) -> Self {
        fn first<T>(one: Vec<T>, other: Vec<T>) -> Vec<T> {
            if one.is_empty() { other } else { one }
        }
        Self {
            ends: first(self.ends, others.ends),
            limits: first(self.limits, others.limits),
            levers: first(self.levers, others.levers),
            forms: first(self.forms, others.forms),
            rotations: first(self.rotations, others.rotations),
            sliding: first(self.sliding, others.sliding),
            dashpot_of_normal: self.dashpot_of_normal.or(others.dashpot_of_normal),
        }
    }

    /// The scene with a contact in these conventions; the strength of a damping that is given as a restitution follows from them.
    ///
    /// # Errors
    /// When its laws cannot be combined with them.
    fn scene(&self, scene: &Scene) -> Result<Scene, LawError> {
        let wall = scene.bodies[1].is_wall();
        let mut contact = scene.contact.clone();
        // A law that defines its own end keeps it, and the limit that goes with its attraction.
        let powers = scene.force.is_some();
        if powers {
            choose(&mut contact.ends, &self.ends, |a, b| a == b);
        }
        let force = if powers { Some(contact.force(&scene.pair)?) } else { None };
        if let Some(Friction { tangential, limit, levers, rotation, .. }) = &mut contact.friction {
            if powers {
                choose(limit, &self.limits, |a, b| a == b);
            }
            choose(levers, &self.levers, |a, b| as_they_act(*a, wall) == as_they_act(*b, wall));
            choose(rotation, &self.rotations, |a, b| a == b);
            remember(tangential, &self.forms);
            if let Tangential::Mindlin(Mindlin { dashpot, .. })
            | Tangential::StiffnessRatio(StiffnessRatio { dashpot, .. })
            | Tangential::CundallStrack(CundallStrack { dashpot, .. }) = tangential
            {
                let normal = force.and_then(|force| ratio(&force, scene.pair.m_star));
                if let Some((share, normal)) = self.dashpot_of_normal.zip(normal) {
                    let sliding = dashpot.map(|dashpot| dashpot.sliding).or(self.sliding.first().copied());
                    let beside = |sliding| ShearDamping { strength: ShearStrength::Ratio(share * normal), sliding };
                    *dashpot = sliding.filter(|_| normal != 0.0).map(beside);
                }
                if let Some(dashpot) = dashpot {
                    choose(&mut dashpot.sliding, &self.sliding, |a, b| a == b);
                }
            }
        }
        let shear = contact.shear(&scene.pair)?;
        let (shear, kinematics) = scene.kinematics.under(shear, &scene.bodies)?;
        Ok(Scene { contact, force, shear, kinematics, system: None, ..scene.clone() })
    }
}

/// Keeps a convention that is listed, and takes the first one in place of another.
fn choose<T: Clone>(one: &mut T, known: &[T], same: impl Fn(&T, &T) -> bool) {
    if let Some(first) = known.first().filter(|_| !known.iter().any(|known| same(known, one))) {
        *one = first.clone();
    }
}

/// A spring with one of these memories. Partial slip is one of Mindlin's springs then, of the same stiffness.
fn remember(law: &mut Tangential, forms: &[Form]) {
    match law {
        Tangential::Mindlin(Mindlin { form, .. }) | Tangential::StiffnessRatio(StiffnessRatio { form, .. }) => {
            choose(form, forms, |a, b| a == b);
        }
        Tangential::MindlinDeresiewicz(rings) if !forms.contains(&Form::MemoryDiagram) => {
            let Some(&form) = forms.first() else { return };
            *law = Tangential::Mindlin(Mindlin {
                form,
                friction: rings.friction,
                dashpot: None,
                dynamic: None,
                effective_shear_modulus: None,
            });
        }
        _ => {}
    }
}

/// The conventions of the code of that name, as its contract has them; none for a program that is no known code.
pub fn of_code(name: &str, wall: bool) -> Conventions {
    codes::find(name).map_or_else(Conventions::default, |code| Conventions::of(&code.contract(), wall))
}

/// The scene in the conventions of an engine that has its laws, but not its conventions; `None` where the engine computes the scene as it is,
/// and where it does not have it in its own conventions either.
pub fn in_its_own(scene: &Scene, engine: &dyn Engine) -> Option<Scene> {
    if engine.covers(scene).is_ok() {
        return None;
    }
    own(scene, engine).filter(|own| engine.covers(own).is_ok())
}

/// Why an engine does not compute a scene: what it lacks in its own conventions too, and where that is nothing the reason `why` for the
/// scene as it is.
pub fn limit(scene: &Scene, engine: &dyn Engine, why: String) -> String {
    own(scene, engine).and_then(|own| engine.covers(&own).err()).unwrap_or(why)
}

/// The scene in the conventions of an engine, whether or not it has its laws.
fn own(scene: &Scene, engine: &dyn Engine) -> Option<Scene> {
    let known = scene.contact.normal.of_engine().is_none();
    known.then(|| engine.conventions(scene.bodies[1].is_wall()).scene(scene).ok())?
}
