//! The fields of EDEM's Creator.

use super::Edem;
use crate::contact::shear::{Form, RollingForce, ShearDashpot};
use crate::contact::{Contact, LawError, ShearForce};
use crate::number::exact;
use crate::scene::Scene;
use crate::system::export::{Input, Terms};

impl Input for Edem {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let name = terms.material_name();
        Ok(vec![
            format!("Material {name}"),
            format!("  Poisson's Ratio = {}", terms.number(super::POISSON)?),
            format!("  Solids Density (kg/m3) = {}", terms.density()),
            format!("  Young's Modulus (Pa) = {}", terms.number(super::YOUNG)?),
            format!("Interaction {name} : {name}"),
            format!("  Coefficient of Restitution = {}", terms.number("CoefficientOfRestitution")?),
            format!("  Coefficient of Static Friction = {}", exact(terms.friction())),
            "  Coefficient of Rolling Friction = 0".into(),
            "Physics = Hertz-Mindlin (no slip)".into(),
        ])
    }

    /// `S_t = 8 G* sqrt(R* delta)`, a total spring. What its page leaves open stands in `parts`.
    fn tangential(&self, scene: &Scene, _: &Contact) -> Result<Option<ShearForce>, LawError> {
        let Some(shear) = scene.shear.filter(|shear| shear.form != Form::Frictionless) else { return Ok(None) };
        let S = 8.0 * scene.pair.require_G_star("edem")? * scene.pair.R_star.sqrt();
        let (dashpot, rolling) = (ShearDashpot::NONE, RollingForce::None);
        Ok(Some(ShearForce { form: Form::Total, S, gamma: 0.5, dashpot, rolling, ..shear }))
    }

    fn parts(&self, scene: &Scene) -> Vec<String> {
        if scene.shear.is_none_or(|shear| shear.friction == 0.0) {
            return Vec::new();
        }
        let mut parts = vec![
            "EDEM's manual does not say where the tangential force acts, nor what limits it while the force pulls"
                .into(),
        ];
        if scene.force.C != 0.0 {
            parts.push("EDEM has a tangential dashpot beside the normal one: 2 sqrt(5/6) z sqrt(m* S_t) v_t".into());
        }
        parts
    }

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec!["to be entered in the Creator: a deck is no text".into()]
    }
}
