//! Plans a run: reads the cases, resolves their names and computes all predictions, before anything is integrated.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::CaseFiles;
use super::added_engines::{ExtraEngines, add_engines, in_their_own, in_those_of};
use super::expectations::plan_expects;
use super::expected_of_fit::check_calibration;
use super::planned::{CheckedQuantity, PlannedCase};
use crate::case::Case;
use crate::codes::engine::Engines;
use crate::data::{Files, checked};
use crate::error::Error;

/// A run, ready to be executed.
#[derive(Debug)]
pub struct Plan {
    /// Where the cases come from, in words.
    pub from: String,
    pub cases: Vec<PlannedCase>,
    /// SHA-256 of every file that was read, by name.
    pub inputs: BTreeMap<String, String>,
    /// The engines its cases may name.
    pub engines: Engines,
    /// Where their datasets are, and the engines that were added: what blocks of a large case are planned with.
    data: Files,
    also: ExtraEngines,
}

impl Plan {
    /// Reads and resolves the cases that were found.
    ///
    /// # Errors
    /// Everything that is wrong with any of them.
    pub fn new(found: CaseFiles) -> Result<Self, Error> {
        Self::with(found, Engines::default(), &ExtraEngines::default())
    }

    /// The same with a user's own engines, and with engines that no case names.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn with(found: CaseFiles, engines: Engines, also: &ExtraEngines) -> Result<Self, Error> {
        let CaseFiles { from, cases, data, judged } = found;
        let read = if judged { Case::read_with } else { Case::read_unjudged };
        let own = engines.own();
        let cases = Error::all(cases.into_iter().map(|(name, file)| {
            // A report has a folder of that name: what cannot be written is refused before anything is computed.
            checked(&name)?;
            let mut planned = plan_case(read(Arc::new(file), &name, &data, &own)?, &data)?;
            let beside = in_their_own(&planned, also, &engines);
            add_engines(&mut planned, also, &engines);
            Ok(std::iter::once(planned).chain(beside).collect::<Vec<_>>())
        }))?;
        let cases: Vec<PlannedCase> = cases.into_iter().flatten().collect();
        let inputs = cases.iter().flat_map(PlannedCase::read).collect();
        Ok(Self { from, inputs, cases, engines, data, also: also.clone() })
    }

    /// Removes the cases that run an engine, unless all of them do; returns their number and the engines' names.
    pub fn leave_engines_out(&mut self) -> (usize, Vec<String>) {
        let (with, without): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.cases).into_iter().partition(|planned| !planned.engines().is_empty());
        if without.is_empty() {
            self.cases = with;
            return (0, Vec::new());
        }
        self.inputs = without.iter().flat_map(PlannedCase::read).collect();
        self.cases = without;
        let names: BTreeSet<String> = with.iter().flat_map(PlannedCase::engines).collect();
        (with.len(), names.into_iter().collect())
    }

    /// Collisions to be computed.
    pub fn collisions(&self) -> usize {
        self.cases.iter().map(|c| c.case.count() * c.case.runs.len()).sum()
    }

    /// The engines that were added to those of the cases.
    pub fn also(&self) -> &ExtraEngines {
        &self.also
    }

    /// A large case with these of its scenes alone, planned as a small one is.
    ///
    /// # Errors
    /// What is wrong with one of the scenes, or with what is expected of it.
    pub fn part(&self, planned: &PlannedCase, numbers: impl Iterator<Item = usize>) -> Result<PlannedCase, Error> {
        let mut case = planned.case.part(numbers)?;
        case.runs.truncate(planned.own_runs);
        if let Some(name) = &planned.in_conventions_of {
            return Ok(PlannedCase { is_all: false, ..in_those_of(case, name, &self.also, &self.engines) });
        }
        let mut part = PlannedCase { datasets: planned.datasets.clone(), is_all: false, ..PlannedCase::of(case) };
        plan_expects(&mut part, &self.data)?;
        add_engines(&mut part, &self.also, &self.engines);
        Ok(part)
    }

    /// Leaves every so many scenes of the large case in this place, counted from the first.
    ///
    /// # Errors
    /// More scenes than can be held at once, and what is wrong with one of them.
    pub fn thin(&mut self, place: usize, every: usize) -> Result<(), Error> {
        let planned = &self.cases[place];
        if planned.case.sweeps.is_none() {
            return Ok(());
        }
        let count = planned.case.count();
        if count.div_ceil(every) > MOST_COMPARED {
            let name = &planned.case.name;
            let least = count.div_ceil(MOST_COMPARED);
            let message = format!("`{name}` has {count} scenes, of which {MOST_COMPARED} can be compared at once");
            let help = format!("accept some of them, which `gate` then compares:  accept {name} --every {least}");
            return Err(Error::with_help(message, help));
        }
        let part = self.part(planned, (0..count).step_by(every))?;
        self.cases[place] = PlannedCase { thinned: Some([every, count]), ..part };
        Ok(())
    }

    /// Leaves one scene, counted from 0, of the case in this place, which becomes its scene 0.
    ///
    /// # Errors
    /// What is wrong with the scene.
    pub fn only(&mut self, place: usize, scene: usize) -> Result<(), Error> {
        if self.cases[place].case.sweeps.is_some() {
            self.cases[place] = self.part(&self.cases[place], scene..=scene)?;
        } else {
            self.cases[place].only(scene);
        }
        Ok(())
    }

    /// Frees the checks after they are judged: a record needs only the scenes that are compared with a published curve.
    pub fn forget_judged(&mut self) {
        for expect in self.cases.iter_mut().flat_map(|case| &mut case.expects) {
            expect.checks.retain(|check| matches!(check.asked, CheckedQuantity::Curve(_)));
            expect.checks.shrink_to_fit();
        }
    }
}

fn plan_case(case: Case, data: &Files) -> Result<PlannedCase, Error> {
    let mut planned = PlannedCase::of(case);
    if let Some(calibration) = &planned.case.calibration {
        planned.datasets = check_calibration(calibration, data)?;
    }
    plan_expects(&mut planned, data)?;
    Ok(planned)
}

/// Most scenes of a case whose numbers are held at once to be accepted or compared: some 1 GB.
pub const MOST_COMPARED: usize = 100_000;
