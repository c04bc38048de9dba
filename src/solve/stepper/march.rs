//! The loop of a production code, for one collision or for eight side by side.

use super::{Encounter, Ending, Impact, Stepped};
use crate::solve::schemes::{Lane, Scheme, State, Touch};

/// Steps after which a collision is given up, in undamped durations.
const PATIENCE: f64 = 300.0;
/// Steps after which any collision is given up.
const MOST_STEPS: f64 = 1e8;

/// What the loop keeps of a collision.
#[derive(Debug, Clone, Copy)]
pub(in crate::solve) struct Marks<T> {
    /// Overlaps before, at and after the largest one.
    peak: [T; 3],
    /// Step at which the bodies were first seen in contact.
    entered: T,
    /// Steps in contact.
    counted: T,
    /// Last step in contact, its overlap and the next one.
    left: T,
    left_overlap: T,
    left_after: T,
    /// Last step at which the law still pushed while the bodies parted, its push and the next one; -1 before.
    pushed: T,
    pushed_push: T,
    pushed_after: T,
    speed: T,
    overlap: T,
    largest_push: T,
}

/// One collision with a scheme of any make. `watch` sees every step: its number, the state, the contact.
pub(in crate::solve) fn one<S: Scheme + ?Sized>(
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

/// How long a collision is followed, in steps.
pub(in crate::solve) fn most_steps(encounter: &Encounter, impact: &Impact) -> u64 {
    let undamped = encounter.undamped_duration(impact.speed) / impact.dt;
    (PATIENCE * undamped + 1000.0).min(MOST_STEPS) as u64
}

/// Steps collisions until all of them are over or `limit` steps are done.
///
/// A collision that is over goes on in free flight, which changes nothing that is kept of it.
#[inline(always)]
pub(in crate::solve) fn march<T: Lane>(
    mut touch: Touch<T>,
    [phase, speed, dt]: [T; 3],
    limit: u64,
    start: impl FnOnce(&mut State<T>, T),
    step: impl Fn(&mut Touch<T>, &mut State<T>, T),
    mut watch: impl FnMut(u64, &State<T>, &Touch<T>),
) -> Marks<T> {
    let zero = T::all(0.0);
    let mut state = State { overlap: -(phase * speed * dt), speed, memory: [zero; 4] };
    start(&mut state, dt);
    watch(0, &state, &touch);
    let mut marks = Marks {
        peak: [zero; 3],
        entered: zero,
        counted: zero,
        left: zero,
        left_overlap: zero,
        left_after: zero,
        pushed: T::all(-1.0),
        pushed_push: zero,
        pushed_after: zero,
        speed,
        overlap: state.overlap,
        largest_push: zero,
    };
    let mut before = state.overlap;
    let mut touching = state.overlap.above(zero);
    let mut rising = speed.above(zero);
    for n in 0..limit {
        let now = state.overlap;
        let push = touch.unclamped();
        step(&mut touch, &mut state, dt);
        watch(n + 1, &state, &touch);

        let next = state.overlap;
        let still_rising = next.above(now);
        let still_touching = next.above(zero);
        let turned = rising & !still_rising;
        let changed = touching ^ still_touching;
        let mut event = turned | changed;
        let eased = touch.damped().then(|| {
            let eased = push.above(zero) & !touch.unclamped().above(zero) & still_touching & !still_rising;
            event = event | eased;
            eased
        });
        if T::any(event) {
            let here = T::all(n as f64);
            let higher = turned & now.above(marks.peak[1]);
            marks.peak = [
                T::choose(higher, before, marks.peak[0]),
                T::choose(higher, now, marks.peak[1]),
                T::choose(higher, next, marks.peak[2]),
            ];
            let entered = changed & still_touching;
            marks.entered = T::choose(entered, here + T::all(1.0), marks.entered);
            let left = changed & touching;
            marks.counted = marks.counted + (here + T::all(1.0) - marks.entered).keep(left);
            marks.left = T::choose(left, here, marks.left);
            marks.left_overlap = T::choose(left, now, marks.left_overlap);
            marks.left_after = T::choose(left, next, marks.left_after);
            if let Some(eased) = eased {
                let first = eased & !marks.pushed.above(T::all(-0.5));
                marks.pushed = T::choose(first, here, marks.pushed);
                marks.pushed_push = T::choose(first, push, marks.pushed_push);
                marks.pushed_after = T::choose(first, touch.unclamped(), marks.pushed_after);
            }
            let approaching = state.speed.above(zero);
            if !T::any(still_touching | approaching) {
                break;
            }
        }
        before = now;
        rising = still_rising;
        touching = still_touching;
    }
    marks.speed = state.speed;
    marks.overlap = state.overlap;
    marks.largest_push = touch.largest();
    marks
}

impl<T: Lane> Marks<T> {
    /// The collision in lane `i`, read as a production code would read it.
    #[inline]
    pub(in crate::solve) fn read(&self, i: usize, encounter: &Encounter, impact: &Impact, force_at: f64) -> Stepped {
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
            duration_to_zero_overlap: over.then(|| (left - impact.phase) * dt),
            duration_to_zero_force: (over && pushed >= 0.0).then(|| (eased - impact.phase) * dt),
            duration_counted: over.then(|| at(self.counted) * dt),
            max_overlap: peak,
            max_overlap_interpolated: vertex(before, peak, after),
            max_force: at(self.largest_push) * encounter.m_star,
        }
    }
}

/// Highest point of the parabola through three equally spaced samples, the middle one the largest.
fn vertex(before: f64, peak: f64, after: f64) -> f64 {
    let bend = after - 2.0 * peak + before;
    if bend < 0.0 { peak - (after - before) * (after - before) / (8.0 * bend) } else { peak }
}

#[cfg(test)]
mod tests {
    use super::vertex;

    #[test]
    fn the_vertex_of_a_parabola_is_found_between_its_samples() {
        let parabola = |x: f64| 3.0 - 2.0 * (x - 0.3) * (x - 0.3);
        assert!((vertex(parabola(-1.0), parabola(0.0), parabola(1.0)) - 3.0).abs() < 1e-15);
        assert_eq!(vertex(1.0, 1.0, 1.0), 1.0);
    }
}
