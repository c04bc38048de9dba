//! The loop of a production code, for one collision or for eight side by side.

use super::{Lane, Scheme, State, Touch};
use crate::collide::bounce::vertex;
use crate::collide::stepped::{Encounter, Ending, Impact, Stepped, undamped_overlap};
use crate::halt;

/// Limit of the duration of a collision, in durations `4 delta_max/v` of an undamped collision at constant
/// deceleration: 300 to 400 undamped durations, without evaluating a gamma function for each collision.
const PATIENCE: f64 = 220.0;
/// Steps between two checks for the end of the loop without a sign change: the numbers may have diverged.
pub(in crate::collide) const LOOK: u64 = 4096;
/// Largest number of steps of any collision.
const MOST_STEPS: f64 = 2e7;

/// The quantities that the loop records of a collision.
#[derive(Debug, Clone, Copy)]
pub(in crate::collide) struct Marks<T> {
    /// Overlaps before, at and after the largest one.
    peak: [T; 3],
    /// First step at which the bodies were in contact.
    entered: T,
    /// Steps in contact.
    counted: T,
    /// Last step in contact, its overlap and that of the next step.
    left: T,
    left_overlap: T,
    left_after: T,
    /// Last step with a repulsive force of the law during separation, its push and that of the next step; -1 before.
    pushed: T,
    pushed_push: T,
    pushed_after: T,
    speed: T,
    overlap: T,
    largest_push: T,
}

/// One collision with any scheme. `watch` is called at every step with its number, the state and the contact.
pub(in crate::collide) fn one<S: Scheme + ?Sized>(
    scheme: &S,
    encounter: &Encounter,
    impact: &Impact,
    watch: impl FnMut(u64, &State<f64>, &Touch<f64>),
) -> Stepped {
    let marks = march::<f64>(
        Touch::new(&encounter.force, encounter.m_star),
        [impact.phase, impact.speed, impact.dt],
        most_steps(encounter, impact),
        |state, dt| scheme.start(state, dt),
        |touch, state, dt| scheme.step(touch, state, dt),
        watch,
    );
    marks.read(0, encounter, impact, scheme.force_at())
}

/// Largest number of steps of a collision.
pub(in crate::collide) fn most_steps(encounter: &Encounter, impact: &Impact) -> u64 {
    let overlap = undamped_overlap(&encounter.force, encounter.m_star, impact.speed);
    (PATIENCE * 4.0 * overlap / (impact.speed * impact.dt) + 1000.0).min(MOST_STEPS) as u64
}

/// Steps collisions until all of them are over or `limit` steps are done.
///
/// A collision that is over continues in free flight, which does not change its recorded quantities. After an interrupt
/// ([`halt`]) the loop stops early, and its result is to be discarded.
#[inline(always)]
pub(in crate::collide) fn march<T: Lane>(
    mut touch: Touch<T>,
    [phase, speed, dt]: [T; 3],
    limit: u64,
    start: impl FnOnce(&mut State<T>, T),
    step: impl Fn(&mut Touch<T>, &mut State<T>, T),
    mut watch: impl FnMut(u64, &State<T>, &Touch<T>),
) -> Marks<T> {
    let zero = T::all(0.0);
    let mut state = State { overlap: zero - phase * speed * dt, speed, memory: [zero; 4] };
    start(&mut state, dt);
    watch(0, &state, &touch);
    let mut marks = Marks::new(speed, state.overlap);
    let mut before = state.overlap;
    let mut rise = speed;
    let limit = if halt::is_asked() { 0 } else { limit };
    for n in 0..limit {
        let now = state.overlap;
        let push = touch.unclamped();
        step(&mut touch, &mut state, dt);
        watch(n + 1, &state, &touch);

        let next = state.overlap;
        let rose = rise;
        rise = next - now;
        // All recorded events occur where a sign changes, which is rare and cheap to detect.
        let mut flips = next.flips(now) | rise.flips(rose);
        if touch.damped() {
            flips = flips | touch.unclamped().flips(push);
        }
        if T::any_flip(flips) || n % LOOK == LOOK - 1 {
            let inside = next.above(zero);
            marks.turn(rose.above(zero) & !rise.above(zero), [before, now, next]);
            marks.enter(zero.above(now) & !zero.above(next), n);
            marks.leave(!zero.above(now) & zero.above(next), n, now, next);
            if touch.damped() {
                let eased = push.above(zero) & !touch.unclamped().above(zero) & inside & zero.above(rise);
                marks.ease(eased, n, push, touch.unclamped());
            }
            if !T::any(inside | state.speed.above(zero)) || (n % LOOK == LOOK - 1 && halt::is_asked()) {
                break;
            }
        }
        before = now;
    }
    marks.end(state.speed, state.overlap, touch.largest());
    marks
}

impl<T: Lane> Marks<T> {
    /// The initial record, before any event.
    #[inline(always)]
    pub(in crate::collide) fn new(speed: T, overlap: T) -> Self {
        let zero = T::all(0.0);
        Self {
            peak: [zero; 3],
            entered: T::all(1.0),
            counted: zero,
            left: zero,
            left_overlap: zero,
            left_after: zero,
            pushed: T::all(-1.0),
            pushed_push: zero,
            pushed_after: zero,
            speed,
            overlap,
            largest_push: zero,
        }
    }

    /// Records the last state and the largest push.
    #[inline(always)]
    pub(in crate::collide) fn end(&mut self, speed: T, overlap: T, largest_push: T) {
        self.speed = speed;
        self.overlap = overlap;
        self.largest_push = largest_push;
    }

    pub(in crate::collide) fn turn(&mut self, turned: T::Mask, [before, now, next]: [T; 3]) {
        let higher = turned & now.above(self.peak[1]);
        let [a, b, c] = self.peak;
        self.peak = [T::choose(higher, before, a), T::choose(higher, now, b), T::choose(higher, next, c)];
    }

    pub(in crate::collide) fn enter(&mut self, entered: T::Mask, n: u64) {
        self.entered = T::choose(entered, T::all((n + 1) as f64), self.entered);
    }

    pub(in crate::collide) fn leave(&mut self, left: T::Mask, n: u64, now: T, next: T) {
        self.counted = self.counted + (T::all((n + 1) as f64) - self.entered).keep(left);
        self.left = T::choose(left, T::all(n as f64), self.left);
        self.left_overlap = T::choose(left, now, self.left_overlap);
        self.left_after = T::choose(left, next, self.left_after);
    }

    pub(in crate::collide) fn ease(&mut self, eased: T::Mask, n: u64, push: T, after: T) {
        let first = eased & !self.pushed.above(T::all(-0.5));
        self.pushed = T::choose(first, T::all(n as f64), self.pushed);
        self.pushed_push = T::choose(first, push, self.pushed_push);
        self.pushed_after = T::choose(first, after, self.pushed_after);
    }

    /// The result of the collision in lane `i`, evaluated as in a production code.
    #[inline]
    pub(in crate::collide) fn read(&self, i: usize, encounter: &Encounter, impact: &Impact, force_at: f64) -> Stepped {
        let at = |value: T| value.lane(i);
        let dt = impact.dt;
        let (overlap, speed) = (at(self.overlap), at(self.speed));
        let ending = if !(overlap.is_finite() && speed.is_finite()) {
            Ending::Diverged
        } else if overlap > 0.0 || speed >= 0.0 {
            Ending::StaysInContact
        } else {
            Ending::Separated
        };
        let [before, peak, after] = self.peak.map(at);
        let left = at(self.left) + at(self.left_overlap) / (at(self.left_overlap) - at(self.left_after));
        let pushed = at(self.pushed);
        let eased = pushed - 1.0 + force_at + at(self.pushed_push) / (at(self.pushed_push) - at(self.pushed_after));
        let over = ending == Ending::Separated;
        Stepped {
            ending,
            restitution: match ending {
                Ending::Separated => -speed / impact.speed,
                Ending::StaysInContact => 0.0,
                Ending::Diverged => f64::NAN,
            },
            duration_to_end: None,
            duration_to_zero_overlap: over.then_some((left - impact.phase) * dt),
            duration_to_zero_force: (over && pushed >= 0.0).then_some((eased - impact.phase) * dt),
            duration_counted: over.then_some(at(self.counted) * dt),
            max_overlap: peak,
            max_overlap_interpolated: vertex(before, peak, after),
            max_force: at(self.largest_push) * encounter.m_star,
            tangential: None,
        }
    }
}
