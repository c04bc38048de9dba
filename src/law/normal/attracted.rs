//! A Hertz contact with an attraction that is a power of the overlap: the spring shared by several laws.

use std::sync::Arc;

use super::NormalLaw;
use super::hertz::Hertz;
use crate::law::branches::{Branch, Branched, Branches, Spot};
use crate::law::card::LawError;
use crate::law::{Damping, Pair};
use crate::numerics::{Power, regular_power};

/// `F = 4/3 E* sqrt(R*) delta^(3/2) - B delta^b` for `delta > 0`, in N, `b < 3/2`; a dashpot acts on the Hertz part.
///
/// # Errors
/// When the bodies lack a modulus, or the damping cannot be combined with `law`.
pub(super) fn attracted(B: f64, b: f64, pair: &Pair, damping: &Damping, law: &str) -> Result<Branched, LawError> {
    pair.require_E_star(law)?;
    let hertz = Hertz::default().elastic(pair)?;
    let dashpot = damping.beside_branches(&hertz, pair, law)?;
    let p = regular_power(&[hertz.alpha, b]);
    let contact = Attracted {
        K: hertz.K,
        B,
        b,
        p,
        depth: Power::new(p),
        rate: Power::new(p - 1.0),
        elastic: [Power::new(1.5 * p), Power::new(1.5 * p - 1.0)],
        pull: [Power::new(b * p), Power::new((b * p - 1.0).max(0.0))],
    };
    Ok(Branched { law: Arc::new(contact), dashpot })
}

/// The contact with the chart `delta = q^p`.
#[derive(Debug)]
struct Attracted {
    /// N/m^(3/2)
    K: f64,
    /// N/m^b
    B: f64,
    b: f64,
    p: f64,
    depth: Power,
    rate: Power,
    /// Powers of `q` in the force, then in its slope: for the elastic part and for the attraction.
    elastic: [Power; 2],
    pull: [Power; 2],
}

impl Branches for Attracted {
    fn spot(&self, _: &Branch, q: f64) -> Spot {
        Spot {
            overlap: self.depth.of(q),
            rate: self.p * self.rate.of(q),
            force: self.K * self.elastic[0].of(q) - self.B * self.pull[0].of(q),
            slope: self.p * (1.5 * self.K * self.elastic[1].of(q) - self.b * self.B * self.pull[1].of(q)),
        }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        overlap.max(0.0).powf(1.0 / self.p)
    }

    fn energy(&self, _: &Branch, q: f64) -> f64 {
        self.depth.of(q) * (0.4 * self.K * self.elastic[0].of(q) - self.B / (self.b + 1.0) * self.pull[0].of(q))
    }

    /// Defined for an attraction that is largest at zero overlap, `b = 0`.
    fn pull_off(&self) -> Option<f64> {
        (self.b == 0.0).then_some(self.B)
    }

    fn attraction(&self, _: &Branch, q: f64) -> Option<[f64; 2]> {
        let [pull, rate] = &self.pull;
        Some([self.B * pull.of(q), self.p * self.b * self.B * rate.of(q)])
    }

    /// Depth at equilibrium, `K delta^(3/2) = B delta^b`.
    fn well(&self) -> f64 {
        let rest = (self.B / self.K).powf(1.0 / (1.5 - self.b));
        self.K * rest.powf(2.5) * (1.0 / (self.b + 1.0) - 0.4)
    }
}
