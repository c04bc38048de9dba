//! Mistakes in how a production code steps, and in what it reports.

use super::readings::scale;
use super::{BrokenScheme, Hook, Mutant};
use crate::observe::Observable;
use crate::solve::schemes::{
    ForwardEuler, Leapfrog, PositionVerlet, Scheme, State, Touch, VelocityVerlet, VelocityVerletImplicit,
};

const HERTZ: &str = "steppers/hertz";
const CLAMPED: &str = "steppers/tsuji-never-pulls";
const SLIP: &str = "an easily made mistake";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        HERTZ,
        "euler-for-verlet",
        Hook::Step(&BrokenScheme {
            of: &VelocityVerlet,
            step: |touch, state, dt| Scheme::step(&ForwardEuler, touch, state, dt),
        }),
    )
    .breaks("forward Euler under the name of velocity Verlet")
    .seen("Kratos Forward_Euler gains 77 % of the energy at twenty steps a contact"),
    Mutant::new(HERTZ, "stale-force", Hook::Step(&BrokenScheme { of: &VelocityVerlet, step: stale_force }))
        .breaks("velocity Verlet with the force of the step before in its second half kick")
        .seen("a force loop that runs after the integrator"),
    Mutant::new(HERTZ, "half-kick-lost", Hook::Step(&BrokenScheme { of: &VelocityVerlet, step: half_kick }))
        .breaks("velocity Verlet without its second half kick")
        .seen(SLIP),
    Mutant::new(HERTZ, "time-step-twice", Hook::Step(&BrokenScheme { of: &VelocityVerlet, step: twice_the_step }))
        .breaks("twice the requested time step")
        .seen("a factor of two between a step and a half step"),
    Mutant::new(HERTZ, "late-contact", Hook::Step(&BrokenScheme { of: &Leapfrog, step: late_contact }))
        .breaks("a contact that is seen one step after the bodies touch")
        .seen("a neighbour list built after the force loop"),
    Mutant::new(
        "steppers/viscoelastic-never-pulls",
        "lagged-for-implicit",
        Hook::Step(&BrokenScheme {
            of: &VelocityVerletImplicit,
            step: |touch, state, dt| Scheme::step(&VelocityVerlet, touch, state, dt),
        }),
    )
    .breaks("the dashpot half a step late where it should be solved with the velocity")
    .seen("what most production codes do"),
    Mutant::new(
        HERTZ,
        "force-at-start-of-step",
        Hook::Step(&BrokenScheme { of: &PositionVerlet, step: force_at_start }),
    )
    .breaks("position Verlet with the force of the start of the step")
    .seen(SLIP),
    Mutant::new(HERTZ, "numerical-damping", Hook::Step(&BrokenScheme { of: &Leapfrog, step: numerical_damping }))
        .breaks("an unrequested numerical damping of 1e-4 of the velocity per step")
        .seen("YADE's NewtonIntegrator damping and Woo's Leapfrog.damping, 0.2 by default"),
    Mutant::new(
        HERTZ,
        "counted-for-interpolated-duration",
        Hook::Stepped(|_, readings| {
            let counted = readings.iter().find(|(o, _)| *o == Observable::DurationCounted).map(|(_, e)| e.value);
            if let Some(counted) = counted {
                scale(readings, Observable::DurationToZeroOverlap, |_| counted);
            }
        }),
    )
    .breaks("the interpolated duration taken from whole steps")
    .seen("durations from a count of steps"),
    Mutant::new(
        HERTZ,
        "overlap-of-a-coarse-dump",
        Hook::Stepped(|_, r| scale(r, Observable::MaxOverlap, |x| x * 0.999)),
    )
    .breaks("the largest overlap of a production code too small by 0.1 %")
    .seen("an overlap taken from a coarse dump"),
    Mutant::new(
        CLAMPED,
        "stepped-restitution-of-energy",
        Hook::Stepped(|_, r| scale(r, Observable::Restitution, |e| e * e)),
    )
    .breaks("the ratio of energies instead of the restitution of a production code")
    .seen("restitution of energy and of speeds share a name"),
];

/// The force that was there before the drift, in both half kicks.
fn stale_force(touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
    let half = state.speed - state.memory[0] * 0.5 * dt;
    state.overlap += half * dt;
    let push = touch.push(state.overlap, half);
    state.speed = half - state.memory[0] * 0.5 * dt;
    state.memory[0] = push;
}

fn half_kick(touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
    let half = state.speed - state.memory[0] * 0.5 * dt;
    state.overlap += half * dt;
    let push = touch.push(state.overlap, half);
    state.speed = half;
    state.memory[0] = push;
}

fn twice_the_step(touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
    Scheme::step(&VelocityVerlet, touch, state, 2.0 * dt);
}

/// The force acts from the second step in contact on.
fn late_contact(touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
    let before = state.memory[0];
    if state.overlap <= 0.0 && state.overlap + before * dt > 0.0 {
        state.overlap += before * dt;
        // Told of no overlap, the contact keeps its books.
        let _ = touch.push(-state.overlap, before);
    } else {
        Scheme::step(&Leapfrog, touch, state, dt);
    }
}

/// The force at the start of the step, with the whole step's kick.
fn force_at_start(touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
    let push = touch.push(state.overlap, state.speed);
    let before = state.speed;
    state.speed -= push * dt;
    state.overlap += 0.5 * (before + state.speed) * dt;
}

fn numerical_damping(touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
    Scheme::step(&Leapfrog, touch, state, dt);
    if state.overlap > 0.0 {
        state.memory[0] *= 1.0 - 1e-4;
    }
}
