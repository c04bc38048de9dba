//! The onset of a contact, and its continuation in smaller units.

use super::chart::Chart;
use super::contact_state::{ContactState, SliderState};
use super::normal::{NormalMotion, PowerMotion};
use super::problem::Problem;
use super::state::{MotionState, replaced};
use crate::collide::flow::STUCK;
use crate::collide::ode::Vector;
use crate::law::scene::ImpactKinematics;
use crate::law::shear::{Form, WhileSliding};

/// State of friction at the onset of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Onset {
    /// Sticking, with an unloaded spring.
    Stick,
    /// Slipping, with the force against the slip, 1, or along it, -1.
    Slip(f64),
    /// Sticking without a force: spring force and dashpot force cancel.
    Balanced,
}

/// A force below this, without units, is zero.
pub(super) const NO_FORCE: f64 = 1e-9;

/// A normal motion with the onset of an impact.
pub trait NormalImpact: NormalMotion {
    /// The same problem in smaller units, and `q` in them; `None` where a contact with so little energy never ends.
    fn smaller(problem: &Problem<Self>, q: f64, w: f64) -> Option<(Problem<Self>, f64)>;

    /// State of friction at the onset, at a place in the chart where it follows without the rates there.
    fn onset(problem: &Problem<Self>, q: f64, w: f64, slip: f64) -> Option<Onset>;
}

impl NormalImpact for PowerMotion {
    fn smaller(problem: &Problem<Self>, q: f64, w: f64) -> Option<(Problem<Self>, f64)> {
        let (flow, least) = (&problem.normal.flow, 2.0 * STUCK * problem.least);
        let energy = flow.energy(q, w);
        // On a curved path the approach gains energy from the tangential motion.
        let straight = problem.nearness == 0.0;
        let held = || energy < least || (w <= 0.0 && (problem.holds || flow.trapped(q, w, least)));
        if energy <= 0.0 || (straight && problem.ending.pulls && held()) {
            return None;
        }
        let mut smaller = problem.rescaled(problem.scale.speed * (2.0 * energy).sqrt());
        let overlap = problem.normal.overlap(q) * (problem.scale.length / smaller.scale.length);
        let at = smaller.normal.flow.q(overlap);
        let w = w * problem.scale.speed / smaller.scale.speed;
        smaller.holds |=
            straight && problem.ending.pulls && smaller.normal.flow.trapped(at, w, 2.0 * STUCK * smaller.least);
        Some((smaller, at))
    }

    fn onset(problem: &Problem<Self>, q: f64, _: f64, slip: f64) -> Option<Onset> {
        let PowerMotion { law, g, .. } = &problem.normal;
        (q == 0.0).then(|| problem.onset(slip, [(law.alpha, 1.0), (law.beta, *g)]))
    }
}

impl NormalImpact for Chart<'_> {
    fn smaller(_: &Problem<Self>, _: f64, _: f64) -> Option<(Problem<Self>, f64)> {
        None
    }

    /// With a force at first touch the surfaces stick, unless a dashpot within the friction limit exceeds it.
    fn onset(problem: &Problem<Self>, q: f64, w: f64, slip: f64) -> Option<Onset> {
        let Problem { normal, shear, .. } = problem;
        let bound = |q: f64, w: f64| {
            let [total, drag] = normal.force(q, w);
            let elastic = total - drag + normal.added_to_limit(shear.limit, q, w)[0];
            if shear.limit.is_elastic() { [elastic, 0.0] } else { [elastic, drag] }
        };
        let [elastic, drag] = bound(q, w);
        let held = (elastic + drag).abs();
        // Where the force rises from zero its rounding error does not count as a force.
        if held > NO_FORCE {
            let beyond = problem.capped() && problem.c * normal.dashpot(q) * slip > shear.friction * held;
            return Some(if beyond { Onset::Slip(1.0) } else { Onset::Stick });
        }
        // At zero contact radius the forces are powers of the overlap.
        let power = |part: usize| normal.leading(|q| bound(q, w)[part]);
        (q == 0.0 && normal.width(q)[0] == 0.0).then(|| problem.onset(slip, [power(0), power(1)]))
    }
}

/// The state at first touch, at `q` of the chart and at the rate of approach `speed`, m/s.
pub fn touch<M: NormalImpact, const D: usize, const N: usize>(
    problem: &Problem<M>,
    q: f64,
    speed: f64,
    kinematics: &ImpactKinematics,
) -> Vector<N> {
    let mut y = Vector::<N>::zeros();
    let mut m = MotionState::<D>::of(&y);
    (m.q, m.w) = (q, speed / problem.scale.speed);
    if D > 0 {
        m.v[0] = kinematics.tangential_speed / problem.scale.speed;
    }
    for i in (0..2).filter(|_| D > 0) {
        let r = problem.bodies.radius[i];
        if r.is_finite() {
            let [n, t, b] = kinematics.spin[i].map(|spin| spin * r / problem.scale.speed);
            m.spin[i][0] = b;
            if D > 1 {
                (m.twist[i], m.spin[i][1]) = (n, -t);
            }
        }
    }
    m.put(&mut y);
    if D > 1 && N > MotionState::<D>::MOTION {
        y[MotionState::<D>::AXES] = 1.0;
    }
    y
}

/// A state in the units of the problem `to`, in whose chart the bodies are at `q`.
pub fn carried<M: NormalImpact, const D: usize, const N: usize>(
    from: &Problem<M>,
    to: &Problem<M>,
    y: &Vector<N>,
    q: f64,
    branch: &ContactState<D>,
) -> Vector<N> {
    let (a, b) = (&from.scale, &to.scale);
    let (speed, length) = (a.speed / b.speed, a.length / b.length);
    let m = MotionState::<D>::of(y);
    // While the surfaces slip, the state of a spring is an angle.
    let kept = |slide: SliderState<D>, factor: f64| if D > 1 && slide.points() { 1.0 } else { factor };
    let carried = MotionState {
        q,
        w: m.w * speed,
        v: m.v * speed,
        spin: m.spin.map(|spin| spin * speed),
        memory: m.memory * kept(branch.slide, if branch.stretch { length } else { a.force / b.force }),
        roll: m.roll * kept(branch.roll[0], length),
        twist: m.twist.map(|twist| twist * speed),
    };
    let mut z = replaced(*y, &carried);
    if N > MotionState::<D>::MOTION {
        let impulse = a.impulse / b.impulse;
        let mut scaled = |place: usize, count: usize, factor: f64| {
            for k in place..place + count {
                z[k] *= factor;
            }
        };
        scaled(MotionState::<D>::TIME, 1, a.time / b.time);
        scaled(MotionState::<D>::PRESS, 1, impulse);
        scaled(MotionState::<D>::WORK, MotionState::<D>::WORKS, a.energy / b.energy);
        scaled(MotionState::<D>::PATH, D, length);
        scaled(MotionState::<D>::MOMENT, D, impulse * length);
        scaled(MotionState::<D>::IMPULSE, MotionState::<D>::IMPULSES, impulse);
    }
    z
}

impl<M: NormalMotion> Problem<M> {
    /// State of friction at the onset with this slip velocity, if elastic force and dashpot force are powers of the
    /// overlap: exponents and coefficients.
    ///
    /// The surfaces stick unless spring and dashpot rise with a lower power of the overlap than their limit, or with
    /// the same and a larger coefficient. Then the force is `mu N`, and stays there if after sticking it would grow
    /// faster than the limit. A dashpot within the limit may prevent this: the spring is at
    /// `k_t s = mu N - C delta^beta v_s`, far on the other side; where `beta < gamma` a stiffness that grows with the
    /// overlap increases the force of the stored stretch faster than the dashpot's grows, and the sum goes from `mu N`
    /// to `-mu N` while the overlap grows by a factor. At touch this takes no time.
    pub fn onset(&self, slip: f64, [elastic, drag]: [(f64, f64); 2]) -> Onset {
        let Self { shear, gamma, kappa, c, .. } = self;
        let stretch = shear.form == Form::Total;
        let rising = if stretch { 1.0 } else { 1.0 / (1.0 + gamma) };
        let spring = (gamma + 1.0, kappa * slip);
        let mut force = (spring.0, spring.1 * rising);
        let capped = *c > 0.0 && shear.dashpot.sliding == WhileSliding::Capped;
        let dashpot = (shear.dashpot.beta, if capped { c * slip } else { 0.0 });
        if capped {
            force = lower(force, dashpot);
        }
        let mut limit = (elastic.0, shear.friction * elastic.1);
        if drag.1 != 0.0 && !shear.limit.is_elastic() {
            limit = lower(limit, (drag.0, shear.friction * drag.1.abs()));
        }
        let exceeds = if same(force.0, limit.0) { force.1 > limit.1 } else { force.0 < limit.0 && force.1 > 0.0 };
        if !exceeds {
            return Onset::Stick;
        }
        // Rate of the force minus that of its limit, if the surfaces stuck at `sign mu N`, times delta/w.
        let kept = if stretch { *gamma } else { 0.0 };
        let outgrows = |sign: f64| {
            leading([
                (spring.0, sign * spring.1),
                (dashpot.0, sign * (dashpot.0 - kept) * dashpot.1),
                (limit.0, (kept - limit.0) * limit.1),
            ]) > 0.0
        };
        [1.0, -1.0].into_iter().find(|sign| outgrows(*sign)).map_or(Onset::Balanced, Onset::Slip)
    }
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

/// The leading coefficient of a sum of powers at touch: that of the lowest power that does not cancel.
fn leading(terms: [(f64, f64); 3]) -> f64 {
    let size = terms.iter().map(|term| term.1.abs()).fold(0.0, f64::max);
    let sum_at = |exponent: f64| terms.iter().filter(|term| same(term.0, exponent)).map(|term| term.1).sum::<f64>();
    let found = terms.iter().filter(|term| sum_at(term.0).abs() > 1e-14 * size).min_by(|a, b| a.0.total_cmp(&b.0));
    found.map_or(0.0, |term| sum_at(term.0))
}

/// The one of two powers that is larger at touch: exponent and coefficient.
fn lower(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    if same(a.0, b.0) {
        (a.0, a.1 + b.1)
    } else if a.0 < b.0 {
        a
    } else {
        b
    }
}
