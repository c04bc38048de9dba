//! Schemes with one mistake each, as they have been made: every one must be caught by the table.

use collisionbench::collide::schemes::{Kernel, Lane, Scheme, State, Touch};
use collisionbench::law::Card;

use crate::stepper::table::Kind;

/// Makes a scheme of one step.
macro_rules! twin {
    ($(#[doc = $what:literal] $Twin:ident($touch:ident, $state:ident, $dt:ident) $(starts $start:block)? $step:block)*) => {
        $(
            #[doc = $what]
            struct $Twin;

            impl Kernel for $Twin {
                const CARD: Card = Card {
                    name: stringify!($Twin), title: $what, formula: "", symbols: &[], holds: "", source: "", known_as: &[],
                };

                #[allow(unused_variables)]
                fn start<T: Lane>($state: &mut State<T>, $dt: T) { $($start)? }

                fn step<T: Lane>($touch: &mut Touch<T>, $state: &mut State<T>, $dt: T) $step
            }
        )*
    };
}

fn half<T: Lane>(dt: T) -> T {
    dt * T::all(0.5)
}

twin! {
    /// the half-step velocity is forgotten: the drift takes the whole-step one
    HalfStepForgotten(touch, state, dt) {
        let middle = state.speed - state.memory[0] * half(dt);
        state.overlap = state.overlap + state.speed * dt;
        let push = touch.push(state.overlap, middle);
        state.speed = middle - push * half(dt);
        state.memory[0] = push;
    }

    /// the force is taken before the position moves
    ForceBeforePosition(touch, state, dt) {
        let middle = state.speed - state.memory[0] * half(dt);
        let push = touch.push(state.overlap, middle);
        state.overlap = state.overlap + middle * dt;
        state.speed = middle - push * half(dt);
        state.memory[0] = push;
    }

    /// damping from the wrong half step, one step too old
    OlderHalfStep(touch, state, dt) starts { state.memory[1] = state.speed; } {
        let middle = state.speed - state.memory[0] * half(dt);
        state.overlap = state.overlap + middle * dt;
        let push = touch.push(state.overlap, state.memory[1]);
        state.speed = middle - push * half(dt);
        state.memory[0] = push;
        state.memory[1] = middle;
    }

    /// the damping is solved over a whole step where half a kick is left
    ImplicitOverWholeStep(touch, state, dt) {
        let middle = state.speed - state.memory[0] * half(dt);
        state.overlap = state.overlap + middle * dt;
        let push = touch.push_implicit(state.overlap, middle, dt);
        state.speed = middle - push * half(dt);
        state.memory[0] = push;
    }

    /// said to be implicit, but the damping lags
    ImplicitThatLags(touch, state, dt) {
        let middle = state.speed - state.memory[0] * half(dt);
        state.overlap = state.overlap + middle * dt;
        let push = touch.push(state.overlap, middle);
        state.speed = middle - push * half(dt);
        state.memory[0] = push;
    }

    /// the second half kick uses the old force
    OldForceTwice(touch, state, dt) {
        let middle = state.speed - state.memory[0] * half(dt);
        state.overlap = state.overlap + middle * dt;
        let push = touch.push(state.overlap, middle);
        state.speed = middle - state.memory[0] * half(dt);
        state.memory[0] = push;
    }

    /// leapfrog whose reported velocity is half a step behind
    HalfAStepBehind(touch, state, dt) starts { state.memory[0] = state.speed; } {
        let before = state.memory[0];
        state.overlap = state.overlap + before * dt;
        state.memory[0] = before - touch.push(state.overlap, before) * dt;
        state.speed = before;
    }

    /// leapfrog started with the kick first: half a step of force is missing, the drift takes the old velocity
    DriftWithOldVelocity(touch, state, dt) {
        let push = touch.push(state.overlap, state.speed);
        let old = state.speed;
        state.speed = state.speed - push * dt;
        state.overlap = state.overlap + (old + state.speed) * half(dt);
    }

    /// the position misses the quarter of the acceleration term
    QuarterLost(touch, state, dt) {
        let middle = state.speed - state.memory[0] * half(dt);
        state.overlap = state.overlap + (state.speed - state.memory[0] * (half(dt) * T::all(0.5))) * dt;
        let push = touch.push(state.overlap, middle);
        state.speed = middle - push * half(dt);
        state.memory[0] = push;
    }

    /// the dashpot sees the velocity a step extrapolates to: right for lagged damping it is not
    DampingExtrapolated(touch, state, dt) {
        let middle = state.speed - state.memory[0] * half(dt);
        state.overlap = state.overlap + middle * dt;
        let push = touch.push(state.overlap, middle - state.memory[0] * half(dt));
        state.speed = middle - push * half(dt);
        state.memory[0] = push;
    }
}

/// What is wrong with each, itself, and what it claims to be.
pub fn all() -> Vec<(&'static dyn Scheme, Kind)> {
    vec![
        (&HalfStepForgotten, Kind::Lagged),
        (&ForceBeforePosition, Kind::Lagged),
        (&OlderHalfStep, Kind::Lagged),
        (&ImplicitOverWholeStep, Kind::Implicit),
        (&ImplicitThatLags, Kind::Implicit),
        (&OldForceTwice, Kind::Lagged),
        (&HalfAStepBehind, Kind::Lagged),
        (&DriftWithOldVelocity, Kind::Lagged),
        (&QuarterLost, Kind::Lagged),
        (&DampingExtrapolated, Kind::Lagged),
    ]
}
