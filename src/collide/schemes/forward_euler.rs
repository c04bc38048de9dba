//! Forward Euler: the negative control.

use super::{Kernel, Lane, Part, State, Touch};
use crate::law::Card;

/// `delta += dt v_n; v -= F(delta_n, v_n)/m* dt`.
///
/// Order 1, and it creates spurious energy: a bench that passes this scheme has an error.
#[derive(Debug, Clone, Copy)]
pub struct ForwardEuler;

impl Kernel for ForwardEuler {
    const CARD: Card = Card {
        name: "forward-euler",
        title: "Forward Euler: the negative control",
        formula: "delta_n+1 = delta_n + dt v_n\n\
                  v_n+1     = v_n - F(delta_n, v_n)/m* dt",
        symbols: &[("delta", "overlap", "m"), ("v", "rate of approach", "m/s"), ("m*", "effective mass", "kg")],
        holds: "order 1; gains energy in every collision",
        source: "Hairer, Norsett & Wanner 1993, Solving Ordinary Differential Equations I",
        known_as: &[("Kratos", "Forward_Euler")],
    };
    const FORCE_AT: f64 = 0.0;
    const PARTS: &'static [Part] = &[Part::Force, Part::Drift(1.0), Part::Kick(1.0)];

    #[inline(always)]
    fn step<T: Lane>(touch: &mut Touch<T>, state: &mut State<T>, dt: T) {
        let push = touch.push(state.overlap, state.speed);
        state.overlap = state.overlap + state.speed * dt;
        state.speed = state.speed - push * dt;
    }
}
