//! Writes and reads C++ code for MercuryDPM.

use super::MercuryDpm;
use super::plastic::{SPECIES, SPRING};
use crate::codes::Parameters;
use crate::codes::export::read;
use crate::codes::export::{Input, InputData};
use crate::law::LawError;
use crate::number::exact;

/// What sets the numbers of the plastic spring.
const SETTERS: [&str; 4] =
    ["setLoadingStiffness", "setUnloadingStiffnessMax", "setCohesionStiffness", "setPenetrationDepthMax"];

const HANDLER: &str = "auto* particles = speciesHandler.copyAndAddObject(species);";

impl Input for MercuryDpm {
    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        if data.params.word_or_empty("species") == SPECIES {
            let mut lines = vec![
                format!("{SPECIES}Species species;"),
                format!("species.setDensity({});", data.density()),
                format!("species.setDissipation({});", data.params.text_or_zero("dissipation")),
            ];
            for (key, setter) in SPRING.into_iter().zip(SETTERS) {
                lines.push(format!("species.{setter}({});", data.params.text(key)?));
            }
            lines.push(HANDLER.into());
            return Ok(lines);
        }
        let modulus = match data.params.numbers.get("effectiveElasticModulus") {
            Some(_) => data.params.text("effectiveElasticModulus")?,
            None => exact(data.scene.pair.require_E_star("mercurydpm")?),
        };
        let dissipation = match data.params.numbers.get("dissipation") {
            Some(_) => data.params.text("dissipation")?,
            None => "0".into(),
        };
        let mut lines = vec![
            "HertzianViscoelasticMindlinSpecies species;".into(),
            format!("species.setDensity({});", data.density()),
            format!("species.setEffectiveElasticModulus({modulus});"),
            format!("species.setDissipation({dissipation});"),
            format!(
                "species.setSlidingFrictionCoefficient({});",
                data.params.text_or_zero("slidingFrictionCoefficient")
            ),
        ];
        if data.params.numbers.get("slidingFrictionCoefficient").is_some() {
            let shear_modulus = match data.params.numbers.get("effectiveShearModulus") {
                Some(_) => data.params.text("effectiveShearModulus")?,
                None => exact(data.scene.pair.require_G_star("mercurydpm")?),
            };
            lines.push(format!("species.setEffectiveShearModulus({shear_modulus});"));
            lines.push(format!("species.setSlidingDissipation({});", data.params.text_or_zero("slidingDissipation")));
        }
        lines.push(HANDLER.into());
        Ok(lines)
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let marks = [
            ("effectiveElasticModulus", "setEffectiveElasticModulus("),
            ("dissipation", "setDissipation("),
            ("slidingFrictionCoefficient", "setSlidingFrictionCoefficient("),
            ("effectiveShearModulus", "setEffectiveShearModulus("),
            ("slidingDissipation", "setSlidingDissipation("),
        ];
        let text = lines.join("\n");
        if text.contains(SPECIES) {
            let spring = SPRING.into_iter().zip(SETTERS);
            let found = spring.filter_map(|(key, setter)| Some((key, read::number(&text, &format!("{setter}("))?)));
            let found = found.chain(read::numbers(&text, &marks[1..2])).collect();
            return Some(Parameters::new(found, &[("species", SPECIES)]));
        }
        let found = read::numbers(&text, &marks);
        Some(Parameters::new(read::frictional(found, &["slidingFrictionCoefficient"]), &[]))
    }

    fn notes(&self, data: &InputData) -> Vec<String> {
        if data.params.word_or_empty("species") == SPECIES {
            return vec![format!("#include \"Species/{SPECIES}Species.h\"")];
        }
        vec!["#include \"Species/HertzianViscoelasticMindlinSpecies.h\"; the modulus is E* of this pair, rigid wall included".into()]
    }
}
