//! Numbers of a pair from those of its two materials: DEM codes and physics engines combine them by rules of their own.

use crate::law::card::Key;
use crate::words::worded;

worded! {
    /// How the restitution, the dissipation or the friction of a pair follows from those of its materials.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Mixing {
        /// `(a+b)/2`
        Mean = "mean": "(a+b)/2",
        /// `2ab/(a+b)`, 0 where one of them is.
        Harmonic = "harmonic": "2ab/(a+b)",
        Geometric = "geometric": "sqrt(ab)",
        Product = "product": "ab",
        Minimum = "minimum": "min(a, b)",
        Maximum = "maximum": "max(a, b)",
        /// Each by its share of the deformation, `a k2/(k1+k2) + b k1/(k1+k2)`, `k = E/(1-nu^2)`: the softer body has the larger one.
        Deformation = "deformation": "a k2/(k1+k2) + b k1/(k1+k2), k = E/(1-nu^2): by the share of the deformation",
        /// The same with `k^(2/3)` for `k`. Simbody, HuntCrossleyForce.
        Simbody = "simbody": "a k2/(k1+k2) + b k1/(k1+k2), k = (E/(1-nu^2))^(2/3)",
    }
}

/// The rule by which a damping law combines the numbers of two materials.
pub const MIXING_RULE: Key = Key::word(
    "mixing_rule",
    Mixing::WORDS,
    "how the number of the pair follows from `restitution` or `dissipation` of two materials",
);

/// Those that do not weigh by the moduli.
pub const FRICTION_RULES: &[&str] = &["mean", "harmonic", "geometric", "product", "minimum", "maximum"];

/// The rule by which a tangential law combines the friction of two materials.
pub const FRICTION_RULE: Key =
    Key::word("mixing_rule", FRICTION_RULES, "how the friction of the pair follows from that of two materials");

impl Mixing {
    /// Whether it weighs the numbers by the moduli.
    pub fn weighs(self) -> bool {
        matches!(self, Self::Deformation | Self::Simbody)
    }

    /// The number of the pair; `moduli` are `E/(1-nu^2)` of the bodies in any unit, infinite for a rigid one.
    pub fn of(self, [a, b]: [f64; 2], moduli: [f64; 2]) -> f64 {
        match self {
            Self::Mean => 0.5 * (a + b),
            Self::Harmonic if a + b == 0.0 => 0.0,
            Self::Harmonic => 2.0 * a * b / (a + b),
            Self::Geometric => (a * b).sqrt(),
            Self::Product => a * b,
            Self::Minimum => a.min(b),
            Self::Maximum => a.max(b),
            Self::Deformation | Self::Simbody => {
                // By compliances, 0 for a rigid body.
                let power = if self == Self::Simbody { 2.0 / 3.0 } else { 1.0 };
                let [one, two] = moduli.map(|modulus| libm::pow(modulus, -power));
                (a * one + b * two) / (one + two)
            }
        }
    }
}
