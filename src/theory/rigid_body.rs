//! Observables of two rigid bodies after a tangential impulse.

use super::normal_impulse::NormalImpulse;
use super::oblique::ObliqueCollision;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;

/// What the theories of rigid bodies predict.
pub const OBSERVABLES: &[Observable] = &[
    Observable::Restitution,
    Observable::TangentialRestitution,
    Observable::TangentialRestitutionContact,
    Observable::ReboundAngle,
    Observable::ReboundAngleContact,
    Observable::ReboundSpin,
    Observable::TangentialImpulseRatio,
    Observable::Psi1,
    Observable::Psi2,
];

/// The tangential impulse of an impact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RigidRebound {
    /// On body 1 against `t`, N s
    pub impulse: f64,
    pub uncertainty: f64,
    pub friction: f64,
}

/// The observables of an impact, from its impulses.
///
/// The contact of a pair turns by `phi <= v_t t_c/(R_1+R_2)` meanwhile, and each velocity with it; arms that are not the
/// nominal radii change torque and slip by `delta_max/r` at most. Both are uncertainties here.
pub fn values(
    bodies: &ObliqueCollision,
    normal: &NormalImpulse,
    rebound: &RigidRebound,
) -> Vec<(Observable, Estimate)> {
    let ObliqueCollision { m_star, v_n, v_t, v_s, spin, spin_per_impulse, slip_per_impulse, distance, .. } = *bodies;
    let e = normal.restitution;
    let J = rebound.impulse;
    let turned = if distance.is_infinite() { 0.0 } else { (v_t.abs() + J.abs() / m_star) * normal.duration / distance };
    let speeds = (1.0 + e.value) * v_n + v_t.abs() + J.abs() / m_star;
    let off_turning = 2.0 * turned * speeds;
    let off_arm = if bodies.nominal { 0.0 } else { normal.max_overlap };
    let off = rebound.uncertainty;

    let v_t_after = v_t - J / m_star;
    let v_t_off = off / m_star + off_turning + 16.0 * f64::EPSILON * speeds;
    let v_s_after = v_s - J * slip_per_impulse;
    let arm = off_arm * spin_per_impulse[0].max(spin_per_impulse[1]) * J.abs();
    let spin_swing = spin[0].abs().max(spin[1].abs()) * off_arm;
    let v_s_off = off * slip_per_impulse + off_turning + arm + spin_swing + 16.0 * f64::EPSILON * (v_s.abs() + speeds);
    let spun = spin[0] + spin_per_impulse[0] * J;
    // Arm over radius is `off_arm` times the curvature, at most `off_arm m r/I` up to the inertia factor, below 1.
    let spun_off = spin_per_impulse[0] * off
        + if off_arm > 0.0 { spin_per_impulse[0] * J.abs() * off_arm * spin_per_impulse[0] * m_star } else { 0.0 }
        + spin_per_impulse[0] * m_star * off_turning
        + 16.0 * f64::EPSILON * (spun.abs() + spin[0].abs());

    let mut list = vec![(Observable::Restitution, Estimate::new(e.value, e.uncertainty + 2.0 * turned * turned))];
    let mut put = |observable, value: f64, uncertainty: f64| list.push((observable, Estimate::new(value, uncertainty)));
    if v_t != 0.0 {
        put(Observable::TangentialRestitution, v_t_after / v_t, v_t_off / v_t.abs());
    }
    if v_s != 0.0 {
        put(Observable::TangentialRestitutionContact, -v_s_after / v_s, v_s_off / v_s.abs());
    }
    let v_n_after = e.value * v_n;
    let angle = |v: f64, off: f64| {
        let tangent = v / v_n_after;
        (tangent.atan(), (off + tangent.abs() * e.uncertainty * v_n) / v_n_after / (1.0 + tangent * tangent))
    };
    let (centre, off_centre) = angle(v_t_after, v_t_off);
    put(Observable::ReboundAngle, centre, off_centre + 4.0 * f64::EPSILON + turned);
    let (contact, off_contact) = angle(v_s_after, v_s_off);
    put(Observable::ReboundAngleContact, contact, off_contact + 4.0 * f64::EPSILON + turned);
    put(Observable::ReboundSpin, spun, spun_off);
    let ratio = J / normal.impulse.value;
    let ratio_off = (off + ratio.abs() * normal.impulse.uncertainty) / normal.impulse.value;
    put(Observable::TangentialImpulseRatio, ratio, ratio_off + 2.0 * turned + 16.0 * f64::EPSILON * ratio.abs());
    if let (Some(stiffness_ratio), true) = (bodies.stiffness_ratio(), rebound.friction > 0.0) {
        let psi = stiffness_ratio / (rebound.friction * v_n);
        put(Observable::Psi1, psi * v_s, 16.0 * f64::EPSILON * (psi * v_s).abs());
        put(Observable::Psi2, psi * v_s_after, psi * v_s_off + 16.0 * f64::EPSILON * (psi * v_s_after).abs());
    }
    list
}
