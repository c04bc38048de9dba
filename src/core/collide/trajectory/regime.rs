//! The times at which the surfaces of a collision stick or slide.

use super::{ShearChange, TangentialResult};
use crate::words::worded;

worded! {
    /// The state of the contact as a whole.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Regime {
        Sticks = "sticks",
        Slides = "slides",
        /// The friction limit is zero before the contact has ended.
        Unloaded = "unloaded",
    }
}

/// Below this `(c/a)^3` the contact counts as sliding: all but a thousandth of the contact radius slips.
const ROUNDING: f64 = 1e-9;

impl TangentialResult {
    /// Each regime with the time at which it begins, s since first touch; the first begins at 0.
    ///
    /// From the located events; for a law integrated without located events from the samples, with the accuracy of their
    /// spacing. Sticking includes partial slip: it ends where the last ring slips.
    pub fn regimes(&self) -> Vec<(f64, Regime)> {
        let after = |change| match change {
            ShearChange::Slips => Regime::Slides,
            ShearChange::Sticks => Regime::Sticks,
            ShearChange::Unloaded => Regime::Unloaded,
        };
        let mut list: Vec<(f64, Regime)> = Vec::new();
        // At touch and at the end force and limit are both 0, and a sample does not define a regime.
        let told = self.samples.iter().filter(|sample| sample.limit > 0.0 && sample.time > 0.0);
        for sample in told {
            let force = libm::hypot(sample.force[0], sample.force[1]);
            let slides = sample.sliding || force >= sample.limit * (1.0 - ROUNDING);
            let regime = if slides { Regime::Slides } else { Regime::Sticks };
            if list.last().is_none_or(|(_, last)| *last != regime) {
                list.push((if list.is_empty() { 0.0 } else { sample.time }, regime));
            }
        }
        let Some(first) = self.events.first() else { return list };
        let before = match first.change {
            ShearChange::Slips => Some(Regime::Sticks),
            ShearChange::Sticks => Some(Regime::Slides),
            ShearChange::Unloaded => list.first().map(|(_, regime)| *regime),
        };
        let begins = before.into_iter().map(|regime| (0.0, regime));
        let mut list: Vec<(f64, Regime)> =
            begins.chain(self.events.iter().map(|event| (event.time.value, after(event.change)))).collect();
        list.dedup_by_key(|(_, regime)| *regime);
        list
    }
}
