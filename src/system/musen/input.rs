//! The entries of MUSEN's materials database and its choice of model, under the names its windows have.

use super::Musen;
use crate::contact::LawError;
use crate::system::export::{Input, Terms};

impl Input for Musen {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let name = terms.material_name();
        let e = match terms.get("RestitutionCoefficient") {
            Some(_) => terms.number("RestitutionCoefficient")?,
            None => "1".into(),
        };
        let model = terms.word("model");
        let mut lines = vec![
            format!("Compound {name}"),
            format!("  Density [kg/m3] = {}", terms.density()),
            format!("  Young's modulus [Pa] = {}", terms.number(super::YOUNG)?),
            format!("  Poisson ratio [-] = {}", terms.number(super::POISSON)?),
            format!("Interaction {name} - {name}"),
            format!("  Restitution coefficient [-] = {e}"),
            format!("  Sliding friction [-] = {}", terms.number_or_zero("SlidingFriction")),
            format!("  Rolling friction [-] = {}", terms.number_or_zero("RollingFriction")),
            format!("Model particle-particle = {model}"),
        ];
        if terms.wall() {
            lines.push(format!("Model particle-wall = {model}"));
        }
        Ok(lines)
    }

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec!["to be entered in the materials database and the models manager; a restitution of 0 gives NaN".into()]
    }
}
