//! `collisionbench list [KIND]`, `collisionbench list --gaps [CASE|FOLDER...]`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::columns::columns;
use super::compute::config;
use super::explain::{About, known};
use super::{print, print_json};
use crate::bench;
use crate::case::{Case, RECORDED, RECORDED_TITLE};
use crate::collide::schemes::SCHEMES;
use crate::collide::solvers;
use crate::error::Error;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to name, a line each (default: how many there are of each kind)
    kind: Option<What>,
    /// Known gaps instead, with their reasons: of case files, folders of them, or names of shipped cases (default: all of
    /// ./cases, or else all shipped ones)
    #[arg(long, value_name = "CASE", num_args = 0.., conflicts_with = "kind")]
    gaps: Option<Vec<PathBuf>>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Cases,
    Laws,
    #[value(name = "codes")]
    Dialects,
    Schemes,
    Ends,
    Limits,
    Levers,
    #[value(name = "theories")]
    Oracles,
    Solvers,
    Engines,
    Observables,
    Datasets,
    Reports,
    Words,
}

/// Name and one line about it.
type Row = (String, String);

/// What there is of one kind, as it is printed and as the object of `--json` has it.
#[derive(Debug, Serialize)]
struct Kind {
    kind: String,
    about: String,
    entries: Vec<Named>,
}

#[derive(Debug, Serialize)]
struct Named {
    name: String,
    title: String,
}

#[derive(Debug, Serialize)]
struct Kinds {
    kinds: Vec<Kind>,
}

impl Kind {
    fn of(what: What, own: &[String]) -> Result<Self, Error> {
        let (about, rows) = section(what, own)?;
        let kind = what.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
        Ok(Self { kind, about, entries: rows.into_iter().map(|(name, title)| Named { name, title }).collect() })
    }
}

pub(super) fn list(args: &Args) -> Result<(), Error> {
    let own = config(args.engines.as_deref())?.names();
    if let Some(cases) = &args.gaps {
        let gaps = Gaps::of(cases, &own)?;
        return if args.json { print_json(&gaps) } else { print(&gaps.text()) };
    }
    let kinds = What::value_variants().iter().filter(|&&what| args.kind.is_none_or(|wanted| wanted == what));
    let kinds = kinds.map(|&what| Kind::of(what, &own)).collect::<Result<Vec<Kind>, Error>>()?;
    if args.json {
        return print_json(&Kinds { kinds });
    }
    let text = match (&kinds[..], args.kind) {
        ([kind], Some(_)) => {
            let rows: Vec<_> = kind.entries.iter().map(|entry| vec![entry.name.clone(), entry.title.clone()]).collect();
            format!("{}\n{}\n`collisionbench explain NAME` describes one.\n", kind.about, columns(&rows))
        }
        _ => {
            let row = |kind: &Kind| vec![kind.kind.clone(), kind.entries.len().to_string(), kind.about.clone()];
            let rows: Vec<_> = kinds.iter().map(row).collect();
            let more = "`collisionbench list KIND` names them, and `--gaps` the known gaps.";
            format!("{}\n{more}\n", columns(&rows))
        }
    };
    print(&text)
}

fn section(what: What, own: &[String]) -> Result<(String, Vec<Row>), Error> {
    let all = known();
    let of = |kind: &str| -> Vec<Row> {
        all.iter().filter(|entry| entry.kind == kind).map(|entry| (entry.name.to_string(), entry.title())).collect()
    };
    let (heading, rows) = match what {
        What::Cases => return cases(own),
        What::Laws => {
            let laws = all.iter().filter(|entry| matches!(entry.about, About::Law(..)));
            ("contact laws", laws.map(|law| (law.path(), law.title())).collect())
        }
        What::Dialects => ("DEM codes (contact.NAME)", of("contact")),
        What::Schemes => {
            let schemes = SCHEMES.iter().map(|scheme| (scheme.name().into(), scheme.card().title.into()));
            ("schemes of production codes (run.NAME)", schemes.collect())
        }
        What::Ends => ("ends of contact (contact.ends)", of("contact.ends")),
        What::Limits => ("Coulomb limits (contact.friction_limit)", of("contact.friction_limit")),
        What::Levers => ("lever arms (contact.lever)", of("contact.lever")),
        What::Oracles => ("theories (agrees_with)", of("theory")),
        What::Solvers => {
            let own = solvers().map(|(name, title)| (name.into(), title.into()));
            ("solvers (run.NAME)", own.chain([(RECORDED.into(), RECORDED_TITLE.into())]).collect())
        }
        What::Engines => {
            let own = own.iter().map(|name| (name.clone(), "declared".into()));
            let heading = "engines (run.NAME, or run --engine NAME; `doctor` shows which are installed)";
            (heading, of("engine").into_iter().chain(own).collect())
        }
        What::Observables => ("numbers of a collision", of("observable")),
        What::Datasets => {
            let sets = crate::data::titles(&bench::datasets(Path::new(".")))?;
            let rows = sets.into_iter().map(|set| (set.name, set.title)).collect();
            ("datasets and experiments (reference-data)", rows)
        }
        What::Reports => ("files of a report", of("report")),
        What::Words => ("words of messages and tables", of("word")),
    };
    Ok((heading.to_string(), rows))
}

fn cases(own: &[String]) -> Result<(String, Vec<Row>), Error> {
    let found = bench::find(&[], Path::new("."))?;
    let heading = format!("cases from {}", found.from);
    let rows = found.cases.into_iter().map(|(name, file)| {
        // A case that cannot be read is still there; `run` says what is wrong with it.
        let title = Case::read_with(file.into(), &name, &found.data, own)
            .map_or_else(|_| "cannot be read".into(), |case| case.title);
        (name, title)
    });
    Ok((heading, rows.collect()))
}

/// Every reason why an expectation is known not to hold, with the expectations that give it.
#[derive(Debug, Serialize)]
struct Gaps {
    reasons: Vec<Gap>,
}

#[derive(Debug, Serialize)]
struct Gap {
    reason: String,
    expectations: Vec<KnownGap>,
}

#[derive(Debug, Serialize)]
struct KnownGap {
    case: String,
    line: usize,
    that: String,
    agrees_with: String,
    engine: Option<String>,
    seen: Vec<String>,
}

impl Gaps {
    fn of(cases: &[PathBuf], own: &[String]) -> Result<Self, Error> {
        let found = bench::find(cases, Path::new("."))?;
        let mut reasons: BTreeMap<String, Vec<KnownGap>> = BTreeMap::new();
        for (name, file) in found.cases {
            let case = Case::read_with(file.into(), &name, &found.data, own)?;
            let fitted = case.calibration.iter().flat_map(|calibration| &calibration.expects);
            for expect in case.expects.iter().chain(fitted) {
                let Some(gap) = &expect.known_gap else { continue };
                reasons.entry(gap.reason.clone()).or_default().push(KnownGap {
                    case: case.file.name.clone(),
                    line: expect.origin.line(),
                    that: expect.that.text.clone(),
                    agrees_with: expect.against.text.clone(),
                    engine: gap.engine.as_ref().map(ToString::to_string),
                    seen: gap.seen.iter().map(|seen| format!("{} {}", seen.observable, seen.text)).collect(),
                });
            }
        }
        Ok(Self { reasons: reasons.into_iter().map(|(reason, expectations)| Gap { reason, expectations }).collect() })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for Gap { reason, expectations } in &self.reasons {
            text.push_str(&format!("{reason}\n"));
            for KnownGap { case, line, that, agrees_with, engine, seen } in expectations {
                let engine = engine.as_ref().map(|engine| format!(", {engine} only")).unwrap_or_default();
                text.push_str(&format!("    {case}:{line}  {that} = {agrees_with}{engine}: {}\n", seen.join(", ")));
            }
        }
        let expectations: usize = self.reasons.iter().map(|gap| gap.expectations.len()).sum();
        text.push_str(&format!(
            "{expectations} expectations are known not to hold, for {} reasons; a run fails when one of them holds\n",
            self.reasons.len()
        ));
        text
    }
}
