//! The fields of EDEM's Creator.

use super::Edem;
use crate::contact::LawError;
use crate::system::Parameters;
use crate::system::export::read;
use crate::system::export::{Input, Terms};

impl Input for Edem {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
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
            format!("  Coefficient of Static Friction = {}", terms.number_or_zero(super::FRICTION)),
            "  Coefficient of Rolling Friction = 0".into(),
            "Physics = Hertz-Mindlin (no slip)".into(),
        ])
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let marks = [
            (super::YOUNG, "Young's Modulus (Pa) = "),
            (super::POISSON, "Poisson's Ratio = "),
            ("CoefficientOfRestitution", "Coefficient of Restitution = "),
            (super::FRICTION, "Coefficient of Static Friction = "),
        ];
        Some(Parameters::new(read::frictional(read::numbers(&lines.join("\n"), &marks), &[super::FRICTION]), &[]))
    }

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec!["to be entered in the Creator: a deck is no text".into()]
    }
}
