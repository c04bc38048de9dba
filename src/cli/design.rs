//! `collisionbench design --restitution E --within U`

use std::fmt::Write;

use clap::ValueEnum;

use super::columns::{columns, row};
use super::{print, tolerance};
use crate::error::{Diagnostic, Error};
use crate::fit::design::{Design, Errors, Forecast, MOST_DROPS, expected, fewest, spaced};
use crate::number::{brief, significant};
use crate::report::quantity::Scale;
use crate::units::{self, Dimension};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Half the width of the 95 % interval that is wanted: 0.01, or as a part of the restitution "1 %"
    #[arg(long, value_name = "TOLERANCE", allow_hyphen_values = true)]
    within: String,
    /// The restitution that is expected, roughly; below 1
    #[arg(long, value_name = "E")]
    restitution: f64,
    /// The lowest height that may be dropped from
    #[arg(long, value_name = "HEIGHT", allow_hyphen_values = true, default_value = "20 cm")]
    lowest: String,
    /// Highest drop height
    #[arg(long, value_name = "HEIGHT", allow_hyphen_values = true, default_value = "1.2 m")]
    highest: String,
    /// Standard uncertainty of a height reading (`height_sigma` of a case)
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, default_value = "1 mm")]
    ruler: String,
    /// Standard deviation of the restitution from drop to drop
    #[arg(long, value_name = "S", default_value_t = 0.005)]
    between_drops: f64,
    /// Standard deviation of the restitution from height to height: a misfit of the law
    #[arg(long, value_name = "S", default_value_t = 0.0)]
    between_heights: f64,
    /// Standard deviation of the zero of the ruler (`height_offset` of a case)
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, default_value = "0 mm")]
    zero: String,
    /// Standard deviation of what is added to rebound heights only (`rebound_offset` of a case)
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, default_value = "0 mm")]
    rebound_zero: String,
    /// Whether a height is set once or anew before each drop (`height_set` of a case)
    #[arg(long, value_enum, default_value_t = Set::EachDrop)]
    height_set: Set,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Set {
    EachDrop,
    Once,
}

/// Probability of the interval.
const LEVEL: f64 = 0.95;
/// How many heights are tried.
const HEIGHTS: [usize; 6] = [3, 4, 5, 6, 8, 10];
/// Lowest heights that are tried, up to a part of the highest one: what is to show how a restitution goes with speed spans a range.
const LOWEST_TRIED: usize = 20;
const SPAN: f64 = 2.0;
/// Higher drops that are tried, as parts of the highest one, where no number of drops is enough.
const HIGHER: [f64; 5] = [1.25, 1.5, 2.0, 3.0, 5.0];
/// Other rulers, as parts of the one that is given.
const RULERS: [f64; 3] = [0.5, 2.0, 5.0];

/// Heights that a drop test may have, m.
const LOWEST: f64 = 1e-3;
const HIGHEST: f64 = 1e3;

/// The requirements of the experiment, SI.
struct Asked {
    within: f64,
    e: f64,
    from: f64,
    to: f64,
    anew: bool,
    errors: Errors,
}

pub(super) fn design(args: &Args) -> Result<(), Error> {
    print(&text(&asked(args)?)?)
}

fn asked(args: &Args) -> Result<Asked, Error> {
    let wrong = |option: &str, what: &str, help: &str| Error::with_help(format!("{option} {what}"), help);
    let length = |option: &str, text: &str| match units::parse(text, Dimension::Length) {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok(value),
        Ok(_) => Err(wrong(option, "must not be below zero", "for example \"1 mm\"")),
        Err(error) => Err(wrong(option, &format!("is not a length: {error}"), "for example \"1 mm\"")),
    };
    let share = |option: &str, value: f64| {
        let fine = (0.0..1.0).contains(&value);
        if fine { Ok(value) } else { Err(wrong(option, "must be at least 0 and below 1", "for example 0.005")) }
    };
    let (from, to) = (length("--lowest", &args.lowest)?, length("--highest", &args.highest)?);
    if !(from > 0.0 && to > from) {
        return Err(wrong(
            "--highest",
            "must be above --lowest, and --lowest above zero",
            "write --lowest \"20 cm\" --highest \"1.2 m\"",
        ));
    }
    if from < LOWEST || to > HIGHEST {
        return Err(wrong(
            "--lowest and --highest",
            "must be between 1 mm and 1 km",
            "write --lowest \"20 cm\" --highest \"1.2 m\"",
        ));
    }
    if !(args.restitution > 0.0 && args.restitution < 1.0) {
        return Err(wrong("--restitution", "must be above 0 and below 1", "a rough value is enough: 0.8"));
    }
    let within = tolerance("--within", &args.within)?;
    let is_absolute = units::split(args.within.trim()).1.is_empty();
    let within = if is_absolute { within } else { within * args.restitution };
    let errors = Errors {
        reading: length("--ruler", &args.ruler)?,
        drops: share("--between-drops", args.between_drops)?,
        heights: share("--between-heights", args.between_heights)?,
        zero: length("--zero", &args.zero)?,
        rebound_zero: length("--rebound-zero", &args.rebound_zero)?,
    };
    if [errors.reading, errors.zero, errors.rebound_zero].iter().any(|error| *error >= from) {
        let what = "--zero and --rebound-zero must be below the lowest height";
        return Err(wrong("--ruler,", what, "they are standard deviations: --ruler \"1 mm\""));
    }
    if errors.reading == 0.0 && errors.drops == 0.0 {
        return Err(wrong("--ruler", "and --between-drops are both zero", "drops without any error need no design"));
    }
    let anew = args.height_set == Set::EachDrop;
    Ok(Asked { within, e: args.restitution, from, to, anew, errors })
}

impl Asked {
    fn expected(&self, design: &Design, errors: &Errors) -> Forecast {
        expected(design, errors, self.e, LEVEL)
    }

    /// Heights to begin at: a low drop costs accuracy, by the readings and most by a zero, which it does not average out.
    fn lowest(&self) -> impl Iterator<Item = f64> {
        let ratio = (self.to / SPAN / self.from).max(1.0);
        let steps = if ratio > 1.0 { LOWEST_TRIED } else { 0 };
        let part = move |step| step as f64 / LOWEST_TRIED as f64;
        let from = self.from;
        (0..=steps).map(move |step| from * libm::pow(ratio, part(step)))
    }

    fn fewest(&self, low: f64, count: usize, errors: &Errors) -> Option<Design> {
        fewest(&spaced(low, self.to, count), self.anew, errors, self.e, LEVEL, self.within)
    }

    /// The fewest drops from so many heights, with these errors; of equals those over the widest range.
    fn with_heights(&self, count: usize, errors: &Errors) -> Option<Design> {
        self.lowest().filter_map(|low| self.fewest(low, count, errors)).min_by_key(|design| design.drops)
    }

    /// The fewest drops; of equals those from more heights, which show more of a misfit.
    fn best(&self, errors: &Errors) -> Option<Design> {
        let all = HEIGHTS.into_iter().rev().filter_map(|count| self.with_heights(count, errors));
        all.min_by_key(|design| design.heights.len() * design.drops)
    }

    /// The error when no number of drops is enough, with the required improvements.
    fn refusal(&self) -> Error {
        let designs = HEIGHTS.into_iter().flat_map(|count| self.lowest().map(move |low| (count, low)));
        let most = designs.map(|(count, low)| {
            let heights = spaced(low, self.to, count);
            self.expected(&Design { drops: MOST_DROPS / count, heights, anew: self.anew }, &self.errors)
        });
        let Some(there) = most.min_by(|one, other| one.half_width.total_cmp(&other.half_width)) else {
            return Error::wrong("no heights to drop from");
        };
        let message = format!(
            "{MOST_DROPS} drops give the restitution to ± {} only, and ± {} is wanted",
            significant(there.half_width, 2),
            brief(self.within)
        );
        let problem = Diagnostic::new(message);
        if there.from_shared > there.from_data {
            let higher = HIGHER.map(|part| part * self.to).into_iter().filter(|to| *to <= HIGHEST);
            let enough = higher.map(|to| Self { to, ..*self }).find(|higher| higher.best(&self.errors).is_some());
            let or = enough
                .map_or(String::new(), |asked| format!(", or drop from higher: --highest \"{}\"", length(asked.to)));
            return problem
                .help("most of it is the zero of the ruler or of the rebounds, which no number of drops averages out")
                .help(format!("measure --zero and --rebound-zero better{or}"))
                .into();
        }
        let help = match self {
            Self { anew: false, .. } => "set the height anew before every drop: --height-set each-drop",
            Self { errors: Errors { heights, .. }, .. } if *heights > 0.0 => {
                "heights that differ by more than their drops count as one number each: lower --between-heights, or raise --highest"
            }
            _ => {
                "drops and readings scatter too much for that: lower --between-drops or --ruler, or raise --highest and --within"
            }
        };
        problem.help(help).into()
    }
}

fn length(value: f64) -> String {
    Scale::of("m", value).show_brief(value)
}

fn text(asked: &Asked) -> Result<String, Error> {
    let best = asked.best(&asked.errors).ok_or_else(|| asked.refusal())?;
    let there = asked.expected(&best, &asked.errors);
    let mut text = String::new();
    let set = if asked.anew { "each height set anew before every drop" } else { "each height set once" };
    let heights: Vec<String> = best.heights.iter().map(|height| length(*height)).collect();
    let _ = writeln!(
        text,
        "{} drops: {} from each of {} heights, read to {}, {set}\n  heights     {}\n  expected    e = {} ± {} at 95 % \
         (median of such experiments)\n  of this     ± {} from the scatter of drops and readings, ± {} from errors that all \
         readings share\n",
        best.heights.len() * best.drops,
        best.drops,
        best.heights.len(),
        length(asked.errors.reading),
        heights.join(", "),
        brief(asked.e),
        significant(there.half_width, 2),
        significant(there.from_data, 2),
        significant(there.from_shared, 2),
    );
    if best.heights.first().is_some_and(|low| *low > asked.from * 1.01) {
        let of = |count| asked.fewest(asked.from, count, &asked.errors);
        let all = HEIGHTS.into_iter().filter_map(of).map(|design| design.heights.len() * design.drops).min();
        let drops = all.map_or(format!("more than {MOST_DROPS} drops"), |drops| format!("{drops} drops"));
        let _ = writeln!(
            text,
            "  from {} on, a wider range, which shows more of how the restitution goes with speed, takes {drops}\n",
            length(asked.from)
        );
    }
    let line = |ruler: f64, count: usize, design: Option<Design>, errors: &Errors| match design {
        Some(design) => vec![
            length(ruler),
            count.to_string(),
            design.heights.first().map_or(String::new(), |low| length(*low)),
            design.drops.to_string(),
            (count * design.drops).to_string(),
            format!("± {}", significant(asked.expected(&design, errors).half_width, 2)),
        ],
        None => vec![length(ruler), count.to_string(), "-".into(), "-".into(), "-".into(), "not reached".into()],
    };
    let mut rows = vec![row(["ruler", "heights", "from", "drops from each", "drops", "expected"])];
    for count in HEIGHTS {
        rows.push(line(asked.errors.reading, count, asked.with_heights(count, &asked.errors), &asked.errors));
    }
    for part in RULERS {
        let errors = Errors { reading: part * asked.errors.reading, ..asked.errors };
        let count = best.heights.len();
        rows.push(line(errors.reading, count, asked.with_heights(count, &errors), &errors));
    }
    text.push_str(&columns(&rows));
    let _ = writeln!(
        text,
        "\nin the case:  height_sigma = \"{}\", height_set = \"{}\"{}{}",
        length(asked.errors.reading),
        if asked.anew { "each drop" } else { "once" },
        offset("height_offset", asked.errors.zero),
        offset("rebound_offset", asked.errors.rebound_zero)
    );
    Ok(text)
}

/// The key of a case for an uncertain zero.
fn offset(key: &str, sigma: f64) -> String {
    if sigma == 0.0 {
        return String::new();
    }
    format!(", {key} = {{ value = \"0 mm\", sigma = \"{}\" }}", length(sigma))
}
