//! Tangential laws in figures, and cases with the same bodies under different laws.

use std::collections::{BTreeMap, HashMap};

use crate::bench::record::{CaseRecord, Maker, Observation, SceneRecord};
use crate::distinct::{distinct, first, grouped};

use super::super::entity::{Look, look};
use super::super::figure::{Dot, Stroke};
use super::Cases;
use crate::words::worded;

worded! {
    /// A tangential law as figures name it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Law {
        /// Partial slip, exact.
        MindlinDeresiewicz = "Mindlin-Deresiewicz",
        Total = "total spring",
        Incremental = "incremental spring",
        Rescaled = "rescaled spring",
        /// A spring whose stiffness does not depend on the load.
        Constant = "constant stiffness",
        Coulomb = "Coulomb",
    }
}

impl Law {
    /// The law of a case, as the reference computes it in a scene. `None` without friction,
    /// with a tangential dashpot, and for the parameters of a code.
    pub fn of(scene: &SceneRecord, by: &str) -> Option<Self> {
        let shear = scene.force.shear.as_ref().filter(|shear| shear.C == 0.0 && scene.dialect.is_none())?;
        match (by, shear.form.as_str()) {
            ("reference", "memory-diagram") => Some(Self::MindlinDeresiewicz),
            ("reference", "total") => Some(Self::Total),
            ("reference", "incremental") if shear.gamma == 0.0 => Some(Self::Constant),
            ("reference", "incremental") => Some(Self::Incremental),
            ("reference", "rescaled") => Some(Self::Rescaled),
            ("reference", "coulomb") => Some(Self::Coulomb),
            _ => None,
        }
    }

    /// One colour and one dash a law, in every figure. Drawn in the order of the laws, each can be seen beside the one
    /// before where they agree.
    pub fn stroke(self) -> Stroke {
        let width = match self {
            Self::MindlinDeresiewicz => 11.0,
            Self::Total => 8.0,
            _ => 5.0,
        };
        let Look { colour, dash, .. } = look(self.word());
        Stroke { colour, width, dash }
    }

    /// Where it was computed: between its points a line is no more than a guide to the eye.
    pub fn dot(self) -> Dot {
        let Look { colour, shape, .. } = look(self.word());
        Dot { shape, colour, size: 0.5 * self.stroke().width + 3.5, filled: true }
    }
}

/// Cases with the same bodies and motion that differ in their contact laws.
pub type SameBodies<'a> = Vec<&'a CaseRecord>;

/// The cases that `wanted` picks, by their bodies. The order is that of the cases.
pub(super) fn same_bodies<'a>(record: &Cases<'a>, wanted: impl Fn(&CaseRecord) -> bool) -> Vec<SameBodies<'a>> {
    let cases = record.cases.iter().copied().filter(|case| wanted(case)).filter_map(|case| Some((bodies(case)?, case)));
    grouped(cases).into_iter().map(|(_, cases)| cases).collect()
}

/// Key of the bodies: every value that is not swept and not a contact parameter, and the friction coefficient.
fn bodies(case: &CaseRecord) -> Option<String> {
    let scene = case.scenes.first()?;
    let mut parts: BTreeMap<&str, String> = BTreeMap::new();
    for parameter in scene.parameters.iter().filter(|p| !case.swept.contains(&p.path)) {
        let word = parameter.path.rsplit('.').next().unwrap_or_default();
        let value = match (&parameter.word, parameter.value) {
            (Some(word), _) => word.clone(),
            (None, value) => format!("{value:?}"),
        };
        match parameter.path.starts_with("contact.") {
            false => parts.insert(&parameter.path, value),
            true if word == "friction" => parts.insert("friction", value),
            true => None,
        };
    }
    Some(format!("{parts:?} {:?}", case.swept))
}

/// Values of one observable by scene and solver.
pub struct ObservationIndex<'a>(HashMap<(&'a str, &'a str), Observation<'a>>);

impl<'a> ObservationIndex<'a> {
    pub fn of(case: &'a CaseRecord, word: &str) -> Self {
        let seen = case.observations().filter(|o| o.observable == word && o.value.is_some());
        Self(first(seen.map(|seen| ((seen.scene, seen.by), seen))))
    }

    /// The number alone.
    pub fn value(&self, scene: &str, by: &str) -> Option<f64> {
        self.get(scene, by)?.value
    }

    /// The number a maker gives a scene.
    pub fn get(&self, scene: &str, by: &str) -> Option<Observation<'a>> {
        self.0.get(&(scene, by)).copied()
    }
}

/// The solvers of a case and its datasets.
pub fn makers(case: &CaseRecord, maker: Maker) -> Vec<&str> {
    distinct(case.observations().filter(|o| o.maker == maker).map(|o| o.by))
}

/// The dataset with which most numbers of the cases are compared, the first of several.
pub fn main_dataset<'a>(cases: &SameBodies<'a>) -> Option<&'a str> {
    let held = cases.iter().flat_map(|case| case.observations()).filter(|seen| seen.maker == Maker::Data);
    // The last of the largest is the first where they come backwards.
    grouped(held.map(|seen| (seen.by, ()))).into_iter().rev().max_by_key(|(_, all)| all.len()).map(|(by, _)| by)
}
