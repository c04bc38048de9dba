//! Serialised form of scenes and checks, in which names and unchanged parameters appear once.
//!
//! When read, they are shared in memory too.

use crate::error::cut;

/// The longest name that is read, bytes. Names are compared often; those of a run have a few hundred at most.
const LONGEST_NAME: usize = 1 << 14;

/// # Errors
/// For a name that is too long.
pub(super) fn short(name: &str) -> Result<(), String> {
    let (start, length) = (cut(name, 40), name.len());
    match length {
        0..=LONGEST_NAME => Ok(()),
        _ => Err(format!("the name `{start}` has {length} bytes, and at most {LONGEST_NAME} are read")),
    }
}

/// Checks the order of indices in a file: a new index has to be the next one.
#[derive(Default)]
struct Order(u32);

impl Order {
    /// The item at an index that has to be new.
    fn next<'a, T>(&mut self, from: &'a [T], place: u32) -> Option<&'a T> {
        if place == self.0 { self.pick(from, place) } else { None }
    }

    fn pick<'a, T>(&mut self, from: &'a [T], place: u32) -> Option<&'a T> {
        if place > self.0 {
            return None;
        }
        self.0 = self.0.max(place.checked_add(1)?);
        from.get(place as usize)
    }

    /// The item at an index that is new or the last one.
    fn last_or_next<'a, T>(&mut self, from: &'a [T], place: u32) -> Option<&'a T> {
        if place.checked_add(1)? < self.0 { None } else { self.pick(from, place) }
    }
}

pub(super) mod scenes {
    use std::sync::Arc;

    use schemars::JsonSchema;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::super::{DialectRecord, ForceRecord, ParameterRecord, SceneRecord, ValidityRecord, sheet};
    use super::{Order, short};

    /// The scenes of a case, and their parameters: each is written anew only where it differs from that of the scene before.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(rename = "Read")]
    pub(in super::super) struct Table<Parameter, Scenes> {
        pub parameters: Vec<Parameter>,
        pub scenes: Scenes,
    }

    /// As it is read.
    pub(in super::super) type Read = Table<Arc<ParameterRecord>, Vec<SceneRead>>;

    /// Scenes with the indices of their parameters, serialised one by one.
    struct Scenes<'a>(&'a [SceneRecord], &'a [u32]);

    impl Serialize for Scenes<'_> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let Self(all, mut places) = *self;
            to.collect_seq(all.iter().map(|scene| {
                let (parameters, left) = places.split_at(scene.parameters.len());
                places = left;
                let SceneRecord { name, force, validity, dialect, contract, .. } = scene;
                Scene { name, parameters, force, validity, dialect, contract: *contract }
            }))
        }
    }

    #[derive(Serialize)]
    struct Scene<'a> {
        name: &'a str,
        parameters: &'a [u32],
        force: &'a ForceRecord,
        validity: &'a [Arc<ValidityRecord>],
        #[serde(skip_serializing_if = "Option::is_none")]
        dialect: &'a Option<Box<DialectRecord>>,
        contract: usize,
    }

    #[derive(Deserialize, JsonSchema)]
    pub(in super::super) struct SceneRead {
        name: String,
        /// Places among the parameters, counted from 0.
        parameters: Vec<u32>,
        force: ForceRecord,
        validity: Vec<ValidityRecord>,
        dialect: Option<Box<DialectRecord>>,
        contract: usize,
    }

    pub(in super::super) fn serialize<S: Serializer>(all: &[SceneRecord], to: S) -> Result<S::Ok, S::Error> {
        let (mut parameters, mut places) = (Vec::new(), Vec::new());
        let mut before: (&[Arc<ParameterRecord>], usize) = (&[], 0);
        for scene in all {
            let first = places.len();
            for (at, parameter) in scene.parameters.iter().enumerate() {
                let same = |known: &Arc<ParameterRecord>| Arc::ptr_eq(known, parameter) || known == parameter;
                places.push(if before.0.get(at).is_some_and(same) {
                    places[before.1 + at]
                } else {
                    parameters.push(&**parameter);
                    parameters.len() as u32 - 1
                });
            }
            before = (&scene.parameters, first);
        }
        Table { parameters, scenes: Scenes(all, &places) }.serialize(to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<SceneRecord>, D::Error> {
        let Table { parameters, scenes } = Read::deserialize(from)?;
        let mut all: Vec<SceneRecord> = Vec::with_capacity(scenes.len());
        let mut order = Order::default();
        let mut places: Vec<u32> = Vec::new();
        for scene in scenes {
            short(&scene.name).map_err(D::Error::custom)?;
            let mut of = |(at, &place): (usize, &u32)| match places.get(at) {
                // As in the scene before, or the next one: otherwise it would be written back once a scene.
                Some(&before) if before == place => parameters.get(place as usize),
                _ => order.next(&parameters, place),
            };
            let known: Option<Vec<_>> = scene.parameters.iter().enumerate().map(|one| of(one).cloned()).collect();
            let missing = || D::Error::custom("a scene names a parameter that is not there, or not in order");
            let parameters = known.ok_or_else(missing)?;
            places = scene.parameters;
            let validity = match all.last() {
                Some(before) => sheet::shared(scene.validity.into_iter(), &before.validity),
                None => scene.validity.into_iter().map(Arc::new).collect(),
            };
            all.push(SceneRecord {
                name: scene.name,
                parameters,
                force: scene.force,
                validity,
                dialect: scene.dialect,
                contract: scene.contract,
            });
        }
        Ok(all)
    }
}

pub(super) mod checks {
    use std::sync::Arc;

    use schemars::JsonSchema;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Order, short};
    use crate::distinct::Interner;
    use crate::judge::{About, Check, Verdict};

    /// The checks of a case: what many of them share stands once.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(rename = "Table")]
    pub(in super::super) struct Table<Scene, Kind, Reason, Rows> {
        pub scenes: Vec<Scene>,
        pub kinds: Vec<Kind>,
        pub reasons: Vec<Reason>,
        pub rows: Rows,
    }

    /// As it is read.
    pub(in super::super) type Read = Table<Arc<str>, Arc<About>, Arc<str>, Vec<Row>>;

    /// Checks with the indices of scene, kind and reason, serialised one by one.
    struct Rows<'a>(&'a [Check], &'a [[u32; 3]]);

    impl Serialize for Rows<'_> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.collect_seq(self.0.iter().zip(self.1).map(|(check, &[scene, kind, reason])| {
                let Check { expected, expected_uncertainty, observed, observed_uncertainty, .. } = *check;
                let Check { shifted, outcome, deviation, allowed, .. } = *check;
                let [e, o] = [expected_uncertainty, observed_uncertainty];
                Row(scene, kind, outcome, reason, expected, e, observed, o, deviation, allowed, shifted)
            }))
        }
    }

    /// Places of scene and kind, the outcome, the reason counted from 1 or 0 for none; expected, its uncertainty, observed,
    /// its uncertainty, deviation, allowed, and what the deviation is taken from where that is not the observed value.
    /// Unknown is null.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(extend("minItems" = 10))]
    pub(in super::super) struct Row(
        u32,
        u32,
        Verdict,
        u32,
        Number,
        Number,
        Number,
        Number,
        Number,
        Number,
        // Left out where the deviation is that of the observed value.
        #[serde(default, skip_serializing_if = "Option::is_none")] Number,
    );

    type Number = Option<f64>;

    pub(in super::super) fn serialize<S: Serializer>(checks: &[Check], to: S) -> Result<S::Ok, S::Error> {
        let (mut scenes, mut kinds, mut reasons) = (Interner::default(), Interner::default(), Vec::<&Arc<str>>::new());
        let mut places = Vec::with_capacity(checks.len());
        for check in checks {
            if let Some(reason) = &check.reason
                && reasons.last().is_none_or(|last| !Arc::ptr_eq(last, reason) && *last != reason)
            {
                reasons.push(reason);
            }
            let reason = check.reason.as_ref().map_or(0, |_| reasons.len() as u32);
            places.push([scenes.place(&&check.scene) as u32, kinds.place(&&check.about) as u32, reason]);
        }
        let reasons = reasons.into_iter().map(|reason| &**reason).collect();
        Table { scenes: scenes.known, kinds: kinds.known, reasons, rows: Rows(checks, &places) }.serialize(to)
    }

    /// Every check shares its texts with the table. Indices have to be in the order of writing: otherwise a long text
    /// would be written once per row.
    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Check>, D::Error> {
        let Table { scenes, kinds, reasons, rows } = Read::deserialize(from)?;
        scenes.iter().try_for_each(|scene| short(scene)).map_err(D::Error::custom)?;
        let texts = kinds.iter().flat_map(|kind| {
            let About { who, variant, against, observable, unit, deviation_unit, .. } = &**kind;
            [who, variant, against, observable, unit, deviation_unit]
        });
        texts.into_iter().try_for_each(|text| short(text)).map_err(D::Error::custom)?;
        let (mut of_scenes, mut of_kinds, mut of_reasons) = (Order::default(), Order::default(), Order::default());
        let check = |row: Row| {
            let Row(scene, kind, outcome, reason, expected, expected_uncertainty, observed, observed_uncertainty, ..) =
                row;
            Some(Check {
                about: Arc::clone(of_kinds.pick(&kinds, kind)?),
                scene: Arc::clone(of_scenes.pick(&scenes, scene)?),
                expected,
                expected_uncertainty,
                observed,
                observed_uncertainty,
                shifted: row.10,
                deviation: row.8,
                allowed: row.9,
                outcome,
                reason: match reason.checked_sub(1) {
                    None => None,
                    Some(place) => Some(Arc::clone(of_reasons.last_or_next(&reasons, place)?)),
                },
            })
        };
        let checks: Option<Vec<Check>> = rows.into_iter().map(check).collect();
        checks.ok_or_else(|| {
            D::Error::custom("a check names a scene, a kind or a reason that is not there, or not in order")
        })
    }
}
