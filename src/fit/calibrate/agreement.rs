//! States in words whether the law describes the data: lack of fit compared with the scatter of repeated drops.

use super::goodness_of_fit::{Describes, GoodnessOfFit};

use super::goodness_of_fit::brief;
use super::{FittedLaw, joined};
use crate::case::{Calibration, HeightSet};
use crate::fit::estimate::LackOfFit;
use crate::number::{counted, significant};

/// Significance level of the lack-of-fit test that no setting of heights explains.
const LEVEL: f64 = 0.01;
/// Scatter between heights, as a part of the value, that no setting of heights explains: `e = sqrt(h'/h)`, so that a height is off
/// by twice as much.
const IMPLAUSIBLE: f64 = 0.1;
/// Significance level of a trend, that of the interval of a slope.
const SLOPE: f64 = 0.05;

/// The goodness of fit of drop experiments; `None` for others.
pub(super) fn agreement(calibration: &Calibration, found: &FittedLaw<'_>) -> Option<GoodnessOfFit> {
    if !calibration.others.is_empty() {
        return Some(joined::agree(calibration, found, joined::disagree(found).ok()?.as_ref()));
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
    let describes = judged(&lack, anew, of_value, tolerance.filter(|_| doubted == 0));
    let mut words = words(&lack, describes, &groups, tolerance);
    if describes == Describes::No && of_value > IMPLAUSIBLE {
        words.push_str(&format!(
            ", {} % of the value: the law does not predict single heights, and a setting of heights that explains it would be \
             wrong by {} %",
            significant(100.0 * of_value, 2),
            significant(200.0 * of_value, 2)
        ));
    }
    if let Some(tolerance) = tolerance.filter(|tolerance| doubted > 0 && lack.upper < *tolerance) {
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
        true if trend(lack).is_some() || anew && lack.rarest() < LEVEL || of_value > IMPLAUSIBLE => Describes::No,
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
