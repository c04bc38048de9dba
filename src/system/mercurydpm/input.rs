//! MercuryDPM's C++.

use super::MercuryDpm;
use crate::contact::LawError;
use crate::number::exact;
use crate::system::Parameters;
use crate::system::export::read;
use crate::system::export::{Input, Terms};

impl Input for MercuryDpm {
    fn comment(&self) -> &'static str {
        "//"
    }

    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
        None
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
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
        lines.push("auto* particles = speciesHandler.copyAndAddObject(species);".into());
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
        let found = read::numbers(&lines.join("\n"), &marks);
        Some(Parameters::new(read::frictional(found, &["slidingFrictionCoefficient"]), &[]))
    }

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec!["#include \"Species/HertzianViscoelasticMindlinSpecies.h\"; the modulus is E* of this pair, rigid wall included".into()]
    }
}
