//! Normal dissipation.

use super::card::{LawError, Numbers, axis, not_negative, restitution};
use super::{Dashpot, Elastic, Ends, Pair};

/// The dissipative part of a normal force.
pub trait DampingLaw {
    /// `C delta^beta v` beside the elastic part `elastic`.
    ///
    /// # Errors
    /// When the law does not go with the elastic part, or a restitution cannot be reached.
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError>;

    /// The restitution the case asks for, if it asks for one.
    fn restitution(&self) -> Option<f64> {
        None
    }

    /// The only speed (m/s) at which that restitution is meant to hold; `None` when it holds at every speed.
    fn at_speed(&self) -> Option<f64> {
        None
    }
}

axis! {
    /// A normal damping law.
    Damping: DampingLaw {
        none::Undamped,
        linear_dashpot::LinearDashpot,
        tsuji::Tsuji,
        kuwabara_kono::KuwabaraKono,
        hunt_crossley::HuntCrossley,
        stiffness_dashpot::StiffnessDashpot,
        zener_plate::ZenerPlate,
    }
}

impl Damping {
    /// The coefficient `C` (N s/m) of a force `C v` that asks nothing of the overlap; `None` for any other dashpot.
    pub fn constant(&self) -> Option<f64> {
        match self {
            Self::Undamped(_) => Some(0.0),
            Self::LinearDashpot(LinearDashpot::Coefficient(C)) => Some(*C),
            _ => None,
        }
    }

    /// The dashpot beside a law with branches, `law`, whose part `K delta^alpha` it acts on.
    ///
    /// # Errors
    /// When the damping asks for a restitution, which is that of the spring alone, or as [`DampingLaw::dashpot`].
    pub fn beside_branches(&self, elastic: &Elastic, pair: &Pair, law: &str) -> Result<Dashpot, LawError> {
        if self.restitution().is_some() {
            let message = format!("`restitution` is not available for a dashpot with `{law}`");
            return Err(LawError::key("restitution", message).help("give its damping coefficient instead"));
        }
        self.dashpot(elastic, pair, Ends::ZeroOverlap)
    }
}

/// Either the law's own coefficient, or the restitution it is to achieve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Strength {
    /// In the law's own unit.
    Coefficient(f64),
    Restitution(f64),
}

impl Strength {
    /// What a table says: the law's own coefficient, under `key`, or a restitution.
    fn read(numbers: &Numbers, key: &'static str, law: &str) -> Result<Self, LawError> {
        let (given, value) = numbers.exactly_one(&[key, "restitution"], law)?;
        if given == key {
            not_negative(key, value).map(Self::Coefficient)
        } else {
            restitution(value).map(Self::Restitution)
        }
    }

    pub fn coefficient(self) -> Option<f64> {
        match self {
            Self::Coefficient(own) => Some(own),
            Self::Restitution(_) => None,
        }
    }

    pub fn restitution(self) -> Option<f64> {
        match self {
            Self::Coefficient(_) => None,
            Self::Restitution(e) => Some(e),
        }
    }
}
