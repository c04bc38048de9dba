//! A stepped collision, step by step.

use super::oblique::NormalPair;
use super::{Encounter, Impact, Oblique, Stepped, Unsteppable, oblique};
use crate::solve::schemes::{Scheme, march};
use crate::trajectory::Sample;

/// One collision with what the scheme saw at every step, from the last one before first touch to the first one after
/// the end.
///
/// The force is the one the scheme evaluated last: that of its own velocity, which may be half a step old, after the
/// end of contact had its say. Time counts from first touch, so the first sample stands before zero.
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

/// What the scheme saw of an oblique collision.
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
