//! Rigid bodies that slide throughout the impact.

use super::Oracle;
use super::normal_impulse::NormalImpulse;
use super::oblique::ObliqueCollision;
use super::rigid_body::{OBSERVABLES, RigidRebound, values};
use super::scales::undamped;
use crate::collide::observe::Observable;
use crate::law::scene::Scene;
use crate::law::shear::Form;
use crate::law::tangential::Tangential;
use crate::law::{Card, Normal};

/// Bodies that slide on each other from first touch to the end.
pub static RIGID_BODY_SLIDING: Oracle = Oracle::of_impacts(
    Card {
        name: "rigid-body-sliding",
        title: "Gross sliding of rigid bodies",
        formula: "P_t = mu int N dt,  N the force of `friction_limit`;  P_n = m* v_n (1+e)\n\
                  jkr and dmt at a wall beside friction_limit = pull-off:  P_t = mu (P_n + 2 F_po t)\n\
                  v_t' = v_t - P_t/m*,  omega_i' = omega_i + r_i P_t/I_i,  v_s = v_t - r_1 omega_1 - r_2 omega_2\n\
                  a solid sphere on a wall: e_t = 1 - mu (1+e) v_n/v_t,  r omega' = (5/2) mu (1+e) v_n\n\
                  slides throughout: psi1 >= 4 chi - 1 (incremental, Mindlin-Deresiewicz), 4 chi - 2/3 (total, rescaled)\n\
                  psi = 4 G* v_s/(mu E* v_n),  chi = (2 G*/E*) m*/m_t,  1/m_t = 1/m* + r_1^2/I_1 + r_2^2/I_2",
        symbols: &[
            ("P_n, P_t", "normal and tangential impulse", "N s"),
            ("e", "normal restitution", "-"),
            ("v_n, v_t", "normal and tangential speed before", "m/s"),
            ("v_s", "slip of the contact point", "m/s"),
            ("omega", "spin along b = n x t", "rad/s"),
            ("mu", "friction", "-"),
        ],
        holds: "a Coulomb slider throughout; a spring without damping above its threshold; with damping the spring lags at first touch, which is included in the uncertainty, as is the rotation of the contact of a pair",
        source: "Walton 1993, in Particulate Two-Phase Flow; thresholds: Maw, Barber & Fawcett 1976, Wear 38, 101",
        known_as: &[],
    },
    OBSERVABLES,
    |scene| predict(scene).into(),
);

type Values = Vec<(Observable, crate::collide::trajectory::Estimate)>;

fn predict(scene: &Scene) -> Result<Values, String> {
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential force")?;
    let mu = friction.tangential.friction();
    let bodies = ObliqueCollision::of(scene)?;
    let normal = NormalImpulse::of(scene, friction.limit)?;
    if bodies.v_s == 0.0 {
        return Err("the surfaces do not slide at first touch".into());
    }
    let spring = spring(scene, &bodies, &normal, mu)?;
    let taken = mu * normal.bounding.value;
    let left = bodies.v_s.abs() - taken * bodies.slip_per_impulse;
    if let Some(spring) = &spring {
        spring.slides_throughout(bodies.v_s.abs() / bodies.v_n, left / bodies.v_n)?;
    } else if left < 0.0 {
        return Err("friction stops the sliding before the contact ends".into());
    }
    let lag = spring.as_ref().map_or(0.0, |spring| spring.lag(&normal, mu, bodies.v_s.abs() / bodies.v_n));
    let rebound = RigidRebound {
        impulse: taken.copysign(bodies.v_s),
        uncertainty: mu * (normal.bounding.uncertainty + lag),
        friction: mu,
    };
    Ok(values(&bodies, &normal, &rebound))
}

/// A spring that lags behind the slider.
struct Spring {
    /// `d(slip stretch)/d(overlap)` at the limit, over the slip per approach: sliding goes on while
    /// `v_s/v_n >= unit` on loading and `>= -unit` on unloading.
    loading: f64,
    unloading: f64,
    /// `k_t/(N/delta)` of the loading branch, for the lag at first touch.
    grip: f64,
    damped: bool,
}

/// What the tangential law adds to a slider; `None` where it is a slider and nothing else.
fn spring(scene: &Scene, bodies: &ObliqueCollision, normal: &NormalImpulse, mu: f64) -> Result<Option<Spring>, String> {
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential force")?;
    if friction.tangential.has_dashpot() {
        return Err("a tangential dashpot acts beside the slider".into());
    }
    let damped = !undamped(&scene.contact);
    let form = match &friction.tangential {
        Tangential::Frictionless(_) | Tangential::Coulomb(_) => return Ok(None),
        Tangential::CundallStrack(law) => {
            if normal.impact.n != 1.0 {
                return Err("a constant tangential stiffness beside a normal one that grows".into());
            }
            let unit = mu * normal.impact.K / law.stiffness;
            return Ok(Some(Spring { loading: unit, unloading: unit, grip: law.stiffness / normal.impact.K, damped }));
        }
        Tangential::Mindlin(law) => law.form,
        Tangential::StiffnessRatio(law) => law.form,
        Tangential::MindlinDeresiewicz(_) => Form::MemoryDiagram,
    };
    if !matches!(scene.contact.normal, Normal::Hertz(_)) {
        return Err("the stiffness of Mindlin beside a normal law that is not `hertz`".into());
    }
    let own = match &friction.tangential {
        Tangential::StiffnessRatio(law) => law.ratio,
        _ => None,
    };
    let stiffness_ratio = own.or(bodies.stiffness_ratio()).ok_or("the bodies have no effective moduli")?;
    // v_s/v_n of psi = 1.
    let unit = mu / stiffness_ratio;
    // k_t = 8 G* a and N/delta = 4/3 E* a.
    let (loading, unloading, share) = match form {
        Form::Total => (2.0 / 3.0, 2.0 / 3.0, 1.0),
        Form::Rescaled => (1.0, 2.0 / 3.0, 2.0 / 3.0),
        _ => (1.0, 1.0, 2.0 / 3.0),
    };
    let grip = 1.5 * stiffness_ratio * share;
    Ok(Some(Spring { loading: loading * unit, unloading: unloading * unit, grip, damped }))
}

impl Spring {
    /// Whether the slider never holds, from the slip over the approach before and after.
    fn slides_throughout(&self, before: f64, after: f64) -> Result<(), String> {
        let least = if self.damped { 0.0 } else { -self.unloading };
        if before < self.loading || after < least {
            return Err("the surfaces stick for a part of the contact".into());
        }
        Ok(())
    }

    /// Impulse of the normal force, N s, while the spring has not yet caught up with a damped force that rises faster:
    /// up to the overlap where `k_t s = mu N`, `(grip v_s/v_n - mu) K delta^n = mu C v_n delta^beta`.
    fn lag(&self, normal: &NormalImpulse, mu: f64, slip: f64) -> f64 {
        let NormalImpulse { impact, C, .. } = *normal;
        let excess = self.grip * slip - mu;
        if C == 0.0 || mu == 0.0 {
            return 0.0;
        }
        if excess <= 0.0 {
            return f64::INFINITY;
        }
        let beta = 0.5 * (impact.n - 1.0);
        let delta = (mu * C * impact.v / (excess * impact.K)).powf(1.0 / (impact.n - beta));
        // Twice: the approach slows down by a little on the way.
        2.0 * (C * delta.powf(beta + 1.0) / (beta + 1.0)
            + impact.K * delta.powf(impact.n + 1.0) / ((impact.n + 1.0) * impact.v))
    }
}
