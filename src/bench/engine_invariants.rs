//! Checks of every engine run, in addition to those of the case: the pair conserves momentum and, except for the effect
//! of the declared lever, angular momentum, and gains no more energy than its law and its time step explain.
//!
//! Momentum is judged to the precision of the output. A wall takes up what is lost, so that there it is checked along a
//! frictionless wall only. Where the output is too imprecise for a check to fail, the check is skipped and says so.

use rayon::prelude::*;

use super::observed::{Collision, NoResult};
use super::observed::{Observed, Readings, Variant, reading};
use super::planned::PlannedCase;
use crate::bench::check::{Check, Distance, Verdict};
use crate::case::{Run, Settings};
use crate::collide::StepSize;
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::collide::stepper::{Encounter, Oblique, energy_error, friction_in_a_step};
use crate::law::normal::OfEngine;
use crate::law::scene::Scene;
use crate::law::shear::{Form, RollingForce, ShearForce};
use crate::number::brief;

/// The reference in these checks, named like the oracle for the solvers of this program.
pub const AGAINST: &str = "conserved";

/// The levers differ by a whole overlap in the sum of their arms, or by two. A quarter of what one overlap makes while it
/// slides tells them apart, and leaves room for another course of the force where it sticks, and for a finite step.
const LEVER: f64 = 0.25;

/// A check that nothing less than this would fail, in the unit of the impact, is skipped.
const COARSE: f64 = 0.05;

/// A contact lasts no longer or shorter than this part of the exact duration, whatever the stiffness of the code's convention: beyond
/// it the clock is another one.
const OTHER_CLOCK: f64 = 0.6;

/// Below this restitution the duration of a contact follows from its last, slowest part.
const SLOW_END: f64 = 0.2;

/// What may be said of a balance that is off by no more than rounding makes of it in single precision.
const SINGLE: &str = "changes by no more than single precision makes of it in these steps: an engine that computes in single precision \
                      declares `precision = \"single\"`";

/// What a balance is of.
fn balance(observable: Observable) -> &'static str {
    match observable {
        Observable::EnergyLost => "the energy of the pair",
        Observable::AngularMomentumResidual => "the angular momentum of the pair",
        _ => "the momentum of the pair",
    }
}

/// The checks of every engine of a case, after those it was `asked` for: a failure that is noted there is noted here.
pub(super) fn checks(planned: &PlannedCase, collisions: &[Collision], asked: &[Check]) -> Vec<Check> {
    let foreign: Vec<&Collision> = collisions.iter().filter(|c| planned.case.runs[c.run].is_engine()).collect();
    let each = foreign.par_iter().map(|collision| {
        let run = &planned.case.runs[collision.run];
        let scene = &planned.case.scenes[collision.scene];
        match &collision.result {
            Ok(observed) => rows(run, scene, observed),
            // Where something is asked of the run, that check says it already.
            Err(_) if planned.expects.iter().any(|expect| expect.run == collision.run) => Vec::new(),
            Err(NoResult::Unfinished) => Vec::new(),
            Err(lost) => {
                let (outcome, why) = lost.verdict();
                vec![blank(run, scene, Observable::EnergyLost).unable(outcome, why)]
            }
        }
    });
    let mut all: Vec<Check> = each.collect::<Vec<_>>().into_iter().flatten().collect();
    for row in all.iter_mut().filter(|row| row.outcome == Verdict::Fail) {
        if let Some(noted) = asked.iter().find(|other| other.outcome == Verdict::Gap && is_about(other, row)) {
            row.outcome = Verdict::Gap;
            row.reason.clone_from(&noted.reason);
        }
    }
    all
}

/// Whether a known failure is the same failure of the same run: a wrong restitution is also a wrong energy.
fn is_about(noted: &Check, row: &Check) -> bool {
    let same = |word: &str| noted.observable == word;
    let about = same(&row.observable)
        || (row.observable == Observable::EnergyLost.word() && same(Observable::Restitution.word()))
        || (row.observable == Observable::DurationToZeroOverlap.word() && same(Observable::Duration.word()));
    about && noted.scene == row.scene && noted.who == row.who && noted.variant == row.variant
}

fn rows(run: &Run, scene: &Scene, observed: &Observed) -> Vec<Check> {
    let steps: Vec<Option<StepSize>> = match &run.settings {
        Settings::Recorded(recorded) => vec![recorded.settings.time_step.map(StepSize::Time)],
        stepped => stepped.ladder().iter().map(|rung| Some(rung.step)).collect(),
    };
    let each = steps.into_iter().zip(&observed.variants);
    each.flat_map(|(step, variant)| {
        let judge = Judge { run, scene, observed, variant };
        let all = [judge.momentum(), judge.along_wall(), judge.angular(), judge.energy(step), judge.duration()];
        all.into_iter().flatten()
    })
    .chain(gained(run, scene, observed))
    .collect()
}

/// Power of the time step with which what a contact gains falls at least: the error of a force that jumps falls with the step itself,
/// and leaves room for the few onset phases that are seen of it.
const FALLS: f64 = 0.5;

/// Energy error over the impact energy, times the square of the steps in a contact, that a time step explains by itself: four times
/// that of velocity Verlet on a linear spring, `pi^2/4`, for the contact time is a rough number.
const OF_SPRING: f64 = 10.0;

/// The check of energy of a law that only its engine has, passive as every contact is: it gains none at the finest time step but what
/// falls with the step, or is as small as the error of a scheme of second order.
fn gained(run: &Run, scene: &Scene, observed: &Observed) -> Option<Check> {
    let law = scene.contact.normal.of_engine()?;
    let worst = |variant: &Variant| {
        let lost = variant.phases.iter().filter_map(|phase| reading(phase, Observable::EnergyLost));
        lost.min_by(|a, b| a.value.total_cmp(&b.value))
    };
    let gain = |lost: Estimate| (-lost.value).max(0.0);
    let steps = observed.variants.iter().filter_map(|variant| Some((variant.count?, variant, worst(variant)?)));
    let mut steps: Vec<(f64, &Variant, Estimate)> = steps.collect();
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ((count, variant, seen), coarser) = steps.split_last()?;
    let judge = Judge { run, scene, observed, variant };
    let falls = coarser.iter().map(|(coarse, _, lost)| gain(*lost) * libm::pow(coarse / count, FALLS));
    let spring = OF_SPRING / (count * count);
    let impulse = law.is_impulse();
    // The velocities of free flight do not depend on where in a step an impulse acts: no step explains what it gains.
    let room = if impulse { 0.0 } else { falls.fold(spring * scene.impact_energy(), f64::max) };
    let gained = gain(*seen);
    let why = match impulse {
        true => "an impulse gains energy",
        false => "a passive contact gains energy, and the gain does not fall with the time step",
    };
    let none = Estimate::new(0.0, 0.0);
    let mut row = judge.row(Observable::EnergyLost, none, *seen, (gained, seen.uncertainty + room), why);
    if impulse {
        return Some(judge.beside_wall(row));
    }
    if coarser.is_empty() {
        let why = "with one time step it is not known what the step explains: sweep `steps_per_contact`";
        row = Check { outcome: Verdict::Skip, allowed: None, reason: Some(why.into()), ..row };
    } else if spring > COARSE {
        let why = "too few time steps in a contact: no bound of the energy error is known";
        row = Check { outcome: Verdict::Skip, allowed: None, reason: Some(why.into()), ..row };
    } else if row.outcome == Verdict::Pass && gained > seen.uncertainty {
        row.reason = Some("what the contact gains falls with the time step".into());
    }
    Some(judge.beside_wall(row))
}

/// One time step of one installation, about to be judged.
struct Judge<'a> {
    run: &'a Run,
    scene: &'a Scene,
    observed: &'a Observed,
    variant: &'a Variant,
}

impl Judge<'_> {
    /// Check of linear momentum, to the last printed digit.
    fn momentum(&self) -> Option<Check> {
        let off = |seen: Estimate| (seen.value.abs(), seen.uncertainty);
        let why = "action and reaction differ: the momentum of the pair changes";
        self.worst(Observable::MomentumResidual, Estimate::new(0.0, 0.0), off, why)
    }

    /// Whether a balance is off by no more than the rounding of single precision, of an engine that does not state it.
    fn may_be_single(&self, observable: Observable, amount: f64, allowed: f64) -> bool {
        let single = self.variant.in_single.iter().find(|(known, _)| *known == observable);
        let within = single.is_some_and(|(_, unsure)| amount <= allowed + unsure);
        // An engine that keeps momentum to the last bit of a double does not compute its angular momentum in single precision.
        let rounds = |momentum: Estimate| momentum.value.abs() > momentum.uncertainty;
        let mut phases = self.variant.phases.iter().filter_map(|phase| reading(phase, Observable::MomentumResidual));
        within && (observable != Observable::AngularMomentumResidual || phases.any(rounds))
    }

    /// Check of the momentum along a frictionless wall; a row where it changes.
    fn along_wall(&self) -> Option<Check> {
        let seen = self.variant.along_wall?;
        let why = "a frictionless wall changes the momentum along itself: nothing acts in that direction";
        let row =
            self.row(Observable::MomentumResidual, Estimate::new(0.0, 0.0), seen, (seen.value, seen.uncertainty), why);
        (row.outcome != Verdict::Pass).then_some(row)
    }

    /// Check of the clock by the duration of the contact; a row where it is far from the exact one.
    fn duration(&self) -> Option<Check> {
        let of = |observable| reading(&self.observed.exact, observable);
        let exact = of(Observable::DurationToZeroOverlap)?;
        let rebounds = of(Observable::Restitution).is_some_and(|e| e.value > SLOW_END);
        let room = OTHER_CLOCK * exact.value;
        let off = |seen: Estimate| ((seen.value - exact.value).abs(), room + exact.uncertainty);
        let why = "the contact lasts much longer or shorter than that of the declared law: the times are on another clock, or the \
                   stiffness is another one";
        let row = self.worst(Observable::DurationToZeroOverlap, exact, off, why).filter(|_| rebounds)?;
        (row.outcome == Verdict::Fail).then_some(row)
    }

    /// Check of angular momentum, whose rate may be that of the declared levers, `(l_1 + l_2 - d) T`, and no larger.
    fn angular(&self) -> Option<Check> {
        let exactly = reading(&self.observed.exact, Observable::AngularMomentumResidual);
        let of_lever = self.of_lever();
        if self.scene.bodies[1].is_wall() {
            return self.torque_of_wall(exactly?, of_lever);
        }
        // Without an exact collision all that is known is what the lever can make at most.
        let (expected, room) = match exactly {
            Some(exactly) => (exactly, LEVER * of_lever + exactly.uncertainty),
            None => (Estimate::new(0.0, 0.0), of_lever),
        };
        let off = |seen: Estimate| ((seen.value - expected.value).abs(), seen.uncertainty + room);
        let Some(shear) = self.scene.shear else {
            let why = "without friction no torque acts on a body";
            return self.worst(Observable::AngularMomentumResidual, expected, off, why);
        };
        let lever = shear.levers.torque.word();
        let missing = format!("a torque is missing, or acts at another lever than the declared `{lever}`");
        let why = match self.other_friction() {
            Some(ratio) => format!(
                "{missing}; or only the force is another one: its impulse along the contact is {ratio} of the exact one"
            ),
            None => missing,
        };
        let mut row = self.worst(Observable::AngularMomentumResidual, expected, off, &why)?;
        if row.outcome == Verdict::Pass && expected.value.abs() > expected.uncertainty {
            row.reason =
                Some(format!("the declared lever, `{lever}`, changes angular momentum by the expected value").into());
        }
        Some(row)
    }

    /// The tangential impulse over the exact one, where it is far from it at some onset phase: a torque in the right place is then
    /// another one too.
    fn other_friction(&self) -> Option<String> {
        let kept = |readings: &Readings| Some(1.0 - reading(readings, Observable::TangentialRestitution)?.value);
        let exact = kept(&self.observed.exact)?;
        let ratios = self.variant.phases.iter().filter_map(|phase| Some(kept(phase)? / exact));
        ratios.filter(|ratio| (ratio - 1.0).abs() > LEVER).map(brief).next()
    }

    /// Check that friction at a wall turns the sphere, about whatever lever; a row where it does not.
    fn torque_of_wall(&self, exactly: Estimate, of_lever: f64) -> Option<Check> {
        // A rolling resistance is a torque of the wall of its own.
        let rubs = |shear: &ShearForce| shear.form != Form::Frictionless && shear.rolling == RollingForce::None;
        self.scene.shear.filter(|shear| rubs(shear) && shear.friction > 0.0)?;
        let room = 2.0 * of_lever + exactly.uncertainty;
        let off = |seen: Estimate| ((seen.value - exactly.value).abs(), seen.uncertainty + room);
        let why = "the torque of friction at the wall is missing, or is not that of the force along it";
        let row = self.worst(Observable::AngularMomentumResidual, exactly, off, why)?;
        (row.outcome == Verdict::Fail).then_some(row)
    }

    /// Change of angular momentum when the sum of the arms is wrong by one overlap and the bodies slide, in the unit of
    /// the residual: `(delta_max/d) mu (1+e) v_n/|v|`.
    fn of_lever(&self) -> f64 {
        let (scene, exact) = (self.scene, &self.observed.exact);
        // Of a law that only its engine has what the engine reports.
        let seen = |observable| {
            let phases = self.variant.phases.iter().filter(|_| exact.is_empty());
            phases.filter_map(|phase| reading(phase, observable)).map(|seen| seen.value).fold(0.0, f64::max)
        };
        let known = |observable| reading(exact, observable).map_or_else(|| seen(observable), |known| known.value);
        // An impulse acts where the bodies have come to in a step: of the approach by `R*`, in which the steps are counted, one.
        let impulse = scene.contact.normal.of_engine().is_some_and(OfEngine::is_impulse);
        let step = self.variant.count.filter(|_| impulse).map(|count| scene.pair.R_star / count);
        let overlap = step.unwrap_or_else(|| known(Observable::MaxOverlap));
        let arm: f64 = scene.bodies.iter().map(|body| body.radius()).filter(|radius| radius.is_finite()).sum();
        let friction = scene.shear.map_or(0.0, |shear| shear.friction);
        let speed = libm::hypot(scene.speed, scene.kinematics.tangential_speed);
        overlap / arm * friction * (1.0 + known(Observable::Restitution)) * scene.speed / speed
    }

    /// An elastic law neither gains nor loses; a passive one does not gain, unless it makes energy when it is integrated
    /// exactly. Beyond that the time step explains as much as theory has it of velocity Verlet with the declared law.
    ///
    /// No bound is known of a law that attracts or remembers: its cases state the restitution they expect.
    fn energy(&self, step: Option<StepSize>) -> Option<Check> {
        let scene = self.scene;
        scene.force?;
        let friction = scene.shear.is_some_and(|shear| shear.friction > 0.0);
        let elastic = scene.force.is_some_and(|force| force.C == 0.0) && !friction;
        let made = reading(&self.observed.exact, Observable::EnergyLost).map_or(0.0, |lost| (-lost.value).max(0.0));
        let room = step.and_then(|step| self.of_step(step));
        let off = |seen: Estimate| {
            let gained = if elastic { seen.value.abs() } else { (-seen.value - made).max(0.0) };
            (gained, seen.uncertainty + room.unwrap_or(f64::INFINITY))
        };
        let why = if elastic {
            "the energy of an elastic contact changes by more than the time step explains"
        } else {
            "a passive contact gains more energy than the time step explains"
        };
        let mut row = self.worst(Observable::EnergyLost, Estimate::new(0.0 - made, 0.0), off, why)?;
        if room.is_none() {
            let why = match step {
                Some(_) => "fewer than 12 time steps in a contact: no bound of the energy error is known",
                None => "without a `time_step` no bound of the energy error is known",
            };
            row = Check { outcome: Verdict::Skip, allowed: None, reason: Some(why.into()), ..row };
        }
        Some(self.beside_wall(row))
    }

    /// A check of energy, with what is not checked of momentum where a wall takes it up.
    fn beside_wall(&self, mut row: Check) -> Check {
        if self.scene.bodies[1].is_wall() {
            let wall = match self.variant.along_wall {
                Some(_) => "momentum is checked along the wall only, which takes up the rest",
                None => "momentum is not checked at a wall, which takes up what is lost",
            };
            row.reason = Some(row.reason.map_or(wall.into(), |why| format!("{why}; {wall}").into()));
        }
        row
    }

    /// Most that the time step makes a scheme of second order gain or lose of the declared law without damping, J:
    /// [`energy_error`] along the normal, [`friction_in_a_step`] along the contact.
    fn of_step(&self, step: StepSize) -> Option<f64> {
        let scene = self.scene;
        let encounter = Encounter::of(scene).ok()?;
        let own = reading(&self.observed.exact, Observable::DurationToZeroOverlap).map(|end| end.value);
        let dt = step.dt(encounter.undamped_duration(scene.speed), own).ok()?;
        let normal = energy_error(&encounter, scene.speed, dt)? * scene.impact_energy();
        Some(normal + Oblique::of(scene).map_or(0.0, |oblique| friction_in_a_step(&oblique, scene.speed, dt)))
    }

    /// The onset phase with the largest deviation over its tolerance; `off` returns both.
    fn worst(
        &self,
        observable: Observable,
        expected: Estimate,
        off: impl Fn(Estimate) -> (f64, f64),
        why: &str,
    ) -> Option<Check> {
        let seen = self.variant.phases.iter().filter_map(|phase| reading(phase, observable));
        let beyond = |seen: &Estimate| {
            let (amount, allowed) = off(*seen);
            if amount.is_nan() { f64::INFINITY } else { amount - allowed }
        };
        let seen = seen.max_by(|a, b| beyond(a).total_cmp(&beyond(b)))?;
        Some(self.row(observable, expected, seen, off(seen), why))
    }

    /// One number against what is expected of it. What the output is too imprecise for is skipped.
    fn row(
        &self,
        observable: Observable,
        expected: Estimate,
        seen: Estimate,
        (amount, allowed): (f64, f64),
        why: &str,
    ) -> Check {
        let met = amount <= allowed;
        let energy = self.scene.impact_energy();
        let unit = if observable == Observable::EnergyLost { energy } else { 1.0 };
        let single = !met && self.may_be_single(observable, amount, allowed);
        let coarse = observable != Observable::DurationToZeroOverlap && seen.uncertainty > COARSE * unit;
        let mut row = blank(self.run, self.scene, observable);
        row.variant = self.variant.called("worst").into();
        let amount = if amount.is_nan() { f64::INFINITY } else { amount };
        row.judged(expected, seen, Distance { amount, allowed, unit: observable.dimension().si() });
        let other = || if single { format!("{} {SINGLE}", balance(observable)).into() } else { why.into() };
        row.reason = (!met).then(other);
        if met && coarse {
            let share = brief(100.0 * seen.uncertainty / unit);
            let few = if self.variant.in_single.is_empty() { "single precision has" } else { "the velocities have" };
            row = row.could_not_fail(format!("{few} too few digits: less than {share} % would not be seen"));
        }
        row
    }
}

fn blank(run: &Run, scene: &Scene, observable: Observable) -> Check {
    Check {
        observable: observable.word().into(),
        unit: observable.dimension().si().into(),
        line: run.solver.origin.line(),
        ..Check::blank(scene.name.as_str(), run.solver.text.as_str(), AGAINST)
    }
}
