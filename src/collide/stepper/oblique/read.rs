//! The tangential result of a collision after the bodies have separated.

use nalgebra::Vector3;

use super::contact::ObliqueContact;
use super::flight::{Crossing, Flight};
use super::normal::NormalPair;
use crate::collide::stepped::SteppedTangential;
use crate::law::history::{VectorMemory, turned};
use crate::law::scene::motion;

/// The tangential result, and the rate of approach at the end along the normal there.
pub(super) fn read<N: NormalPair, M: VectorMemory>(
    contact: &ObliqueContact<N, M>,
    before: &Flight,
    after: &Flight,
    crossing: Option<Crossing>,
) -> (SteppedTangential, f64) {
    let oblique = contact.oblique();
    let frame = oblique.frame();
    let place = crossing.map_or(after.apart(), |at| at.start + (at.end - at.start) * at.part);
    let (n, overlap) = contact.overlap(&place);
    let overlap = if crossing.is_some_and(|at| at.law) { overlap } else { 0.0 };
    let in_frame = |v: &Vector3<f64>| frame.map(|axis| axis.dot(v));
    let along = |v: &Vector3<f64>, [t, b]: [Vector3<f64>; 2]| [t.dot(v), b.dot(v)];

    let t = turned(&frame[1], &n, 0.0);
    let (slip_before, slip) = (contact.slip(before, &frame[0], 0.0), contact.slip(after, &n, overlap));
    let separation = n.dot(&after.relative());
    let tally = &contact.tally;
    let known = contact.keeps_accounts();
    let speed = before.relative().norm();
    let m_star = oblique.encounter.m_star();
    let momentum = (after.relative() - before.relative()) * m_star - tally.impulse;
    let lost = kinetic(contact, before) - kinetic(contact, after);
    let tangential = SteppedTangential {
        velocity: in_frame(&after.relative()),
        spin: after.spin.each_ref().map(in_frame),
        slip_before: along(&slip_before, [frame[1], frame[2]]),
        slip: along(&slip, [t, n.cross(&t)]),
        separation,
        impulse: in_frame(&tally.impulse),
        energy_slip: known.then_some(tally.slip),
        energy_dashpot: tally.dashpot,
        energy_rolling: tally.rolling,
        energy_created: known.then_some(tally.created),
        energy_strain: known.then_some(tally.strain),
        energy_lost: lost,
        momentum_residual: motion::residual(momentum, frame[0]) / (m_star * speed),
        angular_momentum_residual: angular(contact, before, after) / (m_star * speed),
    };
    (tangential, -separation)
}

/// Kinetic energy of the relative motion and the spins, J, without bodies that cannot turn.
fn kinetic<N: NormalPair, M: VectorMemory>(contact: &ObliqueContact<N, M>, flight: &Flight) -> f64 {
    let oblique = contact.oblique();
    let mut energy = 0.5 * oblique.encounter.m_star() * flight.relative().norm_squared();
    for (inertia, spin) in oblique.bodies.inertia.iter().zip(&flight.spin) {
        if inertia.is_finite() {
            energy += 0.5 * inertia * spin.norm_squared();
        }
    }
    energy
}

/// Gain of angular momentum minus the external angular impulse, over the distance of the centres (at a wall: the radius), N s.
///
/// For a pair it is taken about the common centre of mass, at a wall about the point of first touch.
fn angular<N: NormalPair, M: VectorMemory>(contact: &ObliqueContact<N, M>, before: &Flight, after: &Flight) -> f64 {
    let oblique = contact.oblique();
    let [n, _, b] = oblique.frame();
    let [one, two] = oblique.bodies.radius;
    let arm = if two.is_finite() { one + two } else { one };
    let orbital = |flight: &Flight| (n * arm + flight.apart()).cross(&flight.relative()) * oblique.encounter.m_star();
    let mut gained = orbital(after) - orbital(before) - contact.tally.held + contact.tally.taken;
    for (i, inertia) in oblique.bodies.inertia.iter().enumerate() {
        if inertia.is_finite() {
            gained += (after.spin[i] - before.spin[i]) * *inertia;
        }
    }
    motion::residual(gained, b) / arm
}
