//! Calibrates a case: from its measurements to fitted parameters with intervals, tests and notes.
//!
//! Measurements become impacts (the flight, the air, the weight during the contact), impacts become data with their
//! errors and correlations, and the law of the case is fitted to them. What is corrected by the law itself, such as the
//! duration of a contact, is corrected with the fitted one: fit and corrections take turns until nothing moves.

mod agreement;
mod bending;
mod combination;
mod consistency;
mod data;
pub mod draws;
mod fit_notes;
mod goodness_of_fit;
mod grouping;
mod holdout_fit;
mod inputs;
mod intervals;
mod joined;
mod law;
mod models;
mod observed;
mod outliers;
mod predictions;
pub mod residual_order;
pub mod result;
mod rows;
mod slope;
mod speed_errors;
mod sticking;
pub mod tabulated_model;
mod unused_data;

pub use result::Calibrated;

use self::data::{data, share, tell};
use self::fit_notes::{FitNotes, notes};
use self::holdout_fit::{first, judged};
use self::law::Law;
use self::result::{DropScatter, Fate};
use self::rows::Data;
use crate::case::{Calibration, Case, Experiment, FitSettings, Uncertainty};
use crate::error::{Diagnostic, Error};
use crate::fit::drop_impacts::Reduction;
use crate::fit::estimate::{BestFit, NoEstimate, fit};
use crate::fit::estimated::LackOfFit;
use crate::fit::file::DataHash;
use crate::fit::identify;
use crate::fit::observations::Target;
use crate::fit::problem::{Datum, Model};
use crate::fit::scaled;

/// Most iterations between the fit and the corrections that depend on it.
const TURNS: usize = 6;
/// Corrections have settled when no unknown moves by more than this part.
const SETTLED: f64 = 1e-7;

/// Refits for the intervals that are accepted: as many as give the tails of 95 % a few refits each.
const REFITS: usize = 199;

/// How much of a calibration is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Estimate, standard errors and held-out data, without refits: enough for a verdict.
    Quick,
    /// `Quick`, the quoted intervals (from 199 refits at most) and the effect of each correction: the accepted numbers.
    Accepted,
    /// Estimate and printed intervals, input uncertainties included.
    Quoted,
    /// Everything.
    Full,
}

/// Options of a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FitOptions {
    pub depth: Depth,
    /// Refits of the bootstrap; those of the case unless given. None are made for a verdict.
    pub resamples: Option<usize>,
}

/// Receives the progress of a calibration and may stop it.
pub trait Watch: Sync {
    /// A stage of the work with this number of pieces begins.
    fn begins(&self, _what: &'static str, _pieces: usize) {}

    /// A piece of the current stage is done.
    fn piece(&self) {}

    /// Whether to stop.
    fn stop(&self) -> bool {
        false
    }
}

/// Ignores progress and never stops the work.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// A fitted law with its data.
struct FittedLaw<'a> {
    data: Data,
    law: Law<'a>,
    estimate: BestFit,
    /// Lack-of-fit test of the groups, if the heights were set anew before every drop and the groups differ only by
    /// chance; every drop is its own group then.
    lack: Option<LackOfFit>,
}

impl FittedLaw<'_> {
    /// Standard deviation of single drops, groups included, beyond their readings.
    fn spread(&self, quantity: usize) -> f64 {
        let own = self.estimate.scatter.get(quantity).copied().unwrap_or(0.0);
        let part = self.data.part_of(quantity);
        own.hypot(self.estimate.between.as_ref().map_or(0.0, |between| between.sigma_of(part)))
    }

    /// Name of the experiment that measured a quantity, if several experiments measured such quantities.
    fn experiment(&self, calibration: &Calibration, quantity: usize) -> Option<String> {
        let targets = &self.data.targets;
        let several = targets.iter().filter(|other| Some(*other) == targets.get(quantity)).count() > 1;
        calibration.experiments().nth(self.data.part_of(quantity)).filter(|_| several).map(Experiment::name)
    }

    /// Scatter between the drops of each experiment.
    fn scatter(&self, calibration: &Calibration) -> Vec<DropScatter> {
        let of = |(quantity, (target, sigma)): (usize, (&Target, &f64))| {
            let experiment = self.experiment(calibration, quantity);
            DropScatter { quantity: *target, experiment, sigma: *sigma }
        };
        self.data.targets.iter().zip(&self.estimate.scatter).enumerate().map(of).collect()
    }
}

/// Calibrates a case.
///
/// # Errors
/// When the case is no calibration, a measurement has no possible flight, the law cannot be computed, or the work was
/// stopped.
pub fn calibrate(case: &Case, how: FitOptions, watch: &dyn Watch) -> Result<Calibrated, Error> {
    // Predictions fail once the work is to end: whatever is made of that is no result.
    let found = work(case, how, watch);
    if watch.stop() { Err(Error::Interrupted) } else { found }
}

fn work(case: &Case, how: FitOptions, watch: &dyn Watch) -> Result<Calibrated, Error> {
    let Some(stated) = &case.calibration else {
        let help = "a case to fit has an [experiment.*] table; `collisionbench run` runs the others";
        return Err(Error::with_help(format!("the case `{}` has no measurements to fit", case.name), help));
    };
    let full = how.depth == Depth::Full;
    let settings = settings(stated, how);
    let judged = judged(stated, &settings, watch)?;
    // What is held out judges a fit of the rest; what is quoted comes from all data.
    let mut whole = Calibration::clone(stated);
    whole.fit.hold_out = None;
    let calibration = &whole;
    let mut found = first(calibration, watch)?;
    let level = settings.uncertainty.level;
    let spreads = intervals::spreads(&found, &settings, how.depth != Depth::Quick, watch)?;
    let mut verdict =
        identify::verdict(&found.data.problem, &found.law, &found.estimate.theta).map_err(Error::wrong)?;
    go_on(watch)?;
    let budget = full || how.depth == Depth::Quoted;
    let budget = budget.then(|| inputs::budget(calibration, &found, &spreads, watch)).transpose()?;
    let mut parameters = intervals::parameters(calibration, &found, &spreads, budget.as_ref(), level);
    if joined::significant_difference(joined::disagree(&found).map_err(Error::wrong)?.as_ref()) {
        parameters.iter_mut().for_each(intervals::withhold);
    }
    let theta = found.estimate.theta.clone();
    let combination = combination::determined_combination(calibration, &found, &parameters, &mut verdict);
    outliers::name(&mut found);
    let FitNotes { mut notes, orders, agreement, consistency } = notes(case, calibration, &mut found)?;
    let (mut models, next, slope) = if full {
        watch.begins("other laws", 0);
        let models = models::others(&found, &mut notes);
        let next = predictions::next(calibration, &found);
        (models, next, slope::study(calibration, &found, &settings, &mut notes, watch)?)
    } else {
        (Vec::new(), Vec::new(), None)
    };
    let curve = predictions::curve(&found, &parameters, spreads.bootstrap.as_ref(), &mut models);
    let validity = predictions::validity(calibration, &found);
    finish(calibration, how, &mut found, &theta)?;
    for (measurement, _) in found.data.measurements.iter_mut().zip(&judged.kept).filter(|(_, kept)| **kept) {
        measurement.fate = Fate::HeldOut;
    }
    Ok(Calibrated {
        case: case.name.clone(),
        title: case.title.clone(),
        source: case.source.clone().unwrap_or_default(),
        kinds: calibration.experiments().map(|experiment| experiment.kind).collect(),
        settings,
        hashes: calibration.experiments().flat_map(|of| of.measured.hashes.clone()).map(DataHash::from).collect(),
        scatter: found.scatter(calibration),
        measurements: found.data.measurements,
        parameters,
        combination,
        estimate: found.estimate,
        orders,
        agreement,
        consistency,
        covariance: spreads.covariance,
        instead: spreads.instead,
        profiles: spreads.profiles,
        bootstrap: spreads.bootstrap,
        correlations: spreads.correlations,
        budget,
        verdict,
        next,
        models,
        curve,
        slope,
        held_out: judged.heights,
        validity,
        notes,
    })
}

/// The fit settings of a case at the requested depth.
fn settings(calibration: &Calibration, how: FitOptions) -> FitSettings {
    let asked = calibration.fit.uncertainty;
    let bootstrap = match how.depth {
        Depth::Quick => 0,
        Depth::Accepted => asked.bootstrap.min(REFITS),
        Depth::Quoted | Depth::Full => how.resamples.unwrap_or(asked.bootstrap),
    };
    let uncertainty = Uncertainty { bootstrap, ..asked };
    FitSettings { uncertainty, ..calibration.fit.clone() }
}

/// Evaluates the measurements again at the best fit, with the effect of each correction and the prediction of the law.
fn finish(calibration: &Calibration, how: FitOptions, found: &mut FittedLaw<'_>, theta: &[f64]) -> Result<(), Error> {
    found.law.confirm(theta, &found.data.problem.data).map_err(Error::wrong)?;
    if how.depth != Depth::Quick {
        let asked = Reduction { effects: true, air: true };
        let again = Data { notes: Vec::new(), ..data(calibration, theta, &[], &asked)? };
        let last = std::mem::replace(&mut found.data, again);
        grouping::take_over(&mut found.data.problem, &last.problem);
        for (measurement, last) in found.data.measurements.iter_mut().zip(last.measurements) {
            measurement.doubt = last.doubt;
        }
    }
    let law = found.law.clone();
    let predict = |datum: &Datum| law.predict(theta, datum).ok();
    let spread: Vec<f64> = (0..found.estimate.scatter.len()).map(|quantity| found.spread(quantity)).collect();
    Ok(tell(calibration, theta, &mut found.data, &predict, &spread)?)
}

/// What a fit starts from.
enum FitStart<'l, 'a> {
    /// A new law.
    Nothing(&'a dyn Watch),
    /// A complete fit of the same table.
    FittedLaw(&'l FittedLaw<'a>),
}

/// Fits the law of a case with other values for some inputs, from given start values.
fn fit_law<'a>(
    calibration: &'a Calibration,
    known: FitStart<'_, 'a>,
    start: &[f64],
    inputs: &[(usize, f64)],
    air: bool,
) -> Result<FittedLaw<'a>, Error> {
    let asked = Reduction { effects: false, air };
    let mut found = data(calibration, start, inputs, &asked)?;
    let law = match &known {
        FitStart::FittedLaw(base) => base.law.moved(inputs),
        FitStart::Nothing(watch) => {
            let law = Law::new(calibration, found.targets.clone(), speeds(&found), *watch);
            needs_speeds(calibration, &found)?;
            law
        }
    };
    let timed = found.impacts.iter().any(|impact| impact.timed);
    let coupled = !found.impacts.is_empty()
        && calibration.experiments().any(|of| of.gravity_during_contact || timed && of.contact_duration);
    let mut law = law.starting(start);
    match known {
        FitStart::FittedLaw(base) => grouping::take_over(&mut found.problem, &base.data.problem),
        _ => share(calibration, start, &asked, &mut found),
    }
    let mut before = start.to_vec();
    let mut turn = 0;
    loop {
        let estimate = fit(&found.problem, &law).map_err(no_estimate)?;
        let moved = estimate.theta.iter().zip(&before).any(|(new, old)| (new - old).abs() > SETTLED * new.abs());
        if !coupled || !moved || turn == TURNS {
            let (estimate, lack) = independent(&mut found, &law, estimate).map_err(no_estimate)?;
            found.uncertain(calibration, &estimate)?;
            return Ok(FittedLaw { data: found, law, estimate, lack });
        }
        turn += 1;
        before.clone_from(&estimate.theta);
        law = law.starting(&before);
        let last = std::mem::replace(&mut found, data(calibration, &before, inputs, &asked)?);
        grouping::take_over(&mut found.problem, &last.problem);
    }
}

/// Makes every drop its own group if the heights were set anew before every drop, the groups differ only by chance, and
/// the drops of a height share no errors.
fn independent(found: &mut Data, law: &Law<'_>, estimate: BestFit) -> Result<(BestFit, Option<LackOfFit>), NoEstimate> {
    if found.spans.len() > 1 {
        let parts = estimate.between.iter().flat_map(|between| &between.parts).zip(&found.spans).enumerate();
        let regroup = parts.filter(|(_, (part, span))| {
            let anew = span.grouping.as_ref().is_some_and(|grouping| grouping.anew);
            anew && part.lack.is_some_and(|lack| !lack.significant())
        });
        let regroup: Vec<usize> = regroup.map(|(part, _)| part).collect();
        grouping::ungroup(&mut found.problem, |datum| regroup.contains(&datum.part));
        return Ok((if regroup.is_empty() { estimate } else { fit(&found.problem, law)? }, None));
    }
    let lack = estimate.between.as_ref().and_then(|between| between.lack);
    if let Some(grouping) = found.grouping.as_mut().filter(|grouping| grouping.anew) {
        grouping.alike = grouping::alike(&found.problem, &estimate.residuals);
        grouping.anew = !grouping.alike;
    }
    let anew = found.grouping.as_ref().is_some_and(|grouping| grouping.anew);
    match lack.filter(|lack| anew && !lack.significant()) {
        None => Ok((estimate, None)),
        Some(lack) => {
            grouping::ungroup(&mut found.problem, |_| true);
            Ok((fit(&found.problem, law)?, Some(lack)))
        }
    }
}

/// The range of speeds at which the law is needed.
fn speeds(data: &Data) -> (f64, f64) {
    let all = data.problem.data.iter().chain(data.kept.iter().map(|(datum, _)| datum)).map(|datum| datum.speed);
    let (low, high) = all.fold((f64::INFINITY, 0.0f64), |(low, high), speed| (low.min(speed), high.max(speed)));
    (0.4 * low, 2.5 * high)
}

/// Refuses restitutions whose speed is unknown, or whose error is beside that of the speed, for a law that depends on speed.
fn needs_speeds(calibration: &Calibration, data: &Data) -> Result<(), Error> {
    let unknown = data.measurements.iter().any(|m| m.speed.is_none());
    let depends = calibration.nominal.force.is_none_or(|force| scaled::power(&force).abs() > 1e-12);
    if depends {
        data.beside_speeds(calibration)?;
    }
    let only = data.targets.iter().all(|target| *target == Target::Restitution);
    if unknown && (depends || !only) {
        let problem =
            Diagnostic::new("the speeds of the impacts are not known, and this law is not the same at every speed");
        let help = "give `speed`, a column or in the experiment, or fit a law with one restitution: linear-dashpot beside hooke";
        return Err(problem.help(help).at(&calibration.experiment.origin).into());
    }
    Ok(())
}

fn go_on(watch: &dyn Watch) -> Result<(), Error> {
    if watch.stop() { Err(Error::Interrupted) } else { Ok(()) }
}

fn no_estimate(error: NoEstimate) -> Error {
    match error {
        NoEstimate::Interrupted => Error::Interrupted,
        other => Error::wrong(format!("the fit fails: {other}")),
    }
}
