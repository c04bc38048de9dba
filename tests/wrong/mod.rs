//! A bench that passes a wrong law is worse than none: wrong laws, steppers, readings and statistics, each of which one shipped case,
//! or a number from elsewhere, has to reject.

#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

mod altered;
mod branched;
mod elastic;
mod fits;
mod readings;
mod tangential;
mod yielding;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use collisionbench::bench::{
    CaseRun, Collision, NoResult, Observed, Plan, PlannedCase, Readings, Silent, execute, find, verdict,
};
use collisionbench::bench::{Check, Verdict};
use collisionbench::collide::observe::Observable;
use collisionbench::collide::path::follow;
use collisionbench::collide::reference::{Approach, collide_branched};
use collisionbench::collide::schemes::Scheme;
use collisionbench::collide::trajectory::Trajectory;
use collisionbench::collide::{self, How, Solution, SolveError};
use collisionbench::law::branches::Branches;
use collisionbench::law::scene::Scene;
use collisionbench::law::{Branched, PowerForce, ShearForce};
use rayon::prelude::*;

use readings::WrongStep;

/// One mistake.
pub struct Mistake {
    name: &'static str,
    /// The shipped case that has to reject it.
    case: &'static str,
    what: &'static str,
    made: Made,
}

/// Where a mistake is made, and how.
#[derive(Clone, Copy)]
pub enum Made {
    /// In what the reference is handed: masses, speed, laws.
    Scene(fn(&mut Scene)),
    /// In the normal force where it is a power of the overlap.
    Force(fn(&Scene, &mut PowerForce)),
    /// In the branches of a law that remembers, yields or pulls.
    Branches(fn(&Scene, &Branched) -> Option<Arc<dyn Branches>>),
    /// In what the reference keeps of a collision.
    Course(fn(&Scene, &mut Trajectory)),
    /// In what is read off a collision of the reference.
    Reading(fn(&mut Readings)),
    /// In what a production code is handed.
    Handed(fn(&mut Scene)),
    /// In the step of a production code.
    Step(&'static WrongStep),
    /// In what a production code reports at each onset phase.
    Stepped(fn(&mut Readings)),
}

/// Rows of `name, case, what is wrong, how it is made;`
macro_rules! mistakes {
    ($($name:literal, $case:expr, $what:literal, $made:expr;)*) => {
        &[$(crate::wrong::Mistake { name: $name, case: $case, what: $what, made: $made }),*]
    };
}
use mistakes;

/// What came of a mistake.
#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    /// By this check, which holds without it.
    Caught(String),
    Missed,
    /// The case has no collision in which it can be made.
    NotMade,
}

/// The cases of some mistakes, as they are.
struct Shipped(BTreeMap<String, (PlannedCase, CaseRun)>);

impl Shipped {
    fn of(mistakes: &[&Mistake]) -> Self {
        let names: BTreeSet<&str> = mistakes.iter().map(|mistake| mistake.case).collect();
        let files: Vec<_> = names.into_iter().map(|case| format!("cases/{case}.toml").into()).collect();
        let plan = Plan::new(find(&files, Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()).unwrap();
        let run = execute(&plan, &collide::collide, &Silent).unwrap();
        let cases = plan.cases.into_iter().zip(run.cases);
        Self(cases.map(|(planned, run)| (planned.case.name.clone(), (planned, run))).collect())
    }

    /// The case with the mistake in its first two collisions, and then in all.
    fn outcome(&self, mistake: &Mistake) -> Outcome {
        let (planned, truth) = &self.0[mistake.case];
        let (mut bent, mut made) = (truth.collisions.clone(), 0);
        for at in 0..bent.len() {
            let Some(result) = collide(mistake.made, planned, &bent[at]) else { continue };
            bent[at].result = result.map_err(|error| NoResult::Failed(error.to_string()));
            made += 1;
            if made == 2
                && let Some(check) = first_failure(truth, verdict::case(planned, &bent, None).0)
            {
                return Outcome::Caught(check);
            }
        }
        match first_failure(truth, verdict::case(planned, &bent, None).0) {
            Some(check) => Outcome::Caught(check),
            None if made == 0 => Outcome::NotMade,
            None => Outcome::Missed,
        }
    }
}

/// The first check that fails now and did not; a known gap that stays one does not fail.
fn first_failure(truth: &CaseRun, now: Vec<Check>) -> Option<String> {
    let met = |check: &Check| matches!(check.outcome, Verdict::Pass | Verdict::Gap);
    let failed = truth.checks.iter().zip(now).find(|(truth, now)| met(truth) && !met(now));
    failed
        .map(|(check, _)| format!("{} of {} against {} at {}", check.observable, check.who, check.against, check.scene))
}

/// A collision with the mistake in it; `None` where it cannot be made.
fn collide(made: Made, planned: &PlannedCase, truth: &Collision) -> Option<Result<Observed, SolveError>> {
    let run = &planned.case.runs[truth.run];
    let (scene, how) = (&planned.case.scenes[truth.scene], run.settings.how()?);
    let right = truth.result.as_ref().ok()?;
    let (reference, stepped) = (matches!(how, How::Exact { .. }), matches!(how, How::Stepped { .. }));
    let solved = |bent: Scene| {
        (bent != *scene).then(|| collide::collide(&bent, how).map(|solution| Observed::new(scene, solution)))
    };
    let changed = |change: fn(&mut Scene)| {
        let mut bent = scene.clone();
        change(&mut bent);
        solved(bent)
    };
    let read = |change: fn(&mut Readings)| {
        let mut bent = right.clone();
        bent.variants.iter_mut().flat_map(|variant| &mut variant.phases).for_each(|of| change(Arc::make_mut(of)));
        (bent != *right).then_some(Ok(bent))
    };
    match made {
        Made::Scene(change) if reference => changed(change),
        Made::Force(change) if reference => {
            let mut force = scene.force?;
            change(scene, &mut force);
            solved(Scene { force: Some(force), ..scene.clone() })
        }
        Made::Branches(change) if reference => {
            let right = scene.branches().ok()??;
            let How::Exact { tolerance } = *how else { return None };
            let bent = Branched { law: change(scene, &right)?, ..right };
            let solution = match &scene.path {
                Some(path) => follow(scene, path, &bent).map(|trace| Solution::Path(Box::new(trace))),
                None => collide_branched(&bent, None, &Approach::normal(scene), tolerance)
                    .map(|trajectory| Solution::Exact(Box::new(trajectory))),
            };
            Some(solution.map(|solution| Observed::new(scene, solution)))
        }
        Made::Course(change) if reference => {
            let Solution::Exact(right) = collide::collide(scene, how).ok()? else { return None };
            let mut bent = right.clone();
            change(scene, &mut bent);
            (bent != right).then(|| Ok(Observed::new(scene, Solution::Exact(bent))))
        }
        Made::Reading(change) if reference => read(change),
        // What it is compared with stays right.
        Made::Handed(change) if stepped => {
            changed(change).map(|found| found.map(|found| Observed { exact: right.exact.clone(), ..found }))
        }
        Made::Step(wrong) => match how {
            How::Stepped { scheme, steps } if scheme.name() == wrong.name() => {
                let how = How::Stepped { scheme: wrong, steps: steps.clone() };
                Some(collide::collide(scene, &how).map(|solution| Observed::new(scene, solution)))
            }
            _ => None,
        },
        Made::Stepped(change) if stepped => read(change),
        _ => None,
    }
}

fn all_are_caught(mistakes: &[Mistake]) {
    let shipped = Shipped::of(&mistakes.iter().collect::<Vec<_>>());
    let outcomes: Vec<Outcome> = mistakes.par_iter().map(|mistake| shipped.outcome(mistake)).collect();
    let mut passed = Vec::new();
    for (Mistake { name, case, what, .. }, outcome) in mistakes.iter().zip(outcomes) {
        match outcome {
            Outcome::Caught(by) => println!("{name} ({what}): {case}, {by}"),
            _ => passed.push(format!("{outcome:?}: {name} ({what}) by {case}")),
        }
    }
    assert!(passed.is_empty(), "{}", passed.join("\n"));
}

#[test]
fn mistakes_in_springs_and_dashpots_are_caught() {
    all_are_caught(elastic::MISTAKES);
}

#[test]
fn mistakes_in_laws_with_branches_are_caught() {
    all_are_caught(branched::MISTAKES);
}

#[test]
fn mistakes_in_tangential_laws_are_caught() {
    all_are_caught(tangential::MISTAKES);
}

#[test]
fn mistakes_in_readings_and_steps_are_caught() {
    all_are_caught(readings::MISTAKES);
}

/// What is no mistake is caught by no case, and what cannot be made is not called caught either.
#[test]
fn what_changes_nothing_is_not_caught() {
    use altered::{Altered, Slip};
    use yielding::Yielding;
    const GLASS: &str = "normal/elastic/glass-head-on";
    let no_mistakes: &[Mistake] = mistakes! {
        "rounding", GLASS, "a stiffness off by rounding", Made::Force(|_, f| f.K *= 1.0 + 1e-15);
        "nothing", GLASS, "nothing", Made::Scene(|_| {});
        "no-dashpot", GLASS, "twice the dashpot of an elastic contact", Made::Force(|_, f| f.C *= 2.0);
        "no-wall", GLASS, "a wall where there is none", Made::Scene(|s| if s.bodies[1].is_wall() { s.speed *= 2.0 });
        "same-answers", "normal/adhesive/jkr", "a law that passes on every answer", Made::Branches(|_, law| Altered::of(law, Slip::None));
        "thornton-again", "normal/plastic/thornton", "Thornton's contact, written anew", Made::Branches(|s, _| Yielding::of(s, |_| {}));
        "thornton-ning-again", "normal/adhesive/thornton-ning", "that of Thornton and Ning", Made::Branches(|s, _| Yielding::of(s, |_| {}));
        "same-step", "steppers/hertz", "velocity Verlet under its own name", Made::Step(&WrongStep {
            of: &collisionbench::collide::schemes::VelocityVerlet,
            step: |touch, state, dt| Scheme::step(&collisionbench::collide::schemes::VelocityVerlet, touch, state, dt),
        });
    };
    let shipped = Shipped::of(&no_mistakes.iter().collect::<Vec<_>>());
    let outcomes: Vec<Outcome> = no_mistakes.par_iter().map(|mistake| shipped.outcome(mistake)).collect();
    use Outcome::{Missed, NotMade};
    assert_eq!(outcomes, [Missed, NotMade, NotMade, NotMade, Missed, Missed, Missed, Missed]);
}

#[test]
fn every_mistake_has_a_name_of_its_own() {
    let all = [elastic::MISTAKES, branched::MISTAKES, tangential::MISTAKES, readings::MISTAKES];
    let mut names = BTreeSet::new();
    for mistake in all.into_iter().flatten() {
        assert!(names.insert(mistake.name), "{} twice", mistake.name);
    }
}

/// Changes one number of a set of readings.
fn scale(readings: &mut Readings, observable: Observable, change: impl Fn(f64) -> f64) {
    readings.iter_mut().filter(|(of, _)| *of == observable).for_each(|(_, number)| number.value = change(number.value));
}

fn read(readings: &Readings, observable: Observable) -> Option<f64> {
    readings.iter().find(|(of, _)| *of == observable).map(|(_, number)| number.value)
}

fn exchange<T: PartialEq>(choice: &mut T, right: T, wrong: T) {
    if *choice == right {
        *choice = wrong;
    }
}

fn shear(scene: &mut Scene, change: impl FnOnce(&mut ShearForce)) {
    if let Some(shear) = &mut scene.shear {
        change(shear);
    }
}
