//! The materials file of Kratos' DEM application.

use serde_json::json;

use super::Kratos;
use crate::contact::shear::{Arm, Form, FrictionLimit, WhileSliding};
use crate::contact::{Contact, LawError, ShearForce};
use crate::scene::Scene;
use crate::system::export::{Input, Terms, identifier};
use crate::system::tangential::{Manner, both};

/// What its driver is held to along the contact.
const MANNER: Manner = Manner {
    form: Form::Rescaled,
    factor: 1.0,
    limit: FrictionLimit::Total,
    levers: both(Arm::Overlap),
    sliding: WhileSliding::Dropped,
};

impl Input for Kratos {
    /// Its reader of JSON leaves comments out.
    fn comment(&self) -> &'static str {
        "//"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let said = |key: &'static str| {
            terms.get(key).ok_or_else(|| LawError::key(key, format!("there is no `{key}` to export")))
        };
        let name = terms.material_name();
        let material = |name: &str, id: u8| {
            Ok::<_, LawError>(json!({ "material_name": name, "material_id": id, "Variables": {
                "PARTICLE_DENSITY": terms.density,
                super::YOUNG: said(super::YOUNG)?,
                super::POISSON: said(super::POISSON)?,
                "COMPUTE_WEAR": false,
            } }))
        };
        let e = said("COEFFICIENT_OF_RESTITUTION")?;
        let relation = |names: [&str; 2], ids: [u8; 2]| {
            json!({ "material_names_list": names, "material_ids_list": ids, "Variables": {
                "COEFFICIENT_OF_RESTITUTION": e,
                "STATIC_FRICTION": terms.friction(),
                "DYNAMIC_FRICTION": terms.friction(),
                "FRICTION_DECAY": 500.0,
                "ROLLING_FRICTION": 0.0,
                "ROLLING_FRICTION_WITH_WALLS": 0.0,
                "DEM_DISCONTINUUM_CONSTITUTIVE_LAW_NAME": super::LAW,
            } })
        };
        let mut materials = vec![material(&name, 1)?];
        let mut relations = vec![relation([&name, &name], [1, 1])];
        let mut parts = vec![json!(["SpheresPart", name])];
        if terms.wall() {
            let wall = format!("{}_wall", identifier(&terms.scene.bodies[1].name));
            materials.push(material(&wall, 2)?);
            relations.push(relation([&name, &wall], [1, 2]));
            parts.push(json!(["RigidFacePart", wall]));
        }
        let file = json!({
            "materials": materials,
            "material_relations": relations,
            "material_assignation_table": parts,
        });
        Ok(format!("{file:#}").lines().map(String::from).collect())
    }

    fn tangential(&self, scene: &Scene, code: &Contact) -> Result<Option<ShearForce>, LawError> {
        MANNER.beside(scene.shear, code, &scene.pair)
    }

    fn parts(&self, scene: &Scene) -> Vec<String> {
        if scene.force.C != 0.0 && scene.shear.is_some_and(|shear| shear.friction > 0.0) {
            return vec!["Kratos damps the tangential force too, in a form that this bench does not have".into()];
        }
        Vec::new()
    }

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec![
            "MaterialsDEM.json; gravity, the inlet and a neighbour search every 50 steps are on unless switched off"
                .into(),
        ]
    }
}
