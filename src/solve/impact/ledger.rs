//! What is left of the energy of an impact under a law with branches: a second reading of the speed at its end.

use crate::ode::Control;

/// Rate of separation, in parts of the largest speed, below which it is read from the energy that is left: the integrated
/// speed is known to rounding of the energy only.
const SLOW: f64 = 0.1;

/// Tolerances by which the energy at the end, integrated and by the ledger, may differ: two passes of some hundred steps.
const AGREEMENT: f64 = 100.0;

/// Energy that the law has lost so far, J, and the overlap that it leaves, m.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LostEnergy {
    pub plastic: f64,
    pub adhesive: f64,
    pub residual: Option<f64>,
    /// Where the bodies last were at rest: elastic energy, work of the dashpot and plastic work until then, J.
    pub rest: [f64; 3],
}

impl LostEnergy {
    /// Energy of motion after `work` of the dashpot, at a place where the elastic energy is `elastic`, and the size of what it
    /// is the difference of, J: from first touch, with the energy `impact`, or from rest, whichever has less to cancel.
    pub fn left(&self, impact: f64, work: f64, elastic: f64, well: f64) -> (f64, f64) {
        let [kept, before, plastic] = self.rest;
        let since = [work - before, self.plastic - plastic, elastic];
        let whole = [work, self.plastic, elastic];
        let size = |from: f64, spent: [f64; 3]| from + spent.into_iter().map(f64::abs).sum::<f64>();
        let (start, rest) = (size(impact, whole), size(kept.abs() + well, since));
        if start <= rest {
            (impact - whole.into_iter().sum::<f64>(), start)
        } else {
            (kept - since.into_iter().sum::<f64>(), rest)
        }
    }

    /// Rate of separation (m/s) at the end of a contact of an effective mass (kg), from the integrated one and from what is
    /// left of the energy `impact` (J) of first touch; and how far the one may be from the other.
    pub fn parting(
        &self,
        integrated: f64,
        m_star: f64,
        work: f64,
        [impact, well]: [f64; 2],
        control: &Control,
    ) -> [f64; 2] {
        let (energy, size) = self.left(impact, work, self.adhesive, well);
        let by_energy = (2.0 * energy.max(0.0) / m_star).sqrt();
        let whole = impact + well;
        let least = AGREEMENT * control.tolerance;
        // A strong dashpot leaves less than its work is known to: then the integrated speed is the better one.
        if energy <= least * work.abs() || integrated >= SLOW * (2.0 * whole / m_star).sqrt() {
            return [integrated, 0.0];
        }
        // The two readings have to agree as well as integration knows an energy: an energy that does not belong to the
        // force must not speak for it.
        if (0.5 * m_star * integrated * integrated - energy).abs() <= least * whole {
            [by_energy, 8.0 * f64::EPSILON * size / (m_star * by_energy)]
        } else {
            [integrated, (by_energy - integrated).abs()]
        }
    }
}
