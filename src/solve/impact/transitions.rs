//! Discrete states of a contact: at first touch, after an event, and where a state was wrong from its start on.

use super::contact_state::{ContactState, FRICTION, Pace, ROLLING, SliderState, Tangent, direction, unit};
use super::motion::{ImpactMotion, SLIDE, SWITCHES};
use super::normal::TOUCH;
use super::onset::{NormalImpact, Onset};
use super::problem::{Problem, Rolling};
use super::state::MotionState;
use crate::contact::shear::{Form, FrictionLimit};
use crate::ode::Integration;

/// Part of the speeds below which surfaces are at rest.
const REST: f64 = 1e-15;

/// The state of a slider without a spring: it slips on, or sticks where the force that sticking requires is within its limit.
fn without_spring<const D: usize>(
    stopped: bool,
    slip: Tangent<D>,
    required: Tangent<D>,
    limit: f64,
    [speed, nearly]: [f64; 2],
) -> SliderState<D> {
    // What a stop leaves of a slip counts as none.
    let size = slip.norm();
    let still = size <= REST * speed || (stopped && size < nearly);
    if !still {
        return SliderState::held_back(slip, required, limit, nearly).unwrap_or(SliderState::Stick);
    }
    let pushed = required.norm() > limit && limit > 0.0;
    unit(required).filter(|_| pushed).map_or(SliderState::Stick, |along| SliderState::Slip(along, Pace::Leaves))
}

/// The slider of friction at first touch and where friction begins to hold again: what the law's own rates say.
fn initial_slider<M: NormalImpact, const D: usize>(
    problem: &Problem<M>,
    branch: ContactState<D>,
    m: &mut MotionState<D>,
) -> SliderState<D> {
    let shear = &problem.shear;
    if shear.form == Form::Frictionless || shear.friction == 0.0 || !holds(problem, &branch) {
        return SliderState::Loose;
    }
    let flow = ImpactMotion::new(problem, branch);
    let at = flow.sliding(SliderState::Stick).acting(m);
    if shear.form == Form::Coulomb {
        let speed = m.v.norm() + m.spin[0].norm() + m.spin[1].norm() + m.twist[0].abs() + m.twist[1].abs();
        // In space a slip that is nearly at rest keeps its direction and counts as rest.
        let stopped = D > 1 && branch.slide.is_near();
        return without_spring(stopped, at.slip, at.force, at.limit, [speed, problem.nearly]);
    }
    let way = if let Some(onset) = M::onset(problem, m.q, m.w, at.slip.norm()) {
        match onset {
            Onset::Slip(way) => at.slip * way,
            Onset::Stick | Onset::Balanced => Tangent::zeros(),
        }
    } else {
        // Friction holds nothing yet. The force is zero, whatever spring and dashpot carry against each other, and follows
        // its limit to the side to which it would outgrow it.
        let slipping = flow.sliding(SliderState::Slip(direction(0.0), Pace::Free));
        let near = &MotionState { q: problem.normal.off_touch(m.q, TOUCH), ..*m };
        let at = slipping.towards(near, [direction(0.0), Tangent::zeros()], 0.0);
        let rate = slipping.stuck_rate(near, &at, Tangent::zeros());
        if rate.norm() > slipping.limit_rate(near, &at) { rate } else { Tangent::zeros() }
    };
    unit(way).map_or(SliderState::Stick, |along| slip(&flow, m, along, false))
}

/// Friction begins to slip along a direction, led where it is swift enough.
fn slip<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    m: &mut MotionState<D>,
    along: Tangent<D>,
    near: bool,
) -> SliderState<D> {
    let slide = if near { SliderState::Slip(along, Pace::Leaves) } else { SliderState::let_go(along) };
    if !flow.is_dry(FRICTION) {
        m.point(FRICTION, &along);
    }
    led_if_fast(&flow.sliding(slide), m, FRICTION)
}

/// A slider that has begun to slip, led where it is swift enough.
fn led_if_fast<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    m: &MotionState<D>,
    which: usize,
) -> SliderState<D> {
    if flow.may_be_led(which) && flow.swiftness(m, which) > 0.0 { SliderState::Led } else { flow.branch.slider(which) }
}

/// Whether what bounds friction is there.
fn holds<M: NormalImpact, const D: usize>(problem: &Problem<M>, branch: &ContactState<D>) -> bool {
    problem.shear.limit.is_elastic() || (branch.pushes && branch.hold != 0.0)
}

/// The rolling sliders at first touch and where the force that bounds them leaves zero.
fn initial_rolling<M: NormalImpact, const D: usize>(
    problem: &Problem<M>,
    branch: ContactState<D>,
    m: &mut MotionState<D>,
) -> [SliderState<D>; 2] {
    m.roll = Tangent::zeros();
    let of = |spin: Tangent<D>| SliderState::along(spin, problem.nearly).unwrap_or(SliderState::Stick);
    match problem.rolling {
        _ if !holds(problem, &branch) => [SliderState::Loose; 2],
        Rolling::Own { friction } if friction > 0.0 => {
            [0, 1].map(|i| if problem.inertia_ratio[i] > 0.0 { of(m.spin[i]) } else { SliderState::Loose })
        }
        Rolling::Between { friction, spring, stiffness, damping } if friction > 0.0 => {
            let relative = m.spin[0] * problem.radius_ratio[0] - m.spin[1] * problem.radius_ratio[1];
            if spring && stiffness > 0.0 {
                // Nothing is held here, so the spring takes what the dashpot gives.
                m.roll = relative * (-damping / stiffness);
            }
            [if spring { SliderState::Stick } else { of(relative) }, SliderState::Loose]
        }
        _ => [SliderState::Loose; 2],
    }
}

/// What friction is bounded by, over `mu N`, while the normal force pulls.
pub fn pulled(limit: FrictionLimit) -> f64 {
    match limit {
        FrictionLimit::Total => 0.0,
        FrictionLimit::Absolute => -1.0,
        FrictionLimit::Elastic | FrictionLimit::PullOff | FrictionLimit::Repulsive => 1.0,
    }
}

/// The branch at first touch.
pub fn initial_state<M: NormalImpact, const D: usize>(problem: &Problem<M>, m: &mut MotionState<D>) -> ContactState<D> {
    let pulls = problem.normal.divided_force(m.q, m.w) < 0.0;
    let clamped = !problem.ending.pulls;
    let hold = if pulls && !clamped { pulled(problem.shear.limit) } else { 1.0 };
    let stretch = problem.shear.form == Form::Total;
    let mut branch = ContactState {
        pushes: !(pulls && clamped),
        hold,
        slide: SliderState::Loose,
        stretch,
        roll: [SliderState::Loose; 2],
    };
    branch.roll = initial_rolling(problem, branch, m);
    branch.slide = initial_slider(problem, branch, m);
    let slip = ImpactMotion::new(problem, branch).acting(m).slip.norm();
    let balanced = match M::onset(problem, m.q, m.w, slip) {
        Some(onset) => onset == Onset::Balanced,
        // Without a force at touch friction holds nothing of a dashpot within its limit.
        None => M::PIECES && problem.capped(),
    };
    if branch.slide == SliderState::Stick && balanced {
        balance(problem, branch, m);
    }
    branch
}

/// The sliders where the force that bounds them leaves zero.
pub fn release<M: NormalImpact, const D: usize>(
    problem: &Problem<M>,
    mut branch: ContactState<D>,
    m: &mut MotionState<D>,
) -> ContactState<D> {
    branch.roll = initial_rolling(problem, branch, m);
    m.memory = Tangent::zeros();
    branch.slide = initial_slider(problem, branch, m);
    if branch.slide == SliderState::Stick && problem.shear.form.is_spring() {
        balance(problem, branch, m);
    }
    branch
}

/// Nothing is left that would hold friction or resist rolling.
pub fn loose<const D: usize>(branch: ContactState<D>, m: &mut MotionState<D>) -> ContactState<D> {
    (m.memory, m.roll) = (Tangent::zeros(), Tangent::zeros());
    ContactState { hold: 0.0, slide: SliderState::Loose, roll: [SliderState::Loose; 2], ..branch }
}

/// The spring carries the dashpot's force, the other way.
fn balance<M: NormalImpact, const D: usize>(problem: &Problem<M>, branch: ContactState<D>, m: &mut MotionState<D>) {
    m.memory = ImpactMotion::new(problem, branch).sliding(SliderState::Slip(direction(0.0), Pace::Free)).remembered(m);
}

/// The slider of friction after its switch fired.
pub fn friction_after_switch<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    m: &mut MotionState<D>,
) -> SliderState<D> {
    let at = flow.acting(m);
    match flow.branch.slide {
        SliderState::Stick => match unit(flow.required(&at)) {
            Some(along) => slip(flow, m, along, true),
            None => SliderState::Stick,
        },
        SliderState::Loose => SliderState::Loose,
        slide @ SliderState::Slip(..) if flow.is_dry(FRICTION) => {
            let stuck = flow.sliding(SliderState::Stick).acting(m);
            without_spring(slide.is_near(), at.slip, stuck.force, stuck.limit, [0.0, flow.problem.nearly])
        }
        SliderState::Slip(..) if flow.returns(m) => SliderState::Held(flow.pointing(m, FRICTION)),
        // It slips once no dashpot is too much, and sticks once all of it is too little.
        SliderState::Held(along) if flow.share(m) <= 0.5 => SliderState::let_go(along),
        SliderState::Slip(..) | SliderState::Led if lead_changes(flow, m, FRICTION, flow.slip_excess(m, &at)) => {
            change_lead(flow, m, FRICTION)
        }
        SliderState::Slip(..) | SliderState::Led | SliderState::Held(_) => stick(flow, m),
    }
}

/// Whether the switch of a slider that slips fired since its direction became swift enough to be led, or too slow, and not
/// since it is to stick; `excess` is the switch of the latter.
fn lead_changes<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    m: &MotionState<D>,
    which: usize,
    excess: f64,
) -> bool {
    let sign = if flow.branch.slider(which) == SliderState::Led { 1.0 } else { -1.0 };
    flow.may_be_led(which) && excess > sign * flow.swiftness(m, which)
}

/// A slip that was not led is, and one that was is not.
fn change_lead<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    m: &mut MotionState<D>,
    which: usize,
) -> SliderState<D> {
    if flow.branch.slider(which) != SliderState::Led {
        return SliderState::Led;
    }
    let along = flow.led(m, which);
    m.point(which, &along);
    SliderState::Slip(along, Pace::Free)
}

/// A rolling slider after its switch fired.
pub fn rolling_after_switch<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    m: &mut MotionState<D>,
    i: usize,
) -> SliderState<D> {
    let at = flow.acting(m);
    let rolling = at.rolling;
    let slide = flow.branch.roll[i];
    if slide == SliderState::Stick {
        let way = if rolling.required[i].amax() == 0.0 { rolling.rolls[i] } else { rolling.required[i] };
        return unit(way).map_or(SliderState::Stick, |along| roll(flow, m, i, along));
    }
    if let Rolling::Between { spring: true, stiffness, damping, .. } = flow.problem.rolling {
        if lead_changes(flow, m, ROLLING, flow.roll_excess(m, &at)) {
            return change_lead(flow, m, ROLLING);
        }
        let held = flow.pointing(m, ROLLING) * rolling.limit - rolling.rolls[i] * damping;
        m.roll = if stiffness > 0.0 { held / stiffness } else { Tangent::zeros() };
        return SliderState::Stick;
    }
    let stuck = ImpactMotion::new(flow.problem, flow.branch.with(i + 1, SliderState::Stick)).acting(m).rolling;
    without_spring(slide.is_near(), rolling.rolls[i], stuck.required[i], rolling.limit, [0.0, flow.problem.nearly])
}

/// A rolling slider begins to slip along a direction.
fn roll<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    m: &mut MotionState<D>,
    i: usize,
    along: Tangent<D>,
) -> SliderState<D> {
    let slide = SliderState::Slip(along, Pace::Leaves);
    if flow.is_dry(ROLLING) {
        return slide;
    }
    m.point(ROLLING, &along);
    led_if_fast(&ImpactMotion::new(flow.problem, flow.branch.with(i + 1, slide)), m, ROLLING)
}

/// A slider that is on the wrong branch from its start on, at a threshold where its switch starts at zero: which, and what
/// it does instead.
pub fn wrong_from_start<M: NormalImpact, const D: usize, const N: usize>(
    flow: &ImpactMotion<M, D>,
    run: &Integration<N, SWITCHES>,
    flipped: &[bool; 3],
    nothing: f64,
    m: &mut MotionState<D>,
) -> Option<(usize, SliderState<D>)> {
    let holds = |slider: usize| !flipped[slider] && flow.branch.slider(slider) != SliderState::Loose;
    for slider in (0..3).filter(|slider| holds(*slider)) {
        // What slips without a spring was pushed the way it goes; a first step beyond the end says nothing of it.
        let beyond = run.stopped.is_some_and(|stop| stop.before == 0);
        if beyond && flow.branch.slider(slider).slips() && flow.is_dry(slider.min(ROLLING)) {
            continue;
        }
        let Some(place) = run.starts_below(flow, SLIDE + slider, nothing) else { continue };
        let there = MotionState::of(&run.states[place]);
        let at = flow.acting(&there);
        let required = if slider == 0 { flow.required(&at) } else { at.rolling.required[slider - 1] };
        return match (slider, flow.branch.slider(slider)) {
            (_, SliderState::Stick) => {
                let along = unit(required)?;
                if slider > 0 {
                    return Some((slider, roll(flow, m, slider - 1, along)));
                }
                // At a threshold the direction is that of what would have to be held, not yet that of its rate.
                if !flow.is_dry(FRICTION) {
                    m.point(FRICTION, &along);
                }
                Some((0, SliderState::Slip(along, Pace::Leaves)))
            }
            (0, SliderState::Held(along)) if flow.share(&there) <= 0.5 => Some((0, SliderState::let_go(along))),
            (0, SliderState::Slip(..)) if flow.problem.shear.form == Form::Coulomb => Some((0, SliderState::Stick)),
            (0, SliderState::Held(_)) => Some((0, stick(flow, m))),
            (0, _) => Some((0, friction_after_switch(flow, m))),
            _ => Some((slider, rolling_after_switch(flow, m, slider - 1))),
        };
    }
    None
}

fn stick<M: NormalImpact, const D: usize>(flow: &ImpactMotion<M, D>, m: &mut MotionState<D>) -> SliderState<D> {
    m.memory = flow.remembered(m);
    SliderState::Stick
}
