//! Schemes with one mistake each, as they have been made: every one must be caught by the table.

use collisionbench::collide::schemes::Part::{self, Drift, Force, ImplicitForce, Kick, Report};
use collisionbench::collide::schemes::{Row, Scheme, State, Touch};
use collisionbench::law::Card;

use crate::stepper::table::Kind;

const fn card(name: &'static str, title: &'static str) -> Card {
    Card { name, title, formula: "", symbols: &[], holds: "", source: "", known_as: &[] }
}

/// Makes rows of the table.
macro_rules! twins {
    ($(#[doc = $what:literal] $Twin:ident = $parts:expr;)*) => {
        $(
            #[doc = $what]
            struct $Twin;

            impl Row for $Twin {
                const CARD: Card = card(stringify!($Twin), $what);
                const PARTS: &'static [Part] = &$parts;
            }
        )*
    };
}

twins! {
    /// the half-step velocity is forgotten: the drift takes the whole-step one
    HalfStepForgotten = [Drift(1.0), Kick(0.5), Force, Kick(0.5)];
    /// the force is taken before the position moves
    ForceBeforePosition = [Kick(0.5), Force, Drift(1.0), Kick(0.5)];
    /// the damping is solved over a whole step where half a kick is left
    ImplicitOverWholeStep = [Kick(0.5), Drift(1.0), ImplicitForce(1.0), Kick(0.5)];
    /// said to be implicit, but the damping lags
    ImplicitThatLags = [Kick(0.5), Drift(1.0), Force, Kick(0.5)];
    /// the second half kick uses the old force
    OldForceTwice = [Kick(0.5), Drift(1.0), Kick(0.5), Force];
    /// leapfrog whose reported velocity is half a step behind
    HalfAStepBehind = [Drift(1.0), Force, Report(0.0), Kick(1.0)];
    /// leapfrog started with the kick first: half a step of force is missing, the drift takes the old velocity
    DriftWithOldVelocity = [Force, Drift(0.5), Kick(1.0), Drift(0.5)];
    /// the position misses the quarter of the acceleration term
    QuarterLost = [Kick(0.25), Drift(1.0), Kick(0.25), Force, Kick(0.5)];
}

/// Velocity Verlet whose dashpot takes another velocity: that needs more than parts.
struct Damped {
    card: &'static Card,
    /// From the half-step velocity, that of the step before, and half a kick by the force so far.
    velocity: fn(f64, f64, f64) -> f64,
}

static OLDER_HALF_STEP: Damped = Damped {
    card: &card("OlderHalfStep", "damping from the wrong half step, one step too old"),
    velocity: |_, older, _| older,
};

static DAMPING_EXTRAPOLATED: Damped = Damped {
    card: &card("DampingExtrapolated", "the dashpot sees the velocity a step extrapolates to, not the lagged one"),
    velocity: |middle, _, kick| middle - kick,
};

impl Scheme for Damped {
    fn card(&self) -> &'static Card {
        self.card
    }

    fn start(&self, state: &mut State<f64>, _: f64) {
        state.memory[1] = state.speed;
    }

    fn step(&self, touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
        let [push, older, ..] = state.memory;
        let kick = push * 0.5 * dt;
        let middle = state.speed - kick;
        state.overlap += middle * dt;
        let push = touch.push(state.overlap, (self.velocity)(middle, older, kick));
        state.speed = middle - push * 0.5 * dt;
        state.memory = [push, middle, 0.0, 0.0];
    }
}

/// What is wrong with each, itself, and what it claims to be.
pub fn all() -> Vec<(&'static dyn Scheme, Kind)> {
    vec![
        (&HalfStepForgotten, Kind::Lagged),
        (&ForceBeforePosition, Kind::Lagged),
        (&OLDER_HALF_STEP, Kind::Lagged),
        (&ImplicitOverWholeStep, Kind::Implicit),
        (&ImplicitThatLags, Kind::Implicit),
        (&OldForceTwice, Kind::Lagged),
        (&HalfAStepBehind, Kind::Lagged),
        (&DriftWithOldVelocity, Kind::Lagged),
        (&QuarterLost, Kind::Lagged),
        (&DAMPING_EXTRAPOLATED, Kind::Lagged),
    ]
}
