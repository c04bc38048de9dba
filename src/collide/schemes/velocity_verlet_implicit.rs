//! Velocity Verlet with the damping force taken at the end of the step.

use super::{Kernel, Lane, Part, State, Touch};
use crate::law::Card;

/// Velocity Verlet with `F_n+1 = F(delta_n+1, v_n+1)`, solved for `v_n+1`; the dashpot is linear in it.
///
/// The remaining error is that of a force switched on inside a step: order `1 + beta` for a dashpot `delta^beta v`.
#[derive(Debug, Clone, Copy)]
pub struct VelocityVerletImplicit;

impl Kernel for VelocityVerletImplicit {
    const CARD: Card = Card {
        name: "velocity-verlet-implicit",
        title: "Velocity Verlet with the damping force taken at the end of the step",
        formula: "v_half    = v_n - F_n/m* dt/2\n\
                  delta_n+1 = delta_n + dt v_half\n\
                  F_n+1     = (K delta_n+1^alpha + C delta_n+1^beta v_half) / (1 + C delta_n+1^beta dt/(2 m*))\n\
                  v_n+1     = v_half - F_n+1/m* dt/2",
        symbols: &[("delta", "overlap", "m"), ("v", "rate of approach", "m/s"), ("m*", "effective mass", "kg")],
        holds: "worst over onset phases: order 1 + beta in e for a dashpot delta^beta v (5/4 Tsuji, 3/2 Kuwabara-Kono, 1 where the force jumps), 1 + n for a force delta^n without damping",
        source: "Swope et al. 1982, J. Chem. Phys. 76, 637, with the force at n+1 solved for",
        known_as: &[],
    };
    const PARTS: &'static [Part] = &[Part::Kick(0.5), Part::Drift(1.0), Part::ImplicitForce(0.5), Part::Kick(0.5)];

    #[inline(always)]
    fn step<T: Lane>(touch: &mut Touch<T>, state: &mut State<T>, dt: T) {
        let half_dt = dt * T::all(0.5);
        let half = state.speed - state.memory[0] * half_dt;
        state.overlap = state.overlap + half * dt;
        let push = touch.push_implicit(state.overlap, half, half_dt);
        state.speed = half - push * half_dt;
        state.memory[0] = push;
    }
}
