//! How a contact begins, and how it goes on where its units have become too large.

use super::chart::Chart;
use super::contact_state::{ContactState, SliderState};
use super::normal::{NormalMotion, PowerMotion};
use super::problem::Problem;
use super::state::{MotionState, replaced};
use crate::contact::flow::STUCK;
use crate::contact::shear::{Form, WhileSliding};
use crate::ode::Vector;
use crate::scene::ImpactKinematics;

/// How a contact begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Onset {
    /// With a spring that carries nothing.
    Stick,
    /// The force points against the slip, 1, or along it, -1.
    Slip(f64),
    /// It sticks without a force: the spring carries what the dashpot does, the other way.
    Balanced,
}

/// A force below this, without units, is zero.
const NO_FORCE: f64 = 1e-9;

/// A normal motion that knows how an impact begins.
pub trait NormalImpact: NormalMotion {
    /// The same problem in smaller units, and `q` in them; `None` where a contact of so little energy holds for good.
    fn smaller(problem: &Problem<Self>, q: f64, w: f64) -> Option<(Problem<Self>, f64)>;

    /// How friction begins at a place in the chart where it can be told without the rates there.
    fn onset(problem: &Problem<Self>, q: f64, w: f64, slip: f64) -> Option<Onset>;
}

impl NormalImpact for PowerMotion {
    fn smaller(problem: &Problem<Self>, q: f64, w: f64) -> Option<(Problem<Self>, f64)> {
        let (flow, least) = (&problem.normal.flow, 2.0 * STUCK * problem.least);
        let energy = flow.energy(q, w);
        // Along a curve the approach gets energy from the motion along the contact.
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

    /// A force that is there at once holds the surfaces, unless a dashpot within the limit asks for more.
    fn onset(problem: &Problem<Self>, q: f64, w: f64, slip: f64) -> Option<Onset> {
        let Problem { normal, shear, .. } = problem;
        let bound = |q: f64, w: f64| {
            let [total, drag] = normal.force(q, w);
            let elastic = total - drag + normal.added_to_limit(shear.limit, q, w)[0];
            if shear.limit.is_elastic() { [elastic, 0.0] } else { [elastic, drag] }
        };
        let [elastic, drag] = bound(q, w);
        let held = (elastic + drag).abs();
        // Where the force leaves zero its rounding is no force.
        if held > NO_FORCE {
            let beyond = problem.capped() && problem.c * normal.dashpot(q) * slip > shear.friction * held;
            return Some(if beyond { Onset::Slip(1.0) } else { Onset::Stick });
        }
        // Without a contact radius forces are powers of it.
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

/// A state in the units of another leg, in whose chart the bodies are at `q`.
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
    // While they slip, the springs remember an angle.
    let kept = |slide: SliderState<D>, factor: f64| if D > 1 && slide.slips() { 1.0 } else { factor };
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
    /// How the contact begins at this slip velocity, where the elastic force and that of the dashpot are powers of the overlap:
    /// exponents and coefficients.
    ///
    /// It sticks unless spring and dashpot rise with a lower power of the overlap than their limit, or with the same and
    /// more. Then the slider is at `mu N`, and stays there if the force would outgrow the limit once it stuck. A dashpot
    /// within the limit may not let it: the slider holds the spring at `k_t s = mu N - C delta^beta v_s`, far on the
    /// other side; where `beta < gamma` a stiffness that grows with the overlap pulls the remembered stretch harder than
    /// the dashpot pushes, and the force runs from `mu N` to `-mu N` while the overlap grows by a factor. At touch that
    /// takes no time.
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
        // How much faster than its limit the force would grow if it stuck at sign mu N, times delta/w.
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

/// The coefficient of a sum of powers at touch: that of the lowest which does not cancel.
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
