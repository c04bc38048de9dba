//! The limits of a contact: which are broken, and what to change in the script.

use serde::Serialize;

use super::CheckedSize;
use super::impacts::{FINE, Impact};
use crate::codes;
use crate::codes::deck::Deck;
use crate::codes::restitution::lammps_tsuji_alpha;
use crate::collide::advise::{ErrorBound, advise};
use crate::collide::schemes::VelocityVerlet;
use crate::collide::stepper::{Encounter, ErrorMeasure, Exact};
use crate::collide::{How, Solution, collide};
use crate::law::Normal;
use crate::law::scene::Scene;
use crate::law::scene::validity::Light;
use crate::number::{brief, exact, significant};

/// What is asked of the contacts.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// m/s, ascending.
    pub speeds: Vec<f64>,
    /// Largest relative difference of the restitution from the one asked for, and from the reference at the time step.
    pub within: f64,
    /// Fewest time steps in a contact.
    pub steps: f64,
}

/// A limit that is broken.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Broken {
    /// `restitution`, `contact radius`, `steps per contact`, `error of the step`, `measured`, `measured e_t`
    pub limit: &'static str,
    /// How far it is broken: of contacts that break the same limit the larger one is worse.
    pub excess: f64,
    pub text: String,
    /// What to change in the script, one line each.
    pub change: Vec<String>,
}

/// Where the validity of Hertz ends.
const RED: f64 = 0.3;

impl CheckedSize {
    /// The limits that are broken, and what to change.
    pub(super) fn judge(&mut self, deck: &Deck, limits: &Limits) {
        let scenes = &self.scenes[0];
        if scenes.is_empty() {
            return;
        }
        let requested = self.restitution_requested;
        // What is not a number breaks a limit.
        let beyond = |value: f64| value.is_nan() || value > limits.within;
        let off = |impact: &Impact| Some(impact.restitution? / requested? - 1.0).filter(|off| beyond(off.abs()));
        let mut broken = Vec::new();
        if let (Some(worst), Some(asked)) = (largest(&self.impacts, |impact| off(impact).map(f64::abs)), requested) {
            let impact = &self.impacts[worst];
            let got = impact.restitution.map_or(String::new(), |e| significant(e, 4));
            broken.push(Broken {
                limit: "restitution",
                excess: off(impact).map_or(0.0, f64::abs),
                text: format!("restitution {} asked, {got} got at {}", exact(asked), speed(impact.speed)),
                change: restitution_change(&scenes[worst], deck.parameters_of, asked),
            });
        }
        let red = |impact: &Impact| {
            impact.contact_radius_over_r_star.filter(|_| impact.contact_radius_light == Some(Light::Red.word()))
        };
        if let Some(worst) = largest(&self.impacts, red) {
            let (ratio, at) = (red(&self.impacts[worst]).unwrap_or(0.0), speed(self.impacts[worst].speed));
            // a goes as E^(-1/5) at the same energy, with a linear spring as k^(-1/4).
            let power = if scenes[worst].power().is_ok_and(|force| force.alpha == 1.0) { 4 } else { 5 };
            let factor = brief((ratio / RED).powi(power));
            let what = if power == 4 { "stiffness" } else { "modulus" };
            broken.push(Broken {
                limit: "contact radius",
                excess: ratio,
                text: format!("contact radius {} of R* at {at}: the law is for small contacts", significant(ratio, 3)),
                change: vec![format!("{what} times {factor}, for a/R* of {RED} at {at}")],
            });
        }
        let few = |impact: &Impact| impact.steps_per_contact.filter(|steps| *steps < limits.steps).map(|steps| -steps);
        if let Some(worst) = largest(&self.impacts, few) {
            let (fewest, at) = (few(&self.impacts[worst]).unwrap_or(0.0), speed(self.impacts[worst].speed));
            broken.push(Broken {
                limit: "steps per contact",
                excess: fewest,
                text: format!(
                    "{} steps per contact at {at}, fewer than {}",
                    significant(-fewest, 3),
                    exact(limits.steps)
                ),
                change: Vec::new(),
            });
        }
        let coarse = |impact: &Impact| impact.step_error.filter(|error| beyond(*error));
        if let Some(worst) = largest(&self.impacts, coarse) {
            let (error, at) = (coarse(&self.impacts[worst]).unwrap_or(0.0), speed(self.impacts[worst].speed));
            let off = match error.is_finite() {
                true => format!("restitution off by {} %", significant(100.0 * error, 2)),
                false => "no restitution".to_string(),
            };
            broken.push(Broken {
                limit: "error of the step",
                excess: error,
                text: format!("{off} at the time step at {at}"),
                change: smaller_step(&scenes[worst], deck, limits.within).into_iter().collect(),
            });
        }
        broken.extend(self.other_than_read(deck.parameters_of, limits.within));
        self.broken = broken;
        self.unjudged = self.unjudged(deck, limits);
    }

    /// The head-on and the oblique impact in which the code itself is farthest from what was read, beyond a relative difference.
    fn other_than_read(&self, code: &str, within: f64) -> impl Iterator<Item = Broken> {
        let by = self.measured_by.as_deref().unwrap_or(code);
        let of = |e: Option<f64>| e.map_or(String::new(), |e| significant(e, 4));
        let broken = |limit, excess: Option<f64>, what: &str, at: String, [measured, read]: [Option<f64>; 2]| Broken {
            limit,
            excess: excess.unwrap_or(0.0),
            text: format!("{by} itself gives {what} {} at {at}, and {} is read", of(measured), of(read)),
            change: Vec::new(),
        };
        let head_on = largest(&self.impacts, |impact| impact.apart(within)).map(|worst| {
            let impact = &self.impacts[worst];
            let found = [impact.measured.map(|measured| measured.restitution), impact.restitution_at_step];
            broken("measured", impact.apart(within), "restitution", speed(impact.speed), found)
        });
        let oblique = largest(&self.oblique, |one| one.apart(within)).map(|worst| {
            let one = &self.oblique[worst];
            let at = format!("{} and {} degrees", speed(one.speed), exact(one.degrees));
            let found =
                [one.measured.and_then(|measured| measured.tangential_restitution), one.tangential_restitution_at_step];
            broken("measured e_t", one.apart(within), "e_t", at, found)
        });
        head_on.into_iter().chain(oblique)
    }

    /// What cannot be held against a limit.
    fn unjudged(&self, deck: &Deck, limits: &Limits) -> Vec<String> {
        let without = "no time step: neither steps per contact nor the error that they make";
        let step = deck.time_step.is_none().then(|| without.to_string());
        let missing = |impact: &Impact| {
            let what = if impact.restitution.is_none() {
                "no restitution"
            } else if deck.time_step.is_some() && !is_stepped(impact, limits) {
                "no restitution at the time step"
            } else {
                return None;
            };
            let why = impact.why.as_ref().map_or(String::new(), |why| format!(": {why}"));
            Some(format!("{what} at {}{why}", speed(impact.speed)))
        };
        step.into_iter().chain(self.impacts.iter().filter_map(missing)).collect()
    }
}

/// Whether the error of the time step is known, or below the limit: of so many steps it is of the order of one over their number.
fn is_stepped(impact: &Impact, limits: &Limits) -> bool {
    let fine = impact.steps_per_contact.is_some_and(|steps| steps > FINE) && limits.within * FINE >= 20.0;
    impact.step_error.is_some() || fine || (impact.sticks && impact.restitution_at_step == Some(0.0))
}

fn speed(value: f64) -> String {
    format!("{} m/s", exact(value))
}

/// The place of the largest of some numbers.
fn largest<T>(impacts: &[T], of: impl Fn(&T) -> Option<f64>) -> Option<usize> {
    let numbers = impacts.iter().enumerate().filter_map(|(place, impact)| Some((of(impact)?, place)));
    numbers.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
}

/// How the script gets the restitution that it asks for.
fn restitution_change(scene: &Scene, code: &str, asked: f64) -> Vec<String> {
    let word = |key: &str| scene.parameter(&format!("contact.{code}.{key}")).map(|parameter| parameter.text.clone());
    let limits = word("limit_damping").as_deref() == Some("true") || word("limitForce").as_deref() == Some("on");
    if word("damping").as_deref() == Some("tsuji") {
        let mut lines = vec![format!(
            "damping tsuji -> damping coeff_restitution, which gives {} (LAMMPS of 2024 and later)",
            exact(asked)
        )];
        let alpha = 5f64.sqrt() * codes::restitution::full_force_ratio(asked);
        if let Ok(argument) = codes::lammps::releases::tsuji_request(alpha)
            && argument > 0.0
            && (lammps_tsuji_alpha(argument) / alpha - 1.0).abs() < 1e-6
        {
            lines.push(format!(
                "or keep tsuji and ask for {}: {} comes out (LAMMPS up to 2025)",
                significant(argument, 5),
                exact(asked)
            ));
        }
        return lines;
    }
    if limits {
        let option = if code == "lammps" { "limit_damping" } else { "limitForce on" };
        return vec![format!("{option}: leave it out; the restitution asked for is that of the whole force")];
    }
    if matches!(scene.contact.normal, Normal::Sjkr(_) | Normal::Jkr(_) | Normal::Dmt(_)) {
        return vec!["the attraction takes energy that the restitution asked for does not count".to_string()];
    }
    Vec::new()
}

/// The largest time step that keeps the restitution.
fn smaller_step(scene: &Scene, deck: &Deck, within: f64) -> Option<String> {
    let encounter = Encounter::of(scene).ok()?;
    let Ok(Solution::Exact(trajectory)) = collide(scene, &How::Exact { tolerance: 1e-13 }) else { return None };
    let limit = Exact::of(&trajectory, scene.speed)?;
    let bounds = [ErrorBound { quantity: ErrorMeasure::Restitution, error: within }];
    let advice = advise(&VelocityVerlet, &encounter, scene.speed, &limit, &bounds).ok()?;
    let own = advice.dt / deck.units.time;
    Some(format!(
        "timestep -> {} at most, for a restitution within {} % at {} ({} steps per contact)",
        significant(own, 2),
        exact(100.0 * within),
        speed(scene.speed),
        significant(advice.steps_per_contact, 3)
    ))
}
