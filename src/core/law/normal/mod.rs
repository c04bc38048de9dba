//! Normal laws: elastic, adhesive, plastic.

mod adhesive;
mod eepa;
mod elastic;
mod formula;
mod luding;
mod of_engine;
mod thornton;

use super::branches::Branched;
use super::card::{LawError, axis};
use super::damping::Undamped;
use super::{Damping, Elastic, NoPower, Pair};

/// A normal law: either a power of the overlap, or branches.
pub trait NormalLaw {
    /// `K delta^alpha` for the two bodies of `pair`.
    ///
    /// # Errors
    /// When the bodies lack a required modulus, or the law has [`branches`](Self::branches) and is not such a power.
    fn elastic(&self, pair: &Pair) -> Result<Elastic, LawError> {
        let _ = pair;
        Err(LawError::table("the force of the normal law is not a power of the overlap"))
    }

    /// The law with its damping as branches, for memory, yield or attraction; `None` for a power of the overlap.
    ///
    /// # Errors
    /// When the bodies lack a required modulus, or the damping cannot be combined with the law.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let _ = (pair, damping);
        Ok(None)
    }
}

axis! {
    /// An elastic normal law.
    Normal: NormalLaw {
        Hertz,
        Hooke,
        PowerLaw,
        Dmt with branches,
        Jkr with branches,
        JkrHertzRadius with branches,
        PopovJkr with branches,
        Sjkr with branches,
        WaltonBraun with branches,
        Luding with branches,
        Thornton with branches,
        ThorntonNing with branches,
        Eepa with branches,
        FormulaForce with branches,
        OfEngine with branches,
    }
}

pub use adhesive::{BreaksAt, Dmt, Jkr, JkrHertzRadius, OverlapArea, PopovJkr, SEPARATION, Sjkr, work_of_adhesion};
pub use eepa::Eepa;
pub use elastic::{Hertz, Hooke, PowerLaw};
pub use formula::FormulaForce;
pub use luding::{Luding, Reload, Unloading, WaltonBraun};
pub use of_engine::{IMPULSE, OfEngine, alone, check_name};
pub use thornton::{Thornton, ThorntonNing};

pub(crate) use adhesive::JkrCurve;
pub(crate) use thornton::ThorntonNingContact;

impl Normal {
    /// The law of an engine, which this program does not have; `None` for any other.
    pub fn of_engine(&self) -> Option<&OfEngine> {
        if let Self::OfEngine(law) = self { Some(law) } else { None }
    }

    /// Its name: of a law of an engine the one that the engine declares.
    pub fn name(&self) -> &'static str {
        self.of_engine().map_or(self.card().name, |law| law.law)
    }

    /// As [`NormalLaw::elastic`].
    ///
    /// # Errors
    /// As there; for a law that is not a power of the overlap the message contains its name.
    pub fn elastic(&self, pair: &Pair) -> Result<Elastic, LawError> {
        let Some(Branched { law, .. }) = self.branches(pair, &Damping::Undamped(Undamped))? else {
            return (**self).elastic(pair);
        };
        if let Self::FormulaForce(_) = self {
            return Err(LawError::table(format!(
                "{}: it is computed as it is written",
                NoPower::Law(self.card().name)
            )));
        }
        let plastic = law.residual(&law.touch(0.0).0).is_some();
        let why = if plastic { "it depends on the largest overlap" } else { "it is attractive" };
        Err(LawError::table(format!("{}: {why}", NoPower::Law(self.card().name))))
    }
}

/// Whether the law of that name defines its own end of contact, which a case then must not set: every law with
/// [`branches`](NormalLaw::branches).
pub fn ends_by_itself(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.marked && kind.card.name == name)
}
