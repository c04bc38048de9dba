//! A spring with a slider along a straight piece of path, in closed form between its events.

use super::load::{Load, MOST_PIECES};
use super::{Driven, Spent};
use crate::law::shear::{Form, RollingForce, ShearForce};
use crate::law::spring_slider::SpringSlider;
use crate::numerics::{halved, smooth};

/// Number of points at which the end of a phase is looked for, before it is located.
const LOOKS: usize = 64;

/// Halvings between two of these points after which the end is exact to rounding.
const HALVINGS: usize = 53;

/// Largest number of phases of one piece: two in theory for monotonic loads and slides.
const MOST_PHASES: usize = 16;

/// [`SpringSlider`] while load and slide change linearly. A change of load creates energy at the rate `k_t' T^2/(2 k_t^2)` where
/// the elongation `T/k_t` is kept, and removes as much where `T` is kept.
#[derive(Debug, Clone)]
pub(super) struct SpringPath<L> {
    form: Form,
    load: L,
    delta: f64,
    spring: SpringSlider<1>,
}

/// A straight piece, starting at the present state.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: f64,
    rise: f64,
    du: f64,
    /// Lower bound of the overlap on the piece.
    least: f64,
    /// Whether a change of load keeps `T/k_t`, and not `T`.
    stretch: bool,
}

impl Piece {
    fn overlap(&self, x: f64) -> f64 {
        // The end itself is reached exactly.
        if x >= 1.0 { self.from + self.rise } else { (self.from + self.rise * x).max(self.least) }
    }
}

/// A part of a piece in which the spring sticks, or slips in one direction.
#[derive(Debug, Clone, Copy)]
struct Phase {
    begin: f64,
    end: f64,
    side: Option<f64>,
}

/// A rolling resistance on a path as a tangential force: a moment for the force, an angle for the slide. Zero for laws that are
/// not available on a path.
pub(super) fn rolling(shear: &ShearForce, R_star: f64) -> ShearForce {
    let (form, S, friction) = match shear.rolling {
        RollingForce::SpringDashpot { stiffness, friction, .. } => (Form::Total, stiffness, friction),
        RollingForce::Constant { friction } => (Form::Coulomb, 0.0, friction),
        RollingForce::None | RollingForce::OwnSpin { .. } => (Form::Frictionless, 0.0, 0.0),
    };
    ShearForce { S, limit: shear.limit, ..ShearForce::new(form, friction * R_star) }
}

impl<L: Load> SpringPath<L> {
    /// A spring without force, between bodies that are not in contact yet.
    pub fn new(form: Form, load: L) -> Self {
        Self { form, load, delta: 0.0, spring: SpringSlider::new(form) }
    }

    fn limit(&self, delta: f64) -> f64 {
        self.load.limit(delta)
    }

    /// Force at `x` of a spring that has stuck since `begin`, the present state.
    fn stuck(&self, piece: &Piece, begin: f64, x: f64) -> f64 {
        let (d0, d) = (piece.overlap(begin), piece.overlap(x));
        let k_t = self.load.stiffness(d);
        let mean = if piece.stretch { k_t } else { self.load.mean_stiffness(d0, d) };
        self.spring.reloaded(k_t).0[0] + mean * (piece.du * (x - begin))
    }

    /// Displacement that the spring at its limit follows, per piece: the slip of the slider is `du` minus this times the sign of
    /// the force.
    fn yielding(&self, piece: &Piece, delta: f64) -> f64 {
        if self.form.is_spring() { self.load.yielding(delta, piece.rise, piece.stretch) } else { 0.0 }
    }

    /// First point after `begin` where `past` becomes true, or 1.
    fn first(begin: f64, past: impl Fn(f64) -> bool) -> f64 {
        let width = (1.0 - begin) / LOOKS as f64;
        for k in 1..=LOOKS {
            let ends = [k - 1, k].map(|k| begin + k as f64 * width);
            if past(ends[1]) {
                return halved(ends, HALVINGS, past)[0];
            }
        }
        1.0
    }

    /// Advances to an overlap while the surfaces slide by `du`, piece by piece; returns the energy of a spring that is deleted
    /// with its contact, J.
    fn pieces(&mut self, delta: f64, du: f64, mut phase: impl FnMut(&Self, &Piece, &Phase)) -> f64 {
        let (start, mut deleted) = (self.delta, 0.0);
        if !self.form.is_spring() {
            self.spring = SpringSlider::new(self.form);
        }
        for _ in 0..MOST_PIECES {
            let end = self.load.set_out(delta);
            let ends = end == self.load.within(delta);
            let part = if ends && self.delta == start { 1.0 } else { (end - self.delta) / (delta - start) };
            self.piece(end, du * part, &mut phase);
            if !self.load.arrive(end) {
                // A force that remains where the stiffness becomes zero has an infinite energy.
                let left = self.load.stiffness(end) == 0.0 && self.force() != 0.0;
                deleted += if left { f64::INFINITY } else { self.spring.stored() };
                self.spring = SpringSlider::new(self.form);
            }
            if ends {
                return deleted;
            }
        }
        // The pieces do not end: the state is undefined.
        self.spring = SpringSlider::carrying(self.form, [f64::NAN].into(), f64::NAN);
        f64::NAN
    }

    /// Advances over a piece on which the load is smooth.
    fn piece(&mut self, delta: f64, du: f64, phase: &mut impl FnMut(&Self, &Piece, &Phase)) {
        let (form, rubs) = (self.form, !self.form.is_spring());
        let stretch = self.spring.keeps_stretch(self.load.stiffness(delta));
        let least = self.load.least(self.delta, delta);
        let piece = Piece { from: self.delta, rise: delta - self.delta, du, least, stretch };
        let mut begin = 0.0;
        for _ in 0..MOST_PHASES {
            let T = self.force();
            let limit = self.limit(piece.overlap(begin));
            let side = if T == 0.0 { du.signum() } else { T.signum() };
            let left = |x: f64| side * du - self.yielding(&piece, piece.overlap(x));
            // A point just after the beginning, where the overlap is above 0.
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
            self.spring = SpringSlider::carrying(form, [T].into(), self.load.stiffness(piece.overlap(end)));
            if end >= 1.0 {
                break;
            }
            begin = end;
        }
        self.delta = delta;
    }
}

impl<L: Load> Driven for SpringPath<L> {
    fn advance(&mut self, delta: f64, du: f64) {
        self.pieces(delta, du, |_, _, _| {});
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let (mut spent, before) = (Spent::default(), self.strain());
        let deleted = self.pieces(delta, du, |law, piece, phase| {
            let width = phase.end - phase.begin;
            let sign = if piece.stretch { 1.0 } else { -1.0 };
            let [work, slip, created] = smooth(|y| {
                let x = phase.begin + width * y;
                let d = piece.overlap(x);
                let (T, slips) = match phase.side {
                    Some(side) => (side * law.limit(d), piece.du - side * law.yielding(piece, d)),
                    None => (law.stuck(piece, phase.begin, x), 0.0),
                };
                // k_t'/k_t = gamma delta'/delta
                let grows = law.load.growth(d, piece.rise);
                let made =
                    if T != 0.0 && grows != 0.0 { sign * grows * T * T / (2.0 * law.load.stiffness(d)) } else { 0.0 };
                // Without a force no energy is lost, however fast a spring of zero stiffness follows its limit.
                let lost = if T == 0.0 { 0.0 } else { T * slips };
                [T * piece.du, lost, made]
            });
            spent += Spent { work: width * work, slip: width * slip, created: width * created };
        });
        // The energy created before was infinite too: it is set to the residual of the ledger.
        let lacks = || self.strain() - before + spent.slip - spent.work;
        spent.created = if deleted == f64::INFINITY { lacks() } else { spent.created - deleted };
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
