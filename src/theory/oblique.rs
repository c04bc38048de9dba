//! Kinematics of an oblique impact: slip, inertia ratios and stiffness ratio, from the bodies alone.
//!
//! Written apart from the equations of motion on purpose, as [`scales`](super::scales) is.

use super::scales::Effective;
use crate::law::scene::{Body, Scene, Shape};
use crate::law::shear::{Arm, Levers};

/// An impact in the plane of `n` and `t`, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObliqueCollision {
    /// kg
    pub m_star: f64,
    /// Rate of approach, m/s
    pub v_n: f64,
    /// Tangential velocity of the centre of body 1 relative to that of body 2, m/s
    pub v_t: f64,
    /// Spins along `b`, rad/s
    pub spin: [f64; 2],
    /// Slip of the contact points, `v_t - r_1 omega_1 - r_2 omega_2`, m/s
    pub v_s: f64,
    /// `r/I` of each body, 1/(kg m); 0 for one that cannot spin.
    pub spin_per_impulse: [f64; 2],
    /// `1/m_t = 1/m* + r_1^2/I_1 + r_2^2/I_2`, 1/kg: slip taken by a tangential impulse.
    pub slip_per_impulse: f64,
    /// `R_1 + R_2`; infinite at a wall, where the contact does not turn.
    pub distance: f64,
    /// `(E*, G*)`, Pa, where the moduli are known.
    pub moduli: Option<(f64, f64)>,
    /// Whether slip velocity and torque act at the nominal radii.
    pub nominal: bool,
}

impl ObliqueCollision {
    /// The impact of a scene.
    ///
    /// # Errors
    /// When it leaves the plane, or neither body can move.
    pub fn of(scene: &Scene) -> Result<Self, String> {
        if !scene.kinematics.is_planar() {
            return Err("the bodies do not move in one plane".into());
        }
        let effective = Effective::at(scene);
        if !(effective.m_star.is_finite() && effective.m_star > 0.0) {
            return Err("neither body can move".into());
        }
        let [one, two] = &scene.bodies;
        let spin = scene.kinematics.spin.map(|spin| spin[2]);
        let slip = |body: &Body, spin: f64| radius(body) * spin;
        let v_t = scene.kinematics.tangential_speed;
        let mobility = [one, two].map(|body| radius(body).powi(2) * spin_mobility(body));
        let levers = scene.contact.friction.as_ref().map(|friction| friction.levers);
        Ok(Self {
            m_star: effective.m_star,
            v_n: scene.speed,
            v_t,
            spin,
            v_s: v_t - slip(one, spin[0]) - slip(two, spin[1]),
            spin_per_impulse: [one, two].map(|body| radius(body) * spin_mobility(body)),
            slip_per_impulse: 1.0 / effective.m_star + mobility[0] + mobility[1],
            distance: one.radius() + two.radius(),
            moduli: effective.E_star.zip(shear_modulus(&scene.bodies)),
            nominal: levers.is_none_or(|levers| levers == Levers::both(Arm::Radius)),
        })
    }

    /// `psi` of a slip velocity, `4 G*/(mu E*) v_s/v_n`, in units of `1/mu`.
    pub fn stiffness_ratio(&self) -> Option<f64> {
        self.moduli.map(|(E_star, G_star)| 4.0 * G_star / E_star)
    }

    /// `chi = (2 G*/E*) m*/m_t`; `(7/2)(1-nu)/(2-nu)` for a solid sphere on a wall of its own kind.
    pub fn chi(&self) -> Option<f64> {
        Some(0.5 * self.stiffness_ratio()? * self.m_star * self.slip_per_impulse)
    }
}

/// m; 0 for a wall, whose points do not move with a spin.
fn radius(body: &Body) -> f64 {
    if body.is_wall() { 0.0 } else { body.radius() }
}

/// `1/I`, 1/(kg m2): 0 for what does not spin.
fn spin_mobility(body: &Body) -> f64 {
    match body.shape {
        Shape::Sphere { radius, inertia_factor } if !body.held => 1.0 / (inertia_factor * body.mass * radius * radius),
        Shape::Sphere { .. } | Shape::Wall { .. } => 0.0,
    }
}

/// `1/G* = sum (2-nu)/G = sum 2 (2-nu)(1+nu)/E` (Mindlin 1949; Johnson 1985, eq. 7.43), Pa.
pub(super) fn shear_modulus(bodies: &[Body; 2]) -> Option<f64> {
    let part = |body: &Body| {
        if body.rigid {
            return Some(0.0);
        }
        let material = body.material.as_ref()?;
        let (E, nu) = (material.young_modulus?, material.poisson_ratio?);
        Some(2.0 * (2.0 - nu) * (1.0 + nu) / E)
    };
    let sum = part(&bodies[0])? + part(&bodies[1])?;
    (sum > 0.0).then(|| 1.0 / sum)
}
