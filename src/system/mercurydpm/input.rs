//! MercuryDPM's C++.

use super::MercuryDpm;
use super::plastic::{SPECIES, SPRING};
use crate::contact::LawError;
use crate::number::exact;
use crate::system::Parameters;
use crate::system::export::read;
use crate::system::export::{Input, Terms};

/// What sets the numbers of the plastic spring.
const SETTERS: [&str; 4] =
    ["setLoadingStiffness", "setUnloadingStiffnessMax", "setCohesionStiffness", "setPenetrationDepthMax"];

const HANDLER: &str = "auto* particles = speciesHandler.copyAndAddObject(species);";

impl Input for MercuryDpm {
    fn comment(&self) -> &'static str {
        "//"
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        if terms.word("species") == SPECIES {
            let mut lines = vec![
                format!("{SPECIES}Species species;"),
                format!("species.setDensity({});", terms.density()),
                format!("species.setDissipation({});", terms.number_or_zero("dissipation")),
            ];
            for (key, setter) in SPRING.into_iter().zip(SETTERS) {
                lines.push(format!("species.{setter}({});", terms.number(key)?));
            }
            lines.push(HANDLER.into());
            return Ok(lines);
        }
        let modulus = match terms.get("effectiveElasticModulus") {
            Some(_) => terms.number("effectiveElasticModulus")?,
            None => exact(terms.scene.pair.require_E_star("mercurydpm")?),
        };
        let dissipation = match terms.get("dissipation") {
            Some(_) => terms.number("dissipation")?,
            None => "0".into(),
        };
        let mut lines = vec![
            "HertzianViscoelasticMindlinSpecies species;".into(),
            format!("species.setDensity({});", terms.density()),
            format!("species.setEffectiveElasticModulus({modulus});"),
            format!("species.setDissipation({dissipation});"),
            format!("species.setSlidingFrictionCoefficient({});", terms.number_or_zero("slidingFrictionCoefficient")),
        ];
        if terms.get("slidingFrictionCoefficient").is_some() {
            let shear_modulus = match terms.get("effectiveShearModulus") {
                Some(_) => terms.number("effectiveShearModulus")?,
                None => exact(terms.scene.pair.require_G_star("mercurydpm")?),
            };
            lines.push(format!("species.setEffectiveShearModulus({shear_modulus});"));
            lines.push(format!("species.setSlidingDissipation({});", terms.number_or_zero("slidingDissipation")));
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

    fn notes(&self, terms: &Terms) -> Vec<String> {
        if terms.word("species") == SPECIES {
            return vec![format!("#include \"Species/{SPECIES}Species.h\"")];
        }
        vec!["#include \"Species/HertzianViscoelasticMindlinSpecies.h\"; the modulus is E* of this pair, rigid wall included".into()]
    }
}
