//! The onset of a contact, its changes of branch, and its continuation in smaller units.

use super::chart::Chart;
use super::forces::{ImpactMotion, SLIDE, SWITCHES};
use super::normal::{NormalMotion, PowerMotion, TOUCH};
use super::problem::{Problem, Rolling};
use super::scaled::STUCK;
use super::state::{ContactState, FRICTION, ROLLING, SliderState, Tangent, direction, unit};
use super::state::{MotionState, replaced};
use crate::collide::ode::{Integration, Vector};
use crate::collide::trajectory::ShearChange;
use crate::law::shear::{Form, FrictionLimit};
use crate::numerics::halved;

/// A force below this, without units, is zero.
pub(super) const NO_FORCE: f64 = 1e-9;

/// A limit of friction below this, without units, is rounding; it is more of it from here on, in the chart, at the latest.
const NO_LIMIT: f64 = 1e-15;
const RESOLVED: f64 = 1e-2;
/// Part of the force of a dashpot within it below which the limit is next to nothing.
const SMALL_LIMIT: f64 = 1e-3;
/// Factor between the places at which it is asked.
const FURTHER: f64 = 1.25;

/// A normal motion with the onset of an impact.
pub trait NormalImpact: NormalMotion {
    /// The same problem in smaller units, and `q` in them; `None` where a contact with so little energy never ends.
    fn smaller(problem: &Problem<Self>, q: f64, w: f64) -> Option<(Problem<Self>, f64)>;

    /// Whether the force of sticking surfaces is beyond its limit at the onset, at a place in the chart where it follows without the rates there.
    fn exceeds(problem: &Problem<Self>, q: f64, w: f64, slip: f64) -> Option<bool>;
}

impl NormalImpact for PowerMotion {
    fn smaller(problem: &Problem<Self>, q: f64, w: f64) -> Option<(Problem<Self>, f64)> {
        let (flow, least) = (&problem.normal.flow, STUCK * problem.least);
        let energy = flow.energy(q, w);
        // On a curved path the approach gains energy from the tangential motion.
        let straight = problem.nearness == 0.0;
        let held = || energy < least || (w <= 0.0 && (problem.holds || flow.trapped(q, w, least)));
        if energy <= 0.0 || problem.weight != 0.0 || (straight && problem.ending.pulls && held()) {
            return None;
        }
        let mut smaller = problem.rescaled(problem.scale.speed * (2.0 * energy).sqrt());
        let overlap = problem.normal.overlap(q) * (problem.scale.length / smaller.scale.length);
        let at = smaller.normal.flow.q(overlap);
        let w = w * problem.scale.speed / smaller.scale.speed;
        smaller.holds |= straight && problem.ending.pulls && smaller.normal.flow.trapped(at, w, STUCK * smaller.least);
        Some((smaller, at))
    }

    fn exceeds(problem: &Problem<Self>, q: f64, _: f64, slip: f64) -> Option<bool> {
        let PowerMotion { law, g, .. } = &problem.normal;
        (q == 0.0).then(|| problem.exceeds(slip, [(law.alpha, 1.0), (law.beta, *g)]))
    }
}

impl NormalImpact for Chart<'_> {
    fn smaller(_: &Problem<Self>, _: f64, _: f64) -> Option<(Problem<Self>, f64)> {
        None
    }

    /// With a force at first touch the surfaces stick, unless a dashpot within the friction limit exceeds it.
    fn exceeds(problem: &Problem<Self>, q: f64, w: f64, slip: f64) -> Option<bool> {
        let Problem { normal, shear, .. } = problem;
        let bound = |q: f64, w: f64| {
            let [total, drag] = normal.force(q, w);
            let elastic = total - drag + normal.added_to_limit(shear.limit, q, w)[0];
            if shear.limit.is_elastic() { [elastic, 0.0] } else { [elastic, drag] }
        };
        let [elastic, drag] = bound(q, w);
        let held = (elastic + drag).abs();
        // Where the force rises from zero its rounding error does not count as a force.
        if held > NO_FORCE {
            return Some(
                problem.capped()
                    && problem.c * normal.dashpot(q) * slip > shear.coefficient(slip * problem.scale.speed) * held,
            );
        }
        // At zero contact radius the forces are powers of the overlap.
        let power = |part: usize| normal.leading(|q| bound(q, w)[part]);
        (q == 0.0 && normal.width(q)[0] == 0.0).then(|| problem.exceeds(slip, [power(0), power(1)]))
    }
}

/// A state in the units of the problem `to`, in whose chart the bodies are at `q`.
pub fn carried<M: NormalImpact, const D: usize, const N: usize>(
    from: &Problem<M>,
    to: &Problem<M>,
    y: &Vector<N>,
    q: f64,
    branch: &ContactState<D>,
) -> Vector<N> {
    let (a, b) = (&from.scale, &to.scale);
    let (speed, length) = (a.speed / b.speed, a.length / b.length);
    let m = MotionState::<D>::of(y);
    // While the surfaces slip, the state of a spring is an angle.
    let kept = |slide: SliderState<D>, factor: f64| if D > 1 && slide.points() { 1.0 } else { factor };
    let carried = MotionState {
        q,
        w: m.w * speed,
        v: m.v * speed,
        spin: m.spin.map(|spin| spin * speed),
        memory: m.memory * kept(branch.slide, if branch.stretch { length } else { a.force / b.force }),
        roll: m.roll * kept(branch.roll[0], length),
        twist: m.twist.map(|twist| twist * speed),
    };
    let mut z = replaced(*y, &carried);
    if MotionState::<D>::is_full(N) {
        let impulse = a.impulse / b.impulse;
        let mut scaled = |place: usize, count: usize, factor: f64| {
            for k in place..place + count {
                z[k] *= factor;
            }
        };
        scaled(MotionState::<D>::TIME, 1, a.time / b.time);
        scaled(MotionState::<D>::PRESS, 1, impulse);
        scaled(MotionState::<D>::WORK, MotionState::<D>::WORKS, a.energy / b.energy);
        scaled(MotionState::<D>::PATH, D, length);
        scaled(MotionState::<D>::MOMENT, D, impulse * length);
        scaled(MotionState::<D>::IMPULSE, MotionState::<D>::IMPULSES, impulse);
    }
    z
}

impl<M: NormalMotion> Problem<M> {
    /// Whether the force of surfaces that stick from touch on, with this slip velocity there, is beyond its limit, if elastic force and
    /// dashpot force are powers of the overlap: exponents and coefficients.
    ///
    /// It is where spring and dashpot rise with a lower power of the overlap than their limit, or with the same and a larger coefficient.
    pub fn exceeds(&self, slip: f64, [elastic, drag]: [(f64, f64); 2]) -> bool {
        let Self { shear, gamma, kappa, c, .. } = self;
        let rising = if shear.form == Form::Total { 1.0 } else { 1.0 / (1.0 + gamma) };
        let mut force = (gamma + 1.0, kappa * slip * rising);
        if self.capped() {
            force = lower(force, (shear.dashpot.beta, c * slip));
        }
        let mu = shear.coefficient(slip * self.scale.speed);
        let mut limit = (elastic.0, mu * elastic.1);
        if drag.1 != 0.0 && !shear.limit.is_elastic() {
            limit = lower(limit, (drag.0, mu * drag.1.abs()));
        }
        if same(force.0, limit.0) { force.1 > limit.1 } else { force.0 < limit.0 && force.1 > 0.0 }
    }
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

/// The one of two powers that is larger at touch: exponent and coefficient.
fn lower(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    if same(a.0, b.0) {
        (a.0, a.1 + b.1)
    } else if a.0 < b.0 {
        a
    } else {
        b
    }
}

/// Part of the sum of the speeds below which the surfaces are at rest.
const REST: f64 = 1e-15;

/// The state of a slider without a spring: it slips on, or sticks where the force that sticking requires is within its limit.
fn without_spring<const D: usize>(
    stopped: bool,
    slip: Tangent<D>,
    required: Tangent<D>,
    limit: f64,
    [speed, nearly]: [f64; 2],
) -> SliderState<D> {
    // The small slip that remains at a stop counts as zero.
    let size = slip.norm();
    let still = size <= REST * speed || (stopped && size < nearly);
    if !still {
        return SliderState::along(slip).unwrap_or(SliderState::Stick);
    }
    let pushed = required.norm() > limit && limit > 0.0;
    SliderState::along(required).filter(|_| pushed).unwrap_or(SliderState::Stick)
}

/// The state of friction at first touch and where its limit leaves zero: determined by the law's own rates.
fn initial_slider<M: NormalImpact, const D: usize>(
    problem: &Problem<M>,
    branch: ContactState<D>,
    m: &mut MotionState<D>,
) -> SliderState<D> {
    let shear = &problem.shear;
    // A smooth friction has one state: its force is a function of the slip velocity.
    let one_state = matches!(shear.form, Form::Frictionless | Form::Regularised);
    if one_state || shear.friction == 0.0 || !holds(problem, &branch) {
        return SliderState::Loose;
    }
    let flow = ImpactMotion::new(problem, branch);
    let at = flow.sliding(SliderState::Stick).acting(m);
    if shear.form == Form::Coulomb {
        let speed = m.v.norm() + m.spin[0].norm() + m.spin[1].norm() + m.twist[0].abs() + m.twist[1].abs();
        return pointed(m, FRICTION, without_spring(false, at.slip, at.force, at.limit, [speed, problem.nearly]));
    }
    let near = &MotionState { q: problem.normal.off_touch(m.q, TOUCH), ..*m };
    let way = match (M::exceeds(problem, m.q, m.w, at.slip.norm()), unit(at.slip)) {
        (Some(true), Some(slip)) => outgrown(&flow, &resolved(&flow, *near), slip),
        (Some(_), _) => Tangent::zeros(),
        (None, _) => {
            // The friction limit is still zero. The force is zero, even if spring and dashpot carry opposite forces, and
            // follows the limit in the direction in which it would exceed it.
            let slipping = flow.sliding(SliderState::Slip(direction(0.0)));
            let at = slipping.towards(near, [direction(0.0), Tangent::zeros()], 0.0);
            let rate = slipping.stuck_rate(near, &at, Tangent::zeros());
            if rate.norm() > slipping.limit_rate(near, &at) { rate } else { Tangent::zeros() }
        }
    };
    pointed(m, FRICTION, SliderState::along(way).unwrap_or(SliderState::Stick))
}

/// The side on which the force of surfaces that stick at their limit would grow faster than it, just beyond touch: along the slip, or else
/// against it; zero where it would on neither, and the surfaces stick at their limit.
///
/// A dashpot within the limit holds its spring far on the other side, `k_t s = mu N - C delta^beta v_s`. Where `beta < gamma` a stiffness
/// that grows with the overlap increases the force of that stretch faster than the dashpot's grows, and the sum goes from `mu N` to `-mu N`
/// while the overlap grows by a factor: at touch this takes no time. So does a slip velocity that geometry changes.
fn outgrown<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    near: &MotionState<D>,
    slip: Tangent<D>,
) -> Tangent<D> {
    let excess = |along: &Tangent<D>| {
        let slipping = flow.sliding(SliderState::Slip(*along));
        let at = slipping.towards(near, [*along, Tangent::zeros()], 0.0);
        slipping.stuck_rate(near, &at, *along).dot(along) - slipping.limit_rate(near, &at)
    };
    // A force at a limit that is not next to nothing at touch does not jump to the other side.
    let at = flow.sliding(SliderState::Stick).sharing(near, 0.0);
    let sides = if at.limit > NO_FORCE && at.limit > SMALL_LIMIT * at.dashpot.norm() { 1 } else { 2 };
    [slip, -slip].into_iter().take(sides).find(|along| excess(along) > 0.0).unwrap_or_else(Tangent::zeros)
}

/// The place just beyond touch from which on the limit of friction is not lost in rounding, as the forces of a spring and a dashpot that all
/// but cancel have it.
fn resolved<M: NormalImpact, const D: usize>(flow: &ImpactMotion<M, D>, mut near: MotionState<D>) -> MotionState<D> {
    while flow.problem.capped() && flow.sharing(&near, 0.0).limit < NO_LIMIT && near.q < RESOLVED {
        near.q *= FURTHER;
    }
    near
}

/// Energy, in units, of a spring that a dashpot within the limit loads before the limit is more than rounding: where its force would outgrow
/// that to another side there, the surfaces stick in between, and what they store then is not known. 0 where they do not.
pub fn unresolved<M: NormalImpact, const D: usize>(
    problem: &Problem<M>,
    branch: ContactState<D>,
    m: &MotionState<D>,
) -> f64 {
    let flow = ImpactMotion::new(problem, branch);
    let at = flow.sliding(SliderState::Stick).acting(m);
    let beyond = M::exceeds(problem, m.q, m.w, at.slip.norm()) == Some(true);
    let Some(slip) = unit(at.slip).filter(|_| beyond && problem.capped()) else { return 0.0 };
    let near = MotionState { q: problem.normal.off_touch(m.q, TOUCH), ..*m };
    let (first, last) = (outgrown(&flow, &near, slip), resolved(&flow, near).q);
    let changed = |ln_q: f64| outgrown(&flow, &MotionState { q: libm::exp(ln_q), ..near }, slip) != first;
    if !changed(libm::log(last)) {
        return 0.0;
    }
    let [_, place] = halved([libm::log(near.q), libm::log(last)], 40, changed);
    let there = MotionState { q: libm::exp(place), ..near };
    let slipping = flow.sliding(SliderState::Slip(slip));
    let spring = slipping.towards(&there, [slip, Tangent::zeros()], 0.0).spring;
    0.5 * spring.norm_squared() / (problem.kappa * problem.normal.spring(there.q))
}

/// A slider whose direction, if it has one, is that of the motion too.
fn pointed<const D: usize>(m: &mut MotionState<D>, which: usize, slide: SliderState<D>) -> SliderState<D> {
    if let SliderState::Slip(along) = slide {
        m.point(which, &along);
    }
    slide
}

/// Whether the normal force in the friction limit acts.
fn holds<M: NormalImpact, const D: usize>(problem: &Problem<M>, branch: &ContactState<D>) -> bool {
    problem.shear.limit.is_elastic() || (branch.pushes && branch.hold != 0.0)
}

/// The rolling sliders at first touch and where the normal force in their limit leaves zero.
fn initial_rolling<M: NormalImpact, const D: usize>(
    problem: &Problem<M>,
    branch: ContactState<D>,
    m: &mut MotionState<D>,
) -> [SliderState<D>; 2] {
    m.roll = Tangent::zeros();
    let of = |spin: Tangent<D>| SliderState::along(spin).unwrap_or(SliderState::Stick);
    match problem.rolling {
        _ if !holds(problem, &branch) => [SliderState::Loose; 2],
        Rolling::Own { friction } if friction > 0.0 => {
            [0, 1].map(|i| if problem.inertia_ratio[i] > 0.0 { of(m.spin[i]) } else { SliderState::Loose })
        }
        Rolling::Between { friction, spring, stiffness, damping } if friction > 0.0 => {
            let relative = m.spin[0] * problem.radius_ratio[0] - m.spin[1] * problem.radius_ratio[1];
            // Without a limit the spring torque cancels that of the dashpot; with one, of a force at touch, the spring is
            // unloaded, and a dashpot beyond the limit lets the surfaces roll.
            let flow = ImpactMotion::new(problem, ContactState { roll: [SliderState::Stick; 2], ..branch });
            let at = flow.acting(m).rolling;
            let first = match unit(at.required[0]) {
                _ if !spring => of(relative),
                Some(along) if at.limit > NO_FORCE && at.required[0].norm() > at.limit => SliderState::Slip(along),
                _ => SliderState::Stick,
            };
            if spring && stiffness > 0.0 && at.limit <= NO_FORCE {
                m.roll = relative * (-damping / stiffness);
            }
            [pointed(m, ROLLING, first), SliderState::Loose]
        }
        _ => [SliderState::Loose; 2],
    }
}

/// The friction limit over `mu N` while the normal force is attractive.
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
    // Without a normal force at touch the friction limit is zero: the spring cancels a dashpot within it.
    let balanced = M::exceeds(problem, m.q, m.w, slip).unwrap_or(M::PIECES && problem.capped());
    if branch.slide == SliderState::Stick && balanced {
        balance(problem, branch, m);
    }
    branch
}

/// The sliders where the normal force in their limit leaves zero.
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

/// The slider of friction where its limit leaves zero, sticking or slipping.
pub fn leave_zero<M: NormalImpact, const D: usize>(
    problem: &Problem<M>,
    branch: ContactState<D>,
    m: &mut MotionState<D>,
    sticks: bool,
) -> ContactState<D> {
    let loose = branch.with(FRICTION, SliderState::Loose);
    let slips = unit(ImpactMotion::new(problem, loose).acting(m).slip).filter(|_| !sticks);
    if branch.slide == SliderState::Loose {
        return branch;
    }
    m.memory = Tangent::zeros();
    let slide = match slips {
        Some(along) => SliderState::Slip(along),
        None => SliderState::Stick,
    };
    ContactState { slide: pointed(m, FRICTION, slide), ..branch }
}

/// The change of friction between two states: slips, sticks or unloaded.
pub fn change<const D: usize>(before: SliderState<D>, after: SliderState<D>) -> Option<ShearChange> {
    let stuck = |slide: SliderState<D>| matches!(slide, SliderState::Stick | SliderState::Held(_));
    match (before, after) {
        (before, SliderState::Loose) if before != SliderState::Loose => Some(ShearChange::Unloaded),
        (before, after) if stuck(before) && after.slips() => Some(ShearChange::Slips),
        (before, after) if before.slips() && stuck(after) => Some(ShearChange::Sticks),
        _ => None,
    }
}

/// No friction and no rolling resistance: their limit is zero.
pub fn loose<const D: usize>(branch: ContactState<D>, m: &mut MotionState<D>) -> ContactState<D> {
    (m.memory, m.roll) = (Tangent::zeros(), Tangent::zeros());
    ContactState { hold: 0.0, slide: SliderState::Loose, roll: [SliderState::Loose; 2], ..branch }
}

/// Sets the spring force so that it and that of the dashpot are at their limit along the slip, which is mostly zero.
fn balance<M: NormalImpact, const D: usize>(problem: &Problem<M>, branch: ContactState<D>, m: &mut MotionState<D>) {
    let flow = ImpactMotion::new(problem, branch);
    let along = unit(flow.acting(m).slip).unwrap_or(direction(0.0));
    let slide = pointed(m, FRICTION, SliderState::Slip(along));
    m.memory = flow.sliding(slide).remembered(m);
}

/// The slider of friction after its switch fired.
pub fn friction_after_switch<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    m: &mut MotionState<D>,
) -> SliderState<D> {
    let at = flow.acting(m);
    match flow.branch.slide {
        SliderState::Stick => {
            pointed(m, FRICTION, SliderState::along(flow.required(&at)).unwrap_or(SliderState::Stick))
        }
        SliderState::Loose => SliderState::Loose,
        SliderState::Slip(_) if flow.is_dry(FRICTION) => {
            let stuck = flow.sliding(SliderState::Stick).acting(m);
            let next = without_spring(true, at.slip, stuck.force, stuck.limit, [0.0, flow.problem.nearly]);
            pointed(m, FRICTION, next)
        }
        SliderState::Slip(_) if flow.returns(m) => SliderState::Held(flow.pointing(m, FRICTION)),
        // The surfaces slip once even a zero share of the dashpot is too much, and stick once the full dashpot is too little.
        SliderState::Held(along) if flow.share(m) <= 0.5 => SliderState::Slip(along),
        SliderState::Slip(_) | SliderState::Held(_) => stick(flow, m),
    }
}

/// A rolling slider after its switch fired.
pub fn rolling_after_switch<M: NormalImpact, const D: usize>(
    flow: &ImpactMotion<M, D>,
    m: &mut MotionState<D>,
    i: usize,
) -> SliderState<D> {
    let at = flow.acting(m);
    let rolling = at.rolling;
    if flow.branch.roll[i] == SliderState::Stick {
        let way = if rolling.required[i].amax() == 0.0 { rolling.rolls[i] } else { rolling.required[i] };
        return pointed(m, ROLLING, SliderState::along(way).unwrap_or(SliderState::Stick));
    }
    if let Rolling::Between { spring: true, stiffness, damping, .. } = flow.problem.rolling {
        let held = flow.pointing(m, ROLLING) * rolling.limit - rolling.rolls[i] * damping;
        m.roll = if stiffness > 0.0 { held / stiffness } else { Tangent::zeros() };
        return SliderState::Stick;
    }
    let stuck = ImpactMotion::new(flow.problem, flow.branch.with(i + 1, SliderState::Stick)).acting(m).rolling;
    let next = without_spring(true, rolling.rolls[i], stuck.required[i], rolling.limit, [0.0, flow.problem.nearly]);
    pointed(m, ROLLING, next)
}

/// A slider that was on the wrong branch from the start, at a threshold where its switch starts at zero: its index and
/// its correct state.
pub fn wrong_from_start<M: NormalImpact, const D: usize, const N: usize>(
    flow: &ImpactMotion<M, D>,
    run: &Integration<N, SWITCHES>,
    flipped: &[bool; 3],
    nothing: f64,
    m: &mut MotionState<D>,
) -> Option<(usize, SliderState<D>)> {
    let holds = |slider: usize| !flipped[slider] && flow.branch.slider(slider) != SliderState::Loose;
    for slider in (0..3).filter(|slider| holds(*slider)) {
        // A slider without a spring moves the way it was pushed; a first step beyond the end gives no information on it.
        let beyond = run.stopped.is_some_and(|stop| stop.before == 0);
        if beyond && flow.branch.slider(slider).slips() && flow.is_dry(slider.min(ROLLING)) {
            continue;
        }
        let Some(place) = run.starts_below(flow, SLIDE + slider, nothing) else { continue };
        let there = MotionState::of(&run.states[place]);
        let at = flow.acting(&there);
        let required = if slider == 0 { flow.required(&at) } else { at.rolling.required[slider - 1] };
        let slide = flow.branch.slider(slider);
        return match (slider, slide) {
            (_, SliderState::Stick) => {
                // At a threshold the direction is that of the required force, not yet that of its rate.
                Some((slider, pointed(m, slider.min(ROLLING), SliderState::Slip(unit(required)?))))
            }
            (0, SliderState::Held(along)) if flow.share(&there) <= 0.5 => Some((0, SliderState::Slip(along))),
            (0, SliderState::Slip(_)) if flow.problem.shear.form == Form::Coulomb => Some((0, SliderState::Stick)),
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
