//! The complete result of a calibration, from which all reports, pictures and files are made.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::case::{CaseValue, ExperimentKind, FitSettings};
use crate::fit::drop_impacts::Effects;
use crate::fit::estimate::{BestFit, LackOfFit};
use crate::fit::problem::{Target, measured_name};
use crate::fit::spread::{Birge, Covariance, Identifiability, Interval, Profile, UncertaintyBudget, finite};
use crate::fit::statistics::Runs;
use crate::law::scene::validity::ValidityRecord;
use crate::number::significant;
use crate::quantity::Scale;
use crate::words::worded;

/// Everything a calibration found. All numbers are SI.
#[derive(Debug, Clone)]
pub struct Calibrated {
    /// Name of the case.
    pub case: String,
    pub title: String,
    /// Where the measurements come from, as the case says it.
    pub source: String,
    /// Kind of each experiment.
    pub kinds: Vec<ExperimentKind>,
    /// Held-out data, level of the intervals, tolerance.
    pub settings: FitSettings,
    /// Every file of measurements.
    pub hashes: Vec<DataHash>,
    /// Every measured number, used or not, in the order of the table.
    pub measurements: Vec<Measurement>,
    /// The unknowns, in the order of the case.
    pub parameters: Vec<Parameter>,
    /// The combination that drops determine without an assumption about the stiffness.
    pub combination: Option<DashpotCombination>,
    /// The best fit. Its data are the measurements that were used, in their order.
    pub estimate: BestFit,
    /// Scatter between drops for each kind of number of each experiment, if it was estimated.
    pub scatter: Vec<DropScatter>,
    /// Standard deviation between the impacts of a drop, beyond the stated errors; 0 where drops have one.
    pub between_impacts: f64,
    /// The runs tests along each abscissa that can reject.
    pub orders: Vec<Order>,
    /// Whether the law describes the data, if drops are repeated within groups such as heights.
    pub agreement: Option<GoodnessOfFit>,
    /// Comparison of the scatter of the readings with their stated errors; `None` without degrees of freedom.
    pub consistency: Option<Consistency>,
    /// `None` at a bound, where no covariance is claimed.
    pub covariance: Option<Covariance>,
    /// Profile of each unknown; `None` if it is not valid or was not requested.
    pub profiles: Vec<Option<Profile>>,
    /// Contributions of the inputs to the uncertainty of the unknowns.
    pub budget: Option<UncertaintyBudget>,
    pub verdict: Identifiability,
    /// Which height, or speed, should be measured next, the best first.
    pub next: Vec<NextHeight>,
    /// Other laws fitted to the same restitutions, the best first.
    pub models: Vec<AlternativeLaw>,
    /// Restitution against speed of the best fit, with its band; empty where no restitution was measured head-on.
    pub curve: Vec<CurvePoint>,
    /// Whether the restitution changes with speed.
    pub slope: Option<SlopeStudy>,
    /// The held-out heights, and the predictions of a fit to the others.
    pub held_out: Vec<HeldOutHeight>,
    /// The validity sheet at the fastest impact that was used.
    pub validity: Vec<ValidityRecord>,
    /// The fit without the numbers that lie too far from the others, where there are such and it was asked for.
    pub without: Option<WithoutOutliers>,
    /// Values of bodies, materials and the contact that are examples of the case, not measured.
    pub examples: Vec<CaseValue>,
    /// Those of the notes that change what the value means, with a word for each, and whether the restitution changes with speed.
    pub verdicts: Vec<(&'static str, String)>,
    /// Notes for the reader, in sentences.
    pub notes: Vec<String>,
}

/// A file of measurements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DataHash {
    /// As the case names it.
    pub name: String,
    /// SHA-256 of its bytes, hexadecimal.
    pub sha256: String,
}

impl From<(String, String)> for DataHash {
    fn from((name, sha256): (String, String)) -> Self {
        Self { name, sha256 }
    }
}

impl Calibrated {
    /// Takes down that a check of the case fails: its law does not describe the data, whatever the fit alone shows.
    pub fn fails(&mut self, check: &str) {
        let words = format!("the law fails a check of the case: {check}");
        match &mut self.agreement {
            Some(agreement) => {
                agreement.describes = Describes::No;
                agreement.words = format!("{words}; without it: {}", agreement.words);
            }
            None => {
                let (groups, lack, tolerance) = (String::new(), None, self.settings.misfit_tolerance);
                self.agreement = Some(GoodnessOfFit { describes: Describes::No, groups, lack, tolerance, words });
            }
        }
    }

    /// Each parameter, with what it is without the numbers that lie too far from the others.
    pub fn with_and_without(&self) -> impl Iterator<Item = (&Parameter, Option<&Parameter>)> {
        let without = |at: usize| self.without.as_ref().and_then(|without| without.parameters.get(at));
        self.parameters.iter().enumerate().map(move |(at, parameter)| (parameter, without(at)))
    }
}

/// A fit of the numbers that do not lie too far from the others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WithoutOutliers {
    /// The numbers that were left out: name, and standard deviations from the others.
    pub named: Vec<(String, f64)>,
    /// In the order of [`Calibrated::parameters`].
    pub parameters: Vec<Parameter>,
}

/// Numbers of measurements: used, held out, left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    pub drops: usize,
    pub used: usize,
    pub held_out: usize,
    pub left_out: usize,
}

impl Count {
    /// The counts of a calibration.
    pub fn of(found: &Calibrated) -> Self {
        let count = |wanted: fn(&Fate) -> bool| found.measurements.iter().filter(|m| wanted(&m.fate)).count();
        Self {
            drops: found.measurements.iter().map(|m| m.drop).collect::<HashSet<_>>().len(),
            used: count(Fate::is_used),
            held_out: count(|fate| *fate == Fate::HeldOut),
            left_out: count(|fate| matches!(fate, Fate::LeftOut(_))),
        }
    }
}

/// Standard deviation between drops of one kind of measured number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DropScatter {
    pub quantity: Target,
    /// Whose it is, where several experiments measured such numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<String>,
    /// SI.
    pub sigma: f64,
}

/// What became of a measured number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Used,
    /// Used: the ball did not come back, and all that is known is that its speed was not above the sticking speed.
    Stuck,
    /// Used too, and kept from a fit of the rest that is judged by it.
    HeldOut,
    /// Not used, and why.
    LeftOut(String),
}

impl Fate {
    /// Whether it is in the fit that is quoted.
    pub fn is_used(&self) -> bool {
        !matches!(self, Self::LeftOut(_))
    }
}

/// A flight after an impact, as it was read and as the fit has it: from the measured speed before the impact, the fitted
/// restitution, and the flight with all its corrections.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rebound {
    /// Whether it is an interval between impacts, s, or else a height, m.
    pub timed: bool,
    pub measured: f64,
    pub predicted: Option<f64>,
}

/// One measured number and what the fit makes of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measurement {
    /// `0.8 m, throw 1`
    pub name: String,
    /// Which drop, throw or row, counted from 0.
    pub drop: usize,
    /// Which impact of that drop, counted from 1.
    pub number: usize,
    /// Row of the table below the headers, counted from 1.
    pub row: u64,
    /// What was measured.
    pub quantity: Target,
    /// Of the drop, m.
    pub height: Option<f64>,
    /// Of the impact, m/s.
    pub speed: Option<f64>,
    /// Of the impact, from the normal, rad.
    pub angle: Option<f64>,
    /// m, of a point of a loop.
    pub overlap: Option<f64>,
    pub value: f64,
    /// One standard deviation from the readings, where it is known.
    pub sigma: Option<f64>,
    /// One standard deviation as it was used, scatter between drops included; `None` where it was not used.
    pub sigma_used: Option<f64>,
    /// What the fit makes of it; `None` where it cannot be computed.
    pub predicted: Option<f64>,
    /// The rebound height or interval behind it.
    pub rebound: Option<Rebound>,
    /// What each correction did to the restitution.
    pub effects: Effects,
    pub fate: Fate,
    /// What looks wrong about it; it is used all the same unless the case leaves it out.
    pub doubt: Option<String>,
}

impl Measurement {
    /// Value less prediction.
    pub fn residual(&self) -> Option<f64> {
        self.predicted.map(|predicted| self.value - predicted)
    }

    /// Residual over the standard deviation that was used, scatter included.
    pub fn standardised(&self) -> Option<f64> {
        Some(self.residual()? / self.sigma_used?)
    }
}

worded! {
    /// The method of an interval.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum IntervalMethod {
        #[serde(rename = "profile likelihood")]
        Profile = "profile likelihood",
        #[serde(rename = "covariance")]
        Covariance = "covariance",
    }
}

/// One fitted number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Parameter {
    /// `contact.damping.tsuji.restitution`
    pub path: String,
    pub name: String,
    /// SI; empty for a plain number.
    pub unit: String,
    /// The best fit.
    pub value: f64,
    /// Standard uncertainty from the data alone, type A.
    #[serde(rename = "standard_uncertainty_of_data")]
    pub sigma_data: Option<f64>,
    /// Combined standard uncertainty: data and inputs.
    #[serde(rename = "standard_uncertainty")]
    pub sigma: Option<f64>,
    /// The interval that is quoted, from the data alone.
    #[serde(rename = "interval_of_data", serialize_with = "finite")]
    pub interval_data: Option<Interval>,
    /// The quoted interval, widened by the inputs on each side: `sqrt(side^2 + (t u_inputs)^2)`.
    #[serde(serialize_with = "finite")]
    pub interval: Option<Interval>,
    /// The method of the quoted interval.
    pub method: Option<IntervalMethod>,
    /// Probability of the intervals.
    pub level: f64,
    /// The available intervals by method, from the data alone.
    #[serde(serialize_with = "finite")]
    pub by_covariance: Option<Interval>,
    #[serde(serialize_with = "finite")]
    pub by_profile: Option<Interval>,
    /// Whether the data would rather have it beyond one of its bounds.
    pub at_bound: bool,
    /// Whether the data do not bound it below, or above: that end of the interval is its bound.
    pub open: [bool; 2],
    /// Possible shift by numerical errors; `None` where it is not known.
    pub numerical: Option<f64>,
}

/// Whether readings scatter by what is stated of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Consistency {
    pub birge: Birge,
    /// Where they scatter by more: the number of the case that would explain it. `None` where the case has no such number,
    /// since its table has a column of them.
    pub restated: Option<Restated>,
}

impl Consistency {
    /// That readings scatter by more than is stated of them, and which standard deviation would explain it; `None` where
    /// chance explains it.
    pub fn too_small(&self) -> Option<String> {
        let Self { birge, restated } = Some(self).filter(|found| found.birge.too_large())?;
        let who = if birge.within_drops { "numbers of one drop scatter" } else { "the numbers scatter" };
        let times = significant(birge.ratio, 3);
        let mut text = format!(
            "{who} {times} times as much as their stated uncertainty, and chance explains at most {} times in 99 of 100 experiments: the reading uncertainty is too small, impacts differ from each other, or the law is wrong",
            significant(birge.limit, 3)
        );
        match restated {
            Some(Restated { name, unit, stated, wanted }) => {
                let scale = Scale::of(unit, *wanted);
                text.push_str(&format!(
                    "; {name} = \"{}\" in place of \"{}\" would make the ratio 1",
                    scale.show(*wanted, 3),
                    scale.show_brief(*stated)
                ));
            }
            None => text.push_str(&format!("; standard deviations {times} times as large would make the ratio 1")),
        }
        Some(text)
    }
}

/// A standard deviation of the case with which the Birge ratio would be one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Restated {
    /// `time_sigma`, `height_sigma`, `rebound_sigma`
    pub name: String,
    /// `s`, `m`
    pub unit: String,
    /// As the case has it.
    pub stated: f64,
    pub wanted: f64,
}

/// The combination that drops determine of a dashpot `C delta^beta v` with a spring `K delta^n`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DashpotCombination {
    /// `A (K/m*)^(2/5)`
    pub formula: String,
    pub unit: String,
    pub value: f64,
    /// From the data alone.
    #[serde(serialize_with = "finite")]
    pub interval: Option<Interval>,
    /// The assumptions from which the unknown follows, in words.
    pub given: String,
}

/// A candidate for the next measurement.
#[derive(Debug, Clone, PartialEq)]
pub struct NextHeight {
    /// Drop height, m; `None` where bodies do not fall.
    pub height: Option<f64>,
    /// m/s
    pub speed: f64,
    /// Standard deviation of the first unknown with one more such drop, over that without.
    pub shrinks_to: f64,
}

/// Another law fitted to the same restitutions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AlternativeLaw {
    pub name: String,
    /// `e = const (tsuji)`
    pub title: String,
    /// Its unknowns.
    pub unknowns: Vec<UnknownOfLaw>,
    /// Akaike's criterion, and that for few data; `None` for too few and at a bound.
    pub aic: Option<f64>,
    pub aicc: Option<f64>,
    /// AICc minus that of the best law.
    pub behind: Option<f64>,
    /// Of heights left out in turn, in standard deviations; near 1 for the true law.
    pub held_out_mean_square: Option<f64>,
    /// Whether an unknown is at a bound.
    pub at_bound: bool,
    /// Its restitution at the speeds of [`Calibrated::curve`].
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub curve: Vec<f64>,
}

/// An unknown of another law, SI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnknownOfLaw {
    pub name: String,
    pub unit: String,
    pub value: f64,
}

impl AlternativeLaw {
    /// Why it has no criterion, where it has none.
    pub fn without_criterion(&self) -> &'static str {
        if self.at_bound { "at a bound" } else { "too few data" }
    }
}

/// Restitution at a speed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CurvePoint {
    /// m/s
    pub speed: f64,
    pub restitution: f64,
    /// Of the mean restitution, at the level of the fit; from the data alone.
    pub band: Option<Interval>,
    /// Of one more drop: the band, the scatter between drops and the error of a reading.
    pub next_drop: Option<Interval>,
}

/// A straight line through the restitutions, `e = e_mean + slope (v - v_mean)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Slope {
    /// s/m
    pub value: f64,
    pub sigma_data: f64,
    /// Data and inputs.
    pub sigma: f64,
    /// At the level of the fit, inputs included.
    pub interval: Interval,
    pub budget: UncertaintyBudget,
}

/// The slope of the restitution over the speed, with and without the air.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SlopeStudy {
    /// With all corrections of the case.
    pub corrected: Slope,
    /// The same measurements with the air left out; `None` where the case has none.
    pub without_air: Option<Slope>,
    /// The conclusion in words.
    pub words: String,
}

/// A height that was kept from a fit of the rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HeldOutHeight {
    /// m
    pub height: f64,
    /// Mean speed of its impacts, m/s.
    pub speed: f64,
    pub drops: usize,
    /// Mean measured restitution, and one standard deviation of that mean, scatter between drops included.
    pub measured: f64,
    pub measured_sigma: f64,
    /// Mean prediction, and its standard uncertainty.
    pub predicted: f64,
    pub predicted_sigma: f64,
}

impl HeldOutHeight {
    /// Measured less predicted, in standard deviations of both together.
    pub fn off(&self) -> f64 {
        (self.measured - self.predicted) / libm::hypot(self.measured_sigma, self.predicted_sigma)
    }
}

/// What may be said of the law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Describes {
    /// The upper bound of the misfit is below the stated tolerance.
    Yes,
    /// No misfit is detected, and no tolerance is stated or reached.
    NoMisfitDetected,
    /// Groups differ by more than their drops scatter, without a trend.
    WithExtraScatter,
    /// A misfit is detected, and the data do not show whether it is above the stated tolerance.
    Undecided,
    No,
    /// No drop was repeated, or there is one height.
    NotTested,
}

impl Describes {
    /// A word or two, for a table.
    pub fn short(self) -> &'static str {
        match self {
            Self::Yes => "holds",
            Self::NoMisfitDetected => "no misfit",
            Self::WithExtraScatter => "extra scatter",
            Self::Undecided => "undecided",
            Self::No => "misfit",
            Self::NotTested => "not tested",
        }
    }
}

/// The law against the data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GoodnessOfFit {
    pub describes: Describes,
    /// `heights`, `values of session`
    pub groups: String,
    /// `None` where it cannot be tested.
    #[serde(skip)]
    pub lack: Option<LackOfFit>,
    /// As the case states it.
    pub tolerance: Option<f64>,
    pub words: String,
}

/// The test of one abscissa and one kind of measured number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Order {
    /// `speed`, `angle`, `overlap`
    pub abscissa: String,
    /// What was measured, `restitution`.
    pub quantity: String,
    /// Whose it is, where several experiments measured such numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<String>,
    pub runs: Runs,
    /// Probability of so few runs by chance.
    pub chance: f64,
}

impl Order {
    /// Whether the residuals keep their sign for too long.
    pub fn rejects(&self) -> bool {
        self.chance < LEVEL
    }

    /// What it says of the law, where it rejects it.
    pub fn words(&self) -> String {
        let Runs { above, below, runs } = self.runs;
        let (abscissa, quantity) =
            (&self.abscissa, measured_name(&self.quantity.replace('_', " "), self.experiment.as_deref()));
        let counted = format!(
            "the residuals of the {quantity} in the order of {abscissa} have {runs} runs of one sign ({above} values above, {below} below the fit)"
        );
        let chance = format!(
            "by chance, so few or fewer occur in {} % of experiments (Wald & Wolfowitz 1940)",
            crate::number::brief(100.0 * self.chance)
        );
        format!(
            "{counted}: {chance}: the law does not describe how the {quantity} changes with {abscissa}, and the interval is not valid"
        )
    }
}

/// Significance level of the runs test.
pub const LEVEL: f64 = 0.01;

/// Three digits, as they are read most easily.
pub(super) fn brief(value: f64) -> String {
    if value == 0.0 || (1e-2..1e4).contains(&value.abs()) { format!("{value:.3}") } else { format!("{value:.2e}") }
}
