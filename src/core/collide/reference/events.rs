//! The event loop: integrates an impact from event to event.

use super::state::{ContactState, SliderState, Tangent, axes, space, turning};
use nalgebra::{UnitQuaternion, Vector3};

use super::forces::{ImpactMotion, NECK, PEAK, SLIDE, SPENT, SWITCHES, TURNING, ZERO_FORCE, ZERO_OVERLAP};
use super::normal::{AfterTurn, NormalMotion, TOUCH};
use super::problem::{Problem, Rolling};
use super::state::{MotionState, begun, replaced};
use super::transitions::{NormalImpact, carried};
use super::transitions::{
    change, friction_after_switch, initial_state, leave_zero, loose, pulled, release, rolling_after_switch, unresolved,
    wrong_from_start,
};
use crate::collide::error::CollisionError;
use crate::collide::ode::{
    Control, Crossing, Flow, Integration, Vector, integrate, integrate_from_zero, onto_plane, place,
};
use crate::collide::trajectory::{Sample, ShearChange, ShearSample};
use crate::law::shear::{Form, WhileSliding};

/// Largest number of events in a collision; beyond it the integration ends with an error.
const MOST_EVENTS: usize = 2000;

/// Part of the largest force below which a force counts as zero.
pub const NO_FORCE: f64 = 1e-12;

/// Samples and events that are recorded during an impact.
#[derive(Debug, Clone, Default)]
pub struct TimeSeries {
    /// Whether this is a second pass: of its samples only the first of each branch is recorded, and where the motion branches into two it
    /// takes the other course.
    pub second: bool,
    pub points: Vec<Point>,
    pub peaks: Vec<Point>,
    pub turning: Option<Point>,
    pub zero_force: Option<Point>,
    /// Where the overlap of separating bodies reaches zero while they still touch (a neck).
    pub necked: Option<Point>,
    pub events: Vec<(ShearChange, f64)>,
    /// Energy of the tangential spring at touch that is not known, J.
    pub unresolved: f64,
}

/// The end of an integration: state, problem and branch.
#[derive(Debug, Clone, Copy)]
pub struct Finish<M, const D: usize, const N: usize> {
    pub y: Vector<N>,
    pub problem: Problem<M>,
    pub branch: ContactState<D>,
    pub stays: bool,
    /// Energy left in the tangential spring, in units.
    pub stored: f64,
}

impl<M: NormalImpact, const D: usize, const N: usize> Finish<M, D, N> {
    /// Whether the contact is deleted by its force.
    pub fn deleted(&self) -> bool {
        self.problem.ending.deleted_by_force && self.y[0] > 0.0
    }

    /// Whether the bodies still overlap but separate without a force.
    pub fn flies(&self) -> bool {
        self.problem.ending.stays_clamped && self.y[0] > 0.0 && !self.stays
    }
}

/// An impact during its integration: units, branch and state.
struct EventLoop<'a, M, const D: usize, const N: usize> {
    problem: Problem<M>,
    branch: ContactState<D>,
    y: Vector<N>,
    /// Energy of the tangential spring, in units.
    stored: f64,
    control: &'a Control,
    course: &'a mut TimeSeries,
}

/// Integrates one impact from first touch, at `m` in the units of the problem, with one method.
///
/// # Errors
/// When the clamped force never reverses the approach, or the integrator fails.
pub fn run_events<M: NormalImpact, const D: usize, const N: usize>(
    problem: &Problem<M>,
    mut m: MotionState<D>,
    control: &Control,
    course: &mut TimeSeries,
) -> Result<Finish<M, D, N>, CollisionError> {
    let branch = initial_state(problem, &mut m);
    if EventLoop::<M, D, N>::FULL {
        course.unresolved = unresolved(problem, branch, &m) * problem.scale.energy;
    }
    let mut events = EventLoop { problem: *problem, branch, y: begun(&m), stored: 0.0, control, course };
    let (mut flipped, mut control) = ([false; 3], *control);
    for _ in 0..MOST_EVENTS {
        let (problem, branch, y) = (events.problem, events.branch, events.y);
        let mut m = MotionState::of(&y);
        // The motion alone is accurate relative to the speed of approach, not of separation: it keeps its units if it can.
        let rescales = D == 0 || problem.ending.pulls || EventLoop::<M, D, N>::FULL;
        let spent = if rescales { problem.spent(m.q, m.w) } else { 0.0 };
        let flow = ImpactMotion { spent, ..ImpactMotion::new(&problem, branch) };
        // Surfaces that start to stick at the limit may reach it again, in the other direction, within the first step;
        // those that start to slip at touch may stick within it.
        let short = branch.slide.slips() && (M::PIECES || problem.shear.form.is_spring());
        let run = match branch.slide == SliderState::Stick || short {
            true => integrate_from_zero(&flow, y, &control, SLIDE, zero_threshold(&control)),
            false => integrate(&flow, y, &control),
        };
        let run = run.map_err(CollisionError::of_motion)?;
        // The motion alone continues with the last step length.
        if let ([.., before, last], false) = (&run.at[..], EventLoop::<M, D, N>::FULL) {
            control.first_step = last - before;
        }
        if let Some((slider, next)) = wrong_from_start(&flow, &run, &flipped, zero_threshold(&control), &mut m) {
            flipped[slider] = true;
            (events.y, events.branch) = (replaced(y, &m), branch.with(slider, next));
            continue;
        }
        flipped = [false; 3];
        if let Some((end, stays)) = events.pass_event(&flow, &run)? {
            let EventLoop { problem, branch, stored, .. } = events;
            return Ok(Finish { y: end, problem, branch, stays, stored });
        }
    }
    Err(CollisionError::NoEnd)
}

impl<M: NormalImpact, const D: usize, const N: usize> EventLoop<'_, M, D, N> {
    const FULL: bool = MotionState::<D>::is_full(N);

    /// Handles the event that ended a branch. At the end of the impact: the last state, and whether the bodies stay in contact.
    fn pass_event(
        &mut self,
        flow: &ImpactMotion<M, D>,
        run: &Integration<N, SWITCHES>,
    ) -> Result<Option<(Vector<N>, bool)>, CollisionError> {
        let Some(stop) = run.stopped else { return Err(CollisionError::NoEnd) };
        let (switch, length, mut end) = first_event(flow, run, stop, self.control)?;
        let met = (switch, length, end);
        let (problem, branch) = (*flow.problem, flow.branch);
        if Self::FULL {
            if D > 0 {
                self.book_spring_energy(flow, &mut end);
            }
            self.record_points(flow, run, stop.before, met)?;
            if M::PIECES && switch == ZERO_OVERLAP {
                let peak = last_extremum(flow, run, stop.before, (length, end), self.control)?;
                self.course.peaks.extend(peak.map(|y| point(flow, &y)));
            }
        }
        let mut m = MotionState::of(&end);
        if self.problem.normal.is_over(&mut m.q, m.w, switch == ZERO_OVERLAP) {
            return Ok(Some((replaced(end, &m), false)));
        }
        match switch {
            ZERO_OVERLAP => {
                if Self::FULL {
                    self.record_zero_force(point(flow, &end));
                }
                if self.problem.normal.coasts(m.q) {
                    self.branch = loose(branch, &mut m);
                }
                // A branch that starts with too little energy to reach its end never ends.
                if self.problem.unspent(&m, 0.0) <= 0.0 {
                    return Ok(Some((replaced(end, &m), true)));
                }
            }
            TURNING if problem.holds => return Ok(Some((end, true))),
            TURNING => {
                if problem.shear.form == Form::Rescaled && !branch.stretch {
                    self.branch.stretch = true;
                    if branch.slide == SliderState::Stick {
                        let stiffness = problem.kappa * problem.normal.spring(m.q);
                        m.memory = if stiffness > 0.0 { m.memory / stiffness } else { m.memory * 0.0 };
                    }
                }
                if M::PIECES {
                    let turned = self.turns(flow, &end, &mut m);
                    if turned != AfterTurn::Goes {
                        return Ok(Some((replaced(end, &m), turned == AfterTurn::Stays)));
                    }
                }
            }
            ZERO_FORCE => {
                if branch.pushes && m.w < 0.0 && problem.ending.deleted_by_force {
                    return Ok(Some((end, false)));
                }
                self.branch = after_zero_force(&problem, branch, &mut m)?;
                if let (SliderState::Held(_), true) = (branch.slide, problem.limit_bends()) {
                    self.branch = self.after_held(flow, &end, self.branch, &mut m);
                }
                if (D == 0 || !Self::FULL) && flies(&problem, &self.branch, &m) {
                    return Ok(Some((end, false)));
                }
            }
            SPENT => {
                let Some((smaller, q)) = M::smaller(&problem, m.q, m.w) else { return Ok(Some((end, true))) };
                self.problem = smaller;
                self.stored *= problem.scale.energy / self.problem.scale.energy;
                end = carried(&problem, &self.problem, &end, q, &branch);
                m = MotionState::of(&end);
            }
            SLIDE => self.branch.slide = friction_after_switch(flow, &mut m),
            _ => self.branch.roll[switch - SLIDE - 1] = rolling_after_switch(flow, &mut m, switch - SLIDE - 1),
        }
        if Self::FULL {
            let time = end[MotionState::<D>::TIME] * self.problem.scale.time;
            self.course.events.extend(change(branch.slide, self.branch.slide).map(|change| (change, time)));
        }
        self.y = replaced(end, &m);
        Ok(None)
    }

    /// The slider after a held spring has passed a friction limit of zero. The force of sticking surfaces grows as fast as the
    /// limit there, and a time-stepping code takes either branch, mostly that of most of its steps before. The second pass
    /// takes the other one, and the difference is the uncertainty.
    fn after_held(
        &self,
        flow: &ImpactMotion<M, D>,
        end: &Vector<N>,
        branch: ContactState<D>,
        m: &mut MotionState<D>,
    ) -> ContactState<D> {
        let usual = flow.share(&MotionState::of(end)) < 0.5;
        leave_zero(&self.problem, branch, m, usual != self.course.second)
    }

    /// Passes a turning point that ends a piece.
    fn turns(&mut self, flow: &ImpactMotion<M, D>, end: &Vector<N>, m: &mut MotionState<D>) -> AfterTurn {
        if Self::FULL {
            self.course.peaks.push(point(flow, end));
        }
        m.w = 0.0;
        let unit = self.problem.scale.energy;
        let alone = Self::FULL && self.problem.nearness == 0.0;
        let energies = alone.then(|| [self.problem.least * unit, end[MotionState::<D>::WORK] * unit]);
        self.problem.normal.turns(&mut m.q, energies)
    }

    /// Records the point if the force is zero at the end of a branch.
    fn record_zero_force(&mut self, here: Point) {
        let largest = self.course.peaks.iter().map(|peak| peak.force).fold(0.0, f64::max);
        if here.speed < 0.0 && self.course.zero_force.is_none() && here.force.abs() <= NO_FORCE * largest {
            self.course.zero_force = Some(Point { force: 0.0, ..here });
        }
    }

    /// Energy balance of the spring: energy that it loses at a change of branch or while the surfaces slip is work of friction.
    fn book_spring_energy(&mut self, flow: &ImpactMotion<M, D>, end: &mut Vector<N>) {
        let (begun, ended) = (flow.stored(&MotionState::of(&self.y)), flow.stored(&MotionState::of(end)));
        let moved = if flow.branch.slide == SliderState::Stick { 0.0 } else { ended - begun };
        end[MotionState::<D>::WORK + 1] -= begun - self.stored + moved;
        self.stored = ended;
    }

    /// Samples and events of a branch, up to the event that was met after the state `before`: its switch, the length of the step to it, and the state.
    fn record_points(
        &mut self,
        flow: &ImpactMotion<M, D>,
        run: &Integration<N, SWITCHES>,
        before: usize,
        met: (usize, f64, Vector<N>),
    ) -> Result<(), CollisionError> {
        let (switch, length, end) = met;
        let course = &mut *self.course;
        let inside: &[_] = if course.second { &[] } else { run.states.get(1..=before).unwrap_or(&[]) };
        course.points.reserve(inside.len() + 2);
        course.points.push(point(flow, &self.y));
        course.points.extend(inside.iter().map(|y| point(flow, y)));
        for &crossing in &run.crossings {
            let wanted = match crossing.switch {
                TURNING => course.turning.is_none(),
                PEAK => true,
                ZERO_FORCE => course.zero_force.is_none() && flow.problem.ending.force_ends_first,
                NECK => course.necked.is_none(),
                _ => false,
            };
            if !wanted {
                continue;
            }
            let (at, y) = match crossing == (Crossing { switch, before }) {
                true => (length, end),
                false => place(flow, run, crossing, self.control)?,
            };
            if crossing.before == before && at > (1.0 + TOGETHER) * length {
                continue;
            }
            let found = point(flow, &y);
            match crossing.switch {
                TURNING => course.turning = Some(Point { speed: 0.0, force: found.force_elastic, ..found }),
                PEAK => course.peaks.push(found),
                NECK => course.necked = Some(Point { overlap: 0.0, ..found }),
                _ if y[1] < 0.0 && (M::PIECES || y[0] > TOUCH) => {
                    course.zero_force = Some(Point { force: 0.0, ..found })
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The branch after a zero of the normal force.
fn after_zero_force<M: NormalImpact, const D: usize>(
    problem: &Problem<M>,
    mut branch: ContactState<D>,
    m: &mut MotionState<D>,
) -> Result<ContactState<D>, CollisionError> {
    if problem.ending.pulls {
        branch.hold = if branch.hold > 0.0 { pulled(problem.shear.limit) } else { 1.0 };
    } else if branch.pushes && m.w >= 0.0 && problem.ending.may_never_turn {
        return Err(CollisionError::NeverTurns);
    } else {
        branch.pushes = !branch.pushes;
    }
    Ok(if problem.limit_bends() { release(problem, branch, m) } else { branch })
}

/// Whether no force acts, now or later, on a body that leaves a wall under a clamped force: a pass of the motion alone ends then.
fn flies<M: NormalImpact, const D: usize>(problem: &Problem<M>, branch: &ContactState<D>, m: &MotionState<D>) -> bool {
    let clamped = !problem.ending.pulls && !branch.pushes && m.w < 0.0 && problem.ending.stays_clamped;
    let dashpot = problem.c > 0.0 && problem.shear.dashpot.sliding == WhileSliding::Added;
    clamped
        && problem.nearness == 0.0
        && branch.slide == SliderState::Loose
        && !dashpot
        && problem.rolling == Rolling::None
}

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
    // In the chart coordinate one step leads to the end of a branch; a branch that its rate ends is not there.
    let (start, end_of_branch) = (run.states[stop.before], flow.problem.normal.end());
    let there = |at: &f64| (MotionState::<D>::of(&end).q - at).abs() <= TOUCH;
    Ok(match end_of_branch.filter(|at| M::PIECES && switch == ZERO_OVERLAP && there(at)) {
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
    let exit = normal.end().filter(|_| normal.left(m.q, m.w) < TOUCH);
    m.q = exit.map_or(m.q, |exit| exit + TOUCH * (MotionState::<D>::of(from).q - exit).signum());
    m
}

/// The contact at one time, with its impulses and works so far. SI.
///
/// Vectors have components along `n`, `t`, `b`: of the turning contact if not stated otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Point {
    pub time: f64,
    pub overlap: f64,
    /// Rate of approach.
    pub speed: f64,
    /// Velocity of body 1 relative to body 2 along `n`, `t`, `b` of first touch.
    pub velocity: [f64; 3],
    pub force: f64,
    pub force_elastic: f64,
    pub slip: [f64; 2],
    pub shear: [f64; 2],
    pub limit: f64,
    pub sliding: bool,
    /// Along `n`, `t`, `b` of first touch.
    pub spin: [[f64; 3]; 2],
    /// Angle by which the normal has turned.
    pub turned: f64,
    /// Integral of the normal force.
    pub press: f64,
    /// Impulse on body 1 along `n`, `t`, `b` of first touch.
    pub impulse: [f64; 3],
    /// Angular momentum about `n`, `t`, `b` of first touch, minus the angular impulse of external torques.
    pub angular: [f64; 3],
    /// Work of the normal dashpot.
    pub work: f64,
    /// Works of slip, of the tangential dashpot, of rolling, and energy created by the law.
    pub works: [f64; 4],
}

impl Point {
    pub fn sample(&self) -> Sample {
        let Self { time, overlap, speed, force, force_elastic, .. } = *self;
        Sample { time, overlap, speed, force, force_elastic }
    }

    pub fn shear_sample(&self) -> ShearSample {
        let Self { time, slip, shear, limit, sliding, spin, .. } = *self;
        ShearSample { time, slip, force: shear, limit, spin: [spin[0][2], spin[1][2]], sliding }
    }
}

/// A state in SI. Inlined where it is short: a point is written to its place.
#[inline(always)]
pub fn point<M: NormalMotion, const D: usize, const N: usize>(flow: &ImpactMotion<M, D>, y: &Vector<N>) -> Point {
    if D > 0 {
        return point_along(flow, y);
    }
    let (scale, m) = (&flow.problem.scale, MotionState::<D>::of(y));
    let ([force, _], [total, drag]) = (flow.pressing(m.q, m.w), flow.problem.normal.force(m.q, m.w));
    Point {
        time: y[MotionState::<D>::TIME] * scale.time,
        overlap: flow.problem.normal.overlap(m.q) * scale.length,
        speed: m.w * scale.speed,
        force: force * scale.force,
        force_elastic: (total - drag) * scale.force,
        press: y[MotionState::<D>::PRESS] * scale.impulse,
        work: y[MotionState::<D>::WORK] * scale.energy,
        ..Point::default()
    }
}

/// The same of a motion along the contact too.
fn point_along<M: NormalMotion, const D: usize, const N: usize>(flow: &ImpactMotion<M, D>, y: &Vector<N>) -> Point {
    let Problem { scale, bodies, nearness, .. } = flow.problem;
    let m = MotionState::of(y);
    let work = MotionState::<D>::WORK;
    let at = flow.acting(&m);
    let overlap = at.xi * scale.length;
    let normal = Point {
        time: y[MotionState::<D>::TIME] * scale.time,
        overlap,
        speed: m.w * scale.speed,
        force: at.normal * scale.force,
        force_elastic: at.elastic * scale.force,
        press: y[MotionState::<D>::PRESS] * scale.impulse,
        work: y[work] * scale.energy,
        ..Point::default()
    };
    let turned = axes::<D, N>(y);
    let velocity = turned * space(-m.w, &m.v) * scale.speed;
    let spin = [0, 1].map(|i| {
        let r = bodies.radius[i];
        if r.is_infinite() { Vector3::zeros() } else { turned * turning(m.twist[i], &m.spin[i]) * (scale.speed / r) }
    });
    let n = turned.column(0).into_owned();
    let along = |k: usize| Tangent::<D>::from_fn(|i, _| y[k + i]);
    let (place, reaction) = if *nearness > 0.0 {
        (n * bodies.distance(overlap), Vector3::zeros())
    } else {
        // About the point of first touch; the reaction of the wall has the moment of the normal force along the path.
        let moment = along(MotionState::<D>::MOMENT) * (scale.impulse * scale.length);
        let path = along(MotionState::<D>::PATH) * scale.length;
        (space(bodies.radius[0] - overlap, &path), turning(0.0, &moment))
    };
    let angular = bodies.angular(&place, &velocity, &spin) + reaction;
    // Slip and force in axes that turn with the normal but not about it.
    let shown = |x: &Tangent<D>, unit: f64| {
        if D == 1 {
            return [x[0] * unit, 0.0];
        }
        let untwisted = UnitQuaternion::rotation_between(&Vector3::x(), &n).unwrap_or_default();
        let x = untwisted.inverse() * (turned * space(0.0, x)) * unit;
        [x[1], x[2]]
    };
    Point {
        velocity: velocity.into(),
        slip: shown(&at.slip, scale.speed),
        shear: shown(&at.force, scale.force),
        limit: at.limit * scale.force,
        sliding: flow.branch.slide.slips() || flow.branch.slide == SliderState::Loose,
        spin: spin.map(Into::into),
        turned: if D == 1 { y[MotionState::<D>::AXES] } else { libm::atan2(libm::hypot(n[1], n[2]), n[0]) },
        impulse: (space(y[MotionState::<D>::IMPULSE], &along(MotionState::<D>::IMPULSE + 1)) * scale.impulse).into(),
        angular: angular.into(),
        works: [1, 2, 3, 4].map(|k| y[work + k] * scale.energy),
        ..normal
    }
}
