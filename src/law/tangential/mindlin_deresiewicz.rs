//! Partial slip: Mindlin & Deresiewicz.

use super::TangentialLaw;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::history::Spheres;
use crate::law::shear::{Form, ShearForce};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

/// Mindlin & Deresiewicz: an annulus slips while the centre sticks. J. Appl. Mech. 20, 327 (1953).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MindlinDeresiewicz {
    pub friction: f64,
}

impl MindlinDeresiewicz {
    pub const CARD: Card = Card {
        name: "mindlin-deresiewicz",
        title: "Partial slip of spheres: an annulus slips while the centre sticks",
        formula: "T = 8 G* sqrt(R*) int s d(sqrt g),  |s| <= mu E*/(4 G*) (delta - g)",
        symbols: &[
            ("T", "tangential force", "N"),
            ("G*", "1/G* = (2-nu1)/G1 + (2-nu2)/G2", "Pa"),
            ("s", "shear of the point that came to touch at the overlap g", "m"),
        ],
        holds: "spheres of like elastic constants, one tangential direction; any history",
        source: "Mindlin & Deresiewicz 1953; Jaeger 1993; Ciavarella 1998",
        known_as: &[("YADE", "Law2_ScGeom_MindlinPhys_MindlinDeresiewitz")],
    };
    pub const KEYS: &[Key] = &[Key::number("friction", Dimension::Number, "mu, above 0")];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { friction: numbers.positive("friction", "mindlin-deresiewicz")? })
    }
}

impl TangentialLaw for MindlinDeresiewicz {
    fn spring(&self, elastic: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        let law = "mindlin-deresiewicz";
        let (E_star, G_star) = (pair.require_E_star(law)?, pair.require_G_star(law)?);
        let hertz = 4.0 / 3.0 * E_star * pair.R_star.sqrt();
        let is_hertz = |e: &&Elastic| e.alpha == 1.5 && (e.K / hertz - 1.0).abs() <= 1e-9 && e.reference_gap == 0.0;
        if elastic.filter(is_hertz).is_none() {
            let message = "`mindlin-deresiewicz` requires the normal law `hertz`";
            return Err(LawError::table(message).help("write:  [contact.normal.hertz]  without its own modulus"));
        }
        Ok(ShearForce {
            S: 8.0 * G_star * pair.R_star.sqrt(),
            gamma: 0.5,
            spheres: Some(Spheres { E_star, G_star, R_star: pair.R_star, friction: self.friction }),
            ..ShearForce::new(Form::MemoryDiagram, self.friction)
        })
    }

    fn friction(&self) -> f64 {
        self.friction
    }
}
