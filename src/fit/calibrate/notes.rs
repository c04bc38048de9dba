//! What is said beside the values of a fit: whether the law describes the data, whether readings scatter as stated, whether residuals have a
//! trend, and what of the table is not used.

use std::ops::Range;

use super::law::Law;
use super::result::{Consistency, Describes, Fate, GoodnessOfFit, LEVEL, Measurement, Order, Restated, Slope, brief};
use super::rows::{Data, data};
use super::{FittedLaw, law, unstated};
use crate::case::experiment::{GRAVITY, HEIGHT_SIGMA, REBOUND_SIGMA, TIME_SIGMA};
use crate::case::{Calibration, Case, Experiment, ExperimentKind, HeightSet, RatioOf};
use crate::collide::restitution;
use crate::data::measure::{Besides, Gap, Unread, Values};
use crate::error::Error;
use crate::fit::curve::power;
use crate::fit::drop_impacts::Reduction;
use crate::fit::estimate::{BestFit, LackOfFit, NoEstimate, fit};
use crate::fit::problem::{Datum, Model, Problem, Target, Unknown};
use crate::fit::spread::{birge, covariance};
use crate::fit::statistics::{Runs, fisher};
use crate::fit::units::{Disagreement, alone, disagreement, places};
use crate::fit::weights::Weights;
use crate::law::damping::{DampingLaw, ZenerPlate};
use crate::law::scene::validity::elastic_duration;
use crate::law::{Damping, Elastic, Ends, PowerForce};
use crate::number::{counted, median, significant};
use crate::numerics::{Bracket, halved, narrowed};

/// Ratio of residuals to stated errors above which a note is made.
const COARSE: f64 = 1.5;

/// Notes and tests of a fit.
pub(super) struct FitNotes {
    pub notes: Vec<String>,
    pub verdicts: Vec<(&'static str, String)>,
    pub orders: Vec<Order>,
    pub agreement: Option<GoodnessOfFit>,
    pub consistency: Option<Consistency>,
}

/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn notes(case: &Case, calibration: &Calibration, found: &mut FittedLaw<'_>) -> Result<FitNotes, Error> {
    let examples: Vec<String> = calibration.examples.iter().map(ToString::to_string).collect();
    let kept = (!examples.is_empty())
        .then(|| format!("example values in {}, not measured: {}", case.file.name, examples.join(", ")));
    let mut notes: Vec<String> = kept.into_iter().chain(std::mem::take(&mut found.data.notes)).collect();
    notes.extend(unused(calibration, found).map_err(Error::wrong)?);
    notes.extend(plate_note(calibration, found));
    notes.extend(weight(calibration, found));
    notes.extend(law::note(found));
    let orders = orders(calibration, found).map_err(Error::wrong)?;
    notes.extend(fans(calibration, found).map_err(Error::wrong)?);
    let mut agreement = agreement(calibration, found);
    let trends: Vec<&Order> = orders.iter().filter(|order| order.rejects()).collect();
    match trends.first().filter(|_| calibration.others.is_empty()) {
        Some(trend) => agreement = Some(of_a_trend(calibration, agreement, trend)),
        None => notes.extend(trends.iter().map(|trend| trend.words())),
    }
    let consistency = consistency(calibration, found)?;
    let exact = unstated::too_exact(calibration, found, consistency.as_ref().map(|consistency| &consistency.birge));
    let clusters = unstated::clusters(calibration, found).map(|words| ("clusters", words));
    let verdicts: Vec<_> = clusters.into_iter().chain(exact.map(|words| ("readings", words))).collect();
    notes.extend(verdicts.iter().map(|(_, words)| words.clone()));
    notes.extend(unstated::drag_alone(calibration));
    // Where readings are told apart from drops, their ratio is the sharper test, and says more.
    let told = consistency.as_ref().is_some_and(|consistency| consistency.birge.too_large());
    if let Some(times) = coarser(&found.estimate).filter(|_| !told) {
        notes.push(format!(
            "the numbers lie {times:.1} times as far from the law as their stated errors allow: the readings are less exact than stated, or the law is not the right one"
        ));
    }
    Ok(FitNotes { notes, verdicts, orders, agreement, consistency })
}

/// Ratio of the residuals to the stated errors, by their median, if it is large; `None` where a scatter is found that makes up for it.
fn coarser(estimate: &BestFit) -> Option<f64> {
    if !estimate.scatter.is_empty() {
        return None;
    }
    // Half of normal errors are within 0.6745 standard deviations.
    let times = median(estimate.standardised.iter().map(|r| r.abs()).collect()) / 0.6745;
    (times > COARSE).then_some(times)
}

/// Significance level of the lack-of-fit test that no setting of heights explains.
const LACK: f64 = 0.01;
/// Scatter between heights, as a part of the value, that no setting of heights explains: `e = sqrt(h'/h)`, so that a height is off
/// by twice as much.
const IMPLAUSIBLE: f64 = 0.1;
/// Largest tolerance of a misfit, over the values: of one beyond it every law is within.
const LARGEST: f64 = 0.5;
/// Significance level of a trend, that of the interval of a slope.
const SLOPE: f64 = 0.05;

/// The goodness of fit of drop experiments; `None` for others.
pub(super) fn agreement(calibration: &Calibration, found: &FittedLaw<'_>) -> Option<GoodnessOfFit> {
    if !calibration.others.is_empty() {
        return Some(agree(calibration, found, disagree(found).ok()?.as_ref()));
    }
    let between = found.estimate.between.as_ref()?;
    let tolerance = calibration.fit.misfit_tolerance;
    let groups = found.data.grouping.as_ref().map_or_else(|| "heights".to_string(), |grouping| grouping.plural());
    let Some(lack) = between.lack.or(found.lack) else {
        let words = untested(found)?;
        return Some(GoodnessOfFit { describes: Describes::NotTested, groups, lack: None, tolerance, words });
    };
    let anew = found.data.grouping.as_ref().is_some_and(|grouping| grouping.anew);
    let heights = calibration.experiment.groups.is_none();
    let used = found.data.used.iter().filter_map(|at| found.data.measurements.get(*at));
    let doubted = used.filter(|measurement| measurement.doubt.is_some()).count();
    let of_value = if heights { lack.between / mean_value(found) } else { 0.0 };
    let tested = tolerance.filter(|tolerance| *tolerance < LARGEST * mean_value(found));
    let describes = judged(&lack, anew, of_value, tested.filter(|_| doubted == 0));
    let mut words = words(&lack, describes, &groups, tested);
    if let Some(tolerance) = tolerance.filter(|_| tested.is_none()) {
        words.push_str(&format!(
            "; the stated tolerance {} is no test of the law: it is half of the values or more, which no data fail",
            significant(tolerance, 2)
        ));
    }
    if describes == Describes::No && of_value > IMPLAUSIBLE {
        words.push_str(&format!(
            ", {} % of the value: the law does not predict single heights, and a setting of heights that explains it would be \
             wrong by {} %",
            significant(100.0 * of_value, 2),
            significant(200.0 * of_value, 2)
        ));
    }
    if let Some(tolerance) = tested.filter(|tolerance| doubted > 0 && lack.upper < *tolerance) {
        words.push_str(&format!(
            "; that is below the stated tolerance {}, but suspicious data ({}) may make the scatter large that the law is tested against: \
             check them, and leave out with a reason what is wrong",
            significant(tolerance, 2),
            counted(doubted, "number"),
        ));
    }
    // What no setting of heights explains is not attributed to one.
    if heights && !anew && describes != Describes::Yes && of_value <= IMPLAUSIBLE {
        let alike = found.data.grouping.as_ref().is_some_and(|grouping| grouping.alike);
        let counts = format!("the interval counts {} heights, not {} drops", lack.groups, lack.drops);
        let set = match calibration.experiment.height_set {
            Some(HeightSet::Once) => "each height was set once",
            _ => "it is not stated that the height was set anew before every drop",
        };
        words.push_str(&match alike {
            true => format!(
                "; the drops of a height differ by less than their stated errors: they share them, as readings do that are \
                 rounded, or the errors are stated too large. A shared error cannot be distinguished from a misfit of the law, \
                 and {counts}"
            ),
            false => format!(
                "; {set}: an error of its setting cannot be distinguished from a misfit of the law, and {counts}. To distinguish \
                 them, set the height anew before every drop and write  height_set = \"each drop\""
            ),
        });
    }
    Some(GoodnessOfFit { describes, groups, lack: Some(lack), tolerance, words })
}

/// That one restitution does not describe a table of ratios whose slope over speed excludes zero; `None` where it does, for drops, whose
/// heights may be off, and for a law that knows the speed.
pub(super) fn of_a_slope(calibration: &Calibration, words: &str, slope: &Slope) -> Option<GoodnessOfFit> {
    let misfit = is_constant(calibration) && !calibration.experiment.kind.flies() && !slope.interval.covers(0.0);
    let words = format!("{CONSTANT}: {words}; the value is a mean over these speeds");
    let (groups, tolerance) = ("rows".to_string(), calibration.fit.misfit_tolerance);
    misfit.then_some(GoodnessOfFit { describes: Describes::No, groups, lack: None, tolerance, words })
}

/// That the law does not describe the data where residuals keep their sign for too long along an abscissa.
fn of_a_trend(calibration: &Calibration, agreement: Option<GoodnessOfFit>, trend: &Order) -> GoodnessOfFit {
    let (groups, tolerance) = ("rows".to_string(), calibration.fit.misfit_tolerance);
    let known = agreement.unwrap_or(GoodnessOfFit {
        describes: Describes::NotTested,
        groups,
        lack: None,
        tolerance,
        words: String::new(),
    });
    let constant = !calibration.experiment.kind.flies() && is_constant(calibration);
    let verdict = if constant { CONSTANT } else { "the law does not describe the data" };
    let words = match known.describes {
        Describes::No => format!("{}; {}", known.words, trend.words()),
        _ if known.words.is_empty() => format!("{verdict}: {}", trend.words()),
        _ => format!("{verdict}: {}; beside it: {}", trend.words(), known.words),
    };
    GoodnessOfFit { describes: Describes::No, words, ..known }
}

const CONSTANT: &str = "a constant does not describe these data";

/// Whether the law has one restitution at every speed.
fn is_constant(calibration: &Calibration) -> bool {
    calibration.nominal.force.is_some_and(|force| power(&force).abs() < 1e-12)
}

/// Mean size of what was measured.
fn mean_value(found: &FittedLaw<'_>) -> f64 {
    let predicted = &found.estimate.predicted;
    predicted.iter().map(|value| value.abs()).sum::<f64>() / predicted.len() as f64
}

/// Scatter beside a trend is no scatter alone. With a tolerance stated a misfit that is not above it is not one that matters.
fn judged(lack: &LackOfFit, anew: bool, of_value: f64, tolerance: Option<f64>) -> Describes {
    let tolerable = tolerance.is_some_and(|tolerance| lack.between <= tolerance);
    match lack.significant() {
        _ if tolerance.is_some_and(|tolerance| lack.upper < tolerance) => Describes::Yes,
        false => Describes::NoMisfitDetected,
        true if tolerable => Describes::Undecided,
        true if trend(lack).is_some() || anew && lack.rarest() < LACK || of_value > IMPLAUSIBLE => Describes::No,
        true => Describes::WithExtraScatter,
    }
}

/// Probability by chance of a trend over speed, where the interval of a slope excludes zero.
fn trend(lack: &LackOfFit) -> Option<f64> {
    lack.trend.filter(|chance| *chance < SLOPE)
}

fn words(lack: &LackOfFit, describes: Describes, groups: &str, tolerance: Option<f64>) -> String {
    let digits = |value: f64| significant(value, 2);
    let [above, below] = lack.dof.map(|dof| format!("{dof:.0}"));
    let slope = lack.along.filter(|along| lack.significant() && *along < lack.chance);
    let slope = slope.map_or(String::new(), |along| format!(", and of their slope over speed, p = {}", brief(along)));
    let test = format!(
        "F({above}, {below}) = {} of the {groups} about the law against the drops in them, p = {}{slope}",
        significant(lack.F, 3),
        brief(lack.chance)
    );
    let (between, upper, seen) = (digits(lack.between), digits(lack.upper), digits(lack.seen));
    match (describes, tolerance) {
        (Describes::Yes, Some(tolerance)) => format!(
            "the law describes the data: the 95 % upper bound of its misfit is {upper}, below the stated tolerance {} ({test})",
            digits(tolerance)
        ),
        (Describes::No, _) => {
            let along = trend(lack).map_or(String::new(), |chance| {
                format!("; the residuals of the {groups} depend on speed, p = {}", brief(chance))
            });
            format!(
                "the law does not describe the data: {test}{along}. The interval is that of a mean over these {groups}, which \
                 differ by {between} (one standard deviation)"
            )
        }
        (Describes::Undecided, Some(tolerance)) => format!(
            "a misfit is detected, {test}; it is {between} between {groups} (95 % upper bound {upper}), and the data do not show \
             whether it is below the stated tolerance {}: more {groups} or more drops are needed",
            digits(tolerance)
        ),
        (Describes::WithExtraScatter, _) => format!(
            "the law describes the mean of the {groups}, with extra scatter: {between} between {groups} (one standard deviation; 95 % \
             upper bound {upper}), which the interval holds; single {groups} differ from it by that: {test}"
        ),
        (_, Some(tolerance)) if lack.upper >= tolerance => format!(
            "no misfit detected: {test}; {seen} between {groups} would be seen with 80 % power. The 95 % upper bound of the \
             misfit is {upper}, not below the stated tolerance {}: more {groups} or more drops are needed",
            digits(tolerance)
        ),
        (..) => format!(
            "no misfit detected: {test}; {seen} between {groups} would be seen with 80 % power (95 % upper bound {upper})"
        ),
    }
}

/// Why there is no test; `None` where no drop has a height.
fn untested(found: &FittedLaw<'_>) -> Option<String> {
    let used = || found.data.used.iter().filter_map(|at| found.data.measurements.get(*at));
    let mut heights: Vec<f64> = used().filter_map(|m| m.height).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    match heights.len() {
        0 => None,
        1 if found.estimate.drops > 1 => Some(
            "all drops are from one height: an error of its setting and a misfit of the law cannot be detected and are not in \
             the interval; drop from several heights"
                .to_string(),
        ),
        count if count == found.estimate.drops => Some(
            "no height is repeated: nothing but the order of the residuals can show a misfit; repeat drops from each height, set \
             anew before every drop, and write  height_set = \"each drop\""
                .to_string(),
        ),
        count => Some(format!(
            "{count} heights are too few for this law to show a misfit: errors of their setting are not in the interval; \
             drop from more heights"
        )),
    }
}

/// Largest factor on a standard deviation in the search, over the ratio: one of several errors has to grow more.
const FARTHEST: f64 = 30.0;
/// Tolerance of the ratio around one.
const CLOSE: f64 = 1e-3;

/// The Birge ratio of a fit; if it is too large, also the standard deviation of the case that would make it one.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn consistency(calibration: &Calibration, found: &FittedLaw<'_>) -> Result<Option<Consistency>, Error> {
    let Some(birge) = birge(&found.data.problem, &found.estimate).map_err(Error::wrong)? else { return Ok(None) };
    let restated = if birge.too_large() { restated(calibration, found, birge.ratio) } else { None };
    Ok(Some(Consistency { birge, restated }))
}

/// The measurements are read again with other standard deviations, and held against the same fit: that the fit itself
/// would move is of second order, since its weights hardly matter to where it ends.
fn restated(calibration: &Calibration, found: &FittedLaw<'_>, ratio: f64) -> Option<Restated> {
    let timed = found.data.impacts.iter().any(|impact| impact.timed);
    if found.data.impacts.is_empty() || !calibration.others.is_empty() {
        return None;
    }
    // The rebound counts most: it is the smaller of the two heights.
    let of_rebounds = calibration.experiment.quantity(&REBOUND_SIGMA).is_some();
    let (key, unit) = match (timed, of_rebounds) {
        (true, _) => (TIME_SIGMA, "s"),
        (_, true) => (REBOUND_SIGMA, "m"),
        _ => (HEIGHT_SIGMA, "m"),
    };
    let name = key.name;
    let mut other = calibration.clone();
    let stated = other.experiment.number(&key)?;
    let mut excess = |log: f64| -> Result<f64, String> {
        if let Some(sigma) = other.experiment.quantity_mut(&key) {
            sigma.value = stated * libm::exp(log);
        }
        let data = data(&other, &found.estimate.theta, &[], &Reduction::PLAIN).map_err(|problem| problem.message)?;
        let there = birge(&data.problem, &found.estimate)?.ok_or("there is no ratio")?;
        Ok(there.ratio - 1.0)
    };
    let far = libm::log(FARTHEST * ratio);
    let lowest = excess(far).ok().filter(|lowest| *lowest <= CLOSE)?;
    let ends = Bracket { a: 0.0, fa: ratio - 1.0, b: far, fb: lowest };
    let found = narrowed(&mut excess, ends, 0.0, CLOSE).ok()?.best();
    Some(Restated { name: name.to_string(), unit: unit.to_string(), stated, wanted: stated * libm::exp(found) })
}

/// Fewest different abscissae for which the numbers of equal abscissae are averaged.
const DIFFERENT: usize = 10;
/// Standard normal deviate that is exceeded on either side by chance in one of a hundred experiments.
const FANS: f64 = 2.576;

/// The runs test for each abscissa and each kind of number, if it can reject.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn orders(calibration: &Calibration, found: &FittedLaw<'_>) -> Result<Vec<Order>, String> {
    let white = whitened(&found.data, &found.estimate)?;
    let mut orders = Vec::new();
    for (abscissa, values) in abscissae(&found.data) {
        for (quantity, target) in found.data.targets.iter().enumerate() {
            let of = found.data.problem.data.iter().zip(values.iter().zip(&white));
            let of = of.filter(|(datum, _)| datum.quantity == quantity);
            // What a height shares goes up or down for all its drops: it is one number of the order.
            let runs = if found.data.grouping.is_some() && abscissa == "speed" {
                in_order(by_groups(of.map(|(datum, (x, r))| (datum.group, *x, *r)).collect()))
            } else {
                in_order(of.map(|(_, (x, r))| (*x, *r)).collect())
            };
            if runs.tells(LEVEL) {
                let experiment = found.experiment(calibration, quantity);
                let (abscissa, quantity) = (abscissa.to_string(), target.word().to_string());
                orders.push(Order { abscissa, quantity, experiment, runs, chance: runs.chance() });
            }
        }
    }
    Ok(orders)
}

/// A note if the scatter of rolling distances is not proportional to the distance: the rank correlation between speeds
/// and magnitudes of residuals (Spearman 1904), nearly normal with variance `1/(n - 1)`.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn fans(calibration: &Calibration, found: &FittedLaw<'_>) -> Result<Option<String>, String> {
    if calibration.experiment.kind != ExperimentKind::Rolling || found.data.targets.len() != 1 {
        return Ok(None);
    }
    let white = whitened(&found.data, &found.estimate)?;
    let speeds = ranks(&found.data.problem.data.iter().map(|datum| datum.speed).collect::<Vec<_>>());
    let sizes = ranks(&white.iter().map(|r| r.abs()).collect::<Vec<_>>());
    let n = speeds.len() as f64;
    let middle = 0.5 * (n - 1.0);
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum::<f64>();
    let rho = product(&speeds, &sizes) / (product(&speeds, &speeds) * product(&sizes, &sizes)).sqrt();
    let ways = if rho < 0.0 { ["less", "wide"] } else { ["more", "narrow"] };
    Ok((rho.abs() * (n - 1.0).sqrt() > FANS).then(|| {
        format!(
            "the rolls scatter {} than in proportion at higher speed (rank correlation {rho:.2}, by chance in less than 1 % of \
             experiments), as the fit takes it: the interval is too {}. Give each row the standard deviation of its reading",
            ways[0], ways[1]
        )
    }))
}

/// The rank of each value, from 0; equal values have the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let (mut ranks, mut below) = (vec![0.0; values.len()], 0.0);
    for alike in order.chunk_by(|a, b| values[*a] == values[*b]) {
        for &at in alike {
            ranks[at] = below + 0.5 * (alike.len() as f64 - 1.0);
        }
        below += alike.len() as f64;
    }
    ranks
}

/// Whitened residuals: uncorrelated and in standard deviations, one per datum.
pub(super) fn whitened(data: &Data, estimate: &BestFit) -> Result<Vec<f64>, String> {
    Ok(Weights::of(&data.problem, estimate)?.whitened(&estimate.residuals))
}

/// Runs of residuals in the order of an abscissa. Residuals of equal abscissa are averaged if enough different ones are
/// left, and otherwise kept in the order of the table.
fn in_order(mut pairs: Vec<(f64, f64)>) -> Runs {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let groups = || pairs.chunk_by(|a, b| a.0 == b.0);
    if groups().count() >= DIFFERENT {
        return Runs::of(groups().map(|group| group.iter().map(|(_, r)| r).sum()));
    }
    Runs::of(pairs.iter().map(|(_, r)| *r))
}

/// The mean place and the sum of the residuals of each group.
fn by_groups(mut of: Vec<(usize, f64, f64)>) -> Vec<(f64, f64)> {
    of.sort_by_key(|(group, ..)| *group);
    let mean = |group: &[(usize, f64, f64)]| {
        let n = group.len() as f64;
        (group.iter().map(|(_, x, _)| x).sum::<f64>() / n, group.iter().map(|(_, _, r)| r).sum())
    };
    of.chunk_by(|a, b| a.0 == b.0).map(mean).collect()
}

/// Name and value of each datum, of those that take several values.
fn abscissae(data: &Data) -> Vec<(&'static str, Vec<f64>)> {
    let known = |of: fn(&Measurement) -> Option<f64>| -> Option<Vec<f64>> {
        data.used.iter().map(|at| data.measurements.get(*at).and_then(of)).collect()
    };
    // A point on the way out of a loop comes after those on the way in, the deepest first.
    let place = |datum: &crate::fit::problem::Datum| if datum.at < 0.0 { 2.0 + datum.at } else { datum.at };
    let overlaps = known(|m| m.overlap).map(|_| data.problem.data.iter().map(place).collect());
    let own = [("angle", known(|m| m.angle)), ("overlap", overlaps), ("speed", known(|m| m.speed))];
    let several = |values: &Vec<f64>| values.iter().any(|value| Some(value) != values.first());
    own.into_iter().filter_map(|(name, values)| Some((name, values.filter(several)?))).collect()
}

/// Significance level of a difference between the groups of a column.
const SPLITS: f64 = 0.05;
/// Most rows and texts that are listed.
const NAMED: usize = 10;

/// One sentence for each kind of unused data.
///
/// # Errors
/// When the problem is not the one the estimate is of.
fn unused(calibration: &Calibration, found: &FittedLaw<'_>) -> Result<Vec<String>, String> {
    let several = found.data.spans.len() > 1;
    let mut all = Vec::new();
    for (span, experiment) in found.data.spans.iter().zip(calibration.experiments()) {
        let Besides { columns, gaps, gapped, notes: found_in, .. } = &experiment.measured.besides;
        let mut notes = found_in.clone();
        if !columns.is_empty() {
            let white = whitened(&found.data, &found.estimate)?;
            // The column of the groups is used: that groups differ is what it is for.
            let passed = columns.iter().enumerate().filter(|(at, _)| experiment.groups != Some(*at));
            let passed: Vec<&Unread> = passed.map(|(_, column)| column).collect();
            let names: Vec<String> = passed.iter().map(|column| format!("`{}`", column.header)).collect();
            match names.len() {
                0 => {}
                1 => notes.push(format!("the column {} is not used", names.concat())),
                _ => notes.push(format!("the columns {} are not used", names.join(", "))),
            }
            notes.extend(passed.iter().filter_map(|column| split(column, &span.measurements, found, &white)));
        }
        notes.extend(other_ratios(experiment));
        if *gapped > 0 {
            let mut named: Vec<String> = gaps.iter().take(NAMED).map(gap).collect();
            if *gapped > NAMED {
                named.push(format!("{} more lines have a gap or follow one", gapped - NAMED));
            }
            notes.push(named.join("; "));
        }
        let name = experiment.name();
        all.extend(notes.into_iter().map(|note| if several { format!("{name}: {note}") } else { note }));
    }
    Ok(all)
}

fn gap(gap: &Gap) -> String {
    let Gap { line, columns, skipped } = gap;
    let columns: Vec<String> = columns.iter().map(|column| format!("`{column}`")).collect();
    let why = match columns.len() {
        0 => "it follows a gap".to_string(),
        1 => format!("{} is empty", columns.concat()),
        _ => format!("{} are empty", columns.join(", ")),
    };
    match (skipped, columns.is_empty()) {
        (true, _) => format!("line {line} is not used, or not all of it: {why}"),
        (false, _) => format!("line {line} is used although {why}"),
    }
}

/// The texts of a column that split the data, by one-way analysis of variance of the residuals (Fisher); `None` where the means
/// differ as chance has it, or there is one text or a number for each.
fn split(column: &Unread, among: &Range<usize>, found: &FittedLaw<'_>, white: &[f64]) -> Option<String> {
    let Values::Texts { texts, of } = &column.values else { return None };
    let data = &found.data;
    // Of each text: how many data, the sum of their values, of their residuals, and of the squares of these.
    let mut sums = vec![[0.0; 4]; texts.len()];
    for ((at, datum), r) in
        data.used.iter().zip(&data.problem.data).zip(white).filter(|((at, _), _)| among.contains(at))
    {
        let row = usize::try_from(data.measurements.get(*at)?.row).ok()?.checked_sub(1)?;
        for (sum, part) in sums.get_mut(*of.get(row)?)?.iter_mut().zip([1.0, datum.value, *r, r * r]) {
            *sum += part;
        }
    }
    // One number is no group.
    let used: Vec<(&String, [f64; 4])> = texts.iter().zip(sums).filter(|(_, [count, ..])| *count > 1.0).collect();
    let total = |part: fn([f64; 4]) -> f64| used.iter().map(|(_, sums)| part(*sums)).sum::<f64>();
    let (all, of_means) = (total(|[n, ..]| n), total(|[n, _, r, _]| r * r / n));
    let (between, within) = (used.len() as f64 - 1.0, all - used.len() as f64);
    let explained = (of_means - total(|[_, _, r, _]| r).powi(2) / all).max(0.0) / between;
    let chance = fisher::above(explained / ((total(|[.., r]| r) - of_means).max(0.0) / within), between, within);
    if !(between >= 1.0 && within >= 1.0 && chance < SPLITS) {
        return None;
    }
    let what = found.data.targets.first().map_or("", |target| target.word()).replace('_', " ");
    let one = found.data.targets.len() == 1;
    let group = |(text, [count, value, ..]): &(&String, [f64; 4])| {
        let mean = if one { format!(", mean {what} {}", brief(value / count)) } else { String::new() };
        format!("\"{text}\" in {count} numbers{mean}")
    };
    let more = if used.len() > NAMED { ", and others" } else { "" };
    Some(format!(
        "the column `{}` splits the data: {}{more} (p = {} by chance, F test): fit each on its own with `group_by`; the value is \
         not valid for any of them",
        column.header,
        used.iter().take(NAMED).map(group).collect::<Vec<_>>().join(", "),
        brief(chance)
    ))
}

/// A note on the columns of ratios that the case does not select.
fn other_ratios(experiment: &Experiment) -> Option<String> {
    let of = experiment.of?;
    let name = |of: RatioOf| of.word().replace('_', " ");
    let others = RatioOf::of(&experiment.measured).into_iter().filter(|other| *other != of);
    let names: Vec<String> = others.map(|other| format!("`{}`", name(other))).collect();
    let chosen = name(of);
    (!names.is_empty())
        .then(|| format!("the fit uses the column `{chosen}`, as the case has it, and not {}", names.join(", ")))
}

/// Least effect of the weight that is worth a note, of the restitution, and over the standard error.
const WEIGHT: [f64; 2] = [1e-4, 0.5];

/// A note where the weight of the ball acts during the contact, is left out, and counts.
fn weight(calibration: &Calibration, found: &FittedLaw<'_>) -> Option<String> {
    let experiment = &calibration.experiment;
    if !experiment.kind.flies() || experiment.gravity_during_contact || !calibration.others.is_empty() {
        return None;
    }
    let mut with = calibration.clone();
    with.experiment.gravity_during_contact = true;
    let theta = &found.estimate.theta;
    let there = data(&with, theta, &[], &Reduction::PLAIN).ok()?;
    let both = || there.problem.data.iter().zip(&found.data.problem.data);
    let moved: Vec<f64> = both().map(|(there, here)| there.value - here.value).collect();
    let scatter = |datum: &Datum| found.estimate.scatter.get(datum.quantity).copied().unwrap_or(0.0);
    let error = libm::pow(both().map(|(_, here)| libm::hypot(here.sigma, scatter(here)).powi(-2)).sum::<f64>(), -0.5);
    let mean = moved.iter().sum::<f64>() / moved.len() as f64;
    let most = moved.iter().copied().fold(0.0, |most: f64, by| if by.abs() > most.abs() { by } else { most });
    if mean.is_nan() || mean.abs() <= WEIGHT[0].max(WEIGHT[1] * error) {
        return None;
    }
    let slowest = both().map(|(_, here)| here.speed).fold(f64::INFINITY, f64::min);
    let duration = elastic_duration(&calibration.scene(theta, slowest).ok()?);
    let part = duration.zip(experiment.number(&GRAVITY)).map_or(String::new(), |(duration, g)| {
        format!(" (g tau/v = {} at the slowest impact)", significant(g * duration / slowest, 2))
    });
    let examples = calibration.examples_of_the_pair().next().map_or("", |_| "with the example values ");
    Some(format!(
        "{examples}the weight of the ball during the contact is too large to be left out{part}: it would move the measured restitutions \
         by about {} in the mean and {} at most. Write  gravity_during_contact = true",
        // To first order: the dashpot is that of the fit without it.
        significant(mean, 1),
        significant(most, 1)
    ))
}

const TOLERANCE: f64 = 1e-10;
/// Thinnest and thickest plate in the search, in radii of the ball.
const THICKNESS: [f64; 2] = [1e-3, 1e3];
const HALVINGS: usize = 60;

/// For a damped ball on a wall of unknown thickness: the plate thickness at which bending waves alone would cause the
/// measured loss (Zener 1941), as a sentence.
pub(super) fn plate_note(calibration: &Calibration, found: &FittedLaw<'_>) -> Option<String> {
    let mut scene = calibration.scene(&found.estimate.theta, 1.0).ok()?;
    let force = scene.force.filter(|force| force.C > 0.0)?;
    let (wall, radius) = (scene.bodies[1].clone(), scene.bodies[0].radius());
    if !wall.is_wall() || matches!(scene.contact.damping, Damping::ZenerPlate(_)) {
        return None;
    }
    let used = found.data.measurements.iter().filter(|m| m.fate == Fate::Used && m.quantity == Target::Restitution);
    let known: Vec<[f64; 2]> = used.filter_map(|m| Some([m.speed?, m.value])).collect();
    let mean = |k: usize| known.iter().map(|pair| pair[k]).sum::<f64>() / known.len() as f64;
    let (speed, e) = (mean(0), mean(1));
    if known.is_empty() {
        return None;
    }
    let name = &wall.name;
    let start =
        format!("a drop test on a plate measures the plate as well, and the thickness of `{name}` is not given");
    // Of examples no thickness follows.
    let known = calibration.examples_of_the_pair().next().is_none();
    let material = wall.material.as_ref().filter(|_| known && !wall.rigid && force.alpha == 1.5);
    let numbers = material.and_then(|m| Some((m.young_modulus?, m.poisson_ratio?, m.density?)));
    let Some((young_modulus, poisson_ratio, density)) = numbers else {
        return Some(format!("{start}: what it takes by bending is counted as a loss of the contact"));
    };
    let elastic = Elastic { K: force.K, alpha: force.alpha, reference_gap: 0.0 };
    let by_bending = |thickness: f64| {
        let plate = ZenerPlate { thickness, young_modulus, poisson_ratio, density, edge_distance: None };
        let dashpot = plate.dashpot(&elastic, &scene.pair, Ends::ZeroOverlap).ok()?;
        restitution(&PowerForce::new(elastic, dashpot, Ends::ZeroOverlap), scene.pair.m_star, speed, TOLERANCE).ok()
    };
    let [thinnest, thickest] = THICKNESS.map(|part| by_bending(part * radius));
    if e >= thickest? {
        return None;
    }
    if thinnest.is_some_and(|least| e < least) {
        return Some(format!("{start}: bending alone cannot take as much as was measured"));
    }
    // By the logarithm: the thicker the plate, the more comes back.
    let ends = THICKNESS.map(|part| libm::log(part * radius));
    let h = libm::exp(halved(ends, HALVINGS, |x| by_bending(libm::exp(x)).is_none_or(|back| back >= e))[1]);
    let twice = 100.0 * (1.0 - by_bending(2.0 * h)?);
    scene.speed = speed;
    let duration = elastic_duration(&scene)?;
    Some(format!(
        "{start}: a plate of its material, {} mm thick, would give the measured mean restitution of {} at {} m/s by bending alone \
         (a contact of {} us), and one twice as thick would take {} % of the speed; if it is a plate, write  \
         plate = {{ normal = ..., thickness = ... }}",
        significant(1e3 * h, 2),
        significant(e, 3),
        significant(speed, 2),
        significant(1e6 * duration, 2),
        significant(twice, 2),
    ))
}

/// Significance level of a difference between experiments, below which no interval is quoted for their common unknowns.
const DISAGREE: f64 = 0.05;
/// Smallest share of the information on an unknown for which an experiment is named.
const TELLS: f64 = 1e-3;

/// Tests whether the experiments of a case agree; `None` for one experiment.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn disagree(found: &FittedLaw<'_>) -> Result<Option<Disagreement>, String> {
    if found.data.spans.len() < 2 { Ok(None) } else { disagreement(&found.data.problem, &found.estimate) }
}

/// Whether chance does not explain how experiments differ.
pub(super) fn significant_difference(test: Option<&Disagreement>) -> bool {
    test.is_some_and(|test| test.chance < DISAGREE)
}

/// The result of the test in words, with the values from each experiment alone.
pub(super) fn agree(calibration: &Calibration, found: &FittedLaw<'_>, test: Option<&Disagreement>) -> GoodnessOfFit {
    let each: Vec<String> = calibration.experiments().map(Experiment::name).collect();
    let names = each.join(" and ");
    let (describes, mut words) = match test {
        None => {
            let words = format!("{names} determine different unknowns: no disagreement between them can be seen");
            (Describes::NotTested, words)
        }
        Some(test) => {
            let shown = format!(
                "F({:.0}, {}) = {}, p = {}",
                test.dof[0],
                significant(test.dof[1], 2),
                significant(test.F, 3),
                brief(test.chance)
            );
            if significant_difference(Some(test)) {
                let words = format!(
                    "the experiments disagree: {names} do not have one value of what they share, {shown}. No interval is given: \
                     the value is that of a fit of all, and is not valid for any of them. Look for an error that one of them has and \
                     the case does not state, such as a zero of the ruler, a clock, drag or a second ball, or fit each alone"
                );
                (Describes::No, words)
            } else {
                (Describes::NoMisfitDetected, format!("no disagreement detected between {names}: {shown}"))
            }
        }
    };
    for (part, name) in each.iter().enumerate() {
        match values(found, part) {
            Ok(values) if values.is_empty() => {}
            Ok(values) => words.push_str(&format!("; {name} alone gives {}", values.join(", "))),
            Err(why) => words.push_str(&format!("; {name} alone cannot be fitted: {why}")),
        }
    }
    let lacks = found.estimate.between.iter().flat_map(|between| &between.parts).zip(&each);
    for (lack, name) in lacks.filter_map(|(part, name)| Some((part.lack.filter(|lack| lack.significant())?, name))) {
        words.push_str(&format!(
            "; in {name} the groups of drops differ by {} beyond the scatter of their drops (p = {}), which the interval holds",
            significant(lack.between, 2),
            brief(lack.rarest())
        ));
    }
    let tolerance = calibration.fit.misfit_tolerance;
    GoodnessOfFit { describes, groups: "experiments".to_string(), lack: None, tolerance, words }
}

/// Values and standard uncertainties, inputs included, of the unknowns that one experiment determines, with the other
/// unknowns fixed.
fn values(found: &FittedLaw<'_>, part: usize) -> Result<Vec<String>, NoEstimate> {
    let FittedLaw { data, law, estimate, .. } = found;
    let places = places(&data.problem);
    let Some(own) = places.get(part) else { return Ok(Vec::new()) };
    let problem = alone(&data.problem, own);
    // How much of the information on each unknown is from here.
    let weights = Weights::of(&data.problem, estimate).map_err(NoEstimate::Problem)?;
    let told = |k: &usize| {
        let white = weights.whitened(estimate.state.jacobian.column(*k).clone_owned().as_slice());
        let here: f64 = own.iter().filter_map(|at| white.get(*at)).map(|slope| slope * slope).sum();
        here > TELLS * white.iter().map(|slope| slope * slope).sum::<f64>()
    };
    let free: Vec<usize> = (0..estimate.theta.len()).filter(told).collect();
    let held = FixedUnknowns::new(law, estimate, free);
    let fitted = fit(&problem, &held)?;
    let Some(by_data) = covariance(&problem, &held, &fitted) else { return Ok(Vec::new()) };
    let inputs = problem.data.first().map_or(0, |datum| datum.shared.len());
    let mut moved = vec![0.0; held.free.len()];
    for input in 0..inputs {
        let by = |datum: &Datum| datum.value + datum.shared.get(input).copied().unwrap_or(0.0);
        let data = problem.data.iter().map(|datum| Datum { value: by(datum), ..datum.clone() });
        let there = fit(&Problem { data: data.collect(), ..problem.clone() }, &held)?;
        for (sum, (there, here)) in moved.iter_mut().zip(there.theta.iter().zip(&fitted.theta)) {
            *sum += (there - here).powi(2);
        }
    }
    let numbers = fitted.unknowns.iter().zip(&fitted.theta).zip(by_data.sigmas.iter().zip(&moved));
    Ok(numbers
        .map(|((unknown, value), (sigma, inputs))| {
            let unit = if unknown.unit.is_empty() || unknown.unit == "1" {
                String::new()
            } else {
                format!(" {}", unknown.unit)
            };
            let sigma = libm::hypot(*sigma, inputs.sqrt()) * fitted.scale();
            format!("{} = {} ± {}{unit}", unknown.name, significant(*value, 5), significant(sigma, 2))
        })
        .collect())
}

/// A law with some unknowns fixed at the values of a fit.
struct FixedUnknowns<'l, 'a> {
    law: &'l Law<'a>,
    theta: Vec<f64>,
    free: Vec<usize>,
    unknowns: Vec<Unknown>,
}

impl<'l, 'a> FixedUnknowns<'l, 'a> {
    fn new(law: &'l Law<'a>, estimate: &BestFit, free: Vec<usize>) -> Self {
        let start = |&k: &usize| {
            let unknown = estimate.unknowns.get(k)?;
            let best = estimate.theta.get(k).copied().filter(|best| unknown.low < *best && *best < unknown.high);
            Some(Unknown { start: best.unwrap_or(unknown.start), ..unknown.clone() })
        };
        let unknowns = free.iter().filter_map(start).collect();
        Self { law, theta: estimate.theta.clone(), free, unknowns }
    }

    fn whole(&self, theta: &[f64]) -> Vec<f64> {
        let mut whole = self.theta.clone();
        self.free.iter().zip(theta).for_each(|(&k, value)| whole[k] = *value);
        whole
    }
}

impl Model for FixedUnknowns<'_, '_> {
    fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        self.law.predict(&self.whole(theta), datum)
    }

    fn sticking_speed(&self, theta: &[f64]) -> Result<f64, String> {
        self.law.sticking_speed(&self.whole(theta))
    }

    fn numerical_error(&self) -> f64 {
        self.law.numerical_error()
    }
}
