//! Writes and reads the materials file of Kratos' DEM application.

use serde_json::{Value, json};

use super::Kratos;
use crate::codes::Parameters;
use crate::codes::export::{BodyMaterial, Input, InputData, identifier, read};
use crate::law::LawError;

impl Input for Kratos {
    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        let ball = data.one_material([super::YOUNG, super::POISSON])?;
        let mut parts = vec![Part { name: "SpheresPart".into(), material: ball.clone() }];
        let mut relations = vec![([0, 0], data.params)];
        if data.wall() {
            let name = format!("{}_wall", identifier(&data.scene.bodies[1].name));
            parts.push(Part { name: "RigidFacePart".into(), material: BodyMaterial { name, ..ball } });
            relations.push(([0, 1], data.params));
        }
        Ok(format!("{:#}", materials(&parts, &relations)?).lines().map(String::from).collect())
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let file: Value = serde_json::from_str(&lines.join("\n")).ok()?;
        let material = file.pointer("/materials/0/Variables")?;
        let one = file.get("materials")?.as_array()?.iter().all(|other| other.get("Variables") == Some(material));
        one.then_some(())?;
        let relation = file.get("material_relations")?.as_array()?.last()?.get("Variables")?;
        let law = relation.get(super::LAW_KEY)?.as_str()?;
        let number = |table: &Value, key: &'static str| Some((key, table.get(key)?.as_f64()?));
        let found = [super::YOUNG, super::POISSON].map(|key| number(material, key)).into_iter();
        let keys = ["COEFFICIENT_OF_RESTITUTION", super::FRICTION, super::COHESION];
        let found = found.chain(keys.map(|key| number(relation, key)));
        Some(Parameters::new(read::frictional(found.flatten().collect(), &[super::FRICTION]), &[(super::LAW_KEY, law)]))
    }

    fn notes(&self, _: &InputData) -> Vec<String> {
        vec!["MaterialsDEM.json; gravity, the inlet and a neighbour search every 50 steps are on by default".into()]
    }
}

/// A part of a model with its material.
pub(super) struct Part {
    pub name: String,
    pub material: BodyMaterial,
}

/// The materials of parts, and the relations of two of them, each with the parameters of their contact.
pub(super) fn materials(parts: &[Part], relations: &[([usize; 2], &Parameters)]) -> Result<Value, LawError> {
    let material = |(index, Part { material, .. }): (usize, &Part)| {
        json!({ "material_name": material.name, "material_id": index + 1, "Variables": {
            "PARTICLE_DENSITY": material.density,
            super::YOUNG: material.young,
            super::POISSON: material.poisson,
            "COMPUTE_WEAR": false,
        } })
    };
    let relation = |(of, parameters): &([usize; 2], &Parameters)| {
        let friction = parameters.numbers.get(super::FRICTION).unwrap_or_default();
        let mut relation = json!({
            "material_names_list": of.map(|index| &parts[index].material.name),
            "material_ids_list": of.map(|index| index + 1),
            "Variables": {
                "COEFFICIENT_OF_RESTITUTION": parameters.needed("COEFFICIENT_OF_RESTITUTION")?,
                super::FRICTION: friction,
                "DYNAMIC_FRICTION": friction,
                "FRICTION_DECAY": 500.0,
                "ROLLING_FRICTION": 0.0,
                "ROLLING_FRICTION_WITH_WALLS": 0.0,
                super::LAW_KEY: parameters.word(super::KEYS, super::LAW_KEY)?,
            },
        });
        if let Some(cohesion) = parameters.numbers.get(super::COHESION) {
            relation["Variables"][super::COHESION] = json!(cohesion);
        }
        Ok(relation)
    };
    Ok(json!({
        "materials": parts.iter().enumerate().map(material).collect::<Vec<_>>(),
        "material_relations": relations.iter().map(relation).collect::<Result<Vec<_>, LawError>>()?,
        "material_assignation_table": parts.iter().map(|part| json!([part.name, part.material.name])).collect::<Vec<_>>(),
    }))
}
