//! Forces of a law with branches at a first touch with zero contact radius: powers of the overlap.

use super::Chart;
use crate::collide::impact::normal::{NormalMotion, TOUCH};
use crate::law::branches::{Branch, Branched};
use crate::numerics::regular_power;

/// The power of the chart coordinate that makes the exponents of dashpot, tangential stiffness and tangential dashpot
/// whole numbers where the bodies touch with zero contact radius.
pub(super) fn power(contact: &Branched, branch: &Branch, touch: f64, unit: f64, along: [f64; 2]) -> f64 {
    let width = |q: f64| contact.law.hertz_overlap(branch, q);
    if touch != 0.0 || width(touch)[0] != 0.0 {
        return 1.0;
    }
    let near = TOUCH * unit;
    let [overlap, rate] = width(near);
    let own = (4.0 * near * rate / overlap).round() / 4.0;
    let normal = if contact.dashpot.C == 0.0 { 0.0 } else { contact.dashpot.beta };
    let [gamma, beta_t] = along;
    regular_power(&[own * normal, own * gamma, own * beta_t])
}

impl Chart<'_> {
    /// Leading power of the overlap in a force next to touch (`q = 0`): exponent and coefficient.
    pub fn leading(&self, force: impl Fn(f64) -> f64) -> (f64, f64) {
        let [near, far] = [TOUCH, 2.0 * TOUCH].map(|q| (self.width(q)[0], force(q)));
        if near.1 == 0.0 {
            return (f64::INFINITY, 0.0);
        }
        let exponent = (4.0 * (far.1 / near.1).ln() / (far.0 / near.0).ln()).round() / 4.0;
        (exponent, near.1.abs() / near.0.powf(exponent))
    }

    /// The power of the overlap with which elastic force and dashpot rise from zero at `q`; 0 where the force jumps.
    pub(super) fn rise(&self, q: f64, w: f64) -> f64 {
        if q != 0.0 || self.width(q)[0] != 0.0 || self.force(q, w)[0] != 0.0 {
            return 0.0;
        }
        let [(elastic, _), (drag, _)] = [0, 1].map(|part| {
            self.leading(|q| {
                let [total, drag] = self.force(q, w);
                [total - drag, drag][part]
            })
        });
        let rise = elastic.min(drag);
        if rise.is_finite() { rise } else { 0.0 }
    }
}
