//! Energy loss to bending waves in a plate: Zener.

use super::DampingLaw;
use crate::law::card::{Card, Key, LawError, Numbers, positive};
use crate::law::{Dashpot, Elastic, Ends, Pair};
use crate::units::Dimension;

/// Zener: the point of a plate under the contact moves at `Y F`; in the contact coordinate `F_d = m* Y dF/d(delta) v`, in N.
///
/// An infinite, thin elastic plate. Zener 1941.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ZenerPlate {
    /// m
    pub thickness: f64,
    /// Pa
    pub young_modulus: f64,
    pub poisson_ratio: f64,
    /// kg/m3
    pub density: f64,
    /// From the contact to the nearest edge, m: used only to check the validity of the law.
    pub edge_distance: Option<f64>,
}

impl ZenerPlate {
    pub const CARD: Card = Card {
        name: "zener-plate",
        title: "A thin plate that loses energy to bending waves (Zener)",
        formula: "speed of the plate under the contact Y F,  Y = 1/(8 sqrt(D rho h)),  D = E h^3/(12 (1 - nu^2))\n\
                  in the contact coordinate a dashpot  A n K delta^(n-1) v  with A = m* Y; the real force is F = K delta^n",
        symbols: &[
            ("h", "thickness of the plate", "m"),
            ("E, nu, rho", "modulus, Poisson's ratio and density of the plate", "Pa, -, kg/m3"),
            ("D", "bending stiffness", "N m"),
            ("Y", "mobility of the plate", "m/(N s)"),
        ],
        holds: "h well above the contact radius; bending waves longer than 6 h; no wave returns from the edge during the contact",
        source: "Zener 1941, Phys. Rev. 59, 669",
        known_as: &[],
    };
    pub const KEYS: &[Key] = &[
        Key::number("thickness", Dimension::Length, "h of the plate"),
        Key::number("young_modulus", Dimension::Pressure, "E of the plate"),
        Key::number("poisson_ratio", Dimension::Number, "nu of the plate"),
        Key::number("density", Dimension::Density, "rho of the plate"),
        Key::number("edge_distance", Dimension::Length, "distance to the nearest edge; used in the validity table only"),
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let number = |key| numbers.positive(key, "zener-plate");
        let poisson_ratio = numbers.require("poisson_ratio", "zener-plate")?;
        if !(-1.0..=0.5).contains(&poisson_ratio) {
            let message = format!("`poisson_ratio` must be between -1 and 0.5, not {poisson_ratio}");
            return Err(LawError::key("poisson_ratio", message));
        }
        Ok(Self {
            thickness: number("thickness")?,
            young_modulus: number("young_modulus")?,
            poisson_ratio,
            density: number("density")?,
            edge_distance: numbers.get("edge_distance").map(|value| positive("edge_distance", value)).transpose()?,
        })
    }

    /// `D = E h^3/(12 (1 - nu^2))`, N m.
    pub fn bending_stiffness(&self) -> f64 {
        self.young_modulus * self.thickness.powi(3) / (12.0 * (1.0 - self.poisson_ratio * self.poisson_ratio))
    }

    /// `Y = 1/(8 sqrt(D rho h))`, m/(N s).
    pub fn mobility(&self) -> f64 {
        1.0 / (8.0 * (self.bending_stiffness() * self.density * self.thickness).sqrt())
    }
}

impl DampingLaw for ZenerPlate {
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError> {
        if ends != Ends::ZeroOverlap {
            let message = "with a plate the contact ends at zero overlap: its force K delta^n never pulls";
            return Err(LawError::table(message).help("write  ends = \"zero-overlap\""));
        }
        let Elastic { K, alpha: n, .. } = *elastic;
        Ok(Dashpot { C: pair.m_star * self.mobility() * n * K, beta: n - 1.0 })
    }
}
