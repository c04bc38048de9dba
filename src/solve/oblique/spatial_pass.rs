//! From event to event in three dimensions.

use nalgebra::{Quaternion, UnitQuaternion, Vector2, Vector3};

use super::drive::{Course, LEAST, TOGETHER, TOUCH, drops, nothing};
use super::pass::Pass;
use super::point::Point;
use super::problem::{Onset, Problem, Rolling};
use super::spatial::{
    ALL, AXES, Branch, IMPULSE, MEMORY, MOMENT, MOST_EVENTS, NEARLY, PATH, PEAK, PRESS, Q, REST, SLIDE, SPIN, SWITCHES,
    Slide, Spatial, TIME, TURNING, V, W, WORK, Y, ZERO_FORCE, ZERO_OVERLAP, pair, triple, unit,
};
use crate::contact::flow::CollisionError;
use crate::contact::shear::{Form, FrictionLimit, ShearForce};
use crate::ode::{Control, Flow, Run, integrate, integrate_from_zero, place};
use crate::scene::Scene;
use crate::solve::SolveError;
use crate::trajectory::ShearChange;

fn nearly_stopped(branch: Branch) -> bool {
    matches!(branch.slide, Slide::Slip(_, true))
}

fn choose(problem: &Problem, branch: Branch, y: &mut Y) -> Slide {
    let shear = &problem.shear;
    let held = shear.limit == FrictionLimit::Elastic || (branch.pushes && branch.hold != 0.0);
    if shear.form == Form::Frictionless || shear.friction == 0.0 || !held {
        return Slide::Loose;
    }
    let stuck = Spatial { problem, branch: Branch { slide: Slide::Stick, ..branch } };
    let at = stuck.acting(y);
    let unit = |x: Vector2<f64>| unit(x).map(|x| [x[0], x[1]]);
    if shear.form == Form::Coulomb {
        let speed = pair(y, V).norm() + triple(y, SPIN).norm() + triple(y, SPIN + 3).norm();
        // What a stop leaves of a slip that had nearly stopped counts as none.
        let slip = at.slip.norm();
        let still = slip <= REST * speed || (nearly_stopped(branch) && slip < NEARLY);
        if !still {
            return unit(at.slip).map_or(Slide::Stick, |along| Slide::Slip(along, slip <= NEARLY * (1.0 + 1e-6)));
        }
        let pushed = at.force.norm() > at.limit && at.limit > 0.0;
        return unit(at.force).filter(|_| pushed).map_or(Slide::Stick, |along| Slide::Slip(along, true));
    }
    let way = if y[Q] == 0.0 {
        match problem.onset(at.slip.norm()) {
            Onset::Slip(way) => at.slip * way,
            Onset::Stick | Onset::Balanced => Vector2::zeros(),
        }
    } else {
        // Friction holds nothing yet: the force follows its limit to where it would outgrow it.
        let slipping = Spatial { problem, branch: Branch { slide: Slide::Slip([1.0, 0.0], false), ..branch } };
        let at = slipping.acting(y);
        let rate = slipping.stuck_rate(y, &at, Vector2::zeros());
        if rate.norm() > slipping.rates(y, &at)[1] { rate } else { Vector2::zeros() }
    };
    let Some(along) = unit(way) else { return Slide::Stick };
    y[MEMORY] = along[1].atan2(along[0]);
    taken(&Spatial { problem, branch: Branch { slide: Slide::Slip(along, false), ..branch } }, y)
}

/// The slip of a branch, led where it is swift enough.
fn taken(flow: &Spatial, y: &Y) -> Slide {
    if flow.may_be_led() && flow.swiftness(y) > 0.0 { Slide::Led } else { flow.branch.slide }
}

/// What the spring remembers when it begins to stick. At touch it is what is left as the overlap goes to nothing.
fn remembered(flow: &Spatial, y: &Y) -> Vector2<f64> {
    let mut y = *y;
    y[Q] = y[Q].max(LEAST);
    let spring = flow.acting(&y).spring;
    let stiffness = flow.problem.kappa * flow.problem.powers.spring.of(y[Q]);
    match flow.branch.stretch {
        true if stiffness > 0.0 => spring / stiffness,
        true => Vector2::zeros(),
        false => spring,
    }
}

/// The spring carries the dashpot's force, the other way.
fn balance(problem: &Problem, branch: Branch, y: &mut Y) {
    let memory =
        remembered(&Spatial { problem, branch: Branch { slide: Slide::Slip([1.0, 0.0], false), ..branch } }, y);
    (y[MEMORY], y[MEMORY + 1]) = (memory[0], memory[1]);
}

/// Integrates a collision with spins about any axis. Over-damped contacts that may pull are followed to their turning
/// point.
///
/// # Errors
/// When a number does not make a collision, rolling resistance is asked for, the clamped force never turns the bodies
/// round, or the integrator gives up.
pub fn pass(scene: &Scene, shear: &ShearForce, control: &Control) -> Result<Pass, SolveError> {
    let problem = Problem::new(scene, shear)?;
    if problem.rolling != Rolling::None {
        return Err(SolveError::RollingOutOfPlane);
    }
    let mut y = touch(scene, &problem);
    let pulls = problem.normal.divided_force(0.0, 1.0) < 0.0;
    let clamped = !problem.law.ends.pulls();
    let hold = match (pulls && !clamped, shear.limit) {
        (true, FrictionLimit::Total) => 0.0,
        (true, FrictionLimit::Absolute) => -1.0,
        _ => 1.0,
    };
    let mut branch =
        Branch { pushes: !(pulls && clamped), hold, slide: Slide::Loose, stretch: shear.form == Form::Total };
    branch.slide = choose(&problem, branch, &mut y);
    let slip = Spatial { problem: &problem, branch }.acting(&y).slip.norm();
    if branch.slide == Slide::Stick && problem.onset(slip) == Onset::Balanced {
        balance(&problem, branch, &mut y);
    }
    let mut course = Course::default();
    let mut stored = 0.0;
    let mut flipped = false;
    for _ in 0..MOST_EVENTS {
        let flow = Spatial { problem: &problem, branch };
        let begins = y[Q] == 0.0 && branch.slide == Slide::Stick;
        let run = match begins {
            true => integrate_from_zero(&flow, y, control, SLIDE, nothing(control)),
            false => integrate(&flow, y, control),
        };
        let run = run.map_err(CollisionError::from)?;
        if !flipped && flip(&flow, &run, nothing(control), &mut y, &mut branch) {
            flipped = true;
            continue;
        }
        flipped = false;
        let Some(stop) = run.stopped else { return Err(CollisionError::NoEnd.into()) };
        let mut first: Option<(usize, f64, Y)> = None;
        for &crossing in run.crossings.iter().filter(|c| c.before == stop.before && flow.stops(c.switch)) {
            let (length, found) = place(&flow, &run, crossing, control)?;
            if first.as_ref().is_none_or(|(_, least, _)| (1.0 + TOGETHER) * length < *least) {
                first = Some((crossing.switch, length, found));
            }
        }
        let Some((switch, length, mut end)) = first else { return Err(CollisionError::NoEnd.into()) };
        let (begun, ended) = (flow.stored(&y), flow.stored(&end));
        let whole = branch.slide != Slide::Stick;
        end[WORK + 1] -= begun - stored + if whole { ended - begun } else { 0.0 };
        stored = ended;
        note(&flow, &run, stop.before, length, &y, control, &mut course)?;
        let over = switch == ZERO_OVERLAP || (end[Q] <= TOUCH && end[W] < 0.0);
        let deleted = !over && switch == ZERO_FORCE && branch.pushes && end[W] < 0.0 && problem.deleted_by_force();
        let stays = switch == TURNING && problem.holds;
        if over || deleted || stays {
            if over {
                end[Q] = 0.0;
            }
            let strain = stored * problem.scale.energy;
            let last = point(&flow, &end);
            return Ok(Pass::new(&scene.power()?, problem.bodies, course, last, stays, deleted, strain));
        }
        let before = branch;
        match switch {
            TURNING => {
                branch.stretch = true;
                if branch.slide == Slide::Stick {
                    let stiffness = problem.kappa * problem.powers.spring.of(end[Q]);
                    let stretch = |force: f64| if stiffness > 0.0 { force / stiffness } else { 0.0 };
                    (end[MEMORY], end[MEMORY + 1]) = (stretch(end[MEMORY]), stretch(end[MEMORY + 1]));
                }
            }
            ZERO_FORCE => by_force(&problem, &mut branch, &mut end)?,
            _ => branch.slide = slid(&flow, &mut end),
        }
        let change = match (before.slide, branch.slide) {
            (Slide::Stick | Slide::Held, Slide::Slip(..) | Slide::Led) => Some(ShearChange::Slips),
            (Slide::Slip(..) | Slide::Led, Slide::Stick | Slide::Held) => Some(ShearChange::Sticks),
            (Slide::Stick | Slide::Slip(..) | Slide::Led | Slide::Held, Slide::Loose) => Some(ShearChange::Unloaded),
            _ => None,
        };
        course.events.extend(change.map(|change| (change, end[TIME] * problem.scale.time)));
        y = end;
    }
    Err(CollisionError::NoEnd.into())
}

fn by_force(problem: &Problem, branch: &mut Branch, y: &mut Y) -> Result<(), CollisionError> {
    if problem.law.ends.pulls() {
        branch.hold = match (problem.shear.limit, branch.hold > 0.0) {
            (FrictionLimit::Total, true) => 0.0,
            (FrictionLimit::Absolute, true) => -1.0,
            _ => 1.0,
        };
    } else if branch.pushes && y[W] >= 0.0 && problem.normal.may_never_turn() {
        return Err(CollisionError::NeverTurns);
    } else {
        branch.pushes = !branch.pushes;
    }
    if problem.limit_bends() {
        y[MEMORY] = 0.0;
        y[MEMORY + 1] = 0.0;
        branch.slide = choose(problem, *branch, y);
        if branch.slide == Slide::Stick && problem.shear.form.is_spring() {
            balance(problem, *branch, y);
        }
    }
    Ok(())
}

/// A branch that is wrong from its first step on is begun again as the other one.
fn flip(flow: &Spatial, run: &Run<ALL, SWITCHES>, nothing: f64, y: &mut Y, branch: &mut Branch) -> bool {
    let Some(next) = run.sunk(flow, SLIDE, nothing) else { return false };
    match branch.slide {
        Slide::Stick => {
            let Some(along) = unit(flow.asked(&flow.acting(next))) else { return false };
            if flow.problem.shear.form != Form::Coulomb {
                y[MEMORY] = along[1].atan2(along[0]);
            }
            branch.slide = Slide::Slip([along[0], along[1]], true);
        }
        Slide::Slip(..) | Slide::Led | Slide::Held => branch.slide = slid(flow, y),
        Slide::Loose => return false,
    }
    true
}

/// The slider after its switch fired.
fn slid(flow: &Spatial, y: &mut Y) -> Slide {
    let at = flow.acting(y);
    match flow.branch.slide {
        Slide::Stick => {
            let Some(along) = unit(flow.asked(&at)) else { return Slide::Stick };
            if flow.problem.shear.form != Form::Coulomb {
                y[MEMORY] = along[1].atan2(along[0]);
            }
            let slide = Slide::Slip([along[0], along[1]], true);
            taken(&Spatial { problem: flow.problem, branch: Branch { slide, ..flow.branch } }, y)
        }
        Slide::Slip(..) if flow.problem.shear.form == Form::Coulomb => choose(flow.problem, flow.branch, y),
        Slide::Slip(..) if drops(flow.problem) && flow.excess_rate(y, 1.0) > 0.0 => Slide::Held,
        Slide::Held if flow.share(y) <= 0.5 => Slide::Slip([0.0, 0.0], false),
        Slide::Slip(..) if flow.may_be_led() && flow.slip_excess(y, &at) > -flow.swiftness(y) => Slide::Led,
        Slide::Led if flow.slip_excess(y, &at) > flow.swiftness(y) => {
            let along = flow.led(y);
            y[MEMORY] = along[1].atan2(along[0]);
            Slide::Slip([along[0], along[1]], false)
        }
        Slide::Slip(..) | Slide::Led | Slide::Held => {
            let memory = remembered(flow, y);
            (y[MEMORY], y[MEMORY + 1]) = (memory[0], memory[1]);
            Slide::Stick
        }
        Slide::Loose => Slide::Loose,
    }
}

fn note(
    flow: &Spatial,
    run: &Run<ALL, SWITCHES>,
    before: usize,
    length: f64,
    first: &Y,
    control: &Control,
    course: &mut Course,
) -> Result<(), CollisionError> {
    course.points.push(point(flow, first));
    course.points.extend(run.states.get(1..=before).unwrap_or(&[]).iter().map(|y| point(flow, y)));
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
        let found = point(flow, &y);
        match crossing.switch {
            TURNING => course.turning = Some(Point { speed: 0.0, ..found }),
            PEAK => course.peaks.push(found),
            _ if y[W] < 0.0 && y[Q] > TOUCH => course.zero_force = Some(Point { force: 0.0, ..found }),
            _ => {}
        }
    }
    Ok(())
}

fn touch(scene: &Scene, problem: &Problem) -> Y {
    let mut y = Y::zeros();
    y[W] = 1.0;
    y[V] = scene.meeting.tangential_speed / problem.scale.speed;
    y[AXES] = 1.0;
    for i in 0..2 {
        let r = problem.bodies.radius[i];
        if r.is_finite() {
            for k in 0..3 {
                y[SPIN + 3 * i + k] = scene.meeting.spin[i][k] * r / problem.scale.speed;
            }
        }
    }
    y
}

fn point(flow: &Spatial, y: &Y) -> Point {
    let Problem { scale, bodies, nearness, .. } = flow.problem;
    let at = flow.acting(y);
    let turned = UnitQuaternion::from_quaternion(Quaternion::new(y[AXES], y[AXES + 1], y[AXES + 2], y[AXES + 3]));
    let velocity = turned * Vector3::new(-y[W], y[V], y[V + 1]) * scale.speed;
    let spin = [0, 1].map(|i| {
        let r = bodies.radius[i];
        if r.is_infinite() { Vector3::zeros() } else { turned * triple(y, SPIN + 3 * i) * (scale.speed / r) }
    });
    let overlap = at.xi * scale.length;
    let normal = turned * Vector3::x();
    let mut angular = Vector3::zeros();
    for (inertia, spin) in bodies.inertia.iter().zip(&spin) {
        if inertia.is_finite() {
            angular += spin * *inertia;
        }
    }
    if *nearness > 0.0 {
        angular += (normal * bodies.distance(overlap)).cross(&velocity) * bodies.m_star;
    } else {
        let place = Vector3::x() * bodies.radius[0] + triple(y, PATH) * scale.length;
        angular += place.cross(&velocity) * bodies.m_star - triple(y, MOMENT) * (scale.impulse * scale.length);
    }
    // Slip and force in axes that have turned with the normal but not about it.
    let untwisted = UnitQuaternion::rotation_between(&Vector3::x(), &normal).unwrap_or_default();
    let shown = |x: Vector2<f64>, unit: f64| {
        let x = untwisted.inverse() * (turned * Vector3::new(0.0, x[0], x[1])) * unit;
        [x[1], x[2]]
    };
    Point {
        time: y[TIME] * scale.time,
        overlap,
        speed: y[W] * scale.speed,
        velocity: velocity.into(),
        force: at.normal * scale.force,
        force_elastic: at.elastic * scale.force,
        slip: shown(at.slip, scale.speed),
        shear: shown(at.force, scale.force),
        limit: at.limit * scale.force,
        sliding: matches!(flow.branch.slide, Slide::Slip(..) | Slide::Led | Slide::Loose),
        spin: spin.map(Into::into),
        turned: normal[1].hypot(normal[2]).atan2(normal[0]),
        press: y[PRESS] * scale.impulse,
        impulse: (triple(y, IMPULSE) * scale.impulse).into(),
        angular: angular.into(),
        work: y[WORK] * scale.energy,
        works: [y[WORK + 1], y[WORK + 2], 0.0, y[WORK + 3]].map(|work| work * scale.energy),
    }
}
