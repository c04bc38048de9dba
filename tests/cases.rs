//! Every file in `cases/` is a test: it is read, run, judged, and must come out as it says. A case about engines of which
//! none is installed here is reported as ignored.

use std::path::Path;
use std::process::ExitCode;

use collisionbench::bench::Verdict;
use collisionbench::bench::{Plan, Silent, execute, find};
use collisionbench::codes::engine::{Config, Engines, Folders};
use collisionbench::collide::collide;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = match find(&[], here) {
        Ok(found) => found,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let engines = Engines::new(Config::default(), Folders::temporary());
    let trials = found.cases.into_iter().map(|(name, file)| {
        let asked: Vec<&str> =
            engines.names().into_iter().filter(|it| file.text.contains(&format!("[run.{it}"))).collect();
        let absent = !asked.is_empty() && asked.iter().all(|engine| engines.installations(engine).is_empty());
        Trial::test(name.clone(), move || run(&name)).with_ignored_flag(absent)
    });
    let trials = trials.collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn run(name: &str) -> Result<(), Failed> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plan = Plan::new(find(&[format!("cases/{name}.toml").into()], here)?)?;
    let run = execute(&plan, &collide, &Silent)?;
    let mut wrong = Vec::new();
    for check in run.cases.iter().flat_map(|case| &case.checks) {
        // An engine may be absent here, or in the version a case is about.
        let skip = name.starts_with("engines/");
        let met = matches!(check.outcome, Verdict::Pass | Verdict::Gap) || (skip && check.outcome == Verdict::Skip);
        if !met {
            wrong.push(format!(
                "line {}: {} of {}: {} against {}: expected {:?}, got {:?}, off {:?} of {:?} {} {}",
                check.line,
                check.observable,
                check.scene,
                check.outcome.word(),
                check.against,
                check.expected,
                check.observed,
                check.deviation,
                check.allowed,
                check.deviation_unit,
                check.reason.as_deref().unwrap_or("")
            ));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
