//! Leapfrog, also called symplectic Euler: velocities are known half a step away from positions.

use super::{Kernel, Lane, Part, State, Touch};
use crate::law::Card;

/// `v_n+1/2 = v_n-1/2 - F(delta_n, v_n-1/2)/m* dt; delta_n+1 = delta_n + dt v_n+1/2`.
///
/// The step starts after a kick, so that it is drift, force, kick; the velocity at a full step is the mean of the two
/// half-step ones. The collision is that of [`VelocityVerlet`](super::VelocityVerlet) to rounding.
/// Hockney & Eastwood 1981; YADE's NewtonIntegrator and Woo's Leapfrog.
#[derive(Debug, Clone, Copy)]
pub struct Leapfrog;

impl Kernel for Leapfrog {
    const CARD: Card = Card {
        name: "leapfrog",
        title: "Leapfrog, also called symplectic Euler",
        formula: "F_n          = F(delta_n, v_n-1/2)\n\
                  v_n+1/2      = v_n-1/2 - F_n/m* dt\n\
                  delta_n+1    = delta_n + dt v_n+1/2\n\
                  v_n          = v_n-1/2 - F_n/m* dt/2      as reported",
        symbols: &[("delta", "overlap", "m"), ("v", "rate of approach", "m/s"), ("m*", "effective mass", "kg")],
        holds: "same collision as velocity-verlet, to rounding error, and same orders",
        source: "Hockney & Eastwood 1981, Computer Simulation Using Particles",
        known_as: &[
            ("YADE", "NewtonIntegrator"),
            ("Woo", "Leapfrog"),
            ("PFC", "cycle"),
            ("Kratos", "Symplectic_Euler"),
        ],
    };
    const PARTS: &'static [Part] = &[Part::Drift(1.0), Part::Force, Part::Kick(1.0)];

    #[inline(always)]
    fn start<T: Lane>(state: &mut State<T>, _: T) {
        state.memory[0] = state.speed;
    }

    #[inline(always)]
    fn step<T: Lane>(touch: &mut Touch<T>, state: &mut State<T>, dt: T) {
        let before = state.memory[0];
        state.overlap = state.overlap + before * dt;
        let push = touch.push(state.overlap, before);
        state.memory[0] = before - push * dt;
        state.speed = before - push * (dt * T::all(0.5));
    }
}
