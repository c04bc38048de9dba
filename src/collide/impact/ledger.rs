//! Energy balance of an impact under a law with branches: a second value of the speed at its end.

use crate::collide::ode::Control;

/// Rate of separation over the largest speed below which it is computed from the remaining energy: the integrated speed
/// is accurate only to the rounding of the energy.
const SLOW: f64 = 0.1;

/// Largest difference of the energies at the end, integrated and by balance, in tolerances: two passes of some hundred steps.
const AGREEMENT: f64 = 100.0;

/// Energy lost to the law so far, J, and the residual overlap, m.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LostEnergy {
    pub plastic: f64,
    pub adhesive: f64,
    pub residual: Option<f64>,
    /// Where the bodies last were at rest: elastic energy, work of the dashpot and plastic work until then, J.
    pub rest: [f64; 3],
}

impl LostEnergy {
    /// Kinetic energy after `work` of the dashpot, at the elastic energy `elastic`, and the sum of the magnitudes of
    /// its terms, J: counted from first touch, with the energy `impact`, or from the last rest, whichever cancels less.
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

    /// Rate of separation (m/s) at the end of a contact of an effective mass (kg), from the integrated speed and from
    /// the energy `impact` (J) at first touch minus the losses; and the uncertainty (m/s) of this choice.
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
        // After a strong dashpot less energy remains than the error of its work: then the integrated speed is better.
        if energy <= least * work.abs() || integrated >= SLOW * (2.0 * whole / m_star).sqrt() {
            return [integrated, 0.0];
        }
        // The two values have to agree within the integration error of the energy: an energy function that is not the
        // integral of the force must not be used.
        if (0.5 * m_star * integrated * integrated - energy).abs() <= least * whole {
            [by_energy, 8.0 * f64::EPSILON * size / (m_star * by_energy)]
        } else {
            [integrated, (by_energy - integrated).abs()]
        }
    }
}
