//! Position Verlet: half a drift, a whole kick, half a drift.

use super::{Kernel, Lane, Part, State, Touch};
use crate::law::Card;

/// `delta' = delta + v dt/2; v -= F(delta', v)/m* dt; delta = delta' + v dt/2`.
///
/// The dashpot uses the velocity before the kick: order 2 without damping, 1 with it. Tuckerman, Berne & Martyna 1992.
#[derive(Debug, Clone, Copy)]
pub struct PositionVerlet;

impl Kernel for PositionVerlet {
    const CARD: Card = Card {
        name: "position-verlet",
        title: "Position Verlet: half drift, full kick, half drift",
        formula: "delta_half = delta_n + v_n dt/2\n\
                  v_n+1      = v_n - F(delta_half, v_n)/m* dt\n\
                  delta_n+1  = delta_half + v_n+1 dt/2",
        symbols: &[("delta", "overlap", "m"), ("v", "rate of approach", "m/s"), ("m*", "effective mass", "kg")],
        holds: "same orders as velocity-verlet; overlaps are sampled half a step away from those at which the force is evaluated",
        source: "Tuckerman, Berne & Martyna 1992, J. Chem. Phys. 97, 1990",
        known_as: &[],
    };
    const FORCE_AT: f64 = 0.5;
    const PARTS: &'static [Part] = &[Part::Drift(0.5), Part::Force, Part::Kick(1.0), Part::Drift(0.5)];

    #[inline(always)]
    fn step<T: Lane>(touch: &mut Touch<T>, state: &mut State<T>, dt: T) {
        let half_dt = dt * T::all(0.5);
        let overlap = state.overlap + state.speed * half_dt;
        state.speed = state.speed - touch.push(overlap, state.speed) * dt;
        state.overlap = overlap + state.speed * half_dt;
    }
}
