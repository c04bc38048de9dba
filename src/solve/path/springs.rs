//! A spring with a slider along a straight piece of path, in closed form between its events.

use super::{Driven, Spent};
use crate::contact::PowerForce;
use crate::contact::history::SpringSlider;
use crate::contact::shear::{Form, RollingForce, ShearForce};
use crate::ode::smooth;

/// Places at which a phase is looked at for its end, before that is located.
const LOOKS: usize = 64;

/// Most phases of one piece: two in theory for monotone loads and slides.
const MOST_PHASES: usize = 16;

/// [`SpringSlider`] while load and slide change evenly. A load that changes makes `k_t' T^2/(2 k_t^2)` from nothing where the
/// stretch `T/k_t` is kept, and takes as much where `T` is.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpringPath {
    shear: ShearForce,
    normal: PowerForce,
    delta: f64,
    spring: SpringSlider<1>,
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

/// A part of a piece in which the spring sticks, or slips to one side.
#[derive(Debug, Clone, Copy)]
struct Phase {
    begin: f64,
    end: f64,
    side: Option<f64>,
}

impl SpringPath {
    pub fn new(shear: &ShearForce, normal: &PowerForce) -> Self {
        Self { shear: *shear, normal: *normal, delta: 0.0, spring: SpringSlider::new(shear.form) }
    }

    /// A rolling resistance: a moment for the force, an angle for the slide. Nothing where it has none on a path.
    pub fn rolling(law: &RollingForce, R_star: f64, normal: &PowerForce) -> Self {
        let (form, S, friction) = match *law {
            RollingForce::SpringDashpot { stiffness, friction, .. } => (Form::Total, stiffness, friction),
            RollingForce::Constant { friction } => (Form::Coulomb, 0.0, friction),
            RollingForce::None | RollingForce::OwnSpin { .. } => (Form::Frictionless, 0.0, 0.0),
        };
        Self::new(&ShearForce { S, ..ShearForce::new(form, friction * R_star) }, normal)
    }

    fn limit(&self, delta: f64) -> f64 {
        self.shear.friction * self.normal.elastic(delta)
    }

    /// Force at `x` of a spring that has stuck since `begin`, where it is.
    fn stuck(&self, piece: &Piece, begin: f64, x: f64) -> f64 {
        let (d0, d) = (piece.overlap(begin), piece.overlap(x));
        let k_t = self.shear.stiffness(d);
        let mean = if piece.stretch { k_t } else { self.mean_stiffness(d0, d) };
        self.spring.reloaded(k_t).0[0] + mean * (piece.du * (x - begin))
    }

    /// Mean stiffness between two overlaps, without the difference of like numbers where they are hardly apart.
    fn mean_stiffness(&self, d0: f64, d: f64) -> f64 {
        let power = self.shear.gamma + 1.0;
        let ratio = (d - d0) / d0;
        if d == d0 {
            self.shear.stiffness(d)
        } else if d0 > 0.0 && ratio.abs() < 0.5 {
            self.shear.stiffness(d0) * (power * ratio.ln_1p()).exp_m1() / (power * ratio)
        } else {
            self.shear.S * (d.powf(power) - d0.powf(power)) / (power * (d - d0))
        }
    }

    /// Rate at which the spring gives way at its limit, over one piece: what of the slide is left for the slider is
    /// `du` less this times the sign of the force.
    fn yielding(&self, piece: &Piece, delta: f64) -> f64 {
        let (n, shear) = (&self.normal, &self.shear);
        if !shear.form.is_spring() {
            return 0.0;
        }
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
        let (form, rubs) = (self.shear.form, !self.shear.form.is_spring());
        if rubs {
            self.spring = SpringSlider::new(form);
        }
        let stretch = self.spring.keeps_stretch(self.shear.stiffness(delta));
        let piece = Piece { from: self.delta, rise: delta - self.delta, du, stretch };
        let mut begin = 0.0;
        for _ in 0..MOST_PHASES {
            let T = self.force();
            let limit = self.limit(piece.overlap(begin));
            let side = if T == 0.0 { du.signum() } else { T.signum() };
            let left = |x: f64| side * du - self.yielding(&piece, piece.overlap(x));
            // Just after the beginning: there the overlap is above 0.
            let inside = begin + 1e-9 * (1.0 - begin);
            let full = T.abs() >= limit * (1.0 - 4.0 * f64::EPSILON);
            let slips = if rubs { du != 0.0 } else { full && left(inside) > 0.0 };
            let over = |x: f64| {
                let hold = self.limit(piece.overlap(x));
                self.stuck(&piece, begin, x).abs() > hold * (1.0 + 2.0 * f64::EPSILON)
            };
            let end = match slips {
                _ if rubs => 1.0,
                true => Self::first(begin, |x| left(x) < 0.0),
                false => Self::first(begin, over),
            };
            phase(self, &piece, &Phase { begin, end, side: slips.then_some(side) });
            let hold = self.limit(piece.overlap(end));
            let stuck = self.stuck(&piece, begin, end);
            let T = match slips {
                true => side * hold,
                false if end < 1.0 => hold.copysign(stuck),
                false => stuck.max(-hold).min(hold),
            };
            self.spring = SpringSlider::carrying(form, [T].into(), self.shear.stiffness(piece.overlap(end)));
            if end >= 1.0 {
                break;
            }
            begin = end;
        }
        self.delta = delta;
    }
}

impl Driven for SpringPath {
    fn advance(&mut self, delta: f64, du: f64) {
        self.pieces(delta, du, |_, _, _| {});
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let mut spent = Spent::default();
        self.pieces(delta, du, |law, piece, phase| {
            let width = phase.end - phase.begin;
            let sign = if piece.stretch { 1.0 } else { -1.0 };
            let gamma = law.shear.gamma;
            let [work, slip, created] = smooth(|y| {
                let x = phase.begin + width * y;
                let d = piece.overlap(x);
                let (T, slips) = match phase.side {
                    Some(side) => (side * law.limit(d), piece.du - side * law.yielding(piece, d)),
                    None => (law.stuck(piece, phase.begin, x), 0.0),
                };
                // k_t'/k_t = gamma delta'/delta
                let made = if d > 0.0 && T != 0.0 && gamma != 0.0 {
                    sign * gamma * piece.rise / d * T * T / (2.0 * law.shear.stiffness(d))
                } else {
                    0.0
                };
                [T * piece.du, T * slips, made]
            });
            spent += Spent { work: width * work, slip: width * slip, created: width * created };
        });
        spent
    }

    fn force(&self) -> f64 {
        self.spring.held()[0]
    }

    fn strain(&self) -> f64 {
        self.spring.stored()
    }

    fn stick_radius(&self) -> Option<f64> {
        None
    }
}
