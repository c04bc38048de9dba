//! MercuryDPM's C++.

use super::{Terms, Writer};
use crate::contact::LawError;
use crate::dialect::{Dialect, mercurydpm};
use crate::report::number::exact;

#[derive(Debug)]
pub(super) struct MercuryDpm;

impl Writer for MercuryDpm {
    fn dialect(&self) -> &'static dyn Dialect {
        &mercurydpm::MercuryDpm
    }

    fn comment(&self) -> &'static str {
        "//"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
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
        Ok(vec![
            "HertzianViscoelasticMindlinSpecies species;".into(),
            format!("species.setDensity({});", terms.density()),
            format!("species.setEffectiveElasticModulus({modulus});"),
            format!("species.setDissipation({dissipation});"),
            "species.setSlidingFrictionCoefficient(0);".into(),
            "auto* particles = speciesHandler.copyAndAddObject(species);".into(),
        ])
    }

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec!["#include \"Species/HertzianViscoelasticMindlinSpecies.h\"; the modulus is E* of this pair, rigid wall included".into()]
    }
}
