//! Contact laws: what a pair of bodies does to each other while they touch.
//!
//! A law is named in a case file by a table header, `[contact.normal.hertz]`. Every memoryless normal
//! law and its damping compile to one [`PowerForce`], `K delta^alpha + C delta^beta v`, so that the
//! solvers, the conversions and the exports are algebra on five numbers.

pub mod achieved;
pub mod branches;
pub mod card;
pub mod contract;
pub mod damping;
pub mod flow;
pub mod friction;
pub mod history;
pub mod normal;
pub mod pair;
pub mod power;
pub mod rolling;
pub mod shear;
mod spheres;
pub mod tangential;
pub mod undamped;

pub use branches::Branched;
pub use card::{Card, Key, LawError, Numbers};
pub use contract::Contract;
pub use damping::Damping;
pub use friction::Friction;
pub use normal::Normal;
pub use pair::{Pair, Side, Stiffness};
pub use power::{Dashpot, Elastic, Ends, NoPower, PowerForce};
pub use rolling::Rolling;
pub use shear::ShearForce;
pub use tangential::Tangential;

/// The laws of one contact, as chosen in a case.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    pub normal: Normal,
    pub damping: Damping,
    pub ends: Ends,
    /// What acts along the contact; `None` where nothing does.
    pub friction: Option<Friction>,
}

impl Contact {
    /// The force between the two bodies of `pair`.
    ///
    /// # Errors
    /// When a law lacks what it needs (a modulus) or a number it was given cannot be met.
    pub fn force(&self, pair: &Pair) -> Result<PowerForce, LawError> {
        let elastic = self.normal.elastic(pair)?;
        let dashpot = self.damping.dashpot(&elastic, pair, self.ends)?;
        Ok(PowerForce::new(elastic, dashpot, self.ends))
    }

    /// The normal law with its damping where it is no power of the overlap; `None` where [`force`](Self::force) says it all.
    ///
    /// # Errors
    /// As [`NormalLaw::branches`](normal::NormalLaw::branches).
    pub fn branches(&self, pair: &Pair) -> Result<Option<Branched>, LawError> {
        self.normal.branches(pair, &self.damping)
    }

    /// The tangential force between the two bodies of `pair`; `None` where there is none.
    ///
    /// # Errors
    /// When a law lacks what it needs (a modulus) or does not go with the normal law.
    pub fn shear(&self, pair: &Pair) -> Result<Option<ShearForce>, LawError> {
        let Some(Friction { tangential, rolling, limit, levers, rotation }) = &self.friction else { return Ok(None) };
        let elastic = if self.branches(pair)?.is_some() { None } else { Some(self.normal.elastic(pair)?) };
        let spring = tangential.spring(elastic.as_ref(), pair)?;
        let rolling = rolling.force(pair)?;
        Ok(Some(ShearForce { limit: *limit, levers: *levers, rotation: *rotation, rolling, ..spring }))
    }
}
