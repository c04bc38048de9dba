//! `collisionbench check-law LIBRARY`

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::one_case::one_case;
use super::{print, print_as_it_is, print_json, width};
use crate::case::Case;
use crate::codes;
use crate::codes::function::grade::Verdict;
#[cfg(unix)]
use crate::codes::function::host;
use crate::codes::function::judge::{Judged, judged};
use crate::codes::function::{Failure, HEADER, library as shared};
use crate::data::Files;
use crate::error::{Error, Exit, SourceFile};
use crate::law::scene::Scene;
use crate::law::{damping, normal, tangential};
use crate::report::block::{Block, coloured};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A shared library with the functions of collisionbench.h
    #[arg(required_unless_present = "header")]
    library: Option<PathBuf>,
    /// What it claims to be: "lammps damping=tsuji e=0.5", "hertz, tsuji restitution=0.5, ends=force-clamped", or a case
    #[arg(long, value_name = "LAW")]
    claims: Option<String>,
    /// A parameter of the law, `restitution=0.5`, in the unit that it describes; as often as needed
    #[arg(short, long, value_name = "NAME=VALUE")]
    parameter: Vec<String>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
    /// Print collisionbench.h, the C interface of a law
    #[arg(long)]
    header: bool,
}

/// The first word of the process in which a library runs: no verb, as nobody types it.
const HOST_WORD: &str = "law-host";

/// What this process is for where it was started for a library: with [`HOST_WORD`], the library, and a file for what that prints. Its exit code.
pub(super) fn host(words: &[OsString]) -> Option<u8> {
    let [_, word, library, printed] = words else { return None };
    (word == HOST_WORD).then(|| if served(library.as_ref(), printed.as_ref()) { 0 } else { Exit::NoResult as u8 })
}

#[cfg(unix)]
fn served(library: &Path, printed: &Path) -> bool {
    host::serve(library, printed).is_ok()
}

#[cfg(not(unix))]
fn served(_: &Path, _: &Path) -> bool {
    false
}

/// Judges the law; a fault is a failed check.
pub(super) fn check_law(args: &Args) -> Result<Exit, Error> {
    let Some(library) = args.library.as_ref().filter(|_| !args.header) else {
        print_as_it_is(HEADER)?;
        return Ok(Exit::AsExpected);
    };
    let claim = args.claims.as_deref().map(claimed).transpose()?.unwrap_or_default();
    let place = |failure: Failure| Error::Engine(format!("{}: {failure}", library.display()));
    let mut law = shared::start(&host_command()?, library, &given(&args.parameter)?).map_err(place)?;
    let mut judged = judged(&mut law, &claim).map_err(place)?;
    judged.library = library.display().to_string();
    judged.claims = args.claims.clone();
    match args.json {
        true => print_json(&judged)?,
        false => print(&coloured(&blocks(&judged), width(), false))?,
    }
    Ok(if judged.faults > 0 { Exit::Failing } else { Exit::AsExpected })
}

/// What starts the process for a library, where it is not this program.
static HOST: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the command that starts `law-host` where the process is another program that has the command line: the interpreter of Python.
pub fn hosted_by(command: Vec<OsString>) {
    let _ = HOST.set(command);
}

fn host_command() -> Result<Vec<OsString>, Error> {
    let own = || -> Result<Vec<OsString>, Error> {
        let program = std::env::current_exe().map_err(|error| Error::wrong(error.to_string()))?;
        Ok(vec![program.into(), HOST_WORD.into()])
    };
    HOST.get().cloned().map_or_else(own, Ok)
}

/// `name=value` of the command line.
fn given(words: &[String]) -> Result<Vec<(String, f64)>, Error> {
    let of = |word: &String| {
        let parts =
            word.split_once('=').and_then(|(name, value)| Some((name.trim(), value.trim().parse::<f64>().ok()?)));
        match parts {
            Some((name, value)) if value.is_finite() => Ok((name.to_string(), value)),
            _ => Err(Error::with_help(
                format!("`{word}` is not a parameter with its value"),
                "write  -p restitution=0.5   in the unit that the law describes",
            )),
        }
    };
    Error::all(words.iter().map(of))
}

/// The bodies of a claim in words, as tables of a case: two unlike spheres, two like ones, a sphere and a wall.
const PAIRS: [&str; 3] = [
    "[body.one]\nsphere = { radius = \"2 mm\" }\nmaterial = \"glass\"\n[body.two]\nsphere = { radius = \"3 mm\" }\nmaterial = \"steel\"\n",
    "[body.one]\nsphere = { radius = \"2 mm\" }\nmaterial = \"glass\"\n[body.two]\nsphere = { radius = \"2 mm\" }\nmaterial = \"glass\"\n",
    "[body.one]\nsphere = { radius = \"2 mm\" }\nmaterial = \"glass\"\n[body.two]\nwall = { normal = \"+z\" }\nmaterial = \"steel\"\n",
];

const GLASS: &str = "[material.glass]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"70 GPa\"\npoisson_ratio = 0.22\n";
const STEEL: &str = "[material.steel]\ndensity = \"7800 kg/m3\"\nyoung_modulus = \"210 GPa\"\npoisson_ratio = 0.3\n";

/// The scenes of a claim: the first of a case, or those of the laws in words for three pairs.
///
/// # Errors
/// When a law or a value of it is not understood.
pub fn claimed(text: &str) -> Result<Vec<Scene>, Error> {
    let first = text.split([' ', ',']).next().unwrap_or_default();
    let is_words = codes::find(first).is_some() || axis(first).is_some() || first.contains('=');
    if !is_words {
        let case = one_case(Path::new(text), None)?;
        let scene = case.scenes.first().cloned();
        return scene.map(|scene| vec![scene]).ok_or_else(|| Error::wrong(format!("{text} has no scene to claim")));
    }
    let contact = contact_of(text)?;
    let oblique = contact.contains("tangential") || contact.contains("friction");
    let motion = if oblique {
        "[impact]\nnormal_speed = \"0.1 m/s\"\ntangential_speed = \"0.05 m/s\"\n"
    } else {
        "[impact]\nspeed = \"0.1 m/s\"\n"
    };
    let scene = |pair: &str| {
        let steel = if pair.contains("steel") { STEEL } else { "" };
        let text = format!("title = \"the claim\"\n{GLASS}{steel}{pair}{motion}{contact}[run.reference]\n");
        let file = Arc::new(SourceFile { name: "the claim as a case".into(), text });
        let case = Case::read_unjudged(file, "claim", &Files::Folder(PathBuf::from(".")), &[])?;
        case.scenes.into_iter().next().ok_or_else(|| Error::wrong("the claim has no scene"))
    };
    PAIRS.iter().map(|pair| scene(pair)).collect()
}

/// The axis of a law of that name.
fn axis(name: &str) -> Option<&'static str> {
    let of = |names: Vec<&str>| names.contains(&name);
    if of(normal::KINDS.iter().map(|kind| kind.card.name).collect()) {
        Some("normal")
    } else if of(damping::KINDS.iter().map(|kind| kind.card.name).collect()) {
        Some("damping")
    } else {
        of(tangential::KINDS.iter().map(|kind| kind.card.name).collect()).then_some("tangential")
    }
}

/// The [contact] of a claim in words.
fn contact_of(text: &str) -> Result<String, Error> {
    let (mut own, mut tables) = (String::from("[contact]\n"), String::new());
    for part in text.split(',') {
        let mut words = part.split_whitespace().peekable();
        let Some(first) = words.peek().copied() else { continue };
        let code = codes::find(first);
        let header = match (code, axis(first)) {
            (Some(_), _) => Some(format!("[contact.{first}]\n")),
            (_, Some(axis)) => Some(format!("[contact.{axis}.{first}]\n")),
            _ => None,
        };
        if header.is_some() {
            words.next();
        }
        let mut lines = header.clone().unwrap_or_default();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                let help = "write  hertz, tsuji restitution=0.5, ends=force-clamped   or  lammps damping=tsuji e=0.5";
                return Err(Error::with_help(format!("`{word}` is neither a law nor `key=value`"), help));
            };
            // `e` is the restitution, whatever the code calls it.
            let restitutions = ["restitution", "coeff_restitution", "coefficientRestitution", "en"];
            let has = |name: &&&str| code.is_some_and(|code| code.keys.iter().any(|key| key.name == **name));
            let key = match (key, code) {
                ("e", Some(_)) => restitutions.iter().find(has).copied().unwrap_or("e"),
                ("e", None) => "restitution",
                _ => key,
            };
            let value =
                if value.parse::<f64>().is_ok() { value.to_string() } else { format!("{:?}", value.replace('_', " ")) };
            lines.push_str(&format!("{key} = {value}\n"));
        }
        match header {
            Some(_) => tables.push_str(&lines),
            None => own.push_str(&lines),
        }
    }
    Ok(if tables.contains("[contact.normal") { own + &tables } else { tables })
}

/// What is printed.
fn blocks(judged: &Judged) -> Vec<Block> {
    let parameters: Vec<String> = judged.parameters.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let mut title = format!("{}: {}", judged.library, judged.law);
    if let Some(claims) = &judged.claims {
        title += &format!(", against {claims}");
    }
    let mut blocks = vec![Block::heading(1, title)];
    if !parameters.is_empty() {
        blocks.push(Block::text(format!("with {}", parameters.join(", "))));
    }
    let rows =
        judged.checks.iter().map(|check| vec![check.verdict.to_string(), check.check.to_string(), check.says.clone()]);
    blocks.extend(Block::table("", &["", "", ""], rows.collect()));
    let count = |verdict: Verdict| judged.checks.iter().filter(|check| check.verdict == verdict.word()).count();
    blocks.push(Block::text(format!(
        "{} checks: {} pass, {} faults, {} notes, {} not judged",
        judged.checks.len(),
        count(Verdict::Pass),
        judged.faults,
        count(Verdict::Note),
        count(Verdict::NotJudged)
    )));
    blocks
}
