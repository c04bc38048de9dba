//! The configuration file of HYBIRD.

use super::Hybird;
use crate::contact::LawError;
use crate::system::Parameters;
use crate::system::export::read;
use crate::system::export::{Input, Terms};

impl Input for Hybird {
    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let model = terms.word("contactModel");
        let mut lines = vec![format!("particleDensity = {}", terms.density()), format!("contactModel = {model}")];
        if model == "LINEAR" {
            lines.push(format!("linearStiff = {}", terms.number("linearStiff")?));
        } else {
            lines.push(format!("youngMod = {}", terms.number(super::YOUNG)?));
            lines.push(format!("poisson = {}", terms.number(super::POISSON)?));
        }
        lines.push(format!("restitution = {}", terms.number("restitution")?));
        if terms.get("tangStiff").is_some() {
            lines.push(format!("tangStiff = {}", terms.number("tangStiff")?));
        }
        let friction = terms.number_or_zero("frictionCoefPart");
        lines.push(format!("viscTang = {}", terms.number_or_zero("viscTang")));
        lines.extend(["Part", "Wall", "Obj"].map(|body| format!("frictionCoef{body} = {friction}")));
        lines.push(format!("rollingCoefPart = {}", terms.number_or_zero("rollingCoefPart")));
        lines.push("numVisc = 0".into());
        Ok(lines)
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let text = lines.join("\n");
        let with_friction = ["frictionCoefPart", "viscTang", "rollingCoefPart", "tangStiff"];
        let keys = [super::YOUNG, super::POISSON, "linearStiff", "restitution"].into_iter().chain(with_friction);
        let found = keys.filter_map(|key| Some((key, read::number(&text, &format!("{key} = "))?))).collect();
        let found = read::frictional(found, &with_friction);
        Some(Parameters::new(found, &[("contactModel", read::after(&text, "contactModel = ")?)]))
    }

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec!["`restitution` is the input of the formula, not the achieved value given above".into()]
    }
}
