//! Effective quantities of two bodies in contact: mass, radius and moduli.

use schemars::JsonSchema;
use serde::Serialize;

use super::card::LawError;

/// The properties of one body that a contact depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// m; infinite for a wall.
    pub radius: f64,
    /// kg; infinite for a wall and for a fixed body.
    pub mass: f64,
    pub stiffness: Stiffness,
}

/// Elasticity of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stiffness {
    Rigid,
    Elastic {
        young_modulus: f64,
        poisson_ratio: f64,
    },
    /// No modulus is given: sufficient for laws that define their own stiffness.
    Unknown,
}

/// Effective quantities of a pair, in SI.
///
/// `1/m* = 1/m1 + 1/m2`, `1/R* = 1/R1 + 1/R2`, `1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2`,
/// `1/G* = (2-nu1)/G1 + (2-nu2)/G2` (Johnson 1985, sections 4.2 and 7.2).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Pair {
    pub m_star: f64,
    pub R_star: f64,
    /// Absent when a modulus is not given, and when both bodies are rigid.
    pub E_star: Option<f64>,
    pub G_star: Option<f64>,
    /// Dundurs' second constant; 0 for elastically similar bodies, absent when a modulus is.
    #[serde(skip)]
    pub dundurs_beta: Option<f64>,
    /// One of the bodies is a wall.
    #[serde(skip)]
    pub wall: bool,
    /// Of both bodies.
    #[serde(skip)]
    pub stiffness: [Stiffness; 2],
    /// Radii of both bodies, m; infinite for a wall. Only an area of intersection needs more of them than R*.
    #[serde(skip)]
    pub radii: [f64; 2],
}

impl Pair {
    pub fn new(one: &Side, two: &Side) -> Self {
        Self {
            m_star: harmonic(one.mass, two.mass),
            R_star: harmonic(one.radius, two.radius),
            E_star: combined(one.stiffness, two.stiffness, |E, nu| (1.0 - nu * nu) / E),
            G_star: combined(one.stiffness, two.stiffness, |E, nu| 2.0 * (1.0 + nu) * (2.0 - nu) / E),
            dundurs_beta: dundurs_beta(one.stiffness, two.stiffness),
            wall: one.radius.is_infinite() || two.radius.is_infinite(),
            stiffness: [one.stiffness, two.stiffness],
            radii: [one.radius, two.radius],
        }
    }

    /// E*, or an error that names the law and the missing input.
    pub fn require_E_star(&self, law: &str) -> Result<f64, LawError> {
        self.E_star.ok_or_else(|| no_moduli(law))
    }

    /// G*, or an error that names the law and the missing input.
    pub fn require_G_star(&self, law: &str) -> Result<f64, LawError> {
        self.G_star.ok_or_else(|| no_moduli(law))
    }
}

fn no_moduli(law: &str) -> LawError {
    LawError::table(format!(
        "`{law}` needs the `young_modulus` and `poisson_ratio` of at least one body that is not rigid"
    ))
}

/// `1/(1/a + 1/b)`, also for infinite arguments.
fn harmonic(a: f64, b: f64) -> f64 {
    if a.is_infinite() {
        b
    } else if b.is_infinite() {
        a
    } else {
        a * b / (a + b)
    }
}

fn combined(one: Stiffness, two: Stiffness, compliance: fn(f64, f64) -> f64) -> Option<f64> {
    let part = |side| match side {
        Stiffness::Rigid => Some(0.0),
        Stiffness::Elastic { young_modulus: E, poisson_ratio: nu } => Some(compliance(E, nu)),
        Stiffness::Unknown => None,
    };
    let sum = part(one)? + part(two)?;
    (sum > 0.0).then(|| 1.0 / sum)
}

/// `beta = [(1-2nu1)/G1 - (1-2nu2)/G2] / (2 [(1-nu1)/G1 + (1-nu2)/G2])` (Johnson 1985, eq. 5.3).
fn dundurs_beta(one: Stiffness, two: Stiffness) -> Option<f64> {
    let parts = |side| match side {
        Stiffness::Rigid => Some((0.0, 0.0)),
        Stiffness::Elastic { young_modulus, poisson_ratio: nu } => {
            let G = young_modulus / (2.0 * (1.0 + nu));
            Some(((1.0 - 2.0 * nu) / G, (1.0 - nu) / G))
        }
        Stiffness::Unknown => None,
    };
    let ((a1, b1), (a2, b2)) = (parts(one)?, parts(two)?);
    (b1 + b2 > 0.0).then(|| (a1 - a2) / (2.0 * (b1 + b2)))
}
