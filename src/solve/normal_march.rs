//! The normal motion of a collision in equal steps, for a law with a memory that is advanced step by step.
//!
//! `delta = L q^p` and `dt = p q^(p-1) ds`, in which touch, turning point and end are regular points: the Runge-Kutta
//! scheme is of fourth order throughout.

use crate::contact::Ends;
use crate::contact::flow::Scaled;
use crate::ode::halved;

/// Length in `s` after which a contact counts as endless; a collision is about 3 long.
const LONGEST: f64 = 1e4;

/// State: `q`, rate of approach and time, in the units of the flow.
pub type Approach = [f64; 3];

/// State at first touch.
pub const TOUCH: Approach = [0.0, 1.0, 0.0];

/// A normal law in the units of its flow, for integration in steps.
#[derive(Debug, Clone, Copy)]
pub struct NormalMarch {
    pub flow: Scaled,
    /// The end of contact.
    pub ends: Ends,
}

impl NormalMarch {
    /// The force after clamping.
    #[inline(always)]
    pub fn force(&self, q: f64, w: f64) -> f64 {
        let force = self.flow.force(q, w)[0];
        if self.ends.pulls() { force } else { force.max(0.0) }
    }

    #[inline(always)]
    fn rate(&self, [q, w, _]: Approach, turning: &impl Fn(f64) -> f64) -> Approach {
        let clock = self.flow.clock(q);
        [w, -clock * (self.force(q, w) + turning(self.flow.overlap(q))), clock]
    }

    /// One step of length `h` in `s`; `turning` is a force added to that of the law, as a function of the overlap.
    pub fn step(&self, y: Approach, h: f64, turning: impl Fn(f64) -> f64) -> Approach {
        // Written out: `from_fn` would call a closure for each of three numbers.
        let plus = |k: &Approach, f: f64| [y[0] + f * k[0], y[1] + f * k[1], y[2] + f * k[2]];
        let a = self.rate(y, &turning);
        let b = self.rate(plus(&a, 0.5 * h), &turning);
        let c = self.rate(plus(&b, 0.5 * h), &turning);
        let d = self.rate(plus(&c, h), &turning);
        let last = |i: usize| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        [last(0), last(1), last(2)]
    }

    /// Whether the contact has ended; false at first touch.
    pub fn is_over(&self, [q, w, _]: Approach) -> bool {
        q <= 0.0
            || (self.ends == Ends::ZeroForce
                && w < 0.0
                && self.flow.damping() > 0.0
                && self.flow.divided_force(q, w) <= 0.0)
    }

    /// The state at the end of contact, at most a step of length `h` ahead.
    pub fn end(&self, y: Approach, h: f64, turning: impl Fn(f64) -> f64) -> Approach {
        let [_, part] = halved([0.0, h], 60, |part| self.is_over(self.step(y, part, &turning)));
        self.step(y, part, &turning)
    }

    /// The number of steps of the head-on collision, the last of which ends after the contact has ended; `None` when it never ends.
    pub fn steps(&self, h: f64) -> Option<u32> {
        let mut y = TOUCH;
        (1..=(LONGEST / h) as u32).find(|_| {
            y = self.step(y, h, |_| 0.0);
            self.is_over(y)
        })
    }
}
