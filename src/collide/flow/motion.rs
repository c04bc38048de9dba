//! Head-on motion: one equation, with as many integrals as are requested, integrated leg by leg to the end of contact.

use super::{CollisionError, MOST_LEGS, Segment};
use crate::collide::ode::{Control, Flow, Vector, integrate, locate, onto_plane};

/// Indices of switches: 0 is the turning point, then these two; the last one detects that most energy of a leg is spent.
const ZERO_FORCE: usize = 1;
const ZERO_OVERLAP: usize = 2;
const SWITCHES: usize = 4;

/// `m* d2(delta)/dt2 = m* a - F` along one leg, in its units, as a flow of `N` states: `q` and `w`; the third state is the work
/// of the dashpot divided by `g`, the fourth is time.
///
/// Time, and a constant acceleration `a`, need a leg with [`States::All`](super::States).
struct HeadOn<'a>(&'a Segment);

impl<const N: usize> Flow<N, SWITCHES> for HeadOn<'_> {
    #[inline]
    fn derivative(&self, y: &Vector<N>, dy: &mut Vector<N>) {
        let Segment { flow, weight, .. } = self.0;
        let (q, w) = (y[0], y[1]);
        (dy[0], dy[1]) = (w, flow.pull(q, w));
        if N == 3 {
            dy[2] = flow.drained(q, w);
        }
        if N > 3 {
            let (clock, [_, drag]) = (flow.clock(q), flow.force(q, w));
            dy[1] += clock * weight;
            (dy[2], dy[3]) = (clock * drag * w, clock);
        }
    }

    fn switches(&self, y: &Vector<N>) -> [f64; SWITCHES] {
        let Self(leg) = self;
        let (flow, q, w) = (&leg.flow, y[0], y[1]);
        let turning = if leg.holds() { w } else { 1.0 };
        let zero_force = if leg.ends_by_force() || leg.may_never_turn() { flow.divided_force(q, w) } else { 1.0 };
        [turning, zero_force, q, leg.spent(q, w)]
    }

    /// Motion that never leads to separation is integrated to its turning point.
    fn stops(&self, _: usize) -> bool {
        true
    }
}

/// How an impact ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The force becomes zero: the contact is deleted, or stays clamped.
    ByForce,
    /// The overlap becomes zero while the contact still acts.
    ByOverlap,
    /// The bodies never separate.
    Holds,
}

/// Integrates an impact from its first leg to its end; returns the last leg and its final state. `note` is called with each leg
/// and its final state.
///
/// # Errors
/// When the clamped force never stops the approach, the collision does not end, or the integrator fails.
pub(crate) fn follow<const N: usize>(
    first: Segment,
    control: &Control,
    mut note: impl FnMut(&Segment, &Vector<N>),
) -> Result<(Segment, Vector<N>, Ended), CollisionError> {
    let mut leg = first;
    for _ in 0..MOST_LEGS {
        let mut start = Vector::zeros();
        (start[0], start[1]) = (leg.q, leg.w);
        let motion = HeadOn(&leg);
        let run = integrate(&motion, start, control)?;
        let (Some(stop), Some(last)) = (run.stopped, run.last()) else { return Err(CollisionError::NoEnd) };
        let (end, ended) = match stop.switch {
            ZERO_FORCE if leg.ends_by_force() => (locate(&motion, &run, stop, control)?, Some(Ended::ByForce)),
            ZERO_FORCE => return Err(CollisionError::NeverTurns),
            ZERO_OVERLAP => (onto_plane(&motion, run.states[stop.before], 0, 0.0, control)?, Some(Ended::ByOverlap)),
            _ => (*last, None),
        };
        note(&leg, &end);
        if let Some(ended) = ended {
            return Ok((leg, end, ended));
        }
        match leg.next(end[0], end[1]) {
            Some(next) => leg = next,
            None => return Ok((leg, end, Ended::Holds)),
        }
    }
    Err(CollisionError::NoEnd)
}
