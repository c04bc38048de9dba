//! The fields of EDEM's Creator.

use super::{Terms, Writer};
use crate::contact::LawError;
use crate::dialect::{Dialect, edem};

#[derive(Debug)]
pub(super) struct Edem;

impl Writer for Edem {
    fn dialect(&self) -> &'static dyn Dialect {
        &edem::Edem
    }

    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([edem::YOUNG, edem::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let name = terms.material_name();
        Ok(vec![
            format!("Material {name}"),
            format!("  Poisson's Ratio = {}", terms.number(edem::POISSON)?),
            format!("  Solids Density (kg/m3) = {}", terms.density()),
            format!("  Young's Modulus (Pa) = {}", terms.number(edem::YOUNG)?),
            format!("Interaction {name} : {name}"),
            format!("  Coefficient of Restitution = {}", terms.number("CoefficientOfRestitution")?),
            "  Coefficient of Static Friction = 0".into(),
            "  Coefficient of Rolling Friction = 0".into(),
            "Physics = Hertz-Mindlin (no slip)".into(),
        ])
    }

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec!["to be entered in the Creator: a deck is no text".into()]
    }
}
