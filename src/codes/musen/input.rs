//! Writes and reads the entries of MUSEN's materials database and its contact model, by their names in its windows.

use super::Musen;
use super::adhesive::{ENERGY, JKR, POPOV, TENSION};
use crate::codes::Parameters;
use crate::codes::export::read;
use crate::codes::export::{Input, InputData};
use crate::law::LawError;

impl Input for Musen {
    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        let name = data.material_name();
        let e = match data.params.numbers.get("RestitutionCoefficient") {
            Some(_) => data.params.text("RestitutionCoefficient")?,
            None => "1".into(),
        };
        let model = super::model(data.params)?;
        let mut lines = vec![
            format!("Compound {name}"),
            format!("  Density [kg/m3] = {}", data.density()),
            format!("  Young's modulus [Pa] = {}", data.params.text(super::YOUNG)?),
            format!("  Poisson ratio [-] = {}", data.params.text(super::POISSON)?),
            format!("Interaction {name} - {name}"),
            format!("  Restitution coefficient [-] = {e}"),
            format!("  Sliding friction [-] = {}", data.params.text_or_zero("SlidingFriction")),
            format!("  Rolling friction [-] = {}", data.params.text_or_zero("RollingFriction")),
            format!("Model particle-particle = {model}"),
        ];
        match model {
            JKR => lines.insert(4, format!("  Surface energy [J/m2] = {}", data.params.text(ENERGY)?)),
            POPOV => lines.insert(4, format!("  Surface tension [N/m] = {}", data.params.text(TENSION)?)),
            _ => {}
        }
        if data.wall() {
            lines.push(format!("Model particle-wall = {model}"));
        }
        Ok(lines)
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let text = lines.join("\n");
        let model = read::after(&text, "particle-particle = ")?;
        read::after(&text, "particle-wall = ").is_none_or(|wall| wall == model).then_some(())?;
        let mut marks = vec![
            (super::YOUNG, "Young's modulus [Pa] = "),
            (super::POISSON, "Poisson ratio [-] = "),
            ("SlidingFriction", "Sliding friction [-] = "),
            ("RollingFriction", "Rolling friction [-] = "),
        ];
        marks.extend([(ENERGY, "Surface energy [J/m2] = "), (TENSION, "Surface tension [N/m] = ")]);
        if model != "Hertz" {
            marks.push(("RestitutionCoefficient", "Restitution coefficient [-] = "));
        }
        let found = read::frictional(read::numbers(&text, &marks), &["SlidingFriction"]);
        Some(Parameters::new(read::frictional(found, &["RollingFriction"]), &[("model", model)]))
    }

    fn notes(&self, _: &InputData) -> Vec<String> {
        vec!["to be entered in the materials database and the models manager; a restitution of 0 gives NaN".into()]
    }
}
