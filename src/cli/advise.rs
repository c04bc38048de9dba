//! `collisionbench advise CASE`

use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;

use super::compute::Threads;
use super::one_case::one_case;
use super::signals::listen;
use super::{print, print_json, scheme, tolerance, width};
use crate::codes::restitution::achieved;
use crate::collide::advise::{self, ErrorBound, NoAdvice, Spring, TimeReading, advise as search};
use crate::collide::cohesion::{Cohesion, soften};
use crate::collide::production::natural_duration;
use crate::collide::reference::{Approach, collide, collide_branched};
use crate::collide::schemes::{SCHEMES, Scheme};
use crate::collide::stepper::{BranchedBodies, Encounter, ErrorMeasure, Exact, Oblique};
use crate::distinct::grouped;
use crate::error::Error;
use crate::halt;
use crate::law::scene::Scene;
use crate::law::scene::validity::{Light, criterion};
use crate::law::tangential::StiffnessRatio;
use crate::law::{Branched, Damping, Normal, Stiffness};
use crate::number::{brief, significant};
use crate::report::block::{self, Block};
use crate::report::quantity::{scale_for, shown};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case file, or the name of a shipped case
    case: PathBuf,
    /// Largest error at the worst onset phase: of restitution, duration and overlap alike, or `restitution=0.1 %` of one; where
    /// only some are named, the others are free (default: 1 % of all)
    #[arg(long, value_name = "TOLERANCE")]
    within: Vec<String>,
    /// Only this scheme
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    /// Every scene of the case (default: the first)
    #[arg(long)]
    all: bool,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

/// Relative tolerance of the exact collision.
const TOLERANCE: f64 = 1e-13;
/// The error of every quantity unless one is asked for.
const USUAL: f64 = 0.01;
/// The largest share of the Rayleigh time that EDEM's manual takes in a packing, of four contacts a body or more
/// ("Estimate Simulation Time").
const PACKED: f64 = 0.2;
/// What `2/omega` is.
const STABLE: &str = "2/omega is where velocity Verlet and leapfrog become unstable on a spring as stiff as at the largest overlap \
                      (forward Euler is so at any step); beside several contacts a body has a higher omega.";
/// Factors by which the modulus is divided.
const SOFTER: [f64; 3] = [10.0, 100.0, 1000.0];

/// The quantities whose error can be bounded, by their words on the command line.
const QUANTITIES: [(&str, ErrorMeasure); 3] = [
    ("restitution", ErrorMeasure::Restitution),
    ("duration", ErrorMeasure::Duration),
    ("overlap", ErrorMeasure::MaxOverlap),
];

/// The advice on the scenes of a case: what is printed, and the object of `--json`. SI units.
#[derive(Debug, Serialize)]
struct Advised {
    case: String,
    scenes_of_the_case: usize,
    scenes: Vec<SceneAdvice>,
}

/// The advice on one scene.
#[derive(Debug, Default, Serialize)]
struct SceneAdvice {
    scene: String,
    /// 0 of bodies that stick.
    restitution: Option<f64>,
    duration_to_zero_overlap: Option<f64>,
    undamped_duration: Option<f64>,
    max_overlap: Option<f64>,
    rayleigh_time: Option<f64>,
    springs: Vec<Spring>,
    within: Vec<Bound>,
    schemes: Vec<Step>,
    hybird: Option<Hybird>,
    softened: Vec<Softened>,
    softened_sticky: Vec<Sticky>,
    /// Without the dashpot that the contact has.
    softened_undamped: bool,
    /// What the steps were not searched for.
    notes: Vec<String>,
    /// What else a lower modulus changes, or not.
    softening_notes: Vec<String>,
    /// Why there is no step, of all schemes or of some.
    no_step: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Bound {
    observable: &'static str,
    relative: f64,
}

/// The largest step of a scheme.
#[derive(Debug, Serialize)]
struct Step {
    scheme: &'static str,
    time_step: f64,
    steps_per_contact: f64,
    rayleigh_share: Option<f64>,
    /// One for each of the springs.
    omega_dt: Vec<f64>,
    decided_by: &'static str,
}

/// HYBIRD's rule, a tenth of a collision time, with the first scheme.
#[derive(Debug, Serialize)]
struct Hybird {
    scheme: &'static str,
    times: Vec<Tenth>,
    /// Readings of the rule without a valid step.
    refused: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Tenth {
    collision_time: &'static str,
    time_step: f64,
    steps_per_contact: f64,
    /// Relative errors of restitution, duration and overlap at the worst phase; `None` where the contact never ends.
    errors: [Option<f64>; 3],
}

/// The undamped collision of bodies with a lower modulus.
#[derive(Debug, Serialize)]
struct Softened {
    divided: &'static str,
    by: f64,
    duration: f64,
    max_overlap: f64,
    longer_by: f64,
    contact_radius_over_r_star: f64,
    contact_radius_light: &'static str,
    peak_pressure_times: Option<f64>,
}

/// Sticky bodies with a lower modulus: the surface energy as it is, and one that goes as `E*^(2/5)`.
#[derive(Debug, Serialize)]
struct Sticky {
    by: f64,
    as_it_is: Stickiness,
    scaled: Option<Stickiness>,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Stickiness {
    sticking_speed: f64,
    pull_off_force: f64,
    bond_number: f64,
}

pub(super) fn advise(args: &Args) -> Result<(), Error> {
    listen();
    args.threads.pool()?.install(|| in_pool(args))
}

fn in_pool(args: &Args) -> Result<(), Error> {
    let wanted = wanted(&args.within)?;
    let schemes = asked_schemes(args.scheme.as_deref())?;
    let case = one_case(&args.case, args.engines.as_deref())?;
    let count = if args.all { case.scenes.len() } else { 1 };
    let mut all = Advised { case: case.name.clone(), scenes_of_the_case: case.scenes.len(), scenes: Vec::new() };
    for scene in case.scenes.iter().take(count) {
        let advice = AdvisedScene::of(scene).map_or_else(
            |reason| SceneAdvice { scene: scene.name.clone(), no_step: vec![reason], ..SceneAdvice::default() },
            |found| found.advice(&wanted, &schemes),
        );
        if halt::is_asked() {
            if !all.scenes.is_empty() {
                print(&format!("PARTIAL: interrupted; {} of {count} scenes\n{}", all.scenes.len(), all.text()))?;
            }
            return Err(Error::Interrupted);
        }
        all.scenes.push(advice);
    }
    let answered = |advice: &SceneAdvice| advice.no_step.is_empty() || !advice.schemes.is_empty();
    if let (Some(reason), false) =
        (all.scenes.iter().find_map(|advice| advice.no_step.first()), all.scenes.iter().any(answered))
    {
        return Err(Error::wrong(format!("no time step found for `{}`: {reason}", case.name)));
    }
    if args.json { print_json(&all) } else { print(&all.text()) }
}

/// The bounds of the errors: of all quantities, or of those that are named.
fn wanted(texts: &[String]) -> Result<Vec<ErrorBound>, Error> {
    let mut bounds: [Option<f64>; 3] = if texts.is_empty() { [Some(USUAL); 3] } else { [None; 3] };
    for text in texts {
        let Some((word, error)) = text.split_once('=') else {
            let error = tolerance("--within", text)?;
            bounds.iter_mut().for_each(|bound| *bound = Some(bound.unwrap_or(error)));
            continue;
        };
        let word = word.trim();
        let Some(at) = QUANTITIES.iter().position(|(known, _)| *known == word) else {
            let names = QUANTITIES.map(|(known, _)| known);
            return Err(Error::unknown(format!("--within: no error of `{word}` can be bounded"), word, &names, ""));
        };
        bounds[at] = Some(tolerance("--within", error)?);
    }
    let found = QUANTITIES.iter().zip(bounds);
    Ok(found.filter_map(|(&(_, quantity), error)| Some(ErrorBound { quantity, error: error? })).collect())
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

    fn advice(&self, wanted: &[ErrorBound], schemes: &[&'static dyn Scheme]) -> SceneAdvice {
        let mut advice = SceneAdvice {
            scene: self.scene.name.clone(),
            restitution: Some(self.exact.as_ref().map_or(0.0, |exact| exact.restitution)),
            duration_to_zero_overlap: self.exact.as_ref().map(|exact| exact.duration_to_zero_overlap),
            undamped_duration: Some(self.natural),
            max_overlap: self.exact.as_ref().map(|exact| exact.max_overlap),
            rayleigh_time: advise::shortest_rayleigh_time(&self.scene.bodies),
            springs: self.springs(),
            within: wanted.iter().map(|w| Bound { observable: w.quantity.word(), relative: w.error }).collect(),
            ..SceneAdvice::default()
        };
        match &self.exact {
            Some(exact) => self.steps(&mut advice, exact, wanted, schemes),
            None => advice
                .notes
                .push("no time step: bodies that stick have no restitution and no duration to keep".to_string()),
        }
        match (&self.law, &self.exact) {
            (Law::Power(encounter), Some(exact)) => {
                advice.hybird = schemes.first().map(|&scheme| self.hybird(encounter, exact, scheme));
                self.soften(&mut advice, encounter);
            }
            _ => self.soften_sticky(&mut advice),
        }
        advice
    }

    fn springs(&self) -> Vec<Spring> {
        self.exact.as_ref().map_or_else(Vec::new, |exact| advise::springs(self.scene, exact.max_overlap))
    }

    /// The largest step of every scheme.
    fn steps(&self, advice: &mut SceneAdvice, exact: &Exact, wanted: &[ErrorBound], schemes: &[&'static dyn Scheme]) {
        let Scene { speed, .. } = *self.scene;
        let of = |scheme: &'static dyn Scheme| match &self.law {
            Law::Power(encounter) => search(scheme, encounter, speed, exact, wanted),
            Law::Branches(contact) => {
                let bodies = BranchedBodies::of(self.scene, contact, self.natural);
                search(scheme, &Oblique::head_on(bodies), speed, exact, wanted)
            }
        };
        let found: Vec<Result<_, NoAdvice>> = schemes.par_iter().map(|&scheme| of(scheme)).collect();
        for (scheme, found) in schemes.iter().zip(found) {
            match found {
                Ok(step) => advice.schemes.push(Step {
                    scheme: scheme.name(),
                    time_step: step.dt,
                    steps_per_contact: step.steps_per_contact,
                    rayleigh_share: advice.rayleigh_time.map(|time| step.dt / time),
                    omega_dt: advice.springs.iter().map(|spring| spring.omega * step.dt).collect(),
                    decided_by: step.decided_by.word(),
                }),
                Err(reason) => advice.no_step.push(reason.to_string()),
            }
        }
        if advice.schemes.is_empty() {
            return;
        }
        if !advice.springs.is_empty() {
            advice.notes.push(STABLE.to_string());
        }
        // What the steps were not searched for: sliding and spins, and bodies with more than one contact.
        if !self.scene.kinematics.is_head_on() {
            let oblique = "These errors are those of the normal motion. Tangential restitution and spin of this oblique impact were not \
                           looked at, and may need smaller steps: run the case with the scheme and compare them with the reference.";
            advice.notes.push(oblique.to_string());
        }
        let longest = advice.schemes.iter().map(|step| step.time_step).fold(0.0, f64::max);
        if advice.rayleigh_time.is_some_and(|time| longest > PACKED * time) {
            let packed = "These steps are for one contact of two bodies. In a packing, of four contacts a body or more, EDEM's manual \
                          allows 20 % of the Rayleigh time, and 40 % with fewer contacts; larger steps may be unstable there.";
            advice.notes.push(packed.to_string());
        }
    }

    /// HYBIRD's rule, a tenth of the collision time, under the readings of its page.
    fn hybird(&self, encounter: &Encounter, exact: &Exact, scheme: &'static dyn Scheme) -> Hybird {
        let mut times = vec![("the true collision time", self.natural)];
        let like = self.like_spheres();
        if let Some([modulus, density, R_star]) = like {
            let printed = |reading| advise::hybird_collision_time(reading, modulus, density, R_star, self.scene.speed);
            times.push(("1.1 with the corrected ratio", printed(TimeReading::RatioCorrected)));
            times.push(("1.1 as documented", printed(TimeReading::AsDocumented)));
        }
        let mut rule = Hybird { scheme: scheme.name(), times: Vec::new(), refused: Vec::new() };
        for (collision_time, time) in times {
            match advise::judge_tenth(scheme, encounter, self.scene.speed, exact, time) {
                Ok(tenth) => rule.times.push(Tenth {
                    collision_time,
                    time_step: tenth.dt,
                    steps_per_contact: tenth.steps_per_contact,
                    errors: tenth.errors.map(|spread| Some(spread.worst).filter(|worst| worst.is_finite())),
                }),
                Err(reason) => rule.refused.push(format!("{collision_time}: {reason}")),
            }
        }
        if like.is_none() {
            let formula =
                "its own formula, 1.1 (E rho)^(2/5) r/u^(1/5), is valid for two equal elastic spheres: not judged here";
            rule.refused.push(formula.to_string());
        }
        rule
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

    /// The effect of a lower modulus on duration and overlap.
    fn soften(&self, advice: &mut SceneAdvice, encounter: &Encounter) {
        let modulus = matches!(self.scene.contact.normal, Normal::Hertz(_));
        let factors: Vec<f64> = std::iter::once(1.0).chain(SOFTER).collect();
        let softened = advise::soften(encounter, self.scene.speed, self.scene.pair.R_star, &factors);
        advice.softened.extend(softened.into_iter().map(|softened| Softened {
            divided: if modulus { "E" } else { "K" },
            by: softened.factor,
            duration: softened.duration,
            max_overlap: softened.max_overlap,
            longer_by: softened.grows,
            contact_radius_over_r_star: softened.contact_radius_over_R_star,
            contact_radius_light: small_contact(softened.contact_radius_over_R_star),
            peak_pressure_times: softened.pressure_falls,
        }));
        let restitution = match achieved(&encounter.force, self.scene.pair.m_star) {
            Some(_) => "The restitution is unchanged where the damping is given by restitution or damping ratio.",
            None => "The restitution of this law depends on stiffness and speed, so it changes.",
        };
        advice.softening_notes.push(restitution.to_string());
        let own = matches!(&self.scene.contact.normal, Normal::Hertz(law) if law.effective_modulus.is_some());
        if let Some(ratio) = StiffnessRatio::of_mindlin(&self.scene.pair).ok().filter(|_| modulus && !own) {
            advice.softening_notes.push(format!(
                "The oblique response is unchanged at k_t/k_n = {} (tangents, 4 G*/E*): keep Poisson's ratio and the friction.",
                significant(ratio, 5)
            ));
        }
    }

    /// The effect of a lower modulus on bodies with adhesion.
    fn soften_sticky(&self, advice: &mut SceneAdvice) {
        let factors: Vec<f64> = std::iter::once(1.0).chain(SOFTER).collect();
        let stickiness = |of: Cohesion| Stickiness {
            sticking_speed: of.sticking_speed,
            pull_off_force: of.pull_off,
            bond_number: of.bond,
        };
        advice.softened_undamped = !matches!(self.scene.contact.damping, Damping::Undamped(_));
        match soften(self.scene, &factors) {
            Ok(Some(rows)) => advice.softened_sticky.extend(rows.into_iter().map(|row| Sticky {
                by: row.factor,
                as_it_is: stickiness(row.fixed),
                scaled: row.follows.map(stickiness),
            })),
            Ok(None) => advice.softening_notes.push(format!(
                "`{}` has no surface energy: what softening does to it was not looked at",
                self.scene.contact.normal.card().name
            )),
            Err(error) => {
                advice.softening_notes.push(format!("what softening does was not computed: {}", error.message))
            }
        }
    }
}

impl Advised {
    fn text(&self) -> String {
        let mut blocks = Vec::new();
        for advice in &self.scenes {
            let scene = if advice.scene == "-" { String::new() } else { format!(", {}", advice.scene) };
            blocks.push(Block::heading(1, format!("{}{scene}", self.case)));
            blocks.extend(advice.blocks());
        }
        let mut text = block::terminal(&blocks, width());
        if self.scenes.len() < self.scenes_of_the_case {
            text.push_str(&format!("\nThe first of {} scenes; --all advises on each.\n", self.scenes_of_the_case));
        }
        text
    }
}

/// Rows without a head.
fn headless(rows: Vec<Vec<String>>) -> Option<Block> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    Block::table("", &vec![""; columns], rows)
}

impl SceneAdvice {
    fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = headless(self.collision()).into_iter().collect();
        if !self.schemes.is_empty() {
            let bounds: Vec<String> = self
                .within
                .iter()
                .map(|bound| format!("{} within {} %", bound.observable, brief(100.0 * bound.relative)))
                .collect();
            let title = format!("largest time step for {} at the worst of 64 onset phases", bounds.join(", "));
            blocks.push(Block::heading(2, title));
            blocks.extend(self.steps());
            blocks.push(Block::text(self.decided()));
        }
        for reason in &self.no_step {
            blocks.push(Block::text(format!("no time step found: {reason}")));
        }
        blocks.extend(self.notes.iter().map(Block::text));
        if let Some(rule) = &self.hybird {
            let title = format!("HYBIRD's rule, a tenth of the collision time, with {}", rule.scheme);
            blocks.push(Block::heading(2, title));
            blocks.extend(rule.table());
            blocks.extend(rule.refused.iter().map(Block::text));
        }
        if !self.softened.is_empty() {
            let title = "a softer body, undamped: duration, overlap and the largest time step grow by the same factor";
            blocks.push(Block::heading(2, title));
            blocks.extend(self.softer());
        }
        if !self.softened_sticky.is_empty() {
            blocks.extend(self.stickier());
        }
        blocks.extend(self.softening_notes.iter().map(Block::text));
        blocks
    }

    fn collision(&self) -> Vec<Vec<String>> {
        let row = |name: &str, value: String| vec![name.to_string(), value];
        let mut rows = Vec::new();
        match (self.restitution, self.duration_to_zero_overlap, self.undamped_duration, self.max_overlap) {
            (Some(restitution), Some(duration), Some(undamped), Some(overlap)) => rows.extend([
                row("restitution", significant(restitution, 6)),
                row("duration to zero overlap", shown(duration, "s", 5)),
                row("undamped duration", shown(undamped, "s", 5)),
                row("largest overlap", shown(overlap, "m", 5)),
            ]),
            (Some(_), ..) => rows.push(row("restitution", "0: the bodies stick".to_string())),
            _ => {}
        }
        rows.extend(self.rayleigh_time.map(|time| row("Rayleigh time", shown(time, "s", 5))));
        rows.extend(
            self.springs
                .iter()
                .map(|spring| row(&format!("2/omega, {} spring", spring.along), shown(spring.two_over_omega, "s", 5))),
        );
        rows
    }

    fn steps(&self) -> Option<Block> {
        let springs: Vec<String> = self.springs.iter().map(|spring| format!("omega dt {}", spring.along)).collect();
        let mut head = vec!["scheme", "time step, s", "steps per contact", "of the Rayleigh time"];
        head.extend(springs.iter().map(String::as_str));
        let rows = self.schemes.iter().map(|step| {
            let share = step.rayleigh_share.map_or("-".to_string(), |share| percent(share, 3));
            let steps = significant(step.steps_per_contact, 5);
            let mut cells = vec![step.scheme.to_string(), rounded_down(step.time_step), steps, share];
            cells.extend(step.omega_dt.iter().map(|omega_dt| significant(*omega_dt, 3)));
            cells
        });
        Block::table("", &head, rows.collect())
    }

    /// The quantities whose errors limit the steps, with the schemes of each where there are several.
    fn decided(&self) -> String {
        let by = grouped(self.schemes.iter().map(|step| (step.decided_by, step.scheme)));
        let schemes =
            |schemes: &[&str]| if by.len() > 1 { format!(" ({})", schemes.join(", ")) } else { String::new() };
        let parts: Vec<String> = by.iter().map(|(quantity, of)| format!("{quantity}{}", schemes(of))).collect();
        format!("decided by the error of {}", parts.join("; "))
    }

    fn softer(&self) -> Option<Block> {
        let head = [
            "",
            "duration",
            "largest overlap",
            "longer by",
            "contact radius over R*",
            "a << R*",
            "peak pressure times",
        ];
        let rows = self.softened.iter().map(|s| {
            vec![
                format!("{}/{}", s.divided, s.by),
                shown(s.duration, "s", 4),
                shown(s.max_overlap, "m", 4),
                significant(s.longer_by, 4),
                significant(s.contact_radius_over_r_star, 3),
                s.contact_radius_light.to_string(),
                s.peak_pressure_times.map_or("-".to_string(), |times| significant(times, 3)),
            ]
        });
        Block::table("", &head, rows.collect())
    }

    fn stickier(&self) -> Vec<Block> {
        let table = |of: &dyn Fn(&Sticky) -> Option<Stickiness>| {
            // One unit a column.
            let first = self.softened_sticky.first().and_then(of)?;
            let [speeds, forces] = [scale_for(first.sticking_speed, "m/s"), scale_for(first.pull_off_force, "N")];
            let rows = self.softened_sticky.iter().filter_map(|softened| {
                let Stickiness { sticking_speed, pull_off_force, bond_number } = of(softened)?;
                let never = || "0: never sticks".to_string();
                let speed = if sticking_speed == 0.0 { never() } else { speeds.show(sticking_speed, 4) };
                let force = forces.show(pull_off_force, 4);
                Some(vec![format!("E/{}", softened.by), speed, force, significant(bond_number, 4)])
            });
            Block::table("", &["", "sticking speed", "pull-off force", "Bond number"], rows.collect())
        };
        let dashpot = if self.softened_undamped { " without its dashpot" } else { "" };
        let title = format!(
            "a softer, sticky body{dashpot}, the surface energy as it is (Bond number: pull-off force over the weight of \
             the lighter sphere)"
        );
        let mut blocks = vec![Block::heading(2, title)];
        blocks.extend(table(&|softened| Some(softened.as_it_is)));
        if let Some(scaled) = table(&|softened| softened.scaled) {
            let keeps = "It keeps the sticking speed of `jkr`, but neither pull-off force nor Bond number.";
            let title = "the same with a work of adhesion that goes as E*^(2/5)";
            blocks.extend([Block::heading(2, title), scaled, Block::text(keeps)]);
        }
        blocks
    }
}

impl Hybird {
    fn table(&self) -> Option<Block> {
        let head = ["collision time", "step, s", "steps per contact", "restitution", "duration", "overlap"];
        let rows = self.times.iter().map(|tenth| {
            let errors = tenth.errors.map(|error| match error {
                Some(error) => format!("{} %", brief(100.0 * error)),
                None => "never ends".to_string(),
            });
            let numbers = [significant(tenth.time_step, 4), significant(tenth.steps_per_contact, 4)];
            [vec![tenth.collision_time.to_string()], numbers.to_vec(), errors.to_vec()].concat()
        });
        Block::table("", &head, rows.collect())
    }
}

/// `34.5 %`
fn percent(share: f64, digits: usize) -> String {
    format!("{} %", significant(100.0 * share, digits))
}

/// What the validity sheet says of a contact radius over R*.
fn small_contact(ratio: f64) -> &'static str {
    criterion("contact-radius").and_then(|criterion| criterion.limits?.light(ratio)).map_or("-", Light::word)
}

/// Six digits, never more than the step itself: a promise must survive its rounding.
pub fn rounded_down(dt: f64) -> String {
    let last = libm::exp10(libm::log10(dt).floor() - 5.0);
    format!("{:.5e}", (dt / last).floor() * last)
}
