//! `collisionbench export CASE|fit.json --to ENGINE`

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::compute::config;
use super::{deck, one_case, print_as_it_is, tolerance, width};
use crate::case::edit::with_value;
use crate::case::{Case, CaseValue, examples};
use crate::codes::export::{Export, Known, export_for as written, known, words};
use crate::codes::{self, CODES, Code, find};
use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile};
use crate::fit::calibrate::result::Parameter;
use crate::fit::file::FitResult;
use crate::fit::spread::Interval;
use crate::law::scene::Scene;
use crate::number::{percent, significant};
use crate::report::columns::wrap;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case, or the fit.json of a fit
    source: PathBuf,
    /// The engines to write input for, `lammps,yade`, or one version, `"lammps 29Sep2021"`; `all` for every engine
    #[arg(long, value_name = "ENGINE", value_delimiter = ',', required = true)]
    to: Vec<String>,
    /// Name of the scene, as `run` shows it, or its number, counted from 1; required where scenes differ in contact or bodies
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// Of a fit: take a fitted parameter at the `low` or `high` end of its interval, or at its `best` value; `NAME=low`
    /// where several are fitted. The others keep their fitted values
    #[arg(long, value_name = "END")]
    at: Option<String>,
    /// Fail if an export is not faithful
    #[arg(long)]
    strict: bool,
    /// Write the complete input of one collision into this new folder, as the driver of the engine writes it, which need not be
    /// installed; of several engines into a folder each inside it
    #[arg(short, long, value_name = "DIR", conflicts_with = "paragraph")]
    out: Option<PathBuf>,
    /// Add the conventions as a paragraph for a methods section
    #[arg(long)]
    paragraph: bool,
    /// Allowed deviation of the restitution from that of the case, for the speed range that is printed
    #[arg(long, value_name = "TOLERANCE", default_value = "1 %")]
    within: String,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

pub(super) fn export(args: &Args) -> Result<(), Error> {
    let within = tolerance("--within", &args.within)?;
    let engines = if args.out.is_some() { Vec::new() } else { engines(&args.to)? };
    let own = config(args.engines.as_deref())?;
    let source = source(&args.source, &own.names())?;
    let fit = source.fit();
    let at = args.at.as_deref().map(|text| ParameterAt::read(text, fit)).transpose()?;
    let end: Vec<(&str, f64)> = at.iter().map(|at| (at.parameter.path.as_str(), at.value)).collect();
    let scene = &source.scene(args.scene.as_deref(), &end)?;
    let examples = source.examples(scene, &end, &own.names());
    if let Some(folder) = &args.out {
        let comments = match (&at, fit) {
            (Some(at), _) => vec![at.words()],
            (None, Some(fit)) => fit.parameters.iter().map(ParameterAt::best).map(|at| at.words()).collect(),
            (None, None) => Vec::new(),
        };
        return deck::write(scene, &args.to, folder, own, comments, |engine| {
            let Some(system) = find(engine.name()) else { return Ok(Vec::new()) };
            let of = |scene: &Scene| {
                let of = |version| written(scene, system, version, within).ok();
                of(engine.version()).or_else(|| of(""))
            };
            let Some(mut found) = of(scene) else { return Ok(Vec::new()) };
            mark_examples(&mut found, &examples, of);
            let departures = if found.faithful() { Vec::new() } else { found.departures() };
            match args.strict && !found.strictly() {
                true => Err(unfaithful(&found).into()),
                false => Ok([found.of_examples(), departures].concat()),
            }
        });
    }
    let name = source.name();
    let title = if scene.name == "-" { name.to_string() } else { format!("{name} at {}", scene.name) };
    let mut texts = Vec::new();
    let mut refused = Vec::new();
    for (system, version) in engines {
        let name = system.name();
        match written(scene, system, &version, within) {
            Ok(mut found) => {
                mark_examples(&mut found, &examples, |scene| written(scene, system, &version, within).ok());
                if args.strict && !found.strictly() {
                    refused.push(unfaithful(&found));
                    continue;
                }
                if let Some(at) = &at {
                    found.known = vec![at.words()];
                } else if let Some(fit) = fit {
                    let there = |scene: &Scene| written(scene, system, &version, within).map_err(|error| error.message);
                    found.known = intervals(fit, &found, system, there);
                }
                texts.push(found.text(&title, args.paragraph));
            }
            Err(error) => {
                let mut problem = Diagnostic::new(format!("no export to {name}: {}", error.message));
                problem.help = error.help;
                refused.push(problem);
            }
        }
    }
    // Of all codes some lack the law: that is no failure beside the others.
    if args.to.iter().any(|name| name.trim() == ALL) && !args.strict && !texts.is_empty() {
        texts.extend(refused.drain(..).map(|problem| format!("# {}\n", problem.message)));
    }
    // With --strict it is all or nothing: a part would look like the whole.
    if !args.strict || refused.is_empty() {
        print_as_it_is(&comments_within(&texts.join("\n"), width()))?;
    }
    if refused.is_empty() { Ok(()) } else { Err(Error::Wrong(refused)) }
}

fn unfaithful(found: &Export) -> Diagnostic {
    if found.faithful() {
        let mut problem = Diagnostic::new(format!("the export to {} depends on example values", found.engine));
        problem.help = found.of_examples();
        return problem.help("put your values in place of them in the case, and fit it again");
    }
    let mut problem = Diagnostic::new(format!("the export to {} is not faithful", found.engine));
    problem.help = [found.why_not.clone(), found.of_examples()].concat();
    problem.help(format!("without --strict: {}", found.speeds()))
}

/// Takes down what of an export depends on example values: what another value, in its own scene, changes.
pub(super) fn mark_examples(
    found: &mut Export,
    examples: &[(String, Option<Scene>)],
    again: impl Fn(&Scene) -> Option<Export>,
) {
    for (example, other) in examples {
        found.depends_on(example.clone(), other.as_ref().and_then(&again).as_ref());
    }
}

/// Refuses a fit whose best value lies beyond a bound of the search: the value is that of the bound, not of the data.
fn inside_its_bounds(fit: &FitResult) -> Result<(), Error> {
    let bound: Vec<&str> = fit.parameters.iter().filter(|of| of.at_bound).map(|of| of.name.as_str()).collect();
    if bound.is_empty() {
        return Ok(());
    }
    let message =
        format!("the fit is at a bound of {}: that value is the bound's, not the data's", bound.join(" and of "));
    let help = "widen the bounds, `between`, or change what the case assumes, and fit again";
    Err(Error::with_help(message, help))
}

/// The word for every code.
const ALL: &str = "all";

/// The requested codes with their versions; an empty version means any.
fn engines(names: &[String]) -> Result<Vec<(&'static Code, String)>, Error> {
    let mut found: Vec<(&'static Code, String)> = Vec::new();
    for name in names {
        let name = name.trim();
        if name == ALL {
            found = CODES.iter().map(|system| (*system, String::new())).collect();
            continue;
        }
        let (name, version) = name.split_once(' ').unwrap_or((name, ""));
        let Some(system) = find(name) else {
            let names: Vec<&str> = codes::names().collect();
            return Err(Error::unknown(format!("there is no engine `{name}` to export to"), name, &names, ", or all"));
        };
        if !found.iter().any(|(other, known)| other.name() == name && known == version.trim()) {
            found.push((system, version.trim().to_string()));
        }
    }
    Ok(found)
}

/// Uncertainty of the numbers of an export: for every fitted value with an interval, the export at both of its ends.
fn intervals(
    fit: &FitResult,
    middle: &Export,
    system: &Code,
    there: impl Fn(&Scene) -> Result<Export, String>,
) -> Vec<String> {
    let mut lines = Vec::new();
    for parameter in &fit.parameters {
        let Some(Interval { low, high }) = parameter.interval else {
            lines.push(format!("the fit has no interval for {}", words(&parameter.path)));
            continue;
        };
        let interval = [low, high];
        let ends =
            interval.map(|end| there(&fit.scene_with(&[(&parameter.path, end)]).map_err(|error| error.to_string())?));
        let fitted = Known { path: &parameter.path, interval, level: Some(parameter.level) };
        lines.extend(known(middle, &ends, system.keys, &fitted));
    }
    lines
}

/// The source of an export.
enum Source {
    Case(Box<Case>, Files),
    Fit(Box<FitResult>),
}

/// The requested case, or the result of a fit.
fn source(asked: &Path, own: &[String]) -> Result<Source, Error> {
    let (name, file, data) = one_case::one_file(asked)?;
    let file = Arc::new(file);
    if FitResult::is_one(&file.text) {
        let fit = FitResult::read(&file)?;
        inside_its_bounds(&fit)?;
        return Ok(Source::Fit(Box::new(fit)));
    }
    Ok(Source::Case(Box::new(Case::read_unjudged(file, &name, &data, own)?), data))
}

impl Source {
    fn name(&self) -> &str {
        match self {
            Self::Case(case, _) => &case.name,
            Self::Fit(fit) => &fit.case,
        }
    }

    fn fit(&self) -> Option<&FitResult> {
        if let Self::Fit(fit) = self { Some(fit) } else { None }
    }

    /// The scene that is asked for; that of a fit with the parameter at an end of its interval.
    fn scene(&self, name: Option<&str>, at: &[(&str, f64)]) -> Result<Scene, Error> {
        match (self, name) {
            (Self::Case(case, _), name) => scene(case, name).cloned(),
            (Self::Fit(fit), None | Some("-" | "1")) => fit.scene_with(at),
            (Self::Fit(fit), Some(name)) => {
                let problem = Diagnostic::new(format!("the case `{}` has no scene `{name}`", fit.case));
                Err(problem.help("for example --scene \"-\"").into())
            }
        }
    }

    /// The example values, each with the scene of another one.
    fn examples(&self, scene: &Scene, end: &[(&str, f64)], own: &[String]) -> Vec<(String, Option<Scene>)> {
        let (case, data) = match self {
            Self::Fit(fit) => return fit.examples(end),
            Self::Case(case, data) => (case, data),
        };
        let other = |example: &CaseValue| {
            let text = with_value(&case.file.text, &example.path, example.moved()?).ok().flatten()?;
            let file = SourceFile { name: case.file.name.clone(), text };
            let there = Case::read_with(file.into(), &case.name, data, own).ok()?;
            there.scenes.into_iter().find(|other| other.name == scene.name)
        };
        let moves = |example: &CaseValue| example.moved().is_some();
        let all = examples(&case.file.text).into_iter().filter(moves);
        all.map(|example| (example.to_string(), other(&example))).collect()
    }
}

/// The one scene: the one named, or the first where all have the same contact and bodies.
fn scene<'a>(case: &'a Case, name: Option<&str>) -> Result<&'a Scene, Error> {
    let Some(first) = case.scenes.first() else {
        let problem =
            Diagnostic::new(format!("`{}` is a calibration: its result is exported, not the case", case.name));
        let short = case.name.rsplit('/').next().unwrap_or(&case.name);
        let fit = format!("collisionbench fit {short}, then collisionbench export reports/fit/{short}/fit.json");
        return Err(problem.help(fit).into());
    };
    if let Some(name) = name {
        return one_case::scene(case, name);
    }
    let same = |scene: &Scene| (scene.force, scene.pair, scene.speed) == (first.force, first.pair, first.speed);
    if case.scenes.iter().all(same) {
        return Ok(first);
    }
    let mut problem = Diagnostic::new(format!(
        "the {} scenes of `{}` differ in contact or bodies: choose one",
        case.scenes.len(),
        case.name
    ));
    problem.help.extend(case.scenes.iter().take(3).map(|scene| format!("for example --scene \"{}\"", scene.name)));
    Err(problem.into())
}

/// The selected value of a fitted parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    Best,
    High,
}

const ENDS: [(&str, End); 3] = [("low", End::Low), ("best", End::Best), ("high", End::High)];

/// A fitted parameter at one of its values.
#[derive(Debug, Clone)]
struct ParameterAt<'a> {
    parameter: &'a Parameter,
    value: f64,
    end: End,
}

impl<'a> ParameterAt<'a> {
    /// Reads `low`, `best`, `high` or, where several parameters are fitted, `NAME=low`.
    ///
    /// # Errors
    /// When the fit has no such parameter, or no interval for it, or the word is none of the three.
    fn read(text: &str, fit: Option<&'a FitResult>) -> Result<Self, Error> {
        let Some(fit) = fit else {
            let message = "--at takes an end of a fitted interval, and this is a case";
            return Err(Error::with_help(message, "export the fit.json that `collisionbench fit` wrote"));
        };
        let (name, word) = text.split_once('=').map_or((None, text), |(name, word)| (Some(name.trim()), word));
        let Some((_, end)) = ENDS.iter().find(|(known, _)| *known == word.trim()) else {
            let help = "use low, best or high; restitution=low where several parameters are fitted";
            return Err(Error::with_help(format!("--at: `{text}` is not an end of an interval"), help));
        };
        let parameter = Self::parameter(name, fit)?;
        let value = match (end, &parameter.interval) {
            (End::Best, _) => parameter.value,
            (End::Low, Some(interval)) => interval.low,
            (End::High, Some(interval)) => interval.high,
            (_, None) => return Err(Error::wrong(format!("the fit has no interval for {}", parameter.name))),
        };
        Ok(Self { parameter, value, end: *end })
    }

    /// A parameter at its fitted value.
    fn best(parameter: &'a Parameter) -> Self {
        Self { parameter, value: parameter.value, end: End::Best }
    }

    fn parameter(name: Option<&str>, fit: &'a FitResult) -> Result<&'a Parameter, Error> {
        let names: Vec<&str> = fit.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        match (name, &fit.parameters[..]) {
            (None, [only]) => Ok(only),
            (None, _) => Err(Error::with_help(
                format!("--at: {} parameters are fitted: name one", fit.parameters.len()),
                format!("for example --at {}=low", names.first().unwrap_or(&"restitution")),
            )),
            (Some(name), all) => all
                .iter()
                .find(|parameter| [&parameter.name, &parameter.path].contains(&&name.to_string()))
                .ok_or_else(|| Error::unknown(format!("--at: the fit has no parameter `{name}`"), name, &names, "")),
        }
    }

    /// `restitution = 0.7900, the low end of 0.7900 to 0.8300 (95 %, profile likelihood); the fitted value is 0.8100`
    fn words(&self) -> String {
        let Parameter { name, unit, value, interval, level, method, .. } = self.parameter;
        // They come into an input's comment: plain words only.
        let (name, unit) = (words(name), words(unit));
        let unit = if unit.is_empty() { unit } else { format!(" {unit}") };
        let (low, high) = interval.as_ref().map_or((*value, *value), |of| (of.low, of.high));
        // Two digits of the width.
        let places = libm::log10(value.abs().max(f64::MIN_POSITIVE)).floor() - libm::log10(high - low).floor() + 2.0;
        let digits = if places.is_finite() { places.clamp(4.0, 17.0) as usize } else { 6 };
        let shown = |value: f64| significant(value, digits);
        let how = method.map_or(String::new(), |method| format!(" ({}, {})", percent(*level), method.word()));
        let range = format!("{} to {}{unit}{how}", shown(low), shown(high));
        let here = format!("{name} = {}{unit}", shown(self.value));
        match (self.end, interval) {
            (End::Best, None) => format!("{here}, the fitted value; the fit has no interval for it"),
            (End::Best, Some(_)) => format!("{here}, the fitted value; its interval is {range}"),
            (End::Low, _) => format!("{here}, the low end of {range}; the fitted value is {}{unit}", shown(*value)),
            (End::High, _) => format!("{here}, the high end of {range}; the fitted value is {}{unit}", shown(*value)),
        }
    }
}

/// Input lines with their comments broken to `width` characters; a line that a code reads stays in one piece.
pub(super) fn comments_within(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let words = line.trim_start_matches(['#', '/', ';', ' ']);
        let mark = &line[..line.len() - words.len()];
        if mark.contains(['#', '/', ';']) && line.chars().count() > width {
            let lines = wrap(words, width.saturating_sub(mark.len()));
            out.push_str(&format!("{mark}{}\n", lines.join(&format!("\n{mark}"))));
        } else {
            out.push_str(&format!("{line}\n"));
        }
    }
    out
}
