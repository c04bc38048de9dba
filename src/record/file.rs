//! How scenes and checks stand in a file: names and unchanged parameters once.

pub(super) mod scenes {
    use std::sync::Arc;

    use schemars::JsonSchema;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::super::{DialectRecord, ForceRecord, ParameterRecord, SceneRecord, ValidityRecord};

    #[derive(Serialize)]
    struct Table<'a> {
        parameters: Vec<&'a ParameterRecord>,
        scenes: Vec<Scene<'a>>,
    }

    #[derive(Serialize)]
    struct Scene<'a> {
        name: &'a str,
        parameters: Vec<u32>,
        force: &'a ForceRecord,
        validity: &'a [Arc<ValidityRecord>],
        #[serde(skip_serializing_if = "Option::is_none")]
        dialect: &'a Option<Box<DialectRecord>>,
        contract: usize,
    }

    /// The scenes of a case, and their parameters: each is written anew only where it differs from that of the scene before.
    #[derive(Deserialize, JsonSchema)]
    pub(in super::super) struct Read {
        parameters: Vec<Arc<ParameterRecord>>,
        scenes: Vec<SceneRead>,
    }

    #[derive(Deserialize, JsonSchema)]
    struct SceneRead {
        name: String,
        /// Places among the parameters, counted from 0.
        parameters: Vec<u32>,
        force: ForceRecord,
        validity: Vec<Arc<ValidityRecord>>,
        dialect: Option<Box<DialectRecord>>,
        contract: usize,
    }

    pub(in super::super) fn serialize<S: Serializer>(all: &[SceneRecord], to: S) -> Result<S::Ok, S::Error> {
        let mut table = Table { parameters: Vec::new(), scenes: Vec::with_capacity(all.len()) };
        let mut before: &[Arc<ParameterRecord>] = &[];
        for scene in all {
            let mut places = Vec::with_capacity(scene.parameters.len());
            for (at, parameter) in scene.parameters.iter().enumerate() {
                let known = table.scenes.last().and_then(|last: &Scene<'_>| last.parameters.get(at));
                match known {
                    Some(&place) if before.get(at).is_some_and(|known| known == parameter) => places.push(place),
                    _ => {
                        places.push(table.parameters.len() as u32);
                        table.parameters.push(parameter);
                    }
                }
            }
            before = &scene.parameters;
            table.scenes.push(Scene {
                name: &scene.name,
                parameters: places,
                force: &scene.force,
                validity: &scene.validity,
                dialect: &scene.dialect,
                contract: scene.contract,
            });
        }
        table.serialize(to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<SceneRecord>, D::Error> {
        let Read { parameters, scenes } = Read::deserialize(from)?;
        let scenes = scenes.into_iter().map(|scene| {
            let of = |&place: &u32| parameters.get(place as usize).cloned();
            let known: Option<Vec<_>> = scene.parameters.iter().map(of).collect();
            let missing = || D::Error::custom("a scene names a parameter that is not there");
            Ok(SceneRecord {
                name: scene.name,
                parameters: known.ok_or_else(missing)?,
                force: scene.force,
                validity: scene.validity,
                dialect: scene.dialect,
                contract: scene.contract,
            })
        });
        scenes.collect()
    }
}

pub(super) mod checks {
    use std::collections::HashMap;
    use std::sync::Arc;

    use schemars::JsonSchema;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::judge::{About, Abouts, Check, Verdict};

    /// The checks of a case: what many of them share stands once.
    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(in super::super) struct Table {
        scenes: Vec<String>,
        kinds: Vec<Arc<About>>,
        reasons: Vec<String>,
        rows: Vec<Row>,
    }

    /// Places of scene and kind, the outcome, the reason counted from 1 or 0 for none; expected, its uncertainty, observed,
    /// its uncertainty, deviation, allowed. Unknown is null.
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Row(u32, u32, Verdict, u32, Number, Number, Number, Number, Number, Number);

    type Number = Option<f64>;

    pub(in super::super) fn serialize<S: Serializer>(checks: &[Check], to: S) -> Result<S::Ok, S::Error> {
        let mut table = Table { scenes: Vec::new(), kinds: Vec::new(), reasons: Vec::new(), rows: Vec::new() };
        let mut places: HashMap<&str, u32> = HashMap::new();
        let mut abouts = Abouts::default();
        for check in checks {
            let scene = *places.entry(&check.scene).or_insert_with(|| {
                table.scenes.push(check.scene.clone());
                table.scenes.len() as u32 - 1
            });
            let at = abouts.place(&check.about);
            if let Some(reason) = &check.reason
                && table.reasons.last() != Some(reason)
            {
                table.reasons.push(reason.clone());
            }
            let reason = check.reason.as_ref().map_or(0, |_| table.reasons.len() as u32);
            let (expected, observed) =
                ((check.expected, check.expected_uncertainty), (check.observed, check.observed_uncertainty));
            let (outcome, deviation, allowed) = (check.outcome, check.deviation, check.allowed);
            table.rows.push(Row(
                scene, at as u32, outcome, reason, expected.0, expected.1, observed.0, observed.1, deviation, allowed,
            ));
        }
        table.kinds = abouts.into_known();
        table.serialize(to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Check>, D::Error> {
        let table = Table::deserialize(from)?;
        let check = |row: Row| {
            let Row(scene, kind, outcome, reason, expected, expected_uncertainty, observed, observed_uncertainty, ..) =
                row;
            Some(Check {
                about: Arc::clone(table.kinds.get(kind as usize)?),
                scene: table.scenes.get(scene as usize)?.clone(),
                expected,
                expected_uncertainty,
                observed,
                observed_uncertainty,
                deviation: row.8,
                allowed: row.9,
                outcome,
                reason: match reason {
                    0 => None,
                    place => Some(table.reasons.get(place as usize - 1)?.clone()),
                },
            })
        };
        let checks: Option<Vec<Check>> = table.rows.into_iter().map(check).collect();
        checks.ok_or_else(|| D::Error::custom("a check names a scene, a kind or a reason that is not there"))
    }
}
