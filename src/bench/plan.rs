//! Plans a run: reads the cases, resolves their names and computes all predictions, before anything is integrated.

use crate::bench::CheckedQuantity;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::planned::{ExtraEngines, PlannedCase};
use super::{CaseFiles, calibration, expectation, extra_engines};
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
        let CaseFiles { from, cases, data } = found;
        let own = engines.own();
        let cases = Error::all(cases.into_iter().map(|(name, file)| {
            // A report has a folder of that name: what cannot be written is refused before anything is computed.
            checked(&name)?;
            let mut planned = plan_case(Case::read_with(Arc::new(file), &name, &data, &own)?, &data)?;
            extra_engines::add(&mut planned, also);
            Ok(planned)
        }))?;
        Ok(Self { from, inputs: cases.iter().flat_map(PlannedCase::read).collect(), cases, engines })
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
        self.cases.iter().map(|c| c.case.scenes.len() * c.case.runs.len()).sum()
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
    let (expects, predictions, datasets, drawn) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut planned = PlannedCase { case, expects, predictions, datasets, drawn };
    if let Some(calibration) = &planned.case.calibration {
        planned.datasets = calibration::check(calibration, data)?;
    }
    let expects = planned.case.expects.clone();
    planned.expects = Error::all(expects.iter().map(|expect| {
        let mut expect = expectation::expect(expect, &mut planned, data)?;
        expect.checks.shrink_to_fit();
        Ok(expect)
    }))?;
    planned.predictions.shrink_to_fit();
    Ok(planned)
}
