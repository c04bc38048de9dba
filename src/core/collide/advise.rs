//! The time step: the largest one that keeps a required error at every onset phase, rules of thumb, and the effect of softening.

use std::f64::consts::PI;

use serde::Serialize;

use super::SolveError;
use super::schemes::Scheme;
use super::stepper::{
    Encounter, ErrorMeasure, Exact, PhaseSpread, Phases, StepSize, Steppable, Stepper, undamped_overlap,
};
use crate::halt;
use crate::law::Stiffness;
use crate::law::branches::{History, Spot};
use crate::law::scene::{Bodies, Body, Scene};

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

/// Where the explicit schemes become unstable on a spring of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spring {
    /// `normal`, `tangential`
    pub along: &'static str,
    /// rad/s
    pub omega: f64,
    /// s
    pub two_over_omega: f64,
}

/// Angular frequencies of the springs at the largest overlap (m), without dashpots, rad/s: `sqrt(k_n/m*)` with the tangent
/// stiffness, that of loading or of unloading, and `sqrt(k_t/m_t)` with the mass that the contact point has along the contact. Velocity
/// Verlet and leapfrog are stable up to a step of `2/omega` of a linear spring (Hockney & Eastwood 1981, section 4-4).
pub fn springs(scene: &Scene, max_overlap: f64) -> Vec<Spring> {
    let (k_n, width) = match scene.branches() {
        Ok(Some(contact)) => {
            let law = &*contact.law;
            let mut history = History::new(0.0, f64::NEG_INFINITY);
            history.advance(law, max_overlap);
            let Some((branch, q)) = history.place() else { return Vec::new() };
            let (turned, after) = law.turned(&branch, q);
            let slope = |spot: Spot| spot.slope / spot.rate;
            let stiffest = slope(law.spot(&branch, q)).max(slope(law.spot(&turned, after)));
            (stiffest, law.hertz_overlap(&branch, q)[0])
        }
        _ => {
            let Ok(force) = scene.power() else { return Vec::new() };
            (force.alpha * force.elastic(max_overlap) / max_overlap, max_overlap)
        }
    };
    let along = scene.shear.filter(|shear| shear.S > 0.0).map(|shear| {
        let lighter = Bodies::of(scene).mass_ratio(shear.levers);
        ("tangential", (shear.stiffness(width) * lighter / scene.pair.m_star).sqrt())
    });
    let all = [("normal", (k_n / scene.pair.m_star).sqrt())].into_iter().chain(along);
    let finite = all.filter(|(_, omega)| omega.is_finite() && *omega > 0.0);
    finite.map(|(along, omega)| Spring { along, omega, two_over_omega: 2.0 / omega }).collect()
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
    Step(#[from] SolveError),
    #[error("the search was ended before a step was found")]
    Halted,
}

/// One search: the collision, the scheme, the exact result and the error bounds.
struct Search<'a> {
    scheme: &'a dyn Scheme,
    bodies: &'a dyn Steppable,
    speed: f64,
    exact: &'a Exact,
    wanted: &'a [ErrorBound],
}

/// Searches for the largest time step with which `scheme` meets every error bound over 64 onset phases, at this step and at
/// all finer steps nearby.
///
/// # Errors
/// [`NoAdvice`], when no error bound is given, no step count up to fifty thousand per contact meets them, or the scheme cannot
/// step these bodies.
pub fn advise(
    scheme: &dyn Scheme,
    bodies: &dyn Steppable,
    speed: f64,
    exact: &Exact,
    wanted: &[ErrorBound],
) -> Result<Advice, NoAdvice> {
    if wanted.is_empty() {
        return Err(NoAdvice::NothingWanted);
    }
    if let Some(bad) = wanted.iter().find(|w| w.error.is_nan() || w.error <= 0.0) {
        return Err(NoAdvice::NotPositive(bad.error, bad.quantity));
    }
    Search { scheme, bodies, speed, exact, wanted }.search()
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
        let stepper = Stepper { scheme: self.scheme, step: StepSize::PerContact(steps), phases: PHASES };
        Ok(stepper.run(self.bodies, self.speed, None)?)
    }

    /// The largest ratio of worst error to error bound over all quantities; the bounds are met up to 1.
    fn excess(&self, steps: f64) -> Result<f64, NoAdvice> {
        let phases = self.phases(steps)?;
        Ok(self.wanted.iter().map(|w| phases.errors(w.quantity, self.exact).worst / w.error).fold(0.0, f64::max))
    }

    /// The highest count in `[from, STRETCH from]` that has more than `excess`, out of `trials` counts.
    fn last_with(&self, excess: f64, from: f64, trials: usize) -> Result<Option<f64>, NoAdvice> {
        for trial in (0..trials).rev() {
            let steps = from * libm::pow(STRETCH, trial as f64 / trials as f64);
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
                NoAdvice::TooTight { scheme: self.scheme.name(), quantity, error }
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

/// Time a Rayleigh wave takes over half the circumference of a sphere, s:
/// `pi r sqrt(rho/G)/(0.1631 nu + 0.8766)`, `G = E/(2(1+nu))`.
///
/// The denominator is a fit of the speed of Rayleigh waves over that of shear waves, accurate to 0.4 % for `nu` from 0 to
/// 0.5. Codes use 10 to 30 % of this time as the time step; it depends neither on the impact speed nor on the resulting
/// error. Thornton & Randall 1988; LIGGGHTS, `fix check/timestep/gran`.
pub fn rayleigh_time(radius: f64, density: f64, young_modulus: f64, poisson_ratio: f64) -> f64 {
    let shear_modulus = young_modulus / (2.0 * (1.0 + poisson_ratio));
    PI * radius * (density / shear_modulus).sqrt() / (0.1631 * poisson_ratio + 0.8766)
}

/// The shortest Rayleigh time of the elastic spheres of a scene, s. The density is the mean density where a mass is given.
/// `None` when no sphere has a modulus.
pub fn shortest_rayleigh_time(bodies: &[Body]) -> Option<f64> {
    let times = bodies.iter().filter_map(|body| {
        let Stiffness::Elastic { young_modulus, poisson_ratio } = body.side().stiffness else { return None };
        let radius = body.radius();
        if body.is_wall() || !body.mass.is_finite() {
            return None;
        }
        let density = body.mass / (4.0 / 3.0 * PI * radius * radius * radius);
        Some(rayleigh_time(radius, density, young_modulus, poisson_ratio))
    });
    times.reduce(f64::min)
}

/// The reading of HYBIRD's formula for the collision time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeReading {
    /// `1.1 (E rho)^(2/5) r/u^(1/5)`, with `E/(1-nu^2)` for `E`: this is not a time.
    AsDocumented,
    /// `1.1 (rho/E)^(2/5) r/u^(1/5)`; the undamped duration of the collision has 11.687 instead of 1.1.
    RatioCorrected,
}

/// The collision time in HYBIRD's documentation for identical spheres; a time in s except for the formula as documented.
///
/// `modulus = E/(1-nu^2)` in Pa, `density` in kg/m3, `R_star` the effective radius in m, `speed` in m/s.
pub fn hybird_collision_time(reading: TimeReading, modulus: f64, density: f64, R_star: f64, speed: f64) -> f64 {
    let ratio = match reading {
        TimeReading::AsDocumented => modulus * density,
        TimeReading::RatioCorrected => density / modulus,
    };
    1.1 * libm::pow(ratio, 0.4) * R_star / libm::pow(speed, 0.2)
}

/// Errors of a time step of one tenth of a collision time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tenth {
    /// s
    pub dt: f64,
    /// Undamped duration over dt.
    pub steps_per_contact: f64,
    /// Errors in restitution, duration and largest overlap over 64 onset phases.
    pub errors: [PhaseSpread; 3],
}

/// Evaluates the rule `dt = t_coll/10` for a collision time `t_coll` in s: the resulting errors in restitution, duration to zero
/// overlap and largest sampled overlap.
///
/// # Errors
/// When the step is invalid: longer than the contact, or a million times shorter.
pub fn judge_tenth(
    scheme: &dyn Scheme,
    encounter: &Encounter,
    speed: f64,
    exact: &Exact,
    t_coll: f64,
) -> Result<Tenth, SolveError> {
    let stepper = Stepper { scheme, step: StepSize::Time(t_coll / 10.0), phases: PHASES };
    let phases = stepper.run(encounter, speed, None)?;
    let errors =
        [ErrorMeasure::Restitution, ErrorMeasure::Duration, ErrorMeasure::MaxOverlap].map(|q| phases.errors(q, exact));
    Ok(Tenth { dt: phases.dt, steps_per_contact: phases.steps_per_contact, errors })
}

/// The effect on the undamped collision of dividing the modulus by a factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Softened {
    /// The factor by which the modulus is divided.
    pub factor: f64,
    /// s
    pub duration: f64,
    /// m
    pub max_overlap: f64,
    /// Ratio of new to old for both duration and overlap: `factor^(1/(n+1))` for `F = K delta^n`, `factor^(2/5)` for
    /// spheres. The time step may be longer by the same ratio.
    pub grows: f64,
    /// Contact radius at the largest overlap over R*, `sqrt(delta/R*)`: Hertz is valid for small values.
    pub contact_radius_over_R_star: f64,
    /// Ratio of new to old peak pressure, `factor^(-4/5)` for spheres: the new pressure does not show whether the body yields.
    /// `None` for laws other than Hertz.
    pub pressure_falls: Option<f64>,
}

/// Duration and overlap of the undamped collision with the modulus divided by each factor, in closed form.
///
/// The restitution does not change where it defines the damping (a law whose restitution does not depend on speed). The oblique
/// response does not change when the shear modulus is softened with Young's, that is at constant Poisson's ratio: with the same
/// friction and the same ratio of tangential to normal stiffness ([`StiffnessRatio::of_mindlin`]) it equals in scaled form that
/// of the stiff bodies (Maw, Barber & Fawcett 1976: it depends on `chi` and `psi1` alone).
///
/// [`StiffnessRatio::of_mindlin`]: crate::law::tangential::StiffnessRatio::of_mindlin
pub fn soften(encounter: &Encounter, speed: f64, R_star: f64, factors: &[f64]) -> Vec<Softened> {
    let n = encounter.force.alpha;
    let duration = encounter.undamped_duration(speed);
    let overlap = undamped_overlap(&encounter.force, encounter.m_star, speed);
    let soften = |&factor: &f64| {
        let grows = libm::pow(factor, 1.0 / (n + 1.0));
        Softened {
            factor,
            duration: duration * grows,
            max_overlap: overlap * grows,
            grows,
            contact_radius_over_R_star: (overlap * grows / R_star).sqrt(),
            pressure_falls: (n == 1.5).then(|| libm::pow(factor, -0.8)),
        }
    };
    factors.iter().map(soften).collect()
}
