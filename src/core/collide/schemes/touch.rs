//! The contact for a scheme: a push (force per unit of mass), and its change at the end of contact.

use super::Lane;
use crate::law::{Ends, PowerForce};

/// `delta^alpha` and `delta^beta`, by square roots where the exponents are quarters.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Powers {
    /// Exponent 3/2 without damping: Hertz.
    Hertz,
    /// Exponents 3/2 and 1/4: Hertz and Tsuji.
    Tsuji,
    /// Any other pair, and the number of square roots of the overlap that it needs: 0, 1 or 2.
    General { alpha: Power, beta: Power, roots: u8 },
}

impl Powers {
    fn new(force: &PowerForce) -> Self {
        let damped = force.C != 0.0;
        match (force.alpha, force.beta) {
            (1.5, _) if !damped => Self::Hertz,
            (1.5, 0.25) => Self::Tsuji,
            (alpha, beta) => {
                let (alpha, beta) = (Power::new(alpha), Power::new(beta));
                Self::General { alpha, beta, roots: alpha.roots().max(if damped { beta.roots() } else { 0 }) }
            }
        }
    }

    /// Both powers of an overlap that is not negative; the second is not used without damping.
    #[inline(always)]
    fn of<T: Lane>(self, overlap: T, damped: bool) -> (T, T) {
        let one = overlap.same(1.0);
        match self {
            Self::Hertz => (overlap * overlap.sqrt(), one),
            Self::Tsuji => {
                let half = overlap.sqrt();
                (overlap * half, half.sqrt())
            }
            Self::General { alpha, beta, roots } => {
                let half = if roots > 0 { overlap.sqrt() } else { one };
                let quarter = if roots > 1 { half.sqrt() } else { one };
                let second = if damped { beta.of(overlap, half, quarter) } else { one };
                (alpha.of(overlap, half, quarter), second)
            }
        }
    }
}

/// One exponent.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Power {
    /// `whole + quarters/4`, with `quarters < 4`.
    Quarters {
        whole: u8,
        quarters: u8,
    },
    Any(f64),
}

impl Power {
    fn new(exponent: f64) -> Self {
        let quarters = 4.0 * exponent;
        if (0.0..=16.0).contains(&quarters) && quarters.fract() == 0.0 {
            let quarters = quarters as u8;
            Self::Quarters { whole: quarters / 4, quarters: quarters % 4 }
        } else {
            Self::Any(exponent)
        }
    }

    fn roots(self) -> u8 {
        match self {
            Self::Quarters { quarters: 0, .. } | Self::Any(_) => 0,
            Self::Quarters { quarters: 2, .. } => 1,
            Self::Quarters { .. } => 2,
        }
    }

    /// `half` is the square root of `x`, `quarter` its fourth root.
    #[inline(always)]
    fn of<T: Lane>(self, x: T, half: T, quarter: T) -> T {
        match self {
            Self::Quarters { whole, quarters } => {
                let whole = match whole {
                    0 => x.same(1.0),
                    1 => x,
                    2 => x * x,
                    3 => x * x * x,
                    _ => x * x * (x * x),
                };
                match quarters {
                    0 => whole,
                    1 => whole * quarter,
                    2 => whole * half,
                    _ => whole * (half * quarter),
                }
            }
            Self::Any(exponent) => x.powf(exponent),
        }
    }
}

/// One contact, or one per lane, with its memory.
///
/// All contacts of a batch share the force and the mass. Everything is per unit of the effective mass: a push is an
/// acceleration in m/s2, positive for repulsion.
#[derive(Debug, Clone, Copy)]
pub struct Touch<T: Lane> {
    powers: Powers,
    /// `K/m*`
    k: T,
    /// `C/m*`
    c: T,
    pub(in crate::collide) damped: bool,
    /// Whether the dashpot force jumps at zero overlap.
    jumps: bool,
    ends: Ends,
    /// 1 until the contact is deleted, then 0.
    pub(in crate::collide) alive: T,
    /// The law's own push at the last evaluation, before clamping or deletion at the end of contact, m/s2.
    pub(in crate::collide) unclamped: T,
    /// The last push returned to the scheme, m/s2.
    pub(in crate::collide) latest: T,
    /// Largest push so far, m/s2.
    pub(in crate::collide) largest: T,
}

impl Touch<f64> {
    /// The contact of bodies before first touch; `m_star` in kg.
    pub fn new(force: &PowerForce, m_star: f64) -> Self {
        Self::like(0.0, force, m_star)
    }
}

impl<T: Lane> Touch<T> {
    /// The contacts of as many bodies before first touch; `m_star` in kg.
    pub fn like(many: T, force: &PowerForce, m_star: f64) -> Self {
        let damped = force.C != 0.0;
        let zero = many.same(0.0);
        Self {
            powers: Powers::new(force),
            k: many.same(force.K / m_star),
            c: many.same(force.C / m_star),
            damped,
            jumps: damped && force.beta == 0.0,
            ends: force.ends,
            alive: many.same(1.0),
            unclamped: zero,
            latest: zero,
            largest: zero,
        }
    }

    /// `F/m*` at an overlap and a rate of approach, m/s2: the acceleration of approach is its negative.
    ///
    /// Zero without overlap; clamped, or permanently zero once the force has reached zero during separation, according
    /// to `contact.ends`. The contact has a memory: call this at the states of the scheme in their order.
    #[inline(always)]
    pub fn push(&mut self, overlap: T, speed: T) -> T {
        self.push_before(overlap, speed, None)
    }

    /// The push at the end of a half kick by that same push: `p = k delta^alpha + c delta^beta (v_half - p dt/2)`,
    /// solved for `p`. It is linear in `p`.
    #[inline(always)]
    pub fn push_implicit(&mut self, overlap: T, half_speed: T, half_dt: T) -> T {
        self.push_before(overlap, half_speed, Some(half_dt))
    }

    /// The push with the dashpot at the end of a kick, if there is one, s.
    #[inline(always)]
    pub(in crate::collide) fn push_before(&mut self, overlap: T, speed: T, kick: Option<T>) -> T {
        let zero = overlap.same(0.0);
        // For a single collision a branch keeps the comparison out of the chain of square roots; many side by side cannot branch.
        if T::width() == 1 && !T::any(overlap.above(zero)) {
            return self.settle(zero, overlap, speed);
        }
        let overlap = if T::width() == 1 { overlap } else { overlap.larger(zero) };
        let (elastic, power) = self.powers.of(overlap, self.damped);
        let mut push = self.k * elastic;
        if self.damped {
            push = push + power * (self.c * speed);
            if let Some(kick) = kick {
                push = push / (power.same(1.0) + power * (self.c * kick));
            }
        }
        self.settle(push, overlap, speed)
    }

    #[inline(always)]
    fn settle(&mut self, push: T, overlap: T, speed: T) -> T {
        let zero = push.same(0.0);
        let push = if self.jumps { T::choose(overlap.above(zero), push, zero) } else { push };
        self.unclamped = push;
        let push = if !self.damped || self.ends == Ends::ZeroOverlap {
            push
        } else if self.ends == Ends::ForceClamped {
            push.larger(zero)
        } else {
            let over = !push.above(zero) & zero.above(speed);
            self.alive = T::choose(over, zero, self.alive);
            push.larger(zero) * self.alive
        };
        self.latest = push;
        self.largest = push.larger(self.largest);
        push
    }
}
