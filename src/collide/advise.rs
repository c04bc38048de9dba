//! The largest time step that keeps a required error at every onset phase.

use super::schemes::Scheme;
use super::stepper::branched::{BranchedBodies, collide_many};
use super::stepper::{Encounter, ErrorMeasure, Exact, Oblique, Phases, StepError, StepSize, Stepper, Unsteppable};
use crate::halt;

/// Number of onset phases of every trial.
const PHASES: usize = 64;
/// Coarsest and finest steps per undamped contact in the search.
const COARSEST: f64 = 2.0;
const FINEST: f64 = 5e4;
/// Ratio of the largest to the smallest step count of one search interval, and the number of trials in it. The worst error is not
/// monotonic in the step count: it varies with the fraction of a step at which the contact ends.
const STRETCH: f64 = 1.1;
const TRIALS: usize = 40;
/// Counts tried of an interval in which the errors stay below `NEAR` of their bounds: the worst of 64 phases grows slowly enough that
/// no other count of it fails.
const FEW: usize = 8;
const NEAR: f64 = 0.8;
/// Ratio of the recommended count to the largest count that failed in the search.
const CLEAR: f64 = 1.004;
/// How often a failure found during confirmation may increase the result before the search ends without one.
const ROUNDS: usize = 40;

/// The largest relative error of a quantity that is acceptable at its worst onset phase.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorBound {
    pub quantity: ErrorMeasure,
    pub error: f64,
}

/// The largest time step that meets the error bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// s
    pub dt: f64,
    /// Undamped duration over dt. All counts tried above it, up to 1.1 times as many, meet the error bounds.
    pub steps_per_contact: f64,
    /// The quantity whose error limits the step.
    pub decided_by: ErrorMeasure,
}

/// Why no time step can be recommended.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NoAdvice {
    #[error("say what error is wanted, in which quantity")]
    NothingWanted,
    #[error("a wanted error of {0} in {quantity} is not above zero", quantity = .1.word())]
    NotPositive(f64, ErrorMeasure),
    #[error("{scheme} does not keep {} within {error:e} with {FINEST} steps per contact: allow more, or take a scheme of higher order", .quantity.word())]
    TooTight { scheme: &'static str, quantity: ErrorMeasure, error: f64 },
    #[error(transparent)]
    Step(#[from] StepError),
    #[error(transparent)]
    Scheme(#[from] Unsteppable),
    #[error("the search was ended before a step was found")]
    Halted,
}

/// Runs a collision at all onset phases with a given number of steps per undamped contact.
type Run<'a> = &'a dyn Fn(f64) -> Result<Phases, NoAdvice>;

/// One search: the collision to run, the name of the scheme, the exact result and the error bounds.
struct Search<'a> {
    scheme: &'static str,
    run: Run<'a>,
    exact: &'a Exact,
    wanted: &'a [ErrorBound],
}

/// Searches for the largest time step with which `scheme` meets every error bound over 64 onset phases, at this step and at
/// all finer steps nearby.
///
/// # Errors
/// [`NoAdvice`], when no error bound is given or no step count up to fifty thousand per contact meets them.
pub fn advise(
    scheme: &dyn Scheme,
    encounter: &Encounter,
    speed: f64,
    exact: &Exact,
    wanted: &[ErrorBound],
) -> Result<Advice, NoAdvice> {
    let run =
        |steps| Ok(Stepper { scheme, step: StepSize::PerContact(steps), phases: PHASES }.run(encounter, speed, None)?);
    search(scheme.name(), &run, exact, wanted)
}

/// As [`advise`], for bodies under a law with branches.
///
/// # Errors
/// As [`advise`], and when the scheme does not define its parts.
pub fn advise_branched(
    scheme: &dyn Scheme,
    bodies: &BranchedBodies,
    speed: f64,
    exact: &Exact,
    wanted: &[ErrorBound],
) -> Result<Advice, NoAdvice> {
    let run = |steps| {
        let dt = StepSize::PerContact(steps).dt(bodies.natural, None)?;
        Ok(collide_many(scheme, &Oblique::head_on(*bodies), speed, dt, PHASES)?)
    };
    search(scheme.name(), &run, exact, wanted)
}

fn search(scheme: &'static str, run: Run, exact: &Exact, wanted: &[ErrorBound]) -> Result<Advice, NoAdvice> {
    if wanted.is_empty() {
        return Err(NoAdvice::NothingWanted);
    }
    if let Some(bad) = wanted.iter().find(|w| w.error.is_nan() || w.error <= 0.0) {
        return Err(NoAdvice::NotPositive(bad.error, bad.quantity));
    }
    Search { scheme, run, exact, wanted }.search()
}

impl Search<'_> {
    fn search(&self) -> Result<Advice, NoAdvice> {
        let mut fails_at = self.largest_failure(self.safe()?)?;
        for _ in 0..ROUNDS {
            let named = fails_at.map_or(COARSEST, |n| CLEAR * n);
            match self.last_failure(named, 2 * TRIALS)? {
                Some(higher) => fails_at = Some(higher),
                None => return self.advice(named, fails_at),
            }
        }
        Err(self.too_tight())
    }

    fn phases(&self, steps: f64) -> Result<Phases, NoAdvice> {
        if halt::is_asked() {
            return Err(NoAdvice::Halted);
        }
        (self.run)(steps)
    }

    /// The largest ratio of worst error to error bound over all quantities; the bounds are met up to 1.
    fn excess(&self, steps: f64) -> Result<f64, NoAdvice> {
        let phases = self.phases(steps)?;
        Ok(self.wanted.iter().map(|w| phases.errors(w.quantity, self.exact).worst / w.error).fold(0.0, f64::max))
    }

    /// The highest count in `[from, STRETCH from]` that has more than `excess`, out of `trials` counts.
    fn last_with(&self, excess: f64, from: f64, trials: usize) -> Result<Option<f64>, NoAdvice> {
        for trial in (0..trials).rev() {
            let steps = from * STRETCH.powf(trial as f64 / trials as f64);
            if self.excess(steps)? > excess {
                return Ok(Some(steps));
            }
        }
        Ok(None)
    }

    /// The highest count in `[from, STRETCH from]` that violates a bound, out of `trials` counts.
    fn last_failure(&self, from: f64, trials: usize) -> Result<Option<f64>, NoAdvice> {
        self.last_with(1.0, from, trials)
    }

    /// A count above which the bounds are met with a margin.
    fn safe(&self) -> Result<f64, NoAdvice> {
        let mut steps = COARSEST;
        while steps <= FINEST {
            let mut excess: f64 = 0.0;
            for part in 0..8 {
                excess = excess.max(self.excess(steps * (1.0 + f64::from(part) / 32.0))?);
            }
            if excess < 0.5 {
                return Ok(steps);
            }
            steps *= 1.5;
        }
        Err(self.too_tight())
    }

    /// The highest count below `safe` that violates a bound.
    fn largest_failure(&self, safe: f64) -> Result<Option<f64>, NoAdvice> {
        let mut from = safe;
        while from >= COARSEST {
            if self.last_with(NEAR, from, FEW)?.is_some()
                && let Some(found) = self.last_failure(from, TRIALS)?
            {
                return Ok(Some(found));
            }
            from /= STRETCH;
        }
        Ok(None)
    }

    /// The error bound with the largest ratio of error to bound.
    fn hardest(&self, phases: &Phases) -> ErrorBound {
        let excess = |w: &ErrorBound| phases.errors(w.quantity, self.exact).worst / w.error;
        let hardest = self.wanted.iter().copied().max_by(|a, b| excess(a).total_cmp(&excess(b)));
        hardest.unwrap_or(self.wanted[0])
    }

    fn too_tight(&self) -> NoAdvice {
        match self.phases(FINEST) {
            Ok(phases) => {
                let ErrorBound { quantity, error } = self.hardest(&phases);
                NoAdvice::TooTight { scheme: self.scheme, quantity, error }
            }
            Err(why) => why,
        }
    }

    fn advice(&self, steps: f64, fails_at: Option<f64>) -> Result<Advice, NoAdvice> {
        let decided_at = self.phases(fails_at.unwrap_or(steps))?;
        Ok(Advice {
            dt: self.phases(steps)?.dt,
            steps_per_contact: steps,
            decided_by: self.hardest(&decided_at).quantity,
        })
    }
}
