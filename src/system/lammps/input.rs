//! `pair_style granular` of LAMMPS, and the wall beside it.

use super::Lammps;
use crate::contact::shear::{Arm, Levers};
use crate::contact::{Contact, LawError, ShearForce};
use crate::scene::Scene;
use crate::system::export::{Input, Terms};

impl Input for Lammps {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let damping = terms.word("damping");
        let asks = if matches!(damping, "coeff_restitution" | "tsuji") { "e" } else { "eta_n0" };
        let strength = terms.number(asks)?;
        let normal = if terms.word("normal") == "hooke" {
            format!("hooke {} {strength}", terms.number("k_n")?)
        } else {
            format!("hertz/material {} {strength} {}", terms.number(super::YOUNG)?, terms.number(super::POISSON)?)
        };
        let limit = if terms.word("limit_damping") == "true" { " limit_damping" } else { "" };
        let tangential = match terms.word("tangential") {
            "" => "linear_nohistory 0.0 0.0".to_string(),
            model => {
                let stiffness = if model == "linear_history" { terms.number("k_t")? } else { "NULL".into() };
                format!("{model} {stiffness} {} {}", terms.number("x_gammat")?, terms.number("mu_t")?)
            }
        };
        let model = format!("{normal} tangential {tangential} damping {damping}{limit}");
        let mut lines = vec![
            "newton off".into(),
            "comm_modify vel yes".into(),
            "pair_style granular".into(),
            format!("pair_coeff * * {model}"),
        ];
        if terms.wall() {
            lines.push(format!("fix wall all wall/gran granular {model} zplane 0.0 NULL"));
        }
        lines.push("fix motion all nve/sphere".into());
        Ok(lines)
    }

    /// Between spheres its torque is that of a force at the middle of the overlap.
    fn tangential(&self, scene: &Scene, code: &Contact) -> Result<Option<ShearForce>, LawError> {
        let torque = if scene.bodies[1].is_wall() { Arm::Radius } else { Arm::HalfOverlap };
        let levers = Levers { slip: Arm::Radius, torque };
        Ok(code.shear(&scene.pair)?.map(|shear| ShearForce { levers, ..shear }))
    }

    fn notes(&self, terms: &Terms) -> Vec<String> {
        let mut notes = Vec::new();
        if terms.word("damping") == "coeff_restitution" {
            notes.push("coeff_restitution is not in releases as old as 29Sep2021".into());
        }
        if terms.wall() && terms.material.is_some() {
            notes.push("in the release 29Sep2021 a wall has E/(2(1-nu)) in place of E/(2(1-nu^2))".into());
        }
        notes
    }
}
