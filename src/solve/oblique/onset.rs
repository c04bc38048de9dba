//! How a contact begins whose forces are powers of the overlap.

use super::normal::Smooth;
use super::problem::Problem;
use crate::contact::shear::{Form, WhileSliding};

/// How a contact begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Onset {
    /// With a spring that carries nothing.
    Stick,
    /// The force points against the slip, 1, or along it, -1.
    Slip(f64),
    /// It sticks without a force: the spring carries what the dashpot does, the other way.
    Balanced,
}

impl Problem {
    /// How the contact begins at this slip velocity.
    ///
    /// It sticks unless spring and dashpot rise with a lower power of the overlap than their limit, or with the same and
    /// more. Then the slider is at `mu N`, and stays there if the force would outgrow the limit once it stuck. A dashpot
    /// within the limit may not let it: the slider holds the spring at `k_t s = mu N - C delta^beta v_s`, far on the
    /// other side; where `beta < gamma` a stiffness that grows with the overlap pulls the remembered stretch harder than
    /// the dashpot pushes, and the force runs from `mu N` to `-mu N` while the overlap grows by a factor. At touch that
    /// takes no time.
    pub fn onset(&self, slip: f64) -> Onset {
        let Self { shear, gamma, kappa, c, .. } = self;
        let Smooth { law, g, .. } = &self.normal;
        let stretch = shear.form == Form::Total;
        let rising = if stretch { 1.0 } else { 1.0 / (1.0 + gamma) };
        let spring = (gamma + 1.0, kappa * slip);
        let mut force = (spring.0, spring.1 * rising);
        let capped = *c > 0.0 && shear.dashpot.sliding == WhileSliding::Capped;
        let dashpot = (shear.dashpot.beta, if capped { c * slip } else { 0.0 });
        if capped {
            force = lower(force, dashpot);
        }
        let mut limit = (law.alpha, shear.friction);
        if *g != 0.0 && !shear.limit.is_elastic() {
            limit = lower(limit, (law.beta, shear.friction * g.abs()));
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
