//! `collisionbench budget CASE`

use std::fmt::Write;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use super::columns::{columns, row};
use super::one_case::{one_case, scene};
use super::{print, quantity};
use crate::bench::Observed;
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
    /// Name of the scene, as in reports (default: the first)
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
    let (stepping, own) = own(&case, scene, args.observed.is_none())?;
    let Some(observed) = args.observed.or(own) else {
        return Err(Error::wrong("no run of this case has a restitution for this scene: give one with --observed"));
    };
    let suspects = Suspects {
        wall: args.wall.as_deref().and_then(WallRule::from_word),
        gravity: of(&args.gravity, "--gravity", Dimension::Acceleration)?,
        stepping,
        sampled_every: of(&args.sampled_every, "--sampled-every", Dimension::Time)?,
    };
    let found = split(scene, observed, &suspects).map_err(|error| Error::wrong(error.to_string()))?;
    print(&said(&case.name, &scene.name, &found))
}

/// The first production code of the case at its largest time step and first onset phase, with its restitution; the
/// reference if there is none.
fn own(case: &Case, scene: &Scene, wanted: bool) -> Result<(Option<Stepping<'static>>, Option<f64>), Error> {
    let stepped = case.runs.iter().find_map(|run| {
        let Settings::Stepper { ladder, onset_phases } = &run.settings else { return None };
        Some((run, ladder.first()?, *onset_phases, schemes::find(&run.solver.text)?))
    });
    let stepping = stepped.map(|(_, rung, phases, scheme)| Stepping {
        scheme,
        step: rung.step,
        phase: onset_phases(phases).next(),
    });
    let run = stepped.map(|(run, ..)| run).or_else(|| case.runs.iter().find(|run| !run.engine));
    let solver = run.and_then(|run| Some((run, SOLVERS.iter().find(|s| s.name() == run.solver.text)?)));
    let Some((run, solver)) = solver.filter(|_| wanted) else { return Ok((stepping, None)) };
    let solution = solver.solve(scene, &run.settings).map_err(|e| Error::wrong(e.to_string()))?;
    let observed = Observed::new(scene, solution);
    let first = observed.variants.first().and_then(|variant| variant.phases.first());
    let e = first.and_then(|readings| crate::bench::reading(readings, Observable::Restitution));
    Ok((stepping, e.map(|e| e.value)))
}

fn said(case: &str, scene: &str, budget: &ErrorBudget) -> String {
    let signed = |x: f64| if x >= 0.0 { format!("+{}", significant(x, 5)) } else { significant(x, 5) };
    let mut rows = vec![row(["asked for", &significant(budget.requested, 8), ""])];
    for part in &budget.parts {
        let adds = part.adds.map_or("cannot be determined".to_string(), signed);
        rows.push(row([part.name, &adds, &part.note]));
    }
    rows.push(row(["unexplained", &signed(budget.unexplained()), ""]));
    rows.push(row(["observed", &significant(budget.observed, 8), ""]));
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
