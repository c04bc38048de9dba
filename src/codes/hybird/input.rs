//! Writes and reads the configuration file of HYBIRD.

use super::Hybird;
use crate::codes::Parameters;
use crate::codes::export::read;
use crate::codes::export::{Input, InputData};
use crate::law::LawError;

impl Input for Hybird {
    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        let model = data.params.word_or_empty("contactModel");
        let mut lines = vec![format!("particleDensity = {}", data.density()), format!("contactModel = {model}")];
        if model == "LINEAR" {
            lines.push(format!("linearStiff = {}", data.params.text("linearStiff")?));
        } else {
            lines.push(format!("youngMod = {}", data.params.text(super::YOUNG)?));
            lines.push(format!("poisson = {}", data.params.text(super::POISSON)?));
        }
        lines.push(format!("restitution = {}", data.params.text("restitution")?));
        if data.params.numbers.get("tangStiff").is_some() {
            lines.push(format!("tangStiff = {}", data.params.text("tangStiff")?));
        }
        let friction = data.params.text_or_zero("frictionCoefPart");
        lines.push(format!("viscTang = {}", data.params.text_or_zero("viscTang")));
        lines.extend(["Part", "Wall", "Obj"].map(|body| format!("frictionCoef{body} = {friction}")));
        lines.push(format!("rollingCoefPart = {}", data.params.text_or_zero("rollingCoefPart")));
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

    fn notes(&self, _: &InputData) -> Vec<String> {
        vec!["`restitution` is the input of the formula, not the achieved value given above".into()]
    }
}
