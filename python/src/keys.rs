//! The names that the library knows, for the Python files: laws and codes with their keys, schemes.

use std::collections::BTreeMap;

use collisionbench::codes::CODES;
use collisionbench::collide::schemes::names;
use collisionbench::error;
use collisionbench::law::card::Key;
use collisionbench::law::{damping, normal, rolling, tangential};
use collisionbench::units::{self, Dimension};
use pyo3::prelude::*;

use crate::call::exception;

/// SI unit by key; `None` of a word.
type Units = BTreeMap<&'static str, Option<&'static str>>;

fn units(keys: &[Key]) -> Units {
    keys.iter().map(|key| (key.name, key.dimension().map(Dimension::si))).collect()
}

/// The laws of an axis of the contact, `normal`, `damping`, `tangential` and `rolling`, with the SI units of their keys.
#[pyfunction]
pub(crate) fn laws() -> BTreeMap<&'static str, BTreeMap<&'static str, Units>> {
    BTreeMap::from([
        ("normal", normal::KINDS.iter().map(|law| (law.card.name, units(law.keys))).collect()),
        ("damping", damping::KINDS.iter().map(|law| (law.card.name, units(law.keys))).collect()),
        ("tangential", tangential::KINDS.iter().map(|law| (law.card.name, units(law.keys))).collect()),
        ("rolling", rolling::KINDS.iter().map(|law| (law.card.name, units(law.keys))).collect()),
    ])
}

/// The DEM codes with the SI units of their parameters.
#[pyfunction]
pub(crate) fn codes() -> BTreeMap<&'static str, Units> {
    CODES.iter().map(|code| (code.name(), units(code.keys))).collect()
}

/// The schemes of production codes.
#[pyfunction]
pub(crate) fn schemes() -> Vec<&'static str> {
    names()
}

/// A number with its unit, `2.5 mm`, in the SI unit of its dimension; `key` is named in the error.
#[pyfunction]
pub(crate) fn quantity(py: Python<'_>, key: &str, text: &str, unit: &str) -> PyResult<f64> {
    let wrong = |message: String| exception(py, &error::Error::wrong(message));
    units::parse(text, Dimension::of_unit(unit)).map_err(|error| wrong(format!("`{key}`: {error}")))
}
