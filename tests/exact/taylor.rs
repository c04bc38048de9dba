//! One head-on impact in 32 digits, by Taylor series of the motion. Nothing is shared with the program but the law's text:
//! `m d''= -(K d^(a/r) + C d^(b/r) d')`, exponents in `r`-ths.
//!
//! With `d = L q^r`, `dt = r q^(r-1) T ds`, `L^(a/r+1) = m v^2/K`, `T = L/v` the equation is `q' = w`,
//! `w' = -r q^(r-1) (q^a + g q^b w)`, `t' = r q^(r-1)`: polynomials, so that their series follow from products of series.

use crate::exact::double::Double;

pub const ORDER: usize = 30;
/// Of the last term of a step over the first.
pub const SMALL: f64 = 1e-33;

pub type Series = [Double; ORDER + 1];

/// Exponents in `r`-ths, and where the contact ends.
#[derive(Debug, Clone, Copy)]
pub struct Law {
    pub a: u32,
    pub b: u32,
    pub r: u32,
    /// Whether the force may pull.
    pub pulls: bool,
}

/// Where it is at one moment, in units of `L`, `v`, `T`.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    pub time: Double,
    pub q: Double,
    pub w: Double,
    pub force: Double,
}

/// What an impact does.
#[derive(Debug, Clone, Copy)]
pub struct Impact {
    pub turning: Moment,
    pub peak: Moment,
    /// Where the force falls to zero before the overlap does, or the overlap is zero.
    pub end: Moment,
}

pub fn product(x: &Series, y: &Series, upto: usize) -> Double {
    (0..=upto).fold(Double::ZERO, |sum, k| sum + x[k] * y[upto - k])
}

pub fn at(x: &Series, h: Double) -> Double {
    x.iter().rev().fold(Double::ZERO, |sum, &term| sum * h + term)
}

pub fn slope(x: &Series) -> Series {
    let mut y = [Double::ZERO; ORDER + 1];
    for k in 1..=ORDER {
        y[k - 1] = x[k] * Double::new(k as f64);
    }
    y
}

struct Step {
    q: Series,
    w: Series,
    time: Series,
    force: Series,
}

/// Series of the motion from a state.
fn expand(law: &Law, g: Double, from: &Moment) -> Step {
    let zero = [Double::ZERO; ORDER + 1];
    let mut step = Step { q: zero, w: zero, time: zero, force: zero };
    (step.q[0], step.w[0], step.time[0]) = (from.q, from.w, from.time);
    let most = law.a.max(law.b).max(law.r - 1) as usize;
    // Powers of q, each as the product of the one before and q.
    let mut powers = vec![zero; most + 1];
    powers[0][0] = Double::ONE;
    let r = Double::new(f64::from(law.r));
    let mut drag = zero;
    for k in 0..=ORDER {
        for n in 1..=most {
            powers[n][k] = product(&powers[n - 1], &step.q, k);
        }
        drag[k] = g * product(&powers[law.b as usize], &step.w, k);
        step.force[k] = powers[law.a as usize][k] + drag[k];
        if k < ORDER {
            let by = Double::new((k + 1) as f64);
            let clock = &powers[law.r as usize - 1];
            step.q[k + 1] = step.w[k] / by;
            step.w[k + 1] = -(r * product(clock, &step.force, k)) / by;
            step.time[k + 1] = r * clock[k] / by;
        }
    }
    step
}

impl Step {
    fn at(&self, h: Double) -> Moment {
        Moment { time: at(&self.time, h), q: at(&self.q, h), w: at(&self.w, h), force: at(&self.force, h) }
    }

    fn length(&self) -> f64 {
        [&self.q, &self.w, &self.time].iter().fold(0.25, |least: f64, x| {
            [ORDER - 1, ORDER].iter().fold(least, |least, &k| {
                let term = x[k].value().abs();
                if term == 0.0 { least } else { least.min((SMALL / term).powf(1.0 / k as f64)) }
            })
        })
    }
}

/// Where a series falls through zero between 0 and `h`: the first of 16 parts in which it does, then bisection and Newton.
fn falls(x: &Series, h: f64) -> Option<Double> {
    let parts = 16;
    let value = |k: usize| at(x, Double::new(h * k as f64 / parts as f64)).value();
    let k = (0..parts).find(|&k| value(k) > 0.0 && value(k + 1) <= 0.0)?;
    let (mut a, mut b) = (h * k as f64 / parts as f64, h * (k + 1) as f64 / parts as f64);
    for _ in 0..60 {
        let c = 0.5 * (a + b);
        if at(x, Double::new(c)).value() > 0.0 { a = c } else { b = c }
    }
    let (rate, mut root) = (slope(x), Double::new(0.5 * (a + b)));
    for _ in 0..3 {
        let d = at(&rate, root);
        if d.hi != 0.0 {
            let next = root - at(x, root) / d;
            // At a multiple root Newton's method leaves the bracket.
            if (next.value() - a).abs() <= h {
                root = next;
            }
        }
    }
    Some(root)
}

/// An impact under a dashpot `g` in the units of the scaled problem; `None` when it takes too many steps.
pub fn impact(law: &Law, g: Double) -> Option<Impact> {
    let one = Double::ONE;
    let force = if law.b == 0 { g } else { Double::ZERO };
    let start = Moment { time: Double::ZERO, q: Double::ZERO, w: one, force };
    let (mut here, mut turning, mut peak) = (start, None, start);
    let by_force = !law.pulls && g.hi > 0.0 && law.b < law.a;
    for _ in 0..20_000 {
        let step = expand(law, g, &here);
        let h = step.length();
        // The force with its common power of q divided out has no multiple root at touch.
        let mut divided = step.force;
        if by_force {
            let zero = [Double::ZERO; ORDER + 1];
            let mut power = zero;
            power[0] = one;
            for _ in law.b..law.a {
                let mut next = zero;
                for (k, term) in next.iter_mut().enumerate() {
                    *term = product(&power, &step.q, k);
                }
                power = next;
            }
            for k in 0..=ORDER {
                divided[k] = power[k] + g * step.w[k];
            }
        }
        let end = if by_force { falls(&divided, h) } else { falls(&step.q, h) };
        let within = |s: &Double| end.is_none_or(|end| s.value() <= end.value());
        if let Some(s) = falls(&step.w, h).filter(within) {
            turning = Some(step.at(s));
        }
        if let Some(s) = falls(&slope(&step.force), h).filter(within) {
            let found = step.at(s);
            if found.force.value() > peak.force.value() {
                peak = found;
            }
        }
        if let Some(s) = end {
            return Some(Impact { turning: turning?, peak, end: step.at(s) });
        }
        here = step.at(Double::new(h));
        if law.pulls && here.w.value() < 0.0 && here.w.value() > -1e-9 {
            return None;
        }
    }
    None
}
