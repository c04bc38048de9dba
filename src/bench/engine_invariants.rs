//! Checks of every engine run, in addition to those of the case: the pair conserves momentum and, except for the effect
//! of the declared lever, angular momentum, and gains no more energy than its law and its time step explain.
//!
//! Momentum is judged to the precision of the output. A wall takes up what is lost, so that there it is not checked.

use rayon::prelude::*;

use super::computed::{Collision, NoResult};
use super::observed::{Observed, Variant, reading};
use super::planned::PlannedCase;
use crate::case::{Run, Settings, StepSize};
use crate::judge::{About, Check, Comparison, Verdict};
use crate::observe::Observable;
use crate::scene::Scene;
use crate::solve::stepper::{Encounter, Oblique, energy_error, friction_in_a_step};
use crate::trajectory::Estimate;

/// The reference in these checks, named like the oracle for the solvers of this program.
pub const AGAINST: &str = "conserved";

/// The levers differ by a whole overlap in the sum of their arms, or by two. A quarter of what one overlap makes while it
/// slides tells them apart, and leaves room for another course of the force where it sticks, and for a finite step.
const LEVER: f64 = 0.25;

/// The checks of every engine of a case, after those it was `asked` for: a failure that is noted there is noted here.
pub(super) fn checks(planned: &PlannedCase, collisions: &[Collision], asked: &[Check]) -> Vec<Check> {
    let foreign: Vec<&Collision> = collisions.iter().filter(|c| planned.case.runs[c.run].engine).collect();
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
                let blank = blank(run, scene, Observable::EnergyLost);
                vec![Check { outcome, reason: Some(why.into()), ..blank }]
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
        || (row.observable == Observable::EnergyLost.word() && same(Observable::Restitution.word()));
    about && noted.scene == row.scene && noted.who == row.who && noted.variant == row.variant
}

fn rows(run: &Run, scene: &Scene, observed: &Observed) -> Vec<Check> {
    let steps: Vec<Option<StepSize>> = match &run.settings {
        Settings::Stepper { ladder, .. } => ladder.iter().map(|rung| Some(rung.step)).collect(),
        Settings::Recorded(recorded) => vec![recorded.settings.time_step.map(StepSize::Time)],
        Settings::Reference { .. } => Vec::new(),
    };
    let each = steps.into_iter().zip(&observed.variants);
    each.flat_map(|(step, variant)| {
        let judge = Judge { run, scene, observed, variant };
        [judge.momentum(), judge.angular(), judge.energy(step)].into_iter().flatten()
    })
    .collect()
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
        self.worst(
            Observable::MomentumResidual,
            Estimate::new(0.0, 0.0),
            off,
            "action and reaction differ: the momentum of the pair changes",
        )
    }

    /// Check of angular momentum, whose rate may be that of the declared levers, `(l_1 + l_2 - d) T`, and no larger.
    fn angular(&self) -> Option<Check> {
        if self.scene.bodies[1].is_wall() {
            return None;
        }
        let exactly = reading(&self.observed.exact, Observable::AngularMomentumResidual);
        let of_lever = self.of_lever();
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
        let why = format!("a torque is missing, or acts at another lever than the declared `{lever}`");
        let mut row = self.worst(Observable::AngularMomentumResidual, expected, off, &why)?;
        if row.outcome == Verdict::Pass && expected.value.abs() > expected.uncertainty {
            row.reason =
                Some(format!("the declared lever, `{lever}`, changes angular momentum by the expected value").into());
        }
        Some(row)
    }

    /// Change of angular momentum when the sum of the arms is wrong by one overlap and the bodies slide, in the unit of
    /// the residual: `(delta_max/d) mu (1+e) v_n/|v|`.
    fn of_lever(&self) -> f64 {
        let (scene, exact) = (self.scene, &self.observed.exact);
        let known = |observable| reading(exact, observable).map_or(0.0, |seen| seen.value);
        let arm: f64 = scene.bodies.iter().map(|body| body.radius()).filter(|radius| radius.is_finite()).sum();
        let friction = scene.shear.map_or(0.0, |shear| shear.friction);
        let speed = scene.speed.hypot(scene.kinematics.tangential_speed);
        known(Observable::MaxOverlap) / arm * friction * (1.0 + known(Observable::Restitution)) * scene.speed / speed
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
        if scene.bodies[1].is_wall() {
            let wall = "momentum is not checked at a wall, which takes up what is lost";
            row.reason = Some(row.reason.map_or(wall.into(), |why| format!("{why}; {wall}").into()));
        }
        Some(row)
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
        let (amount, allowed) = off(seen);
        let met = amount <= allowed;
        let mut row = Check {
            expected: Some(expected.value),
            expected_uncertainty: Some(expected.uncertainty),
            observed: Some(seen.value),
            observed_uncertainty: Some(seen.uncertainty),
            deviation: Some(if amount.is_nan() { f64::INFINITY } else { amount }),
            allowed: Some(allowed),
            outcome: if met { Verdict::Pass } else { Verdict::Fail },
            reason: (!met).then(|| why.into()),
            ..blank(self.run, self.scene, observable)
        };
        row.variant = self.variant.called("worst");
        row.deviation_unit = observable.dimension().si().to_string();
        Some(row)
    }
}

fn blank(run: &Run, scene: &Scene, observable: Observable) -> Check {
    let about = About {
        who: run.solver.text.clone(),
        variant: String::new(),
        against: AGAINST.to_string(),
        comparison: Comparison::Verification,
        observable: observable.word().to_string(),
        unit: observable.dimension().si().to_string(),
        deviation_unit: String::new(),
        line: run.solver.origin.line(),
    };
    Check::blank(scene.name.as_str(), about)
}
