//! From event to event.

use super::branch::{Branch, Slide};
use super::planar::{
    FULL, LEAN, MEMORY, PEAK, Planar, Q, ROLL, SLIDE, SPENT, SPIN, SWITCHES, TIME, TURNING, V, W, WORK, ZERO_FORCE,
    ZERO_OVERLAP,
};
use super::point::{Point, planar_point};
use super::problem::{Onset, Problem, Rolling};
use crate::contact::Ends;
use crate::contact::flow::{CollisionError, NEXT_LEG, STUCK};
use crate::contact::shear::{Form, FrictionLimit, WhileSliding};
use crate::ode::{Control, Run, State, integrate, integrate_from_zero, place};
use crate::trajectory::ShearChange;

/// Events after which a collision is given up.
const MOST_EVENTS: usize = 2000;

/// `q` from which on a body that parts counts as parted.
pub const TOUCH: f64 = 1e-9;

/// `q` at which a ratio is read off whose parts both vanish at touch: what else is in it is smaller there by as much.
pub const LEAST: f64 = 1e-30;

/// Part of a step by which rounding may part two events that fall together, such as turning and largest force.
pub const TOGETHER: f64 = 1e-9;

/// What is gathered on the way.
#[derive(Debug, Clone, Default)]
pub struct Course {
    pub points: Vec<Point>,
    pub peaks: Vec<Point>,
    pub turning: Option<Point>,
    pub zero_force: Option<Point>,
    pub events: Vec<(ShearChange, f64)>,
}

/// How a passage ended.
#[derive(Debug, Clone, Copy)]
pub struct Finish<const N: usize> {
    pub y: State<N>,
    pub problem: Problem,
    pub branch: Branch,
    pub stays: bool,
    /// Energy left in the tangential spring, in units.
    pub stored: f64,
}

/// The slider's state at first touch and where friction begins to hold again: what the law's own rates say.
fn choose<const N: usize>(problem: &Problem, branch: Branch, y: &State<N>) -> Slide {
    let shear = &problem.shear;
    let held = shear.limit == FrictionLimit::Elastic || (branch.pushes && branch.hold != 0.0);
    if shear.form == Form::Frictionless || shear.friction == 0.0 || !held {
        return Slide::Loose;
    }
    let stuck = Planar { problem, branch: branch.with(0, Slide::Stick), spent: 0.0 };
    let at = stuck.acting(y);
    if shear.form == Form::Coulomb {
        let still = at.slip.abs() <= 1e-15 * y[V].abs().max(y[SPIN].abs()).max(y[SPIN + 1].abs());
        return match still {
            true if at.force.abs() > at.limit && at.limit > 0.0 => Slide::Slip(at.force.signum()),
            true => Slide::Stick,
            false => Slide::Slip(at.slip.signum()),
        };
    }
    if y[Q] == 0.0 {
        return match problem.onset(at.slip.abs()) {
            Onset::Slip(way) => Slide::Slip(way * at.slip.signum()),
            Onset::Stick | Onset::Balanced => Slide::Stick,
        };
    }
    // Friction holds nothing yet. The force is zero, whatever spring and dashpot carry against each other, and follows
    // its limit to the side to which it would outgrow it.
    let outgrows = |sign: f64| {
        let slipping = Planar { problem, branch: branch.with(0, Slide::Slip(sign)), spent: 0.0 };
        slipping.slip_excess(y, &slipping.acting(y), sign) > 0.0
    };
    [1.0, -1.0].into_iter().find(|sign| outgrows(*sign)).map_or(Slide::Stick, Slide::Slip)
}

/// The rolling sliders at first touch and where the force that bounds them leaves zero.
fn choose_roll<const N: usize>(problem: &Problem, branch: Branch, y: &mut State<N>) -> [Slide; 2] {
    y[ROLL] = 0.0;
    let of = |spin: f64| if spin == 0.0 { Slide::Stick } else { Slide::Slip(spin.signum()) };
    let held = problem.shear.limit == FrictionLimit::Elastic || (branch.pushes && branch.hold != 0.0);
    match problem.rolling {
        _ if !held => [Slide::Loose; 2],
        Rolling::None => [Slide::Loose; 2],
        Rolling::Own { friction } if friction > 0.0 => {
            [0, 1].map(|i| if problem.agility[i] > 0.0 { of(y[SPIN + i]) } else { Slide::Loose })
        }
        Rolling::Between { friction, spring, stiffness, damping } if friction > 0.0 => {
            let relative = problem.slight[0] * y[SPIN] - problem.slight[1] * y[SPIN + 1];
            if spring && stiffness > 0.0 {
                // Nothing is held here, so the spring takes what the dashpot gives.
                y[ROLL] = -damping * relative / stiffness;
            }
            [if spring { Slide::Stick } else { of(relative) }, Slide::Loose]
        }
        _ => [Slide::Loose; 2],
    }
}

/// The branch at first touch.
fn begin<const N: usize>(problem: &Problem, y: &mut State<N>) -> Branch {
    let pulls = problem.normal.divided_force(0.0, 1.0) < 0.0;
    let clamped = !problem.law.ends.pulls();
    let hold = match (pulls && !clamped, problem.shear.limit) {
        (true, FrictionLimit::Total) => 0.0,
        (true, FrictionLimit::Absolute) => -1.0,
        _ => 1.0,
    };
    let stretch = problem.shear.form == Form::Total;
    let mut branch =
        Branch { pushes: !(pulls && clamped), hold, slide: Slide::Loose, stretch, roll: [Slide::Loose; 2] };
    branch.roll = choose_roll(problem, branch, y);
    branch.slide = choose(problem, branch, y);
    let slip = Planar { problem, branch, spent: 0.0 }.acting(y).slip;
    if branch.slide == Slide::Stick && problem.onset(slip.abs()) == Onset::Balanced {
        y[MEMORY] = balanced(problem, branch, y);
    }
    branch
}

/// What the spring remembers where it carries the dashpot's force, the other way.
fn balanced<const N: usize>(problem: &Problem, branch: Branch, y: &State<N>) -> f64 {
    remembered(&Planar { problem, branch: branch.with(0, Slide::Slip(1.0)), spent: 0.0 }, y)
}

/// Integrates one impact from first touch, `y` in the units of the problem, with one method.
///
/// # Errors
/// When the clamped force never turns the bodies round, or the integrator gives up.
pub fn drive<const N: usize>(
    problem: &Problem,
    start: State<N>,
    control: &Control,
    course: &mut Course,
) -> Result<Finish<N>, CollisionError> {
    let mut problem = *problem;
    let mut y = start;
    let mut branch = begin(&problem, &mut y);
    let mut stored = 0.0;
    let mut flipped = [false; 3];
    for _ in 0..MOST_EVENTS {
        let legs = problem.law.ends.pulls() && problem.g > 0.0;
        let spent = if legs { NEXT_LEG * problem.normal.energy(y[Q], y[W]) } else { 0.0 };
        let flow = Planar { problem: &problem, branch, spent };
        let begins = y[Q] == 0.0 && branch.slide == Slide::Stick;
        let run: Run<N, SWITCHES> = match begins {
            true => integrate_from_zero(&flow, y, control, SLIDE, nothing(control))?,
            false => integrate(&flow, y, control)?,
        };
        if let Some(turned) = wrong(&flow, &run, &flipped, nothing(control)) {
            let (slider, next) = turned;
            flipped[slider] = true;
            if slider == 0 && next == Slide::Stick {
                y[MEMORY] = remembered(&flow, &y);
            }
            branch = branch.with(slider, next);
            continue;
        }
        let Some(stop) = run.stopped else { return Err(CollisionError::NoEnd) };
        // Of several events in the last step the first one counts; of some that fall together the normal motion's.
        let mut first: Option<(usize, f64, State<N>)> = None;
        for &crossing in run.crossings.iter().filter(|c| c.before == stop.before && flow_stops(&flow, c.switch)) {
            let (length, found) = place(&flow, &run, crossing, control)?;
            if first.as_ref().is_none_or(|(_, least, _)| (1.0 + TOGETHER) * length < *least) {
                first = Some((crossing.switch, length, found));
            }
        }
        let Some((switch, length, mut end)) = first else { return Err(CollisionError::NoEnd) };
        if N == FULL {
            if flow.problem.lumps() || branch.slide == Slide::Loose {
                stored = hand_over(&flow, &mut y, &mut end, stored, branch.slide != Slide::Stick);
            } else {
                stored = hand_over(&flow, &mut y, &mut end, stored, false);
            }
            note(&flow, &run, stop.before, length, &y, control, course)?;
        }
        flipped = [false; 3];
        let over = switch == ZERO_OVERLAP || (end[Q] <= TOUCH && end[W] < 0.0);
        if over {
            end[Q] = 0.0;
            return Ok(Finish { y: end, problem, branch, stays: false, stored });
        }
        let mut next = branch;
        match switch {
            TURNING if problem.holds => return Ok(Finish { y: end, problem, branch, stays: true, stored }),
            TURNING => {
                next.stretch = true;
                if branch.slide == Slide::Stick {
                    let stiffness = problem.kappa * problem.powers.spring.of(end[Q]);
                    end[MEMORY] = if stiffness > 0.0 { end[MEMORY] / stiffness } else { 0.0 };
                }
            }
            ZERO_FORCE => {
                if let Some(finish) = by_force(&problem, &mut next, &mut end, stored)? {
                    return Ok(finish);
                }
                if N == LEAN && flies(&problem, &next, &end) {
                    end[Q] = 0.0;
                    return Ok(Finish { y: end, problem, branch: next, stays: false, stored });
                }
            }
            SPENT => {
                let energy = problem.normal.energy(end[Q], end[W]);
                let least = 2.0 * STUCK * problem.least;
                if energy < least || (end[W] <= 0.0 && (problem.holds || problem.normal.trapped(end[Q], end[W], least)))
                {
                    return Ok(Finish { y: end, problem, branch, stays: true, stored });
                }
                let other = problem.rescaled(problem.scale.speed * (2.0 * energy).sqrt());
                stored *= problem.scale.energy / other.scale.energy;
                end = carried(&problem, &other, &end, branch.stretch);
                problem = other;
            }
            SLIDE => next.slide = slid(&flow, &mut end),
            _ => {
                let i = switch - SLIDE - 1;
                next.roll[i] = rolled(&flow, &mut end, i);
            }
        }
        if N == FULL {
            tell(&branch, &next, switch, end[TIME.min(N - 1)] * problem.scale.time, course);
        }
        y = end;
        branch = next;
    }
    Err(CollisionError::NoEnd)
}

fn flow_stops(flow: &Planar, switch: usize) -> bool {
    <Planar as crate::ode::Flow<LEAN, SWITCHES>>::stops(flow, switch)
}

/// Values of a switch that mean nothing: forces as small as what the integrator leaves of a state of order one.
pub fn nothing(control: &Control) -> f64 {
    (control.tolerance * control.absolute).max(f64::EPSILON)
}

/// A slider that is on the wrong branch from its start on: at a threshold, where its switch starts at zero.
fn wrong<const N: usize>(
    flow: &Planar,
    run: &Run<N, SWITCHES>,
    flipped: &[bool; 3],
    nothing: f64,
) -> Option<(usize, Slide)> {
    for (slider, flipped) in flipped.iter().enumerate() {
        let Some(y) = run.sunk(flow, SLIDE + slider, nothing).filter(|_| !flipped) else { continue };
        let at = flow.acting(y);
        let asked = if slider == 0 { at.force } else { at.asked[slider - 1] };
        return match flow.branch.slider(slider) {
            Slide::Stick => Some((slider, Slide::Slip(asked.signum()))),
            Slide::Slip(sign) if slider == 0 && drops(flow.problem) && flow.returns(y, sign) => {
                Some((slider, Slide::Held(sign)))
            }
            Slide::Slip(_) => Some((slider, Slide::Stick)),
            Slide::Held(sign) => Some((slider, let_go(flow, y, sign))),
            Slide::Loose => None,
        };
    }
    None
}

/// What the spring remembers when it begins to stick. At touch it is what is left as the overlap goes to nothing.
fn remembered<const N: usize>(flow: &Planar, y: &State<N>) -> f64 {
    let mut y = *y;
    y[Q] = y[Q].max(LEAST);
    let spring = flow.acting(&y).spring;
    let stiffness = flow.problem.kappa * flow.problem.powers.spring.of(y[Q]);
    match flow.branch.stretch {
        true if stiffness > 0.0 => spring / stiffness,
        true => 0.0,
        false => spring,
    }
}

/// The tangential slider after its switch fired.
fn slid<const N: usize>(flow: &Planar, y: &mut State<N>) -> Slide {
    let at = flow.acting(y);
    match flow.branch.slide {
        Slide::Stick => {
            let capped = flow.problem.shear.dashpot.sliding == WhileSliding::Capped;
            let asked = if capped { at.force } else { at.spring };
            let asked = if flow.problem.shear.form == Form::Coulomb { at.force } else { asked };
            Slide::Slip(asked.signum())
        }
        Slide::Slip(sign) if flow.problem.shear.form == Form::Coulomb => {
            let stuck = Planar { problem: flow.problem, branch: flow.branch.with(0, Slide::Stick), spent: 0.0 };
            let at = stuck.acting(y);
            if at.force.abs() > at.limit {
                // Pushed through rest, or back the way it came.
                let onwards = at.force.signum();
                return Slide::Slip(if onwards == 0.0 { -sign } else { onwards });
            }
            Slide::Stick
        }
        Slide::Slip(sign) if drops(flow.problem) && flow.returns(y, sign) => Slide::Held(sign),
        Slide::Slip(_) => {
            y[MEMORY] = remembered(flow, y);
            Slide::Stick
        }
        Slide::Held(sign) => {
            let next = let_go(flow, y, sign);
            if next == Slide::Stick {
                y[MEMORY] = remembered(flow, y);
            }
            next
        }
        Slide::Loose => Slide::Loose,
    }
}

/// Whether the force jumps where the surfaces begin to slip.
pub fn drops(problem: &Problem) -> bool {
    problem.c > 0.0 && problem.shear.dashpot.sliding == WhileSliding::Dropped
}

/// What a held spring goes over to: it sticks once all of the dashpot is too little to keep it, and slips once none is
/// too much.
fn let_go<const N: usize>(flow: &Planar, y: &State<N>, sign: f64) -> Slide {
    if flow.share(y, sign) > 0.5 { Slide::Stick } else { Slide::Slip(sign) }
}

/// A rolling slider after its switch fired.
fn rolled<const N: usize>(flow: &Planar, y: &mut State<N>, i: usize) -> Slide {
    let at = flow.acting(y);
    let Slide::Slip(sign) = flow.branch.roll[i] else {
        let way = if at.asked[i] == 0.0 { at.rolls[i] } else { at.asked[i] };
        return Slide::Slip(way.signum());
    };
    if let Rolling::Between { spring: true, stiffness, damping, .. } = flow.problem.rolling {
        y[ROLL] = if stiffness > 0.0 { (sign * at.roll_limit - damping * at.rolls[0]) / stiffness } else { 0.0 };
        return Slide::Stick;
    }
    let stuck = Planar { problem: flow.problem, branch: flow.branch.with(i + 1, Slide::Stick), spent: 0.0 };
    let at = stuck.acting(y);
    if at.asked[i].abs() > at.roll_limit { Slide::Slip(at.asked[i].signum()) } else { Slide::Stick }
}

/// The normal force is zero: `Some` when that is the end.
fn by_force<const N: usize>(
    problem: &Problem,
    next: &mut Branch,
    y: &mut State<N>,
    stored: f64,
) -> Result<Option<Finish<N>>, CollisionError> {
    let before = *next;
    if problem.law.ends.pulls() {
        next.hold = match (problem.shear.limit, before.hold > 0.0) {
            (FrictionLimit::Total, true) => 0.0,
            (FrictionLimit::Absolute, true) => -1.0,
            _ => 1.0,
        };
    } else if before.pushes {
        if y[W] < 0.0 && problem.deleted_by_force() {
            return Ok(Some(Finish { y: *y, problem: *problem, branch: before, stays: false, stored }));
        }
        if y[W] >= 0.0 && problem.normal.may_never_turn() {
            return Err(CollisionError::NeverTurns);
        }
        next.pushes = false;
    } else {
        next.pushes = true;
    }
    if problem.limit_bends() {
        next.roll = choose_roll(problem, *next, y);
        y[MEMORY] = 0.0;
        next.slide = choose(problem, *next, y);
        if next.slide == Slide::Stick && problem.shear.form.is_spring() {
            y[MEMORY] = balanced(problem, *next, y);
        }
    }
    Ok(None)
}

/// Whether nothing acts on a body that leaves a wall under a clamped force, and nothing will: a lean pass is over then.
fn flies<const N: usize>(problem: &Problem, branch: &Branch, y: &State<N>) -> bool {
    let clamped = !problem.law.ends.pulls() && !branch.pushes && y[W] < 0.0 && problem.law.beta < problem.law.alpha;
    let dashpot = problem.c > 0.0 && problem.shear.dashpot.sliding == WhileSliding::Added;
    clamped && problem.nearness == 0.0 && branch.slide == Slide::Loose && !dashpot && problem.rolling == Rolling::None
}

/// A state in the units of another leg.
fn carried<const N: usize>(from: &Problem, to: &Problem, y: &State<N>, stretch: bool) -> State<N> {
    let (a, b) = (&from.scale, &to.scale);
    let mut z = *y;
    z[Q] = to.normal.q(from.normal.overlap(y[Q]) * a.length / b.length);
    for k in [W, V, SPIN, SPIN + 1] {
        z[k] *= a.speed / b.speed;
    }
    z[MEMORY] *= if stretch { a.length / b.length } else { a.force / b.force };
    z[ROLL] *= a.length / b.length;
    if N == FULL {
        use super::planar::{IMPULSE, MOMENT, PATH, PRESS};
        z[TIME] *= a.time / b.time;
        z[PATH] *= a.length / b.length;
        for k in [PRESS, IMPULSE, IMPULSE + 1] {
            z[k] *= a.impulse / b.impulse;
        }
        z[MOMENT] *= a.impulse * a.length / (b.impulse * b.length);
        for k in WORK..WORK + 5 {
            z[k] *= a.energy / b.energy;
        }
    }
    z
}

/// Keeps the books of the spring: friction takes what the spring loses at a change of branch and, where the ledger does
/// not tell them apart, along a whole branch. Returns the energy in the spring at the end of the branch.
fn hand_over<const N: usize>(flow: &Planar, begin: &mut State<N>, end: &mut State<N>, stored: f64, whole: bool) -> f64 {
    if N != FULL {
        return 0.0;
    }
    let (first, last) = (flow.spring_energy(begin), flow.spring_energy(end));
    let gained = (first - stored) + if whole { last - first } else { 0.0 };
    end[(WORK + 1).min(N - 1)] -= gained;
    last
}

/// Samples and events of a branch, up to `length` after the state `before`.
fn note<const N: usize>(
    flow: &Planar,
    run: &Run<N, SWITCHES>,
    before: usize,
    length: f64,
    first: &State<N>,
    control: &Control,
    course: &mut Course,
) -> Result<(), CollisionError> {
    if N != FULL {
        return Ok(());
    }
    let full = |y: &State<N>| planar_point(flow, &State::<FULL>::from_iterator(y.iter().copied()));
    course.points.push(full(first));
    for y in run.states.get(1..=before).unwrap_or(&[]) {
        course.points.push(full(y));
    }
    for &crossing in &run.crossings {
        let wanted = match crossing.switch {
            TURNING => course.turning.is_none(),
            PEAK => true,
            ZERO_FORCE => course.zero_force.is_none() && flow.problem.normal.force_ends_first(),
            _ => false,
        };
        if !wanted {
            continue;
        }
        let (at, y) = place(flow, run, crossing, control)?;
        if crossing.before == before && at > (1.0 + TOGETHER) * length {
            continue;
        }
        let found = full(&y);
        match crossing.switch {
            TURNING => course.turning = Some(Point { speed: 0.0, ..found }),
            PEAK => course.peaks.push(found),
            _ if y[W] < 0.0 && y[Q] > TOUCH => course.zero_force = Some(Point { force: 0.0, ..found }),
            _ => {}
        }
    }
    Ok(())
}

/// What happened to friction.
fn tell(before: &Branch, after: &Branch, switch: usize, time: f64, course: &mut Course) {
    let change = match (before.slide, after.slide) {
        (_, Slide::Loose) if before.slide != Slide::Loose && switch == ZERO_FORCE => ShearChange::Unloaded,
        (Slide::Stick | Slide::Held(_), Slide::Slip(_)) => ShearChange::Slips,
        (Slide::Slip(_), Slide::Stick | Slide::Held(_)) => ShearChange::Sticks,
        _ => return,
    };
    course.events.push((change, time));
}

/// The state at first touch.
pub fn touch<const N: usize>(problem: &Problem, tangential: f64, spin: [f64; 2]) -> State<N> {
    let mut y = State::<N>::zeros();
    y[W] = 1.0;
    y[V] = tangential / problem.scale.speed;
    for (i, spin) in spin.into_iter().enumerate() {
        let r = problem.bodies.radius[i];
        y[SPIN + i] = if r.is_infinite() { 0.0 } else { spin * r / problem.scale.speed };
    }
    y
}

/// Where the contact is deleted or ends, whether by its force.
pub fn deleted<const N: usize>(finish: &Finish<N>) -> bool {
    finish.problem.law.ends == Ends::ZeroForce && finish.y[Q] > 0.0
}
