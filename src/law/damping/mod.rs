//! Normal dissipation.

mod hunt_crossley;
mod kuwabara_kono;
mod linear_dashpot;
mod none;
mod stiffness_dashpot;
mod tsuji;
mod zener_plate;

use super::card::{LawError, Numbers, axis, not_negative, restitution};
use super::{Dashpot, Elastic, Ends, Pair};

pub use hunt_crossley::HuntCrossley;
pub use kuwabara_kono::KuwabaraKono;
pub use linear_dashpot::LinearDashpot;
pub use none::Undamped;
pub use stiffness_dashpot::StiffnessDashpot;
pub use tsuji::Tsuji;
pub use zener_plate::ZenerPlate;

/// The dissipative part of a normal force.
pub trait DampingLaw {
    /// `C delta^beta v`, added to the elastic part `elastic`.
    ///
    /// # Errors
    /// When the law cannot be combined with the elastic part, or a restitution cannot be reached.
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError>;

    /// The restitution requested in the case; `None` where a coefficient is given.
    fn restitution(&self) -> Option<f64> {
        None
    }

    /// The only speed (m/s) at which the law achieves that restitution; `None` when it does at every speed.
    fn at_speed(&self) -> Option<f64> {
        None
    }
}

axis! {
    /// A normal damping law.
    Damping: DampingLaw {
        Undamped,
        LinearDashpot,
        Tsuji,
        KuwabaraKono,
        HuntCrossley,
        StiffnessDashpot,
        ZenerPlate,
    }
}

impl Damping {
    /// The coefficient `C` (N s/m) of a force `C v` independent of the overlap; `None` for any other dashpot.
    pub fn constant(&self) -> Option<f64> {
        match self {
            Self::Undamped(_) => Some(0.0),
            Self::LinearDashpot(LinearDashpot::Coefficient(C)) => Some(*C),
            _ => None,
        }
    }

    /// The dashpot of a normal law with branches, `law`: that of its first loading `K delta^alpha`, on every branch.
    ///
    /// # Errors
    /// When the damping is given by a restitution, which is valid for the spring alone, for a plate, whose speed follows from the
    /// whole force and not from that spring, or as [`DampingLaw::dashpot`].
    pub fn beside_branches(&self, elastic: &Elastic, pair: &Pair, law: &str) -> Result<Dashpot, LawError> {
        if self.restitution().is_some() {
            let message = format!("`restitution` is not available for a dashpot with `{law}`");
            return Err(LawError::key("restitution", message).help("give its damping coefficient instead"));
        }
        if let Self::ZenerPlate(_) = self {
            let message = format!("a plate that bends cannot be combined with `{law}`");
            let help = "write  wall = { ... }  in place of  plate = { ... }, or take `hertz`, `hooke` or `power-law`";
            return Err(LawError::table(message).help(help));
        }
        self.dashpot(elastic, pair, Ends::ZeroOverlap)
    }
}

/// The strength of the damping: the law's own coefficient, or the restitution to achieve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Strength {
    /// In the unit of the law.
    Coefficient(f64),
    Restitution(f64),
}

impl Strength {
    /// Reads a table: the law's own coefficient under `key`, or a restitution.
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
