//! Where a force at its limit points, with two tangential directions.
//!
//! While the surfaces slip the direction `e` of the force turns towards the rate `R` that the force would have if they stuck,
//! `e' = (R - (R.e) e)/L`, with the limit `L`; for a slider without a spring `R` is the acceleration that the slip would have without
//! it, and `L` the speed of the slip. Where `L` goes to zero, at touch, at the end, at rest, the rate of `e` has no bound. For frozen
//! `R` and `L` the equation has a closed solution, the tangent of half the angle between `e` and `R` decays with `|R|/L` (Krieg & Krieg
//! 1977, J. Press. Vessel Technol. 99, 510), by which the extrapolation moves the angle of `e` at any rate.

use super::forces::ImpactMotion;
use super::normal::{NormalMotion, TOUCH};
use super::problem::Rolling;
use super::state::MotionState;
use super::state::{FRICTION, ROLLING, SliderState, Tangent, across, direction};
use crate::collide::ode::Vector;

/// Largest growth, as an exponent, of an angle backwards in time.
const BACKWARDS: f64 = 30.0;

/// An angle that a direction does not turn by in one step, unless the slip reverses.
const FAR: f64 = 0.3;

/// The rate `R`, by `s`, of a force if its slider stuck, the `L` that it is compared with, and the force.
struct Turning<const D: usize> {
    rate: Tangent<D>,
    limit: f64,
    force: f64,
}

impl<const D: usize> Turning<D> {
    /// The mean direction in a length `h` from this angle, and the change of the angle.
    fn over(&self, angle: f64, h: f64) -> (Tangent<D>, f64) {
        let e = direction(angle);
        let (size, ahead, aside) = (self.rate.norm(), self.rate.dot(&e), self.rate.dot(&left(&e)));
        let turns = (size * h / self.limit.abs()).max(-BACKWARDS);
        // Without a rate, or with one in exactly the other direction, nothing turns.
        if turns == 0.0 || turns.is_nan() || (aside == 0.0 && ahead <= 0.0) {
            return (e, 0.0);
        }
        // Twice |R| times the squares of cosine and sine of half the angle, without cancellation.
        let [near, far] = match ahead > 0.0 {
            true => [size + ahead, aside * aside / (size + ahead)],
            false => [aside * aside / (size - ahead), size - ahead],
        };
        let gone = -libm::expm1(-turns);
        let kept = 1.0 - gone;
        let change = 2.0 * libm::atan2(aside * gone, near + far * kept);
        let off = libm::log1p(far * gone * (1.0 + kept) / (near + far * kept * kept));
        let toward = self.rate / size;
        (toward * (1.0 - off / turns) - left(&toward) * (change / turns), change)
    }

    /// Rate of the angle.
    fn at(&self, e: &Tangent<D>) -> f64 {
        if self.limit == 0.0 { 0.0 } else { self.rate.dot(&left(e)) / self.limit.abs() }
    }
}

/// A vector turned by a right angle, from the first axis to the second.
fn left<const D: usize>(x: &Tangent<D>) -> Tangent<D> {
    -across(x)
}

impl<M: NormalMotion, const D: usize> ImpactMotion<'_, M, D> {
    /// Whether one of these forces has a direction of its own.
    fn points(&self, which: usize) -> bool {
        self.branch.slider(which).points()
    }

    /// What turns the direction of friction, or of the rolling resistance.
    fn turning(&self, m: &MotionState<D>, which: usize) -> Turning<D> {
        let problem = self.problem;
        let zero = Tangent::zeros();
        // Without the force itself: it acts along its direction, and does not turn it.
        let other = if self.points(1 - which) { self.pointing(m, 1 - which) } else { zero };
        let at = self.towards(m, if which == FRICTION { [zero, other] } else { [other, zero] }, 0.0);
        let clock = problem.normal.clock(m.q);
        if which == ROLLING {
            let Rolling::Between { stiffness, damping, spring, .. } = problem.rolling else {
                return Turning { rate: zero, limit: 1.0, force: 0.0 };
            };
            let part = problem.radius_ratio;
            let (rolls, force) = (at.rolling.rolls[0], at.rolling.limit);
            let free = at.spins[0] * part[0] - at.spins[1] * part[1];
            return match spring {
                true => Turning { rate: (rolls * stiffness + free * damping) * clock, limit: force, force },
                false => Turning { rate: free * clock, limit: rolls.dot(&self.pointing(m, ROLLING)), force },
            };
        }
        let force = at.limit;
        if self.is_dry(FRICTION) {
            return Turning { rate: at.slips * clock, limit: at.slip.dot(&self.pointing(m, FRICTION)), force };
        }
        // In a chart both are zero at touch; a step may go beyond.
        let q = problem.normal.off_touch(if M::PIECES { m.q } else { m.q.abs() }, TOUCH);
        let rate = self.stuck_rate(&MotionState { q, ..*m }, &at, zero);
        Turning { rate, limit: force * problem.normal.over(q), force }
    }

    /// Rate, by `s`, of the angle of friction.
    pub fn turns(&self, m: &MotionState<D>) -> Tangent<D> {
        let mut rate = Tangent::zeros();
        rate[0] = self.turning(m, FRICTION).at(&self.pointing(m, FRICTION));
        rate
    }

    /// The change of a state over `h` with the coefficients of another one.
    pub fn relaxed<const N: usize>(&self, from: &Vector<N>, at: &Vector<N>, h: f64) -> Vector<N> {
        let (begun, m) = (MotionState::<D>::of(from), MotionState::of(at));
        let mut e = [Tangent::zeros(); 2];
        let mut turned = [None; 2];
        for which in [FRICTION, ROLLING] {
            if self.points(which) {
                let (mean, change) = self.turning(&m, which).over(begun.angle(which), h);
                (e[which], turned[which]) = (mean, Some(change));
            }
        }
        let share = if let SliderState::Held(_) = self.branch.slide { self.share(&m) } else { 0.0 };
        let mut change = Vector::zeros();
        self.derive(at, &m, &self.towards(&m, e, share), &mut change);
        change *= h;
        for (which, place) in [MotionState::<D>::MEMORY, MotionState::<D>::ROLL].into_iter().enumerate() {
            change[place] = turned[which].unwrap_or(change[place]);
        }
        change
    }

    /// Whether a direction turns far in a step: where the slip reverses the surfaces may stick in between, for a very short time.
    pub fn reverses<const N: usize>(&self, from: &Vector<N>, to: &Vector<N>) -> bool {
        let [from, to] = [from, to].map(MotionState::<D>::of);
        [FRICTION, ROLLING]
            .into_iter()
            .any(|which| self.points(which) && (to.angle(which) - from.angle(which)).abs() > FAR)
    }

    /// What an error of each state does to the motion: that of an angle acts by the force, until it has decayed.
    pub fn felt<const N: usize>(&self, y: &Vector<N>) -> Vector<N> {
        let mut weights = Vector::repeat(1.0);
        let m = MotionState::of(y);
        for (which, place) in [(FRICTION, MotionState::<D>::MEMORY), (ROLLING, MotionState::<D>::ROLL)] {
            if self.points(which) {
                let Turning { rate, limit, force } = self.turning(&m, which);
                let decay = limit.abs() / (limit.abs() + rate.norm());
                weights[place] = if decay.is_nan() { 0.0 } else { force.abs() * decay };
            }
        }
        weights
    }
}
