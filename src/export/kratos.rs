//! The materials file of Kratos' DEM application.

use serde_json::json;

use super::{Terms, Writer, identifier};
use crate::contact::LawError;
use crate::dialect::{Dialect, kratos};

#[derive(Debug)]
pub(super) struct Kratos;

impl Writer for Kratos {
    fn dialect(&self) -> &'static dyn Dialect {
        &kratos::Kratos
    }

    /// Its reader of JSON leaves comments out.
    fn comment(&self) -> &'static str {
        "//"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([kratos::YOUNG, kratos::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let said = |key: &'static str| {
            terms.get(key).ok_or_else(|| LawError::key(key, format!("there is no `{key}` to export")))
        };
        let name = terms.material_name();
        let material = |name: &str, id: u8| {
            Ok::<_, LawError>(json!({ "material_name": name, "material_id": id, "Variables": {
                "PARTICLE_DENSITY": terms.density,
                kratos::YOUNG: said(kratos::YOUNG)?,
                kratos::POISSON: said(kratos::POISSON)?,
                "COMPUTE_WEAR": false,
            } }))
        };
        let e = said("COEFFICIENT_OF_RESTITUTION")?;
        let relation = |names: [&str; 2], ids: [u8; 2]| {
            json!({ "material_names_list": names, "material_ids_list": ids, "Variables": {
                "COEFFICIENT_OF_RESTITUTION": e,
                "STATIC_FRICTION": 0.0,
                "DYNAMIC_FRICTION": 0.0,
                "FRICTION_DECAY": 500.0,
                "ROLLING_FRICTION": 0.0,
                "ROLLING_FRICTION_WITH_WALLS": 0.0,
                "DEM_DISCONTINUUM_CONSTITUTIVE_LAW_NAME": kratos::LAW,
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

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec![
            "MaterialsDEM.json; gravity, the inlet and a neighbour search every 50 steps are on unless switched off"
                .into(),
        ]
    }
}
