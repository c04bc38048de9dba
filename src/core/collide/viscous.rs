//! The dashpot of viscoelastic spheres: the relaxation time that achieves a restitution is found by a search over collisions.

use super::{CollisionError, loss, restitution};
use crate::law::card::LawError;
use crate::law::damping::{DampingLaw, KuwabaraKono, Strength};
use crate::law::{Dashpot, Elastic, Ends, Pair, PowerForce};
use crate::numerics::{Bracket, root};

impl DampingLaw for KuwabaraKono {
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError> {
        let Elastic { K, alpha: n, .. } = *elastic;
        let A = match (self.strength, self.at_speed) {
            (Strength::Restitution(e), Some(v)) => {
                let T = libm::pow(pair.m_star * v * v / K, 1.0 / (n + 1.0)) / v;
                viscous_number(e, n, ends)? * T / n
            }
            (Strength::Coefficient(A) | Strength::Restitution(A), _) => A,
        };
        Ok(Dashpot { C: A * n * K, beta: n - 1.0 })
    }

    fn restitution(&self) -> Option<f64> {
        self.strength.restitution()
    }

    fn at_speed(&self) -> Option<f64> {
        self.at_speed
    }
}

/// Tolerance of the integrator inside the search.
const TOLERANCE: f64 = 1e-14;

/// `b = n A/T` of a viscoelastic contact `K delta^n + A n K delta^(n-1) v` that achieves restitution `e`, in (0, 1].
///
/// `T = (m* v^2/K)^(1/(n+1))/v`. Found by a search over integrated collisions: where `e` is above 0.5 from the energy lost, so
/// that the relative error of `b` is 1e-13 however weak the damping. For spheres (n = 3/2) `b = 1.5 A/T`.
///
/// # Errors
/// When no damping reaches `e`, or the integrator fails.
pub fn viscous_number(e: f64, n: f64, ends: Ends) -> Result<f64, LawError> {
    if e == 1.0 {
        return Ok(0.0);
    }
    let excess = |b: f64| {
        if b == 0.0 {
            return Ok(1.0 - e);
        }
        let law = PowerForce { K: 1.0, alpha: n, C: b, beta: n - 1.0, reference_gap: 0.0, ends };
        let achieved = restitution(&law, 1.0, 1.0, TOLERANCE)?;
        if e <= 0.5 || achieved <= 0.5 {
            return Ok(achieved - e);
        }
        Ok(((1.0 - e) * (1.0 + e) - loss(&law, 1.0, 1.0, TOLERANCE)?) / (achieved + e))
    };
    search(excess, 1.0 - e).map_err(|error: CollisionError| {
        LawError::key("restitution", format!("no relaxation time achieves a restitution of {e}: {error}"))
            .help("give the `relaxation_time` instead")
    })
}

/// The positive root of a decreasing function, bracketed by doubling a first guess of its scale.
fn search(mut f: impl FnMut(f64) -> Result<f64, CollisionError>, guess: f64) -> Result<f64, CollisionError> {
    let (mut b, mut fb) = (guess, f(guess)?);
    let (mut a, mut fa) = (0.0, f(0.0)?);
    while fb > 0.0 {
        (a, fa) = (b, fb);
        b *= 2.0;
        if b > 1e12 {
            return Err(CollisionError::NoEnd);
        }
        fb = f(b)?;
    }
    root(f, Bracket { a, fa, b, fb }, f64::EPSILON * b)
}
