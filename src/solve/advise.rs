//! The largest time step that keeps a wanted error at every onset phase.

use super::schemes::Scheme;
use super::stepper::branched::{BranchedBodies, collide_many};
use super::stepper::{Encounter, ErrorMeasure, Exact, Oblique, Phases, StepError, StepSize, Stepper, Unsteppable};
use crate::halt;

/// Onset phases of every trial.
const PHASES: usize = 64;
/// Coarsest and finest steps per undamped contact that are considered.
const COARSEST: f64 = 2.0;
const FINEST: f64 = 5e4;
/// Ratio of the ends of a stretch of step counts that is searched, and the trials in it. The worst error is not
/// monotone in the count of steps: it swings with the fraction of a step at which the contact ends.
const STRETCH: f64 = 1.1;
const TRIALS: usize = 40;
/// The named count stands this much above the largest one that was seen to fail.
const CLEAR: f64 = 1.004;
/// Times a failure found while confirming moves the answer up before it is given up.
const ROUNDS: usize = 40;

/// The largest relative error a quantity may have at its worst onset phase.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorBound {
    pub quantity: ErrorMeasure,
    pub error: f64,
}

/// The largest time step that keeps what is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// s
    pub dt: f64,
    /// Undamped duration over dt. Of the counts that were tried all above it, up to 1.1 times as many, keep what is wanted.
    pub steps_per_contact: f64,
    /// What decides the step.
    pub decided_by: ErrorMeasure,
}

/// Why there is no step to name.
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

/// A collision over all onset phases with so many steps per undamped contact.
type Run<'a> = &'a dyn Fn(f64) -> Result<Phases, NoAdvice>;

/// One search: the stepped collision, by which scheme, what is wanted.
struct Search<'a> {
    scheme: &'static str,
    run: Run<'a>,
    exact: &'a Exact,
    wanted: &'a [ErrorBound],
}

/// Searches the largest time step with which `scheme` keeps every wanted error over 64 onset phases, at this step and at
/// all finer ones nearby.
///
/// # Errors
/// [`NoAdvice`], when nothing is wanted or no step of up to fifty thousand per contact keeps it.
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

/// As [`advise`], of bodies under a law with branches.
///
/// # Errors
/// As [`advise`], and when the scheme has no parts.
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

    /// The worst error over the wanted one, the largest over what is wanted; the promise is kept up to 1.
    fn excess(&self, steps: f64) -> Result<f64, NoAdvice> {
        let phases = self.phases(steps)?;
        Ok(self.wanted.iter().map(|w| phases.errors(w.quantity, self.exact).worst / w.error).fold(0.0, f64::max))
    }

    /// The highest count in `[from, STRETCH from]` that breaks the promise, of so many trials.
    fn last_failure(&self, from: f64, trials: usize) -> Result<Option<f64>, NoAdvice> {
        for trial in (0..trials).rev() {
            let steps = from * STRETCH.powf(trial as f64 / trials as f64);
            if self.excess(steps)? > 1.0 {
                return Ok(Some(steps));
            }
        }
        Ok(None)
    }

    /// A count from which on the promise is kept with room to spare.
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

    /// The highest count below a safe one that breaks the promise.
    fn largest_failure(&self, safe: f64) -> Result<Option<f64>, NoAdvice> {
        let mut from = safe;
        while from >= COARSEST {
            if let Some(found) = self.last_failure(from, TRIALS)? {
                return Ok(Some(found));
            }
            from /= STRETCH;
        }
        Ok(None)
    }

    /// What is farthest from being kept.
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
