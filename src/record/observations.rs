//! The observations of a case as a compact table in which every name appears once.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::Maker;
use super::file::short;
use crate::number::rounded;

/// Significant digits of an uncertainty.
const UNCERTAIN: usize = 3;

/// One number that was observed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation<'a> {
    pub scene: &'a str,
    pub by: &'a str,
    pub maker: Maker,
    pub variant: &'a str,
    pub observable: &'a str,
    /// Unknown is absent.
    pub value: Option<f64>,
    pub unit: &'a str,
    /// Kept to three digits.
    pub uncertainty: Option<f64>,
    /// Where an approximate form is used out of its range, or why a value is absent.
    pub note: Option<&'a str>,
}

/// All observations of a case, in their order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Unchecked")]
pub struct Observations {
    /// Names of scenes.
    scenes: Vec<String>,
    kinds: Vec<Kind>,
    notes: Vec<String>,
    rows: Vec<Row>,
}

/// Who observed what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Kind {
    by: String,
    maker: Maker,
    variant: String,
    observable: String,
    unit: String,
}

/// Place of the scene and of the kind, value, uncertainty, and the note counted from 1, or 0 for none. Unknown is null.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
struct Row(
    u32,
    u32,
    #[serde(deserialize_with = "unknown_is_nan")]
    #[schemars(with = "Option<f64>")]
    f64,
    #[serde(deserialize_with = "unknown_is_nan")]
    #[schemars(with = "Option<f64>")]
    f64,
    u32,
);

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan());
        (self.0, self.1, self.4) == (other.0, other.1, other.4) && same(self.2, other.2) && same(self.3, other.3)
    }
}

fn unknown_is_nan<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Option::<f64>::deserialize(deserializer).map(|value| value.unwrap_or(f64::NAN))
}

/// As it is in a file, where a place may lead nowhere.
#[derive(Deserialize, JsonSchema)]
struct Unchecked {
    scenes: Vec<String>,
    kinds: Vec<Kind>,
    notes: Vec<String>,
    rows: Vec<Row>,
}

impl TryFrom<Unchecked> for Observations {
    type Error = String;

    fn try_from(file: Unchecked) -> Result<Self, String> {
        let Unchecked { scenes, kinds, notes, mut rows } = file;
        rows.shrink_to_fit();
        let of_kinds =
            kinds.iter().flat_map(|Kind { by, variant, observable, unit, .. }| [by, variant, observable, unit]);
        scenes.iter().chain(of_kinds).try_for_each(|text| short(text))?;
        let fits = |row: &Row| {
            (row.0 as usize) < scenes.len() && (row.1 as usize) < kinds.len() && row.4 as usize <= notes.len()
        };
        match rows.iter().position(|row| !fits(row)) {
            Some(at) => Err(format!("row {at} of the observations names a scene, a kind or a note that is not there")),
            None => Ok(Self { scenes, kinds, notes, rows }),
        }
    }
}

impl Observations {
    /// An empty table for scenes of these names.
    pub fn of(scenes: impl IntoIterator<Item = String>) -> Self {
        Self { scenes: scenes.into_iter().collect(), ..Self::default() }
    }

    /// Adds an observation, with its scene if the name is new; searches the names from the last one backwards.
    pub fn push(&mut self, seen: Observation<'_>) {
        let known = self.scenes.iter().rposition(|name| name == seen.scene);
        let scene = known.unwrap_or_else(|| {
            self.scenes.push(seen.scene.to_string());
            self.scenes.len() - 1
        });
        self.push_at(scene, seen);
    }

    /// Adds an observation of the scene with this index.
    pub(super) fn push_at(&mut self, scene: usize, seen: Observation<'_>) {
        let last = self.rows.last().map_or(0, |row| row.1 as usize + 1).min(self.kinds.len());
        let same = |kind: &Kind| {
            (kind.observable.as_str(), kind.by.as_str(), kind.variant.as_str())
                == (seen.observable, seen.by, seen.variant)
                && (kind.maker, kind.unit.as_str()) == (seen.maker, seen.unit)
        };
        // They come in the same order scene after scene.
        let (before, after) = self.kinds.split_at(last);
        let kind = after.iter().position(same).map(|at| last + at).or_else(|| before.iter().position(same));
        let kind = kind.unwrap_or_else(|| {
            self.kinds.push(Kind {
                by: seen.by.to_string(),
                maker: seen.maker,
                variant: seen.variant.to_string(),
                observable: seen.observable.to_string(),
                unit: seen.unit.to_string(),
            });
            self.kinds.len() - 1
        });
        if let Some(note) = seen.note
            && self.notes.last().is_none_or(|last| last != note)
        {
            self.notes.push(note.to_string());
        }
        let note = seen.note.map_or(0, |_| self.notes.len());
        let unknown = |value: Option<f64>| value.unwrap_or(f64::NAN);
        self.rows.push(Row(
            scene as u32,
            kind as u32,
            unknown(seen.value),
            unknown(seen.uncertainty.map(|u| rounded(u, UNCERTAIN))),
            note as u32,
        ));
    }

    /// Reserves memory for exactly this many more observations.
    pub(super) fn reserve(&mut self, rows: usize) {
        self.rows.reserve_exact(rows);
    }

    /// Frees unused memory.
    pub(super) fn shrink_to_fit(&mut self) {
        self.rows.shrink_to_fit();
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Observation<'_>> {
        self.rows.iter().map(|row| {
            let kind = &self.kinds[row.1 as usize];
            let known = |value: f64| (!value.is_nan()).then_some(value);
            Observation {
                scene: &self.scenes[row.0 as usize],
                by: &kind.by,
                maker: kind.maker,
                variant: &kind.variant,
                observable: &kind.observable,
                value: known(row.2),
                unit: &kind.unit,
                uncertainty: known(row.3),
                note: (row.4 > 0).then(|| self.notes[row.4 as usize - 1].as_str()),
            }
        })
    }
}

impl<'a> Extend<Observation<'a>> for Observations {
    fn extend<I: IntoIterator<Item = Observation<'a>>>(&mut self, all: I) {
        all.into_iter().for_each(|seen| self.push(seen));
    }
}

impl<'a> FromIterator<Observation<'a>> for Observations {
    fn from_iter<I: IntoIterator<Item = Observation<'a>>>(all: I) -> Self {
        let mut made = Self::default();
        made.extend(all);
        made
    }
}
