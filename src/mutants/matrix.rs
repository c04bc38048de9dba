//! Which case catches which mutant.

use super::caught::{Caught, first_failure, met};
use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::refit::Truth;
use super::{Hook, Mutant};
use crate::bench::{CaseRun, Collision, Listener, Plan, PlannedCase, StoredCourses, execute, judge};
use crate::error::{Diagnostic, Error};
use crate::judge::Check;
use crate::judge::baseline::Baseline;
use crate::solve::Solver;
use crate::words::worded;

/// Collisions with the mistake after which a case is first judged.
const FIRST_LOOK: usize = 2;

/// Every mutant against every case.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// Names, in the order of the plan.
    pub cases: Vec<String>,
    pub rows: Vec<MutantRow>,
    /// What each case holds against what: `max_force against hertz-impact`.
    held: Vec<BTreeSet<String>>,
}

/// One mutant.
#[derive(Debug, Clone)]
pub struct MutantRow {
    pub name: &'static str,
    pub breaks: &'static str,
    pub seen: &'static str,
    /// Collisions, or numbers of a fit, that were seen to come out otherwise; none where no case has one that it changes.
    pub moved: usize,
    /// One a case, in their order; `None` where it goes unnoticed.
    pub caught: Vec<Option<Caught>>,
}

worded! {
    /// What came of a mutant.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum MutantOutcome {
        Caught = "caught",
        /// Its results differ, and no check notices.
        Missed = "missed",
        /// No case has a number that it changes: nothing is known of it.
        NotReached = "not reached",
    }
}

/// What would no longer be noticed without a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    pub case: String,
    /// Mutants that no other case catches.
    pub mutants: Vec<&'static str>,
    /// Mutants it catches and another case as well.
    pub shared: usize,
    /// What no other case holds against what: `max_force against hertz-impact`.
    pub checks: Vec<String>,
}

impl MutantRow {
    pub fn outcome(&self) -> MutantOutcome {
        match (self.caught.iter().any(Option::is_some), self.moved) {
            (true, _) => MutantOutcome::Caught,
            (false, 0) => MutantOutcome::NotReached,
            (false, _) => MutantOutcome::Missed,
        }
    }

    /// Whether a check notices it, not accepted numbers alone.
    pub fn by_check(&self) -> bool {
        self.caught.iter().flatten().any(|caught| matches!(caught, Caught::Check(_)))
    }

    /// Indices of the cases that catch it.
    pub fn by(&self) -> Vec<usize> {
        (0..self.caught.len()).filter(|&case| self.caught[case].is_some()).collect()
    }
}

impl Matrix {
    /// Runs every case as it is, and with each mistake where that can be made.
    ///
    /// `accepted` are the accepted numbers of cases, by name: those of calibrations see what their checks allow for. A
    /// mistake that leaves a collision alone is not computed again. The outcome does not depend on the number of threads.
    ///
    /// # Errors
    /// As [`execute`].
    pub fn new(
        plan: &Plan,
        solvers: &[&dyn Solver],
        mutants: &[&'static Mutant],
        accepted: &BTreeMap<String, Baseline>,
        listener: &dyn Listener,
    ) -> Result<Self, Error> {
        let truth = execute(plan, solvers, listener)?;
        if truth.interrupted {
            return Err(Error::Interrupted);
        }
        let judged: Vec<(&PlannedCase, &CaseRun)> = plan.cases.iter().zip(&truth.cases).collect();
        let fits = mutants.iter().any(|mutant| matches!(mutant.hook, Hook::Fit(_)));
        let fitted = plan.cases.par_iter().zip(&truth.cases).map(|(planned, run)| {
            let accepted = accepted.get(&planned.case.name);
            (fits && planned.case.calibration.is_some()).then(|| Truth::new(planned, run, accepted))
        });
        let fitted: Vec<Option<Truth>> = fitted.collect();
        let jobs: Vec<(usize, usize)> =
            (0..mutants.len()).flat_map(|mutant| (0..judged.len()).map(move |case| (mutant, case))).collect();
        let cells: Vec<(usize, Option<Caught>)> = jobs
            .par_iter()
            .map(|&(mutant, case)| match (mutants[mutant].hook, &fitted[case]) {
                _ if listener.stop() => (0, None),
                (Hook::Fit(mistakes), Some(truth)) => truth.cell(mistakes),
                (Hook::Fit(_), None) => (0, None),
                _ => cell(mutants[mutant], judged[case].0, judged[case].1, solvers),
            })
            .collect();
        if listener.stop() {
            return Err(Error::Interrupted);
        }
        let mut cells = cells.into_iter();
        let rows = mutants.iter().map(|mutant| {
            let (moved, caught): (Vec<usize>, Vec<Option<Caught>>) = cells.by_ref().take(judged.len()).unzip();
            let Mutant { name, breaks, seen, .. } = **mutant;
            MutantRow { name, breaks, seen, moved: moved.into_iter().sum(), caught }
        });
        let rows = rows.collect();
        let held = |checks: &[Check]| {
            let met = checks.iter().filter(|check| met(check.outcome));
            met.map(|check| format!("{} against {}", check.observable, check.against)).collect()
        };
        Ok(Self {
            rows,
            cases: judged.iter().map(|(planned, _)| planned.case.name.clone()).collect(),
            held: judged.iter().map(|(_, run)| held(&run.checks)).collect(),
        })
    }

    /// Mutants with an outcome.
    pub fn count(&self, outcome: MutantOutcome) -> usize {
        self.rows.iter().filter(|row| row.outcome() == outcome).count()
    }

    /// Caught over all, what was not reached among them; `None` of no mutant.
    pub fn score(&self) -> Option<f64> {
        (!self.rows.is_empty()).then(|| self.count(MutantOutcome::Caught) as f64 / self.rows.len() as f64)
    }

    /// Cases that catch nothing the others do not.
    pub fn idle(&self) -> Vec<&str> {
        let needed: BTreeSet<usize> =
            self.rows.iter().filter_map(|row| <[usize; 1]>::try_from(row.by()).ok()).map(|[case]| case).collect();
        self.cases
            .iter()
            .enumerate()
            .filter(|(case, _)| !needed.contains(case))
            .map(|(_, name)| name.as_str())
            .collect()
    }

    /// What would no longer be noticed if a case were taken away.
    ///
    /// # Errors
    /// When there is no case of that name.
    pub fn without(&self, case: &str) -> Result<Lost, Error> {
        let Some(at) = self.cases.iter().position(|name| name == case) else {
            return Err(Diagnostic::new(format!("there is no case `{case}` among those that were run"))
                .meant(
                    case,
                    self.cases.iter().map(String::as_str),
                    "`collisionbench list cases` names the shipped ones",
                )
                .into());
        };
        let catches = self.rows.iter().filter(|row| row.caught[at].is_some());
        let (alone, shared): (Vec<&MutantRow>, Vec<&MutantRow>) = catches.partition(|row| row.by().len() == 1);
        let others: BTreeSet<&String> =
            self.held.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, held)| held).collect();
        Ok(Lost {
            case: case.to_string(),
            mutants: alone.iter().map(|row| row.name).collect(),
            shared: shared.len(),
            checks: self.held[at].iter().filter(|held| !others.contains(held)).cloned().collect(),
        })
    }
}

/// One mutant against one case: how many collisions it moves, and how it is caught. A few collisions are tried before the
/// rest is computed: a mistake that they show needs no more.
fn cell(mutant: &Mutant, planned: &PlannedCase, truth: &CaseRun, solvers: &[&dyn Solver]) -> (usize, Option<Caught>) {
    let mut bent = truth.collisions.clone();
    let kept = StoredCourses::of(planned);
    let mut moved = 0;
    for at in 0..bent.len() {
        let collision = &bent[at];
        let run = &planned.case.runs[collision.run];
        let solver = solvers.iter().find(|solver| !run.engine && solver.name() == run.solver.text);
        let (Some(solver), Ok(observed)) = (solver, &collision.result) else { continue };
        let scene = &planned.case.scenes[collision.scene];
        let found = mutant.collide(*solver, scene, &run.settings, observed);
        match found.map(|result| result.map(|observed| kept.trimmed(collision.scene, observed))) {
            Some(result) if result.as_ref().ok() != Some(observed) => bent[at].result = result,
            _ => continue,
        }
        moved += 1;
        if moved == FIRST_LOOK
            && let Some(caught) = caught(planned, truth, &bent)
        {
            return (moved, Some(caught));
        }
    }
    let caught = if moved == 0 { None } else { caught(planned, truth, &bent) };
    (moved, caught)
}

/// The first check that fails with the mistake and does not without it.
fn caught(planned: &PlannedCase, truth: &CaseRun, bent: &[Collision]) -> Option<Caught> {
    first_failure(&truth.checks, judge(planned, bent)).map(|check| Caught::Check(Box::new(check)))
}
