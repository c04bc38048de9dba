//! The materials file of Kratos' DEM application.

use serde_json::json;

use super::Kratos;
use crate::contact::LawError;
use crate::system::Parameters;
use crate::system::export::read;
use crate::system::export::{Input, Terms, identifier};

impl Input for Kratos {
    /// Its reader of JSON leaves comments out.
    fn comment(&self) -> &'static str {
        "//"
    }

    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
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
        let friction = terms.get(super::FRICTION).unwrap_or_default();
        let relation = |names: [&str; 2], ids: [u8; 2]| {
            json!({ "material_names_list": names, "material_ids_list": ids, "Variables": {
                "COEFFICIENT_OF_RESTITUTION": e,
                super::FRICTION: friction,
                "DYNAMIC_FRICTION": friction,
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

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let file: serde_json::Value = serde_json::from_str(&lines.join("\n")).ok()?;
        let material = file.pointer("/materials/0/Variables")?;
        let one = file.get("materials")?.as_array()?.iter().all(|other| other.get("Variables") == Some(material));
        one.then_some(())?;
        let relation = file.get("material_relations")?.as_array()?.last()?.get("Variables")?;
        let number = |table: &serde_json::Value, key: &'static str| Some((key, table.get(key)?.as_f64()?));
        let found = [super::YOUNG, super::POISSON].map(|key| number(material, key)).into_iter();
        let found = found.chain(["COEFFICIENT_OF_RESTITUTION", super::FRICTION].map(|key| number(relation, key)));
        Some(Parameters::new(read::frictional(found.flatten().collect(), &[super::FRICTION]), &[]))
    }

    fn notes(&self, _: &Terms) -> Vec<String> {
        vec![
            "MaterialsDEM.json; gravity, the inlet and a neighbour search every 50 steps are on unless switched off"
                .into(),
        ]
    }
}
