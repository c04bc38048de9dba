//! Motion in three dimensions as a flow: for spins out of the plane of incidence.
//!
//! Vectors stand in axes `n`, `e1`, `e2` that move with the contact: `n` along the line of centres, the other two
//! turning about it with the mean spin of the bodies, so that what the spring remembers keeps its components.
//! `Omega = (omega_n, -v_2/d, v_1/d)` is the rate of these axes, and every vector `x` obeys `x' = (dx/dt) - Omega x x`.

use nalgebra::{Quaternion, UnitQuaternion, Vector2, Vector3};

use super::drive::Course;
use super::pass::Pass;
use super::point::Point;
use super::problem::{Problem, Rolling};
use crate::contact::flow::CollisionError;
use crate::contact::shear::{Form, FrictionLimit, ShearForce, WhileSliding};
use crate::ode::{Control, Flow, Run, State, integrate, place};
use crate::scene::Scene;
use crate::solve::SolveError;
use crate::trajectory::ShearChange;

const Q: usize = 0;
const W: usize = 1;
/// Velocity along `e1` and `e2`; spin of body 1 and of body 2, each along `n`, `e1`, `e2`.
const V: usize = 2;
const SPIN: usize = 4;
/// Stretch or force of the spring; while it slips the first is the direction of slip.
const MEMORY: usize = 10;
/// Orientation of the axes.
const AXES: usize = 12;
const TIME: usize = 16;
const PRESS: usize = 17;
const IMPULSE: usize = 18;
/// Path of body 1 relative to body 2, in the axes of first touch, and the moment of the wall's reaction.
const PATH: usize = 21;
const MOMENT: usize = 24;
/// Works: normal dashpot, slip, tangential dashpot, created.
const WORK: usize = 27;
const ALL: usize = 31;

const TURNING: usize = 0;
const PEAK: usize = 1;
const ZERO_FORCE: usize = 2;
const ZERO_OVERLAP: usize = 3;
const SLIDE: usize = 4;
const SWITCHES: usize = 5;

/// Below it the direction of slip is kept: its rate has no bound at touch, and what friction does there is about `q^10`.
const FREEZE: f64 = 0.02;

/// Part of the speeds below which the surfaces are at rest.
const REST: f64 = 1e-11;

/// Slip over the speed of approach below which Coulomb friction keeps its direction: at rest it has none.
const NEARLY: f64 = 1e-6;

const MOST_EVENTS: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Slide {
    Stick,
    /// From the direction of slip at the beginning of the branch on; whether the surfaces are nearly at rest.
    Slip([f64; 2], bool),
    Loose,
}

#[derive(Debug, Clone, Copy)]
struct Branch {
    pushes: bool,
    hold: f64,
    slide: Slide,
    stretch: bool,
}

struct Spatial<'a> {
    problem: &'a Problem,
    branch: Branch,
}

struct Acting {
    xi: f64,
    normal: f64,
    elastic: f64,
    drag: f64,
    limit: f64,
    slip: Vector2<f64>,
    force: Vector2<f64>,
    spring: Vector2<f64>,
    dashpot: Vector2<f64>,
    axes: Vector3<f64>,
    approach: f64,
    along: Vector2<f64>,
    spins: [Vector3<f64>; 2],
    slips: Vector2<f64>,
    torque_arms: [f64; 2],
}

type Y = State<ALL>;

fn pair(y: &Y, k: usize) -> Vector2<f64> {
    Vector2::new(y[k], y[k + 1])
}

fn triple(y: &Y, k: usize) -> Vector3<f64> {
    Vector3::new(y[k], y[k + 1], y[k + 2])
}

fn direction(angle: f64) -> Vector2<f64> {
    Vector2::new(angle.cos(), angle.sin())
}

impl Spatial<'_> {
    fn acting(&self, y: &Y) -> Acting {
        let Self { problem, branch } = self;
        let (q, w, v) = (y[Q], y[W], pair(y, V));
        let spin = [triple(y, SPIN), triple(y, SPIN + 3)];
        let xi = if q > 0.0 { problem.normal.overlap(q) } else { 0.0 };
        let [total, drag] = problem.normal.force(q, w);
        let elastic = total - drag;
        let normal = if branch.pushes { total } else { 0.0 };
        let drag = if branch.pushes { drag } else { -elastic };
        let mu = problem.shear.friction;
        let limit =
            if problem.shear.limit == FrictionLimit::Elastic { mu * elastic } else { mu * branch.hold * normal };
        let near = problem.curvature(xi);
        let levers = problem.levers();
        let (arms, slopes) = (problem.arms(levers.slip, xi), problem.arm_slopes(levers.slip, xi));
        let torque_arms = problem.arms(levers.torque, xi);
        // omega_i stands for omega_i r_i: over L the rate is that over r_i.
        let rate = |i: usize| spin[i][0] * problem.scale.length / problem.bodies.radius[i];
        let axes = Vector3::new(0.5 * (rate(0) + rate(1)), -v[1] * near, v[0] * near);
        let surface = |s: &Vector3<f64>| Vector2::new(-s[2], s[1]);
        let slip = v + surface(&spin[0]) * arms[0] + surface(&spin[1]) * arms[1];

        let velocity = Vector3::new(-w, v[0], v[1]);
        let turned = axes.cross(&velocity);
        let spin_turned = [0, 1].map(|i| axes.cross(&spin[i]));
        let c = problem.agility;
        let give = 1.0 + arms[0] * c[0] * torque_arms[0] + arms[1] * c[1] * torque_arms[1];
        let mut free = -Vector2::new(turned[1], turned[2]);
        for i in 0..2 {
            free += surface(&spin[i]) * (slopes[i] * w) - surface(&spin_turned[i]) * arms[i];
        }
        let damp = if problem.c == 0.0 { Vector2::zeros() } else { slip * (problem.c * problem.powers.dashpot.of(q)) };
        let zero = Vector2::zeros();
        let sliding = problem.shear.dashpot.sliding;
        let (force, spring, dashpot) = match branch.slide {
            Slide::Loose => match sliding {
                WhileSliding::Capped => (zero, -damp, zero),
                WhileSliding::Added => (damp, zero, damp),
                WhileSliding::Dropped => (zero, zero, zero),
            },
            Slide::Slip(begun, _) => {
                let along = match problem.shear.form {
                    Form::Coulomb => slip.try_normalize(NEARLY).unwrap_or(Vector2::from(begun)),
                    _ => direction(y[MEMORY]),
                };
                let held = along * limit;
                match sliding {
                    WhileSliding::Capped => (held, held - damp, damp),
                    WhileSliding::Added => (held + damp, held, damp),
                    WhileSliding::Dropped => (held, held, zero),
                }
            }
            Slide::Stick if problem.shear.form == Form::Coulomb => (free / give, zero, zero),
            Slide::Stick => {
                let memory = pair(y, MEMORY);
                let spring =
                    if branch.stretch { memory * (problem.kappa * problem.powers.spring.of(q)) } else { memory };
                (spring + damp, spring, damp)
            }
        };
        let spins = [0, 1].map(|i| {
            let torque = Vector3::new(0.0, -force[1], force[0]) * (c[i] * torque_arms[i]);
            torque - spin_turned[i]
        });
        Acting {
            xi,
            normal,
            elastic,
            drag,
            limit,
            slip,
            force,
            spring,
            dashpot,
            axes,
            approach: -(normal + v.norm_squared() * near),
            along: -force - Vector2::new(turned[1], turned[2]),
            spins,
            slips: free - force * give,
            torque_arms,
        }
    }

    /// `d/ds` of the normal force and of what friction can hold, over `q^m`.
    fn rates(&self, y: &Y, at: &Acting) -> [f64; 2] {
        let Problem { powers, g, p, law, shear, .. } = self.problem;
        let (q, w) = (y[Q].max(0.0), y[W]);
        let elastic = p * law.alpha * powers.elastic_rate.of(q) * w;
        let mut total = elastic;
        if *g != 0.0 && self.branch.pushes {
            let drag = if law.beta == 0.0 { 0.0 } else { p * law.beta * powers.drag_rate.of(q) * w * w };
            total += g * (drag + p * powers.drag_speed_rate.of(q) * at.approach);
        }
        let limit = match shear.limit {
            FrictionLimit::Elastic => elastic,
            _ if !self.branch.pushes => 0.0,
            _ => self.branch.hold * total,
        };
        [total, shear.friction * limit]
    }

    /// The rate at which the force would grow if the surfaces stuck, over `q^m`.
    fn stuck_rate(&self, y: &Y, at: &Acting, along: Vector2<f64>) -> Vector2<f64> {
        let Problem { powers, g, p, shear, kappa, gamma, c, .. } = self.problem;
        let (q, w) = (y[Q].max(0.0), y[W]);
        let capped = *c > 0.0 && shear.dashpot.sliding == WhileSliding::Capped;
        let mut rate = at.slip * (kappa * p * powers.spring_rate.of(q));
        if self.branch.stretch && *gamma > 0.0 {
            let mut held = powers.elastic_rate.of(q);
            if *g != 0.0 && self.branch.pushes && shear.limit != FrictionLimit::Elastic {
                held += g * powers.drag_rate.of(q) * w;
            }
            let hold = if shear.limit == FrictionLimit::Elastic { 1.0 } else { self.branch.hold };
            let mut spring = along * (shear.friction * hold * held);
            if capped {
                spring -= at.slip * (c * powers.dashpot_rate.of(q));
            }
            rate += spring * (gamma * p * w);
        }
        if capped {
            let beta = shear.dashpot.beta;
            let overlap = if beta == 0.0 { 0.0 } else { p * beta * powers.dashpot_rate.of(q) * w };
            rate += (at.slip * overlap + at.slips * (p * powers.dashpot_speed_rate.of(q))) * *c;
        }
        rate
    }

    /// Energy in the spring.
    fn stored(&self, y: &Y) -> f64 {
        let problem = self.problem;
        if problem.kappa == 0.0 {
            return 0.0;
        }
        let stiffness = problem.kappa * problem.powers.spring.of(y[Q]);
        if self.branch.slide == Slide::Stick && self.branch.stretch {
            return 0.5 * stiffness * pair(y, MEMORY).norm_squared();
        }
        let mut near = *y;
        near[Q] = y[Q].max(1e-9);
        let stiffness = problem.kappa * problem.powers.spring.of(near[Q]);
        0.5 * self.acting(&near).spring.norm_squared() / stiffness
    }

    fn asked(&self, at: &Acting) -> Vector2<f64> {
        let whole = self.problem.shear.dashpot.sliding == WhileSliding::Capped;
        if whole || self.problem.shear.form == Form::Coulomb { at.force } else { at.spring }
    }
}

impl Flow<ALL, SWITCHES> for Spatial<'_> {
    fn derivative(&self, y: &Y, dy: &mut Y) {
        let Self { problem, branch } = self;
        let at = self.acting(y);
        let (q, w) = (y[Q], y[W]);
        let clock = problem.normal.clock(q);
        dy.fill(0.0);
        dy[Q] = w;
        dy[W] = clock * at.approach;
        for k in 0..2 {
            dy[V + k] = clock * at.along[k];
        }
        for (i, spin) in at.spins.iter().enumerate() {
            for k in 0..3 {
                dy[SPIN + 3 * i + k] = clock * spin[k];
            }
        }
        let stiffness = problem.kappa * problem.powers.spring.of(q);
        match branch.slide {
            Slide::Stick => {
                let factor = if branch.stretch { clock } else { clock * stiffness };
                dy[MEMORY] = factor * at.slip[0];
                dy[MEMORY + 1] = factor * at.slip[1];
            }
            Slide::Slip(..) if problem.shear.form != Form::Coulomb && q > FREEZE && at.limit > 0.0 => {
                let along = direction(y[MEMORY]);
                let across = Vector2::new(-along[1], along[0]);
                // Rates over q^m: that of the spring alone says what q^m is.
                let over = problem.p * problem.powers.spring_rate.of(q) * problem.kappa / (clock * stiffness);
                dy[MEMORY] = clock * self.stuck_rate(y, &at, along).dot(&across) / (over * clock * at.limit);
            }
            _ => {}
        }
        let axes = Quaternion::new(y[AXES], y[AXES + 1], y[AXES + 2], y[AXES + 3]);
        let turning = axes * Quaternion::from_imag(at.axes * 0.5);
        for (k, rate) in [turning.w, turning.i, turning.j, turning.k].into_iter().enumerate() {
            dy[AXES + k] = clock * rate;
        }
        let turned = UnitQuaternion::from_quaternion(axes);
        let force = turned * Vector3::new(at.normal, -at.force[0], -at.force[1]);
        let velocity = turned * Vector3::new(-w, y[V], y[V + 1]);
        let moment = triple(y, PATH).cross(&(turned * Vector3::new(at.normal, 0.0, 0.0)));
        dy[TIME] = clock;
        dy[PRESS] = clock * at.normal;
        for k in 0..3 {
            dy[IMPULSE + k] = clock * force[k];
            dy[PATH + k] = clock * velocity[k];
            dy[MOMENT + k] = clock * moment[k];
        }
        dy[WORK] = clock * at.drag * w;
        let through = {
            let arms = at.torque_arms;
            let s = |i: usize| Vector2::new(-y[SPIN + 3 * i + 2], y[SPIN + 3 * i + 1]) * arms[i];
            pair(y, V) + s(0) + s(1)
        };
        // What spring and dashpot do; friction takes what the spring does not, by the energy in it.
        let dashes =
            matches!((branch.slide, problem.shear.dashpot.sliding), (Slide::Stick, _) | (_, WhileSliding::Added));
        let damped = if dashes { at.dashpot.dot(&at.slip) } else { 0.0 };
        let softens = if stiffness > 0.0 && problem.gamma > 0.0 && q > 0.0 {
            0.5 * at.spring.norm_squared() / stiffness * problem.gamma * problem.p * w / q
        } else {
            0.0
        };
        let made = if branch.stretch { softens } else { -softens };
        let slides = branch.slide != Slide::Stick;
        let made = if slides && problem.lumps() { 0.0 } else { made };
        if slides {
            dy[WORK + 1] = clock * (at.force.dot(&at.slip) - damped) + made;
        }
        dy[WORK + 2] = clock * damped;
        dy[WORK + 3] = made + clock * at.force.dot(&(at.slip - through));
    }

    fn switches(&self, y: &Y) -> [f64; SWITCHES] {
        let at = self.acting(y);
        let divided = self.problem.normal.divided_force(y[Q], y[W]);
        let [rises, limit] = self.rates(y, &at);
        let slide = match self.branch.slide {
            Slide::Loose => 1.0,
            Slide::Stick => at.limit - self.asked(&at).norm(),
            Slide::Slip(begun, near) if self.problem.shear.form == Form::Coulomb => {
                if near {
                    at.slip.dot(&Vector2::from(begun))
                } else {
                    at.slip.norm() - NEARLY
                }
            }
            Slide::Slip(..) => {
                let along = direction(y[MEMORY]);
                self.stuck_rate(y, &at, along).dot(&along) - limit
            }
        };
        let forward = self.branch.pushes && self.branch.hold > 0.0;
        [y[W], rises, if forward { divided } else { -divided }, y[Q], slide]
    }

    fn stops(&self, switch: usize) -> bool {
        let problem = self.problem;
        match switch {
            TURNING => problem.holds || (problem.shear.form == Form::Rescaled && !self.branch.stretch),
            PEAK => false,
            ZERO_FORCE => problem.g != 0.0 && (!problem.law.ends.pulls() || problem.limit_bends()),
            _ => true,
        }
    }
}

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
    let unit = |x: Vector2<f64>| x.try_normalize(0.0).map(|x| [x[0], x[1]]);
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
    let asked = stuck.asked(&at);
    let (size, limit) = (asked.norm(), at.limit);
    if size < limit * (1.0 - 1e-12) {
        return Slide::Stick;
    }
    let Some(along) = unit(if size > 0.0 { asked } else { at.slip }) else { return Slide::Stick };
    let slips_first = y[Q] == 0.0 && problem.slips_at_touch(at.slip.norm());
    if y[Q] == 0.0 && !slips_first && size <= limit {
        return Slide::Stick;
    }
    let mut slipped = *y;
    slipped[MEMORY] = along[1].atan2(along[0]);
    let slipping = Spatial { problem, branch: Branch { slide: Slide::Slip(along, false), ..branch } };
    let at = slipping.acting(&slipped);
    let excess = slipping.stuck_rate(&slipped, &at, Vector2::from(along)).dot(&Vector2::from(along))
        - slipping.rates(&slipped, &at)[1];
    if slips_first || size > limit * (1.0 + 1e-12) || excess > 0.0 {
        *y = slipped;
        Slide::Slip(along, false)
    } else {
        Slide::Stick
    }
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
    let mut course = Course::default();
    let mut stored = 0.0;
    let mut flipped = false;
    for _ in 0..MOST_EVENTS {
        let flow = Spatial { problem: &problem, branch };
        let run = integrate(&flow, y, control).map_err(CollisionError::from)?;
        if !flipped && flip(&flow, &run, &mut y, &mut branch) {
            flipped = true;
            continue;
        }
        flipped = false;
        let Some(stop) = run.stopped else { return Err(CollisionError::NoEnd.into()) };
        let mut first: Option<(usize, f64, Y)> = None;
        for &crossing in run.crossings.iter().filter(|c| c.before == stop.before && flow.stops(c.switch)) {
            let (length, found) = place(&flow, &run, crossing, control)?;
            if first.as_ref().is_none_or(|(_, least, _)| length < *least) {
                first = Some((crossing.switch, length, found));
            }
        }
        let Some((switch, length, mut end)) = first else { return Err(CollisionError::NoEnd.into()) };
        let (begun, ended) = (flow.stored(&y), flow.stored(&end));
        let whole = branch.slide != Slide::Stick;
        end[WORK + 1] -= begun - stored + if whole { ended - begun } else { 0.0 };
        stored = ended;
        note(&flow, &run, stop.before, length, &y, control, &mut course)?;
        let over = switch == ZERO_OVERLAP || (end[Q] <= 1e-9 && end[W] < 0.0);
        let deleted = switch == ZERO_FORCE && branch.pushes && end[W] < 0.0 && problem.deleted_by_force();
        let stays = switch == TURNING && problem.holds;
        if over || deleted || stays {
            if over {
                end[Q] = 0.0;
            }
            let strain = stored * problem.scale.energy;
            let last = point(&flow, &end);
            return Ok(Pass::new(&scene.force, problem.bodies, course, last, stays, deleted, strain));
        }
        let before = branch;
        match switch {
            TURNING => {
                branch.stretch = true;
                if branch.slide == Slide::Stick {
                    let stiffness = problem.kappa * problem.powers.spring.of(end[Q]);
                    end[MEMORY] /= stiffness;
                    end[MEMORY + 1] /= stiffness;
                }
            }
            ZERO_FORCE => by_force(&problem, &mut branch, &mut end)?,
            _ => branch.slide = slid(&flow, &mut end),
        }
        let change = match (before.slide, branch.slide) {
            (Slide::Stick, Slide::Slip(..)) => Some(ShearChange::Slips),
            (Slide::Slip(..), Slide::Stick) => Some(ShearChange::Sticks),
            (Slide::Stick | Slide::Slip(..), Slide::Loose) => Some(ShearChange::Unloaded),
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
    }
    Ok(())
}

/// A branch that is wrong from its first step on is begun again as the other one.
fn flip(flow: &Spatial, run: &Run<ALL, SWITCHES>, y: &mut Y, branch: &mut Branch) -> bool {
    let Some(next) = run.states.get(1) else { return false };
    if run.armed[SLIDE] || flow.switches(next)[SLIDE] >= 0.0 {
        return false;
    }
    match branch.slide {
        Slide::Stick => {
            let Some(along) = flow.asked(&flow.acting(next)).try_normalize(0.0) else { return false };
            if flow.problem.shear.form != Form::Coulomb {
                y[MEMORY] = along[1].atan2(along[0]);
            }
            branch.slide = Slide::Slip([along[0], along[1]], true);
        }
        Slide::Slip(..) => branch.slide = slid(flow, y),
        Slide::Loose => return false,
    }
    true
}

/// The slider after its switch fired.
fn slid(flow: &Spatial, y: &mut Y) -> Slide {
    let at = flow.acting(y);
    match flow.branch.slide {
        Slide::Stick => {
            let Some(along) = flow.asked(&at).try_normalize(0.0) else { return Slide::Stick };
            if flow.problem.shear.form != Form::Coulomb {
                y[MEMORY] = along[1].atan2(along[0]);
            }
            Slide::Slip([along[0], along[1]], true)
        }
        Slide::Slip(..) if flow.problem.shear.form == Form::Coulomb => choose(flow.problem, flow.branch, y),
        Slide::Slip(..) => {
            let stiffness = flow.problem.kappa * flow.problem.powers.spring.of(y[Q]);
            let memory = match flow.branch.stretch {
                true if stiffness > 0.0 => at.spring / stiffness,
                true => Vector2::zeros(),
                false => at.spring,
            };
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
        if crossing.before == before && at > length {
            continue;
        }
        let found = point(flow, &y);
        match crossing.switch {
            TURNING => course.turning = Some(Point { speed: 0.0, ..found }),
            PEAK => course.peaks.push(found),
            _ if y[W] < 0.0 => course.zero_force = Some(Point { force: 0.0, ..found }),
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
        sliding: flow.branch.slide != Slide::Stick,
        spin: spin.map(Into::into),
        turned: normal[1].hypot(normal[2]).atan2(normal[0]),
        press: y[PRESS] * scale.impulse,
        impulse: (triple(y, IMPULSE) * scale.impulse).into(),
        angular: angular.into(),
        work: y[WORK] * scale.energy,
        works: [y[WORK + 1], y[WORK + 2], 0.0, y[WORK + 3]].map(|work| work * scale.energy),
    }
}
