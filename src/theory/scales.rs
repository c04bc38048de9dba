//! Effective quantities and scales of a collision, from the bodies alone.
//!
//! Written apart from the contact laws on purpose: sums of curvatures, mobilities and compliances.

use std::f64::consts::PI;

use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::damping::{LinearDashpot, Strength};
use crate::law::scene::{Body, Scene, Shape};
use crate::law::{Contact, Damping, Normal};

/// What two bodies are to each other, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effective {
    /// `1/m* = 1/m1 + 1/m2`, kg; infinite when neither body moves.
    pub m_star: f64,
    /// `1/R* = 1/R1 + 1/R2`, m.
    pub R_star: f64,
    /// `1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2`, Pa; `None` when a modulus is not given or both bodies are rigid.
    pub E_star: Option<f64>,
}

impl Effective {
    /// From radii, masses and moduli; walls and held bodies do not move, rigid ones do not give way.
    pub fn of(bodies: &[Body; 2]) -> Self {
        let total = |part: fn(&Body) -> f64| part(&bodies[0]) + part(&bodies[1]);
        let compliance = compliance(&bodies[0]).zip(compliance(&bodies[1])).map(|(one, two)| one + two);
        Self {
            m_star: 1.0 / total(mobility),
            R_star: 1.0 / total(curvature),
            E_star: compliance.filter(|&c| c > 0.0).map(|c| 1.0 / c),
        }
    }

    /// Of the bodies of a scene; a modulus that the law brings itself takes the place of theirs.
    pub fn at(scene: &Scene) -> Self {
        let bodies = Self::of(&scene.bodies);
        match &scene.contact.normal {
            Normal::Hertz(law) => Self { E_star: law.effective_modulus.or(bodies.E_star), ..bodies },
            _ => bodies,
        }
    }

    /// Of bodies whose contact loses nothing to a dashpot.
    ///
    /// # Errors
    /// When the contact is damped, or neither body can move.
    pub fn undamped(scene: &Scene) -> Result<Self, String> {
        if !undamped(&scene.contact) {
            return Err("the contact is damped".into());
        }
        let effective = Self::at(scene);
        if effective.m_star.is_finite() { Ok(effective) } else { Err("neither body can move".into()) }
    }

    /// `[m*, R*, E*]` of bodies with a modulus whose contact loses nothing to a dashpot.
    ///
    /// # Errors
    /// As [`undamped`](Self::undamped), and when a modulus is not given.
    pub fn undamped_elastic(scene: &Scene) -> Result<[f64; 3], String> {
        let Self { m_star, R_star, E_star } = Self::undamped(scene)?;
        Ok([m_star, R_star, E_star.ok_or("the bodies have no effective modulus E*")?])
    }
}

/// 1/m, 1/m: zero for a wall.
fn curvature(body: &Body) -> f64 {
    match body.shape {
        Shape::Sphere { radius, .. } => 1.0 / radius,
        Shape::Wall { .. } => 0.0,
    }
}

/// 1/kg: zero for what does not move.
fn mobility(body: &Body) -> f64 {
    let fixed = body.held || matches!(body.shape, Shape::Wall { .. });
    if fixed { 0.0 } else { 1.0 / body.mass }
}

/// `(1-nu^2)/E`, 1/Pa: zero for a rigid body, `None` when not given.
fn compliance(body: &Body) -> Option<f64> {
    if body.rigid {
        return Some(0.0);
    }
    let material = body.material.as_ref()?;
    let (E, nu) = (material.young_modulus?, material.poisson_ratio?);
    Some((1.0 - nu) * (1.0 + nu) / E)
}

/// A mass that meets a spring `F = K delta^n` at a speed, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpringImpact {
    /// kg
    pub m: f64,
    /// N/m^n
    pub K: f64,
    /// 1 a linear spring, 3/2 spheres
    pub n: f64,
    /// m/s
    pub v: f64,
}

impl SpringImpact {
    /// The collision of a scene, damping left out.
    ///
    /// # Errors
    /// When the bodies lack a modulus the law needs, or neither can move.
    pub fn of(scene: &Scene) -> Result<Self, String> {
        let effective = Effective::at(scene);
        let (K, n) = match &scene.contact.normal {
            Normal::Hertz(_) => {
                let E_star = effective.E_star.ok_or("the bodies have no effective modulus E*")?;
                return Self::hertz(E_star, effective.R_star, effective.m_star, scene.speed).usable();
            }
            Normal::Hooke(law) => (law.stiffness, 1.0),
            Normal::PowerLaw(law) => (law.force / libm::pow(law.at_overlap, law.exponent), law.exponent),
            other => return Err(format!("the formula is that of a spring K delta^n, not of `{}`", other.card().name)),
        };
        Self { m: effective.m_star, K, n, v: scene.speed }.usable()
    }

    /// Spheres: `K = 4/3 E* sqrt(R*)`, `n = 3/2` (Johnson 1985, eq. 4.23).
    pub fn hertz(E_star: f64, R_star: f64, m_star: f64, speed: f64) -> Self {
        Self { m: m_star, K: 4.0 / 3.0 * E_star * R_star.sqrt(), n: 1.5, v: speed }
    }

    fn usable(self) -> Result<Self, String> {
        let usable = |x: f64| x.is_finite() && x > 0.0;
        if !usable(self.m) {
            return Err("neither body can move".into());
        }
        if usable(self.K) && usable(self.v) { Ok(self) } else { Err("stiffness or speed is out of range".into()) }
    }

    /// `L = (m v^2/K)^(1/(n+1))`, m.
    pub fn length(&self) -> f64 {
        libm::pow(self.m * self.v * self.v / self.K, 1.0 / (self.n + 1.0))
    }

    /// `T = L/v`, s.
    pub fn time(&self) -> f64 {
        self.length() / self.v
    }

    /// `F0 = m v/T`, N.
    pub fn force(&self) -> f64 {
        self.m * self.v * self.v / self.length()
    }

    /// `m v^2/2`, J.
    pub fn energy(&self) -> f64 {
        0.5 * self.m * self.v * self.v
    }
}

/// Whether nothing is dissipated: no damping, a coefficient of zero, or restitution 1 asked for.
pub fn undamped(contact: &Contact) -> bool {
    let zero = match &contact.damping {
        Damping::Undamped(_) => true,
        Damping::Tsuji(law) => law.0 == Strength::Coefficient(0.0),
        Damping::LinearDashpot(law) => {
            matches!(*law, LinearDashpot::Coefficient(c) | LinearDashpot::Ratio(c) if c == 0.0)
        }
        Damping::StiffnessDashpot(law) => law.ratio == 0.0,
        Damping::KuwabaraKono(law) => law.relaxation_time() == Some(0.0),
        Damping::HuntCrossley(law) => law.lambda() == Some(0.0),
        Damping::StepDashpot(law) => law.coefficient == 0.0,
        Damping::LocalDamping(law) => law.strength == Strength::Coefficient(0.0) && law.beside.is_none(),
        Damping::ZenerPlate(_) => false,
    };
    zero || contact.damping.restitution() == Some(1.0)
}

/// A value known to rounding: `16 + condition` units in the last place, `condition` being how strongly the
/// value answers to relative changes of what it is computed from.
pub fn rounded(value: f64, condition: f64) -> Estimate {
    Estimate::new(value, (16.0 + condition) * f64::EPSILON * value.abs())
}

/// An estimate in other units.
pub fn scaled(estimate: Estimate, unit: f64) -> Estimate {
    let value = estimate.value * unit;
    Estimate::new(value, estimate.uncertainty * unit.abs() + 16.0 * f64::EPSILON * value.abs())
}

/// Contact radius `a = sqrt(R* delta)` and peak pressure `2 E* a/(pi R*)` (Johnson 1985, eqs. 4.22 and 4.24); Hertz only.
pub fn contact_circle(scene: &Scene, overlap: f64) -> Vec<(Observable, Estimate)> {
    let Effective { R_star, E_star, .. } = Effective::at(scene);
    match (&scene.contact.normal, E_star) {
        (Normal::Hertz(_), Some(E_star)) => {
            let a = (R_star * overlap).sqrt();
            let pressure = 2.0 * E_star * a / (PI * R_star);
            vec![(Observable::ContactRadius, rounded(a, 4.0)), (Observable::PeakPressure, rounded(pressure, 4.0))]
        }
        _ => Vec::new(),
    }
}
