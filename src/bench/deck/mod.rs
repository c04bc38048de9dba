//! What the contacts of an input script do: restitution asked and got, time steps, overlap, friction.

mod impacts;
mod limits;
mod measured;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use crate::case::Case;
use crate::codes;
use crate::codes::deck::{Body, Deck, DeckContact, DeckLaw, Expected, Motion, Size, case_text, friction_keys};
use crate::codes::engine::Engines;
use crate::collide::advise::shortest_rayleigh_time;
use crate::data::Files;
use crate::error::{Error, Origin, SourceFile};
use crate::law::scene::Scene;
use crate::quantity::shown;

use impacts::sticks_below;
pub use impacts::{Impact, Oblique};
pub use limits::{Broken, Limits};
pub use measured::Measured;
use measured::run_by_the_code;

/// Angles of the oblique impacts from the normal, degrees.
const DEGREES: [f64; 3] = [10.0, 30.0, 60.0];

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

/// A size in words: `radii 2 mm and 3 mm`.
pub fn radii(size: &CheckedSize) -> String {
    let each: Vec<String> = size.radii.iter().map(|radius| shown(*radius, "m", 4)).collect();
    match &each[..] {
        [one, other] if one == other => format!("radius {one}"),
        [one] => format!("radius {one}"),
        _ => format!("radii {}", each.join(" and ")),
    }
}
