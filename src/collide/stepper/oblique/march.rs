//! The loop, from before first touch until the bodies fly apart.

use super::contact::ObliqueContact;
use super::flight::{Crossing, Flight, Wrench};
use super::normal::{NormalContact, NormalPair, StepOverlaps};
use super::read::read;
use super::{Impact, Oblique, Stepped, Unsteppable};
use crate::collide::schemes::march::LOOK;
use crate::collide::schemes::{Part, Scheme};
use crate::collide::stepper::Ending;
use crate::collide::trajectory::Sample;
use crate::halt;
use crate::law::history::VectorMemory;

/// Steps one collision with a tangential law; also returns the largest overlap the normal law remembers, m.
pub(super) fn march<N: NormalPair, M: VectorMemory>(
    scheme: &dyn Scheme,
    oblique: &Oblique<N>,
    impact: &Impact,
    law: M,
    mut watch: impl FnMut(Sample),
) -> Result<(Stepped, f64), Unsteppable> {
    let parts = scheme.parts();
    if parts.is_empty() {
        return Err(Unsteppable::HeadOnOnly(scheme.name()));
    }
    let Impact { phase, dt, .. } = *impact;
    let mut flight = Flight::before(oblique, impact);
    let mut contact = ObliqueContact::new(oblique, law, impact, &flight);
    let before = flight;
    let mut wrench = Wrench::default();
    let (_, mut overlap) = contact.overlap(&flight.apart());
    let (mut older, mut rise) = (overlap, impact.speed);
    let mut crossing = None;
    let mut approach = impact.speed;
    let mut seen = |n: u64, overlap: f64, speed: f64, contact: &ObliqueContact<N, M>| {
        let [force, force_elastic] = contact.normal.forces(overlap);
        watch(Sample { time: (n as f64 - phase) * dt, overlap, speed, force, force_elastic });
    };
    seen(0, overlap, approach, &contact);
    // After an interrupt the result is to be discarded.
    let limit = if halt::is_asked() { 0 } else { oblique.encounter.most_steps(impact) };
    for number in 0..limit {
        let start = flight;
        for part in parts {
            match *part {
                Part::Drift(fraction) => flight.drift(fraction * dt),
                Part::Kick(fraction) => flight.kick(&wrench, fraction * dt),
                Part::Force => wrench = contact.wrench(&flight, dt, None),
                Part::ImplicitForce(kick) => wrench = contact.wrench(&flight, dt, Some(kick * dt)),
            }
        }
        let (n, next) = contact.overlap(&flight.apart());
        approach = -n.dot(&flight.relative());
        seen(number + 1, next, approach, &contact);

        let now = overlap;
        let rose = std::mem::replace(&mut rise, next - now);
        contact.normal.saw(&StepOverlaps { number, older, now, next, rose, rise }, impact, scheme.force_at());
        if now > 0.0 && next <= 0.0 {
            let part = now / (now - next);
            crossing = Some(Crossing { start: start.apart(), end: flight.apart(), part, law: false });
        }
        (older, overlap) = (now, next);
        let runs_on = contact.normal.goes_on(next, approach);
        if !runs_on {
            // Some schemes separate the bodies without another force.
            contact.open();
        }
        if !runs_on || (number % LOOK == LOOK - 1 && (!next.is_finite() || halt::is_asked())) {
            break;
        }
    }
    // The end of contact is evaluated where it occurs, with the directions of the contact there.
    let (tangential, approach) = read(&contact, &before, &flight, contact.ended.or(crossing));
    let mut stepped = contact.normal.read(overlap, approach, impact, scheme.force_at());
    stepped.tangential = (stepped.ending != Ending::Diverged).then_some(tangential);
    Ok((stepped, contact.normal.largest()))
}
