//! `pair_style gran` of LIGGGHTS with its global properties, and the wall beside it.

use super::Liggghts;
use crate::contact::shear::{Arm, Form, FrictionLimit, WhileSliding};
use crate::contact::{Contact, LawError, ShearForce};
use crate::number::exact;
use crate::scene::Scene;
use crate::system::export::{Input, Terms};
use crate::system::tangential::{Manner, both};

/// What its driver is held to along the contact, with `tangential_damping off`.
const MANNER: Manner = Manner {
    form: Form::Total,
    factor: 1.0,
    limit: FrictionLimit::Absolute,
    levers: both(Arm::HalfOverlap),
    sliding: WhileSliding::Capped,
};

/// Pa; outside the program wants to be told that it is meant.
const HARD: f64 = 1e9;
const SOFT: f64 = 5e6;

impl Input for Liggghts {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let mut lines: Vec<String> = vec!["newton off".into(), "communicate single vel yes".into()];
        let mut property = |name: &str, kind: &str, value: String| {
            let number = lines.len() - 1;
            lines.push(format!("fix m{number} all property/global {name} {kind} {value}"));
        };
        let linear = terms.word("model") == "hooke/stiffness";
        let mut options = String::new();
        if linear {
            property("kn", "peratomtypepair 1", terms.number("kn")?);
            property("kt", "peratomtypepair 1", exact(constant_stiffness(terms.scene)));
            property("gamman_abs", "peratomtypepair 1", terms.number("gamman_abs")?);
            property("gammat_abs", "peratomtypepair 1", "0".into());
            options.push_str(" absolute_damping on");
        } else {
            property(super::YOUNG, "peratomtype", terms.number(super::YOUNG)?);
            property(super::POISSON, "peratomtype", terms.number(super::POISSON)?);
            property("coefficientRestitution", "peratomtypepair 1", terms.number("coefficientRestitution")?);
        }
        property("coefficientFriction", "peratomtypepair 1", exact(terms.friction()));
        let young = terms.get(super::YOUNG).unwrap_or(HARD);
        if young > HARD {
            lines.insert(0, "hard_particles yes".into());
        } else if young < SOFT {
            lines.insert(0, "soft_particles yes".into());
        }
        let tangential = if terms.friction() > 0.0 { "history" } else { "off" };
        let model = format!("model {} tangential {tangential}", terms.word("model"));
        if terms.friction() > 0.0 {
            options.push_str(" tangential_damping off");
        }
        options.push_str(&format!(" limitForce {}", terms.word("limitForce")));
        lines.push(format!("pair_style gran {model}{options}"));
        lines.push("pair_coeff * *".into());
        if terms.wall() {
            lines.push(format!("fix wall all wall/gran {model} primitive type 1 zplane 0.0{options}"));
        }
        lines.push("fix motion all nve/sphere".into());
        Ok(lines)
    }

    fn tangential(&self, scene: &Scene, code: &Contact) -> Result<Option<ShearForce>, LawError> {
        let shear = MANNER.beside(scene.shear, code, &scene.pair)?;
        let linear = scene.force.alpha == 1.0;
        Ok(shear
            .map(|shear| if linear { ShearForce { S: constant_stiffness(scene), gamma: 0.0, ..shear } } else { shear }))
    }
}

/// `kt` of `hooke/stiffness`, N/m: that of the scene where it does not grow with the overlap, else 0.
fn constant_stiffness(scene: &Scene) -> f64 {
    scene.shear.filter(|shear| shear.gamma == 0.0).map_or(0.0, |shear| shear.S)
}
