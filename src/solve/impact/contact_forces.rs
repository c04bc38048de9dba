//! Forces and accelerations of a contact in one state.

use super::contact_state::Tangent;

/// Forces and accelerations in one state, without units.
#[derive(Debug, Clone, Copy)]
pub struct ContactForces<const D: usize> {
    pub xi: f64,
    /// Normal force, its elastic part and that of the dashpot.
    pub normal: f64,
    pub elastic: f64,
    pub drag: f64,
    /// Coulomb's limit.
    pub limit: f64,
    pub slip: Tangent<D>,
    /// Tangential force, the part the spring carries, and that of the dashpot.
    pub force: Tangent<D>,
    pub spring: Tangent<D>,
    pub dashpot: Tangent<D>,
    /// Spin of the axes about the normal, and the inverse distance of the centres.
    pub twist: f64,
    pub near: f64,
    /// Accelerations of the approach, of the tangential velocity, of the spins, of the slip.
    pub approach: f64,
    pub along: Tangent<D>,
    pub spins: [Tangent<D>; 2],
    pub slips: Tangent<D>,
    pub rolling: RollingTorques<D>,
    pub torque_arms: [f64; 2],
}

/// Torques of the rolling resistance in one state, over `F r_i`.
#[derive(Debug, Clone, Copy)]
pub struct RollingTorques<const D: usize> {
    /// On each body.
    pub torque: [Tangent<D>; 2],
    /// For each slider: the torque required for sticking, the spin that it resists, and its limit.
    pub required: [Tangent<D>; 2],
    pub rolls: [Tangent<D>; 2],
    pub limit: f64,
    /// Rates of the spins: `o_i' = fixed_i + per_force_i T`, with the tangential force `T`.
    pub fixed: [Tangent<D>; 2],
    pub per_force: [f64; 2],
}

impl<const D: usize> RollingTorques<D> {
    /// No torques: for bodies that do not turn.
    pub fn none() -> Self {
        let zero = [Tangent::from([0.0; D]); 2];
        Self { torque: zero, required: zero, rolls: zero, limit: 0.0, fixed: zero, per_force: [0.0; 2] }
    }
}
