//! `collisionbench list`

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::compute::config;
use super::print;
use crate::bench;
use crate::case::{Case, RECORDED, RECORDED_TITLE};
use crate::contact::card::Kind;
use crate::contact::shear::{Arm, FrictionLimit};
use crate::contact::{Ends, damping, normal, rolling, tangential};
use crate::error::Error;
use crate::judge::CurveWord;
use crate::observe::Observable;
use crate::oracle::ORACLES;
use crate::report::REPORTERS;
use crate::solve::SOLVERS;
use crate::solve::schemes::SCHEMES;
use crate::system;
use crate::system::SYSTEMS;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to list (default: everything)
    what: Option<What>,
    /// A file that declares your own programs as engines (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Cases,
    Laws,
    #[value(name = "codes", alias = "dialects")]
    Dialects,
    Schemes,
    Ends,
    Limits,
    Levers,
    #[value(name = "theories", alias = "oracles")]
    Oracles,
    Solvers,
    Engines,
    Observables,
    Mutants,
    Datasets,
    Reports,
}

/// Word and one line about it.
type Row = (String, String);

pub(super) fn list(args: &Args) -> Result<(), Error> {
    let own = config(args.engines.as_deref())?.names();
    let mut text = String::new();
    for &what in What::value_variants() {
        if args.what.is_none_or(|wanted| wanted == what) {
            let (heading, rows) = section(what, &own)?;
            text.push_str(&table(&heading, &rows));
        }
    }
    text.push_str("`collisionbench explain NAME` describes any of these.\n");
    print(&text)
}

fn section(what: What, own: &[String]) -> Result<(String, Vec<Row>), Error> {
    Ok(match what {
        What::Cases => cases(own)?,
        What::Laws => {
            let mut rows = kinds("normal", normal::KINDS);
            rows.extend(kinds("damping", damping::KINDS));
            rows.extend(kinds("tangential", tangential::KINDS));
            rows.extend(kinds("rolling", rolling::KINDS));
            ("laws".into(), rows)
        }
        What::Dialects => (
            "DEM codes (contact.NAME)".into(),
            SYSTEMS.iter().map(|d| (d.card().name.into(), d.card().title.into())).collect(),
        ),
        What::Schemes => (
            "schemes of production codes (run.NAME)".into(),
            SCHEMES.iter().map(|s| (s.name().into(), s.card().title.into())).collect(),
        ),
        What::Ends => {
            ("ends of contact (contact.ends)".into(), Ends::ALL.map(|e| (e.word().into(), e.meaning().into())).to_vec())
        }
        What::Limits => {
            let rows = FrictionLimit::ALL.map(|limit| (limit.word().into(), limit.meaning().into()));
            ("Coulomb limits (contact.friction_limit)".into(), rows.to_vec())
        }
        What::Levers => (
            "lever arms (contact.lever)".into(),
            Arm::ALL.map(|arm| (arm.word().into(), arm.meaning().into())).to_vec(),
        ),
        What::Oracles => (
            "theories (agrees_with)".into(),
            ORACLES.iter().map(|o| (o.card.name.into(), o.card.title.into())).collect(),
        ),
        What::Solvers => {
            let recorded = (RECORDED.into(), RECORDED_TITLE.into());
            let own = SOLVERS.iter().map(|s| (s.name().into(), s.title().into()));
            ("solvers (run.NAME)".into(), own.chain([recorded]).collect())
        }
        What::Engines => (
            "engines (run.NAME, or run --engine NAME; `doctor` shows which are installed)".into(),
            system::drivers()
                .map(|(name, driver)| (name.into(), driver.title().into()))
                .chain(own.iter().map(|name| (name.clone(), "declared".into())))
                .collect(),
        ),
        What::Observables => {
            let unit = |si: &str| if si.is_empty() { String::new() } else { format!(" [{si}]") };
            let numbers =
                Observable::ALL.iter().map(|o| (o.word().into(), format!("{}{}", o.doc(), unit(o.dimension().si()))));
            let curves =
                CurveWord::ALL.iter().map(|c| (c.word().into(), format!("{} [{}]", c.doc(), c.dimension().si())));
            ("observables".into(), numbers.chain(curves).collect())
        }
        What::Mutants => (
            "mutants (mutants --only NAME)".into(),
            crate::mutants::mutants().into_iter().map(|m| (m.name.into(), m.breaks.into())).collect(),
        ),
        What::Datasets => {
            let sets = crate::data::titles(&bench::datasets(Path::new(".")))?;
            (
                "datasets and experiments (reference-data)".into(),
                sets.into_iter().map(|set| (set.name, set.title)).collect(),
            )
        }
        What::Reports => ("reports".into(), REPORTERS.iter().map(|r| (r.name.into(), r.about.into())).collect()),
    })
}

fn kinds<L>(axis: &str, kinds: &[Kind<L>]) -> Vec<Row> {
    kinds.iter().map(|k| (format!("contact.{axis}.{}", k.card.name), k.card.title.into())).collect()
}

fn cases(own: &[String]) -> Result<(String, Vec<Row>), Error> {
    let found = bench::find(&[], Path::new("."))?;
    let heading = format!("cases ({})", found.from);
    let rows = found.cases.into_iter().map(|(name, file)| {
        // A case that cannot be read is still there; `run` says what is wrong with it.
        let title = Case::read_with(file.into(), &name, &found.data, own)
            .map_or_else(|_| "cannot be read".into(), |case| case.title);
        (name, title)
    });
    Ok((heading, rows.collect()))
}

fn table(heading: &str, rows: &[Row]) -> String {
    let width = rows.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
    let lines: Vec<String> =
        rows.iter().map(|(word, about)| format!("  {word:width$}  {about}").trim_end().to_string()).collect();
    format!("{heading}\n{}\n\n", lines.join("\n"))
}
