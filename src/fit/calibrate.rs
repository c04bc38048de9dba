//! Calibrates a case: from its measurements to fitted parameters with intervals, tests and notes.
//!
//! Measurements become impacts (the flight, the air, the weight during the contact), impacts become data with their
//! errors and correlations, and the law of the case is fitted to them. What is corrected by the law itself, such as the
//! duration of a contact, is corrected with the fitted one: fit and corrections take turns until nothing moves.

mod inputs;
mod intervals;
mod law;
pub mod notes;
mod outliers;
pub mod predictions;
pub mod result;
mod rows;
mod slope;
mod unstated;

pub use result::Calibrated;
pub use unstated::drag_alone;

use self::law::Law;
use self::notes::FitNotes;
use self::outliers::Outlier;
use self::result::{DataHash, DropScatter, Fate, HeldOutHeight, SlopeStudy, WithoutOutliers};
use self::rows::{Data, data, share, tell};
use crate::case::{Calibration, Case, Excluded, ExcludedRows, Experiment};
use crate::error::{Diagnostic, Error};
use crate::fit::curve;
use crate::fit::drop_impacts::Reduction;
use crate::fit::estimate::{self, BestFit, LackOfFit, NoEstimate, fit};
use crate::fit::problem::Target;
use crate::fit::problem::{Datum, Model};
use crate::fit::spread;
use crate::fit::spread::between_impacts;
use crate::fit::weights::Weights;

/// Most iterations between the fit and the corrections that depend on it.
const TURNS: usize = 6;
/// Corrections have settled when no unknown moves by more than this part.
const SETTLED: f64 = 1e-7;

/// How much of a calibration is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Estimate, standard errors and held-out data: enough for a verdict.
    Quick,
    /// `Quick`, the quoted intervals and the effect of each correction: the accepted numbers.
    Accepted,
    /// Estimate and printed intervals, input uncertainties included.
    Quoted,
    /// Everything.
    Full,
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
        libm::hypot(own, self.estimate.between.as_ref().map_or(0.0, |between| between.sigma_of(part)))
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
pub fn calibrate(case: &Case, depth: Depth, watch: &dyn Watch) -> Result<Calibrated, Error> {
    // Predictions fail once the work is to end: whatever is made of that is no result.
    let found = work(case, depth, watch);
    if watch.stop() { Err(Error::Interrupted) } else { found }
}

fn work(case: &Case, depth: Depth, watch: &dyn Watch) -> Result<Calibrated, Error> {
    let Some(stated) = &case.calibration else {
        let help = "a case to fit has an [experiment.*] table; `collisionbench run` runs the others";
        return Err(Error::with_help(format!("the case `{}` has no measurements to fit", case.name), help));
    };
    let full = depth == Depth::Full;
    let judged = judged(stated, watch)?;
    // What is held out judges a fit of the rest; what is quoted comes from all data.
    let mut whole = Calibration::clone(stated);
    whole.fit.hold_out = None;
    let calibration = &whole;
    let mut found = first(calibration, watch)?;
    let settings = &stated.fit;
    let spreads = intervals::spreads(&found, settings, depth != Depth::Quick)?;
    let mut verdict = spread::verdict(&found.data.problem, &found.law, &found.estimate.theta).map_err(Error::wrong)?;
    go_on(watch)?;
    let line = if full { slope::line(calibration, &found)? } else { None };
    let budgets = full || depth == Depth::Quoted;
    let budgets =
        budgets.then(|| intervals::budget(calibration, &found, &spreads, line.as_ref(), watch)).transpose()?;
    let (budget, of_line) = budgets.unzip();
    let mut parameters = intervals::parameters(calibration, &found, &spreads, budget.as_ref(), settings.level);
    // Where the data claim no uncertainty of an unknown it is no sum of parts.
    let budget = budget.filter(|_| parameters.iter().all(|parameter| parameter.sigma.is_some()));
    if notes::significant_difference(notes::disagree(&found).map_err(Error::wrong)?.as_ref()) {
        parameters.iter_mut().for_each(intervals::withhold);
    }
    let theta = found.estimate.theta.clone();
    let combination = intervals::determined_combination(calibration, &found, &parameters, &mut verdict);
    let named = outliers::name(calibration, &mut found);
    let without = if full || depth == Depth::Quoted { without(calibration, &found, &named, watch)? } else { None };
    let said = notes::notes(case, calibration, &mut found)?;
    let FitNotes { mut notes, mut verdicts, orders, mut agreement, consistency } = said;
    let (mut models, next, slope) = if full {
        watch.begins("other laws", 0);
        let models = predictions::others(calibration, &found, &mut notes);
        let next = predictions::next(calibration, &found);
        let line = line.zip(of_line.flatten());
        let study = slope::study(calibration, &found, settings, line, watch)?;
        (models, next, of_speed(calibration, &found, study, (&mut verdicts, &mut notes)))
    } else {
        (Vec::new(), Vec::new(), None)
    };
    agreement = agreement
        .or_else(|| slope.as_ref().and_then(|study| notes::of_a_slope(calibration, &study.words, &study.corrected)));
    let between_impacts = between_impacts(&found.data.problem, &found.estimate).map_err(Error::wrong)?;
    let curve = predictions::curve(&found, &parameters, spreads.covariance.as_ref(), between_impacts, &mut models);
    let validity = predictions::validity(calibration, &found);
    finish(calibration, depth, &mut found, &theta)?;
    for (measurement, _) in found.data.measurements.iter_mut().zip(&judged.kept).filter(|(_, kept)| **kept) {
        measurement.fate = Fate::HeldOut;
    }
    Ok(Calibrated {
        case: case.name.clone(),
        title: case.title.clone(),
        source: case.source.clone().unwrap_or_default(),
        kinds: calibration.experiments().map(|experiment| experiment.kind).collect(),
        settings: settings.clone(),
        hashes: calibration.experiments().flat_map(|of| of.measured.hashes.clone()).map(DataHash::from).collect(),
        scatter: found.scatter(calibration),
        between_impacts,
        measurements: found.data.measurements,
        parameters,
        combination,
        estimate: found.estimate,
        orders,
        agreement,
        consistency,
        covariance: spreads.covariance,
        profiles: spreads.profiles,
        budget,
        verdict,
        next,
        models,
        curve,
        slope,
        held_out: judged.heights,
        validity,
        without,
        examples: calibration.examples_of_the_pair().cloned().collect(),
        verdicts,
        notes,
    })
}

/// Takes down whether the restitution changes with speed: of a line its first sentence, of few impacts what they show.
fn of_speed(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    study: Option<SlopeStudy>,
    (verdicts, notes): (&mut Vec<(&'static str, String)>, &mut Vec<String>),
) -> Option<SlopeStudy> {
    let few = slope::few(calibration, found);
    let line = study.as_ref().map(|study| study.words.split(". ").next().unwrap_or_default().to_string());
    verdicts.extend(few.clone().or(line).map(|words| ("speed", words)));
    notes.extend(few);
    study
}

/// Fits a case from its start values.
fn first<'a>(calibration: &'a Calibration, watch: &'a dyn Watch) -> Result<FittedLaw<'a>, Error> {
    watch.begins("fitting", 0);
    let found = fit_law(calibration, watch, &calibration.start())?;
    go_on(watch)?;
    Ok(found)
}

/// The held-out data with the predictions of a fit to the others.
#[derive(Default)]
struct HoldoutFit {
    heights: Vec<HeldOutHeight>,
    /// For each measurement, whether it was held out.
    kept: Vec<bool>,
}

/// Fits the other data and predicts the held-out ones.
///
/// # Errors
/// As the fit.
fn judged(calibration: &Calibration, watch: &dyn Watch) -> Result<HoldoutFit, Error> {
    if calibration.fit.hold_out.is_none() {
        return Ok(HoldoutFit::default());
    }
    let found = first(calibration, watch)?;
    let spreads = intervals::spreads(&found, &calibration.fit, false)?;
    let kept = found.data.measurements.iter().map(|measurement| measurement.fate == Fate::HeldOut);
    Ok(HoldoutFit { heights: predictions::held_out(&found, &spreads), kept: kept.collect() })
}

/// The fit without these measurements, which lie too far from the others; `None` where there are none, or nothing can be fitted
/// without them.
///
/// # Errors
/// When the work was stopped.
fn without(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    named: &[Outlier],
    watch: &dyn Watch,
) -> Result<Option<WithoutOutliers>, Error> {
    let mut rest = calibration.clone();
    let mut names = Vec::new();
    for &Outlier { measurement: at, z } in named {
        let part = found.data.spans.iter().position(|span| span.measurements.contains(&at));
        let experiment = match part {
            None | Some(0) => &mut rest.experiment,
            Some(part) => &mut rest.others[part - 1],
        };
        let measurement = &found.data.measurements[at];
        let (which, origin) = (ExcludedRows::Row(measurement.row), experiment.origin.clone());
        experiment.left_out.push(Excluded { which, reason: "it lies too far from the others".to_string(), origin });
        names.push((measurement.name.clone(), z));
    }
    if names.is_empty() {
        return Ok(None);
    }
    let fitted = first(&rest, watch).and_then(|found| {
        let spreads = intervals::spreads(&found, &rest.fit, true)?;
        let budget = intervals::budget(&rest, &found, &spreads, None, watch)?.0;
        Ok(intervals::parameters(&rest, &found, &spreads, Some(&budget), rest.fit.level))
    });
    go_on(watch)?;
    Ok(fitted.ok().map(|parameters| WithoutOutliers { named: names, parameters }))
}

/// Evaluates the measurements again at the best fit, with the effect of each correction and the prediction of the law.
fn finish(calibration: &Calibration, depth: Depth, found: &mut FittedLaw<'_>, theta: &[f64]) -> Result<(), Error> {
    found.law.confirm(theta, &found.data.problem.data).map_err(Error::wrong)?;
    if depth != Depth::Quick {
        let asked = Reduction { effects: true, ..Reduction::PLAIN };
        let again = Data { notes: Vec::new(), ..data(calibration, theta, &[], &asked)? };
        let last = std::mem::replace(&mut found.data, again);
        rows::take_over(&mut found.data.problem, &last.problem);
        for (measurement, last) in found.data.measurements.iter_mut().zip(last.measurements) {
            measurement.doubt = last.doubt;
        }
    }
    let law = found.law.clone();
    let predict = |datum: &Datum| law.predict(theta, datum).ok();
    let spread: Vec<f64> = (0..found.estimate.scatter.len()).map(|quantity| found.spread(quantity)).collect();
    Ok(tell(calibration, theta, &mut found.data, &predict, &spread)?)
}

/// Whether what the measurements are depends on the law: they are corrected by it.
fn coupled(calibration: &Calibration, data: &Data) -> bool {
    let timed = data.impacts.iter().any(|impact| impact.timed);
    let corrected = |of: &Experiment| of.gravity_during_contact || timed && of.contact_duration;
    !data.impacts.is_empty() && calibration.experiments().any(corrected)
}

/// Whether another turn of fit and corrections changes nothing.
fn settled(before: &[f64], after: &[f64]) -> bool {
    before.iter().zip(after).all(|(old, new)| (new - old).abs() <= SETTLED * new.abs())
}

/// Fits the law of a case from given start values.
fn fit_law<'a>(calibration: &'a Calibration, watch: &'a dyn Watch, start: &[f64]) -> Result<FittedLaw<'a>, Error> {
    let mut found = data(calibration, start, &[], &Reduction::PLAIN)?;
    let mut law = Law::new(calibration, found.targets.clone(), speeds(&found), watch).starting(start);
    needs_speeds(calibration, &found)?;
    share(calibration, start, &mut found);
    let mut before = start.to_vec();
    let mut turn = 0;
    loop {
        let estimate = fit(&found.problem, &law).map_err(no_estimate)?;
        if !coupled(calibration, &found) || settled(&before, &estimate.theta) || turn == TURNS {
            let (estimate, lack) = independent(&mut found, &law, estimate).map_err(no_estimate)?;
            found.uncertain(calibration, &estimate)?;
            return Ok(FittedLaw { data: found, law, estimate, lack });
        }
        turn += 1;
        before.clone_from(&estimate.theta);
        law = law.starting(&before);
        let last = std::mem::replace(&mut found, data(calibration, &before, &[], &Reduction::PLAIN)?);
        rows::take_over(&mut found.problem, &last.problem);
    }
}

/// The unknowns with other values for some inputs, by the weights of a fit; `first` is the measurements with these inputs at its unknowns.
fn moved(
    calibration: &Calibration,
    base: &FittedLaw<'_>,
    weights: &Weights,
    inputs: &[(usize, f64)],
    first: Data,
) -> Result<Vec<f64>, Error> {
    let law = base.law.moved(inputs).starting(&base.estimate.theta);
    let (mut before, mut there, mut turn) = (base.estimate.theta.clone(), first, 0);
    loop {
        rows::regroup(&mut there.problem, &base.data.problem);
        let theta = match estimate::moved(&there.problem, &law, weights, &base.estimate) {
            Some(theta) => theta,
            None => {
                rows::take_over(&mut there.problem, &base.data.problem);
                fit(&there.problem, &law).map_err(no_estimate)?.theta
            }
        };
        if !coupled(calibration, &there) || settled(&before, &theta) || turn == TURNS {
            return Ok(theta);
        }
        turn += 1;
        there = data(calibration, &theta, inputs, &Reduction::PLAIN)?;
        before = theta;
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
        rows::ungroup(&mut found.problem, |datum| regroup.contains(&datum.part));
        return Ok((if regroup.is_empty() { estimate } else { fit(&found.problem, law)? }, None));
    }
    let lack = estimate.between.as_ref().and_then(|between| between.lack);
    if let Some(grouping) = found.grouping.as_mut().filter(|grouping| grouping.anew) {
        grouping.alike = rows::alike(&found.problem, &estimate.residuals);
        grouping.anew = !grouping.alike;
    }
    let anew = found.grouping.as_ref().is_some_and(|grouping| grouping.anew);
    match lack.filter(|lack| anew && !lack.significant()) {
        None => Ok((estimate, None)),
        Some(lack) => {
            rows::ungroup(&mut found.problem, |_| true);
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
    let depends = calibration.nominal.force.is_none_or(|force| curve::power(&force).abs() > 1e-12);
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
    Error::wrong(format!("the fit fails: {error}"))
}
