//! A spring with a slider along a straight piece of path, in closed form between its events.

use super::quadrature::smooth;
use super::{Driven, Spent};
use crate::contact::PowerForce;
use crate::contact::shear::{Form, ShearForce};

/// Places at which a phase is looked at for its end, before that is located.
const LOOKS: usize = 64;

/// Most phases of one piece: two in theory for monotone loads and slides.
const MOST_PHASES: usize = 16;

/// Total, incremental or rescaled.
///
/// | form | sticks | strain | created |
/// |---|---|---|---|
/// | total | `T/k_t` grows by `du` | `T^2/(2 k_t)` | `+k_t' T^2/(2 k_t^2)` |
/// | incremental | `T` grows by `k_t du` | `T^2/(2 k_t)` | `-k_t' T^2/(2 k_t^2)` |
/// | rescaled | unloading as total, loading as incremental | | |
#[derive(Debug, Clone, Copy)]
pub(super) struct SpringSlider {
    shear: ShearForce,
    normal: PowerForce,
    delta: f64,
    force: f64,
}

/// A straight piece from where the spring is.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: f64,
    rise: f64,
    du: f64,
    /// Whether `T/k_t` and not `T` follows the slide.
    stretch: bool,
}

impl Piece {
    fn overlap(&self, x: f64) -> f64 {
        // The end itself is met exactly.
        if x >= 1.0 { self.from + self.rise } else { (self.from + self.rise * x).max(0.0) }
    }
}

impl SpringSlider {
    pub fn new(shear: &ShearForce, normal: &PowerForce) -> Self {
        Self { shear: *shear, normal: *normal, delta: 0.0, force: 0.0 }
    }

    fn limit(&self, delta: f64) -> f64 {
        self.shear.friction * self.normal.elastic(delta)
    }

    fn stiffness(&self, delta: f64) -> f64 {
        self.shear.stiffness(delta)
    }

    /// Force at `x` of a spring that has stuck since it carried `T` at `begin`.
    fn stuck(&self, piece: &Piece, begin: f64, T: f64, x: f64) -> f64 {
        let (d0, d) = (piece.overlap(begin), piece.overlap(x));
        let du = piece.du * (x - begin);
        if piece.stretch {
            let k0 = self.stiffness(d0);
            let carried = if k0 > 0.0 { T / k0 } else { 0.0 };
            return self.stiffness(d) * (carried + du);
        }
        // int k_t du, without the difference of like numbers where the overlap hardly changes.
        let power = self.shear.gamma + 1.0;
        let ratio = (d - d0) / d0;
        let mean = if d == d0 {
            self.stiffness(d)
        } else if d0 > 0.0 && ratio.abs() < 0.5 {
            self.stiffness(d0) * (power * ratio.ln_1p()).exp_m1() / (power * ratio)
        } else {
            self.shear.S * (d.powf(power) - d0.powf(power)) / (power * (d - d0))
        };
        T + mean * du
    }

    /// Rate at which the spring gives way at its limit, over one piece: what of the slide is left for the slider is
    /// `du` less this times the sign of the force.
    fn yielding(&self, piece: &Piece, delta: f64) -> f64 {
        let (n, shear) = (&self.normal, &self.shear);
        let power = if piece.stretch { n.alpha - shear.gamma } else { n.alpha };
        let shape = delta.max(f64::MIN_POSITIVE).powf(n.alpha - shear.gamma - 1.0);
        shear.friction * n.K / shear.S * power * shape * piece.rise
    }

    /// First place after `begin` where `past` becomes true, or 1.
    fn first(begin: f64, past: impl Fn(f64) -> bool) -> f64 {
        let width = (1.0 - begin) / LOOKS as f64;
        for k in 1..=LOOKS {
            let (mut low, mut high) = (begin + (k - 1) as f64 * width, begin + k as f64 * width);
            if !past(high) {
                continue;
            }
            while high - low > f64::EPSILON * high {
                let mid = 0.5 * (low + high);
                if past(mid) {
                    high = mid;
                } else {
                    low = mid;
                }
            }
            return low;
        }
        1.0
    }

    fn pieces(&mut self, delta: f64, du: f64, mut phase: impl FnMut(&Self, &Piece, &Phase)) {
        let delta = delta.max(0.0);
        let rise = delta - self.delta;
        let stretch = match self.shear.form {
            Form::Total => true,
            Form::Rescaled => rise < 0.0,
            _ => false,
        };
        let piece = Piece { from: self.delta, rise, du, stretch };
        let mut begin = 0.0;
        for _ in 0..MOST_PHASES {
            let T = self.force;
            let limit = self.limit(piece.overlap(begin));
            let side = if T == 0.0 { du.signum() } else { T.signum() };
            let left = |x: f64| side * du - self.yielding(&piece, piece.overlap(x));
            // Just after the beginning: there the overlap is above 0.
            let inside = begin + 1e-9 * (1.0 - begin);
            let slips = T.abs() >= limit * (1.0 - 4.0 * f64::EPSILON) && left(inside) > 0.0;
            let end = if slips {
                Self::first(begin, |x| left(x) < 0.0)
            } else {
                let over = |x: f64| {
                    let hold = self.limit(piece.overlap(x));
                    self.stuck(&piece, begin, T, x).abs() > hold * (1.0 + 2.0 * f64::EPSILON)
                };
                Self::first(begin, over)
            };
            let phase_now = Phase { begin, end, T, side: if slips { Some(side) } else { None } };
            phase(self, &piece, &phase_now);
            self.force = match phase_now.side {
                Some(side) => side * self.limit(piece.overlap(end)),
                None => {
                    let (T, hold) = (self.stuck(&piece, begin, T, end), self.limit(piece.overlap(end)));
                    if end < 1.0 { hold.copysign(T) } else { T.max(-hold).min(hold) }
                }
            };
            if end >= 1.0 {
                break;
            }
            begin = end;
        }
        self.delta = delta;
    }
}

/// A part of a piece in which the spring sticks, or slips to one side.
#[derive(Debug, Clone, Copy)]
struct Phase {
    begin: f64,
    end: f64,
    /// Force at its beginning, N
    T: f64,
    side: Option<f64>,
}

impl Driven for SpringSlider {
    fn advance(&mut self, delta: f64, du: f64) {
        self.pieces(delta, du, |_, _, _| {});
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let (mut work, mut slip, mut created) = (0.0, 0.0, 0.0);
        self.pieces(delta, du, |law, piece, phase| {
            let width = phase.end - phase.begin;
            let sign = if piece.stretch { 1.0 } else { -1.0 };
            let [w, s, c] = smooth(|y| {
                let x = phase.begin + width * y;
                let d = piece.overlap(x);
                let (T, slips) = match phase.side {
                    Some(side) => {
                        let yielding = law.yielding(piece, d);
                        (side * law.limit(d), piece.du - side * yielding)
                    }
                    None => (law.stuck(piece, phase.begin, phase.T, x), 0.0),
                };
                // k_t'/k_t = gamma delta'/delta
                let made = if d > 0.0 && T != 0.0 {
                    sign * law.shear.gamma * piece.rise / d * T * T / (2.0 * law.stiffness(d))
                } else {
                    0.0
                };
                [T * piece.du, T * slips, made]
            });
            work += width * w;
            slip += width * s;
            created += width * c;
        });
        Spent { work, slip: Some(slip), created: Some(created) }
    }

    fn force(&self) -> f64 {
        self.force
    }

    fn strain(&self) -> Option<f64> {
        let k_t = self.stiffness(self.delta);
        Some(if k_t > 0.0 { 0.5 * self.force * self.force / k_t } else { 0.0 })
    }

    fn stick_radius(&self) -> Option<f64> {
        None
    }
}
