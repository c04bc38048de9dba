//! The tangential half of a contact, as chosen in a case.

use super::shear::{FrictionLimit, Levers, ShearForce, SpringRotation};
use super::{Elastic, LawError, Pair, PowerForce, Rolling, Tangential};

/// The laws and conventions that act along the contact.
#[derive(Debug, Clone, PartialEq)]
pub struct Friction {
    pub tangential: Tangential,
    pub rolling: Rolling,
    pub limit: FrictionLimit,
    pub levers: Levers,
    pub rotation: SpringRotation,
}

impl Friction {
    /// The tangential force between the two bodies of `pair`; `force` is what their normal laws compile to, `None`
    /// for one that remembers, yields or pulls.
    ///
    /// # Errors
    /// When a law lacks what it needs (a modulus) or does not go with the normal law.
    pub fn shear(&self, pair: &Pair, force: Option<&PowerForce>) -> Result<ShearForce, LawError> {
        let elastic = force.map(|f| Elastic { K: f.K, alpha: f.alpha, reference_gap: f.reference_gap });
        let spring = self.tangential.spring(elastic.as_ref(), pair)?;
        let rolling = self.rolling.force(pair)?;
        Ok(ShearForce { limit: self.limit, levers: self.levers, rotation: self.rotation, rolling, ..spring })
    }
}
