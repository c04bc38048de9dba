//! `collisionbench budget CASE`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;

use super::columns::{columns, row};
use super::compute::Computing;
use super::one_case::{one_case, scene};
use super::{print, quantity};
use crate::bench::{Collision, Observed};
use crate::budget::{ErrorBudget, Stepping, Suspects, WallRule, budget as split};
use crate::case::{Case, Settings};
use crate::error::Error;
use crate::number::significant;
use crate::observe::Observable;
use crate::scene::Scene;
use crate::solve::SOLVERS;
use crate::solve::schemes;
use crate::solve::stepper::onset_phases;
use crate::units::Dimension;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case file, or the name of a shipped case
    case: PathBuf,
    /// Name of the scene, as in reports, or its number, counted from 1 (default: the first)
    #[arg(long, value_name = "SCENE")]
    scene: Option<String>,
    /// The observed restitution (default: that of the case's own run)
    #[arg(long, value_name = "E")]
    observed: Option<f64>,
    /// Gravity towards the other body, "9.81 m/s2"
    #[arg(long, value_name = "G")]
    gravity: Option<String>,
    /// Suspected wall rule of the code
    #[arg(long, value_parser = PossibleValuesParser::new(WallRule::ALL.map(WallRule::word)))]
    wall: Option<String>,
    /// Time between two samples of the speeds, "10 us"
    #[arg(long, value_name = "TIME")]
    sampled_every: Option<String>,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

pub(super) fn budget(args: &Args) -> Result<(), Error> {
    let case = one_case(&args.case, args.engines.as_deref())?;
    let first = case.scenes.first().ok_or_else(|| Error::wrong("this case has no scene"))?;
    let scene = args.scene.as_deref().map_or(Ok(first), |name| scene(&case, name))?;
    let of = |text: &Option<String>, option, dimension| {
        text.as_deref().map(|text| quantity(option, text, dimension)).transpose()
    };
    let own = own(args, &case, scene)?;
    let phase = if own.stepping.is_some() { ", first onset phase" } else { "" };
    let (observed, by) = match (args.observed, own.restitution) {
        (Some(given), _) => (given, "--observed".to_string()),
        (None, Ok(own_value)) => (own_value, format!("{}{phase}", own.by)),
        (None, Err(why)) => {
            return Err(Error::with_help(format!("no restitution of this scene: {why}"), "give one with --observed"));
        }
    };
    let suspects = Suspects {
        wall: args.wall.as_deref().and_then(WallRule::from_word),
        gravity: of(&args.gravity, "--gravity", Dimension::Acceleration)?,
        stepping: own.stepping,
        oblique: turned(scene)?,
        sampled_every: of(&args.sampled_every, "--sampled-every", Dimension::Time)?,
    };
    let found = split(scene, observed, &suspects).map_err(|error| Error::wrong(error.to_string()))?;
    let assumed = own.engine.then_some(own.by.as_str());
    print(&said(&case.name, &scene.name, &found, (&by, assumed)))
}

/// The restitution of the scene by a run of the case.
struct Own {
    /// `toy 0.3.1`, `velocity-verlet`
    by: String,
    engine: bool,
    /// Or why there is none.
    restitution: Result<f64, String>,
    stepping: Option<Stepping<'static>>,
}

/// The first production code of the case, a scheme or an engine, at its coarsest step and first onset phase, and what it makes
/// of the scene; a recording or else the reference where there is none. An engine is taken to step as velocity Verlet.
fn own(args: &Args, case: &Case, scene: &Scene) -> Result<Own, Error> {
    let stepped = case.runs.iter().find_map(|run| {
        let Settings::Stepper { ladder, onset_phases: phases } = &run.settings else { return None };
        let scheme = if run.engine { "velocity-verlet" } else { run.solver.text.as_str() };
        let stepping = Stepping {
            scheme: schemes::find(scheme)?,
            step: ladder.first()?.step,
            phase: onset_phases(*phases).next(),
        };
        Some((run, stepping))
    });
    let recorded = || case.runs.iter().find(|run| run.engine).or(case.runs.first());
    let Some(run) = stepped.map(|(run, _)| run).or_else(recorded) else {
        return Err(Error::wrong("this case has no run"));
    };
    let (by, stepping) = (run.solver.text.clone(), stepped.map(|(_, stepping)| stepping));
    let mut own = Own { by, engine: run.engine, restitution: Err(format!("{} ran none", run.solver.text)), stepping };
    if args.observed.is_some() {
        return Ok(own);
    }
    if run.engine {
        let at = case.scenes.iter().position(|other| other.name == scene.name).unwrap_or(0);
        let computing = Computing::with(args.engines.clone());
        let (_, ran) = computing.collisions(&args.case, at, Path::new("reports/budget.engines"))?;
        let of_run = |collision: &&Collision| case.runs.get(collision.run).is_some_and(|of| of.solver == run.solver);
        let mut collisions = ran.cases.iter().flat_map(|case| &case.collisions);
        let Some(found) = collisions.find(of_run) else { return Ok(own) };
        if !found.installation.is_empty() {
            own.by.clone_from(&found.installation);
        }
        own.restitution = match &found.result {
            Ok(observed) => read(observed),
            Err(lost) => Err(format!("{}: {}", own.by, lost.verdict().1)),
        };
        return Ok(own);
    }
    if let Some(solver) = SOLVERS.iter().find(|solver| solver.name() == run.solver.text) {
        let solution = solver.solve(scene, &run.settings).map_err(|e| Error::wrong(e.to_string()))?;
        own.restitution = read(&Observed::new(scene, solution));
    }
    Ok(own)
}

/// The restitution of the first variant at its first onset phase.
fn read(observed: &Observed) -> Result<f64, String> {
    let first = observed.variants.first().and_then(|variant| variant.phases.first());
    let e = first.and_then(|readings| crate::bench::reading(readings, Observable::Restitution));
    e.map(|e| e.value).ok_or_else(|| "the collision has none".to_string())
}

/// The restitution of the law along the normal of first touch, where the normal turns meanwhile.
fn turned(scene: &Scene) -> Result<Option<f64>, Error> {
    if scene.kinematics.is_head_on() || scene.bodies[1].is_wall() {
        return Ok(None);
    }
    let Some(reference) = SOLVERS.iter().find(|solver| solver.name() == "reference") else { return Ok(None) };
    let settings = Settings::Reference { tolerance: 1e-12 };
    let solution = reference.solve(scene, &settings).map_err(|e| Error::wrong(e.to_string()))?;
    Ok(read(&Observed::new(scene, solution)).ok())
}

/// `by`: whose restitution it is, and the engine whose scheme is assumed.
fn said(case: &str, scene: &str, budget: &ErrorBudget, (by, assumed): (&str, Option<&str>)) -> String {
    let signed = |x: f64| if x >= 0.0 { format!("+{}", significant(x, 5)) } else { significant(x, 5) };
    let mut rows = vec![row(["asked for", &significant(budget.requested, 8), ""])];
    for part in &budget.parts {
        let adds = part.adds.map_or("cannot be determined".to_string(), signed);
        let note = match assumed {
            Some(engine) if part.name == "time step" => format!("{}, assumed for {engine}", part.note),
            _ => part.note.clone(),
        };
        rows.push(row([part.name, &adds, &note]));
    }
    rows.push(row(["unexplained", &signed(budget.unexplained()), ""]));
    rows.push(row(["observed", &significant(budget.observed, 8), by]));
    let mut text = format!("{case}{}\n", if scene == "-" { String::new() } else { format!(", {scene}") });
    text.push_str(&columns(&rows));
    let verdict = match (budget.explains(), budget.is_rounding()) {
        (true, true) => "It is the rounding of the computation: there is nothing to explain.",
        (true, false) => "The parts add up to it, to 1 %. Each line is added to those before it.",
        (false, _) => "The parts do not add up to it, to 1 %. Each line is added to those before it.",
    };
    let _ = writeln!(text, "\n  Deviation {}. {verdict}", signed(budget.deviation()));
    text
}
