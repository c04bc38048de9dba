//! Records of validity sheets, conventions and dialects.

use std::sync::Arc;

use super::{ContractRecord, CriterionRecord, DialectRecord};
use crate::law::Contract;
use crate::law::scene::validity::CRITERIA;
use crate::law::scene::{Scene, SystemContact};

pub(super) fn criteria() -> Vec<CriterionRecord> {
    let record = CRITERIA.iter().map(|criterion| CriterionRecord {
        word: criterion.word.to_string(),
        assumes: criterion.assumes.to_string(),
        formula: criterion.formula.to_string(),
        limits: criterion.limits,
        source: criterion.source.to_string(),
    });
    record.collect()
}

/// The distinct contracts of some scenes, and the index of the contract of each scene.
pub(super) fn contracts(scenes: &[&Scene]) -> (Vec<ContractRecord>, Vec<usize>) {
    let mut distinct: Vec<Contract> = Vec::new();
    let places = scenes.iter().map(|scene| scene.contract()).map(|contract| {
        distinct.iter().position(|known| *known == contract).unwrap_or_else(|| {
            distinct.push(contract);
            distinct.len() - 1
        })
    });
    let places = places.collect();
    let record = |contract: &Contract| ContractRecord {
        system: contract.system.to_string(),
        lines: contract.lines().into_iter().map(|(title, text)| [title.into(), text]).collect(),
        paragraph: contract.paragraph(),
    };
    (distinct.iter().map(record).collect(), places)
}

pub(super) fn dialect(given: &SystemContact) -> DialectRecord {
    DialectRecord {
        system: given.system.to_string(),
        reading: given.reading.word().to_string(),
        derived: given.parsed.derived.clone(),
        notes: given.parsed.notes.iter().chain(&given.parsed.beyond).cloned().collect(),
    }
}

/// The records of a scene, shared with the previous scene where they are equal.
pub(super) fn shared<T: PartialEq>(records: impl Iterator<Item = T>, before: &[Arc<T>]) -> Vec<Arc<T>> {
    let of = |(at, own): (usize, T)| match before.get(at) {
        Some(same) if **same == own => Arc::clone(same),
        _ => Arc::new(own),
    };
    let mut all: Vec<Arc<T>> = records.enumerate().map(of).collect();
    // It may have been collected in the place of what it was made from, which is larger.
    all.shrink_to_fit();
    all
}
