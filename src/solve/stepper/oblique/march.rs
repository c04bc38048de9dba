//! The loop, from before first touch until the bodies fly apart.

use super::super::march::{LOOK, Marks, most_steps};
use super::contact::Closing;
use super::flight::{Flight, Wrench};
use super::read::{Crossing, read};
use super::{Impact, Oblique, Stepped, Unsteppable};
use crate::contact::history::VectorMemory;
use crate::halt;
use crate::solve::schemes::{Part, Scheme};
use crate::solve::stepper::Ending;
use crate::trajectory::Sample;

/// Steps one collision with a law.
pub(super) fn march<M: VectorMemory>(
    scheme: &dyn Scheme,
    oblique: &Oblique,
    impact: &Impact,
    law: M,
    mut watch: impl FnMut(Sample),
) -> Result<Stepped, Unsteppable> {
    let parts = scheme.parts();
    if parts.is_empty() {
        return Err(Unsteppable::HeadOnOnly(scheme.name()));
    }
    let Impact { phase, dt, .. } = *impact;
    let encounter = &oblique.encounter;
    let mut contact = Closing::new(oblique, law);
    let mut flight = Flight::before(oblique, impact);
    let before = flight;
    let mut wrench = Wrench::default();
    let (_, mut overlap) = contact.overlap(&flight.apart());
    let mut marks = Marks::<f64>::new(impact.speed, overlap);
    let (mut older, mut rise) = (overlap, impact.speed);
    let mut crossing = None;
    let mut approach = impact.speed;
    let mut seen = |n: u64, overlap: f64, speed: f64, contact: &Closing<M>| {
        watch(Sample {
            time: (n as f64 - phase) * dt,
            overlap,
            speed,
            force: contact.touch.latest() * encounter.m_star,
            force_elastic: encounter.force.elastic(overlap),
        });
    };
    seen(0, overlap, approach, &contact);
    // Where the work is asked to end, what is returned is to be discarded.
    let limit = if halt::is_asked() { 0 } else { most_steps(encounter, impact) };
    for step in 0..limit {
        let start = flight;
        let push = contact.touch.unclamped();
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
        seen(step + 1, next, approach, &contact);

        let rose = rise;
        rise = next - overlap;
        marks.turn(rose > 0.0 && rise <= 0.0, [older, overlap, next]);
        marks.enter(overlap <= 0.0 && next > 0.0, step);
        if overlap > 0.0 && next <= 0.0 {
            marks.leave(true, step, overlap, next);
            crossing = Some(Crossing { start: start.apart(), end: flight.apart(), part: overlap / (overlap - next) });
        }
        if contact.touch.damped() {
            let after = contact.touch.unclamped();
            marks.ease(push > 0.0 && after <= 0.0 && next > 0.0 && rise < 0.0, step, push, after);
        }
        older = overlap;
        overlap = next;
        let runs_on = next > 0.0 || approach > 0.0;
        if !runs_on || (step % LOOK == LOOK - 1 && (!next.is_finite() || halt::is_asked())) {
            break;
        }
    }
    // The end of contact is read where it is, in the directions it has there.
    let (glance, approach) = read(&contact, &before, &flight, crossing);
    marks.end(approach, overlap, contact.touch.largest());
    let mut stepped = marks.read(0, encounter, impact, scheme.force_at());
    stepped.glance = (stepped.ending != Ending::Diverged).then_some(glance);
    Ok(stepped)
}
