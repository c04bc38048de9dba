//! The part of a record that is compared with another one, less than half of it, so that two large records fit in
//! memory.

use std::sync::Arc;

use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer};

use super::file::{checks, scenes};
use super::{CaseRecord, Curve, FittedRecord, Observations, ParameterRecord, PartialRecord, Record, SceneRecord};
use crate::judge::{About, Check, Verdict};

/// A record without what follows from its cases: forces, validity, conventions, and the numbers of its checks.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Compared {
    pub program: String,
    #[serde(default)]
    pub partial: Option<PartialRecord>,
    pub cases: Vec<ComparedCase>,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ComparedCase {
    pub name: String,
    pub file: String,
    pub text: String,
    #[serde(deserialize_with = "scenes")]
    pub(super) scenes: Vec<Scene>,
    pub observations: Observations,
    #[serde(deserialize_with = "outcomes")]
    pub(super) checks: Vec<Outcome>,
    pub(super) curves: Vec<Curve>,
    #[serde(default, deserialize_with = "count")]
    pub(super) convergences: usize,
    #[serde(default, deserialize_with = "count")]
    pub(super) regimes: usize,
    #[serde(default, deserialize_with = "count")]
    pub(super) left_out: usize,
    #[serde(default, rename = "calibration", deserialize_with = "fitted")]
    pub(super) fitted: Vec<FittedRecord>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scene {
    pub name: String,
    pub parameters: Vec<Arc<ParameterRecord>>,
}

/// How a check came out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outcome {
    pub scene: Arc<str>,
    pub about: Arc<About>,
    pub verdict: Verdict,
}

fn outcomes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Outcome>, D::Error> {
    type Table = checks::Table<Arc<str>, Arc<About>, IgnoredAny, Vec<Row>>;
    /// Places of scene and kind, the outcome, the reason and six numbers.
    type Rest = IgnoredAny;
    #[derive(Deserialize)]
    struct Row(u32, u32, Verdict, Rest, Rest, Rest, Rest, Rest, Rest, Rest);
    let checks::Table { scenes, kinds, rows, .. } = Table::deserialize(from)?;
    let outcome = |Row(scene, kind, verdict, ..): Row| {
        let (scene, about) = (scenes.get(scene as usize)?.clone(), kinds.get(kind as usize)?.clone());
        Some(Outcome { scene, about, verdict })
    };
    let outcomes: Option<Vec<Outcome>> = rows.into_iter().map(outcome).collect();
    outcomes.ok_or_else(|| D::Error::custom("a check names a scene or a kind that is not there"))
}

fn scenes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Scene>, D::Error> {
    type Table = scenes::Table<Arc<ParameterRecord>, Vec<Row>>;
    #[derive(Deserialize)]
    struct Row {
        name: String,
        parameters: Vec<u32>,
    }
    let scenes::Table { parameters, scenes } = Table::deserialize(from)?;
    let scene = |Row { name, parameters: places }: Row| {
        let of = |&place: &u32| parameters.get(place as usize).cloned();
        Some(Scene { name, parameters: places.iter().map(of).collect::<Option<_>>()? })
    };
    let scenes: Option<Vec<Scene>> = scenes.into_iter().map(scene).collect();
    scenes.ok_or_else(|| D::Error::custom("a scene names a parameter that is not there"))
}

fn count<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    Vec::<IgnoredAny>::deserialize(from).map(|all| all.len())
}

fn fitted<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<FittedRecord>, D::Error> {
    #[derive(Deserialize)]
    struct Fit {
        parameters: Vec<FittedRecord>,
    }
    Ok(Option::<Fit>::deserialize(from)?.map_or(Vec::new(), |fit| fit.parameters))
}

impl From<Record> for Compared {
    fn from(record: Record) -> Self {
        Self {
            program: record.program,
            partial: record.partial,
            cases: record.cases.into_iter().map(ComparedCase::from).collect(),
        }
    }
}

impl From<CaseRecord> for ComparedCase {
    fn from(case: CaseRecord) -> Self {
        let CaseRecord { name, file, text, scenes, observations, checks, curves, .. } = case;
        let scene = |SceneRecord { name, parameters, .. }: SceneRecord| Scene { name, parameters };
        let outcome = |Check { scene, about, outcome: verdict, .. }: Check| Outcome { scene, about, verdict };
        Self {
            name,
            file,
            text,
            scenes: scenes.into_iter().map(scene).collect(),
            observations,
            checks: checks.into_iter().map(outcome).collect(),
            curves,
            convergences: case.convergences.len(),
            regimes: case.regimes.len(),
            left_out: case.left_out.len(),
            fitted: case.calibration.map_or(Vec::new(), |found| found.parameters),
        }
    }
}
