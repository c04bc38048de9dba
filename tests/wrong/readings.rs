//! Mistakes in what is read off a collision, and in how a production code steps.

use std::f64::consts::SQRT_2;

use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::Observable::{
    ContactRadius, DurationCounted, DurationToZeroOverlap, MaxOverlap, PeakPressure, Restitution, RestitutionRequested,
};
use collisionbench::collide::schemes::{
    ForwardEuler, Leapfrog, Part, PositionVerlet, Scheme, State, Touch, VelocityVerlet, VelocityVerletImplicit,
};
use collisionbench::law::Card;

use super::Made::{Course, Reading, Step, Stepped};
use super::{Mistake, mistakes, read, scale};

const GLASS: &str = "normal/elastic/glass-head-on";
const TSUJI: &str = "normal/damped/tsuji-restitution";
const HERTZ: &str = "steppers/hertz";

pub const MISTAKES: &[Mistake] = mistakes! {
    "restitution-of-energy", TSUJI, "the ratio of energies for the ratio of speeds",
        Course(|s, t| t.end.iter_mut().for_each(|end| end.speed.value *= (end.speed.value / s.speed).abs()));
    "restitution-of-energy-lost", TSUJI, "the root of the energy lost for that of the energy left (Woo's page, W5: 0.9 gives 0.436)",
        Reading(|r| scale(r, Restitution, |e| ((1.0 - e) * (1.0 + e)).max(0.0).sqrt()));
    "restitution-inverted", TSUJI, "speed before over speed after (Woo's page, W4)",
        Reading(|r| scale(r, Restitution, |e| if e == 0.0 { 0.0 } else { 1.0 / e }));
    "restitution-as-requested", "dialects/woo/restitution-as-documented", "the requested restitution reported as the achieved one",
        Reading(|r| if let Some(asked) = read(r, RestitutionRequested) { scale(r, Restitution, |_| asked) });
    "force-at-largest-overlap", TSUJI, "the largest force taken at the largest overlap",
        Course(|_, t| t.max_force = t.turning);
    "elastic-force-for-total", TSUJI, "the elastic part of the largest force",
        Course(|_, t| t.max_force.iter_mut().for_each(|peak| peak.force = peak.force_elastic));
    "overlap-of-one-body", GLASS, "half the overlap: the indentation of one of two equal bodies",
        Reading(|r| scale(r, MaxOverlap, |x| 0.5 * x));
    "geometric-contact-radius", GLASS, "a^2 = 2 R* delta of two intersecting spheres for Hertz's R* delta (Woo's page, W9)",
        Reading(|r| scale(r, ContactRadius, |x| x * SQRT_2));
    "mean-for-peak-pressure", GLASS, "the mean pressure, 2/3 of the largest",
        Reading(|r| scale(r, PeakPressure, |x| x * 2.0 / 3.0));
    "duration-of-compression", TSUJI, "twice the time to the largest overlap for the duration",
        Course(|_, t| if let (Some(turning), Some(end)) = (t.turning, &mut t.end) { end.time.value = 2.0 * turning.time.value });
    "work-of-dashpot-sign", TSUJI, "the work of the dashpot with the wrong sign (PFC's page, P4)",
        Course(|_, t| t.energy_dashpot.value *= -1.0);
    "strain-energy-forgotten", TSUJI, "the elastic energy that is deleted with the contact left out of the ledger",
        Course(|_, t| t.energy_strain = Estimate::new(0.0, 0.0));
    "impulse-of-compression", GLASS, "half the impulse: that of compression",
        Course(|_, t| t.impulse.value *= 0.5);
    "curve-clock", "normal/elastic/al-alloy-on-rigid-wall", "the times of the force curve off by 1 %",
        Course(|_, t| t.samples.iter_mut().for_each(|sample| sample.time *= 1.01));

    "euler-for-verlet", HERTZ, "forward Euler under the name of velocity Verlet (Kratos Forward_Euler gains 77 % of the energy)",
        Step(&WrongStep { of: &VelocityVerlet, step: |touch, state, dt| Scheme::step(&ForwardEuler, touch, state, dt) });
    "stale-force", HERTZ, "velocity Verlet with the force of the step before in its second half kick",
        Step(&WrongStep { of: &VelocityVerlet, step: |touch, state, dt| {
            let half = state.speed - state.memory[0] * 0.5 * dt;
            state.overlap += half * dt;
            state.speed = half - state.memory[0] * 0.5 * dt;
            state.memory[0] = touch.push(state.overlap, half);
        } });
    "half-kick-lost", HERTZ, "velocity Verlet without its second half kick",
        Step(&WrongStep { of: &VelocityVerlet, step: |touch, state, dt| {
            state.speed -= state.memory[0] * 0.5 * dt;
            state.overlap += state.speed * dt;
            state.memory[0] = touch.push(state.overlap, state.speed);
        } });
    "time-step-twice", HERTZ, "twice the requested time step",
        Step(&WrongStep { of: &VelocityVerlet, step: |touch, state, dt| Scheme::step(&VelocityVerlet, touch, state, 2.0 * dt) });
    "late-contact", HERTZ, "a contact that is seen one step after the bodies touch: neighbours listed after the force loop",
        Step(&WrongStep { of: &Leapfrog, step: |touch, state, dt| {
            let before = state.memory[1];
            if state.overlap <= 0.0 && state.overlap + before * dt > 0.0 {
                state.overlap += before * dt;
                // Told of no overlap, the contact keeps its books.
                let _ = touch.push(-state.overlap, before);
            } else {
                Scheme::step(&Leapfrog, touch, state, dt);
            }
        } });
    "lagged-for-implicit", "steppers/viscoelastic-never-pulls", "the dashpot half a step late where it should be solved with the velocity",
        Step(&WrongStep { of: &VelocityVerletImplicit, step: |touch, state, dt| Scheme::step(&VelocityVerlet, touch, state, dt) });
    "force-at-start-of-step", HERTZ, "position Verlet with the force of the start of the step",
        Step(&WrongStep { of: &PositionVerlet, step: |touch, state, dt| {
            let (push, before) = (touch.push(state.overlap, state.speed), state.speed);
            state.speed -= push * dt;
            state.overlap += 0.5 * (before + state.speed) * dt;
        } });
    "numerical-damping", HERTZ, "an unrequested damping of 1e-4 of the velocity a step (YADE, Woo: 0.2 by default)",
        Step(&WrongStep { of: &Leapfrog, step: |touch, state, dt| {
            Scheme::step(&Leapfrog, touch, state, dt);
            state.memory[1] *= if state.overlap > 0.0 { 1.0 - 1e-4 } else { 1.0 };
        } });
    "counted-for-interpolated-duration", HERTZ, "the interpolated duration taken from whole steps",
        Stepped(|r| if let Some(counted) = read(r, DurationCounted) { scale(r, DurationToZeroOverlap, |_| counted) });
    "overlap-of-a-coarse-dump", HERTZ, "the largest overlap of a production code too small by 0.1 %",
        Stepped(|r| scale(r, MaxOverlap, |x| x * 0.999));
    "stepped-restitution-of-energy", "steppers/tsuji-never-pulls", "the ratio of energies for the restitution of a production code",
        Stepped(|r| scale(r, Restitution, |e| e * e));
};

/// A scheme that answers to the name of a true one and steps wrongly.
pub struct WrongStep {
    pub of: &'static dyn Scheme,
    pub step: fn(&mut Touch<f64>, &mut State<f64>, f64),
}

impl Scheme for WrongStep {
    fn card(&self) -> &'static Card {
        self.of.card()
    }

    fn parts(&self) -> &'static [Part] {
        self.of.parts()
    }

    fn start(&self, state: &mut State<f64>, dt: f64) {
        self.of.start(state, dt);
    }

    fn step(&self, touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
        (self.step)(touch, state, dt);
    }
}
