//! The tangential part of a contact, as chosen in a case.

use super::shear::{FrictionLimit, Levers, SpringRotation};
use super::{Rolling, Tangential};

/// The tangential and rolling laws with their conventions.
#[derive(Debug, Clone, PartialEq)]
pub struct Friction {
    pub tangential: Tangential,
    pub rolling: Rolling,
    pub limit: FrictionLimit,
    pub levers: Levers,
    pub rotation: SpringRotation,
}
