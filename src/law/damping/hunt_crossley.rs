//! A dashpot proportional to the elastic force.

use super::kuwabara_kono::at_speed;
use super::{DampingLaw, Strength};
use crate::law::achieved;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Dashpot, Elastic, Ends, Pair};
use crate::units::Dimension;

/// Hunt & Crossley: `F = K delta^n (1 + lambda v)`, in N.
///
/// The force never reaches zero before the overlap does, so all ends of contact agree. Hunt & Crossley 1975, eq. 3.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HuntCrossley {
    strength: Strength,
    /// Speed at which the restitution is achieved, m/s.
    at_speed: Option<f64>,
}

impl HuntCrossley {
    pub const CARD: Card = Card {
        name: "hunt-crossley",
        title: "A dashpot proportional to the elastic force",
        formula: "F = K delta^n (1 + lambda v)\nlambda v - ln(1 + lambda v) = -lambda e v - ln(1 - lambda e v)      any n",
        symbols: &[("lambda", "damping coefficient", "s/m"), ("n", "exponent of the elastic law", "-")],
        holds: "restitution falls with speed: e = 1 - 2/3 lambda v for slow impacts; computed up to lambda v = 1000",
        source: "Hunt & Crossley 1975, J. Appl. Mech. 42, 440",
        known_as: &[("Simbody", "HuntCrossleyForce, dissipation = 2/3 lambda")],
    };
    pub const KEYS: &[Key] = &[
        Key::number("lambda", Dimension::InverseSpeed, "the damping coefficient"),
        Key::number("restitution", Dimension::Number, "restitution achieved at `at_speed`"),
        Key::number("at_speed", Dimension::Speed, "the impact speed at which `restitution` is achieved"),
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let strength = Strength::read(numbers, "lambda", "hunt-crossley")?;
        Ok(Self { strength, at_speed: at_speed(numbers, strength, "hunt-crossley")? })
    }

    /// The coefficient as given, s/m.
    pub fn lambda(&self) -> Option<f64> {
        self.strength.coefficient()
    }
}

impl DampingLaw for HuntCrossley {
    fn dashpot(&self, elastic: &Elastic, _: &Pair, _: Ends) -> Result<Dashpot, LawError> {
        let lambda = match (self.strength, self.at_speed) {
            (Strength::Restitution(e), Some(v)) => achieved::hunt_crossley_number(e) / v,
            (Strength::Coefficient(lambda) | Strength::Restitution(lambda), _) => lambda,
        };
        Ok(Dashpot { C: lambda * elastic.K, beta: elastic.alpha })
    }

    fn restitution(&self) -> Option<f64> {
        self.strength.restitution()
    }

    fn at_speed(&self) -> Option<f64> {
        self.at_speed
    }
}
