//! A stepped collision, step by step.

use super::oblique::NormalPair;
use super::{Encounter, Impact, Oblique, Stepped, Unsteppable, oblique};
use crate::collide::schemes::{Scheme, march};
use crate::collide::trajectory::Sample;

/// One collision with the sample of the scheme at every step, from the last one before first touch to the first one
/// after the end.
///
/// The force is the one the scheme evaluated last: with its own velocity, which may be half a step old, and after
/// clamping or deletion at the end of contact. Time counts from first touch, so the first sample has a negative time.
pub fn curve(scheme: &dyn Scheme, encounter: &Encounter, impact: &Impact) -> (Stepped, Vec<Sample>) {
    let mut samples = Vec::new();
    let stepped = march::one(scheme, encounter, impact, |n, state, touch| {
        samples.push(Sample {
            time: (n as f64 - impact.phase) * impact.dt,
            overlap: state.overlap,
            speed: state.speed,
            force: touch.latest() * encounter.m_star,
            force_elastic: encounter.force.elastic(state.overlap),
        });
    });
    (stepped, samples)
}

/// The samples of an oblique collision at every step of the scheme.
///
/// # Errors
/// When the scheme or the law cannot be stepped in three dimensions.
pub fn oblique_curve<N: NormalPair>(
    scheme: &dyn Scheme,
    oblique: &Oblique<N>,
    impact: &Impact,
) -> Result<Vec<Sample>, Unsteppable> {
    let mut samples = Vec::new();
    oblique::watched(scheme, oblique, impact, |sample| samples.push(sample))?;
    Ok(samples)
}
