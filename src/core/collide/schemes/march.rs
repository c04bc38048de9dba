//! The loop of a production code, for one collision or for many side by side.

use super::{Lane, Scheme, State, Touch};
use crate::collide::bounce::vertex;
use crate::collide::collision::{Collision, Measured, Outcome};
use crate::collide::stepped::{Encounter, Impact, undamped_overlap};
use crate::halt;
use crate::law::Ends;

/// Limit of the duration of a collision, in durations `4 delta_max/v` of an undamped collision at constant
/// deceleration: 300 to 400 undamped durations, without evaluating a gamma function for each collision.
const PATIENCE: f64 = 220.0;
/// Steps between two checks for the end of the loop without a sign change: the numbers may have diverged.
pub(in crate::collide) const LOOK: u64 = 4096;
/// Largest number of steps of any collision.
const MOST_STEPS: f64 = 2e7;

/// The quantities that a loop records of a collision.
#[derive(Debug, Clone, Copy)]
pub(in crate::collide) struct Marks<T> {
    /// Overlaps before, at and after the largest one, m.
    peak: [T; 3],
    /// First step at which the bodies were in contact.
    entered: T,
    /// Steps in contact.
    pub counted: T,
    /// Last step in contact, its overlap and that of the next step.
    left: [T; 3],
    /// Last step with a repulsive force of the law during separation, its push and that of the next step; -1 before.
    pushed: [T; 3],
}

/// One collision with any scheme. `watch` is called at every step with its number, the state and the contact.
pub(in crate::collide) fn one<S: Scheme + ?Sized>(
    scheme: &S,
    encounter: &Encounter,
    impact: &Impact,
    watch: impl FnMut(u64, &State<f64>, &Touch<f64>),
) -> Collision {
    read(&march(encounter, (), |_| impact, Own(scheme), watch), 0, encounter, impact, scheme.force_at())
}

/// Collisions of the same bodies side by side, each with the same bits as in a run of its own.
///
/// Neighbours advance together until the longest is over: group impacts with about the same number of steps.
#[inline(always)]
pub(super) fn many<T: Lane>(
    encounter: &Encounter,
    with: T::With,
    impacts: &[Impact],
    force_at: f64,
    steps: impl Steps<T>,
) -> Vec<Collision> {
    let mut results = Vec::with_capacity(impacts.len());
    for chunk in impacts.chunks(T::width()) {
        // A short last chunk repeats its last collision.
        let end = march(encounter, with, |i| &chunk[i.min(chunk.len() - 1)], steps, |_, _, _| {});
        results.extend(chunk.iter().enumerate().map(|(i, impact)| read(&end, i, encounter, impact, force_at)));
    }
    results
}

/// The steps of a scheme. A trait, not functions: a loop is fast where they are inlined, and an argument that is a function is called.
pub(super) trait Steps<T: Lane>: Copy {
    fn start(self, state: &mut State<T>, dt: T);
    fn step(self, touch: &mut Touch<T>, state: &mut State<T>, dt: T);
}

/// Those of any scheme, for one collision.
struct Own<'a, S: ?Sized>(&'a S);

impl<S: ?Sized> Clone for Own<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized> Copy for Own<'_, S> {}

impl<S: Scheme + ?Sized> Steps<f64> for Own<'_, S> {
    #[inline(always)]
    fn start(self, state: &mut State<f64>, dt: f64) {
        self.0.start(state, dt);
    }

    #[inline(always)]
    fn step(self, touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
        self.0.step(touch, state, dt);
    }
}

/// Largest number of steps of a collision.
pub(in crate::collide) fn most_steps(encounter: &Encounter, impact: &Impact) -> u64 {
    let overlap = undamped_overlap(&encounter.force, encounter.m_star, impact.speed);
    (PATIENCE * 4.0 * overlap / (impact.speed * impact.dt) + 1000.0).min(MOST_STEPS) as u64
}

/// Steps collisions, lane `i` that of `of(i)`, until all of them are over or have done the largest number of steps.
///
/// A collision that is over continues in free flight, which does not change its recorded quantities. After an interrupt
/// ([`halt`]) the loop stops early, and its result is to be discarded.
#[inline(always)]
fn march<'a, T: Lane>(
    encounter: &Encounter,
    with: T::With,
    of: impl Fn(usize) -> &'a Impact,
    steps: impl Steps<T>,
    mut watch: impl FnMut(u64, &State<T>, &Touch<T>),
) -> (Marks<T>, State<T>, Touch<T>) {
    let (phase, speed) = (T::each(with, |i| of(i).phase), T::each(with, |i| of(i).speed));
    let (dt, zero) = (T::each(with, |i| of(i).dt), speed.same(0.0));
    let mut touch = Touch::like(zero, &encounter.force, encounter.m_star);
    let mut state = State { overlap: zero - phase * speed * dt, speed, memory: [zero; 4] };
    steps.start(&mut state, dt);
    watch(0, &state, &touch);
    let mut marks = Marks::new(zero);
    let mut before = state.overlap;
    let mut rise = speed;
    let limit = (0..T::width()).map(|i| most_steps(encounter, of(i))).max().filter(|_| !halt::is_asked());
    for n in 0..limit.unwrap_or(0) {
        let (now, push, rose) = (state.overlap, touch.unclamped, rise);
        steps.step(&mut touch, &mut state, dt);
        watch(n + 1, &state, &touch);

        let (next, after) = (state.overlap, touch.unclamped);
        rise = next - now;
        // All recorded events occur where a sign changes, which is rare and cheap to detect.
        if T::any_flip([[next, now], [rise, rose], [after, push]]) || n % LOOK == LOOK - 1 {
            marks.see(n, [before, now, next], [rose, rise], [push, after]);
            if !T::any(next.above(zero) | state.speed.above(zero)) || (n % LOOK == LOOK - 1 && halt::is_asked()) {
                break;
            }
        }
        before = now;
    }
    (marks, state, touch)
}

/// The result of the collision in lane `i`.
fn read<T: Lane>(
    (marks, state, touch): &(Marks<T>, State<T>, Touch<T>),
    i: usize,
    encounter: &Encounter,
    impact: &Impact,
    force_at: f64,
) -> Collision {
    let (overlap, speed) = (state.overlap.lane(i), state.speed.lane(i));
    let max_force = touch.largest.lane(i) * encounter.m_star;
    let last = Last { overlap, speed, acts: overlap > 0.0, max_force };
    marks.read(i, impact, force_at, last, Some(encounter.force.ends))
}

/// Three numbers from where the mask is true, or the others.
#[inline(always)]
fn choose<T: Lane>(mask: T::Mask, yes: [T; 3], no: [T; 3]) -> [T; 3] {
    [T::choose(mask, yes[0], no[0]), T::choose(mask, yes[1], no[1]), T::choose(mask, yes[2], no[2])]
}

/// A collision after its last step.
pub(in crate::collide) struct Last {
    /// m
    pub overlap: f64,
    /// Rate of approach, m/s.
    pub speed: f64,
    /// Whether the bodies are still in contact.
    pub acts: bool,
    /// Largest force that was evaluated, N.
    pub max_force: f64,
}

impl<T: Lane> Marks<T> {
    /// The initial record, before any event.
    pub(in crate::collide) fn new(zero: T) -> Self {
        let none = [zero.same(-1.0), zero, zero];
        Self { peak: [zero; 3], entered: zero.same(1.0), counted: zero, left: none, pushed: none }
    }

    /// Records step `n`: the last three overlaps, their last two changes, and the law's own push, not clamped, a step ago and
    /// now. Nothing changes where no sign does.
    #[inline(always)]
    pub(in crate::collide) fn see(
        &mut self,
        n: u64,
        [before, now, next]: [T; 3],
        [rose, rise]: [T; 2],
        [push, after]: [T; 2],
    ) {
        let (zero, at) = (now.same(0.0), now.same(n as f64));
        let turned = rose.above(zero) & !rise.above(zero) & now.above(self.peak[1]);
        self.peak = choose(turned, [before, now, next], self.peak);
        let entered = zero.above(now) & !zero.above(next);
        self.entered = T::choose(entered, now.same((n + 1) as f64), self.entered);
        let left = !zero.above(now) & zero.above(next);
        self.counted = self.counted + T::choose(left, now.same((n + 1) as f64) - self.entered, zero);
        self.left = choose(left, [at, now, next], self.left);
        let eased = push.above(zero) & !after.above(zero) & next.above(zero) & zero.above(rise);
        self.pushed = choose(eased & !self.pushed[0].above(now.same(-0.5)), [at, push, after], self.pushed);
    }

    /// The result of the collision in lane `i`, evaluated as in a production code; its duration is that to one of the ends of a power of the
    /// overlap.
    #[inline]
    pub(in crate::collide) fn read(
        &self,
        i: usize,
        impact: &Impact,
        force_at: f64,
        last: Last,
        ends: Option<Ends>,
    ) -> Collision {
        let at = |value: T| value.lane(i);
        let Last { overlap, speed, acts, max_force } = last;
        let Impact { phase, dt, .. } = *impact;
        let outcome = if !(overlap.is_finite() && speed.is_finite()) {
            Outcome::Diverged
        } else if acts || speed >= 0.0 {
            Outcome::StaysInContact
        } else {
            Outcome::Separated
        };
        let [before, peak, after] = self.peak.map(at);
        let [left, inside, outside] = self.left.map(at);
        let [pushed, push, pull] = self.pushed.map(at);
        let over = outcome == Outcome::Separated;
        let after_touch = |steps: f64| (steps - phase) * dt;
        let apart = (over && left >= 0.0).then(|| after_touch(left + inside / (inside - outside)));
        let eased = (over && pushed >= 0.0).then(|| after_touch(pushed - 1.0 + force_at + push / (push - pull)));
        Collision {
            outcome,
            restitution: match outcome {
                Outcome::Separated => -speed / impact.speed,
                Outcome::Diverged => f64::NAN,
                _ => 0.0,
            },
            measured: Measured {
                duration: match ends {
                    None => None,
                    Some(Ends::ZeroForce) => eased.or(apart),
                    Some(Ends::ZeroOverlap | Ends::ForceClamped) => apart,
                },
                duration_to_zero_overlap: apart,
                duration_to_zero_force: eased,
                duration_counted: over.then_some(at(self.counted) * dt),
                max_overlap: Some(peak),
                max_overlap_interpolated: Some(vertex(before, peak, after)),
                max_force: Some(max_force),
                ..Measured::default()
            },
            ..Collision::default()
        }
    }
}
