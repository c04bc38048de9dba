//! Decomposition of the deviation of a restitution into its causes.
//!
//! The requested restitution is converted into the observed one by a sequence of substitutions, each in addition to the
//! earlier ones: the convention of the coefficient, the end of contact, the rule at a wall, gravity, the time
//! step, the sampling of speeds. The parts add up by construction to the result of the last substitution; the difference
//! to the observed value is reported as unexplained. The order is fixed, and stated, because the parts of a nonlinear
//! effect depend on it.

use crate::contact::flow::weighed;
use crate::contact::{Ends, LawError, Pair, PowerForce};
use crate::scene::Scene;
use crate::solve::SolveError;
use crate::solve::reference::restitution;
use crate::solve::schemes::Scheme;
use crate::solve::stepper::{Encounter, StepError, StepSize, Stepper};
use crate::words::worded;

/// Relative tolerance of the collisions for the substitutions.
const TOLERANCE: f64 = 1e-12;

/// Numerical error of a restitution in the substitutions.
const ROUNDING: f64 = 10.0 * TOLERANCE;

/// Largest fraction of the deviation that may remain unexplained.
pub const ENOUGH: f64 = 0.01;

worded! {
    /// The treatment of a wall or a fixed body in a code, where it deviates from theory.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum WallRule {
        /// `R* = r/2`
        HalfRadius = "half-radius",
        /// `m* = m/2` in the dashpot, while the ball moves with its full mass.
        HalfMass = "half-mass",
        /// The wall takes the modulus of the ball: `E*` halved at a rigid wall.
        OwnModulus = "own-modulus",
    }
}

impl WallRule {
    /// The pair from which a code with this rule computes its force.
    fn pair(self, pair: &Pair) -> Pair {
        match self {
            Self::HalfRadius => Pair { R_star: 0.5 * pair.R_star, ..*pair },
            Self::HalfMass => Pair { m_star: 0.5 * pair.m_star, ..*pair },
            Self::OwnModulus => Pair { E_star: pair.E_star.map(|E_star| 0.5 * E_star), ..*pair },
        }
    }
}

/// Known or suspected causes of the observed number.
#[derive(Clone, Copy, Default)]
pub struct Suspects<'a> {
    pub wall: Option<WallRule>,
    /// Acceleration towards the other body, m/s2; `None` without gravity.
    pub gravity: Option<f64>,
    pub stepping: Option<Stepping<'a>>,
    /// Restitution of the law along the normal of first touch, in an impact whose normal rotates; `None` where it does not.
    pub oblique: Option<f64>,
    /// Time between two samples of the speeds, s; `None` where speeds are recorded at the contact itself.
    pub sampled_every: Option<f64>,
}

/// The scheme and time step of a production code.
#[derive(Clone, Copy)]
pub struct Stepping<'a> {
    pub scheme: &'a dyn Scheme,
    pub step: StepSize,
    /// The onset phase, in [0, 1); `None`: the mean over 64 phases.
    pub phase: Option<f64>,
}

/// One substitution.
#[derive(Debug, Clone, PartialEq)]
pub struct Substitution {
    /// Name, such as `end of contact`.
    pub name: &'static str,
    /// Its contribution to the restitution; `None` where it cannot be determined.
    pub adds: Option<f64>,
    /// What was substituted for what.
    pub note: String,
}

/// A deviation and its contributions.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorBudget {
    pub requested: f64,
    pub observed: f64,
    /// In the order of the substitutions.
    pub parts: Vec<Substitution>,
}

impl ErrorBudget {
    /// Observed - requested.
    pub fn deviation(&self) -> f64 {
        self.observed - self.requested
    }

    /// The part of the deviation without a known cause.
    pub fn unexplained(&self) -> f64 {
        self.deviation() - self.parts.iter().filter_map(|part| part.adds).sum::<f64>()
    }

    /// Whether the parts add up to the deviation, within 1 % of it or the numerical error.
    pub fn explains(&self) -> bool {
        self.unexplained().abs() <= (ENOUGH * self.deviation().abs()).max(ROUNDING)
    }

    /// Whether the deviation is no larger than the numerical error.
    pub fn is_rounding(&self) -> bool {
        self.deviation().abs() <= ROUNDING
    }
}

/// Why there is no error budget.
#[derive(Debug, thiserror::Error)]
pub enum NoBudget {
    #[error("this contact has no requested restitution to compare with")]
    NothingAsked,
    #[error("a scene on a loading path has no restitution")]
    Path,
    #[error("{}", .0.message)]
    Law(LawError),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Collision(#[from] crate::contact::flow::CollisionError),
    #[error(transparent)]
    Step(#[from] StepError),
}

/// Decomposes `observed`, the normal restitution of a scene in some code.
///
/// # Errors
/// When no restitution is requested in the scene, or a required collision cannot be computed.
pub fn budget(scene: &Scene, observed: f64, suspects: &Suspects<'_>) -> Result<ErrorBudget, NoBudget> {
    if scene.path.is_some() {
        return Err(NoBudget::Path);
    }
    let requested = scene.restitution_requested().ok_or(NoBudget::NothingAsked)?;
    let law = scene.power().map_err(|error| NoBudget::Law(error.into()))?;
    let (m_star, speed) = (scene.pair.m_star, scene.speed);
    let exact = |force: &PowerForce| restitution(force, m_star, speed, TOLERANCE);
    let mut parts = Vec::new();
    let mut now = requested;
    let mut put = |name, after: Option<f64>, note: String| {
        parts.push(Substitution { name, adds: after.map(|after| after - now), note });
        now = after.unwrap_or(now);
    };

    let meant = meant(&law, requested, &exact)?;
    let convention = PowerForce { ends: meant, ..law };
    put(
        "convention",
        Some(exact(&convention)?),
        format!("this coefficient in a contact that ends at {}", meant.word()),
    );
    let actual = exact(&law)?;
    put("end of contact", Some(actual), format!("{} in place of {}", law.ends.word(), meant.word()));

    let force = match suspects.wall {
        Some(rule) => scene.contact.force(&rule.pair(&scene.pair)).map_err(NoBudget::Law)?,
        None => law,
    };
    let note = suspects.wall.map_or("none suspected", WallRule::word);
    put("wall rule", Some(exact(&force)?), note.to_string());

    // A ball that comes to rest has no restitution.
    let falling = |g| weighed(&force, m_star, speed, g).ok().map(|found| found.restitution);
    let pulled = suspects.gravity.map(falling);
    let still = exact(&force)?;
    let note = suspects.gravity.map_or("none".to_string(), |g| format!("{g} m/s2 while the bodies touch"));
    put("gravity", pulled.unwrap_or(Some(still)), note);

    let (stepped, note) = match &suspects.stepping {
        Some(stepping) => {
            let own = stepping.restitution(&Encounter { force, m_star }, speed)?;
            let before = pulled.flatten().unwrap_or(still);
            let beside = if suspects.gravity.is_some() { ", computed without gravity" } else { "" };
            (own.map(|own| before + (own - still)), format!("{}{beside}", stepping.scheme.name()))
        }
        None => (Some(pulled.flatten().unwrap_or(still)), "none suspected".to_string()),
    };
    put("time step", stepped, note);

    let (sampled, note) = match (suspects.sampled_every, suspects.gravity) {
        (Some(every), Some(g)) => {
            let e = stepped.unwrap_or(still);
            let lost = 0.5 * every * g;
            (
                Some((e * speed - lost) / (speed - lost)),
                format!("speeds half of {every} s before and after, on average"),
            )
        }
        (Some(_), None) => (stepped, "in free flight without gravity a speed is the same at every sample".to_string()),
        (None, _) => (stepped, "sampled during contact".to_string()),
    };
    put("sampling", sampled, note);
    if let Some(oblique) = suspects.oblique {
        // The parts before and after it are computed head-on: its effect is added to them.
        let note = "the normal turns while the bodies touch".to_string();
        parts.insert(2, Substitution { name: "oblique impact", adds: Some(oblique - actual), note });
    }
    Ok(ErrorBudget { requested, observed, parts })
}

/// The end of contact for which the coefficient is correct: the law's own if it fits, else the one with the restitution
/// closest to the requested one.
fn meant<E>(law: &PowerForce, requested: f64, exact: &impl Fn(&PowerForce) -> Result<f64, E>) -> Result<Ends, E> {
    let mut best = (law.ends, (exact(law)? - requested).abs());
    for ends in [Ends::ZeroOverlap, Ends::ForceClamped] {
        let off = (exact(&PowerForce { ends, ..*law })? - requested).abs();
        // Only if better by more than rounding: the law's own end has priority.
        if off < best.1 - 1e-9 {
            best = (ends, off);
        }
    }
    Ok(best.0)
}

impl Stepping<'_> {
    /// Restitution of the stepped collision; `None` when the steps diverge.
    fn restitution(&self, encounter: &Encounter, speed: f64) -> Result<Option<f64>, NoBudget> {
        let own = crate::solve::reference::collide(&encounter.force, encounter.m_star, speed, TOLERANCE)?;
        let own = own.zero_overlap.map(|end| end.time.value);
        let found = match self.phase {
            Some(phase) => {
                let dt = self.step.dt(encounter.undamped_duration(speed), own)?;
                self.scheme.collide(encounter, &crate::solve::stepper::Impact { phase, speed, dt }).restitution
            }
            None => {
                let stepper = Stepper { scheme: self.scheme, step: self.step, phases: 64 };
                let runs = stepper.run(encounter, speed, own)?.runs;
                runs.iter().map(|run| run.restitution).sum::<f64>() / runs.len() as f64
            }
        };
        Ok(Some(found).filter(|e| e.is_finite()))
    }
}
