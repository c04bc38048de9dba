//! Fixed-step schemes of production codes: a table with one row each.
//!
//! A row is a list of parts, from which all steps follow: that of one head-on collision, of many side by side, and of two
//! bodies that turn and slide ([`stepper`](super::stepper)). A scheme detects contact and release only at its own steps. One
//! that needs more than the last force, such as a multi-step method, implements [`Scheme`] itself, for head-on collisions, and
//! goes through the same tests: `examples/own_stepper.rs`.

mod lane;
pub(in crate::collide) mod march;
pub mod touch;

pub use lane::{Lane, Lanes};
pub use touch::Touch;

use std::marker::PhantomData;

use pulp::{Arch, Simd, WithSimd};

use super::collision::Collision;
use super::stepped::{Encounter, Impact};
use crate::law::Card;
use Part::{Drift, Force, ImplicitForce, Kick, Report};

/// One part of a step, carried out for both bodies, their translation and their rotation.
///
/// Fractions are of the time step. The force is evaluated once per step, with the velocities of that moment, and used
/// for all kicks after it, also those at the start of the next step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Part {
    /// Positions move at the present velocities.
    Drift(f64),
    /// Velocities and spins change by the last evaluated force.
    Kick(f64),
    /// The force is evaluated at the present positions and velocities.
    Force,
    /// The same, with the normal dashpot evaluated at the end of the following kick of this fraction.
    ImplicitForce(f64),
    /// The velocity on the step is that after a kick of this fraction from here, of a head-on collision; without this part
    /// it is the velocity at the end of the step.
    Report(f64),
}

/// A scheme as a row of the table.
pub trait Row: Sync {
    /// Name, formula of one step, who uses it, order.
    const CARD: Card;
    /// One step, of at most six parts.
    const PARTS: &'static [Part];
}

const SYMBOLS: &[(&str, &str, &str)] =
    &[("delta", "overlap", "m"), ("v", "rate of approach", "m/s"), ("m*", "effective mass", "kg")];

/// The dashpot takes a velocity that lags by half a step: order 2 without damping, 1 with it. Plimpton 1995.
#[derive(Debug, Clone, Copy)]
pub struct VelocityVerlet;

impl Row for VelocityVerlet {
    const CARD: Card = Card {
        name: "velocity-verlet",
        title: "Velocity Verlet with the half-step velocity in the damping force",
        formula: "v_half    = v_n - F_n/m* dt/2\n\
                  delta_n+1 = delta_n + dt v_half\n\
                  F_n+1     = F(delta_n+1, v_half)\n\
                  v_n+1     = v_half - F_n+1/m* dt/2",
        symbols: SYMBOLS,
        holds: "worst case over the onset phases: without damping order 1 + n in e for a force delta^n (2 with a linear spring, 5/2 with Hertz) and 2 in duration, overlap and energy; with damping order 1 in all of them, because the damping force lags by half a step",
        source: "Swope et al. 1982, J. Chem. Phys. 76, 637",
        known_as: &[("LAMMPS", "fix nve/sphere"), ("LIGGGHTS", "fix nve/sphere"), ("MercuryDPM", "velocity Verlet")],
    };
    const PARTS: &'static [Part] = &[Kick(0.5), Drift(1.0), Force, Kick(0.5)];
}

/// Velocities are known half a step away from positions. The step starts after a kick; the collision is that of
/// [`VelocityVerlet`] to rounding.
#[derive(Debug, Clone, Copy)]
pub struct Leapfrog;

impl Row for Leapfrog {
    const CARD: Card = Card {
        name: "leapfrog",
        title: "Leapfrog, also called symplectic Euler",
        formula: "F_n          = F(delta_n, v_n-1/2)\n\
                  v_n+1/2      = v_n-1/2 - F_n/m* dt\n\
                  delta_n+1    = delta_n + dt v_n+1/2\n\
                  v_n          = v_n-1/2 - F_n/m* dt/2      as reported",
        symbols: SYMBOLS,
        holds: "same collision as velocity-verlet, to rounding error, and same orders",
        source: "Hockney & Eastwood 1981, Computer Simulation Using Particles",
        known_as: &[
            ("YADE", "NewtonIntegrator"),
            ("Woo", "Leapfrog"),
            ("PFC", "cycle"),
            ("Kratos", "Symplectic_Euler"),
        ],
    };
    const PARTS: &'static [Part] = &[Drift(1.0), Force, Report(0.5), Kick(1.0)];
}

/// Velocity Verlet with `F_n+1 = F(delta_n+1, v_n+1)`; the dashpot is linear in the velocity. The remaining error is that of a
/// force switched on inside a step: order `1 + beta` for a dashpot `delta^beta v`.
#[derive(Debug, Clone, Copy)]
pub struct VelocityVerletImplicit;

impl Row for VelocityVerletImplicit {
    const CARD: Card = Card {
        name: "velocity-verlet-implicit",
        title: "Velocity Verlet with the damping force taken at the end of the step",
        formula: "v_half    = v_n - F_n/m* dt/2\n\
                  delta_n+1 = delta_n + dt v_half\n\
                  F_n+1     = (K delta_n+1^alpha + C delta_n+1^beta v_half) / (1 + C delta_n+1^beta dt/(2 m*))\n\
                  v_n+1     = v_half - F_n+1/m* dt/2",
        symbols: SYMBOLS,
        holds: "worst over onset phases: order 1 + beta in e for a dashpot delta^beta v (5/4 Tsuji, 3/2 Kuwabara-Kono, 1 where the force jumps), 1 + n for a force delta^n without damping",
        source: "Swope et al. 1982, J. Chem. Phys. 76, 637, with the force at n+1 solved for",
        known_as: &[],
    };
    const PARTS: &'static [Part] = &[Kick(0.5), Drift(1.0), ImplicitForce(0.5), Kick(0.5)];
}

/// The dashpot takes the velocity before the kick: order 2 without damping, 1 with it.
#[derive(Debug, Clone, Copy)]
pub struct PositionVerlet;

impl Row for PositionVerlet {
    const CARD: Card = Card {
        name: "position-verlet",
        title: "Position Verlet: half drift, full kick, half drift",
        formula: "delta_half = delta_n + v_n dt/2\n\
                  v_n+1      = v_n - F(delta_half, v_n)/m* dt\n\
                  delta_n+1  = delta_half + v_n+1 dt/2",
        symbols: SYMBOLS,
        holds: "same orders as velocity-verlet; overlaps are sampled half a step away from those at which the force is evaluated",
        source: "Tuckerman, Berne & Martyna 1992, J. Chem. Phys. 97, 1990",
        known_as: &[],
    };
    const PARTS: &'static [Part] = &[Drift(0.5), Force, Kick(1.0), Drift(0.5)];
}

/// Creates spurious energy: a bench that passes this scheme has an error.
#[derive(Debug, Clone, Copy)]
pub struct ForwardEuler;

impl Row for ForwardEuler {
    const CARD: Card = Card {
        name: "forward-euler",
        title: "Forward Euler: the negative control",
        formula: "delta_n+1 = delta_n + dt v_n\n\
                  v_n+1     = v_n - F(delta_n, v_n)/m* dt",
        symbols: SYMBOLS,
        holds: "order 1; gains energy in every collision",
        source: "Hairer, Norsett & Wanner 1993, Solving Ordinary Differential Equations I",
        known_as: &[("Kratos", "Forward_Euler")],
    };
    const PARTS: &'static [Part] = &[Force, Drift(1.0), Kick(1.0)];
}

/// Every scheme, in the order they are shown.
pub const SCHEMES: &[&dyn Scheme] =
    &[&VelocityVerlet, &Leapfrog, &VelocityVerletImplicit, &PositionVerlet, &ForwardEuler];

/// Their names in a case file.
pub fn names() -> Vec<&'static str> {
    SCHEMES.iter().map(|scheme| scheme.name()).collect()
}

/// The scheme of that name.
pub fn find(name: &str) -> Option<&'static dyn Scheme> {
    SCHEMES.iter().copied().find(|scheme| scheme.name() == name)
}

/// The state of a head-on collision between two steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct State<T> {
    /// m; negative before first touch and after the end.
    pub overlap: T,
    /// Rate of approach at the time of `overlap`, m/s.
    pub speed: T,
    /// Values that the scheme carries from step to step: of a row the last force per unit of mass and, if it
    /// [reports](Part::Report) another, the velocity of the motion. Initialised by the scheme's [`start`](Scheme::start).
    pub memory: [T; 4],
}

/// A fixed-step scheme.
pub trait Scheme: Sync {
    /// Name, formula of one step, who uses it, order.
    fn card(&self) -> &'static Card;

    /// The name in a case file.
    fn name(&self) -> &'static str {
        self.card().name
    }

    /// The step as parts, which are used for bodies that turn and slide; empty for a scheme for head-on collisions only.
    fn parts(&self) -> &'static [Part] {
        &[]
    }

    /// Where in a step the force is evaluated last, as a fraction: 1 at its end, as is that of a scheme without parts.
    fn force_at(&self) -> f64 {
        let parts = self.parts();
        let last = parts.iter().rposition(|part| matches!(part, Force | ImplicitForce(_)));
        let drift = |part: &Part| if let Drift(fraction) = *part { fraction } else { 0.0 };
        last.map_or(1.0, |last| parts[..last].iter().map(drift).sum())
    }

    /// Fills the memory before the first step, in free flight. All zeros unless the scheme overrides it.
    fn start(&self, state: &mut State<f64>, dt: f64) {
        let _ = (state, dt);
    }

    /// One step of `dt` seconds. The force comes from `touch`, per unit of mass.
    fn step(&self, touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64);

    /// One collision.
    fn collide(&self, encounter: &Encounter, impact: &Impact) -> Collision {
        march::one(self, encounter, impact, |_, _, _| {})
    }

    /// Many collisions of the same bodies, each with the same bits as by [`collide`](Scheme::collide).
    fn collide_many(&self, encounter: &Encounter, impacts: &[Impact]) -> Vec<Collision> {
        impacts.iter().map(|impact| self.collide(encounter, impact)).collect()
    }
}

impl std::fmt::Debug for dyn Scheme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Scheme {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl<R: Row> Scheme for R {
    fn card(&self) -> &'static Card {
        &R::CARD
    }

    fn parts(&self) -> &'static [Part] {
        R::PARTS
    }

    #[inline(always)]
    fn start(&self, state: &mut State<f64>, dt: f64) {
        start(state, dt);
    }

    #[inline(always)]
    fn step(&self, touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
        step::<R, f64>(touch, state, dt);
    }

    fn collide_many(&self, encounter: &Encounter, impacts: &[Impact]) -> Vec<Collision> {
        Arch::new().dispatch(Batch { encounter, impacts, force_at: self.force_at(), row: ByRow::<R>(PhantomData) })
    }
}

/// Collisions side by side, compiled for the instructions of each kind of processor.
struct Batch<'a, R> {
    encounter: &'a Encounter,
    impacts: &'a [Impact],
    force_at: f64,
    row: ByRow<R>,
}

impl<R: Row> WithSimd for Batch<'_, R> {
    type Output = Vec<Collision>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, with: S) -> Vec<Collision> {
        march::many::<Lanes<S>>(self.encounter, with, self.impacts, self.force_at, self.row)
    }
}

/// The steps of a row.
struct ByRow<R>(PhantomData<R>);

impl<R> Clone for ByRow<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for ByRow<R> {}

impl<R: Row, T: Lane> march::Steps<T> for ByRow<R> {
    #[inline(always)]
    fn start(self, state: &mut State<T>, dt: T) {
        start(state, dt);
    }

    #[inline(always)]
    fn step(self, touch: &mut Touch<T>, state: &mut State<T>, dt: T) {
        step::<R, T>(touch, state, dt);
    }
}

#[inline(always)]
fn start<T: Lane>(state: &mut State<T>, _: T) {
    state.memory[1] = state.speed;
}

/// Whether a step states another velocity than that of the motion, which is kept beside it.
const fn reports(mut parts: &[Part]) -> bool {
    while let [first, rest @ ..] = parts {
        if matches!(first, Report(_)) {
            return true;
        }
        parts = rest;
    }
    false
}

/// The part with this number, from zero.
const fn nth(parts: &[Part], k: usize) -> Option<Part> {
    if k < parts.len() { Some(parts[k]) } else { None }
}

/// One step of a row.
#[inline(always)]
fn step<R: Row, T: Lane>(touch: &mut Touch<T>, state: &mut State<T>, dt: T) {
    let reports = const { reports(R::PARTS) };
    let State { mut overlap, mut speed, memory: [mut push, kept, ..] } = *state;
    if reports {
        speed = kept;
    }
    // One after the other: in a loop that is not unrolled every step looks up which part is next.
    macro_rules! parts {
        ($($k:literal)*) => {$(
            match const { nth(R::PARTS, $k) } {
                Some(Drift(fraction)) => overlap = overlap + speed * (dt * dt.same(fraction)),
                Some(Kick(fraction)) => speed = speed - push * (dt * dt.same(fraction)),
                Some(Force) => push = touch.push(overlap, speed),
                Some(ImplicitForce(kick)) => push = touch.push_implicit(overlap, speed, dt * dt.same(kick)),
                Some(Report(fraction)) => state.speed = speed - push * (dt * dt.same(fraction)),
                None => {}
            }
        )*};
    }
    const { assert!(R::PARTS.len() <= 6, "a step of more than six parts") };
    parts!(0 1 2 3 4 5);
    (state.overlap, state.memory[0]) = (overlap, push);
    if reports {
        state.memory[1] = speed;
    } else {
        state.speed = speed;
    }
}
