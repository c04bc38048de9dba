//! Where in the last steps of a branch its events lie.

use super::motion::{ImpactMotion, NECK, PEAK, SLIDE, SWITCHES, ZERO_OVERLAP};
use super::normal::TOUCH;
use super::onset::NormalImpact;
use super::state::{MotionState, replaced};
use crate::contact::flow::CollisionError;
use crate::ode::{Control, Crossing, Flow, Integration, Vector, onto_plane, place};

/// Part of a step by which rounding may separate two simultaneous events, such as turning and largest force.
pub const TOGETHER: f64 = 1e-9;

/// Rounding error of a length along a chart, in which all values are of order one.
const ROUNDING: f64 = 1e-14;

/// Values of a switch below this count as zero: forces as small as the integration error of a state of order one.
pub fn zero_threshold(control: &Control) -> f64 {
    (control.tolerance * control.absolute).max(f64::EPSILON)
}

/// The first of several events in the last step: switch, length of the step to it, and state; of simultaneous
/// events that of the normal motion.
pub fn first_event<M: NormalImpact, const D: usize, const N: usize>(
    flow: &ImpactMotion<M, D>,
    run: &Integration<N, SWITCHES>,
    stop: Crossing,
    control: &Control,
) -> Result<(usize, f64, Vector<N>), CollisionError> {
    let mut first: Option<(usize, f64, Vector<N>)> = None;
    let stops = |switch| <ImpactMotion<M, D> as Flow<N, SWITCHES>>::stops(flow, switch);
    for &crossing in run.crossings.iter().filter(|c| c.before == stop.before && stops(c.switch)) {
        let (length, found) = place(flow, run, crossing, control)?;
        // A zero of the force at the end of its branch is not a separate event.
        let ends = |switch| M::PIECES && switch == ZERO_OVERLAP;
        let is_first = |known: usize, least: f64| match ends(crossing.switch) {
            true => length <= (1.0 + TOGETHER) * least + ROUNDING,
            false => (1.0 + TOGETHER) * length + if ends(known) { ROUNDING } else { 0.0 } < least,
        };
        if first.as_ref().is_none_or(|(known, least, _)| is_first(*known, *least)) {
            first = Some((crossing.switch, length, found));
        }
    }
    if let Some((_, length, end)) = first {
        first = passed_over_event(flow, run, stop.before, (length, end), control)?.or(first);
    }
    let (switch, length, end) = first.ok_or(CollisionError::NoEnd)?;
    // In the chart coordinate one step leads to the end of a branch.
    let (start, end_of_branch) = (run.states[stop.before], flow.problem.normal.end());
    Ok(match end_of_branch.filter(|_| M::PIECES && switch == ZERO_OVERLAP) {
        Some(at) => {
            let met = onto_plane(flow, start, MotionState::<D>::Q, at, control);
            (switch, length, met.unwrap_or(end))
        }
        None => (switch, length, end),
    })
}

/// The first event of a slider that the steps missed: its switch is below zero where another event ends the last
/// step, and above zero again at the end of the full step, beyond the end of the contact.
fn passed_over_event<M: NormalImpact, const D: usize, const N: usize>(
    flow: &ImpactMotion<M, D>,
    run: &Integration<N, SWITCHES>,
    before: usize,
    (length, end): (f64, Vector<N>),
    control: &Control,
) -> Result<Option<(usize, f64, Vector<N>)>, CollisionError> {
    let (from, to) = (run.states[before], run.states[before + 1]);
    // Where a branch ends at zero contact radius a rate may be zero, or have a pole: its sign is taken just before.
    let (mut near, mut rate) = (end, 1.0);
    if M::PIECES && flow.branch.slide.slips() {
        let m = just_before_end(flow, &from, &end);
        near = replaced(end, &m);
        rate = flow.limit_rate(&m, &flow.acting(&m)).abs().min(1.0);
    }
    let at_end = flow.switches(&near);
    let mut first: Option<(usize, f64, Vector<N>)> = None;
    // The end of a branch before a turning point may be missed in the same way.
    let ends = M::PIECES.then_some(ZERO_OVERLAP);
    for switch in (SLIDE..NECK).chain(ends) {
        let nothing = zero_threshold(control) * if switch == SLIDE { rate } else { 1.0 };
        if at_end[switch] >= -nothing {
            continue;
        }
        if [from, to].iter().all(|y| flow.switches(y)[switch] > 0.0) {
            let (at, found) = within(flow, [from, near], length, switch, control)?;
            if first.as_ref().is_none_or(|(_, least, _)| at < *least) {
                first = Some((switch, at, found));
            }
        }
    }
    Ok(first)
}

/// The state at an extremum of the force within the last step of a branch, whose own end lies beyond the end of the branch: an
/// attraction that rises and falls there leaves no change of sign between two steps.
pub fn last_extremum<M: NormalImpact, const D: usize, const N: usize>(
    flow: &ImpactMotion<M, D>,
    run: &Integration<N, SWITCHES>,
    before: usize,
    (length, end): (f64, Vector<N>),
    control: &Control,
) -> Result<Option<Vector<N>>, CollisionError> {
    let from = run.states[before];
    let near = replaced(end, &just_before_end(flow, &from, &end));
    let seen = run.crossings.iter().any(|crossing| crossing.switch == PEAK && crossing.before == before);
    if seen || flow.switches(&from)[PEAK] <= 0.0 || flow.switches(&near)[PEAK] >= 0.0 {
        return Ok(None);
    }
    Ok(Some(within(flow, [from, near], length, PEAK, control)?.1))
}

/// Where a switch falls through zero between two states, `length` apart.
fn within<M: NormalImpact, const D: usize, const N: usize>(
    flow: &ImpactMotion<M, D>,
    [from, to]: [Vector<N>; 2],
    length: f64,
    switch: usize,
    control: &Control,
) -> Result<(f64, Vector<N>), CollisionError> {
    let (at, states) = (vec![0.0, length], vec![from, to]);
    let short = Integration { at, states, crossings: Vec::new(), stopped: None };
    Ok(place(flow, &short, Crossing { switch, before: 0 }, control)?)
}

/// The state `end`, and where it is the end of a branch the state just before it, on the side of `from`.
fn just_before_end<M: NormalImpact, const D: usize, const N: usize>(
    flow: &ImpactMotion<M, D>,
    from: &Vector<N>,
    end: &Vector<N>,
) -> MotionState<D> {
    let (normal, mut m) = (&flow.problem.normal, MotionState::of(end));
    let exit = normal.end().filter(|_| normal.left(m.q) < TOUCH);
    m.q = exit.map_or(m.q, |exit| exit + TOUCH * (MotionState::<D>::of(from).q - exit).signum());
    m
}
