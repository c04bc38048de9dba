//! Writes and reads the fields of EDEM's Creator.

use super::Edem;
use super::cohesive::{ENERGY, HYSTERETIC, JKR, MODEL, PLAIN, YIELD};
use crate::codes::Parameters;
use crate::codes::export::read;
use crate::codes::export::{Input, InputData};
use crate::law::LawError;

impl Input for Edem {
    fn material_keys(&self, parameters: &Parameters) -> Option<[&'static str; 2]> {
        (parameters.given(MODEL) != Some(HYSTERETIC)).then_some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        let (name, model) = (
            data.material_name(),
            data.params.numbers.get(YIELD).map_or(data.params.word_or_empty(MODEL), |_| HYSTERETIC),
        );
        let mut lines = vec![format!("Material {name}")];
        if model == HYSTERETIC {
            lines.push(format!("  Solids Density (kg/m3) = {}", data.density()));
            lines.push(format!("  Yield Strength (Pa) = {}", data.params.text(YIELD)?));
        } else {
            lines.push(format!("  Poisson's Ratio = {}", data.params.text(super::POISSON)?));
            lines.push(format!("  Solids Density (kg/m3) = {}", data.density()));
            lines.push(format!("  Young's Modulus (Pa) = {}", data.params.text(super::YOUNG)?));
        }
        lines.extend([
            format!("Interaction {name} : {name}"),
            format!("  Coefficient of Restitution = {}", data.params.text("CoefficientOfRestitution")?),
            format!("  Coefficient of Static Friction = {}", data.params.text_or_zero(super::FRICTION)),
            "  Coefficient of Rolling Friction = 0".into(),
        ]);
        if model == JKR {
            lines.push(format!("  Surface Energy (J/m2) = {}", data.params.text(ENERGY)?));
        }
        lines.push(format!("Physics = {}", if model.is_empty() { PLAIN } else { model }));
        Ok(lines)
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let marks = [
            (super::YOUNG, "Young's Modulus (Pa) = "),
            (super::POISSON, "Poisson's Ratio = "),
            ("CoefficientOfRestitution", "Coefficient of Restitution = "),
            (super::FRICTION, "Coefficient of Static Friction = "),
            (ENERGY, "Surface Energy (J/m2) = "),
            (YIELD, "Yield Strength (Pa) = "),
        ];
        let text = lines.join("\n");
        let model = read::line(lines, "Physics = ")?.strip_prefix("Physics = ")?;
        let words = [(MODEL, model)];
        let words = if model == PLAIN { &[][..] } else { &words };
        Some(Parameters::new(read::frictional(read::numbers(&text, &marks), &[super::FRICTION]), words))
    }

    fn notes(&self, _: &InputData) -> Vec<String> {
        vec!["to be entered in the Creator: a deck is no text".into()]
    }
}
