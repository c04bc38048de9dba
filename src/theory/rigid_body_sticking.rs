//! Rigid bodies that stick at the end of the impact.

use super::Oracle;
use super::normal_impulse::NormalImpulse;
use super::oblique::ObliqueCollision;
use super::rigid_body::{OBSERVABLES, RigidRebound, values};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::Card;
use crate::law::scene::Scene;
use crate::law::tangential::Tangential;

/// Friction takes all the slip and gives none back.
pub static RIGID_BODY_STICKING: Oracle = Oracle::of_impacts(
    Card {
        name: "rigid-body-sticking",
        title: "Rigid bodies that stick before they separate",
        formula: "v_s' = 0:  P_t = m_t v_s,  1/m_t = 1/m* + r_1^2/I_1 + r_2^2/I_2\n\
                  a solid sphere on a wall without spin: e_t = 5/7,  r omega' = v_t'",
        symbols: &[
            ("P_t", "tangential impulse", "N s"),
            ("v_s", "slip of the contact point", "m/s"),
            ("m_t", "tangential mass", "kg"),
        ],
        holds: "exact for `coulomb` where mu P_n >= m_t v_s, and for every law where nothing slides at first touch and the arms are the nominal radii; real and elastic contacts recover some slip",
        source: "Routh 1905, Dynamics of a System of Rigid Bodies, part 1; Walton 1993, in Particulate Two-Phase Flow",
        known_as: &[],
    },
    OBSERVABLES,
    |scene| predict(scene).into(),
);

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential force")?;
    let mu = friction.tangential.friction();
    let bodies = ObliqueCollision::of(scene)?;
    let normal = NormalImpulse::of(scene, friction.limit)?;
    let needed = bodies.v_s / bodies.slip_per_impulse;
    let at_rest = bodies.v_s.abs() <= 8.0 * f64::EPSILON * bodies.v_t.abs().max(bodies.v_s.abs());
    if at_rest && bodies.nominal {
        return Ok(values(&bodies, &normal, &RigidRebound { impulse: 0.0, uncertainty: 0.0, friction: mu }));
    }
    if !matches!(friction.tangential, Tangential::Coulomb(_)) {
        let name = friction.tangential.card().name;
        return Err(format!("`{name}` returns stored elastic energy"));
    }
    if needed.abs() > mu * normal.bounding.value {
        return Err("friction does not stop the sliding before the contact ends".into());
    }
    let uncertainty = 16.0 * f64::EPSILON * needed.abs();
    Ok(values(&bodies, &normal, &RigidRebound { impulse: needed, uncertainty, friction: mu }))
}
