//! What the contacts of an input script do: restitution asked and got, time steps, overlap, friction.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use crate::bench::measured::{Answer, Measured, Wanted, installation, measured};
use crate::case::Case;
use crate::codes;
use crate::codes::deck::{Body, Deck, DeckContact, DeckLaw, Expected, Motion, Size, case_text, friction_keys};
use crate::codes::engine::{Engines, called};
use crate::codes::restitution::lammps_tsuji_alpha;
use crate::collide::advise::{ErrorBound, advise, shortest_rayleigh_time, springs};
use crate::collide::collision::{Collision, Outcome};
use crate::collide::estimate::Estimate;
use crate::collide::observe::{Observable, observe};
use crate::collide::production::natural_duration;
use crate::collide::schemes::VelocityVerlet;
use crate::collide::stepper::{Encounter, ErrorMeasure, Exact, Phases};
use crate::collide::trajectory::Trajectory;
use crate::collide::{How, Rung, Solution, StepSize, Steps, collide};
use crate::data::Files;
use crate::error::{Error, Origin, SourceFile};
use crate::law::ShearForce;
use crate::law::scene::Scene;
use crate::law::scene::validity::{Light, sheet};
use crate::law::shear::WhileSliding;
use crate::law::{Damping, Normal};
use crate::number::{brief, exact, significant};
use crate::quantity::shown;

/// Angles of the oblique impacts from the normal, degrees.
const DEGREES: [f64; 3] = [10.0, 30.0, 60.0];
/// Relative tolerance of the reference.
const TOLERANCE: f64 = 1e-10;
/// More steps in a contact are not stepped through.
const FINE: f64 = 2e4;
/// Steps of all onset phases together.
const WORK: f64 = 4e5;
const PHASES: f64 = 64.0;
/// Halvings of the interval in which bodies begin to separate.
const HALVINGS: usize = 14;

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

/// A contact of a script, computed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CheckedContact {
    pub name: String,
    /// Places in the script, `in.lmp, line 12`.
    pub read_from: Vec<String>,
    pub sizes: Vec<CheckedSize>,
}

impl CheckedContact {
    /// Each limit that is broken, for the size that breaks it most.
    pub fn worst(&self) -> Vec<(&CheckedSize, &Broken)> {
        let mut worst: Vec<(&CheckedSize, &Broken)> = Vec::new();
        for size in &self.sizes {
            for broken in &size.broken {
                match worst.iter_mut().find(|(_, known)| known.limit == broken.limit) {
                    Some(known) if known.1.excess < broken.excess => *known = (size, broken),
                    Some(_) => {}
                    None => worst.push((size, broken)),
                }
            }
        }
        worst
    }
}

/// A contact between particles of these sizes.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct CheckedSize {
    /// Radii, m; one at a wall.
    pub radii: Vec<f64>,
    /// Masses, kg.
    pub masses: Vec<f64>,
    /// Names and texts of its cases.
    #[serde(skip)]
    pub cases: Vec<(String, String)>,
    /// Why nothing was computed.
    pub refused: Option<String>,
    /// Why oblique impacts were not.
    pub head_on_alone: Option<String>,
    pub law: Option<Law>,
    pub restitution_requested: Option<f64>,
    pub rayleigh_time: Option<f64>,
    /// The time step as a part of the Rayleigh time.
    pub rayleigh_share: Option<f64>,
    /// The installation that ran the impacts.
    pub measured_by: Option<String>,
    /// Why an impact was not run, or none.
    pub not_measured: Option<String>,
    /// The scenes of `impacts` and of `oblique`.
    #[serde(skip)]
    pub scenes: [Vec<Scene>; 2],
    pub impacts: Vec<Impact>,
    pub oblique: Vec<Oblique>,
    /// The largest speed at which the bodies stick, m/s; absent where they separate at all of the speeds, or at none.
    pub sticks_below: Option<f64>,
    pub notes: Vec<String>,
    /// The limits that are broken.
    pub broken: Vec<Broken>,
    /// What could not be held against a limit.
    pub unjudged: Vec<String>,
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

/// The law of a contact in words and numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Law {
    /// The parameters as read, SI: `E = 1e7 Pa`.
    pub parameters: Vec<String>,
    /// Conventions, each with its title.
    pub conventions: Vec<(String, String)>,
    /// `F = K delta^n`: K in N/m^n, and n; absent for a law with branches.
    pub stiffness: Option<[f64; 2]>,
    /// Identifiers of the errata that apply, with what they are about.
    pub errata: Vec<String>,
    pub friction: Option<f64>,
}

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

/// Computes the contacts of a script, and has the code itself run them where it is given: until `stop` says that it is enough.
pub fn check_deck(
    deck: &Deck,
    limits: &Limits,
    engines: Option<&Engines>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<CheckedContact> {
    let of = |contact: &DeckContact| {
        let sizes = contact.sizes.par_iter().enumerate().map(|(place, size)| {
            let part = if place == 0 { String::new() } else { format!("-size-{}", place + 1) };
            CheckedSize::of(deck, contact, size, limits, &format!("{}{part}", contact.file))
        });
        CheckedContact { name: contact.name.clone(), read_from: places(&contact.origins), sizes: sizes.collect() }
    };
    let mut contacts: Vec<CheckedContact> = deck.contacts.par_iter().map(of).collect();
    let mut sizes: Vec<&mut CheckedSize> = contacts.iter_mut().flat_map(|contact| &mut contact.sizes).collect();
    if let Some(engines) = engines {
        run_by_the_code(&mut sizes, deck, engines, stop);
    }
    sizes.par_iter_mut().for_each(|size| size.judge(deck, limits));
    contacts
}

/// Has the code run every impact that was computed, all sizes together.
fn run_by_the_code(sizes: &mut [&mut CheckedSize], deck: &Deck, engines: &Engines, stop: &(dyn Fn() -> bool + Sync)) {
    let refused = match (installation(engines, deck.parameters_of), deck.time_step) {
        (Some(engine), Some(time_step)) => {
            // Each impact with its place: the size, whether it is oblique, and its number.
            let mut wanted = Vec::new();
            for (at, size) in sizes.iter().enumerate() {
                let head_on = size.scenes[0].iter().zip(&size.impacts);
                let head_on = head_on.filter(|(_, impact)| impact.restitution.is_some());
                let together = |impact: &Impact| impact.duration.filter(|_| !impact.sticks);
                wanted.extend(
                    head_on
                        .enumerate()
                        .map(|(i, (scene, impact))| ((at, false, i), Wanted { scene, duration: together(impact) })),
                );
                // An oblique impact is as long as a head-on one, but for its slower approach.
                let longest = size
                    .impacts
                    .iter()
                    .filter_map(together)
                    .fold(None, |a: Option<f64>, b| Some(a.map_or(b, |a| a.max(b))));
                let oblique = size.scenes[1].iter().zip(&size.oblique);
                let oblique = oblique.filter(|(_, one)| one.tangential_restitution.is_some());
                wanted.extend(
                    oblique.enumerate().map(|(i, (scene, _))| ((at, true, i), Wanted { scene, duration: longest })),
                );
            }
            let defects = |size: &&mut CheckedSize| {
                let code = codes::find(deck.parameters_of)?;
                Some(code.defects(size.scenes[0].first()?, engine.version()))
            };
            let defects: Vec<Vec<String>> = sizes.iter().map(|size| defects(size).unwrap_or_default()).collect();
            let impacts: Vec<Wanted<'_>> = wanted.iter().map(|(_, one)| *one).collect();
            let answers = measured(engine, engines, &impacts, time_step, stop);
            let places: Vec<(usize, bool, usize)> = wanted.into_iter().map(|(place, _)| place).collect();
            sizes.iter_mut().zip(defects).for_each(|(size, defects)| size.notes.extend(defects));
            for ((at, oblique, i), answer) in places.into_iter().zip(answers) {
                sizes[at].take(oblique, i, answer, &called(engine));
            }
            return;
        }
        (Some(_), None) => "there is no time step".to_string(),
        (None, _) => format!("{} is not installed here", deck.parameters_of),
    };
    sizes.iter_mut().for_each(|size| size.not_measured = Some(refused.clone()));
}

/// `in.lmp, lines 12, 14-16`
fn places(origins: &[Origin]) -> Vec<String> {
    let mut files: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for origin in origins {
        files.entry(&origin.file.name).or_default().insert(origin.line());
    }
    let of = |(name, lines): (&str, BTreeSet<usize>)| {
        let mut ranges: Vec<[usize; 2]> = Vec::new();
        for line in lines {
            match ranges.last_mut() {
                Some(range) if range[1] + 1 == line => range[1] = line,
                _ => ranges.push([line, line]),
            }
        }
        let shown = ranges.iter().map(|[a, b]| if a == b { a.to_string() } else { format!("{a}-{b}") });
        format!("{name}, line {}", shown.collect::<Vec<_>>().join(", "))
    };
    files.into_iter().map(of).collect()
}

/// A case that was read, and its text.
type ReadCase = (Case, String);

/// What is wrong with a case: the message, and the same with what to write instead.
type Refused = (String, String);

fn read(text: String, name: &str) -> Result<ReadCase, Refused> {
    let file = SourceFile { name: format!("{name}.toml"), text: text.clone() };
    match Case::read_unjudged(file.into(), name, &Files::Embedded, &[]) {
        Ok(case) => Ok((case, text)),
        Err(Error::Wrong(problems)) => {
            let first = problems.first();
            let message = first.map_or(String::new(), |first| first.message.clone());
            let help = first.and_then(|first| first.help.first()).map_or(String::new(), |help| format!("; {help}"));
            Err((message.clone(), message + &help))
        }
        Err(other) => Err((other.to_string(), other.to_string())),
    }
}

impl CheckedSize {
    fn of(deck: &Deck, contact: &DeckContact, size: &Size, limits: &Limits, name: &str) -> Self {
        let spheres = || {
            size.bodies.iter().filter_map(|body| match body {
                Body::Sphere { radius, mass, .. } => Some((*radius, mass.of_sphere(*radius))),
                Body::Wall => None,
            })
        };
        let mut checked = Self {
            radii: spheres().map(|(radius, _)| radius).collect(),
            masses: spheres().map(|(_, mass)| mass).collect(),
            notes: size.law.notes.clone(),
            head_on_alone: size.law.head_on_alone.clone(),
            ..Self::default()
        };
        let from = contact.origins.first().map_or("", |origin| &origin.file.name);
        let asked = size.law.asked.is_some();
        let build = |law: &DeckLaw, motion: Motion<'_>, (asks, sticks): (bool, bool)| {
            let expected = Expected { asks, sticks, within: limits.within };
            case_text((deck.parameters_of, contact, size, law), motion, deck.time_step, (from, expected))
        };
        let motion = Motion::HeadOn(&limits.speeds);
        let whole = read(build(&size.law, motion, (false, false)), name);
        let keys = friction_keys(deck.parameters_of);
        let rubs = size.law.parameters.iter().any(|(key, _)| keys.contains(key));
        let (case, law) = match whole {
            Ok((case, _)) => (case, size.law.clone()),
            Err((why, _)) if rubs => {
                let law = size.law.without(keys, why);
                match read(build(&law, motion, (false, false)), name) {
                    Ok((case, _)) => {
                        checked.head_on_alone.clone_from(&law.head_on_alone);
                        (case, law)
                    }
                    Err((_, why)) => return Self { refused: Some(why), ..checked },
                }
            }
            Err((_, why)) => return Self { refused: Some(why), ..checked },
        };
        let Some(first) = case.scenes.first() else { return checked };
        checked.restitution_requested = size.law.asked.or(first.restitution_requested());
        let asks = checked.restitution_requested.is_some() && !asked;
        checked.law = Some(Law::of(deck.parameters_of, first, &law));
        if let Some(system) = &first.system {
            // The errata are listed with their numbers.
            let errata = codes::find(deck.parameters_of).map_or(&[][..], |code| code.errata);
            let erratum = |note: &&String| errata.iter().any(|erratum| note.starts_with(&format!("{}:", erratum.id)));
            let notes = system.parsed.notes.iter().chain(system.parsed.departures());
            checked.notes.extend(notes.filter(|note| !erratum(note)).cloned());
        }
        checked.rayleigh_time = shortest_rayleigh_time(&first.bodies);
        checked.rayleigh_share = deck.time_step.zip(checked.rayleigh_time).map(|(step, time)| step / time);
        checked.impacts = case.scenes.par_iter().map(|scene| Impact::of(scene, deck.time_step)).collect();
        let sticks = checked.impacts.iter().any(|impact| impact.sticks);
        checked.cases.push((name.to_string(), build(&law, motion, (asks, sticks))));
        checked.sticks_below = sticks_below(&case.scenes, &checked.impacts);
        if checked.head_on_alone.is_none() && rubs {
            checked.oblique_impacts(&law, build, name, limits, deck.time_step);
        }
        checked.scenes[0] = case.scenes;
        checked
    }

    /// Computes the oblique impacts at the middle speed, or at the next one at which the bodies part.
    fn oblique_impacts(
        &mut self,
        law: &DeckLaw,
        build: impl Fn(&DeckLaw, Motion, (bool, bool)) -> String,
        name: &str,
        limits: &Limits,
        time_step: Option<f64>,
    ) {
        let parts = |impact: &&Impact| impact.restitution.is_some() && !impact.sticks;
        let Some(speed) = self.impacts.iter().skip(limits.speeds.len() / 2).find(parts).map(|impact| impact.speed)
        else {
            self.head_on_alone = Some("the bodies stick, or have no restitution, at these speeds".to_string());
            return;
        };
        let text = build(law, Motion::Oblique { speed, degrees: &DEGREES }, (false, false));
        match read(text, &format!("{name}-oblique")) {
            Ok((case, text)) => {
                let impacts = case.scenes.par_iter().zip(DEGREES);
                self.oblique =
                    impacts.map(|(scene, degrees)| Oblique::of(scene, (speed, degrees), time_step)).collect();
                self.scenes[1] = case.scenes;
                self.cases.push((format!("{name}-oblique"), text));
            }
            Err((why, _)) => self.head_on_alone = Some(why),
        }
    }

    /// Enters what the code made of an impact.
    fn take(&mut self, oblique: bool, place: usize, answer: Answer, by: &str) {
        let found = match answer {
            Ok(found) => found,
            Err(why) => {
                self.not_measured.get_or_insert(why);
                return;
            }
        };
        self.measured_by = Some(by.to_string());
        if oblique {
            let known = self.oblique.iter_mut().filter(|one| one.tangential_restitution.is_some());
            known.skip(place).take(1).for_each(|one| one.measured = Some(found));
        } else {
            let known = self.impacts.iter_mut().filter(|one| one.restitution.is_some());
            known.skip(place).take(1).for_each(|one| one.measured = Some(found));
        }
    }

    /// The limits that are broken, and what to change.
    fn judge(&mut self, deck: &Deck, limits: &Limits) {
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
            } else if deck.time_step.is_some() && !impact.is_stepped(limits) {
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

/// Where the validity of Hertz ends.
const RED: f64 = 0.3;

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

impl Law {
    fn of(code: &str, scene: &Scene, law: &DeckLaw) -> Self {
        let prefix = format!("contact.{code}.");
        let of = |parameter: &std::sync::Arc<crate::law::scene::SceneParameter>| {
            Some(format!("{} = {}", parameter.path.strip_prefix(&prefix)?, parameter.text))
        };
        let parameters = scene.parameters.iter().filter_map(of).collect();
        let contract = scene.contract();
        let conventions =
            contract.lines().into_iter().map(|(title, text)| (title.to_string(), text.to_string())).collect();
        let stiffness = scene.power().ok().map(|force| [force.K, force.alpha]);
        let notes: Vec<&String> =
            scene.system.iter().flat_map(|system| &system.parsed.notes).chain(&law.notes).collect();
        let applies = |id: &str| notes.iter().any(|note| note.starts_with(&format!("{id}:")));
        let all = codes::find(code).map_or(&[][..], |code| code.errata);
        let errata = all.iter().filter(|erratum| applies(erratum.id)).map(|erratum| {
            let number = if erratum.number.is_empty() { String::new() } else { format!(" ({})", erratum.number) };
            format!("{}: \"{}\"; in fact {}{number}", erratum.id, erratum.says, erratum.is)
        });
        let friction = ["mu_t", "xmu", "coefficientFriction"];
        let friction = law.parameters.iter().find_map(|(key, value)| match value {
            codes::deck::Value::Number(mu) if friction.contains(key) => Some(*mu),
            _ => None,
        });
        Self { parameters, conventions, stiffness, errata: errata.collect(), friction }
    }
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
    fn apart(&self, within: f64) -> Option<f64> {
        let (measured, read) = (self.measured?, self.restitution_at_step?);
        let spread = (self.restitution_at_step_worst.unwrap_or(read) - read).abs();
        let off = (measured.restitution - read).abs();
        // Bodies that stick in one of both, and not in the other, are apart whatever their numbers are.
        (off > within * read.abs() + spread).then(|| off / read.abs().max(f64::MIN_POSITIVE))
    }

    /// Whether the error of the time step is known, or below the limit: of so many steps it is of the order of one over their number.
    fn is_stepped(&self, limits: &Limits) -> bool {
        let fine = self.steps_per_contact.is_some_and(|steps| steps > FINE) && limits.within * FINE >= 20.0;
        self.step_error.is_some() || fine || (self.sticks && self.restitution_at_step == Some(0.0))
    }

    fn of(scene: &Scene, time_step: Option<f64>) -> Self {
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
    fn apart(&self, within: f64) -> Option<f64> {
        let measured = self.measured?.tangential_restitution?;
        let (read, exact) = (self.tangential_restitution_at_step?, self.tangential_restitution?);
        let (off, size) = ((measured - read).abs(), read.abs().max(0.1));
        (off > within * size + (read - exact).abs()).then_some(off / size)
    }

    fn of(scene: &Scene, (speed, degrees): (f64, f64), time_step: Option<f64>) -> Self {
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
fn sticks_below(scenes: &[Scene], impacts: &[Impact]) -> Option<f64> {
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

/// A size in words: `radii 2 mm and 3 mm`.
pub fn radii(size: &CheckedSize) -> String {
    let each: Vec<String> = size.radii.iter().map(|radius| shown(*radius, "m", 4)).collect();
    match &each[..] {
        [one, other] if one == other => format!("radius {one}"),
        [one] => format!("radius {one}"),
        _ => format!("radii {}", each.join(" and ")),
    }
}
