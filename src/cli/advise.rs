//! `collisionbench advise CASE`

mod cohesion;

use std::fmt::Write;
use std::path::PathBuf;

use rayon::prelude::*;

use super::columns::{columns, row};
use super::one_case::one_case;
use super::signals::listen;
use super::{print, scheme, share};
use crate::codes::restitution::achieved;
use crate::collide::advise::{self, Advice, ErrorBound, NoAdvice, Softened, TimeReading, advise as search};
use crate::collide::production::natural_duration;
use crate::collide::reference::{Approach, collide, collide_branched};
use crate::collide::schemes::{SCHEMES, Scheme};
use crate::collide::stepper::{BranchedBodies, Encounter, ErrorMeasure, Exact, Oblique};
use crate::error::Error;
use crate::halt;
use crate::law::branches::History;
use crate::law::scene::validity::{Light, criterion};
use crate::law::scene::{Bodies, Scene};
use crate::law::tangential::StiffnessRatio;
use crate::law::{Branched, Normal, Stiffness};
use crate::number::{brief, significant};
use crate::report::quantity::shown;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case file, or the name of a shipped case
    case: PathBuf,
    /// Largest error of the restitution at the worst onset phase; `any` ignores it
    #[arg(long, value_name = "ERROR", default_value = "1 %")]
    restitution: String,
    /// Largest error of the duration to zero overlap
    #[arg(long, value_name = "ERROR", default_value = "1 %")]
    duration: String,
    /// Largest error of the largest overlap
    #[arg(long, value_name = "ERROR", default_value = "1 %")]
    overlap: String,
    /// Only this scheme
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    /// Every scene of the case (default: the first)
    #[arg(long)]
    all: bool,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

/// Relative tolerance of the exact collision.
const TOLERANCE: f64 = 1e-13;
/// The largest share of the Rayleigh time that EDEM's manual takes in a packing, of four contacts a body or more
/// ("Estimate Simulation Time").
const PACKED: f64 = 0.2;
/// What `2/omega` is.
const STABLE: &str = "  2/omega is where velocity Verlet and leapfrog become unstable on a spring as stiff as at the largest overlap (forward Euler is \
                      so at any step); beside several contacts a body has a higher omega.\n";
/// Factors by which the modulus is divided.
const SOFTER: [f64; 3] = [10.0, 100.0, 1000.0];

pub(super) fn advise(args: &Args) -> Result<(), Error> {
    listen();
    let wanted = wanted(args)?;
    let schemes = asked_schemes(args.scheme.as_deref())?;
    let case = one_case(&args.case, args.engines.as_deref())?;
    let count = if args.all { case.scenes.len() } else { 1 };
    let mut text = String::new();
    let mut refused = None;
    let mut answered = false;
    let mut finished = 0;
    for scene in case.scenes.iter().take(count) {
        let before = text.len();
        let name = if scene.name == "-" { String::new() } else { format!(", {}", scene.name) };
        let _ = writeln!(text, "{}{name}", case.name);
        match AdvisedScene::of(scene) {
            Ok(kinematics) => match kinematics.advice(&mut text, &wanted, &schemes) {
                None => answered = true,
                reason => refused = refused.or(reason),
            },
            Err(reason) => {
                let _ = writeln!(text, "  no time step found: {reason}\n");
                refused.get_or_insert(reason);
            }
        }
        if halt::is_asked() {
            text.truncate(before);
            break;
        }
        finished += 1;
    }
    if halt::is_asked() {
        if finished > 0 {
            print(&format!("PARTIAL: interrupted; {finished} of {count} scenes\n{text}"))?;
        }
        return Err(Error::Interrupted);
    }
    if let Some(reason) = refused.filter(|_| !answered) {
        return Err(Error::wrong(format!("no time step found for `{}`: {reason}", case.name)));
    }
    if count < case.scenes.len() {
        let _ = writeln!(text, "The first of {} scenes; --all advises on each.", case.scenes.len());
    }
    print(&text)
}

fn wanted(args: &Args) -> Result<Vec<ErrorBound>, Error> {
    let asked = [
        ("--restitution", ErrorMeasure::Restitution, &args.restitution),
        ("--duration", ErrorMeasure::Duration, &args.duration),
        ("--overlap", ErrorMeasure::MaxOverlap, &args.overlap),
    ];
    let mut wanted = Vec::new();
    for (option, quantity, text) in asked {
        if text.trim() != "any" {
            wanted.push(ErrorBound { quantity, error: error(option, text)? });
        }
    }
    if wanted.is_empty() { Err(Error::wrong(NoAdvice::NothingWanted.to_string())) } else { Ok(wanted) }
}

/// `1 %` or `0.01 relative`.
fn error(option: &str, text: &str) -> Result<f64, Error> {
    let Some(value) = share(text) else {
        let message = format!("{option}: `{text}` is not a valid error");
        return Err(Error::with_help(message, "write \"1 %\", \"1e-3 relative\", or any"));
    };
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(Error::wrong(format!("{option}: an error must be greater than zero, not {text}")))
    }
}

fn asked_schemes(name: Option<&str>) -> Result<Vec<&'static dyn Scheme>, Error> {
    name.map_or_else(|| Ok(SCHEMES.to_vec()), |name| Ok(vec![scheme(name)?]))
}

/// A scene with its exact collision.
struct AdvisedScene<'a> {
    scene: &'a Scene,
    law: Law,
    /// Duration without damping, s.
    natural: f64,
    /// `None` for bodies that stick under a law with branches.
    exact: Option<Exact>,
}

enum Law {
    Power(Encounter),
    Branches(Branched),
}

impl<'a> AdvisedScene<'a> {
    fn of(scene: &'a Scene) -> Result<Self, String> {
        let natural = natural_duration(scene).map_err(|error| error.to_string())?;
        let (approach, speed) = (Approach::normal(scene), scene.speed);
        if let Some(contact) = scene.branches().map_err(|error| error.message)? {
            let trajectory = collide_branched(&contact, None, &approach, TOLERANCE).map_err(|e| e.to_string())?;
            let exact = Exact::of(&trajectory, speed);
            return Ok(Self { scene, law: Law::Branches(contact), natural, exact });
        }
        let encounter = Encounter::of(scene)?;
        let trajectory = collide(&encounter.force, None, &approach, TOLERANCE).map_err(|e| e.to_string())?;
        let exact = Exact::of(&trajectory, speed).ok_or("the bodies stay in contact")?;
        Ok(Self { scene, law: Law::Power(encounter), natural, exact: Some(exact) })
    }

    /// Writes the advice; returns the reason if no scheme meets the error bounds.
    fn advice(&self, text: &mut String, wanted: &[ErrorBound], schemes: &[&'static dyn Scheme]) -> Option<String> {
        text.push_str(&self.collision());
        let refused = match &self.exact {
            Some(exact) => self.steps(text, exact, wanted, schemes),
            None => {
                text.push_str("\n  no time step: bodies that stick have no restitution and no duration to keep\n");
                None
            }
        };
        match (&self.law, &self.exact) {
            (Law::Power(encounter), Some(exact)) => {
                self.hybrid(text, encounter, exact, schemes);
                self.softening(text, encounter);
            }
            _ => text.push_str(&cohesion::softening(self.scene, &SOFTER)),
        }
        text.push('\n');
        refused
    }

    fn collision(&self) -> String {
        let mut rows = Vec::new();
        match &self.exact {
            Some(exact) => rows.extend([
                row(["restitution", &significant(exact.restitution, 6)]),
                row(["duration to zero overlap", &shown(exact.duration_to_zero_overlap, "s", 5)]),
                row(["undamped duration", &shown(self.natural, "s", 5)]),
                row(["largest overlap", &shown(exact.max_overlap, "m", 5)]),
            ]),
            None => rows.push(row(["restitution", "0: the bodies stick"])),
        }
        if let Some(time) = advise::shortest_rayleigh_time(&self.scene.bodies) {
            rows.push(row(["Rayleigh time", &shown(time, "s", 5)]));
        }
        for (spring, omega) in self.rates() {
            rows.push(row([&format!("2/omega, {spring} spring"), &shown(2.0 / omega, "s", 5)]));
        }
        columns(&rows)
    }

    /// Angular frequencies of the springs at the largest overlap, without dashpots, rad/s: `sqrt(k_n/m*)` with the tangent
    /// stiffness, and `sqrt(k_t/m_t)` with the mass that the contact point has along the contact. Velocity Verlet and leapfrog are
    /// stable up to a step of `2/omega` of a linear spring (Hockney & Eastwood 1981, section 4-4).
    fn rates(&self) -> Vec<(&'static str, f64)> {
        let Some(exact) = &self.exact else { return Vec::new() };
        let Scene { pair, shear, .. } = self.scene;
        let (k_n, width) = match &self.law {
            Law::Power(encounter) => {
                let (force, delta) = (encounter.force, exact.max_overlap);
                (force.alpha * force.elastic(delta) / delta, delta)
            }
            Law::Branches(contact) => {
                let law = &*contact.law;
                let mut history = History::new(0.0, f64::NEG_INFINITY);
                history.advance(law, exact.max_overlap);
                let Some((branch, q)) = history.place() else { return Vec::new() };
                let spot = law.spot(&branch, q);
                (spot.slope / spot.rate, law.hertz_overlap(&branch, q)[0])
            }
        };
        let along = shear.filter(|shear| shear.S > 0.0).map(|shear| {
            let lighter = Bodies::of(self.scene).mass_ratio(shear.levers);
            ("tangential", (shear.stiffness(width) * lighter / pair.m_star).sqrt())
        });
        let all = [("normal", (k_n / pair.m_star).sqrt())].into_iter().chain(along);
        all.filter(|(_, omega)| omega.is_finite() && *omega > 0.0).collect()
    }

    /// The largest step of every scheme; the first reason when there is none at all.
    fn steps(
        &self,
        text: &mut String,
        exact: &Exact,
        wanted: &[ErrorBound],
        schemes: &[&'static dyn Scheme],
    ) -> Option<String> {
        let promised: Vec<String> =
            wanted.iter().map(|w| format!("{} within {} %", w.quantity.word(), brief(100.0 * w.error))).collect();
        let _ = writeln!(text, "\n  largest time step for {} at the worst of 64 onset phases", promised.join(", "));
        let Scene { speed, .. } = *self.scene;
        let of = |scheme: &'static dyn Scheme| match &self.law {
            Law::Power(encounter) => search(scheme, encounter, speed, exact, wanted),
            Law::Branches(contact) => {
                let bodies = BranchedBodies::of(self.scene, contact, self.natural);
                search(scheme, &Oblique::head_on(bodies), speed, exact, wanted)
            }
        };
        let found: Vec<_> = schemes.par_iter().map(|&scheme| of(scheme)).collect();
        let rates = self.rates();
        let mut head = row(["scheme", "time step, s", "steps per contact", "of the Rayleigh time"]);
        head.extend(rates.iter().map(|(spring, _)| format!("omega dt, {spring}")));
        head.push("decided by".to_string());
        let mut rows = vec![head];
        let mut refusals = Vec::new();
        let longest = found.iter().flatten().map(|advice| advice.dt).fold(0.0, f64::max);
        for (scheme, found) in schemes.iter().zip(found) {
            match found {
                Ok(advice) => rows.push(self.named(scheme.name(), &advice, &rates)),
                Err(reason) => refusals.push(reason.to_string()),
            }
        }
        let none = rows.len() == 1;
        if !none {
            text.push_str(&columns(&rows));
            if !rates.is_empty() {
                text.push_str(STABLE);
            }
            text.push_str(&self.beyond(longest));
        }
        for reason in &refusals {
            let _ = writeln!(text, "  {reason}");
        }
        refusals.into_iter().next().filter(|_| none)
    }

    /// What the steps were not searched for: sliding and spins, and bodies with more than one contact.
    fn beyond(&self, longest: f64) -> String {
        let mut text = String::new();
        if !self.scene.kinematics.is_head_on() {
            text += "  These errors are those of the normal motion. Tangential restitution and spin of this oblique impact were not looked \
                     at, and may need smaller steps: run the case with the scheme and compare them with the reference.\n";
        }
        if advise::shortest_rayleigh_time(&self.scene.bodies).is_some_and(|time| longest > PACKED * time) {
            text += "  These steps are for one contact of two bodies. In a packing, of four contacts a body or more, EDEM's manual allows \
                     20 % of the Rayleigh time, and 40 % with fewer contacts; larger steps may be unstable there.\n";
        }
        text
    }

    fn named(&self, scheme: &str, advice: &Advice, rates: &[(&str, f64)]) -> Vec<String> {
        let rayleigh = advise::shortest_rayleigh_time(&self.scene.bodies);
        let part = rayleigh.map_or("-".to_string(), |time| format!("{} %", significant(100.0 * advice.dt / time, 3)));
        let steps = significant(advice.steps_per_contact, 5);
        let mut cells = row([scheme, &rounded_down(advice.dt), &steps, &part]);
        cells.extend(rates.iter().map(|(_, omega)| significant(omega * advice.dt, 3)));
        cells.push(advice.decided_by.word().to_string());
        cells
    }

    /// HYBIRD's rule, a tenth of the collision time, under the readings of its page.
    fn hybrid(&self, text: &mut String, encounter: &Encounter, exact: &Exact, schemes: &[&'static dyn Scheme]) {
        let Some(&scheme) = schemes.first() else { return };
        let mut times = vec![("the true collision time", self.natural)];
        let like = self.like_spheres();
        if let Some([modulus, density, R_star]) = like {
            let printed = |reading| advise::hybird_collision_time(reading, modulus, density, R_star, self.scene.speed);
            times.push(("1.1 with the corrected ratio", printed(TimeReading::RatioCorrected)));
            times.push(("1.1 as documented", printed(TimeReading::AsDocumented)));
        }
        let _ = writeln!(text, "\n  HYBIRD's rule, a tenth of the collision time, with {}", scheme.name());
        let mut rows =
            vec![row(["collision time", "step, s", "steps per contact", "restitution", "duration", "overlap"])];
        let mut refusals = Vec::new();
        for (name, time) in times {
            match advise::judge_tenth(scheme, encounter, self.scene.speed, exact, time) {
                Ok(tenth) => {
                    let [e, duration, overlap] = tenth.errors.map(|spread| percent(spread.worst));
                    let steps = significant(tenth.steps_per_contact, 4);
                    rows.push(row([name, &significant(tenth.dt, 4), &steps, &e, &duration, &overlap]));
                }
                Err(reason) => refusals.push(format!("{name}: {reason}")),
            }
        }
        text.push_str(&columns(&rows));
        for reason in refusals {
            let _ = writeln!(text, "  {reason}");
        }
        if like.is_none() {
            text.push_str(
                "  its own formula, 1.1 (E rho)^(2/5) r/u^(1/5), is valid for two equal elastic spheres: not judged here\n",
            );
        }
    }

    /// `E/(1-nu^2)`, density and effective radius where the page's formula applies: two elastic spheres of one material
    /// and one radius.
    fn like_spheres(&self) -> Option<[f64; 3]> {
        let [one, other] = &self.scene.bodies;
        let (a, b) = (one.side(), other.side());
        let Stiffness::Elastic { young_modulus: E, poisson_ratio: nu } = a.stiffness else { return None };
        let Normal::Hertz(law) = &self.scene.contact.normal else { return None };
        if one.is_wall() || a != b || !a.mass.is_finite() || law.effective_modulus.is_some() {
            return None;
        }
        let density = a.mass / (4.0 / 3.0 * std::f64::consts::PI * a.radius.powi(3));
        Some([E / (1.0 - nu * nu), density, self.scene.pair.R_star])
    }

    fn softening(&self, text: &mut String, encounter: &Encounter) {
        let softened = advise::soften(encounter, self.scene.speed, self.scene.pair.R_star, &SOFTER);
        let modulus = matches!(self.scene.contact.normal, Normal::Hertz(_));
        let what = if modulus { "E" } else { "K" };
        let _ = writeln!(
            text,
            "\n  a softer body, undamped: duration, overlap and the largest time step grow by the same factor"
        );
        let mut rows = vec![row([
            "",
            "duration",
            "largest overlap",
            "longer by",
            "contact radius over R*",
            "a << R*",
            "peak pressure times",
        ])];
        let line = |s: &Softened| {
            row([
                &format!("{what}/{}", s.factor),
                &shown(s.duration, "s", 4),
                &shown(s.max_overlap, "m", 4),
                &significant(s.grows, 4),
                &significant(s.contact_radius_over_R_star, 3),
                small_contact(s.contact_radius_over_R_star),
                &s.pressure_falls.map_or("-".to_string(), |p| significant(p, 3)),
            ])
        };
        let now = &advise::soften(encounter, self.scene.speed, self.scene.pair.R_star, &[1.0]);
        rows.extend(now.iter().chain(&softened).map(line));
        text.push_str(&columns(&rows));
        text.push_str(match achieved(&encounter.force, self.scene.pair.m_star) {
            Some(_) => "  The restitution is unchanged where the damping is given by restitution or damping ratio.\n",
            None => "  The restitution of this law depends on stiffness and speed, so it changes.\n",
        });
        let own = matches!(&self.scene.contact.normal, Normal::Hertz(law) if law.effective_modulus.is_some());
        if let Some(ratio) = StiffnessRatio::of_mindlin(&self.scene.pair).ok().filter(|_| modulus && !own) {
            let _ = writeln!(
                text,
                "  The oblique response is unchanged at k_t/k_n = {} (tangents, 4 G*/E*): keep Poisson's ratio and the friction.",
                significant(ratio, 5)
            );
        }
    }
}

/// An error over the onset phases.
fn percent(error: f64) -> String {
    if error.is_finite() { format!("{} %", brief(100.0 * error)) } else { "never ends".to_string() }
}

/// What the validity sheet says of a contact radius over R*.
fn small_contact(ratio: f64) -> &'static str {
    criterion("contact-radius").and_then(|criterion| criterion.limits?.light(ratio)).map_or("-", Light::word)
}

/// Six digits, never more than the step itself: a promise must survive its rounding.
pub fn rounded_down(dt: f64) -> String {
    let last = 10f64.powf(dt.log10().floor() - 5.0);
    format!("{:.5e}", (dt / last).floor() * last)
}
