//! The fixed-step loop of a production code: one collision at a finite time step.
//!
//! The bodies fly freely until the first step at which they overlap, and again after the first at which they do not.
//! The part of a step before first touch is the onset phase; a run covers evenly spaced phases, because at one phase
//! the error can be a hundred times smaller than the scheme's error.
//!
//! Here the loop steps two bodies in three dimensions, with velocities, spins and a contact that rotates: the parts of a
//! scheme ([`Part`]) are applied to translation and rotation alike. A head-on collision under a power of the overlap needs less:
//! [`schemes`](super::schemes) step eight side by side.
//!
//! The contact uses what a production code uses: the normal and the overlap of the positions, the slip of the
//! velocities the scheme has at that moment, and its memory. Two details differ, neither of which changes the scheme:
//! positions are counted from where each body is at first touch, so that the overlap (nanometres) keeps digits which
//! its difference of radii and distance (millimetres) would lose; and the end of contact is located on the straight
//! flight between two steps, in the directions the contact has there.

mod contact;
pub mod energy;
mod normal;
mod phases;

pub use super::how::{StepError, StepSize};
pub use super::stepped::{Encounter, Impact, undamped_duration, undamped_overlap};
pub use energy::{energy_error, friction_in_a_step};
pub use normal::{BranchedBodies, NormalContact, NormalLoad, NormalPair, Released};
pub use phases::{ErrorMeasure, Exact, PhaseSpread, Phases, Steppable, Stepper, onset_phases};

use nalgebra::Vector3;

use super::collision::{Collision, Measured, Outcome, Rebound, Works, passive};
use super::estimate::Estimate;
use super::schemes::march::{LOOK, Last, Marks};
use super::schemes::{Part, Scheme};
use super::trajectory::Sample;
use crate::halt;
use crate::law::ShearForce;
use crate::law::damping::MotionDamping;
use crate::law::memory_diagram::Along;
use crate::law::scene::{Bodies, ImpactKinematics, Scene, motion};
use crate::law::shear::{Form, RollingForce};
use crate::law::spring_slider::{SpringSlider, VectorMemory, turned};
use contact::{Crossing, Flight, ObliqueContact, Wrench};

/// Two bodies that slide and spin, as input of a scheme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Oblique<N = Encounter> {
    /// The normal half: [`Encounter`], or [`BranchedBodies`] under a law with branches.
    pub encounter: N,
    pub bodies: Bodies,
    /// kg; infinite for a body that does not move.
    pub mass: [f64; 2],
    pub kinematics: ImpactKinematics,
    pub shear: ShearForce,
    /// Local damping, of the velocity that the scheme has where it evaluates the force.
    pub motion: Option<MotionDamping>,
}

/// Why an oblique collision cannot be stepped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsteppable {
    #[error("`{0}` is written for head-on collisions: it has no parts to make an oblique one of")]
    HeadOnOnly(&'static str),
    #[error(
        "this form of `mindlin-deresiewicz` knows one tangential direction, and here the direction turns: a body spins about another axis than across the plane of motion"
    )]
    OneDirection,
    #[error("`mindlin-deresiewicz` needs the moduli of the two bodies")]
    NoSpheres,
}

impl Oblique {
    /// The bodies of a scene; `None` where it is head-on without friction, for which eight are stepped side by side.
    pub fn of(scene: &Scene) -> Option<Self> {
        Self::with(Encounter::of(scene).ok()?, scene)
    }
}

impl<N: NormalPair> Oblique<N> {
    /// The bodies of a scene with this normal half; `None` as in [`Oblique::of`].
    pub fn with(encounter: N, scene: &Scene) -> Option<Self> {
        if scene.shear.is_none() && scene.kinematics.is_head_on() {
            return None;
        }
        Some(Self::of_scene(encounter, scene, None))
    }

    /// The bodies of a scene under local damping, which may leave the line of an impact that is head-on.
    pub fn damped(encounter: N, scene: &Scene, motion: MotionDamping) -> Self {
        Self::of_scene(encounter, scene, Some(motion))
    }

    fn of_scene(encounter: N, scene: &Scene, motion: Option<MotionDamping>) -> Self {
        let mass = scene.bodies.each_ref().map(|body| if body.held { f64::INFINITY } else { body.mass });
        Self {
            encounter,
            bodies: Bodies::of(scene),
            mass,
            kinematics: scene.kinematics,
            shear: scene.shear.unwrap_or_else(|| ShearForce::new(Form::Frictionless, 0.0)),
            motion,
        }
    }

    /// A head-on impact without friction: the effective mass against a wall.
    pub fn head_on(encounter: N) -> Self {
        let (m_star, radius, inertia) = (encounter.m_star(), [1.0, f64::INFINITY], [f64::INFINITY; 2]);
        Self {
            encounter,
            bodies: Bodies { m_star, radius, inertia },
            mass: [m_star, f64::INFINITY],
            kinematics: ImpactKinematics::HEAD_ON,
            shear: ShearForce::new(Form::Frictionless, 0.0),
            motion: None,
        }
    }

    /// Whether there is tangential motion, or a law for it.
    fn slides(&self) -> bool {
        let ShearForce { form, rolling, .. } = self.shear;
        let [normal, ..] = &self.kinematics.frame;
        let leaves = !self.kinematics.is_head_on() || self.motion.is_some_and(|motion| motion.deflects(normal));
        form != Form::Frictionless || rolling != RollingForce::None || leaves
    }

    /// The directions `n`, `t`, `b` of first touch.
    fn frame(&self) -> [Vector3<f64>; 3] {
        self.kinematics.frame.map(Vector3::from)
    }
}

/// One collision.
///
/// # Errors
/// When the scheme or the law cannot be stepped in three dimensions: [`Unsteppable`].
pub fn strike<N: NormalPair>(
    scheme: &dyn Scheme,
    oblique: &Oblique<N>,
    impact: &Impact,
) -> Result<Collision, Unsteppable> {
    Ok(watched(scheme, oblique, impact, drop)?.0)
}

/// One collision with any tangential law.
///
/// # Errors
/// When the scheme has no parts.
pub fn strike_with<N: NormalPair, M: VectorMemory>(
    scheme: &dyn Scheme,
    oblique: &Oblique<N>,
    impact: &Impact,
    law: M,
) -> Result<Collision, Unsteppable> {
    Ok(march(scheme, oblique, impact, law, drop)?.0)
}

/// One collision, the largest overlap the normal law remembers of it (m), and a sample per step for `watch`: the force
/// is that of the scheme's last evaluation. An earlier impact that the law remembers comes first, with the angle and the spins of
/// this one.
fn watched<N: NormalPair>(
    scheme: &dyn Scheme,
    oblique: &Oblique<N>,
    impact: &Impact,
    watch: impl FnMut(Sample),
) -> Result<(Collision, f64), Unsteppable> {
    let mut oblique = *oblique;
    if let Some(speed) = oblique.encounter.before() {
        let mut first = Oblique { encounter: oblique.encounter.remembering(0.0), ..oblique };
        first.kinematics.tangential_speed *= speed / impact.speed;
        let (_, largest) = watched(scheme, &first, &Impact { speed, ..*impact }, drop)?;
        oblique.encounter = oblique.encounter.remembering(largest);
    }
    let form = oblique.shear.form;
    if !form.is_planar() {
        return march(scheme, &oblique, impact, SpringSlider::<3>::new(form), watch);
    }
    if !oblique.kinematics.is_planar() {
        return Err(Unsteppable::OneDirection);
    }
    let spheres = oblique.shear.spheres.ok_or(Unsteppable::NoSpheres)?;
    let [_, t, _] = oblique.frame();
    march(scheme, &oblique, impact, Along::new(spheres, t), watch)
}

/// The loop, from before first touch until the bodies fly apart; also returns the largest overlap the normal law remembers, m.
fn march<N: NormalPair, M: VectorMemory>(
    scheme: &dyn Scheme,
    oblique: &Oblique<N>,
    impact: &Impact,
    law: M,
    mut watch: impl FnMut(Sample),
) -> Result<(Collision, f64), Unsteppable> {
    let (parts, force_at) = (scheme.parts(), scheme.force_at());
    if parts.is_empty() {
        return Err(Unsteppable::HeadOnOnly(scheme.name()));
    }
    let Impact { phase, dt, .. } = *impact;
    let before = Flight::before(oblique, impact);
    let (mut flight, mut wrench) = (before, Wrench::default());
    let mut contact = ObliqueContact::new(oblique, law, &flight);
    let (_, mut overlap) = contact.overlap(&flight.apart());
    let (mut older, mut rise, mut approach) = (overlap, impact.speed, impact.speed);
    let (mut marks, mut counted) = (Marks::new(0.0), 0u64);
    let (mut end, mut ended, mut crossing) = (None, None, None);
    let mut seen = |n: u64, overlap: f64, speed: f64, contact: &ObliqueContact<N, M>| {
        let [force, force_elastic] = contact.normal.forces(overlap).map(|force| force * contact.share);
        watch(Sample { time: (n as f64 - phase) * dt, overlap, speed, force, force_elastic });
    };
    seen(0, overlap, approach, &contact);
    // After an interrupt the result is to be discarded.
    let limit = if halt::is_asked() { 0 } else { oblique.encounter.most_steps(impact) };
    for number in 0..limit {
        let (start, push) = (flight, contact.normal.unclamped());
        for part in parts {
            match *part {
                Part::Drift(fraction) => flight.drift(fraction * dt),
                Part::Kick(fraction) => flight.kick(&wrench, fraction * dt),
                Part::Force => wrench = contact.wrench(&flight, dt, None),
                Part::ImplicitForce(kick) => wrench = contact.wrench(&flight, dt, Some(kick * dt)),
                Part::Report(_) => {}
            }
        }
        let (n, next) = contact.overlap(&flight.apart());
        approach = -n.dot(&flight.relative());
        seen(number + 1, next, approach, &contact);

        let now = overlap;
        let rose = std::mem::replace(&mut rise, next - now);
        marks.see(number, [older, now, next], [rose, rise], [push, contact.normal.unclamped()]);
        let acts = contact.normal.acts(next);
        counted += u64::from(acts);
        if let Some(at) = contact.ended.take() {
            (end, ended) = (Some((number as f64 - phase - 1.0 + force_at + at.part) * dt), Some(at));
        }
        if now > 0.0 && next <= 0.0 {
            let part = now / (now - next);
            crossing = Some(Crossing { start: start.apart(), end: flight.apart(), part, law: false });
        }
        (older, overlap) = (now, next);
        let runs_on = next.is_finite() && (next > 0.0 || approach > 0.0 || acts);
        if !runs_on {
            // Some schemes separate the bodies without another force.
            contact.open();
        }
        if !runs_on || (number % LOOK == LOOK - 1 && halt::is_asked()) {
            break;
        }
    }
    // The end of contact is evaluated where it occurs, with the directions of the contact there.
    let (along, speed) = along(&contact, &before, &flight, ended.or(crossing));
    marks.counted = counted as f64;
    let last = Last { overlap, speed, acts: contact.normal.acts(overlap), max_force: contact.max_force };
    let ends = oblique.encounter.ends();
    let mut found = marks.read(0, impact, force_at, last, ends);
    let separated = found.outcome == Outcome::Separated;
    found.measured.duration = found.measured.duration.or(end.filter(|_| ends.is_none() && separated));
    // Bodies that have not parted have no motion after the impact.
    if separated && oblique.slides() {
        let momentum_residual = along.measured.momentum_residual;
        let angular_momentum_residual = along.measured.angular_momentum_residual;
        let measured = Measured { momentum_residual, angular_momentum_residual, ..found.measured };
        found = Collision { measured, works: along.works, rebound: along.rebound, ..found };
    }
    Ok((found, contact.normal.largest()))
}

/// Part of the energy lost up to which a negative work of friction is an error of the time step.
const STEP_ERROR: f64 = 1e-2;

/// The tangential half of a collision after the bodies have separated, and the rate of approach at the end along the normal there.
fn along<N: NormalPair, M: VectorMemory>(
    contact: &ObliqueContact<N, M>,
    before: &Flight,
    after: &Flight,
    crossing: Option<Crossing>,
) -> (Collision, f64) {
    let Oblique { encounter, bodies, .. } = contact.oblique;
    let (frame, m_star) = (contact.oblique.frame(), encounter.m_star());
    let place = crossing.map_or(after.apart(), |at| at.start + (at.end - at.start) * at.part);
    let (n, overlap) = contact.overlap(&place);
    let overlap = if crossing.is_some_and(|at| at.law) { overlap } else { 0.0 };
    let in_frame = |v: &Vector3<f64>| frame.map(|axis| axis.dot(v));
    let along = |v: &Vector3<f64>, [t, b]: [Vector3<f64>; 2]| [t.dot(v), b.dot(v)];

    let t = turned(&frame[1], &n, 0.0);
    let (slip_before, slip) = (contact.slip(before, &frame[0], 0.0), contact.slip(after, &n, overlap));
    let separation = n.dot(&after.relative());
    let tally = &contact.tally;
    let momentum = (after.relative() - before.relative()) * m_star - tally.impulse;
    let [lost, left] = [before, after].map(|flight| bodies.kinetic(&flight.relative(), &flight.spin));
    let lost = lost - left;
    let doubt = STEP_ERROR * lost.abs();
    let [slipped, created] = passive(Estimate::new(tally.slip, doubt), Estimate::without(tally.created));
    let unit = m_star * before.relative().norm();
    let known = |value: f64| contact.law.keeps_accounts().then_some(value);
    let found = Collision {
        measured: Measured {
            momentum_residual: Some(motion::residual(momentum, frame[0]) / unit),
            angular_momentum_residual: Some(angular(contact, before, after) / unit),
            ..Measured::default()
        },
        works: Works {
            strain: known(tally.strain),
            dashpot: Some(tally.dashpot),
            plastic: contact.oblique.motion.map(|_| tally.damped),
            slip: known(slipped.value),
            rolling: Some(tally.rolling),
            created: known(created.value),
            lost: Some(lost),
            ..Works::default()
        },
        rebound: Some(Rebound {
            velocity: in_frame(&after.relative()),
            spin: after.spin.each_ref().map(in_frame),
            slip_before: along(&slip_before, [frame[1], frame[2]]),
            slip: along(&slip, [t, n.cross(&t)]),
            separation,
            impulse: in_frame(&tally.impulse),
        }),
        ..Collision::default()
    };
    (found, -separation)
}

/// Gain of angular momentum minus the external angular impulse, over the distance of the centres (at a wall: the radius), N s.
///
/// For a pair it is taken about the common centre of mass, at a wall about the point of first touch.
fn angular<N: NormalPair, M: VectorMemory>(contact: &ObliqueContact<N, M>, before: &Flight, after: &Flight) -> f64 {
    let bodies = &contact.oblique.bodies;
    let [n, _, b] = contact.oblique.frame();
    let [one, two] = bodies.radius;
    let arm = if two.is_finite() { one + two } else { one };
    let of = |flight: &Flight| bodies.angular(&(n * arm + flight.apart()), &flight.relative(), &flight.spin);
    motion::residual(of(after) - of(before) - contact.tally.outside, b) / arm
}
