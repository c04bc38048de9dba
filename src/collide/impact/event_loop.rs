//! The event loop: integrates an impact from event to event.

use super::contact_state::{ContactState, SliderState};
use super::crossings::{TOGETHER, first_event, last_extremum, zero_threshold};
use super::motion::{ImpactMotion, NECK, PEAK, SLIDE, SPENT, SWITCHES, TURNING, ZERO_FORCE, ZERO_OVERLAP};
use super::normal::{AfterTurn, TOUCH};
use super::onset::{NormalImpact, carried};
use super::point::{Point, point};
use super::problem::{Problem, Rolling};
use super::state::{MotionState, replaced};
use super::transitions::{
    change, friction_after_switch, initial_state, leave_zero, loose, pulled, release, rolling_after_switch,
    wrong_from_start,
};
use crate::collide::flow::CollisionError;
use crate::collide::ode::{Control, Integration, Method, Vector, integrate, integrate_from_zero, place};
use crate::collide::trajectory::ShearChange;
use crate::law::shear::{Form, WhileSliding};

/// Largest number of events in a collision; beyond it the integration ends with an error.
const MOST_EVENTS: usize = 2000;

/// Part of the largest force below which a force counts as zero.
pub const NO_FORCE: f64 = 1e-12;

/// Samples and events that are recorded during an impact.
#[derive(Debug, Clone, Default)]
pub struct TimeSeries {
    pub points: Vec<Point>,
    pub peaks: Vec<Point>,
    pub turning: Option<Point>,
    pub zero_force: Option<Point>,
    /// Where the overlap of separating bodies reaches zero while they still touch (a neck).
    pub necked: Option<Point>,
    pub events: Vec<(ShearChange, f64)>,
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

/// Integrates one impact from first touch, `y` in the units of the problem, with one method.
///
/// # Errors
/// When the clamped force never reverses the approach, or the integrator fails.
pub fn run_events<M: NormalImpact, const D: usize, const N: usize>(
    problem: &Problem<M>,
    start: Vector<N>,
    control: &Control,
    course: &mut TimeSeries,
) -> Result<Finish<M, D, N>, CollisionError> {
    let mut m = MotionState::of(&start);
    let branch = initial_state(problem, &mut m);
    let mut events = EventLoop { problem: *problem, branch, y: replaced(start, &m), stored: 0.0, control, course };
    let (mut flipped, mut control) = ([false; 3], *control);
    for _ in 0..MOST_EVENTS {
        let (problem, branch, y) = (events.problem, events.branch, events.y);
        let mut m = MotionState::of(&y);
        // The motion alone is accurate relative to the speed of approach, not of separation: it keeps its units if it can.
        let rescales = problem.ending.pulls || EventLoop::<M, D, N>::FULL;
        let spent = if rescales { problem.normal.spent(m.q, m.w) } else { 0.0 };
        let flow = ImpactMotion { spent, ..ImpactMotion::new(&problem, branch) };
        // Surfaces that start to stick at the limit may reach it again, in the other direction, within the first step;
        // those that start to slip at touch may stick within it.
        let run = match branch.slide == SliderState::Stick || (M::PIECES && branch.slide.slips()) {
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
    const FULL: bool = N > MotionState::<D>::MOTION;

    /// Handles the event that ended a branch. At the end of the impact: the last state, and whether the bodies stay in contact.
    fn pass_event(
        &mut self,
        flow: &ImpactMotion<M, D>,
        run: &Integration<N, SWITCHES>,
    ) -> Result<Option<(Vector<N>, bool)>, CollisionError> {
        let Some(stop) = run.stopped else { return Err(CollisionError::NoEnd) };
        let (switch, length, mut end) = first_event(flow, run, stop, self.control)?;
        let (problem, branch) = (*flow.problem, flow.branch);
        if Self::FULL {
            if D > 0 {
                self.book_spring_energy(flow, &mut end);
            }
            self.record_points(flow, run, stop.before, length)?;
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
                    if !Self::FULL {
                        end[0] = 0.0;
                    }
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
        leave_zero(
            &self.problem,
            branch,
            m,
            usual == matches!(self.control.method, Method::Dop853 | Method::Extrapolation),
        )
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

    /// Samples and events of a branch, up to `length` after the state `before`.
    fn record_points(
        &mut self,
        flow: &ImpactMotion<M, D>,
        run: &Integration<N, SWITCHES>,
        before: usize,
        length: f64,
    ) -> Result<(), CollisionError> {
        let course = &mut *self.course;
        course.points.push(point(flow, &self.y));
        course.points.extend(run.states.get(1..=before).unwrap_or(&[]).iter().map(|y| point(flow, y)));
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
            let (at, y) = place(flow, run, crossing, self.control)?;
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
