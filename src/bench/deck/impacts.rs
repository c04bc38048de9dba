//! Impacts at a contact of a script: by the reference, and at the time step.

use serde::Serialize;

use super::Measured;
use crate::collide::advise::springs;
use crate::collide::collision::{Collision, Outcome};
use crate::collide::estimate::Estimate;
use crate::collide::observe::{Observable, observe};
use crate::collide::production::natural_duration;
use crate::collide::schemes::VelocityVerlet;
use crate::collide::stepper::{ErrorMeasure, Exact, Phases};
use crate::collide::trajectory::Trajectory;
use crate::collide::{How, Rung, Solution, StepSize, Steps, collide};
use crate::law::scene::Scene;
use crate::law::scene::validity::{Light, sheet};
use crate::law::shear::WhileSliding;
use crate::law::{Damping, ShearForce};
use crate::number::significant;

/// Relative tolerance of the reference.
const TOLERANCE: f64 = 1e-10;
/// More steps in a contact are not stepped through.
pub(super) const FINE: f64 = 2e4;
/// Steps of all onset phases together.
const WORK: f64 = 4e5;
const PHASES: f64 = 64.0;
/// Halvings of the interval in which bodies begin to separate.
const HALVINGS: usize = 14;

/// A head-on impact, SI.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct Impact {
    pub speed: f64,
    /// 0 of bodies that stick; absent where nothing was computed.
    pub restitution: Option<f64>,
    pub sticks: bool,
    /// Mean over the onset phases at the time step of the script.
    pub restitution_at_step: Option<f64>,
    /// The largest relative error of a phase against the reference.
    pub step_error: Option<f64>,
    /// That of the phase farthest from the reference.
    pub restitution_at_step_worst: Option<f64>,
    /// Duration over the time step; of bodies that stick the duration without the dashpot.
    pub steps_per_contact: Option<f64>,
    /// To the end of contact.
    pub duration: Option<f64>,
    pub max_overlap: Option<f64>,
    /// Largest overlap over the smaller radius.
    pub overlap_over_radius: Option<f64>,
    /// Contact radius over R*, at the largest undamped overlap.
    pub contact_radius_over_r_star: Option<f64>,
    /// What the validity of Hertz says of it: `green`, `amber`, `red`.
    pub contact_radius_light: Option<&'static str>,
    /// Largest attraction, N.
    pub pull: Option<f64>,
    /// The step at which velocity Verlet becomes unstable on a spring as stiff as the contact at its stiffest, s.
    pub two_over_omega: Option<f64>,
    /// The same of the tangential spring.
    pub two_over_omega_tangential: Option<f64>,
    /// What the code itself made of it at the time step; absent where the numbers are read alone.
    pub measured: Option<Measured>,
    /// Why a number is absent.
    pub why: Option<String>,
}

/// An oblique impact, SI.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct Oblique {
    pub speed: f64,
    pub degrees: f64,
    pub tangential_restitution: Option<f64>,
    pub tangential_restitution_at_step: Option<f64>,
    /// Spurious energy of the tangential law over the kinetic energy before.
    pub energy_created: Option<f64>,
    /// What the code itself made of it at the time step.
    pub measured: Option<Measured>,
    pub why: Option<String>,
}

/// The collision of a scene by the reference and at the time step; why there is none.
struct Computed {
    trajectory: Box<Trajectory>,
    phases: Option<Phases>,
    why: Option<String>,
}

fn computed(scene: &Scene, time_step: Option<f64>) -> Result<Computed, String> {
    let exactly = |why: Option<String>| match collide(scene, &How::Exact { tolerance: TOLERANCE }) {
        Ok(Solution::Exact(trajectory)) => Ok(Computed { trajectory, phases: None, why }),
        Ok(_) => Err("no collision was computed".to_string()),
        Err(error) => Err(error.to_string()),
    };
    let (Some(step), Ok(natural)) = (time_step, natural_duration(scene)) else { return exactly(None) };
    let count = natural / step;
    if count > FINE {
        return exactly(None);
    }
    let onset_phases = (WORK / count).clamp(4.0, PHASES) as usize;
    let ladder = vec![Rung { text: String::new(), step: StepSize::Time(step) }];
    match collide(scene, &How::Stepped { scheme: &VelocityVerlet, steps: Steps { ladder, onset_phases } }) {
        Ok(Solution::Stepped(mut runs)) => {
            let phases = runs.rungs.pop().map(|rung| rung.phases);
            Ok(Computed { trajectory: runs.exact, phases, why: None })
        }
        Ok(_) => exactly(None),
        Err(error) => exactly(Some(error.to_string())),
    }
}

/// An observable of a collision.
fn observed(scene: &Scene, collision: &Collision<Estimate>, wanted: Observable) -> Option<f64> {
    observe(scene, collision).into_iter().find(|(known, _)| *known == wanted).map(|(_, estimate)| estimate.value)
}

impl Impact {
    /// How far, relative, the code itself is from the same at the time step, where that is more than `within` and than the phases of
    /// first touch are apart.
    pub(super) fn apart(&self, within: f64) -> Option<f64> {
        let (measured, read) = (self.measured?, self.restitution_at_step?);
        let spread = (self.restitution_at_step_worst.unwrap_or(read) - read).abs();
        let off = (measured.restitution - read).abs();
        // Bodies that stick in one of both, and not in the other, are apart whatever their numbers are.
        (off > within * read.abs() + spread).then(|| off / read.abs().max(f64::MIN_POSITIVE))
    }

    pub(super) fn of(scene: &Scene, time_step: Option<f64>) -> Self {
        let mut impact = Self { speed: scene.speed, ..Self::default() };
        let radius = sheet(scene).into_iter().find(|line| line.word == "contact-radius");
        impact.contact_radius_over_r_star = radius.as_ref().and_then(|line| line.value);
        impact.contact_radius_light = radius.and_then(|line| line.light).map(Light::word);
        let Computed { trajectory, phases, why } = match computed(scene, time_step) {
            Ok(computed) => computed,
            Err(why) => return Self { why: Some(why), ..impact },
        };
        let collision = trajectory.collision(scene);
        impact.why = why;
        impact.restitution = Some(collision.restitution.value);
        impact.sticks = collision.outcome != Outcome::Separated;
        impact.duration = collision.measured.duration.map(|duration| duration.value);
        let natural = || natural_duration(scene).ok().filter(|natural| natural.is_finite());
        impact.steps_per_contact = time_step.zip(impact.duration.or_else(natural)).map(|(step, time)| time / step);
        impact.max_overlap = collision.measured.max_overlap.map(|overlap| overlap.value);
        let smaller = scene.bodies.iter().map(|body| body.radius()).fold(f64::INFINITY, f64::min);
        impact.overlap_over_radius = impact.max_overlap.map(|overlap| overlap / smaller);
        let lowest = trajectory.samples.iter().map(|sample| sample.force).fold(f64::INFINITY, f64::min);
        let rounding = 1e-9 * collision.measured.max_force.map_or(0.0, |force| force.value);
        for spring in impact.max_overlap.map_or_else(Vec::new, |overlap| springs(scene, overlap)) {
            match spring.along {
                "normal" => impact.two_over_omega = Some(spring.two_over_omega),
                _ => impact.two_over_omega_tangential = Some(spring.two_over_omega),
            }
        }
        impact.pull = lowest.is_finite().then(|| if -lowest > rounding { -lowest } else { 0.0 });
        // Where the centres meet, or that of a ball the wall, the normal turns round: no number of the law means anything.
        let apart: f64 = scene.bodies.iter().filter(|body| !body.is_wall()).map(|body| body.radius()).sum();
        if impact.max_overlap.is_some_and(|overlap| overlap >= apart) {
            let why = format!(
                "an overlap of {} radii: the bodies pass through each other",
                significant(impact.overlap_over_radius.unwrap_or(f64::NAN), 3)
            );
            let Self { contact_radius_over_r_star, contact_radius_light, overlap_over_radius, max_overlap, .. } =
                impact;
            return Self {
                speed: scene.speed,
                contact_radius_over_r_star,
                contact_radius_light,
                overlap_over_radius,
                max_overlap,
                why: Some(why),
                ..Self::default()
            };
        }
        if let Some(phases) = phases.filter(|phases| !phases.runs.is_empty()) {
            let diverged = phases.runs.iter().any(|run| run.outcome == Outcome::Diverged);
            let mean = phases.runs.iter().map(|run| run.restitution).sum::<f64>() / phases.runs.len() as f64;
            impact.restitution_at_step = Some(mean).filter(|_| !diverged);
            let exact = Exact::of(&trajectory, scene.speed);
            let spread = exact.map(|exact| phases.errors(ErrorMeasure::Restitution, &exact));
            impact.step_error = spread.map(|spread| spread.worst);
            let farthest = spread.and_then(|spread| phases.runs.get(spread.worst_phase));
            impact.restitution_at_step_worst = farthest.map(|run| run.restitution).filter(|_| !diverged);
            if diverged {
                impact.why = Some("the motion diverges at this time step".to_string());
            }
        }
        impact
    }
}

impl Oblique {
    /// How far, relative, the code itself is from the same at the time step, where that is more than `within` and than the error of the step.
    /// A number below 0.1 counts as 0.1: it may be zero.
    pub(super) fn apart(&self, within: f64) -> Option<f64> {
        let measured = self.measured?.tangential_restitution?;
        let (read, exact) = (self.tangential_restitution_at_step?, self.tangential_restitution?);
        let (off, size) = ((measured - read).abs(), read.abs().max(0.1));
        (off > within * size + (read - exact).abs()).then_some(off / size)
    }

    pub(super) fn of(scene: &Scene, (speed, degrees): (f64, f64), time_step: Option<f64>) -> Self {
        let mut oblique = Self { speed, degrees, ..Self::default() };
        let Computed { trajectory, phases, why } = match computed(scene, time_step) {
            Ok(computed) => computed,
            Err(why) => return Self { why: Some(why), ..oblique },
        };
        oblique.why = why;
        let collision = trajectory.collision(scene);
        let wanted = Observable::TangentialRestitution;
        oblique.tangential_restitution = observed(scene, &collision, wanted);
        let before = 0.5 * scene.pair.m_star * speed * speed;
        // Beside a dashpot within the limit what spring and friction exchange is a convention of the bookkeeping.
        let booked = |shear: &ShearForce| shear.dashpot.C == 0.0 || shear.dashpot.sliding != WhileSliding::Capped;
        let created = collision.works.created.filter(|_| scene.shear.as_ref().is_none_or(booked));
        oblique.energy_created = created.map(|created| created.value / before);
        let stepped = phases.filter(|phases| !phases.runs.is_empty()).and_then(|phases| {
            let each: Option<Vec<f64>> =
                phases.runs.iter().map(|run| observed(scene, &run.estimates(), wanted)).collect();
            each.map(|each| each.iter().sum::<f64>() / each.len() as f64)
        });
        oblique.tangential_restitution_at_step = stepped;
        oblique
    }
}

/// The speed above which the bodies separate, between two of the speeds.
pub(super) fn sticks_below(scenes: &[Scene], impacts: &[Impact]) -> Option<f64> {
    let sticking = impacts.iter().rposition(|impact| impact.sticks)?;
    let apart = scenes.get(sticking + 1)?;
    if matches!(apart.contact.damping, Damping::Undamped(_)) && apart.contact.branched_by().is_none() {
        return None;
    }
    let (mut low, mut high) = (scenes[sticking].speed, apart.speed);
    for _ in 0..HALVINGS {
        let middle = (low * high).sqrt();
        let scene = Scene { speed: middle, ..apart.clone() };
        match collide(&scene, &How::Exact { tolerance: 1e-8 }) {
            Ok(Solution::Exact(trajectory)) if trajectory.outcome == Outcome::Separated => high = middle,
            Ok(_) => low = middle,
            Err(_) => return None,
        }
    }
    Some(high)
}
