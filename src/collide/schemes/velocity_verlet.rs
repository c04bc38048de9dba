//! Velocity Verlet with the half-step velocity in the damping force.

use super::{Kernel, Lane, Part, State, Touch};
use crate::law::Card;

/// `v' = v - p dt/2; delta += dt v'; p = F(delta, v')/m*; v = v' - p dt/2`.
///
/// The dashpot uses a velocity that lags by half a step: order 2 without damping, 1 with it.
/// Swope et al. 1982; Plimpton 1995.
#[derive(Debug, Clone, Copy)]
pub struct VelocityVerlet;

impl Kernel for VelocityVerlet {
    const CARD: Card = Card {
        name: "velocity-verlet",
        title: "Velocity Verlet with the half-step velocity in the damping force",
        formula: "v_half    = v_n - F_n/m* dt/2\n\
                  delta_n+1 = delta_n + dt v_half\n\
                  F_n+1     = F(delta_n+1, v_half)\n\
                  v_n+1     = v_half - F_n+1/m* dt/2",
        symbols: &[("delta", "overlap", "m"), ("v", "rate of approach", "m/s"), ("m*", "effective mass", "kg")],
        holds: "worst case over the onset phases: without damping order 1 + n in e for a force delta^n (2 with a linear spring, 5/2 with Hertz) and 2 in duration, overlap and energy; with damping order 1 in all of them, because the damping force lags by half a step",
        source: "Swope et al. 1982, J. Chem. Phys. 76, 637",
        known_as: &[("LAMMPS", "fix nve/sphere"), ("LIGGGHTS", "fix nve/sphere"), ("MercuryDPM", "velocity Verlet")],
    };
    const PARTS: &'static [Part] = &[Part::Kick(0.5), Part::Drift(1.0), Part::Force, Part::Kick(0.5)];

    #[inline(always)]
    fn step<T: Lane>(touch: &mut Touch<T>, state: &mut State<T>, dt: T) {
        let half_dt = dt * T::all(0.5);
        let half = state.speed - state.memory[0] * half_dt;
        state.overlap = state.overlap + half * dt;
        let push = touch.push(state.overlap, half);
        state.speed = half - push * half_dt;
        state.memory[0] = push;
    }
}
