//! When the surfaces of a collision stick, when they slide.

use super::{ShearChange, TangentialResult};
use crate::words::worded;

worded! {
    /// What the surfaces do as a whole.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Regime {
        Sticks = "sticks",
        Slides = "slides",
        /// Friction has nothing left to hold with, and the contact is not over.
        Unloaded = "unloaded",
    }
}

/// Where all but a thousandth of the contact radius slips, `(c/a)^3`, the contact slides.
const ROUNDING: f64 = 1e-9;

impl TangentialResult {
    /// Each regime with when it begins, s since first touch; the first begins at 0.
    ///
    /// From the located events; of a law that is followed without locating them, from the samples, as sharp as these
    /// stand. Sticking includes partial slip: it ends where the last ring slips.
    pub fn regimes(&self) -> Vec<(f64, Regime)> {
        let after = |change| match change {
            ShearChange::Slips => Regime::Slides,
            ShearChange::Sticks => Regime::Sticks,
            ShearChange::Unloaded => Regime::Unloaded,
        };
        let mut list: Vec<(f64, Regime)> = Vec::new();
        // At touch and at the end both force and limit are 0, and a sample says nothing.
        let told = self.samples.iter().filter(|sample| sample.limit > 0.0 && sample.time > 0.0);
        for sample in told {
            let force = sample.force[0].hypot(sample.force[1]);
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
